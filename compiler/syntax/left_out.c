/* left_out.c: see left_out.h. */
#include "compiler/syntax/left_out.h"

#include <string.h>

#include "compiler/syntax/attempts.h"
#include "compiler/syntax/meanings.h"
#include "compiler/syntax/needs.h"
#include "compiler/syntax/script_lines.h"
#include "compiler/syntax/top_level.h"
#include "compiler/syntax/tree.h"

/* Base.zero(::Type{P}) = P(0.0, zero(T)): what zero gives here, too. */
static bool is_plain_zero(const fr_parser *p, const fr_left_out *out)
{
    const size_t end = fr_statement_end(p, out->at);
    size_t at = out->at;
    while (at < end && p->tokens[at].kind != TOK_ASSIGN)
        at++;
    bool plain = at < end && strcmp(out->name, "zero") == 0;
    for (at++; plain && at < end; at++) {
        const fr_token *t = &p->tokens[at];
        switch (t->kind) {
        case TOK_INT: plain = t->integer == 0; break;
        case TOK_REAL: plain = t->real == 0; break;
        case TOK_IDENT:
            plain = t[1].kind != TOK_LPAREN || strcmp(t->text, "zero") == 0
                    || (t->text[0] >= 'A' && t->text[0] <= 'Z');
            break;
        case TOK_LPAREN:
        case TOK_RPAREN:
        case TOK_LBRACE:
        case TOK_RBRACE:
        case TOK_COMMA:
        case TOK_DOT:
        case TOK_NEWLINE: break;
        default: plain = false;
        }
    }
    return plain;
}

static void say(fr_diags *d, const fr_left_out *out)
{
    for (size_t i = 0; i < out->said.count; i++)
        fr_adopt(d, &out->said, i);
}

rgc_diagnostic *fr_note_left_out(fr_diags *d, const char *name, fr_span at)
{
    return fr_report(
        d, RGC_NOTE, "R0118", at,
        "the function '%s' is left out: no routine calls it, and it cannot be compiled", name);
}

static void note(fr_parser *p, const fr_left_out *out)
{
    size_t i = 0;
    while (i + 1 < out->said.count && out->said.items[i].severity != RGC_ERROR)
        i++;
    rgc_diagnostic *r = fr_note_left_out(p->d, out->name, out->span);
    fr_note(p->d, r, out->said.spans[i], "%s: %s", out->said.items[i].code,
            out->said.items[i].at.message);
}

/* Of what is left out nothing else takes the place. */
static void leave_out(fr_parser *p, fr_left_out *out)
{
    if (out->of_module)
        fr_note_script(p, out->span);
    else
        note(p, out);
    out->next = p->program->left_out;
    p->program->left_out = out;
    if (!is_plain_zero(p, out))
        fr_keep_script_name(p, out->name, out->span);
}

/* Whether files that are read later may need what this one has. */
static bool is_included(const fr_parser *p)
{
    return p->include_depth > 0 && p->include_depth < FR_ALONE;
}

void fr_settle_left_out(fr_parser *p)
{
    if (!p->left_out && !p->program->script_names)
        return;
    const fr_needs n = fr_find_needs(p);
    for (fr_left_out *out = p->left_out, *next; out; out = next) {
        next = out->next;
        if (!p->program->has_routines || is_included(p)
            || (fr_is_needed(&n, out->name) && !out->of_module)) {
            say(p->d, out);
            p->program->incomplete = true;
        } else {
            leave_out(p, out);
        }
    }
    fr_refuse_other_meanings(p, &n);
}

bool fr_say_why_left_out(fr_diags *d, const fr_program *program, const char *name)
{
    for (const fr_left_out *out = program->left_out; out; out = out->next)
        if (strcmp(out->name, name) == 0) {
            say(d, out);
            return true;
        }
    return false;
}
