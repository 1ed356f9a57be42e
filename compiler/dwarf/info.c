/* info.c: types, routines and their variables. Each routine is there twice, once for each
 * direction of the machine, under one name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codes.h"
#include "dwarf.h"

enum { LANGUAGE_D = 0x13, NAME = 160 };
enum {
    NO_ENTRY,
    A_UNIT,
    A_BASE,
    AN_ARRAY,
    A_RANGE,
    A_SUBPROGRAM,
    A_PARAMETER,
    A_LOST_PARAMETER,
    A_VARIABLE,
    A_LOST_VARIABLE
};
/* Types: those of the language, a gradient, and arrays of each of them in each rank and view. A
 * Fixed beside Float has the words of a Float, and is one here. */
enum { GRADIENT = RG_TYPE_NARROW, SCALARS, RANKS = 3 };

typedef struct {
    rg_dwarf *d;
    size_t scalar[SCALARS], array[RG_VIEWS][SCALARS][RANKS];
} info;

/* ---- abbreviations */

static void put_abbreviation(rg_bytes *b, unsigned code, unsigned tag, bool children,
                             const unsigned char *pairs)
{
    rg_put_unsigned(b, code);
    rg_put_unsigned(b, tag);
    rg_put_number(b, children, 1);
    rg_put(b, pairs, strlen((const char *)pairs));
    rg_put_number(b, 0, 2);
}

#define PAIRS(...) ((const unsigned char[]){__VA_ARGS__, 0})
static void put_abbreviations(rg_bytes *b)
{
    put_abbreviation(b, A_UNIT, TAG_UNIT, true,
                     PAIRS(AT_PRODUCER, FORM_STRING, AT_LANGUAGE, FORM_DATA1, AT_NAME, FORM_STRING,
                           AT_COMP_DIR, FORM_STRING, AT_STMT_LIST, FORM_SEC_OFFSET, AT_LOW_PC,
                           FORM_ADDR, AT_RANGES, FORM_SEC_OFFSET));
    put_abbreviation(
        b, A_BASE, TAG_BASE, false,
        PAIRS(AT_NAME, FORM_STRING, AT_ENCODING, FORM_DATA1, AT_BYTE_SIZE, FORM_DATA1));
    put_abbreviation(b, AN_ARRAY, TAG_ARRAY, true, PAIRS(AT_TYPE, FORM_REF4));
    put_abbreviation(
        b, A_RANGE, TAG_SUBRANGE, false,
        PAIRS(AT_TYPE, FORM_REF4, AT_LOWER_BOUND, FORM_DATA1, AT_UPPER_BOUND, FORM_EXPRLOC));
    put_abbreviation(b, A_SUBPROGRAM, TAG_SUBPROGRAM, true,
                     PAIRS(AT_NAME, FORM_STRING, AT_DECL_FILE, FORM_UDATA, AT_DECL_LINE, FORM_UDATA,
                           AT_LOW_PC, FORM_ADDR, AT_HIGH_PC, FORM_ADDR, AT_FRAME_BASE, FORM_EXPRLOC,
                           AT_EXTERNAL, FORM_FLAG_PRESENT));
    put_abbreviation(b, A_PARAMETER, TAG_PARAMETER, false,
                     PAIRS(AT_NAME, FORM_STRING, AT_TYPE, FORM_REF4, AT_LOCATION, FORM_SEC_OFFSET));
    put_abbreviation(b, A_LOST_PARAMETER, TAG_PARAMETER, false,
                     PAIRS(AT_NAME, FORM_STRING, AT_TYPE, FORM_REF4));
    put_abbreviation(b, A_VARIABLE, TAG_VARIABLE, false,
                     PAIRS(AT_NAME, FORM_STRING, AT_TYPE, FORM_REF4, AT_LOCATION, FORM_SEC_OFFSET));
    put_abbreviation(b, A_LOST_VARIABLE, TAG_VARIABLE, false,
                     PAIRS(AT_NAME, FORM_STRING, AT_TYPE, FORM_REF4));
    rg_put_number(b, 0, 1);
}

/* ---- types. Numbers are doubles, which the server makes of the words: gdb 13 compares no
 * fixed-point numbers, and knows no logarithmic ones. */

static const char *name_of(const info *i, unsigned type)
{
    return type == GRADIENT                              ? "Gradient"
           : type == RG_TYPE_FIXED && i->d->object->wide ? "Float"
                                                         : rg_type_name((rg_type_base)type);
}

static void put_scalars(info *i)
{
    static const unsigned char encoding[SCALARS] = {[RG_TYPE_INT] = ATE_SIGNED,
                                                    [RG_TYPE_BOOL] = ATE_BOOLEAN,
                                                    [RG_TYPE_FIXED] = ATE_FLOAT,
                                                    [RG_TYPE_LOG] = ATE_FLOAT,
                                                    [GRADIENT] = ATE_FLOAT};
    rg_bytes *b = &i->d->info;

    for (unsigned t = 0; t < SCALARS; t++) {
        i->scalar[t] = b->count;
        rg_put_unsigned(b, A_BASE);
        rg_put_text(b, name_of(i, t));
        rg_put_number(b, encoding[t], 1);
        rg_put_number(b, 8, 1);
    }
}

/* Rows of a vector: the word in front of its first element. */
static void put_vector_rows(rg_bytes *b, rg_image_view view)
{
    rg_put_number(b, OP_PUSH_OBJECT_ADDRESS, 1);
    rg_put_number(b, OP_CONST8U, 1);
    rg_put_number(b, view * RG_IMAGE_VIEW + 8, 8);
    rg_put_number(b, OP_MINUS, 1);
    rg_put_number(b, OP_DEREF, 1);
}

/* Rows of a matrix, or its columns: the word of the header, or the one in front of it. */
static void put_matrix_size(rg_bytes *b, bool columns)
{
    rg_put_number(b, OP_PUSH_OBJECT_ADDRESS, 1);
    rg_put_number(b, OP_LIT0 + RG_IMAGE_HEADER, 1);
    rg_put_number(b, OP_SHR, 1);
    rg_put_number(b, OP_CONST4U, 1);
    rg_put_number(b, RG_IMAGE_HEADER_MASK, 4);
    rg_put_number(b, OP_AND, 1);
    rg_put_number(b, OP_LIT0 + 3, 1);
    rg_put_number(b, OP_SHL, 1);
    rg_put_number(b, OP_CONST8U, 1);
    rg_put_number(b, RG_IMAGE_DATA - (columns ? 8 : 0), 8);
    rg_put_number(b, OP_PLUS, 1);
    rg_put_number(b, OP_DEREF, 1);
}

static void put_range(info *i, unsigned rank, unsigned dimension, rg_image_view view)
{
    unsigned char room[64];
    rg_bytes *b = &i->d->info, block = {.capacity = sizeof room, .bytes = room};

    rg_put_unsigned(b, A_RANGE);
    rg_put_number(b, i->scalar[RG_TYPE_INT], 4);
    rg_put_number(b, 1, 1);
    if (rank == 1)
        put_vector_rows(&block, view);
    else
        put_matrix_size(&block, dimension == 2);
    rg_put_unsigned(b, block.count);
    rg_put(b, block.bytes, block.count);
}

static void put_arrays(info *i)
{
    rg_bytes *b = &i->d->info;

    for (unsigned v = 0; v < RG_VIEWS; v++)
        for (unsigned t = 0; t < SCALARS; t++)
            for (unsigned rank = 1; rank < RANKS; rank++) {
                i->array[v][t][rank] = b->count;
                rg_put_unsigned(b, AN_ARRAY);
                rg_put_number(b, i->scalar[t], 4);
                for (unsigned k = 1; k <= rank; k++)
                    put_range(i, rank, k, (rg_image_view)v);
                rg_put_number(b, 0, 1);
            }
}

/* ---- routines */

typedef struct {
    const rg_routine *routine;
    uint32_t *places;  /* of its variables */
    size_t *parameter; /* which one each is; param_count: none */
    char (*names)[NAME];
    size_t count;
} variables;

static const char *source_name(const rg_dwarf *d, uint32_t place)
{
    return d->object->names[d->object->places[place].name - 1];
}

/* Which parameter it is; param_count: none. */
static size_t parameter_of(const info *i, const rg_routine *r, uint32_t place)
{
    const rg_place *v = &i->d->object->places[place];
    size_t p = 0;
    while (p < r->param_count
           && (strcmp(r->params[p].name, source_name(i->d, place)) != 0
               || r->params[p].base != v->base || r->params[p].rank != v->rank))
        p++;
    return p;
}

/* What a debugger can read as a name: without the sign of what is changed, and with another one
 * for parts. */
static void plain_name(const char *name, char *text)
{
    size_t n = 0;
    for (; *name && n + 1 < NAME; name++)
        if (*name != '!')
            text[n++] = *name == '.' ? '_' : *name;
    text[n] = '\0';
}

/* Where variables would have one name, parameters keep it, and others get numbers. */
static void name_all(const info *i, variables *all)
{
    const size_t params = all->routine->param_count;
    for (size_t v = 0; v < all->count; v++) {
        plain_name(source_name(i->d, all->places[v]), all->names[v]);
        all->parameter[v] = parameter_of(i, all->routine, all->places[v]);
    }
    for (size_t v = 0; v < all->count; v++) {
        unsigned same = 1;
        for (size_t k = 0; k < all->count; k++)
            if (k != v && strcmp(all->names[k], all->names[v]) == 0)
                same += k < v || all->parameter[k] < params;
        const size_t length = strlen(all->names[v]);
        if (same > 1 && all->parameter[v] == params && length + 12 < NAME)
            snprintf(all->names[v] + length, NAME - length, "_%u", same);
    }
}

static rg_image_view view_of(unsigned base, bool gradient)
{
    return base == RG_TYPE_LOG     ? (gradient ? RG_VIEW_GRADIENT_LOG : RG_VIEW_LOG)
           : base == RG_TYPE_FIXED ? (gradient ? RG_VIEW_GRADIENT : RG_VIEW_FIXED)
                                   : RG_VIEW_WORD;
}

static void put_variable(info *i, const variables *all, const rg_dwarf_variable *v, bool gradient)
{
    const rg_place *p = &i->d->object->places[v->place];
    const unsigned base = p->base == RG_TYPE_NARROW ? RG_TYPE_FIXED : p->base;
    const unsigned type = gradient ? GRADIENT : base;
    const rg_image_view view = view_of(base, gradient);
    rg_bytes *b = &i->d->info;
    size_t list;
    const bool known = rg_dwarf_location(i->d, v, view, &list),
               parameter = !gradient && all->parameter[v->slot] < all->routine->param_count;

    rg_put_unsigned(b, parameter ? (known ? A_PARAMETER : A_LOST_PARAMETER)
                                 : (known ? A_VARIABLE : A_LOST_VARIABLE));
    if (gradient)
        rg_put(b, "grad_", 5);
    rg_put_text(b, all->names[v->slot]);
    rg_put_number(b, p->rank ? i->array[view][type][p->rank] : i->scalar[type], 4);
    if (known)
        rg_put_number(b, list, 4);
}

/* Parameters in their order, then variables; both again for their gradients. */
static void put_variables(info *i, const variables *all, bool backward)
{
    for (unsigned gradient = 0; gradient <= (i->d->gradients ? 1u : 0u); gradient++)
        for (size_t k = 0; k <= all->routine->param_count; k++)
            for (size_t v = 0; v < all->count; v++) {
                const rg_dwarf_variable one = {all->routine, backward, all->places[v], v};
                const rg_place *p = &i->d->object->places[one.place];
                if (p->base < RG_TYPES && p->rank < RANKS && all->parameter[v] == k
                    && (!gradient || rg_type_has_gradient((rg_type_base)p->base)))
                    put_variable(i, all, &one, gradient == 1);
            }
}

static void put_routine(info *i, const variables *all, bool backward)
{
    const rg_routine *r = all->routine;
    const uint64_t base = backward ? RG_IMAGE_BACKWARD : RG_IMAGE_FORWARD;
    const rg_line *line = rg_dwarf_line(i->d, backward, r->begin);
    const size_t length = strcspn(r->name, "{ ");
    rg_bytes *b = &i->d->info;

    rg_put_unsigned(b, A_SUBPROGRAM);
    rg_put(b, r->name, length);
    rg_put_number(b, 0, 1);
    rg_put_unsigned(b, line ? line->file + 1 : 0);
    rg_put_unsigned(b, line ? line->line : 0);
    rg_put_number(b, base + (uint64_t)r->begin * RG_IMAGE_WORD, 8);
    rg_put_number(b, base + (uint64_t)r->end * RG_IMAGE_WORD, 8);
    rg_put_unsigned(b, 2);
    rg_put_number(b, OP_BREG0 + RG_COLUMN_FRAME, 1);
    rg_put_signed(b, 0);
    put_variables(i, all, backward);
    rg_put_number(b, 0, 1);
}

static void put_unit(rg_dwarf *d)
{
    rg_bytes *b = &d->info;

    rg_put_unsigned(b, A_UNIT);
    /* gdb takes lists of locations at their word, and looks for no prologue, where the producer is
     * GCC from 4.5 on. */
    rg_put_text(b, "GNU compatible: 13.0 Retrograd");
    rg_put_number(b, LANGUAGE_D, 1);
    rg_put_text(b, d->object->file_count > 0 ? d->object->files[0] : "program");
    rg_put_text(b, d->folder);
    rg_put_number(b, 0, 4);
    rg_put_number(b, 0, 8);
    rg_put_number(b, 0, 4);
}

static void put_ranges(rg_dwarf *d)
{
    const uint64_t size = (uint64_t)d->image->count * RG_IMAGE_WORD;
    const uint64_t ends[] = {RG_IMAGE_FORWARD,
                             RG_IMAGE_FORWARD + size,
                             RG_IMAGE_BACKWARD,
                             RG_IMAGE_BACKWARD + size,
                             0,
                             0};
    for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++)
        rg_put_number(&d->ranges, ends[k], 8);
}

static void put_routines(info *i)
{
    const rg_object *object = i->d->object;
    uint32_t *places = calloc(RG_MOST_VARIABLES, sizeof *places);
    size_t *parameter = calloc(RG_MOST_VARIABLES, sizeof *parameter);

    i->d->info.failed = i->d->info.failed || !places || !parameter;
    for (size_t r = 0; places && parameter && r < object->routine_count; r++) {
        variables all = {.routine = &object->routines[r], .places = places, .parameter = parameter};
        all.count = rg_image_variables(i->d->image, object, all.routine, places, RG_MOST_VARIABLES);
        all.names = calloc(all.count + 1, sizeof *all.names);
        i->d->info.failed = i->d->info.failed || !all.names;
        if (!all.names)
            break;
        name_all(i, &all);
        put_routine(i, &all, false);
        put_routine(i, &all, true);
        free(all.names);
    }
    free(places);
    free(parameter);
}

void rg_dwarf_info(rg_dwarf *d)
{
    info i = {.d = d};
    rg_bytes *b = &d->info;

    put_abbreviations(&d->abbrev);
    put_ranges(d);
    rg_put_number(b, 0, 4);
    rg_put_number(b, 4, 2);
    rg_put_number(b, 0, 4);
    rg_put_number(b, 8, 1);
    put_unit(d);
    put_scalars(&i);
    put_arrays(&i);
    put_routines(&i);
    rg_put_number(b, 0, 1);
    rg_patch_bytes(b, 0, b->count - 4, 4);
}
