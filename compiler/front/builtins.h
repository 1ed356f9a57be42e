/* builtins.h: the functions of the machine that an expression may call. */
#ifndef FR_BUILTINS_H
#define FR_BUILTINS_H

#include <stddef.h>

typedef enum {
#define KIND(kind) kind,
#include "compiler/front/builtins.def"
} fr_builtin_kind;

typedef struct fr_builtin {
    const char *name;
    fr_builtin_kind kind;
    unsigned least, most, op;
} fr_builtin;

/* NULL: there is none of that name. */
const fr_builtin *fr_find_builtin(const char *name);

#endif
