/* builtin_names.c: the names of the functions of the machine. */
#include <string.h>

#include "compiler/front/builtins.h"
#include "compiler/front/sema.h"

static const fr_builtin builtins[] = {
#define FUNCTION(name, kind, least, most, op) {name, kind, least, most, op},
#include "compiler/front/builtins.def"
};

enum { BUILTINS = sizeof builtins / sizeof builtins[0] };

const fr_builtin *fr_find_builtin(const char *name)
{
    for (size_t i = 0; i < BUILTINS; i++)
        if (strcmp(builtins[i].name, name) == 0)
            return &builtins[i];
    return NULL;
}

const char *fr_builtin_name_at(size_t index)
{
    return index < BUILTINS ? builtins[index].name : NULL;
}

bool fr_is_builtin(const char *name) { return fr_find_builtin(name) != NULL; }

bool fr_builtin_arity(const char *name, size_t *least, size_t *most)
{
    const fr_builtin *b = fr_find_builtin(name);
    if (b) {
        *least = b->least;
        *most = b->most;
    }
    return b != NULL;
}

const char *fr_suggest_function(const fr_sema *s, const char *name)
{
    const char *names[BUILTINS + 64];
    size_t n = 0;
    for (size_t i = 0; i < BUILTINS; i++)
        if (builtins[i].kind != BI_LATER)
            names[n++] = builtins[i].name;
    for (const fr_function *f = s->program->functions; f && n < BUILTINS + 64; f = f->next)
        names[n++] = f->name;
    return rg_suggest(name, names, n);
}
