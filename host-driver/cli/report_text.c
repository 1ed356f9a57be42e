/* report_text.c: the report of `run` for a person. */
#include "host-driver/cli/cli.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 20, MOST_COLUMNS = 8 };

static void print_number(FILE *out, rg_number kind, double real, int64_t word)
{
    if (kind == RG_NUMBER_INT)
        fprintf(out, "%lld", (long long)word);
    else if (kind == RG_NUMBER_BOOL)
        fprintf(out, "%s", word ? "true" : "false");
    else
        fprintf(out, "%.17g", real);
}

static void print_row(FILE *out, const rg_parameter *p, rg_number kind, const double *reals,
                      const int64_t *words, size_t i)
{
    size_t count = p->rank == 2 ? p->columns : p->rows,
           most = p->rank == 2 ? MOST_COLUMNS : MOST_ROWS;
    fprintf(out, "[");
    for (size_t j = 0; j < count && j < most; j++) {
        size_t at = p->rank == 2 ? i + j * p->rows : j;
        fprintf(out, j ? ", " : "");
        print_number(out, kind, reals[at], words[at]);
    }
    fprintf(out, count > most ? ", ... (%zu)]" : "]", count);
}

/* A row of a matrix on a line of its own. */
static void print_line(FILE *out, const rg_parameter *p, rg_number kind, const double *reals,
                       const int64_t *words, size_t i)
{
    fprintf(out, "\n      ");
    if (i == MOST_ROWS)
        fprintf(out, "... (%zu rows)", p->rows);
    else
        print_row(out, p, kind, reals, words, i);
}

/* One matrix for each of the further indices, with these. */
static void print_matrices(FILE *out, const rg_parameter *p, rg_number kind, const double *reals,
                           const int64_t *words)
{
    const size_t size = p->extents[0] * p->extents[1],
                 count = size ? p->rows * p->columns / size : 0;
    rg_parameter matrix = *p;
    char indices[64];
    matrix.rank = 2;
    matrix.columns = p->extents[1];
    for (size_t k = 0; k < count && k < MOST_ROWS; k++) {
        rg_element_text(p->extents + 2, p->rank - 2, k, indices, sizeof indices);
        fprintf(out, "\n      [:,:,%s", indices + 1);
        for (size_t i = 0; i < matrix.rows && i <= MOST_ROWS; i++)
            print_line(out, &matrix, kind, reals + k * size, words + k * size, i);
    }
    if (count > MOST_ROWS)
        fprintf(out, "\n      ... (%zu matrices)", count);
    if (count == 0)
        fputs("[]", out);
}

static void print_shaped(FILE *out, const rg_parameter *p, rg_number kind, const double *reals,
                         const int64_t *words)
{
    if (p->rank == 0)
        print_number(out, kind, reals[0], words[0]);
    else if (p->rank == 1)
        print_row(out, p, kind, reals, words, 0);
    for (size_t i = 0; p->rank == 2 && i < p->rows && i <= MOST_ROWS; i++)
        print_line(out, p, kind, reals, words, i);
    if (p->rank > 2)
        print_matrices(out, p, kind, reals, words);
    fputc('\n', out);
}

typedef size_t getter(const rg_job *job, const char *name, double *out, size_t capacity);

static bool print_wide(FILE *out, const rg_job *job, const rg_parameter *p, size_t all)
{
    const size_t count = p->rows * p->columns, each = all / count;
    int64_t *words = calloc(all, sizeof *words);
    char text[CLI_WIDE_TEXT];
    if (words)
        rg_get_raw(job, p->name, words, all);
    for (size_t i = 0; words && i < count; i++) {
        cli_wide_text(words + i * each, each, text);
        fprintf(out, "%s%s", i ? " " : "", text);
    }
    fputc('\n', out);
    free(words);
    return words != NULL;
}

/* derivative: NULL for the values. raw: machine words beside them. */
static int print_argument(FILE *out, const rg_job *job, const rg_parameter *p, getter *derivative,
                          bool raw)
{
    size_t count = p->rows * p->columns, room = count ? count : 1;
    double *reals = calloc(room, sizeof *reals);
    int64_t *words = calloc(room, sizeof *words);
    bool good = reals && words;
    if (good) {
        if (derivative) {
            derivative(job, p->name, reals, count);
        } else {
            rg_get(job, p->name, reals, count);
            rg_get_raw(job, p->name, words, count);
        }
        fprintf(out, "    %s = ", p->name);
        print_shaped(out, p, derivative ? RG_NUMBER_FIXED : p->number, reals, words);
        if (raw && p->active) {
            const size_t all = rg_get_raw(job, p->name, NULL, 0);
            fprintf(out, "    %s (raw) = ", p->name);
            if (all > count)
                good = print_wide(out, job, p, all);
            else
                print_shaped(out, p, RG_NUMBER_INT, reals, words);
        }
    }
    free(reals);
    free(words);
    return good ? 0 : -1;
}

/* The parts of one compound argument from parameter i on; how many they are. */
static size_t print_compound(FILE *out, const rg_job *job, size_t i, bool gradients, int *failed)
{
    char *name = NULL;
    rg_parameter p;
    bool active = !gradients;
    size_t count = cli_group_at(job, i, &name);
    for (size_t k = 0; k < count && rg_parameter_at(job, i + k, &p); k++)
        active = active || p.active;
    json_t *json = count && active
                       ? cli_group_json(job, i, count, gradients ? CLI_GRADIENTS : CLI_VALUES, true)
                       : NULL;
    if (json) {
        fprintf(out, "    %s = ", name);
        cli_group_print(out, json);
        fputc('\n', out);
    } else if (active) {
        *failed = -1;
    }
    json_decref(json);
    free(name);
    return count ? count : 1;
}

static int print_arguments(FILE *out, const cli_report *report, bool gradients, bool raw)
{
    const rg_job *job = report->session->job;
    rg_parameter p;
    int failed = 0;
    for (size_t i = 0, n; rg_parameter_at(job, i, &p); i += n) {
        n = 1;
        if (!cli_was_copied(job, &p, gradients))
            continue;
        const char *file = cli_saved_in(report->options, p.name, gradients);
        if (file)
            fprintf(out, "    %s = @%s\n", p.name, file);
        else if (*p.levels && !raw)
            n = print_compound(out, job, i, gradients, &failed);
        else if (!gradients || p.active)
            failed |= print_argument(out, job, &p, gradients ? rg_get_gradient : NULL, raw);
    }
    return failed;
}

static int print_derivative(FILE *out, const rg_job *job, getter *derivative)
{
    rg_parameter p;
    int failed = 0;
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++)
        if (p.active)
            failed |= print_argument(out, job, &p, derivative, false);
    return failed;
}

/* Row by row, each entry under the name of its column. */
static void print_matrix(FILE *out, const char *what, const rg_matrix *matrix)
{
    if (!matrix)
        return;
    size_t columns = matrix->columns < MOST_COLUMNS ? matrix->columns : MOST_COLUMNS;
    size_t rows = matrix->rows < MOST_ROWS ? matrix->rows : MOST_ROWS;
    fprintf(out, "  %s (%zu by %zu)\n    %12s", what, matrix->rows, matrix->columns, "");
    for (size_t j = 0; j < columns; j++)
        fprintf(out, " %20s", matrix->column_names[j]);
    fprintf(out, columns < matrix->columns ? " ...\n" : "\n");
    for (size_t i = 0; i < rows; i++) {
        fprintf(out, "    %12s", matrix->row_names[i]);
        for (size_t j = 0; j < columns; j++)
            fprintf(out, " %20.14g", matrix->data[i * matrix->columns + j]);
        fprintf(out, columns < matrix->columns ? " ...\n" : "\n");
    }
    if (rows < matrix->rows)
        fprintf(out, "    ...\n");
}

/* A heading, and whether one sweep was enough for what stands below it. */
static void print_heading(FILE *out, const rg_job *job, const char *what, const char *of)
{
    fprintf(out, "  %s%s", what, of);
    if (rg_attempts(job) > 1)
        fprintf(out, " (%u attempts)", rg_attempts(job));
    fputc('\n', out);
}

static int print_gradients(FILE *out, const cli_report *report)
{
    const rg_job *job = report->session->job;
    const cli_options *o = report->options;
    print_heading(out, job, "gradient of ", o->hessian ? o->hessian : o->hvp ? o->hvp : o->grad);
    int failed = print_arguments(out, report, true, false);
    const unsigned wide = 2 * rg_device_float(report->session->device); /* of a gradient */
    char bits[32] = "";
    if (wide > 0)
        snprintf(bits, sizeof bits, " of %u bits", wide);
    if (o->keep)
        fprintf(out, "  kept gradients: %zu words%s, run back afterwards with nothing erased\n",
                rg_kept_gradients(job), bits);
    return failed;
}

static int print_derivatives(FILE *out, const cli_report *report)
{
    const rg_job *job = report->session->job;
    int failed = rg_has_gradients(job) ? print_gradients(out, report) : 0;
    if (rg_has_tangents(job)) {
        print_heading(out, job, "tangents", "");
        failed |= print_derivative(out, job, rg_get_tangent);
    }
    if (rg_has_hessian_vector(job)) {
        fprintf(out, "  Hessian of %s times the direction\n", report->options->hvp);
        failed |= print_derivative(out, job, rg_get_hessian_vector);
    }
    print_matrix(out, "Jacobian", rg_get_jacobian(job));
    print_matrix(out, "Hessian", rg_get_hessian(job));
    if (rg_has_gradients(job) || rg_has_tangents(job) || rg_get_jacobian(job))
        fprintf(out, "  restored: %s\n", rg_restored(job) ? "yes" : "no");
    return failed;
}

static void print_tiles(FILE *out, const rg_job *job)
{
    rg_tile_place t;
    if (rg_get_tile(job, &t))
        fprintf(out, "  tiles: %zu of %zu row%s of %s\n", t.tiles, t.rows, t.rows == 1 ? "" : "s",
                t.argument);
}

/* Which numbers are Fixed, in a program that has both. */
static void print_kinds(FILE *out, const rg_device *device, const rg_job *job)
{
    rg_parameter p;
    bool any = false;
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++) {
        if (p.number != RG_NUMBER_FIXED || p.is_float)
            continue;
        fprintf(out, "%s%s", any ? ", " : "  Fixed: ", p.name);
        any = true;
    }
    if (any)
        fprintf(out, " (Q%u.%u); other numbers are Float\n",
                rg_device_xlen(device) - 1 - rg_device_frac(device), rg_device_frac(device));
}

static void print_float_notes(FILE *out, const rg_device *device, const rg_job *job)
{
    const bool core = strcmp(rg_device_engine(device), "rtl-float") == 0;
    const rg_few_digits few = rg_get_few_digits(job);
    if (few.values || few.gradients)
        fprintf(out,
                "  few digits: %llu results and %llu shares of gradients kept fewer than 30 bits\n",
                (unsigned long long)few.values, (unsigned long long)few.gradients);
    fprintf(out, "  cycles are those of %s. Energies are known with --fixed\n",
            core ? "the core with Float, which has no pipeline"
                 : "a core with Fixed: rtl-float has its own");
}

/* --report has the short report within it, so that the same words are found in both. */
int cli_report_text(const cli_report *report, FILE *out)
{
    const rg_job *job = report->session->job;
    const rg_device *device = report->session->device;
    const bool all = report->options->report;
    char format[32] = "Float of 256 bits";
    if (!cli_has_float(device))
        snprintf(format, sizeof format, "Q%u.%u",
                 rg_device_xlen(device) - 1 - rg_device_frac(device), rg_device_frac(device));
    fprintf(out, "%s%s on %s (%s)\n", report->options->backward ? "~" : "", rg_job_routine(job),
            cli_engine_name(device), format);
    fprintf(out, "  values\n");
    int failed = print_arguments(out, report, false, report->options->raw);
    failed |= print_derivatives(out, report);
    print_tiles(out, job);
    cli_print_cycles(out, report->session, all);
    failed |= cli_print_erased_values(out, job);
    if (cli_has_float(device)) {
        print_kinds(out, device, job);
        print_float_notes(out, device, job);
    }
    if (cli_has_energy(device))
        cli_print_energy(out, report);
    if (all) {
        failed |= cli_print_counts(out, job);
        if (cli_has_energy(device))
            cli_print_energy_parts(out, report);
    }
    return failed || ferror(out) ? -1 : 0;
}
