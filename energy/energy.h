/* energy.h: technology files, tables of operation energies and the energy model
 * (docs/explanation/energy.md).
 */
#ifndef RG_ENERGY_H
#define RG_ENERGY_H

#include <stddef.h>
#include <stdio.h>

#include "host-driver/retrograd.h"
#include "compiler/opt/choose.h"
#include "isa/activity.h"
#include "isa/activity_groups.h"
#include "isa/isa.h"
#include "isa/machine.h"

/* What a constant is needed by, as bits. */
enum {
    RG_NEED_ALWAYS = 1,
    RG_NEED_FARADS = 2,
    RG_NEED_RAMP = 4,
    RG_NEED_RECOVERY = 8,
    RG_NEED_STAGED = 16
};

enum {
#define RG_CONSTANT(name, unit, zero, most, need, what) RG_CONSTANT_##name,
#include "energy/constants.def"
#undef RG_CONSTANT
    RG_CONSTANT_COUNT
};

typedef struct {
    const char *name, *unit;
    bool zero_allowed;
    double most; /* 0: no limit */
    unsigned need;
    const char *what;
} rg_constant_spec;
extern const rg_constant_spec rg_constant_specs[RG_CONSTANT_COUNT];

/* Law of the adiabatic view. */
typedef enum {
    RG_LAW_NONE,
    RG_LAW_RAMP,
    RG_LAW_RECOVERY,
    RG_LAW_IDEAL,
    RG_LAW_STAGED,
    RG_LAW_COUNT
} rg_law;
extern const char *const rg_law_names[RG_LAW_COUNT];

typedef struct {
    double value, file_value; /* SI; file_value: before it was overridden */
    double low, high;         /* between which an assumption lies; equal where it is none */
    char *source;
    bool given, overridden;
} rg_constant;

/* What the rows of an operation table are for: the classes of isa/classes.def, then these. */
enum { RG_ROW_FETCH = RG_CLASS_COUNT, RG_ROW_CYCLE, RG_ROW_BUSY, RG_ROW_KINDS };
enum {
    RG_COUNTED_VALUE,
    RG_COUNTED_GRADIENT,
    RG_COUNTED_TANGENT,
    RG_COUNTED_BOTH,
    RG_COUNTED_MODES,
    RG_COUNTED_ANY = RG_COUNTED_MODES
};
enum { RG_DIRECTION_ANY = 2 };
extern const char *const rg_counted_modes[RG_COUNTED_MODES + 1], *const rg_directions[3];
const char *rg_row_kind(unsigned kind);

typedef struct {
    unsigned kind, mode, direction, width;
    double mean, file_mean, spread; /* J or F; spread NaN where it is not known */
    unsigned long long samples;
    bool farads, overridden;
    char *source;
} rg_row;

/* What the instructions of machines of one width switch, F: each of a group beyond its fetch and
 * its cycles, and what isa/activity.def counts of it, without tangents and with them. */
typedef struct {
    unsigned width;
    double operation[RG_ACTIVITY_GROUPS][RG_COUNTED_MODES][2];
    double term[RG_ACTIVITY_GROUPS][2][RG_ACTIVITY_TERMS];
} rg_activity_prices;
enum { RG_ACTIVITY_WIDTHS = 4 };
typedef struct {
    rg_activity_prices of[RG_ACTIVITY_WIDTHS];
    size_t count;
    char source[512], core[RG_IDENTITY_TEXT]; /* core: as in rgd_technology */
} rg_activity_table;

/* What is behind the handle rg_technology. */
typedef struct rgd_technology {
    char name[128], about[512], origin[512]; /* origin: built-in name or path */
    rg_law law;
    rg_constant constants[RG_CONSTANT_COUNT];
    rg_row *rows;
    size_t row_count;
    char table[512]; /* name of the operation table where it stands in a file of its own */
    /* of the table: the core that it was measured on, by rg_identity_core, "" where it says none */
    char core[RG_IDENTITY_TEXT];
    bool for_machine; /* whose energies are asked for: `machine` */
    rg_identity machine;
    rg_activity_table *activity; /* NULL where it has none */
    bool by_activity;            /* operations are priced by it */
} rgd_technology;

/* Parse a technology file; path is for messages and for files named beside it. RG_BAD_USE with
 * file, line and column in the fault. NULL on failure, else for rgd_technology_close. */
rgd_technology *rgd_technology_parse(const char *path, const char *text, size_t size,
                                     rg_fault *fault);

/* What the technology has for a width, or NULL; R0953 where counters have no activity. */
const rg_activity_prices *rg_activity_prices_of(const rgd_technology *technology, unsigned width);
rg_result rg_activity_check(const rg_counters *counters, rg_fault *fault);

/* The row for one cell of the table, NULL where there is none. */
const rg_row *rg_row_find(const rgd_technology *technology, unsigned kind, unsigned mode,
                          unsigned direction, unsigned width);
/* Conventional energy of one operation of a row. */
double rg_row_energy(const rgd_technology *technology, const rg_row *row);

/* Energy of a linear ramp of length T through R, relative to C V^2; t is T / (R C). 1/2 at t = 0,
 * about 1/t for large t. */
double rg_energy_ramp_factor(double t);

/* The work of the functions of retrograd.h of the same names. */
rgd_technology *rgd_technology_open(const char *name, rg_fault *fault);
/* With the table that was measured on the core of the machine, where the technology has one for its
 * width; else its first one. NULL: any machine. */
rgd_technology *rgd_technology_open_for(const char *name, const rg_identity *machine,
                                        rg_fault *fault);
/* The same behind a handle (api_energy.c). */
rg_technology *rg_technology_open_for(const char *name, const rg_identity *machine,
                                      rg_fault *fault);
/* The core that the table of operations was measured on, and that of the machine: as CORE=.., ""
 * where it is not said. */
const char *rg_technology_core(const rg_technology *technology);
const char *rg_technology_machine_core(const rg_technology *technology, char *text, size_t size);
void rgd_technology_close(rgd_technology *technology);
rg_result rgd_technology_set(rgd_technology *technology, const char *setting, rg_fault *fault);
rg_result rgd_technology_by_activity(rgd_technology *technology, rg_fault *fault);
size_t rgd_technology_constants(const rgd_technology *technology, rg_energy_constant *out,
                                size_t capacity);
size_t rgd_technology_overridden_rows(const rgd_technology *technology, rg_energy_row *out,
                                      size_t capacity);
rg_result rgd_energy_of(const rgd_technology *technology, const rg_counters *counters,
                        unsigned xlen, rg_energy *energy, rg_fault *fault);
rg_result rgd_energy_terms(const rgd_technology *technology, const rg_counters *counters,
                           unsigned xlen, rg_energy_term *terms, size_t *count, rg_fault *fault);
rg_result rgd_energy_best(const rgd_technology *technology, const rg_counters *counters,
                          unsigned xlen, rg_energy_optimum *out, rg_fault *fault);
rg_result rgd_energy_sensitivities(const rgd_technology *technology, const rg_counters *counters,
                                   unsigned xlen, rg_energy_sensitivity *out, size_t *count,
                                   rg_fault *fault);

/* The dispatcher's counts as those of a run, as far as they are priced. */
rg_counters rg_dispatched_counters(const rg_dispatched *dispatched);

/* Between which values a total lies over the assumptions of the technology: conventional,
 * adiabatic, Landauer bound. */
typedef struct {
    double low_J, high_J;
} rg_energy_band;
enum { RG_BANDS = 3 };
rg_result rgd_energy_bands(const rgd_technology *technology, const rg_counters *counters,
                           unsigned xlen, rg_energy_band bands[RG_BANDS], rg_fault *fault);
/* k T ln 2 for each bit that the circuit overwrites: its flip-flops in each cycle, and what the
 * bound of the instruction set counts. NAN where the technology has no flip_flops. */
double rgd_energy_circuit_bound(const rgd_technology *technology, const rg_counters *counters);
/* The same of a handle (api_energy.c). */
rg_result rg_energy_bands(const rg_technology *technology, const rg_counters *counters,
                          unsigned xlen, rg_energy_band bands[RG_BANDS], rg_fault *fault);
double rg_energy_circuit_bound(const rg_technology *technology, const rg_counters *counters);

/* What the compiler chooses by: of the adiabatic view, or of the conventional one where there is
 * none. */
rg_result rgd_energy_prices(const rgd_technology *technology, unsigned xlen, unsigned frac,
                            opt_prices *out, rg_fault *fault);
/* The same behind a handle (api_energy.c). */
rg_result rg_energy_prices(const rg_technology *technology, unsigned xlen, unsigned frac,
                           opt_prices *out, rg_fault *fault);

/* ert_write.c: the rows and the constants of memory, copies and erasures as an energy reference
 * table of Accelergy (YAML, pJ); and how often a run did each of its actions. RG_BAD_USE where a
 * count would be below zero: elements of streams that are not fetched. */
void rgd_ert_write(const rgd_technology *technology, FILE *out);
rg_result rgd_action_counts_write(const rgd_technology *technology, const rg_counters *counters,
                                  unsigned xlen, FILE *out, rg_fault *fault);
/* The same behind a handle (api_energy.c). */
rg_result rg_ert_write(const rg_technology *technology, FILE *out, rg_fault *fault);
rg_result rg_action_counts_write(const rg_technology *technology, const rg_counters *counters,
                                 unsigned xlen, FILE *out, rg_fault *fault);

/* A file that is built in; NULL when there is none of this name (with or without ".yaml"). */
typedef struct {
    const char *name;
    const unsigned char *text;
    size_t size;
} rg_energy_file;
const rg_energy_file *rg_energy_builtin(const char *name);
const rg_energy_file *rg_energy_builtins(size_t *count);
/* Whether a built-in file is a technology, and no table of operations or activity. */
bool rg_is_technology(const char *name);

#endif
