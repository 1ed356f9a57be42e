/* session.c: opening a session, and going along its time. */
#include "session.h"

#include <emscripten.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The page has one session in an instance of the module, and no place to keep its address. */
static web_session session;
static char *answer; /* the text given last */

static const char *say(json_t *json)
{
    free(answer);
    answer = json ? json_dumps(json, JSON_REAL_PRECISION(17)) : NULL;
    json_decref(json);
    return answer ? answer : "null";
}

static rgd_job *job_behind(const rg_job *handle)
{
    rg_handle_state state;
    return rg_handle_object(RG_HANDLE_JOB, handle, &state);
}

/* What has retired up to here becomes the beginning. */
static rg_result mark(rg_fault *fault)
{
    return rg_bus_read(session.device, RG_REG_RETIRED, &session.retired, fault);
}

/* The gradient's recipe, with the gradients of freed ancillas kept, so that there is a way back. */
static rg_result start_gradient(const char *name, unsigned row, unsigned column, int exponent,
                                rg_fault *fault)
{
    rgd_job *job = session.job;
    const rg_argument *of = NULL;
    size_t element = 0;
    rg_result result = rg_refuse_erasures(job, fault);
    if (result == RG_OK)
        result = rg_find_element(job, name, row, column, &of, &element, fault);
    if (result != RG_OK)
        return result;
    job->seed_exponent = exponent;
    job->seed = rg_seed_of(job, of, element);
    result = rg_run_start(job, RG_COMMAND_GRADIENT, fault);
    return result == RG_OK ? rg_bus_write(session.device, RG_REG_KEEP, 1, fault) : result;
}

static rg_result begin(const char *name, unsigned row, unsigned column, int exponent,
                       rg_fault *fault)
{
    const int command = session.options.backward ? RG_COMMAND_UNCALL : RG_COMMAND_CALL;
    session.job = job_behind(session.cli.job);
    session.device = session.job->device;
    rg_result result = rg_refuse_float(session.device, "timeline in a page", fault);
    if (result == RG_OK)
        result = *name ? start_gradient(name, row, column, exponent, fault)
                       : rg_run_start(session.job, command, fault);
    return result == RG_OK ? mark(fault) : result;
}

/* Opens the program and the arguments of a command line (argv, of `run`). name: what to
 * differentiate, "" for a call. 0, or the status of the command. */
EMSCRIPTEN_KEEPALIVE int web_open(int argc, char **argv, const char *name, unsigned row,
                                  unsigned column, int exponent)
{
    rg_fault fault;
    memset(&session, 0, sizeof session);
    if (!cli_parse(argc, argv, &session.options))
        return RG_BAD_USE;
    rg_result result = cli_session_open(&session.options, &session.cli);
    if (result != RG_OK)
        return (int)result;
    result = begin(name, row, column, exponent, &fault);
    if (result != RG_OK)
        cli_fault(&fault);
    return (int)result;
}

/* What has passed since the last look. */
static rg_result account(bool back, size_t words, rg_fault *fault)
{
    const uint64_t retired = session.retired;
    rg_result result = mark(fault);
    const double steps = (double)(session.retired - retired);
    const double bits = (double)words * session.device->xlen;
    session.time += back ? -steps : steps;
    session.bits_out += back ? -bits : bits;
    return result;
}

static rg_result advance(uint64_t steps, bool back, rg_fault *fault)
{
    rg_copied copied = {0};
    uint64_t status = 0;
    rg_result result = rg_bus_write(session.device, RG_REG_STEPS, steps, fault);
    if (result == RG_OK)
        result = rg_job_run(session.job, &copied, &status, false, fault);
    free(copied.words);
    if (result == RG_OK)
        result = account(back, copied.count, fault);
    session.trapped = !back && (status & RG_STATUS_TRAPPED);
    session.ended = !back && !(status & RG_STATUS_STEPS);
    return result;
}

static rg_result turn(rg_fault *fault)
{
    return rg_bus_write(session.device, RG_REG_CONTROL, RG_CONTROL_TURN, fault);
}

/* Goes so many instructions, back where negative; it may come to an end before. The time then. The
 * machine is turned for the way back only, so that it always stands before what comes next. */
EMSCRIPTEN_KEEPALIVE double web_go(double steps)
{
    rg_fault fault;
    const bool back = steps < 0;
    rg_result result = back ? turn(&fault) : RG_OK;
    if (result == RG_OK && steps != 0)
        result = advance((uint64_t)(back ? -steps : steps), back, &fault);
    if (result == RG_OK && back)
        turn(&fault);
    return session.time;
}

/* Count cycles by instruction from now on, or no more; what was counted stands in the listing. */
EMSCRIPTEN_KEEPALIVE void web_count(int on)
{
    rg_engine_count_addresses(session.device->engine, on != 0);
}

/* Instructions of the firmware, which stand before those of the program. */
EMSCRIPTEN_KEEPALIVE unsigned web_firmware(void) { return session.device->base; }

EMSCRIPTEN_KEEPALIVE double web_time(void) { return session.time; }
EMSCRIPTEN_KEEPALIVE int web_ended(void) { return session.ended; }

/* Whether the machine is in gradient mode here. */
EMSCRIPTEN_KEEPALIVE int web_in_gradient(void)
{
    uint64_t mode = 0;
    return rg_bus_read(session.device, RG_REG_MODE, &mode, NULL) == RG_OK && (mode & 1);
}

/* Instructions that retired in gradient mode while they were counted. */
EMSCRIPTEN_KEEPALIVE double web_gradient_steps(void)
{
    const rgd_device *device = session.device;
    uint64_t steps = 0;
    for (uint32_t at = 0; at < device->base + device->object->code_count; at++) {
        const rg_address_cost *cost = rg_engine_address_cost(device->engine, at);
        steps += cost ? cost->retired[1][0] + cost->retired[1][1] : 0;
    }
    return (double)steps;
}

static bool place(uint32_t *file, uint32_t *line)
{
    size_t offset;
    const rg_object *object = session.device->object;
    if (!web_offset(&session, &offset) || !object->lines)
        return false;
    *file = object->lines[offset].file;
    *line = object->lines[offset].line;
    return *line > 0;
}

/* Goes to where another source line begins, at most so many instructions. The time then. */
EMSCRIPTEN_KEEPALIVE double web_go_line(int backward, double most)
{
    uint32_t file = 0, line = 0, new_file = 0, new_line = 0;
    bool there = place(&file, &line);
    for (double before = -1; most > 0 && session.time != before; most--) {
        before = session.time;
        web_go(backward ? -1 : 1);
        if (place(&new_file, &new_line) && (!there || new_file != file || new_line != line))
            break;
    }
    return session.time;
}

typedef int print_form(const rgc_result *compiled, FILE *out);

static int print_inverse(const rgc_result *compiled, FILE *out)
{
    return rgc_print_source(compiled, out, true);
}

static int print_graph(const rgc_result *compiled, FILE *out)
{
    return rgc_print_graph((rgc_result *)(uintptr_t)compiled, out, true);
}

/* The program in another form; the types of its arguments are those of the session. */
static const char *say_form(print_form *print)
{
    size_t size = 0;
    free(answer);
    answer = NULL;
    rgc_result *compiled = rg_source_compile(session.device, session.device->passes_off, false);
    FILE *out = compiled ? open_memstream(&answer, &size) : NULL;
    const bool good = out && print(compiled, out) == 0;
    if (out)
        fclose(out);
    if (compiled)
        rgc_result_free(compiled);
    return good && answer ? answer : "";
}

/* "" where there is none: the program erases. */
EMSCRIPTEN_KEEPALIVE const char *web_get_inverse(void) { return say_form(print_inverse); }
/* As SVG. */
EMSCRIPTEN_KEEPALIVE const char *web_get_graph(void) { return say_form(print_graph); }

EMSCRIPTEN_KEEPALIVE const char *web_get_state(void) { return say(web_state(&session)); }
EMSCRIPTEN_KEEPALIVE const char *web_get_listing(void) { return say(web_listing(&session)); }
