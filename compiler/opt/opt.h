/* opt.h: the optimiser: passes over the intermediate representation, and the switches of all
 * passes.
 *
 * A pass keeps what a program computes, its inverse and its gradients (those may differ in the last
 * place, where a factor is applied to a sum instead of to the summands). It loses no check of the
 * program; a check may be made earlier, or later within the same straight line.
 * docs/development/compiler/optimiser.md says what each does. */
#ifndef RG_OPT_H
#define RG_OPT_H

#include "compiler/ir/ir.h"

typedef enum {
#define OPT_PASS(id, name, when, run, needs, gives, spoils, what) OPT_##id,
#define OPT_AGAIN(id, row, run, needs, gives, spoils)
#define OPT_CHOICE(id, name, what) OPT_##id,
#include "compiler/opt/passes.def"
#undef OPT_PASS
#undef OPT_AGAIN
#undef OPT_CHOICE
    OPT_PASS_COUNT
} opt_pass;

/* A set of passes, a bit each. */
typedef uint64_t opt_set;
#define OPT_EVERY ((UINT64_C(1) << OPT_PASS_COUNT) - 1)

static inline bool opt_off(opt_set off, opt_pass pass) { return off >> pass & 1; }

/* The passes that do not run for words of so many bits. Those of 16 have none that proves ranges,
 * for they count on words of 32 bits or more, and none that makes what a board leaves out. Without
 * the third stage no word waits for its neighbour, and words stay in the order of the source. */
opt_set opt_missing(unsigned xlen, bool staged);

/* Name and description; pass < OPT_PASS_COUNT. */
const char *opt_name(unsigned pass);
const char *opt_what(unsigned pass);
/* Does it run before the code generator, or is it one of the choices that the code generator makes
 * together? */
bool opt_runs_before_code(unsigned pass);
/* The pass of a name, or OPT_PASS_COUNT. */
unsigned opt_find(const char *name);
/* The names of the passes in a set; how many they are. */
unsigned opt_names(opt_set set, const char *names[OPT_PASS_COUNT]);

/* The passes that ran, or that the code generator asked for, each where it did so first. */
typedef struct opt_sequence {
    unsigned count;
    opt_pass pass[OPT_PASS_COUNT];
} opt_sequence;
/* Puts it down; order NULL: nobody wants to know. */
void opt_ran(opt_sequence *order, opt_pass pass);

/* Steps of the pipeline before the code generator, numbered from 1: a pass that runs several times
 * is several steps. */
typedef struct {
    unsigned first, last; /* 0: from the first on, up to the last one */
} opt_range;
/* The step of a name, which is that of the pass, with .2 for its second run; 0: none. */
unsigned opt_step(const char *name);
unsigned opt_step_count(void);
/* Writes the name. */
void opt_step_name(unsigned step, char *name, size_t size);

/* A new module with the same meaning, without the passes in `off`, by these steps of the pipeline;
 * names and files may be shared with `m`, which must outlive it and is not changed. ir_module_free;
 * NULL when memory is short. */
ir_module *opt_module(const ir_module *m, opt_set off, opt_range range, opt_sequence *order);

/* Give the parts of large expressions names, in every routine of a module of opt_module, for a code
 * generator that has run out of registers. False when nothing was to be named, or memory is short
 * (out_of_memory). */
bool opt_name_parts(ir_module *m);

#endif
