/* open_types.c: a program is loaded by the types of its arguments. `3` is an Int, and the text of a
 * command line often says 0 where 0.0 is meant. So if a routine cannot be compiled with the Ints of
 * parameters that have no type, these are taken as reals: first those that it changes, then arrays
 * too, then all. */
#include "host-driver/cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum { CHANGED, ARRAYS, ALL, WIDTHS };

static bool may_be_real(const rg_known_argument *a, int width)
{
    const size_t length = strlen(a->name);
    const bool changed = length > 0 && a->name[length - 1] == '!';
    return a->number == RG_NUMBER_INT
           && (width == ALL || changed || (width == ARRAYS && a->rank > 0));
}

/* False: no more of them are than before. */
static bool take_as_real(rg_known_argument *items, size_t count, int width)
{
    bool more = false;
    for (size_t i = 0; i < count; i++)
        if (may_be_real(&items[i], width)) {
            items[i].number = RG_NUMBER_FIXED;
            items[i].counted = false;
            more = true;
        }
    return more;
}

/* RG_OK when the program could be loaded so. */
static rg_result load_with_reals(const cli_options *options, const cli_known *known,
                                 rg_device *device)
{
    rg_result result = RG_BAD_USE;
    rg_fault fault;
    rg_known_argument *items = malloc((known->count + 1) * sizeof *items);
    if (!items)
        return result;
    memcpy(items, known->items, known->count * sizeof *items);
    for (int width = CHANGED; result != RG_OK && width < WIDTHS; width++)
        if (take_as_real(items, known->count, width))
            result = rg_load_for(device, options->words[0], options->words[1], items, known->count,
                                 &fault);
    free(items);
    return result;
}

rg_result cli_load_for(const cli_options *options, const cli_known *known, rg_device *device,
                       rg_fault *fault)
{
    rg_result result = rg_load_for(device, options->words[0], options->words[1], known->items,
                                   known->count, fault);
    if (result == RG_OK || rg_diagnostics(device)[0] == '\0')
        return result;
    if (load_with_reals(options, known, device) != RG_OK)
        return rg_load_for(device, options->words[0], options->words[1], known->items, known->count,
                           fault);
    if (!options->quiet && !options->silent)
        cli_warning("R0202", "integers of --set are taken as reals where a parameter has no "
                             "type: with Int the routine cannot be compiled");
    return RG_OK;
}
