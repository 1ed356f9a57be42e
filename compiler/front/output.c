/* output.c: println, print and @show: words for the host between two marks, with a text that says
 * how to write them. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"

typedef struct {
    fr_sema *s;
    const fr_stmt *st;
    char *text; /* see ir_module.texts */
    ir_expr *values[RG_PRINT_VALUES];
    size_t count;
    bool failed;
} frame;

static void add_text(frame *f, const char *text, size_t length)
{
    f->text = fr_format(f->s->arena, "%s%.*s", f->text ? f->text : "", (int)length, text);
}

static ir_stmt *mark(frame *f, uint32_t id, bool end)
{
    ir_loc loc = fr_loc(f->s, f->st->span);
    ir_module *m = f->s->module;
    return ir_print_value(m, loc, ir_whole(m, loc, ir_word_of(m, RG_PRINT_MARK(id, end))));
}

/* What was gathered becomes words out. The marks at both ends tell the direction in which it ran.
 */
static void flush(frame *f)
{
    uint32_t id;
    if (!f->text || f->failed)
        return;
    if (!ir_add_text(f->s->module, f->text, &id)) {
        fr_report(f->s->d, RGC_ERROR, "R0320", f->st->span,
                  "more than %u texts to print in one program", RG_PRINT_TEXTS);
        f->failed = true;
        return;
    }
    fr_emit(f->s, mark(f, id, false), f->st);
    for (size_t i = 0; i < f->count; i++)
        fr_emit(f->s, ir_print_value(f->s->module, fr_loc(f->s, f->st->span), f->values[i]), f->st);
    fr_emit(f->s, mark(f, id, true), f->st);
    f->text = NULL;
    f->count = 0;
}

static void add_word(frame *f, fr_value v);

/* 1 + 2im, (a, b), Name(a, b) */
static void add_parts(frame *f, const fr_value *v)
{
    const fr_compound *c = fr_compound_of(f->s, v->base);
    bool complex = c->kind == FR_COMPLEX;
    if (c->kind == FR_STRUCT)
        add_text(f, c->definition->name, strlen(c->definition->name));
    add_text(f, "(", complex ? 0 : 1);
    for (size_t i = 0; i < c->count && !f->failed; i++) {
        add_text(f, complex ? " + " : ", ", i == 0 ? 0 : complex ? 3 : 2);
        add_word(f, v->parts[i]);
    }
    add_text(f, complex ? "im" : ")", complex ? 2 : 1);
}

static void add_value(frame *f, const fr_expr *e) { add_word(f, fr_lower_expr(f->s, e)); }

static void add_word(frame *f, fr_value v)
{
    static const char codes[] = "IBFL"; /* in the order of rg_type_base */
    if (v.ok && fr_is_compound(v.base)) {
        add_parts(f, &v);
        return;
    }
    ir_expr *word = v.ok ? fr_convert(f->s, v, v.base) : NULL;
    if (f->count == RG_PRINT_VALUES)
        flush(f);
    if (!word) {
        f->failed = true;
        return;
    }
    char code[] = {RG_PRINT_VALUE, codes[v.base]};
    add_text(f, code, 2);
    f->values[f->count++] = word;
}

static fr_stmt *print_of(fr_sema *s, const frame *f, fr_expr *e)
{
    fr_stmt *st = fr_make_stmt(s->arena, ST_PRINT, f->st->span);
    st->value = fr_make_call(s->arena, f->st->span, "print", 1, &e);
    return st;
}

static fr_expr *string(fr_sema *s, fr_span span, const char *text)
{
    fr_expr *e = fr_make_name(s->arena, span, text);
    e->kind = EX_STRING;
    return e;
}

/* The text between two neighbours along a dimension, as Julia writes it. */
static const char *separator(const fr_view *v, unsigned d)
{
    static const char *const separators[RG_MOST_RANK] = {"; ", " ", ";;; ", ";;;; "};
    return v->rank == 1 ? ", " : separators[d];
}

/* The dimension of a loop, the innermost first: a row goes from column to column. */
static unsigned dimension(const fr_view *v, unsigned loop)
{
    return v->rank > 1 && loop < 2 ? 1 - loop : loop;
}

/* [a, b, c], the rows of a matrix one after another, with ; between them, ;;; between matrices. */
static void add_array(frame *f, const fr_view *v)
{
    fr_sema *s = f->s;
    fr_counters c = fr_make_counters(s, v->span, v->rank);
    fr_stmt *list = print_of(s, f, fr_view_element(s, v, c.at));
    for (unsigned loop = 0; loop < v->rank; loop++) {
        const unsigned d = dimension(v, loop);
        fr_stmt *between = fr_make_stmt(s->arena, ST_IF, v->span);
        between->pre = fr_make_binary(s->arena, TOK_GT, c.at[d], fr_make_int(s->arena, v->span, 1));
        between->body = print_of(s, f, string(s, v->span, separator(v, d)));
        list = fr_make_loop(s->arena, v->span, c.name[d], fr_view_extent(s, v, d + 1),
                            fr_chain(between, list));
    }
    add_text(f, "[", 1);
    flush(f);
    fr_lower_list(s, list);
    add_text(f, "]", 1);
}

static size_t name_length(const char *p)
{
    size_t n = 0;
    while ((p[n] >= 'a' && p[n] <= 'z') || (p[n] >= 'A' && p[n] <= 'Z')
           || (n > 0 && p[n] >= '0' && p[n] <= '9') || p[n] == '_' || (unsigned char)p[n] >= 0x80)
        n++;
    return n;
}

/* "$y!": 1 when the '!' belongs to the name of a variable, 0 when it is text. */
static size_t names_mutable(const frame *f, const char *p, size_t n)
{
    const fr_var *v = p[n] == '!' ? fr_find_var(f->s, fr_format(f->s->arena, "%.*s!", (int)n, p))
                                  : NULL;
    return v && v->live ? 1 : 0;
}

static void add_item(frame *f, const fr_expr *e);

/* A text, with its escapes and the variables in it: "x = $x\n". */
static void add_string(frame *f, const fr_expr *e)
{
    for (const char *p = e->name; *p && !f->failed;) {
        size_t n = *p == '$' ? name_length(p + 1) : 0;
        if (*p == '$' && n == 0) {
            fr_help(
                f->s->d,
                fr_report(f->s->d, RGC_ERROR, "R0319", e->span, "only $name is possible in a text"),
                "give other values as arguments of their own: println(\"sum \", a + b)");
            f->failed = true;
        } else if (*p == '$') {
            n += names_mutable(f, p + 1, n);
            add_item(f, fr_make_name(f->s->arena, e->span,
                                     fr_format(f->s->arena, "%.*s", (int)n, p + 1)));
            p += n + 1;
        } else if (*p == '\\' && p[1]) {
            char c = p[1] == 'n' ? '\n' : p[1] == 't' ? '\t' : p[1];
            add_text(f, &c, 1);
            p += 2;
        } else {
            add_text(f, p++, 1);
        }
    }
}

static void add_item(frame *f, const fr_expr *e)
{
    fr_view v;
    if (e->kind == EX_STRING)
        add_string(f, e);
    else if (fr_view_of(f->s, e, &v))
        add_array(f, &v);
    else
        add_value(f, e);
}

void fr_lower_print(fr_sema *s, const fr_stmt *st)
{
    frame f = {.s = s, .st = st};
    const fr_expr *e = st->value;
    bool show = fr_calls_name(e, "show");
    for (size_t i = 0; i < e->count && !f.failed; i++) {
        if (show) {
            fr_span span = e->items[i]->span;
            add_text(&f, s->d->sources[span.file].text + span.offset, span.length);
            add_text(&f, " = ", 3);
        }
        add_item(&f, e->items[i]);
        if (show)
            add_text(&f, "\n", 1);
    }
    if (fr_calls_name(e, "println"))
        add_text(&f, "\n", 1);
    flush(&f);
}
