/* call_dispatch.c: which of the routines of a name a call means: that whose parameters suit the
 * types of its arguments best. */
#include <string.h>

#include "compiler/front/calls.h"

size_t fr_positional_count(const fr_function *f)
{
    size_t n = 0;
    for (size_t i = 0; i < f->param_count; i++)
        n += !f->params[i].keyword;
    return n;
}

bool fr_takes_rest(const fr_function *f)
{
    size_t n = fr_positional_count(f);
    return n > 0 && f->params[n - 1].rest;
}

bool fr_suits_count(const fr_function *f, size_t count)
{
    size_t n = fr_positional_count(f);
    return fr_takes_rest(f) ? count + 1 >= n : count == n;
}

/* The arguments that name... takes, as one. */
static fr_argument gathered(fr_sema *s, const fr_argument *args, size_t count, const fr_expr *call)
{
    fr_argument rest = {.source = call, .item_count = count};
    fr_type *types = fr_alloc(s->arena, (count + 1) * sizeof *types);
    rest.items = fr_alloc(s->arena, (count + 1) * sizeof *rest.items);
    for (size_t i = 0; i < count; i++) {
        rest.items[i] = args[i];
        types[i] = args[i].type;
    }
    rest.type = (fr_type){fr_tuple_type(s, count, types), 0};
    return rest;
}

/* Every argument behind name::T... must be a T. */
static bool match_rest(fr_sema *s, fr_candidate *c, size_t last, size_t *misfit)
{
    const fr_function *f = c->function;
    const fr_argument *rest = &c->args[last];
    fr_type concrete;
    c->types[last] = rest->type;
    for (size_t i = 0; i < rest->item_count; i++) {
        const fr_argument *a = &rest->items[i];
        bool suits =
            !f->params[last].type
            || (fr_match_type(s, f->params[last].type, f, c->bindings, a->type, false, &concrete)
                && concrete.base == a->type.base && concrete.rank == a->type.rank);
        c->fits[last + i] = 1;
        *misfit = last + i;
        if (!suits)
            return false;
    }
    return true;
}

/* Types of the positional parameters for these arguments; false when they do not suit (misfit:
 * which). */
static bool match(fr_sema *s, fr_candidate *c, size_t *misfit)
{
    const fr_function *f = c->function;
    fr_binding *bindings = c->bindings;
    const fr_argument *args = c->args;
    size_t single = fr_positional_count(f) - fr_takes_rest(f);
    bool integers = false; /* a variable for ::Real is an Int, so a literal 3 is one too */
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < single; i++) {
            if (args[i].constant != (pass == 1))
                continue;
            const bool any = fr_takes_any_number(f, f->params[i].type);
            c->fits[i] = fr_match_parameter(s, f->params[i].type, f, bindings, args[i].type,
                                            args[i].constant && !(any && integers), &c->types[i]);
            integers = integers || (any && pass == 0 && c->types[i].base == RG_TYPE_INT);
            if (c->fits[i] == 0) {
                *misfit = i;
                return false;
            }
        }
    for (size_t w = 0; w < f->where_count; w++)
        for (size_t i = 0; !bindings[w].bound && i < single; i++)
            if (f->params[i].type && f->params[i].type->kind == EX_NAME
                && strcmp(f->params[i].type->name, f->wheres[w]) == 0) {
                bindings[w].bound = true;
                bindings[w].type = args[i].type;
            }
    return !fr_takes_rest(f) || match_rest(s, c, single, misfit);
}

/* Whether a suits every argument at least as well as b, and one of them better. */
static bool more_specific(const fr_candidate *a, const fr_candidate *b, size_t count)
{
    bool better = false;
    for (size_t i = 0; i < count; i++) {
        if (a->fits[i] < b->fits[i])
            return false;
        better = better || a->fits[i] > b->fits[i];
    }
    return better || (fr_takes_rest(b->function) && !fr_takes_rest(a->function));
}

static bool in_library(const fr_sema *s, const fr_function *f)
{
    return s->d->sources[f->span.file].library;
}

/* Keeps those of one side, the libraries' or the program's, if there are any. */
static size_t keep_side(const fr_sema *s, fr_candidate *all, size_t n, bool library)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (in_library(s, all[i].function) == library)
            all[kept++] = all[i];
    return kept > 0 ? kept : n;
}

static size_t most_specific(const fr_candidate *all, size_t n, size_t count)
{
    size_t which = 0;
    for (size_t i = 1; i < n; i++)
        if (more_specific(&all[i], &all[which], count))
            which = i;
    return which;
}

/* The index of another candidate that the one at `which` is not more specific than, or n. */
static size_t rival(const fr_candidate *all, size_t n, size_t which, size_t count)
{
    for (size_t i = 0; i < n; i++)
        if (i != which && !more_specific(&all[which], &all[i], count))
            return i;
    return n;
}

/* The arguments, one for each positional parameter. */
static const fr_argument *arguments_for(fr_sema *s, const fr_function *f, const fr_argument *args,
                                        size_t count, const fr_expr *call)
{
    if (!fr_takes_rest(f))
        return args;
    size_t single = fr_positional_count(f) - 1;
    fr_argument *all = fr_alloc(s->arena, (single + 1) * sizeof *all);
    if (single > 0)
        memcpy(all, args, single * sizeof *all);
    all[single] = gathered(s, args + single, count - single, call);
    return all;
}

fr_choice fr_choose(fr_sema *s, const char *name, const fr_expr *call, size_t count,
                    const fr_argument *args, fr_candidate *best, const fr_function **near,
                    size_t *misfit)
{
    fr_candidate all[64];
    size_t n = 0, at = 0;
    bool library = in_library(s, s->instance->function);
    *near = NULL;
    for (const fr_function *f = fr_find_function(s->program, name); f && n < 64;
         f = f->next_of_name) {
        if (!fr_suits_count(f, count) || f->param_count > 2 * FR_MOST_ARGUMENTS)
            continue;
        fr_candidate c = {.function = f, .args = arguments_for(s, f, args, count, call)};
        c.types = fr_alloc(s->arena, (f->param_count + 1) * sizeof *c.types);
        c.bindings = fr_alloc(s->arena, (f->where_count + 1) * sizeof *c.bindings);
        c.fits = fr_alloc(s->arena, (count + 1) * sizeof *c.fits);
        if (match(s, &c, &at)) {
            all[n++] = c;
        } else if (!*near) {
            *near = f;
            *misfit = at;
        }
    }
    if (n == 0)
        return *near ? FR_NONE_SUITS : FR_WRONG_COUNT;
    if (!library)
        n = keep_side(s, all, n, false);
    size_t which = most_specific(all, n, count), other = rival(all, n, which, count);
    if (library && other < n) {
        n = keep_side(s, all, n, true);
        which = most_specific(all, n, count);
        other = rival(all, n, which, count);
    }
    *best = all[which];
    if (other < n) {
        *near = all[other].function;
        return FR_AMBIGUOUS;
    }
    return FR_FOUND;
}

/* What is read of a Fixed beside Float is a Float; the first argument is the one that changes. */
static bool is_taken_as(fr_type type, const fr_argument *a, bool first)
{
    return type.rank == a->type.rank
           && (type.base == a->type.base
               || (!first && type.rank == 0 && type.base == RG_TYPE_FIXED
                   && a->type.base == RG_TYPE_NARROW));
}

bool fr_unconverted(const fr_candidate *c, const fr_argument *args, size_t count)
{
    for (size_t i = 0;
         i < count && !(fr_takes_rest(c->function) && i + 1 >= fr_positional_count(c->function));
         i++)
        if (!args[i].constant && !is_taken_as(c->types[i], &args[i], i == 0))
            return false;
    return true;
}
