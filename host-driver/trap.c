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

static void say_word(const rg_trap_report *trap, bool known, unsigned frac, char *text, size_t size)
{
    double as_fixed = (double)trap->word;
    for (unsigned i = 0; i < frac; i++)
        as_fixed /= 2;
    if (known && isnan(trap->value))
        snprintf(text, size, "a number that this engine does not tell");
    else if (known)
        snprintf(text, size, "%.10g", trap->value);
    else if (as_fixed > 1e-6 || as_fixed < -1e-6)
        snprintf(text, size, "%.10g", as_fixed);
    else
        snprintf(text, size, "%lld", (long long)trap->word);
}

static const char *condition_text(unsigned role)
{
    switch (role) {
    case RG_ROLE_IF_PRE:
    case RG_ROLE_IF_POST:
        return "the postcondition of this if does not tell which branch was taken";
    case RG_ROLE_WHILE_PRE:
    case RG_ROLE_WHILE_POST:
        return "the postcondition of this while must be false before the first round and true "
               "after each";
    case RG_ROLE_FOR: return "the body of this for changed its counter or its bounds";
    default: return "precondition and postcondition disagree";
    }
}

/* undone: the program runs forward and uncalls this word, so that an allocation is a freeing. */
static void say_dirty(const rg_trap_report *trap, const char *name, unsigned role, bool undone,
                      const char *off, char *text, size_t size)
{
    const char *way = trap->backward ? " on the way back" : "";
    const rg_hidden hidden = rg_hidden_of(name);
    const bool from = name[0] && hidden != RG_HIDDEN_PART;
    if (role == RG_ROLE_TEMPORARY || role == RG_ROLE_POWER || hidden == RG_HIDDEN_PART)
        snprintf(text, size,
                 "what this expression reads%s%s%s has changed before the expression was "
                 "uncomputed%s: it differs by %s",
                 from ? " from `" : "", from ? name : "", from ? "`" : "", way, off);
    else if (hidden == RG_HIDDEN_VALUE && (role != RG_ROLE_ALLOC || undone))
        snprintf(
            text, size,
            "what `%s` is made of has changed before its value was uncomputed%s: it differs by %s",
            name, way, off);
    else if (role == RG_ROLE_BOUNDS && name[0])
        snprintf(text, size,
                 "the index of an element of `%s` that is an argument of this call has changed%s "
                 "while the routine ran: it differs by %s",
                 name, way, off);
    else if (role == RG_ROLE_EXTENT && name[0])
        snprintf(text, size,
                 "the array `%s` is freed with other extents than it was allocated with", name);
    else if (role == RG_ROLE_LEFT && name[0])
        snprintf(text, size, "the stack `%s` is not empty where it is freed%s: it holds %s", name,
                 way, off);
    else if (role == RG_ROLE_SAME)
        snprintf(text, size,
                 "two elements of `%s` that this statement changes are one and the same", name);
    else if (hidden == RG_HIDDEN_IN_PLACE)
        snprintf(text, size,
                 "this update of `%s` in place lost bits%s: an even factor, a shift by 0, or >> of "
                 "a negative number",
                 name + strlen(RG_IN_PLACE_NAME), way);
    else if (hidden == RG_HIDDEN_POPPED)
        snprintf(
            text, size,
            "what `%s` takes from the stack is not the value of the variable%s: it differs by %s",
            name, way, off);
    else if (role == RG_ROLE_MOVED && name[0])
        snprintf(text, size,
                 "`%s` must be 0 where an element of a stack comes into it%s, and is %s", name, way,
                 off);
    else if (role == RG_ROLE_ALLOC && undone && name[0])
        snprintf(text, size,
                 "the ancilla `%s` is not what it must be when it is freed: it differs by %s", name,
                 off);
    else if (role == RG_ROLE_ALLOC && name[0])
        snprintf(text, size, "the ancilla `%s` must be 0 where it is allocated%s, and is %s", name,
                 way, off);
    else if (name[0])
        snprintf(text, size,
                 "the ancilla `%s` is not what it must be when it is freed%s: it differs by %s",
                 name, way, off);
    else
        snprintf(text, size, "a word that must be 0 holds %s%s", off, way);
}

/* Whether no statement of the program frees the ancilla: what frees it at the end of the block
 * stands at the value in its allocation. A ~@routine does so where the allocation stands. */
static bool is_freed_unsaid(const rg_trap_report *trap, const rg_object *object)
{
    for (size_t i = 0; object->lines && i < object->code_count; i++) {
        const rg_line *l = &object->lines[i];
        if (l->role == RG_ROLE_ALLOC && l->line == trap->line && l->column < trap->column
            && l->name > 0 && l->name <= object->name_count
            && strcmp(object->names[l->name - 1], trap->variable) == 0)
            return true;
    }
    return false;
}

static void say_not_undone(rg_trap_report *trap, unsigned role, const rg_object *object)
{
    if (role == RG_ROLE_FREE && !trap->backward && trap->variable[0] && trap->line > 0
        && is_freed_unsaid(trap, object))
        snprintf(trap->help, sizeof trap->help,
                 "what changes `%s` is undone before `%s` is freed: write '@routine begin' before "
                 "this line, 'end' behind what computes `%s`, and '~@routine' behind its use",
                 trap->variable, trap->variable, trap->variable);
}

/* Of the instructions of programs MULDIV alone stops where tangents are carried. */
static bool is_muldiv(const rgd_device *device, size_t offset)
{
    rg_instruction instruction;
    return offset < device->object->code_count
           && rg_decode_any(device->object->code[offset], device->xlen, &instruction)
           && instruction.op == RG_OP_MULDIV;
}

static bool divides_numbers(const rgd_device *device, size_t offset)
{
    rg_instruction instruction;
    return offset < device->object->code_count
           && rg_decode_any(device->object->code[offset], device->xlen, &instruction)
           && rg_op_lookup(instruction.op)->kind == RG_KIND_FIX;
}

/* What is 0 may be a small number that Fixed has no digits for. */
static void say_lost(rg_trap_report *trap, bool zero, const rgd_device *device)
{
    if (zero && device->limbs == 1)
        snprintf(
            trap->help, sizeof trap->help,
            "a number below 2^-%u is 0 here: where the argument is small and not 0, " RG_TRY_FLOAT,
            device->frac + 1);
}

static void say_overflow(rg_trap_report *trap, const char *title, bool bank, const rgd_job *job)
{
    char what[320] = "", loop[120] = "";
    rg_misfit misfit = {RG_NO_MISFIT, 0};
    if (trap->address >= job->device->base) {
        const size_t offset = trap->address - job->device->base;
        misfit = rg_say_overflow(job, offset, trap, what, sizeof what);
        rg_loop_text(job->device, offset, loop, sizeof loop);
    }
    if (bank) {
        misfit.cause = RG_MISFIT_BANK;
        snprintf(what, sizeof what,
                 "the bank of this multiply-divide is full: its remainders need more than the %u "
                 "bits of an Int",
                 job->device->xlen);
    }
    rg_ways_out(job->device->config, misfit, trap->help, sizeof trap->help);
    snprintf(trap->message, sizeof trap->message, "%s%s%s%s%s", title, what[0] ? ": " : "", what,
             loop, trap->backward ? ", running backward" : "");
}

/* Sessions keep gradients too, whatever the job says. */
static bool is_full(rgd_device *device)
{
    uint64_t kept = 0;
    return rg_bus_read(device, RG_REG_KEPT, &kept, NULL) == RG_OK && kept == device->words;
}

static void say_iterations(rg_trap_report *trap, char *text, size_t size)
{
    snprintf(text, size, "this while has more than %d iterations", RG_MOST_ITERATIONS);
    snprintf(
        trap->help, sizeof trap->help,
        "does it end? A loop over numbers has no such limit: for k in 1:n, and in it 'condition "
        "|| break'. Nor has the while of an '@i function'");
}

static void say_infinite(rg_trap_report *trap, char *text, size_t size)
{
    snprintf(text, size, "Inf is the result here, or an operand that must be finite");
    snprintf(trap->help, sizeof trap->help,
             "Inf may be compared, added to, chosen and stored. Choose a number before it is "
             "returned or multiplied, as in `isfinite(m) ? m : 0.0`");
}

static void say_index(rg_trap_report *trap, const rgd_job *job, char *text, size_t size)
{
    const size_t offset = trap->address - job->device->base;
    int64_t last = 0;
    const bool known = rg_find_index(job, offset, &trap->word, &last);
    const char *mark = trap->variable[0] ? "`" : "";
    const int used = snprintf(text, size, "index %lld is outside the array%s%s%s%s",
                              (long long)trap->word, mark[0] ? " " : "", mark, trap->variable,
                              mark);
    if (!known || trap->word < 1 || used < 0 || (size_t)used >= size)
        return;
    if (last > 0)
        snprintf(text + used, size - (size_t)used, ": its last index is %lld", (long long)last);
    else
        snprintf(text + used, size - (size_t)used, ": it has no elements");
}

static void say(rg_trap_report *trap, unsigned cause, unsigned role, bool known, const rgd_job *job)
{
    const bool bank = rg_hidden_of(trap->variable) == RG_HIDDEN_BANK;
    char off[64];
    char *text = trap->message;
    const size_t size = sizeof trap->message;
    const rgd_device *device = job->device;
    const bool undone = trap->backward && job->command == RG_COMMAND_CALL;
    const rg_trap_info *info = rg_trap_lookup(cause);
    say_word(trap, known, device->frac, off, sizeof off);
    switch (cause) {
    case RG_TRAP_DIRTY:
        say_dirty(trap, trap->variable, role, undone, off, text, size);
        say_not_undone(trap, role, device->object);
        break;
    case RG_TRAP_CONDITION:
        snprintf(text, size, "%s%s", condition_text(role),
                 trap->backward ? " (running backward)" : "");
        break;
    case RG_TRAP_BOUNDS: say_index(trap, job, text, size); break;
    case RG_TRAP_ADDRESS:
        if ((size_t)trap->word == device->words && is_full(job->device))
            snprintf(text, size,
                     "the stack of kept gradients is full (%zu words): the pass frees more "
                     "ancillas than it can keep",
                     device->words);
        else if ((role == RG_ROLE_EXTENT || role == RG_ROLE_ALLOC) && trap->variable[0])
            snprintf(text, size, "the array `%s` does not fit in data memory (%zu words)",
                     trap->variable, device->words);
        else
            snprintf(text, size, "address %lld is outside data memory (%zu words)%s",
                     (long long)trap->word, device->words,
                     role == RG_ROLE_FRAME || role == RG_ROLE_CALL ? ": the recursion is too deep"
                                                                   : "");
        break;
    case RG_TRAP_ASSERT:
        if (rg_hidden_of(trap->variable) == RG_HIDDEN_ITERATIONS)
            say_iterations(trap, text, size);
        else if (rg_hidden_of(trap->variable) == RG_HIDDEN_INFINITE)
            say_infinite(trap, text, size);
        else if (role == RG_ROLE_SHAPE)
            snprintf(text, size, "the extents of `%s` do not fit the other array", trap->variable);
        else if (role == RG_ROLE_OVERLAP)
            snprintf(text, size, "two arguments of this call have an element of `%s` in common",
                     trap->variable);
        else if (role == RG_ROLE_EXTENT)
            snprintf(text, size, "the array `%s` cannot have an extent of %s", trap->variable, off);
        else if (role == RG_ROLE_FULL && trap->word > 0)
            snprintf(text, size, "`%s` is a vector, not a stack: it can neither grow nor shrink",
                     trap->variable);
        else if (role == RG_ROLE_FULL)
            snprintf(text, size, "the stack `%s` is full", trap->variable);
        else if (role == RG_ROLE_EMPTY)
            snprintf(text, size, "the stack `%s` is empty", trap->variable);
        else if (role == RG_ROLE_ASSERT)
            snprintf(text, size, "the assertion does not hold%s",
                     trap->backward ? " (running backward)" : "");
        else
            snprintf(text, size, "a check of the program failed: a word is %s", off);
        break;
    case RG_TRAP_ALIAS:
        if (trap->variable[0]) /* a stream, or an instruction of an update */
            snprintf(text, size,
                     "an element of `%s` that this statement changes is also read by it%s",
                     trap->variable, trap->backward ? " (running backward)" : "");
        else
            snprintf(text, size, "%s%s", info->text, trap->backward ? ", running backward" : "");
        break;
    case RG_TRAP_DIVZERO:
        snprintf(text, size, "%s%s",
                 role == RG_ROLE_POWER ? "this power of Int has no value here: the exponent is "
                                         "negative, or above 63 on an odd base"
                 : role == RG_ROLE_FOR ? "the step of this for is 0"
                                       : info->text,
                 trap->backward ? ", running backward" : "");
        say_lost(trap,
                 trap->address >= device->base
                     && divides_numbers(device, trap->address - device->base),
                 device);
        break;
    case RG_TRAP_LOOP:
        snprintf(text, size, "%s%s", condition_text(RG_ROLE_FOR),
                 trap->backward ? " (running backward)" : "");
        break;
    case RG_TRAP_MODE:
        if (trap->address >= device->base && is_muldiv(device, trap->address - device->base))
            snprintf(text, size,
                     "MULDIV has gradients, and no tangents: neither Hessians nor directional "
                     "derivatives go through it");
        else
            snprintf(text, size, "%s%s", info->text, trap->backward ? ", running backward" : "");
        break;
    case RG_TRAP_OVERFLOW:
        say_overflow(trap, device->limbs > 1 ? "overflow" : info->text, bank, job);
        break;
    case RG_TRAP_DOMAIN:
        snprintf(text, size, "%s (%s)", info->text, off);
        say_lost(trap, known && trap->word == 0, device);
        break;
    default:
        snprintf(text, size, "%s%s", info ? info->text : "unknown trap cause",
                 trap->backward ? ", running backward" : "");
    }
}

/* One that stands for another in a gradient is called by that one's name. */
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

rg_result rg_trap_collect(rgd_job *job, rg_fault *fault)
{
    const rgd_device *device = job->device;
    uint64_t status, pc, word;
    rg_result result = rg_bus_read(job->device, RG_REG_STATUS, &status, fault);
    if (result == RG_OK)
        result = rg_bus_read(job->device, RG_REG_TRAPPC, &pc, fault);
    if (result == RG_OK)
        result = rg_bus_read(job->device, RG_REG_TRAPINFO, &word, fault);
    if (result != RG_OK)
        return result;
    unsigned cause = (unsigned)RG_BUS_FIELD(status, STATUS, TRAP);
    const rg_trap_info *info = rg_trap_lookup(cause);
    rg_trap_report *trap = &job->trap;
    memset(trap, 0, sizeof *trap);
    trap->cause = info ? info->name : "UNKNOWN";
    trap->code = info ? info->error : "R0903";
    trap->file = trap->routine = trap->variable = "";
    trap->address = (uint32_t)pc;
    trap->backward = status & RG_STATUS_BACKWARD;
    trap->word = rg_sign_extend(word, device->xlen);
    size_t offset = pc >= device->base ? (size_t)pc - device->base : SIZE_MAX;
    bool known;
    int64_t index;
    if (trap->backward && cause != RG_TRAP_BOUNDS && rg_late_check(job, offset, &offset, &index)) {
        cause = RG_TRAP_BOUNDS;
        trap->word = index;
        trap->cause = rg_trap_lookup(cause)->name;
        trap->code = rg_trap_lookup(cause)->error;
    }
    rg_number number = number_at(device, offset, cause, &known);
    trap->value = rg_decode_shown(device, number, trap->word);
    unsigned role = place(trap, device->object, offset);
    if (cause == RG_TRAP_DIRTY)
        known = rg_trap_whole(job->device, offset, trap) || known;
    const rg_hidden hidden = rg_hidden_of(trap->variable);
    if (cause == RG_TRAP_DIRTY && (hidden == RG_HIDDEN_IF || hidden == RG_HIDDEN_WHILE))
        role = hidden == RG_HIDDEN_IF ? RG_ROLE_IF_POST : RG_ROLE_WHILE_POST;
    if (cause == RG_TRAP_DIRTY
        && ((role >= RG_ROLE_IF_PRE && role <= RG_ROLE_WHILE_POST) || role == RG_ROLE_FOR)) {
        /* conditions that no branch tests by itself, and trip counts, are ancillas here */
        cause = role == RG_ROLE_FOR ? RG_TRAP_LOOP : RG_TRAP_CONDITION;
        trap->cause = rg_trap_lookup(cause)->name;
        trap->code = rg_trap_lookup(cause)->error;
    }
    if (cause == RG_TRAP_DIRTY && hidden == RG_HIDDEN_BANK) { /* its high word must stay 0 */
        cause = RG_TRAP_OVERFLOW;
        trap->cause = rg_trap_lookup(cause)->name;
        trap->code = rg_trap_lookup(cause)->error;
    }
    if (cause == RG_TRAP_ASSERT && role == RG_ROLE_BOUNDS) {
        cause = RG_TRAP_BOUNDS;
        trap->cause = rg_trap_lookup(cause)->name;
        trap->code = rg_trap_lookup(cause)->error;
    }
    if (cause == RG_TRAP_ASSERT && role == RG_ROLE_OWN) {
        cause = RG_TRAP_ALIAS;
        trap->cause = rg_trap_lookup(cause)->name;
        trap->code = rg_trap_lookup(cause)->error;
    }
    say(trap, cause, role, known, job);
    rg_trap_at_caller(job);
    if (offset == SIZE_MAX) {
        size_t used = strlen(trap->message);
        snprintf(trap->message + used, sizeof trap->message - used,
                 ", in the job dispatcher at %lu", (unsigned long)pc);
    }
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
