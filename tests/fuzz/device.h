/* device.h: a machine that the fuzz targets reuse, and what every job on it must fulfil. */
#ifndef RG_FUZZ_DEVICE_H
#define RG_FUZZ_DEVICE_H

#include "host-driver/retrograd.h"

/* The fast engine with a limit on cycles; opened on the first call, the same afterwards. */
rg_device *fuzz_device(void);
/* Start up to `most` routines of the loaded program with small arguments: forward and back restore
 * every bit, a trap or the limit can be rolled back, gradients restore. */
void fuzz_jobs(rg_device *device, size_t most, bool trusted);

#endif
