#include "errors.h"

#include <string.h>

static const rg_error_info catalogue[] = {
#define RG_ERROR(code, title, explain, example) {code, title, explain, example},
#include "source.def"
#include "functional.def"
#include "object.def"
#include "trap.def"
#include "host.def"
#undef RG_ERROR
};

size_t rg_error_count(void) { return sizeof catalogue / sizeof catalogue[0]; }

const rg_error_info *rg_error_at(size_t index)
{
    return index < rg_error_count() ? &catalogue[index] : NULL;
}

const rg_error_info *rg_error_lookup(const char *code)
{
    for (size_t i = 0; i < rg_error_count(); i++)
        if (strcmp(catalogue[i].code, code) == 0)
            return &catalogue[i];
    return NULL;
}
