/* known.c: what is known while the circuit is made, computed as the machine does it: literals,
 * extents, loop variables, and what is made of them alone. The elements that known indices choose.
 */
#include "cc.h"

#include <inttypes.h>

#include "isa/num/num.h"

int64_t cc_wrap(const cc *c, int64_t value)
{
    const unsigned unused = 64 - c->m->xlen;

    return (int64_t)((uint64_t)value << unused) >> unused;
}

unsigned cc_width(cc *c, ir_loc loc, rg_type_base base, const char *name)
{
    if (!rg_type_is_whole(base))
        cc_refuse(c, loc, "'%s' is a %s: circuits are made of routines on Int and Bool alone", name,
                  rg_type_name(base));
    return base == RG_TYPE_BOOL ? 1 : c->out->bits;
}

cc_word cc_bits(cc *c, ir_loc loc, cc_word w, unsigned width)
{
    const unsigned had = w.width;

    w.width = width;
    if (!w.known && had > width)
        cc_refuse(c, loc, "an Int does not fit in a Bool");
    if (!w.known) { /* a Bool is an Int of 0 or 1 */
        for (unsigned i = had; i < width; i++)
            w.bit[i] = CC_ZERO;
        return w;
    }
    if (width < 64
        && (w.value < -(INT64_C(1) << (width - 1)) || w.value > (INT64_C(1) << width) - 1))
        cc_refuse(c, loc, "%" PRId64 " does not fit in %u bit%s: choose more with --bits", w.value,
                  width, width > 1 ? "s" : "");
    for (unsigned i = 0; i < width; i++)
        w.bit[i] = (uint64_t)w.value >> i & 1 ? CC_ONE : CC_ZERO;
    return w;
}

/* IR text may say that a parameter begins or ends. */
void cc_own(cc *c, ir_loc loc, const ir_var *v)
{
    if (v->id < c->frame->r->param_count)
        cc_refuse(c, loc, "'%s' is a parameter, which lives all the time", v->name);
}

cc_array *cc_array_of(cc *c, ir_loc loc, const ir_var *v)
{
    if (!c->frame->array[v->id])
        cc_refuse(c, loc, "'%s' has no elements here", v->name);
    return c->frame->array[v->id];
}

cc_cell *cc_cell_of(cc *c, ir_loc loc, const ir_var *v)
{
    if (!c->frame->cell[v->id])
        cc_refuse(c, loc, "'%s' has no value here", v->name);
    return c->frame->cell[v->id];
}

int64_t cc_extent(const cc_array *a, int64_t dim)
{
    return dim == 1 ? a->rows : dim == 2 ? a->columns : a->inner[dim - RG_EXTENT(2)];
}

/* Where the machine would trap, there is nothing to make. */
static bool computed(cc *c, const ir_expr *e, int64_t a, int64_t b, int64_t *value)
{
    const rg_num_config config = {c->m->xlen, c->m->frac};
    const rg_num_in in = {.op = e->op, .a = a, .b = b};
    rg_num_out out;

    rg_num_eval(&config, &in, &out);
    if (out.trap)
        cc_refuse(c, e->loc, "the machine would trap here");
    *value = cc_wrap(c, out.f);
    return true;
}

static bool operation(cc *c, const ir_expr *e, int64_t *value)
{
    int64_t a = 0, b;

    if (!rg_type_is_whole(e->left->type) || !rg_type_is_whole(e->type))
        return false;
    if (!e->right)
        return cc_find_known(c, e->left, &b) && computed(c, e, 0, b, value);
    return cc_find_known(c, e->left, &a) && cc_find_known(c, e->right, &b)
           && computed(c, e, a, b, value);
}

/* What is not needed is not computed, and cannot stop the program. */
static bool logical(cc *c, const ir_expr *e, int64_t *value)
{
    if (!cc_find_known(c, e->left, value))
        return false;
    return (*value != 0) != (e->kind == IR_AND) || cc_find_known(c, e->right, value);
}

static bool within(cc *c, const ir_expr *e, int64_t *value)
{
    *value = cc_known(c, e->left, "an index");
    if (*value < 1 || *value > cc_extent(cc_array_of(c, e->loc, e->var), e->raw))
        cc_refuse(c, e->loc, "index %" PRId64 " is outside of '%s'", *value, e->var->name);
    return true;
}

static int64_t index_of(cc *c, const ir_expr *e, const ir_var *v, int64_t extent)
{
    const int64_t i = cc_known(c, e, "an index");

    if (i < 1 || i > extent)
        cc_refuse(c, e->loc, "index %" PRId64 " is outside of '%s'", i, v->name);
    return i - 1;
}

cc_cell *cc_element(cc *c, ir_loc loc, const ir_var *v, const ir_expr *row, const ir_expr *column)
{
    const cc_array *a = cc_array_of(c, loc, v);
    const int64_t i = index_of(c, row, v, a->rows);
    const int64_t k = column ? index_of(c, column, v, a->columns) : 0;
    return a->cell[k * a->rows + i];
}

const cc_cell *cc_read(cc *c, const ir_expr *e)
{
    const cc_cell *cell = e->kind == IR_VAR ? cc_cell_of(c, e->loc, e->var)
                                            : cc_element(c, e->loc, e->var, e->left, e->right);

    cc_width(c, e->loc, e->var->base, e->var->name);
    if (cell == c->changing)
        cc_refuse(c, e->loc, "the statement reads '%s', which it changes", e->var->name);
    return cell;
}

static bool read_known(cc *c, const ir_expr *e, int64_t *value)
{
    const cc_cell *cell = cc_read(c, e);

    *value = cell->value;
    return cell->known;
}

static bool constant(cc *c, const ir_expr *e, int64_t *value)
{
    cc_width(c, e->loc, e->type, "a constant");
    *value = e->raw;
    return true;
}

static bool negated(cc *c, const ir_expr *e, int64_t *value)
{
    const bool found = cc_find_known(c, e->left, value);

    *value = found && *value == 0;
    return found;
}

bool cc_find_known(cc *c, const ir_expr *e, int64_t *value)
{
    switch (e->kind) {
    case IR_VAR:
    case IR_ELEM: return read_known(c, e, value);
    case IR_CONST: return constant(c, e, value);
    case IR_DIM: *value = cc_extent(cc_array_of(c, e->loc, e->var), e->raw); return true;
    case IR_OP: return operation(c, e, value);
    case IR_AND:
    case IR_OR: return logical(c, e, value);
    case IR_NOT: return negated(c, e, value);
    case IR_SELECT:
        return cc_find_known(c, e->left, value)
               && cc_find_known(c, *value ? e->right : e->third, value);
    case IR_WITHIN: return within(c, e, value);
    }
    return false;
}

int64_t cc_known(cc *c, const ir_expr *e, const char *what)
{
    const cc_cell *before = c->changing;
    int64_t value;

    c->changing = NULL;
    if (!cc_find_known(c, e, &value))
        cc_refuse(c, e->loc, "%s depends on data, so no circuit of fixed shape has it", what);
    c->changing = before;
    return value;
}
