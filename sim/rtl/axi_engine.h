// axi_engine.h: a Verilated rg_top as an engine: clock, AXI4-Lite handshakes, waveforms. One
// template for both models.
#ifndef RG_AXI_ENGINE_H
#define RG_AXI_ENGINE_H

#include <cstdint>
#include <memory>
#include <new>

#include <verilated.h>
#if VM_COVERAGE
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <verilated_cov.h>
#endif

extern "C" {
#include "sim/engine_impl.h"
#include "sim/memory.h"
}

// Trace: a waveform writer with open(path, notes), dump(time), close(); or NoTrace.
struct NoTrace {
};

template <class Top, class Trace> class AxiEngine
{
  public:
    AxiEngine() : context_(new VerilatedContext), top_(new Top(context_.get(), "top"))
    {
        top_->clk = 0;
        top_->s_wstrb = 0xff;
        protect(true, true);
        reset();
    }

    ~AxiEngine()
    {
        close_trace();
        top_->final();
        write_coverage();
    }

    void reset()
    {
        top_->rst_n = 0;
        cycle();
        cycle();
        rg_memory_reset(&memory_);
        top_->m_rvalid = top_->m_bvalid = 0;
        top_->rst_n = 1;
        top_->clk = 0;
        top_->eval();
    }

    rg_bus_response write(uint32_t address, uint64_t data)
    {
        top_->s_awaddr = address;
        top_->s_wdata = data;
        top_->s_awvalid = top_->s_wvalid = 1;
        wait_for([this] { return top_->s_awready && top_->s_wready; });
        cycle();
        top_->s_awvalid = top_->s_wvalid = 0;
        top_->s_bready = 1;
        wait_for([this] { return top_->s_bvalid != 0; });
        rg_bus_response response = static_cast<rg_bus_response>(top_->s_bresp);
        cycle();
        top_->s_bready = 0;
        settle();
        return response;
    }

    rg_bus_response read(uint32_t address, uint64_t *data)
    {
        top_->s_araddr = address;
        top_->s_arvalid = 1;
        wait_for([this] { return top_->s_arready != 0; });
        cycle();
        top_->s_arvalid = 0;
        top_->s_rready = 1;
        wait_for([this] { return top_->s_rvalid != 0; });
        rg_bus_response response = static_cast<rg_bus_response>(top_->s_rresp);
        *data = top_->s_rdata;
        cycle();
        top_->s_rready = 0;
        settle();
        return response;
    }

    uint64_t run(uint64_t max_cycles)
    {
        uint64_t n = 0;
        while (n < max_cycles && !top_->irq) {
            cycle();
            n++;
        }
        return n;
    }

    // As run, but until the interrupt line changes either way.
    uint64_t run_to_change(uint64_t max_cycles)
    {
        const bool before = interrupt();
        uint64_t n = 0;
        while (n < max_cycles && interrupt() == before) {
            cycle();
            n++;
        }
        return n;
    }

    // The protection signals of the transfers that follow; at first both.
    void protect(bool privileged, bool secure)
    {
        top_->s_awprot = top_->s_arprot = static_cast<uint8_t>(privileged | !secure << 1);
    }

    bool interrupt() const { return top_->irq != 0; }
    uint64_t cycles() const { return cycles_; } // since the machine was made
    const Top &top() const { return *top_; }

    // The host's memory (sim/engine.h), or what these give and take.
    void share(uint64_t *words, size_t count)
    {
        memory_.words = words;
        memory_.count = count;
    }
    void share(rg_memory_read read, rg_memory_write write, void *context)
    {
        memory_.read = read;
        memory_.write = write;
        memory_.context = context;
    }

    void clock() { cycle(); }                        // one clock, whatever the interrupt line says
    Trace *waveform() const { return trace_.get(); } // the writer, while one is open

    bool open_trace(const char *path, const rg_engine_notes *notes = nullptr)
    {
        if constexpr (std::is_same_v<Trace, NoTrace>) {
            (void)path;
            (void)notes;
            return false;
        } else {
            close_trace();
            trace_ = std::make_unique<Trace>(*context_, *top_);
            if (!trace_->open(path, notes))
                trace_.reset();
            return trace_ != nullptr;
        }
    }

    void close_trace()
    {
        if constexpr (!std::is_same_v<Trace, NoTrace>) {
            if (trace_)
                trace_->close();
        }
        trace_.reset();
    }

  private:
    // One rising edge. Inputs set before are seen by it; the clock stays high.
    void cycle()
    {
        settle();
        if (top_->m_arvalid || memory_.waiting || top_->m_rvalid || top_->m_awvalid
            || memory_.unanswered || top_->m_bvalid)
            serve();
        top_->clk = 1;
        top_->eval();
        cycles_++;
        dump();
    }

    // One clock of the host's memory, before the rising edge.
    void serve()
    {
        rg_beat beat;
        rg_bus_response response = RG_BUS_OKAY;
        const bool valid = rg_memory_beat(&memory_, &beat);
        const bool answer = rg_memory_answer(&memory_, &response);
        top_->m_rvalid = valid;
        top_->m_bvalid = answer;
        top_->m_bresp = response;
        if (valid) {
            for (unsigned i = 0; i < 4; i++)
                top_->m_rdata[i] = static_cast<uint32_t>(beat.words[i / 2] >> (i % 2 * 32));
            top_->m_rresp = beat.response;
            top_->m_rlast = beat.last;
        }
        top_->m_arready = rg_memory_ready(&memory_);
        top_->m_awready = rg_memory_write_ready(&memory_);
        top_->m_wready = rg_memory_takes(&memory_);
        top_->eval();
        const bool taken = valid && top_->m_rready, answered = answer && top_->m_bready;
        if (top_->m_wvalid && top_->m_wready)
            put();
        if (top_->m_awvalid && top_->m_awready)
            rg_memory_write_ask(&memory_, top_->m_awaddr, top_->m_awlen + 1u);
        if (top_->m_arvalid && top_->m_arready)
            rg_memory_ask(&memory_, top_->m_araddr, top_->m_arlen + 1u);
        rg_memory_clock(&memory_, taken, answered);
    }

    void put()
    {
        uint64_t words[2];
        for (unsigned i = 0; i < 2; i++)
            words[i] = static_cast<uint64_t>(top_->m_wdata[2 * i + 1]) << 32 | top_->m_wdata[2 * i];
        unsigned which = 0;
        if (top_->m_wstrb & 0xff)
            which |= RG_WRITES_LOW;
        if (top_->m_wstrb >> 8)
            which |= RG_WRITES_HIGH;
        rg_memory_put(&memory_, words, which);
    }

    // The low half: combinational outputs follow the inputs.
    void settle()
    {
        if (top_->clk == 0) {
            top_->eval();
            return;
        }
        top_->clk = 0;
        top_->eval();
        dump();
    }

    template <class Ready> void wait_for(Ready ready)
    {
        for (settle(); !ready(); settle())
            cycle();
    }

    void dump()
    {
        if constexpr (!std::is_same_v<Trace, NoTrace>) {
            if (trace_)
                trace_->dump(time_++);
        }
    }

    // A model that counts what it covers leaves its counts in the folder RG_COVERAGE, one file for
    // each machine, renamed when whole.
    void write_coverage()
    {
#if VM_COVERAGE
        static int machines;
        if (const char *folder = std::getenv("RG_COVERAGE")) {
            const std::string name = std::string(folder) + "/" + std::to_string(getpid()) + "-"
                                     + std::to_string(machines++);
            context_->coveragep()->write((name + ".part").c_str());
            std::rename((name + ".part").c_str(), (name + ".dat").c_str());
        }
#endif
    }

    std::unique_ptr<VerilatedContext> context_;
    std::unique_ptr<Top> top_;
    std::unique_ptr<Trace> trace_;
    rg_memory memory_ = {};
    uint64_t cycles_ = 0;
    uint64_t time_ = 0; // half cycles since the waveform was opened first
};

// The C table of one such engine.
template <class Engine> struct EngineCalls {
    static void *open(bool)
    {
        try {
            return new Engine;
        } catch (const std::bad_alloc &) {
            return nullptr;
        }
    }
    static void close(void *self) { delete static_cast<Engine *>(self); }
    static void reset(void *self) { static_cast<Engine *>(self)->reset(); }
    static rg_bus_response read(void *self, uint32_t address, uint64_t *data)
    {
        return static_cast<Engine *>(self)->read(address, data);
    }
    static rg_bus_response write(void *self, uint32_t address, uint64_t data)
    {
        return static_cast<Engine *>(self)->write(address, data);
    }
    static uint64_t run(void *self, uint64_t max_cycles)
    {
        return static_cast<Engine *>(self)->run(max_cycles);
    }
    static bool interrupt(const void *self)
    {
        return static_cast<const Engine *>(self)->interrupt();
    }
    static void share(void *self, uint64_t *words, size_t count)
    {
        static_cast<Engine *>(self)->share(words, count);
    }
    static bool trace_open(void *self, const char *path, const rg_engine_notes *notes)
    {
        return static_cast<Engine *>(self)->open_trace(path, notes);
    }
    static void trace_close(void *self) { static_cast<Engine *>(self)->close_trace(); }

    // What is not named here such an engine has not.
    static constexpr rg_engine_table table()
    {
        rg_engine_table table{};
        table.open = open;
        table.close = close;
        table.reset = reset;
        table.read = read;
        table.write = write;
        table.run = run;
        table.interrupt = interrupt;
        table.share = share;
        return table;
    }
};

#endif
