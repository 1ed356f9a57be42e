/* control.c: lists of statements, branches and loops. A list that can trap is followed by its
 * undoing: the inverse of each statement in the opposite order, with a label before each. A trap
 * goes to the label of what was done until then, in the midst of branches and loops too. */
#include "ec.h"

/* ---- the tree of a list ---- */

typedef struct {
    ec *e;
    ec_node *first, *last;
} growing;

static void expand_list(growing *g, const ir_stmt *list);

static ec_node *branch(growing *g, const ir_stmt *list)
{
    growing inner = {g->e, NULL, NULL};

    expand_list(&inner, list);
    return inner.first;
}

static void add_node(growing *g, const ir_stmt *s)
{
    ec *e = g->e;
    ec_node *n = ec_take(e, sizeof *n);
    ir_stmt *alone = ec_take(e, sizeof *alone);

    if (e->failed || !n || !alone)
        return;
    *alone = *s;
    alone->next = NULL;
    alone->body = alone->other = NULL; /* these have nodes of their own */
    n->s = s;
    n->inverse = ir_invert(e->m, alone);
    n->before = ++e->labels;
    n->body = branch(g, s->body);
    n->body_end = ++e->labels;
    n->other = branch(g, s->other);
    n->other_end = ++e->labels;
    if (g->last)
        g->last->next = n;
    else
        g->first = n;
    g->last = n;
}

static void expand_list(growing *g, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s && !g->e->failed; s = s->next)
        add_node(g, s);
}

/* Without blocks: what a @routine block holds stands where it is run, and inverted where it is run
 * backward. */
static ir_stmt *flat(ec *e, const ir_stmt *list, const ir_stmt *root)
{
    ir_stmt *result = NULL;

    for (const ir_stmt *s = list; s && !e->failed; s = s->next) {
        bool found = false;
        if (s->kind == IR_BLOCK || s->kind == IR_ROUTINE) {
            result = ir_append(result, flat(e, s->body, root));
        } else if (s->kind == IR_UNROUTINE) {
            const ir_stmt *body = ir_block_body(root, s->routine_id, &found);
            if (!found)
                ec_refuse(e, s->loc, "~@routine of a block that does not stand in this routine");
            result = ir_append(result, ir_invert(e->m, flat(e, body, root)));
        } else {
            ir_stmt *copy = ec_take(e, sizeof *copy);
            if (e->failed || !copy)
                return NULL;
            *copy = *s;
            copy->next = NULL;
            copy->body = flat(e, s->body, root);
            copy->other = flat(e, s->other, root);
            result = ir_append(result, copy);
        }
    }
    return result;
}

ec_node *ec_expand(ec *e, const ir_stmt *body, bool inverse)
{
    const ir_stmt *list = flat(e, body, body);
    growing g = {e, NULL, NULL};

    if (inverse && !e->failed)
        list = ir_invert(e->m, list);
    expand_list(&g, list);
    return g.first;
}

/* ---- branches ---- */

static const char *condition(ec *e, const ir_expr *x)
{
    ec_begin(e);
    e->active = false;
    return ec_eval(e, x).v;
}

static void check_post(ec *e, const ir_expr *post, bool holds, size_t label)
{
    const size_t undo = e->undo;

    e->undo = label;
    const char *text = condition(e, post);
    ec_require(e, post->loc, "CONDITION", holds ? text : ec_text(e, "!%s", text));
    e->undo = undo;
}

static void write_if(ec *e, const ec_node *n)
{
    const ir_expr *post = n->s->post ? n->s->post : n->s->pre;
    const bool checks =
        !e->sure
        && (n->s->post || ec_changes(e, n->s->body, post) || ec_changes(e, n->s->other, post));

    ec_line(e, "if (%s) {", ec_bare(e, condition(e, n->s->pre)));
    e->indent++;
    ec_list(e, n->body);
    if (checks)
        check_post(e, post, true, n->body_end);
    e->indent--;
    if (n->other || checks) {
        ec_line(e, "} else {");
        e->indent++;
        ec_list(e, n->other);
        if (checks)
            check_post(e, post, false, n->other_end);
        e->indent--;
    }
    ec_line(e, "}");
}

static void undo_if(ec *e, const ec_node *n)
{
    ec_line(e, "if (%s) {", ec_bare(e, condition(e, n->s->post ? n->s->post : n->s->pre)));
    e->indent++;
    ec_undo(e, n->body, n->body_end, true);
    e->indent--;
    if (n->other || ec_label_used(e, n->other_end)) {
        ec_line(e, "} else {");
        e->indent++;
        ec_undo(e, n->other, n->other_end, true);
        e->indent--;
    }
    ec_line(e, "}");
}

/* ---- while ---- */

static void begin_while(ec *e, const ir_expr *x)
{
    ec_line(e, "for (;;) {");
    e->indent++;
    ec_line(e, "if (!%s)", condition(e, x));
    ec_line(e, "    break;");
}

static void end_loop(ec *e)
{
    e->indent--;
    ec_line(e, "}");
}

static void write_while(ec *e, const ec_node *n)
{
    if (!e->sure)
        check_post(e, n->s->post, false, n->before);
    begin_while(e, n->s->pre);
    ec_list(e, n->body);
    if (!e->sure)
        check_post(e, n->s->post, true, n->body_end);
    end_loop(e);
}

static void undo_while(ec *e, const ec_node *n)
{
    begin_while(e, n->s->post);
    ec_undo(e, n->body, n->body_end, true);
    end_loop(e);
}

/* ---- for ---- */

typedef struct {
    const char *i, *first, *last, *step; /* step NULL: 1 or -1 */
    bool down;
} loop_names;

static loop_names names_of(ec *e, const ir_stmt *s)
{
    const char *i = ec_name(e, s->var);
    loop_names l = {.i = i, .first = ec_text(e, "%s_first", i), .last = ec_text(e, "%s_last", i)};

    l.down = s->step && s->step->kind == IR_CONST && s->step->raw == -1;
    if (s->step && !(s->step->kind == IR_CONST && (s->step->raw == 1 || s->step->raw == -1)))
        l.step = ec_text(e, "%s_step", i);
    return l;
}

static void bounds(ec *e, const ir_stmt *s, const loop_names *l)
{
    ec_begin(e);
    e->active = false;
    ec_line(e, "%s = %s;", l->first, ec_eval(e, s->first).v);
    ec_line(e, "%s = %s;", l->last, ec_eval(e, s->last).v);
    if (!l->step)
        return;
    ec_line(e, "%s = %s;", l->step, ec_eval(e, s->step).v);
    if (s->step->kind != IR_CONST)
        ec_require(e, s->loc, "DIVZERO", ec_text(e, "%s != 0", l->step));
}

static void forth(ec *e, const loop_names *l)
{
    if (l->step)
        ec_line(
            e,
            "for (%s_k = rg_trips(%s, %s, %s), %s = %s; %s_k > 0; %s_k--, %s = rg_add(%s, %s)) {",
            l->i, l->first, l->step, l->last, l->i, l->first, l->i, l->i, l->i, l->i, l->step);
    else
        ec_line(e, "for (%s = %s; %s %s %s; %s%s) {", l->i, l->first, l->i,
                l->down ? ">=" : "<=", l->last, l->i, l->down ? "--" : "++");
    e->indent++;
}

/* What the loop computed its iterations from must still be there. */
static void check_bounds(ec *e, const ec_node *n, const loop_names *l)
{
    const ir_stmt *s = n->s;
    const ir_expr *parts[3] = {s->first, s->last, s->step};
    const char *kept[3] = {l->first, l->last, l->step};
    const size_t undo = e->undo;

    for (unsigned i = 0; i < 3; i++) {
        if (!parts[i] || !kept[i] || !ec_changes(e, s->body, parts[i]))
            continue;
        ec_begin(e);
        e->active = false;
        e->undo = n->body_end;
        const char *now = ec_eval(e, parts[i]).v;
        ec_line(e, "if (%s != %s) {", now, kept[i]);
        e->indent++;
        ec_line(e, "%s = rg_final(%s, %s, %s);", l->i, l->first,
                l->step   ? l->step
                : l->down ? "-1"
                          : "1",
                l->last);
        ec_require(e, s->loc, "LOOP", "false");
        e->indent--;
        ec_line(e, "}");
    }
    e->undo = undo;
}

static void write_for(ec *e, const ec_node *n)
{
    const loop_names l = names_of(e, n->s);

    bounds(e, n->s, &l);
    forth(e, &l);
    ec_list(e, n->body);
    end_loop(e);
    if (!e->sure)
        check_bounds(e, n, &l);
}

static void undo_for(ec *e, const ec_node *n)
{
    const loop_names l = names_of(e, n->s);

    bounds(e, n->s, &l);
    if (!l.step) {
        ec_line(e, "for (%s = %s; %s %s %s; %s%s) {", l.i, l.last, l.i,
                l.down ? "<=" : ">=", l.first, l.i, l.down ? "++" : "--");
        e->indent++;
        ec_undo(e, n->body, n->body_end, true);
        end_loop(e);
        return;
    }
    ec_line(e, "if (rg_trips(%s, %s, %s) > 0)", l.first, l.step, l.last);
    e->indent++;
    ec_line(e, "for (%s = rg_final(%s, %s, %s);; %s = rg_sub(%s, %s)) {", l.i, l.first, l.step,
            l.last, l.i, l.i, l.step);
    e->indent++;
    ec_undo(e, n->body, n->body_end, true);
    ec_line(e, "if (%s == %s)", l.i, l.first);
    ec_line(e, "    break;");
    end_loop(e);
    e->indent--;
}

/* ---- lists ---- */

static void write_node(ec *e, const ec_node *n)
{
    e->undo = n->before;
    switch (n->s->kind) {
    case IR_IF: write_if(e, n); break;
    case IR_WHILE: write_while(e, n); break;
    case IR_FOR: write_for(e, n); break;
    default: ec_leaf(e, n->s); break;
    }
}

void ec_list(ec *e, const ec_node *list)
{
    for (const ec_node *n = list; n && !e->failed; n = n->next)
        write_node(e, n);
}

void ec_routine_list(ec *e, const ec_node *list)
{
    for (const ec_node *n = list; n && !e->failed; n = n->next) {
        e->promise = ec_promise(e, n);
        write_node(e, n);
    }
    e->promise = NULL;
}

static bool holds_label(const ec *e, const ec_node *list)
{
    for (const ec_node *n = list; n; n = n->next)
        if (ec_label_used(e, n->before) || ec_label_used(e, n->body_end)
            || ec_label_used(e, n->other_end) || holds_label(e, n->body)
            || holds_label(e, n->other))
            return true;
    return false;
}

static void undo_node(ec *e, const ec_node *n)
{
    switch (n->s->kind) {
    case IR_IF: undo_if(e, n); break;
    case IR_WHILE: undo_while(e, n); break;
    case IR_FOR: undo_for(e, n); break;
    default: ec_leaf(e, n->inverse); break;
    }
}

static void put_label(ec *e, size_t label)
{
    if (ec_label_used(e, label))
        ec_line(e, "undo_%zu:;", label);
}

/* From the last statement to the first; live: control comes from above. */
static bool undo_back(ec *e, const ec_node *n, bool live)
{
    if (!n || e->failed)
        return live;
    live = undo_back(e, n->next, live);
    if (live || holds_label(e, n->body) || holds_label(e, n->other) || ec_label_used(e, n->body_end)
        || ec_label_used(e, n->other_end)) {
        undo_node(e, n);
        live = true;
    }
    put_label(e, n->before);
    return live || ec_label_used(e, n->before);
}

void ec_undo(ec *e, const ec_node *list, size_t end, bool live)
{
    put_label(e, end);
    (void)undo_back(e, list, live || ec_label_used(e, end));
}
