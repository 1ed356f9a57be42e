/* stream_places.c: which registers hold the descriptors of a stream. Groups overlap where they
 * agree, and a register that holds a value already serves where it stands. */
#include "cg.h"

#include "compiler/opt/opt_internal.h"

#include <stdlib.h>
#include <string.h>

enum { COST_OF_A_VALUE = 2, COST_OF_SAVING = 2, LAST = 30 };

/* Registers of a descriptor; two more where it is indexed. */
unsigned cg_descriptor_length(const cg_stream_plan *plan, unsigned group)
{
    return (group == CG_STREAM_D ? 5u : 3u) + (plan->indexed >> group & 1 ? 2u : 0u);
}

enum { ANY, ZERO, FIRST_VALUE, MOST_VALUES = 20 };

/* A number stands for what a register holds: equal numbers are equal values. held is the register
 * where a value stands already, or 0. left are those where the stream before had it. There it would
 * be unset and set again for nothing, so it stays. */
typedef struct {
    uint8_t number[CG_STREAM_GROUPS][CG_STREAM_SLOTS], held[MOST_VALUES];
    uint32_t left[MOST_VALUES];
    uint32_t temps, keeps;
    bool used[CG_STREAM_GROUPS];
    unsigned lengths[CG_STREAM_GROUPS];
    unsigned least[CG_STREAM_GROUPS + 1]; /* what this group and those after it cost at least */
} puzzle;
typedef struct {
    uint8_t at[32];
} layout;

static bool same_value(const cg_slot_value *x, const cg_slot_value *y)
{
    if (x->kind != y->kind)
        return false;
    return x->kind == CG_SLOT_WORD ? x->number == y->number : opt_same_expr(x->expr, y->expr);
}

static uint32_t left_in(const cg *g, const cg_slot_value *v)
{
    uint32_t registers = 0;

    for (unsigned r = 0; r < 32 && v->kind == CG_SLOT_VALUE && cg_on(g, OPT_CANCEL); r++)
        if (g->left[r] && opt_same_expr(g->left[r], v->expr))
            registers |= UINT32_C(1) << r;
    return registers;
}

static puzzle puzzle_of(cg *g, const cg_stream_plan *plan)
{
    puzzle p;
    const cg_slot_value *known[MOST_VALUES] = {0};
    uint8_t count = FIRST_VALUE;

    memset(&p, 0, sizeof p); /* it is compared byte by byte */
    p.temps = g->temps;
    p.keeps = cg_keeps(g) & ~g->touched;
    for (unsigned group = 0; group < CG_STREAM_GROUPS; group++) {
        p.used[group] = plan->used[group];
        p.lengths[group] = cg_descriptor_length(plan, group);
        for (unsigned i = 0; plan->used[group] && i < p.lengths[group]; i++) {
            const cg_slot_value *v = &plan->slots[group][i];
            uint8_t n = v->kind == CG_SLOT_ANY ? ANY : v->kind == CG_SLOT_ZERO ? ZERO : FIRST_VALUE;
            while (n >= FIRST_VALUE && n < count && !same_value(known[n], v))
                n++;
            if (n == count) {
                known[count++] = v;
                p.held[n] = v->kind == CG_SLOT_VALUE ? cg_find(g, v->expr) : 0;
                p.left[n] = left_in(g, v);
            }
            p.number[group][i] = n;
        }
    }
    return p;
}

static unsigned cost_of(const puzzle *p, const layout *l, unsigned r, uint8_t n)
{
    if (n == ANY)
        return 0;
    if (r == 0 || r > LAST)
        return CG_NO_PLACE;
    if (l->at[r] != ANY)
        return l->at[r] == n ? 0 : CG_NO_PLACE;
    if (p->held[n] == r)
        return 0;
    if (!(p->temps >> r & 1))
        return CG_NO_PLACE;
    const unsigned value = n == ZERO || p->left[n] >> r & 1 ? 0 : COST_OF_A_VALUE,
                   saving = p->keeps >> r & 1 ? COST_OF_SAVING : 0;
    return value + saving;
}

/* The cost of the group from register `first` on, which is then in the layout; `most` or more when
 * it is not below that. */
static unsigned add_group(const puzzle *p, layout *l, unsigned group, unsigned first, unsigned most)
{
    unsigned cost = 0;

    for (unsigned i = 0; i < p->lengths[group] && cost < most; i++) {
        const uint8_t n = p->number[group][i];
        cost += cost_of(p, l, first + i, n);
        if (n != ANY && first + i <= LAST)
            l->at[first + i] = n;
    }
    return cost;
}

static bool named_before(const puzzle *p, unsigned group, uint8_t n)
{
    for (unsigned before = 0; before < group; before++)
        for (unsigned i = 0; p->used[before] && i < p->lengths[before]; i++)
            if (p->number[before][i] == n)
                return true;
    return false;
}

/* A value of a group before may stand where this one wants it. */
static unsigned least_cost(const puzzle *p, unsigned group)
{
    const layout empty = {{0}};
    unsigned least = CG_NO_PLACE;

    for (unsigned first = 1; p->used[group] && first <= LAST; first++) {
        unsigned cost = 0;
        for (unsigned i = 0; i < p->lengths[group] && cost < least; i++)
            if (!named_before(p, group, p->number[group][i]))
                cost += cost_of(p, &empty, first + i, p->number[group][i]);
        least = cost < least ? cost : least;
    }
    return p->used[group] ? least : 0;
}

static void measure_least(puzzle *p)
{
    for (unsigned group = CG_STREAM_GROUPS; group-- > 0;)
        p->least[group] = least_cost(p, group) + p->least[group + 1];
}

/* The cheapest place of this group and those after it that costs less than `best`. */
static unsigned search(const puzzle *p, const layout *l, unsigned group, unsigned best,
                       uint8_t *reg)
{
    if (group == CG_STREAM_GROUPS)
        return 0;
    if (!p->used[group])
        return search(p, l, group + 1, best, reg);
    for (unsigned k = 0; k < LAST && best > p->least[group]; k++) {
        const unsigned first = 1
                               + (CG_FIRST_SAVED - 1 + k)
                                     % LAST; /* the low ones are left to parameters of callers */
        uint8_t rest[CG_STREAM_GROUPS] = {0};
        layout with = *l;
        unsigned cost = add_group(p, &with, group, first, best);
        if (cost + p->least[group + 1] < best)
            cost += search(p, &with, group + 1, best - cost, rest);
        else
            continue;
        if (cost >= best)
            continue;
        best = cost;
        reg[group] = (uint8_t)first;
        for (unsigned n = group + 1; n < CG_STREAM_GROUPS; n++)
            reg[n] = rest[n];
    }
    return best;
}

static unsigned solve(puzzle *p, uint8_t *reg)
{
    const layout empty = {{0}};

    measure_least(p);
    return search(p, &empty, CG_STREAM_D, CG_NO_PLACE, reg);
}

/* ---- puzzles that were solved before ---- */

/* A routine is generated with many divisions of the registers, and the routines of a program are
 * often alike: so most puzzles come again. Each has one place, by its hash. */
enum { PLACES_LOG2 = 10 };
typedef struct {
    bool known;
    puzzle asked;
    unsigned cost;
    uint8_t reg[CG_STREAM_GROUPS];
} solution;
struct cg_solutions_tag {
    solution of[1 << PLACES_LOG2];
};

cg_solutions *cg_solutions_new(void) { return calloc(1, sizeof(cg_solutions)); }

/* FNV-1a (Fowler, Noll, Vo), four bytes at a time. */
static size_t hash_of(const puzzle *p)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    uint32_t part;

    _Static_assert(sizeof *p % sizeof part == 0, "no byte is left over");
    for (size_t i = 0; i < sizeof *p; i += sizeof part) {
        memcpy(&part, (const char *)p + i, sizeof part);
        hash = (hash ^ part) * UINT64_C(1099511628211);
    }
    return (size_t)(hash >> (64 - PLACES_LOG2));
}

unsigned cg_cheapest_places(cg *g, cg_stream_plan *plan)
{
    const puzzle p = puzzle_of(g, plan);
    solution *s = &g->solutions->of[hash_of(&p)];

    if (!s->known || memcmp(&s->asked, &p, sizeof p) != 0) {
        puzzle at_work = p;
        *s = (solution){.known = true};
        memcpy(&s->asked, &p, sizeof p); /* and what stands between its members */
        s->cost = solve(&at_work, s->reg);
    }
    memcpy(plan->reg, s->reg, sizeof plan->reg);
    return s->cost;
}
