/* random_words.c: random values and random valid instruction words. */
#include "sim/lockstep/random_program.h"

static int64_t to_word(const rg_num_config *config, uint64_t x)
{
    const unsigned above = 64 - config->xlen;

    return (int64_t)(x << above) >> above;
}

int64_t rg_random_value(rg_random *random, const rg_num_config *config)
{
    int64_t any = (int64_t)rg_random_word(random);

    switch (rg_random_below(random, 9)) {
    case 0:
    case 1: return 0;
    case 2: return any >> 60;
    case 3: return any >> 56;
    case 4: return to_word(config, (uint64_t)any);
    case 5: /* the ends of the range, of words and of log fields */
        return to_word(config, (UINT64_C(1) << (config->xlen - 1 - rg_random_below(random, 2)))
                                   + rg_random_below(random, 3) - 1);
    case 6: /* a bit or two about the middle of the fraction: products of such words are ties of the
               rounding */
        return (rg_one_in(random, 2) ? -1 : 1) * (INT64_C(1) + 2 * rg_random_below(random, 2))
               * (INT64_C(1) << (config->frac / 2 + rg_random_below(random, 4)) >> 1);
    default: /* within (-4, 4) as a fixed-point number */ return any >> (61 - config->frac);
    }
}

/* Mostly r1 .. r8; r16 .. r31 are kept for bases, counters and links. */
static uint8_t work_register(rg_random *random)
{
    return (uint8_t)(rg_one_in(random, 8) ? rg_random_below(random, 16)
                                          : 1 + rg_random_below(random, 8));
}

/* Targets are seldom r9 .. r15, where descriptors of streams stand. */
static uint8_t target_register(rg_random *random)
{
    uint8_t r = work_register(random);

    return r < 9 || rg_one_in(random, 16) ? r : (uint8_t)(1 + rg_random_below(random, 8));
}

static uint8_t base_register(rg_random *random)
{
    return (uint8_t)(16 + rg_random_below(random, 4));
}

static void random_b(rg_random *random, const rg_op_info *info, rg_instruction *in)
{
    bool memory = info->class == RG_CLASS_MEM || info->format == RG_FMT_M
                  || info->format == RG_FMT_X;

    if (memory) {
        in->a = base_register(random);
        in->immediate = !rg_one_in(random, 4);
        in->imm = in->immediate ? (int32_t)rg_random_below(random, 32) : 0;
        in->b = in->immediate ? 0 : base_register(random);
        return;
    }
    in->immediate = info->format != RG_FMT_R3 && info->format != RG_FMT_MD && rg_one_in(random, 3);
    in->imm = in->immediate ? (int32_t)rg_random_below(random, 32) - 16 : 0;
    if (in->immediate && rg_one_in(random, 8))
        in->imm = (int32_t)rg_random_below(random, 2048) - 1024;
    in->b = in->immediate ? 0 : work_register(random);
}

static void random_fields(rg_random *random, const rg_op_info *info, rg_instruction *in)
{
    in->d = target_register(random);
    switch (info->format) {
    case RG_FMT_U:
        in->a = work_register(random);
        random_b(random, info, in);
        break;
    case RG_FMT_U1:
    case RG_FMT_LD:
    case RG_FMT_ST:
    case RG_FMT_X:
    case RG_FMT_RB:
    case RG_FMT_AS: random_b(random, info, in); break;
    case RG_FMT_M:
        in->d = 0;
        random_b(random, info, in);
        break;
    case RG_FMT_R3:
    case RG_FMT_MD:
        in->a = work_register(random);
        random_b(random, info, in);
        break;
    case RG_FMT_C:
        in->immediate = true;
        in->imm = (int32_t)rg_random_below(random, 1u << 17) - (1 << 16);
        break;
    case RG_FMT_W:
        in->d = 0;
        in->a = work_register(random);
        random_b(random, info, in);
        break;
    case RG_FMT_R2:
    case RG_FMT_R2X: in->a = work_register(random); break;
    case RG_FMT_BR:
        in->a = work_register(random);
        in->offset = (int32_t)rg_random_below(random, 64) - 32;
        break;
    case RG_FMT_BI:
        in->immediate = true;
        in->imm = (int32_t)rg_random_below(random, 32) - 16;
        in->offset = (int32_t)rg_random_below(random, 64) - 32;
        break;
    case RG_FMT_J:
        in->d = 0;
        in->offset = (int32_t)rg_random_below(random, 64) - 32;
        break;
    case RG_FMT_I:
        in->d = 0;
        in->immediate = true;
        in->imm = (int32_t)rg_random_below(random, 8);
        break;
    case RG_FMT_N: in->d = 0; break;
    default: break;
    }
}

/* Some operands become words of memory, mostly at the addresses that base registers hold. */
static void random_operands_in_memory(rg_random *random, const rg_op_info *info, rg_instruction *in)
{
    const bool update = info->format == RG_FMT_U || info->format == RG_FMT_U1;

    if (!update || in->immediate || !rg_one_in(random, 3))
        return;
    in->words = (uint8_t)(1 + rg_random_below(random, 7));
    if (info->format == RG_FMT_U1)
        in->words &= (uint8_t)~RG_WORD_A;
    if ((in->words & RG_WORD_D) && !rg_one_in(random, 32))
        in->d = base_register(random);
    if ((in->words & RG_WORD_A) && !rg_one_in(random, 32))
        in->a = base_register(random);
    if ((in->words & RG_WORD_B) && !rg_one_in(random, 32))
        in->b = base_register(random);
}

static bool has_mode(const rg_op_info *info)
{
    return info->format == RG_FMT_U || info->format == RG_FMT_U1 || info->format == RG_FMT_C
           || info->format == RG_FMT_LD || info->format == RG_FMT_ST || info->format == RG_FMT_W
           || info->format == RG_FMT_WO || info->format == RG_FMT_RM || info->format == RG_FMT_MD;
}

/* The index of operands in memory moves by a little. */
static rg_instruction index_step(rg_random *random)
{
    return (rg_instruction){.op = RG_OP_MOV,
                            .mode = rg_one_in(random, 2) ? RG_MODE_ADD : RG_MODE_SUB,
                            .d = RG_INDEX_REGISTER,
                            .immediate = true,
                            .imm = (int32_t)rg_random_below(random, 4)};
}

uint32_t rg_random_instruction(rg_random *random, unsigned xlen)
{
    for (;;) {
        rg_instruction in = {.op = (uint8_t)rg_random_below(random, RG_OP_LIMIT)};
        const rg_op_info *info = rg_op_lookup(in.op);
        uint32_t word;

        if (!info)
            continue;
        random_fields(random, info, &in);
        random_operands_in_memory(random, info, &in);
        if (has_mode(info))
            in.mode = (uint8_t)rg_random_below(random, RG_MODE_COUNT);
        else if (info->format == RG_FMT_AS)
            in.mode = (uint8_t)rg_random_below(random, RG_COND_COUNT);
        if (rg_one_in(random, 32))
            in = index_step(random);
        /* Aliased words trap: a few are enough. */
        if (rg_aliases(&in) && !rg_one_in(random, 16))
            continue;
        if (rg_encode(&in, xlen, &word))
            return word;
    }
}

/* The target named as a source too, or two sources that must differ made one. */
static void collide(rg_random *random, rg_instruction *in)
{
    switch (rg_random_below(random, 3)) {
    case 0: in->d = in->a; break;
    case 1: in->d = in->b; break;
    default: in->b = in->a; break;
    }
}

uint32_t rg_random_collision(rg_random *random, unsigned xlen, uint32_t word)
{
    rg_instruction in;
    uint32_t collided;

    if (!rg_decode(word, xlen, &in))
        return word;
    if (rg_is_stream(&in))
        in.mode = RG_MODE_ADD;
    collide(random, &in);
    return rg_aliases(&in) && rg_encode(&in, xlen, &collided) ? collided : word;
}

uint32_t rg_random_br(rg_random *random, const rg_machine *m, uint32_t word)
{
    rg_instruction in;

    if (rg_one_in(random, 2))
        return 0;
    if (rg_one_in(random, 8) || !rg_decode(word, m->config.num.xlen, &in))
        return (uint32_t)rg_random_word(random) & RG_PC_MASK;
    if (in.op == RG_OP_CALLX || in.op == RG_OP_UNCALLX)
        return (m->pc ^ (uint32_t)m->r[in.d]) & RG_PC_MASK;
    return (m->pc ^ (m->pc + (uint32_t)in.offset)) & RG_PC_MASK;
}
