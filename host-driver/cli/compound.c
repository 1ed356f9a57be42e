/* compound.c: complex numbers, structs and tuples as arguments: one number or array of the job for
 * each of their parts. */
#include "host-driver/cli/cli.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool whole_real(const char *text, size_t length, double *out)
{
    char copy[64], *end;
    if (length == 0 || length >= sizeof copy || strspn(text, "+-.0123456789eE") < length)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    *out = strtod(copy, &end);
    return *end == '\0' && isfinite(*out);
}

bool cli_parse_complex(const char *text, double *re, double *im)
{
    size_t length = strlen(text), cut = 0;
    *re = *im = 0;
    if (length < 2 || strcmp(text + length - 2, "im") != 0)
        return whole_real(text, length, re);
    length -= 2;
    for (size_t i = 1; i < length; i++) /* the last sign that is not that of an exponent */
        if ((text[i] == '+' || text[i] == '-') && text[i - 1] != 'e' && text[i - 1] != 'E')
            cut = i;
    const char *part = text + cut;
    size_t rest = length - cut;
    if (cut > 0 && !whole_real(text, cut, re))
        return false;
    if (rest == 0 || (rest == 1 && (*part == '+' || *part == '-'))) {
        *im = rest == 1 && *part == '-' ? -1 : 1;
        return true;
    }
    return whole_real(part, rest, im);
}

bool cli_json_complex(const json_t *item, double *re, double *im)
{
    *re = *im = 0;
    if (json_is_number(item)) {
        *re = json_number_value(item);
        return true;
    }
    if (json_is_string(item))
        return cli_parse_complex(json_string_value(item), re, im);
    const json_t *a = json_object_get(item, "re"), *b = json_object_get(item, "im");
    if (json_object_size(item) != 2 || !json_is_number(a) || !json_is_number(b))
        return false;
    *re = json_number_value(a);
    *im = json_number_value(b);
    return true;
}

/* Whether the parameter is a part of the argument called name; *rest is what follows "name.". */
static bool is_part(const rg_parameter *p, const char *name, const char **rest)
{
    size_t length = strlen(name);
    *rest = p->name + length + 1;
    return strncmp(p->name, name, length) == 0 && p->name[length] == '.';
}

bool cli_is_compound(const rg_job *job, const char *name)
{
    rg_parameter p;
    const char *rest;
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++)
        if (is_part(&p, name, &rest))
            return true;
    return false;
}

static size_t dots_of(const char *name)
{
    size_t n = 0;
    for (; *name; name++)
        n += *name == '.';
    return n;
}

/* ---- taking JSON apart ---- */

static json_t *project(const json_t *json, const char *rest, const char *levels, unsigned indices);

/* The field rest starts with, of one element. */
static json_t *project_one(const json_t *json, const char *rest, const char *levels)
{
    size_t length = strcspn(rest, ".");
    char key[256];
    double re, im;
    if (length >= sizeof key)
        return NULL;
    memcpy(key, rest, length);
    key[length] = '\0';
    const char *next = rest[length] == '.' ? rest + length + 1 : "";
    if (levels[0] == 'c')
        return cli_json_complex(json, &re, &im) ? (json_is_integer(json) && key[0] == 'r'
                                                       ? json_incref((json_t *)(uintptr_t)json)
                                                       : json_real(key[0] == 'r' ? re : im))
                                                : NULL;
    const json_t *part = json_is_array(json) ? NULL : json_object_get(json, key);
    if (levels[0] == 't' && json_is_array(json))
        part = json_array_get(json, strtoul(key, NULL, 10) - 1);
    if (!part)
        return NULL;
    /* The indices before a dot are all of them; those before the last dot were taken already. */
    return *next ? project(part, next, levels + 2, (unsigned)(levels[3] - levels[1]))
                 : json_incref((json_t *)(uintptr_t)part);
}

static json_t *project(const json_t *json, const char *rest, const char *levels, unsigned indices)
{
    if (indices == 0)
        return project_one(json, rest, levels);
    json_t *array = json_is_array(json) ? json_array() : NULL;
    for (size_t i = 0; array && i < json_array_size(json); i++)
        if (json_array_append_new(array,
                                  project(json_array_get(json, i), rest, levels, indices - 1))
            != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static const char *shape_of(char kind)
{
    return kind == 's'   ? "a JSON object with its fields"
           : kind == 't' ? "a JSON array with its elements"
                         : "a complex number such as 3+2im";
}

/* Keys that are no field of the struct. */
static rg_result check_keys(const rg_job *job, const char *name, const json_t *json,
                            rg_fault *fault)
{
    const char *key, *rest;
    json_t *unused;
    json_object_foreach((json_t *)(uintptr_t)json, key, unused)
    {
        bool found = false;
        rg_parameter p;
        for (size_t i = 0; rg_parameter_at(job, i, &p); i++) {
            size_t length = is_part(&p, name, &rest) ? strcspn(rest, ".") : 0;
            found = found
                    || (length > 0 && strlen(key) == length && strncmp(key, rest, length) == 0);
        }
        if (!found) {
            char what[320];
            snprintf(what, sizeof what, "it has no part `%.200s`", key);
            return cli_bad_value(fault, "R0907", NULL, 0, name, what);
        }
    }
    return RG_OK;
}

static rg_result set_part(rg_job *job, const char *name, const rg_parameter *p, const char *rest,
                          const json_t *json, cli_setter *set, rg_fault *fault)
{
    const char *levels = p->levels + 2 * dots_of(name);
    char what[512];
    json_t *part = project(json, rest, levels, (unsigned)(levels[1] - '0'));
    char *text = part ? json_dumps(part, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17)) : NULL;
    cli_value value = {0};
    json_decref(part);
    if (!text) {
        snprintf(what, sizeof what, "no value for its part `%.200s`: give %s%s", rest,
                 levels[1] > '0' ? "an array of elements, each " : "", shape_of(levels[0]));
        return cli_bad_value(fault, "R0914", NULL, 0, name, what);
    }
    rg_result result = cli_value_json(p->name, NULL, text, strlen(text), &value, fault);
    if (result == RG_OK)
        result = set(job, p->name, &value, fault);
    cli_value_free(&value);
    free(text);
    return result;
}

/* Real and imaginary parts from arrays of doubles. */
static rg_result set_complex(rg_job *job, const rg_parameter *p, const cli_value *value,
                             bool imaginary, cli_setter *set, rg_fault *fault)
{
    cli_value part = {0};
    rg_result result = cli_value_extents(&part, p->name, value->rank, value->extents, fault);
    part.rank = value->rank;
    part.table = value->table;
    for (size_t i = 0; result == RG_OK && i < value->rows * value->columns; i++) {
        part.reals[i] = !imaginary ? value->reals[i] : value->imags ? value->imags[i] : 0;
        if (value->integers)
            part.integers[i] = (int64_t)part.reals[i];
    }
    if (value->integers == NULL) {
        free(part.integers);
        part.integers = NULL;
    }
    if (result == RG_OK)
        result = set(job, p->name, &part, fault);
    cli_value_free(&part);
    return result;
}

/* A struct of one number is given by that number, an array of them by an array of numbers. */
static bool is_one_number(const rg_job *job, const char *name)
{
    rg_parameter p;
    const char *rest;
    size_t parts = 0;
    bool plain = false;
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++)
        if (is_part(&p, name, &rest)) {
            const char *levels = p.levels + 2 * dots_of(name);
            plain = levels[0] == 's' && strlen(levels) == 2;
            parts++;
        }
    return parts == 1 && plain;
}

rg_result cli_compound_set(rg_job *job, const char *name, const cli_value *value, cli_setter *set,
                           rg_fault *fault)
{
    rg_parameter p;
    const char *rest;
    const bool number = value->reals && !value->imags && is_one_number(job, name);
    rg_result result = value->json && json_is_object(value->json)
                           ? check_keys(job, name, value->json, fault)
                           : RG_OK;
    for (size_t i = 0; result == RG_OK && rg_parameter_at(job, i, &p); i++) {
        if (!is_part(&p, name, &rest))
            continue;
        const char *levels = p.levels + 2 * dots_of(name);
        bool plain = levels[0] == 'c' && strlen(levels) == 2 && value->reals;
        if (plain)
            result = set_complex(job, &p, value, rest[0] == 'i', set, fault);
        else if (number)
            result = set(job, p.name, value, fault);
        else if (value->json)
            result = set_part(job, name, &p, rest, value->json, set, fault);
        else
            result = cli_bad_value(fault, "R0908", NULL, 0, name,
                                   levels[0] == 's'
                                       ? "it is a struct: give a JSON object with its fields"
                                       : "it is a tuple: give a JSON array with its elements");
    }
    return result;
}

rg_result cli_direction_set(rg_job *job, const char *name, const cli_value *value, rg_fault *fault)
{
    rg_parameter p;
    int index = rg_parameter_find(job, name);
    if (index < 0 && cli_is_compound(job, name))
        return cli_compound_set(job, name, value, cli_direction_set, fault);
    if (!value->reals || value->imags)
        return cli_bad_value(fault, "R0908", NULL, 0, name,
                             "a direction is a real number, or an array of them, for each number");
    size_t count = value->rows * value->columns, moves = 0;
    for (size_t i = 0; i < count; i++)
        moves += value->reals[i] != 0;
    bool fixed = index >= 0 && rg_parameter_at(job, (size_t)index, &p)
                 && !p.active; /* an Int within a struct */
    return fixed && moves == 0 ? RG_OK : rg_set_direction(job, name, value->reals, count, fault);
}

rg_result cli_directions_set(const cli_options *options, rg_job *job, rg_fault *fault)
{
    rg_result result = RG_OK;
    for (size_t i = 0; result == RG_OK && i < options->direction_count; i++) {
        const cli_setting *direction = &options->directions[i];
        cli_value value;
        result = cli_value_parse(direction->name, direction->value, &value, fault);
        if (result == RG_OK)
            result = cli_direction_set(job, direction->name, &value, fault);
        cli_value_free(&value);
    }
    return result;
}
