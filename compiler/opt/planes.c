/* planes.c: see planes.h. */
#include "compiler/opt/planes.h"

#include "compiler/opt/linear.h"
#include "compiler/opt/opt_internal.h"

/* What the index is in the array's third dimension and above, counted in planes; NULL: it is
 * no such index, or more than one product could be it. */
static const ir_expr *plane_of(const ir_var *array, const ir_expr *index, unsigned *extent)
{
    const opt_linear sum = opt_linear_of(index);
    const ir_expr *plane = NULL;

    for (size_t i = 0; i < sum.count; i++) {
        const ir_expr *e = sum.term[i];
        if (e->kind != IR_OP || e->op != RG_OP_MUL || e->right->kind != IR_DIM
            || e->right->var != array || e->right->raw < RG_EXTENT(2))
            continue;
        if (plane || sum.k[i] != 1)
            return NULL;
        plane = e->left;
        *extent = (unsigned)e->right->raw;
    }
    return sum.exact ? plane : NULL;
}

/* Both, where they count in the same planes. */
static bool planes_of(const ir_var *array, const ir_expr *x, const ir_expr *y,
                      const ir_expr *plane[2])
{
    unsigned extent[2] = {0, 0};

    if (array->rank <= 2 || !x || !y)
        return false;
    plane[0] = plane_of(array, x, &extent[0]);
    plane[1] = plane[0] ? plane_of(array, y, &extent[1]) : NULL;
    return plane[1] && extent[0] == extent[1];
}

bool opt_planes_differ(const ir_var *array, const ir_expr *x, const ir_expr *y)
{
    const ir_expr *plane[2];

    return planes_of(array, x, y, plane)
           && (opt_differ(plane[0], plane[1]) || opt_planes_differ(array, plane[0], plane[1]));
}

bool opt_columns_differ(const ir_var *array, const ir_expr *x, const ir_expr *y)
{
    return opt_differ(x, y) || opt_planes_differ(array, x, y);
}

bool opt_planes_beyond(const ir_var *array, const ir_expr *x, const ir_stmt *const *x_loops,
                       const ir_expr *y, const ir_stmt *const *y_loops)
{
    const ir_expr *plane[2];

    return planes_of(array, x, y, plane)
           && (opt_beyond(plane[0], x_loops, plane[1], y_loops)
               || opt_planes_beyond(array, plane[0], x_loops, plane[1], y_loops));
}
