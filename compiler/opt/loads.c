/* loads.c: an element that several statements of a list read, while none of them may change it, is
 * loaded once into an ancilla (redundant load elimination). So is one that a loop reads in every
 * iteration and leaves alone; it is loaded before the loop (loop-invariant code motion). The same
 * holds for integers that take several operations. An ancilla that is taken back and made again
 * alike stays, and one that is a copy of another one goes. */
#include "compiler/hidden.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/own_reads.h"
#include "compiler/opt/stream.h"

#include <string.h>

enum { CROWDED = 12, MOST_LOADS = 6, MOST_VALUES = 48, LONG = 5, OFTEN = 3, DIVISION = 20 };

/* An element or an integer, and who reads it: how often, where it is not all that is read. */
typedef struct {
    const ir_expr *e;
    ir_stmt *first, *last;
    unsigned uses;
    bool inbounds, is_index;
} value;

typedef struct {
    ir_module *m;
    ir_routine *r;
    value list[MOST_VALUES];
    size_t count;
    const ir_var *made[MOST_LOADS]; /* of the list at work */
    size_t made_count;
    const ir_stmt *row; /* an innermost loop of straight statements that is crowded; NULL: none */
    bool operands;      /* the machine takes elements as operands in memory */
} loads;

/* ---- who reads what ---- */

/* ALONE: it is all that an ancilla becomes. INDEX: it is in an index. */
typedef enum { ALONE, OPERAND, INDEX } reading;

static void note(loads *l, const ir_expr *e, ir_stmt *s, reading how)
{
    size_t i = 0;

    while (i < l->count && !opt_same_expr(l->list[i].e, e))
        i++;
    if (i == MOST_VALUES)
        return;
    if (i == l->count)
        l->list[l->count++] = (value){.e = e, .first = s, .inbounds = true};
    l->list[i].last = s;
    l->list[i].uses += how != ALONE;
    l->list[i].is_index = l->list[i].is_index || how == INDEX;
    l->list[i].inbounds = l->list[i].inbounds && e->inbounds;
}

static size_t weight(const ir_expr *e)
{
    if (!e)
        return 0;
    const size_t division =
        e->kind == IR_OP && rg_op_lookup(e->op)->class == RG_CLASS_DIV ? DIVISION : 0;
    return 1 + division + weight(e->left) + weight(e->right) + weight(e->third);
}

/* Operations on integers that are worth an ancilla. */
static bool is_long(const ir_expr *e)
{
    return e->kind == IR_OP && e->type == RG_TYPE_INT && weight(e) >= LONG;
}

/* What is read whatever the values are. */
static void in_expr(loads *l, const ir_expr *e, ir_stmt *s, reading how)
{
    if (!e || (e->kind != IR_OP && e->kind != IR_ELEM && e->kind != IR_AND && e->kind != IR_OR))
        return;
    if (e->kind == IR_ELEM || is_long(e))
        note(l, e, s, how);
    how = e->kind == IR_ELEM || how == INDEX ? INDEX : OPERAND;
    in_expr(l, e->left, s, how);
    if (e->kind != IR_AND && e->kind != IR_OR)
        in_expr(l, e->right, s, how);
}

static void in_statement(loads *l, ir_stmt *s)
{
    const bool ancilla = s->kind == IR_ALLOC || s->kind == IR_FREE;

    for (size_t i = 0; ir_expr_slot(s, i); i++)
        in_expr(l, *ir_expr_slot(s, i), s, ancilla ? ALONE : OPERAND);
    for (size_t i = 0; ir_place_slot(s, i); i++) {
        in_expr(l, ir_place_slot(s, i)->row, s, INDEX);
        in_expr(l, ir_place_slot(s, i)->column, s, INDEX);
    }
}

/* ---- who changes what ---- */

/* Statements that change their lvalues, or an ancilla, and nothing else. */
static bool is_straight(const ir_stmt *s)
{
    switch (s->kind) {
    case IR_UPDATE:
    case IR_SWAP:
    case IR_NEG:
    case IR_ROT:
    case IR_IROT:
    case IR_HADAMARD:
    case IR_IHADAMARD:
    case IR_MAC:
    case IR_IMAC:
    case IR_READ: return true;
    case IR_ALLOC:
    case IR_FREE: return s->var->rank == 0 && !s->erase;
    default: return false;
    }
}

static bool leaves(const ir_stmt *s, const ir_expr *e)
{
    if ((s->kind == IR_ALLOC || s->kind == IR_FREE) && opt_expr_use(e, s->var))
        return false;
    for (size_t i = 0; ir_place_slot(s, i); i++) {
        const ir_place *p = ir_place_slot(s, i);
        if (p->var && (p->row ? !opt_reads_apart(e, p) : opt_expr_use(e, p->var) != 0))
            return false;
    }
    return true;
}

/* ---- one load ---- */

/* An ancilla for the element, with the statements that make it and take it back. */
typedef struct {
    const ir_var *v;
    ir_stmt *make, *take;
} ancilla;

static bool new_ancilla(loads *l, const value *x, ancilla *a)
{
    ir_expr *e = opt_copy_node(l->m, x->e);

    a->v = ir_add_var(l->r, x->e->loc, RG_PART_NAME, x->e->type, 0);
    if (!e || !a->v) {
        l->m->out_of_memory = true;
        return false;
    }
    e->inbounds = x->inbounds;
    a->make = ir_alloc(l->m, e->loc, a->v, e);
    a->take = ir_free(l->m, e->loc, a->v, e);
    l->made[l->made_count++] = a->v;
    return a->make && a->take;
}

/* ---- within a list ---- */

static bool is_made(const loads *l, const ir_expr *e, const ir_stmt *s)
{
    for (size_t i = 0; i < l->made_count; i++)
        if ((s->kind == IR_ALLOC || s->kind == IR_FREE) && s->var == l->made[i])
            return opt_same_expr(s->expr, e);
    return false;
}

static bool stays(const value *x)
{
    for (const ir_stmt *s = x->first;; s = s->next) {
        if (!leaves(s, x->e))
            return false;
        if (s == x->last)
            return true;
    }
}

/* The variable, or it and a constant. */
static bool steps_with(const ir_expr *e, const ir_var *v)
{
    return opt_is_var(e, v)
           || (e->kind == IR_OP && (e->op == RG_OP_ADD || e->op == RG_OP_SUB)
               && opt_is_var(e->left, v) && e->right->kind == IR_CONST);
}

/* A pointer goes along with the loop, and no index is checked: then the element may be an operand
 * of each instruction that reads it, which takes no longer than a register, and needs none. */
static bool is_operand(const ir_stmt *row, const ir_expr *e)
{
    int64_t step;

    return row && e->kind == IR_ELEM && e->inbounds && ir_constant_step(row, &step) && step == 1
           && steps_with(e->left, row->var) && (!e->right || !opt_expr_use(e->right, row->var));
}

/* The instructions that an ancilla saves, about. */
static size_t saved_by(const loads *l, const value *x)
{
    if (!x->is_index && is_operand(l->row, x->e))
        return 0;
    const unsigned least = x->e->kind == IR_ELEM || weight(x->e) > DIVISION ? 2 : OFTEN;

    return x->uses >= least ? (x->uses - 1) * weight(x->e) : 0;
}

/* What saves most, or NULL. */
static const value *best_of(const loads *l)
{
    const value *best = NULL;
    size_t most = 0;

    for (size_t i = 0; i < l->count; i++) {
        const value *x = &l->list[i];
        const size_t saved = saved_by(l, x);
        if (saved > most && !is_made(l, x->e, x->first) && stays(x)) {
            best = x;
            most = saved;
        }
    }
    return best;
}

static bool load_once(loads *l, ir_stmt **begin, const ir_stmt *end)
{
    ancilla a;

    l->count = 0;
    for (ir_stmt *s = *begin; s != end; s = s->next)
        in_statement(l, s);
    const value *x = best_of(l);
    if (!x || !new_ancilla(l, x, &a))
        return false;
    ir_stmt **link = begin;
    while (*link != x->first)
        link = &(*link)->next;
    for (ir_stmt *s = x->first;; s = s->next) {
        opt_put_variable_in(l->m, s, x->e, a.v);
        if (s == x->last)
            break;
    }
    a.make->next = x->first;
    *link = a.make;
    a.take->next = x->last->next;
    x->last->next = a.take;
    return !l->m->out_of_memory;
}

/* ---- ancillas that are others ---- */

static void rename_ancilla(ir_module *m, ir_stmt *from, const ir_stmt *to, const ir_var *old,
                           const ir_var *new)
{
    ir_expr *what = ir_expr_var(m, from->loc, old);

    for (ir_stmt *s = from; s != to && what; s = s->next) {
        opt_put_variable_in(m, s, what, new);
        for (size_t i = 0; ir_place_slot(s, i); i++)
            if (ir_place_slot(s, i)->var == old)
                ir_place_slot(s, i)->var = new;
    }
}

static bool is_target(const ir_stmt *s, const ir_var *v)
{
    for (size_t i = 0; ir_place_slot(s, i); i++)
        if (ir_place_slot(s, i)->var == v)
            return true;
    return false;
}

/* Where the ancilla that s makes is taken back; NULL: not before `end`. */
static ir_stmt *end_of(const ir_stmt *s, const ir_stmt *end)
{
    for (ir_stmt *t = s->next; t != end; t = t->next)
        if ((t->kind == IR_FREE || t->kind == IR_ALLOC) && t->var == s->var)
            return t->kind == IR_FREE ? t : NULL;
    return NULL;
}

static void remove_from(ir_stmt **list, const ir_stmt *s)
{
    while (*list != s)
        list = &(*list)->next;
    *list = s->next;
}

/* Is it a copy of another ancilla, as long as it lives? */
static bool is_copy(const ir_stmt *s, const ir_stmt *end)
{
    const ir_expr *e = s->kind == IR_ALLOC ? s->expr : NULL;
    const ir_stmt *take = e && e->kind == IR_VAR && e->type == s->var->base ? end_of(s, end) : NULL;

    if (!take || !opt_same_expr(e, take->expr))
        return false;
    for (const ir_stmt *t = s->next; t != take; t = t->next)
        if (!leaves(t, e) || is_target(t, s->var))
            return false;
    return true;
}

static bool drop_copy(const loads *l, ir_stmt **begin, const ir_stmt *end)
{
    for (ir_stmt *s = *begin; s != end; s = s->next)
        if (is_copy(s, end)) {
            ir_stmt *take = end_of(s, end);
            rename_ancilla(l->m, s->next, take, s->var, s->expr->var);
            remove_from(begin, take);
            remove_from(begin, s);
            return true;
        }
    return false;
}

/* The statement behind `take` that makes again what it takes away, with nothing between that
 * changes that; NULL: none. */
static ir_stmt *made_again(const ir_stmt *take, const ir_stmt *end)
{
    for (ir_stmt *s = take->next; s != end; s = s->next) {
        if (s->kind == IR_ALLOC && s->expr && s->var->base == take->var->base
            && opt_same_expr(s->expr, take->expr))
            return s->var == take->var || end_of(s, end) ? s : NULL;
        if (!leaves(s, take->expr) || s->var == take->var)
            return NULL;
    }
    return NULL;
}

/* Does another life of the variable begin before the end? */
static bool lives_again(const ir_stmt *from, const ir_stmt *to, const ir_var *v)
{
    for (const ir_stmt *s = from; s != to; s = s->next)
        if (s->kind == IR_ALLOC && s->var == v)
            return true;
    return false;
}

static bool keep(const loads *l, ir_stmt **begin, const ir_stmt *end)
{
    for (ir_stmt *take = *begin; take != end; take = take->next) {
        ir_stmt *make = take->kind == IR_FREE && take->expr && take->expr->kind != IR_CONST
                            ? made_again(take, end)
                            : NULL;
        if (!make)
            continue;
        if (make->var != take->var) {
            ir_stmt *last = end_of(make, end);
            if (lives_again(make, last, take->var))
                continue;
            rename_ancilla(l->m, make->next, last->next, make->var, take->var);
            last->var = take->var;
        }
        remove_from(begin, make);
        remove_from(begin, take);
        return true;
    }
    return false;
}

/* ---- around a loop ---- */

static bool all_leave(const ir_stmt *list, const ir_expr *e)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (!leaves(s, e) || !all_leave(s->body, e) || !all_leave(s->other, e))
            return false;
    return true;
}

static bool is_invariant(const ir_stmt *loop, const value *x)
{
    return !opt_expr_use(x->e, loop->var) && all_leave(loop->body, x->e);
}

/* Statements, branches and blocks of them. */
static bool is_plain(const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        const bool holder = s->kind == IR_IF || s->kind == IR_ROUTINE || s->kind == IR_UNROUTINE;
        if (!(holder ? is_plain(s->body) && is_plain(s->other) : is_straight(s)))
            return false;
    }
    return true;
}

static void in_list(loads *l, ir_stmt *list);

/* Integers that some iteration may not reach may be made before the loop all the same, where they
 * cannot trap. */
static void in_arms(loads *l, ir_stmt *list)
{
    value all[MOST_VALUES];
    const size_t before = l->count;

    memcpy(all, l->list, sizeof all);
    in_list(l, list);
    size_t count = before;
    for (size_t i = 0; i < l->count; i++)
        if (i < before)
            l->list[i] = all[i];
        else if (opt_cannot_trap(l->list[i].e))
            l->list[count++] = l->list[i];
    l->count = count;
}

/* Integers of a condition are computed at both ends of the branch, and taken back there. */
static void in_condition(loads *l, const ir_expr *e, ir_stmt *s)
{
    if (!e || e->kind != IR_OP)
        return;
    if (e->type == RG_TYPE_INT && opt_cannot_trap(e))
        note(l, e, s, OPERAND);
    in_condition(l, e->left, s);
    in_condition(l, e->right, s);
}

/* What each iteration reads. */
static void in_list(loads *l, ir_stmt *list)
{
    for (ir_stmt *s = list; s; s = s->next) {
        in_statement(l, s);
        if (s->kind == IR_ROUTINE)
            in_list(l, s->body);
        if (s->kind == IR_IF) {
            in_condition(l, s->pre, s);
            in_arms(l, s->body);
            in_arms(l, s->other);
        }
    }
}

static void put_in_list(ir_module *m, ir_stmt *list, const ir_expr *e, const ir_var *v)
{
    for (ir_stmt *s = list; s; s = s->next) {
        opt_put_variable_in(m, s, e, v);
        put_in_list(m, s->body, e, v);
        put_in_list(m, s->other, e, v);
    }
}

static bool holds(const ir_expr *e, const ir_expr *part)
{
    return e
           && (opt_same_expr(e, part) || holds(e->left, part) || holds(e->right, part)
               || holds(e->third, part));
}

/* It may have gone with another value that it was a part of. */
static bool is_read(const ir_stmt *list, const ir_expr *e)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            if (holds(*ir_expr_slot(s, i), e))
                return true;
        for (size_t i = 0; ir_place_slot(s, i); i++)
            if (holds(ir_place_slot(s, i)->row, e) || holds(ir_place_slot(s, i)->column, e))
                return true;
        if (is_read(s->body, e) || is_read(s->other, e))
            return true;
    }
    return false;
}

static ir_expr *runs(ir_module *m, const ir_stmt *loop)
{
    int64_t step;
    const bool known = ir_constant_step(loop, &step), up = known && step > 0;

    return known ? ir_expr_op(m, loop->loc, RG_OP_LE, up ? loop->first : loop->last,
                              up ? loop->last : loop->first)
                 : NULL;
}

/* ---- registers for an innermost loop ---- */

/* What an iteration holds: a pointer for each element, and the scalars. */
typedef struct {
    const ir_expr *list[CROWDED];
    size_t count;
} holding;

static void hold(holding *h, const ir_stmt *row, const ir_expr *e)
{
    size_t i = 0;

    if (!e || h->count == CROWDED)
        return;
    while (i < h->count && !opt_same_expr(h->list[i], e))
        i++;
    if (i == h->count && ((e->kind == IR_VAR && e->var != row->var) || is_operand(row, e)))
        h->list[h->count++] = e;
    if (is_operand(row, e))
        return;
    hold(h, row, e->left);
    hold(h, row, e->right);
    hold(h, row, e->third);
}

static const ir_expr *element_of(ir_module *m, const ir_place *p)
{
    ir_expr *e = p->row ? ir_expr_elem(m, p->row->loc, p->var, p->row, p->column) : NULL;

    if (e)
        e->inbounds = p->inbounds;
    return e;
}

/* More than there are registers, about. */
static bool is_crowded(ir_module *m, const ir_stmt *row)
{
    holding h = {.count = 0};

    for (const ir_stmt *s = row->body; s; s = s->next) {
        if (!is_straight(s))
            return false;
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            hold(&h, row, *ir_expr_slot(s, i));
        for (size_t i = 0; ir_place_slot(s, i); i++)
            hold(&h, row, element_of(m, ir_place_slot(s, i)));
    }
    return h.count == CROWDED;
}

static void list_of(loads *l, ir_stmt **list);

static void body_of(loads *l, ir_stmt *s)
{
    const ir_stmt *around = l->row;

    l->row = l->operands && s->kind == IR_FOR && is_crowded(l->m, s) ? s : NULL;
    list_of(l, &s->body);
    l->row = around;
}

/* The loop with what it leaves alone loaded before it; NULL: there is nothing of that kind. */
static ir_stmt *around(loads *l, ir_stmt *loop)
{
    ir_stmt *before = NULL, *behind = NULL;

    l->made_count = l->count = 0;
    if (!is_plain(loop->body))
        return NULL;
    in_list(l, loop->body);
    for (size_t i = 0; i < l->count && l->made_count < MOST_LOADS; i++) {
        ancilla a;
        if (!is_invariant(loop, &l->list[i]) || !is_read(loop->body, l->list[i].e))
            continue;
        if (!new_ancilla(l, &l->list[i], &a))
            return NULL;
        put_in_list(l->m, loop->body, l->list[i].e, a.v);
        before = ir_append(before, a.make);
        a.take->next = behind;
        behind = a.take;
    }
    if (!before)
        return NULL;
    body_of(l, loop);
    ir_stmt *alone = opt_copy_alone(l->m, loop);
    ir_stmt *list = alone ? ir_append(ir_append(before, alone), behind) : NULL;
    return opt_constant_rounds(loop) > 0 || !list
               ? list
               : ir_if(l->m, loop->loc, runs(l->m, loop), NULL, list, NULL);
}

/* Bounds that the body leaves alone, and more than one iteration. */
static bool may_load_before(const ir_stmt *loop)
{
    int64_t step;
    opt_stream stream;
    const int64_t rounds = opt_constant_rounds(loop);

    return rounds != 0 && rounds != 1 && ir_constant_step(loop, &step) && step != 0
           && opt_cannot_trap(loop->first) && opt_cannot_trap(loop->last)
           && opt_stays(loop->body, loop, loop->first) && opt_stays(loop->body, loop, loop->last)
           && !opt_stream_of(loop, &stream) && !opt_indexed_stream_of(loop, &stream);
}

/* The straight statements from *link on; returns the link behind them. */
static ir_stmt **straight(loads *l, ir_stmt **link)
{
    const ir_stmt *end = *link;

    while (end && is_straight(end))
        end = end->next;
    l->made_count = 0;
    do
        while (*link != end && (drop_copy(l, link, end) || keep(l, link, end)))
            ;
    while (*link != end && l->made_count < MOST_LOADS && load_once(l, link, end));
    while (*link != end)
        link = &(*link)->next;
    return link;
}

static void list_of(loads *l, ir_stmt **list)
{
    opt_stream stream;

    for (ir_stmt **link = list; *link && !l->m->out_of_memory;) {
        ir_stmt *s = *link;
        if (is_straight(s)) {
            link = straight(l, link);
            continue;
        }
        if (s->brief || s->rare) {
            link = &s->next;
            continue;
        }
        ir_stmt *instead = s->kind == IR_FOR && may_load_before(s) ? around(l, s) : NULL;
        if (!instead && (s->kind != IR_FOR || !opt_nest_of(s, &stream)))
            body_of(l, s);
        list_of(l, &s->other);
        link = instead ? opt_put_list(link, instead, s->next) : &s->next;
    }
}

void opt_loads(const opt_site *at)
{
    loads l = {.m = at->m, .r = at->routine, .operands = !opt_off(at->off, OPT_OPERANDS)};

    list_of(&l, &at->routine->body);
}
