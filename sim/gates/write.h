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

/* OpenQASM 2 and RevLib .real: 0, or -1 when writing fails. */
int gn_write_qasm(const gn_text *text, FILE *out);
int gn_write_real(const gn_text *text, FILE *out);

#endif
