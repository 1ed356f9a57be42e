/* operations.c: tables of operation energies: read strictly, every cell covered once. */
#include "energy/reader.h"

#include "host-driver/retrograd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const rg_counted_modes[RG_COUNTED_MODES + 1] = {"value", "gradient", "tangent", "both",
                                                            "any"};
const char *const rg_directions[3] = {"forward", "backward", "any"};

const char *rg_row_kind(unsigned kind)
{
    static const char *const others[] = {"fetch", "cycle", "busy"};
    return kind < RG_CLASS_COUNT ? rg_class_name(kind) : others[kind - RG_CLASS_COUNT];
}

enum { OPERATION, MODE, DIRECTION, WIDTH, MEAN, SPREAD, SAMPLES, UNIT, SOURCE, KEYS };
static const char *const keys[KEYS] = {"operation", "mode",    "direction", "width", "mean",
                                       "spread",    "samples", "unit",      "source"};

static bool covers(const rg_row *row, unsigned kind, unsigned mode, unsigned direction,
                   unsigned width)
{
    return row->kind == kind && row->width == width
           && (row->mode == RG_COUNTED_ANY || row->mode == mode)
           && (row->direction == RG_DIRECTION_ANY || row->direction == direction);
}

const rg_row *rg_row_find(const rgd_technology *technology, unsigned kind, unsigned mode,
                          unsigned direction, unsigned width)
{
    for (size_t i = 0; i < technology->row_count; i++)
        if (covers(&technology->rows[i], kind, mode, direction, width))
            return &technology->rows[i];
    return NULL;
}

/* Whether the row covers more than this mode and direction, and this among it. */
static bool wider(const rg_row *row, unsigned kind, unsigned mode, unsigned direction)
{
    if (row->kind != kind || (row->mode != mode && row->mode != RG_COUNTED_ANY))
        return false;
    if (direction == RG_DIRECTION_ANY)
        return row->mode == RG_COUNTED_ANY;
    return (row->direction == direction || row->direction == RG_DIRECTION_ANY)
           && (row->mode != mode || row->direction != direction);
}

bool rg_operations_split(rgd_technology *technology, unsigned kind, unsigned mode,
                         unsigned direction)
{
    size_t count = technology->row_count;
    for (size_t i = 0; i < technology->row_count; i++)
        count += wider(&technology->rows[i], kind, mode, direction);
    rg_row *grown = realloc(technology->rows, count * sizeof *grown);
    if (!grown)
        return false;
    technology->rows = grown;
    for (size_t i = 0; i < technology->row_count; i++) {
        if (!wider(&grown[i], kind, mode, direction))
            continue;
        char *source = strdup(grown[i].source);
        if (!source)
            return false;
        memmove(&grown[i + 1], &grown[i], (technology->row_count - i) * sizeof *grown);
        technology->row_count++;
        grown[i].mode = mode;
        grown[i].direction = direction == RG_DIRECTION_ANY ? grown[i].direction : direction;
        grown[i].source = source;
        i++; /* the row that was split */
    }
    return true;
}

static rg_result whole_number(rg_reader *reader, const yaml_node_t *node, const char *text,
                              bool zero_allowed, double *value)
{
    rg_result result = rg_reader_number(reader, node, text, zero_allowed, value);
    if (result == RG_OK && (*value != floor(*value) || *value > 1e15))
        return rg_reader_fail(reader, &node->start_mark, "this must be a whole number", text);
    return result;
}

static rg_result read_kind(rg_reader *reader, yaml_node_t **v, const char **text, rg_row *row)
{
    const char *kinds[RG_ROW_KINDS];
    for (unsigned i = 0; i < RG_ROW_KINDS; i++)
        kinds[i] = rg_row_kind(i);
    rg_result result =
        rg_reader_choose(reader, v[OPERATION], text[OPERATION], kinds, RG_ROW_KINDS, &row->kind);
    if (result == RG_OK)
        result = rg_reader_choose(reader, v[MODE], text[MODE], rg_counted_modes,
                                  RG_COUNTED_MODES + 1, &row->mode);
    if (result == RG_OK)
        result = rg_reader_choose(reader, v[DIRECTION], text[DIRECTION], rg_directions, 3,
                                  &row->direction);
    if (result == RG_OK && row->kind >= RG_ROW_CYCLE
        && (row->mode != RG_COUNTED_ANY || row->direction != RG_DIRECTION_ANY))
        return rg_reader_fail(
            reader, &v[MODE]->start_mark,
            "clock cycles are not counted by mode and direction: both must be `any`", "");
    return result;
}

static rg_result read_figures(rg_reader *reader, yaml_node_t **v, const char **text, rg_row *row)
{
    double width = 0, samples = 0, joules = rg_unit_factor(text[UNIT], "J"),
           farads = rg_unit_factor(text[UNIT], "F");
    if (joules == 0 && farads == 0)
        return rg_reader_fail(reader, &v[UNIT]->start_mark,
                              "the unit must be J or F, with a prefix where useful, not",
                              text[UNIT]);
    row->farads = joules == 0;
    const double factor = row->farads ? farads : joules;
    rg_result result = whole_number(reader, v[WIDTH], text[WIDTH], false, &width);
    if (result == RG_OK && width > 64)
        return rg_reader_fail(reader, &v[WIDTH]->start_mark, "a word has at most 64 bits",
                              text[WIDTH]);
    if (result == RG_OK)
        result = rg_reader_number(reader, v[MEAN], text[MEAN], true, &row->mean);
    if (result == RG_OK)
        result = whole_number(reader, v[SAMPLES], text[SAMPLES], true, &samples);
    row->spread = NAN;
    if (result == RG_OK && strcmp(text[SPREAD], "unknown") != 0)
        result = rg_reader_number(reader, v[SPREAD], text[SPREAD], true, &row->spread);
    else if (result == RG_OK && samples > 0)
        return rg_reader_fail(reader, &v[SPREAD]->start_mark, "the spread of samples is known",
                              text[SPREAD]);
    row->width = (unsigned)width;
    row->samples = (unsigned long long)samples;
    row->spread *= factor;
    if (result == RG_OK)
        result = rg_reader_scaled(reader, v[MEAN], text[MEAN], factor, &row->mean);
    row->file_mean = row->mean;
    return result;
}

static rg_result doubled(rg_reader *reader, const yaml_node_t *node,
                         const rgd_technology *technology, const rg_row *row)
{
    for (size_t i = 0; i < technology->row_count; i++) {
        const rg_row *other = &technology->rows[i];
        if (other->kind == row->kind && other->width == row->width
            && (other->mode == row->mode || other->mode == RG_COUNTED_ANY
                || row->mode == RG_COUNTED_ANY)
            && (other->direction == row->direction || other->direction == RG_DIRECTION_ANY
                || row->direction == RG_DIRECTION_ANY))
            return rg_reader_fail(
                reader, &node->start_mark,
                "this operation, mode and direction is covered by a row above already",
                rg_row_kind(row->kind));
    }
    return RG_OK;
}

static rg_result read_row(rg_reader *reader, const yaml_node_t *node, rgd_technology *technology)
{
    yaml_node_t *v[KEYS];
    const char *text[KEYS];
    rg_row row = {0};
    rg_result result = rg_reader_row(reader, node, keys, KEYS, v, text);
    if (result == RG_OK)
        result = read_kind(reader, v, text, &row);
    if (result == RG_OK)
        result = read_figures(reader, v, text, &row);
    if (result == RG_OK)
        result = doubled(reader, node, technology, &row);
    if (result != RG_OK)
        return result;
    row.source = strdup(text[SOURCE]);
    if (!row.source)
        return rg_reader_fail(reader, &node->start_mark, "the host is out of memory", "");
    technology->rows[technology->row_count++] = row;
    return RG_OK;
}

rg_result rg_operations_whole(rg_reader *reader, const yaml_node_t *node,
                              const rgd_technology *technology)
{
    for (size_t i = 0; i < technology->row_count; i++)
        for (unsigned cell = 0; cell < RG_ROW_KINDS * RG_COUNTED_MODES * 2; cell++) {
            unsigned kind = cell / (RG_COUNTED_MODES * 2), mode = cell / 2 % RG_COUNTED_MODES,
                     direction = cell & 1;
            if (rg_row_find(technology, kind, mode, direction, technology->rows[i].width))
                continue;
            char which[160];
            snprintf(which, sizeof which, "operation %s, mode %s, direction %s, width %u",
                     rg_row_kind(kind), rg_counted_modes[mode], rg_directions[direction],
                     technology->rows[i].width);
            return rg_reader_fail(reader, &node->start_mark, "the table has no row for", which);
        }
    return RG_OK;
}

rg_result rg_operations_read(rg_reader *reader, const yaml_node_t *node, rgd_technology *technology)
{
    if (node->type != YAML_SEQUENCE_NODE
        || node->data.sequence.items.start == node->data.sequence.items.top)
        return rg_reader_fail(reader, &node->start_mark,
                              "this must be a list of rows {operation: , mode: , ..}",
                              "operations");
    size_t count = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    technology->rows = calloc(count, sizeof *technology->rows);
    if (!technology->rows)
        return rg_reader_fail(reader, &node->start_mark, "the host is out of memory", "");
    for (size_t i = 0; i < count; i++) {
        const yaml_node_t *row = rg_reader_node(reader, node->data.sequence.items.start[i]);
        rg_result result = read_row(reader, row ? row : node, technology);
        if (result != RG_OK)
            return result;
    }
    return rg_operations_whole(reader, node, technology);
}

rg_result rg_reader_core(rg_reader *reader, const yaml_node_t *map, const yaml_node_t *node,
                         char core[RG_IDENTITY_TEXT])
{
    const char *text = "";
    char same[RG_IDENTITY_TEXT] = "";
    rg_identity identity;
    rg_result result = node ? rg_reader_text(reader, map, node, "core", &text) : RG_OK;
    if (result == RG_OK && node
        && (!rg_identity_read(text, &identity) || !rg_identity_core(&identity, same, sizeof same)
            || strcmp(text, same) != 0))
        result = rg_reader_fail(reader, &node->start_mark,
                                "a core is written CORE=.. with what is not the default of it, "
                                "not",
                                text);
    snprintf(core, RG_IDENTITY_TEXT, "%s", text);
    return result;
}

static rg_result read_table(rg_reader *reader, rgd_technology *technology)
{
    static const char *const known[] = {"format", "name", "about", "operations", "core"};
    static const yaml_mark_t start = {0, 0, 0};
    yaml_node_t *v[5];
    const char *format = NULL, *title = NULL;
    const yaml_node_t *root = yaml_document_get_root_node(&reader->document);
    if (!root || root->type != YAML_MAPPING_NODE)
        return rg_reader_fail(reader, &start, "this is not a table of operations", "");
    rg_result result = rg_reader_mapping(reader, root, "a table of operations", known, 5, v);
    if (result == RG_OK)
        result = rg_reader_text(reader, root, v[0], "format", &format);
    if (result == RG_OK && strcmp(format, "retrograd-operations-1") != 0)
        result = rg_reader_fail(reader, &v[0]->start_mark,
                                "the format must be retrograd-operations-1, not", format);
    if (result == RG_OK)
        result = rg_reader_text(reader, root, v[1], "name", &title);
    if (result == RG_OK && !v[3])
        result = rg_reader_fail(reader, &root->start_mark, "the file lacks the key", "operations");
    if (result == RG_OK)
        result = rg_operations_read(reader, v[3], technology);
    if (result == RG_OK)
        result = rg_reader_core(reader, root, v[4], technology->core);
    if (result == RG_OK)
        snprintf(technology->table, sizeof technology->table, "%.200s (%.300s)", title,
                 reader->path);
    return result;
}

rg_result rg_operations_file(const rg_text *text, rgd_technology *technology, rg_fault *fault)
{
    rg_reader reader;
    rg_result result = rg_reader_open(&reader, text->path, text->text, text->size, fault);
    if (result != RG_OK)
        return result;
    result = read_table(&reader, technology);
    rg_reader_close(&reader);
    return result;
}
