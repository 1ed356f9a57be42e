/* netlist.c: reads Yosys' JSON and flattens the hierarchy. */
#include "energy/netlist/netlist.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "energy/cells/cells.h"
#include "energy/netlist/netlist_impl.h"

typedef struct {
    rg_netlist *out;
    json_t *modules;
    uint32_t *parent; /* nets that are one net, as a forest */
    size_t parent_room, gate_room, flop_room, macro_room, unit_room;
    char *message;
    size_t message_size;
} reader;

typedef struct {
    uint32_t *global;
    size_t count;
} scope; /* nets of a module's instance by Yosys' number */

static bool fail(reader *r, const char *what, const char *name)
{
    snprintf(r->message, r->message_size, "%s %s", what, name);
    return false;
}

/* Make room for one more. */
static bool grow(void **array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room ? 2 * *room : 1024;
    void *bigger = realloc(*array, more * size);
    if (!bigger)
        return false;
    *array = bigger;
    *room = more;
    return true;
}

static uint32_t new_net(reader *r)
{
    if (!grow((void **)&r->parent, r->out->net_count, &r->parent_room, sizeof *r->parent))
        return RG_NO_NET;
    r->parent[r->out->net_count] = (uint32_t)r->out->net_count;
    return (uint32_t)r->out->net_count++;
}

static uint32_t find(const reader *r, uint32_t net)
{
    while (r->parent[net] != net)
        net = r->parent[net] = r->parent[r->parent[net]];
    return net;
}

/* The smaller number stays, so that constants do. */
static void join(const reader *r, uint32_t a, uint32_t b)
{
    a = find(r, a);
    b = find(r, b);
    if (a < b)
        r->parent[b] = a;
    else
        r->parent[a] = b;
}

static uint32_t net_of(reader *r, scope *s, const json_t *bit)
{
    if (json_is_string(bit))
        return strcmp(json_string_value(bit), "1") == 0 ? RG_NET_ONE : RG_NET_ZERO;
    size_t index = (size_t)json_integer_value(bit);
    if (index >= s->count)
        return RG_NO_NET;
    if (s->global[index] == RG_NO_NET)
        s->global[index] = new_net(r);
    return s->global[index];
}

/* "$paramod$HASH\name", "$paramod\name\P=..", "name". */
static char *base_name(const char *name)
{
    if (strncmp(name, "$paramod\\", 9) == 0)
        return strndup(name + 9, strcspn(name + 9, "\\"));
    if (strncmp(name, "$paramod$", 9) == 0 && strchr(name, '\\'))
        return strdup(strchr(name, '\\') + 1);
    return strdup(name);
}

static bool unit_of(reader *r, const char *module, uint16_t *unit)
{
    char *name = base_name(module);
    if (!name)
        return false;
    for (size_t i = 0; i < r->out->unit_count; i++)
        if (strcmp(r->out->units[i].name, name) == 0) {
            free(name);
            *unit = (uint16_t)i;
            return true;
        }
    if (!grow((void **)&r->out->units, r->out->unit_count, &r->unit_room, sizeof *r->out->units)) {
        free(name);
        return false;
    }
    r->out->units[r->out->unit_count] = (rg_unit){.name = name};
    *unit = (uint16_t)r->out->unit_count++;
    return true;
}

static bool pin(reader *r, scope *s, json_t *connections, const char *name, uint32_t *net)
{
    json_t *bits = json_object_get(connections, name);
    if (json_array_size(bits) != 1)
        return fail(r, "no single net at pin", name);
    *net = net_of(r, s, json_array_get(bits, 0));
    return *net != RG_NO_NET || fail(r, "memory is short at pin", name);
}

static bool add_gate(reader *r, scope *s, const rg_cell *cell, json_t *connections, uint16_t unit)
{
    rg_netlist *n = r->out;
    if (!grow((void **)&n->gates, n->gate_count, &r->gate_room, sizeof *n->gates))
        return fail(r, "memory is short at", cell->name);
    rg_gate *gate = &n->gates[n->gate_count];
    *gate = (rg_gate){.kind = (uint8_t)(cell - rg_cells), .unit = unit};
    for (unsigned i = 0; i < cell->pins; i++) {
        const char name[2] = {(char)('A' + i), '\0'};
        if (!pin(r, s, connections, name, &gate->in[i]))
            return false;
    }
    if (!pin(r, s, connections, "Y", &gate->out))
        return false;
    n->gate_count++;
    n->units[unit].cells++;
    n->units[unit].area += cell->area;
    return true;
}

static bool add_flop(reader *r, scope *s, const rg_flop *flop, json_t *connections, uint16_t unit)
{
    rg_netlist *n = r->out;
    if (!grow((void **)&n->flops, n->flop_count, &r->flop_room, sizeof *n->flops))
        return fail(r, "memory is short at", flop->name);
    rg_netflop *f = &n->flops[n->flop_count];
    *f = (rg_netflop){.unit = unit, .enabled = flop->enabled, .enable = RG_NET_ONE};
    if (!pin(r, s, connections, "D", &f->d) || !pin(r, s, connections, "Q", &f->q)
        || (flop->enabled && !pin(r, s, connections, "E", &f->enable)))
        return false;
    n->flop_count++;
    n->units[unit].cells++;
    n->units[unit].flops++;
    n->units[unit].area += flop->area;
    return true;
}

static bool read_ports(reader *r, scope *s, json_t *module, json_t *bits_of, rg_netport **ports,
                       size_t *count)
{
    const char *name;
    json_t *port, *table = json_object_get(module, "ports");
    *ports = calloc(json_object_size(table) + 1, sizeof **ports);
    if (!*ports)
        return fail(r, "memory is short at", "ports");
    json_object_foreach(table, name, port)
    {
        json_t *bits = bits_of ? json_object_get(bits_of, name) : json_object_get(port, "bits");
        rg_netport *p = &(*ports)[*count];
        p->width = (uint32_t)json_array_size(bits);
        p->name = strdup(name);
        p->nets = calloc(p->width + 1, sizeof *p->nets);
        const char *direction = json_string_value(json_object_get(port, "direction"));
        p->output = direction && strcmp(direction, "output") == 0;
        *count += 1;
        if (!p->name || !p->nets)
            return fail(r, "memory is short at", name);
        for (uint32_t i = 0; i < p->width; i++)
            if ((p->nets[i] = net_of(r, s, json_array_get(bits, i))) == RG_NO_NET)
                return fail(r, "memory is short at", name);
    }
    return true;
}

static bool add_macro(reader *r, scope *s, const char *path, const char *type, json_t *module,
                      json_t *connections)
{
    rg_netlist *n = r->out;
    if (!grow((void **)&n->macros, n->macro_count, &r->macro_room, sizeof *n->macros))
        return fail(r, "memory is short at", path);
    rg_macro *m = &n->macros[n->macro_count++];
    *m = (rg_macro){.path = strdup(path), .module = base_name(type)};
    return m->path && m->module && unit_of(r, type, &m->unit)
           && read_ports(r, s, module, connections, &m->ports, &m->port_count);
}

static bool add_module(reader *r, const char *path, const char *type, json_t *module,
                       scope *outside, json_t *connections);

static bool add_cell(reader *r, scope *s, const char *path, const char *name, json_t *cell,
                     uint16_t unit)
{
    const char *type = json_string_value(json_object_get(cell, "type"));
    json_t *connections = json_object_get(cell, "connections"), *module;
    char inner[512];

    if (!type)
        return fail(r, "no type at cell", name);
    if (strncmp(type, "RG_", 3) == 0) {
        for (size_t i = 0; i < rg_cell_count; i++)
            if (strcmp(type + 3, rg_cells[i].name) == 0)
                return add_gate(r, s, &rg_cells[i], connections, unit);
        for (size_t i = 0; i < rg_flop_count; i++)
            if (strcmp(type + 3, rg_flops[i].name) == 0)
                return add_flop(r, s, &rg_flops[i], connections, unit);
    }
    module = json_object_get(r->modules, type);
    if (!module)
        return fail(r, "neither a cell of the library nor a module:", type);
    snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", name);
    if (json_object_get(json_object_get(module, "attributes"), "blackbox"))
        return add_macro(r, s, inner, type, module, connections);
    return add_module(r, inner, type, module, s, connections);
}

/* The instance's own nets, its ports joined with the nets outside. */
static bool bind(reader *r, scope *s, json_t *module, scope *outside, json_t *connections)
{
    const char *name;
    json_t *port;
    json_object_foreach(json_object_get(module, "ports"), name, port)
    {
        json_t *inside = json_object_get(port, "bits"), *bits = json_object_get(connections, name);
        for (size_t i = 0; i < json_array_size(inside) && i < json_array_size(bits); i++) {
            uint32_t a = net_of(r, s, json_array_get(inside, i)),
                     b = net_of(r, outside, json_array_get(bits, i));
            if (a == RG_NO_NET || b == RG_NO_NET)
                return fail(r, "memory is short at", name);
            join(r, a, b);
        }
    }
    return true;
}

static size_t most_nets(json_t *module)
{
    json_int_t most = 0;
    const char *name;
    json_t *net, *bit;
    size_t i;
    json_object_foreach(json_object_get(module, "netnames"), name, net)
        json_array_foreach(json_object_get(net, "bits"), i, bit)
            most = json_integer_value(bit) > most ? json_integer_value(bit) : most;
    return (size_t)most + 1;
}

static bool add_module(reader *r, const char *path, const char *type, json_t *module,
                       scope *outside, json_t *connections)
{
    scope s = {NULL, most_nets(module)};
    uint16_t unit;
    const char *name;
    json_t *cell;
    bool good = true;

    s.global = malloc(s.count * sizeof *s.global);
    if (!s.global || !unit_of(r, type, &unit)) {
        free(s.global);
        return fail(r, "memory is short at", path);
    }
    memset(s.global, 0xff, s.count * sizeof *s.global);
    r->out->units[unit].instances++;
    if (outside)
        good = bind(r, &s, module, outside, connections);
    else
        good = read_ports(r, &s, module, NULL, &r->out->ports, &r->out->port_count);
    json_object_foreach(json_object_get(module, "cells"), name,
                        cell) if (!(good = good && add_cell(r, &s, path, name, cell, unit))) break;
    free(s.global);
    return good;
}

static void resolve_ports(const reader *r, rg_netport *ports, size_t count)
{
    for (size_t p = 0; p < count; p++)
        for (uint32_t i = 0; i < ports[p].width; i++)
            ports[p].nets[i] = find(r, ports[p].nets[i]);
}

static void resolve(const reader *r)
{
    rg_netlist *n = r->out;
    for (size_t i = 0; i < n->gate_count; i++) {
        for (unsigned k = 0; k < rg_cells[n->gates[i].kind].pins; k++)
            n->gates[i].in[k] = find(r, n->gates[i].in[k]);
        n->gates[i].out = find(r, n->gates[i].out);
    }
    for (size_t i = 0; i < n->flop_count; i++) {
        n->flops[i].d = find(r, n->flops[i].d);
        n->flops[i].q = find(r, n->flops[i].q);
        n->flops[i].enable = find(r, n->flops[i].enable);
    }
    for (size_t i = 0; i < n->macro_count; i++)
        resolve_ports(r, n->macros[i].ports, n->macros[i].port_count);
    resolve_ports(r, n->ports, n->port_count);
}

/* The top module is named as given, or is the one whose base name that is. */
static json_t *find_top(json_t *modules, const char *top, const char **type)
{
    json_t *module;
    json_object_foreach(modules, *type, module)
    {
        char *name = base_name(*type);
        bool same = name && strcmp(name, top) == 0;
        free(name);
        if (same)
            return module;
    }
    return NULL;
}

bool rg_netlist_read(const char *path, const char *top, rg_netlist *out, char *message, size_t size)
{
    json_error_t error;
    const char *type = top;
    reader r = {.out = out, .message = message, .message_size = size};
    json_t *root = json_load_file(path, 0, &error);

    *out = (rg_netlist){0};
    if (!root) {
        snprintf(message, size, "%s: %s", path, error.text);
        return false;
    }
    r.modules = json_object_get(root, "modules");
    json_t *module = find_top(r.modules, top, &type);
    bool good = module || fail(&r, "no module", top);
    good = good && new_net(&r) == RG_NET_ZERO && new_net(&r) == RG_NET_ONE;
    good = good && add_module(&r, "", type, module, NULL, NULL);
    if (good) {
        resolve(&r);
        good = rg_netlist_finish(out) || fail(&r, "memory is short, or a ring of gates, in", path);
    }
    free(r.parent);
    json_decref(root);
    if (!good)
        rg_netlist_free(out);
    return good;
}

static void free_ports(rg_netport *ports, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(ports[i].name);
        free(ports[i].nets);
    }
    free(ports);
}

static void free_macros(rg_macro *macros, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(macros[i].path);
        free(macros[i].module);
        free_ports(macros[i].ports, macros[i].port_count);
    }
    free(macros);
}

void rg_netlist_free(rg_netlist *n)
{
    free_macros(n->macros, n->macro_count);
    for (size_t i = 0; i < n->unit_count; i++)
        free(n->units[i].name);
    free_ports(n->ports, n->port_count);
    free(n->units);
    free(n->gates);
    free(n->flops);
    free(n->load);
    free(n->capacitance);
    free(n->net_unit);
    *n = (rg_netlist){0};
}

static const rg_netport *by_name(const rg_netport *ports, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(ports[i].name, name) == 0)
            return &ports[i];
    return NULL;
}

const rg_netport *rg_netlist_port(const rg_netlist *netlist, const char *name)
{
    return by_name(netlist->ports, netlist->port_count, name);
}

const rg_netport *rg_macro_port(const rg_macro *macro, const char *name)
{
    return by_name(macro->ports, macro->port_count, name);
}
