/* words.h: lists of words: whether one is in a list, and what a table advises for it. */
#ifndef FR_WORDS_H
#define FR_WORDS_H

#include <stdbool.h>
#include <stddef.h>

bool fr_is_word_of(const char *word, const char *const *list, size_t count);
/* The list is an array. */
#define FR_IS_ONE_OF(word, list) fr_is_word_of(word, list, sizeof(list) / sizeof(list)[0])

/* What to write instead of a word. */
typedef struct {
    const char *word, *help;
} fr_advice;

/* NULL: the table has none for the word. */
const char *fr_advice_for(const char *word, const fr_advice *table, size_t count);
/* The table is an array. */
#define FR_ADVICE(word, table) fr_advice_for(word, table, sizeof(table) / sizeof(table)[0])

#endif
