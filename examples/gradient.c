/* gradient.c: a gradient from a C program. Build it against the installed library:
 *   cc gradient.c $(pkg-config --cflags --libs retrograd) -o gradient */
#include <retrograd.h>

#include <stdio.h>

static const char *const program = "@i function distance(d!::Fixed, x::Fixed, y::Fixed)\n"
                                   "    d! += sqrt(x * x + y * y)\n"
                                   "end\n";

static int report(const char *what, const rg_fault *fault)
{
    fprintf(stderr, "%s: error[%s]: %s\n", what, fault->code, fault->message);
    return (int)fault->result;
}

int main(void)
{
    rg_fault fault;
    rg_job *job = NULL;
    double d = 0, dx = 0, dy = 0;
    int status = 0;

    rg_device *device = rg_device_open("fast", &fault); /* "rtl" for the cycle-accurate core */
    if (!device)
        return report("open", &fault);
    if (rg_load_text(device, "distance.rg", program, &fault) != RG_OK)
        status = report("load", &fault);
    else if (!(job = rg_job_new(device, "distance", &fault)))
        status = report("job", &fault);
    else if (rg_set_number(job, "x", 3, &fault) != RG_OK
             || rg_set_number(job, "y", 4, &fault) != RG_OK)
        status = report("set", &fault);
    else if (rg_gradient(job, "d!", 0, 0, &fault) != RG_OK)
        status = report("gradient", &fault);
    else {
        rg_get(job, "d!", &d, 1);
        rg_get_gradient(job, "x", &dx, 1);
        rg_get_gradient(job, "y", &dy, 1);
        printf("d = %.10f, dd/dx = %.10f, dd/dy = %.10f, restored: %s\n", d, dx, dy,
               rg_restored(job) ? "yes" : "no");
    }
    rg_job_free(job);
    rg_device_close(device);
    return status;
}
