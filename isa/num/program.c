/* program.c: the interpreter of the micro-programs, and the reference of every micro-operation. */
#include "isa/isa.h"
#include "isa/num/code.h"

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

/* A quotient or a root under way. */
typedef struct {
    int64_t value;
    bool overflow;
} passing;

typedef struct {
    int64_t r[RG_NUM_REGISTERS];
    i128 product;
    passing quotient, second, root;
    bool overflow;
    bool inverse;
    unsigned xlen;
    rg_num_out *out;
    rg_num_activity *activity;
    uint64_t operand; /* the bits of a multiplier's operands that it has */
} unit;

static int64_t add_wrapping(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static int64_t negate(int64_t a) { return (int64_t)(0u - (uint64_t)a); }
static uint64_t magnitude(int64_t a) { return a < 0 ? 0u - (uint64_t)a : (uint64_t)a; }
static unsigned leading_zeros(uint64_t a) { return a == 0 ? 64 : (unsigned)__builtin_clzll(a); }
static int64_t leading_signs(int64_t a)
{
    return (int64_t)leading_zeros((uint64_t)(a ^ (a >> 63))) - 1;
}

static int64_t normalised(uint64_t a) { return a == 0 ? 0 : (int64_t)(a << leading_zeros(a) >> 1); }

/* rne(p / 2^n), n in 0 .. 127; |p| is at most 2^127 - 2^64 */
static i128 round_shift(i128 p, unsigned n)
{
    if (n == 0)
        return p;
    i128 q = p >> n;
    u128 half = (u128)1 << (n - 1), part = (u128)p & ((half << 1) - 1);
    return q + (part > half || (part == half && (q & 1)));
}

static int64_t narrow(unit *u, i128 p)
{
    int64_t low = (int64_t)(uint64_t)(u128)p;
    u->overflow = p != low;
    return low;
}

/* a / 2^n with n in -256 .. 255 */
static int64_t shift(unit *u, int64_t a, int n, bool round)
{
    u->overflow = false;
    if (n > 64)
        n = 65;
    if (n >= 0) {
        i128 wide = a;
        return (int64_t)(round ? round_shift(wide, (unsigned)n) : wide >> n);
    }
    if (n <= -64) {
        u->overflow = a != 0;
        return 0;
    }
    int64_t d = (int64_t)((uint64_t)a << -n);
    u->overflow = d >> -n != a;
    return d;
}

static passing divide(const unit *u, i128 dividend, int64_t by, bool round)
{
    passing d = {0, true};
    bool negative = (dividend < 0) != (by < 0);
    u128 p = dividend < 0 ? 0 - (u128)dividend : (u128)dividend;
    uint64_t c = magnitude(by);
    if ((uint64_t)(p >> 64) >= c)
        return d;
    if (u->activity)
        u->activity->digits +=
            rg_num_division_digits((uint64_t)(p >> 64), (rg_wide)(uint64_t)p, 64, c);
    uint64_t q = (uint64_t)(p / c), remainder = (uint64_t)(p - (u128)q * c);
    if (round && (remainder > c - remainder || (remainder == c - remainder && (q & 1)))) {
        q++;
        if (q == 0)
            return d;
    }
    d.overflow = q > (uint64_t)INT64_MAX + (negative ? 1u : 0u);
    d.value = (int64_t)(negative ? 0 - q : q);
    return d;
}

static passing square_root(const unit *u, u128 p)
{
    u128 remainder = 0;
    uint64_t root = 0;
    for (int i = 0; i < 64; i++) {
        const u128 before = remainder;
        remainder = remainder << 2 | (p >> 126);
        p <<= 2;
        u128 trial = ((u128)root << 2) | 1;
        root <<= 1;
        if (remainder >= trial) {
            remainder -= trial;
            root |= 1;
        }
        if (u->activity)
            u->activity->digits += rg_num_changed((rg_wide)before, (rg_wide)remainder);
    }
    u128 rounded = (u128)root + (remainder > root);
    return (passing){(int64_t)(uint64_t)rounded, rounded > (u128)INT64_MAX};
}

static int64_t take(unit *u, passing p)
{
    u->overflow = p.overflow;
    return p.value;
}

static bool is_lift(const rg_uop *o)
{
    return o->op == RG_UOP_LIFT || o->op == RG_UOP_LIFN || o->op == RG_UOP_LIFG
           || o->op == RG_UOP_LIGN;
}

/* The low nine bits, signed: the width of the shifter's distance. */
static int nine_bits(int64_t v) { return (int)rg_num_wrap(v, 9); }

static int64_t factor(const unit *u, const rg_uop *o)
{
    return o->op == RG_UOP_MULK || o->op == RG_UOP_MSBK || is_lift(o) ? rg_num_rom[o->k]
                                                                      : u->r[o->b];
}

static uint64_t ones(uint64_t word) { return (uint64_t)__builtin_popcountll(word); }

/* A one of one operand and a one of the other make a partial product. */
static void count_product(const unit *u, int64_t a, int64_t b)
{
    if (u->activity)
        u->activity->products += ones((uint64_t)a & u->operand) * ones((uint64_t)b & u->operand);
}

/* The distance sh + c, as far as the shifter goes. */
static unsigned limited(const unit *u, const rg_uop *o, int n)
{
    const int distance = n + nine_bits(u->r[o->c]);
    return distance < 0 ? 0 : distance > 127 ? 127 : (unsigned)distance;
}

static int64_t multiply(unit *u, const rg_uop *o, int n)
{
    count_product(u, u->r[o->a], factor(u, o));
    i128 p = (i128)u->r[o->a] * factor(u, o);
    switch (o->op) {
    case RG_UOP_NMUL:
    case RG_UOP_MSBK: p = -p; break;
    case RG_UOP_LIFT:
    case RG_UOP_LIFG: p = u->inverse ? -p : p; break;
    case RG_UOP_LIFN:
    case RG_UOP_LIGN: p = u->inverse ? p : -p; break;
    case RG_UOP_MADD: p = (i128)((u128)u->product + (u128)p); break;
    case RG_UOP_MSUB: p = (i128)((u128)u->product - (u128)p); break;
    case RG_UOP_MADT: p = (i128)((u128)u->product + (u128)(p >> 14)); break;
    default: break;
    }
    u->product = p;
    return narrow(u, round_shift(p, o->op == RG_UOP_MULV ? limited(u, o, n) : (unsigned)n & 127));
}

static int64_t multiply_and_add(unit *u, const rg_uop *o, int n)
{
    const int64_t by = multiply(u, o, n);
    const bool misfits = u->overflow;
    const int64_t d = narrow(u, (i128)u->r[o->c] + by);
    u->overflow = u->overflow || misfits;
    return d;
}

/* P = base + a 2^n, n in 0 .. 62 */
static int64_t add_scaled(unit *u, i128 base, int64_t a, int n)
{
    u->product = (i128)((u128)base + (u128)((i128)a * ((i128)1 << n)));
    return narrow(u, u->product);
}

static int64_t scale_product(unit *u, const rg_uop *o, int n)
{
    u->product =
        round_shift(u->product, o->op == RG_UOP_SHPV ? limited(u, o, n) : (unsigned)n & 127);
    return narrow(u, u->product);
}

static int64_t clamp(const unit *u, int64_t a, int64_t limit, bool saturate)
{
    if (saturate && u->overflow)
        return u->product < 0 ? -limit : limit;
    return a > limit ? limit : a < -limit ? -limit : a;
}

static void trap(unit *u, unsigned cause)
{
    if (u->out->trap == 0)
        u->out->trap = cause;
}

static int64_t fit(unit *u, int64_t a, unsigned bits, bool may_wrap, bool wrap)
{
    int64_t d = rg_num_wrap(a, bits);
    if (u->overflow || d != a) {
        if (may_wrap && wrap)
            u->out->value_ovf = true;
        else
            trap(u, RG_TRAP_OVERFLOW);
    }
    return d;
}

static int64_t log_word(const unit *u, int64_t field, int64_t sign)
{
    uint64_t top = (uint64_t)1 << (u->xlen - 1), low = (uint64_t)field & (top - 1);
    return rg_num_wrap((int64_t)(sign < 0 ? low | top : low), u->xlen);
}

static int64_t gradient_fit(unit *u, int64_t a)
{
    int64_t d = rg_num_wrap(a, u->xlen);
    if (u->overflow || d != a)
        u->out->grad_ovf++;
    return d;
}

static int64_t quarter_turn(unit *u, int64_t a, int64_t b, int64_t k)
{
    int64_t v = (k & 1) ? b : a;
    bool negative = (k & 3) == 1 || (k & 3) == 2;
    u->overflow = negative && v == INT64_MIN;
    return negative ? negate(v) : v;
}

static int distance(const rg_uop *o, unsigned frac)
{
    int f = (int)frac, c = o->shift;
    switch (o->distance) {
    case RG_DIST_PF: return c + f;
    case RG_DIST_MF: return c - f;
    case RG_DIST_NEGF: return f < c ? f - c : 0;
    case RG_DIST_POSF: return f > c ? f - c : 0;
    default: return c;
    }
}

static void execute(unit *u, const rg_uop *o, unsigned frac, const rg_num_in *in)
{
    const int n = distance(o, frac);
    int64_t a = u->r[o->a], b = u->r[o->b], c = u->r[o->c], *d = &u->r[o->d];
    switch ((enum rg_uop_kind)o->op) {
    case RG_UOP_MUL:
    case RG_UOP_MULK:
    case RG_UOP_MULV:
    case RG_UOP_NMUL:
    case RG_UOP_MADD:
    case RG_UOP_MADT:
    case RG_UOP_MSUB: *d = multiply(u, o, n); break;
    case RG_UOP_MULC:
    case RG_UOP_MSBK: *d = multiply_and_add(u, o, n); break;
    case RG_UOP_HORN: *d = add_wrapping(multiply(u, o, n), rg_num_rom[o->k]); break;
    case RG_UOP_SHP:
    case RG_UOP_SHPV: *d = scale_product(u, o, n); break;
    case RG_UOP_MULS: *d = add_scaled(u, 0, a, n); break;
    case RG_UOP_MADS: *d = add_scaled(u, u->product, a, n); break;
    case RG_UOP_LIFT:
    case RG_UOP_LIFN: *d = fit(u, multiply_and_add(u, o, n), u->xlen, true, in->wrap); break;
    case RG_UOP_LIFG:
    case RG_UOP_LIGN: *d = gradient_fit(u, multiply_and_add(u, o, n)); break;
    case RG_UOP_DIVS: u->quotient = divide(u, u->product, a, true); break;
    case RG_UOP_DIVT: u->quotient = divide(u, u->product, a, false); break;
    case RG_UOP_DIVW: u->quotient = divide(u, (i128)b * ((i128)1 << frac), a, true); break;
    case RG_UOP_DIVB: u->second = divide(u, u->product, a, true); break;
    case RG_UOP_DVBW: u->second = divide(u, (i128)b * ((i128)1 << frac), a, true); break;
    case RG_UOP_ROOS: u->root = square_root(u, (u128)u->product); break;
    case RG_UOP_ROOW: u->root = square_root(u, (u128)(uint64_t)a << frac); break;
    case RG_UOP_QUO: *d = take(u, u->quotient); break;
    case RG_UOP_QUOB: *d = take(u, u->second); break;
    case RG_UOP_ROOT: *d = take(u, u->root); break;
    case RG_UOP_ADD: *d = narrow(u, (i128)a + b); break;
    case RG_UOP_SUB: *d = narrow(u, (i128)a - b); break;
    case RG_UOP_NEG: *d = narrow(u, -(i128)a); break;
    case RG_UOP_ABS: *d = narrow(u, a < 0 ? -(i128)a : a); break;
    case RG_UOP_AND: *d = a & b; break;
    case RG_UOP_XOR: *d = a ^ b; break;
    case RG_UOP_CONST: *d = rg_num_rom[o->k]; break;
    case RG_UOP_TAB: *d = rg_num_rom[o->k + (uint64_t)(a & ((INT64_C(1) << n) - 1))]; break;
    case RG_UOP_TABH: *d = rg_num_rom[o->k + (uint64_t)((a >> 6) & ((INT64_C(1) << n) - 1))]; break;
    case RG_UOP_TABN:
        *d = rg_num_rom[o->k + (uint64_t)((a >> 55) & ((INT64_C(1) << n) - 1))];
        break;
    case RG_UOP_SHR: *d = shift(u, a, n, true); break;
    case RG_UOP_SHV: *d = shift(u, a, nine_bits(n + nine_bits(b)), true); break;
    case RG_UOP_SHF: *d = shift(u, a, n, false); break;
    case RG_UOP_CLZ: *d = (int64_t)leading_zeros((uint64_t)a); break;
    case RG_UOP_NRM: *d = normalised((uint64_t)a); break;
    case RG_UOP_CLRS: *d = leading_signs(a); break;
    case RG_UOP_CLRN: *d = -leading_signs(a); break;
    case RG_UOP_CLRE: *d = ((leading_signs(a) ^ n) & 1) - leading_signs(a); break;
    case RG_UOP_SELZ: *d = a == 0 ? b : c; break;
    case RG_UOP_SELN: *d = a < 0 ? b : c; break;
    case RG_UOP_CLMP: *d = clamp(u, a, rg_num_rom[o->k], false); break;
    case RG_UOP_CLMV: *d = clamp(u, a, rg_num_rom[o->k], true); break;
    case RG_UOP_LFLD: *d = rg_num_wrap(a, u->xlen - 1); break;
    case RG_UOP_TRZ:
        if (a == 0)
            trap(u, o->k);
        break;
    case RG_UOP_TRN:
        if (a < 0)
            trap(u, o->k);
        break;
    case RG_UOP_FIT: *d = fit(u, a, u->xlen, false, in->wrap); break;
    case RG_UOP_FITW: *d = fit(u, a, u->xlen, true, in->wrap); break;
    case RG_UOP_GFIT: *d = gradient_fit(u, a); break;
    case RG_UOP_LFIT: *d = log_word(u, fit(u, a, u->xlen - 1, false, in->wrap), b); break;
    case RG_UOP_LFTW: *d = log_word(u, fit(u, a, u->xlen - 1, true, in->wrap), b); break;
    case RG_UOP_QT: *d = quarter_turn(u, a, b, c); break;
    case RG_UOP_ONE: *d = (int64_t)((uint64_t)1 << (n & 63)); break;
    case RG_UOP_IMM: *d = n; break;
    case RG_UOP_COUNT: break;
    }
}

static void fit_result(unit *u, const rg_uop *o, const rg_num_in *in)
{
    int64_t *d = &u->r[o->d];
    *d = o->fit == RG_FIT_GRADIENT ? gradient_fit(u, *d)
                                   : fit(u, *d, u->xlen, o->fit == RG_FIT_WRAPPING, in->wrap);
}

static void step(unit *u, const rg_uop *o, unsigned frac, const rg_num_in *in)
{
    execute(u, o, frac, in);
    if (o->fit != RG_FIT_NONE)
        fit_result(u, o, in);
}

/* Products that are one instruction have multipliers as wide as a word. */
static bool is_product(unsigned op)
{
    return op == RG_OP_MUL || op == RG_OP_FMUL || op == RG_OP_WMAC;
}

static void load(unit *u, const rg_num_in *in)
{
    u->activity = in->activity;
    u->operand = is_product(in->op) ? UINT64_MAX >> (64 - u->xlen) : UINT64_MAX;
    u->r[RG_NUM_A] = in->a;
    u->r[RG_NUM_B] = in->b;
    u->r[RG_NUM_GY] = in->gy;
    u->r[RG_NUM_Y] = in->y;
    u->r[RG_NUM_GA] = in->ga;
    u->r[RG_NUM_INV] = in->inverse ? -1 : 0;
    u->inverse = in->inverse;
}

unsigned rg_num_entry_of(unsigned entry, bool grad)
{
    const bool apart = grad && entry < RG_NUM_SECOND && rg_num_starts[RG_NUM_GRADIENT + entry] != 0;
    return apart ? RG_NUM_GRADIENT + entry : entry;
}

static bool is_last(const rg_uop *o, const rg_num_in *in)
{
    return o->stop == RG_STOP_ALWAYS || (o->stop == RG_STOP_VALUE && !in->grad);
}

/* The same with its activity; apart, because the other loop is what engines wait for. */
static void run_counting(unit *u, const rg_uop *o, unsigned frac, const rg_num_in *in)
{
    for (bool more = true; more; o++) {
        const int64_t before = u->r[o->d];
        step(u, o, frac, in);
        u->activity->bits += ones((uint64_t)(before ^ u->r[o->d]));
        more = !is_last(o, in);
    }
}

static void run(unit *u, const rg_num_config *config, const rg_num_in *in, unsigned entry)
{
    const rg_uop *o = &rg_num_code[rg_num_starts[rg_num_entry_of(entry, in->grad)] - 1];
    if (u->activity) {
        run_counting(u, o, config->frac, in);
        return;
    }
    for (;; o++) {
        step(u, o, config->frac, in);
        if (is_last(o, in))
            break;
    }
}

void rg_num_run_second(const rg_num_config *config, const rg_num_in *in, const rg_num_start *start,
                       rg_num_out *out)
{
    unit u = {.xlen = config->xlen, .out = out};
    load(&u, in);
    u.r[RG_NUM_F] = start->f;
    u.r[RG_NUM_DA] = start->da;
    u.r[RG_NUM_DB] = start->db;
    for (unsigned i = 0; i < 4; i++)
        u.r[RG_NUM_T0 + i] = start->t[i];
    if (rg_num_starts[RG_NUM_SECOND + in->op] == 0)
        return;
    run(&u, config, in, RG_NUM_SECOND + in->op);
    out->da = u.r[RG_NUM_DA];
    out->db = u.r[RG_NUM_DB];
    out->gy2 = u.r[RG_NUM_T5];
    out->ga2 = u.r[RG_NUM_T6];
}

void rg_num_run(const rg_num_config *config, const rg_num_in *in, rg_num_out *out)
{
    unit u = {.xlen = config->xlen, .out = out};
    load(&u, in);
    if (in->op == RG_OP_WOUT)
        u.product = in->w;
    run(&u, config, in, in->op);
    if (in->op == RG_OP_RNG) {
        out->y2 = rg_num_wrap(u.r[RG_NUM_T3], config->xlen);
        return;
    }
    if (in->op == RG_OP_ROT || in->op == RG_OP_IROT || in->op == RG_OP_HAD
        || in->op == RG_OP_IHAD) {
        out->y2 = u.r[RG_NUM_T3];
        out->a2 = u.r[RG_NUM_T4];
        if (in->grad) {
            out->gy2 = u.r[RG_NUM_T5];
            out->ga2 = u.r[RG_NUM_T6];
            out->db = u.r[RG_NUM_DB];
        }
        return;
    }
    if (in->op == RG_OP_WMAC)
        out->product = u.product;
    const rg_op_info *info = rg_op_lookup(in->op);
    out->f = rg_num_wrap(u.r[RG_NUM_F], config->xlen);
    if (in->grad && info && info->kind != RG_KIND_INT) {
        out->da = u.r[RG_NUM_DA];
        out->db = u.r[RG_NUM_DB];
    }
}
