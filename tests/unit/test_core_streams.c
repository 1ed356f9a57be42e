/* test_core_streams.c: streams on the core as the host sees them: clocks of the products they are
 * made for, forward and backward with gradients. One that the host stops in the middle, or that
 * traps, has changed nothing. */
#include "tests/unit/stream_rig.h"

/* Of these words, different ones in one bank where most are, less one. */
static uint64_t more(const rig *r, const int64_t *words, size_t count)
{
    unsigned in_bank[256] = {0}, most = 1;

    for (size_t i = 0; i < count; i++) {
        unsigned bank = 0;
        bool again = false;
        for (size_t k = 0; k < i; k++)
            again = again || words[k] == words[i];
        for (uint64_t code = (uint64_t)(words[i] ^ words[i] >> 1); code;
             code /= r->config.core.banks)
            bank ^= (unsigned)(code % r->config.core.banks);
        if (!again && ++in_bank[bank] > most)
            most = in_bank[bank];
    }
    return most - 1;
}

/* Where operands D, A and B of an element stand. */
typedef struct {
    int64_t base[3], inner[3], outer[3];
} places;

enum { LANES = 8, OPERANDS = 3 };

/* The words of operand o of element e and of those beside it. */
static void words_of(const places *p, size_t o, int64_t e, int64_t n, int64_t lanes, bool back,
                     int64_t *words)
{
    for (int64_t l = 0; l < lanes; l++) {
        const int64_t here = back ? e - l : e + l;
        words[l] = p->base[o] + here % n * p->inner[o] + here / n * p->outer[o];
    }
}

/* Clocks in which n by m elements wait for banks, there or back with gradients of A and B. The
 * lanes divide n. */
static uint64_t waits(const rig *r, const places *p, int64_t n, int64_t m, bool gradients)
{
    const int64_t lanes = r->config.core.lanes;
    int64_t before[OPERANDS] = {-1, -1, -1}, words[OPERANDS * LANES] = {0};
    uint64_t clocks = 0, pending = 0;

    if (!r->config.core.banks)
        return 0;
    for (int64_t j = 0; j < n * m; j += lanes) {
        const int64_t e = gradients ? n * m - 1 - j : j;
        int64_t asked[OPERANDS * LANES];
        size_t count = 0;
        for (size_t o = 0; o < OPERANDS; o++) {
            int64_t *now = words + (int64_t)o * lanes;
            words_of(p, o, e, n, lanes, gradients, now);
            for (int64_t l = 0; l < lanes && now[0] != before[o]; l++)
                asked[count++] = now[l];
            before[o] = now[0];
        }
        const uint64_t reads = more(r, asked, count);
        clocks += reads > pending ? reads : pending;
        const uint64_t values = more(r, words, (size_t)lanes),
                       shares = gradients ? more(r, words + lanes, 2 * (size_t)lanes) : 0;
        pending = values > shares ? values : shares;
    }
    return clocks + (pending ? pending + 1 : 0);
}

/* There in value mode, back in gradient mode, and the clocks of both. */
static void there_and_back(rig *r, uint64_t *there, uint64_t *back)
{
    put(r, RG_REG_DIR, 0);
    put(r, RG_REG_PC, 1);
    *there = sweep(r, 0);
    assert_true(rg_bus_turn(r->engine));
    *back = sweep(r, GRADIENT);
    assert_true(rg_bus_turn(r->engine));
}

static void clocks_of_products(void **state)
{
    rig *r = *state;
    const struct {
        const char *what;
        int64_t n, m, d1, a1;
    } products[] = {{"dot product of 32", 32, 1, 0, 0},
                    {"dot product of 1024", 1024, 1, 0, 0},
                    {"matrix of 32 by 32 and vector", 32, 32, 1, 32},
                    {"matrix of 16 by 32 and vector", 16, 32, 1, 16}};

    load(r, RG_OP_FMUL);
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++) {
        const uint64_t elements = (uint64_t)(products[i].n * products[i].m);
        uint64_t there, back;
        const places at = {{T, U, V}, {0, 1, 1}, {products[i].d1, products[i].a1, 0}};
        describe(r, D, T, 0, products[i].d1);
        describe(r, A, U, 1, products[i].a1);
        describe(r, B, V, 1, 0);
        counts(r, products[i].n, products[i].m);
        there_and_back(r, &there, &back);
        print_message("%s: %llu clocks, back with gradients %llu\n", products[i].what,
                      (unsigned long long)there, (unsigned long long)back);
        if (!r->config.core.pipelined)
            continue;
        const uint64_t product = r->config.core.products ? 1 : 0,
                       share = r->config.core.gradients ? 1 : 3;
        /* A stage of functions adds a clock to the last element, two of them two. */
        const uint64_t lanes = r->config.core.lanes, stage = r->config.core.staged;
        if (product && !(stage && r->config.core.banks)) { /* there elements overlap */
            const int64_t n = products[i].n, m = products[i].m;
            assert_int_equal(there, 5 + elements / lanes + stage + waits(r, &at, n, m, false));
            assert_int_equal(back,
                             5 + elements / lanes * share + stage + waits(r, &at, n, m, true));
        }
    }
}

/* 1,000 elements in a row, whichever of the two loops runs through them: strides of the target, of
 * A and of B. The lanes divide 1,000; of 1,003 elements 3 are left over. */
static void clocks_of_rows(void **state)
{
    rig *r = *state;
    static const struct {
        const char *what;
        unsigned op;
        int64_t d, a, b;
    } rows[] = {
        {"y += a[i] * b[i]", RG_OP_FMUL, 0, 1, 1},    {"z[i] += a * b[i]", RG_OP_FMUL, 1, 0, 1},
        {"z[i] += a[i] * b[i]", RG_OP_FMUL, 1, 1, 1}, {"z[i] += a[i] + b[i]", RG_OP_FADD, 1, 1, 1},
        {"z[i] += b[i]", RG_OP_FMOV, 1, 0, 1},        {"z[i] += b", RG_OP_FMOV, 1, 0, 0},
        {"y += abs(b[i])", RG_OP_FABS, 0, 0, 1},      {"W += a[i] * b[i]", RG_OP_WMAC, 0, 1, 1},
        {"n += i[i] * j[i]", RG_OP_MUL, 0, 1, 1},     {"n += j[i]", RG_OP_MOV, 0, 0, 1}};
    const uint64_t lanes = r->config.core.lanes;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (unsigned outer = 0; outer < 2; outer++)
            for (int64_t n = 1000; n <= 1003; n += 3) {
                uint64_t there, back;
                load(r, rows[i].op);
                describe(r, D, T, outer ? 77 : rows[i].d, outer ? rows[i].d : 77);
                describe(r, A, U, outer ? 77 : rows[i].a, outer ? rows[i].a : 77);
                describe(r, B, V, outer ? 77 : rows[i].b, outer ? rows[i].b : 77);
                counts(r, outer ? 1 : n, outer ? n : 1);
                there_and_back(r, &there, &back);
                if (n == 1000)
                    print_message("%-20s %s loop: %llu clocks, back with gradients %llu\n",
                                  rows[i].what, outer ? "outer" : "inner",
                                  (unsigned long long)there, (unsigned long long)back);
                if (!r->config.core.pipelined || !r->config.core.products || r->config.core.banks)
                    continue;
                const uint64_t turns = (uint64_t)n / lanes + (uint64_t)n % lanes,
                               stage = r->config.core.staged;
                const bool shared = !r->config.core.gradients
                                    && (rows[i].op == RG_OP_FMUL || rows[i].op == RG_OP_WMAC);
                assert_int_equal(there, 5 + turns + stage);
                assert_int_equal(back, 5 + turns * (shared ? 3 : 1) + stage);
            }
    put(r, RG_REG_GWLO, 0);
}

static int64_t one(const rig *r) { return INT64_C(1) << r->config.num.frac; }

/* A running sum, so that each element needs the one before. */
static void prepare_sum(rig *r, int64_t n)
{
    load(r, RG_OP_FADD);
    describe(r, D, 1, 1, 0);
    describe(r, A, 0, 1, 0);
    describe(r, B, U, 1, 0);
    counts(r, n, 1);
    for (int64_t i = 0; i <= n; i++) {
        put(r, RG_WINDOW_DMEMV + 8 * (uint32_t)i, i == 0 ? (uint64_t)one(r) : 0);
        put(r, RG_WINDOW_DMEMV + 8 * (uint32_t)(U + i), 3);
    }
    put(r, RG_REG_MODE, 0);
    put(r, RG_REG_DIR, 0);
    put(r, RG_REG_PC, 1);
}

static void running_sum(void **state)
{
    rig *r = *state;
    const int64_t n = 40;

    prepare_sum(r, n);
    (void)sweep(r, 0);
    for (int64_t i = 0; i <= n; i++)
        assert_int_equal((int64_t)get(r, RG_WINDOW_DMEMV + 8 * (uint32_t)i), one(r) + 3 * i);
    assert_true(rg_bus_turn(r->engine));
    (void)sweep(r, 0);
    for (int64_t i = 1; i <= n; i++)
        assert_int_equal(get(r, RG_WINDOW_DMEMV + 8 * (uint32_t)i), 0);
    assert_true(rg_bus_turn(r->engine));
}

/* Stopped after so many clocks of the run: it has not begun, and can begin again. */
static bool stopped_after(rig *r, uint64_t clocks, int64_t n)
{
    uint64_t status = 0, retired = get(r, RG_REG_RETIRED);

    put(r, RG_REG_CONTROL, RG_CONTROL_RUN);
    rg_engine_run(r->engine, clocks);
    put(r, RG_REG_CONTROL, RG_CONTROL_STOP);
    for (unsigned i = 0; i < 1000 && (i == 0 || status & RG_STATUS_RUNNING); i++) {
        rg_engine_run(r->engine, 100);
        status = get(r, RG_REG_STATUS);
    }
    assert_false(status & RG_STATUS_RUNNING);
    if (get(r, RG_REG_RETIRED) != retired) {
        assert_int_equal(get(r, RG_REG_PC), 2);
        return false;
    }
    assert_true(status & STOPPED);
    assert_false(status & (RG_STATUS_TRAPPED | RG_STATUS_HALTED));
    assert_int_equal(get(r, RG_REG_PC), 1);
    for (int64_t i = 1; i <= n; i++)
        assert_int_equal(get(r, RG_WINDOW_DMEMV + 8 * (uint32_t)i), 0);
    return true;
}

static void stopped_in_the_middle(void **state)
{
    rig *r = *state;
    const int64_t n = 300;
    unsigned stops = 0;

    prepare_sum(r, n);
    for (uint64_t clocks = 0; clocks < 30; clocks++)
        stops += stopped_after(r, 1 + clocks * clocks / 4, n);
    assert_true(stops > 20);
    put(r, RG_REG_DIR, 0);
    put(r, RG_REG_PC, 1);
    (void)sweep(r, 0);
    assert_int_equal((int64_t)get(r, RG_WINDOW_DMEMV + 8 * (uint32_t)n), one(r) + 3 * n);
}

/* The same for each clock of short streams, that of their last element too: they are done, or
 * nothing is. */
static void stopped_at_each_clock(void **state)
{
    rig *r = *state;
    unsigned done = 0, undone = 0;

    for (int64_t n = 1; n < 10; n += 4)
        for (uint64_t clocks = 0; clocks < 40 + 6 * (uint64_t)n; clocks++) {
            prepare_sum(r, n);
            if (stopped_after(r, clocks, n)) {
                undone++;
                continue;
            }
            done++;
            for (int64_t i = 0; i <= n; i++)
                assert_int_equal((int64_t)get(r, RG_WINDOW_DMEMV + 8 * (uint32_t)i),
                                 one(r) + 3 * i);
        }
    assert_true(done > 3 && undone > 3);
}

/* Products of words so small that each alone rounds to 0: exactly in W, one a clock, whatever the
 * target's descriptor would be. */
static void exact_sum(void **state)
{
    rig *r = *state;
    const uint64_t n = 1024, words = get(r, RG_REG_MEMREADS), written = get(r, RG_REG_MEMWRITES);
    uint64_t there, back;

    load(r, RG_OP_WMAC);
    describe(r, D, -1, -77, -5);
    describe(r, A, U, 1, 0);
    describe(r, B, V, 1, 0);
    counts(r, (int64_t)n, 1);
    for (uint32_t i = 0; i < n; i++) {
        put(r, RG_WINDOW_DMEMV + 8 * (U + i), i);
        put(r, RG_WINDOW_DMEMV + 8 * (V + i), 3);
    }
    put(r, RG_REG_MODE, 0);
    put(r, RG_REG_DIR, 0);
    put(r, RG_REG_PC, 1);
    there = sweep(r, 0);
    assert_int_equal(get(r, RG_REG_WLO), 3 * (n * (n - 1) / 2));
    assert_int_equal(get(r, RG_REG_WHI), 0);
    put(r, RG_REG_GWLO, (uint64_t)one(r));
    assert_true(rg_bus_turn(r->engine));
    back = sweep(r, GRADIENT);
    assert_true(rg_bus_turn(r->engine));
    assert_int_equal(get(r, RG_REG_WLO), 0);
    assert_int_equal(get(r, RG_WINDOW_DMEMG + 8 * (U + 7)), 3);
    assert_int_equal(get(r, RG_WINDOW_DMEMG + 8 * (V + 7)), 7);
    assert_int_equal(get(r, RG_REG_GWLO), one(r));
    assert_int_equal(get(r, RG_REG_MEMREADS) - words, 2 * 2 * n);
    assert_int_equal(get(r, RG_REG_MEMWRITES), written);
    print_message("exact dot product of 1024: %llu clocks, back with gradients %llu\n",
                  (unsigned long long)there, (unsigned long long)back);
    if (r->config.core.pipelined && r->config.core.products && !r->config.core.banks) {
        const unsigned stage = r->config.core.staged;
        assert_int_equal(there, 5 + n / r->config.core.lanes + stage);
        assert_int_equal(back,
                         5 + n / r->config.core.lanes * (r->config.core.gradients ? 1 : 3) + stage);
    }
    for (uint32_t i = 0; i < n; i++) {
        put(r, RG_WINDOW_DMEMG + 8 * (U + i), 0);
        put(r, RG_WINDOW_DMEMG + 8 * (V + i), 0);
    }
    put(r, RG_REG_GWLO, 0);
}

static void trap_in_the_middle(void **state)
{
    rig *r = *state;
    const int64_t n = 100;
    uint64_t status;

    prepare_sum(r, n);
    put(r, RG_WINDOW_DMEMV + 8 * (U + 80), UINT64_C(1) << (r->config.num.xlen - 2));
    put(r, RG_WINDOW_DMEMV + 8 * (U + 81), UINT64_C(1) << (r->config.num.xlen - 2));
    assert_true(rg_bus_run(r->engine, 0, &status, NULL));
    assert_true(status & RG_STATUS_TRAPPED);
    assert_int_equal(status >> 16 & 255, RG_TRAP_OVERFLOW);
    assert_int_equal(get(r, RG_REG_PC), 1);
    for (int64_t i = 1; i <= n; i++)
        assert_int_equal(get(r, RG_WINDOW_DMEMV + 8 * (uint32_t)i), 0);
}

/* Two elements as far apart as the memory allows, of each operand, in the inner and in the outer
 * loop, upward and downward; the others are neighbours. */
static void longest_strides(void **state)
{
    rig *r = *state;
    const int64_t last = (INT64_C(1) << r->config.dmem_log2) - 1;
    const unsigned operands[] = {D, A, B};

    load(r, RG_OP_FADD);
    for (unsigned kind = 0; kind < 12; kind++) {
        const bool outer = kind & 1, down = kind & 2;
        int64_t first[3], second[3];
        for (unsigned i = 0; i < 3; i++) {
            const int64_t near = U + 8 * i;
            first[i] = i != kind / 4 ? near : down ? last : 0;
            second[i] = i != kind / 4 ? near + 1 : last - first[i];
            describe(r, operands[i], first[i], outer ? 0 : second[i] - first[i],
                     outer ? second[i] - first[i] : 0);
            put(r, RG_WINDOW_DMEMV + 8 * (uint32_t)first[i], i == 0 ? 0 : 3 * i);
            put(r, RG_WINDOW_DMEMV + 8 * (uint32_t)second[i], i == 0 ? 0 : 5 * i);
        }
        counts(r, outer ? 1 : 2, outer ? 2 : 1);
        put(r, RG_REG_PC, 1);
        sweep(r, 0);
        assert_int_equal(get(r, RG_WINDOW_DMEMV + 8 * (uint32_t)first[0]), 9);
        assert_int_equal(get(r, RG_WINDOW_DMEMV + 8 * (uint32_t)second[0]), 15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(clocks_of_products, setup, teardown),
        cmocka_unit_test_setup_teardown(clocks_of_rows, setup, teardown),
        cmocka_unit_test_setup_teardown(running_sum, setup, teardown),
        cmocka_unit_test_setup_teardown(stopped_in_the_middle, setup, teardown),
        cmocka_unit_test_setup_teardown(stopped_at_each_clock, setup, teardown),
        cmocka_unit_test_setup_teardown(trap_in_the_middle, setup, teardown),
        cmocka_unit_test_setup_teardown(exact_sum, setup, teardown),
        cmocka_unit_test_setup_teardown(longest_strides, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
