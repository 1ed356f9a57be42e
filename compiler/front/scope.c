/* scope.c: which variables are alive, and the rules for branches, loops and @routine. */
#include <string.h>

#include "compiler/front/compound.h"

typedef struct {
    const char *name;
    fr_var *latest;
} named;

static bool has_name(const void *item, const void *key)
{
    const named *n = item;
    return strcmp(n->name, key) == 0;
}

static named *find_named(const fr_sema *s, const char *name)
{
    return fr_index_find(&s->names, fr_hash_text(name), has_name, name);
}

fr_var *fr_find_var(fr_sema *s, const char *name)
{
    const named *n = find_named(s, name);
    fr_var *dead = NULL;

    for (fr_var *v = n ? n->latest : NULL; v; v = v->older) {
        if (v->number_in_routine >= s->var_count) /* a constant sees none, whatever there is */
            continue;
        if (v->live)
            return v;
        if (!dead)
            dead = v;
    }
    return dead;
}

/* The variable is the latest one of its name. */
static void index_name(fr_sema *s, fr_var *v)
{
    named *n = find_named(s, v->name);

    if (!n) {
        n = fr_alloc(s->arena, sizeof *n);
        *n = (named){.name = v->name};
        fr_index_add(s->arena, &s->names, fr_hash_text(v->name), n);
    }
    v->older = n->latest;
    n->latest = v;
}

/* Nothing more is said about the name in this routine. */
void fr_miss(fr_sema *s, const char *name)
{
    s->missing =
        fr_grow(s->arena, s->missing, s->missing_count, &s->missing_capacity, sizeof *s->missing);
    s->missing[s->missing_count++] = name;
}

bool fr_is_nothing(fr_sema *s, const char *name)
{
    const fr_expr e = {.kind = EX_NAME, .name = name};
    for (const fr_const *c = s->program->consts; c; c = c->next)
        if (strcmp(c->name, name) == 0)
            return false;
    return !fr_find_var(s, name) && !fr_is_type(s, &e) && !fr_is_builtin(name)
           && !fr_find_function(s->program, name);
}

bool fr_was_missed(const fr_sema *s, const char *name)
{
    for (size_t i = 0; i < s->missing_count; i++)
        if (strcmp(s->missing[i], name) == 0)
            return true;
    return false;
}

fr_var *fr_use_var(fr_sema *s, const fr_expr *name)
{
    fr_var *v = fr_find_var(s, name->name);
    if (v && v->live)
        return v;
    for (const fr_const *c = v ? NULL : s->program->consts; c; c = c->next)
        if (strcmp(c->name, name->name) == 0) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0303", name->span,
                                          "'%s' cannot be changed: it is a constant", c->name);
            fr_note(s->d, r, c->span, "defined here");
            return NULL;
        }
    if (fr_was_missed(s, name->name))
        return NULL; /* said once in this routine */
    if (v && v->kind != FR_VAR_LOOP && v->freed.length > 0) {
        fr_miss(s, name->name);
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0304", name->span,
                                      "'%s' is used after it was freed", v->name);
        fr_note(s->d, r, v->freed, "freed here");
        return NULL;
    }
    fr_miss(s, name->name);
    if (s->d->errors > 0 && strchr(name->name, '#'))
        return NULL; /* the compiler's own, which was to hold what is refused */
    const char *names[64];
    size_t n = 0;
    for (size_t i = 0; i < s->var_count && n < 64; i++)
        if (s->vars[i]->live)
            names[n++] = s->vars[i]->name;
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0301", name->span, "'%s' is not declared", name->name);
    const char *near = rg_suggest(name->name, names, n);
    if (v && v->kind == FR_VAR_LOOP)
        fr_note(s->d, r, v->declared, "the loop variable '%s' ends with its loop", v->name);
    if (near) {
        fr_did_you_mean(s->d, r, name->span, near);
        fr_var *meant = fr_find_var(s, near);
        meant->excused = meant->excused
                         || meant->kind
                                == FR_VAR_LOCAL; /* it may be what is freed under the wrong name */
    } else if (fr_is_builtin(name->name) || fr_is_own_function(s, name->name)) {
        fr_help(s->d, r,
                "it is a function: call it, or pass its name to a routine that has a parameter for "
                "it, as in '@i function g(f, x)'");
    } else if (!v && s->naming_argument && fr_suggest_function(s, name->name)) {
        fr_help(s->d, r, "did you mean the function '%s'?", fr_suggest_function(s, name->name));
    } else if (s->const_depth > 0) {
        fr_help(s->d, r, "a constant is made of constants: 'const %s = value'", name->name);
    } else if (!v || v->kind != FR_VAR_LOOP) {
        fr_help(s->d, r, "allocate it before its first use: '%s <- value'", name->name);
    }
    return NULL;
}

fr_var *fr_declare(fr_sema *s, const char *name, fr_span span, fr_var_kind kind, fr_type type,
                   ir_var *ir)
{
    fr_var *v = fr_alloc(s->arena, sizeof *v);
    *v = (fr_var){
        .name = name, .declared = span, .kind = kind, .type = type, .ir = ir, .live = true};
    s->vars = fr_grow(s->arena, s->vars, s->var_count, &s->var_capacity, sizeof *s->vars);
    v->number_in_routine = s->var_count;
    s->vars[s->var_count++] = v;
    index_name(s, v);
    return v;
}

bool *fr_snapshot(fr_sema *s)
{
    bool *live = fr_alloc(s->arena, s->var_count + 1);
    for (size_t i = 0; i < s->var_count; i++)
        live[i] = s->vars[i]->live;
    return live;
}

static void end_local(fr_var *v) { v->live = false; }

void fr_check_loop_body(fr_sema *s, size_t count, const bool *before, fr_span loop)
{
    for (size_t i = 0; i < s->var_count; i++) {
        fr_var *v = s->vars[i];
        if (i < count) {
            if (before[i] && !v->live) {
                rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0306", v->freed,
                                              "'%s' is freed in the loop but was allocated outside",
                                              v->name);
                fr_note(s->d, r, v->declared, "allocated here");
                fr_note(s->d, r, loop, "the loop starts here");
                v->excused = true;
            }
            v->live = before[i];
        } else if (v->live) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0306", v->declared,
                                          "'%s' is allocated in the loop and not freed in it",
                                          v->name);
            fr_note(s->d, r, loop, "the loop starts here");
            fr_help(s->d, r, "write '%s -> value' before the end of the round", v->name);
            end_local(v);
        }
    }
}

static void one_sided(fr_sema *s, const fr_var *v, fr_span where, fr_span branches,
                      const char *what)
{
    fr_miss(s, v->name);
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0305", where, "'%s' is %s in one branch only", v->name, what);
    fr_note(s->d, r, branches, "the branches of this if must leave the same variables alive");
}

static bool same_type(fr_type a, fr_type b) { return a.base == b.base && a.rank == b.rank; }

static fr_var *find_twin(fr_sema *s, const fr_var *v, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (s->vars[i]->live && strcmp(s->vars[i]->name, v->name) == 0
            && same_type(s->vars[i]->type, v->type))
            return s->vars[i];
    return NULL;
}

void fr_merge_branches(fr_sema *s, size_t count, const bool *before, size_t then_count,
                       const bool *after_then, fr_span at)
{
    for (size_t i = 0; i < count; i++) {
        fr_var *v = s->vars[i];
        if (before[i] && after_then[i] != v->live)
            one_sided(s, v, v->freed, at, "freed");
        v->live = v->live && after_then[i];
    }
    for (size_t i = count; i < then_count; i++)
        if (after_then[i] && !find_twin(s, s->vars[i], then_count, s->var_count))
            one_sided(s, s->vars[i], s->vars[i]->declared, at, "allocated");
    for (size_t i = then_count; i < s->var_count; i++) {
        fr_var *v = s->vars[i];
        bool matched = false;
        for (size_t k = count; v->live && k < then_count; k++)
            matched = matched
                      || (after_then[k] && strcmp(s->vars[k]->name, v->name) == 0
                          && same_type(s->vars[k]->type, v->type));
        if (v->live && !matched) {
            one_sided(s, v, v->declared, at, "allocated");
            end_local(v);
        }
    }
}

void fr_open(fr_sema *s, const fr_stmt *st, size_t first, bool *before)
{
    s->open = fr_grow(s->arena, s->open, s->open_count, &s->open_capacity, sizeof *s->open);
    s->open[s->open_count++] = (fr_open_routine){.name = st->name,
                                                 .span = st->span,
                                                 .id = s->next_routine++,
                                                 .first = first,
                                                 .end = s->var_count,
                                                 .before = before,
                                                 .after = fr_snapshot(s)};
}

void fr_check_last_array(fr_sema *s, const fr_var *var, fr_span at)
{
    for (size_t i = s->var_count; i-- > 0 && s->vars[i] != var;) {
        const fr_var *v = s->vars[i];
        if (!v->live || v->kind != FR_VAR_LOCAL || !fr_has_array(s, v->type) || v->excused)
            continue;
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0315", at,
                                      "array '%s' is freed before '%s', which was allocated later",
                                      var->name, v->name);
        fr_note(s->d, r, v->declared, "allocated here");
        fr_help(s->d, r, "free arrays in the reverse order of their allocation");
        return;
    }
}

/* An array of the @routine can be freed only when those allocated after the @routine are. */
static void check_later_arrays(fr_sema *s, size_t end, const fr_var *var, fr_span at)
{
    for (size_t i = end; i < s->var_count; i++)
        if (s->vars[i]->live && s->vars[i]->type.rank > 0 && s->vars[i]->kind == FR_VAR_LOCAL) {
            fr_check_last_array(s, var, at);
            return;
        }
}

static void undo_liveness(fr_sema *s, const fr_open_routine *o, fr_span at)
{
    for (size_t i = 0; i < o->first; i++)
        if (o->before[i] && !o->after[i])
            s->vars[i]->live = true;
    for (size_t i = o->first; i < o->end; i++) {
        fr_var *v = s->vars[i];
        if (o->after[i] && !v->live) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0307", v->freed,
                                          "'%s' is freed here, but '~@routine' will free it",
                                          v->name);
            fr_note(s->d, r, o->span, "allocated in this @routine");
            fr_note(s->d, r, at, "undone here");
        }
        if (o->after[i] && v->live && v->type.rank > 0)
            check_later_arrays(s, o->end, v, at);
        if (o->after[i]) {
            v->live = false;
            v->freed = at;
            v->undone = true;
        }
    }
}

/* A @routine that was undone with one around it, which was said: its own ~@routine finds none.
 * Names of routines have a mark before them among the missing ones. */
static void skipped_routine(fr_sema *s, const char *name)
{
    if (name)
        fr_miss(s, fr_format(s->arena, "@%s", name));
}

static bool was_skipped(fr_sema *s, const char *name)
{
    return fr_was_missed(s, fr_format(s->arena, "@%s", name));
}

void fr_close(fr_sema *s, const fr_stmt *st, bool *found, unsigned *id)
{
    *found = s->open_count > s->open_base;
    if (!*found && st->name && was_skipped(s, st->name))
        return;
    if (!*found) {
        rgc_diagnostic *r =
            fr_report(s->d, RGC_ERROR, "R0308", st->span, "there is no @routine to undo here");
        if (s->open_count > 0) {
            fr_note(s->d, r, s->open[s->open_count - 1].span,
                    "this one belongs to an enclosing block");
            fr_help(s->d, r, "a @routine and its ~@routine stand in the same block");
            s->open[s->open_count - 1].excused = true;
        } else {
            fr_help(s->d, r,
                    "write '@routine begin ... end' around the statements that it must undo");
        }
        for (size_t i = 0; i < s->var_count; i++) /* what it was to free */
            s->vars[i]->excused = true;
        return;
    }
    fr_open_routine *o = &s->open[s->open_count - 1];
    if (st->name && (!o->name || strcmp(o->name, st->name) != 0)) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0308", st->name_span,
                                      "the latest open @routine is not '%s'", st->name);
        fr_note(s->d, r, o->span, "it is this one; routines are undone in reverse order");
        for (size_t i = s->open_count; i-- > s->open_base;)
            if (s->open[i].name && strcmp(s->open[i].name, st->name) == 0) {
                while (s->open_count > i + 1) {
                    skipped_routine(s, s->open[s->open_count - 1].name);
                    undo_liveness(s, &s->open[--s->open_count], st->span);
                }
                o = &s->open[i];
            }
    }
    *id = o->id;
    undo_liveness(s, o, st->span);
    s->open_count--;
}

void fr_check_open(fr_sema *s)
{
    while (s->open_count > s->open_base) {
        fr_open_routine *o = &s->open[--s->open_count];
        rgc_diagnostic *r = o->excused ? NULL
                                       : fr_report(s->d, RGC_ERROR, "R0308", o->span,
                                                   "this @routine is never undone");
        fr_help(s->d, r, "write '~@routine' in the same block");
        for (size_t i = o->first; i < o->end; i++)
            s->vars[i]->live = false; /* said once is enough */
    }
}
