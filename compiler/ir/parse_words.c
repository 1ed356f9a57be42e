/* parse_words.c: names, numbers, types and positions of IR text. */
#include "parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;

    return at ? (int)(at - digits) : -1;
}

/* \xHH is a byte; a \ before another character is that character. */
static char *unquoted(ir_parser *p)
{
    char *text = ir_arena_alloc(p->m, p->t.length), *to = text;
    const char *end = p->t.start + p->t.length - 1;

    for (const char *c = p->t.start + 1; text && c < end; c++) {
        if (*c == '\\')
            c++;
        if (c[-1] == '\\' && *c == 'x' && end - c > 2 && hex_digit(c[1]) >= 0
            && hex_digit(c[2]) >= 0 && (c[1] != '0' || c[2] != '0')) {
            *to++ = (char)(hex_digit(c[1]) * 16 + hex_digit(c[2]));
            c += 2;
        } else
            *to++ = *c;
    }
    return text;
}

static char *plain(ir_parser *p)
{
    char *text = ir_arena_alloc(p->m, p->t.length + 1);

    if (text)
        memcpy(text, p->t.start, p->t.length);
    return text;
}

char *ir_parse_name(ir_parser *p)
{
    if (p->t.kind != IR_TOKEN_NAME && p->t.kind != IR_TOKEN_QUOTED)
        return ir_parse_wrong(p, "a name is expected here");
    char *text = p->t.kind == IR_TOKEN_NAME ? plain(p) : unquoted(p);
    ir_parse_next(p);
    return text;
}

int64_t ir_parse_integer(ir_parser *p)
{
    const bool minus = ir_parse_take(p, "-");
    char *end = NULL;

    if (p->t.kind != IR_TOKEN_NUMBER)
        ir_parse_wrong(p, "a whole number is expected here");
    if (p->failed)
        return 0;
    errno = 0;
    const unsigned long long value = strtoull(p->t.start, &end, 0);
    const bool hexadecimal = p->t.length > 1 && p->t.start[1] == 'x';
    const unsigned long long most = hexadecimal ? UINT64_MAX : (uint64_t)INT64_MAX + minus;
    if (errno || end != p->t.start + p->t.length || value > most)
        ir_parse_wrong(p, "this is no whole number of 64 bits");
    ir_parse_next(p);
    return (int64_t)(minus ? 0 - value : value);
}

uint32_t ir_parse_count(ir_parser *p, uint32_t most)
{
    const ir_token t = p->t;
    const int64_t value = ir_parse_integer(p);

    if (p->failed || (value >= 0 && value <= (int64_t)most))
        return (uint32_t)value;
    p->t = t;
    ir_parse_wrong(p, "this number is from 0 to %u", (unsigned)most);
    return 0;
}

rg_type_base ir_parse_type(ir_parser *p)
{
    for (int base = 0; base < RG_TYPES; base++)
        if (ir_parse_take(p, rg_type_name((rg_type_base)base)))
            return (rg_type_base)base;
    ir_parse_wrong(p, "a type is expected here: Int, Bool, Fixed or Log");
    return RG_TYPE_INT;
}

/* The variable of this name with the number after % */
static ir_var *numbered(ir_parser *p, const char *name, ir_token at)
{
    const uint32_t id = ir_parse_count(p, UINT32_MAX);

    if (!p->failed && id < p->r->var_count && strcmp(p->r->vars[id]->name, name) == 0)
        return p->r->vars[id];
    p->t = p->failed ? p->t : at;
    return ir_parse_wrong(p, "there is no variable '%.60s%%%u'", name, (unsigned)id);
}

ir_var *ir_parse_var(ir_parser *p)
{
    const ir_token at = p->t;
    const char *name = ir_parse_name(p);

    if (!name)
        return NULL;
    if (ir_parse_take(p, "%"))
        return numbered(p, name, at);
    const size_t id = ir_names_find(&p->vars, name);
    if (id != SIZE_MAX && !p->shared[id])
        return p->r->vars[id];
    p->t = at;
    return ir_parse_wrong(p,
                          id == SIZE_MAX ? "there is no variable '%.60s'"
                                         : "several variables have the name '%.60s': add %% and "
                                           "the number of the one that is meant",
                          name);
}

/* ---- positions ---- */

static void add_position(ir_parser *p, ir_loc loc)
{
    if (p->position_count == p->position_capacity) {
        const size_t wanted = p->position_capacity ? 2 * p->position_capacity : 64;
        ir_loc *bigger = realloc(p->positions, wanted * sizeof *bigger);
        p->m->out_of_memory = p->m->out_of_memory || !bigger;
        if (!bigger)
            return;
        p->positions = bigger;
        p->position_capacity = wanted;
    }
    p->positions[p->position_count++] = loc;
}

/* A column, line:column or file:line:column, after another one. */
static ir_loc position_after(ir_parser *p, ir_loc before)
{
    uint32_t part[3] = {0};
    unsigned count = 0;

    do
        part[count++] = ir_parse_count(p, INT32_MAX);
    while (count < 3 && ir_parse_take(p, ":"));
    ir_loc loc = before;
    loc.column = part[count - 1];
    if (count > 1)
        loc.line = part[count - 2];
    if (count > 2)
        loc.file = part[0];
    if (loc.file && loc.file >= p->m->file_count)
        ir_parse_wrong(p, "the text names no file %u", (unsigned)loc.file);
    return loc;
}

void ir_parse_positions(ir_parser *p)
{
    const ir_lexer lexer = p->lexer;
    const ir_token first = p->t;
    bool at = false;

    p->position_count = p->positions_taken = 0;
    while (p->t.kind != IR_TOKEN_LINE && p->t.kind != IR_TOKEN_END
           && !(at && p->t.kind == IR_TOKEN_NUMBER)) {
        at = ir_parse_at(p, "@");
        ir_parse_next(p);
    }
    for (ir_loc loc = {0, 0, 0}; p->t.kind == IR_TOKEN_NUMBER && !p->failed;)
        add_position(p, loc = position_after(p, loc));
    if (p->failed)
        return;
    p->lexer = lexer;
    p->t = first;
}

ir_loc ir_parse_loc(ir_parser *p)
{
    const size_t n = p->positions_taken++;

    if (p->own_positions)
        return (ir_loc){0, p->last.line, p->last.column};
    return p->position_count == 0 ? (ir_loc){0, 0, 0}
                                  : p->positions[n < p->position_count ? n : p->position_count - 1];
}

void ir_parse_line_end(ir_parser *p)
{
    if (ir_parse_take(p, "@")) {
        if (p->positions_taken < p->position_count)
            ir_parse_wrong(p, "%zu positions for the %zu nodes of the line", p->position_count,
                           p->positions_taken);
        while (p->t.kind == IR_TOKEN_NUMBER || ir_parse_at(p, ":"))
            ir_parse_next(p);
    }
    if (p->t.kind == IR_TOKEN_LINE)
        ir_parse_next(p);
    else if (p->t.kind != IR_TOKEN_END)
        ir_parse_wrong(p, "the line should end here");
}
