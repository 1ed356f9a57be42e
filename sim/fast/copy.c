/* copy.c: the way in of the copy engine: bursts asked for, beats taken, words written and billed.
 */
#include "sim/fast/copy.h"

#include "sim/fast/float.h"

/* Beats of a burst at most, and bursts under way (rtl/bus/rg_copy_in.v). */
enum { BURST = 16, BURSTS = 4 };

void rg_copy_start(rg_copy *copy, uint64_t host, uint32_t word, uint32_t count)
{
    copy->active = true;
    copy->halting = false;
    copy->response = RG_BUS_OKAY;
    copy->upper = host % RG_BEAT_BYTES != 0;
    copy->ask = host - host % RG_BEAT_BYTES;
    copy->beats = count == 0 ? 0 : count / 2 + (count % 2 != 0 || copy->upper);
    copy->left = count;
    copy->at = word;
    copy->copied = 0;
}

void rg_copy_stop(rg_copy *copy) { copy->halting = copy->halting || copy->active; }

/* Bursts end at multiples of 256 bytes. */
static void ask(rg_copy *copy)
{
    const unsigned room = BURST - (unsigned)(copy->ask / RG_BEAT_BYTES % BURST);
    const unsigned burst = copy->beats < room ? copy->beats : room;
    rg_memory_ask(&copy->memory, copy->ask, burst);
    copy->ask += (uint64_t)burst * RG_BEAT_BYTES;
    copy->beats -= burst;
}

/* A word over another that was not 0 erases that one. */
static void put(rg_copy *copy, rg_machine *m, uint64_t data)
{
    const unsigned xlen = m->config.num.xlen;
    const int64_t word = xlen == 64 ? (int64_t)data : (int32_t)(uint32_t)data;
    int64_t *to = &m->m[copy->at / rg_limbs(m)];
    const unsigned limb = copy->at++ % rg_limbs(m);
    const int64_t old = (int64_t)rg_limb_read(m, to, limb);
    if (old != 0 && old != word)
        m->count.erased_host += xlen;
    rg_limb_write(m, to, limb, word);
    m->count.words_in++;
    copy->copied++;
    copy->left--;
}

static void take(rg_copy *copy, rg_machine *m, const rg_beat *beat)
{
    if (copy->halting || copy->left == 0)
        return;
    if (beat->response != RG_BUS_OKAY) {
        copy->response = beat->response;
        copy->halting = true;
        return;
    }
    if (!copy->upper)
        put(copy, m, beat->words[0]);
    if (copy->left > 0)
        put(copy, m, beat->words[1]);
    copy->upper = false;
}

bool rg_copy_clock(rg_copy *copy, rg_machine *m)
{
    rg_memory *memory = &copy->memory;
    rg_beat beat;
    const bool asks = copy->beats > 0 && !copy->halting && memory->waiting < BURSTS;
    const bool done = memory->waiting == 0 && (copy->beats == 0 || copy->halting);
    const bool taken = rg_memory_beat(memory, &beat);
    m->count.cycles_in++;
    if (asks)
        ask(copy);
    if (taken)
        take(copy, m, &beat);
    rg_memory_clock(memory, taken, false);
    copy->active = !done;
    return done;
}

void rg_copy_reset(rg_copy *copy)
{
    const rg_memory memory = copy->memory;
    *copy = (rg_copy){.memory = memory};
    rg_memory_reset(&copy->memory);
}
