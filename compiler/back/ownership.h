/* ownership.h: who owns each register, followed through the instructions of a routine. A register
 * is zero, or it holds something that one later instruction takes away: a temporary, a variable,
 * the link of a block, what a caller has there. */
#ifndef RG_OWNERSHIP_H
#define RG_OWNERSHIP_H

#include "cg.h"

/* The instructions of one routine. callee: of calls of routines by name, NULL elsewhere. */
typedef struct {
    size_t count, entry;
    rg_instruction *in; /* offsets count from the instruction itself */
    const ir_routine **callee;
    const rg_line *lines; /* NULL: nothing is reported */
} cg_owned;

/* Who owns what at one point. */
enum { CG_OWN_WORDS = 192, CG_OWN_OPEN = 12 };
typedef enum {
    CG_OWN_ZERO,
    CG_OWN_NIL,  /* zero because a branch has said so; where branches meet that does not count */
    CG_OWN_FULL, /* holds something */
    CG_OWN_SOME, /* not known */
    CG_OWN_LINK, /* the link of the routine or of a block */
    CG_OWN_CALLER = 32 /* and more: what a caller has in that register */
} cg_own;

/* What a register or a word holds; name: values of one name are equal. */
typedef struct {
    uint8_t own;
    uint32_t name;
} cg_held_value;

typedef struct {
    bool reached;
    cg_held_value reg[32];
    bool sp_known, fp_known;
    int32_t sp, fp; /* from where sp is at the entry */
    unsigned open_count;
    struct {
        uint32_t address;
        cg_held_value value;
    } open[CG_OWN_OPEN];              /* words of memory that are exchanged into registers */
    unsigned word_count;              /* words of the frame up to the last one that was named */
    cg_held_value rest;               /* what each word behind them holds */
    cg_held_value word[CG_OWN_WORDS]; /* from where sp is at the entry */
} cg_owners;

/* What one instruction does wrong to a register. */
typedef enum {
    CG_OWN_FINE,
    CG_OWN_CHANGES_LINK,
    CG_OWN_DROPS_LINK,
    CG_OWN_OVER_VALUE,
    CG_OWN_BEGINS_ON_VALUE,
    CG_OWN_NOTHING /* takes away what is not there: at a condition, which may be 0, that is right */
} cg_own_fault;

/* One instruction, which neither jumps nor calls, and the register. */
cg_own_fault cg_own_step(cg_owners *s, const rg_instruction *in, unsigned *reg);
/* Where branches meet. True when `into` is another one then, but for names, which only tell
 * addresses apart. */
bool cg_own_join(cg_owners *into, const cg_owners *from, uint32_t where);
/* Without the words that nothing has named: they are most of it. */
void cg_own_copy(cg_owners *to, const cg_owners *from);

static inline bool cg_own_is_zero(const cg_held_value *v)
{
    return v->own == CG_OWN_ZERO || v->own == CG_OWN_NIL;
}
static inline bool cg_own_is_held(const cg_held_value *v)
{
    return v->own == CG_OWN_FULL || v->own >= CG_OWN_LINK;
}

/* Registers that are zero before each instruction, whichever way it is reached: count + 1 masks,
 * to be freed; NULL when memory is short or the instructions make no sense. */
uint32_t *cg_zero_registers(cg *g, const cg_owned *words);

/* A draft does not save yet what its callers have; a routine with the calls that it makes is
 * settled with all others. */
typedef enum { CG_VERIFY_DRAFT, CG_VERIFY_ROUTINE, CG_VERIFY_CALLS } cg_verify_at;

/* Where options.verify asks for it: no register has two owners in the routine that was made. Fails
 * with the name of the pass before. */
void cg_verify(cg *g, const rg_routine *out, const char *pass, cg_verify_at at);

/* The diagnostic is that of cg_verify: no other attempt makes it good. */
bool cg_is_fault(const cg *g);

#endif
