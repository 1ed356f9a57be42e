/* study.c: the root of a study file, its objectives and conditions. */
#include "explore/study.h"

#include "explore/expression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOT_NAME,
    ROOT_OPTIONS,
    ROOT_WORKLOADS,
    ROOT_AXES,
    ROOT_WHERE,
    ROOT_OBJECTIVES,
    ROOT_CONSTRAINTS,
    ROOT_HARDWARE,
    ROOT_KEYS
};
static const char *const root_keys[] = {"name",       "options",     "workloads", "axes", "where",
                                        "objectives", "constraints", "hardware",  NULL};

rg_result ex_check_expression(const ex_study *study, const char *text, const yaml_node_t *at)
{
    const ex_scope scope = {.folder = study->folder};
    char reason[512];
    ex_value value;
    size_t where;
    if (!ex_evaluate(text, &scope, &value, reason, sizeof reason, &where))
        return ex_fail(&study->file, at, "in `%s`, at its character %zu: %s", text, where + 1,
                       reason);
    ex_value_free(&value);
    return RG_OK;
}

char *ex_beside(const ex_study *study, const char *path)
{
    const char *folder = path[0] == '/' ? "" : study->folder;
    size_t size = strlen(folder) + strlen(path) + 1;
    char *whole = malloc(size);
    if (whole)
        snprintf(whole, size, "%s%s", folder, path);
    return whole;
}

/* Which workloads have the objective. */
static rg_result read_of(ex_study *study, yaml_node_t *node, ex_objective *out)
{
    if (node->type != YAML_SEQUENCE_NODE || ex_length(node) == 0)
        return ex_fail(&study->file, node, "`workloads` of an objective is a list of their names");
    out->of = calloc(study->workload_count, sizeof *out->of);
    const char **names = calloc(study->workload_count + 1, sizeof *names);
    rg_result result = out->of && names ? RG_OK : ex_no_memory(study->file.fault);
    for (size_t w = 0; result == RG_OK && w < study->workload_count; w++)
        names[w] = study->workloads[w].name;
    for (size_t i = 0; result == RG_OK && i < ex_length(node); i++) {
        size_t which = 0;
        result = ex_choice(&study->file, ex_item(&study->file, node, i),
                           "a workload of an objective", names, &which);
        out->of[which] = true;
    }
    free(names);
    return result;
}

static rg_result read_objective(ex_study *study, const char *name, yaml_node_t *node,
                                ex_objective *out)
{
    static const char *const keys[] = {"value",     "goal",      "unit", "scale",
                                       "workloads", "reference", NULL};
    static const char *const goals[] = {"min", "max", "show", NULL}, *const scales[] = {
                                                                         "linear", "log", NULL};
    yaml_node_t *found[6] = {node};
    double reference = NAN;
    size_t goal = EX_MINIMISE, scale = 0;
    rg_result result = RG_OK;
    char what[128];
    snprintf(what, sizeof what, "the objective `%s`", name);
    if (node->type == YAML_MAPPING_NODE)
        result = ex_keys(&study->file, node, what, keys, found);
    if (result == RG_OK && (!found[0] || !ex_text(found[0]) || !*ex_text(found[0])))
        result = ex_fail(&study->file, node,
                         "%s needs `value`, a field of the report or an expression", what);
    if (result == RG_OK && found[1])
        result = ex_choice(&study->file, found[1], "goal", goals, &goal);
    if (result == RG_OK && found[3])
        result = ex_choice(&study->file, found[3], "scale", scales, &scale);
    if (result == RG_OK && found[5])
        result = ex_number(&study->file, found[5], "reference", &reference);
    if (result != RG_OK)
        return result;
    const char *unit = found[2] ? ex_text(found[2]) : NULL;
    *out = (ex_objective){name,          ex_text(found[0]), unit ? unit : "",
                          (ex_goal)goal, scale == 1,        reference,
                          NULL,          found[0]};
    result = ex_check_expression(study, out->value, found[0]);
    return result == RG_OK && found[4] ? read_of(study, found[4], out) : result;
}

static rg_result read_objectives(ex_study *study, yaml_node_t *node)
{
    rg_result result = ex_names(&study->file, node, "objectives");
    size_t count = result == RG_OK ? ex_length(node) : 0;
    if (result == RG_OK && count == 0)
        return ex_fail(&study->file, node, "a study needs at least one objective");
    study->objectives = calloc(count ? count : 1, sizeof *study->objectives);
    if (!study->objectives)
        return ex_no_memory(study->file.fault);
    for (size_t i = 0; result == RG_OK && i < count; i++) {
        yaml_node_t *key, *value = ex_pair(&study->file, node, i, &key);
        for (size_t a = 0; a < study->axis_count; a++)
            if (strcmp(study->axes[a].name, ex_text(key)) == 0)
                return ex_fail(&study->file, key, "`%s` is an axis already", ex_text(key));
        study->objective_count = i + 1;
        result = read_objective(study, ex_text(key), value, &study->objectives[i]);
    }
    return result;
}

rg_result ex_read_conditions(ex_study *study, yaml_node_t *node, const char *what,
                             ex_condition **out, size_t *count)
{
    rg_result result = RG_OK;
    if (!node)
        return RG_OK;
    if (node->type != YAML_SEQUENCE_NODE)
        return ex_fail(&study->file, node, "%s is a list of expressions", what);
    *out = calloc(ex_length(node) + 1, sizeof **out);
    if (!*out)
        return ex_no_memory(study->file.fault);
    for (size_t i = 0; result == RG_OK && i < ex_length(node); i++) {
        yaml_node_t *item = ex_item(&study->file, node, i);
        if (!ex_text(item) || !*ex_text(item))
            return ex_fail(&study->file, item, "%s is a list of expressions", what);
        (*out)[(*count)++] = (ex_condition){ex_text(item), item};
        result = ex_check_expression(study, ex_text(item), item);
    }
    return result;
}

/* hardware: {clock: own or any} */
static rg_result read_hardware(ex_study *study, yaml_node_t *node)
{
    static const char *const keys[] = {"clock", NULL}, *const clocks[] = {"own", "any", NULL};
    yaml_node_t *found[1];
    size_t clock = 0;
    rg_result result = ex_keys(&study->file, node, "hardware", keys, found);
    if (result == RG_OK && !found[0])
        result = ex_fail(&study->file, node, "hardware is written {clock: own} or {clock: any}");
    if (result == RG_OK)
        result = ex_choice(&study->file, found[0], "clock", clocks, &clock);
    study->hardware = clock ? EX_ANY_CLOCK : EX_OWN_CLOCK;
    return result;
}

static rg_result read_root(ex_study *study)
{
    yaml_node_t *found[ROOT_KEYS], *root = ex_root(&study->file);
    rg_result result = ex_keys(&study->file, root, "a study", root_keys, found);
    static const int needed[] = {ROOT_NAME, ROOT_WORKLOADS, ROOT_OBJECTIVES};
    for (size_t i = 0; result == RG_OK && i < sizeof needed / sizeof needed[0]; i++)
        if (!found[needed[i]])
            return ex_fail(&study->file, root, "a study needs the key `%s`", root_keys[needed[i]]);
    if (result != RG_OK)
        return result;
    study->name = ex_text(found[ROOT_NAME]);
    if (!study->name || !*study->name)
        return ex_fail(&study->file, found[ROOT_NAME], "the name of a study is a text");
    result = ex_read_workloads(study, found[ROOT_WORKLOADS], found[ROOT_OPTIONS]);
    if (result == RG_OK && found[ROOT_AXES])
        result = ex_read_axes(study, found[ROOT_AXES]);
    if (result == RG_OK)
        result = ex_read_conditions(study, found[ROOT_WHERE], "where", &study->where,
                                    &study->where_count);
    if (result == RG_OK)
        result = read_objectives(study, found[ROOT_OBJECTIVES]);
    if (result == RG_OK && found[ROOT_HARDWARE])
        result = read_hardware(study, found[ROOT_HARDWARE]);
    if (result == RG_OK)
        result = ex_read_conditions(study, found[ROOT_CONSTRAINTS], "constraints",
                                    &study->constraints, &study->constraint_count);
    return result;
}

static rg_result begin(ex_study *study, const char *path, rg_fault *fault)
{
    const char *slash = strrchr(path, '/');
    *study = (ex_study){.folder = strdup(path)};
    if (!study->folder)
        return ex_no_memory(fault);
    study->folder[slash ? slash - path + 1 : 0] = '\0';
    return RG_OK;
}

rg_result ex_study_load(ex_study *study, const char *path, rg_fault *fault)
{
    rg_result result = begin(study, path, fault);
    if (result == RG_OK)
        result = ex_file_load(&study->file, path, fault);
    return result == RG_OK ? read_root(study) : result;
}

rg_result ex_study_parse(ex_study *study, const char *path, const char *text, size_t size,
                         rg_fault *fault)
{
    rg_result result = begin(study, path, fault);
    if (result == RG_OK)
        result = ex_file_parse(&study->file, path, text, size, fault);
    return result == RG_OK ? read_root(study) : result;
}

void ex_study_free(ex_study *study)
{
    ex_axes_free(study);
    ex_workloads_free(study);
    for (size_t i = 0; i < study->objective_count; i++)
        free(study->objectives[i].of);
    free(study->objectives);
    free(study->where);
    free(study->constraints);
    free(study->folder);
    ex_file_free(&study->file);
    *study = (ex_study){0};
}
