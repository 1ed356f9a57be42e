// engine.cpp: the engine "systemc": the C calls as an initiator of TLM transfers; they drive the
// SystemC kernel themselves.
//
// SystemC elaborates once in a process, so there is one machine; it is made with the first open and
// gets a fresh core with each later one.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "sim/systemc/machine.h"

extern "C" {
#include "sim/engine_impl.h"
}

// libsystemc refers to it, and finds it in the shared object of this engine too; programs that are
// SystemC simulations themselves define their own.
extern "C" __attribute__((weak, visibility("default"))) int sc_main(int, char **) { return 1; }

namespace
{

using sc_core::sc_time;

// The words that the caller shares, as a memory beside the machine.
class Memory : public sc_core::sc_module
{
  public:
    tlm_utils::simple_target_socket<Memory, 128> bus;

    explicit Memory(sc_core::sc_module_name name) : sc_module(name), bus("bus")
    {
        bus.register_b_transport(this, &Memory::transport);
    }

    void share(uint64_t *words, size_t count)
    {
        seen_.words = words;
        seen_.count = count;
    }

  private:
    void transport(tlm::tlm_generic_payload &beat, sc_time &)
    {
        uint64_t words[2];
        const bool there = (beat.is_write() ? take(beat, words)
                                            : rg_memory_look(&seen_, beat.get_address(), words))
                           == RG_BUS_OKAY;
        if (!beat.is_write())
            std::memcpy(beat.get_data_ptr(), words, sizeof words);
        beat.set_response_status(there ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
    }

    rg_bus_response take(const tlm::tlm_generic_payload &beat, uint64_t words[2])
    {
        const unsigned char *enables = beat.get_byte_enable_ptr();
        std::memcpy(words, beat.get_data_ptr(), RG_BEAT_BYTES);
        unsigned which = 0;
        if (!enables || enables[0])
            which |= RG_WRITES_LOW;
        if (!enables || enables[RG_BEAT_BYTES / 2])
            which |= RG_WRITES_HIGH;
        return rg_memory_store(&seen_, beat.get_address(), words, which);
    }

    rg_memory seen_ = {};
};

class Bench : public sc_core::sc_module
{
  public:
    explicit Bench(sc_core::sc_module_name name)
        : sc_module(name), machine_("machine", sc_time(10, sc_core::SC_NS)), memory_("memory"),
          port_("port"), line_("line")
    {
        port_.bind(machine_.bus);
        machine_.memory.bind(memory_.bus);
        machine_.interrupt.bind(line_);
        machine_.set_run_ahead(rg::Machine::NO_LIMIT);
        machine_.set_clock_limit(0);
        SC_HAS_PROCESS(Bench);
        SC_METHOD(on_interrupt);
        sensitive << line_.posedge_event();
        dont_initialize();
    }

    void renew()
    {
        synchronize();
        machine_.power_cycle();
        settle();
    }

    void reset() { machine_.reset(local_); }
    void share(uint64_t *words, size_t count) { memory_.share(words, count); }

    rg_bus_response transfer(tlm::tlm_command command, uint32_t address, uint64_t *data)
    {
        tlm::tlm_generic_payload payload;
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(reinterpret_cast<unsigned char *>(data));
        payload.set_data_length(sizeof *data);
        payload.set_streaming_width(sizeof *data);
        port_->b_transport(payload, local_);
        switch (payload.get_response_status()) {
        case tlm::TLM_OK_RESPONSE: return RG_BUS_OKAY;
        case tlm::TLM_ADDRESS_ERROR_RESPONSE: return RG_BUS_DECERR;
        default: return RG_BUS_SLVERR;
        }
    }

    uint64_t run(uint64_t max_cycles)
    {
        if (interrupt())
            return 0;
        const uint64_t start = now(), room = machine_.cycle_at(sc_core::sc_max_time()) - start;
        const uint64_t cycles = std::min(max_cycles, room);
        machine_.set_clock_limit(start + cycles);
        pausing_ = true;
        advance(machine_.period().value() * cycles);
        pausing_ = false;
        machine_.set_clock_limit(now());
        settle();
        return now() - start;
    }

    bool interrupt()
    {
        synchronize();
        return line_.read();
    }

  private:
    uint64_t now() const { return machine_.cycle_at(sc_core::sc_time_stamp()); }

    void advance(sc_time::value_type time)
    {
        if (time != 0)
            sc_core::sc_start(sc_time::from_value(time));
    }

    // What is due at this time, up to the last delta cycle.
    void settle()
    {
        while (sc_core::sc_pending_activity_at_current_time())
            sc_core::sc_start(sc_core::SC_ZERO_TIME);
    }

    // Lets the kernel's time reach that of the last transfer.
    void synchronize()
    {
        const sc_time delay = local_;
        local_ = sc_core::SC_ZERO_TIME;
        advance(delay.value());
        settle();
    }

    void on_interrupt()
    {
        if (!pausing_)
            return;
        machine_.set_clock_limit(now());
        sc_core::sc_pause();
    }

    rg::Machine machine_;
    Memory memory_;
    tlm_utils::simple_initiator_socket<Bench, 64> port_;
    sc_core::sc_signal<bool> line_;
    sc_time local_; // how far the initiator is ahead of the kernel
    bool pausing_ = false;
};

Bench *bench; // lives as long as the kernel: until the process ends
std::atomic<bool> in_use;

// Elaboration is possible once, and only where there is no other simulation.
bool can_elaborate()
{
    return sc_core::sc_get_status() == sc_core::SC_ELABORATION
           && sc_core::sc_get_top_level_objects().empty();
}

void *open_bench()
{
    if (bench) {
        bench->renew();
        return bench;
    }
    if (!can_elaborate())
        return nullptr;
    bench = new Bench("retrograd");
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    return bench;
}

// No exception passes into C: answer is what the call gives when the kernel reports an error.
template <class Answer, class Call> Answer guarded(Answer answer, Call call) noexcept
{
    try {
        return call();
    } catch (...) {
        return answer;
    }
}

void *open_engine(bool)
{
    if (in_use.exchange(true))
        return nullptr;
    void *self = guarded<void *>(nullptr, open_bench);
    if (!self)
        in_use = false;
    return self;
}

void close_engine(void *) { in_use = false; }

void reset_engine(void *self)
{
    guarded(0, [self] { return static_cast<Bench *>(self)->reset(), 0; });
}

rg_bus_response read_word(void *self, uint32_t address, uint64_t *data)
{
    return guarded(RG_BUS_SLVERR, [=] {
        return static_cast<Bench *>(self)->transfer(tlm::TLM_READ_COMMAND, address, data);
    });
}

rg_bus_response write_word(void *self, uint32_t address, uint64_t data)
{
    return guarded(RG_BUS_SLVERR, [=]() mutable {
        return static_cast<Bench *>(self)->transfer(tlm::TLM_WRITE_COMMAND, address, &data);
    });
}

void share_words(void *self, uint64_t *words, size_t count)
{
    static_cast<Bench *>(self)->share(words, count);
}

uint64_t run_engine(void *self, uint64_t max_cycles)
{
    return guarded(uint64_t{0}, [=] { return static_cast<Bench *>(self)->run(max_cycles); });
}

// Looking at the line lets the kernel's time catch up with the caller's, nothing more.
bool interrupt_of(const void *self)
{
    return guarded(false,
                   [self] { return static_cast<Bench *>(const_cast<void *>(self))->interrupt(); });
}

} // namespace

// What is not named here it has not.
static constexpr rg_engine_table systemc_table()
{
    rg_engine_table table{};
    table.open = open_engine;
    table.close = close_engine;
    table.reset = reset_engine;
    table.read = read_word;
    table.write = write_word;
    table.run = run_engine;
    table.interrupt = interrupt_of;
    table.share = share_words;
    return table;
}

extern "C" const rg_engine_table rg_systemc_engine = systemc_table();
