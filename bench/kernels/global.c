/* global.c: dynamic programming, transforms, particles. */
#include "bench/kernels/texts.h"

static q32 absolute(q32 a) { return a < 0 ? -a : a; }

void k_time_warp(q32 *const *v, int32_t *const *n)
{
    enum { N = 32 };
    q32 *d = v[0];
    const q32 *a = v[1], *b = v[2];
    (void)n;
    d[0] = absolute(a[0] - b[0]);
    for (int i = 1; i < N; i++)
        d[i] = d[i - 1] + absolute(a[i] - b[0]);
    for (int j = 1; j < N; j++) {
        q32 *now = d + j * N, *old = now - N;
        now[0] = old[0] + absolute(a[0] - b[j]);
        for (int i = 1; i < N; i++)
            now[i] = q_min(q_min(now[i - 1], old[i]), old[i - 1]) + absolute(a[i] - b[j]);
    }
}

void k_viterbi(q32 *const *v, int32_t *const *n)
{
    enum { S = 8 };
    for (int s = 0; s < S; s++)
        v[0][s] = v[1][s] + v[3][(n[0][0] - 1) * S + s];
    for (int t = 1; t < 40; t++) {
        const q32 *old = v[0] + (t - 1) * S;
        for (int s = 0; s < S; s++) {
            q32 best = old[0] + v[2][s * S];
            for (int r = 1; r < S; r++)
                best = q_max(best, old[r] + v[2][s * S + r]);
            v[0][t * S + s] = best + v[3][(n[0][t] - 1) * S + s];
        }
    }
}

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

void k_edit_distance(q32 *const *v, int32_t *const *n)
{
    enum { N = 32, M = N + 1 };
    int32_t *d = n[0];
    (void)v;
    for (int i = 1; i < M; i++)
        d[i] = i;
    for (int j = 1; j < M; j++) {
        int32_t *now = d + j * M, *old = now - M;
        now[0] = j;
        for (int i = 1; i < M; i++)
            now[i] =
                least(least(old[i] + 1, now[i - 1] + 1), old[i - 1] + (n[1][i - 1] != n[2][j - 1]));
    }
}

/* The best value of each weight with the first i things. */
void k_knapsack(q32 *const *v, int32_t *const *n)
{
    enum { THINGS = 16, MOST = 64 };
    for (int i = 0; i < THINGS; i++) {
        const q32 *old = v[0] + i * MOST;
        q32 *now = v[0] + (i + 1) * MOST;
        const int w = n[0][i];
        for (int c = 0; c < MOST; c++)
            now[c] = c + 1 > w ? q_max(old[c], old[c - w] + v[1][i]) : old[c];
    }
}

void k_fourier(q32 *const *v, int32_t *const *n)
{
    enum { N = 64 };
    (void)n;
    for (int s = 0; s < 6; s++) {
        const q32 *re = v[0] + s * N, *im = v[1] + s * N;
        q32 *to_re = v[0] + (s + 1) * N, *to_im = v[1] + (s + 1) * N;
        const int m = 1 << s, l = N / (2 * m);
        for (int j = 0; j < l; j++) {
            const q32 c = v[2][j * m], d = v[3][j * m];
            for (int k = 0; k < m; k++) {
                const int from = k + j * m, to = k + 2 * j * m;
                const q32 a = re[from] - re[from + N / 2], b = im[from] - im[from + N / 2];
                to_re[to] = re[from] + re[from + N / 2];
                to_im[to] = im[from] + im[from + N / 2];
                to_re[to + m] = q_mul(a, c) - q_mul(b, d);
                to_im[to + m] = q_mul(a, d) + q_mul(b, c);
            }
        }
    }
}

void k_haar(q32 *const *v, int32_t *const *n)
{
    for (int m = 2; m <= 1 << *n[0]; m *= 2)
        for (int i = 0; i < 256; i += m) {
            v[0][i + m / 2] -= v[0][i];
            v[0][i] += v[0][i + m / 2] / 2;
        }
}

void k_walsh(q32 *const *v, int32_t *const *n)
{
    for (int m = 1; m < 1 << *n[0]; m *= 2)
        for (int i = 0; i < 256; i += 2 * m)
            for (int j = i; j < i + m; j++) {
                const q32 a = v[0][j], b = v[0][j + m];
                v[0][j] = q_mul(a + b, Q32(0.7071067811865476));
                v[0][j + m] = q_mul(a - b, Q32(0.7071067811865476));
            }
}

void k_forces(q32 *const *v, int32_t *const *n)
{
    const q32 *x = v[2], *y = v[3], *m = v[4];
    (void)n;
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < i; j++) {
            const q32 dx = x[i] - x[j], dy = y[i] - y[j],
                      r2 = q_mul(dx, dx) + q_mul(dy, dy) + Q32(0.0625),
                      w = q_div(q_mul(m[i], m[j]), q_mul(r2, q_sqrt(r2))), fx = q_mul(w, dx),
                      fy = q_mul(w, dy);
            v[0][i] -= fx;
            v[1][i] -= fy;
            v[0][j] += fx;
            v[1][j] += fy;
        }
}

void k_chain(q32 *const *v, int32_t *const *n)
{
    enum { N = 50 };
    q32 *x = v[0], *p = v[1];
    const q32 dt = *v[2];
    for (int t = *n[0]; t > 0; t--) {
        for (int i = 1; i < N - 1; i++)
            p[i] += q_mul(dt, x[i - 1] + x[i + 1] - 2 * x[i]);
        for (int i = 1; i < N - 1; i++)
            x[i] += q_mul(dt, p[i]);
    }
}

void k_lennard_jones(q32 *const *v, int32_t *const *n)
{
    const q32 *x = v[1], *y = v[2];
    q32 e = 0;
    (void)n;
    for (int i = 0; i < 24; i++)
        for (int j = 0; j < i; j++) {
            const q32 dx = x[i] - x[j], dy = y[i] - y[j], r2 = q_mul(dx, dx) + q_mul(dy, dy);
            if (r2 < Q32(4.0)) {
                const q32 s = q_div(Q32(0.5), r2), s3 = q_mul(q_mul(s, s), s);
                e += q_mul(s3, s3) - s3;
            }
        }
    *v[0] = e;
}
