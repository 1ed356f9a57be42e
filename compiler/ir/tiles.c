/* tiles.c: a walk that proves that rows do not meet, followed through calls.
 *
 * Outside of a loop over rows nothing may depend on how many there are, and no parameter changes.
 * Inside, a row may do what it likes with its own words, and with variables that begin and end
 * there. It adds to sums, which nothing reads. The walk stops at the first statement that does
 * otherwise. */
#include "compiler/ir/tiles.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
    OUTSIDE, /* a variable from outside of the loop over rows, which a row may read */
    SHARED,  /* a parameter that may be read alone */
    ROW,     /* belongs to a row */
    SUM,
    INDEX,  /* the number of the row */
    COUNT,  /* the number of rows */
    BANKED, /* holds the accumulator of outside meanwhile */
    ALONG   /* ALONG + d: an array with a row at each index of dimension d */
} role_kind;

/* An extent of a parameter of the first routine, or with dim 0 the number that it is. parameter: 1
 * + its index; 0: no extent. */
typedef struct {
    size_t parameter;
    unsigned dim;
} extent;

/* A variable while the walk is in its routine. origin: 1 + the parameter of the first routine that
 * it stands for; 0: none. reach: the extent that it is, or that it counts up to. */
typedef struct {
    unsigned kind;
    size_t origin;
    extent reach;
} role;

/* A routine that was walked, or is being walked: with these roles nothing new is found in it. */
typedef struct seen {
    struct seen *next;
    const ir_routine *routine;
    bool in_row, banked;
    role *roles;
} seen;

typedef struct {
    ir_module *m;
    const ir_changes *changes;
    const ir_routine *entry;
    unsigned char *along;   /* of each parameter: the dimension of its rows; 0: no rows */
    unsigned char *changed; /* 1: by += and -=, 2: by xor */
    const ir_var *count;    /* a parameter that is the number of rows, or NULL */
    seen *walked;
    bool exploring; /* nothing is refused: which arrays have rows is to be found out */
    bool again;     /* another array was found to be taken in rows: from the start */
    bool found;     /* a loop over rows */
    size_t passed;  /* statements */
    ir_tile_reason *reason;
} walker;

/* Where the walk is. */
typedef struct {
    const ir_routine *routine;
    role *roles;
    bool in_row, banked;
} place_of_walk;

static bool walk_list(walker *w, const place_of_walk *at, const ir_stmt *list);

static bool refuse(walker *w, ir_loc loc, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(w->reason->text, sizeof w->reason->text, format, list);
    va_end(list);
    w->reason->loc = loc;
    return w->exploring;
}

static role *role_of(const place_of_walk *at, const ir_var *v) { return &at->roles[v->id]; }

static bool no_memory(walker *w)
{
    w->m->out_of_memory = true;
    return false;
}

/* An index without the check that it is within bounds. */
static const ir_expr *bare(const ir_expr *e)
{
    while (e && e->kind == IR_WITHIN)
        e = e->left;
    return e;
}

static bool is_index(const place_of_walk *at, const ir_expr *e)
{
    e = bare(e);
    return e && e->kind == IR_VAR && role_of(at, e->var)->kind == INDEX;
}

static bool is_count(const place_of_walk *at, const ir_expr *e)
{
    if (e->kind == IR_VAR)
        return role_of(at, e->var)->kind == COUNT;
    return e->kind == IR_DIM && role_of(at, e->var)->kind == ALONG + e->raw;
}

/* What a loop counts up to that ends here. */
static extent extent_of(const place_of_walk *at, const ir_expr *e)
{
    const role *of = e->kind == IR_VAR || e->kind == IR_DIM ? role_of(at, e->var) : NULL;
    if (!of)
        return (extent){0};
    if (e->kind == IR_DIM)
        return (extent){e->var->rank <= 2 ? of->origin : 0, (unsigned)e->raw};
    if (of->kind == SHARED && e->var->base == RG_TYPE_INT)
        return (extent){of->origin, 0};
    return of->reach;
}

static bool is_one(const ir_expr *e) { return e->kind == IR_CONST && e->raw == 1; }

static bool counted_from_one(walker *w, ir_loc loc)
{
    return refuse(w, loc,
                  "the number of the row is more than an index here, and in a tile it counts from "
                  "1: read it from an array of numbers");
}

static bool count_is_used(walker *w, ir_loc loc)
{
    return refuse(w, loc,
                  "the number of rows is used here, and a tile has fewer: give it as a parameter "
                  "of its own");
}

static bool walk_expr(walker *w, const place_of_walk *at, const ir_expr *e);

/* The array has a row at each index of this dimension, too: so much is found out on the way. */
static bool take_along(walker *w, const role *of, const ir_var *array, unsigned dim, ir_loc loc)
{
    if (of->origin == 0 || array->rank > 2)
        return counted_from_one(w, loc);
    unsigned char *along = &w->along[of->origin - 1];
    if (*along != 0 && *along != dim)
        return refuse(w, loc, "'%s' has the number of the row as two of its indices here",
                      array->name);
    *along = (unsigned char)dim;
    w->again = true;
    return false;
}

/* A loop that was not known to take rows does: what it counts up to is the number of rows. */
static bool take_extent(walker *w, extent reach)
{
    const ir_var *v = w->entry->vars[reach.parameter - 1];
    if (reach.dim == 0 ? w->count != NULL : w->along[reach.parameter - 1] != 0)
        return false;
    if (reach.dim == 0)
        w->count = v;
    else
        w->along[reach.parameter - 1] = (unsigned char)reach.dim;
    w->again = true;
    return true;
}

static bool outside_of_rows(walker *w, const place_of_walk *at, const ir_var *array,
                            const ir_expr *index, ir_loc loc)
{
    const ir_expr *e = bare(index);
    const extent reach = e->kind == IR_VAR ? role_of(at, e->var)->reach : (extent){0};
    if (reach.parameter > 0 && take_extent(w, reach))
        return false;
    return refuse(w, loc, "'%s' is used here outside of a loop over its rows", array->name);
}

/* An element, read or changed: whether its indices are in order. */
static bool walk_indices(walker *w, const place_of_walk *at, const ir_var *array,
                         const ir_expr *row, const ir_expr *column, ir_loc loc)
{
    const role *of = role_of(at, array);
    const ir_expr *index[] = {row, column};
    for (unsigned d = 1; d <= 2; d++) {
        const ir_expr *e = index[d - 1];
        if (!e)
            continue;
        if (of->kind == ALONG + d) {
            if (!at->in_row)
                return outside_of_rows(w, at, array, e, loc);
            if (!is_index(at, e))
                return refuse(w, loc, "'%s' is used here at another row than that of the loop",
                              array->name);
        } else if (is_index(at, e)) {
            return take_along(w, of, array, d, loc);
        } else if (!walk_expr(w, at, e)) {
            return false;
        }
    }
    return true;
}

static bool walk_expr(walker *w, const place_of_walk *at, const ir_expr *e)
{
    if (!e)
        return true;
    if (e->kind == IR_DIM)
        return !is_count(at, e) || count_is_used(w, e->loc);
    if (e->kind == IR_VAR || e->kind == IR_ELEM) {
        const role *of = role_of(at, e->var);
        if (of->kind == SUM)
            return refuse(w, e->loc,
                          "'%s' is a sum over rows, and is read here: read it in a routine of its "
                          "own, after the sum",
                          e->var->name);
        if (of->kind == INDEX)
            return counted_from_one(w, e->loc);
        if (of->kind == COUNT)
            return count_is_used(w, e->loc);
        if (of->kind == BANKED)
            return refuse(w, e->loc, "'%s' holds the accumulator here", e->var->name);
        return e->kind == IR_VAR || walk_indices(w, at, e->var, e->left, e->right, e->loc);
    }
    return walk_expr(w, at, e->left) && walk_expr(w, at, e->right) && walk_expr(w, at, e->third);
}

/* The word that a statement changes. mode: 1 where it adds, 2 by xor, 0 for any other change. */
static bool walk_target(walker *w, const place_of_walk *at, const ir_place *p, unsigned mode,
                        ir_loc loc)
{
    if (!p->var)
        return true;
    const role *of = role_of(at, p->var);
    const char *name = p->var->name;
    if (p->row && !walk_indices(w, at, p->var, p->row, p->column, loc))
        return false;
    switch (of->kind) {
    case OUTSIDE:
        return !at->in_row
               || refuse(w, loc,
                         "'%s' is from outside of the loop over rows, and changes in it: let rows "
                         "add to a parameter, and use the sum in a routine of its own",
                         name);
    case SHARED: return refuse(w, loc, "'%s' changes here, and every row reads it", name);
    case SUM:
        if (!at->in_row)
            return refuse(w, loc,
                          "'%s' changes here outside of the loop over rows, so each tile would do "
                          "it again: do it in a routine of its own",
                          name);
        w->changed[of->origin - 1] |= (unsigned char)mode;
        return (mode != 0 && w->changed[of->origin - 1] != 3)
               || refuse(w, loc,
                         "'%s' changes here otherwise than by += or -=, so it is no sum over rows",
                         name);
    case INDEX: return counted_from_one(w, loc);
    case COUNT: return count_is_used(w, loc);
    case BANKED: return refuse(w, loc, "'%s' holds the accumulator here", name);
    default: return true;
    }
}

/* A variable begins or ends. */
static bool walk_scope(walker *w, const place_of_walk *at, const ir_stmt *s)
{
    role *of = role_of(at, s->var);
    const ir_expr *e = s->expr;
    const bool begins = s->kind == IR_ALLOC || s->kind == IR_ALLOC_ARRAY;
    if (begins)
        *of =
            (role){.kind = at->in_row ? ROW : OUTSIDE, .reach = e ? extent_of(at, e) : (extent){0}};
    if (e && s->kind == IR_ALLOC && is_count(at, e))
        of->kind = COUNT;
    else if (e && s->kind == IR_ALLOC && is_index(at, e))
        of->kind = INDEX;
    if (e && ((of->kind == COUNT && is_count(at, e)) || (of->kind == INDEX && is_index(at, e))))
        return true;
    if (of->kind != (at->in_row ? ROW : OUTSIDE))
        return walk_target(w, at, &(ir_place){.var = s->var}, 0, s->loc);
    if (s->place.var) { /* it is a part of another array */
        const role *whole = role_of(at, s->place.var);
        if (whole->kind >= ALONG || whole->kind == SUM)
            return refuse(w, s->loc, "a part of '%s' has a name of its own here",
                          s->place.var->name);
        if (begins)
            *of = *whole;
        if (!walk_indices(w, at, s->place.var, s->place.row, s->place.column, s->loc))
            return false;
    }
    for (size_t i = 0; i < 9; i++)
        if (!walk_expr(w, at, *ir_expr_slot(s, i)))
            return false;
    return true;
}

static bool walk_row_loop(walker *w, const place_of_walk *at, const ir_stmt *s)
{
    int64_t step = 1;
    const bool known = ir_constant_step(s, &step),
               up = known && step == 1 && is_one(s->first) && is_count(at, s->last),
               down = known && step == -1 && is_one(s->last) && is_count(at, s->first);
    if (at->in_row)
        return refuse(w, s->loc, "this loop over rows stands in another, so rows meet");
    if (!up && !down)
        return refuse(w, s->loc,
                      "this loop does not take every row: let it run from 1 to the last, and leave "
                      "rows out with an `if`");
    w->found = true;
    *role_of(at, s->var) = (role){.kind = INDEX};
    const place_of_walk inside = {at->routine, at->roles, true, false};
    return walk_list(w, &inside, s->body);
}

static bool walk_loop(walker *w, const place_of_walk *at, const ir_stmt *s)
{
    if (is_count(at, s->first) || is_count(at, s->last))
        return walk_row_loop(w, at, s);
    const extent last = extent_of(at, s->last);
    *role_of(at, s->var) = (role){.kind = at->in_row ? ROW : OUTSIDE,
                                  .reach = last.parameter ? last : extent_of(at, s->first)};
    return walk_expr(w, at, s->first) && walk_expr(w, at, s->step) && walk_expr(w, at, s->last)
           && walk_list(w, at, s->body);
}

/* The role that an argument gives to the parameter. */
static bool walk_argument(walker *w, const place_of_walk *at, const ir_arg *a, role *out)
{
    *out = (role){.kind = at->in_row ? ROW : OUTSIDE};
    if (a->kind == IR_ARG_ARRAY) {
        *out = *role_of(at, a->array);
        return true;
    }
    if (a->kind == IR_ARG_EXPR) {
        if (is_index(at, a->expr))
            out->kind = INDEX;
        else if (is_count(at, a->expr))
            out->kind = COUNT;
        else if (a->expr->kind == IR_VAR)
            out->reach = extent_of(at, a->expr);
        return out->kind == INDEX || out->kind == COUNT || walk_expr(w, at, a->expr);
    }
    const role of = *role_of(at, a->place.var);
    if (a->place.row && !walk_indices(w, at, a->place.var, a->place.row, a->place.column, a->loc))
        return false;
    *out = of.kind >= ALONG ? (role){.kind = ROW} : of;
    if (a->place.row && of.kind != SUM) /* an element is not the parameter */
        out->origin = 0;
    return true;
}

static bool same_walk(const seen *s, const place_of_walk *at)
{
    bool same = s->routine == at->routine && s->in_row == at->in_row && s->banked == at->banked;
    for (size_t i = 0; same && i < at->routine->param_count; i++)
        same = s->roles[i].kind == at->roles[i].kind && s->roles[i].origin == at->roles[i].origin
               && s->roles[i].reach.parameter == at->roles[i].reach.parameter
               && s->roles[i].reach.dim == at->roles[i].reach.dim;
    return same;
}

/* The routine with the roles of its parameters; it may be under way already. */
static bool walk_routine(walker *w, const place_of_walk *at)
{
    for (const seen *s = w->walked; s; s = s->next)
        if (same_walk(s, at))
            return true;
    const size_t count = at->routine->param_count;
    seen *s = calloc(1, sizeof *s);
    if (!s || !(s->roles = malloc((count + 1) * sizeof *s->roles))) {
        free(s);
        return no_memory(w);
    }
    memcpy(s->roles, at->roles, count * sizeof *s->roles);
    s->routine = at->routine;
    s->in_row = at->in_row;
    s->banked = at->banked;
    s->next = w->walked;
    w->walked = s;
    return walk_list(w, at, at->routine->body);
}

static bool walk_call(walker *w, const place_of_walk *at, const ir_stmt *s)
{
    const ir_routine *callee = s->callee;
    role *roles = calloc(callee->var_count + 1, sizeof *roles);
    bool good = roles || no_memory(w);
    for (size_t i = 0; good && i < s->arg_count; i++)
        good = walk_argument(w, at, &s->args[i], &roles[i]);
    const place_of_walk inside = {callee, roles, at->in_row, at->banked};
    good = good && walk_routine(w, &inside);
    free(roles);
    return good;
}

static bool walk_undone(walker *w, const place_of_walk *at, const ir_stmt *s)
{
    bool found = false;
    return walk_list(w, at, ir_block_body(at->routine->body, s->routine_id, &found));
}

/* Sizes of two arrays that are both taken in rows may be compared. */
static bool walk_assertion(walker *w, const place_of_walk *at, const ir_stmt *s)
{
    const ir_expr *e = s->expr;
    if (e->kind == IR_OP && e->left && e->right && is_count(at, e->left) && is_count(at, e->right))
        return true;
    return walk_expr(w, at, e);
}

static bool walk_accumulator(walker *w, const place_of_walk *at, const ir_stmt *s)
{
    return !at->in_row || at->banked
           || refuse(w, s->loc,
                     "rows meet in the accumulator here, which rounds once for all of them: add "
                     "each row with +=");
}

/* Everything that has no words of its own to care for. */
static bool walk_plain(walker *w, const place_of_walk *at, const ir_stmt *s)
{
    unsigned mode = 0;
    if (s->kind == IR_UPDATE || s->kind == IR_READ)
        mode = s->mode == RG_MODE_XOR ? 2 : 1;
    for (size_t i = 0; i < 9; i++)
        if (!walk_expr(w, at, *ir_expr_slot(s, i)))
            return false;
    if (s->var && !walk_target(w, at, &(ir_place){.var = s->var}, 0, s->loc))
        return false;
    return walk_target(w, at, &s->place, mode, s->loc) && walk_target(w, at, &s->place2, 0, s->loc)
           && walk_list(w, at, s->body) && walk_list(w, at, s->other);
}

static bool walk_statement(walker *w, const place_of_walk *at, const ir_stmt *s)
{
    w->passed++;
    switch (s->kind) {
    case IR_FOR: return walk_loop(w, at, s);
    case IR_CALL: return walk_call(w, at, s);
    case IR_UNROUTINE: return walk_undone(w, at, s);
    case IR_ASSERT: return walk_assertion(w, at, s);
    case IR_ALLOC:
    case IR_FREE:
    case IR_ALLOC_ARRAY:
    case IR_FREE_ARRAY: return walk_scope(w, at, s);
    case IR_PRINT:
        return refuse(w, s->loc, "something is printed here, which each tile would do anew");
    case IR_MAC:
    case IR_IMAC:
    case IR_READ:
    case IR_MULDIV:
    case IR_IMULDIV: return walk_accumulator(w, at, s) && walk_plain(w, at, s);
    default: return walk_plain(w, at, s);
    }
}

/* A row puts the accumulator aside in two variables of its own, and takes it back from them. What
 * stands between has one of its own. */
static bool walk_bank(walker *w, place_of_walk *at, const ir_stmt *s, const ir_stmt **open)
{
    const ir_place *low = &s->place, *high = &s->place2;
    if (*open) {
        if ((*open)->place.var != low->var || (*open)->place2.var != high->var)
            return refuse(w, s->loc, "the accumulator of another variable is exchanged here");
        role_of(at, low->var)->kind = role_of(at, high->var)->kind = ROW;
        *open = NULL;
        return true;
    }
    if (low->row || high->row || low->var == high->var || role_of(at, low->var)->kind != ROW
        || role_of(at, high->var)->kind != ROW)
        return refuse(w, s->loc, "rows meet in the accumulator here");
    role_of(at, low->var)->kind = role_of(at, high->var)->kind = BANKED;
    *open = s;
    return true;
}

static bool walk_list(walker *w, const place_of_walk *at, const ir_stmt *list)
{
    place_of_walk here = *at;
    const ir_stmt *open = NULL;
    for (const ir_stmt *s = list; s; s = s->next) {
        const bool bank = s->kind == IR_BANK && here.in_row;
        if (bank ? !walk_bank(w, &here, s, &open) : !walk_statement(w, &here, s))
            return false;
        here.banked = open ? true : at->banked;
    }
    return !open || refuse(w, open->loc, "the accumulator is not taken back in the same block");
}

/* The roles that the parameters of the first routine begin with. */
static bool walk_entry(walker *w)
{
    const ir_routine *r = w->entry;
    role *roles = calloc(r->var_count + 1, sizeof *roles);
    if (!roles)
        return no_memory(w);
    for (size_t i = 0; i < r->param_count; i++) {
        const bool changes = ir_changes_param(w->changes, r, i);
        roles[i] = (role){.kind = w->along[i]              ? (unsigned)ALONG + w->along[i]
                                  : r->vars[i] == w->count ? COUNT
                                  : changes                ? SUM
                                                           : SHARED,
                          .origin = i + 1};
    }
    const place_of_walk at = {r, roles, false, false};
    const bool good = walk_routine(w, &at);
    free(roles);
    return good;
}

static void forget(walker *w)
{
    while (w->walked) {
        seen *next = w->walked->next;
        free(w->walked->roles);
        free(w->walked);
        w->walked = next;
    }
}

/* Whether two parameters are fields of one array of compounds, which have one shape. */
static bool are_parts(const ir_var *a, const ir_var *b)
{
    const size_t length = rg_array_of_part(a->name, a->levels, a->rank);
    return length > 0 && length == rg_array_of_part(b->name, b->levels, b->rank)
           && strncmp(a->name, b->name, length) == 0;
}

/* The fields of an array come together, also those that the loop does not use. */
static void take_parts(walker *w)
{
    const ir_routine *r = w->entry;
    for (size_t i = 0; i < r->param_count; i++)
        for (size_t k = 0; w->along[i] && k < r->param_count; k++)
            if (!w->along[k] && are_parts(r->vars[i], r->vars[k])) {
                w->along[k] = w->along[i];
                w->again = true;
            }
}

/* With rows along dimension dim of the array. Every other array that has rows, and a parameter that
 * counts them, is found on the way, at most one each time. */
static bool try_rows(walker *w, size_t array, unsigned dim)
{
    bool good = false;
    memset(w->along, 0, w->entry->param_count);
    w->along[array] = (unsigned char)dim;
    w->count = NULL;
    w->exploring = true;
    do {
        w->again = false;
        good = walk_entry(w);
        forget(w);
        take_parts(w);
    } while (w->again && !w->m->out_of_memory);
    w->exploring = w->found = false;
    w->passed = 0;
    memset(w->changed, 0, w->entry->param_count);
    good = good && walk_entry(w);
    forget(w);
    if (good && !w->found)
        return refuse(w, w->entry->loc, "no loop runs over its rows, as `for i = 1:%s(%s%s)` does",
                      w->entry->vars[array]->rank == 1 ? "length" : "size",
                      w->entry->vars[array]->name,
                      w->entry->vars[array]->rank == 1 ? ""
                      : dim == 1                       ? ", 1"
                                                       : ", 2");
    return good;
}

static void write_roles(const walker *w, char *roles)
{
    const ir_routine *r = w->entry;
    for (size_t i = 0; i < r->param_count; i++)
        roles[i] = (char)(w->along[i]                          ? '0' + w->along[i]
                          : r->vars[i] == w->count             ? IR_TILE_COUNT
                          : ir_changes_param(w->changes, r, i) ? IR_TILE_SUM
                                                               : IR_TILE_SHARED);
    roles[r->param_count] = '\0';
}

/* The reason given is that of the try that came farthest. */
static bool try_all(walker *w, size_t array, ir_tile_reason *best)
{
    const ir_routine *r = w->entry;
    size_t farthest = 0;
    for (unsigned dim = r->vars[array]->rank; dim >= 1; dim--) {
        if (try_rows(w, array, dim))
            return true;
        if (w->passed > farthest || farthest == 0)
            *best = *w->reason;
        farthest = w->passed > farthest ? w->passed : farthest;
    }
    return false;
}

bool ir_find_tiles(ir_module *m, const ir_changes *changes, const ir_routine *r, size_t array,
                   char *roles, ir_tile_reason *reason)
{
    ir_tile_reason last = {0};
    walker w = {.m = m, .changes = changes, .entry = r, .reason = &last};
    if (r->vars[array]->rank > 2) {
        w.reason = reason;
        return refuse(&w, r->loc, "arrays of three and more dimensions are not taken in rows");
    }
    w.along = calloc(2 * r->param_count + 1, 1);
    if (!w.along)
        return no_memory(&w);
    w.changed = w.along + r->param_count;
    const bool good = try_all(&w, array, reason);
    if (good)
        write_roles(&w, roles);
    free(w.along);
    return good;
}
