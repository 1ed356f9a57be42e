/* fuzz_technology.c: bytes as a technology file, and the energy model on what it says. */
#include "energy/energy.h"
#include "tests/fuzz/harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static rg_technology technology;
    rg_fault fault = {0};
    rg_energy energy;
    char *text = fuzz_text(data, size);
    if (rg_technology_parse("fuzz.yaml", text, size, &technology, &fault) == RG_OK) {
        rg_counters counters = {.cycles = 1000, .instructions = 300, .bits_copied_out = 64, .memory_reads = 5};
        rg_energy_model(&technology, &counters, &energy);
        CLAIM(energy.conventional.part_count <= RG_ENERGY_PARTS && energy.adiabatic.part_count <= RG_ENERGY_PARTS);
    } else {
        CLAIM(fault.code[0] != '\0' && fault.message[0] != '\0');
    }
    free(text);
    return 0;
}
