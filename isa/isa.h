/* isa.h: the instruction set of isa.def as C tables, and the encoder and decoder made from it. */
#ifndef RG_ISA_H
#define RG_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rg_op {
    RG_OP_NONE, /* no opcode: what undoes an instruction that no single one undoes */
#define RG_OP(name, mnemonic, code, fmt, kind, bk, class, f, ga, gb, undo) RG_OP_##name = code,
#include "isa.def"
#undef RG_OP
    RG_OP_LIMIT = 128
};

typedef enum {
    RG_FMT_NONE,
    RG_FMT_U,
    RG_FMT_U1,
    RG_FMT_C,
    RG_FMT_LD,
    RG_FMT_ST,
    RG_FMT_X,
    RG_FMT_M,
    RG_FMT_R1,
    RG_FMT_R2,
    RG_FMT_R3,
    RG_FMT_RB,
    RG_FMT_BR,
    RG_FMT_BI,
    RG_FMT_J,
    RG_FMT_AS,
    RG_FMT_I,
    RG_FMT_N,
    RG_FMT_R2X,
    RG_FMT_W,
    RG_FMT_WO,
    RG_FMT_RM,
    RG_FMT_MD
} rg_format;

typedef enum { RG_KIND_NONE, RG_KIND_INT, RG_KIND_FIX, RG_KIND_LOG } rg_kind;
typedef enum { RG_BK_I, RG_BK_F, RG_BK_L } rg_operand_kind;

enum rg_mode {
#define RG_MODE(name, code, text, undo, doc) RG_MODE_##name = code,
#include "modes.def"
#undef RG_MODE
    RG_MODE_COUNT
};

/* The mode field of words with operands in memory (modes.def). */
enum {
#define RG_MODE(name, code, text, undo, doc)
#define RG_MODE_OF_WORDS(code) RG_MODE_WORDS = code,
#include "modes.def"
#undef RG_MODE_OF_WORDS
#undef RG_MODE
};

/* What is added to the address of every operand in memory. */
enum { RG_INDEX_REGISTER = 28 };

/* Of D, A and B, which are words of memory instead of registers. */
enum rg_word_operands { RG_WORD_D = 1, RG_WORD_A = 2, RG_WORD_B = 4 };

/* Masks of the mode register. */
enum rg_with {
#define RG_MODE_BIT(name, bit, doc) RG_WITH_##name = 1u << bit,
#include "mode_bits.def"
#undef RG_MODE_BIT
};

enum rg_cond {
#define RG_COND(name, code, text) RG_COND_##name = code,
#include "conds.def"
#undef RG_COND
    RG_COND_COUNT
};

enum rg_class {
#define RG_CLASS(name, index, text, doc) RG_CLASS_##name = index,
#include "classes.def"
#undef RG_CLASS
    RG_CLASS_COUNT
};

enum rg_trap {
    RG_TRAP_NONE = 0,
#define RG_TRAP(name, code, error, text) RG_TRAP_##name = code,
#include "traps.def"
#undef RG_TRAP
    RG_TRAP_COUNT
};

typedef struct {
    const char *name; /* NULL where no instruction has this code */
    const char *mnemonic;
    rg_format format;
    rg_kind kind;
    rg_operand_kind bk;
    enum rg_class class;
    const char *f, *ga, *gb;
    enum rg_op undo; /* or RG_OP_NONE */
} rg_op_info;

typedef struct {
    const char *name, *error, *text;
} rg_trap_info;

/* A decoded word. Fields that the format lacks are 0. */
typedef struct {
    uint8_t op, mode; /* mode also holds the condition of RG_FMT_AS */
    uint8_t d, a, b;  /* register numbers */
    bool immediate;   /* B (or the second operand of RG_FMT_BI) is imm, not a register */
    int32_t imm;      /* imm11, imm17, imm5, unscaled */
    int32_t offset;   /* branches, in words */
    uint8_t indexed;  /* streams: bit 0 D, 1 A, 2 B is addressed by indices in memory */
    uint8_t words;    /* of rg_word_operands; 0 for ordinary instructions */
    uint8_t kinds;    /* of rg_operand_kinds: a machine with FLOAT alone has them */
} rg_instruction;

/* What register operands hold on a machine with FLOAT: bits 10:8 of the word where B is a register.
 * Without a bit an operand of kind FIX is a wide word, and one of kind INT an integer. */
enum rg_operand_kinds {
    RG_WIDE_OPERANDS = 1, /* kind INT, NEG, OUT: numbers are compared, and not integers */
    RG_FLOAT_B = 2,       /* B is a float word, a constant */
    RG_FLOAT_A = 4,
    RG_LOG_OUT = RG_FLOAT_B,            /* OUT of a number: it is a Log */
    RG_TO_FIXED = RG_FLOAT_A,           /* FMOV: what it adds is rounded to a Fixed */
    RG_FIXED_TARGET = RG_WIDE_OPERANDS, /* FMOV, with that: the target is a Fixed, too */
};

/* The operand kinds that an instruction may have on a machine with FLOAT, by its operation and
 * mode; the operation must be one. */
unsigned rg_kinds_of(const rg_instruction *in);

/* By code; the name of an unused one is NULL. */
extern const rg_op_info rg_op_table[RG_OP_LIMIT];
/* NULL for an unused code. Here, because passes over words ask for it all the time. */
static inline const rg_op_info *rg_op_lookup(unsigned op)
{
    return op < RG_OP_LIMIT && rg_op_table[op].name ? &rg_op_table[op] : NULL;
}
const rg_op_info *rg_op_by_mnemonic(const char *mnemonic);
const char *rg_mode_text(unsigned mode);
const char *rg_cond_text(unsigned cond);
const char *rg_class_name(unsigned class);
const rg_trap_info *rg_trap_lookup(unsigned cause);

/* True when the word is an instruction (unused bits zero, mode allowed). xlen decides on LI2 and
 * LI3. */
bool rg_decode(uint32_t word, unsigned xlen, rg_instruction *out);
/* The same for a machine with FLOAT, which has operand kinds. Compiled code has them there alone.
 */
bool rg_decode_any(uint32_t word, unsigned xlen, rg_instruction *out);
/* True when every field fits; word is then the encoding. */
bool rg_encode(const rg_instruction *in, unsigned xlen, uint32_t *word);
/* True for the stream form of an update: its registers name descriptors of words in memory, and
 * none is written. Only for what rg_decode accepted. */
static inline bool rg_is_stream(const rg_instruction *in)
{
    return in->mode == RG_MODE_STREAM_ADD || in->mode == RG_MODE_STREAM_SUB;
}
/* No configuration has more words of data memory; what is larger is refused before a machine is
 * asked. */
enum { RG_MOST_DATA_WORDS = 1 << 24 };
/* Words that name another word by its distance. */
static inline bool rg_has_target(const rg_instruction *in)
{
    const rg_format format = rg_op_lookup(in->op)->format;

    return format == RG_FMT_J || format == RG_FMT_BR || format == RG_FMT_BI;
}
/* True when the target register is also a source (trap ALIAS). */
bool rg_aliases(const rg_instruction *in);
/* True for a branch that is a landing in the forward direction. */
bool rg_is_landing(unsigned op);
/* The instruction becomes the one that undoes it. False, and unchanged, where no single one does:
 * calls, PORTAL, HALT; and streams, whose inverse would go through the elements in the same order,
 * which is wrong where they read what others write. */
bool rg_undo(rg_instruction *in);

#endif
