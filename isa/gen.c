/* gen.c: writes what other parts need from isa/isa.def and isa/bus.def in other notations.
 *
 *   gen verilog > rg_isa.vh        constants and property functions, to be included inside a module
 *   gen float-core > rg_float_core.vh   what the core with Float has of the operations
 *   gen limits  > rg_limits.vh     what the parameters of rg_top may be, for a generate block
 *   gen tables  > isa-tables.md    the tables of the ISA manual
 *   gen ipxact  > retrograd.xml    the register map, for the tools of integrators
 *   gen core VERSION FILE... > retrograd.core   the sources and parameters of rg_top, for FuseSoC
 */
#include "float_core.h"
#include "gen_bus.h"
#include "isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const format_names[] = {"NONE", "U",  "U1",  "C",  "LD", "ST", "X", "M",
                                           "R1",   "R2", "R3",  "RB", "BR", "BI", "J", "AS",
                                           "I",    "N",  "R2X", "W",  "WO", "RM", "MD"};
static const char *const kind_names[] = {"NONE", "INT", "FIX", "LOG"};
static const char *const operand_names[] = {"I", "F", "L"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct {
    const char *name, *text, *what;
    unsigned code;
} named_code;

static const named_code modes[] = {
#define RG_MODE(name, code, text, undo, doc) {#name, text, doc, code},
#include "modes.def"
#undef RG_MODE
};

static const named_code conds[] = {
#define RG_COND(name, code, text) {#name, text, "", code},
#include "conds.def"
#undef RG_COND
};

static const named_code classes[] = {
#define RG_CLASS(name, index, text, doc) {#name, text, doc, index},
#include "classes.def"
#undef RG_CLASS
};

static const named_code traps[] = {
#define RG_TRAP(name, code, error, text) {#name, error, text, code},
#include "traps.def"
#undef RG_TRAP
};

/* One Verilog function from opcode to a named constant of the given width. */
static void verilog_property(const char *function, unsigned width, const char *prefix,
                             const char *(*property)(const rg_op_info *), const char *otherwise)
{
    printf("\n  function [%u:0] %s(input [6:0] op);\n    case (op)\n", width - 1, function);
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (info)
            printf("      RG_OP_%s: %s = RG_%s_%s;\n", info->name, function, prefix,
                   property(info));
    }
    printf("      default: %s = %s;\n    endcase\n  endfunction\n", function, otherwise);
}

static const char *format_of(const rg_op_info *info) { return format_names[info->format]; }
static const char *kind_of(const rg_op_info *info) { return kind_names[info->kind]; }
static const char *operand_of(const rg_op_info *info) { return operand_names[info->bk]; }
static const char *class_of(const rg_op_info *info) { return classes[info->class].name; }

static bool has_ga(const rg_op_info *info) { return info->ga[0] != 0; }
static bool has_gb(const rg_op_info *info) { return info->gb[0] != 0; }

static bool has_lanes(const rg_op_info *info)
{
#define RG_LANE(op) || strcmp(info->name, #op) == 0
    return false
#include "timing.def"
        ;
}

/* One Verilog function from opcode to a bit. */
static void verilog_flag(const char *function, bool (*flag)(const rg_op_info *))
{
    printf("\n  function %s(input [6:0] op);\n    case (op)\n", function);
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (info && flag(info))
            printf("      RG_OP_%s: %s = 1'b1;\n", info->name, function);
    }
    printf("      default: %s = 1'b0;\n    endcase\n  endfunction\n", function);
}

static void verilog_codes(const char *prefix, unsigned width, const named_code *codes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        printf("  localparam [%u:0] RG_%s_%s = %u'd%u;\n", width - 1, prefix, codes[i].name, width,
               codes[i].code);
}

static void verilog_names(const char *prefix, unsigned width, const char *const *names,
                          size_t count)
{
    for (size_t i = 0; i < count; i++)
        printf("  localparam [%u:0] RG_%s_%s = %u'd%zu;\n", width - 1, prefix, names[i], width, i);
}

static void write_verilog(void)
{
    printf("// Generated from isa/isa.def and isa/bus.def; edit those.\n");
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (info)
            printf("  localparam [6:0] RG_OP_%s = 7'h%02x;\n", info->name, op);
    }
    verilog_names("FMT", 5, format_names, COUNT(format_names));
    verilog_names("KIND", 2, kind_names, COUNT(kind_names));
    verilog_names("BK", 2, operand_names, COUNT(operand_names));
    verilog_codes("MODE", 3, modes, COUNT(modes));
    printf("  localparam [2:0] RG_MODE_WORDS = 3'd%d;\n", RG_MODE_WORDS);
    printf("  localparam [4:0] RG_INDEX_REGISTER = 5'd%d;\n", RG_INDEX_REGISTER);
    verilog_codes("COND", 3, conds, COUNT(conds));
    verilog_codes("CLASS", 4, classes, COUNT(classes));
    printf("  localparam [3:0] RG_TRAP_NONE = 4'd0;\n");
    verilog_codes("TRAP", 4, traps, COUNT(traps));
    rg_gen_bus_verilog();
    verilog_property("op_format", 5, "FMT", format_of, "RG_FMT_NONE");
    verilog_property("op_kind", 2, "KIND", kind_of, "RG_KIND_NONE");
    verilog_property("op_bk", 2, "BK", operand_of, "RG_BK_I");
    verilog_property("op_class", 4, "CLASS", class_of, "RG_CLASS_SYS");
    verilog_flag("op_has_ga", has_ga);
    verilog_flag("op_has_gb", has_gb);
    verilog_flag("op_has_lanes", has_lanes);
}

/* One Verilog function from opcode to a number of so many bits. */
static void verilog_number(const char *function, unsigned width, unsigned (*number)(unsigned op))
{
    printf("\n  function [%u:0] %s(input [6:0] op);\n    case (op)\n", width - 1, function);
    for (unsigned op = 0; op < RG_OP_LIMIT; op++)
        if (number(op) != 0)
            printf("      RG_OP_%s: %s = %u'd%u;\n", rg_op_lookup(op)->name, function, width,
                   number(op));
    printf("      default: %s = %u'd0;\n    endcase\n  endfunction\n", function, width);
}

static unsigned on_float_core(unsigned op) { return rg_float_core_has_op(op); }
static unsigned by_float_unit(unsigned op) { return rg_float_core_unit_op(op); }

static void write_float_core(void)
{
    printf("// Generated from isa/float_core.c; edit that.\n");
    verilog_number("float_core_has", 1, on_float_core);
    verilog_number("float_core_kinds", 3, rg_float_core_kinds);
    verilog_number("float_core_unit", 1, by_float_unit);
}

/* A tool that elaborates a module which is not there stops and names it: so the rule is the name.
 * Yosys stops at the first such module of its own order. So there is one at a time: what is written
 * here ends in `else`, and rules that take ranges for granted follow. */
static void limit_range(const char *name, const char *first, const char *last)
{
    printf("        if (%s < %s || %s > %s) begin : limit_%s %s_is_%s_to_%s broken (); end else\n",
           name, first, name, last, name, name, first, last);
}

/* Of words the indices count. */
static void limit_list(const char *name, const char *values, bool words)
{
    char list[64], rule[96] = "";
    unsigned n = 0;

    snprintf(list, sizeof list, "%s", values);
    printf("        if (");
    for (char *v = strtok(list, " "); v; v = strtok(NULL, " "), n++) {
        char place[8];
        snprintf(place, sizeof place, "%u", n);
        const char *value = words ? place : v;
        printf("%s%s != %s", n ? " && " : "", name, value);
        snprintf(rule + strlen(rule), sizeof rule - strlen(rule), "%s%s", n ? "_or_" : "", value);
    }
    printf(") begin : limit_%s %s_is_%s broken (); end else\n", name, name, rule);
}

static void write_limits(void)
{
    static const struct {
        const char *name, *values, *form;
    } parameters[] = {
#define RG_PARAMETER(variable, parameter, shift, bits, form, values, pipelined, multicycle, what)  \
    {#parameter, values, #form},
#include "machine.def"
    };

    printf("        // Generated from isa/machine.def; edit that.\n");
    for (size_t i = 0; i < COUNT(parameters); i++) {
        char first[64];
        snprintf(first, sizeof first, "%s", parameters[i].values);
        char *dots = strstr(first, "..");
        if (dots) {
            *dots = '\0';
            limit_range(parameters[i].name, first, dots + 2);
        } else {
            limit_list(parameters[i].name, first, strcmp(parameters[i].form, "WORD") == 0);
        }
    }
}

static void table_codes(const char *title, const named_code *codes, size_t count,
                        const char *heading)
{
    printf("\n## %s\n\n| code | name | %s | what |\n|---|---|---|---|\n", title, heading);
    for (size_t i = 0; i < count; i++) {
        printf("| %u | %s | ", codes[i].code, codes[i].name);
        rg_gen_cell(codes[i].text);
        rg_gen_cell(codes[i].what);
        putchar('\n');
    }
}

static void write_tables(void)
{
    printf(
        "# Tables of the instruction set\n\nGenerated by `make docs` from `isa/*.def`; "
        "[isa.md](isa.md) says what they "
        "mean.\nThe bit layouts stand at the head of `isa/isa.def`.\n\n"
        "## Instructions\n\n`v` is D before the step, `a` and `b` the operands; `ga`, `gb` "
        "multiply the\n"
        "cotangent of D. Kind says how the target is updated, B how the second operand is read.\n\n"
        "| code | mnemonic | format | kind | B | class | f | ga | gb "
        "|\n|---|---|---|---|---|---|---|---|---|\n");
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (!info)
            continue;
        printf("| `0x%02x` | `%s` | %s | %s | %s | %s | ", op, info->mnemonic, format_of(info),
               kind_of(info), operand_of(info), rg_class_name(info->class));
        rg_gen_cell(info->f);
        rg_gen_cell(info->ga);
        rg_gen_cell(info->gb);
        putchar('\n');
    }
    table_codes("Modes", modes, COUNT(modes), "written");
    table_codes("Conditions of assert", conds, COUNT(conds), "written");
    table_codes("Classes", classes, COUNT(classes), "reported as");
    table_codes("Traps", traps, COUNT(traps), "error");
    rg_gen_bus_tables();
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "verilog") == 0)
        write_verilog();
    else if (argc == 2 && strcmp(argv[1], "tables") == 0)
        write_tables();
    else if (argc == 2 && strcmp(argv[1], "float-core") == 0)
        write_float_core();
    else if (argc == 2 && strcmp(argv[1], "limits") == 0)
        write_limits();
    else if (argc == 2 && strcmp(argv[1], "ipxact") == 0)
        rg_gen_ipxact();
    else if (argc > 3 && strcmp(argv[1], "core") == 0)
        rg_gen_core(argv[2], argv + 3, argc - 3);
    else {
        fprintf(stderr,
                "usage: gen verilog|float-core|limits|tables|ipxact|core VERSION FILE...\n");
        return 2;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
