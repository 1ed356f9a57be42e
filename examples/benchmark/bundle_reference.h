/* bundle_reference.h: the reprojection error of ADBench's bundle adjustment and its Jacobian in
 * double precision. */
#ifndef BENCHMARK_BUNDLE_REFERENCE_H
#define BENCHMARK_BUNDLE_REFERENCE_H

#include <stddef.h>

/* One observation: camera (r, C, f, u0, v0, k1, k2), point, weight, measurement. Errors: x, y,
 * weight. */
enum {
    BUNDLE_CAMERA = 11,
    BUNDLE_POINT = 11,
    BUNDLE_WEIGHT = 14,
    BUNDLE_FEATURE = 15,
    BUNDLE_NUMBERS = 17,
    BUNDLE_ERRORS = 3
};

/* Jacobian by rows, by complex steps: derivative = Im f(x + ih) / h, to rounding, since nothing is
 * subtracted. */
void bundle_reference(const double *observation, double errors[BUNDLE_ERRORS],
                      double jacobian[BUNDLE_ERRORS][BUNDLE_NUMBERS]);

#endif
