/* tiles.c: a job whose data comes in tiles of rows (docs/development/tiles.md).
 *
 * The arguments of a tile stand in a view, a second list of arguments. It takes the place of the
 * whole ones while the tile is at work, so that all that runs a job runs a tile. */
#include "host-driver/internal.h"
#include "compiler/ir/tiles.h"
#include "errors/errors.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the object says of argument i (compiler/ir/tiles.h). */
static char role_of(const rgd_job *job, size_t i)
{
    return job->arguments[job->tiles.named].param->tile[i];
}

static bool in_rows(char role) { return role == '1' || role == '2'; }

static size_t rows_of(const rg_argument *a, char role)
{
    return role == '1' ? a->rows : a->columns;
}

static size_t tile_count(const rg_tiles *t) { return t->all == 0 ? 1 : (t->all - 1) / t->rows + 1; }

/* ---- which argument */

/* The argument, or the first array of the compound. */
static rg_argument *find(const rgd_job *job, const char *name)
{
    rg_argument *first = rg_argument_find(job, name);
    for (size_t i = 0; !first && i < job->argument_count; i++)
        if (rg_is_part_of(job->arguments[i].param->name, name))
            first = &job->arguments[i];
    return first;
}

static rg_result no_tiles(const rgd_job *job, const rg_param *p, rg_fault *fault)
{
    const rg_object *object = job->device->object;
    rg_fail(fault, RG_BAD_USE, "R0950", "the rows of %s cannot come in tiles: %s", p->name,
            p->tile_why    ? p->tile_why
            : p->rank == 0 ? "it is a scalar"
                           : "the object does not tell what the routine does with them");
    if (fault && p->tile_why && p->tile_line && p->tile_file < object->file_count) {
        snprintf(fault->file, sizeof fault->file, "%s", object->files[p->tile_file]);
        fault->line = p->tile_line;
        fault->column = p->tile_column;
    }
    return RG_BAD_USE;
}

rg_result rgd_tile(rgd_job *job, const char *name, size_t rows, rg_fault *fault)
{
    const rg_argument *argument = find(job, name);
    if (!argument)
        return rg_no_argument(job, name, fault);
    if (rows > 0 && !argument->param->tile)
        return no_tiles(job, argument->param, fault);
    job->tiles.named = (size_t)(argument - job->arguments);
    job->tiles.rows = rows;
    return RG_OK;
}

/* ---- the view */

static void free_view(rgd_job *job)
{
    rg_tiles *t = &job->tiles;
    for (size_t i = 0; t->view && i < job->argument_count; i++) {
        free(t->view[i].argument);
        free(t->view[i].result);
        free(t->view[i].gradient);
    }
    free(t->view);
    free(t->totals);
    free(t->wide_totals);
    t->view = NULL;
    t->totals = NULL;
    t->wide_totals = NULL;
    t->stands = false;
}

void rg_tiles_free(rgd_job *job) { free_view(job); }

/* Exchanges the whole arguments for those of the tile, or back. */
static void exchange(rgd_job *job)
{
    rg_argument *other = job->tiles.view;
    if (job->seed.in)
        job->seed.in = other + (job->seed.in - job->arguments);
    job->tiles.view = job->arguments;
    job->arguments = other;
}

rg_result rg_in_tile(rgd_job *job, rg_result (*work)(rgd_job *, rg_fault *), rg_fault *fault)
{
    const bool stands = job->tiles.stands;
    if (stands)
        exchange(job);
    const rg_result result = work(job, fault);
    if (stands)
        exchange(job);
    return result;
}

static void shape(rg_argument *view, const rg_argument *whole, char role, size_t count)
{
    view->rows = role == '1' ? count : whole->rows;
    view->columns = role == '2' ? count : whole->columns;
    view->count = view->rows * view->columns;
    rg_shape_argument(view);
}

static bool make_argument(rg_argument *view, const rg_argument *whole, char role, size_t rows)
{
    *view = (rg_argument){.param = whole->param,
                          .number = whole->number,
                          .limbs = whole->limbs,
                          .set = whole->set,
                          .wanted = whole->wanted || role == IR_TILE_SUM};
    memcpy(view->announced, whole->announced, sizeof view->announced);
    shape(view, whole, role, rows);
    const size_t words = view->count * view->limbs, room = words + 1;
    view->argument = calloc(room, sizeof *view->argument);
    view->result = calloc(room, sizeof *view->result);
    view->gradient = calloc(room, sizeof *view->gradient);
    if (!view->argument || !view->result || !view->gradient)
        return false;
    if (!in_rows(role) && words > 0)
        memcpy(view->argument, whole->argument, words * sizeof *view->argument);
    return true;
}

static bool make_totals(const rgd_job *job, rg_tiles *t, size_t numbers)
{
    if (job->device->limbs > 1)
        t->wide_totals = calloc(numbers, sizeof *t->wide_totals);
    else
        t->totals = calloc(numbers, sizeof *t->totals);
    return t->wide_totals || t->totals;
}

static rg_result make_view(rgd_job *job, rg_fault *fault)
{
    rg_tiles *t = &job->tiles;
    const size_t most = t->rows < t->all ? t->rows : t->all;
    size_t numbers = 1;
    free_view(job);
    for (size_t i = 0; i < job->argument_count; i++)
        numbers += job->arguments[i].count;
    t->view = calloc(job->argument_count + 1, sizeof *t->view);
    for (size_t i = 0; t->view && i < job->argument_count; i++)
        if (!make_argument(&t->view[i], &job->arguments[i], role_of(job, i), most))
            free_view(job);
    if (t->view && !make_totals(job, t, numbers))
        free_view(job);
    return t->view ? RG_OK : rg_no_memory(fault);
}

/* All arrays that come in tiles have as many rows, and the argument that counts them says so. */
static rg_result check_rows(rgd_job *job, rg_fault *fault)
{
    rg_tiles *t = &job->tiles;
    const rg_argument *named = &job->arguments[t->named];
    t->all = rows_of(named, role_of(job, t->named));
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *a = &job->arguments[i];
        const char role = role_of(job, i);
        if (a->param->rank > 0 && !a->argument)
            return rg_fail(fault, RG_BAD_USE, "R0909",
                           "argument %s is an array and has no shape: set it", a->param->name);
        if (in_rows(role) && rows_of(a, role) != t->all)
            return rg_fail(fault, RG_BAD_USE, "R0950",
                           "%s has %zu rows and %s has %zu: arrays that come in tiles together "
                           "have as many rows",
                           named->param->name, t->all, a->param->name, rows_of(a, role));
        if (role == IR_TILE_COUNT && (a->argument[0] < 0 || (uint64_t)a->argument[0] != t->all))
            return rg_fail(fault, RG_BAD_USE, "R0950",
                           "%s has %zu rows and %s is %lld: in tiles all rows are taken, so set it "
                           "to their number",
                           named->param->name, t->all, a->param->name, (long long)a->argument[0]);
    }
    return RG_OK;
}

/* ---- words between all rows and the tile */

/* The rows of the tile, from the words of all rows or to them. */
static void move_rows(const rg_tiles *t, const rg_argument *whole, char role, int64_t *of_whole,
                      int64_t *of_tile, bool into_tile)
{
    const size_t column = whole->rows * whole->limbs,
                 height = role == '1' ? t->count * whole->limbs : column,
                 columns = role == '1' ? whole->columns : t->count,
                 first = role == '1' ? t->first * whole->limbs : t->first * column;
    for (size_t c = 0; c < columns; c++) {
        int64_t *there = of_whole + first + c * column, *here = of_tile + c * height;
        if (height > 0)
            memcpy(into_tile ? here : there, into_tile ? there : here, height * sizeof *here);
    }
}

/* The arguments of tile k. Sums go on from where the tile before has left them, if it is not the
 * first to run. */
static void load(rgd_job *job, size_t k, bool first)
{
    rg_tiles *t = &job->tiles;
    t->at = k;
    t->first = k * t->rows;
    t->count = t->all - t->first < t->rows ? t->all - t->first : t->rows;
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *whole = &job->arguments[i];
        rg_argument *view = &t->view[i];
        const char role = role_of(job, i);
        if (in_rows(role)) {
            shape(view, whole, role, t->count);
            move_rows(t, whole, role, whole->argument, view->argument, true);
        } else if (role == IR_TILE_COUNT) {
            view->argument[0] = (int64_t)t->count;
        } else if (role == IR_TILE_SUM && view->count > 0) {
            memcpy(view->argument, first ? whole->argument : view->result,
                   view->count * view->limbs * sizeof *view->argument);
        }
    }
}

static bool fits(rg_total word, unsigned xlen)
{
    return word >= -((rg_total)1 << (xlen - 1)) && word < (rg_total)1 << (xlen - 1);
}

/* word / 2^shift, to nearest, ties to even. */
static rg_total scaled(rg_total word, unsigned shift)
{
    const rg_total low = word >> shift, rest = word - low * ((rg_total)1 << shift),
                   half = shift > 0 ? (rg_total)1 << (shift - 1) : 0;
    return shift > 0 && (rest > half || (rest == half && (low & 1))) ? low + 1 : low;
}

static bool is_total(const rgd_job *job, size_t i)
{
    return role_of(job, i) == IR_TILE_SHARED && rg_argument_active(&job->arguments[i]);
}

/* What the tile has found of one argument. */
static void take_argument(rgd_job *job, size_t i, bool gradients)
{
    const rg_tiles *t = &job->tiles;
    rg_argument *whole = &job->arguments[i];
    const rg_argument *view = &t->view[i];
    const char role = role_of(job, i);
    const bool differentiated = gradients && !view->gradient_left && rg_argument_active(whole),
               unwanted = job->choosy && !whole->wanted;
    whole->left = view->left || (unwanted && !whole->param->kept && t->seed_of != i + 1);
    whole->gradient_left = gradients && (view->gradient_left || unwanted);
    if (in_rows(role)) {
        if (!view->left)
            move_rows(t, whole, role, whole->result, view->result, false);
        if (differentiated)
            move_rows(t, whole, role, whole->gradient, view->gradient, false);
    } else if (whole->count > 0) {
        const size_t size = whole->count * whole->limbs * sizeof *whole->result;
        memcpy(whole->result, role == IR_TILE_SUM ? view->result : whole->argument, size);
        if (differentiated && role == IR_TILE_SUM) /* the same of every tile */
            memcpy(whole->gradient, view->gradient, size);
    }
}

/* False where a sum of gradients of Float does not fit. */
static bool add_gradient(const rg_tiles *t, size_t at, const rg_argument *view, size_t k)
{
    if (t->wide_totals)
        return rg_add_gradient(&t->wide_totals[at], view->gradient + k * view->limbs);
    t->totals[at] += view->gradient[k];
    return true;
}

static bool take(rgd_job *job, bool gradients)
{
    const rg_tiles *t = &job->tiles;
    size_t at = 0;
    bool fit = true;
    for (size_t i = 0; i < job->argument_count; i++) {
        take_argument(job, i, gradients);
        for (size_t k = 0; is_total(job, i) && k < job->arguments[i].count; k++, at++)
            if (gradients && !t->view[i].gradient_left)
                fit = add_gradient(t, at, &t->view[i], k) && fit;
    }
    return fit;
}

/* The gradients of the tiles so far become those of a seed that is smaller by 2^shift. */
static void rescale(rgd_job *job, unsigned shift)
{
    rg_total *total = job->tiles.totals;
    for (size_t i = 0; i < job->argument_count; i++) {
        rg_argument *a = &job->arguments[i];
        for (size_t k = 0; k < a->count; k++)
            if (is_total(job, i)) {
                *total = scaled(*total, shift);
                total++;
            } else {
                a->gradient[k] = (int64_t)scaled(a->gradient[k], shift);
            }
    }
}

/* By how much the seed has to be smaller, so that all sums of gradients fit. */
static unsigned too_large(const rgd_job *job)
{
    const rg_total *total = job->tiles.totals;
    unsigned shift = 0;
    for (size_t i = 0; i < job->argument_count; i++)
        for (size_t k = 0; is_total(job, i) && k < job->arguments[i].count; k++, total++)
            while (!fits(scaled(*total, shift), job->device->xlen))
                shift += RG_SEED_STEP;
    return shift;
}

static void write_totals(rgd_job *job)
{
    const rg_tiles *t = &job->tiles;
    size_t at = 0;
    for (size_t i = 0; i < job->argument_count; i++) {
        rg_argument *a = &job->arguments[i];
        for (size_t k = 0; is_total(job, i) && k < a->count; k++, at++)
            if (t->wide_totals)
                rg_write_gradient(&t->wide_totals[at], a->gradient + k * a->limbs);
            else
                a->gradient[k] = (int64_t)t->totals[at];
    }
}

/* Nothing is found yet. */
static void clear_gradients(rgd_job *job)
{
    const rg_tiles *t = &job->tiles;
    size_t totals = 0;
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *a = &job->arguments[i];
        if (a->count > 0)
            memset(a->gradient, 0, a->count * a->limbs * sizeof *a->gradient);
        totals += is_total(job, i) ? a->count : 0;
    }
    if (t->wide_totals)
        memset(t->wide_totals, 0, totals * sizeof *t->wide_totals);
    else
        memset(t->totals, 0, totals * sizeof *t->totals);
}

/* ---- a run */

/* What one tile does. */
typedef struct {
    int command;
    size_t of, element; /* of a gradient: the result, and its element */
    int exponent;       /* of its seed */
    unsigned smaller;   /* seeds that were too large */
    bool foreseen;      /* the seed was compared with what the results ask for */
    rg_costs costs;
    size_t peak, kept;
    bool restored, as_written;
} recipe;

/* A message says in which tile it was. */
static void say_where(const rgd_job *job, const rg_fault *fault, char *message, size_t size)
{
    const rg_tiles *t = &job->tiles;
    const size_t used = strlen(message);
    char rows[64];
    if (t->count == 1)
        snprintf(rows, sizeof rows, "row %zu", t->first + 1);
    else
        snprintf(rows, sizeof rows, "rows %zu to %zu", t->first + 1, t->first + t->count);
    if (used < size)
        snprintf(message + used, size - used, "; in tile %zu of %zu, %s of %s%s", t->at + 1,
                 tile_count(t), rows, job->arguments[t->named].param->name,
                 rg_error_about(fault->code) == RG_ABOUT_SIZE ? ": take fewer rows a tile" : "");
}

static rg_result failed(rgd_job *job, rg_result result, rg_fault *fault)
{
    job->tiles.stands = true;
    job->ran = false;
    say_where(job, fault, fault->message, sizeof fault->message);
    if (job->trapped)
        say_where(job, fault, job->trap.message, sizeof job->trap.message);
    return result;
}

static rg_result run_tile(rgd_job *job, const recipe *r, rg_fault *fault)
{
    exchange(job);
    const rg_result result =
        r->command == RG_COMMAND_GRADIENT
            ? rg_gradient_settled(job, &job->arguments[r->of], r->element, r->exponent, fault)
            : rg_run_settled(job, r->command, fault);
    exchange(job);
    return result;
}

static void tell_progress(rgd_job *job, const recipe *r)
{
    const rgd_device *device = job->device;
    if (device->progress)
        device->progress(device->progress_context, r->costs.counters.cycles);
}

/* Then there is a run in one piece, and gradients have its bits: all tiles have the seed that they
 * end with. Of more data, gradients with a larger seed are rounded, because each tile costs. */
static bool fits_in_one_piece(rgd_job *job) { return rg_layout_make(job, NULL) == RG_OK; }

/* What a tile has cost, and whether memory was enough to note it. */
static bool add_costs(const rgd_job *job, recipe *r)
{
    r->peak = job->peak > r->peak ? job->peak : r->peak;
    r->kept = job->kept > r->kept ? job->kept : r->kept;
    r->restored = r->restored && job->restored;
    r->as_written = r->as_written || job->as_written;
    return rg_costs_add(&r->costs, job);
}

/* The tile in view, within what is left of the cycle limit. */
static rg_result run_limited(rgd_job *job, recipe *r, rg_fault *fault)
{
    rgd_device *device = job->device;
    const uint64_t limit = device->cycle_limit, spent = r->costs.counters.cycles;
    job->tiles.spent = limit == 0 ? 0 : spent < limit ? spent : limit - 1;
    device->cycle_limit = limit - job->tiles.spent;
    device->passed_before = spent;
    const rg_result result = run_tile(job, r, fault);
    device->passed_before = 0;
    device->cycle_limit = limit;
    job->tiles.spent = 0;
    if (!add_costs(job, r))
        return rg_no_memory(fault);
    return result == RG_OK ? RG_OK : failed(job, result, fault);
}

/* The tile that runs after k others. An inverse begins with the last one, as it does with the last
 * row. *again: all tiles are to be run anew, with a smaller seed. */
static rg_result one_tile(rgd_job *job, size_t k, recipe *r, bool *again, rg_fault *fault)
{
    const bool gradient = r->command == RG_COMMAND_GRADIENT;
    const int before = r->exponent;
    load(job, r->command == RG_COMMAND_UNCALL ? tile_count(&job->tiles) - 1 - k : k, k == 0);
    tell_progress(job, r);
    const rg_result result = run_limited(job, r, fault);
    if (result != RG_OK)
        return result;
    if (gradient && job->attempts > 1) {
        r->smaller += job->attempts - 1;
        *again = k > 0 && fits_in_one_piece(job);
        if (k > 0 && !*again)
            rescale(job, (unsigned)(before - job->seed_exponent));
    }
    r->exponent = job->seed_exponent;
    if (!*again && !take(job, gradient))
        return rg_no_seed_fits(job, fault);
    return RG_OK;
}

/* A run in one piece begins with the seed that its results ask for, and has its bits. Whether the
 * tiles had another. */
static bool takes_foreseen(rgd_job *job, recipe *r)
{
    const rg_argument *of = &job->arguments[r->of];
    const bool lost = r->smaller > 0;
    const int foreseen = rg_foreseen_seed(job, of, r->element, lost),
              most = rg_usual_seed(job->device) - (lost ? RG_SEED_STEP : 1);
    if (r->foreseen || foreseen == r->exponent || foreseen > most || !fits_in_one_piece(job)
        || rg_settled_seed(job, foreseen) != foreseen)
        return false;
    r->foreseen = true;
    r->smaller++;
    r->exponent = foreseen;
    return true;
}

/* Sums of gradients that do not fit need a smaller seed. */
static rg_result end_gradients(rgd_job *job, recipe *r, bool *again, rg_fault *fault)
{
    if (job->tiles.wide_totals) {
        write_totals(job);
        return RG_OK;
    }
    const unsigned shift = too_large(job);
    r->exponent -= (int)shift;
    if (r->exponent < -(int)job->device->frac / 2) {
        job->seed_exponent = r->exponent + RG_SEED_STEP;
        return rg_no_seed_fits(job, fault);
    }
    *again = shift > 0 && fits_in_one_piece(job);
    if (*again) {
        r->smaller++;
        return RG_OK;
    }
    rescale(job, shift);
    write_totals(job);
    job->seed_exponent = r->exponent;
    *again = takes_foreseen(job, r);
    return RG_OK;
}

static rg_result all_tiles(rgd_job *job, recipe *r, rg_fault *fault)
{
    const bool held = job->hold;
    const size_t count = tile_count(&job->tiles);
    rg_result result = RG_OK;
    clear_gradients(job);
    for (size_t k = 0; result == RG_OK && k < count;) {
        bool again = false;
        result = one_tile(job, k, r, &again, fault);
        k++;
        if (result == RG_OK && k == count && !again && r->command == RG_COMMAND_GRADIENT)
            result = end_gradients(job, r, &again, fault);
        if (again) {
            clear_gradients(job);
            k = 0;
        }
        job->hold = true; /* what the tiles share stays on the machine */
    }
    job->hold = held;
    return result;
}

/* Results and gradients of earlier runs are gone from here on. */
static rg_result begin(rgd_job *job, rg_fault *fault)
{
    rg_result result = check_rows(job, fault);
    if (result == RG_OK)
        rg_forget_last_run(job);
    return result == RG_OK ? make_view(job, fault) : result;
}

static rg_result run(rgd_job *job, recipe *r, rg_fault *fault)
{
    rg_fault own;
    rg_fault *said = fault ? fault : &own;
    rg_result result = begin(job, said);
    if (result != RG_OK)
        return result;
    job->tiles.seed_of = r->command == RG_COMMAND_GRADIENT ? r->of + 1 : 0;
    r->restored = true;
    result = all_tiles(job, r, said);
    rg_costs_close(&r->costs, job);
    job->peak = r->peak;
    job->kept = r->kept;
    job->attempts = r->smaller + 1;
    if (result == RG_OK) {
        job->restored = r->command == RG_COMMAND_GRADIENT && r->restored;
        job->as_written = r->as_written;
    } else {
        job->has_gradients = false;
    }
    return result;
}

rg_result rg_tiles_run(rgd_job *job, int command, rg_fault *fault)
{
    recipe r = {.command = command};
    return run(job, &r, fault);
}

rg_result rg_tiles_gradient(rgd_job *job, const char *name, size_t row, size_t column,
                            rg_fault *fault)
{
    const rg_argument *of = NULL;
    recipe r = {.command = RG_COMMAND_GRADIENT, .exponent = rg_usual_seed(job->device)};
    rg_result result = rg_find_element(job, name, row, column, &of, &r.element, fault);
    if (result != RG_OK)
        return result;
    r.of = (size_t)(of - job->arguments);
    if (role_of(job, r.of) != IR_TILE_SUM)
        return rg_fail(fault, RG_BAD_USE, "R0950",
                       "%s is no sum over the rows of %s: in tiles only a sum is differentiated",
                       name, job->arguments[job->tiles.named].param->name);
    return run(job, &r, fault);
}

bool rgd_get_tile(const rgd_job *job, rg_tile_place *out)
{
    const rg_tiles *t = &job->tiles;
    if (t->rows == 0)
        return false;
    const rg_argument *now = t->view && job->arguments ? &job->arguments[t->named] : NULL;
    *out = (rg_tile_place){.argument = now ? now->param->name : job->routine->params[t->named].name,
                           .rows = t->rows,
                           .tiles = t->view ? tile_count(t) : 0,
                           .tile = t->view ? t->at + 1 : 0,
                           .first = t->view ? t->first + 1 : 0,
                           .last = t->view ? t->first + t->count : 0};
    return true;
}
