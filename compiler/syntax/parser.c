/* parser.c: functions and the top level of a file. */
#include "compiler/syntax/parser.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/syntax/attempts.h"
#include "compiler/syntax/habits.h"
#include "compiler/syntax/callable.h"
#include "compiler/syntax/host_function.h"
#include "compiler/syntax/include.h"
#include "compiler/syntax/left_out.h"
#include "compiler/syntax/script_lines.h"
#include "compiler/syntax/top_level.h"
#include "compiler/syntax/type_aliases.h"
#include "compiler/syntax/spellings.h"
#include "compiler/syntax/tree.h"
#include "compiler/syntax/words.h"

static void skip_line(fr_parser *p)
{
    p->parentheses = 0;
    while (fr_peek(p)->kind != TOK_NEWLINE && fr_peek(p)->kind != TOK_EOF)
        fr_take(p);
}

static bool at_definition(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    bool first = p->at == 0 || p->tokens[p->at - 1].kind == TOK_NEWLINE;
    return t->kind == TOK_EOF
           || (first
               && (t->kind == TOK_FUNCTION || t->kind == TOK_CONST || t->kind == TOK_USING
                   || t->kind == TOK_STRUCT
                   || (t->kind == TOK_MACRO
                       && (strcmp(t->text, "i") == 0 || strcmp(t->text, "fn") == 0))
                   || fr_is_short_definition(t)));
}

/* After a fault at the top level: go on with the next definition. */
static void skip_to_definition(fr_parser *p)
{
    fr_end_panic(p);
    while (!at_definition(p))
        fr_take(p);
}

/* How the name of a routine for these updates starts; "": there is none. */
static const char *prefix_of(fr_token_kind token)
{
    for (size_t i = 0; i < FR_UPDATES; i++)
        if (fr_updates[i].token == token)
            return fr_updates[i].prefix;
    return "";
}

/* (:+=) of @i function (:+=)(f)(y!, x): what y! += f(x) does for arguments of these types. "+=",
 * "*=" or "⊻=", the name's start. */
static const char *parse_instruction(fr_parser *p)
{
    fr_take(p); /* ( and :, as in (:+=)(f), or : and (, as in :(+=)(f) */
    fr_take(p);
    const fr_token *op = fr_take(p);
    const char *text = prefix_of(op->kind);
    if (op->kind == TOK_ASSIGN) { /* as some prints of the papers have it */
        fr_report(p->d, RGC_NOTE, "R0116", op->span, "(:=) is read as (:+=)");
        text = prefix_of(TOK_ADDEQ);
    }
    if (!*text) {
        rgc_diagnostic *e = fr_report(p->d, RGC_ERROR, "R0116", op->span,
                                      "this is not an instruction that can be defined");
        fr_help(p->d, e, "define (:+=)(f), (:*=)(f) or (:⊻=)(f); the inverse follows");
        p->panic = true;
        return "";
    }
    return fr_expect(p, TOK_RPAREN, "')'") ? text : "";
}

/* PlusEq(f), ⊕(f): (:+=)(f) */
static const char *parse_named_instruction(fr_parser *p)
{
    const fr_token *name = fr_peek(p);
    fr_token_kind update = fr_update_named(name->text);
    if (*prefix_of(update)) {
        fr_take(p);
        return prefix_of(update);
    }
    fr_help(p->d,
            fr_report(p->d, RGC_ERROR, "R0116", name->span,
                      "this is not an instruction that can be defined"),
            "define (:+=)(f), (:*=)(f) or (:⊻=)(f); the inverse follows");
    p->panic = true;
    return "";
}

/* (f::AddX)(y!): a method of the values of a type. */
static void refuse_callable(fr_parser *p, const fr_token *open)
{
    const char *name = open[1].text, *type = open[3].kind == TOK_IDENT ? open[3].text : "T";
    fr_help(p->d,
            fr_report(p->d, RGC_ERROR, "R0104", fr_join(open->span, open[3].span),
                      "a value of a struct cannot be called"),
            "write a routine, '@i function apply!(%s::%s, ...)', and call apply!(%s, ...)", name,
            type, name);
    p->panic = true;
}

/* @i function f(y!)::Nothing, which every routine is. */
static void parse_no_result(fr_parser *p)
{
    const fr_token *colons = fr_take(p), *type = fr_peek(p);
    if (type->kind == TOK_IDENT && strcmp(type->text, "Nothing") == 0) {
        fr_take(p);
        return;
    }
    rgc_diagnostic *r = fr_report(p->d, RGC_ERROR, "R0104", fr_join(colons->span, type->span),
                                  "a routine has no value, and so no type of one");
    fr_help(p->d, r,
            "results go to parameters, y! += ...; a function with a value has no @i before it");
    p->panic = true;
}

/* (:+=)(+): what y! += a + b does. */
static bool is_operator(fr_token_kind k)
{
    return k == TOK_ADD || k == TOK_SUB || k == TOK_MUL || k == TOK_DIV || k == TOK_POW;
}

static bool is_instruction(const fr_token *t)
{
    return (t->kind == TOK_LPAREN && t[1].kind == TOK_COLON)
           || (t->kind == TOK_COLON && t[1].kind == TOK_LPAREN);
}

static bool is_named_instruction(const fr_token *t)
{
    return t->kind == TOK_IDENT && t[1].kind == TOK_LPAREN
           && (t[2].kind == TOK_IDENT || is_operator(t[2].kind)) && t[3].kind == TOK_RPAREN
           && t[4].kind == TOK_LPAREN;
}

void fr_parse_function(fr_parser *p, fr_span start)
{
    const bool reversible = p->reversible;
    p->reversible = false;
    const fr_token *name = fr_peek(p);
    fr_function *f = fr_alloc(p->d->arena, sizeof *f);
    fr_span head = name->span;
    while (name->kind == TOK_IDENT && fr_is_julia_module(name->text)
           && fr_peek2(p)->kind == TOK_DOT) {
        fr_take(p);
        fr_take(p);
        name = fr_peek(p);
    }
    const char *op = is_instruction(name)         ? parse_instruction(p)
                     : is_named_instruction(name) ? parse_named_instruction(p)
                                                  : "";
    if (p->panic)
        return;
    name = fr_peek(p);
    bool wrapped = *op && fr_accept(p, TOK_LPAREN);
    name = fr_peek(p);
    if (name->kind == TOK_LPAREN && !wrapped && name[1].kind == TOK_IDENT
        && name[2].kind == TOK_TYPED) {
        refuse_callable(p, name);
        return;
    }
    if (!(name->kind == TOK_IDENT || (wrapped && is_operator(name->kind)))
        || fr_peek2(p)->kind != (wrapped ? TOK_RPAREN : TOK_LPAREN)) {
        fr_unexpected(p, "a function name and its parameters");
        return;
    }
    fr_take(p);
    fr_take(p);
    if (wrapped && !fr_expect(p, TOK_LPAREN, "the parameters"))
        return;
    f->name = fr_format(p->d->arena, "%s%s", op,
                        name->kind == TOK_IDENT ? name->text : fr_token_spelling(name->kind));
    f->span = name->span;
    f->reversible = reversible;
    fr_parse_parameters(p, f);
    if (!p->panic && fr_peek(p)->kind == TOK_TYPED)
        parse_no_result(p);
    if (p->panic)
        return;
    if (fr_peek(p)->kind == TOK_LBRACE) {
        fr_unexpected(p, "the statements of the routine");
        return;
    }
    p->else_if = p->early_end = (fr_span){0};
    f->head = fr_join(head, p->tokens[p->at - 1].span);
    size_t errors = p->d->errors;
    f->body = fr_parse_block(p);
    f->end_span = fr_peek(p)->span;
    if (!fr_accept(p, TOK_END) && !fr_behind_damage(p)) {
        rgc_diagnostic *e = fr_report(p->d, RGC_ERROR, "R0105", fr_peek(p)->span,
                                      "expected 'end' of function '%s'", f->name);
        fr_note(p->d, e, start, "which starts here");
        fr_note_missing_end(p, e);
    }
    f->broken = p->d->errors > errors;
    fr_add_function(p->d->arena, p->program, f);
}

static void parse_constant(fr_parser *p)
{
    const fr_token *name = fr_peek(p);
    if (name->kind != TOK_IDENT) {
        fr_unexpected(p, "a name");
        return;
    }
    fr_take(p);
    if (!fr_expect(p, TOK_ASSIGN, "'='"))
        return;
    fr_const *c = fr_alloc(p->d->arena, sizeof *c);
    c->name = name->text;
    c->span = name->span;
    c->value = fr_parse_expr(p);
    if (!p->panic && fr_peek(p)->kind == TOK_FREE)
        c->value = fn_parse_lambda(p, c->value);
    if (p->panic)
        return;
    if (p->program->last_const)
        p->program->last_const->next = c;
    else
        p->program->consts = c;
    p->program->last_const = c;
}

static void parse_include(fr_parser *p)
{
    fr_take(p);
    bool parenthesis = fr_accept(p, TOK_LPAREN);
    const fr_token *path = fr_peek(p);
    if (path->kind != TOK_STRING) {
        fr_unexpected(p, "a file name in quotes");
        return;
    }
    fr_take(p);
    if (parenthesis && !fr_expect(p, TOK_RPAREN, "')'"))
        return;
    fr_include(p->d, p->program, p->file, path, p->include_depth);
}

/* Packages of Julia whose part in the listings is built in. */
static bool is_built_in(const char *name)
{
    static const char *const names[] = {"NiLang",
                                        "NiLangCore",
                                        "Base",
                                        "Core",
                                        "LinearAlgebra",
                                        "Random",
                                        "Statistics",
                                        "SparseArrays",
                                        "FixedPointNumbers",
                                        "LogarithmicNumbers",
                                        "LogLikeNumbers",
                                        "Test",
                                        "BenchmarkTools",
                                        "ForwardDiff",
                                        "Printf",
                                        "MLStyle",
                                        "TupleTools",
                                        "StaticArrays",
                                        "SpecialFunctions"};
    return FR_IS_ONE_OF(name, names);
}

/* using A, B.C: what is listed */
static void parse_using(fr_parser *p)
{
    do {
        fr_take(p);
        const fr_token *name = fr_peek(p);
        while (fr_peek(p)->kind == TOK_DOT)
            fr_take(p), name = fr_peek(p);
        if (name->kind != TOK_IDENT) {
            fr_unexpected(p, "the name of a library");
            return;
        }
        fr_take(p);
        while (fr_peek(p)->kind == TOK_DOT && fr_peek2(p)->kind == TOK_IDENT)
            fr_take(p), fr_take(p);
        if (strcmp(name->text, "Base") != 0 /* every program has it */
            && !fr_use_library(p->d, p->program, name->text, name->span, p->include_depth)
            && !is_built_in(name->text)) {
            rgc_diagnostic *r = fr_report(p->d, RGC_NOTE, "R0109", name->span,
                                          "there is no library '%s'; nothing is loaded",
                                          name->text);
            fr_help(p->d, r,
                    "libraries are files NAME.rg in share/retrograd/lib or in the folder of "
                    "RETROGRAD_LIBRARY; for a file beside this one write include \"%s.rg\"",
                    name->text);
        }
    } while (fr_peek(p)->kind == TOK_COMMA);
    skip_line(p);
}

/* module Name ... end, and blocks around routines: what is in it, as if it stood alone. */
static bool is_module_mark(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    const bool ends = t->kind == TOK_END && p->modules > 0;
    const fr_token *last = fr_opens_module(t) ? t + 1 : ends ? t : fr_opens_test_set(p, t);
    if (!last)
        return false;
    while (fr_peek(p) <= last)
        fr_take(p);
    if (ends)
        p->modules--;
    else
        p->modules++;
    return true;
}

/* Takes @kwdef or Base.@kwdef before a struct. */
static bool take_kwdef(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    const bool base = t->kind == TOK_IDENT && strcmp(t->text, "Base") == 0 && t[1].kind == TOK_DOT;
    const fr_token *macro = base ? t + 2 : t;
    if (macro->kind != TOK_MACRO || strcmp(macro->text, "kwdef") != 0
        || (macro[1].kind != TOK_STRUCT
            && !(macro[1].kind == TOK_IDENT && strcmp(macro[1].text, "mutable") == 0)))
        return false;
    while (fr_peek(p) <= macro)
        fr_take(p);
    return true;
}

static void parse_routine(fr_parser *p, fr_span start, bool marked)
{
    const size_t at = p->at;
    const fr_function *last = p->program->last_function;
    fr_parse_function(p, start);
    if (!marked && p->program->last_function != last)
        fr_note_routine(p, at);
}

/* Standing on the word 'function', with no @i before it. */
static void parse_plain_function(fr_parser *p, fr_span start)
{
    const fr_attempt attempt = fr_begin_attempt(p);
    fr_take(p);
    if (fr_is_dual_part(p))
        fr_parse_dual_part(p);
    else if (fr_at_host_function(p))
        fr_parse_host_function(p, start);
    else
        parse_routine(p, start, false);
    fr_end_attempt(p, &attempt);
}

static void parse_short_definition(fr_parser *p)
{
    const fr_attempt attempt = fr_begin_attempt(p);
    const fr_token *name = fr_behind_modules(fr_peek(p));
    while (fr_peek(p) != name)
        fr_take(p);
    if (fr_at_short_change(p))
        fr_parse_short_change(p);
    else
        fn_parse_definition(p);
    fr_end_attempt(p, &attempt);
}

static bool is_macro(const fr_token *t, const char *name)
{
    return t->kind == TOK_MACRO && strcmp(t->text, name) == 0;
}

static bool is_ident(const fr_token *t, const char *name)
{
    return t->kind == TOK_IDENT && strcmp(t->text, name) == 0;
}

static void refuse_macro(fr_parser *p, const fr_token *t)
{
    rgc_diagnostic *e =
        fr_report(p->d, RGC_ERROR, "R0107", t->span, "macro '@%s' is not known here", t->text);
    if (fr_habit_of_macro(t->text))
        fr_help(p->d, e, "%s", fr_habit_of_macro(t->text));
    else if (strcmp(t->text, "iconstruct") == 0)
        fr_help(p->d, e,
                "a struct has its default constructor: allocate it with constants, then update "
                "its fields in a routine");
    else if (strcmp(t->text, "dualtype") == 0)
        fr_help(p->d, e,
                "write a reversible constructor, '@i function Name(x) ... x <- new(...) end' in "
                "the struct: its inverse is (~Name)(x)");
    else
        fr_help(p->d, e,
                "a file holds '@i function' (also behind '@assert_reversible') and '@fn' "
                "definitions, struct, @fieldview, const, include and using");
    p->panic = true;
}

/* A definition that a macro starts: @fieldview, @dual, a statement of the host's. */
static bool parse_behind_macro(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    if (is_macro(t, "fieldview")) {
        fr_take(p);
        fr_parse_fieldview(p);
    } else if (is_macro(t, "dual") || is_macro(t, "selfdual")) {
        fr_parse_dual(p);
    } else if (fr_at_script(p)) {
        fr_leave_script(p);
    } else {
        return false;
    }
    return true;
}

typedef enum { UNMARKED, MARKED, DONE } marks;

/* Takes the macros before a definition. DONE: they were all of it, or one was refused. */
static marks take_marks(fr_parser *p)
{
    marks m = UNMARKED;
    p->reversible = false;
    for (const fr_token *t = fr_peek(p); t->kind == TOK_MACRO; t = fr_peek(p)) {
        const bool inlining = is_macro(t, "inline") || is_macro(t, "noinline");
        if (m == UNMARKED && parse_behind_macro(p))
            return DONE;
        p->reversible |= is_macro(t, "assert_reversible");
        if (!inlining && !is_macro(t, "assert_reversible") && !is_macro(t, "i")) {
            refuse_macro(p, t);
            return DONE;
        }
        if (!inlining)
            m = MARKED;
        fr_take(p);
        if (p->reversible)
            fr_skip_newlines(p);
    }
    return m;
}

static void parse_struct(fr_parser *p, bool keywords)
{
    if (fr_peek(p)->kind == TOK_IDENT) /* mutable */
        fr_take(p);
    if (fr_peek(p)->kind == TOK_STRUCT)
        fr_parse_struct(p, keywords);
    else
        fr_unexpected(p, "'struct'");
}

static bool at_include(fr_parser *p, const fr_token *t)
{
    return is_ident(t, "include")
           && (t[1].kind == TOK_STRING || t[2].kind == TOK_STRING || !fr_at_script(p));
}

/* What stands without @i: a constant, what the file uses, a function of a line, the script. */
static void parse_other(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    if (t->kind == TOK_CONST) {
        fr_take(p);
        parse_constant(p);
    } else if (t->kind == TOK_USING || t->kind == TOK_IMPORT) {
        parse_using(p);
    } else if (t->kind == TOK_STRING) {
        fr_take(p); /* docstring */
    } else if (at_include(p, t)) {
        parse_include(p);
    } else if (is_ident(t, "export") && t[1].kind == TOK_IDENT) {
        skip_line(p); /* every routine can be called from outside */
    } else if (fr_at_allocation(p)) {
        fr_parse_allocation(p);
    } else if (fr_is_short_definition(t)) {
        parse_short_definition(p);
    } else if (fr_at_script_constant(p)) {
        parse_constant(p);
    } else if (fr_at_script(p)) {
        fr_leave_script(p);
    } else {
        fr_unexpected(p, "'@i function', struct, const, include or using");
    }
}

/* Definition = { Mark } ( Function | Struct | Abstract ) | Other. start: where its marks are. */
static void parse_marked(fr_parser *p, fr_span start, bool marked, bool keywords)
{
    const fr_token *t = fr_peek(p);
    if (t->kind == TOK_FUNCTION && !marked) {
        parse_plain_function(p, start);
    } else if (t->kind == TOK_FUNCTION) {
        fr_take(p);
        parse_routine(p, start, true);
        p->program->has_routines |= !p->d->sources[p->file].library;
    } else if (t->kind == TOK_STRUCT || is_ident(t, "mutable")) {
        parse_struct(p, keywords);
    } else if (is_ident(t, "abstract")) {
        fr_parse_abstract(p);
    } else if (marked) {
        fr_unexpected(p, "'function'");
    } else {
        parse_other(p);
    }
}

static void parse_definition(fr_parser *p)
{
    if (is_module_mark(p))
        return;
    if (fr_at_wrapper(p)) {
        fr_leave_wrapper(p);
        return;
    }
    const bool keywords = take_kwdef(p);
    fr_name_callable(p, p->at + (fr_peek(p)->kind == TOK_FUNCTION));
    const fr_token *t = fr_peek(p);
    if (is_macro(t, "fn")) {
        p->reversible = false;
        fr_take(p);
        fn_parse_definition(p);
        return;
    }
    const marks m = take_marks(p);
    if (m != DONE)
        parse_marked(p, t->span, m == MARKED, keywords);
}

/* Keep a definition that is no routine as text, for printing the program again. */
static void keep_other(fr_parser *p, size_t first)
{
    const fr_token *t = &p->tokens[first];
    size_t last = p->at;
    while (last > first && p->tokens[last - 1].kind == TOK_NEWLINE)
        last--;
    bool empty = t->kind == TOK_USING || t->kind == TOK_IMPORT || t->kind == TOK_STRING
                 || (t->kind == TOK_IDENT && strcmp(t->text, "include") == 0);
    if (empty || last == first)
        return;
    p->program->others = fr_grow(p->d->arena, p->program->others, p->program->other_count,
                                 &p->program->other_capacity, sizeof(fr_span));
    p->program->others[p->program->other_count++] = fr_join(t->span, p->tokens[last - 1].span);
}

static void close_modules(fr_parser *p)
{
    if (p->modules > 0 && p->d->errors == 0)
        fr_report(p->d, RGC_ERROR, "R0105", fr_peek(p)->span, "expected 'end' of 'module'");
}

void fr_parse_source(fr_diags *d, fr_program *program, uint32_t file, unsigned include_depth)
{
    size_t count;
    fr_parser p = {.d = d, .program = program, .file = file, .include_depth = include_depth};
    p.lexed = (fr_diags){.arena = d->arena,
                         .sources = d->sources,
                         .source_count = d->source_count,
                         .floats = d->floats,
                         .limit = UINT_MAX};
    p.tokens = fr_lex(d, &p.lexed, file, &count);
    fr_say_unclosed(&p);
    fr_expand_type_aliases(&p);
    for (;;) {
        while (fr_peek(&p)->kind == TOK_NEWLINE || fr_peek(&p)->kind == TOK_SEMI)
            fr_take(&p);
        if (fr_peek(&p)->kind == TOK_EOF) {
            close_modules(&p);
            fr_finish_host_functions(&p);
            fr_settle_left_out(&p);
            return;
        }
        size_t before = p.at;
        const fr_function *last = program->last_function;
        const fr_functional *last_functional = program->last_functional;
        p.script = false;
        parse_definition(&p);
        if (!p.script)
            fr_say_lexed(&p, &p.tokens[before], &p.tokens[p.at]);
        if (!p.panic && !p.script && program->last_function == last
            && program->last_functional == last_functional)
            keep_other(&p, before);
        if (p.panic) {
            program->incomplete = true;
            if (p.at == before)
                fr_take(&p);
            skip_to_definition(&p);
        }
    }
}
