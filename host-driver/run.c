/* run.c: running a job: call, uncall, the gradient recipe, the way back after a trap. */
#include "host-driver/internal.h"
#include "errors/errors.h"
#include "isa/isa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rg_forget_last_run(rgd_job *job)
{
    job->ran = job->has_gradients = job->restored = job->trapped = job->unfinished = false;
    job->turned = job->rolled_back = job->tiles.stands = false;
    for (size_t i = 0; i < job->argument_count; i++)
        rg_argument_forget_start(&job->arguments[i]);
    job->change_count = job->kept = job->peak = 0;
    free(job->output);
    job->output = NULL;
    job->has_tangents = job->has_second = false;
    memset(&job->counters, 0, sizeof job->counters);
    rg_matrix_clear(&job->jacobian);
    rg_matrix_clear(&job->hessian);
    free(job->ledger);
    job->ledger = NULL;
    job->ledger_count = 0;
    free(job->lines);
    job->lines = NULL;
    job->line_count = 0;
}

/* The engine has a part of the instructions alone, and came to another. */
static rg_result refused(rgd_job *job, const char *why, rg_fault *fault)
{
    const rgd_device *device = job->device;
    uint64_t pc = 0;
    rg_result result = rg_bus_read(job->device, RG_REG_PC, &pc, fault);
    if (result != RG_OK)
        return result;
    const uint32_t word = pc < device->base ? device->firmware.words[pc]
                                            : device->object->code[pc - device->base];
    const rg_op_info *info = rg_op_lookup(word >> 25);
    rg_fail(fault, RG_BAD_MACHINE, "R0934", "the engine `%s` cannot do this `%s`: %s",
            rg_engine_name(device->engine), info ? info->mnemonic : "?", why);
    rg_where(job, fault);
    return RG_BAD_MACHINE;
}

static rg_result stopped_early(rgd_job *job, uint64_t status, rg_fault *fault)
{
    job->device->dirty = true;
    job->unfinished = (status & (RG_STATUS_CYCLES | RG_STATUS_STOPPED)) != 0;
    if (status & RG_STATUS_STOPPED) {
        rg_handle_stop_done(job->device->handle);
        rg_fail(fault, RG_BAD_MACHINE, "R0925", "%s was stopped before its end",
                job->routine->name);
        rg_where(job, fault);
        return RG_BAD_MACHINE;
    }
    if (status & RG_STATUS_CYCLES) {
        rg_fail(fault, RG_BAD_MACHINE, "R0922", "%s did not end within %llu cycles",
                job->routine->name,
                (unsigned long long)(job->device->cycle_limit + job->tiles.spent));
        rg_where(job, fault);
        return RG_BAD_MACHINE;
    }
    const char *why = rg_engine_refused(job->device->engine);
    if (why)
        return refused(job, why, fault);
    return rg_fail(fault, RG_BAD_MACHINE, "R0903",
                   "the machine stopped without reaching the end of the job (status 0x%llx)",
                   (unsigned long long)status);
}

void rg_run_count_copies(rgd_job *job)
{
    job->counters.words_copied_in = job->words_in;
    job->counters.cycles_copied_in = job->cycles_in;
    job->counters.cycles_copied_out += job->bus_cycles_out;
}

/* Counters, ledger and costs by line of a run as they stand. */
static rg_result collect(rgd_job *job, rg_fault *fault)
{
    rgd_device *device = job->device;
    rg_result result = rg_core_counters(device, &job->counters, fault);
    job->few = (rg_few_digits){0, 0};
    if (result == RG_OK && device->limbs > 1)
        result = rg_bus_read(device, RG_REG_VALOVFALL, &job->few.values, fault);
    if (result == RG_OK && device->limbs > 1)
        result = rg_bus_read(device, RG_REG_GRADOVFALL, &job->few.gradients, fault);
    if (rg_engine_stack_peak(device->engine))
        job->peak = (size_t)rg_engine_stack_peak(device->engine);
    job->counters.bits_erased_host += job->bits_erased_loading;
    rg_run_count_copies(job);
    if (result == RG_OK)
        result = rg_ledger_collect(job, fault);
    if (result == RG_OK)
        rg_activity_collect(job);
    if (result == RG_OK)
        result = rg_lines_collect(job, fault);
    device->dirty = device->dirty || result != RG_OK;
    job->unfinished = job->unfinished || (result != RG_OK && rg_engine_is_away(device->engine));
    return result;
}

static rg_result run_back(rgd_job *job, rg_fault *fault);

/* The machine goes back to the start of the job. Gradients do not come back, because those of
 * ancillas were dropped; at the start there are none. */
static bool take_back(rgd_job *job)
{
    rg_fault ignored;
    if (collect(job, &ignored) != RG_OK || rg_has_erased(job) || run_back(job, &ignored) != RG_OK)
        return false;
    return job->command != RG_COMMAND_GRADIENT || rg_erase_gradients(job, &ignored) == RG_OK;
}

/* Results did not come out, whatever the reason. */
static rg_result not_copied(rgd_job *job, rg_result result)
{
    job->rolled_back = take_back(job);
    const bool away = !job->rolled_back && rg_engine_is_away(job->device->engine);
    job->unfinished = job->unfinished || away;
    job->device->dirty = job->device->dirty || !job->rolled_back;
    if (!away)
        job->device->standing = NULL;
    job->restored = false; /* there was no sweep back to judge */
    return result;
}

/* A sweep failed. Between the two of a gradient it is the copy that did. */
static rg_result not_swept(rgd_job *job, uint64_t status, rg_result result)
{
    rg_fault ignored;
    bool between = false;
    const bool away = rg_engine_is_away(job->device->engine);
    job->unfinished = job->unfinished || away;
    if (!away && rg_job_between(job, status, &between, &ignored) == RG_OK && between)
        return not_copied(job, result);
    job->device->dirty = true;
    return result;
}

static rg_result copy_at_end(rgd_job *job, rg_fault *fault)
{
    const rg_result result = rg_copy_out(job, job->command == RG_COMMAND_GRADIENT, fault);
    return result == RG_OK ? RG_OK : not_copied(job, result);
}

rg_result rg_run_ended(rgd_job *job, uint64_t status, rg_fault *fault)
{
    rg_result result = status & RG_STATUS_HALTED ? copy_at_end(job, fault) : RG_OK;
    if (result == RG_OK)
        result = collect(job, fault);
    if (result != RG_OK)
        return result;
    if (status & RG_STATUS_TRAPPED) {
        job->device->dirty = job->trapped = true;
        return rg_trap_collect(job, fault);
    }
    if (!(status & RG_STATUS_HALTED))
        return stopped_early(job, status, fault);
    return RG_OK;
}

rg_result rg_run_sweep(rgd_job *job, rg_copied *copied, rg_fault *fault)
{
    uint64_t status = 0;
    rg_result result = rg_dispatch_clear(job->device, fault);
    if (result == RG_OK)
        result = rg_job_run(job, copied, &status, true, fault);
    return result == RG_OK ? rg_run_ended(job, status, fault) : not_swept(job, status, result);
}

/* The gradient stays in memory while the job goes forward, since value mode moves none. */
static rg_result seed(rgd_job *job, rg_fault *fault)
{
    if (job->command != RG_COMMAND_GRADIENT)
        return RG_OK;
    job->cycles_in += RG_BUS_WRITE_CLOCKS;
    return rg_layout_seed(job, true, fault);
}

rg_result rg_run_start(rgd_job *job, int command, rg_fault *fault)
{
    rg_forget_last_run(job);
    job->command = command;
    job->bus_cycles_out = 0;
    job->device->standing = job;
    job->device->runs++;
    rg_result result = rg_layout_make(job, fault);
    if (result == RG_OK)
        result = rg_dispatch_clear(job->device, fault);
    if (result == RG_OK)
        result = rg_layout_write(job, fault);
    if (result == RG_OK)
        result = rg_core_erased_host(job->device, &job->bits_erased_loading, fault);
    if (result == RG_OK)
        result = seed(job, fault);
    if (result == RG_OK)
        result = rg_core_stand(job->device, rg_layout_start(job), fault);
    return result;
}

rg_result rg_run_take(rgd_job *job, const rg_copied *copied, rg_fault *fault)
{
    const rg_result result = rg_output_take(job, copied, true, fault);
    job->ran = result == RG_OK;
    job->device->dirty = job->device->dirty || result != RG_OK;
    return result;
}

/* The trap is what the caller hears of; the text is extra. */
static void show_until_trap(rgd_job *job, const rg_copied *copied)
{
    rg_fault ignored;
    (void)rg_output_take(job, copied, false, &ignored);
}

/* What the object says that the routine keeps is not copied out. The machine has to agree, or the
 * program told an untruth: hand-written code can. */
static rg_result check_kept(rgd_job *job, rg_fault *fault)
{
    bool equal = true;
    rg_result result = rg_layout_kept(job, &equal, fault);
    if (result != RG_OK || equal)
        return result;
    job->ran = false;
    job->device->dirty = true;
    return rg_fail(fault, RG_BAD_MACHINE, "R0903",
                   "%s has changed an argument that its object says it leaves as it was",
                   job->routine->name);
}

static rg_result run_plain(rgd_job *job, int command, rg_fault *fault)
{
    rg_copied copied = {0};
    job->seed = (rg_seed){0};
    rg_result result = rg_run_start(job, command, fault);
    if (result == RG_OK)
        result = rg_run_sweep(job, &copied, fault);
    if (result == RG_OK)
        result = rg_run_take(job, &copied, fault);
    else if (job->trapped)
        show_until_trap(job, &copied);
    if (result == RG_OK)
        result = rg_check_leftover(job, fault);
    if (result == RG_OK)
        result = check_kept(job, fault);
    free(copied.words);
    return result;
}

rg_result rg_run_settled(rgd_job *job, int command, rg_fault *fault)
{
    rg_replay kept;
    rg_fault own;
    rg_fault *said = fault ? fault : &own;
    rg_result result = rg_replay_end(job, said);
    if (result == RG_OK)
        result = run_plain(job, command, said);
    return rg_replay_begin(job, result, &kept, said)
               ? rg_replay_result(job, run_plain(job, command, said), &kept, said)
               : result;
}

rg_result rgd_call(rgd_job *job, rg_fault *fault)
{
    return job->tiles.rows > 0 ? rg_tiles_run(job, RG_COMMAND_CALL, fault)
                               : rg_run_settled(job, RG_COMMAND_CALL, fault);
}

rg_result rgd_uncall(rgd_job *job, rg_fault *fault)
{
    rg_result result = rg_refuse_erasures(job, fault);
    if (result == RG_OK && job->tiles.rows > 0)
        return rg_tiles_run(job, RG_COMMAND_UNCALL, fault);
    return result == RG_OK ? rg_run_settled(job, RG_COMMAND_UNCALL, fault) : result;
}

/* The state of the machine, against what was written. */
static rg_result compare_signature(rgd_job *job, bool gradients, size_t count, bool *equal,
                                   rg_fault *fault)
{
    uint64_t before = 0, after = 0;
    rg_result result = rg_layout_signature(job, gradients, count, &before, fault);
    if (result == RG_OK)
        result = rg_core_signature(job->device, gradients, count, &after, fault);
    *equal = *equal && before == after;
    return result;
}

rg_result rg_check_restored(rgd_job *job, rg_fault *fault)
{
    uint64_t erased = 0;
    size_t reached = 0;
    bool equal = false;
    rg_result result = rg_layout_reached(job, &reached, fault);
    if (result == RG_OK)
        result = rg_layout_clear_gradients(job, fault);
    /* The gradients were copied out; that the host zeroes them afterwards is an erasure of this
     * run. */
    if (result == RG_OK)
        result = rg_core_erased_host(job->device, &erased, fault);
    job->counters.bits_erased_host = job->bits_erased_loading + erased;
    const bool scans = job->device->counts; /* else all words are compared one by one */
    if (result == RG_OK)
        result = rg_layout_compare(job, !scans, &equal, fault);
    if (result == RG_OK)
        result = rg_core_stand(job->device, rg_layout_start(job), fault);
    if (result == RG_OK && scans)
        result = compare_signature(job, false, reached, &equal, fault);
    if (result != RG_OK)
        return result;
    job->restored = equal;
    if (!job->restored)
        job->device->dirty = true;
    return RG_OK;
}

/* Run a gradient pass whose dropped gradients were kept the other way, back to the start of the
 * job: every word of both banks, and the registers, must be what they were. */
static rg_result undo(rgd_job *job, rg_fault *fault)
{
    rgd_device *device = job->device;
    uint64_t kept = 0, left = 1, overflows = 1, status = 0;
    size_t reached = 0;
    bool equal = false;
    rg_result result = rg_bus_read(device, RG_REG_KEPT, &kept, fault);
    job->kept = (size_t)kept;
    if (result == RG_OK)
        result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_TURN, fault);
    device->going_back = true;
    if (result == RG_OK)
        result = rg_job_run(job, NULL, &status, false, fault);
    device->going_back = false;
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_KEPT, &left, fault);
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_GRADOVF, &overflows, fault);
    if (result == RG_OK)
        result = rg_layout_reached(job, &reached, fault);
    if (result == RG_OK)
        result = rg_layout_compare(job, true, &equal, fault);
    if (result == RG_OK)
        result = compare_signature(job, true, reached, &equal, fault);
    if (result == RG_OK)
        result = rg_layout_seed(job, false, fault);
    if (result != RG_OK)
        return result;
    job->restored = (status & RG_STATUS_HALTED) && (status & RG_STATUS_BACKWARD) && left == 0
                    && overflows == 0 && equal && job->counters.bits_erased_gradient == 0;
    device->dirty = device->dirty || !job->restored;
    return RG_OK;
}

rg_result rg_no_seed_fits(const rgd_job *job, rg_fault *fault)
{
    const int bits = (int)(job->device->xlen - 1 - job->device->frac);
    const rg_misfit misfit = {RG_MISFIT_GRADIENT, 0};
    return rg_fail_misfit(
        fault, RG_BAD_MACHINE, "R0921", job->device, misfit,
        "the gradient of %s does not fit in Q%d.%u: with the smallest seed, 2^%d, some "
        "gradient on the way back is still beyond the limit, which is then %.4g",
        job->seed.in->param->name, bits, job->device->frac, job->seed_exponent,
        ldexp(1, bits - job->seed_exponent));
}

/* False when there is no smaller one. */
static bool next_seed(rgd_job *job)
{
    const int next = job->seed_exponent - RG_SEED_STEP;
    if (job->device->limbs > 1 || next < -(int)job->device->frac / 2)
        return false;
    const int asked = job->foresight == RG_FORESIGHT_MAY
                          ? rg_foreseen_seed(job, job->seed.in, job->seed.element, true)
                          : next;
    job->seed_exponent = asked < next ? asked : next;
    job->foresight = asked < next ? RG_FORESIGHT_HAS : RG_FORESIGHT_NONE;
    return true;
}

/* Whether the sweep back is to be repeated with a smaller seed. Where gradients are kept the pass
 * has to be run back from its end, so the job is. */
static bool repeats(const rgd_job *job, const rg_watch *watch)
{
    return watch->midway || (watch->overflowed && !job->keep && (watch->status & RG_STATUS_HALTED));
}

/* Forth and back, and back again with smaller seeds where a gradient did not fit.
 * *overflowed: a gradient did not fit in the last sweep. */
static rg_result sweeps(rgd_job *job, rg_copied *copied, bool *overflowed, rg_fault *fault)
{
    rg_watch watch = {0};
    rg_result result = rg_dispatch_clear(job->device, fault);
    if (result == RG_OK)
        result = rg_watch_run(job, copied, &watch, fault);
    for (job->attempts++; result == RG_OK && repeats(job, &watch) && next_seed(job);
         job->attempts++) {
        result = rg_sweep_again(job, copied, &watch, fault);
        if (result == RG_OK)
            result = rg_watch_run(job, copied, &watch, fault);
    }
    *overflowed = watch.overflowed;
    job->device->dirty = job->device->dirty || watch.midway;
    if (result != RG_OK)
        return not_swept(job, watch.status, result);
    if (!watch.midway || (watch.status & RG_STATUS_TRAPPED)) /* the trap says what does not fit */
        return rg_run_ended(job, watch.status, fault);
    result = collect(job, fault);
    return result == RG_OK ? rg_no_seed_fits(job, fault) : result;
}

/* The recipe from the image in memory. */
static rg_result attempt(rgd_job *job, bool *overflowed, rg_fault *fault)
{
    rg_copied copied = {0};
    rg_result result = rg_run_start(job, RG_COMMAND_GRADIENT, fault);
    if (result == RG_OK && job->keep)
        result = rg_refuse_board(job->device, "gradients that are kept", fault);
    if (result == RG_OK && job->keep)
        result = rg_bus_write(job->device, RG_REG_KEEP, 1, fault);
    if (result == RG_OK)
        result = sweeps(job, &copied, overflowed, fault);
    if (result == RG_OK)
        result = rg_run_take(job, &copied, fault);
    else if (job->trapped)
        show_until_trap(job, &copied);
    if (result == RG_OK)
        result = job->keep ? undo(job, fault) : rg_check_restored(job, fault);
    free(copied.words);
    job->has_gradients = result == RG_OK && !*overflowed;
    return result;
}

/* Rows and columns count from 1; 0: none was named. */
static rg_result no_element(const rg_argument *argument, const char *name, size_t row,
                            size_t column, rg_fault *fault)
{
    const size_t rows = argument->rows, columns = argument->columns;
    const unsigned rank = argument->param->rank;
    if (rank == 1 && column > 1)
        return rg_fail(fault, RG_BAD_USE, "R0913",
                       "argument %s is a vector: its elements have one index", name);
    if (rank == 1 && row > rows)
        return rg_fail(fault, RG_BAD_USE, "R0913",
                       "argument %s has %zu elements: the index %zu is beyond them", name, rows,
                       row);
    if (rank == 2 && row >= 1 && column >= 1)
        return rg_fail(fault, RG_BAD_USE, "R0913",
                       "argument %s is %zu by %zu: the element [%zu,%zu] is outside", name, rows,
                       columns, row, column);
    return rg_fail(fault, RG_BAD_USE, "R0913",
                   "argument %s is an array: name one element of it, such as %s[1%s]", name, name,
                   rank == 2   ? ",1"
                   : rank == 3 ? ",1,1"
                   : rank == 4 ? ",1,1,1"
                               : "");
}

rg_result rg_find_element(const rgd_job *job, const char *name, size_t row, size_t column,
                          const rg_argument **of, size_t *element, rg_fault *fault)
{
    const rg_argument *argument = rg_argument_find(job, name);
    if (!argument)
        return rg_no_argument(job, name, fault);
    if (argument->number != RG_NUMBER_FIXED && argument->number != RG_NUMBER_LOG)
        return rg_no_derivative(argument, name, "gradients", fault);
    *of = argument;
    *element = 0;
    if (argument->param->rank == 0) {
        if (row > 1 || column > 1)
            return rg_fail(fault, RG_BAD_USE, "R0913",
                           "argument %s is a scalar and has no elements", name);
        return RG_OK;
    }
    if (argument->param->rank == 1 && column == 0)
        column = 1;
    if (!argument->argument)
        return rg_fail(fault, RG_BAD_USE, "R0909",
                       "argument %s is an array and has no shape: set it", name);
    if (row < 1 || column < 1 || row > argument->rows || column > argument->columns)
        return no_element(argument, name, row, column, fault);
    *element = row - 1 + (column - 1) * argument->rows;
    return RG_OK;
}

/* What the word of a seed can hold. */
int rg_seed_within(const rgd_device *device, int exponent)
{
    if (device->limbs > 1)
        return 0; /* gradients of Float need no other */
    const int most = (int)device->xlen - 2 - (int)device->frac - 1, least = -(int)device->frac;
    return exponent > most ? most : exponent < least ? least : exponent;
}

/* 1 of a Float stands in the limb behind the point, 2^seed_exponent elsewhere in the only one. */
rg_seed rg_seed_of(const rgd_job *job, const rg_argument *of, size_t element)
{
    return of->limbs > 1
               ? (rg_seed){of, element, 1, rg_float_places / 64}
               : (rg_seed){of, element, INT64_C(1) << ((int)job->device->frac + job->seed_exponent),
                           0};
}

void rg_keep_seeded(rgd_job *job, const rg_argument *of, size_t element)
{
    memset(job->seeded_words, 0, sizeof job->seeded_words);
    for (unsigned k = 0; of && k < of->limbs; k++)
        job->seeded_words[k] = of->result[element * of->limbs + k];
}

/* Whether the gradient is to be run again, with the seed that the job has then. */
static bool another_seed(rgd_job *job, bool fits)
{
    if (!fits)
        return next_seed(job);
    const int seed = job->foresight == RG_FORESIGHT_HAS ? rg_settled_seed(job, job->seed_exponent)
                                                        : job->seed_exponent;
    if (seed == job->seed_exponent)
        return false;
    job->foresight = RG_FORESIGHT_NONE;
    job->seed_exponent = seed;
    return true;
}

/* Attempts with ever smaller seeds, from `first` on, until the gradients fit; their costs are added
 * up. */
static rg_result try_seeds(rgd_job *job, const rg_argument *of, size_t element, int first,
                           rg_costs *costs, rg_fault *fault)
{
    const rgd_device *device = job->device;
    rg_result result;
    bool overflowed = true;
    const bool by_result = first == RG_SEED_BY_RESULT;
    job->foresight = by_result ? RG_FORESIGHT_MAY : RG_FORESIGHT_NONE;
    job->seed_exponent = by_result ? rg_usual_seed(device) : rg_seed_within(device, first);
    do {
        job->seed = rg_seed_of(job, of, element);
        result = attempt(job, &overflowed, fault);
        if (!rg_costs_add(costs, job))
            return rg_no_memory(fault);
        if (result != RG_OK && !(result == RG_TRAPPED && overflowed))
            return result;
    } while (another_seed(job, result == RG_OK && !overflowed));
    if (result == RG_OK && !overflowed) {
        job->seeded_number = of->number;
        rg_keep_seeded(job, of, element);
        return RG_OK;
    }
    return result == RG_TRAPPED ? result : rg_no_seed_fits(job, fault);
}

rg_result rg_gradient_from(rgd_job *job, const rg_argument *of, size_t element, int exponent,
                           rg_fault *fault)
{
    rg_costs costs = {0};
    job->attempts = 0;
    rg_result result = try_seeds(job, of, element, exponent, &costs, fault);
    if (job->foresight == RG_FORESIGHT_MAY)
        job->foresight = RG_FORESIGHT_NONE;
    if (result == RG_BAD_MACHINE && rg_error_about(fault->code) == RG_ABOUT_SEED && !job->keep)
        rg_say_misfit_line(job, fault);
    rg_costs_close(&costs, job);
    return result;
}

rg_result rg_gradient_settled(rgd_job *job, const rg_argument *of, size_t element, int exponent,
                              rg_fault *fault)
{
    rg_replay kept;
    rg_fault own;
    rg_fault *said = fault ? fault : &own;
    rg_result result = rg_replay_end(job, said);
    if (result == RG_OK)
        result = rg_refuse_erasures(job, said);
    if (result != RG_OK)
        return result;
    result = rg_gradient_from(job, of, element, exponent, said);
    return rg_replay_begin(job, result, &kept, said) ? rg_replay_result(
               job, rg_gradient_from(job, of, element, exponent, said), &kept, said)
                                                     : result;
}

rg_result rgd_gradient(rgd_job *job, const char *name, size_t row, size_t column, rg_fault *fault)
{
    const rg_argument *of = NULL;
    size_t element = 0;
    if (job->tiles.rows > 0)
        return rg_tiles_gradient(job, name, row, column, fault);
    const rg_result result = rg_find_element(job, name, row, column, &of, &element, fault);
    return result == RG_OK ? rg_gradient_settled(job, of, element, RG_SEED_BY_RESULT, fault)
                           : result;
}

size_t rgd_get_gradient(const rgd_job *job, const char *name, double *out, size_t capacity)
{
    const rg_argument *argument = rg_argument_find(job, name);
    if (!argument || !job->has_gradients || !argument->gradient || argument->reshaped
        || argument->gradient_left
        || (argument->number != RG_NUMBER_FIXED && argument->number != RG_NUMBER_LOG))
        return 0;
    for (size_t i = 0; i < argument->count && i < capacity; i++) {
        const double stored = rg_derivative_number(job, argument, argument->gradient, i);
        out[i] = rg_gradient_decode(job->device, stored, job->seeded_number, job->seeded_words,
                                    argument->number, rg_started(argument) + i * argument->limbs);
    }
    return argument->count;
}

/* Whether the machine stands where the run of the job stopped, so that a way leads back. */
static rg_result check_way_back(const rgd_job *job, rg_fault *fault)
{
    if (!job->trapped && !job->unfinished)
        return rg_fail(fault, RG_BAD_USE, "R0932",
                       "rg_rollback: only a job that trapped or was stopped can be run back, and "
                       "the last run of %s was neither",
                       job->routine->name);
    if (job->device->standing != job)
        return rg_fail(fault, RG_BAD_USE, "R0932",
                       "rg_rollback: the machine does not stand where %s stopped any more: another "
                       "run has begun since, or an earlier way back failed",
                       job->routine->name);
    for (size_t i = 0; i < job->argument_count; i++)
        if (job->arguments[i].reshaped)
            return rg_fail(fault, RG_BAD_USE, "R0932",
                           "rg_rollback: argument %s was given another shape after %s stopped: run "
                           "a job back before its arguments are set anew",
                           job->arguments[i].param->name, job->routine->name);
    if (rg_has_erased(job))
        return rg_fail(
            fault, RG_BAD_USE, "R0930",
            "the run had erased values before it stopped: there is no way back to its start");
    return RG_OK;
}

/* Once, however often the way back is begun: a line that is lost does a transfer that is under way
 * before all others. */
static rg_result turn_back(rgd_job *job, rg_fault *fault)
{
    rgd_device *device = job->device;
    const rg_result result =
        job->turned ? RG_OK : rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_TURN, fault);
    job->turned = result == RG_OK || rg_engine_is_away(device->engine);
    return result;
}

/* Run back and compare; anything but RG_OK: the machine does not stand at the start. */
static rg_result run_back(rgd_job *job, rg_fault *fault)
{
    rgd_device *device = job->device;
    uint64_t status = 0;
    bool equal = false;
    rg_result result = rg_core_stop(device, fault);
    if (result == RG_OK)
        result = rg_bus_write(device, RG_REG_CYCLELIMIT, 0, fault);
    if (result == RG_OK)
        result = turn_back(job, fault);
    device->going_back = true;
    if (result == RG_OK)
        result = rg_job_run(job, NULL, &status, false, fault);
    device->going_back = false;
    rg_handle_stop_done(device->handle);
    if (result != RG_OK)
        return result;
    job->turned = false;
    if (!(status & RG_STATUS_HALTED) || !(status & RG_STATUS_BACKWARD))
        return rg_fail(fault, RG_BAD_MACHINE, "R0924",
                       "the machine did not find the way back to the start (status 0x%llx)",
                       (unsigned long long)status);
    result = rg_layout_compare(job, true, &equal, fault);
    if (result == RG_OK && job->command == RG_COMMAND_GRADIENT)
        result = rg_layout_seed(job, false, fault);
    if (result != RG_OK)
        return result;
    job->restored = equal;
    if (!equal)
        return rg_fail(fault, RG_BAD_MACHINE, "R0924",
                       "the machine came back to the start, but its memory is not what it was");
    return RG_OK;
}

rg_result rgd_rollback(rgd_job *job, rg_fault *fault)
{
    if (job->rolled_back) /* it is at its start, or the start was left for another run */
        return RG_OK;
    rg_result result = check_way_back(job, fault);
    if (result != RG_OK)
        return result;
    result = run_back(job, fault);
    if (result != RG_OK && rg_engine_is_away(job->device->engine))
        return result; /* to be asked again */
    job->turned = job->unfinished = false;
    job->rolled_back = result == RG_OK;
    job->device->standing = NULL;
    return result;
}
