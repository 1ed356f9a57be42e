/* graph_print.c: memory-oriented computational graphs as SVG and as DOT. */
#include "compiler/syntax/graph.h"

#include <string.h>

/* Sizes in pixels; a character of the labels is CHAR wide. */
enum { ROW = 24, CHAR = 8, GAP = 18, TOP = 46, MARGIN = 12, BOX = 10, DOT = 4 };

static size_t length(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static void escaped(const char *text, FILE *out)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*text, out);
        }
}

typedef struct {
    size_t labels, width, height, *x;
} layout;

static layout arrange(fr_arena *arena, const fg_graph *g)
{
    layout l = {.x = fr_alloc(arena, (g->line_count + 1) * sizeof *l.x)};
    for (size_t i = 0; i < g->row_count; i++)
        l.labels = length(g->rows[i].label) * CHAR > l.labels ? length(g->rows[i].label) * CHAR
                                                              : l.labels;
    size_t x = MARGIN + l.labels + 2 * GAP;
    for (size_t i = 0; i < g->line_count; i++) {
        size_t half = length(g->lines[i].name) * CHAR / 2 + GAP / 2;
        l.x[i] = x + half;
        x += 2 * half;
    }
    l.width = x + GAP + MARGIN;
    l.height = TOP + (g->row_count + 1) * ROW + MARGIN;
    return l;
}

static size_t row_y(size_t row) { return TOP + row * ROW + ROW / 2; }

static void print_regions(const fg_graph *g, const layout *l, FILE *out)
{
    /* Inner regions were finished first; they are drawn last. */
    for (size_t i = g->region_count; i-- > 0;) {
        const fg_region *r = &g->regions[i];
        size_t inset = (size_t)r->depth * 3;
        fprintf(out, "<rect x=\"%zu\" y=\"%zu\" width=\"%zu\" height=\"%zu\" %s/>\n",
                MARGIN + inset, row_y(r->first) - ROW / 2 + 2, l->width - 2 * (MARGIN + inset),
                (r->last - r->first + 1) * ROW - 4,
                r->loop ? "fill=\"#dddddd\" fill-opacity=\"0.6\""
                        : "fill=\"none\" stroke=\"#888888\" stroke-dasharray=\"4 3\"");
    }
}

static void print_lines(const fg_graph *g, const layout *l, FILE *out)
{
    for (size_t i = 0; i < g->line_count; i++) {
        const fg_line *v = &g->lines[i];
        bool whole = v->first == 0 && v->last == g->row_count;
        size_t top = whole ? TOP - 6 : row_y(v->first),
               bottom = v->last == g->row_count ? row_y(g->row_count) : row_y(v->last);
        for (int side = v->many ? -1 : 0; side <= (v->many ? 1 : 0); side += 2)
            fprintf(out, "<line x1=\"%d\" y1=\"%zu\" x2=\"%d\" y2=\"%zu\" stroke=\"black\"/>\n",
                    (int)l->x[i] + 2 * side, top, (int)l->x[i] + 2 * side, bottom);
        fprintf(out, "<text x=\"%zu\" y=\"%zu\" text-anchor=\"middle\" font-weight=\"bold\">",
                l->x[i], top - (whole ? 5 : 8));
        escaped(v->name, out);
        fputs("</text>\n", out);
    }
}

static void print_row(const fg_graph *g, const layout *l, size_t at, FILE *out)
{
    const fg_row *r = &g->rows[at];
    size_t y = row_y(at), left = SIZE_MAX, right = 0;
    for (size_t i = 0; i < r->touch_count; i++) {
        size_t x = l->x[r->touches[i].line];
        left = x < left ? x : left;
        right = x > right ? x : right;
    }
    fprintf(out, "<text x=\"%zu\" y=\"%zu\" text-anchor=\"end\"%s>", MARGIN + l->labels + GAP / 2,
            y + 4, r->condition ? " font-style=\"italic\"" : "");
    escaped(r->label, out);
    fputs("</text>\n", out);
    if (r->touch_count == 0)
        return;
    fprintf(out, "<line x1=\"%zu\" y1=\"%zu\" x2=\"%zu\" y2=\"%zu\" stroke=\"black\"/>\n",
            MARGIN + l->labels + GAP, y, right, y);
    for (size_t i = 0; i < r->touch_count; i++) {
        size_t x = l->x[r->touches[i].line];
        if (r->touches[i].changed)
            fprintf(out,
                    "<rect x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%d\" fill=\"white\" "
                    "stroke=\"black\"/>\n",
                    x - BOX / 2, y - BOX / 2, BOX, BOX);
        else
            fprintf(out, "<circle cx=\"%zu\" cy=\"%zu\" r=\"%d\"/>\n", x, y, DOT);
    }
}

int fr_print_svg(const fr_diags *d, const fr_program *program, FILE *out)
{
    size_t width = 1, height = 1;
    for (const fr_function *f = program->functions; f; f = f->next) {
        fg_graph g = fr_graph_of(d, program, f);
        layout l = arrange(d->arena, &g);
        width = l.width > width ? l.width : width;
        height += l.height;
    }
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%zu\" "
            "font-family=\"monospace\" font-size=\"13\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            width, height);
    size_t y = 0;
    for (const fr_function *f = program->functions; f; f = f->next) {
        fg_graph g = fr_graph_of(d, program, f);
        layout l = arrange(d->arena, &g);
        fprintf(out,
                "<g transform=\"translate(0 %zu)\">\n<text x=\"%d\" y=\"20\" font-size=\"15\" "
                "font-weight=\"bold\">",
                y, MARGIN);
        escaped(g.title, out);
        fputs("</text>\n", out);
        print_regions(&g, &l, out);
        print_lines(&g, &l, out);
        for (size_t i = 0; i < g.row_count; i++)
            print_row(&g, &l, i, out);
        fputs("</g>\n", out);
        y += l.height;
    }
    fputs("</svg>\n", out);
    return ferror(out) ? -1 : 0;
}

static void quoted(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

/* The line of a variable runs through its statements in order; the head of each stretch is a box or
 * a dot. */
static void print_thread(const fg_graph *g, size_t cluster, size_t line, FILE *out)
{
    char from[64];
    snprintf(from, sizeof from, "v%zu_%zu", cluster, line);
    fprintf(out, "    %s [shape=plaintext, label=", from);
    quoted(g->lines[line].name, out);
    fputs("];\n", out);
    for (size_t r = 0; r < g->row_count; r++)
        for (size_t i = 0; i < g->rows[r].touch_count; i++)
            if (g->rows[r].touches[i].line == line) {
                fprintf(out, "    %s -> s%zu_%zu [arrowhead=%s%s];\n", from, cluster, r,
                        g->rows[r].touches[i].changed ? "obox" : "dot",
                        g->lines[line].many ? ", color=\"black:white:black\"" : "");
                snprintf(from, sizeof from, "s%zu_%zu", cluster, r);
            }
}

int fr_print_dot(const fr_diags *d, const fr_program *program, FILE *out)
{
    size_t cluster = 0;
    fputs("// A variable runs through the statements that use it: a box where it is changed, a dot "
          "where it is read.\n"
          "digraph program {\n    node [shape=box, fontname=\"monospace\"];\n",
          out);
    for (const fr_function *f = program->functions; f; f = f->next, cluster++) {
        fg_graph g = fr_graph_of(d, program, f);
        fprintf(out, "  subgraph cluster_%zu {\n    label=", cluster);
        quoted(g.title, out);
        fputs(";\n", out);
        for (size_t r = 0; r < g.row_count; r++) {
            fprintf(out, "    s%zu_%zu [label=", cluster, r);
            quoted(g.rows[r].label, out);
            fprintf(out, "%s];\n",
                    g.rows[r].condition ? ", style=filled, fillcolor=\"#dddddd\"" : "");
            if (r > 0)
                fprintf(out, "    s%zu_%zu -> s%zu_%zu [style=invis];\n", cluster, r - 1, cluster,
                        r);
        }
        for (size_t v = 0; v < g.line_count; v++)
            print_thread(&g, cluster, v, out);
        fputs("  }\n", out);
    }
    fputs("}\n", out);
    return ferror(out) ? -1 : 0;
}
