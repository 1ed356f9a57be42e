/* retrograd_session.h: a run that stands still, and goes to either side.
 *
 * A session holds one run of a job: a call, an uncall, or the recipe of a gradient. Its time is the
 * number of instructions that have retired since the start of the recipe. Nothing is recorded: to
 * go back, the machine runs backward. docs/howto/debug-a-program.md shows the use.
 *
 * A session belongs to its job. It ends with rg_session_close, with the next run of any job of the
 * device, and when the job is freed or the device closed. Then its functions give RG_BAD_USE
 * (R0932), and rg_session_close frees it. */
#ifndef RETROGRAD_SESSION_H
#define RETROGRAD_SESSION_H

#include "retrograd.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rg_session rg_session;

/* What is run. output NULL: a call, or with backward an uncall. Otherwise the gradient of that
 * result: row and column of an element, 0 of a scalar; seeded with 2^seed_exponent.
 * tangents: a call with tangents along the directions that rg_set_direction has set. Not together
 * with output or backward: a tangent of a gradient that is dropped has no way back. */
typedef struct {
    const char *output;
    size_t row, column;
    bool backward;
    int seed_exponent;
    bool tangents;
} rg_session_recipe;

/* Stands before the first instruction. Gradients of freed ancillas are kept, so that there is a way
 * back. Frees nothing of the job; the caller frees the session. */
rg_result rg_session_open(rg_job *job, const rg_session_recipe *recipe, rg_session **session,
                          rg_fault *fault);
void rg_session_close(rg_session *session);
/* What the program prints is given to `show`, once, when the run comes by for the first time since
 * it stood at its start. NULL: to nobody. */
void rg_session_on_text(rg_session *session, void (*show)(void *context, const char *text),
                        void *context);

/* ---- where it stands */

typedef enum {
    RG_SESSION_STEPPED,    /* as far as was asked */
    RG_SESSION_BREAKPOINT, /* at one of the stops */
    RG_SESSION_CHANGED,    /* a watched word has another value on the other side */
    RG_SESSION_AT_START,
    RG_SESSION_AT_END,
    RG_SESSION_TRAPPED, /* what comes next cannot be done; the message says why */
    RG_SESSION_STOPPED, /* rg_stop */
    RG_SESSION_ACCESSED /* a watched word has been read, or updated */
} rg_session_why;

typedef struct {
    rg_session_why why;
    size_t stop;          /* RG_SESSION_BREAKPOINT, _CHANGED, _ACCESSED: index of the stop */
    double before, after; /* _CHANGED, _ACCESSED: the number on either side, as the machine went */
    uint64_t time;        /* instructions since the start */
    bool in_program;      /* else in the job dispatcher, and what follows is of the program's end */
    const char *file;     /* of the instruction that comes next; "" where it has none */
    const char *routine;
    unsigned line, column;
    uint32_t address; /* of that instruction */
    bool backward;    /* that runs against the direction of the source */
    bool gradients;   /* with gradients */
    bool altered;     /* a variable was set: what lies before is not the past of this run */
    bool landed;      /* a jump, or a call that comes back, has just reached it */
} rg_session_spot;
rg_result rg_session_where(rg_session *session, rg_session_spot *spot, rg_fault *fault);

/* Bits up to here. kept: gradients of freed ancillas, which a run without a session erases. */
typedef struct {
    uint64_t copied_out, kept, erased;
} rg_session_bits;
rg_result rg_session_cost(rg_session *session, rg_session_bits *bits, rg_fault *fault);

/* ---- going. All stop early at the ends, at a trap, and where rg_stop asks for it; the spot says
 * so. A trap is no failure of these functions: message and help stand in the fault of
 * rg_session_trap. */

/* So many instructions, back where negative. */
rg_result rg_session_go(rg_session *session, int64_t instructions, rg_session_spot *spot,
                        rg_fault *fault);
rg_result rg_session_go_to(rg_session *session, uint64_t time, rg_session_spot *spot,
                           rg_fault *fault);

typedef enum { RG_LINE_INTO, RG_LINE_OVER, RG_LINE_OUT } rg_line_step;

/* What ends a run. Strings are only read during the call. */
typedef enum {
    RG_STOP_LINE,
    RG_STOP_ROUTINE,
    RG_STOP_ADDRESS,
    RG_STOP_CHANGE,
    RG_STOP_OVERFLOW,
    RG_STOP_READ,  /* of a word: no update of it, nor an exchange, which moves it */
    RG_STOP_ACCESS /* a read or an update. With one of these two the run goes step by step. */
} rg_stop_kind;
/* Which of the times at which an instruction comes next: in what direction the machine runs it, and
 * whether a jump, or a call that comes back, has just reached it. */
typedef enum { RG_WAY_ANY, RG_WAY_FORWARD, RG_WAY_BACKWARD } rg_stop_way;
typedef struct {
    rg_stop_kind kind;
    const char *file; /* RG_STOP_LINE: a path, or its last part; NULL: any */
    unsigned line;
    const char *name;  /* RG_STOP_ROUTINE */
    uint32_t address;  /* RG_STOP_ADDRESS: of an instruction */
    const char *watch; /* RG_STOP_CHANGE, _READ, _ACCESS: a variable, an element, or grad(...) */
    const char *condition; /* an expression that must not be 0; NULL: always */
    /* Asked where the stop is reached, with its index; false: the run goes on. The session stands
     * there. It may be asked what is there; it must not be let go, changed or closed. NULL: always.
     */
    bool (*accept)(void *context, size_t stop, const rg_session_spot *spot);
    void *context;
    rg_stop_way way; /* RG_STOP_ADDRESS; with RG_WAY_ANY `landed` says nothing */
    bool landed;
    const struct rg_cell *cell; /* these with watch NULL: for tools of this library */
} rg_session_stop;

/* To the beginning of another source line: into routines that are called, over them, or out to the
 * caller. Stops on the way end it too. */
rg_result rg_session_line(rg_session *session, rg_line_step how, bool back,
                          const rg_session_stop *stops, size_t count, rg_session_spot *spot,
                          rg_fault *fault);
/* To the next of the stops, or to the end. */
rg_result rg_session_run(rg_session *session, bool back, const rg_session_stop *stops, size_t count,
                         rg_session_spot *spot, rg_fault *fault);
/* The line at or behind the one asked for that has instructions; 0: none. */
unsigned rg_session_line_with_code(const rg_session *session, const char *file, unsigned line);
/* The trap that the session stands at, as rg_call would report it; NULL: none. */
const rg_trap_report *rg_session_trap(const rg_session *session, rg_fault *fault);

/* ---- what is there */

typedef struct {
    const char *file, *routine; /* "" of the job dispatcher */
    unsigned line, column;
    uint32_t address;
    bool backward; /* it runs against the direction of the source */
} rg_session_frame;
/* The innermost first. Copies at most capacity, returns how many there are. */
size_t rg_session_frames(rg_session *session, rg_session_frame *out, size_t capacity);

/* All bits of a word, the lowest 64 first. */
enum { RG_SESSION_LIMBS = 8 };
typedef struct {
    unsigned count; /* limbs: 1, or of a Float 4, and 8 of its gradient and tangent */
    uint64_t limb[RG_SESSION_LIMBS];
} rg_session_limbs;
typedef struct {
    char name[128];
    rg_number number;
    bool wide;     /* RG_NUMBER_FIXED: it is a Float */
    unsigned rank; /* 0 scalar, 1 vector, 2 matrix, to RG_MOST_DIMENSIONS */
    size_t rows, columns, extents[RG_MOST_DIMENSIONS]; /* as in rg_parameter */
    bool known;     /* else `place` says why nothing can be said */
    char place[64]; /* "r5", "stack word 70", "nowhere: the optimiser has taken it away" */
    bool has_gradient;
    bool has_tangent; /* the run carries tangents */
    int64_t word, gradient_word,
        tangent_word; /* as they stand in the machine: the lowest 64 bits */
    rg_session_limbs bits, gradient_bits, tangent_bits; /* and all of them */
    double value, gradient, tangent;
} rg_session_value;
/* Variables of a frame, by name; those of a frame that is nowhere too. */
size_t rg_session_variables(rg_session *session, size_t frame, rg_session_value *out,
                            size_t capacity);
/* An expression: variables, elements x[i] and x[i,j], grad(x), tangent(x), time, numbers,
 * + - * / % == != < <= > >= && || ! and parentheses. A variable or element alone keeps what is
 * known of it; anything else is a number without a name. */
rg_result rg_session_evaluate(rg_session *session, size_t frame, const char *text,
                              rg_session_value *value, rg_fault *fault);
/* Elements of an array from index first (0-based, column by column); *count: how many are wanted,
 * then how many there are. */
rg_result rg_session_elements(rg_session *session, size_t frame, const char *name, size_t first,
                              rg_session_value *out, size_t *count, rg_fault *fault);
/* Give a variable, an element, or grad(...) of one another value. A word that was not zero is
 * erased by it, and billed in the ledger of the host. */
rg_result rg_session_set(rg_session *session, size_t frame, const char *text, double value,
                         rg_fault *fault);

/* Who changed a variable, an element or a gradient last (back), or will change it next. The session
 * goes there: with back before the instruction that changed it, else behind it. */
typedef struct {
    bool found;
    const char *file, *routine;
    unsigned line, column;
    uint64_t time; /* of the instruction */
    double before, after;
    bool allocation; /* the variable was allocated or freed by it */
} rg_session_change;
rg_result rg_session_find_change(rg_session *session, size_t frame, const char *text, bool back,
                                 rg_session_change *change, rg_fault *fault);

/* The instructions of the program: address, text, position. False behind the last. */
typedef struct {
    uint32_t address, word;
    char text[96];
    const char *file, *routine;
    unsigned line, column;
} rg_session_word;
bool rg_session_disassemble(const rg_session *session, size_t index, rg_session_word *out);
/* Register `index`, or with memory a word of data memory, taken for a real number. */
rg_result rg_session_cell(rg_session *session, bool memory, size_t index, rg_session_value *value,
                          rg_fault *fault);
/* A word of data memory and its gradient, as they stand: their lowest 64 bits. */
rg_result rg_session_memory(rg_session *session, size_t address, int64_t *word, int64_t *gradient,
                            rg_fault *fault);

#ifdef __cplusplus
}
#endif
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#endif
