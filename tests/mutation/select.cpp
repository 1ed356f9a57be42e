// select.cpp: which mutant of the netlist acts: RG_MUTANT, none without it.
#include <cstdlib>

extern "C" int rg_mutant(void);

int rg_mutant(void)
{
    const char *text = std::getenv("RG_MUTANT");
    return text ? std::atoi(text) : 0;
}
