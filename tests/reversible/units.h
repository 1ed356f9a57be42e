// What each reversible unit must compute, as plain C on words.
#ifndef TESTS_REVERSIBLE_UNITS_H
#define TESTS_REVERSIBLE_UNITS_H

#include <stdint.h>

#define UNIT_PORTS 4

// Values of a unit's ports in the order of `port` below, each within its width.
struct unit {
    const char *module;
    const char *port[UNIT_PORTS]; // NULL ends the list; ancillas are not listed
    // Maps the port values at width n (at most 64) in place; inverse is 0 or 1.
    void (*apply)(unsigned n, int inverse, uint64_t value[UNIT_PORTS]);
};

extern const struct unit UNITS[];
extern const unsigned UNIT_COUNT;

// The n low bits of a word.
uint64_t unit_low(uint64_t word, unsigned n);

#endif
