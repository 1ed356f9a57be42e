/* options.c: the command line of retrograd. */
#include "host-driver/cli/cli.h"

#include "compiler/opt/opt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    RUN = 1,
    CHECK = 2,
    BUILD = 4,
    DISASM = 8,
    EXPLAIN = 16,
    VERSION = 32,
    HELP = 64,
    EXPLORE = 128,
    ENERGY = 256,
    EXPLAIN_ENERGY = 512,
    DEBUG = 1024,
    DAP = 2048,
    FMT = 4096,
    GDBSERVER = 8192,
    LSP = 16384
};
enum { ANY_NUMBER = 1 << 20 };

static const struct {
    const char *name;
    unsigned bit;
    size_t words, most;
    const char *needs;
} commands[] = {
    {"run", RUN, 1, 2, "FILE.rg [FUNCTION]"},
    {"check", CHECK, 1, 2, "FILE.rg [FUNCTION]"},
    {"build", BUILD, 1, 1, "FILE.rg"},
    {"disasm", DISASM, 1, 1, "FILE.elf"},
    {"explain", EXPLAIN, 0, 1, "[CODE]"},
    {"version", VERSION, 0, 0, "nothing else"},
    {"help", HELP, 0, 1, "[TOPIC]"},
    {"explore", EXPLORE, 1, 1, "STUDY.yaml"},
    {"energy", ENERGY, 0, 1, "[TECHNOLOGY]"},
    {"explain-energy", EXPLAIN_ENERGY, 1, 2, "RUN.json [PART]"},
    {"debug", DEBUG, 1, 2, "FILE.rg [FUNCTION]"},
    {"dap", DAP, 0, 0, "nothing else"},
    {"fmt", FMT, 0, ANY_NUMBER, "[FILE.rg ...]"},
    {"gdbserver", GDBSERVER, 1, 2, "FILE.rg [FUNCTION]"},
    {"lsp", LSP, 0, 0, "nothing else"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const char *const command_names[] = {
    "run",    "check",          "build", "disasm", "explain", "version",   "help", "explore",
    "energy", "explain-energy", "debug", "dap",    "fmt",     "gdbserver", "lsp",  NULL};

const char *const *cli_commands(void) { return command_names; }

typedef enum {
    OPT_SET,
    OPT_ENGINE,
    OPT_BACKWARD,
    OPT_GRAD,
    OPT_HESSIAN,
    OPT_JACOBIAN,
    OPT_TANGENT,
    OPT_HVP,
    OPT_ENERGY,
    OPT_TRACE,
    OPT_JSON,
    OPT_RAW,
    OPT_MAX_CYCLES,
    OPT_OUTPUT,
    OPT_MESSAGES,
    OPT_GRADIENTS,
    OPT_KEEP,
    OPT_EMIT,
    OPT_HELP,
    OPT_PLAIN,
    OPT_VERIFY,
    OPT_NO_PASS,
    OPT_FROM,
    OPT_AFTER,
    OPT_REPORT,
    OPT_ENERGY_SET,
    OPT_EXPLAIN_ENERGY,
    OPT_OPTIMISE,
    OPT_BUDGET,
    OPT_ROUNDS,
    OPT_PLAN,
    OPT_CSV,
    OPT_JOBS,
    OPT_STORE,
    OPT_MACHINES,
    OPT_EXPORT,
    OPT_MERGE,
    OPT_TIMEOUT,
    OPT_MANUAL,
    OPT_COMPLETION,
    OPT_AT,
    OPT_SCRIPT,
    OPT_CHECK,
    OPT_OUT,
    OPT_PORT,
    OPT_STDIO
} option_id;

static const struct {
    const char *name;
    option_id id;
    const char *argument;
    unsigned commands;
} known[] = {
    {"--set", OPT_SET, "NAME=VALUE", RUN | CHECK | DEBUG | GDBSERVER},
    {"--engine", OPT_ENGINE, "rtl, fast or systemc", RUN | CHECK | DEBUG | GDBSERVER},
    {"--backward", OPT_BACKWARD, NULL, RUN | DEBUG | GDBSERVER},
    {"--grad", OPT_GRAD, "NAME", RUN | DEBUG | GDBSERVER},
    {"--hessian", OPT_HESSIAN, "NAME", RUN},
    {"--jacobian", OPT_JACOBIAN, NULL, RUN},
    {"--gradients", OPT_GRADIENTS, NULL, BUILD},
    {"--keep-gradients", OPT_KEEP, NULL, RUN | CHECK},
    {"--out", OPT_OUT, "NAME", RUN},
    {"--tangent", OPT_TANGENT, "NAME=VALUE", RUN | DEBUG},
    {"--hvp", OPT_HVP, "NAME", RUN},
    {"--energy", OPT_ENERGY, "NAME or FILE", RUN},
    {"--trace", OPT_TRACE, "FILE.fst", RUN},
    {"--optimise", OPT_OPTIMISE, "energy:NAME or energy:FILE", RUN | BUILD},
    {"--memory-budget", OPT_BUDGET, "WORDS", RUN | BUILD},
    {"--assume-rounds", OPT_ROUNDS, "N", RUN | BUILD},
    {"--energy-set", OPT_ENERGY_SET, "CONSTANT=VALUEunit", RUN | BUILD | ENERGY},
    {"--explain-energy", OPT_EXPLAIN_ENERGY, NULL, RUN},
    {"--json", OPT_JSON, NULL, RUN | CHECK | VERSION | EXPLORE | EXPLAIN | DEBUG | FMT},
    {"--max-cycles", OPT_MAX_CYCLES, "N", RUN | CHECK},
    {"--raw", OPT_RAW, NULL, RUN},
    {"-o", OPT_OUTPUT, "FILE", BUILD | DISASM | EXPLORE},
    {"--emit", OPT_EMIT, "ir, inverse, asm, graph, unf or obj", BUILD},
    {"--message-format", OPT_MESSAGES, "text or json", ~0u},
    {"-O0", OPT_PLAIN, NULL, RUN | CHECK | BUILD | DEBUG | GDBSERVER},
    {"--verify", OPT_VERIFY, NULL, RUN | CHECK | BUILD},
    {"--no-pass", OPT_NO_PASS, "NAME", RUN | CHECK | BUILD | DEBUG | GDBSERVER},
    {"--from", OPT_FROM, "PASS", BUILD},
    {"--after", OPT_AFTER, "PASS", BUILD},
    {"--report", OPT_REPORT, NULL, RUN | BUILD},
    {"--plan", OPT_PLAN, NULL, EXPLORE},
    {"--csv", OPT_CSV, NULL, EXPLORE},
    {"-j", OPT_JOBS, "N", EXPLORE},
    {"--store", OPT_STORE, "FILE", EXPLORE},
    {"--machines", OPT_MACHINES, "FOLDER", EXPLORE},
    {"--export", OPT_EXPORT, "parallel or slurm", EXPLORE},
    {"--merge", OPT_MERGE, "FOLDER", EXPLORE},
    {"--timeout", OPT_TIMEOUT, "SECONDS", EXPLORE},
    {"--man", OPT_MANUAL, NULL, HELP},
    {"--completion", OPT_COMPLETION, "bash or zsh", HELP},
    {"--at", OPT_AT, "trap, overflow or cause", DEBUG},
    {"-x", OPT_SCRIPT, "FILE", DEBUG},
    {"--check", OPT_CHECK, NULL, FMT},
    {"--port", OPT_PORT, "N", GDBSERVER},
    {"--stdio", OPT_STDIO, NULL, GDBSERVER | LSP},
    {"--help", OPT_HELP, NULL, ~0u},
    {"-h", OPT_HELP, NULL, ~0u},
};
enum { KNOWN = sizeof known / sizeof known[0] };

bool cli_option_at(size_t index, cli_known_option *option)
{
    if (index >= KNOWN)
        return false;
    *option = (cli_known_option){known[index].name, known[index].argument, known[index].commands};
    return true;
}

const char *cli_command_words(size_t command) { return commands[command].needs; }

bool cli_option_belongs(const cli_known_option *option, size_t command)
{
    return (option->commands & commands[command].bit) != 0;
}

static bool unknown_option(const char *option, unsigned command)
{
    const char *names[KNOWN];
    size_t count = 0;
    for (size_t i = 0; i < KNOWN; i++)
        if (known[i].commands & command)
            names[count++] = known[i].name;
    const char *near = rg_suggest(option, names, count);
    cli_error("R0917", near ? "unknown option %s; did you mean %s?" : "unknown option %s", option,
              near);
    return false;
}

static bool parse_count(const char *text, uint64_t *count)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    *count = value;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
}

static bool add_setting(cli_setting *settings, size_t *count, const char *option, char *text)
{
    char *equals = strchr(text, '=');
    if (!equals || equals == text) {
        cli_error("R0917", "%s wants NAME=VALUE, not `%s`", option, text);
        return false;
    }
    *equals = '\0';
    for (size_t i = 0; i < *count; i++)
        if (strcmp(settings[i].name, text) == 0) {
            cli_error("R0917", "argument %s is set twice", text);
            return false;
        }
    settings[(*count)++] = (cli_setting){text, equals + 1};
    return true;
}

static bool switch_off(cli_options *options, const char *name)
{
    const char *names[OPT_PASS_COUNT];
    unsigned pass = opt_find(name);
    if (pass < OPT_PASS_COUNT) {
        options->passes_off |= UINT32_C(1) << pass;
        return true;
    }
    for (unsigned i = 0; i < OPT_PASS_COUNT; i++)
        names[i] = opt_name(i);
    const char *near = rg_suggest(name, names, OPT_PASS_COUNT);
    cli_error("R0917",
              near ? "there is no pass `%s`; did you mean `%s`?"
                   : "there is no pass `%s`; see `retrograd help optimiser`",
              name, near);
    return false;
}

/* A pass before the code generator, or its second run: sums.2. */
static bool take_step(const char *name, unsigned *step)
{
    *step = opt_step(name);
    if (*step == 0)
        cli_error(
            "R0917",
            "no pass before the code generator is called `%s`; see `retrograd help optimiser`",
            name);
    return *step > 0;
}

/* An integer from 1 to most. */
static bool take_count(const char *option, const char *text, uint64_t most, uint64_t *count)
{
    if (parse_count(text, count) && *count >= 1 && *count <= most)
        return true;
    cli_error("R0917", "%s wants a whole number from 1 to %llu, not `%s`", option,
              (unsigned long long)most, text);
    return false;
}

static bool take_option(cli_options *options, option_id id, char *argument)
{
    switch (id) {
    case OPT_SET: return add_setting(options->settings, &options->setting_count, "--set", argument);
    case OPT_TANGENT:
        return add_setting(options->directions, &options->direction_count, "--tangent", argument);
    case OPT_OUT: options->outs[options->out_count++] = argument; return true;
    case OPT_HVP: options->hvp = argument; return true;
    case OPT_HESSIAN: options->hessian = argument; return true;
    case OPT_JACOBIAN: options->jacobian = true; return true;
    case OPT_ENGINE: options->engine = argument; return true;
    case OPT_BACKWARD: options->backward = true; return true;
    case OPT_GRAD: options->grad = argument; return true;
    case OPT_ENERGY: options->energy = argument; return true;
    case OPT_TRACE: options->trace = argument; return true;
    case OPT_GRADIENTS: options->gradients = true; return true;
    case OPT_KEEP: options->keep = true; return true;
    case OPT_JSON: options->json = true; return true;
    case OPT_RAW: options->raw = true; return true;
    case OPT_OUTPUT: options->output = argument; return true;
    case OPT_EMIT: options->emit = argument; return true;
    case OPT_HELP: options->help = true; return true;
    case OPT_REPORT: options->report = true; return true;
    case OPT_CHECK: options->check = true; return true;
    case OPT_PLAN: options->plan = true; return true;
    case OPT_CSV: options->csv = true; return true;
    case OPT_STORE: options->store = argument; return true;
    case OPT_MACHINES: options->machines = argument; return true;
    case OPT_EXPORT: options->export = argument; return true;
    case OPT_MANUAL: options->manual = true; return true;
    case OPT_COMPLETION: options->completion = argument; return true;
    case OPT_MERGE: options->merge = argument; return true;
    case OPT_SCRIPT: options->scripts[options->script_count++] = argument; return true;
    case OPT_STDIO: options->stdio = true; return true;
    case OPT_PORT: return take_count("--port", argument, 65535, &options->port);
    case OPT_AT:
        options->at = argument;
        if (strcmp(argument, "trap") == 0 || strcmp(argument, "overflow") == 0
            || strcmp(argument, "cause") == 0)
            return true;
        cli_error("R0917", "--at is trap, overflow or cause, not `%s`", argument);
        return false;
    case OPT_JOBS: return take_count("-j", argument, 256, &options->jobs);
    case OPT_TIMEOUT: return take_count("--timeout", argument, 100000000, &options->timeout);
    case OPT_ENERGY_SET: options->energy_sets[options->energy_set_count++] = argument; return true;
    case OPT_OPTIMISE:
        if (strncmp(argument, "energy:", 7) == 0 && argument[7]) {
            options->optimise = argument + 7;
            return true;
        }
        cli_error("R0917", "--optimise wants energy:NAME or energy:FILE, a technology, not `%s`",
                  argument);
        return false;
    case OPT_BUDGET:
        options->budgeted = parse_count(argument, &options->budget);
        if (!options->budgeted)
            cli_error("R0917", "--memory-budget wants a whole number of words, not `%s`", argument);
        return options->budgeted;
    case OPT_ROUNDS: return take_count("--assume-rounds", argument, 1000000000, &options->rounds);
    case OPT_EXPLAIN_ENERGY: options->explain = argument ? argument : ""; return true;
    case OPT_PLAIN: options->passes_off = OPT_EVERY; return true;
    case OPT_VERIFY: options->verify = true; return true;
    case OPT_FROM: return take_step(argument, &options->first_step);
    case OPT_AFTER: return take_step(argument, &options->last_step);
    case OPT_NO_PASS: return switch_off(options, argument);
    case OPT_MESSAGES:
        if (strcmp(argument, "text") == 0 || strcmp(argument, "json") == 0)
            return true; /* see cli_parse */
        cli_error("R0917", "--message-format is text or json, not `%s`", argument);
        return false;
    case OPT_MAX_CYCLES:
        if (parse_count(argument, &options->max_cycles))
            return true;
        cli_error("R0917", "--max-cycles wants a whole number, not `%s`", argument);
        return false;
    }
    return false;
}

/* Parse argv[*at], an option, and its argument if it takes one. */
static bool parse_option(int argc, char **argv, int *at, unsigned command, cli_options *options)
{
    char *word = argv[*at], *equals = word[1] == '-' ? strchr(word, '=') : NULL;
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    for (size_t i = 0; i < KNOWN; i++) {
        /* -j4 is -j 4 */
        bool joined = word[1] == 'j' && strcmp(known[i].name, "-j") == 0 && word[2] >= '0'
                      && word[2] <= '9';
        if (!joined
            && (strlen(known[i].name) != length || strncmp(known[i].name, word, length) != 0))
            continue;
        if (!(known[i].commands & command)) {
            cli_error("R0917", "%s does not belong to `retrograd %s`", known[i].name,
                      options->command);
            return false;
        }
        if (!known[i].argument && equals && known[i].id != OPT_EXPLAIN_ENERGY) {
            cli_error("R0917", "%s takes no argument", known[i].name);
            return false;
        }
        char *argument = joined ? word + 2 : equals ? equals + 1 : NULL;
        if (known[i].argument && !argument) {
            if (*at + 1 >= argc) {
                cli_error("R0917", "%s needs an argument: %s", known[i].name, known[i].argument);
                return false;
            }
            argument = argv[++*at];
        }
        return take_option(options, known[i].id, argument);
    }
    if (equals)
        *equals = '\0';
    return unknown_option(word, command);
}

static int find_command(const char *word)
{
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        word = "help";
    if (strcmp(word, "--version") == 0)
        word = "version";
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, word) == 0)
            return i;
    const char *near = rg_suggest(word, command_names, COMMANDS);
    cli_error("R0917",
              near ? "unknown command %s; did you mean %s?"
                   : "unknown command %s; see `retrograd help`",
              word, near);
    return -1;
}

static bool parse_rest(int argc, char **argv, int command, cli_options *options)
{
    bool only_words = false;
    for (int i = 2; i < argc; i++) {
        if (!only_words && strcmp(argv[i], "--") == 0) {
            only_words = true;
        } else if (!only_words && argv[i][0] == '-' && argv[i][1] != '\0') {
            if (!parse_option(argc, argv, &i, commands[command].bit, options))
                return false;
        } else if (options->word_count == commands[command].most) {
            cli_error("R0917", "`%s` is one word too many: `retrograd %s` takes %s", argv[i],
                      options->command, commands[command].needs);
            return false;
        } else {
            if (options->word_count < sizeof options->words / sizeof options->words[0])
                options->words[options->word_count] = argv[i];
            options->word_count++;
            options->files[options->file_count++] = argv[i];
        }
    }
    if (options->help || options->word_count >= commands[command].words)
        return true;
    cli_error("R0917", "`retrograd %s` needs %s; see `retrograd help %s`", options->command,
              commands[command].needs, options->command);
    return false;
}

/* Known before the first message, which may be about the command line itself. */
static void find_message_format(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--message-format=json") == 0
            || (strcmp(argv[i], "--message-format") == 0 && i + 1 < argc
                && strcmp(argv[i + 1], "json") == 0))
            cli_messages_json();
}

bool cli_parse(int argc, char **argv, cli_options *options)
{
    memset(options, 0, sizeof *options);
    find_message_format(argc, argv);
    if (argc < 2) {
        options->command = "help";
        return true;
    }
    int command = find_command(argv[1]);
    if (command < 0)
        return false;
    options->command = commands[command].name;
    options->settings = calloc((size_t)argc, sizeof *options->settings);
    options->directions = calloc((size_t)argc, sizeof *options->directions);
    options->energy_sets = calloc((size_t)argc, sizeof *options->energy_sets);
    options->scripts = calloc((size_t)argc, sizeof *options->scripts);
    options->files = calloc((size_t)argc, sizeof *options->files);
    options->outs = calloc((size_t)argc, sizeof *options->outs);
    if (!options->files || !options->settings || !options->directions || !options->energy_sets
        || !options->scripts || !options->outs) {
        cli_error("R0904", "the host is out of memory");
        return false;
    }
    return parse_rest(argc, argv, command, options);
}

void cli_options_free(cli_options *options)
{
    free(options->files);
    free(options->settings);
    free(options->directions);
    free(options->energy_sets);
    free(options->scripts);
    free(options->outs);
}
