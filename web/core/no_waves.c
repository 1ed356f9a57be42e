/* no_waves.c: the page records no waveforms: its engines have none, and refuse before a note of one
 * is asked for. */
#include "host-driver/waves.h"

rg_waves *rg_waves_new(rgd_device *device)
{
    (void)device;
    return NULL;
}
void rg_waves_free(rg_waves *waves) { (void)waves; }
const rg_engine_notes *rg_waves_notes(const rg_waves *waves)
{
    (void)waves;
    return NULL;
}
bool rg_waves_save(const rg_waves *waves, const char *path)
{
    (void)waves;
    (void)path;
    return false;
}
