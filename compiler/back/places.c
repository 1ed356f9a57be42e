/* places.c: where each variable is, between any two words of the finished program. A variable has
 * one location for its life; but calls take it to another register, and words of memory are
 * exchanged into registers to be worked on. So places are followed through the words of a routine,
 * from its portal on. Exchanges are their own inverse: what is found holds in both directions. */
#include <stdlib.h>
#include <string.h>

#include "cg.h"
#include "compiler/grow.h"
#include "isa/registers.h"

/* Codes of places: a register, or FRAME and a word counted from sp at the entry. */
enum { UNBORN = -1, LOST = -2, FRAME = 64, FRAME_MIN = -64, OPEN = 1 << 14, MOST_OPEN = 8 };
enum { CALLERS = 32, MOST_RINGS = 16 };
/* Of so many points times variables nothing is said: it would take too much memory. */
enum { MOST_STATES = 1 << 27 };

/* A word of memory that is exchanged into a register; saved: what was there goes where it came
 * from. */
typedef struct {
    bool used, known; /* known: its address registers are what they were */
    rg_instruction in;
} opened;

typedef struct {
    bool reached, sp_known, fp_known;
    int32_t sp, fp; /* from where sp was at the entry */
    opened open[MOST_OPEN];
    int32_t element[MOST_OPEN]; /* where the word of memory is: a register, or LOST */
} place;

/* The states of one routine: of point i, place[i] and count entries at loc + i * count: variables,
 * then registers of the caller, then the link. */
typedef struct {
    cg *g;
    rg_object *out;
    cg_name *name;
    const rg_routine *routine;
    size_t begin, points, vars, count, capacity;
    uint32_t *number;       /* by id of a variable: 1 + which of those that live here it is, or 0 */
    const cg_scope **scope; /* by that: one entry for it */
    bool *alive, *moved;    /* moved: somewhere it is more than its register */
    place *at;
    int16_t *loc;
    size_t *queue, queued;
    bool *waiting;
} tracker;

static int16_t *loc_at(const tracker *t, size_t point) { return t->loc + point * t->count; }
static bool decode(const tracker *t, size_t point, rg_instruction *in)
{
    return rg_decode_any(t->g->buffer.code[t->begin + point], t->g->module->xlen, in);
}

/* ---- what one word does ---- */

static void exchange(tracker *t, place *p, int16_t *loc, int32_t a, int32_t b)
{
    for (size_t i = 0; i < t->count; i++)
        loc[i] = (int16_t)(loc[i] == a ? b : loc[i] == b ? a : loc[i]);
    for (size_t i = 0; i < MOST_OPEN; i++)
        if (p->open[i].used)
            p->element[i] = p->element[i] == a ? b : p->element[i] == b ? a : p->element[i];
}

static bool same_word(const rg_instruction *x, const rg_instruction *y)
{
    return x->a == y->a && x->immediate == y->immediate
           && (x->immediate ? x->imm == y->imm : x->b == y->b);
}

static void exchange_memory(tracker *t, place *p, int16_t *loc, const rg_instruction *in)
{
    size_t free_one = MOST_OPEN;

    for (size_t i = 0; i < MOST_OPEN; i++)
        if (!p->open[i].used)
            free_one = i;
        else if (same_word(&p->open[i].in, in)) {
            exchange(t, p, loc, in->d, OPEN + (int32_t)i);
            p->open[i].used = p->element[i] != OPEN + (int32_t)i;
            return;
        }
    if (free_one == MOST_OPEN) { /* nothing is known of the register any more */
        for (size_t i = 0; i < t->count; i++)
            loc[i] = (int16_t)(loc[i] == in->d ? LOST : loc[i]);
        return;
    }
    p->open[free_one] = (opened){true, true, *in};
    p->element[free_one] = OPEN + (int32_t)free_one;
    exchange(t, p, loc, in->d, OPEN + (int32_t)free_one);
}

static bool frame_word(const place *p, const rg_instruction *in, int32_t *word)
{
    const bool sp = in->a == CG_SP && p->sp_known, fp = in->a == CG_FP && p->fp_known;

    *word = FRAME - FRAME_MIN + in->imm + (sp ? p->sp : p->fp);
    return in->immediate && (sp || fp) && *word >= FRAME && *word < OPEN;
}

static void move_stack(place *p, const rg_instruction *in)
{
    if (in->d == CG_FP && in->op == RG_OP_MOV && !in->immediate && in->b == CG_SP) {
        p->fp_known = in->mode == RG_MODE_SET && p->sp_known;
        p->fp = p->sp;
    }
    if (in->d != CG_SP || !(rg_registers_written(in) >> CG_SP & 1))
        return;
    if (in->op == RG_OP_MOV && in->immediate
        && (in->mode == RG_MODE_ADD || in->mode == RG_MODE_SUB))
        p->sp += in->mode == RG_MODE_ADD ? in->imm : -in->imm;
    else
        p->sp_known = false;
}

static void step(tracker *t, place *p, int16_t *loc, const rg_instruction *in)
{
    int32_t word;

    if (rg_is_stream(in))
        return;
    if (in->op == RG_OP_SWAP) {
        exchange(t, p, loc, in->d, in->a);
    } else if (in->op == RG_OP_EXCH) {
        if (frame_word(p, in, &word))
            exchange(t, p, loc, in->d, word);
        else
            exchange_memory(t, p, loc, in);
        return; /* the register has changed, but not by what others are found with */
    }
    move_stack(p, in);
    const uint32_t written = rg_registers_written(in);
    for (size_t i = 0; i < MOST_OPEN; i++)
        if (p->open[i].used
            && ((written >> p->open[i].in.a & 1)
                || (!p->open[i].in.immediate && (written >> p->open[i].in.b & 1))))
            p->open[i].known = false;
}

/* ---- which variables live ---- */

static int16_t home_of(const cg_scope *s)
{
    return (int16_t)(s->in_register ? s->reg : FRAME - FRAME_MIN + s->word);
}

static size_t number_of(const tracker *t, const cg_scope *s) { return t->number[s->var->id] - 1; }

static void live(const tracker *t, size_t point, int16_t *loc)
{
    const size_t word = t->begin + (point < t->points - 1 ? point : point - 1);

    memset(t->alive, 0, t->vars + 1);
    for (uint32_t at = t->g->buffer.lines[word].scope; at; at = t->g->scopes[at - 1].rest) {
        const size_t v = number_of(t, &t->g->scopes[at - 1]);
        t->alive[v] = true;
        if (loc[v] == UNBORN)
            loc[v] = home_of(&t->g->scopes[at - 1]);
    }
    for (size_t v = 0; v < t->vars; v++)
        loc[v] = t->alive[v] ? loc[v] : UNBORN;
}

/* ---- where ways meet ---- */

static bool join_place(place *into, const place *from)
{
    const place before = *into;

    into->sp_known = into->sp_known && from->sp_known && into->sp == from->sp;
    into->fp_known = into->fp_known && from->fp_known && into->fp == from->fp;
    for (size_t i = 0; i < MOST_OPEN; i++)
        if (into->open[i].used
            && (!from->open[i].used || !same_word(&into->open[i].in, &from->open[i].in)
                || into->element[i] != from->element[i]))
            into->open[i].used = false;
        else if (into->open[i].used)
            into->open[i].known = into->open[i].known && from->open[i].known;
    return memcmp(&before, into, sizeof before) != 0;
}

static void arrive(tracker *t, size_t point, const place *p, const int16_t *from)
{
    if (point >= t->points)
        return;
    int16_t *loc = loc_at(t, point);
    bool changed = !t->at[point].reached;
    int16_t *fresh = loc_at(t, t->points + 1);

    memcpy(fresh, from, t->count * sizeof *fresh);
    live(t, point, fresh);
    if (changed) {
        t->at[point] = *p;
        memcpy(loc, fresh, t->count * sizeof *loc);
    } else {
        changed = join_place(&t->at[point], p);
        for (size_t i = 0; i < t->count; i++)
            if (loc[i] != fresh[i] && loc[i] != LOST) {
                loc[i] = LOST;
                changed = true;
            }
    }
    if (changed && !t->waiting[point]) {
        t->waiting[point] = true;
        t->queue[t->queued++] = point;
    }
}

/* ---- rings ---- */

/* The portal of a ring of this routine that the word at `point` calls; false: it calls another
 * routine. */
static bool ring_of(const tracker *t, size_t point, const rg_instruction *in, size_t *portal)
{
    const int64_t to = (int64_t)point + in->offset;
    rg_instruction there;

    if (!cg_is_call(in) || to <= 0 || to >= (int64_t)t->points - 1
        || (size_t)to + t->begin == t->routine->entry)
        return false;
    *portal = (size_t)to;
    return decode(t, (size_t)to, &there) && there.op == RG_OP_PORTAL;
}

static void through_ring(tracker *t, size_t portal, bool undone, place *p, int16_t *loc,
                         unsigned depth);

/* Exchanges undo themselves, and of all others only what moves the stack pointer matters. */
static rg_instruction undone_move(const rg_instruction *in)
{
    static const uint8_t inverse[] = {[RG_MODE_ADD] = RG_MODE_SUB,
                                      [RG_MODE_SUB] = RG_MODE_ADD,
                                      [RG_MODE_SET] = RG_MODE_UNSET,
                                      [RG_MODE_UNSET] = RG_MODE_SET};
    rg_instruction out = *in;

    if (in->op == RG_OP_MOV && in->mode < sizeof inverse)
        out.mode = inverse[in->mode];
    return out;
}

static void step_or_ring(tracker *t, size_t point, const rg_instruction *in, bool undone, place *p,
                         int16_t *loc, unsigned depth)
{
    size_t portal;

    if (ring_of(t, point, in, &portal))
        through_ring(t, portal, (in->op == RG_OP_UNCALL) != undone, p, loc, depth + 1);
    else if (!undone)
        step(t, p, loc, in);
    else {
        const rg_instruction inverse = undone_move(in);
        step(t, p, loc, &inverse);
    }
}

/* Straight rings alone take anything elsewhere for good. */
static void through_ring(tracker *t, size_t portal, bool undone, place *p, int16_t *loc,
                         unsigned depth)
{
    rg_instruction in;
    size_t end = portal + 1;

    for (; end < t->points - 1 && decode(t, end, &in); end++)
        if (rg_op_lookup(in.op)->class == RG_CLASS_LOOP
            || (rg_op_lookup(in.op)->class == RG_CLASS_BRANCH && !cg_is_call(&in)))
            break;
    if (depth > MOST_RINGS || end >= t->points - 1 || in.op != RG_OP_BRAS
        || (int64_t)end + in.offset != (int64_t)portal - 1)
        return;
    for (size_t k = portal + 1; k < end; k++) {
        const size_t point = undone ? end - 1 - (k - portal - 1) : k;
        if (decode(t, point, &in))
            step_or_ring(t, point, &in, undone, p, loc, depth);
    }
}

/* ---- the routine ---- */

static bool is_jump(const rg_instruction *in)
{
    const rg_op_info *info = rg_op_lookup(in->op);

    return (info->class == RG_CLASS_BRANCH || info->class == RG_CLASS_LOOP) && !cg_is_call(in)
           && in->op != RG_OP_PORTAL && in->op != RG_OP_CALLX && in->op != RG_OP_UNCALLX;
}

static void follow_call(tracker *t, size_t point, size_t portal, const rg_instruction *in, place *p,
                        int16_t *loc)
{
    if (in->op == RG_OP_CALL)
        arrive(t, portal + 1, p, loc);
    through_ring(t, portal, in->op == RG_OP_UNCALL, p, loc, 0);
    if (in->op == RG_OP_UNCALL)
        arrive(t, portal + 1, p, loc);
    arrive(t, point + 1, p, loc);
}

static void follow(tracker *t, size_t point)
{
    int16_t *loc = loc_at(t, t->points);
    place p = t->at[point];
    rg_instruction in;
    size_t portal;

    memcpy(loc, loc_at(t, point), t->count * sizeof *loc);
    if (point >= t->points - 1 || !decode(t, point, &in) || in.op == RG_OP_PORTAL)
        return;
    if (ring_of(t, point, &in, &portal)) {
        follow_call(t, point, portal, &in, &p, loc);
    } else if (is_jump(&in)) {
        const int64_t to = (int64_t)point + in.offset;
        if (in.op != RG_OP_BRAS && in.op != RG_OP_BRAL)
            arrive(t, point + 1, &p, loc);
        if (to >= 0 && to < (int64_t)t->points - 1)
            arrive(t, (size_t)to + 1, &p, loc);
    } else {
        step(t, &p, loc, &in);
        arrive(t, point + 1, &p, loc);
    }
}

static void enter(tracker *t)
{
    int16_t *loc = loc_at(t, t->points);
    const size_t entry = t->routine->entry - t->begin;
    place p = {.reached = true, .sp_known = true};
    rg_instruction portal = {0};

    decode(t, entry, &portal);
    for (size_t v = 0; v < t->vars; v++)
        loc[v] = UNBORN;
    for (int32_t r = 0; r < CALLERS; r++)
        loc[t->vars + (size_t)r] = (int16_t)r;
    loc[t->vars + CALLERS] = portal.d;
    for (uint32_t at = t->g->buffer.lines[t->routine->entry].scope; at;
         at = t->g->scopes[at - 1].rest) {
        const cg_scope *s = &t->g->scopes[at - 1];
        if (s->param) {
            loc[number_of(t, s)] = s->come ? s->come : home_of(s);
            if (s->come)
                loc[t->vars + s->come] = UNBORN; /* found with the parameter */
        }
    }
    arrive(t, entry + 1, &p, loc);
}

/* ---- records ---- */

static bool add(tracker *t, rg_place record)
{
    rg_object *out = t->out;
    rg_place *bigger = rg_grow(out->places, out->place_count, &t->capacity, sizeof *bigger);

    if (!bigger)
        return false;
    out->places = bigger;
    out->places[out->place_count++] = record;
    return true;
}

static rg_place placed(int32_t loc)
{
    if (loc >= FRAME && loc < OPEN)
        return (rg_place){.kind = RG_PLACE_IN_FRAME, .at = loc - FRAME + FRAME_MIN};
    if (loc >= 0 && loc < CALLERS)
        return (rg_place){.kind = RG_PLACE_IN_REGISTER, .reg = (uint8_t)loc};
    return (rg_place){.kind = RG_PLACE_NOWHERE};
}

/* By how much the variable is more than its register at a point. */
static int32_t plus_at(const tracker *t, size_t entry, size_t point)
{
    const size_t word = t->begin + (point < t->points - 1 ? point : point - 1);

    if (entry >= t->vars || !t->moved[entry])
        return 0;
    for (uint32_t at = t->g->buffer.lines[word].scope; at; at = t->g->scopes[at - 1].rest)
        if (number_of(t, &t->g->scopes[at - 1]) == entry)
            return t->g->scopes[at - 1].plus;
    return 0;
}

static bool record_run(tracker *t, size_t entry, size_t from, size_t to, int32_t loc)
{
    rg_place record = placed(loc);
    const bool variable = entry < t->vars, caller = !variable && entry < t->vars + CALLERS;

    record.begin = (uint32_t)(t->begin + from);
    record.end = (uint32_t)(t->begin + to);
    if (variable) {
        const ir_var *var = t->scope[entry]->var;
        record.what = RG_PLACE_VARIABLE;
        record.name = t->name(t->g, var);
        record.base = (uint8_t)ir_var_type(var);
        record.rank = (uint8_t)var->rank;
        if (record.kind == RG_PLACE_IN_REGISTER)
            record.at = plus_at(t, entry, from);
        if (t->scope[entry]->param)
            record.b = t->scope[entry]->come;
        return record.name == 0 || add(t, record);
    }
    record.what = caller ? RG_PLACE_CALLER : RG_PLACE_LINK;
    record.a = caller ? (uint8_t)(entry - t->vars) : 0;
    return (caller && loc == (int32_t)(entry - t->vars)) || add(t, record);
}

static bool record_entry(tracker *t, size_t entry)
{
    size_t from = 0;
    int32_t now = UNBORN, plus = 0;

    for (size_t i = 0; i <= t->points; i++) {
        const int32_t loc = i < t->points && t->at[i].reached ? loc_at(t, i)[entry] : UNBORN;
        const int32_t more = i < t->points ? plus_at(t, entry, i) : 0;
        if (i < t->points && loc == now && more == plus)
            continue;
        if (now != UNBORN && !record_run(t, entry, from, i, now))
            return false;
        from = i;
        now = loc;
        plus = more;
    }
    return true;
}

static rg_place frame_at(const tracker *t, size_t point)
{
    const place *p = &t->at[point];

    return (rg_place){.what = RG_PLACE_FRAME,
                      .kind = p->reached && (p->sp_known || p->fp_known) ? RG_PLACE_IN_REGISTER
                                                                         : RG_PLACE_NOWHERE,
                      .a = p->sp_known ? CG_SP : CG_FP,
                      .at = p->sp_known ? p->sp : p->fp};
}

static bool record_frames(tracker *t)
{
    for (size_t from = 0, i = 0; from < t->points; from = i) {
        rg_place record = frame_at(t, from);
        for (i = from; i < t->points; i++) {
            const rg_place next = frame_at(t, i);
            if (next.kind != record.kind || next.a != record.a || next.at != record.at)
                break;
        }
        record.begin = (uint32_t)(t->begin + from);
        record.end = (uint32_t)(t->begin + i);
        if (record.kind != RG_PLACE_NOWHERE && !add(t, record))
            return false;
    }
    return true;
}

static bool record_elements(tracker *t)
{
    for (size_t i = 0; i < t->points; i++)
        for (size_t k = 0; t->at[i].reached && k < MOST_OPEN; k++) {
            const opened *o = &t->at[i].open[k];
            const int32_t reg = t->at[i].element[k];
            if (!o->used || reg < 0 || reg >= CALLERS)
                continue;
            rg_place record = {.begin = (uint32_t)(t->begin + i),
                               .end = (uint32_t)(t->begin + i + 1),
                               .what = RG_PLACE_ELEMENT,
                               .kind = o->known ? RG_PLACE_IN_REGISTER : RG_PLACE_NOWHERE,
                               .a = o->in.a,
                               .b = o->in.immediate ? RG_PLACE_CONSTANT : o->in.b,
                               .reg = (uint8_t)reg,
                               .at = o->in.immediate ? o->in.imm : 0};
            if (!add(t, record))
                return false;
        }
    return true;
}

/* A landing is reached by a jump: what holds behind it holds in front of it. */
static void complete(tracker *t)
{
    for (size_t i = t->points - 1; i-- > 0;)
        if (!t->at[i].reached && t->at[i + 1].reached) {
            t->at[i] = t->at[i + 1];
            memcpy(loc_at(t, i), loc_at(t, i + 1), t->count * sizeof *t->loc);
        }
}

/* Variables of the source that no word of the routine holds. */
static bool record_absent(tracker *t, const ir_routine *r)
{
    for (size_t v = 0; v < r->var_count; v++) {
        const rg_place record = {.begin = (uint32_t)t->begin,
                                 .end = (uint32_t)(t->begin + t->points),
                                 .name = t->number[v] ? 0 : t->name(t->g, r->vars[v]),
                                 .base = (uint8_t)ir_var_type(r->vars[v]),
                                 .rank = (uint8_t)r->vars[v]->rank};
        if (record.name != 0 && !add(t, record))
            return false;
    }
    return true;
}

static bool find_all(tracker *t, const ir_routine *r)
{
    enter(t);
    while (t->queued > 0) {
        const size_t point = t->queue[--t->queued];
        t->waiting[point] = false;
        follow(t, point);
    }
    complete(t);
    bool good = record_frames(t) && record_elements(t);
    for (size_t i = 0; good && i < t->count; i++)
        good = record_entry(t, i);
    return good && record_absent(t, r);
}

/* Numbers for the variables that live at any word. */
static bool number_all(tracker *t, const ir_routine *r)
{
    uint32_t last = 0;

    t->number = calloc(r->var_count + 1, sizeof *t->number);
    t->scope = calloc(r->var_count + 1, sizeof *t->scope);
    t->alive = calloc(r->var_count + 1, sizeof *t->alive);
    t->moved = calloc(r->var_count + 1, sizeof *t->moved);
    if (!t->number || !t->scope || !t->alive || !t->moved)
        return false;
    for (size_t i = 0; i < t->points - 1; i++) {
        const uint32_t scope = t->g->buffer.lines[t->begin + i].scope;
        for (uint32_t at = scope == last ? 0 : scope; at; at = t->g->scopes[at - 1].rest) {
            const cg_scope *s = &t->g->scopes[at - 1];
            if (t->number[s->var->id] == 0) {
                t->scope[t->vars++] = s;
                t->number[s->var->id] = (uint32_t)t->vars;
            }
            const size_t entry = number_of(t, s);
            t->moved[entry] = t->moved[entry] || s->plus != 0;
        }
        last = scope;
    }
    return true;
}

static bool find_in(cg *g, rg_object *out, cg_name *name, const rg_routine *made,
                    const ir_routine *r, size_t *capacity)
{
    tracker t = {.g = g,
                 .out = out,
                 .name = name,
                 .routine = made,
                 .begin = made->begin,
                 .capacity = *capacity};

    t.points = made->end - made->begin + 1;
    bool good = number_all(&t, r);
    t.count = t.vars + CALLERS + 1;
    if (good && t.points * t.count < MOST_STATES) {
        t.at = calloc(t.points, sizeof *t.at);
        t.loc = calloc((t.points + 2) * t.count, sizeof *t.loc);
        t.queue = calloc(t.points, sizeof *t.queue);
        t.waiting = calloc(t.points, sizeof *t.waiting);
        good = t.at && t.loc && t.queue && t.waiting && find_all(&t, r);
    }
    free(t.number);
    free(t.scope);
    free(t.alive);
    free(t.moved);
    free(t.at);
    free(t.loc);
    free(t.queue);
    free(t.waiting);
    *capacity = t.capacity;
    return good;
}

bool cg_find_places(cg *g, rg_object *out, cg_name *name)
{
    size_t capacity = 0, k = 0;

    for (const ir_routine *r = g->module->routines; r; r = r->next, k++)
        if (!find_in(g, out, name, &out->routines[cg_called(g, r)->place], r, &capacity))
            return false;
    return true;
}
