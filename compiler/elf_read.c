/* elf_read.c: reading an object. The bytes are checked here and not by libelf, because nothing in
 * them is trusted. */
#include "object.h"

#include "compiler/special.h"

#include <elf.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "object_format.h"

enum { MAX_FILE = 1 << 30 };

typedef struct {
    const unsigned char *data;
    size_t size;
    const char *path;
    char *error;
    size_t error_size;
} input;

/* A run of bytes read from the front; bad once anything was missing. */
typedef struct {
    const unsigned char *at, *end;
    bool bad;
} cursor;

static bool complain(const input *in, const char *code, const char *format, ...)
{
    va_list args;
    char text[160];

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (in->error && in->error_size)
        snprintf(in->error, in->error_size, "%s: error[%s]: %s", in->path, code, text);
    return false;
}

static bool damaged(const input *in, const char *what)
{
    return complain(in, "R0722", "damaged object: %s", what);
}

static uint64_t take(cursor *c, unsigned size)
{
    uint64_t value = 0;

    if ((size_t)(c->end - c->at) < size) {
        c->bad = true;
        c->at = c->end;
        return 0;
    }
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)c->at[i] << (8 * i);
    c->at += size;
    return value;
}

static uint32_t take32(cursor *c) { return (uint32_t)take(c, 4); }

/* A new string, NULL (and bad) when it runs over the end, is cut by a zero, or memory is short. */
static char *take_string(cursor *c)
{
    uint32_t length = take32(c);

    if (c->bad || length > (size_t)(c->end - c->at) || (length && memchr(c->at, 0, length))) {
        c->bad = true;
        return NULL;
    }
    char *text = malloc((size_t)length + 1);
    if (!text) {
        c->bad = true;
        return NULL;
    }
    memcpy(text, c->at, length);
    text[length] = 0;
    c->at += length;
    return text;
}

/* ---- sections ---- */

static cursor at_offset(const input *in, uint64_t offset, uint64_t size)
{
    if (offset > in->size || size > in->size - offset)
        return (cursor){NULL, NULL, true};
    return (cursor){in->data + offset, in->data + offset + size, false};
}

typedef struct {
    uint32_t name, type, link;
    uint64_t offset, size;
} section;

static bool read_section(const input *in, uint64_t table, unsigned index, section *out)
{
    cursor c = at_offset(in, table + (uint64_t)index * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr));

    if (c.bad)
        return false;
    out->name = take32(&c);
    out->type = take32(&c);
    take(&c, 8);
    take(&c, 8);
    out->offset = take(&c, 8);
    out->size = take(&c, 8);
    out->link = take32(&c);
    return true;
}

typedef struct {
    uint64_t table;
    unsigned count, names;
} header;

static bool read_header(const input *in, header *h)
{
    cursor c = at_offset(in, 0, sizeof(Elf64_Ehdr));

    if (c.bad || memcmp(in->data, ELFMAG, SELFMAG) != 0)
        return complain(in, "R0721", "not an object of this machine: no ELF header");
    if (in->data[EI_CLASS] != ELFCLASS64 || in->data[EI_DATA] != ELFDATA2LSB)
        return complain(in, "R0721", "not an object of this machine: not ELF64, little endian");
    c.at += EI_NIDENT + 2;
    if (take(&c, 2) != RG_OBJECT_MACHINE)
        return complain(in, "R0721", "not an object of this machine: other machine number");
    c.at = in->data + offsetof(Elf64_Ehdr, e_shoff);
    h->table = take(&c, 8);
    c.at = in->data + offsetof(Elf64_Ehdr, e_shentsize);
    unsigned entry = (unsigned)take(&c, 2);
    h->count = (unsigned)take(&c, 2);
    h->names = (unsigned)take(&c, 2);
    if (entry != sizeof(Elf64_Shdr) || h->table > in->size || h->names >= h->count)
        return damaged(in, "section table");
    return true;
}

static bool find_section(const input *in, const header *h, const char *name, cursor *out)
{
    section names, s;

    if (!read_section(in, h->table, h->names, &names))
        return damaged(in, "section names");
    cursor text = at_offset(in, names.offset, names.size);
    if (text.bad)
        return damaged(in, "section names");
    for (unsigned i = 1; i < h->count; i++) {
        if (!read_section(in, h->table, i, &s))
            return damaged(in, "section table");
        size_t left = (size_t)(text.end - text.at), length = strlen(name) + 1;
        if (s.name > left || length > left - s.name || memcmp(text.at + s.name, name, length) != 0)
            continue;
        *out = s.type == SHT_NOBITS ? (cursor){.bad = true} : at_offset(in, s.offset, s.size);
        return !out->bad || damaged(in, name);
    }
    return complain(in, "R0722", "damaged object: no section %s", name);
}

/* ---- contents ---- */

static bool read_config(const input *in, const header *h, rg_object *object)
{
    cursor c;

    if (!find_section(in, h, ".rg.config", &c))
        return false;
    uint32_t version = take32(&c);
    object->xlen = take32(&c);
    object->frac = take32(&c);
    object->wide = c.at + 4 <= c.end ? take32(&c) : 0;
    if (!c.bad && version != RG_OBJECT_VERSION)
        return complain(in, "R0721", "not an object of this machine: format version %u",
                        (unsigned)version);
    if (c.bad || (object->xlen != 16 && object->xlen != 32 && object->xlen != 64)
        || object->frac < 1 || object->frac > object->xlen - 2
        || (object->wide != 0 && object->wide != 256))
        return damaged(in, "configuration");
    return true;
}

static bool read_code(const input *in, const header *h, rg_object *object)
{
    cursor c;

    if (!find_section(in, h, ".text", &c))
        return false;
    size_t size = (size_t)(c.end - c.at);
    if (size % 4 != 0 || size / 4 > RG_OBJECT_MAX_WORDS)
        return damaged(in, "size of the code");
    object->code = calloc(size / 4 + 1, sizeof *object->code);
    if (!object->code)
        return complain(in, "R0712", "out of memory");
    object->code_count = size / 4;
    for (size_t i = 0; i < object->code_count; i++)
        object->code[i] = take32(&c);
    return true;
}

static bool read_list(const input *in, const header *h, const char *name, size_t *count,
                      char ***texts)
{
    cursor c;

    if (!find_section(in, h, name, &c))
        return false;
    uint32_t n = take32(&c);
    if (c.bad || n > (size_t)(c.end - c.at) / 4)
        return damaged(in, name);
    *texts = calloc((size_t)n + 1, sizeof **texts);
    if (!*texts)
        return complain(in, "R0712", "out of memory");
    for (uint32_t i = 0; i < n; i++) {
        (*texts)[i] = take_string(&c);
        if (!(*texts)[i])
            return damaged(in, name);
        *count = i + 1;
    }
    return true;
}

/* Objects of programs that print nothing may lack them. */
static bool read_texts(const input *in, const header *h, rg_object *object)
{
    cursor c;

    return !find_section(in, h, ".rg.texts", &c)
           || read_list(in, h, ".rg.texts", &object->text_count, &object->texts);
}

static bool read_lines(const input *in, const header *h, rg_object *object)
{
    cursor c;

    if (!find_section(in, h, ".rg.lines", &c))
        return false;
    if ((size_t)(c.end - c.at) != object->code_count * RG_LINE_SIZE)
        return damaged(in, "line table");
    object->lines = calloc(object->code_count + 1, sizeof *object->lines);
    if (!object->lines)
        return complain(in, "R0712", "out of memory");
    for (size_t i = 0; i < object->code_count; i++) {
        rg_line *line = &object->lines[i];
        line->file = take32(&c);
        line->line = take32(&c);
        line->column = take32(&c);
        unsigned role = (unsigned)take(&c, 2);
        line->reversible = (role & RG_LINE_REVERSIBLE) != 0;
        line->role = (uint16_t)(role & ~RG_LINE_REVERSIBLE);
        line->name = (uint16_t)take(&c, 2);
        if (line->role >= RG_ROLE_COUNT || line->name > object->name_count
            || (line->line != 0 && line->file >= object->file_count))
            return damaged(in, "line table");
    }
    return true;
}

static bool good_place(const rg_object *object, const rg_place *p)
{
    return p->begin <= p->end && p->end <= object->code_count + 1 && p->name <= object->name_count
           && p->what <= RG_PLACE_ELEMENT && p->kind <= RG_PLACE_IN_FRAME && p->base < RG_TYPES
           && p->rank <= RG_MOST_RANK && p->a < 32 && (p->b < 32 || p->b == RG_PLACE_CONSTANT)
           && p->reg < 32 && (p->what != RG_PLACE_VARIABLE || p->name > 0);
}

/* Older objects lack them. */
static bool read_places(const input *in, const header *h, rg_object *object)
{
    cursor c;

    if (!find_section(in, h, ".rg.places", &c)) {
        if (in->error && in->error_size)
            in->error[0] = 0;
        return true;
    }
    const size_t size = (size_t)(c.end - c.at);
    if (size % RG_PLACE_SIZE != 0)
        return damaged(in, "places of variables");
    object->places = calloc(size / RG_PLACE_SIZE + 1, sizeof *object->places);
    if (!object->places)
        return complain(in, "R0712", "out of memory");
    for (size_t i = 0; i < size / RG_PLACE_SIZE; i++) {
        rg_place *p = &object->places[object->place_count++];
        p->begin = take32(&c);
        p->end = take32(&c);
        p->at = (int32_t)take32(&c);
        p->name = (uint16_t)take(&c, 2);
        p->what = (uint8_t)take(&c, 1);
        p->kind = (uint8_t)take(&c, 1);
        p->base = (uint8_t)take(&c, 1);
        p->rank = (uint8_t)take(&c, 1);
        p->a = (uint8_t)take(&c, 1);
        p->b = (uint8_t)take(&c, 1);
        p->reg = (uint8_t)take(&c, 1);
        (void)take(&c, 3);
        if (!good_place(object, p))
            return damaged(in, "places of variables");
    }
    return true;
}

/* Two characters for each dot of the name. */
static bool good_levels(const rg_param *p)
{
    size_t dots = 0, n = p->levels ? strlen(p->levels) : 1;
    for (const char *at = p->name; *at; at++)
        dots += *at == '.';
    if (n != 0 && n != 2 * dots)
        return false;
    for (size_t i = 0; i < n; i += 2)
        if (!strchr("cst", p->levels[i]) || p->levels[i + 1] < '0' || p->levels[i + 1] > '2')
            return false;
    return true;
}

static bool read_param(cursor *c, rg_param *p)
{
    uint32_t base = take32(c);

    p->base = (rg_type_base)(base < RG_TYPES ? base : 0);
    p->rank = take32(c);
    p->reg = take32(c);
    uint32_t keyword = take32(c), kept = take32(c), has_default = take32(c);
    p->default_raw = (int64_t)take(c, 8);
    p->keyword = keyword != 0;
    p->kept = kept != 0;
    p->has_default = has_default == 1;
    p->required = has_default == RG_PARAM_REQUIRED;
    return !c->bad && base < RG_TYPES && p->rank <= RG_MOST_RANK && keyword <= 1 && kept <= 1
           && has_default <= RG_PARAM_REQUIRED;
}

/* A string that may be missing; false: it is damaged. */
static bool take_optional(cursor *c, char **text)
{
    *text = take_string(c);
    if (*text && !**text) {
        free(*text);
        *text = NULL;
    }
    return !c->bad;
}

static bool read_tile(cursor *c, rg_param *p)
{
    if (!take_optional(c, &p->tile) || !take_optional(c, &p->tile_why))
        return false;
    p->tile_file = take32(c);
    p->tile_line = take32(c);
    p->tile_column = take32(c);
    return !c->bad;
}

static bool read_routine(const input *in, cursor *c, size_t code_count, rg_routine *r)
{
    r->name = take_string(c);
    r->entry = take32(c);
    r->begin = take32(c);
    r->end = take32(c);
    uint32_t exported = take32(c), params = take32(c);
    r->exported = exported != 0;
    if (c->bad || !r->name || exported > 1 || params > (size_t)(c->end - c->at) / 60)
        return damaged(in, "signatures");
    if (r->begin > r->entry || r->entry >= r->end || r->end > code_count)
        return damaged(in, "extent of a routine");
    r->params = calloc((size_t)params + 1, sizeof *r->params);
    if (!r->params)
        return complain(in, "R0712", "out of memory");
    for (uint32_t i = 0; i < params; i++) {
        r->params[i].name = take_string(c);
        r->param_count = i + 1;
        if (r->params[i].name)
            r->params[i].levels = take_string(c);
        if (!r->params[i].name || !good_levels(&r->params[i]) || !read_param(c, &r->params[i])
            || !read_tile(c, &r->params[i]))
            return damaged(in, "signatures");
    }
    return (rg_good_registers(r) || damaged(in, "registers of parameters"))
           && (rg_good_tiles(r) || damaged(in, "tiles of parameters"));
}

static bool read_routines(const input *in, const header *h, rg_object *object)
{
    cursor c;

    if (!find_section(in, h, ".rg.sigs", &c))
        return false;
    uint32_t n = take32(&c);
    if (c.bad || n > (size_t)(c.end - c.at) / 24)
        return damaged(in, "signatures");
    object->routines = calloc((size_t)n + 1, sizeof *object->routines);
    if (!object->routines)
        return complain(in, "R0712", "out of memory");
    for (uint32_t i = 0; i < n; i++) {
        object->routine_count = i + 1;
        if (!read_routine(in, &c, object->code_count, &object->routines[i]))
            return false;
    }
    return true;
}

static bool read_all(const input *in, rg_object *object)
{
    header h = {0};

    return read_header(in, &h) && read_config(in, &h, object) && read_code(in, &h, object)
           && read_list(in, &h, ".rg.files", &object->file_count, &object->files)
           && read_list(in, &h, ".rg.names", &object->name_count, &object->names)
           && read_texts(in, &h, object) && read_lines(in, &h, object)
           && read_places(in, &h, object) && read_routines(in, &h, object);
}

/* ---- file ---- */

static unsigned char *read_file(input *in)
{
    FILE *file = rg_open_to_read(in->path);
    unsigned char *data = NULL;
    size_t capacity = 0;

    if (!file) {
        complain(in, "R0720", "object cannot be read: %s", rg_why_unread());
        return NULL;
    }
    for (;;) {
        if (in->size == capacity) {
            size_t wanted = capacity ? capacity * 2 : 1 << 16;
            unsigned char *bigger = capacity < MAX_FILE ? realloc(data, wanted) : NULL;
            if (!bigger) {
                complain(in, "R0720", "object cannot be read: too large");
                break;
            }
            data = bigger;
            capacity = wanted;
        }
        size_t got = fread(data + in->size, 1, capacity - in->size, file);
        in->size += got;
        if (got > 0)
            continue;
        if (!ferror(file)) {
            fclose(file);
            return data;
        }
        complain(in, "R0720", "object cannot be read: %s", strerror(errno));
        break;
    }
    fclose(file);
    free(data);
    return NULL;
}

rg_object *rg_object_read(const char *path, char *error, size_t size)
{
    input in = {.path = path, .error = error, .error_size = size};
    rg_object *object = calloc(1, sizeof *object);

    if (!object) {
        complain(&in, "R0712", "out of memory");
        return NULL;
    }
    unsigned char *data = read_file(&in);
    in.data = data;
    if (!data || !read_all(&in, object)) {
        rg_object_free(object);
        object = NULL;
    }
    free(data);
    return object;
}
