/* print.c: text form of a module. */
#include "ir.h"
int ir_print(ir_module *m, FILE *out, bool inverse) { (void)m; (void)inverse; fprintf(out, "module\n"); return 0; }
