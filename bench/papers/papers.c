/* papers.c: the problems of the papers on the machine, in plain C, and with the gradient tapes of
 * ADOL-C and CppAD, in one command.
 *
 *     bench-papers [--quick] [--engine NAME] [--only NAME] [--json FILE] [--csv FILE]
 *
 * Cycles and instructions repeat exactly; seconds are those of this host, and only their ratios
 * mean anything. Exit status 0: machine and host agree everywhere; 1: they do not; 2: usage; 3: the
 * machine failed. */
#include "bench/papers/host.h"
#include "bench/papers/machine.h"
#include "errors/errors.h"
#include "examples/benchmark/numbers.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of machine against double precision; relative to the largest derivative.
 * docs/explanation/benchmarks.md has the measured differences. */
static const double VALUE_TOLERANCE = 1e-6, GRADIENT_TOLERANCE = 1e-6;

typedef struct {
    const char *engine, *only, *json, *csv;
    bool quick;
} settings;

static bool read_arguments(int argc, char **argv, settings *s)
{
    *s = (settings){.engine = "fast"};
    for (int i = 1; i < argc; i++) {
        const char **text = strcmp(argv[i], "--engine") == 0 ? &s->engine
                            : strcmp(argv[i], "--only") == 0 ? &s->only
                            : strcmp(argv[i], "--json") == 0 ? &s->json
                            : strcmp(argv[i], "--csv") == 0  ? &s->csv
                                                             : NULL;
        if (text && i + 1 < argc)
            *text = argv[++i];
        else if (strcmp(argv[i], "--quick") == 0)
            s->quick = true;
        else
            return false;
    }
    return true;
}

static double worst(const double *a, const double *b, size_t n)
{
    double off = 0, largest = 0;
    for (size_t i = 0; i < n; i++) {
        off = fmax(off, fabs(a[i] - b[i]));
        largest = fmax(largest, fabs(b[i]));
    }
    return off / fmax(largest, 1);
}

typedef bool tape_tool(const bench_problem *, const double *, bench_tape *);

/* ADOL-C leaves the files of a long tape in the working folder, so it works in one that goes away.
 */
static void remove_tapes(const char *folder)
{
    static const char *const kinds[] = {"Locations", "Operations", "Values", "Taylors"};
    char path[64];
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        snprintf(path, sizeof path, "%s/ADOLC-%s_1.tap", folder, kinds[i]);
        remove(path);
    }
    rmdir(folder);
}

/* A tool in a process of its own, because one that has once moved its tape to a file keeps doing
 * so. The tape and what it points to lie in memory that both share. False when there is no such
 * tool, or it died. */
static bool in_process(tape_tool *tool, const bench_problem *p, const double *variables,
                       bench_tape *tape)
{
    int status = 0;
    char folder[] = "/tmp/bench-XXXXXX";
    if (!mkdtemp(folder)) {
        perror(folder);
        exit(3);
    }
    const pid_t child = fork();
    if (child == 0)
        _exit(chdir(folder) == 0 && tool(p, variables, tape) ? 0 : 1);
    const bool done = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)
                      && WEXITSTATUS(status) == 0;
    remove_tapes(folder);
    return done;
}

/* Two tapes and their gradients of n numbers, for in_process. */
static bench_tape *shared_tapes(size_t n)
{
    const size_t size = 2 * (sizeof(bench_tape) + n * sizeof(double));
    FILE *file = tmpfile();
    bench_tape *tapes = MAP_FAILED;
    if (file && ftruncate(fileno(file), (off_t)size) == 0)
        tapes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    if (file)
        fclose(file);
    if (tapes == MAP_FAILED) {
        perror("bench");
        exit(3);
    }
    tapes[0].gradient = (double *)(tapes + 2);
    tapes[1].gradient = tapes[0].gradient + n;
    return tapes;
}

static json_t *tape_json(const bench_tape *t, const bench_machine *m, double plain_s, size_t n)
{
    return json_pack("{s:s, s:f, s:f, s:I, s:f}", "tool", t->tool,
                     "record_and_reverse_over_objective", t->record_reverse_s / plain_s,
                     "reuse_over_objective", t->reuse_s / plain_s, "tape_bytes",
                     (json_int_t)t->tape_bytes, "machine_gradient_differs_by",
                     worst(m->gradient, t->gradient, n));
}

/* Of the programs alone, and of the whole jobs; all attempts. */
static double program_ratio(const bench_machine *m)
{
    return (double)(m->cycles_forward + m->cycles_backward) / (double)m->cycles;
}
static double job_ratio(const bench_machine *m) { return (double)m->gradient_job / (double)m->job; }

static json_t *machine_json(const bench_machine *m)
{
    json_t *j = json_pack("{s:I, s:I, s:I, s:I, s:I, s:i, s:I, s:b, s:I, s:I, s:I}", "cycles",
                          (json_int_t)m->cycles, "instructions", (json_int_t)m->instructions,
                          "gradient_cycles_forward", (json_int_t)m->cycles_forward,
                          "gradient_cycles_backward", (json_int_t)m->cycles_backward,
                          "gradient_instructions", (json_int_t)m->gradient_instructions, "attempts",
                          (int)m->attempts, "memory_words_moved", (json_int_t)m->words, "restored",
                          m->restored, "job_cycles", (json_int_t)m->job, "gradient_job_cycles",
                          (json_int_t)m->gradient_job, "words_in", (json_int_t)m->words_in);
    if (m->peak_words)
        json_object_set_new(j, "peak_words", json_integer((json_int_t)m->peak_words));
    json_object_set_new(j, "gradient_over_objective", json_real(program_ratio(m)));
    json_object_set_new(j, "gradient_job_over_objective_job", json_real(job_ratio(m)));
    json_object_set_new(j, "uncomputing_level", m->has_level ? json_real(m->level) : json_null());
    json_object_set_new(j, "energy_J",
                        json_pack("{s:f, s:f, s:f, s:f}", "objective_conventional", m->objective_J,
                                  "conventional", m->conventional_J, "adiabatic", m->adiabatic_J,
                                  "landauer", m->landauer_J));
    return j;
}

static void print_tape(const bench_tape *t, double plain_s)
{
    if (t)
        printf(" %8.1f %8.1f %9.3g", t->record_reverse_s / plain_s, t->reuse_s / plain_s,
               (double)t->tape_bytes);
    else
        printf(" %8s %8s %9s", "-", "-", "-");
}

/* True when machine and host agree. */
static bool run(rg_device *device, const bench_problem *p, json_t *results, int *status)
{
    fflush(stdout);
    const size_t n = p->variables;
    double *numbers = numbers_zero(2 * n), *variables = numbers;
    bench_machine m = {.gradient = numbers + n};
    static tape_tool *const tools[2] = {bench_adolc, bench_cppad};
    bench_tape *tapes = shared_tapes(n);
    bool have[2] = {false, false};
    const bool taped = !p->tape_limit
                       || bench_find(p, "steps")->integers[0] <= (int64_t)p->tape_limit;
    uint64_t hessian = 0;
    bool agree = true;

    bench_variables(p, variables);
    if (!bench_run_machine(device, p, &m)
        || (p->kernel == KERNEL_EMBEDDING && !bench_hessian_cycles(device, p, &hessian))) {
        *status = 3;
        munmap(tapes, 2 * (sizeof *tapes + n * sizeof(double)));
        free(numbers);
        return false;
    }
    const double plain = bench_plain(p, variables), plain_s = bench_plain_seconds(p, variables),
                 off = fabs(m.value - plain) / fmax(1, fabs(plain));
    json_t *j = json_pack("{s:s, s:s, s:I, s:o, s:f, s:f, s:f}", "problem", p->name, "size",
                          p->size, "variables", (json_int_t)n, "machine", machine_json(&m), "value",
                          m.value, "plain_value_differs_by", off, "plain_seconds", plain_s);
    json_t *list = json_array();
    for (int i = 0; taped && i < 2; i++)
        if ((have[i] = in_process(tools[i], p, variables, &tapes[i])))
            json_array_append_new(list, tape_json(&tapes[i], &m, plain_s, n));
    json_object_set_new(j, "tapes", list);
    if (hessian)
        json_object_set_new(j, "hessian_cycles", json_integer((json_int_t)hessian));
    json_array_append_new(results, j);

    agree = off <= VALUE_TOLERANCE && m.restored;
    for (int i = 0; i < 2; i++)
        agree = agree
                && (!have[i] || worst(m.gradient, tapes[i].gradient, n) <= GRADIENT_TOLERANCE);
    printf("%-18s %-28s %12llu %12llu %8.2f %3u %12llu %8.2f", p->name, p->size,
           (unsigned long long)m.cycles, (unsigned long long)m.instructions, program_ratio(&m),
           m.attempts, (unsigned long long)m.job, job_ratio(&m));
    m.has_level ? printf(" %5.2f", m.level) : printf(" %5s", "-");
    printf(" %9.3g", m.conventional_J);
    for (int i = 0; i < 2; i++)
        print_tape(have[i] ? &tapes[i] : NULL, plain_s);
    printf("%s\n", agree ? "" : "  differs");
    munmap(tapes, 2 * (sizeof *tapes + n * sizeof(double)));
    free(numbers);
    return agree;
}

static double tape_figure(const json_t *result, size_t tape, const char *name)
{
    return json_number_value(
        json_object_get(json_array_get(json_object_get(result, "tapes"), tape), name));
}

/* One line for each problem; what was not measured is empty. */
static bool write_csv(const char *path, const json_t *results)
{
    static const char *const counts[] = {"cycles",
                                         "instructions",
                                         "gradient_cycles_forward",
                                         "gradient_cycles_backward",
                                         "attempts",
                                         "gradient_over_objective",
                                         "uncomputing_level",
                                         "peak_words"};
    static const char *const jobs[] = {"job_cycles", "gradient_job_cycles",
                                       "gradient_job_over_objective_job", "words_in"};
    static const char *const tape[] = {"record_and_reverse_over_objective", "reuse_over_objective",
                                       "tape_bytes"};
    size_t i;
    json_t *r;
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return false;
    }
    fprintf(file,
            "problem,size,variables,cycles,instructions,cycles forward,cycles "
            "backward,attempts,gradient over objective,level,peak words,joules,plain seconds,"
            "ADOL-C record,ADOL-C reuse,ADOL-C bytes,CppAD record,CppAD reuse,CppAD bytes,job "
            "cycles,gradient job cycles,gradient job over objective job,words in\n");
    json_array_foreach(results, i, r)
    {
        const json_t *machine = json_object_get(r, "machine");
        fprintf(file, "%s,%s,%lld", json_string_value(json_object_get(r, "problem")),
                json_string_value(json_object_get(r, "size")),
                json_integer_value(json_object_get(r, "variables")));
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            const json_t *count = json_object_get(machine, counts[k]);
            json_is_number(count) ? fprintf(file, ",%.10g", json_number_value(count))
                                  : fprintf(file, ",");
        }
        fprintf(file, ",%.4g,%.4g",
                json_number_value(
                    json_object_get(json_object_get(machine, "energy_J"), "conventional")),
                json_number_value(json_object_get(r, "plain_seconds")));
        for (size_t t = 0; t < 2; t++)
            for (size_t k = 0; k < 3; k++) {
                double figure = tape_figure(r, t, tape[k]);
                figure > 0 ? fprintf(file, ",%.4g", figure) : fprintf(file, ",");
            }
        for (size_t k = 0; k < sizeof jobs / sizeof jobs[0]; k++)
            fprintf(file, ",%.10g", json_number_value(json_object_get(machine, jobs[k])));
        fprintf(file, "\n");
    }
    if (fclose(file) == 0)
        return true;
    perror(path);
    return false;
}

static bool write_json(const char *path, json_t *results, const rg_device *device)
{
    json_t *all = json_pack("{s:i, s:i, s:i, s:s, s:O}", "schema_version", RG_SCHEMA_VERSION,
                            "xlen", (int)rg_device_xlen(device), "frac",
                            (int)rg_device_frac(device), "engine", rg_device_engine(device),
                            "results", results);
    const bool done = all
                      && json_dump_file(all, path, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0;
    json_decref(all);
    if (!done)
        perror(path);
    return done;
}

int main(int argc, char **argv)
{
    settings s;
    rg_fault fault;
    bench_problem p;
    int status = 0;

    if (!read_arguments(argc, argv, &s)) {
        fprintf(stderr, "usage: bench-papers [--quick] [--engine NAME] [--only NAME] [--json FILE] "
                        "[--csv FILE]\n");
        return 2;
    }
    rg_device *device = rg_device_open(s.engine, &fault);
    if (!device) {
        fprintf(stderr, "bench: %s\n", fault.message);
        return 3;
    }
    json_t *results = json_array();
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    printf("machine: Q%u.%u, engine %s; G/O: cycles of value and gradient over cycles of the "
           "objective, all attempts (n): first of the programs alone, then of the\n"
           "jobs, with dispatcher and copies out; writing arguments before is in no count; level: "
           "uncomputing level\n"
           "tapes: seconds of a gradient over seconds of the objective in plain C at -O3, with "
           "recording and on a tape that is there; bytes\n"
           "%-18s %-28s %12s %12s %8s %3s %12s %8s %5s %9s %27s %27s\n%112s %8s %8s %9s %8s %8s "
           "%9s\n",
           rg_device_xlen(device) - rg_device_frac(device) - 1, rg_device_frac(device), s.engine,
           "problem", "size", "cycles", "instructions", "G/O", "n", "job", "job G/O", "level",
           "joules", "ADOL-C", "CppAD", "", "record", "reuse", "bytes", "record", "reuse", "bytes");
    for (size_t i = 0; status != 3 && bench_problem_make(i, s.quick, &p); i++) {
        if ((!s.only || strcmp(s.only, p.name) == 0) && !run(device, &p, results, &status)
            && status == 0)
            status = 1;
        bench_problem_free(&p);
    }
    if (s.csv && !write_csv(s.csv, results) && status == 0)
        status = 3;
    if (s.json && !write_json(s.json, results, device) && status == 0)
        status = 3;
    json_decref(results);
    rg_device_close(device);
    return status;
}
