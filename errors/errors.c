#include "errors.h"

#include <string.h>

/* The page does not show the examples, and what it loads first is bounded. */
static const rg_error_info catalogue[] = {
#ifdef RG_NO_EXAMPLES
#define RG_ERROR(code, title, explain, example, corrected)                                         \
    {code, title, explain, NULL, NULL, "The command outside the page shows an example."},
#else
#define RG_ERROR(code, title, explain, example, corrected)                                         \
    {code, title, explain, example, corrected, NULL},
#endif
#define RG_ERROR_NO_PROGRAM(code, title, explain, instead)                                         \
    {code, title, explain, NULL, NULL, instead},
#include "source.def"
#include "functional.def"
#include "object.def"
#include "trap.def"
#include "host.def"
#undef RG_ERROR
#undef RG_ERROR_NO_PROGRAM
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

rg_error_topic rg_error_about(const char *code)
{
    static const struct {
        const char *code;
        rg_error_topic topic;
    } topics[] = {
#define RG_TOPIC(code, topic) {code, RG_ABOUT_##topic},
#include "topics.def"
#undef RG_TOPIC
    };
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++)
        if (strcmp(topics[i].code, code) == 0)
            return topics[i].topic;
    return RG_ABOUT_OTHER;
}
