/* print.c: text form of a module. */
#include "ir.h"

#include <math.h>

typedef struct {
    FILE *out;
    const ir_module *m;
} printer;

static void print_expr(printer *p, const ir_expr *e);

static void print_constant(printer *p, const ir_expr *e)
{
    switch (e->type) {
    case RG_TYPE_FIXED: fprintf(p->out, "%.15g", ldexp((double)e->raw, -(int)p->m->frac)); break;
    case RG_TYPE_LOG: fprintf(p->out, "log(0x%llx)", (unsigned long long)e->raw); break;
    case RG_TYPE_BOOL: fprintf(p->out, "%s", e->raw ? "true" : "false"); break;
    default: fprintf(p->out, "%lld", (long long)e->raw);
    }
}

static void print_index(printer *p, const ir_var *var, const ir_expr *row, const ir_expr *column)
{
    fprintf(p->out, "%s", var->name);
    if (!row)
        return;
    fprintf(p->out, "[");
    print_expr(p, row);
    if (column) {
        fprintf(p->out, ", ");
        print_expr(p, column);
    }
    fprintf(p->out, "]");
}

static void print_infix(printer *p, const ir_expr *a, const char *text, const ir_expr *b)
{
    fprintf(p->out, "(");
    print_expr(p, a);
    fprintf(p->out, " %s ", text);
    print_expr(p, b);
    fprintf(p->out, ")");
}

static const char *infix(unsigned op)
{
    switch (op) {
    case RG_OP_ADD:
    case RG_OP_FADD: return "+";
    case RG_OP_SUB:
    case RG_OP_FSUB: return "-";
    case RG_OP_MUL:
    case RG_OP_FMUL:
    case RG_OP_LMUL2: return "*";
    case RG_OP_FDIV:
    case RG_OP_LDIV2: return "/";
    case RG_OP_EQ: return "==";
    case RG_OP_NE: return "!=";
    case RG_OP_LT: return "<";
    case RG_OP_LE: return "<=";
    case RG_OP_GT: return ">";
    case RG_OP_GE: return ">=";
    default: return NULL;
    }
}

static void print_op(printer *p, const ir_expr *e)
{
    const rg_op_info *info = rg_op_lookup(e->op);

    if (infix(e->op) && e->right) {
        print_infix(p, e->left, infix(e->op), e->right);
        return;
    }
    fprintf(p->out, "%s(", info ? info->mnemonic : "?");
    print_expr(p, e->left);
    if (e->right) {
        fprintf(p->out, ", ");
        print_expr(p, e->right);
    }
    fprintf(p->out, ")");
}

static void print_expr(printer *p, const ir_expr *e)
{
    switch (e->kind) {
    case IR_VAR: fprintf(p->out, "%s", e->var->name); break;
    case IR_CONST: print_constant(p, e); break;
    case IR_ELEM: print_index(p, e->var, e->left, e->right); break;
    case IR_DIM: fprintf(p->out, "size(%s, %d)", e->var->name, (int)e->raw); break;
    case IR_OP: print_op(p, e); break;
    case IR_AND: print_infix(p, e->left, "&&", e->right); break;
    case IR_OR: print_infix(p, e->left, "||", e->right); break;
    case IR_NOT:
        fprintf(p->out, "!");
        print_expr(p, e->left);
        break;
    case IR_SELECT:
        fprintf(p->out, "(");
        print_expr(p, e->left);
        fprintf(p->out, " ? ");
        print_expr(p, e->right);
        fprintf(p->out, " : ");
        print_expr(p, e->third);
        fprintf(p->out, ")");
        break;
    }
}

static void print_place(printer *p, const ir_place *place)
{
    print_index(p, place->var, place->row, place->column);
}

static const char *update_text(const ir_stmt *s)
{
    if (s->place.var->base == RG_TYPE_LOG)
        return s->mode == RG_MODE_ADD ? "*=" : "/=";
    return rg_mode_text(s->mode);
}

static void print_call(printer *p, const ir_stmt *s)
{
    fprintf(p->out, "%s%s(", s->inverse ? "~" : "", s->callee->name);
    for (size_t i = 0; i < s->arg_count; i++) {
        const ir_arg *a = &s->args[i];
        if (i)
            fprintf(p->out, ", ");
        if (a->kind == IR_ARG_PLACE)
            print_place(p, &a->place);
        else if (a->kind == IR_ARG_ARRAY)
            fprintf(p->out, "%s", a->array->name);
        else
            print_expr(p, a->expr);
    }
    fprintf(p->out, ")");
}

static void print_alloc(printer *p, const ir_stmt *s)
{
    if (s->erase) {
        fprintf(p->out, "erase %s", s->var->name);
        return;
    }
    fprintf(p->out, "%s %s ", s->var->name, s->kind == IR_ALLOC ? "<-" : "->");
    if (s->expr)
        print_expr(p, s->expr);
    else
        fprintf(p->out, "0");
}

/* The vector of so many elements of another array that begins at an lvalue. */
static void print_window(printer *p, const ir_stmt *s)
{
    fprintf(p->out, "%s %s part(", s->var->name, s->kind == IR_ALLOC_ARRAY ? "<-" : "->");
    print_place(p, &s->place);
    fprintf(p->out, ", ");
    print_expr(p, s->first);
    fprintf(p->out, ")");
}

static void print_array(printer *p, const ir_stmt *s)
{
    if (s->place.var) {
        print_window(p, s);
        return;
    }
    fprintf(p->out, "%s %s %s(", s->var->name, s->kind == IR_ALLOC_ARRAY ? "<-" : "->",
            s->stack ? "stack" : "zeros");
    print_expr(p, s->first);
    if (s->last) {
        fprintf(p->out, ", ");
        print_expr(p, s->last);
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
    fprintf(p->out, "for %s = ", s->var->name);
    print_expr(p, s->first);
    fprintf(p->out, " : ");
    if (s->step) {
        print_expr(p, s->step);
        fprintf(p->out, " : ");
    }
    print_expr(p, s->last);
}

static void print_turn(printer *p, const ir_stmt *s)
{
    fprintf(p->out, "%s(",
            s->kind == IR_ROT        ? "rot"
            : s->kind == IR_IROT     ? "irot"
            : s->kind == IR_HADAMARD ? "hadamard"
                                     : "ihadamard");
    print_place(p, &s->place);
    fprintf(p->out, ", ");
    print_place(p, &s->place2);
    if (s->expr) {
        fprintf(p->out, ", ");
        print_expr(p, s->expr);
    }
    fprintf(p->out, ")");
}

static void print_factors(printer *p, const ir_stmt *s)
{
    if (s->place.var)
        fprintf(p->out, ", ");
    print_expr(p, s->first);
    fprintf(p->out, ", ");
    print_expr(p, s->last);
}

static void print_wide(printer *p, const ir_stmt *s)
{
    static const char *const names[] = {
        [IR_RANDOM] = "random",   [IR_IRANDOM] = "irandom", [IR_MULDIV] = "muldiv",
        [IR_IMULDIV] = "imuldiv", [IR_MAC] = "mac",         [IR_IMAC] = "imac",
        [IR_BANK] = "bank"};

    if (s->kind == IR_READ) {
        print_place(p, &s->place);
        fprintf(p->out, " %s accumulator", update_text(s));
        return;
    }
    fprintf(p->out, "%s(", names[s->kind]);
    if (s->place.var)
        print_place(p, &s->place);
    if (s->first)
        print_factors(p, s);
    if (s->place2.var) {
        fprintf(p->out, ", ");
        print_place(p, &s->place2);
    }
    fprintf(p->out, ")");
}

static void print_head(printer *p, const ir_stmt *s)
{
    switch (s->kind) {
    case IR_UPDATE:
        print_place(p, &s->place);
        fprintf(p->out, " %s ", update_text(s));
        print_expr(p, s->expr);
        break;
    case IR_ALLOC:
    case IR_FREE: print_alloc(p, s); break;
    case IR_ALLOC_ARRAY:
    case IR_FREE_ARRAY: print_array(p, s); break;
    case IR_LEAVE: fprintf(p->out, "leave(%s)", s->var->name); break;
    case IR_PUSH:
    case IR_POP:
        fprintf(p->out, "%s(%s, ", s->kind == IR_PUSH ? "PUSH!" : "POP!", s->var->name);
        print_place(p, &s->place);
        fprintf(p->out, ")");
        break;
    case IR_SWAP:
        print_place(p, &s->place);
        fprintf(p->out, " <-> ");
        print_place(p, &s->place2);
        break;
    case IR_NEG:
        fprintf(p->out, "neg(");
        print_place(p, &s->place);
        fprintf(p->out, ")");
        break;
    case IR_ROL:
    case IR_ROR:
        fprintf(p->out, "%s(", s->kind == IR_ROL ? "rol" : "ror");
        print_place(p, &s->place);
        fprintf(p->out, ", ");
        print_expr(p, s->expr);
        fprintf(p->out, ")");
        break;
    case IR_ROT:
    case IR_IROT:
    case IR_HADAMARD:
    case IR_IHADAMARD: print_turn(p, s); break;
    case IR_RANDOM:
    case IR_IRANDOM:
    case IR_MULDIV:
    case IR_IMULDIV:
    case IR_MAC:
    case IR_IMAC:
    case IR_READ:
    case IR_BANK: print_wide(p, s); break;
    case IR_CALL: print_call(p, s); break;
    case IR_IF: print_pair(p, "if", s->pre, s->post); break;
    case IR_WHILE: print_pair(p, "while", s->pre, s->post); break;
    case IR_FOR: print_for(p, s); break;
    case IR_BLOCK: fprintf(p->out, "begin"); break;
    case IR_ROUTINE: fprintf(p->out, "@routine %u begin", s->routine_id); break;
    case IR_UNROUTINE: fprintf(p->out, "~@routine %u", s->routine_id); break;
    case IR_ASSERT:
    case IR_PRINT:
        fprintf(p->out, s->kind == IR_ASSERT ? "@assert " : "@show ");
        print_expr(p, s->expr);
        break;
    }
}

static void indent(printer *p, unsigned depth) { fprintf(p->out, "%*s", (int)(4 * depth), ""); }

static void print_list(printer *p, const ir_stmt *list, unsigned depth)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        bool has_body = s->kind == IR_IF || s->kind == IR_WHILE || s->kind == IR_FOR
                        || s->kind == IR_BLOCK || s->kind == IR_ROUTINE;
        indent(p, depth);
        print_head(p, s);
        if (s->loc.line)
            fprintf(p->out, "  # line %u", (unsigned)s->loc.line);
        fprintf(p->out, "\n");
        if (!has_body)
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

int ir_print(ir_module *m, FILE *out, bool inverse)
{
    static const char *const ranks[] = {"", "Vector ", "Matrix "};
    printer p = {out, m};

    for (const ir_routine *r = m->routines; r; r = r->next) {
        ir_stmt *body = inverse ? ir_invert(m, r->body) : r->body;
        if (inverse && r->body && !body)
            return -1;
        fprintf(out, "%sroutine %s%s(", r == m->routines ? "" : "\n", inverse ? "~" : "", r->name);
        for (size_t i = 0; i < r->param_count; i++)
            fprintf(out, "%s%s: %s%s", i ? ", " : "", r->vars[i]->name, ranks[r->vars[i]->rank % 3],
                    rg_type_name(r->vars[i]->base));
        fprintf(out, ")\n");
        print_list(&p, body, 1);
        fprintf(out, "end\n");
    }
    return ferror(out) ? -1 : 0;
}
