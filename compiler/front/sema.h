/* sema.h: names, types and static rules; from syntax trees to the reversible intermediate
 * representation.
 *
 * A routine is compiled once for each combination of argument types with which it is called (an
 * instance). */
#ifndef FR_SEMA_H
#define FR_SEMA_H

#include "compiler/ir/ir.h"
#include "compiler/syntax/index.h"
#include "compiler/syntax/tree.h"

/* base: a scalar type, or FR_COMPOUND + the index of a compound type (compound.h), so that equal
 * types have equal members. */
typedef struct {
    rg_type_base base;
    unsigned rank;
} fr_type;

/* A type variable: a type, or the number of an NTuple{N, T}. */
typedef struct {
    const char *name;
    fr_type type;
    bool bound, is_number;
    int64_t number;
} fr_binding;

typedef struct fr_instance {
    const fr_function *function;
    fr_type *types;       /* of the parameters */
    fr_binding *bindings; /* function->where_count type variables */
    ir_routine *routine;
    struct fr_var **params; /* one for each parameter of the source */
    struct fr_var **vars;   /* all of them, when it was compiled */
    size_t var_count;
    bool generic;   /* types came from a call */
    fr_span called; /* the first call, if generic */
    struct fr_instance *next;
    struct fr_trial *trial; /* open_types.c */
} fr_instance;

typedef enum { FR_VAR_PARAM, FR_VAR_KEYWORD, FR_VAR_LOCAL, FR_VAR_LOOP } fr_var_kind;

typedef struct fr_var {
    const char *name;
    fr_span declared, freed;
    fr_var_kind kind;
    fr_type type;
    ir_var *ir;            /* NULL for a compound scalar */
    struct fr_var **parts; /* of a compound variable, one for each field; an array of compounds has
                              arrays as parts */
    bool known;            /* the variable of an unrolled loop, whose value is number */
    int64_t number;
    bool live;
    bool undone;    /* freed by ~@routine */
    bool excused;   /* a fault about its freeing was said */
    bool unknown;   /* its type is not known, which was said: nothing is said about its parts */
    bool automatic; /* @anc: freed by the compiler with value */
    const fr_expr *value;
    const struct fr_shape *shape; /* of an array of this routine, as it was allocated */
    size_t number_in_routine;     /* its index in fr_sema.vars */
    struct fr_var *older; /* the one of the same name that was declared before it, or NULL */
} fr_var;

/* An @routine that waits for its ~@routine. */
typedef struct {
    const char *name;
    fr_span span;
    unsigned id;
    size_t first, end;    /* variables declared in it */
    bool excused;         /* that its undoing stands in another block was said */
    bool *before, *after; /* liveness of vars[0 .. first) and of vars[0 .. end) */
} fr_open_routine;

/* What the compiler knows about an expression: a constant, or typed IR. base is that of the literal
 * when constant. */
typedef struct fr_value {
    bool ok, constant;
    rg_type_base base;
    int64_t integer;  /* constant Int or Bool */
    long double real; /* constant Fixed or Log */
    ir_expr *ir;
    struct fr_value *parts; /* of a compound value, one for each field */
    fr_span span;
} fr_value;

static inline bool fr_is_whole(fr_value v) { return rg_type_is_whole(v.base); }
/* A constant as a number. */
static inline long double fr_real_of(fr_value v)
{
    return fr_is_whole(v) ? (long double)v.integer : v.real;
}

/* A part of an expression that was computed on its own, to be uncomputed after the statement. */
typedef struct fr_part {
    ir_var *var;
    ir_expr *value;
    const ir_expr *origin;
    struct fr_part *next;
} fr_part;

typedef struct {
    fr_arena *arena;
    fr_diags *d;
    const fr_program *program;
    struct fr_compound **compounds;
    size_t compound_count, compound_capacity;
    unsigned compound_depth; /* of structs within structs, while they are made */
    ir_module *module;
    bool beside; /* the program has Float and Fixed: the latter is RG_TYPE_NARROW */
    fr_instance *instances, *last_instance;
    size_t instance_count;
    fr_index by_types, by_symbol, by_function; /* of the instances */
    /* Told of each call while bodies with open types are tried. */
    void (*note_call)(fr_arena *arena, const fr_instance *caller, fr_instance *callee, fr_span at);
    const fr_param *taken_as_fixed; /* the first parameter of the entry whose type nobody has said,
                                       the result of a function with a value last */
    const char *all_taken;          /* the names of all but that result; NULL: there are none */
    const fr_param *taken_as_int;   /* the first open one whose array was given without a point */
    const fr_param *taken_as_count; /* the same of one number */
    bool *alias_noted;              /* per source: said that numbers are fixed-point */
    /* while one instance is compiled */
    const fr_instance *instance;
    fr_var **vars;
    size_t var_count, var_capacity;
    fr_index names; /* of vars: the latest one of each name, see scope.c */
    fr_open_routine *open;
    size_t open_count, open_capacity, open_base;
    unsigned next_routine;
    fr_var **twins; /* variables that the other branch leaves alive */
    size_t twin_count;
    bool inbounds, no_invcheck;
    unsigned expanded; /* statements around that stand for others */
    fr_part *parts;
    ir_stmt *out; /* the list under construction */
    ir_stmt *out_last;
    const char **missing; /* names said to be undeclared in this routine */
    size_t missing_count, missing_capacity;
    bool naming_argument;    /* the name at work is an argument by itself: it may name a function */
    const fr_var *end_array; /* what 'end' in an index means */
    unsigned end_dim;
    unsigned const_depth;
    unsigned fresh; /* names made by the compiler */
} fr_sema;

/* numbers.c: whether the program names Fixed, and Float or Float64, too. */
bool fr_names_both(fr_diags *d);
/* Functions with a value have Float alone there. */
void fr_refuse_fixed_in_values(fr_diags *d, const fr_program *program);

/* ---- types.c ---- */

const char *fr_type_text(fr_sema *s, fr_type type);
const char *fr_base_text(rg_type_base base);
/* The name of the type in code that the compiler makes: there "Fixed" is the machine's number. */
const char *fr_type_word(fr_sema *s, fr_type type);
/* Which numbers the name of a type asks for. */
rgc_numbers fr_numbers_of_type(const char *name);
/* A type written in the source: a scalar type, a type variable of the instance, an array type.
 * Reports. */
bool fr_resolve_type(fr_sema *s, const fr_expr *e, fr_type *out);
/* True when e names a scalar type or a type variable (no report). */
bool fr_is_type(const fr_sema *s, const fr_expr *e);
rg_type_base fr_base_named(const char *name, bool *found);
/* Dimensions of the arrays of that name; 0 for other names and where the name leaves them open. */
unsigned fr_rank_named(const char *name);
/* Whether a type satisfies T <: bound. */
bool fr_within_bound(fr_sema *s, fr_type type, const fr_expr *bound);
/* How well an argument of type actual suits a parameter written as type e: 0 does not, more is
 * better. constant: the argument is a literal or a computed value, which may be converted. Binds
 * type variables; concrete is the parameter's type. */
unsigned fr_match_type(fr_sema *s, const fr_expr *e, const fr_function *f, fr_binding *bindings,
                       fr_type actual, bool constant, fr_type *concrete);
/* ::Real and ::Number */
bool fr_takes_any_number(const fr_function *f, const fr_expr *e);
/* The same for a parameter as it is declared: ::Real takes an Int as it is. */
unsigned fr_match_parameter(fr_sema *s, const fr_expr *e, const fr_function *f,
                            fr_binding *bindings, fr_type actual, bool constant, fr_type *concrete);
/* The parameter's type when the source alone decides it (rank_hint: of an array whose rank is open,
 * 0 unknown). */
bool fr_concrete_type(fr_sema *s, const fr_expr *e, const fr_function *f,
                      const fr_binding *bindings, unsigned rank_hint, fr_type *out);
/* Report unknown type names of a parameter; say once per file that Float64 and the like are
 * fixed-point. */
void fr_check_param_type(fr_sema *s, const fr_function *f, const fr_expr *e);
/* Report an unknown bound of a type variable. */
void fr_check_bound(fr_sema *s, const fr_expr *e);

/* The names of all types, in order; NULL behind the last. */
const char *fr_type_name_at(size_t index);

/* ---- expr.c, builtins.c, convert.c ---- */
/* Where a function of the library SpecialFunctions is found; NULL: it is none of them. */
const char *fr_special_function(const char *name);

ir_loc fr_loc(const fr_sema *s, fr_span span);
fr_value fr_lower_expr(fr_sema *s, const fr_expr *e);
/* As a word of the base, by the rules for literals and for mixing Int with Fixed. NULL after a
 * report. */
ir_expr *fr_convert(fr_sema *s, fr_value v, rg_type_base base);
/* The same of what an update or an allocation stores: a literal may lose digits there. */
ir_expr *fr_stored(fr_sema *s, fr_value v, rg_type_base base);
/* The same of what is added to a variable. */
ir_expr *fr_summand(fr_sema *s, fr_value v, rg_type_base base);
/* Where a literal loses digits as a Fixed. */
void fr_warn_of_lost_digits(fr_sema *s, fr_value v);
/* fixed.c. Fixed(x) of a number, beside Float; the same number as what is stored in a Fixed, NULL
 * after a report; the type of a variable that gets the value. */
fr_value fr_to_fixed(fr_sema *s, fr_span span, fr_value v);
ir_expr *fr_fixed_word(fr_sema *s, fr_value v);
rg_type_base fr_kept_base(const fr_sema *s, fr_value v);
/* A condition: must be Bool. */
ir_expr *fr_lower_condition(fr_sema *s, const fr_expr *e);
ir_expr *fr_lower_int(fr_sema *s, const fr_expr *e, const char *what);
/* Raw word of a constant in a base; false after a report. */
bool fr_constant_raw(fr_sema *s, fr_value v, rg_type_base base, int64_t *raw);
fr_value fr_lower_call_expr(fr_sema *s, const fr_expr *e);
fr_value fr_binary(fr_sema *s, fr_span span, fr_token_kind token, fr_value a, fr_value b);
/* A Log, or a Fixed converted, or a constant. */
ir_expr *fr_log_operand(fr_sema *s, fr_value v);
fr_value fr_fail(fr_span span);
fr_value fr_typed(fr_span span, ir_expr *ir);
fr_value fr_const_int(fr_span span, int64_t v);
fr_value fr_const_real(fr_span span, long double v);
fr_value fr_op1(fr_sema *s, fr_span span, unsigned op, ir_expr *a);
fr_value fr_op2(fr_sema *s, fr_span span, unsigned op, ir_expr *a, ir_expr *b);

/* ---- builtin_names.c ---- */

/* The names of all functions of expressions, in order; NULL behind the last. */
const char *fr_builtin_name_at(size_t index);
bool fr_is_builtin(const char *name);
/* The function of the machine or routine of the program that may be meant, or NULL. */
const char *fr_suggest_function(const fr_sema *s, const char *name);
/* The numbers of arguments that it takes; false when there is no such function. */
bool fr_builtin_arity(const char *name, size_t *least, size_t *most);

/* ---- scope.c ---- */

/* Arrays live on the stack: the last one allocated is the first one freed. */
void fr_check_last_array(fr_sema *s, const fr_var *var, fr_span at);
fr_var *fr_find_var(fr_sema *s, const char *name);
/* Whether nothing is called so, neither a variable nor a constant nor a type nor a function. */
bool fr_is_nothing(fr_sema *s, const char *name);
/* Nothing more is said about the name in this routine. */
void fr_miss(fr_sema *s, const char *name);
bool fr_was_missed(const fr_sema *s, const char *name);
/* The live variable, or NULL after a report. */
fr_var *fr_use_var(fr_sema *s, const fr_expr *name);
fr_var *fr_declare(fr_sema *s, const char *name, fr_span span, fr_var_kind kind, fr_type type,
                   ir_var *ir);
/* Liveness of all variables so far. */
bool *fr_snapshot(fr_sema *s);
void fr_check_loop_body(fr_sema *s, size_t count, const bool *before, fr_span loop);
void fr_merge_branches(fr_sema *s, size_t count, const bool *before, size_t then_count,
                       const bool *after_then, fr_span at);
void fr_open(fr_sema *s, const fr_stmt *st, size_t first, bool *before);
void fr_close(fr_sema *s, const fr_stmt *st, bool *found, unsigned *id);
void fr_check_open(fr_sema *s);

/* ---- names.c ---- */

/* Whether e reads a variable that can carry a gradient. */
const fr_expr *fr_find_active(fr_sema *s, const fr_expr *e);

/* ---- arrays.c ---- */

/* One extent for each dimension. stack: the first is the room. */
typedef struct fr_shape {
    fr_type type;
    ir_expr *extents[RG_MOST_RANK];
    bool stack;
    fr_type item; /* of a stack of arrays: what it holds; rank 0: it is none */
} fr_shape;

bool fr_makes_array(fr_sema *s, const fr_expr *e);
bool fr_array_shape(fr_sema *s, const fr_expr *e, fr_shape *out);
/* The extent of the array along dimension d, from 1: the constant with which it was allocated, or
 * read where the machine has it. */
ir_expr *fr_extent(fr_sema *s, ir_loc loc, const fr_var *v, unsigned d);
/* The statement that allocates or frees the array of a leaf. */
ir_stmt *fr_array_statement(fr_sema *s, ir_loc loc, const ir_var *array, bool free,
                            const fr_shape *shape);

/* ---- split.c ---- */

/* The same value with its large parts computed before; call fr_join_parts after the statement that
 * uses it. */
ir_expr *fr_split(fr_sema *s, ir_expr *e);
void fr_join_parts(fr_sema *s);
/* place += e or place -= e, term by term. */
void fr_emit_sum(fr_sema *s, ir_loc loc, ir_place place, enum rg_mode mode, ir_expr *e,
                 const fr_stmt *from);

/* ---- emit.c, stmt.c, calls.c, call_updates.c, instances.c, program.c ---- */

void fr_emit(fr_sema *s, ir_stmt *stmt, const fr_stmt *from);
void fr_lower_list(fr_sema *s, const fr_stmt *list);
/* The frees that @anc leaves to the compiler, of variables from first on, in reverse order of
 * allocation. */
void fr_free_automatic(fr_sema *s, size_t first);
bool fr_lower_place(fr_sema *s, const fr_expr *e, ir_place *place, rg_type_base *base);
void fr_lower_call(fr_sema *s, const fr_stmt *st);
/* bank.c: instructions of the accumulator and the generator. False when st calls none of them;
 * their names, then NULL. */
bool fr_lower_wide(fr_sema *s, const fr_stmt *st);
const char *fr_wide_name(size_t index);
/* y += accumulator(); false when st is something else. */
bool fr_lower_read(fr_sema *s, const fr_stmt *st);
/* y += f(x) and y -= f(x) by a routine (:+=)(f) of the program whose parameters suit, or by an @fn;
 * true when there is one. */
bool fr_update_by_routine(fr_sema *s, const fr_stmt *st);

/* ---- heavy.c */

/* Whether e is an operation on complex numbers that is too large for one expression as long as its
 * operands are no variables. */
bool fr_is_heavy(fr_sema *s, const fr_expr *e);
/* Whether e is a complex number that is more than a variable. */
bool fr_is_worth_naming(fr_sema *s, const fr_expr *e);

/* ---- own_functions.c ---- */

/* Whether the program defines (:+=)(name) or the like, or an @fn of that name. */
bool fr_is_own_function(fr_sema *s, const char *name);
/* Whether one of them may take a number, and not only arrays and compounds. */
bool fr_own_takes_numbers(fr_sema *s, const char *name);
/* Whether the functions of that name are those of libraries alone. */
bool fr_is_own_of_library(fr_sema *s, const char *name);

/* ---- call_values.c ---- */

typedef enum { FR_OWN_NOT, FR_OWN_WRONG, FR_OWN_VALUE } fr_own;
/* What own function the call e of such a name has its value from: the update that makes it and its
 * type. NOT: a function of the machine. WRONG: none, which was reported. */
fr_own fr_own_value(fr_sema *s, const fr_expr *e, fr_token_kind *token, fr_type *type);
/* The type of e's function for arguments of these types; false where it has none for them. */
bool fr_own_type(fr_sema *s, const fr_expr *e, const fr_type *types, fr_type *type);
/* Whether 'y token e' is such an update of a y of the type as it stands. */
bool fr_own_updates(fr_sema *s, const fr_expr *e, fr_token_kind token, fr_type type);

/* ---- keywords.c ---- */

/* Whether the default of the keyword parameter is made of other parameters. */
bool fr_keyword_depends(const fr_function *f, size_t param);
/* The value that a call gives a keyword parameter, or its default, and its type. NULL after a
 * report. */
ir_expr *fr_keyword_value(fr_sema *s, const fr_function *f, size_t param, const fr_expr *call,
                          const fr_binding *bindings, fr_type *type);
/* The type of a keyword parameter of an entry without one; types of those before it are known. */
bool fr_keyword_entry_type(fr_sema *s, const fr_function *f, size_t param, const fr_type *types,
                           fr_type *out);
/* Mark the variable as a keyword parameter, with its default if that is constant. */
void fr_keyword_default(fr_sema *s, const fr_function *f, size_t param, ir_var *v);
void fr_check_keywords(fr_sema *s, const fr_function *f, const fr_expr *call);

/* instructions.c: SWAP, ROT and the like. False when st calls none of them. */
bool fr_lower_instruction(fr_sema *s, const fr_stmt *st);

/* clashes.c. True after a report that a is passed or changed as b too: by their text, or known to
 * be so. */
bool fr_same_twice(fr_sema *s, const fr_expr *a, const fr_expr *b, bool known);
/* True after a report that value reads target, which is "updated", "freed" or the like. */
bool fr_reads_target(fr_sema *s, const fr_expr *target, const fr_expr *value, const char *what);
fr_instance *fr_instantiate(fr_sema *s, const fr_function *f, const fr_type *types,
                            const fr_binding *bindings, bool exported, bool generic,
                            fr_span called);
/* Compile the program. The module is complete only when there were no errors. */
void fr_lower_program(fr_sema *s, const rgc_options *options);

#endif
