/* slots.c: the steps that unary form is built of. */
#include "compiler/functional/unary.h"

fr_diags *fn_mistyped(fn_builder *b)
{
    b->mistyped = true;
    return b->d;
}

fn_slot *fn_add_slot(fn_builder *b, fn_slot_kind kind, const fn_type *type, fr_span span)
{
    fn_seq *q = b->seq;
    fn_slot *s = fr_alloc(b->d->arena, sizeof *s);
    if (b->ids == FN_SLOTS) {
        const fr_functional *f = b->frame->function;
        fr_report(b->d, RGC_ERROR, "R1007", b->frame->outer ? b->frame->call : f->span,
                  "this definition needs more than %d steps", FN_SLOTS);
    }
    if (fn_leaf_count(type) > FN_LEAVES && b->ids <= FN_SLOTS) {
        fr_report(b->d, RGC_ERROR, "R1007", span,
                  "a value is made of up to %d numbers and arrays here, not %zu", FN_LEAVES,
                  fn_leaf_count(type));
        b->ids = FN_SLOTS + 1; /* nothing more is built */
    }
    s->kind = kind;
    s->type = type;
    s->span = span;
    s->home = q;
    s->place = q->first + (unsigned)q->count;
    s->id = ++b->ids;
    q->slots = fr_grow(b->d->arena, q->slots, q->count, &q->capacity, sizeof(fn_slot *));
    q->slots[q->count++] = s;
    return s;
}

fn_slot *fn_number(fn_builder *b, fr_span span, uint64_t n, bool whole)
{
    fn_slot *s = fn_add_slot(b, FN_OP, whole ? &fn_whole : &fn_real, span);
    s->op = fr_format(b->d->arena, whole ? "%llu" : "%llu.0", (unsigned long long)n);
    return s;
}

fn_seq *fn_open_seq(fn_builder *b)
{
    fn_seq *q = fr_alloc(b->d->arena, sizeof *q);
    q->outer = b->seq;
    q->first = b->seq ? b->seq->first + (unsigned)b->seq->count : 1;
    b->seq = q;
    return q;
}

void fn_close_seq(fn_builder *b, fn_seq *seq) { b->seq = seq->outer; }

fn_slot *fn_element_of(fn_builder *b, fn_slot *array)
{
    fn_slot *s = fn_add_slot(b, FN_PARAM, array->type->parts[0], array->span);
    s->origin = array;
    s->element = true;
    b->seq->param_count++;
    return s;
}

bool fn_storable(fn_builder *b, const fr_expr *e, const fn_type *t, const char *what)
{
    if (fn_rank(t) < FN_RANK)
        return true;
    fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->span,
              "%s is %s, and that cannot be stored in an array", what,
              fn_type_words(b->d->arena, t));
    return false;
}
