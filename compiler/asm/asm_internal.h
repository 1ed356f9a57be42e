/* asm_internal.h: the state of one run of the assembler, shared by its files. */
#ifndef RG_ASM_INTERNAL_H
#define RG_ASM_INTERNAL_H

#include <stdbool.h>

#include "buffer.h"
#include "compiler/grow.h"

typedef struct {
    char *name;
    bool is_label; /* value is a word index that a branch can name; else an .equ */
    int64_t value;
    size_t routine; /* 1 + routine whose entry it is by .entry, 0 otherwise */
} asm_symbol;

typedef enum { FIX_OFFSET, FIX_IMMEDIATE } asm_fix_kind;

/* A field to be filled when every label is known. */
typedef struct {
    asm_fix_kind kind;
    size_t index; /* word */
    char *name;
    unsigned line, column;
} asm_fix;

typedef struct {
    const char *at, *end; /* cursor */
    const char *line_start;
    unsigned line;
    const char *file;
    unsigned xlen, frac;
    rg_buffer buffer;
    size_t symbol_count, symbol_capacity;
    asm_symbol *symbols;
    size_t fix_count, fix_capacity;
    asm_fix *fixes;
    size_t routine_count, routine_capacity;
    rg_routine *routines;
    bool in_routine, has_entry;
    char *error;
    size_t error_size;
} assembler;

/* Lexing; every function that fails has set the error message. */
bool asm_fail(assembler *as, const char *code, const char *format, ...);
bool asm_fail_at(assembler *as, unsigned line, unsigned column, const char *code,
                 const char *format, ...);
unsigned asm_column(const assembler *as);
void asm_skip_space(assembler *as);
bool asm_at_end(assembler *as); /* of the line, comments aside */
bool asm_accept(assembler *as, const char *token);
bool asm_expect(assembler *as, const char *token);
char *asm_name(assembler *as); /* new string, NULL (with message) when there is none */
bool asm_register(assembler *as, uint8_t *r);
bool asm_looks_like_register(const assembler *as);
bool asm_number(assembler *as, int64_t *value); /* constant expression of numbers and .equ names */
asm_symbol *asm_find(assembler *as, const char *name);
bool asm_define(assembler *as, char *name, bool is_label, int64_t value); /* takes name */

/* Parts. */
bool asm_instruction(assembler *as, const char *mnemonic, unsigned column);
bool asm_directive(assembler *as, const char *name, unsigned column);
bool asm_end_routine(assembler *as);
bool asm_apply_fixes(assembler *as);

#endif
