/* waves.c: the text of a waveform. Where a variable is, the session knows: here it looks at a core
 * that runs, through an engine that only reads (rg_engine_replica). */
#include "host-driver/waves.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/asm/asm.h"
#include "host-driver/session.h"

enum { INSTRUCTION, SOURCE, ROUTINE, DIRECTION, MODE, FIXED };
enum { TEXT = 200, NAME = 96, ELEMENTS = 16 };

typedef struct {
    const rg_routine *routine;
    const char *name; /* of the variable, as the object has it */
    char label[NAME], text[TEXT];
} variable;

struct rg_waves {
    const rgd_device *device;
    const rg_object *object; /* the program that the notes are of */
    rg_engine_state state;
    rgd_device seen; /* what the session takes for the machine */
    rg_session session;
    variable *variables;
    char (*scopes)[NAME]; /* of the routines */
    rg_engine_note *list;
    char *sources[64];                          /* texts of the files, those that can be read */
    char fixed[FIXED][TEXT], said[FIXED][TEXT]; /* of this instruction, of the one before */
    uint64_t begin;
    rg_engine_notes notes;
};

/* ---- names */

/* What viewers take as one name: a dot parts scopes there. */
static void plain(const char *name, char *label)
{
    size_t n = 0;
    for (; *name && n + 1 < NAME; name++)
        if (*name != ' ')
            label[n++] = *name == '.' ? '_' : *name;
    label[n] = '\0';
}

static const rg_routine *routine_at(const rg_object *object, uint32_t word)
{
    for (size_t i = 0; i < object->routine_count; i++)
        if (word >= object->routines[i].begin && word < object->routines[i].end)
            return &object->routines[i];
    return NULL;
}

static bool is_listed(const rg_waves *w, size_t count, const rg_routine *routine, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (w->variables[i].routine == routine && strcmp(w->variables[i].name, name) == 0)
            return true;
    return false;
}

/* Variables in the order of the object's records, which is that of the routines. */
static size_t list_variables(rg_waves *w)
{
    const rg_object *object = w->object;
    size_t count = 0;
    for (size_t i = 0; i < object->place_count; i++) {
        const rg_place *p = &object->places[i];
        const rg_routine *routine = routine_at(object, p->begin);
        if (p->what != RG_PLACE_VARIABLE || p->name == 0 || !routine
            || is_listed(w, count, routine, object->names[p->name - 1]))
            continue;
        variable *v = &w->variables[count];
        *v = (variable){.routine = routine, .name = object->names[p->name - 1]};
        plain(v->name, v->label);
        plain(routine->name, w->scopes[routine - object->routines]);
        w->list[FIXED + count] = (rg_engine_note){w->scopes[routine - object->routines], v->label};
        count++;
    }
    return count;
}

static void read_sources(rg_waves *w)
{
    for (size_t i = 0; i < w->object->file_count && i < sizeof w->sources / sizeof *w->sources;
         i++) {
        FILE *file = fopen(w->object->files[i], "r");
        size_t size = 0;
        if (file && getdelim(&w->sources[i], &size, '\0', file) < 0) {
            free(w->sources[i]);
            w->sources[i] = NULL;
        }
        if (file)
            fclose(file);
    }
}

/* ---- the instruction */

static const char *line_of(const rg_waves *w, const rg_line *line, int *length)
{
    const char *at = line->file < sizeof w->sources / sizeof *w->sources ? w->sources[line->file]
                                                                         : NULL;
    for (unsigned n = 1; at && n < line->line; n++)
        at = (at = strchr(at, '\n')) ? at + 1 : NULL;
    at = at ? at + strspn(at, " \t") : "";
    *length = (int)strcspn(at, "\r\n");
    return at;
}

static void say_source(rg_waves *w, uint32_t word, bool inside)
{
    const rg_line *line = inside && w->object->lines ? &w->object->lines[word] : NULL;
    int length = 0;
    w->fixed[SOURCE][0] = '\0';
    if (!line || line->line == 0 || line->file >= w->object->file_count)
        return;
    const char *file = w->object->files[line->file], *slash = strrchr(file, '/'),
               *text = line_of(w, line, &length);
    snprintf(w->fixed[SOURCE], TEXT, "%s:%u  %.*s", slash ? slash + 1 : file, line->line, length,
             text);
}

static void say_mode(rg_waves *w, unsigned mode)
{
    static const char *const names[] = {
#define RG_MODE_BIT(name, bit, doc) [bit] = #name,
#include "isa/mode_bits.def"
#undef RG_MODE_BIT
    };
    char *text = w->fixed[MODE];
    size_t n = (size_t)snprintf(text, TEXT, "value");
    for (unsigned bit = 0; bit < sizeof names / sizeof names[0]; bit++)
        if (mode >> bit & 1)
            for (const char *c = (text[n++] = ' ', names[bit]); *c; c++)
                text[n++] = (char)(*c - 'A' + 'a');
    text[n] = '\0';
}

static void step(void *context, const rg_engine_step *step, const char **texts)
{
    rg_waves *w = context;
    const rg_object *object = w->object;
    const bool inside = object && object == w->device->object && step->pc >= w->device->base
                        && step->pc - w->device->base < object->code_count;
    const uint32_t offset = inside ? step->pc - w->device->base : 0;
    const int length =
        rg_disassemble_word(step->word, w->device->xlen, w->fixed[INSTRUCTION], TEXT);
    if (step->trapped && length >= 0 && length < TEXT)
        strncat(w->fixed[INSTRUCTION], " (traps)", (size_t)(TEXT - 1 - length));
    say_source(w, offset, inside);
    snprintf(w->fixed[ROUTINE], TEXT, "%s",
             inside ? rg_routine_at(object, offset) : "job dispatcher");
    snprintf(w->fixed[DIRECTION], TEXT, "%s", step->backward ? "backward" : "forward");
    say_mode(w, step->mode);
    if (inside && w->begin == 0)
        w->begin = step->time;
    for (size_t i = 0; i < FIXED; i++)
        if (strcmp(w->fixed[i], w->said[i]) != 0)
            texts[i] = memcpy(w->said[i], w->fixed[i], TEXT);
}

/* ---- variables */

static size_t say_number(const rg_session_value *v, char *text, size_t size)
{
    int n;
    switch (v->number) {
    case RG_NUMBER_INT: n = snprintf(text, size, "%" PRId64, v->word); break;
    case RG_NUMBER_BOOL: n = snprintf(text, size, "%s", v->word ? "true" : "false"); break;
    default: n = snprintf(text, size, "%.12g", v->value); break;
    }
    if (n > 0 && (size_t)n < size && v->has_gradient && v->gradient_word != 0)
        n += snprintf(text + n, size - (size_t)n, " grad %.12g", v->gradient);
    return n > 0 && (size_t)n < size ? (size_t)n : size - 1;
}

static void say_array(rg_session *s, const rg_found *array, char *text)
{
    const size_t count = array->rows * array->columns, most = count < ELEMENTS ? count : ELEMENTS;
    size_t n = (size_t)snprintf(text, TEXT, "[");
    for (size_t i = 0; i < most && n + 1 < TEXT; i++) {
        rg_found element;
        rg_session_value value = {0};
        rg_session_element(s, array, i, &element);
        rg_session_read(s, &element, &value);
        n += (size_t)snprintf(text + n, TEXT - n, "%s", i > 0 ? ", " : "");
        if (n + 1 < TEXT)
            n += value.known ? say_number(&value, text + n, TEXT - n)
                             : (size_t)snprintf(text + n, TEXT - n, "?");
    }
    if (n + 1 < TEXT)
        snprintf(text + n, TEXT - n, "%s]", most < count ? ", ..." : "");
}

/* Empty: it is nowhere, or its routine is not being run. */
static void say_variable(rg_session *s, const rg_frame *frame, const char *name, char *text)
{
    rg_found found;
    rg_session_value value = {0};
    text[0] = '\0';
    if (!frame || !rg_session_find_in(s, frame, name, &found) || found.absent)
        return;
    if (found.rank > 0) {
        say_array(s, &found, text);
        return;
    }
    rg_session_read(s, &found, &value);
    if (value.known)
        say_number(&value, text, TEXT);
}

static void stands(void *context, const rg_engine_state *state, const char **texts)
{
    rg_waves *w = context;
    rg_frame frames[RG_MOST_FRAMES];
    if (!w->object || w->object != w->device->object || !w->device->standing)
        return;
    w->state = *state;
    w->session.job = w->device->standing;
    w->seen.base = w->device->base;
    const size_t count = rg_session_unwind(&w->session, frames, RG_MOST_FRAMES);
    for (size_t i = 0; FIXED + i < w->notes.count; i++) {
        variable *v = &w->variables[i];
        const rg_frame *frame = NULL; /* the innermost of its routine */
        char text[TEXT];
        for (size_t f = 0; f < count && !frame; f++)
            frame = frames[f].routine == v->routine ? &frames[f] : NULL;
        say_variable(&w->session, frame, v->name, text);
        if (strcmp(text, v->text) == 0)
            continue;
        memcpy(v->text, text, sizeof text);
        texts[FIXED + i] = v->text;
    }
}

/* ---- the whole */

static void look_as_session(rg_waves *w)
{
    const rgd_device *device = w->device;
    w->seen = (rgd_device){.engine = rg_engine_replica(&w->state),
                           .xlen = device->xlen,
                           .frac = device->frac,
                           .limbs = device->limbs,
                           .words = device->words,
                           .code_words = device->code_words,
                           .base = device->base,
                           .object = device->object};
    w->session = (rg_session){.device = &w->seen};
}

rg_waves *rg_waves_new(rgd_device *device)
{
    static const char *const names[FIXED] = {"instruction", "source", "routine", "direction",
                                             "mode"};
    rg_waves *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->device = device;
    w->object = device->object;
    look_as_session(w);
    const size_t most = w->object ? w->object->place_count : 0;
    w->variables = calloc(most + 1, sizeof *w->variables);
    w->scopes = calloc((w->object ? w->object->routine_count : 0) + 1, sizeof *w->scopes);
    w->list = calloc(FIXED + most, sizeof *w->list);
    if (!w->seen.engine || !w->variables || !w->scopes || !w->list) {
        rg_waves_free(w);
        return NULL;
    }
    for (size_t i = 0; i < FIXED; i++)
        w->list[i] = (rg_engine_note){"", names[i]};
    const size_t count = w->object ? list_variables(w) : 0;
    if (w->object)
        read_sources(w);
    w->notes = (rg_engine_notes){FIXED + count, w->list, step, stands, w};
    return w;
}

void rg_waves_free(rg_waves *w)
{
    if (!w)
        return;
    for (size_t i = 0; i < sizeof w->sources / sizeof *w->sources; i++)
        free(w->sources[i]);
    if (w->seen.engine)
        rg_engine_close(w->seen.engine);
    free(w->variables);
    free(w->scopes);
    free(w->list);
    free(w);
}

const rg_engine_notes *rg_waves_notes(const rg_waves *w) { return &w->notes; }
uint64_t rg_waves_begin(const rg_waves *w) { return w->begin; }
