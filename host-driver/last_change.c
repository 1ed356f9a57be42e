/* last_change.c: after a trap, the machine runs back until the word concerned changes: who changed
 * it last?
 *
 * Watched are the words that the trapped instruction judges. The machine goes back one instruction
 * at a time. An exchange moves a watch along, because a variable that was saved in a frame is still
 * the same variable. An instruction of the failed check itself (a temporary, a condition, the free)
 * passes the watch on to what it reads. Any other instruction that changes a watched word is the
 * answer. A stream reads and writes many words. Of those that it reads, the ones of the elements
 * whose sum changed are watched.
 *
 * The statement of the answer may be a computation that is undone: the search goes on to where the
 * same statement changed the same word the other way. What it reads and who changed that in between
 * is the second answer. */
#include "host-driver/held.h"

#include "compiler/hidden.h"
#include "host-driver/stream_words.h"
#include "isa/isa.h"

#include <string.h>

/* So many words of one stream are followed. */
enum { WATCHES = 256, BETWEEN = 256, OUT_OF_REACH = -1, DIFFERENCE_BITS = 512 };
/* Instructions that are taken back one by one; a cycle-accurate engine is some hundred times
 * slower. */
enum {
    MOST_STEPS_FAST = 1 << 21,
    MOST_STEPS_SLOW = 1 << 17,
    MOST_STEPS_BOARD = 1 << 10, /* each takes several transfers over its line */
    PAIR_STEPS = 1 << 14,
    PROGRESS_STEPS = 1 << 12
};

typedef struct {
    bool memory;
    uint32_t at;  /* register number or data address */
    rg_held word; /* as it is where the machine stands */
} watch;

typedef struct {
    rgd_job *job;
    rg_fault *fault;
    watch watches[WATCHES];
    size_t count;
    uint64_t steps, most;
    /* Line of the change that was found, the word that it changed and its sign in the order of the
     * run, while its counterpart is looked for. */
    const rg_line *changer;
    watch target;
    bool takes;
    /* Changes of what the changer reads, which count when the counterpart turns up. */
    struct {
        const rg_line *line;
        rg_wide_word delta;
        rg_last_change change;
    } between[BETWEEN];
    size_t between_count;
    size_t found;
} search;

/* The instruction the machine is about to undo. */
typedef struct {
    bool known; /* false in the dispatcher */
    uint32_t offset;
    rg_instruction word;
    const rg_op_info *info;
    const rg_line *line; /* NULL: none */
    bool ran_backward;   /* the direction in which the run came by; known once it is undone */
} doing;

static rg_result read_word(const search *s, const watch *w, rg_held *word)
{
    rgd_device *device = s->job->device;
    return rg_held_read(device, rg_held_bus(device, w->memory, w->at, 0), word, s->fault);
}

static rg_result add_watch(search *s, bool memory, int64_t at)
{
    if (at == OUT_OF_REACH || s->count == WATCHES)
        return RG_OK;
    for (size_t i = 0; i < s->count; i++)
        if (s->watches[i].memory == memory && s->watches[i].at == (uint32_t)at)
            return RG_OK;
    watch *w = &s->watches[s->count++];
    *w = (watch){.memory = memory, .at = (uint32_t)at};
    return read_word(s, w, &w->word);
}

static rg_result address_of(const search *s, const rg_instruction *i, int64_t *address)
{
    int64_t a = 0, b = i->imm;
    rgd_device *device = s->job->device;
    rg_result result = rg_core_peek(device, RG_WINDOW_REGV, i->a, &a, s->fault);
    if (result == RG_OK && !i->immediate)
        result = rg_core_peek(device, RG_WINDOW_REGV, i->b, &b, s->fault);
    uint64_t sum = (uint64_t)a + (uint64_t)b;
    *address = sum < device->words ? (int64_t)sum : OUT_OF_REACH;
    return result;
}

static doing decode(const search *s, uint64_t pc)
{
    const rgd_device *device = s->job->device;
    doing d = {0};
    if (pc < device->base || pc - device->base >= device->object->code_count)
        return d;
    d.offset = (uint32_t)(pc - device->base);
    d.known = rg_decode_any(device->object->code[d.offset], device->xlen, &d.word);
    d.info = d.known ? rg_op_lookup(d.word.op) : NULL;
    d.known = d.info != NULL;
    d.line = device->object->lines ? &device->object->lines[d.offset] : NULL;
    return d;
}

typedef struct {
    search *s;
    rg_result result;
} stream_watch;

static bool watch_word(void *context, int64_t address)
{
    stream_watch *w = context;
    w->result = add_watch(w->s, true, address);
    return w->result == RG_OK && w->s->count < WATCHES;
}

/* Watch what the stream adds to the word of memory. */
static rg_result watch_stream(search *s, const rg_instruction *stream, int64_t target)
{
    rg_stream_words words;
    stream_watch w = {s, rg_read_stream(s->job->device, stream, &words, s->fault)};
    if (w.result == RG_OK)
        rg_visit_sources(&words, target, watch_word, &w);
    return w.result;
}

/* Watch an operand: a register, or a word of memory. */
static rg_result watch_operand(search *s, const rg_instruction *i, unsigned field, unsigned word)
{
    int64_t address;

    if (!(i->words & word))
        return add_watch(s, false, field);
    const rg_result result = rg_operand_address(s->job->device, i, word, &address, s->fault);
    return result == RG_OK ? add_watch(s, true, address) : result;
}

/* Watch what the instruction reads; the machine stands beside it. target: the word that a stream
 * has changed. */
static rg_result watch_sources(search *s, const doing *d, int64_t target)
{
    const rg_instruction *i = &d->word;
    rg_result result = RG_OK;
    int64_t address;
    if (rg_is_stream(i))
        return watch_stream(s, i, target);
    switch (d->info->format) {
    case RG_FMT_U:
        result = watch_operand(s, i, i->a, RG_WORD_A);
        /* fall through */
    case RG_FMT_U1:
    case RG_FMT_RB:
        return result != RG_OK || i->immediate ? result : watch_operand(s, i, i->b, RG_WORD_B);
    case RG_FMT_LD:
        result = address_of(s, i, &address);
        if (result == RG_OK)
            result = add_watch(s, true, address);
        return result != RG_OK || i->immediate ? result : add_watch(s, false, i->b);
    case RG_FMT_ST: return add_watch(s, false, i->d);
    case RG_FMT_BR:
        result = add_watch(s, false, i->a);
        return result == RG_OK ? add_watch(s, false, i->d) : result;
    case RG_FMT_BI: return add_watch(s, false, i->d);
    case RG_FMT_AS:
        result = add_watch(s, false, i->d);
        return result != RG_OK || i->immediate ? result : add_watch(s, false, i->b);
    default: return RG_OK;
    }
}

/* The words that the trapped instruction judges. */
static rg_result watch_trapped(search *s, const doing *d)
{
    const rg_instruction *i = &d->word;
    int64_t address;
    rg_result result = RG_OK;
    if (rg_is_stream(i))
        return RG_OK;
    switch (d->info->format) {
    case RG_FMT_ST:
    case RG_FMT_M:
        result = address_of(s, i, &address);
        if (result == RG_OK)
            result = add_watch(s, true, address);
        break;
    case RG_FMT_J: break;
    default: result = watch_operand(s, i, i->d, RG_WORD_D);
    }
    /* What `x -> e` and a condition read may be what has changed. */
    return result == RG_OK ? watch_sources(s, d, OUT_OF_REACH) : result;
}

static bool exchanges(const doing *d)
{
    return d->word.op == RG_OP_SWAP || d->word.op == RG_OP_EXCH;
}

static void move_watch(watch *w, const rg_instruction *i, int64_t address)
{
    const bool exchange = i->op == RG_OP_EXCH;
    bool is_d = !w->memory && w->at == i->d;
    bool is_other = exchange ? w->memory && address != OUT_OF_REACH && w->at == (uint32_t)address
                             : !w->memory && w->at == i->a;
    if (is_d && exchange)
        *w = (watch){true, (uint32_t)address, w->word};
    else if (is_d)
        w->at = i->a;
    else if (is_other)
        *w = (watch){false, i->d, w->word};
}

/* An exchange moves watches; nothing is changed by it. address: of EXCH, else out of reach. */
static bool move_watches(search *s, const doing *d, int64_t address)
{
    if (!exchanges(d))
        return false;
    for (size_t k = 0; k < s->count; k++)
        move_watch(&s->watches[k], &d->word, address);
    move_watch(&s->target, &d->word, address);
    return true;
}

static bool same_place(const rg_line *a, const rg_line *b)
{
    return a && b && a->file == b->file && a->line == b->line && a->column == b->column;
}

/* Made for the check that failed, not a statement of the program. */
static bool belongs_to_check(const search *s, const rg_line *line)
{
    if (!line || line->line == 0)
        return true;
    switch (line->role) {
    case RG_ROLE_PLAIN: return false;
    case RG_ROLE_ALLOC:
    case RG_ROLE_FREE: return line->line == s->job->trap.line;
    default: return true;
    }
}

static rg_number number_of(const doing *d)
{
    switch (d->info->kind) {
    case RG_KIND_FIX: return RG_NUMBER_FIXED;
    case RG_KIND_LOG: return RG_NUMBER_LOG;
    default: return RG_NUMBER_INT;
    }
}

static rg_last_change describe(const search *s, const doing *d, const rg_held *before,
                               const rg_held *after)
{
    const rgd_device *device = s->job->device;
    const rg_object *object = device->object;
    rg_last_change c = {.file = "", .routine = "", .variable = "", .steps = s->steps};
    c.before = rg_held_value(device, number_of(d), before);
    c.after = rg_held_value(device, number_of(d), after);
    c.routine = rg_routine_at(object, d->offset);
    if (d->line->file < object->file_count)
        c.file = object->files[d->line->file];
    c.line = d->line->line;
    c.column = d->line->column;
    c.allocation = d->line->role == RG_ROLE_ALLOC || d->line->role == RG_ROLE_FREE;
    if (d->line->name > 0 && d->line->name <= object->name_count)
        c.variable = object->names[d->line->name - 1];
    return c;
}

static void keep(search *s, rg_last_change change)
{
    if (s->found < RG_LAST_CHANGES)
        s->job->changes[s->found++] = change;
}

/* to - from, modulo two to the number of its bits. */
static rg_wide_word difference(const rg_held *from, const rg_held *to)
{
    rg_wide_word a = {{0}}, b = {{0}};
    memcpy(a.limb, to->own.limb, sizeof to->own.limb);
    memcpy(b.limb, from->own.limb, sizeof from->own.limb);
    (void)rg_wide_sub(DIFFERENCE_BITS, a, b, &a);
    return a;
}

/* A change and its own undoing cancel. */
static void add_between(search *s, const doing *d, const rg_held *before, const rg_held *after)
{
    const rg_wide_word delta = difference(before, after), undoing = difference(after, before);
    for (size_t i = 0; i < s->between_count; i++)
        if (same_place(s->between[i].line, d->line)
            && rg_wide_compare(s->between[i].delta, undoing) == 0) {
            s->between_count--;
            memmove(&s->between[i], &s->between[i + 1],
                    (s->between_count - i) * sizeof s->between[0]);
            return;
        }
    if (s->between_count == BETWEEN)
        return;
    s->between[s->between_count].line = d->line;
    s->between[s->between_count].delta = delta;
    s->between[s->between_count++].change = describe(s, d, before, after);
}

static bool trapped_by_free(const rgd_job *job)
{
    rg_instruction i;
    const rgd_device *device = job->device;
    return rg_decode_any(device->object->code[job->trap.address - device->base], device->xlen, &i)
           && rg_op_lookup(i.op)->kind == RG_KIND_NONE;
}

/* In the order of the run the instruction took from its target, rather than added to it. */
static bool takes(const doing *d)
{
    const bool sub = d->word.mode == RG_MODE_SUB || d->word.mode == RG_MODE_UNSET
                     || d->word.mode == RG_MODE_STREAM_SUB;
    return sub != d->ran_backward;
}

/* A watched word had `before` ahead of this instruction and another value, that of `w`, behind it,
 * in the order of the run. */
static rg_result changed(search *s, const doing *d, const rg_held *before, watch w, bool *done)
{
    const int64_t target = w.memory ? (int64_t)w.at : OUT_OF_REACH;
    if (!s->changer) {
        if (belongs_to_check(s, d->line))
            return watch_sources(s, d, target);
        keep(s, describe(s, d, before, &w.word));
        /* the free itself does not know what kind of number it found; that of a Float was read
         * whole */
        if (trapped_by_free(s->job) && s->job->device->limbs == 1)
            s->job->trap.value = rg_decode_number(s->job->device, number_of(d), s->job->trap.word);
        /* A statement that ran twice (computed, then uncomputed) read something else the second
         * time. */
        s->changer = d->line;
        s->target = w;
        s->takes = takes(d);
        s->most = s->steps + PAIR_STEPS < s->most ? s->steps + PAIR_STEPS : s->most;
        s->count = 0;
        rg_result result = watch_sources(s, d, target);
        *done = s->count == 0;
        return result;
    }
    if (!belongs_to_check(s, d->line) && !same_place(d->line, s->changer))
        add_between(s, d, before, &w.word);
    return RG_OK;
}

/* reach: the words of memory that the instruction may have changed. */
static rg_result compare_watches(search *s, const doing *d, rg_reach reach, bool *done)
{
    size_t count = s->count; /* those added on the way are fresh */
    for (size_t i = 0; i < count && i < s->count; i++) {
        rg_held word;
        if (s->watches[i].memory
            && ((int64_t)s->watches[i].at < reach.low || (int64_t)s->watches[i].at > reach.high))
            continue;
        rg_result result = read_word(s, &s->watches[i], &word);
        if (result != RG_OK)
            return result;
        if (rg_held_same(&word, &s->watches[i].word))
            continue;
        const watch was = s->watches[i];
        s->watches[i].word = word;
        bool first = !s->changer;
        result = changed(s, d, &word, was, done);
        if (result != RG_OK || *done || (first && s->changer))
            return result;
    }
    return RG_OK;
}

static bool writes_word(const doing *d)
{
    const rg_format f = d->info->format;
    return !rg_is_stream(&d->word)
           && (f == RG_FMT_ST || f == RG_FMT_U || f == RG_FMT_U1 || f == RG_FMT_LD);
}

static bool changes_memory(const doing *d)
{
    return d->info->format == RG_FMT_ST || (d->word.words & RG_WORD_D);
}

/* The watch on the word that the instruction writes, or NULL. */
static watch *written_watch(search *s, const doing *d, int64_t address)
{
    const bool memory = changes_memory(d);
    for (size_t i = 0; i < s->count; i++)
        if (s->watches[i].memory == memory
            && s->watches[i].at == (memory ? (uint32_t)address : d->word.d))
            return &s->watches[i];
    return NULL;
}

/* A part of the failed check may have written a watched word without changing it (a comparison that
 * gave 0): what it reads counts all the same. Once the change is found, temporaries of its
 * statement end where they are made, and what they were made of is watched in their place. */
static rg_result hand_on(search *s, const doing *d, int64_t address)
{
    watch *w = writes_word(d) && belongs_to_check(s, d->line) ? written_watch(s, d, address) : NULL;
    const bool made = (d->word.mode == RG_MODE_SET || d->word.mode == RG_MODE_UNSET) && !takes(d);
    if (!w || (s->changer && (!made || d->line->role != RG_ROLE_TEMPORARY)))
        return RG_OK;
    if (s->changer)
        *w = s->watches[--s->count];
    return watch_sources(s, d, OUT_OF_REACH);
}

/* The words of memory that the instruction may change; address: of a load, a store or an exchange.
 */
static rg_result reach_of(const search *s, const doing *d, int64_t address, rg_reach *reach)
{
    rg_stream_words words;
    *reach = (rg_reach){address, address};
    if (!rg_is_stream(&d->word))
        return RG_OK;
    rg_result result = rg_read_stream(s->job->device, &d->word, &words, s->fault);
    if (result == RG_OK)
        *reach = rg_stream_reach(&words);
    return result;
}

static rg_result step_back(search *s, uint64_t *status)
{
    rgd_device *device = s->job->device;
    rg_result result = rg_job_run(s->job, NULL, status, false, s->fault);
    s->steps++;
    if (device->progress && s->steps % PROGRESS_STEPS == 0)
        device->progress(device->progress_context, s->steps);
    return result;
}

/* The statement of the change that was found works on the same word. */
static bool is_twin(const search *s, const doing *d, rg_reach reach)
{
    if (!s->changer || !same_place(d->line, s->changer) || d->line->role != s->changer->role
        || !(writes_word(d) || rg_is_stream(&d->word)))
        return false;
    const bool memory = changes_memory(d) || rg_is_stream(&d->word);
    const int64_t at = s->target.at;
    return memory == s->target.memory
           && (memory ? at >= reach.low && at <= reach.high : at == d->word.d);
}

/* In a loop the statement may have changed the word several times: all that it read counts. The
 * other sign ends the search. */
static rg_result take_back_twin(search *s, const doing *d, bool *done)
{
    if (takes(d) == s->takes && d->word.mode != RG_MODE_XOR)
        return watch_sources(s, d, s->target.memory ? (int64_t)s->target.at : OUT_OF_REACH);
    if (s->between_count > 0)
        keep(s, s->between[0].change);
    *done = true;
    return RG_OK;
}

/* One instruction; done: the search has ended, with or without an answer. */
static rg_result take_back(search *s, bool *done)
{
    uint64_t pc, status;
    int64_t address = OUT_OF_REACH;
    rg_result result = rg_bus_read(s->job->device, RG_REG_PC, &pc, s->fault);
    if (result != RG_OK)
        return result;
    doing d = decode(s, pc);
    if (!d.known) {
        *done = true; /* the dispatcher: the words are what the host has set */
        return RG_OK;
    }
    if ((d.info->format == RG_FMT_X || d.info->format == RG_FMT_ST)
        && (result = address_of(s, &d.word, &address)) != RG_OK)
        return result;
    if ((d.word.words & RG_WORD_D)
        && (result = rg_operand_address(s->job->device, &d.word, RG_WORD_D, &address, s->fault))
               != RG_OK)
        return result;
    rg_reach reach;
    if ((result = reach_of(s, &d, address, &reach)) != RG_OK
        || (result = step_back(s, &status)) != RG_OK)
        return result;
    if (!(status & RG_STATUS_STEPS)) {
        *done = true;
        return RG_OK;
    }
    d.ran_backward = !(status & RG_STATUS_BACKWARD);
    if (is_twin(s, &d, reach)) {
        result = take_back_twin(s, &d, done);
    } else if (!move_watches(s, &d, address)) {
        result = compare_watches(s, &d, reach, done);
        if (result == RG_OK && !*done)
            result = hand_on(s, &d, address);
    }
    *done = *done || s->steps >= s->most || rg_handle_stop_wanted(s->job->device->handle);
    return result;
}

/* A comparison within one statement, of COPYPOP!, of the room on a stack, of two elements: there is
 * no other statement to report. */
static bool within_statement(const rgd_job *job, unsigned role)
{
    return role == RG_ROLE_SAME || role == RG_ROLE_OWN || role == RG_ROLE_OVERLAP
           || role == RG_ROLE_FULL || role == RG_ROLE_EMPTY
           || rg_hidden_of(job->trap.variable) == RG_HIDDEN_POPPED
           || rg_hidden_of(job->trap.variable) == RG_HIDDEN_IN_PLACE;
}

/* What changes above 64 bits is not seen on the core with Float. */
static bool worth_searching(const rgd_job *job)
{
    if (rg_is_float_core(job->device)
        || rg_hidden_of(job->trap.variable) == RG_HIDDEN_INFINITE) /* it is where Inf is named */
        return false;
    return strcmp(job->trap.cause, "DIRTY") == 0 || strcmp(job->trap.cause, "CONDITION") == 0
           || strcmp(job->trap.cause, "ASSERT") == 0 || strcmp(job->trap.cause, "LOOP") == 0;
}

static unsigned most_steps(const rgd_device *device)
{
    const char *name = rg_engine_name(device->engine);
    return !device->counts ? MOST_STEPS_BOARD
           : strcmp(name, "fast") == 0 || strcmp(name, "fast16") == 0 || strcmp(name, "float") == 0
               ? MOST_STEPS_FAST
               : MOST_STEPS_SLOW;
}

rg_result rgd_find_last_change(rgd_job *job, rg_fault *fault)
{
    rgd_device *device = job->device;
    if (job->rolled_back || ((job->trapped || job->unfinished) && device->standing != job))
        return rg_fail(fault, RG_BAD_USE, "R0932",
                       "rg_find_last_change: the machine does not stand where %s stopped any more: "
                       "call this before rg_rollback and before another run",
                       job->routine->name);
    if (job->turned) /* searched before: what was found stays */
        return RG_OK;
    if (rg_has_erased(job)) /* the way back does not lead through what was there */
        return RG_OK;
    search s = {.job = job, .fault = fault, .most = most_steps(device)};
    job->change_count = 0;
    if (!job->trapped || !worth_searching(job))
        return RG_OK;
    doing trapped = decode(&s, job->trap.address);
    if (!trapped.known)
        return RG_OK;
    rg_result result = watch_trapped(&s, &trapped);
    bool done = s.count == 0;
    device->going_back = true;
    if (result == RG_OK && !done)
        result = rg_bus_write(device, RG_REG_CYCLELIMIT, 0, fault);
    if (result == RG_OK && !done)
        result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_TURN, fault);
    job->turned = result == RG_OK && !done;
    if (job->turned)
        result = rg_bus_write(device, RG_REG_STEPS, 1, fault);
    while (result == RG_OK && !done)
        result = take_back(&s, &done);
    if (result == RG_OK && job->turned)
        result = rg_bus_write(device, RG_REG_STEPS, 0, fault);
    device->going_back = false;
    job->change_count = within_statement(job, trapped.line ? trapped.line->role : 0) ? 0 : s.found;
    return result;
}

size_t rgd_get_last_changes(const rgd_job *job, rg_last_change *out, size_t capacity)
{
    for (size_t i = 0; i < job->change_count && i < capacity; i++)
        out[i] = job->changes[i];
    return job->change_count;
}
