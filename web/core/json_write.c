/* json_write.c: JSON values as text, laid out as Jansson does. */
#include "json_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    FILE *out;
    size_t indent;
    int precision;
} layout;

static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        const char *escapes = "\"\\\b\f\n\r\t", *names = "\"\\bfnrt";
        const char *found = strchr(escapes, *c);
        if (found)
            fprintf(out, "\\%c", names[found - escapes]);
        else if (*c < 0x20)
            fprintf(out, "\\u%04X", *c);
        else
            fputc(*c, out);
    }
    fputc('"', out);
}

/* "1.0", "1e20", "1e-7": a point or an exponent, and neither "+" nor a leading zero in it. */
static void put_real(const layout *l, double value)
{
    char text[64];
    snprintf(text, sizeof text, "%.*g", l->precision ? l->precision : 17, value);
    char *exponent = strchr(text, 'e');
    if (!exponent) {
        fprintf(l->out, strpbrk(text, ".n") ? "%s" : "%s.0", text);
        return;
    }
    char *digits = exponent + 1;
    const char *sign = *digits == '-' ? "-" : "";
    digits += strspn(digits, "+-");
    digits += strspn(digits, "0");
    fprintf(l->out, "%.*se%s%s", (int)(exponent - text), text, sign, digits);
}

static void put_break(const layout *l, size_t depth)
{
    if (l->indent)
        fprintf(l->out, "\n%*s", (int)(depth * l->indent), "");
}

static void put_value(const layout *l, const json_t *json, size_t depth);

static void put_items(const layout *l, const json_t *json, size_t depth)
{
    const bool object = json->type == JSON_OBJECT;
    fputc(object ? '{' : '[', l->out);
    for (size_t i = 0; i < json->count; i++) {
        if (i > 0)
            fputs(l->indent ? "," : ", ", l->out);
        put_break(l, depth + 1);
        if (object) {
            put_string(l->out, json->keys[i]);
            fputs(": ", l->out);
        }
        put_value(l, json->items[i], depth + 1);
    }
    if (json->count > 0)
        put_break(l, depth);
    fputc(object ? '}' : ']', l->out);
}

static void put_value(const layout *l, const json_t *json, size_t depth)
{
    switch (json->type) {
    case JSON_OBJECT:
    case JSON_ARRAY: put_items(l, json, depth); break;
    case JSON_STRING: put_string(l->out, json->text); break;
    case JSON_INTEGER: fprintf(l->out, "%lld", json->integer); break;
    case JSON_REAL: put_real(l, json->real); break;
    case JSON_TRUE: fputs("true", l->out); break;
    case JSON_FALSE: fputs("false", l->out); break;
    case JSON_NULL: fputs("null", l->out); break;
    }
}

int json_dumpf(const json_t *json, FILE *out, size_t flags)
{
    const layout l = {out, flags & 0x1f, (int)(flags >> 11 & 0x1f)};
    if (!json)
        return -1;
    put_value(&l, json, 0);
    return ferror(out) ? -1 : 0;
}

char *json_dumps(const json_t *json, size_t flags)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = json ? open_memstream(&text, &size) : NULL;
    if (!out)
        return NULL;
    const bool failed = json_dumpf(json, out, flags) != 0;
    if (fclose(out) == 0 && !failed)
        return text;
    free(text);
    return NULL;
}
