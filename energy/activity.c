/* activity.c: tables of what operations switch by their activity: read strictly; every operation of
 * a width once. A term that has no row switches nothing. */
#include "energy/reader.h"

#include "host-driver/retrograd.h"
#include "isa/isa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rg_result choose_group(rg_reader *reader, const yaml_node_t *node, const char *word,
                              unsigned *group)
{
    const char *names[RG_ACTIVITY_GROUPS];
    for (unsigned i = 0; i < RG_ACTIVITY_GROUPS; i++)
        names[i] = rg_activity_group_name(i);
    return rg_reader_choose(reader, node, word, names, RG_ACTIVITY_GROUPS, group);
}

/* The prices of the width, and the mean in F. */
static rg_result read_figures(rg_reader *reader, yaml_node_t *const v[4], const char *const text[4],
                              rg_activity_table *table, rg_activity_prices **prices, double *mean)
{
    enum { WIDTH, MEAN, UNIT };
    double width = 0;
    const double farads = rg_unit_factor(text[UNIT], "F");
    size_t i = 0;
    if (farads == 0)
        return rg_reader_fail(reader, &v[UNIT]->start_mark,
                              "the unit must be F, with a prefix where useful, not", text[UNIT]);
    rg_result result = rg_reader_number(reader, v[WIDTH], text[WIDTH], false, &width);
    if (result == RG_OK && (width != floor(width) || width > 64))
        return rg_reader_fail(reader, &v[WIDTH]->start_mark,
                              "a word has 1 to 64 bits, so its width is not", text[WIDTH]);
    if (result == RG_OK)
        result = rg_reader_number(reader, v[MEAN], text[MEAN], true, mean);
    if (result == RG_OK)
        result = rg_reader_scaled(reader, v[MEAN], text[MEAN], farads, mean);
    while (i < table->count && table->of[i].width != (unsigned)width)
        i++;
    if (result == RG_OK && i == RG_ACTIVITY_WIDTHS)
        return rg_reader_fail(reader, &v[WIDTH]->start_mark,
                              "there are four widths already, beside", text[WIDTH]);
    if (result == RG_OK && i == table->count) {
        table->of[table->count].width = (unsigned)width;
        for (unsigned cell = 0; cell < RG_ACTIVITY_GROUPS * RG_COUNTED_MODES * 2; cell++)
            (&table->of[i].operation[0][0][0])[cell] = NAN;
        table->count++;
    }
    *prices = &table->of[i];
    return result;
}

static rg_result read_operation(rg_reader *reader, const yaml_node_t *node,
                                rg_activity_table *table)
{
    enum { OPERATION, MODE, DIRECTION, FIGURES, SOURCE = FIGURES + 3, ROW };
    static const char *const keys[ROW] = {"operation", "mode", "direction", "width",
                                          "mean",      "unit", "source"};
    yaml_node_t *v[ROW];
    const char *text[ROW];
    unsigned group = 0, mode = 0, direction = 0;
    rg_activity_prices *prices = NULL;
    double mean = 0;
    rg_result result = rg_reader_row(reader, node, keys, ROW, v, text);
    if (result == RG_OK)
        result = choose_group(reader, v[OPERATION], text[OPERATION], &group);
    if (result == RG_OK)
        result = rg_reader_choose(reader, v[MODE], text[MODE], rg_counted_modes, RG_COUNTED_MODES,
                                  &mode);
    if (result == RG_OK)
        result =
            rg_reader_choose(reader, v[DIRECTION], text[DIRECTION], rg_directions, 2, &direction);
    if (result == RG_OK)
        result = read_figures(reader, &v[FIGURES], &text[FIGURES], table, &prices, &mean);
    if (result == RG_OK && !isnan(prices->operation[group][mode][direction]))
        return rg_reader_fail(reader, &node->start_mark,
                              "a row above has this operation, mode and direction already",
                              text[OPERATION]);
    if (result == RG_OK)
        prices->operation[group][mode][direction] = mean;
    return result;
}

static rg_result read_term(rg_reader *reader, const yaml_node_t *node, rg_activity_table *table)
{
    enum { OPERATION, TANGENTS, TERM, FIGURES, SOURCE = FIGURES + 3, ROW };
    static const char *const keys[ROW] = {"operation", "tangents", "term",  "width",
                                          "mean",      "unit",     "source"};
    static const char *const truth[] = {"without", "with"};
    const char *names[RG_ACTIVITY_TERMS], *text[ROW];
    yaml_node_t *v[ROW];
    unsigned group = 0, tangents = 0, term = 0;
    rg_activity_prices *prices = NULL;
    double mean = 0;
    for (unsigned t = 0; t < RG_ACTIVITY_TERMS; t++)
        names[t] = rg_activity_term_at(t);
    rg_result result = rg_reader_row(reader, node, keys, ROW, v, text);
    if (result == RG_OK)
        result = choose_group(reader, v[OPERATION], text[OPERATION], &group);
    if (result == RG_OK)
        result = rg_reader_choose(reader, v[TANGENTS], text[TANGENTS], truth, 2, &tangents);
    if (result == RG_OK)
        result = rg_reader_choose(reader, v[TERM], text[TERM], names, RG_ACTIVITY_TERMS, &term);
    if (result == RG_OK)
        result = read_figures(reader, &v[FIGURES], &text[FIGURES], table, &prices, &mean);
    if (result == RG_OK && prices->term[group][tangents][term] != 0)
        return rg_reader_fail(reader, &node->start_mark,
                              "a row above has this operation and term already", text[TERM]);
    if (result == RG_OK)
        prices->term[group][tangents][term] = mean;
    return result;
}

typedef rg_result read_row(rg_reader *reader, const yaml_node_t *node, rg_activity_table *table);

static rg_result read_list(rg_reader *reader, const yaml_node_t *node, read_row *read,
                           rg_activity_table *table)
{
    rg_result result = RG_OK;
    if (node->type != YAML_SEQUENCE_NODE)
        return rg_reader_fail(reader, &node->start_mark,
                              "this must be a list of rows {operation: , ..}", "");
    for (const yaml_node_item_t *i = node->data.sequence.items.start;
         result == RG_OK && i < node->data.sequence.items.top; i++) {
        const yaml_node_t *row = rg_reader_node(reader, *i);
        result = read(reader, row ? row : node, table);
    }
    return result;
}

/* Every operation of every width. */
static rg_result check_whole(rg_reader *reader, const yaml_node_t *node,
                             const rg_activity_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        for (unsigned cell = 0; cell < RG_ACTIVITY_GROUPS * RG_COUNTED_MODES * 2; cell++) {
            char which[160];
            if (!isnan((&table->of[i].operation[0][0][0])[cell]))
                continue;
            snprintf(which, sizeof which, "operation %s, mode %s, direction %s, width %u",
                     rg_activity_group_name(cell / (RG_COUNTED_MODES * 2)),
                     rg_counted_modes[cell / 2 % RG_COUNTED_MODES], rg_directions[cell & 1],
                     table->of[i].width);
            return rg_reader_fail(reader, &node->start_mark, "the table has no row for", which);
        }
    return RG_OK;
}

static rg_result read_table(rg_reader *reader, rg_activity_table *table)
{
    enum { FORMAT, NAME, ABOUT, OPERATIONS, ACTIVITY, CORE, KEYS };
    static const char *const keys[KEYS] = {"format",     "name",     "about",
                                           "operations", "activity", "core"};
    static const yaml_mark_t start = {0, 0, 0};
    yaml_node_t *v[KEYS];
    const char *format = NULL, *title = NULL;
    const yaml_node_t *root = yaml_document_get_root_node(&reader->document);
    if (!root || root->type != YAML_MAPPING_NODE)
        return rg_reader_fail(reader, &start, "this is not a table of activity", "");
    rg_result result = rg_reader_mapping(reader, root, "a table of activity", keys, KEYS, v);
    if (result == RG_OK)
        result = rg_reader_text(reader, root, v[FORMAT], "format", &format);
    if (result == RG_OK && strcmp(format, "retrograd-activity-1") != 0)
        return rg_reader_fail(reader, &v[FORMAT]->start_mark,
                              "the format must be retrograd-activity-1, not", format);
    if (result == RG_OK)
        result = rg_reader_text(reader, root, v[NAME], "name", &title);
    for (unsigned key = OPERATIONS; result == RG_OK && key <= ACTIVITY; key++)
        result =
            v[key] ? read_list(reader, v[key], key == ACTIVITY ? read_term : read_operation, table)
                   : rg_reader_fail(reader, &root->start_mark, "the file lacks the key", keys[key]);
    if (result == RG_OK)
        result = check_whole(reader, v[OPERATIONS], table);
    if (result == RG_OK)
        result = rg_reader_core(reader, root, v[CORE], table->core);
    if (result == RG_OK)
        snprintf(table->source, sizeof table->source, "%.200s (%.300s)", title, reader->path);
    return result;
}

rg_result rg_activity_file(const rg_text *text, rgd_technology *technology, rg_fault *fault)
{
    rg_reader reader;
    rg_result result = rg_reader_open(&reader, text->path, text->text, text->size, fault);
    if (result != RG_OK)
        return result;
    free(technology->activity);
    technology->activity = calloc(1, sizeof *technology->activity);
    result = technology->activity
                 ? read_table(&reader, technology->activity)
                 : rg_energy_fail(fault, text->path, 0, 0, "the host is out of memory", "");
    rg_reader_close(&reader);
    return result;
}

static rg_result refuse(const char *message, const char *name, rg_fault *fault)
{
    if (fault) {
        memset(fault, 0, sizeof *fault);
        fault->result = RG_BAD_USE;
        snprintf(fault->code, sizeof fault->code, "R0953");
        snprintf(fault->message, sizeof fault->message, message, name);
    }
    return RG_BAD_USE;
}

rg_result rgd_technology_by_activity(rgd_technology *technology, rg_fault *fault)
{
    if (!technology->activity)
        return refuse("the technology `%.200s` has no table of activity", technology->origin,
                      fault);
    technology->by_activity = true;
    return RG_OK;
}

const rg_activity_prices *rg_activity_prices_of(const rgd_technology *technology, unsigned width)
{
    const rg_activity_table *t = technology->activity;
    for (size_t i = 0; t && i < t->count; i++)
        if (t->of[i].width == width)
            return &t->of[i];
    return NULL;
}

/* By mode and direction the operations of all groups are those of all classes. */
rg_result rg_activity_check(const rg_counters *c, rg_fault *fault)
{
    for (unsigned cell = 0; cell < RG_COUNTED_MODES * 2; cell++) {
        uint64_t groups = 0, classes = 0;
        for (unsigned i = 0; i < RG_COUNTER_CLASSES; i++) {
            groups += c->activity.operations[i][cell / 2][cell & 1];
            classes += c->by_mode[cell / 2][cell & 1][i];
        }
        if (groups != classes)
            return refuse("%s", "the activity of these counters was not counted", fault);
    }
    return RG_OK;
}
