/* diag.h: sources, places in them, and the list of what is to be said about them. */
#ifndef FR_DIAG_H
#define FR_DIAG_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler/syntax/arena.h"
#include "compiler/rgc.h"
#include "errors/errors.h"

typedef struct {
    uint32_t file, offset, length;
} fr_span;

typedef struct {
    const char *path;
    const char *text; /* NUL after the last byte */
    size_t size;
    size_t line_count;
    const uint32_t *lines;      /* offset of each line's first byte */
    const uint32_t *characters; /* before bytes at equal distances (diag.c) */
    bool library;               /* brought in by 'using': compiled where it is called */
    bool implied;               /* one that no 'using' names */
    /* Of text that the compiler made: where each line comes from. */
    const fr_span *origins;
    size_t origin_count;
} fr_source;

typedef struct {
    fr_arena *arena;
    size_t source_count, source_capacity;
    fr_source *sources;
    size_t count, capacity;
    rgc_diagnostic *items;
    fr_span *spans; /* of items, to say nothing twice */
    size_t span_capacity;
    const char *(*unsaved)(void *context, const char *path, size_t *size); /* as in rgc_options */
    void *unsaved_context;
    bool floats;   /* the numbers that messages call Fixed are Floats here */
    size_t errors; /* all, also beyond the limit */
    unsigned limit;
    /* Added to every error while a generic routine is compiled for certain types. */
    const char *context_text;
    fr_span context_span;
    bool context_of_types;  /* it matters to faults of types alone */
    bool context_of_shapes; /* of these to those of shapes alone */
} fr_diags;

/* Takes a copy of size bytes. Returns the file number. */
uint32_t fr_add_source(fr_diags *d, const char *path, const char *text, size_t size);
/* 1-based line and column (in characters) of an offset. */
void fr_position(const fr_source *source, uint32_t offset, unsigned *line, unsigned *column);
/* The position in a file of the user that stands for this one. */
fr_span fr_origin(const fr_diags *d, fr_span at);
fr_span fr_join(fr_span from, fr_span to);
static inline bool fr_within(fr_span inner, fr_span outer)
{
    return inner.file == outer.file && inner.offset >= outer.offset
           && inner.offset + inner.length <= outer.offset + outer.length;
}

/* One diagnostic being filled in; NULL when it is beyond the limit or said already (the calls below
 * then do nothing). */
rgc_diagnostic *fr_report(fr_diags *d, rgc_severity severity, const char *code, fr_span at,
                          const char *format, ...) __attribute__((format(printf, 5, 6)));
/* A fault of names and structure, which no type takes away. */
bool fr_is_structural(const char *code);
/* Say what another list says, with the context of this one. */
void fr_adopt(fr_diags *d, const fr_diags *from, size_t index);
void fr_note(fr_diags *d, rgc_diagnostic *diagnostic, fr_span at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void fr_help(fr_diags *d, rgc_diagnostic *diagnostic, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A fix: what stands at the position, or before it where length is 0, becomes text. */
void fr_fix(fr_diags *d, rgc_diagnostic *diagnostic, fr_span at, const char *text,
            const char *format, ...) __attribute__((format(printf, 5, 6)));
/* "did you mean 'near'?", and the fix. */
void fr_did_you_mean(fr_diags *d, rgc_diagnostic *diagnostic, fr_span at, const char *near);

void fr_render_text(const rgc_diagnostic *items, size_t count, FILE *out);
void fr_render_json(const rgc_diagnostic *items, size_t count, FILE *out);

#endif
