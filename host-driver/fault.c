/* fault.c: filling in what went wrong. */
#include "host-driver/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void fill(rg_fault *fault, rg_result result, const char *code, const char *format,
                 va_list list)
{
    memset(fault, 0, sizeof *fault);
    fault->result = result;
    snprintf(fault->code, sizeof fault->code, "%s", code);
    vsnprintf(fault->message, sizeof fault->message, format, list);
}

rg_result rg_fail(rg_fault *fault, rg_result result, const char *code, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (fault)
        fill(fault, result, code, format, list);
    va_end(list);
    return result;
}

rg_result rg_fail_misfit(rg_fault *fault, rg_result result, const char *code,
                         const rgd_device *device, rg_misfit misfit, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (fault) {
        fill(fault, result, code, format, list);
        rg_ways_out(device->config, misfit, fault->help, sizeof fault->help);
    }
    va_end(list);
    return result;
}

rg_result rg_no_memory(rg_fault *fault)
{
    return rg_fail(fault, RG_BAD_MACHINE, "R0904", "the host is out of memory");
}
