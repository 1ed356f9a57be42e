/* synth_report.c: `synth-report NETLIST TOP NAME [markdown]`: cells, area and delay of a netlist
 * and its modules, as JSON or Markdown lines. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "energy/netlist/netlist.h"
#include "errors/errors.h"

typedef struct {
    size_t cells, flops;
    double area;
} sum;

static sum sum_of(const rg_netlist *n)
{
    sum s = {0};
    for (size_t u = 0; u < n->unit_count; u++) {
        s.cells += n->units[u].cells;
        s.flops += n->units[u].flops;
        s.area += n->units[u].area;
    }
    return s;
}

/* Where the longest path goes: modules in order, each with the number of its gates in a row. */
static json_t *path_of(const rg_netlist *n, const rg_path *path)
{
    json_t *list = json_array();
    unsigned gates = 0;
    for (size_t i = 0; i < path->net_count; i++) {
        uint16_t unit = n->net_unit[path->nets[i]];
        gates++;
        if (i + 1 < path->net_count && n->net_unit[path->nets[i + 1]] == unit)
            continue;
        json_array_append_new(list, json_pack("{s:s,s:i}", "module",
                                              unit == UINT16_MAX ? "input" : n->units[unit].name,
                                              "nets", (int)gates));
        gates = 0;
    }
    return list;
}

/* A memory that stays outside: its ports follow from their widths and names. */
typedef struct {
    unsigned log2, width, reads, writes;
} memory;

/* Write enables of every bit come as one net many times. */
static bool is_data(const rg_netport *port)
{
    for (uint32_t i = 1; i < port->width; i++)
        if (port->nets[i] != port->nets[0])
            return true;
    return false;
}

static memory memory_of(const rg_macro *macro)
{
    memory m = {0};
    for (size_t i = 0; i < macro->port_count; i++) {
        const rg_netport *p = &macro->ports[i];
        if (strstr(p->name, "addr") && p->width > m.log2)
            m.log2 = p->width;
        if (p->output) {
            m.width = p->width;
            m.reads++;
        }
    }
    for (size_t i = 0; i < macro->port_count; i++) {
        const rg_netport *p = &macro->ports[i];
        m.writes += !p->output && p->width == m.width && is_data(p);
    }
    return m;
}

/* Yosys names what it has made a module of by its hash. */
static const char *path_of_memory(const rg_macro *macro, char *path, size_t size)
{
    snprintf(path, size, "%s", macro->path);
    char *made = strstr(path, "$paramod");
    if (made)
        snprintf(made, size - (size_t)(made - path), "words");
    return path;
}

static json_t *memories_of(const rg_netlist *n)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n->macro_count; i++) {
        const memory m = memory_of(&n->macros[i]);
        char path[256];
        json_array_append_new(list, json_pack("{s:s,s:s,s:I,s:i,s:i,s:i}", "path",
                                              path_of_memory(&n->macros[i], path, sizeof path),
                                              "module", n->macros[i].module, "words",
                                              (json_int_t)1 << m.log2, "width", (int)m.width,
                                              "reads", (int)m.reads, "writes", (int)m.writes));
    }
    return list;
}

static void print_memories(const rg_netlist *n)
{
    printf("\nOutside:\n\n| memory | module | words | bits | read ports | write ports |\n"
           "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < n->macro_count; i++) {
        const memory m = memory_of(&n->macros[i]);
        char path[256];
        printf("| `%s` | `%s` | %lu | %u | %u | %u |\n",
               path_of_memory(&n->macros[i], path, sizeof path), n->macros[i].module, 1UL << m.log2,
               m.width, m.reads, m.writes);
    }
}

static bool print_json(const rg_netlist *n, const char *name, const sum *s, const rg_path *path,
                       const double *delay, const unsigned *levels)
{
    json_t *modules = json_array();
    for (size_t u = 0; u < n->unit_count; u++)
        if (n->units[u].cells)
            json_array_append_new(
                modules,
                json_pack("{s:s,s:I,s:I,s:I,s:f,s:f,s:I}", "name", n->units[u].name, "instances",
                          (json_int_t)n->units[u].instances, "cells", (json_int_t)n->units[u].cells,
                          "flip_flops", (json_int_t)n->units[u].flops, "area_um2", n->units[u].area,
                          "delay_ps", delay[u], "levels", (json_int_t)levels[u]));
    json_t *root = json_pack("{s:i,s:s,s:I,s:I,s:f,s:f,s:I,s:f,s:o,s:o,s:o}", "schema_version",
                             RG_SCHEMA_VERSION, "name", name, "cells", (json_int_t)s->cells,
                             "flip_flops", (json_int_t)s->flops, "area_um2", s->area, "delay_ps",
                             path->delay_ps, "levels", (json_int_t)path->levels, "most_MHz",
                             1e6 / path->delay_ps, "path", path_of(n, path), "modules", modules,
                             "not_synthesised", memories_of(n));
    bool good = root && json_dumpf(root, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(8)) == 0
                && putchar('\n') == '\n';
    json_decref(root);
    return good;
}

static void print_markdown(const rg_netlist *n, const char *name, const sum *s, const rg_path *path,
                           const double *delay, const unsigned *levels)
{
    printf("\n### %s\n\n%zu cells, %zu of them flip-flops, %.0f um^2; longest path %u gates, %.2f "
           "ns.\n\n",
           name, s->cells, s->flops, s->area, path->levels, path->delay_ps / 1000);
    printf("| module | instances | cells | flip-flops | area, um^2 | share | gates in a row | "
           "delay, ns |\n|---|---|---|---|---|---|---|---|\n");
    for (size_t u = 0; u < n->unit_count; u++)
        if (n->units[u].cells)
            printf("| `%s` | %zu | %zu | %zu | %.0f | %.1f %% | %u | %.2f |\n", n->units[u].name,
                   n->units[u].instances, n->units[u].cells, n->units[u].flops, n->units[u].area,
                   100 * n->units[u].area / s->area, levels[u], delay[u] / 1000);
    print_memories(n);
}

int main(int count, char **arguments)
{
    rg_netlist n;
    rg_path path = {0};
    char message[512];
    if (count < 4) {
        fprintf(stderr, "usage: synth-report NETLIST TOP NAME [markdown]\n");
        return 2;
    }
    if (!rg_netlist_read(arguments[1], arguments[2], &n, message, sizeof message)) {
        fprintf(stderr, "synth-report: %s\n", message);
        return 1;
    }
    double *delay = calloc(n.unit_count + 1, sizeof *delay);
    unsigned *levels = calloc(n.unit_count + 1, sizeof *levels);
    const sum s = sum_of(&n);
    bool good = delay && levels && rg_netlist_timing(&n, &path, delay, levels);
    if (good && count > 4)
        print_markdown(&n, arguments[3], &s, &path, delay, levels);
    else if (good)
        good = print_json(&n, arguments[3], &s, &path, delay, levels);
    free(path.nets);
    free(delay);
    free(levels);
    rg_netlist_free(&n);
    return good ? 0 : 1;
}
