/* numbers.c: Fixed or Float, as the program asks for it. */
#include "host-driver/cli/cli.h"

#include <string.h>

static bool is_chosen_for(const char *command)
{
    static const char *const commands[] = {"run", "check", "build", "debug", "gdbserver"};
    bool chosen = false;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        chosen = chosen || strcmp(command, commands[i]) == 0;
    return chosen;
}

/* Energies are known for Fixed alone, and signals, circuits and C are made for it alone. */
static bool needs_fixed(const cli_options *o)
{
    return o->activity || o->energy || o->energy_set_count > 0 || o->explain || o->optimise
           || o->trace || (o->emit && (strcmp(o->emit, "c") == 0 || cli_is_circuit(o->emit)));
}

static bool is_left_open(const cli_options *o)
{
    return is_chosen_for(o->command) && !o->engine && !o->with_float && !o->with_fixed
           && !needs_fixed(o) && o->word_count > 0;
}

static bool is_real(const cli_setting *setting)
{
    cli_value v = {0};
    rg_fault fault;
    const bool real = cli_value_parse(setting->name, setting->value, &v, &fault) == RG_OK && v.reals
                      && !v.integers;
    cli_value_free(&v);
    return real;
}

/* A program without a type and without a literal computes with what it is given. A derivative is
 * one of real numbers. */
static bool has_reals(const cli_options *o)
{
    bool any = cli_differentiates(o);
    for (size_t i = 0; !any && i < o->setting_count; i++)
        any = is_real(&o->settings[i]);
    return any;
}

bool cli_choose_numbers(cli_options *options)
{
    if (options->with_float && options->with_fixed) {
        cli_error("R0917", "choose one of --float and --fixed");
        return false;
    }
    if (options->with_fixed && options->engine && cli_is_float(options)) {
        cli_error("R0917", "--fixed is not the engine `%s`: leave one of them out",
                  options->engine);
        return false;
    }
    if (!is_left_open(options))
        return true;
    const char *engine = rg_engine_asked(options->words[0], NULL, has_reals(options));
    options->with_float = strcmp(engine, "float") == 0;
    return true;
}
