/* suggest.c: "did you mean": the nearest known word by edit distance. */
#include "host-driver/cli/cli.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 64 };

/* Levenshtein distance without regard to case; words longer than LONGEST are never near. */
static size_t distance(const char *a, const char *b)
{
    size_t row[LONGEST + 1], n = strlen(b);
    if (n > LONGEST || strlen(a) > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 1; *a; a++, i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t best = diagonal
                          + (tolower((unsigned char)*a) != tolower((unsigned char)b[j - 1]));
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[n];
}

const char *cli_suggest(const char *word, const char *const *candidates, size_t count)
{
    const char *best = NULL;
    size_t length = strlen(word), least = length <= 2 ? 1 : length <= 5 ? 2 : 3;
    for (size_t i = 0; i < count; i++) {
        size_t d = distance(word, candidates[i]);
        if (d <= least && d < strlen(candidates[i])) {
            best = candidates[i];
            least = d == 0 ? 0 : d - 1;
        }
    }
    return best;
}
