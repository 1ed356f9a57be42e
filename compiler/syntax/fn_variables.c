/* fn_variables.c: what a type variable of a function with a value is. */
#include "compiler/syntax/fn_variables.h"

#include <string.h>

static const char *type_of_variable(const fr_expr *bound)
{
    const bool whole = bound && bound->kind == EX_NAME
                       && (strcmp(bound->name, "Integer") == 0 || strcmp(bound->name, "Int") == 0);
    return whole ? "Int" : "Fixed";
}

static void rename_variables(const fr_functional *f, fr_expr *e)
{
    if (!e)
        return;
    for (size_t i = 0; e->kind == EX_NAME && i < f->where_count; i++)
        if (strcmp(f->wheres[i], e->name) == 0) {
            e->name = type_of_variable(f->bounds[i]);
            return;
        }
    rename_variables(f, e->left);
    rename_variables(f, e->right);
    rename_variables(f, e->third);
    for (size_t i = 0; i < e->count; i++)
        rename_variables(f, e->items[i]);
}

void fr_name_variables_of_value(const fr_functional *f)
{
    if (f->where_count > 0)
        rename_variables(f, f->body);
}

void fr_name_variables_of_types(const fr_functional *f)
{
    for (size_t i = 0; i < f->param_count; i++)
        rename_variables(f, f->params[i].type);
    rename_variables(f, f->result);
}
