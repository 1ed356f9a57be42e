/* dictionaries.c: Dict(k => v, ...).
 *
 * All keys stand in the text, so a dictionary is a struct. For each key that the program names
 * anywhere it has two fields: the value, zero while the key is not there, and whether it is. Keys
 * come and go as the program runs; front/dictionaries.c reads, sets and exchanges entries. */
#include "compiler/syntax/dictionaries.h"

#include <string.h>

enum { MOST_KEYS = 24 };

typedef struct {
    fr_diags *d;
    size_t count;
    const char *fields[MOST_KEYS];
    bool used, full;
    fr_span first; /* where a dictionary is used */
} keys;

const char *fr_key_field(fr_arena *arena, const fr_expr *e, bool presence)
{
    const char *end = presence ? "?" : "";
    if (e->kind == EX_STRING)
        return fr_format(arena, "\"%s\"%s", e->name, end);
    if (e->kind == EX_BOOL)
        return fr_format(arena, "%s%s", e->integer ? "true" : "false", end);
    if (e->kind == EX_UNARY && e->token == TOK_SUB && e->right->kind == EX_INT)
        return fr_format(arena, "-%llu%s", (unsigned long long)e->right->integer, end);
    return e->kind == EX_INT ? fr_format(arena, "%llu%s", (unsigned long long)e->integer, end)
                             : NULL;
}

static bool is_dict(const fr_expr *e)
{
    const fr_expr *head = e && e->kind == EX_CURLY ? e->left : e;
    return head && head->kind == EX_NAME && strcmp(head->name, FR_DICT) == 0;
}

static bool is_pair(const fr_expr *e) { return e->kind == EX_BINARY && e->token == TOK_ARROW2; }

static void add_key(keys *k, const fr_expr *e)
{
    const char *field = fr_key_field(k->d->arena, e, false);
    for (size_t i = 0; field && i < k->count; i++)
        if (strcmp(k->fields[i], field) == 0)
            return;
    if (field && k->count == MOST_KEYS && !k->full) {
        k->full = true;
        fr_report(k->d, RGC_ERROR, "R0335", e->span,
                  "the program names more than %d keys of dictionaries", MOST_KEYS);
    }
    if (field && k->count < MOST_KEYS)
        k->fields[k->count++] = field;
}

/* ---- which keys there are ---- */

static void note_use(keys *k, const fr_expr *e)
{
    if (k->used || !is_dict(e))
        return;
    k->used = true;
    k->first = e->span;
}

/* entries: an integer in brackets may be a key. */
static void collect(keys *k, const fr_expr *e, bool entries)
{
    if (!e)
        return;
    note_use(k, e);
    if (e->kind == EX_CALL && is_dict(e->left))
        for (size_t i = 0; i < e->count; i++)
            if (is_pair(e->items[i]))
                add_key(k, e->items[i]->left);
    if (e->kind == EX_INDEX && e->count == 1 && (entries || e->items[0]->kind == EX_STRING))
        add_key(k, e->items[0]);
    if (entries && fr_calls_name(e, "haskey") && e->count == 2)
        add_key(k, e->items[1]);
    collect(k, e->left, entries);
    collect(k, e->right, entries);
    collect(k, e->third, entries);
    for (size_t i = 0; i < e->count; i++)
        collect(k, e->items[i], entries);
    for (size_t i = 0; i < e->keyword_count; i++)
        collect(k, e->keywords[i].value, entries);
}

static void collect_in(keys *k, const fr_stmt *list, bool entries)
{
    for (const fr_stmt *s = list; s; s = s->next) {
        collect(k, s->target, entries);
        collect(k, s->value, entries);
        collect(k, s->pre, entries);
        collect(k, s->post, entries);
        collect_in(k, s->body, entries);
        collect_in(k, s->other, entries);
    }
}

static void collect_all(keys *k, const fr_program *program, bool entries)
{
    for (const fr_function *f = program->functions; f; f = f->next) {
        if (k->d->sources[f->span.file].library)
            continue;
        for (size_t i = 0; i < f->param_count; i++)
            note_use(k, f->params[i].type);
        collect_in(k, f->body, entries);
    }
}

/* ---- what they are made ---- */

static fr_expr *zero_like(fr_arena *arena, fr_expr *of)
{
    return fr_make_call(arena, of->span, "zero", 1, &of);
}

/* Dict{K, V}: the struct has the type of the values alone. */
static void drop_key_type(fr_expr *e)
{
    if (e && e->kind == EX_CURLY && is_dict(e) && e->count == 2) {
        e->items[0] = e->items[1];
        e->count = 1;
    }
}

static fr_expr *bool_of(fr_arena *arena, fr_span span, bool value)
{
    fr_expr *e = fr_make_int(arena, span, value);
    e->kind = EX_BOOL;
    return e;
}

static void refuse(keys *k, fr_span at, const char *what, const char *help)
{
    fr_help(k->d, fr_report(k->d, RGC_ERROR, "R0335", at, "%s", what), "%s", help);
}

/* The values in the order of the fields; false after a report. */
static bool values_of(keys *k, const fr_expr *call, fr_expr **values)
{
    for (size_t i = 0; i < call->count; i++) {
        const fr_expr *pair = call->items[i];
        const char *field = is_pair(pair) ? fr_key_field(k->d->arena, pair->left, false) : NULL;
        if (!field) {
            refuse(k, pair->span, "a dictionary is made of pairs whose keys are written out",
                   "write Dict(\"x\" => 1, \"y\" => 2), with texts, integers or Bools as keys");
            return false;
        }
        for (size_t n = 0; n < k->count; n++) {
            if (strcmp(k->fields[n], field) != 0)
                continue;
            if (values[n]) {
                refuse(k, pair->span, "this key stands here twice", "leave one of the two out");
                return false;
            }
            values[n] = pair->right;
        }
    }
    return true;
}

static void construct(keys *k, fr_expr *call)
{
    fr_arena *arena = k->d->arena;
    fr_expr *values[MOST_KEYS] = {0}, **items = fr_alloc(arena, (2 * k->count + 1) * sizeof *items);
    drop_key_type(call->left);
    if (!values_of(k, call, values))
        return;
    fr_expr *like = call->left->kind == EX_CURLY && call->left->count == 1 ? call->left->items[0]
                    : call->count > 0                                      ? call->items[0]->right
                                                                           : NULL;
    if (!like) {
        refuse(k, call->span, "the type of the values of an empty dictionary is not known",
               "write it: Dict{String, Int}()");
        return;
    }
    for (size_t n = 0; n < k->count; n++) {
        items[2 * n] = values[n] ? values[n] : zero_like(arena, like);
        items[2 * n + 1] = bool_of(arena, call->span, values[n] != NULL);
    }
    call->items = items;
    call->count = 2 * k->count;
}

static void rewrite(keys *k, fr_expr *e)
{
    if (!e)
        return;
    if (e->kind == EX_CALL && is_dict(e->left))
        construct(k, e);
    rewrite(k, e->left);
    rewrite(k, e->right);
    rewrite(k, e->third);
    for (size_t i = 0; i < e->count; i++)
        rewrite(k, e->items[i]);
    for (size_t i = 0; i < e->keyword_count; i++)
        rewrite(k, e->keywords[i].value);
}

static void rewrite_in(keys *k, fr_stmt *list)
{
    for (fr_stmt *s = list; s; s = s->next) {
        rewrite(k, s->target);
        if (s->value != s->target)
            rewrite(k, s->value);
        rewrite_in(k, s->body);
        rewrite_in(k, s->other);
    }
}

static void add_struct(const keys *k, fr_program *program)
{
    fr_arena *arena = k->d->arena;
    const fr_span nowhere = program->functions->span;
    fr_struct *made = fr_alloc(arena, sizeof *made);
    made->name = FR_DICT;
    made->span = nowhere;
    made->variable_count = 1;
    made->variables = fr_alloc(arena, sizeof *made->variables);
    made->variables[0] = "V";
    made->bounds = fr_alloc(arena, sizeof *made->bounds);
    made->fields = fr_alloc(arena, (2 * k->count + 1) * sizeof *made->fields);
    for (size_t n = 0; n < k->count; n++) {
        made->fields[made->field_count++] = (fr_field){
            .name = k->fields[n], .span = nowhere, .type = fr_make_name(arena, nowhere, "V")};
        made->fields[made->field_count++] =
            (fr_field){.name = fr_format(arena, "%s?", k->fields[n]),
                       .span = nowhere,
                       .type = fr_make_name(arena, nowhere, "Bool")};
    }
    if (program->last_struct)
        program->last_struct->next = made;
    else
        program->structs = made;
    program->last_struct = made;
}

void fr_make_dictionaries(fr_diags *d, fr_program *program)
{
    keys k = {.d = d};
    for (const fr_struct *s = program->structs; s; s = s->next)
        if (strcmp(s->name, FR_DICT) == 0)
            return; /* the program has its own */
    collect_all(&k, program, false);
    if (!k.used || k.full)
        return;
    collect_all(&k, program, true);
    if (k.count == 0 && !k.full)
        refuse(
            &k, k.first, "no key of a dictionary stands in this program",
            "keys are texts, integers or Bools that are written out: d[\"x\"]; for computed ones "
            "use an array with indices");
    if (k.count == 0 || k.full)
        return;
    add_struct(&k, program);
    for (fr_function *f = program->functions; f; f = f->next) {
        for (size_t i = 0; i < f->param_count; i++)
            drop_key_type(f->params[i].type);
        if (!d->sources[f->span.file].library)
            rewrite_in(&k, f->body);
    }
}
