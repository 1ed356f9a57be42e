/* technology.c: the strict reader of technology files. */
#include "energy/energy.h"

#include "energy_default.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { LARGEST_FILE = 1 << 20 };

typedef struct {
    const char *key, *unit;
    size_t offset;
    bool zero_allowed;
} constant_spec;

#define SPEC(name, unit, zero) {#name, unit, offsetof(rg_technology, name), zero}
static const constant_spec constants[] = {
    SPEC(temperature, "K", false), SPEC(supply_voltage, "V", false), SPEC(reference_voltage, "V", false),
    SPEC(clock_period, "s", false), SPEC(node_resistance, "ohm", false), SPEC(node_capacitance, "F", false),
    SPEC(ramp_time, "s", false), SPEC(ramps_per_cycle, "1", false), SPEC(leakage_power, "W", true),
    SPEC(resonator_quality, "1", false), SPEC(instruction, "J", true), SPEC(memory_word, "J", true),
    SPEC(copied_bit, "J", true), SPEC(erased_bit, "J", true),
};
enum { CONSTANTS = sizeof constants / sizeof constants[0] };

typedef struct {
    const char *path;
    yaml_document_t document;
    rg_technology *out;
    rg_fault *fault;
} reader;

static void say_fault(rg_fault *fault, const char *path, unsigned line, unsigned column, const char *what, const char *which)
{
    if (!fault)
        return;
    memset(fault, 0, sizeof *fault);
    fault->result = RG_BAD_USE;
    fault->line = line;
    fault->column = column;
    snprintf(fault->code, sizeof fault->code, "R0923");
    snprintf(fault->file, sizeof fault->file, "%s", path);
    snprintf(fault->message, sizeof fault->message, "%s%s%s", what, *which ? ": " : "", which);
}

static rg_result fail_at(const reader *r, const yaml_mark_t *mark, const char *what, const char *which)
{
    say_fault(r->fault, r->path, (unsigned)mark->line + 1, (unsigned)mark->column + 1, what, which);
    return RG_BAD_USE;
}

static const char *scalar(const yaml_node_t *node)
{
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

static yaml_node_t *node_at(reader *r, int index) { return yaml_document_get_node(&r->document, index); }

/* The key of a pair, which must be a scalar that did not occur before in the mapping. */
static rg_result pair_key(reader *r, const yaml_node_t *map, const yaml_node_pair_t *pair, const char **key)
{
    const yaml_node_t *node = node_at(r, pair->key);
    *key = scalar(node);
    if (!*key)
        return fail_at(r, node ? &node->start_mark : &map->start_mark, "a key must be a word", "");
    for (const yaml_node_pair_t *other = map->data.mapping.pairs.start; other < pair; other++) {
        const char *name = scalar(node_at(r, other->key));
        if (name && strcmp(name, *key) == 0)
            return fail_at(r, &node->start_mark, "this key stands here twice", *key);
    }
    return RG_OK;
}

/* 10^3k of a prefixed unit ("pJ" against "J"), 0 when it is another unit. */
static double unit_factor(const char *unit, const char *base)
{
    static const struct { char prefix; double factor; } prefixes[] = {
        {'G', 1e9}, {'M', 1e6}, {'k', 1e3}, {'m', 1e-3}, {'u', 1e-6}, {'n', 1e-9}, {'p', 1e-12}, {'f', 1e-15}, {'a', 1e-18},
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

static rg_result read_value(reader *r, const yaml_node_t *node, const char *text, bool zero_allowed, double *value)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(*value) || errno == ERANGE)
        return fail_at(r, &node->start_mark, "this is not a number", text);
    if (*value < 0 || (*value == 0 && !zero_allowed))
        return fail_at(r, &node->start_mark, zero_allowed ? "this must not be negative" : "this must be positive", text);
    return RG_OK;
}

/* {value: , unit: , source: } into *out. */
static rg_result read_entry(reader *r, const yaml_node_t *map, const char *name, const char *unit, bool zero_allowed, double *out)
{
    static const char *const fields[] = {"value", "unit", "source"};
    const yaml_node_t *found[3] = {NULL, NULL, NULL};
    if (map->type != YAML_MAPPING_NODE)
        return fail_at(r, &map->start_mark, "a constant is written {value: , unit: , source: }", name);
    for (const yaml_node_pair_t *pair = map->data.mapping.pairs.start; pair < map->data.mapping.pairs.top; pair++) {
        const char *key;
        size_t field = 0;
        rg_result result = pair_key(r, map, pair, &key);
        if (result != RG_OK)
            return result;
        while (field < 3 && strcmp(key, fields[field]) != 0)
            field++;
        if (field == 3)
            return fail_at(r, &node_at(r, pair->key)->start_mark, "unknown key", key);
        found[field] = node_at(r, pair->value);
        if (!scalar(found[field]))
            return fail_at(r, &map->start_mark, "this must be a single value", key);
    }
    for (size_t field = 0; field < 3; field++)
        if (!found[field] || !*scalar(found[field]))
            return fail_at(r, &map->start_mark, field == 0 ? "no value is given" : field == 1 ? "no unit is given" : "no source is given",
                           name);
    double factor = unit_factor(scalar(found[1]), unit);
    if (factor == 0) {
        char text[96];
        snprintf(text, sizeof text, "the unit must be %s, with a prefix where useful, not", unit);
        return fail_at(r, &found[1]->start_mark, text, scalar(found[1]));
    }
    rg_result result = read_value(r, found[0], scalar(found[0]), zero_allowed, out);
    *out *= factor;
    return result;
}

static int constant_index(const char *key)
{
    for (int i = 0; i < CONSTANTS; i++)
        if (strcmp(constants[i].key, key) == 0)
            return i;
    return -1;
}

static int class_index(const char *key)
{
    for (int i = 0; i < RG_CLASS_COUNT; i++)
        if (strcmp(rg_class_name((unsigned)i), key) == 0)
            return i;
    return -1;
}

/* One of the three sections; table is NULL for the constants, else one word for each instruction class. */
static rg_result read_section(reader *r, const yaml_node_t *map, const char *name, double *table)
{
    bool seen[CONSTANTS + RG_CLASS_COUNT] = {false};
    const int count = table ? (int)RG_CLASS_COUNT : (int)CONSTANTS;
    if (map->type != YAML_MAPPING_NODE)
        return fail_at(r, &map->start_mark, "this section must hold constants", name);
    for (const yaml_node_pair_t *pair = map->data.mapping.pairs.start; pair < map->data.mapping.pairs.top; pair++) {
        const char *key;
        rg_result result = pair_key(r, map, pair, &key);
        if (result != RG_OK)
            return result;
        int index = table ? class_index(key) : constant_index(key);
        if (index < 0)
            return fail_at(r, &node_at(r, pair->key)->start_mark, "unknown key", key);
        seen[index] = true;
        double *out = table ? &table[index] : (double *)(void *)((char *)r->out + constants[index].offset);
        result = read_entry(r, node_at(r, pair->value), key, table ? "J" : constants[index].unit,
                            table || constants[index].zero_allowed, out);
        if (result != RG_OK)
            return result;
    }
    for (int i = 0; i < count; i++)
        if (!seen[i])
            return fail_at(r, &map->start_mark, "this section lacks the key",
                           table ? rg_class_name((unsigned)i) : constants[i].key);
    return RG_OK;
}

static rg_result read_root(reader *r)
{
    static const char *const sections[] = {"name", "constants", "operations", "gradient"};
    double *const tables[] = {NULL, NULL, r->out->value, r->out->gradient};
    bool seen[4] = {false, false, false, false};
    static const yaml_mark_t start = {0, 0, 0};
    const yaml_node_t *root = yaml_document_get_root_node(&r->document);
    if (!root || root->type != YAML_MAPPING_NODE)
        return fail_at(r, &start, "this is not a technology file", "");
    for (const yaml_node_pair_t *pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top; pair++) {
        const char *key;
        size_t section = 0;
        const yaml_node_t *value = node_at(r, pair->value);
        rg_result result = pair_key(r, root, pair, &key);
        if (result != RG_OK)
            return result;
        while (section < 4 && strcmp(key, sections[section]) != 0)
            section++;
        if (section == 4)
            return fail_at(r, &node_at(r, pair->key)->start_mark, "unknown key", key);
        seen[section] = true;
        if (section > 0)
            result = read_section(r, value, key, tables[section]);
        else if (!scalar(value) || !*scalar(value))
            result = fail_at(r, &value->start_mark, "the name must be a text", "");
        else
            snprintf(r->out->name, sizeof r->out->name, "%s", scalar(value));
        if (result != RG_OK)
            return result;
    }
    for (size_t i = 0; i < 4; i++)
        if (!seen[i])
            return fail_at(r, &root->start_mark, "the file lacks the key", sections[i]);
    return RG_OK;
}

rg_result rg_technology_parse(const char *path, const char *text, size_t size, rg_technology *out, rg_fault *fault)
{
    reader r = {.path = path, .out = out, .fault = fault};
    yaml_parser_t parser;
    memset(out, 0, sizeof *out);
    if (!yaml_parser_initialize(&parser)) {
        say_fault(fault, path, 0, 0, "the host is out of memory", "");
        return RG_BAD_MACHINE;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    rg_result result;
    if (!yaml_parser_load(&parser, &r.document)) {
        result = fail_at(&r, &parser.problem_mark, "this is not YAML", parser.problem ? parser.problem : "");
    } else {
        result = read_root(&r);
        yaml_document_delete(&r.document);
    }
    yaml_parser_delete(&parser);
    return result;
}

rg_result rg_technology_load(const char *path, rg_technology *out, rg_fault *fault)
{
    if (!path)
        return rg_technology_parse("energy/45nm.yaml", (const char *)energy_default, sizeof energy_default, out, fault);
    FILE *file = fopen(path, "rb");
    char *text = malloc(LARGEST_FILE + 1);
    rg_result result = RG_BAD_USE;
    size_t size = file && text ? fread(text, 1, LARGEST_FILE + 1, file) : 0;
    if (!file)
        say_fault(fault, path, 0, 0, "cannot open the technology file", strerror(errno));
    else if (!text)
        say_fault(fault, path, 0, 0, "the host is out of memory", "");
    else if (ferror(file))
        say_fault(fault, path, 0, 0, "cannot read the technology file", strerror(errno));
    else if (size > LARGEST_FILE)
        say_fault(fault, path, 0, 0, "this is too long for a technology file", "");
    else
        result = rg_technology_parse(path, text, size, out, fault);
    free(text);
    if (file)
        fclose(file);
    return result;
}
