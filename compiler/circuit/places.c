/* places.c: where variables and elements are. */
#include "cc.h"

cc_cell *cc_new_cell(cc *c, unsigned width)
{
    cc_cell *cell = c->spare ? c->spare : cc_take(c, sizeof *cell);

    c->spare = cell->spare;
    *cell = (cc_cell){.known = true, .width = width, .level = c->level};
    return cell;
}

/* Its bits on lines. What lives under a condition is zero where that does not hold. */
void cc_materialise(cc *c, ir_loc loc, cc_cell *cell)
{
    const cc_bit control = cell->level == CC_OUTSIDE || cell->level == 0 ? CC_ONE
                                                                         : c->controls[cell->level];

    if (!cell->known)
        return;
    const cc_word bits =
        cc_bits(c, loc, (cc_word){.known = true, .value = cell->value}, cell->width);
    for (unsigned i = 0; i < cell->width; i++) {
        cell->line[i] = cc_new_line(c);
        if (bits.bit[i] == CC_ONE)
            cc_cnot(c, control, cell->line[i]);
    }
    cell->known = false;
}

/* extents: rank of them. */
cc_array *cc_new_array(cc *c, ir_loc loc, const ir_var *v, const int64_t *extents)
{
    const unsigned width = cc_width(c, loc, v->base, v->name);
    cc_array *a = cc_take(c, sizeof *a);
    uint64_t count = 1;

    *a = (cc_array){.rows = extents[0], .columns = 1};
    for (unsigned i = 0; i < v->rank; i++) {
        if (extents[i] < 0 || (uint64_t)extents[i] > CC_MOST_STEPS
            || (count *= (uint64_t)extents[i]) > CC_MOST_STEPS)
            cc_refuse(c, loc, "an array of this size has no circuit: '%s'", v->name);
        a->inner[i] = extents[i];
        if (i > 0)
            a->columns *= extents[i];
    }
    a->count = (size_t)count;
    cc_count_steps(c, loc, count);
    a->cell = cc_take(c, (a->count + 1) * sizeof(cc_cell *));
    for (size_t i = 0; i < a->count; i++)
        a->cell[i] = cc_new_cell(c, width);
    return a;
}

cc_cell *cc_place(cc *c, const ir_place *p)
{
    return p->row ? cc_element(c, p->loc, p->var, p->row, p->column)
                  : cc_cell_of(c, p->loc, p->var);
}
