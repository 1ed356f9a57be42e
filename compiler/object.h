/* object.h: a compiled program, in memory and as an ELF file.
 *
 * ELF64, little endian, e_machine EM_NONE+private (0x5247): sections .text (32-bit words),
 * .symtab/.strtab (routines), .rg.lines (line table), .rg.files, .rg.sigs (signatures), .rg.places
 * (where variables live), .rg.config (XLEN, FRAC it was compiled for). Code is
 * position-independent. */
#ifndef RG_OBJECT_H
#define RG_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* RG_TYPE_FIXED is the machine's number: Fixed, or Float on a machine with FLOAT. In a program with
 * both, RG_TYPE_NARROW is Fixed. It is the type of variables alone: what is read of them is a
 * Float. */
typedef enum { RG_TYPE_INT, RG_TYPE_BOOL, RG_TYPE_FIXED, RG_TYPE_LOG, RG_TYPE_NARROW } rg_type_base;
enum { RG_TYPES = RG_TYPE_NARROW + 1 };
static inline bool rg_type_is_whole(rg_type_base base)
{
    return base == RG_TYPE_INT || base == RG_TYPE_BOOL;
}
static inline bool rg_type_has_gradient(rg_type_base base)
{
    return base == RG_TYPE_FIXED || base == RG_TYPE_LOG || base == RG_TYPE_NARROW;
}
/* "Int", "Bool", "Fixed", "Log"; NULL for other numbers. */
const char *rg_type_name(rg_type_base base);

/* Parameters in registers up to this one are loaded by the shorter programs of the job dispatcher
 * (firmware/jobs.s). These want r17 .. r25 zero between the sweeps of a gradient. The longer ones
 * put r1 .. r28 aside. */
enum { RG_NARROW_REGISTERS = 14 };
#define RG_NARROW_SCRATCH UINT32_C(0x03fe0000)

/* The name of a routine that stands for another one in a gradient: that name and this. It leaves in
 * registers, and on the stack from where sp was, what the other one would uncompute at its end; run
 * back, it takes it from there. */
#define RG_FORTH " (forth)"

/* The most dimensions of an array. In memory its extents stand before its elements: M[h] is the
 * number of rows, and M[h - k + 1] extent k. Extent 2 is the number of columns. From three
 * dimensions on the columns are those of all other dimensions, and RG_EXTENT(d) is the extent of
 * dimension d. */
enum { RG_MOST_RANK = 4 };
#define RG_EXTENT(d) ((d) + 1U)
static inline unsigned rg_header_words(unsigned rank) { return rank <= 2 ? 2 : RG_EXTENT(rank); }

/* So many parameters travel in registers, others on the stack; the last register that may carry
 * one. */
enum { RG_REGISTER_PARAMETERS = 14, RG_LAST_PARAMETER = 28 };

typedef struct {
    char *name;   /* as in the source, with its "!"; a part of a compound argument: z.re, p.inner.x,
                     t.1 */
    char *levels; /* for each '.' of the name two characters: c complex, s struct, t tuple, and how
                   * many indices stand before that '.' (0 to 4); "" for a plain argument */
    rg_type_base base;
    unsigned rank;  /* 0 scalar, 1 vector, 2 matrix, to RG_MOST_RANK */
    unsigned reg;   /* the register in which it comes and goes, 1 .. RG_LAST_PARAMETER; 0: a word of
                       the stack */
    int keyword;    /* 1: keyword parameter, read only */
    int kept;       /* 1: the routine leaves every word of it as it was; 0: it may change it */
    char *tile;     /* of an array whose rows may come in tiles: what each parameter of the routine
                       then is, one character each (compiler/ir/tiles.h); NULL: they may not */
    char *tile_why; /* then why not; NULL: it is not known */
    uint32_t tile_file, tile_line, tile_column; /* where that is: as in rg_line */
    int has_default;
    int required;        /* 1: the host must set it */
    int64_t default_raw; /* raw word of the default */
} rg_param;

typedef struct {
    char *name;
    uint32_t entry;      /* word offset in code of its portal */
    uint32_t begin, end; /* words [begin, end) belong to it */
    size_t param_count;
    rg_param *params;
    int exported; /* can be started by the host: all parameter types are known */
} rg_routine;

/* What a word is for, so that a trap can be reported in the user's terms. */
typedef enum {
#define RG_ROLE(id, name) RG_ROLE_##id,
#include "compiler/roles.def"
#undef RG_ROLE
    RG_ROLE_COUNT
} rg_role;

typedef struct {
    uint32_t file;         /* index into files */
    uint32_t line, column; /* 1-based; 0: none */
    uint16_t role;         /* rg_role */
    uint16_t name;         /* 1 + index into names of the variable concerned; 0: none */
    bool reversible;       /* of a routine, or called by one, that asserts that nothing is erased
                              (@assert_reversible) */
    bool rare; /* while code is made: of a loop for sizes that are hardly met (opt/conditions.c) */
    uint32_t scope; /* while code is made: the variables that live here (compiler/back/scopes.c) */
} rg_line;

/* Where something is while the machine stands between two instructions. The point in front
 * of word n has the number n; a record holds for the points begin .. end - 1. Which way the machine
 * runs does not matter: exchanges are their own inverse. */
typedef enum {
    RG_PLACE_VARIABLE, /* a variable, or the header address of an array */
    RG_PLACE_FRAME,    /* where sp was when the routine was entered: register a, minus `at` */
    RG_PLACE_CALLER,   /* what the caller has in register a, where it is not there */
    RG_PLACE_LINK,     /* the link: pc of the call, xor that of the portal */
    RG_PLACE_ELEMENT   /* the word of memory at r[a] + r[b], or r[a] + at: exchanged to `reg` */
} rg_place_what;
typedef enum { RG_PLACE_NOWHERE, RG_PLACE_IN_REGISTER, RG_PLACE_IN_FRAME } rg_place_kind;
enum { RG_PLACE_CONSTANT = 255 }; /* b of an address with `at` */

typedef struct {
    uint32_t begin, end;
    uint16_t name; /* of a variable: as in rg_line */
    uint8_t what, kind;
    uint8_t base, rank; /* of a variable: rg_type_base, and 0 for a scalar */
    uint8_t a, b;
    uint8_t reg; /* where it is, of RG_PLACE_IN_REGISTER and RG_PLACE_ELEMENT */
    int32_t at;  /* RG_PLACE_IN_FRAME: words above where sp was at the entry; of a variable in a
                    register: by how much it is more than that */
} rg_place;

typedef struct {
    unsigned xlen, frac;
    unsigned wide; /* bits of the wide words of a machine with FLOAT; 0 for others */
    size_t code_count;
    uint32_t *code;
    rg_line *lines; /* one for each word of code */
    size_t file_count;
    char **files;
    size_t name_count;
    char **names;
    size_t routine_count;
    rg_routine *routines;
    size_t text_count;
    size_t place_count;
    rg_place *places; /* in the order of the routines; none where they are not known */
    char **texts; /* how to write what the program prints: text with RG_PRINT_VALUE and a type, I B
                     F or L, for each word */
} rg_object;

/* What a program prints is, among the words it sends out, a mark, the values of text id, and a mark
 * with end set. Run backward it comes the other way round. */
enum { RG_PRINT_VALUE = 1, RG_PRINT_VALUES = 16, RG_PRINT_TEXTS = 1 << 14 };
#define RG_PRINT_MAGIC UINT32_C(0x29238000)
#define RG_PRINT_MARK(id, end) (RG_PRINT_MAGIC | (uint32_t)(id) << 1 | ((end) ? 1u : 0u))

/* Each of the first RG_REGISTER_PARAMETERS has a register of its own, the others have none. */
bool rg_good_registers(const rg_routine *routine);
/* What `tile` says suits the types of the parameters. */
bool rg_good_tiles(const rg_routine *routine);
void rg_object_free(rg_object *object);
/* How much of the name of a part names the array of compounds that it belongs to: what stands
 * before the first dot that has indices before it. All arrays of such a compound have one shape. 0:
 * it is part of none. levels: as rg_param.levels, or NULL. */
size_t rg_array_of_part(const char *name, const char *levels, unsigned rank);

/* Write as ELF through a temporary file renamed into place. Returns 0, or -1 with a message in
 * error (size bytes). */
int rg_object_write(const rg_object *object, const char *path, char *error, size_t size);
/* Read and check everything; nothing in a damaged file is trusted. NULL with a message in error. */
rg_object *rg_object_read(const char *path, char *error, size_t size);

#endif
