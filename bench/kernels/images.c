/* images.c: filters and samples of images, rows of equal length. */
#include "bench/kernels/texts.h"

static q32 absolute(q32 a) { return a < 0 ? -a : a; }

void k_strided_filter(q32 *const *v, int32_t *const *n)
{
    enum { N = 12, M = 25 };
    (void)n;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            q32 s = 0;
            for (int q = 0; q < 3; q++)
                for (int p = 0; p < 3; p++)
                    s += q_mul(v[2][q * 3 + p], v[1][(2 * j + q) * M + 2 * i + p]);
            v[0][j * N + i] = s;
        }
}

void k_blur(q32 *const *v, int32_t *const *n)
{
    enum { N = 24 };
    q32 t[N * N];
    const q32 *h = v[2];
    (void)n;
    for (int j = 0; j < N; j++)
        for (int i = 2; i < N - 2; i++) {
            q32 s = 0;
            for (int k = 0; k < 5; k++)
                s += q_mul(h[k], v[1][j * N + i + k - 2]);
            t[j * N + i] = s;
        }
    for (int j = 2; j < N - 2; j++)
        for (int i = 2; i < N - 2; i++) {
            q32 s = 0;
            for (int k = 0; k < 5; k++)
                s += q_mul(h[k], t[(j + k - 2) * N + i]);
            v[0][j * N + i] = s;
        }
}

void k_sobel(q32 *const *v, int32_t *const *n)
{
    enum { N = 24 };
    (void)n;
    for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++) {
            const q32 *u = v[1] + j * N + i;
            const q32 across = u[1 - N] + 2 * u[1] + u[1 + N] - u[-1 - N] - 2 * u[-1] - u[-1 + N];
            const q32 down = u[N - 1] + 2 * u[N] + u[N + 1] - u[-N - 1] - 2 * u[-N] - u[-N + 1];
            v[0][j * N + i] = absolute(across) + absolute(down);
        }
}

void k_bilinear(q32 *const *v, int32_t *const *n)
{
    enum { N = 20 };
    for (int s = 0; s < 200; s++) {
        const q32 *u = v[1] + (n[1][s] - 1) * N + n[0][s] - 1, p = v[2][s], q = v[3][s],
                  p1 = Q32(1.0) - p, q1 = Q32(1.0) - q;
        v[0][s] = q_mul(q1, q_mul(p1, u[0]) + q_mul(p, u[1]))
                  + q_mul(q, q_mul(p1, u[N]) + q_mul(p, u[N + 1]));
    }
}

void k_even_rows(q32 *const *v, int32_t *const *n)
{
    enum { ROWS_OF = 100, WIDTH = 5 };
    for (int i = 0; i < ROWS_OF; i++) {
        q32 s = 0;
        for (int k = 0; k < WIDTH; k++)
            s += q_mul(v[1][k * ROWS_OF + i], v[2][n[0][k * ROWS_OF + i] - 1]);
        v[0][i] = s;
    }
}
