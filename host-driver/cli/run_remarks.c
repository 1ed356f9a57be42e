/* run_remarks.c: what a run that went well says besides its report: a gradient by nothing,
 * constants that change nothing, energies of another core. */
#include "host-driver/cli/cli.h"

#include "compiler/opt/opt.h"
#include "energy/energy.h"

#include <stdio.h>
#include <string.h>

/* Whether the program leaves the type of the parameter open. */
static bool is_open(const rgc_result *compiled, const char *routine, const char *parameter)
{
    const size_t length = strcspn(routine, "{ ");
    rg_type_base base;
    const char *name = NULL;
    unsigned rank;
    for (size_t i = 0; i < rgc_routine_count(compiled); i++) {
        const char *own = rgc_routine_name(compiled, i);
        if (strlen(own) != length || strncmp(own, routine, length) != 0)
            continue;
        for (size_t k = 0; k < rgc_parameter_count(compiled, i); k++)
            if (!rgc_parameter(compiled, i, k, &name, &base, &rank) && name
                && strcmp(name, parameter) == 0)
                return true;
    }
    return false;
}

/* The first argument that is an Int because of its value, or NULL. It belongs to the job. */
static const char *integer_by_value(const char *path, const rg_job *job)
{
    const char *found = NULL, *dot = strrchr(path, '.');
    rg_parameter p;
    if (!dot || strcmp(dot, ".rg") != 0)
        return NULL;
    rgc_result *compiled =
        rgc_compile_file(path, &(rgc_options){.open_is_fixed = true, .passes_off = OPT_EVERY});
    for (size_t i = 0; compiled && !found && rg_parameter_at(job, i, &p); i++)
        if (p.number == RG_NUMBER_INT && is_open(compiled, rg_job_routine(job), p.name))
            found = p.name;
    if (compiled)
        rgc_result_free(compiled);
    return found;
}

void cli_say_nothing_active(const cli_options *options, const rg_job *job)
{
    rg_parameter parameter;
    size_t active = 0;
    for (size_t i = 0; options->grad && rg_parameter_at(job, i, &parameter); i++)
        active += parameter.number == RG_NUMBER_FIXED || parameter.number == RG_NUMBER_LOG;
    const char *integers = active == 1 ? integer_by_value(options->words[0], job) : NULL;
    char text[400];
    if (!integers)
        return;
    snprintf(text, sizeof text,
             "no other argument has a gradient: `%s` holds Int, as its values have no point. "
             "Values such as 1.0 make it a real number",
             integers);
    cli_remark(text);
}

static bool same_energy(const rg_energy *a, const rg_energy *b)
{
    return a->conventional.total_J == b->conventional.total_J
           && a->adiabatic.total_J == b->adiabatic.total_J
           && a->landauer.total_J == b->landauer.total_J && a->conventional_s == b->conventional_s
           && a->adiabatic_s == b->adiabatic_s && a->same_clock_J == b->same_clock_J;
}

/* A constant of --energy-set that changes nothing: most often the technology lacks the view that it
 * belongs to. One that is set to what the file says is no mistake. */
static void warn_of_constant(const cli_options *options, size_t index, const rg_job *job,
                             const rg_identity *machine)
{
    const char *set = options->energy_sets[index], *equals = strchr(set, '=');
    const char *one[] = {set};
    cli_options with = *options, without = *options;
    rg_energy_constant constants[RG_ENERGY_CONSTANTS];
    rg_counters counters;
    rg_energy base, other;
    rg_fault fault;
    bool moved = true;
    with.energy_sets = one;
    with.energy_set_count = 1;
    without.energy_set_count = 0;
    rg_technology *changed = cli_technology_for(&with, machine),
                  *plain = cli_technology_for(&without, machine);
    const size_t count = changed ? rg_technology_constants(changed, constants, RG_ENERGY_CONSTANTS)
                                 : 0;
    for (size_t i = 0; equals && i < count; i++)
        if (strncmp(constants[i].name, set, (size_t)(equals - set)) == 0
            && constants[i].name[equals - set] == '\0')
            moved = constants[i].value != constants[i].file_value;
    rg_get_counters(job, &counters);
    const unsigned xlen = rg_job_xlen(job);
    if (moved && changed && plain && rg_energy_of(changed, &counters, xlen, &other, &fault) == RG_OK
        && rg_energy_of(plain, &counters, xlen, &base, &fault) == RG_OK
        && same_energy(&other, &base))
        cli_warning("R0923", "--energy-set %s changes no energy of this run%s", set,
                    base.has_adiabatic ? "" : ": the technology has no adiabatic view");
    rg_technology_close(changed);
    rg_technology_close(plain);
}

void cli_warn_of_constants(const cli_options *options, const rg_job *job,
                           const rg_identity *machine)
{
    for (size_t i = 0; i < options->energy_set_count; i++)
        warn_of_constant(options, i, job, machine);
}

void cli_say_other_core(const rg_technology *technology)
{
    char text[2 * RG_IDENTITY_TEXT + 200], own[RG_IDENTITY_TEXT];
    const char *core = rg_technology_core(technology),
               *machine = rg_technology_machine_core(technology, own, sizeof own);
    if (!core[0] || !machine[0] || strcmp(core, machine) == 0)
        return;
    snprintf(text, sizeof text,
             "the energies of operations were measured on the core %s, and this machine has %s",
             core, machine);
    cli_remark(text);
}
