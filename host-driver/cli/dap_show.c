/* dap_show.c: requests that ask what is there, or change it. */
#include "host-driver/cli/dap.h"

#include "errors/errors.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FRAMES = 256, PAGE = 4000 };

static json_t *source_json(const char *file)
{
    const char *name = strrchr(file, '/');
    char path[8192], folder[4096];
    if (file[0] == '/' || !getcwd(folder, sizeof folder))
        snprintf(path, sizeof path, "%.4000s", file);
    else
        snprintf(path, sizeof path, "%s/%.4000s", folder, file);
    return json_pack("{s:s, s:s}", "name", name ? name + 1 : file, "path", path);
}

void dap_threads(dap *d, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    dap_respond(d, request,
                json_pack("{s:[{s:i, s:s}]}", "threads", "id", 1, "name", "the machine"));
}

void dap_stack_trace(dap *d, const json_t *request, const json_t *arguments)
{
    rg_session_frame *frames = calloc(MOST_FRAMES, sizeof *frames);
    rg_session_spot spot;
    rg_fault fault;
    json_t *list = json_array();
    const size_t all = frames ? rg_session_frames(d->session, frames, MOST_FRAMES) : 0;
    const size_t first = (size_t)json_integer_value(json_object_get(arguments, "startFrame"));
    size_t levels = (size_t)json_integer_value(json_object_get(arguments, "levels"));
    levels = levels ? levels : MOST_FRAMES;
    for (size_t i = first; i < all && i < MOST_FRAMES && i - first < levels; i++) {
        char address[32];
        snprintf(address, sizeof address, "%u", (unsigned)frames[i].address);
        json_t *one = json_pack("{s:i, s:s, s:i, s:i, s:s}", "id", DAP_FRAME + (int)i, "name",
                                frames[i].routine, "line", dap_line(d, frames[i].line), "column",
                                dap_column(d, frames[i].column), "instructionPointerReference",
                                address);
        if (frames[i].file[0])
            json_object_set_new(one, "source", source_json(frames[i].file));
        json_array_append_new(list, one);
    }
    if (all == 0 && rg_session_where(d->session, &spot, &fault) == RG_OK)
        json_array_append_new(list, json_pack("{s:i, s:s, s:i, s:i, s:s}", "id", DAP_FRAME, "name",
                                              "job dispatcher", "line", 0, "column", 0,
                                              "presentationHint", "subtle"));
    dap_respond(d, request,
                json_pack("{s:o, s:i}", "stackFrames", list, "totalFrames", all ? (int)all : 1));
    free(frames);
}

void dap_scopes(dap *d, const json_t *request, const json_t *arguments)
{
    const json_int_t frame = json_integer_value(json_object_get(arguments, "frameId")) - DAP_FRAME;
    const int base = DAP_FRAME + 2 * (int)(frame < 0 || frame > MOST_FRAMES ? 0 : frame);
    dap_respond(d, request,
                json_pack("{s:[{s:s, s:i, s:b, s:s}, {s:s, s:i, s:b}]}", "scopes", "name",
                          "Variables", "variablesReference", base, "expensive", 0,
                          "presentationHint", "locals", "name", "Gradients", "variablesReference",
                          base + 1, "expensive", 0));
}

/* ---- variables ---- */

/* A reference to the array, for its values (gradient 0) or gradients (1). */
static int reference_of(dap *d, size_t frame, const rg_session_value *v, int gradient)
{
    if (v->rank == 0 || !v->known)
        return 0;
    for (size_t i = 0; i < d->array_count; i++)
        if (d->arrays[i].frame == frame && strcmp(d->arrays[i].name, v->name) == 0)
            return DAP_ARRAYS + 2 * (int)i + gradient;
    dap_array *bigger = realloc(d->arrays, (d->array_count + 1) * sizeof *bigger);
    if (!bigger)
        return 0;
    d->arrays = bigger;
    dap_array *a = &d->arrays[d->array_count++];
    a->frame = frame;
    strcpy(a->name, v->name);
    return DAP_ARRAYS + 2 * (int)(d->array_count - 1) + gradient;
}

static char *value_text(dap *d, size_t frame, const rg_session_value *v, bool gradient)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    if (!gradient) {
        dbg_value_text(d->session, frame, v, false, out);
    } else if (v->rank > 0) {
        fprintf(out, "%zu by %zu gradients", v->rows, v->columns);
    } else {
        char number[64];
        dbg_number(v->gradient, number, sizeof number);
        fputs(number, out);
    }
    fclose(out);
    return text;
}

/* "memory 70", or "memory from 71" of an array. */
static void add_memory(json_t *to, const rg_session_value *v)
{
    const char *at = v->place + strcspn(v->place, "0123456789");
    if (v->known && strncmp(v->place, "memory ", 7) == 0)
        json_object_set_new(to, "memoryReference", json_string(at));
}

static json_t *variable_json(dap *d, size_t frame, const rg_session_value *v, bool gradient,
                             const char *shown)
{
    char *text = value_text(d, frame, v, gradient && v->known), expression[160];
    snprintf(expression, sizeof expression, gradient ? "grad(%s)" : "%s", v->name);
    json_t *one = json_pack("{s:s, s:s, s:s, s:i, s:s}", "name", shown, "value", text ? text : "",
                            "type", dbg_type_name(v), "variablesReference",
                            reference_of(d, frame, v, gradient), "evaluateName", expression);
    if (v->rank > 0 && v->known)
        json_object_set_new(one, "indexedVariables",
                            json_integer((json_int_t)(v->rows * v->columns)));
    add_memory(one, v);
    free(text);
    return one;
}

static json_t *frame_variables(dap *d, size_t frame, bool gradients)
{
    rg_session_value *list = calloc(DAP_MOST_VARIABLES, sizeof *list);
    json_t *answer = json_array();
    size_t count = list ? rg_session_variables(d->session, frame, list, DAP_MOST_VARIABLES) : 0;
    count = count < DAP_MOST_VARIABLES ? count : DAP_MOST_VARIABLES;
    for (size_t i = 0; i < count; i++) {
        char shown[160];
        snprintf(shown, sizeof shown, gradients ? "grad(%s)" : "%s", list[i].name);
        if (!gradients || (list[i].has_gradient && list[i].known))
            json_array_append_new(answer, variable_json(d, frame, &list[i], gradients, shown));
    }
    free(list);
    return answer;
}

static json_t *array_variables(dap *d, const dap_array *a, bool gradients, const json_t *arguments)
{
    const json_int_t start = json_integer_value(json_object_get(arguments, "start"));
    const json_int_t wanted = json_integer_value(json_object_get(arguments, "count"));
    size_t count = wanted > 0 && wanted < PAGE ? (size_t)wanted : PAGE;
    rg_session_value *list = calloc(count, sizeof *list);
    const dap_array of = *a;
    json_t *answer = json_array();
    rg_fault fault;
    if (!list
        || rg_session_elements(d->session, of.frame, of.name, start > 0 ? (size_t)start : 0, list,
                               &count, &fault)
               != RG_OK)
        count = 0;
    for (size_t i = 0; i < count; i++)
        json_array_append_new(
            answer, variable_json(d, of.frame, &list[i], gradients, strchr(list[i].name, '[')));
    free(list);
    return answer;
}

void dap_variables(dap *d, const json_t *request, const json_t *arguments)
{
    const json_int_t reference =
        json_integer_value(json_object_get(arguments, "variablesReference"));
    const bool array = reference >= DAP_ARRAYS;
    const json_int_t number = array ? reference - DAP_ARRAYS : reference - DAP_FRAME;
    if (number < 0 || (array && (size_t)number / 2 >= d->array_count)) {
        dap_refuse(d, request, "there is no such variablesReference");
        return;
    }
    dap_respond(d, request,
                json_pack("{s:o}", "variables",
                          array ? array_variables(d, &d->arrays[number / 2], number % 2, arguments)
                                : frame_variables(d, (size_t)number / 2, number % 2)));
}

static size_t frame_of(const json_t *arguments)
{
    const json_int_t id = json_integer_value(json_object_get(arguments, "frameId"));
    return id >= DAP_FRAME ? (size_t)(id - DAP_FRAME) : 0;
}

/* Commands of the console: who changed a variable last, who changes it next, and going to a time.
 * False: it is none of them. */
static bool command(dap *d, const json_t *request, size_t frame, const char *text)
{
    const bool last = strncmp(text, "last ", 5) == 0, next = strncmp(text, "next-change ", 12) == 0,
               to = strncmp(text, "goto ", 5) == 0;
    const char *rest = strchr(text, ' ');
    char answer[800] = "there", before[64], after[64];
    rg_session_change change = {0};
    rg_session_value value;
    rg_session_spot spot;
    rg_fault fault;
    if (!last && !next && !to)
        return false;
    d->running = true; /* a pause, a cancel or an end is heard */
    d->halting = d->pausing = false;
    rg_result result = !to ? rg_session_find_change(d->session, frame, rest, last, &change, &fault)
                           : rg_session_evaluate(d->session, frame, rest, &value, &fault);
    if (to && result == RG_OK)
        result = rg_session_go_to(
            d->session, value.value >= 0 && value.value < 9e18 ? (uint64_t)value.value : 0, &spot,
            &fault);
    d->running = false;
    if (d->quit || d->ended)
        return true;
    if (result != RG_OK || rg_session_where(d->session, &spot, &fault) != RG_OK) {
        dap_refuse(d, request, fault.message);
        return true;
    }
    dbg_number(change.before, before, sizeof before);
    dbg_number(change.after, after, sizeof after);
    if (change.found)
        snprintf(answer, sizeof answer, "from %s to %s at time %llu, by %.300s:%u in %.100s%s",
                 before, after, (unsigned long long)change.time, change.file, change.line,
                 change.routine, dbg_hidden_change(change.before, change.after));
    else if (spot.why == RG_SESSION_STOPPED)
        snprintf(answer, sizeof answer, "stopped on the way: ask again, and it goes on from here");
    else if (!to)
        snprintf(answer, sizeof answer, "it does not change %s", last ? "before" : "after");
    dap_respond(d, request, json_pack("{s:s, s:i}", "result", answer, "variablesReference", 0));
    dap_say_stopped(d, &spot, "goto", 0);
    return true;
}

void dap_evaluate(dap *d, const json_t *request, const json_t *arguments)
{
    const char *text = json_string_value(json_object_get(arguments, "expression"));
    const char *context = json_string_value(json_object_get(arguments, "context"));
    const size_t frame = frame_of(arguments);
    const bool slopes = text && strncmp(text, "grad(", 5) == 0;
    rg_session_value value;
    rg_fault fault;
    if (!text) {
        dap_refuse(d, request, "evaluate wants an expression");
        return;
    }
    if (context && strcmp(context, "repl") == 0 && command(d, request, frame, text))
        return;
    if (rg_session_evaluate(d->session, frame, text, &value, &fault) != RG_OK) {
        dap_refuse(d, request, fault.message);
        return;
    }
    char *shown = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&shown, &size);
    if (out) {
        if (slopes && value.rank > 0)
            fprintf(out, "%zu by %zu gradients", value.rows, value.columns);
        else
            dbg_value_text(d->session, frame, &value, value.name[0] != '\0', out);
        fclose(out);
    }
    json_t *body = json_pack("{s:s, s:s, s:i}", "result", shown ? shown : "", "type",
                             dbg_type_name(&value), "variablesReference",
                             reference_of(d, frame, &value, slopes));
    add_memory(body, &value);
    if (value.rank > 0)
        json_object_set_new(body, "indexedVariables",
                            json_integer((json_int_t)(value.rows * value.columns)));
    dap_respond(d, request, body);
    free(shown);
}

static void set(dap *d, const json_t *request, size_t frame, const char *name, const char *text)
{
    rg_session_value value;
    rg_fault fault;
    char shown[64];
    if (!name || !text || rg_session_evaluate(d->session, frame, text, &value, &fault) != RG_OK
        || rg_session_set(d->session, frame, name, value.value, &fault) != RG_OK
        || rg_session_evaluate(d->session, frame, name, &value, &fault) != RG_OK) {
        dap_refuse(d, request, name && text ? fault.message : "a name and a value are wanted");
        return;
    }
    dbg_number(value.value, shown, sizeof shown);
    dap_output(d, "console", "a variable was set: what lies before is not the past of this run\n");
    dap_respond(d, request, json_pack("{s:s}", "value", shown));
}

void dap_set_variable(dap *d, const json_t *request, const json_t *arguments)
{
    const json_int_t reference =
        json_integer_value(json_object_get(arguments, "variablesReference"));
    const char *name = json_string_value(json_object_get(arguments, "name"));
    char text[300] = "";
    size_t frame = reference >= DAP_FRAME ? (size_t)(reference - DAP_FRAME) / 2 : 0;
    if (name && reference >= DAP_ARRAYS && (size_t)(reference - DAP_ARRAYS) / 2 < d->array_count) {
        const dap_array *a = &d->arrays[(reference - DAP_ARRAYS) / 2];
        const bool gradient = (reference - DAP_ARRAYS) % 2;
        snprintf(text, sizeof text, "%s%s%.100s%s", gradient ? "grad(" : "", a->name, name,
                 gradient ? ")" : "");
        frame = a->frame;
    } else if (name) {
        snprintf(text, sizeof text, "%.250s", name);
    }
    set(d, request, frame, text, json_string_value(json_object_get(arguments, "value")));
}

void dap_set_expression(dap *d, const json_t *request, const json_t *arguments)
{
    set(d, request, frame_of(arguments),
        json_string_value(json_object_get(arguments, "expression")),
        json_string_value(json_object_get(arguments, "value")));
}

/* ---- the machine ---- */

void dap_disassemble(dap *d, const json_t *request, const json_t *arguments)
{
    const char *text = json_string_value(json_object_get(arguments, "memoryReference"));
    const json_int_t from =
        dap_bounded(text ? strtol(text, NULL, 0) : 0)
        + dap_bounded(json_integer_value(json_object_get(arguments, "offset"))) / 4
        + dap_bounded(json_integer_value(json_object_get(arguments, "instructionOffset")));
    const json_int_t count = json_integer_value(json_object_get(arguments, "instructionCount"));
    json_t *list = json_array();
    rg_session_word word = {0};
    const bool any = rg_session_disassemble(d->session, 0, &word);
    const json_int_t first = word.address;
    for (json_int_t i = 0; i < count && i < PAGE; i++) {
        char address[32];
        const json_int_t at = from + i;
        snprintf(address, sizeof address, "%lld", (long long)at);
        json_t *one = json_pack("{s:s}", "address", address);
        if (any && at >= first && rg_session_disassemble(d->session, (size_t)(at - first), &word)) {
            json_object_set_new(one, "instruction", json_string(word.text));
            json_object_set_new(one, "symbol", json_string(word.routine));
            if (word.line > 0) {
                json_object_set_new(one, "line", json_integer(dap_line(d, word.line)));
                json_object_set_new(one, "location", source_json(word.file));
            }
        } else {
            json_object_set_new(one, "instruction", json_string("(outside of the program)"));
            json_object_set_new(one, "presentationHint", json_string("invalid"));
        }
        json_array_append_new(list, one);
    }
    dap_respond(d, request, json_pack("{s:o}", "instructions", list));
}

/* Words of 8 bytes, or of Float 32, little endian, in base 64. The address is that of a word. */
void dap_read_memory(dap *d, const json_t *request, const json_t *arguments)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *text = json_string_value(json_object_get(arguments, "memoryReference"));
    rg_session_value cell = {0};
    rg_fault fault;
    const json_int_t size =
        rg_session_cell(d->session, true, 0, &cell, &fault) == RG_OK ? 8 * cell.bits.count : 8;
    json_int_t from = dap_bounded(text ? strtol(text, NULL, 0) : 0) * size
                      + dap_bounded(json_integer_value(json_object_get(arguments, "offset")));
    json_int_t count = dap_bounded(json_integer_value(json_object_get(arguments, "count")));
    char data[4 * PAGE / 3 + 8], address[32];
    unsigned char bytes[PAGE];
    size_t used = 0, length = 0;
    from = from < 0 ? 0 : from;
    for (count = count < PAGE ? count : PAGE; (json_int_t)used < count; used++) {
        const json_int_t at = from + (json_int_t)used;
        if (rg_session_cell(d->session, true, (size_t)(at / size), &cell, &fault) != RG_OK)
            break;
        bytes[used] = (unsigned char)(cell.bits.limb[at % size / 8] >> (8 * (at % 8)));
    }
    for (size_t i = 0; i < used; i += 3) {
        const size_t left = used - i;
        const unsigned three = (unsigned)bytes[i] << 16 | (left > 1 ? bytes[i + 1] : 0u) << 8
                               | (left > 2 ? bytes[i + 2] : 0u);
        data[length++] = digits[three >> 18 & 63];
        data[length++] = digits[three >> 12 & 63];
        data[length++] = left > 1 ? digits[three >> 6 & 63] : '=';
        data[length++] = left > 2 ? digits[three & 63] : '=';
    }
    data[length] = '\0';
    snprintf(address, sizeof address, "%lld", (long long)(from / size));
    dap_respond(d, request,
                json_pack("{s:s, s:s, s:I}", "address", address, "data", data, "unreadableBytes",
                          count > (json_int_t)used ? count - (json_int_t)used : 0));
}

void dap_exception_info(dap *d, const json_t *request, const json_t *arguments)
{
    rg_fault trap;
    (void)arguments;
    if (d->at_overflow) {
        strcpy(trap.code, "R0921");
        strcpy(trap.message,
               cli_has_float(d->cli.device)
                   ? "a gradient keeps fewer than 30 bits of what is added: step back "
                     "to the line that adds it"
                   : "a gradient does not fit: step back to the line that makes it");
        trap.help[0] = '\0';
    } else if (!rg_session_trap(d->session, &trap)) {
        dap_refuse(d, request, "the machine does not stand at a trap");
        return;
    }
    const rg_error_info *known = rg_error_lookup(trap.code);
    dap_respond(d, request,
                json_pack("{s:s, s:s, s:s, s:{s:s, s:s}}", "exceptionId", trap.code, "description",
                          trap.message, "breakMode", "always", "details", "message", trap.help,
                          "stackTrace", known ? known->explain : ""));
}

void dap_source(dap *d, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    dap_refuse(d, request, "sources are files: read them by their path");
}

void dap_loaded_sources(dap *d, const json_t *request, const json_t *arguments)
{
    rg_session_word word;
    json_t *list = json_array();
    const char *last = "";
    (void)arguments;
    for (size_t i = 0; rg_session_disassemble(d->session, i, &word); i++)
        if (word.file[0] && strcmp(word.file, last) != 0) {
            last = word.file;
            json_array_append_new(list, source_json(word.file));
        }
    dap_respond(d, request, json_pack("{s:o}", "sources", list));
}

void dap_completions(dap *d, const json_t *request, const json_t *arguments)
{
    rg_session_value *list = calloc(DAP_MOST_VARIABLES, sizeof *list);
    json_t *targets = json_array();
    size_t count =
        list ? rg_session_variables(d->session, frame_of(arguments), list, DAP_MOST_VARIABLES) : 0;
    for (size_t i = 0; i < count && i < DAP_MOST_VARIABLES; i++)
        json_array_append_new(targets, json_pack("{s:s}", "label", list[i].name));
    free(list);
    dap_respond(d, request, json_pack("{s:o}", "targets", targets));
}
