/* back.c: gradients back through a value, and tangents forward through it. */
#include "ec.h"

#include <string.h>

#include "isa/isa.h"

static void add(ec *e, const char *g, const char *amount, bool minus)
{
    if (g)
        ec_line(e, "%s(rg, &%s, %s);", minus ? "rg_gsub" : "rg_gadd", g, amount);
}

static void products(ec *e, const ec_ready *r, const char *g, bool minus)
{
    if (r->a.g && r->b.g && strcmp(r->a.v, r->b.v) == 0) { /* of a square both are the same */
        const char *both = ec_text(e, "t_%u", ++e->temps);
        ec_line(e, "const int64_t %s = rg_gmul(rg, %s, %s);", both, g, r->a.v);
        add(e, r->a.g, both, minus);
        add(e, r->b.g, both, minus);
        return;
    }
    add(e, r->a.g, ec_text(e, "rg_gmul(rg, %s, %s)", g, r->b.v), minus);
    add(e, r->b.g, ec_text(e, "rg_gmul(rg, %s, %s)", g, r->a.v), minus);
}

static void other(ec *e, const ec_ready *r, const char *g, bool minus)
{
    const rg_op_info *info = rg_op_lookup(r->of->op);
    const char *ga = info->ga[0] && r->a.g ? ec_text(e, "&%s", r->a.g) : "NULL";
    const char *gb = info->gb[0] && r->b.g ? ec_text(e, "&%s", r->b.g) : "NULL";

    if (strcmp(ga, "NULL") == 0 && strcmp(gb, "NULL") == 0)
        return;
    e->functions = true;
    ec_line(e, "rg_partials(rg, RG_OP_%s, %s, %s, %s, %s, %s, %s);", info->name, r->a.v, r->b.v, g,
            minus ? "true" : "false", ga, gb);
}

static void operation(ec *e, const ec_ready *r, const char *g, bool minus)
{
    switch (r->of->op) {
    case RG_OP_FMOV:
    case RG_OP_LMUL: add(e, r->b.g, g, minus); break;
    case RG_OP_FADD:
    case RG_OP_LMUL2:
        add(e, r->a.g, g, minus);
        add(e, r->b.g, g, minus);
        break;
    case RG_OP_FSUB:
    case RG_OP_LDIV2:
        add(e, r->a.g, g, minus);
        add(e, r->b.g, ec_text(e, "rg_gneg(rg, %s)", g), minus);
        break;
    case RG_OP_FMUL: products(e, r, g, minus); break;
    default: other(e, r, g, minus); break;
    }
}

void ec_back(ec *e, const ec_ready *ready, const char *g, bool minus)
{
    if (ready->of && ready->of->kind == IR_OP) {
        if (rg_op_lookup(ready->of->op)->kind != RG_KIND_INT)
            operation(e, ready, g, minus);
    } else {
        add(e, ready->word.g, g, minus);
    }
}

/* The arm that was taken is evaluated once more, and its gradient goes back from there. */
static void arm(ec *e, const ec_record *r, const ir_expr *x)
{
    const size_t from = e->cache_from, cached = e->cache_count, recorded = e->record_count;
    const bool active = e->active;

    e->active = true; /* a later value of the call may have none */
    e->indent++;
    e->cache_from = r->cached_from;
    e->cache_count = r->cached;
    const ec_ready ready = ec_prepare(e, x);
    const ec_word word = ec_fire(e, &ready, x->loc);
    (void)word;
    ec_back(e, &ready, r->g, false);
    ec_back_parts(e, recorded);
    e->cache_from = from;
    e->cache_count = cached;
    e->record_count = recorded;
    e->active = active;
    e->indent--;
}

void ec_back_parts(ec *e, size_t from)
{
    const size_t count = e->record_count;

    for (size_t i = count; i-- > from && !e->failed;) {
        const ec_record r = e->records[i];
        if (r.select) {
            ec_line(e, "if (%s) {", ec_bare(e, r.select));
            arm(e, &r, r.ready.of->right);
            ec_line(e, "} else {");
            arm(e, &r, r.ready.of->third);
            ec_line(e, "}");
        } else {
            ec_back(e, &r.ready, r.g, false);
        }
    }
    e->record_count = from;
}

/* ---- tangents ---- */

static const char *zero_if_none(const char *t) { return t ? t : "0"; }

const char *ec_tangent_of(ec *e, const ec_ready *r)
{
    if (!r->of)
        return zero_if_none(r->word.t);
    const rg_op_info *info = rg_op_lookup(r->of->op);
    if (info->kind == RG_KIND_INT || (!(info->ga[0] && r->a.t) && !(info->gb[0] && r->b.t)))
        return "0";
    e->functions = true;
    return ec_text(e, "rg_dual(rg, RG_OP_%s, %s, %s, %s, %s)", info->name, r->a.v, r->b.v,
                   zero_if_none(r->a.t), zero_if_none(r->b.t));
}
