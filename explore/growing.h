/* growing.h: files that get their name when they are complete. */
#ifndef RG_EXPLORE_GROWING_H
#define RG_EXPLORE_GROWING_H

#include <stdbool.h>
#include <stdio.h>

#include "host-driver/retrograd.h"

enum { EX_LONGEST_PATH = 4096 };

/* A file while it is written. */
typedef struct {
    char path[EX_LONGEST_PATH], part[EX_LONGEST_PATH + 8];
    FILE *out; /* NULL: it could not be opened */
} ex_growing;

/* Begin path.part; false with errno. ex_growing_end in either case. */
bool ex_growing_begin(ex_growing *g, const char *path);
/* Close it and give it its name where all that was written is good; else the part is removed. With
 * good false errno says why. runnable: may be executed. RG_OK, or R0905. */
rg_result ex_growing_end(ex_growing *g, bool good, bool runnable, rg_fault *fault);

/* R0905 of this path: returns RG_BAD_USE. */
rg_result ex_cannot(rg_fault *fault, const char *path, const char *why);
/* The same for errno: RG_BAD_MACHINE where the host lacks room. */
rg_result ex_cannot_write(rg_fault *fault, const char *path);

#endif
