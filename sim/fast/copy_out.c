/* copy_out.c: the way out of the copy engine: bursts asked for, beats sent and billed, answers. */
#include "sim/fast/copy_out.h"

#include "sim/fast/float.h"

/* Beats of a burst at most, and bursts under way (rtl/bus/rg_copy_out.v). */
enum { BURST = 16, BURSTS = 4 };

void rg_copy_out_start(rg_copy_out *copy, int64_t *bank, uint64_t host, uint32_t word,
                       uint32_t count)
{
    const bool upper = host % RG_BEAT_BYTES != 0;
    const uint32_t beats = count == 0 ? 0 : count / 2 + (count % 2 != 0 || upper);
    *copy = (rg_copy_out){.active = true,
                          .bank = bank,
                          .ask = host - host % RG_BEAT_BYTES,
                          .beats = beats,
                          .left = count,
                          .at = word,
                          .upper = upper,
                          .answer = host - host % RG_BEAT_BYTES,
                          .count = count,
                          .unanswered = beats,
                          .began_upper = upper};
}

void rg_copy_out_stop(rg_copy_out *copy) { copy->halting = copy->halting || copy->active; }

/* Beats of the burst at an address: bursts end at multiples of 256 bytes. */
static unsigned burst_of(uint64_t address, uint32_t rest)
{
    const unsigned room = BURST - (unsigned)(address / RG_BEAT_BYTES % BURST);
    return rest < room ? rest : room;
}

static void ask(rg_copy_out *copy, rg_memory *memory)
{
    const unsigned burst = burst_of(copy->ask, copy->beats);
    rg_memory_write_ask(memory, copy->ask, burst);
    copy->ask += (uint64_t)burst * RG_BEAT_BYTES;
    copy->beats -= burst;
    copy->granted += burst;
}

static void send(rg_copy_out *copy, rg_memory *memory, rg_machine *m)
{
    const unsigned words = copy->which == (RG_WRITES_LOW | RG_WRITES_HIGH) ? 2 : 1;
    rg_memory_put(memory, copy->words, copy->which);
    m->count.bits_out += (uint64_t)words * m->config.num.xlen;
    m->count.words_out += words;
    copy->granted--;
    copy->shown = false;
}

/* As the bus counts them. */
static uint64_t word_at(const rg_copy_out *copy, const rg_machine *m, uint32_t at)
{
    return rg_limb_read(m, &copy->bank[at / rg_limbs(m)], at % rg_limbs(m));
}

static void show(rg_copy_out *copy, const rg_machine *m)
{
    const bool two = !copy->upper && copy->left > 1;
    const uint64_t first = word_at(copy, m, copy->at);
    copy->words[0] = first;
    copy->words[1] = two ? word_at(copy, m, copy->at + 1) : first;
    copy->which = (copy->upper ? 0 : RG_WRITES_LOW) | (copy->upper || two ? RG_WRITES_HIGH : 0);
    copy->at += two ? 2 : 1;
    copy->left -= two ? 2 : 1;
    copy->upper = false;
    copy->shown = true;
}

static void answered(rg_copy_out *copy, rg_bus_response response)
{
    const unsigned burst = burst_of(copy->answer, copy->unanswered);
    copy->answer += (uint64_t)burst * RG_BEAT_BYTES;
    copy->unanswered -= burst;
    if (copy->response == RG_BUS_OKAY && response == RG_BUS_OKAY)
        copy->good += burst;
    if (response == RG_BUS_OKAY)
        return;
    copy->response = copy->response == RG_BUS_OKAY ? response : copy->response;
    copy->halting = true;
}

bool rg_copy_out_clock(rg_copy_out *copy, rg_memory *memory, rg_machine *m)
{
    rg_bus_response response = RG_BUS_OKAY;
    const bool asks = copy->beats > 0 && !copy->halting && memory->unanswered < BURSTS;
    const bool done = memory->unanswered == 0 && (copy->beats == 0 || copy->halting);
    const bool sends = copy->shown && copy->granted > 0;
    const bool reads = copy->left > 0 && (!copy->shown || sends);
    const bool answer = rg_memory_answer(memory, &response);
    m->count.cycles_out++;
    if (sends)
        send(copy, memory, m);
    if (asks)
        ask(copy, memory);
    if (reads)
        show(copy, m);
    if (answer)
        answered(copy, response);
    rg_memory_clock(memory, false, answer);
    copy->active = !done;
    return done;
}

uint32_t rg_copy_out_copied(const rg_copy_out *copy)
{
    const uint32_t there = copy->good == 0 ? 0 : 2 * copy->good - (copy->began_upper ? 1 : 0);
    return there < copy->count ? there : copy->count;
}
