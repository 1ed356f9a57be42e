/* test_fast_control.c: the control flow of docs/reference/isa.md on the reference model, forward
 * and back. */
#include "fast_words.h"

enum { ADD = RG_MODE_ADD, SUB = RG_MODE_SUB };

/* The registers that the programs here compute in. */
typedef struct {
    int64_t r1, r2;
} outcome;

/* Run from the halt at 0 to the next halt, note r1 and r2, run back, and give the machine up. */
static outcome there_and_back(rg_machine *m)
{
    rg_machine *start = machine_like(m);

    if (run_on(m) != RG_STEP_HALT)
        fail_msg("trap %u at %u", m->trap, m->trap_pc);
    const outcome there = {m->r[1], m->r[2]};
    run_back(m, start);
    rg_machine_free(start);
    rg_machine_free(m);
    return there;
}

/* if (r1 < 3, r1 < 4) r1 += 1 else r2 += 1 end */
static rg_machine *if_program(void)
{
    const uint32_t words[] = {
        W_HALT,
        w_bi(RG_OP_BGEIS, 1, 3, 3),    /* 1: s: split to e */
        w_ui(RG_OP_MOV, ADD, 1, 0, 1), /* 2 */
        w_j(RG_OP_BRAS, 3),            /* 3: t: to x */
        w_j(RG_OP_BRAL, -3),           /* 4: e: from s */
        w_ui(RG_OP_MOV, ADD, 2, 0, 1), /* 5 */
        w_bi(RG_OP_BLTIL, 1, 4, -3),   /* 6: x: from t */
        W_HALT,
    };

    return machine_with(words, sizeof words / sizeof words[0]);
}

static void if_then(void **state)
{
    (void)state;
    rg_machine *m = if_program();
    m->r[1] = 2;
    const outcome there = there_and_back(m);
    assert_int_equal(there.r1, 3);
    assert_int_equal(there.r2, 0);
}

static void if_else(void **state)
{
    (void)state;
    rg_machine *m = if_program();
    m->r[1] = 5;
    const outcome there = there_and_back(m);
    assert_int_equal(there.r1, 5);
    assert_int_equal(there.r2, 1);
}

static void if_wrong_postcondition(void **state)
{
    (void)state;
    rg_machine *m = if_program();
    m->r[1] = 3; /* takes the else branch, but 3 < 4 says it was the other one */
    rg_machine *start = machine_like(m);
    assert_int_equal(run_on(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_CONDITION);
    assert_int_equal(m->trap_pc, 6);
    run_back(m, start);
    rg_machine_free(start);
    rg_machine_free(m);
}

/* while (r1 < r2, r1 != 0) r1 += 1 end */
static void while_loop(void **state)
{
    (void)state;
    const uint32_t words[] = {
        W_HALT,
        w_bi(RG_OP_BNEIL, 1, 0, 3),    /* 1: s: from e */
        w_br(RG_OP_BGES, 1, 2, 3),     /* 2: c: to x */
        w_ui(RG_OP_MOV, ADD, 1, 0, 1), /* 3 */
        w_j(RG_OP_BRAS, -3),           /* 4: e */
        w_j(RG_OP_BRAL, -3),           /* 5: x */
        W_HALT,
    };
    for (int n = 0; n < 5; n++) {
        rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);
        m->r[2] = n;
        const outcome there = there_and_back(m);
        assert_int_equal(there.r1, n);
        assert_int_equal(there.r2, n);
    }
}

/* for r3 in 0 .. r2-1: r1 += r3 */
static void for_loop(void **state)
{
    (void)state;
    const uint32_t words[] = {
        W_HALT,
        w_br(RG_OP_FORTOP, 3, 2, 2),  /* 1 */
        w_u(RG_OP_MOV, ADD, 1, 0, 3), /* 2 */
        w_br(RG_OP_FOREND, 3, 2, -2), /* 3 */
        W_HALT,
    };
    for (int n = 0; n < 6; n++) {
        rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);
        m->r[2] = n;
        const outcome there = there_and_back(m);
        assert_int_equal(there.r1, n * (n - 1) / 2);
        assert_int_equal(there.r2, n);
    }
}

static void for_loop_with_changed_range(void **state)
{
    (void)state;
    const uint32_t words[] = {
        W_HALT,
        w_br(RG_OP_FORTOP, 3, 2, 2),
        w_ui(RG_OP_MOV, SUB, 2, 0, 1),
        w_br(RG_OP_FOREND, 3, 2, -2),
        W_HALT,
    };
    rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);
    m->r[2] = 1;
    rg_machine *start = machine_like(m);
    assert_int_equal(run_on(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_LOOP);
    run_back(m, start);
    rg_machine_free(start);
    rg_machine_free(m);
}

/* A routine that adds r1 into r2, at 4; the call is word 1. */
static rg_machine *routine_program(uint32_t call)
{
    const uint32_t words[] = {
        W_HALT,
        call,                          /* 1 */
        W_HALT,                        /* 2 */
        w_j(RG_OP_BRAL, 4),            /* 3: top */
        w_r(RG_OP_PORTAL, 5, 0),       /* 4: entry */
        w_u(RG_OP_MOV, ADD, 2, 0, 1),  /* 5 */
        w_ui(RG_OP_MOV, ADD, 2, 0, 7), /* 6 */
        w_j(RG_OP_BRAS, -4),           /* 7: bottom */
    };

    rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);
    m->r[1] = 10;
    m->r[4] = 4;
    return m;
}

static void call_and_back(void **state)
{
    (void)state;
    const outcome there = there_and_back(routine_program(w_j(RG_OP_CALL, 3)));
    assert_int_equal(there.r1, 10);
    assert_int_equal(there.r2, 17);
}

static void uncall_and_back(void **state)
{
    (void)state;
    const outcome there = there_and_back(routine_program(w_j(RG_OP_UNCALL, 3)));
    assert_int_equal(there.r1, 10);
    assert_int_equal(there.r2, -17);
}

static void call_by_address(void **state)
{
    (void)state;
    const outcome called = there_and_back(routine_program(w_r(RG_OP_CALLX, 4, 0)));
    assert_int_equal(called.r1, 10);
    assert_int_equal(called.r2, 17);
    const outcome uncalled = there_and_back(routine_program(w_r(RG_OP_UNCALLX, 4, 0)));
    assert_int_equal(uncalled.r1, 10);
    assert_int_equal(uncalled.r2, -17);
}

/* f: if r1 != 0 then r1 -= 1; f(); r1 += 1; r2 += r1 end, with the link on the stack at r31. */
static rg_machine *recursion(unsigned op)
{
    const uint32_t words[] = {
        W_HALT,
        w_j(op, 3),                     /* 1 */
        W_HALT,                         /* 2 */
        w_j(RG_OP_BRAL, 12),            /* 3: top */
        w_r(RG_OP_PORTAL, 5, 0),        /* 4: f */
        w_ui(RG_OP_EXCH, 0, 5, 31, 0),  /* 5 */
        w_ui(RG_OP_MOV, ADD, 31, 0, 1), /* 6 */
        w_bi(RG_OP_BEQIS, 1, 0, 5),     /* 7 */
        w_ui(RG_OP_MOV, SUB, 1, 0, 1),  /* 8 */
        w_j(RG_OP_CALL, -5),            /* 9 */
        w_ui(RG_OP_MOV, ADD, 1, 0, 1),  /* 10 */
        w_u(RG_OP_MOV, ADD, 2, 0, 1),   /* 11 */
        w_bi(RG_OP_BEQIL, 1, 0, -5),    /* 12 */
        w_ui(RG_OP_MOV, SUB, 31, 0, 1), /* 13 */
        w_ui(RG_OP_EXCH, 0, 5, 31, 0),  /* 14 */
        w_j(RG_OP_BRAS, -12),           /* 15: bottom */
    };

    rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);
    m->r[31] = 8;
    m->r[1] = 20;
    return m;
}

static void recursive_call(void **state)
{
    (void)state;
    const outcome called = there_and_back(recursion(RG_OP_CALL));
    assert_int_equal(called.r1, 20);
    assert_int_equal(called.r2, 210);
    const outcome uncalled = there_and_back(recursion(RG_OP_UNCALL));
    assert_int_equal(uncalled.r1, 20);
    assert_int_equal(uncalled.r2, -210);
}

/* Every break-off point: after k steps forward the machine can be reversed and runs back to its
 * start. */
static void turned_anywhere(void **state)
{
    (void)state;
    for (int k = 0; k < 200; k++) {
        rg_machine *m = recursion(k % 2 ? RG_OP_CALL : RG_OP_UNCALL);
        rg_machine *start = machine_like(m);
        m->r[1] = start->r[1] = 5;
        for (int i = 0; i < k; i++)
            (void)rg_machine_step(m);
        rg_machine_turn(m);
        assert_int_equal(run_on(m), RG_STEP_HALT);
        rg_machine_turn(m);
        assert_true(rg_machine_same_state(m, start));
        rg_machine_free(start);
        rg_machine_free(m);
    }
}

/* A gradient that goes forward and back through a product: y += a b, uncalled in gradient mode. */
static void gradient_of_a_product(void **state)
{
    (void)state;
    const uint32_t words[] = {W_HALT, w_u(RG_OP_FMUL, ADD, 3, 1, 2), W_HALT};
    rg_machine *m = machine_with(words, 3);
    const int64_t one = INT64_C(1) << 43;
    m->r[1] = 3 * one;
    m->r[2] = -one / 2;
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_int_equal(m->r[3], -3 * one / 2);
    m->gr[3] = one;
    m->mode = RG_WITH_GRADIENT;
    rg_machine_turn(m);
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_int_equal(m->r[3], 0);
    assert_int_equal(m->gr[1], -one / 2);
    assert_int_equal(m->gr[2], 3 * one);
    rg_machine_free(m);
}

/* A format needs a sign and one whole bit; the words are those the RTL has. */
static void only_machines_that_can_be(void **unused)
{
    static const struct {
        unsigned xlen, frac, dmem_log2, imem_log2;
        bool possible;
    } sizes[] = {
        {64, 62, 4, 4, true},  {64, 63, 4, 4, false},  {8, 6, 4, 4, true},
        {8, 7, 4, 4, false},   {32, 31, 4, 4, false},  {48, 16, 4, 4, false},
        {64, 43, 24, 4, true}, {64, 43, 25, 4, false}, {64, 43, 4, 25, false},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const rg_machine_config config = {
            {sizes[i].xlen, sizes[i].frac}, sizes[i].dmem_log2, sizes[i].imem_log2, {0}, 0, false};
        rg_machine *m = rg_machine_new(&config);
        if (!m == sizes[i].possible)
            print_error("%u/%u with 2^%u words and 2^%u instructions\n", sizes[i].xlen,
                        sizes[i].frac, sizes[i].dmem_log2, sizes[i].imem_log2);
        assert_int_equal(m != NULL, sizes[i].possible);
        rg_machine_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_machines_that_can_be),
        cmocka_unit_test(if_then),
        cmocka_unit_test(if_else),
        cmocka_unit_test(if_wrong_postcondition),
        cmocka_unit_test(while_loop),
        cmocka_unit_test(for_loop),
        cmocka_unit_test(for_loop_with_changed_range),
        cmocka_unit_test(call_and_back),
        cmocka_unit_test(uncall_and_back),
        cmocka_unit_test(call_by_address),
        cmocka_unit_test(recursive_call),
        cmocka_unit_test(turned_anywhere),
        cmocka_unit_test(gradient_of_a_product),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
