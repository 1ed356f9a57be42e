/* script_names.c: see script_names.h. By tokens alone, and rather too much than too little: a name
 * that is not given once is no constant, and is refused where a routine needs it. */
#include "compiler/syntax/script_names.h"

#include <string.h>

#include "compiler/syntax/index.h"
#include "compiler/syntax/spellings.h"
#include "compiler/syntax/top_level.h"

typedef struct {
    const char *name;
    unsigned given;     /* statements that give it a value */
    unsigned mentioned; /* statements of the script that name it, but for those that print */
    bool changed;       /* an element of it, or what a function f! gets */
    size_t statement;   /* the last one that was counted */
} use;

struct script_names {
    fr_index by_name;
    bool evaluates; /* text becomes statements: nothing is known of any name */
};

static bool is_word(const fr_token *t, const char *word)
{
    return (t->kind == TOK_IDENT || t->kind == TOK_MACRO) && strcmp(t->text, word) == 0;
}

static bool is_same(const void *item, const void *name)
{
    return strcmp(((const use *)item)->name, name) == 0;
}

static use *use_of(fr_parser *p, const char *name)
{
    const uint64_t hash = fr_hash_text(name);
    use *u = fr_index_find(&p->names->by_name, hash, is_same, name);
    if (u)
        return u;
    u = fr_alloc(p->d->arena, sizeof *u);
    *u = (use){.name = name, .statement = SIZE_MAX};
    fr_index_add(p->d->arena, &p->names->by_name, hash, u);
    return u;
}

static bool is_keyword(const fr_token *t)
{
    return t[1].kind == TOK_ASSIGN
           && (t[-1].kind == TOK_LPAREN || t[-1].kind == TOK_COMMA || t[-1].kind == TOK_SEMI);
}

/* The token before the bracket that closes at `at`, which is where it opens. */
static size_t before_brackets(const fr_parser *p, size_t at, size_t first)
{
    unsigned open = 0;
    for (; at > first; at--) {
        open += p->tokens[at].kind == TOK_RBRACKET;
        open -= p->tokens[at].kind == TOK_LBRACKET;
        if (open == 0)
            return at - 1;
    }
    return first;
}

/* What stands left of the operator at `at`: its name, or NULL. *part: an element or a field of it,
 * or all elements by a dot. */
static const fr_token *target_of(const fr_parser *p, size_t at, size_t first, bool *part)
{
    size_t i = at - 1;
    *part = p->tokens[at].kind != TOK_ASSIGN && p->tokens[at].kind < TOK_ADDEQ;
    for (;;) {
        const fr_token *t = &p->tokens[i];
        if (i > first && t->kind == TOK_DOT && i + 1 == at) {
            *part = true; /* .= */
            i--;
        } else if (i > first && t->kind == TOK_RBRACKET) {
            *part = true;
            i = before_brackets(p, i, first);
        } else if (i > first + 1 && t->kind == TOK_IDENT && t[-1].kind == TOK_DOT) {
            *part = true;
            i -= 2;
        } else {
            return t->kind == TOK_IDENT ? t : NULL;
        }
    }
}

/* f!(a, b): both may be changed. */
static void note_call(fr_parser *p, size_t at, size_t end)
{
    unsigned open = 0;
    if (p->tokens[at + 1].kind != TOK_LPAREN || !fr_is_named_as_change(p->tokens[at].text))
        return;
    for (at++; at < end; at++) {
        const fr_token *t = &p->tokens[at];
        open += t->kind == TOK_LPAREN;
        open -= t->kind == TOK_RPAREN;
        if (open == 0)
            return;
        if (t->kind == TOK_IDENT)
            use_of(p, t->text)->changed = true;
    }
}

static void note_changes(fr_parser *p, size_t first, size_t end)
{
    for (size_t i = first + 1; i < end; i++) {
        bool part = false;
        const fr_token *t = fr_sets_value(p->tokens[i].kind) ? target_of(p, i, first, &part) : NULL;
        if (t && part)
            use_of(p, t->text)->changed = true;
        if (p->tokens[i].kind == TOK_IDENT)
            note_call(p, i, end);
    }
}

/* global a, b in a function gives them values. */
static void read_function(fr_parser *p, size_t first, size_t end)
{
    bool global = false;
    for (size_t i = first; i < end; i++) {
        const fr_token *t = &p->tokens[i];
        p->names->evaluates = p->names->evaluates || is_word(t, "eval");
        if (global && t->kind == TOK_IDENT)
            use_of(p, t->text)->given++;
        if (is_word(t, "global"))
            global = true;
        else if (t->kind == TOK_NEWLINE || t->kind == TOK_SEMI)
            global = global && i > first && t[-1].kind == TOK_COMMA;
    }
    note_changes(p, first, end);
}

static void given(fr_parser *p, const fr_token *name) { use_of(p, name->text)->given++; }

static bool prints(const fr_token *t)
{
    return is_word(t, "println") || is_word(t, "print") || is_word(t, "show") || is_word(t, "test");
}

static void read_script(fr_parser *p, const fr_statement *s)
{
    const bool quiet = prints(&p->tokens[s->at]), instruction = is_word(&p->tokens[s->at], "instr");
    for (size_t i = s->at; i < s->end; i++) {
        const fr_token *t = &p->tokens[i];
        p->names->evaluates = p->names->evaluates || is_word(t, "eval")
                              || is_word(t, "include_string");
        if (t->kind != TOK_IDENT)
            continue;
        use *u = use_of(p, t->text);
        u->given += instruction;
        u->mentioned += !quiet && u->statement != s->at;
        u->statement = s->at;
    }
    fr_each_name_given(p, s->first, s->end, given);
    note_changes(p, s->first, s->end);
}

/* a and b of a, b = ... : those before the first = of the statement, apart from brackets. */
bool fr_begins_tuple(const fr_parser *p, size_t at, size_t end)
{
    for (size_t i = at; i < end && p->tokens[i].kind != TOK_NEWLINE; i++) {
        const fr_token_kind k = p->tokens[i].kind;
        if (k == TOK_ASSIGN)
            return true;
        if (k != TOK_IDENT && k != TOK_COMMA && k != TOK_LPAREN && k != TOK_RPAREN)
            return false;
    }
    return false;
}

void fr_each_name_given(fr_parser *p, size_t at, size_t end, fr_name_given *found)
{
    for (size_t i = at; i < end; i++) {
        const fr_token *t = &p->tokens[i];
        bool part = false;
        if (t->kind == TOK_IDENT && t[1].kind == TOK_COMMA && fr_begins_tuple(p, i, end))
            found(p, t);
        if (i == at || !fr_sets_value(t->kind) || is_keyword(&t[-1]))
            continue;
        const fr_token *name = target_of(p, i, at, &part);
        if (name)
            found(p, name);
    }
}

static void read_names(fr_parser *p)
{
    fr_statement s = {0};
    p->names = fr_alloc(p->d->arena, sizeof *p->names);
    *p->names = (struct script_names){{0}, false};
    while (fr_next_statement(p, &s)) {
        if (!s.whole)
            p->names->evaluates = true;
        else if (fr_defines_function(&p->tokens[s.first]))
            read_function(p, s.first, s.end);
        else
            read_script(p, &s);
    }
}

bool fr_is_given_once(fr_parser *p, const char *name, bool array)
{
    if (!p->names)
        read_names(p);
    const use *u = use_of(p, name);
    return !p->names->evaluates && u->given == 1 && !u->changed && (!array || u->mentioned == 1);
}
