/* choose.h: uncompute, keep or erase: what the energy model says of each ancilla
 * (docs/explanation/energy.md).
 */
#ifndef RG_OPT_CHOOSE_H
#define RG_OPT_CHOOSE_H

#include "compiler/ir/ir.h"

/* Prices of one technology, in J, of whatever view is to be small. The driver makes them from a
 * technology file. */
typedef struct opt_prices {
    double instruction[RG_CLASS_COUNT]; /* one instruction in value mode, fetched and decoded, but
                                           for its clock cycles */
    double gradient[RG_CLASS_COUNT];    /* the same in gradient mode */
    double cycle;                       /* one clock cycle */
    double erased_bit;
    unsigned xlen, frac;
    bool may_erase;  /* the program will run forward only */
    uint64_t budget; /* words that may be kept over loops; UINT64_MAX: no limit */
    uint64_t rounds; /* of a loop whose bounds are not constants; 0: unknown, it may have none */
} opt_prices;

typedef enum { OPT_UNCOMPUTE, OPT_KEEP, OPT_ERASE } opt_fate;

/* One decision. A J below 0: that alternative does not exist, for the reason in why. */
typedef struct {
    ir_loc loc;
    char routine[64], name[64]; /* name: the ancilla, or the @routine block kept over a loop */
    opt_fate fate;
    unsigned instructions; /* of uncomputing, at least */
    double uncompute_J, keep_J,
        erase_J; /* uncompute: at least; erase, keep: at most. Of a loop: of all its iterations */
    char why[120];
} opt_choice;

typedef struct {
    size_t count, capacity;
    opt_choice *list;
    uint64_t kept_words;
} opt_choices;

/* Replace uncomputation where another way costs less, in a module of opt_module. Every decision
 * goes to choices (free its list). False when memory is short. */
bool opt_choose(ir_module *m, const opt_prices *prices, opt_choices *choices);

#endif
