/* numbers.c: text files of numbers, as the files of ADBench are. */
#include "examples/benchmark/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* At the end of the numbers: the file has to end there too. */
static int complete(FILE *file, const char *path, size_t count)
{
    if (ferror(file) || !feof(file)) {
        fprintf(stderr, "%s: what follows number %zu is not a number\n", path, count);
        return 0;
    }
    return 1;
}

double *numbers_read(const char *path, size_t *count)
{
    size_t room = 1024, used = 0;
    double value, *numbers = malloc(room * sizeof *numbers);
    FILE *file = fopen(path, "r");

    if (!file)
        perror(path);
    while (file && numbers && fscanf(file, "%lf", &value) == 1) {
        if (used == room) {
            double *more = realloc(numbers, 2 * room * sizeof *numbers);
            if (!more) {
                free(numbers);
                numbers = NULL;
                break;
            }
            numbers = more;
            room *= 2;
        }
        numbers[used++] = value;
    }
    if (file && !numbers)
        fprintf(stderr, "%s: out of memory\n", path);
    if (!file || !numbers || !complete(file, path, used)) {
        free(numbers);
        numbers = NULL;
    }
    if (file)
        fclose(file);
    *count = used;
    return numbers;
}

int numbers_count(double value, size_t limit, size_t *count)
{
    if (!(value >= 0 && value <= (double)limit && floor(value) == value))
        return 0;
    *count = (size_t)value;
    return 1;
}

double *numbers_zero(size_t n)
{
    double *numbers = calloc(n ? n : 1, sizeof *numbers);
    if (!numbers) {
        fprintf(stderr, "out of memory\n");
        exit(3);
    }
    return numbers;
}

/* splitmix64 */
double numbers_uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return ((double)((z ^ (z >> 31)) >> 12) + 0.5) / 4503599627370496.0;
}
