/* gen_bus.h: what isa/gen.c writes of the bus and of rg_top for other tools, to standard output. */
#ifndef RG_GEN_BUS_H
#define RG_GEN_BUS_H

/* Addresses and fields as constants: RG_WINDOW_*, RG_REG_*, RG_BIT_* (first bit of a field of
 * MODE), RG_<register>_<field> (first bit of any other). */
void rg_gen_bus_verilog(void);
/* The sections of the ISA manual on windows, registers and fields. */
void rg_gen_bus_tables(void);
/* An IP-XACT component (IEEE 1685-2014) with the memory map; sizes depend on its parameters. */
void rg_gen_ipxact(void);
/* A core description of FuseSoC (CAPI2). files: the sources as they stand beside it, those of
 * benches under tests/. */
void rg_gen_core(const char *version, char **files, int count);

/* The text of a table's cell and its end; a bar would end it too soon. */
void rg_gen_cell(const char *text);

#endif
