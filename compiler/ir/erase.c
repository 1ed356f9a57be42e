/* erase.c: where a program may erase: not in a routine that asserts to be reversible, and not where
 * it runs backward. */
#include "ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const ir_stmt *find_erasure(const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        const ir_stmt *found = s->kind == IR_FREE && s->erase ? s : find_erasure(s->body);
        found = found ? found : find_erasure(s->other);
        if (found)
            return found;
    }
    return NULL;
}

bool ir_holds_erasure(const ir_stmt *list) { return find_erasure(list) != NULL; }

static bool spread_list(const ir_module *m, const ir_stmt *list)
{
    bool changed = false;

    for (const ir_stmt *s = list; s; s = s->next) {
        for (ir_routine *r = m->routines; s->kind == IR_CALL && r; r = r->next)
            if (r == s->callee && !r->reversible)
                r->reversible = changed = true;
        changed |= spread_list(m, s->body);
        changed |= spread_list(m, s->other);
    }
    return changed;
}

void ir_spread_reversible(ir_module *m)
{
    for (bool again = true; again;) {
        again = false;
        for (ir_routine *r = m->routines; r; r = r->next)
            again |= r->reversible && spread_list(m, r->body);
    }
}

/* Mark callees that run backward: uncalled, or called where the list itself runs backward. True
 * when a mark is new. */
static bool mark_list(const bool *undone, const ir_stmt *list, bool backward, bool *marks)
{
    bool changed = false;

    for (const ir_stmt *s = list; s; s = s->next) {
        bool here = backward || (s->kind == IR_ROUTINE && undone[s->routine_id]);
        if (s->kind == IR_CALL && (here || s->inverse) && !marks[s->callee->index])
            marks[s->callee->index] = changed = true;
        changed |= mark_list(undone, s->body, here, marks);
        changed |= mark_list(undone, s->other, here, marks);
    }
    return changed;
}

/* An erasure in a block that ~@routine undoes. */
static const ir_stmt *undone_erasure(const bool *undone, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        const ir_stmt *found = s->kind == IR_ROUTINE && undone[s->routine_id]
                                   ? find_erasure(s->body)
                                   : undone_erasure(undone, s->body);
        found = found ? found : undone_erasure(undone, s->other);
        if (found)
            return found;
    }
    return NULL;
}

static bool refuse(ir_diagnostic *diagnostic, const char *code, const ir_stmt *at,
                   const char *format, const char *routine)
{
    *diagnostic = (ir_diagnostic){.loc = at->loc};
    snprintf(diagnostic->code, sizeof diagnostic->code, "%s", code);
    snprintf(diagnostic->text, sizeof diagnostic->text, format, at->var->name, routine);
    return false;
}

bool *ir_run_backward(const ir_module *m)
{
    bool *backward = calloc(m->routine_count + 1, sizeof *backward);

    for (bool again = backward != NULL; again;) {
        again = false;
        for (const ir_routine *r = m->routines; r; r = r->next) {
            bool *undone = ir_undone_blocks(r);
            if (!undone) {
                free(backward);
                return NULL;
            }
            again |= mark_list(undone, r->body, backward[r->index], backward);
            free(undone);
        }
    }
    return backward;
}

static bool short_of_memory(ir_diagnostic *diagnostic)
{
    *diagnostic = (ir_diagnostic){.code = "R0712", .text = "out of memory"};
    return false;
}

bool ir_check_erasures(const ir_module *m, ir_diagnostic *diagnostic)
{
    bool *backward = ir_run_backward(m), good = backward != NULL;

    for (const ir_routine *r = m->routines; r && good; r = r->next) {
        bool *undone = ir_undone_blocks(r);
        if (!undone) {
            free(backward);
            return short_of_memory(diagnostic);
        }
        const ir_stmt *found = find_erasure(r->body), *undone_one = undone_erasure(undone, r->body);
        free(undone);
        if (found && r->reversible)
            good = refuse(diagnostic, "R0330", found,
                          "'%s' is erased in '%.80s', which must not erase: it has "
                          "@assert_reversible, or is called by a routine that has it",
                          r->name);
        else if (found && backward[r->index])
            good = refuse(diagnostic, "R0331", found,
                          "'%s' is erased in '%.80s', which the program also runs backward: an "
                          "erasure has no inverse",
                          r->name);
        else if (undone_one)
            good = refuse(diagnostic, "R0331", undone_one,
                          "'%s' is erased in a @routine block of '%.80s' that is undone: an "
                          "erasure has no inverse",
                          r->name);
    }
    free(backward);
    return backward ? good : short_of_memory(diagnostic);
}
