/* characterise.c: `characterise NETLIST XLEN TRAIN TEST MOST_CYCLES FOLDER`: the segments of TRAIN
 * make the table, those of TEST try it.
 *
 * Writes FOLDER/rows.yaml (rows of the table), FOLDER/figures.md (what
 * docs/reference/characterise.md shows) and FOLDER/figures.json. */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "energy/netlist/report.h"
#include "errors/errors.h"

typedef struct {
    rg_segment *segments;
    size_t *program; /* of each segment */
    size_t count, program_count;
    char **names;
} recording;

typedef struct {
    rg_gate_table *table;
    const recording *recording;
} listening;

static void listen(void *context, size_t segment, const rg_gate_step *step)
{
    listening *l = context;
    rg_gate_table_add(l->table, l->recording->program[segment], step);
}

static void free_recording(recording *r)
{
    for (size_t i = 0; i < r->count; i++)
        free(r->segments[i].words);
    for (size_t i = 0; i < r->program_count; i++)
        free(r->names[i]);
    free(r->segments);
    free(r->program);
    free(r->names);
    *r = (recording){0};
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
    if (!r->count || strcmp(r->segments[r->count - 1].name, segment->name) != 0) {
        char **names = realloc(r->names, (r->program_count + 1) * sizeof *names),
             *name = strdup(segment->name);
        r->names = names ? names : r->names;
        if (!names || !name) {
            free(name);
            return false;
        }
        r->names[r->program_count++] = name;
    }
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

static bool measure(const rg_netlist *netlist, unsigned xlen, const recording *r,
                    uint64_t most_cycles, rg_gate_table *table, rg_gate_work *work, double *seconds)
{
    char message[512];
    struct timespec begin, end;
    rg_gatecore *core = rg_gatecore_new(netlist, xlen, message, sizeof message);
    bool good = core && rg_gate_table_init(table, netlist, core, r->program_count);
    if (good) {
        listening context = {table, r};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
        good = rg_gatecore_run(core, r->segments, r->count, most_cycles, listen, &context, work,
                               message, sizeof message);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
        *seconds = (double)(end.tv_sec - begin.tv_sec)
                   + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    }
    if (!good)
        fprintf(stderr, "characterise: %s\n", message);
    rg_gatecore_free(core);
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

static void json_sum(json_t *root, const char *key, const rg_report_sum *s)
{
    json_object_set_new(
        root, key,
        json_pack("{s:f,s:f,s:f,s:I,s:I,s:I,s:f,s:f,s:f,s:f,s:f,s:f}", "measured_fF", s->measured,
                  "by_class_fF", s->by_class, "by_operation_fF", s->by_op, "instructions",
                  (json_int_t)s->instructions, "guessed", (json_int_t)s->guessed, "programs",
                  (json_int_t)s->programs, "error_by_class", s->by_class / s->measured - 1,
                  "error_by_operation", s->by_op / s->measured - 1, "worst_by_class",
                  s->worst_class, "median_by_class", s->median_class, "worst_by_operation",
                  s->worst_op, "median_by_operation", s->median_op));
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

typedef struct {
    recording recording;
    rg_gate_table table;
    rg_gate_work work;
    double seconds;
} set;

static void write_figures(FILE *text, unsigned xlen, const rg_netlist *netlist, const set *train,
                          const set *test, const rg_gate_rows *rows, rg_report_sum *sum)
{
    fprintf(text,
            "## XLEN %u\n\nTable from %zu segments, %" PRIu64 " instructions, %" PRIu64
            " cycles, in %.0f s; test of %zu segments in %.0f s.\n\n",
            xlen, train->work.compared, train->work.retired, train->work.lane_cycles,
            train->seconds, test->work.compared, test->seconds);
    fprintf(text, "| program | instructions | nJ, toggles | nJ, table | error | with a row for "
                  "each opcode |\n|---|---|---|---|---|---|\n");
    rg_report_programs(text, &test->table, rows, test->recording.names, 100, sum);
    fprintf(text, "| all %zu | %" PRIu64 " | %.4g | %.4g | %+.1f %% | %+.1f %% |\n", sum->programs,
            sum->instructions, rg_switched_J(sum->measured, 0.9) * 1e9,
            rg_switched_J(sum->by_class, 0.9) * 1e9, 100 * (sum->by_class / sum->measured - 1),
            100 * (sum->by_op / sum->measured - 1));
    fprintf(text,
            "| median of one program | | | | %.1f %% | %.1f %% |\n| largest of one program | | | | "
            "%+.1f %% | %+.1f %% |\n",
            100 * sum->median_class, 100 * sum->median_op, 100 * sum->worst_class,
            100 * sum->worst_op);
    fprintf(text,
            "\nSwitched capacitance of an instruction in each module, fF, mean over all "
            "instructions of a mode:\n\n"
            "| module | cells | value | gradient | tangent | both |\n|---|---|---|---|---|---|\n");
    rg_report_units(text, &train->table, netlist);
    fprintf(text,
            "\nOf an instruction of each opcode beyond fetch and cycles, fF, ± standard deviation "
            "(samples):\n\n"
            "| opcode | class | value | gradient | tangent | both |\n|---|---|---|---|---|---|\n");
    rg_report_ops(text, rows);
}

static bool write_all(const char *folder, unsigned xlen, const rg_netlist *netlist,
                      const set *train, const set *test)
{
    rg_gate_rows rows;
    rg_report_sum sum;
    json_t *root = json_pack("{s:i}", "schema_version", RG_SCHEMA_VERSION);
    char path[1024];
    FILE *yaml = open_in(folder, "rows.yaml"), *text = open_in(folder, "figures.md");
    bool good = yaml && text && root;

    rg_gate_table_rows(&train->table, &rows);
    good = good && rg_report_rows(yaml, &rows, xlen, "make characterise");
    if (good) {
        write_figures(text, xlen, netlist, train, test, &rows, &sum);
        json_sum(root, "test", &sum);
        rg_report_programs(NULL, &train->table, &rows, train->recording.names, 100, &sum);
        json_sum(root, "training", &sum);
        op_rows(root, &rows);
        json_object_set_new(
            root, "work",
            json_pack("{s:I,s:I,s:f,s:I,s:I,s:f}", "training_cycles",
                      (json_int_t)train->work.lane_cycles, "training_segments",
                      (json_int_t)train->work.compared, "training_seconds", train->seconds,
                      "test_cycles", (json_int_t)test->work.lane_cycles, "test_segments",
                      (json_int_t)test->work.compared, "test_seconds", test->seconds));
        snprintf(path, sizeof path, "%s/figures.json", folder);
        good = json_dump_file(root, path, JSON_INDENT(1)) == 0;
    }
    good = close_file(yaml) && good;
    good = close_file(text) && good;
    json_decref(root);
    return good;
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
    bool good = read_recording(arguments[3], &train.recording)
                && read_recording(arguments[4], &test.recording);
    if (!good)
        fprintf(stderr, "characterise: no segments in %s or %s\n", arguments[3], arguments[4]);
    good = good
           && measure(&netlist, xlen, &train.recording, most, &train.table, &train.work,
                      &train.seconds)
           && measure(&netlist, xlen, &test.recording, most, &test.table, &test.work, &test.seconds)
           && write_all(arguments[6], xlen, &netlist, &train, &test);
    free_recording(&train.recording);
    free_recording(&test.recording);
    rg_gate_table_fini(&train.table);
    rg_gate_table_fini(&test.table);
    rg_netlist_free(&netlist);
    return good ? 0 : 1;
}
