/* generators.h: sum(e for i in r) and [e for i in r], which the parser writes as maps. */
#ifndef FR_FRONT_GENERATORS_H
#define FR_FRONT_GENERATORS_H

#include "compiler/front/expand.h"

/* What a generator loops over, as numbers k from 1 to length: the element at k, its type, and the
 * loop over all of them. */
typedef struct {
    const char *counter;
    fr_expr *length, *element, *first;
    bool filtered, nested;
} fr_generated;

/* The one loop of e, map(i -> e, r). */
fr_generated fr_generated_by(fr_sema *s, const fr_expr *e, const char *fold);
/* The type of the elements of all loops that `fold` joins; false: it does not follow. */
bool fr_generated_type(fr_sema *s, const fr_expr *e, const char *fold, rg_type_base *out);
/* The loops of e, and of those that `fold` joins within it, around what `body` makes of an element.
 */
fr_stmt *fr_over_generator(fr_sema *s, const fr_expr *e, const char *fold,
                           fr_stmt *(*body)(void *context, fr_expr *element), void *context);
/* x <- [e for i in r] and its inverse, as zeros and a loop; NULL when st is neither. */
fr_stmt *fr_expand_comprehension(fr_sema *s, const fr_stmt *st);

#endif
