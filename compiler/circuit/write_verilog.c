/* write_verilog.c: circuits in structural Verilog of the cells of rtl/reversible. Each gate has
 * wires of its own for what leaves it, so every wire has one source and one reader. */
#include "compiler/circuit/write_impl.h"

#include <stdlib.h>

enum { MOST = 3 };

static const struct {
    const char *name, *pins[MOST];
    unsigned count;
} cells[CIRCUIT_KINDS] = {
#define RG_CELL(kind, module, pins, ...) [CIRCUIT_##kind] = {module, {__VA_ARGS__}, pins},
#include "isa/cells.def"
#undef RG_CELL
};

static void lines_of(const circuit_gate *g, uint32_t lines[MOST])
{
    unsigned n = 0;
    if (g->kind != CIRCUIT_NOT)
        lines[n++] = g->a;
    if (cells[g->kind].count == MOST)
        lines[n++] = g->b;
    lines[n] = g->t;
}

static void print_ends(const circuit_writer *w, size_t *ports, size_t port, size_t width)
{
    if (width == 0)
        return;
    for (unsigned leaves = 0; leaves < 2; leaves++) {
        fprintf(w->out, "%s\n    %s wire [%zu:0] ", (*ports)++ ? "," : "",
                leaves ? "output" : "input ", width - 1);
        if (port == w->c->port_count)
            fputs("ancilla", w->out);
        else
            circuit_print_name(w->out, w->c, port);
        fputs(leaves ? "_out" : "", w->out);
    }
}

static void print_ports(const circuit_writer *w)
{
    const circuit *c = w->c;
    size_t ports = 0;

    fputs("module circuit (", w->out);
    for (size_t p = 0; p < c->port_count; p++)
        print_ends(w, &ports, p, c->ports[p].elements * c->ports[p].width);
    print_ends(w, &ports, c->port_count, c->lines - c->port_lines);
    fputs("\n);\n", w->out);
}

/* What a line carries now: wire 0 is none, so it is what entered. */
static void print_value(const circuit_writer *w, uint32_t line, const size_t *now)
{
    if (now[line])
        fprintf(w->out, "w[%zu]", now[line] - 1);
    else
        circuit_print_line(w, line, "");
}

static void print_cell(const circuit_writer *w, size_t number, size_t *now, size_t *wires)
{
    const circuit_gate *g = &w->c->gates[number];
    const unsigned count = cells[g->kind].count;
    uint32_t lines[MOST];

    lines_of(g, lines);
    fprintf(w->out, "  %s g%zu (", cells[g->kind].name, number);
    for (unsigned i = 0; i < count; i++) {
        fprintf(w->out, "%s.%s(", i ? ", " : "", cells[g->kind].pins[i]);
        print_value(w, lines[i], now);
        fputc(')', w->out);
    }
    for (unsigned i = 0; i < count; i++) {
        fprintf(w->out, ", .%s_out(w[%zu])", cells[g->kind].pins[i], *wires);
        now[lines[i]] = ++*wires;
    }
    fputs(");\n", w->out);
}

static void print_result(const circuit_writer *w, uint32_t line, const size_t *now)
{
    const circuit *c = w->c;
    const uint32_t port = w->port[line];

    fputs("  assign ", w->out);
    if (port == c->port_count)
        fprintf(w->out, "ancilla_out[%zu] = ", line - c->port_lines);
    else {
        circuit_print_name(w->out, c, port);
        fprintf(w->out, "_out[%zu] = ", line - c->ports[port].first);
    }
    print_value(w, line, now);
    fputs(";\n", w->out);
}

static void print_module(const circuit_writer *w, size_t *now)
{
    size_t all = 0, wires = 0;

    for (size_t i = 0; i < w->c->gate_count; i++)
        all += cells[w->c->gates[i].kind].count;
    circuit_print_head(w->out, w->c, "//");
    fputs("`default_nettype none\n\n", w->out);
    print_ports(w);
    if (all)
        fprintf(w->out, "  wire [%zu:0] w;\n", all - 1);
    for (size_t i = 0; i < w->c->gate_count; i++)
        print_cell(w, i, now, &wires);
    for (size_t line = 0; line < w->c->lines; line++)
        print_result(w, (uint32_t)line, now);
    fputs("endmodule\n\n`default_nettype wire\n", w->out);
}

int circuit_write_verilog(const circuit *c, FILE *out)
{
    uint32_t *port = circuit_ports_of_lines(c);
    size_t *now = calloc(c->lines + 1, sizeof *now);
    const bool good = port && now;

    if (good)
        print_module(&(circuit_writer){c, port, out}, now);
    free(now);
    free(port);
    return good && !ferror(out) ? 0 : -1;
}
