/* test_dwarf.c: what stands in the sections for debuggers, read back by an own small reader: the
 * two images, the table of lines, and where a variable is known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/asm/asm.h"
#include "compiler/dwarf/dwarf.h"
#include "compiler/dwarf/image.h"

enum { INFO, ABBREV, LINE, LOC, RANGES, FRAME };

static const char source[] = ".routine f\n"
                             "t: bra.l b\n"
                             " mov += r2, 1\n"
                             " portal lr\n"
                             " mov += r1, 5\n"
                             " add += r3, r1, r2\n"
                             " mov -= r1, 5\n"
                             "b: bra.s t\n"
                             ".routine g, local\n"
                             "u: bra.l c\n"
                             " portal lr\n"
                             "c: bra.s u\n";

static rg_object *sample(void)
{
    char error[200];
    rg_object *object = rg_assemble(source, sizeof source - 1, "a.s", 64, 43, error, sizeof error);
    assert_non_null(object);
    assert_int_equal(object->routine_count, 2);
    return object;
}

/* ---- the images */

static void test_images(void **state)
{
    rg_object *object = sample();
    rg_image image;
    (void)state;
    assert_true(rg_image_make(object, &image));
    assert_int_equal(image.count, object->code_count);
    for (unsigned back = 0; back < 2; back++)
        for (uint32_t w = 0; w < image.count; w++)
            for (unsigned landed = 0; landed < 2; landed++) {
                uint32_t word;
                bool backward, there;
                const uint64_t address = rg_image_address(&image, w, back != 0, landed != 0);
                assert_true(rg_image_find(&image, address, &word, &backward, &there));
                assert_true(word == w && backward == (back != 0) && there == (landed != 0));
            }
    for (size_t i = 0; i < object->routine_count; i++) { /* what runs first stands first */
        const rg_routine *r = &object->routines[i];
        assert_int_equal(image.word[0][r->begin], r->entry + 1);
        assert_int_equal(image.word[0][r->end - 1], r->entry);
        assert_int_equal(image.word[1][r->begin], r->entry - 1);
        assert_int_equal(image.word[1][r->end - 1], r->entry);
    }
    uint32_t word;
    bool backward, landed;
    assert_false(rg_image_find(&image, RG_IMAGE_FORWARD - 1, &word, &backward, &landed));
    assert_false(rg_image_find(&image, RG_IMAGE_FORWARD + 4 * (uint64_t)image.count, &word,
                               &backward, &landed));
    rg_image_free(&image);
    rg_object_free(object);
}

/* ---- a reader */

typedef struct {
    const unsigned char *at, *end;
} reader;

static reader begin(const rg_section *s)
{
    return (reader){s->bytes.bytes, s->bytes.bytes + s->bytes.count};
}

static uint64_t number(reader *r, unsigned size)
{
    uint64_t value = 0;
    assert_true((size_t)(r->end - r->at) >= size);
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)*r->at++ << 8 * i;
    return value;
}

static int64_t leb(reader *r, bool is_signed)
{
    uint64_t value = 0;
    unsigned shift = 0, byte;
    do {
        byte = (unsigned)number(r, 1);
        value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    if (is_signed && shift < 64 && (byte & 0x40))
        value |= UINT64_MAX << shift;
    return (int64_t)value;
}

/* ---- lines */

enum { MOST_ROWS = 64 };
typedef struct {
    uint64_t address, line;
} row;

/* The rows of one sequence, the end of it as a row of line 0. */
static size_t read_sequence(reader *r, row *rows)
{
    uint64_t address = 0, line = 1;
    for (size_t count = 0;;) {
        const uint64_t op = number(r, 1);
        if (op == 0) {
            const int64_t length = leb(r, false);
            const uint64_t code = number(r, 1);
            if (code == 1) {
                assert_int_equal(length, 1);
                rows[count++] = (row){address, 0};
                return count;
            }
            assert_true(code == 2 && length == 9);
            address = number(r, 8);
        } else if (op == 1) {
            assert_true(count + 1 < MOST_ROWS);
            rows[count++] = (row){address, line};
        } else if (op == 2) {
            address += (uint64_t)leb(r, false);
        } else if (op == 3) {
            line += (uint64_t)leb(r, true);
        } else {
            assert_int_equal(op, 4);
            assert_int_equal(leb(r, false), 1); /* there is one file */
        }
    }
}

static void test_lines(void **state)
{
    rg_object *object = sample();
    rg_section sections[RG_DWARF_SECTIONS];
    rg_image image;
    (void)state;
    assert_true(rg_dwarf_sections(object, sections) && rg_image_make(object, &image));
    reader r = begin(&sections[LINE]);
    assert_int_equal(number(&r, 4), sections[LINE].bytes.count - 4);
    assert_int_equal(number(&r, 2), 4);
    const uint64_t header = number(&r, 4);
    assert_true((uint64_t)(r.end - r.at) > header);
    r.at += header;
    for (unsigned back = 0; back < 2; back++) {
        row rows[MOST_ROWS];
        const size_t count = read_sequence(&r, rows);
        for (uint32_t place = 0; place < image.count; place++) {
            const uint64_t address = (back ? RG_IMAGE_BACKWARD : RG_IMAGE_FORWARD) + 4 * place;
            size_t i = 0;
            while (i + 1 < count && rows[i + 1].address <= address)
                i++;
            assert_true(rows[i].address <= address && rows[i].line > 0);
            assert_int_equal(rows[i].line, object->lines[image.word[back][place]].line);
        }
        assert_int_equal(rows[count - 1].address - rows[0].address, 4 * image.count);
    }
    assert_true(r.at == r.end);
    for (unsigned i = 0; i < RG_DWARF_SECTIONS; i++)
        free(sections[i].bytes.bytes);
    rg_image_free(&image);
    rg_object_free(object);
}

/* ---- locations */

/* One variable x: in r1 between the words 3 and 5 of f, in its frame at point 2. */
static void give_places(rg_object *object)
{
    static const rg_place places[] = {{.begin = 4,
                                       .end = 6,
                                       .name = 1,
                                       .what = RG_PLACE_VARIABLE,
                                       .kind = RG_PLACE_IN_REGISTER,
                                       .base = RG_TYPE_FIXED,
                                       .reg = 1},
                                      {.begin = 2,
                                       .end = 3,
                                       .name = 1,
                                       .what = RG_PLACE_VARIABLE,
                                       .kind = RG_PLACE_IN_FRAME,
                                       .base = RG_TYPE_FIXED}};
    object->places = malloc(sizeof places);
    object->names = calloc(1, sizeof *object->names);
    assert_true(object->places && object->names);
    memcpy(object->places, places, sizeof places);
    object->place_count = 2;
    object->names[0] = strdup("x");
    object->name_count = 1;
}

/* The points of one list: those between begin and end of its entries. All have the address of the
 * slot in that view. */
static void read_list(reader *r, uint64_t base, rg_image_view view, bool *known, size_t count)
{
    memset(known, 0, count * sizeof *known);
    for (;;) {
        const uint64_t from = number(r, 8), to = number(r, 8);
        if (from == 0 && to == 0)
            return;
        assert_true(from < to && (from - base) % 4 == 0 && (to - base) / 4 <= count);
        for (uint64_t i = (from - base) / 4; i < (to - base) / 4; i++)
            known[i] = true;
        const uint64_t length = number(r, 2);
        const unsigned char *end = r->at + length;
        assert_int_equal(number(r, 1), 0x91); /* fbreg */
        assert_int_equal(leb(r, true), (int64_t)(view * RG_IMAGE_VIEW + 8 * RG_SLOT_VARIABLES));
        assert_true(r->at == end);
    }
}

static void test_locations(void **state)
{
    static const rg_image_view views[] = {RG_VIEW_FIXED, RG_VIEW_GRADIENT};
    rg_object *object = sample();
    rg_section sections[RG_DWARF_SECTIONS];
    rg_image image;
    (void)state;
    give_places(object);
    assert_true(rg_dwarf_sections(object, sections) && rg_image_make(object, &image));
    const rg_routine *f = &object->routines[0];
    reader r = begin(&sections[LOC]);
    for (unsigned back = 0; back < 2; back++)
        for (unsigned v = 0; v < 2; v++) {
            bool known[MOST_ROWS];
            read_list(&r, back ? RG_IMAGE_BACKWARD : RG_IMAGE_FORWARD, views[v], known, MOST_ROWS);
            for (uint32_t w = f->begin; w < f->end; w++) {
                const uint32_t point = w
                                       + back; /* the machine stands behind a word it takes back */
                assert_int_equal(known[image.place[back][w]],
                                 (point >= 4 && point < 6) || point == 2);
            }
        }
    assert_true(r.at == r.end);
    for (unsigned i = 0; i < RG_DWARF_SECTIONS; i++)
        free(sections[i].bytes.bytes);
    rg_image_free(&image);
    rg_object_free(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_images), cmocka_unit_test(test_lines),
                                       cmocka_unit_test(test_locations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
