/* waves.h: what a waveform says in words: the instruction that retires, its line, and the variables
 * of the routines that are being run. */
#ifndef RG_HOST_WAVES_H
#define RG_HOST_WAVES_H

#include "host-driver/internal.h"

typedef struct rg_waves rg_waves;

/* Of the program that is in the device now. NULL: no memory. The caller frees it once the recording
 * is closed. */
rg_waves *rg_waves_new(rgd_device *device);
void rg_waves_free(rg_waves *waves);
const rg_engine_notes *rg_waves_notes(const rg_waves *waves);
/* When the first instruction of the program retired, in the time of the waveform; 0: not yet. */
uint64_t rg_waves_begin(const rg_waves *waves);

/* waves_save.c: the save file of GTKWave beside the waveform at `path`: PATH.gtkw. False: it cannot
 * be written, and errno says why. */
bool rg_waves_save(const rg_waves *waves, const char *path);

#endif
