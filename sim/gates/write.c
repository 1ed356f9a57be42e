/* write.c: OpenQASM 2 and RevLib .real. */
#include "sim/gates/write.h"

uint32_t gn_port_lines(const gn_text *t)
{
    return t->port_count ? t->ports[t->port_count - 1].first + t->ports[t->port_count - 1].count
                         : 0;
}

static const gn_port *port_of(const gn_text *t, uint32_t line)
{
    for (size_t i = 0; i < t->port_count; i++)
        if (line - t->ports[i].first < t->ports[i].count)
            return &t->ports[i];
    return NULL;
}

void gn_print_line(const gn_text *t, uint32_t line, const char *open, const char *close, FILE *out)
{
    const gn_port *port = port_of(t, line);
    fprintf(out, "%s%s%u%s", port ? port->name : "ancilla", open,
            line - (port ? port->first : gn_port_lines(t)), close);
}

static const char *comma(bool first) { return first ? " " : ","; }

static void qasm_gate(const gn_text *t, const gn_gate *g, FILE *out)
{
    static const char *const names[GN_KINDS] = {"x", "cx", "ccx", "fredkin", "peres", "unperes"};
    const uint32_t lines[3] = {g->a, g->b, g->t};
    const bool used[3] = {g->kind != GN_NOT, g->kind != GN_NOT && g->kind != GN_CNOT, true};
    bool first = true;

    fputs(names[g->kind], out);
    for (unsigned i = 0; i < 3; i++)
        if (used[i]) {
            fputs(comma(first), out);
            gn_print_line(t, lines[i], "[", "]", out);
            first = false;
        }
    fputs(";\n", out);
}

void gn_print_head(const gn_text *t, const char *comment, FILE *out)
{
    fprintf(out, "%s %s. Lowest bits first. Ancillas are zero before and behind.\n", comment,
            t->title);
}

int gn_write_qasm(const gn_text *t, FILE *out)
{
    const uint32_t known = gn_port_lines(t);

    fputs("OPENQASM 2.0;\ninclude \"qelib1.inc\";\n", out);
    gn_print_head(t, "//", out);
    fputs("gate fredkin a,b,c { cx c,b; ccx a,b,c; cx c,b; }\n"
          "gate peres a,b,c { ccx a,b,c; cx a,b; }\n"
          "gate unperes a,b,c { cx a,b; ccx a,b,c; }\n",
          out);
    for (size_t i = 0; i < t->port_count; i++)
        fprintf(out, "qreg %s[%u];\n", t->ports[i].name, t->ports[i].count);
    if (t->net->lines > known)
        fprintf(out, "qreg ancilla[%u];\n", t->net->lines - known);
    for (size_t i = 0; i < t->net->count; i++)
        qasm_gate(t, &t->net->gates[i], out);
    return ferror(out) ? -1 : 0;
}

static void real_gate(const gn_text *t, const gn_gate *g, FILE *out)
{
    static const char *const names[] = {"t1", "t2", "t3", "f3"};

    fputs(names[g->kind], out);
    if (g->kind != GN_NOT) {
        fputc(' ', out);
        gn_print_line(t, g->a, "_", "", out);
    }
    if (g->kind == GN_TOFFOLI || g->kind == GN_FREDKIN) {
        fputc(' ', out);
        gn_print_line(t, g->b, "_", "", out);
    }
    fputc(' ', out);
    gn_print_line(t, g->t, "_", "", out);
    fputc('\n', out);
}

/* A Peres gate as two: the format has no name for its inverse. */
static void real_parts(const gn_text *t, const gn_gate *g, FILE *out)
{
    const gn_gate toffoli = {GN_TOFFOLI, g->a, g->b, g->t}, cnot = {GN_CNOT, g->a, g->b, g->b};

    real_gate(t, g->kind == GN_PERES ? &toffoli : &cnot, out);
    real_gate(t, g->kind == GN_PERES ? &cnot : &toffoli, out);
}

static void real_list(const gn_text *t, const char *keyword, FILE *out)
{
    fputs(keyword, out);
    for (uint32_t line = 0; line < t->net->lines; line++) {
        fputc(' ', out);
        gn_print_line(t, line, "_", "", out);
    }
    fputc('\n', out);
}

static void real_marks(const gn_text *t, const char *keyword, char ancilla, FILE *out)
{
    fprintf(out, "%s ", keyword);
    for (uint32_t line = 0; line < t->net->lines; line++)
        fputc(line < gn_port_lines(t) ? '-' : ancilla, out);
    fputc('\n', out);
}

int gn_write_real(const gn_text *t, FILE *out)
{
    gn_print_head(t, "#", out);
    fprintf(out, ".version 2.0\n.numvars %u\n", t->net->lines);
    real_list(t, ".variables", out);
    real_list(t, ".inputs", out);
    real_list(t, ".outputs", out);
    real_marks(t, ".constants", '0', out);
    real_marks(t, ".garbage", '-', out);
    fputs(".begin\n", out);
    for (size_t i = 0; i < t->net->count; i++)
        (t->net->gates[i].kind < GN_PERES ? real_gate : real_parts)(t, &t->net->gates[i], out);
    fputs(".end\n", out);
    return ferror(out) ? -1 : 0;
}
