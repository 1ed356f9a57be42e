/* words.h: the instructions of a finished routine, decoded, for the passes over them. */
#ifndef RG_WORDS_H
#define RG_WORDS_H

#include "cg.h"

/* What the passes ask again and again of one instruction. */
typedef struct {
    uint32_t written; /* registers that it changes */
    uint32_t touched; /* that it names */
    bool wall, memory, changes_memory;
} cg_traits;

/* in: the instructions; dead: those that are to go; place: room for the index that each will have.
 */
typedef struct {
    cg *g;
    size_t begin, count;
    rg_instruction *in;
    bool *dead;
    cg_traits *traits;
    size_t *place;
    uint32_t *zero; /* by word: registers that are zero before it, for certain; NULL: not known */
    uint32_t named; /* registers that the routine uses already; of those that are zero, a value had
                       rather move to one of these */
} words;

/* Decodes; false: no memory (the failure is noted) or no instruction. To be closed in either case.
 */
bool cg_open_words(words *w, cg *g, const rg_routine *out);
/* Fills w->zero; false: it is not known. */
bool cg_find_zero(words *w, const rg_routine *out);
/* To be called when instruction i is another one. */
void cg_note_traits(words *w, size_t i);
/* changed: the dead instructions leave the routine, and jumps, calls and lines follow. */
void cg_close_words(words *w, rg_routine *out, bool changed);

/* Does `by`, between two uses of x, change what x reads (registers of its operands, its memory
 * word)? */
bool cg_disturbs(const rg_instruction *x, const rg_instruction *by);
/* Can the two, which access memory, name one word? */
bool cg_may_meet(const rg_instruction *x, const rg_instruction *y);
/* Do all jumps between the two instructions, and calls if with_calls, stay between them? Jumps name
 * each other, so none comes from outside either. */
bool cg_is_whole(const words *w, size_t from, size_t to, bool with_calls);
/* A call of another routine, whose address is not settled yet. index: in the buffer. */
bool cg_is_open_call(const cg *g, size_t index);

#endif
