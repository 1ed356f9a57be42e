/* image.h: the machine as a debugger of addresses in bytes sees it (docs/development/gdb.md).
 *
 * A program has two images of its code: one as it runs forward, one as it runs backward, where the
 * same words come in the opposite order. In each of them a routine begins with the word that runs
 * first, and runs to higher addresses. So a run backward looks to the debugger like any run. A word
 * has four bytes: at the first the machine is about to execute it, at the third a jump, or a call
 * that comes back, has just landed on it.
 *
 * Data memory and the variables of frames are there in several views, which differ in what number
 * the bytes of a word are shown as. */
#ifndef RG_DWARF_IMAGE_H
#define RG_DWARF_IMAGE_H

#include "compiler/object.h"

#define RG_IMAGE_FORWARD UINT64_C(0x100000000)
#define RG_IMAGE_BACKWARD UINT64_C(0x200000000)
#define RG_IMAGE_DISPATCHER UINT64_C(0x300000000) /* eight bytes a word: forward, then backward */
#define RG_IMAGE_DISPATCHER_SIZE (UINT64_C(8) << 24)
enum { RG_IMAGE_WORD = 4, RG_IMAGE_LANDED = 2 };

#define RG_IMAGE_DATA UINT64_C(0x10000000000)
#define RG_IMAGE_FRAMES UINT64_C(0x20000000000) /* the address at which frames end */
#define RG_IMAGE_FRAME (UINT64_C(1) << 20)      /* bytes of a frame */
#define RG_IMAGE_VIEW UINT64_C(0x100000000000)
typedef enum {
    RG_VIEW_WORD,         /* as the machine has it */
    RG_VIEW_FIXED,        /* the number that a Fixed stands for, as a double */
    RG_VIEW_LOG,          /* the same of a Log */
    RG_VIEW_GRADIENT,     /* of a Fixed, as a double */
    RG_VIEW_GRADIENT_LOG, /* of a Log */
    RG_VIEWS
} rg_image_view;

/* The elements of a matrix once more, row by row, as debuggers print and index them: the word of
 * its header in front of the bytes of an element. */
#define RG_IMAGE_MATRICES (UINT64_C(1) << 54)
#define RG_IMAGE_MATRIX_VIEW (UINT64_C(1) << 51)
enum { RG_IMAGE_HEADER = 27, RG_IMAGE_HEADER_MASK = 0xffffff };

/* Slots of eight bytes in a frame. */
enum {
    RG_SLOT_REGISTERS = 0,
    RG_SLOT_RETURN = 32,
    RG_SLOT_VARIABLES = 64,
    RG_SLOTS = 1 << 17,
    RG_MOST_VARIABLES = RG_SLOTS - RG_SLOT_VARIABLES,
    /* columns of call frame information, as AArch64 numbers them: the link register and the stack
     * pointer stand for none of the machine's registers */
    RG_COLUMN_RETURN = 30,
    RG_COLUMN_FRAME = 31
};

typedef struct {
    uint32_t count;
    uint32_t *place[2], *word[2]; /* [backward]: where a word stands, and which word stands there */
    uint32_t *first, *records; /* records of the object that are of routine r: records[first[r]] and
                                  so on, in its order */
} rg_image;

/* False: no memory. */
bool rg_image_make(const rg_object *object, rg_image *image);
void rg_image_free(rg_image *image);
uint64_t rg_image_address(const rg_image *image, uint32_t word, bool backward, bool landed);
/* The word that an address stands for; false: none of the program's. */
bool rg_image_find(const rg_image *image, uint64_t address, uint32_t *word, bool *backward,
                   bool *landed);

/* The variables of a routine, in the order of their slots: a record of the object for each. Two of
 * one name but of different types are two. Returns how many there are, at most capacity. */
size_t rg_image_variables(const rg_image *image, const rg_object *object, const rg_routine *routine,
                          uint32_t *place, size_t capacity);

#endif
