/* render.c: diagnostics as text for people and as JSON for tools. */
#include <stdint.h>
#include <string.h>

#include "compiler/syntax/diag.h"
#include "compiler/syntax/utf8.h"

/* Columns of a terminal that a character takes: combining marks none, East Asian wide ones two. */
static unsigned width_of(uint32_t c)
{
    if ((c >= 0x300 && c <= 0x36f) || (c >= 0x20d0 && c <= 0x20ff) || (c >= 0x200b && c <= 0x200f)
        || c == 0xfe0f)
        return 0;
    if ((c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3)
        || (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f)
        || (c >= 0xff00 && c <= 0xff60) || (c >= 0x1f300 && c <= 0x1faff)
        || (c >= 0x20000 && c <= 0x3fffd))
        return 2;
    return 1;
}

/* Control characters would move the carets or the terminal; they are shown as one '?'. */
static void print_clean(const char *text, FILE *out)
{
    for (size_t left = strlen(text), n; left > 0; text += n, left -= n) {
        uint32_t c;
        n = fr_utf8_decode(text, left, &c);
        if (n == 0 || (c < 32 && c != '\t') || (c >= 0x7f && c < 0xa0)) {
            fputc('?', out);
            n = n ? n : 1;
            continue;
        }
        fwrite(text, 1, n, out);
    }
}

static void print_carets(const rgc_place *place, FILE *out)
{
    const char *p = place->source_line;
    size_t left = strlen(p);
    for (unsigned column = 1; column < place->column && left > 0; column++) {
        uint32_t c;
        size_t n = fr_utf8_decode(p, left, &c);
        if (n == 0)
            n = 1, c = '?';
        if (c == '\t')
            fputc('\t', out);
        else
            for (unsigned w = width_of(c); w > 0; w--)
                fputc(' ', out);
        p += n;
        left -= n;
    }
    unsigned total = 0;
    for (unsigned i = 0; i < place->length && left > 0; i++) {
        uint32_t c;
        size_t n = fr_utf8_decode(p, left, &c);
        if (n == 0)
            n = 1, c = '?';
        total += width_of(c);
        p += n;
        left -= n;
    }
    for (unsigned i = 0; i < (total ? total : 1); i++)
        fputc('^', out);
    fputc('\n', out);
}

static void print_place(const rgc_place *place, const char *kind, const char *code, FILE *out)
{
    if (place->line)
        fprintf(out, "%s:%u:%u: ", place->file, place->line, place->column);
    else if (place->file)
        fprintf(out, "%s: ", place->file);
    fprintf(out, code ? "%s[%s]: " : "%s: ", kind, code);
    print_clean(place->message, out);
    fputc('\n', out);
    if (!place->line || !place->source_line)
        return;
    fputs("    ", out);
    print_clean(place->source_line, out);
    fputs("\n    ", out);
    print_carets(place, out);
}

static const char *severity_name(rgc_severity severity)
{
    return severity == RGC_ERROR ? "error" : severity == RGC_WARNING ? "warning" : "note";
}

void fr_render_text(const rgc_diagnostic *items, size_t count, FILE *out)
{
    for (size_t i = 0; i < count; i++) {
        print_place(&items[i].at, severity_name(items[i].severity), items[i].code, out);
        for (size_t k = 0; k < items[i].note_count; k++)
            print_place(&items[i].notes[k], "note", NULL, out);
        if (items[i].help)
            fprintf(out, "    help: %s\n", items[i].help);
    }
}

static void json_string(const char *text, FILE *out)
{
    if (!text) {
        fputs("null", out);
        return;
    }
    fputc('"', out);
    size_t left = strlen(text);
    while (left > 0) {
        uint32_t c;
        size_t n = fr_utf8_decode(text, left, &c);
        if (n == 0)
            fputs("\\ufffd", out), n = 1;
        else if (c == '"' || c == '\\')
            fprintf(out, "\\%c", (int)c);
        else if (c < 32 || c == 0x7f)
            fprintf(out, "\\u%04x", (unsigned)c);
        else
            fwrite(text, 1, n, out);
        text += n;
        left -= n;
    }
    fputc('"', out);
}

static void json_place(const rgc_place *p, FILE *out)
{
    fputs("\"file\": ", out);
    json_string(p->file, out);
    fprintf(out, ", \"line\": %u, \"column\": %u, \"length\": %u, \"message\": ", p->line,
            p->column, p->length);
    json_string(p->message, out);
}

static void json_fixes(const rgc_fix *fixes, size_t count, FILE *out)
{
    fputs("[", out);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", {" : "{", out);
        json_place(&fixes[i].at, out);
        fputs(", \"text\": ", out);
        json_string(fixes[i].text, out);
        fputs("}", out);
    }
    fputs("]", out);
}

void fr_render_json(const rgc_diagnostic *items, size_t count, FILE *out)
{
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "{\"severity\": \"%s\", \"code\": \"%s\", \"schema_version\": %d, ",
                severity_name(items[i].severity), items[i].code, RG_SCHEMA_VERSION);
        json_place(&items[i].at, out);
        fputs(", \"notes\": [", out);
        for (size_t k = 0; k < items[i].note_count; k++) {
            fputs(k ? ", {" : "{", out);
            json_place(&items[i].notes[k], out);
            fputs("}", out);
        }
        fputs("], \"help\": ", out);
        json_string(items[i].help, out);
        fputs(", \"fixes\": ", out);
        json_fixes(items[i].fixes, items[i].fix_count, out);
        fputs("}\n", out);
    }
}
