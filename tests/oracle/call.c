/* call.c: calls of routines and of the instructions that have a name. */
#include <stdlib.h>
#include <string.h>

#include "tests/oracle/internal.h"

enum { DEPTH_LIMIT = 60, MOST_ARGUMENTS = 64 };

static bool is_place(oracle *o, const fr_expr *e)
{
    const fr_expr *name = e->kind == EX_INDEX ? e->left : e;
    or_var *v = (e->kind == EX_NAME || e->kind == EX_INDEX) && name->kind == EX_NAME
                    ? or_find(o, name->name)
                    : NULL;
    return v && !v->read_only;
}

/* A computed argument: its cell, to be looked at after the call. */
typedef struct {
    uint32_t cell;
    int64_t word;
} computed;

static computed pass_value(oracle *o, or_frame *inner, const fr_param *p, or_value v)
{
    rg_type_base base = v.base;
    unsigned rank;
    if (p->type && !or_type_name(p->type, &base, &rank))
        or_stop(o, OR_UNDEFINED, 0, "a type that the interpreter does not know");
    v = or_convert(o, v, base);
    uint32_t cell = or_new_cells(o, 1);
    o->cells[cell] = v.word;
    if (v.cell)
        or_record(o, (or_tape){.kind = OR_TAPE_ADD, .target = cell, .a = v.cell});
    inner->vars[inner->count++] = (or_var){.name = p->name,
                                           .base = base,
                                           .cell = cell,
                                           .rows = 1,
                                           .columns = 1,
                                           .read_only = p->keyword};
    return (computed){cell, v.word};
}

static computed pass(oracle *o, or_frame *inner, const fr_param *p, const fr_expr *e)
{
    or_var *v = e->kind == EX_NAME ? or_find(o, e->name) : NULL;
    rg_type_base base, wanted;
    unsigned rank;
    if (v && v->rank != 0) {
        or_var *to = &inner->vars[inner->count++];
        *to = *v;
        to->name = p->name;
        to->read_only = false;
        return (computed){0, 0};
    }
    if (is_place(o, e)) {
        uint32_t cell = or_place(o, e, &base);
        if (!p->type || (or_type_name(p->type, &wanted, &rank) && wanted == base)) {
            inner->vars[inner->count++] =
                (or_var){.name = p->name, .base = base, .cell = cell, .rows = 1, .columns = 1};
            return (computed){0, 0};
        }
    }
    return pass_value(o, inner, p, or_eval(o, e));
}

static const fr_expr *keyword_value(const fr_expr *e, const fr_param *p)
{
    for (size_t i = 0; i < e->keyword_count; i++)
        if (strcmp(e->keywords[i].name, p->name) == 0)
            return e->keywords[i].value;
    return p->fallback;
}

static void call_routine(oracle *o, const fr_function *f, const fr_expr *e, int dir)
{
    or_frame *inner = fr_alloc(&o->arena, sizeof *inner), *outer = o->frame;
    computed values[MOST_ARGUMENTS];
    inner->depth = outer->depth + 1;
    if (inner->depth > DEPTH_LIMIT || f->param_count > MOST_ARGUMENTS)
        or_stop(o, OR_UNDEFINED, 0, "too deep a recursion");
    for (size_t i = 0; i < f->param_count; i++) {
        if (!f->params[i].keyword && i >= e->count)
            or_stop(o, OR_UNDEFINED, 0, "too few arguments");
        values[i] = f->params[i].keyword ? pass_value(o, inner, &f->params[i],
                                                      or_eval(o, keyword_value(e, &f->params[i])))
                                         : pass(o, inner, &f->params[i], e->items[i]);
    }
    o->frame = inner;
    or_body(o, f->body, dir);
    o->frame = outer;
    for (size_t i = 0; i < f->param_count; i++)
        if (values[i].cell && o->cells[values[i].cell] != values[i].word)
            or_stop(o, OR_TRAP, RG_TRAP_DIRTY, "a computed argument comes back changed");
}

static void turn(oracle *o, const fr_expr *e, bool inverse)
{
    rg_type_base x, y;
    uint32_t d = or_place(o, e->items[0], &x), a = or_place(o, e->items[1], &y);
    if (x != RG_TYPE_FIXED || y != RG_TYPE_FIXED || d == a)
        or_stop(o, OR_UNDEFINED, 0, "a rotation of one place");
    o->watch = d;
    or_value angle = or_convert(o, or_eval(o, e->items[2]), RG_TYPE_FIXED);
    or_place(o, e->items[1], &y);
    o->watch = a;
    or_eval(o, e->items[2]);
    or_place(o, e->items[0], &x);
    o->watch = 0;
    rg_num_in in = {.op = inverse ? RG_OP_IROT : RG_OP_ROT,
                    .inverse = inverse,
                    .y = o->cells[d],
                    .a = o->cells[a],
                    .b = angle.word};
    rg_num_out out;
    rg_num_eval(&o->num, &in, &out);
    if (out.trap)
        or_stop(o, OR_TRAP, out.trap, "a rotation overflows");
    o->cells[d] = out.y2;
    o->cells[a] = out.a2;
    or_record(o, (or_tape){.kind = OR_TAPE_TURN,
                           .op = (uint8_t)in.op,
                           .inverse = inverse,
                           .target = d,
                           .a = a,
                           .b = angle.cell,
                           .vy = out.y2,
                           .va = out.a2,
                           .vb = angle.word});
}

static void rotate_bits(oracle *o, const fr_expr *e, bool left)
{
    rg_type_base base;
    uint32_t cell = or_place(o, e->items[0], &base);
    o->watch = cell;
    unsigned by = (unsigned)((uint64_t)or_integer(o, e->items[1]) & (o->num.xlen - 1));
    or_place(o, e->items[0], &base);
    o->watch = 0;
    unsigned xlen = o->num.xlen;
    uint64_t w = (uint64_t)o->cells[cell] & (UINT64_MAX >> (64 - xlen));
    if (!left)
        by = (xlen - by) & (xlen - 1);
    o->cells[cell] = or_wrap(o, (int64_t)(by == 0 ? w : w << by | w >> (xlen - by)));
}

static void instruction(oracle *o, const fr_expr *e, int dir)
{
    const char *n = e->left->name;
    size_t want = strcmp(n, "ROT") == 0 || strcmp(n, "IROT") == 0                            ? 3
                  : strcmp(n, "SWAP") == 0 || strcmp(n, "ROL") == 0 || strcmp(n, "ROR") == 0 ? 2
                                                                                             : 1;
    rg_type_base base;
    if (e->count != want)
        or_stop(o, OR_UNDEFINED, 0, "a wrong number of arguments");
    if (strcmp(n, "SWAP") == 0)
        or_swap(o, e->items[0], e->items[1]);
    else if (want == 3)
        turn(o, e, (n[0] == 'I') == (dir > 0));
    else if (want == 2)
        rotate_bits(o, e, (n[2] == 'L') == (dir > 0));
    else if (strcmp(n, "NEG") == 0) {
        uint32_t cell = or_place(o, e->items[0], &base);
        o->cells[cell] = or_wrap(o, (int64_t)(0 - (uint64_t)o->cells[cell]));
        or_record(o, (or_tape){.kind = OR_TAPE_NEG, .target = cell});
    } else if (strcmp(n, "INC") == 0 || strcmp(n, "DEC") == 0) {
        uint32_t cell = or_place(o, e->items[0], &base);
        or_add_to(o, cell, base, (n[0] == 'I' ? 1 : -1) * dir, or_convert(o, or_int(1), base));
    } else if (strcmp(n, "FLIP") == 0)
        o->cells[or_place(o, e->items[0], &base)] ^= 1;
    else
        or_stop(o, OR_UNDEFINED, 0, "an unknown routine");
}

void or_call(oracle *o, const fr_stmt *s, int dir)
{
    const fr_expr *e = s->value;
    if (e->left->kind != EX_NAME)
        or_stop(o, OR_UNDEFINED, 0, "a call of no name");
    dir = s->inverse ? -dir : dir;
    for (const fr_function *f = o->program.functions; f; f = f->next)
        if (strcmp(f->name, e->left->name) == 0) {
            call_routine(o, f, e, dir);
            return;
        }
    instruction(o, e, dir);
}
