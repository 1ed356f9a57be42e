/* debug_bits.c: commands that show words of the machine with all of their bits. */
#include "host-driver/cli/debug.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_zero(const rg_session_limbs *bits)
{
    for (unsigned k = 0; k < bits->count; k++)
        if (bits->limb[k] != 0)
            return false;
    return true;
}

/* An Int has the lowest limb alone. */
static bool fits_int(const rg_session_limbs *bits)
{
    uint64_t more = 0;
    for (unsigned k = 1; k < bits->count; k++)
        more |= bits->limb[k];
    return more == 0;
}

static void say_bits(dbg *d, const char *name, const rg_session_limbs *bits)
{
    char text[DBG_BITS_ROOM];
    dbg_bits(bits, text);
    fprintf(d->out, "%s = %s\n", name, text);
}

/* ---- print/x */

bool dbg_print_bits(dbg *d, char *rest)
{
    rg_session_value v;
    if (rg_session_evaluate(d->session, d->frame, rest, &v, &d->fault) != RG_OK)
        return false;
    if (!v.name[0] || v.rank > 0)
        return dbg_refuse(d, "print/x wants a variable or an element: %s", rest);
    say_bits(d, rest, &v.bits);
    if (v.has_gradient && !is_zero(&v.gradient_bits))
        say_bits(d, "  its gradient", &v.gradient_bits);
    if (v.has_tangent && !is_zero(&v.tangent_bits))
        say_bits(d, "  its tangent", &v.tangent_bits);
    json_object_set_new(d->json, "value", dbg_value_json(d->session, d->frame, &v));
    return true;
}

/* ---- words by where they are */

/* A word may hold an Int or a number: what it is, only variables know. */
static json_t *say_word(dbg *d, const char *name, const rg_session_value *v)
{
    char number[64], slope[64], bits[DBG_BITS_ROOM];
    dbg_number(v->value, number, sizeof number);
    dbg_number(v->gradient, slope, sizeof slope);
    dbg_bits(&v->bits, bits);
    if (!v->wide)
        fprintf(d->out, "%s:\t%lld\tgrad %lld\n", name, (long long)v->word,
                (long long)v->gradient_word);
    else if (is_zero(&v->bits))
        fprintf(d->out, "%s:\t0\tgrad %s\n", name, slope);
    else if (fits_int(&v->bits))
        fprintf(d->out, "%s:\t%lld as an Int, %s as a Float\tgrad %s\n", name, (long long)v->word,
                number, slope);
    else
        fprintf(d->out, "%s:\t%s\tgrad %s\t%s\n", name, number, slope, bits);
    json_t *one = json_pack("{s:I, s:I}", "word", (json_int_t)v->word, "gradient",
                            (json_int_t)v->gradient_word);
    if (!v->wide)
        return one;
    json_object_set_new(one, "value", isfinite(v->value) ? json_real(v->value) : json_null());
    json_object_set_new(one, "bits", json_string(bits));
    dbg_bits(&v->gradient_bits, bits);
    json_object_set_new(one, "gradient_bits", json_string(bits));
    return one;
}

bool dbg_registers(dbg *d)
{
    enum { REGISTERS = 32 };
    json_t *list = json_array();
    bool good = true;
    for (unsigned i = 0; good && i < REGISTERS; i++) {
        rg_session_value v;
        good = rg_session_cell(d->session, false, i, &v, &d->fault) == RG_OK;
        json_t *one = good ? say_word(d, v.name, &v) : NULL;
        if (one)
            json_object_set_new(one, "register", json_integer((json_int_t)i));
        json_array_append_new(list, one);
    }
    json_object_set_new(d->json, "registers", list);
    return good;
}

bool dbg_examine(dbg *d, char *rest)
{
    unsigned long count = 1;
    char *end = rest;
    json_t *words = json_array();
    if (rest[0] == '/') {
        count = strtoul(rest + 1, &end, 10);
        count = count > 0 ? count : 1;
    }
    const unsigned long first = strtoul(end, &end, 0);
    bool good = *end == '\0' || dbg_refuse(d, "x wants an address of data memory: x/4 70");
    for (unsigned long i = 0; good && i < count; i++) {
        rg_session_value v;
        char name[32];
        good = rg_session_cell(d->session, true, first + i, &v, &d->fault) == RG_OK;
        if (!good)
            break;
        snprintf(name, sizeof name, "%lu", first + i);
        json_t *one = say_word(d, name, &v);
        json_object_set_new(one, "address", json_integer((json_int_t)(first + i)));
        json_array_append_new(words, one);
    }
    json_object_set_new(d->json, "words", words);
    return good;
}
