/* digits.c: what a fixed-point word keeps of a number. */
#include "compiler/digits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FEWEST_DIGITS = 2, MOST_DIGITS = 5 };

static long double rounded(long double value, unsigned frac)
{
    return ldexpl(rintl(ldexpl(value, (int)frac)), -(int)frac);
}

rg_kept rg_keep_digits(long double value, unsigned frac)
{
    const long double word = fabsl(rintl(ldexpl(value, (int)frac))), kept = rounded(value, frac),
                      error = fabsl(kept - value);
    rg_kept k = {.kept = (double)kept, .digits = 99};
    if (word > 0)
        k.bits = (unsigned)(floorl(log2l(word)) + 1);
    if (value != 0 && error > 0)
        k.digits = error >= fabsl(value) ? 0 : (double)-log10l(2 * error / fabsl(value));
    k.digits = k.digits < 0 ? 0 : k.digits;
    return k;
}

/* The significant digits of the shortest text that reads as the number, as far as they count. */
static int written_digits(double value)
{
    char text[40];
    for (int n = FEWEST_DIGITS; n < MOST_DIGITS; n++) {
        snprintf(text, sizeof text, "%.*e", n - 1, value);
        if (fabs(strtod(text, NULL) - value) <= 1e-15 * fabs(value))
            return n;
    }
    return MOST_DIGITS;
}

bool rg_loses_digits(long double value, unsigned frac, double scale)
{
    const double beside = scale > 0 ? scale : (double)fabsl(value);
    return (double)fabsl(rounded(value, frac) - value)
           > 0.5 * pow(10, -written_digits((double)value)) * beside;
}
