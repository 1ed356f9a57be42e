// pair.cpp: drives the Verilated rg_pair. RG_XLEN is 8 or 16, RG_FRAC the model's.
#include "tests/exhaustive/pair.h"

#include <cstdio>
#include <cstdlib>
#include <new>

#include "Vrg_pair.h"
#include "verilated.h"

struct pair {
    Vrg_pair model;
};

namespace
{

enum { MOST_CLOCKS = 4000 };

int64_t word(uint64_t v) { return static_cast<int64_t>(v << (64 - RG_XLEN)) >> (64 - RG_XLEN); }

void tick(Vrg_pair &m)
{
    m.clk = 0;
    m.eval();
    m.clk = 1;
    m.eval();
}

template <typename T> void put(T &port, int64_t v)
{
    port = static_cast<T>(static_cast<uint64_t>(v) & (UINT64_MAX >> (64 - RG_XLEN)));
}

template <typename T> void put_wide(T &port, const int64_t *w)
{
    const uint64_t mask = UINT64_MAX >> (64 - RG_XLEN);
    port = static_cast<T>((static_cast<uint64_t>(w[0]) & mask)
                          | (static_cast<uint64_t>(w[1]) & mask) << RG_XLEN);
}

void get_wide(int64_t *w, uint64_t v)
{
    w[0] = word(v);
    w[1] = word(v >> RG_XLEN);
}

void drive(Vrg_pair &m, uint32_t instruction, const pair_state &s)
{
    m.load_word = instruction;
    m.load_dir = s.backward;
    m.load_mode = static_cast<uint8_t>(s.mode);
    put(m.load_rd, s.d);
    put(m.load_ra, s.a);
    put(m.load_rb, s.b);
    put(m.load_gd, s.gd);
    put(m.load_ga, s.ga);
    put(m.load_gb, s.gb);
    put_wide(m.load_w, s.w);
    put_wide(m.load_gw, s.gw);
    m.load = 1;
    tick(m);
    m.load = 0;
}

void await_unit(Vrg_pair &m)
{
    for (int clocks = 0; !m.done; clocks++) {
        if (clocks == MOST_CLOCKS) {
            std::fprintf(stderr, "the function unit is never done\n");
            std::abort();
        }
        tick(m);
    }
}

void commit(const Vrg_pair &m, pair_state &s)
{
    if (m.write_d)
        s.d = word(m.next_d);
    if (m.write_a)
        s.a = word(m.next_a);
    if (m.write_gd)
        s.gd = word(m.next_gd);
    if (m.write_ga)
        s.ga = word(m.next_ga);
    if (m.write_gb)
        s.gb = word(m.next_gb);
    if (m.write_w)
        get_wide(s.w, m.next_w);
    if (m.write_gw)
        get_wide(s.gw, m.next_gw);
}

} // namespace

pair *pair_open(void)
{
    pair *p = new (std::nothrow) pair;
    if (!p)
        return nullptr;
    p->model.rst_n = 0;
    p->model.load = 0;
    tick(p->model);
    tick(p->model);
    p->model.rst_n = 1;
    tick(p->model);
    return p;
}

void pair_close(pair *p) { delete p; }
unsigned pair_xlen(void) { return RG_XLEN; }
unsigned pair_frac(void) { return RG_FRAC; }

pair_result pair_step(pair *p, uint32_t instruction, pair_state *state)
{
    Vrg_pair &m = p->model;
    drive(m, instruction, *state);
    if (m.uses_exec)
        await_unit(m);
    pair_result r{};
    r.trap = m.trap;
    r.trap_info = word(m.trap_info);
    r.f = word(m.f);
    r.da = word(m.da);
    r.db = word(m.db);
    if (r.trap)
        return r;
    r.gradient_overflows = m.grad_overflows;
    r.value_overflows = m.value_overflows;
    r.billed = m.billed;
    commit(m, *state);
    return r;
}
