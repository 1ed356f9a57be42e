/* report.c: what a run was and cost, as dictionaries and lists. */
#include "python/module.h"

#include <stdlib.h>

/* Takes the item; false when something is NULL or memory is short. */
static bool append(PyObject *list, PyObject *item)
{
    const bool done = list && item && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    return done;
}

static PyObject *whole(PyObject *object, bool good)
{
    if (!good)
        Py_CLEAR(object);
    return object;
}

PyObject *pr_shape(unsigned rank, const size_t *extents)
{
    PyObject *shape = PyTuple_New((Py_ssize_t)rank);
    for (unsigned i = 0; shape && i < rank; i++) {
        PyObject *extent = PyLong_FromSize_t(extents[i]);
        if (!extent || PyTuple_SetItem(shape, (Py_ssize_t)i, extent) != 0)
            Py_CLEAR(shape);
    }
    return shape;
}

PyObject *pr_parameters(PyObject *object, PyObject *none)
{
    static const char *const kinds[] = {"Int", "Bool", "Fixed", "Log"};
    const rg_job *job = ((pr_job *)object)->job;
    PyObject *list = PyList_New(0);
    rg_parameter p;
    bool good = list != NULL;
    (void)none;
    for (size_t i = 0; good && rg_parameter_at(job, i, &p); i++)
        good = append(list, Py_BuildValue("{s:s,s:s,s:I,s:N,s:O,s:O,s:O,s:s}", "name", p.name,
                                          "kind", p.is_float ? "Float" : kinds[p.number], "rank",
                                          p.rank, "shape", pr_shape(p.rank, p.extents), "keyword",
                                          p.keyword ? Py_True : Py_False, "set",
                                          p.set ? Py_True : Py_False, "active",
                                          p.active ? Py_True : Py_False, "levels", p.levels));
    return whole(list, good);
}

static PyObject *classes(const uint64_t *counts)
{
    PyObject *dictionary = PyDict_New();
    bool good = dictionary != NULL;
    for (unsigned i = 0; good && rg_counter_class(i); i++) {
        PyObject *count = PyLong_FromUnsignedLongLong(counts[i]);
        good = count && PyDict_SetItemString(dictionary, rg_counter_class(i), count) == 0;
        Py_XDECREF(count);
    }
    return whole(dictionary, good);
}

/* What of the counters is the job dispatcher's, by direction and class. */
static PyObject *dispatched(const rg_dispatched *d)
{
    uint64_t counts[2][RG_COUNTER_CLASSES] = {{0}};
    for (unsigned cell = 0; cell < 8; cell++)
        for (unsigned i = 0; i < RG_COUNTER_CLASSES; i++)
            counts[cell & 1][i] += d->by_mode[cell >> 1][cell & 1][i];
    return Py_BuildValue(
        "{s:K,s:K,s:N,s:N,s:K,s:K,s:K,s:K,s:K,s:K}", "cycles", (unsigned long long)d->cycles,
        "instructions", (unsigned long long)d->instructions, "forward", classes(counts[0]),
        "backward", classes(counts[1]), "memory_reads", (unsigned long long)d->memory_reads,
        "memory_writes", (unsigned long long)d->memory_writes, "gradient_reads",
        (unsigned long long)d->gradient_reads, "gradient_writes",
        (unsigned long long)d->gradient_writes, "tangent_reads",
        (unsigned long long)d->tangent_reads, "tangent_writes",
        (unsigned long long)d->tangent_writes);
}

PyObject *pr_counters(PyObject *object, PyObject *none)
{
    rg_counters c;
    (void)none;
    rg_get_counters(((pr_job *)object)->job, &c);
    return Py_BuildValue(
        "{s:K,s:K,s:K,s:K,s:N,s:N,s:N,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:K,s:N}",
        "cycles", (unsigned long long)c.cycles, "instructions", (unsigned long long)c.instructions,
        "cycles_forward", (unsigned long long)c.cycles_forward, "cycles_backward",
        (unsigned long long)c.cycles_backward, "forward", classes(c.forward), "backward",
        classes(c.backward), "in_gradient_mode", classes(c.gradient), "memory_reads",
        (unsigned long long)c.memory_reads, "memory_writes", (unsigned long long)c.memory_writes,
        "gradient_reads", (unsigned long long)c.gradient_reads, "gradient_writes",
        (unsigned long long)c.gradient_writes, "tangent_reads", (unsigned long long)c.tangent_reads,
        "tangent_writes", (unsigned long long)c.tangent_writes, "words_copied_in",
        (unsigned long long)c.words_copied_in, "cycles_copied_in",
        (unsigned long long)c.cycles_copied_in, "words_copied_out",
        (unsigned long long)c.words_copied_out, "cycles_copied_out",
        (unsigned long long)c.cycles_copied_out, "bits_copied_out",
        (unsigned long long)c.bits_copied_out, "bits_erased",
        (unsigned long long)(c.bits_erased_gradient + c.bits_erased_host), "dispatcher",
        dispatched(&c.dispatcher));
}

PyObject *pr_ledger(PyObject *object, PyObject *none)
{
    const rg_job *job = ((pr_job *)object)->job;
    const size_t count = rg_get_ledger(job, NULL, 0);
    rg_ledger_line *lines = calloc(count ? count : 1, sizeof *lines);
    PyObject *list = lines ? PyList_New(0) : PyErr_NoMemory();
    bool good = list != NULL;
    (void)none;
    if (good && count)
        rg_get_ledger(job, lines, count);
    for (size_t i = 0; good && i < count; i++)
        good = append(list, Py_BuildValue("{s:s,s:s,s:I,s:K,s:O}", "cause", lines[i].cause, "file",
                                          lines[i].file, "line", lines[i].line, "bits",
                                          (unsigned long long)lines[i].bits, "forbidden",
                                          lines[i].forbidden ? Py_True : Py_False));
    free(lines);
    return whole(list, good);
}

static PyObject *parts(const rg_energy_view *view)
{
    PyObject *dictionary = PyDict_New();
    bool good = dictionary != NULL;
    for (size_t i = 0; good && i < view->part_count; i++) {
        PyObject *joules = PyFloat_FromDouble(view->parts[i].joules);
        good = joules && PyDict_SetItemString(dictionary, view->parts[i].name, joules) == 0;
        Py_XDECREF(joules);
    }
    return whole(dictionary, good);
}

PyObject *pr_energy(PyObject *object, PyObject *args)
{
    const char *technology = NULL;
    rg_energy e;
    rg_fault fault;
    if (!PyArg_ParseTuple(args, "|z", &technology))
        return NULL;
    if (rg_get_energy(((pr_job *)object)->job, technology, &e, &fault) != RG_OK)
        return pr_raise(&fault, "");
    PyObject *adiabatic = e.has_adiabatic ? PyFloat_FromDouble(e.adiabatic.total_J) : Py_None;
    if (!e.has_adiabatic)
        Py_INCREF(Py_None);
    return Py_BuildValue("{s:s,s:d,s:N,s:d,s:{s:N,s:N,s:N},s:d}", "technology", e.technology,
                         "conventional_J", e.conventional.total_J, "adiabatic_J", adiabatic,
                         "landauer_J", e.landauer.total_J, "parts", "conventional",
                         parts(&e.conventional), "adiabatic", parts(&e.adiabatic), "landauer",
                         parts(&e.landauer), "conventional_s", e.conventional_s);
}

PyObject *pr_trap(PyObject *object, PyObject *none)
{
    const rg_trap_report *t = rg_get_trap(((pr_job *)object)->job);
    (void)none;
    if (!t)
        Py_RETURN_NONE;
    return Py_BuildValue("{s:s,s:s,s:s,s:I,s:I,s:s,s:s,s:O,s:d,s:s,s:s}", "cause", t->cause, "code",
                         t->code, "file", t->file, "line", t->line, "column", t->column, "routine",
                         t->routine, "variable", t->variable, "backward",
                         t->backward ? Py_True : Py_False, "value", t->value, "message", t->message,
                         "help", t->help);
}

static PyObject *names(char *const *list, size_t count)
{
    PyObject *out = PyList_New(0);
    bool good = out != NULL;
    for (size_t i = 0; good && i < count; i++)
        good = append(out, PyUnicode_FromString(list[i]));
    return whole(out, good);
}

PyObject *pr_matrix(const rg_matrix *matrix)
{
    PyObject *data = matrix ? PyBytes_FromStringAndSize(
                         (const char *)matrix->data,
                         (Py_ssize_t)(matrix->rows * matrix->columns * sizeof *matrix->data))
                            : NULL;
    if (!data)
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    return Py_BuildValue("(NNN)", names(matrix->row_names, matrix->rows),
                         names(matrix->column_names, matrix->columns), data);
}
