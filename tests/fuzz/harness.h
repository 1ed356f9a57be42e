/* harness.h: what the fuzz targets share. Each target is one file with the entry point that
 * libFuzzer calls. */
#ifndef RG_FUZZ_HARNESS_H
#define RG_FUZZ_HARNESS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Try one input. Returns 0; a broken claim ends the program. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A claim about the product that must hold for every input. */
#define CLAIM(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: the claim does not hold: %s\n", __FILE__, __LINE__,            \
                    #condition);                                                                   \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* The bytes as a string, to be freed. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    CLAIM(text);
    for (size_t i = 0; i < size; i++)
        text[i] = (char)data[i];
    text[size] = '\0';
    return text;
}

#endif
