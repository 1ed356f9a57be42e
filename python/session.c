/* session.c: the type Session: a run of a job that stands still, and goes to either side. */
#include "python/module.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "host-driver/retrograd_session.h"

typedef struct {
    PyObject ob_base;
    PyObject *job; /* kept alive */
    rg_session *session;
} pr_session;

static PyObject *session_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *job;
    rg_fault fault;
    rg_session_recipe recipe = {0};
    Py_ssize_t row, column;
    int backward;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "Oznnp", &job, &recipe.output, &row, &column, &backward))
        return NULL;
    recipe.row = (size_t)row;
    recipe.column = (size_t)column;
    recipe.backward = backward != 0;
    pr_session *self = (pr_session *)PyType_GenericAlloc(type, 0);
    if (!self)
        return NULL;
    Py_INCREF(job);
    self->job = job;
    if (rg_session_open(((pr_job *)job)->job, &recipe, &self->session, &fault) == RG_OK)
        return (PyObject *)self;
    Py_DECREF(self);
    return pr_raise(&fault, "");
}

static void session_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    pr_session *self = (pr_session *)object;
    if (self->session)
        rg_session_close(self->session);
    Py_XDECREF(self->job);
    PyObject_Free(object);
    Py_DECREF(type);
}

/* ---- where it stands */

static const char *why_text(rg_session_why why)
{
    static const char *const texts[] = {"stepped", "breakpoint", "changed", "start",
                                        "end",     "trapped",    "stopped"};
    return texts[why];
}

static PyObject *truth(bool value) { return PyBool_FromLong(value); }

static PyObject *spot_or_raise(rg_result result, const rg_session_spot *s, const rg_fault *fault)
{
    if (PyErr_Occurred()) /* of a signal */
        return NULL;
    if (result != RG_OK)
        return pr_raise(fault, "");
    return Py_BuildValue("{s:s,s:n,s:d,s:d,s:K,s:N,s:s,s:s,s:I,s:I,s:N,s:N,s:N}", "why",
                         why_text(s->why), "stop", (Py_ssize_t)s->stop, "before", s->before,
                         "after", s->after, "time", (unsigned long long)s->time, "in_program",
                         truth(s->in_program), "file", s->file, "routine", s->routine, "line",
                         s->line, "column", s->column, "backward", truth(s->backward), "gradients",
                         truth(s->gradients), "altered", truth(s->altered));
}

static rg_session *of(PyObject *object) { return ((pr_session *)object)->session; }

static PyObject *where(PyObject *object, PyObject *none)
{
    rg_session_spot spot;
    rg_fault fault;
    (void)none;
    const rg_result result = rg_session_where(of(object), &spot, &fault);
    return spot_or_raise(result, &spot, &fault);
}

/* ---- going */

static PyObject *go(PyObject *object, PyObject *args)
{
    long long count;
    rg_session_spot spot;
    rg_fault fault;
    rg_result result;
    if (!PyArg_ParseTuple(args, "L", &count))
        return NULL;
    Py_BEGIN_ALLOW_THREADS result = rg_session_go(of(object), count, &spot, &fault);
    Py_END_ALLOW_THREADS return spot_or_raise(result, &spot, &fault);
}

static PyObject *go_to(PyObject *object, PyObject *args)
{
    unsigned long long time;
    rg_session_spot spot;
    rg_fault fault;
    rg_result result;
    if (!PyArg_ParseTuple(args, "K", &time))
        return NULL;
    Py_BEGIN_ALLOW_THREADS result = rg_session_go_to(of(object), time, &spot, &fault);
    Py_END_ALLOW_THREADS return spot_or_raise(result, &spot, &fault);
}

enum { MOST_STOPS = 64 };

/* A list of (kind, file, line, name, watch, condition); the strings belong to it. */
static bool read_stops(PyObject *list, rg_session_stop *stops, size_t *count)
{
    const Py_ssize_t length = PyList_Size(list);
    if (length < 0)
        return false;
    if (length > MOST_STOPS) {
        PyErr_Format(PyExc_ValueError, "%zd breakpoints; there may be %d", length, MOST_STOPS);
        return false;
    }
    for (Py_ssize_t i = 0; i < length; i++) {
        rg_session_stop *s = &stops[i];
        int kind;
        *s = (rg_session_stop){0};
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "izIzzz", &kind, &s->file, &s->line,
                              &s->name, &s->watch, &s->condition))
            return false;
        s->kind = (rg_stop_kind)kind;
    }
    *count = (size_t)length;
    return true;
}

/* Along a source line (how) or, with how negative, to the next stop. */
static PyObject *along(PyObject *object, int how, bool back, PyObject *list)
{
    rg_session_stop stops[MOST_STOPS];
    size_t count;
    rg_session_spot spot;
    rg_fault fault;
    rg_result result;
    if (!read_stops(list, stops, &count))
        return NULL;
    Py_BEGIN_ALLOW_THREADS result =
        how < 0 ? rg_session_run(of(object), back, stops, count, &spot, &fault)
                : rg_session_line(of(object), (rg_line_step)how, back, stops, count, &spot, &fault);
    Py_END_ALLOW_THREADS return spot_or_raise(result, &spot, &fault);
}

static PyObject *line(PyObject *object, PyObject *args)
{
    int how, back;
    PyObject *list;
    return PyArg_ParseTuple(args, "ipO", &how, &back, &list) ? along(object, how, back != 0, list)
                                                             : NULL;
}

static PyObject *run(PyObject *object, PyObject *args)
{
    int back;
    PyObject *list;
    return PyArg_ParseTuple(args, "pO", &back, &list) ? along(object, -1, back != 0, list) : NULL;
}

/* ---- what is there */

/* All bits of a word, as an integer without a sign. */
static PyObject *bits_of(const rg_session_limbs *bits)
{
    char text[16 * RG_SESSION_LIMBS + 1] = "0";
    for (unsigned k = 0; k < bits->count; k++)
        snprintf(text + 16 * k, 17, "%016llx", (unsigned long long)bits->limb[bits->count - 1 - k]);
    return PyLong_FromString(text, NULL, 16);
}

static PyObject *value_of(const rg_session_value *v)
{
    static const char *const kinds[] = {"Int", "Bool", "Fixed", "Log"};
    return Py_BuildValue("{s:s,s:s,s:N,s:N,s:I,s:N,s:N,s:s,s:N,s:d,s:d}", "name", v->name, "kind",
                         v->wide ? "Float" : kinds[v->number], "bits", bits_of(&v->bits),
                         "gradient_bits", bits_of(&v->gradient_bits), "rank", v->rank, "shape",
                         pr_shape(v->rank, v->extents), "known", truth(v->known), "place", v->place,
                         "has_gradient", truth(v->has_gradient), "value", v->value, "gradient",
                         v->gradient);
}

static PyObject *list_of(const rg_session_value *values, size_t count)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *item = value_of(&values[i]);
        if (!item || PyList_Append(list, item) != 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static PyObject *variables(PyObject *object, PyObject *args)
{
    Py_ssize_t frame;
    if (!PyArg_ParseTuple(args, "n", &frame))
        return NULL;
    const size_t count = rg_session_variables(of(object), (size_t)frame, NULL, 0);
    rg_session_value *values = calloc(count + 1, sizeof *values);
    if (!values)
        return PyErr_NoMemory();
    const size_t there = rg_session_variables(of(object), (size_t)frame, values, count);
    PyObject *list = list_of(values, there < count ? there : count);
    free(values);
    return list;
}

static PyObject *evaluate(PyObject *object, PyObject *args)
{
    Py_ssize_t frame;
    const char *text;
    rg_session_value value;
    rg_fault fault;
    if (!PyArg_ParseTuple(args, "ns", &frame, &text))
        return NULL;
    if (rg_session_evaluate(of(object), (size_t)frame, text, &value, &fault) != RG_OK)
        return pr_raise(&fault, "");
    return value_of(&value);
}

static PyObject *elements(PyObject *object, PyObject *args)
{
    Py_ssize_t frame, wanted;
    const char *name;
    rg_fault fault;
    if (!PyArg_ParseTuple(args, "nsn", &frame, &name, &wanted))
        return NULL;
    rg_session_value *values = wanted < 0 ? NULL : calloc((size_t)wanted + 1, sizeof *values);
    if (!values)
        return PyErr_NoMemory();
    size_t count = (size_t)wanted;
    const bool good =
        rg_session_elements(of(object), (size_t)frame, name, 0, values, &count, &fault) == RG_OK;
    PyObject *list = good ? list_of(values, count < (size_t)wanted ? count : (size_t)wanted) : NULL;
    free(values);
    return good ? list : pr_raise(&fault, "");
}

static PyObject *set(PyObject *object, PyObject *args)
{
    Py_ssize_t frame;
    const char *text;
    double value;
    rg_fault fault;
    if (!PyArg_ParseTuple(args, "nsd", &frame, &text, &value))
        return NULL;
    if (rg_session_set(of(object), (size_t)frame, text, value, &fault) != RG_OK)
        return pr_raise(&fault, "");
    Py_RETURN_NONE;
}

static PyObject *frames(PyObject *object, PyObject *none)
{
    rg_session_frame found[64];
    const size_t all = rg_session_frames(of(object), found, 64);
    PyObject *list = PyList_New(0);
    (void)none;
    for (size_t i = 0; list && i < all && i < 64; i++) {
        PyObject *item = Py_BuildValue("{s:s,s:s,s:I,s:I}", "file", found[i].file, "routine",
                                       found[i].routine, "line", found[i].line, "column",
                                       found[i].column);
        if (!item || PyList_Append(list, item) != 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* The message of the trap that it stands at, or None. */
static PyObject *trap(PyObject *object, PyObject *none)
{
    rg_fault fault;
    (void)none;
    if (!rg_session_trap(of(object), &fault))
        Py_RETURN_NONE;
    return Py_BuildValue("{s:s,s:s}", "code", fault.code, "message", fault.message);
}

static PyObject *line_with_code(PyObject *object, PyObject *args)
{
    const char *file;
    unsigned line;
    if (!PyArg_ParseTuple(args, "zI", &file, &line))
        return NULL;
    return PyLong_FromUnsignedLong(rg_session_line_with_code(of(object), file, line));
}

static PyMethodDef methods[] = {
    {"where", where, METH_NOARGS, "Where it stands."},
    {"go", go, METH_VARARGS, "So many instructions, back where negative."},
    {"go_to", go_to, METH_VARARGS, "To a time, in instructions from the start."},
    {"line", line, METH_VARARGS, "A source line: how (0 into, 1 over, 2 out), back, stops."},
    {"run", run, METH_VARARGS, "To the next stop or the end: back, stops."},
    {"variables", variables, METH_VARARGS, "Those of a frame."},
    {"evaluate", evaluate, METH_VARARGS, "An expression: frame, text."},
    {"elements", elements, METH_VARARGS, "Elements of an array: frame, name, most."},
    {"set", set, METH_VARARGS, "Give a variable another value: frame, text, number."},
    {"frames", frames, METH_NOARGS, "Calls within calls, the innermost first."},
    {"line_with_code", line_with_code, METH_VARARGS,
     "At or behind a line: file or None, line; or 0."},
    {"trap", trap, METH_NOARGS, "The trap that it stands at, or None."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_new, (void *)session_new},
    {Py_tp_dealloc, (void *)session_free},
    {Py_tp_methods, methods},
    {Py_tp_doc, "A run that stands still: job, output or None, row, column, backward."},
    {0, NULL},
};
PyType_Spec pr_session_spec = {"retrograd._retrograd.Session", sizeof(pr_session), 0,
                               Py_TPFLAGS_DEFAULT, slots};
