// float_unit.cpp: the Verilated step of Floats as float_unit.h has it.
#include <cstring>

#include "Vrg_float_units.h"
#include "verilated.h"

extern "C" {
#include "tests/wide/float_unit.h"
}

namespace
{

template <std::size_t N> void put(VlWide<N> &port, const rg_wide_word &word)
{
    std::memcpy(port.data(), word.limb, sizeof(uint32_t) * N);
}

template <std::size_t N> rg_wide_word take(const VlWide<N> &port)
{
    rg_wide_word word = rg_wide_of_int(port.data()[N - 1] >> 31 ? -1 : 0);
    std::memcpy(word.limb, port.data(), sizeof(uint32_t) * N);
    return word;
}

// A number as the units take it: sign, exponent of 14 bits, 105 digits behind the first.
void pack(VlWide<4> &port, const rg_ext &x)
{
    constexpr unsigned DIGITS = 105, BIAS = 8191, CUT = 128 - 1 - DIGITS;
    rg_ext_digits bits = 0;

    if (x.digits != 0)
        bits = rg_ext_digits(x.negative) << 119 | rg_ext_digits(x.exponent + int(BIAS)) << DIGITS
               | (x.digits << 1 >> 1 >> CUT);
    std::memcpy(port.data(), &bits, sizeof bits);
}

Vrg_float_units &the_unit()
{
    static VerilatedContext context;
    static Vrg_float_units unit{&context};
    return unit;
}

constexpr unsigned LONGEST = 400; // clocks

void tick(Vrg_float_units &unit)
{
    unit.clk = 0;
    unit.eval();
    unit.clk = 1;
    unit.eval();
}

} // namespace

extern "C" void rg_float_unit_step(const rg_float_unit_in *in, rg_float_unit_out *out)
{
    Vrg_float_units &unit = the_unit();

    unit.op = uint8_t(in->op);
    unit.narrow = in->bits == 128;
    unit.minus = in->minus;
    unit.once = in->once;
    unit.exchanges_bits = in->exchanges_bits;
    unit.active = in->active;
    unit.has_a = in->has_a;
    unit.a_float = in->a_float;
    unit.b_float = in->b_float;
    unit.b_immediate = in->b_immediate;
    unit.to_fixed = in->to_fixed;
    unit.fixed_target = in->fixed_target;
    unit.same = in->same;
    unit.inverse = in->inverse;
    put(unit.d, in->d);
    put(unit.a, in->a);
    put(unit.b, in->b);
    put(unit.gd, in->gd);
    put(unit.ga, in->ga);
    put(unit.gb, in->gb);
    unit.rst_n = 0;
    unit.start = 0;
    tick(unit);
    unit.rst_n = 1;
    unit.start = 1;
    tick(unit);
    unit.start = 0;
    for (out->clocks = 1; !unit.done && out->clocks < LONGEST; out->clocks++)
        tick(unit);
    out->trap = unit.trap;
    out->few = unit.few;
    out->gradient_few = unit.gradient_few;
    out->write_ga = unit.write_ga;
    out->write_gb = unit.write_gb;
    out->less = unit.less;
    out->greater = unit.greater;
    out->d = take(unit.next_d);
    out->a = take(unit.next_a);
    out->gd = take(unit.next_gd);
    out->ga = take(unit.next_ga);
    out->gb = take(unit.next_gb);
}

extern "C" rg_ext rg_float_unit_sum(rg_ext x, rg_ext y, bool subtract)
{
    Vrg_float_units &unit = the_unit();
    rg_ext sum = {};

    pack(unit.sum_x, x);
    pack(unit.sum_y, y);
    unit.subtract = subtract;
    unit.eval();
    std::memcpy(&sum.digits, unit.sum_digits.data(), sizeof sum.digits);
    sum.exponent = int16_t(unit.sum_exponent);
    sum.negative = unit.sum_negative;
    return sum;
}
