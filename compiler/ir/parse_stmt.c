/* parse_stmt.c: statements of IR text, one a line. */
#include "parse.h"

#include <string.h>

/* A statement of this kind; its position is the first of the line. */
static ir_stmt *statement(ir_parser *p, ir_stmt_kind kind, ir_loc loc)
{
    ir_stmt *s = p->failed ? NULL : ir_arena_alloc(p->m, sizeof *s);

    if (s) {
        s->kind = kind;
        s->loc = loc;
    }
    return s;
}

/* ---- statements that begin with an lvalue ---- */

static const struct {
    const char *text;
    enum rg_mode mode;
    bool log;
} updates[] = {{"+=", RG_MODE_ADD, false},
               {"-=", RG_MODE_SUB, false},
               {"^=", RG_MODE_XOR, false},
               {"*=", RG_MODE_ADD, true},
               {"/=", RG_MODE_SUB, true}};
enum { UPDATES = sizeof updates / sizeof updates[0] };

static ir_stmt *update(ir_parser *p, ir_loc loc, ir_place place)
{
    size_t i = 0;

    while (i < UPDATES && !ir_parse_at(p, updates[i].text))
        i++;
    if (i == UPDATES || updates[i].log != (place.var->base == RG_TYPE_LOG))
        return ir_parse_wrong(p, "what changes a %s is expected here",
                              rg_type_name(place.var->base));
    ir_parse_next(p);
    const bool read = ir_parse_take(p, "accumulator");
    ir_expr *e = read ? NULL : ir_parse_expr(p);
    ir_stmt *s = statement(p, read ? IR_READ : IR_UPDATE, loc);
    if (s) {
        s->place = place;
        s->mode = updates[i].mode;
        s->expr = e;
    }
    return s;
}

static ir_stmt *swap(ir_parser *p, ir_loc loc, ir_place place)
{
    ir_parse_next(p);
    const ir_place other = ir_parse_place(p);
    ir_stmt *s = statement(p, IR_SWAP, loc);
    if (s) {
        s->place = place;
        s->place2 = other;
    }
    return s;
}

static ir_stmt *changes(ir_parser *p, ir_loc loc, ir_var *var)
{
    const ir_place place = ir_parse_place_of(p, var);

    if (!place.var)
        return NULL;
    return ir_parse_at(p, "<->") ? swap(p, loc, place) : update(p, loc, place);
}

/* zeros(rows, columns, the extents of three and more dimensions but the first), stack(capacity),
 * part(lvalue, count), behind the arrow. */
static ir_stmt *array(ir_parser *p, ir_loc loc, ir_var *var, bool begins)
{
    const bool part = ir_parse_at(p, "part"), stack = ir_parse_at(p, "stack");
    ir_place place = {.var = NULL};

    ir_parse_next(p);
    ir_parse_expect(p, "(");
    if (part) {
        place = ir_parse_place(p);
        ir_parse_expect(p, ",");
    }
    ir_expr *first = ir_parse_expr(p);
    ir_expr *last = ir_parse_take(p, ",") ? ir_parse_expr(p) : NULL;
    ir_expr *inner[RG_MOST_RANK - 1] = {NULL};
    for (unsigned i = 0; i + 1 < RG_MOST_RANK && ir_parse_take(p, ","); i++)
        inner[i] = ir_parse_expr(p);
    ir_parse_expect(p, ")");
    ir_stmt *s = statement(p, begins ? IR_ALLOC_ARRAY : IR_FREE_ARRAY, loc);
    if (s) {
        s->var = var;
        s->place = place;
        s->stack = stack;
        s->first = first;
        s->last = last;
        memcpy(s->inner, inner, sizeof inner);
    }
    return s;
}

static ir_stmt *lifetime(ir_parser *p, ir_loc loc, ir_var *var)
{
    const bool begins = ir_parse_at(p, "<-");

    ir_parse_next(p);
    if (ir_parse_at(p, "zeros") || ir_parse_at(p, "stack") || ir_parse_at(p, "part"))
        return array(p, loc, var, begins);
    ir_expr *e = ir_parse_take(p, "zero") ? NULL : ir_parse_expr(p);
    ir_stmt *s = statement(p, begins ? IR_ALLOC : IR_FREE, loc);
    if (s) {
        s->var = var;
        s->expr = e;
    }
    return s;
}

static ir_stmt *of_variable(ir_parser *p, ir_loc loc)
{
    ir_var *var = ir_parse_var(p);

    if (!var)
        return NULL;
    return ir_parse_at(p, "<-") || ir_parse_at(p, "->") ? lifetime(p, loc, var)
                                                        : changes(p, loc, var);
}

static ir_stmt *erase(ir_parser *p, ir_loc loc)
{
    ir_parse_next(p);
    const ir_var *var = ir_parse_var(p);
    ir_stmt *s = statement(p, IR_FREE, loc);
    if (s) {
        s->var = var;
        s->erase = true;
    }
    return s;
}

/* ---- a word and operands: forms.def ---- */

static void operand(ir_parser *p, ir_stmt *s, char which)
{
    switch (which) {
    case 'v': s->var = ir_parse_var(p); break;
    case 'p': s->place = ir_parse_place(p); break;
    case 'q': s->place2 = ir_parse_place(p); break;
    case 'e': s->expr = ir_parse_expr(p); break;
    case 'f': s->first = ir_parse_expr(p); break;
    default: s->last = ir_parse_expr(p);
    }
}

static ir_stmt *formed(ir_parser *p, ir_loc loc, const ir_form *form)
{
    ir_stmt *s = statement(p, form->kind, loc);

    if (!s)
        return NULL;
    ir_parse_next(p);
    ir_parse_expect(p, "(");
    for (const char *which = form->operands; *which; which++) {
        if (which != form->operands)
            ir_parse_expect(p, ",");
        operand(p, s, *which);
    }
    ir_parse_expect(p, ")");
    return s;
}

/* ---- calls ---- */

static ir_arg argument(ir_parser *p)
{
    ir_arg a = {.kind = IR_ARG_EXPR};

    if (ir_parse_take(p, "value"))
        a.expr = ir_parse_expr(p);
    else {
        ir_var *var = ir_parse_var(p);
        const bool whole = var && var->rank > 0 && !ir_parse_at(p, "[");
        a.kind = whole ? IR_ARG_ARRAY : IR_ARG_PLACE;
        if (whole)
            a.array = var;
        else if (var)
            a.place = ir_parse_place_of(p, var);
    }
    a.loc = p->failed ? (ir_loc){0, 0, 0} : ir_parse_loc(p);
    return a;
}

static const ir_routine *callee(ir_parser *p)
{
    const ir_token at = p->t;
    const char *name = ir_parse_name(p);
    const size_t index = name ? ir_names_find(&p->routines, name) : SIZE_MAX;

    if (!name || index != SIZE_MAX)
        return name ? p->by_index[index] : NULL;
    p->t = at;
    return ir_parse_wrong(p, "there is no routine '%.60s'", name);
}

static ir_stmt *call(ir_parser *p, ir_loc loc)
{
    const bool inverse = ir_parse_at(p, "uncall");
    ir_parse_next(p);
    const ir_routine *to = callee(p);
    ir_stmt *s = to ? statement(p, IR_CALL, loc) : NULL;

    ir_parse_expect(p, "(");
    if (!s)
        return NULL;
    s->callee = to;
    s->inverse = inverse;
    s->args = to->param_count ? ir_arena_alloc(p->m, to->param_count * sizeof *s->args) : NULL;
    if (to->param_count && !s->args)
        return NULL;
    while (s->arg_count < to->param_count && !p->failed) {
        if (s->arg_count > 0)
            ir_parse_expect(p, ",");
        s->args[s->arg_count++] = argument(p);
    }
    ir_parse_expect(p, ")");
    return s;
}

/* ---- statements with a body ---- */

static ir_stmt *condition(ir_parser *p, ir_loc loc, ir_stmt_kind kind)
{
    ir_parse_next(p);
    ir_parse_expect(p, "(");
    ir_expr *pre = ir_parse_expr(p);
    ir_parse_expect(p, ",");
    ir_expr *post = kind == IR_IF && ir_parse_take(p, "~") ? NULL : ir_parse_expr(p);
    ir_parse_expect(p, ")");
    ir_stmt *s = statement(p, kind, loc);
    if (s) {
        s->pre = pre;
        s->post = post;
    }
    return s;
}

static ir_stmt *loop(ir_parser *p, ir_loc loc)
{
    ir_parse_next(p);
    const ir_var *var = ir_parse_var(p);
    ir_parse_expect(p, "=");
    ir_expr *first = ir_parse_expr(p);
    ir_parse_expect(p, ":");
    ir_expr *last = ir_parse_expr(p);
    ir_expr *step = ir_parse_take(p, ":") ? last : NULL;
    if (step)
        last = ir_parse_expr(p);
    ir_stmt *s = statement(p, IR_FOR, loc);
    if (s) {
        s->var = var;
        s->first = first;
        s->step = step;
        s->last = last;
    }
    return s;
}

static ir_stmt *block(ir_parser *p, ir_loc loc)
{
    ir_parse_next(p);
    return statement(p, IR_BLOCK, loc);
}

/* ---- @routine, ~@routine, @assert and @show ---- */

static ir_stmt *numbered_block(ir_parser *p, ir_loc loc, bool undone)
{
    ir_parse_expect(p, "routine");
    const uint32_t id = ir_parse_count(p, INT32_MAX);
    if (!undone)
        ir_parse_expect(p, "begin");
    ir_stmt *s = statement(p, undone ? IR_UNROUTINE : IR_ROUTINE, loc);
    if (s)
        s->routine_id = id;
    return s;
}

static ir_stmt *value_of(ir_parser *p, ir_loc loc, ir_stmt_kind kind)
{
    ir_parse_next(p);
    ir_expr *e = ir_parse_expr(p);
    const ir_var *var = kind == IR_ASSERT && ir_parse_take(p, "of") ? ir_parse_var(p) : NULL;
    ir_stmt *s = statement(p, kind, loc);
    if (s) {
        s->expr = e;
        s->var = var;
    }
    return s;
}

static ir_stmt *marked(ir_parser *p, ir_loc loc)
{
    ir_parse_next(p);
    if (ir_parse_at(p, "assert") || ir_parse_at(p, "show"))
        return value_of(p, loc, ir_parse_at(p, "assert") ? IR_ASSERT : IR_PRINT);
    return numbered_block(p, loc, false);
}

static ir_stmt *undone_block(ir_parser *p, ir_loc loc)
{
    ir_parse_next(p);
    ir_parse_expect(p, "@");
    return numbered_block(p, loc, true);
}

/* ---- the line ---- */

static const ir_form *form_at(const ir_parser *p)
{
    char word[16] = "";

    if (p->t.kind == IR_TOKEN_NAME && p->t.length < sizeof word)
        memcpy(word, p->t.start, p->t.length);
    return ir_form_named(word);
}

static ir_stmt *head(ir_parser *p)
{
    const ir_form *form = form_at(p);
    const ir_loc loc = ir_parse_loc(p);

    if (form)
        return formed(p, loc, form);
    if (ir_parse_at(p, "if") || ir_parse_at(p, "while"))
        return condition(p, loc, ir_parse_at(p, "if") ? IR_IF : IR_WHILE);
    if (ir_parse_at(p, "for"))
        return loop(p, loc);
    if (ir_parse_at(p, "call") || ir_parse_at(p, "uncall"))
        return call(p, loc);
    if (ir_parse_at(p, "begin"))
        return block(p, loc);
    if (ir_parse_at(p, "erase"))
        return erase(p, loc);
    if (ir_parse_at(p, "@"))
        return marked(p, loc);
    return ir_parse_at(p, "~") ? undone_block(p, loc) : of_variable(p, loc);
}

static void flag(ir_parser *p, ir_stmt *s)
{
    for (unsigned i = 0; ir_flag_name(i); i++)
        if (ir_parse_take(p, ir_flag_name(i))) {
            *ir_flag(s, i) = true;
            return;
        }
    ir_parse_wrong(p, "there is no such flag of a statement");
}

static void flags(ir_parser *p, ir_stmt *s)
{
    if (!ir_parse_take(p, "{"))
        return;
    do
        flag(p, s);
    while (ir_parse_take(p, ","));
    ir_parse_expect(p, "}");
}

static void body(ir_parser *p, ir_stmt *s)
{
    s->body = ir_parse_list(p);
    if (s->kind == IR_IF && ir_parse_take(p, "else")) {
        ir_parse_line_end(p);
        s->other = ir_parse_list(p);
    }
    ir_parse_expect(p, "end");
    ir_parse_line_end(p);
}

static bool ends_list(const ir_parser *p)
{
    return p->t.kind == IR_TOKEN_END || ir_parse_at(p, "end") || ir_parse_at(p, "else");
}

ir_stmt *ir_parse_list(ir_parser *p)
{
    ir_stmt *first = NULL, **end = &first;

    if (!ir_parse_deeper(p))
        return NULL;
    while (!p->m->out_of_memory && !ends_list(p)) {
        ir_parse_positions(p);
        *end = head(p);
        if (!*end)
            break;
        flags(p, *end);
        ir_parse_line_end(p);
        if (ir_has_body(*end))
            body(p, *end);
        end = &(*end)->next;
    }
    p->depth--;
    return first;
}
