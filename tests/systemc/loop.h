/* loop.h: an endless loop of simple updates for measuring speed. */
#ifndef RG_SYSTEMC_LOOP_H
#define RG_SYSTEMC_LOOP_H

#include <stdint.h>

enum { LOOP_WORDS = 5, LOOP_START = 1 /* where to put PC */ };

#ifdef __cplusplus
extern "C"
#endif
    void
    loop_words(uint32_t words[LOOP_WORDS]); /* to be loaded at instruction address 0 */

#endif
