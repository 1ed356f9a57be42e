/* variables.c: what the checker knows about variables, for editors. */
#include "compiler/front/variables.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/ir/activity.h"

static const char *const kinds[] = {[FR_VAR_PARAM] = "parameter",
                                    [FR_VAR_KEYWORD] = "keyword parameter",
                                    [FR_VAR_LOCAL] = "ancilla",
                                    [FR_VAR_LOOP] = "loop variable"};

/* Whether it stands in the source under its name; others the compiler has made. */
static bool is_name_at(const fr_sema *s, fr_span span, const char *name)
{
    const size_t length = strlen(name);
    if (span.file >= s->d->source_count || span.length != length)
        return false;
    const fr_source *source = &s->d->sources[span.file];
    return span.offset + length <= source->size
           && memcmp(source->text + span.offset, name, length) == 0;
}

static bool is_active(const fr_sema *s, const fr_var *v, const bool *active)
{
    if (!active || !fr_is_active_type(s, v->type.base))
        return false;
    if (v->ir)
        return active[v->ir->id];
    const fr_compound *c = fr_compound_of(s, v->type.base);
    for (size_t i = 0; c && v->parts && i < c->count; i++)
        if (v->parts[i] && is_active(s, v->parts[i], active))
            return true;
    return false;
}

static void add(fr_sema *s, const fr_instance *in, const fr_var *v, const bool *active,
                rgc_variable *out)
{
    const fr_source *source = &s->d->sources[v->declared.file];
    *out = (rgc_variable){.routine = in->function->name,
                          .name = v->name,
                          .kind = kinds[v->kind],
                          .type = v->unknown ? "?" : fr_type_text(s, v->type),
                          .file = source->path,
                          .has_gradient_type = fr_is_active_type(s, v->type.base)};
    fr_position(source, v->declared.offset, &out->line, &out->column);
    out->activity = is_active(s, v, active) ? RGC_GRADIENT : RGC_NO_GRADIENT;
}

/* ---- functions with a value ---- */

enum { MOST_PARAMETERS = 32 };

/* The type of a value in the parameters of the function, which are what it says that they are. */
static bool type_of_value(fr_sema *s, const fr_bound *b, fr_type *out)
{
    const fr_functional *f = b->function;
    fr_param params[MOST_PARAMETERS + 1] = {{.name = ""}};
    fr_type types[MOST_PARAMETERS + 1] = {{0}};
    if (f->param_count > MOST_PARAMETERS)
        return false;
    const fr_function within = {
        .name = f->name, .param_count = f->param_count + 1, .params = params};
    for (size_t i = 0; i < f->param_count; i++) {
        const bool known = fr_concrete_type(s, f->params[i].type, &within, NULL, 0, &types[i + 1]);
        params[i + 1] = f->params[i];
        if (!known && fr_expr_mentions(b->value, params[i + 1].name))
            return false;
    }
    return fr_type_within(s, &within, types, b->value, out);
}

static bool is_constant(const fr_bound *b)
{
    for (size_t i = 0; b->value && i < b->function->param_count; i++)
        if (fr_expr_mentions(b->value, b->function->params[i].name))
            return false;
    return b->value || b->constant;
}

static bool add_bound(fr_sema *s, const fr_bound *b, rgc_variable *out)
{
    fr_type type = {0};
    if (!is_name_at(s, b->span, b->name) || (!b->type && !type_of_value(s, b, &type)))
        return false;
    *out = (rgc_variable){.routine = b->function->name,
                          .name = b->name,
                          .kind = "variable",
                          .type = b->type ? b->type : fr_type_text(s, type),
                          .file = s->d->sources[b->span.file].path,
                          .has_gradient_type = b->type ? b->real : fr_is_active_type(s, type.base)};
    fr_position(&s->d->sources[b->span.file], b->span.offset, &out->line, &out->column);
    out->activity = out->has_gradient_type && !is_constant(b) ? RGC_GRADIENT : RGC_NO_GRADIENT;
    return true;
}

const rgc_variable *fr_list_variables(fr_sema *s, size_t *count)
{
    size_t most = 0, n = 0;
    for (const fr_bound *b = s->program->bounds; b; b = b->next)
        most++;
    for (const fr_instance *in = s->instances; in; in = in->next)
        most += in->var_count;
    rgc_variable *list = fr_alloc(s->arena, (most + 1) * sizeof *list);
    for (const fr_instance *in = s->instances; in; in = in->next) {
        bool *active = in->routine && in->vars ? ir_active_vars(in->routine) : NULL;
        for (size_t i = 0; i < in->var_count; i++)
            if (is_name_at(s, in->vars[i]->declared, in->vars[i]->name))
                add(s, in, in->vars[i], active, &list[n++]);
        free(active);
    }
    for (const fr_bound *b = s->program->bounds; b; b = b->next)
        n += add_bound(s, b, &list[n]);
    *count = n;
    return list;
}
