/* lines.c: what each source line of a run cost. */
#include "host-driver/internal.h"

#include "isa/isa.h"

#include <stdlib.h>
#include <string.h>

rg_result rgd_count_lines(rgd_device *device, bool on, rg_fault *fault)
{
    if (!rg_engine_count_addresses(device->engine, on))
        return rg_fail(fault, RG_BAD_USE, "R0918",
                       "costs by source line are counted on the engine fast only, not on %s",
                       rg_engine_name(device->engine));
    device->counting = on;
    return RG_OK;
}

bool rg_lines_add(rg_line_cost **lines, size_t *count, const rg_line_cost *line)
{
    for (size_t i = *count; i-- > 0;)
        if ((*lines)[i].line == line->line && strcmp((*lines)[i].file, line->file) == 0) {
            rg_counters_add(&(*lines)[i].counters, &line->counters);
            return true;
        }
    if ((*count & (*count - 1)) == 0) { /* room doubles at powers of two */
        rg_line_cost *grown = realloc(*lines, (*count ? 2 * *count : 1) * sizeof *grown);
        if (!grown)
            return false;
        *lines = grown;
    }
    (*lines)[(*count)++] = *line;
    return true;
}

static void convert(const rg_address_cost *cost, unsigned op, rg_counters *c)
{
    const unsigned class = rg_op_lookup(op)->class;
    *c = (rg_counters){.cycles = cost->cycles[0] + cost->cycles[1],
                       .cycles_forward = cost->cycles[0],
                       .cycles_backward = cost->cycles[1],
                       .program_forward = cost->cycles[0],
                       .program_backward = cost->cycles[1],
                       .memory_reads = cost->words[0],
                       .memory_writes = cost->words[1],
                       .gradient_reads = cost->words[2],
                       .gradient_writes = cost->words[3],
                       .tangent_reads = cost->words[4],
                       .tangent_writes = cost->words[5],
                       .bits_erased_gradient = cost->bits_erased,
                       .bits_copied_out = cost->bits_copied};
    rg_activity_add(&c->activity, cost, op);
    for (unsigned mode = 0; mode < 4; mode++)
        for (unsigned direction = 0; direction < 2; direction++) {
            const uint64_t n = cost->operations[mode][direction];
            c->instructions += cost->retired[mode][direction];
            c->by_mode[mode][direction][class] = n;
            *(direction ? &c->backward[class] : &c->forward[class]) += n;
            c->gradient[class] += mode & 1 ? n : 0;
            c->tangent[class] += mode & 2 ? n : 0;
            c->both[class] += mode == 3 ? n : 0;
        }
}

static int by_place(const void *a, const void *b)
{
    const rg_line_cost *x = a, *y = b;
    int order = strcmp(x->file, y->file);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

/* The lines of a run as they stand after its way back; its copies there went nowhere and are not
 * billed. */
rg_result rg_lines_collect_back(rgd_job *job, rg_fault *fault)
{
    rg_line_cost *before = job->lines;
    const size_t count = job->line_count;
    job->lines = NULL;
    job->line_count = 0;
    rg_result result = rg_lines_collect(job, fault);
    for (size_t i = 0, k = 0; i < job->line_count;
         i++) { /* both are in order, and no line is missing now that was there */
        while (k < count && by_place(&before[k], &job->lines[i]) < 0)
            k++;
        job->lines[i].counters.bits_copied_out =
            k < count && by_place(&before[k], &job->lines[i]) == 0
                ? before[k].counters.bits_copied_out
                : 0;
    }
    free(before);
    return result;
}

rg_result rg_lines_collect(rgd_job *job, rg_fault *fault)
{
    const rgd_device *device = job->device;
    const rg_object *object = device->object;
    for (size_t offset = 0;
         device->counting && object && object->lines && offset < object->code_count; offset++) {
        const rg_address_cost *cost =
            rg_engine_address_cost(device->engine, device->base + (uint32_t)offset);
        const rg_line *at = &object->lines[offset];
        rg_instruction in;
        if (!cost || cost->cycles[0] + cost->cycles[1] == 0 || at->line == 0
            || at->file >= object->file_count
            || !rg_decode_any(object->code[offset], device->xlen, &in) || !rg_op_lookup(in.op))
            continue;
        rg_line_cost line = {.file = object->files[at->file], .line = at->line};
        convert(cost, in.op, &line.counters);
        if (!rg_lines_add(&job->lines, &job->line_count, &line))
            return rg_no_memory(fault);
    }
    if (job->line_count > 1)
        qsort(job->lines, job->line_count, sizeof *job->lines, by_place);
    return RG_OK;
}

/* The dispatcher as a line of its own. */
static rg_counters dispatched(const rg_counters *all)
{
    const rg_dispatched *d = &all->dispatcher;
    rg_counters c = rg_dispatched_counters(d);
    c.dispatcher = *d;
    c.activity = d->activity;
    for (unsigned cell = 0; cell < 8; cell++)
        for (unsigned class = 0; class < RG_COUNTER_CLASSES; class ++) {
            const unsigned mode = cell >> 1, direction = cell & 1;
            const uint64_t n = d->by_mode[mode][direction][class];
            *(direction ? &c.backward[class] : &c.forward[class]) += n;
            c.gradient[class] += mode & 1 ? n : 0;
            c.tangent[class] += mode & 2 ? n : 0;
            c.both[class] += mode == 3 ? n : 0;
        }
    c.cycles_forward = all->cycles_forward - all->program_forward;
    c.cycles_backward = all->cycles_backward - all->program_backward;
    return c;
}

/* Results and gradients: what the program prints is of its lines. */
static rg_counters copied(const rg_counters *all, const rg_counters *lines)
{
    return (rg_counters){.words_copied_in = all->words_copied_in,
                         .cycles_copied_in = all->cycles_copied_in,
                         .words_copied_out = all->words_copied_out,
                         .cycles_copied_out = all->cycles_copied_out,
                         .bits_copied_out = all->bits_copied_out - lines->bits_copied_out};
}

size_t rgd_get_lines(const rgd_job *job, rg_line_cost *out, size_t capacity)
{
    enum { OTHERS = 3 };
    rg_counters sum = {0};
    if (!job->device->counting)
        return 0;
    for (size_t i = 0; i < job->line_count; i++) {
        rg_counters_add(&sum, &job->lines[i].counters);
        if (i < capacity)
            out[i] = job->lines[i];
    }
    rg_line_cost others[OTHERS] = {{"(dispatcher)", 0, dispatched(&job->counters)},
                                   {"(copies)", 0, copied(&job->counters, &sum)},
                                   {"", 0, job->counters}};
    rg_counters_subtract(&others[2].counters, &sum);
    rg_counters_subtract(&others[2].counters, &others[0].counters);
    rg_counters_subtract(&others[2].counters, &others[1].counters);
    for (size_t i = 0; i < OTHERS && job->line_count + i < capacity; i++)
        out[job->line_count + i] = others[i];
    return job->line_count + OTHERS;
}
