/* near.c: what the host does for a board. */
#include "sim/board/near.h"

static rg_bus_response transfer(rg_board_near *n, bool write, uint32_t address, uint64_t *data)
{
    rg_bus_response response;

    return rg_board_transfer(&n->link, write, address, data, &response) ? response : RG_BUS_LOST;
}

rg_bus_response rg_board_get(rg_board_near *n, uint32_t address, uint64_t *data)
{
    return transfer(n, false, address, data);
}

rg_bus_response rg_board_put(rg_board_near *n, uint32_t address, uint64_t data)
{
    return transfer(n, true, address, &data);
}

/* ---- copies: a word of the machine is one of the host's ---- */

/* A stop on the line ends a copy where it is, as it ends any transfer: the caller repeats it. */
static rg_bus_response copy(rg_board_near *n, bool in, uint32_t window, uint64_t range)
{
    const uint64_t first = RG_BUS_FIELD(range, COPYIN, WORD),
                   count = RG_BUS_FIELD(range, COPYIN, COUNT);
    rg_bus_response response = RG_BUS_OKAY;

    if (first > n->count || count > n->count - first)
        return RG_BUS_SLVERR;
    for (n->copied = 0; response == RG_BUS_OKAY && n->copied < count;) {
        const uint64_t i = first + n->copied;
        const uint32_t address = window + 8 * (uint32_t)i;
        response = in ? rg_board_put(n, address, n->words[i])
                      : rg_board_get(n, address, &n->words[i]);
        n->copied += response == RG_BUS_OKAY;
    }
    *(in ? &n->words_in : &n->words_out) += n->copied;
    return response;
}

/* ---- the limit of cycles ---- */

rg_bus_response rg_board_over_limit(rg_board_near *n, uint64_t cycles)
{
    if (n->cycle_limit == 0 || cycles < n->cycle_limit || n->limited)
        return RG_BUS_OKAY;
    const rg_bus_response response = rg_board_put(n, RG_REG_CONTROL, RG_CONTROL_STOP);
    n->limited = response == RG_BUS_OKAY;
    return response;
}

/* A stop for the limit is none of the host's. A run that came to its end before it heard of it did
 * not come to its limit. */
static uint64_t shown_status(const rg_board_near *n, uint64_t status)
{
    return n->limited && status & RG_STATUS_STOPPED
               ? (status & ~(uint64_t)RG_STATUS_STOPPED) | RG_STATUS_CYCLES
               : status;
}

static rg_bus_response read_status(rg_board_near *n, uint64_t *data)
{
    const rg_bus_response response = rg_board_get(n, RG_REG_STATUS, data);

    if (response == RG_BUS_OKAY)
        *data = shown_status(n, *data);
    return response;
}

/* A stop that the host asks for is one for its own sake. */
static rg_bus_response control(rg_board_near *n, uint64_t data)
{
    const rg_bus_response response = rg_board_put(n, RG_REG_CONTROL, data);

    if (response == RG_BUS_OKAY && data & (RG_CONTROL_RUN | RG_CONTROL_STOP))
        n->limited = false;
    if (response == RG_BUS_OKAY && data & RG_CONTROL_CLEAR)
        n->words_in = n->words_out = 0;
    return response;
}

/* ---- the registers ---- */

static rg_bus_response is_zero(uint64_t data) { return data == 0 ? RG_BUS_OKAY : RG_BUS_SLVERR; }

static rg_bus_response held(uint64_t value, uint64_t *data)
{
    *data = value;
    return RG_BUS_OKAY;
}

static rg_bus_response hold(uint64_t *value, uint64_t data)
{
    *value = data;
    return RG_BUS_OKAY;
}

rg_bus_response rg_board_near_read(rg_board_near *n, uint32_t address, uint64_t *data)
{
    switch (address) {
    case RG_REG_STATUS: return read_status(n, data);
    case RG_REG_CYCLELIMIT: return held(n->cycle_limit, data);
    case RG_REG_PROGRAM: return held(n->program, data);
    case RG_REG_COPIED: return held(n->copied, data);
    case RG_REG_WORDSIN: return held(n->words_in, data);
    case RG_REG_WORDSOUT: return held(n->words_out, data);
    case RG_REG_CYCLESIN: /* a copy takes none of the machine's */
    case RG_REG_CYCLESOUT:
    case RG_REG_COPYHOST:
    case RG_REG_KEEP: /* what is dropped is gone, and none is kept */
    case RG_REG_KEPT: return held(0, data);
    default: return rg_board_get(n, address, data);
    }
}

rg_bus_response rg_board_near_write(rg_board_near *n, uint32_t address, uint64_t data)
{
    switch (address) {
    case RG_REG_CONTROL: return control(n, data);
    case RG_REG_CYCLELIMIT: return hold(&n->cycle_limit, data);
    case RG_REG_PROGRAM: return hold(&n->program, data);
    case RG_REG_COPYIN: return copy(n, true, RG_WINDOW_DMEMV, data);
    case RG_REG_COPYOUT: return copy(n, false, RG_WINDOW_DMEMV, data);
    case RG_REG_COPYOUTG: return copy(n, false, RG_WINDOW_DMEMG, data);
    case RG_REG_COPYHOST:
    case RG_REG_KEEP: return is_zero(data);
    case RG_REG_KEPT: return RG_BUS_OKAY; /* it gives up none */
    default: return rg_board_put(n, address, data);
    }
}

void rg_board_near_reset(rg_board_near *n)
{
    n->cycle_limit = n->program = n->copied = n->words_in = n->words_out = 0;
    n->limited = false;
}
