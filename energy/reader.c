/* reader.c: strict reading of YAML mappings, with line and column of whatever is wrong. */
#include "energy/reader.h"

#include "energy/document.h"
#include "errors/errors.h"
#include "host-driver/retrograd.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

rg_result rg_energy_fail(rg_fault *fault, const char *path, unsigned line, unsigned column,
                         const char *what, const char *which)
{
    if (!fault)
        return RG_BAD_USE;
    memset(fault, 0, sizeof *fault);
    fault->result = RG_BAD_USE;
    fault->line = line;
    fault->column = column;
    snprintf(fault->code, sizeof fault->code, "R0923");
    snprintf(fault->file, sizeof fault->file, "%s", path);
    snprintf(fault->message, sizeof fault->message, "%s%s%s", what, *which ? ": " : "", which);
    return RG_BAD_USE;
}

rg_result rg_reader_fail(const rg_reader *reader, const yaml_mark_t *mark, const char *what,
                         const char *which)
{
    return rg_energy_fail(reader->fault, reader->path, (unsigned)mark->line + 1,
                          (unsigned)mark->column + 1, what, which);
}

yaml_node_t *rg_reader_node(rg_reader *reader, int index)
{
    return yaml_document_get_node(&reader->document, index);
}

const char *rg_reader_scalar(const yaml_node_t *node)
{
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

static rg_result unknown_key(rg_reader *reader, const yaml_node_t *node, const char *key,
                             const char *const *keys, size_t count)
{
    char which[256];
    const char *near = rg_suggest(key, keys, count);
    snprintf(which, sizeof which, near ? "%s; did you mean %s?" : "%s", key, near);
    return rg_reader_fail(reader, &node->start_mark, "unknown key", which);
}

rg_result rg_reader_mapping(rg_reader *reader, const yaml_node_t *map, const char *what,
                            const char *const *keys, size_t count, yaml_node_t **values)
{
    for (size_t i = 0; i < count; i++)
        values[i] = NULL;
    if (map->type != YAML_MAPPING_NODE)
        return rg_reader_fail(reader, &map->start_mark, "this must hold keys and values", what);
    for (const yaml_node_pair_t *pair = map->data.mapping.pairs.start;
         pair < map->data.mapping.pairs.top; pair++) {
        const yaml_node_t *node = rg_reader_node(reader, pair->key);
        const char *key = rg_reader_scalar(node);
        size_t at = 0;
        if (!key)
            return rg_reader_fail(reader, node ? &node->start_mark : &map->start_mark,
                                  "a key must be a word", "");
        while (at < count && strcmp(keys[at], key) != 0)
            at++;
        if (at == count)
            return unknown_key(reader, node, key, keys, count);
        if (values[at])
            return rg_reader_fail(reader, &node->start_mark, "this key stands here twice", key);
        values[at] = rg_reader_node(reader, pair->value);
        if (!values[at])
            return rg_reader_fail(reader, &node->start_mark, "this key has no value", key);
    }
    return RG_OK;
}

/* Blank, or the null of YAML: nothing is said. */
static bool is_nothing(const yaml_node_t *node, const char *text)
{
    static const char *const nulls[] = {"~", "null", "Null", "NULL"};
    bool nothing = text[strspn(text, " \t\n")] == '\0';
    for (size_t i = 0;
         node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && i < sizeof nulls / sizeof nulls[0];
         i++)
        nothing = nothing || strcmp(text, nulls[i]) == 0;
    return nothing;
}

rg_result rg_reader_text(rg_reader *reader, const yaml_node_t *map, const yaml_node_t *node,
                         const char *key, const char **text)
{
    char what[96];
    if (node && !rg_reader_scalar(node))
        return rg_reader_fail(reader, &node->start_mark, "this must be a single value", key);
    *text = rg_reader_scalar(node);
    if (*text && !is_nothing(node, *text))
        return RG_OK;
    snprintf(what, sizeof what, "no %s is given", key);
    return rg_reader_fail(reader, node ? &node->start_mark : &map->start_mark, what, "");
}

rg_result rg_reader_row(rg_reader *reader, const yaml_node_t *node, const char *const *keys,
                        size_t count, yaml_node_t **values, const char **texts)
{
    rg_result result = rg_reader_mapping(reader, node, "a row", keys, count, values);
    for (size_t i = 0; result == RG_OK && i < count; i++)
        result = rg_reader_text(reader, node, values[i], keys[i], &texts[i]);
    return result;
}

rg_result rg_reader_choose(rg_reader *reader, const yaml_node_t *node, const char *word,
                           const char *const *list, size_t count, unsigned *index)
{
    char what[160];
    for (*index = 0; *index < count; (*index)++)
        if (strcmp(list[*index], word) == 0)
            return RG_OK;
    const char *near = rg_suggest(word, list, count);
    if (near)
        snprintf(what, sizeof what, "%.80s; did you mean %s?", word, near);
    else
        snprintf(what, sizeof what, "%.80s; it is one of %s, %s ..", word, list[0], list[1]);
    return rg_reader_fail(reader, &node->start_mark, "unknown word", what);
}

double rg_unit_factor(const char *unit, const char *base)
{
    static const struct {
        char prefix;
        double factor;
    } prefixes[] = {
        {'T', 1e12}, {'G', 1e9},   {'M', 1e6},   {'k', 1e3},   {'m', 1e-3},  {'u', 1e-6},
        {'n', 1e-9}, {'p', 1e-12}, {'f', 1e-15}, {'a', 1e-18}, {'z', 1e-21},
    };
    if (strcmp(unit, base) == 0)
        return 1;
    if (strcmp(base, "1") == 0 || unit[0] == '\0' || strcmp(unit + 1, base) != 0)
        return 0;
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (prefixes[i].prefix == unit[0])
            return prefixes[i].factor;
    return 0;
}

rg_result rg_reader_number(rg_reader *reader, const yaml_node_t *node, const char *text,
                           bool zero_allowed, double *value)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(*value) || errno == ERANGE || strpbrk(text, "xX"))
        return rg_reader_fail(reader, &node->start_mark, "this is not a number", text);
    if (*value < 0 || (*value == 0 && !zero_allowed))
        return rg_reader_fail(reader, &node->start_mark,
                              zero_allowed ? "this must not be negative" : "this must be positive",
                              text);
    return RG_OK;
}

rg_result rg_reader_scaled(rg_reader *reader, const yaml_node_t *node, const char *text,
                           double factor, double *value)
{
    const double scaled = *value * factor;
    if (*value != 0 && !isnormal(scaled))
        return rg_reader_fail(reader, &node->start_mark,
                              scaled != 0 && !isfinite(scaled)
                                  ? "with its unit this is too large for a number"
                                  : "with its unit this is too small for a number",
                              text);
    *value = scaled;
    return RG_OK;
}

rg_result rg_reader_open(rg_reader *reader, const char *path, const char *text, size_t size,
                         rg_fault *fault)
{
    yaml_mark_t mark;
    const char *reason;
    reader->path = path;
    reader->fault = fault;
    if (rg_document_load(text, size, &reader->document, &mark, &reason))
        return RG_OK;
    return rg_reader_fail(reader, &mark, "this cannot be read as YAML", reason);
}

void rg_reader_close(rg_reader *reader) { yaml_document_delete(&reader->document); }
