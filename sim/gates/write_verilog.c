/* write_verilog.c: structural Verilog of the cells of rtl/reversible. Each gate has wires of its
 * own for what leaves it, so every wire has one source and one reader. */
#include <ctype.h>
#include <stdlib.h>

#include "sim/gates/write.h"

enum { MOST = 3 };

static const struct {
    const char *name, *pins[MOST];
    unsigned count;
} cells[GN_KINDS] = {
#define RG_CELL(kind, module, pins, ...) [GN_##kind] = {module, {__VA_ARGS__}, pins},
#define RG_PERES_CELL RG_CELL
#include "isa/cells.def"
#undef RG_PERES_CELL
#undef RG_CELL
};

static void lines_of(const gn_gate *g, uint32_t lines[MOST])
{
    unsigned n = 0;
    if (g->kind != GN_NOT)
        lines[n++] = g->a;
    if (cells[g->kind].count == MOST)
        lines[n++] = g->b;
    lines[n] = g->t;
}

static size_t wire_count(const gn_net *net)
{
    size_t n = 0;
    for (size_t i = 0; i < net->count; i++)
        n += cells[net->gates[i].kind].count;
    return n;
}

/* A mnemonic may be a keyword or have a dot. */
static void print_module(const gn_text *t, FILE *out)
{
    fputs("module rg_circuit_", out);
    for (const char *c = t->title; *c; c++)
        fputc(isalnum((unsigned char)*c) ? tolower((unsigned char)*c) : '_', out);
    fputs(" (\n", out);
}

static uint32_t ancillas_of(const gn_text *t) { return t->net->lines - gn_port_lines(t); }

static void print_ports(const gn_text *t, FILE *out)
{
    for (size_t i = 0; i < t->port_count; i++)
        fprintf(out, "    input  wire [%u:0] %s,\n    output wire [%u:0] %s_out%s\n",
                t->ports[i].count - 1, t->ports[i].name, t->ports[i].count - 1, t->ports[i].name,
                i + 1 < t->port_count || ancillas_of(t) ? "," : "");
    if (ancillas_of(t))
        fprintf(out, "    input  wire [%u:0] ancilla,\n    output wire [%u:0] ancilla_out\n",
                ancillas_of(t) - 1, ancillas_of(t) - 1);
    fputs(");\n", out);
}

/* What a line carries now: wire 0 is none, so it is what entered. */
static void print_value(const gn_text *t, uint32_t line, const size_t *now, FILE *out)
{
    if (now[line])
        fprintf(out, "w[%zu]", now[line] - 1);
    else
        gn_print_line(t, line, "[", "]", out);
}

static void print_cell(const gn_text *t, const gn_gate *g, size_t number, size_t *now,
                       size_t *wires, FILE *out)
{
    uint32_t lines[MOST];
    const unsigned count = cells[g->kind].count;

    lines_of(g, lines);
    fprintf(out, "  %s g%zu (", cells[g->kind].name, number);
    for (unsigned i = 0; i < count; i++) {
        fprintf(out, "%s.%s(", i ? ", " : "", cells[g->kind].pins[i]);
        print_value(t, lines[i], now, out);
        fputc(')', out);
    }
    for (unsigned i = 0; i < count; i++) {
        fprintf(out, ", .%s_out(w[%zu])", cells[g->kind].pins[i], *wires);
        now[lines[i]] = ++*wires;
    }
    fputs(");\n", out);
}

static void print_results(const gn_text *t, const size_t *now, FILE *out)
{
    for (uint32_t line = 0; line < t->net->lines; line++) {
        fputs("  assign ", out);
        gn_print_line(t, line, "_out[", "]", out);
        fputs(" = ", out);
        print_value(t, line, now, out);
        fputs(";\n", out);
    }
}

int gn_write_verilog(const gn_text *t, FILE *out)
{
    size_t *now = calloc(t->net->lines ? t->net->lines : 1, sizeof *now), wires = 0;
    const size_t all = wire_count(t->net);

    if (!now)
        return -1;
    gn_print_head(t, "//", out);
    fputs("`default_nettype none\n\n", out);
    print_module(t, out);
    print_ports(t, out);
    if (all)
        fprintf(out, "  wire [%zu:0] w;\n", all - 1);
    for (size_t i = 0; i < t->net->count; i++)
        print_cell(t, &t->net->gates[i], i, now, &wires, out);
    print_results(t, now, out);
    fputs("endmodule\n\n`default_nettype wire\n", out);
    free(now);
    return ferror(out) ? -1 : 0;
}
