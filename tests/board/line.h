/* line.h: a line between a host and a simulated board that can go wrong. */
#ifndef RG_BOARD_LINE_H
#define RG_BOARD_LINE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "tests/board/simulated.h"

/* What is wrong: bytes to the board are lost, bytes from it; some change; bytes are put in between.
 */
typedef enum { LINE_FINE, LINE_DEAF, LINE_MUTE, LINE_NOISE, LINE_GARBLED } line_wrong;

typedef struct {
    const char *program; /* the simulation */
    simulated board;
    char path[200]; /* a link to the terminal that is plugged in */
    char folder[64];
    atomic_int outer, inner; /* this side of the terminal of the host, and the board's */
    atomic_int wrong, ends;
    atomic_ulong spoilt;    /* bytes */
    atomic_ulong runs;      /* that the host has begun */
    unsigned char last[11]; /* bytes to the board, as a request has them */
    pthread_t thread;
} line;

/* A board that has power, and is plugged in. */
bool line_open(line *l, const char *program);
void line_close(line *l);
void line_goes_wrong(line *l, line_wrong how);
void line_unplug(line *l);
/* A new terminal behind the link. */
bool line_plug(line *l);
void line_lose_power(line *l);
bool line_give_power(line *l);

#endif
