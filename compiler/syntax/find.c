/* find.c: definitions of a program by their names. */
#include <string.h>

#include "compiler/syntax/tree.h"

const fr_function *fr_find_function(const fr_program *program, const char *name)
{
    const fr_function *f = program->functions;
    while (f && strcmp(f->name, name) != 0)
        f = f->next;
    return f;
}

const fr_functional *fn_find(const fr_program *program, const char *name)
{
    for (const fr_functional *f = program->functionals; f; f = f->next)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}
