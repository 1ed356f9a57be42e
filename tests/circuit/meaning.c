/* meaning.c: what a random routine computes, modulo 2^bits. */
#include "tests/circuit/internal.h"

static int64_t wrap(const cp_program *p, int64_t value)
{
    return (int64_t)((uint64_t)value << (64 - p->bits)) >> (64 - p->bits);
}

static uint64_t low(const cp_program *p, int64_t value)
{
    return (uint64_t)value & (UINT64_MAX >> (64 - p->bits));
}

static int64_t shifted(const cp_program *p, cp_kind kind, int64_t a, int64_t b)
{
    const bool inside = b >= 0 && b < (int64_t)p->bits;

    if (kind == CE_SAR)
        return a >> (inside ? b : 63);
    if (!inside)
        return 0;
    return (int64_t)(kind == CE_SHL ? (uint64_t)a << b : low(p, a) >> b);
}

static int64_t value_of(const cp_program *p, const cp_expr *e, const int64_t *v)
{
    if (e->kind == CE_VAR)
        return v[e->var];
    if (e->kind == CE_NUMBER)
        return e->number;
    const int64_t a = value_of(p, e->a, v), b = e->b ? value_of(p, e->b, v) : 0;
    const uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (e->kind) {
    case CE_ADD: return wrap(p, (int64_t)(x + y));
    case CE_SUB: return wrap(p, (int64_t)(x - y));
    case CE_MUL: return wrap(p, (int64_t)(x * y));
    case CE_AND: return a & b;
    case CE_OR: return a | b;
    case CE_XOR: return a ^ b;
    case CE_SHL:
    case CE_SHR:
    case CE_SAR: return wrap(p, shifted(p, e->kind, a, b));
    case CE_MIN: return a < b ? a : b;
    case CE_MAX: return a > b ? a : b;
    case CE_ABS: return wrap(p, a < 0 ? (int64_t)(0 - x) : a);
    case CE_SIGN: return (a > 0) - (a < 0);
    case CE_FLD: return a >= 0 ? a / b : -((-(a + 1)) / b) - 1;
    case CE_MOD: return ((a % b) + b) % b;
    case CE_SELECT: return a ? b : value_of(p, e->c, v);
    case CE_LT: return a < b;
    case CE_LE: return a <= b;
    case CE_EQ: return a == b;
    case CE_NE: return a != b;
    case CE_ALSO: return a && b;
    case CE_ELSE: return a || b;
    default: return !a;
    }
}

static int64_t rotated(const cp_program *p, int64_t value, int64_t by)
{
    const unsigned n = p->bits, k = (unsigned)((by % n + n) % n);
    const uint64_t w = low(p, value);

    return wrap(p, (int64_t)(k ? w << k | w >> (n - k) : w));
}

static void run_list(const cp_program *p, const cp_stmt *list, bool backward, int64_t *v);

static void run_call(const cp_program *p, const cp_stmt *s, bool backward, int64_t *v)
{
    v[CP_X] = v[s->var];
    v[CP_Y] = value_of(p, s->expr, v);
    run_list(p, p->helper, backward, v);
    v[s->var] = v[CP_X];
}

static void run_one(const cp_program *p, const cp_stmt *s, bool backward, int64_t *v)
{
    const uint64_t old = (uint64_t)v[s->var];

    switch (s->kind) {
    case CS_ADD:
    case CS_SUB: {
        const uint64_t by = (uint64_t)value_of(p, s->expr, v);
        v[s->var] = wrap(p, (int64_t)((s->kind == CS_ADD) != backward ? old + by : old - by));
        return;
    }
    case CS_XOR: v[s->var] ^= value_of(p, s->expr, v); return;
    case CS_SWAP:
        v[s->var] = v[s->other_var];
        v[s->other_var] = (int64_t)old;
        return;
    case CS_NEG: v[s->var] = wrap(p, (int64_t)(0 - old)); return;
    case CS_ROL:
    case CS_ROR: {
        const int64_t by = value_of(p, s->expr, v);
        v[s->var] = rotated(p, v[s->var], (s->kind == CS_ROL) != backward ? by : 0 - by);
        return;
    }
    case CS_IF: run_list(p, value_of(p, s->expr, v) ? s->body : s->other, backward, v); return;
    case CS_FOR:
        for (int64_t i = 1; i <= s->count; i++) {
            v[s->var] = backward ? s->count + 1 - i : i;
            run_list(p, s->body, backward, v);
        }
        return;
    case CS_WITH:
        v[s->var] = value_of(p, s->expr, v);
        run_list(p, s->body, backward, v);
        return;
    case CS_CALL: run_call(p, s, backward, v); return;
    case CS_UNCALL: run_call(p, s, !backward, v); return;
    }
}

static void run_list(const cp_program *p, const cp_stmt *list, bool backward, int64_t *v)
{
    if (!list)
        return;
    if (backward)
        run_list(p, list->next, backward, v);
    run_one(p, list, backward, v);
    if (!backward)
        run_list(p, list->next, backward, v);
}

void cp_run(const cp_program *p, bool backward, int64_t values[CP_PARAMS])
{
    int64_t v[CP_VARS] = {0};

    for (int i = 0; i < CP_PARAMS; i++)
        v[i] = values[i];
    run_list(p, p->main, backward, v);
    for (int i = 0; i < CP_PARAMS; i++)
        values[i] = v[i];
}
