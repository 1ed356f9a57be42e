/* session.c: opening a session, and going along its time. */
#include "host-driver/session.h"

#include "host-driver/api.h"

#include <stdlib.h>
#include <string.h>

/* Instructions between two looks at what was printed. */
enum { TEXT_LEG = 1 << 19 };

bool rg_session_enter(rg_session *s, const char *function, rg_fault *fault)
{
    if (!rg_given(s, "session", function, fault))
        return false;
    rgd_job *job = rg_use_job(s->handle, function, fault);
    if (!job)
        return false;
    if (job == s->job && job->device->runs == s->serial)
        return true;
    rg_end_use(job->device, RG_OK);
    rg_misuse(fault, function, "the session has ended: another run has begun since");
    return false;
}

rg_result rg_session_leave(rg_session *s, rg_result result)
{
    return rg_end_use(s->device, result);
}

/* ---- time ---- */

/* What has passed since the last look. */
static rg_result account(rg_session *s, rg_fault *fault)
{
    uint64_t retired = 0, bits = 0;
    rg_result result = rg_bus_read(s->device, RG_REG_RETIRED, &retired, fault);
    if (result == RG_OK)
        result = rg_bus_read(s->device, RG_REG_BITSOUT, &bits, fault);
    const uint64_t steps = retired - s->retired, copied = bits - s->seen;
    s->time = s->back ? s->time - steps : s->time + steps;
    s->copied = s->back ? s->copied - copied : s->copied + copied;
    s->retired = retired;
    return result;
}

rg_result rg_session_face(rg_session *s, bool back, rg_fault *fault)
{
    if (s->back == back)
        return RG_OK;
    rg_result result = rg_bus_write(s->device, RG_REG_CONTROL, RG_CONTROL_TURN, fault);
    s->back = result == RG_OK ? back : s->back;
    return result;
}

static rg_session_why why_of(const rg_session *s, uint64_t status)
{
    return status & RG_STATUS_STOPPED   ? RG_SESSION_STOPPED
           : status & RG_STATUS_TRAPPED ? RG_SESSION_TRAPPED
           : status & RG_STATUS_HALTED  ? (s->back ? RG_SESSION_AT_START : RG_SESSION_AT_END)
                                        : RG_SESSION_STEPPED;
}

static rg_result advance(rg_session *s, uint64_t steps, rg_copied *copied, rg_fault *fault)
{
    uint64_t status = 0;
    rg_result result = rg_bus_write(s->device, RG_REG_STEPS, steps, fault);
    if (result == RG_OK) /* host reads are copies too: they are not the program's */
        result = rg_bus_read(s->device, RG_REG_BITSOUT, &s->seen, fault);
    if (result == RG_OK)
        result = rg_job_run(s->job, copied, &status, false, fault);
    if (result == RG_OK)
        result = account(s, fault);
    s->why = why_of(s, status);
    if (status & RG_STATUS_STOPPED)
        rg_handle_stop_done(s->device->handle);
    return result;
}

/* Gives what is complete to who asked for it. */
static rg_result show_text(rg_session *s, rg_fault *fault)
{
    rg_copied *copied = &s->printed;
    char *text = NULL;
    size_t size = 0, taken = 0;
    s->furthest = s->time;
    if (copied->count == 0)
        return RG_OK;
    FILE *out = copied->failed ? NULL : open_memstream(&text, &size);
    if (out)
        taken = rg_output_write(out, s->job, copied->words, copied->count);
    if (!out || fclose(out) != 0) {
        free(text);
        return rg_no_memory(fault);
    }
    memmove(copied->words, copied->words + taken, (copied->count - taken) * sizeof *copied->words);
    copied->count -= taken;
    if (size > 0)
        s->show_text(s->text_context, text);
    free(text);
    return RG_OK;
}

/* In legs, so that what is printed does not pile up. What was shown before is passed over in
 * silence. */
rg_result rg_session_advance(rg_session *s, uint64_t steps, rg_fault *fault)
{
    rg_result result = RG_OK;
    if (!s->show_text || s->back)
        return advance(s, steps, NULL, fault);
    if (s->time == 0)
        s->furthest = s->printed.count = 0;
    const uint64_t end = steps ? s->time + steps : UINT64_MAX;
    do {
        const bool known = s->time < s->furthest;
        uint64_t leg = known ? s->furthest - s->time : TEXT_LEG;
        leg = leg < end - s->time ? leg : end - s->time;
        result = advance(s, leg, known ? NULL : &s->printed, fault);
        if (result == RG_OK && !known)
            result = show_text(s, fault);
    } while (result == RG_OK && s->why == RG_SESSION_STEPPED && s->time < end
             && !rg_engine_watch_hit(s->device->engine));
    return result;
}

void rg_session_on_text(rg_session *s, void (*show)(void *context, const char *text), void *context)
{
    rg_fault ignored;
    if (!rg_session_enter(s, __func__, &ignored))
        return;
    s->show_text = s->device->object->text_count > 0 ? show : NULL;
    s->text_context = context;
    s->furthest = s->time;
    s->printed.count = 0;
    rg_session_leave(s, RG_OK);
}

void rg_session_look(rg_session *s)
{
    enum { OFTEN = 256 };
    const rgd_device *device = s->device;
    if (device->progress && ++s->looks % OFTEN == 0)
        device->progress(device->progress_context, 0);
}

/* ---- standing ---- */

rg_result rg_session_stand(rg_session *s, rg_stand *stand, rg_fault *fault)
{
    const rgd_device *device = s->device;
    uint64_t pc = 0, direction = 0, br = 0;
    rg_result result = rg_bus_read(s->device, RG_REG_PC, &pc, fault);
    if (result == RG_OK)
        result = rg_bus_read(s->device, RG_REG_DIR, &direction, fault);
    if (result == RG_OK)
        result = rg_bus_read(s->device, RG_REG_BR, &br, fault);
    *stand =
        (rg_stand){.pc = (uint32_t)pc,
                   .backward = direction != 0,
                   .jumping = br != 0,
                   .inside = pc >= device->base && pc - device->base < device->object->code_count};
    stand->offset = stand->inside ? (size_t)pc - device->base : 0;
    return result;
}

bool rg_session_coming(const rg_session *s, const rg_stand *stand, rg_instruction *in)
{
    const uint32_t word = stand->inside                 ? s->device->object->code[stand->offset]
                          : stand->pc < s->device->base ? s->device->firmware.words[stand->pc]
                                                        : 0;
    return rg_decode_any(word, s->device->xlen, in);
}

bool rg_session_course(const rg_session *s, const rg_stand *stand, bool back)
{
    rg_instruction in;
    const bool turns = stand->jumping && rg_session_coming(s, stand, &in)
                       && (in.op == RG_OP_UNCALL || in.op == RG_OP_UNCALLX);
    return (stand->backward != back) != turns;
}

const rg_routine *rg_session_routine_of(const rg_session *s, size_t offset)
{
    const rg_object *object = s->device->object;
    for (size_t i = 0; i < object->routine_count; i++)
        if (offset >= object->routines[i].begin && offset < object->routines[i].end)
            return &object->routines[i];
    return NULL;
}

const rg_line *rg_session_line_of(const rg_session *s, size_t offset)
{
    const rg_object *object = s->device->object;
    if (!object->lines || offset >= object->code_count)
        return NULL;
    const rg_line *line = &object->lines[offset];
    return line->line > 0 && line->role != RG_ROLE_FRAME && line->file < object->file_count ? line
                                                                                            : NULL;
}

rg_result rg_session_spot_now(rg_session *s, rg_session_spot *spot, rg_fault *fault)
{
    const rg_object *object = s->device->object;
    rg_stand stand;
    uint64_t mode = 0;
    rg_result result = rg_session_face(s, false, fault);
    if (result == RG_OK)
        result = rg_session_stand(s, &stand, fault);
    if (result == RG_OK)
        result = rg_bus_read(s->device, RG_REG_MODE, &mode, fault);
    if (result != RG_OK)
        return result;
    *spot = (rg_session_spot){.why = s->why,
                              .stop = s->stop,
                              .before = s->before,
                              .after = s->after,
                              .time = s->time,
                              .in_program = stand.inside,
                              .file = "",
                              .routine = stand.inside ? rg_routine_at(object, stand.offset) : "",
                              .address = stand.pc,
                              .backward = rg_session_course(s, &stand, false),
                              .gradients = mode & 1,
                              .altered = s->altered,
                              .landed = stand.jumping};
    const rg_line *line = stand.inside && object->lines ? &object->lines[stand.offset] : NULL;
    if (line && line->line > 0 && line->file < object->file_count) {
        spot->file = object->files[line->file];
        spot->line = line->line;
        spot->column = line->column;
    }
    return RG_OK;
}

/* ---- opening ---- */

static rg_result start_tangents(rgd_job *job, const rg_session_recipe *recipe, rg_session *s,
                                rg_fault *fault)
{
    if (recipe->output || recipe->backward)
        return rg_fail(fault, RG_BAD_USE, "R0944",
                       "a session with tangents is a call: there is no way back from tangents of "
                       "gradients");
    s->tangents = true;
    return rg_tangent_start(job, &s->tangent_exponent, fault);
}

static rg_result start_gradient(rgd_job *job, const rg_session_recipe *recipe, rg_fault *fault)
{
    const rg_argument *of = NULL;
    size_t element = 0;
    rg_result result = rg_refuse_erasures(job, fault);
    if (result == RG_OK)
        result =
            rg_find_element(job, recipe->output, recipe->row, recipe->column, &of, &element, fault);
    if (result != RG_OK)
        return result;
    job->seed_exponent = rg_seed_within(job->device, recipe->seed_exponent);
    job->seed = rg_seed_of(job, of, element);
    result = rg_run_start(job, RG_COMMAND_GRADIENT, fault);
    return result == RG_OK ? rg_bus_write(job->device, RG_REG_KEEP, 1, fault) : result;
}

static rg_result start(rgd_job *job, const rg_session_recipe *recipe, rg_session *s,
                       rg_fault *fault)
{
    if (recipe->tangents)
        return start_tangents(job, recipe, s, fault);
    if (recipe->output)
        return start_gradient(job, recipe, fault);
    rg_result result = recipe->backward ? rg_refuse_erasures(job, fault) : RG_OK;
    job->seed = (rg_seed){0};
    job->seed_exponent = 0;
    return result == RG_OK
               ? rg_run_start(job, recipe->backward ? RG_COMMAND_UNCALL : RG_COMMAND_CALL, fault)
               : result;
}

static rg_result open_on(rgd_job *job, const rg_session_recipe *recipe, rg_session *s,
                         rg_fault *fault)
{
    const rg_instruction halt = {.op = RG_OP_HALT};
    rg_result result = rg_replay_end(job, fault);
    if (result == RG_OK)
        result = start(job, recipe, s, fault);
    if (result == RG_OK)
        result = rg_bus_write(job->device, RG_REG_CYCLELIMIT, 0, fault);
    if (result == RG_OK)
        result = rg_bus_read(job->device, RG_REG_RETIRED, &s->retired, fault);
    if (result == RG_OK && !rg_encode(&halt, job->device->xlen, &s->halt))
        result = rg_fail(fault, RG_BAD_MACHINE, "R0903", "a halt cannot be encoded");
    job->device->dirty = true; /* whatever becomes of it */
    s->job = job;
    s->device = job->device;
    s->serial = job->device->runs;
    return result;
}

rg_result rg_session_open(rg_job *handle, const rg_session_recipe *recipe, rg_session **session,
                          rg_fault *fault)
{
    if (!rg_given(recipe, "recipe", __func__, fault)
        || !rg_given(session, "session", __func__, fault))
        return RG_BAD_USE;
    rgd_job *job = rg_use_untiled(handle, __func__, fault);
    if (!job)
        return RG_BAD_USE;
    if (rg_refuse_board(job->device, "debugger", fault) != RG_OK
        || rg_refuse_float_core(job->device, "debugger", fault) != RG_OK)
        return rg_end_use(job->device, RG_BAD_USE);
    rg_session *s = calloc(1, sizeof *s);
    if (!s)
        return rg_end_use(job->device, rg_no_memory(fault));
    s->handle = handle;
    rg_result result = open_on(job, recipe, s, fault);
    if (result == RG_OK)
        *session = s;
    else
        free(s);
    return rg_end_use(job->device, result);
}

void rg_session_close(rg_session *s)
{
    rg_fault ignored;
    if (s && rg_session_enter(s, __func__, &ignored)) {
        (void)rg_session_face(s, false, &ignored);
        (void)rg_bus_write(s->device, RG_REG_STEPS, 0, &ignored);
        s->device->runs++;
        rg_session_leave(s, RG_OK);
    }
    if (s)
        free(s->printed.words);
    free(s);
}

/* ---- going ---- */

rg_result rg_session_where(rg_session *s, rg_session_spot *spot, rg_fault *fault)
{
    if (!rg_given(spot, "spot", __func__, fault) || !rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    return rg_session_leave(s, rg_session_spot_now(s, spot, fault));
}

/* The message of a trap stays with the session until it goes on. */
static rg_result end_of_way(rg_session *s, rg_session_spot *spot, rg_fault *fault)
{
    if (s->why == RG_SESSION_TRAPPED)
        (void)rg_trap_collect(s->job, &s->trap);
    return rg_session_spot_now(s, spot, fault);
}

static rg_result go(rg_session *s, bool back, uint64_t steps, rg_session_spot *spot,
                    rg_fault *fault)
{
    rg_result result = RG_OK;
    s->why = RG_SESSION_STEPPED;
    if (steps > 0)
        result = rg_session_face(s, back, fault);
    if (steps > 0 && result == RG_OK)
        result = rg_session_advance(s, steps, fault);
    return result == RG_OK ? end_of_way(s, spot, fault) : result;
}

rg_result rg_session_go(rg_session *s, int64_t instructions, rg_session_spot *spot, rg_fault *fault)
{
    const bool back = instructions < 0;
    if (!rg_given(spot, "spot", __func__, fault) || !rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    const uint64_t steps = back ? 0 - (uint64_t)instructions : (uint64_t)instructions;
    return rg_session_leave(s, go(s, back, steps, spot, fault));
}

rg_result rg_session_go_to(rg_session *s, uint64_t time, rg_session_spot *spot, rg_fault *fault)
{
    if (!rg_given(spot, "spot", __func__, fault) || !rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    const bool back = time < s->time;
    return rg_session_leave(s, go(s, back, back ? s->time - time : time - s->time, spot, fault));
}

static unsigned kept_bits(const rgd_device *device)
{
    return device->limbs > 1 ? 2 * rg_wide_bits(device) : device->xlen;
}

rg_result rg_session_cost(rg_session *s, rg_session_bits *bits, rg_fault *fault)
{
    uint64_t kept = 0, erased = 0, host = 0;
    if (!rg_given(bits, "bits", __func__, fault) || !rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    rg_result result = rg_bus_read(s->device, RG_REG_KEPT, &kept, fault);
    if (result == RG_OK)
        result = rg_bus_read(s->device, RG_REG_ERASEDGRAD, &erased, fault);
    if (result == RG_OK)
        result = rg_bus_read(s->device, RG_REG_ERASEDHOST, &host, fault);
    *bits = (rg_session_bits){s->copied, kept * kept_bits(s->device), erased + host};
    return rg_session_leave(s, result);
}

const rg_trap_report *rg_session_trap(const rg_session *s, rg_fault *fault)
{
    if (!s || s->why != RG_SESSION_TRAPPED)
        return NULL;
    if (fault)
        *fault = s->trap;
    return &s->job->trap;
}

rg_result rg_session_run(rg_session *s, bool back, const rg_session_stop *stops, size_t count,
                         rg_session_spot *spot, rg_fault *fault)
{
    bool reached = false;
    if (!rg_given(spot, "spot", __func__, fault) || !rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    rg_result result = rg_session_until(s, back, stops, count, NULL, &reached, fault);
    return rg_session_leave(s, result == RG_OK ? end_of_way(s, spot, fault) : result);
}

static rg_result line(rg_session *s, rg_line_step how, bool back, const rg_session_stop *stops,
                      size_t count, rg_session_spot *spot, rg_fault *fault)
{
    rg_result result = how == RG_LINE_OUT
                           ? rg_session_out(s, back, stops, count, fault)
                           : rg_session_next(s, how == RG_LINE_OVER, back, stops, count, fault);
    return result == RG_OK ? end_of_way(s, spot, fault) : result;
}

rg_result rg_session_line(rg_session *s, rg_line_step how, bool back, const rg_session_stop *stops,
                          size_t count, rg_session_spot *spot, rg_fault *fault)
{
    if (!rg_given(spot, "spot", __func__, fault) || !rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    return rg_session_leave(s, line(s, how, back, stops, count, spot, fault));
}
