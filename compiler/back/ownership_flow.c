/* ownership_flow.c: owners of registers along branches, loops and calls, and the verifier. A block
 * is followed at each call and, mirrored, at each uncall. */
#include "ownership.h"

#include <stdlib.h>

#include "isa/registers.h"

enum { DEEPEST_RING = 24, MOST_SCANS = 200 };

typedef struct {
    cg *g;
    const cg_owned *w;
    const char *pass; /* NULL: nothing is reported */
    cg_verify_at at;
    bool bad;
    unsigned depth, loops; /* lists at work; those of them with loops */
    uint32_t *zero;        /* before each instruction, or NULL */
} follower;

/* A list of instructions in the direction in which it is run. */
typedef struct {
    size_t begin, end;
    bool reversed, loops;
    size_t *slot;  /* by position, of landings and loops */
    cg_owners *at; /* by slot: what arrives there by jumps */
} span;

static uint32_t bit(unsigned r) { return UINT32_C(1) << r; }

static void follow(follower *f, span *s, cg_owners *state);

/* ---- what is wrong ---- */

static void complain(follower *f, size_t i, unsigned reg, const char *what)
{
    f->bad = true;
    if (!f->pass || f->g->failed)
        return;
    const rg_line *line = &f->w->lines[i];
    const rg_op_info *info = rg_op_lookup(f->w->in[i].op);
    cg_fault(f->g, (ir_loc){line->file, line->line, line->column},
             "after pass `%s`, instruction %zu of %s (%s) %s: r%u", f->pass, i, f->g->routine->name,
             info ? info->mnemonic : "?", what, reg);
}

static const char *text_of(cg_own_fault fault)
{
    static const char *const texts[] = {
        [CG_OWN_CHANGES_LINK] = "changes a link or what a caller has there",
        [CG_OWN_DROPS_LINK] = "gives up a link or what a caller has there",
        [CG_OWN_OVER_VALUE] = "puts a value where there is one",
        [CG_OWN_BEGINS_ON_VALUE] = "begins where there is a value",
        [CG_OWN_NOTHING] = "takes a value away where there is none"};

    return texts[fault];
}

/* ---- instructions as they are run ---- */

static size_t count_of(const span *s) { return s->end - s->begin; }
static size_t index_at(const span *s, size_t k)
{
    return s->reversed ? s->end - 1 - k : s->begin + k;
}
static size_t position_of(const span *s, size_t i)
{
    return s->reversed ? s->end - 1 - i : i - s->begin;
}

static rg_instruction facing(const rg_instruction *in, bool reversed)
{
    rg_instruction out = *in;

    if (!reversed || rg_is_stream(in))
        return out;
    if (cg_is_call(in))
        out.op = in->op == RG_OP_CALL ? RG_OP_UNCALL : RG_OP_CALL;
    else
        rg_undo(&out);
    out.offset = in->offset;
    return out;
}

static bool jumps_within(const span *s, size_t i, const rg_instruction *in, size_t *to)
{
    const int64_t target = (int64_t)i + in->offset;

    if (target < (int64_t)s->begin || target >= (int64_t)s->end)
        return false;
    *to = position_of(s, (size_t)target);
    return true;
}

/* ---- branches ---- */

/* Where a comparison with 0 has told so, the register is zero. */
static void learn(cg_owners *s, const rg_instruction *in, bool holds)
{
    const bool equal = in->op == RG_OP_BEQIS || in->op == RG_OP_BEQIL,
               differs = in->op == RG_OP_BNEIS || in->op == RG_OP_BNEIL;

    if (in->imm == 0 && (equal || differs) && equal == holds && s->reg[in->d].own == CG_OWN_FULL)
        s->reg[in->d].own = CG_OWN_NIL;
}

static cg_owners *arrivals(const span *s, size_t k) { return &s->at[s->slot[k]]; }

/* True when that was news for a position that has been passed. */
static bool arrive(span *s, size_t from, size_t to, const cg_owners *state)
{
    return cg_own_join(arrivals(s, to), state, (uint32_t)(to * 512)) && to <= from;
}

static bool at_split(span *s, size_t k, size_t to, const rg_instruction *in, cg_owners *state)
{
    cg_owners away;

    cg_own_copy(&away, state);
    learn(&away, in, true);
    learn(state, in, false);
    if (in->op == RG_OP_BRAS)
        state->reached = false;
    return arrive(s, k, to, &away);
}

static void at_landing(span *s, size_t k, const rg_instruction *in, cg_owners *state)
{
    cg_owners arrived;

    cg_own_copy(&arrived, arrivals(s, k));
    learn(&arrived, in, true);
    learn(state, in, false);
    if (in->op == RG_OP_BRAL)
        state->reached = false;
    cg_own_join(state, &arrived, (uint32_t)(k * 512));
}

static bool at_loop(follower *f, span *s, size_t k, size_t to, const rg_instruction *in,
                    cg_owners *state)
{
    cg_held_value *counter = &state->reg[in->d];
    bool news;

    if (in->op == RG_OP_FORTOP) {
        if (cg_own_is_held(counter) && state->reached)
            complain(f, index_at(s, k), in->d, "counts where there is a value");
        news = arrive(s, k, to, state);
        *counter = (cg_held_value){CG_OWN_FULL, (uint32_t)k + 1};
    } else {
        news = arrive(s, k, to, state);
        *counter = (cg_held_value){CG_OWN_ZERO, 0};
    }
    cg_own_join(state, arrivals(s, k), (uint32_t)(k * 512));
    return news;
}

/* ---- calls ---- */

static bool may_be_link(const cg_held_value *v)
{
    return v->own == CG_OWN_LINK || v->own == CG_OWN_SOME;
}

static void run_ring(follower *f, size_t i, size_t portal, bool reversed, cg_owners *state)
{
    const rg_instruction *in = f->w->in;

    if (portal == 0 || portal >= f->w->count || in[portal].op != RG_OP_PORTAL
        || in[portal - 1].op != RG_OP_BRAL || f->depth == DEEPEST_RING) {
        f->bad = true;
        return;
    }
    const unsigned link = in[portal].d;
    span s = {.begin = portal + 1,
              .end = portal - 1 + (size_t)in[portal - 1].offset,
              .reversed = reversed};
    if (cg_own_is_held(&state->reg[link]))
        complain(f, i, link, "links a block through a register that holds a value");
    state->reg[link] = (cg_held_value){CG_OWN_LINK, (uint32_t)portal};
    f->depth++;
    follow(f, &s, state);
    f->depth--;
    if (state->reached && !may_be_link(&state->reg[link]))
        complain(f, i, link, "comes back from a block that has lost its link");
    state->reg[link] = (cg_held_value){CG_OWN_ZERO, 0};
}

/* A routine by name leaves what it does not use alone, gives parameters back, and is zero in all
 * else. */
static void run_callee(follower *f, size_t i, const ir_routine *callee, cg_owners *state)
{
    const uint32_t parameters = cg_parameters(f->g, callee),
                   uses = f->g->summaries[callee->index].uses & ~parameters;

    for (unsigned r = 0; r < CG_SP; r++) {
        cg_held_value *v = &state->reg[r];
        if (f->at == CG_VERIFY_CALLS && (uses >> r & 1) && cg_own_is_held(v))
            complain(f, i, r, "calls a routine that uses a register with a value");
        if (parameters >> r & 1) {
            v->own = cg_own_is_zero(v) ? CG_OWN_FULL : v->own;
            v->name += UINT32_C(0x632be5ab);
        }
    }
}

static bool at_call(follower *f, size_t i, const rg_instruction *in, cg_owners *state)
{
    if (f->w->callee[i])
        run_callee(f, i, f->w->callee[i], state);
    else
        run_ring(f, i, (size_t)((int64_t)i + in->offset), in->op == RG_OP_UNCALL, state);
    return false;
}

/* ---- the list ---- */

/* A temporary is made before it is taken away; a variable or a condition may have stayed 0, and
 * the first way through a loop may be none. */
static bool is_temporary(const follower *f, size_t i)
{
    return f->loops == 0 && f->w->lines && f->w->lines[i].role == RG_ROLE_TEMPORARY;
}

/* True when a loop is to be followed once more. */
static bool follow_one(follower *f, span *s, size_t k, cg_owners *state)
{
    const size_t i = index_at(s, k);
    const rg_instruction in = facing(&f->w->in[i], s->reversed);
    const rg_op_info *info = rg_op_lookup(in.op);
    size_t to = 0;
    unsigned reg = 0;

    if (cg_is_call(&in))
        return state->reached && at_call(f, i, &in, state);
    if (rg_has_target(&in)) {
        if (!jumps_within(s, i, &in, &to)) {
            f->bad = true;
            return false;
        }
        if (info->class == RG_CLASS_LOOP)
            return at_loop(f, s, k, to, &in, state);
        if (!rg_is_landing(in.op))
            return state->reached && at_split(s, k, to, &in, state);
        at_landing(s, k, &in, state);
        return false;
    }
    if (!state->reached)
        return false;
    const cg_own_fault wrong = cg_own_step(state, &in, &reg);
    if (wrong != CG_OWN_FINE && (is_temporary(f, i) || wrong != CG_OWN_NOTHING))
        complain(f, i, reg, text_of(wrong));
    return false;
}

static void note_zeros(follower *f, const span *s, size_t k, const cg_owners *state)
{
    uint32_t mask = 0;

    if (!f->zero || !state->reached)
        return;
    for (unsigned r = 0; r < 32; r++)
        mask |= cg_own_is_zero(&state->reg[r]) ? bit(r) : 0;
    f->zero[index_at(s, k) + s->reversed] &= mask;
}

/* A jump to what was passed. */
static bool goes_back(const span *s, size_t k, const rg_instruction *in)
{
    const rg_instruction faced = facing(in, s->reversed);
    size_t to = k;

    return jumps_within(s, index_at(s, k), in, &to) && to < k
           && (rg_op_lookup(faced.op)->class == RG_CLASS_LOOP || !rg_is_landing(faced.op));
}

/* Room for what arrives at landings and loops. */
static bool make_room(const follower *f, span *s)
{
    size_t count = 0;

    s->slot = calloc(count_of(s) + 1, sizeof *s->slot);
    for (size_t k = 0; s->slot && k < count_of(s); k++) {
        const rg_instruction *in = &f->w->in[index_at(s, k)];
        if (rg_has_target(in) && !cg_is_call(in)) {
            s->slot[k] = count++;
            s->loops = s->loops || goes_back(s, k, in);
        }
    }
    s->at = calloc(count + 1, sizeof *s->at);
    return s->slot && s->at;
}

static void follow(follower *f, span *s, cg_owners *state)
{
    bool again = s->end > s->begin && s->end <= f->w->count;
    cg_owners start;

    cg_own_copy(&start, state);
    if (!make_room(f, s)) {
        f->bad = true;
        again = false;
    }
    f->loops += s->loops;
    for (unsigned scan = 0; again && scan < MOST_SCANS && !f->bad; scan++) {
        again = false;
        cg_own_copy(state, &start);
        for (size_t k = 0; k < count_of(s) && !f->bad; k++) {
            note_zeros(f, s, k, state);
            again = follow_one(f, s, k, state) || again;
        }
    }
    f->loops -= s->loops;
    free(s->slot);
    free(s->at);
}

/* ---- a routine ---- */

static cg_owners at_entry(const cg *g, unsigned link, bool early)
{
    cg_owners s = {.reached = true, .sp_known = true};
    const uint32_t kept = cg_keeps(g), parameters = cg_parameters(g, g->routine);

    for (unsigned r = 0; r < 32; r++)
        if (kept >> r & 1)
            s.reg[r] = (cg_held_value){(uint8_t)(early ? CG_OWN_SOME : CG_OWN_CALLER + r), r + 1};
        else if (parameters >> r & 1)
            s.reg[r] = (cg_held_value){CG_OWN_FULL, r + 1};
    s.reg[link] = (cg_held_value){CG_OWN_LINK, 0};
    s.reg[CG_SP] = (cg_held_value){CG_OWN_FULL, UINT32_C(0x51ab1e5)};
    for (size_t v = CG_ARGS; v < g->routine->param_count && v - CG_ARGS < CG_OWN_WORDS; v++)
        s.word[s.word_count++] = (cg_held_value){CG_OWN_FULL, (uint32_t)v * 64};
    return s;
}

static void at_exit_of(follower *f, const cg_owners *s, size_t end, unsigned link)
{
    const cg *g = f->g;
    const uint32_t kept = cg_keeps(g), parameters = cg_parameters(g, g->routine);

    if (!s->reached)
        return;
    if (!may_be_link(&s->reg[link]))
        complain(f, end, link, "ends without its link");
    for (unsigned r = 0; r < CG_SP; r++) {
        const uint8_t own = s->reg[r].own;
        if (r == link || own == CG_OWN_SOME)
            continue;
        if ((kept >> r & 1) && f->at == CG_VERIFY_DRAFT)
            continue;
        if (kept >> r & 1 ? own != CG_OWN_CALLER + r
                          : cg_own_is_held(&s->reg[r]) && !(parameters >> r & 1))
            complain(f, end, r,
                     kept >> r & 1 ? "ends without what the caller has there"
                                   : "ends with a value that nobody takes away");
    }
}

static bool leaves_values(const ir_routine *r)
{
    for (const ir_stmt *s = r->body; s; s = s->next)
        if (s->kind == IR_LEAVE)
            return true;
    return false;
}

static void follow_routine(follower *f)
{
    const rg_instruction *in = f->w->in;
    const size_t entry = f->w->entry;

    if (f->w->count < 3 || entry == 0 || in[entry].op != RG_OP_PORTAL
        || in[entry - 1].op != RG_OP_BRAL)
        return;
    const unsigned link = in[entry].d;
    span s = {.begin = entry + 1, .end = entry - 1 + (size_t)in[entry - 1].offset};
    cg_owners *state = malloc(sizeof *state);
    if (!state) {
        f->bad = true;
        return;
    }
    *state = at_entry(f->g, link, f->at == CG_VERIFY_DRAFT);
    follow(f, &s, state);
    if (!f->bad && !leaves_values(f->g->routine))
        at_exit_of(f, state, s.end, link);
    free(state);
}

uint32_t *cg_zero_registers(cg *g, const cg_owned *words)
{
    follower f = {.g = g, .w = words, .zero = malloc((words->count + 1) * sizeof *f.zero)};

    for (size_t i = 0; f.zero && i <= words->count; i++)
        f.zero[i] = UINT32_MAX;
    if (f.zero)
        follow_routine(&f);
    if (f.bad) {
        free(f.zero);
        return NULL;
    }
    return f.zero;
}

/* ---- the verifier ---- */

static bool take(cg *g, const rg_routine *out, cg_owned *w)
{
    bool good = true;

    *w = (cg_owned){.count = out->end - out->begin,
                    .entry = out->entry - out->begin,
                    .lines = g->buffer.lines + out->begin};
    w->in = calloc(w->count + 1, sizeof *w->in);
    w->callee = calloc(w->count + 1, sizeof *w->callee);
    for (size_t i = 0; w->in && i < w->count && good; i++)
        good = rg_decode_any(g->buffer.code[out->begin + i], g->module->xlen, &w->in[i]);
    for (size_t k = g->own_fixes; w->callee && k < g->fix_count; k++)
        if (g->fixes[k].kind == CG_FIX_ROUTINE && g->fixes[k].index >= out->begin
            && g->fixes[k].index < out->end)
            w->callee[g->fixes[k].index - out->begin] = g->fixes[k].target;
    return good && w->in && w->callee;
}

void cg_verify(cg *g, const rg_routine *out, const char *pass, cg_verify_at at)
{
    cg_owned w;
    follower f = {.g = g, .w = &w, .pass = pass, .at = at};

    if (!g->options.verify || g->failed)
        return;
    if (take(g, out, &w))
        follow_routine(&f);
    if (f.bad && !g->failed)
        cg_fault(g, g->routine->loc, "after pass `%s`, the calls and jumps of %s make no sense",
                 pass, g->routine->name);
    free(w.in);
    free(w.callee);
}

bool cg_is_fault(const cg *g) { return g->failed && g->reason == RG_CODEGEN_FAULT; }
