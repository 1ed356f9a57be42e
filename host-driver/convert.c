/* convert.c: numbers of the host and words of the machine. */
#include "host-driver/internal.h"

#include "isa/num/float/log_word.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double ln2 = 0.693147180559945309417232121458;

int64_t rg_sign_extend(uint64_t word, unsigned xlen)
{
    if (xlen >= 64)
        return (int64_t)word;
    uint64_t sign = UINT64_C(1) << (xlen - 1);
    word &= (sign << 1) - 1;
    return (int64_t)((word ^ sign) - sign);
}

static rg_result out_of_range(const rgd_device *device, rg_misfit_cause cause, double value,
                              const char *name, rg_fault *fault)
{
    const rg_misfit misfit = {cause, value};
    return rg_fail_misfit(fault, RG_BAD_USE, "R0910", device, misfit,
                          "argument %s: %.17g does not fit in Q%u.%u (magnitude below %.17g)", name,
                          value, device->xlen - 1 - device->frac, device->frac,
                          ldexp(1.0, (int)(device->xlen - 1 - device->frac)));
}

static rg_result encode_fixed(const rgd_device *device, double value, int64_t *word,
                              const char *name, rg_fault *fault)
{
    /* Scaling by a power of two is exact, so rint rounds once, ties to even. */
    double scaled = rint(ldexp(value, (int)device->frac));
    double limit = ldexp(1.0, (int)device->xlen - 1);
    if (!(scaled >= -limit && scaled < limit))
        return out_of_range(device, RG_MISFIT_FIXED, value, name, fault);
    *word = (int64_t)scaled;
    return RG_OK;
}

/* The format of wide words: isa/machine.def has no other yet. */
enum { WIDE_LIMBS = RG_MOST_WORDS };
static const rg_float_format wide = {256, 128, 53, 11, 106};
const unsigned rg_float_places = 128;

rg_result rg_refuse_float(const rgd_device *device, const char *what, rg_fault *fault)
{
    return device->limbs == 1
               ? RG_OK
               : rg_fail(fault, RG_BAD_USE, "R0951",
                         "this machine's numbers are Float, of 256 bits, which have no %s yet",
                         what);
}

static rg_wide_word wide_of(const int64_t *words)
{
    rg_wide_word word = rg_wide_of_int(words[WIDE_LIMBS - 1] < 0 ? -1 : 0);
    memcpy(word.limb, words, WIDE_LIMBS * sizeof *word.limb);
    return word;
}

static rg_result zero_is_no_log(const char *name, rg_fault *fault)
{
    return rg_fail(fault, RG_BAD_USE, "R0911", "argument %s: zero is not a value of Log", name);
}

static rg_result encode_wide_log(double value, int64_t *words, const char *name, rg_fault *fault)
{
    rg_ext x;
    uint64_t bits;
    if (fabs(value) < 0x1p-1022)
        return zero_is_no_log(name, fault);
    memcpy(&bits, &value, sizeof bits);
    (void)rg_float_decode(&wide, bits, &x);
    const rg_wide_word word = rg_log_of(&wide, x);
    memcpy(words, word.limb, WIDE_LIMBS * sizeof *word.limb);
    return RG_OK;
}

/* As sim/fast/float.h says it: 2^64 numbers below the greatest negative one stand for float words.
 */
static const uint64_t holds_float = UINT64_C(1) << 63;

bool rg_is_float_word(const int64_t *words)
{
    return (uint64_t)words[3] == holds_float && words[2] == 0 && words[1] == 0;
}

rg_result rg_encode_words(const rgd_device *device, rg_number number, bool kept, double value,
                          int64_t *words, const char *name, rg_fault *fault)
{
    rg_wide_word word;
    rg_ext x;
    uint64_t bits;
    if (rg_words_of(device, number) == 1 || !isfinite(value))
        return rg_encode_number(device, number, value, words, name, fault);
    if (number == RG_NUMBER_LOG)
        return encode_wide_log(value, words, name, fault);
    if (fabs(value) < 0x1p-1022)
        value = 0; /* as reading gives it: there are no smaller float words */
    memcpy(&bits, &value, sizeof bits);
    if (value == 0)
        bits = 0;
    if (!rg_float_decode(&wide, bits, &x) || (!kept && !(fabs(value) < 0x1p127)))
        return rg_fail(fault, RG_BAD_USE, "R0910",
                       "argument %s: %.17g does not fit in a Float of 256 bits that the routine "
                       "may change (magnitude below %.17g)",
                       name, value, 0x1p127);
    const bool exact = rg_wide_expand(&wide, x, &word) == RG_FLOAT_EXACT;
    if (kept && (!exact || word.limb[3] == holds_float)) /* the latter is -2^127 */
        word = (rg_wide_word){{bits, 0, 0, holds_float}};
    memcpy(words, word.limb, WIDE_LIMBS * sizeof *word.limb);
    return RG_OK;
}

bool rg_is_narrow(const rg_argument *argument) { return argument->param->base == RG_TYPE_NARROW; }

static rg_result beyond_narrow(const rgd_device *device, double value, const char *name,
                               rg_fault *fault)
{
    const unsigned whole = device->xlen - 1 - device->frac;
    return rg_fail(fault, RG_BAD_USE, "R0910",
                   "argument %s: %.17g is no Fixed beside Float, which has a magnitude below 2^%u "
                   "and %u bits behind the point: declare it Float64",
                   name, value, whole, device->frac);
}

rg_result rg_round_narrow(const rgd_device *device, double *value, const char *name,
                          rg_fault *fault)
{
    const double units = rint(ldexp(*value, (int)device->frac));

    if (!(fabs(units) < ldexp(1, (int)device->xlen - 1)))
        return beyond_narrow(device, *value, name, fault);
    *value = ldexp(units, -(int)device->frac);
    return RG_OK;
}

rg_result rg_encode_argument(const rgd_device *device, const rg_argument *argument, double value,
                             int64_t *words, const char *name, rg_fault *fault)
{
    const bool narrow = rg_is_narrow(argument) && isfinite(value);

    if (narrow && rg_round_narrow(device, &value, name, fault) != RG_OK)
        return RG_BAD_USE;
    return rg_encode_words(device, argument->number, argument->param->kept && !narrow, value, words,
                           name, fault);
}

rg_result rg_check_narrow(const rgd_device *device, const int64_t *words, const char *name,
                          rg_fault *fault)
{
    const int below = (int)wide.frac - (int)device->frac;
    rg_wide_word word = wide_of(words), units, back;

    (void)rg_wide_scale(wide.w, word, -below, &units);
    (void)rg_wide_scale(wide.w, units, below, &back);
    return rg_wide_compare(back, word) == 0
                   && rg_wide_leading_zeros(rg_wide_magnitude(units)) > RG_WIDE_BITS - device->xlen
               ? RG_OK
               : beyond_narrow(device, rg_decode_words(device, RG_NUMBER_FIXED, words), name,
                               fault);
}

bool rg_encode_derivative(double value, int64_t *words)
{
    rg_wide_word word = {{0}};
    rg_ext x;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (!isfinite(value) || (value != 0 && fabs(value) < 0x1p-1022))
        return false;
    if (value != 0
        && (!rg_float_decode(&wide, bits, &x) || rg_wide_expand(&wide, x, &word) != RG_FLOAT_EXACT))
        return false;
    memcpy(words, word.limb, WIDE_LIMBS * sizeof *word.limb);
    return true;
}

/* Gradients, that of a sum over tiles too, in the format that the machine has for them. */
static const rg_float_format derivatives = {512, 256, 53, 11, 106};
enum { PLACES_MORE = 128 };

bool rg_add_gradient(rg_wide_word *total, const int64_t *words)
{
    rg_wide_word word = wide_of(words);
    rg_ext x;
    if (!rg_is_float_word(words))
        return !rg_wide_scale(derivatives.w, word, PLACES_MORE, &word)
               && !rg_wide_add(derivatives.w, *total, word, total);
    return rg_float_decode(&wide, (uint64_t)words[0], &x)
           && rg_wide_expand(&derivatives, x, &word) != RG_FLOAT_OVERFLOW
           && !rg_wide_add(derivatives.w, *total, word, total);
}

void rg_write_gradient(const rg_wide_word *total, int64_t *words)
{
    rg_wide_word word, back;
    uint64_t bits;
    const bool narrow = !rg_wide_scale(wide.w, *total, -PLACES_MORE, &word)
                        && !rg_wide_scale(derivatives.w, word, PLACES_MORE, &back)
                        && rg_wide_compare(back, *total) == 0 && word.limb[3] != holds_float;
    if (!narrow) {
        (void)rg_float_round(&wide, rg_wide_extended(&derivatives, *total), &bits);
        word = (rg_wide_word){{bits, 0, 0, holds_float}};
    }
    memcpy(words, word.limb, WIDE_LIMBS * sizeof *word.limb);
}

int rg_float_exponent(const int64_t *words)
{
    double value;
    if (!rg_is_float_word(words) || words[0] == 0)
        return 0;
    memcpy(&value, words, sizeof value);
    return ilogb(value);
}

/* Beyond the largest double an infinity, as the decimal numbers of a report are read. */
static double decode_wide_log(const int64_t *words)
{
    const rg_ext number = rg_log_number(&wide, wide_of(words));
    uint64_t bits;
    double value;
    if (rg_float_round(&wide, number, &bits) == RG_FLOAT_OVERFLOW)
        return number.negative ? -HUGE_VAL : HUGE_VAL;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double rg_decode_words(const rgd_device *device, rg_number number, const int64_t *words)
{
    uint64_t bits;
    double value;
    if (rg_words_of(device, number) == 1)
        return rg_decode_number(device, number, *words);
    if (number == RG_NUMBER_LOG)
        return decode_wide_log(words);
    const rg_wide_word word = wide_of(words);
    (void)rg_wide_read(&wide, word, &bits);
    if (rg_is_float_word(words))
        bits = word.limb[0];
    memcpy(&value, &bits, sizeof value);
    return value;
}

static rg_result encode_log(const rgd_device *device, double value, int64_t *word, const char *name,
                            rg_fault *fault)
{
    if (value == 0)
        return zero_is_no_log(name, fault);
    long double field = rintl(ldexpl(log2l(fabsl((long double)value)), (int)device->frac));
    long double limit = ldexpl(1.0L, (int)device->xlen - 2);
    if (!(field >= -limit && field < limit))
        return out_of_range(device, RG_MISFIT_LOG, value, name, fault);
    uint64_t bits = (uint64_t)(int64_t)field & ((UINT64_C(1) << (device->xlen - 1)) - 1);
    if (value < 0)
        bits |= UINT64_C(1) << (device->xlen - 1);
    *word = rg_sign_extend(bits, device->xlen);
    return RG_OK;
}

rg_result rg_encode_integer(const rgd_device *device, rg_number number, int64_t value,
                            int64_t *word, const char *name, rg_fault *fault)
{
    const rg_misfit too_wide = {RG_MISFIT_INT, 0};
    switch (number) {
    case RG_NUMBER_INT:
        if (rg_sign_extend((uint64_t)value, device->xlen) != value)
            return rg_fail_misfit(fault, RG_BAD_USE, "R0910", device, too_wide,
                                  "argument %s: %lld does not fit in %u bits", name,
                                  (long long)value, device->xlen);
        *word = value;
        return RG_OK;
    case RG_NUMBER_BOOL:
        if (value != 0 && value != 1)
            return rg_fail(fault, RG_BAD_USE, "R0908",
                           "argument %s is a Bool: true or false, not %lld", name,
                           (long long)value);
        *word = value;
        return RG_OK;
    case RG_NUMBER_FIXED:
    case RG_NUMBER_LOG: break;
    }
    return rg_encode_number(device, number, (double)value, word, name, fault);
}

rg_result rg_encode_number(const rgd_device *device, rg_number number, double value, int64_t *word,
                           const char *name, rg_fault *fault)
{
    if (!isfinite(value))
        return rg_fail(fault, RG_BAD_USE, "R0910",
                       "argument %s: the machine has no infinities and no NaN", name);
    if (rg_words_of(device, number) > 1)
        return rg_refuse_float(device, "single words that could be written", fault);
    if (number == RG_NUMBER_FIXED)
        return encode_fixed(device, value, word, name, fault);
    if (number == RG_NUMBER_LOG)
        return encode_log(device, value, word, name, fault);
    if (value != rint(value))
        return rg_fail(fault, RG_BAD_USE, "R0908", "argument %s is an %s: %.17g is not an integer",
                       name, number == RG_NUMBER_INT ? "Int" : "Bool", value);
    const rg_misfit too_wide = {RG_MISFIT_INT, 0};
    if (!(value >= -0x1p63 && value < 0x1p63))
        return rg_fail_misfit(fault, RG_BAD_USE, "R0910", device, too_wide,
                              "argument %s: %.17g does not fit in %u bits", name, value,
                              device->xlen);
    return rg_encode_integer(device, number, (int64_t)value, word, name, fault);
}

static double decode_log(const rgd_device *device, int64_t word)
{
    int64_t field = rg_sign_extend((uint64_t)word, device->xlen - 1);
    double magnitude = (double)exp2l(ldexpl((long double)field, -(int)device->frac));
    return ((uint64_t)word >> (device->xlen - 1)) & 1 ? -magnitude : magnitude;
}

double rg_decode_number(const rgd_device *device, rg_number number, int64_t word)
{
    double value;
    if (rg_words_of(device, number) > 1) { /* a trap shows a Float as a double */
        memcpy(&value, &word, sizeof value);
        return value;
    }
    if (number == RG_NUMBER_FIXED)
        return ldexp((double)word, -(int)device->frac);
    if (number == RG_NUMBER_LOG)
        return decode_log(device, word);
    return (double)word;
}

double rg_decode_shown(const rgd_device *device, rg_number number, int64_t word)
{
    double value = rg_decode_number(device, number, word);
    if (number != RG_NUMBER_LOG || device->limbs == 1)
        return value;
    value = fmin(exp2(value), DBL_MAX);
    return word & 1 ? -value : value;
}

double rg_gradient_scale(const rgd_device *device, rg_number number, const int64_t *words)
{
    return number == RG_NUMBER_LOG ? rg_decode_words(device, number, words) * ln2 : 1.0;
}

/* The stored logarithm and the sign of a Log; 0 and 1 for any other number. */
static long double split_log(const rgd_device *device, rg_number number, const int64_t *words,
                             double *sign)
{
    *sign = 1;
    if (number != RG_NUMBER_LOG)
        return 0;
    if (device->limbs > 1) {
        const rg_wide_word word = wide_of(words);
        const rg_ext log = rg_log_magnitude(&wide, word);
        const long double part =
            ldexpl((long double)(uint64_t)(log.digits >> 64), log.exponent + 1 - 64);
        *sign = rg_log_negative(word) ? -1 : 1;
        return log.negative ? -part : part;
    }
    if (((uint64_t)*words >> (device->xlen - 1)) & 1)
        *sign = -1;
    return ldexpl((long double)rg_sign_extend((uint64_t)*words, device->xlen - 1),
                  -(int)device->frac);
}

double rg_gradient_decode(const rgd_device *device, double stored, rg_number of,
                          const int64_t *of_words, rg_number by, const int64_t *by_words)
{
    double of_sign, by_sign;
    /* Subtracted before they are raised: either power alone may leave the range of a double. */
    long double exponent = split_log(device, of, of_words, &of_sign)
                           - split_log(device, by, by_words, &by_sign);
    long double factor = (of == RG_NUMBER_LOG ? ln2 : 1.0) / (by == RG_NUMBER_LOG ? ln2 : 1.0);
    return stored == 0 ? 0 : (double)(stored * of_sign * by_sign * factor * exp2l(exponent));
}
