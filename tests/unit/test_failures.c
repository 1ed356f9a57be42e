/* test_failures.c: every call that can fail fails once: memory, files, streams, the ELF library.
 * The n-th such call fails, for each n until none is reached; each time the outcome is right or a
 * message says why not, and nothing leaks.
 *
 * The linker wraps the calls of the product (tests/fuzz/fuzz.mk), not those of the C library inside
 * itself. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>
#include <libelf.h>

#include "compiler/asm/asm.h"
#include "compiler/rgc.h"
#include "energy/energy.h"
#include "host-driver/cli/cli.h"

/* ---- the injector */

enum { TABLE = 1 << 16 };

static struct {
    bool counting;
    unsigned long calls, fail_at;
    bool failed;       /* the call numbered fail_at was reached */
    void *live[TABLE]; /* allocated while counting, not yet freed */
    long allocated, streams;
} faults;

static bool fails(int reason)
{
    if (!faults.counting || ++faults.calls != faults.fail_at)
        return false;
    faults.failed = true;
    errno = reason;
    return true;
}

static size_t slot(const void *pointer)
{
    return (size_t)(((uintptr_t)pointer >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 48);
}

static void *born(void *pointer)
{
    if (!faults.counting || !pointer)
        return pointer;
    for (size_t i = slot(pointer), n = 0; n < TABLE; n++, i = (i + 1) % TABLE)
        if (!faults.live[i]) {
            faults.live[i] = pointer;
            faults.allocated++;
            return pointer;
        }
    abort();
}

/* What comes out of the C library (open_memstream) is not in the table; a hole in a row of it is no
 * end of the search. */
static void dead(const void *pointer)
{
    for (size_t i = slot(pointer), n = 0; pointer && faults.counting && n < 64;
         n++, i = (i + 1) % TABLE)
        if (faults.live[i] == pointer) {
            faults.live[i] = NULL;
            faults.allocated--;
            return;
        }
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void __real_free(void *pointer);
FILE *__real_fopen(const char *path, const char *mode);
FILE *__real_open_memstream(char **text, size_t *size);
size_t __real_fread(void *to, size_t size, size_t count, FILE *file);
int __real_fclose(FILE *file);
int __real_rename(const char *from, const char *to);
int __real_open(const char *path, int flags, ...);
int __real_close(int fd);
Elf *__real_elf_begin(int fd, Elf_Cmd command, Elf *of);
Elf_Scn *__real_elf_newscn(Elf *elf);
Elf_Data *__real_elf_newdata(Elf_Scn *section);
Elf64_Ehdr *__real_elf64_newehdr(Elf *elf);
off_t __real_elf_update(Elf *elf, Elf_Cmd command);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *pointer);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_open_memstream(char **text, size_t *size);
size_t __wrap_fread(void *to, size_t size, size_t count, FILE *file);
int __wrap_fclose(FILE *file);
int __wrap_rename(const char *from, const char *to);
int __wrap_open(const char *path, int flags, ...);
int __wrap_close(int fd);
Elf *__wrap_elf_begin(int fd, Elf_Cmd command, Elf *of);
Elf_Scn *__wrap_elf_newscn(Elf *elf);
Elf_Data *__wrap_elf_newdata(Elf_Scn *section);
Elf64_Ehdr *__wrap_elf64_newehdr(Elf *elf);
off_t __wrap_elf_update(Elf *elf, Elf_Cmd command);

void *__wrap_malloc(size_t size) { return fails(ENOMEM) ? NULL : born(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size)
{
    return fails(ENOMEM) ? NULL : born(__real_calloc(count, size));
}
char *__wrap_strdup(const char *text) { return fails(ENOMEM) ? NULL : born(__real_strdup(text)); }

void *__wrap_realloc(void *old, size_t size)
{
    if (fails(ENOMEM))
        return NULL;
    dead(old);
    return born(__real_realloc(old, size));
}

void __wrap_free(void *pointer)
{
    dead(pointer);
    __real_free(pointer);
}

static FILE *opened(FILE *file)
{
    if (faults.counting && file)
        faults.streams++;
    return file;
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
    return fails(EMFILE) ? NULL : opened(__real_fopen(path, mode));
}
FILE *__wrap_open_memstream(char **text, size_t *size)
{
    return fails(ENOMEM) ? NULL : opened(__real_open_memstream(text, size));
}

/* A read that ends early, as of a damaged disk. */
size_t __wrap_fread(void *to, size_t size, size_t count, FILE *file)
{
    if (!fails(EIO))
        return __real_fread(to, size, count, file);
    fputc('x', file); /* a stream opened for reading: this sets its error mark */
    return 0;
}

int __wrap_fclose(FILE *file)
{
    bool failing = fails(ENOSPC);
    if (faults.counting)
        faults.streams--;
    int result = __real_fclose(file);
    if (failing)
        errno = ENOSPC;
    return failing ? EOF : result;
}

int __wrap_rename(const char *from, const char *to)
{
    return fails(EACCES) ? -1 : __real_rename(from, to);
}

int __wrap_open(const char *path, int flags, ...)
{
    if (fails(EACCES))
        return -1;
    if (faults.counting)
        faults.streams++;
    return __real_open(path, flags, 0600);
}

int __wrap_close(int fd)
{
    bool failing = fails(EIO);
    if (faults.counting)
        faults.streams--;
    int result = __real_close(fd);
    if (failing)
        errno = EIO;
    return failing ? -1 : result;
}

Elf *__wrap_elf_begin(int fd, Elf_Cmd command, Elf *of)
{
    return fails(ENOMEM) ? NULL : __real_elf_begin(fd, command, of);
}
Elf_Scn *__wrap_elf_newscn(Elf *elf) { return fails(ENOMEM) ? NULL : __real_elf_newscn(elf); }
Elf_Data *__wrap_elf_newdata(Elf_Scn *section)
{
    return fails(ENOMEM) ? NULL : __real_elf_newdata(section);
}
Elf64_Ehdr *__wrap_elf64_newehdr(Elf *elf)
{
    return fails(ENOMEM) ? NULL : __real_elf64_newehdr(elf);
}
off_t __wrap_elf_update(Elf *elf, Elf_Cmd command)
{
    return fails(ENOSPC) ? -1 : __real_elf_update(elf, command);
}

/* ---- scenarios: each returns NULL when all went well, else what was said */

typedef const char *scenario(void *context);

typedef struct {
    char folder[64], source[96], object[96], npy[96], said[2048];
} fixture;

/* Run the scenario with no failure, then with each call failing in turn; returns how many calls
 * there are. */
static unsigned long fail_each(scenario *try, void *context)
{
    for (unsigned long n = 0;; n++) {
        memset(&faults, 0, sizeof faults);
        faults.fail_at = n;
        faults.counting = true;
        const char *said = try(context);
        faults.counting = false;
        if (said && !faults.failed)
            fail_msg("fails by itself: %s", said);
        if (said && said[0] == '\0')
            fail_msg("call %lu failed and nothing was said", n);
        if (faults.allocated != 0 || faults.streams != 0)
            fail_msg("call %lu failed (%s): %ld blocks and %ld files leak", n,
                     said ? said : "nothing said", faults.allocated, faults.streams);
        if (n > 0 && !faults.failed)
            return n - 1;
    }
}

static const char program[] =
    "@i function smooth!(y!::Fixed, x::Vector{Fixed}, n::Int)\n    @routine begin\n        s <- "
    "0.0\n        for i = 1:n\n"
    "            s += x[i] * x[i]\n        end\n    end\n    y! += exp(s)\n    ~@routine\nend\n"
    "@i function twice!(a!::Int, b::Int)\n    if (b > 0, b > 0)\n        a! += 2 * b\n    else\n   "
    "     a! -= b\n    end\nend\n";

static const char *say(fixture *f, const char *text)
{
    snprintf(f->said, sizeof f->said, "%s", text);
    return f->said;
}

static const char *say_fault(fixture *f, const rg_fault *fault)
{
    snprintf(f->said, sizeof f->said, "%s%s", fault->code[0] ? fault->message : "", "");
    return f->said;
}

static const char *compile_and_render(void *context)
{
    fixture *f = context;
    const char *said = NULL;
    rgc_result *result = rgc_compile_file(f->source, NULL);
    if (!result)
        return "out of memory";
    if (!rgc_object(result)) {
        const rgc_diagnostic *first = rgc_diagnostic_at(result, 0);
        said = say(f, first && first->at.message ? first->at.message : "");
    }
    rgc_result_free(result);
    return said;
}

static const char *write_and_read(void *context)
{
    fixture *f = context;
    char error[512] = "";
    rgc_result *result = rgc_compile_buffer("p.rg", program, sizeof program - 1, NULL);
    if (!result)
        return "out of memory";
    const rg_object *made = rgc_object(result);
    int written = made ? rg_object_write(made, f->object, error, sizeof error) : -1;
    rgc_result_free(result);
    if (!made)
        return "no object";
    if (written != 0)
        return say(f, error);
    rg_object *object = rg_object_read(f->object, error, sizeof error);
    rg_object_free(object);
    return object ? NULL : say(f, error);
}

static const char *assemble_and_list(void *context)
{
    fixture *f = context;
    static const char text[] =
        ".routine f!\n.param y!, Fixed, 0\n.param x, Fixed, 1\n.equ k, 3\nt: bra.l b\nf!: portal "
        "lr\n"
        "    fadd += r1, r1, r2\n    const := r3, 123456789\n    add += r3, r3, k\nb: bra.s t\n";
    char error[512] = "", *listing = NULL;
    size_t size = 0;
    rg_object *object = rg_assemble(text, sizeof text - 1, "f.s", 64, 43, error, sizeof error);
    if (!object)
        return say(f, error);
    FILE *out = open_memstream(&listing, &size);
    int listed = out ? rg_disassemble(object, out) : -1;
    if (out)
        fclose(out);
    free(listing);
    rg_object_free(object);
    return listed == 0 ? NULL : "cannot list";
}

static const double samples[] = {0.5, -0.25, 0.125};

static const char *open_load_run(void *context)
{
    fixture *f = context;
    rg_fault fault = {0};
    double slope[3];
    rg_device *device = rg_device_open("fast", &fault);
    if (!device)
        return say_fault(f, &fault);
    rg_result result = rg_load(device, f->source, &fault);
    rg_job *job = result == RG_OK ? rg_job_new(device, "smooth!", &fault) : NULL;
    bool good = job && rg_set_array(job, "x", samples, 3, 1, &fault) == RG_OK
                && rg_set_integer(job, "n", 3, &fault) == RG_OK && rg_call(job, &fault) == RG_OK
                && rg_gradient(job, "y!", 0, 0, &fault) == RG_OK;
    if (good)
        good = rg_restored(job) && rg_get_gradient(job, "x", slope, 3) == 3 && slope[0] > slope[2]
               && slope[1] < 0;
    rg_job_free(job);
    rg_device_close(device);
    return good ? NULL : say_fault(f, &fault);
}

static const char *read_values(void *context)
{
    fixture *f = context;
    static const char *const words[] = {"[[1,2],[3,4.5]]", "[true,false]", "-3.5", NULL};
    char at[100];
    cli_value value = {0};
    rg_fault fault = {0};
    snprintf(at, sizeof at, "@%s", f->npy);
    for (size_t i = 0; i < 4; i++) {
        rg_result result = cli_value_parse("x", words[i] ? words[i] : at, &value, &fault);
        cli_value_free(&value);
        if (result != RG_OK)
            return say_fault(f, &fault);
    }
    return NULL;
}

static const char *read_technology(void *context)
{
    fixture *f = context;
    static const char *const names[] = {"7nm", "energy/45nm.yaml", "ideal"};
    rg_fault fault = {0};
    for (size_t i = 0; i < 3; i++) {
        rg_technology *technology = rg_technology_open(names[i], &fault);
        if (!technology)
            return say_fault(f, &fault);
        rg_technology_close(technology);
    }
    return NULL;
}

/* The report of `run --json`; the device and the run are made before. */
typedef struct {
    fixture *f;
    cli_report report;
    size_t length;
} reporting;

const char *cli_engine_name(const rg_device *device) { return rg_device_engine(device); }

static const char *write_report(void *context)
{
    reporting *r = context;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return "no stream";
    int failed = cli_report_json(&r->report, out);
    int closed = fclose(out);
    free(text);
    if (failed || closed)
        return "cannot write the report";
    if (r->length == 0)
        r->length = size;
    assert_int_equal(size, r->length); /* whole, or an error */
    return NULL;
}

/* ---- tests */

static int make_files(void **state)
{
    static const unsigned char npy[] = "\x93NUMPY\x01\0\x46\0{'descr': '<f8', 'fortran_order': "
                                       "False, 'shape': (2,), }            \n"
                                       "\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\x40";
    static fixture f;
    *state = &f;
    strcpy(f.folder, "/tmp/test_failures_XXXXXX");
    if (!mkdtemp(f.folder))
        return -1;
    snprintf(f.source, sizeof f.source, "%s/p.rg", f.folder);
    snprintf(f.object, sizeof f.object, "%s/p.elf", f.folder);
    snprintf(f.npy, sizeof f.npy, "%s/x.npy", f.folder);
    FILE *source = fopen(f.source, "w"), *array = fopen(f.npy, "wb");
    bool good = source && array && fputs(program, source) >= 0
                && fwrite(npy, 1, sizeof npy - 1, array) == sizeof npy - 1;
    return fclose(source) == 0 && fclose(array) == 0 && good ? 0 : -1;
}

static int remove_files(void **state)
{
    fixture *f = *state;
    unlink(f->source);
    unlink(f->object);
    unlink(f->npy);
    return rmdir(f->folder); /* fails when a temporary file was left behind */
}

static void test_compiler(void **state) { assert_true(fail_each(compile_and_render, *state) > 5); }
static void test_objects(void **state) { assert_true(fail_each(write_and_read, *state) > 40); }
static void test_assembler(void **state) { assert_true(fail_each(assemble_and_list, *state) > 10); }
static void test_driver(void **state) { assert_true(fail_each(open_load_run, *state) > 20); }
static void test_values(void **state) { assert_true(fail_each(read_values, *state) > 10); }
static void test_technology(void **state) { assert_true(fail_each(read_technology, *state) > 1); }

static void test_report(void **state)
{
    rg_fault fault;
    cli_options options = {.json = true};
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    assert_int_equal(rg_load_text(device, "p.rg", program, &fault), RG_OK);
    cli_session session = {device, rg_job_new(device, "smooth!", &fault)};
    assert_non_null(session.job);
    assert_int_equal(rg_set_array(session.job, "x", samples, 3, 1, &fault), RG_OK);
    assert_int_equal(rg_set_integer(session.job, "n", 3, &fault), RG_OK);
    assert_int_equal(rg_gradient(session.job, "y!", 0, 0, &fault), RG_OK);
    rg_technology *technology = rg_technology_open(NULL, &fault);
    assert_non_null(technology);
    reporting r = {.f = *state,
                   .report = {.options = &options, .session = &session, .technology = technology}};
    assert_int_equal(rg_get_energy(session.job, NULL, &r.report.energy, &fault), RG_OK);
    json_set_alloc_funcs(__wrap_malloc, __wrap_free);
    assert_true(fail_each(write_report, &r) > 100);
    json_set_alloc_funcs(__real_malloc, __real_free);
    rg_technology_close(technology);
    rg_job_free(session.job);
    rg_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compiler),  cmocka_unit_test(test_objects),
        cmocka_unit_test(test_assembler), cmocka_unit_test(test_driver),
        cmocka_unit_test(test_values),    cmocka_unit_test(test_technology),
        cmocka_unit_test(test_report),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
