/* link.c: assembles the firmware at address 0 and writes it as C tables.
 *
 *   firmware-link XLEN FRAC FLOAT OUT.c OUT.h
 *
 * The files have three images: rg_firmware of this machine, rg_firmware_float of the engine
 * "float", rg_firmware_board of a board, which has too few instructions for a self-test.
 *
 * The signatures of the self-test come from the reference model of the arithmetic. The image is run
 * on the engine "fast", or "float", with unknown signatures. It stops at each comparison that
 * fails, TRAPINFO holds the right signature, and the image is made anew. */
#include "compiler/asm/asm.h"
#include "isa/board.h"
#include "isa/isa.h"
#include "firmware/board.h"
#include "firmware/others.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 1 << 18, MAX_SIGNATURES = 64, RUN_CYCLES = 10000000, MIN_INTEGER_BITS = 8 };

/* What tells the programs of jobs apart, by the parameters that they load in registers. */
enum { WIDTHS = 3 };
static const char *const widths[WIDTHS] = {"_few", "", "_wide"};
static const unsigned registers[WIDTHS] = {4, 14, 28};

#define PASS_MARKER 0x50415353u /* "PASS" */
#define PARTLY_MARKER                                                                              \
    0x50415254u /* "PART": passed without the blocks whose numbers this format cannot hold */

typedef struct {
    char name[48];
    uint64_t value;
    unsigned line; /* of the assert that follows its const */
} signature;

typedef struct {
    const char *name; /* of the image, before the names of its tables */
    unsigned xlen, frac;
    unsigned wide; /* bits of a machine with FLOAT, or 0 */
    bool narrow;   /* the format cannot hold the numbers of selftest_fractions.s */
    bool bare;     /* no self-test */
    char *text;    /* the whole source, MAX_TEXT bytes */
    size_t length;
    char *body; /* the source without the .equ lines in front */
    signature signatures[MAX_SIGNATURES];
    size_t signature_count;
} linker;

static bool add_text(linker *l, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int n = vsnprintf(l->text + l->length, MAX_TEXT - l->length, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= MAX_TEXT - l->length) {
        fprintf(stderr, "firmware-link: the source is too long\n");
        return false;
    }
    l->length += (size_t)n;
    return true;
}

/* Append a file to text, MAX_TEXT bytes. */
static bool read_source(char *text, const char *path)
{
    size_t used = strlen(text);
    FILE *file = fopen(path, "rb");

    if (!file) {
        fprintf(stderr, "firmware-link: cannot open %s\n", path);
        return false;
    }
    size_t n = fread(text + used, 1, MAX_TEXT - used - 1, file);
    bool ok = !ferror(file) && feof(file);
    fclose(file);
    text[used + n] = 0;
    if (!ok)
        fprintf(stderr, "firmware-link: cannot read %s\n", path);
    return ok;
}

/* Whether a line of jobs.s that begins with `mark` stands in the programs of width n. */
static bool stands(char mark, size_t n)
{
    return mark == '-' ? n == 0 : mark == '=' ? n > 0 : mark == '+' ? n + 1 == WIDTHS : true;
}

/* The programs of the jobs (jobs.s) once more, for width n. */
static bool add_jobs(linker *l, const char *jobs, size_t n)
{
    size_t used = strlen(l->body);
    bool skip = false, first = true;

    for (const char *at = jobs; *at; at++) {
        const bool mark = first && (*at == '-' || *at == '=' || *at == '+');
        first = *at == '\n';
        skip = (skip || (mark && !stands(*at, n))) && !first;
        const char *text = *at == '$' ? widths[n] : mark ? " " : (const char[]){*at, 0};
        const size_t length = skip ? 0 : strlen(text);
        if (used + length >= MAX_TEXT) {
            fprintf(stderr, "firmware-link: the source is too long\n");
            return false;
        }
        memcpy(l->body + used, text, length);
        used += length;
        l->body[used] = 0;
    }
    return true;
}

/* Every "const := r21, sig_NAME" of the body names a signature that the next line compares. */
static bool find_signatures(linker *l)
{
    static const char pattern[] = "const := r21, sig_";

    for (const char *at = l->body; (at = strstr(at, pattern)) != NULL;) {
        at += sizeof pattern - 1;
        size_t n = strcspn(at, " \t\r\n");
        if (l->signature_count == MAX_SIGNATURES || n == 0 || n >= sizeof l->signatures[0].name) {
            fprintf(stderr, "firmware-link: too many signatures, or a bad name\n");
            return false;
        }
        signature *s = &l->signatures[l->signature_count++];
        memcpy(s->name, at, n);
        s->name[n] = 0;
        s->value = l->signature_count; /* something that no run gives */
    }
    return true;
}

/* The text to assemble: constants, then the body. Also finds the lines of the comparisons. */
static bool make_text(linker *l)
{
    unsigned line = 1;

    l->length = 0;
#define RG_MAILBOX(name, address, what)                                                            \
    if (!add_text(l, ".equ mb_%s, %u\n", #name, (unsigned)(address)))                              \
        return false;                                                                              \
    line++;
#include "mailbox.def"
#undef RG_MAILBOX
    if (!add_text(l, ".equ pass_marker, 0x%x\n", l->narrow ? PARTLY_MARKER : PASS_MARKER))
        return false;
    line++;
    for (size_t i = 0; i < l->signature_count; i++, line++)
        if (!add_text(l, ".equ sig_%s, 0x%" PRIx64 "\n", l->signatures[i].name,
                      l->signatures[i].value))
            return false;
    if (!add_text(l, "%s", l->body))
        return false;
    size_t found = 0;
    for (const char *at = l->body; *at; line++) {
        size_t n = strcspn(at, "\n");
        const char *hit = strstr(at, "const := r21, sig_");
        if (hit && hit < at + n && found < l->signature_count)
            l->signatures[found++].line = line + 1;
        at += n + (at[n] == '\n');
    }
    return true;
}

static rg_object *assemble(linker *l)
{
    char error[512];

    if (!make_text(l))
        return NULL;
    rg_object *object =
        rg_assemble(l->text, l->length, "firmware", l->xlen, l->frac, error, sizeof error);
    if (!object)
        fprintf(stderr, "firmware-link: %s\n", error);
    return object;
}

static const rg_routine *find_routine(const rg_object *object, const char *name)
{
    for (size_t i = 0; i < object->routine_count; i++)
        if (strcmp(object->routines[i].name, name) == 0)
            return &object->routines[i];
    fprintf(stderr, "firmware-link: there is no routine %s\n", name);
    return NULL;
}

/* Run the self-test. 1: passed; 0: one more signature is known; -1: it is wrong in itself. */
static int learn_signature(linker *l, const rg_object *object)
{
    const rg_routine *test = find_routine(object, "selftest");
    rg_engine *engine = rg_engine_open(l->wide ? "float" : "fast");
    rg_board_stop stop = {0};
    int result = -1;

    if (!test || !engine) {
        fprintf(stderr, "firmware-link: no engine\n");
        rg_engine_close(engine);
        return -1;
    }
    bool ran = rg_board_load(engine, object->code, (uint32_t)object->code_count)
               && rg_board_run(engine, test->entry, RUN_CYCLES, NULL, 0, &stop);
    if (ran && stop.halted) {
        result = 1;
    } else if (ran && stop.cause == RG_TRAP_ASSERT && stop.pc < object->code_count) {
        unsigned line = object->lines[stop.pc].line;
        for (size_t i = 0; i < l->signature_count; i++)
            if (l->signatures[i].line == line) {
                l->signatures[i].value = stop.info;
                result = 0;
            }
    }
    if (result < 0) {
        unsigned line = ran && stop.pc < object->code_count ? object->lines[stop.pc].line : 0;
        const rg_trap_info *trap = rg_trap_lookup(stop.cause);
        fprintf(stderr,
                "firmware-link: the self-test stops at word %" PRIu32
                ", line %u of the joined source: %s\n",
                stop.pc, line, trap ? trap->text : "no trap");
    }
    rg_engine_close(engine);
    return result;
}

static const rg_routine *find_job(const rg_object *object, const char *command, size_t width)
{
    char name[32];
    snprintf(name, sizeof name, "%s%s_job", command, widths[width]);
    return find_routine(object, name);
}

/* The programs of jobs, by width and command. */
static bool write_jobs(const linker *l, const rg_object *object, FILE *file)
{
    static const char *const commands[] = {"call", "uncall", "gradient"};
    enum { COMMANDS = sizeof commands / sizeof commands[0] };

    fprintf(file, "const uint32_t %s_jobs[%d][3] = {\n", l->name, WIDTHS);
    for (size_t i = 0; i < WIDTHS * COMMANDS; i++) {
        const rg_routine *job = find_job(object, commands[i % COMMANDS], i / COMMANDS);
        if (!job)
            return false;
        fprintf(file, "%s%" PRIu32 "%s", i % COMMANDS ? ", " : "    {", job->entry,
                i % COMMANDS == COMMANDS - 1 ? "},\n" : "");
    }
    fprintf(file, "};\n");
    return true;
}

/* Where the gradient jobs halt between their sweeps. */
static bool write_between(const linker *l, const rg_object *object, FILE *file)
{
    fprintf(file, "const uint32_t %s_between[%d] = {", l->name, WIDTHS);
    for (size_t i = 0; i < WIDTHS; i++) {
        const rg_routine *job = find_job(object, "gradient", i);
        rg_instruction in = {0};
        uint32_t at = job ? job->entry : 0;
        for (; job && at < job->end; at++)
            if (!rg_decode_any(object->code[at], l->xlen, &in) || in.op == RG_OP_HALT)
                break;
        if (!job || at == job->end || in.op != RG_OP_HALT)
            return false;
        fprintf(file, "%s%" PRIu32, i ? ", " : "", at);
    }
    fprintf(file, "};\n\n");
    return true;
}

/* FRAC of the engine "float": of this machine, where its words have 64 bits. */
static unsigned float_frac(const linker *l) { return l->xlen == 64 ? l->frac : 43; }

static bool write_selftest(const linker *l, const rg_object *object, FILE *file)
{
    const rg_routine *test = find_routine(object, "selftest");

    if (!test)
        return false;
    fprintf(file, "const uint32_t %s_selftest = %" PRIu32 ";\n", l->name, test->entry);
    fprintf(file, "const uint64_t %s_pass = 0x%x;\n", l->name,
            l->narrow ? PARTLY_MARKER : PASS_MARKER);
    return true;
}

/* What every image has. */
static bool write_image(const linker *l, const rg_object *object, FILE *file)
{
    fprintf(file, "const uint32_t %s_words[] = {\n", l->name);
    for (size_t i = 0; i < object->code_count; i++)
        fprintf(file, "    0x%08" PRIx32 ",\n", object->code[i]);
    fprintf(file, "};\nconst unsigned %s_count = %zu;\n", l->name, object->code_count);
    return (l->bare || write_selftest(l, object, file)) && write_jobs(l, object, file)
           && write_between(l, object, file);
}

static bool append_c(const linker *l, const rg_object *object, const char *path)
{
    FILE *file = fopen(path, "a");

    if (!file)
        return false;
    fprintf(file, "\n");
    const bool ok = write_image(l, object, file) && !ferror(file);
    return fclose(file) == 0 && ok;
}

static bool write_c(const linker *l, const rg_object *object, const char *path)
{
    FILE *file = fopen(path, "w");

    if (!file)
        return false;
    fprintf(file, "/* Generated by firmware-link for %u-bit words with %u fraction bits. */\n",
            l->xlen, l->frac);
    fprintf(file, "#include \"firmware_image.h\"\n\n");
    bool ok = write_image(l, object, file);
    fprintf(file, "const unsigned rg_firmware_registers[%d] = {", WIDTHS);
    for (size_t i = 0; i < WIDTHS; i++)
        fprintf(file, "%s%u", i ? ", " : "", registers[i]);
    fprintf(file, "};\n\nconst rg_firmware_check rg_firmware_checks[] = {\n");
    for (size_t i = 0; i < l->signature_count; i++)
        fprintf(file, "    {\"%s\", UINT64_C(0x%016" PRIx64 ")},\n", l->signatures[i].name,
                l->signatures[i].value);
    if (l->signature_count == 0)
        fprintf(file, "    {\"\", 0},\n");
    fprintf(file, "};\nconst unsigned rg_firmware_check_count = %zu;\n\n", l->signature_count);
    fprintf(file, "const rg_firmware_routine rg_firmware_routines[] = {\n");
    for (size_t i = 0; i < object->routine_count; i++)
        fprintf(file, "    {\"%s\", %" PRIu32 ", %" PRIu32 ", %" PRIu32 "},\n",
                object->routines[i].name, object->routines[i].begin, object->routines[i].end,
                object->routines[i].entry);
    fprintf(file, "};\nconst unsigned rg_firmware_routine_count = %zu;\n", object->routine_count);
    ok = ok && !ferror(file);
    return fclose(file) == 0 && ok;
}

static bool write_h(const linker *l, const rg_object *object, const char *path)
{
    const rg_routine *test = find_routine(object, "selftest");
    FILE *file = test ? fopen(path, "w") : NULL;

    if (!file)
        return false;
    fprintf(file, "/* Generated by firmware-link: the firmware image, to be loaded at instruction "
                  "address 0. */\n");
    fprintf(file,
            "#ifndef RG_FIRMWARE_IMAGE_H\n#define RG_FIRMWARE_IMAGE_H\n\n#include <stdint.h>\n\n");
    fprintf(file, "#define RG_FIRMWARE_XLEN %u\n#define RG_FIRMWARE_FRAC %u\n", l->xlen, l->frac);
    fprintf(file, "#define RG_FIRMWARE_FLOAT %u\n\n", l->wide);
    fprintf(file, "/* Where to put PC, forward. The word before each is a halt: a job run back "
                  "stops there. */\n");
    fprintf(file, "#define RG_FIRMWARE_SELFTEST %" PRIu32 "u\n", test->entry);
    fprintf(file,
            "enum { RG_COMMAND_CALL = 1, RG_COMMAND_UNCALL = 2, RG_COMMAND_GRADIENT = 3 };\n");
    fprintf(file,
            "enum { RG_FIRMWARE_WIDTHS = %d };\n"
            "extern const uint32_t rg_firmware_jobs[RG_FIRMWARE_WIDTHS][3]; /* [width][command - "
            "1] */\n"
            "/* The last register that carries a parameter, by width. */\n"
            "extern const unsigned rg_firmware_registers[RG_FIRMWARE_WIDTHS];\n"
            "/* The halt of the gradient jobs between their sweeps. */\n"
            "extern const uint32_t rg_firmware_between[RG_FIRMWARE_WIDTHS];\n\n",
            WIDTHS);
    fprintf(
        file,
        "/* The passed self-test has copied out this word so many times and nothing else. */\n");
    fprintf(file, "#define RG_FIRMWARE_PASS UINT64_C(0x%x)\n#define RG_FIRMWARE_PASS_COUNT 4u\n",
            l->narrow ? PARTLY_MARKER : PASS_MARKER);
    fprintf(file, "/* 1: this format cannot hold the numbers of the fixed-point and logarithmic "
                  "blocks; they are left out. */\n");
    fprintf(file, "#define RG_FIRMWARE_PASS_IS_PARTIAL %d\n\n", l->narrow);
    fprintf(file,
            "/* Words of data memory shared with the dispatcher (firmware/mailbox.def). */\n");
    fprintf(file, "enum {\n#define RG_MAILBOX(name, address, what) RG_MAILBOX_##name = address,\n");
    fprintf(
        file,
        "#include \"firmware/mailbox.def\"\n#undef RG_MAILBOX\n    RG_MAILBOX_END = 64\n};\n\n");
    fprintf(
        file,
        "extern const uint32_t rg_firmware_words[];\nextern const unsigned rg_firmware_count;\n"
        "extern const uint32_t rg_firmware_selftest;\nextern const uint64_t rg_firmware_pass;\n\n"
        "/* The same for the engine \"float\". */\n"
        "#define RG_FIRMWARE_FLOAT_FRAC %uu\n"
        "extern const uint32_t rg_firmware_float_words[];\n"
        "extern const unsigned rg_firmware_float_count;\n"
        "extern const uint32_t rg_firmware_float_selftest;\n"
        "extern const uint64_t rg_firmware_float_pass;\n"
        "extern const uint32_t rg_firmware_float_jobs[RG_FIRMWARE_WIDTHS][3];\n"
        "extern const uint32_t rg_firmware_float_between[RG_FIRMWARE_WIDTHS];\n\n"
        "/* The same for a board, without a self-test. */\n"
        "extern const uint32_t rg_firmware_board_words[];\n"
        "extern const unsigned rg_firmware_board_count;\n"
        "extern const uint32_t rg_firmware_board_jobs[RG_FIRMWARE_WIDTHS][3];\n"
        "extern const uint32_t rg_firmware_board_between[RG_FIRMWARE_WIDTHS];\n\n",
        float_frac(l));
    fprintf(file, "/* The signatures the self-test compares, in order. */\n");
    fprintf(file, "typedef struct { const char *name; uint64_t value; } rg_firmware_check;\n");
    fprintf(file, "extern const rg_firmware_check rg_firmware_checks[];\nextern const unsigned "
                  "rg_firmware_check_count;\n\n");
    fprintf(file, "/* Words [begin, end) belong to the routine: to name it when it traps. */\n");
    fprintf(
        file,
        "typedef struct { const char *name; uint32_t begin, end, entry; } rg_firmware_routine;\n");
    fprintf(file, "extern const rg_firmware_routine rg_firmware_routines[];\n");
    fprintf(file, "extern const unsigned rg_firmware_routine_count;\n\n#endif\n");
    bool ok = !ferror(file);
    return fclose(file) == 0 && ok;
}

/* The self-test behind what jobs need. */
static bool add_selftest(linker *l)
{
    const char *wide = l->xlen == 64 ? "firmware/selftest_64.s" : "firmware/selftest_32.s";
    const char *fractions = l->narrow ? "firmware/selftest_narrow.s"
                                      : "firmware/selftest_fractions.s";

    if (l->wide)
        return read_source(l->body, "firmware/selftest_float.s");
    return read_source(l->body, "firmware/selftest.s")
           && read_source(l->body, "firmware/selftest_blocks.s") && read_source(l->body, wide)
           && read_source(l->body, fractions)
           && rg_firmware_add_others(l->body, MAX_TEXT, l->narrow);
}

/* h_path NULL: another image, behind the first one. */
static bool write_files(const linker *l, const rg_object *object, const char *c_path,
                        const char *h_path)
{
    const bool ok = h_path ? write_c(l, object, c_path) && write_h(l, object, h_path)
                           : append_c(l, object, c_path);
    if (!ok)
        fprintf(stderr, "firmware-link: cannot write %s and its header\n", c_path);
    return ok;
}

/* What every image has, as text. */
static bool read_jobs(linker *l)
{
    l->signature_count = 0;
    l->text[0] = l->body[0] = 0;
    return read_source(l->text, "firmware/jobs.s") && add_jobs(l, l->text, 0)
           && add_jobs(l, l->text, 1) && add_jobs(l, l->text, 2)
           && read_source(l->body, "firmware/dispatch.s");
}

static int link_bare(linker *l, const char *c_path)
{
    rg_object *object = read_jobs(l) ? assemble(l) : NULL;
    const bool ok = object && write_files(l, object, c_path, NULL);

    rg_object_free(object);
    return ok ? 0 : 1;
}

static int link_firmware(linker *l, const char *c_path, const char *h_path)
{
    if (!read_jobs(l) || !add_selftest(l) || !find_signatures(l))
        return 1;
    for (size_t round = 0; round <= l->signature_count; round++) {
        rg_object *object = assemble(l);
        if (!object)
            return 1;
        int state = learn_signature(l, object);
        if (state != 0) {
            const bool ok = state > 0 && write_files(l, object, c_path, h_path);
            rg_object_free(object);
            return ok ? 0 : 1;
        }
        rg_object_free(object);
    }
    fprintf(stderr, "firmware-link: the signatures do not settle\n");
    return 1;
}

int main(int argc, char **argv)
{
    linker l = {.name = "rg_firmware"};

    if (argc != 6) {
        fprintf(stderr, "usage: firmware-link XLEN FRAC FLOAT OUT.c OUT.h\n");
        return 1;
    }
    l.xlen = (unsigned)strtoul(argv[1], NULL, 10);
    l.frac = (unsigned)strtoul(argv[2], NULL, 10);
    if ((l.xlen != 32 && l.xlen != 64) || l.frac < 1 || l.frac > l.xlen - 2) {
        fprintf(stderr, "firmware-link: XLEN is 32 or 64, FRAC 1 .. XLEN-2\n");
        return 1;
    }
    l.wide = (unsigned)strtoul(argv[3], NULL, 10);
    l.narrow = l.xlen - l.frac < MIN_INTEGER_BITS;
    l.text = malloc(MAX_TEXT);
    l.body = calloc(1, MAX_TEXT);
    int status = l.text && l.body ? link_firmware(&l, argv[4], argv[5]) : 1;
    l.name = "rg_firmware_float";
    l.frac = float_frac(&l);
    l.xlen = 64;
    l.wide = 256;
    l.narrow = l.xlen - l.frac < MIN_INTEGER_BITS;
    if (status == 0)
        status = link_firmware(&l, argv[4], NULL);
    l.name = "rg_firmware_board";
    l.xlen = RG_BOARD_XLEN;
    l.frac = RG_BOARD_FRAC;
    l.wide = 0;
    l.bare = true;
    if (status == 0)
        status = link_bare(&l, argv[4]);
    free(l.text);
    free(l.body);
    return status;
}
