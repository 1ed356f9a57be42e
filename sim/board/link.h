/* link.h: transfers of the bus over a serial line, in the frames of rtl/board/rg_board_link.v.
 *
 * A request without a right answer is sent again with the same number, so that the machine does it
 * once. When that does not help the transfer fails, and stays under way: the same transfer, asked
 * for again, goes on with that number, and another one finishes it first. */
#ifndef RG_BOARD_LINK_H
#define RG_BOARD_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/engine.h"

typedef enum {
    RG_BOARD_FINE,
    RG_BOARD_SILENT,    /* no answer */
    RG_BOARD_NOISY,     /* answers, and none that is right */
    RG_BOARD_GONE,      /* the line is closed, or could not be opened */
    RG_BOARD_RESTARTED, /* the machine has been configured anew: its state is lost */
    RG_BOARD_OTHER      /* what answers is no Retrograd machine */
} rg_board_trouble;

typedef struct {
    char path[256];
    int line;        /* -1: closed */
    unsigned wait;   /* milliseconds for an answer */
    unsigned tries;  /* of one transfer */
    unsigned number; /* of the last transfer */
    bool met;        /* the machine has answered */
    bool pending;    /* the request is still without an answer */
    uint8_t request[11];
    rg_board_trouble trouble;
    int error;       /* errno of GONE */
    uint64_t resent; /* requests that were sent again */
} rg_board_link;

/* Open the line of a board. False: link->trouble says why; the link is closed. */
bool rg_board_link_open(rg_board_link *link, const char *path);
void rg_board_link_close(rg_board_link *link);
/* One transfer. False: link->trouble says why, and whether the machine has done it is not known. A
 * machine that is RESTARTED or OTHER gets no more of them. */
bool rg_board_transfer(rg_board_link *link, bool write, uint32_t address, uint64_t *data,
                       rg_bus_response *response);
/* Whether the trouble may pass. */
bool rg_board_link_away(const rg_board_link *link);
/* What the trouble is, in words: "the board at PATH ..." */
void rg_board_link_say(const rg_board_link *link, char *text, size_t size);

#endif
