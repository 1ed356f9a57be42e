/* test_baselines.c: what a machine that overwrites needs of a call, checked by hand; checkpoints
 * against the closed form and an exhaustive search; what decides whether a word runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "energy/treeverse.h"
#include "host-driver/baselines.h"
#include "host-driver/control_dependence.h"
#include "host-driver/irreversible.h"

/* ---- treeverse ---- */

static uint64_t binomial(uint64_t n, uint64_t k)
{
    uint64_t b = 1;
    for (uint64_t i = 1; i <= k; i++)
        b = b * (n - k + i) / i;
    return b;
}

/* A. Griewank and A. Walther (Algorithm 799, 2000): the fewest steps forward with s states, the
 * first one counted. */
static uint64_t closed_form(uint64_t l, uint64_t s)
{
    uint64_t r = 0;
    while (binomial(s + r, s) < l)
        r++;
    return l <= 1 ? 0 : r * l - binomial(s + r, r - 1);
}

static void test_costs_are_those_of_the_closed_form(void **state)
{
    (void)state;
    for (size_t slots = 0; slots < 8; slots++) {
        rg_treeverse plan;
        for (size_t steps = 1; steps < 70; steps++) {
            assert_true(rg_treeverse_plan(&plan, steps, slots));
            assert_int_equal(rg_treeverse_cost(&plan), closed_form(steps, slots + 1));
            rg_treeverse_free(&plan);
        }
    }
}

/* Every order of keeping states, not only those that a split describes: the least steps forward to
 * reverse the steps below `end`, standing at `at`, where the kept states are a set of bits. */
static uint64_t search(unsigned kept, unsigned at, unsigned end, unsigned slots)
{
    uint64_t best = UINT64_MAX;
    if (end == 0)
        return 0;
    for (unsigned from = 0; from < end; from++) { /* from where the last step is reached */
        if (!(kept >> from & 1) && from != at)
            continue;
        uint64_t cost = end - 1 - from;
        unsigned left = kept & ((1u << (end - 1)) - 1);
        uint64_t rest = search(left, UINT32_MAX, end - 1, slots);
        if (rest != UINT64_MAX && cost + rest < best)
            best = cost + rest;
        /* or a state is kept on the way */
        for (unsigned stop = from + 1; stop < end; stop++) {
            unsigned held = 0;
            for (unsigned i = 1; i < end; i++)
                held += kept >> i & 1;
            if (held >= slots || (kept >> stop & 1))
                continue;
            rest = search(kept | 1u << stop, stop, end, slots);
            if (rest != UINT64_MAX && stop - from + rest < best)
                best = stop - from + rest;
        }
    }
    return best;
}

static void test_no_other_order_is_cheaper(void **state)
{
    (void)state;
    for (unsigned slots = 0; slots < 4; slots++)
        for (unsigned steps = 1; steps < 7; steps++) {
            rg_treeverse plan;
            assert_true(rg_treeverse_plan(&plan, steps, slots));
            assert_int_equal(rg_treeverse_cost(&plan), search(1, 0, steps, slots));
            rg_treeverse_free(&plan);
        }
}

enum { MOST_KEPT = 16 };
typedef struct {
    size_t kept[MOST_KEPT], count, at, next, slots;
    uint64_t forward;
} watcher;

static bool watch(void *context, rg_treeverse_act what, size_t step)
{
    watcher *w = context;
    size_t i = 0;
    switch (what) {
    case RG_TREEVERSE_ADVANCE:
        assert_int_equal(w->at, step);
        w->at++;
        w->forward++;
        break;
    case RG_TREEVERSE_KEEP:
        assert_int_equal(w->at, step);
        while (w->count > 0 && w->kept[w->count - 1] >= w->next)
            w->count--; /* states behind what is still to be reversed */
        assert_true(w->count < w->slots);
        w->kept[w->count++] = step;
        break;
    case RG_TREEVERSE_RESTORE:
        while (step != 0 && i < w->count && w->kept[i] != step)
            i++;
        assert_true(step == 0 || i < w->count);
        w->at = step;
        break;
    case RG_TREEVERSE_REVERSE:
        assert_int_equal(w->at, step);
        assert_int_equal(step, w->next - 1);
        w->next--;
        w->at = SIZE_MAX;
        break;
    }
    return true;
}

static void test_plan_is_executed(void **state)
{
    (void)state;
    for (size_t slots = 0; slots < 9; slots++)
        for (size_t steps = 1; steps < 60; steps++) {
            rg_treeverse plan;
            watcher w = {.next = steps, .slots = slots};
            assert_true(rg_treeverse_plan(&plan, steps, slots));
            assert_true(rg_treeverse_run(&plan, watch, &w));
            assert_int_equal(w.next, 0);
            assert_int_equal(w.forward, rg_treeverse_cost(&plan));
            rg_treeverse_free(&plan);
        }
}

/* ---- control dependence ---- */

static void expect_deciders(const rg_control_dependence *d, uint32_t word, size_t count,
                            uint32_t decider)
{
    assert_int_equal(d->first[word + 1] - d->first[word], count);
    if (count > 0)
        assert_int_equal(d->deciders[d->first[word]], decider);
}

static void test_if_decides_its_sides(void **state)
{
    (void)state;
    const rg_instruction code[] = {
        {.op = RG_OP_BEQIS, .offset = 3},
        {.op = RG_OP_ALLOC},
        {.op = RG_OP_BRAS, .offset = 3},
        {.op = RG_OP_BRAL, .offset = -3},
        {.op = RG_OP_ALLOC},
        {.op = RG_OP_BNEIL, .offset = -3},
        {.op = RG_OP_ALLOC},
    };
    rg_control_dependence forward, backward;
    assert_true(rg_control_dependence_make(code, 7, false, &forward));
    assert_true(rg_control_dependence_make(code, 7, true, &backward));
    expect_deciders(&forward, 1, 1, 0);
    expect_deciders(&forward, 4, 1, 0);
    expect_deciders(&forward, 6, 0, 0);
    expect_deciders(&forward, 0, 0, 0);
    expect_deciders(&backward, 1, 1, 5); /* the landing decides on the way back */
    expect_deciders(&backward, 4, 1, 5);
    expect_deciders(&backward, 6, 0, 0);
    rg_control_dependence_free(&forward);
    rg_control_dependence_free(&backward);
}

static void test_loop_decides_its_body(void **state)
{
    (void)state;
    const rg_instruction code[] = {
        {.op = RG_OP_ALLOC}, {.op = RG_OP_FORTOP, .offset = 2},
        {.op = RG_OP_ALLOC}, {.op = RG_OP_FOREND, .offset = -2},
        {.op = RG_OP_ALLOC},
    };
    rg_control_dependence d;
    for (unsigned back = 0; back < 2; back++) {
        assert_true(rg_control_dependence_make(code, 5, back != 0, &d));
        expect_deciders(&d, 0, 0, 0);
        expect_deciders(&d, 2, 1, back ? 3 : 1);
        expect_deciders(&d, back ? 3 : 1, 1, back ? 1 : 3);
        expect_deciders(&d, 4, 0, 0);
        rg_control_dependence_free(&d);
    }
}

/* ---- what is needed ---- */

typedef struct {
    rg_device *device;
    rg_job *job;
} machine;

static machine open_program(const char *text, const char *const *off, size_t off_count)
{
    rg_fault fault;
    machine m = {.device = rg_device_open("fast", &fault)};
    assert_non_null(m.device);
    assert_int_equal(rg_set_passes_off(m.device, off, off_count, &fault), RG_OK);
    if (rg_load_text(m.device, "t.rg", text, &fault) != RG_OK)
        fail_msg("%s", rg_diagnostics(m.device));
    m.job = rg_job_new(m.device, NULL, &fault);
    assert_non_null(m.job);
    return m;
}

static void close_machine(machine m)
{
    rg_job_free(m.job);
    rg_device_close(m.device);
}

/* Operations of a program by class: those of all others are none. */
typedef struct {
    const char *text;
    double x;
    uint64_t sums, products, functions, loops, taped, integers;
} hand;

#define FIXED2 "(y!::Fixed, x!::Fixed)\n"
static const hand hands[] = {
    /* the ancilla is computed, and never undone */
    {"@i function f" FIXED2 "@routine begin\nt <- 0.0\nt += x! * x!\nend\ny! += sin(t)\n"
     "~@routine\nend\n",
     0.5, 0, 1, 1, 0, 0, 0},
    /* nothing of it reaches the result */
    {"@i function f" FIXED2 "t <- 0.0\nt += exp(x!)\nt -= exp(x!)\nt -> 0.0\ny! += x!\nend\n", 0.5,
     1, 0, 0, 0, 0, 0},
    /* a value that enters a product and is overwritten is taped */
    {"@i function f" FIXED2 "y! += x! * x!\nx! += 3.0\nend\n", 0.5, 1, 1, 0, 0, 1, 0},
    /* undone in every iteration, and each time computed anew */
    {"@i function f" FIXED2 "t <- 0.0\nfor i = 1:3\nt += y! * y!\nx! += sin(t)\nt -= y! * y!\n"
     "y! += 1.0\nend\nt -> 0.0\nend\n",
     0.5, 3, 3, 3, 3, 5, 1},
    /* who reads the zero of what was undone needs none of that */
    {"@i function f" FIXED2 "t <- 0.0\nt += y! * y!\nt -= y! * y!\nx! += cos(t)\nt -> 0.0\nend\n",
     0.5, 0, 0, 1, 0, 0, 1},
    /* of sums nothing is */
    {"@i function f" FIXED2 "y! += x!\nx! += 3.0\nend\n", 0.5, 2, 0, 0, 0, 0, 0},
};

static const char *const no_optimiser[] = {"all"};

static void check_hand(const hand *h, bool optimised)
{
    machine m = open_program(h->text, no_optimiser, optimised ? 0 : 1);
    rg_irreversible needs;
    rg_fault fault;
    assert_int_equal(rg_set_number(m.job, "x!", h->x, &fault), RG_OK);
    assert_int_equal(rg_set_number(m.job, "y!", 0.75, &fault), RG_OK);
    assert_int_equal(rg_irreversible_call(m.job, 1, &needs, &fault), RG_OK);
    const uint64_t *classes = needs.segments[0].forward.by_mode[0][0];
    assert_int_equal(classes[RG_CLASS_MUL], h->products);
    assert_int_equal(classes[RG_CLASS_ELEM], h->functions);
    assert_int_equal(classes[RG_CLASS_LOOP], h->loops);
    if (optimised) { /* without passes words are copied more often */
        assert_int_equal(classes[RG_CLASS_ADD], h->sums);
        assert_int_equal(classes[RG_CLASS_INT], h->integers);
        assert_int_equal(needs.segments[0].taped, h->taped);
    }
    assert_true(needs.needed < needs.program.instructions);
    rg_irreversible_free(&needs);
    close_machine(m);
}

static void test_needs_are_those_counted_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        check_hand(&hands[i], true);
        check_hand(&hands[i], false);
    }
}

static const char chain[] = "@i function chain(y!::Fixed, x!::Vector{Fixed}, n::Int)\n"
                            "    for i = 1:n\n"
                            "        if (i % 3 == 0, i % 3 == 0)\n"
                            "            x![1] += sin(x![2])\n"
                            "        else\n"
                            "            x![2] += x![1] * x![3]\n"
                            "        end\n"
                            "        x![3] -= 0.125 * x![2]\n"
                            "    end\n"
                            "    y! += x![1]\n"
                            "end\n";

static machine open_chain(int64_t n, bool optimised)
{
    static const double x[] = {0.25, 0.5, 0.75};
    rg_fault fault;
    machine m = open_program(chain, no_optimiser, optimised ? 0 : 1);
    assert_int_equal(rg_set_array(m.job, "x!", x, 3, 1, &fault), RG_OK);
    assert_int_equal(rg_set_integer(m.job, "n", n, &fault), RG_OK);
    return m;
}

/* A loop of n iterations, a third of which take one side. */
static void test_loops_and_branches_are_counted(void **state)
{
    (void)state;
    for (int64_t n = 3; n <= 12; n += 3) {
        machine m = open_chain(n, true);
        rg_irreversible needs;
        rg_fault fault;
        assert_int_equal(rg_irreversible_call(m.job, 1, &needs, &fault), RG_OK);
        const uint64_t *classes = needs.segments[0].forward.by_mode[0][0];
        assert_int_equal(classes[RG_CLASS_ELEM], n / 3);
        assert_int_equal(classes[RG_CLASS_LOOP], n);
        assert_int_equal(classes[RG_CLASS_BRANCH], n);
        assert_int_equal(classes[RG_CLASS_MUL], n + n - n / 3);
        rg_irreversible_free(&needs);
        close_machine(m);
    }
}

static void add(rg_counters *sum, const rg_counters *c)
{
    for (unsigned i = 0; i < RG_COUNTER_CLASSES; i++)
        sum->by_mode[0][0][i] += c->by_mode[0][0][i];
    sum->instructions += c->instructions;
    sum->cycles += c->cycles;
    sum->memory_reads += c->memory_reads;
    sum->memory_writes += c->memory_writes;
    sum->bits_erased_gradient += c->bits_erased_gradient;
}

/* In however many stretches: the work of the forward sweep is the same, and a state that is kept is
 * no larger than what is there. */
static void test_stretches_add_up(void **state)
{
    (void)state;
    for (unsigned optimised = 0; optimised < 2; optimised++) {
        machine m = open_chain(24, optimised != 0);
        rg_irreversible one, many;
        rg_fault fault;
        assert_int_equal(rg_irreversible_call(m.job, 1, &one, &fault), RG_OK);
        for (size_t stretches = 2; stretches < 40; stretches += 5) {
            rg_counters forward = {0}, reverse = {0};
            assert_int_equal(rg_irreversible_call(m.job, stretches, &many, &fault), RG_OK);
            assert_int_equal(many.count, stretches);
            assert_int_equal(many.needed, one.needed);
            uint64_t taped = 0;
            for (size_t i = 0; i < many.count; i++) {
                add(&forward, &many.segments[i].forward);
                add(&reverse, &many.segments[i].reverse);
                taped += many.segments[i].taped;
                assert_true(many.segments[i].state <= many.live);
                assert_true(many.segments[i].forward.instructions > 0);
            }
            assert_memory_equal(&forward, &one.segments[0].forward, sizeof forward);
            assert_memory_equal(&reverse, &one.segments[0].reverse, sizeof reverse);
            assert_true(taped <= one.segments[0].taped);
            rg_irreversible_free(&many);
        }
        rg_irreversible_free(&one);
        close_machine(m);
    }
}

/* ---- machines ---- */

static void test_reversible_machine_is_the_real_one(void **state)
{
    (void)state;
    machine m = open_chain(9, true);
    const rg_baseline_gradient of = {.job = m.job, .name = "y!", .stretches = 8, .slots = 2};
    rg_baselines all;
    rg_counters call, gradient;
    rg_irreversible needs;
    rg_fault fault;
    assert_int_equal(rg_irreversible_call(m.job, 1, &needs, &fault), RG_OK);
    assert_int_equal(rg_baselines_of(m.job, &of, &all, &fault), RG_OK);
    assert_int_equal(rg_call(m.job, &fault), RG_OK);
    rg_get_counters(m.job, &call);
    assert_int_equal(rg_gradient(m.job, "y!", 0, 0, &fault), RG_OK);
    rg_get_counters(m.job, &gradient);
    assert_int_equal(all.of[RG_BASELINE_REVERSIBLE].counters.cycles, call.cycles);
    assert_int_equal(all.common.cycles + needs.program.cycles, call.cycles);
    assert_int_equal(all.common.cycles + needs.segments[0].forward.cycles,
                     all.of[RG_BASELINE_IRREVERSIBLE].counters.cycles);
    assert_int_equal(all.of[RG_BASELINE_GRADIENT].counters.cycles, gradient.cycles);
    assert_int_equal(all.of[RG_BASELINE_GRADIENT].counters.bits_copied_out,
                     gradient.bits_copied_out);
    for (unsigned i = RG_BASELINE_TAPED; i < RG_BASELINES; i++)
        assert_int_equal(all.of[i].counters.bits_copied_out, gradient.bits_copied_out);
    assert_true(all.of[RG_BASELINE_IRREVERSIBLE].counters.instructions < call.instructions);
    assert_true(all.of[RG_BASELINE_IRREVERSIBLE].counters.cycles < call.cycles);
    assert_int_equal(needs.program.cycles, call.program_forward + call.program_backward);
    rg_irreversible_free(&needs);
    close_machine(m);
}

/* With room for every state no stretch runs twice; with less the tape is shorter and the work more.
 */
static void test_checkpoints_trade_memory_for_work(void **state)
{
    (void)state;
    uint64_t last = 0;
    machine m = open_chain(48, true);
    for (size_t slots = 15; slots > 0; slots = slots / 2) {
        const rg_baseline_gradient of = {
            .job = m.job, .name = "y!", .stretches = 16, .slots = slots};
        rg_baselines all;
        rg_fault fault;
        assert_int_equal(rg_baselines_of(m.job, &of, &all, &fault), RG_OK);
        const rg_baseline *b = &all.of[RG_BASELINE_CHECKPOINTED];
        assert_int_equal(all.forward_stretches, closed_form(16, slots + 1));
        assert_true(b->tape < all.of[RG_BASELINE_TAPED].tape);
        assert_true(b->counters.instructions > last);
        last = b->counters.instructions;
    }
    close_machine(m);
}

static void test_erasing_programs_are_refused(void **state)
{
    (void)state;
    rg_irreversible needs;
    rg_fault fault;
    machine m =
        open_program("@i function f(y!::Fixed)\nt <- 2.0\ny! += t\n@erase t\nend\n", NULL, 0);
    assert_int_equal(rg_irreversible_call(m.job, 1, &needs, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0930");
    rg_irreversible_free(&needs);
    close_machine(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_costs_are_those_of_the_closed_form),
        cmocka_unit_test(test_no_other_order_is_cheaper),
        cmocka_unit_test(test_plan_is_executed),
        cmocka_unit_test(test_if_decides_its_sides),
        cmocka_unit_test(test_loop_decides_its_body),
        cmocka_unit_test(test_needs_are_those_counted_by_hand),
        cmocka_unit_test(test_loops_and_branches_are_counted),
        cmocka_unit_test(test_stretches_add_up),
        cmocka_unit_test(test_reversible_machine_is_the_real_one),
        cmocka_unit_test(test_checkpoints_trade_memory_for_work),
        cmocka_unit_test(test_erasing_programs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
