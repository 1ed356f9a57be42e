/* parser.h: tokens to a syntax tree. */
#ifndef FR_PARSER_H
#define FR_PARSER_H

#include "compiler/syntax/ast.h"

enum { FR_NESTING_LIMIT = 200, FR_HEIGHT_LIMIT = 4000 };

typedef struct fr_parser {
    fr_diags *d;
    fr_program *program;
    uint32_t file;
    fr_token *tokens;
    fr_diags lexed; /* what the lexer found, until the parser reads it */
    size_t at;
    unsigned depth;       /* of nested constructs */
    unsigned parentheses; /* line ends are blanks while not 0 */
    bool no_range;        /* a ':' belongs to an enclosing '?' */
    bool no_in;           /* 'in' belongs to an enclosing 'let' or 'for' */
    unsigned row;         /* parentheses within which [a -b] is two elements; 0: none */
    bool target;          /* at the left side of a statement */
    bool minus;           /* the minus of a '<-' that was read as '<' comes before what follows */
    bool radicand;        /* right behind a root, which takes the number of 4x alone */
    bool index;           /* inside [ ]: end is a value */
    bool functional;      /* in an @fn: let, lambda and operators as functions are expressions */
    bool reversible;      /* @assert_reversible stands before the definition at work */
    bool views;           /* behind @view or @views: a slice is no copy, and has that token */
    bool panic;           /* a fault was said; quiet until the next statement */
    struct host_function *host, *last_host; /* functions with statements, in order */
    struct fr_let *locals;                  /* the names that 'local' gave to the loop at work */
    size_t function_at; /* the first token behind 'function' of the one that is read; 0: none */
    struct host_routine *routines; /* functions without @i that are routines */
    fr_left_out *left_out;         /* functions without @i that have faults */
    struct script_names *names;    /* what statements of the file do to names, when asked for */
    unsigned include_depth;
    unsigned modules;           /* that are open: 'module' without its 'end' */
    bool script;                /* what was read last is left out, as a part of Julia's script */
    bool scripted;              /* that such lines are left out was said */
    bool deep;                  /* that it nests too deeply was said */
    fr_span else_word, else_if; /* an 'if' right behind 'else', which opens a block of its own */
    fr_span early_end, early_opener; /* an 'end' that stands left of what it closes: one may be
                                        missing before it */
} fr_parser;

/* Parse a source, and the sources it includes, into program. With FR_ALONE for the depth what it
 * includes and uses is not read. */
enum { FR_ALONE = 1 << 20 };
void fr_parse_source(fr_diags *d, fr_program *program, uint32_t file, unsigned include_depth);

/* ---- shared by the parts of the parser ---- */

const fr_token *fr_peek(fr_parser *p);
const fr_token *fr_peek2(fr_parser *p);
const fr_token *fr_take(fr_parser *p);
bool fr_accept(fr_parser *p, fr_token_kind kind);
bool fr_expect(fr_parser *p, fr_token_kind kind, const char *what);
void fr_skip_newlines(fr_parser *p);
/* Say what was expected instead of the next token, once per statement. */
void fr_unexpected(fr_parser *p, const char *expected);
/* Say what the lexer found in these tokens, if it was not said. */
void fr_say_lexed(fr_parser *p, const fr_token *first, const fr_token *last);
/* After a fault at the top level, to read what comes next. */
void fr_end_panic(fr_parser *p);
/* Say which comments and strings are never closed. */
void fr_say_unclosed(fr_parser *p);
/* The text ends in a comment or string that is never closed, which was said: what is missing may be
 * in it. */
bool fr_behind_damage(fr_parser *p);
/* After R0105: where the missing 'end' may belong. */
void fr_note_missing_end(fr_parser *p, rgc_diagnostic *e);
/* Is it an update that has an inverse, element by element or not: += and its like? */
bool fr_is_update(fr_token_kind kind);
/* Add a parameter to the list, which grows; a name that stands there already is reported. */
void fr_add_parameter(fr_parser *p, fr_param **list, size_t *count, size_t *capacity,
                      fr_param param);
/* True, and a message, when constructs nest too deeply. Pair with p->depth--. */
bool fr_too_deep(fr_parser *p);
/* Go on behind the 'end' of the block, function or struct that starts here: nothing is said about
 * what it holds. */
void fr_skip_block(fr_parser *p);
/* Whether nothing stands before it in its line, not even blanks. */
bool fr_at_margin(const fr_parser *p, fr_span at);

/* ---- parse_nodes.c ---- */

fr_expr *fr_new_expr(fr_parser *p, fr_expr_kind kind, fr_span span);
/* e is higher than its child; an error where it has too many levels. */
void fr_raise_height(fr_parser *p, fr_expr *e, const fr_expr *child);
/* Node over up to three children; checks the height. */
fr_expr *fr_new_node(fr_parser *p, fr_expr_kind kind, fr_token_kind token, fr_expr *left,
                     fr_expr *right, fr_expr *third);

/* ---- membership.c ---- */

/* k in a:b, k in (a, b), k in v */
fr_expr *fr_membership(fr_parser *p, const fr_expr *k, const fr_expr *of);

/* ---- suffix_errors.c ---- */

/* next, which is e with a suffix, or NULL with an error: (x + 1)(x - 1), and x[x .> 0], for of how
 * many elements that is only the run knows. */
fr_expr *fr_refuse_suffix(fr_parser *p, const fr_expr *e, fr_expr *next);

/* ---- parse_matrix.c ---- */

/* Rows of a matrix that is written out; `begun` at the first blank or ';' between elements. */
typedef struct {
    bool begun;
    size_t rows, columns, row_start;
} fr_matrix;
/* Behind an element: whether the next one comes without a comma, or the matrix ends here. */
bool fr_at_rows(fr_parser *p, const fr_expr *list, fr_matrix *m);
/* At the sign of -b in [a -b], which is another element. */
bool fr_at_next_of_row(fr_parser *p);
/* reshape([a, c, b, d], 2, 2) of the elements; a vector where the rows have one element. */
fr_expr *fr_written_matrix(fr_parser *p, fr_expr *list, const fr_matrix *m);

/* NULL after a fault (p->panic is set). */
fr_expr *fr_parse_expr(fr_parser *p);
/* Without the lowest levels, so that <- and -> after it belong to the statement. */
fr_expr *fr_parse_target(fr_parser *p);
fr_expr *fr_parse_type(fr_parser *p);
/* Statements up to (not including) a token that closes the block. */
fr_stmt *fr_parse_block(fr_parser *p);
void fr_parse_function(fr_parser *p, fr_span start);
/* Parses one parameter and adds it to the list of its owner, whose capacity this is. keyword: it
 * stands behind a ';'. */
typedef void fr_parameter_parser(fr_parser *p, void *owner, size_t *capacity, bool keyword);
/* The parameters behind the parenthesis that opens, and the one that closes. */
void fr_each_parameter(fr_parser *p, fr_parameter_parser *parse, void *owner);
/* Parameters and where, behind the parenthesis that opens. */
void fr_parse_parameters(fr_parser *p, fr_function *f);
/* struct Name{T} ... end; abstract type Name end; name(x) = x.field behind @fieldview. Standing on
 * the first word. */
/* keywords: @kwdef stands before it. */
void fr_parse_struct(fr_parser *p, bool keywords);
void fr_parse_abstract(fr_parser *p);
void fr_parse_fieldview(fr_parser *p);

/* for (i, x) in enumerate(v), for (a, b) in zip(v, w), from the parenthesis on: the outer one of
 * the loops that it is; the body of the innermost one is still to come. */
fr_stmt *fr_parse_tuple_loop(fr_parser *p, fr_span start);

/* A name, or names in parentheses (parse_nodes.c). */
bool fn_is_pattern(const fr_expr *e);

/* ---- parse_fn.c ---- */

/* NAME(PARAMETERS) [:: TYPE] = EXPRESSION, behind @fn; added to the program. p->panic is set after
 * a fault. */
void fn_parse_definition(fr_parser *p);
/* Its parts: NAME(PARAMETERS) [:: TYPE] [where T], and what every definition ends with. */
fr_functional *fn_parse_head(fr_parser *p);
void fn_end_definition(fr_parser *p, fr_functional *f);
/* The definition is there, and gets its body later. */
void fn_begin_definition(fr_parser *p, fr_functional *f);
/* let PATTERN = EXPRESSION, ... in EXPRESSION; the next token is `let`. NULL after a fault. */
fr_expr *fn_parse_let(fr_parser *p);
/* PATTERN -> EXPRESSION; the next token is the arrow. NULL after a fault. */
fr_expr *fn_parse_lambda(fr_parser *p, fr_expr *pattern);

/* Behind '(': whether (a = 1, b = 2) or (; a, b) stands here, in a function with a value. */
bool fr_at_named_tuple(const fr_parser *p);
/* It, as a tuple whose name are the names of its parts, with commas between them. */
fr_expr *fr_parse_named_tuple(fr_parser *p, fr_span open);

/* ---- parse_duals.c ---- */

/* Whether the function whose name comes next is named by a @dual or a @selfdual of the file. */
bool fr_is_dual_part(const fr_parser *p);
/* function NAME(PARAMETERS) VALUES end, behind the first word: the new values of all parameters. */
void fr_parse_dual_part(fr_parser *p);
/* @dual f g and @selfdual f, standing on the macro. */
void fr_parse_dual(fr_parser *p);
/* Whether NiLang.alloc(::typeof(f), ...) = value comes next; and to read it. */
bool fr_at_allocation(const fr_parser *p);
void fr_parse_allocation(fr_parser *p);

#endif
