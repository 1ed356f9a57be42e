/* gen.c: writes cells.def as Liberty (`lib`), Verilog models (`verilog`) or flip-flop mapping for
 * Yosys (`map`) to standard output. */
#include <stdio.h>
#include <string.h>

#include "energy/cells/cells.h"

static const char *const pins = "ABCD";

/* Two by two points of a delay that is linear in the load and does not depend on the slope. */
static void table(const char *name, double at_zero, double per_ff, const char *loads, double most)
{
    printf("        %s (linear) { index_1 (\"0, 1\"); index_2 (\"%s\"); values (\"%.6f, %.6f\", "
           "\"%.6f, %.6f\"); }\n",
           name, loads, at_zero / 1000, (at_zero + per_ff * most) / 1000, at_zero / 1000,
           (at_zero + per_ff * most) / 1000);
}

static void timing(const char *pin, double at_zero, double per_ff)
{
    static const char *const names[] = {"cell_rise", "cell_fall", "rise_transition",
                                        "fall_transition"};
    printf("      timing () {\n        related_pin : \"%s\";\n", pin);
    for (size_t i = 0; i < 4; i++)
        table(names[i], at_zero, per_ff, "0, 100", 100);
    printf("      }\n");
}

static void liberty_cell(const rg_cell *cell)
{
    printf("  cell (RG_%s) {\n    area : %.3f;\n", cell->name, cell->area);
    for (unsigned i = 0; i < cell->pins; i++)
        printf("    pin (%c) { direction : input; capacitance : %.6f; }\n", pins[i], cell->pin_ff);
    printf("    pin (Y) {\n      direction : output;\n      function : \"%s\";\n      "
           "max_capacitance : 100;\n",
           cell->function);
    for (unsigned i = 0; i < cell->pins; i++) {
        const char name[2] = {pins[i], '\0'};
        timing(name, RG_CELL_TAU_PS * cell->parasitic, rg_cell_ps_per_ff(cell));
    }
    printf("    }\n  }\n");
}

static void liberty(void)
{
    printf("/* Generated from energy/cells/cells.def. */\nlibrary (retrograd_cells) {\n  "
           "delay_model : table_lookup;\n"
           "  time_unit : \"1ns\";\n  voltage_unit : \"1V\";\n  current_unit : \"1mA\";\n  "
           "capacitive_load_unit (1, ff);\n"
           "  default_max_transition : 10;\n"
           "  lu_table_template (linear) {\n    variable_1 : input_net_transition;\n    variable_2 "
           ": total_output_net_capacitance;\n"
           "    index_1 (\"0, 1\");\n    index_2 (\"0, 100\");\n  }\n");
    for (size_t i = 0; i < rg_cell_count; i++)
        liberty_cell(&rg_cells[i]);
    for (size_t i = 0; i < rg_flop_count; i++)
        printf("  cell (RG_%s) {\n    area : %.3f;\n    ff (IQ, IQN) { clocked_on : \"CK\"; "
               "next_state : \"%s\"; }\n"
               "    pin (CK) { direction : input; clock : true; capacitance : %.6f; }\n"
               "    pin (D) { direction : input; capacitance : %.6f; }\n%s"
               "    pin (Q) { direction : output; function : \"IQ\"; }\n  }\n",
               rg_flops[i].name, rg_flops[i].area, rg_flops[i].enabled ? "(E&D)|(!E&IQ)" : "D",
               rg_flops[i].clock_ff, rg_flops[i].data_ff,
               rg_flops[i].enabled ? "    pin (E) { direction : input; capacitance : 0; }\n" : "");
    printf("}\n");
}

static void verilog(void)
{
    printf("// Generated from energy/cells/cells.def.\n`default_nettype none\n");
    for (size_t i = 0; i < rg_cell_count; i++) {
        printf("module RG_%s (", rg_cells[i].name);
        for (unsigned p = 0; p < rg_cells[i].pins; p++)
            printf("input wire %c, ", pins[p]);
        printf("output wire Y);\n    assign Y = ");
        for (const char *f = rg_cells[i].function; *f; f++)
            putchar(*f == '!' ? '~' : *f);
        printf(";\nendmodule\n");
    }
    for (size_t i = 0; i < rg_flop_count; i++)
        printf("module RG_%s (input wire CK, D, %soutput reg Q);\n    always @(posedge CK) %sQ <= "
               "D;\nendmodule\n",
               rg_flops[i].name, rg_flops[i].enabled ? "E, " : "",
               rg_flops[i].enabled ? "if (E) " : "");
    printf("`default_nettype wire\n");
}

/* A flip-flop with reset is one without behind a gate; the reset opens the clock gate. Reset to
 * `value`; enable_first: while it is off, reset has no effect. */
static void map_reset(const char *name, bool enabled, bool enable_first, bool value)
{
    printf("module \\$_%s_ (input D, C, R%s, output Q);\n  ", name, enabled ? ", E" : "");
    if (enabled)
        printf("RG_DFFE _TECHMAP_REPLACE_ (.CK(C), .E(%s), ", enable_first ? "E" : "E | R");
    else
        printf("RG_DFF _TECHMAP_REPLACE_ (.CK(C), ");
    printf(".D(%s), .Q(Q));\nendmodule\n", value ? "D | R" : "D & ~R");
}

static void map(void)
{
    printf("// Generated from energy/cells/cells.def.\n"
           "module \\$_DFF_P_ (input D, C, output Q); RG_DFF _TECHMAP_REPLACE_ (.CK(C), .D(D), "
           ".Q(Q)); endmodule\n"
           "module \\$_DFFE_PP_ (input D, C, E, output Q); RG_DFFE _TECHMAP_REPLACE_ (.CK(C), "
           ".D(D), .E(E), .Q(Q)); endmodule\n");
    map_reset("SDFF_PP0", false, false, false);
    map_reset("SDFF_PP1", false, false, true);
    map_reset("SDFFE_PP0P", true, false, false);
    map_reset("SDFFE_PP1P", true, false, true);
    map_reset("SDFFCE_PP0P", true, true, false);
    map_reset("SDFFCE_PP1P", true, true, true);
}

int main(int count, char **arguments)
{
    const char *what = count == 2 ? arguments[1] : "";
    if (strcmp(what, "lib") == 0)
        liberty();
    else if (strcmp(what, "verilog") == 0)
        verilog();
    else if (strcmp(what, "map") == 0)
        map();
    else {
        fprintf(stderr, "usage: cell-gen lib|verilog|map\n");
        return 2;
    }
    return fflush(stdout) ? 1 : 0;
}
