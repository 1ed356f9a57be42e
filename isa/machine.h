/* machine.h: the parameters of the hardware as one value: the identity of a machine (machine.def).
 */
#ifndef RG_MACHINE_IDENTITY_H
#define RG_MACHINE_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
#define RG_PARAMETER(variable, parameter, shift, bits, form, values, pipelined, multicycle, what)  \
    RG_PARAMETER_##variable,
#include "isa/machine.def"
    RG_PARAMETERS
};
enum { RG_PARAMETER_TEXT = 16, RG_IDENTITY_TEXT = 160 };

/* By parameter: the number, or the index of the word. */
typedef struct {
    unsigned of[RG_PARAMETERS];
} rg_identity;

/* The variable of make; the values it may have, as machine.def lists them. */
const char *rg_parameter_name(unsigned parameter);
const char *rg_parameter_values(unsigned parameter);
/* Whether it is a word; else a number. */
bool rg_parameter_is_word(unsigned parameter);
/* False where the text is none of its values. */
bool rg_parameter_read(unsigned parameter, const char *text, unsigned *value);
void rg_parameter_write(unsigned parameter, unsigned value, char text[RG_PARAMETER_TEXT]);

/* What is not set becomes what make takes for it. */
void rg_identity_complete(rg_identity *identity, const bool set[RG_PARAMETERS]);
/* The machine of make without variables. */
rg_identity rg_identity_default(void);
/* That of the bus register CONFIG. */
rg_identity rg_identity_of(uint64_t config);
bool rg_identity_same(const rg_identity *x, const rg_identity *y);
/* The rule that the parameters break together, or NULL. */
const char *rg_identity_broken_rule(const rg_identity *identity);
/* The name of its folder: all values, joined by _. False where it does not fit. */
bool rg_identity_name(const rg_identity *identity, char *text, size_t size);
/* The variables of make that tell it from the machine of XLEN and FRAC with defaults, those two
 * always. */
bool rg_identity_variables(const rg_identity *identity, char *text, size_t size);
/* The core alone, by these variables: CORE, and what is not the default with it. Word format and
 * sizes of memories are no part of it. */
bool rg_identity_core(const rg_identity *identity, char *text, size_t size);
/* Clocks in which a core fills when a run begins; stages as RG_PARAMETER_STAGES has them. */
unsigned rg_fill_clocks(bool pipelined, unsigned stages);
/* The machine of such a list of variables. False where it is none. */
bool rg_identity_read(const char *variables, rg_identity *identity);

#endif
