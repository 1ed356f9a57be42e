/* control.c: branches, calls, portals and hardware loops. They change br, dir and loop counters;
 * advance moves pc. */
#include "sim/fast/exec.h"

static uint32_t link_to(const rg_machine *m, uint32_t target)
{
    return (m->pc ^ target) & RG_PC_MASK;
}

static uint32_t link_of(const rg_machine *m, const rg_decoded *d)
{
    return link_to(m, m->pc + (uint32_t)d->in.offset);
}

static bool taken(const rg_machine *m, const rg_decoded *d)
{
    int64_t v = m->r[d->in.d], w = d->info->format == RG_FMT_BI ? d->in.imm : m->r[d->in.a];

    switch (d->in.op) {
    case RG_OP_BEQS:
    case RG_OP_BEQL:
    case RG_OP_BEQIS:
    case RG_OP_BEQIL: return v == w;
    case RG_OP_BNES:
    case RG_OP_BNEL:
    case RG_OP_BNEIS:
    case RG_OP_BNEIL: return v != w;
    case RG_OP_BLTS:
    case RG_OP_BLTL:
    case RG_OP_BLTIS:
    case RG_OP_BLTIL: return v < w;
    case RG_OP_BGES:
    case RG_OP_BGEL:
    case RG_OP_BGEIS:
    case RG_OP_BGEIL: return v >= w;
    default: return true;
    }
}

static unsigned branch(rg_machine *m, const rg_decoded *d)
{
    uint32_t jump = taken(m, d) ? link_of(m, d) : 0;

    m->trap_info = m->br;
    if (rg_is_landing(d->in.op) == m->backward) { /* a split in this direction */
        if (m->br != 0)
            return RG_TRAP_LANDING;
        m->br = jump;
    } else {
        if (m->br != jump)
            return RG_TRAP_CONDITION;
        m->br = 0;
    }
    return 0;
}

static unsigned call(rg_machine *m, uint32_t link, bool turns)
{
    m->trap_info = m->br;
    if (link == 0)
        return RG_TRAP_ILLEGAL;
    if (m->br == 0)
        m->br = link;
    else if (m->br == link)
        m->br = 0;
    else
        return RG_TRAP_LANDING;
    m->backward ^= turns;
    return 0;
}

static unsigned portal(rg_machine *m, const rg_decoded *d)
{
    const int64_t word = m->r[d->in.d];
    const bool fits = m->br >> (m->config.num.xlen < 24 ? m->config.num.xlen - 1 : 24) == 0;

    if ((word == 0) == (m->br == 0) || ((uint64_t)word & ~(uint64_t)RG_PC_MASK) != 0 || !fits) {
        m->trap_info = word;
        return RG_TRAP_PORTAL;
    }
    m->r[d->in.d] = m->br;
    m->br = (uint32_t)word;
    return 0;
}

/* The tables of docs/reference/isa.md, one row a line; false is the trap LOOP. */
static bool loop_top(rg_machine *m, int64_t v, int64_t n, uint32_t link)
{
    bool at_rest = m->br == 0, arriving = m->br == link;

    if (!m->backward) {
        if (at_rest && v == 0 && n != 0) {
            m->br = 0;
            return true;
        }
        if (at_rest && v == 0 && n == 0) {
            m->br = link;
            return true;
        }
        if (arriving && v != 0 && n != 0) {
            m->br = 0;
            return true;
        }
        return false;
    }
    if (at_rest && v == 0 && n != 0) {
        m->br = 0;
        return true;
    }
    if (at_rest && v != 0 && n != 0) {
        m->br = link;
        return true;
    }
    if (arriving && v == 0 && n == 0) {
        m->br = 0;
        return true;
    }
    return false;
}

static bool loop_end(rg_machine *m, int64_t *v, int64_t n, uint32_t link)
{
    bool at_rest = m->br == 0, arriving = m->br == link;
    int64_t up = rg_wrap(m, (uint64_t)*v + 1), down = rg_wrap(m, (uint64_t)*v - 1);

    if (!m->backward) {
        if (at_rest && up == n && n != 0) {
            *v = 0;
            return true;
        }
        if (at_rest && up != n && up != 0 && n != 0) {
            *v = up;
            m->br = link;
            return true;
        }
        if (arriving && *v == 0 && n == 0) {
            m->br = 0;
            return true;
        }
        return false;
    }
    if (at_rest && *v == 0 && n != 0) {
        *v = rg_wrap(m, (uint64_t)n - 1);
        return true;
    }
    if (at_rest && *v == 0 && n == 0) {
        m->br = link;
        return true;
    }
    if (arriving && *v != 0 && *v != n && n != 0) {
        *v = down;
        m->br = 0;
        return true;
    }
    return false;
}

static unsigned loop(rg_machine *m, const rg_decoded *d)
{
    uint32_t link = link_of(m, d);
    int64_t *v = &m->r[d->in.d], n = m->r[d->in.a];

    m->trap_info = *v;
    if (m->br != 0 && m->br != link) {
        m->trap_info = m->br;
        return RG_TRAP_LANDING;
    }
    if (d->alias) {
        m->trap_info = 0;
        return RG_TRAP_ALIAS;
    }
    return (d->in.op == RG_OP_FORTOP ? loop_top(m, *v, n, link) : loop_end(m, v, n, link))
               ? 0
               : RG_TRAP_LOOP;
}

unsigned rg_exec_control(rg_machine *m, const rg_decoded *d)
{
    switch (d->in.op) {
    case RG_OP_CALL: return call(m, link_of(m, d), false);
    case RG_OP_UNCALL: return call(m, link_of(m, d), true);
    case RG_OP_CALLX: return call(m, link_to(m, (uint32_t)m->r[d->in.d]), false);
    case RG_OP_UNCALLX: return call(m, link_to(m, (uint32_t)m->r[d->in.d]), true);
    case RG_OP_PORTAL: return portal(m, d);
    case RG_OP_FORTOP:
    case RG_OP_FOREND: return loop(m, d);
    default: return branch(m, d);
    }
}
