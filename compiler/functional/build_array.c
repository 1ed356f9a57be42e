/* build_array.c: the array operations of the unary form: map, foldl, and what is made of them. */
#include <string.h>

#include "compiler/functional/unary.h"
#include "compiler/hidden.h"
#include "compiler/syntax/array_parameters.h"
#include "compiler/syntax/host_function.h"

enum { MAP_ARRAYS = 8 };

const fr_expr *fn_call_of_value(fn_builder *b, const fr_expr *e)
{
    const fn_slot *value = fn_may_be_value(b, e->left) ? fn_build_term(b, e->left)
                           : e->left->kind == EX_NAME  ? fn_slot_named(b, e->left->name)
                                                       : NULL;
    const char *name = fn_callable(b, value, e->count);
    return name ? fn_call_by(b, e, name) : NULL;
}

static fn_slot *apply_value(fn_builder *b, const fr_expr *f, const char *by, fn_slot *value,
                            size_t count, fn_slot *const *args)
{
    fn_slot *all[FN_ARGUMENTS] = {value};
    memcpy(all + 1, args, count * sizeof *args);
    return fn_apply(b, fr_make_name(b->d->arena, f->span, by), count + 1, all, NULL, f->span);
}

/* Binds the parameters of a lambda to the slots and builds its body; a named function is applied to
 * them. */
fn_slot *fn_build_function(fn_builder *b, const fr_expr *f, size_t count, fn_slot *const *args)
{
    fn_slot *value = f->kind == EX_NAME ? fn_slot_named(b, f->name) : NULL;
    const char *by = fn_callable(b, value, count);
    if (fn_is_composed(f)) {
        fn_slot *inner = fn_build_function(b, f->right, count, args);
        return inner ? fn_build_function(b, f->left, 1, &inner) : NULL;
    }
    if (by && count < FN_ARGUMENTS)
        return apply_value(b, f, by, value, count, args);
    if (f->kind == EX_NAME)
        return fn_apply(b, f, count, args, NULL, f->span);
    if (f->kind != EX_LAMBDA) {
        fr_report(b->d, RGC_ERROR, "R1006", f->span,
                  "expected a function: x -> expression, an operator, or the name of one");
        return NULL;
    }
    const fr_expr *pattern = f->left;
    const fn_env *env = b->env;
    bool good = true;
    if (count == 1)
        good = fn_bind(b, pattern, args[0]);
    else if (pattern->kind != EX_TUPLE || pattern->count != count) {
        fr_report(b->d, RGC_ERROR, "R1006", pattern->span,
                  "this function is given %zu arguments: name them (a, b) -> ...", count);
        good = false;
    }
    for (size_t i = 0; good && count > 1 && i < count; i++)
        good = fn_bind(b, pattern->items[i], args[i]);
    fn_slot *s = good ? fn_build_term(b, f->right) : NULL;
    b->env = env;
    return s;
}

/* A tuple of numbers as an array of them. */
static fn_slot *numbers_of(fn_builder *b, fn_slot *s)
{
    if (!s || s->kind != FN_PAIR)
        return s;
    for (size_t i = 0; i < s->arg_count; i++)
        if (s->args[i]->type->kind != FN_REAL && s->args[i]->type->kind != FN_WHOLE)
            return s;
    const fn_type *type = s->args[0]->type;
    for (size_t i = 1; i < s->arg_count; i++)
        type = fn_common_type(b->d->arena, type, s->args[i]->type);
    fn_slot *list = fn_add_slot(b, FN_LIST, fn_array(b->d->arena, type), s->span);
    list->arg_count = s->arg_count;
    memcpy(list->args, s->args, sizeof list->args);
    return list;
}

static fn_slot *build_array(fn_builder *b, const fr_expr *e)
{
    fn_slot *s = numbers_of(b, fn_build_term(b, e));
    if (!s || s->type->kind == FN_ARRAY)
        return s;
    rgc_diagnostic *r = fn_mismatch(b, s, "Vector{Fixed}", "R1002", e->span,
                                    fr_format(b->d->arena, "expected an array, this is %s",
                                              fn_type_words(b->d->arena, s->type)));
    if (r && !r->help)
        fr_help(b->d, r,
                "the forms are map(x -> e, v), map2((x, y) -> e, v, w) and foldl((state, x) -> e, "
                "start, v): the array comes last");
    return NULL;
}

static bool check_count(fn_builder *b, const fr_expr *e, size_t least, size_t most,
                        const char *form)
{
    if (e->count >= least && e->count <= most)
        return true;
    fr_help(b->d,
            fr_report(b->d, RGC_ERROR, "R0604", e->span, "'%s' does not take %zu argument%s",
                      e->left->name, e->count, e->count == 1 ? "" : "s"),
            "write %s", form);
    return false;
}

/* map(f, a, ...) of arrays already built. function NULL: the product of the elements. */
static fn_slot *make_map(fn_builder *b, const fr_expr *e, const fr_expr *function, size_t count,
                         fn_slot *const *arrays)
{
    fn_slot *elements[MAP_ARRAYS];
    fn_seq *body = fn_open_seq(b);
    for (size_t i = 0; i < count; i++)
        elements[i] = fn_element_of(b, arrays[i]);
    const fr_expr times = {.kind = EX_NAME, .span = e->span, .name = "*"};
    body->result = fn_build_function(b, function ? function : &times, count, elements);
    fn_close_seq(b, body);
    if (!body->result || !fn_storable(b, e, body->result->type, "an element of the result"))
        return NULL;
    fn_slot *s = fn_add_slot(b, FN_MAP, fn_vector(b->d->arena, body->result->type), e->span);
    for (size_t i = 0; i < count; i++)
        s->args[i] = arrays[i];
    s->arg_count = count;
    s->bodies[0] = body;
    return s;
}

fn_slot *fn_listed(fn_builder *b, const fr_expr *e, fn_slot *array)
{
    const bool listed = array && !b->rows && fn_is_matrix(array->type) && fn_rank(array->type) == 2;
    return listed ? fn_vec(b, e, array) : array;
}

/* f for each element of a matrix, which is a matrix too. */
static fn_slot *map_matrix(fn_builder *b, const fr_expr *e, const fr_expr *function, size_t count,
                           fn_slot *const *arrays)
{
    fn_slot *elements[MAP_ARRAYS];
    if (!fn_is_matrix(arrays[0]->type))
        return make_map(b, e, function, count, arrays);
    fn_seq *body = fn_open_seq(b);
    for (size_t i = 0; i < count; i++)
        elements[i] = fn_element_of(b, arrays[i]);
    body->result = map_matrix(b, e, function, count, elements);
    fn_close_seq(b, body);
    if (!body->result || !fn_storable(b, e, body->result->type, "an element of the result"))
        return NULL;
    fn_slot *s = fn_add_slot(b, FN_MAP, fn_array(b->d->arena, body->result->type), e->span);
    memcpy(s->args, arrays, count * sizeof *arrays);
    s->arg_count = count;
    s->bodies[0] = body;
    return s;
}

static fn_slot *sum_of(fn_builder *b, const fr_expr *e, fn_slot *array);

/* state + x; of an array x its sum. */
static fn_slot *add_element(fn_builder *b, const fr_expr *e, fn_slot *const *args)
{
    const fr_expr plus = {.kind = EX_NAME, .span = e->span, .name = "+"};
    fn_slot *terms[] = {args[0], args[1]->type->kind == FN_ARRAY ? sum_of(b, e, args[1]) : args[1]};
    return terms[1] ? fn_build_function(b, &plus, 2, terms) : NULL;
}

/* foldl(f, state, array) whose states have that type; function NULL: the sum. */
static fn_slot *fold_of_type(fn_builder *b, const fr_expr *e, const fr_expr *function,
                             fn_slot *state, fn_slot *array, const fn_type *type, bool until)
{
    fn_slot *args[2];
    if (!fn_storable(b, e, state->type, "the state"))
        return NULL;
    fn_seq *body = fn_open_seq(b);
    args[0] = fn_add_slot(b, FN_PARAM, type, state->span);
    args[0]->origin = state;
    body->param_count++;
    args[1] = fn_element_of(b, array);
    body->result = function ? fn_build_function(b, function, until ? 1 : 2, args)
                            : add_element(b, e, args);
    fn_close_seq(b, body);
    if (!body->result)
        return NULL;
    const fn_type *both = fn_common_type(b->d->arena, type, body->result->type);
    if (both && !fn_same_type(both, type)) /* s = 0; s += 0.5: the state is a real */
        return fold_of_type(b, e, function, state, array, both, until);
    if (!fn_want(b, body->result, type,
                 function && function->kind == EX_LAMBDA ? function->right : e, "the next state"))
        return NULL;
    fn_slot *s = fn_add_slot(b, FN_FOLD, type, e->span);
    s->args[0] = state;
    s->args[1] = array;
    s->arg_count = 2;
    s->bodies[0] = body;
    s->until = until;
    return s;
}

static fn_slot *make_fold(fn_builder *b, const fr_expr *e, const fr_expr *function, fn_slot *state,
                          fn_slot *array)
{
    return fold_of_type(b, e, function, state, array, state->type, false);
}

/* while#(step, start): a fold over iterations, as many as the states go on. */
static fn_slot *build_while(fn_builder *b, const fr_expr *e)
{
    fn_slot *state = fn_build_term(b, e->items[1]);
    fn_slot *iterations[] = {fn_number(b, e->span, 1, true),
                             fn_number(b, e->span, RG_MOST_ITERATIONS, true)};
    fn_slot *range = fn_range_of(b, e->span, 2, iterations);
    return state ? fold_of_type(b, e, e->items[0], state, range, state->type, true) : NULL;
}

/* Julia goes through the elements of matrices, alone or all together. */
static fn_slot *map_all(fn_builder *b, const fr_expr *e, fn_slot **arrays)
{
    const size_t count = e->count - 1;
    bool all = !b->rows, rows = b->rows;
    for (size_t i = 0; i < count; i++)
        rows = rows || fr_element_rank(e->items[0], i) > 0;
    for (size_t i = 0; i < count; i++)
        all = all && !rows && fn_is_matrix(arrays[i]->type)
              && fn_rank(arrays[i]->type) == fn_rank(arrays[0]->type);
    if (all)
        return map_matrix(b, e, e->items[0], count, arrays);
    for (size_t i = 0; i < count && !rows; i++)
        arrays[i] = fn_listed(b, e, arrays[i]);
    return make_map(b, e, e->items[0], count, arrays);
}

static fn_slot *build_map(fn_builder *b, const fr_expr *e)
{
    fn_slot *arrays[MAP_ARRAYS];
    bool two = strcmp(e->left->name, "map2") == 0;
    if (!check_count(b, e, two ? 3 : 2, two ? 3 : MAP_ARRAYS + 1,
                     two ? "map2((x, y) -> ..., a, b)" : "map(x -> ..., a)"))
        return NULL;
    for (size_t i = 1; i < e->count; i++)
        if (!(arrays[i - 1] = build_array(b, e->items[i])))
            return NULL;
    return map_all(b, e, arrays);
}

static fn_slot *build_fold(fn_builder *b, const fr_expr *e)
{
    if (!check_count(b, e, 3, 3, "foldl((state, x) -> ..., start, a)"))
        return NULL;
    if (e->items[2]->kind == EX_LAMBDA) {
        fr_help(b->d,
                fr_report(b->d, RGC_ERROR, "R1006", e->items[2]->span,
                          "the function of foldl comes first"),
                "write foldl((state, x) -> e, start, v)");
        return NULL;
    }
    fn_slot *state = fn_build_term(b, e->items[1]);
    fn_slot *array = build_array(b, e->items[2]);
    if (fr_element_rank(e->items[0], 1) == 0)
        array = fn_listed(b, e, array);
    return state && array ? make_fold(b, e, e->items[0], state, array) : NULL;
}

/* 1 for true. */
static fn_slot *counted(fn_builder *b, const fr_expr *e, fn_slot *array)
{
    fr_expr c = {.kind = EX_NAME, .span = e->span, .name = "c"},
            one = {.kind = EX_INT, .span = e->span, .integer = 1},
            none = {.kind = EX_INT, .span = e->span},
            choice = {.kind = EX_TERNARY,
                      .span = e->span,
                      .left = &c,
                      .right = &one,
                      .third = &none},
            function = {.kind = EX_LAMBDA, .span = e->span, .left = &c, .right = &choice};
    return map_matrix(b, e, &function, 1, &array);
}

static fn_slot *sum_of(fn_builder *b, const fr_expr *e, fn_slot *array)
{
    if (fn_has_bool(array->type) && !fn_has_product(array->type))
        array = counted(b, e, array);
    if (!array)
        return NULL;
    const bool whole = fn_has_whole(array->type) && fn_rank(array->type) > 0;
    return make_fold(b, e, NULL, fn_number(b, e->span, 0, whole), array);
}

static fn_slot *build_sum(fn_builder *b, const fr_expr *e)
{
    if (!check_count(b, e, 1, 2, "sum(a)"))
        return NULL;
    fn_slot *array = build_array(b, e->items[e->count - 1]);
    if (array && e->count == 2) {
        if (fr_element_rank(e->items[0], 0) == 0)
            array = fn_listed(b, e, array);
        array = make_map(b, e, e->items[0], 1, &array);
    }
    return array ? sum_of(b, e, array) : NULL;
}

fn_slot *fn_dot(fn_builder *b, const fr_expr *e, fn_slot *const *vectors)
{
    fn_slot *products = make_map(b, e, NULL, 2, vectors);
    return products ? sum_of(b, e, products) : NULL;
}

/* dot(a, b) is sum(map2(*, a, b)). */
static fn_slot *build_dot(fn_builder *b, const fr_expr *e)
{
    fn_slot *arrays[2];
    if (!check_count(b, e, 2, 2, "dot(a, b)"))
        return NULL;
    for (size_t i = 0; i < 2; i++)
        if (!(arrays[i] = fn_want(b, fn_build_term(b, e->items[i]), fn_array(b->d->arena, &fn_real),
                                  e->items[i], "the argument")))
            return NULL;
    return fn_dot(b, e, arrays);
}

/* maximum(v) is foldl(max, v[1], v), minimum alike, prod(v) foldl(*, 1, v). */
static fn_slot *build_most(fn_builder *b, const fr_expr *e)
{
    const bool product = e->left->name[0] == 'p', most = e->left->name[1] == 'a';
    const fr_expr function = {.kind = EX_NAME,
                              .span = e->span,
                              .name = product ? "*"
                                      : most  ? "max"
                                              : "min"};
    if (!check_count(b, e, 1, 2, fr_format(b->d->arena, "%s(a)", e->left->name)))
        return NULL;
    fn_slot *array = numbers_of(b, fn_build_term(b, e->items[e->count - 1]));
    if (array && e->count == 2) {
        array = fn_listed(b, e, array);
        array = make_map(b, e, e->items[0], 1, &array);
    }
    array = array && fn_rank(array->type) == 2 && !fn_has_product(array->type) ? fn_vec(b, e, array)
                                                                               : array;
    array =
        fn_want(b, array, fn_array(b->d->arena, &fn_real), e->items[e->count - 1], "the argument");
    if (!array)
        return NULL;
    const fr_expr one = {.kind = EX_INT, .span = e->span, .integer = 1}, *first = &one;
    const fr_expr index = {.kind = EX_INDEX,
                           .span = e->span,
                           .count = 1,
                           .items = (fr_expr *[]){(fr_expr *)(uintptr_t)first}};
    fn_slot *start = product ? fn_build_term(b, &one) : fn_build_elements(b, &index, array);
    return start ? make_fold(b, e, &function, start, array) : NULL;
}

/* length(A) of a matrix: the number of its elements. */
static fn_slot *all_extents(fn_builder *b, const fr_expr *e, fn_slot *array)
{
    const fn_type *type = b->whole ? &fn_whole : &fn_real;
    fn_slot *product = NULL;
    unsigned part = 0;
    for (const fn_type *t = array->type; t->kind == FN_ARRAY; t = t->parts[0]) {
        fn_slot *n = fn_add_slot(b, FN_LENGTH, type, e->span), *before = product;
        n->args[n->arg_count++] = array;
        n->part = part++;
        if (before) {
            product = fn_add_slot(b, FN_OP, type, e->span);
            product->op = "*";
            product->infix = true;
            product->args[product->arg_count++] = before;
            product->args[product->arg_count++] = n;
        } else {
            product = n;
        }
    }
    return product;
}

static fn_slot *build_length(fn_builder *b, const fr_expr *e)
{
    fn_slot *array = check_count(b, e, 1, 1, "length(a)") ? build_array(b, e->items[0]) : NULL;
    if (!array)
        return NULL;
    if (!b->rows && fn_is_matrix(array->type))
        return all_extents(b, e, array);
    fn_slot *s = fn_add_slot(b, FN_LENGTH, b->whole ? &fn_whole : &fn_real, e->span);
    s->args[0] = array;
    s->arg_count = 1;
    return s;
}

static fn_slot *size_of(fn_builder *b, const fr_expr *e, fn_slot *array)
{
    unsigned dimensions = 0;
    for (const fn_type *t = array->type; t->kind == FN_ARRAY; t = t->parts[0])
        dimensions++;
    const fr_expr *d = e->items[1];
    if (d->kind != EX_INT || d->integer < 1 || d->integer > dimensions) {
        fr_report(b->d, RGC_ERROR, "R1001", d->span,
                  "the dimensions of this array are numbered 1 to %u", dimensions);
        return NULL;
    }
    fn_slot *extent = fn_add_slot(b, FN_LENGTH, b->whole ? &fn_whole : &fn_real, e->span);
    extent->args[extent->arg_count++] = array;
    extent->part = (unsigned)(d->integer - 1);
    return extent;
}

/* ---- elements ---- */

static fn_slot *bad_index(fn_builder *b, const fr_expr *e)
{
    rgc_diagnostic *r =
        fr_report(b->d, RGC_ERROR, "R1001", e->span, "this is no index of an array");
    fr_help(b->d, r, "indices start at 1: v[1], v[end], v[i], A[2, :]");
    return NULL;
}

/* The element whose number is computed. */
static fn_slot *element_by_number(fn_builder *b, const fr_expr *index, fn_slot *array)
{
    fn_slot *end_of = b->end_of;
    b->end_of = array;
    fn_slot *number = fn_build_count(b, index);
    b->end_of = end_of;
    if (!number)
        return NULL;
    fn_slot *s = fn_add_slot(b, FN_AT, array->type->parts[0], index->span);
    s->element = true;
    s->args[s->arg_count++] = array;
    s->args[s->arg_count++] = number;
    return s;
}

static fn_slot *element_at(fn_builder *b, const fr_expr *index, fn_slot *array)
{
    const bool last = index->kind == EX_END;
    if (!last && index->kind == EX_INT && index->integer < 1)
        return bad_index(b, index);
    if (!last && index->kind != EX_INT)
        return element_by_number(b, index, array);
    const size_t at = last ? array->arg_count : (size_t)index->integer;
    if (array->kind == FN_LIST && at <= array->arg_count)
        return array->args[at - 1];
    fn_slot *s = fn_add_slot(b, FN_AT, array->type->parts[0], index->span);
    s->op = last ? NULL : fr_format(b->d->arena, "%zu", at);
    s->element = true;
    s->args[s->arg_count++] = array;
    return s;
}

/* A[:, j]: the map of x -> x[j]. A[2:3, j]: that of k -> A[k, j]. */
static fn_slot *elements_behind(fn_builder *b, const fr_expr *e, size_t index, fn_slot *s)
{
    while (index < e->count && !fn_is_slice(e->items[index])) {
        if (s->type->kind != FN_ARRAY) {
            fr_report(b->d, RGC_ERROR, "R1001", e->span, "%zu indices are more than the array has",
                      e->count);
            return NULL;
        }
        if (!(s = element_at(b, e->items[index++], s)))
            return NULL;
    }
    if (index == e->count)
        return s;
    if (s->type->kind != FN_ARRAY)
        return bad_index(b, e->items[index]);
    fn_slot *numbers = NULL, *end_of = b->end_of;
    b->end_of = s;
    if (e->items[index]->kind == EX_RANGE && !(numbers = fn_build_range(b, e->items[index])))
        return NULL;
    if (numbers && !fn_indexes(b, e->items[index]->span, numbers))
        return NULL;
    b->end_of = end_of;
    fn_seq *body = fn_open_seq(b);
    fn_slot *element = fn_element_of(b, numbers ? numbers : s), *part = element;
    if (numbers) {
        part = fn_add_slot(b, FN_AT, s->type->parts[0], e->items[index]->span);
        part->element = true;
        part->args[part->arg_count++] = s;
        part->args[part->arg_count++] = element;
    }
    body->result = elements_behind(b, e, index + 1, part);
    fn_close_seq(b, body);
    if (!body->result || body->result == element)
        return body->result ? s : NULL;
    fn_slot *map = fn_add_slot(b, FN_MAP, fn_array(b->d->arena, body->result->type), e->span);
    map->args[map->arg_count++] = numbers ? numbers : s;
    map->bodies[0] = body;
    return map;
}

fn_slot *fn_build_elements(fn_builder *b, const fr_expr *e, fn_slot *array)
{
    return elements_behind(b, e, 0, array);
}

/* ---- element by element ---- */

/* e for each element, where a matrix of one row or column goes along the others. */
static fn_slot *each_of_lines(fn_builder *b, const fr_expr *e, size_t count, fn_slot *const *args)
{
    const unsigned along = fn_common_line(count, args);
    fn_slot *lines[FN_ARGUMENTS], *inner[FN_ARGUMENTS], *outer[FN_ARGUMENTS];
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        lines[i] = args[i]->along ? args[i]->line : args[i];
    if (along)
        return fn_collapsed(b, e->span, fn_build_each(b, e, count, lines), along);
    fn_seq *body = fn_open_seq(b); /* for each row: a row as it is, and an element of a column */
    for (size_t i = 0; i < count; i++) {
        const bool held = args[i]->type->kind != FN_ARRAY || args[i]->along == 1;
        inner[i] = held ? lines[i] : fn_element_of(b, outer[found++] = lines[i]);
    }
    body->result = fn_build_each(b, e, count, inner);
    fn_close_seq(b, body);
    if (!body->result || !fn_storable(b, e, body->result->type, "an element of the result"))
        return NULL;
    fn_slot *s = fn_add_slot(b, FN_MAP, fn_array(b->d->arena, body->result->type), e->span);
    s->bodies[0] = body;
    return fn_with_args(s, found, outer);
}

fn_slot *fn_build_each(fn_builder *b, const fr_expr *e, size_t count, fn_slot *const *args)
{
    fn_slot *inner[FN_ARGUMENTS], *arrays[FN_ARGUMENTS];
    size_t found = 0;
    if (fn_has_line(count, args))
        return each_of_lines(b, e, count, args);
    for (size_t i = 0; i < count; i++)
        if (args[i]->type->kind == FN_ARRAY)
            arrays[found++] = args[i];
    if (found == 0)
        return fn_build_one(b, e, count, args);
    fn_seq *body = fn_open_seq(b);
    for (size_t i = 0; i < count; i++)
        inner[i] = args[i]->type->kind == FN_ARRAY ? fn_element_of(b, args[i]) : args[i];
    body->result = fn_build_each(b, e, count, inner);
    fn_close_seq(b, body);
    if (!body->result || !fn_storable(b, e, body->result->type, "an element of the result"))
        return NULL;
    fn_slot *s = fn_add_slot(b, FN_MAP,
                             arrays[0]->type->nested ? fn_vector(b->d->arena, body->result->type)
                                                     : fn_array(b->d->arena, body->result->type),
                             e->span);
    for (size_t i = 0; i < found; i++)
        s->args[i] = arrays[i];
    s->arg_count = found;
    s->bodies[0] = body;
    return s;
}

/* ---- counts ---- */

fn_slot *fn_build_count(fn_builder *b, const fr_expr *e)
{
    const bool whole = b->whole, counts = b->counts;
    b->whole = b->counts = true;
    fn_slot *s = fn_build_term(b, e), *n = s ? fn_to_whole(b, s) : NULL;
    b->whole = whole;
    b->counts = counts;
    if (s && !n && fn_may_be_whole(s))
        n = fn_build_op(b, e->span, fn_whole_of, false, &fn_whole, 1, &s);
    if (n) {
        fn_write_out(n);
        return n;
    }
    rgc_diagnostic *r = s ? fr_report(b->d, RGC_ERROR, "R1001", e->span,
                                      "an index, or the end of a range, is an Int; this is %s",
                                      fn_type_words(b->d->arena, s->type))
                          : NULL;
    fr_help(
        b->d, r,
        s && s->type->kind == FN_ARRAY && fn_has_bool(s->type)
            ? "a mask cannot choose elements: sum(ifelse.(m, x, 0)) adds them, count(m) counts them"
            : "it is made of integers, lengths, loop variables and parameters of type Int: n::Int; "
              "a range of reals is range(a, b, length=n)");
    return NULL;
}

/* a:h:b of reals; *known: it is none, and nothing was said. */
static fn_slot *real_range(fn_builder *b, const fr_expr *e, bool *known)
{
    const fr_expr *parts[] = {e->left, e->third, e->right};
    fn_slot *args[3];
    bool reals = false;
    for (size_t i = 0; e->third && i < 3; i++) {
        if (!(args[i] = fn_build_term(b, parts[i])))
            return NULL;
        reals = reals || fn_is_surely_real(args[i]);
    }
    *known = !reals;
    const fr_functional *f = reals ? fn_base(b, b->d->floats ? "a:h:b" : "a:h:b Fixed", 3, e->span)
                                   : NULL;
    return f ? fn_expand(b, f, args, NULL, e->span) : NULL;
}

/* The map of each number to itself: an array like others, which is fused where it is read once. */
fn_slot *fn_build_range(fn_builder *b, const fr_expr *e)
{
    bool counts = false;
    fn_slot *reals = real_range(b, e, &counts);
    if (!counts)
        return reals;
    const fr_expr *parts[] = {e->left, e->right, e->third};
    const size_t count = e->third ? 3 : 2;
    fn_slot *args[3];
    for (size_t i = 0; i < count; i++)
        if (!(args[i] = fn_build_count(b, parts[i])))
            return NULL;
    if (count == 3 && args[2]->kind == FN_OP && args[2]->arg_count == 0
        && strcmp(args[2]->op, "0") == 0) {
        fr_help(b->d, fr_report(b->d, RGC_ERROR, "R0502", e->span, "a range has no step of 0"),
                "write first:last, or a step that is not 0");
        return NULL;
    }
    fn_slot *range = fn_range_of(b, e->span, count, args);
    fn_seq *body = fn_open_seq(b);
    body->result = fn_element_of(b, range);
    fn_close_seq(b, body);
    fn_slot *map = fn_add_slot(b, FN_MAP, range->type, e->span);
    map->args[map->arg_count++] = range;
    map->bodies[0] = body;
    return map;
}

/* ---- products ---- */

/* A vector, or the row that it is transposed to; other arrays. */
typedef struct {
    fn_slot *slot;
    bool row;
} operand;

static fn_slot *no_product(fn_builder *b, const fr_expr *e, const char *what, const char *help)
{
    fr_help(b->d, fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->span, "%s", what), "%s", help);
    return NULL;
}

static bool is_times(const fr_expr *e) { return e->kind == EX_BINARY && e->token == TOK_MUL; }

static bool is_turned(const fr_expr *e)
{
    return e->kind == EX_ADJOINT || (fr_calls_name(e, "transpose") && e->count == 1);
}

static unsigned dimensions(const fn_slot *s)
{
    unsigned n = 0;
    for (const fn_type *t = s->type; t->kind == FN_ARRAY; t = t->parts[0])
        n++;
    return n;
}

static operand operand_of(fn_builder *b, const fr_expr *e);

static operand product(fn_builder *b, const fr_expr *e, operand l, operand r)
{
    const unsigned left = l.slot ? dimensions(l.slot) : 0, right = r.slot ? dimensions(r.slot) : 0;
    if (!l.slot || !r.slot)
        return (operand){NULL, false};
    if (left == 0 || right == 0) {
        fn_slot *both[] = {l.slot, r.slot};
        return (operand){fn_build_each(b, e, 2, both), l.row || r.row};
    }
    if (left > 2 || right > 2)
        return (operand){
            no_product(b, e, "a product takes vectors and matrices", "write .* for each element"),
            false};
    if (l.row && !r.row && right == 1) {
        fn_slot *both[] = {l.slot, r.slot};
        return (operand){fn_dot(b, e, both), false};
    }
    if (l.row && right == 2) {
        fn_slot *turned = fn_transpose(b, e, r.slot);
        return (operand){turned ? fn_matrix_vector(b, e, turned, l.slot) : NULL, true};
    }
    if (!l.row && left == 1 && r.row)
        return (operand){fn_outer(b, e, l.slot, r.slot), false};
    if (left == 2 && right == 2)
        return (operand){fn_matrix_matrix(b, e, l.slot, r.slot), false};
    if (left == 2 && !r.row)
        return (operand){fn_matrix_vector(b, e, l.slot, r.slot), false};
    return (operand){
        no_product(b, e, "these two arrays have no product",
                   "write x .* y for each element, dot(x, y) or x' * y for the sum of the "
                   "products, x * y' for all products"),
        false};
}

static operand operand_of(fn_builder *b, const fr_expr *e)
{
    if (is_times(e)) {
        const operand l = operand_of(b, e->left), r = operand_of(b, e->right);
        return product(b, e, l, r);
    }
    const bool turned = is_turned(e);
    fn_slot *s = fn_build_term(b, turned ? e->kind == EX_ADJOINT ? e->left : e->items[0] : e);
    if (!turned || !s || dimensions(s) == 0)
        return (operand){s, false};
    if (dimensions(s) == 1)
        return (operand){s, true};
    if (dimensions(s) > 2)
        return (operand){no_product(b, e, "only vectors and matrices are transposed",
                                    "permute the dimensions in an '@i function'"),
                         false};
    return (operand){fn_transpose(b, e, s), false};
}

bool fn_has_transpose(const fr_expr *e)
{
    return is_turned(e)
           || (is_times(e) && (fn_has_transpose(e->left) || fn_has_transpose(e->right)));
}

fn_slot *fn_product_of(fn_builder *b, const fr_expr *e, fn_slot *const *args)
{
    const operand l = {args[0], false}, r = {args[1], false};
    return product(b, e, l, r).slot;
}

fn_slot *fn_build_product(fn_builder *b, const fr_expr *e)
{
    const operand o = operand_of(b, e);
    if (!o.slot || !o.row)
        return o.slot;
    return no_product(b, e, "this is a row, which only a product takes",
                      "leave the ' out where a vector is meant: x, or A' * x for (x' * A)'");
}

/* ---- calls ---- */

static fn_slot *build_size(fn_builder *b, const fr_expr *e)
{
    fn_slot *array = check_count(b, e, 2, 2, "size(A, 1)") ? build_array(b, e->items[0]) : NULL;
    return array ? size_of(b, e, array) : NULL;
}

static fn_slot *build_part(fn_builder *b, const fr_expr *e, unsigned part)
{
    fn_slot *s = check_count(b, e, 1, 1, part ? "snd(p)" : "fst(p)") ? fn_build_term(b, e->items[0])
                                                                     : NULL;
    if (s && s->type->kind != FN_PRODUCT) {
        fn_mismatch(b, s, "Tuple{Fixed, Fixed}", "R1002", e->span,
                    fr_format(b->d->arena, "expected a product, this is %s",
                              fn_type_words(b->d->arena, s->type)));
        return NULL;
    }
    return s ? fn_project(b, s, part, e->span) : NULL;
}

/* The rows of a matrix are its elements; the columns are those of its transpose. */
static fn_slot *build_slices(fn_builder *b, const fr_expr *e)
{
    fn_slot *s = check_count(b, e, 1, 1, "eachrow(A)") ? build_array(b, e->items[0]) : NULL;
    if (s && fn_rank(s->type) != 2) {
        fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->span, "expected a matrix, this is %s",
                  fn_type_words(b->d->arena, s->type));
        return NULL;
    }
    if (s && strcmp(e->left->name, "eachcol") == 0)
        s = fn_transpose(b, e, s);
    if (!s)
        return NULL;
    fn_seq *body = fn_open_seq(b); /* the same as a vector of vectors */
    body->result = fn_element_of(b, s);
    fn_close_seq(b, body);
    fn_slot *map = fn_add_slot(b, FN_MAP, fn_vector(b->d->arena, s->type->parts[0]), e->span);
    map->args[map->arg_count++] = s;
    map->bodies[0] = body;
    return map;
}

/* The rows of a comprehension with several loops. */
static fn_slot *build_written_matrix(fn_builder *b, const fr_expr *e)
{
    fn_slot *s = fn_build_term(b, e->items[0]);
    if (s && s->kind == FN_MAP)
        s->type = fn_array(b->d->arena, s->type->parts[0]);
    return s;
}

static fn_slot *build_vec(fn_builder *b, const fr_expr *e)
{
    fn_slot *s = check_count(b, e, 1, 1, "vec(A)") ? build_array(b, e->items[0]) : NULL;
    if (s && s->along)
        return s->line;
    return s && fn_rank(s->type) == 2 ? fn_vec(b, e, s) : s;
}

fn_slot *fn_counted(fn_builder *b, fr_span span, fn_slot *s)
{
    if (s->type->kind == FN_BOOL)
        return fn_truth(b, s);
    fr_arena *arena = b->d->arena;
    fr_expr *name = fr_make_name(arena, span, "count#value");
    const fr_expr *each = fn_counted_expr(arena, name, s->type);
    const fn_env *env = b->env;
    if (!each || !fn_bind(b, name, s))
        return s;
    s = fn_build_term(b, each);
    b->env = env;
    return s;
}

/* put#(v, e, 2:3), put#(v, e) */
static fn_slot *build_put_slice(fn_builder *b, const fr_expr *e, fn_slot *array)
{
    const fn_env *env = b->env;
    fn_slot *value = fn_build_term(b, e->items[1]);
    if (value && fn_has_bool(value->type) && !fn_has_bool(array->type))
        value = fn_counted(b, e->items[1]->span, value);
    if (value && !fn_suits_bools(b, e->items[1], array, value))
        return NULL;
    const bool several = value && value->type->kind == FN_ARRAY;
    const fr_expr name = {.kind = EX_NAME, .span = e->span, .name = "put#value"};
    if (!value || !fn_bind(b, &name, value))
        return NULL;
    if (!fn_fits_slice(b, e, value))
        return NULL;
    fn_slot *s = fn_build_term(b, e->count == 2 ? fn_put_all(b->d->arena, e)
                                                : fn_put_slice(b->d->arena, e, several));
    b->env = env;
    if (s && fn_rank(s->type) != fn_rank(array->type)) {
        fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->items[1]->span,
                  "this has more dimensions than the array to which it is assigned");
        return NULL;
    }
    return s;
}

/* put#(v, e, i) */
static fn_slot *build_put(fn_builder *b, const fr_expr *e)
{
    fn_slot *array = fn_build_term(b, e->items[0]);
    if (!array || (e->count > 2 && !fn_has_elements(b, e, array, e->count - 2)))
        return NULL;
    const fr_expr *masked = fn_put_masked(b, e);
    if (masked)
        return fn_build_term(b, masked);
    fn_slot *s = fn_puts_slice(e)
                     ? build_put_slice(b, e, array)
                     : fn_build_term(b, fn_put_expr(b->d->arena, e, fn_has_bool(array->type)));
    if (s && fn_is_matrix(array->type))
        s->type = fn_array(b->d->arena, fn_array(b->d->arena, s->type->parts[0]->parts[0]));
    return s;
}

static fn_slot *build_map_value(fn_builder *b, const fr_expr *e)
{
    fn_slot *args[3];
    for (size_t i = 0; i < 3; i++)
        if (!(args[i] = fn_build_term(b, e->items[i])))
            return NULL;
    return fn_map_value(b, e, args);
}

static fn_slot *build_field(fn_builder *b, const fr_expr *e)
{
    fn_slot *s = fn_build_term(b, e->items[0]), *value = s ? fn_build_term(b, e->items[1]) : NULL;
    return value ? fn_put_field(b, e, s, value) : NULL;
}

fn_slot *fn_build_array_call(fn_builder *b, const fr_expr *e, bool *known)
{
    const char *name = e->left->name;
    *known = true;
    if (fn_find(b->program, name))
        *known = false;
    else if (strcmp(name, "map") == 0 || strcmp(name, "map2") == 0)
        return build_map(b, e);
    else if (strcmp(name, "foldl") == 0)
        return build_fold(b, e);
    else if (strcmp(name, fr_put_name) == 0)
        return build_put(b, e);
    else if (strcmp(name, fr_map_value) == 0)
        return build_map_value(b, e);
    else if (strcmp(name, fr_field_name) == 0)
        return build_field(b, e);
    else if (strcmp(name, fr_while_name) == 0)
        return build_while(b, e);
    else if (strcmp(name, "sum") == 0)
        return build_sum(b, e);
    else if (strcmp(name, "dot") == 0)
        return build_dot(b, e);
    else if (strcmp(name, "prod") == 0 || strcmp(name, "maximum") == 0
             || strcmp(name, "minimum") == 0)
        return build_most(b, e);
    else if (strcmp(name, "length") == 0)
        return build_length(b, e);
    else if (strcmp(name, "size") == 0)
        return build_size(b, e);
    else if (strcmp(name, "eachrow") == 0 || strcmp(name, "eachcol") == 0)
        return build_slices(b, e);
    else if (strcmp(name, "#matrix") == 0)
        return build_written_matrix(b, e);
    else if (strcmp(name, "vec") == 0)
        return build_vec(b, e);
    else if (strcmp(name, "fst") == 0 || strcmp(name, "snd") == 0)
        return build_part(b, e, name[0] == 's');
    else
        *known = false;
    return NULL;
}
