/* constants.c: integers and truth values that are known: forward from `x <- 3`, backward from
 * `x -> 3`. A wrong value still traps where the variable is freed (forward) or allocated
 * (backward). */
#include "compiler/opt/opt_internal.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/opt/comparison.h"
#include "compiler/opt/linear.h"

enum { MOST_VARS = 400 };

typedef struct {
    bool known;
    int64_t value;
} fact;
typedef struct {
    ir_module *m;
    ir_routine *r;
    size_t count;
    unsigned loops;
} folder;

static bool integral(const ir_var *v) { return v->rank == 0 && rg_type_is_whole(v->base); }

static bool number(const ir_expr *e, int64_t *value)
{
    if (!e || e->kind != IR_CONST)
        return false;
    *value = e->raw;
    return true;
}

static ir_expr *constant(folder *f, const ir_expr *like, int64_t value)
{
    ir_expr *e = ir_expr_const(f->m, like->loc, like->type, value);

    if (!e)
        f->m->out_of_memory = true;
    return e;
}

static ir_expr *compare(folder *f, ir_expr *e)
{
    int64_t a, b;

    if (e->op < RG_OP_EQ || e->op > RG_OP_GE || !number(e->left, &a) || !number(e->right, &b)
        || !rg_type_is_whole(e->left->type))
        return e;
    bool result = e->op == RG_OP_EQ   ? a == b
                  : e->op == RG_OP_NE ? a != b
                  : e->op == RG_OP_LT ? a < b
                  : e->op == RG_OP_LE ? a <= b
                  : e->op == RG_OP_GT ? a > b
                                      : a >= b;
    return constant(f, e, result);
}

static ir_expr *extreme(folder *f, ir_expr *e)
{
    int64_t a, b;

    if (e->kind != IR_OP || (e->op != RG_OP_MAX && e->op != RG_OP_MIN) || !number(e->left, &a)
        || !number(e->right, &b) || e->type != RG_TYPE_INT)
        return e;
    return constant(f, e, (e->op == RG_OP_MAX) == (a > b) ? a : b);
}

/* x / 2^k is x * 2^-k, to the last bit, and a product takes one clock. It may take more words: only
 * in loops. */
static ir_expr *quotient(folder *f, ir_expr *e)
{
    int64_t b;
    int k = 0;

    if (f->m->wide || f->loops == 0 || e->kind != IR_OP || e->op != RG_OP_FDIV
        || !number(e->right, &b) || b <= 0 || (b & (b - 1)) != 0)
        return e;
    while (b >> k != 1)
        k++;
    k = 2 * (int)f->m->frac - k;
    return k < 0 || k > (int)f->m->xlen - 2 ? e
                                            : ir_expr_op(f->m, e->loc, RG_OP_FMUL, e->left,
                                                         constant(f, e->right, INT64_C(1) << k));
}

/* no + (yes - no) * c, for a Bool is 0 or 1; integers wrap around, so it is that for any two. */
static ir_expr *of_integers(folder *f, ir_expr *e, int64_t yes, int64_t no)
{
    const int64_t more = (int64_t)((uint64_t)yes - (uint64_t)no);
    const unsigned opposite = e->left->kind == IR_OP && rg_type_is_whole(e->left->left->type)
                                  ? opt_negated_comparison(e->left->op)
                                  : 0;

    if (more != 1 && more != -1 && yes == 0 && opposite)
        return ir_expr_op(f->m, e->loc, RG_OP_MUL,
                          ir_expr_op(f->m, e->left->loc, opposite, e->left->left, e->left->right),
                          e->third);
    if (more == 1 || more == -1)
        return ir_expr_op(f->m, e->loc, more == 1 ? RG_OP_ADD : RG_OP_SUB, e->third, e->left);
    ir_expr *step = ir_expr_op(f->m, e->loc, RG_OP_MUL, e->left, constant(f, e->third, more));
    return no == 0 ? step : ir_expr_op(f->m, e->loc, RG_OP_ADD, step, e->third);
}

/* Numbers that are whole come from an integer; of others the step is multiplied by 0 or 1, which
 * rounds nothing. */
static ir_expr *of_numbers(folder *f, ir_expr *e, int64_t yes, int64_t no)
{
    const int64_t one = INT64_C(1) << f->m->frac;
    const int64_t limit = INT64_C(1) << (f->m->xlen - 3); /* neither step nor sum overflows */

    if (yes >= limit || yes <= -limit || no >= limit || no <= -limit)
        return e;
    if (yes % one == 0 && no % one == 0) {
        ir_expr whole = *e;
        whole.third = ir_expr_const(f->m, e->loc, RG_TYPE_INT, no / one);
        return ir_expr_op(f->m, e->loc, RG_OP_ITOF,
                          whole.third ? of_integers(f, &whole, yes / one, no / one) : NULL, NULL);
    }
    ir_expr *step = ir_expr_op(f->m, e->loc, RG_OP_FMUL,
                               ir_expr_op(f->m, e->loc, RG_OP_ITOF, e->left, NULL),
                               constant(f, e->third, yes - no));
    return no == 0 ? step : ir_expr_op(f->m, e->loc, RG_OP_FADD, step, e->third);
}

/* c ? 3 : -2 needs no branch, where c compares elements. Another c may be a bound of a loop, or
 * leave it; but c ? b + 1 : b is shorter whatever c is. */
static ir_expr *choice(folder *f, ir_expr *e)
{
    int64_t yes, no;
    ir_expr *sum = e;

    if (!number(e->right, &yes) || !number(e->third, &no) || yes == no)
        return e;
    const uint64_t more = (uint64_t)yes - (uint64_t)no;
    if (e->type == RG_TYPE_INT && (opt_reads_elements(e->left, NULL) || more + 1 <= 2))
        sum = of_integers(f, e, yes, no);
    else if (e->type == RG_TYPE_FIXED && !f->m->wide && opt_reads_elements(e->left, NULL))
        sum = of_numbers(f, e, yes, no);
    return sum ? sum : e;
}

/* A decided left side decides whether the right side is evaluated at all. */
static ir_expr *logic(folder *f, ir_expr *e)
{
    int64_t a;

    if (!number(e->left, &a))
        return e->kind == IR_SELECT ? choice(f, e) : e;
    if (e->kind == IR_NOT)
        return constant(f, e, a == 0);
    if (e->kind == IR_SELECT)
        return a ? e->right : e->third;
    return (e->kind == IR_AND) == (a != 0) ? e->right : constant(f, e, a != 0);
}

static ir_expr *fold(folder *f, ir_expr *e, const fact *facts)
{
    if (!e || f->m->out_of_memory)
        return e;
    if (e->kind == IR_VAR)
        return integral(e->var) && facts[e->var->id].known ? constant(f, e, facts[e->var->id].value)
                                                           : e;
    if (e->kind == IR_CONST || e->kind == IR_DIM)
        return e;
    ir_expr *copy = opt_copy_node(f->m, e);
    if (!copy)
        return e;
    copy->left = fold(f, e->left, facts);
    copy->right = fold(f, e->right, facts);
    copy->third = fold(f, e->third, facts);
    if (f->m->out_of_memory)
        return e;
    switch (copy->kind) {
    case IR_NOT:
    case IR_AND:
    case IR_OR:
    case IR_SELECT: return logic(f, copy);
    case IR_OP: break;
    default: return copy;
    }
    ir_expr *simple = opt_simplify(f->m, copy);
    if (!simple)
        return copy;
    return simple->kind == IR_OP ? compare(f, quotient(f, extreme(f, simple))) : simple;
}

static void fold_own(folder *f, ir_stmt *s, const fact *facts)
{
    for (size_t i = 0; ir_place_slot(s, i); i++) {
        ir_place *p = ir_place_slot(s, i);
        p->row = fold(f, p->row, facts);
        p->column = fold(f, p->column, facts);
    }
    for (size_t i = 0; ir_expr_slot(s, i); i++)
        *ir_expr_slot(s, i) = fold(f, *ir_expr_slot(s, i), facts);
}

static void forget_written(folder *f, const ir_stmt *s, fact *facts)
{
    for (size_t v = 0; v < f->count; v++)
        if (facts[v].known && (opt_stmt_use(f->r->body, s, f->r->vars[v]) & OPT_WRITE))
            facts[v].known = false;
}

/* x += 2 of a known x: true, and the fact is changed; forward or backward over it. */
static bool known_update(const folder *f, const ir_stmt *s, fact *facts, bool backward)
{
    int64_t c;

    if (s->kind != IR_UPDATE || s->place.row || !integral(s->place.var)
        || !facts[s->place.var->id].known || !number(s->expr, &c) || f->m->xlen < 64)
        return false;
    fact *x = &facts[s->place.var->id];
    if (s->mode == RG_MODE_XOR)
        x->value ^= c;
    else
        x->value = (int64_t)((s->mode == RG_MODE_ADD) != backward
                                 ? (uint64_t)x->value + (uint64_t)c
                                 : (uint64_t)x->value - (uint64_t)c);
    return true;
}

static fact *copy_facts(folder *f, const fact *facts)
{
    fact *copy = calloc(f->count + 1, sizeof *copy);

    if (!copy)
        f->m->out_of_memory = true;
    else if (facts)
        memcpy(copy, facts, f->count * sizeof *copy);
    return copy;
}

/* The value that an allocation gives, or a freeing demands. */
static void learn(const ir_stmt *s, fact *facts)
{
    int64_t value = 0;

    if (integral(s->var) && (!s->expr || number(s->expr, &value)))
        facts[s->var->id] = (fact){true, value};
}

static void list_of(folder *f, ir_stmt *list, const fact *from);

static void bodies(folder *f, ir_stmt *s, const fact *facts)
{
    /* a block runs again, backward, where other things may hold */
    const unsigned loop = s->kind == IR_FOR || s->kind == IR_WHILE;

    f->loops += loop;
    list_of(f, s->body, s->kind == IR_ROUTINE ? NULL : facts);
    list_of(f, s->other, facts);
    f->loops -= loop;
}

static void forward(folder *f, ir_stmt *list, fact *facts)
{
    for (ir_stmt *s = list; s && !f->m->out_of_memory; s = s->next) {
        bool nested = s->body || s->other || s->kind == IR_IF || s->kind == IR_WHILE
                      || s->kind == IR_FOR || s->kind == IR_UNROUTINE;
        if (nested)
            forget_written(f, s, facts);
        fold_own(f, s, facts);
        if (nested) {
            bodies(f, s, facts);
        } else if (!known_update(f, s, facts, false)) {
            forget_written(f, s, facts);
            if (s->kind == IR_ALLOC)
                learn(s, facts);
        }
    }
}

/* Statements before a freeing, from its back; nested ones that hold a block are left alone. */
static void backward(folder *f, ir_stmt *s, fact *facts)
{
    if (!s || f->m->out_of_memory)
        return;
    backward(f, s->next, facts);
    if (s->kind == IR_FREE && !s->erase) {
        fold_own(f, s, facts);
        forget_written(f, s, facts);
        learn(s, facts);
        return;
    }
    if (known_update(f, s, facts, true))
        return;
    forget_written(f, s, facts);
    if (s->kind == IR_IF || s->kind == IR_WHILE || s->kind == IR_FOR || !s->body)
        fold_own(f, s, facts);
}

static unsigned length(const ir_stmt *list)
{
    unsigned count = 0;

    for (; list; list = list->next)
        count++;
    return count;
}

static void list_of(folder *f, ir_stmt *list, const fact *from)
{
    fact *facts = copy_facts(f, from), *back = copy_facts(f, NULL);

    if (facts && back) {
        forward(f, list, facts);
        if (length(list) < 2000)
            backward(f, list, back);
    }
    free(facts);
    free(back);
}

void opt_constants(const opt_site *at)
{
    ir_routine *r = at->routine;
    folder f = {.m = at->m, .r = r, .count = r->var_count};

    if (r->var_count <= MOST_VARS)
        list_of(&f, r->body, NULL);
}
