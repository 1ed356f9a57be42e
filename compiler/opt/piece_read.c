/* piece_read.c: loops, conditions and sums are read as pieces. */
#include <string.h>

#include "compiler/opt/opt_internal.h"
#include "compiler/opt/pieces.h"
#include "compiler/opt/stream.h"

enum { MOST_COPIES = 4, MOST_SIDES = 4 };

/* What holds where a statement stands. */
typedef struct {
    size_t guard_count, copy_count;
    opt_atom guard[OPT_GUARDS];
    bool varies[AFFINE_VARS];
    struct {
        const ir_var *var;
        const ir_expr *of; /* as it is written */
        ir_expr *value;    /* without other copies */
    } copy[MOST_COPIES];   /* scalars that hold this here */
    opt_iterations it;     /* last, as its domain is seldom full */
} where;

static void copy_where(where *to, const where *from)
{
    memcpy(to, from, offsetof(where, it));
    opt_copy_iterations(&to->it, &from->it);
}

static bool read_list(opt_pieces *p, where *at, const ir_stmt *list);

/* ---- sums ---- */

/* e with what the copies that it reads were made of; NULL when memory is short. */
static ir_expr *without_copies(const opt_pieces *p, const where *at, ir_expr *e)
{
    for (size_t i = 0; e && i < at->copy_count; i++)
        if (opt_expr_use(e, at->copy[i].var))
            e = opt_put_one(p->m, e, at->copy[i].var, at->copy[i].value);
    return e;
}

/* A sum or product whose sides may be exchanged. */
static bool is_symmetric(const ir_expr *e)
{
    return e->kind == IR_OP
           && (e->op == RG_OP_FMUL || (e->op == RG_OP_ADD && e->type == RG_TYPE_FIXED));
}

/* With elements as sides of products in the order of their arrays, so that what was spelled in
 * different orders is one sum. */
static ir_expr *in_one_order(const opt_pieces *p, ir_expr *e)
{
    if (!e || !is_symmetric(e) || e->left->kind != IR_ELEM || e->right->kind != IR_ELEM
        || e->left->var->id <= e->right->var->id)
        return e;
    ir_expr *turned = opt_copy_node(p->m, e);
    if (turned) {
        turned->left = e->right;
        turned->right = e->left;
    }
    return turned;
}

static ir_stmt *sum_without_copies(const opt_pieces *p, const where *at, const ir_stmt *s)
{
    ir_stmt *u = opt_copy_alone(p->m, s);

    if (!u)
        return NULL;
    u->place.row = without_copies(p, at, s->place.row);
    u->place.column = without_copies(p, at, s->place.column);
    u->expr = in_one_order(p, without_copies(p, at, s->expr));
    return u->expr && !u->place.row == !s->place.row && !u->place.column == !s->place.column ? u
                                                                                             : NULL;
}

static bool is_box(const where *at)
{
    for (size_t r = 0; r < at->it.domain.count; r++) {
        const affine_row *row = &at->it.domain.row[r];
        size_t varying = 0;
        for (size_t u = 0; u < at->it.count; u++)
            varying += at->varies[u] && row->k[u] != 0;
        if (!row->equal && varying > 1)
            return false;
    }
    return true;
}

static bool read_sum(opt_pieces *p, const where *at, const ir_stmt *s)
{
    if (!opt_is_sum(s) || at->it.domain.unknown || s->place.var->narrow
        || (s->place.var->base != RG_TYPE_FIXED && s->place.var->base != RG_TYPE_INT))
        return false;
    if (affine_is_empty(&at->it.domain))
        return true;
    if (p->count == OPT_PIECES)
        return false;
    opt_piece *piece = &p->piece[p->count];
    memset(piece, 0, offsetof(opt_piece, it));
    piece->update = sum_without_copies(p, at, s);
    piece->guard_count = at->guard_count;
    if (!piece->update)
        return false;
    opt_copy_iterations(&piece->it, &at->it);
    for (size_t i = 0; i < at->guard_count; i++)
        piece->guard[i] = at->guard[i];
    for (size_t i = 0; i < AFFINE_VARS; i++)
        piece->varies[i] = at->varies[i];
    piece->box = is_box(at);
    p->count++;
    return true;
}

/* ---- loops ---- */

/* v = first + step t, t >= 0, for a new unknown t */
static bool add_stride(opt_pieces *p, where *at, const ir_stmt *loop, const opt_affine *first,
                       size_t v, int64_t step)
{
    opt_iterations *it = &at->it;
    const size_t t = it->count;
    const ir_var *counted = ir_add_var(p->r, loop->loc, loop->var->name, RG_TYPE_INT, 0);
    ir_expr *term = counted ? ir_expr_var(p->m, loop->loc, counted) : NULL;
    affine_row row = {.equal = true}, positive = {0};
    int64_t most;

    if (t == AFFINE_VARS || !term)
        return false;
    if (__builtin_sub_overflow(it->unknown[v].high, it->unknown[v].low, &most))
        most = INT64_MAX;
    it->unknown[it->count++] = (opt_unknown){term, loop, 0, most / (step < 0 ? -step : step)};
    at->varies[t] = true;
    row.k[v] = -1;
    row.k[t] = step;
    positive.k[t] = 1;
    if (!affine_add_row(&row, &first->row, 1))
        return false;
    affine_restrict(&it->domain, &row);
    affine_restrict(&it->domain, &positive);
    return true;
}

/* v >= e (sign 1) or v <= e (sign -1) for each e of a maximum or minimum. */
static bool add_bounds(opt_iterations *it, size_t v, const ir_expr *e, int64_t sign)
{
    opt_affine form;
    affine_row row = {0};

    if (e->kind == IR_OP && e->op == (sign > 0 ? RG_OP_MAX : RG_OP_MIN))
        return add_bounds(it, v, e->left, sign) && add_bounds(it, v, e->right, sign);
    row.k[v] = sign;
    if (!opt_affine_of(it, e, &form) || !affine_add_row(&row, &form.row, -sign))
        return false;
    affine_restrict(&it->domain, &row);
    return true;
}

/* One of the sides of a maximum or minimum. */
static ir_expr *a_side(ir_expr *e, unsigned op)
{
    while (e->kind == IR_OP && e->op == op)
        e = e->left;
    return e;
}

/* A loop with one bound on each side: its unknown is that of the loop. */
static bool enter(opt_pieces *p, where *at, const ir_stmt *loop, int64_t step)
{
    const unsigned of_first = step > 0 ? RG_OP_MAX : RG_OP_MIN,
                   of_last = step > 0 ? RG_OP_MIN : RG_OP_MAX;
    ir_stmt *simple = opt_copy_alone(p->m, loop);
    opt_affine first, last;

    if (!simple)
        return false;
    simple->first = a_side(loop->first, of_first);
    simple->last = a_side(loop->last, of_last);
    if (!opt_affine_of(&at->it, simple->first, &first)
        || !opt_affine_of(&at->it, simple->last, &last))
        return false;
    const size_t v = at->it.count;
    opt_enter_loop(&at->it, simple);
    if (at->it.count != v + 1 || !add_bounds(&at->it, v, loop->first, step > 0 ? 1 : -1)
        || !add_bounds(&at->it, v, loop->last, step > 0 ? -1 : 1))
        return false;
    at->varies[v] = true;
    return step == 1 || step == -1
           || (simple->first == loop->first && add_stride(p, at, loop, &first, v, step));
}

/* A loop in strides from the largest (smallest) of several values: as one for each of them, where
 * that one is the largest. */
typedef struct {
    size_t count;
    ir_expr *side[MOST_SIDES];
} sides;

static bool find_sides(ir_expr *e, unsigned op, sides *found)
{
    if (e->kind == IR_OP && e->op == op)
        return find_sides(e->left, op, found) && find_sides(e->right, op, found);
    if (found->count == MOST_SIDES)
        return false;
    found->side[found->count++] = e;
    return true;
}

/* Only where side i is beyond the others, and is the first one of those that are equal. */
static bool where_beyond(where *at, const sides *s, size_t i, int64_t sign)
{
    opt_affine form, other;

    if (!opt_affine_of(&at->it, s->side[i], &form))
        return false;
    for (size_t k = 0; k < s->count; k++) {
        affine_row row = {.k = {[AFFINE_VARS] = k < i ? -1 : 0}};
        if (k == i)
            continue;
        if (!opt_affine_of(&at->it, s->side[k], &other) || !affine_add_row(&row, &form.row, sign)
            || !affine_add_row(&row, &other.row, -sign))
            return false;
        affine_restrict(&at->it.domain, &row);
    }
    return true;
}

static bool read_from_each(opt_pieces *p, const where *at, const ir_stmt *loop, int64_t step,
                           const sides *s)
{
    for (size_t i = 0; i < s->count; i++) {
        where inside;
        copy_where(&inside, at);
        ir_stmt *one = opt_copy_alone(p->m, loop);
        if (!one || !where_beyond(&inside, s, i, step > 0 ? 1 : -1))
            return false;
        one->first = s->side[i];
        if (!enter(p, &inside, one, step) || !read_list(p, &inside, loop->body))
            return false;
    }
    return true;
}

static bool read_loop(opt_pieces *p, const where *at, const ir_stmt *loop)
{
    where inside;
    sides first = {0};
    int64_t step;

    copy_where(&inside, at);
    if (!ir_constant_step(loop, &step) || step == 0 || step > 1024 || step < -1024
        || !find_sides(loop->first, step > 0 ? RG_OP_MAX : RG_OP_MIN, &first))
        return false;
    if (step != 1 && step != -1 && first.count > 1)
        return read_from_each(p, at, loop, step, &first);
    return enter(p, &inside, loop, step) && read_list(p, &inside, loop->body);
}

/* ---- conditions ---- */

static bool read_under(opt_pieces *p, const where *at, const opt_atoms *all, size_t next,
                       const ir_stmt *body);

static bool read_with(opt_pieces *p, const where *at, const affine_row *row, const opt_atoms *all,
                      size_t next, const ir_stmt *body)
{
    where inside;

    copy_where(&inside, at);
    affine_restrict(&inside.it.domain, row);
    return read_under(p, &inside, all, next, body);
}

/* x != y is x < y or x > y. */
static bool read_different(opt_pieces *p, const where *at, const affine_row *row,
                           const opt_atoms *all, size_t next, const ir_stmt *body)
{
    affine_row above = *row, below = {0};

    above.equal = false;
    above.k[AFFINE_VARS] -= 1;
    below.k[AFFINE_VARS] = -1;
    return affine_add_row(&below, row, -1) && read_with(p, at, &above, all, next, body)
           && read_with(p, at, &below, all, next, body);
}

/* rem(e, g) == v where e varies: e = g q + v for a new unknown q. False where that is not known. */
static bool add_remainder(opt_pieces *p, where *at, const ir_expr *e)
{
    opt_iterations *it = &at->it;
    const ir_expr *rem = e->left;
    opt_affine form;

    if (e->kind != IR_OP || e->op != RG_OP_EQ || rem->kind != IR_OP
        || (rem->op != RG_OP_REM && rem->op != RG_OP_MOD) || rem->right->kind != IR_CONST
        || rem->right->raw < 2 || rem->right->raw > 1024 || e->right->kind != IR_CONST
        || e->right->raw < 0 || e->right->raw >= rem->right->raw
        || !opt_affine_of(it, rem->left, &form) || it->count == AFFINE_VARS
        || (e->right->raw > 0 && rem->op == RG_OP_REM && !affine_implies(&it->domain, &form.row)))
        return false;
    const size_t q = it->count;
    char *name = ir_arena_text(p->m, "q");
    const ir_var *counted = name ? ir_add_var(p->r, e->loc, name, RG_TYPE_INT, 0) : NULL;
    ir_expr *term = counted ? ir_expr_var(p->m, e->loc, counted) : NULL;
    if (!term)
        return false;
    it->unknown[it->count++] = (opt_unknown){
        term, p->region->region, form.low / rem->right->raw - 1, form.high / rem->right->raw + 1};
    at->varies[q] = true;
    form.row.equal = true;
    form.row.k[q] = -rem->right->raw;
    form.row.k[AFFINE_VARS] -= e->right->raw;
    affine_restrict(&it->domain, &form.row);
    return true;
}

/* A condition that is no row: it must be the same whenever it is asked. */
static bool read_guarded(opt_pieces *p, const where *at, const opt_atoms *all, size_t next,
                         const ir_stmt *body)
{
    const opt_atom *one = &all->list[next - 1];
    where inside;

    copy_where(&inside, at);
    if (!opt_is_harmless(one->e) || !opt_stays(p->region->root, p->region->region, one->e)
        || at->guard_count == OPT_GUARDS)
        return false;
    inside.guard[inside.guard_count++] = *one;
    return read_under(p, &inside, all, next, body);
}

/* The body where all conditions from the next one on hold. */
static bool read_under(opt_pieces *p, const where *at, const opt_atoms *all, size_t next,
                       const ir_stmt *body)
{
    where inside;
    affine_row row;

    copy_where(&inside, at);
    if (next == all->count)
        return read_list(p, &inside, body);
    const opt_atom *one = &all->list[next];
    if (one->e->kind == IR_CONST)
        return (one->e->raw != 0) == one->negated || read_under(p, &inside, all, next + 1, body);
    if (one->negated || !opt_row_of(&inside.it, one->e, &row))
        return !one->negated && add_remainder(p, &inside, one->e)
                   ? read_under(p, &inside, all, next + 1, body)
                   : read_guarded(p, &inside, all, next + 1, body);
    if (one->e->op == RG_OP_NE)
        return read_different(p, &inside, &row, all, next + 1, body);
    return read_with(p, &inside, &row, all, next + 1, body);
}

/* Where some condition does not hold: those before it do. */
static bool read_other(opt_pieces *p, const where *at, const opt_atoms *all, const ir_stmt *body)
{
    for (size_t i = 0; i < all->count; i++) {
        opt_atoms until = *all;
        opt_atoms no = {0};
        until.count = i + 1;
        if (!opt_take_apart(p->m, all->list[i].e, !all->list[i].negated, &no) || no.count != 1)
            return false;
        until.list[i] = no.list[0];
        if (!read_under(p, at, &until, 0, body))
            return false;
    }
    return true;
}

static bool read_branch(opt_pieces *p, const where *at, const ir_stmt *s)
{
    opt_atoms all = {0};

    return opt_one_condition(s) && opt_take_sides_apart(p->m, s->pre, &all)
           && read_under(p, at, &all, 0, s->body)
           && (!s->other || read_other(p, at, &all, s->other));
}

/* ---- scalars whose value is known ---- */

/* With max(e, 0) where e is never negative here, or else that is promised. */
static bool value_of(opt_iterations *it, const ir_expr *e, opt_affine *value)
{
    if (e->kind == IR_OP && e->op == RG_OP_MAX && opt_is_const(e->right, 0)
        && opt_affine_of(it, e->left, value))
        return opt_promise(it, &value->row);
    return opt_affine_of(it, e, value);
}

static bool is_known(const opt_iterations *it, const ir_var *v, size_t *at)
{
    for (*at = 0; *at < it->known_count && it->known[*at].var != v; ++*at) {
    }
    return *at < it->known_count;
}

static bool begin_known(opt_iterations *it, const ir_stmt *s)
{
    opt_affine value = {{{0}, false}, 0, 0};

    if (s->var->rank != 0 || s->var->base != RG_TYPE_INT || it->known_count == OPT_KNOWN
        || (s->expr && !value_of(it, s->expr, &value)))
        return false;
    it->known[it->known_count].var = s->var;
    it->known[it->known_count++].value = value;
    return true;
}

/* The sum must not wrap. */
static bool change_known(opt_iterations *it, const ir_stmt *s, size_t i)
{
    const int64_t sign = s->mode == RG_MODE_ADD ? 1 : -1, limit = ir_largest(it->region->m);
    opt_affine by, *now = &it->known[i].value;

    if (!opt_is_sum(s) || !value_of(it, s->expr, &by) || !affine_add_row(&now->row, &by.row, sign))
        return false;
    if (!__builtin_add_overflow(now->low, sign > 0 ? by.low : -by.high, &now->low)
        && !__builtin_add_overflow(now->high, sign > 0 ? by.high : -by.low, &now->high)
        && now->low >= -limit && now->high <= limit && by.low >= -limit)
        return true;
    it->region->wraps = it->region->wraps || !it->region->small;
    return false;
}

/* Does the same value come back for certain? */
static bool end_known(opt_iterations *it, const ir_stmt *s, size_t i)
{
    opt_affine value = {{{0}, false}, 0, 0};

    if (s->erase || (s->expr && !value_of(it, s->expr, &value)))
        return false;
    affine_row difference = value.row;
    if (!affine_add_row(&difference, &it->known[i].value.row, -1))
        return false;
    difference.equal = true;
    it->known[i] = it->known[--it->known_count];
    return affine_implies(&it->domain, &difference);
}

/* ---- scalars that are copies ---- */

static bool reads(const ir_stmt *u, const ir_var *v)
{
    return opt_expr_use(u->expr, v) || opt_expr_use(u->place.row, v)
           || opt_expr_use(u->place.column, v);
}

static bool is_copy(const where *at, const ir_var *v, size_t *i)
{
    for (*i = 0; *i < at->copy_count && at->copy[*i].var != v; ++*i) {
    }
    return *i < at->copy_count;
}

/* Elements, and indices: any other value is computed once. Nothing changes the element while the
 * copy is there, because some sum reads it (see commute). */
static bool begin_copy(opt_pieces *p, where *at, const ir_stmt *s)
{
    if (s->var->rank != 0 || !s->expr || at->copy_count == MOST_COPIES
        || !(s->expr->kind == IR_ELEM
             || (s->expr->type == RG_TYPE_INT && opt_cannot_trap(s->expr)
                 && !opt_reads_elements(s->expr, NULL))))
        return false;
    ir_expr *value = without_copies(p, at, s->expr);
    p->copies = true;
    at->copy[at->copy_count].var = s->var;
    at->copy[at->copy_count].of = s->expr;
    at->copy[at->copy_count++].value = value;
    return value != NULL;
}

static bool has_product(const ir_expr *e)
{
    return e
           && ((e->kind == IR_OP && e->op == RG_OP_MUL && e->left->kind != IR_CONST
                && e->right->kind != IR_CONST)
               || has_product(e->left) || has_product(e->right));
}

/* Is it part of an index of a matrix kept in a vector, as it stands? Read as a copy, the product of
 * column and width stays to be seen (piece_flat.c); as a known value it would be one parameter. */
static bool is_flat_part(const opt_pieces *p, const ir_stmt *s)
{
    if (!has_product(s->expr))
        return false;
    for (const ir_stmt *t = s->next; t; t = t->next) {
        if (t->kind == IR_FREE && t->var == s->var)
            return opt_same_expr(t->expr, s->expr);
        if (opt_stmt_use(p->region->root, t, s->var) & OPT_WRITE)
            return false;
    }
    return false;
}

static bool end_copy(const opt_pieces *p, where *at, const ir_stmt *s, size_t i)
{
    bool read = at->copy[i].of->kind != IR_ELEM;

    for (size_t k = 0; k < p->count && !read; k++)
        read = reads(p->piece[k].update, at->copy[i].of->var);
    for (size_t k = 0; k < at->copy_count; k++)
        if (opt_expr_use(at->copy[k].of, s->var))
            return false;
    if (s->erase || !s->expr || !read || !opt_same_expr(s->expr, at->copy[i].of))
        return false;
    at->copy[i] = at->copy[--at->copy_count];
    return true;
}

/* ---- statements ---- */

/* known, copies: how many scalars were known, and were copies, before the list; only its own ones
 * may change in it. */
static bool read_statement(opt_pieces *p, where *at, const ir_stmt *s, size_t known, size_t copies)
{
    const ir_var *v = s->kind == IR_UPDATE ? s->place.var : s->var;
    size_t i, copy;

    switch (s->kind) {
    case IR_FOR: return read_loop(p, at, s);
    case IR_IF: return read_branch(p, at, s);
    case IR_BLOCK: return read_list(p, at, s->body);
    case IR_ALLOC:
        return !is_known(&at->it, v, &i) && !is_copy(at, v, &copy)
               && ((!is_flat_part(p, s) && begin_known(&at->it, s)) || begin_copy(p, at, s));
    case IR_FREE:
        return is_copy(at, v, &copy)
                   ? copy >= copies && end_copy(p, at, s, copy)
                   : is_known(&at->it, v, &i) && i >= known && end_known(&at->it, s, i);
    case IR_UPDATE:
        return is_copy(at, v, &copy) ? false
               : !is_known(&at->it, v, &i)
                   ? read_sum(p, at, s)
                   : i >= known && at->copy_count == copies && change_known(&at->it, s, i);
    default: return false;
    }
}

static bool read_list(opt_pieces *p, where *at, const ir_stmt *list)
{
    const size_t known = at->it.known_count, copies = at->copy_count;

    for (const ir_stmt *s = list; s; s = s->next)
        if (!read_statement(p, at, s, known, copies))
            return false;
    return at->it.known_count == known && at->copy_count == copies;
}

/* ---- does the order matter? ---- */

static bool commute(const opt_pieces *p)
{
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->count; k++)
            if (reads(p->piece[i].update, p->piece[k].update->place.var))
                return false;
    return true;
}

bool opt_read_pieces(opt_pieces *p)
{
    ir_stmt alone = *p->region->region;
    where at = {.it = {.region = p->region}};

    alone.next = NULL;
    return read_list(p, &at, &alone) && p->count > 0 && commute(p);
}
