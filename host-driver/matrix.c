/* matrix.c: Jacobians and Hessians, one run for each row or column. */
#include "host-driver/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double ln2 = 0.693147180559945309417232121458;

/* An element of an active argument. */
typedef struct {
    rg_argument *argument;
    size_t index;
} place;

static void free_names(char **names, size_t count)
{
    for (size_t i = 0; names && i < count; i++)
        free(names[i]);
    free(names);
}

void rg_matrix_clear(rg_matrix *matrix)
{
    free_names(matrix->row_names, matrix->rows);
    free_names(matrix->column_names, matrix->columns);
    free(matrix->data);
    *matrix = (rg_matrix){0};
}

/* `x`, `x[2]`, `A[1,2]`; of a part of elements the index stands behind the array: `v[2].re`, of an
 * array in a struct `s.v[2]`. */
static char *element_name(const rg_argument *argument, size_t index)
{
    const char *full = argument->param->name;
    size_t size = strlen(full) + 96,
           array = rg_array_of_part(full, argument->param->levels, argument->param->rank);
    int base = (int)(array ? array : strlen(full));
    char *name = malloc(size);
    if (!name)
        return NULL;
    char indices[96];
    rg_element_text(argument->extents, argument->param->rank, index, indices, sizeof indices);
    snprintf(name, size, "%.*s%s%s", base, full, indices, full + base);
    return name;
}

/* Keywords are parameters of the function; one stands in a matrix as what is differentiated by only
 * when the user set it. */
static bool takes_part(const rg_argument *argument, bool keywords)
{
    return rg_argument_active(argument)
           && (!argument->param->keyword || (keywords && argument->set));
}

/* Every element of every active argument, keywords where wanted; NULL when memory is short. */
static place *list_places(const rgd_job *job, bool keywords, size_t *count)
{
    size_t at = 0;
    *count = 0;
    for (size_t i = 0; i < job->argument_count; i++)
        if (takes_part(&job->arguments[i], keywords))
            *count += job->arguments[i].count;
    place *places = calloc(*count ? *count : 1, sizeof *places);
    for (size_t i = 0; places && i < job->argument_count; i++)
        if (takes_part(&job->arguments[i], keywords))
            for (size_t k = 0; k < job->arguments[i].count; k++)
                places[at++] = (place){&job->arguments[i], k};
    return places;
}

static char **list_names(const place *places, size_t count)
{
    char **names = calloc(count ? count : 1, sizeof *names);
    for (size_t i = 0; names && i < count; i++)
        if (!(names[i] = element_name(places[i].argument, places[i].index))) {
            free_names(names, i);
            return NULL;
        }
    return names;
}

/* A matrix of zeros with its names; false when memory is short. */
static bool make(rg_matrix *matrix, const place *rows, size_t row_count, const place *columns,
                 size_t column_count)
{
    *matrix = (rg_matrix){.rows = row_count, .columns = column_count};
    if (column_count != 0 && row_count > SIZE_MAX / sizeof(double) / column_count)
        return false;
    matrix->row_names = list_names(rows, row_count);
    matrix->column_names = list_names(columns, column_count);
    matrix->data = calloc(row_count * column_count + 1, sizeof *matrix->data);
    if (matrix->row_names && matrix->column_names && matrix->data)
        return true;
    if (!matrix->row_names)
        matrix->rows = 0;
    if (!matrix->column_names)
        matrix->columns = 0;
    rg_matrix_clear(matrix);
    return false;
}

/* Sums over the runs of a matrix. */
typedef struct {
    rg_costs costs;
    bool restored;
} total;

/* The run just made, whatever became of it. */
static rg_result count_run(const rgd_job *job, total *t, rg_result result, rg_fault *fault)
{
    t->restored = t->restored && job->restored;
    return rg_costs_add(&t->costs, job) ? result : rg_no_memory(fault);
}

/* A trap leaves what the run that trapped has; else the sums, and no derivatives of the last run
 * alone. */
static void end(rgd_job *job, total *t, rg_result result)
{
    if (result != RG_OK) {
        free(t->costs.ledger);
        return;
    }
    rg_costs_close(&t->costs, job);
    job->restored = t->restored;
    job->has_tangents = job->has_second = false;
}

static rg_result row_by_gradient(rgd_job *job, const place *of, const place *columns, size_t count,
                                 double *row, rg_fault *fault)
{
    size_t r = of->index % (of->argument->rows ? of->argument->rows : 1) + 1;
    size_t c = of->argument->rows ? of->index / of->argument->rows + 1 : 1;
    bool scalar = of->argument->param->rank == 0;
    rg_result result =
        rgd_gradient(job, of->argument->param->name, scalar ? 0 : r, scalar ? 0 : c, fault);
    for (size_t j = 0; result == RG_OK && j < count; j++) {
        const rg_argument *by = columns[j].argument;
        row[j] = rg_gradient_decode(
            job->device, rg_derivative_number(job, by, by->gradient, columns[j].index),
            of->argument->number, of->argument->result + of->index * of->argument->limbs,
            by->number, by->argument + columns[j].index * by->limbs);
    }
    return result;
}

static rg_result column_by_tangent(rgd_job *job, rg_matrix *matrix, const place *rows,
                                   const place *by, size_t j, rg_fault *fault)
{
    rg_result result = rg_tangent_run(job, by->argument, by->index, NULL, 0, fault);
    for (size_t i = 0; result == RG_OK && i < matrix->rows; i++) {
        const rg_argument *of = rows[i].argument;
        matrix->data[i * matrix->columns + j] =
            rg_gradient_decode(job->device, rg_tangent_number(job, of, rows[i].index), of->number,
                               of->result + rows[i].index * of->limbs, by->argument->number,
                               by->argument->argument + by->index * by->argument->limbs);
    }
    return result;
}

static rg_result fill_jacobian(rgd_job *job, rg_matrix *matrix, const place *rows,
                               const place *columns, total *t, rg_fault *fault)
{
    bool by_rows = matrix->rows < matrix->columns || !job->device->tangents;
    rg_result result = RG_OK;
    for (size_t i = 0; result == RG_OK && by_rows && i < matrix->rows; i++) {
        result = row_by_gradient(job, &rows[i], columns, matrix->columns,
                                 matrix->data + i * matrix->columns, fault);
        result = count_run(job, t, result, fault);
    }
    for (size_t j = 0; result == RG_OK && !by_rows && j < matrix->columns; j++) {
        result = column_by_tangent(job, matrix, rows, &columns[j], j, fault);
        result = count_run(job, t, result, fault);
    }
    return result;
}

rg_result rgd_jacobian(rgd_job *job, rg_fault *fault)
{
    size_t row_count, column_count;
    rg_matrix matrix = {0};
    total t = {.restored = true};
    place *rows = list_places(job, false, &row_count),
          *columns = list_places(job, true, &column_count);
    rg_result result = rows && columns && make(&matrix, rows, row_count, columns, column_count)
                           ? RG_OK
                           : rg_no_memory(fault);
    if (result == RG_OK && row_count * column_count == 0) {
        /* Nothing to differentiate: the values, there and back. */
        result = job->device->tangents ? rg_tangent_run(job, NULL, 0, NULL, 0, fault)
                                       : rgd_call(job, fault);
        result = count_run(job, &t, result, fault);
    } else if (result == RG_OK) {
        result = fill_jacobian(job, &matrix, rows, columns, &t, fault);
    }
    end(job, &t, result);
    if (result == RG_OK)
        job->jacobian = matrix;
    else
        rg_matrix_clear(&matrix);
    job->has_gradients = false;
    free(rows);
    free(columns);
    return result;
}

/* Column j of the Hessian, from products in terms of the words to second derivatives in terms of
 * the numbers. */
static void hessian_column(const rgd_job *job, const rg_argument *of, const place *places, size_t n,
                           size_t j, rg_matrix *matrix)
{
    const rgd_device *device = job->device;
    const rg_argument *by = places[j].argument;
    double along = rg_derivative_number(job, by, by->gradient, places[j].index);
    for (size_t i = 0; i < n; i++) {
        const rg_argument *a = places[i].argument;
        double g = rg_derivative_number(job, a, a->gradient, places[i].index);
        double h =
            ldexp(rg_derivative_number(job, a, a->second, places[i].index), -job->tangent_exponent);
        if (of->number == RG_NUMBER_LOG)
            h += ln2 * g * along;
        if (i == j && a->number == RG_NUMBER_LOG)
            h -= ln2 * g;
        h = rg_gradient_decode(device, h, job->seeded_number, job->seeded_words, a->number,
                               a->argument + places[i].index * a->limbs);
        matrix->data[i * n + j] = rg_gradient_decode(device, h, RG_NUMBER_FIXED, NULL, by->number,
                                                     by->argument + places[j].index * by->limbs);
    }
}

rg_result rgd_hessian(rgd_job *job, const char *name, size_t row, size_t column, rg_fault *fault)
{
    const rg_argument *of = NULL;
    size_t element = 0, n = 0;
    rg_matrix matrix = {0};
    total t = {.restored = true};
    rg_result result = rg_find_element(job, name, row, column, &of, &element, fault);
    if (result != RG_OK)
        return result;
    place *places = list_places(job, true, &n);
    if (!places || !make(&matrix, places, n, places, n))
        result = rg_no_memory(fault);
    for (size_t j = 0; result == RG_OK && j < n; j++) {
        result = rg_tangent_run(job, places[j].argument, places[j].index, of, element, fault);
        if (result == RG_OK)
            hessian_column(job, of, places, n, j, &matrix);
        result = count_run(job, &t, result, fault);
    }
    end(job, &t, result);
    if (result == RG_OK)
        job->hessian = matrix;
    else
        rg_matrix_clear(&matrix);
    free(places);
    return result;
}
