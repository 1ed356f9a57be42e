/* model.c: conventional, adiabatic and Landauer energy from counters, term by term. */
#include "energy/energy.h"

#include "energy/structure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double boltzmann = 1.380649e-23; /* J/K, exact by the definition of the kelvin */
static const double pi = 3.14159265358979323846;

double rg_energy_ramp_factor(double t)
{
    double sum = 0, term = 0.5;
    if (t > 0.5)
        return (1 - (1 - exp(-t)) / t) / t;
    for (int k = 3; k < 20; k++) { /* the series of the same, where the closed form cancels */
        sum += term;
        term *= -t / k;
    }
    return sum;
}

static double constant(const rgd_technology *t, unsigned index)
{
    return t->constants[index].value;
}
#define C(t, name) constant(t, RG_CONSTANT_##name)

/* Energies in J hold at the reference voltage; C stays, so they go with the square of the supply.
 */
static double voltage_scale(const rgd_technology *t)
{
    double ratio = C(t, supply_voltage) / C(t, reference_voltage);
    return ratio * ratio;
}

double rg_row_energy(const rgd_technology *t, const rg_row *row)
{
    const double v = C(t, supply_voltage);
    return row->farads ? 0.5 * row->mean * C(t, capacitance_scale) * v * v
                       : row->mean * voltage_scale(t);
}

/* What the adiabatic supply makes of energy that conventional logic would burn. */
static double adiabatic_share(const rgd_technology *t)
{
    switch (t->law) {
    case RG_LAW_RAMP:
    case RG_LAW_STAGED:
        return 2
               * rg_energy_ramp_factor(C(t, ramp_time)
                                       / (C(t, node_resistance) * C(t, node_capacitance)));
    case RG_LAW_RECOVERY: return 1 / C(t, recovery_factor);
    default: return 0;
    }
}

static bool by_ramps(const rgd_technology *t)
{
    return t->law == RG_LAW_RAMP || t->law == RG_LAW_STAGED;
}

static double memory_share(const rgd_technology *t)
{
    if (t->law == RG_LAW_NONE)
        return 0;
    double reached = t->law == RG_LAW_IDEAL ? 1 : C(t, recovered_memory);
    return 1 - reached + reached * adiabatic_share(t);
}

static double adiabatic_period(const rgd_technology *t)
{
    return by_ramps(t)                 ? C(t, ramp_time) * rg_energy_ramps(t)
           : t->law == RG_LAW_RECOVERY ? C(t, recovery_period)
                                       : 0;
}

/* The list of terms being made; circulating is the energy that an adiabatic supply lends and takes
 * back. */
typedef struct {
    const rgd_technology *technology;
    rg_energy_term *terms;
    size_t count;
    double circulating;
    const char *part; /* that all terms belong to; NULL: each to its own */
} making;

static rg_energy_term *add(making *m, const char *part, const char *operation, double count,
                           const char *counted)
{
    rg_energy_term *term = &m->terms[m->count++];
    *term = (rg_energy_term){.part = m->part ? m->part : part,
                             .operation = operation,
                             .mode = "any",
                             .direction = "any",
                             .count = count,
                             .counted = counted,
                             .spread = NAN,
                             .unit = "J",
                             .source = ""};
    return term;
}

static void take_constant(rg_energy_term *term, const rgd_technology *t, unsigned index)
{
    term->mean = t->constants[index].value;
    term->unit = rg_constant_specs[index].unit;
    term->source = t->constants[index].overridden ? "set on the command line"
                                                  : t->constants[index].source;
}

static bool add_row(making *m, const char *part, unsigned kind, unsigned mode, unsigned direction,
                    unsigned width, double count, const char *counted)
{
    const rg_row *row = rg_row_find(m->technology, kind, mode, direction, width);
    if (!row)
        return false;
    if (count == 0)
        return true;
    rg_energy_term *term = add(m, part, rg_row_kind(kind), count, counted);
    if (kind < RG_ROW_CYCLE) {
        term->mode = rg_counted_modes[mode];
        term->direction = rg_directions[direction];
    }
    term->each_J = rg_row_energy(m->technology, row);
    term->conventional_J = term->count * term->each_J;
    const double swings = term->conventional_J * rg_energy_swing(m->technology);
    term->adiabatic_J = swings * adiabatic_share(m->technology);
    term->mean = row->mean;
    term->spread = row->spread;
    term->samples = row->samples;
    term->unit = row->farads ? "F" : "J";
    term->source = row->overridden ? "set on the command line" : row->source;
    m->circulating += swings;
    return true;
}

static const char *part_of(unsigned mode)
{
    return mode == RG_COUNTED_VALUE ? "operations" : "operations with derivatives";
}

/* A stream counts its elements and is fetched once. Signed, so that energy is linear in counters.
 */
static bool add_fetches(making *m, const rg_counters *counters, unsigned width, uint64_t *all)
{
    bool found = true;
    *all = 0;
    for (unsigned cell = 0; cell < RG_COUNTED_MODES * 2; cell++) {
        uint64_t fetched = 0;
        for (unsigned class = 0; class < RG_CLASS_COUNT; class ++)
            fetched += counters->by_mode[cell / 2][cell & 1][class];
        *all += fetched;
        found = found
                && add_row(m, "fetch and control", RG_ROW_FETCH, cell / 2, cell & 1, width,
                           (double)fetched, "instructions");
    }
    const double again = (double)counters->instructions - (double)*all;
    return found
           && add_row(m, "fetch and control", RG_ROW_FETCH, RG_COUNTED_VALUE, 0, width, again,
                      "elements of streams after the first, not fetched")
           && add_row(m, "clock", RG_ROW_CYCLE, RG_COUNTED_VALUE, 0, width,
                      (double)counters->cycles, "cycles");
}

static bool add_by_class(making *m, const rg_counters *counters, unsigned width)
{
    bool found = true;
    uint64_t all = 0;
    for (unsigned cell = 0; cell < RG_COUNTED_MODES * 2; cell++)
        for (unsigned class = 0; class < RG_CLASS_COUNT; class ++)
            found = found
                    && add_row(m, part_of(cell / 2), class, cell / 2, cell & 1, width,
                               (double)counters->by_mode[cell / 2][cell & 1][class],
                               "instructions");
    found = found && add_fetches(m, counters, width, &all);
    return found
           && add_row(m, "function unit", RG_ROW_BUSY, RG_COUNTED_VALUE, 0, width,
                      (double)counters->cycles - (double)all,
                      "cycles beyond the first of an instruction or element");
}

/* A term of `farads` in all. */
static rg_energy_term *add_switched(making *m, const char *part, const char *operation,
                                    double count, const char *counted, double farads)
{
    const rgd_technology *t = m->technology;
    const double v = C(t, supply_voltage);
    rg_energy_term *term = add(m, part, operation, count, counted);
    term->conventional_J = 0.5 * farads * C(t, capacitance_scale) * v * v;
    term->each_J = term->conventional_J / count;
    const double swings = term->conventional_J * rg_energy_swing(t);
    term->adiabatic_J = swings * adiabatic_share(t);
    term->mean = farads / count;
    term->unit = "F";
    term->source = t->activity->source;
    m->circulating += swings;
    return term;
}

/* What an instruction is, and what it switches besides, each term over all groups. */
static bool add_by_activity(making *m, const rg_counters *counters, unsigned width)
{
    const rg_activity_prices *prices = rg_activity_prices_of(m->technology, width);
    const rg_activity_counts *c = &counters->activity;
    uint64_t all = 0;
    for (unsigned i = 0; prices && i < RG_ACTIVITY_GROUPS * RG_COUNTED_MODES * 2; i++) {
        const unsigned group = i % RG_ACTIVITY_GROUPS, cell = i / RG_ACTIVITY_GROUPS;
        const double n = (double)c->operations[group][cell / 2][cell & 1];
        if (n == 0)
            continue;
        rg_energy_term *term = add_switched(m, part_of(cell / 2), rg_activity_group_name(group), n,
                                            "instructions",
                                            n * prices->operation[group][cell / 2][cell & 1]);
        term->mode = rg_counted_modes[cell / 2];
        term->direction = rg_directions[cell & 1];
    }
    for (unsigned t = 0; prices && t < RG_ACTIVITY_TERMS; t++) {
        double count = 0, farads = 0;
        for (unsigned i = 0; i < RG_ACTIVITY_GROUPS * 2; i++) {
            count += (double)c->terms[i / 2][i & 1][t];
            farads += (double)c->terms[i / 2][i & 1][t] * prices->term[i / 2][i & 1][t];
        }
        if (count > 0)
            add_switched(m, t == RG_ACTIVITY_BUSY ? "function unit" : "operands",
                         rg_activity_term_at(t), count, rg_activity_what(t), farads);
    }
    return prices && add_fetches(m, counters, width, &all);
}

static bool add_operations(making *m, const rg_counters *counters, unsigned width)
{
    return m->technology->by_activity ? add_by_activity(m, counters, width)
                                      : add_by_class(m, counters, width);
}

static void add_memory(making *m, const rg_counters *c, unsigned width)
{
    const rgd_technology *t = m->technology;
    const struct {
        const char *operation;
        uint64_t count;
    } traffic[] = {
        {"value words read", c->memory_reads},      {"value words written", c->memory_writes},
        {"gradient words read", c->gradient_reads}, {"gradient words written", c->gradient_writes},
        {"tangent words read", c->tangent_reads},   {"tangent words written", c->tangent_writes},
    };
    for (size_t i = 0; i < sizeof traffic / sizeof traffic[0]; i++) {
        if (traffic[i].count == 0)
            continue;
        rg_energy_term *term =
            add(m, "memory", traffic[i].operation, (double)traffic[i].count, "words");
        take_constant(term, t, RG_CONSTANT_memory_word);
        term->each_J = rg_energy_word(t, width) * voltage_scale(t);
        term->conventional_J = term->count * term->each_J;
        term->adiabatic_J = term->conventional_J * memory_share(t);
        if (by_ramps(t))
            m->circulating += term->conventional_J * C(t, recovered_memory);
    }
}

/* What a swing of the logic loses at any speed, because a transistor turns off before the node has
 * followed its clock. */
static void add_threshold(making *m)
{
    const rgd_technology *t = m->technology;
    if (t->law != RG_LAW_STAGED || m->circulating == 0 || C(t, threshold_loss) == 0)
        return;
    rg_energy_term *term =
        add(m, "threshold loss", "below the threshold", m->circulating, "J circulating");
    take_constant(term, t, RG_CONSTANT_threshold_loss);
    term->adiabatic_J = m->circulating * term->mean;
}

/* The clock swings the nodes and its own wires. */
static void add_resonator(making *m)
{
    const rgd_technology *t = m->technology;
    if (!by_ramps(t) || m->circulating == 0)
        return;
    const double all = m->circulating * (t->law == RG_LAW_STAGED ? 1 + C(t, clock_wires) : 1);
    rg_energy_term *term = add(m, "resonator", "loss of the resonator", all, "J circulating");
    take_constant(term, t, RG_CONSTANT_resonator_quality);
    term->adiabatic_J = all * 2 * pi / term->mean;
}

static void add_leakage(making *m, const char *part, uint64_t cycles)
{
    const rgd_technology *t = m->technology;
    const double power = rg_energy_leakage(t);
    if (cycles == 0 || power == 0)
        return;
    rg_energy_term *term = add(m, part, "leakage", (double)cycles, "cycles");
    take_constant(term, t,
                  t->constants[RG_CONSTANT_cells].given ? RG_CONSTANT_cell_leakage
                                                        : RG_CONSTANT_leakage_power);
    term->each_J = power * C(t, clock_period);
    term->conventional_J = term->count * term->each_J;
    /* A published recovery factor is net: what leaks is in it. */
    term->adiabatic_J = term->count * rg_energy_style_leakage(t) * adiabatic_period(t)
                        * (t->law == RG_LAW_RECOVERY ? adiabatic_share(t) : 1);
}

/* Copies and erasures: irreversible in every technology; all that the bound counts. */
static void add_bits(making *m, const char *part, const char *operation, uint64_t bits,
                     unsigned index)
{
    const rgd_technology *t = m->technology;
    if (bits == 0)
        return;
    rg_energy_term *term = add(m, part, operation, (double)bits, "bits");
    take_constant(term, t, index);
    term->each_J = term->mean;
    term->conventional_J = term->count * term->each_J;
    term->landauer_J = term->count * boltzmann * C(t, temperature) * log(2.0);
    term->adiabatic_J = t->law == RG_LAW_IDEAL  ? term->landauer_J
                        : t->law == RG_LAW_NONE ? 0
                                                : term->conventional_J;
}

/* The way in costs what the way out does, and a word of memory that is written. The host keeps what
 * it has, and memory that was zero takes a copy: nothing is erased, so the bound counts nothing. */
static void add_copies_in(making *m, const rg_counters *c, unsigned width)
{
    const rgd_technology *t = m->technology;
    if (c->words_copied_in == 0)
        return;
    rg_energy_term *term =
        add(m, "copies in", "words written", (double)c->words_copied_in, "words");
    take_constant(term, t, RG_CONSTANT_memory_word);
    term->each_J = rg_energy_word(t, width) * voltage_scale(t);
    term->conventional_J = term->count * term->each_J;
    term->adiabatic_J = term->conventional_J * memory_share(t);
    term = add(m, "copies in", "bits copied in", (double)c->words_copied_in * width, "bits");
    take_constant(term, t, RG_CONSTANT_copied_bit);
    term->each_J = term->mean;
    term->conventional_J = term->count * term->each_J;
    term->adiabatic_J = t->law == RG_LAW_IDEAL || t->law == RG_LAW_NONE ? 0 : term->conventional_J;
    add_leakage(m, "copies in", c->cycles_copied_in);
}

/* A word that leaves is read from memory, while the core stands. Its bits are those of add_bits().
 */
static void add_copies_out(making *m, const rg_counters *c, unsigned width)
{
    const rgd_technology *t = m->technology;
    if (c->words_copied_out == 0)
        return;
    rg_energy_term *term = add(m, "copies out", "words read", (double)c->words_copied_out, "words");
    take_constant(term, t, RG_CONSTANT_memory_word);
    term->each_J = rg_energy_word(t, width) * voltage_scale(t);
    term->conventional_J = term->count * term->each_J;
    term->adiabatic_J = term->conventional_J * memory_share(t);
    add_leakage(m, "copies out", c->cycles_copied_out);
}

static rg_result no_part(rg_fault *fault)
{
    if (fault) {
        memset(fault, 0, sizeof *fault);
        fault->result = RG_BAD_USE;
        snprintf(fault->code, sizeof fault->code, "R0932");
        snprintf(fault->message, sizeof fault->message,
                 "rg_energy_of: the counters of the dispatcher are more than those of the run, "
                 "which they are a part of");
    }
    return RG_BAD_USE;
}

static rg_result no_width(const rgd_technology *technology, unsigned width, rg_fault *fault)
{
    if (fault) {
        memset(fault, 0, sizeof *fault);
        fault->result = RG_BAD_USE;
        snprintf(fault->code, sizeof fault->code, "R0923");
        snprintf(fault->message, sizeof fault->message,
                 "the technology `%s` has no energies for operations of %u bits, the words of this "
                 "machine",
                 technology->origin, width);
    }
    return RG_BAD_USE;
}

/* Every group in every mode and direction, their fetches, those of streams, cycles, terms of
 * activity, six kinds of words, threshold, resonator, leakage: of the program, and of the
 * dispatcher. Three kinds of bits, three terms of copies in, two of copies out. */
_Static_assert(2 * ((RG_ACTIVITY_GROUPS + 1) * RG_COUNTED_MODES * 2 + 2 + RG_ACTIVITY_TERMS + 6 + 3)
                       + 3 + 3 + 2
                   <= RG_ENERGY_TERMS,
               "RG_ENERGY_TERMS must hold every term");

rg_counters rg_dispatched_counters(const rg_dispatched *d)
{
    rg_counters c = {.cycles = d->cycles,
                     .instructions = d->instructions,
                     .memory_reads = d->memory_reads,
                     .memory_writes = d->memory_writes,
                     .gradient_reads = d->gradient_reads,
                     .gradient_writes = d->gradient_writes,
                     .tangent_reads = d->tangent_reads,
                     .tangent_writes = d->tangent_writes,
                     .activity = d->activity};
    memcpy(c.by_mode, d->by_mode, sizeof c.by_mode);
    return c;
}

/* What else the core has done. False: the part is more than all. */
static bool take_off(rg_counters *all, const rg_counters *part)
{
    enum { COUNTS = sizeof *all / sizeof(uint64_t) };
    uint64_t a[COUNTS], b[COUNTS];
    memcpy(a, all, sizeof a);
    memcpy(b, part, sizeof b);
    for (size_t i = 0; i < COUNTS; i++) {
        if (b[i] > a[i])
            return false;
        a[i] -= b[i];
    }
    memcpy(all, a, sizeof a);
    return true;
}

/* What switches, and what leaks meanwhile. */
static bool add_core(making *m, const rg_counters *c, unsigned width)
{
    m->circulating = 0;
    if (!add_operations(m, c, width))
        return false;
    add_memory(m, c, width);
    add_threshold(m);
    add_resonator(m);
    add_leakage(m, "leakage", c->cycles);
    return true;
}

rg_result rgd_energy_terms(const rgd_technology *technology, const rg_counters *counters,
                           unsigned xlen, rg_energy_term *terms, size_t *count, rg_fault *fault)
{
    making m = {.technology = technology, .terms = terms};
    const rg_counters dispatcher = rg_dispatched_counters(&counters->dispatcher);
    rg_counters program = *counters;
    if (technology->by_activity && rg_activity_check(counters, fault) != RG_OK)
        return RG_BAD_USE;
    if (!take_off(&program, &dispatcher))
        return no_part(fault);
    if (!add_core(&m, &program, xlen))
        return no_width(technology, xlen, fault);
    m.part = "dispatcher";
    if (!add_core(&m, &dispatcher, xlen))
        return no_width(technology, xlen, fault);
    m.part = NULL;
    add_copies_in(&m, counters, xlen);
    add_bits(&m, "copies out", "bits copied out", counters->bits_copied_out,
             RG_CONSTANT_copied_bit);
    add_copies_out(&m, counters, xlen);
    add_bits(&m, "erasing", "bits erased by instructions", counters->bits_erased_gradient,
             RG_CONSTANT_erased_bit);
    add_bits(&m, "erasing", "bits erased by the host", counters->bits_erased_host,
             RG_CONSTANT_erased_bit);
    *count = m.count;
    return RG_OK;
}

static void add_part(rg_energy_view *view, const char *name, double joules)
{
    size_t i = 0;
    if (joules == 0)
        return;
    while (i < view->part_count && strcmp(view->parts[i].name, name) != 0)
        i++;
    if (i == view->part_count)
        view->parts[view->part_count++] = (rg_energy_part){name, 0};
    view->parts[i].joules += joules;
}

static void close_view(rg_energy_view *view)
{
    view->total_J = 0;
    for (size_t i = 0; i < view->part_count; i++)
        view->total_J += view->parts[i].joules;
}

rg_result rgd_energy_of(const rgd_technology *technology, const rg_counters *counters,
                        unsigned xlen, rg_energy *out, rg_fault *fault)
{
    rg_energy_term terms[RG_ENERGY_TERMS];
    size_t count = 0;
    memset(out, 0, sizeof *out);
    rg_result result = rgd_energy_terms(technology, counters, xlen, terms, &count, fault);
    if (result != RG_OK)
        return result;
    snprintf(out->technology, sizeof out->technology, "%s", technology->name);
    out->has_adiabatic = technology->law != RG_LAW_NONE;
    for (size_t i = 0; i < count; i++) {
        add_part(&out->conventional, terms[i].part, terms[i].conventional_J);
        if (out->has_adiabatic)
            add_part(&out->adiabatic, terms[i].part, terms[i].adiabatic_J);
        add_part(&out->landauer, terms[i].part, terms[i].landauer_J);
    }
    close_view(&out->conventional);
    close_view(&out->adiabatic);
    close_view(&out->landauer);
    const double cycles = (double)counters->cycles + (double)counters->cycles_copied_in
                          + (double)counters->cycles_copied_out;
    out->conventional_s = cycles * C(technology, clock_period);
    out->adiabatic_s = cycles * adiabatic_period(technology);
    out->same_clock_J = out->conventional.total_J;
    if (out->adiabatic_s > 0)
        out->same_clock_J += rg_energy_leakage(technology)
                             * (out->adiabatic_s - out->conventional_s);
    return RG_OK;
}

double rgd_energy_circuit_bound(const rgd_technology *t, const rg_counters *c)
{
    const double bits = (double)c->bits_copied_out + (double)c->bits_erased_gradient
                        + (double)c->bits_erased_host;
    if (!t->constants[RG_CONSTANT_flip_flops].given)
        return NAN;
    return boltzmann * C(t, temperature) * log(2.0) * (bits + C(t, flip_flops) * (double)c->cycles);
}
