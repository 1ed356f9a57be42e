/* variables.h: what the checker knows about variables, for editors. */
#ifndef FR_VARIABLES_H
#define FR_VARIABLES_H

#include "compiler/front/sema.h"

/* Those of every instance, in the arena; *count of them. */
const rgc_variable *fr_list_variables(fr_sema *s, size_t *count);

#endif
