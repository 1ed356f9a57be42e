/* elf_save.c: sections as an ELF file. */
#include "elf_save.h"

#include <libelf.h>

static bool add_section(Elf *elf, rg_section *section, size_t name)
{
    Elf_Scn *scn = elf_newscn(elf);
    Elf_Data *data = scn ? elf_newdata(scn) : NULL;
    Elf64_Shdr *header = data ? elf64_getshdr(scn) : NULL;

    if (!header)
        return false;
    data->d_buf = section->type == SHT_NOBITS ? NULL : section->bytes.bytes;
    data->d_size = section->type == SHT_NOBITS ? section->size : section->bytes.count;
    data->d_align = section->align ? section->align : 1;
    data->d_type = section->type == SHT_SYMTAB ? ELF_T_SYM : ELF_T_BYTE;
    data->d_version = EV_CURRENT;
    header->sh_name = (Elf64_Word)name;
    header->sh_type = section->type;
    header->sh_flags = section->flags;
    header->sh_addr = section->address;
    if (section->type == SHT_SYMTAB) {
        header->sh_link = section->link;
        header->sh_info = 1;
        header->sh_entsize = sizeof(Elf64_Sym);
    }
    return true;
}

static bool build(Elf *elf, unsigned machine, unsigned type, rg_section *sections, unsigned count)
{
    Elf64_Ehdr *header = elf64_newehdr(elf);
    rg_bytes *names = &sections[count - 1].bytes;
    size_t at = 1;

    if (!header)
        return false;
    header->e_ident[EI_DATA] = ELFDATA2LSB;
    header->e_type = (Elf64_Half)type;
    header->e_machine = (Elf64_Half)machine;
    header->e_version = EV_CURRENT;
    header->e_shstrndx = (Elf64_Half)count;
    rg_put(names, "", 1);
    for (unsigned i = 0; i < count; i++)
        rg_put_text(names, sections[i].name);
    for (unsigned i = 0; !names->failed && i < count; i++) {
        if (!add_section(elf, &sections[i], at))
            return false;
        while (names->bytes[at++] != '\0')
            ;
    }
    return !names->failed && elf_update(elf, ELF_C_WRITE) > 0;
}

bool rg_elf_save(int file, unsigned machine, unsigned type, rg_section *sections, unsigned count)
{
    if (elf_version(EV_CURRENT) == EV_NONE)
        return false;
    Elf *elf = elf_begin(file, ELF_C_WRITE, NULL);
    if (!elf)
        return false;
    bool ok = build(elf, machine, type, sections, count);
    elf_end(elf);
    return ok;
}
