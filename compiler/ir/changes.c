/* changes.c: which parameters the routines of a module change, followed through calls until nothing
 * new is found. */
#include "compiler/ir/changes.h"

#include <stdlib.h>

typedef struct {
    const ir_changes *changes;
    const ir_routine *routine;
    bool found; /* something new */
} survey;

static void note(survey *s, const ir_var *v)
{
    if (!v || v->id >= s->routine->param_count || s->routine->vars[v->id] != v)
        return;
    bool *changed = &s->changes->changed[s->changes->first[s->routine->index] + v->id];
    s->found = s->found || !*changed;
    *changed = true;
}

/* The variable of a statement that is a target, too: not that of a loop or an assertion. */
static bool is_target(ir_stmt_kind kind)
{
    return kind != IR_FOR && kind != IR_ASSERT && kind != IR_LEAVE;
}

static void note_call(survey *s, const ir_stmt *call)
{
    for (size_t i = 0; i < call->arg_count; i++) {
        const ir_arg *a = &call->args[i];
        if (i < call->callee->param_count && !ir_changes_param(s->changes, call->callee, i))
            continue;
        note(s, a->kind == IR_ARG_ARRAY ? a->array : a->kind == IR_ARG_PLACE ? a->place.var : NULL);
    }
}

static void note_list(survey *s, const ir_stmt *list)
{
    for (; list; list = list->next) {
        if (list->kind == IR_CALL) {
            note_call(s, list);
        } else {
            note(s, list->place.var);
            note(s, list->place2.var);
            note(s, is_target(list->kind) ? list->var : NULL);
        }
        note_list(s, list->body);
        note_list(s, list->other);
    }
}

bool ir_changes_param(const ir_changes *changes, const ir_routine *r, size_t param)
{
    return changes->changed[changes->first[r->index] + param];
}

bool ir_survey_changes(const ir_module *m, ir_changes *out)
{
    size_t count = 0;
    survey s = {.changes = out, .found = true};

    for (const ir_routine *r = m->routines; r; r = r->next)
        count += r->param_count;
    *out = (ir_changes){.first = calloc(m->routine_count + 1, sizeof *out->first),
                        .changed = calloc(count + 1, sizeof *out->changed)};
    if (!out->first || !out->changed) {
        ir_free_changes(out);
        return false;
    }
    count = 0;
    for (const ir_routine *r = m->routines; r; r = r->next) {
        out->first[r->index] = count;
        count += r->param_count;
    }
    while (s.found) {
        s.found = false;
        for (const ir_routine *r = m->routines; r; r = r->next) {
            s.routine = r;
            note_list(&s, r->body);
        }
    }
    return true;
}

void ir_free_changes(ir_changes *changes)
{
    free(changes->first);
    free(changes->changed);
    *changes = (ir_changes){0};
}
