/* shape.c: the extents of arrays of any rank, and how their elements are named. */
#include "host-driver/api.h"
#include "host-driver/internal.h"

#include <stdio.h>
#include <string.h>

_Static_assert((int)RG_MOST_DIMENSIONS == (int)RG_MOST_RANK, "one number of dimensions");

void rg_element_text(const size_t *extents, unsigned rank, size_t element, char *text, size_t size)
{
    size_t used = 0;
    if (!text || (!extents && rank > 0)) {
        rg_misuse(NULL, __func__, "%s is NULL", text ? "extents" : "text");
        rank = 0;
    }
    if (text && size > 0)
        text[0] = '\0';
    for (unsigned d = 0; d < rank && d < RG_MOST_RANK && used + 1 < size; d++) {
        const bool last = d + 1 == rank || d + 1 == RG_MOST_RANK;
        const size_t index = last || extents[d] == 0 ? element : element % extents[d];
        const int n = snprintf(text + used, size - used, "%s%zu%s", d == 0 ? "[" : ",", index + 1,
                               last ? "]" : "");
        used += n > 0 ? (size_t)n : 0;
        element = extents[d] ? element / extents[d] : 0;
    }
}

size_t rg_all_columns(const size_t *extents, unsigned rank)
{
    size_t columns = 1;
    for (unsigned d = 1; d < rank; d++)
        if (__builtin_mul_overflow(columns, extents[d], &columns))
            return SIZE_MAX;
    return columns;
}

void rg_shape_argument(rg_argument *argument)
{
    const unsigned rank = argument->param->rank;
    argument->extents[0] = argument->rows;
    argument->extents[1] = argument->columns;
    for (unsigned d = 1; rank > 2 && d < rank; d++)
        argument->extents[d] = argument->announced[d];
}

static bool all_said(const rg_argument *argument)
{
    bool said = false;
    for (unsigned d = 0; d < argument->param->rank; d++)
        said = said || argument->announced[d] > 0;
    return said;
}

rg_result rg_check_shape(const rg_argument *argument, const char *name, size_t rows, size_t columns,
                         rg_fault *fault)
{
    const unsigned rank = argument->param->rank;
    if (rank <= 2)
        return RG_OK;
    if (rows == argument->announced[0] && columns == rg_all_columns(argument->announced, rank))
        return RG_OK;
    if (!all_said(argument))
        return rg_fail(fault, RG_BAD_USE, "R0909",
                       "argument %s has %u dimensions, and %zu by %zu elements are given: "
                       "rg_set_extents says how they lie",
                       name, rank, rows, columns);
    return rg_fail(fault, RG_BAD_USE, "R0909",
                   "argument %s: its extents make %zu by %zu elements, and %zu by %zu are given",
                   name, argument->announced[0], rg_all_columns(argument->announced, rank), rows,
                   columns);
}

rg_result rgd_set_extents(rgd_job *job, const char *name, const size_t *extents, unsigned rank,
                          rg_fault *fault)
{
    rg_argument *argument = rg_argument_find(job, name);
    if (!argument)
        return rg_no_argument(job, name, fault);
    if (rank != argument->param->rank || rank == 0)
        return rg_fail(fault, RG_BAD_USE, "R0909",
                       "argument %s has %u dimension%s, and %u extent%s given", name,
                       argument->param->rank, argument->param->rank == 1 ? "" : "s", rank,
                       rank == 1 ? " is" : "s are");
    memset(argument->announced, 0, sizeof argument->announced);
    memcpy(argument->announced, extents, rank * sizeof *extents);
    return RG_OK;
}
