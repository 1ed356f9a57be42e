/* lower.h: shared by the parts that lower unary form to statements. */
#ifndef FN_LOWER_H
#define FN_LOWER_H

#include "compiler/functional/unary.h"

typedef struct {
    fr_diags *d;
    const fr_program *program;
    const fr_functional *function;
    fn_text *out;
    unsigned indent, names;
} fn_lowering;

/* ---- lower.c ---- */

/* One line of the routine, which comes from that position of the source. */
void fn_line(fn_lowering *l, fr_span origin, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A name that the program does not use: stem_N. */
const char *fn_fresh(fn_lowering *l, const char *stem);
/* The position as it is written: x, x[i], x[i, j]. */
const char *fn_leaf_text(fn_lowering *l, const fn_leaf *leaf);
/* The element of it at an index. */
fn_leaf fn_element(const fn_leaf *leaf, const char *index);
/* The shape of an array of such elements. */
fn_leaf fn_wrap(fn_leaf element, const char *extent);
/* Rank and extents of the leaves of a slot, without names. */
const fn_leaf *fn_shape(fn_lowering *l, fn_slot *s);
/* The value of the sequence is added to dest; what it needs is computed before and uncomputed
 * after. */
void fn_lower_seq(fn_lowering *l, fn_seq *q, const fn_leaf *dest);

/* ---- lower_steps.c ---- */

/* How many numbers a range has, and the one at an index. */
const char *fn_range_count(fn_lowering *l, const fn_slot *range);
const char *fn_range_at(fn_lowering *l, const fn_slot *range, const char *index);
/* What the expression of a scalar slot reads. */
const char *fn_scalar_text(fn_lowering *l, fn_slot *s);
/* The value of a slot is added to dest. */
void fn_lower_into(fn_lowering *l, fn_slot *s, const fn_leaf *dest);
/* The step gets variables of its own, which hold its value. */
void fn_materialise(fn_lowering *l, fn_slot *s);
/* Whether the step needs statements before its value can be read. */
bool fn_needs_place(const fn_slot *s);
/* Stops the machine unless the extents agree; says nothing when they are written alike. */
void fn_check_extents(fn_lowering *l, fr_span origin, const char *a, const char *b);

#endif
