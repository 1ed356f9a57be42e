/* gradient.c: one call of sums.rg or its gradient, for callgrind: gradient NAME[_gradient], or by
 * hand in the same arithmetic with its checks, or nothing. */
#include <stdio.h>
#include <string.h>

#include "sums.c"

enum { COUNT = 1000 };

static unsigned dot_by_hand(int64_t *out, const int64_t *x, const int64_t *y, size_t count)
{
    int64_t sum = *out;
    for (size_t i = 0; i < count; i++) {
        int64_t product;
        if (rg_product(x[i], y[i], &product) || __builtin_add_overflow(sum, product, &sum))
            return RG_TRAP_OVERFLOW;
    }
    *out = sum;
    return 0;
}

static unsigned pairs_by_hand(int64_t *out, const int64_t *x, size_t count)
{
    int64_t sum = *out;
    for (size_t i = 0; i < count; i++) {
        int64_t a, b, c;
        if (rg_product(x[i], x[i], &a) || rg_product(a, x[i], &b)
            || __builtin_add_overflow(a, b, &b) || rg_product(a, b, &c)
            || __builtin_add_overflow(sum, c, &sum))
            return RG_TRAP_OVERFLOW;
    }
    *out = sum;
    return 0;
}

int main(int argc, char **argv)
{
    static int64_t x[COUNT], x_g[COUNT], y[COUNT], y_g[COUNT];
    rg_array ax = {x, x_g, NULL, COUNT, 1}, ay = {y, y_g, NULL, COUNT, 1};
    int64_t out = 0, out_g = rg_word(1);
    rg_state rg = {0};
    unsigned trap = 0;
    const char *what = argc > 1 ? argv[1] : "nothing";

    for (int i = 0; i < COUNT; i++) {
        x[i] = rg_word((i % 17) / 10.0 + argc);
        y[i] = rg_word((i % 13) / 10.0);
    }
    if (strcmp(what, "dot") == 0)
        trap = dot(&rg, &out, &ax, &ay);
    else if (strcmp(what, "dot_gradient") == 0)
        trap = dot_gradient(&rg, &out, &out_g, &ax, &ay);
    else if (strcmp(what, "dot_by_hand") == 0)
        trap = dot_by_hand(&out, x, y, COUNT);
    else if (strcmp(what, "pairs") == 0)
        trap = pairs(&rg, &out, &ax);
    else if (strcmp(what, "pairs_gradient") == 0)
        trap = pairs_gradient(&rg, &out, &out_g, &ax);
    else if (strcmp(what, "pairs_by_hand") == 0)
        trap = pairs_by_hand(&out, x, COUNT);
    printf("%u %g %g %g\n", trap, rg_number(out), rg_number(x_g[7]), rg_number(y_g[7]));
    return trap != 0;
}
