/* unit.c: the net of one instruction's function. */
#include "sim/gates/unit_impl.h"

gn_word gn_wrapped(gn_word a, unsigned bits)
{
    for (unsigned i = bits; i < GN_WORD; i++)
        a.bit[i] = a.bit[bits - 1];
    return a;
}

void gn_raise(gn_making *m, gn_bit when, unsigned cause)
{
    const gn_bit first = gn_and(m->n, when, m->trap ^ 1);
    for (unsigned i = 0; i < 4; i++)
        if (cause >> i & 1)
            m->cause[i] = gn_xor(m->n, m->cause[i], first);
    m->trap = gn_or(m->n, m->trap, when);
}

void gn_gradient_overflow(gn_making *m, gn_bit when)
{
    gn_increment(m->n, m->grad_ovf, GN_OVERFLOW_LINES, when, m->grad_ovf);
}

static gn_word word_at(const rg_num_config *config, uint32_t first)
{
    gn_word w;
    for (unsigned i = 0; i < config->xlen; i++)
        w.bit[i] = gn_of_line(first + i);
    return gn_wrapped(w, config->xlen);
}

static gn_word nothing(void)
{
    gn_word w;
    for (unsigned k = 0; k < GN_WORD; k++)
        w.bit[k] = GN_ZERO;
    return w;
}

static void load(gn_making *m, const gn_unit_ports *p)
{
    const rg_op_info *info = rg_op_lookup(m->op);
    const unsigned w_bits = 2 * m->config->xlen;
    for (unsigned i = 0; i < RG_NUM_REGISTERS; i++)
        m->r[i] = nothing();
    for (unsigned i = 0; i < GN_MORE_WORDS; i++)
        m->more[i] = nothing();
    for (unsigned i = 0; i < GN_PRODUCT; i++)
        m->product[i] = m->op != RG_OP_WOUT ? GN_ZERO
                                            : gn_of_line(p->w + (i < w_bits ? i : w_bits - 1));
    if (info->format != RG_FMT_U1)
        m->r[RG_NUM_A] = word_at(m->config, p->a);
    m->r[RG_NUM_B] = word_at(m->config, p->b);
    m->r[RG_NUM_GY] = word_at(m->config, m->op == RG_OP_WMAC ? p->gw : p->gy);
    m->r[RG_NUM_Y] = word_at(m->config, p->y);
    m->r[RG_NUM_GA] = word_at(m->config, p->ga);
    for (unsigned k = 0; k < GN_WORD; k++)
        m->r[RG_NUM_INV].bit[k] = gn_of_line(p->inverse);
    m->wrap = gn_of_line(p->wrap);
}

static void put(gn_making *m, const gn_word *w, uint32_t at)
{
    for (unsigned i = 0; i < m->config->xlen; i++)
        gn_cnot(m->n, w->bit[i], at + i);
}

/* A micro-program leaves what is new in its last registers, and a product by itself. */
static void find_results(gn_making *m)
{
    const unsigned x = m->config->xlen;

    switch (rg_op_lookup(m->op)->format) {
    case RG_FMT_R3:
    case RG_FMT_R2X:
        m->more[GN_NEW_A] = m->r[RG_NUM_T4];
        m->more[GN_NEW_GD] = m->r[RG_NUM_T5];
        m->more[GN_NEW_GA] = m->r[RG_NUM_T6];
        m->r[RG_NUM_DA] = nothing();
        /* fall through */
    case RG_FMT_RM: m->r[RG_NUM_F] = m->r[RG_NUM_T3]; return;
    case RG_FMT_W:
        for (unsigned i = 0; i < x; i++)
            m->more[GN_HIGH].bit[i] = m->product[x + i];
        return;
    default: return;
    }
}

static void put_results(gn_making *m, const gn_unit_ports *p)
{
    const unsigned x = m->config->xlen;

    put(m, &m->r[RG_NUM_F], p->f);
    for (uint32_t i = 0; i < (m->grad ? GN_MORE_WORDS : GN_NEW_GD); i++)
        put(m, &m->more[i], p->more + i * x);
    if (m->grad && rg_op_lookup(m->op)->kind != RG_KIND_INT) {
        put(m, &m->r[RG_NUM_DA], p->da);
        put(m, &m->r[RG_NUM_DB], p->db);
    }
    for (unsigned i = 0; i < 4; i++)
        gn_cnot(m->n, m->cause[i], p->trap + i);
    gn_cnot(m->n, m->value_ovf, p->value_ovf);
    for (unsigned i = 0; i < GN_OVERFLOW_LINES; i++)
        gn_cnot(m->n, m->grad_ovf[i], p->grad_ovf + i);
}

uint32_t gn_lay_out_unit(unsigned x, gn_unit_ports *ports)
{
    *ports = (gn_unit_ports){.a = 0,
                             .b = x,
                             .gy = 2 * x,
                             .y = 3 * x,
                             .ga = 4 * x,
                             .w = 5 * x,
                             .gw = 7 * x,
                             .f = 9 * x,
                             .more = 10 * x,
                             .da = 15 * x,
                             .db = 16 * x,
                             .trap = 17 * x,
                             .value_ovf = 17 * x + 4,
                             .grad_ovf = 17 * x + 5,
                             .wrap = 17 * x + 5 + GN_OVERFLOW_LINES,
                             .inverse = 17 * x + 6 + GN_OVERFLOW_LINES};
    return ports->inverse + 1;
}

bool gn_has_unit(unsigned op)
{
    const rg_op_info *info = rg_op_lookup(op);
    return info
           && (info->format == RG_FMT_U || info->format == RG_FMT_U1 || info->format == RG_FMT_W
               || info->format == RG_FMT_WO || gn_is_in_place(op));
}

bool gn_is_in_place(unsigned op)
{
    const rg_op_info *info = rg_op_lookup(op);
    return info
           && (info->format == RG_FMT_R3 || info->format == RG_FMT_R2X || info->format == RG_FMT_RM
               || info->format == RG_FMT_MD);
}

bool gn_make_unit(gn_unit *unit, const rg_num_config *config, unsigned op, bool grad,
                  const gn_unit_ports *ports, uint32_t lines)
{
    gn_making m = {.n = &unit->net, .config = config, .op = op, .grad = grad};

    gn_init(&unit->net, lines);
    m.overflow = m.trap = m.value_ovf = GN_ZERO;
    for (unsigned i = 0; i < 4; i++)
        m.cause[i] = GN_ZERO;
    for (unsigned i = 0; i < GN_OVERFLOW_LINES; i++)
        m.grad_ovf[i] = GN_ZERO;
    load(&m, ports);
    if (op == RG_OP_MULDIV)
        gn_muldiv(&m, ports);
    else if (rg_num_starts[op])
        gn_run_program(&m);
    else
        gn_simple(&m);
    find_results(&m);
    unit->copy = unit->net.count;
    put_results(&m, ports);
    return !unit->net.failed;
}

bool gn_close_unit(gn_unit *unit)
{
    const gn_mark from = {0, 0}, copy = {unit->copy, 0};

    gn_reverse(&unit->net, from, copy);
    return !unit->net.failed;
}
