/* lower.c: from unary form to a routine of the language, as text that the parser reads. */
#include <stdarg.h>
#include <string.h>

#include "compiler/functional/lower.h"

/* ---- text ---- */

static void add_bytes(fn_lowering *l, const char *bytes, size_t size)
{
    fn_text *t = l->out;
    if (t->size + size > t->capacity) {
        t->capacity = 2 * (t->size + size) + 256;
        char *bigger = fr_alloc(l->d->arena, t->capacity);
        if (t->size > 0)
            memcpy(bigger, t->text, t->size);
        t->text = bigger;
    }
    memcpy(t->text + t->size, bytes, size);
    t->size += size;
}

void fn_line(fn_lowering *l, fr_span origin, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = fr_alloc(l->d->arena, (size_t)(n < 0 ? 0 : n) + 1);
    vsnprintf(text, (size_t)(n < 0 ? 0 : n) + 1, format, args);
    va_end(args);
    for (unsigned i = 0; i < l->indent; i++)
        add_bytes(l, "    ", 4);
    add_bytes(l, text, strlen(text));
    add_bytes(l, "\n", 1);
    l->out->origins = fr_grow(l->d->arena, l->out->origins, l->out->line_count,
                              &l->out->line_capacity, sizeof(fr_span));
    l->out->origins[l->out->line_count++] = origin;
}

static bool taken(const fn_lowering *l, const char *name)
{
    for (size_t i = 0; i < l->function->param_count; i++)
        if (strcmp(l->function->params[i].name, name) == 0)
            return true;
    for (const fr_const *c = l->program->consts; c; c = c->next)
        if (strcmp(c->name, name) == 0)
            return true;
    return false;
}

const char *fn_fresh(fn_lowering *l, const char *stem)
{
    const char *name;
    do
        name = fr_format(l->d->arena, "%s_%u", stem, ++l->names);
    while (taken(l, name));
    return name;
}

/* ---- places ---- */

const char *fn_leaf_text(fn_lowering *l, const fn_leaf *leaf)
{
    const char *field = leaf->field ? leaf->field : "";
    if (leaf->fixed == 0)
        return fr_format(l->d->arena, "%s%s", leaf->name, field);
    const char *list = leaf->index[0];
    for (unsigned i = 1; i < leaf->rank; i++)
        list = fr_format(l->d->arena, "%s, %s", list, i < leaf->fixed ? leaf->index[i] : ":");
    return fr_format(l->d->arena, "%s[%s]%s", leaf->name, list, field);
}

fn_leaf fn_element(const fn_leaf *leaf, const char *index)
{
    fn_leaf e = *leaf;
    e.index[e.fixed++] = index;
    return e;
}

/* ---- shapes ---- */

static void flat_shape(const fn_type *t, fn_leaf *out, size_t *n, unsigned rank)
{
    if (t->count == 0)
        out[(*n)++] = (fn_leaf){.rank = rank, .kind = t->kind};
    for (size_t i = 0; i < t->count; i++)
        flat_shape(t->parts[i], out, n, rank + (t->kind == FN_ARRAY));
}

/* The shape of a leaf of an array's element, and the other way round. */
static fn_leaf peel(fn_leaf f)
{
    f.rank--;
    for (unsigned i = 0; i < f.rank; i++)
        f.extent[i] = f.extent[i + 1];
    f.extent[f.rank] = NULL;
    return f;
}

fn_leaf fn_wrap(fn_leaf f, const char *extent)
{
    for (unsigned i = f.rank; i > 0; i--)
        f.extent[i] = f.extent[i - 1];
    f.rank++;
    f.extent[0] = extent;
    return f;
}

static void shape_parts(fn_lowering *l, fn_slot *s, fn_leaf *out)
{
    size_t n = 0;
    for (size_t i = 0; i < s->arg_count; i++) {
        const fn_leaf *part = fn_shape(l, s->args[i]);
        for (size_t k = 0; k < fn_leaf_count(fn_resolve(s->args[i])->type); k++)
            out[n++] = part[k];
    }
}

static void shape_of_array(fn_lowering *l, fn_slot *element, const char *extent, fn_leaf *out)
{
    const fn_leaf *e = fn_shape(l, element);
    for (size_t i = 0; i < fn_leaf_count(fn_resolve(element)->type); i++) {
        const fn_kind kind = out[i].kind;
        out[i] = fn_wrap(e[i], extent);
        out[i].kind = kind;
    }
}

static void shape_kind(fn_lowering *l, fn_slot *s, fn_leaf *out, size_t count)
{
    const fn_leaf *from = NULL;
    size_t skip = 0;
    switch (s->kind) {
    case FN_PARAM: from = s->origin ? fn_shape(l, s->origin) : s->leaves; break;
    case FN_AT:
    case FN_FOLD: from = fn_shape(l, s->args[0]); break;
    case FN_IF: from = fn_shape(l, s->bodies[0]->result); break;
    case FN_PROJ:
        from = fn_shape(l, s->args[0]);
        for (unsigned i = 0; i < s->part; i++)
            skip += fn_leaf_count(fn_resolve(s->args[0])->type->parts[i]);
        break;
    case FN_PAIR: shape_parts(l, s, out); return;
    case FN_TABLE: out[0].extent[0] = fr_format(l->d->arena, "%u", s->part); return;
    case FN_LIST:
        shape_of_array(l, s->args[0], fr_format(l->d->arena, "%zu", s->arg_count), out);
        return;
    case FN_MAP:
        shape_of_array(l, s->bodies[0]->result, fn_shape(l, s->args[0])[0].extent[0], out);
        return;
    case FN_RANGE: out[0].extent[0] = fn_range_count(l, s); return;
    case FN_OP:
    case FN_FAIL:
    case FN_LENGTH: return;
    }
    for (size_t i = 0; from && i < count; i++) {
        const fn_kind kind = out[i].kind;
        out[i] = s->element ? peel(from[i + skip]) : from[i + skip];
        out[i].kind = kind; /* of the state of a loop: what it becomes in it */
    }
}

const fn_leaf *fn_shape(fn_lowering *l, fn_slot *s)
{
    s = fn_resolve(s);
    if (s->shape)
        return s->shape;
    size_t count = fn_leaf_count(s->type), n = 0;
    s->shape = fr_alloc(l->d->arena, count * sizeof *s->shape);
    flat_shape(s->type, s->shape, &n, 0);
    shape_kind(l, s, s->shape, count);
    for (size_t i = 0; i < count; i++)
        s->shape[i].field = NULL; /* what has this shape is no struct of the program */
    return s->shape;
}

/* ---- sequences ---- */

void fn_lower_seq(fn_lowering *l, fn_seq *q, const fn_leaf *dest)
{
    bool parts = false;
    for (size_t i = 0; i < q->count; i++)
        parts = parts || fn_needs_place(q->slots[i]);
    fr_span at = fn_resolve(q->result)->span;
    if (parts) {
        fn_line(l, at, "@routine begin");
        l->indent++;
    }
    for (size_t i = 0; i < q->count; i++)
        if (q->slots[i]->uses > 0 && !q->slots[i]->alias && !q->slots[i]->deferred
            && q->slots[i]->kind != FN_PARAM)
            fn_materialise(l, q->slots[i]);
    if (parts) {
        l->indent--;
        fn_line(l, at, "end");
    }
    fn_lower_into(l, q->result, dest);
    if (parts)
        fn_line(l, at, "~@routine");
}

/* ---- the routine ---- */

static const char *leaf_type(fn_lowering *l, const fn_leaf *leaf)
{
    const char *number = leaf->kind == FN_WHOLE ? "Int" : "Fixed";
    return leaf->rank == 0 ? number : fr_format(l->d->arena, "Array{%s, %u}", number, leaf->rank);
}

/* Variables of the routine for the leaves of a value: one of a struct, or one for each. */
static fn_leaf *name_leaves(fn_lowering *l, const fn_type *t, const char *stem, const char *tail)
{
    fr_arena *arena = l->d->arena;
    const bool one = fn_is_struct(t);
    size_t count = fn_leaf_count(t), n = 0;
    fn_leaf *leaves = fr_alloc(arena, count * sizeof *leaves);
    flat_shape(t, leaves, &n, 0);
    if (one)
        fn_name_fields(arena, t, fr_format(arena, "%s%s", stem, tail), leaves);
    for (size_t i = 0; i < count; i++) {
        fn_leaf *f = &leaves[i];
        if (!one)
            f->name = count == 1 ? fr_format(arena, "%s%s", stem, tail)
                                 : fr_format(arena, "%s_%zu%s", stem, i + 1, tail);
        if (f->rank == 1)
            f->extent[0] = fr_format(l->d->arena, "length(%s)", f->name);
        for (unsigned k = 0; f->rank > 1 && k < f->rank; k++)
            f->extent[k] = fr_format(l->d->arena, "size(%s, %u)", f->name, k + 1);
    }
    return leaves;
}

static const char *parameter_list(fn_lowering *l, const char *list, const fn_type *t,
                                  const char *name, const fn_leaf *leaves)
{
    const char *comma = *list ? ", " : "";
    if (fn_is_struct(t))
        return fr_format(l->d->arena, "%s%s%s::%s", list, comma, name,
                         fn_struct_text(l->d->arena, t));
    for (size_t i = 0; i < fn_leaf_count(t); i++, comma = ", ")
        list = fr_format(l->d->arena, "%s%s%s::%s", list, comma, leaves[i].name,
                         leaf_type(l, &leaves[i]));
    return list;
}

/* An array of products is several arrays, which must agree. */
static void check_parameter(fn_lowering *l, const fn_type *t, const fn_leaf *leaves, unsigned depth,
                            fr_span at)
{
    size_t n = 0;
    if (t->kind == FN_ARRAY) {
        for (size_t i = 1; i < fn_leaf_count(t); i++)
            fn_check_extents(l, at, leaves[i].extent[depth], leaves[0].extent[depth]);
        check_parameter(l, t->parts[0], leaves, depth + 1, at);
    }
    for (size_t i = 0; t->kind == FN_PRODUCT && i < t->count; i++) {
        check_parameter(l, t->parts[i], leaves + n, depth, at);
        n += fn_leaf_count(t->parts[i]);
    }
}

void fn_lower(fr_diags *d, const fr_program *program, const fr_functional *f, fn_seq *seq,
              fn_text *out)
{
    fn_lowering l = {.d = d, .program = program, .function = f, .out = out};
    fn_fuse(d->arena, seq);
    const fn_type *type = fn_result_type(d, program, fn_resolve(seq->result)->type);
    size_t count = fn_leaf_count(type);
    fn_leaf *dest = name_leaves(&l, type, "out", "!");
    const char *list = parameter_list(&l, "", type, "out!", dest);
    for (size_t i = 0; i < seq->param_count; i++) {
        fn_slot *p = seq->slots[i];
        p->leaves = name_leaves(&l, p->type, f->params[i].name, "");
        list = parameter_list(&l, list, p->type, f->params[i].name, p->leaves);
    }
    fn_line(&l, f->span, "@i function %s(%s)", f->name, list);
    l.indent++;
    for (size_t i = 0; i < seq->param_count; i++)
        check_parameter(&l, seq->slots[i]->type, seq->slots[i]->leaves, 0, f->params[i].span);
    const fn_leaf *shape = fn_shape(&l, seq->result);
    for (size_t i = 0; i < count; i++)
        for (unsigned k = 0; k < shape[i].rank; k++)
            fn_check_extents(&l, f->span, dest[i].extent[k], shape[i].extent[k]);
    fn_lower_seq(&l, seq, dest);
    l.indent--;
    fn_line(&l, f->span, "end");
}
