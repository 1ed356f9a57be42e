/* piece_window.c: windows. In `y[i] += h[p] * x[i + p]`, where the edges of x bound i and p
 * together, and in a band `y[i] += A[i, k] * x[k]` with k near i, the window is mostly shorter than
 * the target. With p, or k - i, outside streams go along the target. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/pieces.h"

/* No index at all, where one may be asked for. Iterations by which a window may be longer than its
 * target, for they cost little. */
enum { NONE = AFFINE_VARS, A_LITTLE = 16 };

static bool in_target(const opt_piece *piece, size_t unknown)
{
    const ir_place *to = &piece->update->place;
    const ir_var *v = piece->it.unknown[unknown].term->var;

    return opt_expr_use(to->row, v) || opt_expr_use(to->column, v);
}

/* Of all coordinates the inequality has k v and other_k other alone. */
static bool has_only(const opt_piece *piece, const affine_row *row, size_t v, int64_t k,
                     size_t other, int64_t other_k)
{
    for (size_t c = 0; c < piece->coordinate_count; c++) {
        const size_t u = piece->coordinate[c];
        if (row->k[u] != (u == v ? k : u == other ? other_k : 0))
            return false;
    }
    return !row->equal;
}

/* The highest value of v, or of v - less, minus the lowest one, by inequalities of the set with no
 * other coordinate. False where there are none. */
static bool extent_in(const opt_piece *piece, const affine_set *set, size_t v, size_t less,
                      affine_row *extent)
{
    bool ends[2] = {false, false};

    *extent = (affine_row){0};
    for (size_t r = 0; r < set->count; r++) {
        const affine_row *row = &set->row[r];
        for (unsigned high = 0; high < 2; high++) {
            const int64_t k = high ? -1 : 1;
            if (ends[high] || !has_only(piece, row, v, k, less, -k))
                continue;
            ends[high] = true;
            if (!affine_add_row(extent, row, 1))
                return false;
        }
    }
    return ends[0] && ends[1];
}

/* The same for v, whatever the other coordinates are. */
static bool extent_of(const opt_piece *piece, size_t v, affine_row *extent)
{
    affine_set alone;

    affine_copy(&alone, &piece->it.domain);
    for (size_t c = 0; c < piece->coordinate_count; c++)
        if (piece->coordinate[c] != v)
            affine_eliminate(&alone, piece->coordinate[c]);
    return !alone.unknown && extent_in(piece, &alone, v, NONE, extent);
}

/* The index in steps of which the window goes along the target: its own, or what it is ahead. */
static affine_row index_of(const opt_window *w)
{
    affine_row index = {0};

    index.k[w->index] = 1;
    if (w->band)
        index.k[w->along] = -1;
    return index;
}

/* Do some inequalities keep the window about as short as its target, whatever the parameters are?
 * So do the edges of x in `y[i] += x[i + p]`: they bound p as well as its own loop does. */
static bool is_shorter_anyway(const opt_piece *piece, const opt_window *w, const affine_row *target)
{
    const affine_row index = index_of(w);
    const affine_row little = {.k = {[AFFINE_VARS] = A_LITTLE}};
    const size_t value = opt_free_unknown(piece);
    affine_set set;

    if (!opt_values_of_index(piece, &index, value, &set))
        return false;
    for (size_t low = 0; low < set.count; low++)
        for (size_t high = 0; high < set.count; high++) {
            affine_row shorter = *target;
            if (set.row[low].k[value] == 1 && set.row[high].k[value] == -1 && !set.row[low].equal
                && !set.row[high].equal && affine_add_row(&shorter, &set.row[low], -1)
                && affine_add_row(&shorter, &set.row[high], -1)
                && affine_add_row(&shorter, &little, 1)
                && affine_implies(&piece->it.domain, &shorter))
                return true;
        }
    return false;
}

/* Some inequality bounds the sum of both. */
static bool share_an_edge(const opt_piece *piece, size_t a, size_t b)
{
    for (size_t r = 0; r < piece->it.domain.count; r++)
        for (int64_t k = -1; k < 2; k += 2)
            if (has_only(piece, &piece->it.domain.row[r], a, k, b, k))
                return true;
    return false;
}

/* Is the sum of both the index of an element that is read? */
static bool reads_at_sum(const opt_piece *piece, const ir_expr *e, size_t a, size_t b)
{
    opt_iterations it;
    opt_affine form;

    if (!e)
        return false;
    opt_copy_iterations(&it, &piece->it);
    if (e->kind != IR_ELEM && opt_affine_of(&it, e, &form))
        return form.row.k[a] == form.row.k[b] && form.row.k[a] != 0;
    return reads_at_sum(piece, e->left, a, b) || reads_at_sum(piece, e->right, a, b)
           || reads_at_sum(piece, e->third, a, b);
}

/* Nothing is added where the window reaches beyond an edge. */
static bool is_window(const opt_piece *piece, size_t w, size_t target, affine_row *extent)
{
    return share_an_edge(piece, w, target) && reads_at_sum(piece, piece->update->expr, w, target)
           && extent_of(piece, w, extent);
}

static bool find_window(const opt_piece *piece, size_t w, opt_window *found)
{
    affine_row extent;

    for (size_t c = 0; c < piece->coordinate_count; c++) {
        const size_t target = piece->coordinate[c];
        *found = (opt_window){.index = w, .along = target};
        if (!in_target(piece, target) || !extent_of(piece, target, &found->shorter))
            continue;
        found->band = extent_in(piece, &piece->it.domain, w, target, &extent);
        found->anyway = is_shorter_anyway(piece, found, &found->shorter);
        if ((found->band || is_window(piece, w, target, &extent))
            && affine_add_row(&found->shorter, &extent, -1))
            return true;
    }
    return false;
}

size_t opt_find_windows(const opt_piece *piece, opt_window list[OPT_DEPTH])
{
    size_t count = 0;

    for (size_t u = 0; u < piece->it.count; u++)
        if (piece->varies[u] && !opt_is_coordinate(piece, u))
            return 0;
    for (size_t c = 0; c < piece->coordinate_count; c++)
        if (!in_target(piece, piece->coordinate[c])
            && find_window(piece, piece->coordinate[c], &list[count]))
            count++;
    return count;
}

/* ---- a band counts from the target's index ---- */

typedef struct {
    opt_piece *piece;
    size_t k, i;
    bool failed;
    opt_iterations from; /* where the unknown is k; in the piece it is k - i */
} shift;

static ir_expr *shifted(shift *s, const ir_expr *e)
{
    opt_affine form;

    if (!e || !opt_expr_use(e, s->from.unknown[s->k].term->var))
        return (ir_expr *)(uintptr_t)e;
    if (opt_affine_of(&s->from, e, &form)) {
        form.row.k[s->i] += form.row.k[s->k];
        ir_expr *as = s->from.count == s->piece->it.count
                          ? opt_affine_expr(&s->piece->it, e->loc, &form.row)
                          : NULL;
        s->failed = s->failed || !as;
        return as;
    }
    ir_expr *copy = opt_copy_node(s->from.region->m, e);
    s->failed = s->failed || !copy;
    if (!copy)
        return NULL;
    copy->left = shifted(s, e->left);
    copy->right = shifted(s, e->right);
    copy->third = shifted(s, e->third);
    return s->failed ? NULL : opt_simplify(s->from.region->m, copy);
}

bool opt_count_from_target(opt_piece *piece, const opt_window *window)
{
    shift s;
    opt_unknown *k = &piece->it.unknown[window->index], *i = &piece->it.unknown[window->along];

    s.piece = piece;
    s.k = window->index;
    s.i = window->along;
    s.failed = false;
    opt_copy_iterations(&s.from, &piece->it);
    if (__builtin_sub_overflow(k->low, i->high, &k->low)
        || __builtin_sub_overflow(k->high, i->low, &k->high))
        return false;
    for (size_t r = 0; r < piece->it.domain.count; r++) {
        affine_row *row = &piece->it.domain.row[r];
        if (__builtin_add_overflow(row->k[s.i], row->k[s.k], &row->k[s.i]))
            return false;
    }
    piece->update->expr = shifted(&s, piece->update->expr);
    return !s.failed;
}
