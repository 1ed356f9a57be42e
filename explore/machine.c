/* machine.c: finding the command that was built for a hardware configuration. */
#include "explore/points.h"

#include "host-driver/cli/cli.h"
#include "explore/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the command at path says it is; false when it does not run. */
static bool asks(const char *path, ex_machine *machine)
{
    const char *const words[] = {path, "version", "--json", NULL};
    char *text = NULL;
    if (!ex_process_output(words, &text))
        return false;
    int xlen = 0, frac = 0, dmem = 0, pipelined = 0, multiplier = 0, lanes = 0;
    json_t *json = json_loads(text, 0, NULL);
    free(text);
    bool good = json
                && json_unpack(json, "{s:i, s:i, s:i, s:b, s:b, s:b}", "xlen", &xlen, "frac", &frac,
                               "dmem_log2", &dmem, "pipelined", &pipelined, "parallel_multiplier",
                               &multiplier, "parallel_lanes", &lanes)
                       == 0;
    json_decref(json);
    *machine = (ex_machine){(unsigned)xlen,      (unsigned)frac,       (unsigned)dmem,
                            (unsigned)pipelined, (unsigned)multiplier, (unsigned)lanes};
    return good;
}

static bool same(const ex_machine *a, const ex_machine *b)
{
    return a->xlen == b->xlen && a->frac == b->frac && a->dmem_log2 == b->dmem_log2
           && a->pipelined == b->pipelined && a->multiplier == b->multiplier
           && a->lanes == b->lanes;
}

static rg_result missing(const ex_machine *m, const char *path, const char *why, rg_fault *fault)
{
    memset(fault, 0, sizeof *fault);
    fault->result = RG_BAD_USE;
    snprintf(fault->code, sizeof fault->code, "R0943");
    snprintf(fault->message, sizeof fault->message,
             "%s %s; build it with `make machine XLEN=%u FRAC=%u DMEM_LOG2=%u%s%s%s ENGINES=fast` "
             "(without ENGINES for rtl too), or say with "
             "--machines where it is",
             path, why, m->xlen, m->frac, m->dmem_log2,
             m->pipelined ? " MULTIPLIER=" : " CORE=multicycle",
             !m->pipelined   ? ""
             : m->multiplier ? "parallel GRAD_LANES="
                             : "iterative GRAD_LANES=",
             !m->pipelined ? ""
             : m->lanes    ? "parallel"
                           : "shared");
    return fault->result;
}

char *ex_machine_command(const ex_places *places, const ex_machine *machine, json_t *cache,
                         rg_fault *fault)
{
    char name[96];
    ex_machine is;
    snprintf(name, sizeof name, "%u_%u_%u%s%s%s", machine->xlen, machine->frac, machine->dmem_log2,
             machine->pipelined ? "_pipelined" : "_multicycle",
             !machine->pipelined   ? ""
             : machine->multiplier ? "_parallel"
                                   : "_iterative",
             !machine->pipelined ? ""
             : machine->lanes    ? "_parallel"
                                 : "_shared");
    const char *known = json_string_value(json_object_get(json_object_get(cache, "machine"), name));
    if (known)
        return strdup(known);
    size_t size = strlen(places->self) + strlen(places->machines) + 128;
    char *path = malloc(size);
    if (!path) {
        ex_no_memory(fault);
        return NULL;
    }
    snprintf(path, size, "%s", places->self);
    bool found = asks(path, &is) && same(&is, machine);
    if (!found) {
        snprintf(path, size, "%s/%s/bin/retrograd", places->machines, name);
        bool there = access(path, X_OK) == 0;
        found = there && asks(path, &is) && same(&is, machine);
        if (!found)
            missing(machine, path, there ? "is a machine of another configuration" : "is not there",
                    fault);
    }
    if (!json_object_get(cache, "machine"))
        json_object_set_new(cache, "machine", json_object());
    if (found
        && json_object_set_new(json_object_get(cache, "machine"), name, json_string(path)) != 0) {
        ex_no_memory(fault);
        found = false;
    }
    if (!found) {
        free(path);
        path = NULL;
    }
    return path;
}
