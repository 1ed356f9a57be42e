/* plot.c: what is to be drawn, and gnuplot, which draws it. */
#include "explore/plot/script.h"

#include "explore/growing.h"
#include "explore/process.h"
#include "host-driver/cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- the request */

static rg_result read_format(const char *path, ex_plot_format *format, rg_fault *fault)
{
    static const char *const extensions[] = {".svg", ".pdf", ".html"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof extensions / sizeof extensions[0]; i++)
        if (strcmp(dot, extensions[i]) == 0) {
            *format = (ex_plot_format)i;
            return RG_OK;
        }
    return ex_no_plot(
        fault, "-o %.400s has no extension that says how to draw: .svg, .pdf or .html", path);
}

static size_t count_goals(const ex_study *study)
{
    size_t goals = 0;
    for (size_t k = 0; k < study->objective_count; k++)
        goals += study->objectives[k].goal != EX_SHOW;
    return goals;
}

/* The next axis of numbers with two values or more; axis_count where there is none. */
static size_t next_axis(const ex_study *study, size_t from)
{
    while (from < study->axis_count
           && !(ex_axis_is_numeric(&study->axes[from]) && study->axes[from].count > 1
                && !study->axes[from].separate))
        from++;
    return from;
}

static rg_result unknown(const char *kind, const char *name, const char *const *names, size_t count,
                         rg_fault *fault)
{
    const char *near = rg_suggest(name, names, count);
    return near ? ex_no_plot(fault, "the study has no %s `%.200s`; did you mean `%.200s`?", kind,
                             name, near)
                : ex_no_plot(fault, "the study has no %s `%.200s`", kind, name);
}

static rg_result find_axis(const ex_study *study, const char *name, size_t *found, rg_fault *fault)
{
    const char **names = calloc(study->axis_count + 1, sizeof *names);
    if (!names)
        return ex_no_memory(fault);
    for (size_t i = 0; i < study->axis_count; i++)
        names[i] = study->axes[i].name;
    for (*found = 0; *found < study->axis_count && strcmp(names[*found], name) != 0;)
        ++*found;
    rg_result result =
        *found < study->axis_count ? RG_OK : unknown("axis", name, names, study->axis_count, fault);
    free(names);
    if (result == RG_OK && next_axis(study, *found) != *found)
        result = ex_no_plot(fault,
                            "the axis `%.200s` is not one of at least two numbers, within one "
                            "problem, as contours need",
                            name);
    return result;
}

static rg_result find_objective(const ex_study *study, const char *name, size_t *found,
                                rg_fault *fault)
{
    const char **names = calloc(study->objective_count + 1, sizeof *names);
    if (!names)
        return ex_no_memory(fault);
    for (size_t i = 0; i < study->objective_count; i++)
        names[i] = study->objectives[i].name;
    for (*found = 0; *found < study->objective_count && strcmp(names[*found], name) != 0;)
        ++*found;
    rg_result result = *found < study->objective_count
                           ? RG_OK
                           : unknown("objective", name, names, study->objective_count, fault);
    free(names);
    return result;
}

/* The words of "X,Y,Z": the first two axes of numbers and the first objective where it is NULL. */
static rg_result read_contour(const ex_study *study, const char *text, ex_plot_request *request,
                              rg_fault *fault)
{
    if (!text) {
        request->x = next_axis(study, 0);
        request->y = next_axis(study, request->x + 1);
        request->z = 0;
        return request->y < study->axis_count
                   ? RG_OK
                   : ex_no_plot(fault, "contours need two axes with at least two numbers each, and "
                                       "this study has fewer");
    }
    char *words = strdup(text), *y = words ? strchr(words, ',') : NULL,
         *z = y ? strchr(y + 1, ',') : NULL;
    rg_result result = words ? RG_OK : ex_no_memory(fault);
    if (words && (!z || strchr(z + 1, ',')))
        result =
            ex_no_plot(fault, "contour: wants AXIS,AXIS,OBJECTIVE behind it, not `%.200s`", text);
    if (result == RG_OK) {
        *y++ = *z++ = '\0';
        result = find_axis(study, words, &request->x, fault);
    }
    if (result == RG_OK)
        result = find_axis(study, y, &request->y, fault);
    if (result == RG_OK && request->x == request->y)
        result = ex_no_plot(fault, "contours need two axes, and `%.200s` is named twice", words);
    if (result == RG_OK)
        result = find_objective(study, z, &request->z, fault);
    free(words);
    return result;
}

rg_result ex_plot_parse(const ex_study *study, const char *what, const char *path,
                        ex_plot_request *request, rg_fault *fault)
{
    const size_t goals = count_goals(study);
    *request = (ex_plot_request){.path = path};
    rg_result result = read_format(path, &request->format, fault);
    if (result != RG_OK)
        return result;
    request->kind = request->format == EX_PLOT_HTML ? EX_PLOT_PAGE
                    : goals >= 2                    ? EX_PLOT_FRONT
                                                    : EX_PLOT_PARALLEL;
    if (!*what)
        return RG_OK;
    if (request->kind == EX_PLOT_PAGE)
        return ex_no_plot(fault, "a page holds every picture; leave out `=%.200s`", what);
    const size_t word = strcspn(what, ":");
    if (strcmp(what, "front") == 0) {
        request->kind = EX_PLOT_FRONT;
    } else if (strcmp(what, "parallel") == 0) {
        request->kind = EX_PLOT_PARALLEL;
    } else if (word == strlen("contour") && strncmp(what, "contour", word) == 0) {
        request->kind = EX_PLOT_CONTOUR;
        return read_contour(study, what[word] ? what + word + 1 : NULL, request, fault);
    } else {
        return ex_no_plot(fault,
                          "--plot is front, parallel, contour or "
                          "contour:AXIS,AXIS,OBJECTIVE, not `%.200s`",
                          what);
    }
    return RG_OK;
}

/* ---- gnuplot */

static void put_head(const ex_script *s)
{
    fputs("set encoding utf8\n", s->out);
    if (s->request->format == EX_PLOT_PDF)
        fputs("set terminal pdfcairo noenhanced size 24cm,16cm font 'sans,10'\n", s->out);
    else
        fputs("set terminal svg size 960,640 dynamic noenhanced font 'sans-serif,13' background "
              "'#ffffff'\n",
              s->out);
    fputs("set border lc rgb '#444444'\nset grid lc rgb '#dddddd'\n"
          "set key outside below horizontal Left reverse samplen 3 height 1.5\nset title \"",
          s->out);
    ex_script_text(s->out, s->table->study->name, false);
    fputs("\"\n", s->out);
}

static rg_result put_script(const ex_script *s, rg_fault *fault)
{
    put_head(s);
    switch (s->request->kind) {
    case EX_PLOT_FRONT: return ex_plot_fronts(s, fault);
    case EX_PLOT_PARALLEL: return ex_plot_parallel(s, fault);
    case EX_PLOT_CONTOUR: return ex_plot_contours(s, fault);
    case EX_PLOT_PAGE: break;
    }
    return RG_OK;
}

static rg_result failed(rg_fault *fault, const char *why)
{
    memset(fault, 0, sizeof *fault);
    fault->result = RG_BAD_MACHINE;
    snprintf(fault->code, sizeof fault->code, "R0948");
    snprintf(fault->message, sizeof fault->message, "%.900s", why);
    return RG_BAD_MACHINE;
}

/* What went wrong, in one line: gnuplot begins with an empty one, and shows the command. */
static rg_result said(const ex_process *p, int status, rg_fault *fault)
{
    char why[1000];
    const char *text = p->errors.data ? p->errors.data : "";
    if (status == 127)
        return failed(fault, "gnuplot, which draws, is not installed");
    text += strspn(text, " \r\n");
    snprintf(why, sizeof why, "gnuplot cannot draw (exit status %d)%s%.700s", status,
             *text ? ": " : "", text);
    for (char *c = why; *c; c++)
        if (*c == '\n')
            *c = ' ';
    return failed(fault, why);
}

/* Run gnuplot on the script, which has no name any more, and take the picture. */
static rg_result run_gnuplot(FILE *script, ex_process *process, rg_fault *fault)
{
    char path[64];
    int status = -1;
    snprintf(path, sizeof path, "/dev/fd/%d", fileno(script));
    const char *const words[] = {"/usr/bin/env", "gnuplot", "--default-settings", path, NULL};
    if (!ex_process_start(process, words))
        return failed(fault, strerror(errno));
    while (!ex_process_ended(process, &status))
        ex_process_read(process, 1, 250);
    return status == 0 && !process->lost && process->output.size > 0 ? RG_OK
                                                                     : said(process, status, fault);
}

static rg_result draw(const ex_table *table, const ex_plot_request *request, FILE *out,
                      rg_fault *fault)
{
    FILE *file = tmpfile();
    ex_script script;
    ex_process process = {.out = -1, .error = -1};
    if (!file)
        return ex_cannot_write(fault, "the script for gnuplot");
    rg_result result = ex_script_begin(table, request, file, &script, fault);
    if (result == RG_OK)
        result = put_script(&script, fault);
    ex_script_free(&script);
    if (result == RG_OK && (ferror(file) || fflush(file) != 0))
        result = ex_cannot_write(fault, "the script for gnuplot");
    if (result == RG_OK)
        result = run_gnuplot(file, &process, fault);
    if (result == RG_OK
        && fwrite(process.output.data, 1, process.output.size, out) != process.output.size)
        result = ex_cannot_write(fault, request->path);
    ex_process_free(&process);
    fclose(file);
    return result;
}

rg_result ex_plot(const ex_table *table, const ex_plot_request *request, rg_fault *fault)
{
    ex_growing g;
    rg_fault at_end;
    if (!ex_growing_begin(&g, request->path))
        return ex_growing_end(&g, false, false, fault);
    rg_result result = request->kind == EX_PLOT_PAGE ? ex_plot_page(table, g.out, fault)
                                                     : draw(table, request, g.out, fault);
    if (result == RG_OK)
        return ex_growing_end(&g, !ferror(g.out), false, fault);
    (void)ex_growing_end(&g, false, false, &at_end); /* nothing is left of it */
    return result;
}
