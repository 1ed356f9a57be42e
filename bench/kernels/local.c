/* local.c: stencils and recurrences. */
#include "bench/kernels/texts.h"

void k_heat(q32 *const *v, int32_t *const *n)
{
    enum { N = 100 };
    const q32 c = *v[1];
    (void)n;
    for (int t = 1; t < 21; t++) {
        const q32 *old = v[0] + (t - 1) * N;
        q32 *new = v[0] + t *N;
        for (int i = 1; i < N - 1; i++)
            new[i] = old[i] + q_mul(c, old[i - 1] - 2 * old[i] + old[i + 1]);
    }
}

void k_wave(q32 *const *v, int32_t *const *n)
{
    enum { N = 100 };
    q32 *x = v[0], *p = v[1];
    const q32 c = *v[2];
    for (int t = *n[0]; t > 0; t--) {
        for (int i = 1; i < N - 1; i++)
            p[i] += q_mul(c, x[i - 1] - 2 * x[i] + x[i + 1]);
        for (int i = 1; i < N - 1; i++)
            x[i] += p[i];
    }
}

void k_laplace(q32 *const *v, int32_t *const *n)
{
    enum { N = 32 };
    const q32 *u = v[1];
    (void)n;
    for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++) {
            const int at = j * N + i;
            v[0][at] = u[at - 1] + u[at + 1] + u[at - N] + u[at + N] - 4 * u[at];
        }
}

void k_filter(q32 *const *v, int32_t *const *n)
{
    (void)n;
    for (int i = 0; i < 200; i++) {
        q32 s = 0;
        for (int k = 0; k < 9; k++)
            s += q_mul(v[2][k], v[1][i + k]);
        v[0][i] = s;
    }
}

void k_image_filter(q32 *const *v, int32_t *const *n)
{
    enum { N = 20 };
    (void)n;
    for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++) {
            q32 s = 0;
            for (int q = 0; q < 3; q++)
                for (int p = 0; p < 3; p++)
                    s += q_mul(v[2][q * 3 + p], v[1][(j + q - 1) * N + i + p - 1]);
            v[0][j * N + i] = s;
        }
}

void k_biquad(q32 *const *v, int32_t *const *n)
{
    q32 *y = v[0];
    const q32 *x = v[1], *b = v[2], *a = v[3];
    (void)n;
    for (int i = 2; i < 500; i++)
        y[i] = q_mul(b[0], x[i]) + q_mul(b[1], x[i - 1]) + q_mul(b[2], x[i - 2])
               - q_mul(a[0], y[i - 1]) - q_mul(a[1], y[i - 2]);
}

void k_prefix_sum(q32 *const *v, int32_t *const *n)
{
    q32 s = 0;
    (void)n;
    for (int i = 0; i < 500; i++)
        v[0][i] = s += v[1][i];
}

void k_chebyshev(q32 *const *v, int32_t *const *n)
{
    const q32 *c = v[2];
    (void)n;
    for (int i = 0; i < 50; i++) {
        const q32 x = v[1][i];
        q32 before = Q32(1.0), t = x, s = c[0] + q_mul(c[1], x);
        for (int k = 2; k < 10; k++) {
            const q32 next = 2 * q_mul(x, t) - before;
            before = t;
            t = next;
            s += q_mul(c[k], t);
        }
        v[0][i] = s;
    }
}

void k_tridiagonal(q32 *const *v, int32_t *const *n)
{
    enum { N = 100 };
    q32 *x = v[0], w[N], g[N];
    const q32 *a = v[1], *b = v[2], *c = v[3], *d = v[4];
    (void)n;
    w[0] = q_div(c[0], b[0]);
    g[0] = q_div(d[0], b[0]);
    for (int i = 1; i < N; i++) {
        const q32 inverse = q_div(Q32(1.0), b[i] - q_mul(a[i], w[i - 1]));
        w[i] = q_mul(c[i], inverse);
        g[i] = q_mul(d[i] - q_mul(a[i], g[i - 1]), inverse);
    }
    x[N - 1] = g[N - 1];
    for (int i = N - 2; i >= 0; i--)
        x[i] = g[i] - q_mul(w[i], x[i + 1]);
}
