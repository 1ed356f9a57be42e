/* test_float_programs.c: random programs in the language on a machine with FLOAT, with numbers of
 * many decades: compiled with and without passes, run forward, and back in gradient mode. Values
 * and gradients are those of MPFR, and every bit comes back. */
#include <math.h>
#include <mpfr.h>

#include "compiler/rgc.h"
#include "compiler/opt/opt.h"
#include "sim/fast/float.h"
#include "sim/lockstep/random.h"
#include "tests/unit/cg_fixture.h"

enum { INPUTS = 6, ELEMENTS = 3, PRECISION = 400, TEXT = 4000, HEADER = 400, PROGRAMS = 600 };

/* A number and its derivatives by the inputs, exactly and with the digits of a double. */
typedef struct {
    mpfr_t of[2][1 + INPUTS];
} dual;

typedef struct {
    rg_random random;
    double input[INPUTS]; /* a, b, c, v[1] .. v[3] */
    char text[TEXT];
    size_t length;
    dual total; /* of y! */
} program;

static void dual_init(dual *d)
{
    for (unsigned p = 0; p < 2; p++)
        for (unsigned k = 0; k <= INPUTS; k++) {
            mpfr_init2(d->of[p][k], p ? 53 : PRECISION);
            mpfr_set_zero(d->of[p][k], 1);
        }
}

static void dual_clear(dual *d)
{
    for (unsigned p = 0; p < 2; p++)
        for (unsigned k = 0; k <= INPUTS; k++)
            mpfr_clear(d->of[p][k]);
}

static void say(program *g, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g->length += (size_t)vsnprintf(g->text + g->length, TEXT - g->length, format, args);
    va_end(args);
    assert_true(g->length + 1 < TEXT);
}

/* to = fa da + fb db, for all derivatives. */
static void chain(dual *to, const dual *a, const dual *b, mpfr_t fa[2], mpfr_t fb[2])
{
    for (unsigned p = 0; p < 2; p++) {
        mpfr_t t;
        mpfr_init2(t, p ? 53 : PRECISION);
        for (unsigned k = 1; k <= INPUTS; k++) {
            mpfr_mul(to->of[p][k], fa[p], a->of[p][k], MPFR_RNDN);
            if (!b)
                continue;
            mpfr_mul(t, fb[p], b->of[p][k], MPFR_RNDN);
            mpfr_add(to->of[p][k], to->of[p][k], t, MPFR_RNDN);
        }
        mpfr_clear(t);
    }
}

/* Of two operands: + - * /. */
static void binary(char op, dual *to, const dual *a, const dual *b)
{
    mpfr_t fa[2], fb[2];
    for (unsigned p = 0; p < 2; p++) {
        const mpfr_t *x = &a->of[p][0], *y = &b->of[p][0];
        mpfr_init2(fa[p], p ? 53 : PRECISION);
        mpfr_init2(fb[p], p ? 53 : PRECISION);
        mpfr_set_ui(fa[p], 1, MPFR_RNDN);
        mpfr_set_si(fb[p], op == '-' ? -1 : 1, MPFR_RNDN);
        if (op == '*') {
            mpfr_mul(to->of[p][0], *x, *y, MPFR_RNDN);
            mpfr_set(fa[p], *y, MPFR_RNDN);
            mpfr_set(fb[p], *x, MPFR_RNDN);
        } else if (op == '/') {
            mpfr_div(to->of[p][0], *x, *y, MPFR_RNDN);
            mpfr_ui_div(fa[p], 1, *y, MPFR_RNDN);
            mpfr_div(fb[p], to->of[p][0], *y, MPFR_RNDN);
            mpfr_neg(fb[p], fb[p], MPFR_RNDN);
        } else if (op == '+') {
            mpfr_add(to->of[p][0], *x, *y, MPFR_RNDN);
        } else {
            mpfr_sub(to->of[p][0], *x, *y, MPFR_RNDN);
        }
    }
    chain(to, a, b, fa, fb);
    for (unsigned p = 0; p < 2; p++)
        mpfr_clears(fa[p], fb[p], NULL);
}

static void unary(unsigned which, dual *to, const dual *a)
{
    mpfr_t fa[2];
    for (unsigned p = 0; p < 2; p++) {
        const mpfr_t *x = &a->of[p][0];
        mpfr_t *f = &to->of[p][0];
        mpfr_init2(fa[p], p ? 53 : PRECISION);
        switch (which) {
        case 0:
            mpfr_exp(*f, *x, MPFR_RNDN);
            mpfr_set(fa[p], *f, MPFR_RNDN);
            break;
        case 1:
            mpfr_log(*f, *x, MPFR_RNDN);
            mpfr_ui_div(fa[p], 1, *x, MPFR_RNDN);
            break;
        case 2:
            mpfr_sqrt(*f, *x, MPFR_RNDN);
            mpfr_mul_ui(fa[p], *f, 2, MPFR_RNDN);
            mpfr_ui_div(fa[p], 1, fa[p], MPFR_RNDN);
            break;
        default: mpfr_sin_cos(*f, fa[p], *x, MPFR_RNDN);
        }
    }
    chain(to, a, NULL, fa, NULL);
    mpfr_clears(fa[0], fa[1], NULL);
}

/* Whether a value may stand in a program: nowhere near the limits of the format. */
static bool modest(const dual *d)
{
    bool good = true;
    for (unsigned k = 0; k <= INPUTS; k++)
        good = good && mpfr_number_p(d->of[0][k]) && mpfr_number_p(d->of[1][k])
               && mpfr_cmpabs_ui(d->of[0][k], 1000000000) < 0;
    return good && !mpfr_zero_p(d->of[0][0]) && mpfr_get_exp(d->of[0][0]) > -30;
}

static void leaf(program *g, dual *to)
{
    static const char *const names[] = {"a", "b", "c", "v[1]", "v[2]", "v[3]"};
    static const char *const literals[] = {"2.0", "0.1", "-3.5", "6.6743e-5", "1990.0", "0.25"};
    const unsigned n = rg_random_below(&g->random, INPUTS + 2), m = rg_random_below(&g->random, 6);
    say(g, "%s", n < INPUTS ? names[n] : literals[m]);
    for (unsigned p = 0; p < 2; p++) {
        mpfr_set_d(to->of[p][0], n < INPUTS ? g->input[n] : strtod(literals[m], NULL), MPFR_RNDN);
        for (unsigned k = 1; k <= INPUTS; k++)
            mpfr_set_ui(to->of[p][k], k == n + 1, MPFR_RNDN);
    }
}

static void expression(program *g, unsigned depth, dual *to)
{
    static const char *const functions[] = {"exp", "log", "sqrt", "sin"};
    dual a, b;
    const size_t start = g->length;
    if (depth == 0 || rg_one_in(&g->random, 5)) {
        leaf(g, to);
        return;
    }
    dual_init(&a);
    dual_init(&b);
    for (unsigned tries = 0;; tries++) {
        const bool one = rg_one_in(&g->random, 3);
        g->length = start;
        if (tries == 20) {
            leaf(g, to);
            break;
        }
        if (one) {
            const unsigned which = rg_random_below(&g->random, 4);
            say(g, "%s(", functions[which]);
            expression(g, depth - 1, &a);
            say(g, ")");
            if (((which == 1 || which == 2) && mpfr_sgn(a.of[0][0]) <= 0)
                || (which == 3 && mpfr_cmpabs_ui(a.of[0][0], 1000) > 0))
                continue;
            unary(which, to, &a);
        } else {
            const char op = "+-*/"[rg_random_below(&g->random, 4)];
            say(g, "(");
            expression(g, depth - 1, &a);
            say(g, " %c ", op);
            expression(g, depth - 1, &b);
            say(g, ")");
            if (op == '/' && mpfr_zero_p(b.of[0][0]))
                continue;
            binary(op, to, &a, &b);
        }
        if (modest(to))
            break;
    }
    dual_clear(&a);
    dual_clear(&b);
}

/* An element of an array of one's own that holds 0.1, as a factor. */
static void tenth_of(dual *f)
{
    dual tenth, product;
    dual_init(&tenth);
    dual_init(&product);
    for (unsigned p = 0; p < 2; p++)
        mpfr_set_d(tenth.of[p][0], 0.1, MPFR_RNDN);
    binary('*', &product, f, &tenth);
    for (unsigned p = 0; p < 2; p++)
        for (unsigned k = 0; k <= INPUTS; k++)
            mpfr_swap(f->of[p][k], product.of[p][k]);
    dual_clear(&tenth);
    dual_clear(&product);
}

/* y! += or -= an expression: plain, through an ancilla, in a branch, twice in a loop, or
 * times an element. */
static void statement(program *g)
{
    dual f, sum;
    const unsigned form = rg_random_below(&g->random, 5);
    const bool minus = rg_one_in(&g->random, 3);
    dual_init(&f);
    dual_init(&sum);
    static const char *const before[] = {
        "    y! ", "    @routine begin\n        t ← 0.0\n        t += ",
        "    if (a > b, ~)\n        y! += ", "    for i = 1:2\n        y! += ",
        ("    @routine begin\n        t ← zeros(Float, 2)\n        t[2] += 0.1\n    end\n"
         "    y! += t[2] * ")};
    static const char *const behind[] = {"\n", "\n    end\n    y! += t\n    ~@routine\n",
                                         "\n    else\n        y! -= c\n    end\n", "\n    end\n",
                                         "\n    ~@routine\n"};
    say(g, "%s", before[form]);
    if (form == 0)
        say(g, "%s", minus ? "-= " : "+= ");
    expression(g, 3, &f);
    say(g, "%s", behind[form]);
    if (form == 4)
        tenth_of(&f);
    for (unsigned p = 0; p < 2; p++)
        for (unsigned k = 0; k <= INPUTS; k++) {
            if (form == 2 && g->input[0] <= g->input[1])
                mpfr_set_d(f.of[p][k], k == 0 ? -g->input[2] : k == 3 ? -1 : 0, MPFR_RNDN);
            if (form == 3)
                mpfr_mul_ui(f.of[p][k], f.of[p][k], 2, MPFR_RNDN);
        }
    binary(form == 0 && minus ? '-' : '+', &sum, &g->total, &f);
    for (unsigned p = 0; p < 2; p++)
        for (unsigned k = 0; k <= INPUTS; k++)
            mpfr_swap(g->total.of[p][k], sum.of[p][k]);
    dual_clear(&f);
    dual_clear(&sum);
}

static void draw(program *g)
{
    g->length = 0;
    for (unsigned i = 0; i < INPUTS; i++)
        g->input[i] = ldexp((double)(int64_t)rg_random_word(&g->random),
                            -63 + (int)rg_random_below(&g->random, 24) - 8);
    say(g, "@i function f(y!::Float, a::Float, b::Float, c::Float, v::Vector{Float})\n");
    for (unsigned n = 1 + rg_random_below(&g->random, 4); n > 0; n--)
        statement(g);
    say(g, "end\n");
}

static rg_machine *wide_load(const rg_object *object)
{
    const rg_machine_config config = {
        .num = {64, 43}, .dmem_log2 = 10, .imem_log2 = 14, .wide = 256};
    rg_machine *machine = rg_machine_new(&config);
    rg_instruction call = {.op = RG_OP_CALL,
                           .offset = (int32_t)object->routines[0].entry + CODE_AT - 1},
                   halt = {.op = RG_OP_HALT};
    uint32_t word = 0;
    assert_non_null(machine);
    assert_true(rg_encode(&halt, 64, &word));
    rg_machine_load(machine, 0, word);
    rg_machine_load(machine, 2, word);
    assert_true(rg_encode(&call, 64, &word));
    rg_machine_load(machine, 1, word);
    for (size_t i = 0; i < object->code_count; i++)
        rg_machine_load(machine, CODE_AT + (uint32_t)i, object->code[i]);
    machine->codewords = CODE_AT + (uint32_t)object->code_count;
    machine->pc = 1;
    machine->r[31] = HEADER + 10;
    return machine;
}

static void put_as(rg_machine *m, rg_float_format format, int64_t *to, double x)
{
    uint64_t bits = 0;
    rg_wide_word word;
    rg_ext e;
    if (x != 0)
        memcpy(&bits, &x, sizeof bits);
    assert_true(rg_float_decode(&format, bits, &e));
    assert_true(rg_wide_expand(&format, e, &word) != RG_FLOAT_OVERFLOW);
    rg_put_whole(m, to, word);
}

static void put_double(rg_machine *m, int64_t *to, double x)
{
    put_as(m, rg_machine_format(m), to, x);
}

static void put_gradient(rg_machine *m, int64_t *to, double x)
{
    put_as(m, rg_derivative_format(m), to, x);
}

static double get_double(const rg_machine *m, const int64_t *from)
{
    const int64_t bits = rg_float_read(m, from);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Whether it is within what the digits of a double lose in this program, and 1e-12. */
static bool expect(const program *g, unsigned k, double got)
{
    mpfr_t off, room;
    mpfr_inits2(PRECISION, off, room, NULL);
    mpfr_sub(room, g->total.of[1][k], g->total.of[0][k], MPFR_RNDN);
    mpfr_mul_ui(room, room, 100, MPFR_RNDN);
    mpfr_abs(room, room, MPFR_RNDN);
    mpfr_abs(off, g->total.of[0][k], MPFR_RNDN);
    mpfr_mul_d(off, off, 1e-12, MPFR_RNDN);
    mpfr_add(room, room, off, MPFR_RNDN);
    for (unsigned i = 0; i <= INPUTS; i++) /* terms that cancel are about as large as others */
        mpfr_add_d(room, room, 1e-15 * fabs(mpfr_get_d(g->total.of[0][i], MPFR_RNDN)), MPFR_RNDN);
    mpfr_add_d(room, room, 1e-17, MPFR_RNDN);
    mpfr_d_sub(off, got, g->total.of[0][k], MPFR_RNDN);
    const bool near = mpfr_cmpabs(off, room) <= 0;
    if (!near)
        print_error("%s %u is %.17g and not %.17g in\n%s", k ? "derivative" : "value", k, got,
                    mpfr_get_d(g->total.of[0][k], MPFR_RNDN), g->text);
    mpfr_clears(off, room, NULL);
    return near;
}

/* How many of value and derivatives agree. */
static unsigned check(const program *g, opt_set off, bool keep)
{
    const rgc_options options = {.xlen = 64,
                                 .frac = 43,
                                 .wide = 256,
                                 .verify = true,
                                 .passes_off = off | UINT64_C(1) << OPT_PLACES};
    rgc_result *compiled = rgc_compile_buffer("random.rg", g->text, strlen(g->text), &options);
    assert_non_null(compiled);
    const rg_object *object = rgc_object(compiled);
    if (!object)
        fail_msg("%s\n%s", rgc_diagnostic_at(compiled, 0)->at.message, g->text);
    rg_machine *m = wide_load(object), *start;
    for (unsigned i = 0; i < ELEMENTS; i++) {
        put_double(m, &m->r[2 + i], g->input[i]);
        put_double(m, &m->m[HEADER + 1 + i], g->input[ELEMENTS + i]);
    }
    m->m[HEADER] = ELEMENTS;
    m->m[HEADER - 1] = 1;
    m->r[5] = HEADER;
    start = rg_machine_new(&m->config);
    assert_non_null(start);
    rg_machine_copy(start, m);
    if (run(m) != RG_STEP_HALT)
        fail_msg("trap %u at %u in\n%s", m->trap, (unsigned)m->trap_pc, g->text);
    unsigned agree = expect(g, 0, get_double(m, &m->r[1]));
    m->mode = RG_WITH_GRADIENT;
    put_gradient(m, &m->gr[1], 1);
    rg_machine *seeded = rg_machine_new(&m->config);
    assert_non_null(seeded);
    rg_machine_copy(seeded, m);
    rg_machine_turn(m);
    m->keep = keep;
    if (run(m) != RG_STEP_HALT)
        fail_msg("trap %u backward in\n%s", m->trap, g->text);
    for (unsigned i = 0; i < ELEMENTS; i++) {
        agree += expect(g, 1 + i, get_double(m, &m->gr[2 + i]));
        agree += expect(g, 1 + ELEMENTS + i, get_double(m, &m->gm[HEADER + 1 + i]));
    }
    if (keep) { /* and the gradients are erased to the bit */
        rg_machine_turn(m);
        assert_int_equal(run(m), RG_STEP_HALT);
        m->keep = m->undo = false;
        assert_true(rg_machine_same_state(m, seeded));
    } else {
        rg_machine_turn(m);
        m->mode = 0;
        m->gradovf = m->valovf = 0;
        start->gradovf = start->valovf = 0;
        for (unsigned i = 0; i < RG_REGISTERS; i++)
            put_gradient(m, &m->gr[i], 0);
        for (unsigned i = 0; i < 1u << m->config.dmem_log2; i++)
            put_gradient(m, &m->gm[i], 0);
        assert_true(rg_machine_same_state(m, start));
    }
    rg_machine_free(start);
    rg_machine_free(seeded);
    rg_machine_free(m);
    rgc_result_free(compiled);
    return agree;
}

static void random_programs(void **state)
{
    program g = {.random = {20261127}};
    unsigned agree = 0;

    (void)state;
    for (unsigned n = 0; n < PROGRAMS; n++) {
        dual_init(&g.total);
        draw(&g);
        agree += check(&g, 0, n % 2 != 0);
        agree += check(&g, OPT_EVERY, n % 2 == 0);
        dual_clear(&g.total);
    }
    assert_int_equal(agree, 2 * PROGRAMS * (1 + 2 * ELEMENTS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
