/* ir_interpreter.h: the meaning of the intermediate representation, executed directly; the
 * yardstick of the code generator. */
#ifndef IR_INTERPRETER_H
#define IR_INTERPRETER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "compiler/ir/ir.h"
#include "isa/num/num.h"

typedef struct {
    rg_num_config config;
    int64_t *m; /* data memory */
    rg_wide w;  /* the accumulator */
    bool trap;  /* something that must not happen did */
    unsigned long steps;
} interp;

static int64_t interp_expr(interp *in, const int64_t *env, const ir_expr *e);

static inline int64_t *interp_word(interp *in, const int64_t *env, const ir_var *v,
                                   const ir_expr *row, const ir_expr *column)
{
    int64_t p = env[v->id], rows = in->m[p], i = interp_expr(in, env, row),
            j = column ? interp_expr(in, env, column) : 1;

    if (i < 1 || i > rows || j < 1 || j > in->m[p - 1]) {
        in->trap = true;
        i = j = 1;
    }
    return &in->m[p + i + (j - 1) * rows];
}

static inline int64_t interp_op(interp *in, unsigned op, int64_t a, int64_t b)
{
    rg_num_in arguments = {.op = op, .a = a, .b = b};
    rg_num_out out;

    rg_num_eval(&in->config, &arguments, &out);
    in->trap = in->trap || out.trap;
    return out.f;
}

static int64_t interp_expr(interp *in, const int64_t *env, const ir_expr *e)
{
    switch (e->kind) {
    case IR_VAR: return env[e->var->id];
    case IR_CONST: return e->raw;
    case IR_ELEM: return *interp_word(in, env, e->var, e->left, e->right);
    case IR_DIM: return in->m[env[e->var->id] - (e->raw == 2)];
    case IR_WITHIN: {
        const int64_t index = interp_expr(in, env, e->left);
        in->trap = in->trap || index < 1 || index > in->m[env[e->var->id] - (e->raw == 2)];
        return index;
    }
    case IR_AND: return interp_expr(in, env, e->left) && interp_expr(in, env, e->right);
    case IR_OR: return interp_expr(in, env, e->left) || interp_expr(in, env, e->right);
    case IR_NOT: return !interp_expr(in, env, e->left);
    case IR_SELECT:
        return interp_expr(in, env, interp_expr(in, env, e->left) ? e->right : e->third);
    case IR_OP:
        if (!e->right)
            return interp_op(in, e->op, 0, interp_expr(in, env, e->left));
        return interp_op(in, e->op, interp_expr(in, env, e->left), interp_expr(in, env, e->right));
    }
    return 0;
}

static inline int64_t *interp_place(interp *in, int64_t *env, const ir_place *p)
{
    return p->row ? interp_word(in, env, p->var, p->row, p->column) : &env[p->var->id];
}

static inline void interp_update(interp *in, int64_t *v, enum rg_mode mode, rg_type_base base,
                                 int64_t f)
{
    int64_t old = *v;

    *v = mode == RG_MODE_XOR ? old ^ f
                             : (int64_t)(mode == RG_MODE_ADD ? (uint64_t)old + (uint64_t)f
                                                             : (uint64_t)old - (uint64_t)f);
    if (base == RG_TYPE_FIXED && mode != RG_MODE_XOR) {
        bool rises = mode == RG_MODE_ADD ? f >= 0 : f < 0;
        in->trap = in->trap || (f != 0 && (*v > old) != rises);
    }
}

static void interp_list(interp *in, const ir_routine *r, int64_t *env, const ir_stmt *list);

/* Bodies of calls run forward only: an inverse call runs the inverted list. */
static inline void interp_call(interp *in, int64_t *env, const ir_stmt *s)
{
    const ir_routine *r = s->callee;
    int64_t *inner = calloc(r->var_count + 1, sizeof *inner);

    if (!inner)
        abort();
    for (size_t i = 0; i < s->arg_count; i++) {
        const ir_arg *a = &s->args[i];
        inner[i] = a->kind == IR_ARG_PLACE   ? *interp_place(in, env, &a->place)
                   : a->kind == IR_ARG_ARRAY ? env[a->array->id]
                                             : interp_expr(in, env, a->expr);
    }
    interp_list(in, r, inner, s->inverse ? ir_invert(r->module, r->body) : r->body);
    for (size_t i = 0; i < s->arg_count; i++)
        if (s->args[i].kind == IR_ARG_PLACE)
            *interp_place(in, env, &s->args[i].place) = inner[i];
    free(inner);
}

static inline const ir_stmt *interp_block(const ir_stmt *list, unsigned id)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_ROUTINE && s->routine_id == id)
            return s;
        const ir_stmt *inside = interp_block(s->body, id);
        if (!inside)
            inside = interp_block(s->other, id);
        if (inside)
            return inside;
    }
    return NULL;
}

static inline void interp_for(interp *in, const ir_routine *r, int64_t *env, const ir_stmt *s)
{
    int64_t first = interp_expr(in, env, s->first), last = interp_expr(in, env, s->last);
    int64_t step = s->step ? interp_expr(in, env, s->step) : 1;

    for (int64_t i = first; (step > 0 ? i <= last : i >= last) && !in->trap; i += step) {
        env[s->var->id] = i;
        interp_list(in, r, env, s->body);
    }
    env[s->var->id] = 0;
}

static inline rg_num_out interp_unit(interp *in, rg_num_in arguments)
{
    rg_num_out out;

    arguments.w = in->w;
    rg_num_eval(&in->config, &arguments, &out);
    in->trap = in->trap || out.trap;
    return out;
}

static inline void interp_muldiv(interp *in, const int64_t *env, const ir_stmt *s, int64_t *x)
{
    rg_num_out out = interp_unit(in, (rg_num_in){.op = RG_OP_MULDIV,
                                                 .inverse = s->kind == IR_IMULDIV,
                                                 .y = *x,
                                                 .a = interp_expr(in, env, s->first),
                                                 .b = interp_expr(in, env, s->last)});

    *x = out.y2;
    in->w = out.w2;
}

static inline void interp_bank(interp *in, int64_t *low, int64_t *high)
{
    rg_wide w = in->w;

    in->trap = in->trap || low == high;
    in->w = (rg_wide)*high * ((rg_wide)1 << 32) * ((rg_wide)1 << 32) + (rg_wide)(uint64_t)*low;
    *low = (int64_t)(uint64_t)w;
    *high = (int64_t)(w >> 64);
}

static inline void interp_stmt(interp *in, const ir_routine *r, int64_t *env, const ir_stmt *s)
{
    int64_t *x = s->place.var ? interp_place(in, env, &s->place) : NULL, t;

    switch (s->kind) {
    case IR_UPDATE:
        interp_update(in, x, s->mode, s->place.var->base, interp_expr(in, env, s->expr));
        break;
    case IR_ALLOC: env[s->var->id] = s->expr ? interp_expr(in, env, s->expr) : 0; break;
    case IR_FREE:
        if (!s->erase && env[s->var->id] != (s->expr ? interp_expr(in, env, s->expr) : 0))
            in->trap = true;
        env[s->var->id] = 0;
        break;
    case IR_SWAP: {
        int64_t *y = interp_place(in, env, &s->place2);
        in->trap = in->trap || x == y;
        t = *x, *x = *y, *y = t;
        break;
    }
    case IR_NEG: *x = (int64_t)(0 - (uint64_t)*x); break;
    case IR_ROL:
    case IR_ROR: {
        unsigned n = (unsigned)interp_expr(in, env, s->expr) & 63;
        uint64_t v = (uint64_t)*x;
        if (s->kind == IR_ROR)
            n = (64 - n) & 63;
        *x = (int64_t)(n ? v << n | v >> (64 - n) : v);
        break;
    }
    case IR_RANDOM:
    case IR_IRANDOM:
        *x =
            interp_unit(in, (rg_num_in){.op = RG_OP_RNG, .inverse = s->kind == IR_IRANDOM, .y = *x})
                .y2;
        break;
    case IR_MULDIV:
    case IR_IMULDIV: interp_muldiv(in, env, s, x); break;
    case IR_MAC:
        in->w += (rg_wide)interp_expr(in, env, s->first) * interp_expr(in, env, s->last);
        break;
    case IR_IMAC:
        in->w -= (rg_wide)interp_expr(in, env, s->first) * interp_expr(in, env, s->last);
        break;
    case IR_READ:
        interp_update(in, x, s->mode, RG_TYPE_FIXED,
                      interp_unit(in, (rg_num_in){.op = RG_OP_WOUT}).f);
        break;
    case IR_BANK: interp_bank(in, x, interp_place(in, env, &s->place2)); break;
    case IR_CALL: interp_call(in, env, s); break;
    case IR_IF: interp_list(in, r, env, interp_expr(in, env, s->pre) ? s->body : s->other); break;
    case IR_WHILE:
        while (!in->trap && interp_expr(in, env, s->pre))
            interp_list(in, r, env, s->body);
        break;
    case IR_FOR: interp_for(in, r, env, s); break;
    case IR_BLOCK:
    case IR_ROUTINE: interp_list(in, r, env, s->body); break;
    case IR_UNROUTINE: {
        const ir_stmt *block = interp_block(r->body, s->routine_id);
        interp_list(in, r, env, block ? ir_invert(r->module, block->body) : NULL);
        break;
    }
    default: break;
    }
}

static void interp_list(interp *in, const ir_routine *r, int64_t *env, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s && !in->trap && ++in->steps < 200000; s = s->next)
        interp_stmt(in, r, env, s);
    if (in->steps >= 200000)
        in->trap = true;
}

#endif
