/* twin.h: programs on the machine and as emitted C, many of them in one unit of C. The machine says
 * what each must print; the unit is compiled and run, and what it prints is compared. */
#ifndef TWIN_H
#define TWIN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "host-driver/retrograd.h"

typedef struct {
    unsigned programs, refused, rejected, trapped, gradients, tangents;
    char first_refusal[400];
} twin_counts;

/* What is compared: values both ways and tangents, or gradients. */
typedef enum { TWIN_ALL, TWIN_VALUES, TWIN_GRADIENTS } twin_what;

typedef struct {
    twin_what what; /* of the next twin_add; TWIN_ALL at first */
    char folder[64];
    FILE *unit, *calls, *expected;
    char *call_text, *expected_text;
    size_t call_size, expected_size;
    unsigned count, last_emitted;
    const char *last_text;
    twin_counts counts;
} twin_unit;

/* An empty unit in a new folder; false when that cannot be had. */
bool twin_open(twin_unit *u);
/* Adds a routine of the program, with arguments drawn from seed. all: the C has all routines, for
 * further calls with the same text; else this one and what it calls. False: the machine failed, and
 * *fault says how. */
bool twin_add(twin_unit *u, rg_device *device, const char *path, const char *text,
              const char *routine, bool all, uint64_t seed, rg_fault *fault);
/* Compiles and runs the unit. The number of lines that differ, each told on standard error, the
 * first ones; -1 when it does not compile or does not run. The folder is removed unless `keep`. */
int twin_close(twin_unit *u, const char *compile, bool keep);

#endif
