/* dwarf.h: lines, variables and frames of a program for stock debuggers: DWARF 4 in an ELF file of
 * the images of its code (image.h). */
#ifndef RG_DWARF_H
#define RG_DWARF_H

#include "compiler/bytes.h"
#include "compiler/elf_save.h"
#include "image.h"

/* Writes the ELF file. gradients: variables grad_NAME are there too. folder: of names that are
 * relative; read only during the call. False: no memory, or the file cannot be written. */
bool rg_dwarf_write(int file, const rg_object *object, const rg_image *image, const char *folder,
                    bool gradients);

/* The sections .debug_* of the same, for an object file: addresses are those of the images,
 * variables grad_NAME are there, and names of files are relative to where the debugger runs. The
 * caller frees the bytes, of a failure too. False: no memory. */
enum { RG_DWARF_SECTIONS = 6 };
bool rg_dwarf_sections(const rg_object *object, rg_section sections[RG_DWARF_SECTIONS]);

/* ---- what the files of this folder share */
typedef struct {
    const rg_object *object;
    const rg_image *image;
    const char *folder;
    bool gradients;
    rg_bytes info, abbrev, line, loc, ranges, frame;
} rg_dwarf;

/* lines.c, frames.c, info.c, locations.c: each fills its section. */
void rg_dwarf_lines(rg_dwarf *d);
void rg_dwarf_frames(rg_dwarf *d);
void rg_dwarf_info(rg_dwarf *d);
/* The line of a word: its own, or that of the last word before it in the image. */
const rg_line *rg_dwarf_line(const rg_dwarf *d, bool backward, uint32_t place);
/* Where a variable of a routine, as the record has it, is known in one image. A list of locations
 * in a view is appended to .debug_loc, at *offset. False: the variable is nowhere. */
typedef struct {
    const rg_routine *routine;
    bool backward;
    uint32_t place; /* index of the record */
    size_t slot;
} rg_dwarf_variable;
bool rg_dwarf_location(rg_dwarf *d, const rg_dwarf_variable *v, rg_image_view view, size_t *offset);

#endif
