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

/* A gradient or tangent is an integer in the word where it fits one, else a float word. */
static rg_result put_slope(rg_session *s, rg_spot spot, unsigned bank, double value,
                           const char *name, rg_fault *fault)
{
    int64_t view[RG_ENGINE_VIEW] = {0};
    rg_held of;
    rg_result result = rg_held_read(s->device, rg_session_bus(s, spot, 0), &of, fault);
    if (result != RG_OK)
        return result;
    if (bank == 2)
        value = ldexp(value, s->tangent_exponent - rg_float_exponent(of.view));
    if (!rg_encode_derivative(value, view))
        result = rg_encode_words(s->device, RG_NUMBER_FIXED, true, value, view, name, fault);
    return result == RG_OK ? put_view(s, rg_session_bus(s, spot, bank), view, value, name, fault)
                           : result;
}

/* Derivatives of a float word count units of its size: they keep what they stand for. */
static rg_result put_value(rg_session *s, rg_spot spot, const rg_held *old, const int64_t *view,
                           double value, const char *name, rg_fault *fault)
{
    rg_held slopes[3];
    rg_result result = RG_OK;
    const int by = rg_float_exponent(view) - rg_float_exponent(old->view);
    for (unsigned bank = 1; bank < 3 && result == RG_OK; bank++)
        result = rg_held_read(s->device, rg_session_bus(s, spot, bank), &slopes[bank], fault);
    if (result == RG_OK)
        result = put_view(s, rg_session_bus(s, spot, 0), view, value, name, fault);
    if (result == RG_OK && by != 0 && !rg_held_zero(&slopes[1]))
        result = put_view(s, rg_session_bus(s, spot, 1), slopes[1].view, value, name, fault);
    if (result == RG_OK && by != 0 && !rg_held_zero(&slopes[2]))
        result = put_slope(s, spot, 2,
                           ldexp(rg_decode_words(s->device, RG_NUMBER_FIXED, slopes[2].view),
                                 rg_float_exponent(old->view) - s->tangent_exponent),
                           name, fault);
    return result;
}

static rg_result put_wide(rg_session *s, rg_spot spot, unsigned bank, rg_number number,
                          double value, const char *name, rg_fault *fault)
{
    int64_t view[RG_ENGINE_VIEW] = {0};
    rg_held old;
    if (bank > 0)
        return put_slope(s, spot, bank, value, name, fault);
    rg_result result = rg_held_read(s->device, rg_session_bus(s, spot, 0), &old, fault);
    if (result == RG_OK)
        result = rg_encode_words(s->device, number, rg_is_float_word(old.view), value, view, name,
                                 fault);
    return result == RG_OK ? put_value(s, spot, &old, view, value, name, fault) : result;
}

rg_result rg_session_put_number(rg_session *s, rg_spot spot, unsigned bank, rg_number number,
                                double value, const char *name, rg_fault *fault)
{
    int64_t word = 0;
    if (s->device->limbs > 1)
        return put_wide(s, spot, bank, number, value, name, fault);
    const rg_result result = rg_encode_number(s->device, bank ? RG_NUMBER_FIXED : number,
                                              bank == 0   ? value
                                              : bank == 1 ? ldexp(value, s->job->seed_exponent)
                                                          : ldexp(value, s->tangent_exponent),
                                              &word, name, fault);
    return result == RG_OK ? rg_session_put_word(s, spot, bank, word, fault) : result;
}
