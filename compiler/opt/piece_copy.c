/* piece_copy.c: copies of a piece. */
#include <string.h>

#include "compiler/opt/pieces.h"

void opt_copy_piece(opt_piece *to, const opt_piece *from)
{
    memmove(to, from, offsetof(opt_piece, it));
    opt_copy_iterations(&to->it, &from->it);
}
