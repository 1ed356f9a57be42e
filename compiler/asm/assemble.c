/* assemble.c: lines, labels, directives and routines of an assembly text. */
#include "asm.h"

#include <stdlib.h>
#include <string.h>

#include "asm_internal.h"

/* ---- routines ---- */

static rg_routine *current_routine(assembler *as)
{
    return as->in_routine ? &as->routines[as->routine_count - 1] : NULL;
}

/* Without .entry the entry is the label of the routine's name, else its first portal, else its
 * first word. */
static uint32_t find_entry(assembler *as, const rg_routine *r)
{
    asm_symbol *symbol = asm_find(as, r->name);

    if (symbol && symbol->is_label && symbol->value >= r->begin)
        return (uint32_t)symbol->value;
    for (size_t i = r->begin; i < as->buffer.count; i++)
        if (as->buffer.code[i] >> 25 == RG_OP_PORTAL)
            return (uint32_t)i;
    return r->begin;
}

static bool set_entry(assembler *as, rg_routine *r, uint32_t entry)
{
    asm_symbol *symbol = asm_find(as, r->name);

    r->entry = entry;
    as->has_entry = true;
    if (symbol)
        return (symbol->is_label && symbol->value == entry)
               || asm_fail(as, "R0705", "'%s' is both a routine and something else", r->name);
    char *name = strdup(r->name);
    return name ? asm_define(as, name, true, entry) : asm_fail(as, "R0712", "out of memory");
}

bool asm_end_routine(assembler *as)
{
    rg_routine *r = current_routine(as);

    if (!r)
        return true;
    if (!as->has_entry && !set_entry(as, r, find_entry(as, r)))
        return false;
    r->end = (uint32_t)as->buffer.count;
    as->in_routine = false;
    if (r->end == r->begin)
        return asm_fail(as, "R0707", "routine '%s' has no instruction", r->name);
    if (!rg_good_tiles(r))
        return asm_fail(as, "R0702",
                        "`tile` has a '.', '+', 'n', '1' or '2' for each parameter of '%s', as "
                        "suits its type",
                        r->name);
    return true;
}

static bool begin_routine(assembler *as)
{
    if (!asm_end_routine(as))
        return false;
    rg_routine *bigger =
        rg_grow(as->routines, as->routine_count, &as->routine_capacity, sizeof *bigger);
    if (!bigger)
        return asm_fail(as, "R0712", "out of memory");
    as->routines = bigger;
    char *name = asm_name(as);
    if (!name)
        return false;
    as->routines[as->routine_count++] =
        (rg_routine){.name = name, .begin = (uint32_t)as->buffer.count, .exported = 1};
    as->in_routine = true;
    as->has_entry = false;
    if (asm_accept(as, ",")) {
        if (!asm_expect(as, "local"))
            return false;
        as->routines[as->routine_count - 1].exported = 0;
    }
    return true;
}

static bool entry_here(assembler *as)
{
    rg_routine *r = current_routine(as);

    if (!r || as->has_entry)
        return asm_fail(as, "R0707",
                        r ? "a routine has one .entry" : ".entry stands outside a routine");
    if (!asm_at_end(as)) {
        char *name = asm_name(as);
        bool same = name && strcmp(name, r->name) == 0;
        free(name);
        if (!same)
            return asm_fail(as, "R0707", ".entry names another routine");
    }
    return set_entry(as, r, (uint32_t)as->buffer.count);
}

static bool param_type(assembler *as, rg_param *p)
{
    int64_t rank;

    for (unsigned base = 0; base < RG_TYPES; base++)
        if (asm_accept(as, rg_type_name((rg_type_base)base))) {
            p->base = (rg_type_base)base;
            if (!asm_expect(as, ",") || !asm_number(as, &rank))
                return false;
            p->rank = (unsigned)rank;
            return (rank >= 0 && rank <= RG_MOST_RANK)
                   || asm_fail(as, "R0702", "the rank is one of 0 to %d", RG_MOST_RANK);
        }
    return asm_fail(as, "R0702", "expected Int, Bool, Fixed or Log here");
}

/* "c0": the parameter is a part of a compound argument, as rg_param.levels says. */
static bool param_levels(assembler *as, rg_param *p)
{
    size_t dots = 0;
    p->levels = asm_name(as);
    if (!p->levels)
        return false;
    for (const char *at = p->name; *at; at++)
        dots += *at == '.';
    bool good = strlen(p->levels) == 2 * dots;
    for (size_t i = 0; good && i < 2 * dots; i += 2)
        good = strchr("cst", p->levels[i]) && p->levels[i + 1] >= '0' && p->levels[i + 1] <= '2';
    return good
           || asm_fail(
               as, "R0702",
               "the levels of a parameter are c, s or t and 0, 1 or 2 for each '.' of its name");
}

/* A register, levels in quotes, the words kept, required and tile, or the default of a keyword. */
static bool param_option(assembler *as, rg_param *p)
{
    if (as->at < as->end && *as->at == '"')
        return param_levels(as, p);
    if (as->at + 1 < as->end && *as->at == 'r' && as->at[1] >= '0' && as->at[1] <= '9') {
        uint8_t reg;
        if (!asm_register(as, &reg))
            return false;
        p->reg = reg;
        return true;
    }
    if (asm_accept(as, "kept")) {
        p->kept = 1;
        return true;
    }
    if (asm_accept(as, "required")) {
        p->required = 1;
        return true;
    }
    if (asm_accept(as, "tile")) {
        free(p->tile);
        p->tile = asm_name(as);
        return p->tile != NULL;
    }
    p->keyword = p->has_default = 1;
    return asm_number(as, &p->default_raw);
}

static bool param(assembler *as)
{
    rg_routine *r = current_routine(as);
    rg_param p = {0};

    if (!r)
        return asm_fail(as, "R0707", ".param stands outside a routine");
    rg_param *params = realloc(r->params, (r->param_count + 1) * sizeof *params);
    if (!params)
        return asm_fail(as, "R0712", "out of memory");
    r->params = params;
    p.name = asm_name(as);
    if (!p.name)
        return false;
    params[r->param_count++] = p;
    rg_param *slot = &params[r->param_count - 1];
    slot->reg = r->param_count <= RG_REGISTER_PARAMETERS ? (unsigned)r->param_count : 0;
    if (!asm_expect(as, ",") || !param_type(as, slot))
        return false;
    while (asm_accept(as, ",")) {
        asm_skip_space(as);
        if (!param_option(as, slot))
            return false;
    }
    return true;
}

/* ---- other directives ---- */

static bool equ(assembler *as)
{
    int64_t value;
    char *name = asm_name(as);

    if (!name)
        return false;
    if (!asm_expect(as, ",") || !asm_number(as, &value)) {
        free(name);
        return false;
    }
    return asm_define(as, name, false, value);
}

static bool word(assembler *as, unsigned column)
{
    int64_t value;

    if (!asm_number(as, &value))
        return false;
    if (value < -INT64_C(0x80000000) || value > INT64_C(0xffffffff))
        return asm_fail_at(as, as->line, column, "R0703", "a word has 32 bits");
    rg_line line = {.file = 0, .line = as->line, .column = column};
    rg_buffer_add(&as->buffer, (uint32_t)(uint64_t)value, line);
    return !as->buffer.failed || asm_fail(as, "R0712", "out of memory");
}

bool asm_directive(assembler *as, const char *name, unsigned column)
{
    if (strcmp(name, ".routine") == 0)
        return begin_routine(as);
    if (strcmp(name, ".end") == 0)
        return asm_end_routine(as);
    if (strcmp(name, ".entry") == 0)
        return entry_here(as);
    if (strcmp(name, ".param") == 0)
        return param(as);
    if (strcmp(name, ".equ") == 0)
        return equ(as);
    if (strcmp(name, ".word") == 0)
        return word(as, column);
    return asm_fail_at(as, as->line, column, "R0707", "there is no directive '%s'", name);
}

/* ---- lines ---- */

/* The colon of a label, not of := */
static bool accept_colon(assembler *as)
{
    asm_skip_space(as);
    if (as->end - as->at >= 2 && as->at[0] == ':' && as->at[1] == '=')
        return false;
    return asm_accept(as, ":");
}

static bool statement(assembler *as)
{
    while (!asm_at_end(as)) {
        unsigned column = asm_column(as);
        char *name = asm_name(as);
        if (!name)
            return false;
        if (accept_colon(as)) {
            if (!asm_define(as, name, true, (int64_t)as->buffer.count))
                return false;
            continue;
        }
        bool ok = name[0] == '.' ? asm_directive(as, name, column)
                                 : asm_instruction(as, name, column);
        free(name);
        if (!ok)
            return false;
        return asm_at_end(as) || asm_fail(as, "R0702", "nothing more is expected on this line");
    }
    return true;
}

static bool lines(assembler *as)
{
    while (as->at < as->end) {
        as->line_start = as->at;
        if (!statement(as))
            return false;
        while (as->at < as->end && *as->at != '\n')
            as->at++;
        if (as->at < as->end)
            as->at++;
        as->line++;
    }
    as->line_start = as->at;
    return asm_end_routine(as) && asm_apply_fixes(as);
}

static rg_object *make_object(assembler *as)
{
    rg_object *object = calloc(1, sizeof *object);
    char **files = calloc(1, sizeof *files);
    char *file = strdup(as->file);

    if (!object || !files || !file) {
        free(object);
        free(files);
        free(file);
        asm_fail(as, "R0712", "out of memory");
        return NULL;
    }
    files[0] = file;
    *object = (rg_object){
        .xlen = as->xlen,
        .frac = as->frac,
        .code_count = as->buffer.count,
        .code = as->buffer.code,
        .lines = as->buffer.lines,
        .file_count = 1,
        .files = files,
        .routine_count = as->routine_count,
        .routines = as->routines,
    };
    as->buffer = (rg_buffer){0};
    as->routines = NULL;
    as->routine_count = 0;
    return object;
}

static void release(assembler *as)
{
    rg_buffer_free(&as->buffer);
    for (size_t i = 0; i < as->symbol_count; i++)
        free(as->symbols[i].name);
    for (size_t i = 0; i < as->fix_count; i++)
        free(as->fixes[i].name);
    for (size_t i = 0; i < as->routine_count; i++) {
        for (size_t j = 0; j < as->routines[i].param_count; j++) {
            free(as->routines[i].params[j].name);
            free(as->routines[i].params[j].levels);
            free(as->routines[i].params[j].tile);
        }
        free(as->routines[i].params);
        free(as->routines[i].name);
    }
    free(as->symbols);
    free(as->fixes);
    free(as->routines);
}

rg_object *rg_assemble(const char *text, size_t length, const char *file, unsigned xlen,
                       unsigned frac, char *error, size_t size)
{
    assembler as = {.at = text,
                    .end = text + length,
                    .line_start = text,
                    .line = 1,
                    .file = file,
                    .xlen = xlen,
                    .frac = frac,
                    .error = error,
                    .error_size = size};

    if (error && size)
        error[0] = 0;
    rg_object *object = lines(&as) ? make_object(&as) : NULL;
    release(&as);
    return object;
}
