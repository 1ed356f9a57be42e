/* float_step.c: the step of Floats in the RTL beside that of the engine `float`: ROUNDS random
 * instructions on random words, of 256 and of 128 bits, forward and then back. Words, gradients,
 * traps and counters are the same to the bit, and the step back leaves what was there. */
#include "isa/float_core.h"
#include "tests/wide/float_unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/fast/float.h"
#include "sim/lockstep/random.h"
#include "tests/wide/float_draw.h"
#include "tests/wide/float_turn.h"

/* What happened, so that a test that meets no case is seen. */
typedef struct {
    unsigned long retired, overflows, dirty, no_number, apart, few, gradient_few,
        by_op[RG_OP_LIMIT];
} tally;

static bool turns(unsigned op)
{
    return op == RG_OP_ROT || op == RG_OP_IROT || op == RG_OP_HAD || op == RG_OP_IHAD;
}

/* The words that one instruction reads and writes. */
typedef struct {
    int64_t *target, *target_g, *a, *ga, *b, *gb;
} places;

static places places_of(rg_machine *m, const rg_instruction *in)
{
    int64_t *const word = &m->m[FLOAT_DRAW_ADDRESS], *const gradient = &m->gm[FLOAT_DRAW_ADDRESS];
    places p = {&m->r[in->d],  &m->gr[in->d], &m->r[in->a],
                &m->gr[in->a], &m->r[in->b],  &m->gr[in->b]};

    switch (in->op) {
    case RG_OP_LDF:
    case RG_OP_LDL:
        p.b = word;
        p.gb = gradient;
        break;
    case RG_OP_STF:
    case RG_OP_STL:
        p.b = p.target;
        p.gb = p.target_g;
        p.target = word;
        p.target_g = gradient;
        break;
    case RG_OP_WMAC:
        p.target = m->w;
        p.target_g = m->gw;
        break;
    case RG_OP_WOUT:
        p.b = m->w;
        p.gb = m->gw;
        break;
    default: break;
    }
    return p;
}

static unsigned op_of_unit(unsigned op)
{
    switch (op) {
    case RG_OP_LDF:
    case RG_OP_STF:
    case RG_OP_WOUT: return RG_OP_FMOV;
    case RG_OP_LDL:
    case RG_OP_STL: return RG_OP_LMUL;
    case RG_OP_WMAC: return RG_OP_FMUL;
    default: return op;
    }
}

static rg_float_unit_in unit_in(const rg_machine *m, const rg_instruction *in, const places *p)
{
    const rg_format format = rg_op_lookup(in->op)->format;
    const rg_float_format words = rg_machine_format(m);
    const bool down = in->mode == RG_MODE_SUB || in->mode == RG_MODE_UNSET,
               bits = in->mode == RG_MODE_XOR;
    rg_float_unit_in u = {.op = op_of_unit(in->op),
                          .bits = m->config.wide,
                          .minus = down != m->backward && !bits,
                          .once = in->mode == RG_MODE_SET || in->mode == RG_MODE_UNSET,
                          .exchanges_bits = bits,
                          .active = rg_gradient_mode(m) && !bits,
                          .has_a = format == RG_FMT_U || format == RG_FMT_W,
                          .a_float = in->kinds & RG_FLOAT_A && in->op != RG_OP_FMOV,
                          .to_fixed = in->op == RG_OP_FMOV && in->kinds & RG_TO_FIXED,
                          .fixed_target = in->op == RG_OP_FMOV && in->kinds & RG_FIXED_TARGET,
                          .b_float = in->kinds & RG_FLOAT_B,
                          .b_immediate = in->immediate && rg_op_lookup(in->op)->bk != RG_BK_I,
                          .inverse = (in->op == RG_OP_IROT || in->op == RG_OP_IHAD) != m->backward,
                          .d = rg_whole(m, p->target),
                          .a = rg_whole(m, p->a),
                          .b = rg_whole(m, p->b),
                          .gd = rg_whole(m, p->target_g),
                          .ga = rg_whole(m, p->ga),
                          .gb = rg_whole(m, p->gb)};

    u.same = u.has_a && !in->immediate && in->a == in->b;
    if (u.b_immediate && rg_op_lookup(in->op)->bk != RG_BK_L)
        (void)rg_wide_of_fixed(&words, in->imm, 0, &u.b);
    else if (in->immediate)
        u.b = rg_wide_of_int(in->imm);
    return u;
}

static bool equal(rg_wide_word x, rg_wide_word y) { return rg_wide_compare(x, y) == 0; }

static void show(const char *name, rg_wide_word x)
{
    fprintf(stderr, "  %-8s", name);
    for (unsigned k = RG_WIDE_LIMBS; k-- > 0;)
        fprintf(stderr, " %016" PRIx64, x.limb[k]);
    fputc('\n', stderr);
}

static bool differs(const char *what, const rg_instruction *in, const rg_float_unit_in *u,
                    rg_wide_word unit, rg_wide_word engine)
{
    fprintf(stderr, "%s of %s differs: W %u, mode %u, kinds %u, %s%s%s%s\n", what,
            rg_op_lookup(in->op)->mnemonic, u->bits, in->mode, in->kinds,
            u->minus ? "minus" : "plus", u->active ? ", gradients" : "", u->same ? ", A is B" : "",
            u->b_immediate ? ", immediate" : "");
    show("rtl", unit);
    show("engine", engine);
    show("d", u->d);
    show("a", u->a);
    show("b", u->b);
    show("gd", u->gd);
    show("ga", u->ga);
    show("gb", u->gb);
    return false;
}

static rg_wide_word number(unsigned n) { return rg_wide_of_int((int64_t)n); }

/* Both words of a rotation, their gradients and that of the angle; and the true words. */
static bool same_turn(rg_machine *m, const rg_instruction *in, const rg_float_unit_in *u,
                      const rg_float_unit_out *r)
{
    const places p = places_of(m, in);

    if (!equal(r->a, rg_whole(m, p.a)))
        return differs("the second word", in, u, r->a, rg_whole(m, p.a));
    if (u->active && !equal(r->gd, rg_whole(m, p.target_g)))
        return differs("the gradient", in, u, r->gd, rg_whole(m, p.target_g));
    if (u->active && !equal(r->ga, rg_whole(m, p.ga)))
        return differs("the second gradient", in, u, r->ga, rg_whole(m, p.ga));
    return rg_float_turn_is_true(u, r)
           || differs("the rotation from the true one", in, u, r->d, r->a);
}

/* The unit and the engine after one step; `before` is the engine's state in front of it. */
static bool same_outcome(const rg_machine *before, rg_machine *m, const rg_instruction *in,
                         const rg_float_unit_in *u, const rg_float_unit_out *r)
{
    const places p = places_of(m, in);
    const unsigned trap = rg_machine_step(m) == RG_STEP_TRAP ? m->trap : 0;
    const uint64_t few = m->count.value_overflows - before->count.value_overflows,
                   gradient_few = m->count.grad_overflows - before->count.grad_overflows;

    if (r->clocks != rg_float_core_clocks(u->op, u->active))
        return differs("the number of clocks", in, u, number(r->clocks),
                       number(rg_float_core_clocks(u->op, u->active)));
    if (r->trap != trap)
        return differs("the trap", in, u, number(r->trap), number(trap));
    if (trap)
        return true;
    if (!equal(r->d, rg_whole(m, p.target)))
        return differs("the target", in, u, r->d, rg_whole(m, p.target));
    if (in->op == RG_OP_NEG)
        return !rg_gradient_mode(m) || equal(r->gd, rg_whole(m, p.target_g))
               || differs("the gradient", in, u, r->gd, rg_whole(m, p.target_g));
    if (turns(in->op) && !same_turn(m, in, u, r))
        return false;
    if (u->has_a && (r->write_ga || !u->same)
        && !equal(r->write_ga ? r->ga : u->ga, rg_whole(m, p.ga)))
        return differs("the gradient of A", in, u, r->ga, rg_whole(m, p.ga));
    if ((r->write_gb || !u->same) && !equal(r->write_gb ? r->gb : u->gb, rg_whole(m, p.gb)))
        return differs("the gradient of B", in, u, r->gb, rg_whole(m, p.gb));
    if (r->few != few)
        return differs("few digits", in, u, number(r->few), number((unsigned)few));
    return r->gradient_few == gradient_few
           || differs("few digits of gradients", in, u, number(r->gradient_few),
                      number((unsigned)gradient_few));
}

/* The unit alone takes back what it did. */
static bool undone(const rg_instruction *in, const rg_float_unit_in *u, const rg_float_unit_out *r)
{
    rg_float_unit_in back = *u;
    rg_float_unit_out there;

    const bool turned = turns(in->op);
    back.minus = !u->minus && !u->exchanges_bits;
    back.inverse = !u->inverse;
    back.d = r->d;
    back.a = turned ? r->a : u->a;
    back.gd = in->op == RG_OP_NEG || (turned && u->active) ? r->gd : u->gd;
    back.ga = r->write_ga ? r->ga : u->ga;
    back.gb = r->write_gb ? r->gb : u->gb;
    rg_float_unit_step(&back, &there);
    if (there.trap)
        return differs("the step back", in, &back, number(there.trap), number(0));
    if (!equal(there.d, u->d))
        return differs("the target taken back", in, &back, there.d, u->d);
    if (in->op == RG_OP_NEG)
        return equal(there.gd, u->gd)
               || differs("the gradient taken back", in, &back, there.gd, u->gd);
    if (turned && !equal(there.a, u->a))
        return differs("the second word taken back", in, &back, there.a, u->a);
    if (turned && u->active && !equal(there.gd, u->gd))
        return differs("the gradient taken back", in, &back, there.gd, u->gd);
    if (!equal(there.write_ga ? there.ga : back.ga, u->ga))
        return differs("the gradient of A taken back", in, &back, there.ga, u->ga);
    return equal(there.write_gb ? there.gb : back.gb, u->gb)
           || differs("the gradient of B taken back", in, &back, there.gb, u->gb);
}

static void count(tally *t, const rg_instruction *in, const rg_machine *m,
                  const rg_float_unit_out *r)
{
    t->overflows += r->trap == RG_TRAP_OVERFLOW;
    t->dirty += r->trap == RG_TRAP_DIRTY;
    t->no_number += r->trap == RG_TRAP_DIVZERO || r->trap == RG_TRAP_DOMAIN;
    if (r->trap)
        return;
    t->retired++;
    t->by_op[in->op]++;
    t->few += r->few;
    t->gradient_few += r->gradient_few;
    t->apart += rg_holds_float(m, r->d);
}

/* One step of both from the state of m; *trapped says whether it did. */
static bool step(rg_machine *m, const rg_instruction *in, tally *t, bool *trapped)
{
    const places p = places_of(m, in);
    const rg_float_unit_in u = unit_in(m, in, &p);
    rg_machine before = *m; /* its counters alone are looked at */
    rg_float_unit_out r;

    rg_float_unit_step(&u, &r);
    *trapped = r.trap != 0;
    if (!same_outcome(&before, m, in, &u, &r))
        return false;
    count(t, in, m, &r);
    return r.trap || undone(in, &u, &r);
}

/* Forward and back; where it is no instruction nothing is done. */
static bool there_and_back(rg_random *random, unsigned bits, tally *t)
{
    rg_instruction in;
    uint32_t word;
    bool trapped = true;

    if (!rg_float_draw(random, bits, &in, &word))
        return true;
    rg_machine *m = rg_float_draw_machine(random, bits, &in, word);
    if (!m)
        return false;
    bool good = step(m, &in, t, &trapped);
    if (good && !trapped) {
        rg_machine_turn(m);
        good = step(m, &in, t, &trapped);
    }
    rg_machine_free(m);
    return good;
}

/* Whether enough of everything was met. */
static bool enough(const tally *t, unsigned long rounds)
{
    static const unsigned asked[] = {
        RG_OP_FMOV, RG_OP_FADD, RG_OP_FSUB, RG_OP_FMUL,  RG_OP_FMIN,  RG_OP_FMAX,
        RG_OP_FABS, RG_OP_ITOF, RG_OP_LDF,  RG_OP_STF,   RG_OP_WMAC,  RG_OP_WOUT,
        RG_OP_NEG,  RG_OP_FDIV, RG_OP_LMUL, RG_OP_LMUL2, RG_OP_LDIV2, RG_OP_LMAX,
        RG_OP_LDL,  RG_OP_STL,  RG_OP_ROT,  RG_OP_IROT,  RG_OP_HAD,   RG_OP_IHAD,
#define RG_FLOAT_PROGRAM(op) RG_OP_##op,
#include "isa/num/float/programs.def"
    };
    bool met = t->no_number > rounds / 200 && t->overflows > rounds / 200 && t->dirty > rounds / 200
               && t->apart > rounds / 50 && t->few > rounds / 200 && t->gradient_few > rounds / 200;

    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
        if (t->by_op[asked[i]] < rounds / 400) {
            fprintf(stderr, "only %lu steps of %s\n", t->by_op[asked[i]],
                    rg_op_lookup(asked[i])->mnemonic);
            met = false;
        }
    return met;
}

/* A number of at most 106 digits; its exponent is near 0, or next to that of the other. */
static rg_ext random_ext(rg_random *random, const rg_ext *other)
{
    const unsigned digits = 1 + rg_random_below(random, 106);
    const int32_t exponent = (int32_t)rg_random_below(random, 300) - 150;
    rg_ext x = {(rg_ext_digits)rg_random_word(random) << 64 | rg_random_word(random), exponent,
                rg_one_in(random, 2)};

    x.digits |= (rg_ext_digits)1 << 127;
    if (rg_one_in(random, 16))
        return (rg_ext){0, 0, false};
    if (other && rg_one_in(random, 3))
        x.exponent = other->exponent + (int32_t)rg_random_below(random, 5) - 2;
    if (other && rg_one_in(random, 4))
        x.digits = other->digits ? other->digits : x.digits;
    return rg_ext_shorten(x, rg_one_in(random, 2) ? digits : 106);
}

static bool sums(rg_random *random, unsigned long rounds)
{
    for (unsigned long i = 0; i < rounds; i++) {
        const rg_ext x = random_ext(random, NULL), y = random_ext(random, &x);
        const bool subtract = rg_one_in(random, 2);
        const rg_ext unit = rg_float_unit_sum(x, y, subtract),
                     reference = subtract ? rg_ext_sub(x, y) : rg_ext_add(x, y);
        if (unit.digits == reference.digits
            && (unit.digits == 0
                || (unit.exponent == reference.exponent && unit.negative == reference.negative)))
            continue;
        fprintf(stderr,
                "sum %lu of two numbers differs: exponents %d and %d, digits above %016" PRIx64
                " and %016" PRIx64 "\n",
                i, (int)x.exponent, (int)y.exponent, (uint64_t)(x.digits >> 64),
                (uint64_t)(y.digits >> 64));
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    const unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000,
                        seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    rg_random random = {seed};
    tally t = {0};

    if (rounds == 0)
        return 2;
    for (unsigned long i = 0; i < rounds; i++)
        if (!there_and_back(&random, 256, &t) || !there_and_back(&random, 128, &t))
            return 1;
    if (!sums(&random, rounds))
        return 1;
    if (rounds >= 10000 && !enough(&t, rounds))
        return 1;
    printf("%lu steps of Floats as the engine, and undone; %lu and %lu traps OVERFLOW and DIRTY, "
           "%lu of no quotient or root, %lu float words, %lu values and %lu shares of few digits\n",
           t.retired, t.overflows, t.dirty, t.no_number, t.apart, t.few, t.gradient_few);
    return 0;
}
