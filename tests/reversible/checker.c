// Structural checker: reads netlists of reversible gates, says what is wrong, or prints their
// figures. usage: checker [-j file.json] netlist.json ...     (file NAME-N-INVERSE.json gives the
// table its width)
#include <stdlib.h>
#include <string.h>

#include "errors/errors.h"
#include "tests/reversible/netlist.h"

enum { EXHAUSTIVE_BITS = 24, RANDOM_BLOCKS = 256 };

static const char *const LABEL[RV_FUNCTIONS] = {"not",     "cnot",  "toffoli",
                                                "fredkin", "peres", "other"};

// Width from a file name that ends in -N-INVERSE.json; 0 if it does not.
static unsigned width_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dash = strchr(slash == NULL ? path : slash, '-');
    return dash == NULL ? 0 : (unsigned)strtoul(dash + 1, NULL, 10);
}

static void print_row(const struct rv_netlist *n, const char *path, const struct rv_figures *f,
                      bool exhaustive)
{
    printf("%-24s %3u %7u %7u %5u %7u %5u %7u %6u %7u %7u  %s\n", rv_name(n), width_of(path),
           f->gates[RV_TOFFOLI], f->gates[RV_CNOT], f->gates[RV_NOT], f->gates[RV_FREDKIN],
           f->gates[RV_PERES], f->ancillas, f->lines, f->depth, f->toffoli_depth,
           f->ancillas == 0 ? "none"
           : exhaustive     ? "zero, all inputs"
                            : "zero, random");
}

static void write_json(FILE *out, const struct rv_netlist *n, const char *path,
                       const struct rv_figures *f, bool first)
{
    fprintf(out, "%s\n  {\"module\": \"%s\", \"n\": %u, \"gates\": {", first ? "" : ",", rv_name(n),
            width_of(path));
    for (unsigned k = 0; k < RV_FUNCTIONS; k++)
        fprintf(out, "%s\"%s\": %u", k == 0 ? "" : ", ", LABEL[k], f->gates[k]);
    fprintf(
        out,
        "}, \"total\": %u, \"lines\": %u, \"ancillas\": %u, \"depth\": %u, \"toffoli_depth\": %u}",
        f->total, f->lines, f->ancillas, f->depth, f->toffoli_depth);
}

// Checks one file; prints its row. Returns false after a fault.
static bool check(const char *path, FILE *json, bool first)
{
    struct rv_figures figures;
    bool exhaustive = false;
    struct rv_netlist *n = rv_load(path, stderr);
    bool good = n != NULL
                && rv_ancillas_clean(n, EXHAUSTIVE_BITS, RANDOM_BLOCKS, &exhaustive, stderr)
                && rv_figures(n, &figures);
    if (good) {
        print_row(n, path, &figures, exhaustive);
        if (json != NULL)
            write_json(json, n, path, &figures, first);
    } else {
        fprintf(stderr, "%s: not a clean reversible circuit\n", path);
    }
    rv_free(n);
    return good;
}

int main(int argc, char **argv)
{
    FILE *json = NULL;
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "-j") == 0) {
        json = fopen(argv[2], "w");
        if (json == NULL) {
            perror(argv[2]);
            return 2;
        }
        first = 3;
    }
    if (first >= argc) {
        fprintf(stderr, "usage: checker [-j file.json] netlist.json ...\n");
        if (json != NULL)
            fclose(json);
        return 2;
    }
    printf("%-24s %3s %7s %7s %5s %7s %5s %7s %6s %7s %7s  %s\n", "module", "n", "Toffoli", "CNOT",
           "NOT", "Fredkin", "Peres", "ancilla", "lines", "depth", "T-depth", "ancillas return");
    bool good = true;
    if (json != NULL)
        fprintf(json, "{\"schema_version\": %d, \"circuits\": [", RG_SCHEMA_VERSION);
    for (int i = first; i < argc; i++)
        good = check(argv[i], json, i == first) && good;
    if (json != NULL) {
        fprintf(json, "\n]}\n");
        if (fclose(json) != 0)
            good = false;
    }
    return good ? 0 : 1;
}
