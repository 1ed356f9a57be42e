/* technology.c: technology files: bases, constants, the law of the adiabatic view; nothing has a
 * default. */
#include "energy/reader.h"

#include "errors/errors.h"
#include "host-driver/retrograd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 8 };

const rg_constant_spec rg_constant_specs[RG_CONSTANT_COUNT] = {
#define RG_CONSTANT(name, unit, zero, most, need, what) {#name, unit, zero, most, need, what},
#include "energy/constants.def"
#undef RG_CONSTANT
};
const char *const rg_law_names[RG_LAW_COUNT] = {"none", "ramp", "recovery", "ideal", "staged"};

enum { FORMAT, NAME, ABOUT, BASE, ADIABATIC, CONSTANTS, OPERATIONS, ACTIVITY, CORES, KEYS };
static const char *const keys[KEYS] = {"format",    "name",       "about",    "base", "adiabatic",
                                       "constants", "operations", "activity", "cores"};

static rg_result no_memory(rg_reader *reader, const yaml_node_t *node)
{
    return rg_reader_fail(reader, &node->start_mark, "the host is out of memory", "");
}

/* low or high, in the unit of the value */
static rg_result read_end(rg_reader *reader, const yaml_node_t *node, const char *name,
                          const rg_constant_spec *spec, double factor, double *end)
{
    const char *text = rg_reader_scalar(node);
    if (!text || !*text)
        return rg_reader_fail(reader, &node->start_mark, "this is a number", name);
    rg_result result = rg_reader_number(reader, node, text, spec->zero_allowed, end);
    if (result == RG_OK && spec->most > 0 && *end > spec->most)
        result = rg_reader_fail(reader, &node->start_mark, "this is a share, at most 1", text);
    return result == RG_OK ? rg_reader_scaled(reader, node, text, factor, end) : result;
}

/* {value: , unit: , source: }, and low: and high: of what is assumed */
static rg_result read_constant(rg_reader *reader, const yaml_node_t *node,
                               const rg_constant_spec *spec, rg_constant *out)
{
    static const char *const fields[] = {"value", "unit", "source", "low", "high"};
    yaml_node_t *v[5];
    const char *text[3];
    char what[128];
    if (node->type != YAML_MAPPING_NODE)
        return rg_reader_fail(reader, &node->start_mark,
                              "a constant is written {value: , unit: , source: }", spec->name);
    rg_result result = rg_reader_mapping(reader, node, spec->name, fields, 5, v);
    for (size_t i = 0; result == RG_OK && i < 3; i++)
        result = rg_reader_text(reader, node, v[i], fields[i], &text[i]);
    if (result != RG_OK)
        return result;
    double factor = rg_unit_factor(text[1], spec->unit), value = 0;
    snprintf(what, sizeof what, "the unit of %s must be %s, with a prefix where useful, not",
             spec->name, spec->unit);
    if (factor == 0)
        return rg_reader_fail(reader, &v[1]->start_mark, what, text[1]);
    result = rg_reader_number(reader, v[0], text[0], spec->zero_allowed, &value);
    if (result == RG_OK && spec->most > 0 && value > spec->most)
        return rg_reader_fail(reader, &v[0]->start_mark, "this is a share, at most 1", text[0]);
    if (result == RG_OK)
        result = rg_reader_scaled(reader, v[0], text[0], factor, &value);
    double ends[2] = {value, value};
    for (size_t i = 0; result == RG_OK && i < 2; i++)
        if (v[3 + i])
            result = read_end(reader, v[3 + i], fields[3 + i], spec, factor, &ends[i]);
    if (result == RG_OK && (ends[0] > value || ends[1] < value))
        result = rg_reader_fail(reader, &node->start_mark,
                                "an assumption lies between its low and its high", spec->name);
    free(out->source);
    *out = (rg_constant){value, value, ends[0], ends[1], strdup(text[2]), true, false};
    return result == RG_OK && !out->source ? no_memory(reader, node) : result;
}

static rg_result read_constants(rg_reader *reader, const yaml_node_t *map,
                                rgd_technology *technology)
{
    const char *names[RG_CONSTANT_COUNT];
    yaml_node_t *v[RG_CONSTANT_COUNT];
    for (size_t i = 0; i < RG_CONSTANT_COUNT; i++)
        names[i] = rg_constant_specs[i].name;
    rg_result result = rg_reader_mapping(reader, map, "constants", names, RG_CONSTANT_COUNT, v);
    for (size_t i = 0; result == RG_OK && i < RG_CONSTANT_COUNT; i++)
        if (v[i])
            result = read_constant(reader, v[i], &rg_constant_specs[i], &technology->constants[i]);
    return result;
}

static rg_result read_law(rg_reader *reader, const yaml_node_t *node, rgd_technology *technology)
{
    const char *text = rg_reader_scalar(node);
    for (unsigned i = 0; text && i < RG_LAW_COUNT; i++)
        if (strcmp(rg_law_names[i], text) == 0) {
            technology->law = (rg_law)i;
            return RG_OK;
        }
    return rg_reader_fail(
        reader, &node->start_mark,
        "the law of the adiabatic view is ramp, staged, recovery, ideal or none, not",
        text ? text : "this");
}

static void drop_rows(rgd_technology *technology)
{
    for (size_t i = 0; i < technology->row_count; i++)
        free(technology->rows[i].source);
    free(technology->rows);
    technology->rows = NULL;
    technology->row_count = 0;
    technology->table[0] = technology->core[0] = '\0';
    free(technology->activity);
    technology->activity = NULL;
}

/* The text of a table that a node names. */
static rg_result find_table(rg_reader *reader, const yaml_node_t *map, const yaml_node_t *node,
                            const char *key, rg_text *text)
{
    const char *name = NULL;
    rg_result result = rg_reader_text(reader, map, node, key, &name);
    if (result == RG_OK && rg_text_find(name, reader->path, text, reader->fault) != RG_OK)
        result = rg_reader_fail(reader, &node->start_mark, "there is no such table", name);
    return result;
}

typedef rg_result read_file(const rg_text *text, rgd_technology *technology, rg_fault *fault);

static rg_result read_table(rg_reader *reader, const yaml_node_t *map, const yaml_node_t *node,
                            const char *key, read_file *read, rgd_technology *technology)
{
    rg_text text;
    rg_result result = find_table(reader, map, node, key, &text);
    if (result != RG_OK)
        return result;
    result = read(&text, technology, reader->fault);
    rg_text_free(&text);
    return result;
}

static rg_result read_operations(rg_reader *reader, const yaml_node_t *node,
                                 rgd_technology *technology)
{
    static const char *const fields[] = {"file", "ert"};
    yaml_node_t *v[2];
    drop_rows(technology);
    if (node->type != YAML_MAPPING_NODE)
        return rg_operations_read(reader, node, technology);
    rg_result result = rg_reader_mapping(reader, node, "operations", fields, 2, v);
    if (result == RG_OK && v[0] && v[1])
        return rg_reader_fail(reader, &v[1]->start_mark, "operations come from one table", "");
    const bool ert = result == RG_OK && v[1];
    return result == RG_OK ? read_table(reader, node, v[ert], fields[ert],
                                        ert ? rg_ert_file : rg_operations_file, technology)
                           : result;
}

/* It belongs to the operations of its file, so a technology based on this one that has others has
 * none. */
static rg_result read_activity(rg_reader *reader, const yaml_node_t *node,
                               rgd_technology *technology)
{
    static const char *const fields[] = {"file"};
    yaml_node_t *v[1];
    rg_result result = rg_reader_mapping(reader, node, "activity", fields, 1, v);
    if (result == RG_OK)
        result = read_table(reader, node, v[0], fields[0], rg_activity_file, technology);
    if (result == RG_OK && strcmp(technology->activity->core, technology->core) != 0)
        result = rg_reader_fail(reader, &v[0]->start_mark,
                                "its core is not that of the table of operations",
                                technology->activity->core);
    return result;
}

/* ---- tables of other cores */

static bool has_width(const rgd_technology *technology, unsigned width)
{
    for (size_t i = 0; i < technology->row_count; i++)
        if (technology->rows[i].width == width)
            return true;
    return false;
}

/* What prices operations goes from one to the other and back. */
static void exchange_tables(rgd_technology *x, rgd_technology *y)
{
    const rgd_technology before = *x;
    x->rows = y->rows;
    x->row_count = y->row_count;
    x->activity = y->activity;
    memcpy(x->table, y->table, sizeof x->table);
    memcpy(x->core, y->core, sizeof x->core);
    y->rows = before.rows;
    y->row_count = before.row_count;
    y->activity = before.activity;
    memcpy(y->table, before.table, sizeof y->table);
    memcpy(y->core, before.core, sizeof y->core);
}

/* Both tables of a core, in place of what the technology has if they have the machine's width. */
static rg_result take_core(rg_reader *reader, const yaml_node_t *node, const char *const fields[3],
                           yaml_node_t *const v[3], const char *core, rgd_technology *technology)
{
    rgd_technology other = {0};
    rg_result result = read_table(reader, node, v[1], fields[1], rg_operations_file, &other);
    if (result == RG_OK)
        result = read_table(reader, node, v[2], fields[2], rg_activity_file, &other);
    if (result == RG_OK
        && (strcmp(other.core, core) != 0 || strcmp(other.activity->core, core) != 0))
        result = rg_reader_fail(reader, &v[0]->start_mark, "its tables are not of the core", core);
    if (result == RG_OK && has_width(&other, technology->machine.of[RG_PARAMETER_XLEN]))
        exchange_tables(technology, &other);
    drop_rows(&other);
    return result;
}

/* {core: CORE=.., operations: FILE, activity: FILE}; read where it is the core that is wanted. */
static rg_result read_core(rg_reader *reader, const yaml_node_t *node, const char *wanted,
                           rgd_technology *technology)
{
    static const char *const fields[] = {"core", "operations", "activity"};
    yaml_node_t *v[3];
    char core[RG_IDENTITY_TEXT];
    if (node->type != YAML_MAPPING_NODE)
        return rg_reader_fail(reader, &node->start_mark,
                              "a core is written {core: , operations: FILE, activity: FILE}", "");
    rg_result result = rg_reader_mapping(reader, node, "cores", fields, 3, v);
    if (result == RG_OK)
        result = rg_reader_core(reader, node, v[0], core);
    for (size_t i = 0; result == RG_OK && i < 3; i++)
        if (!v[i])
            result = rg_reader_fail(reader, &node->start_mark, "the core lacks the key", fields[i]);
    return result == RG_OK && strcmp(core, wanted) == 0
               ? take_core(reader, node, fields, v, core, technology)
               : result;
}

/* Here alone is decided which core's table prices a machine: its own where there is one. */
static rg_result read_cores(rg_reader *reader, const yaml_node_t *node, rgd_technology *technology)
{
    char wanted[RG_IDENTITY_TEXT] = "";
    rg_result result = RG_OK;
    if (node->type != YAML_SEQUENCE_NODE)
        return rg_reader_fail(reader, &node->start_mark,
                              "this must be a list of tables of other cores", "cores");
    if (technology->for_machine)
        (void)rg_identity_core(&technology->machine, wanted, sizeof wanted);
    for (const yaml_node_item_t *i = node->data.sequence.items.start;
         result == RG_OK && i < node->data.sequence.items.top; i++) {
        const yaml_node_t *core = rg_reader_node(reader, *i);
        result = read_core(reader, core ? core : node, wanted, technology);
    }
    return result;
}

/* Whatever the law and the units of the rows need is there. */
static rg_result check_complete(rg_reader *reader, const yaml_node_t *root, yaml_node_t **v,
                                const rgd_technology *technology)
{
    unsigned need = RG_NEED_ALWAYS
                    | (technology->law == RG_LAW_RAMP       ? RG_NEED_RAMP
                       : technology->law == RG_LAW_RECOVERY ? RG_NEED_RECOVERY
                       : technology->law == RG_LAW_STAGED   ? RG_NEED_STAGED
                                                            : 0u);
    char what[128];
    for (size_t i = 0; i < technology->row_count; i++)
        need |= technology->rows[i].farads ? RG_NEED_FARADS : 0u;
    if (!v[BASE] && !v[ADIABATIC])
        return rg_reader_fail(reader, &root->start_mark, "the file lacks the key", "adiabatic");
    if (technology->row_count == 0)
        return rg_reader_fail(reader, &root->start_mark, "the file lacks the key", "operations");
    for (size_t i = 0; i < RG_CONSTANT_COUNT; i++) {
        const rg_constant_spec *spec = &rg_constant_specs[i];
        if (technology->constants[i].given || !(spec->need & need))
            continue;
        snprintf(what, sizeof what, "constants lack %s (%s), which %s", spec->name, spec->unit,
                 spec->need & RG_NEED_ALWAYS          ? "every technology needs"
                 : spec->need & need & RG_NEED_FARADS ? "rows in F need"
                                                      : "the law of the adiabatic view needs");
        const yaml_node_t *at = v[CONSTANTS] ? v[CONSTANTS] : root;
        return rg_reader_fail(reader, &at->start_mark, what, spec->what);
    }
    return RG_OK;
}

static rg_result parse(const char *path, const char *text, size_t size, unsigned depth,
                       rgd_technology *technology, rg_fault *fault);

static rg_result read_base(rg_reader *reader, const yaml_node_t *node, unsigned depth,
                           rgd_technology *technology)
{
    rg_text text;
    const char *name = rg_reader_scalar(node);
    if (!name || !*name)
        return rg_reader_fail(reader, &node->start_mark,
                              "the base is the name of a technology or a file", "");
    if (depth == DEEPEST)
        return rg_reader_fail(reader, &node->start_mark,
                              "this base leads back to itself, or is too deep", name);
    rg_result result = rg_text_find(name, reader->path, &text, reader->fault);
    if (result != RG_OK)
        return rg_reader_fail(reader, &node->start_mark, "there is no such technology or file",
                              name);
    result = parse(text.path, text.text, text.size, depth + 1, technology, reader->fault);
    rg_text_free(&text);
    return result;
}

static rg_result read_root(rg_reader *reader, unsigned depth, rgd_technology *technology)
{
    static const yaml_mark_t start = {0, 0, 0};
    yaml_node_t *v[KEYS];
    const char *format = NULL, *name = NULL, *about = "";
    const yaml_node_t *root = yaml_document_get_root_node(&reader->document);
    if (!root || root->type != YAML_MAPPING_NODE)
        return rg_reader_fail(reader, &start, "this is not a technology file", "");
    rg_result result = rg_reader_mapping(reader, root, "a technology", keys, KEYS, v);
    if (result == RG_OK)
        result = rg_reader_text(reader, root, v[FORMAT], "format", &format);
    if (result == RG_OK && strcmp(format, "retrograd-technology-1") != 0)
        return rg_reader_fail(reader, &v[FORMAT]->start_mark,
                              "the format must be retrograd-technology-1, not", format);
    if (result == RG_OK)
        result = rg_reader_text(reader, root, v[NAME], "name", &name);
    if (result == RG_OK && v[ABOUT])
        result = rg_reader_text(reader, root, v[ABOUT], "about", &about);
    /* Tables of other cores belong to those that they stand beside, which this file may replace. */
    const bool for_machine = technology->for_machine;
    technology->for_machine = for_machine && !v[OPERATIONS] && !v[ACTIVITY];
    if (result == RG_OK && v[BASE])
        result = read_base(reader, v[BASE], depth, technology);
    technology->for_machine = for_machine;
    if (result == RG_OK && v[ADIABATIC])
        result = read_law(reader, v[ADIABATIC], technology);
    if (result == RG_OK && v[CONSTANTS])
        result = read_constants(reader, v[CONSTANTS], technology);
    if (result == RG_OK && v[OPERATIONS])
        result = read_operations(reader, v[OPERATIONS], technology);
    if (result == RG_OK && v[ACTIVITY])
        result = read_activity(reader, v[ACTIVITY], technology);
    if (result == RG_OK && v[CORES])
        result = read_cores(reader, v[CORES], technology);
    if (result != RG_OK)
        return result;
    snprintf(technology->name, sizeof technology->name, "%s", name);
    snprintf(technology->about, sizeof technology->about, "%s", about);
    return check_complete(reader, root, v, technology);
}

static rg_result parse(const char *path, const char *text, size_t size, unsigned depth,
                       rgd_technology *technology, rg_fault *fault)
{
    rg_reader reader;
    rg_result result = rg_reader_open(&reader, path, text, size, fault);
    if (result != RG_OK)
        return result;
    result = read_root(&reader, depth, technology);
    rg_reader_close(&reader);
    return result;
}

static rgd_technology *parse_for(const char *path, const char *text, size_t size,
                                 const rg_identity *machine, rg_fault *fault)
{
    rgd_technology *technology = calloc(1, sizeof *technology);
    if (!technology) {
        rg_energy_fail(fault, path, 0, 0, "the host is out of memory", "");
        return NULL;
    }
    snprintf(technology->origin, sizeof technology->origin, "%s", path);
    technology->for_machine = machine != NULL;
    if (machine)
        technology->machine = *machine;
    if (parse(path, text, size, 0, technology, fault) == RG_OK)
        return technology;
    rgd_technology_close(technology);
    return NULL;
}

rgd_technology *rgd_technology_parse(const char *path, const char *text, size_t size,
                                     rg_fault *fault)
{
    return parse_for(path, text, size, NULL, fault);
}

static rg_result unknown_name(const char *name, rg_fault *fault)
{
    char which[256];
    const char *names[64];
    size_t count, used = 0;
    const rg_energy_file *files = rg_energy_builtins(&count);
    for (size_t i = 0; i < count && used < 64; i++)
        if (rg_is_technology(files[i].name))
            names[used++] = files[i].name;
    const char *near = rg_suggest(name, names, used);
    snprintf(which, sizeof which,
             near ? "%s; did you mean %s?" : "%s; `retrograd energy` lists them", name, near);
    return rg_energy_fail(fault, "", 0, 0, "there is no technology of this name", which);
}

rgd_technology *rgd_technology_open(const char *name, rg_fault *fault)
{
    return rgd_technology_open_for(name, NULL, fault);
}

rgd_technology *rgd_technology_open_for(const char *name, const rg_identity *machine,
                                        rg_fault *fault)
{
    rg_text text = {0};
    if (!name)
        name = "45nm";
    if (!strpbrk(name, "./") && !rg_energy_builtin(name)) {
        unknown_name(name, fault);
        return NULL;
    }
    if (rg_text_find(name, NULL, &text, fault) != RG_OK)
        return NULL;
    rgd_technology *technology = parse_for(text.path, text.text, text.size, machine, fault);
    if (technology)
        snprintf(technology->origin, sizeof technology->origin, "%s", name);
    rg_text_free(&text);
    return technology;
}

void rgd_technology_close(rgd_technology *technology)
{
    if (!technology)
        return;
    for (size_t i = 0; i < RG_CONSTANT_COUNT; i++)
        free(technology->constants[i].source);
    drop_rows(technology);
    free(technology);
}
