/* print.c: a module as IR text, which parse.c reads. */
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The positions of a line's nodes, in the order in which the text completes them. */
typedef struct {
    FILE *out;
    const ir_module *m;
    bool *shared; /* by variable: another one has its name */
    ir_loc *positions;
    size_t position_count, position_capacity;
    bool failed;
} printer;

static void print_expr(printer *p, const ir_expr *e);

static void note_position(printer *p, ir_loc loc)
{
    if (p->position_count == p->position_capacity) {
        const size_t wanted = p->position_capacity ? 2 * p->position_capacity : 64;
        ir_loc *bigger = realloc(p->positions, wanted * sizeof *bigger);
        p->failed = p->failed || !bigger;
        if (!bigger)
            return;
        p->positions = bigger;
        p->position_capacity = wanted;
    }
    p->positions[p->position_count++] = loc;
}

static bool same_position(ir_loc a, ir_loc b)
{
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

static void print_position_after(printer *p, ir_loc before, ir_loc loc)
{
    if (loc.file != before.file)
        fprintf(p->out, "%u:%u:%u", (unsigned)loc.file, (unsigned)loc.line, (unsigned)loc.column);
    else if (loc.line != before.line)
        fprintf(p->out, "%u:%u", (unsigned)loc.line, (unsigned)loc.column);
    else
        fprintf(p->out, "%u", (unsigned)loc.column);
}

/* The line's end: its positions, without those that repeat the last one, and without all where the
 * first one and all others are none. */
static void end_line(printer *p)
{
    const ir_loc none = {0, 0, 0};
    ir_loc before = none;
    size_t count = p->position_count;

    while (count > 1 && same_position(p->positions[count - 1], p->positions[count - 2]))
        count--;
    if (count == 1 && same_position(p->positions[0], none))
        count = 0;
    for (size_t i = 0; i < count; i++) {
        fprintf(p->out, i ? " " : "  @");
        print_position_after(p, before, p->positions[i]);
        before = p->positions[i];
    }
    fprintf(p->out, "\n");
    p->position_count = 0;
}

/* ---- names and constants ---- */

static void print_quoted(printer *p, const char *text)
{
    fprintf(p->out, "\"");
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == '"' || *c == '\\' || *c == 0x7f)
            fprintf(p->out, "\\x%02x", (unsigned char)*c);
        else
            fputc(*c, p->out);
    fprintf(p->out, "\"");
}

static void print_word(printer *p, const char *name)
{
    bool plain = ir_begins_name(name[0]) && !ir_is_keyword(name);

    for (const char *c = name; *c; c++)
        plain = plain && ir_continues_name(*c);
    if (plain)
        fprintf(p->out, "%s", name);
    else
        print_quoted(p, name);
}

static void print_var(printer *p, const ir_var *var)
{
    print_word(p, var->name);
    if (p->shared[var->id])
        fprintf(p->out, "%%%u", var->id);
}

/* The shortest decimal number that reads as the word. */
static void print_fixed(printer *p, int64_t raw)
{
    double value = ldexp((double)raw, -(int)p->m->frac);
    char text[40] = "";

    if (p->m->wide)
        memcpy(&value, &raw, sizeof value);
    else if (raw > INT64_C(1) << 53 || raw < -(INT64_C(1) << 53)) {
        fprintf(p->out, "fixed(%lld)", (long long)raw);
        return;
    }
    for (int digits = 1; digits <= 17 && (!text[0] || strtod(text, NULL) != value); digits++)
        snprintf(text, sizeof text, "%.*g", digits, value);
    fprintf(p->out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static void print_constant(printer *p, const ir_expr *e)
{
    switch (e->type) {
    case RG_TYPE_FIXED: print_fixed(p, e->raw); break;
    case RG_TYPE_LOG: fprintf(p->out, "log(0x%llx)", (unsigned long long)e->raw); break;
    case RG_TYPE_BOOL:
        if (e->raw == 0 || e->raw == 1)
            fprintf(p->out, "%s", e->raw ? "true" : "false");
        else
            fprintf(p->out, "bool(%lld)", (long long)e->raw);
        break;
    default: fprintf(p->out, "%lld", (long long)e->raw);
    }
}

/* ---- expressions ---- */

static const char *bounds_text(bool inbounds, bool within)
{
    return within ? "; within" : inbounds ? "; inbounds" : "";
}

static void print_index(printer *p, const ir_var *var, const ir_expr *row, const ir_expr *column,
                        const char *bounds)
{
    print_var(p, var);
    if (!row)
        return;
    fprintf(p->out, "[");
    print_expr(p, row);
    if (column) {
        fprintf(p->out, ", ");
        print_expr(p, column);
    }
    fprintf(p->out, "%s]", bounds);
}

static void print_infix(printer *p, const ir_expr *a, const char *text, const ir_expr *b)
{
    fprintf(p->out, "(");
    print_expr(p, a);
    fprintf(p->out, " %s ", text);
    print_expr(p, b);
    fprintf(p->out, ")");
}

static void print_op(printer *p, const ir_expr *e)
{
    const rg_op_info *info = rg_op_lookup(e->op);
    const char *text = ir_infix_text(e->op);

    if (text && e->right && !e->raw && ir_infix_op(text, e->left->type) == e->op) {
        print_infix(p, e->left, text, e->right);
        return;
    }
    fprintf(p->out, "%s(", info ? info->mnemonic : "?");
    print_expr(p, e->left);
    if (e->right) {
        fprintf(p->out, ", ");
        print_expr(p, e->right);
    }
    if (e->raw) {
        fprintf(p->out, "; ");
        print_word(p, ir_role_name((unsigned)e->raw));
    }
    fprintf(p->out, ")");
}

static void print_select(printer *p, const ir_expr *e)
{
    fprintf(p->out, "(");
    print_expr(p, e->left);
    fprintf(p->out, " ? ");
    print_expr(p, e->right);
    fprintf(p->out, " : ");
    print_expr(p, e->third);
    fprintf(p->out, ")");
}

static void print_expr(printer *p, const ir_expr *e)
{
    switch (e->kind) {
    case IR_VAR: print_var(p, e->var); break;
    case IR_CONST: print_constant(p, e); break;
    case IR_ELEM:
        print_index(p, e->var, e->left, e->right, bounds_text(e->inbounds, e->within));
        break;
    case IR_DIM:
        fprintf(p->out, "size(");
        print_var(p, e->var);
        fprintf(p->out, ", %d)", (int)e->raw);
        break;
    case IR_WITHIN:
        fprintf(p->out, "within(");
        print_expr(p, e->left);
        fprintf(p->out, ", ");
        print_var(p, e->var);
        fprintf(p->out, ", %d)", (int)e->raw);
        break;
    case IR_OP: print_op(p, e); break;
    case IR_AND: print_infix(p, e->left, "&&", e->right); break;
    case IR_OR: print_infix(p, e->left, "||", e->right); break;
    case IR_NOT:
        fprintf(p->out, "!");
        print_expr(p, e->left);
        break;
    case IR_SELECT: print_select(p, e); break;
    }
    if (e->type != ir_natural_type(e))
        fprintf(p->out, "::%s", rg_type_name(e->type));
    note_position(p, e->loc);
}

static void print_place(printer *p, const ir_place *place)
{
    print_index(p, place->var, place->row, place->column,
                bounds_text(place->inbounds, place->within));
    note_position(p, place->loc);
}

/* ---- statements ---- */

static const char *update_text(const ir_stmt *s)
{
    if (s->place.var->base == RG_TYPE_LOG)
        return s->mode == RG_MODE_ADD ? "*=" : "/=";
    return rg_mode_text(s->mode);
}

static void print_arg(printer *p, const ir_arg *a)
{
    switch (a->kind) {
    case IR_ARG_PLACE: print_place(p, &a->place); break;
    case IR_ARG_ARRAY: print_var(p, a->array); break;
    case IR_ARG_EXPR:
        fprintf(p->out, "value ");
        print_expr(p, a->expr);
        break;
    }
    note_position(p, a->loc);
}

static void print_call(printer *p, const ir_stmt *s)
{
    fprintf(p->out, s->inverse ? "uncall " : "call ");
    print_word(p, s->callee->name);
    fprintf(p->out, "(");
    for (size_t i = 0; i < s->arg_count; i++) {
        fprintf(p->out, i ? ", " : "");
        print_arg(p, &s->args[i]);
    }
    fprintf(p->out, ")");
}

static void print_alloc(printer *p, const ir_stmt *s)
{
    if (s->erase)
        fprintf(p->out, "erase ");
    print_var(p, s->var);
    if (s->erase)
        return;
    fprintf(p->out, " %s ", s->kind == IR_ALLOC ? "<-" : "->");
    if (s->expr)
        print_expr(p, s->expr);
    else
        fprintf(p->out, "zero");
}

/* With an lvalue: the vector of so many elements of another array that begins there. */
static void print_array(printer *p, const ir_stmt *s)
{
    print_var(p, s->var);
    fprintf(p->out, " %s %s(", s->kind == IR_ALLOC_ARRAY ? "<-" : "->",
            s->place.var ? "part"
            : s->stack   ? "stack"
                         : "zeros");
    if (s->place.var) {
        print_place(p, &s->place);
        fprintf(p->out, ", ");
    }
    print_expr(p, s->first);
    if (s->last) {
        fprintf(p->out, ", ");
        print_expr(p, s->last);
    }
    for (size_t i = 0; i + 1 < RG_MOST_RANK && s->inner[i]; i++) {
        fprintf(p->out, ", ");
        print_expr(p, s->inner[i]);
    }
    fprintf(p->out, ")");
}

static void print_pair(printer *p, const char *word, const ir_expr *pre, const ir_expr *post)
{
    fprintf(p->out, "%s (", word);
    print_expr(p, pre);
    fprintf(p->out, ", ");
    if (post)
        print_expr(p, post);
    else
        fprintf(p->out, "~");
    fprintf(p->out, ")");
}

static void print_for(printer *p, const ir_stmt *s)
{
    fprintf(p->out, "for ");
    print_var(p, s->var);
    fprintf(p->out, " = ");
    print_expr(p, s->first);
    fprintf(p->out, " : ");
    if (s->step) {
        print_expr(p, s->step);
        fprintf(p->out, " : ");
    }
    print_expr(p, s->last);
}

static void print_operand(printer *p, const ir_stmt *s, char operand)
{
    switch (operand) {
    case 'v': print_var(p, s->var); break;
    case 'p': print_place(p, &s->place); break;
    case 'q': print_place(p, &s->place2); break;
    case 'e': print_expr(p, s->expr); break;
    case 'f': print_expr(p, s->first); break;
    default: print_expr(p, s->last);
    }
}

static void print_form(printer *p, const ir_stmt *s)
{
    const ir_form *form = ir_form_of(s->kind);

    fprintf(p->out, "%s(", form->word);
    for (const char *operand = form->operands; *operand; operand++) {
        fprintf(p->out, operand == form->operands ? "" : ", ");
        print_operand(p, s, *operand);
    }
    fprintf(p->out, ")");
}

static void print_update(printer *p, const ir_stmt *s)
{
    print_place(p, &s->place);
    fprintf(p->out, " %s ", update_text(s));
    if (s->kind == IR_READ)
        fprintf(p->out, "accumulator");
    else
        print_expr(p, s->expr);
}

static void print_assert(printer *p, const ir_stmt *s)
{
    fprintf(p->out, s->kind == IR_ASSERT ? "@assert " : "@show ");
    print_expr(p, s->expr);
    if (s->var) {
        fprintf(p->out, " of ");
        print_var(p, s->var);
    }
}

static void print_head(printer *p, const ir_stmt *s)
{
    note_position(p, s->loc);
    switch (s->kind) {
    case IR_UPDATE:
    case IR_READ: print_update(p, s); break;
    case IR_ALLOC:
    case IR_FREE: print_alloc(p, s); break;
    case IR_ALLOC_ARRAY:
    case IR_FREE_ARRAY: print_array(p, s); break;
    case IR_SWAP:
        print_place(p, &s->place);
        fprintf(p->out, " <-> ");
        print_place(p, &s->place2);
        break;
    case IR_CALL: print_call(p, s); break;
    case IR_IF: print_pair(p, "if", s->pre, s->post); break;
    case IR_WHILE: print_pair(p, "while", s->pre, s->post); break;
    case IR_FOR: print_for(p, s); break;
    case IR_BLOCK: fprintf(p->out, "begin"); break;
    case IR_ROUTINE: fprintf(p->out, "@routine %u begin", s->routine_id); break;
    case IR_UNROUTINE: fprintf(p->out, "~@routine %u", s->routine_id); break;
    case IR_ASSERT:
    case IR_PRINT: print_assert(p, s); break;
    default: print_form(p, s);
    }
}

static void print_flags(printer *p, ir_stmt *s)
{
    const char *before = "  {";

    for (unsigned flag = 0; ir_flag_name(flag); flag++)
        if (*ir_flag(s, flag)) {
            fprintf(p->out, "%s%s", before, ir_flag_name(flag));
            before = ", ";
        }
    fprintf(p->out, before[0] == ',' ? "}" : "");
}

static void indent(printer *p, unsigned depth) { fprintf(p->out, "%*s", (int)(4 * depth), ""); }

static void print_list(printer *p, ir_stmt *list, unsigned depth)
{
    for (ir_stmt *s = list; s; s = s->next) {
        indent(p, depth);
        print_head(p, s);
        print_flags(p, s);
        end_line(p);
        if (!ir_has_body(s))
            continue;
        print_list(p, s->body, depth + 1);
        if (s->other) {
            indent(p, depth);
            fprintf(p->out, "else\n");
            print_list(p, s->other, depth + 1);
        }
        indent(p, depth);
        fprintf(p->out, "end\n");
    }
}

/* ---- routines ---- */

static void print_declaration(printer *p, const ir_var *v)
{
    static const char *const ranks[RG_MOST_RANK + 1] = {"", "Vector ", "Matrix ", "Array3 ",
                                                        "Array4 "};

    print_var(p, v);
    fprintf(p->out, ": %s%s", ranks[v->rank % (RG_MOST_RANK + 1)], rg_type_name(ir_var_type(v)));
    if (v->keyword)
        fprintf(p->out, " keyword");
    if (v->has_default)
        fprintf(p->out, " default %lld", (long long)v->default_raw);
    if (v->required)
        fprintf(p->out, " required");
    if (v->levels) {
        fprintf(p->out, " levels ");
        print_quoted(p, v->levels);
    }
    if (v->shape)
        fprintf(p->out, " shape %u", v->shape->id);
    note_position(p, v->loc);
}

static void print_heading(printer *p, const ir_routine *r)
{
    note_position(p, r->loc);
    fprintf(p->out, "\nroutine ");
    print_word(p, r->name);
    fprintf(p->out, "(");
    for (size_t i = 0; i < r->param_count; i++) {
        fprintf(p->out, i ? ", " : "");
        print_declaration(p, r->vars[i]);
    }
    fprintf(p->out, ")%s%s%s", r->exported ? " exported" : "", r->reversible ? " reversible" : "",
            r->differentiated ? " differentiated" : "");
    if (r->forth) {
        fprintf(p->out, " forth ");
        print_word(p, r->forth->name);
    }
    if (r->last_line)
        fprintf(p->out, " to %u", (unsigned)r->last_line);
    end_line(p);
    for (size_t i = r->param_count; i < r->var_count; i++) {
        fprintf(p->out, "    var ");
        print_declaration(p, r->vars[i]);
        end_line(p);
    }
}

/* False when memory is short. */
static bool find_shared(printer *p, const ir_routine *r)
{
    ir_names names;

    p->shared = calloc(r->var_count + 1, sizeof *p->shared);
    if (!p->shared || !ir_names_new(&names, r->var_count))
        return false;
    for (size_t i = 0; i < r->var_count; i++) {
        const size_t first = ir_names_add(&names, r->vars[i]->name, i);
        p->shared[i] = first != i;
        p->shared[first] = p->shared[first] || first != i;
    }
    ir_names_free(&names);
    return true;
}

static bool print_routine(printer *p, ir_module *m, const ir_routine *r, bool inverse)
{
    ir_stmt *body = inverse ? ir_invert(m, r->body) : r->body;
    const bool good = (body || !r->body) && find_shared(p, r);

    if (good) {
        print_heading(p, r);
        print_list(p, body, 1);
        fprintf(p->out, "end\n");
    }
    free(p->shared);
    p->shared = NULL;
    return good && !p->failed;
}

static void print_module(printer *p, const ir_module *m)
{
    fprintf(p->out, "format %u %u", m->xlen, m->frac);
    if (m->wide)
        fprintf(p->out, " float %u", m->wide);
    fputc('\n', p->out);
    for (size_t i = 0; i < m->file_count + m->text_count; i++) {
        const bool file = i < m->file_count;
        fprintf(p->out, file ? "file " : "text ");
        print_quoted(p, file ? m->files[i] : m->texts[i - m->file_count]);
        fprintf(p->out, "\n");
    }
}

int ir_print(ir_module *m, FILE *out, bool inverse)
{
    printer p = {.out = out, .m = m};
    bool good = true;

    print_module(&p, m);
    for (const ir_routine *r = m->routines; r && good; r = r->next)
        good = print_routine(&p, m, r, inverse);
    free(p.positions);
    return good && !ferror(out) ? 0 : -1;
}
