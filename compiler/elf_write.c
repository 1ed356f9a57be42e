/* elf_write.c: writing an object as ELF through libelf. elf_read.c reads. */
#include "object.h"

#include <errno.h>
#include <fcntl.h>
#include <libelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "object_format.h"
#include "special.h"

/* ---- byte strings ---- */

typedef struct {
    size_t count, capacity;
    unsigned char *bytes;
    bool failed;
} bytes;

static void put(bytes *b, const void *data, size_t size)
{
    while (!b->failed && size > b->capacity - b->count) {
        size_t capacity = b->capacity ? b->capacity * 2 : 256;
        unsigned char *bigger = realloc(b->bytes, capacity);
        if (!bigger) {
            b->failed = true;
            return;
        }
        b->bytes = bigger;
        b->capacity = capacity;
    }
    if (b->failed || size == 0)
        return;
    memcpy(b->bytes + b->count, data, size);
    b->count += size;
}

static void put_number(bytes *b, uint64_t value, unsigned size)
{
    unsigned char text[8];

    for (unsigned i = 0; i < size; i++)
        text[i] = (unsigned char)(value >> (8 * i));
    put(b, text, size);
}

static void put32(bytes *b, uint64_t value) { put_number(b, value, 4); }

static void put_string(bytes *b, const char *text)
{
    put32(b, strlen(text));
    put(b, text, strlen(text));
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

static void put_list(bytes *b, size_t count, char *const *texts)
{
    put32(b, count);
    for (size_t i = 0; i < count; i++)
        put_string(b, texts[i]);
}

static void put_routine(bytes *b, const rg_routine *r)
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
        put32(b, p->has_default != 0);
        put_number(b, (uint64_t)p->default_raw, 8);
    }
}

static void put_symbols(const rg_object *object, bytes *symtab, bytes *strtab)
{
    Elf64_Sym symbol = {0};

    put(symtab, &symbol, sizeof symbol);
    put(strtab, "", 1);
    for (size_t i = 0; i < object->routine_count; i++) {
        const rg_routine *r = &object->routines[i];
        symbol = (Elf64_Sym){
            .st_name = (Elf64_Word)strtab->count,
            .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
            .st_shndx = SEC_TEXT + 1,
            .st_value = (Elf64_Addr)r->entry * 4,
            .st_size = (Elf64_Xword)(r->end - r->entry) * 4,
        };
        put(symtab, &symbol, sizeof symbol);
        put(strtab, r->name, strlen(r->name) + 1);
    }
}

static void put_place(bytes *b, const rg_place *p)
{
    const uint8_t small[] = {p->what, p->kind, p->base, p->rank, p->a, p->b, p->reg, 0, 0, 0};

    put32(b, p->begin);
    put32(b, p->end);
    put32(b, (uint32_t)p->at);
    put_number(b, p->name, 2);
    put(b, small, sizeof small);
}

static void fill_sections(const rg_object *object, bytes sections[SEC_COUNT])
{
    static const rg_line no_line = {0};

    for (size_t i = 0; i < object->code_count; i++) {
        const rg_line *line = object->lines ? &object->lines[i] : &no_line;
        put32(&sections[SEC_TEXT], object->code[i]);
        put32(&sections[SEC_LINES], line->file);
        put32(&sections[SEC_LINES], line->line);
        put32(&sections[SEC_LINES], line->column);
        put_number(&sections[SEC_LINES], line->role | (line->reversible ? RG_LINE_REVERSIBLE : 0u),
                   2);
        put_number(&sections[SEC_LINES], line->name, 2);
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
    put_symbols(object, &sections[SEC_SYMTAB], &sections[SEC_STRTAB]);
}

/* ---- ELF ---- */

static bool add_section(Elf *elf, unsigned which, bytes sections[SEC_COUNT], size_t name)
{
    Elf_Scn *scn = elf_newscn(elf);
    Elf_Data *data = scn ? elf_newdata(scn) : NULL;
    Elf64_Shdr *header = data ? elf64_getshdr(scn) : NULL;

    if (!header)
        return false;
    data->d_buf = sections[which].bytes;
    data->d_size = sections[which].count;
    data->d_align = which == SEC_SYMTAB ? 8 : which == SEC_TEXT || which == SEC_LINES ? 4 : 1;
    data->d_type = which == SEC_SYMTAB ? ELF_T_SYM : ELF_T_BYTE;
    data->d_version = EV_CURRENT;
    header->sh_name = (Elf64_Word)name;
    header->sh_type = SHT_PROGBITS;
    if (which == SEC_TEXT) {
        header->sh_flags = SHF_ALLOC | SHF_EXECINSTR;
    } else if (which == SEC_SYMTAB) {
        header->sh_type = SHT_SYMTAB;
        header->sh_link = SEC_STRTAB + 1;
        header->sh_info = 1;
        header->sh_entsize = sizeof(Elf64_Sym);
    } else if (which == SEC_STRTAB || which == SEC_SHSTRTAB) {
        header->sh_type = SHT_STRTAB;
    }
    return true;
}

static bool build_elf(Elf *elf, bytes sections[SEC_COUNT])
{
    Elf64_Ehdr *header = elf64_newehdr(elf);
    size_t names[SEC_COUNT];

    if (!header)
        return false;
    header->e_ident[EI_DATA] = ELFDATA2LSB;
    header->e_type = ET_REL;
    header->e_machine = RG_OBJECT_MACHINE;
    header->e_version = EV_CURRENT;
    header->e_shstrndx = SEC_SHSTRTAB + 1;

    bytes *shstrtab = &sections[SEC_SHSTRTAB];
    put(shstrtab, "", 1);
    for (unsigned i = 0; i < SEC_COUNT; i++) {
        names[i] = shstrtab->count;
        put(shstrtab, section_name[i], strlen(section_name[i]) + 1);
    }
    if (shstrtab->failed)
        return false;
    for (unsigned i = 0; i < SEC_COUNT; i++)
        if (!add_section(elf, i, sections, names[i]))
            return false;
    return elf_update(elf, ELF_C_WRITE) > 0;
}

static bool write_elf(int fd, bytes sections[SEC_COUNT])
{
    if (elf_version(EV_CURRENT) == EV_NONE)
        return false;
    Elf *elf = elf_begin(fd, ELF_C_WRITE, NULL);
    if (!elf)
        return false;
    bool ok = build_elf(elf, sections);
    elf_end(elf);
    return ok;
}

static int say(char *error, size_t size, const char *path, const char *what)
{
    if (error && size)
        snprintf(error, size, "%s: error[R0723]: object cannot be written: %s", path, what);
    return -1;
}

static int write_file(bytes sections[SEC_COUNT], const char *path, char *error, size_t size)
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
    if (!write_elf(fd, sections))
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
    bytes sections[SEC_COUNT] = {0};
    bool failed = false;

    fill_sections(object, sections);
    for (unsigned i = 0; i < SEC_COUNT; i++)
        failed = failed || sections[i].failed;
    int result = failed ? say(error, size, path, "out of memory")
                        : write_file(sections, path, error, size);
    for (unsigned i = 0; i < SEC_COUNT; i++)
        free(sections[i].bytes);
    return result;
}
