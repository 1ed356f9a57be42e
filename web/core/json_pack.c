/* json_pack.c: values from a format, as Jansson has it: {s:x, ..} with x one of s, s?, o, O, i, I,
 * f, b and an object within. */
#include "json_internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at;
    va_list arguments;
    bool failed;
} packing;

static char next(packing *p)
{
    p->at += strspn(p->at, " ,:\t\n");
    return *p->at ? *p->at++ : '\0';
}

static json_t *text_or_null(packing *p)
{
    const char *text = va_arg(p->arguments, const char *);
    const bool may_be_null = *p->at == '?';
    if (may_be_null)
        p->at++;
    return text ? json_string(text) : may_be_null ? json_null() : NULL;
}

static json_t *pack_object(packing *p);

static json_t *pack_value(packing *p, char what)
{
    switch (what) {
    case '{': return pack_object(p);
    case 's': return text_or_null(p);
    case 'o': return va_arg(p->arguments, json_t *);
    case 'O': return json_incref(va_arg(p->arguments, json_t *));
    case 'i': return json_integer(va_arg(p->arguments, int));
    case 'I': return json_integer(va_arg(p->arguments, json_int_t));
    case 'f': return json_real(va_arg(p->arguments, double));
    case 'b': return json_boolean(va_arg(p->arguments, int));
    default: return NULL;
    }
}

/* Every argument is taken, also behind a failure: values that were handed over must be freed. */
static json_t *pack_object(packing *p)
{
    json_t *object = json_object();
    for (char c = next(p); c == 's'; c = next(p)) {
        const char *key = va_arg(p->arguments, const char *);
        json_t *value = pack_value(p, next(p));
        if (json_object_set_new(object, key, value) != 0)
            p->failed = true;
    }
    p->failed |= !object;
    return object;
}

json_t *json_pack(const char *format, ...)
{
    packing p = {.at = format};
    va_start(p.arguments, format);
    json_t *json = pack_value(&p, next(&p));
    va_end(p.arguments);
    if (!p.failed)
        return json;
    json_decref(json);
    return NULL;
}
