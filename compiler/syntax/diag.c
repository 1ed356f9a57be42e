/* diag.c: collect diagnostics. */
#include "compiler/syntax/diag.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Characters are counted before every STRIDE-th byte, so that a long line costs no more. */
enum { STRIDE = 64 };

static unsigned count_characters(const char *text, size_t size)
{
    unsigned n = 0;
    for (size_t i = 0; i < size; i++)
        n += ((unsigned char)text[i] & 0xc0) != 0x80;
    return n;
}

static uint32_t *count_strides(fr_arena *arena, const char *text, size_t size)
{
    uint32_t *before = fr_alloc(arena, (size / STRIDE + 1) * sizeof *before);
    before[0] = 0;
    for (size_t i = 1; i <= size / STRIDE; i++)
        before[i] = before[i - 1] + count_characters(text + (i - 1) * STRIDE, STRIDE);
    return before;
}

static uint32_t characters_before(const fr_source *s, size_t offset)
{
    const size_t stride = offset / STRIDE;
    return s->characters[stride]
           + count_characters(s->text + stride * STRIDE, offset - stride * STRIDE);
}

uint32_t fr_add_source(fr_diags *d, const char *path, const char *text, size_t size)
{
    fr_source s = {.path = fr_text(d->arena, path, strlen(path)),
                   .text = fr_text(d->arena, text, size),
                   .size = size};
    size_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    uint32_t *starts = fr_alloc(d->arena, lines * sizeof *starts);
    size_t n = 1;
    for (size_t i = 0; i < size; i++)
        if (text[i] == '\n')
            starts[n++] = (uint32_t)(i + 1);
    s.lines = starts;
    s.line_count = lines;
    s.characters = count_strides(d->arena, text, size);
    d->sources =
        fr_grow(d->arena, d->sources, d->source_count, &d->source_capacity, sizeof *d->sources);
    d->sources[d->source_count] = s;
    return (uint32_t)d->source_count++;
}

void fr_position(const fr_source *source, uint32_t offset, unsigned *line, unsigned *column)
{
    size_t low = 0, high = source->line_count;
    if (offset > source->size)
        offset = (uint32_t)source->size;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (source->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    *line = (unsigned)low + 1;
    *column = characters_before(source, offset) - characters_before(source, source->lines[low]) + 1;
}

fr_span fr_origin(const fr_diags *d, fr_span at)
{
    unsigned line, column;
    if (at.file >= d->source_count || !d->sources[at.file].origins)
        return at;
    const fr_source *s = &d->sources[at.file];
    fr_position(s, at.offset, &line, &column);
    /* Text that is made of made text leads on. */
    return fr_origin(d, s->origins[line <= s->origin_count ? line - 1 : s->origin_count - 1]);
}

fr_span fr_join(fr_span from, fr_span to)
{
    if (from.file == to.file && to.offset + to.length > from.offset + from.length)
        from.length = to.offset + to.length - from.offset;
    return from;
}

static rgc_place make_place(fr_diags *d, fr_span at, const char *message)
{
    rgc_place p = {.message = message};
    at = fr_origin(d, at);
    if (at.file >= d->source_count)
        return p;
    const fr_source *s = &d->sources[at.file];
    fr_position(s, at.offset, &p.line, &p.column);
    p.file = s->path;
    size_t from = s->lines[p.line - 1];
    size_t to = p.line < s->line_count ? s->lines[p.line] - 1 : s->size;
    if (to > from && s->text[to - 1] == '\r')
        to--;
    p.source_line = fr_text(d->arena, s->text + from, to - from);
    size_t end = (size_t)at.offset + at.length;
    if (end > to)
        end = to;
    p.length = at.offset < end ? count_characters(s->text + at.offset, end - at.offset) : 1;
    return p;
}

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Messages call the numbers of the machine Fixed. On one with Float they are called Float, but for
 * what stands in quotes by itself: that is what the source says. */
static char *name_numbers(const fr_diags *d, char *text)
{
    static const char fixed[] = "Fixed", wide[] = "Float";
    for (char *at = d->floats ? strstr(text, fixed) : NULL; at; at = strstr(at + 1, fixed)) {
        const char before = at > text ? at[-1] : ' ', after = at[sizeof fixed - 1];
        if (!is_letter(before) && before != '\'' && before != '`' && !is_letter(after))
            memcpy(at, wide, sizeof wide - 1);
    }
    return text;
}

static char *format_text(fr_diags *d, const char *format, va_list args)
{
    char buffer[600];
    int n = vsnprintf(buffer, sizeof buffer, format, args);
    size_t length = n < 0 ? 0 : (size_t)n < sizeof buffer ? (size_t)n : sizeof buffer - 1;
    return name_numbers(d, fr_text(d->arena, buffer, length));
}

static bool said_already(const fr_diags *d, const char *code, fr_span at, rgc_severity severity)
{
    for (size_t i = 0; i < d->count; i++)
        if (d->spans[i].file == at.file && d->spans[i].offset == at.offset
            && d->items[i].severity == severity
            && (severity == RGC_ERROR || strcmp(d->items[i].code, code) == 0))
            return true;
    return false;
}

bool fr_is_structural(const char *code) { return rg_error_about(code) == RG_ABOUT_STRUCTURE; }

static bool context_matters(const fr_diags *d, const char *code)
{
    return !d->context_of_types
           || (d->context_of_shapes ? rg_error_about(code) == RG_ABOUT_SHAPE
                                    : !fr_is_structural(code));
}

rgc_diagnostic *fr_report(fr_diags *d, rgc_severity severity, const char *code, fr_span at,
                          const char *format, ...)
{
    if (said_already(d, code, at, severity))
        return NULL;
    if (severity == RGC_ERROR)
        d->errors++;
    if (severity == RGC_ERROR ? d->errors > d->limit : d->count > 4 * (size_t)d->limit)
        return NULL;
    va_list args;
    va_start(args, format);
    const char *message = format_text(d, format, args);
    va_end(args);
    size_t capacity = d->capacity;
    d->items = fr_grow(d->arena, d->items, d->count, &d->capacity, sizeof *d->items);
    d->spans = fr_grow(d->arena, d->spans, d->count, &capacity, sizeof *d->spans);
    rgc_diagnostic *item = &d->items[d->count];
    d->spans[d->count++] = at;
    *item = (rgc_diagnostic){.severity = severity, .code = code, .at = make_place(d, at, message)};
    if (!context_matters(d, code))
        return item;
    if (d->context_text && severity == RGC_ERROR)
        fr_note(d, item, d->context_span, "%s", d->context_text);
    return item;
}

/* Of types it comes first, of a generic routine last. */
static void add_context(fr_diags *d, rgc_diagnostic *item)
{
    rgc_place *notes = fr_alloc(d->arena, (item->note_count + 1) * sizeof *notes);
    const size_t first = d->context_of_types ? 1 : 0;
    for (size_t i = 0; i < item->note_count; i++)
        notes[i + first] = item->notes[i];
    notes[first ? 0 : item->note_count] = make_place(d, d->context_span, d->context_text);
    item->notes = notes;
    item->note_count++;
}

void fr_adopt(fr_diags *d, const fr_diags *from, size_t index)
{
    rgc_diagnostic *to = fr_report(d, from->items[index].severity, from->items[index].code,
                                   from->spans[index], "%s", from->items[index].at.message);
    if (!to)
        return;
    *to = from->items[index];
    if (to->severity == RGC_ERROR && d->context_text && context_matters(d, to->code))
        add_context(d, to);
}

/* A copy of the list with room for one more. */
static void *with_one_more(fr_diags *d, const void *list, size_t count, size_t size)
{
    void *longer = fr_alloc(d->arena, (count + 1) * size);
    if (count > 0)
        memcpy(longer, list, count * size);
    return longer;
}

void fr_note(fr_diags *d, rgc_diagnostic *diagnostic, fr_span at, const char *format, ...)
{
    if (!diagnostic)
        return;
    va_list args;
    va_start(args, format);
    const char *message = format_text(d, format, args);
    va_end(args);
    rgc_place *notes = with_one_more(d, diagnostic->notes, diagnostic->note_count, sizeof *notes);
    /* The context of a generic routine stays last. */
    size_t keep = diagnostic->note_count,
           last = d->context_text && !d->context_of_types && keep > 0 ? 1 : 0;
    if (last)
        notes[keep] = diagnostic->notes[keep - 1];
    notes[keep - last] = make_place(d, at, message);
    diagnostic->notes = notes;
    diagnostic->note_count++;
}

void fr_help(fr_diags *d, rgc_diagnostic *diagnostic, const char *format, ...)
{
    if (!diagnostic)
        return;
    va_list args;
    va_start(args, format);
    diagnostic->help = format_text(d, format, args);
    va_end(args);
}

void fr_fix(fr_diags *d, rgc_diagnostic *diagnostic, fr_span at, const char *text,
            const char *format, ...)
{
    if (!diagnostic)
        return;
    va_list args;
    va_start(args, format);
    const char *title = format_text(d, format, args);
    va_end(args);
    rgc_fix *fixes = with_one_more(d, diagnostic->fixes, diagnostic->fix_count, sizeof *fixes);
    rgc_fix *fix = &fixes[diagnostic->fix_count++];
    fix->at = make_place(d, at, title);
    if (at.length == 0)
        fix->at.length = 0;
    fix->text = d->floats ? name_numbers(d, fr_text(d->arena, text, strlen(text))) : text;
    diagnostic->fixes = fixes;
}

void fr_did_you_mean(fr_diags *d, rgc_diagnostic *diagnostic, fr_span at, const char *near)
{
    fr_help(d, diagnostic, "did you mean '%s'?", near);
    fr_fix(d, diagnostic, at, near, "replace by '%s'", near);
}
