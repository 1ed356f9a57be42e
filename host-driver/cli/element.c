/* element.c: an element as the command line names it. */
#include "host-driver/cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* The indices behind '[', at most as many as an array has dimensions; *end is behind them. */
static unsigned read_indices(const char *text, size_t *at, const char **end)
{
    unsigned count = 0;
    char *stop;
    for (bool more = true; more && count < RG_MOST_DIMENSIONS; text = stop + 1) {
        if (*text < '0' || *text > '9')
            return 0;
        at[count++] = strtoul(text, &stop, 10);
        *end = stop;
        more = *stop == ',';
    }
    return count;
}

/* The row and the column that these indices are, of all columns one after another. */
static void fold(const rg_parameter *p, unsigned count, const size_t *at, size_t *row,
                 size_t *column)
{
    *row = at[0];
    *column = count > 1 ? at[1] : 0;
    for (unsigned d = 2, stride = 1; d < count && p; d++) {
        stride *= (unsigned)p->extents[d - 1];
        *column += (at[d] - 1) * stride;
    }
}

bool cli_parse_element(const rg_job *job, const char *text, char *name, size_t *row, size_t *column)
{
    const char *bracket = strchr(text, '['), *end = NULL;
    size_t at[RG_MOST_DIMENSIONS];
    rg_parameter p;
    *row = *column = 0;
    strcpy(name, text); /* room: the caller's */
    if (!bracket)
        return true;
    name[bracket - text] = '\0';
    const unsigned count = read_indices(bracket + 1, at, &end);
    if (count == 0 || *end != ']' || (end[1] != '\0' && end[1] != '.') || at[0] == 0)
        return false;
    if (end[1] == '.')
        strcpy(name + (bracket - text), end + 1);
    const int index = rg_parameter_find(job, name);
    const bool known = index >= 0 && rg_parameter_at(job, (size_t)index, &p);
    if (count > 2 && known && p.rank != count)
        return false;
    for (unsigned d = 0; count > 2 && known && d < count; d++)
        if (at[d] < 1 || at[d] > p.extents[d])
            return false;
    fold(known ? &p : NULL, count, at, row, column);
    return true;
}

bool cli_say_extents(const rg_job *job, const char *text, char *what, size_t size)
{
    const char *bracket = strchr(text, '[');
    char *name = bracket ? strndup(text, (size_t)(bracket - text)) : NULL;
    rg_parameter p;
    const int index = name ? rg_parameter_find(job, name) : -1;
    const bool known = index >= 0 && rg_parameter_at(job, (size_t)index, &p) && p.rank > 0;
    size_t used = 0;
    for (unsigned d = 0; known && d < p.rank && used < size; d++)
        used += (size_t)snprintf(what + used, size - used, "%s%zu",
                                 d ? ", 1 to " : "its indices go from 1 to ", p.extents[d]);
    free(name);
    return known;
}
