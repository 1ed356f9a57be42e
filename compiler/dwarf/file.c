/* file.c: the ELF file that a debugger reads. The machine has no number among those that gdb knows.
 * It is said to be AArch64: docs/development/gdb.md says why. */
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/elf_save.h"
#include "dwarf.h"

enum {
    FORWARD,
    BACKWARD,
    DISPATCHER,
    INFO,
    ABBREV,
    LINE,
    LOC,
    RANGES,
    FRAME, /* from INFO on as put_debug has them */
    SYMBOLS,
    STRINGS,
    NAMES,
    SECTIONS
};

static void put_symbol(rg_section *s, const char *name, unsigned section, uint64_t size)
{
    const Elf64_Sym symbol = {.st_name = (Elf64_Word)s[STRINGS].bytes.count,
                              .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                              .st_shndx = (Elf64_Section)(section + 1),
                              .st_value = s[section].address,
                              .st_size = size};
    rg_put(&s[SYMBOLS].bytes, &symbol, sizeof symbol);
    rg_put_text(&s[STRINGS].bytes, name);
}

static void put_debug(rg_section *s, const rg_dwarf *d)
{
    s[0] = (rg_section){".debug_info", .type = SHT_PROGBITS, .bytes = d->info};
    s[1] = (rg_section){".debug_abbrev", .type = SHT_PROGBITS, .bytes = d->abbrev};
    s[2] = (rg_section){".debug_line", .type = SHT_PROGBITS, .bytes = d->line};
    s[3] = (rg_section){".debug_loc", .type = SHT_PROGBITS, .bytes = d->loc};
    s[4] = (rg_section){".debug_ranges", .type = SHT_PROGBITS, .bytes = d->ranges};
    s[5] = (rg_section){".debug_frame", .type = SHT_PROGBITS, .bytes = d->frame, .align = 8};
}

static void describe(rg_section *s, const rg_dwarf *d)
{
    static const Elf64_Sym none = {0};
    const uint64_t size = (uint64_t)d->image->count * RG_IMAGE_WORD,
                   code = SHF_ALLOC | SHF_EXECINSTR;

    s[FORWARD] = (rg_section){".text", .type = SHT_NOBITS, .flags = code,
                              .address = RG_IMAGE_FORWARD, .size = size};
    s[BACKWARD] = (rg_section){".text.backward", .type = SHT_NOBITS, .flags = code,
                               .address = RG_IMAGE_BACKWARD, .size = size};
    s[DISPATCHER] = (rg_section){".text.dispatcher", .type = SHT_NOBITS, .flags = code,
                                 .address = RG_IMAGE_DISPATCHER, .size = RG_IMAGE_DISPATCHER_SIZE};
    put_debug(&s[INFO], d);
    s[SYMBOLS] = (rg_section){".symtab", .type = SHT_SYMTAB, .link = STRINGS + 1, .align = 8};
    s[STRINGS] = (rg_section){".strtab", .type = SHT_STRTAB};
    s[NAMES] = (rg_section){".shstrtab", .type = SHT_STRTAB};
    rg_put(&s[SYMBOLS].bytes, &none, sizeof none);
    rg_put(&s[STRINGS].bytes, "", 1);
    put_symbol(s, "job_dispatcher", DISPATCHER, RG_IMAGE_DISPATCHER_SIZE);
}

static void fill(rg_dwarf *d)
{
    rg_dwarf_lines(d);
    rg_dwarf_frames(d);
    rg_dwarf_info(d);
}

bool rg_dwarf_sections(const rg_object *object, rg_section sections[RG_DWARF_SECTIONS])
{
    rg_image image;
    bool failed = !rg_image_make(object, &image);
    /* names of files are as they were given: a build elsewhere gives the same bytes */
    rg_dwarf d = {.object = object, .image = &image, .folder = ".", .gradients = true};

    if (!failed)
        fill(&d);
    rg_image_free(&image);
    put_debug(sections, &d);
    for (unsigned i = 0; i < RG_DWARF_SECTIONS; i++)
        failed = failed || sections[i].bytes.failed;
    return !failed;
}

bool rg_dwarf_write(int file, const rg_object *object, const rg_image *image, const char *folder,
                    bool gradients)
{
    rg_section sections[SECTIONS];
    rg_dwarf d = {.object = object, .image = image, .folder = folder, .gradients = gradients};
    bool failed = false;

    fill(&d);
    describe(sections, &d);
    for (unsigned i = 0; i < SECTIONS; i++)
        failed = failed || sections[i].bytes.failed;
    const bool good = !failed && rg_elf_save(file, EM_AARCH64, ET_EXEC, sections, SECTIONS);
    for (unsigned i = 0; i < SECTIONS; i++)
        free(sections[i].bytes.bytes);
    return good;
}
