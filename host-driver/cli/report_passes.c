/* report_passes.c: instructions of each routine before and after each pass of the optimiser:
 * compiled again and again, with one pass more each time. */
#include "host-driver/cli/cli.h"

#include "compiler/opt/opt.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = OPT_PASS_COUNT + 1, WIDTH = 100, LEAST = 8, LABEL = 20 };

typedef struct {
    rgc_result *results[ROWS];
    opt_set off;
} pass_table;

static void close_table(pass_table *t)
{
    for (unsigned i = 0; i < ROWS; i++)
        if (t->results[i])
            rgc_result_free(t->results[i]);
}

/* Row 0: no pass; row i: the first i passes, less those that are switched off. */
static bool open_table(pass_table *t, const char *path, const rgc_options *settings)
{
    for (unsigned i = 0; i < ROWS; i++) {
        rgc_options o = *settings;
        o.passes_off |= OPT_EVERY & ~((UINT64_C(1) << i) - 1);
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

static int width_of(const char *name)
{
    const size_t length = strlen(name);

    return (int)(length < LEAST ? LEAST : length);
}

static void print_count(const rg_object *object, const char *name, FILE *out)
{
    const rg_routine *r = routine_of(object, name);

    if (r)
        fprintf(out, "  %*u", width_of(name), r->end - r->begin);
    else
        fprintf(out, "  %*s", width_of(name), "-");
}

static void print_label(const pass_table *t, unsigned row, FILE *out)
{
    char label[64];

    if (row == 0) {
        fprintf(out, "%-*s", LABEL, "no pass");
        return;
    }
    snprintf(label, sizeof label, "%s%s", opt_name(row - 1),
             opt_off(t->off, (opt_pass)(row - 1)) ? " (off)" : "");
    fprintf(out, "%-*s", LABEL, label);
}

/* The routines from `begin` to before `end`; whole: with the sum of all routines. */
static void print_part(const pass_table *t, size_t begin, size_t end, bool whole, FILE *out)
{
    const rg_object *first = rgc_object(t->results[0]);

    fprintf(out, "%-*s", LABEL, "instructions");
    if (whole)
        fprintf(out, "  %*s", LEAST, "all");
    for (size_t i = begin; i < end; i++)
        fprintf(out, "  %*s", width_of(first->routines[i].name), first->routines[i].name);
    fprintf(out, "\n");
    for (unsigned row = 0; row < ROWS; row++) {
        const rg_object *object = rgc_object(t->results[row]);
        print_label(t, row, out);
        if (whole)
            fprintf(out, "  %*zu", LEAST, object->code_count);
        for (size_t i = begin; i < end; i++)
            print_count(object, first->routines[i].name, out);
        fprintf(out, "\n");
    }
}

/* A row for each pass. Routines that do not fit beside the others come in a table below. */
static void print_table(const pass_table *t, FILE *out)
{
    const rg_object *first = rgc_object(t->results[0]);
    size_t begin = 0;

    do {
        const bool whole = begin == 0;
        int width = LABEL + (whole ? LEAST + 2 : 0);
        size_t end = begin;
        while (end < first->routine_count
               && (end == begin || width + 2 + width_of(first->routines[end].name) <= WIDTH))
            width += 2 + width_of(first->routines[end++].name);
        if (!whole)
            fprintf(out, "\n");
        print_part(t, begin, end, whole, out);
        begin = end;
    } while (begin < first->routine_count);
}

int cli_report_passes(const char *path, const rgc_options *settings, FILE *out)
{
    pass_table t = {.off = settings->passes_off};
    bool good = open_table(&t, path, settings);

    if (good)
        print_table(&t, out);
    else
        cli_error("R0918",
                  "no table of passes: without some pass, or without types for its parameters, "
                  "%s does not compile",
                  path);
    close_table(&t);
    if (good && fflush(out) != 0) {
        cli_error("R0905", "cannot write to standard output");
        return RG_BAD_MACHINE;
    }
    return good ? RG_OK : RG_BAD_MACHINE;
}

/* The types that the arguments of the run have, for parameters that the program leaves open. Those
 * of structs are never open. To be freed; NULL: no memory. */
static rgc_argument *types_of(const rg_job *job, size_t *count)
{
    static const rg_type_base bases[] = {RG_TYPE_INT, RG_TYPE_BOOL, RG_TYPE_FIXED, RG_TYPE_LOG};
    rgc_argument *types = calloc(rg_parameter_count(job) + 1, sizeof *types);
    rg_parameter p;
    *count = 0;
    for (size_t i = 0; types && rg_parameter_at(job, i, &p); i++) {
        const size_t length = strlen(p.name);
        const bool complex = p.levels[0] == 'c' && strlen(p.levels) == 2;
        if (!complex && p.levels[0])
            continue;
        if (complex && strcmp(p.name + length - 3, ".re") != 0)
            continue;
        char *name = strndup(p.name, length - (complex ? 3 : 0));
        if (!name)
            continue;
        types[(*count)++] = (rgc_argument){
            .name = name, .base = bases[p.number], .rank = p.rank, .complex = complex};
    }
    return types;
}

void cli_report_passes_of(const cli_options *options, const rg_job *job, rgc_options *settings)
{
    const char *name = options->words[0], *dot = strrchr(name, '.');
    size_t count = 0;
    if (!dot || strcmp(dot, ".rg") != 0)
        return;
    rgc_argument *types = types_of(job, &count);
    settings->entry = options->words[1];
    settings->arguments = types;
    settings->argument_count = count;
    settings->open_is_fixed = true;
    cli_report_passes(name, settings, stderr);
    for (size_t i = 0; i < count; i++)
        free((char *)(uintptr_t)types[i].name);
    free(types);
}
