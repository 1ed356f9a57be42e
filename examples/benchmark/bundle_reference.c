/* bundle_reference.c: the reprojection error of ADBench's bundle adjustment and its Jacobian in
 * double precision. */
#include "examples/benchmark/bundle_reference.h"

#include <complex.h>

typedef double complex number;

static void cross(const number a[3], const number b[3], number out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Rodrigues' formula; the rotation that is exactly zero has its first-order form, as in ADBench. */
static void rotate(const number r[3], const number p[3], number out[3])
{
    number squared = r[0] * r[0] + r[1] * r[1] + r[2] * r[2], axis[3], turned[3];
    if (creal(squared) == 0) {
        cross(r, p, turned);
        for (int i = 0; i < 3; i++)
            out[i] = p[i] + turned[i];
        return;
    }
    number angle = csqrt(squared), s = csin(angle), c = ccos(angle), along = 0;
    for (int i = 0; i < 3; i++) {
        axis[i] = r[i] / angle;
        along += axis[i] * p[i];
    }
    cross(axis, p, turned);
    for (int i = 0; i < 3; i++)
        out[i] = p[i] * c + turned[i] * s + axis[i] * along * (1 - c);
}

static void errors_of(const number *o, number errors[BUNDLE_ERRORS])
{
    const number *camera = o, *point = o + BUNDLE_POINT, weight = o[BUNDLE_WEIGHT];
    number local[3], seen[3];
    for (int i = 0; i < 3; i++)
        local[i] = point[i] - camera[3 + i];
    rotate(camera, local, seen);
    number x = seen[0] / seen[2], y = seen[1] / seen[2], squared = x * x + y * y;
    number stretch = 1 + squared * (camera[9] + camera[10] * squared);
    errors[0] = weight * (x * stretch * camera[6] + camera[7] - o[BUNDLE_FEATURE]);
    errors[1] = weight * (y * stretch * camera[6] + camera[8] - o[BUNDLE_FEATURE + 1]);
    errors[2] = 1 - weight * weight;
}

void bundle_reference(const double *observation, double errors[BUNDLE_ERRORS],
                      double jacobian[BUNDLE_ERRORS][BUNDLE_NUMBERS])
{
    const double step = 1e-30;
    number numbers[BUNDLE_NUMBERS], result[BUNDLE_ERRORS];

    for (int i = 0; i < BUNDLE_NUMBERS; i++)
        numbers[i] = observation[i];
    errors_of(numbers, result);
    for (int e = 0; e < BUNDLE_ERRORS; e++)
        errors[e] = creal(result[e]);
    for (int i = 0; i < BUNDLE_NUMBERS; i++) {
        numbers[i] = observation[i] + step * I;
        errors_of(numbers, result);
        for (int e = 0; e < BUNDLE_ERRORS; e++)
            jacobian[e][i] = cimag(result[e]) / step;
        numbers[i] = observation[i];
    }
}
