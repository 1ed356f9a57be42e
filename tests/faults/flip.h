/* flip.h: the engine "rtl" of this program flips one bit of one state element, once, in the
 * middle of a run. */
#ifndef RG_FLIP_H
#define RG_FLIP_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A bit of a register (word 0), or of a word of a small memory, by its path in the design. */
typedef struct {
    const char *path;
    unsigned word, bit;
    bool memory;
} rg_flip_site;

/* Flip the site right after the clock edge that is `cycles` edges of the running core from now. The
 * site is looked up at once: false when the model has none of this name. */
bool rg_flip_arm(const rg_flip_site *site, uint64_t cycles);
/* True when the flip has happened. */
bool rg_flip_done(void);
/* Clock edges so far at which the core was running. */
uint64_t rg_flip_edges(void);

#ifdef __cplusplus
}
#endif
#endif
