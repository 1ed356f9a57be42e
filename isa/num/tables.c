/* tables.c: the generated micro-programs and ROM. */
#include "isa/num/code.h"

#include "rg_num_code.h"
