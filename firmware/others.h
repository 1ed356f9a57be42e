/* others.h: the part of the self-test that is made from the instruction table. */
#ifndef RG_FIRMWARE_OTHERS_H
#define RG_FIRMWARE_OTHERS_H

#include <stdbool.h>
#include <stddef.h>

/* Append the routine `others` to body (a string in room bytes). It has a block, as in
 * selftest_blocks.s, for every function instruction (formats U and U1 with gradients) that body
 * does not use yet, with values, gradients and signatures. The routine is empty when there is none,
 * or when the format cannot hold the inputs (narrow). False when the room is too small. */
bool rg_firmware_add_others(char *body, size_t room, bool narrow);

#endif
