/* step.c: the lines of a step, what brings its operands to the work lines and back, and the way
 * on to the next instruction. */
#include "sim/gates/step_impl.h"

void gn_bits_at(uint32_t first, unsigned count, gn_bit *out)
{
    for (unsigned i = 0; i < count; i++)
        out[i] = gn_of_line(first + i);
}

uint32_t gn_lines_of(uint32_t first, unsigned count, uint32_t *out)
{
    for (unsigned i = 0; i < count; i++)
        out[i] = first + i;
    return first;
}

static uint32_t take(uint32_t *next, uint32_t count)
{
    const uint32_t first = *next;
    *next += count;
    return first;
}

static void lay_out(gn_lines *at, unsigned x)
{
    uint32_t next = 0;

    at->word = take(&next, 32);
    at->fault = take(&next, 1);
    at->pc = take(&next, GN_ADDRESS);
    at->br = take(&next, GN_ADDRESS);
    at->dir = take(&next, 1);
    at->mode = take(&next, 3);
    at->r = take(&next, 32 * x);
    at->g = take(&next, 32 * x);
    at->w = take(&next, 2 * x);
    at->gw = take(&next, 2 * x);
    at->gradovf = take(&next, 64);
    at->valovf = take(&next, 64);
    at->keep = take(&next, 1);
    at->undo = take(&next, 1);
    at->blocked = take(&next, 1);
    at->trap = take(&next, 4);
    at->halted = take(&next, 1);
    at->out = take(&next, x);
    at->kept = take(&next, x);
    at->m = take(&next, x);
    at->gm = take(&next, x);
    at->address = take(&next, x);
    at->access = take(&next, 1);
    at->pop = take(&next, 1);
    at->push = take(&next, 1);
    at->d = take(&next, x);
    at->a = take(&next, x);
    at->b = take(&next, x);
    at->gd = take(&next, x);
    at->ga = take(&next, x);
    at->gb = take(&next, x);
    const uint32_t inverse = take(&next, 1);
    const uint32_t results = take(&next, (3 + GN_MORE_WORDS) * x + 5 + GN_OVERFLOW_LINES);
    at->unit = (gn_unit_ports){.a = at->a,
                               .b = at->b,
                               .gy = at->gd,
                               .y = at->d,
                               .ga = at->ga,
                               .w = at->w,
                               .gw = at->gw,
                               .wrap = at->mode + 1,
                               .inverse = inverse,
                               .f = results,
                               .more = results + x,
                               .da = results + (1 + GN_MORE_WORDS) * x,
                               .db = results + (2 + GN_MORE_WORDS) * x,
                               .trap = results + (3 + GN_MORE_WORDS) * x,
                               .value_ovf = results + (3 + GN_MORE_WORDS) * x + 4,
                               .grad_ovf = results + (3 + GN_MORE_WORDS) * x + 5};
    at->lines = next;
}

/* The register that a field of the word names. */
static void exchange(gn_stepping *s, unsigned field, gn_bit enable, uint32_t value, uint32_t grad)
{
    const gn_lines *at = &s->s->at;
    const gn_file file = {s->s->num.xlen, at->r, at->g, value, grad};
    gn_mark ready;
    gn_exchange(s->n, &file, s->is.word + field, enable, &ready);
}

static void copy(gn_stepping *s, gn_bit where, const gn_bit *from, uint32_t to)
{
    uint32_t t[GN_MOST_BITS];
    gn_lines_of(to, s->s->num.xlen, t);
    gn_xor_into(s->n, from, s->s->num.xlen, where, t);
}

/* count bits of the word from `first` on, sign-extended and shifted, to the lines of B */
static void constant(gn_stepping *s, gn_bit where, unsigned first, unsigned count, unsigned shift)
{
    const unsigned x = s->s->num.xlen;
    for (unsigned i = shift; i < x; i++) {
        const unsigned from = i - shift < count ? i - shift : count - 1;
        gn_toffoli(s->n, where, s->is.word[first + from], s->s->at.b + i);
    }
}

static void constants(gn_stepping *s)
{
    gn_net *n = s->n;
    gn_decoded *is = &s->is;
    const unsigned x = s->s->num.xlen;
    const uint32_t scaled = gn_temp(n);
    const gn_bit short_one =
        gn_and(n, is->immediate, gn_or(n, is->format[RG_FMT_C], is->format[RG_FMT_BI]) ^ 1);

    for (unsigned op = 0; op < RG_OP_LIMIT; op++)
        if (rg_op_lookup(op) && rg_op_lookup(op)->bk == RG_BK_F)
            gn_cnot(n, is->op[op], scaled);
    constant(s, gn_and(n, short_one, gn_of_line(scaled) ^ 1), 0, 11, 0);
    constant(s, gn_and(n, short_one, gn_of_line(scaled)), 0, 11, s->s->num.frac);
    constant(s, is->format[RG_FMT_BI], 12, 5, 0);
    for (unsigned k = 0; k < 4 && 16 * k < x; k++)
        constant(s, is->op[RG_OP_LI0 + k], 0, 17, 16 * k);
}

/* Whether the unit undoes. */
static void direction_of_unit(gn_stepping *s)
{
    gn_net *n = s->n;
    const uint32_t inverse = s->s->at.unit.inverse;
    const gn_bit *mode = s->is.mode;
    const gn_bit has_mode = gn_xor(n, s->is.format[RG_FMT_RM], s->is.format[RG_FMT_MD]);

    gn_cnot(n, s->dir, inverse);
    gn_cnot(n, s->is.op[RG_OP_IROT], inverse);
    gn_cnot(n, s->is.op[RG_OP_IHAD], inverse);
    gn_toffoli(n, has_mode, gn_xor(n, mode[RG_MODE_SUB], mode[RG_MODE_UNSET]), inverse);
}

void gn_open(gn_stepping *s)
{
    gn_net *n = s->n;
    gn_decoded *is = &s->is;
    const gn_lines *at = &s->s->at;
    const unsigned x = s->s->num.xlen, known = s->s->dmem_log2 < x ? s->s->dmem_log2 : x;
    gn_bit address[GN_MOST_BITS];
    uint32_t lines[GN_MOST_BITS];

    exchange(s, 17, is->reads_d, at->d, at->gd);
    exchange(s, 12, is->reads_a, at->a, at->ga);
    exchange(s, 0, is->reads_b, at->b, at->gb);
    s->s->exchanged = n->count;
    copy(s, is->same_da, s->d, at->a);
    copy(s, is->same_db, s->d, at->b);
    copy(s, gn_and(n, is->same_ab, is->same_db ^ 1), s->a, at->b);
    constants(s);
    copy(s, is->memory, s->a, at->address);
    gn_lines_of(at->address, x, lines);
    gn_add(n, lines, x, s->b, is->memory, GN_ZERO);
    gn_bits_at(at->address, x, address);
    s->outside = gn_and(n, is->memory, gn_any(n, address + known, x - known));
    gn_cnot(n, gn_and(n, gn_and(n, is->memory, is->legal), s->outside ^ 1), at->access);
    direction_of_unit(s);
    gn_open_stack(s);
}

/* Direction and modes turn, and the program counter goes on. */
static void advance(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_lines *at = &s->s->at;
    const gn_mark from = gn_here(n);
    uint32_t pc[GN_ADDRESS], mode[3];
    const gn_bit one[GN_ADDRESS] = {GN_ONE};
    gn_bit step[GN_ADDRESS];

    for (unsigned i = 0; i < GN_ADDRESS; i++)
        step[i] = i == 0 ? one[0] : GN_ZERO;
    gn_lines_of(at->pc, GN_ADDRESS, pc);
    gn_lines_of(at->mode, 3, mode);
    const gn_bit turns = gn_and(n, s->ok, GN_ONE_OF(s, RG_OP_UNCALL, RG_OP_UNCALLX));
    const gn_bit modes = gn_and(n, s->ok, s->is.op[RG_OP_MODE]);
    const gn_bit on = gn_and(n, s->ok, gn_any(n, s->br, GN_ADDRESS) ^ 1);
    const gn_mark ready = gn_here(n);
    gn_cnot(n, turns, at->dir);
    gn_xor_into(n, s->is.word, 3, modes, mode);
    gn_xor_into(n, s->br, GN_ADDRESS, s->ok, pc);
    gn_add(n, pc, GN_ADDRESS, step, on, s->dir);
    gn_undo(n, from, ready);
}

static void load(gn_stepping *s)
{
    const gn_lines *at = &s->s->at;
    const unsigned x = s->s->num.xlen;

    gn_bits_at(at->d, x, s->d);
    gn_bits_at(at->a, x, s->a);
    gn_bits_at(at->b, x, s->b);
    gn_bits_at(at->m, x, s->m);
    gn_bits_at(at->gd, x, s->gd);
    gn_bits_at(at->gm, x, s->gm);
    gn_bits_at(at->kept, x, s->kept);
    gn_bits_at(at->unit.f, x, s->f);
    gn_bits_at(at->unit.f, 2 * x, s->product);
    gn_bits_at(at->w, 2 * x, s->w);
    gn_bits_at(at->pc, GN_ADDRESS, s->pc);
    gn_bits_at(at->br, GN_ADDRESS, s->br);
    s->dir = gn_of_line(at->dir);
    s->grad = gn_of_line(at->mode);
    s->wrap = gn_of_line(at->mode + 1);
    s->keep = gn_of_line(at->keep);
    s->undo = gn_of_line(at->undo);
}

bool gn_make_step(gn_step *step, const rg_num_config *num, unsigned dmem_log2)
{
    gn_stepping s = {.s = step, .n = &step->net};

    *step = (gn_step){.num = *num, .dmem_log2 = dmem_log2};
    lay_out(&step->at, num->xlen);
    gn_init(s.n, step->at.lines);
    load(&s);
    const gn_mark begin = gn_here(s.n);
    gn_decode(&s);
    const gn_mark decoded = gn_here(s.n);
    step->decoded = decoded.gate;
    gn_open(&s);
    const gn_mark opened = gn_here(s.n);
    step->opened = opened.gate;
    gn_recall(&s);
    step->recalled = s.n->count;
    gn_check(&s);
    const gn_mark checked = gn_here(s.n);
    s.ok = gn_any(s.n,
                  (const gn_bit[]){gn_of_line(step->at.trap), gn_of_line(step->at.trap + 1),
                                   gn_of_line(step->at.trap + 2), gn_of_line(step->at.trap + 3),
                                   gn_of_line(step->at.halted)},
                  5)
           ^ 1;
    const gn_mark decided = gn_here(s.n);
    gn_commit(&s);
    step->committed = s.n->count;
    gn_release(&s);
    step->released = s.n->count;
    gn_mark_push(&s);
    step->closing = s.n->count;
    gn_reverse(s.n, decoded, opened);
    advance(&s);
    gn_undo(s.n, checked, decided);
    gn_undo(s.n, begin, decoded);
    return !s.n->failed;
}
