/* lambda.h: functions without a name, and operators as functions. */
#ifndef FR_LAMBDA_H
#define FR_LAMBDA_H

#include "compiler/syntax/ast.h"

/* The operator that a name such as * stands for; TOK_EOF for other names. */
fr_token_kind fr_operator_named(const fr_expr *name);
/* e with expressions in place of names. What an inner function calls its own argument stays. */
typedef struct {
    const char *name;
    const fr_expr *by;
} fr_replacement;
fr_expr *fr_replace_names(fr_arena *arena, const fr_expr *e, const fr_replacement *by,
                          size_t count);
/* The same, where calls of functions without a name stay as they are. */
fr_expr *fr_rename(fr_arena *arena, const fr_expr *e, const fr_replacement *by, size_t count);
/* The value of f for these arguments: f(items), an operator between two, or the expression behind
 * the arrow. Dotted: for each element. NULL when their number is another. */
fr_expr *fr_apply(fr_arena *arena, fr_span span, const fr_expr *f, size_t count,
                  fr_expr *const *items, bool dotted);
/* e where it is (x -> x^2)(y), (x -> x^2).(v), sum(x -> x^2, v), map(f, v) or one of these with an
 * operator, without the function; e itself where it is none. NULL: with a wrong number of
 * arguments.
 */
fr_expr *fr_without_lambda(fr_arena *arena, fr_expr *e);
/* The text of e, of which equal expressions have one. */
const char *fr_text_of(fr_arena *arena, const fr_expr *e);

#endif
