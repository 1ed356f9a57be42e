/* build_base.c: calls of functions of Julia that are made of others (base.def), and of those that
 * are another spelling of a form. */
#include <string.h>

#include "compiler/front/sema.h"
#include "compiler/functional/unary.h"
#include "compiler/syntax/parser.h"

typedef struct {
    const char *name;
    size_t count;
    const char *text;
} definition;

static const definition definitions[] = {
#define FN_BASE(name, count, text) {name, count, text},
#include "compiler/functional/base.def"
#undef FN_BASE
};

static const char *text_of(const char *name, size_t count)
{
    for (size_t i = 0; i < sizeof definitions / sizeof definitions[0]; i++)
        if (definitions[i].count == count && strcmp(definitions[i].name, name) == 0)
            return definitions[i].text;
    return NULL;
}

bool fn_is_base(const char *name)
{
    for (size_t i = 0; i < sizeof definitions / sizeof definitions[0]; i++)
        if (strcmp(definitions[i].name, name) == 0)
            return true;
    return false;
}

const fr_functional *fn_base(fn_builder *b, const char *name, size_t count, fr_span call)
{
    const char *text = text_of(name, count);
    fr_program alone = {0};
    if (!text)
        return NULL;
    const uint32_t file = fr_add_source(b->d, "function of Julia", text, strlen(text));
    fr_span *origin = fr_alloc(b->d->arena, sizeof *origin);
    *origin = call; /* messages show the call */
    b->d->sources[file].origins = origin;
    b->d->sources[file].origin_count = 1;
    b->d->sources[file].library = true;
    fr_parse_source(b->d, &alone, file, 0);
    return alone.functionals;
}

/* ---- other spellings ---- */

static fr_expr *call_of(fn_builder *b, const fr_expr *e, const char *name, size_t count,
                        fr_expr *const *items)
{
    return fr_make_call(b->d->arena, e->span, name, count, items);
}

static const fr_expr *keyword(const fr_expr *e, const char *name)
{
    return e->keyword_count == 1 && strcmp(e->keywords[0].name, name) == 0 ? e->keywords[0].value
                                                                           : NULL;
}

/* reduce(op, v; init=e), mapreduce(f, op, v; init=e) */
static fr_expr *with_start(fn_builder *b, const fr_expr *e, const fr_expr *start)
{
    const bool mapped = fr_calls_name(e, "mapreduce") && e->count == 3;
    const bool folds = fr_calls_name(e, "reduce") || fr_calls_name(e, "foldl");
    if (!mapped && (!folds || e->count != 2))
        return NULL;
    fr_expr *items[] = {e->items[0], (fr_expr *)(uintptr_t)start, e->items[1]};
    if (mapped) {
        fr_expr *map[] = {e->items[0], e->items[2]};
        items[0] = e->items[1];
        items[2] = call_of(b, e, "map", 2, map);
    }
    return call_of(b, e, "foldl", 3, items);
}

/* range(a, b, n), where each may have its name: start=a, stop=b, length=n */
static fr_expr *evenly(fn_builder *b, const fr_expr *e)
{
    static const char *const names[] = {"start", "stop", "length"};
    fr_expr *items[3] = {NULL};
    if (!fr_calls_name(e, "range") || e->count + e->keyword_count != 3)
        return NULL;
    for (size_t k = 0; k < 3; k++) {
        items[k] = k < e->count ? e->items[k] : NULL;
        for (size_t i = 0; i < e->keyword_count; i++)
            if (strcmp(e->keywords[i].name, names[k]) == 0)
                items[k] = e->keywords[i].value;
        if (!items[k])
            return NULL;
    }
    return call_of(b, e, "LinRange", 3, items);
}

/* sort(v, rev=true) */
static fr_expr *turned_sort(fn_builder *b, const fr_expr *e)
{
    const fr_expr *rev = keyword(e, "rev");
    if (!rev || rev->kind != EX_BOOL || !fr_calls_name(e, "sort") || e->count != 1)
        return NULL;
    fr_expr *sorted = call_of(b, e, "sort", 1, e->items);
    return rev->integer ? call_of(b, e, "reverse", 1, &sorted) : sorted;
}

/* floor(Int, x) as Int(floor(x)) */
static fr_expr *rounded(fn_builder *b, const fr_expr *e)
{
    static const char *const names[] = {"floor", "ceil", "round", "trunc"};
    bool scalar = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!fr_calls_name(e, names[i]) || e->count != 2 || e->items[0]->kind != EX_NAME
            || fr_base_named(e->items[0]->name, &scalar) != RG_TYPE_INT || !scalar)
            continue;
        fr_expr *value = call_of(b, e, names[i], 1, &e->items[1]);
        return call_of(b, e, "Int", 1, &value);
    }
    return NULL;
}

/* max(v...) */
static fr_expr *splat(fn_builder *b, const fr_expr *e)
{
    static const char *const pairs[][2] = {{"max", "maximum"}, {"min", "minimum"}, {"+", "sum"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (e->count == 1 && e->items[0]->kind == EX_SPLAT && fr_calls_name(e, pairs[i][0]))
            return call_of(b, e, pairs[i][1], 1, &e->items[0]->left);
    return NULL;
}

const fr_expr *fn_respelled(fn_builder *b, const fr_expr *e)
{
    const fr_expr *start = keyword(e, "init"), *other = NULL;
    if ((other = fn_without_mask(b, e)))
        return other;
    if ((other = evenly(b, e)))
        return other;
    if (start)
        other = with_start(b, e, start);
    else if (e->keyword_count == 1)
        other = turned_sort(b, e);
    else if (e->keyword_count == 0 && fr_calls_name(e, "view") && e->count >= 2)
        other = fr_make_index(b->d->arena, e->span, e->items[0], e->count - 1, e->items + 1);
    else if (e->keyword_count == 0 && !(other = fn_made(b, e)) && !(other = rounded(b, e)))
        other = splat(b, e);
    return other ? other : e;
}

fn_slot *fn_refuse_dims(fn_builder *b, const fr_expr *e)
{
    const char *name = e->left->kind == EX_NAME ? e->left->name : "f";
    fr_help(b->d,
            fr_report(b->d, RGC_ERROR, "R1001", e->keywords[0].span,
                      "dims= cannot stand in a function with a value"),
            "of each row: [%s(r) for r in eachrow(A)], a vector that stands beside A as a column; "
            "of each column: [%s(c) for c in eachcol(A)]",
            name, name);
    return NULL;
}
