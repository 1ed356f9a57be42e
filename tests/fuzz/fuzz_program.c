/* fuzz_program.c: source text compiled and run on the fast engine: every program traps or ends, and
 * can be run back. */
#include "tests/fuzz/device.h"
#include "tests/fuzz/harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rg_fault fault;
    rg_device *device = fuzz_device();
    char *text = fuzz_text(data, size);
    if (rg_load_text(device, "fuzz.rg", text, &fault) == RG_OK)
        fuzz_jobs(device, 4, true);
    else
        CLAIM(fault.message[0] != '\0');
    free(text);
    return 0;
}
