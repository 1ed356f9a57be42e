/* table.c: the commands and options of options.def and commands.def as tables. */
#include "host-driver/cli/table.h"

#include <string.h>

static const cli_command commands[] = {
#define COMMAND(id, name, words, least, most, example, does)                                       \
    {name, words, least, most, example, does, cmd_##id},
#include "host-driver/cli/commands.def"
};

#ifdef RG_NO_HELP /* the page in the browser shows none */
#define HELP(text) ""
#else
#define HELP(text) text
#endif

/* The rows of the first command stand behind the CLI_END that begins it, and so on. */
static const cli_row rows[] = {
#define COMMAND(id, name, words, least, most, example, does) {CLI_END, CLI_OPTIONS, NULL, NULL},
#define ABOUT(text) {CLI_ABOUT, CLI_OPTIONS, NULL, HELP(text)},
#define USES(option, shown, text) {CLI_USES, CLI_OPT_##option, shown, HELP(text)},
#define ALSO(option) {CLI_ALSO, CLI_OPT_##option, NULL, NULL},
#define GAP {CLI_GAP, CLI_OPTIONS, NULL, NULL},
#define LINES(text) {CLI_LINES, CLI_OPTIONS, NULL, HELP(text)},
#include "host-driver/cli/commands.def"
    {CLI_END, CLI_OPTIONS, NULL, NULL},
};

static const struct {
    const char *name, *argument;
} options[] = {
#define OPTION(id, name, argument, take) {name, argument},
#include "host-driver/cli/options.def"
};

const cli_command *cli_command_at(size_t index) { return &commands[index]; }

int cli_command_find(const char *name)
{
    for (int i = 0; i < (int)CLI_COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return i;
    return -1;
}

const cli_row *cli_command_rows(size_t command)
{
    const cli_row *row = rows;
    for (size_t passed = 0; passed < command; passed++)
        for (row++; row->kind != CLI_END; row++)
            ;
    return row + 1;
}

const char *cli_option_name(cli_option_id option) { return options[option].name; }

const char *cli_option_argument(cli_option_id option) { return options[option].argument; }

bool cli_option_belongs(cli_option_id option, size_t command)
{
    if (option >= CLI_OPT_MESSAGES) /* the last ones are of every command */
        return true;
    for (const cli_row *row = cli_command_rows(command); row->kind != CLI_END; row++)
        if (row->option == option)
            return true;
    return false;
}
