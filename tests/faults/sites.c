/* sites.c: lists the state elements of the core from the netlist that yosys wrote as RTLIL.
 *
 * sites NETLIST TOP SITES RULES: one line "path width depth" for each register and small memory
 * (depth 0: a register), and the rules that make them visible to a Verilated model. RTLIL keeps the
 * name of the register at its output, where JSON would give one of its aliases. Registers that the
 * synthesiser makes for the ports of memories have no name in the source and are not state of the
 * design. Memories above 1024 words are banks, and not part of the core. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 160, PATH = 512, LINE = 4096, BANK_WORDS = 1024, MODULES = 128, ITEMS = 8192 };

typedef enum { WIRE, REGISTER, MEMORY, INSTANCE } item_kind;
typedef struct {
    item_kind kind;
    char name[NAME], module[NAME]; /* module: of an instance */
    unsigned width, depth;
} item;
typedef struct {
    char name[NAME];
    size_t first, count;
} module;
typedef struct {
    module modules[MODULES];
    size_t module_count;
    item *items;
    size_t item_count;
} netlist;

/* Behind the last blank, without the backslash of a name of the source. */
static const char *last_word(char *line)
{
    line[strcspn(line, "\n")] = '\0';
    char *blank = strrchr(line, ' ');
    return blank ? blank + 1 : line;
}

static bool add(netlist *n, item_kind kind, const char *name, const char *of, unsigned width,
                unsigned depth)
{
    if (n->item_count == ITEMS || n->module_count == 0 || strlen(name) >= NAME
        || strlen(of) >= NAME)
        return false;
    item *new = &n->items[n->item_count++];
    new->kind = kind;
    new->width = width;
    new->depth = depth;
    snprintf(new->name, NAME, "%s", name);
    snprintf(new->module, NAME, "%s", of);
    n->modules[n->module_count - 1].count++;
    return true;
}

static unsigned number_after(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    return at ? (unsigned)strtoul(at + strlen(key), NULL, 10) : 1;
}

static bool read_line(netlist *n, char *line, char *cell)
{
    char type[NAME], name[NAME];
    if (strncmp(line, "module ", 7) == 0) {
        if (n->module_count == MODULES)
            return false;
        module *m = &n->modules[n->module_count++];
        snprintf(m->name, NAME, "%.*s", NAME - 1, last_word(line));
        m->first = n->item_count;
        m->count = 0;
    } else if (strncmp(line, "  wire ", 7) == 0) {
        unsigned width = number_after(line, " width ");
        const char *word = last_word(line);
        if (word[0] == '\\')
            return add(n, WIRE, word + 1, "", width, 0);
    } else if (strncmp(line, "  memory ", 9) == 0) {
        unsigned width = number_after(line, " width "), depth = number_after(line, " size ");
        const char *word = last_word(line);
        if (word[0] == '\\' && depth <= BANK_WORDS)
            return add(n, MEMORY, word + 1, "", width, depth);
    } else if (sscanf(line, "  cell %159s %159s", type, name) == 2) {
        snprintf(cell, NAME, "%s", type);
        if (type[0] == '\\' || strncmp(type, "$paramod", 8) == 0)
            return add(n, INSTANCE, name + 1, type, 0, 0);
    } else if (sscanf(line, "    connect \\Q %159s", name) == 1 && strstr(cell, "dff")
               && name[0] == '\\' && !strchr(name, '$')) {
        return add(n, REGISTER, name + 1, "", 0, 0);
    }
    return true;
}

static const module *find(const netlist *n, const char *name)
{
    for (size_t i = 0; i < n->module_count; i++)
        if (strcmp(n->modules[i].name, name) == 0)
            return &n->modules[i];
    return NULL;
}

/* "$paramod$hash\rg_core" and "$paramod\rg_core\XLEN=..." are instances of rg_core. */
static void source_name(const char *name, char *source)
{
    const char *from = strchr(name, '\\');
    from = from ? from + 1 : name;
    snprintf(source, NAME, "%.*s", (int)strcspn(from, "\\"), from);
}

static unsigned width_of(const netlist *n, const module *m, const char *name)
{
    for (size_t i = m->first; i < m->first + m->count; i++)
        if (n->items[i].kind == WIRE && strcmp(n->items[i].name, name) == 0)
            return n->items[i].width;
    return 0;
}

static bool listed_before(const netlist *n, const module *m, size_t index)
{
    for (size_t i = m->first; i < index; i++)
        if (n->items[i].kind == REGISTER && strcmp(n->items[i].name, n->items[index].name) == 0)
            return true;
    return false;
}

static bool list(const netlist *n, const module *m, const char *path, FILE *sites, FILE *rules)
{
    char source[NAME], below[PATH];
    source_name(m->name, source);
    for (size_t i = m->first; i < m->first + m->count; i++) {
        const item *it = &n->items[i];
        unsigned width = it->kind == REGISTER ? width_of(n, m, it->name) : it->width;
        if (it->kind == INSTANCE) {
            const module *inside = find(n, it->module);
            if (!inside)
                return false;
            if (snprintf(below, sizeof below, "%s.%s", path, it->name) >= (int)sizeof below)
                return false;
            if (!list(n, inside, below, sites, rules))
                return false;
        } else if (it->kind == MEMORY
                   || (it->kind == REGISTER && width != 0 && !listed_before(n, m, i)
                       && strcmp(it->name, "i") != 0)) {
            /* "i" is the index of a loop that is unrolled, not a register */
            fprintf(sites, "%s.%s %u %u\n", path, it->name, width, it->depth);
            fprintf(rules, "public_flat_rw -module \"%s\" -var \"%s\"\n", source, it->name);
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    char line[LINE], cell[NAME] = "", top[NAME];
    if (argc != 5) {
        fprintf(stderr, "usage: sites NETLIST TOP SITES RULES\n");
        return 2;
    }
    netlist *n = calloc(1, sizeof *n);
    FILE *in = fopen(argv[1], "r"), *sites = fopen(argv[3], "w"), *rules = fopen(argv[4], "w");
    bool ok = n && in && sites && rules && (n->items = calloc(ITEMS, sizeof *n->items));
    while (ok && fgets(line, sizeof line, in))
        ok = read_line(n, line, cell);
    if (ok) {
        fprintf(rules, "`verilator_config\n");
        snprintf(top, sizeof top, "\\%s", argv[2]);
        const module *m = find(n, top);
        /* the top module may carry its parameters in its name */
        for (size_t i = 0; !m && i < n->module_count; i++) {
            char source[NAME];
            source_name(n->modules[i].name, source);
            if (strcmp(source, argv[2]) == 0)
                m = &n->modules[i];
        }
        ok = m && list(n, m, argv[2], sites, rules);
    }
    if (in)
        fclose(in);
    if (sites && fclose(sites) != 0)
        ok = false;
    if (rules && fclose(rules) != 0)
        ok = false;
    if (!ok)
        fprintf(stderr, "%s: the state elements cannot be listed\n", argv[1]);
    if (n)
        free(n->items);
    free(n);
    return ok ? 0 : 3;
}
