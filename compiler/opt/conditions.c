/* conditions.c: conditions on loop variables become bounds of their loops, and conditions that no
 * iteration changes go outside (unswitching), however they are spelled: `if (i - j >= 0, ~)` in
 * `for j = 1:n` is `for j = 1:i`. Where a condition cannot become a bound, it becomes a comparison
 * of the innermost loop variable, or goes if it always holds. */
#include "compiler/opt/comparison.h"
#include "compiler/opt/nest_cost.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/same.h"
#include "compiler/opt/pieces.h"

static ir_expr *together(ir_module *m, const opt_atoms *a)
{
    ir_expr *all = NULL;

    for (size_t i = 0; i < a->count; i++) {
        const opt_atom *one = &a->list[i];
        ir_expr *e = one->negated ? ir_expr_not(m, one->e->loc, one->e) : one->e;
        all = i == 0 ? e : ir_expr_and(m, one->e->loc, all, e);
    }
    return all;
}

static bool always(const opt_iterations *it, const ir_expr *e, const affine_row *row)
{
    affine_set both;

    if (e->op != RG_OP_NE)
        return affine_implies(&it->domain, row);
    affine_copy(&both, &it->domain);
    affine_restrict(&both, row);
    return affine_is_empty(&both);
}

/* The other side of `variable op side`, which stands for the row; *op is that comparison. NULL
 * where the variable has another factor than 1 and -1. */
static ir_expr *isolated(opt_iterations *it, ir_loc loc, const affine_row *row, size_t variable,
                         unsigned *op)
{
    const int64_t factor = row->k[variable];
    affine_row side = {0};

    if ((factor != 1 && factor != -1) || !affine_add_row(&side, row, -factor))
        return NULL;
    side.k[variable] = 0;
    if (row->equal)
        return opt_affine_expr(it, loc, &side);
    /* x <= e - 1 is x < e, one operation less */
    const bool strict = side.k[AFFINE_VARS] == factor;
    if (strict)
        side.k[AFFINE_VARS] = 0;
    *op = factor == 1 ? (strict ? RG_OP_GT : RG_OP_GE) : (strict ? RG_OP_LT : RG_OP_LE);
    return opt_affine_expr(it, loc, &side);
}

/* The innermost loop whose variable is in the row. */
static size_t innermost(const opt_iterations *it, const affine_row *row)
{
    for (size_t i = it->count; i-- > 0;)
        if (it->unknown[i].loop && row->k[i] != 0)
            return i;
    return AFFINE_VARS;
}

static bool is_plain(const opt_iterations *it, const ir_expr *e, size_t variable)
{
    const ir_var *v = it->unknown[variable].loop->var;

    return (opt_is_var(e->left, v) && !opt_expr_use(e->right, v))
           || (opt_is_var(e->right, v) && !opt_expr_use(e->left, v));
}

static bool never(const opt_iterations *it, const ir_expr *e, const affine_row *row)
{
    affine_set both = it->domain;

    if (e->op == RG_OP_NE)
        return affine_implies(&it->domain, row);
    affine_restrict(&both, row);
    return affine_is_empty(&both);
}

typedef enum { SAME, REWRITTEN, ALWAYS, NEVER } outcome;

/* A comparison that is affine: known, or else one of a loop variable. */
static outcome canonical(opt_iterations *it, opt_atom *a)
{
    affine_row row;
    unsigned op = a->e->op;

    if (a->negated || !opt_row_of(it, a->e, &row))
        return SAME;
    if (!affine_tighten(&row))
        return op == RG_OP_NE ? ALWAYS : NEVER;
    if (always(it, a->e, &row) || never(it, a->e, &row))
        return always(it, a->e, &row) ? ALWAYS : NEVER;
    const size_t variable = innermost(it, &row);
    if (variable == AFFINE_VARS || is_plain(it, a->e, variable))
        return SAME;
    ir_expr *side = isolated(it, a->e->loc, &row, variable, &op);
    if (!side)
        return SAME;
    ir_module *m = it->region->m;
    const ir_var *v = it->unknown[variable].loop->var;
    a->e = ir_expr_op(m, a->e->loc, op, ir_expr_var(m, a->e->loc, v), side);
    return REWRITTEN;
}

/* Do the comparisons that are affine exclude each other in every iteration? */
static bool never_together(const opt_iterations *it, const opt_atoms *all)
{
    opt_iterations inside;
    affine_row row;
    size_t rows = 0;

    opt_copy_iterations(&inside, it);
    for (size_t i = 0; i < all->count; i++)
        if (!all->list[i].negated && all->list[i].e->op != RG_OP_NE
            && opt_row_of(&inside, all->list[i].e, &row)) {
            affine_restrict(&inside.domain, &row);
            rows++;
        }
    return rows > 1 && affine_is_empty(&inside.domain);
}

/* What is known of the conditions of an `if` in its loops; else they are simplified. A condition
 * that may trap is evaluated whatever comes after it. */
static outcome simplify(opt_iterations *it, ir_stmt *s)
{
    ir_module *m = it->region->m;
    opt_atoms before = {0}, after = {0};
    bool changed = false, harmless = true;

    if (!opt_one_condition(s) || !opt_take_sides_apart(m, s->pre, &before))
        return SAME;
    for (size_t i = 0; i < before.count; i++) {
        opt_atom a = before.list[i];
        const outcome o = canonical(it, &a);
        if (!a.e)
            return SAME;
        harmless = harmless && opt_is_harmless(a.e);
        if (o == NEVER && harmless)
            return NEVER;
        changed = changed || o == REWRITTEN || o == ALWAYS;
        if (o != ALWAYS)
            after.list[after.count++] = a;
    }
    if (after.count == 0)
        return ALWAYS;
    if (harmless && never_together(it, &after))
        return NEVER;
    it->region->changes += changed;
    if (changed) {
        s->pre = together(m, &after);
        s->post = NULL;
    }
    return SAME;
}

/* ---- the only statement of a loop is a condition ---- */

typedef struct {
    opt_iterations *it;       /* within the loop */
    const affine_set *around; /* holds around it */
    ir_stmt *loop;
    size_t variable; /* of the loop, in `it` */
    int64_t step;
    opt_atoms guards, rest; /* asked before the loop begins, and asked in it */
} absorption;

static bool stays_outside(const absorption *a, const opt_atom *one)
{
    return opt_is_harmless(one->e) && !opt_expr_use(one->e, a->loop->var)
           && opt_stays(a->it->region->root, a->loop, one->e);
}

/* Is e at least as large (or as small) as the bound, in all iterations around the loop? */
static bool beyond(absorption *a, const affine_row *e, const ir_expr *bound, bool larger)
{
    opt_affine b;
    affine_row difference = {0};

    return opt_affine_of(a->it, bound, &b) && affine_add_row(&difference, e, larger ? 1 : -1)
           && affine_add_row(&difference, &b.row, larger ? -1 : 1)
           && affine_implies(a->around, &difference);
}

/* The bound and e, of which the larger or the smaller one counts. */
static bool tightened(absorption *a, ir_expr **bound, const affine_row *e, bool lower)
{
    ir_module *m = a->it->region->m;

    if (beyond(a, e, *bound, !lower))
        return true;
    ir_expr *value = opt_affine_expr(a->it, a->loop->loc, e);
    if (!value)
        return false;
    *bound = beyond(a, e, *bound, lower)
                 ? value
                 : ir_expr_op(m, a->loop->loc, lower ? RG_OP_MAX : RG_OP_MIN, *bound, value);
    return *bound != NULL;
}

/* The row bounds the variable of the loop. False: it does not, and nothing has changed. */
static bool becomes_bound(absorption *a, const affine_row *row)
{
    const int64_t factor = row->k[a->variable];
    ir_expr *first = a->loop->first, *last = a->loop->last;
    ir_expr **low = a->step > 0 ? &first : &last, **high = a->step > 0 ? &last : &first;
    affine_row e = {0};

    if ((factor != 1 && factor != -1) || (a->step != 1 && a->step != -1)
        || !affine_add_row(&e, row, -factor))
        return false;
    e.k[a->variable] = 0;
    if (((row->equal || factor == 1) && !tightened(a, low, &e, true))
        || ((row->equal || factor == -1) && !tightened(a, high, &e, false)))
        return false;
    a->loop->first = first;
    a->loop->last = last;
    return true;
}

static void absorb_atom(absorption *a, const opt_atom *one, bool *blocked)
{
    affine_row row;

    if (!*blocked && stays_outside(a, one)) {
        a->guards.list[a->guards.count++] = *one;
        return;
    }
    if (!*blocked && !one->negated && one->e->op != RG_OP_NE && opt_row_of(a->it, one->e, &row)
        && affine_tighten(&row) && becomes_bound(a, &row))
        return;
    *blocked = *blocked || !opt_is_harmless(one->e);
    a->rest.list[a->rest.count++] = *one;
}

/* The iterations of the loop at which the row holds, with this body; NULL where it is no bound. */
static ir_stmt *part_of(const absorption *a, const affine_row *row, ir_stmt *body)
{
    absorption part = *a;

    part.loop = opt_loop_around(a->it->region->m, a->loop, body);
    return part.loop && becomes_bound(&part, row) ? part.loop : NULL;
}

/* Two loops in the order of their iterations: that with row > 0 around `positive`, that with
 * row < limit around `other` (index-set splitting). */
static ir_stmt *split(const absorption *a, const affine_row *row, int64_t limit, ir_stmt *positive,
                      ir_stmt *other)
{
    affine_row above = *row, below = {0};

    above.equal = false;
    below.k[AFFINE_VARS] = limit - 1;
    if (__builtin_sub_overflow(above.k[AFFINE_VARS], 1, &above.k[AFFINE_VARS])
        || !affine_add_row(&below, row, -1))
        return NULL;
    const bool upwards = (row->k[a->variable] > 0) == (a->step > 0);
    ir_stmt *high = part_of(a, &above, positive), *low = part_of(a, &below, other);
    if (!high || !low)
        return NULL;
    (upwards ? low : high)->next = upwards ? high : low;
    return upwards ? low : high;
}

/* The loop with what is left of its condition; around x != e it is two loops. */
static ir_stmt *remaining(absorption *a, ir_stmt *condition)
{
    ir_module *m = a->it->region->m;
    const opt_copier copier = {.m = m};
    const ir_expr *e = a->rest.count == 1 ? a->rest.list[0].e : NULL;
    affine_row row;

    if (a->rest.count == 0) {
        a->loop->body = condition->body;
        return a->loop;
    }
    if (e && e->op == RG_OP_NE && !a->rest.list[0].negated && opt_row_of(a->it, e, &row)
        && affine_tighten(&row) && !opt_any(condition->body, opt_is_block)) {
        ir_stmt *both = split(a, &row, 0, condition->body, opt_copy_list(&copier, condition->body));
        if (both)
            return both;
    }
    condition->pre = together(m, &a->rest);
    condition->post = NULL;
    return a->loop;
}

/* The loop, with what it asks before it begins. */
static ir_stmt *rebuilt(absorption *a, ir_stmt *condition)
{
    ir_module *m = a->it->region->m;
    ir_stmt *next = a->loop->next, *loops = remaining(a, condition);

    if (a->guards.count > 0) {
        if (loops == a->loop)
            a->loop->next = NULL;
        loops = ir_if(m, condition->loc, together(m, &a->guards), NULL, loops, NULL);
    }
    if (!loops)
        return NULL;
    ir_stmt *last = loops;
    while (last->next && last != a->loop)
        last = last->next;
    last->next = next;
    return loops;
}

static bool is_alone(const ir_stmt *s)
{
    return s && !s->next && s->kind == IR_IF && opt_one_condition(s) && s->body;
}

/* What stands in place of the loop; the loop itself where its condition must stay. NULL when memory
 * is short. */
static ir_stmt *absorb(const affine_set *around, opt_iterations *it, ir_stmt *loop)
{
    ir_stmt *condition = loop->body;
    absorption a = {.it = it, .around = around, .loop = loop};
    opt_atoms all = {0};
    bool blocked = false;

    a.variable = opt_unknown_of_loop(it, loop);
    if (!is_alone(condition) || condition->other || a.variable == AFFINE_VARS
        || !ir_constant_step(loop, &a.step)
        || !opt_take_sides_apart(it->region->m, condition->pre, &all))
        return loop;
    for (size_t i = 0; i < all.count; i++)
        absorb_atom(&a, &all.list[i], &blocked);
    if (a.rest.count == all.count && all.list[0].e->op != RG_OP_NE)
        return loop;
    ir_stmt *instead = rebuilt(&a, condition);
    it->region->changes += instead != loop || a.rest.count < all.count;
    return instead;
}

/* if c ... else ... end alone in a loop that leaves c alone: a loop for each. */
static ir_stmt *unswitched(const absorption *a, ir_stmt *s)
{
    ir_module *m = a->it->region->m;
    const opt_atom condition = {s->pre, false};

    if (!stays_outside(a, &condition))
        return NULL;
    ir_stmt *yes = opt_loop_around(m, a->loop, s->body),
            *no = opt_loop_around(m, a->loop, s->other);
    return yes && no ? ir_if(m, s->loc, s->pre, NULL, yes, no) : NULL;
}

/* The same with a comparison of the loop variable: two loops. */
static ir_stmt *split_at(const absorption *a, ir_stmt *s)
{
    opt_atoms all = {0};
    affine_row row;

    if (!opt_take_sides_apart(a->it->region->m, s->pre, &all) || all.count != 1
        || all.list[0].negated || all.list[0].e->op == RG_OP_NE
        || !opt_row_of(a->it, all.list[0].e, &row) || row.equal || !affine_tighten(&row)
        || __builtin_add_overflow(row.k[AFFINE_VARS], 1, &row.k[AFFINE_VARS]))
        return NULL;
    return split(a, &row, 1, s->body, s->other);
}

/* A condition with two branches alone in the loop. */
static ir_stmt *two_branches(const affine_set *around, opt_iterations *it, ir_stmt *loop)
{
    absorption a = {.it = it, .around = around, .loop = loop};
    ir_stmt *s = loop->body;

    a.variable = opt_unknown_of_loop(it, loop);
    if (!is_alone(s) || !s->other || a.variable == AFFINE_VARS || !ir_constant_step(loop, &a.step))
        return loop;
    ir_stmt *choice = unswitched(&a, s), *instead = choice ? choice : split_at(&a, s);
    if (!instead)
        return loop;
    it->region->changes++;
    (instead->next && !choice ? instead->next : instead)->next = loop->next;
    return instead;
}

/* ---- all loops of a region ---- */

static void in_list(opt_iterations *it, ir_stmt **list);

static ir_stmt *in_loop(opt_iterations *it, ir_stmt *loop)
{
    opt_iterations inside;

    opt_copy_iterations(&inside, it);
    opt_enter_loop(&inside, loop);
    in_list(&inside, &loop->body);
    ir_stmt *instead = absorb(&it->domain, &inside, loop);
    return instead == loop ? two_branches(&it->domain, &inside, loop) : instead;
}

/* Where the condition holds it is part of the domain. */
static void in_branch(opt_iterations *it, ir_stmt *s)
{
    opt_iterations inside;
    opt_atoms all = {0};
    affine_row row;

    opt_copy_iterations(&inside, it);
    if (opt_one_condition(s) && opt_take_sides_apart(it->region->m, s->pre, &all))
        for (size_t i = 0; i < all.count; i++)
            if (!all.list[i].negated && all.list[i].e->op != RG_OP_NE
                && opt_row_of(&inside, all.list[i].e, &row))
                affine_restrict(&inside.domain, &row);
    in_list(&inside, &s->body);
    in_list(it, &s->other);
}

static void in_list(opt_iterations *it, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !it->region->m->out_of_memory;) {
        ir_stmt *s = *link;
        const outcome known = s->kind == IR_IF ? simplify(it, s) : SAME;
        if (known == ALWAYS || known == NEVER) {
            ir_stmt **taken = known == ALWAYS ? &s->body : &s->other;
            it->region->changes++;
            in_list(it, taken);
            link = opt_put_list(link, *taken, s->next);
            continue;
        }
        if (s->kind == IR_FOR) {
            *link = in_loop(it, s);
            if (!*link)
                return;
        } else if (s->kind == IR_IF) {
            in_branch(it, s);
        } else {
            in_list(it, &s->body);
            in_list(it, &s->other);
        }
        link = &(*link)->next;
    }
}

/* ---- regions ---- */

/* The parameter is small: all bits beyond those of small words are its sign, which is that of words
 * that are not negative where it is known. */
static ir_expr *is_small(const opt_region *region, size_t i)
{
    ir_module *m = region->m;
    const ir_expr *e = region->parameter[i];
    ir_expr *value = (ir_expr *)(uintptr_t)e,
            *high = ir_expr_op(m, e->loc, RG_OP_SAR, value, ir_whole(m, e->loc, opt_small_bits(m))),
            *sign = e->kind == IR_DIM || region->not_negative[i]
                        ? ir_whole(m, e->loc, 0)
                        : ir_expr_op(m, e->loc, RG_OP_SAR, value, ir_whole(m, e->loc, m->xlen - 1));

    return ir_expr_op(m, region->region->loc, RG_OP_EQ, high, sign);
}

static ir_expr *promise_of(const opt_region *region)
{
    ir_module *m = region->m;
    const ir_loc loc = region->region->loc;
    ir_expr *all = NULL;

    for (size_t i = 0; i < region->count + region->promise_count; i++) {
        ir_expr *one = i < region->count ? is_small(region, i) : region->promise[i - region->count];
        all = all ? ir_expr_and(m, loc, all, one) : one;
    }
    return all;
}

/* A copy of the region, with its conditions settled; NULL when memory is short. */
static ir_stmt *settled(opt_region *region)
{
    opt_iterations it = {.region = region};
    const opt_copier copier = {.m = region->m};
    ir_stmt alone = *region->region;

    alone.next = NULL;
    ir_stmt *copy = opt_copy_list(&copier, &alone);
    if (copy)
        in_list(&it, &copy);
    return opt_flatten(copy);
}

static bool itself(const void *with, const ir_var *a, const ir_var *b)
{
    (void)with;
    return a == b;
}

static void nothing(void *with, const ir_var *a, const ir_var *b)
{
    (void)with;
    (void)a;
    (void)b;
}

static bool is_any(ir_stmt_kind kind)
{
    (void)kind;
    return true;
}

static void make_rare(ir_stmt *list)
{
    for (ir_stmt *s = list; s; s = s->next) {
        s->rare = s->kind == IR_FOR;
        make_rare(s->body);
        make_rare(s->other);
    }
}

/* Behind the promise that parameters are small, with the other form beside it; if the promise has
 * made no difference, as it stands. */
static ir_stmt *promised(const opt_region *small, ir_stmt *nest, ir_stmt *otherwise)
{
    const opt_naming names = {.same = itself, .open = nothing, .comparable = is_any};

    if ((small->count == 0 && small->promise_count == 0) || opt_alike_list(&names, nest, otherwise))
        return nest;
    make_rare(otherwise);
    return ir_if(small->m, small->region->loc, promise_of(small), NULL, nest, otherwise);
}

/* Conditions hide what is under them from the estimate, and promises show some of it: of the two
 * forms of one nest the dearer one is estimated better. */
static const ir_stmt *dearer(const opt_region *region, const ir_stmt *plain, const ir_stmt *narrow)
{
    return narrow && opt_list_cost(region, narrow) > opt_list_cost(region, plain) ? narrow : plain;
}

/* The nest written again from its domain, where that costs less than `plain`; else NULL. narrow:
 * the plain form where parameters are small, or NULL. */
static ir_stmt *from_domain(ir_routine *r, const ir_stmt *loop, ir_stmt *plain,
                            const ir_stmt *narrow, bool wraps)
{
    ir_module *m = r->module;
    opt_region any = {.m = m, .root = r->body, .region = loop}, small = any;
    ir_stmt *nest = opt_nest_of_region(m, r, &any, plain);

    small.small = true;
    small.unasked = any.unasked;
    if (!(any.wraps || wraps) || m->out_of_memory)
        return nest;
    ir_stmt *again = opt_nest_of_region(m, r, &small, nest ? nest : dearer(&small, plain, narrow));
    return again && !small.full ? promised(&small, again, nest ? nest : plain) : nest;
}

/* Where sums over parameters might wrap, both forms stand behind a test that they do not. */
static ir_stmt *instead_of(ir_routine *r, const ir_stmt *loop)
{
    ir_module *m = r->module;
    opt_region any = {.m = m, .root = r->body, .region = loop}, small = any;
    ir_stmt *plain = settled(&any);

    small.small = true;
    ir_stmt *narrow = plain && any.wraps && !opt_any_alone(loop, opt_is_block) ? settled(&small)
                                                                               : NULL,
            *nest = plain ? from_domain(r, loop, plain, narrow, any.wraps) : NULL;
    if (nest || !plain)
        return nest;
    if (!narrow || small.full || small.count == 0 || small.changes == 0)
        return any.changes > 0 ? plain : NULL;
    return promised(&small, narrow, plain);
}

/* The statements from s up to *rest as one nest, where that costs less. */
static ir_stmt *instead_of_run(ir_routine *r, ir_stmt *s, ir_stmt **rest)
{
    ir_stmt *block = opt_run_of_sums(r->module, s, rest);
    opt_region any = {.m = r->module, .root = r->body, .region = block};
    ir_stmt *plain = block ? settled(&any) : NULL;

    return plain ? from_domain(r, block, plain, NULL, any.wraps) : NULL;
}

/* Bounds and conditions of the loops within may follow an integer that an iteration makes. To the
 * loop as a whole it is no parameter. */
static bool makes_integers(const ir_stmt *loop)
{
    for (const ir_stmt *s = loop->body; s; s = s->next)
        if (s->kind == IR_ALLOC && s->var->rank == 0 && s->var->base == RG_TYPE_INT)
            return true;
    return false;
}

static void regions(ir_routine *r, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !r->module->out_of_memory;) {
        ir_stmt *s = *link, *rest, *instead = instead_of_run(r, s, &rest);
        if (instead) {
            link = opt_put_list(link, instead, rest);
            continue;
        }
        instead = s->kind == IR_FOR ? instead_of(r, s) : NULL;
        if (instead) {
            link = opt_put_list(link, instead, s->next);
            continue;
        }
        if (s->kind != IR_FOR || makes_integers(s)) {
            regions(r, &s->body);
            regions(r, &s->other);
        }
        link = &s->next;
    }
}

void opt_conditions(const opt_site *at)
{
    opt_wraps(at->m, at->routine, &at->routine->body);
    opt_alternatives(at->m, at->routine, &at->routine->body);
    regions(at->routine, &at->routine->body);
}
