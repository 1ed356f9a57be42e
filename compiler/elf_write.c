/* elf_write.c: writing an object as ELF through libelf. elf_read.c reads. */
#include "elf_save.h"
#include "object.h"

#include <errno.h>
#include <fcntl.h>
#include <libelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/dwarf/dwarf.h"
#include "object_format.h"
#include "special.h"

static void put32(rg_bytes *b, uint64_t value) { rg_put_number(b, value, 4); }

static void put_string(rg_bytes *b, const char *text)
{
    put32(b, strlen(text));
    rg_put(b, text, strlen(text));
}

/* ---- sections ---- */

enum {
    SEC_TEXT,
    SEC_LINES,
    SEC_FILES,
    SEC_NAMES,
    SEC_TEXTS,
    SEC_PLACES,
    SEC_SIGS,
    SEC_CONFIG,
    SEC_SYMTAB,
    SEC_STRTAB,
    SEC_SHSTRTAB,
    SEC_COUNT
};

static const char *const section_name[SEC_COUNT] = {
    ".text",    ".rg.lines",  ".rg.files", ".rg.names", ".rg.texts", ".rg.places",
    ".rg.sigs", ".rg.config", ".symtab",   ".strtab",   ".shstrtab"};

static void put_list(rg_bytes *b, size_t count, char *const *texts)
{
    put32(b, count);
    for (size_t i = 0; i < count; i++)
        put_string(b, texts[i]);
}

static void put_routine(rg_bytes *b, const rg_routine *r)
{
    put_string(b, r->name);
    put32(b, r->entry);
    put32(b, r->begin);
    put32(b, r->end);
    put32(b, r->exported != 0);
    put32(b, r->param_count);
    for (size_t i = 0; i < r->param_count; i++) {
        const rg_param *p = &r->params[i];
        put_string(b, p->name);
        put_string(b, p->levels ? p->levels : "");
        put32(b, p->base);
        put32(b, p->rank);
        put32(b, p->reg);
        put32(b, p->keyword != 0);
        put32(b, p->kept != 0);
        put32(b, p->required ? RG_PARAM_REQUIRED : p->has_default != 0);
        rg_put_number(b, (uint64_t)p->default_raw, 8);
        put_string(b, p->tile ? p->tile : "");
        put_string(b, p->tile_why ? p->tile_why : "");
        put32(b, p->tile_file);
        put32(b, p->tile_line);
        put32(b, p->tile_column);
    }
}

static void put_symbols(const rg_object *object, rg_bytes *symtab, rg_bytes *strtab)
{
    Elf64_Sym symbol = {0};

    rg_put(symtab, &symbol, sizeof symbol);
    rg_put(strtab, "", 1);
    for (size_t i = 0; i < object->routine_count; i++) {
        const rg_routine *r = &object->routines[i];
        symbol = (Elf64_Sym){
            .st_name = (Elf64_Word)strtab->count,
            .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
            .st_shndx = SEC_TEXT + 1,
            .st_value = (Elf64_Addr)r->entry * 4,
            .st_size = (Elf64_Xword)(r->end - r->entry) * 4,
        };
        rg_put(symtab, &symbol, sizeof symbol);
        rg_put(strtab, r->name, strlen(r->name) + 1);
    }
}

static void put_place(rg_bytes *b, const rg_place *p)
{
    const uint8_t small[] = {p->what, p->kind, p->base, p->rank, p->a, p->b, p->reg, 0, 0, 0};

    put32(b, p->begin);
    put32(b, p->end);
    put32(b, (uint32_t)p->at);
    rg_put_number(b, p->name, 2);
    rg_put(b, small, sizeof small);
}

static void fill_sections(const rg_object *object, rg_bytes sections[SEC_COUNT])
{
    static const rg_line no_line = {0};

    for (size_t i = 0; i < object->code_count; i++) {
        const rg_line *line = object->lines ? &object->lines[i] : &no_line;
        put32(&sections[SEC_TEXT], object->code[i]);
        put32(&sections[SEC_LINES], line->file);
        put32(&sections[SEC_LINES], line->line);
        put32(&sections[SEC_LINES], line->column);
        rg_put_number(&sections[SEC_LINES],
                      line->role | (line->reversible ? RG_LINE_REVERSIBLE : 0u), 2);
        rg_put_number(&sections[SEC_LINES], line->name, 2);
    }
    put_list(&sections[SEC_FILES], object->file_count, object->files);
    put_list(&sections[SEC_NAMES], object->name_count, object->names);
    put_list(&sections[SEC_TEXTS], object->text_count, object->texts);
    for (size_t i = 0; i < object->place_count; i++)
        put_place(&sections[SEC_PLACES], &object->places[i]);
    put32(&sections[SEC_SIGS], object->routine_count);
    for (size_t i = 0; i < object->routine_count; i++)
        put_routine(&sections[SEC_SIGS], &object->routines[i]);
    put32(&sections[SEC_CONFIG], RG_OBJECT_VERSION);
    put32(&sections[SEC_CONFIG], object->xlen);
    put32(&sections[SEC_CONFIG], object->frac);
    if (object->wide)
        put32(&sections[SEC_CONFIG], object->wide);
    put_symbols(object, &sections[SEC_SYMTAB], &sections[SEC_STRTAB]);
}

/* ---- ELF ---- */

/* Sections for debuggers stand in front of the names of all. */
static bool write_elf(int fd, const rg_bytes sections[SEC_COUNT],
                      const rg_section debug[RG_DWARF_SECTIONS])
{
    enum { NAMES = SEC_COUNT - 1 + RG_DWARF_SECTIONS, ALL };
    rg_section all[ALL];

    memcpy(&all[SEC_SHSTRTAB], debug, RG_DWARF_SECTIONS * sizeof *debug);
    for (unsigned i = 0; i < SEC_SHSTRTAB; i++)
        all[i] = (rg_section){.name = section_name[i],
                              .bytes = sections[i],
                              .type = SHT_PROGBITS,
                              .align = i == SEC_SYMTAB                   ? 8
                                       : i == SEC_TEXT || i == SEC_LINES ? 4
                                                                         : 1};
    all[SEC_TEXT].flags = SHF_ALLOC | SHF_EXECINSTR;
    all[SEC_SYMTAB].type = SHT_SYMTAB;
    all[SEC_SYMTAB].link = SEC_STRTAB + 1;
    all[SEC_STRTAB].type = SHT_STRTAB;
    all[NAMES] = (rg_section){.name = section_name[SEC_SHSTRTAB], .type = SHT_STRTAB, .align = 1};
    bool ok = rg_elf_save(fd, RG_OBJECT_MACHINE, ET_REL, all, ALL);
    free(all[NAMES].bytes.bytes);
    return ok;
}

static int say(char *error, size_t size, const char *path, const char *what)
{
    if (error && size)
        snprintf(error, size, "%s: error[R0723]: object cannot be written: %s", path, what);
    return -1;
}

static int write_file(rg_bytes sections[SEC_COUNT], const rg_section debug[RG_DWARF_SECTIONS],
                      const char *path, char *error, size_t size)
{
    size_t length = strlen(path) + 32;
    char *temporary;

    if (rg_special_file(path))
        return say(error, size, path, "not an ordinary file");
    temporary = malloc(length);
    if (!temporary)
        return say(error, size, path, "out of memory");
    snprintf(temporary, length, "%s.%ld.tmp", path, (long)getpid());
    int fd = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        free(temporary);
        return say(error, size, path, strerror(errno));
    }
    const char *problem = NULL;
    errno = 0;
    if (!write_elf(fd, sections, debug))
        problem = errno ? strerror(errno) : elf_errmsg(-1);
    int why = errno;
    if (close(fd) != 0 && !problem)
        problem = strerror(errno);
    if (!problem && !rg_rename_flushed(temporary, path))
        problem = strerror(errno);
    why = why ? why : errno;
    if (problem)
        unlink(temporary);
    free(temporary);
    errno = problem ? why : 0; /* says whether the disk is full */
    return problem ? say(error, size, path, problem) : 0;
}

int rg_object_write(const rg_object *object, const char *path, char *error, size_t size)
{
    rg_bytes sections[SEC_COUNT] = {0};
    rg_section debug[RG_DWARF_SECTIONS];
    bool failed = !rg_dwarf_sections(object, debug);

    fill_sections(object, sections);
    for (unsigned i = 0; i < SEC_COUNT; i++)
        failed = failed || sections[i].failed;
    int result = failed ? say(error, size, path, "out of memory")
                        : write_file(sections, debug, path, error, size);
    for (unsigned i = 0; i < SEC_COUNT; i++)
        free(sections[i].bytes);
    for (unsigned i = 0; i < RG_DWARF_SECTIONS; i++)
        free(debug[i].bytes.bytes);
    return result;
}
