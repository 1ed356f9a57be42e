/* needed.c: the rules of docs/explanation/baselines.md, for each instruction. */
#include "host-driver/needed.h"

#include "isa/accesses.h"

#include <stdlib.h>
#include <string.h>

/* Of a word: the results depend on it; its value enters a partial derivative; the rest of the
 * stretch overwrites it, by a stream; something behind here overwrites it; a stream left it zero.
 */
enum { LIVE = 1, USED = 2, LOST = 4, BY_STREAM = 8, CHANGED = 16, CLEARED = 32 };
/* Units of the last place that a word of Fixed may keep where it is undone by a quotient. */
enum { RESIDUE = 8 };

static size_t register_word(const rg_needs *n, unsigned index)
{
    return n->word_count - RG_NEEDS_REGISTERS + (index & 31);
}

static size_t accumulator(const rg_needs *n) { return n->word_count - 1; }

static bool in_state(uint8_t flags) { return (flags & (LIVE | CHANGED)) == (LIVE | CHANGED); }

static void set_flags(rg_needs *n, size_t word, unsigned flags)
{
    const uint8_t old = n->words[word];
    n->words[word] = (uint8_t)flags;
    n->live += (flags & LIVE ? 1u : 0u);
    n->live -= (old & LIVE ? 1u : 0u);
    n->state += in_state((uint8_t)flags);
    n->state -= in_state(old);
    if (n->live > n->out->live)
        n->out->live = n->live;
}

static bool is_live(const rg_needs *n, size_t word) { return (n->words[word] & LIVE) != 0; }
static void want(rg_needs *n, size_t word) { set_flags(n, word, n->words[word] | LIVE); }
static void end_life(rg_needs *n, size_t word)
{
    set_flags(n, word, n->words[word] & ~(unsigned)LIVE);
}
static void use(rg_needs *n, size_t word) { n->words[word] |= USED; }

static bool must_be_taped(const rg_needs *n, size_t word)
{
    return (n->words[word] & (USED | LOST)) == (USED | LOST);
}

/* A value begins here that is overwritten later on: the reverse sweep may need it after that. */
static void tape(rg_needs *n, size_t word)
{
    if (!must_be_taped(n, word))
        return;
    n->segment->taped++;
    n->segment->taped_by_streams += (n->words[word] & BY_STREAM) != 0;
}

static void overwrite(rg_needs *n, size_t word, bool stream)
{
    const unsigned kept = n->words[word] & (LIVE | CLEARED);
    tape(n, word);
    set_flags(n, word, kept | LOST | CHANGED | (stream ? BY_STREAM : 0u));
    n->segment->forward.bits_erased_gradient += n->device->xlen;
}

/* The word is a copy, which the reverse sweep can make again. */
static void copied_from(rg_needs *n, size_t word, size_t source)
{
    if (!must_be_taped(n, word))
        return;
    n->words[word] &= (uint8_t) ~(unsigned)USED;
    use(n, source);
}

void rg_needs_cut(rg_needs *n)
{
    n->segment = n->stretch;
    for (size_t word = 0; word < n->word_count; word++) {
        tape(n, word);
        n->words[word] &= (uint8_t) ~(unsigned)(USED | LOST | BY_STREAM);
    }
    n->stretch->state = n->state;
}

void rg_needs_results(rg_needs *n, size_t first, size_t count)
{
    for (size_t i = 0; i < count && first + i < n->word_count; i++)
        want(n, first + i);
}

bool rg_needs_word(const rg_needs *n, size_t word)
{
    return word < n->word_count && is_live(n, word);
}

/* ---- costs ---- */

static void count(rg_counters *c, unsigned class, uint64_t operations, uint64_t cycles)
{
    c->by_mode[0][0][class] += operations;
    c->instructions += operations;
    c->cycles += cycles;
}

/* Elements of one stream. */
static void count_stream(rg_counters *c, unsigned class, uint64_t elements)
{
    c->by_mode[0][0][class] += elements;
    c->instructions++;
    c->cycles += elements;
}

static void move_words(rg_counters *c, uint64_t reads, uint64_t writes)
{
    c->memory_reads += reads;
    c->memory_writes += writes;
}

/* What decides whether it runs is needed too. */
static void need(rg_needs *n, const rg_undone *u, uint64_t operations)
{
    const rg_control_dependence *d = &n->decided[u->backward];
    if (!u->program)
        return;
    n->out->needed += operations;
    for (uint32_t i = d->first[u->at]; i < d->first[u->at + 1]; i++) {
        n->wanted[d->deciders[i]] |= (uint8_t)(1u << u->backward);
        n->leads[d->deciders[i]] |= (uint8_t)(1u << u->backward);
    }
}

/* ---- partial derivatives ---- */

/* Of one operand: it carries a gradient; its partial derivative is a constant; else whether that
 * is the other operand, or a function of the operands. */
typedef struct {
    bool active, constant, at_hand;
    const char *text;
} partial;

static partial partial_of(const char *text)
{
    return (partial){.active = text[0] != '\0',
                     .constant = strcmp(text, "1") == 0 || strcmp(text, "-1") == 0,
                     .at_hand = strcmp(text, "a") == 0 || strcmp(text, "b") == 0,
                     .text = text};
}

static partial partial_by(const rg_instruction *in, const rg_op_info *info, bool by_b)
{
    if (by_b && in->immediate)
        return partial_of("");
    return partial_of(by_b ? info->gb : info->ga);
}

static bool has_a(const rg_op_info *info)
{
    return info->format == RG_FMT_U || info->format == RG_FMT_W || info->format == RG_FMT_MD;
}

/* Words that enter the partial derivatives; a and b: where the operands are, SIZE_MAX: nowhere. */
static void use_operands(rg_needs *n, const rg_undone *u, size_t a, size_t b)
{
    for (unsigned by_b = 0; by_b < 2; by_b++) {
        const partial p = partial_by(&u->in, u->info, by_b != 0);
        if (!p.active || p.constant)
            continue;
        if (a != SIZE_MAX && !(p.at_hand && p.text[0] == 'b'))
            use(n, a);
        if (b != SIZE_MAX && !(p.at_hand && p.text[0] == 'a'))
            use(n, b);
    }
}

/* The updates of gradients that stand for the update of a register. */
static void reverse_update(rg_needs *n, const rg_undone *u)
{
    rg_counters *c = &n->segment->reverse;
    for (unsigned by_b = 0; by_b < 2; by_b++) {
        const partial p = partial_by(&u->in, u->info, by_b != 0);
        if (p.active)
            count(c, p.constant ? RG_CLASS_ADD : RG_CLASS_MUL, 1, 1);
        if (p.active && !p.constant && !p.at_hand)
            count(c, u->info->class, 1, u->cycles);
    }
}

/* Of integers there is no gradient: the reverse sweep computes them once more. */
static bool is_integer(const rg_undone *u) { return u->info->kind == RG_KIND_INT; }

static void repeat(rg_needs *n, const rg_undone *u, uint64_t reads, uint64_t writes)
{
    count(&n->segment->reverse, u->info->class, 1, u->cycles);
    move_words(&n->segment->reverse, reads, writes);
}

/* ---- updates ---- */

/* An update of one word by what is at these others. */
typedef struct {
    size_t target, a, b; /* a, b: operands; SIZE_MAX: none */
    size_t others[4];    /* registers of addresses */
    size_t other_count;
    uint64_t reads;      /* words of memory */
    bool memory, copies; /* the target is in memory; it is a copy of b where it is new */
} update;

static bool is_zero(const rg_undone *u, int64_t word)
{
    return u->info->kind == RG_KIND_FIX ? word >= -RESIDUE && word <= RESIDUE : word == 0;
}

static unsigned mode_of(const rg_undone *u)
{
    const unsigned mode = u->in.mode;
    return !u->backward            ? mode
           : mode == RG_MODE_SET   ? RG_MODE_UNSET
           : mode == RG_MODE_UNSET ? RG_MODE_SET
                                   : mode;
}

/* Who reads the zero of a word that was undone is given one. */
static void clear(rg_needs *n, const rg_undone *u, size_t word, bool memory)
{
    if (!is_live(n, word))
        return;
    need(n, u, 1);
    count(&n->segment->forward, memory ? RG_CLASS_MEM : RG_CLASS_INT, 1, 1);
    move_words(&n->segment->forward, 0, memory);
    overwrite(n, word, false);
    end_life(n, word);
}

static void want_sources(rg_needs *n, const update *x)
{
    if (x->a != SIZE_MAX)
        want(n, x->a);
    if (x->b != SIZE_MAX)
        want(n, x->b);
    for (size_t i = 0; i < x->other_count; i++)
        want(n, x->others[i]);
}

static void take_update(rg_needs *n, const rg_undone *u, const update *x)
{
    const unsigned mode = mode_of(u);
    const bool fresh = mode == RG_MODE_SET || is_zero(u, u->before);
    const uint64_t reads = x->reads + (x->memory && !fresh), writes = x->memory;

    if (!is_live(n, x->target))
        return;
    if (mode == RG_MODE_UNSET || (!fresh && is_zero(u, u->after))) {
        clear(n, u, x->target, x->memory);
        return;
    }
    need(n, u, 1);
    count(&n->segment->forward, u->info->class, 1, u->cycles);
    move_words(&n->segment->forward, reads, writes);
    if (fresh && x->copies)
        copied_from(n, x->target, x->b);
    overwrite(n, x->target, false);
    if (fresh)
        end_life(n, x->target);
    want_sources(n, x);
    if (is_integer(u)) {
        repeat(n, u, reads, writes);
    } else if (u->info->class == RG_CLASS_MEM) { /* the gradient of the word moves the other way */
        count(&n->segment->reverse, RG_CLASS_MEM, 1, 1);
        move_words(&n->segment->reverse, 1, !x->memory || fresh);
    } else {
        use_operands(n, u, x->a, x->b);
        reverse_update(n, u);
    }
}

/* Words of memory stand in the place of registers, and registers say where they are. */
static void take_operands(const rg_needs *n, const rg_undone *u, update *x)
{
    const rg_instruction *in = &u->in;
    const unsigned fields[] = {in->d, in->a, in->b};
    size_t *const words[] = {&x->target, &x->a, &x->b};

    for (size_t i = 0; i < 3; i++)
        if (in->words >> i & 1) {
            *words[i] = u->operands[i];
            x->others[x->other_count++] = register_word(n, fields[i]);
            x->reads += i > 0;
        }
    x->others[x->other_count++] = register_word(n, RG_INDEX_REGISTER);
    x->memory = (in->words & RG_WORD_D) != 0;
}

static update update_of_register(const rg_needs *n, const rg_undone *u)
{
    const rg_instruction *in = &u->in;
    update x = {.target = register_word(n, in->d), .a = SIZE_MAX, .b = SIZE_MAX};
    if (u->info->format == RG_FMT_WO)
        x.b = accumulator(n);
    else if (u->info->format != RG_FMT_C && !in->immediate)
        x.b = register_word(n, in->b);
    if (has_a(u->info))
        x.a = register_word(n, in->a);
    x.copies = in->op == RG_OP_FMOV && !in->immediate;
    if (in->words)
        take_operands(n, u, &x);
    return x;
}

static void want_address(const rg_needs *n, const rg_instruction *in, update *x)
{
    x->others[x->other_count++] = register_word(n, in->a);
    if (!in->immediate)
        x->others[x->other_count++] = register_word(n, in->b);
}

static void take_load(rg_needs *n, const rg_undone *u)
{
    update x = {.target = register_word(n, u->in.d),
                .a = SIZE_MAX,
                .b = u->address,
                .reads = 1,
                .copies = true};
    want_address(n, &u->in, &x);
    take_update(n, u, &x);
}

static void take_store(rg_needs *n, const rg_undone *u)
{
    update x = {.target = u->address,
                .a = SIZE_MAX,
                .b = register_word(n, u->in.d),
                .memory = true,
                .copies = true};
    want_address(n, &u->in, &x);
    take_update(n, u, &x);
}

/* ---- moves ---- */

static void exchange_flags(rg_needs *n, size_t one, size_t other)
{
    const uint8_t flags = n->words[one];
    set_flags(n, one, n->words[other] | CHANGED);
    set_flags(n, other, flags | CHANGED);
}

/* Words that are exchanged: what is live of them is moved. */
static void take_exchange(rg_needs *n, const rg_undone *u, size_t one, size_t other, bool memory)
{
    const bool to_one = is_live(n, one), to_other = is_live(n, other);
    const unsigned moved = (unsigned)to_one + (unsigned)to_other;
    exchange_flags(n, one, other);
    if (moved == 0)
        return;
    need(n, u, moved);
    n->segment->forward.bits_erased_gradient += (uint64_t)moved * n->device->xlen;
    count(&n->segment->forward, u->info->class, moved, moved);
    count(&n->segment->reverse, u->info->class, moved, moved);
    if (memory) {
        move_words(&n->segment->forward, to_one, to_other);
        move_words(&n->segment->reverse, moved, moved);
        want(n, register_word(n, u->in.a));
        if (!u->in.immediate)
            want(n, register_word(n, u->in.b));
    }
}

/* Two registers and the accumulator. */
static void take_accumulator(rg_needs *n, const rg_undone *u)
{
    const size_t one = register_word(n, u->in.d), other = register_word(n, u->in.a);
    const bool from = is_live(n, one) || is_live(n, other), to = is_live(n, accumulator(n));
    if (!from && !to)
        return;
    need(n, u, 2);
    count(&n->segment->forward, u->info->class, 2, 2);
    count(&n->segment->reverse, u->info->class, 2, 2);
    overwrite(n, accumulator(n), false);
    overwrite(n, one, false);
    overwrite(n, other, false);
    set_flags(n, accumulator(n), (n->words[accumulator(n)] & ~(unsigned)LIVE) | (from ? LIVE : 0u));
    set_flags(n, one, (n->words[one] & ~(unsigned)LIVE) | (to ? LIVE : 0u));
    set_flags(n, other, (n->words[other] & ~(unsigned)LIVE) | (to ? LIVE : 0u));
}

/* Bijections of one or more registers, in place. */
static void take_in_place(rg_needs *n, const rg_undone *u, bool with_accumulator)
{
    const rg_accesses all = rg_accesses_of(&u->in);
    bool live = with_accumulator && is_live(n, accumulator(n));
    for (unsigned r = 0; r < 32; r++)
        live = live || ((all.updates >> r & 1) && is_live(n, register_word(n, r)));
    if (!live)
        return;
    need(n, u, 1);
    count(&n->segment->forward, u->info->class, 1, u->cycles);
    count(&n->segment->reverse, u->info->class, 1, u->cycles);
    for (unsigned r = 0; r < 32; r++) {
        if (all.updates >> r & 1)
            overwrite(n, register_word(n, r), false);
        if ((all.updates | all.reads) >> r & 1) {
            want(n, register_word(n, r));
            use(n, register_word(n, r));
        }
    }
    if (with_accumulator) {
        overwrite(n, accumulator(n), false);
        want(n, accumulator(n));
    }
    if (u->info->class == RG_CLASS_ELEM || with_accumulator) { /* by the angle, or the factors */
        count(&n->segment->reverse, RG_CLASS_MUL, 2, 2);
        count(&n->segment->reverse, RG_CLASS_ADD, 1, 1);
    }
}

static void take_product(rg_needs *n, const rg_undone *u)
{
    const size_t a = register_word(n, u->in.a),
                 b = u->in.immediate ? SIZE_MAX : register_word(n, u->in.b);
    if (!is_live(n, accumulator(n)))
        return;
    need(n, u, 1);
    count(&n->segment->forward, u->info->class, 1, u->cycles);
    overwrite(n, accumulator(n), false);
    want(n, a);
    if (b != SIZE_MAX)
        want(n, b);
    use_operands(n, u, a, b);
    reverse_update(n, u);
}

/* ---- control ---- */

static void take_loop(rg_needs *n, const rg_undone *u)
{
    const size_t counter = register_word(n, u->in.d);
    /* One of the two instructions of an iteration. */
    const bool counts = (u->in.op == RG_OP_FORTOP) != u->backward;
    need(n, u, counts);
    if (counts) {
        count(&n->segment->forward, RG_CLASS_LOOP, 1, u->cycles);
        count(&n->segment->reverse, RG_CLASS_LOOP, 1, u->cycles);
    }
    overwrite(n, counter, false);
    want(n, register_word(n, u->in.a));
}

static void take_decision(rg_needs *n, const rg_undone *u)
{
    need(n, u, 1);
    count(&n->segment->forward, RG_CLASS_BRANCH, 1, u->cycles);
    count(&n->segment->reverse, RG_CLASS_BRANCH, 1, u->cycles);
    n->segment->taped++;
    want(n, register_word(n, u->in.d));
    if (u->info->format == RG_FMT_BR)
        want(n, register_word(n, u->in.a));
}

static bool is_loop(const rg_undone *u)
{
    return u->in.op == RG_OP_FORTOP || u->in.op == RG_OP_FOREND;
}

static void take_branch(rg_needs *n, const rg_undone *u)
{
    const uint8_t way = (uint8_t)(1u << u->backward);
    /* One that leads elsewhere this time has to be taken all the same. */
    const bool wanted = u->program && ((n->wanted[u->at] | n->leads[u->at]) & way) != 0;
    if (wanted)
        n->wanted[u->at] &= (uint8_t)~way;
    if (wanted && is_loop(u))
        take_loop(n, u);
    else if (wanted)
        take_decision(n, u);
    if (is_loop(u)) /* which counts by itself */
        end_life(n, register_word(n, u->in.d));
}

static bool push_call(rg_needs *n)
{
    if (n->call_count == n->call_room) {
        const size_t room = n->call_room ? 2 * n->call_room : 64;
        uint64_t *calls = realloc(n->calls, room * sizeof *calls);
        if (!calls)
            return false;
        n->calls = calls;
        n->call_room = room;
    }
    n->calls[n->call_count++] = n->out->needed;
    return true;
}

/* A call and its return, if anything between them is needed. */
static rg_result take_call(rg_needs *n, const rg_undone *u)
{
    if (!u->program)
        return RG_OK;
    if (u->returns)
        return push_call(n) ? RG_OK : rg_no_memory(n->fault);
    if (!u->leaves || n->call_count == 0 || n->calls[--n->call_count] == n->out->needed)
        return RG_OK;
    need(n, u, 2);
    count(&n->segment->forward, RG_CLASS_BRANCH, 2, 2 * u->cycles);
    count(&n->segment->reverse, RG_CLASS_BRANCH, 2, 2 * u->cycles);
    if (u->info->format == RG_FMT_R1)
        want(n, register_word(n, u->in.d));
    return RG_OK;
}

/* ---- streams ---- */

uint64_t rg_needs_elements(const rg_stream_words *s)
{
    return s->columns <= 0 || s->rows <= 0 ? 0 : (uint64_t)s->columns * (uint64_t)s->rows;
}

/* Where the target of an element is; SIZE_MAX: nowhere. */
static size_t target_of(const rg_needs *n, const rg_stream_words *s, int64_t k, int64_t i)
{
    int64_t at;
    if (!s->target.used)
        return accumulator(n);
    return rg_stream_word(s, &s->target, k, i, &at) && at >= 0 && (uint64_t)at < n->device->words
               ? (size_t)at
               : SIZE_MAX;
}

static rg_result value_is_zero(rg_needs *n, size_t word, bool *zero)
{
    int64_t value = 1;
    rg_result result = rg_core_peek(n->device, RG_WINDOW_DMEMV, word, &value, n->fault);
    *zero = value >= -RESIDUE && value <= RESIDUE;
    return result;
}

rg_result rg_needs_before_stream(rg_needs *n, const rg_stream_words *s)
{
    rg_result result = RG_OK;
    bool zero = false;
    for (int64_t i = 0; s->target.used && i < s->rows; i++)
        for (int64_t k = 0; k < s->columns && result == RG_OK; k++) {
            const size_t target = target_of(n, s, k, i);
            if (target == SIZE_MAX || !is_live(n, target))
                continue;
            result = value_is_zero(n, target, &zero);
            if (zero)
                n->words[target] |= CLEARED;
        }
    return result;
}

static size_t source_of(const rg_needs *n, const rg_stream_words *s, const rg_stream_operand *o,
                        int64_t k, int64_t i)
{
    int64_t at;
    return o->used && rg_stream_word(s, o, k, i, &at) && at >= 0 && (uint64_t)at < n->device->words
               ? (size_t)at
               : SIZE_MAX;
}

/* The word that says where the element is, if one does. */
static void want_index(rg_needs *n, const rg_stream_words *s, const rg_stream_operand *o, int64_t k,
                       int64_t i)
{
    const int64_t at = o->base + (s->columns > 1 ? k * o->inner : 0)
                       + (s->rows > 1 ? i * o->outer : 0);
    if (o->used && o->indexed && at >= 0 && (uint64_t)at < n->device->words)
        want(n, (size_t)at);
}

/* Whether it is needed. */
static bool take_element(rg_needs *n, const rg_undone *u, int64_t k, int64_t i)
{
    const rg_stream_words *s = &u->stream;
    const size_t target = target_of(n, s, k, i), a = source_of(n, s, &s->a, k, i),
                 b = source_of(n, s, &s->b, k, i);
    if (target == SIZE_MAX || !is_live(n, target))
        return false;
    if (n->words[target] & CLEARED) {
        n->words[target] &= (uint8_t) ~(unsigned)CLEARED;
        clear(n, u, target, true);
        return false;
    }
    overwrite(n, target, true);
    if (a != SIZE_MAX)
        want(n, a);
    if (b != SIZE_MAX)
        want(n, b);
    want_index(n, s, &s->target, k, i);
    want_index(n, s, &s->a, k, i);
    want_index(n, s, &s->b, k, i);
    use_operands(n, u, a, b);
    return true;
}

/* A sum that begins at zero is an assignment. */
static rg_result end_sums(rg_needs *n, const rg_stream_words *s)
{
    rg_result result = RG_OK;
    bool zero = false;
    for (int64_t i = 0; s->target.used && i < s->rows; i++)
        for (int64_t k = 0; k < s->columns && result == RG_OK; k++) {
            const size_t target = target_of(n, s, k, i);
            if (target == SIZE_MAX)
                continue;
            n->words[target] &= (uint8_t) ~(unsigned)CLEARED;
            if (!is_live(n, target))
                continue;
            result = value_is_zero(n, target, &zero);
            if (zero)
                end_life(n, target);
        }
    return result;
}

/* Streams of gradients: each reads that of the target and updates that of an operand. */
static void reverse_stream(rg_needs *n, const rg_undone *u, uint64_t elements)
{
    rg_counters *c = &n->segment->reverse;
    for (unsigned by_b = 0; by_b < 2; by_b++) {
        const partial p = partial_by(&u->in, u->info, by_b != 0);
        if (!p.active)
            continue;
        count_stream(c, p.constant ? RG_CLASS_ADD : RG_CLASS_MUL, elements);
        move_words(c, (p.constant ? 2 : 3) * elements, elements);
        if (!p.constant && !p.at_hand) {
            count_stream(c, u->info->class, elements);
            move_words(c, 2 * elements, elements);
        }
    }
}

static void want_descriptors(rg_needs *n, const rg_undone *u)
{
    const rg_accesses all = rg_accesses_of(&u->in);
    for (unsigned r = 0; r < 32; r++)
        if (all.reads >> r & 1)
            want(n, register_word(n, r));
}

static uint64_t share(uint64_t of, uint64_t part, uint64_t whole)
{
    return (uint64_t)((double)of * (double)part / (double)whole + 0.5);
}

static rg_result take_stream(rg_needs *n, const rg_undone *u)
{
    const rg_stream_words *s = &u->stream;
    const uint64_t all = rg_needs_elements(s);
    uint64_t needed = 0;

    for (int64_t i = s->rows; i-- > 0;)
        for (int64_t k = s->columns; k-- > 0;)
            needed += take_element(n, u, k, i);
    rg_result result = end_sums(n, s);
    if (needed == 0)
        return result;
    need(n, u, needed);
    rg_counters *c = &n->segment->forward;
    count_stream(c, u->info->class, needed);
    c->cycles += share(u->cycles, needed, all) - needed;
    move_words(c, share(u->reads, needed, all), share(u->writes, needed, all));
    want_descriptors(n, u);
    if (is_integer(u)) {
        count_stream(&n->segment->reverse, u->info->class, needed);
        move_words(&n->segment->reverse, share(u->reads, needed, all),
                   share(u->writes, needed, all));
    } else {
        reverse_stream(n, u, needed);
    }
    return result;
}

/* ---- all of them ---- */

static void take_one_register(rg_needs *n, const rg_undone *u)
{
    const size_t word = register_word(n, u->in.d);
    if (u->in.op == RG_OP_ALLOC || u->in.op == RG_OP_FREE)
        clear(n, u, word, false);
    else if (u->in.op == RG_OP_NEG)
        take_in_place(n, u, false);
    else if (u->in.op == RG_OP_OUT) {
        need(n, u, 1);
        count(&n->segment->forward, u->info->class, 1, u->cycles);
        want(n, word);
    }
}

static bool is_call(unsigned op)
{
    return op == RG_OP_CALL || op == RG_OP_UNCALL || op == RG_OP_CALLX || op == RG_OP_UNCALLX;
}

static void take_other(rg_needs *n, const rg_undone *u)
{
    switch (u->info->format) {
    case RG_FMT_U:
    case RG_FMT_U1:
    case RG_FMT_C:
    case RG_FMT_WO: {
        const update x = update_of_register(n, u);
        take_update(n, u, &x);
        break;
    }
    case RG_FMT_LD: take_load(n, u); break;
    case RG_FMT_ST: take_store(n, u); break;
    case RG_FMT_X:
        if (u->in.op == RG_OP_EXCH)
            take_exchange(n, u, register_word(n, u->in.d), u->address, true);
        break;
    case RG_FMT_M: clear(n, u, u->address, true); break;
    case RG_FMT_R1: take_one_register(n, u); break;
    case RG_FMT_R2:
        if (u->in.op == RG_OP_SWAP)
            take_exchange(n, u, register_word(n, u->in.d), register_word(n, u->in.a), false);
        else
            take_accumulator(n, u);
        break;
    case RG_FMT_R2X:
    case RG_FMT_R3:
    case RG_FMT_RB:
    case RG_FMT_RM: take_in_place(n, u, false); break;
    case RG_FMT_MD: take_in_place(n, u, true); break;
    case RG_FMT_W: take_product(n, u); break;
    case RG_FMT_BR:
    case RG_FMT_BI: take_branch(n, u); break;
    default: break; /* jumps, checks and modes */
    }
}

rg_result rg_needs_take(rg_needs *n, const rg_undone *u)
{
    n->segment = u->program ? n->stretch : &n->scratch;
    if (is_call(u->in.op))
        return take_call(n, u);
    if (rg_is_stream(&u->in))
        return take_stream(n, u);
    take_other(n, u);
    return RG_OK;
}
