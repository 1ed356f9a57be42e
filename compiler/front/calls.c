/* calls.c: calls of routines. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/functional/functional.h"

typedef struct argument {
    const fr_expr *source;
    fr_type type;
    bool place, constant;
    fr_ref ref;     /* of an lvalue */
    fr_value value; /* of anything else */
    struct argument
        *items; /* (a, b), T{}(a, b), @fields z: made of arguments, and written back to them */
    size_t item_count;
} argument;

enum { MOST_ARGUMENTS = 64 };

/* ---- routines ---- */

static bool lower_argument(fr_sema *s, const fr_expr *e, argument *a);

/* T{}(a, b) and (a, b) as an argument: made of the arguments, and taken apart again after the call.
 */
static bool lower_composite(fr_sema *s, const fr_expr *e, argument *a)
{
    fr_value *parts = fr_alloc(s->arena, (e->count + 1) * sizeof *parts);
    bool ok = e->count <= FR_MOST_PARTS;
    a->items = fr_alloc(s->arena, (e->count + 1) * sizeof *a->items);
    a->item_count = e->count;
    for (size_t i = 0; i < e->count && ok; i++) {
        ok = lower_argument(s, e->items[i], &a->items[i]);
        if (ok && a->items[i].type.rank > 0) {
            fr_report(s->d, RGC_ERROR, "R0208", e->items[i]->span,
                      "an array cannot be a part of a value made on the fly");
            ok = false;
        }
        if (ok)
            parts[i] =
                (fr_value){.ok = true, .base = a->items[i].type.base, .span = e->items[i]->span};
    }
    if (!ok)
        return false;
    fr_value v = e->kind == EX_TUPLE ? fr_make_tuple(s, e->span, e->count, parts)
                                     : fr_lower_expr(s, e);
    a->type = (fr_type){v.base, 0};
    const fr_compound *c = fr_compound_of(s, v.base);
    return v.ok && c && c->count == e->count;
}

static bool lower_fields(fr_sema *s, const fr_expr *e, argument *a)
{
    fr_ref ref;
    if (!fr_resolve(s, e->items[0], &ref))
        return false;
    const fr_compound *c = fr_compound_of(s, ref.node->type.base);
    if (!c || fr_ref_type(&ref).rank > 0) {
        fr_report(s->d, RGC_ERROR, "R0207", e->span,
                  "@fields takes a struct, a complex number or a tuple");
        return false;
    }
    a->items = fr_alloc(s->arena, (c->count + 1) * sizeof *a->items);
    a->item_count = c->count;
    for (size_t i = 0; i < c->count; i++)
        a->items[i] = (argument){
            .source = e, .place = true, .ref = fr_ref_part(&ref, i), .type = c->types[i]};
    a->type = (fr_type){fr_tuple_type(s, c->count, c->types), 0};
    return true;
}

static bool lower_argument(fr_sema *s, const fr_expr *e, argument *a)
{
    fr_type type;
    const fr_expr *log = fr_log_field(s, e);
    e = log ? log : e;
    *a = (argument){.source = e};
    const fr_expr *root = e;
    while (root->kind == EX_FIELD || root->kind == EX_INDEX)
        root = root->left;
    if (e->kind == EX_TUPLE)
        return lower_composite(s, e, a);
    if (e->kind == EX_CALL && e->left->kind == EX_CURLY && e->left->count == 0)
        return lower_composite(s, e, a);
    if (e->kind == EX_CALL && e->left->kind == EX_NAME && strcmp(e->left->name, "@fields") == 0
        && e->count == 1)
        return lower_fields(s, e, a);
    bool written = fr_place_type(s, e, &type);
    if (written || (root != e && root->kind == EX_NAME)) {
        if (!fr_resolve(s, e, &a->ref))
            return false;
        a->type = fr_ref_type(&a->ref);
        a->place = a->type.rank > 0
                   || (a->ref.root->kind != FR_VAR_LOOP && a->ref.root->kind != FR_VAR_KEYWORD);
        if (a->place)
            return true;
    }
    s->naming_argument = e->kind == EX_NAME;
    a->value = fr_lower_expr(s, e);
    s->naming_argument = false;
    a->type = (fr_type){a->value.base, 0};
    a->constant = a->value.constant;
    return a->value.ok;
}

static size_t positional_count(const fr_function *f)
{
    size_t n = 0;
    for (size_t i = 0; i < f->param_count; i++)
        n += !f->params[i].keyword;
    return n;
}

/* Whether the last of them is name..., and takes any number of arguments. */
static bool takes_rest(const fr_function *f)
{
    size_t n = positional_count(f);
    return n > 0 && f->params[n - 1].rest;
}

static bool suits_count(const fr_function *f, size_t count)
{
    size_t n = positional_count(f);
    return takes_rest(f) ? count + 1 >= n : count == n;
}

/* A routine that may be meant: how well it suits each argument. */
typedef struct {
    const fr_function *function;
    const argument *args; /* one for each positional parameter */
    fr_type *types;
    fr_binding *bindings;
    unsigned *fits; /* one for each argument as written */
} candidate;

/* The arguments that name... takes, as one. */
static argument gathered(fr_sema *s, const argument *args, size_t count, const fr_expr *call)
{
    argument rest = {.source = call, .item_count = count};
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
static bool match_rest(fr_sema *s, candidate *c, size_t last, size_t *misfit)
{
    const fr_function *f = c->function;
    const argument *rest = &c->args[last];
    fr_type concrete;
    c->types[last] = rest->type;
    for (size_t i = 0; i < rest->item_count; i++) {
        const argument *a = &rest->items[i];
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
static bool match(fr_sema *s, candidate *c, size_t *misfit)
{
    const fr_function *f = c->function;
    fr_binding *bindings = c->bindings;
    const argument *args = c->args;
    size_t single = positional_count(f) - takes_rest(f);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < single; i++) {
            if (args[i].constant != (pass == 1))
                continue;
            c->fits[i] = fr_match_type(s, f->params[i].type, f, bindings, args[i].type,
                                       args[i].constant, &c->types[i]);
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
    return !takes_rest(f) || match_rest(s, c, single, misfit);
}

/* Whether a suits every argument at least as well as b, and one of them better. */
static bool more_specific(const candidate *a, const candidate *b, size_t count)
{
    bool better = false;
    for (size_t i = 0; i < count; i++) {
        if (a->fits[i] < b->fits[i])
            return false;
        better = better || a->fits[i] > b->fits[i];
    }
    return better || (takes_rest(b->function) && !takes_rest(a->function));
}

/* The machine arguments of a call, as they are made. */
typedef struct {
    ir_arg *args;
    size_t count, capacity;
} passed;

static void push(fr_sema *s, passed *out, ir_arg arg)
{
    out->args = fr_grow(s->arena, out->args, out->count, &out->capacity, sizeof *out->args);
    out->args[out->count++] = arg;
}

static void pass_place(fr_sema *s, const fr_ref *ref, ir_loc loc, passed *out)
{
    const fr_compound *c = fr_compound_of(s, ref->node->type.base);
    for (size_t i = 0; c && i < c->count; i++) {
        fr_ref part = fr_ref_part(ref, i);
        pass_place(s, &part, loc, out);
    }
    if (c)
        return;
    push(s, out,
         fr_ref_type(ref).rank > 0 ? ir_arg_array(loc, ref->node->ir)
                                   : ir_arg_place(fr_leaf_place(loc, ref)));
}

static bool pass_value(fr_sema *s, fr_value v, rg_type_base base, passed *out)
{
    const fr_compound *c = fr_compound_of(s, base);
    fr_value x;
    if (!fr_compound_as(s, v, base, &x))
        return false;
    for (size_t i = 0; c && i < c->count; i++)
        if (c->types[i].rank > 0 || !pass_value(s, x.parts[i], c->types[i].base, out))
            return false;
    ir_expr *e = c ? NULL : fr_convert(s, x, base);
    if (e)
        push(s, out, ir_arg_expr(e));
    return c || e;
}

/* An argument in the type that the parameter has. */
static bool pass(fr_sema *s, const argument *a, fr_type type, passed *out)
{
    if (a->items) {
        const fr_compound *c = fr_compound_of(s, type.base);
        for (size_t i = 0; i < a->item_count; i++)
            if (!c || !pass(s, &a->items[i], c->types[i], out))
                return false;
        return true;
    }
    if (a->place && a->type.base == type.base && a->type.rank == type.rank) {
        pass_place(s, &a->ref, fr_loc(s, a->source->span), out);
        return true;
    }
    return pass_value(s, a->place ? fr_read(s, &a->ref, a->source->span) : a->value, type.base,
                      out);
}

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
static void collect_places(const argument *a, written *out, size_t *count, size_t most)
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

static bool check_distinct(fr_sema *s, const argument *args, size_t n)
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

static void emit_call(fr_sema *s, const fr_stmt *st, const fr_expr *e, const candidate *c)
{
    const fr_function *f = c->function;
    const argument *args = c->args;
    passed out = {0};
    size_t n = positional_count(f);
    bool ok = check_distinct(s, args, n);
    fr_check_keywords(s, f, e);
    for (size_t i = 0; i < n; i++)
        ok = pass(s, &args[i], c->types[i], &out) && ok;
    for (size_t i = n; i < f->param_count; i++) {
        ir_expr *value = fr_keyword_value(s, f, i, e, c->bindings, &c->types[i]);
        ok = ok && value;
        push(s, &out, ir_arg_expr(value));
    }
    if (!ok)
        return;
    fr_instance *callee = fr_instantiate(s, f, c->types, c->bindings, false, true, e->span);
    for (size_t i = 0; i < out.count; i++)
        if (out.args[i].kind == IR_ARG_EXPR)
            out.args[i].expr = fr_split(s, out.args[i].expr);
    if (callee && s->d->errors == 0)
        fr_emit(s,
                ir_call(s->module, fr_loc(s, st->span), callee->routine, st->inverse, out.count,
                        out.args),
                st);
    fr_join_parts(s);
}

static void unknown_routine(fr_sema *s, const fr_expr *e)
{
    const char *name = e->left->name, *names[256];
    size_t n = 0;
    for (size_t i = 0; fr_instruction_name(i); i++)
        names[n++] = fr_instruction_name(i);
    for (size_t i = 0; fr_wide_name(i); i++)
        names[n++] = fr_wide_name(i);
    for (const fr_function *f = s->program->functions; f && n < 256; f = f->next)
        names[n++] = f->name;
    rgc_diagnostic *r;
    if (strcmp(name, "println") == 0 || strcmp(name, "print") == 0 || strcmp(name, "error") == 0
        || strcmp(name, "throw") == 0) {
        r = fr_report(s->d, RGC_ERROR, "R0205", e->left->span, "'%s' is not reversible", name);
        fr_help(s->d, r, "mark it: @safe %s(...)", name);
        return;
    }
    if (fr_is_builtin(name)) {
        r = fr_report(s->d, RGC_ERROR, "R0112", e->span,
                      "'%s' is a function: its value is lost here", name);
        fr_help(s->d, r, "use it in an update, such as y += %s(...)", name);
        return;
    }
    r = fr_report(s->d, RGC_ERROR, "R0205", e->left->span, "unknown routine '%s'", name);
    const char *near = rg_suggest(name, names, n);
    if (strcmp(name, "push!") == 0 || strcmp(name, "pop!") == 0 || strcmp(name, "append!") == 0)
        fr_help(s->d, r,
                "PUSH!(s, x) moves x onto a stack, POP!(s, x) takes it back; COPYPUSH! and "
                "COPYPOP! leave x where it is");
    else if (strcmp(name, "gradient") == 0 || strcmp(name, "grad") == 0
             || strcmp(name, "Grad") == 0)
        fr_help(s->d, r, "gradients are made by the machine: retrograd run FILE.rg --grad NAME");
    else if (near)
        fr_did_you_mean(s->d, r, e->left->span, near);
    else if (strncmp(name, "i_", 2) == 0)
        fr_help(s->d, r,
                "the routines of the library need a line such as `using NiLang`, or the part that "
                "they are in: `using Sums`");
    else
        fr_help(s->d, r, "define it: '@i function %s(...)', or include the file that does", name);
}

static void wrong_count(fr_sema *s, const fr_expr *e, const fr_function *f)
{
    bool more = takes_rest(f);
    size_t n = positional_count(f) - more;
    for (size_t i = 0; i < f->param_count; i++)
        if (!f->params[i].keyword && f->params[i].fallback)
            return; /* a default that cannot be there, which was said */
    if (fn_find(s->program, f->name) && e->count + 1 == n) {
        rgc_diagnostic *lost = fr_report(s->d, RGC_ERROR, "R0604", e->span,
                                         "'%s' is a function: its value is lost here", f->name);
        fr_note(s->d, lost, f->span, "defined here");
        fr_help(s->d, lost,
                "use it in an update, y += %s(...), or give the variable for its value first: "
                "%s(y, ...)",
                f->name, f->name);
        return;
    }
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0604", e->span,
                                  "'%s' takes %zu argument%s%s, not %zu", f->name, n,
                                  n == 1 ? "" : "s", more ? " or more" : "", e->count);
    fr_note(s->d, r, f->span, "defined here");
}

static void no_match(fr_sema *s, const fr_function *f, const argument *args, size_t count,
                     size_t misfit)
{
    size_t last = positional_count(f) - 1;
    const fr_param *p = &f->params[misfit < last ? misfit : last];
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0605", args[misfit].source->span,
                                  "argument %zu of '%s' is %s, which does not suit parameter '%s'",
                                  misfit + 1, f->name, fr_type_text(s, args[misfit].type), p->name);
    const fr_expr *bound = NULL;
    for (size_t w = 0; p->type && p->type->kind == EX_NAME && w < f->where_count; w++)
        if (strcmp(f->wheres[w], p->type->name) == 0)
            bound = f->bounds[w];
    fr_note(s->d, r,
            bound     ? bound->span
            : p->type ? p->type->span
                      : p->span,
            bound ? "bounded here" : "declared here");
    size_t named = 1;
    for (const fr_function *g = fr_find_function(s->program, f->name); g && named < 4;
         g = g->next_of_name)
        if (g != f && suits_count(g, count)) {
            fr_note(s->d, r, g->span, "nor does this one suit the arguments");
            named++;
        }
}

static void ambiguous(fr_sema *s, const fr_expr *e, const fr_function *a, const fr_function *b)
{
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0609", e->span,
                  "the call of '%s' is ambiguous: two routines suit it equally well", a->name);
    fr_note(s->d, r, a->span, "this one");
    fr_note(s->d, r, b->span, "and this one");
    fr_help(s->d, r, "define one whose parameters have the types of this call");
}

typedef enum { FOUND, NONE_SUITS, WRONG_COUNT, AMBIGUOUS } finding;

static bool in_library(const fr_sema *s, const fr_function *f)
{
    return s->d->sources[f->span.file].library;
}

/* Keeps those of one side, the libraries' or the program's, if there are any. */
static size_t keep_side(const fr_sema *s, candidate *all, size_t n, bool library)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (in_library(s, all[i].function) == library)
            all[kept++] = all[i];
    return kept > 0 ? kept : n;
}

static size_t most_specific(const candidate *all, size_t n, size_t count)
{
    size_t which = 0;
    for (size_t i = 1; i < n; i++)
        if (more_specific(&all[i], &all[which], count))
            which = i;
    return which;
}

/* The index of another candidate that the one at `which` is not more specific than, or n. */
static size_t rival(const candidate *all, size_t n, size_t which, size_t count)
{
    for (size_t i = 0; i < n; i++)
        if (i != which && !more_specific(&all[which], &all[i], count))
            return i;
    return n;
}

/* The arguments, one for each positional parameter. */
static const argument *arguments_for(fr_sema *s, const fr_function *f, const argument *args,
                                     size_t count, const fr_expr *call)
{
    if (!takes_rest(f))
        return args;
    size_t single = positional_count(f) - 1;
    argument *all = fr_alloc(s->arena, (single + 1) * sizeof *all);
    if (single > 0)
        memcpy(all, args, single * sizeof *all);
    all[single] = gathered(s, args + single, count - single, call);
    return all;
}

/* The most specific of the routines of that name that suit the arguments; near: one that does not,
 * or a rival. A routine of the program comes before those of libraries where the program calls;
 * where a library calls, its own comes first among equals. */
static finding choose(fr_sema *s, const char *name, const fr_expr *call, size_t count,
                      const argument *args, candidate *best, const fr_function **near,
                      size_t *misfit)
{
    candidate all[64];
    size_t n = 0, at = 0;
    bool library = in_library(s, s->instance->function);
    *near = NULL;
    for (const fr_function *f = fr_find_function(s->program, name); f && n < 64;
         f = f->next_of_name) {
        if (!suits_count(f, count) || f->param_count > 2 * MOST_ARGUMENTS)
            continue;
        candidate c = {.function = f, .args = arguments_for(s, f, args, count, call)};
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
        return *near ? NONE_SUITS : WRONG_COUNT;
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
        return AMBIGUOUS;
    }
    return FOUND;
}

bool fr_unpack(fr_sema *s, const fr_expr *e, const fr_expr **out)
{
    bool any = false;
    size_t count = 0;
    fr_expr *items[MOST_ARGUMENTS], *copy = fr_make_call(s->arena, e->span, e->left->name, 0, NULL);
    for (size_t i = 0; i < e->count; i++)
        any = any || e->items[i]->kind == EX_SPLAT;
    *out = e;
    for (size_t i = 0; any && i < e->count; i++) {
        const fr_expr *x = e->items[i]->kind == EX_SPLAT ? e->items[i]->left : NULL;
        fr_type type;
        bool place = x && x->kind != EX_TUPLE && fr_place_type(s, x, &type) && type.rank == 0
                     && fr_is_tuple(s, type.base);
        if (x && x->kind != EX_TUPLE && !place) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0207", e->items[i]->span,
                                          "only a tuple can be taken apart into arguments");
            fr_help(s->d, r,
                    "the number of elements must be known when the program is compiled; pass a "
                    "vector as it is");
            return false;
        }
        size_t n = !x ? 1 : place ? fr_compound_of(s, type.base)->count : x->count;
        for (size_t k = 0; k < n && count < MOST_ARGUMENTS; k++) {
            fr_expr *part = fr_make_unary(s->arena, e->items[i]->span, TOK_DOT, NULL);
            part->kind = EX_FIELD;
            part->left = e->items[i]->left;
            part->name = fr_format(s->arena, "%zu", k + 1);
            items[count++] = !x ? e->items[i] : place ? part : x->items[k];
        }
    }
    if (any) {
        copy = fr_make_call(s->arena, e->span, e->left->name, count, items);
        copy->keywords = e->keywords;
        copy->keyword_count = e->keyword_count;
        copy->kind = e->kind;
        *out = copy;
    }
    return true;
}

static void lower_routine_call(fr_sema *s, const fr_stmt *st, const fr_function *first)
{
    const fr_expr *e;
    if (!fr_unpack(s, st->value, &e))
        return;
    argument args[MOST_ARGUMENTS];
    candidate best;
    const fr_function *near;
    size_t misfit = 0;
    bool ok = true;
    if (e->count > MOST_ARGUMENTS) {
        wrong_count(s, e, first);
        return;
    }
    for (size_t i = 0; i < e->count; i++)
        ok = lower_argument(s, e->items[i], &args[i]) && ok;
    if (!ok)
        return;
    switch (choose(s, first->name, e, e->count, args, &best, &near, &misfit)) {
    case FOUND: emit_call(s, st, e, &best); break;
    case NONE_SUITS: no_match(s, near, args, e->count, misfit); break;
    case WRONG_COUNT: wrong_count(s, e, first); break;
    case AMBIGUOUS: ambiguous(s, e, best.function, near); break;
    }
}

/* ---- y += f(x) by a routine of the program ---- */

/* The updates that a routine of the program can stand for, and how its name starts. */
static const struct {
    fr_token_kind token, inverse;
    const char *prefix;
} updates[] = {
    {TOK_ADDEQ, TOK_SUBEQ, "+="}, {TOK_MULEQ, TOK_DIVEQ, "*="}, {TOK_XOREQ, TOK_XOREQ, "⊻="}};

enum { UPDATES = sizeof updates / sizeof updates[0] };

bool fr_is_own_function(fr_sema *s, const char *name)
{
    if (fn_find(s->program, name))
        return true;
    for (size_t i = 0; i < UPDATES; i++)
        if (fr_find_function(s->program, fr_format(s->arena, "%s%s", updates[i].prefix, name)))
            return true;
    return false;
}

bool fr_own_takes_numbers(fr_sema *s, const char *name)
{
    if (fn_find(s->program, name))
        return true;
    for (size_t i = 0; i < UPDATES; i++) {
        const char *full = fr_format(s->arena, "%s%s", updates[i].prefix, name);
        for (const fr_function *f = fr_find_function(s->program, full); f; f = f->next_of_name) {
            fr_type type;
            if (f->param_count > 1 && !(f->params[1].type && f->params[1].type->kind == EX_CURLY)
                && !(fr_concrete_type(s, f->params[1].type, f, NULL, 0, &type)
                     && fr_is_compound(type.base)))
                return true;
        }
    }
    return false;
}

/* An instruction is defined for the types of its parameters, and not for what could be converted to
 * them. */
static bool unconverted(const candidate *c, const argument *args, size_t count)
{
    for (size_t i = 0;
         i < count && !(takes_rest(c->function) && i + 1 >= positional_count(c->function)); i++)
        if (!args[i].constant
            && (c->types[i].base != args[i].type.base || c->types[i].rank != args[i].type.rank))
            return false;
    return true;
}

/* args[1 ..] from the call; false after a report. */
static bool lower_values(fr_sema *s, const fr_expr *e, argument *args)
{
    bool ok = true;
    for (size_t i = 0; i < e->count; i++)
        ok = lower_argument(s, e->items[i], &args[i + 1]) && ok;
    return ok;
}

/* Whether a routine of that name adds to a target of the type. */
static bool gives(fr_sema *s, const char *name, const fr_expr *e, argument *args, fr_type type)
{
    candidate best;
    const fr_function *near;
    size_t misfit;
    args[0] = (argument){.source = e, .type = type, .place = true};
    finding found = choose(s, name, e, e->count + 1, args, &best, &near, &misfit);
    return (found == FOUND || found == AMBIGUOUS) && unconverted(&best, args, e->count + 1);
}

/* The type that the body of f says, for these arguments. */
static bool type_by_body(fr_sema *s, const fr_function *f, const fr_expr *e, const argument *args,
                         fr_type *type)
{
    fr_type types[MOST_ARGUMENTS] = {0};
    for (size_t i = 1; i <= e->count && i < MOST_ARGUMENTS; i++)
        types[i] = args[i].type;
    return f->param_count == e->count + 1 && fr_type_added(s, f, types, type);
}

/* The type that f(args) has by the routines of that name: one that the source states, else Fixed or
 * one that suits. */
static bool type_given(fr_sema *s, const char *name, const fr_expr *e, argument *args,
                       fr_type *type)
{
    enum { MOST_TYPES = 64 };
    fr_type tried[MOST_TYPES];
    size_t n = 0;
    for (const fr_function *f = fr_find_function(s->program, name); f && n < MOST_TYPES / 2;
         f = f->next_of_name)
        if (suits_count(f, e->count + 1)
            && (fr_concrete_type(s, f->params[0].type, f, NULL, 0, &tried[n])
                || type_by_body(s, f, e, args, &tried[n])))
            n++;
    if (e->count > 0 && fr_is_compound(args[1].type.base) && args[1].type.rank == 0)
        tried[n++] = args[1].type;
    static const rg_type_base scalars[] = {RG_TYPE_FIXED, RG_TYPE_INT, RG_TYPE_BOOL, RG_TYPE_LOG};
    for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++)
        tried[n++] = (fr_type){scalars[i], 0};
    for (size_t i = 0; i < n; i++)
        if (gives(s, name, e, args, tried[i])) {
            *type = tried[i];
            return true;
        }
    return false;
}

/* The arguments as they are written, without the variable for the value. */
static bool functional_arguments(fr_sema *s, const fr_expr *e, const fr_function *f)
{
    argument args[MOST_ARGUMENTS];
    size_t count = f->param_count - 1;
    fr_span defined = fn_find(s->program, e->left->name)->span;
    if (e->count != count || e->keyword_count > 0) {
        fr_note(s->d,
                fr_report(s->d, RGC_ERROR, "R0604", e->span, "'%s' takes %zu value%s, not %zu",
                          e->left->name, count, count == 1 ? "" : "s", e->count + e->keyword_count),
                defined, "defined here");
        return false;
    }
    if (count >= MOST_ARGUMENTS || !lower_values(s, e, args))
        return false;
    for (size_t i = 0; i < count; i++) {
        fr_type concrete;
        if (fr_match_type(s, f->params[i + 1].type, f, NULL, args[i + 1].type, args[i + 1].constant,
                          &concrete))
            continue;
        fr_note(s->d,
                fr_report(s->d, RGC_ERROR, "R0605", e->items[i]->span,
                          "value %zu of '%s' is %s, which does not suit '%s'", i + 1, e->left->name,
                          fr_type_text(s, args[i + 1].type), f->params[i + 1].name),
                defined, "defined here");
        return false;
    }
    return true;
}

static fr_own functional_value(fr_sema *s, const fr_expr *e, fr_token_kind *token, fr_type *type)
{
    *token = TOK_ADDEQ;
    *type = (fr_type){RG_TYPE_FIXED, 0};
    const fr_function *f = fr_find_function(s->program, e->left->name);
    if (!f)
        return FR_OWN_WRONG;
    fr_type result;
    bool one = strcmp(f->params[0].name, "out!") == 0
               && fr_concrete_type(s, f->params[0].type, f, NULL, 0, &result) && result.rank == 0;
    if (one)
        return functional_arguments(s, e, f) ? FR_OWN_VALUE : FR_OWN_WRONG;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0603", e->span,
                                  "the value of '%s' is not one number", e->left->name);
    fr_note(s->d, r, fn_find(s->program, e->left->name)->span, "defined here");
    fr_help(s->d, r, "call it as a statement, with variables for its value first: %s(out, ...)",
            e->left->name);
    return FR_OWN_WRONG;
}

fr_own fr_own_value(fr_sema *s, const fr_expr *e, fr_token_kind *token, fr_type *type)
{
    argument args[MOST_ARGUMENTS];
    const char *name = NULL;
    if (fn_find(s->program, e->left->name))
        return functional_value(s, e, token, type);
    if (e->count + 1 > MOST_ARGUMENTS || !lower_values(s, e, args))
        return FR_OWN_WRONG;
    for (size_t i = 0; i < UPDATES; i++) {
        const char *full = fr_format(s->arena, "%s%s", updates[i].prefix, e->left->name);
        *token = updates[i].token;
        if (!fr_find_function(s->program, full))
            continue;
        name = full;
        if (type_given(s, full, e, args, type) && type->rank == 0)
            return FR_OWN_VALUE;
    }
    if (!name || fr_is_builtin(e->left->name))
        return FR_OWN_NOT;
    const fr_function *f = fr_find_function(s->program, name);
    bool number = suits_count(f, e->count + 1);
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, number ? "R0605" : "R0604", e->span,
                                  number ? "no (:%s)(%s) suits these arguments"
                                         : "'(:%s)(%s)' takes %zu argument%s here",
                                  updates[0].prefix, e->left->name, positional_count(f) - 1,
                                  positional_count(f) == 2 ? "" : "s");
    fr_note(s->d, r, f->span, "defined here");
    return FR_OWN_WRONG;
}

bool fr_own_type(fr_sema *s, const fr_expr *e, const fr_type *types, fr_type *type)
{
    argument args[MOST_ARGUMENTS];
    if (fn_find(s->program, e->left->name)) {
        *type = (fr_type){RG_TYPE_FIXED, 0};
        return true;
    }
    if (e->count + 1 > MOST_ARGUMENTS)
        return false;
    for (size_t i = 0; i < e->count; i++)
        args[i + 1] = (argument){.source = e->items[i], .type = types[i], .place = true};
    for (size_t i = 0; i < UPDATES; i++) {
        const char *full = fr_format(s->arena, "%s%s", updates[i].prefix, e->left->name);
        if (fr_find_function(s->program, full) && type_given(s, full, e, args, type))
            return true;
    }
    return false;
}

bool fr_own_updates(fr_sema *s, const fr_expr *e, fr_token_kind token, fr_type type)
{
    argument args[MOST_ARGUMENTS];
    if (fn_find(s->program, e->left->name))
        return (token == TOK_ADDEQ || token == TOK_SUBEQ) && type.rank == 0
               && type.base == RG_TYPE_FIXED;
    size_t errors = s->d->errors;
    if (e->count + 1 > MOST_ARGUMENTS || !lower_values(s, e, args))
        return s->d->errors > errors;
    for (size_t i = 0; i < UPDATES; i++)
        if (token == updates[i].token || token == updates[i].inverse)
            return gives(s, fr_format(s->arena, "%s%s", updates[i].prefix, e->left->name), e, args,
                         type);
    return false;
}

/* y += f(x) of an @fn: the call of its routine with y first. */
static bool update_by_functional(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    fr_type type;
    if (!fn_find(s->program, e->left->name) || (st->token != TOK_ADDEQ && st->token != TOK_SUBEQ)
        || !fr_place_type(s, st->target, &type))
        return false;
    fr_token_kind token;
    if (fr_reads_target(s, st->target, st->value, "updated")
        || functional_value(s, e, &token, &type) == FR_OWN_WRONG)
        return true;
    fr_expr **items = fr_alloc(s->arena, (e->count + 1) * sizeof *items);
    items[0] = st->target;
    for (size_t i = 0; i < e->count; i++)
        items[i + 1] = e->items[i];
    fr_stmt call = *st;
    call.kind = ST_CALL;
    call.inverse = st->token == TOK_SUBEQ;
    call.next = NULL;
    call.value = fr_make_call(s->arena, e->span, e->left->name, e->count + 1, items);
    fr_lower_list(s, &call);
    return true;
}

bool fr_update_by_routine(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    argument args[MOST_ARGUMENTS];
    candidate best;
    const fr_function *near;
    size_t misfit = 0, errors = s->d->errors;
    if (e->kind != EX_CALL || e->left->kind != EX_NAME || e->count + 1 > MOST_ARGUMENTS)
        return false;
    if (update_by_functional(s, st))
        return true;
    const char *name = NULL;
    bool down = false;
    for (size_t i = 0; i < UPDATES; i++)
        if (st->token == updates[i].token || st->token == updates[i].inverse) {
            name = fr_format(s->arena, "%s%s", updates[i].prefix, e->left->name);
            down = st->token != updates[i].token;
        }
    if (!name || !fr_find_function(s->program, name))
        return false;
    bool ok = lower_argument(s, st->target, &args[0]) && lower_values(s, e, args);
    if (!ok)
        return s->d->errors > errors;
    finding found = choose(s, name, e, e->count + 1, args, &best, &near, &misfit);
    if (found == AMBIGUOUS)
        ambiguous(s, e, best.function, near);
    if (found != FOUND || !unconverted(&best, args, e->count + 1))
        return found == AMBIGUOUS;
    for (size_t i = 0; i < e->count; i++) {
        const fr_expr *read = args[i + 1].place ? NULL : fr_find_read(st->target, e->items[i]);
        if (read) {
            fr_note(s->d,
                    fr_report(s->d, RGC_ERROR, "R0309", read->span,
                              "the target is read while it is updated"),
                    st->target->span, "updated here");
            return true;
        }
    }
    fr_stmt call = *st;
    call.kind = ST_CALL;
    call.inverse = down;
    call.next = NULL;
    emit_call(s, &call, e, &best);
    return true;
}

void fr_lower_call(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    if (e->left->kind != EX_NAME) {
        fr_report(s->d, RGC_ERROR, e->left->kind == EX_BINARY ? "R0199" : "R0114", e->left->span,
                  "this cannot be called here");
        return;
    }
    const fr_function *f = fr_find_function(s->program, e->left->name);
    if (f)
        lower_routine_call(s, st, f);
    else if (!fr_lower_wide(s, st) && !fr_lower_instruction(s, st))
        unknown_routine(s, e);
}
