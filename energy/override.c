/* override.c: constants set on the command line: NAME=VALUEunit,
 * operations.CLASS[.MODE[.DIRECTION]]=VALUEunit. */
#include "energy/reader.h"

#include "errors/errors.h"
#include "host-driver/retrograd.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 256 };

static rg_result refuse(const char *setting, const char *what, const char *which, rg_fault *fault)
{
    char text[LONGEST + 128];
    snprintf(text, sizeof text, "`%s`: %s", setting, what);
    return rg_energy_fail(fault, "", 0, 0, text, which);
}

/* "5ns" against a unit. A number without a unit counts only where the unit is 1. */
static rg_result read_quantity(const char *setting, const char *text, const char *unit,
                               bool zero_allowed, double most, double *value, rg_fault *fault)
{
    char *end, what[128];
    errno = 0;
    *value = strtod(text, &end);
    if (end == text || !isfinite(*value) || errno == ERANGE)
        return refuse(setting, "this wants a number and its unit", text, fault);
    while (*end == ' ')
        end++;
    double factor = *end ? rg_unit_factor(end, unit) : strcmp(unit, "1") == 0 ? 1 : 0;
    snprintf(what, sizeof what, "the unit must be %s, with a prefix where useful, not", unit);
    if (factor == 0)
        return refuse(setting, what, *end ? end : "nothing", fault);
    if (*value < 0 || (*value == 0 && !zero_allowed))
        return refuse(setting, zero_allowed ? "this must not be negative" : "this must be positive",
                      text, fault);
    if (most > 0 && *value > most)
        return refuse(setting, "this is a share, at most 1", text, fault);
    if (*value != 0 && !isnormal(*value * factor))
        return refuse(setting, "with its unit this leaves the range of numbers", text, fault);
    *value *= factor;
    return RG_OK;
}

static rg_result set_constant(rgd_technology *technology, const char *setting, const char *name,
                              const char *text, rg_fault *fault)
{
    const char *names[RG_CONSTANT_COUNT + 1];
    for (size_t i = 0; i < RG_CONSTANT_COUNT; i++) {
        const rg_constant_spec *spec = &rg_constant_specs[i];
        rg_constant *constant = &technology->constants[i];
        double value = 0;
        names[i] = spec->name;
        if (strcmp(spec->name, name) != 0)
            continue;
        rg_result result =
            read_quantity(setting, text, spec->unit, spec->zero_allowed, spec->most, &value, fault);
        if (result != RG_OK)
            return result;
        constant->file_value = constant->given ? constant->file_value : NAN;
        constant->value = constant->low = constant->high = value;
        constant->given = constant->overridden = true;
        return RG_OK;
    }
    char which[160];
    names[RG_CONSTANT_COUNT] = "operations.CLASS";
    const char *near = rg_suggest(name, names, RG_CONSTANT_COUNT + 1);
    snprintf(which, sizeof which,
             near ? "%.60s; did you mean %s?" : "%.60s; docs/explanation/energy.md has the list",
             name, near);
    return refuse(setting, "there is no such constant", which, fault);
}

/* The part of a path up to the next '.', in place; NULL when there is none. */
static const char *next_word(char **path)
{
    char *word = *path;
    if (!word)
        return NULL;
    char *dot = strchr(word, '.');
    if (dot)
        *dot++ = '\0';
    *path = dot;
    return word;
}

static int find(const char *word, const char *const *list, int count)
{
    for (int i = 0; word && i < count; i++)
        if (strcmp(list[i], word) == 0)
            return i;
    return -1;
}

static rg_result unknown_operation(const char *setting, const char *word, const char *const *kinds,
                                   rg_fault *fault)
{
    char which[160];
    const rg_op_info *op = rg_op_by_mnemonic(word);
    const char *near = op ? rg_class_name(op->class) : rg_suggest(word, kinds, RG_ROW_KINDS);
    snprintf(which, sizeof which,
             op     ? "%.60s is an instruction of class %s: operations.%s"
             : near ? "%.60s; did you mean %s?"
                    : "%.60s",
             word, near, near);
    return refuse(setting, "there is no such operation", which, fault);
}

static rg_result set_rows(rgd_technology *technology, const char *setting, char *path,
                          const char *text, rg_fault *fault)
{
    const char *kinds[RG_ROW_KINDS];
    for (unsigned i = 0; i < RG_ROW_KINDS; i++)
        kinds[i] = rg_row_kind(i);
    const char *kind = next_word(&path), *mode = next_word(&path), *direction = next_word(&path);
    int k = find(kind, kinds, RG_ROW_KINDS), m = find(mode, rg_counted_modes, RG_COUNTED_MODES + 1),
        d = find(direction, rg_directions, 3);
    bool found = false;
    if (k < 0)
        return unknown_operation(setting, kind ? kind : "", kinds, fault);
    if ((mode && m < 0) || (direction && d < 0) || path)
        return refuse(setting,
                      "this is written operations.CLASS.MODE.DIRECTION with a mode value, "
                      "gradient, tangent or both",
                      "", fault);
    if (m >= 0 && m < RG_COUNTED_MODES && k < RG_ROW_CYCLE
        && !rg_operations_split(technology, (unsigned)k, (unsigned)m,
                                d < 0 ? RG_DIRECTION_ANY : (unsigned)d))
        return refuse(setting, "the host is out of memory", "", fault);
    for (size_t i = 0; i < technology->row_count; i++) {
        rg_row *row = &technology->rows[i];
        double value = 0;
        if (row->kind != (unsigned)k || (mode && row->mode != (unsigned)m)
            || (direction && row->direction != (unsigned)d))
            continue;
        rg_result result =
            read_quantity(setting, text, row->farads ? "F" : "J", true, 0, &value, fault);
        if (result != RG_OK)
            return result;
        row->mean = value;
        row->overridden = found = true;
    }
    return found
               ? RG_OK
               : refuse(setting, "the technology has no row of its own for this mode and direction",
                        "", fault);
}

rg_result rgd_technology_set(rgd_technology *technology, const char *setting, rg_fault *fault)
{
    char text[LONGEST];
    size_t length = strlen(setting);
    if (length >= LONGEST)
        return rg_energy_fail(fault, "", 0, 0, "this setting is too long", "");
    memcpy(text, setting, length + 1);
    char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return refuse(setting, "this is not of the form NAME=VALUEunit", "", fault);
    *equals = '\0';
    if (strncmp(text, "operations.", 11) == 0)
        return set_rows(technology, setting, text + 11, equals + 1, fault);
    return set_constant(technology, setting, text, equals + 1, fault);
}
