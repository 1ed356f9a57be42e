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
    if (m->grad_ovf_count < GN_GRADIENT_OVERFLOWS)
        m->grad_ovf[m->grad_ovf_count++] = when;
    else
        m->n->failed = true; /* no program has more */
}

static gn_word word_at(const rg_num_config *config, uint32_t first)
{
    gn_word w;
    for (unsigned i = 0; i < config->xlen; i++)
        w.bit[i] = gn_of_line(first + i);
    return gn_wrapped(w, config->xlen);
}

static void load(gn_making *m, const gn_unit_ports *p)
{
    const rg_op_info *info = rg_op_lookup(m->op);
    for (unsigned i = 0; i < RG_NUM_REGISTERS; i++)
        for (unsigned k = 0; k < GN_WORD; k++)
            m->r[i].bit[k] = GN_ZERO;
    for (unsigned i = 0; i < GN_PRODUCT; i++)
        m->product[i] = GN_ZERO;
    if (info->format != RG_FMT_U1)
        m->r[RG_NUM_A] = word_at(m->config, p->a);
    m->r[RG_NUM_B] = word_at(m->config, p->b);
    m->r[RG_NUM_GY] = word_at(m->config, p->gy);
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

static void put_results(gn_making *m, const gn_unit_ports *p)
{
    put(m, &m->r[RG_NUM_F], p->f);
    if (m->grad && rg_op_lookup(m->op)->kind != RG_KIND_INT) {
        put(m, &m->r[RG_NUM_DA], p->da);
        put(m, &m->r[RG_NUM_DB], p->db);
    }
    for (unsigned i = 0; i < 4; i++)
        gn_cnot(m->n, m->cause[i], p->trap + i);
    gn_cnot(m->n, m->value_ovf, p->value_ovf);
    for (unsigned i = 0; i < m->grad_ovf_count; i++)
        gn_cnot(m->n, m->grad_ovf[i], p->grad_ovf + i);
}

uint32_t gn_lay_out_unit(unsigned x, gn_unit_ports *ports)
{
    *ports = (gn_unit_ports){.a = 0,
                             .b = x,
                             .gy = 2 * x,
                             .y = 3 * x,
                             .ga = 4 * x,
                             .f = 5 * x,
                             .da = 6 * x,
                             .db = 7 * x,
                             .trap = 8 * x,
                             .value_ovf = 8 * x + 4,
                             .grad_ovf = 8 * x + 5,
                             .wrap = 8 * x + 5 + GN_GRADIENT_OVERFLOWS,
                             .inverse = 8 * x + 6 + GN_GRADIENT_OVERFLOWS};
    return ports->inverse + 1;
}

bool gn_has_unit(unsigned op)
{
    const rg_op_info *info = rg_op_lookup(op);
    return info && (info->format == RG_FMT_U || info->format == RG_FMT_U1);
}

bool gn_make_unit(gn_unit *unit, const rg_num_config *config, unsigned op, bool grad,
                  const gn_unit_ports *ports, uint32_t lines)
{
    gn_making m = {.n = &unit->net, .config = config, .op = op, .grad = grad};

    gn_init(&unit->net, lines);
    m.overflow = m.trap = m.value_ovf = GN_ZERO;
    for (unsigned i = 0; i < 4; i++)
        m.cause[i] = GN_ZERO;
    load(&m, ports);
    if (rg_num_entries[op].start)
        gn_run_program(&m);
    else
        gn_simple(&m);
    unit->copy = unit->net.count;
    put_results(&m, ports);
    return !unit->net.failed;
}
