/* control.c: lists, branches, loops and calls. Loops are unrolled, and calls are inlined. */
#include "cc.h"

#include "compiler/ir/text.h"

/* ---- branches ---- */

static void check_known(cc *c, const ir_expr *post, bool holds)
{
    int64_t value;

    if (!cc_find_known(c, post, &value))
        cc_assume(c, post->loc, "a condition behind a branch or loop is the one before it");
    else if ((value != 0) != holds)
        cc_refuse(c, post->loc, "the machine would trap here: this is %s",
                  holds ? "false" : "true");
}

static void under(cc *c, ir_loc loc, cc_bit control, const ir_stmt *list, const ir_stmt *root)
{
    const cc_bit before = c->control;

    if (++c->level == CC_DEPTH)
        cc_refuse(c, loc, "conditions on data are nested too deeply");
    c->control = c->controls[c->level] = control;
    cc_list(c, list, root);
    c->control = before;
    c->level--;
}

/* A line has the condition and all those around it, and both lists are done under it. */
static void data_branch(cc *c, const ir_stmt *s, const ir_stmt *root)
{
    const ir_expr *post = s->post ? s->post : s->pre;
    cc_cell *p = cc_new_cell(c, 1);

    cc_materialise(c, s->loc, p);
    cc_xor_into(c, p, s->pre, c->control);
    under(c, s->loc, cc_of_line(p->line[0]), s->body, root);
    if (s->other) {
        cc_cnot(c, c->control, p->line[0]);
        under(c, s->loc, cc_of_line(p->line[0]), s->other, root);
        cc_cnot(c, c->control, p->line[0]);
    }
    cc_assume(c, post->loc, "a condition behind a branch or loop is the one before it");
    cc_xor_into(c, p, post, c->control);
    cc_release(c, p);
}

static void branch(cc *c, const ir_stmt *s, const ir_stmt *root)
{
    int64_t value;

    if (!cc_find_known(c, s->pre, &value)) {
        data_branch(c, s, root);
        return;
    }
    cc_list(c, value ? s->body : s->other, root);
    if (s->post)
        check_known(c, s->post, value != 0);
}

/* ---- loops ---- */

static void while_loop(cc *c, const ir_stmt *s, const ir_stmt *root)
{
    check_known(c, s->post, false);
    while (cc_known(c, s->pre, "whether a loop goes on") != 0) {
        cc_count_steps(c, s->loc, 1);
        cc_list(c, s->body, root);
        check_known(c, s->post, true);
    }
}

static void for_loop(cc *c, const ir_stmt *s, const ir_stmt *root)
{
    const int64_t first = cc_known(c, s->first, "the first value of a loop variable");
    const int64_t last = cc_known(c, s->last, "the last value of a loop variable");
    const int64_t step = s->step ? cc_known(c, s->step, "the step of a loop") : 1;

    cc_own(c, s->loc, s->var);
    if (step == 0)
        cc_refuse(c, s->loc, "the step of a loop is 0");
    if (step > 0 ? first > last : first < last)
        return;
    const uint64_t way = step > 0 ? (uint64_t)last - (uint64_t)first
                                  : (uint64_t)first - (uint64_t)last;
    const uint64_t rounds = way / (step > 0 ? (uint64_t)step : 0 - (uint64_t)step);
    cc_cell *cell = cc_new_cell(c, c->out->bits);
    for (uint64_t i = 0; i <= rounds; i++) {
        cc_count_steps(c, s->loc, 1);
        cell->known = true;
        cell->value = (int64_t)((uint64_t)first + i * (uint64_t)step);
        c->frame->cell[s->var->id] = cell;
        cc_list(c, s->body, root);
    }
    c->frame->cell[s->var->id] = NULL;
    cc_release(c, cell);
}

/* ---- calls ---- */

/* Passed twice, an element is moved out of memory once: the machine has other rules then. */
static void check_apart(cc *c, const ir_stmt *s, const cc_frame *callee)
{
    for (size_t i = 0; i < s->arg_count; i++)
        for (size_t k = 0; k < s->arg_count; k++) {
            if (s->args[i].kind != IR_ARG_PLACE || i == k)
                continue;
            bool same = s->args[k].kind == IR_ARG_PLACE && callee->cell[k] == callee->cell[i];
            const cc_array *a = s->args[k].kind == IR_ARG_ARRAY ? callee->array[k] : NULL;
            for (size_t n = 0; a && n < a->count; n++)
                same = same || a->cell[n] == callee->cell[i];
            if (same)
                cc_refuse(c, s->args[i].loc, "the same variable or element is passed twice");
        }
}

/* A value that the routine leaves alone needs no condition. */
static cc_cell *pass_value(cc *c, const ir_stmt *s, size_t i)
{
    const ir_var *param = s->callee->vars[i];
    cc_cell *cell = cc_new_cell(c, cc_width(c, s->args[i].loc, param->base, param->name));
    const bool changes = ir_changes_param(&c->changes, s->callee, i);
    int64_t value;

    if (cc_find_known(c, s->args[i].expr, &value)) {
        cell->value = value;
        return cell;
    }
    if (!changes)
        cell->level = CC_OUTSIDE;
    cc_materialise(c, s->args[i].loc, cell);
    cc_xor_into(c, cell, s->args[i].expr, changes ? c->control : CC_ONE);
    return cell;
}

static void take_back(cc *c, const ir_stmt *s, size_t i, cc_cell *cell)
{
    const bool changes = ir_changes_param(&c->changes, s->callee, i);
    const ir_arg *a = &s->args[i];
    int64_t value;

    if (cell->known && cc_find_known(c, a->expr, &value)) {
        if (value != cell->value)
            cc_refuse(c, a->loc, "the machine would trap here: the routine changes this value");
        cc_release(c, cell);
        return;
    }
    cc_materialise(c, a->loc, cell);
    cc_assume(c, a->loc, "a value comes back from a call as it was passed");
    cc_xor_into(c, cell, a->expr, changes ? c->control : CC_ONE);
    cc_release(c, cell);
}

static void pass(cc *c, const ir_stmt *s, size_t i, cc_frame *callee)
{
    const ir_arg *a = &s->args[i];
    const ir_var *param = s->callee->vars[i];

    if (a->kind == IR_ARG_ARRAY) {
        callee->array[i] = cc_array_of(c, a->loc, a->array);
    } else if (a->kind == IR_ARG_EXPR) {
        callee->cell[i] = pass_value(c, s, i);
    } else {
        callee->cell[i] = cc_place(c, &a->place);
        if (callee->cell[i]->width != cc_width(c, a->loc, param->base, param->name))
            cc_refuse(c, a->loc, "an Int and a Bool have different numbers of bits here");
    }
}

static void call(cc *c, const ir_stmt *s)
{
    cc_frame *caller = c->frame;
    cc_frame callee = {.r = s->callee,
                       .cell = cc_take(c, (s->callee->var_count + 1) * sizeof(cc_cell *)),
                       .array = cc_take(c, (s->callee->var_count + 1) * sizeof(cc_array *))};

    if (++c->depth > CC_DEPTH)
        cc_refuse(c, s->loc, "calls are nested too deeply: a recursion must have a known end");
    for (size_t i = 0; i < s->arg_count; i++)
        pass(c, s, i, &callee);
    check_apart(c, s, &callee);
    const ir_stmt *body = s->inverse ? ir_invert(c->m, s->callee->body) : s->callee->body;
    if (c->m->out_of_memory)
        cc_no_memory(c);
    c->frame = &callee;
    cc_list(c, body, body);
    c->frame = caller;
    for (size_t i = s->arg_count; i-- > 0;)
        if (s->args[i].kind == IR_ARG_EXPR)
            take_back(c, s, i, callee.cell[i]);
    c->depth--;
}

/* ---- arrays ---- */

static void alloc_array(cc *c, const ir_stmt *s)
{
    int64_t extents[RG_MOST_RANK] = {cc_known(c, s->first, "the size of an array")};

    cc_own(c, s->loc, s->var);
    if (s->stack)
        cc_refuse(c, s->loc, "there is no circuit of a stack: '%s'", s->var->name);
    if (s->place.var)
        cc_refuse(c, s->loc, "there is no circuit of a part of an array: '%s'", s->var->name);
    if (s->var->rank == 2)
        extents[1] = cc_known(c, s->last, "the size of an array");
    for (unsigned i = 0; s->var->rank > 2 && i + 1 < s->var->rank; i++)
        extents[i + 1] = cc_known(c, s->inner[i], "the size of an array");
    c->frame->array[s->var->id] = cc_new_array(c, s->loc, s->var, extents);
}

static void free_array(cc *c, const ir_stmt *s)
{
    cc_array *a = cc_array_of(c, s->loc, s->var);

    cc_own(c, s->loc, s->var);
    c->frame->array[s->var->id] = NULL;
    for (size_t i = 0; i < a->count; i++) {
        if (a->cell[i]->known && a->cell[i]->value != 0)
            cc_refuse(c, s->loc, "the machine would trap here: '%s' is freed and is not zero",
                      s->var->name);
        if (!a->cell[i]->known)
            cc_assume(c, s->loc, "an array is zero where it is freed");
        cc_release(c, a->cell[i]);
    }
}

/* ---- lists ---- */

static void run_back(cc *c, const ir_stmt *s, const ir_stmt *root)
{
    bool found = false;
    const ir_stmt *body = ir_block_body(root, s->routine_id, &found);

    if (!found)
        cc_refuse(c, s->loc, "~@routine of a block that does not stand in this routine");
    const ir_stmt *inverse = ir_invert(c->m, body);
    if (c->m->out_of_memory)
        cc_no_memory(c);
    cc_list(c, inverse, inverse);
}

static void assertion(cc *c, const ir_stmt *s)
{
    int64_t value;

    if (!cc_find_known(c, s->expr, &value))
        cc_assume(c, s->loc, "an assertion holds");
    else if (value == 0)
        cc_refuse(c, s->loc, "the machine would trap here: this assertion fails");
}

static void statement(cc *c, const ir_stmt *s, const ir_stmt *root)
{
    cc_count_steps(c, s->loc, 1);
    switch (s->kind) {
    case IR_UPDATE: cc_update(c, s); return;
    case IR_ALLOC: cc_alloc(c, s); return;
    case IR_FREE: cc_free_var(c, s); return;
    case IR_SWAP: cc_swap(c, s); return;
    case IR_NEG: cc_negate(c, s); return;
    case IR_ROL:
    case IR_ROR: cc_rotate(c, s); return;
    case IR_CALL: call(c, s); return;
    case IR_IF: branch(c, s, root); return;
    case IR_WHILE: while_loop(c, s, root); return;
    case IR_FOR: for_loop(c, s, root); return;
    case IR_BLOCK:
    case IR_ROUTINE: cc_list(c, s->body, root); return;
    case IR_UNROUTINE: run_back(c, s, root); return;
    case IR_ASSERT: assertion(c, s); return;
    case IR_ALLOC_ARRAY: alloc_array(c, s); return;
    case IR_FREE_ARRAY: free_array(c, s); return;
    default: {
        const ir_form *form = ir_form_of(s->kind);
        cc_refuse(c, s->loc, "there is no circuit of %s", form ? form->word : "@show");
    }
    }
}

void cc_list(cc *c, const ir_stmt *list, const ir_stmt *root)
{
    for (const ir_stmt *s = list; s; s = s->next)
        statement(c, s, root);
}
