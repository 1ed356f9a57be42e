/* foreign_names.h: names of functions in other languages. */
#ifndef FR_FOREIGN_NAMES_H
#define FR_FOREIGN_NAMES_H

/* What to write for a function that another language has under this name; NULL: nothing is known.
 */
const char *fr_foreign_function(const char *name);

#endif
