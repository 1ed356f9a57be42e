/* engine.c: the engine "board". */
#include "sim/board/engine.h"

#include <stdio.h>
#include <stdlib.h>

#include "sim/board/near.h"
#include "sim/engine_impl.h"

enum { REGISTERS = 32 };

typedef struct {
    rg_board_near near;
    uint64_t cycles;         /* CYCLES when a run was last looked at */
    bool interrupt, unreset; /* unreset: a reset was asked for and has not come through */
    char why[400];
} board;

static bool put(board *b, uint32_t address, uint64_t data)
{
    return rg_board_put(&b->near, address, data) == RG_BUS_OKAY;
}

static bool zero(board *b, uint32_t base, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        if (!put(b, base + 8 * i, 0))
            return false;
    return true;
}

/* A run that was stopped ends behind its instruction, and one that waits to give a word to OUT when
 * it is taken. */
static bool stands(board *b)
{
    enum { LOOKS = 1000 };
    uint64_t status = RG_STATUS_RUNNING, word;

    for (int i = 0; i < LOOKS && status & RG_STATUS_RUNNING; i++)
        if (rg_board_get(&b->near, RG_REG_STATUS, &status) != RG_BUS_OKAY
            || (RG_BUS_FIELD(status, STATUS, OUT_LEVEL) != 0
                && rg_board_get(&b->near, RG_REG_OUT, &word) != RG_BUS_OKAY))
            return false;
    return !(status & RG_STATUS_RUNNING);
}

/* The board has no wire for it: what a reset clears is written. */
static bool clear(board *b)
{
    static const uint32_t cleared[] = {RG_REG_MODE, RG_REG_PC,        RG_REG_BR,
                                       RG_REG_DIR,  RG_REG_CODEWORDS, RG_REG_STEPS};
    bool good = put(b, RG_REG_CONTROL, RG_CONTROL_STOP) && stands(b);

    for (size_t i = 0; good && i < sizeof cleared / sizeof cleared[0]; i++)
        good = put(b, cleared[i], 0);
    return good && zero(b, RG_WINDOW_REGV, REGISTERS) && zero(b, RG_WINDOW_REGG, REGISTERS)
           && zero(b, RG_REG_WLO, 4) && put(b, RG_REG_CONTROL, RG_CONTROL_CLEAR);
}

/* A reset that the line has lost comes before all else. */
static bool is_ready(board *b)
{
    b->unreset = b->unreset && !clear(b);
    return !b->unreset;
}

static rg_bus_response board_read(void *self, uint32_t address, uint64_t *data)
{
    *data = 0;
    return is_ready(self) ? rg_board_near_read(&((board *)self)->near, address, data) : RG_BUS_LOST;
}

static rg_bus_response board_write(void *self, uint32_t address, uint64_t data)
{
    return is_ready(self) ? rg_board_near_write(&((board *)self)->near, address, data)
                          : RG_BUS_LOST;
}

static void board_close(void *self)
{
    rg_board_link_close(&((board *)self)->near.link);
    free(self);
}

static void board_reset(void *self)
{
    board *b = self;

    b->unreset = true;
    rg_board_near_reset(&b->near);
    (void)is_ready(b);
    b->cycles = 0;
    b->interrupt = false;
}

/* The board's clock runs by itself: wait for the end of the run, a word in OUT, or so many clocks.
 */
static uint64_t board_run(void *self, uint64_t max_cycles)
{
    board *b = self;
    uint64_t status = 0, cycles = 0, passed = 0;
    bool runs = true;

    while (runs && passed < max_cycles) {
        if (board_read(b, RG_REG_STATUS, &status) != RG_BUS_OKAY
            || board_read(b, RG_REG_CYCLES, &cycles) != RG_BUS_OKAY)
            return passed;
        runs = (status & RG_STATUS_RUNNING) && RG_BUS_FIELD(status, STATUS, OUT_LEVEL) == 0;
        passed += cycles > b->cycles ? cycles - b->cycles : 0;
        b->cycles = cycles;
        b->interrupt = !runs;
        if (runs && rg_board_over_limit(&b->near, cycles) != RG_BUS_OKAY)
            return passed;
    }
    return passed < max_cycles ? passed : max_cycles;
}

static bool board_interrupt(const void *self) { return ((const board *)self)->interrupt; }

static void board_share(void *self, uint64_t *words, size_t count)
{
    board *b = self;

    b->near.words = words;
    b->near.count = count;
}

static const char *board_refused(const void *self)
{
    const board *b = self;

    if (b->near.link.trouble == RG_BOARD_FINE)
        return NULL;
    rg_board_link_say(&b->near.link, ((board *)self)->why, sizeof b->why);
    return b->why;
}

static bool board_away(const void *self)
{
    return rg_board_link_away(&((const board *)self)->near.link);
}

static const rg_engine_table table = {.close = board_close,
                                      .reset = board_reset,
                                      .read = board_read,
                                      .write = board_write,
                                      .run = board_run,
                                      .interrupt = board_interrupt,
                                      .share = board_share,
                                      .refused = board_refused,
                                      .away = board_away};

rg_engine *rg_board_engine_open(const char *path, char *why, size_t size)
{
    board *b = calloc(1, sizeof *b);

    if (!b) {
        snprintf(why, size, "memory is short");
        return NULL;
    }
    if (rg_board_link_open(&b->near.link, path)) {
        rg_engine *engine = rg_engine_of("board", &table, b);
        if (engine)
            return engine;
        snprintf(why, size, "memory is short");
    } else {
        rg_board_link_say(&b->near.link, why, size);
    }
    board_close(b);
    return NULL;
}
