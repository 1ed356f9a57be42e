/* text.c: the words of IR text. */
#include "text.h"

#include <string.h>

static const ir_form forms[] = {
#define IR_FORM(kind, word, operands) {kind, word, operands},
#include "forms.def"
#undef IR_FORM
};
enum { FORMS = sizeof forms / sizeof forms[0] };

const ir_form *ir_form_of(ir_stmt_kind kind)
{
    for (size_t i = 0; i < FORMS; i++)
        if (forms[i].kind == kind)
            return &forms[i];
    return NULL;
}

const ir_form *ir_form_named(const char *word)
{
    for (size_t i = 0; i < FORMS; i++)
        if (strcmp(forms[i].word, word) == 0)
            return &forms[i];
    return NULL;
}

static const char *const flags[] = {"invcheckoff", "apart", "decided", "unchecked",
                                    "filled",      "rare",  "bounded", "brief",
                                    "ring",        "runs",  "index"};
enum { FLAGS = sizeof flags / sizeof flags[0] };

const char *ir_flag_name(unsigned flag) { return flag < FLAGS ? flags[flag] : NULL; }

bool *ir_flag(ir_stmt *s, unsigned flag)
{
    switch (flag) {
    case 0: return &s->no_invcheck;
    case 1: return &s->apart;
    case 2: return &s->decided;
    case 3: return &s->unchecked;
    case 4: return &s->filled;
    case 5: return &s->rare;
    case 6: return &s->bounded;
    case 7: return &s->brief;
    case 8: return &s->ring;
    case 9: return &s->runs;
    default: return &s->index;
    }
}

bool ir_is_keyword(const char *word)
{
    static const char *const words[] = {
        "routine", "end",  "var",         "file",   "text",    "format", "else",  "begin",
        "for",     "if",   "while",       "call",   "uncall",  "erase",  "zero",  "zeros",
        "stack",   "part", "size",        "within", "value",   "true",   "false", "log",
        "fixed",   "bool", "accumulator", "of",     "inbounds"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return ir_form_named(word) != NULL;
}

bool ir_begins_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
}

bool ir_continues_name(char c)
{
    return ir_begins_name(c) || (c >= '0' && c <= '9') || c == '!' || c == '.';
}

/* An operation on integers, on Fixed and on Log for each operator; the comparisons take all. */
static const struct {
    const char *text;
    unsigned whole, fixed, log;
} operators[] = {
    {"+", RG_OP_ADD, RG_OP_FADD, RG_IR_NO_OP}, {"-", RG_OP_SUB, RG_OP_FSUB, RG_IR_NO_OP},
    {"*", RG_OP_MUL, RG_OP_FMUL, RG_OP_LMUL2}, {"/", RG_IR_NO_OP, RG_OP_FDIV, RG_OP_LDIV2},
    {"==", RG_OP_EQ, RG_OP_EQ, RG_OP_EQ},      {"!=", RG_OP_NE, RG_OP_NE, RG_OP_NE},
    {"<", RG_OP_LT, RG_OP_LT, RG_OP_LT},       {"<=", RG_OP_LE, RG_OP_LE, RG_OP_LE},
    {">", RG_OP_GT, RG_OP_GT, RG_OP_GT},       {">=", RG_OP_GE, RG_OP_GE, RG_OP_GE},
};
enum { OPERATORS = sizeof operators / sizeof operators[0] };

unsigned ir_infix_op(const char *text, rg_type_base left)
{
    for (size_t i = 0; i < OPERATORS; i++)
        if (strcmp(operators[i].text, text) == 0)
            return left == RG_TYPE_FIXED ? operators[i].fixed
                   : left == RG_TYPE_LOG ? operators[i].log
                                         : operators[i].whole;
    return RG_IR_NO_OP;
}

const char *ir_infix_text(unsigned op)
{
    for (size_t i = 0; i < OPERATORS; i++)
        if (operators[i].whole == op || operators[i].fixed == op || operators[i].log == op)
            return operators[i].text;
    return NULL;
}

rg_type_base ir_natural_type(const ir_expr *e)
{
    switch (e->kind) {
    case IR_VAR:
    case IR_ELEM: return e->var->base;
    case IR_DIM:
    case IR_WITHIN: return RG_TYPE_INT;
    case IR_OP: return ir_op_type(e->op, e->left, e->right);
    case IR_SELECT: return e->right->type;
    case IR_CONST: return e->type;
    default: return RG_TYPE_BOOL;
    }
}

const char *ir_role_name(unsigned role)
{
    static const char *const names[] = {
#define RG_ROLE(id, name) name,
#include "compiler/roles.def"
#undef RG_ROLE
    };

    return role < RG_ROLE_COUNT ? names[role] : NULL;
}
