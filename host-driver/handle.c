/* handle.c: the table of handles. */
#include "host-driver/handle.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

/* From its low end a handle has: a 1, which no pointer to an aligned object has; the kind; the
 * slot; the generation. */
enum {
    KIND_BITS = 2,
    SLOT_BITS = UINTPTR_MAX > UINT32_MAX ? 24 : 14,
    GENERATION_BITS = UINTPTR_MAX > UINT32_MAX ? 32 : 15
};
#define GENERATION_MOST ((UINT64_C(1) << GENERATION_BITS) - 1)

/* Slots stay where they are: a chunk is twice as large as the one before, and is never freed. */
enum { FIRST_CHUNK = 64, CHUNKS = SLOT_BITS - 6 };

typedef struct {
    _Atomic uint32_t generation; /* of the handle that is live, or the next one to be */
    _Atomic uint32_t stop;       /* the generation that was asked to stop; 0: none */
    _Atomic unsigned kind;       /* 0: no handle is live */
    _Atomic unsigned how;        /* what became of the handle before: an rg_handle_state */
    _Atomic unsigned kind_before;
    void *_Atomic object;
    uint32_t next_free; /* number of a slot + 1; 0: none */
} slot;

static slot first_chunk[FIRST_CHUNK];
static slot *_Atomic chunks[CHUNKS] = {first_chunk};

/* What follows belongs to the lock. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t slots_used, first_free;

/* A slot by its number; NULL when there is none yet. */
static slot *slot_at(uint32_t number)
{
    uint32_t size = FIRST_CHUNK, before = 0;
    for (unsigned i = 0; i < CHUNKS; i++, before += size, size *= 2) {
        slot *chunk = atomic_load(&chunks[i]);
        if (!chunk)
            return NULL;
        if (number - before < size)
            return &chunk[number - before];
    }
    return NULL;
}

/* The number of a slot that was never used, whose chunk is there; UINT32_MAX: no memory. */
static uint32_t new_slot(void)
{
    uint32_t size = FIRST_CHUNK, before = 0;
    unsigned i = 0;
    while (i < CHUNKS && slots_used - before >= size) {
        before += size;
        size *= 2;
        i++;
    }
    if (i == CHUNKS)
        return UINT32_MAX;
    if (!atomic_load(&chunks[i])) {
        slot *chunk = calloc(size, sizeof *chunk);
        if (!chunk)
            return UINT32_MAX;
        atomic_store(&chunks[i], chunk);
    }
    return slots_used++;
}

static void *make(rg_handle_kind kind, uint32_t number, uint32_t generation)
{
    uintptr_t bits = (uintptr_t)generation << (1 + KIND_BITS + SLOT_BITS)
                     | (uintptr_t)number << (1 + KIND_BITS) | (uintptr_t)kind << 1 | 1;
    return (void *)bits; /* never followed: see handle.h */
}

typedef struct {
    slot *at;
    uint32_t number, generation;
    unsigned kind;
} taken_apart;

/* at is NULL for what cannot be a handle. */
static taken_apart take_apart(const void *handle)
{
    const uintptr_t bits = (uintptr_t)handle;
    taken_apart t = {.kind = bits >> 1 & ((1u << KIND_BITS) - 1),
                     .number = (uint32_t)(bits >> (1 + KIND_BITS) & ((1u << SLOT_BITS) - 1)),
                     .generation = (uint32_t)(bits >> (1 + KIND_BITS + SLOT_BITS))};
    if ((bits & 1) && make((rg_handle_kind)t.kind, t.number, t.generation) == handle)
        t.at = slot_at(t.number);
    return t;
}

void *rg_handle_open(rg_handle_kind kind, void *object)
{
    void *handle = NULL;
    pthread_mutex_lock(&lock);
    uint32_t number = first_free ? first_free - 1 : new_slot();
    slot *s = number == UINT32_MAX ? NULL : slot_at(number);
    if (s) {
        if (first_free)
            first_free = s->next_free;
        uint32_t generation = atomic_load(&s->generation);
        if (generation == 0)
            atomic_store(&s->generation, generation = 1);
        atomic_store(&s->object, object);
        atomic_store(&s->kind, kind);
        handle = make(kind, number, generation);
    }
    pthread_mutex_unlock(&lock);
    return handle;
}

void *rg_handle_object(rg_handle_kind kind, const void *handle, rg_handle_state *state)
{
    const taken_apart t = take_apart(handle);
    *state = !handle ? RG_HANDLE_NULL : RG_HANDLE_UNKNOWN;
    if (!t.at || t.kind != (unsigned)kind || t.generation == 0)
        return NULL;
    const uint32_t generation = atomic_load(&t.at->generation);
    if (generation == t.generation && atomic_load(&t.at->kind) == t.kind) {
        *state = RG_HANDLE_LIVE;
        return atomic_load(&t.at->object);
    }
    if (t.generation < generation) /* the last owner of the slot is remembered, not the others */
        *state = t.generation + 1 == generation && atomic_load(&t.at->kind_before) == t.kind
                     ? (rg_handle_state)atomic_load(&t.at->how)
                     : RG_HANDLE_CLOSED;
    return NULL;
}

void rg_handle_close(rg_handle_kind kind, const void *handle, rg_handle_state how)
{
    const taken_apart t = take_apart(handle);
    if (!t.at || t.kind != (unsigned)kind)
        return;
    pthread_mutex_lock(&lock);
    if (atomic_load(&t.at->generation) == t.generation && atomic_load(&t.at->kind) == t.kind) {
        atomic_store(&t.at->kind, 0);
        atomic_store(&t.at->object, NULL);
        atomic_store(&t.at->kind_before, t.kind);
        atomic_store(&t.at->how, how);
        atomic_store(&t.at->generation, t.generation + 1);
        /* A slot whose generations are used up is never used again. */
        if (t.generation + UINT64_C(1) < GENERATION_MOST) {
            t.at->next_free = first_free;
            first_free = t.number + 1;
        }
    }
    pthread_mutex_unlock(&lock);
}

bool rg_handle_stop(const void *handle)
{
    const taken_apart t = take_apart(handle);
    if (!t.at || t.kind != RG_HANDLE_DEVICE || t.generation == 0
        || atomic_load(&t.at->generation) != t.generation
        || atomic_load(&t.at->kind) != RG_HANDLE_DEVICE)
        return false;
    atomic_store(&t.at->stop, t.generation);
    return true;
}

bool rg_handle_stop_wanted(const void *handle)
{
    const taken_apart t = take_apart(handle);
    return t.at && atomic_load(&t.at->stop) == t.generation;
}

void rg_handle_stop_done(const void *handle)
{
    const taken_apart t = take_apart(handle);
    uint32_t mine = t.generation;
    if (t.at)
        atomic_compare_exchange_strong(&t.at->stop, &mine, 0);
}
