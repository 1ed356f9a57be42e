/* study.h: a study: axes, workloads, objectives and constraints, as STUDY.yaml gives them. */
#ifndef RG_EXPLORE_STUDY_H
#define RG_EXPLORE_STUDY_H

#include "explore/strict_yaml.h"
#include "isa/machine.h"

/* What a value of an axis changes in the command of a point. */
typedef enum {
    EX_ARGUMENT, /* --set TARGET=VALUE */
    EX_CONSTANT, /* --energy-set TARGET=VALUEunit */
    EX_OPTION,   /* TARGET VALUE, where TARGET is an option of `retrograd run` */
    EX_FLAG,     /* TARGET where VALUE is on */
    EX_PASS,     /* --no-pass=TARGET where VALUE is off */
    EX_MACHINE,  /* the command built for the hardware: parameters of it, or the one that TARGET is
                  */
    EX_COMMAND,  /* the command itself */
    EX_PARAMETER /* nothing: a name for expressions */
} ex_kind;

/* What a value of an axis says of the hardware. */
typedef struct {
    rg_identity identity;
    bool given[RG_PARAMETERS];
} ex_machine;

typedef struct {
    char *label;   /* as tables show it */
    char *text;    /* what the command gets */
    double number; /* for expressions; NAN when it is none */
    ex_machine machine;
    const yaml_node_t *at;
} ex_setting;

typedef struct {
    const char *name; /* of columns and in expressions */
    ex_kind kind;
    const char *target, *unit; /* unit "" where there is none */
    bool separate; /* points of different values are different problems: each has a front of its own
                    */
    size_t count;
    ex_setting *settings;
} ex_axis;

/* NAME: text, or an expression where `computed`. */
typedef struct {
    const char *name;
    char *text;
    bool computed;
    const char *unit;
    yaml_node_t *at;
} ex_argument;

typedef struct ex_condition {
    const char *text;
    yaml_node_t *at;
} ex_condition;

typedef struct {
    const char *name;
    char *program;                                   /* path as seen from the current folder */
    const char *routine;                             /* NULL: the command chooses */
    ex_argument *arguments, *directions, *constants; /* --set, --tangent, --energy-set */
    size_t argument_count, direction_count, constant_count;
    struct ex_condition *where;
    size_t where_count;
    char **options; /* words of the command line; those of the study stand first */
    size_t option_count;
} ex_workload;

/* Whether the study asks what the hardware costs; then a clock below the longest path of the
 * machine is refused, or taken as it is. */
typedef enum { EX_NO_HARDWARE, EX_OWN_CLOCK, EX_ANY_CLOCK } ex_hardware_use;

typedef enum { EX_MINIMISE, EX_MAXIMISE, EX_SHOW } ex_goal;

typedef struct {
    const char *name, *value, *unit;
    ex_goal goal;     /* EX_SHOW: a column only */
    bool logarithmic; /* for the knee */
    double reference; /* what hypervolumes are bounded by; NAN: the worst value */
    bool *of;         /* whether each workload has it; NULL: all */
    yaml_node_t *at;
} ex_objective;

typedef struct {
    ex_file file; /* owns the strings that are const char * here */
    char *folder; /* of the study file, with a / at its end, or "" */
    const char *name;
    ex_workload *workloads;
    ex_axis *axes;
    ex_objective *objectives;
    ex_condition *where, *constraints;
    ex_hardware_use hardware;
    size_t workload_count, axis_count, objective_count, where_count, constraint_count;
} ex_study;

/* Read a study. RG_OK, or a fault with file, line and column; ex_study_free in either case. */
rg_result ex_study_load(ex_study *study, const char *path, rg_fault *fault);
rg_result ex_study_parse(ex_study *study, const char *path, const char *text, size_t size,
                         rg_fault *fault);
void ex_study_free(ex_study *study);

/* ---- axis.c, workload.c */
rg_result ex_read_axes(ex_study *study, yaml_node_t *node);
void ex_axes_free(ex_study *study);
/* Whether the axis is about one parameter of the hardware. */
bool ex_names_parameter(const ex_axis *axis);
/* R0940 where there is no such machine. */
rg_result ex_check_machine(const ex_study *study, const ex_machine *machine, const yaml_node_t *at);
rg_result ex_read_workloads(ex_study *study, yaml_node_t *node, yaml_node_t *options);
void ex_workloads_free(ex_study *study);
/* A list of expressions; node may be NULL. */
rg_result ex_read_conditions(ex_study *study, yaml_node_t *node, const char *what,
                             ex_condition **out, size_t *count);
/* R0940 when the text is no expression. */
rg_result ex_check_expression(const ex_study *study, const char *text, const yaml_node_t *at);
/* folder + path, or path where it is absolute; malloc'd. */
char *ex_beside(const ex_study *study, const char *path);
/* A scalar, a sequence or a mapping as --set takes it; malloc'd. */
rg_result ex_value_text(ex_study *study, yaml_node_t *node, char **text);

#endif
