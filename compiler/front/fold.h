/* fold.h: functions of constants, evaluated by the compiler. */
#ifndef FR_FOLD_H
#define FR_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The function of that name at these numbers; false when it is not known here or has no finite
 * value there. */
bool fr_fold_reals(const char *name, size_t count, const long double *x, long double *out);
/* The same where it takes integers, of words of that many bits. */
bool fr_fold_integers(const char *name, size_t count, const int64_t *x, unsigned bits,
                      int64_t *out);

#endif
