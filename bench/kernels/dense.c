/* dense.c: products of vectors and matrices, layers of networks, mixtures. */
#include "bench/kernels/texts.h"

void k_dot_product(q32 *const *v, int32_t *const *n)
{
    const q32 *x = v[1], *y = v[2];
    q32 s = 0;
    (void)n;
    for (int i = 0; i < 1000; i++)
        s += q_mul(x[i], y[i]);
    *v[0] = s;
}

void k_matrix_vector(q32 *const *v, int32_t *const *n)
{
    enum { N = 32 };
    q32 *y = v[0];
    (void)n;
    for (int i = 0; i < N; i++) {
        q32 s = 0;
        for (int k = 0; k < N; k++)
            s += q_mul(v[1][k * N + i], v[2][k]);
        y[i] = s;
    }
}

static void product(q32 *c, const q32 *a, const q32 *b, int rows, int inner, int columns)
{
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) {
            q32 s = 0;
            for (int k = 0; k < inner; k++)
                s += q_mul(a[k * rows + i], b[j * inner + k]);
            c[j * rows + i] = s;
        }
}

void k_matrix_product(q32 *const *v, int32_t *const *n)
{
    (void)n;
    product(v[0], v[1], v[2], 16, 16, 16);
}

void k_rank_one(q32 *const *v, int32_t *const *n)
{
    enum { N = 32 };
    (void)n;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            v[0][j * N + i] += q_mul(v[1][i], v[2][j]);
}

void k_polynomial(q32 *const *v, int32_t *const *n)
{
    const q32 *c = v[2];
    (void)n;
    for (int i = 0; i < 200; i++) {
        const q32 x = v[1][i];
        q32 s = c[5];
        for (int k = 4; k >= 0; k--)
            s = q_mul(s, x) + c[k];
        v[0][i] = s;
    }
}

void k_softmax(q32 *const *v, int32_t *const *n)
{
    enum { N = 64 };
    (void)n;
    for (int j = 0; j < 16; j++) {
        q32 *e = v[0] + j * N, s = 0;
        const q32 *x = v[1] + j * N;
        for (int i = 0; i < N; i++)
            s += e[i] = q_exp(x[i]);
        const q32 inverse = q_div(Q32(1.0), s);
        for (int i = 0; i < N; i++)
            e[i] = q_mul(e[i], inverse);
    }
}

void k_layer_norm(q32 *const *v, int32_t *const *n)
{
    enum { N = 64 };
    const q32 *g = v[2], *b = v[3];
    (void)n;
    for (int j = 0; j < 16; j++) {
        q32 *y = v[0] + j * N, mean = 0, variance = 0;
        const q32 *x = v[1] + j * N;
        for (int i = 0; i < N; i++)
            mean += x[i];
        mean /= N;
        for (int i = 0; i < N; i++)
            variance += q_mul(x[i] - mean, x[i] - mean);
        const q32 scale = q_div(Q32(1.0), q_sqrt(variance / N + Q32(0.00001)));
        for (int i = 0; i < N; i++)
            y[i] = q_mul(q_mul(g[i], x[i] - mean), scale) + b[i];
    }
}

void k_tanh_layer(q32 *const *v, int32_t *const *n)
{
    enum { N = 32 };
    (void)n;
    for (int i = 0; i < N; i++) {
        q32 s = v[2][i];
        for (int k = 0; k < N; k++)
            s += q_mul(v[1][k * N + i], v[3][k]);
        v[0][i] = q_tanh(s);
    }
}

void k_mixture(q32 *const *v, int32_t *const *n)
{
    q32 l = 0;
    (void)n;
    for (int i = 0; i < 50; i++) {
        const q32 *x = v[1] + 2 * i;
        q32 s = 0;
        for (int k = 0; k < 4; k++) {
            const q32 a = x[0] - v[2][2 * k], b = x[1] - v[2][2 * k + 1];
            s += q_exp(v[3][k] - (q_mul(a, a) + q_mul(b, b)) / 2);
        }
        l += q_log(s);
    }
    *v[0] = l;
}

void k_cosine(q32 *const *v, int32_t *const *n)
{
    enum { N = 16 };
    q32 t[N * N];
    (void)n;
    product(t, v[1], v[2], N, N, N);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            q32 s = 0;
            for (int k = 0; k < N; k++)
                s += q_mul(t[k * N + i], v[1][k * N + j]);
            v[0][j * N + i] = s;
        }
}
