/* api.h: what the public functions (api_*.c) share. They look the handle up, see that nothing is
 * NULL that must be there and that the device is free, and leave the work to the functions with
 * rgd_. So a wrong call ends in RG_BAD_USE (R0932) with a message that names the function. */
#ifndef RG_HOST_API_H
#define RG_HOST_API_H

#include "host-driver/internal.h"

/* Fill the fault, and keep the message for rg_last_misuse. */
rg_result rg_misuse(rg_fault *fault, const char *function, const char *format, ...) RG_PRINTF(3, 4);
/* Whether the pointer is there; else a misuse that names it by `what`. */
bool rg_given(const void *pointer, const char *what, const char *function, rg_fault *fault);

/* The object behind a handle, to read it; NULL after a misuse. The device may be running. */
rgd_device *rg_see_device(const rg_device *handle, const char *function, rg_fault *fault);
rgd_job *rg_see_job(const rg_job *handle, const char *function, rg_fault *fault);
rgd_technology *rg_see_technology(const rg_technology *handle, const char *function,
                                  rg_fault *fault);
/* The same to run or change it: nobody else may until rg_end_use, which returns the result. */
rgd_device *rg_use_device(const rg_device *handle, const char *function, rg_fault *fault);
rgd_job *rg_use_job(const rg_job *handle, const char *function, rg_fault *fault);
/* The same for what does not run in tiles (R0918). */
rgd_job *rg_use_untiled(const rg_job *handle, const char *function, rg_fault *fault);
rg_result rg_end_use(rgd_device *device, rg_result result);

/* For those that copy out: whether there is room for `capacity` elements at `out`. */
bool rg_room(const void *out, size_t capacity, const char *function);
/* The same, and the job has an argument of this name. */
bool rg_readable(const rgd_job *job, const char *name, const void *out, size_t capacity,
                 const char *function);

#endif
