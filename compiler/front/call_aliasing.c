/* call_aliasing.c: no variable is passed twice to one call. */
#include "compiler/front/calls.h"
#include "compiler/front/expand.h"

/* An lvalue that a call writes back to. */
typedef struct {
    const fr_expr *source;
    const fr_ref *ref;
} written;

static bool contains(const fr_var *node, const fr_var *part, const fr_sema *s)
{
    const fr_compound *c = node->parts ? fr_compound_of(s, node->type.base) : NULL;
    bool found = node == part;
    for (size_t i = 0; c && !found && i < c->count; i++)
        found = contains(node->parts[i], part, s);
    return found;
}

/* The same variable by another name, as a field view gives one; of elements the text decides. */
static bool overlap(const fr_sema *s, const written *a, const written *b)
{
    return a->ref && b->ref && !(a->ref->indexed && b->ref->indexed)
           && (contains(a->ref->node, b->ref->node, s) || contains(b->ref->node, a->ref->node, s));
}

/* The lvalues that an argument writes back to. */
static void collect_places(const fr_argument *a, written *out, size_t *count, size_t most)
{
    bool fields = a->items && fr_calls_name(a->source, "@fields");
    for (size_t i = 0; i < a->item_count && !fields; i++)
        collect_places(&a->items[i], out, count, most);
    if ((a->place || fields) && *count < most)
        out[(*count)++] = (written){a->source, a->place ? &a->ref : NULL};
}

/* The index of the array that the lvalue is an element of, or a slice of one. */
static const fr_expr *index_in(fr_sema *s, const fr_expr *e)
{
    fr_type type;
    const fr_expr *element = fr_element_of_view(s, e);
    for (e = element ? element : e; e->kind == EX_FIELD || e->kind == EX_INDEX; e = e->left)
        if (e->kind == EX_INDEX && fr_place_type(s, e->left, &type) && type.rank > 0)
            return e;
    return NULL;
}

/* Two elements of one array whose indices only the machine knows: it compares them before the call.
 */
static void check_elements(fr_sema *s, const written *a, const written *b)
{
    fr_view x, y;
    bool always;
    if (s->no_invcheck || !a->ref || !b->ref || !a->ref->indexed || !b->ref->indexed
        || (!contains(a->ref->node, b->ref->node, s) && !contains(b->ref->node, a->ref->node, s)))
        return;
    const fr_expr *i = index_in(s, a->source), *k = index_in(s, b->source);
    if (!i || !k || !fr_view_of_element(s, i, &x) || !fr_view_of_element(s, k, &y))
        return;
    fr_expr *apart = fr_views_apart(s, &x, &y, &always);
    if (always || !apart)
        return;
    fr_stmt *check = fr_make_stmt(s->arena, ST_ASSERT, b->source->span);
    check->value = apart;
    check->name = b->ref->root->name;
    check->apart = true;
    fr_lower_list(s, check);
}

bool fr_may_meet(fr_sema *s, const fr_expr *a, const fr_expr *b)
{
    fr_type type;
    fr_view x, y;
    bool always;
    if (!fr_place_type(s, a, &type) || type.rank > 0 || fr_is_compound(type.base)
        || !fr_place_type(s, b, &type) || type.rank > 0)
        return false;
    const fr_expr *i = index_in(s, a), *k = index_in(s, b);
    return i && k && fr_same_place(i->left, k->left) && fr_view_of_element(s, i, &x)
           && fr_view_of_element(s, k, &y) && fr_views_apart(s, &x, &y, &always) && !always;
}

bool fr_check_distinct(fr_sema *s, const fr_argument *args, size_t n)
{
    enum { MOST_PLACES = 256 };
    written places[MOST_PLACES];
    size_t count = 0;
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        collect_places(&args[i], places, &count, MOST_PLACES);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (fr_same_twice(s, places[k].source, places[i].source,
                              overlap(s, &places[k], &places[i])))
                ok = false;
            else
                check_elements(s, &places[k], &places[i]);
    return ok;
}
