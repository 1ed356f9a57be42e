/* gen_bus.c: the register map of the bus as constants of Verilog and as tables of the manual. */
#include "gen_bus.h"

#include "bus_map.h"

#include <stdio.h>
#include <string.h>

static bool is_mode(const rg_map_field *field) { return strcmp(field->reg, "MODE") == 0; }

void rg_gen_bus_verilog(void)
{
    for (size_t i = 0; i < rg_map_window_count; i++)
        printf("  localparam [31:0] RG_WINDOW_%s = 32'h%08x;\n", rg_map_windows[i].name,
               rg_map_windows[i].address);
    for (size_t i = 0; i < rg_map_register_count; i++)
        printf("  localparam [11:0] RG_REG_%s = 12'h%03x;\n", rg_map_registers[i].name,
               rg_map_registers[i].address);
    for (size_t i = 0; i < rg_map_field_count; i++) {
        const rg_map_field *field = &rg_map_fields[i];
        if (is_mode(field))
            printf("  localparam [1:0] RG_BIT_%s = 2'd%u;\n", field->name, field->first);
        else
            printf("  localparam [5:0] RG_%s_%s = 6'd%u;\n", field->reg, field->name, field->first);
    }
}

void rg_gen_cell(const char *text)
{
    for (; *text; text++) {
        if (*text == '|')
            putchar('\\');
        putchar(*text);
    }
    printf(" | ");
}

static void table_windows(void)
{
    printf(
        "\n## Bus windows\n\n| name | address | words | access | what |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < rg_map_window_count; i++) {
        const rg_map_window *window = &rg_map_windows[i];
        printf("| %s | `0x%08x` | `%s` | %s | ", window->name, window->address, window->words,
               window->access);
        rg_gen_cell(window->what);
        putchar('\n');
    }
}

static void table_registers(void)
{
    printf("\n## Control registers\n\n| name | address | access | what |\n|---|---|---|---|\n");
    for (size_t i = 0; i < rg_map_register_count; i++) {
        const rg_map_register *reg = &rg_map_registers[i];
        printf("| %s | `0x%03x` | %s | ", reg->name, reg->address, reg->access);
        rg_gen_cell(reg->what);
        putchar('\n');
    }
}

static void table_field(const rg_map_field *field)
{
    printf(field->last == field->first ? "| %s | %u | " : "| %s | %u:%u | ", field->reg,
           field->last, field->first);
    printf("%s | ", field->name);
    rg_gen_cell(field->what);
    putchar('\n');
}

/* In the order of registers and bits. */
static void table_fields(void)
{
    printf("\n## Fields of control registers\n\n| register | bits | field | what |\n"
           "|---|---|---|---|\n");
    for (size_t r = 0; r < rg_map_register_count; r++)
        for (unsigned bit = 0; bit < 64; bit++)
            for (size_t i = 0; i < rg_map_field_count; i++)
                if (rg_map_fields[i].first == bit
                    && strcmp(rg_map_fields[i].reg, rg_map_registers[r].name) == 0)
                    table_field(&rg_map_fields[i]);
}

void rg_gen_bus_tables(void)
{
    table_windows();
    table_registers();
    table_fields();
}
