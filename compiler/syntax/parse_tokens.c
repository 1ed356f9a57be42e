/* parse_tokens.c: the tokens of a file one after another, and what is said where another one was
 * expected. */
#include <string.h>

#include "compiler/syntax/habits.h"
#include "compiler/syntax/parser.h"

static size_t skip_blank_lines(const fr_parser *p, size_t at)
{
    while (p->parentheses > 0 && p->tokens[at].kind == TOK_NEWLINE)
        at++;
    return at;
}

const fr_token *fr_peek(fr_parser *p)
{
    p->at = skip_blank_lines(p, p->at);
    return &p->tokens[p->at];
}

const fr_token *fr_peek2(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    return t->kind == TOK_EOF ? t : &p->tokens[skip_blank_lines(p, p->at + 1)];
}

const fr_token *fr_take(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    if (t->kind != TOK_EOF)
        p->at++;
    return t;
}

bool fr_accept(fr_parser *p, fr_token_kind kind)
{
    if (fr_peek(p)->kind != kind)
        return false;
    fr_take(p);
    return true;
}

bool fr_expect(fr_parser *p, fr_token_kind kind, const char *what)
{
    if (fr_accept(p, kind))
        return true;
    fr_unexpected(p, what);
    return false;
}

void fr_skip_newlines(fr_parser *p)
{
    while (p->tokens[p->at].kind == TOK_NEWLINE)
        p->at++;
}

void fr_say_lexed(fr_parser *p, const fr_token *first, const fr_token *last)
{
    const fr_span at = fr_join(first->span, last->span);
    for (size_t i = 0; i < p->lexed.count; i++)
        if (fr_within(p->lexed.spans[i], at))
            fr_adopt(p->d, &p->lexed, i);
}

void fr_end_panic(fr_parser *p)
{
    p->panic = false;
    p->parentheses = 0;
    p->depth = 0;
    p->index = p->no_range = p->no_in = p->functional = false;
    p->row = 0;
}

bool fr_is_update(fr_token_kind kind)
{
    switch (kind) {
    case TOK_ADDEQ:
    case TOK_SUBEQ:
    case TOK_MULEQ:
    case TOK_DIVEQ:
    case TOK_XOREQ:
    case TOK_DOTADDEQ:
    case TOK_DOTSUBEQ:
    case TOK_DOTMULEQ:
    case TOK_DOTDIVEQ:
    case TOK_DOTXOREQ: return true;
    default: return false;
    }
}

void fr_say_unclosed(fr_parser *p)
{
    for (size_t i = 0; i < p->lexed.count; i++)
        if (rg_error_about(p->lexed.items[i].code) == RG_ABOUT_UNCLOSED)
            fr_adopt(p->d, &p->lexed, i);
}

void fr_unexpected(fr_parser *p, const char *expected)
{
    const fr_token *t = fr_peek(p);
    if (t->kind == TOK_ERROR) {
        fr_say_lexed(p, t, t);
    } else if (!p->panic) {
        rgc_diagnostic *e = fr_report(p->d, RGC_ERROR, "R0104", t->span, "expected %s, found %s",
                                      expected,
                                      fr_token_text(p->d->arena, &p->d->sources[p->file], t));
        const char *habit = fr_habit(p, (size_t)(t - p->tokens));
        if (habit) {
            fr_help(p->d, e, "%s", habit);
            fr_fix_habit(p, e, (size_t)(t - p->tokens));
        }
    }
    p->panic = true;
}

bool fr_at_margin(const fr_parser *p, fr_span at)
{
    return at.offset == 0 || p->d->sources[at.file].text[at.offset - 1] == '\n';
}

bool fr_behind_damage(fr_parser *p)
{
    bool damaged = false;
    for (size_t i = 0; i < p->d->count; i++)
        damaged = damaged
                  || (p->d->spans[i].file == p->file
                      && rg_error_about(p->d->items[i].code) == RG_ABOUT_UNCLOSED);
    return damaged && fr_peek(p)->kind == TOK_EOF;
}

void fr_note_missing_end(fr_parser *p, rgc_diagnostic *e)
{
    const fr_token *t = fr_peek(p);
    if (p->else_if.length == 0 && p->early_end.length == 0)
        fr_fix(p->d, e, (fr_span){t->span.file, t->span.offset, 0},
               fr_at_margin(p, t->span) ? "end\n" : "\nend\n", "insert 'end'");
    if (p->else_if.length > 0) {
        fr_note(p->d, e, p->else_if, "this 'if' behind 'else' needs an 'end' of its own");
        fr_help(p->d, e, "write 'elseif' in one word");
        fr_fix(p->d, e, fr_join(p->else_word, p->else_if), "elseif", "write 'elseif'");
    } else if (p->early_end.length > 0) {
        fr_note(p->d, e, p->early_end, "this 'end' closes the block below, and stands left of it");
        fr_note(p->d, e, p->early_opener, "so the 'end' of this may be missing");
    }
}

bool fr_too_deep(fr_parser *p)
{
    if (p->depth >= FR_NESTING_LIMIT) {
        if (!p->panic && !p->deep)
            fr_report(p->d, RGC_ERROR, "R0106", fr_peek(p)->span, "nested more than %d levels deep",
                      FR_NESTING_LIMIT);
        p->panic = p->deep = true;
        return true;
    }
    p->depth++;
    return false;
}
