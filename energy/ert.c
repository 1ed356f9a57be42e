/* ert.c: energy reference tables of Accelergy (Y. N. Wu, J. Emer and V. Sze, ICCAD 2019) as tables
 * of operations. Energies are in pJ; names of components may have a path in front. */
#include "energy/reader.h"

#include "energy/structure.h"
#include "errors/errors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTHS = 2, MOST_ROWS = 1 << 12 };
static const unsigned widths[WIDTHS] = {64, 32};

/* Actions of components that are constants of a technology. */
static const struct {
    const char *component, *action;
    unsigned constant;
} others[] = {
    {"memory", "read", RG_CONSTANT_memory_word},
    {"memory", "write", RG_CONSTANT_memory_word},
    {"host", "copy_bit", RG_CONSTANT_copied_bit},
    {"erasure", "erase_bit", RG_CONSTANT_erased_bit},
};
enum { OTHERS = sizeof others / sizeof others[0] };

/* An action of the table. */
typedef struct {
    rg_reader *reader;
    rgd_technology *technology;
    const char *component;
    const yaml_node_t *node; /* its name */
    const char *action;
    double joules;
    bool seen[RG_CONSTANT_COUNT]; /* constants that an action above has set */
} reading;

/* The table says what an action needs at the supply of the technology. */
static double voltage_scale(const rgd_technology *t)
{
    const rg_constant *supply = &t->constants[RG_CONSTANT_supply_voltage],
                      *reference = &t->constants[RG_CONSTANT_reference_voltage];
    const double ratio = supply->given && reference->given ? supply->value / reference->value : 1;
    return ratio * ratio;
}

/* Of a word of that width, for each joule of the constant. */
static double of_a_word(const rgd_technology *technology, unsigned width)
{
    rgd_technology unit = *technology;
    unit.constants[RG_CONSTANT_memory_word].value = 1;
    return rg_energy_word(&unit, width) * voltage_scale(technology);
}

static rg_result no_memory(const reading *r)
{
    return rg_reader_fail(r->reader, &r->node->start_mark, "the host is out of memory", "");
}

static char *source_of(const reading *r)
{
    char text[1024];
    snprintf(text, sizeof text, "ERT %.400s: %.200s.%.200s", r->reader->path, r->component,
             r->action);
    return strdup(text);
}

static rg_result add_row(reading *r, rg_row row)
{
    rgd_technology *t = r->technology;
    for (size_t i = 0; i < t->row_count; i++) {
        const rg_row *other = &t->rows[i];
        if (other->kind == row.kind && other->width == row.width
            && (other->mode == row.mode || other->mode == RG_COUNTED_ANY
                || row.mode == RG_COUNTED_ANY)
            && (other->direction == row.direction || other->direction == RG_DIRECTION_ANY
                || row.direction == RG_DIRECTION_ANY))
            return rg_reader_fail(r->reader, &r->node->start_mark,
                                  "these arguments are covered by an action above already",
                                  r->action);
    }
    row.source = source_of(r);
    if (!row.source)
        return no_memory(r);
    t->rows[t->row_count++] = row;
    return RG_OK;
}

static rg_result unknown(const reading *r, const char *what, const char *word,
                         const yaml_node_t *node, const char *const *list, size_t count)
{
    char which[256];
    const char *near = rg_suggest(word, list, count);
    snprintf(which, sizeof which, near ? "%.100s; did you mean %s?" : "%.100s", word, near);
    return rg_reader_fail(r->reader, &node->start_mark, what, which);
}

/* An argument, or `any` where it is not given. */
static rg_result choose(const reading *r, const yaml_node_t *node, const char *const *list,
                        size_t count, unsigned *index)
{
    const char *word = rg_reader_scalar(node);
    *index = (unsigned)count - 1;
    for (unsigned i = 0; node && word && i < count; i++)
        if (strcmp(list[i], word) == 0) {
            *index = i;
            return RG_OK;
        }
    return node ? unknown(r, "unknown word", word ? word : "", node, list, count) : RG_OK;
}

/* arguments: {mode: , direction: , width: }, each of which may be missing; null: all are. */
static rg_result read_arguments(reading *r, const yaml_node_t *node, rg_row *row)
{
    static const char *const keys[] = {"mode", "direction", "width"};
    yaml_node_t *v[3] = {NULL, NULL, NULL};
    double width = 0;
    rg_result result = RG_OK;
    row->mode = RG_COUNTED_ANY;
    row->direction = RG_DIRECTION_ANY;
    if (node && node->type == YAML_MAPPING_NODE)
        result = rg_reader_mapping(r->reader, node, "arguments", keys, 3, v);
    if (result == RG_OK)
        result = choose(r, v[0], rg_counted_modes, RG_COUNTED_MODES + 1, &row->mode);
    if (result == RG_OK)
        result = choose(r, v[1], rg_directions, 3, &row->direction);
    if (result == RG_OK && v[2]) {
        const char *text = rg_reader_scalar(v[2]);
        result = rg_reader_number(r->reader, v[2], text ? text : "", false, &width);
        if (result == RG_OK && (width != floor(width) || width > 64))
            result = rg_reader_fail(r->reader, &v[2]->start_mark,
                                    "a width is a whole number of at most 64 bits", "");
    }
    row->width = (unsigned)width;
    return result;
}

static rg_result read_core(reading *r, const yaml_node_t *arguments)
{
    const char *kinds[RG_ROW_KINDS];
    const double mean = r->joules / voltage_scale(r->technology);
    rg_row row = {.mean = mean, .file_mean = mean, .spread = NAN};
    for (unsigned i = 0; i < RG_ROW_KINDS; i++)
        kinds[i] = rg_row_kind(i);
    rg_result result = choose(r, r->node, kinds, RG_ROW_KINDS, &row.kind);
    if (result == RG_OK)
        result = read_arguments(r, arguments, &row);
    if (result == RG_OK && row.kind >= RG_ROW_CYCLE) { /* counted without */
        row.mode = RG_COUNTED_ANY;
        row.direction = RG_DIRECTION_ANY;
    }
    if (row.width != 0)
        return result == RG_OK ? add_row(r, row) : result;
    for (unsigned i = 0; i < WIDTHS && result == RG_OK; i++) {
        row.width = widths[i];
        result = add_row(r, row);
    }
    return result;
}

static bool alike(double a, double b) { return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)); }

/* Of memory an action may have a width. */
static rg_result read_constant(reading *r, const yaml_node_t *arguments)
{
    rg_row row = {0};
    rg_result result = read_arguments(r, arguments, &row);
    if (result != RG_OK)
        return result;
    const char *actions[OTHERS];
    size_t known = 0;
    for (size_t i = 0; i < OTHERS; i++) {
        rg_constant *c = &r->technology->constants[others[i].constant];
        if (strcmp(others[i].component, r->component) != 0)
            continue;
        actions[known++] = others[i].action;
        if (strcmp(others[i].action, r->action) != 0)
            continue;
        double value = r->joules;
        if (others[i].constant == RG_CONSTANT_memory_word)
            value /= of_a_word(r->technology, row.width ? row.width : widths[0]);
        if (r->seen[others[i].constant] && !alike(c->value, value))
            return rg_reader_fail(r->reader, &r->node->start_mark,
                                  "this machine prices reads and writes of a word alike, and words "
                                  "by their width",
                                  r->action);
        r->seen[others[i].constant] = true;
        free(c->source);
        *c = (rg_constant){value, value, value, value, source_of(r), true, false};
        return c->source ? RG_OK : no_memory(r);
    }
    if (known == 0) {
        static const char *const components[] = {"core", "memory", "host", "erasure"};
        return unknown(r, "no component of this machine, which has core, memory, host and erasure",
                       r->component, r->node, components, 4);
    }
    return unknown(r, "unknown action", r->action, r->node, actions, known);
}

static rg_result read_action(reading *r, const yaml_node_t *node)
{
    static const char *const keys[] = {"name", "arguments", "energy"};
    yaml_node_t *v[3];
    const char *energy = NULL;
    rg_result result = rg_reader_mapping(r->reader, node, "an action", keys, 3, v);
    if (result == RG_OK)
        result = rg_reader_text(r->reader, node, v[0], "name", &r->action);
    if (result == RG_OK)
        result = rg_reader_text(r->reader, node, v[2], "energy", &energy);
    if (result == RG_OK)
        result = rg_reader_number(r->reader, v[2], energy, true, &r->joules);
    if (result == RG_OK)
        result = rg_reader_scaled(r->reader, v[2], energy, 1e-12, &r->joules);
    if (result != RG_OK)
        return result;
    r->node = v[0];
    return strcmp(r->component, "core") == 0 ? read_core(r, v[1]) : read_constant(r, v[1]);
}

static rg_result each(reading *r, const yaml_node_t *list, const char *what,
                      rg_result (*read)(reading *, const yaml_node_t *))
{
    rg_result result = RG_OK;
    if (list->type != YAML_SEQUENCE_NODE)
        return rg_reader_fail(r->reader, &list->start_mark, "this must be a list", what);
    for (const yaml_node_item_t *item = list->data.sequence.items.start;
         result == RG_OK && item < list->data.sequence.items.top; item++) {
        const yaml_node_t *node = rg_reader_node(r->reader, *item);
        if (r->technology->row_count + WIDTHS > MOST_ROWS)
            return rg_reader_fail(r->reader, &list->start_mark, "this table is too long", what);
        result = read(r, node ? node : list);
    }
    return result;
}

static rg_result read_component(reading *r, const yaml_node_t *node)
{
    static const char *const keys[] = {"name", "actions"};
    yaml_node_t *v[2];
    const char *name = NULL;
    rg_result result = rg_reader_mapping(r->reader, node, "a component", keys, 2, v);
    if (result == RG_OK)
        result = rg_reader_text(r->reader, node, v[0], "name", &name);
    if (result == RG_OK && !v[1])
        result = rg_reader_fail(r->reader, &node->start_mark, "the component has no actions", name);
    if (result != RG_OK)
        return result;
    const char *dot = strrchr(name, '.');
    r->component = dot ? dot + 1 : name;
    return each(r, v[1], "actions", read_action);
}

static rg_result read_ert(reading *r)
{
    static const char *const outer[] = {"ERT"}, *const inner[] = {"version", "tables"};
    static const yaml_mark_t start = {0, 0, 0};
    yaml_node_t *v[2];
    const yaml_node_t *root = yaml_document_get_root_node(&r->reader->document);
    if (!root || root->type != YAML_MAPPING_NODE)
        return rg_reader_fail(r->reader, &start, "this is no energy reference table", "");
    rg_result result = rg_reader_mapping(r->reader, root, "a table", outer, 1, v);
    if (result == RG_OK && !v[0])
        result = rg_reader_fail(r->reader, &root->start_mark, "the file lacks the key", "ERT");
    const yaml_node_t *ert = result == RG_OK ? v[0] : NULL;
    if (result == RG_OK)
        result = rg_reader_mapping(r->reader, ert, "ERT", inner, 2, v);
    if (result == RG_OK && !v[1])
        result = rg_reader_fail(r->reader, &ert->start_mark, "the table lacks the key", "tables");
    if (result == RG_OK)
        result = each(r, v[1], "tables", read_component);
    return result == RG_OK ? rg_operations_whole(r->reader, ert, r->technology) : result;
}

rg_result rg_ert_file(const rg_text *text, rgd_technology *technology, rg_fault *fault)
{
    rg_reader reader;
    rg_result result = rg_reader_open(&reader, text->path, text->text, text->size, fault);
    if (result != RG_OK)
        return result;
    reading r = {.reader = &reader, .technology = technology};
    technology->rows = calloc(MOST_ROWS, sizeof *technology->rows);
    result = technology->rows
                 ? read_ert(&r)
                 : rg_energy_fail(fault, text->path, 0, 0, "the host is out of memory", "");
    rg_reader_close(&reader);
    if (result == RG_OK)
        snprintf(technology->table, sizeof technology->table, "ERT (%.400s)", text->path);
    return result;
}
