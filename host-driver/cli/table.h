/* table.h: the commands and options of options.def and commands.def. */
#ifndef RG_CLI_TABLE_H
#define RG_CLI_TABLE_H

#include "host-driver/cli/cli.h"

enum { CLI_ANY_NUMBER = 1 << 20 }; /* of words */

enum {
#define COMMAND(id, name, words, least, most, example, does) CLI_COMMAND_##id,
#include "host-driver/cli/commands.def"
    CLI_COMMANDS
};

typedef enum {
#define OPTION(id, name, argument, take) CLI_OPT_##id,
#include "host-driver/cli/options.def"
    CLI_OPTIONS
} cli_option_id;

typedef struct {
    const char *name, *words;
    size_t least, most;
    const char *example, *does;
    int (*run)(const cli_options *);
} cli_command;

typedef enum { CLI_ABOUT, CLI_USES, CLI_ALSO, CLI_GAP, CLI_LINES, CLI_END } cli_row_kind;
/* A line of a command in the table, up to CLI_END. */
typedef struct {
    cli_row_kind kind;
    cli_option_id option;
    const char *shown, *text;
} cli_row;

/* The commands in the order of the overview; index is below CLI_COMMANDS. */
const cli_command *cli_command_at(size_t index);
/* The command of that name, or -1. */
int cli_command_find(const char *name);
const cli_row *cli_command_rows(size_t command);

/* What the option is called, with its dashes, and what it takes: NULL for nothing. */
const char *cli_option_name(cli_option_id option);
const char *cli_option_argument(cli_option_id option);
bool cli_option_belongs(cli_option_id option, size_t command);

/* ---- cmd_help.c, manual.c, completion.c: made from the tables. */
/* "retrograd run FILE.rg [FUNCTION] [options]" */
void cli_print_usage(size_t command, FILE *out);
/* The help of a command or a topic, "" for the overview; and the same as a page of man. False:
 * there is no such topic. */
bool cli_print_topic(const char *topic, FILE *out);
bool cli_is_topic(const char *topic); /* no command */
bool cli_print_manual(const char *topic, FILE *out);
/* For the shell "bash" or "zsh". */
void cli_print_completion(const char *shell, FILE *out);

#endif
