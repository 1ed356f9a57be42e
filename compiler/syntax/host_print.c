/* host_print.c: what prints, in a function with a value. */
#include <string.h>

#include "compiler/syntax/host_function.h"

static bool has_text(const fr_token *t, const char *word) { return strcmp(t->text, word) == 0; }

bool fr_starts_printing(const fr_token *t)
{
    static const char *const words[] = {"println", "print", "display"}, *const macros[] = {
                                                                            "show", "info",
                                                                            "printf", "debug",
                                                                            "warn"};
    bool prints = false;
    for (size_t i = 0; t->kind == TOK_IDENT && i < sizeof words / sizeof words[0]; i++)
        prints = prints || (has_text(t, words[i]) && t[1].kind == TOK_LPAREN);
    for (size_t i = 0; t->kind == TOK_MACRO && i < sizeof macros / sizeof macros[0]; i++)
        prints = prints || has_text(t, macros[i]);
    return prints;
}

/* What stands behind a statement. */
static bool ends_statement(fr_token_kind k)
{
    return k == TOK_NEWLINE || k == TOK_SEMI || k == TOK_RPAREN || k == TOK_END || k == TOK_ELSE
           || k == TOK_ELSEIF;
}

/* Whether what is left out from t on changes a variable: f!(x), also in a text, or x += 1. */
static bool changes_variable(const fr_token *t)
{
    const bool text = t->kind == TOK_STRING && strstr(t->text, "$(") && strstr(t->text, "!(");
    return text || (t->kind == TOK_IDENT && fr_is_named_as_change(t->text))
           || fr_is_update(t->kind);
}

/* @show x = e, and (x = e) within something. */
static bool assigns_variable(const fr_token *before, const fr_token *t)
{
    const bool shown = before->kind == TOK_MACRO && has_text(before, "show"),
               opens = before->kind == TOK_LPAREN
                       && (before[-1].kind == TOK_LPAREN || before[-1].kind == TOK_COMMA
                           || before[-1].kind == TOK_MACRO);
    return t->kind == TOK_IDENT && t[1].kind == TOK_ASSIGN && (shown || opens);
}

static void refuse_change(fr_parser *p, fr_span at)
{
    if (!p->panic)
        fr_help(p->d,
                fr_report(p->d, RGC_ERROR, "R1010", at,
                          "this is left out with what prints it, and changes a variable"),
                "change it on a line of its own, and print what it became");
    p->panic = true;
}

/* println(...), @show x: said, and left out. */
bool fr_skips_printing(fr_parser *p)
{
    const fr_token *t = fr_peek(p), *const first = t;
    if (!fr_starts_printing(t))
        return false;
    fr_help(p->d,
            fr_report(p->d, RGC_WARNING, "R1012", t->span,
                      "a function with a value prints nothing: this is left out"),
            "return what you want to see, or print in an '@i function' with @safe println(...)");
    for (unsigned open = 0; t->kind != TOK_EOF; t = fr_peek(p)) {
        open += t->kind == TOK_LPAREN || t->kind == TOK_LBRACKET;
        if (open == 0 && ends_statement(t->kind))
            break;
        if (t > first && (changes_variable(t) || assigns_variable(t - 1, t)))
            refuse_change(p, t->span);
        open -= open > 0 && (t->kind == TOK_RPAREN || t->kind == TOK_RBRACKET);
        fr_take(p);
    }
    return true;
}
