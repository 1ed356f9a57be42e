/* circuit.c: from a routine to its circuit: parameters on the first lines, the body, and the
 * parameters back on their lines. */
#include "cc.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/opt/opt.h"

/* ---- parameters ---- */

static const circuit_size *size_of(cc *c, const circuit_options *options, const ir_var *v)
{
    for (size_t i = 0; i < options->size_count; i++)
        if (strcmp(options->sizes[i].name, v->name) == 0) {
            if (options->sizes[i].rank != v->rank)
                cc_refuse(c, v->loc, "'%s' has %u extent%s, and --size gives %u", v->name, v->rank,
                          v->rank == 1 ? "" : "s", options->sizes[i].rank);
            return &options->sizes[i];
        }
    cc_refuse(c, v->loc, "a circuit has as many lines as '%s' has elements: say --size %s=%s",
              v->name, v->name, v->rank > 1 ? "ROWS,COLUMNS" : "N");
}

/* A keyword argument has its default. */
static void set_default(cc *c, const ir_var *v)
{
    cc_cell *cell = cc_new_cell(c, cc_width(c, v->loc, v->base, v->name));

    cell->level = CC_OUTSIDE;
    cell->value = v->default_raw;
    c->frame->cell[v->id] = cell;
}

static void put_on_lines(cc *c, cc_cell *cell)
{
    cell->known = false;
    for (unsigned i = 0; i < cell->width; i++)
        cell->line[i] = cc_new_line(c);
}

static void add_port(cc *c, const circuit_options *options, const ir_var *v)
{
    circuit_port *p = &c->out->ports[c->out->port_count];
    const unsigned width = cc_width(c, v->loc, v->base, v->name);

    *p = (circuit_port){.name = v->name,
                        .is_bool = v->base == RG_TYPE_BOOL,
                        .rank = v->rank,
                        .width = width,
                        .elements = 1,
                        .first = c->out->lines};
    if (v->rank == 0) {
        c->frame->cell[v->id] = cc_new_cell(c, width);
        put_on_lines(c, c->frame->cell[v->id]);
    } else {
        const circuit_size *size = size_of(c, options, v);
        int64_t extents[RG_MOST_RANK] = {0};
        for (unsigned i = 0; i < v->rank; i++)
            extents[i] = size->extents[i] > CC_MOST_GATES ? -1 : (int64_t)size->extents[i];
        cc_array *a = cc_new_array(c, v->loc, v, extents);
        p->elements = a->count;
        if (a->count * width > CC_MOST_GATES)
            cc_refuse(c, v->loc, "an array of this size has no circuit: '%s'", v->name);
        for (size_t i = 0; i < a->count; i++)
            put_on_lines(c, a->cell[i]);
        c->frame->array[v->id] = a;
    }
    c->out->port_count++;
}

static void check_sizes(cc *c, const circuit_options *options, const ir_routine *r)
{
    for (size_t i = 0; i < options->size_count; i++) {
        bool found = false;
        for (size_t k = 0; k < r->param_count; k++)
            found =
                found
                || (r->vars[k]->rank > 0 && strcmp(r->vars[k]->name, options->sizes[i].name) == 0);
        if (!found)
            cc_refuse(c, r->loc, "'%s' has no array '%s' among its parameters", r->name,
                      options->sizes[i].name);
    }
}

/* ---- back on their lines ---- */

typedef struct {
    cc *c;
    uint32_t **at; /* by line: where the number of the line stands that a parameter's bit is on */
} placer;

static void for_bits(placer *p, const ir_routine *r, void (*visit)(placer *, uint32_t *, uint32_t))
{
    const circuit_port *port = p->c->out->ports;

    for (size_t k = 0; k < r->param_count; k++) {
        const ir_var *v = r->vars[k];
        const cc_array *a = p->c->frame->array[v->id];
        if (v->keyword)
            continue;
        for (size_t i = 0; i < port->elements; i++) {
            cc_cell *cell = a ? a->cell[i] : p->c->frame->cell[v->id];
            cc_materialise(p->c, r->loc, cell);
            for (unsigned bit = 0; bit < cell->width; bit++)
                visit(p, &cell->line[bit], (uint32_t)(port->first + i * cell->width + bit));
        }
        port++;
    }
}

/* for_bits has put it on a line. */
static void leave_bit(placer *p, uint32_t *line, uint32_t wanted)
{
    (void)p;
    (void)line;
    (void)wanted;
}

static void note_bit(placer *p, uint32_t *line, uint32_t wanted)
{
    (void)wanted;
    p->at[*line] = line;
}

/* The bit that is there takes the other line; a line that no bit is on is zero. */
static void place_bit(placer *p, uint32_t *line, uint32_t wanted)
{
    const uint32_t from = *line;

    if (from == wanted)
        return;
    cc_cnot(p->c, cc_of_line(from), wanted);
    cc_cnot(p->c, cc_of_line(wanted), from);
    if (p->at[wanted])
        cc_cnot(p->c, cc_of_line(from), wanted);
    p->at[from] = p->at[wanted];
    if (p->at[from])
        *p->at[from] = from;
    *line = wanted;
    p->at[wanted] = line;
}

static void place_parameters(cc *c, const ir_routine *r)
{
    placer p = {.c = c};

    for_bits(&p, r, leave_bit);
    p.at = cc_take(c, (c->out->lines + 1) * sizeof *p.at);
    for_bits(&p, r, note_bit);
    for_bits(&p, r, place_bit);
    if (c->free_count + c->out->port_lines != c->out->lines)
        cc_refuse(c, r->loc, "'%s' ends with a variable that is not freed", r->name);
}

/* ---- the whole ---- */

static const ir_routine *find(const ir_module *m, const char *name)
{
    const ir_routine *r = m->routines;

    while (r && strcmp(r->name, name) != 0)
        r = r->next;
    return r;
}

static void make(cc *c, const char *name, const circuit_options *options)
{
    const ir_routine *r = find(c->m, name);
    cc_frame frame = {.r = r,
                      .cell = cc_take(c, (r->var_count + 1) * sizeof(cc_cell *)),
                      .array = cc_take(c, (r->var_count + 1) * sizeof(cc_array *))};

    c->surveyed = ir_survey_changes(c->m, &c->changes);
    if (!c->surveyed)
        cc_no_memory(c);
    c->frame = &frame;
    c->out->name = r->name;
    c->out->ports = calloc(r->param_count + 1, sizeof *c->out->ports);
    if (!c->out->ports)
        cc_no_memory(c);
    check_sizes(c, options, r);
    for (size_t i = 0; i < r->param_count; i++) {
        if (r->vars[i]->keyword)
            set_default(c, r->vars[i]);
        else
            add_port(c, options, r->vars[i]);
    }
    c->out->port_lines = c->out->lines;
    cc_list(c, r->body, r->body);
    place_parameters(c, r);
}

/* False when it stopped. */
static bool guarded(cc *c, const char *name, const circuit_options *options)
{
    if (setjmp(c->stop))
        return false;
    make(c, name, options);
    return true;
}

circuit_result circuit_make(const ir_module *m, const ir_routine *r, const circuit_options *options,
                            circuit *out, ir_diagnostic *why)
{
    *out = (circuit){.bits = options->bits ? options->bits : m->xlen};
    out->module = opt_module(m, OPT_EVERY, (opt_range){0, 0}, NULL);
    if (!out->module)
        return CIRCUIT_NO_MEMORY;
    cc *c = calloc(1, sizeof *c);
    if (!c)
        return CIRCUIT_NO_MEMORY;
    c->out = out;
    c->m = out->module;
    c->why = why;
    c->control = c->controls[0] = CC_ONE;
    const bool made = guarded(c, r->name, options);
    const circuit_result result = made           ? CIRCUIT_DONE
                                  : c->no_memory ? CIRCUIT_NO_MEMORY
                                                 : CIRCUIT_REFUSED;
    if (c->surveyed)
        ir_free_changes(&c->changes);
    free(c->free_lines);
    free(c->temps);
    free(c);
    return result;
}

void circuit_free(circuit *c)
{
    ir_module_free(c->module);
    free(c->gates);
    free(c->ports);
    free(c->assumed);
    *c = (circuit){0};
}
