/* indirect.c: elements that indices name, and nearest centres. */
#include "bench/kernels/texts.h"

void k_gather(q32 *const *v, int32_t *const *n)
{
    for (int i = 0; i < 1000; i++)
        v[0][i] = v[1][n[0][i] - 1];
}

void k_histogram(q32 *const *v, int32_t *const *n)
{
    (void)v;
    for (int i = 0; i < 1000; i++)
        n[0][n[1][i] - 1]++;
}

void k_scatter(q32 *const *v, int32_t *const *n)
{
    for (int i = 0; i < 1000; i++)
        v[0][n[0][i] - 1] += v[1][i];
}

void k_sparse_rows(q32 *const *v, int32_t *const *n)
{
    for (int i = 0; i < 100; i++) {
        q32 s = 0;
        for (int k = n[0][i] - 1; k < n[0][i + 1] - 1; k++)
            s += q_mul(v[1][k], v[2][n[1][k] - 1]);
        v[0][i] = s;
    }
}

void k_embedding(q32 *const *v, int32_t *const *n)
{
    for (int k = 0; k < 60; k++) {
        const q32 *e = v[1] + (n[0][k] - 1) * 16;
        for (int i = 0; i < 16; i++)
            v[0][i] += e[i];
    }
}

static q32 distance(const q32 *a, const q32 *b)
{
    const q32 x = a[0] - b[0], y = a[1] - b[1];
    return q_mul(x, x) + q_mul(y, y);
}

void k_nearest(q32 *const *v, int32_t *const *n)
{
    (void)n;
    for (int i = 0; i < 100; i++) {
        q32 best = distance(v[1] + 2 * i, v[2]);
        for (int k = 1; k < 4; k++)
            best = q_min(best, distance(v[1] + 2 * i, v[2] + 2 * k));
        v[0][i] = best;
    }
}

void k_k_means(q32 *const *v, int32_t *const *n)
{
    for (int i = 0; i < 100; i++) {
        const q32 *x = v[1] + 2 * i;
        q32 best = distance(x, v[2]);
        int near = 0;
        for (int k = 1; k < 4; k++) {
            const q32 d = distance(x, v[2] + 2 * k);
            if (d < best) {
                best = d;
                near = k;
            }
        }
        v[0][2 * near] += x[0];
        v[0][2 * near + 1] += x[1];
        n[0][near]++;
    }
}

/* Over the edges from -> to; share is one over the number of edges that leave a node. */
void k_page_rank(q32 *const *v, int32_t *const *n)
{
    enum { PLACES = 16, EDGES = 64, STEPS = 8 };
    for (int t = 0; t < STEPS; t++) {
        const q32 *old = v[0] + t * PLACES;
        q32 *now = v[0] + (t + 1) * PLACES;
        for (int e = 0; e < EDGES; e++) {
            const int from = n[0][e] - 1;
            now[n[1][e] - 1] += q_mul(q_mul(Q32(0.85), old[from]), v[1][from]);
        }
        for (int i = 0; i < PLACES; i++)
            now[i] += Q32(0.15 / PLACES);
    }
}
