/* gmm_reference.c: the Gaussian mixture objective of ADBench and its gradient in double precision,
 * written by hand. */
#include "examples/benchmark/gmm_reference.h"

#include "examples/benchmark/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

size_t gmm_parameters(const gmm_problem *p) { return p->k * (1 + p->d + p->icf_size); }

int gmm_read(const char *path, gmm_problem *p)
{
    size_t count, m;
    double *numbers = numbers_read(path, &count);
    const size_t limit = 10000000;

    *p = (gmm_problem){.storage = numbers};
    if (!numbers)
        return 0;
    if (count < 5 || !numbers_count(numbers[0], 1000, &p->d)
        || !numbers_count(numbers[1], 10000, &p->k) || !numbers_count(numbers[2], limit, &p->n)
        || p->d == 0 || p->k == 0 || p->n == 0)
        goto wrong;
    p->icf_size = p->d * (p->d + 1) / 2;
    if (count != 5 + gmm_parameters(p) + p->n * p->d
        || !numbers_count(numbers[count - 1], 1000, &m))
        goto wrong;
    p->alphas = numbers + 3;
    p->means = p->alphas + p->k;
    p->icf = p->means + p->k * p->d;
    p->x = p->icf + p->k * p->icf_size;
    p->gamma = numbers[count - 2];
    p->m = (long)m;
    return 1;
wrong:
    fprintf(stderr,
            "%s: not a file of a Gaussian mixture (d k n, alphas, means, icf, points, gamma m)\n",
            path);
    gmm_free(p);
    return 0;
}

void gmm_free(gmm_problem *p)
{
    free(p->storage);
    p->storage = NULL;
}

/* Log of the sum of exponentials of x; share receives its derivatives. */
static double logsumexp(const double *x, size_t n, double *share)
{
    double top = x[0], sum = 0;
    for (size_t i = 1; i < n; i++)
        top = fmax(top, x[i]);
    for (size_t i = 0; i < n; i++)
        sum += share[i] = exp(x[i] - top);
    for (size_t i = 0; i < n; i++)
        share[i] /= sum;
    return top + log(sum);
}

/* c = x - mean, q = Q c for one component and one point. */
static void centre(const gmm_problem *p, size_t k, const double *x, double *c, double *q)
{
    const double *icf = p->icf + k * p->icf_size, *lower = icf + p->d;
    for (size_t r = 0; r < p->d; r++) {
        c[r] = x[r] - p->means[k * p->d + r];
        q[r] = exp(icf[r]) * c[r];
    }
    for (size_t col = 0; col < p->d; col++)
        for (size_t r = col + 1; r < p->d; r++)
            q[r] += *lower++ * c[col];
}

/* Adds the derivatives of -|q|^2 / 2 + sum of log-diagonals, times weight. */
static void add_component(const gmm_problem *p, size_t k, double weight, const double *c,
                          const double *q, double *means, double *icf)
{
    const double *diagonal = p->icf + k * p->icf_size, *lower = diagonal + p->d;
    double *lower_gradient = icf + p->d;
    for (size_t r = 0; r < p->d; r++) {
        means[r] += weight * exp(diagonal[r]) * q[r];
        icf[r] += weight * (1 - q[r] * c[r] * exp(diagonal[r]));
    }
    for (size_t col = 0; col < p->d; col++)
        for (size_t r = col + 1; r < p->d; r++) {
            means[col] += weight * *lower++ * q[r];
            *lower_gradient++ -= weight * q[r] * c[col];
        }
}

static double add_prior(const gmm_problem *p, double *icf_gradient)
{
    double d = (double)p->d, degrees = d + (double)p->m + 1, value = 0;
    double constant = degrees * d * (log(p->gamma) - log(2.0) / 2) - d * (d - 1) / 4 * log(PI);
    for (size_t j = 1; j <= p->d; j++)
        constant -= lgamma((degrees + 1 - (double)j) / 2);
    for (size_t i = 0; i < p->k * p->icf_size; i++) {
        double a = p->icf[i], g2 = p->gamma * p->gamma;
        if (i % p->icf_size < p->d) {
            value += g2 * exp(2 * a) / 2 - (double)p->m * a;
            icf_gradient[i] += g2 * exp(2 * a) - (double)p->m;
        } else {
            value += g2 * a * a / 2;
            icf_gradient[i] += g2 * a;
        }
    }
    return value - (double)p->k * constant;
}

double gmm_reference(const gmm_problem *p, double *gradient)
{
    double n = (double)p->n, value = 0;
    double *means = gradient + p->k, *icf = means + p->k * p->d;
    double *work = numbers_zero(2 * p->k * (p->d + 1));
    double *term = work, *share = term + p->k, *c = share + p->k, *q = c + p->k * p->d;

    for (size_t i = 0; i < gmm_parameters(p); i++)
        gradient[i] = 0;
    for (size_t i = 0; i < p->n; i++) {
        for (size_t k = 0; k < p->k; k++) {
            centre(p, k, p->x + i * p->d, c + k * p->d, q + k * p->d);
            term[k] = p->alphas[k];
            for (size_t r = 0; r < p->d; r++)
                term[k] += p->icf[k * p->icf_size + r] - q[k * p->d + r] * q[k * p->d + r] / 2;
        }
        value += logsumexp(term, p->k, share);
        for (size_t k = 0; k < p->k; k++) {
            gradient[k] += share[k];
            add_component(p, k, share[k], c + k * p->d, q + k * p->d, means + k * p->d,
                          icf + k * p->icf_size);
        }
    }
    value -= n * (logsumexp(p->alphas, p->k, share) + (double)p->d * log(2 * PI) / 2);
    for (size_t k = 0; k < p->k; k++)
        gradient[k] -= n * share[k];
    free(work);
    return value + add_prior(p, icf);
}
