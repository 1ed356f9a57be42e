/* utf8.h: decode one character of UTF-8. */
#ifndef FR_UTF8_H
#define FR_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the character at text, or 0 when it is not well-formed UTF-8. */
static inline size_t fr_utf8_decode(const char *text, size_t left, uint32_t *out)
{
    const unsigned char *p = (const unsigned char *)text;
    if (left == 0)
        return 0;
    if (p[0] < 0x80) {
        *out = p[0];
        return 1;
    }
    size_t n = p[0] >= 0xf0 && p[0] <= 0xf4  ? 4
               : p[0] >= 0xe0 && p[0] < 0xf0 ? 3
               : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
                                             : 0;
    if (n == 0 || n > left)
        return 0;
    uint32_t c = p[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | (p[i] & 0x3fu);
    }
    if ((n == 3 && c < 0x800) || (n == 4 && (c < 0x10000 || c > 0x10ffff))
        || (c >= 0xd800 && c < 0xe000))
        return 0;
    *out = c;
    return n;
}

#endif
