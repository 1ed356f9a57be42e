/* lex.c: the cursor of the assembler: tokens, names, registers, constant expressions, symbols. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm_internal.h"

static bool fail_v(assembler *as, unsigned line, unsigned column, const char *code,
                   const char *format, va_list args)
{
    char text[256];

    vsnprintf(text, sizeof text, format, args);
    if (as->error && as->error_size)
        snprintf(as->error, as->error_size, "%s:%u:%u: error[%s]: %s", as->file, line, column, code,
                 text);
    return false;
}

bool asm_fail_at(assembler *as, unsigned line, unsigned column, const char *code,
                 const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail_v(as, line, column, code, format, args);
    va_end(args);
    return false;
}

bool asm_fail(assembler *as, const char *code, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail_v(as, as->line, asm_column(as), code, format, args);
    va_end(args);
    return false;
}

unsigned asm_column(const assembler *as) { return (unsigned)(as->at - as->line_start) + 1; }

void asm_skip_space(assembler *as)
{
    while (as->at < as->end && (*as->at == ' ' || *as->at == '\t' || *as->at == '\r'))
        as->at++;
}

bool asm_at_end(assembler *as)
{
    asm_skip_space(as);
    return as->at == as->end || *as->at == '\n' || *as->at == ';' || *as->at == '#';
}

bool asm_accept(assembler *as, const char *token)
{
    size_t length = strlen(token);

    asm_skip_space(as);
    if ((size_t)(as->end - as->at) < length || memcmp(as->at, token, length) != 0)
        return false;
    as->at += length;
    return true;
}

bool asm_expect(assembler *as, const char *token)
{
    if (asm_accept(as, token))
        return true;
    return asm_fail(as, "R0702", "expected '%s' here", token);
}

static bool starts_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || (c & 0x80);
}

static bool continues_name(char c)
{
    return starts_name(c) || (c >= '0' && c <= '9') || c == '!' || c == '$';
}

static char *copy(const char *start, const char *end)
{
    size_t length = (size_t)(end - start);
    char *text = malloc(length + 1);

    if (text) {
        memcpy(text, start, length);
        text[length] = 0;
    }
    return text;
}

static char *quoted_name(assembler *as)
{
    const char *start = ++as->at;

    while (as->at < as->end && *as->at != '"' && *as->at != '\n' && *as->at != 0)
        as->at++;
    if (as->at == as->end || *as->at != '"' || as->at == start) {
        asm_fail(as, "R0702", "a quoted name has no end");
        return NULL;
    }
    char *text = copy(start, as->at++);
    if (!text)
        asm_fail(as, "R0712", "out of memory");
    return text;
}

char *asm_name(assembler *as)
{
    asm_skip_space(as);
    const char *start = as->at;

    if (start < as->end && *start == '"')
        return quoted_name(as);
    if (start == as->end || !starts_name(*start)) {
        asm_fail(as, "R0702", "expected a name here");
        return NULL;
    }
    while (as->at < as->end && continues_name(*as->at))
        as->at++;
    char *text = copy(start, as->at);
    if (!text)
        asm_fail(as, "R0712", "out of memory");
    return text;
}

/* Whether what a register holds is named behind it, and no longer name stands there. */
static bool has_suffix(const char *p, size_t left, const char *suffix)
{
    const size_t length = strlen(suffix);

    return left >= length && memcmp(p, suffix, length) == 0
           && (left == length || !continues_name(p[length]));
}

/* Length of the register name at the cursor, its number in r; 0 when it is none. */
static size_t register_at(const assembler *as, unsigned *r)
{
    const char *p = as->at;
    size_t left = (size_t)(as->end - p), length = 0;

    if (left >= 2 && memcmp(p, "sp", 2) == 0) {
        *r = 31;
        length = 2;
    } else if (left >= 2 && memcmp(p, "lr", 2) == 0) {
        *r = 0;
        length = 2;
    } else if (left >= 2 && *p == 'r' && p[1] >= '0' && p[1] <= '9') {
        *r = (unsigned)(p[1] - '0');
        length = 2;
        if (left >= 3 && p[2] >= '0' && p[2] <= '9') {
            if (*r == 0)
                return 0;
            *r = *r * 10 + (unsigned)(p[2] - '0');
            length = 3;
        }
    }
    const bool kind = has_suffix(p + length, left - length, ".f")
                      || has_suffix(p + length, left - length, ".log");
    if (length == 0 || *r > 31 || (length < left && continues_name(p[length]) && !kind))
        return 0;
    return length;
}

bool asm_looks_like_register(const assembler *as)
{
    unsigned r;

    return register_at(as, &r) > 0;
}

bool asm_register(assembler *as, uint8_t *r)
{
    unsigned number = 0;

    asm_skip_space(as);
    size_t length = register_at(as, &number);
    if (length == 0)
        return asm_fail(as, "R0702", "expected a register (r0 to r31, sp, lr) here");
    as->at += length;
    *r = (uint8_t)number;
    return true;
}

static bool digits(assembler *as, int64_t *value)
{
    const char *p = as->at;
    unsigned base = 10;
    uint64_t v = 0;

    if (as->end - p > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'b')) {
        base = p[1] == 'x' ? 16 : 2;
        p += 2;
    }
    const char *first = p;
    for (; p < as->end; p++) {
        unsigned d = *p >= '0' && *p <= '9'   ? (unsigned)(*p - '0')
                     : *p >= 'a' && *p <= 'f' ? (unsigned)(*p - 'a') + 10
                     : *p >= 'A' && *p <= 'F' ? (unsigned)(*p - 'A') + 10
                                              : 99;
        if (*p == '_')
            continue;
        if (d >= base)
            break;
        if (v > (UINT64_MAX - d) / base)
            return asm_fail(as, "R0703", "this number does not fit in 64 bits");
        v = v * base + d;
    }
    if (p == first || (p < as->end && continues_name(*p)))
        return asm_fail(as, "R0702", "this is not a number");
    as->at = p;
    *value = (int64_t)v;
    return true;
}

static bool term(assembler *as, int64_t *value)
{
    asm_skip_space(as);
    if (asm_accept(as, "-")) {
        if (!term(as, value))
            return false;
        *value = (int64_t)(0 - (uint64_t)*value);
        return true;
    }
    if (as->at < as->end && *as->at >= '0' && *as->at <= '9')
        return digits(as, value);

    unsigned column = asm_column(as);
    char *name = asm_name(as);
    if (!name)
        return false;
    asm_symbol *symbol = asm_find(as, name);
    bool ok = symbol && !symbol->is_label;
    if (ok)
        *value = symbol->value;
    else
        asm_fail_at(as, as->line, column, "R0704", "'%s' is not defined as a number", name);
    free(name);
    return ok;
}

bool asm_number(assembler *as, int64_t *value)
{
    if (!term(as, value))
        return false;
    for (;;) {
        int64_t right;
        bool minus = false;
        if (!asm_accept(as, "+")) {
            if (!asm_accept(as, "-"))
                return true;
            minus = true;
        }
        if (!term(as, &right))
            return false;
        *value = (int64_t)(minus ? (uint64_t)*value - (uint64_t)right
                                 : (uint64_t)*value + (uint64_t)right);
    }
}

asm_symbol *asm_find(assembler *as, const char *name)
{
    for (size_t i = 0; i < as->symbol_count; i++)
        if (strcmp(as->symbols[i].name, name) == 0)
            return &as->symbols[i];
    return NULL;
}

bool asm_define(assembler *as, char *name, bool is_label, int64_t value)
{
    if (asm_find(as, name)) {
        asm_fail(as, "R0705", "'%s' is defined twice", name);
        free(name);
        return false;
    }
    asm_symbol *bigger =
        rg_grow(as->symbols, as->symbol_count, &as->symbol_capacity, sizeof *bigger);
    if (!bigger) {
        free(name);
        return asm_fail(as, "R0712", "out of memory");
    }
    as->symbols = bigger;
    as->symbols[as->symbol_count++] = (asm_symbol){name, is_label, value, 0};
    return true;
}
