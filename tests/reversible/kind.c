// Gate modules: truth table from the module's own logic, bijection, and which standard gate it is.
#include <jansson.h>
#include <string.h>

#include "tests/reversible/netlist.h"

enum { MAX_BITS = 64 };

// The standard gates by their module names. Line 0 is bit 0 of the words of the table.
static const struct {
    const char *module;
    enum rv_function function;
    unsigned lines;
    uint8_t table[8];
} STANDARD[] = {
    {"rg_not", RV_NOT, 1, {1, 0}},
    {"rg_cnot", RV_CNOT, 2, {0, 3, 2, 1}},
    {"rg_toffoli", RV_TOFFOLI, 3, {0, 1, 2, 7, 4, 5, 6, 3}},
    {"rg_fredkin", RV_FREDKIN, 3, {0, 1, 2, 5, 4, 3, 6, 7}},
    {"rg_peres", RV_PERES, 3, {0, 3, 2, 5, 4, 7, 6, 1}},
    {"rg_peres_inverse", RV_PERES, 3, {0, 7, 2, 1, 4, 3, 6, 5}},
};

struct logic {
    int8_t value[MAX_BITS]; // -1 not yet known
};

static bool bit_of(const json_t *connections, const char *port, int *bit)
{
    const json_t *bits = json_object_get(connections, port);
    const json_t *one = json_array_get(bits, 0);
    if (json_array_size(bits) != 1 || !json_is_integer(one))
        return false;
    json_int_t value = json_integer_value(one);
    if (value < 0 || value >= MAX_BITS)
        return false;
    *bit = (int)value;
    return true;
}

// Evaluates one cell if its inputs are known. Returns -1 for a cell this reader does not know.
static int evaluate_cell(const json_t *cell, struct logic *logic)
{
    const char *type = json_string_value(json_object_get(cell, "type"));
    const json_t *c = json_object_get(cell, "connections");
    int a, b, s, y;
    if (type == NULL || !bit_of(c, "A", &a) || !bit_of(c, "Y", &y))
        return -1;
    int va = logic->value[a], result;
    if (strcmp(type, "$_NOT_") == 0) {
        if (va < 0)
            return 0;
        result = !va;
    } else {
        if (!bit_of(c, "B", &b))
            return -1;
        int vb = logic->value[b];
        int vs = 0;
        bool mux = strcmp(type, "$_MUX_") == 0;
        if (mux) {
            if (!bit_of(c, "S", &s))
                return -1;
            vs = logic->value[s];
        }
        if (va < 0 || vb < 0 || vs < 0)
            return 0;
        if (mux)
            result = vs ? vb : va;
        else if (strcmp(type, "$_AND_") == 0)
            result = va & vb;
        else if (strcmp(type, "$_OR_") == 0)
            result = va | vb;
        else if (strcmp(type, "$_XOR_") == 0)
            result = va ^ vb;
        else if (strcmp(type, "$_XNOR_") == 0)
            result = !(va ^ vb);
        else
            return -1;
    }
    logic->value[y] = (int8_t)result;
    return 1;
}

// Values of all bits of the module for one input word; false if the logic is unknown or has a loop.
static bool evaluate(const json_t *cells, struct logic *logic)
{
    size_t done = 0, total = json_object_size(cells);
    for (size_t pass = 0; pass <= total && done < total; pass++) {
        const char *name;
        json_t *cell;
        done = 0;
        json_object_foreach((json_t *)(uintptr_t)cells, name, cell)
        {
            int r = evaluate_cell(cell, logic);
            if (r < 0)
                return false;
            done += (size_t)r;
        }
    }
    return done == total;
}

static bool port_bit(const json_t *ports, const char *name, const char *direction, int *bit)
{
    const json_t *port = json_object_get(ports, name);
    const char *d = json_string_value(json_object_get(port, "direction"));
    return d != NULL && strcmp(d, direction) == 0 && bit_of(port, "bits", bit);
}

// Lines of the gate: each input x with its output x_out, nothing else.
static bool read_lines(const json_t *ports, struct rv_kind *kind, int in[], int out[])
{
    const char *name;
    json_t *port;
    kind->lines = 0;
    json_object_foreach((json_t *)(uintptr_t)ports, name, port)
    {
        const char *d = json_string_value(json_object_get(port, "direction"));
        if (d == NULL || strcmp(d, "input") != 0)
            continue;
        char partner[RV_NAME + 8];
        unsigned k = kind->lines;
        if (k == RV_LINES || strlen(name) >= RV_NAME)
            return false;
        snprintf(partner, sizeof partner, "%s_out", name);
        if (!port_bit(ports, name, "input", &in[k]) || !port_bit(ports, partner, "output", &out[k]))
            return false;
        memcpy(kind->in[k], name, strlen(name) + 1);
        kind->lines++;
    }
    return kind->lines > 0 && json_object_size(ports) == 2 * (size_t)kind->lines;
}

// Algebraic normal form of each output by the Moebius transform of its column of the table.
static void normal_form(struct rv_kind *kind)
{
    unsigned words = 1u << kind->lines;
    for (unsigned k = 0; k < kind->lines; k++) {
        uint8_t f[1u << RV_LINES];
        for (unsigned w = 0; w < words; w++)
            f[w] = (kind->table[w] >> k) & 1;
        for (unsigned step = 1; step < words; step <<= 1)
            for (unsigned w = 0; w < words; w++)
                if (w & step)
                    f[w] ^= f[w ^ step];
        kind->anf[k] = 0;
        for (unsigned w = 0; w < words; w++) {
            if (!f[w])
                continue;
            kind->anf[k] = (uint16_t)(kind->anf[k] | (1u << w));
            if (w & (w - 1))
                kind->nonlinear = true;
        }
    }
}

static bool classify(struct rv_kind *kind, FILE *errors)
{
    kind->function = RV_OTHER;
    for (unsigned f = 0; f < sizeof STANDARD / sizeof STANDARD[0]; f++) {
        if (strcmp(kind->module, STANDARD[f].module) != 0)
            continue;
        kind->function = STANDARD[f].function;
        if (kind->lines == STANDARD[f].lines
            && memcmp(kind->table, STANDARD[f].table, 1u << kind->lines) == 0)
            return true;
        fprintf(errors, "gate module %s does not compute the function of its name\n", kind->module);
        return false;
    }
    return true;
}

bool rv_kind_read(const char *module, const json_t *json, struct rv_kind *kind, FILE *errors)
{
    int in[RV_LINES], out[RV_LINES];
    memset(kind, 0, sizeof *kind);
    if (strlen(module) >= sizeof kind->module) {
        fprintf(errors, "gate module %s: name too long\n", module);
        return false;
    }
    memcpy(kind->module, module, strlen(module) + 1);
    if (!read_lines(json_object_get(json, "ports"), kind, in, out)) {
        fprintf(errors, "gate module %s: its ports are not pairs x, x_out of one bit\n", module);
        return false;
    }
    unsigned words = 1u << kind->lines;
    int seen[1u << RV_LINES];
    memset(seen, -1, sizeof seen);
    for (unsigned w = 0; w < words; w++) {
        struct logic logic;
        memset(&logic, -1, sizeof logic);
        for (unsigned k = 0; k < kind->lines; k++)
            logic.value[in[k]] = (int8_t)((w >> k) & 1);
        if (!evaluate(json_object_get(json, "cells"), &logic)) {
            fprintf(errors, "gate module %s is not plain combinational logic\n", module);
            return false;
        }
        unsigned result = 0;
        for (unsigned k = 0; k < kind->lines; k++) {
            if (logic.value[out[k]] < 0) {
                fprintf(errors, "gate module %s: output %s_out has no source\n", module,
                        kind->in[k]);
                return false;
            }
            result |= (unsigned)logic.value[out[k]] << k;
        }
        if (seen[result] >= 0) {
            fprintf(errors,
                    "gate module %s is not reversible: inputs %d and %u give the same output %u\n",
                    module, seen[result], w, result);
            return false;
        }
        seen[result] = (int)w;
        kind->table[w] = (uint8_t)result;
    }
    normal_form(kind);
    return classify(kind, errors);
}
