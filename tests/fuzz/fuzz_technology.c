/* fuzz_technology.c: bytes as a technology file, and the energy model on what it says. */
#include "energy/energy.h"
#include "tests/fuzz/harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rg_fault fault = {0};
    rg_energy energy;
    char *text = fuzz_text(data, size);
    rgd_technology *technology = rgd_technology_parse("fuzz.yaml", text, size, &fault);
    if (technology) {
        rg_counters counters = {
            .cycles = 1000, .instructions = 300, .bits_copied_out = 64, .memory_reads = 5};
        counters.by_mode[1][1][RG_CLASS_MUL] = 300;
        if (rgd_energy_of(technology, &counters, 64, &energy, &fault) == RG_OK)
            CLAIM(energy.conventional.part_count <= RG_ENERGY_PARTS
                  && energy.adiabatic.part_count <= RG_ENERGY_PARTS);
    } else {
        CLAIM(fault.code[0] != '\0' && fault.message[0] != '\0');
    }
    rgd_technology_close(technology);
    free(text);
    return 0;
}
