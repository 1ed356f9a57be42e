/* ec.h: what the parts of the C back end share. */
#ifndef RG_EC_H
#define RG_EC_H

#include "compiler/emit_c/emit_c.h"
#include "compiler/ir/ir.h"

/* What a list is written for. Gradients are those of a list that is known not to trap. */
typedef enum { EC_VALUE, EC_TANGENT, EC_GRADIENT } ec_mode;

/* A function of a routine. A list of the routine, or its inverse; sure: it cannot trap, because it
 * undoes what was done. */
typedef struct {
    const ir_routine *routine;
    ec_mode mode;
    bool inverse, sure;
} ec_function;

/* A value in C. g and t are lvalues of its gradient and tangent, or NULL. */
typedef struct {
    const char *v, *g, *t;
} ec_word;

/* A value, its last operation still to be done: then `of` is it and a, b its operands. */
typedef struct {
    const ir_expr *of;
    ec_word a, b, word;
} ec_ready;

/* What a gradient goes back through within one statement. */
typedef struct {
    ec_ready ready;
    const char *g;      /* gradient of the value */
    const char *select; /* IR_SELECT: the condition */
    size_t cached_from, cached;
} ec_record;

typedef struct {
    const ir_expr *of;
    ec_word word;
} ec_cached;

/* A statement in its list; label numbers stand for the state before it and behind the list. */
typedef struct ec_node {
    const ir_stmt *s, *inverse;
    struct ec_node *body, *other, *next;
    size_t before, body_end, other_end;
} ec_node;

enum { EC_CACHE = 64, EC_RECORDS = 256 };

typedef struct {
    ir_module *m;
    const emit_c_options *options;
    FILE *out;
    const ir_routine *r;
    const char **names; /* of the variables of r */
    ec_mode mode;
    bool sure, planes, active, companions, stacks, functions, failed;
    bool distrusts; /* what `inbounds` rests on may be asserted behind the access: an inverse */
    const char *promise; /* the line of the assertion that `inbounds` rests on, if it will fail */
    ir_diagnostic *why;
    unsigned indent, temps;
    size_t labels, undo;
    bool *used; /* labels */
    size_t used_capacity;
    ec_cached cache[EC_CACHE];
    size_t cache_from, cache_count; /* what is shared is looked up from cache_from on */
    ec_record records[EC_RECORDS];
    size_t record_count;
    bool **written; /* by routine and parameter */
    const ir_routine **routines;
    ec_function *tasks;
    size_t task_count, task_capacity;
    emit_c_result result;
} ec;

/* text.c */
const char *ec_text(ec *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ec_line(ec *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ec_raw(ec *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *ec_bare(ec *e, const char *text); /* without the parentheses around all of it */
const char *ec_at(ec *e, ir_loc loc);
const char *ec_label(ec *e); /* of the undoing of what came before; marks it as used */
/* A call that may trap: its result is looked at unless that is impossible. */
void ec_try(ec *e, ir_loc loc, const char *format, ...) __attribute__((format(printf, 3, 4)));
void ec_require(ec *e, ir_loc loc, const char *cause, const char *condition);
void ec_refuse(ec *e, ir_loc loc, const char *format, ...) __attribute__((format(printf, 3, 4)));
void *ec_take(ec *e, size_t size);

/* names.c */
const char *ec_function_name(ec *e, const ir_routine *r);
bool ec_name_variables(ec *e, const ir_routine *r);
const char *ec_name(const ec *e, const ir_var *v);
bool ec_has_companion(const ec *e, rg_type_base base);

/* value.c, back.c */
ec_word ec_eval(ec *e, const ir_expr *x);
ec_ready ec_prepare(ec *e, const ir_expr *x);
ec_word ec_fire(ec *e, const ec_ready *ready, ir_loc loc);
ec_word ec_place(ec *e, const ir_place *p);
/* Two elements of one array; those that are not surely apart are where the text holds (NULL:
 * surely). */
bool ec_surely_apart(const ir_place *a, const ir_expr *row, const ir_expr *column);
const char *ec_apart(ec *e, const ir_place *a, const ir_expr *row, const ir_expr *column);
void ec_begin(ec *e); /* of a statement */
const char *ec_constant(ec *e, rg_type_base type, int64_t raw);
bool ec_same_expr(const ir_expr *a, const ir_expr *b);
/* Contributions of the value to the gradients of what it is made of, g its own: added, or with
 * minus subtracted; then those of the parts. */
void ec_back(ec *e, const ec_ready *ready, const char *g, bool minus);
void ec_back_parts(ec *e, size_t from);
const char *ec_tangent_of(ec *e, const ec_ready *ready);

/* Nothing in it can trap, and it reads no element. */
bool ec_is_harmless(const ir_expr *x);

/* promise.c: for a statement of a routine's own list. NULL: no assertion stands behind it. */
const char *ec_promise(ec *e, const ec_node *n);

/* leaf.c, wide.c, call.c */
void ec_leaf(ec *e, const ir_stmt *s);
void ec_wide(ec *e, const ir_stmt *s);
void ec_call(ec *e, const ir_stmt *s);
const char *ec_task(ec *e, ec_function f); /* its name; it will be written */
/* Does the function take a gradient or tangent with this scalar? */
bool ec_passes(const ec *e, const ec_function *f, const ir_var *v);
void ec_signature(ec *e, ec_function f, bool definition);
bool ec_is_static(const ec_function *f);

/* control.c */
ec_node *ec_expand(ec *e, const ir_stmt *body,
                   bool inverse); /* the nodes of a list, or of its inverse */
void ec_list(ec *e, const ec_node *list);
void ec_routine_list(ec *e, const ec_node *list); /* that of a routine */
void ec_undo(ec *e, const ec_node *list, size_t end, bool live);
bool ec_label_used(const ec *e, size_t label);

/* facts.c */
bool ec_find_written(ec *e);
bool ec_changes(const ec *e, const ir_stmt *list, const ir_expr *x);
bool ec_is_recursive(const ec *e, const ir_routine *r);

/* routine.c */
void ec_write_function(ec *e, ec_function f);
void ec_write_gradient(ec *e, const ir_routine *r);

#endif
