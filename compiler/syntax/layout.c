/* layout.c: a source laid out anew. Lines stay lines: what changes is the blanks in them, their
 * indentation, and how many empty ones there are. */
#include "compiler/syntax/layout.h"

#include <string.h>

enum { STEP = 4, GAP = 1 };

/* An open block or bracket. */
typedef struct {
    bool block;
    size_t inside, outside; /* columns of the lines in it, and of the one that closes it */
} nest;

/* A line that is written; comment: what stands behind its code. */
typedef struct {
    const char *code, *comment;
    size_t size, width, comment_size;
    size_t source_line, source_column; /* of the comment */
} line;

typedef struct {
    fr_diags *d;
    const fr_source *source;
    const fr_token *tokens;
    const fr_lay_token *roles;
    size_t count;
    nest *nests;
    size_t depth, nest_capacity;
    line *lines;
    size_t line_count, line_capacity;
    char *text; /* of the line at work */
    size_t size, capacity, indent;
    bool started; /* the line at work has something */
    bool apart;   /* the last thing was a comment, or a blank is due for another reason */
    bool broken;  /* behind a backslash at the end of a line */
    size_t empty; /* lines since the last one that holds something */
    const char *comment;
    size_t comment_size, comment_at;
} layout;

static void put(layout *l, const char *bytes, size_t size)
{
    if (l->size + size > l->capacity) {
        const size_t capacity = 2 * (l->size + size) + 80;
        char *bigger = fr_alloc(l->d->arena, capacity);
        if (l->size)
            memcpy(bigger, l->text, l->size);
        l->text = bigger;
        l->capacity = capacity;
    }
    memcpy(l->text + l->size, bytes, size);
    l->size += size;
}

static void blanks(layout *l, size_t count)
{
    while (count-- > 0)
        put(l, " ", 1);
}

/* Characters behind the last line end. */
static size_t width_of(const char *text, size_t size)
{
    size_t width = 0;
    for (size_t i = 0; i < size; i++)
        width = text[i] == '\n' ? 0 : width + (((unsigned char)text[i] & 0xc0) != 0x80);
    return width;
}

static void push(layout *l, bool block, size_t inside, size_t outside)
{
    l->nests = fr_grow(l->d->arena, l->nests, l->depth, &l->nest_capacity, sizeof *l->nests);
    l->nests[l->depth++] = (nest){block, inside, outside};
}

static void add_line(layout *l, line new)
{
    l->lines = fr_grow(l->d->arena, l->lines, l->line_count, &l->line_capacity, sizeof *l->lines);
    l->lines[l->line_count++] = new;
}

static void end_line(layout *l)
{
    unsigned at = 0, column = 0;
    if (!l->started) {
        l->empty++;
        return;
    }
    if (l->empty > 0 && l->line_count > 0)
        add_line(l, (line){.code = ""});
    while (l->size > 0 && l->text[l->size - 1] == ' ')
        l->size--;
    if (l->comment)
        fr_position(l->source, (uint32_t)l->comment_at, &at, &column);
    add_line(l, (line){.code = l->text,
                       .size = l->size,
                       .width = width_of(l->text, l->size),
                       .comment = l->comment,
                       .comment_size = l->comment_size,
                       .source_line = at,
                       .source_column = column});
    l->text = NULL;
    l->size = l->capacity = l->empty = 0;
    l->comment = NULL;
    l->started = l->apart = l->broken = false;
}

/* The first thing of a line stands where its block or bracket wants it. */
static void start_line(layout *l, const fr_lay_token *r)
{
    const nest *top = l->depth > 0 ? &l->nests[l->depth - 1] : NULL;
    const bool closing = r->middle || r->closes || r->role == LAY_CLOSE;
    if (l->started)
        return;
    l->indent = !top                                              ? 0
                : closing && top->block == (r->role != LAY_CLOSE) ? top->outside
                                                                  : top->inside;
    if (r->continued && (!top || top->block))
        l->indent += STEP;
    blanks(l, l->indent);
    l->started = true;
}

/* ---- between tokens ---- */

static void line_comment(layout *l, const fr_lay_token *next, size_t start, size_t end)
{
    const char *text = l->source->text;
    while (end > start && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\r'))
        end--;
    if (l->started) {
        l->comment = text + start;
        l->comment_size = end - start;
        l->comment_at = start;
        return;
    }
    start_line(l, &(fr_lay_token){.role = LAY_OPERAND, .continued = next->continued});
    put(l, text + start, end - start);
}

static void block_comment(layout *l, const fr_lay_token *next, size_t start, size_t end, bool glued)
{
    if (l->started && !glued)
        blanks(l, l->size > 0 && l->text[l->size - 1] != ' ' ? 1 : 0);
    start_line(l, &(fr_lay_token){.role = LAY_OPERAND, .continued = next->continued});
    put(l, l->source->text + start, end - start);
    l->apart = true;
}

/* A backslash at the end of a line. */
static void break_line(layout *l)
{
    const size_t indent = l->indent + STEP;
    if (!l->started)
        return;
    put(l, " \\\n", 3);
    blanks(l, indent);
    l->broken = true;
}

/* The comments and line breaks between two tokens. */
static void gap(layout *l, size_t i, size_t from, size_t to)
{
    const char *text = l->source->text;
    const bool opened = i > 0 && l->roles[i - 1].role == LAY_OPEN;
    size_t at = from, start;
    while (at < to) {
        size_t before = at;
        const bool found = fr_lay_comment(text, to, &at, &start);
        for (size_t k = before; k < start; k++)
            if (text[k] == '\\')
                break_line(l);
        if (!found)
            return;
        if (start + 1 < to && text[start + 1] == '=')
            block_comment(l, &l->roles[i], start, at, opened && before == from);
        else
            line_comment(l, &l->roles[i], start, at);
    }
}

/* ---- tokens ---- */

static bool ends_with_point(const layout *l, size_t i)
{
    const fr_token *t = &l->tokens[i];
    return t->kind == TOK_REAL && l->source->text[t->span.offset + t->span.length - 1] == '.';
}

/* Whether a blank stands before the token, which is not the first of its line. */
static bool blank_before(const layout *l, size_t i)
{
    const fr_lay_role before = l->roles[i - 1].role, role = l->roles[i].role;
    const fr_token *t = &l->tokens[i];
    if (role == LAY_SEPARATOR || role == LAY_CLOSE || before == LAY_OPEN)
        return false;
    if (before == LAY_SEPARATOR)
        return true;
    if (l->tokens[i - 1].kind == TOK_TILDE && t->kind == TOK_LPAREN)
        return t->space_before;
    if (before == LAY_PREFIX)
        return false;
    if (before == LAY_TIGHT || role == LAY_TIGHT)
        return ends_with_point(l, i - 1) && t->space_before;
    if (before == LAY_WORD || role == LAY_WORD || before == LAY_SPACED || role == LAY_SPACED
        || role == LAY_PREFIX)
        return true;
    return t->space_before;
}

static void separate(layout *l, size_t i, size_t from)
{
    const fr_token *t = &l->tokens[i];
    if (l->broken) {
        l->broken = false;
    } else if (l->apart) {
        if (l->roles[i].role != LAY_CLOSE && l->roles[i].role != LAY_SEPARATOR)
            blanks(l, 1);
    } else if (l->roles[i].verbatim && from < t->span.offset) {
        put(l, l->source->text + from, t->span.offset - from);
    } else if (!l->roles[i].verbatim && blank_before(l, i)) {
        blanks(l, 1);
    }
    l->apart = false;
}

/* Whether the rest of the line behind token i is empty, or a comment. */
static bool last_of_line(const layout *l, size_t i)
{
    return l->tokens[i + 1].kind == TOK_NEWLINE || l->tokens[i + 1].kind == TOK_EOF;
}

static void nest_by(layout *l, size_t i)
{
    const fr_lay_token *r = &l->roles[i];
    if ((r->closes || r->role == LAY_CLOSE) && l->depth > 0
        && l->nests[l->depth - 1].block == (r->role != LAY_CLOSE))
        l->depth--;
    if (r->opens)
        push(l, true, l->indent + STEP, l->indent);
    if (r->role != LAY_OPEN)
        return;
    const size_t column = width_of(l->text, l->size);
    if (last_of_line(l, i))
        push(l, false, l->indent + STEP, l->indent);
    else
        push(l, false, column, column - 1);
}

static void token(layout *l, size_t i)
{
    const fr_token *t = &l->tokens[i];
    const size_t from = i > 0 ? l->tokens[i - 1].span.offset + l->tokens[i - 1].span.length : 0;
    gap(l, i, from, t->span.offset);
    if (t->kind == TOK_NEWLINE || t->kind == TOK_EOF) {
        end_line(l);
        return;
    }
    if (l->started)
        separate(l, i, from);
    start_line(l, &l->roles[i]);
    put(l, l->source->text + t->span.offset, t->span.length);
    nest_by(l, i);
}

/* ---- the text ---- */

/* Comments behind code that stand below each other in the source do so in the result. */
static size_t comment_column(const layout *l, size_t i)
{
    size_t first = i, last = i, widest = 0;
    const line *lines = l->lines;
    const size_t column = lines[i].source_column;
    while (first > 0 && lines[first - 1].comment && lines[first - 1].source_column == column
           && lines[first - 1].source_line + 1 == lines[first].source_line)
        first--;
    while (last + 1 < l->line_count && lines[last + 1].comment
           && lines[last + 1].source_column == column
           && lines[last].source_line + 1 == lines[last + 1].source_line)
        last++;
    for (size_t k = first; k <= last; k++)
        widest = lines[k].width > widest ? lines[k].width : widest;
    return widest + GAP;
}

static const char *joined(layout *l, size_t *size)
{
    l->text = NULL;
    l->size = l->capacity = 0;
    size_t column = 0;
    for (size_t i = 0; i < l->line_count; i++) {
        const line *n = &l->lines[i];
        const line *before = i > 0 ? n - 1 : NULL;
        put(l, n->code, n->size);
        if (n->comment) {
            const bool same = before && before->comment && before->source_column == n->source_column
                              && before->source_line + 1 == n->source_line;
            column = same ? column : comment_column(l, i);
            blanks(l, column - n->width);
            put(l, n->comment, n->comment_size);
        }
        put(l, "\n", 1);
    }
    put(l, "", 1); /* the final NUL */
    *size = l->size - 1;
    return l->text;
}

const char *fr_lay_out(fr_diags *d, const fr_program *program, uint32_t file, size_t *size)
{
    layout l = {.d = d, .source = &d->sources[file]};
    l.tokens = fr_lex(d, NULL, file, &l.count);
    l.roles = fr_lay_roles(d, program, file, l.tokens, l.count);
    for (size_t i = 0; i < l.count; i++)
        token(&l, i);
    return joined(&l, size);
}
