/* lex.h: the tokens of IR text. */
#ifndef RG_IR_LEX_H
#define RG_IR_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    IR_TOKEN_END,  /* of the text */
    IR_TOKEN_LINE, /* end of a line that is not empty */
    IR_TOKEN_NAME,
    IR_TOKEN_QUOTED, /* with its quotes */
    IR_TOKEN_NUMBER, /* decimal or 0x.., without a sign; with a point or an exponent maybe */
    IR_TOKEN_SYMBOL,
    IR_TOKEN_BAD /* a character that begins no token, or quotes that are not closed */
} ir_token_kind;

typedef struct {
    ir_token_kind kind;
    const char *start;
    size_t length;
    uint32_t line, column; /* from 1 */
} ir_token;

typedef struct {
    const char *at, *line_start;
    uint32_t line;
    bool line_used; /* it had a token */
} ir_lexer;

ir_lexer ir_lexer_new(const char *text);
ir_token ir_lexer_next(ir_lexer *l);
bool ir_token_is(const ir_token *t, const char *text); /* a name or a symbol */

#endif
