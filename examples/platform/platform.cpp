// platform.cpp: a virtual platform: a host that boots the machine over TLM-2.0, differentiates a
// routine on it, and sleeps on its interrupt line in between. The machine copies arguments in and
// results out through a memory beside it. `make platform` builds and runs it.
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "sim/systemc/machine.h"
#include "sim/systemc/map.h"

extern "C" {
#include "firmware_image.h"
}
#include "examples/platform/program.h"

namespace
{

using sc_core::sc_time;

enum : uint64_t { RUN = 1, CLEAR = 8 };                         // bits of CONTROL
enum : uint64_t { RUNNING = 1, HALTED = 2, COPYING = 1 << 24 }; // bits of STATUS
enum : uint32_t { STACK = 96 };                                 // data word

// Words at address 0 and up, 16 bytes a transfer.
class Memory : public sc_core::sc_module
{
  public:
    tlm_utils::simple_target_socket<Memory, 128> bus;
    uint64_t words[STACK] = {};

    explicit Memory(sc_core::sc_module_name name) : sc_module(name), bus("bus")
    {
        bus.register_b_transport(this, &Memory::transport);
    }

  private:
    void transport(tlm::tlm_generic_payload &beat, sc_time &)
    {
        const unsigned char *enables = beat.get_byte_enable_ptr();
        unsigned char *data = beat.get_data_ptr(), *here = reinterpret_cast<unsigned char *>(words);
        if (beat.get_address() + beat.get_data_length() > sizeof words) {
            beat.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
            return;
        }
        here += beat.get_address();
        for (unsigned i = 0; i < beat.get_data_length(); i++)
            if (beat.is_read())
                data[i] = here[i];
            else if (!enables || enables[i % beat.get_byte_enable_length()])
                here[i] = data[i];
        beat.set_response_status(tlm::TLM_OK_RESPONSE);
    }
};

class Host : public sc_core::sc_module
{
  public:
    tlm_utils::simple_initiator_socket<Host, 64> bus;
    sc_core::sc_in<bool> interrupt;
    bool passed = false;

    Host(sc_core::sc_module_name name, Memory &memory)
        : sc_module(name), bus("bus"), interrupt("interrupt"), memory_(memory)
    {
        SC_HAS_PROCESS(Host);
        SC_THREAD(boot);
    }

  private:
    // ---- one word over the bus; local_ is how far this thread is ahead of the kernel's time ----

    void transfer(tlm::tlm_command command, uint32_t address, uint64_t &word)
    {
        tlm::tlm_generic_payload payload;
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(reinterpret_cast<unsigned char *>(&word));
        payload.set_data_length(sizeof word);
        payload.set_streaming_width(sizeof word);
        bus->b_transport(payload, local_);
        if (payload.is_response_error())
            throw std::runtime_error("the bus answers " + payload.get_response_string());
    }
    void put(uint32_t address, uint64_t word) { transfer(tlm::TLM_WRITE_COMMAND, address, word); }
    uint64_t get(uint32_t address)
    {
        uint64_t word = 0;
        transfer(tlm::TLM_READ_COMMAND, address, word);
        return word;
    }
    // What a debugger sees: no time passes, nothing is billed.
    uint64_t look(uint32_t address)
    {
        uint64_t word = 0;
        tlm::tlm_generic_payload payload;
        payload.set_command(tlm::TLM_READ_COMMAND);
        payload.set_address(address);
        payload.set_data_ptr(reinterpret_cast<unsigned char *>(&word));
        payload.set_data_length(sizeof word);
        return bus->transport_dbg(payload) == sizeof word ? word : 0;
    }

    // ---- the machine's work ----

    // Sleeps while the interrupt line is down.
    void sleep()
    {
        wait(local_);
        local_ = sc_core::SC_ZERO_TIME;
        if (!interrupt.read())
            wait(interrupt.posedge_event());
    }

    // Words first .. first + count - 1 of data memory, from or to the same words of the memory.
    void copy(uint32_t way, uint32_t first, uint64_t count)
    {
        put(way, count << 32 | first);
        do
            sleep();
        while (get(rg::REG_STATUS) & COPYING);
        if (get(rg::REG_COPIED) != count)
            throw std::runtime_error("a copy ended early");
    }

    // Runs from pc until the machine stops; takes what it prints.
    std::vector<uint64_t> run(uint32_t pc)
    {
        std::vector<uint64_t> copied;
        put(rg::REG_PC, pc);
        put(rg::REG_BR, 0);
        put(rg::REG_DIR, 0);
        put(rg::REG_CONTROL, RUN);
        for (uint64_t status = RUNNING; status & RUNNING;) {
            sleep();
            status = get(rg::REG_STATUS);
            for (uint64_t waiting = status >> 8 & 0xff; waiting > 0; waiting--)
                copied.push_back(get(rg::REG_OUT));
            if (!(status & RUNNING) && !(status & HALTED))
                throw std::runtime_error("trap " + std::to_string(status >> 16) + " at instruction "
                                         + std::to_string(get(rg::REG_TRAPPC)));
        }
        return copied;
    }

    void load(const platform_program &program)
    {
        for (uint32_t i = 0; i < program.count; i++)
            put(rg::WINDOW_IMEM + rg::WORD_BYTES * i, program.words[i]);
        put(rg::REG_CODEWORDS, program.count);
    }

    void self_test()
    {
        const std::vector<uint64_t> copied = run(RG_FIRMWARE_SELFTEST);
        if (copied != std::vector<uint64_t>(RG_FIRMWARE_PASS_COUNT, RG_FIRMWARE_PASS))
            throw std::runtime_error("the power-on self-test failed");
    }

    static double number(uint64_t word)
    {
        return std::ldexp(static_cast<double>(static_cast<int64_t>(word)), -RG_FIRMWARE_FRAC);
    }
    static uint64_t fixed(double value)
    {
        return static_cast<uint64_t>(std::llround(std::ldexp(value, RG_FIRMWARE_FRAC)));
    }

    // The gradient job of the dispatcher: arguments in, forward, result out, backward in gradient
    // mode, gradients out.
    std::vector<double> length_and_gradient(uint32_t entry, double x, double y)
    {
        uint64_t *const word = memory_.words;
        word[RG_MAILBOX_ENTRY] = entry;
        word[RG_MAILBOX_STACK] = STACK;
        word[RG_MAILBOX_ARG2] = fixed(x);
        word[RG_MAILBOX_ARG3] = fixed(y);
        put(rg::REG_CONTROL, CLEAR);
        copy(rg::REG_COPYIN, RG_MAILBOX_ENTRY, RG_MAILBOX_ARG4 - RG_MAILBOX_ENTRY);
        put(rg::WINDOW_DMEMG + rg::WORD_BYTES * RG_MAILBOX_ARG1, fixed(1));
        run(rg_firmware_jobs[0][RG_COMMAND_GRADIENT - 1]);
        copy(rg::REG_COPYOUT, RG_MAILBOX_ARG1, 1);
        std::vector<double> found = {number(word[RG_MAILBOX_ARG1])};
        run(rg_firmware_between[0] + 1);
        copy(rg::REG_COPYOUTG, RG_MAILBOX_ARG2, 2);
        found.push_back(number(word[RG_MAILBOX_ARG2]));
        found.push_back(number(word[RG_MAILBOX_ARG3]));
        return found;
    }

    void work(const platform_program &program)
    {
        load(program);
        std::printf("firmware loaded         %s\n",
                    (sc_core::sc_time_stamp() + local_).to_string().c_str());
        self_test();
        std::printf("self-test passed        %s\n",
                    (sc_core::sc_time_stamp() + local_).to_string().c_str());
        const std::vector<double> found = length_and_gradient(program.entry, 3, 4);
        std::printf("d = %.6f, dd/dx = %.6f, dd/dy = %.6f\n", found[0], found[1], found[2]);
        std::printf("job done                %s\n",
                    (sc_core::sc_time_stamp() + local_).to_string().c_str());
        std::printf("seen by debug transport: %" PRIu64 " instructions, %" PRIu64
                    " cycles, %" PRIu64 " bits copied out\n",
                    look(rg::REG_RETIRED), look(rg::REG_CYCLES), look(rg::REG_BITSOUT));
    }

    void boot()
    {
        platform_program program;
        char error[256];
        if (platform_program_make(&program, error, sizeof error) != 0) {
            std::fprintf(stderr, "platform: %s\n", error);
            return;
        }
        try {
            work(program);
            passed = true;
        } catch (const std::exception &failure) {
            std::fprintf(stderr, "platform: %s\n", failure.what());
        }
        platform_program_free(&program);
        wait(local_);
    }

    Memory &memory_;
    sc_time local_;
};

} // namespace

int sc_main(int, char **)
{
    sc_core::sc_signal<bool> line("line");
    rg::Machine machine("machine", sc_time(10, sc_core::SC_NS));
    Memory memory("memory");
    Host host("host", memory);
    host.bus.bind(machine.bus);
    machine.memory.bind(memory.bus);
    machine.interrupt.bind(line);
    host.interrupt.bind(line);
    sc_core::sc_start(); // ends when the machine is idle and the host has nothing more to do
    std::printf("simulated time          %s\n", sc_core::sc_time_stamp().to_string().c_str());
    return host.passed ? 0 : 1;
}
