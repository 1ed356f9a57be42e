/* orders.c: comparisons: sorting, counting, alignments, paths. */
#include <stdlib.h>

#include "bench/kernels/texts.h"

static int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }

void k_median(q32 *const *v, int32_t *const *n)
{
    const q32 *x = v[1];
    (void)n;
    for (int i = 1; i < 299; i++)
        v[0][i] = q_max(q_min(x[i - 1], x[i]), q_min(q_max(x[i - 1], x[i]), x[i + 1]));
}

void k_cumulative_maximum(q32 *const *v, int32_t *const *n)
{
    q32 most_yet = v[1][0];
    (void)n;
    v[0][0] = most_yet;
    for (int i = 1; i < 500; i++)
        v[0][i] = most_yet = q_max(most_yet, v[1][i]);
}

void k_bitonic(q32 *const *v, int32_t *const *n)
{
    enum { N = 64 };
    const q32 *x = v[0];
    for (int k = 1; k <= *n[0]; k++)
        for (int l = k; l > 0; l--, x += N) {
            const int d = 1 << (l - 1);
            q32 *to = v[0] + (x - v[0]) + N;
            for (int i = 0; i < N; i++)
                if (!(i & d)) {
                    const q32 low = q_min(x[i], x[i | d]), high = q_max(x[i], x[i | d]);
                    to[i] = i & 1 << k ? high : low;
                    to[i | d] = i & 1 << k ? low : high;
                }
        }
}

void k_counting_sort(q32 *const *v, int32_t *const *n)
{
    enum { N = 200, KEYS = 16 };
    int32_t start[KEYS] = {0};
    (void)v;
    for (int i = 0; i < N; i++)
        n[0][i] = n[1][n[2][i] - 1]++;
    for (int k = 1; k < KEYS; k++)
        start[k] = start[k - 1] + n[1][k - 1];
    for (int i = 0; i < N; i++)
        n[0][i] += start[n[2][i] - 1] + 1;
}

void k_queens(q32 *const *v, int32_t *const *n)
{
    int32_t attacks = 0;
    (void)v;
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < i; j++)
            attacks += n[1][i] == n[1][j] || abs(n[1][i] - n[1][j]) == i - j;
    *n[0] = attacks;
}

void k_smith_waterman(q32 *const *v, int32_t *const *n)
{
    enum { N = 32, M = N + 1 };
    (void)v;
    for (int j = 1; j < M; j++) {
        int32_t *now = n[0] + j * M, *old = now - M;
        for (int i = 1; i < M; i++)
            now[i] = most(most(0, old[i - 1] + (n[1][i - 1] == n[2][j - 1] ? 3 : -2)),
                          most(now[i - 1] - 2, old[i] - 2));
    }
}

void k_common_subsequence(q32 *const *v, int32_t *const *n)
{
    enum { N = 32, M = N + 1 };
    (void)v;
    for (int j = 1; j < M; j++) {
        int32_t *now = n[0] + j * M, *old = now - M;
        for (int i = 1; i < M; i++)
            now[i] = n[1][i - 1] == n[2][j - 1] ? old[i - 1] + 1 : most(now[i - 1], old[i]);
    }
}

void k_affine_gaps(q32 *const *v, int32_t *const *n)
{
    enum { N = 24, M = N + 1 };
    q32 *s = v[0], *x = v[1], *y = v[2];
    (void)n;
    for (int j = 1; j < M; j++)
        for (int i = 1; i < M; i++) {
            const int at = j * M + i;
            const q32 apart = v[3][i - 1] - v[4][j - 1];
            x[at] = q_max(s[at - 1] - Q32(1.5), x[at - 1] - Q32(0.25));
            y[at] = q_max(s[at - M] - Q32(1.5), y[at - M] - Q32(0.25));
            s[at] =
                q_max(s[at - M - 1] + Q32(0.5) - (apart < 0 ? -apart : apart), q_max(x[at], y[at]));
        }
}

void k_floyd_warshall(q32 *const *v, int32_t *const *n)
{
    enum { N = 12 };
    (void)n;
    for (int k = 0; k < N; k++) {
        const q32 *old = v[0] + k * N * N;
        q32 *now = v[0] + (k + 1) * N * N;
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++)
                now[j * N + i] = q_min(old[j * N + i], old[k * N + i] + old[j * N + k]);
    }
}
