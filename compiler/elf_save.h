/* elf_save.h: sections as an ELF file, through libelf. */
#ifndef RG_ELF_SAVE_H
#define RG_ELF_SAVE_H

#include <stdbool.h>
#include <stdint.h>

#include "bytes.h"

typedef struct {
    const char *name;
    rg_bytes bytes;
    uint32_t type, link;           /* SHT_...; index of the section that it refers to */
    uint64_t flags, address, size; /* size: of SHT_NOBITS */
    unsigned align;
} rg_section;

/* The sections 1 .. count; the last one must be empty and is filled with their names. False: errno
 * or elf_errmsg(-1) says why. */
bool rg_elf_save(int file, unsigned machine, unsigned type, rg_section *sections, unsigned count);

#endif
