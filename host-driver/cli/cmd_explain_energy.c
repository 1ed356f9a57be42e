/* cmd_explain_energy.c: where a figure of energy comes from, from the JSON of a run: count, table
 * row or constant, source, sensitivity. */
#include "host-driver/cli/cli.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 32, VIEWS = 3 };
static const char *const views[VIEWS] = {"conventional", "adiabatic", "landauer"};
static const char *const totals[VIEWS] = {"conventional_J", "adiabatic_J", "landauer_J"};

static double number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static const char *text(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "?";
}

static void print_joules(FILE *out, const json_t *value)
{
    if (json_is_number(value))
        fprintf(out, " %13.6g", json_number_value(value));
    else
        fprintf(out, " %13s", "-");
}

static void print_spread(FILE *out, const json_t *term)
{
    if (json_is_number(json_object_get(term, "spread")))
        fprintf(out, ", standard deviation %.6g %s over %.0f samples", number(term, "spread"),
                text(term, "unit"), number(term, "samples"));
}

static void print_term(FILE *out, const json_t *term)
{
    char name[128];
    bool told_apart = strcmp(text(term, "mode"), "any") != 0;
    snprintf(name, sizeof name, told_apart ? "%.40s, %.20s mode, %.20s" : "%.40s",
             text(term, "operation"), text(term, "mode"), text(term, "direction"));
    fprintf(out, "    %-34s", name);
    for (size_t v = 0; v < VIEWS; v++)
        print_joules(out, json_object_get(term, totals[v]));
    if (strcmp(text(term, "counted"), "J circulating") == 0)
        fprintf(out, "\n        %.10g J circulating x 2 pi / %.10g", number(term, "count"),
                number(term, "mean"));
    else
        fprintf(out, "\n        %.0f %s x %.10g J; from %.10g %s", number(term, "count"),
                text(term, "counted"), number(term, "each_J"), number(term, "mean"),
                text(term, "unit"));
    print_spread(out, term);
    fprintf(out, "\n        source: %s\n", text(term, "source"));
}

/* Names of the parts in the order of the terms; returns how many. */
static size_t part_names(const json_t *terms, const char **names)
{
    size_t count = 0, i;
    const json_t *term;
    json_array_foreach(terms, i, term)
    {
        size_t k = 0;
        while (k < count && strcmp(names[k], text(term, "part")) != 0)
            k++;
        if (k == count && count < MOST_PARTS)
            names[count++] = text(term, "part");
    }
    return count;
}

/* Sum of the terms of a part, or of all; scale gets the largest relative difference to what the
 * report says. */
static double sum_terms(const json_t *terms, const char *part, const char *key)
{
    double sum = 0;
    size_t i;
    const json_t *term;
    json_array_foreach(terms, i, term) if (!part || strcmp(text(term, "part"), part) == 0)
        sum += number(term, key);
    return sum;
}

static double apart(double a, double b)
{
    return a == b ? 0 : fabs(a - b) / fmax(fabs(a), fabs(b));
}

static double worst_difference(const json_t *energy, const char *const *names, size_t count)
{
    const json_t *terms = json_object_get(energy, "terms"),
                 *parts = json_object_get(energy, "parts");
    double worst = 0;
    for (size_t v = 0; v < VIEWS; v++) {
        if (!json_is_number(json_object_get(energy, totals[v])))
            continue;
        worst = fmax(worst, apart(sum_terms(terms, NULL, totals[v]), number(energy, totals[v])));
        for (size_t k = 0; k < count; k++)
            worst = fmax(worst, apart(sum_terms(terms, names[k], totals[v]),
                                      number(json_object_get(parts, views[v]), names[k])));
    }
    return worst;
}

static void print_part(FILE *out, const json_t *energy, const char *name)
{
    const json_t *terms = json_object_get(energy, "terms"), *term;
    size_t i;
    fprintf(out, "  %-36s", name);
    for (size_t v = 0; v < VIEWS; v++)
        print_joules(out, json_is_number(json_object_get(energy, totals[v])) ? json_object_get(
                              json_object_get(json_object_get(energy, "parts"), views[v]), name)
                                                                             : NULL);
    fputc('\n', out);
    json_array_foreach(terms, i, term) if (strcmp(text(term, "part"), name) == 0)
        print_term(out, term);
}

static void print_sensitivity(FILE *out, const json_t *energy)
{
    size_t i;
    const json_t *one;
    fprintf(out, "  sensitivity: %% of the total for 1 %% of the constant, and dE/dconstant in J "
                 "per unit\n");
    fprintf(out, "    %-20s %-16s %13s %13s %13s\n", "", "value", views[0], views[1], views[2]);
    json_array_foreach(json_object_get(energy, "sensitivity"), i, one)
    {
        static const char *const percent[VIEWS] = {"conventional_percent", "adiabatic_percent",
                                                   "landauer_percent"};
        static const char *const slope[VIEWS] = {"conventional_J_per_unit", "adiabatic_J_per_unit",
                                                 "landauer_J_per_unit"};
        char value[48];
        bool matters = false;
        for (size_t v = 0; v < VIEWS; v++)
            matters = matters || number(one, slope[v]) != 0;
        if (!matters)
            continue;
        snprintf(value, sizeof value, "%.6g %.8s", number(one, "value"), text(one, "unit"));
        fprintf(out, "    %-20s %-16s", text(one, "constant"), value);
        for (size_t v = 0; v < VIEWS; v++)
            if (json_is_number(json_object_get(one, percent[v])))
                fprintf(out, " %11.4f %%", number(one, percent[v]));
            else
                fprintf(out, " %13s", "-");
        fprintf(out, "\n    %-37s", "");
        for (size_t v = 0; v < VIEWS; v++)
            print_joules(out, json_object_get(one, slope[v]));
        fputc('\n', out);
    }
    fprintf(out,
            "    energies of operations enter linearly: %% for 1 %% is their share of the total\n");
}

static void print_optimum(FILE *out, const json_t *energy)
{
    const json_t *best = json_object_get(energy, "optimum");
    if (json_is_object(best))
        fprintf(out,
                "  least adiabatic energy: closed form %.6g J at a ramp of %.6g s; exact curve "
                "%.6g J at %.6g s\n",
                number(best, "adiabatic_J"), number(best, "ramp_time_s"), number(best, "exact_J"),
                number(best, "exact_ramp_time_s"));
}

static void print_head(FILE *out, const json_t *energy)
{
    size_t i;
    const json_t *one;
    fprintf(out, "energy explained: %s (%s; adiabatic law: %s)\n", text(energy, "technology"),
            text(energy, "technology_file"), text(energy, "adiabatic_law"));
    if (text(energy, "operation_table")[0])
        fprintf(out, "  operations: %s\n", text(energy, "operation_table"));
    if (json_is_string(json_object_get(energy, "operation_core"))
        && json_is_string(json_object_get(energy, "machine_core")))
        fprintf(out, "  measured on the core %s; the machine has %s\n",
                text(energy, "operation_core"), text(energy, "machine_core"));
    json_array_foreach(json_object_get(energy, "overrides"), i, one)
        fprintf(out, "  overridden: %s = %.6g %s (the file says %.6g)\n", text(one, "constant"),
                number(one, "value"), text(one, "unit"), number(one, "file_value"));
    fprintf(out, "  %-36s %13s %13s %13s   J\n  %-36s", "", views[0], views[1], views[2], "total");
    for (size_t v = 0; v < VIEWS; v++)
        print_joules(out, json_object_get(energy, totals[v]));
    fputc('\n', out);
}

int cli_explain_energy(FILE *out, const struct json_t *energy, const char *part)
{
    const char *names[MOST_PARTS], *near;
    size_t count = part_names(json_object_get(energy, "terms"), names), at = 0;
    while (*part && at < count && strcmp(names[at], part) != 0)
        at++;
    if (*part && at == count) {
        near = rg_suggest(part, names, count);
        cli_error("R0917",
                  near ? "the energy of this run has no part `%s`; did you mean `%s`?"
                       : "the energy of this run has no part `%s`",
                  part, near);
        return RG_BAD_USE;
    }
    print_head(out, energy);
    for (size_t k = 0; k < count; k++)
        if (!*part || k == at)
            print_part(out, energy, names[k]);
    fprintf(out, "  terms sum to parts and totals within %.1e\n",
            worst_difference(energy, names, count));
    if (!*part) {
        print_optimum(out, energy);
        print_sensitivity(out, energy);
    }
    return RG_OK;
}

int cmd_explain_energy(const cli_options *options)
{
    json_t *root = cli_report_load(options->words[0]);
    if (!root)
        return RG_BAD_USE;
    const json_t *energy = json_object_get(root, "energy");
    int status = RG_BAD_USE;
    if (json_is_object(energy) && json_is_array(json_object_get(energy, "terms")))
        status =
            cli_explain_energy(stdout, energy, options->word_count > 1 ? options->words[1] : "");
    else
        cli_error(
            "R0905",
            json_object_get(root, "few_digits")
                ? "%s is the report of a run with Float, whose energies are not known: run it "
                  "with --fixed"
                : "%s is not a report of `retrograd run --json`: it has no energy with terms",
            options->words[0]);
    json_decref(root);
    return status;
}
