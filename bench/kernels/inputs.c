/* inputs.c: what the kernels are run on. */
#include "bench/kernels/kernel.h"

size_t kernel_length(const kernel_argument *a) { return a->rows ? a->rows * a->columns : 1; }

/* Multiples of 2^-8, which every format holds. */
static q32 real(uint64_t *state, const kernel_argument *a)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
    const int64_t low = (int64_t)(a->low * 256), high = (int64_t)(a->high * 256);
    return (low + (int64_t)((*state >> 33) % (uint64_t)(high - low))) * (1 << 24);
}

static int32_t integer(uint64_t *state, const kernel_argument *a, size_t i)
{
    if (a->kind == ROWS)
        return (int32_t)a->low + (int32_t)i * (int32_t)a->high;
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (int32_t)a->low
           + (int32_t)((*state >> 33) % (uint64_t)((int64_t)a->high - (int64_t)a->low + 1));
}

bool kernel_is_integer(const kernel_argument *a)
{
    return a->kind == INTEGER || a->kind == ROWS || a->kind == COUNTS;
}

bool kernel_is_result(const kernel_argument *a) { return a->kind >= COUNTS; }

static q32 start_of(uint64_t *state, const kernel_argument *a, size_t i)
{
    if (a->kind == RESULT || (a->kind == FIRST && i >= a->rows))
        return 0;
    if (a->kind == DOMINANT && i % (a->rows + 1) == 0)
        return real(state, a) + (q32)a->rows * Q32(1.0);
    return real(state, a);
}

void kernel_fill(const kernel *k, kernel_room *room)
{
    size_t reals = 0, integers = 0;
    uint64_t state = 1;
    for (const kernel_argument *a = k->arguments; a->kind != END; a++) {
        const bool whole = kernel_is_integer(a);
        q32 *v = room->numbers[reals];
        int32_t *n = room->integers[integers];
        for (size_t i = 0; i < kernel_length(a); i++)
            if (whole)
                n[i] = a->kind == COUNTS ? 0 : integer(&state, a, i);
            else
                v[i] = start_of(&state, a, i);
        if (whole)
            room->n[integers++] = n;
        else
            room->v[reals++] = v;
    }
}

uint32_t kernel_check_sum(const kernel *k, const kernel_room *room)
{
    uint32_t sum = 0;
    size_t reals = 0, integers = 0;
    for (const kernel_argument *a = k->arguments; a->kind != END; a++) {
        const bool whole = kernel_is_integer(a);
        for (size_t i = 0; kernel_is_result(a) && i < kernel_length(a); i++) {
            const q32 value = whole ? room->n[integers][i] : room->v[reals][i];
            sum = sum * 31 + (uint32_t)value + (uint32_t)(value >> 32);
        }
        integers += whole;
        reals += !whole;
    }
    return sum;
}
