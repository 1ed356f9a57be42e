/* graph.c: from the syntax tree of a routine to its memory-oriented computational graph. */
#include "compiler/syntax/graph.h"

#include <string.h>

#include "compiler/syntax/tree.h"

enum { LABEL = 44, CALL_DEPTH = 8 };

typedef struct {
    const fr_diags *d;
    const fr_program *program;
    fg_graph *g;
    unsigned depth;
} builder;

static void add_list(builder *b, const fr_stmt *list);

/* ---- text ---- */

static const char *slice(const builder *b, fr_span from, fr_span to)
{
    fr_span s = fr_join(from, to);
    char text[4 * LABEL + 8];
    size_t n = 0, characters = 0;
    const char *source = b->d->sources[s.file].text + s.offset;
    for (uint32_t i = 0; i < s.length && n < sizeof text - 8; i++) {
        unsigned char c = (unsigned char)source[i];
        if (characters >= LABEL && (c & 0xc0) != 0x80) {
            n += (size_t)snprintf(text + n, sizeof text - n, "...");
            break;
        }
        characters += (c & 0xc0) != 0x80;
        text[n++] = c < 32 ? ' ' : (char)c;
    }
    return fr_text(b->d->arena, text, n);
}

/* ---- variables ---- */

static size_t find_line(const builder *b, const char *name)
{
    for (size_t i = b->g->line_count; i-- > 0;)
        if (strcmp(b->g->lines[i].name, name) == 0 && b->g->lines[i].last == SIZE_MAX)
            return i;
    return SIZE_MAX;
}

static void open_line(builder *b, const char *name, bool many)
{
    fg_graph *g = b->g;
    g->lines = fr_grow(b->d->arena, g->lines, g->line_count, &g->line_capacity, sizeof *g->lines);
    g->lines[g->line_count++] =
        (fg_line){.name = name, .many = many, .first = g->row_count, .last = SIZE_MAX};
}

static bool is_array_type(const fr_expr *e)
{
    const fr_expr *head = e && e->kind == EX_CURLY ? e->left : e;
    return head && head->kind == EX_NAME
           && (strstr(head->name, "Vector") || strstr(head->name, "Matrix")
               || strstr(head->name, "Array"));
}

static bool is_array_value(const fr_expr *e)
{
    bool made = e->kind == EX_CALL && e->left->kind == EX_NAME
                && (strcmp(e->left->name, "zeros") == 0 || strcmp(e->left->name, "ones") == 0);
    return made || e->kind == EX_ARRAY;
}

/* ---- rows ---- */

static fg_row *add_row(builder *b, const char *label, bool condition)
{
    fg_graph *g = b->g;
    g->rows = fr_grow(b->d->arena, g->rows, g->row_count, &g->row_capacity, sizeof *g->rows);
    g->rows[g->row_count] = (fg_row){.label = label, .condition = condition};
    return &g->rows[g->row_count++];
}

static void touch(builder *b, fg_row *row, const char *name, bool changed)
{
    size_t line = find_line(b, name);
    if (line == SIZE_MAX)
        return;
    for (size_t i = 0; i < row->touch_count; i++)
        if (row->touches[i].line == line) {
            row->touches[i].changed = row->touches[i].changed || changed;
            return;
        }
    row->touches = fr_grow(b->d->arena, row->touches, row->touch_count, &row->touch_capacity,
                           sizeof *row->touches);
    row->touches[row->touch_count++] = (fg_touch){line, changed};
}

static void reads(builder *b, fg_row *row, const fr_expr *e)
{
    if (!e)
        return;
    if (e->kind == EX_NAME)
        touch(b, row, e->name, false);
    if (e->kind != EX_CALL || e->left->kind != EX_NAME)
        reads(b, row, e->left);
    reads(b, row, e->right);
    reads(b, row, e->third);
    for (size_t i = 0; i < e->count; i++)
        reads(b, row, e->items[i]);
    for (size_t i = 0; i < e->keyword_count; i++)
        reads(b, row, e->keywords[i].value);
}

/* The variable that a target belongs to: of A[i].x it is A. */
static const fr_expr *root(const fr_expr *e)
{
    while (e && e->kind != EX_NAME) {
        if (e->kind == EX_CALL || e->kind == EX_TUPLE)
            e = e->count > 0 ? e->items[0] : NULL;
        else
            e = e->left ? e->left : e->right;
    }
    return e;
}

static void changes(builder *b, fg_row *row, const fr_expr *e)
{
    for (size_t i = 0; e->kind == EX_TUPLE && i < e->count; i++)
        changes(b, row, e->items[i]);
    const fr_expr *name = root(e);
    if (name)
        touch(b, row, name->name, true);
    reads(b, row, e);
}

/* ---- what a call changes ---- */

static bool changes_parameter(const fr_program *program, const char *callee, size_t argument,
                              unsigned depth);

static bool list_changes(const fr_program *program, const fr_stmt *list, const char *name,
                         unsigned depth)
{
    for (const fr_stmt *s = list; s; s = s->next) {
        const fr_expr *target =
            s->kind != ST_ALLOC && s->kind != ST_FREE && s->target ? root(s->target) : NULL;
        const fr_expr *other = s->kind == ST_SWAP ? root(s->value) : NULL;
        if ((target && strcmp(target->name, name) == 0)
            || (other && strcmp(other->name, name) == 0))
            return true;
        const fr_expr *call = s->kind == ST_CALL ? s->value : NULL;
        for (size_t i = 0; call && i < call->count; i++) {
            const fr_expr *argument = root(call->items[i]);
            if (argument && strcmp(argument->name, name) == 0 && call->left->kind == EX_NAME
                && changes_parameter(program, call->left->name, i, depth + 1))
                return true;
        }
        if (list_changes(program, s->body, name, depth)
            || list_changes(program, s->other, name, depth))
            return true;
    }
    return false;
}

static bool changes_parameter(const fr_program *program, const char *callee, size_t argument,
                              unsigned depth)
{
    static const struct {
        const char *name;
        size_t changed;
    } instructions[] = {{"SWAP", 2}, {"ROT", 2}, {"IROT", 2}, {"HADAMARD", 2}, {"NEG", 1},
                        {"INC", 1},  {"DEC", 1}, {"FLIP", 1}, {"ROL", 1},      {"ROR", 1}};
    for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; i++)
        if (strcmp(instructions[i].name, callee) == 0)
            return argument < instructions[i].changed;
    for (const fr_function *f = program->functions; f; f = f->next)
        if (strcmp(f->name, callee) == 0 && argument < f->param_count)
            return depth > CALL_DEPTH
                   || list_changes(program, f->body, f->params[argument].name, depth);
    return true;
}

static void add_call(builder *b, const fr_stmt *s)
{
    const fr_expr *call = s->value;
    fg_row *row = add_row(b, slice(b, s->span, call->span), false);
    const char *callee = call->left->kind == EX_NAME ? call->left->name : "";
    for (size_t i = 0; i < call->count; i++) {
        if (changes_parameter(b->program, callee, i, 0))
            changes(b, row, call->items[i]);
        else
            reads(b, row, call->items[i]);
    }
    for (size_t i = 0; i < call->keyword_count; i++)
        reads(b, row, call->keywords[i].value);
}

/* ---- statements ---- */

static void add_region(builder *b, size_t first, bool loop)
{
    fg_graph *g = b->g;
    if (first >= g->row_count)
        return;
    g->regions =
        fr_grow(b->d->arena, g->regions, g->region_count, &g->region_capacity, sizeof *g->regions);
    g->regions[g->region_count++] = (fg_region){first, g->row_count - 1, b->depth, loop};
}

static void add_condition(builder *b, const char *word, const fr_expr *e)
{
    const char *label = fr_format(b->d->arena, "%s %s", word, slice(b, e->span, e->span));
    reads(b, add_row(b, label, true), e);
}

static void add_body(builder *b, const fr_stmt *list)
{
    b->depth++;
    add_list(b, list);
    b->depth--;
}

static void add_controlled(builder *b, const fr_stmt *s)
{
    size_t first = b->g->row_count;
    bool loop = s->kind != ST_IF;
    if (s->kind == ST_FOR) {
        open_line(b, s->name, false);
        size_t variable = b->g->line_count - 1;
        fg_row *row = add_row(b,
                              s->nested
                                  ? fr_format(b->d->arena, "%sfor %s", s->inverse ? "~" : "",
                                              slice(b, s->head, s->head))
                                  : fr_format(b->d->arena, "%sfor %s = %s", s->inverse ? "~" : "",
                                              s->name, slice(b, s->value->span, s->value->span)),
                              true);
        touch(b, row, s->name, true);
        reads(b, row, s->value);
        add_body(b, s->body);
        touch(b, add_row(b, "end of for", true), s->name, true);
        b->g->lines[variable].last = b->g->row_count - 1;
    } else {
        add_condition(b, loop ? "while" : "if", s->pre);
        add_body(b, s->body);
        if (s->other) {
            add_row(b, "else", true);
            add_body(b, s->other);
        }
        add_condition(b, s->post_is_not ? "post, not" : "post", s->post ? s->post : s->pre);
    }
    add_region(b, first, loop);
}

/* Everything that a list touches, in one row: ~@routine. */
static void touch_list(builder *b, fg_row *row, const fr_stmt *list)
{
    for (const fr_stmt *s = list; s; s = s->next) {
        const fr_expr *target = s->target ? root(s->target) : NULL;
        if (target)
            touch(b, row, target->name, true);
        if (s->kind == ST_CALL)
            for (size_t i = 0; i < s->value->count; i++) {
                const fr_expr *a = root(s->value->items[i]);
                if (a && s->value->left->kind == EX_NAME)
                    touch(b, row, a->name,
                          changes_parameter(b->program, s->value->left->name, i, 0));
            }
        else
            reads(b, row, s->value);
        reads(b, row, s->pre);
        touch_list(b, row, s->body);
        touch_list(b, row, s->other);
    }
}

/* Variables that end here: those which the list allocated. */
static void close_allocated(builder *b, const fr_stmt *list, bool inverse)
{
    for (const fr_stmt *s = list; s; s = s->next) {
        if (s->kind == (inverse ? ST_FREE : ST_ALLOC) && s->target->kind == EX_NAME) {
            size_t line = find_line(b, s->target->name);
            if (line != SIZE_MAX)
                b->g->lines[line].last = b->g->row_count - 1;
        }
        if (s->kind == ST_BLOCK || s->kind == ST_INVCHECKOFF || s->kind == ST_INBOUNDS)
            close_allocated(b, s->body, inverse);
    }
}

static void add_unroutine(builder *b, const fr_stmt *list, const fr_stmt *s)
{
    const fr_stmt *routine = fr_routine_of(list, s);
    fg_row *row = add_row(
        b, fr_format(b->d->arena, "~@routine%s%s", s->name ? " " : "", s->name ? s->name : ""),
        false);
    if (!routine)
        return;
    touch_list(b, row, routine->body);
    close_allocated(b, routine->body, false);
}

/* The zero(T) of @zeros has no text of its own. */
static const char *value_text(const builder *b, const fr_expr *e)
{
    bool made = e->kind == EX_CALL && e->left->kind == EX_NAME && e->count == 1
                && e->left->span.offset == e->items[0]->span.offset;
    const char *text = slice(b, e->span, e->span);
    return made ? fr_format(b->d->arena, "%s(%s)", e->left->name, text) : text;
}

static void add_ancilla(builder *b, const fr_stmt *s)
{
    bool plain = s->target->kind == EX_NAME;
    if (s->kind == ST_ALLOC && plain)
        open_line(b, s->target->name, is_array_value(s->value));
    fg_row *row =
        add_row(b,
                fr_format(b->d->arena, "%s %s %s", slice(b, s->target->span, s->target->span),
                          s->kind == ST_ALLOC ? "←" : "→", value_text(b, s->value)),
                false);
    changes(b, row, s->target);
    reads(b, row, s->value);
    size_t line = plain && s->kind == ST_FREE ? find_line(b, s->target->name) : SIZE_MAX;
    if (line != SIZE_MAX)
        b->g->lines[line].last = b->g->row_count - 1;
}

static void add_statement(builder *b, const fr_stmt *list, const fr_stmt *s)
{
    fg_row *row;
    size_t first = b->g->row_count;
    switch (s->kind) {
    case ST_ALLOC:
    case ST_FREE: add_ancilla(b, s); break;
    case ST_UPDATE:
    case ST_SWAP:
        row = add_row(b, slice(b, s->target->span, s->value->span), false);
        changes(b, row, s->target);
        if (s->kind == ST_SWAP)
            changes(b, row, s->value);
        else
            reads(b, row, s->value);
        break;
    case ST_CALL: add_call(b, s); break;
    case ST_IF:
    case ST_WHILE:
    case ST_FOR: add_controlled(b, s); break;
    case ST_ROUTINE:
    case ST_INVERSE:
        if (s->kind == ST_INVERSE)
            add_row(b, "~(", true);
        add_body(b, s->body);
        if (s->kind == ST_INVERSE)
            add_row(b, ")", true);
        add_region(b, first, false);
        break;
    case ST_UNROUTINE: add_unroutine(b, list, s); break;
    case ST_BLOCK:
    case ST_INVCHECKOFF:
    case ST_INBOUNDS: add_list(b, s->body); break;
    case ST_ASSERT: add_condition(b, "@assert", s->value); break;
    default: break; /* output has no memory */
    }
}

static void add_list(builder *b, const fr_stmt *list)
{
    for (const fr_stmt *s = list; s; s = s->next)
        add_statement(b, list, s);
}

fg_graph fr_graph_of(const fr_diags *d, const fr_program *program, const fr_function *f)
{
    fg_graph g = {.title = f->name};
    builder b = {.d = d, .program = program, .g = &g};
    for (size_t i = 0; i < f->param_count; i++)
        open_line(&b, f->params[i].name, is_array_type(f->params[i].type));
    add_list(&b, f->body);
    for (size_t i = 0; i < g.line_count; i++)
        if (g.lines[i].last == SIZE_MAX)
            g.lines[i].last = g.row_count;
    return g;
}
