/* use.c: what expressions and statements read and change. */
#include "compiler/opt/opt_internal.h"

unsigned opt_expr_use(const ir_expr *e, const ir_var *v)
{
    if (!e)
        return 0;
    return (e->var == v ? OPT_READ : 0u) | opt_expr_use(e->left, v) | opt_expr_use(e->right, v)
           | opt_expr_use(e->third, v);
}

unsigned opt_place_use(const ir_place *p, const ir_var *v)
{
    return (p->var && p->var == v ? OPT_WRITE : 0u) | opt_expr_use(p->row, v)
           | opt_expr_use(p->column, v);
}

unsigned opt_stmt_use(const ir_stmt *root, const ir_stmt *s, const ir_var *v)
{
    unsigned use = s->var && s->var == v ? (s->kind == IR_LEAVE ? OPT_READ : OPT_WRITE) : 0u;
    bool found = false;

    for (size_t i = 0; ir_expr_slot(s, i); i++)
        use |= opt_expr_use(*ir_expr_slot(s, i), v);
    for (size_t i = 0; ir_place_slot(s, i); i++)
        use |= opt_place_use(ir_place_slot(s, i), v);
    for (size_t i = 0; i < s->arg_count; i++)
        use |= s->args[i].array && s->args[i].array == v ? OPT_WRITE : 0u;
    if (s->kind == IR_UNROUTINE) {
        const ir_stmt *body = ir_block_body(root, s->routine_id, &found);
        use |= found ? opt_list_use(root, body, v) : OPT_READ | OPT_WRITE;
    }
    return use | opt_list_use(root, s->body, v) | opt_list_use(root, s->other, v);
}

unsigned opt_list_use(const ir_stmt *root, const ir_stmt *list, const ir_var *v)
{
    unsigned use = 0;

    for (const ir_stmt *s = list; s; s = s->next)
        use |= opt_stmt_use(root, s, v);
    return use;
}

static void note_expr(const ir_expr *e, bool *used)
{
    if (!e)
        return;
    if (e->var)
        used[e->var->id] = true;
    note_expr(e->left, used);
    note_expr(e->right, used);
    note_expr(e->third, used);
}

static void note_place(const ir_place *p, bool *used)
{
    if (p->var)
        used[p->var->id] = true;
    note_expr(p->row, used);
    note_expr(p->column, used);
}

bool opt_note_uses(const ir_stmt *root, const ir_stmt *list, bool *used)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        bool found = s->kind != IR_UNROUTINE;
        if (s->var)
            used[s->var->id] = true;
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            note_expr(*ir_expr_slot(s, i), used);
        for (size_t i = 0; ir_place_slot(s, i); i++)
            note_place(ir_place_slot(s, i), used);
        for (size_t i = 0; i < s->arg_count; i++)
            if (s->args[i].array)
                used[s->args[i].array->id] = true;
        const ir_stmt *undone = found ? NULL : ir_block_body(root, s->routine_id, &found);
        if (!found || !opt_note_uses(root, undone, used) || !opt_note_uses(root, s->body, used)
            || !opt_note_uses(root, s->other, used))
            return false;
    }
    return true;
}

bool opt_is_var(const ir_expr *e, const ir_var *v) { return e && e->kind == IR_VAR && e->var == v; }

bool opt_is_const(const ir_expr *e, int64_t value)
{
    return e && e->kind == IR_CONST && e->raw == value;
}

bool opt_is_extent(const ir_expr *e, const ir_var *array, unsigned dim)
{
    return e && e->kind == IR_DIM && e->var == array && e->raw == (int64_t)dim;
}

static bool resizes_here(const ir_stmt *root, const ir_stmt *s, const ir_var *array)
{
    bool found = false;

    for (size_t i = 0; i < s->arg_count; i++)
        if (s->args[i].array == array)
            return true;
    if (s->kind == IR_UNROUTINE) {
        const ir_stmt *body = ir_block_body(root, s->routine_id, &found);
        return !found || opt_resizes(root, body, array);
    }
    return s->var == array && s->kind != IR_ASSERT;
}

static bool resizes(const ir_stmt *root, const ir_stmt *s, const ir_var *array)
{
    return array->rank == 1
           && (resizes_here(root, s, array) || opt_resizes(root, s->body, array)
               || opt_resizes(root, s->other, array));
}

bool opt_resizes(const ir_stmt *root, const ir_stmt *list, const ir_var *array)
{
    if (array->rank != 1)
        return false;
    for (const ir_stmt *s = list; s; s = s->next)
        if (resizes(root, s, array))
            return true;
    return false;
}

bool opt_reads_elements(const ir_expr *e, const ir_var *array)
{
    return e
           && ((e->kind == IR_ELEM && (!array || e->var == array))
               || opt_reads_elements(e->left, array) || opt_reads_elements(e->right, array)
               || opt_reads_elements(e->third, array));
}

bool opt_stays(const ir_stmt *root, const ir_stmt *s, const ir_expr *e)
{
    if (!e)
        return true;
    if ((e->kind == IR_VAR && e->var->rank == 0 && opt_stmt_use(root, s, e->var) & OPT_WRITE)
        || (e->kind == IR_DIM && resizes(root, s, e->var)))
        return false;
    return opt_stays(root, s, e->left) && opt_stays(root, s, e->right)
           && opt_stays(root, s, e->third);
}

bool opt_call_may_change(const ir_stmt *call, const ir_expr *e)
{
    if (!e)
        return false;
    if (e->kind == IR_ELEM)
        return true;
    for (size_t i = 0; e->kind == IR_VAR && i < call->arg_count; i++)
        if (call->args[i].kind == IR_ARG_PLACE && call->args[i].place.var == e->var)
            return true;
    for (size_t i = 0; e->kind == IR_DIM && i < call->arg_count; i++)
        if (call->args[i].array == e->var)
            return true; /* a stack can grow */
    return opt_call_may_change(call, e->left) || opt_call_may_change(call, e->right)
           || opt_call_may_change(call, e->third);
}

bool opt_is_zero(const ir_expr *e) { return !e || opt_is_const(e, 0); }

bool opt_one_condition(const ir_stmt *s) { return !s->post || opt_same_expr(s->pre, s->post); }

bool opt_is_loop(const ir_stmt *s) { return s->kind == IR_FOR || s->kind == IR_WHILE; }

bool opt_is_block(const ir_stmt *s) { return s->kind == IR_ROUTINE || s->kind == IR_UNROUTINE; }

size_t opt_size_of(const ir_stmt *list)
{
    size_t count = 0;

    for (const ir_stmt *s = list; s; s = s->next)
        count += 1 + opt_size_of(s->body) + opt_size_of(s->other);
    return count;
}

bool opt_is_sum(const ir_stmt *s)
{
    return s->kind == IR_UPDATE && (s->mode == RG_MODE_ADD || s->mode == RG_MODE_SUB);
}

bool opt_is_addition(const ir_expr *e)
{
    return e->kind == IR_OP && e->right
           && (e->op == RG_OP_FADD || e->op == RG_OP_FSUB || e->op == RG_OP_ADD
               || e->op == RG_OP_SUB);
}

bool opt_opposite_sums(const ir_stmt *a, const ir_stmt *b)
{
    return opt_is_sum(a) && opt_is_sum(b) && a->mode != b->mode;
}

const ir_stmt *opt_between_halves(const ir_stmt *root, const ir_stmt *s)
{
    const ir_stmt *middle = s->kind == IR_ROUTINE ? s->next : NULL,
                  *undo = middle ? middle->next : NULL;

    return undo && undo->kind == IR_UNROUTINE && undo->routine_id == s->routine_id
                   && opt_count_undone(root, s->routine_id) == 1
               ? middle
               : NULL;
}

unsigned opt_count_undone(const ir_stmt *list, unsigned id)
{
    unsigned count = 0;

    for (const ir_stmt *s = list; s; s = s->next)
        count += (s->kind == IR_UNROUTINE && s->routine_id == id) + opt_count_undone(s->body, id)
                 + opt_count_undone(s->other, id);
    return count;
}

bool opt_is_function(unsigned op)
{
    const rg_op_info *info = rg_op_lookup(op);

    return info && (info->class == RG_CLASS_ELEM || info->class == RG_CLASS_DIV);
}

ir_stmt *opt_undone_in_list(const ir_stmt *root, const ir_stmt *block)
{
    ir_stmt *s = opt_count_undone(root, block->routine_id) == 1 ? block->next : NULL;

    while (s && !(s->kind == IR_UNROUTINE && s->routine_id == block->routine_id))
        s = s->next;
    return s;
}

ir_stmt *opt_end_of_array(ir_stmt *s, const ir_var *array)
{
    while (s && !(s->kind == IR_FREE_ARRAY && s->var == array))
        s = s->next;
    return s;
}

ir_stmt **opt_first_use(const ir_stmt *root, ir_stmt **link, const ir_var *v)
{
    while (*link && !opt_stmt_use(root, *link, v))
        link = &(*link)->next;
    return link;
}

unsigned opt_count_calls(const ir_stmt *list, const ir_routine *callee)
{
    unsigned count = 0;

    for (const ir_stmt *s = list; s; s = s->next)
        count += (s->kind == IR_CALL && (!callee || s->callee == callee))
                 + opt_count_calls(s->body, callee) + opt_count_calls(s->other, callee);
    return count;
}

bool opt_any(const ir_stmt *list, bool (*wanted)(const ir_stmt *s))
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (opt_any_alone(s, wanted))
            return true;
    return false;
}

bool opt_any_alone(const ir_stmt *s, bool (*wanted)(const ir_stmt *s))
{
    return wanted(s) || opt_any(s->body, wanted) || opt_any(s->other, wanted);
}

bool opt_holds_stmt(const ir_stmt *list, const ir_stmt *wanted)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (s == wanted || opt_holds_stmt(s->body, wanted) || opt_holds_stmt(s->other, wanted))
            return true;
    return false;
}

bool opt_only_variables(ir_stmt_kind kind)
{
    switch (kind) {
    case IR_UPDATE:
    case IR_ALLOC:
    case IR_FREE:
    case IR_SWAP:
    case IR_NEG:
    case IR_ROL:
    case IR_ROR:
    case IR_ROT:
    case IR_IROT:
    case IR_HADAMARD:
    case IR_IHADAMARD:
    case IR_IF:
    case IR_WHILE:
    case IR_FOR:
    case IR_BLOCK:
    case IR_ASSERT: return true;
    default: return false;
    }
}

ir_stmt **opt_put_list(ir_stmt **link, ir_stmt *list, ir_stmt *rest)
{
    *link = list;
    while (*link)
        link = &(*link)->next;
    *link = rest;
    return link;
}

ir_stmt *opt_flatten(ir_stmt *list)
{
    ir_stmt *first = NULL, **end = &first;

    for (ir_stmt *s = list, *next; s; s = next) {
        next = s->next;
        s->body = opt_flatten(s->body);
        s->other = opt_flatten(s->other);
        *end = s->kind == IR_BLOCK ? s->body : s;
        if (s->kind != IR_BLOCK)
            s->next = NULL;
        while (*end)
            end = &(*end)->next;
    }
    return first;
}
