/* calls.h: the arguments of a call, and the routine that it means. */
#ifndef FR_CALLS_H
#define FR_CALLS_H

#include "compiler/front/compound.h"

enum { FR_MOST_ARGUMENTS = 64 };

/* ---- call_arguments.c ---- */

typedef struct fr_argument {
    const fr_expr *source;
    fr_type type;
    bool place, constant;
    fr_ref ref;     /* of an lvalue */
    fr_value value; /* of anything else */
    struct fr_argument
        *items; /* (a, b), T{}(a, b), @fields z: made of arguments, and written back to them */
    size_t item_count;
} fr_argument;

bool fr_lower_argument(fr_sema *s, const fr_expr *e, fr_argument *a);
/* Those of the call e, e->count of them. False after a report. */
bool fr_lower_arguments(fr_sema *s, const fr_expr *e, fr_argument *args);

/* ---- call_dispatch.c ---- */

/* A routine that may be meant: how well it suits each argument. */
typedef struct {
    const fr_function *function;
    const fr_argument *args; /* one for each positional parameter */
    fr_type *types;
    fr_binding *bindings;
    unsigned *fits; /* one for each argument as written */
} fr_candidate;

typedef enum { FR_FOUND, FR_NONE_SUITS, FR_WRONG_COUNT, FR_AMBIGUOUS } fr_choice;

size_t fr_positional_count(const fr_function *f);
/* Whether the last of them is name..., and takes any number of arguments. */
bool fr_takes_rest(const fr_function *f);
bool fr_suits_count(const fr_function *f, size_t count);
/* The most specific of the routines of that name that suit the arguments; near: one that does not
 * at argument *misfit, or a rival. A routine of the program comes before those of libraries where
 * the program calls; where a library calls, its own comes first among equals. */
fr_choice fr_choose(fr_sema *s, const char *name, const fr_expr *call, size_t count,
                    const fr_argument *args, fr_candidate *best, const fr_function **near,
                    size_t *misfit);
/* Whether no argument but a constant is converted: an instruction is defined for the types of its
 * parameters, and not for what could become them. */
bool fr_unconverted(const fr_candidate *c, const fr_argument *args, size_t count);

/* ---- call_errors.c ---- */

void fr_wrong_count(fr_sema *s, const fr_expr *e, const fr_function *f);
void fr_no_match(fr_sema *s, const fr_function *f, const fr_argument *args, size_t count,
                 size_t misfit);
void fr_ambiguous(fr_sema *s, const fr_expr *e, const fr_function *a, const fr_function *b);

/* ---- call_aliasing.c ---- */

/* False after a report that two of the n arguments name one variable. What the text does not show
 * is compared by the machine, before the call. */
/* Whether a and b are numbers of one array whose indices may be equal. */
bool fr_may_meet(fr_sema *s, const fr_expr *a, const fr_expr *b);
bool fr_check_distinct(fr_sema *s, const fr_argument *args, size_t n);

/* ---- call_emit.c ---- */

/* The call of the candidate, or its inverse, in place of st; e has the keywords. */
void fr_emit_call(fr_sema *s, const fr_stmt *st, const fr_expr *e, const fr_candidate *c);

/* ---- own_functions.c ---- */

/* The name of the routine that updates by `name` in this form, in the arena. */
const char *fr_update_name(fr_sema *s, size_t form, const char *name);

/* ---- call_types.c ---- */

/* Whether a routine of that name adds to a target of the type. args[0] is filled in. */
bool fr_gives(fr_sema *s, const char *name, const fr_expr *e, fr_argument *args, fr_type type);
/* The type that f(args) has by the routines of that name; false: none suits. */
bool fr_type_given(fr_sema *s, const char *name, const fr_expr *e, fr_argument *args,
                   fr_type *type);
/* The type of the value of the @fn whose routine is f; false: it is not one number. */
bool fr_value_type(fr_sema *s, const fr_function *f, fr_type *type);

/* ---- call_values.c ---- */

/* As fr_own_value, for the call of an @fn. */
fr_own fr_functional_value(fr_sema *s, const fr_expr *e, fr_token_kind *token, fr_type *type);

#endif
