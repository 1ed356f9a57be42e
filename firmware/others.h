/* others.h: the part of the self-test that is made from the instruction table. */
#ifndef RG_FIRMWARE_OTHERS_H
#define RG_FIRMWARE_OTHERS_H

#include <stdbool.h>
#include <stddef.h>

/* Append to body (a string in room bytes) the routine `others`: blocks, as in selftest_blocks.s, of
 * every function instruction (formats U and U1 with gradients) that body does not use yet, each
 * with its values, gradients and signatures. The routine is empty when there is none. narrow: the
 * format cannot hold the inputs; the routine is empty as well. False when the room is too small. */
bool rg_firmware_add_others(char *body, size_t room, bool narrow);

#endif
