/* call.c: calls of other routines, and the names and parameters of functions. */
#include "ec.h"

#include <stdlib.h>
#include <string.h>

/* ---- functions ---- */

static bool is_written(const ec *e, const ir_routine *r, size_t i)
{
    return e->written[r->index][i];
}

/* Those that a user calls: the call and its inverse, with tangents or without, and the undoing of a
 * call that was done. */
bool ec_is_static(const ec_function *f)
{
    return !f->routine->exported || f->mode == EC_GRADIENT
           || (f->sure && !(f->mode == EC_VALUE && f->inverse));
}

static const char *suffix(const ec_function *f)
{
    static const char *const names[3][2][2] = {
        {{"", "_inverse"}, {"_redo", "_undo"}},
        {{"_tangent", "_tangent_inverse"}, {"_tangent_redo", "_tangent_undo"}},
        {{"_forth", "_back"}, {"_forth", "_back"}}};

    return names[f->mode][f->sure][f->inverse];
}

const char *ec_task(ec *e, ec_function f)
{
    const char *name = ec_text(e, "%s%s", ec_function_name(e, f.routine), suffix(&f));

    for (size_t i = 0; i < e->task_count; i++)
        if (e->tasks[i].routine == f.routine && e->tasks[i].mode == f.mode
            && e->tasks[i].inverse == f.inverse && e->tasks[i].sure == f.sure)
            return name;
    if (e->task_count == e->task_capacity) {
        const size_t capacity = e->task_capacity ? 2 * e->task_capacity : 32;
        ec_function *tasks = realloc(e->tasks, capacity * sizeof *tasks);
        if (!tasks) {
            e->failed = true;
            e->result = EMIT_C_NO_MEMORY;
            return name;
        }
        e->tasks = tasks;
        e->task_capacity = capacity;
    }
    e->tasks[e->task_count++] = f;
    return name;
}

/* An integer carries one between routines alone, on the way back. */
bool ec_passes(const ec *e, const ec_function *f, const ir_var *v)
{
    if (rg_type_has_gradient(v->base))
        return f->mode != EC_VALUE;
    return e->companions && f->mode == EC_GRADIENT && f->sure;
}

static void parameter(ec *e, const ec_function *f, size_t i, bool definition)
{
    const ir_var *v = f->routine->vars[i];
    const char *name = e->names[i], *p = definition ? "p_" : "";
    const bool companion = ec_passes(e, f, v);

    if (v->rank > 0) {
        ec_raw(e, ", rg_array *%s%s", p, name);
        return;
    }
    ec_raw(e, ", %sint64_t *%s%s", is_written(e, f->routine, i) ? "" : "const ", p, name);
    if (companion && f->mode == EC_GRADIENT)
        ec_raw(e, ", int64_t *%s%s_g", p, name);
    if (companion && f->mode == EC_TANGENT)
        ec_raw(e, ", %sint64_t *%s%s_t", is_written(e, f->routine, i) ? "" : "const ", p, name);
}

/* The names of the variables of the routine are those of e->names. */
void ec_signature(ec *e, ec_function f, bool definition)
{
    const bool gradient = f.mode == EC_GRADIENT && !f.sure; /* forth and back */

    ec_raw(e, "%s%s %s%s(rg_state *rg", ec_is_static(&f) && !gradient ? "static " : "",
           f.sure ? "void" : "unsigned", ec_function_name(e, f.routine),
           gradient ? "_gradient" : suffix(&f));
    for (size_t i = 0; i < f.routine->param_count; i++)
        parameter(e, &f, i, definition);
    ec_raw(e, ")");
}

/* ---- arguments ---- */

typedef struct {
    ec *e;
    const ir_stmt *s;
    ec_word *words;
    ec_ready *ready;
    const char **at; /* names of the elements */
    char *list;
    size_t size;
} call_at;

static void append(call_at *c, const char *text)
{
    const char *old = c->list ? c->list : "rg";

    c->list = (char *)(uintptr_t)ec_text(c->e, "%s, %s", old, text);
}

/* A value is passed in a word of its own, and must come back as it was. */
static void pass_value(call_at *c, size_t i)
{
    ec *e = c->e;
    const ir_expr *x = c->s->args[i].expr;
    const rg_type_base base = c->s->callee->vars[i]->base;
    const unsigned n = ++e->temps;
    const size_t from = e->cache_from;

    e->active = rg_type_has_gradient(base);
    if (e->mode == EC_GRADIENT) /* the machine rounds the gradient of each value by itself */
        e->cache_from = e->cache_count;
    c->ready[i] = ec_prepare(e, x);
    const ec_word value = ec_fire(e, &c->ready[i], c->s->args[i].loc);
    e->cache_from = from;
    c->words[i].v = ec_text(e, "t_%u", n);
    ec_line(e, "int64_t t_%u = %s;", n, value.v);
    if (ec_has_companion(e, base) && e->mode == EC_GRADIENT) {
        c->words[i].g = ec_text(e, "t_%u_g", n);
        ec_line(e, "int64_t t_%u_g = 0;", n);
    }
    if (ec_has_companion(e, base) && e->mode == EC_TANGENT) {
        c->words[i].t = ec_text(e, "t_%u_t", n);
        ec_line(e, "int64_t t_%u_t = %s;", n, value.t ? value.t : "0");
    }
}

/* Could an earlier argument be the same element? */
static bool may_be_earlier(const call_at *c, size_t i, size_t k)
{
    const ir_place *p = &c->s->args[i].place;
    const ir_arg *other = &c->s->args[k];

    return other->kind == IR_ARG_PLACE && other->place.row && other->place.var == p->var
           && !ec_surely_apart(p, other->place.row, other->place.column);
}

/* Elements are moved out of memory for the call. So what is passed twice is 0 the second time: a
 * word of its own stands for it. */
static const char *earlier(call_at *c, size_t i)
{
    const char *same = NULL;

    for (size_t k = 0; k < i; k++)
        if (may_be_earlier(c, i, k))
            same = same ? ec_text(c->e, "%s || %s_at == %s_at", same, c->at[i], c->at[k])
                        : ec_text(c->e, "%s_at == %s_at", c->at[i], c->at[k]);
    return same;
}

static void pass_place(call_at *c, size_t i)
{
    ec *e = c->e;
    const ir_place *p = &c->s->args[i].place;

    c->words[i] = ec_place(e, p);
    if (!p->row)
        return;
    /* the index may change in the call: the element is found before it */
    const char *name = c->at[i] = ec_text(e, "t_%u", ++e->temps);
    ec_line(e, "RG_UNUSED int64_t *const %s_at = &%s;", name, c->words[i].v);
    const char *same = earlier(c, i);
    const char *const planes[] = {c->words[i].v, c->words[i].g, c->words[i].t};
    const char *found[3] = {NULL, NULL, NULL};
    static const char *const ends[] = {"", "_g", "_t"};
    for (unsigned k = 0; k < 3; k++) {
        if (!planes[k])
            continue;
        if (same) {
            ec_line(e, "int64_t %s_own%s = 0;", name, ends[k]);
            ec_line(e, "int64_t *const %s%s = %s ? &%s_own%s : &%s;", name, ends[k], same, name,
                    ends[k], planes[k]);
        } else {
            ec_line(e, "int64_t *const %s%s = &%s;", name, ends[k], planes[k]);
        }
        found[k] = ec_text(e, "*%s%s", name, ends[k]);
    }
    c->words[i] = (ec_word){found[0], found[1], found[2]};
}

static void list_argument(call_at *c, size_t i)
{
    ec *e = c->e;
    const ir_var *param = c->s->callee->vars[i];
    const ec_function callee = {c->s->callee, e->mode, false, e->mode == EC_GRADIENT};
    const bool companion = ec_passes(e, &callee, param);
    const ec_word *w = &c->words[i];

    if (c->s->args[i].kind == IR_ARG_ARRAY) {
        append(c, ec_text(e, "&%s", ec_name(e, c->s->args[i].array)));
        return;
    }
    const char *const planes[] = {w->v, companion && e->mode == EC_GRADIENT ? w->g : NULL,
                                  companion && e->mode == EC_TANGENT ? w->t : NULL};
    for (unsigned k = 0; k < 3; k++)
        if (planes[k])
            append(c, planes[k][0] == '*' ? planes[k] + 1 : ec_text(e, "&%s", planes[k]));
}

static void evaluate(call_at *c)
{
    ec *e = c->e;
    const ir_stmt *s = c->s;

    for (size_t i = 0; i < s->arg_count; i++)
        if (s->args[i].kind == IR_ARG_EXPR)
            pass_value(c, i);
    for (size_t i = 0; i < s->arg_count; i++)
        if (s->args[i].kind == IR_ARG_PLACE && s->args[i].place.row)
            pass_place(c, i);
    for (size_t i = 0; i < s->arg_count; i++)
        if (s->args[i].kind == IR_ARG_PLACE && !s->args[i].place.row)
            c->words[i] = ec_place(e, &s->args[i].place);
    for (size_t i = 0; i < s->arg_count; i++)
        list_argument(c, i);
}

/* ---- afterwards ---- */

static void undo_and_trap(const call_at *c, ir_loc loc)
{
    ec *e = c->e;

    ec_line(e, "%s(%s);", ec_task(e, (ec_function){c->s->callee, e->mode, !c->s->inverse, true}),
            c->list ? c->list : "rg");
    ec_require(e, loc, "DIRTY", "false");
}

/* Where an element was passed twice, what stands for it must be 0 again. */
static void check_elements(call_at *c)
{
    ec *e = c->e;

    for (size_t i = c->s->arg_count; i-- > 0;)
        for (size_t k = i; c->at[i] && k-- > 0;) {
            if (!may_be_earlier(c, i, k))
                continue;
            ec_line(e, "if (%s_own != 0 && %s_at == %s_at) {", c->at[i], c->at[i], c->at[k]);
            e->indent++;
            undo_and_trap(c, c->s->args[k].loc);
            e->indent--;
            ec_line(e, "}");
        }
}

/* Where the routine changed a value, or what it was made of, that is undone and trapped. */
static void check_values(call_at *c)
{
    ec *e = c->e;
    const ir_stmt *s = c->s;
    ir_stmt alone = *s;

    alone.next = NULL;
    for (size_t i = 0; i < s->arg_count; i++) {
        const ir_arg *a = &s->args[i];
        if (a->kind != IR_ARG_EXPR
            || !(is_written(e, s->callee, i) || ec_changes(e, &alone, a->expr)))
            continue;
        ec_begin(e);
        e->active = false;
        const char *now = ec_eval(e, a->expr).v;
        ec_line(e, "if (%s != %s) {", c->words[i].v, now);
        e->indent++;
        undo_and_trap(c, a->loc);
        e->indent--;
        ec_line(e, "}");
    }
}

static void values_back(call_at *c)
{
    for (size_t i = 0; i < c->s->arg_count; i++)
        if (c->s->args[i].kind == IR_ARG_EXPR && c->words[i].g)
            ec_back(c->e, &c->ready[i], c->words[i].g, false);
    ec_back_parts(c->e, 0);
}

void ec_call(ec *e, const ir_stmt *s)
{
    call_at c = {.e = e,
                 .s = s,
                 .words = ec_take(e, (s->arg_count + 1) * sizeof(ec_word)),
                 .ready = ec_take(e, (s->arg_count + 1) * sizeof(ec_ready)),
                 .at = ec_take(e, (s->arg_count + 1) * sizeof(char *))};

    if (e->failed)
        return;
    evaluate(&c);
    const bool sure = e->sure || e->mode == EC_GRADIENT;
    const char *name = ec_task(e, (ec_function){s->callee, e->mode, s->inverse, sure});
    const char *list = c.list ? c.list : "rg";
    if (sure)
        ec_line(e, "%s(%s);", name, list);
    else
        ec_line(e, "RG_CALL(%s(%s), %s);", name, list, ec_label(e));
    if (e->mode == EC_GRADIENT) {
        values_back(&c);
    } else if (!sure) {
        check_elements(&c);
        check_values(&c);
    }
}
