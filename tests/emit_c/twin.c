/* twin.c: see twin.h. A line of output is the number of the program, what was run, the cause of the
 * trap and its line, and all words of all arguments, with their gradients or tangents. */
#include "tests/emit_c/twin.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/opt/opt.h"
#include "compiler/rgc.h"
#include "host-driver/handle.h"
#include "host-driver/internal.h"
#include "tests/oracle/generate.h"

enum { MOST = 24, WORDS = 81, STACK_WORDS = 12 /* of the stack between routines, compared */ };

typedef struct {
    twin_unit *u;
    rg_device *device;
    rg_job *handle;
    const rgd_job *job;
    size_t count;
    rg_parameter parameters[MOST];
    size_t extents[MOST][RG_MOST_DIMENSIONS]; /* 1 where there is no such dimension */
    int64_t start[MOST][WORDS];
    gen random;
    unsigned number, emitted; /* of the program, and of its C */
    char name[80];
    const char *routine;
    bool all;
} twin;

bool twin_open(twin_unit *u)
{
    *u = (twin_unit){0};
    strcpy(u->folder, "/tmp/emit_c.XXXXXX");
    if (!mkdtemp(u->folder))
        return false;
    char path[96];
    snprintf(path, sizeof path, "%s/rg_runtime.h", u->folder);
    FILE *runtime = fopen(path, "w");
    bool good = runtime && rgc_print_c_runtime(runtime) == 0;
    good = runtime && fclose(runtime) == 0 && good;
    snprintf(path, sizeof path, "%s/unit.c", u->folder);
    u->unit = fopen(path, "w");
    u->calls = open_memstream(&u->call_text, &u->call_size);
    u->expected = open_memstream(&u->expected_text, &u->expected_size);
    if (u->unit)
        fputs("#define RG_FUNCTIONS\n", u->unit);
    return good && u->unit && u->calls && u->expected;
}

/* ---- arguments ---- */

static int64_t random_word(gen *g, rg_number number, unsigned xlen, unsigned frac)
{
    const unsigned pad = 64 - xlen;
    int64_t small = (int64_t)(gen_pick(g, 1u << 30) * UINT64_C(0x10000)) - (INT64_C(1) << 45);

    small = frac < 43 ? small >> (43 - frac) : small;
    switch (number) {
    case RG_NUMBER_FIXED:
        if (gen_pick(g, 8) == 0)
            return (int64_t)(gen_pick(g, 5) * (UINT64_C(1) << (frac - 1)));
        return (int64_t)((uint64_t)(small / 2) << pad) >> pad;
    case RG_NUMBER_LOG: {
        const uint64_t sign = UINT64_C(1) << (xlen - 1), field = (uint64_t)(small / 4) & (sign - 1);
        return (int64_t)((gen_pick(g, 4) ? field : field | sign) << pad) >> pad;
    }
    case RG_NUMBER_BOOL: return gen_pick(g, 2);
    default: break;
    }
    if (gen_pick(g, 6))
        return (int64_t)gen_pick(g, 10) - 3;
    return (int64_t)((uint64_t)gen_pick(g, 1u << 30) << gen_pick(g, 34) << pad) >> pad;
}

static size_t columns_of(const twin *t, size_t i)
{
    size_t product = 1;

    for (unsigned d = 1; d < RG_MOST_DIMENSIONS; d++)
        product *= t->extents[i][d];
    return product;
}

static size_t words_of(const twin *t, size_t i) { return t->extents[i][0] * columns_of(t, i); }

static rg_result set(twin *t, size_t i, rg_fault *fault)
{
    const rg_parameter *p = &t->parameters[i];
    const rg_result result =
        p->rank < 3 ? RG_OK : rg_set_extents(t->handle, p->name, t->extents[i], p->rank, fault);

    return result != RG_OK ? result
                           : rg_set_raw(t->handle, p->name, t->start[i], t->extents[i][0],
                                        columns_of(t, i), fault);
}

static bool draw(twin *t, rg_fault *fault)
{
    const size_t extent = 2 + gen_pick(&t->random, 2);

    t->count = rg_parameter_count(t->handle);
    for (size_t i = 0; i < t->count && t->count <= MOST; i++) {
        rg_parameter *p = &t->parameters[i];
        rg_parameter_at(t->handle, i, p);
        const bool own = gen_pick(&t->random, 4) == 0 && !p->levels[0];
        for (unsigned d = 0; d < RG_MOST_DIMENSIONS; d++)
            t->extents[i][d] = p->rank <= d ? 1 : own ? 2 + gen_pick(&t->random, 2) : extent;
        for (size_t k = 0; k < words_of(t, i); k++)
            t->start[i][k] = random_word(&t->random, p->number, rg_device_xlen(t->device),
                                         rg_device_frac(t->device));
        if (set(t, i, fault) != RG_OK)
            return false;
    }
    return t->count <= MOST;
}

/* ---- the calls in C ---- */

static bool is_stack(const twin *t, size_t i)
{
    return rg_is_global_stack(t->job->arguments[i].param);
}

static void declare_array(const twin *t, size_t i)
{
    const size_t *extents = t->extents[i];
    FILE *out = t->u->calls;

    if (is_stack(t, i))
        fprintf(out, "    rg_array A%zu = {a%zu, g%zu, t%zu, %zu, -%d, {0}};\n", i, i, i, i,
                extents[0], RG_GLOBAL_STACK_ROOM);
    else
        fprintf(out, "    rg_array A%zu = {a%zu, g%zu, t%zu, %zu, %zu, {%zu, %zu, %zu}};\n", i, i,
                i, i, extents[0], columns_of(t, i), extents[1], extents[2], extents[3]);
}

static void declare(const twin *t, bool seeds, size_t of, size_t element, int64_t seed,
                    int64_t along)
{
    FILE *out = t->u->calls;

    for (size_t i = 0; i < t->count; i++) {
        const size_t given = words_of(t, i), n = is_stack(t, i) ? RG_GLOBAL_STACK_ROOM : given;
        fprintf(out, "    int64_t a%zu[%zu] = {", i, n);
        for (size_t k = 0; k < given; k++)
            fprintf(out, "(int64_t)UINT64_C(%" PRIu64 "), ", (uint64_t)t->start[i][k]);
        fprintf(out, "};\n    int64_t g%zu[%zu] = {0}, t%zu[%zu] = {0};\n", i, n, i, n);
        for (size_t k = 0; k < n && along && t->parameters[i].active && !t->parameters[i].keyword;
             k++)
            fprintf(out, "    t%zu[%zu] = INT64_C(%" PRId64 ");\n", i, k, along);
        if (t->parameters[i].rank)
            declare_array(t, i);
        fprintf(out, "    (void)g%zu;\n    (void)t%zu;\n", i, i);
    }
    if (seeds)
        fprintf(out, "    g%zu[%zu] = INT64_C(%" PRId64 ");\n", of, element, seed);
}

static void call(const twin *t, const char *suffix, char companion)
{
    FILE *out = t->u->calls;

    fprintf(out, "    unsigned trap = %s%s(&rg", t->name, suffix);
    for (size_t i = 0; i < t->count; i++) {
        if (t->parameters[i].rank) {
            fprintf(out, ", &A%zu", i);
            continue;
        }
        fprintf(out, ", a%zu", i);
        if (companion && t->parameters[i].active)
            fprintf(out, ", %c%zu", companion, i);
    }
    fprintf(out, ");\n");
}

static void print(const twin *t, char what, char companion)
{
    FILE *out = t->u->calls;

    fprintf(out, "    printf(\"%u %c %%u %%u:\", trap, trap ? rg.line : 0);\n", t->number, what);
    for (size_t i = 0; i < t->count; i++) {
        if (is_stack(t, i))
            fprintf(out, "    show(&(int64_t){(int64_t)A%zu.rows}, 1);\n", i);
        fprintf(out, "    show(a%zu, %zu);\n", i, is_stack(t, i) ? STACK_WORDS : words_of(t, i));
    }
    for (size_t i = 0; i < t->count && companion; i++)
        if (t->parameters[i].active)
            fprintf(out, "    show(%c%zu, %zu);\n", companion, i, words_of(t, i));
    fprintf(out, "    puts(\"\");\n    rg_state_free(&rg);\n}\n");
}

static void begin(const twin *t) { fprintf(t->u->calls, "{\n    rg_state rg = {0};\n"); }

/* ---- what the machine says ---- */

static void expect(const twin *t, const int64_t *words, size_t count)
{
    for (size_t k = 0; k < count; k++)
        fprintf(t->u->expected, " %" PRIx64, (uint64_t)words[k]);
}

/* An argument as the run found it. */
static void expect_start(const twin *t, size_t i)
{
    const int64_t none[STACK_WORDS] = {0}, given = (int64_t)words_of(t, i);

    if (is_stack(t, i))
        expect(t, &given, 1);
    expect(t, t->start[i], words_of(t, i));
    if (is_stack(t, i))
        expect(t, none, STACK_WORDS - words_of(t, i));
}

/* The words of a result; those of the stack have its length before them. */
static void expect_result(const twin *t, size_t i)
{
    expect(t, t->job->arguments[i].result, is_stack(t, i) ? 1 + STACK_WORDS : words_of(t, i));
}

static void expect_head(const twin *t, char what, unsigned trap, unsigned line)
{
    fprintf(t->u->expected, "%u %c %u %u:", t->number, what, trap, line);
}

/* The line at which it stopped. A trap within a library is shown at the call into it, and its
 * message names the line. */
static unsigned line_of(const rg_trap_report *trap)
{
    const char *called = trap ? strstr(trap->message, " called here (") : NULL,
               *line = called ? strchr(called, ':') : NULL;
    return line ? (unsigned)strtoul(line + 1, NULL, 10) : trap ? trap->line : 0;
}

static unsigned cause_of(const rg_trap_report *trap)
{
    for (unsigned c = 1; trap && c < RG_TRAP_COUNT; c++)
        if (strcmp(rg_trap_lookup(c)->name, trap->cause) == 0)
            return c;
    return 0;
}

static bool expect_run(twin *t, bool backward, rg_fault *fault, bool *ran)
{
    const rg_result result = backward ? rg_uncall(t->handle, fault) : rg_call(t->handle, fault);
    const rg_trap_report *trap = result == RG_TRAPPED ? rg_get_trap(t->handle) : NULL;

    *ran = result == RG_OK;
    if (result != RG_OK && !trap)
        return false;
    if (t->u->what == TWIN_GRADIENTS)
        return true;
    const unsigned cause = cause_of(trap);
    if (trap && cause == 0) /* the driver looked at what the run left in the accumulator */
        return true;
    begin(t);
    declare(t, false, 0, 0, 0, 0);
    call(t, backward ? "_inverse" : "", 0);
    print(t, backward ? 'b' : 'f', 0);
    expect_head(t, backward ? 'b' : 'f', cause, line_of(trap));
    t->u->counts.trapped += trap != NULL;
    for (size_t i = 0; i < t->count; i++)
        (*ran ? expect_result : expect_start)(t, i);
    fputs("\n", t->u->expected);
    return true;
}

static bool expect_gradient(twin *t, rg_fault *fault)
{
    size_t active[MOST], n = 0;

    for (size_t i = 0; i < t->count; i++)
        if (t->parameters[i].active)
            active[n++] = i;
    if (n == 0)
        return true;
    const size_t of = active[gen_pick(&t->random, (unsigned)n)];
    const size_t element = gen_pick(&t->random, (unsigned)words_of(t, of));
    const bool array = t->parameters[of].rank != 0;
    const rg_result result = rg_gradient(t->handle, t->parameters[of].name,
                                         array ? element % t->extents[of][0] + 1 : 0,
                                         array ? element / t->extents[of][0] + 1 : 0, fault);
    if (result == RG_BAD_MACHINE && strcmp(fault->code, "R0921") == 0)
        return true;
    if (result != RG_OK)
        return false;
    t->u->counts.gradients++;
    begin(t);
    /* A sweep back that was taken again has a smaller seed than the one that was put down. */
    const int exponent = (int)rg_device_frac(t->device) + t->job->seed_exponent;
    declare(t, true, of, element, INT64_C(1) << exponent, 0);
    call(t, "_gradient", 'g');
    print(t, 'g', 'g');
    expect_head(t, 'g', 0, 0);
    for (size_t i = 0; i < t->count; i++)
        expect_start(t, i);
    for (size_t i = 0; i < t->count; i++)
        if (t->parameters[i].active)
            expect(t, t->job->arguments[i].gradient, words_of(t, i));
    fputs("\n", t->u->expected);
    return true;
}

static bool expect_tangent(twin *t, rg_fault *fault)
{
    double ones[WORDS];
    bool any = false;

    for (size_t k = 0; k < WORDS; k++)
        ones[k] = 1;
    for (size_t i = 0; i < t->count; i++)
        if (t->parameters[i].active && !t->parameters[i].keyword) {
            any = true;
            if (rg_set_direction(t->handle, t->parameters[i].name, ones, words_of(t, i), fault)
                != RG_OK)
                return false;
        }
    if (!any)
        return true;
    const rg_result result = rg_tangent(t->handle, fault);
    if (result == RG_BAD_MACHINE)
        return strcmp(fault->code, "R0921") == 0;
    if (result != RG_OK)
        return result == RG_TRAPPED; /* where values trap is compared by the call */
    const int exponent = (int)rg_device_frac(t->device) + rg_tangent_exponent(t->handle);
    bool log = false;
    for (size_t i = 0; i < t->count; i++)
        log = log || t->parameters[i].number == RG_NUMBER_LOG;
    if (log || exponent < 0) /* their directions are rounded by the driver */
        return true;
    t->u->counts.tangents++;
    begin(t);
    declare(t, false, 0, 0, 0, INT64_C(1) << exponent);
    call(t, "_tangent", 't');
    print(t, 't', 't');
    expect_head(t, 't', 0, 0);
    for (size_t i = 0; i < t->count; i++)
        expect_result(t, i);
    for (size_t i = 0; i < t->count; i++)
        if (t->parameters[i].active)
            expect(t, t->job->arguments[i].tangent, words_of(t, i));
    fputs("\n", t->u->expected);
    return true;
}

/* ---- one program ---- */

static int emit(twin *t, const char *path, const char *text)
{
    char prefix[24];
    rgc_options options = {.xlen = rg_device_xlen(t->device),
                           .frac = rg_device_frac(t->device),
                           .entry = t->all ? NULL : t->routine,
                           .passes_off = OPT_EVERY}; /* the C is the same, made in half the time */
    rgc_result *compiled = rgc_compile_buffer(path, text, strlen(text), &options);
    if (compiled && !rgc_object(compiled)) { /* it needs the optimiser to fit */
        rgc_result_free(compiled);
        options.passes_off = 0;
        compiled = rgc_compile_buffer(path, text, strlen(text), &options);
    }
    char *c = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&c, &size);

    snprintf(prefix, sizeof prefix, "p%u_", t->emitted);
    const int made = compiled && out ? rgc_print_c(compiled, out, prefix, "rg_runtime.h", NULL)
                                     : -1;
    if (out)
        fclose(out);
    if (made == 0)
        fputs(c, t->u->unit);
    if (made == RGC_NO_C && !t->u->counts.first_refusal[0])
        snprintf(t->u->counts.first_refusal, sizeof t->u->counts.first_refusal, "%s: %s", path,
                 rgc_diagnostic_at(compiled, rgc_diagnostic_count(compiled) - 1)->at.message);
    rgc_result_free(compiled);
    free(c);
    return made;
}

static bool compare(twin *t, rg_fault *fault)
{
    rg_handle_state state;
    bool ran = false, back = false;

    t->job = rg_handle_object(RG_HANDLE_JOB, t->handle, &state);
    if (!draw(t, fault) || !expect_run(t, false, fault, &ran))
        return false;
    if (ran && t->u->what != TWIN_VALUES && !expect_gradient(t, fault))
        return false;
    if (t->u->what == TWIN_GRADIENTS)
        return true;
    return (!ran || expect_tangent(t, fault)) && expect_run(t, true, fault, &back);
}

/* As compiler/emit_c/names.c makes it. */
static void make_name(twin *t, const char *routine)
{
    size_t n = (size_t)snprintf(t->name, sizeof t->name, "p%u_", t->emitted);

    for (const char *c = routine; *c && n + 4 < sizeof t->name; c++)
        if ((unsigned char)*c < 128)
            t->name[n++] = isalnum((unsigned char)*c) ? *c : '_';
        else
            n += (size_t)snprintf(t->name + n, 4, "x%02x", (unsigned)(unsigned char)*c);
    t->name[n] = 0;
}

bool twin_add(twin_unit *u, rg_device *device, const char *path, const char *text,
              const char *routine, bool all, uint64_t seed, rg_fault *fault)
{
    twin *t = calloc(1, sizeof *t);
    bool good = t != NULL;

    if (good && rg_load_text(device, path, text, fault) == RG_OK) {
        *t = (twin){.u = u, .device = device, .number = u->count++, .routine = routine};
        t->random.state = seed ^ UINT64_C(0xa5a5a5a55a5a5a5a);
        const bool more = u->what == TWIN_GRADIENTS; /* of the program before */
        const bool again = (all || more) && u->last_text == text;
        t->all = all;
        t->emitted = again ? u->last_emitted : t->number;
        make_name(t, routine);
        const int made = again ? 0 : emit(t, path, text);
        u->last_text = made == 0 ? text : NULL;
        u->last_emitted = t->emitted;
        u->counts.refused += made == RGC_NO_C;
        u->counts.programs += made == 0 && !more;
        u->counts.rejected += made == -1;
        t->handle = made == 0 ? rg_job_new(device, routine, fault) : NULL;
        if (t->handle) {
            good = compare(t, fault);
            rg_job_free(t->handle);
        }
    } else {
        u->counts.rejected++;
    }
    free(t);
    return good;
}

/* ---- all of them ---- */

static void finish_unit(twin_unit *u)
{
    fclose(u->calls);
    fclose(u->expected);
    fputs("\n#include <inttypes.h>\n#include <stdio.h>\n"
          "static void show(const int64_t *words, size_t count)\n{\n"
          "    for (size_t i = 0; i < count; i++)\n"
          "        printf(\" %\" PRIx64, (uint64_t)words[i]);\n}\n"
          "int main(void)\n{\n    (void)show;\n",
          u->unit);
    fputs(u->call_text, u->unit);
    fputs("    return 0;\n}\n", u->unit);
    fclose(u->unit);
}

static int differences(const twin_unit *u, FILE *got)
{
    char *line = NULL, *wanted = u->expected_text;
    size_t room = 0;
    int differ = 0;

    while (*wanted) {
        char *end = strchr(wanted, '\n');
        const size_t length = end ? (size_t)(end - wanted + 1) : strlen(wanted);
        const bool here = getline(&line, &room, got) > 0;
        if (!here || strlen(line) != length || memcmp(line, wanted, length) != 0)
            if (++differ <= 6)
                fprintf(stderr, "machine %.*semitted %s", (int)length, wanted,
                        here ? line : "nothing\n");
        wanted += length;
    }
    free(line);
    return differ;
}

int twin_close(twin_unit *u, const char *compile, bool keep)
{
    char command[512];
    int result = -1;

    finish_unit(u);
    snprintf(command, sizeof command, "cd %s && %s -o unit unit.c && ./unit > got", u->folder,
             compile);
    if (system(command) == 0) {
        snprintf(command, sizeof command, "%s/got", u->folder);
        FILE *got = fopen(command, "r");
        if (got) {
            result = differences(u, got);
            fclose(got);
        }
    }
    if (keep)
        fprintf(stderr, "the unit is in %s\n", u->folder);
    else if (snprintf(command, sizeof command, "rm -r %s", u->folder) > 0 && system(command) != 0)
        result = -1;
    free(u->call_text);
    free(u->expected_text);
    return result;
}
