/* names.c: names of the source as identifiers of C. */
#include "ec.h"

#include <ctype.h>
#include <string.h>

/* Letters of other scripts become their bytes. */
static const char *identifier(ec *e, const char *name)
{
    char *text = ec_take(e, 4 * strlen(name) + 4);
    size_t n = 0;

    if (!text)
        return "";
    if (isdigit((unsigned char)name[0]))
        text[n++] = '_';
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < 128)
            text[n++] = isalnum((unsigned char)*c) ? *c : '_';
        else
            n += (size_t)snprintf(text + n, 4, "x%02x", (unsigned)(unsigned char)*c);
    text[n] = 0;
    return text;
}

/* What C or the runtime has for itself, and what would look like a name made here. */
static bool is_taken(const char *name)
{
    static const char *const words[] = {
        "auto",    "break",    "case",   "char",   "const",    "continue", "default", "do",
        "double",  "else",     "enum",   "extern", "float",    "for",      "goto",    "if",
        "inline",  "int",      "long",   "main",   "register", "restrict", "return",  "short",
        "signed",  "sizeof",   "static", "struct", "switch",   "typedef",  "union",   "unsigned",
        "void",    "volatile", "while",  "bool",   "true",     "false",    "NULL",    "asm",
        "int64_t", "uint64_t", "calloc", "free",   "malloc",   "memset",   "memcpy",  "size_t",
        "exp",     "log",      "sin",    "cos",    "tan",      "sqrt",     "pow",     "abs",
        "exit",    "abort",    "atan",   "floor",  "ceil",     "round",    "trunc",   "div",
        "rand",    "system",   "y0",     "y1",     "j0",       "j1",       "gamma",   "signal",
        "remove",  "index",    "rindex", "time",   "clock",    "uint8_t",  "unix",    "linux"};
    const size_t length = strlen(name);

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    static const char *const starts[] = {"p_", "t_", "undo_"}; /* alone they are p!, t!, undo! */
    if (strncmp(name, "rg", 2) == 0 || strncmp(name, "RG_", 3) == 0 || name[0] == '_')
        return true;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (length > strlen(starts[i]) && strncmp(name, starts[i], strlen(starts[i])) == 0)
            return true;
    static const char *const ends[] = {"_g", "_t", "_first", "_last", "_step", "_k"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (length > strlen(ends[i]) && strcmp(name + length - strlen(ends[i]), ends[i]) == 0)
            return true;
    return false;
}

/* Of two routines whose names are the same in C, the one that a user calls keeps it. */
static bool comes_before(const ir_routine *a, const ir_routine *b)
{
    const bool first = a->exported && !a->forth, second = b->exported && !b->forth;

    return first != second ? first : a->index < b->index;
}

const char *ec_function_name(ec *e, const ir_routine *r)
{
    const char *name = identifier(e, r->name), *prefix = e->options->prefix;
    bool alone = !(is_taken(name) && !(prefix && *prefix));

    for (const ir_routine *o = e->m->routines; o && alone; o = o->next)
        alone = o == r || !comes_before(o, r) || strcmp(identifier(e, o->name), name) != 0;
    return ec_text(e, alone ? "%s%s" : "%s%s_%zu", prefix ? prefix : "", name, r->index);
}

static bool is_used_before(const ec *e, const ir_routine *r, size_t i)
{
    for (const ir_routine *o = e->m->routines; o; o = o->next)
        if (strcmp(o->name, e->names[i]) == 0)
            return true;
    for (size_t k = 0; k < i; k++)
        if (strcmp(e->names[k], e->names[i]) == 0)
            return true;
    (void)r;
    return false;
}

/* A parameter g is handed in as p_g, and p_g is the gradient of a variable p. */
static bool is_companion(const ir_routine *r, const char *name)
{
    bool found = false;

    for (size_t i = 0; i < r->var_count && !found; i++)
        found = strcmp(r->vars[i]->name, "p") == 0;
    return found && (strcmp(name, "g") == 0 || strcmp(name, "t") == 0);
}

bool ec_name_variables(ec *e, const ir_routine *r)
{
    e->names = ec_take(e, (r->var_count + 1) * sizeof *e->names);
    if (e->failed || !e->names)
        return false;
    for (size_t i = 0; i < r->var_count && !e->failed; i++) {
        e->names[i] = identifier(e, r->vars[i]->name);
        if (is_taken(e->names[i]) || is_used_before(e, r, i) || is_companion(r, e->names[i]))
            e->names[i] = ec_text(e, "%s_%zu", e->names[i][0] == '_' ? "v" : e->names[i], i);
        if (is_taken(e->names[i]) || is_used_before(e, r, i))
            e->names[i] = ec_text(e, "v%zu_%s_", i, identifier(e, r->vars[i]->name));
    }
    return !e->failed;
}

const char *ec_name(const ec *e, const ir_var *v) { return e->names[v->id]; }

bool ec_has_companion(const ec *e, rg_type_base base)
{
    return rg_type_has_gradient(base) || e->companions;
}
