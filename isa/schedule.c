/* schedule.c: list scheduling of micro-operations. */
#include "isa/schedule.h"

#include <string.h>

enum unit { UNIT_MULTIPLIER, UNIT_ALU };

static const struct {
    enum unit unit;
    unsigned clocks;
    const char *reads, *writes;
} kinds[] = {
#define RG_UOP_KIND(name, clocks, unit, reads, writes, text) {UNIT_##unit, clocks, reads, writes},
#include "isa/num/uops.def"
#undef RG_UOP_KIND
};

/* What an operation reads or writes: a bit for each register, and for P, T and G. V is looked at by
 * itself, for most of its values are never read. */
enum { STATE_P = 1 << RG_NUM_REGISTERS, STATE_T = STATE_P << 1, STATE_G = STATE_P << 2 };

/* Of two operations, what the later one must do. */
enum relation { FREE, NOT_BEFORE, AFTER };

typedef struct {
    const rg_uop *code;
    unsigned count;
    unsigned reads[RG_SCHEDULE_LIMIT], writes[RG_SCHEDULE_LIMIT];
    int flag_from[RG_SCHEDULE_LIMIT]; /* which one wrote the V that this one reads, or -1 */
    unsigned char relations[RG_SCHEDULE_LIMIT][RG_SCHEDULE_LIMIT]; /* later, earlier */
    unsigned height[RG_SCHEDULE_LIMIT]; /* clocks from its start to the end, at least */
    bool placed[RG_SCHEDULE_LIMIT];
} list;

/* A product takes one clock there, and a quotient or a root forms eight digits in one. */
static unsigned clocks_of(const list *l, unsigned i)
{
    return kinds[l->code[i].op].clocks > 2 ? 64 / 8 + 3 : 1;
}

bool rg_schedule_multiplies(unsigned op) { return kinds[op].unit == UNIT_MULTIPLIER; }

static bool mentions(const char *names, char name) { return strchr(names, name) != NULL; }

static unsigned state(const rg_uop *o, const char *names)
{
    return (mentions(names, 'd') ? 1u << o->d : 0) | (mentions(names, 'a') ? 1u << o->a : 0)
           | (mentions(names, 'b') ? 1u << o->b : 0) | (mentions(names, 'c') ? 1u << o->c : 0)
           | (mentions(names, 'P') ? (unsigned)STATE_P : 0)
           | (mentions(names, 'T') ? (unsigned)STATE_T : 0)
           | (mentions(names, 'G') ? (unsigned)STATE_G : 0);
}

static bool writes_flag(const list *l, unsigned i)
{
    return mentions(kinds[l->code[i].op].writes, 'V');
}

static bool reads_flag(const list *l, unsigned i)
{
    return mentions(kinds[l->code[i].op].reads, 'V');
}

static bool find_states(list *l)
{
    int last = -1;
    for (unsigned i = 0; i < l->count; i++) {
        l->reads[i] = state(&l->code[i], kinds[l->code[i].op].reads);
        l->writes[i] = state(&l->code[i], kinds[l->code[i].op].writes);
        l->flag_from[i] = reads_flag(l, i) ? last : -1;
        if (reads_flag(l, i) && last < 0)
            return false;
        if (writes_flag(l, i))
            last = (int)i;
    }
    return true;
}

static void require(list *l, unsigned later, unsigned earlier, enum relation relation)
{
    if (l->relations[later][earlier] < relation)
        l->relations[later][earlier] = (unsigned char)relation;
}

/* No other value of V comes between the one that `reader` reads and its reading. */
static void protect_flag(list *l, unsigned reader)
{
    unsigned writer = (unsigned)l->flag_from[reader];
    require(l, reader, writer, AFTER);
    for (unsigned i = 0; i < l->count; i++) {
        if (i < writer && writes_flag(l, i))
            require(l, writer, i, NOT_BEFORE);
        if (i > reader && writes_flag(l, i))
            require(l, i, reader, NOT_BEFORE);
    }
}

static void find_relations(list *l)
{
    for (unsigned j = 0; j < l->count; j++) {
        for (unsigned i = 0; i < j; i++) {
            if ((l->writes[i] & (l->reads[j] | l->writes[j])) != 0)
                require(l, j, i, AFTER);
            else if ((l->reads[i] & l->writes[j]) != 0)
                require(l, j, i, NOT_BEFORE);
        }
        if (l->flag_from[j] >= 0)
            protect_flag(l, j);
    }
}

static void find_heights(list *l)
{
    for (unsigned i = l->count; i-- > 0;) {
        unsigned clocks = clocks_of(l, i);
        l->height[i] = clocks;
        for (unsigned j = i + 1; j < l->count; j++) {
            unsigned path = l->height[j] + (l->relations[j][i] == AFTER ? clocks : 0);
            if (l->relations[j][i] != FREE && path > l->height[i])
                l->height[i] = path;
        }
    }
}

/* Whether `op` may be in this clock, beside the operation `with` of the ALU (-1 for none). Within a
 * clock the ALU comes first, and neither sees what the other one writes. */
static bool may_start(const list *l, unsigned op, int with)
{
    if (l->placed[op])
        return false;
    for (unsigned i = 0; i < op; i++)
        if (l->relations[op][i] != FREE && !l->placed[i]
            && !((int)i == with && l->relations[op][i] == NOT_BEFORE))
            return false;
    return true;
}

static bool uses_entry(const list *l, unsigned op)
{
    return mentions(kinds[l->code[op].op].reads, 'k');
}

static bool may_share(const list *l, unsigned alu, unsigned product)
{
    return !(uses_entry(l, alu) && uses_entry(l, product))
           && (l->writes[alu] & (l->reads[product] | l->writes[product])) == 0
           && l->relations[alu][product] == FREE;
}

/* The longer path first, then the other one. */
static unsigned urgency(unsigned one, unsigned other)
{
    unsigned high = one > other ? one : other, low = one > other ? other : one;
    return high * 4096 + low;
}

/* The operations of the next clock, each -1 for none. */
static void choose(const list *l, int *alu, int *product)
{
    unsigned best = 0;
    *alu = *product = -1;
    for (int a = -1; a < (int)l->count; a++) {
        if (a >= 0 && (rg_schedule_multiplies(l->code[a].op) || !may_start(l, (unsigned)a, -1)))
            continue;
        for (int p = -1; p < (int)l->count; p++) {
            if (p >= 0
                && (!rg_schedule_multiplies(l->code[p].op) || !may_start(l, (unsigned)p, a)
                    || (a >= 0 && !may_share(l, (unsigned)a, (unsigned)p))))
                continue;
            unsigned found = urgency(a < 0 ? 0 : l->height[a], p < 0 ? 0 : l->height[p]);
            if (found > best) {
                best = found;
                *alu = a;
                *product = p;
            }
        }
    }
}

bool rg_schedule(rg_uop *code, unsigned count)
{
    list l;
    rg_uop ordered[RG_SCHEDULE_LIMIT];
    if (count == 0 || count > RG_SCHEDULE_LIMIT)
        return false;
    memset(&l, 0, sizeof l);
    l.code = code;
    l.count = count;
    if (!find_states(&l))
        return false;
    find_relations(&l);
    find_heights(&l);
    for (unsigned done = 0; done < count;) {
        int alu, product;
        choose(&l, &alu, &product);
        if (alu >= 0) {
            ordered[done] = code[alu];
            ordered[done++].paired = product >= 0;
            l.placed[alu] = true;
        }
        if (product >= 0) {
            ordered[done++] = code[product];
            l.placed[product] = true;
        }
    }
    ordered[count - 1].stop = code[count - 1].stop;
    for (unsigned i = 0; i < count; i++) {
        code[i] = ordered[i];
        if (i + 1 < count)
            code[i].stop = RG_STOP_NONE;
    }
    return true;
}
