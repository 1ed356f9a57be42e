/* write.c: circuits in OpenQASM 2 and RevLib .real, and their counts. */
#include "compiler/circuit/write_impl.h"

#include <ctype.h>
#include <stdlib.h>

void circuit_print_name(FILE *out, const circuit *c, size_t port)
{
    fprintf(out, "q%zu_", port);
    for (const char *s = c->ports[port].name; *s; s++) {
        const unsigned char byte = (unsigned char)*s;
        if (byte < 0x80)
            fputc(isalnum(byte) ? byte : '_', out);
    }
}

uint32_t *circuit_ports_of_lines(const circuit *c)
{
    uint32_t *port = malloc((c->lines + 1) * sizeof *port);

    for (size_t i = 0; port && i < c->lines; i++)
        port[i] = (uint32_t)c->port_count;
    for (size_t p = 0; port && p < c->port_count; p++)
        for (size_t i = 0; i < c->ports[p].elements * c->ports[p].width; i++)
            port[c->ports[p].first + i] = (uint32_t)p;
    return port;
}

static const char *path_of(const circuit *c, ir_loc loc)
{
    return loc.file < c->module->file_count ? c->module->files[loc.file] : "?";
}

void circuit_print_head(FILE *out, const circuit *c, const char *comment)
{
    fprintf(out, "%s The routine %s, with an Int of %u bits. Modulo 2^%u.\n", comment, c->name,
            c->bits, c->bits);
    for (size_t p = 0; p < c->port_count; p++) {
        const circuit_port *port = &c->ports[p];
        fprintf(out, "%s ", comment);
        circuit_print_name(out, c, p);
        fprintf(out, ": %s, %zu element%s of %u bit%s, the lowest bit first\n", port->name,
                port->elements, port->elements == 1 ? "" : "s", port->width,
                port->width == 1 ? "" : "s");
    }
    fprintf(out, "%s ancillas: %zu, zero before and behind\n", comment, c->lines - c->port_lines);
}

/* ---- OpenQASM 2 ---- */

void circuit_print_line(const circuit_writer *w, uint32_t line, const char *end)
{
    const uint32_t p = w->port[line];

    if (p == w->c->port_count) {
        fprintf(w->out, "ancilla[%zu]%s", line - w->c->port_lines, end);
        return;
    }
    circuit_print_name(w->out, w->c, p);
    fprintf(w->out, "[%zu]%s", line - w->c->ports[p].first, end);
}

static void qasm_gate(const circuit_writer *w, const circuit_gate *g)
{
    static const char *const names[CIRCUIT_KINDS] = {"x", "cx", "ccx", "fredkin"};

    fprintf(w->out, "%s ", names[g->kind]);
    if (g->kind != CIRCUIT_NOT)
        circuit_print_line(w, g->a, ",");
    if (g->kind == CIRCUIT_TOFFOLI || g->kind == CIRCUIT_FREDKIN)
        circuit_print_line(w, g->b, ",");
    circuit_print_line(w, g->t, ";\n");
}

static bool has_fredkin(const circuit *c)
{
    size_t i = 0;

    while (i < c->gate_count && c->gates[i].kind != CIRCUIT_FREDKIN)
        i++;
    return i < c->gate_count;
}

int circuit_write_qasm(const circuit *c, FILE *out)
{
    uint32_t *port = circuit_ports_of_lines(c);
    const circuit_writer w = {c, port, out};

    if (!port)
        return -1;
    fprintf(out, "OPENQASM 2.0;\ninclude \"qelib1.inc\";\n");
    circuit_print_head(out, c, "//");
    if (has_fredkin(c))
        fprintf(out, "gate fredkin a,b,c { cx c,b; ccx a,b,c; cx c,b; }\n");
    for (size_t p = 0; p < c->port_count; p++) {
        if (c->ports[p].elements == 0)
            continue;
        fprintf(out, "qreg ");
        circuit_print_name(out, c, p);
        fprintf(out, "[%zu];\n", c->ports[p].elements * c->ports[p].width);
    }
    if (c->lines > c->port_lines)
        fprintf(out, "qreg ancilla[%zu];\n", c->lines - c->port_lines);
    for (size_t i = 0; i < c->gate_count; i++)
        qasm_gate(&w, &c->gates[i]);
    free(port);
    return ferror(out) ? -1 : 0;
}

/* ---- RevLib ---- */

static void real_line(const circuit_writer *w, uint32_t line)
{
    const uint32_t p = w->port[line];

    fputc(' ', w->out);
    if (p == w->c->port_count) {
        fprintf(w->out, "ancilla_%zu", line - w->c->port_lines);
        return;
    }
    circuit_print_name(w->out, w->c, p);
    fprintf(w->out, "_%zu", line - w->c->ports[p].first);
}

static void real_list(const circuit_writer *w, const char *keyword)
{
    fprintf(w->out, "%s", keyword);
    for (size_t i = 0; i < w->c->lines; i++)
        real_line(w, (uint32_t)i);
    fputc('\n', w->out);
}

static void real_marks(const circuit_writer *w, const char *keyword, char ancilla)
{
    fprintf(w->out, "%s ", keyword);
    for (size_t i = 0; i < w->c->lines; i++)
        fputc(i < w->c->port_lines ? '-' : ancilla, w->out);
    fputc('\n', w->out);
}

static void real_gate(const circuit_writer *w, const circuit_gate *g)
{
    static const char *const names[CIRCUIT_KINDS] = {"t1", "t2", "t3", "f3"};

    fprintf(w->out, "%s", names[g->kind]);
    if (g->kind != CIRCUIT_NOT)
        real_line(w, g->a);
    if (g->kind == CIRCUIT_TOFFOLI || g->kind == CIRCUIT_FREDKIN)
        real_line(w, g->b);
    real_line(w, g->t);
    fputc('\n', w->out);
}

int circuit_write_real(const circuit *c, FILE *out)
{
    uint32_t *port = circuit_ports_of_lines(c);
    const circuit_writer w = {c, port, out};

    if (!port)
        return -1;
    circuit_print_head(out, c, "#");
    fprintf(out, ".version 2.0\n.numvars %zu\n", c->lines);
    real_list(&w, ".variables");
    real_list(&w, ".inputs");
    real_list(&w, ".outputs");
    real_marks(&w, ".constants", '0');
    real_marks(&w, ".garbage", '-');
    fprintf(out, ".begin\n");
    for (size_t i = 0; i < c->gate_count; i++)
        real_gate(&w, &c->gates[i]);
    fprintf(out, ".end\n");
    free(port);
    return ferror(out) ? -1 : 0;
}

/* ---- counts ---- */

int circuit_write_text(const circuit *c, FILE *out)
{
    circuit_counts n;

    if (!circuit_count(c, &n))
        return -1;
    fprintf(out, "%s as a circuit, with an Int of %u bits\n", c->name, c->bits);
    fprintf(out, "  lines          %zu\n", c->lines);
    fprintf(out, "    parameters   %zu\n", c->port_lines);
    fprintf(out, "    ancillas     %zu\n", c->lines - c->port_lines);
    fprintf(out, "  gates          %zu\n", n.total);
    fprintf(out, "    NOT          %zu\n", n.gates[CIRCUIT_NOT]);
    fprintf(out, "    CNOT         %zu\n", n.gates[CIRCUIT_CNOT]);
    fprintf(out, "    Toffoli      %zu\n", n.gates[CIRCUIT_TOFFOLI]);
    fprintf(out, "    Fredkin      %zu\n", n.gates[CIRCUIT_FREDKIN]);
    fprintf(out, "  Toffoli count  %zu\n", n.toffoli_count);
    fprintf(out, "  T count        %zu\n", n.t_count);
    fprintf(out, "  depth          %zu\n", n.depth);
    fprintf(out, "  Toffoli depth  %zu\n", n.toffoli_depth);
    fprintf(out, "  assumed        %zu%s\n", c->assumed_count,
            c->assumed_count ? ", where the machine checks and would trap:" : "");
    for (size_t i = 0; i < c->assumed_count; i++) {
        const circuit_assumption *a = &c->assumed[i];
        fprintf(out, "    %s:%u:%u: %s\n", path_of(c, a->loc), (unsigned)a->loc.line,
                (unsigned)a->loc.column, a->what);
    }
    return ferror(out) ? -1 : 0;
}

static void print_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const char *s = text; *s; s++)
        if ((unsigned char)*s < ' ' || *s == '"' || *s == '\\')
            fprintf(out, "\\u%04x", (unsigned)(unsigned char)*s);
        else
            fputc(*s, out);
    fputc('"', out);
}

static void json_ports(const circuit *c, FILE *out)
{
    fprintf(out, "  \"parameters\": [");
    for (size_t p = 0; p < c->port_count; p++) {
        const circuit_port *port = &c->ports[p];
        fprintf(out, "%s\n    {\"name\": ", p ? "," : "");
        print_string(out, port->name);
        fprintf(out, ", \"type\": \"%s\", \"elements\": %zu, \"width\": %u, \"first_line\": %zu}",
                port->is_bool ? "Bool" : "Int", port->elements, port->width, port->first);
    }
    fprintf(out, "\n  ],\n");
}

static void json_assumed(const circuit *c, FILE *out)
{
    fprintf(out, "  \"assumed\": [");
    for (size_t i = 0; i < c->assumed_count; i++) {
        const circuit_assumption *a = &c->assumed[i];
        fprintf(out, "%s\n    {\"file\": ", i ? "," : "");
        print_string(out, path_of(c, a->loc));
        fprintf(out, ", \"line\": %u, \"column\": %u, \"what\": ", (unsigned)a->loc.line,
                (unsigned)a->loc.column);
        print_string(out, a->what);
        fprintf(out, "}");
    }
    fprintf(out, "\n  ]\n");
}

int circuit_write_json(const circuit *c, FILE *out)
{
    circuit_counts n;

    if (!circuit_count(c, &n))
        return -1;
    fprintf(out, "{\n  \"schema_version\": 1,\n  \"function\": ");
    print_string(out, c->name);
    fprintf(out, ",\n  \"bits\": %u,\n  \"lines\": %zu,\n  \"ancillas\": %zu,\n", c->bits, c->lines,
            c->lines - c->port_lines);
    fprintf(out,
            "  \"gates\": {\"total\": %zu, \"not\": %zu, \"cnot\": %zu, \"toffoli\": %zu, "
            "\"fredkin\": %zu},\n",
            n.total, n.gates[CIRCUIT_NOT], n.gates[CIRCUIT_CNOT], n.gates[CIRCUIT_TOFFOLI],
            n.gates[CIRCUIT_FREDKIN]);
    fprintf(out,
            "  \"toffoli_count\": %zu,\n  \"t_count\": %zu,\n  \"depth\": %zu,\n"
            "  \"toffoli_depth\": %zu,\n",
            n.toffoli_count, n.t_count, n.depth, n.toffoli_depth);
    json_ports(c, out);
    json_assumed(c, out);
    fprintf(out, "}\n");
    return ferror(out) ? -1 : 0;
}
