/* compare.c: which expressions and lvalues are the same, and what reads what, judged by syntax. */
#include <stdlib.h>
#include <string.h>

#include "compiler/syntax/words.h"

#include "compiler/syntax/tree.h"

bool fr_same_expr(const fr_expr *a, const fr_expr *b)
{
    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || a->token != b->token || a->integer != b->integer || a->real != b->real
        || a->count != b->count)
        return false;
    if ((a->name || b->name) && (!a->name || !b->name || strcmp(a->name, b->name) != 0))
        return false;
    if (!fr_same_expr(a->left, b->left) || !fr_same_expr(a->right, b->right)
        || !fr_same_expr(a->third, b->third))
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!fr_same_expr(a->items[i], b->items[i]))
            return false;
    return true;
}

/* An lvalue is a variable, then fields and indices. pts.x[i] and pts[i].x are the same lvalue. t.:1
 * of a tuple is t[1]: an index that is an EX_FIELD. */
typedef struct {
    const char *root;
    const char *fields[16];
    const fr_expr *indices[16];
    size_t field_count, index_count;
} path;

static bool is_number(const fr_expr *e)
{
    return e->kind == EX_FIELD && e->name[0] >= '0' && e->name[0] <= '9';
}

static bool path_of(const fr_expr *e, path *p);

/* real(z), z |> imag, value(x), tget(t, i), t |> tget(i), @fields z: f is the function, or the call
 * behind the |>. */
static bool path_of_view(const fr_expr *whole, const fr_expr *e, const fr_expr *f, path *p)
{
    static const char *const all[] = {"@fields", "value", "identity"};
    const char *name = f->kind == EX_NAME                               ? f->name
                       : f->kind == EX_CALL && f->left->kind == EX_NAME ? f->left->name
                                                                        : "";
    if (FR_IS_ONE_OF(name, all))
        return path_of(whole, p);
    if ((strcmp(name, "real") == 0 || strcmp(name, "imag") == 0) && path_of(whole, p)
        && p->field_count < 16) {
        p->fields[p->field_count++] = name[0] == 'r' ? "re" : "im";
        return true;
    }
    const fr_expr *call = e->kind == EX_CALL ? e
                                             : f; /* its last argument stands for an index of one */
    if (strcmp(name, "tget") != 0 || call->kind != EX_CALL || call->count == 0 || !path_of(whole, p)
        || p->index_count == 16)
        return false;
    p->indices[p->index_count++] = call;
    return true;
}

/* Steps of the lvalue from the variable on; false when e is not written as an lvalue. */
static bool path_of(const fr_expr *e, path *p)
{
    if (e->kind == EX_NAME) {
        *p = (path){.root = e->name};
        return true;
    }
    const fr_expr *f = e->kind == EX_CALL && e->count >= 1            ? e->left
                       : e->kind == EX_BINARY && e->token == TOK_PIPE ? e->right
                                                                      : NULL;
    if (f)
        return path_of_view(e->kind == EX_CALL ? e->items[0] : e->left, e, f, p);
    if ((e->kind != EX_FIELD && e->kind != EX_INDEX) || !path_of(e->left, p))
        return false;
    if (e->kind == EX_FIELD && !is_number(e) && p->field_count < 16)
        p->fields[p->field_count++] = e->name;
    else if ((e->kind == EX_INDEX || is_number(e)) && p->index_count < 16)
        p->indices[p->index_count++] = e;
    return true;
}

/* t.:1 beside t[e]: the same unless e is another number. */
static bool same_number(const fr_expr *field, const fr_expr *index)
{
    const fr_expr *e = index->kind == EX_CALL ? index->items[index->count - 1]
                       : index->count == 1    ? index->items[0]
                                              : NULL;
    return !e || e->kind != EX_INT || e->integer == strtoull(field->name, NULL, 10);
}

static bool same_index(const fr_expr *a, const fr_expr *b)
{
    if (is_number(a) && is_number(b))
        return strcmp(a->name, b->name) == 0;
    if (is_number(a) || is_number(b))
        return is_number(a) ? same_number(a, b) : same_number(b, a);
    if (a->kind == EX_CALL || b->kind == EX_CALL) /* tget */
        return fr_same_expr(a->items[a->count - 1], b->items[b->count - 1]);
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!fr_same_expr(a->items[i], b->items[i]))
            return false;
    return true;
}

/* The same variable, one lvalue within the other, or the same element by syntax. */
bool fr_same_place(const fr_expr *a, const fr_expr *b)
{
    path p, q;
    if (!path_of(a, &p) || !path_of(b, &q) || strcmp(p.root, q.root) != 0)
        return false;
    for (size_t i = 0; i < p.field_count && i < q.field_count; i++)
        if (strcmp(p.fields[i], q.fields[i]) != 0)
            return false;
    for (size_t i = 0; i < p.index_count && i < q.index_count; i++)
        if (!same_index(p.indices[i], q.indices[i]))
            return false;
    return true;
}

const char *fr_root_of(const fr_expr *e)
{
    path p;
    return path_of(e, &p) ? p.root : NULL;
}

bool fr_reads_no_value(const fr_expr *e)
{
    static const char *const names[] = {"zero", "one", "length", "size", "zeros", "ones"};
    for (size_t i = 0; e->left->kind == EX_NAME && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(e->left->name, names[i]) == 0)
            return true;
    return false;
}

const fr_expr *fr_find_read(const fr_expr *target, const fr_expr *e)
{
    path p;
    const fr_expr *found = NULL;
    if (!e)
        return NULL;
    if (e->kind == EX_CALL && fr_reads_no_value(e))
        return NULL;
    if (path_of(e, &p)) {
        if (fr_same_place(target, e))
            return e;
        for (size_t i = 0; !found && i < p.index_count;
             i++) /* an lvalue reads its indices, not the whole variable */
            for (size_t k = 0; !found && k < p.indices[i]->count; k++)
                found = fr_find_read(target, p.indices[i]->items[k]);
        return found;
    }
    /* vec(A)[k], A'[i, j]: some element of A, which the machine compares with the target */
    found = e->kind == EX_CALL || e->kind == EX_INDEX ? NULL : fr_find_read(target, e->left);
    if (!found)
        found = fr_find_read(target, e->right);
    if (!found)
        found = fr_find_read(target, e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = fr_find_read(target, e->items[i]);
    return found;
}

bool fr_is_extent(const fr_expr *e)
{
    if (e->kind == EX_CALL)
        return e->left->kind == EX_NAME
               && (strcmp(e->left->name, "size") == 0 || strcmp(e->left->name, "length") == 0);
    return e->kind == EX_BINARY && fr_is_extent(e->left)
           && (fr_is_extent(e->right) || e->right->kind == EX_INT);
}

bool fr_is_written(const fr_stmt *list, const char *name)
{
    for (const fr_stmt *s = list; s; s = s->next) {
        bool target = s->target && s->target->kind == EX_NAME && strcmp(s->target->name, name) == 0;
        bool other = s->kind == ST_SWAP && s->value->kind == EX_NAME
                     && strcmp(s->value->name, name) == 0;
        if ((target && s->kind != ST_ALLOC) || other)
            return true;
        for (size_t i = 0; s->kind == ST_CALL && i < s->value->count; i++)
            if (s->value->items[i]->kind == EX_NAME && strcmp(s->value->items[i]->name, name) == 0)
                return true;
        if (fr_is_written(s->body, name) || fr_is_written(s->other, name))
            return true;
    }
    return false;
}

static bool declares(const fr_stmt *list, const char *name)
{
    for (const fr_stmt *s = list; s; s = s->next)
        if ((s->kind == ST_ALLOC && s->target && s->target->kind == EX_NAME
             && strcmp(s->target->name, name) == 0)
            || (s->name && strcmp(s->name, name) == 0) || declares(s->body, name)
            || declares(s->other, name))
            return true;
    return false;
}

bool fr_hides(const fr_function *f, const char *name)
{
    for (size_t i = 0; i < f->param_count; i++)
        if (strcmp(f->params[i].name, name) == 0)
            return true;
    return declares(f->body, name);
}
