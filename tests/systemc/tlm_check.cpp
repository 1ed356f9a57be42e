// tlm_check.cpp: the TLM-2.0 border of the machine: response statuses, annotated time, debug
// transport, interrupt line.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <iterator>

#include <tlm_utils/simple_initiator_socket.h>

#include "sim/systemc/machine.h"
#include "sim/systemc/map.h"

extern "C" {
#include "firmware_image.h"
}
#include "examples/platform/program.h"

namespace
{

using sc_core::sc_time;
using sc_core::sc_time_stamp;

unsigned checks, failures;

#define CHECK(condition) check((condition), #condition, __LINE__)
void check(bool holds, const char *what, int line)
{
    checks++;
    if (holds)
        return;
    failures++;
    std::printf("%s:%d: %s does not hold\n", __FILE__, line, what);
}

enum : uint64_t { RUN = 1, STOP = 2, SCAN = 16, RUNNING = 1 };
const sc_time PERIOD(7, sc_core::SC_NS); // not a divisor of the times waited below

// The map of isa/bus.def.
struct Entry {
    uint64_t address;
    char access[3];
};
const Entry REGISTERS[] = {
#define RG_WINDOW(name, base, words, access, what)
#define RG_REG(name, offset, access, what) {offset, #access},
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
};
const Entry WINDOWS[] = {
#define RG_WINDOW(name, base, words, access, what) {base, #access},
#define RG_REG(name, offset, access, what)
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
};

// An address where no register is, and one that is in no window.
uint64_t no_register()
{
    uint64_t address = 0;
    const auto here = [&](const Entry &e) { return e.address == address; };
    while (std::any_of(std::begin(REGISTERS), std::end(REGISTERS), here))
        address += 8;
    return address;
}
uint64_t no_window()
{
    constexpr uint64_t APART = 0x10000000; // what bus.def leaves between the great windows
    uint64_t address = APART;
    const auto near = [&](const Entry &e) { return e.address / APART == address / APART; };
    while (std::any_of(std::begin(WINDOWS), std::end(WINDOWS), near))
        address += APART;
    return address;
}

struct Payload : tlm::tlm_generic_payload {
    Payload(tlm::tlm_command command, uint64_t address, unsigned char *data, unsigned length = 8)
    {
        set_command(command);
        set_address(address);
        set_data_ptr(data);
        set_data_length(length);
        set_streaming_width(length);
    }
};

class Check : public sc_core::sc_module
{
  public:
    tlm_utils::simple_initiator_socket<Check, 64> bus;
    sc_core::sc_in<bool> interrupt;

    Check(sc_core::sc_module_name name, rg::Machine &machine)
        : sc_module(name), bus("bus"), interrupt("interrupt"), machine_(machine)
    {
        SC_HAS_PROCESS(Check);
        SC_THREAD(all);
        SC_METHOD(on_interrupt);
        sensitive << interrupt.pos();
        dont_initialize();
    }

  private:
    tlm::tlm_response_status send(tlm::tlm_generic_payload &&p) { return send(p); }
    tlm::tlm_response_status send(tlm::tlm_generic_payload &p)
    {
        bus->b_transport(p, delay_);
        CHECK(!p.is_dmi_allowed());
        return p.get_response_status();
    }
    uint64_t word() const
    {
        uint64_t w;
        std::memcpy(&w, data_.data(), sizeof w);
        return w;
    }
    tlm::tlm_response_status read(uint64_t address)
    {
        return send(Payload(tlm::TLM_READ_COMMAND, address, data_.data()));
    }
    tlm::tlm_response_status write(uint64_t address, uint64_t w)
    {
        std::memcpy(data_.data(), &w, sizeof w);
        return send(Payload(tlm::TLM_WRITE_COMMAND, address, data_.data()));
    }
    uint64_t get(uint64_t address)
    {
        CHECK(read(address) == tlm::TLM_OK_RESPONSE);
        return word();
    }
    void put(uint64_t address, uint64_t w) { CHECK(write(address, w) == tlm::TLM_OK_RESPONSE); }
    unsigned look(uint64_t address, unsigned length = 8)
    {
        Payload p(tlm::TLM_READ_COMMAND, address, data_.data(), length);
        return bus->transport_dbg(p);
    }
    void synchronize()
    {
        wait(delay_);
        delay_ = sc_core::SC_ZERO_TIME;
    }

    void statuses()
    {
        CHECK(read(rg::REG_STATUS) == tlm::TLM_OK_RESPONSE);
        CHECK(read(4) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
        CHECK(read(no_window()) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
        CHECK(read(uint64_t{1} << 32) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
        CHECK(write(no_register(), 0) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
        CHECK(read(rg::REG_CONTROL) == tlm::TLM_COMMAND_ERROR_RESPONSE);
        CHECK(write(rg::REG_ID, 0) == tlm::TLM_COMMAND_ERROR_RESPONSE);
        CHECK(write(rg::WINDOW_COUNT, 0) == tlm::TLM_COMMAND_ERROR_RESPONSE);
        CHECK(write(rg::WINDOW_LEDGER + 8, 0) == tlm::TLM_COMMAND_ERROR_RESPONSE);
        CHECK(read(rg::REG_OUT) == tlm::TLM_GENERIC_ERROR_RESPONSE); // empty
        CHECK(write(rg::REG_CONTROL, RUN | SCAN) == tlm::TLM_GENERIC_ERROR_RESPONSE);
        for (unsigned length : {0u, 4u, 16u})
            CHECK(send(Payload(tlm::TLM_READ_COMMAND, rg::REG_ID, data_.data(), length))
                  == tlm::TLM_BURST_ERROR_RESPONSE);
        Payload narrow(tlm::TLM_READ_COMMAND, rg::REG_ID, data_.data());
        narrow.set_streaming_width(4);
        CHECK(send(narrow) == tlm::TLM_BURST_ERROR_RESPONSE);
        Payload partial(tlm::TLM_WRITE_COMMAND, rg::REG_STEPS, data_.data());
        unsigned char enable[8] = {0xff};
        partial.set_byte_enable_ptr(enable);
        partial.set_byte_enable_length(8);
        CHECK(send(partial) == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        const sc_time before = delay_;
        CHECK(send(Payload(tlm::TLM_IGNORE_COMMAND, rg::REG_ID, data_.data()))
              == tlm::TLM_OK_RESPONSE);
        CHECK(delay_ == before);
        Payload direct(tlm::TLM_READ_COMMAND, rg::WINDOW_DMEMV, data_.data());
        tlm::tlm_dmi memory;
        CHECK(!bus->get_direct_mem_ptr(direct, memory));
        synchronize();
    }

    tlm::tlm_response_status guarded(tlm::tlm_command command, bool privileged, bool secure)
    {
        rg::Protection protection;
        protection.privileged = privileged;
        protection.secure = secure;
        Payload p(command, rg::REG_STEPS, data_.data());
        p.set_extension(&protection);
        const tlm::tlm_response_status status = send(p);
        p.clear_extension(&protection);
        return status;
    }

    // PROTECT refuses by what the extension says. A transfer without it is privileged and secure.
    void protection()
    {
        for (uint64_t asked = 0; asked < 4; asked++)
            for (uint64_t has = 0; has < 4; has++) {
                const auto expected = asked & ~has ? tlm::TLM_GENERIC_ERROR_RESPONSE
                                                   : tlm::TLM_OK_RESPONSE;
                put(rg::REG_PROTECT, asked);
                CHECK(guarded(tlm::TLM_READ_COMMAND, has & 1, has & 2) == expected);
                CHECK(guarded(tlm::TLM_WRITE_COMMAND, has & 1, has & 2) == expected);
            }
        put(rg::REG_PROTECT, 0);
        synchronize();
    }

    // A transfer starts at the next clock edge and takes whole cycles; each annotates the same as
    // its like.
    void annotated_time()
    {
        delay_ = sc_time(1, sc_core::SC_NS);
        const uint64_t edge = machine_.cycle_at(sc_time_stamp() + delay_) + 1;
        get(rg::REG_ID);
        const sc_time end = sc_time_stamp() + delay_;
        CHECK(end.value() % PERIOD.value() == 0);
        const uint64_t cycles = machine_.cycle_at(end) - edge;
        CHECK(cycles == 4);
        for (int i = 0; i < 4; i++) {
            const sc_time before = delay_;
            get(rg::REG_ID);
            CHECK(delay_ - before == PERIOD * static_cast<double>(cycles));
        }
        synchronize();
    }

    // What debug transport shows is what the bus gives, without a bill.
    void debug()
    {
        write_state(0x10);
        put(rg::REG_KEEP, 3);
        put(rg::REG_CYCLELIMIT, 1234567);
        put(rg::REG_SCANCOUNT, 3);
        const uint64_t billed = get(rg::REG_BITSOUT);
        unsigned readable = 0;
        const sc_time before = delay_;
        for (uint64_t address = 0; address < rg::REGISTERS_END; address += 8)
            readable += look(address) == 8;
        for (const Entry &window : WINDOWS)
            CHECK(look(window.address + 8) == 8);
        CHECK(delay_ == before);
        CHECK(get(rg::REG_BITSOUT) == billed);
        CHECK(readable == registers_alike());
        for (const Entry &window : WINDOWS) {
            look(window.address + 8);
            const uint64_t seen = word();
            CHECK(get(window.address + 8) == seen);
        }
        CHECK(look(rg::WINDOW_DMEMV + 8 + 3, 2) == 2 && data_[0] == 0xff && data_[1] == 0xff);
        CHECK(look(rg::WINDOW_REGTG + 8 * 30, 32) == 16); // two words to the end of the window
        CHECK(look(rg::REG_CONTROL) == 0 && look(rg::REG_OUT) == 0 && look(no_window()) == 0
              && look(no_register()) == 0 && look(uint64_t{1} << 32) == 0);
        Payload p(tlm::TLM_WRITE_COMMAND, rg::WINDOW_DMEMV, data_.data());
        CHECK(bus->transport_dbg(p) == 0);
        put(rg::REG_KEEP, 0);
        write_state(0);
        synchronize();
    }

    // The second word of each writable window, and the accumulator with its companions: each
    // another number, or all 0.
    void write_state(uint64_t mark)
    {
        const auto next = [&] { return mark ? ~mark++ : 0; };
        for (const Entry &window : WINDOWS)
            if (window.address != rg::WINDOW_CONTROL && writable(window))
                put(window.address + 8, next());
        for (uint64_t half : {rg::REG_WLO, rg::REG_WHI, rg::REG_GWLO, rg::REG_GWHI, rg::REG_TWLO,
                              rg::REG_TWHI, rg::REG_TGWLO, rg::REG_TGWHI})
            put(half, next());
    }

    static bool writable(const Entry &e) { return e.access[1] == 'W'; }

    // Every register that the bus lets read, compared; returns how many. All that isa/bus.def lets
    // read are among them.
    unsigned registers_alike()
    {
        unsigned readable = 0;
        for (const Entry &e : REGISTERS)
            CHECK(e.access[0] != 'R' || e.address == rg::REG_OUT
                  || read(e.address) == tlm::TLM_OK_RESPONSE);
        for (uint64_t address = 0; address < rg::REGISTERS_END; address += 8) {
            if (address == rg::REG_OUT || read(address) != tlm::TLM_OK_RESPONSE)
                continue;
            const uint64_t seen = word();
            CHECK(look(address) == 8 && word() == seen);
            readable++;
        }
        return readable;
    }

    // Runs from pc; returns the time from the start to the first interrupt.
    sc_time time_to_interrupt(uint32_t pc)
    {
        put(rg::REG_PC, pc);
        put(rg::REG_CONTROL, RUN);
        const sc_time start = sc_time_stamp() + delay_;
        CHECK(look(rg::REG_STATUS) == 8 && (word() & RUNNING));
        CHECK(look(rg::WINDOW_DMEMV) == 8); // the bus refuses this now
        CHECK(read(rg::WINDOW_DMEMV) == tlm::TLM_GENERIC_ERROR_RESPONSE);
        synchronize();
        if (!interrupt.read())
            wait(interrupt.posedge_event());
        return rise_ - start;
    }

    // A word waits in OUT: debug transport shows it and leaves it there.
    void take_out()
    {
        CHECK(look(rg::REG_STATUS) == 8);
        const uint64_t status = word();
        CHECK((status >> 8 & 0xff) > 0);
        CHECK(look(rg::REG_OUT) == 8);
        const uint64_t seen = word();
        CHECK(look(rg::REG_STATUS) == 8 && word() == status);
        CHECK(get(rg::REG_OUT) == seen);
        synchronize();
    }

    // The self-test of the firmware up to its first word copied out. The line rises at the same
    // time however far the core is computed ahead. The clock may do that, or a transfer that lies
    // ahead in local time.
    void interrupts(const platform_program &program)
    {
        for (uint32_t i = 0; i < program.count; i++)
            put(rg::WINDOW_IMEM + 8 * i, program.words[i]);
        put(rg::REG_CODEWORDS, program.count);
        put(rg::REG_CYCLELIMIT, 0);
        put(rg::WINDOW_REGV + 8, 0);
        put(rg::WINDOW_REGG + 8, 0);
        const sc_time time = time_to_interrupt(RG_FIRMWARE_SELFTEST);
        CHECK(time > PERIOD * 1000.0);
        CHECK(rise_.value() % PERIOD.value() == 0);
        take_out();
        stop();
        for (uint64_t ahead : {uint64_t{3}, uint64_t{1000}, uint64_t{1} << 20}) {
            renew(program);
            machine_.set_run_ahead(ahead);
            CHECK(time_to_interrupt(RG_FIRMWARE_SELFTEST) == time);
            stop();
        }
        machine_.set_run_ahead(1);
        renew(program);
        put(rg::REG_PC, RG_FIRMWARE_SELFTEST);
        put(rg::REG_CONTROL, RUN);
        const sc_time start = sc_time_stamp() + delay_;
        CHECK(read(rg::WINDOW_DMEMV)
              == tlm::TLM_GENERIC_ERROR_RESPONSE); // takes its cycles, as above
        delay_ += time * 2.0;
        get(rg::REG_CYCLES);
        CHECK(!interrupt.read());
        synchronize();
        CHECK(interrupt.read() && rise_ - start == time);
        stop();
    }

    void stop()
    {
        while ((get(rg::REG_STATUS) & RUNNING) != 0) {
            put(rg::REG_CONTROL, STOP);
            synchronize();
            wait(PERIOD * 1000.0);
        }
        while ((get(rg::REG_STATUS) >> 8 & 0xff) != 0)
            get(rg::REG_OUT);
        synchronize();
    }

    void renew(const platform_program &program)
    {
        machine_.power_cycle();
        for (uint32_t i = 0; i < program.count; i++)
            put(rg::WINDOW_IMEM + 8 * i, program.words[i]);
        put(rg::REG_CODEWORDS, program.count);
        machine_.reset(delay_);
        CHECK(get(rg::REG_CODEWORDS) == 0);
        put(rg::REG_CODEWORDS, program.count);
        synchronize();
        CHECK(!interrupt.read());
    }

    void all()
    {
        platform_program program;
        char error[256] = "";
        statuses();
        protection();
        annotated_time();
        debug();
        if (platform_program_make(&program, error, sizeof error) == 0) {
            interrupts(program);
            platform_program_free(&program);
        }
        CHECK(error[0] == '\0');
        done = true;
    }

    void on_interrupt() { rise_ = sc_time_stamp(); }

    rg::Machine &machine_;
    std::array<unsigned char, 64> data_{};
    sc_time delay_, rise_;

  public:
    bool done = false;
};

} // namespace

int sc_main(int, char **)
{
    sc_core::sc_signal<bool> line("line");
    rg::Machine machine("machine", PERIOD);
    Check check("check", machine);
    check.bus.bind(machine.bus);
    machine.interrupt.bind(line);
    check.interrupt.bind(line);
    sc_core::sc_start();
    std::printf("%u checks of the TLM border, %u failed\n", checks, failures);
    return check.done && failures == 0 ? 0 : 1;
}
