// retirement.cpp: the Verilated core with its retirement port watched in every clock.
#include <deque>

#include "sim/rtl/axi_engine.h"

#include "Vrg_rtl.h"

extern "C" {
#include "sim/lockstep/retirement.h"
}

namespace
{

// A word of XLEN bits, sign-extended.
int64_t word(uint64_t bits)
{
    return RG_XLEN == 64 ? int64_t(bits) : int64_t(int32_t(uint32_t(bits)));
}

// The low or the high word of a port of two: 32-bit words of a port, or one number.
template <typename T> int64_t half(const T &port, int i)
{
    if constexpr (RG_XLEN == 64)
        return int64_t(uint64_t(port[2 * i]) | uint64_t(port[2 * i + 1]) << 32);
    else
        return word(uint64_t(port) >> (32 * i));
}

rg_retirement sampled(const Vrg_rtl &t)
{
    rg_retirement s = {};
    s.at_d = t.retire_at_d;
    s.at_a = t.retire_at_a;
    s.at_b = t.retire_at_b;
    s.words = t.retire_words;
    s.retired = t.retire_valid;
    s.trapped = t.retire_trap;
    s.backward = t.retire_dir;
    s.next_backward = t.retire_next_dir;
    s.out = t.retire_out;
    s.billed = t.retire_billed;
    s.cause = t.retire_cause;
    s.mode = t.retire_mode;
    s.next_mode = t.retire_next_mode;
    s.reads = t.retire_reads;
    s.writes = t.retire_writes;
    s.grad_overflows = t.retire_grad_overflows;
    s.value_overflows = t.retire_value_overflows;
    s.pc = t.retire_pc;
    s.br = t.retire_br;
    s.word = t.retire_word;
    s.next_pc = t.retire_next_pc;
    s.next_br = t.retire_next_br;
    s.info = word(t.retire_info);
    s.rd = word(t.retire_rd);
    s.ra = word(t.retire_ra);
    s.rb = word(t.retire_rb);
    s.gd = word(t.retire_gd);
    s.ga = word(t.retire_ga);
    s.gb = word(t.retire_gb);
    s.address = word(t.retire_address);
    s.m = word(t.retire_m);
    s.gm = word(t.retire_gm);
    s.out_word = word(t.retire_out_word);
    for (int i = 0; i < 2; i++) {
        s.w[i] = half(t.retire_w, i);
        s.gw[i] = half(t.retire_gw, i);
        s.next_w[i] = half(t.retire_next_w, i);
        s.next_gw[i] = half(t.retire_next_gw, i);
        s.next_tw[i] = half(t.retire_next_tw, i);
        s.next_tgw[i] = half(t.retire_next_tgw, i);
    }
    s.wide_writes = t.retire_wide_writes;
    s.next_d = word(t.retire_next_d);
    s.next_a = word(t.retire_next_a);
    s.next_m = word(t.retire_next_m);
    s.next_gd = word(t.retire_next_gd);
    s.next_ga = word(t.retire_next_ga);
    s.next_gb = word(t.retire_next_gb);
    s.next_gm = word(t.retire_next_gm);
    s.tan_writes = t.retire_tan_writes;
    s.next_td = word(t.retire_next_td);
    s.next_ta = word(t.retire_next_ta);
    s.next_tm = word(t.retire_next_tm);
    s.next_ud = word(t.retire_next_ud);
    s.next_ua = word(t.retire_next_ua);
    s.next_ub = word(t.retire_next_ub);
    s.next_um = word(t.retire_next_um);
    return s;
}

// Takes the place of a waveform writer: sees the outputs after each half of the clock. The low half
// ends with the edge that commits the step, so that is when the port is read.
class Watch
{
  public:
    Watch(VerilatedContext &, Vrg_rtl &top) : top_(top) {}
    bool open(const char *, const rg_engine_notes *) { return true; }
    void close() {}
    void dump(uint64_t time)
    {
        if (top_.clk == 0 && top_.retire_element) {
            steps.push_back(sampled(top_));
            steps.back().element = true;
        }
        if (top_.clk == 0 && (top_.retire_valid || top_.retire_trap || top_.retire_halt)) {
            steps.push_back(sampled(top_));
            steps.back().clock = time / 2;
        }
    }
    std::deque<rg_retirement> steps;

  private:
    Vrg_rtl &top_;
};

} // namespace

struct rg_watched : AxiEngine<Vrg_rtl, Watch> {
    rg_watched() { open_trace(""); }
};

rg_watched *rg_watched_new(void)
{
    try {
        return new rg_watched;
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void rg_watched_free(rg_watched *core) { delete core; }

rg_bus_response rg_watched_read(rg_watched *core, uint32_t address, uint64_t *data)
{
    return core->read(address, data);
}

rg_bus_response rg_watched_write(rg_watched *core, uint32_t address, uint64_t data)
{
    return core->write(address, data);
}

bool rg_watched_next(rg_watched *core, uint64_t max_cycles, rg_retirement *step)
{
    auto &steps = core->waveform()->steps;
    for (uint64_t n = 0; steps.empty(); n++) {
        if (n == max_cycles)
            return false;
        core->clock();
    }
    *step = steps.front();
    steps.pop_front();
    return true;
}
