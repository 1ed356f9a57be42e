/* session_words.c: words of a session with all of their bits, and the numbers that they stand for.
 */
#include "host-driver/session.h"

#include <math.h>
#include <string.h>

uint32_t rg_session_bus(const rg_session *s, rg_spot spot, unsigned bank)
{
    return rg_held_bus(s->device, spot.kind != RG_SPOT_REGISTER, spot.at, bank);
}

bool rg_session_locate(const rg_session *s, uint32_t address, rg_spot *spot, unsigned *bank)
{
    for (unsigned memory = 0; memory < 2; memory++)
        for (*bank = 0; *bank < 3; ++*bank) {
            const uint32_t base = rg_held_bus(s->device, memory != 0, 0, *bank),
                           step = rg_held_bus(s->device, memory != 0, 1, *bank) - base,
                           count = memory ? (uint32_t)s->device->words : 32;
            spot->kind = memory ? RG_SPOT_MEMORY : RG_SPOT_REGISTER;
            spot->at = (address - base) / step;
            if (address >= base && spot->at < count)
                return true;
        }
    return false;
}

/* ---- numbers ---- */

static double narrow_slope(const rg_session *s, rg_number number, unsigned bank,
                           const rg_held *value, const rg_held *held)
{
    const rgd_device *device = s->device;
    const int exponent = bank == 2 ? s->tangent_exponent : s->job->seed_exponent;
    const double stored = ldexp((double)held->view[0], -(int)device->frac - exponent);
    if (bank == 2) /* of the stored word; the scale of a number is that of its derivative */
        return stored * rg_gradient_scale(device, number, value->view);
    return rg_gradient_decode(device, stored, RG_NUMBER_FIXED, NULL, number, value->view);
}

double rg_held_number(const rg_session *s, rg_number number, unsigned bank, const rg_held *value,
                      const rg_held *held)
{
    const rgd_device *device = s->device;
    if (bank == 0)
        return rg_held_value(device, number, held);
    if (device->limbs == 1)
        return narrow_slope(s, number, bank, value, held);
    const double stored = rg_decode_words(device, RG_NUMBER_FIXED, held->view);
    if (bank == 1)
        return rg_gradient_decode(device, stored, RG_NUMBER_FIXED, NULL, number, value->view);
    return ldexp(stored, rg_float_exponent(value->view) - s->tangent_exponent)
           * rg_gradient_scale(device, number, value->view);
}

rg_result rg_session_number_at(const rg_session *s, rg_number number, uint32_t address,
                               double *value, rg_fault *fault)
{
    rg_held of = {0}, held;
    rg_spot spot;
    unsigned bank = 0;
    rg_result result = rg_held_read(s->device, address, &held, fault);
    if (result == RG_OK && rg_session_locate(s, address, &spot, &bank) && bank > 0)
        result = rg_held_read(s->device, rg_session_bus(s, spot, 0), &of, fault);
    else
        bank = 0;
    *value = rg_held_number(s, number, bank, &of, &held);
    return result;
}

/* ---- writing ---- */

static rg_result no_room(double value, const char *name, rg_fault *fault)
{
    return rg_fail(fault, RG_BAD_USE, "R0910", "%s: %.17g does not fit in this word", name, value);
}

static rg_result put_view(rg_session *s, uint32_t address, const int64_t *view, double value,
                          const char *name, rg_fault *fault)
{
    uint64_t limbs[RG_ENGINE_VIEW];
    memcpy(limbs, view, sizeof limbs);
    return rg_engine_put(s->device->engine, address, limbs) ? RG_OK : no_room(value, name, fault);
}

rg_result rg_session_put_word(rg_session *s, rg_spot spot, unsigned bank, int64_t word,
                              rg_fault *fault)
{
    rg_held held;
    const uint32_t address = rg_session_bus(s, spot, bank);
    if (s->device->limbs == 1)
        return rg_bus_write(s->device, address, (uint64_t)word, fault);
    const rg_result result = rg_held_read(s->device, address, &held, fault);
    held.view[0] = word;
    return result == RG_OK ? put_view(s, address, held.view, (double)word, "this word", fault)
                           : result;
}

/* What the word of a slope has where it stands for `value`: see rg_held_number. */
static double stored_slope(const rg_session *s, rg_number number, unsigned bank, double value,
                           const rg_held *of)
{
    const double scale = rg_gradient_scale(s->device, number, of->view);
    return bank == 2 ? ldexp(value / scale, s->tangent_exponent - rg_float_exponent(of->view))
                     : ldexp(value * scale, s->job->seed_exponent);
}

/* A gradient or tangent is an integer in the word where it fits one, else a float word. */
static rg_result put_slope(rg_session *s, rg_spot spot, unsigned bank, double stored,
                           const char *name, rg_fault *fault)
{
    int64_t view[RG_ENGINE_VIEW] = {0};
    rg_result result = RG_OK;
    if (!rg_encode_derivative(stored, view))
        result = rg_encode_words(s->device, RG_NUMBER_FIXED, true, stored, view, name, fault);
    return result == RG_OK ? put_view(s, rg_session_bus(s, spot, bank), view, stored, name, fault)
                           : result;
}

/* Derivatives of a float word count units of its size: they keep what they stand for. `by`: so many
 * times two its size becomes. */
static rg_result keep_slopes(rg_session *s, rg_spot spot, const rg_held was[3], int by,
                             double value, const char *name, rg_fault *fault)
{
    rg_result result = RG_OK;
    if (!rg_held_zero(&was[1]))
        result = put_view(s, rg_session_bus(s, spot, 1), was[1].view, value, name, fault);
    if (result == RG_OK && !rg_held_zero(&was[2]))
        result = put_slope(s, spot, 2,
                           ldexp(rg_decode_words(s->device, RG_NUMBER_FIXED, was[2].view), -by),
                           name, fault);
    return result;
}

/* Where a derivative has no room for what it stands for, the value stays. */
static rg_result put_value(rg_session *s, rg_spot spot, const rg_held was[3], const int64_t *view,
                           double value, const char *name, rg_fault *fault)
{
    const int by = rg_float_exponent(view) - rg_float_exponent(was[0].view);
    rg_result result = put_view(s, rg_session_bus(s, spot, 0), view, value, name, fault);
    if (result != RG_OK || by == 0)
        return result;
    result = keep_slopes(s, spot, was, by, value, name, fault);
    for (unsigned bank = 0; result != RG_OK && bank < 3; bank++)
        (void)put_view(s, rg_session_bus(s, spot, bank), was[bank].view, value, name, NULL);
    return result;
}

static rg_result put_wide(rg_session *s, rg_spot spot, rg_number number, double value,
                          const char *name, rg_fault *fault)
{
    int64_t view[RG_ENGINE_VIEW] = {0};
    rg_held was[3];
    rg_result result = RG_OK;
    for (unsigned bank = 0; bank < 3 && result == RG_OK; bank++)
        result = rg_held_read(s->device, rg_session_bus(s, spot, bank), &was[bank], fault);
    if (result == RG_OK)
        result = rg_encode_words(s->device, number, rg_is_float_word(was[0].view), value, view,
                                 name, fault);
    return result == RG_OK ? put_value(s, spot, was, view, value, name, fault) : result;
}

rg_result rg_session_put_number(rg_session *s, rg_spot spot, unsigned bank, rg_number number,
                                double value, const char *name, rg_fault *fault)
{
    const bool wide = s->device->limbs > 1;
    int64_t word = 0;
    rg_held of;
    if (wide && bank == 0)
        return put_wide(s, spot, number, value, name, fault);
    rg_result result = rg_held_read(s->device, rg_session_bus(s, spot, 0), &of, fault);
    if (result == RG_OK && bank > 0)
        value = stored_slope(s, number, bank, value, &of);
    if (result == RG_OK && wide)
        return put_slope(s, spot, bank, value, name, fault);
    if (result == RG_OK)
        result =
            rg_encode_number(s->device, bank ? RG_NUMBER_FIXED : number, value, &word, name, fault);
    return result == RG_OK ? rg_session_put_word(s, spot, bank, word, fault) : result;
}
