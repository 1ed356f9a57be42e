/* nest_text.h: one nest of spelled_nests.h as a program, in a random spelling. Loops differ in
 * order, direction, names and origins, and in how they are written: by `for`, by `while`, counted
 * by hand, unrolled or in strips. Rows are bounds or conditions with terms on either side. Indices
 * may be flat, and signs move. */
#ifndef RG_NEST_TEXT_H
#define RG_NEST_TEXT_H

#include "spelled_nests.h"

/* What a spelling may do; a test switches single ones on. */
enum {
    SPELL_ORDER = 1,
    SPELL_DOWN = 2,
    SPELL_ORIGIN = 4,    /* loop variables shifted and reflected */
    SPELL_CONDITION = 8, /* rows as conditions, wherever they may stand */
    SPELL_TERMS = 16,    /* terms moved across comparisons */
    SPELL_WHILE = 32,
    SPELL_COUNTED = 64,
    SPELL_UNROLLED = 128,
    SPELL_STRIPS = 256,
    SPELL_FLAT = 512,
    SPELL_SIGN = 1024,
    SPELL_ALL = 2047,
    SPELL_SIDES = 2048 /* two rows as one comparison, with abs or min; not in campaigns of old */
};

typedef enum { BY_FOR, BY_WHILE, BY_WHILE_AHEAD, BY_COUNTER, BY_UNROLLED, BY_STRIPS } loop_style;

/* The loop of an iterator v: v = sign t + origin, where t is the loop variable. */
typedef struct {
    unsigned iterator;
    char name;
    int sign;
    form origin;
    bool down;
    loop_style style;
} spelled_loop;

typedef struct {
    generator *g;
    const spelled_nest *n;
    unsigned allowed;
    spelled_loop loop[DEPTH];                           /* from the outermost on */
    bool flat[SPELLED_ARRAYS], is_condition[MOST_ROWS]; /* else a bound */
    unsigned level[MOST_ROWS]; /* where the condition stands: in this many loops */
    int ahead;                 /* added to the innermost variable: copies of an unrolled body */
} spelling;

static inline bool chance(const spelling *s, unsigned what, unsigned one_in)
{
    return (s->allowed & what) && pick(s->g, one_in) == 0;
}

/* The form of iterators as one of loop variables, still by the number of the iterator. */
static inline form in_variables(const spelling *s, form f)
{
    form out = {{0}};

    out.k[N] = f.k[N];
    out.k[B] = f.k[B];
    out.k[ONE] = f.k[ONE];
    for (unsigned p = 0; p < s->n->depth; p++) {
        const spelled_loop *l = &s->loop[p];
        out.k[l->iterator] = f.k[l->iterator] * l->sign;
        out.k[ONE] += f.k[l->iterator] * (p + 1 == s->n->depth ? l->sign * s->ahead : 0);
        out = form_sum(out, l->origin, f.k[l->iterator]);
    }
    return out;
}

static inline unsigned position(const spelling *s, unsigned iterator)
{
    unsigned p = 0;

    while (s->loop[p].iterator != iterator)
        p++;
    return p;
}

/* How many loops must stand around the row. */
static inline unsigned least_level(const spelling *s, const form *f)
{
    unsigned level = 0;

    for (unsigned p = 0; p < s->n->depth; p++)
        if (f->k[s->loop[p].iterator] != 0)
            level = p + 1;
    return level;
}

/* ---- sums ---- */

static inline char name_of(const spelling *s, unsigned term)
{
    return term == N ? 'n' : term == B ? 'b' : s->loop[position(s, term)].name;
}

static inline void put_form(const spelling *s, const form *f)
{
    const unsigned begin = chance(s, SPELL_TERMS, 2) ? pick(s->g, TERMS) : 0;
    bool first = true;

    for (unsigned i = 0; i < TERMS; i++) {
        const unsigned t = (begin + i) % TERMS;
        const int k = f->k[t], size = k < 0 ? -k : k;
        if (k == 0)
            continue;
        put(s->g, first ? (k < 0 ? "-" : "") : k < 0 ? " - " : " + ");
        if (t == ONE)
            put(s->g, "%d", size);
        else if (size != 1)
            put(s->g, "%d * %c", size, name_of(s, t));
        else
            put(s->g, "%c", name_of(s, t));
        first = false;
    }
    if (first)
        put(s->g, "0");
}

/* f >= 0, with the terms on either side, some times larger. */
static inline void put_comparison(const spelling *s, form f)
{
    static const char *const ops[2][2][2] = {{{" >= ", " > "}, {" < ", " <= "}},
                                             {{" <= ", " < "}, {" > ", " >= "}}};
    const bool turned = chance(s, SPELL_TERMS, 2), negated = chance(s, SPELL_TERMS, 3),
               strict = chance(s, SPELL_TERMS, 2);
    const int factor = chance(s, SPELL_TERMS, 5) ? 2 : 1;
    form left = {{0}}, right = {{0}};

    for (unsigned t = 0; t < TERMS; t++) {
        const bool over = s->allowed & SPELL_TERMS ? pick(s->g, 2) == 0 : f.k[t] < 0;
        if (over)
            right.k[t] = -factor * f.k[t];
        else
            left.k[t] = factor * f.k[t];
    }
    left.k[ONE] += strict;
    put(s->g, negated ? "!(" : "");
    put_form(s, turned ? &right : &left);
    put(s->g, "%s", ops[turned][negated][strict]);
    put_form(s, turned ? &left : &right);
    put(s->g, negated ? ")" : "");
}

/* Are two rows c + e >= 0 and c - e >= 0, where no loop changes c? Then they are abs(e) <= c. */
static inline bool is_magnitude(const form *a, const form *b)
{
    for (unsigned t = 0; t < TERMS; t++)
        if ((t < DEPTH && a->k[t] != -b->k[t]) || (a->k[t] - b->k[t]) % 2 != 0)
            return false;
    return true;
}

static inline void put_magnitude(const spelling *s, const form *a, const form *b)
{
    const bool turned = chance(s, SPELL_TERMS, 2), negated = chance(s, SPELL_TERMS, 3);
    form c = {{0}}, e = form_sum(*a, *b, -1);

    for (unsigned t = 0; t < TERMS; t++) {
        e.k[t] /= 2;
        c.k[t] = a->k[t] - e.k[t];
    }
    put(s->g, negated ? "!(" : "");
    if (turned) {
        put_form(s, &c);
        put(s->g, negated ? " < " : " >= ");
    }
    put(s->g, "abs(");
    put_form(s, &e);
    put(s->g, ")");
    if (!turned) {
        put(s->g, negated ? " > " : " <= ");
        put_form(s, &c);
    }
    put(s->g, negated ? ")" : "");
}

/* Two rows in one comparison. */
static inline void put_both(const spelling *s, unsigned a, unsigned b)
{
    const form x = in_variables(s, s->n->row[a]), y = in_variables(s, s->n->row[b]);

    if (is_magnitude(&x, &y) && pick(s->g, 3) != 0) {
        put_magnitude(s, &x, &y);
        return;
    }
    put(s->g, "min(");
    put_form(s, &x);
    put(s->g, ", ");
    put_form(s, &y);
    put(s->g, ") >= 0");
}

/* ---- the update ---- */

static inline void put_access(const spelling *s, const spelled_access *a)
{
    const unsigned rank = spelled_arrays[a->array].rank;
    form first = in_variables(s, a->subscript[0]), second = in_variables(s, a->subscript[1]);

    put(s->g, "%s[", spelled_arrays[a->array].name);
    if (rank == 2 && s->flat[a->array]) {
        second.k[ONE] -= 1;
        put(s->g, "(");
        put_form(s, &second);
        put(s->g, ") * n + ");
        put_form(s, &first);
    } else {
        put_form(s, &first);
        if (rank == 2) {
            put(s->g, ", ");
            put_form(s, &second);
        }
    }
    put(s->g, "]");
}

static inline void put_update(const spelling *s)
{
    const spelled_nest *n = s->n;
    const bool turned = chance(s, SPELL_SIGN, 2), product = n->accesses == 3;
    const unsigned swap = product && chance(s, SPELL_SIGN, 2);

    put_access(s, &n->access[0]);
    put(s->g, n->negative != turned ? " -= %s" : " += %s", turned ? "-" : "");
    put_access(s, &n->access[1 + swap]);
    if (product) {
        put(s->g, " * ");
        put_access(s, &n->access[2 - swap]);
    }
    put(s->g, "\n");
}

/* ---- loops ---- */

static inline bool holds_at(const spelling *s, unsigned row, unsigned level)
{
    return s->is_condition[row] && s->level[row] == level;
}

/* Another row behind this one that stands where it does; none: n->rows. */
static inline unsigned partner_of(const spelling *s, unsigned row, unsigned level)
{
    unsigned r = row + 1;

    while (r < s->n->rows && !holds_at(s, r, level))
        r++;
    return r;
}

/* The conditions that stand in so many loops, then the rest. */
static inline void put_level(spelling *s, unsigned level);

static inline void put_inside(spelling *s, unsigned level)
{
    unsigned conditions = 0, open = 0;

    for (unsigned r = 0, done = s->n->rows; r < s->n->rows; r++) {
        if (!holds_at(s, r, level) || r == done)
            continue;
        const unsigned partner = partner_of(s, r, level);
        const bool apart = conditions > 0 && chance(s, SPELL_CONDITION, 2);
        put(s->g, conditions == 0 ? "if (" : apart ? ", ~)\nif (" : " && ");
        if (partner < s->n->rows && done == s->n->rows && chance(s, SPELL_SIDES, 2)) {
            put_both(s, r, partner);
            done = partner;
        } else {
            put_comparison(s, in_variables(s, s->n->row[r]));
        }
        open += conditions == 0 || apart;
        conditions++;
    }
    put(s->g, conditions > 0 ? ", ~)\n" : "");
    if (level == s->n->depth)
        put_update(s);
    else
        put_level(s, level);
    for (; open > 0; open--)
        put(s->g, "end\n");
}

typedef struct {
    form list[MOST_ROWS + 1];
    unsigned count;
} bounds;

/* The loop variables at a point of the iterators. */
static inline void variables_at(const spelling *s, const int point[DEPTH], int out[DEPTH])
{
    memset(out, 0, DEPTH * sizeof *out);
    for (unsigned p = 0; p < s->n->depth; p++) {
        const spelled_loop *l = &s->loop[p];
        const int origin = l->origin.k[ONE] + l->origin.k[N] * (int)s->n->size;
        out[l->iterator] = l->sign * (point[l->iterator] - origin);
    }
}

/* Is a at least b, wherever the loops go? */
static inline bool always_at_least(const spelling *s, const form *a, const form *b)
{
    int point[DEPTH], t[DEPTH];

    for (point[0] = 1; point[0] <= last_of(s->n, 0); point[0]++)
        for (point[1] = 1; point[1] <= last_of(s->n, 1); point[1]++)
            for (point[2] = 1; point[2] <= last_of(s->n, 2); point[2]++)
                for (point[3] = 1; point[3] <= last_of(s->n, 3); point[3]++) {
                    variables_at(s, point, t);
                    if (form_value(a, t, s->n) < form_value(b, t, s->n))
                        return false;
                }
    return true;
}

/* One more bound of several that must all hold, without those that follow from it. */
static inline void add_bound(const spelling *s, bounds *b, form f, bool low)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < b->count; i++)
        if (always_at_least(s, low ? &b->list[i] : &f, low ? &f : &b->list[i]))
            return;
    for (unsigned i = 0; i < b->count; i++)
        if (!always_at_least(s, low ? &f : &b->list[i], low ? &b->list[i] : &f))
            b->list[kept++] = b->list[i];
    b->count = kept;
    b->list[b->count++] = f;
}

static inline void put_bound(const spelling *s, const bounds *b, bool high)
{
    for (unsigned i = 0; i + 1 < b->count; i++)
        put(s->g, high ? "min(" : "max(");
    for (unsigned i = 0; i < b->count; i++) {
        put(s->g, i == 0 ? "" : ", ");
        put_form(s, &b->list[i]);
        put(s->g, i == 0 ? "" : ")");
    }
}

/* How the variable of the loop lies between forms of those around it. */
static inline void bounds_of(const spelling *s, unsigned level, bounds *low, bounds *high)
{
    const spelled_loop *l = &s->loop[level];
    const spelled_nest *n = s->n;
    form first = {{0}}, last = {{0}};

    first.k[ONE] = 1;
    last.k[n->count[l->iterator]       ? ONE
           : n->is_window[l->iterator] ? B
                                       : N] = n->count[l->iterator] ? n->count[l->iterator] : 1;
    if (n->sides[l->iterator]) {
        last = (form){.k = {[ONE] = 1}};
        last.k[B] = (int)n->sides[l->iterator];
    }
    first = form_sum(first, l->origin, -1);
    last = form_sum(last, l->origin, -1);
    if (l->sign < 0) {
        const form was = first;
        first = form_sum((form){{0}}, last, -1);
        last = form_sum((form){{0}}, was, -1);
    }
    low->list[0] = first;
    high->list[0] = last;
    low->count = high->count = 1;
    for (unsigned r = 0; r < n->rows; r++) {
        const form f = in_variables(s, n->row[r]);
        const int k = f.k[l->iterator];
        if (s->is_condition[r] || least_level(s, &n->row[r]) != level + 1)
            continue;
        form side = form_sum((form){{0}}, f, -k);
        side.k[l->iterator] = 0; /* k is 1 or -1 */
        add_bound(s, k > 0 ? low : high, side, k > 0);
    }
}

static inline bool runs_always(const spelling *s, const bounds *low, const bounds *high)
{
    return low->count == 1 && high->count == 1 && always_at_least(s, &high->list[0], &low->list[0]);
}

static inline void put_while(spelling *s, unsigned level, const form *low, form high, bool ahead)
{
    const char t = s->loop[level].name;
    form first = *low, end = high;

    first.k[ONE] -= ahead;
    end.k[ONE] += !ahead;
    put(s->g, "%c ← ", t);
    put_form(s, &first);
    put(s->g, ahead ? "\nwhile (%c < " : "\nwhile (%c <= ", t);
    put_form(s, &high);
    put(s->g, ", %c != ", t);
    put_form(s, &first);
    put(s->g, ahead ? ")\n%c += 1\n" : ")\n", t);
    put_inside(s, level + 1);
    put(s->g, ahead ? "end\n%c → " : "%c += 1\nend\n%c → ", t, t);
    put_form(s, &end);
    put(s->g, "\n");
}

static inline void put_counted(spelling *s, unsigned level, form low, const form *high)
{
    const char t = s->loop[level].name;

    low.k[ONE] -= 1;
    put(s->g, "%c ← ", t);
    put_form(s, &low);
    put(s->g, "\nfor o = 1:");
    low = form_sum(*high, low, -1);
    put_form(s, &low);
    put(s->g, "\n%c += 1\n", t);
    put_inside(s, level + 1);
    put(s->g, "end\n%c → ", t);
    put_form(s, high);
    put(s->g, "\n");
}

/* Two iterations at a time and one that may be left over; of a few known ones all. */
static inline void put_unrolled(spelling *s, unsigned level, const form *low, const form *high)
{
    spelled_loop *l = &s->loop[level];
    form trips = form_sum(*high, *low, -1), end = *high;
    const spelled_loop was = *l;

    if (trips.k[N] == 0 && trips.k[B] == 0 && least_level(s, &trips) == 0) {
        for (int i = 0; i <= trips.k[ONE]; i++) {
            l->sign = 0; /* the iterator is a constant */
            l->origin = form_sum(was.origin, *low, was.sign);
            l->origin.k[ONE] += was.sign * i;
            put_inside(s, level + 1);
            *l = was;
        }
        return;
    }
    end.k[ONE] -= 1;
    put(s->g, "for %c = ", l->name);
    put_form(s, low);
    put(s->g, ":2:");
    put_form(s, &end);
    put(s->g, "\n");
    put_inside(s, level + 1);
    s->ahead = 1;
    put_inside(s, level + 1);
    s->ahead = 0;
    put(s->g, "end\nif ((");
    put_form(s, &trips);
    put(s->g, ") %% 2 == 0, ~)\n");
    l->sign = 0;
    l->origin = form_sum(was.origin, *high, was.sign);
    put_inside(s, level + 1);
    *l = was;
    put(s->g, "end\n");
}

static inline void put_strips(spelling *s, unsigned level, const bounds *low, const bounds *high)
{
    const char t = s->loop[level].name;

    put(s->g, "for o = ");
    put_bound(s, low, false);
    put(s->g, ":4:");
    put_bound(s, high, true);
    put(s->g, "\nfor %c = o:min(o + 3, ", t);
    put_bound(s, high, true);
    put(s->g, ")\n");
    put_inside(s, level + 1);
    put(s->g, "end\nend\n");
}

static inline void put_for(spelling *s, unsigned level, const bounds *low, const bounds *high)
{
    const spelled_loop *l = &s->loop[level];
    const int step = s->n->stride[l->iterator];
    const bool down = l->down && step == 1;

    put(s->g, "for %c = ", l->name);
    put_bound(s, down ? high : low, down);
    put(s->g, ":");
    if (down || step != 1)
        put(s->g, "%d:", down ? -1 : step);
    put_bound(s, down ? low : high, !down);
    put(s->g, "\n");
    put_inside(s, level + 1);
    put(s->g, "end\n");
}

static inline void put_level(spelling *s, unsigned level)
{
    const spelled_loop *l = &s->loop[level];
    bounds low, high;

    bounds_of(s, level, &low, &high);
    const bool simple = runs_always(s, &low, &high) && s->n->stride[l->iterator] == 1;
    if (simple && (l->style == BY_WHILE || l->style == BY_WHILE_AHEAD))
        put_while(s, level, &low.list[0], high.list[0], l->style == BY_WHILE_AHEAD);
    else if (simple && l->style == BY_COUNTER)
        put_counted(s, level, low.list[0], &high.list[0]);
    else if (simple && l->style == BY_UNROLLED && level + 1 == s->n->depth)
        put_unrolled(s, level, &low.list[0], &high.list[0]);
    else if (l->style == BY_STRIPS && s->n->stride[l->iterator] == 1)
        put_strips(s, level, &low, &high);
    else
        put_for(s, level, &low, &high);
}

/* ---- choices ---- */

static inline void random_loop(spelling *s, spelled_loop *l, bool *only)
{
    const bool by_one = s->n->stride[l->iterator] == 1;

    l->sign = 1;
    l->down = chance(s, SPELL_DOWN, 3);
    if (chance(s, SPELL_ORIGIN, 3) && (by_one || pick(s->g, 2))) {
        if (by_one && pick(s->g, 2)) {
            l->sign = -1;
            l->origin.k[N] = 1;
            l->origin.k[ONE] = (int)pick(s->g, 2);
        } else {
            l->origin.k[ONE] = 1 + (int)pick(s->g, 2) * 2;
        }
    }
    /* one of these in a nest: they share a name */
    l->style = BY_FOR;
    if (*only)
        return;
    l->style = chance(s, SPELL_WHILE, 6)      ? (pick(s->g, 2) ? BY_WHILE : BY_WHILE_AHEAD)
               : chance(s, SPELL_COUNTED, 6)  ? BY_COUNTER
               : chance(s, SPELL_UNROLLED, 4) ? BY_UNROLLED
               : chance(s, SPELL_STRIPS, 8)   ? BY_STRIPS
                                              : BY_FOR;
    *only = l->style == BY_COUNTER || l->style == BY_STRIPS;
}

static inline void random_spelling(spelling *s)
{
    static const char names[] = "ijkrcmpq";
    const unsigned begin = s->allowed & SPELL_ORDER ? pick(s->g, 8) : 0;
    bool only = false;

    for (unsigned p = 0; p < s->n->depth; p++)
        s->loop[p].iterator = p;
    for (unsigned p = 0; p < s->n->depth && (s->allowed & SPELL_ORDER); p++) {
        const unsigned q = p + pick(s->g, s->n->depth - p), was = s->loop[p].iterator;
        s->loop[p].iterator = s->loop[q].iterator;
        s->loop[q].iterator = was;
    }
    for (unsigned p = 0; p < s->n->depth; p++) {
        s->loop[p].name = names[(begin + p) % 8];
        random_loop(s, &s->loop[p], &only);
    }
    for (unsigned a = 0; a < SPELLED_ARRAYS; a++)
        s->flat[a] = spelled_arrays[a].rank == 2 && chance(s, SPELL_FLAT, 4);
    for (unsigned r = 0; r < s->n->rows; r++) {
        const unsigned least = least_level(s, &s->n->row[r]);
        /* a bound that moved the start of strides would change the domain */
        s->is_condition[r] = chance(s, SPELL_CONDITION, 2)
                             || s->n->stride[s->loop[least - 1].iterator] != 1;
        s->level[r] = s->allowed & SPELL_CONDITION ? least + pick(s->g, s->n->depth - least + 1)
                                                   : least;
    }
}

/* The next spelling goes to the generator's text. */
static inline void put_nest(generator *g, const spelled_nest *n, unsigned allowed)
{
    spelling s = {.g = g, .n = n, .allowed = allowed};

    g->used = 0;
    random_spelling(&s);
    put(g, "@i function main(");
    for (unsigned a = 0; a < SPELLED_ARRAYS; a++)
        put(g, "%s::%s{Fixed}, ", spelled_arrays[a].name,
            spelled_arrays[a].rank == 2 && !s.flat[a] ? "Matrix" : "Vector");
    put(g, "n::Int, b::Int)\n");
    put_inside(&s, 0);
    put(g, "end\n");
}

#endif
