/* workloads.c: five programs of the papers: products and sums, trigonometry, powers, rotations, a
 * series with a loop to convergence. */
#include "tests/faults/workloads.h"

const workload workloads[] = {
    {"examples/affine.rg",
     "i_affine!",
     "y!",
     2,
     1,
     4,
     {{"y!", 2, 1, false, {0}},
      {"W", 2, 3, false, {1, 4, 2, 5, 3, 6}},
      {"b", 2, 1, false, {0.5, -0.5}},
      {"x", 3, 1, false, {1, 0, -1}}}},
    {"examples/griewank.rg",
     "griewank",
     "y!",
     0,
     0,
     2,
     {{"x1", 0, 0, false, {1.5}}, {"x2", 0, 0, false, {0.5}}}},
    {"examples/mypower.rg",
     "mypower",
     "out",
     0,
     0,
     2,
     {{"x", 0, 0, false, {0.4}}, {"n", 0, 0, true, {3}}}},
    {"examples/umm.rg",
     "i_umm!",
     "x!",
     1,
     1,
     2,
     {{"x!", 4, 1, false, {1, 2, 3, 4}}, {"θ", 6, 1, false, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}}}},
    {"examples/iexp.rg", "iexp", "out!", 0, 0, 1, {{"x", 0, 0, false, {0.5}}}},
};
const size_t workload_count = sizeof workloads / sizeof workloads[0];

bool set_arguments(rg_job *job, const workload *w, rg_fault *fault)
{
    for (size_t i = 0; i < w->count; i++) {
        const workload_argument *a = &w->arguments[i];
        rg_result set = a->rows ? rg_set_array(job, a->name, a->data, a->rows, a->columns, fault)
                        : a->integer ? rg_set_integer(job, a->name, (int64_t)a->data[0], fault)
                                     : rg_set_number(job, a->name, a->data[0], fault);
        if (set != RG_OK)
            return false;
    }
    return true;
}
