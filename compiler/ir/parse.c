/* parse.c: the module that IR text describes. The text is read three times. The first reading takes
 * the headings, since a call may stand before its routine. The second one takes the bodies. Their
 * nodes get positions in the IR text, so that the validator can show what is wrong. The third one
 * takes the bodies again, with the source positions that the text gives. */
#include "parse.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 1000 };

void *ir_parse_wrong(ir_parser *p, const char *format, ...)
{
    va_list args;

    if (p->failed)
        return NULL;
    p->failed = true;
    *p->diagnostic = (ir_diagnostic){.code = "R0735", .loc = {0, p->t.line, p->t.column}};
    va_start(args, format);
    vsnprintf(p->diagnostic->text, sizeof p->diagnostic->text, format, args);
    va_end(args);
    p->t.kind = IR_TOKEN_END;
    p->t.length = 0;
    return NULL;
}

void ir_parse_next(ir_parser *p)
{
    if (p->failed)
        return;
    p->last = p->t;
    p->t = ir_lexer_next(&p->lexer);
    if (p->t.kind == IR_TOKEN_BAD)
        ir_parse_wrong(p, *p->t.start == '"' ? "a name in quotes has no end"
                                             : "a character that IR text does not have");
}

bool ir_parse_at(const ir_parser *p, const char *text) { return ir_token_is(&p->t, text); }

bool ir_parse_take(ir_parser *p, const char *text)
{
    const bool there = ir_parse_at(p, text);

    if (there)
        ir_parse_next(p);
    return there;
}

void ir_parse_expect(ir_parser *p, const char *text)
{
    if (!ir_parse_take(p, text))
        ir_parse_wrong(p, "'%s' is expected here", text);
}

bool ir_parse_deeper(ir_parser *p)
{
    if (p->failed || ++p->depth > MAX_DEPTH)
        ir_parse_wrong(p, "nested too deeply");
    return !p->failed;
}

/* ---- headings ---- */

/* A routine whose body is still to be read. */
typedef struct unit {
    struct unit *next;
    ir_routine *r;
    ir_lexer lexer; /* of its first statement */
    ir_token t;
    const char *forth; /* the name that its heading gives, or NULL */
    ir_token forth_at;
} unit;

static unsigned rank(ir_parser *p)
{
    static const char *const names[] = {"Vector", "Matrix", "Array3", "Array4"};

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (ir_parse_take(p, names[i]))
            return i + 1;
    return 0;
}

/* The number of an array declared before. */
static const ir_var *shape(ir_parser *p, const ir_var *v)
{
    const ir_token at = p->t;
    const uint32_t id = ir_parse_count(p, UINT32_MAX);

    if (p->failed || (id < v->id && p->r->vars[id]->rank > 0))
        return p->failed ? NULL : p->r->vars[id];
    p->t = at;
    return ir_parse_wrong(p, "no array before this one has the number %u", (unsigned)id);
}

static void traits(ir_parser *p, ir_var *v)
{
    v->keyword = ir_parse_take(p, "keyword");
    v->has_default = ir_parse_take(p, "default");
    if (v->has_default)
        v->default_raw = ir_parse_integer(p);
    v->required = ir_parse_take(p, "required");
    if (ir_parse_take(p, "levels"))
        v->levels = ir_parse_name(p);
    if (ir_parse_take(p, "shape"))
        v->shape = shape(p, v);
}

/* name: type. The number behind a % counts all variables of the routine. */
static void declaration(ir_parser *p, bool parameter)
{
    const ir_token at = p->t;
    const char *name = ir_parse_name(p);
    const bool numbered = ir_parse_take(p, "%");
    const uint32_t id = numbered ? ir_parse_count(p, UINT32_MAX) : 0;

    ir_parse_expect(p, ":");
    const unsigned r = rank(p);
    const rg_type_base base = ir_parse_type(p);
    if (numbered && !p->failed && id != p->r->var_count) {
        p->t = at;
        ir_parse_wrong(p, "this is variable %zu of the routine", p->r->var_count);
    }
    ir_var *v = p->failed   ? NULL
                : parameter ? ir_add_param(p->r, (ir_loc){0, 0, 0}, name, base, r)
                            : ir_add_var(p->r, (ir_loc){0, 0, 0}, name, base, r);
    if (v)
        traits(p, v);
    if (v && !p->failed)
        v->loc = ir_parse_loc(p);
}

static void parameters(ir_parser *p)
{
    ir_parse_expect(p, "(");
    if (ir_parse_take(p, ")"))
        return;
    do
        declaration(p, true);
    while (ir_parse_take(p, ","));
    ir_parse_expect(p, ")");
}

static void properties(ir_parser *p, unit *u)
{
    u->r->exported = ir_parse_take(p, "exported");
    u->r->reversible = ir_parse_take(p, "reversible");
    u->r->differentiated = ir_parse_take(p, "differentiated");
    if (ir_parse_take(p, "forth")) {
        u->forth_at = p->t;
        u->forth = ir_parse_name(p);
    }
    if (ir_parse_take(p, "to"))
        u->r->last_line = ir_parse_count(p, INT32_MAX);
}

static void variables(ir_parser *p)
{
    ir_parse_positions(p);
    while (ir_parse_take(p, "var")) {
        declaration(p, false);
        ir_parse_line_end(p);
        ir_parse_positions(p);
    }
}

static unit *heading(ir_parser *p)
{
    unit *u = ir_arena_alloc(p->m, sizeof *u);

    ir_parse_next(p);
    const ir_loc loc = ir_parse_loc(p);
    const char *name = ir_parse_name(p);
    p->r = u && name ? ir_routine_new(p->m, loc, name, false) : NULL;
    if (!p->r)
        return NULL;
    u->r = p->r;
    parameters(p);
    if (!p->failed)
        properties(p, u);
    ir_parse_line_end(p);
    variables(p);
    u->lexer = p->lexer;
    u->t = p->t;
    return u;
}

/* ---- the module ---- */

static void skip_line(ir_parser *p)
{
    while (p->t.kind != IR_TOKEN_LINE && p->t.kind != IR_TOKEN_END)
        ir_parse_next(p);
    if (p->t.kind == IR_TOKEN_LINE)
        ir_parse_next(p);
}

static unit *headings(ir_parser *p)
{
    unit *first = NULL, **end = &first;

    while (p->t.kind != IR_TOKEN_END && !p->m->out_of_memory) {
        ir_parse_positions(p);
        if (!ir_parse_at(p, "routine")) {
            if (!first)
                ir_parse_expect(p, "routine");
            skip_line(p);
            continue;
        }
        *end = heading(p);
        if (*end)
            end = &(*end)->next;
    }
    return first;
}

static void format(ir_parser *p)
{
    const ir_token at = p->t;
    p->m->xlen = ir_parse_count(p, 64);
    p->m->frac = ir_parse_count(p, 64);
    if (ir_parse_take(p, "float"))
        p->m->wide = ir_parse_count(p, 256);
    if (!p->failed && !ir_is_format(p->m->xlen, p->m->frac)) {
        p->t = at;
        ir_parse_wrong(p, "no such number format");
    }
    ir_parse_line_end(p);
}

/* Lines before the routines: the number format, files and texts. */
static void preamble(ir_parser *p)
{
    if (ir_parse_take(p, "format"))
        format(p);
    while (ir_parse_at(p, "file") || ir_parse_at(p, "text")) {
        const bool file = ir_parse_at(p, "file");
        uint32_t id = 0;
        ir_parse_next(p);
        const char *name = ir_parse_name(p);
        if (name && !(file ? ir_add_file(p->m, name) >= 0 : ir_add_text(p->m, name, &id)))
            ir_parse_wrong(p, "too many of these");
        ir_parse_line_end(p);
    }
}

/* The table of routines; each has a name of its own. */
static void index_routines(ir_parser *p, const unit *units)
{
    p->by_index = calloc(p->m->routine_count + 1, sizeof *p->by_index);
    if (!p->by_index || !ir_names_new(&p->routines, p->m->routine_count)) {
        p->m->out_of_memory = true;
        return;
    }
    for (const unit *u = units; u; u = u->next) {
        p->by_index[u->r->index] = u->r;
        if (ir_names_add(&p->routines, u->r->name, u->r->index) != u->r->index) {
            p->t = u->t;
            ir_parse_wrong(p, "a second routine '%.60s'", u->r->name);
        }
    }
}

static void link_forth(ir_parser *p, const unit *units)
{
    for (const unit *u = units; u && !p->failed; u = u->next) {
        const size_t index = u->forth ? ir_names_find(&p->routines, u->forth) : SIZE_MAX;
        if (u->forth && index == SIZE_MAX) {
            p->t = u->forth_at;
            ir_parse_wrong(p, "there is no routine '%.60s'", u->forth);
        } else if (u->forth)
            u->r->forth = p->by_index[index];
    }
}

/* ---- bodies ---- */

/* False when memory is short. */
static bool index_variables(ir_parser *p)
{
    p->shared = calloc(p->r->var_count + 1, sizeof *p->shared);
    if (!p->shared || !ir_names_new(&p->vars, p->r->var_count))
        return false;
    for (size_t i = 0; i < p->r->var_count; i++) {
        const size_t first = ir_names_add(&p->vars, p->r->vars[i]->name, i);
        p->shared[i] = first != i;
        p->shared[first] = p->shared[first] || first != i;
    }
    return true;
}

static void body(ir_parser *p, const unit *u)
{
    p->r = u->r;
    p->lexer = u->lexer;
    p->t = p->last = u->t;
    p->depth = 0;
    if (index_variables(p))
        p->r->body = ir_parse_list(p);
    else
        p->m->out_of_memory = true;
    ir_parse_expect(p, "end");
    ir_parse_line_end(p);
    if (p->t.kind != IR_TOKEN_END)
        ir_parse_expect(p, "routine");
    ir_names_free(&p->vars);
    free(p->shared);
    p->shared = NULL;
}

static void bodies(ir_parser *p, const unit *units, bool own_positions)
{
    p->own_positions = own_positions;
    for (const unit *u = units; u && !p->failed && !p->m->out_of_memory; u = u->next)
        body(p, u);
}

static void module(ir_parser *p)
{
    ir_parse_next(p);
    preamble(p);
    const unit *units = p->failed ? NULL : headings(p);
    if (!p->failed && !p->m->out_of_memory)
        index_routines(p, units);
    if (p->failed || p->m->out_of_memory)
        return;
    link_forth(p, units);
    bodies(p, units, true);
    if (!p->failed && !ir_validate(p->m, p->diagnostic)) {
        p->failed = true;
        memcpy(p->diagnostic->code, "R0735", sizeof "R0735");
        return;
    }
    bodies(p, units, false);
}

ir_module *ir_parse(const char *text, unsigned xlen, unsigned frac, ir_diagnostic *diagnostic)
{
    ir_parser p = {.lexer = ir_lexer_new(text), .diagnostic = diagnostic};

    *diagnostic = (ir_diagnostic){.code = "R0712", .text = "out of memory"};
    p.m = ir_module_new(xlen, frac);
    if (!p.m)
        return NULL;
    module(&p);
    ir_names_free(&p.routines);
    free(p.by_index);
    free(p.positions);
    if (!p.failed && !p.m->out_of_memory)
        return p.m;
    ir_module_free(p.m);
    return NULL;
}
