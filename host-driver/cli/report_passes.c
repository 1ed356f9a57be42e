/* report_passes.c: instructions of each routine before and after each pass of the optimiser:
 * compiled again and again, with one pass more each time. */
#include "host-driver/cli/cli.h"

#include "compiler/opt/opt.h"

#include <string.h>

enum { COLUMNS = OPT_PASS_COUNT + 1 };

typedef struct {
    rgc_result *results[COLUMNS];
    opt_set off;
} pass_table;

static void close_table(pass_table *t)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        if (t->results[i])
            rgc_result_free(t->results[i]);
}

/* Column 0: no pass; column i: the first i passes, less those that are switched off. */
static bool open_table(pass_table *t, const char *path, const rgc_options *settings)
{
    for (unsigned i = 0; i < COLUMNS; i++) {
        rgc_options o = *settings;
        o.passes_off |= (uint32_t)(OPT_EVERY & ~((UINT64_C(1) << i) - 1));
        t->results[i] = rgc_compile_file(path, &o);
        if (!t->results[i] || !rgc_object(t->results[i]))
            return false;
    }
    return true;
}

static const rg_routine *routine_of(const rg_object *object, const char *name)
{
    for (size_t i = 0; i < object->routine_count; i++)
        if (strcmp(object->routines[i].name, name) == 0)
            return &object->routines[i];
    return NULL;
}

static void print_row(const pass_table *t, const char *name, FILE *out)
{
    fprintf(out, "%-24s", name);
    for (unsigned i = 0; i < COLUMNS; i++) {
        const rg_routine *r = routine_of(rgc_object(t->results[i]), name);
        if (r)
            fprintf(out, " %9u", r->end - r->begin);
        else
            fprintf(out, " %9s", "-");
    }
    fprintf(out, "\n");
}

static void print_table(const pass_table *t, FILE *out)
{
    const rg_object *first = rgc_object(t->results[0]);

    fprintf(out, "%-24s %9s", "instructions", "none");
    for (unsigned i = 0; i < OPT_PASS_COUNT; i++)
        fprintf(out, " %9s", opt_off(t->off, (opt_pass)i) ? "(off)" : opt_name(i));
    fprintf(out, "\n");
    for (size_t i = 0; i < first->routine_count; i++)
        print_row(t, first->routines[i].name, out);
    fprintf(out, "%-24s", "all");
    for (unsigned i = 0; i < COLUMNS; i++)
        fprintf(out, " %9zu", rgc_object(t->results[i])->code_count);
    fprintf(out, "\n");
}

int cli_report_passes(const char *path, const rgc_options *settings, FILE *out)
{
    pass_table t = {.off = settings->passes_off};
    bool good = open_table(&t, path, settings);

    if (good)
        print_table(&t, out);
    else
        cli_error("R0918",
                  "no table of passes: without the types of its arguments, or without some pass, "
                  "%s does not compile",
                  path);
    close_table(&t);
    if (good && fflush(out) != 0) {
        cli_error("R0905", "cannot write to standard output");
        return RG_BAD_MACHINE;
    }
    return good ? RG_OK : RG_BAD_MACHINE;
}
