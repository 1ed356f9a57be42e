/* test_object.c: objects survive writing and reading; damaged files are refused without harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "compiler/asm/asm.h"
#include "compiler/object.h"

static const char source[] = ".routine \"i_bessel!\"\n.param out!, Fixed, 0\n.param v, Int, "
                             "1\n.param eps, Fixed, 0, -12345678901234\n"
                             "t: bra.l b\n portal lr\n mov += r1, 5\nb: bra.s t\n"
                             ".routine g, local\nu: bra.l c\n portal lr\nc: bra.s u\n";

static rg_object *sample(void)
{
    char error[200];
    rg_object *object =
        rg_assemble(source, sizeof source - 1, "dir/a.s", 64, 43, error, sizeof error);

    assert_non_null(object);
    object->names = calloc(1, sizeof *object->names);
    assert_non_null(object->names);
    object->names[0] = strdup("x!");
    object->name_count = 1;
    object->lines[2].name = 1;
    object->lines[2].role = RG_ROLE_ALLOC;
    object->lines[2].reversible = true;
    return object;
}

static void temporary(char path[64])
{
    snprintf(path, 64, "/tmp/rg_object_XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
}

static void written_and_read(void **unused)
{
    char path[64], error[200] = "";
    rg_object *a = sample();

    (void)unused;
    temporary(path);
    assert_int_equal(rg_object_write(a, path, error, sizeof error), 0);
    rg_object *b = rg_object_read(path, error, sizeof error);
    assert_string_equal(error, "");
    assert_non_null(b);
    assert_int_equal(b->xlen, 64);
    assert_int_equal(b->frac, 43);
    assert_int_equal(b->code_count, a->code_count);
    assert_memory_equal(b->code, a->code, a->code_count * 4);
    assert_memory_equal(b->lines, a->lines, a->code_count * sizeof *a->lines);
    assert_string_equal(b->files[0], "dir/a.s");
    assert_string_equal(b->names[0], "x!");
    assert_int_equal(b->routine_count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(b->routines[i].name, a->routines[i].name);
        assert_int_equal(b->routines[i].entry, a->routines[i].entry);
        assert_int_equal(b->routines[i].begin, a->routines[i].begin);
        assert_int_equal(b->routines[i].end, a->routines[i].end);
        assert_int_equal(b->routines[i].exported, a->routines[i].exported);
    }
    assert_int_equal(b->routines[0].param_count, 3);
    assert_string_equal(b->routines[0].params[1].name, "v");
    assert_int_equal(b->routines[0].params[1].rank, 1);
    assert_true(b->routines[0].params[2].default_raw == -12345678901234);
    unlink(path);
    rg_object_free(a);
    rg_object_free(b);
}

static unsigned char *load(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    unsigned char *data = malloc(1 << 16);

    assert_non_null(file);
    assert_non_null(data);
    *size = fread(data, 1, 1 << 16, file);
    fclose(file);
    return data;
}

static rg_object *read_bytes(const char *path, const unsigned char *data, size_t size, char *error,
                             size_t error_size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    return rg_object_read(path, error, error_size);
}

static void damage_is_refused(void **unused)
{
    char path[64], error[200];
    size_t size;
    rg_object *object = sample();

    (void)unused;
    temporary(path);
    assert_int_equal(rg_object_write(object, path, error, sizeof error), 0);
    rg_object_free(object);
    unsigned char *data = load(path, &size);

    for (size_t cut = 0; cut < size; cut++) {
        object = read_bytes(path, data, cut, error, sizeof error);
        assert_null(object);
        assert_non_null(strstr(error, "error[R07"));
    }
    unsigned refused = 0;
    for (size_t bit = 0; bit < size * 8; bit += 3) {
        data[bit / 8] ^= (unsigned char)(1u << bit % 8);
        error[0] = 0;
        object = read_bytes(path, data, size, error, sizeof error);
        refused += !object;
        assert_true(object || strstr(error, "error[R07"));
        rg_object_free(object);
        data[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    assert_true(refused > 100);
    free(data);
    unlink(path);
}

static void files_have_messages(void **unused)
{
    char error[200] = "";
    rg_object *object = sample();

    (void)unused;
    assert_null(rg_object_read("/nonexistent/x.elf", error, sizeof error));
    assert_non_null(strstr(error, "R0720"));
    assert_null(rg_object_read("/etc/passwd", error, sizeof error));
    assert_non_null(strstr(error, "R0721"));
    assert_null(rg_object_read("/tmp", error, sizeof error));
    assert_non_null(strstr(error, "R0720"));
    assert_int_equal(rg_object_write(object, "/nonexistent/x.elf", error, sizeof error), -1);
    assert_non_null(strstr(error, "R0723"));
    rg_object_free(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_and_read),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(files_have_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
