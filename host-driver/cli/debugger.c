/* debugger.c: numbers, values and places as the debuggers show them. */
#include "host-driver/cli/debugger.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So many elements of an array are shown in a line, and put into JSON. */
enum { SHOWN = 10, LISTED = 1000, SEED = 4 };

rg_result dbg_recipe(const cli_options *options, rg_job *job, char *name, rg_session_recipe *recipe,
                     rg_fault *fault)
{
    *recipe = (rg_session_recipe){.backward = options->backward,
                                  .seed_exponent = SEED,
                                  .tangents = options->direction_count > 0};
    if (recipe->tangents && (options->grad || options->backward))
        return cli_bad_value(
            fault, "R0917", NULL, 0, "--tangent",
            "a session runs forward with --tangent, or with --grad, or --backward");
    rg_result result = cli_directions_set(options, job, fault);
    if (result != RG_OK)
        return result;
    if (!options->grad)
        return RG_OK;
    strcpy(name, options->grad); /* room: see the header */
    char *bracket = strchr(name, '['), *end = NULL;
    recipe->output = name;
    if (!bracket)
        return RG_OK;
    recipe->row = strtoul(bracket + 1, &end, 10);
    if (*end == ',')
        recipe->column = strtoul(end + 1, &end, 10);
    *bracket = '\0';
    if (*end == ']' && end[1] == '.') /* v[i].x is v.x[i] */
        memmove(bracket, end + 1, strlen(end + 1) + 1);
    else if (*end != ']' || end[1] || recipe->row == 0)
        return cli_bad_value(fault, "R0913", NULL, 0, options->grad,
                             "--grad wants NAME, NAME[i] or NAME[i,j]");
    return RG_OK;
}

void dbg_number(double value, char *text, size_t size)
{
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, size, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

void dbg_bits(const rg_session_limbs *bits, char text[DBG_BITS_ROOM])
{
    size_t used = (size_t)snprintf(text, DBG_BITS_ROOM, "0x");
    for (unsigned k = bits->count; k-- > 0;)
        used += (size_t)snprintf(text + used, DBG_BITS_ROOM - used, "%016llx",
                                 (unsigned long long)bits->limb[k]);
}

const char *dbg_type_name(const rg_session_value *v)
{
    static const char *const names[] = {[RG_NUMBER_INT] = "Int",
                                        [RG_NUMBER_BOOL] = "Bool",
                                        [RG_NUMBER_FIXED] = "Fixed",
                                        [RG_NUMBER_LOG] = "Log"};
    return v->wide ? "Float" : names[v->number];
}

const char *dbg_hidden_change(double before, double after)
{
    return before == after ? " (a change of bits that the double does not show: see print/x)" : "";
}

static bool is_whole(rg_number number)
{
    return number == RG_NUMBER_INT || number == RG_NUMBER_BOOL;
}

static json_t *number_json(const rg_session_value *v)
{
    return v->number == RG_NUMBER_BOOL                ? json_boolean(v->word != 0)
           : v->number == RG_NUMBER_INT && v->name[0] ? json_integer((json_int_t)v->word)
           : isfinite(v->value)                       ? json_real(v->value)
                                                      : json_null();
}

static json_t *elements_json(rg_session *session, size_t frame, const rg_session_value *v,
                             bool gradients)
{
    size_t count = LISTED;
    rg_fault ignored;
    rg_session_value *list = calloc(LISTED, sizeof *list);
    json_t *array = json_array();
    if (list && array
        && rg_session_elements(session, frame, v->name, 0, list, &count, &ignored) == RG_OK)
        for (size_t i = 0; i < count; i++)
            json_array_append_new(array, !list[i].known ? json_null()
                                         : gradients    ? json_real(list[i].gradient)
                                                        : number_json(&list[i]));
    free(list);
    return array;
}

/* Of words that are longer than their doubles. */
static void add_bits(json_t *to, const rg_session_value *v)
{
    char text[DBG_BITS_ROOM];
    dbg_bits(&v->bits, text);
    json_object_set_new(to, "bits", json_string(text));
    dbg_bits(&v->gradient_bits, text);
    json_object_set_new(to, "gradient_bits", json_string(text));
    dbg_bits(&v->tangent_bits, text);
    json_object_set_new(to, "tangent_bits", json_string(text));
}

json_t *dbg_value_json(rg_session *session, size_t frame, const rg_session_value *v)
{
    json_t *one = json_pack("{s:s, s:s, s:b, s:s}", "name", v->name, "type", dbg_type_name(v),
                            "known", (int)v->known, "place", v->place);
    if (!one || !v->known)
        return one;
    if (v->rank > 0) {
        json_object_set_new(one, "rows", json_integer((json_int_t)v->rows));
        if (v->rank > 1)
            json_object_set_new(one, "columns", json_integer((json_int_t)v->columns));
        json_t *extents = v->rank > 2 ? json_array() : NULL;
        for (unsigned d = 0; extents && d < v->rank; d++)
            json_array_append_new(extents, json_integer((json_int_t)v->extents[d]));
        if (extents)
            json_object_set_new(one, "extents", extents);
        json_object_set_new(one, "values", elements_json(session, frame, v, false));
        if (v->has_gradient)
            json_object_set_new(one, "gradients", elements_json(session, frame, v, true));
        return one;
    }
    json_object_set_new(one, "value", number_json(v));
    if (v->has_gradient && v->name[0]) {
        json_object_set_new(one, "gradient", json_real(v->gradient));
        json_object_set_new(one, "tangent", json_real(v->tangent));
    }
    if (v->bits.count > 1 && !is_whole(v->number))
        add_bits(one, v);
    return one;
}

/* slope: the gradient, or the tangent where the run has those. */
static void scalar_text(const rg_session_value *v, bool slope, FILE *out)
{
    char text[64];
    if (!v->known)
        fprintf(out, "?");
    else if (slope)
        dbg_number(v->has_tangent ? v->tangent : v->gradient, text, sizeof text), fputs(text, out);
    else if (v->number == RG_NUMBER_BOOL)
        fputs(v->word ? "true" : "false", out);
    else if (is_whole(v->number) && v->name[0])
        fprintf(out, "%lld", (long long)v->word);
    else
        dbg_number(v->value, text, sizeof text), fputs(text, out);
}

static void array_text(rg_session *session, size_t frame, const rg_session_value *v, bool gradient,
                       FILE *out)
{
    rg_session_value list[SHOWN];
    rg_fault ignored;
    size_t count = SHOWN;
    if (rg_session_elements(session, frame, v->name, 0, list, &count, &ignored) != RG_OK)
        count = 0;
    fputs("[", out);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "" : v->rank >= 2 && i % v->rows == 0 ? "; " : ", ", out);
        scalar_text(&list[i], gradient, out);
    }
    fputs(count < v->rows * v->columns ? ", ...]" : "]", out);
    for (unsigned d = 0; v->rank >= 2 && d < v->rank; d++)
        fprintf(out, "%s%zu", d == 0 ? " (" : " by ", v->extents[d]);
    if (v->rank >= 2)
        fputs(", by columns)", out);
    else if (count < v->rows)
        fprintf(out, " (%zu elements)", v->rows);
}

static const char *slope_name(const rg_session_value *v)
{
    return v->has_tangent ? "  tangent " : "  grad ";
}

void dbg_value_text(rg_session *session, size_t frame, const rg_session_value *v, bool gradients,
                    FILE *out)
{
    if (!v->known) {
        fprintf(out, "(%s)", v->place);
    } else if (v->rank > 0) {
        array_text(session, frame, v, false, out);
        if (gradients && v->has_gradient) {
            fputs(slope_name(v), out);
            array_text(session, frame, v, true, out);
        }
    } else {
        scalar_text(v, false, out);
        if (gradients && v->has_gradient && v->name[0]) {
            fputs(slope_name(v), out);
            scalar_text(v, true, out);
        }
    }
}

/* Text that was cut within a character is no text of JSON: then all but ASCII is left out. */
json_t *dbg_text(const char *text)
{
    json_t *whole = json_string(text);
    char plain[4096];
    size_t length = 0;
    for (const char *at = text; !whole && *at && length + 1 < sizeof plain; at++)
        if ((unsigned char)*at < 0x80)
            plain[length++] = *at;
    return whole ? whole : json_stringn(plain, length);
}

json_t *dbg_spot_json(const rg_session_spot *spot)
{
    static const char *const why[] = {"step", "breakpoint", "change",  "start",
                                      "end",  "trap",       "stopped", "access"};
    return json_pack("{s:s, s:I, s:s, s:i, s:i, s:s, s:i, s:b, s:b, s:b, s:b}", "why",
                     why[spot->why], "time", (json_int_t)spot->time, "file", spot->file, "line",
                     (int)spot->line, "column", (int)spot->column, "routine", spot->routine,
                     "address", (int)spot->address, "in_program", (int)spot->in_program, "backward",
                     (int)spot->backward, "gradients", (int)spot->gradients, "altered",
                     (int)spot->altered);
}

json_t *dbg_change_json(const rg_session_change *change)
{
    if (!change->found)
        return json_pack("{s:b}", "found", 0);
    return json_pack("{s:b, s:s, s:i, s:s, s:I, s:f, s:f, s:b}", "found", 1, "file", change->file,
                     "line", (int)change->line, "routine", change->routine, "time",
                     (json_int_t)change->time, "before", change->before, "after", change->after,
                     "allocation", (int)change->allocation);
}

char *dbg_source_line(const char *file, unsigned line)
{
    FILE *in = line > 0 && file[0] ? fopen(file, "r") : NULL;
    char *text = NULL;
    size_t room = 0;
    unsigned at = 0;
    while (in && at < line && getline(&text, &room, in) >= 0)
        at++;
    if (in)
        fclose(in);
    if (!in || at < line) {
        free(text);
        return NULL;
    }
    text[strcspn(text, "\r\n")] = '\0';
    return text;
}
