/* cc.h: what the parts of the circuit compiler share. */
#ifndef RG_CC_H
#define RG_CC_H

#include <setjmp.h>

#include "compiler/circuit/circuit.h"
#include "compiler/ir/changes.h"

/* A bit: a line, perhaps negated (2 line + 1), or a constant. ^ 1 negates any of them. */
typedef int64_t cc_bit;
#define CC_ZERO ((cc_bit)-2)
#define CC_ONE ((cc_bit)-1)
static inline bool cc_is_constant(cc_bit b) { return b < 0; }
static inline cc_bit cc_of_line(uint32_t line) { return 2 * (cc_bit)line; }
static inline uint32_t cc_line(cc_bit b) { return (uint32_t)(b >> 1); }

enum { CC_WORD = 64, CC_DEPTH = 200 };
/* More would be 1 GiB. Steps are statements that are done, and elements that are made. */
#define CC_MOST_GATES ((size_t)1 << 26)
#define CC_MOST_STEPS ((uint64_t)1 << 21)

/* A value. known: an integer of the machine, known now, and no bits. */
typedef struct {
    bool known;
    unsigned width;
    int64_t value;
    cc_bit bit[CC_WORD];
} cc_word;

/* Where a scalar or an element is: on lines, or nowhere while its value is known. */
typedef struct cc_cell {
    struct cc_cell *spare; /* the next one that is free */
    bool known;
    unsigned width, level; /* level: how many conditions on data it lives under */
    int64_t value;
    uint32_t line[CC_WORD];
} cc_cell;

/* No condition on data is at level 0. Cells of values that stay as they are have CC_OUTSIDE: their
 * lines are not moved. */
#define CC_OUTSIDE UINT32_MAX

typedef struct {
    cc_cell **cell; /* by columns */
    size_t count;
    int64_t rows, columns, inner[RG_MOST_RANK];
} cc_array;

/* The variables of a running routine, by id. */
typedef struct {
    const ir_routine *r;
    cc_cell **cell;
    cc_array **array;
} cc_frame;

typedef struct {
    circuit *out;
    ir_module *m;
    ir_changes changes;
    ir_diagnostic *why;
    jmp_buf stop;
    bool no_memory, surveyed;
    uint32_t *free_lines, *temps; /* stacks */
    size_t free_count, free_capacity, temp_count, temp_capacity;
    cc_cell *spare;
    uint64_t steps;
    const cc_cell *changing; /* the target of the update at hand */
    cc_frame *frame;
    cc_bit control; /* what all conditions around the statement come to */
    unsigned level, depth;
    cc_bit controls[CC_DEPTH]; /* by level */
} cc;

/* lines.c. Those that stop do not come back. */
_Noreturn void cc_refuse(cc *c, ir_loc loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void cc_no_memory(cc *c);
void *cc_take(cc *c, size_t size);
void cc_count_steps(cc *c, ir_loc loc, uint64_t steps);
void cc_assume(cc *c, ir_loc loc, const char *what);
uint32_t cc_new_line(cc *c); /* zero */
void cc_free_line(cc *c, uint32_t line);
uint32_t cc_temp(cc *c); /* a line that cc_undo gives back */

/* Targets of gates are never among their controls. */
void cc_not(cc *c, uint32_t t);
void cc_cnot(cc *c, cc_bit a, uint32_t t);
void cc_toffoli(cc *c, cc_bit a, cc_bit b, uint32_t t);
void cc_fredkin(cc *c, cc_bit control, uint32_t x, uint32_t y);
/* A position in the list of gates, and in the stack of temporaries. */
typedef struct {
    size_t gate, temp;
} cc_mark;
cc_mark cc_here(const cc *c);
/* Turns the gates since then around: what they did is what their inverse will do. */
void cc_turn(cc *c, cc_mark from);
/* Undoes the gates between two positions; temporaries since the first are free again. */
void cc_undo(cc *c, cc_mark from, cc_mark to);

/* bits.c: values of bits, on temporaries */
cc_bit cc_and(cc *c, cc_bit a, cc_bit b);
cc_bit cc_or(cc *c, cc_bit a, cc_bit b);
cc_bit cc_xor(cc *c, cc_bit a, cc_bit b);
cc_bit cc_mux(cc *c, cc_bit s, cc_bit yes, cc_bit no);
cc_bit cc_all(cc *c, const cc_bit *bits, unsigned count);
cc_bit cc_less(cc *c, const cc_word *a, const cc_word *b); /* signed */
cc_bit cc_equal(cc *c, const cc_word *a, const cc_word *b);

/* arith.c: t of n lines += or -= a value, where control holds */
void cc_add(cc *c, const uint32_t *t, unsigned n, const cc_bit *a, cc_bit control, bool minus);
void cc_add_product(cc *c, const uint32_t *t, unsigned n, const cc_word *a, const cc_word *b,
                    cc_bit control, bool minus);

/* value.c */
cc_word cc_value(cc *c, const ir_expr *e);

/* known.c */
unsigned cc_width(cc *c, ir_loc loc, rg_type_base base, const char *name);
cc_word cc_bits(cc *c, ir_loc loc, cc_word w, unsigned width); /* with its bits, also of a known */
void cc_own(cc *c, ir_loc loc, const ir_var *v);               /* refuses a parameter */
cc_array *cc_array_of(cc *c, ir_loc loc, const ir_var *v);
cc_cell *cc_cell_of(cc *c, ir_loc loc, const ir_var *v);
int64_t cc_extent(const cc_array *a, int64_t dim);
cc_cell *cc_element(cc *c, ir_loc loc, const ir_var *v, const ir_expr *row, const ir_expr *column);
bool cc_find_known(cc *c, const ir_expr *e, int64_t *value);
int64_t cc_known(cc *c, const ir_expr *e, const char *what); /* refuses what is not */
const cc_cell *cc_read(cc *c, const ir_expr *e);             /* of a variable or an element */
int64_t cc_wrap(const cc *c, int64_t value);                 /* to a word of the machine */

/* places.c */
cc_cell *cc_new_cell(cc *c, unsigned width);
void cc_materialise(cc *c, ir_loc loc, cc_cell *cell);
cc_cell *cc_place(cc *c, const ir_place *p);
cc_array *cc_new_array(cc *c, ir_loc loc, const ir_var *v, const int64_t *extents);

/* update.c */
void cc_xor_into(cc *c, cc_cell *t, const ir_expr *e, cc_bit control);
void cc_add_into(cc *c, cc_cell *t, const ir_expr *e, cc_bit control, bool minus);
void cc_update(cc *c, const ir_stmt *s);
void cc_alloc(cc *c, const ir_stmt *s);
void cc_free_var(cc *c, const ir_stmt *s);
void cc_release(cc *c, cc_cell *t); /* it and its lines, which are zero */
void cc_swap(cc *c, const ir_stmt *s);
void cc_negate(cc *c, const ir_stmt *s);
void cc_rotate(cc *c, const ir_stmt *s);

/* control.c */
void cc_list(cc *c, const ir_stmt *list, const ir_stmt *root);

#endif
