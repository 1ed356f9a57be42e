/* piece_index.c: the points of a piece by the indices of its elements. `y[n - t]` for t = 0:n-1 and
 * `y[i]` for i = 1:n are the same sum over the same domain: the index itself is the coordinate. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/pieces.h"
#include "compiler/opt/stream.h"

enum { MOST_FORMS = 10 };

/* Indices that are affine in what varies. */
typedef struct {
    size_t count;
    opt_affine list[MOST_FORMS];
} forms;

static bool row_varies(const opt_piece *p, const affine_row *row)
{
    for (size_t i = 0; i < p->it.count; i++)
        if (p->varies[i] && row->k[i] != 0)
            return true;
    return false;
}

static bool uses_known(const opt_iterations *it, const ir_expr *e)
{
    for (size_t i = 0; i < it->known_count; i++)
        if (opt_expr_use(e, it->known[i].var))
            return true;
    return false;
}

static bool uses_varying(const opt_piece *p, const ir_expr *e)
{
    for (size_t i = 0; i < p->it.count; i++)
        if (p->varies[i] && opt_expr_use(e, p->it.unknown[i].term->var))
            return true;
    return uses_known(&p->it, e);
}

/* Is there one that varies alike? */
static bool stands_among(const opt_piece *p, const forms *f, const affine_row *row)
{
    for (size_t i = 0; i < f->count; i++) {
        bool same = true;
        for (size_t k = 0; k < p->it.count; k++)
            same = same && (!p->varies[k] || f->list[i].row.k[k] == row->k[k]);
        if (same)
            return true;
    }
    return false;
}

/* The affine parts of an expression that vary, from the left on. */
static void collect(opt_piece *p, const ir_expr *e, forms *out)
{
    opt_affine form;

    if (!e || !uses_varying(p, e))
        return;
    if (opt_affine_of(&p->it, e, &form)) {
        if (row_varies(p, &form.row) && out->count < MOST_FORMS && !stands_among(p, out, &form.row))
            out->list[out->count++] = form;
        return;
    }
    collect(p, e->left, out);
    collect(p, e->right, out);
    collect(p, e->third, out);
}

/* ---- linear algebra on the factors of what varies ---- */

/* Independent forms, and rows that they add up to: row i is the sum of part[i][k] times form k, and
 * has a pivot that no later row has. */
typedef struct {
    size_t count, pivot[OPT_DEPTH];
    affine_row row[OPT_DEPTH];
    int64_t part[OPT_DEPTH][OPT_DEPTH];
} basis;

static bool mul_sub(int64_t a, int64_t b, int64_t c, int64_t d, int64_t *out)
{
    int64_t x, y;

    return !__builtin_mul_overflow(a, b, &x) && !__builtin_mul_overflow(c, d, &y)
           && !__builtin_sub_overflow(x, y, out);
}

/* The row without the pivots of the basis: factor * row = rest + sum of part[i] basis[i]. False if
 * a number overflows. */
static bool reduced(const basis *b, affine_row *row, int64_t part[OPT_DEPTH], int64_t *factor)
{
    *factor = 1;
    for (size_t i = 0; i < OPT_DEPTH; i++)
        part[i] = 0;
    for (size_t i = 0; i < b->count; i++) {
        const int64_t by = row->k[b->pivot[i]], of = b->row[i].k[b->pivot[i]];
        if (by == 0)
            continue;
        for (size_t k = 0; k <= AFFINE_VARS; k++)
            if (!mul_sub(row->k[k], of, by, b->row[i].k[k], &row->k[k]))
                return false;
        for (size_t k = 0; k < b->count; k++)
            if (!mul_sub(part[k], of, -by, b->part[i][k], &part[k]))
                return false;
        if (__builtin_mul_overflow(*factor, of, factor) || *factor > INT32_MAX
            || *factor < -INT32_MAX)
            return false;
    }
    return true;
}

static affine_row only_varying(const opt_piece *p, const affine_row *row)
{
    affine_row out = {0};

    for (size_t i = 0; i < p->it.count; i++)
        if (p->varies[i])
            out.k[i] = row->k[i];
    return out;
}

/* The form joins the basis if it is independent of it. */
static bool joins(const opt_piece *p, basis *b, const affine_row *form)
{
    affine_row row = only_varying(p, form);
    int64_t part[OPT_DEPTH], factor;
    size_t pivot = 0;

    if (b->count == OPT_DEPTH || !reduced(b, &row, part, &factor))
        return false;
    while (pivot < AFFINE_VARS && row.k[pivot] == 0)
        pivot++;
    if (pivot == AFFINE_VARS)
        return false;
    /* rest = factor * form - sum of parts */
    b->row[b->count] = row;
    b->pivot[b->count] = pivot;
    for (size_t k = 0; k < OPT_DEPTH; k++)
        b->part[b->count][k] = -part[k];
    b->part[b->count][b->count] = factor;
    b->count++;
    return true;
}

/* The form in coordinates: whole factors of them, and what does not vary. */
static bool in_coordinates(const opt_piece *p, const basis *b, const opt_affine *coordinate,
                           const affine_row *form, affine_row *out)
{
    affine_row row = only_varying(p, form);
    int64_t part[OPT_DEPTH], factor;

    if (!reduced(b, &row, part, &factor) || factor == 0)
        return false;
    for (size_t i = 0; i < AFFINE_VARS; i++)
        if (row.k[i] != 0)
            return false;
    *out = *form;
    for (size_t i = 0; i < b->count; i++) {
        if (part[i] % factor != 0)
            return false;
        if (!affine_add_row(out, &coordinate[i].row, -(part[i] / factor)))
            return false;
        out->k[p->coordinate[i]] = part[i] / factor;
    }
    return true;
}

/* ---- the update in coordinates ---- */

typedef struct {
    opt_piece *p;
    const basis *b;
    const opt_affine *coordinate;
    bool failed;
} rewriting;

static ir_expr *rewritten(rewriting *w, const ir_expr *e)
{
    opt_piece *p = w->p;
    opt_affine form;
    affine_row row;

    if (!e || !uses_varying(p, e))
        return (ir_expr *)(uintptr_t)e;
    if (opt_affine_of(&p->it, e, &form)) {
        ir_expr *as = in_coordinates(p, w->b, w->coordinate, &form.row, &row)
                          ? opt_affine_expr(&p->it, e->loc, &row)
                          : NULL;
        w->failed = w->failed || !as;
        return as;
    }
    ir_expr *copy = e->kind == IR_VAR ? NULL : opt_copy_node(p->it.region->m, e);
    w->failed = w->failed || !copy;
    if (!copy)
        return NULL;
    copy->left = rewritten(w, e->left);
    copy->right = rewritten(w, e->right);
    copy->third = rewritten(w, e->third);
    return w->failed ? NULL : opt_simplify(p->it.region->m, copy);
}

/* ---- coordinates ---- */

static ir_var *variable(opt_pieces *p, bool again, size_t i)
{
    static const char *const names[OPT_DEPTH] = {"i", "j", "k", "l", "m"};
    ir_var **v = &p->variable[again][i];

    if (!*v) {
        char *name = ir_arena_text(p->m, names[i]);
        *v = name ? ir_add_var(p->r, p->region->region->loc, name, RG_TYPE_INT, 0) : NULL;
    }
    return *v;
}

bool opt_is_coordinate(const opt_piece *piece, size_t unknown)
{
    for (size_t i = 0; i < piece->coordinate_count; i++)
        if (piece->coordinate[i] == unknown)
            return true;
    return false;
}

size_t opt_free_unknown(const opt_piece *piece)
{
    for (size_t u = 0; u < piece->it.count; u++) {
        bool used = !piece->it.unknown[u].loop || piece->varies[u] || opt_is_coordinate(piece, u)
                    || piece->it.known_count > 0;
        for (size_t r = 0; r < piece->it.domain.count && !used; r++)
            used = piece->it.domain.row[r].k[u] != 0;
        if (!used)
            return u;
    }
    return piece->it.count;
}

static bool add_coordinate(opt_pieces *p, opt_piece *piece, bool again, const opt_affine *form)
{
    opt_iterations *it = &piece->it;
    const size_t at = opt_free_unknown(piece);
    ir_var *v = variable(p, again, piece->coordinate_count);
    ir_expr *term = v ? ir_expr_var(p->m, piece->update->loc, v) : NULL;
    affine_row row = {.equal = true};

    if (at == AFFINE_VARS || !term || !affine_add_row(&row, &form->row, -1))
        return false;
    it->unknown[at] = (opt_unknown){term, p->region->region, form->low, form->high};
    it->count += at == it->count;
    row.k[at] = 1;
    affine_restrict(&it->domain, &row);
    piece->coordinate[piece->coordinate_count++] = at;
    return true;
}

/* The first independent ones, from that number on. */
static void choose(const opt_piece *piece, const forms *f, size_t from, basis *b,
                   opt_affine *chosen)
{
    for (size_t i = 0; i < f->count; i++)
        if (b->count < OPT_DEPTH) {
            const opt_affine *form = &f->list[(from + i) % f->count];
            const size_t before = b->count;
            if (joins(piece, b, &form->row))
                chosen[before] = *form;
        }
}

/* Without what varies where an equality says what it is. */
static void substitute(opt_piece *piece)
{
    affine_set *set = &piece->it.domain;
    bool again = true;

    while (again && !set->unknown) {
        again = false;
        for (size_t r = 0; r < set->count && !again; r++)
            for (size_t v = 0; v < piece->it.count && !again; v++) {
                const int64_t k = set->row[r].k[v];
                if (!set->row[r].equal || !piece->varies[v] || (k != 1 && k != -1))
                    continue;
                affine_eliminate(set, v);
                piece->varies[v] = false;
                again = true;
            }
    }
}

static void forget_unused(opt_piece *piece)
{
    for (size_t v = 0; v < piece->it.count; v++) {
        bool used = false;
        for (size_t r = 0; r < piece->it.domain.count; r++)
            used = used || piece->it.domain.row[r].k[v] != 0;
        piece->varies[v] = piece->varies[v] && used;
    }
}

static void indices_of(opt_piece *piece, forms *found)
{
    const ir_stmt *u = piece->update;

    collect(piece, u->place.row, found);
    collect(piece, u->place.column, found);
    collect(piece, u->expr, found);
}

bool opt_add_coordinate(opt_pieces *p, opt_piece *piece, const opt_affine *value)
{
    return add_coordinate(p, piece, false, value);
}

bool opt_only_coordinates(opt_piece *piece)
{
    substitute(piece);
    forget_unused(piece);
    opt_project_piece(piece);
    return !piece->it.domain.unknown;
}

static bool index_by(opt_pieces *p, opt_piece *piece, const forms *found, size_t from, bool again)
{
    ir_stmt *u = piece->update;
    opt_affine chosen[OPT_DEPTH];
    basis b = {0};

    choose(piece, found, from, &b, chosen);
    for (size_t i = 0; i < b.count; i++)
        if (!add_coordinate(p, piece, again, &chosen[i]))
            return false;
    rewriting w = {piece, &b, chosen, false};
    u->place.row = rewritten(&w, u->place.row);
    u->place.column = rewritten(&w, u->place.column);
    u->expr = rewritten(&w, u->expr);
    if (w.failed)
        return false;
    return opt_only_coordinates(piece);
}

bool opt_index_piece(opt_pieces *p, opt_piece *piece)
{
    forms found = {0};

    indices_of(piece, &found);
    return index_by(p, piece, &found, 0, false);
}

static void uncoordinated(opt_piece *piece)
{
    for (size_t i = 0; i < piece->coordinate_count; i++)
        piece->varies[piece->coordinate[i]] = true;
    piece->coordinate_count = 0;
}

size_t opt_choices_of_indices(const opt_piece *piece)
{
    opt_piece all;
    forms found = {0};

    opt_copy_piece(&all, piece);
    uncoordinated(&all);
    indices_of(&all, &found);
    return found.count > piece->coordinate_count ? found.count : 1;
}

bool opt_index_again(opt_pieces *p, opt_piece *piece, size_t choice)
{
    forms found = {0};

    uncoordinated(piece);
    indices_of(piece, &found);
    piece->update = opt_copy_alone(p->m, piece->update);
    return piece->update && index_by(p, piece, &found, choice, true);
}

/* ---- what varies and is no coordinate ---- */

/* Rows s t - e + s - 1 >= 0 and e - s t >= 0: exactly one t for each e. */
static bool is_pair(const affine_row *low, const affine_row *high, size_t t)
{
    const int64_t s = low->k[t];
    affine_row sum = *low;

    return s > 0 && high->k[t] == -s && !low->equal && !high->equal && affine_add_row(&sum, high, 1)
           && affine_is_constant(&sum) && sum.k[AFFINE_VARS] == s - 1;
}

/* Do the other rows of t follow from the pair and from what holds without t? */
static bool others_follow(const affine_set *set, size_t low, size_t high, size_t t)
{
    affine_set known;

    affine_copy(&known, set);
    affine_eliminate(&known, t);
    if (known.unknown)
        return false;
    affine_restrict(&known, &set->row[low]);
    affine_restrict(&known, &set->row[high]);
    for (size_t i = 0; i < set->count; i++)
        if (set->row[i].k[t] != 0 && i != low && i != high && !affine_implies(&known, &set->row[i]))
            return false;
    return true;
}

static bool one_value(const affine_set *set, size_t t)
{
    for (size_t i = 0; i < set->count; i++)
        for (size_t k = 0; k < set->count; k++)
            if (is_pair(&set->row[i], &set->row[k], t) && others_follow(set, i, k, t))
                return true;
    return false;
}

void opt_project_piece(opt_piece *piece)
{
    for (size_t t = 0; t < piece->it.count; t++)
        if (piece->varies[t] && one_value(&piece->it.domain, t)) {
            affine_eliminate(&piece->it.domain, t);
            piece->varies[t] = false;
        }
}

/* c = a + g t, with c a coordinate: t counts its strides. */
static bool stride(opt_piece *piece, size_t row, size_t t)
{
    opt_iterations *it = &piece->it;
    const affine_row equality = it->domain.row[row];

    for (size_t i = 0; i < piece->coordinate_count; i++) {
        const size_t c = piece->coordinate[i];
        const int64_t k = equality.k[c];
        affine_row value = {0};
        if (piece->stride[i].is || (k != 1 && k != -1) || !affine_add_row(&value, &equality, -k))
            continue;
        value.k[c] = 0;
        affine_eliminate(&it->domain, c);
        piece->stride[i].is = true;
        piece->stride[i].of = c;
        piece->stride[i].value = value;
        piece->stride[i].step = value.k[t];
        piece->coordinate[i] = t;
        piece->varies[t] = false;
        return true;
    }
    return false;
}

static bool put_value(opt_piece *piece, size_t c, const affine_row *value)
{
    ir_module *m = piece->it.region->m;
    ir_stmt *u = piece->update;
    const ir_var *v = piece->it.unknown[c].term->var;
    ir_expr *e = opt_affine_expr(&piece->it, u->loc, value);

    if (!e)
        return false;
    u->place.row = opt_put_one(m, u->place.row, v, e);
    u->place.column = opt_put_one(m, u->place.column, v, e);
    u->expr = opt_put_one(m, u->expr, v, e);
    return u->expr != NULL;
}

/* An equality of coordinates: the last of them that it tells goes, as on a diagonal. False where
 * its value might wrap. */
static bool without_equality(opt_piece *piece, const affine_row *equality, bool *gone)
{
    for (size_t i = piece->coordinate_count; i-- > 0;) {
        const size_t c = piece->coordinate[i];
        const int64_t k = equality->k[c];
        affine_row value = {0};
        if ((k != 1 && k != -1) || !affine_add_row(&value, equality, -k))
            continue;
        value.k[c] = 0;
        if (row_varies(piece, &value))
            return true;
        if (!put_value(piece, c, &value))
            return false;
        affine_eliminate(&piece->it.domain, c);
        for (piece->coordinate_count--; i < piece->coordinate_count; i++)
            piece->coordinate[i] = piece->coordinate[i + 1];
        *gone = true;
        return true;
    }
    return true;
}

static bool without_equalities(opt_piece *piece)
{
    bool gone = true;

    while (gone) {
        gone = false;
        for (size_t r = 0; r < piece->it.domain.count && !gone; r++) {
            const affine_row row = piece->it.domain.row[r];
            if (row.equal && !row_varies(piece, &row) && !without_equality(piece, &row, &gone))
                return false;
        }
    }
    return true;
}

bool opt_settle_piece(opt_piece *piece)
{
    opt_project_piece(piece);
    if (!without_equalities(piece))
        return false;
    for (size_t t = 0; t < piece->it.count; t++) {
        if (!piece->varies[t])
            continue;
        bool done = false;
        for (size_t r = 0; r < piece->it.domain.count && !done; r++)
            done = piece->it.domain.row[r].equal && piece->it.domain.row[r].k[t] != 0
                   && stride(piece, r, t);
        if (!done && piece->coordinate_count < OPT_DEPTH) {
            piece->coordinate[piece->coordinate_count++] = t; /* each iteration counts */
            piece->varies[t] = false;
            done = true;
        }
        if (!done)
            return false;
    }
    return !piece->it.domain.unknown;
}
