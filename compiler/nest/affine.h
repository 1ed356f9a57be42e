/* affine.h: systems of affine constraints over integers, for questions about loops: is there an
 * iteration at all, does one condition follow from others?
 *
 * Method: Fourier-Motzkin elimination with integer tightening (W. Pugh, "The Omega Test", 1991,
 * without its splinters). Systems have a fixed size and nothing is allocated. "Empty" is a proof;
 * everything else is "unknown", also where a coefficient overflows or rows run out. */
#ifndef RG_AFFINE_H
#define RG_AFFINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AFFINE_VARS = 16, AFFINE_ROWS = 96 };

/* sum of k[i] v[i] + k[AFFINE_VARS] >= 0, or == 0 */
typedef struct {
    int64_t k[AFFINE_VARS + 1];
    bool equal;
} affine_row;

/* The integer points at which all rows hold. An all-zero set is the set of all points. The rows
 * come last and few are in use: affine_copy is ten times as fast as an assignment. */
typedef struct {
    size_t count;
    bool empty;   /* proved: there is no such point */
    bool unknown; /* a row is missing: it overflowed, or there was no room for it */
    affine_row row[AFFINE_ROWS];
} affine_set;

/* The set of all points. */
void affine_clear(affine_set *set);
/* *to = *from, as far as there are rows. */
void affine_copy(affine_set *to, const affine_set *from);
/* to += factor * from, the kind of row aside. False if a coefficient overflows; *to is then
 * worthless. */
bool affine_add_row(affine_row *to, const affine_row *from, int64_t factor);
/* The row that holds exactly where this inequality does not; false if it overflows. */
bool affine_negated(const affine_row *inequality, affine_row *negated);
/* Does no variable occur in it? */
bool affine_is_constant(const affine_row *row);
/* Divided by the common divisor of its coefficients, the constant rounded down, which no integer
 * point sees. False if it is an equality without integer solutions. */
bool affine_tighten(affine_row *row);

/* The points of the set at which the row holds too. */
void affine_restrict(affine_set *set, const affine_row *row);
/* The set without the variable: every point of the set is in the result, whatever the variable. */
void affine_eliminate(affine_set *set, size_t variable);
/* Is it proved that the set has no point? */
bool affine_is_empty(const affine_set *set);
/* Is it proved that the row holds at all points of the set? */
bool affine_implies(const affine_set *set, const affine_row *row);
/* Is it proved that this row follows from the other ones? */
bool affine_is_redundant(const affine_set *set, size_t row);
/* The same points without inequalities that follow from the rows that stay, the last ones first. */
void affine_drop_redundant(affine_set *set);

#endif
