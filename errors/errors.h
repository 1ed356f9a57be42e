/* errors.h: the catalogue of everything that can be said to a user, one code each.
 *
 * R01 lexing and parsing, R02 names and types, R03 variables and ancillas, R04 conditions and
 * control, R05 numbers, R06 routines, R07 assembler and objects, R08 traps, R09 host, driver and
 * files, R10 functional definitions. */
#ifndef RG_ERRORS_H
#define RG_ERRORS_H

#include <stddef.h>

typedef struct {
    const char *code;    /* "R0104" */
    const char *title;   /* one line, lower case, no full stop */
    const char *explain; /* why it is wrong, what to do; several lines */
    const char *example; /* a program that triggers it, or NULL */
} rg_error_info;

/* NULL for an unknown code. */
const rg_error_info *rg_error_lookup(const char *code);
size_t rg_error_count(void);
const rg_error_info *rg_error_at(size_t index);

/* Of the names the one that was probably meant: it differs by a '!' at the end or by capitals, or
 * has a small edit distance. Names may be NULL; NULL when none is near. */
const char *rg_suggest(const char *name, const char *const *names, size_t count);

#endif
