/* program.h: shared by the files that decide which routines are compiled. */
#ifndef FR_PROGRAM_H
#define FR_PROGRAM_H

#include "compiler/front/sema.h"

/* ---- program.c ---- */

/* The body of the instance. */
void fr_lower_instance(fr_sema *s, fr_instance *in);
/* What every fault of types in the instance says besides: for which types it is compiled, if it was
 * called; else which types were taken for parameters without one. */
void fr_tell_instance(fr_sema *s, const fr_instance *in, bool generic, fr_span called);
/* Versions made for arguments that name functions, behind the last function, are no part of the
 * source. */
void fr_drop_versions(fr_sema *s, fr_function *last);

/* ---- entries.c ---- */
/* The routine that is meant when none is named: main, or the only one. Functions with a value count
 * where there is nothing else; last_one: of several the last is meant. NULL: there are several. */
const char *fr_default_entry(const fr_diags *d, const fr_function *functions, bool last_one);

/* With how many indices the list uses the array, 0 unknown. */
unsigned fr_indices_in_list(const fr_stmt *list, const char *name);
/* An instance of each routine whose types are known, so that the host can start it. */
void fr_instantiate_entries(fr_sema *s, const rgc_options *o);

/* ---- open_types.c ---- */

/* Check the bodies of routines that cannot be started, or of the one that the host wants. */
void fr_check_open_bodies(fr_sema *s, const fr_function *wanted);

#endif
