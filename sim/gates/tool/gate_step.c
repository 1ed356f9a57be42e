/* gate_step.c: what the step in reversible gates costs, and its nets as text.
 * usage: gate-step XLEN FRAC DMEM_LOG2 table
 *        gate-step XLEN FRAC DMEM_LOG2 qasm|real|verilog PART|MNEMONIC|MNEMONIC.grad
 * PART: step, exchange (a register with work lines), cut (the step without registers, memory, unit)
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"
#include "sim/gates/step.h"
#include "sim/gates/tool/cut.h"
#include "sim/gates/write.h"

enum { OK = 0, FAILED = 1, USAGE = 2, PORTS = 32 };

static int no_memory(void)
{
    fprintf(stderr, "gate-step: memory is short\n");
    return FAILED;
}

static void print_row(const char *name, const gn_counts *c, uint32_t ancillas, uint32_t lines)
{
    printf("%-14s %8zu %8zu %8zu %8zu %8zu %9zu %9zu %8u %8u %8zu %8zu\n", name, c->gates[GN_NOT],
           c->gates[GN_CNOT], c->gates[GN_TOFFOLI], c->gates[GN_FREDKIN],
           c->gates[GN_PERES] + c->gates[GN_PERES_INVERSE], c->total, c->t_count, ancillas, lines,
           c->depth, c->toffoli_depth);
}

/* A unit as it is used: made, its results brought to their lines, and undone: what makes them
 * counts twice. One whose results take the place of operands does that twice. */
static bool complete(gn_unit *unit, unsigned op)
{
    gn_close_unit(unit);
    const gn_mark from = {0, 0}, whole = gn_here(&unit->net);
    if (gn_is_in_place(op))
        gn_reverse(&unit->net, from, whole);
    return !unit->net.failed;
}

static bool print_unit(const rg_num_config *config, unsigned op, bool grad)
{
    gn_unit_ports ports;
    gn_unit unit;
    gn_counts counts = {0};
    char name[32];
    const uint32_t lines = gn_lay_out_unit(config->xlen, &ports);
    const bool made = gn_make_unit(&unit, config, op, grad, &ports, lines) && complete(&unit, op)
                      && gn_count(&unit.net, 0, unit.net.count, &counts);

    snprintf(name, sizeof name, "%s%s", rg_op_lookup(op)->mnemonic, grad ? ".grad" : "");
    if (made)
        print_row(name, &counts, unit.net.lines - lines, unit.net.lines);
    gn_free(&unit.net);
    return made;
}

static bool print_step(const gn_step *s)
{
    const struct {
        const char *name;
        size_t first, last;
    } parts[] = {{"step", 0, s->net.count},
                 {"  open", 0, s->opened},
                 {"  commit", s->opened, s->committed},
                 {"  release", s->committed, s->released},
                 {"  close", s->released, s->net.count}};
    gn_counts counts;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!gn_count(&s->net, parts[i].first, parts[i].last, &counts))
            return false;
        print_row(parts[i].name, &counts, s->net.lines - s->at.lines, s->net.lines);
    }
    return true;
}

static int print_table(const gn_step *s)
{
    printf("Q%u.%u\n%-14s %8s %8s %8s %8s %8s %9s %9s %8s %8s %8s %8s\n",
           s->num.xlen - 1 - s->num.frac, s->num.frac, "", "NOT", "CNOT", "Toffoli", "Fredkin",
           "Peres", "gates", "T", "ancillas", "lines", "depth", "T-depth");
    if (!print_step(s))
        return no_memory();
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        if (!gn_has_unit(op))
            continue;
        const bool carries = rg_op_lookup(op)->kind != RG_KIND_INT;
        if (!print_unit(&s->num, op, false) || (carries && !print_unit(&s->num, op, true)))
            return no_memory();
    }
    return OK;
}

typedef int text_writer(const gn_text *text, FILE *out);

static text_writer *find_writer(const char *format)
{
    return strcmp(format, "qasm") == 0      ? gn_write_qasm
           : strcmp(format, "real") == 0    ? gn_write_real
           : strcmp(format, "verilog") == 0 ? gn_write_verilog
                                            : NULL;
}

static int write_text(const gn_text *text, text_writer *writer)
{
    if (writer(text, stdout) == 0)
        return OK;
    fprintf(stderr, "gate-step: %s\n", strerror(errno));
    return FAILED;
}

/* Lines that the step and its cut have in common, before those of registers and behind them. */
#define CONTROL_PORTS                                                                              \
    {"word", at->word, 32}, {"fault", at->fault, 1}, {"pc", at->pc, 24}, {"br", at->br, 24},       \
        {"dir", at->dir, 1},                                                                       \
    {                                                                                              \
        "mode", at->mode, 3                                                                        \
    }
#define STATE_PORTS                                                                                \
    {"wide", at->w, 2 * x}, {"gwide", at->gw, 2 * x}, {"gradovf", at->gradovf, 64},                \
        {"valovf", at->valovf, 64}, {"stack", at->keep, 3}, {"trap", at->trap, 4},                 \
        {"halted", at->halted, 1}, {"copied", at->out, x},                                         \
    {                                                                                              \
        "kept", at->kept, x                                                                        \
    }

static int write_step(const gn_step *s, text_writer *writer)
{
    const gn_lines *at = &s->at;
    const uint32_t x = s->num.xlen;
    const gn_port ports[] = {
        CONTROL_PORTS, {"r", at->r, 32 * x}, {"g", at->g, 32 * x},
        STATE_PORTS,   {"m", at->m, x},      {"gm", at->gm, x},
    };
    const gn_text text = {"One step", &s->net, ports, sizeof ports / sizeof ports[0]};
    return write_text(&text, writer);
}

static int write_exchange(unsigned x, text_writer *writer)
{
    gn_file at;
    gn_net net;
    int status = OK;

    if (!gn_make_exchange(&net, &at, x))
        status = no_memory();
    const gn_port ports[] = {
        {"name", 0, GN_NAME_BITS},     {"enable", GN_NAME_BITS, 1}, {"r", at.r, GN_REGISTERS * x},
        {"g", at.g, GN_REGISTERS * x}, {"value", at.value, x},      {"grad", at.grad, x},
    };
    const gn_text text = {"exchange", &net, ports, sizeof ports / sizeof ports[0]};
    if (status == OK)
        status = write_text(&text, writer);
    gn_free(&net);
    return status;
}

static int write_cut(const gn_step *s, text_writer *writer)
{
    const gn_lines *at = &s->at;
    const uint32_t x = s->num.xlen;
    gn_cut cut;
    int status = OK;

    if (!gn_make_cut(&cut, s))
        status = no_memory();
    const gn_port ports[] = {
        CONTROL_PORTS,
        {"registers", at->r, 64 * x},
        STATE_PORTS,
        {"memory_lines", at->m, 3 * x + 3},
        {"values", at->d, 3 * x},
        {"gradients", at->gd, 3 * x},
        {"inverse", at->unit.inverse, 1},
        {"results", at->unit.f, cut.results},
        {"memory", cut.memory, 2 * x},
        {"top", cut.top, x},
        {"given", cut.given, cut.results},
        {"taken", cut.taken, cut.results},
    };
    const gn_text text = {"cut", &cut.net, ports, sizeof ports / sizeof ports[0]};
    if (status == OK)
        status = write_text(&text, writer);
    gn_free(&cut.net);
    return status;
}

/* The opcode of MNEMONIC or MNEMONIC.grad, 0 where there is no net of it. */
static unsigned find_unit(const char *name, bool *grad)
{
    const char *dot = strchr(name, '.');
    const size_t length = dot ? (size_t)(dot - name) : strlen(name);

    *grad = dot && strcmp(dot, ".grad") == 0;
    for (unsigned op = 1; op < RG_OP_LIMIT && (!dot || *grad); op++)
        if (gn_has_unit(op) && strlen(rg_op_lookup(op)->mnemonic) == length
            && strncmp(rg_op_lookup(op)->mnemonic, name, length) == 0)
            return op;
    return 0;
}

static int write_unit(const rg_num_config *config, const char *name, text_writer *writer)
{
    bool grad;
    const unsigned op = find_unit(name, &grad);
    const uint32_t x = config->xlen;
    gn_unit_ports p;
    gn_unit unit;
    int status = OK;

    if (op == 0) {
        fprintf(stderr, "gate-step: the circuit has no `%s`; `table` lists what it has\n", name);
        return USAGE;
    }
    const uint32_t lines = gn_lay_out_unit(x, &p);
    const gn_port ports[] = {
        {"a", p.a, x},
        {"b", p.b, x},
        {"gy", p.gy, x},
        {"y", p.y, x},
        {"ga", p.ga, x},
        {"wide", p.w, 2 * x},
        {"gwide", p.gw, 2 * x},
        {"f", p.f, x},
        {"more", p.more, GN_MORE_WORDS * x},
        {"da", p.da, x},
        {"db", p.db, x},
        {"trap", p.trap, 4},
        {"value_ovf", p.value_ovf, 1},
        {"grad_ovf", p.grad_ovf, GN_OVERFLOW_LINES},
        {"wrap", p.wrap, 1},
        {"inverse", p.inverse, 1},
    };
    if (!gn_make_unit(&unit, config, op, grad, &p, lines) || !gn_close_unit(&unit))
        status = no_memory();
    const gn_text text = {name, &unit.net, ports, sizeof ports / sizeof ports[0]};
    if (status == OK)
        status = write_text(&text, writer);
    gn_free(&unit.net);
    return status;
}

static int usage(void)
{
    fprintf(stderr,
            "usage: gate-step XLEN FRAC DMEM_LOG2 table\n"
            "       gate-step XLEN FRAC DMEM_LOG2 qasm|real|verilog PART|MNEMONIC|MNEMONIC.grad\n"
            "PART is step, exchange or cut\n"
            "XLEN is 8, 16, 32 or 64, FRAC at most XLEN - 2, DMEM_LOG2 at most 24\n");
    return USAGE;
}

static bool number(const char *text, unsigned long most, unsigned *value)
{
    char *end;
    const unsigned long n = strtoul(text, &end, 10);
    *value = (unsigned)n;
    return end != text && *end == '\0' && n <= most;
}

static int run(const gn_step *s, int argc, char **argv)
{
    text_writer *const writer = find_writer(argv[4]);
    if (argc == 5 && strcmp(argv[4], "table") == 0)
        return print_table(s);
    if (argc != 6 || !writer)
        return usage();
    if (strcmp(argv[5], "cut") == 0)
        return write_cut(s, writer);
    if (strcmp(argv[5], "exchange") == 0)
        return write_exchange(s->num.xlen, writer);
    return strcmp(argv[5], "step") == 0 ? write_step(s, writer)
                                        : write_unit(&s->num, argv[5], writer);
}

int main(int argc, char **argv)
{
    unsigned xlen, frac, memory;
    gn_step step;

    if (argc < 5 || !number(argv[1], 64, &xlen) || !number(argv[3], 24, &memory)
        || (xlen != 8 && xlen != 16 && xlen != 32 && xlen != 64)
        || !number(argv[2], xlen - 2, &frac))
        return usage();
    const rg_num_config num = {xlen, frac};
    const bool made = gn_make_step(&step, &num, memory);
    int status = made ? run(&step, argc, argv) : no_memory();
    gn_free(&step.net);
    if (fflush(stdout) != 0 && status == OK) {
        fprintf(stderr, "gate-step: %s\n", strerror(errno));
        status = FAILED;
    }
    return status;
}
