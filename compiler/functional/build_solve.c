/* build_solve.c: what stands for functions of matrices in base.def: for A \ b, inv(A), I, which has
 * the extents of the matrix beside it, and for matrices beside and below each other. */
#include <string.h>

#include "compiler/functional/unary.h"

const char *fn_base_of_array(const char *name, size_t count, fn_slot *const *args)
{
    const bool matrix = count == 1 && args[0] && fn_is_matrix(args[0]->type);
    return matrix && strcmp(name, "inv") == 0 ? "inv(matrix)" : name;
}

const char *fn_stacker(const fn_slot *first, const fn_slot *second, bool beside)
{
    const bool matrix = fn_is_matrix(first->type), other = fn_is_matrix(second->type);
    if (!fn_is_array_slot(first) || !fn_is_array_slot(second) || (!beside && !(matrix && other)))
        return NULL;
    if (!beside)
        return "vcat(A, B)";
    return matrix ? other ? "hcat(A, B)" : "hcat(A, b)" : other ? "hcat(a, B)" : "hcat";
}

const char *fn_solver(fn_builder *b, const fr_expr *e, fn_slot *const *args)
{
    if (fn_is_matrix(args[0]->type) && args[1]->type->kind == FN_ARRAY)
        return fn_is_matrix(args[1]->type) ? "\\matrix" : "\\";
    fr_help(b->d,
            fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->span,
                      "\\ solves a system of a matrix, and this is %s \\ %s",
                      fn_type_words(b->d->arena, args[0]->type),
                      fn_type_words(b->d->arena, args[1]->type)),
            "the nearest multiple of a vector v is dot(v, w) / dot(v, v)");
    return NULL;
}

static bool is_bound(const fn_builder *b, const char *name)
{
    return fn_bound(b, name) || fn_find_const(b->program, name);
}

/* k where e is k * I or I * k, and 1 where it is I; NULL: another expression. */
static fr_expr *factor_of_identity(const fn_builder *b, fr_expr *e)
{
    if (e->kind == EX_NAME && strcmp(e->name, "I") == 0 && !is_bound(b, "I"))
        return fr_make_int(b->d->arena, e->span, 1);
    if (e->kind == EX_UNARY && e->token == TOK_SUB) {
        fr_expr *k = factor_of_identity(b, e->right);
        return k ? fr_make_unary(b->d->arena, e->span, TOK_SUB, k) : NULL;
    }
    if (e->kind != EX_BINARY || (e->token != TOK_MUL && e->token != TOK_DIV))
        return NULL;
    fr_expr *left = factor_of_identity(b, e->left),
            *right = e->token == TOK_MUL && !left ? factor_of_identity(b, e->right) : NULL;
    if (!left && !right)
        return NULL;
    return fr_make_binary(b->d->arena, e->token, left ? left : e->left, left ? e->right : right);
}

const fr_expr *fn_without_identity(fn_builder *b, const fr_expr *e)
{
    fr_arena *arena = b->d->arena;
    if (e->token != TOK_ADD && e->token != TOK_SUB)
        return NULL;
    fr_expr *left = factor_of_identity(b, e->left), *right = factor_of_identity(b, e->right);
    if (!left == !right)
        return NULL;
    const bool minus = e->token == TOK_SUB;
    fr_expr *matrix = left ? e->right : e->left, *k = left ? left : right;
    if (minus && left)
        matrix = fr_make_unary(arena, e->span, TOK_SUB, matrix);
    else if (minus)
        k = fr_make_unary(arena, e->span, TOK_SUB, k);
    fr_expr *items[] = {matrix, k};
    return fr_make_call(arena, e->span, "+I", 2, items);
}
