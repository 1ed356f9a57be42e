/* habits.c: what people write out of habit from other languages, and what this one has instead. */
#include "compiler/syntax/habits.h"

#include <string.h>

#include "compiler/syntax/words.h"

static bool is_word(const fr_token *t, const char *word)
{
    return t->kind == TOK_IDENT && strcmp(t->text, word) == 0;
}

/* Words that start a statement or a definition elsewhere. */
static const fr_advice starts[] = {
    {"elif", "the word is 'elseif'"},
    {"elsif", "the word is 'elseif'"},
    {"def", "a routine starts with '@i function name(parameters)' and ends with 'end'"},
    {"func", "a routine starts with '@i function name(parameters)' and ends with 'end'"},
    {"fn", "a routine starts with '@i function name(parameters)' and ends with 'end'"},
    {"procedure", "a routine starts with '@i function name(parameters)' and ends with 'end'"},
    {"local", "allocate a variable with 'x <- value' and free it with 'x -> value'"},
    {"delocal", "free a variable with 'x -> value'"},
    {"var", "allocate a variable with 'x <- value' and free it with 'x -> value'"},
    {"int", "allocate a variable with 'x <- 0' and free it with 'x -> value'"},
    {"float", "allocate a variable with 'x <- 0.0' and free it with 'x -> value'"},
    {"double", "allocate a variable with 'x <- 0.0' and free it with 'x -> value'"},
    {"call", "a call is the name with its arguments: f(x); its inverse is (~f)(x)"},
    {"uncall", "the inverse of a call is (~f)(x)"},
    {"from", "such a loop is '@from post while pre ... end'"},
    {"do", "loops are 'for i = a:b ... end' and 'while (pre, post) ... end'"},
    {"repeat", "loops are 'for i = a:b ... end' and 'while (pre, post) ... end'"},
    {"unless", "write 'if !(condition)'"},
    {"println", "the host runs a routine: retrograd run FILE.rg NAME --set x=1; inside a routine "
                "write @safe println(...)"},
    {"Base", "operators have the meaning that they have: give what you define a name, f(x) = "
             "expression, or write an '@i function (:+=)(f)(y!, x)'"},
    {"print", "the host runs a routine: retrograd run FILE.rg NAME --set x=1; inside a routine "
              "write @safe println(...)"},
    {"NiLang", "gradients are made by the machine: retrograd run FILE.rg NAME --set x=1 --grad y!"},
    {"Zygote", "gradients are made by the machine: retrograd run FILE.rg NAME --set x=1 --grad y!"},
    {"ForwardDiff",
     "gradients are made by the machine: retrograd run FILE.rg NAME --set x=1 --grad y!"},
    {"gradient",
     "gradients are made by the machine: retrograd run FILE.rg NAME --set x=1 --grad y!"},
    {"import", "other files come in with include \"file.rg\""},
};

/* Words that stand between operands elsewhere. */
static const fr_advice inside[] = {
    {"and", "write && for and"},        {"or", "write || for or"},
    {"not", "write ! for not"},         {"mod", "the remainder is %"},
    {"div", "the whole quotient is ÷"}, {"xor", "the exclusive or is ⊻"},
};

static const char *of_operator(const fr_token *t)
{
    return t->kind == TOK_IDENT ? FR_ADVICE(t->text, inside) : NULL;
}

static size_t line_start(const fr_parser *p, size_t at)
{
    while (at > 0 && p->tokens[at - 1].kind != TOK_NEWLINE && p->tokens[at - 1].kind != TOK_SEMI)
        at--;
    return at;
}

static bool touch(const fr_token *a, const fr_token *b)
{
    return a->kind == b->kind && !b->space_before;
}

static bool updates(const fr_token *t)
{
    return t->kind == TOK_ADDEQ || t->kind == TOK_SUBEQ || t->kind == TOK_MULEQ
           || t->kind == TOK_DIVEQ || t->kind == TOK_XOREQ;
}

/* x > 1 && (y += x) */
static bool holds_condition(const fr_token *from, const fr_token *to)
{
    for (; from < to; from++)
        if (from->kind == TOK_ANDAND || from->kind == TOK_OROR)
            return true;
    return false;
}

/* What is wrong with a parameter of a routine or function. */
static const char *by_parameters(const fr_parser *p, size_t at, const fr_token *first)
{
    const fr_token *t = &p->tokens[at], *before = at > 0 ? t - 1 : t;
    bool head = first->kind == TOK_FUNCTION;
    for (const fr_token *k = first; k->kind == TOK_MACRO && !head; k++)
        head = k[1].kind == TOK_FUNCTION;
    if (!head || at == 0)
        return NULL;
    if (t->kind == TOK_COLON && before->kind == TOK_IDENT)
        return "a type stands behind two colons: x::Fixed";
    if (t->kind == TOK_IDENT && before->kind == TOK_IDENT && at > 1
        && ((t - 2)->kind == TOK_LPAREN || (t - 2)->kind == TOK_COMMA))
        return "the name stands before its type: x::Fixed";
    if (t->kind == TOK_IDENT && t[1].kind == TOK_TYPED)
        return "a comma stands between parameters";
    return NULL;
}

static const char *by_operators(const fr_parser *p, size_t at, const fr_token *first)
{
    const fr_token *t = &p->tokens[at], *before = at > 0 ? t - 1 : t, *two = at > 1 ? t - 2 : t;
    bool head = first->kind == TOK_IF || first->kind == TOK_ELSEIF || first->kind == TOK_WHILE;
    if (before->kind == TOK_MUL && touch(before, t))
        return "a power is written with ^";
    if (at > 1 && (before->kind == TOK_ADD || before->kind == TOK_SUB) && touch(two, before))
        return before->kind == TOK_ADD ? "write 'x += 1'" : "write 'x -= 1'";
    if (t->kind == TOK_REAL && !t->space_before && before->kind == TOK_IDENT && at > 0)
        return "an element of a vector is x[1], a part of a tuple x.:1";
    if (t->kind == TOK_ASSIGN && head)
        return "compare with ==";
    if (t->kind == TOK_ASSIGN
        && (before->kind == TOK_ADD || before->kind == TOK_SUB || before->kind == TOK_MUL
            || before->kind == TOK_DIV))
        return "an update such as += is written without a blank in it";
    if (before->kind == TOK_COLON && t->kind == TOK_NEWLINE)
        return "no ':' ends this line; the block goes on to its 'end'";
    if (t->kind == TOK_END && before->kind == TOK_COLON)
        return "'end' is the extent only between brackets: write x[a:end]";
    if (at > 0 && before->kind == TOK_MACRO && before->text && strcmp(before->text, "i") == 0)
        return "write '@i function f(...)', the statements on lines of their own, and 'end'";
    if (t->kind == TOK_IF && before->kind == TOK_END)
        return "a block ends with 'end' alone";
    if (t->kind == TOK_IF)
        return "the value that depends on a condition is 'condition ? a : b'";
    if (t->kind == TOK_FREE)
        return "before '->' stand names: x -> x^2, (x, y) -> x * y";
    if (t->kind == TOK_ARROW2)
        return "a dictionary is Dict(\"x\" => 1, \"y\" => 2)";
    if (t->kind == TOK_IDENT && before->kind == TOK_INT && at > 0)
        return "a factor stands directly before the name, 2x, or with a sign, 2 * x";
    if (t->kind == TOK_SEMI && before->kind == TOK_LPAREN)
        return "a tuple has no names here: take a struct, or several variables, a, b = 1, 2";
    if (t->kind == TOK_ASSIGN && first != t && at > 1
        && (two->kind == TOK_LPAREN || two->kind == TOK_COMMA))
        return "fields with names are a struct: 'struct P; a::Fixed; b::Fixed; end', and P(1.0, "
               "2.0); "
               "keywords of a call stand behind ';'";
    if (t->kind == TOK_LPAREN && before->kind == TOK_LBRACE && at > 1 && two->text
        && strcmp(two->text, "NamedTuple") == 0)
        return "fields with names are a struct: 'struct P; a::Fixed; b::Fixed; end', and t::P";
    if (t->kind == TOK_FOR && first != t)
        return "a generator is all that sum and its like take, sum(x[i]^2 for i = 1:n), or an "
               "array "
               "is made of, [x[i]^2 for i = 1:n]";
    if (updates(t) && holds_condition(first, t))
        return "a statement that depends on a condition is 'if c', the statement, and 'end'";
    if (t->kind == TOK_RETURN && holds_condition(first, t))
        return "write 'if c', 'return', and 'end'";
    if (t->kind == TOK_RPAREN)
        return "no '(' is open here";
    if (t->kind == TOK_COLON && t[1].kind == TOK_IDENT && !t[1].space_before)
        return "a symbol is no value here: take a number for it, as in 'const circle = 1'";
    if (t->kind == TOK_DOT
        && (before->kind == TOK_REAL || before->kind == TOK_DOT || before->kind == TOK_INT))
        return "a range is first:last";
    return NULL;
}

const char *fr_habit_of_macro(const char *name)
{
    static const fr_advice macros[] = {
        {"kwdef",
         "@kwdef stands before a struct of the file: '@kwdef struct P a::Fixed = 1.0 end'"},
        {"printf", "print with @safe println(\"x = \", x)"},
        {"sprintf", "text is printed alone, with @safe println(\"x = \", x)"},
        {"info", "print with @safe println(\"x = \", x)"},
        {"debug", "print with @safe println(\"x = \", x)"},
        {"warn", "print with @safe println(\"x = \", x)"},
        {"error", "a check is @assert condition"},
        {"test", "a check is @assert a == b; `retrograd check FILE.rg` tests the whole routine"},
        {"testset", "leave it out: `retrograd check FILE.rg` tests the whole routine"},
        {"time", "leave it out: a run reports its cycles"},
        {"btime", "leave it out: a run reports its cycles"},
        {"benchmark", "leave it out: a run reports its cycles"},
        {"elapsed", "leave it out: a run reports its cycles"},
        {"einsum", "write the loops, for i = 1:m, k = 1:n, ... end"},
        {"tullio", "write the loops, for i = 1:m, k = 1:n, ... end"},
    };
    return FR_ADVICE(name, macros);
}

/* Does what stands before, in this line or another one, still want an operand? */
static bool follows_operator(const fr_parser *p, size_t at)
{
    while (at > 0 && p->tokens[at - 1].kind == TOK_NEWLINE)
        at--;
    switch (at > 0 ? p->tokens[at - 1].kind : TOK_EOF) {
    case TOK_ADD:
    case TOK_SUB:
    case TOK_MUL:
    case TOK_DIV:
    case TOK_POW:
    case TOK_ANDAND:
    case TOK_OROR: return true;
    default: return false;
    }
}

const char *fr_habit(const fr_parser *p, size_t at)
{
    const fr_token *t = &p->tokens[at], *first = &p->tokens[line_start(p, at)];
    if (is_word(first, "Base") && first[1].kind == TOK_DOT && first[2].kind == TOK_MACRO
        && fr_habit_of_macro(first[2].text))
        return fr_habit_of_macro(first[2].text);
    const char *help = first->kind == TOK_IDENT ? FR_ADVICE(first->text, starts) : NULL;
    if (!help && at > 0)
        help = of_operator(t - 1);
    if (!help)
        help = of_operator(t);
    if (help)
        return help;
    if (t->kind == TOK_LBRACE || t->kind == TOK_RBRACE)
        return "blocks have no braces: they end with 'end'";
    if (t->kind == TOK_RATIONAL && t == first)
        return "a comment starts with #";
    if (t->kind == TOK_IN
        || (at > 0 && (t - 1)->kind == TOK_IDENT && strcmp((t - 1)->text, "in") == 0
            && first->kind != TOK_FOR))
        return "compare instead: 1 <= k && k <= 3, or k == 5 || k == 7";
    if (t == first && t->kind == TOK_END && p->parentheses == 0)
        return follows_operator(p, at)
                   ? "the line above ends with an operator: write what follows it"
                   : "no block is open here";
    if (first->kind == TOK_IDENT && t == first && t[1].kind == TOK_ASSIGN && t[2].kind == TOK_IDENT
        && t[3].kind == TOK_FREE)
        return "a function of one line is f(x) = expression";
    if (first->kind == TOK_IDENT && t == first && t[1].kind == TOK_ASSIGN)
        return "a value for the whole file is 'const name = value'; a routine changes only what is "
               "passed to it";
    if (first->kind == TOK_IDENT && t == first && t[1].kind == TOK_LPAREN)
        return "the host runs a routine: retrograd run FILE.rg NAME --set x=1; a definition of one "
               "line is f(x) = expression";
    if (first->kind == TOK_FOR && first + 1 == t)
        return "write 'for i = first:last' or 'for i = first:step:last'";
    const char *parameter = by_parameters(p, at, first);
    return parameter ? parameter : by_operators(p, at, first);
}

static bool replaces(fr_parser *p, rgc_diagnostic *e, fr_span at, const char *text)
{
    fr_fix(p->d, e, at, text, "write '%s'", text);
    return true;
}

/* The word at a token of which another spelling is usual here. */
static bool fix_word(fr_parser *p, rgc_diagnostic *e, const fr_token *t)
{
    static const struct {
        const char *word, *text;
    } words[] = {{"elif", "elseif"}, {"elsif", "elseif"}, {"and", "&&"}, {"or", "||"},
                 {"not", "!"},       {"mod", "%"},        {"div", "÷"},  {"xor", "⊻"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (is_word(t, words[i].word))
            return replaces(p, e, t->span, words[i].text);
    return false;
}

void fr_fix_habit(fr_parser *p, rgc_diagnostic *e, size_t at)
{
    const fr_token *t = &p->tokens[at], *before = at > 0 ? t - 1 : t,
                   *first = &p->tokens[line_start(p, at)];
    const bool head = first->kind == TOK_IF || first->kind == TOK_ELSEIF
                      || first->kind == TOK_WHILE;
    if (fix_word(p, e, first) || fix_word(p, e, before) || fix_word(p, e, t))
        return;
    if (t->kind == TOK_RATIONAL && t == first)
        replaces(p, e, t->span, "#");
    else if (at > 0 && before->kind == TOK_MUL && touch(before, t))
        replaces(p, e, fr_join(before->span, t->span), "^");
    else if (t->kind == TOK_ASSIGN && head)
        replaces(p, e, t->span, "==");
}
