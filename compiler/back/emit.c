/* emit.c: words, their source positions, and their mirror image. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cg.h"
#include "compiler/grow.h"
#include "compiler/hidden.h"
#include "isa/accesses.h"

static bool fail(cg *g, ir_loc loc, rg_codegen_result reason, const char *code, const char *format,
                 va_list args)
{
    if (g->failed)
        return false;
    g->failed = true;
    g->reason = reason;
    snprintf(g->diagnostic->code, sizeof g->diagnostic->code, "%s", code);
    g->diagnostic->loc = loc;
    vsnprintf(g->diagnostic->text, sizeof g->diagnostic->text, format, args);
    return false;
}

bool cg_fail(cg *g, ir_loc loc, const char *code, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(g, loc, RG_CODEGEN_REFUSED, code, format, args);
    va_end(args);
    return false;
}

bool cg_fault(cg *g, ir_loc loc, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(g, loc, RG_CODEGEN_FAULT, "R0733", format, args);
    va_end(args);
    return false;
}

static bool fail_with(cg *g, ir_loc loc, rg_codegen_result reason, const char *code,
                      const char *text)
{
    if (!g->failed) {
        cg_fail(g, loc, code, "%s", text);
        g->reason = reason;
    }
    return false;
}

bool cg_short(cg *g, ir_loc loc, const char *text)
{
    return fail_with(g, loc, RG_CODEGEN_NO_REGISTERS, "R0730", text);
}

bool cg_frame_full(cg *g)
{
    char text[160];

    snprintf(text, sizeof text,
             "more than %d variables of this function are alive at one time without a register: "
             "an instruction reaches no further into the frame",
             CG_MAX_SLOTS);
    return cg_short(g, g->routine->loc, text);
}

bool cg_too_far(cg *g, ir_loc loc, const char *text)
{
    return fail_with(g, loc, RG_CODEGEN_TOO_FAR, "R0706", text);
}

/* 1 + index of the name, without what follows a '#' (the front end's own), 0 when there is no room.
 */
static uint16_t intern(cg *g, const char *name)
{
    size_t length = strcspn(name, "#");
    for (size_t i = 0; i < g->name_count; i++)
        if (strncmp(g->names[i], name, length) == 0 && g->names[i][length] == '\0')
            return (uint16_t)(i + 1);
    if (g->name_count == UINT16_MAX)
        return 0;
    char **bigger = rg_grow(g->names, g->name_count, &g->name_capacity, sizeof *bigger);
    if (!bigger)
        return 0;
    g->names = bigger;
    char *copy = strndup(name, length);
    if (!copy)
        return 0;
    g->names[g->name_count++] = copy;
    return (uint16_t)g->name_count;
}

/* A part of the elements of an array as the user writes it: v[...].x, where the variable is v.x. */
static const char *spelling(cg *g, const ir_var *var)
{
    const size_t array = rg_array_of_part(var->name, var->levels, var->rank);
    char *text = array > 0 ? ir_arena_alloc(g->scratch, strlen(var->name) + sizeof "[...]") : NULL;
    if (!text)
        return var->name;
    memcpy(text, var->name, array);
    strcpy(text + array, "[...]");
    strcat(text, var->name + array);
    return text;
}

uint16_t cg_name_of(cg *g, const ir_var *var)
{
    const bool nameless = var->name[0] == '#' || var->name[0] == '\0'
                          || rg_hidden_of(var->name) == RG_HIDDEN_PART;

    return nameless ? 0 : intern(g, var->name);
}

void cg_at(cg *g, ir_loc loc, rg_role role, const ir_var *var)
{
    if (loc.line) {
        g->line.file = loc.file;
        g->line.line = loc.line;
        g->line.column = loc.column;
    }
    g->line.role = (uint16_t)role;
    g->line.name = var ? intern(g, spelling(g, var)) : 0;
}

size_t cg_here(const cg *g) { return g->buffer.count; }

static ir_loc loc_here(const cg *g) { return (ir_loc){g->line.file, g->line.line, g->line.column}; }

size_t cg_emit(cg *g, rg_instruction in)
{
    uint32_t word = 0;

    if (g->failed)
        return g->buffer.count;
    if (!rg_encode(&in, g->module->xlen, &word)) {
        const rg_op_info *info = rg_op_lookup(in.op);
        cg_fail(g, loc_here(g), "R0731", "cannot encode %s (operands %d %d %d, immediate %d)",
                info ? info->mnemonic : "?", in.d, in.a, in.b, (int)in.imm);
        return g->buffer.count;
    }
    g->touched |= UINT32_C(1) << in.d | UINT32_C(1) << in.a | UINT32_C(1) << in.b;
    size_t index = rg_buffer_add(&g->buffer, word, g->line);
    if (g->buffer.failed)
        cg_fail(g, loc_here(g), "R0712", "out of memory");
    return index;
}

cg_operand cg_reg(uint8_t r) { return (cg_operand){.reg = r}; }
cg_operand cg_imm(int32_t value) { return (cg_operand){.immediate = true, .imm = value}; }
cg_operand cg_extent_at(unsigned dim) { return cg_imm(1 - (int32_t)dim); }

void cg_op(cg *g, unsigned op, enum rg_mode mode, uint8_t d, uint8_t a, cg_operand b)
{
    rg_instruction in = {.op = (uint8_t)op, .mode = (uint8_t)mode, .d = d, .a = a};

    in.immediate = b.immediate;
    if (b.immediate)
        in.imm = b.imm;
    else
        in.b = b.reg;
    in.kinds = b.kinds;
    cg_emit(g, in);
}

void cg_r1_of(cg *g, unsigned op, uint8_t d, rg_type_base base)
{
    const bool wide = g->module->wide && rg_type_has_gradient(base),
               log = wide && base == RG_TYPE_LOG;
    const rg_instruction in = {
        .op = (uint8_t)op,
        .d = d,
        .kinds = (uint8_t)((wide ? RG_WIDE_OPERANDS : 0u) | (log ? RG_LOG_OUT : 0u))};

    cg_emit(g, in);
}

void cg_r1(cg *g, unsigned op, uint8_t d)
{
    cg_emit(g, (rg_instruction){.op = (uint8_t)op, .d = d});
}

void cg_r2(cg *g, unsigned op, uint8_t d, uint8_t a)
{
    cg_emit(g, (rg_instruction){.op = (uint8_t)op, .d = d, .a = a});
}

void cg_mem(cg *g, unsigned op, enum rg_mode mode, uint8_t d, cg_address address)
{
    cg_op(g, op, mode, d, address.base, address.index);
}

cg_address cg_slot(const cg *g, unsigned slot)
{
    return (cg_address){g->frame_base,
                        cg_imm((g->still_sp ? (int32_t)g->frame : 0) - 1 - (int32_t)slot)};
}

cg_address cg_home_word(const cg *g, const cg_home *home)
{
    if (!home->on_stack)
        return cg_slot(g, home->slot);
    return (cg_address){g->frame_base,
                        cg_imm((int32_t)home->slot - (g->still_sp ? 0 : (int32_t)g->frame))};
}

void cg_aim(cg *g, size_t from, size_t to)
{
    rg_instruction in;

    if (g->failed || from >= g->buffer.count)
        return;
    rg_decode_any(g->buffer.code[from], g->module->xlen, &in);
    in.offset = (int32_t)((int64_t)to - (int64_t)from);
    if (!rg_encode(&in, g->module->xlen, &g->buffer.code[from])) {
        const rg_line *line = &g->buffer.lines[from];
        cg_too_far(
            g, (ir_loc){line->file, line->line, line->column},
            "the body is too long for a jump over it; move a part of it to a function of its own");
    }
}

void cg_link(cg *g, size_t from, size_t to)
{
    cg_aim(g, from, to);
    cg_aim(g, to, from);
}

/* ---- mirror image ---- */

static uint16_t inverse_role(uint16_t role)
{
    return role == RG_ROLE_ALLOC ? RG_ROLE_FREE : role == RG_ROLE_FREE ? RG_ROLE_ALLOC : role;
}

void cg_mirror(cg *g, size_t begin, size_t end)
{
    rg_line kept = g->line;

    for (size_t i = end; i > begin && !g->failed; i--) {
        rg_instruction in;
        g->line = g->buffer.lines[i - 1];
        g->line.role = inverse_role(g->line.role);
        if (!rg_decode_any(g->buffer.code[i - 1], g->module->xlen, &in) || !rg_undo(&in)) {
            cg_fail(g, loc_here(g), "R0731", "a word without inverse");
            break;
        }
        cg_emit(g, in);
    }
    g->line = kept;
}

void cg_turn(cg *g, size_t begin)
{
    size_t end = cg_here(g), length = end - begin;

    cg_mirror(g, begin, end);
    if (g->failed)
        return;
    memmove(g->buffer.code + begin, g->buffer.code + end, length * sizeof *g->buffer.code);
    memmove(g->buffer.lines + begin, g->buffer.lines + end, length * sizeof *g->buffer.lines);
    g->buffer.count = end;
}

/* ---- temporaries ---- */

cg_mark cg_get_mark(const cg *g)
{
    return (cg_mark){g->buffer.count, g->temps, g->cache_count, g->checked_count};
}

void cg_release(cg *g, cg_mark mark)
{
    g->temps = mark.temps;
    g->cache_count = mark.cache_count;
    g->checked_count = mark.checked_count;
}

/* What need not be saved comes first, and of it the high registers: the low ones are left to
 * parameters of callers. What is lent comes last, so that little is, and then
 * the register of operands in memory, which want an index there. */
uint8_t cg_temp(cg *g, ir_loc loc)
{
    const uint32_t index = g->lent ? UINT32_C(1) << RG_INDEX_REGISTER : 0,
                   own = g->temps & ~g->lent & ~index;
    const uint32_t sets[] = {own & CG_PRESERVED & ~cg_keeps(g), own & CG_SCRATCH, own,
                             g->temps & ~index, g->temps};

    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        for (unsigned r = 1; r < CG_SP; r++)
            if (sets[i] >> r & 1) {
                g->temps &= ~(UINT32_C(1) << r);
                return (uint8_t)r;
            }
    cg_short(g, loc, "this is too complicated: give a part of it a name");
    return 1;
}

void cg_free_temp(cg *g, uint8_t r) { g->temps |= UINT32_C(1) << r; }

unsigned cg_temps_left(const cg *g) { return cg_count(g->temps); }

void cg_add_fix(cg *g, cg_fix_kind kind, const void *target, ir_loc loc)
{
    cg_fix *bigger = rg_grow(g->fixes, g->fix_count, &g->fix_capacity, sizeof *bigger);

    if (!bigger) {
        cg_fail(g, loc, "R0712", "out of memory");
        return;
    }
    g->fixes = bigger;
    g->fixes[g->fix_count++] = (cg_fix){g->buffer.count, kind, target, loc};
}

uint32_t cg_named(const rg_instruction *in)
{
    const uint32_t plain = UINT32_C(1) << in->d | UINT32_C(1) << in->a | UINT32_C(1) << in->b;

    if (in->words)
        return plain | UINT32_C(1) << RG_INDEX_REGISTER;
    if (!rg_is_stream(in))
        return plain;
    return plain | rg_accesses_of(in).reads;
}
