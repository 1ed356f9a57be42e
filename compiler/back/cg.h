/* cg.h: the state of the code generator while it works on a routine, shared by its files. */
#ifndef RG_CG_H
#define RG_CG_H

#include "compiler/asm/buffer.h"
#include "compiler/back/codegen.h"
#include "compiler/ir/call_graph.h"
#include "compiler/opt/linear.h"
#include "compiler/opt/opt.h"
#include "compiler/opt/stream.h"
#include "isa/num/num.h"

enum {
    CG_SP = 31,
    CG_FP = 30,
    CG_LR = 0,
    CG_ARGS = 14,
    CG_FIRST_SAVED = 15,
    CG_MAX_SLOTS = 1000,
    CG_CACHE = 64,
    CG_SMALL_BLOCK = 9,
    CG_LINKS = 3,
    CG_FACTS = 16,
    CG_ROUNDS = 6,
    CG_PATH = 8, /* loops around a stream that its addresses step along */
    CG_STEPS = 24
};

/* r0, r1 .. r14, r15 .. r30, and those of them that the job dispatcher holds something in during a
 * job */
static const uint32_t CG_LINK = 1, CG_SCRATCH = UINT32_C(0x00007ffe),
                      CG_PRESERVED = UINT32_C(0x7fff8000), CG_DISPATCHER = UINT32_C(0x20000000);

/* Where a variable lives for its whole life: a register, or the frame word [sp - 1 - slot]. Of one
 * in a register that cannot stay there when the routine leaves it, slot is where it is left. */
typedef struct {
    bool in_register, on_stack;
    bool lent; /* an innermost loop uses the register meanwhile; own_slot: slot of before */
    uint8_t reg;
    unsigned slot, own_slot;
} cg_home; /* on_stack: parameter word [sp - frame + slot] */

/* How many bits of a set are 1. */
static inline unsigned cg_count(uint32_t set)
{
    unsigned n = 0;

    for (; set; set &= set - 1)
        n++;
    return n;
}

/* Statement positions, both included. */
typedef struct {
    size_t first, last;
} cg_range;

/* First and last statement position at which a variable (or a loop's hidden one) must keep its
 * location. again: the first of its cg.again, where it lives again. */
typedef struct {
    size_t first, last;
    double weight;
    bool used;
    size_t again, again_count;
} cg_interval;

/* What a register of a descriptor must hold: anything, 0, a value, or the address of a scalar's
 * word (number: of CG_STREAM_D, A, B). */
typedef struct {
    enum { CG_SLOT_ANY, CG_SLOT_ZERO, CG_SLOT_VALUE, CG_SLOT_WORD } kind;
    const ir_expr *expr;
    unsigned number;
} cg_slot_value;

enum { CG_SPARE = 5 }; /* that many by default */
enum { CG_STREAM_D, CG_STREAM_A, CG_STREAM_B, CG_STREAM_GROUPS, CG_STREAM_SLOTS = 7 };

/* Where a stream finds its three operands. The descriptor is used if it is no immediate and not
 * absent. A scalar is in a word of its own meanwhile, or NULL for elements. reg has the first
 * registers, set the registers that hold their value already, and by whom. */
typedef struct {
    unsigned op;
    bool used[CG_STREAM_GROUPS], immediate;
    uint8_t indexed; /* bit by group */
    uint8_t kinds;   /* RG_WIDE_OPERANDS where numbers of a machine with FLOAT are compared */
    int32_t imm;
    const ir_expr *scalar[CG_STREAM_GROUPS];
    cg_slot_value slots[CG_STREAM_GROUPS][CG_STREAM_SLOTS];
    uint8_t reg[CG_STREAM_GROUPS];
    uint32_t own, set;
} cg_stream_plan;

/* Where descriptors of streams were put before (stream_places.c). */
typedef struct cg_solutions_tag cg_solutions;

struct cg_loop_tag;

/* A register of descriptors that follows a loop variable: so much more after each iteration, while
 * the loop `over` holds it (stream_steps.c). */
typedef struct {
    uint8_t reg;
    const ir_expr *by;
    const struct cg_loop_tag *over;
} cg_step;

/* A FOR loop with its two hidden variables: trip count and counter. */
typedef struct cg_loop_tag {
    const ir_stmt *stmt;
    size_t count, counter;
    ir_var count_var, counter_var;
    bool fixed_bounds; /* the body changes nothing that the bounds and the step read, nor the loop
                          variable */
    bool unused;       /* the body does not read the loop variable */
    ir_expr *trips;    /* rounds */
    const ir_var *shared; /* the variable that holds that number already, or NULL */
    bool in_temporary;    /* no location: a temporary holds it during the loop */
    uint8_t rounds; /* the register that holds it while the loop is made; 0: its own location */
    bool streamed, swallowed; /* one instruction runs it; it is the inner loop of such a one */
    opt_stream stream;
    bool placed; /* registers of its descriptors are held over enclosing loops: */
    cg_stream_plan plan;
    const struct cg_loop_tag *placed_by,
        *set_by[32];  /* the loop over which; by register the loop over which its value is held */
    bool steps_along; /* a register of its descriptors steps along loops around it */
    size_t step_count;
    cg_step steps[CG_STEPS];
} cg_loop;

/* Within the loop that makes it true: low <= var <= high. */
typedef struct {
    const ir_var *var;
    const ir_expr *low, *high;
} cg_fact;
/* Within the branch whose condition it is: low + by <= high. */
typedef struct {
    const ir_expr *low, *high;
    int64_t by;
} cg_held;

/* A call where a variable may be alive; the same statement again where its block is undone. */
typedef struct {
    size_t position;
    const ir_stmt *call;
} cg_crossing;

/* How parameters come: in r1 .. in order, or where they live; and the register from which on
 * temporaries are looked for. */
typedef struct {
    bool free;
    unsigned first_temp;
} cg_convention;

/* A routine of the module, as those see it that call it. */
typedef struct {
    uint32_t uses; /* registers that are not the same all through a call: its own and those of what
                      it calls */
    uint32_t keep; /* registers that it must save if they are used */
    uint32_t wanted;   /* those that the routine at work holds something in over a call, though this
                          one uses them */
    uint32_t demanded; /* what was wanted in this pass of code generation */
    uint8_t come[CG_ARGS]; /* by parameter: the register that it comes and goes in */
    uint8_t hint[CG_ARGS]; /* where most callers had the argument last time; 0: nowhere */
    unsigned vote[CG_ARGS][CG_SP], votes[CG_ARGS][CG_SP]; /* by register: calls that have it there;
                                                             those of the routine at work, of all */
    size_t division; /* 1 + which division of its registers gave the shortest code last time; 0: it
                        was not made yet */
    bool noted;      /* it is among the callees of the routine at work */
} cg_summary;

typedef enum { CG_FIX_ROUTINE, CG_FIX_BLOCK } cg_fix_kind;
typedef struct {
    size_t index;
    cg_fix_kind kind;
    const void *target;
    ir_loc loc;
} cg_fix;

/* Words that were made in one place, to be put in another; indices of their calls count from the
 * first one. */
typedef struct {
    size_t count, fix_count;
    uint32_t *code;
    rg_line *lines;
    cg_fix *fixes;
} cg_words;

/* A @routine block. */
typedef struct {
    unsigned id;
    const ir_stmt *body;
    bool decided, is_inline;
    bool paired; /* undone once, in the list where it is run: what is held in registers there is the
                    same at both */
    cg_words kept;   /* paired: its words, made where it is run */
    unsigned length; /* inline: its words */
    uint32_t words[CG_SMALL_BLOCK];
    rg_line lines[CG_SMALL_BLOCK];
    uint32_t scope;       /* what lives where it begins */
    bool queued, emitted; /* outlined: a local ring with its own link word */
    uint32_t entry;
    unsigned link_slot;
    bool link_in_frame;
    uint8_t link; /* the register that links it; r0 with its word exchanged into the frame where
                     link_in_frame */
} cg_block;

/* A value at hand within one statement. */
typedef struct {
    const ir_expr *expr;
    uint8_t reg;
} cg_cached;
/* A bounds check made within one statement. */
typedef struct {
    const ir_var *array;
    unsigned dim;
    uint8_t reg;
} cg_checked;

/* A variable that lives, and the rest of them; 0: none. Word: the frame word of one that is not in
 * a register, counted from sp at the entry. Plus: a loop variable is that much more than its
 * register, which is the counter. Come: the register in which a parameter comes, or 0. */
typedef struct {
    uint32_t rest;
    const ir_var *var;
    uint8_t reg, come;
    bool in_register, param;
    int32_t word, plus;
} cg_scope;

typedef struct cg_memo cg_memo;

typedef struct {
    const ir_module *module;
    cg_memo *memo;      /* routines that were made before */
    ir_module *scratch; /* arena of expressions made here */
    cg_solutions *solutions;
    rg_num_unit unit; /* of the core by whose clocks attempts are compared */
    rg_codegen_options options;
    ir_diagnostic *diagnostic;
    size_t scope_count, scope_capacity;
    cg_scope *scopes; /* of what is in the buffer; those before scope_base: of other routines */
    size_t scope_base;
    bool scope_failed; /* memory was short */
    uint32_t scope;    /* what lives at the statement at work: 1 + index into scopes */
    bool failed;
    rg_codegen_result reason; /* where it failed: what might help */
    rg_buffer buffer;
    rg_line line; /* put on every word emitted */
    size_t name_count, name_capacity;
    char **names;

    cg_convention convention;
    bool quick;            /* try divisions of registers next to the last one only */
    cg_summary *summaries; /* by index of the routine */
    ir_call_graph calls;   /* its order is that of code generation */

    /* the routine at work */
    const ir_routine *routine;
    size_t home_count;
    cg_home *homes; /* of variables, then of the hidden ones */
    cg_interval *intervals;
    size_t again_count, again_capacity;
    cg_range *again;
    size_t loop_count, loop_capacity;
    cg_loop *loops;
    size_t block_count, block_capacity;
    cg_block *blocks;
    size_t fix_count, fix_capacity;
    size_t own_fixes; /* the first one of the routine at work */
    cg_fix *fixes;
    bool has_calls, saves_link, has_arrays;
    bool leaves;      /* its variables stay behind in the frame: IR_LEAVE */
    unsigned sp_slot; /* then, with local arrays and a frame pointer: the frame word that keeps how
                         far sp was moved */
    size_t left_begin, left_end; /* the words that do that */
    uint8_t link; /* the register that links the routine; r0 with its word kept in the frame where
                     saves_link */
    bool no_frame_pointer; /* local arrays, but no frame word is used while they are there */
    uint8_t
        frame_base; /* register that frame words are addressed by: sp, or CG_FP where sp moves */
    uint32_t temps; /* free temporary registers, a bit each */
    uint32_t temp_pool;
    unsigned wanted_temps; /* registers kept from being locations */
    uint32_t touched;      /* registers used anywhere in the routine */
    const ir_expr
        *left[32];  /* what the last stream had in registers that it set and unset; NULL: nothing */
    bool spilled;   /* the last attempt put variables into the frame */
    unsigned slots; /* frame words of locations */
    unsigned call_slot, call_slots; /* frame words that keep indices across a call */
    unsigned lent_slot, lent_slots; /* and what innermost loops use the registers of */
    uint32_t lent;                  /* those registers, in the loop at work */
    bool innermost;                 /* a loop is at work that may borrow registers: lent.c */
    bool borrows, has_short_loops;  /* it does; such a loop has too few */
    unsigned frame;                 /* size of the frame in words */
    unsigned reserve;               /* temporaries that must be free after the value at work */
    unsigned spare;                 /* temporaries that what is held over loops must leave */
    unsigned stingy;                /* with fewer free ones than that, no value keeps its parts */
    size_t crossing_count, crossing_capacity;
    cg_crossing *crossings;
    size_t callee_count, callee_capacity;
    cg_summary **callees;    /* those that have wishes of the routine at work: votes, wanted */
    const ir_expr **equals;  /* by variable: the size of an array that it always is, or NULL */
    const ir_expr **extents; /* CG_EXTENTS for each variable: those that a local array always
                                has, or NULL */
    bool *alive;             /* by variable: allocated and not freed at the statement at work */
    bool
        frugal; /* hold nothing in temporaries over loops and branches that can be computed again */
    bool holds_constants, has_loop_constants; /* loop_constants.c loads them; has found some */
    bool steps_products, has_products; /* stream_steps.c: of loop variables; has found some */
    bool counts_indices, has_indices;  /* counter_index.c: loops count; has found some */
    const cg_loop *counting;           /* the innermost loop at work, where it may count */
    const ir_var *absent;              /* its variable, where that is not computed */
    bool has_block_links;              /* pools.c has given registers to blocks */
    size_t price;                      /* of the best code of the routine */
    bool starved;                      /* most divisions of the registers were too few for it */
    bool crowded;      /* loops held less than they could beside the parameters' registers */
    bool loose_params; /* of a routine without calls: parameters compete for registers with its
                          variables */
    opt_set given_up;  /* passes without which this routine finds enough registers */
    bool still_sp;     /* sp stays: frame words are above it */
    size_t fact_count;
    cg_fact facts[CG_FACTS];
    size_t held_count;
    cg_held held[CG_FACTS]; /* conditions that hold where code is made */
    size_t cache_count, checked_count;
    cg_cached cache[CG_CACHE];
    cg_checked checked[CG_CACHE];
} cg;

/* A point to come back to: what was emitted and reserved since is undone by cg_undo. */
typedef struct {
    size_t index;
    uint32_t temps;
    size_t cache_count, checked_count;
} cg_mark;

/* B of an instruction */
typedef struct {
    bool immediate;
    uint8_t reg;
    int32_t imm;
    uint8_t kinds; /* of rg_operand_kinds: of all operands of the instruction */
} cg_operand;
/* An address [base + operand] */
typedef struct {
    uint8_t base;
    cg_operand index;
} cg_address;

/* The last operation of an expression, its operands at hand: op d, a, b; or the parts of a
 * constant. bits: an integer operation makes the word of a number. */
typedef struct {
    unsigned op;
    uint8_t a;
    cg_operand b;
    const ir_expr *parts;
    bool bits;
    rg_line line;
} cg_ready;

/* Makes the statements in a statement: cg_list. */
typedef void cg_body(cg *g, const ir_stmt *list);

/* emit.c */
/* Notes what is wrong, the first time; false. cg_fail: nothing helps. cg_short: of registers. */
bool cg_fail(cg *g, ir_loc loc, const char *code, const char *format, ...);
bool cg_short(cg *g, ir_loc loc, const char *text);
bool cg_frame_full(cg *g);
bool cg_too_far(cg *g, ir_loc loc, const char *text);
bool cg_fault(cg *g, ir_loc loc, const char *format, ...);
void cg_at(cg *g, ir_loc loc, rg_role role, const ir_var *var);
uint16_t cg_name_of(cg *g, const ir_var *var); /* its number in lines; 0: of the compiler's own */
size_t cg_here(const cg *g);
size_t cg_emit(cg *g, rg_instruction in);
void cg_op(cg *g, unsigned op, enum rg_mode mode, uint8_t d, uint8_t a, cg_operand b);
void cg_r1(cg *g, unsigned op, uint8_t d);
void cg_r1_of(cg *g, unsigned op, uint8_t d,
              rg_type_base base); /* NEG and OUT, which do not tell numbers from integers */
void cg_r2(cg *g, unsigned op, uint8_t d, uint8_t a);
void cg_mem(cg *g, unsigned op, enum rg_mode mode, uint8_t d, cg_address address);
void cg_link(cg *g, size_t from, size_t to); /* two branches name each other */
void cg_aim(cg *g, size_t from, size_t to);  /* one branch goes to a word */
static inline bool cg_is_call(const rg_instruction *in)
{
    return in->op == RG_OP_CALL || in->op == RG_OP_UNCALL;
} /* of a routine by name */
void cg_mirror(cg *g, size_t begin, size_t end); /* emit words [begin, end) backward */
void cg_turn(cg *g, size_t begin); /* the words since begin are replaced by their mirror image */
cg_operand cg_reg(uint8_t r);
cg_operand cg_imm(int32_t value);
/* Where the header has that extent (IR_DIM), from the address of the header. */
cg_operand cg_extent_at(unsigned dim);
enum { CG_EXTENTS = RG_MOST_RANK + 1 }; /* of one array at most */
cg_address cg_slot(const cg *g, unsigned slot);
cg_address cg_home_word(const cg *g, const cg_home *home);
cg_mark cg_get_mark(const cg *g);
void cg_release(cg *g, cg_mark mark); /* temporaries and cache back to the mark; emits nothing */
uint8_t cg_temp(cg *g, ir_loc loc);
void cg_free_temp(cg *g, uint8_t r);
unsigned cg_temps_left(const cg *g);
void cg_add_fix(cg *g, cg_fix_kind kind, const void *target, ir_loc loc); /* for the next word */
uint32_t cg_named(const rg_instruction *in); /* registers that a word names, descriptors included */

static inline bool cg_on(const cg *g, opt_pass pass)
{
    if (g->options.order)
        opt_ran(g->options.order, pass);
    return !opt_off(g->options.off | g->given_up, pass);
}

/* lookup.c */
cg_loop *cg_loop_of(cg *g, const ir_stmt *stmt);
cg_block *cg_block_of(cg *g, unsigned id);
bool cg_holds_control(cg *g, const ir_stmt *list); /* calls, blocks undone elsewhere, local arrays:
                                                      temporaries cannot be held over them */
const cg_home *cg_home_of(cg *g, const ir_var *var);
uint32_t cg_keeps(const cg *g); /* registers that the routine at work must save if it uses them */
size_t cg_register_params(const ir_routine *r); /* how many parameters come in registers */
/* The register of parameter v; 0: it stands on the stack. */
uint8_t cg_comes_in(const cg *g, const ir_routine *r, size_t v);
uint32_t cg_parameters(const cg *g, const ir_routine *r); /* the registers of all of them */
/* May those of the routine at work come anywhere, or in r1 .. in order? */
bool cg_free_places(const cg *g);

/* lives.c */
void cg_find_lives(cg *g);                            /* of all variables */
bool cg_lives_clash(const cg *g, size_t a, size_t b); /* they must not be in one place */

/* locations.c */
bool cg_plan(cg *g);
void cg_unplan(cg *g);
bool cg_may_stay(const cg *g, uint8_t reg); /* may a value be left in it at the end? The dispatcher
                                               puts those aside, or leaves them alone */

/* loops.c: what is known of the loops of a routine before its code is made */
void cg_survey_loop(cg *g, cg_loop *loop);

/* range.c: proofs */
void cg_survey_equals(cg *g);
void cg_know_range(cg *g, const cg_loop *loop, int64_t step);
void cg_know_condition(cg *g, const ir_stmt *s); /* within the body of an IR_IF */
bool cg_at_least(cg *g, opt_linear sum, int64_t bound);
bool cg_is_modest(const cg *g, const ir_expr *e); /* a size: by far too small to wrap */
bool cg_same(cg *g, const ir_expr *a,
             const ir_expr *b); /* integers that extents of arrays prove equal */
const ir_var *cg_equal(
    const cg *g,
    const ir_expr *size); /* a living variable in a register that is this size, or NULL */
bool cg_in_bounds(cg *g, const ir_var *array, unsigned dim, const ir_expr *index);
/* Whether two indices differ for certain. */
bool cg_differ(cg *g, const ir_expr *a, const ir_expr *b);
/* Whether the column is another one than that of the element, for certain. */
bool cg_columns_differ(cg *g, const ir_place *element, const ir_expr *column);
/* Two elements that cannot be the same. */
bool cg_apart(cg *g, const ir_place *a, const ir_place *b);

/* stream_places.c: the registers of descriptors */
enum { CG_NO_PLACE = 1000 };
unsigned cg_descriptor_length(const cg_stream_plan *plan, unsigned group);
/* Puts the cheapest registers into plan->reg and returns their cost; CG_NO_PLACE or more: there are
 * not enough. */
unsigned cg_cheapest_places(cg *g, cg_stream_plan *plan);
cg_solutions *cg_solutions_new(void); /* the caller frees it; NULL when memory is short */

/* stream.c: loops that one instruction runs; stream_plan.c: what its descriptors hold */
void cg_survey_streams(cg *g);
void cg_stream(cg *g, cg_loop *loop);
void cg_plan_stream(cg *g, const cg_loop *loop,
                    cg_stream_plan *plan); /* what the descriptors hold */
void cg_leave_nothing(cg *g);
void cg_leave_stream(
    cg *g,
    const cg_stream_plan *plan); /* the next one had better have equal values in equal registers */
bool cg_place_stream(
    cg *g, cg_stream_plan *plan); /* where: reserves registers; false: there are not enough */
void cg_set_slot(cg *g, cg_stream_plan *plan, unsigned group,
                 unsigned slot); /* one register gets its value, if it has not */
cg_address cg_scalar_word(cg *g, const cg_stream_plan *plan,
                          unsigned group); /* where a scalar is during the stream */
/* Each index that the code of the stream checks; NULL where there is none. */
void cg_each_check(cg *g, const cg_loop *loop, void (*visit)(void *with, const ir_expr *e),
                   void *with);
void cg_leave_streams(cg *g, const cg_loop *loop); /* what was held over the loop is no more */

/* hoist.c */
void cg_hoist(cg *g, cg_loop *loop);
void cg_hoist_sizes(
    cg *g, const ir_stmt *body); /* sizes of parameters that a routine reads again and again */

/* stream_steps.c: addresses that loops around a stream step along */
/* The slot's register is set over the outermost loop of the path, which leads to the stream, and
 * grows in all of them. False: its value does not go straight along them. */
bool cg_step_slot(cg *g, cg_loop *const *path, size_t depth, cg_loop *inner, unsigned group,
                  unsigned slot);
/* Whether a value had better step along the loop than be computed in each iteration. */
bool cg_had_better_step(const cg_loop *loop);
/* A value with products of the loop's variable is held in a register that grows in it, if `spare`
 * temporaries are left then. False: it is not. */
bool cg_step_value(cg *g, cg_loop *loop, const ir_expr *e, unsigned spare);
void cg_step_on(cg *g, const cg_loop *loop);   /* at the end of an iteration */
void cg_step_back(cg *g, const cg_loop *loop); /* behind the loop */
void cg_leave_steps(cg *g, const cg_loop *over);

/* counter_index.c: innermost loops whose variable is nothing but an index. Their elements are found
 * by pointers and the counter, and the variable is not computed. */
bool cg_may_count(cg *g, const cg_loop *loop);
/* Whether nothing in the loop reads the variable, with the pointers that are held now. */
bool cg_is_absent(cg *g, const cg_loop *loop);

/* loop_constants.c: constants of an innermost loop, after all else that is held over it */
void cg_hoist_constants(cg *g, const cg_loop *loop);

/* lent.c: registers of values that an innermost loop leaves alone. What lends them does so in two
 * steps, for the frame keeps values that what is held over the loop is made of only once that is
 * there: before it, and within it. */
enum { CG_LENT_BEFORE, CG_LENT_WITHIN, CG_LENDINGS };
typedef struct {
    cg_mark mark; /* where the code of the loop begins */
    uint32_t set[CG_LENDINGS];
    size_t first[CG_LENDINGS]; /* the words that exchange them */
    size_t held;               /* behind what is held over the loop */
    size_t top, end;           /* words of the loop, with its constants; the mirror image of what is
                                  held follows */
} cg_lending;
/* How a loop is made: what is held over it, and the rest. */
typedef struct {
    void (*hold)(cg *g, cg_loop *loop);
    void (*run)(cg *g, cg_loop *loop, cg_lending *l, cg_body *body);
} cg_lender;
bool cg_may_borrow(const cg *g, const cg_loop *loop);
void cg_borrow(cg *g, cg_loop *loop, const cg_lender *with, cg_body *body);
void cg_note_short(cg *g); /* registers are short: the innermost loop at work holds less */

/* pools.c: registers for variables */
void cg_survey_crossings(cg *g, const ir_stmt *call, size_t position);
bool cg_block_calls(cg *g, const ir_stmt *list);
uint32_t cg_choose_pools(cg *g);
uint32_t cg_pool_for(const cg *g, size_t v,
                     uint32_t pool); /* wishes first: one register, or all that will do */

/* convention.c: the registers in which parameters come and go */
void cg_usual_places(cg *g); /* where they come before locations are known */
bool cg_place_parameters(
    cg *g, uint32_t pool);  /* where they come, once they have locations; false: there is no room */
void cg_vote(cg *g);        /* notes where the routine at work has what it gives to others */
void cg_count_votes(cg *g); /* it was made */
void cg_forget_votes(cg *g);
bool cg_take_votes(cg *g); /* they become the hints of the next time; false: no hint changed */

/* settle.c: makes all routines, by several conventions; the shortest code stays. */
typedef void cg_make(cg *g, rg_object *out); /* by the convention of g */
void cg_settle(cg *g, rg_object *out, cg_make *make);

/* routine_memo.c: routines that were made before from the same. Take: true when there was one,
 * which is in the buffer then, or memory was short, which is noted. Keep: the routine at work, as
 * it was summed up, for what cg_memo_take asked for last; when memory is short it is not kept. */
cg_memo *cg_memo_new(const ir_module *module); /* NULL when memory is short */
void cg_memo_free(cg_memo *memo);
bool cg_memo_take(cg *g, const ir_routine *r, rg_routine *out);
void cg_memo_keep(cg *g, const rg_routine *made);

/* How the routine is called. */
static inline const ir_call_facts *cg_called(const cg *g, const ir_routine *r)
{
    return &g->calls.facts[r->index];
}

static inline cg_summary *cg_summary_of(const cg *g, const ir_routine *r)
{
    return &g->summaries[r->index];
}

/* saves.c: registers over calls */
bool cg_survey_module(cg *g); /* of all routines: order, and room for their summaries */
void cg_begin_summaries(cg *g);
uint32_t cg_disturbed_by(const cg *g,
                         const ir_stmt *call); /* registers that it uses, arguments included */
uint32_t cg_disturbed(
    const cg *g, size_t v); /* registers that calls during the life of v use, arguments included */
uint32_t cg_used_by_calls(const cg *g);
uint32_t cg_arguments(const cg *g); /* registers in which calls take arguments: copies there can
                                       stay from call to call */
/* The routines that the routine at work calls, without any wishes yet. */
bool cg_note_callees(cg *g);
bool cg_note_callee(cg *g, cg_summary *callee); /* one more, with the wishes that it has */
/* The wishes of the routine before, or of the attempt before, are no more. */
void cg_forget_callees(cg *g);
void cg_want(cg *g); /* notes what the routine at work holds over calls */
void cg_sum_up(
    cg *g,
    const rg_routine *out); /* the summary of the routine that was made, what it wants included */
bool cg_next_round(cg *g,
                   unsigned round); /* true: something was demanded, all code is to be made again */

/* scopes.c: what lives where; every word is marked with it */
void cg_scope_routine(cg *g, const uint8_t *come); /* the parameters, and their registers */
void cg_scope_before(cg *g, const ir_stmt *s);     /* what s allocates lives during s already */
/* From word `from` on the variable is that much more than a register. */
void cg_scope_plus(cg *g, const ir_var *var, uint8_t reg, int32_t plus, size_t from);
void cg_scope_after(cg *g, const ir_stmt *s); /* what s frees does no more */
/* The variable of this list that lives in the register, or NULL. */
const ir_var *cg_scope_of(const cg *g, uint32_t list, unsigned reg);
/* A part of an expression, which no variable of the program is. */
bool cg_is_part(const ir_var *var);
/* Whether two lists have the same variables of the program. */
bool cg_scope_same(const cg *g, uint32_t a, uint32_t b);
/* The list with what lives in these registers in the frame, where those are lent. */
uint32_t cg_scope_lent(cg *g, uint32_t list, uint32_t set);
/* The list with the two registers exchanged. */
uint32_t cg_scope_exchanged(cg *g, uint32_t list, uint8_t x, uint8_t y);

/* places.c: where variables are, between any two words of the finished program */
typedef uint16_t cg_name(cg *g, const ir_var *var); /* cg_name_of */
bool cg_find_places(cg *g, rg_object *out, cg_name *name);

/* words.c: passes over the words of a finished routine. Returns the registers that its body names.
 */
uint32_t cg_tidy(cg *g, rg_routine *out);
/* The same once the registers of a routine are settled: values stay in any of them that is zero
 * meanwhile. */
void cg_spread(cg *g, rg_routine *out);

/* fold.c: what a routine has together with its mirror image becomes a ring */
void cg_fold(cg *g, rg_routine *out);

/* checks.c: what is checked on both sides of what it guards is checked before it only */
void cg_check_before(cg *g, rg_routine *out);
/* Updates with operands in memory (operands.c). */
void cg_operands(cg *g, rg_routine *out);

/* ---- joined_sums.c */
/* Two addends of a new value become one instruction. */
void cg_join_sums(cg *g, rg_routine *out);
/* schedule.c: only where the core has three stages or five is it worth anything. */
void cg_schedule(cg *g, rg_routine *made);

/* operations.c */
bool cg_constant(const ir_expr *e, int64_t *value);
bool cg_immediate(const cg *g, const ir_expr *e, rg_operand_kind bk,
                  int32_t *imm);    /* the constant as an immediate B */
unsigned cg_exchanged(unsigned op); /* the operation with its operands exchanged, or 0 */
rg_operand_kind cg_operand_kind(rg_type_base base); /* of an operand B of that type */
unsigned cg_move_op(rg_type_base base);
unsigned cg_load_op(rg_type_base base);
unsigned cg_store_op(rg_type_base base);
/* Whether it compares numbers that are wide words, which no branch does by itself. */
bool cg_compares_wide(const cg *g, const ir_expr *e);
/* A constant number of a machine with FLOAT: its register holds a double, not a wide word. */
bool cg_is_float_word(const cg *g, const ir_expr *e);

/* expr.c: values. Registers returned belong to a location or are reserved until cg_release. */
unsigned cg_need(cg *g, const ir_expr *e); /* temporaries that cg_eval cannot do without */
unsigned cg_need_word(cg *g, const ir_var *array, const ir_expr *row, const ir_expr *column);
uint8_t cg_eval(cg *g, const ir_expr *e);
uint8_t cg_eval_before(cg *g, const ir_expr *e,
                       unsigned need); /* what follows needs so many temporaries */
/* A value that is held over statements. Where registers are short its parts are given back now. */
uint8_t cg_eval_to_hold(cg *g, const ir_expr *e);
void cg_give_back(cg *g, cg_mark mark,
                  size_t end); /* where registers are short: the words from mark to end are
                                  mirrored, what they took is free */
cg_operand cg_eval_b(cg *g, const ir_expr *e, rg_operand_kind bk);
/* written.c: whether the variable is a number that statements change after it is allocated. On a
 * machine with FLOAT := writes a float word, to which nothing can be added. */
bool cg_stays_wide(const cg *g, const ir_var *v);
/* Whether a statement of the routine may change it, allocations left out. */
bool cg_changes(const ir_routine *r, const ir_var *v);
/* Where operand A is such a constant, B, of kind bk, says so. */
void cg_mark_constant(cg *g, const ir_expr *left, const ir_expr *right, rg_operand_kind bk,
                      cg_operand *b);
cg_ready cg_prepare(cg *g, enum rg_mode mode, const ir_expr *e);   /* computes the operands */
void cg_fire(cg *g, uint8_t d, enum rg_mode mode, cg_ready ready); /* the operation itself */
size_t cg_apply(cg *g, uint8_t d, enum rg_mode mode,
                const ir_expr *e); /* both; returns the index of the operation */
const ir_expr *cg_column_part(cg *g, const ir_var *array, const ir_expr *column, ir_loc loc);
/* The same, with the sum as it is written: streams next to each other share its parts. */
const ir_expr *cg_column_of_stream(cg *g, const ir_var *array, const ir_expr *column,
                                   ir_loc loc); /* (column - 1) rows; NULL: nothing */
/* The register that holds e already, or 0. */
uint8_t cg_find(cg *g, const ir_expr *e);
void cg_pin(cg *g, const ir_expr *e, uint8_t r); /* e is in r from now on, until the cache is cut */
void cg_assign(cg *g, uint8_t d, enum rg_mode mode, const ir_expr *e); /* operands uncomputed */
cg_address cg_locate(cg *g, const ir_var *array, const ir_expr *row, const ir_expr *column,
                     bool inbounds, ir_loc loc);
/* code_price.c: how the default core is built, and clocks of so many instructions from `begin` on,
 * weighted by the loops around them; 0: memory is short. */
rg_num_unit cg_default_unit(void);
size_t cg_price(const cg *g, size_t begin, size_t count);
/* pointers.c: the address of an element as a pointer, for loops that leave that alone, and the rest
 * of the index; pointer NULL: there is none but the array's address. */
typedef struct {
    const ir_expr *pointer, *rest;
} cg_pointer;
typedef enum {
    CG_ALONG_ROWS,     /* the rest is the row, without a constant that is added to it */
    CG_ALONG_ALL_ROWS, /* the row as it is, which a check needs anyway */
    CG_ALONG_COLUMNS,  /* the rest is the part of the column */
    CG_BEFORE_COLUMNS, /* the rest is both, without a constant that is added to the column */
    CG_POINTER_WAYS
} cg_pointer_way;
/* part: (column - 1) rows, or NULL. */
/* The rest is the variable, which the row adds once. The pointer is a sum of all else, in the order
 * in which it stands. Its pointer is NULL where the row adds nothing but constants to the variable.
 */
cg_pointer cg_pointer_along(ir_module *m, const ir_var *array, const ir_expr *row,
                            const ir_expr *part, const ir_var *v);
cg_pointer cg_pointer_of(ir_module *m, const ir_var *array, const ir_expr *row, const ir_expr *part,
                         cg_pointer_way way);
/* The rest is the counter of the loop, whose variable begins at `first` and which the row adds
 * once. The pointer stands where the loop begins: no line of its body is reached by computing it.
 */
cg_pointer cg_pointer_counted(ir_module *m, const ir_var *array, const ir_expr *row,
                              const ir_expr *part, int64_t first, const ir_stmt *loop,
                              const ir_var *counter);
/* The pointer of an element for the loop that counts; pointer NULL: no such loop, or not so. */
cg_pointer cg_counted_pointer(cg *g, const ir_var *array, const ir_expr *row, const ir_expr *part);
/* The pointer to an element that a register holds; pointer NULL: none does. */
cg_pointer cg_held_pointer(cg *g, const ir_var *array, const ir_expr *row, const ir_expr *column);
/* Does an index of it have to be checked? That of a column is not asked for. */
bool cg_row_needs_check(cg *g, const ir_var *array, const ir_expr *row, bool inbounds);
/* Checks its indices, where they may be outside. */
void cg_check_indices(cg *g, const ir_var *array, const ir_expr *row, const ir_expr *column,
                      bool inbounds, ir_loc loc);

/* branch.c: conditions of branches */
typedef struct {
    unsigned cond;
    uint8_t d, a;
    bool immediate;
    int32_t imm;
} cg_compare;
bool cg_simple(cg *g, const ir_expr *e, cg_compare *out);
cg_compare cg_not(cg_compare c);
/* The branch that tests d op value, or d op a; false: there is none. */
bool cg_against_constant(unsigned op, int64_t value, cg_compare *out);
bool cg_between_registers(unsigned op, cg_compare *out);
unsigned cg_flipped(unsigned op); /* a op b is b cg_flipped(op) a */
size_t cg_branch(cg *g, cg_compare c, bool landing);
size_t cg_jump(cg *g, bool landing);
bool cg_harmless(const ir_expr *e); /* cannot trap */

/* stmt.c */
void cg_list(cg *g, const ir_stmt *list);

/* control.c, loops.c: statements with others in them. */
void cg_if(cg *g, const ir_stmt *s, cg_body *body);
/* held_if.c. The body of an IR_IF, where its condition is known to hold. */
void cg_then(cg *g, const ir_stmt *s, cg_body *body);
/* Branch by c around both bodies. The temporaries `taken` are 0 where c holds, and are kept from
 * the other branch on. */
void cg_branches(cg *g, const ir_stmt *s, cg_compare c, uint32_t taken, cg_body *body);
/* False: the operands of the condition cannot be held over the bodies; nothing was made. */
bool cg_held_if(cg *g, const ir_stmt *s, cg_body *body);
/* The same where a register counts the parts of the condition that do not hold. */
bool cg_counted_if(cg *g, const ir_stmt *s, cg_body *body);
void cg_while(cg *g, const ir_stmt *s, cg_body *body);
void cg_for(cg *g, const ir_stmt *s, cg_body *body);
void cg_routine_block(cg *g, const ir_stmt *s, cg_body *body);
void cg_forget_blocks(cg *g);
void cg_emit_blocks(cg *g, cg_body *body);

/* call.c, array.c, window.c, wide.c */
void cg_call(cg *g, const ir_stmt *s);
void cg_array(cg *g, const ir_stmt *s);
void cg_window(cg *g, const ir_stmt *s); /* window.c: the allocation of a slice, where it stands */
void cg_push(cg *g, const ir_stmt *s);
void cg_wide(cg *g, const ir_stmt *s);

/* targets.c. Where an lvalue is: a register, or a memory word that cg_open exchanges into a
 * temporary until cg_close. */
typedef struct {
    bool memory, guarded;
    uint8_t reg;
    cg_address address;
} cg_target;
cg_target cg_target_of(cg *g, const ir_place *place);
cg_target cg_target_home(cg *g, size_t home);
void cg_guard_element(
    cg *g, unsigned op,
    uint8_t reg); /* ALLOC or FREE: traps where two elements of a statement are one */
void cg_open(cg *g, cg_target *target, ir_loc loc);
void cg_close(cg *g, const cg_target *target);
/* The two places of s: guarded where they might be one memory word. */
void cg_guard(cg *g, const ir_stmt *s, cg_target *x, cg_target *y);
unsigned cg_need_place(cg *g, const ir_place *p);
cg_target cg_target_before(
    cg *g, const ir_place *place,
    const ir_place *other); /* with room left for another one and two words */
void cg_assign_home(cg *g, size_t home, enum rg_mode mode, const ir_expr *e, ir_loc loc);

#endif
