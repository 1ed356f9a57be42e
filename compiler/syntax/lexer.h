/* lexer.h: source text to tokens. */
#ifndef FR_LEXER_H
#define FR_LEXER_H

#include "compiler/syntax/diag.h"

typedef enum {
    TOK_EOF,
    TOK_NEWLINE,
    TOK_IDENT,
    TOK_INT,
    TOK_REAL,
    TOK_STRING,
    TOK_MACRO,
    TOK_PRIME,
    TOK_ERROR, /* the parser says what is wrong, if it reads it */
#define FR_KEYWORD(name, text) TOK_##name,
#define FR_OPERATOR(name, text)
#include "compiler/syntax/tokens.def"
#undef FR_KEYWORD
#undef FR_OPERATOR
    /* The ASCII and the Unicode spelling of an operator are one token. */
    TOK_DOTXOREQ,
    TOK_DOTANDAND,
    TOK_DOTOROR,
    TOK_SHREQ,
    TOK_SHLEQ,
    TOK_DOTADDEQ,
    TOK_DOTSUBEQ,
    TOK_DOTMULEQ,
    TOK_DOTDIVEQ,
    TOK_XOREQ,
    TOK_DIVEQ2,
    TOK_SWAP,
    TOK_SHR,
    TOK_ELLIPSIS,
    TOK_IDENTICAL,
    TOK_NIDENTICAL,
    TOK_ADDEQ,
    TOK_SUBEQ,
    TOK_MULEQ,
    TOK_DIVEQ,
    TOK_POWEQ,
    TOK_REMEQ,
    TOK_ANDEQ,
    TOK_OREQ,
    TOK_DOTADD,
    TOK_DOTSUB,
    TOK_DOTMUL,
    TOK_DOTDIV,
    TOK_DOTPOW,
    TOK_DOTPIPE,
    TOK_DOTXOR,
    TOK_DOTEQ,
    TOK_DOTNE,
    TOK_DOTLE,
    TOK_DOTGE,
    TOK_DOTLT,
    TOK_DOTGT,
    TOK_DOTIDIV,
    TOK_DOTREM,
    TOK_DOTAND,
    TOK_DOTSHL,
    TOK_DOTSAR,
    TOK_DOTSHR,
    TOK_FREE,
    TOK_ALLOC,
    TOK_EQ,
    TOK_NE,
    TOK_LE,
    TOK_GE,
    TOK_ANDAND,
    TOK_OROR,
    TOK_SHL,
    TOK_SAR,
    TOK_SUBTYPE,
    TOK_TYPED,
    TOK_ARROW2,
    TOK_PIPE,
    TOK_RATIONAL,
    TOK_XOR,
    TOK_IDIV,
    TOK_COMPOSE,
    TOK_INNER,
    TOK_SQRT,
    TOK_EMPTY,
    TOK_IN,
    TOK_LT,
    TOK_GT,
    TOK_ADD,
    TOK_SUB,
    TOK_MUL,
    TOK_DIV,
    TOK_REM,
    TOK_POW,
    TOK_AND,
    TOK_OR,
    TOK_NOT,
    TOK_TILDE,
    TOK_ASSIGN,
    TOK_LPAREN,
    TOK_RPAREN,
    TOK_LBRACKET,
    TOK_RBRACKET,
    TOK_LBRACE,
    TOK_RBRACE,
    TOK_COMMA,
    TOK_SEMI,
    TOK_COLON,
    TOK_QUESTION,
    TOK_DOT,
    TOK_DOLLAR,
    TOK_BACKSLASH,
    TOK_COUNT
} fr_token_kind;

typedef struct {
    fr_token_kind kind;
    fr_span span;
    bool space_before; /* blank, comment or line end before it */
    bool left_out;     /* begins a statement or definition that the parser has left out */
    const char *text;  /* identifiers, macros (without @), strings (between the quotes) */
    uint64_t integer;  /* TOK_INT */
    long double real;  /* TOK_REAL */
} fr_token;

/* The tokens of a source, the last one TOK_EOF, in the arena of d. Faults become TOK_ERROR, and are
 * reported to said; NULL: to nobody. */
fr_token *fr_lex(fr_diags *d, fr_diags *said, uint32_t file, size_t *count);
/* An operator as it is written; "?" for what is none. */
const char *fr_token_spelling(fr_token_kind kind);
/* What the token is, for messages: "'end'", "end of file", "a number". */
const char *fr_token_text(fr_arena *arena, const fr_source *source, const fr_token *token);

#endif
