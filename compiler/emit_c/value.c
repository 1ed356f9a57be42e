/* value.c: expressions. What can trap, and what has a gradient or a tangent, becomes a constant of
 * its own. Equal parts of a statement are computed once, as on the machine. */
#include "ec.h"

#include <inttypes.h>
#include <string.h>

#include "compiler/opt/linear.h"
#include "isa/isa.h"

void ec_begin(ec *e)
{
    e->cache_from = 0;
    e->cache_count = 0;
    e->record_count = 0;
    e->active = true;
}

bool ec_same_expr(const ir_expr *a, const ir_expr *b)
{
    if (a == b)
        return true;
    return a && b && a->kind == b->kind && a->type == b->type && a->var == b->var
           && a->raw == b->raw && a->op == b->op && ec_same_expr(a->left, b->left)
           && ec_same_expr(a->right, b->right) && ec_same_expr(a->third, b->third);
}

/* A condition is computed without gradients. What it has in common with an arm is computed again
 * there, for the gradient to go back through. */
static const ec_word *cached(const ec *e, const ir_expr *x)
{
    const bool companion = e->active && e->mode != EC_VALUE && rg_type_has_gradient(x->type);

    for (size_t i = e->cache_from; i < e->cache_count; i++) {
        const ec_word *word = &e->cache[i].word;
        if (ec_same_expr(e->cache[i].of, x) && (!companion || word->g || word->t))
            return word;
    }
    return NULL;
}

static ec_word remember(ec *e, const ir_expr *x, ec_word word)
{
    if (e->cache_count < EC_CACHE)
        e->cache[e->cache_count++] = (ec_cached){x, word};
    return word;
}

const char *ec_constant(ec *e, rg_type_base type, int64_t raw)
{
    if (raw == INT64_MIN)
        return "INT64_MIN";
    if (type == RG_TYPE_FIXED && raw != 0) {
        double x = (double)raw;
        for (unsigned i = 0; i < e->m->frac; i++)
            x /= 2;
        return ec_text(e, "INT64_C(%" PRId64 ") /* %.17g */", raw, x);
    }
    if (raw >= -32768 && raw < 32768)
        return ec_text(e, "%" PRId64, raw);
    return ec_text(e, "INT64_C(%" PRId64 ")", raw);
}

/* ---- variables and elements ---- */

static ec_word lvalue(ec *e, const char *v, const char *g, const char *t, rg_type_base base)
{
    const bool companion = ec_has_companion(e, base);

    return (ec_word){v, companion && e->mode == EC_GRADIENT ? g : NULL,
                     companion && e->mode == EC_TANGENT ? t : NULL};
}

static ec_word scalar(ec *e, const ir_var *v)
{
    const char *name = ec_name(e, v);

    return lvalue(e, name, ec_text(e, "%s_g", name), ec_text(e, "%s_t", name), v->base);
}

static const char *extent_of(ec *e, const ir_var *array, unsigned dim)
{
    if (dim > 2)
        return ec_text(e, "%s.inner[%u]", ec_name(e, array), dim - RG_EXTENT(2));
    return ec_text(e, "%s.%s", ec_name(e, array), dim == 1 ? "rows" : "columns");
}

/* A bounds check that this statement has made already is not made again. */
static void check_bound(ec *e, const ir_var *array, unsigned dim, const ir_expr *index,
                        const char *text, const char *promise)
{
    if (e->sure)
        return;
    if (promise)
        ec_line(e, "RG_PROMISED(%s, %s, %s, %s, %s);", text, extent_of(e, array, dim), promise,
                ec_at(e, index->loc), ec_label(e));
    else
        ec_line(e, "RG_BOUNDS(%s, %s, %s, %s);", text, extent_of(e, array, dim),
                ec_at(e, index->loc), ec_label(e));
}

static bool is_one(const ir_expr *x) { return x->kind == IR_CONST && x->raw == 1; }

static const char *minus_one(ec *e, const ir_expr *x, const char *text)
{
    if (x->kind == IR_CONST)
        return ec_text(e, "%" PRId64, x->raw - 1);
    return ec_text(e, "%s - 1", text);
}

static ec_word element(ec *e, const ir_var *array, const ir_expr *row, const ir_expr *column,
                       bool inbounds)
{
    const bool active = e->active, checked = !inbounds || e->distrusts;
    const char *name = ec_name(e, array), *promise = inbounds ? e->promise : NULL;

    e->active = false;
    const char *i = ec_eval(e, row).v, *at;
    if (checked)
        check_bound(e, array, 1, row, i, promise);
    if (column) {
        const char *j = ec_eval(e, column).v;
        if (checked && array->rank == 2)
            check_bound(e, array, 2, column, j, promise);
        at = is_one(column) ? minus_one(e, row, i)
                            : ec_text(e, "%s + (%s) * %s.rows", minus_one(e, row, i),
                                      minus_one(e, column, j), name);
    } else {
        at = minus_one(e, row, i);
    }
    e->active = active;
    return lvalue(e, ec_text(e, "%s.v[%s]", name, at), ec_text(e, "%s.g[%s]", name, at),
                  ec_text(e, "%s.t[%s]", name, at), array->base);
}

ec_word ec_place(ec *e, const ir_place *p)
{
    return p->row ? element(e, p->var, p->row, p->column, p->inbounds) : scalar(e, p->var);
}

/* NULL: they surely differ. */
static const char *differ(ec *e, const ir_expr *a, const ir_expr *b)
{
    if (ec_same_expr(a, b))
        return "false";
    if (opt_differ(a, b))
        return NULL;
    const bool active = e->active;
    e->active = false;
    const char *x = ec_eval(e, a).v, *y = ec_eval(e, b).v;
    e->active = active;
    return ec_text(e, "%s != %s", x, y);
}

bool ec_surely_apart(const ir_place *a, const ir_expr *row, const ir_expr *column)
{
    return opt_differ(a->row, row) || (a->column && opt_differ(a->column, column));
}

const char *ec_apart(ec *e, const ir_place *a, const ir_expr *row, const ir_expr *column)
{
    const char *rows = differ(e, a->row, row), *columns = "false";

    if (!rows)
        return NULL;
    if (a->column && !(columns = differ(e, a->column, column)))
        return NULL;
    if (strcmp(columns, "false") == 0)
        return rows;
    return strcmp(rows, "false") == 0 ? columns : ec_text(e, "%s || %s", rows, columns);
}

/* ---- operations ---- */

static const char *infix(unsigned op)
{
    switch (op) {
    case RG_OP_EQ: return "==";
    case RG_OP_NE: return "!=";
    case RG_OP_LT: return "<";
    case RG_OP_LE: return "<=";
    case RG_OP_GT: return ">";
    case RG_OP_GE: return ">=";
    case RG_OP_AND: return "&";
    case RG_OP_OR: return "|";
    case RG_OP_XOR: return "^";
    default: return NULL;
    }
}

static bool compares(unsigned op) { return op >= RG_OP_EQ && op <= RG_OP_GE; }

static bool may_trap(unsigned op)
{
    return op == RG_OP_DIV || op == RG_OP_REM || op == RG_OP_FLD || op == RG_OP_MOD;
}

/* An integer, or a comparison: text that computes it. */
static const char *whole(ec *e, const ir_expr *x, const char *a, const char *b)
{
    const rg_op_info *info = rg_op_lookup(x->op);

    if (x->op == RG_OP_MOV)
        return b;
    if (compares(x->op) && strcmp(a, b) == 0) /* compilers warn of it */
        return x->op == RG_OP_EQ || x->op == RG_OP_LE || x->op == RG_OP_GE ? "1" : "0";
    if (infix(x->op))
        return ec_text(e, "(%s %s %s)", a, infix(x->op), b);
    if (info->format == RG_FMT_U1)
        return ec_text(e, "rg_%s(%s)", info->mnemonic, b);
    return ec_text(e, "rg_%s(%s, %s)", info->mnemonic, a, b);
}

/* Is it done without a table? */
static bool is_plain(unsigned op)
{
    return op == RG_OP_FADD || op == RG_OP_FSUB || op == RG_OP_FMUL || op == RG_OP_FABS
           || op == RG_OP_ITOF || op == RG_OP_FMOV || op == RG_OP_LMUL || op == RG_OP_FMIN
           || op == RG_OP_FMAX;
}

static bool has_partials(const ir_expr *x)
{
    const rg_op_info *info = rg_op_lookup(x->op);

    return info->ga[0] || info->gb[0];
}

static ec_word named(ec *e, const ir_expr *x)
{
    const unsigned n = ++e->temps;
    const bool companion = rg_type_has_gradient(x->type) && e->active;
    ec_word word = {.v = ec_text(e, "t_%u", n)};

    if (companion && e->mode == EC_GRADIENT)
        word.g = ec_text(e, "t_%u_g", n);
    if (companion && e->mode == EC_TANGENT)
        word.t = ec_text(e, "t_%u_t", n);
    return word;
}

static void operands(ec *e, ec_ready *ready)
{
    const ir_expr *x = ready->of;
    const rg_op_info *info = rg_op_lookup(x->op);
    const bool active = e->active;

    e->active = active && info->kind != RG_KIND_INT && has_partials(x);
    if (info->format == RG_FMT_U1) {
        ready->b = ec_eval(e, x->left);
        ready->a = (ec_word){.v = "0"};
    } else {
        ready->a = ec_eval(e, x->left);
        ready->b = ec_eval(e, x->right);
    }
    e->active = active;
}

ec_ready ec_prepare(ec *e, const ir_expr *x)
{
    ec_ready ready = {0};

    if (x->kind == IR_OP && !cached(e, x)
        && (rg_op_lookup(x->op)->kind != RG_KIND_INT || may_trap(x->op))) {
        ready.of = x;
        operands(e, &ready);
    } else {
        ready.word = ec_eval(e, x);
    }
    return ready;
}

/* The operation of `ready` into v. */
static void operate(ec *e, const ec_ready *ready, const char *v, ir_loc loc)
{
    const unsigned op = ready->of->op;
    const rg_op_info *info = rg_op_lookup(op);
    const char *a = ready->a.v, *b = ready->b.v;

    e->functions = e->functions || !(is_plain(op) || info->kind == RG_KIND_INT);
    if (op == RG_OP_FMOV || op == RG_OP_LMUL)
        ec_line(e, "%s = %s;", v, b);
    else if (op == RG_OP_FMIN || op == RG_OP_FMAX)
        ec_line(e, "%s = rg_%s(%s, %s);", v, op == RG_OP_FMIN ? "min" : "max", a, b);
    else if (op == RG_OP_LMAX)
        ec_line(e, "(void)rg_function(RG_OP_LMAX, %s, %s, &%s);", a, b, v);
    else if (info->format == RG_FMT_U1)
        ec_try(e, loc, "rg_%s(%s, &%s)", info->mnemonic, b, v);
    else
        ec_try(e, loc, "rg_%s(%s, %s, &%s)", info->mnemonic, a, b, v);
}

/* What cannot trap and has a function that returns its result. */
static bool sure_operation(ec *e, const ec_ready *ready, const char *v)
{
    const unsigned op = ready->of->op;
    const char *name = op == RG_OP_FMUL   ? "rg_product_of"
                       : op == RG_OP_FADD ? "rg_add"
                       : op == RG_OP_FSUB ? "rg_sub"
                                          : NULL;

    if (e->sure && name)
        ec_line(e, "RG_UNUSED const int64_t %s = %s(%s, %s);", v, name, ready->a.v, ready->b.v);
    return e->sure && name;
}

ec_word ec_fire(ec *e, const ec_ready *ready, ir_loc loc)
{
    if (!ready->of)
        return ready->word;
    ec_word word = named(e, ready->of);
    const char *tangent = word.t;

    if (!sure_operation(e, ready, word.v)) {
        ec_line(e, "%sint64_t %s = 0;", e->sure ? "RG_UNUSED " : "", word.v);
        operate(e, ready, word.v, loc);
    }
    if (tangent)
        ec_line(e, "RG_UNUSED const int64_t %s = %s;", tangent, ec_tangent_of(e, ready));
    return word;
}

static void record(ec *e, const ec_record *made)
{
    if (e->record_count < EC_RECORDS)
        e->records[e->record_count++] = *made;
    else
        ec_refuse(e, made->ready.of->loc, "this statement has more than %d parts with gradients",
                  EC_RECORDS);
}

static ec_word operation(ec *e, const ir_expr *x)
{
    const rg_op_info *info = rg_op_lookup(x->op);
    ec_ready ready = {.of = x};

    operands(e, &ready);
    if (info->kind == RG_KIND_INT && !may_trap(x->op)) {
        const char *text = whole(e, x, ready.a.v, ready.b.v);
        if (strlen(text) < 48)
            return (ec_word){.v = text};
        const char *name = ec_text(e, "t_%u", ++e->temps);
        ec_line(e, "%sconst int64_t %s = %s;", e->sure ? "RG_UNUSED " : "", name, text);
        return remember(e, x, (ec_word){.v = name});
    }
    const ec_word word = ec_fire(e, &ready, x->loc);
    if (word.g) {
        ec_line(e, "RG_UNUSED int64_t %s = 0;", word.g);
        record(e, &(ec_record){.ready = ready, .g = word.g});
    }
    return remember(e, x, word);
}

/* ---- what needs a branch ---- */

/* One arm; what it computes is its own. */
static void arm(ec *e, const ec_word *to, const ir_expr *x)
{
    const size_t cached_before = e->cache_count, recorded = e->record_count;
    const bool active = e->active;

    e->indent++;
    const ec_mode mode = e->mode;
    if (mode == EC_GRADIENT) /* its gradient goes back through an evaluation of its own */
        e->active = false;
    const ec_ready ready = ec_prepare(e, x);
    const ec_word word = ec_fire(e, &ready, x->loc);
    ec_line(e, "%s = %s;", to->v, word.v);
    if (to->t)
        ec_line(e, "%s = %s;", to->t, word.t ? word.t : "0");
    e->indent--;
    e->active = active;
    e->cache_count = cached_before;
    e->record_count = recorded;
}

static ec_word selected(ec *e, const ir_expr *x)
{
    const bool active = e->active;

    e->active = false;
    const char *condition = ec_eval(e, x->left).v;
    e->active = active;
    const ec_word word = named(e, x);
    ec_line(e, "%sint64_t %s = 0;", e->sure ? "RG_UNUSED " : "", word.v);
    if (word.t)
        ec_line(e, "RG_UNUSED int64_t %s = 0;", word.t);
    const size_t cached_before = e->cache_count;
    ec_line(e, "if (%s) {", ec_bare(e, condition));
    arm(e, &word, x->right);
    ec_line(e, "} else {");
    arm(e, &word, x->third);
    ec_line(e, "}");
    if (word.g) {
        ec_line(e, "RG_UNUSED int64_t %s = 0;", word.g);
        record(e, &(ec_record){.ready = {.of = x},
                               .g = word.g,
                               .select = condition,
                               .cached_from = e->cache_from,
                               .cached = cached_before});
    }
    return remember(e, x, word);
}

bool ec_is_harmless(const ir_expr *x)
{
    if (!x)
        return true;
    if (x->kind == IR_ELEM || x->kind == IR_WITHIN || x->kind == IR_SELECT)
        return false;
    if (x->kind == IR_OP
        && (may_trap(x->op) || (rg_op_lookup(x->op)->kind != RG_KIND_INT && x->op != RG_OP_FMOV)))
        return false;
    return ec_is_harmless(x->left) && ec_is_harmless(x->right);
}

static ec_word logic(ec *e, const ir_expr *x)
{
    const bool active = e->active, and = x->kind == IR_AND;
    ec_word word = {0};

    e->active = false;
    const char *left = ec_eval(e, x->left).v;
    if (x->kind == IR_NOT) {
        word.v = ec_text(e, "(%s == 0)", left);
    } else if (ec_is_harmless(x->right)) {
        /* a cast, because compilers take & of two comparisons for a slip */
        word.v = ec_text(e, "(%s%s %s %s)", left[0] == '(' ? "(int64_t)" : "", left, and? "&" : "|",
                         ec_eval(e, x->right).v);
    } else {
        word.v = ec_text(e, "t_%u", ++e->temps);
        ec_line(e, "%sint64_t %s = %s;", e->sure ? "RG_UNUSED " : "", word.v, left);
        ec_line(e, and? "if (%s) {" : "if (!%s) {", word.v);
        arm(e, &word, x->right);
        ec_line(e, "}");
        remember(e, x, word);
    }
    e->active = active;
    return word;
}

static ec_word within(ec *e, const ir_expr *x)
{
    const ec_word index = ec_eval(e, x->left);

    check_bound(e, x->var, (unsigned)x->raw, x->left, index.v, NULL);
    return index;
}

/* On the way back gradients are stored between the uses of an element: it is read once. */
static ec_word read_element(ec *e, const ir_expr *x)
{
    ec_word word = element(e, x->var, x->left, x->right, x->inbounds);

    if (word.g && e->active) {
        const char *name = ec_text(e, "t_%u", ++e->temps);
        ec_line(e, "RG_UNUSED const int64_t %s = %s;", name, word.v);
        word.v = name;
    }
    return word;
}

ec_word ec_eval(ec *e, const ir_expr *x)
{
    if (e->failed)
        return (ec_word){.v = "0"};
    const ec_word *known = cached(e, x);
    if (known)
        return *known;
    switch (x->kind) {
    case IR_VAR: return scalar(e, x->var);
    case IR_CONST: return (ec_word){.v = ec_constant(e, x->type, x->raw)};
    case IR_ELEM: return remember(e, x, read_element(e, x));
    case IR_DIM:
        return (ec_word){
            .v = x->raw == 2 && x->var->rank == 1 ? "1" : extent_of(e, x->var, (unsigned)x->raw)};
    case IR_WITHIN: return within(e, x);
    case IR_OP: return operation(e, x);
    case IR_SELECT: return selected(e, x);
    case IR_AND:
    case IR_OR:
    case IR_NOT: return logic(e, x);
    }
    return (ec_word){.v = "0"};
}
