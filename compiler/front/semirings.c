/* semirings.c: which types are max-plus and min-plus numbers, and how values of any type are
 * gathered in a variable. */
#include "compiler/front/semiring.h"

#include <string.h>

#include "compiler/front/compound.h"

static const fr_semiring semirings[] = {
    {"Tropical", RG_OP_FMAX, RG_OP_MAX, -1},
    {"TropicalMaxPlus", RG_OP_FMAX, RG_OP_MAX, -1},
    {"TropicalMinPlus", RG_OP_FMIN, RG_OP_MIN, 1},
};

/* Those of the library, and the same ones in an inverse that is printed, which has them written
 * out.
 */
static const fr_semiring *defined(const fr_sema *s, const fr_struct *d)
{
    const bool written_out = d->super && strcmp(d->super, "AbstractSemiring") == 0
                             && d->field_count == 1;
    if (!s->d->sources[d->span.file].library && !written_out)
        return NULL;
    for (size_t i = 0; i < sizeof semirings / sizeof semirings[0]; i++)
        if (strcmp(semirings[i].name, d->name) == 0)
            return &semirings[i];
    return NULL;
}

const fr_semiring *fr_semiring_of(const fr_sema *s, rg_type_base base)
{
    const fr_compound *c = fr_compound_of(s, base);
    return c && c->kind == FR_STRUCT ? defined(s, c->definition) : NULL;
}

bool fr_defines_semiring(const fr_sema *s, const fr_struct *d) { return defined(s, d) != NULL; }

bool fr_is_semiring(const fr_sema *s, rg_type_base base) { return fr_semiring_of(s, base) != NULL; }

bool fr_is_multiplied(const fr_sema *s, rg_type_base base)
{
    return base == RG_TYPE_LOG || fr_is_semiring(s, base);
}

fr_token_kind fr_gathering(const fr_sema *s, rg_type_base base)
{
    return fr_is_multiplied(s, base) ? TOK_MULEQ : base == RG_TYPE_BOOL ? TOK_XOREQ : TOK_ADDEQ;
}

fr_token_kind fr_ungathering(const fr_sema *s, rg_type_base base)
{
    return fr_is_multiplied(s, base) ? TOK_DIVEQ : base == RG_TYPE_BOOL ? TOK_XOREQ : TOK_SUBEQ;
}

const char *fr_neutral_array(const fr_sema *s, rg_type_base base)
{
    return fr_is_multiplied(s, base) ? "ones" : "zeros";
}
