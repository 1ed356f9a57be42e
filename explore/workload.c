/* workload.c: the workloads of a study: program, routine, arguments, options. */
#include "explore/study.h"

#include "compiler/special.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST_VALUE = 16 };

/* A scalar inside a sequence or a mapping: a JSON number, true or false where it reads as one, else
 * a string. */
static json_t *scalar_json(const char *text)
{
    json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);
    if (json && (json_is_number(json) || json_is_boolean(json)))
        return json;
    json_decref(json);
    char *end;
    double number = strtod(text, &end);
    return *text && !*end ? json_real(number) : json_string(text); /* 1. and .5 are numbers too */
}

static json_t *node_json(ex_file *file, yaml_node_t *node, unsigned depth)
{
    json_t *json = NULL;
    bool lost = depth > DEEPEST_VALUE;
    if (node->type == YAML_SCALAR_NODE)
        return ex_text(node) ? scalar_json(ex_text(node)) : NULL;
    json = node->type == YAML_SEQUENCE_NODE ? json_array() : json_object();
    for (size_t i = 0; !lost && i < ex_length(node); i++) {
        yaml_node_t *key;
        if (node->type == YAML_SEQUENCE_NODE) {
            lost = json_array_append_new(json, node_json(file, ex_item(file, node, i), depth + 1))
                   != 0;
        } else {
            yaml_node_t *value = ex_pair(file, node, i, &key);
            lost = !ex_text(key)
                   || json_object_set_new(json, ex_text(key), node_json(file, value, depth + 1))
                          != 0;
        }
    }
    if (lost) {
        json_decref(json);
        json = NULL;
    }
    return json;
}

rg_result ex_value_text(ex_study *study, yaml_node_t *node, char **text)
{
    const char *scalar = ex_text(node);
    *text = NULL;
    if (scalar && scalar[0] == '@') {
        char *path = ex_beside(study, scalar + 1);
        *text = path ? malloc(strlen(path) + 2) : NULL;
        if (*text)
            snprintf(*text, strlen(path) + 2, "@%s", path);
        free(path);
    } else if (scalar) {
        *text = strdup(scalar);
    } else {
        json_t *json = node_json(&study->file, node, 0);
        if (!json)
            return ex_fail(&study->file, node,
                           "this value cannot be read: numbers, lists and mappings of them, not "
                           "nested deeper than %d",
                           (int)DEEPEST_VALUE);
        *text = json_dumps(json, JSON_COMPACT);
        json_decref(json);
    }
    return *text ? RG_OK : ex_no_memory(study->file.fault);
}

/* {value: , unit: }: *node becomes that of the value. */
static rg_result read_constant(ex_study *study, yaml_node_t **node, ex_argument *a)
{
    static const char *const keys[] = {"value", "unit", NULL};
    yaml_node_t *found[2];
    rg_result result = ex_keys(&study->file, *node, "a constant", keys, found);
    if (result == RG_OK && (!found[0] || !ex_text(found[0]) || !found[1] || !ex_text(found[1])))
        result =
            ex_fail(&study->file, *node,
                    "a constant is written {value: 10, unit: ns}; its unit is 1 where it has none");
    if (result == RG_OK) {
        a->unit = strcmp(ex_text(found[1]), "1") == 0 ? "" : ex_text(found[1]);
        *node = found[0];
    }
    return result;
}

static rg_result read_arguments(ex_study *study, yaml_node_t *node, const char *what,
                                ex_argument **out, size_t *count)
{
    rg_result result = ex_names(&study->file, node, what);
    *out = calloc(result == RG_OK ? ex_length(node) + 1 : 1, sizeof **out);
    if (!*out)
        return ex_no_memory(study->file.fault);
    for (size_t i = 0; result == RG_OK && i < ex_length(node); i++) {
        yaml_node_t *key, *value = ex_pair(&study->file, node, i, &key);
        ex_argument *a = &(*out)[(*count)++];
        *a = (ex_argument){.name = ex_text(key), .unit = "", .at = value};
        if (strcmp(what, "constants") == 0)
            result = read_constant(study, &value, a);
        if (result == RG_OK)
            result = ex_value_text(study, value, &a->text);
        if (result == RG_OK && a->text[0] == '=') {
            a->computed = true;
            memmove(a->text, a->text + 1, strlen(a->text));
            result = ex_check_expression(study, a->text, value);
        }
    }
    return result;
}

/* Options that would break the way points are run. */
static rg_result check_option(ex_study *study, const yaml_node_t *at, const char *word)
{
    static const char *const refused[] = {"--json", "--set",  "--tangent", "--message-format",
                                          "-o",     "--help", "-h"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (strncmp(word, refused[i], strlen(refused[i])) == 0
            && strchr("=", word[strlen(refused[i])]))
            return ex_fail(
                &study->file, at, "%s cannot stand among the options of a study%s", refused[i],
                strcmp(refused[i], "--set") == 0       ? "; arguments are set under `arguments`"
                : strcmp(refused[i], "--tangent") == 0 ? "; they are set under `directions`"
                                                       : "");
    return RG_OK;
}

static rg_result read_options(ex_study *study, yaml_node_t *node, ex_workload *w)
{
    rg_result result = RG_OK;
    if (!node)
        return RG_OK;
    if (node->type != YAML_SEQUENCE_NODE)
        return ex_fail(&study->file, node, "options is a list of words, such as [--grad, out!]");
    char **grown = realloc(w->options, (w->option_count + ex_length(node) + 1) * sizeof *grown);
    if (!grown)
        return ex_no_memory(study->file.fault);
    w->options = grown;
    for (size_t i = 0; result == RG_OK && i < ex_length(node); i++) {
        yaml_node_t *item = ex_item(&study->file, node, i);
        if (!ex_text(item))
            return ex_fail(&study->file, item, "an option is a word");
        result = check_option(study, item, ex_text(item));
        bool file = w->option_count > 0 && strcmp(w->options[w->option_count - 1], "--energy") == 0
                    && strpbrk(ex_text(item), "./");
        w->options[w->option_count] = file ? ex_beside(study, ex_text(item))
                                           : strdup(ex_text(item));
        if (!w->options[w->option_count])
            return ex_no_memory(study->file.fault);
        w->option_count++;
    }
    return result;
}

static rg_result read_workload(ex_study *study, const char *name, yaml_node_t *node,
                               yaml_node_t *common, ex_workload *w)
{
    static const char *const keys[] = {"program",    "routine", "arguments", "options",
                                       "directions", "where",   "constants", NULL};
    yaml_node_t *found[7];
    char what[128];
    snprintf(what, sizeof what, "the workload `%s`", name);
    w->name = name;
    rg_result result = ex_keys(&study->file, node, what, keys, found);
    if (result == RG_OK && (!found[0] || !ex_text(found[0]) || !*ex_text(found[0])))
        result = ex_fail(&study->file, node, "%s needs `program`, a file", what);
    if (result == RG_OK && found[1] && (!ex_text(found[1]) || !*ex_text(found[1])))
        result = ex_fail(&study->file, found[1], "the routine of %s is a name", what);
    if (result != RG_OK)
        return result;
    w->routine = found[1] ? ex_text(found[1]) : NULL;
    w->program = ex_beside(study, ex_text(found[0]));
    if (!w->program)
        return ex_no_memory(study->file.fault);
    FILE *there = rg_open_to_read(w->program);
    if (!there)
        return ex_fail(&study->file, found[0], "the program %s cannot be read: %s", w->program,
                       rg_why_unread());
    fclose(there);
    result = read_options(study, common, w);
    if (result == RG_OK)
        result = read_options(study, found[3], w);
    if (result == RG_OK && found[2])
        result = read_arguments(study, found[2], "arguments", &w->arguments, &w->argument_count);
    if (result == RG_OK && found[4])
        result = read_arguments(study, found[4], "directions", &w->directions, &w->direction_count);
    if (result == RG_OK && found[6])
        result = read_arguments(study, found[6], "constants", &w->constants, &w->constant_count);
    return result == RG_OK
               ? ex_read_conditions(study, found[5], "where", &w->where, &w->where_count)
               : result;
}

rg_result ex_read_workloads(ex_study *study, yaml_node_t *node, yaml_node_t *options)
{
    rg_result result = ex_names(&study->file, node, "workloads");
    if (result == RG_OK && ex_length(node) == 0)
        return ex_fail(&study->file, node, "a study needs at least one workload");
    study->workloads = calloc(result == RG_OK ? ex_length(node) : 1, sizeof *study->workloads);
    if (!study->workloads)
        return ex_no_memory(study->file.fault);
    for (size_t i = 0; result == RG_OK && i < ex_length(node); i++) {
        yaml_node_t *key, *value = ex_pair(&study->file, node, i, &key);
        study->workload_count = i + 1;
        result = read_workload(study, ex_text(key), value, options, &study->workloads[i]);
    }
    return result;
}

void ex_workloads_free(ex_study *study)
{
    for (size_t i = 0; i < study->workload_count; i++) {
        ex_workload *w = &study->workloads[i];
        for (size_t k = 0; k < w->argument_count; k++)
            free(w->arguments[k].text);
        for (size_t k = 0; k < w->option_count; k++)
            free(w->options[k]);
        for (size_t k = 0; k < w->direction_count; k++)
            free(w->directions[k].text);
        for (size_t k = 0; k < w->constant_count; k++)
            free(w->constants[k].text);
        free(w->constants);
        free(w->arguments);
        free(w->directions);
        free(w->where);
        free(w->options);
        free(w->program);
    }
    free(study->workloads);
}
