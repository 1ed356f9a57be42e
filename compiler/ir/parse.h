/* parse.h: what the files of the parser of IR text share. */
#ifndef RG_IR_PARSE_H
#define RG_IR_PARSE_H

#include "lex.h"
#include "text.h"

typedef struct {
    ir_module *m;
    ir_routine *r; /* being read */
    ir_lexer lexer;
    ir_token t, last;        /* the next one, and the one before it */
    ir_names routines, vars; /* vars: of r */
    bool *shared;            /* by variable of r: another one has its name */
    ir_routine **by_index;
    bool own_positions; /* nodes get positions in the IR text */
    ir_loc *positions;  /* that the line gives its nodes */
    size_t position_count, position_capacity, positions_taken;
    unsigned depth;
    bool failed;
    ir_diagnostic *diagnostic;
} ir_parser;

/* A complaint about the next token, the first one of the text; what follows is the end of the text.
 * Returns NULL. */
void *ir_parse_wrong(ir_parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ir_parse_next(ir_parser *p);
bool ir_parse_at(const ir_parser *p, const char *text);
bool ir_parse_take(ir_parser *p, const char *text); /* if it is the next one */
void ir_parse_expect(ir_parser *p, const char *text);
/* A deeper level of nesting; false, with a complaint, when that is too deep. */
bool ir_parse_deeper(ir_parser *p);

/* ---- parse_words.c: what is neither an expression nor a statement ---- */
char *ir_parse_name(ir_parser *p); /* plain or quoted, in the arena */
/* An integer with a sign maybe. */
int64_t ir_parse_integer(ir_parser *p);
uint32_t ir_parse_count(ir_parser *p, uint32_t most); /* from 0 */
rg_type_base ir_parse_type(ir_parser *p);
ir_var *ir_parse_var(ir_parser *p);
/* Before the first token of a line: the positions at its end. */
void ir_parse_positions(ir_parser *p);
/* The position of the node that the text completes here. */
ir_loc ir_parse_loc(ir_parser *p);
void ir_parse_line_end(ir_parser *p);

/* ---- parse_expr.c, parse_stmt.c: NULL after a complaint, or when memory is short ---- */
ir_expr *ir_parse_expr(ir_parser *p);
ir_place ir_parse_place(ir_parser *p);
/* An lvalue whose variable has been read. */
ir_place ir_parse_place_of(ir_parser *p, ir_var *var);
/* Up to `end` or `else`, which is not taken; NULL for an empty one too. */
ir_stmt *ir_parse_list(ir_parser *p);

#endif
