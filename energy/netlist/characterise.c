/* characterise.c: `characterise NETLIST XLEN TRAIN TEST MOST_CYCLES FOLDER`: the segments of TRAIN
 * make the table, those of TEST try it.
 *
 * Writes FOLDER/rows.yaml (rows of the table), FOLDER/activity-operations.yaml and
 * FOLDER/activity-terms.yaml (those of the table of activity), FOLDER/figures.md (what
 * docs/reference/characterise.md shows) and FOLDER/figures.json. */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "energy/netlist/report.h"
#include "errors/errors.h"

enum { LEAST = 100 }; /* instructions of a program that is judged */
/* An instruction counts as a hundredth of a program in the fits: those of the least program that is
 * judged have together the weight of their program. */
static const double INSTRUCTION = 1.0 / LEAST;

typedef struct {
    rg_segment *segments;
    size_t *program; /* of each segment */
    size_t *file;    /* of each program */
    size_t count, program_count, file_count;
    char **names;
} recording;

/* A recording and what it switched. */
typedef struct {
    recording recording;
    rg_gate_table table;
    rg_moment_table moments;
    rg_gate_work work;
    double seconds;
    bool short_of_memory;
} set;

static void listen(void *context, size_t segment, const rg_gate_step *step)
{
    set *s = context;
    const size_t program = s->recording.program[segment];
    rg_gate_table_add(&s->table, program, step);
    if (!rg_moments_add(&s->moments, s->recording.file[program], step, s->table.cycle_ff))
        s->short_of_memory = true;
}

static void free_recording(recording *r)
{
    for (size_t i = 0; i < r->count; i++)
        free(r->segments[i].words);
    for (size_t i = 0; i < r->program_count; i++)
        free(r->names[i]);
    free(r->segments);
    free(r->program);
    free(r->file);
    free(r->names);
    *r = (recording){0};
}

/* The file is the first word of a name; its runs stand together. */
static bool same_file(const char *a, const char *b)
{
    const size_t length = strcspn(a, " ");
    return strcspn(b, " ") == length && strncmp(a, b, length) == 0;
}

static bool add_program(recording *r, const char *segment_name)
{
    char **names = realloc(r->names, (r->program_count + 1) * sizeof *names),
         *name = strdup(segment_name);
    r->names = names ? names : r->names;
    size_t *file = realloc(r->file, (r->program_count + 1) * sizeof *file);
    r->file = file ? file : r->file;
    if (!names || !name || !file) {
        free(name);
        return false;
    }
    r->file_count += !r->program_count || !same_file(r->names[r->program_count - 1], name);
    r->file[r->program_count] = r->file_count - 1;
    r->names[r->program_count++] = name;
    return true;
}

/* Segments of one run stand together and have one name. */
static bool add_segment(recording *r, const rg_segment *segment)
{
    rg_segment *segments = realloc(r->segments, (r->count + 1) * sizeof *segments);
    r->segments = segments ? segments : r->segments;
    size_t *program = realloc(r->program, (r->count + 1) * sizeof *program);
    r->program = program ? program : r->program;
    if (!segments || !program)
        return false;
    if ((!r->count || strcmp(r->segments[r->count - 1].name, segment->name) != 0)
        && !add_program(r, segment->name))
        return false;
    r->segments[r->count] = *segment;
    r->program[r->count++] = r->program_count - 1;
    return true;
}

static bool read_recording(const char *path, recording *r)
{
    FILE *file = fopen(path, "r");
    rg_segment segment;
    bool good = file != NULL;
    *r = (recording){0};
    while (good && rg_segment_read(file, &segment))
        if (!(good = add_segment(r, &segment)))
            free(segment.words);
    if (file)
        fclose(file);
    return good && r->count > 0;
}

static void sum_up(void *context, size_t segment, const rg_gate_step *step)
{
    rg_gate_table_add(context, segment, step);
}

/* The first run once more, in lanes that have had all the others: it must switch what it did. */
static bool same_again(const rg_netlist *netlist, rg_gatecore *core, const recording *r,
                       uint64_t most_cycles, const rg_gate_table *table, char *message, size_t size)
{
    size_t count = 0;
    rg_gate_table again;
    rg_gate_work work;
    double sum = 0;
    while (count < r->count && r->program[count] == 0)
        count++;
    if (!rg_gate_table_init(&again, netlist, core, count))
        return false;
    bool good = rg_gatecore_run(core, r->segments, count, most_cycles, sum_up, &again, &work,
                                message, size);
    for (size_t i = 0; i < count; i++)
        sum += again.programs[i].total;
    rg_gate_table_fini(&again);
    if (good && fabs(sum - table->programs[0].total) <= 1e-9 * sum)
        return true;
    if (good)
        snprintf(message, size, "%.200s: %.6g fF, and %.6g fF after other runs", r->names[0],
                 table->programs[0].total, sum);
    return false;
}

static bool measure(const rg_netlist *netlist, unsigned xlen, uint64_t most_cycles, set *s)
{
    char message[512] = "memory is short";
    struct timespec begin, end;
    rg_gatecore *core = rg_gatecore_new(netlist, xlen, message, sizeof message);
    bool good = core && rg_gate_table_init(&s->table, netlist, core, s->recording.program_count)
                && rg_moments_init(&s->moments, s->recording.file_count, netlist->unit_count);
    if (good) {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
        good = rg_gatecore_run(core, s->recording.segments, s->recording.count, most_cycles, listen,
                               s, &s->work, message, sizeof message)
               && !s->short_of_memory;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
        s->seconds = (double)(end.tv_sec - begin.tv_sec)
                     + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
        good = good
               && same_again(netlist, core, &s->recording, most_cycles, &s->table, message,
                             sizeof message);
    }
    if (!good)
        fprintf(stderr, "characterise: %s\n", message);
    rg_gatecore_free(core);
    return good;
}

static rg_sample sample_of(const set *s)
{
    return (rg_sample){&s->table, &s->moments, s->recording.file};
}

/* The fits of all designs, and what they would be with other files. */
static bool fit_all(const set *train, rg_report_fits *fits)
{
    const rg_sample sample = sample_of(train);
    bool good = true;
    for (unsigned d = 0; good && d < RG_DESIGNS; d++) {
        fits->again[d] = calloc(rg_bootstrap_rounds(d), sizeof *fits->again[d]);
        good = fits->again[d] && rg_regress(&sample, (rg_design)d, NULL, INSTRUCTION, &fits->fit[d])
               && rg_bootstrap(&sample, (rg_design)d, INSTRUCTION, fits->again[d]);
    }
    if (!good)
        fprintf(stderr, "characterise: memory is short\n");
    return good;
}

static FILE *open_in(const char *folder, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file)
        fprintf(stderr, "characterise: cannot write %s\n", path);
    return file;
}

static bool close_file(FILE *file) { return file && fclose(file) == 0; }

/* The sums of one design under keys of their own. */
static void json_design(json_t *sum, rg_design design, const rg_report_errors *e)
{
    static const char *const keys[RG_DESIGNS][5] = {
        {
            "by_class_fF",
            "error_by_class",
            "worst_by_class",
            "median_by_class",
            "beyond_by_class",
        },
        {
            "by_operation_fF",
            "error_by_operation",
            "worst_by_operation",
            "median_by_operation",
            "beyond_by_operation",
        },
        {
            "by_activity_fF",
            "error_by_activity",
            "worst_by_activity",
            "median_by_activity",
            "beyond_by_activity",
        },
        {
            "by_unit_fF",
            "error_by_unit",
            "worst_by_unit",
            "median_by_unit",
            "beyond_by_unit",
        },
    };
    const char *const *key = keys[design];
    json_object_set_new(sum, key[0], json_real(e->predicted));
    json_object_set_new(sum, key[1], json_real(e->error));
    json_object_set_new(sum, key[2], json_real(e->worst));
    json_object_set_new(sum, key[3], json_real(e->median));
    json_object_set_new(sum, key[4], json_integer((json_int_t)e->beyond_15));
}

static void json_sum(json_t *root, const char *key, const rg_report_sum *s)
{
    json_t *sum = json_pack("{s:f,s:I,s:I,s:I}", "measured_fF", s->measured, "instructions",
                            (json_int_t)s->instructions, "guessed", (json_int_t)s->guessed,
                            "programs", (json_int_t)s->programs);
    for (unsigned d = 0; d < RG_DESIGNS; d++)
        json_design(sum, (rg_design)d, &s->errors[d]);
    json_object_set_new(root, key, sum);
}

static void op_rows(json_t *root, const rg_gate_rows *rows)
{
    json_t *list = json_array();
    for (unsigned op = 0; op < RG_OP_LIMIT; op++)
        for (unsigned mode = 0; mode < RG_GATE_MODES; mode++)
            if (rows->op[op][mode].count)
                json_array_append_new(
                    list,
                    json_pack("{s:s,s:s,s:s,s:f,s:f,s:I}", "operation", rg_op_lookup(op)->mnemonic,
                              "class", rg_class_name(rg_op_lookup(op)->class), "mode",
                              rg_gate_mode_name((rg_gate_mode)mode), "mean_fF",
                              rows->op[op][mode].mean, "spread_fF", rows->op[op][mode].spread,
                              "samples", (json_int_t)rows->op[op][mode].count));
    json_object_set_new(root, "operations", list);
}

static void write_sum(FILE *text, const char *what, const rg_report_sum *sum)
{
    fprintf(text,
            "\n| %s | class | opcode | activity | units |\n|---|---|---|---|---|\n| sum of %zu "
            "programs, error |",
            what, sum->programs);
    for (unsigned d = 0; d < RG_DESIGNS; d++)
        fprintf(text, " %+.1f %% |", 100 * sum->errors[d].error);
    fprintf(text, "\n| median of one program |");
    for (unsigned d = 0; d < RG_DESIGNS; d++)
        fprintf(text, " %.1f %% |", 100 * sum->errors[d].median);
    fprintf(text, "\n| its 95 %% interval |");
    for (unsigned d = 0; d < RG_DESIGNS; d++)
        fprintf(text, " %.1f .. %.1f %% |", 100 * sum->errors[d].median_low,
                100 * sum->errors[d].median_high);
    fprintf(text, "\n| within 5 %% |");
    for (unsigned d = 0; d < RG_DESIGNS; d++)
        fprintf(text, " %zu |", sum->errors[d].within_5);
    fprintf(text, "\n| beyond 15 %% |");
    for (unsigned d = 0; d < RG_DESIGNS; d++)
        fprintf(text, " %zu |", sum->errors[d].beyond_15);
    fprintf(text, "\n| largest |");
    for (unsigned d = 0; d < RG_DESIGNS; d++)
        fprintf(text, " %+.1f %% |", 100 * sum->errors[d].worst);
    fprintf(text, "\n");
}

static bool write_figures(FILE *text, unsigned xlen, const rg_netlist *netlist, const set *train,
                          const set *test, const rg_gate_rows *rows, const rg_report_fits *fits,
                          rg_report_sum *sums)
{
    const rg_sample trained = sample_of(train), tried = sample_of(test);
    fprintf(text,
            "## XLEN %u\n\nTable from %zu runs of %zu files, %" PRIu64 " instructions, %" PRIu64
            " cycles, in %.0f s;\ntest of %zu runs of %zu files, %" PRIu64
            " instructions, in %.0f s.\n\n",
            xlen, train->recording.program_count, train->recording.file_count, train->work.retired,
            train->work.lane_cycles, train->seconds, test->recording.program_count,
            test->recording.file_count, test->work.retired, test->seconds);
    fprintf(text, "| program | instructions | nJ, toggles | class | opcode | activity | units "
                  "|\n|---|---|---|---|---|---|---|\n");
    bool good =
        rg_report_programs(text, &tried, fits, test->recording.names, LEAST, &sums[1])
        && rg_report_programs(NULL, &trained, fits, train->recording.names, LEAST, &sums[0]);
    write_sum(text, "test", &sums[1]);
    write_sum(text, "training", &sums[0]);
    fprintf(
        text,
        "\nSwitched capacitance of an instruction in each module, fF, mean over all "
        "instructions of a mode; and in the fit by units what a bit adds that changes at its ports "
        "or in its registers:\n\n"
        "| module | cells | value | gradient | tangent | both | a bit "
        "|\n|---|---|---|---|---|---|---|\n");
    rg_report_units(text, &train->table, netlist, &fits->fit[RG_DESIGN_UNIT]);
    fprintf(text,
            "\nOf an instruction of each opcode beyond fetch and cycles, fF, ± standard deviation "
            "(samples):\n\n"
            "| opcode | class | value | gradient | tangent | both |\n|---|---|---|---|---|---|\n");
    rg_report_ops(text, rows);
    return good;
}

static json_t *work_of(const set *train, const set *test)
{
    return json_pack("{s:I,s:I,s:f,s:I,s:I,s:f}", "training_cycles",
                     (json_int_t)train->work.lane_cycles, "training_segments",
                     (json_int_t)train->work.compared, "training_seconds", train->seconds,
                     "test_cycles", (json_int_t)test->work.lane_cycles, "test_segments",
                     (json_int_t)test->work.compared, "test_seconds", test->seconds);
}

static bool write_activity(const char *folder, unsigned xlen, const rg_energies *fit)
{
    FILE *operations = open_in(folder, "activity-operations.yaml"),
         *terms = open_in(folder, "activity-terms.yaml");
    bool good = operations && terms
                && rg_report_activity_operations(operations, fit, xlen, "make characterise")
                && rg_report_activity_terms(terms, fit, xlen, "make characterise");
    good = close_file(operations) && good;
    return close_file(terms) && good;
}

static bool write_all(const char *folder, unsigned xlen, const rg_netlist *netlist,
                      const set *train, const set *test, const rg_report_fits *fits)
{
    rg_gate_rows rows;
    rg_report_sum sums[2];
    json_t *root = json_pack("{s:i}", "schema_version", RG_SCHEMA_VERSION);
    char path[1024];
    FILE *yaml = open_in(folder, "rows.yaml"), *text = open_in(folder, "figures.md");
    bool good = yaml && text && root
                && write_activity(folder, xlen, &fits->fit[RG_DESIGN_ACTIVITY]);

    rg_gate_table_rows(&train->table, fits->fit[RG_DESIGN_TABLE].term[0][RG_TERM_BUSY], &rows);
    if (good)
        good = write_figures(text, xlen, netlist, train, test, &rows, fits, sums);
    if (good)
        op_rows(root, &rows);
    rg_energies_rows(&fits->fit[RG_DESIGN_TABLE], &rows);
    good = good
           && rg_report_rows(yaml, &rows, fits->again[RG_DESIGN_TABLE], xlen, "make characterise");
    if (good) {
        json_sum(root, "training", &sums[0]);
        json_sum(root, "test", &sums[1]);
        json_object_set_new(root, "work", work_of(train, test));
        snprintf(path, sizeof path, "%s/figures.json", folder);
        good = json_dump_file(root, path, JSON_INDENT(1)) == 0;
    }
    good = close_file(yaml) && good;
    good = close_file(text) && good;
    json_decref(root);
    return good;
}

static void free_set(set *s)
{
    free_recording(&s->recording);
    rg_gate_table_fini(&s->table);
    rg_moments_fini(&s->moments);
}

int main(int count, char **arguments)
{
    rg_netlist netlist;
    set train = {0}, test = {0};
    char message[512];
    if (count != 7) {
        fprintf(stderr, "usage: characterise NETLIST XLEN TRAIN TEST MOST_CYCLES FOLDER\n");
        return 2;
    }
    const unsigned xlen = (unsigned)strtoul(arguments[2], NULL, 10);
    const uint64_t most = strtoull(arguments[5], NULL, 10);
    if (!rg_netlist_read(arguments[1], "rg_core", &netlist, message, sizeof message)) {
        fprintf(stderr, "characterise: %s\n", message);
        return 1;
    }
    if (netlist.unit_count > RG_MOST_UNITS) {
        fprintf(stderr, "characterise: the netlist has %zu modules, and RG_MOST_UNITS is %d\n",
                netlist.unit_count, RG_MOST_UNITS);
        rg_netlist_free(&netlist);
        return 1;
    }
    rg_report_fits *fits = calloc(1, sizeof *fits);
    bool good = read_recording(arguments[3], &train.recording)
                && read_recording(arguments[4], &test.recording);
    if (!good)
        fprintf(stderr, "characterise: no segments in %s or %s\n", arguments[3], arguments[4]);
    good = good && fits && measure(&netlist, xlen, most, &train)
           && measure(&netlist, xlen, most, &test) && fit_all(&train, fits)
           && write_all(arguments[6], xlen, &netlist, &train, &test, fits);
    for (unsigned d = 0; fits && d < RG_DESIGNS; d++)
        free(fits->again[d]);
    free(fits);
    free_set(&train);
    free_set(&test);
    rg_netlist_free(&netlist);
    return good ? 0 : 1;
}
