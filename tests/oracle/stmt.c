/* stmt.c: statements, forward (dir = 1) and backward (dir = -1). */
#include <string.h>

#include "compiler/syntax/tree.h"
#include "tests/oracle/internal.h"

enum { STEP_LIMIT = 60000 };

or_var *or_declare(oracle *o, const char *name, rg_type_base base, unsigned rank, uint32_t cell,
                   size_t rows, size_t columns)
{
    if (o->frame->count >= OR_VARS)
        or_stop(o, OR_UNDEFINED, 0, "too many variables");
    or_var *v = &o->frame->vars[o->frame->count++];
    *v = (or_var){.name = name,
                  .base = base,
                  .rank = rank,
                  .cell = cell,
                  .rows = rows,
                  .columns = columns,
                  .second = columns};
    return v;
}

static void forget(oracle *o, or_var *v)
{
    size_t i = (size_t)(v - o->frame->vars);
    memmove(v, v + 1, (o->frame->count - i - 1) * sizeof *v);
    o->frame->count--;
}

/* ---- updates ---- */

static bool add_words(const oracle *o, rg_type_base base, int sign, int64_t y, int64_t f,
                      int64_t *out)
{
    if (base == RG_TYPE_LOG) {
        int64_t a = or_log_field(o, y), b = or_log_field(o, f), r = sign > 0 ? a + b : a - b;
        *out = or_log_word(o, (y < 0) != (f < 0), r);
        return or_log_field(o, r) != r;
    }
    int64_t exact;
    bool over = sign > 0 ? __builtin_add_overflow(y, f, &exact)
                         : __builtin_sub_overflow(y, f, &exact);
    *out = or_wrap(o, exact);
    return (over || *out != exact) && base == RG_TYPE_FIXED;
}

void or_add_to(oracle *o, uint32_t cell, rg_type_base base, int sign, or_value v)
{
    int64_t sum;
    if (add_words(o, base, sign, o->cells[cell], v.word, &sum))
        or_stop(o, OR_TRAP, RG_TRAP_OVERFLOW, "an update overflows");
    o->cells[cell] = sum;
    if (base == RG_TYPE_FIXED && or_large(o, sum))
        o->near_limit = true;
    if (v.cell)
        or_record(
            o,
            (or_tape){.kind = sign > 0 ? OR_TAPE_ADD : OR_TAPE_SUB, .target = cell, .a = v.cell});
}

/* ---- an Int changed by a function of itself ---- */

static uint64_t of_itself(oracle *o, const fr_stmt *s, uint32_t cell, uint64_t x)
{
    o->cells[cell] = or_wrap(o, (int64_t)x);
    const uint64_t v = (uint64_t)or_eval(o, s->value).word;
    switch (s->token) {
    case TOK_XOREQ: return x ^ v;
    case TOK_ADDEQ: return x + v;
    case TOK_SUBEQ: return x - v;
    default: return x * v;
    }
}

/* Bit b of the new value is bit b of the old one, or its opposite, as bits on one side of b tell.
 * So the old value is found bit by bit from that side. */
static uint64_t solved(oracle *o, const fr_stmt *s, uint32_t cell, uint64_t y)
{
    const bool downward = s->value->kind == EX_BINARY && s->value->token == TOK_SHR;
    uint64_t x = 0;
    for (unsigned i = 0; i < o->num.xlen; i++) {
        const uint64_t bit = UINT64_C(1) << (downward ? o->num.xlen - 1 - i : i);
        x |= (of_itself(o, s, cell, x) ^ y) & bit;
    }
    return x;
}

static bool changes_itself(oracle *o, const fr_stmt *s, int dir)
{
    rg_type_base base;
    const uint32_t cell = or_place(o, s->target, &base);
    const bool product = s->token == TOK_MULEQ || s->token == TOK_DIVEQ;
    if (base != RG_TYPE_INT || (!product && !fr_changes_itself(s)))
        return false;
    const uint64_t y = (uint64_t)o->cells[cell];
    const bool undo = (s->token == TOK_DIVEQ) != (s->inverse != (dir < 0));
    const uint64_t x = undo ? solved(o, s, cell, y) : of_itself(o, s, cell, y);
    o->cells[cell] = or_wrap(o, (int64_t)x);
    return true;
}

static void update(oracle *o, const fr_stmt *s, int dir)
{
    rg_type_base base;
    if (changes_itself(o, s, dir))
        return;
    uint32_t cell = or_place(o, s->target, &base);
    o->watch = cell;
    or_place(o, s->target, &base);
    or_value v = or_eval(o, s->value);
    v = or_convert(o, base == RG_TYPE_LOG ? or_to_log(o, v) : v, base);
    o->watch = 0;
    if (s->token == TOK_XOREQ)
        o->cells[cell] ^= v.word;
    else
        or_add_to(o, cell, base, (s->token == TOK_ADDEQ || s->token == TOK_MULEQ ? 1 : -1) * dir,
                  v);
}

void or_swap(oracle *o, const fr_expr *left, const fr_expr *right)
{
    rg_type_base x, y;
    uint32_t a = or_place(o, left, &x), b = or_place(o, right, &y);
    if (x != y || a == b)
        or_stop(o, OR_UNDEFINED, 0, "an exchange of a place with itself");
    o->watch = a;
    if (or_place(o, right, &y) != b)
        or_stop(o, OR_UNDEFINED, 0, "unreachable");
    o->watch = b;
    or_place(o, left, &x);
    o->watch = 0;
    int64_t word = o->cells[a];
    o->cells[a] = o->cells[b];
    o->cells[b] = word;
    or_record(o, (or_tape){.kind = OR_TAPE_SWAP, .target = a, .a = b});
}

/* ---- ancillas ---- */

static bool array_maker(const fr_expr *e)
{
    return e->kind == EX_CALL && e->left->kind == EX_NAME
           && (strcmp(e->left->name, "zeros") == 0 || strcmp(e->left->name, "ones") == 0);
}

static void allocate_array(oracle *o, const char *name, const fr_expr *e)
{
    rg_type_base base;
    unsigned rank;
    if (e->count < 2 || e->count > 4 || !or_type_name(e->items[0], &base, &rank))
        or_stop(o, OR_UNDEFINED, 0, "a shape that the interpreter does not know");
    size_t extents[3] = {1, 1, 1};
    for (size_t i = 1; i < e->count; i++) {
        const int64_t n = or_integer(o, e->items[i]);
        if (n < 0 || n > 1000)
            or_stop(o, OR_UNDEFINED, 0, "an extent out of range");
        extents[i - 1] = (size_t)n;
    }
    const size_t columns = extents[1] * extents[2];
    uint32_t cell = or_new_cells(o, extents[0] * columns + 1);
    or_declare(o, name, base, (unsigned)e->count - 1, cell, extents[0], columns)->second =
        extents[1];
}

static void allocate(oracle *o, const fr_stmt *s)
{
    if (s->target->kind != EX_NAME || or_find(o, s->target->name))
        or_stop(o, OR_UNDEFINED, 0, "not a new name");
    if (array_maker(s->value)) {
        allocate_array(o, s->target->name, s->value);
        return;
    }
    or_value v = or_eval(o, s->value);
    v = or_convert(o, v, v.base);
    uint32_t cell = or_new_cells(o, 1);
    or_declare(o, s->target->name, v.base, 0, cell, 1, 1);
    o->cells[cell] = v.word;
}

static void release(oracle *o, const fr_stmt *s)
{
    or_var *v = s->target->kind == EX_NAME ? or_find(o, s->target->name) : NULL;
    if (!v)
        or_stop(o, OR_UNDEFINED, 0, "freed, but not alive");
    if (v->rank == 0) {
        or_value x = or_convert(o, or_eval(o, s->value), v->base);
        if (o->cells[v->cell] != x.word)
            or_stop(o, OR_TRAP, RG_TRAP_DIRTY, "freed with another value");
    } else if (!array_maker(s->value))
        or_stop(o, OR_UNDEFINED, 0, "a shape that the interpreter does not know");
    for (size_t i = 0; v->rank != 0 && i < v->rows * v->columns; i++)
        if (o->cells[v->cell + i] != 0)
            or_stop(o, OR_TRAP, RG_TRAP_DIRTY,
                    "an array is freed with an element that is not zero");
    forget(o, v);
}

/* ---- control ---- */

static void branch(oracle *o, const fr_stmt *s, int dir)
{
    const fr_expr *post = s->post ? s->post : s->pre;
    bool taken = or_condition(o, dir > 0 ? s->pre : post);
    or_body(o, taken ? s->body : s->other, dir);
    if (or_condition(o, dir > 0 ? post : s->pre) != taken)
        or_stop(o, OR_TRAP, RG_TRAP_CONDITION, "the postcondition does not hold");
}

static bool loop_condition(oracle *o, const fr_stmt *s, bool pre)
{
    return pre ? or_condition(o, s->pre) : or_condition(o, s->post) != s->post_is_not;
}

static void repeat(oracle *o, const fr_stmt *s, int dir)
{
    bool pre = dir > 0;
    if (loop_condition(o, s, !pre))
        or_stop(o, OR_TRAP, RG_TRAP_CONDITION, "the postcondition holds before the loop");
    while (loop_condition(o, s, pre)) {
        or_body(o, s->body, dir);
        if (!loop_condition(o, s, !pre))
            or_stop(o, OR_TRAP, RG_TRAP_CONDITION, "the postcondition does not hold after a round");
        if (++o->steps > STEP_LIMIT)
            or_stop(o, OR_UNDEFINED, 0, "too long a run");
    }
}

static void count(oracle *o, const fr_stmt *s, int dir)
{
    const fr_expr *r = s->value;
    int64_t first = or_integer(o, r->left), last = or_integer(o, r->right),
            step = r->third ? or_integer(o, r->third) : 1;
    if (step == 0 || or_find(o, s->name))
        or_stop(o, OR_UNDEFINED, 0, "a loop without step, or over a name in use");
    int64_t limit = INT64_MAX / 4;
    if (first > limit || first < -limit || last > limit || last < -limit || step > limit
        || step < -limit)
        or_stop(o, OR_UNDEFINED, 0, "too large bounds of a loop");
    int64_t distance = step > 0 ? last - first : first - last, size = step > 0 ? step : -step;
    int64_t rounds = distance < 0 ? 0 : distance / size + 1;
    if (rounds > STEP_LIMIT)
        or_stop(o, OR_UNDEFINED, 0, "too long a run");
    for (int64_t k = 0; k < rounds; k++) {
        uint32_t cell = or_new_cells(o, 1);
        or_declare(o, s->name, RG_TYPE_INT, 0, cell, 1, 1)->read_only = true;
        o->cells[cell] = first + (dir > 0 ? k : rounds - 1 - k) * step;
        or_body(o, s->body, dir);
        or_var *v = or_find(o, s->name);
        if (v)
            forget(o, v);
        if (++o->steps > STEP_LIMIT)
            or_stop(o, OR_UNDEFINED, 0, "too long a run");
    }
    if (or_integer(o, r->left) != first || or_integer(o, r->right) != last
        || (r->third && or_integer(o, r->third) != step))
        or_stop(o, OR_TRAP, RG_TRAP_DIRTY, "a loop changes its bounds");
}

static const fr_stmt *routine_of(const fr_stmt *list, const fr_stmt *undo)
{
    const fr_stmt *open[32];
    size_t n = 0;
    for (const fr_stmt *s = list; s != undo; s = s->next) {
        if (s->kind == ST_ROUTINE && n < 32)
            open[n++] = s;
        if (s->kind == ST_UNROUTINE && n > 0)
            n--;
    }
    return n > 0 ? open[n - 1] : NULL;
}

static void statement(oracle *o, const fr_stmt *list, const fr_stmt *s, int dir)
{
    const fr_stmt *routine;
    bool old;
    if (++o->steps > STEP_LIMIT)
        or_stop(o, OR_UNDEFINED, 0, "too long a run");
    switch (s->kind) {
    case ST_UPDATE: update(o, s, dir); break;
    case ST_ALLOC:
    case ST_FREE:
        if ((s->kind == ST_ALLOC) == (dir > 0))
            allocate(o, s);
        else
            release(o, s);
        break;
    case ST_SWAP: or_swap(o, s->target, s->value); break;
    case ST_CALL: or_call(o, s, dir); break;
    case ST_IF: branch(o, s, dir); break;
    case ST_WHILE: repeat(o, s, dir); break;
    case ST_FOR: count(o, s, dir); break;
    case ST_BLOCK:
    case ST_INBOUNDS: or_list(o, s->body, dir); break;
    case ST_INVERSE: or_list(o, s->body, -dir); break;
    case ST_ROUTINE: or_list(o, s->body, dir); break;
    case ST_UNROUTINE:
        routine = routine_of(list, s);
        if (!routine)
            or_stop(o, OR_UNDEFINED, 0, "~@routine without @routine");
        or_list(o, routine->body, -dir);
        break;
    case ST_INVCHECKOFF:
        old = o->unchecked;
        o->unchecked = true;
        or_list(o, s->body, dir);
        o->unchecked = old;
        break;
    case ST_ASSERT:
        if (!or_condition(o, s->value))
            or_stop(o, o->unchecked ? OR_UNDEFINED : OR_TRAP, RG_TRAP_ASSERT, "an assertion fails");
        break;
    case ST_IGNORED:
    case ST_PRINT: break;
    case ST_PUSH:
    case ST_AWAY:
    case ST_RENAME: or_stop(o, OR_UNDEFINED, 0, "made by the compiler only");
    }
}

void or_list(oracle *o, const fr_stmt *list, int dir)
{
    if (dir > 0) {
        for (const fr_stmt *s = list; s; s = s->next)
            statement(o, list, s, dir);
        return;
    }
    size_t n = 0, i = 0;
    for (const fr_stmt *s = list; s; s = s->next)
        n++;
    const fr_stmt **order = fr_alloc(&o->arena, (n + 1) * sizeof *order);
    for (const fr_stmt *s = list; s; s = s->next)
        order[i++] = s;
    while (i-- > 0)
        statement(o, list, order[i], dir);
}

/* A body frees what @anc made in it. */
void or_body(oracle *o, const fr_stmt *list, int dir)
{
    const fr_stmt *made[32];
    size_t n = 0;
    for (const fr_stmt *s = list; s; s = s->next)
        if (s->kind == ST_ALLOC && s->automatic && n < 32)
            made[n++] = s;
    for (size_t i = 0; dir < 0 && i < n; i++)
        allocate(o, made[i]);
    or_list(o, list, dir);
    for (size_t i = n; dir > 0 && i-- > 0;)
        release(o, made[i]);
}
