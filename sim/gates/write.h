/* write.h: a net as text that other tools read. */
#ifndef RG_GATES_WRITE_H
#define RG_GATES_WRITE_H

#include <stdio.h>

#include "sim/gates/net.h"

/* Lines with a name. All others are ancillas, zero before and behind. */
typedef struct {
    const char *name;
    uint32_t first, count;
} gn_port;

typedef struct {
    const char *title;
    const gn_net *net;
    const gn_port *ports; /* of the first lines, without gaps */
    size_t port_count;
} gn_text;

/* OpenQASM 2, RevLib .real, and Verilog of the cells of rtl/reversible: 0, or -1 when writing
 * fails or memory is short. */
int gn_write_qasm(const gn_text *text, FILE *out);
int gn_write_real(const gn_text *text, FILE *out);
int gn_write_verilog(const gn_text *text, FILE *out);

/* For the formats: lines with a name, a line's name (open and close: "[" and "]", or "_" and ""),
 * and a comment ahead of all. */
uint32_t gn_port_lines(const gn_text *text);
void gn_print_line(const gn_text *text, uint32_t line, const char *open, const char *close,
                   FILE *out);
void gn_print_head(const gn_text *text, const char *comment, FILE *out);

#endif
