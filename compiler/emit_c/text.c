/* text.c: lines of C, and text that lives as long as the module. */
#include "ec.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void *ec_take(ec *e, size_t size)
{
    static char nothing[256];
    void *memory = ir_arena_alloc(e->m, size);

    if (!memory) {
        e->failed = true;
        e->result = EMIT_C_NO_MEMORY;
        return size <= sizeof nothing ? nothing : NULL;
    }
    return memory;
}

static const char *text_of(ec *e, const char *format, va_list list)
{
    va_list again;

    va_copy(again, list);
    const int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = size < 0 ? NULL : ir_arena_alloc(e->m, (size_t)size + 1);
    if (!text) {
        e->failed = true;
        e->result = EMIT_C_NO_MEMORY;
        return "";
    }
    vsnprintf(text, (size_t)size + 1, format, list);
    return text;
}

const char *ec_text(ec *e, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const char *text = text_of(e, format, list);
    va_end(list);
    return text;
}

void ec_raw(ec *e, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vfprintf(e->out, format, list);
    va_end(list);
}

void ec_line(ec *e, const char *format, ...)
{
    va_list list;

    fprintf(e->out, "%*s", (int)(4 * e->indent), "");
    va_start(list, format);
    vfprintf(e->out, format, list);
    va_end(list);
    fputc('\n', e->out);
}

const char *ec_bare(ec *e, const char *text)
{
    const size_t length = strlen(text);
    int depth = 0;

    for (size_t i = 0; i < length; i++) {
        depth += (text[i] == '(') - (text[i] == ')');
        if (depth == 0 && i + 1 < length)
            return text;
    }
    return length < 2 || text[0] != '(' ? text : ec_text(e, "%.*s", (int)length - 2, text + 1);
}

const char *ec_at(ec *e, ir_loc loc)
{
    return loc.file ? ec_text(e, "RG_IN(%u, %u)", (unsigned)loc.file, (unsigned)loc.line)
                    : ec_text(e, "%u", (unsigned)loc.line);
}

const char *ec_label(ec *e)
{
    while (e->undo >= e->used_capacity) {
        const size_t capacity = e->used_capacity ? 2 * e->used_capacity : 256;
        bool *used = realloc(e->used, capacity * sizeof *used);
        if (!used) {
            e->failed = true;
            e->result = EMIT_C_NO_MEMORY;
            return "";
        }
        memset(used + e->used_capacity, 0, (capacity - e->used_capacity) * sizeof *used);
        e->used = used;
        e->used_capacity = capacity;
    }
    e->used[e->undo] = true;
    return ec_text(e, "undo_%zu", e->undo);
}

bool ec_label_used(const ec *e, size_t label) { return label < e->used_capacity && e->used[label]; }

void ec_try(ec *e, ir_loc loc, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const char *call = text_of(e, format, list);
    va_end(list);
    if (e->sure)
        ec_line(e, "(void)%s;", call);
    else
        ec_line(e, "RG_TRY(%s, %s, %s);", call, ec_at(e, loc), ec_label(e));
}

void ec_require(ec *e, ir_loc loc, const char *cause, const char *condition)
{
    if (!e->sure)
        ec_line(e, "RG_REQUIRE(%s, RG_TRAP_%s, %s, %s);", condition, cause, ec_at(e, loc),
                ec_label(e));
}

void ec_refuse(ec *e, ir_loc loc, const char *format, ...)
{
    va_list list;

    if (e->failed)
        return;
    e->failed = true;
    e->result = EMIT_C_REFUSED;
    e->why->loc = loc;
    memcpy(e->why->code, "R0736", sizeof "R0736");
    va_start(list, format);
    vsnprintf(e->why->text, sizeof e->why->text, format, list);
    va_end(list);
}
