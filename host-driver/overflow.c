/* overflow.c: the number that did not fit, from the operands of the instruction that trapped. */
#include "host-driver/held.h"
#include "host-driver/stream_words.h"
#include "isa/isa.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Bits of a Float in front of the point, without its sign. */
enum { MOST_ELEMENTS = 1 << 16, FLOAT_BITS = 127 };

/* The machine stands where it trapped: operands and target have the values that the instruction
 * read. */
typedef struct {
    rgd_device *device;
    rg_instruction in;
    const rg_op_info *info;
    double a, b, v; /* as numbers */
    bool minus;     /* the update subtracts, in the direction of the run */
    bool known;     /* every word was read */
} state;

static rg_number number_of(rg_operand_kind kind)
{
    return kind == RG_BK_F ? RG_NUMBER_FIXED : kind == RG_BK_L ? RG_NUMBER_LOG : RG_NUMBER_INT;
}

static int64_t peek(state *s, uint32_t window, size_t at)
{
    int64_t word = 0;
    if (rg_core_peek(s->device, window, at, &word, NULL) != RG_OK)
        s->known = false;
    return word;
}

static double number(const state *s, rg_number kind, int64_t word)
{
    return rg_decode_number(s->device, kind, word);
}

/* The number in a register or a word of memory, with all of its bits. */
static double number_in(state *s, rg_number kind, uint32_t window, size_t at)
{
    const rgd_device *device = s->device;
    if (rg_words_of(device, kind) == 1)
        return number(s, kind, peek(s, window, at));
    rg_held held;
    const uint32_t bus = rg_held_bus(device, window == RG_WINDOW_DMEMV, (uint32_t)at, 0);
    if (rg_held_read(s->device, bus, &held, NULL) != RG_OK)
        s->known = false;
    return rg_held_value(device, kind, &held);
}

static int64_t address(state *s)
{
    const rg_instruction *i = &s->in;
    const int64_t at = peek(s, RG_WINDOW_REGV, i->a)
                       + (i->immediate ? i->imm : peek(s, RG_WINDOW_REGV, i->b));
    if (at < 0 || (uint64_t)at >= s->device->words)
        s->known = false;
    return s->known ? at : 0;
}

/* What is between the two words of W, as a number. */
static double accumulator(state *s)
{
    const int n = (int)s->device->xlen, frac = (int)s->device->frac;
    const int64_t low = peek(s, RG_REG_WLO, 0), high = peek(s, RG_REG_WHI, 0);
    const double below = low < 0 ? (double)low + ldexp(1, n) : (double)low;
    return ldexp(ldexp((double)high, n) + below, -2 * frac);
}

/* A register, or the word of memory whose address it holds. */
static double operand(state *s, rg_number kind, unsigned field, unsigned word)
{
    int64_t at = -1;

    if (!(s->in.words & word))
        return number_in(s, kind, RG_WINDOW_REGV, field);
    if (rg_operand_address(s->device, &s->in, word, &at, NULL) != RG_OK || at < 0)
        s->known = false;
    return s->known ? number_in(s, kind, RG_WINDOW_DMEMV, (size_t)at) : 0;
}

/* A factor that is a double in the lowest 64 bits of its register. */
static double float_word(state *s, unsigned field)
{
    const int64_t bits = peek(s, RG_WINDOW_REGV, field);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void read_operands(state *s)
{
    const rg_instruction *i = &s->in;
    const rg_number kind = s->info->kind == RG_KIND_LOG ? RG_NUMBER_LOG : RG_NUMBER_FIXED;
    const rg_number b = number_of(s->info->bk);
    /* of formats with two operands the first is a number of the kind, but for integers raised */
    s->v = operand(s, kind, i->d, RG_WORD_D);
    switch (s->info->format) {
    case RG_FMT_U:
        s->a = i->kinds & RG_FLOAT_A ? float_word(s, i->a) : operand(s, kind, i->a, RG_WORD_A);
        /* fall through */
    case RG_FMT_U1:
        s->b = i->kinds & RG_FLOAT_B && !i->immediate ? float_word(s, i->b)
               : !i->immediate                        ? operand(s, b, i->b, RG_WORD_B)
               : b == RG_NUMBER_FIXED                 ? i->imm
                                                      : number(s, b, i->imm);
        break;
    case RG_FMT_LD: s->b = number_in(s, kind, RG_WINDOW_DMEMV, (size_t)address(s)); break;
    case RG_FMT_ST:
        s->b = s->v;
        s->v = number_in(s, kind, RG_WINDOW_DMEMV, (size_t)address(s));
        break;
    case RG_FMT_WO:
        s->b = accumulator(s);
        s->known = s->known && s->device->limbs == 1;
        break;
    default: s->known = false;
    }
}

/* f of the instruction, in double precision; NAN where it is not known here. */
static double value_of(unsigned op, double a, double b)
{
    switch (op) {
    case RG_OP_FMOV:
    case RG_OP_ITOF:
    case RG_OP_LTOF:
    case RG_OP_LDF:
    case RG_OP_STF:
    case RG_OP_WOUT:
    case RG_OP_LMUL:
    case RG_OP_LMULF:
    case RG_OP_LDL:
    case RG_OP_STL: return b;
    case RG_OP_FADD:
    case RG_OP_LADD2: return a + b;
    case RG_OP_FSUB:
    case RG_OP_LSUB2: return a - b;
    case RG_OP_FMUL:
    case RG_OP_LMUL2: return a * b;
    case RG_OP_FDIV:
    case RG_OP_LDIV2: return a / b;
    case RG_OP_FABS: return fabs(b);
    case RG_OP_FHYPOT: return hypot(a, b);
    case RG_OP_FEXP: return exp(b);
    case RG_OP_FEXP2: return exp2(b);
    case RG_OP_FEXPM1: return expm1(b);
    case RG_OP_FPOW:
    case RG_OP_FPOWI:
    case RG_OP_LPOW:
    case RG_OP_LPOWI: return pow(a, b);
    case RG_OP_FTAN: return tan(b);
    case RG_OP_FSINH: return sinh(b);
    case RG_OP_FCOSH: return cosh(b);
    case RG_OP_FLOG: return log(b);
    case RG_OP_FSQRT: return sqrt(b);
    case RG_OP_FSIN: return sin(b);
    case RG_OP_FCOS: return cos(b);
    case RG_OP_FMIN: return fmin(a, b);
    case RG_OP_FMAX: return fmax(a, b);
    default: return NAN;
    }
}

/* How the text of isa.def reads with the numbers in it. */
static void written(unsigned op, double a, double b, char *text, size_t size)
{
    switch (op) {
    case RG_OP_FADD:
    case RG_OP_LADD2: snprintf(text, size, "%.9g + %.9g = ", a, b); break;
    case RG_OP_FSUB:
    case RG_OP_LSUB2: snprintf(text, size, "%.9g - %.9g = ", a, b); break;
    case RG_OP_FMUL:
    case RG_OP_LMUL2: snprintf(text, size, "%.9g * %.9g = ", a, b); break;
    case RG_OP_FDIV:
    case RG_OP_LDIV2: snprintf(text, size, "%.9g / %.9g = ", a, b); break;
    case RG_OP_FEXP: snprintf(text, size, "exp(%.9g) = ", b); break;
    case RG_OP_FEXP2: snprintf(text, size, "2^%.9g = ", b); break;
    case RG_OP_FEXPM1: snprintf(text, size, "exp(%.9g) - 1 = ", b); break;
    case RG_OP_FPOW:
    case RG_OP_FPOWI:
    case RG_OP_LPOW:
    case RG_OP_LPOWI: snprintf(text, size, "%.9g^%.9g = ", a, b); break;
    case RG_OP_FTAN: snprintf(text, size, "tan(%.9g) = ", b); break;
    case RG_OP_FSINH: snprintf(text, size, "sinh(%.9g) = ", b); break;
    case RG_OP_FCOSH: snprintf(text, size, "cosh(%.9g) = ", b); break;
    case RG_OP_FHYPOT: snprintf(text, size, "hypot(%.9g, %.9g) = ", a, b); break;
    case RG_OP_FLOG: snprintf(text, size, "log(%.9g) = ", b); break;
    case RG_OP_FLOG2: snprintf(text, size, "log2(%.9g) = ", b); break;
    case RG_OP_FLOG1P: snprintf(text, size, "log1p(%.9g) = ", b); break;
    case RG_OP_FSQRT: snprintf(text, size, "sqrt(%.9g) = ", b); break;
    case RG_OP_FASIN: snprintf(text, size, "asin(%.9g) = ", b); break;
    case RG_OP_FACOS: snprintf(text, size, "acos(%.9g) = ", b); break;
    case RG_OP_FATAN2: snprintf(text, size, "atan(%.9g, %.9g) = ", a, b); break;
    default: text[0] = '\0';
    }
}

static double limit_of(const rgd_device *device, rg_kind kind)
{
    const int bits = device->limbs > 1 ? FLOAT_BITS : (int)device->xlen - 1 - (int)device->frac;
    return kind == RG_KIND_LOG ? exp2(ldexp(1, bits - 1)) : ldexp(1, bits);
}

static bool beyond(const state *s, double value)
{
    const double limit = limit_of(s->device, s->info->kind), size = fabs(value);
    return s->info->kind == RG_KIND_LOG ? size >= limit || size <= 1 / limit
                                        : size >= limit - ldexp(1, -(int)s->device->frac);
}

/* The new value of the target. */
static double combined(const state *s, double f)
{
    if (s->info->kind == RG_KIND_LOG)
        return s->minus ? s->v / f : s->v * f;
    return s->minus ? s->v - f : s->v + f;
}

/* f, or what the update makes of the target, whichever does not fit; text: how it came about. */
static double offender(state *s, char *text, size_t size)
{
    const double f = value_of(s->in.op, s->a, s->b), sum = combined(s, f);
    text[0] = '\0';
    if (!s->known || isnan(f))
        return NAN;
    if (beyond(s, f)) {
        written(s->in.op, s->a, s->b, text, size);
        return f;
    }
    if (!beyond(s, sum))
        return NAN;
    const char *sign = s->info->kind == RG_KIND_LOG ? (s->minus ? "/" : "*")
                                                    : (s->minus ? "-" : "+");
    if (s->v != 0)
        snprintf(text, size, "%.9g %s %.9g = ", s->v, sign, f);
    return sum;
}

static double element(state *s, const rg_stream_words *w, const rg_stream_operand *o, int64_t k,
                      int64_t i, double otherwise)
{
    if (!o->used)
        return otherwise;
    int64_t at;
    if (!rg_stream_word(w, o, k, i, &at) || at < 0 || (uint64_t)at >= s->device->words) {
        s->known = false;
        return 0;
    }
    return number_in(s, RG_NUMBER_FIXED, RG_WINDOW_DMEMV, (size_t)at);
}

/* The elements of a stream one after the other, from memory as it was before the first: the first
 * that does not fit. A target that comes back after another one is not followed. */
static double stream_offender(state *s, char *text, size_t size)
{
    rg_stream_words w;
    int64_t last = -1, seen = 0;
    double value = 0;
    if (s->info->kind != RG_KIND_FIX || rg_read_stream(s->device, &s->in, &w, NULL) != RG_OK
        || !w.target.used)
        return NAN;
    const bool back_and_forth = w.target.indexed
                                || (w.rows > 1 && w.columns > 1 && w.target.inner != 0);
    for (int64_t i = 0; i < w.rows && !back_and_forth; i++)
        for (int64_t k = 0; k < w.columns; k++) {
            int64_t at = 0;
            s->known = rg_stream_word(&w, &w.target, k, i, &at) && s->known;
            s->a = element(s, &w, &w.a, k, i, 0);
            s->b = element(s, &w, &w.b, k, i, s->in.imm);
            s->v = at == last ? value : element(s, &w, &w.target, k, i, 0);
            if (!s->known || ++seen > MOST_ELEMENTS)
                return NAN;
            const double found = offender(s, text, size);
            if (!isnan(found))
                return found;
            value = combined(s, value_of(s->in.op, s->a, s->b));
            last = at;
        }
    return NAN;
}

/* The gradient goes the opposite way; whether that is what does not fit. */
static bool say_gradient_of_bank(state *s, double a, double b, char *text, size_t size)
{
    uint64_t mode = 0;
    if (rg_bus_read(s->device, RG_REG_MODE, &mode, NULL) != RG_OK || !(mode & RG_WITH_GRADIENT))
        return false;
    const double g = number(s, RG_NUMBER_FIXED, peek(s, RG_WINDOW_REGG, s->in.d));
    const double result = s->minus ? g * a / b : g * b / a;
    if (!s->known || !beyond(s, result))
        return false;
    snprintf(
        text, size,
        "the gradient of this multiply-divide, in units of its seed, %.9g * %.9g / %.9g = %.9g "
        "does not fit in Q%u.%u",
        g, s->minus ? a : b, s->minus ? b : a, result, s->device->xlen - 1 - s->device->frac,
        s->device->frac);
    return true;
}

static rg_misfit say_bank(state *s, char *text, size_t size)
{
    if (s->in.op == RG_OP_WXCH) {
        snprintf(text, size, "two Ints hold a bank of %u bits, and this one has more",
                 2 * s->device->xlen - 1);
        return (rg_misfit){RG_MISFIT_INTS_OF_BANK, 0};
    }
    if (s->device->limbs > 1) {
        snprintf(
            text, size,
            "this multiply-divide needs more than the %u bits of its bank, or a value beyond "
            "2^127 or a gradient beyond 2^255: each step takes as many bits as its divisor has "
            "digits, up to 53 of a Float, and as many as lie between the sizes of its factors",
            2 * 64 * s->device->limbs - 1);
        return (rg_misfit){RG_MISFIT_FLOAT_BANK, 0};
    }
    const double v = number(s, RG_NUMBER_FIXED, peek(s, RG_WINDOW_REGV, s->in.d)),
                 a = (double)peek(s, RG_WINDOW_REGV, s->in.a),
                 b = (double)peek(s, RG_WINDOW_REGV, s->in.b);
    const double result = s->minus ? v * b / a : v * a / b;
    const rg_misfit value = {RG_MISFIT_FIXED, fabs(result)}, bank = {RG_MISFIT_WIDE_BANK, 0};
    const rg_misfit gradient = {RG_NO_MISFIT, 0}; /* Float has no banks, so no way out is named */
    const bool outside = s->known && beyond(s, result);
    if (!outside && say_gradient_of_bank(s, a, b, text, size))
        return gradient;
    if (outside)
        snprintf(text, size,
                 "%.9g * %.9g / %.9g = %.9g does not fit in Q%u.%u, whose limit is %.9g", v,
                 s->minus ? b : a, s->minus ? a : b, result, s->device->xlen - 1 - s->device->frac,
                 s->device->frac, limit_of(s->device, RG_KIND_FIX));
    else
        snprintf(text, size,
                 "the bank of this multiply-divide is full: its remainders need more than %u bits",
                 2 * s->device->xlen - 1);
    return outside ? value : bank;
}

void rg_say_operation(rgd_device *device, size_t offset, char *text, size_t size)
{
    state s = {.device = device, .known = true};
    text[0] = '\0';
    if (device->limbs > 1)
        return;
    if (!rg_decode_any(device->object->code[offset], device->xlen, &s.in)
        || !(s.info = rg_op_lookup(s.in.op)) || rg_is_stream(&s.in))
        return;
    read_operands(&s);
    if (s.known)
        written(s.in.op, s.a, s.b, text, size);
    char *result = strstr(text, " = ");
    if (result)
        *result = '\0';
}

/* A Float beyond every Int that was to be rounded to one: its word is a double. */
static rg_misfit say_rounding(const rg_trap_report *trap, char *text, size_t size)
{
    double value;
    memcpy(&value, &trap->word, sizeof value);
    snprintf(text, size,
             "a number is rounded to an Int here, whose limit is 2^63, about 9.22e18; it was %.9g",
             value);
    return (rg_misfit){RG_MISFIT_ROUNDED, 0};
}

static double any_offender(state *s, char *how, size_t size)
{
    if (rg_is_stream(&s->in))
        return stream_offender(s, how, size);
    read_operands(s);
    return offender(s, how, size);
}

/* What goes into a Fixed beside Float. */
static rg_misfit say_fixed(state *s, const rg_trap_report *trap, char *text, size_t size)
{
    const unsigned whole = s->device->xlen - 1 - s->device->frac;
    read_operands(s);
    const double sum = s->minus ? s->v - s->b : s->v + s->b;
    const bool by_sum = s->known && s->in.kinds & RG_FIXED_TARGET
                        && fabs(s->b) < ldexp(1, (int)whole);
    if (by_sum)
        snprintf(text, size,
                 "%.9g %c %.9g = %.9g does not fit in a Fixed, whose magnitude is below 2^%u", s->v,
                 s->minus ? '-' : '+', s->b, sum, whole);
    else
        snprintf(text, size, "%.9g does not fit in a Fixed, whose magnitude is below 2^%u",
                 s->known ? s->b : trap->value, whole);
    return (rg_misfit){RG_MISFIT_BESIDE, 0};
}

/* A value that fits leaves a gradient or tangent that does not. */
static rg_misfit say_float(state *s, const rg_trap_report *trap, char *text, size_t size)
{
    char how[160] = "";
    uint64_t mode = 0;
    const double value = any_offender(s, how, sizeof how);
    const bool slopes = rg_bus_read(s->device, RG_REG_MODE, &mode, NULL) == RG_OK
                        && (mode & (RG_WITH_GRADIENT | RG_WITH_TANGENT));
    if (!isnan(value))
        snprintf(text, size, "%s%.9g does not fit in a Float, whose limit is 2^127, about 1.7e38",
                 how, value);
    else
        snprintf(text, size,
                 "a result or a sum here reaches its limit, %s; the operand or summand was %.9g",
                 slopes ? "2^127 of a value, or 2^255 of a gradient or tangent" : "2^127",
                 trap->value);
    return (rg_misfit){RG_MISFIT_FIXED, 0};
}

rg_misfit rg_say_overflow(const rgd_job *job, size_t offset, const rg_trap_report *trap, char *text,
                          size_t size)
{
    const rg_misfit nothing = {RG_NO_MISFIT, 0}, accumulator = {RG_MISFIT_ACCUMULATOR, 0};
    rgd_device *device = job->device;
    state s = {.device = device, .known = true};
    char how[160] = "";
    text[0] = '\0';
    if (offset >= device->object->code_count
        || !rg_decode_any(device->object->code[offset], device->xlen, &s.in)
        || !(s.info = rg_op_lookup(s.in.op)))
        return nothing;
    s.minus =
        (s.in.mode == RG_MODE_SUB || s.in.mode == RG_MODE_UNSET || s.in.mode == RG_MODE_STREAM_SUB)
        != trap->backward;
    if (s.in.op == RG_OP_MULDIV || s.in.op == RG_OP_WXCH)
        return say_bank(&s, text, size);
    if (s.in.op == RG_OP_WMAC && device->limbs == 1) {
        snprintf(text, size, "the accumulator is full: its sum of products needs more than %u bits",
                 2 * device->xlen - 1);
        return accumulator;
    }
    if (device->limbs > 1 && s.info->kind == RG_KIND_INT && s.info->bk == RG_BK_F)
        return say_rounding(trap, text, size);
    if (s.info->kind != RG_KIND_FIX && s.info->kind != RG_KIND_LOG)
        return nothing;
    if (device->limbs > 1 && s.in.op == RG_OP_FMOV && s.in.kinds & RG_TO_FIXED)
        return say_fixed(&s, trap, text, size);
    if (device->limbs > 1 && s.info->kind == RG_KIND_FIX)
        return say_float(&s, trap, text, size);
    const double value = any_offender(&s, how, sizeof how);
    const unsigned bits = device->xlen - 1 - device->frac;
    const char *name = trap->variable;
    const bool log = s.info->kind == RG_KIND_LOG;
    char limit[120];
    if (log)
        snprintf(limit, sizeof limit, "a Log, whose magnitudes lie between 2^-%.0f and 2^%.0f",
                 ldexp(1, (int)bits - 1), ldexp(1, (int)bits - 1));
    else
        snprintf(limit, sizeof limit, "Q%u.%u, whose limit is %.0f", bits, device->frac,
                 limit_of(device, RG_KIND_FIX));
    if (isnan(value))
        snprintf(text, size, "a number here does not fit in %s", limit);
    else
        snprintf(text, size, "%s%.9g does not fit in %s", how, value, limit);
    if (name[0] && !strpbrk(name, "( "))
        snprintf(text + strlen(text), size - strlen(text), " (for `%s`)", name);
    const rg_misfit misfit = {log ? RG_MISFIT_LOG : RG_MISFIT_FIXED,
                              isnan(value) ? 0 : fabs(value)};
    return misfit;
}
