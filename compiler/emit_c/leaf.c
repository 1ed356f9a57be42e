/* leaf.c: statements without a body. */
#include "ec.h"

#include <string.h>

#include "compiler/opt/own_reads.h"

/* ---- updates ---- */

/* A read within a branch happens only sometimes, so nothing that is required before the statement
 * stands for what the machine traps then. */
static void refuse_branch_reads(ec *e, const ir_stmt *s, const ir_expr *x, bool within)
{
    if (!x)
        return;
    if (within && x->kind == IR_ELEM && x->var == s->place.var
        && !ec_surely_apart(&s->place, x->left, x->right))
        ec_refuse(e, s->loc, "a branch of an expression that may read the element it changes");
    const bool branches = x->kind == IR_SELECT || x->kind == IR_AND || x->kind == IR_OR;
    refuse_branch_reads(e, s, x->left, within);
    refuse_branch_reads(e, s, x->right, within || branches);
    refuse_branch_reads(e, s, x->third, within || branches);
}

/* An element that changes must not be one that the statement reads. */
static void check_own_reads(ec *e, const ir_stmt *s)
{
    if (s->no_invcheck || e->sure || !s->place.row)
        return;
    const opt_own_reads r = opt_own_reads_of(s);
    refuse_branch_reads(e, s, s->expr, false);
    for (size_t i = 0; i < r.count; i++) {
        const char *apart = ec_apart(e, &s->place, r.found[i]->left, r.found[i]->right);
        if (apart)
            ec_require(e, s->loc, "ASSERT", apart);
    }
}

static const char *update_name(rg_type_base base, bool minus)
{
    if (base == RG_TYPE_LOG)
        return minus ? "rg_over" : "rg_times";
    return minus ? "rg_minus" : "rg_plus";
}

/* target mode= value */
static void combine(ec *e, const ir_stmt *s, const char *target, const char *value)
{
    const bool minus = s->mode == RG_MODE_SUB;

    if (s->mode == RG_MODE_XOR)
        ec_line(e, "%s ^= %s;", target, value);
    else if (s->place.var->base == RG_TYPE_LOG || (s->place.var->base == RG_TYPE_FIXED && !e->sure))
        ec_try(e, s->loc, "%s(&%s, %s)", update_name(s->place.var->base, minus), target, value);
    else
        ec_line(e, "%s = %s(%s, %s);", target, minus ? "rg_sub" : "rg_add", target, value);
}

static bool is_zero(const ir_expr *x) { return !x || (x->kind == IR_CONST && x->raw == 0); }

static void update(ec *e, const ir_stmt *s)
{
    const bool minus = s->mode == RG_MODE_SUB, flips = s->mode == RG_MODE_XOR;

    e->active = rg_type_has_gradient(s->place.var->base) && !flips;
    if (s->place.row && is_zero(s->expr)) { /* nothing is added: the indices are checked */
        (void)ec_place(e, &s->place);
        return;
    }
    const ec_ready ready = ec_prepare(e, s->expr);
    const ec_word target = ec_place(e, &s->place);
    check_own_reads(e, s);
    const ec_word value = ec_fire(e, &ready, s->loc);
    combine(e, s, target.v, value.v);
    if (target.t && !flips && value.t)
        ec_line(e, "%s(rg, &%s, %s);", minus ? "rg_gsub" : "rg_gadd", target.t, value.t);
    if (target.g && !flips) {
        ec_back(e, &ready, target.g, !minus);
        ec_back_parts(e, 0);
    }
}

/* ---- ancillas ---- */

static void allocate(ec *e, const ir_stmt *s)
{
    const ec_word x = ec_place(e, &(ir_place){.var = s->var});

    e->active = rg_type_has_gradient(s->var->base) && e->mode != EC_GRADIENT;
    const ec_ready ready = s->expr ? ec_prepare(e, s->expr) : (ec_ready){.word = {.v = "0"}};
    const ec_word value = ec_fire(e, &ready, s->loc);
    ec_line(e, "%s = %s;", x.v, value.v);
    if (x.t)
        ec_line(e, "%s = %s;", x.t, value.t ? value.t : "0");
    if (x.g)
        ec_line(e, "%s = 0;", x.g);
}

static bool is_upper_half(const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if ((s->kind == IR_BANK && s->place2.var == v && !s->place2.row)
            || is_upper_half(s->body, v) || is_upper_half(s->other, v))
            return true;
    return false;
}

/* The check of an ancilla that must be what it is freed with. */
static const char *same_name(const ec *e, const ir_stmt *s)
{
    if (is_upper_half(e->r->body, s->var))
        return "rg_same_bank";
    if (is_zero(s->expr))
        return "rg_same";
    return s->var->base == RG_TYPE_FIXED ? "rg_same_fixed"
           : s->var->base == RG_TYPE_LOG ? "rg_same_log"
                                         : "rg_same";
}

static void release(ec *e, const ir_stmt *s)
{
    const rg_type_base base = s->var->base;
    const ec_word x = ec_place(e, &(ir_place){.var = s->var});

    if (e->sure && e->mode == EC_VALUE) {
        ec_line(e, "%s = 0;", x.v);
        return;
    }
    e->active = rg_type_has_gradient(base);
    const ec_ready ready = s->expr ? ec_prepare(e, s->expr) : (ec_ready){.word = {.v = "0"}};
    if (x.g) {
        ec_back(e, &ready, x.g, false);
        ec_back_parts(e, 0);
    } else {
        const ec_word value = ec_fire(e, &ready, s->loc);
        if (!e->sure)
            ec_try(e, s->loc, "%s(%s, %s)", same_name(e, s), x.v, value.v);
        if (x.t)
            ec_require(e, s->loc, "DIRTY", ec_text(e, "%s == %s", x.t, value.t ? value.t : "0"));
    }
    ec_line(e, "%s = 0;", x.v);
    if (x.t)
        ec_line(e, "%s = 0;", x.t);
    if (x.g)
        ec_line(e, "%s = 0;", x.g);
}

/* ---- exchanges ---- */

/* Two elements that are one word would lose what they hold, unless that is nothing. */
static void check_apart(ec *e, const ir_stmt *s, const ec_word *x)
{
    if (e->sure || !s->place.row || !s->place2.row || s->place.var != s->place2.var)
        return;
    const char *apart = ec_apart(e, &s->place, s->place2.row, s->place2.column);
    if (apart)
        ec_require(e, s->loc, "DIRTY",
                   strcmp(apart, "false") == 0 ? ec_text(e, "%s == 0", x->v)
                                               : ec_text(e, "%s || %s == 0", apart, x->v));
}

static void exchange(ec *e, const ir_stmt *s)
{
    const ec_word x = ec_place(e, &s->place), y = ec_place(e, &s->place2);

    check_apart(e, s, &x);
    ec_line(e, "rg_swap(&%s, &%s);", x.v, y.v);
    if (x.g && y.g)
        ec_line(e, "rg_swap(&%s, &%s);", x.g, y.g);
    if (x.t && y.t)
        ec_line(e, "rg_swap(&%s, &%s);", x.t, y.t);
}

static const char *address(ec *e, const char *lvalue)
{
    return lvalue ? ec_text(e, "&%s", lvalue) : "NULL";
}

static void turn(ec *e, const ir_stmt *s)
{
    static const char *const ops[] = {"ROT", "IROT", "HAD", "IHAD"};
    const ec_ready angle = s->expr ? (ec_ready){.word = ec_eval(e, s->expr)}
                                   : (ec_ready){.word = {.v = "0"}};
    const ec_word x = ec_place(e, &s->place), y = ec_place(e, &s->place2);
    const unsigned n = s->kind == IR_ROT        ? 0
                       : s->kind == IR_IROT     ? 1
                       : s->kind == IR_HADAMARD ? 2
                                                : 3;

    e->functions = true;
    check_apart(e, s, &x);
    ec_try(e, s->loc, "rg_turn(rg, RG_OP_%s, &%s, &%s, %s, %s, %s, %s, %s, %s, %s)", ops[n], x.v,
           y.v, angle.word.v, address(e, x.g), address(e, y.g), address(e, angle.word.g),
           address(e, x.t), address(e, y.t), angle.word.t ? angle.word.t : "0");
    if (e->mode == EC_GRADIENT)
        ec_back_parts(e, 0);
}

static void change_one(ec *e, const ir_stmt *s)
{
    const char *by = s->expr ? ec_eval(e, s->expr).v : "";
    const ec_word x = ec_place(e, &s->place);

    if (s->kind != IR_NEG) {
        ec_line(e, "%s = %s(%s, %s);", x.v, s->kind == IR_ROL ? "rg_rol" : "rg_ror", x.v, by);
        return;
    }
    ec_line(e, "%s = rg_neg(%s);", x.v, x.v);
    if (x.g)
        ec_line(e, "%s = rg_neg(%s);", x.g, x.g);
    if (x.t)
        ec_line(e, "%s = rg_neg(%s);", x.t, x.t);
}

/* ---- arrays and stacks ---- */

static const char *with(const ec *e, const ir_var *v)
{
    if (!ec_has_companion(e, v->base))
        return "RG_PLAIN";
    return e->mode == EC_TANGENT                 ? "RG_TANGENTS"
           : e->planes || e->mode == EC_GRADIENT ? "RG_GRADIENTS"
                                                 : "RG_PLAIN";
}

static const char *inner_of(ec *e, const ir_stmt *s, size_t i)
{
    return s->inner[i] ? ec_eval(e, s->inner[i]).v : "1";
}

static void array(ec *e, const ir_stmt *s)
{
    const char *name = ec_name(e, s->var);
    const bool takes = s->kind == IR_ALLOC_ARRAY;

    e->active = false;
    if (s->place.var) {
        ec_refuse(e, s->loc, "a slice that is passed where it stands");
        return;
    }
    if (!takes && e->sure) {
        ec_line(e, s->stack ? "rg_drop_stack(rg, &%s);" : "rg_drop(rg, &%s);", name);
        return;
    }
    const char *rows = ec_eval(e, s->first).v,
               *columns = "1"; /* of three and more dimensions the runtime multiplies */
    if (s->last && !s->inner[0])
        columns = ec_eval(e, s->last).v;
    if (s->stack)
        takes ? ec_try(e, s->loc, "rg_take_stack(rg, &%s, %s, %s)", name, rows, with(e, s->var))
              : ec_try(e, s->loc, "rg_give_stack(rg, &%s, %s)", name, rows);
    else if (s->inner[0])
        ec_try(e, s->loc, "%s(rg, &%s, %s, %s, %s, %s%s%s)",
               takes ? "rg_take_inner" : "rg_give_inner", name, rows, inner_of(e, s, 0),
               inner_of(e, s, 1), inner_of(e, s, 2), takes ? ", " : "",
               takes ? with(e, s->var) : "");
    else
        takes ? ec_try(e, s->loc, "rg_take(rg, &%s, %s, %s, %s)", name, rows, columns,
                       with(e, s->var))
              : ec_try(e, s->loc, "rg_give(rg, &%s, %s, %s)", name, rows, columns);
}

static void push(ec *e, const ir_stmt *s)
{
    const char *name = ec_name(e, s->var);
    const bool pops = s->kind == IR_POP;
    const ec_word x = ec_place(e, &s->place);

    ec_try(e, s->loc, "%s(&%s, &%s)", pops ? "rg_pop" : "rg_push", name, x.v);
    if (x.t)
        ec_line(e, "rg_swap(&%s.t[%s], &%s);", name,
                ec_text(e, pops ? "%s.rows" : "%s.rows - 1", name), x.t);
    if (x.g && pops) /* what x had is that of a constant */
        ec_line(e, "%s = 0;", x.g);
    if (x.g)
        ec_line(e, "rg_swap(&%s.g[%s], &%s);", name,
                ec_text(e, pops ? "%s.rows" : "%s.rows - 1", name), x.g);
}

/* ---- checks and output ---- */

static void assertion(ec *e, const ir_stmt *s)
{
    if (s->no_invcheck || e->sure)
        return;
    e->active = false;
    ec_require(e, s->loc, "ASSERT", ec_eval(e, s->expr).v);
}

static void print_value(ec *e, const ir_stmt *s)
{
    if (e->sure)
        return;
    e->active = false;
    const char *v = ec_eval(e, s->expr).v;
    ec_line(e, "if (rg->out)");
    ec_line(e, "    rg->out(rg->data, %s);", v);
}

void ec_leaf(ec *e, const ir_stmt *s)
{
    ec_begin(e);
    switch (s->kind) {
    case IR_UPDATE: update(e, s); break;
    case IR_ALLOC: allocate(e, s); break;
    case IR_FREE:
        if (s->erase)
            ec_refuse(e, s->loc, "a value that is erased: what erases cannot be undone");
        else
            release(e, s);
        break;
    case IR_SWAP: exchange(e, s); break;
    case IR_NEG:
    case IR_ROL:
    case IR_ROR: change_one(e, s); break;
    case IR_ROT:
    case IR_IROT:
    case IR_HADAMARD:
    case IR_IHADAMARD: turn(e, s); break;
    case IR_ALLOC_ARRAY:
    case IR_FREE_ARRAY: array(e, s); break;
    case IR_PUSH:
    case IR_POP: push(e, s); break;
    case IR_ASSERT: assertion(e, s); break;
    case IR_PRINT: print_value(e, s); break;
    case IR_CALL: ec_call(e, s); break;
    case IR_LEAVE: break;
    default: ec_wide(e, s); break;
    }
}
