// wide.cpp: the Verilated units of wide words against isa/num/float: ROUNDS random words and float
// words of 256 and 128 bits, and those of 8 bits: every pair of float words with every STEP-th
// state. A product that was added is subtracted again.
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "Vrg_wide_units.h"
#include "verilated.h"

extern "C" {
#include "isa/num/float/float.h"
}

namespace
{

const rg_float_format standard = {256, 128, 53, 11}, narrow = {128, 80, 53, 11}, toy = {8, 3, 4, 4};

struct answer {
    uint64_t value;
    rg_wide_word sum;
    bool overflow, few;
};

uint64_t next(uint64_t &seed)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * UINT64_C(2685821657736338717);
}

// What the units say, the words sign-extended.
rg_wide_word extended(const uint32_t *words, unsigned count)
{
    rg_wide_word r = rg_wide_of_int(words[count - 1] >> 31 ? -1 : 0);
    std::memcpy(r.limb, words, 4 * count);
    return r;
}

answer of_unit(Vrg_wide_units &u, const rg_float_format &f)
{
    if (f.w == 256)
        return {u.value_256, extended(u.sum_256.data(), 8), bool(u.overflow_256), bool(u.few_256)};
    if (f.w == 128)
        return {u.value_128, extended(u.sum_128.data(), 4), bool(u.overflow_128), bool(u.few_128)};
    return {u.value_8, rg_wide_of_int(int8_t(u.sum_8)), bool(u.overflow_8), bool(u.few_8)};
}

answer of_reference(const rg_float_format &f, const rg_wide_word &word, uint64_t a, uint64_t b,
                    bool subtract)
{
    answer r{};
    rg_wide_word product;
    rg_float_status status = rg_float_product(&f, a, b, &product);
    bool over = (subtract ? rg_wide_sub : rg_wide_add)(f.w, word, product, &r.sum);
    rg_wide_read(&f, word, &r.value);
    r.overflow = status == RG_FLOAT_OVERFLOW || over;
    r.few = status == RG_FLOAT_FEW;
    return r;
}

bool same(const rg_wide_word &a, const rg_wide_word &b) { return rg_wide_compare(a, b) == 0; }

void ask(Vrg_wide_units &u, const rg_wide_word &word, uint64_t a, uint64_t b, bool subtract)
{
    std::memcpy(u.word.data(), word.limb, sizeof word.limb);
    u.a = a;
    u.b = b;
    u.subtract = subtract;
    u.eval();
}

// One step there and back; false when the units and the reference differ.
bool step(Vrg_wide_units &u, const rg_float_format &f, const rg_wide_word &word, uint64_t a,
          uint64_t b, bool subtract)
{
    ask(u, word, a, b, subtract);
    answer unit = of_unit(u, f), reference = of_reference(f, word, a, b, subtract);
    bool good = unit.value == reference.value && unit.overflow == reference.overflow;
    if (good && !unit.overflow) {
        good = same(unit.sum, reference.sum) && unit.few == reference.few;
        ask(u, unit.sum, a, b, !subtract);
        answer back = of_unit(u, f);
        good = good && !back.overflow && same(back.sum, word);
    }
    if (!good)
        std::fprintf(stderr,
                     "W %u: a %016" PRIx64 ", b %016" PRIx64 ", word ..%016" PRIx64 ", %s\n", f.w,
                     a, b, word.limb[0], subtract ? "subtracted" : "added");
    return good;
}

rg_wide_word random_word(uint64_t &seed, unsigned w)
{
    rg_wide_word r, small;
    for (uint64_t &limb : r.limb)
        limb = next(seed);
    rg_wide_scale(RG_WIDE_BITS, r, -int(next(seed) % w) - int(RG_WIDE_BITS - w), &small);
    return rg_wide_fits(small, w) ? small : rg_wide_of_int(-1);
}

// A double with an exponent that wide words know, or now and then any; few digits, all, or 0.
uint64_t random_float(uint64_t &seed)
{
    uint64_t kind = next(seed) % 16, digits = next(seed) >> 12, sign = next(seed) >> 63;
    uint64_t exponent = kind == 0 ? 1 + next(seed) % 2046 : 1023 - 80 + next(seed) % 150;
    if (kind == 1)
        return 0;
    if (kind < 5)
        digits &= UINT64_C(0xff) << 44;
    return sign << 63 | exponent << 52 | digits;
}

bool random_steps(Vrg_wide_units &u, const rg_float_format &f, uint64_t rounds, uint64_t seed)
{
    for (uint64_t i = 0; i < rounds; i++) {
        rg_wide_word word = random_word(seed, f.w);
        uint64_t a = random_float(seed), b = random_float(seed);
        if (!step(u, f, word, a, b, next(seed) & 1))
            return false;
    }
    return true;
}

bool every_toy_step(Vrg_wide_units &u, int stride)
{
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++) {
            rg_ext x, y;
            if (!rg_float_decode(&toy, a, &x) || !rg_float_decode(&toy, b, &y))
                continue;
            int first = int((a + b) % unsigned(stride));
            for (int word = -128 + first; word < 128; word += stride)
                for (int subtract = 0; subtract < 2; subtract++)
                    if (!step(u, toy, rg_wide_of_int(word), a, b, subtract != 0))
                        return false;
        }
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    const uint64_t rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100000;
    const int stride = argc > 2 ? std::atoi(argv[2]) : 32;
    VerilatedContext context;
    Vrg_wide_units u{&context};
    if (rounds == 0 || stride <= 0)
        return 2;
    if (!random_steps(u, standard, rounds, 1) || !random_steps(u, narrow, rounds, 2)
        || !every_toy_step(u, stride))
        return 1;
    std::printf("%" PRIu64
                " random steps of 256 and of 128 bits, and every pair of 8-bit floats with "
                "1 of %d states: as the reference, and undone\n",
                rounds, stride);
    return 0;
}
