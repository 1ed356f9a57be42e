/* job.c: the type Job: one routine, its arguments and its runs. */
#include "python/module.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WANTED = 256 };

static PyObject *job_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *machine;
    const char *routine = NULL;
    rg_fault fault;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "Oz", &machine, &routine))
        return NULL;
    pr_job *self = (pr_job *)PyType_GenericAlloc(type, 0);
    if (!self)
        return NULL;
    Py_INCREF(machine);
    self->machine = (pr_machine *)machine;
    self->job = rg_job_new(self->machine->device, routine, &fault);
    if (self->job)
        return (PyObject *)self;
    Py_DECREF(self);
    return pr_raise(&fault, "");
}

static void job_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    pr_job *self = (pr_job *)object;
    if (self->job)
        rg_job_free(self->job); /* refused, and right so, where the device freed it */
    Py_XDECREF((PyObject *)self->machine);
    PyObject_Free(object);
    Py_DECREF(type);
}

static PyObject *none_or_raise(rg_result result, const rg_fault *fault)
{
    if (result != RG_OK)
        return pr_raise(fault, "");
    Py_RETURN_NONE;
}

/* ---- arguments: buffers of doubles or of 64-bit integers, column-major */

static bool has_format(const Py_buffer *view, char kind)
{
    const char *format = view->format ? view->format : "B";
    if (strchr("@=<", format[0]) && format[0])
        format++;
    const bool same = kind == 'd' ? strcmp(format, "d") == 0
                                  : strcmp(format, "q") == 0 || strcmp(format, "l") == 0;
    if (!same || view->itemsize != 8)
        PyErr_Format(PyExc_TypeError, "a buffer of format %s is needed, not %s",
                     kind == 'd' ? "d" : "q", format);
    return same && view->itemsize == 8;
}

static PyObject *set_array(PyObject *object, PyObject *args, char kind)
{
    PyObject *data;
    const char *name;
    Py_ssize_t rows, columns;
    Py_buffer view;
    rg_fault fault;
    if (!PyArg_ParseTuple(args, "sOnn", &name, &data, &rows, &columns)
        || PyObject_GetBuffer(data, &view, PyBUF_F_CONTIGUOUS | PyBUF_FORMAT) != 0)
        return NULL;
    rg_job *job = ((pr_job *)object)->job;
    PyObject *done = NULL;
    if (rows < 0 || columns < 0 || (columns && rows > view.len / 8 / columns))
        PyErr_SetString(PyExc_ValueError, "the buffer is smaller than its shape");
    else if (has_format(&view, kind))
        done = none_or_raise(
            kind == 'd'
                ? rg_set_array(job, name, view.buf, (size_t)rows, (size_t)columns, &fault)
                : rg_set_integers(job, name, view.buf, (size_t)rows, (size_t)columns, &fault),
            &fault);
    PyBuffer_Release(&view);
    return done;
}

static PyObject *set_reals(PyObject *object, PyObject *args)
{
    return set_array(object, args, 'd');
}
static PyObject *set_integers(PyObject *object, PyObject *args)
{
    return set_array(object, args, 'q');
}

static PyObject *set_number(PyObject *object, PyObject *args)
{
    const char *name;
    double value;
    rg_fault fault;
    if (!PyArg_ParseTuple(args, "sd", &name, &value))
        return NULL;
    return none_or_raise(rg_set_number(((pr_job *)object)->job, name, value, &fault), &fault);
}

static PyObject *set_integer(PyObject *object, PyObject *args)
{
    const char *name;
    long long value;
    rg_fault fault;
    if (!PyArg_ParseTuple(args, "sL", &name, &value))
        return NULL;
    return none_or_raise(rg_set_integer(((pr_job *)object)->job, name, value, &fault), &fault);
}

static PyObject *set_extents(PyObject *object, PyObject *args)
{
    const char *name;
    Py_ssize_t given[RG_MOST_DIMENSIONS] = {0};
    size_t extents[RG_MOST_DIMENSIONS];
    rg_fault fault;
    if (!PyArg_ParseTuple(args, "snn|nn", &name, &given[0], &given[1], &given[2], &given[3]))
        return NULL;
    for (unsigned i = 0; i < RG_MOST_DIMENSIONS; i++)
        extents[i] = (size_t)given[i];
    const unsigned rank = (unsigned)PyTuple_Size(args) - 1;
    return none_or_raise(rg_set_extents(((pr_job *)object)->job, name, extents, rank, &fault),
                         &fault);
}

/* None: what the routine changes and all gradients; else a list of names. */
static PyObject *want(PyObject *object, PyObject *names)
{
    const char *list[MOST_WANTED];
    rg_fault fault;
    rg_job *job = ((pr_job *)object)->job;
    const Py_ssize_t count = names == Py_None ? 0 : PyList_Size(names);
    if (count < 0 || count > MOST_WANTED)
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "too many names");
    for (Py_ssize_t i = 0; i < count; i++)
        if (!(list[i] = PyUnicode_AsUTF8AndSize(PyList_GetItem(names, i), NULL)))
            return NULL;
    return none_or_raise(rg_want(job, names == Py_None ? NULL : list, (size_t)count, &fault),
                         &fault);
}

static PyObject *hold(PyObject *object, PyObject *on)
{
    rg_fault fault = {.result = RG_BAD_USE, .code = "R0932"};
    const rg_result result = rg_hold(((pr_job *)object)->job, PyObject_IsTrue(on) == 1);
    if (result != RG_OK)
        snprintf(fault.message, sizeof fault.message, "%s", rg_last_misuse());
    return none_or_raise(result, &fault);
}

/* None: no tiles. */
static PyObject *tile(PyObject *object, PyObject *args)
{
    rg_job *job = ((pr_job *)object)->job;
    const char *name;
    Py_ssize_t rows;
    rg_tile_place place;
    rg_fault fault;
    if (!PyArg_ParseTuple(args, "zn", &name, &rows))
        return NULL;
    if (!name && !rg_get_tile(job, &place))
        Py_RETURN_NONE;
    return none_or_raise(name ? rg_tile(job, name, (size_t)rows, &fault)
                              : rg_tile(job, place.argument, 0, &fault),
                         &fault);
}

/* None: no direction. */
static PyObject *set_direction(PyObject *object, PyObject *args)
{
    PyObject *data;
    const char *name;
    Py_buffer view;
    rg_fault fault;
    rg_job *job = ((pr_job *)object)->job;
    if (!PyArg_ParseTuple(args, "sO", &name, &data))
        return NULL;
    if (data == Py_None)
        return none_or_raise(rg_set_direction(job, name, NULL, 0, &fault), &fault);
    if (PyObject_GetBuffer(data, &view, PyBUF_F_CONTIGUOUS | PyBUF_FORMAT) != 0)
        return NULL;
    PyObject *done = NULL;
    if (has_format(&view, 'd'))
        done = none_or_raise(rg_set_direction(job, name, view.buf, (size_t)view.len / 8, &fault),
                             &fault);
    PyBuffer_Release(&view);
    return done;
}

/* ---- runs: the interpreter is free meanwhile, and a signal ends them */

typedef rg_result runner(rg_job *job, const char *name, size_t row, size_t column, rg_fault *fault);

static rg_result run_call(rg_job *j, const char *n, size_t r, size_t c, rg_fault *f)
{
    (void)n, (void)r, (void)c;
    return rg_call(j, f);
}
static rg_result run_uncall(rg_job *j, const char *n, size_t r, size_t c, rg_fault *f)
{
    (void)n, (void)r, (void)c;
    return rg_uncall(j, f);
}
static rg_result run_tangent(rg_job *j, const char *n, size_t r, size_t c, rg_fault *f)
{
    (void)n, (void)r, (void)c;
    return rg_tangent(j, f);
}
static rg_result run_jacobian(rg_job *j, const char *n, size_t r, size_t c, rg_fault *f)
{
    (void)n, (void)r, (void)c;
    return rg_jacobian(j, f);
}

/* After a run that did not end the machine is run back, so that the next one starts as this one
 * did. */
static rg_result run_and_return(rg_job *job, runner *run, const char *name, size_t row,
                                size_t column, rg_fault *fault)
{
    rg_fault second;
    rg_result result = run(job, name, row, column, fault);
    if (result != RG_OK && (rg_get_trap(job) || rg_unfinished(job)))
        if (rg_rollback(job, &second) != RG_OK)
            *fault = second;
    return result;
}

static PyObject *run(PyObject *object, PyObject *args, runner *what)
{
    const char *name = "";
    Py_ssize_t row = 0, column = 0;
    rg_fault fault;
    rg_result result;
    if (!PyArg_ParseTuple(args, "|snn", &name, &row, &column))
        return NULL;
    rg_job *job = ((pr_job *)object)->job;
    ((pr_job *)object)->runs++;
    Py_BEGIN_ALLOW_THREADS result =
        run_and_return(job, what, name, (size_t)row, (size_t)column, &fault);
    Py_END_ALLOW_THREADS if (PyErr_Occurred()) /* of a signal */
        return NULL;
    return none_or_raise(result, &fault);
}

static PyObject *call(PyObject *o, PyObject *a) { return run(o, a, run_call); }
static PyObject *uncall(PyObject *o, PyObject *a) { return run(o, a, run_uncall); }
static PyObject *gradient(PyObject *o, PyObject *a) { return run(o, a, rg_gradient); }
static PyObject *tangent(PyObject *o, PyObject *a) { return run(o, a, run_tangent); }
static PyObject *hessian_vector(PyObject *o, PyObject *a) { return run(o, a, rg_hessian_vector); }

static PyObject *jacobian(PyObject *object, PyObject *args)
{
    PyObject *done = run(object, args, run_jacobian);
    Py_XDECREF(done);
    return done ? pr_matrix(rg_get_jacobian(((pr_job *)object)->job)) : NULL;
}
static PyObject *hessian(PyObject *object, PyObject *args)
{
    PyObject *done = run(object, args, rg_hessian);
    Py_XDECREF(done);
    return done ? pr_matrix(rg_get_hessian(((pr_job *)object)->job)) : NULL;
}

/* ---- results, into buffers of the caller */

typedef size_t reader(const rg_job *job, const char *name, double *out, size_t capacity);

static PyObject *read_into(PyObject *object, PyObject *args, reader *what)
{
    PyObject *data;
    const char *name;
    Py_buffer view;
    if (!PyArg_ParseTuple(args, "sO", &name, &data)
        || PyObject_GetBuffer(data, &view, PyBUF_F_CONTIGUOUS | PyBUF_FORMAT | PyBUF_WRITABLE) != 0)
        return NULL;
    PyObject *count = NULL;
    if (has_format(&view, 'd'))
        count =
            PyLong_FromSize_t(what(((pr_job *)object)->job, name, view.buf, (size_t)view.len / 8));
    PyBuffer_Release(&view);
    return count;
}

static PyObject *get(PyObject *o, PyObject *a) { return read_into(o, a, rg_get); }
static PyObject *get_gradient(PyObject *o, PyObject *a) { return read_into(o, a, rg_get_gradient); }
static PyObject *get_tangent(PyObject *o, PyObject *a) { return read_into(o, a, rg_get_tangent); }
static PyObject *get_product(PyObject *o, PyObject *a)
{
    return read_into(o, a, rg_get_hessian_vector);
}

static PyObject *get_raw(PyObject *object, PyObject *args)
{
    PyObject *data;
    const char *name;
    Py_buffer view;
    if (!PyArg_ParseTuple(args, "sO", &name, &data)
        || PyObject_GetBuffer(data, &view, PyBUF_F_CONTIGUOUS | PyBUF_FORMAT | PyBUF_WRITABLE) != 0)
        return NULL;
    PyObject *count = NULL;
    if (has_format(&view, 'q'))
        count = PyLong_FromSize_t(
            rg_get_raw(((pr_job *)object)->job, name, view.buf, (size_t)view.len / 8));
    PyBuffer_Release(&view);
    return count;
}

static PyObject *restored(PyObject *object, PyObject *none)
{
    (void)none;
    return PyBool_FromLong(rg_restored(((pr_job *)object)->job));
}
static PyObject *runs(PyObject *object, PyObject *none)
{
    (void)none;
    return PyLong_FromUnsignedLongLong(((pr_job *)object)->runs);
}
static PyObject *output(PyObject *object, PyObject *none)
{
    (void)none;
    return PyUnicode_FromString(rg_get_output(((pr_job *)object)->job));
}
static PyObject *routine(PyObject *object, PyObject *none)
{
    (void)none;
    return PyUnicode_FromString(rg_job_routine(((pr_job *)object)->job));
}

static PyMethodDef methods[] = {
    {"set_reals", set_reals, METH_VARARGS, "name, buffer of doubles, rows, columns"},
    {"set_integers", set_integers, METH_VARARGS, "name, buffer of 64-bit integers, rows, columns"},
    {"set_extents", set_extents, METH_VARARGS, "name, two to four extents"},
    {"want", want, METH_O, "What later runs copy out: a list of names, or None."},
    {"hold", hold, METH_O, "Whether arguments stay on the machine between runs."},
    {"tile", tile, METH_VARARGS, "The array whose rows come in tiles, or None, and how many."},
    {"set_number", set_number, METH_VARARGS, "name, number"},
    {"set_integer", set_integer, METH_VARARGS, "name, integer"},
    {"set_direction", set_direction, METH_VARARGS, "name, buffer of doubles"},
    {"call", call, METH_VARARGS, "Run forward."},
    {"uncall", uncall, METH_VARARGS, "Run the inverse."},
    {"gradient", gradient, METH_VARARGS, "Gradient of a result: name, row, column."},
    {"tangent", tangent, METH_VARARGS, "Derivative along the directions set."},
    {"hessian_vector", hessian_vector, METH_VARARGS, "Hessian of a result times the directions."},
    {"jacobian", jacobian, METH_VARARGS, "Names of rows, of columns, and the rows."},
    {"hessian", hessian, METH_VARARGS, "The same of second derivatives: name, row, column."},
    {"get", get, METH_VARARGS, "Values into a buffer of doubles; returns how many there are."},
    {"get_raw", get_raw, METH_VARARGS, "Words into a buffer of 64-bit integers."},
    {"get_gradient", get_gradient, METH_VARARGS, "Gradients into a buffer of doubles."},
    {"get_tangent", get_tangent, METH_VARARGS, "Tangents into a buffer of doubles."},
    {"get_product", get_product, METH_VARARGS, "Hessian times vector into a buffer of doubles."},
    {"restored", restored, METH_NOARGS, "Whether every bit came back."},
    {"runs", runs, METH_NOARGS, "How many runs there were."},
    {"output", output, METH_NOARGS, "What the program printed."},
    {"routine", routine, METH_NOARGS, "The name of the routine."},
    {"parameters", pr_parameters, METH_NOARGS, "A dictionary for each parameter."},
    {"counters", pr_counters, METH_NOARGS, "What was counted in the last run."},
    {"ledger", pr_ledger, METH_NOARGS, "Bits erased in the last run, by line."},
    {"energy", pr_energy, METH_VARARGS, "Energy of the last run by a technology."},
    {"trap", pr_trap, METH_NOARGS, "The trap of the last run, or None."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_new, (void *)job_new},
    {Py_tp_dealloc, (void *)job_free},
    {Py_tp_methods, methods},
    {Py_tp_doc, "One routine of the program of a machine, and its arguments."},
    {0, NULL},
};
PyType_Spec pr_job_spec = {"retrograd._retrograd.Job", sizeof(pr_job), 0, Py_TPFLAGS_DEFAULT,
                           slots};
