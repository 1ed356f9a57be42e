/* test_fast_traps.c: every cause of a trap, once, with the state unchanged; the lowest cause wins.
 */
#include "fast_words.h"

enum { ADD = RG_MODE_ADD, SET = RG_MODE_SET, UNSET = RG_MODE_UNSET };

#define ONE (INT64_C(1) << 43)

/* A state and one word at address 1. */
typedef struct {
    uint32_t word;
    int64_t r1, r2, r3;
    uint32_t br;
    unsigned mode;
    bool backward;
    unsigned cause;
    int64_t info;
} trap_case;

/* Whether the word traps as it should and leaves everything as it was. */
static bool traps_so(const trap_case *c)
{
    const uint32_t words[] = {W_HALT, c->word, W_HALT};
    rg_machine *m = machine_with(words, 3);

    m->r[1] = c->r1;
    m->r[2] = c->r2;
    m->r[3] = c->r3;
    m->m[5] = 7;
    m->br = c->br;
    m->mode = c->mode;
    m->backward = c->backward;
    rg_machine *before = machine_like(m);
    const rg_step outcome = rg_machine_step(m);
    const bool right = outcome == RG_STEP_TRAP && m->trap == c->cause && m->trap_pc == 1
                       && m->trap_info == c->info && m->count.retired == 0
                       && rg_machine_same_state(m, before);
    if (!right)
        print_error(
            "word %08x: outcome %d, cause %u at %u, info %lld; expected cause %u, info %lld\n",
            c->word, (int)outcome, m->trap, m->trap_pc, (long long)m->trap_info, c->cause,
            (long long)c->info);
    rg_machine_free(before);
    rg_machine_free(m);
    return right;
}

/* How many of the cases do not. */
static size_t wrong_traps(const trap_case *cases, size_t count)
{
    size_t wrong = 0;

    for (size_t i = 0; i < count; i++)
        wrong += !traps_so(&cases[i]);
    return wrong;
}

static void fetch(void **state)
{
    (void)state;
    const uint32_t words[] = {W_HALT};
    rg_machine *m = machine_with(words, 1);
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_FETCH);
    assert_int_equal(m->trap_info, 1);
    rg_machine_turn(m);
    assert_int_equal(rg_machine_step(m), RG_STEP_HALT);
    rg_machine_free(m);
}

static void illegal(void **state)
{
    (void)state;
    const uint32_t self_call = w_j(RG_OP_CALL, 0), self_callx = w_r(RG_OP_CALLX, 1, 0);
    const trap_case cases[] = {
        {.word = 0, .cause = RG_TRAP_ILLEGAL, .info = 0},
        {.word = UINT32_C(0xffffffff), .cause = RG_TRAP_ILLEGAL, .info = INT64_C(0xffffffff)},
        {.word = self_call, .cause = RG_TRAP_ILLEGAL, .info = self_call},
        {.word = self_call, .br = 3, .cause = RG_TRAP_ILLEGAL, .info = self_call},
        {.word = self_callx, .r1 = 1, .cause = RG_TRAP_ILLEGAL, .info = self_callx}};
    assert_int_equal(wrong_traps(cases, sizeof cases / sizeof cases[0]), 0);
}

static void landing(void **state)
{
    (void)state;
    const trap_case cases[] = {
        {.word = w_ui(RG_OP_MOV, ADD, 1, 0, 1), .br = 3, .cause = RG_TRAP_LANDING, .info = 3},
        {.word = w_u(RG_OP_MOV, ADD, 1, 0, 1), .br = 3, .cause = RG_TRAP_LANDING, .info = 3},
        {.word = W_HALT, .br = 3, .cause = RG_TRAP_LANDING, .info = 3},
        {.word = w_j(RG_OP_BRAS, 1), .br = 3, .cause = RG_TRAP_LANDING, .info = 3},
        {.word = w_j(RG_OP_BRAL, 1),
         .br = 3,
         .backward = true,
         .cause = RG_TRAP_LANDING,
         .info = 3},
        {.word = w_j(RG_OP_CALL, 1), .br = 7, .cause = RG_TRAP_LANDING, .info = 7},
        {.word = w_br(RG_OP_FORTOP, 1, 1, 1), .br = 7, .cause = RG_TRAP_LANDING, .info = 7}};
    assert_int_equal(wrong_traps(cases, sizeof cases / sizeof cases[0]), 0);
}

static void alias(void **state)
{
    (void)state;
    const trap_case cases[] = {{.word = w_u(RG_OP_ADD, ADD, 1, 2, 1), .cause = RG_TRAP_ALIAS},
                               {.word = w_r(RG_OP_SWAP, 1, 1), .cause = RG_TRAP_ALIAS},
                               {.word = w_u(RG_OP_ROT, 0, 1, 2, 2), .cause = RG_TRAP_ALIAS},
                               {.word = w_u(RG_OP_HAD, 0, 1, 1, 0), .cause = RG_TRAP_ALIAS},
                               {.word = w_ui(RG_OP_EXCH, 0, 1, 1, -4), .cause = RG_TRAP_ALIAS},
                               {.word = w_br(RG_OP_FOREND, 1, 1, 1), .cause = RG_TRAP_ALIAS}};
    assert_int_equal(wrong_traps(cases, sizeof cases / sizeof cases[0]), 0);
}

static void mode(void **state)
{
    (void)state;
    const trap_case cases[] = {{.word = w_r(RG_OP_XGRAD, 1, 0), .cause = RG_TRAP_MODE},
                               {.word = w_r(RG_OP_OUTG, 1, 0), .cause = RG_TRAP_MODE}};
    assert_int_equal(wrong_traps(cases, sizeof cases / sizeof cases[0]), 0);
}

static void address(void **state)
{
    (void)state;
    const trap_case cases[] = {
        {.word = w_ui(RG_OP_EXCH, 0, 1, 2, 0), .r2 = 64, .cause = RG_TRAP_ADDRESS, .info = 64},
        {.word = w_ui(RG_OP_LD, SET, 1, 2, -1), .cause = RG_TRAP_ADDRESS, .info = -1},
        {.word = w_u(RG_OP_CHKB, 0, 1, 2, 3),
         .r2 = INT64_MAX,
         .r3 = 1,
         .cause = RG_TRAP_ADDRESS,
         .info = INT64_MIN}};
    assert_int_equal(wrong_traps(cases, sizeof cases / sizeof cases[0]), 0);
}

static void bounds(void **state)
{
    (void)state;
    const trap_case cases[] = {
        {.word = w_ui(RG_OP_CHKB, 0, 1, 0, 5), .r1 = 0, .cause = RG_TRAP_BOUNDS, .info = 0},
        {.word = w_ui(RG_OP_CHKB, 0, 1, 0, 5), .r1 = 8, .cause = RG_TRAP_BOUNDS, .info = 8},
        {.word = w_ui(RG_OP_CHKB, 0, 1, 0, 5), .r1 = -1, .cause = RG_TRAP_BOUNDS, .info = -1}};
    assert_int_equal(wrong_traps(cases, sizeof cases / sizeof cases[0]), 0);
}

static void arithmetic(void **state)
{
    (void)state;
    const trap_case cases[] = {
        {.word = w_u(RG_OP_DIV, ADD, 1, 2, 3), .cause = RG_TRAP_DIVZERO},
        {.word = w_u(RG_OP_FDIV, ADD, 1, 2, 3), .r2 = ONE, .cause = RG_TRAP_DIVZERO},
        {.word = w_u(RG_OP_FLOG, ADD, 1, 0, 3), .r3 = -ONE, .cause = RG_TRAP_DOMAIN, .info = -ONE},
        {.word = w_u(RG_OP_FSQRT, ADD, 1, 0, 3), .r3 = -1, .cause = RG_TRAP_DOMAIN, .info = -1},
        {.word = w_u(RG_OP_FADD, ADD, 1, 2, 3),
         .r2 = INT64_MAX,
         .r3 = 1,
         .cause = RG_TRAP_OVERFLOW,
         .info = 1},
        {.word = w_u(RG_OP_FMOV, ADD, 1, 0, 3),
         .r1 = INT64_MAX,
         .r3 = 1,
         .cause = RG_TRAP_OVERFLOW,
         .info = 1},
        {.word = w_u(RG_OP_FMOV, UNSET, 1, 0, 3),
         .r1 = INT64_MAX,
         .r3 = -1,
         .cause = RG_TRAP_OVERFLOW,
         .info = -1},
        {.word = w_u(RG_OP_ITOF, ADD, 1, 0, 3),
         .r3 = INT64_C(1) << 20,
         .cause = RG_TRAP_OVERFLOW,
         .info = INT64_C(1) << 20}};
    assert_int_equal(wrong_traps(cases, sizeof cases / sizeof cases[0]), 0);
}

static void control(void **state)
{
    (void)state;
    const trap_case cases[] = {
        {.word = w_j(RG_OP_BRAL, 1), .cause = RG_TRAP_CONDITION, .info = 0},
        {.word = w_bi(RG_OP_BEQIL, 1, 0, 1),
         .r1 = 1,
         .br = 3,
         .cause = RG_TRAP_CONDITION,
         .info = 3},
        {.word = w_bi(RG_OP_BEQIS, 1, 0, 1),
         .r1 = 0,
         .backward = true,
         .cause = RG_TRAP_CONDITION,
         .info = 0},
        {.word = w_br(RG_OP_FORTOP, 1, 2, 1), .r1 = 2, .r2 = 5, .cause = RG_TRAP_LOOP, .info = 2},
        {.word = w_br(RG_OP_FOREND, 1, 2, 1), .r1 = -1, .r2 = 5, .cause = RG_TRAP_LOOP, .info = -1},
        {.word = w_r(RG_OP_PORTAL, 1, 0), .cause = RG_TRAP_PORTAL, .info = 0},
        {.word = w_r(RG_OP_PORTAL, 1, 0), .r1 = 2, .br = 3, .cause = RG_TRAP_PORTAL, .info = 2},
        {.word = w_r(RG_OP_PORTAL, 1, 0), .r1 = -1, .cause = RG_TRAP_PORTAL, .info = -1}};
    assert_int_equal(wrong_traps(cases, sizeof cases / sizeof cases[0]), 0);
}

static void dirty(void **state)
{
    (void)state;
    const trap_case cases[] = {
        {.word = w_ui(RG_OP_MOV, SET, 1, 0, 3), .r1 = 9, .cause = RG_TRAP_DIRTY, .info = 9},
        {.word = w_ui(RG_OP_MOV, UNSET, 1, 0, 3), .r1 = 9, .cause = RG_TRAP_DIRTY, .info = 6},
        {.word = w_ui(RG_OP_MOV, SET, 1, 0, 3),
         .r1 = 9,
         .backward = true,
         .cause = RG_TRAP_DIRTY,
         .info = 6},
        {.word = w_r(RG_OP_ALLOC, 1, 0), .r1 = 1, .cause = RG_TRAP_DIRTY, .info = 1},
        {.word = w_ui(RG_OP_FREEM, 0, 0, 0, 5), .cause = RG_TRAP_DIRTY, .info = 7}};
    assert_int_equal(wrong_traps(cases, sizeof cases / sizeof cases[0]), 0);
}

static void assertion(void **state)
{
    (void)state;
    const trap_case cases[] = {{.word = w_ui(RG_OP_ASSERT, RG_COND_EQ, 1, 0, 3),
                                .r1 = 2,
                                .cause = RG_TRAP_ASSERT,
                                .info = 2},
                               {.word = w_ui(RG_OP_ASSERT, RG_COND_LT, 1, 0, -3),
                                .r1 = -3,
                                .cause = RG_TRAP_ASSERT,
                                .info = -3}};
    assert_int_equal(wrong_traps(cases, sizeof cases / sizeof cases[0]), 0);
}

/* Wrapping mode: the update goes through, is counted, and the counter runs down on the way back. */
static void wrapping(void **state)
{
    (void)state;
    const uint32_t words[] = {W_HALT, w_u(RG_OP_FMOV, ADD, 1, 0, 3), W_HALT};
    rg_machine *m = machine_with(words, 3);
    m->mode = RG_WITH_WRAP;
    m->r[1] = INT64_MAX;
    m->r[3] = 1;
    rg_machine *start = machine_like(m);
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_int_equal(m->r[1], INT64_MIN);
    assert_int_equal(m->valovf, 1);
    run_back(m, start);
    rg_machine_free(start);
    rg_machine_free(m);
}

/* A gradient dropped with an ancilla is billed to the instruction that freed it. */
static void drop_is_billed(void **state)
{
    (void)state;
    const uint32_t words[] = {W_HALT, w_ui(RG_OP_FMOV, UNSET, 1, 0, 0), w_r(RG_OP_FREE, 2, 0),
                              W_HALT};
    rg_machine *m = machine_with(words, 4);
    m->mode = RG_WITH_GRADIENT;
    m->gr[1] = 5;
    m->gr[2] = 6;
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_int_equal(m->gr[1], 0);
    assert_int_equal(m->gr[2], 0);
    assert_int_equal(m->ledger[1], 64);
    assert_int_equal(m->ledger[2], 64);
    assert_int_equal(m->count.erased_grad, 128);
    rg_machine_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fetch),          cmocka_unit_test(illegal),    cmocka_unit_test(landing),
        cmocka_unit_test(alias),          cmocka_unit_test(mode),       cmocka_unit_test(address),
        cmocka_unit_test(bounds),         cmocka_unit_test(arithmetic), cmocka_unit_test(control),
        cmocka_unit_test(dirty),          cmocka_unit_test(assertion),  cmocka_unit_test(wrapping),
        cmocka_unit_test(drop_is_billed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
