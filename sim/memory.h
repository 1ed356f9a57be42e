/* memory.h: the host's memory as the copy engine sees it, clock by clock. The engines share this
 * model, so a copy takes the same clocks on all.
 *
 * It accepts a burst in every clock while it has room, answers bursts in order, and each with a
 * beat a clock. Bursts that write are a queue of their own: their beats come in order, one a clock,
 * and each burst is answered some clocks after its last. */
#ifndef RG_SIM_MEMORY_H
#define RG_SIM_MEMORY_H

#include "sim/engine.h"

enum {
#define RG_COPY(latency) RG_MEMORY_LATENCY = latency,
#include "isa/timing.def"
    RG_MEMORY_BURSTS = 8, /* that it has room for */
    RG_BEAT_BYTES = 16
};

/* What is read at an address, a multiple of 16. */
typedef rg_bus_response (*rg_memory_read)(void *context, uint64_t address, uint64_t words[2]);

/* Which words of 16 bytes are written. */
enum { RG_WRITES_LOW = 1, RG_WRITES_HIGH = 2 };
typedef rg_bus_response (*rg_memory_write)(void *context, uint64_t address, const uint64_t words[2],
                                           unsigned which);

/* Zeroed: nothing is there, and nothing under way. */
typedef struct {
    rg_memory_read read;
    rg_memory_write write;
    void *context;
    uint64_t *words; /* where `read` and `write` are NULL: what is at address 0 and up */
    size_t count;
    struct {
        uint64_t address, due; /* the clock of the first beat, or of the next */
        unsigned beats;        /* still to come */
    } bursts[RG_MEMORY_BURSTS];
    unsigned first, waiting;
    struct {
        uint64_t address, due; /* of the answer, once all beats are there */
        unsigned beats;        /* still to come */
        rg_bus_response response;
    } writes[RG_MEMORY_BURSTS];
    unsigned first_write, unanswered, filled; /* filled: of these, those whose beats are there */
    uint64_t clock;
} rg_memory;

typedef struct {
    uint64_t words[2];
    rg_bus_response response;
    bool last;
} rg_beat;

static inline rg_bus_response rg_memory_look(const rg_memory *memory, uint64_t address,
                                             uint64_t words[2])
{
    const uint64_t index = address / 8;
    words[0] = words[1] = 0;
    if (memory->read)
        return memory->read(memory->context, address, words);
    if (index >= memory->count)
        return RG_BUS_DECERR;
    words[0] = memory->words[index];
    if (memory->count - index > 1)
        words[1] = memory->words[index + 1];
    return RG_BUS_OKAY;
}

/* Whether it takes an address in this clock. */
static inline bool rg_memory_ready(const rg_memory *memory)
{
    return memory->waiting < RG_MEMORY_BURSTS;
}

/* An address that it takes in this clock. */
static inline void rg_memory_ask(rg_memory *memory, uint64_t address, unsigned beats)
{
    const unsigned slot = (memory->first + memory->waiting++) % RG_MEMORY_BURSTS;
    memory->bursts[slot].address = address;
    memory->bursts[slot].due = memory->clock + RG_MEMORY_LATENCY;
    memory->bursts[slot].beats = beats;
}

/* The beat of this clock; false where there is none. */
static inline bool rg_memory_beat(const rg_memory *memory, rg_beat *beat)
{
    const unsigned slot = memory->first;
    if (memory->waiting == 0 || memory->clock < memory->bursts[slot].due)
        return false;
    beat->response = rg_memory_look(memory, memory->bursts[slot].address, beat->words);
    beat->last = memory->bursts[slot].beats == 1;
    return true;
}

static inline bool rg_memory_write_ready(const rg_memory *memory)
{
    return memory->unanswered < RG_MEMORY_BURSTS;
}

/* The address of a burst that writes, where it is ready. */
static inline void rg_memory_write_ask(rg_memory *memory, uint64_t address, unsigned beats)
{
    const unsigned slot = (memory->first_write + memory->unanswered++) % RG_MEMORY_BURSTS;
    memory->writes[slot].address = address;
    memory->writes[slot].beats = beats;
    memory->writes[slot].response = RG_BUS_OKAY;
}

/* Whether it takes a beat in this clock: one of a burst that was asked for before. */
static inline bool rg_memory_takes(const rg_memory *memory)
{
    return memory->filled < memory->unanswered;
}

static inline rg_bus_response rg_memory_store(rg_memory *memory, uint64_t address,
                                              const uint64_t words[2], unsigned which)
{
    rg_bus_response response = RG_BUS_OKAY;
    if (memory->write)
        return memory->write(memory->context, address, words, which);
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t index = address / 8 + i;
        if (!(which >> i & 1))
            continue;
        if (index < memory->count)
            memory->words[index] = words[i];
        else
            response = RG_BUS_DECERR;
    }
    return response;
}

/* A beat that it takes. */
static inline void rg_memory_put(rg_memory *memory, const uint64_t words[2], unsigned which)
{
    const unsigned slot = (memory->first_write + memory->filled) % RG_MEMORY_BURSTS;
    const rg_bus_response response =
        rg_memory_store(memory, memory->writes[slot].address, words, which);
    if (memory->writes[slot].response == RG_BUS_OKAY)
        memory->writes[slot].response = response;
    memory->writes[slot].address += RG_BEAT_BYTES;
    if (--memory->writes[slot].beats > 0)
        return;
    memory->writes[slot].due = memory->clock + RG_MEMORY_LATENCY;
    memory->filled++;
}

/* The answer of this clock; false where there is none. */
static inline bool rg_memory_answer(const rg_memory *memory, rg_bus_response *response)
{
    const unsigned slot = memory->first_write;
    if (memory->filled == 0 || memory->clock < memory->writes[slot].due)
        return false;
    *response = memory->writes[slot].response;
    return true;
}

/* The clock ends; taken: its beat was; answered: its answer was taken. */
static inline void rg_memory_clock(rg_memory *memory, bool taken, bool answered)
{
    memory->clock++;
    if (answered) {
        memory->first_write = (memory->first_write + 1) % RG_MEMORY_BURSTS;
        memory->unanswered--;
        memory->filled--;
    }
    if (!taken)
        return;
    memory->bursts[memory->first].address += RG_BEAT_BYTES;
    if (--memory->bursts[memory->first].beats > 0)
        return;
    memory->first = (memory->first + 1) % RG_MEMORY_BURSTS;
    memory->waiting--;
}

/* What was asked for is forgotten, as in a reset. */
static inline void rg_memory_reset(rg_memory *memory)
{
    memory->first = memory->waiting = 0;
    memory->first_write = memory->unanswered = memory->filled = 0;
}

#endif
