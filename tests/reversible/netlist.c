// Reads a netlist of reversible gates and checks its structure.
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reversible/netlist.h"

enum { MAX_WIRES = 1 << 26 }; // a larger bit number is taken for a damaged file

// A wire's ends while the netlist is read.
struct ends {
    uint32_t sources, readers;
    uint32_t source_gate; // RV_NO_GATE for a port
};

struct reader {
    struct rv_netlist *n;
    struct ends *ends;
    FILE *errors;
    uint32_t faults;
};

static void wire_label(const struct rv_netlist *n, uint32_t wire, char *text, size_t size)
{
    if (n->wire_name[wire] != NULL)
        snprintf(text, size, "%s", n->wire_name[wire]);
    else
        snprintf(text, size, "#%u", wire);
}

// Wire number of a JSON bit; constants are faults.
static bool wire_of(struct reader *r, const json_t *bit, const char *owner, const char *port,
                    uint32_t *wire)
{
    if (!json_is_integer(bit)) {
        const char *constant = json_string_value(bit);
        fprintf(r->errors, "%s: port %s is tied to constant %s\n", owner, port,
                constant ? constant : "?");
        r->faults++;
        return false;
    }
    json_int_t number = json_integer_value(bit);
    if (number < 0 || number >= (json_int_t)r->n->wires) {
        fprintf(r->errors, "%s: port %s has an impossible bit number\n", owner, port);
        r->faults++;
        return false;
    }
    *wire = (uint32_t)number;
    return true;
}

static bool is_true(const json_t *module, const char *attribute)
{
    const char *v =
        json_string_value(json_object_get(json_object_get(module, "attributes"), attribute));
    return v != NULL && v[0] != '\0' && v[strlen(v) - 1] == '1';
}

static const json_t *find_top(struct rv_netlist *n)
{
    const char *name;
    json_t *module;
    json_object_foreach(json_object_get(n->json, "modules"), name, module)
    {
        if (is_true(module, "top")) {
            n->name = name;
            return module;
        }
    }
    return NULL;
}

static uint32_t highest_bit(const json_t *bits, uint32_t highest)
{
    for (size_t i = 0; i < json_array_size(bits); i++) {
        const json_t *b = json_array_get(bits, i);
        if (json_is_integer(b) && json_integer_value(b) > (json_int_t)highest
            && json_integer_value(b) < MAX_WIRES)
            highest = (uint32_t)json_integer_value(b);
    }
    return highest;
}

static uint32_t count_wires(const json_t *top)
{
    uint32_t highest = 0;
    const char *name, *port;
    json_t *item, *bits;
    json_object_foreach(json_object_get(top, "ports"), name, item)
        highest = highest_bit(json_object_get(item, "bits"), highest);
    json_object_foreach(json_object_get(top, "cells"), name, item)
        json_object_foreach(json_object_get(item, "connections"), port, bits)
            highest = highest_bit(bits, highest);
    json_object_foreach(json_object_get(top, "netnames"), name, item)
        highest = highest_bit(json_object_get(item, "bits"), highest);
    return highest + 1;
}

static void read_wire_names(struct rv_netlist *n, const json_t *top)
{
    const char *name;
    json_t *item;
    json_object_foreach(json_object_get(top, "netnames"), name, item)
    {
        const json_t *bits = json_object_get(item, "bits");
        for (size_t i = 0; i < json_array_size(bits); i++) {
            const json_t *b = json_array_get(bits, i);
            json_int_t w = json_integer_value(b);
            if (!json_is_integer(b) || w < 0 || w >= (json_int_t)n->wires)
                continue;
            if (n->wire_name[w] == NULL || strlen(name) < strlen(n->wire_name[w]))
                n->wire_name[w] = name;
        }
    }
}

// Index of the gate module, read at its first use; the module must be in the document.
static bool kind_index(struct reader *r, const char *type, uint32_t *index)
{
    struct rv_netlist *n = r->n;
    for (uint32_t k = 0; k < n->kinds; k++) {
        if (strcmp(n->kind[k].module, type) == 0) {
            *index = k;
            return n->kind[k].lines != 0;
        }
    }
    const json_t *module = json_object_get(json_object_get(n->json, "modules"), type);
    if (module == NULL || strlen(type) >= RV_NAME)
        return false;
    struct rv_kind *grown = realloc(n->kind, (n->kinds + 1) * sizeof *grown);
    if (grown == NULL)
        return false;
    n->kind = grown;
    *index = n->kinds++;
    struct rv_kind *kind = &n->kind[*index];
    bool good = rv_kind_read(type, module, kind, r->errors);
    if (!good)
        kind->lines = 0; // remembered as bad, reported once
    return good;
}

static void read_ports(struct reader *r, const json_t *top)
{
    struct rv_netlist *n = r->n;
    const char *name;
    json_t *item;
    json_object_foreach(json_object_get(top, "ports"), name, item)
    {
        const json_t *bits = json_object_get(item, "bits");
        const char *direction = json_string_value(json_object_get(item, "direction"));
        struct rv_port *p = &n->port[n->ports];
        p->name = name;
        p->output = direction != NULL && strcmp(direction, "output") == 0;
        p->ancilla = !p->output && strncmp(name, "ancilla", 7) == 0;
        p->wire = calloc(json_array_size(bits) + 1, sizeof *p->wire);
        if (p->wire == NULL) {
            r->faults++;
            return;
        }
        n->ports++;
        for (size_t i = 0; i < json_array_size(bits); i++) {
            uint32_t w;
            if (!wire_of(r, json_array_get(bits, i), "circuit", name, &w))
                continue;
            p->wire[p->width++] = w;
            if (p->output)
                r->ends[w].readers++;
            else
                r->ends[w].sources++;
        }
    }
}

static void check_pairs(struct reader *r)
{
    uint32_t inputs = 0, outputs = 0;
    for (uint32_t i = 0; i < r->n->ports; i++) {
        const struct rv_port *p = &r->n->port[i];
        char partner[256];
        if (p->output) {
            outputs++;
            continue;
        }
        inputs++;
        snprintf(partner, sizeof partner, "%s_out", p->name);
        const struct rv_port *q = rv_port(r->n, partner);
        if (q == NULL || !q->output || q->width != p->width) {
            fprintf(r->errors, "input port %s has no output port %s of its width\n", p->name,
                    partner);
            r->faults++;
        }
    }
    if (inputs != outputs) {
        fprintf(r->errors, "%u input ports but %u output ports\n", inputs, outputs);
        r->faults++;
    }
}

static void read_gate(struct reader *r, const char *name, const json_t *cell)
{
    struct rv_netlist *n = r->n;
    const char *type = json_string_value(json_object_get(cell, "type"));
    const json_t *connections = json_object_get(cell, "connections");
    uint32_t kind;
    if (type == NULL || !kind_index(r, type, &kind)) {
        fprintf(r->errors, "cell %s of type %s is not a reversible gate\n", name,
                type ? type : "?");
        r->faults++;
        return;
    }
    struct rv_gate *g = &n->gate[n->gates];
    g->name = name;
    g->kind = kind;
    for (unsigned k = 0; k < n->kind[kind].lines; k++) {
        char out[RV_NAME + 8];
        snprintf(out, sizeof out, "%s_out", n->kind[kind].in[k]);
        const json_t *from = json_array_get(json_object_get(connections, n->kind[kind].in[k]), 0);
        const json_t *to = json_array_get(json_object_get(connections, out), 0);
        if (!wire_of(r, from, name, n->kind[kind].in[k], &g->in[k])
            || !wire_of(r, to, name, out, &g->out[k]))
            return;
        r->ends[g->in[k]].readers++;
        r->ends[g->out[k]].sources++;
        r->ends[g->out[k]].source_gate = n->gates;
    }
    n->gates++;
}

static void check_ends(struct reader *r)
{
    for (uint32_t w = 0; w < r->n->wires; w++) {
        const struct ends *e = &r->ends[w];
        if (e->sources == 0 && e->readers == 0)
            continue;
        if (e->sources == 1 && e->readers == 1)
            continue;
        char label[256];
        wire_label(r->n, w, label, sizeof label);
        if (e->readers > 1)
            fprintf(r->errors, "wire %s fans out to %u readers\n", label, e->readers);
        if (e->readers == 0)
            fprintf(r->errors, "wire %s is dropped: nothing reads it\n", label);
        if (e->sources > 1)
            fprintf(r->errors, "wire %s has %u sources\n", label, e->sources);
        if (e->sources == 0)
            fprintf(r->errors, "wire %s has no source\n", label);
        r->faults++;
    }
}

// Puts gate `start` and all that it waits for into the order; false at a loop. state: 0 new, 1
// open, 2 placed.
static bool place(const struct reader *r, uint32_t start, uint8_t *state, uint32_t *stack,
                  uint32_t *order, uint32_t *placed)
{
    uint32_t depth = 0;
    if (state[start] == 0)
        stack[depth++] = start;
    while (depth > 0) {
        uint32_t g = stack[depth - 1], wait = RV_NO_GATE;
        const struct rv_gate *gate = &r->n->gate[g];
        state[g] = 1;
        for (unsigned k = 0; k < r->n->kind[gate->kind].lines; k++) {
            uint32_t source = r->ends[gate->in[k]].source_gate;
            if (source == RV_NO_GATE || state[source] == 2)
                continue;
            if (state[source] == 1) {
                fprintf(r->errors, "gate %s stands in a loop\n", gate->name);
                return false;
            }
            wait = source;
        }
        if (wait != RV_NO_GATE) {
            stack[depth++] = wait;
        } else {
            state[g] = 2;
            order[(*placed)++] = g;
            depth--;
        }
    }
    return true;
}

static bool sort_gates(struct reader *r)
{
    struct rv_netlist *n = r->n;
    size_t count = (size_t)n->gates + 1;
    uint8_t *state = calloc(count, 1);
    uint32_t *stack = calloc(count, sizeof *stack), *order = calloc(count, sizeof *order),
             placed = 0;
    struct rv_gate *sorted = calloc(count, sizeof *sorted);
    bool good = state != NULL && stack != NULL && order != NULL && sorted != NULL;
    for (uint32_t g = 0; good && g < n->gates; g++)
        good = place(r, g, state, stack, order, &placed);
    if (good) {
        for (uint32_t g = 0; g < placed; g++)
            sorted[g] = n->gate[order[g]];
        free(n->gate);
        n->gate = sorted;
        sorted = NULL;
    }
    free(sorted);
    free(state);
    free(stack);
    free(order);
    return good;
}

static bool read_all(struct reader *r, const json_t *top)
{
    struct rv_netlist *n = r->n;
    const json_t *cells = json_object_get(top, "cells");
    n->wires = count_wires(top);
    n->wire_name = calloc(n->wires, sizeof *n->wire_name);
    n->port = calloc(json_object_size(json_object_get(top, "ports")) + 1, sizeof *n->port);
    n->gate = calloc(json_object_size(cells) + 1, sizeof *n->gate);
    r->ends = calloc(n->wires, sizeof *r->ends);
    if (n->wire_name == NULL || n->port == NULL || n->gate == NULL || r->ends == NULL) {
        fprintf(r->errors, "out of memory\n");
        return false;
    }
    for (uint32_t w = 0; w < n->wires; w++)
        r->ends[w].source_gate = RV_NO_GATE;
    read_wire_names(n, top);
    read_ports(r, top);
    check_pairs(r);
    const char *name;
    json_t *cell;
    json_object_foreach((json_t *)(uintptr_t)cells, name, cell) read_gate(r, name, cell);
    check_ends(r);
    return r->faults == 0 && sort_gates(r);
}

struct rv_netlist *rv_load(const char *path, FILE *errors)
{
    json_error_t error;
    struct rv_netlist *n = calloc(1, sizeof *n);
    struct reader r = {.n = n, .errors = errors};
    if (n == NULL)
        return NULL;
    n->json = json_load_file(path, 0, &error);
    const json_t *top = n->json == NULL ? NULL : find_top(n);
    bool good = false;
    if (n->json == NULL)
        fprintf(errors, "%s: %s\n", path, error.text);
    else if (top == NULL)
        fprintf(errors, "%s: no top module\n", path);
    else
        good = read_all(&r, top);
    free(r.ends);
    if (good)
        return n;
    rv_free(n);
    return NULL;
}

void rv_free(struct rv_netlist *n)
{
    if (n == NULL)
        return;
    for (uint32_t i = 0; i < n->ports; i++)
        free(n->port[i].wire);
    free(n->port);
    free(n->gate);
    free(n->kind);
    free(n->wire_name);
    json_decref(n->json);
    free(n);
}

const char *rv_name(const struct rv_netlist *n) { return n->name; }

const struct rv_port *rv_port(const struct rv_netlist *n, const char *name)
{
    for (uint32_t i = 0; i < n->ports; i++)
        if (strcmp(n->port[i].name, name) == 0)
            return &n->port[i];
    return NULL;
}
