/* names.h: what each name of a program stands for, by its tokens alone: it works while a program is
 * being typed. */
#ifndef LSP_NAMES_H
#define LSP_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler/syntax/index.h"
#include "compiler/syntax/lexer.h"

typedef enum {
    NAME_ROUTINE,
    NAME_FUNCTION, /* an @fn, or a function of the host */
    NAME_CONST,
    NAME_TYPE,
    NAME_FIELD,
    NAME_VIEW,
    NAME_PARAMETER,
    NAME_VARIABLE,
    NAME_LOOP,
    NAME_TYPE_VARIABLE,
    NAME_ARGUMENT, /* of a function without a name, or bound by let */
    NAME_BLOCK     /* of @routine */
} lsp_name_kind;

#define LSP_NONE SIZE_MAX

/* All overloads of a routine, and all fields of a name, are one symbol. */
typedef struct {
    lsp_name_kind kind;
    const char *name;
    size_t owner; /* the definition that it is local to, or LSP_NONE */
} lsp_symbol;

typedef struct {
    fr_span span;
    size_t symbol;
    bool declares;
    bool two; /* k of f(x; k): a variable and a keyword parameter at once */
} lsp_use;

typedef struct {
    size_t symbol;
    fr_span name, whole;
    size_t first, body, last; /* tokens: its first, the first behind its head, behind its last */
    size_t first_param, param_count; /* symbols */
    size_t first_local, end_local;   /* those of its head */
    bool statements;                 /* a function of the host: its body has assignments */
} lsp_definition;

/* A name that holds from one token to another. */
typedef struct {
    size_t symbol, from, to;
} lsp_scope;

typedef struct {
    fr_arena arena;
    fr_diags diags;    /* the sources; what the lexer said */
    fr_token **tokens; /* by file */
    size_t *token_counts;
    size_t symbol_count, symbol_capacity, use_count, use_capacity, definition_count,
        definition_capacity;
    lsp_symbol *symbols;
    lsp_use *uses; /* by file, then by offset */
    lsp_definition *definitions;
    fr_index globals; /* symbols by name */
    /* while one file is read */
    uint32_t file;
    size_t *fixed; /* by token: 1 + the symbol that it is, or 0 */
    bool *declares;
    lsp_scope *scopes;
    size_t scope_count, scope_capacity;
} lsp_names;

typedef struct {
    const char *path, *text;
    size_t size;
} lsp_text;

/* The names of a program: the text at work first, then what it includes. To be freed; NULL when
 * memory is short. */
lsp_names *lsp_names_new(const lsp_text *texts, size_t count);
void lsp_names_free(lsp_names *names);
/* The use at an offset, or right before it; NULL: there is none. */
const lsp_use *lsp_use_at(const lsp_names *names, uint32_t file, size_t offset);
/* The definition of the file that holds the offset, or LSP_NONE. */
size_t lsp_definition_at(const lsp_names *names, uint32_t file, size_t offset);
size_t lsp_find_global(const lsp_names *names, const char *name);
/* What stands behind '::' at a declaration, in the heap; NULL where there is none. */
char *lsp_type_behind(const lsp_names *names, const lsp_use *declaration);
/* The same at the first declaration of a symbol. */
char *lsp_written_type(const lsp_names *names, size_t symbol);
const char *lsp_kind_name(lsp_name_kind kind);

/* ---- shared by the parts ---- */

size_t lsp_add_symbol(lsp_names *n, lsp_name_kind kind, const char *name, size_t owner);
size_t lsp_global(lsp_names *n, lsp_name_kind kind, const char *name);
void lsp_add_scope(lsp_names *n, size_t symbol, size_t from, size_t to);
/* The symbol that a name stands for at a token; LSP_NONE. */
size_t lsp_look_up(const lsp_names *n, const char *name, size_t at);
bool lsp_is(const fr_token *t, const char *word);
/* Behind the bracket that closes the one at i; at most to. */
size_t lsp_behind_bracket(const fr_token *tokens, size_t i, size_t to);

/* names_heads.c: the definitions of a file, with their parameters, types and fields. */
void lsp_find_definitions(lsp_names *n);
/* names_body.c: what a definition declares in its body. */
void lsp_find_locals(lsp_names *n, size_t definition);

#endif
