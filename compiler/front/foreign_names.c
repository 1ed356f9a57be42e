/* foreign_names.c: functions under the names that other languages give them. */
#include "compiler/front/foreign_names.h"

#include <string.h>

const char *fr_foreign_function(const char *name)
{
    static const struct {
        const char *name, *help;
    } others[] = {
        {"len", "the number of elements is length(v)"},
        {"ln", "the natural logarithm is log(x)"},
        {"pow", "a power is x^y"},
        {"power", "a power is x^y"},
        {"sqr", "a square is x^2, or abs2(x)"},
        {"square", "a square is x^2, or abs2(x)"},
        {"fabs", "the absolute value is abs(x)"},
        {"arcsin", "the name is asin(x)"},
        {"arccos", "the name is acos(x)"},
        {"arctan", "the name is atan(x)"},
        {"atan2", "the name is atan(y, x)"},
        {"fmax", "the name is max(a, b)"},
        {"fmin", "the name is min(a, b)"},
        {"fmod", "the name is rem(a, b)"},
        {"matmul", "a matrix product is an update, C .+= A * B"},
        {"mm", "a matrix product is an update, C .+= A * B"},
        {"einsum", "write the loops, for i = 1:m, k = 1:n, ... end"},
        {"where", "write c ? a : b, and ifelse.(c, a, b) for each element"},
        {"reshape", "matrices are made in an '@i function', by reshape or as [1 2; 3 4]"},
        {"arange", "a range is first:last, and a loop is for i = first:last"},
        {"linspace", "write the numbers, a + (b - a) * (i - 1) / (n - 1)"},
        {"accumulate", "`using Sums`, or a loop: c[i] += c[i-1] + v[i]"},
        {"sort", "`using Sorting`: i_sort!(v, ...), or sort before the run"},
        {"printf", "print with @safe println(\"x = \", x)"},
        {"int", "an integer is floor(Int, x), round(Int, x) or trunc(Int, x)"},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(others[i].name, name) == 0)
            return others[i].help;
    return NULL;
}
