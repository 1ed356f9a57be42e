/* top_level.h: where the statements and definitions of a file begin and end, by their tokens alone.
 */
#ifndef FR_TOP_LEVEL_H
#define FR_TOP_LEVEL_H

#include "compiler/syntax/parser.h"

/* The token behind the statement or definition that begins at token `at`: the end of its line. 0:
 * it has none. */
size_t fr_statement_end(const fr_parser *p, size_t at);
/* The first token from `at` on that is no macro. */
size_t fr_behind_macros(const fr_parser *p, size_t at);
/* Whether Julia's operator gives what stands left of it a value: = and +=, also %= and others that
 * have no inverse. */
bool fr_sets_value(fr_token_kind k);
/* Behind Base. and NiLang.AD., which say where Julia has the name. */
const fr_token *fr_behind_modules(const fr_token *t);
/* f(x) = expression, as Julia has it: an @fn. */
bool fr_is_short_definition(const fr_token *t);
/* Whether a function or struct is defined from this token on. */
bool fr_defines_function(const fr_token *t);

/* begin and @testset "name" begin around routines: the last token of these; NULL: none are there.
 */
const fr_token *fr_opens_test_set(const fr_parser *p, const fr_token *t);
/* module Name */
bool fr_opens_module(const fr_token *t);

/* A statement or definition of the file; what modules and test sets hold stands as if alone. */
typedef struct {
    size_t at, first, end; /* tokens: the first one, the first that is no macro, the one behind */
    bool whole;            /* false: it has no end, and is its first word here */
} fr_statement;
/* The next one, from {0}; false: there is none. */
bool fr_next_statement(const fr_parser *p, fr_statement *s);

#endif
