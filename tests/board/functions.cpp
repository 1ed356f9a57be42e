// functions.cpp: rg_board_functions (Verilated) against rg_num_eval: every function that the board
// has, random and special operands, values and gradients.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "Vrg_board_functions.h"
#include "verilated.h"

extern "C" {
#include "isa/num/num.h"
}

namespace
{

struct operation {
    const char *name;
    unsigned code;
    std::string_view format, kind;
};
const operation operations[] = {
#define RG_OP(name, mnemonic, code, fmt, kind, bk, cls, f, ga, gb, undo) {#name, code, #fmt, #kind},
#include "isa/isa.def"
#undef RG_OP
};

const rg_num_config config = {16, 8};
std::uint64_t state = 12345;

std::uint64_t next()
{
    std::uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

// Any magnitude, the ends, powers of two, small integers, and numbers around 1.
std::int16_t operand()
{
    const auto any = static_cast<std::int16_t>(next());
    switch (next() % 8) {
    case 0: return 0;
    case 1: return static_cast<std::int16_t>(0x7fff + next() % 3);
    case 2: return static_cast<std::int16_t>((next() & 1 ? 1 : -1) * (1 << next() % 16));
    case 3: return static_cast<std::int16_t>(256 + next() % 7 - 3);
    case 4: return static_cast<std::int16_t>(next() % 65 - 32);
    case 5: return any;
    default: return static_cast<std::int16_t>(any >> next() % 16);
    }
}

class bench
{
  public:
    bench()
    {
        unit->rst_n = 0;
        tick();
        unit->rst_n = 1;
        tick();
    }

    // False, with a message, where the two differ.
    bool agrees(const operation &op)
    {
        rg_num_in in = {};
        rg_num_out out = {};
        in.op = op.code;
        in.grad = next() & 1;
        in.wrap = next() & 1;
        in.a = operand();
        in.b = operand();
        in.gy = operand();
        in.w = static_cast<std::int32_t>(static_cast<std::uint32_t>(operand()) << next() % 17);
        rg_num_eval(&config, &in, &out);
        run(in);
        const bool same = unit->trap == out.trap
                          && (out.trap != 0
                              || (value(op, out)
                                  && (!in.grad || op.kind == "INT"
                                      || (word(unit->da) == out.da && word(unit->db) == out.db
                                          && unit->grad_ovf == out.grad_ovf))));
        if (!same)
            std::printf(
                "%s a %lld b %lld g %lld grad %d wrap %d: trap %u f %d da %d db %d ovf %u,\n"
                "  expected trap %u f %lld da %lld db %lld ovf %u\n",
                op.name, (long long)in.a, (long long)in.b, (long long)in.gy, in.grad, in.wrap,
                unit->trap, word(unit->f), word(unit->da), word(unit->db), unit->grad_ovf, out.trap,
                (long long)out.f, (long long)out.da, (long long)out.db, out.grad_ovf);
        return same;
    }

    bool has(const operation &op)
    {
        unit->word = op.code << 25;
        unit->eval();
        return !unit->missing;
    }

  private:
    static int word(unsigned bits) { return static_cast<std::int16_t>(bits); }

    bool value(const operation &op, const rg_num_out &out) const
    {
        if (op.format == "W")
            return static_cast<std::int32_t>(unit->product)
                   == static_cast<std::int32_t>(out.product);
        return word(unit->f) == out.f && unit->value_ovf == out.value_ovf;
    }

    void run(const rg_num_in &in)
    {
        unit->word = in.op << 25;
        unit->grad = in.grad;
        unit->wrap = in.wrap;
        unit->a = static_cast<std::uint16_t>(in.a);
        unit->b = static_cast<std::uint16_t>(in.b);
        unit->gy = static_cast<std::uint16_t>(in.gy);
        unit->w = static_cast<std::uint32_t>(in.w);
        unit->start = 1;
        tick();
        unit->start = 0;
        for (int clocks = 0; clocks < 1000 && !unit->done; clocks++)
            tick();
        unit->eval();
    }

    void tick()
    {
        unit->clk = 0;
        unit->eval();
        unit->clk = 1;
        unit->eval();
    }

    VerilatedContext context;
    std::unique_ptr<Vrg_board_functions> unit = std::make_unique<Vrg_board_functions>(&context);
};

} // namespace

int main()
{
    const char *text = std::getenv("RG_NUM_ROUNDS");
    const unsigned long rounds = text ? std::strtoul(text, nullptr, 10) : 20000;
    unsigned tested = 0, wrong = 0;
    bench b;
    for (const operation &op : operations) {
        if (!b.has(op)
            || (op.format != "U" && op.format != "U1" && op.format != "W" && op.format != "WO"))
            continue;
        tested++;
        for (unsigned long i = 0; i < rounds && wrong < 20; i++)
            wrong += !b.agrees(op);
    }
    std::printf("%u functions of the board, %lu operands each: %u differ\n", tested, rounds, wrong);
    return wrong != 0 || tested < 40;
}
