/* axis.c: the axes of a study: what each changes, and its values. */
#include "explore/study.h"

#include "explore/expression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 100000 };

/* The first keys are kinds, in the order of ex_kind. */
enum {
    KINDS = EX_PARAMETER + 1,
    KEY_VALUES = KINDS,
    KEY_FILES,
    KEY_UNIT,
    KEY_FROM,
    KEY_TO,
    KEY_POINTS,
    KEY_SCALE,
    KEY_SEPARATE,
    AXIS_KEYS
};
static const char *const axis_keys[] = {"argument", "constant", "option",    "flag",   "pass",
                                        "machine",  "command",  "parameter", "values", "files",
                                        "unit",     "from",     "to",        "points", "scale",
                                        "separate", NULL};

static rg_result set_text(ex_study *study, ex_setting *s, char *text, const char *label)
{
    char *end;
    s->text = text;
    s->label = strdup(label ? label : text);
    if (!text || !s->label)
        return ex_no_memory(study->file.fault);
    double number = strtod(text, &end);
    s->number = *text && !*end ? number : NAN;
    return RG_OK;
}

/* from, to, points, scale: evenly spaced, the ends exactly as they were written. */
static rg_result read_range(ex_study *study, yaml_node_t *node, yaml_node_t **found, ex_axis *axis)
{
    static const char *const scales[] = {"linear", "log", NULL};
    double from, to;
    size_t scale = 0, points = 0;
    ex_file *file = &study->file;
    bool numbers = axis->kind == EX_ARGUMENT || axis->kind == EX_CONSTANT || axis->kind == EX_OPTION
                   || axis->kind == EX_PARAMETER;
    if (!numbers || !found[KEY_FROM] || !found[KEY_TO] || !found[KEY_POINTS])
        return ex_fail(file, node,
                       numbers ? "the axis `%s` needs `values`, or `from`, `to` and `points`"
                               : "the axis `%s` needs a list of values",
                       axis->name);
    rg_result result = ex_number(file, found[KEY_FROM], "from", &from);
    if (result == RG_OK)
        result = ex_number(file, found[KEY_TO], "to", &to);
    if (result == RG_OK)
        result = ex_count(file, found[KEY_POINTS], "points", 2, MOST_VALUES, &points);
    if (result == RG_OK && found[KEY_SCALE])
        result = ex_choice(file, found[KEY_SCALE], "scale", scales, &scale);
    if (result == RG_OK && scale == 1 && (from <= 0 || to <= 0))
        result = ex_fail(file, found[KEY_SCALE], "a logarithmic axis needs ends above zero");
    axis->settings = result == RG_OK ? calloc(points, sizeof *axis->settings) : NULL;
    if (result == RG_OK && !axis->settings)
        return ex_no_memory(file->fault);
    for (size_t i = 0; result == RG_OK && i < points; i++) {
        double t = (double)i / (double)(points - 1);
        double x = i == 0            ? from
                   : i + 1 == points ? to
                   : scale == 1      ? from * pow(to / from, t)
                                     : from + (to - from) * t;
        char text[40];
        snprintf(text, sizeof text, "%.8g", x);
        axis->count = i + 1;
        result = set_text(study, &axis->settings[i], strdup(text), NULL);
    }
    return result;
}

static rg_result read_parameter(ex_study *study, yaml_node_t *node, unsigned parameter,
                                ex_machine *machine)
{
    const char *text = ex_text(node);
    if (!text || !rg_parameter_read(parameter, text, &machine->identity.of[parameter]))
        return ex_fail(&study->file, node, "`%s` is no value of %s, which is one of %s",
                       text ? text : "this", rg_parameter_name(parameter),
                       rg_parameter_values(parameter));
    machine->given[parameter] = true;
    return RG_OK;
}

static rg_result read_machine(ex_study *study, yaml_node_t *node, ex_setting *s)
{
    const char *keys[RG_PARAMETERS + 1] = {NULL};
    yaml_node_t *found[RG_PARAMETERS];
    char label[RG_IDENTITY_TEXT + RG_PARAMETERS * RG_PARAMETER_TEXT] = "";
    size_t used = 0;
    for (unsigned i = 0; i < RG_PARAMETERS; i++)
        keys[i] = rg_parameter_name(i);
    rg_result result = ex_keys(&study->file, node, "a machine", keys, found);
    if (result == RG_OK && ex_length(node) == 0)
        result = ex_fail(&study->file, node,
                         "a machine is written {XLEN: 64, FRAC: 43}, with other variables of "
                         "`make machine` where wanted");
    for (unsigned i = 0; result == RG_OK && i < RG_PARAMETERS; i++) {
        if (!found[i])
            continue;
        result = read_parameter(study, found[i], i, &s->machine);
        if (result == RG_OK && used < sizeof label)
            used += (size_t)snprintf(label + used, sizeof label - used, "%s%s=%s", used ? " " : "",
                                     keys[i], ex_text(found[i]));
    }
    return result == RG_OK ? set_text(study, s, strdup(label), NULL) : result;
}

/* The parameter that an axis `machine: NAME` is about; RG_PARAMETERS where it is none. */
static unsigned parameter_of(const ex_axis *axis)
{
    unsigned i = 0;
    while (i < RG_PARAMETERS && axis->target && strcmp(axis->target, rg_parameter_name(i)) != 0)
        i++;
    return axis->target ? i : RG_PARAMETERS;
}

static rg_result read_hardware(ex_study *study, yaml_node_t *node, const ex_axis *axis,
                               ex_setting *s)
{
    const unsigned parameter = parameter_of(axis);
    if (parameter == RG_PARAMETERS)
        return read_machine(study, node, s);
    rg_result result = read_parameter(study, node, parameter, &s->machine);
    return result == RG_OK ? set_text(study, s, strdup(ex_text(node)), NULL) : result;
}

static rg_result read_value(ex_study *study, yaml_node_t *node, bool file, const ex_axis *axis,
                            ex_setting *s)
{
    const char *text = ex_text(node);
    char *out = NULL;
    s->at = node;
    if (axis->kind == EX_MACHINE)
        return read_hardware(study, node, axis, s);
    if ((axis->kind == EX_FLAG || axis->kind == EX_PASS)
        && (!text || (strcmp(text, "on") != 0 && strcmp(text, "off") != 0)))
        return ex_fail(&study->file, node, "a value of the axis `%s` is on or off", axis->name);
    if (axis->kind == EX_ARGUMENT) {
        rg_result result = ex_value_text(study, node, &out);
        return result == RG_OK ? set_text(study, s, out, NULL) : result;
    }
    if (!text || !*text)
        return ex_fail(&study->file, node, "a value of the axis `%s` is a word or a number",
                       axis->name);
    if (!file && axis->kind != EX_COMMAND)
        return set_text(study, s, strdup(text), NULL);
    const char *slash = strrchr(text, '/');
    return set_text(study, s, ex_beside(study, text), slash ? slash + 1 : text);
}

static rg_result read_values(ex_study *study, yaml_node_t *node, bool files, ex_axis *axis)
{
    if (node->type != YAML_SEQUENCE_NODE || ex_length(node) == 0)
        return ex_fail(&study->file, node,
                       "the values of the axis `%s` are a list that is not empty", axis->name);
    if (ex_length(node) > MOST_VALUES)
        return ex_fail(&study->file, node, "the axis `%s` has more than %d values", axis->name,
                       (int)MOST_VALUES);
    axis->settings = calloc(ex_length(node), sizeof *axis->settings);
    if (!axis->settings)
        return ex_no_memory(study->file.fault);
    rg_result result = RG_OK;
    for (size_t i = 0; result == RG_OK && i < ex_length(node); i++) {
        axis->count = i + 1;
        result = read_value(study, ex_item(&study->file, node, i), files, axis, &axis->settings[i]);
        for (size_t j = 0; result == RG_OK && j < i; j++)
            if (strcmp(axis->settings[j].text, axis->settings[i].text) == 0)
                return ex_fail(&study->file, ex_item(&study->file, node, i),
                               "the axis `%s` has the value `%s` twice", axis->name,
                               axis->settings[i].text);
    }
    return result;
}

/* Which of the kinds the axis is; machine, command and parameter have no target of their own. */
static rg_result read_kind(ex_study *study, yaml_node_t *node, yaml_node_t **found, ex_axis *axis)
{
    size_t kinds = 0;
    for (size_t k = 0; k < KINDS; k++)
        if (found[k]) {
            kinds++;
            axis->kind = (ex_kind)k;
        }
    if (kinds != 1)
        return ex_fail(&study->file, node,
                       "the axis `%s` needs exactly one of argument, constant, option, flag, pass, "
                       "machine, command, parameter",
                       axis->name);
    yaml_node_t *target = found[axis->kind];
    axis->target = ex_text(target);
    bool list = (axis->kind == EX_MACHINE && !axis->target) || axis->kind == EX_COMMAND
                || axis->kind == EX_PARAMETER;
    if (axis->kind == EX_MACHINE && axis->target && parameter_of(axis) == RG_PARAMETERS)
        return ex_fail(&study->file, target,
                       "`%s` is no parameter of the hardware, as `make machine` has them",
                       axis->target);
    if (list ? target->type == YAML_MAPPING_NODE : !axis->target || !*axis->target)
        return ex_fail(&study->file, target, "`%s` of the axis `%s` is a %s", axis_keys[axis->kind],
                       axis->name, list ? "list of values" : "name");
    if ((axis->kind == EX_OPTION || axis->kind == EX_FLAG) && axis->target[0] != '-')
        return ex_fail(&study->file, target, "an option begins with -: --%s", axis->target);
    static const char *const answers[] = {"no", "yes", NULL};
    size_t separate = 0;
    rg_result result = found[KEY_SEPARATE] ? ex_choice(&study->file, found[KEY_SEPARATE],
                                                       "separate", answers, &separate)
                                           : RG_OK;
    axis->separate = separate == 1;
    const char *unit = found[KEY_UNIT] ? ex_text(found[KEY_UNIT]) : "";
    axis->unit = unit ? unit : "";
    if (found[KEY_UNIT] && axis->kind != EX_CONSTANT && axis->kind != EX_ARGUMENT
        && axis->kind != EX_PARAMETER)
        return ex_fail(&study->file, found[KEY_UNIT], "an axis of this kind has no unit");
    return result;
}

/* machine: [ ... ] and parameter: [ ... ] give the values at once. */
static yaml_node_t *values_of(yaml_node_t **found, const ex_axis *axis)
{
    yaml_node_t *own = found[axis->kind];
    bool list = axis->kind == EX_MACHINE || axis->kind == EX_COMMAND || axis->kind == EX_PARAMETER;
    if (list && own->type == YAML_SEQUENCE_NODE)
        return own;
    return found[KEY_VALUES] ? found[KEY_VALUES] : found[KEY_FILES];
}

static rg_result read_axis(ex_study *study, yaml_node_t *node, ex_axis *axis)
{
    yaml_node_t *found[AXIS_KEYS];
    char what[128];
    snprintf(what, sizeof what, "the axis `%s`", axis->name);
    rg_result result = ex_keys(&study->file, node, what, axis_keys, found);
    if (result == RG_OK)
        result = read_kind(study, node, found, axis);
    if (result != RG_OK)
        return result;
    yaml_node_t *values = values_of(found, axis);
    int ways = (found[KEY_VALUES] != NULL) + (found[KEY_FILES] != NULL)
               + (found[KEY_FROM] || found[KEY_TO] || found[KEY_POINTS] || found[KEY_SCALE])
               + (values == found[axis->kind]);
    if (ways > 1)
        return ex_fail(&study->file, node, "the axis `%s` gives its values in two ways",
                       axis->name);
    return values ? read_values(study, values, values == found[KEY_FILES], axis)
                  : read_range(study, node, found, axis);
}

bool ex_names_parameter(const ex_axis *axis) { return parameter_of(axis) < RG_PARAMETERS; }

rg_result ex_check_machine(const ex_study *study, const ex_machine *machine, const yaml_node_t *at)
{
    ex_machine whole = *machine;
    char name[RG_IDENTITY_TEXT];
    rg_identity_complete(&whole.identity, whole.given);
    const char *rule = rg_identity_broken_rule(&whole.identity);
    if (!rule)
        return RG_OK;
    (void)rg_identity_variables(&whole.identity, name, sizeof name);
    return ex_fail(&study->file, at, "%s is no machine: %s", name, rule);
}

/* What several axes say of the hardware together is checked point by point; one axis at once. And
 * two do not say the same. */
static rg_result check_machines(ex_study *study)
{
    const ex_axis *of[RG_PARAMETERS] = {NULL}, *only = NULL;
    size_t axes = 0;
    rg_result result = RG_OK;
    for (size_t i = 0; i < study->axis_count; i++) {
        const ex_axis *axis = &study->axes[i];
        if (axis->kind != EX_MACHINE)
            continue;
        only = axis;
        axes++;
        for (size_t k = 0; k < axis->count; k++)
            for (unsigned p = 0; p < RG_PARAMETERS; p++) {
                if (axis->settings[k].machine.given[p] && of[p] && of[p] != axis)
                    return ex_fail(&study->file, axis->settings[k].at,
                                   "the axes `%s` and `%s` both set %s", of[p]->name, axis->name,
                                   rg_parameter_name(p));
                of[p] = axis->settings[k].machine.given[p] ? axis : of[p];
            }
    }
    for (size_t k = 0; axes == 1 && result == RG_OK && k < only->count; k++)
        result = ex_check_machine(study, &only->settings[k].machine, only->settings[k].at);
    return result;
}

rg_result ex_read_axes(ex_study *study, yaml_node_t *node)
{
    rg_result result = ex_names(&study->file, node, "axes");
    study->axes = calloc(result == RG_OK ? ex_length(node) + 1 : 1, sizeof *study->axes);
    if (!study->axes)
        return ex_no_memory(study->file.fault);
    for (size_t i = 0; result == RG_OK && i < ex_length(node); i++) {
        yaml_node_t *key, *value = ex_pair(&study->file, node, i, &key);
        study->axes[i].name = ex_text(key);
        study->axis_count = i + 1;
        result = read_axis(study, value, &study->axes[i]);
    }
    return result == RG_OK ? check_machines(study) : result;
}

void ex_axes_free(ex_study *study)
{
    for (size_t i = 0; i < study->axis_count; i++) {
        for (size_t k = 0; k < study->axes[i].count; k++) {
            free(study->axes[i].settings[k].label);
            free(study->axes[i].settings[k].text);
        }
        free(study->axes[i].settings);
    }
    free(study->axes);
}
