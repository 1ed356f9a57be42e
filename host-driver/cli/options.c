/* options.c: the command line of retrograd, by getopt_long and the table of options.def. */
#include "compiler/opt/opt.h"
#include "host-driver/cli/table.h"

#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
    FLAG_ROW,
    TEXT_ROW,
    ONCE_ROW,
    ONE_OF_ROW,
    LIST_ROW,
    PAIRS_ROW,
    COUNT_ROW,
    BY_ROW
} take_kind;

/* How an option is taken: where in cli_options, how many there are, the largest number. */
typedef struct {
    take_kind kind;
    size_t field, count;
    uint64_t most;
    bool (*by)(cli_options *options, char *argument);
} take_row;

static bool parse_count(const char *text, uint64_t *count)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    *count = value;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
}

static bool take_pair(cli_setting *pairs, size_t *count, const char *option, char *text)
{
    char *equals = strchr(text, '=');
    if (!equals || equals == text) {
        cli_error("R0917", "%s wants NAME=VALUE in one word, not `%s`", option, text);
        return false;
    }
    char *end = equals;
    while (end > text && end[-1] == ' ') /* --set 'x = 1' */
        end--;
    *end = '\0';
    while (equals[1] == ' ')
        equals++;
    for (size_t i = 0; i < *count; i++)
        if (strcmp(pairs[i].name, text) == 0) {
            cli_error("R0917", "argument %s is set twice", text);
            return false;
        }
    pairs[(*count)++] = (cli_setting){text, equals + 1};
    return true;
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

/* One of the words of "trap, overflow or cause". */
static bool take_word(const char *option, const char *words, const char *text)
{
    const size_t length = strlen(text);
    for (const char *at = words; *at; at += strspn(at, ", ")) {
        const size_t word = strcspn(at, ", ");
        if (word == length && strncmp(at, text, word) == 0 && strcmp(text, "or") != 0)
            return true;
        at += word;
    }
    cli_error("R0917", "%s is %s, not `%s`", option, words, text);
    return false;
}

/* --no-pass */
static bool take_no_pass(cli_options *options, char *name)
{
    const char *names[OPT_PASS_COUNT];
    unsigned pass = opt_find(name);
    if (pass < OPT_PASS_COUNT) {
        options->passes_off |= UINT64_C(1) << pass;
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

static bool take_from(cli_options *options, char *pass)
{
    return take_step(pass, &options->first_step);
}

static bool take_after(cli_options *options, char *pass)
{
    return take_step(pass, &options->last_step);
}

static bool take_plain(cli_options *options, char *nothing)
{
    (void)nothing;
    options->passes_off = OPT_EVERY;
    return true;
}

static bool take_explain_energy(cli_options *options, char *part)
{
    options->explain = part ? part : "";
    return true;
}

static bool take_plot(cli_options *options, char *kind)
{
    options->plot = kind ? kind : "";
    return true;
}

static bool take_optimise(cli_options *options, char *text)
{
    if (strncmp(text, "energy:", 7) == 0 && text[7]) {
        options->optimise = text + 7;
        return true;
    }
    cli_error("R0917", "--optimise wants energy:NAME or energy:FILE, a technology, not `%s`", text);
    return false;
}

static bool take_budget(cli_options *options, char *text)
{
    options->budgeted = parse_count(text, &options->budget);
    if (!options->budgeted)
        cli_error("R0917", "--memory-budget wants a whole number of words, not `%s`", text);
    return options->budgeted;
}

static bool take_tile(cli_options *options, char *text)
{
    char *equals = strrchr(text, '=');
    uint64_t rows = 0;
    if (options->tile) {
        cli_error("R0917", "--tile stands twice: rows are taken along one array, and those that "
                           "are read with it come along");
        return false;
    }
    if (!equals || equals == text || !parse_count(equals + 1, &rows) || rows == 0
        || rows > SIZE_MAX / 2) {
        cli_error("R0917",
                  "--tile wants NAME=ROWS, an array and at least 1 of its rows at a time, "
                  "not `%s`",
                  text);
        return false;
    }
    *equals = '\0';
    options->tile = text;
    options->tile_rows = (size_t)rows;
    return true;
}

static bool take_max_cycles(cli_options *options, char *text)
{
    if (parse_count(text, &options->max_cycles))
        return true;
    cli_error("R0917", "--max-cycles wants a whole number, not `%s`", text);
    return false;
}

static const take_row takes[] = {
#define AT(name) offsetof(cli_options, name)
#define FLAG(name)                                                                                 \
    {                                                                                              \
        .kind = FLAG_ROW, .field = AT(name)                                                        \
    }
#define TEXT(name)                                                                                 \
    {                                                                                              \
        .kind = TEXT_ROW, .field = AT(name)                                                        \
    }
#define ONCE(name)                                                                                 \
    {                                                                                              \
        .kind = ONCE_ROW, .field = AT(name)                                                        \
    }
#define ONE_OF(name)                                                                               \
    {                                                                                              \
        .kind = ONE_OF_ROW, .field = AT(name)                                                      \
    }
#define LIST(name, size)                                                                           \
    {                                                                                              \
        .kind = LIST_ROW, .field = AT(name), .count = AT(size)                                     \
    }
#define PAIRS(name, size)                                                                          \
    {                                                                                              \
        .kind = PAIRS_ROW, .field = AT(name), .count = AT(size)                                    \
    }
#define COUNT(name, limit)                                                                         \
    {                                                                                              \
        .kind = COUNT_ROW, .field = AT(name), .most = (limit)                                      \
    }
#define BY(function)                                                                               \
    {                                                                                              \
        .kind = BY_ROW, .by = (function)                                                           \
    }
#define OPTION(id, name, argument, take) take,
#include "host-driver/cli/options.def"
};

/* The first of two would be lost without a word. */
static bool take_once(const char *option, const char *text, const char **field)
{
    if (*field && strcmp(*field, text) != 0) {
        cli_error("R0917", "%s is given twice, with `%s` and `%s`: keep one of them", option,
                  *field, text);
        return false;
    }
    *field = text;
    return true;
}

static bool take_option(cli_options *options, cli_option_id id, char *argument)
{
    const take_row *row = &takes[id];
    const char *name = cli_option_name(id);
    void *field = (char *)options + row->field, *count = (char *)options + row->count;
    switch (row->kind) {
    case FLAG_ROW: *(bool *)field = true; return true;
    case ONE_OF_ROW:
        if (!take_word(name, cli_option_argument(id), argument))
            return false;
        *(const char **)field = argument;
        return true;
    case ONCE_ROW: return take_once(name, argument, field);
    case TEXT_ROW: *(const char **)field = argument; return true;
    case LIST_ROW: (*(const char ***)field)[(*(size_t *)count)++] = argument; return true;
    case PAIRS_ROW: return take_pair(*(cli_setting **)field, count, name, argument);
    case COUNT_ROW: return take_count(name, argument, row->most, field);
    case BY_ROW: return row->by(options, argument);
    }
    return false;
}

/* The option, if the command takes it. */
static const char *known_here(const char *option, const char *const *names, size_t count)
{
    for (size_t i = 0; option && i < count; i++)
        if (strcmp(names[i], option) == 0)
            return option;
    return NULL;
}

static bool unknown_option(const char *word, size_t command, const char *command_name)
{
    const char *names[CLI_OPTIONS];
    const size_t length = strcspn(word, "=");
    size_t count = 0;
    for (cli_option_id id = 0; id < CLI_OPTIONS; id++)
        if (cli_option_belongs(id, command))
            names[count++] = cli_option_name(id);
    char *option = strndup(word, length);
    const char *near = option ? known_here(cli_other_option(option), names, count) : NULL;
    near = near || !option ? near : rg_suggest(option, names, count);
    if (near)
        cli_error("R0917", "unknown option %s; did you mean %s?", option, near);
    else
        cli_error("R0917", "unknown option %s; `retrograd help %s` lists the options",
                  option ? option : word, command_name);
    free(option);
    return false;
}

/* What getopt_long knows of the table. A long option has the value LONG_OPTIONS + its number. */
enum { LONG_OPTIONS = 256 };
typedef struct {
    struct option longs[CLI_OPTIONS + 1];
    char shorts[2 * CLI_OPTIONS + 3];
} grammar;

/* --explain-energy=PART, --plot=KIND */
static bool may_take_word(cli_option_id id)
{
    return id == CLI_OPT_EXPLAIN_ENERGY || id == CLI_OPT_PLOT;
}

/* "-" gives words and options in their order, ":" tells options without their argument. */
static void make_grammar(grammar *g)
{
    size_t longs = 0, shorts = 2;
    memset(g, 0, sizeof *g);
    memcpy(g->shorts, "-:", 2);
    for (cli_option_id id = 0; id < CLI_OPTIONS; id++) {
        const char *name = cli_option_name(id);
        const bool takes_word = cli_option_argument(id) != NULL;
        if (name[1] == '-') {
            g->longs[longs++] = (struct option){name + 2,
                                                takes_word          ? required_argument
                                                : may_take_word(id) ? optional_argument
                                                                    : no_argument,
                                                NULL, LONG_OPTIONS + (int)id};
        } else {
            g->shorts[shorts++] = name[1];
            if (takes_word || name[2]) /* -O0 is O with 0 */
                g->shorts[shorts++] = ':';
        }
    }
}

/* The option of a value of getopt_long that stands in `word`, or CLI_OPTIONS: names are not
 * shortened. */
static cli_option_id find_option(int value, const char *word)
{
    if (value >= LONG_OPTIONS) {
        const cli_option_id id = (cli_option_id)(value - LONG_OPTIONS);
        const char *name = cli_option_name(id);
        const size_t length = strlen(name);
        const bool whole = strncmp(word, name, length) == 0
                           && (word[length] == '\0' || word[length] == '=');
        return whole ? id : CLI_OPTIONS;
    }
    for (cli_option_id id = 0; id < CLI_OPTIONS; id++) {
        const char *name = cli_option_name(id);
        if (name[1] == value && (!name[2] || strcmp(name, word) == 0))
            return id;
    }
    return CLI_OPTIONS;
}

/* What getopt_long found in `word`; value is what it returned. */
static bool parse_option(int value, const char *word, size_t command, cli_options *options)
{
    const bool refused = value == '?' || value == ':';
    const cli_option_id id = find_option(refused ? optopt : value, word);
    const char *name = id < CLI_OPTIONS ? cli_option_name(id) : NULL;
    if (!name)
        return unknown_option(word, command, options->command);
    if (!cli_option_belongs(id, command)) {
        cli_error("R0917",
                  "%s does not belong to `retrograd %s`; `retrograd help %s` lists those that do",
                  name, options->command, options->command);
        return false;
    }
    if (value == '?')
        cli_error("R0917", "%s takes no argument", name);
    if (value == ':')
        cli_error("R0917", "%s needs an argument: %s", name, cli_option_argument(id));
    return !refused && take_option(options, id, optarg);
}

static int find_command(const char *word)
{
    const char *names[CLI_COMMANDS];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        word = "help";
    if (strcmp(word, "--version") == 0)
        word = "version";
    const int command = cli_command_find(word);
    if (command >= 0)
        return command;
    for (size_t i = 0; i < CLI_COMMANDS; i++)
        names[i] = cli_command_at(i)->name;
    const char *near = rg_suggest(word, names, CLI_COMMANDS), *dot = strrchr(word, '.'),
               *here = cli_other_command(word);
    if (here) {
        cli_error("R0917", "there is no command %s: %s", word, here);
        return -1;
    }
    if (dot && (strcmp(dot, ".rg") == 0 || strcmp(dot, ".jl") == 0)) {
        cli_error("R0917", "a command stands before the file: retrograd run %s", word);
        return -1;
    }
    cli_error("R0917",
              near ? "unknown command %s; did you mean %s?"
                   : "unknown command %s; see `retrograd help`",
              word, near);
    return -1;
}

static bool parse_word(const char *word, const cli_command *command, cli_options *options)
{
    if (strchr(word, '=') && strcmp(command->name, "run") == 0) {
        cli_error("R0917", "a value has --set before it: --set %s", word);
        return false;
    }
    if (options->word_count == command->most) {
        cli_error("R0917", "`%s` is one word too many: `retrograd %s` takes %s", word,
                  command->name, command->words);
        return false;
    }
    if (options->word_count < sizeof options->words / sizeof options->words[0])
        options->words[options->word_count] = word;
    options->word_count++;
    options->files[options->file_count++] = word;
    return true;
}

/* argv[0] is the command. */
static bool parse_rest(int argc, char **argv, size_t index, cli_options *options)
{
    const cli_command *command = cli_command_at(index);
    grammar g;
    make_grammar(&g);
    optind = 0; /* the adapter of editors parses one line after another */
    opterr = 0;
    for (;;) {
        const char *word = optind < argc ? argv[optind > 0 ? optind : 1] : NULL;
        const int value = getopt_long(argc, argv, g.shorts, g.longs, NULL);
        if (value == -1)
            break;
        if (value == 1 ? !parse_word(optarg, command, options)
                       : !parse_option(value, word, index, options))
            return false;
    }
    for (; optind < argc; optind++) /* behind -- */
        if (!parse_word(argv[optind], command, options))
            return false;
    if (options->help || options->word_count >= command->least)
        return true;
    cli_error("R0917", "`retrograd %s` needs %s; see `retrograd help %s`", command->name,
              command->words, command->name);
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
    options->command = cli_command_at((size_t)command)->name;
    options->settings = calloc((size_t)argc, sizeof *options->settings);
    options->sizes = calloc((size_t)argc, sizeof *options->sizes);
    options->directions = calloc((size_t)argc, sizeof *options->directions);
    options->energy_sets = calloc((size_t)argc, sizeof *options->energy_sets);
    options->scripts = calloc((size_t)argc, sizeof *options->scripts);
    options->files = calloc((size_t)argc, sizeof *options->files);
    options->outs = calloc((size_t)argc, sizeof *options->outs);
    options->saves = calloc((size_t)argc, sizeof *options->saves);
    options->save_gradients = calloc((size_t)argc, sizeof *options->save_gradients);
    if (!options->files || !options->settings || !options->directions || !options->energy_sets
        || !options->scripts || !options->outs || !options->sizes || !options->saves
        || !options->save_gradients) {
        cli_error("R0904", "the host is out of memory");
        return false;
    }
    return parse_rest(argc - 1, argv + 1, (size_t)command, options);
}

void cli_options_free(cli_options *options)
{
    free(options->files);
    free(options->settings);
    free(options->sizes);
    free(options->directions);
    free(options->energy_sets);
    free(options->scripts);
    free(options->outs);
    free(options->saves);
    free(options->save_gradients);
}
