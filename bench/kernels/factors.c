/* factors.c: factors and filters of linear algebra, a cell of a network, a skin. */
#include "bench/kernels/texts.h"

void k_cholesky(q32 *const *v, int32_t *const *n)
{
    enum { N = 12 };
    q32 *l = v[0];
    const q32 *a = v[1];
    (void)n;
    for (int j = 0; j < N; j++) {
        q32 s = a[j * N + j];
        for (int k = 0; k < j; k++)
            s -= q_mul(l[k * N + j], l[k * N + j]);
        l[j * N + j] = q_sqrt(s);
        for (int i = j + 1; i < N; i++) {
            s = a[j * N + i];
            for (int k = 0; k < j; k++)
                s -= q_mul(l[k * N + i], l[k * N + j]);
            l[j * N + i] = q_div(s, l[j * N + j]);
        }
    }
}

void k_jacobi(q32 *const *v, int32_t *const *n)
{
    enum { N = 16, SWEEPS = 8 };
    (void)n;
    for (int t = 0; t < SWEEPS; t++) {
        const q32 *old = v[0] + t * N;
        for (int i = 0; i < N; i++) {
            q32 s = v[2][i];
            for (int j = 0; j < N; j++)
                if (j != i)
                    s -= q_mul(v[1][j * N + i], old[j]);
            v[0][(t + 1) * N + i] = q_div(s, v[3][i]);
        }
    }
}

void k_kalman(q32 *const *v, int32_t *const *n)
{
    const q32 *z = v[2], dt = *v[3], q = *v[4], r = *v[5];
    (void)n;
    for (int t = 0; t < 40; t++) {
        q32 *x = v[0] + 2 * t, *p = v[1] + 3 * t;
        const q32 place = x[0] + q_mul(dt, x[1]), left = z[t] - place, c = p[2] + q,
                  b = p[1] + q_mul(dt, p[2]), a = p[0] + q_mul(dt, p[1] + b) + q,
                  inverse = q_div(Q32(1.0), a + r), gain = q_mul(a, inverse),
                  slope = q_mul(b, inverse);
        x[2] = place + q_mul(gain, left);
        x[3] = x[1] + q_mul(slope, left);
        p[3] = a - q_mul(gain, a);
        p[4] = b - q_mul(gain, b);
        p[5] = c - q_mul(slope, b);
    }
}

static q32 sigmoid(q32 a) { return q_div(Q32(1.0), Q32(1.0) + q_exp(-a)); }

void k_lstm_cell(q32 *const *v, int32_t *const *n)
{
    enum { N = 8, IN = 24 };
    q32 g[4 * N];
    (void)n;
    for (int i = 0; i < 4 * N; i++) {
        g[i] = v[3][i];
        for (int k = 0; k < IN; k++)
            g[i] += q_mul(v[2][k * 4 * N + i], v[4][k]);
    }
    for (int i = 0; i < N; i++) {
        v[1][i] = q_mul(v[5][i], sigmoid(g[i])) + q_mul(q_tanh(g[i + N]), sigmoid(g[i + 2 * N]));
        v[0][i] = q_mul(q_tanh(v[1][i]), sigmoid(g[i + 3 * N]));
    }
}

void k_skinning(q32 *const *v, int32_t *const *n)
{
    enum { POINTS = 40, BONES = 4 };
    (void)n;
    for (int i = 0; i < POINTS; i++) {
        const q32 *at = v[1] + 3 * i;
        for (int p = 0; p < 3; p++) {
            q32 s = 0;
            for (int k = 0; k < BONES; k++) {
                const q32 *m = v[2] + 12 * k + p;
                s += q_mul(v[3][i * BONES + k],
                           q_mul(m[0], at[0]) + q_mul(m[3], at[1]) + q_mul(m[6], at[2]) + m[9]);
            }
            v[0][3 * i + p] = s;
        }
    }
}

void k_lorenz(q32 *const *v, int32_t *const *n)
{
    const q32 dt = *v[1], dt10 = 10 * dt;
    (void)n;
    for (int t = 0; t < 100; t++) {
        const q32 *p = v[0] + 3 * t;
        q32 *to = v[0] + 3 * (t + 1);
        to[0] = p[0] + q_mul(dt10, p[1] - p[0]);
        to[1] = p[1] + q_mul(dt, q_mul(p[0], 28 * Q32(1.0) - p[2]) - p[1]);
        to[2] = p[2] + q_mul(dt, q_mul(p[0], p[1]) - 2 * p[2] - p[2] / 2);
    }
}

void k_logistic(q32 *const *v, int32_t *const *n)
{
    q32 *x = v[0];
    const q32 r = *v[2];
    (void)n;
    x[0] = *v[1];
    for (int t = 0; t < 199; t++)
        x[t + 1] = q_mul(q_mul(r, x[t]), Q32(1.0) - x[t]);
}
