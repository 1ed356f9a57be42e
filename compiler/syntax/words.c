/* words.c: see words.h. */
#include "compiler/syntax/words.h"

#include <string.h>

bool fr_is_word_of(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], word) == 0)
            return true;
    return false;
}

const char *fr_advice_for(const char *word, const fr_advice *table, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(table[i].word, word) == 0)
            return table[i].help;
    return NULL;
}
