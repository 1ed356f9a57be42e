/* variables.c: what the checker knows about variables, for editors. */
#include "compiler/front/variables.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/ir/activity.h"

static const char *const kinds[] = {[FR_VAR_PARAM] = "parameter",
                                    [FR_VAR_KEYWORD] = "keyword parameter",
                                    [FR_VAR_LOCAL] = "ancilla",
                                    [FR_VAR_LOOP] = "loop variable"};

/* Whether the variable stands in the source under its name; others the compiler has made. */
static bool is_written(const fr_sema *s, const fr_var *v)
{
    const size_t length = strlen(v->name);
    if (v->declared.file >= s->d->source_count || v->declared.length != length)
        return false;
    const fr_source *source = &s->d->sources[v->declared.file];
    return v->declared.offset + length <= source->size
           && memcmp(source->text + v->declared.offset, v->name, length) == 0;
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

const rgc_variable *fr_list_variables(fr_sema *s, size_t *count)
{
    size_t most = 0, n = 0;
    for (const fr_instance *in = s->instances; in; in = in->next)
        most += in->var_count;
    rgc_variable *list = fr_alloc(s->arena, (most + 1) * sizeof *list);
    for (const fr_instance *in = s->instances; in; in = in->next) {
        bool *active = in->routine && in->vars ? ir_active_vars(in->routine) : NULL;
        for (size_t i = 0; i < in->var_count; i++)
            if (is_written(s, in->vars[i]))
                add(s, in, in->vars[i], active, &list[n++]);
        free(active);
    }
    *count = n;
    return list;
}
