/* arguments.c: the arguments of the job where a session stands. */
#include "session.h"

#include <math.h>
#include <string.h>

/* So many elements of an array are shown. */
enum { MOST_ELEMENTS = 4096 };

json_t *web_number(const web_session *session, rg_number number, int64_t word)
{
    const double value = rg_decode_number(session->device, number, word);
    return number == RG_NUMBER_INT || number == RG_NUMBER_BOOL ? json_integer(word)
           : isfinite(value)                                   ? json_real(value)
                                                               : json_null();
}

json_t *web_gradient(const web_session *session, rg_number number, int64_t word, int64_t gradient)
{
    const rgd_device *device = session->device;
    const double stored = ldexp((double)gradient, -(int)device->frac - session->job->seed_exponent);
    const double value = rg_gradient_decode(device, stored, RG_NUMBER_FIXED, 0, number, word);
    return isfinite(value) ? json_real(value) : json_null();
}

static bool is_active(const rg_argument *a)
{
    return a->number == RG_NUMBER_FIXED || a->number == RG_NUMBER_LOG;
}

/* Elements from the argument's place in memory on. */
static bool put_array(const web_session *session, const rg_argument *a, json_t *into)
{
    const int64_t away = web_exchanged(session) - (int64_t)a->address;
    json_t *values = json_array(), *gradients = json_array();
    bool failed = !values || !gradients;
    for (size_t i = 0; !failed && i < a->count && i < MOST_ELEMENTS; i++) {
        int64_t value = 0, gradient = 0;
        rg_core_peek(session->device, RG_WINDOW_DMEMV, a->address + i, &value, NULL);
        rg_core_peek(session->device, RG_WINDOW_DMEMG, a->address + i, &gradient, NULL);
        const bool there = away != (int64_t)i;
        failed = json_array_append_new(values,
                                       there ? web_number(session, a->number, value) : json_null())
                 || (is_active(a)
                     && json_array_append_new(
                         gradients,
                         there ? web_gradient(session, a->number, value, gradient) : json_null()));
    }
    failed |= json_object_set_new(into, "values", values) != 0;
    failed |= json_object_set_new(into, "gradients", gradients) != 0;
    return !failed && json_object_set_new(into, "where", json_string("memory")) == 0;
}

/* Outside of the program a scalar is in its word of the mailbox, or it was exchanged into its
 * register: what is not there is zero. */
static bool put_outside(const web_session *session, const rg_argument *a, json_t *into)
{
    rgd_device *device = session->device;
    const unsigned r = rg_layout_routine(session->job)->params[a - session->job->arguments].reg;
    int64_t value = 0, gradient = 0, other = 0, other_gradient = 0;
    rg_core_peek(device, RG_WINDOW_DMEMV, a->address, &value, NULL);
    rg_core_peek(device, RG_WINDOW_DMEMG, a->address, &gradient, NULL);
    if (r > 0) {
        rg_core_peek(device, RG_WINDOW_REGV, r, &other, NULL);
        rg_core_peek(device, RG_WINDOW_REGG, r, &other_gradient, NULL);
    }
    return json_object_set_new(into, "value", web_number(session, a->number, value ^ other)) == 0
           && json_object_set_new(into, "where", json_string("at the host's door")) == 0
           && json_object_set_new(into, "gradient",
                                  is_active(a) ? web_gradient(session, a->number, value ^ other,
                                                              gradient ^ other_gradient)
                                               : json_null())
                  == 0;
}

static unsigned name_index(const rg_object *object, const char *name)
{
    for (unsigned i = 0; i < object->name_count; i++)
        if (strcmp(object->names[i], name) == 0)
            return i + 1;
    return 0;
}

/* Within its routine: where words that change it say; else where it came, if nothing else does. */
static web_home home_of(const web_session *session, const rg_routine *routine, const rg_argument *a)
{
    const rgd_device *device = session->device;
    const unsigned r = routine->params[a - session->job->arguments].reg;
    const unsigned name = name_index(device->object, a->param->name);
    web_home home = name ? web_find_home(device, routine, name) : (web_home){0};
    if (home.kind == WEB_NOWHERE && r > 0 && !web_is_changed(device, routine, name, (int)r))
        home = (web_home){WEB_REGISTER, (int)r, a->number};
    home.number = a->number;
    return home;
}

static bool put_argument(const web_session *session, const rg_routine *routine,
                         const rg_argument *a, json_t *into)
{
    if (a->param->rank > 0)
        return put_array(session, a, into);
    if (!routine && web_exchanged(session) == (int64_t)a->address)
        return web_put_word(session, into, (web_home){WEB_NOWHERE, 0, a->number});
    if (!routine)
        return put_outside(session, a, into);
    if (routine != rg_layout_routine(session->job))
        return web_put_word(session, into, (web_home){WEB_NOWHERE, 0, a->number});
    return web_put_word(session, into, home_of(session, routine, a));
}

json_t *web_arguments(const web_session *session, const rg_routine *routine)
{
    static const char *const numbers[] = {"Int", "Bool", "Fixed", "Log"};
    const rgd_job *job = session->job;
    json_t *list = json_array();
    for (size_t i = 0; list && i < job->argument_count; i++) {
        const rg_argument *a = &job->arguments[i];
        json_t *one = json_pack("{s:s, s:s, s:i, s:I, s:I}", "name", a->param->name, "number",
                                numbers[a->number], "rank", (int)a->param->rank, "rows",
                                (json_int_t)a->rows, "columns", (json_int_t)a->columns);
        if (!one || !put_argument(session, routine, a, one)) {
            json_decref(one);
            break;
        }
        if (json_array_append_new(list, one) != 0)
            break;
    }
    return list;
}
