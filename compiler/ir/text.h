/* text.h: what the printer and the parser of IR text share. */
#ifndef RG_IR_TEXT_H
#define RG_IR_TEXT_H

#include "ir.h"

/* A statement that is a word and operands: see forms.def. */
typedef struct {
    ir_stmt_kind kind;
    const char *word, *operands;
} ir_form;

const ir_form *ir_form_of(ir_stmt_kind kind);
const ir_form *ir_form_named(const char *word);

/* Flags of a statement that its form does not show, by number from 0; NULL beyond the last. */
const char *ir_flag_name(unsigned flag);
bool *ir_flag(ir_stmt *s, unsigned flag);

/* A word that the text gives a meaning: a variable of that name is quoted. */
bool ir_is_keyword(const char *word);
/* A byte that may begin a name, or stand in one, without quotes. */
bool ir_begins_name(char c);
bool ir_continues_name(char c);

/* The operation that an infix operator stands for between operands of this type, or RG_IR_NO_OP. */
enum { RG_IR_NO_OP = 0xffffff };
unsigned ir_infix_op(const char *text, rg_type_base left);
const char *ir_infix_text(unsigned op); /* NULL: it has none */

/* The type that an expression has by its form; ir_expr.type may be the other one of Int and Bool.
 */
rg_type_base ir_natural_type(const ir_expr *e);

/* The name in roles.def; NULL beyond the last. */
const char *ir_role_name(unsigned role);

/* ---- names.c: numbers by name ---- */

typedef struct {
    const char **keys;
    size_t *values;
    size_t capacity; /* a power of two, or 0 */
} ir_names;

/* Room for so many names; false when memory is short. */
bool ir_names_new(ir_names *names, size_t count);
void ir_names_free(ir_names *names);
/* The number that the name stands for: `value` when it is new. */
size_t ir_names_add(ir_names *names, const char *name, size_t value);
/* SIZE_MAX: unknown */
size_t ir_names_find(const ir_names *names, const char *name);

#endif
