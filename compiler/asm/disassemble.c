/* disassemble.c: instruction words to text. */
#include "asm.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"
#include "isa/stream_operands.h"

static const char *register_name(unsigned r, char text[8])
{
    if (r == 31)
        return "sp";
    snprintf(text, 8, "r%u", r & 31);
    return text;
}

/* In brackets where it is an indexed descriptor of a stream, or the address of a word in memory. */
static const char *descriptor(const rg_instruction *in, unsigned operand, unsigned r, char text[16])
{
    char name[8];

    if (in->words >> operand & 1) {
        snprintf(text, 16, "[%s + r%d]", register_name(r, name), RG_INDEX_REGISTER);
        return text;
    }
    snprintf(text, 16, rg_stream_operand_indexed(in, operand) ? "[%s]" : "%s",
             register_name(r, name));
    return text;
}

/* .f where the operand is a float word. */
static const char *of_kind(const rg_instruction *in, unsigned kind, const char *name, char text[16])
{
    char copy[16];

    if (!(in->kinds & kind))
        return name;
    snprintf(copy, sizeof copy, "%s", name);
    snprintf(text, 16, "%.13s.f", copy);
    return text;
}

static const char *operand_b(const rg_instruction *in, char text[16])
{
    if (!in->immediate)
        return of_kind(in, RG_FLOAT_B, descriptor(in, RG_STREAM_B, in->b, text), text);
    snprintf(text, 16, "%d", (int)in->imm);
    return text;
}

static const char *address(const rg_instruction *in, char text[32])
{
    char a[8], b[8];

    if (!in->immediate)
        snprintf(text, 32, "[%s + %s]", register_name(in->a, a), register_name(in->b, b));
    else if (in->imm == 0)
        snprintf(text, 32, "[%s]", register_name(in->a, a));
    else
        snprintf(text, 32, "[%s %c %d]", register_name(in->a, a), in->imm < 0 ? '-' : '+',
                 abs(in->imm));
    return text;
}

static int text_of(const rg_instruction *in, const char *target, char *text, size_t size)
{
    const rg_op_info *info = rg_op_lookup(in->op);
    const char *m = info->mnemonic, *mode = rg_mode_text(in->mode);
    char d_text[16], a_text[16], b_text[16], m_text[32], wide[16];
    const char *d = descriptor(in, RG_STREAM_TARGET, in->d, d_text),
               *a = descriptor(in, RG_STREAM_A, in->a, a_text);
    a = of_kind(in, RG_FLOAT_A, a, a_text);
    if (in->op == RG_OP_FMOV && in->kinds & RG_TO_FIXED) {
        snprintf(wide, sizeof wide, "%s.%s", m, in->kinds & RG_FIXED_TARGET ? "fixed" : "tofixed");
        m = wide;
    } else if (in->kinds & RG_WIDE_OPERANDS) {
        snprintf(wide, sizeof wide, "%s.w", m);
        m = wide;
    }
    const char *b = operand_b(in, b_text), *mem = address(in, m_text);

    switch (info->format) {
    case RG_FMT_U: return snprintf(text, size, "%s %s %s, %s, %s", m, mode, d, a, b);
    case RG_FMT_U1:
    case RG_FMT_C: return snprintf(text, size, "%s %s %s, %s", m, mode, d, b);
    case RG_FMT_LD: return snprintf(text, size, "%s %s %s, %s", m, mode, d, mem);
    case RG_FMT_ST: return snprintf(text, size, "%s %s %s, %s", m, mode, mem, d);
    case RG_FMT_X: return snprintf(text, size, "%s %s, %s", m, d, mem);
    case RG_FMT_M: return snprintf(text, size, "%s %s", m, mem);
    case RG_FMT_R1:
        return snprintf(text, size, "%s %s%s", m, d, in->kinds & RG_LOG_OUT ? ".log" : "");
    case RG_FMT_R2:
    case RG_FMT_R2X: return snprintf(text, size, "%s %s, %s", m, d, a);
    case RG_FMT_W:
        return rg_is_stream(in) ? snprintf(text, size, "%s %s %s, %s, %s", m, mode, d, a, b)
                                : snprintf(text, size, "%s %s %s, %s", m, mode, a, b);
    case RG_FMT_WO: return snprintf(text, size, "%s %s %s", m, mode, d);
    case RG_FMT_RM: return snprintf(text, size, "%s %s %s", m, mode, d);
    case RG_FMT_MD: return snprintf(text, size, "%s %s %s, %s, %s", m, mode, d, a, b);
    case RG_FMT_R3: return snprintf(text, size, "%s %s, %s, %s", m, d, a, b);
    case RG_FMT_RB: return snprintf(text, size, "%s %s, %s", m, d, b);
    case RG_FMT_BR: return snprintf(text, size, "%s %s, %s, %s", m, d, a, target);
    case RG_FMT_BI: return snprintf(text, size, "%s %s, %d, %s", m, d, (int)in->imm, target);
    case RG_FMT_J: return snprintf(text, size, "%s %s", m, target);
    case RG_FMT_AS: return snprintf(text, size, "%s %s %s %s", m, d, rg_cond_text(in->mode), b);
    case RG_FMT_I: return snprintf(text, size, "%s %s", m, b);
    default: return snprintf(text, size, "%s", m);
    }
}

int rg_disassemble_labelled(uint32_t word, unsigned xlen, const char *label, char *text,
                            size_t size)
{
    rg_instruction in;
    char target[16];

    if (!rg_decode_any(word, xlen, &in))
        return snprintf(text, size, ".word 0x%08x", (unsigned)word);
    snprintf(target, sizeof target, ".%+d", (int)in.offset);
    return text_of(&in, label ? label : target, text, size);
}

int rg_disassemble_word(uint32_t word, unsigned xlen, char *text, size_t size)
{
    return rg_disassemble_labelled(word, xlen, NULL, text, size);
}

/* ---- listing of an object ---- */

/* The word a branch at index goes to, or -1 when there is none inside the code. */
static int64_t target_of(const rg_object *object, size_t index)
{
    rg_instruction in;

    if (!rg_decode_any(object->code[index], object->xlen, &in) || !rg_has_target(&in))
        return -1;
    int64_t target = (int64_t)index + in.offset;
    return target >= 0 && target < (int64_t)object->code_count ? target : -1;
}

static const char *const role_text[RG_ROLE_COUNT] = {
#define RG_ROLE(id, name) name,
#include "compiler/roles.def"
#undef RG_ROLE
};

static void print_source(const rg_object *object, size_t index, FILE *out)
{
    const rg_line *line = &object->lines[index];
    const char *role = line->role < RG_ROLE_COUNT ? role_text[line->role] : "";

    if (line->line == 0 || line->file >= object->file_count)
        return;
    fprintf(out, "; %s:%u:%u", object->files[line->file], (unsigned)line->line,
            (unsigned)line->column);
    if (*role)
        fprintf(out, " %s", role);
    if (line->name > 0 && line->name <= object->name_count)
        fprintf(out, " %s", object->names[line->name - 1]);
}

static void print_word(const rg_object *object, size_t index, FILE *out)
{
    char text[128], label[24];
    int64_t target = target_of(object, index);

    snprintf(label, sizeof label, ".L%lld", (long long)target);
    rg_disassemble_labelled(object->code[index], object->xlen, target < 0 ? NULL : label, text,
                            sizeof text);
    fprintf(out, "        %-34s", text);
    if (object->lines)
        print_source(object, index, out);
    fprintf(out, "\n");
}

static unsigned usual_register(size_t i)
{
    return i < RG_REGISTER_PARAMETERS ? (unsigned)i + 1 : 0;
}

static void print_routine_head(const rg_routine *r, FILE *out)
{
    fprintf(out, "\n.routine \"%s\"", r->name);
    if (!r->exported)
        fprintf(out, ", local");
    fprintf(out, "\n");
    for (size_t i = 0; i < r->param_count; i++) {
        const rg_param *p = &r->params[i];
        fprintf(out, ".param \"%s\", %s, %u", p->name,
                rg_type_name((rg_type_base)(p->base % RG_TYPES)), p->rank);
        if (p->keyword && p->has_default)
            fprintf(out, ", %lld", (long long)p->default_raw);
        else if (p->levels && *p->levels)
            fprintf(out, ", \"%s\"", p->levels);
        if (p->reg != usual_register(i))
            fprintf(out, ", r%u", p->reg);
        if (p->kept)
            fprintf(out, ", kept");
        if (p->required)
            fprintf(out, ", required");
        if (p->tile)
            fprintf(out, ", tile \"%s\"", p->tile);
        fprintf(out, "\n");
    }
}

int rg_disassemble(const rg_object *object, FILE *out)
{
    bool *label = calloc(object->code_count + 1, sizeof *label);

    if (!label)
        return -1;
    for (size_t i = 0; i < object->code_count; i++) {
        int64_t target = target_of(object, i);
        if (target >= 0)
            label[target] = true;
    }
    for (size_t i = 0; i < object->code_count; i++) {
        for (size_t r = 0; r < object->routine_count; r++)
            if (object->routines[r].end == i && i > 0)
                fprintf(out, ".end\n");
        for (size_t r = 0; r < object->routine_count; r++)
            if (object->routines[r].begin == i)
                print_routine_head(&object->routines[r], out);
        for (size_t r = 0; r < object->routine_count; r++)
            if (object->routines[r].entry == i)
                fprintf(out, ".entry \"%s\"\n", object->routines[r].name);
        if (label[i])
            fprintf(out, ".L%zu:\n", i);
        print_word(object, i, out);
    }
    free(label);
    return ferror(out) ? -1 : 0;
}
