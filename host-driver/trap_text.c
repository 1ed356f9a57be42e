/* trap_text.c: the message of a trap, in the terms of the user's program. */
#include "host-driver/internal.h"

#include "compiler/hidden.h"
#include "isa/isa.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

/* The message of a trap, as it is put together. */
typedef struct {
    rg_trap_report *trap;
    const rgd_job *job;
    const rg_trap_info *info; /* NULL: an unknown cause */
    unsigned role;
    bool known;   /* the number of the word is */
    char off[64]; /* the word */
} saying;

/* The message of the trap. */
RG_PRINTF(2, 3)
static void put(const saying *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->trap->message, sizeof s->trap->message, format, args);
    va_end(args);
}

/* The message, and in which direction the program ran. */
static void put_directed(const saying *s, const char *what, const char *backward)
{
    put(s, "%s%s", what, s->trap->backward ? backward : "");
}

static void say_condition(const saying *s, unsigned role)
{
    put_directed(s, condition_text(role), " (running backward)");
}

static void say_other(const saying *s, const char *what)
{
    put_directed(s, what, ", running backward");
}

static void say_dirty_word(const saying *s)
{
    rg_trap_report *trap = s->trap;
    const bool undone = trap->backward && s->job->command == RG_COMMAND_CALL;
    say_dirty(trap, trap->variable, s->role, undone, s->off, trap->message, sizeof trap->message);
    say_not_undone(trap, s->role, s->job->device->object);
}

static void say_address(const saying *s)
{
    const rg_trap_report *trap = s->trap;
    const size_t words = s->job->device->words;
    if ((size_t)trap->word == words && is_full(s->job->device))
        put(s,
            "the stack of kept gradients is full (%zu words): the pass frees more ancillas than it "
            "can keep",
            words);
    else if ((s->role == RG_ROLE_EXTENT || s->role == RG_ROLE_ALLOC) && trap->variable[0])
        put(s, "the array `%s` does not fit in data memory (%zu words)", trap->variable, words);
    else
        put(s, "address %lld is outside data memory (%zu words)%s", (long long)trap->word, words,
            s->role == RG_ROLE_FRAME || s->role == RG_ROLE_CALL ? ": the recursion is too deep"
                                                                : "");
}

/* A check by an assertion, whose role tells what of. */
static void say_check(const saying *s)
{
    const char *name = s->trap->variable;
    switch (s->role) {
    case RG_ROLE_SHAPE: put(s, "the extents of `%s` do not fit the other array", name); break;
    case RG_ROLE_OVERLAP:
        put(s, "two arguments of this call have an element of `%s` in common", name);
        break;
    case RG_ROLE_EXTENT: put(s, "the array `%s` cannot have an extent of %s", name, s->off); break;
    case RG_ROLE_FULL:
        put(s,
            s->trap->word > 0 ? "`%s` is a vector, not a stack: it can neither grow nor shrink"
                              : "the stack `%s` is full",
            name);
        break;
    case RG_ROLE_EMPTY: put(s, "the stack `%s` is empty", name); break;
    case RG_ROLE_ASSERT:
        put_directed(s, "the assertion does not hold", " (running backward)");
        break;
    default: put(s, "a check of the program failed: a word is %s", s->off);
    }
}

static void say_assert(const saying *s)
{
    rg_trap_report *trap = s->trap;
    switch (rg_hidden_of(trap->variable)) {
    case RG_HIDDEN_ITERATIONS: say_iterations(trap, trap->message, sizeof trap->message); break;
    case RG_HIDDEN_INFINITE: say_infinite(trap, trap->message, sizeof trap->message); break;
    default: say_check(s);
    }
}

static void say_alias(const saying *s)
{
    if (s->trap->variable[0]) /* a stream, or an instruction of an update */
        put(s, "an element of `%s` that this statement changes is also read by it%s",
            s->trap->variable, s->trap->backward ? " (running backward)" : "");
    else
        say_other(s, s->info->text);
}

static void say_division(const saying *s)
{
    const rgd_device *device = s->job->device;
    const uint32_t address = s->trap->address;
    say_other(s, s->role == RG_ROLE_POWER ? "this power of Int has no value here: the exponent is "
                                            "negative, or above 63 on an odd base"
                 : s->role == RG_ROLE_FOR ? "the step of this for is 0"
                                          : s->info->text);
    say_lost(s->trap, address >= device->base && divides_numbers(device, address - device->base),
             device);
}

static void say_mode(const saying *s)
{
    const rgd_device *device = s->job->device;
    const uint32_t address = s->trap->address;
    if (address >= device->base && is_muldiv(device, address - device->base))
        put(s, "MULDIV has gradients, and no tangents: neither Hessians nor directional "
               "derivatives go through it");
    else
        say_other(s, s->info->text);
}

void rg_trap_say(rg_trap_report *trap, unsigned cause, unsigned role, bool known,
                 const rgd_job *job)
{
    const rgd_device *device = job->device;
    saying s = {
        .trap = trap, .job = job, .info = rg_trap_lookup(cause), .role = role, .known = known};
    say_word(trap, known, device->frac, s.off, sizeof s.off);
    switch (cause) {
    case RG_TRAP_DIRTY: say_dirty_word(&s); break;
    case RG_TRAP_CONDITION: say_condition(&s, role); break;
    case RG_TRAP_LOOP: say_condition(&s, RG_ROLE_FOR); break;
    case RG_TRAP_BOUNDS: say_index(trap, job, trap->message, sizeof trap->message); break;
    case RG_TRAP_ADDRESS: say_address(&s); break;
    case RG_TRAP_ASSERT: say_assert(&s); break;
    case RG_TRAP_ALIAS: say_alias(&s); break;
    case RG_TRAP_DIVZERO: say_division(&s); break;
    case RG_TRAP_MODE: say_mode(&s); break;
    case RG_TRAP_OVERFLOW:
        say_overflow(trap, device->limbs > 1 ? "overflow" : s.info->text,
                     rg_hidden_of(trap->variable) == RG_HIDDEN_BANK, job);
        break;
    case RG_TRAP_DOMAIN:
        put(&s, "%s (%s)", s.info->text, s.off);
        say_lost(trap, known && trap->word == 0, device);
        break;
    default: say_other(&s, s.info ? s.info->text : "unknown trap cause");
    }
}
