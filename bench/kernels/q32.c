/* q32.c: the functions that take more than an expression, without a table. */
#include "bench/kernels/q32.h"

/* Two digits of 16 bits behind the whole part; |b| below 2^15, as a remainder needs room. */
q32 q_div(q32 a, q32 b)
{
    const uint64_t n = (uint64_t)(a < 0 ? -a : a), d = (uint64_t)(b < 0 ? -b : b);
    uint64_t q = n / d, r = n % d;
    for (int i = 0; i < 2; i++) {
        r <<= 16;
        q = q << 16 | r / d;
        r %= d;
    }
    return (a < 0) != (b < 0) ? -(q32)q : (q32)q;
}

/* Newton's steps towards 1/sqrt(m), where a = m 4^e and 1/2 <= m < 2. */
q32 q_sqrt(q32 a)
{
    if (a <= 0)
        return 0;
    int e = (32 - __builtin_clzll((uint64_t)a)) / 2;
    const q32 m = e >= 0 ? a >> 2 * e : a << -2 * e;
    q32 y = Q32(1.65) - m / 2;
    for (int i = 0; i < 5; i++)
        y = q_mul(y, Q32(1.5) - (q_mul(m, q_mul(y, y)) >> 1));
    const q32 root = q_mul(m, y);
    return e >= 0 ? root << e : root >> -e;
}

/* 2^k e^r with |r| <= ln(2)/2, and ten terms of the series. */
q32 q_exp(q32 a)
{
    const int32_t k = (int32_t)((q_mul(a, Q32(1.4426950408889634)) + Q32(0.5)) >> 32);
    const q32 r = a - k * Q32(0.6931471805599453);
    q32 y = Q32(1.0 / 3628800);
    static const q32 terms[] = {
        Q32(1.0 / 362880), Q32(1.0 / 40320), Q32(1.0 / 5040), Q32(1.0 / 720), Q32(1.0 / 120),
        Q32(1.0 / 24),     Q32(1.0 / 6),     Q32(0.5),        Q32(1.0),       Q32(1.0)};
    for (unsigned i = 0; i < sizeof terms / sizeof terms[0]; i++)
        y = q_mul(y, r) + terms[i];
    return k >= 0 ? y << k : k > -64 ? y >> -k : 0;
}

/* e ln(2) + 2 artanh((m - 1) / (m + 1)) with sqrt(1/2) <= m < sqrt(2). */
q32 q_log(q32 a)
{
    int e = 31 - __builtin_clzll((uint64_t)a);
    q32 m = e >= 0 ? a >> e : a << -e;
    if (m > Q32(1.4142135623730951)) {
        m >>= 1;
        e++;
    }
    const q32 z = q_div(m - Q32(1.0), m + Q32(1.0)), z2 = q_mul(z, z);
    static const q32 terms[] = {Q32(2.0 / 11), Q32(2.0 / 9), Q32(2.0 / 7),
                                Q32(2.0 / 5),  Q32(2.0 / 3), Q32(2.0)};
    q32 y = Q32(2.0 / 13);
    for (unsigned i = 0; i < sizeof terms / sizeof terms[0]; i++)
        y = q_mul(y, z2) + terms[i];
    return q_mul(y, z) + e * Q32(0.6931471805599453);
}

q32 q_tanh(q32 a)
{
    const q32 t = q_exp(-2 * (a < 0 ? -a : a)), y = q_div(Q32(1.0) - t, Q32(1.0) + t);
    return a < 0 ? -y : y;
}
