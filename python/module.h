/* module.h: what the files of the Python module share. */
#ifndef RG_PYTHON_MODULE_H
#define RG_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include "host-driver/retrograd.h"

typedef struct {
    PyObject ob_base;
    rg_device *device;
} pr_machine;

typedef struct {
    PyObject ob_base;
    pr_machine *machine; /* kept alive */
    rg_job *job;
    unsigned long long runs;
} pr_job;

/* job.c */
extern PyType_Spec pr_job_spec;
/* session.c */
extern PyType_Spec pr_session_spec;
/* Sets the Python exception; returns NULL. */
PyObject *pr_raise(const rg_fault *fault, const char *rendered);
/* report.c: what a run was and cost, as dictionaries and lists. */
PyObject *pr_parameters(PyObject *job, PyObject *none);
PyObject *pr_counters(PyObject *job, PyObject *none);
PyObject *pr_ledger(PyObject *job, PyObject *none);
PyObject *pr_energy(PyObject *job, PyObject *args);
PyObject *pr_trap(PyObject *job, PyObject *none);
/* The extents of an array as a tuple; () of a scalar. */
PyObject *pr_shape(unsigned rank, const size_t *extents);
PyObject *pr_matrix(const rg_matrix *matrix);

#endif
