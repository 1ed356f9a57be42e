/* needs.h: which definitions of a file the host or another definition needs. */
#ifndef FR_NEEDS_H
#define FR_NEEDS_H

#include "compiler/syntax/index.h"
#include "compiler/syntax/parser.h"

/* A function at the top level, or another statement that the program needs. */
typedef struct fr_definition {
    struct fr_definition *same; /* another one of its name */
    struct fr_definition *to_do, *next;
    const char *name; /* "" where it is no function */
    size_t first, end;
    bool needed;
} fr_definition;

typedef struct {
    fr_index by_name;
    fr_definition *to_do; /* what these need is to be found */
    fr_definition *needed;
    bool all; /* not all of the file could be read */
} fr_needs;

/* What the host starts is needed, with constants and structs, and what these name. */
fr_needs fr_find_needs(fr_parser *p);
/* A name that no definition has counts as needed. */
bool fr_is_needed(const fr_needs *n, const char *name);
/* The name in the head of a function that starts there: the word before the parenthesis. NULL: it
 * has none. */
const fr_token *fr_name_in_head(const fr_parser *p, size_t at);

#endif
