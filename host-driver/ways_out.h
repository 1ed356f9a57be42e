/* ways_out.h: what to do about a number that does not fit, by its kind and the machine. */
#ifndef RG_WAYS_OUT_H
#define RG_WAYS_OUT_H

#include <stddef.h>
#include <stdint.h>

/* Where Fixed has no room or no digits. */
#define RG_TRY_FLOAT "use --float, whose numbers have 53 bits and go up to 1.7e38"

typedef enum {
    RG_NO_MISFIT,
    RG_MISFIT_FIXED,
    RG_MISFIT_LOG,
    RG_MISFIT_INT,
    RG_MISFIT_GRADIENT,
    RG_MISFIT_BANK,         /* the remainders of MULDIV beyond the one Int of their bank */
    RG_MISFIT_WIDE_BANK,    /* beyond the two words of the accumulator */
    RG_MISFIT_FLOAT_BANK,   /* the same on a machine with FLOAT */
    RG_MISFIT_INTS_OF_BANK, /* there too: what stands in the accumulator is more than two Ints hold
                             */
    RG_MISFIT_BESIDE,       /* a Fixed in a program that has Float, too */
    RG_MISFIT_ROUNDED,      /* a Float that is rounded to an Int */
    RG_MISFIT_ACCUMULATOR   /* a sum of products, likewise */
} rg_misfit_cause;

typedef struct {
    rg_misfit_cause cause;
    double magnitude; /* of what did not fit; 0: unknown */
} rg_misfit;

/* config: of the register CONFIG, so that another machine is named with its other parameters kept.
 * The text is "" where there is no misfit. */
void rg_ways_out(uint64_t config, rg_misfit misfit, char *text, size_t size);

#endif
