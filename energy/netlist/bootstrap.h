/* bootstrap.h: how much energies hang on which programs were measured: the same fit over files
 * drawn at random, as many as there are, some twice and some not at all. */
#ifndef RG_BOOTSTRAP_H
#define RG_BOOTSTRAP_H

#include "energy/netlist/regress.h"

enum { RG_BOOTSTRAP_ROUNDS = 40, RG_BOOTSTRAP_UNIT_ROUNDS = 10 };

/* How many fits of a design: RG_BOOTSTRAP_ROUNDS, but of that with units fewer. One takes three
 * seconds, and only the interval of its median comes from them. */
unsigned rg_bootstrap_rounds(rg_design design);

/* How often each of `files` is drawn in one of the draws; the same in every run of the tool. */
void rg_bootstrap_draw(unsigned round, size_t files, unsigned *share);
/* One fit for each draw into fits, which has rg_bootstrap_rounds. False when memory is short. */
bool rg_bootstrap(const rg_sample *sample, rg_design design, double instructions,
                  rg_energies *fits);
/* Between which 95 % of the values lie; sorts them. */
void rg_interval(double *values, size_t count, double *low, double *high);

#endif
