/* trap.c: a trap in the terms of the user's program, and the ledger by source line. */
#include "host-driver/internal.h"

#include "compiler/hidden.h"
#include "isa/isa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number that the offending word stands for, judged by the instruction: an operand (domain) or
 * the target (dirty). */
static rg_number number_at(const rgd_device *device, size_t offset, unsigned cause, bool *known)
{
    rg_instruction instruction;
    *known = cause == RG_TRAP_BOUNDS || cause == RG_TRAP_ADDRESS;
    if (*known || offset >= device->object->code_count
        || !rg_decode_any(device->object->code[offset], device->xlen, &instruction))
        return RG_NUMBER_INT;
    const rg_op_info *info = rg_op_lookup(instruction.op);
    if (!info || info->kind == RG_KIND_NONE)
        return RG_NUMBER_INT;
    *known = true;
    if (cause == RG_TRAP_DOMAIN)
        return info->bk == RG_BK_F   ? RG_NUMBER_FIXED
               : info->bk == RG_BK_L ? RG_NUMBER_LOG
                                     : RG_NUMBER_INT;
    return info->kind == RG_KIND_FIX   ? RG_NUMBER_FIXED
           : info->kind == RG_KIND_LOG ? RG_NUMBER_LOG
                                       : RG_NUMBER_INT;
}

static const char *name_of(const rg_object *object, const rg_routine *routine)
{
    for (size_t i = 0; !routine->exported && i < object->routine_count; i++) {
        const size_t length = strlen(object->routines[i].name);
        if (object->routines[i].exported
            && strncmp(object->routines[i].name, routine->name, length) == 0
            && strcmp(routine->name + length, RG_FORTH) == 0)
            return object->routines[i].name;
    }
    return routine->name;
}

const char *rg_routine_at(const rg_object *object, size_t offset)
{
    for (size_t i = 0; i < object->routine_count; i++)
        if (offset >= object->routines[i].begin && offset < object->routines[i].end)
            return name_of(object, &object->routines[i]);
    return "";
}

static unsigned place(rg_trap_report *trap, const rg_object *object, size_t offset)
{
    if (offset >= object->code_count)
        return RG_ROLE_PLAIN;
    trap->routine = rg_routine_at(object, offset);
    if (!object->lines)
        return RG_ROLE_PLAIN;
    const rg_line *line = &object->lines[offset];
    if (line->line > 0 && line->file < object->file_count) {
        trap->file = object->files[line->file];
        trap->line = line->line;
        trap->column = line->column;
    }
    if (line->name > 0 && line->name <= object->name_count)
        trap->variable = object->names[line->name - 1];
    return line->role;
}

rg_result rg_trap_fault(const rg_trap_report *trap, rg_fault *fault)
{
    rg_fail(fault, RG_TRAPPED, trap->code, "%s", trap->message);
    if (fault) {
        snprintf(fault->help, sizeof fault->help, "%s", trap->help);
        snprintf(fault->file, sizeof fault->file, "%s", trap->file);
        fault->line = trap->line;
        fault->column = trap->column;
    }
    return RG_TRAPPED;
}

static rg_result read_trap(rgd_job *job, uint64_t *status, uint64_t *pc, uint64_t *word,
                           rg_fault *fault)
{
    rg_result result = rg_bus_read(job->device, RG_REG_STATUS, status, fault);
    if (result == RG_OK)
        result = rg_bus_read(job->device, RG_REG_TRAPPC, pc, fault);
    if (result == RG_OK)
        result = rg_bus_read(job->device, RG_REG_TRAPINFO, word, fault);
    return result;
}

static void name_cause(rg_trap_report *trap, unsigned cause)
{
    const rg_trap_info *info = rg_trap_lookup(cause);
    trap->cause = info ? info->name : "UNKNOWN";
    trap->code = info ? info->error : "R0903";
}

/* Conditions that no branch tests by itself, and trip counts, are ancillas of the machine. */
static unsigned role_of_dirty(const rg_trap_report *trap, unsigned role)
{
    switch (rg_hidden_of(trap->variable)) {
    case RG_HIDDEN_IF: return RG_ROLE_IF_POST;
    case RG_HIDDEN_WHILE: return RG_ROLE_WHILE_POST;
    default: return role;
    }
}

/* What the machine found at a word, in terms of the language: its role tells which. */
static unsigned cause_by_role(const rg_trap_report *trap, unsigned cause, unsigned role)
{
    if (cause == RG_TRAP_DIRTY && role == RG_ROLE_FOR)
        return RG_TRAP_LOOP;
    if (cause == RG_TRAP_DIRTY && role >= RG_ROLE_IF_PRE && role <= RG_ROLE_WHILE_POST)
        return RG_TRAP_CONDITION;
    if (cause == RG_TRAP_DIRTY && rg_hidden_of(trap->variable) == RG_HIDDEN_BANK)
        return RG_TRAP_OVERFLOW; /* its high word must stay 0 */
    if (cause == RG_TRAP_ASSERT && role == RG_ROLE_BOUNDS)
        return RG_TRAP_BOUNDS;
    if (cause == RG_TRAP_ASSERT && role == RG_ROLE_OWN)
        return RG_TRAP_ALIAS;
    return cause;
}

static void say_in_dispatcher(rg_trap_report *trap)
{
    const size_t used = strlen(trap->message);
    snprintf(trap->message + used, sizeof trap->message - used, ", in the job dispatcher at %lu",
             (unsigned long)trap->address);
}

rg_result rg_trap_collect(rgd_job *job, rg_fault *fault)
{
    const rgd_device *device = job->device;
    rg_trap_report *trap = &job->trap;
    uint64_t status, pc, word;
    const rg_result result = read_trap(job, &status, &pc, &word, fault);
    if (result != RG_OK)
        return result;
    unsigned cause = (unsigned)RG_BUS_FIELD(status, STATUS, TRAP);
    memset(trap, 0, sizeof *trap);
    trap->file = trap->routine = trap->variable = "";
    trap->address = (uint32_t)pc;
    trap->backward = status & RG_STATUS_BACKWARD;
    trap->word = rg_sign_extend(word, device->xlen);
    size_t offset = pc >= device->base ? (size_t)pc - device->base : SIZE_MAX;
    int64_t index;
    if (trap->backward && cause != RG_TRAP_BOUNDS && rg_late_check(job, offset, &offset, &index)) {
        cause = RG_TRAP_BOUNDS;
        trap->word = index;
    }
    bool known;
    const rg_number number = number_at(device, offset, cause, &known);
    trap->value = rg_decode_shown(device, number, trap->word);
    unsigned role = place(trap, device->object, offset);
    name_cause(trap, cause);
    if (cause == RG_TRAP_DIRTY) {
        known = rg_trap_whole(job->device, offset, trap) || known;
        role = role_of_dirty(trap, role);
    }
    cause = cause_by_role(trap, cause, role);
    name_cause(trap, cause);
    rg_trap_say(trap, cause, role, known, job);
    rg_trap_at_caller(job);
    if (offset == SIZE_MAX)
        say_in_dispatcher(trap);
    return rg_trap_fault(trap, fault);
}

static bool ledger_add(rgd_job *job, size_t offset, uint64_t bits)
{
    const rg_object *object = job->device->object;
    const rg_line *at = offset < object->code_count && object->lines ? &object->lines[offset]
                                                                     : NULL;
    rg_ledger_line line = {.cause = at && at->role == RG_ROLE_ERASE ? "erased value"
                                                                    : "dropped gradient",
                           .file = "",
                           .bits = bits,
                           .forbidden = at && at->reversible};

    if (at && at->file < object->file_count) {
        line.file = object->files[at->file];
        line.line = at->line;
    }
    return rg_ledger_add(&job->ledger, &job->ledger_count, &line);
}

static int by_place(const void *a, const void *b)
{
    const rg_ledger_line *x = a, *y = b;
    int order = strcmp(x->file, y->file);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

rg_result rg_ledger_collect(rgd_job *job, rg_fault *fault)
{
    if (job->counters.bits_erased_gradient == 0 || !job->device->counts)
        return RG_OK;
    for (size_t at = 0; at < job->device->code_written; at++) {
        int64_t bits;
        rg_result result = rg_core_peek(job->device, RG_WINDOW_LEDGER, at, &bits, fault);
        if (result != RG_OK)
            return result;
        if (bits != 0
            && !ledger_add(job, at >= job->device->base ? at - job->device->base : SIZE_MAX,
                           (uint64_t)bits))
            return rg_no_memory(fault);
    }
    if (job->ledger_count > 1)
        qsort(job->ledger, job->ledger_count, sizeof *job->ledger, by_place);
    return RG_OK;
}

rg_result rgd_check_ledger(const rgd_job *job, rg_fault *fault)
{
    char where[600] = "";
    size_t used = 0, count = 0;
    uint64_t bits = 0;
    const rg_ledger_line *first = NULL;
    for (size_t i = 0; i < job->ledger_count; i++) {
        const rg_ledger_line *line = &job->ledger[i];
        if (!line->forbidden)
            continue;
        bits += line->bits;
        if (first && used < sizeof where - 1)
            used += (size_t)snprintf(where + used, sizeof where - used, "%s%u (%llu bits)",
                                     count == 1 ? "; also in line " : ", ", line->line,
                                     (unsigned long long)line->bits);
        first = first ? first : line;
        count++;
    }
    if (!first)
        return RG_OK;
    rg_fail(fault, RG_TRAPPED, "R0931",
            "%llu bits were erased where nothing may be erased; here %llu bits: %s%s",
            (unsigned long long)bits, (unsigned long long)first->bits, first->cause, where);
    if (fault) {
        snprintf(fault->file, sizeof fault->file, "%s", first->file);
        fault->line = first->line;
    }
    return RG_TRAPPED;
}

bool rg_has_erased(const rgd_job *job)
{
    for (size_t i = 0; i < job->ledger_count; i++)
        if (strcmp(job->ledger[i].cause, "erased value") == 0)
            return true;
    return false;
}

size_t rgd_get_ledger(const rgd_job *job, rg_ledger_line *out, size_t capacity)
{
    for (size_t i = 0; i < job->ledger_count && i < capacity; i++)
        out[i] = job->ledger[i];
    return job->ledger_count;
}

const char *rg_counter_class(unsigned index)
{
    return index < RG_CLASS_COUNT ? rg_class_name(index) : NULL;
}
