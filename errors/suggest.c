/* suggest.c: "did you mean": the nearest known word. */
#include "errors/errors.h"

#include <stdbool.h>
#include <string.h>

/* Insertions, deletions, changes and exchanges of neighbours. */
static unsigned edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 30 };
    size_t n = strlen(a), m = strlen(b);
    unsigned d[LONGEST + 1][LONGEST + 1];
    if (n > LONGEST || m > LONGEST)
        return 99;
    for (size_t i = 0; i <= n; i++)
        d[i][0] = (unsigned)i;
    for (size_t j = 0; j <= m; j++)
        d[0][j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            unsigned best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]
                && d[i - 2][j - 2] + 1 < best)
                best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    return d[n][m];
}

static size_t common_prefix(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

/* Whether two names differ by a '!' at the end or by capitals alone. */
static bool alike(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (*a != *b
            && (((unsigned char)*a | 0x20) != ((unsigned char)*b | 0x20)
                || ((unsigned char)*a | 0x20) < 'a' || ((unsigned char)*a | 0x20) > 'z'))
            return false;
    return (*a == '\0' || strcmp(a, "!") == 0) && (*b == '\0' || strcmp(b, "!") == 0);
}

const char *rg_suggest(const char *name, const char *const *names, size_t count)
{
    const char *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (names[i] && strcmp(names[i], name) != 0 && alike(name, names[i]))
            return names[i];
    unsigned limit = strlen(name) <= 3 ? 1 : strlen(name) <= 6 ? 2 : 3, least = limit + 1;
    for (size_t i = 0; i < count; i++) {
        unsigned distance = names[i] && strcmp(names[i], name) != 0 ? edit_distance(name, names[i])
                                                                    : 99;
        bool nearer = distance == least && best
                      && common_prefix(name, names[i]) > common_prefix(name, best);
        if ((distance < least || nearer)
            && distance < strlen(name)) { /* another single letter is no misspelling */
            least = distance;
            best = names[i];
        }
    }
    return best;
}
