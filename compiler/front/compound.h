/* compound.h: types made of parts (complex numbers, structs, tuples), and variables and values of
 * them.
 *
 * The machine knows words only: a compound variable is one variable for each of its leaves, an
 * array of compounds one array for each leaf. docs/reference/types.md says more. */
#ifndef FR_COMPOUND_H
#define FR_COMPOUND_H

#include "compiler/front/sema.h"

enum { FR_COMPOUND = 16, FR_MOST_PARTS = 60 };

typedef enum { FR_COMPLEX, FR_STRUCT, FR_TUPLE } fr_compound_kind;

typedef struct fr_compound {
    fr_compound_kind kind;
    const char *text;            /* as in messages */
    const fr_struct *definition; /* FR_STRUCT */
    size_t count;
    const char **names; /* "re", "im"; "1", "2", ... of a tuple */
    fr_type *types;
    size_t argument_count; /* FR_STRUCT: its type arguments */
    fr_type *arguments;
    unsigned depth; /* of compounds within it, itself included */
} fr_compound;

/* ---- compound.c: the types */

static inline bool fr_is_compound(rg_type_base base) { return (unsigned)base >= FR_COMPOUND; }
const fr_compound *fr_compound_of(const fr_sema *s, rg_type_base base);
bool fr_is_complex(const fr_sema *s, rg_type_base base);
bool fr_is_tuple(const fr_sema *s, rg_type_base base);
rg_type_base fr_complex_type(fr_sema *s, rg_type_base part);
rg_type_base fr_tuple_type(fr_sema *s, size_t count, const fr_type *types);
const fr_struct *fr_find_struct(const fr_sema *s, const char *name);
/* The struct with these type arguments; false after a report at span. */
bool fr_struct_type(fr_sema *s, const fr_struct *definition, const fr_type *arguments, fr_span span,
                    rg_type_base *out);
/* Index of the part of that name, or -1. */
int fr_part_index(const fr_compound *c, const char *name);
/* Whether a value of the type can carry a gradient. */
bool fr_is_active_type(const fr_sema *s, rg_type_base base);
/* Number of machine variables that a variable of the type takes. */
size_t fr_leaf_count(const fr_sema *s, rg_type_base base);
/* Whether a variable of the type is an array or holds one. */
bool fr_has_array(const fr_sema *s, fr_type type);
/* Report unknown names and impossible types in the definitions of structs. */
void fr_check_structs(fr_sema *s);
/* False after a report at span: an array of the type cannot be laid out (a part is an array
 * itself). */
bool fr_can_be_element(fr_sema *s, rg_type_base base, fr_span span);

/* ---- typeexpr.c: compound types as they are written */

/* Whether the name is that of a compound type. */
bool fr_names_compound(const fr_sema *s, const char *name);
/* As fr_match_type and fr_concrete_type, for expressions whose head is such a name. */
unsigned fr_match_compound(fr_sema *s, const fr_expr *e, const fr_function *f, fr_binding *bindings,
                           fr_type actual, bool constant, fr_type *concrete);
bool fr_concrete_compound(fr_sema *s, const fr_expr *e, const fr_function *f,
                          const fr_binding *bindings, fr_type *out);

/* ---- place.c: variables and places of them */

/* An lvalue: a variable, a field, or an element of an array. */
typedef struct {
    fr_var *root;       /* what is declared and freed */
    const fr_var *node; /* the part */
    bool indexed, inbounds;
    ir_expr *row, *column;
} fr_ref;

/* Make the machine variables of a variable; param: as parameters. */
fr_var *fr_make_var(fr_sema *s, ir_routine *r, fr_span span, const char *name, fr_type type,
                    bool param);
/* Whether e is written like an lvalue, and its type. Reports nothing, emits nothing. */
bool fr_place_type(fr_sema *s, const fr_expr *e, fr_type *type);
/* The variable, or the part of one, that a name or fields of a name stand for; NULL when e is
 * written otherwise or is unknown. */
fr_var *fr_place_node(fr_sema *s, const fr_expr *e);
/* The lvalue that e names; false after a report. */
bool fr_resolve(fr_sema *s, const fr_expr *e, fr_ref *ref);
fr_type fr_ref_type(const fr_ref *ref);
/* Also refuses what cannot be changed: keyword parameters and loop variables. */
bool fr_resolve_target(fr_sema *s, const fr_expr *e, fr_ref *ref);
fr_ref fr_ref_part(const fr_ref *ref, size_t part);
/* The lvalue of a scalar leaf. */
ir_place fr_leaf_place(ir_loc loc, const fr_ref *ref);
fr_value fr_read(fr_sema *s, const fr_ref *ref, fr_span span);
/* The first leaf: carries the extents of an array of compounds. */
const ir_var *fr_first_leaf(const fr_var *node);

/* ---- values.c: compound values */

fr_value fr_make_compound(fr_sema *s, fr_span span, rg_type_base base, const fr_value *parts);
fr_value fr_make_complex(fr_sema *s, fr_span span, fr_value re, fr_value im);
fr_value fr_make_tuple(fr_sema *s, fr_span span, size_t count, const fr_value *parts);
/* Zero or one of a type; fails with a report where there is none. */
fr_value fr_compound_constant(fr_sema *s, fr_span span, rg_type_base base, int64_t n);
/* The value with the parts that the type asks for: a number becomes complex; false after a report.
 */
bool fr_compound_as(fr_sema *s, fr_value v, rg_type_base base, fr_value *out);
fr_value fr_compound_binary(fr_sema *s, fr_span span, fr_token_kind token, fr_value a, fr_value b);
fr_value fr_compound_select(fr_sema *s, fr_span span, ir_expr *condition, fr_value yes,
                            fr_value no);
/* Name{..}(parts...), Complex(re, im). */
fr_value fr_construct(fr_sema *s, const fr_expr *e, rg_type_base base);

/* ---- constructed.c */

/* The type of the struct that e makes of fields of these types; false after a report. */
bool fr_type_constructed(fr_sema *s, const fr_expr *e, const fr_struct *d, const fr_type *actuals,
                         rg_type_base *out);
/* True after a report that e has not the number of parts that `name` is made of; d, its definition,
 * may be NULL. */
bool fr_wrong_arity(fr_sema *s, const fr_expr *e, const fr_struct *d, const char *name,
                    size_t count);

/* ---- arrays_in_structs.c: structs and tuples some of whose fields are arrays */

/* Whether e makes such a value. */
bool fr_makes_holder(fr_sema *s, const fr_expr *e);
/* Its type; false after a report. */
bool fr_holder_type(fr_sema *s, const fr_expr *e, fr_type *out);
/* Allocate the variable, or free it, which e makes; false after a report. */
bool fr_emit_holder(fr_sema *s, const fr_stmt *st, const fr_var *v, const fr_expr *e, bool free);
/* ---- allocations.c: allocate or free an array, and the leaves of a value. */
void fr_emit_array(fr_sema *s, const fr_stmt *st, ir_loc loc, const fr_var *v, bool free,
                   const fr_shape *shape);
void fr_emit_parts(fr_sema *s, const fr_stmt *st, ir_loc loc, const fr_var *v, fr_value x,
                   bool free);

/* ---- complex.c: functions of complex numbers */

fr_value fr_complex_binary(fr_sema *s, fr_span span, fr_token_kind token, fr_value a, fr_value b);
/* f(z) for a built-in name; found tells whether there is one. */
fr_value fr_complex_function(fr_sema *s, const char *name, fr_span span, fr_value z, bool *found);

/* ---- compound_stmt.c: statements on compound variables */

/* True when the statement concerns compounds and was dealt with. */
bool fr_lower_compound(fr_sema *s, const fr_stmt *st);
/* NEG, CONJ, HADAMARD, ROT on compounds; true when dealt with. */
bool fr_compound_instruction(fr_sema *s, const fr_stmt *st, const char *name);

#endif
