/* variables.c: local variables by name where a session stands.
 *
 * A variable has one location for its whole life, but the object does not say which. The words that
 * change a variable carry its name, so their target is its location. Where words of another name
 * have the same target, or temporaries, it is not known what stands there at a given time. Then
 * that is said. */
#include "session.h"

#include "isa/registers.h"

#include <limits.h>

typedef struct {
    const rgd_device *device;
    const rg_routine *routine;
    unsigned name;
    web_home home;
    bool unclear, typed;
} search;

/* Between the caller and the routine, where registers change hands. */
static bool changes_hands(unsigned role) { return role == RG_ROLE_FRAME || role == RG_ROLE_CALL; }

static bool changes_variable(unsigned role)
{
    return role == RG_ROLE_PLAIN || role == RG_ROLE_ALLOC || role == RG_ROLE_FREE
           || role == RG_ROLE_ERASE;
}

/* The location that a word changes. */
static web_home target_of(const rg_instruction *in)
{
    const rg_format format = rg_op_lookup(in->op)->format;
    const web_home nowhere = {WEB_NOWHERE, 0, RG_NUMBER_INT};
    if (rg_is_stream(in) || (in->words & RG_WORD_D))
        return nowhere;
    if (format == RG_FMT_ST)
        return in->immediate && in->a == 31 ? (web_home){WEB_FRAME, in->imm, RG_NUMBER_INT}
                                            : nowhere;
    const uint32_t written = rg_registers_written(in);
    const bool one = written && !(written & (written - 1)) && format != RG_FMT_X;
    return one ? (web_home){WEB_REGISTER, in->d, RG_NUMBER_INT} : nowhere;
}

static bool same(web_home a, web_home b) { return a.kind == b.kind && a.at == b.at; }

static void note_type(search *s, const rg_instruction *in)
{
    const rg_kind kind = rg_op_lookup(in->op)->kind;
    if (s->typed || kind == RG_KIND_NONE)
        return;
    s->typed = true;
    s->home.number = kind == RG_KIND_FIX   ? RG_NUMBER_FIXED
                     : kind == RG_KIND_LOG ? RG_NUMBER_LOG
                                           : RG_NUMBER_INT;
}

/* First where the variable is. */
static void look(search *s, const rg_instruction *in, const rg_line *line)
{
    const web_home target = target_of(in);
    if (line->name != s->name || !changes_variable(line->role))
        return;
    note_type(s, in);
    if (target.kind == WEB_NOWHERE)
        return;
    if (s->home.kind == WEB_NOWHERE) {
        s->home.kind = target.kind;
        s->home.at = target.at;
    } else if (!same(s->home, target)) {
        s->unclear = true;
    }
}

/* What is only read, or changed in calls, tells by its readers what it is. */
static void look_at_readers(search *s, const rg_instruction *in, const rg_line *line)
{
    const rg_op_info *info = rg_op_lookup(in->op);
    const bool reads_a = info->format == RG_FMT_U && in->a == s->home.at
                         && !(in->words & RG_WORD_A);
    const bool reads_b = (info->format == RG_FMT_U || info->format == RG_FMT_U1) && !in->immediate
                         && in->b == s->home.at && !(in->words & RG_WORD_B);
    (void)line;
    if (s->typed || s->home.kind != WEB_REGISTER || rg_is_stream(in) || (!reads_a && !reads_b)
        || (!reads_a && info->bk == RG_BK_I))
        return;
    note_type(s, in);
}

/* Then whether something else is there. A register that is exchanged with memory within the routine
 * holds the variable at times only. */
static void compare(search *s, const rg_instruction *in, const rg_line *line)
{
    const bool own = line->name == s->name && changes_variable(line->role);
    const bool away = in->op == RG_OP_EXCH && s->home.kind == WEB_REGISTER && in->d == s->home.at;
    if (!changes_hands(line->role) && (away || (!own && same(s->home, target_of(in)))))
        s->unclear = true;
}

typedef void visit(search *s, const rg_instruction *in, const rg_line *line);

static void each_word(search *s, visit *look_at)
{
    const rg_object *object = s->device->object;
    rg_instruction in;
    for (uint32_t at = s->routine->begin; at < s->routine->end; at++)
        if (rg_decode_any(object->code[at], s->device->xlen, &in))
            look_at(s, &in, &object->lines[at]);
}

web_home web_find_home(const rgd_device *device, const rg_routine *routine, unsigned name)
{
    search s = {.device = device, .routine = routine, .name = name};
    each_word(&s, look);
    if (s.home.kind != WEB_NOWHERE) {
        each_word(&s, look_at_readers);
        each_word(&s, compare);
    }
    if (s.unclear || !s.typed)
        s.home.kind = WEB_NOWHERE;
    return s.home;
}

static bool read_words(const web_session *session, web_home home, int64_t *value, int64_t *gradient)
{
    rgd_device *device = session->device;
    int64_t sp = 0;
    const bool in_register = home.kind == WEB_REGISTER;
    if (!in_register && rg_core_peek(device, RG_WINDOW_REGV, 31, &sp, NULL) != RG_OK)
        return false;
    const int64_t at = in_register ? home.at : sp + home.at;
    return at >= 0 && (size_t)at < device->words
           && rg_core_peek(device, in_register ? RG_WINDOW_REGV : RG_WINDOW_DMEMV, (size_t)at,
                           value, NULL)
                  == RG_OK
           && rg_core_peek(device, in_register ? RG_WINDOW_REGG : RG_WINDOW_DMEMG, (size_t)at,
                           gradient, NULL)
                  == RG_OK;
}

bool web_put_word(const web_session *session, json_t *into, web_home home)
{
    int64_t value = 0, gradient = 0;
    char where[32];
    if (home.kind == WEB_NOWHERE || !read_words(session, home, &value, &gradient))
        return json_object_set_new(into, "where", json_null()) == 0;
    snprintf(where, sizeof where, home.kind == WEB_REGISTER ? "r%d" : "stack %d", home.at);
    const bool active = home.number == RG_NUMBER_FIXED || home.number == RG_NUMBER_LOG;
    return json_object_set_new(into, "where", json_string(where)) == 0
           && json_object_set_new(into, "value", web_number(session, home.number, value)) == 0
           && json_object_set_new(into, "gradient",
                                  active ? web_gradient(session, home.number, value, gradient)
                                         : json_null())
                  == 0;
}

static bool is_argument(const web_session *session, const char *name)
{
    return rg_argument_find(session->job, name) != NULL;
}

/* Whether words of the routine change a variable of that name. */
static bool is_changed(const rg_object *object, const rg_routine *routine, unsigned name)
{
    for (uint32_t at = routine->begin; at < routine->end; at++)
        if (object->lines[at].name == name && changes_variable(object->lines[at].role))
            return true;
    return false;
}

bool web_is_changed(const rgd_device *device, const rg_routine *routine, unsigned name, int r)
{
    search s = {.device = device, .routine = routine, .name = UINT_MAX};
    s.home = (web_home){WEB_REGISTER, r, RG_NUMBER_INT};
    each_word(&s, compare);
    return s.unclear || (name && is_changed(device->object, routine, name));
}

json_t *web_variables(const web_session *session, const rg_routine *routine)
{
    const rg_object *object = session->device->object;
    json_t *list = json_array();
    const bool own = routine == rg_layout_routine(session->job);
    for (unsigned name = 1; list && object->lines && name <= object->name_count; name++) {
        const char *text = object->names[name - 1];
        if ((own && is_argument(session, text)) || !is_changed(object, routine, name))
            continue;
        json_t *one = json_pack("{s:s}", "name", text);
        if (!one || !web_put_word(session, one, web_find_home(session->device, routine, name))
            || json_array_append_new(list, one) != 0)
            break;
    }
    return list;
}
