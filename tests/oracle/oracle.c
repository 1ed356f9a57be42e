/* oracle.c: runs of the interpreter, and the gradients from the tape. */
#include "tests/oracle/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/oracle/internal.h"

enum { MOST_CELLS = 1 << 24 };

void or_stop(oracle *o, or_outcome outcome, unsigned trap, const char *reason)
{
    o->outcome = outcome;
    o->trap = trap;
    snprintf(o->reason, sizeof o->reason, "%s", reason);
    longjmp(o->stop, 1);
}

uint32_t or_new_cells(oracle *o, size_t count)
{
    size_t first = o->cell_count;
    if (count > MOST_CELLS - first)
        or_stop(o, OR_UNDEFINED, 0, "too much memory");
    if (first + count > o->cell_capacity) {
        size_t room = (first + count) * 2;
        int64_t *cells = realloc(o->cells, room * sizeof *cells);
        if (!cells)
            or_stop(o, OR_UNDEFINED, 0, "out of memory");
        o->cells = cells;
        o->cell_capacity = room;
    }
    memset(o->cells + first, 0, count * sizeof *o->cells);
    o->cell_count += count;
    return (uint32_t)first;
}

void or_record(oracle *o, or_tape entry)
{
    if (!o->recording)
        return;
    if (o->tape_count == o->tape_capacity) {
        size_t room = o->tape_capacity ? o->tape_capacity * 2 : 1024;
        or_tape *tape = realloc(o->tape, room * sizeof *tape);
        if (!tape)
            or_stop(o, OR_UNDEFINED, 0, "out of memory");
        o->tape = tape;
        o->tape_capacity = room;
    }
    o->tape[o->tape_count++] = entry;
}

static bool parse(oracle *o, const char *text)
{
    if (setjmp(o->arena.out_of_memory))
        return false;
    fr_parse_source(&o->d, &o->program, fr_add_source(&o->d, "program.rg", text, strlen(text)), 0);
    return true;
}

oracle *or_open(const char *text, unsigned xlen, unsigned frac)
{
    oracle *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->num = (rg_num_config){xlen, frac};
    o->d.arena = &o->arena;
    o->d.limit = 1;
    if (!parse(o, text)) {
        or_close(o);
        return NULL;
    }
    return o;
}

void or_close(oracle *o)
{
    if (!o)
        return;
    free(o->cells);
    free(o->tape);
    fr_arena_free(&o->arena);
    free(o);
}

const char *or_reason(const oracle *o) { return o->reason; }
unsigned or_trap(const oracle *o) { return o->trap; }
bool or_near_limit(const oracle *o) { return o->near_limit; }
unsigned long or_steps(const oracle *o) { return o->steps; }

static size_t words_of(const or_argument *a) { return a->rows * a->columns; }

static void run(oracle *o, const fr_function *f, or_argument *arguments, size_t count, int dir)
{
    o->frame = fr_alloc(&o->arena, sizeof *o->frame);
    or_new_cells(o, 1); /* cell 0 is none */
    for (size_t i = 0; i < count; i++) {
        uint32_t cell = or_new_cells(o, words_of(&arguments[i]));
        memcpy(o->cells + cell, arguments[i].words, words_of(&arguments[i]) * sizeof *o->cells);
        o->first[i] = cell;
        or_declare(o, f->params[i].name, arguments[i].base, arguments[i].rank, cell,
                   arguments[i].rows, arguments[i].columns)
            ->second = arguments[i].second;
    }
    or_body(o, f->body, dir);
    for (size_t i = 0; i < count; i++)
        memcpy(arguments[i].words, o->cells + o->first[i],
               words_of(&arguments[i]) * sizeof *o->cells);
}

static or_outcome guarded(oracle *o, const fr_function *f, or_argument *arguments, size_t count,
                          int dir)
{
    if (setjmp(o->arena.out_of_memory))
        return OR_UNDEFINED;
    if (setjmp(o->stop))
        return o->outcome;
    if (o->d.errors > 0 || !f || f->param_count != count
        || count > sizeof o->first / sizeof o->first[0])
        or_stop(o, OR_UNDEFINED, 0, "this text is not such a program");
    run(o, f, arguments, count, dir);
    return OR_OK;
}

or_outcome or_run(oracle *o, const char *routine, or_argument *arguments, size_t count,
                  bool backward, bool record)
{
    const fr_function *f = o->program.functions;
    while (f && strcmp(f->name, routine) != 0)
        f = f->next;
    o->cell_count = o->tape_count = 0;
    o->steps = 0;
    o->trap = 0;
    o->reason[0] = '\0';
    o->recording = record;
    o->types_only = o->near_limit = o->unchecked = false;
    o->watch = 0;
    o->end_array = NULL;
    o->outcome = OR_OK;
    return guarded(o, f, arguments, count, backward ? -1 : 1);
}

/* ---- the way back over the tape ---- */

typedef struct {
    int64_t *g;
    double *e;
    bool overflow;
} sweep;

static void gain(const oracle *o, sweep *s, uint32_t cell, int64_t word, bool minus, double error)
{
    int64_t limit = INT64_MAX >> (65 - o->num.xlen),
            sum = minus ? (int64_t)((uint64_t)s->g[cell] - (uint64_t)word)
                        : (int64_t)((uint64_t)s->g[cell] + (uint64_t)word);
    if (sum > limit || sum < -limit)
        s->overflow = true;
    s->g[cell] = sum;
    s->e[cell] += error;
}

/* Gradient products are rounded: another order of evaluation gives up to one unit more or less for
 * each. */
static void back_operation(const oracle *o, sweep *s, const or_tape *t)
{
    rg_num_in in = {.op = t->op, .grad = true, .a = t->va, .b = t->vb, .gy = s->g[t->target]},
              one = in;
    rg_num_out out, partial;
    double unit = ldexp(1, (int)o->num.frac);
    one.gy = INT64_C(1) << o->num.frac;
    if (s->g[t->target] == 0 && s->e[t->target] == 0)
        return;
    rg_num_eval(&o->num, &in, &out);
    rg_num_eval(&o->num, &one, &partial);
    if (out.grad_ovf || partial.grad_ovf)
        s->overflow = true;
    double error = s->e[t->target];
    if (t->a)
        gain(o, s, t->a, out.da, false, (fabs((double)partial.da) + 1) / unit * error + 1);
    if (t->b)
        gain(o, s, t->b, out.db, false, (fabs((double)partial.db) + 1) / unit * error + 1);
}

static void back_turn(const oracle *o, sweep *s, const or_tape *t)
{
    rg_num_in in = {.op = t->op,
                    .grad = true,
                    .inverse = !t->inverse,
                    .y = t->vy,
                    .a = t->va,
                    .b = t->vb,
                    .gy = s->g[t->target],
                    .ga = s->g[t->a]};
    rg_num_out out;
    rg_num_eval(&o->num, &in, &out);
    if (out.grad_ovf)
        s->overflow = true;
    double unit = ldexp(1, (int)o->num.frac), error = s->e[t->target] + s->e[t->a];
    s->g[t->target] = out.gy2;
    s->g[t->a] = out.ga2;
    s->e[t->target] = s->e[t->a] = error > 0 ? 2 * error + 4 : 0;
    if (t->b)
        gain(o, s, t->b, out.db, !in.inverse,
             error * (fabs((double)t->vy) + fabs((double)t->va)) / unit + 2);
}

static void back(const oracle *o, sweep *s, const or_tape *t)
{
    int64_t g;
    double e;
    switch ((or_tape_kind)t->kind) {
    case OR_TAPE_OP: back_operation(o, s, t); break;
    case OR_TAPE_ADD: gain(o, s, t->a, s->g[t->target], false, s->e[t->target]); break;
    case OR_TAPE_SUB: gain(o, s, t->a, s->g[t->target], true, s->e[t->target]); break;
    case OR_TAPE_NEG: s->g[t->target] = or_wrap(o, (int64_t)(0 - (uint64_t)s->g[t->target])); break;
    case OR_TAPE_SWAP:
        g = s->g[t->target];
        e = s->e[t->target];
        s->g[t->target] = s->g[t->a];
        s->e[t->target] = s->e[t->a];
        s->g[t->a] = g;
        s->e[t->a] = e;
        break;
    case OR_TAPE_TURN: back_turn(o, s, t); break;
    }
}

bool or_gradient(oracle *o, or_argument *arguments, size_t count, size_t of, size_t element,
                 int exponent)
{
    sweep s = {calloc(o->cell_count + 1, sizeof *s.g), calloc(o->cell_count + 1, sizeof *s.e),
               false};
    bool done = s.g && s.e;
    if (done) {
        s.g[o->first[of] + element] = INT64_C(1) << ((int)o->num.frac + exponent);
        for (size_t i = o->tape_count; i-- > 0;)
            back(o, &s, &o->tape[i]);
        for (size_t i = 0; i < count; i++) {
            memcpy(arguments[i].gradient, s.g + o->first[i], words_of(&arguments[i]) * sizeof *s.g);
            memcpy(arguments[i].error, s.e + o->first[i], words_of(&arguments[i]) * sizeof *s.e);
        }
    }
    free(s.g);
    free(s.e);
    return done && !s.overflow;
}
