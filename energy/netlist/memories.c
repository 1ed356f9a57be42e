/* memories.c: banks and register files as ports: who reads and writes which word at an edge. */
#include "energy/netlist/memories.h"

#include <stdlib.h>
#include <string.h>

#include "energy/cells/cells.h"
#include "energy/netlist/segment.h"
#include "isa/isa.h"

enum { MOST_PORTS = 32, MOST_FILES = 16, MOST_SEEN = 8 };

/* Where in the machine's state an array stands. */
typedef enum { CODE, DATA, REGISTERS, OTHER } content;
/* Words of one array, for all lanes; base: its window on the bus, 0 for none. */
typedef struct {
    content what;
    uint32_t base;
    size_t words;
    uint64_t *word;
    uint16_t unit;
} array;
typedef struct {
    unsigned array;
    uint32_t enable;
    const rg_netport *address, *data;
    bool write;
} access_port;
/* A word of a register file that is seen in the clock that asks for it; at: which, or NULL: that of
 * the index of operands in memory. */
typedef struct {
    unsigned array;
    const rg_netport *now, *at;
} seen_port;
/* What goes before the word in the file there. */
typedef struct {
    unsigned array;
    uint32_t enable;
    const rg_netport *index, *data;
} bypass_port;

struct rg_memories {
    size_t units;
    unsigned xlen;
    array arrays[MOST_FILES];
    size_t array_count;
    access_port ports[MOST_PORTS * 4];
    size_t port_count;
    struct {
        const rg_netport *data;
        unsigned lane;
        uint64_t word;
    } pending[RG_LANES * MOST_PORTS];
    size_t pending_count;
    bool bypass;               /* a word that is written at an edge is read there as it will be */
    seen_port seen[MOST_SEEN]; /* of the core's own registers */
    size_t seen_count;
    bypass_port ahead[MOST_SEEN]; /* of two of one word the later stays */
    size_t ahead_count;
};

/* A word line: a transistor and the wire of a cell for each bit. A bit line: the same for each of
 * 32 words. */
static double line_ff(unsigned cells)
{
    return cells * (RG_CELL_INV_FF / 3 + RG_CELL_WIRE_FF_UM * RG_CELL_MEMORY_CELL_UM);
}

/* Word line up and down; bit lines precharged, half of them discharged. */
double rg_register_read_ff(unsigned xlen) { return 2 * line_ff(xlen) + xlen * line_ff(32); }
/* Word line; one of the two bit lines of each bit goes down and up. */
double rg_register_write_ff(unsigned xlen) { return 2 * line_ff(xlen) + 2 * xlen * line_ff(32); }

static bool add_array(rg_memories *m, content what, uint32_t base, size_t words, uint16_t unit)
{
    if (m->array_count == MOST_FILES)
        return false;
    array *a = &m->arrays[m->array_count];
    *a = (array){what, base, words, calloc(words * RG_LANES, sizeof(uint64_t)), unit};
    m->array_count += a->word != NULL;
    return a->word != NULL;
}

static bool add_port(rg_memories *m, const rg_macro *macro, const char *enable, const char *address,
                     const char *data, bool write)
{
    const rg_netport *e = rg_macro_port(macro, enable), *a = rg_macro_port(macro, address),
                     *d = rg_macro_port(macro, data);
    if (!e || !a || !d || e->width != 1 || m->port_count == sizeof m->ports / sizeof m->ports[0])
        return false;
    m->ports[m->port_count++] =
        (access_port){(unsigned)m->array_count - 1, e->nets[0], a, d, write};
    return true;
}

static bool ends(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) && strcmp(text + strlen(text) - strlen(end), end) == 0;
}

static bool add_bank(rg_memories *m, const rg_macro *macro)
{
    bool tangent = strncmp(macro->path, "tangent_banks", 13) == 0;
    uint32_t base = strcmp(macro->path, "imem") == 0         ? RG_AT_IMEM
                    : strcmp(macro->path, "value_bank") == 0 ? RG_AT_DMEMV
                    : ends(macro->path, "gradient_bank") ? (tangent ? RG_AT_DMEMTG : RG_AT_DMEMG)
                    : ends(macro->path, "tangent_bank")  ? RG_AT_DMEMT
                                                         : 0;
    const bool data = strcmp(macro->module, "rg_data") == 0;
    const rg_netport *address = rg_macro_port(macro, data ? "raddr_1" : "raddr");
    if (!address || (data && base == 0))
        return false;
    if (data)
        return add_array(m, DATA, base, (size_t)1 << address->width, macro->unit)
               && add_port(m, macro, "read_1", "raddr_1", "rdata_1", false)
               && add_port(m, macro, "read_2", "raddr_2", "rdata_2", false)
               && add_port(m, macro, "read_3", "raddr_3", "rdata_3", false)
               && add_port(m, macro, "write_1", "waddr_1", "wdata_1", true)
               && add_port(m, macro, "write_2", "waddr_2", "wdata_2", true);
    return add_array(m,
                     base == RG_AT_IMEM ? CODE
                     : base             ? DATA
                                        : OTHER,
                     base, (size_t)1 << address->width, macro->unit)
           && add_port(m, macro, "read", "raddr", "rdata", false)
           && add_port(m, macro, "write", "waddr", "wdata", true);
}

static bool add_registers(rg_memories *m, const rg_macro *macro)
{
    bool tangent = strncmp(macro->path, "tangent_banks", 13) == 0;
    return add_array(m, REGISTERS, tangent ? RG_AT_REGT : RG_AT_REGV, 32, macro->unit)
           && add_port(m, macro, "read", "d", "rd", false)
           && add_port(m, macro, "read", "a", "ra", false)
           && add_port(m, macro, "read", "b", "rb", false)
           && add_port(m, macro, "write_1", "index_1", "data_1", true)
           && add_port(m, macro, "write_2", "index_2", "data_2", true)
           && add_array(m, REGISTERS, tangent ? RG_AT_REGTG : RG_AT_REGG, 32, macro->unit)
           && add_port(m, macro, "read_grad", "d", "gd", false)
           && add_port(m, macro, "read_grad", "a", "ga", false)
           && add_port(m, macro, "read_grad", "b", "gb", false)
           && add_port(m, macro, "gwrite_1", "gindex_1", "gdata_1", true)
           && add_port(m, macro, "gwrite_2", "gindex_2", "gdata_2", true)
           && add_port(m, macro, "gwrite_3", "gindex_3", "gdata_3", true);
}

static bool add_seen(rg_memories *m, const rg_macro *macro, unsigned array, const char *now,
                     const char *at)
{
    const rg_netport *word = rg_macro_port(macro, now),
                     *index = at ? rg_macro_port(macro, at) : NULL;
    if (!word || (at && !index) || m->seen_count == MOST_SEEN)
        return false;
    m->seen[m->seen_count++] = (seen_port){array, word, index};
    return true;
}

static bool has_unit(const rg_netlist *netlist, const char *name)
{
    for (size_t u = 0; u < netlist->unit_count; u++)
        if (strcmp(netlist->units[u].name, name) == 0)
            return true;
    return false;
}

static bool add_bypass(rg_memories *m, const rg_macro *macro, unsigned array, const char *ahead,
                       const char *index, const char *data)
{
    const rg_netport *enable = rg_macro_port(macro, ahead), *i = rg_macro_port(macro, index),
                     *d = rg_macro_port(macro, data);
    if (!enable || !i || !d || m->ahead_count == MOST_SEEN)
        return false;
    m->ahead[m->ahead_count++] = (bypass_port){array, enable->nets[0], i, d};
    return true;
}

static bool add_bypasses(rg_memories *m, const rg_macro *macro, unsigned values, unsigned gradients)
{
    return add_bypass(m, macro, values, "ahead_1", "index_1", "data_1")
           && add_bypass(m, macro, values, "ahead_2", "index_2", "data_2")
           && add_bypass(m, macro, gradients, "ahead_g1", "gindex_1", "gdata_1")
           && add_bypass(m, macro, gradients, "ahead_g2", "gindex_2", "gdata_2")
           && add_bypass(m, macro, gradients, "ahead_g3", "gindex_3", "gdata_3");
}

/* The index of operands in memory, and what the first stages of a pipeline read. */
static bool add_all_seen(rg_memories *m, const rg_netlist *netlist, const rg_macro *macro)
{
    /* values stand before gradients */
    const unsigned values = (unsigned)m->array_count - 2, gradients = values + 1;
    bool good = add_seen(m, macro, values, "now_x", NULL)
                && (!m->bypass || add_bypasses(m, macro, values, gradients));
    if (has_unit(netlist, "rg_pipeline") || has_unit(netlist, "rg_stages"))
        good = good && add_seen(m, macro, values, "now_d", "d")
               && add_seen(m, macro, values, "now_a", "a")
               && add_seen(m, macro, values, "now_b", "b");
    if (has_unit(netlist, "rg_stages"))
        good = good && add_seen(m, macro, values, "early_d", "first_d")
               && add_seen(m, macro, values, "early_a", "first_a")
               && add_seen(m, macro, values, "early_b", "first_b")
               && add_seen(m, macro, gradients, "early_gd", "first_d");
    return good;
}

rg_memories *rg_memories_new(const rg_netlist *netlist, unsigned xlen)
{
    rg_memories *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->units = netlist->unit_count;
    m->xlen = xlen;
    m->bypass = has_unit(netlist, "rg_pipeline") || has_unit(netlist, "rg_stages");
    for (size_t i = 0; i < netlist->macro_count; i++) {
        const rg_macro *macro = &netlist->macros[i];
        bool good = true;
        if (strcmp(macro->module, "rg_mem") == 0 || strcmp(macro->module, "rg_data") == 0)
            good = add_bank(m, macro);
        else if (strcmp(macro->module, "rg_operands") == 0)
            good = add_registers(m, macro)
                   && (strcmp(macro->path, "operands") != 0 || add_all_seen(m, netlist, macro));
        if (!good) {
            rg_memories_free(m);
            return NULL;
        }
    }
    return m;
}

void rg_memories_free(rg_memories *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->array_count; i++)
        free(m->arrays[i].word);
    free(m);
}

uint64_t *rg_memories_word(rg_memories *m, unsigned lane, uint32_t address)
{
    for (size_t i = 0; i < m->array_count; i++) {
        const array *a = &m->arrays[i];
        if (a->base && address >= a->base && (address - a->base) / 8 < a->words)
            return &a->word[lane * a->words + (address - a->base) / 8];
    }
    return NULL;
}

void rg_memories_clear(rg_memories *m, unsigned lane)
{
    for (size_t i = 0; i < m->array_count; i++)
        memset(&m->arrays[i].word[lane * m->arrays[i].words], 0,
               m->arrays[i].words * sizeof(uint64_t));
}

static void bill(rg_memories *m, const access_port *p, unsigned lane, double *switched,
                 rg_memory_traffic *traffic)
{
    const array *a = &m->arrays[p->array];
    if (a->what == REGISTERS)
        switched[lane * m->units + a->unit] += p->write ? rg_register_write_ff(m->xlen)
                                                        : rg_register_read_ff(m->xlen);
    else if (a->what == CODE)
        traffic->fetches[lane] += !p->write;
    else if (p->write) {
        traffic->writes[lane]++;
        traffic->value_writes[lane] += a->base == RG_AT_DMEMV;
    } else
        traffic->reads[lane]++;
}

static uint64_t seen_word(const rg_memories *m, const rg_gatesim *sim, const seen_port *s,
                          unsigned lane)
{
    const uint64_t index = s->at ? rg_gatesim_get_port(sim, s->at, lane) : RG_INDEX_REGISTER;
    const array *a = &m->arrays[s->array];
    for (size_t i = m->ahead_count; i-- > 0;) {
        const bypass_port *p = &m->ahead[i];
        if (p->array == s->array && (rg_gatesim_net(sim, p->enable) >> lane & 1)
            && rg_gatesim_get_port(sim, p->index, lane) == index)
            return rg_gatesim_get_port(sim, p->data, lane);
    }
    return a->word[lane * a->words + index];
}

bool rg_memories_are_seen(const rg_memories *m) { return m->seen_count > 0; }

void rg_memories_look(const rg_memories *m, rg_gatesim *sim, uint64_t counting)
{
    for (uint64_t lanes = counting; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        for (size_t i = 0; i < m->seen_count; i++)
            rg_gatesim_set_port(sim, m->seen[i].now, lane, seen_word(m, sim, &m->seen[i], lane));
    }
}

/* A word read and written at one edge is read as it was, or with bypass as it will be; of two
 * writes the later port stays. */
void rg_memories_access(rg_memories *m, const rg_gatesim *sim, uint64_t counting, double *switched,
                        rg_memory_traffic *traffic)
{
    m->pending_count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < m->port_count; i++) {
            const access_port *p = &m->ports[i];
            const array *a = &m->arrays[p->array];
            if (p->write != ((pass == 1) != m->bypass))
                continue;
            for (uint64_t lanes = rg_gatesim_net(sim, p->enable) & counting; lanes;
                 lanes &= lanes - 1) {
                unsigned lane = (unsigned)__builtin_ctzll(lanes);
                uint64_t *word =
                    &a->word[lane * a->words + rg_gatesim_get_port(sim, p->address, lane)];
                const uint64_t shown = rg_gatesim_get_port(sim, p->data, lane);
                bill(m, p, lane, switched, traffic);
                if (p->write) {
                    *word = shown;
                } else {
                    m->pending[m->pending_count].data = p->data;
                    m->pending[m->pending_count].lane = lane;
                    m->pending[m->pending_count++].word = *word;
                }
            }
        }
}

void rg_memories_apply(rg_memories *m, rg_gatesim *sim)
{
    for (size_t i = 0; i < m->pending_count; i++)
        rg_gatesim_set_port(sim, m->pending[i].data, m->pending[i].lane, m->pending[i].word);
}
