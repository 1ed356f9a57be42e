/* schedule.c: list scheduling of micro-operations. */
#include "isa/schedule.h"

#include <string.h>

enum unit { UNIT_MULTIPLIER, UNIT_ALU };

static const struct {
    enum unit unit;
    const char *reads, *writes;
} kinds[] = {
#define RG_UOP_KIND(name, clocks, unit, reads, writes, text) {UNIT_##unit, reads, writes},
#include "isa/num/uops.def"
#undef RG_UOP_KIND
};

/* What an operation reads or writes: a bit for each register, and for T, G, Q, S and R. */
enum {
    STATE_T = 1 << RG_NUM_REGISTERS,
    STATE_G = STATE_T << 1,
    STATE_Q = STATE_T << 2,
    STATE_S = STATE_T << 3,
    STATE_R = STATE_T << 4
};

/* What most operations write, though few of its values are read: V and P. Such values may come in
 * any order, but each that is read stays until then. */
enum { PASSING = 2 };
static const char passing[PASSING] = {'V', 'P'};
enum { FROM_START = -1, FROM_NONE = -2 };
/* More than a program takes whose operations follow each other all. */
enum { CLOCKS_LIMIT = RG_SCHEDULE_LIMIT * 64 };

/* Of two operations, what the later one must do. */
enum relation { FREE, NOT_BEFORE, AFTER };

typedef struct {
    const rg_uop *code;
    unsigned count;
    unsigned reads[RG_SCHEDULE_LIMIT], writes[RG_SCHEDULE_LIMIT];
    int from[PASSING][RG_SCHEDULE_LIMIT]; /* which one wrote the value that this one reads */
    unsigned char relations[RG_SCHEDULE_LIMIT][RG_SCHEDULE_LIMIT]; /* later, earlier */
    unsigned height[RG_SCHEDULE_LIMIT]; /* clocks from its start to the end, at least */
    bool placed[RG_SCHEDULE_LIMIT];
    unsigned start[RG_SCHEDULE_LIMIT]; /* the clock of one that is placed */
    unsigned now;
    unsigned readers[PASSING]; /* of the present value, that are still to come */
} list;

bool rg_schedule_multiplies(unsigned op) { return kinds[op].unit == UNIT_MULTIPLIER; }

static bool mentions(const char *names, char name) { return strchr(names, name) != NULL; }

/* That of what is done to the result in the same clock. */
static unsigned state_of_fit(const rg_uop *o)
{
    return o->fit == RG_FIT_NONE       ? 0
           : o->fit == RG_FIT_GRADIENT ? (unsigned)STATE_G
                                       : (unsigned)STATE_T;
}

static unsigned state(const rg_uop *o, const char *names)
{
    return state_of_fit(o) | (mentions(names, 'd') ? 1u << o->d : 0)
           | (mentions(names, 'a') ? 1u << o->a : 0) | (mentions(names, 'b') ? 1u << o->b : 0)
           | (mentions(names, 'c') ? 1u << o->c : 0)
           | (mentions(names, 'T') ? (unsigned)STATE_T : 0)
           | (mentions(names, 'G') ? (unsigned)STATE_G : 0)
           | (mentions(names, 'Q') ? (unsigned)STATE_Q : 0)
           | (mentions(names, 'S') ? (unsigned)STATE_S : 0)
           | (mentions(names, 'R') ? (unsigned)STATE_R : 0);
}

static bool writes(const list *l, unsigned i, int value)
{
    return mentions(kinds[l->code[i].op].writes, passing[value]);
}

static bool reads(const list *l, unsigned i, int value)
{
    return mentions(kinds[l->code[i].op].reads, passing[value]);
}

static void find_sources(list *l, int value)
{
    int last = FROM_START;
    for (unsigned i = 0; i < l->count; i++) {
        l->from[value][i] = reads(l, i, value) ? last : FROM_NONE;
        l->readers[value] += l->from[value][i] == FROM_START;
        if (writes(l, i, value))
            last = (int)i;
    }
}

/* False if V is read before it is written. P may be that of the operations before these. */
static bool find_states(list *l)
{
    for (unsigned i = 0; i < l->count; i++) {
        l->reads[i] = state(&l->code[i], kinds[l->code[i].op].reads);
        l->writes[i] = state(&l->code[i], kinds[l->code[i].op].writes);
    }
    for (int value = 0; value < PASSING; value++)
        find_sources(l, value);
    return l->readers[0] == 0;
}

static void require(list *l, unsigned later, unsigned earlier, enum relation relation)
{
    if (l->relations[later][earlier] < relation)
        l->relations[later][earlier] = (unsigned char)relation;
}

static void find_data(list *l)
{
    for (unsigned j = 0; j < l->count; j++) {
        for (unsigned i = 0; i < j; i++) {
            if ((l->writes[i] & (l->reads[j] | l->writes[j])) != 0)
                require(l, j, i, AFTER);
            else if ((l->reads[i] & l->writes[j]) != 0)
                require(l, j, i, NOT_BEFORE);
        }
        for (int value = 0; value < PASSING; value++)
            if (l->from[value][j] >= 0)
                require(l, j, (unsigned)l->from[value][j], AFTER);
    }
}

/* Whatever comes before what comes before an operation comes before it. */
static void close_over(list *l)
{
    for (unsigned j = 0; j < l->count; j++)
        for (unsigned i = j; i-- > 0;)
            for (unsigned h = 0; l->relations[j][i] != FREE && h < i; h++)
                if (l->relations[i][h] != FREE)
                    require(l, j, h, NOT_BEFORE);
}

/* A value that is read stays until then (`may_write`). So what its reader needs besides, and writes
 * such a value too, comes before it. True where this is new. What writes P writes V as well: V is
 * read before long, and never waits for P. */
static bool protect(list *l, int value)
{
    bool changes = false;
    for (unsigned reader = 0; reader < l->count; reader++) {
        const int writer = l->from[value][reader];
        for (int i = 0; i < writer; i++)
            if (writes(l, (unsigned)i, value) && l->relations[reader][i] != FREE
                && l->relations[writer][i] == FREE) {
                require(l, (unsigned)writer, (unsigned)i, NOT_BEFORE);
                changes = true;
            }
    }
    return changes;
}

/* The last product is left in P, for what comes after these operations. */
static void end_with_last_product(list *l)
{
    unsigned last = l->count;
    while (last > 0 && !writes(l, last - 1, 1))
        last--;
    for (unsigned i = 0; i + 1 < last; i++)
        if (writes(l, i, 1))
            require(l, last - 1, i, AFTER);
}

static void find_relations(list *l)
{
    bool changes;
    find_data(l);
    end_with_last_product(l);
    do {
        close_over(l);
        changes = false;
        for (int value = 0; value < PASSING; value++)
            changes = protect(l, value) || changes;
    } while (changes);
}

/* Clocks from the start of an operation to that of one after it: a product takes one. The digits of
 * a quotient or a root have clocks of their own. */
static unsigned clocks_between(const list *l, unsigned earlier, unsigned later)
{
    static const rg_num_unit unit = {true, 8};
    const unsigned both = l->writes[earlier] & l->reads[later];
    if (l->relations[later][earlier] != AFTER)
        return 0;
    return 1
           + ((both & STATE_Q) != 0   ? rg_num_digit_clocks(RG_UOP_DIVS, &unit)
              : (both & STATE_S) != 0 ? rg_num_digit_clocks(RG_UOP_DIVB, &unit)
              : (both & STATE_R) != 0 ? rg_num_digit_clocks(RG_UOP_ROOS, &unit)
                                      : 0);
}

static void find_heights(list *l)
{
    for (unsigned i = l->count; i-- > 0;) {
        l->height[i] = 1;
        for (unsigned j = i + 1; j < l->count; j++) {
            unsigned path = l->height[j] + clocks_between(l, i, j);
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
    for (unsigned i = 0; i < op; i++) {
        if (l->relations[op][i] == FREE)
            continue;
        if (l->placed[i] ? l->now < l->start[i] + clocks_between(l, i, op)
                         : (int)i != with || l->relations[op][i] != NOT_BEFORE)
            return false;
    }
    return true;
}

static unsigned readers_of(const list *l, unsigned writer, int value)
{
    unsigned n = 0;
    for (unsigned i = writer + 1; i < l->count; i++)
        n += l->from[value][i] == (int)writer;
    return n;
}

/* Whether V or P may change in this clock, beside the operation `with` of the ALU (-1 for none). Of
 * two that write one of them that of the multiplier comes last. */
static bool may_write(const list *l, unsigned op, int with, int value)
{
    if (!writes(l, op, value))
        return true;
    if (with >= 0 && writes(l, (unsigned)with, value) && readers_of(l, (unsigned)with, value) != 0)
        return false;
    unsigned read_now = reads(l, op, value) ? 1 : 0;
    read_now += with >= 0 && reads(l, (unsigned)with, value) ? 1u : 0u;
    return l->readers[value] == read_now;
}

static bool may_change(const list *l, unsigned op, int with)
{
    return may_write(l, op, with, 0) && may_write(l, op, with, 1);
}

static bool may_share(const list *l, unsigned alu, unsigned product)
{
    return (l->writes[alu] & (l->reads[product] | l->writes[product])) == 0
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
        if (a >= 0
            && (rg_schedule_multiplies(l->code[a].op) || !may_start(l, (unsigned)a, -1)
                || !may_change(l, (unsigned)a, -1)))
            continue;
        for (int p = -1; p < (int)l->count; p++) {
            if (p >= 0
                && (!rg_schedule_multiplies(l->code[p].op) || !may_start(l, (unsigned)p, a)
                    || !may_change(l, (unsigned)p, a)
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

static void place(list *l, unsigned op)
{
    l->placed[op] = true;
    l->start[op] = l->now;
    for (int value = 0; value < PASSING; value++) {
        if (reads(l, op, value))
            l->readers[value]--;
        if (writes(l, op, value))
            l->readers[value] = readers_of(l, op, value);
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
    for (unsigned done = 0; done < count; l.now++) { /* a clock may have nothing but digits */
        int alu, product;
        if (l.now > CLOCKS_LIMIT)
            return false;
        choose(&l, &alu, &product);
        if (alu >= 0) {
            ordered[done] = code[alu];
            ordered[done++].paired = product >= 0;
            place(&l, (unsigned)alu);
        }
        if (product >= 0) {
            ordered[done++] = code[product];
            place(&l, (unsigned)product);
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
