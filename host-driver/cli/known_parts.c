/* known_parts.c: what a JSON object of --set says of the numbers and arrays in it, before the
 * program is compiled. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "host-driver/cli/cli.h"

static bool add_value(cli_known *known, const rg_known_argument *outer, const json_t *value);

/* NAME.PART */
static char *part_name(const char *name, const char *part)
{
    const size_t size = strlen(name) + strlen(part) + 2;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%s.%s", name, part);
    return text;
}

static bool add_part(cli_known *known, const rg_known_argument *outer, const char *part,
                     const json_t *value)
{
    char **names = realloc(known->names, (known->name_count + 1) * sizeof *names);
    rg_known_argument inner = *outer;
    if (!names)
        return false;
    known->names = names;
    inner.name = names[known->name_count] = part_name(outer->name, part);
    known->name_count += inner.name != NULL;
    return inner.name && add_value(known, &inner, value);
}

static bool add_fields(cli_known *known, const rg_known_argument *outer, const json_t *object)
{
    bool good = true;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        good = good && add_part(known, outer, key, value);
    }
    return good;
}

/* All elements have the shape of the first one, or the setting is refused later. */
static bool add_elements(cli_known *known, const rg_known_argument *outer, const json_t *array)
{
    rg_known_argument element = *outer;
    if (element.rank == RG_MOST_DIMENSIONS || json_array_size(array) == 0)
        return true;
    element.extents[element.rank++] = json_array_size(array);
    return add_value(known, &element, json_array_get(array, 0));
}

static bool add_value(cli_known *known, const rg_known_argument *outer, const json_t *value)
{
    if (json_is_object(value))
        return add_fields(known, outer, value);
    if (json_is_array(value))
        return add_elements(known, outer, value);
    if (!json_is_number(value))
        return true;
    rg_known_argument number = *outer;
    number.sized = number.rank > 0;
    number.counted = number.rank == 0 && json_is_integer(value);
    number.whole = number.counted ? json_integer_value(value) : 0;
    number.number = number.counted ? RG_NUMBER_INT : RG_NUMBER_FIXED;
    return cli_know(known, &number);
}

bool cli_know(cli_known *known, const rg_known_argument *argument)
{
    rg_known_argument *items = realloc(known->items, (known->count + 1) * sizeof *items);
    if (!items)
        return false;
    known->items = items;
    items[known->count++] = *argument;
    return true;
}

bool cli_know_parts(cli_known *known, const char *name, bool differentiated, const json_t *json)
{
    const rg_known_argument all = {.name = name, .differentiated = differentiated};
    return !json || add_value(known, &all, json);
}

void cli_known_free(cli_known *known)
{
    for (size_t i = 0; i < known->name_count; i++)
        free(known->names[i]);
    free((void *)known->names);
    free(known->items);
}
