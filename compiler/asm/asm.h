/* asm.h: the assembler and the disassembler. docs/reference/assembly.md describes the text. */
#ifndef RG_ASM_H
#define RG_ASM_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "compiler/object.h"

/* Assemble text (length bytes; need not end in 0) into a new object, to be freed with
 * rg_object_free. file is the name put in the line table and in messages. The program is written
 * for xlen (32 or 64) and frac. NULL on an error. Then error (size bytes) has "file:line:column:
 * error[R07xx]: ...". */
rg_object *rg_assemble(const char *text, size_t length, const char *file, unsigned xlen,
                       unsigned frac, char *error, size_t size);

/* The text of one word, as the assembler reads it; a branch target is written ".+n". Returns the
 * length that the whole text needs (as snprintf). A word that is no instruction becomes ".word
 * 0x...". */
int rg_disassemble_word(uint32_t word, unsigned xlen, char *text, size_t size);

/* The same with a branch target written as label (when the word has one and label is not NULL). */
int rg_disassemble_labelled(uint32_t word, unsigned xlen, const char *label, char *text,
                            size_t size);

/* Listing of a whole object: routines, labels, instructions, and the source line of each in a
 * comment. The assembler reads it back to the same code. Returns 0, or -1 on a write error or when
 * memory is short. */
int rg_disassemble(const rg_object *object, FILE *out);

#endif
