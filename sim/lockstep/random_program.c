/* random_program.c: grow a random program by running it on the reference model. */
#include "sim/lockstep/random_program.h"
#include "isa/stream_operands.h"

#include <string.h>

enum { TRIES = 60, FIRST_LOOP_REGISTER = 20, FIRST_LINK_REGISTER = 29 };
/* Descriptors of streams: the target's five words, then A's, whose last word is the first base
 * register, and B's. */
enum { TARGET_REGISTER = 9, A_REGISTER = 14, B_REGISTER = 17, LONGEST_STREAM = 200 };

typedef struct {
    rg_machine *m;
    rg_random random;
    const rg_random_program_shape *shape;
    bool fixed[4096];
    uint32_t words;
    uint32_t last_set; /* the last SET word, to be undone now and then */
    unsigned loops;    /* loop registers handed out */
} grower;

static void fix(grower *g, uint32_t at, uint32_t word)
{
    rg_machine_load(g->m, at, word);
    g->fixed[at] = true;
}

static bool is_free(const grower *g, int64_t from, int64_t to)
{
    for (int64_t i = from; i <= to; i++)
        if (i < 0 || i >= g->words || g->fixed[i])
            return false;
    return true;
}

static uint32_t encode(const grower *g, rg_instruction in)
{
    uint32_t word = 0;

    (void)rg_encode(&in, g->m->config.num.xlen, &word);
    return word;
}

static uint32_t jump(const grower *g, unsigned op, uint32_t from, uint32_t to)
{
    return encode(g, (rg_instruction){.op = (uint8_t)op, .offset = (int32_t)to - (int32_t)from});
}

/* A free place to jump to, with room to go on; false when none was found. */
static bool find_room(grower *g, uint32_t room, uint32_t *at)
{
    for (int i = 0; i < 30; i++) {
        *at = rg_random_below(&g->random, g->words);
        int64_t first = g->m->backward ? (int64_t)*at - room : *at;
        if (is_free(g, first, first + room) && *at != g->m->pc)
            return true;
    }
    return false;
}

/* A branch with the role wanted in this direction; conditional ones are drawn at random and
 * rejected by trying them. */
static uint32_t branch_word(grower *g, bool split, uint32_t target)
{
    bool landing_code = split == g->m->backward;
    unsigned op;

    if (rg_one_in(&g->random, 3)) {
        op = landing_code ? RG_OP_BRAL : RG_OP_BRAS;
    } else {
        op = RG_OP_BEQS + 2 * rg_random_below(&g->random, 8) + (landing_code ? 1 : 0);
    }
    rg_instruction in = {.op = (uint8_t)op, .offset = (int32_t)target - (int32_t)g->m->pc};
    if (op < RG_OP_BEQIS) {
        in.d = (uint8_t)(1 + rg_random_below(&g->random, 8));
        in.a = (uint8_t)(1 + rg_random_below(&g->random, 8));
    } else if (op < RG_OP_BRAS) {
        in.d = (uint8_t)(1 + rg_random_below(&g->random, 8));
        in.immediate = true;
        in.imm = (int32_t)rg_random_below(&g->random, 32) - 16;
    }
    return encode(g, in);
}

/* The word on which a jump under way arrives. */
static uint32_t arrival(grower *g)
{
    uint32_t source = g->m->pc ^ g->m->br;

    if (source >= g->words)
        return 0;
    return branch_word(g, false, source);
}

/* A loop: top here, end a few words on; its registers are written by nothing else. */
static uint32_t open_loop(grower *g)
{
    uint32_t pc = g->m->pc, length = 2 + rg_random_below(&g->random, 6);
    unsigned counter = FIRST_LOOP_REGISTER + 2 * (g->loops % 4);

    if (g->m->backward || g->m->r[counter] != 0 || !is_free(g, pc, (int64_t)pc + length + 1))
        return 0;
    rg_instruction in = {.op = RG_OP_FORTOP,
                         .d = (uint8_t)counter,
                         .a = (uint8_t)(counter + 1),
                         .offset = (int32_t)length};
    uint32_t top = encode(g, in);
    in.op = RG_OP_FOREND;
    in.offset = -in.offset;
    fix(g, pc + length, encode(g, in));
    g->loops++;
    return top;
}

/* A call of a new routine: ring and portal are placed, the body grows when it runs. */
static uint32_t open_call(grower *g)
{
    static const uint8_t ops[] = {RG_OP_CALL, RG_OP_UNCALL};
    uint32_t length = 3 + rg_random_below(&g->random, 8), portal = 0;
    unsigned link = FIRST_LINK_REGISTER + rg_random_below(&g->random, 2);
    int tries = 20;

    do {
        if (tries-- == 0)
            return 0;
        portal = 1 + rg_random_below(&g->random, g->words - 1);
    } while (!is_free(g, (int64_t)portal - 1, (int64_t)portal + length)
             || (portal + length >= g->m->pc && portal <= g->m->pc + 1) || g->m->r[link] != 0);
    fix(g, portal - 1, jump(g, RG_OP_BRAL, portal - 1, portal + length));
    fix(g, portal, encode(g, (rg_instruction){.op = RG_OP_PORTAL, .d = (uint8_t)link}));
    fix(g, portal + length, jump(g, RG_OP_BRAS, portal + length, portal - 1));
    return jump(g, ops[rg_random_below(&g->random, 2)], g->m->pc, portal);
}

/* True where this step or the step back over it would drop a gradient that is not 0, or the tangent
 * of one: those are dropped where gradients are kept too. */
static bool would_drop(const rg_machine *m, uint32_t word)
{
    rg_instruction in;

    if (!(m->mode & RG_WITH_GRADIENT) || !rg_decode(word, m->config.num.xlen, &in))
        return false;
    rg_format format = rg_op_lookup(in.op)->format;
    bool both = (m->mode & RG_WITH_TANGENT) != 0;
    bool updates = format != RG_FMT_AS && format != RG_FMT_MD
                   && (in.mode == RG_MODE_SET || in.mode == RG_MODE_UNSET);

    if (!updates && in.op != RG_OP_FREE && in.op != RG_OP_FREEM && in.op != RG_OP_ALLOC
        && in.op != RG_OP_ALLOCM)
        return false;
    if (format == RG_FMT_ST || format == RG_FMT_M) {
        uint64_t at = (uint64_t)m->r[in.a] + (uint64_t)(in.immediate ? in.imm : m->r[in.b]);
        return at >> m->config.dmem_log2 == 0
               && ((!m->keep && m->gm[at] != 0) || (both && m->tgm[at] != 0));
    }
    return (!m->keep && m->gr[in.d] != 0) || (both && m->tgr[in.d] != 0);
}

bool rg_stream_stays_within(const rg_machine *m, const rg_instruction *in, uint32_t data_words)
{
    const rg_format format = rg_op_lookup(in->op)->format;
    const bool used[] = {format != RG_FMT_W, format != RG_FMT_U1, !in->immediate};
    const unsigned at[] = {in->d, in->a, in->b};
    const int64_t words = data_words, n = m->r[(in->d + 3) % RG_REGISTERS],
                  rounds = m->r[(in->d + 4) % RG_REGISTERS];

    if (n <= 0 || rounds <= 0)
        return true;
    if (n > LONGEST_STREAM || rounds > LONGEST_STREAM || n * rounds > LONGEST_STREAM)
        return false;
    for (unsigned i = 0; i < 3; i++) {
        const int64_t base = m->r[at[i]], inner = n > 1 ? m->r[(at[i] + 1) % RG_REGISTERS] : 0,
                      outer = rounds > 1 ? m->r[(at[i] + 2) % RG_REGISTERS] : 0;
        if (!used[i])
            continue;
        const unsigned array = rg_stream_array_register(in, i);
        const int64_t first = m->r[array % RG_REGISTERS], most = m->r[(array + 1) % RG_REGISTERS];
        if (rg_stream_operand_indexed(in, i)
            && (first < 0 || first >= words || most < 0 || most >= words - first))
            return false;
        if (base < 0 || base >= words || inner < -words || inner > words || outer < -words
            || outer > words)
            return false;
        const int64_t x = (n - 1) * inner, y = (rounds - 1) * outer,
                      ends[] = {base + x, base + y, base + x + y};
        for (unsigned k = 0; k < 3; k++)
            if (ends[k] < 0 || ends[k] >= words)
                return false;
    }
    return true;
}

static bool strays(const grower *g, uint32_t word)
{
    rg_instruction in;

    return rg_decode(word, g->m->config.num.xlen, &in) && rg_is_stream(&in)
           && !rg_stream_stays_within(g->m, &in, g->shape->data_words);
}

/* A stream over the registers of descriptors, which seldom change, or over any. */
static uint32_t stream_word(grower *g)
{
    rg_instruction in;

    for (;;) {
        (void)rg_decode(rg_random_instruction(&g->random, g->m->config.num.xlen),
                        g->m->config.num.xlen, &in);
        const rg_format format = rg_op_lookup(in.op)->format;
        if (format != RG_FMT_U && format != RG_FMT_U1 && format != RG_FMT_W)
            continue;
        in.mode = rg_one_in(&g->random, 2) ? RG_MODE_STREAM_ADD : RG_MODE_STREAM_SUB;
        if (!in.immediate && rg_one_in(&g->random, 3))
            in.indexed =
                (uint8_t)(1u << (rg_one_in(&g->random, 2) ? RG_STREAM_B : RG_STREAM_TARGET));
        if (format == RG_FMT_W)
            in.indexed &= (uint8_t)~1u;
        if (!rg_one_in(&g->random, 8)) {
            in.d = TARGET_REGISTER;
            in.a = format != RG_FMT_U1 ? A_REGISTER : 0;
            in.b = in.immediate ? 0 : B_REGISTER;
        }
        return encode(g, in);
    }
}

static bool allowed(const grower *g, uint32_t word)
{
    unsigned op = word >> 25;

    if (strays(g, word) || (g->shape->has && !g->shape->has(word)))
        return false;
    if (op == RG_OP_HALT || (op == RG_OP_MODE && !g->shape->mode_changes))
        return false;
    return g->shape->drops || !would_drop(g->m, word);
}

/* What to try at a free word. */
static uint32_t candidate(grower *g)
{
    int64_t next = (int64_t)g->m->pc + (g->m->backward ? -1 : 1);
    uint32_t at;

    if (g->m->br != 0)
        return arrival(g);
    if (next < 0 || next >= g->words || (g->fixed[next] && rg_one_in(&g->random, 2)))
        return find_room(g, 8, &at) ? branch_word(g, true, at) : 0;
    switch (rg_random_below(&g->random, 42)) {
    case 40:
    case 41: return stream_word(g);
    case 0: return find_room(g, 4, &at) ? branch_word(g, true, at) : 0;
    case 1: return open_loop(g);
    case 2: return open_call(g);
    case 3:
    case 4: /* undo the last SET */
        return g->last_set ? (g->last_set & ~(7u << 22))
                                 | (uint32_t)(g->m->backward ? RG_MODE_SET : RG_MODE_UNSET) << 22
                           : 0;
    default: return rg_random_instruction(&g->random, g->m->config.num.xlen);
    }
}

static void remember_set(grower *g, uint32_t word)
{
    const rg_op_info *info = rg_op_lookup(word >> 25);
    bool mode_field = info->format == RG_FMT_U || info->format == RG_FMT_U1
                      || info->format == RG_FMT_C || info->format == RG_FMT_LD
                      || info->format == RG_FMT_ST;

    if (mode_field && (word >> 22 & 7) == (g->m->backward ? RG_MODE_UNSET : RG_MODE_SET))
        g->last_set = word;
}

static void step_back(rg_machine *m)
{
    rg_machine_turn(m);
    m->out_count = 0;
    (void)rg_machine_step(m);
    rg_machine_turn(m);
}

/* True when the program can go on from where it stands: at a free word, or at one that does not
 * trap now. */
static bool goes_on(grower *g)
{
    rg_machine *m = g->m;

    if (m->pc >= g->words)
        return false;
    if (!g->fixed[m->pc])
        return m->br == 0 || (m->pc ^ m->br) < g->words;
    if (strays(g, m->code[m->pc]))
        return false;
    if (would_drop(m, m->code[m->pc]))
        return g->shape->drops;
    m->out_count = 0;
    if (rg_machine_step(m) != RG_STEP_RETIRED)
        return false;
    step_back(m);
    return true;
}

/* Run a word just placed; true when it retires and does not lead into a dead end. */
static bool survives(grower *g, uint32_t at)
{
    bool drop = would_drop(g->m, g->m->code[at]);

    g->m->out_count = 0;
    if (rg_machine_step(g->m) != RG_STEP_RETIRED)
        return false;
    g->fixed[at] = true;
    if (drop || goes_on(g))
        return true;
    step_back(g->m);
    g->fixed[at] = false;
    return false;
}

/* One step at a free word: true when a word was found that runs. */
static bool grow(grower *g)
{
    uint32_t at = g->m->pc;

    for (int i = 0; i < TRIES; i++) {
        uint32_t word = candidate(g);
        if (word == 0 || g->fixed[at] || !allowed(g, word))
            continue;
        rg_machine_load(g->m, at, word);
        if (survives(g, at)) {
            remember_set(g, word);
            return true;
        }
    }
    return false;
}

/* Programs without tangents are what they would be without this. */
static void random_tangents(rg_machine *m, rg_random *random, const rg_random_program_shape *shape)
{
    const rg_num_config *num = &m->config.num;

    for (unsigned i = 0; i < 16; i++) {
        m->tr[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
        m->tgr[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
    }
    for (uint32_t i = 0; i < shape->data_words; i++) {
        m->tm[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
        m->tgm[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
    }
    for (unsigned i = 0; i < 2; i++) {
        m->tw[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
        m->tgw[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
    }
}

/* Descriptors that are whole at the start. */
static void random_descriptors(rg_machine *m, rg_random *random)
{
    m->r[TARGET_REGISTER] = (int64_t)rg_random_below(random, 32);
    m->r[TARGET_REGISTER + 1] = (int64_t)rg_random_below(random, 4) - 1;
    m->r[TARGET_REGISTER + 2] = (int64_t)rg_random_below(random, 8);
    m->r[TARGET_REGISTER + 3] = (int64_t)rg_random_below(random, 6);
    m->r[TARGET_REGISTER + 4] = (int64_t)rg_random_below(random, 4);
    m->r[A_REGISTER] = 32 + (int64_t)rg_random_below(random, 32);
    m->r[A_REGISTER + 1] = (int64_t)rg_random_below(random, 5) - 2;
}

/* A word for an address that nothing uses yet. No stream, which could write where nobody looks. */
static uint32_t filler(rg_random *random, unsigned xlen)
{
    for (;;) {
        const uint32_t word = rg_one_in(random, 4) ? (uint32_t)rg_random_word(random)
                                                   : rg_random_instruction(random, xlen);
        rg_instruction in;
        if (!rg_decode(word, xlen, &in) || !rg_is_stream(&in))
            return word;
    }
}

static void random_start(rg_machine *m, rg_random *random, const rg_random_program_shape *shape)
{
    const rg_num_config *num = &m->config.num;

    rg_machine_reset(m);
    memset(m->m, 0, sizeof *m->m << m->config.dmem_log2);
    memset(m->gm, 0, sizeof *m->gm << m->config.dmem_log2);
    memset(m->tm, 0, sizeof *m->tm << m->config.dmem_log2);
    memset(m->tgm, 0, sizeof *m->tgm << m->config.dmem_log2);
    for (unsigned i = 0; i < 16; i++) {
        m->r[i] = rg_random_value(random, num);
        m->gr[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
    }
    random_descriptors(m, random);
    for (unsigned i = 16; i < 20; i++)
        m->r[i] = (int64_t)rg_random_below(random, 32);
    m->r[RG_INDEX_REGISTER] = (int64_t)rg_random_below(random, 8);
    for (unsigned i = FIRST_LOOP_REGISTER; i < RG_INDEX_REGISTER; i += 2)
        m->r[i + 1] = (int64_t)rg_random_below(random, 5);
    for (uint32_t i = 0; i < shape->data_words; i++) {
        m->m[i] = rg_random_value(random, num);
        m->gm[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
    }
    for (unsigned i = 0; i < 2; i++) { /* half of the time a small sum that can be read */
        m->w[i] = i == 1 && rg_one_in(random, 2) ? -(int64_t)rg_random_below(random, 2)
                                                 : rg_random_value(random, num);
        m->gw[i] = rg_one_in(random, 2) ? rg_random_value(random, num) : 0;
    }
    m->mode = m->config.no_tangents ? shape->mode & ~(unsigned)RG_WITH_TANGENT : shape->mode;
    if (m->mode & RG_WITH_TANGENT)
        random_tangents(m, random, shape);
    m->keep = (shape->mode & RG_WITH_GRADIENT) != 0 && rg_one_in(random, 2) && !shape->has;
    m->backward = rg_one_in(random, 4);
    m->pc = rg_random_below(random, shape->code_words);
    m->codewords = shape->code_words;
    for (uint32_t i = 0; i < shape->code_words; i++)
        rg_machine_load(m, i, filler(random, num->xlen));
}

unsigned rg_random_program(rg_machine *start, rg_machine *scratch,
                           const rg_random_program_shape *shape, uint64_t seed)
{
    grower g = {.m = scratch, .random = {seed}, .shape = shape, .words = shape->code_words};
    unsigned done = 0;

    if (g.words > sizeof g.fixed / sizeof g.fixed[0])
        g.words = sizeof g.fixed / sizeof g.fixed[0];
    random_start(start, &g.random, shape);
    rg_machine_reset(scratch);
    rg_machine_copy(scratch, start);
    while (done < shape->steps) {
        scratch->out_count = 0;
        if (scratch->pc >= g.words)
            break;
        if (g.fixed[scratch->pc]
                ? strays(&g, scratch->code[scratch->pc])
                      || (!shape->drops && would_drop(scratch, scratch->code[scratch->pc]))
                      || rg_machine_step(scratch) != RG_STEP_RETIRED
                : !grow(&g))
            break;
        done++;
    }
    for (uint32_t i = 0; i < shape->code_words; i++)
        rg_machine_load(start, i, scratch->code[i]);
    return done;
}
