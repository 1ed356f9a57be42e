/* convert.c: constants as words, and the conversions that happen without being written. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/digits.h"
#include "compiler/front/compound.h"

ir_loc fr_loc(const fr_sema *s, fr_span span)
{
    span = fr_origin(s->d, span);
    ir_loc loc = {.file = span.file};
    if (span.file < s->d->source_count) {
        unsigned line, column;
        fr_position(&s->d->sources[span.file], span.offset, &line, &column);
        loc.line = line;
        loc.column = column;
    }
    return loc;
}

fr_value fr_fail(fr_span span) { return (fr_value){.ok = false, .span = span}; }

fr_value fr_typed(fr_span span, ir_expr *ir)
{
    return (fr_value){
        .ok = ir != NULL, .base = ir ? ir->type : RG_TYPE_INT, .ir = ir, .span = span};
}

fr_value fr_const_int(fr_span span, int64_t v)
{
    return (fr_value){
        .ok = true, .constant = true, .base = RG_TYPE_INT, .integer = v, .span = span};
}

fr_value fr_const_real(fr_span span, long double v)
{
    return (fr_value){.ok = true, .constant = true, .base = RG_TYPE_FIXED, .real = v, .span = span};
}

enum { NODE_LIMIT = 20000 };

/* Functions such as tan use their argument twice, so that nesting them doubles the work. */
static fr_value sized(fr_sema *s, fr_span span, ir_expr *e)
{
    if (!e || e->made <= NODE_LIMIT)
        return fr_typed(span, e);
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0106", span,
                                  "this expression is larger than %d operations", NODE_LIMIT);
    fr_help(s->d, r, "give a part of it a name: 'part <- 0.0', 'part += ...'");
    return fr_fail(span);
}

fr_value fr_op1(fr_sema *s, fr_span span, unsigned op, ir_expr *a)
{
    return a ? sized(s, span, ir_expr_op(s->module, fr_loc(s, span), op, a, NULL)) : fr_fail(span);
}

fr_value fr_op2(fr_sema *s, fr_span span, unsigned op, ir_expr *a, ir_expr *b)
{
    return a && b ? sized(s, span, ir_expr_op(s->module, fr_loc(s, span), op, a, b))
                  : fr_fail(span);
}

static bool int_raw(fr_sema *s, fr_value v, int64_t *raw)
{
    if (v.base == RG_TYPE_FIXED || v.base == RG_TYPE_LOG) {
        if (v.real != rintl(v.real) || fabsl(v.real) >= 9.2e18L) {
            rgc_diagnostic *e = fr_report(s->d, RGC_ERROR, "R0202", v.span,
                                          "%Lg is not an integer, but an Int is needed here",
                                          v.real);
            fr_help(s->d, e, "make the variable Fixed, or use round, floor or trunc");
            return false;
        }
        v.integer = (int64_t)v.real;
    }
    *raw = v.integer;
    const int64_t most = ir_largest(s->module);
    if (*raw > most || *raw < -most - 1) {
        fr_report(s->d, RGC_ERROR, "R0502", v.span, "%lld does not fit in %u bits", (long long)*raw,
                  s->module->xlen);
        return false;
    }
    return true;
}

/* The largest word, as a real number of raw units. */
static bool fits(const fr_sema *s, long double raw, unsigned bits)
{
    (void)s;
    long double limit = ldexpl(1.0L, (int)bits - 1);
    return raw >= -limit && raw < limit;
}

static bool log_raw(fr_sema *s, fr_value v, int64_t *raw)
{
    long double x = fr_real_of(v);
    if (x == 0) {
        rgc_diagnostic *e =
            fr_report(s->d, RGC_ERROR, "R0503", v.span, "zero is not a value of Log");
        fr_help(s->d, e, "the neutral value is one(Log)");
        return false;
    }
    long double l = rintl(ldexpl(log2l(fabsl(x)), (int)s->module->frac));
    if (!fits(s, l, s->module->xlen - 1)) {
        fr_report(s->d, RGC_ERROR, "R0502", v.span, "this number does not fit in a Log");
        return false;
    }
    if (s->module->wide) {
        const double number = (double)x;
        memcpy(raw, &number, sizeof *raw);
        return true;
    }
    uint64_t mask = (UINT64_C(1) << (s->module->xlen - 1)) - 1;
    uint64_t word = (uint64_t)(int64_t)l & mask;
    if (x < 0)
        word |= mask + 1;
    *raw = ir_word_of(s->module, word);
    return true;
}

/* The rounding of a function that the compiler evaluates, such as sin(2π), is no number that
 * somebody wrote. */
static bool is_rounding_error(const fr_sema *s, fr_value v)
{
    const fr_span at = fr_origin(s->d, v.span);
    const char first = at.file < s->d->source_count && at.offset < s->d->sources[at.file].size
                           ? s->d->sources[at.file].text[at.offset]
                           : '0';
    const bool written = (first >= '0' && first <= '9') || first == '.' || first == '-';
    return !written && fabsl(fr_real_of(v)) < 1e-15L;
}

void fr_warn_of_lost_digits(fr_sema *s, fr_value v)
{
    const long double x = fr_real_of(v);
    const unsigned frac = s->module->frac, bits = s->module->xlen - 1 - frac;
    const fr_span at = fr_origin(s->d, v.span);
    if (!rg_loses_digits(x, frac, 0) || is_rounding_error(s, v)
        || (at.file < s->d->source_count && s->d->sources[at.file].library))
        return;
    const rg_kept k = rg_keep_digits(x, frac);
    rgc_diagnostic *w =
        k.bits == 0
            ? fr_report(s->d, RGC_WARNING, "R0505", v.span,
                        "%.6Lg becomes 0: Q%u.%u keeps nothing below %.3g", x, bits, frac,
                        ldexp(1, -(int)frac - 1))
            : fr_report(s->d, RGC_WARNING, "R0505", v.span,
                        "%.6Lg is kept as %.6g: Q%u.%u has %u bit%s for it, %.1f decimal digits", x,
                        k.kept, bits, frac, k.bits, k.bits == 1 ? "" : "s", k.digits);
    fr_help(s->d, w,
            s->beside
                ? "make the variable a Float64, which has 53 bits, or scale it: choose units in "
                  "which the number is larger"
                : "use --float, whose numbers have 53 bits; or scale it: choose units in which "
                  "the number is larger, or multiply by a power of ten here and divide the "
                  "result");
}

enum { TEXT_OF_NUMBER = 80 };

/* The source from there on, cut; "" where there is none. */
static void text_at(const fr_sema *s, fr_span span, char text[TEXT_OF_NUMBER])
{
    const fr_span at = fr_origin(s->d, span);

    memset(text, 0, TEXT_OF_NUMBER);
    if (at.file >= s->d->source_count || at.offset >= s->d->sources[at.file].size)
        return;
    const size_t left = s->d->sources[at.file].size - at.offset;
    memcpy(text, s->d->sources[at.file].text + at.offset,
           left < TEXT_OF_NUMBER - 1 ? left : TEXT_OF_NUMBER - 1);
}

/* Whether the number stands in the source as it is: what the compiler works out is rounded. */
static bool is_written_out(const fr_sema *s, fr_value v)
{
    char text[TEXT_OF_NUMBER];

    text_at(s, v.span, text);
    return text[0] != '\0' && strtold(text, NULL) == fabsl(fr_real_of(v));
}

/* 0xffffffffffffffff is the bits of an Int, and no number of that size. */
static bool refuse_bits(fr_sema *s, fr_value v)
{
    char text[TEXT_OF_NUMBER];

    if (v.base != RG_TYPE_INT || v.integer >= 0)
        return false;
    text_at(s, v.span, text);
    if (strncmp(text, "0x", 2) != 0 || strtoull(text, NULL, 16) != (uint64_t)v.integer)
        return false;
    rgc_diagnostic *e = fr_report(s->d, RGC_ERROR, "R0502", v.span,
                                  "these are the bits of the Int %lld, and a number is needed here",
                                  (long long)v.integer);
    fr_help(s->d, e, "write %lld.0, or %llu.0", (long long)v.integer,
            (unsigned long long)v.integer);
    return true;
}

/* A double is the nearest of a decimal fraction; of an integer it must be that one, and no number
 * may become 0. */
static void warn_of_lost_double(fr_sema *s, fr_value v, double kept)
{
    const long double x = fr_real_of(v);
    rgc_diagnostic *w = NULL;

    if (x != 0 && kept == 0)
        w = fr_report(s->d, RGC_WARNING, "R0505", v.span,
                      "%.6Lg becomes 0: a Float has no numbers below %.3g", x, 0x1p-1022);
    else if (rintl(x) == x && fabsl(x) < 0x1p63L && (long double)kept != x && is_written_out(s, v))
        w = fr_report(s->d, RGC_WARNING, "R0505", v.span,
                      "%.20Lg is kept as %.17g: a Float has 53 bits for it", x, kept);
    if (w)
        fr_help(s->d, w,
                kept == 0 ? "choose units in which it is larger"
                          : "write it as a sum of numbers that have few digits each");
}

/* Where a wide word gets a literal: it has 128 bits behind the point. */
static void warn_of_stored(fr_sema *s, fr_value v)
{
    enum { PLACES = 128, KEPT = 45 }; /* of 53 */
    const double x = (double)fr_real_of(v), units = ldexp(x, PLACES);

    if (!s->module->wide || fabs(x) < 0x1p-1022 || units == rint(units)
        || ilogb(x) + PLACES + 1 >= KEPT)
        return;
    rgc_diagnostic *w = fr_report(s->d, RGC_WARNING, "R0505", v.span,
                                  "%.6g is kept as %.6g: a sum of Float has no digits below 2^-%d",
                                  x, ldexp(rint(units), -PLACES), PLACES);
    fr_help(s->d, w,
            "use it as a factor, which keeps all its digits, or choose units in which it is "
            "larger");
}

static void refuse_large(fr_sema *s, fr_value v, const char *limit, const char *help)
{
    rgc_diagnostic *e = fr_report(s->d, RGC_ERROR, "R0502", v.span,
                                  "%Lg does not fit in a Float: its magnitude is below %s",
                                  fr_real_of(v), limit);
    fr_help(s->d, e, "%s", help);
}

ir_expr *fr_stored(fr_sema *s, fr_value v, rg_type_base base)
{
    if (v.ok && v.constant && base == RG_TYPE_FIXED)
        warn_of_stored(s, v);
    return fr_convert(s, v, base);
}

ir_expr *fr_summand(fr_sema *s, fr_value v, rg_type_base base)
{
    if (v.ok && v.constant && base == RG_TYPE_FIXED && s->module->wide
        && !(fabsl(fr_real_of(v)) < 0x1p127L)) {
        refuse_large(s, v, "1.7e38 where it is added",
                     "use it as a factor, scale the problem, or hold large magnitudes as Log");
        return NULL;
    }
    return fr_stored(s, v, base);
}

/* On a machine with FLOAT: the bits of the nearest double. */
static bool float_raw(fr_sema *s, fr_value v, int64_t *raw)
{
    const double x = (double)fr_real_of(v), kept = fabs(x) < 0x1p-1022 ? 0 : x;
    if (!isfinite(x)) {
        refuse_large(s, v, "1.8e308", "scale the problem, or hold large magnitudes as Log");
        return false;
    }
    warn_of_lost_double(s, v, kept);
    if (kept != 0)
        memcpy(raw, &kept, sizeof *raw);
    return true;
}

/* On a machine with FLOAT: x as a double times 2^n, where its magnitude is no double. */
static ir_expr *log_constant(fr_sema *s, fr_value v)
{
    ir_module *m = s->module;
    const ir_loc loc = fr_loc(s, v.span);
    const long double x = fr_real_of(v);
    int n = 0;
    const double part = fabsl(x) < 0x1p-1000L || fabsl(x) > 0x1p1000L ? (double)frexpl(x, &n)
                                                                      : (double)x;
    const double two = 2;
    int64_t bits;

    memcpy(&bits, &part, sizeof bits);
    ir_expr *log =
        ir_expr_op(m, loc, RG_OP_LMULF, ir_expr_const(m, loc, RG_TYPE_FIXED, bits), NULL);
    if (n == 0)
        return log;
    memcpy(&bits, &two, sizeof bits);
    ir_expr *base =
        ir_expr_op(m, loc, RG_OP_LMULF, ir_expr_const(m, loc, RG_TYPE_FIXED, bits), NULL);
    return ir_expr_op(m, loc, RG_OP_LMUL2, log,
                      ir_expr_op(m, loc, RG_OP_LPOWI, base, ir_whole(m, loc, n)));
}

bool fr_constant_raw(fr_sema *s, fr_value v, rg_type_base base, int64_t *raw)
{
    *raw = 0;
    if (base == RG_TYPE_INT)
        return int_raw(s, v, raw);
    if (base == RG_TYPE_LOG)
        return log_raw(s, v, raw);
    if (base == RG_TYPE_BOOL) {
        if (v.base == RG_TYPE_BOOL
            || (v.base == RG_TYPE_INT && (v.integer == 0 || v.integer == 1))) {
            *raw = v.integer;
            return true;
        }
        fr_report(s->d, RGC_ERROR, "R0202", v.span, "a Bool is needed here: true or false");
        return false;
    }
    if (refuse_bits(s, v))
        return false;
    if (s->module->wide)
        return float_raw(s, v, raw);
    long double scaled = rintl(ldexpl(fr_real_of(v), (int)s->module->frac));
    if (!fits(s, scaled, s->module->xlen)) {
        rgc_diagnostic *e = fr_report(s->d, RGC_ERROR, "R0502", v.span,
                                      "%Lg does not fit in a Fixed: %u integer bits", fr_real_of(v),
                                      s->module->xlen - s->module->frac - 1);
        fr_help(
            s->d, e,
            "use --float, whose numbers have 53 bits and go up to 1.7e38, or scale the problem, "
            "or hold large magnitudes as Log");
        return false;
    }
    fr_warn_of_lost_digits(s, v);
    *raw = (int64_t)scaled;
    return true;
}

static void refuse_conversion(fr_sema *s, fr_value v, rg_type_base base)
{
    rgc_diagnostic *e =
        fr_report(s->d, RGC_ERROR, "R0202", v.span, "this is %s, but %s is needed here",
                  fr_type_text(s, (fr_type){v.base, 0}), fr_type_text(s, (fr_type){base, 0}));
    if (fr_is_complex(s, v.base))
        fr_help(s->d, e, "take a part of it: real(z), imag(z), abs(z) or angle(z)");
    if (v.base == RG_TYPE_FIXED && base == RG_TYPE_INT)
        fr_help(s->d, e,
                "use floor(Int, x), round(Int, x) or trunc(Int, x); for whole quotients use "
                "\xc3\xb7 instead of /");
    else if (v.base == RG_TYPE_LOG || base == RG_TYPE_LOG)
        fr_help(s->d, e, "write convert(x) to change between Fixed and Log");
    else if (base == RG_TYPE_BOOL)
        fr_help(s->d, e, "write a comparison such as x != 0");
}

ir_expr *fr_convert(fr_sema *s, fr_value v, rg_type_base base)
{
    if (!v.ok)
        return NULL;
    ir_loc loc = fr_loc(s, v.span);
    if (fr_is_compound(v.base) || fr_is_compound(base)) {
        if (v.base != base || s->d->errors == 0) /* a keyword that is no number was refused */
            refuse_conversion(s, v, base);
        return NULL;
    }
    if (base == RG_TYPE_NARROW && v.base != RG_TYPE_LOG)
        return fr_fixed_word(s, v);
    if (v.constant) {
        int64_t raw;
        if (v.base == RG_TYPE_LOG && base != RG_TYPE_LOG) {
            refuse_conversion(s, v, base);
            return NULL;
        }
        if (!fr_constant_raw(s, v, base, &raw))
            return NULL;
        if (s->module->wide && base == RG_TYPE_LOG) /* the word of 1 is 0 */
            return fr_real_of(v) == 1 ? ir_expr_const(s->module, loc, base, 0) : log_constant(s, v);
        return ir_expr_const(s->module, loc, base, raw);
    }
    if (v.base == base || (base == RG_TYPE_INT && v.base == RG_TYPE_BOOL))
        return v.ir;
    if (base == RG_TYPE_FIXED && fr_is_whole(v))
        return ir_expr_op(s->module, loc, RG_OP_ITOF, v.ir, NULL);
    refuse_conversion(s, v, base);
    return NULL;
}
