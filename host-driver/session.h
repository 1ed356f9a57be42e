/* session.h: what the files of sessions (session_*.c) share. */
#ifndef RG_HOST_SESSION_H
#define RG_HOST_SESSION_H

#include "host-driver/held.h"
#include "host-driver/retrograd_session.h"
#include "isa/isa.h"
#include "sim/engine.h"

struct rg_session {
    rg_job *handle;
    uint64_t serial; /* of the run of the device that it is */
    rgd_job *job;
    rgd_device *device;
    uint64_t time, retired; /* retired: the counter of the machine, which never runs down */
    uint64_t copied, seen;  /* bits copied out by the program, and the machine's counter of bits */
    bool back;              /* the machine is turned */
    bool altered;
    rg_session_why why;
    size_t stop;
    double before, after; /* of a word that was watched */
    rg_fault trap;
    uint32_t halt; /* the word of a halt */
    bool tangents; /* the run carries them, times 2^tangent_exponent */
    int tangent_exponent;
    unsigned looks; /* see rg_session_look */
    void (*show_text)(void *context, const char *text);
    void *text_context;
    rg_copied printed; /* words of a print that has not ended */
    uint64_t furthest; /* what was printed up to this time has been shown */
};

/* ---- session.c */
/* Whether the session may be used; else R0932. Must be followed by rg_session_leave. */
bool rg_session_enter(rg_session *s, const char *function, rg_fault *fault);
rg_result rg_session_leave(rg_session *s, rg_result result);
/* The machine faces forward in time, or back. */
rg_result rg_session_face(rg_session *s, bool back, rg_fault *fault);
/* Run so many instructions (0: no limit) the way it faces. Sets why: STEPPED, AT_START, AT_END,
 * TRAPPED, STOPPED. */
rg_result rg_session_advance(rg_session *s, uint64_t steps, rg_fault *fault);
/* Where a run is made of many short ones, which are too short for the progress of each: called with
 * each of them, so that who asked for progress is called now and then. */
void rg_session_look(rg_session *s);
rg_result rg_session_spot_now(rg_session *s, rg_session_spot *spot, rg_fault *fault);

/* The machine as it stands. */
typedef struct {
    uint32_t pc;
    bool backward; /* direction of the machine */
    bool jumping;  /* between a jump and its landing */
    bool inside;   /* pc is in the program */
    size_t offset; /* then: of that word in the program */
} rg_stand;
rg_result rg_session_stand(rg_session *s, rg_stand *stand, rg_fault *fault);
/* The instruction that comes next the way the machine faces; false: it is none. */
bool rg_session_coming(const rg_session *s, const rg_stand *stand, rg_instruction *in);
/* Whether what comes next runs against the source; back: the machine has been turned. A call that
 * comes back from being undone is still turned, but its caller is not. */
bool rg_session_course(const rg_session *s, const rg_stand *stand, bool back);
/* The source position of a word of the program; NULL: none, or of the frame of a routine. */
const rg_line *rg_session_line_of(const rg_session *s, size_t offset);
const rg_routine *rg_session_routine_of(const rg_session *s, size_t offset);

/* ---- session_frames.c */
/* An absolute place: a register, a word of memory, or nowhere. */
typedef struct {
    enum { RG_SPOT_NOWHERE, RG_SPOT_REGISTER, RG_SPOT_MEMORY } kind;
    uint32_t at;
} rg_spot;
typedef struct {
    const rg_routine *routine;
    uint32_t point, word; /* the point between words, and the word that the frame is at */
    int64_t entry_sp;     /* INT64_MIN: not known */
    rg_spot registers[32];
    int64_t call;  /* address of the call that made it, in instruction memory; -1: not known */
    bool backward; /* it runs against the direction of the source */
} rg_frame;
enum { RG_MOST_FRAMES = 256 };
/* All frames, the innermost first, at most RG_MOST_FRAMES. */
size_t rg_session_unwind(rg_session *s, rg_frame *frames, size_t capacity);
/* Its lowest 64 bits, which is all of an Int, of an address and of a link. */
bool rg_session_peek(rg_session *s, rg_spot spot, uint32_t bank, int64_t *word);
rg_spot rg_session_resolve(rg_session *s, const rg_frame *frame, const rg_place *place);

/* ---- session_words.c: words whole (docs/development/sessions.md#wide-words) */
/* The bus address of a location; bank 0 values, 1 gradients, 2 tangents. */
uint32_t rg_session_bus(const rg_session *s, rg_spot spot, unsigned bank);
/* The location of a bus address; false: it is of a counter. */
bool rg_session_locate(const rg_session *s, uint32_t address, rg_spot *spot, unsigned *bank);
/* The number that a word of this bank stands for; value: the word of bank 0 at this
 * location. */
double rg_held_number(const rg_session *s, rg_number number, unsigned bank, const rg_held *value,
                      const rg_held *held);
/* A word of any bank as a number, by its bus address. */
rg_result rg_session_number_at(const rg_session *s, rg_number number, uint32_t address,
                               double *value, rg_fault *fault);
/* The lowest 64 bits become `word`, others stay. */
rg_result rg_session_put_word(rg_session *s, rg_spot spot, unsigned bank, int64_t word,
                              rg_fault *fault);
/* A number, rounded to what the word has room for; a float word stays one. name: for messages. */
rg_result rg_session_put_number(rg_session *s, rg_spot spot, unsigned bank, rg_number number,
                                double value, const char *name, rg_fault *fault);

/* ---- session_values.c */
typedef struct {
    rg_spot spot; /* of a scalar or element: where it is */
    rg_number number;
    bool narrow; /* a Fixed beside Float */
    unsigned rank;
    size_t rows, columns, extents[RG_MOST_RANK];
    int64_t base; /* of an array: address of its header */
    int64_t plus; /* of an Int in a register: it is that much more than the register */
    bool absent;  /* there is such a variable, but it is nowhere */
    bool door;    /* a scalar argument outside of the program: memory, or register `other` */
    unsigned other;
} rg_found;
/* A variable by name in a frame; false: there is none of this name. */
bool rg_session_find(rg_session *s, size_t frame, const char *name, rg_found *found);
/* The same of a frame that is known already. */
bool rg_session_find_in(rg_session *s, const rg_frame *frame, const char *name, rg_found *found);
/* An element of an array, counted from 0. */
void rg_session_element(rg_session *s, const rg_found *array, size_t index, rg_found *element);
void rg_session_read(rg_session *s, const rg_found *found, rg_session_value *value);
/* A loop variable that follows from the counter cannot be set. */
rg_result rg_session_may_set(const rg_found *found, const char *name, rg_fault *fault);

/* ---- session_expression.c */
/* An lvalue: a variable or element, of bank 0 or the gradient of one (1). */
rg_result rg_session_lvalue(rg_session *s, size_t frame, const char *text, rg_found *found,
                            unsigned *bank, rg_fault *fault);
rg_result rg_session_number(rg_session *s, size_t frame, const char *text, double *number,
                            rg_fault *fault);

/* ---- session_stops.c */
/* Run until one of the stops or of the words (addresses in instruction memory) comes next, where
 * sp, if it is not INT64_MIN, has this value. *reached: one of the words. */
typedef struct {
    const uint32_t *words;
    size_t count;
    int64_t sp;
} rg_until;
/* One instruction the way it faces; *done: a watch among the stops, or anything else, ends it. */
rg_result rg_session_one(rg_session *s, const rg_session_stop *stops, size_t count, bool *done,
                         rg_fault *fault);
/* Where a step has ended: whether one of the stops is here too. Sets why, and faces forward. */
rg_result rg_session_stops_here(rg_session *s, const rg_session_stop *stops, size_t count,
                                rg_fault *fault);
/* Run until the word at a bus address changes, following it through exchanges: *address is where it
 * is then. */
rg_result rg_session_watch_word(rg_session *s, bool back, uint32_t *address, bool *found,
                                rg_fault *fault);

/* Whether it ends a run at what is done with a word, and not where an instruction stands. */
bool rg_session_is_watch(const rg_session_stop *stop);

/* ---- session_access.c */
/* What the instruction that comes next, the way the machine faces, will do with the word at a bus
 * address: RG_READS and RG_UPDATES of isa/accesses.h. */
rg_result rg_session_access(rg_session *s, uint32_t address, unsigned *access, rg_fault *fault);

/* ---- session_lines.c: see rg_session_line */
rg_result rg_session_next(rg_session *s, bool over, bool back, const rg_session_stop *stops,
                          size_t count, rg_fault *fault);
rg_result rg_session_out(rg_session *s, bool back, const rg_session_stop *stops, size_t count,
                         rg_fault *fault);

rg_result rg_session_until(rg_session *s, bool back, const rg_session_stop *stops, size_t count,
                           const rg_until *until, bool *reached, rg_fault *fault);

#endif
