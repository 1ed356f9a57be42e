/* test_tangent.c: tangents of the machine where a run does not show them: ancillas, clocks,
 * refusals. */
#include "fast_words.h"

#include "sim/fast/host.h"
#include "sim/lockstep/engine_bus.h"

#define ONE (INT64_C(1) << 43)
enum { ADD = RG_MODE_ADD, SET = RG_MODE_SET, UNSET = RG_MODE_UNSET };

static rg_machine *machine_in(unsigned mode, const uint32_t *words, size_t count)
{
    rg_machine *m = machine_with(words, count);

    m->mode = mode;
    return m;
}

/* y := x x, then y =: x x: the tangent is 2 x t in between and 0 after it. */
static void an_ancilla_comes_and_goes(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_FMUL, SET, 1, 2, 2),
                              w_u(RG_OP_FMUL, UNSET, 1, 2, 2), W_HALT};
    rg_machine *m = machine_in(RG_WITH_TANGENT, words, 4);

    (void)state;
    m->r[2] = 3 * ONE;
    m->tr[2] = ONE / 2;
    rg_machine *start = machine_like(m);
    m->count = (rg_counters){0};
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    assert_int_equal(m->tr[1], 3 * ONE);
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_int_equal(m->tr[1], 0);
    run_back(m, start);
    rg_machine_free(start);
    rg_machine_free(m);
}

/* The word that an ancilla must not have: a tangent, where the value alone would pass. */
static void expect_dirty(uint32_t word, int64_t value, int64_t operand_tangent, bool backward)
{
    const uint32_t words[] = {W_HALT, word, W_HALT};

    for (unsigned mode = 0; mode < 8; mode++) {
        rg_machine *m = machine_in(mode, words, 3);
        m->r[1] = value;
        m->r[2] = value;
        m->tr[1] = 77;
        m->tr[2] = operand_tangent;
        m->backward = backward;
        bool carries = (mode & RG_WITH_TANGENT) != 0;
        assert_int_equal(rg_machine_step(m), carries ? RG_STEP_TRAP : RG_STEP_RETIRED);
        if (carries) {
            assert_int_equal(m->trap, RG_TRAP_DIRTY);
            assert_int_equal(m->trap_info, 77 - operand_tangent);
        }
        assert_int_equal(m->tr[1], 77);
        rg_machine_free(m);
    }
}

static void a_dirty_tangent_traps(void **state)
{
    (void)state;
    for (int backward = 0; backward < 2; backward++) {
        expect_dirty(w_u(RG_OP_ALLOC, 0, 1, 0, 0), 0, 0, backward);
        expect_dirty(w_u(RG_OP_FREE, 0, 1, 0, 0), 0, 0, backward);
    }
    expect_dirty(w_u(RG_OP_FMOV, SET, 1, 0, 2), 0, 0, false);
    expect_dirty(w_u(RG_OP_FMOV, UNSET, 1, 0, 2), 5 * ONE, 7, false);
    expect_dirty(w_u(RG_OP_MOV, UNSET, 1, 0, 2), 5, 0,
                 false); /* integers carry none, but do not lose one */
}

static void muldiv_meets_no_tangents(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_MULDIV, ADD, 1, 2, 3), W_HALT};
    rg_machine *m = machine_in(RG_WITH_TANGENT, words, 3);

    (void)state;
    m->r[1] = 10;
    m->r[2] = 3;
    m->r[3] = 2;
    rg_machine *start = machine_like(m);
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    assert_int_equal(m->r[1], 15);
    rg_machine_free(m);
    start->tr[2] = 1;
    assert_int_equal(rg_machine_step(start), RG_STEP_TRAP);
    assert_int_equal(start->trap, RG_TRAP_MODE);
    rg_machine_free(start);
}

/* Without tangent mode tangents are neither read nor written, and no clock is added. */
static void other_modes_leave_tangents_alone(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_FMUL, ADD, 1, 2, 3), w_u(RG_OP_FSIN, ADD, 4, 0, 1),
                              w_u(RG_OP_SWAP, 0, 1, 4, 0), W_HALT};
    uint64_t clocks[2] = {0};

    (void)state;
    for (unsigned mode = 0; mode < 2; mode++)
        for (int with = 0; with < 2; with++) {
            rg_machine *m = machine_in(mode, words, 5);
            m->r[2] = ONE;
            m->r[3] = ONE / 4;
            for (unsigned i = 0; with && i < 32; i++)
                m->tr[i] = m->tgr[i] = 1000 + i;
            assert_int_equal(run_on(m), RG_STEP_HALT);
            for (unsigned i = 0; i < 32; i++)
                assert_int_equal(m->tr[i], with ? 1000 + i : 0);
            assert_int_equal(m->count.tan_reads + m->count.tan_writes, 0);
            assert_true(with == 0 || clocks[mode] == m->count.cycles);
            clocks[mode] = m->count.cycles;
            rg_machine_free(m);
        }
}

static void answer(rg_host *h, uint32_t address, rg_bus_response expected)
{
    uint64_t word;

    assert_int_equal(rg_host_read(h, address, &word), expected);
    assert_int_equal(rg_host_write(h, address, 1), expected);
}

/* A machine without tangents: no window of the bus has any, and nothing switches the mode on. */
static void a_machine_may_be_without(void **state)
{
    static const uint32_t theirs[] = {RG_WINDOW_REGT,  RG_WINDOW_REGTG + 8 * 31,
                                      RG_WINDOW_DMEMT, RG_WINDOW_DMEMTG,
                                      RG_REG_TWLO,     RG_REG_TWHI,
                                      RG_REG_TGWLO,    RG_REG_TGWHI};
    static const uint32_t all[] = {RG_WINDOW_REGV,  RG_WINDOW_REGG + 8 * 31,
                                   RG_WINDOW_DMEMV, RG_WINDOW_DMEMG,
                                   RG_REG_WLO,      RG_REG_GWHI};
    rg_machine_config config = {{64, 43}, 8, 8, {0}, 0, false};

    (void)state;
    for (int without = 0; without < 2; without++) {
        config.no_tangents = without;
        rg_host h = {.machine = rg_machine_new(&config)};
        uint64_t word = 0;
        assert_non_null(h.machine);
        rg_host_reset(&h);
        assert_int_equal(rg_host_read(&h, RG_REG_CONFIG, &word), RG_BUS_OKAY);
        assert_int_equal(RG_BUS_FIELD(word, CONFIG, TANGENTS), !without);
        for (size_t i = 0; i < sizeof theirs / sizeof theirs[0]; i++)
            answer(&h, theirs[i], without ? RG_BUS_DECERR : RG_BUS_OKAY);
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
            answer(&h, all[i], RG_BUS_OKAY);
        for (uint64_t mode = 0; mode < 8; mode++)
            assert_int_equal(rg_host_write(&h, RG_REG_MODE, mode),
                             without && mode & RG_WITH_TANGENT ? RG_BUS_SLVERR : RG_BUS_OKAY);
        rg_machine_free(h.machine);
    }
}

/* There `mode` traps where it names them, as a word that is no instruction. */
static void mode_cannot_switch_on_what_is_not_there(void **state)
{
    const rg_machine_config config = {{64, 43}, 8, 8, {0}, 0, true};
    rg_machine *m = rg_machine_new(&config);

    (void)state;
    assert_non_null(m);
    rg_machine_reset(m);
    m->codewords = 1;
    for (int bits = 0; bits < 8; bits++) {
        const rg_instruction in = {.op = RG_OP_MODE, .immediate = true, .imm = bits};
        uint32_t word = 0;
        assert_true(rg_encode(&in, 64, &word));
        rg_machine_load(m, 0, word);
        m->pc = 0;
        m->mode = 0;
        const rg_step step = rg_machine_step(m);
        assert_int_equal(step, bits & RG_WITH_TANGENT ? RG_STEP_TRAP : RG_STEP_RETIRED);
        assert_int_equal(m->mode, bits & RG_WITH_TANGENT ? 0 : bits);
        if (step == RG_STEP_TRAP) {
            assert_int_equal(m->trap, RG_TRAP_ILLEGAL);
            assert_int_equal(m->trap_info, (int64_t)(int32_t)word);
        }
    }
    rg_machine_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ancilla_comes_and_goes),
        cmocka_unit_test(a_dirty_tangent_traps),
        cmocka_unit_test(muldiv_meets_no_tangents),
        cmocka_unit_test(other_modes_leave_tangents_alone),
        cmocka_unit_test(a_machine_may_be_without),
        cmocka_unit_test(mode_cannot_switch_on_what_is_not_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
