/* float.c: every floating-point function against MPFR on ROUNDS random operands, with both
 * cotangents: float ROUNDS [FUNCTION]. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/property/float_reference.h"

static const rg_float_format format = {256, 128, 53, 11, 106};

static bool run(const float_subject *s, uint64_t rounds, uint64_t seed, float_exact *e)
{
    float_worst w = {0};
    for (uint64_t i = 0; i < rounds; i++) {
        rg_float_in in = float_operands(s, &seed);
        const char *wrong = float_check(s, &format, &in, e, &w);
        if (wrong) {
            fprintf(stderr, "%s: %s: a = %a, b = %a, g = %a\n", s->name, wrong, float_double(in.a),
                    float_double(in.b), float_double(in.g));
            return false;
        }
    }
    printf("%-8s %10.6f %10.6f %10.6f %12" PRIu64 " %10" PRIu64 "\n", s->name, w.value, w.a, w.b,
           w.done, w.trapped);
    return fflush(stdout) == 0;
}

int main(int argc, char **argv)
{
    uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    const char *only = argc > 2 ? argv[2] : "";
    bool good = rounds > 0, found = false;
    float_exact e;
    float_exact_init(&e);
    printf("%-8s %10s %10s %10s %12s %10s\n", "", "value", "da", "db", "done", "trapped");
    for (unsigned i = 0; i < FLOAT_SUBJECTS; i++)
        if (*only == '\0' || strcmp(only, float_subjects[i].name) == 0) {
            found = true;
            good = run(&float_subjects[i], rounds, 20261124 + i, &e) && good;
        }
    float_exact_clear(&e);
    mpfr_free_cache();
    return good && found ? 0 : 1;
}
