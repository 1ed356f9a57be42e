/* emit_c.c: a module: its functions, what they call, and the header that they need. */
#include "ec.h"

#include <stdlib.h>
#include <string.h>

#include "emit_c_runtime.h"

int emit_c_runtime_text(FILE *out)
{
    for (size_t i = 0; i < sizeof emit_c_runtime / sizeof emit_c_runtime[0]; i++)
        if (fputs(emit_c_runtime[i], out) < 0)
            return -1;
    return 0;
}

/* Do gradients travel with integers? They do with halves of the accumulator, and on stacks of
 * another type than what is pushed on them. */
static bool carries_gradients_in_whole(const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_BANK || carries_gradients_in_whole(s->body)
            || carries_gradients_in_whole(s->other))
            return true;
        if ((s->kind == IR_PUSH || s->kind == IR_POP)
            && rg_type_has_gradient(s->var->base) != rg_type_has_gradient(s->place.var->base))
            return true;
    }
    return false;
}

static bool has_stacks(const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (s->kind == IR_PUSH || s->kind == IR_POP || has_stacks(s->body) || has_stacks(s->other))
            return true;
    return false;
}

static bool is_public(const ir_routine *r) { return r->exported && !r->forth; }

/* ---- declarations ---- */

static void declare_public(ec *e, const ir_routine *r)
{
    static const ec_function all[] = {
        {NULL, EC_VALUE, false, false},  {NULL, EC_VALUE, true, false},
        {NULL, EC_VALUE, true, true},    {NULL, EC_TANGENT, false, false},
        {NULL, EC_TANGENT, true, false}, {NULL, EC_GRADIENT, false, false}};

    if (!ec_name_variables(e, r))
        return;
    ec_raw(e, "\n/* %s, %s:%u */\n", r->name,
           r->loc.file < e->m->file_count ? e->m->files[r->loc.file] : "?", (unsigned)r->loc.line);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        ec_function f = all[i];
        f.routine = r;
        ec_signature(e, f, false);
        ec_raw(e, ";\n");
    }
}

static void preamble(ec *e)
{
    const char *source = e->m->file_count ? e->m->files[0] : "";

    ec_raw(
        e,
        "/* Made from %s by `retrograd build --emit=c`. Words of %u bits, %u behind the point.\n"
        " *\n"
        " * Each routine f is six functions. f is the call, f_inverse its inverse, f_tangent and\n"
        " * f_tangent_inverse the same with tangents. They return 0, or the cause of a trap: then "
        "rg->line is where, and\n"
        " * everything is as it was before. f_undo takes back a call that was done, without "
        "checks.\n"
        " * f_gradient runs forward and back: gradients (_g) come in as seeds and go out as\n"
        " * gradients, values are as before. RG_MISFIT: a gradient did not fit; seed less. */\n",
        source, e->m->xlen, e->m->frac);
    if (e->m->xlen != 64 || e->m->frac != 43)
        ec_raw(e, "#define RG_XLEN %u\n#define RG_FRAC %u\n", e->m->xlen, e->m->frac);
}

/* ---- all functions ---- */

static void write_all(ec *e)
{
    for (const ir_routine *r = e->m->routines; r && !e->failed; r = r->next) {
        if (!is_public(r))
            continue;
        (void)ec_task(e, (ec_function){r, EC_VALUE, false, false});
        (void)ec_task(e, (ec_function){r, EC_VALUE, true, false});
        (void)ec_task(e, (ec_function){r, EC_VALUE, true, true});
        (void)ec_task(e, (ec_function){r, EC_TANGENT, false, false});
        (void)ec_task(e, (ec_function){r, EC_TANGENT, true, false});
        ec_write_gradient(e, r);
    }
    for (size_t i = 0; i < e->task_count && !e->failed; i++) {
        const ec_function f = e->tasks[i];
        ec_write_function(e, f);
    }
}

static void declare_static(ec *e)
{
    bool first = true;

    for (size_t i = 0; i < e->task_count && !e->failed; i++) {
        if (!ec_is_static(&e->tasks[i]) || !ec_name_variables(e, e->tasks[i].routine))
            continue;
        ec_raw(e, first ? "\n" : "");
        first = false;
        ec_signature(e, e->tasks[i], false);
        ec_raw(e, ";\n");
    }
}

static void write_module(ec *e, const char *body)
{
    const char *runtime = e->options->runtime;

    preamble(e);
    if (e->functions)
        ec_raw(e, "#define RG_FUNCTIONS\n");
    if (runtime)
        ec_raw(e, "#include \"%s\"\n", runtime);
    else if (emit_c_runtime_text(e->out) != 0)
        e->result = EMIT_C_NOT_WRITTEN;
    for (const ir_routine *r = e->m->routines; r && !e->failed; r = r->next)
        if (is_public(r))
            declare_public(e, r);
    declare_static(e);
    ec_raw(
        e,
        "\n/* Without optimisation gcc 12 takes temporaries of a loop for dangling pointers. */\n"
        "#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 12\n"
        "#pragma GCC diagnostic ignored \"-Wdangling-pointer\"\n"
        "#endif\n");
    fputs(body, e->out);
}

static void write_header(ec *e)
{
    preamble(e);
    ec_raw(e, "#ifndef %s\n#define %s\n", e->options->guard, e->options->guard);
    if (e->options->runtime)
        ec_raw(e, "#include \"%s\"\n", e->options->runtime);
    for (const ir_routine *r = e->m->routines; r && !e->failed; r = r->next)
        if (is_public(r))
            declare_public(e, r);
    ec_raw(e, "\n#endif\n");
}

emit_c_result emit_c_module(ir_module *m, const emit_c_options *options, FILE *out,
                            ir_diagnostic *why)
{
    char *body = NULL;
    size_t size = 0;
    ec e = {.m = m, .options = options, .why = why, .out = open_memstream(&body, &size)};

    if (!e.out)
        return EMIT_C_NO_MEMORY;
    for (const ir_routine *r = m->routines; r; r = r->next)
        e.stacks = e.stacks || has_stacks(r->body);
    for (const ir_routine *r = m->routines; r; r = r->next)
        e.companions = e.companions || carries_gradients_in_whole(r->body);
    if (ec_find_written(&e))
        write_all(&e);
    if (fclose(e.out) != 0 && !e.failed)
        e.result = EMIT_C_NO_MEMORY;
    e.out = out;
    if (e.result == EMIT_C_DONE && options->guard)
        write_header(&e);
    else if (e.result == EMIT_C_DONE)
        write_module(&e, body);
    if (e.result == EMIT_C_DONE && m->out_of_memory)
        e.result = EMIT_C_NO_MEMORY;
    if (e.result == EMIT_C_DONE && ferror(out))
        e.result = EMIT_C_NOT_WRITTEN;
    free(body);
    free(e.used);
    free(e.tasks);
    return e.result;
}
