/* module.c: the module retrograd._retrograd: machines and jobs of retrograd.h for Python. It keeps
 * to the limited API of Python 3.11, so that one file serves all later versions. What is shown to
 * the user is made of it in Python (retrograd/). */
#include "python/module.h"

/* Raise retrograd.Error, filled from the fault; rendered is the text with source and caret. */
PyObject *pr_raise(const rg_fault *fault, const char *rendered)
{
    PyObject *package = PyImport_ImportModule("retrograd.errors");
    PyObject *made = package ? PyObject_CallMethod(
                         package, "_make", "sssIIssi", fault->code, fault->message, fault->file,
                         fault->line, fault->column, fault->help, rendered, (int)fault->result)
                             : NULL;
    if (made) {
        PyErr_SetObject((PyObject *)Py_TYPE(made), made);
        Py_DECREF(made);
    }
    Py_XDECREF(package);
    return NULL;
}

/* While the machine runs Python may run other threads; a signal such as that of Ctrl-C stops it. */
static void look_for_signals(void *context, uint64_t cycles)
{
    (void)cycles;
    PyGILState_STATE state = PyGILState_Ensure();
    if (PyErr_CheckSignals() != 0)
        rg_stop(context);
    PyGILState_Release(state);
}

/* ---- Machine */

enum { MOST_KNOWN = 256 };

static PyObject *machine_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"engine", NULL};
    const char *engine = "fast";
    rg_fault fault;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|s", names, &engine))
        return NULL;
    pr_machine *self = (pr_machine *)PyType_GenericAlloc(type, 0);
    if (!self)
        return NULL;
    Py_BEGIN_ALLOW_THREADS self->device = rg_device_open(engine, &fault);
    Py_END_ALLOW_THREADS if (self->device
                             && rg_set_progress(self->device, look_for_signals, self->device)
                                    == RG_OK) return (PyObject *)self;
    Py_DECREF(self);
    return pr_raise(&fault, "");
}

static void machine_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    rg_device_close(((pr_machine *)object)->device);
    PyObject_Free(object);
    Py_DECREF(type);
}

static PyObject *loaded(pr_machine *self, rg_result result, const rg_fault *fault)
{
    if (result != RG_OK)
        return pr_raise(fault, rg_diagnostics(self->device));
    return PyUnicode_FromString(rg_diagnostics(self->device));
}

/* A list of (name, kind, rank, complex) of arguments with open types; the strings belong to it. */
static bool read_known(PyObject *list, rg_known_argument *known, size_t *count)
{
    const Py_ssize_t length = list ? PyList_Size(list) : 0;
    if (length < 0 || length > MOST_KNOWN) {
        if (length > 0)
            PyErr_Format(PyExc_ValueError, "%zd arguments; there may be %d", length, MOST_KNOWN);
        return false;
    }
    for (Py_ssize_t i = 0; i < length; i++) {
        int number, complex;
        known[i] = (rg_known_argument){0};
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "siIp", &known[i].name, &number,
                              &known[i].rank, &complex))
            return false;
        known[i].number = (rg_number)number;
        known[i].complex = complex != 0;
    }
    *count = (size_t)length;
    return true;
}

static PyObject *machine_load(PyObject *object, PyObject *args)
{
    pr_machine *self = (pr_machine *)object;
    const char *path, *text, *routine = NULL;
    PyObject *list = NULL;
    rg_known_argument known[MOST_KNOWN];
    size_t count = 0;
    rg_fault fault;
    rg_result result;
    if (!PyArg_ParseTuple(args, "sz|zO", &path, &text, &routine, &list)
        || !read_known(list, known, &count))
        return NULL;
    Py_BEGIN_ALLOW_THREADS result =
        text ? rg_load_text_for(self->device, path, text, routine, known, count, &fault)
             : rg_load_for(self->device, path, routine, known, count, &fault);
    Py_END_ALLOW_THREADS return loaded(self, result, &fault);
}

/* A routine begins a list of its own, its name first. */
static void take_name(void *context, const char *routine, const char *parameter)
{
    PyObject *all = context;
    PyObject *text = PyUnicode_FromString(parameter ? parameter : routine);
    PyObject *head = parameter ? PyList_GetItem(all, PyList_Size(all) - 1) : PyList_New(0);
    if (PyErr_Occurred() || !text || !head || PyList_Append(head, text) != 0
        || (!parameter && PyList_Append(all, head) != 0))
        PyList_SetSlice(all, 0, PyList_Size(all), NULL); /* the exception says why */
    Py_XDECREF(text);
    if (!parameter)
        Py_XDECREF(head);
}

static PyObject *machine_heads(PyObject *object, PyObject *none)
{
    rg_fault fault;
    (void)none;
    PyObject *all = PyList_New(0);
    if (all && rg_source_routines(((pr_machine *)object)->device, take_name, all, &fault) != RG_OK)
        pr_raise(&fault, "");
    if (PyErr_Occurred())
        Py_CLEAR(all);
    return all;
}

static PyObject *machine_inverse(PyObject *object, PyObject *none)
{
    rg_fault fault;
    const char *text;
    (void)none;
    Py_BEGIN_ALLOW_THREADS text = rg_source_inverse(((pr_machine *)object)->device, &fault);
    Py_END_ALLOW_THREADS return text ? PyUnicode_FromString(text) : pr_raise(&fault, "");
}

static PyObject *machine_routines(PyObject *object, PyObject *none)
{
    (void)none;
    const rg_device *device = ((pr_machine *)object)->device;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < rg_routine_count(device); i++) {
        PyObject *name = PyUnicode_FromString(rg_routine_name(device, i));
        if (!name || PyList_Append(list, name) != 0)
            Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

static PyObject *machine_about(PyObject *object, PyObject *none)
{
    (void)none;
    const rg_device *device = ((pr_machine *)object)->device;
    return Py_BuildValue("{s:s,s:I,s:I,s:I,s:n}", "engine", rg_device_engine(device), "xlen",
                         rg_device_xlen(device), "frac", rg_device_frac(device), "float",
                         rg_device_float(device), "words", (Py_ssize_t)rg_device_words(device));
}

static PyObject *machine_limit(PyObject *object, PyObject *args)
{
    unsigned long long cycles;
    if (!PyArg_ParseTuple(args, "K", &cycles))
        return NULL;
    if (rg_set_cycle_limit(((pr_machine *)object)->device, cycles) != RG_OK) {
        PyErr_SetString(PyExc_RuntimeError, rg_last_misuse());
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef machine_methods[] = {
    {"load", machine_load, METH_VARARGS,
     "Load a file, or text of that name: path, text or None; for a routine with open types its "
     "name and a list of (name, kind, rank, complex). Returns remarks of the compiler."},
    {"heads", machine_heads, METH_NOARGS, "Routines of the source: lists of name, parameters."},
    {"inverse", machine_inverse, METH_NOARGS, "The inverse of the source, as source text."},
    {"routines", machine_routines, METH_NOARGS, "Names of the routines that can be started."},
    {"about", machine_about, METH_NOARGS, "Engine, format and memory."},
    {"limit", machine_limit, METH_VARARGS, "Give a run up after so many cycles; 0: never."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot machine_slots[] = {
    {Py_tp_new, (void *)machine_new},
    {Py_tp_dealloc, (void *)machine_free},
    {Py_tp_methods, machine_methods},
    {Py_tp_doc, "A machine: an engine and the program on it."},
    {0, NULL},
};
static PyType_Spec machine_spec = {"retrograd._retrograd.Machine", sizeof(pr_machine), 0,
                                   Py_TPFLAGS_DEFAULT, machine_slots};

/* ---- the module */

static PyObject *technologies(PyObject *module, PyObject *none)
{
    (void)module;
    (void)none;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && rg_technology_builtin(i); i++) {
        PyObject *name = PyUnicode_FromString(rg_technology_builtin(i));
        if (!name || PyList_Append(list, name) != 0)
            Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

/* "fast" or "float", as the program asks for it. */
static PyObject *engine_asked(PyObject *module, PyObject *args)
{
    const char *path, *text;
    int reals;
    (void)module;
    if (!PyArg_ParseTuple(args, "szp", &path, &text, &reals))
        return NULL;
    return PyUnicode_FromString(rg_engine_asked(path, text, reals != 0));
}

static PyMethodDef functions[] = {
    {"engine_asked", engine_asked, METH_VARARGS,
     "The engine that a program asks for: path, text or None, whether open types get real "
     "numbers."},
    {"technologies", technologies, METH_NOARGS, "Names of the built-in technologies."},
    {NULL, NULL, 0, NULL},
};

static int add_types(PyObject *module)
{
    PyObject *machine = PyType_FromSpec(&machine_spec), *job = PyType_FromSpec(&pr_job_spec);
    PyObject *session = PyType_FromSpec(&pr_session_spec);
    int status = -1;
    if (machine && job && session && PyModule_AddObjectRef(module, "Machine", machine) == 0
        && PyModule_AddObjectRef(module, "Job", job) == 0
        && PyModule_AddObjectRef(module, "Session", session) == 0)
        status = PyModule_AddStringConstant(module, "version", RETROGRAD_VERSION);
    Py_XDECREF(machine);
    Py_XDECREF(job);
    Py_XDECREF(session);
    return status;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, (void *)add_types}, {0, NULL}};
static PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_retrograd",
    .m_methods = functions,
    .m_slots = module_slots,
};

__attribute__((visibility("default"))) PyMODINIT_FUNC PyInit__retrograd(void)
{
    return PyModuleDef_Init(&module);
}
