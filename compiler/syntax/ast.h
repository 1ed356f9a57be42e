/* ast.h: the syntax tree. Nodes live in the arena of the compilation. */
#ifndef FR_AST_H
#define FR_AST_H

#include "compiler/syntax/index.h"
#include "compiler/syntax/lexer.h"

typedef struct fr_expr fr_expr;
typedef struct fr_stmt fr_stmt;

typedef enum {
    EX_INT,
    EX_REAL,
    EX_BOOL,
    EX_STRING,
    EX_NAME,
    EX_CALL,    /* name(items; keywords): left is the called expression */
    EX_INDEX,   /* left[items] */
    EX_CURLY,   /* left{items} */
    EX_FIELD,   /* left.name */
    EX_BINARY,  /* left token right */
    EX_UNARY,   /* token right */
    EX_TERNARY, /* left ? right : third */
    EX_RANGE,   /* left : right, or left : third : right (third is the step) */
    EX_TUPLE,
    EX_ARRAY,
    EX_COLON,   /* a lone : in an index */
    EX_END,     /* end in an index */
    EX_SAME,    /* the ~ of a condition pair */
    EX_ADJOINT, /* left' */
    EX_INVERSE, /* (~left), called */
    EX_DOTCALL, /* left.(items) */
    EX_TYPED,   /* left::right; token TOK_EMPTY: left::∅ */
    EX_SPLAT,   /* left... */
    EX_LET,     /* let left = right in third; in @fn only */
    EX_LAMBDA   /* left -> right; in @fn only */
} fr_expr_kind;

typedef struct {
    const char *name; /* "...": value... passes on the keywords that value stands for */
    fr_span span;
    fr_expr *value;
} fr_keyword;

struct fr_expr {
    fr_expr_kind kind;
    fr_span span;
    fr_token_kind token; /* operator */
    bool respelled;   /* made of another spelling, as y += f(x) of PlusEq(f)(y, x): its span is not
                         its text. EX_NAME in the formula of a function: the argument that replaces it
                         keeps its span. EX_CALL there: a parameter ::Int, which takes an Int */
    bool made;        /* EX_NAME: of the function in a call that the compiler makes */
    bool inbounds;    /* EX_INDEX that the compiler makes: the array has this element */
    unsigned height;  /* of the tree, bounded */
    const char *name; /* EX_NAME, EX_FIELD, EX_STRING; EX_BINARY that is respelled: its operator */
    uint64_t integer; /* EX_INT, EX_BOOL */
    long double real;
    fr_expr *left, *right, *third;
    size_t count;
    fr_expr **items;
    size_t keyword_count;
    fr_keyword *keywords;
};

typedef enum {
    ST_UPDATE, /* target token value */
    ST_ALLOC,
    ST_FREE, /* target <- value; automatic: freed by the compiler at the end of its block */
    ST_SWAP, /* target <-> value */
    ST_CALL, /* value: EX_CALL; inverse */
    ST_IF,
    ST_WHILE,
    ST_FOR,
    ST_BLOCK,
    ST_ROUTINE,
    ST_UNROUTINE,
    ST_INVCHECKOFF,
    ST_INBOUNDS, /* body */
    ST_ASSERT,   /* value */
    ST_PUSH,     /* target goes onto the stack value; inverse: comes from it */
    ST_RENAME,   /* the array value is target from now on */
    ST_AWAY,     /* the parameter target, which holds zero, has no value from here on; inverse: has
                    one again */
    ST_PRINT,    /* value: a call of print, println or show */
    ST_IGNORED,  /* accepted and without effect: @safe println and the like */
    ST_INVERSE   /* ~body */
} fr_stmt_kind;

struct fr_stmt {
    fr_stmt_kind kind;
    fr_span span; /* of the head, for messages */
    fr_stmt *next;
    fr_token_kind token;
    bool dots;    /* ST_UPDATE: @. stands before it */
    bool inverse; /* ST_CALL: uncall; ST_FOR: runs backward; ST_SWAP: emptiness the other way round;
                     ST_UPDATE of a variable by a function of itself: undone */
    bool automatic; /* ST_ALLOC by @anc */
    bool silent;    /* made by the compiler */
    bool apart;     /* ST_ASSERT: that slices of the array `name` have no element in common */
    bool erase; /* ST_FREE by @erase: whatever the variable holds is erased; inverse: run the other
                   way, which cannot be */
    fr_expr *target, *value;
    fr_expr *pre, *post; /* post NULL: not given */
    bool post_is_not;    /* ST_WHILE of @from: the postcondition is the opposite of post */
    const char *name;    /* ST_FOR variable, ST_ROUTINE name or NULL */
    fr_span name_span;
    unsigned nested; /* ST_FOR with several variables: it and so many loops in it stand for one */
    fr_span head;    /* of such a loop: `(a, b) in zip(v, w)` */
    fr_stmt *body, *other;
};

typedef struct {
    const char *name;
    fr_span span;
    fr_expr *type;     /* NULL: generic */
    fr_expr *fallback; /* default of a keyword parameter */
    bool keyword;
    bool optional; /* of an @fn: a keyword that a call may give in order too, f(x, k=2) */
    bool rest;     /* name...: a tuple of all further arguments */
    bool real;     /* of a function that is put where it is called: integers that the host
                      gives it are Fixed */
    bool read_off; /* of an @fn: its type is what the body does with it, an array of reals */
} fr_param;

typedef struct fr_function {
    const char *name;
    fr_span span;
    size_t param_count;
    fr_param *params;
    const char *keyword_rest; /* kwargs of (...; kwargs...), or NULL */
    size_t where_count;
    const char **wheres;
    fr_expr **bounds; /* of the type variables; NULL: any type */
    fr_stmt *body;
    fr_span head; /* name, parameters and where */
    fr_span end_span;
    bool reversible;                   /* @assert_reversible: nothing may be erased while it runs */
    const struct fr_function *origin;  /* of which this is the version for functions or types named
                                          as arguments; NULL: as written */
    const struct fr_function *written; /* as it is written, where this is the version for functions
                                          that are defaults of keywords; NULL: as written */
    bool made;                         /* by a @dual: it has no text of its own */
    bool formula; /* made for the host, of a function that is put where it is called */
    bool broken;  /* parts of it could not be read: nothing more is said about its body */
    struct fr_function *next, *next_of_name; /* of all, and of those with its name */
} fr_function;

typedef struct fr_const {
    const char *name;
    fr_span span;
    fr_expr *value;
    struct fr_const *next;
} fr_const;

typedef struct {
    const char *name;
    fr_span span;
    fr_expr *type;
    fr_expr *fallback; /* what it is where a call of @kwdef does not give it, or NULL */
} fr_field;

typedef struct fr_struct {
    const char *name;
    fr_span span;
    size_t variable_count; /* type variables */
    const char **variables;
    fr_expr **bounds;  /* NULL: any type */
    const char *super; /* the abstract type it belongs to, or NULL */
    size_t field_count;
    fr_field *fields;
    bool keywords;            /* @kwdef: a call may give its fields by name */
    bool mutable;             /* a function with a value may assign its fields */
    bool abstract;            /* 'abstract type': a name for bounds and parameters only */
    fr_function *constructor; /* `@i function Name(x) ... x <- new(...) end` in it, or NULL */
    struct fr_struct *next;
} fr_struct;

/* @fieldview name(x::T) = x.field */
typedef struct fr_field_view {
    const char *name;
    fr_span span;
    fr_param param;
    fr_expr *value;
    struct fr_field_view *next;
} fr_field_view;

/* An @fn. */
typedef struct fr_functional {
    const char *name;
    fr_span span;    /* of the name */
    fr_span whole;   /* from the name to the end of the expression */
    bool marked;     /* written with @fn before it */
    bool statements; /* written as function ... end: whole is all of it */
    size_t param_count;
    fr_param *params; /* type NULL: Fixed */
    bool *blamed;     /* by parameter: it has no type, and it was said that it is no real; once is
                         enough */
    fr_expr *result;  /* the annotated type, or NULL */
    size_t where_count;
    const char **wheres;
    fr_expr **bounds; /* of the type variables; NULL: any type */
    fr_expr *body;
    const bool *changes; /* by parameter: its new value stands behind the value of the function, or
                            is that value; NULL: it changes none */
    bool gives_value;    /* of such a function: it has a value beside them */
    const char *derives; /* primitive_grad(::typeof(f), ...): f, of which it gives the derivatives;
                            NULL: none */
    const struct fr_functional *gradient; /* what gives its derivatives (functional/primitive.c);
                                             NULL: the machine has them */
    const fr_expr *formula; /* EX_LAMBDA: what stands where it is called with values that are no
                               reals (predicates.c); NULL: it cannot be called so */
    struct fr_functional *next;
} fr_functional;

/* A name that a function with a value binds, for editors. */
typedef struct fr_bound {
    const fr_functional *function;
    const char *name;
    fr_span span;
    const char *type;     /* NULL: that of the value, which the checker tells */
    const fr_expr *value; /* in the parameters */
    bool real;            /* its type, where that is known, has gradients */
    bool constant;        /* the parameters do not change it */
    struct fr_bound *next;
} fr_bound;

/* function f(a, b) a + b, b end: a function of Julia that @dual or @selfdual names. */
typedef struct fr_value_function {
    fr_function head;
    size_t value_count; /* head.param_count of them */
    fr_expr **values;   /* the new values of its arguments */
    struct fr_value_function *next;
} fr_value_function;

/* @dual f g; @selfdual f is @dual f f */
typedef struct fr_dual {
    const char *names[2];
    fr_span spans[2];
    struct fr_dual *next;
} fr_dual;

/* alloc(::typeof(name), head) = value: with what @auto_alloc name(out, ...) makes out. */
typedef struct fr_allocator {
    const char *name;
    fr_function head;
    fr_expr *value;
    struct fr_allocator *next;
} fr_allocator;

struct fn_unary; /* compiler/functional/unary.h */

/* All routines of one name, in the order of the source. */
typedef struct {
    const char *name;
    fr_function *first, *last;
} fr_overloads;

typedef struct fr_left_out fr_left_out;

typedef struct {
    fr_index overloads, functionals_by_name;
    fr_struct *structs, *last_struct;
    fr_field_view *views;
    fr_function *functions, *last_function;
    fr_const *consts, *last_const;
    fr_const *script_names; /* that Julia's script gives a value, which is not kept */
    fr_functional *functionals, *last_functional;
    struct fn_unary *unary; /* of the functionals, when checked */
    fr_bound *bounds;       /* of these, the latest function first */
    fr_value_function *value_functions;
    fr_dual *duals;
    fr_allocator *allocators;
    size_t other_count, other_capacity;
    fr_span *others;       /* definitions that are no routines, whole */
    fr_left_out *left_out; /* functions without @i that have faults, and that no routine calls */
    bool has_routines;     /* with @i, of its own */
    bool incomplete;       /* a definition could not be read at all */
} fr_program;

#endif
