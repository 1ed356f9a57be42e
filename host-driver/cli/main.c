/* main.c: the retrograd command. */
#include "host-driver/cli/table.h"

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int dispatch(cli_options *options)
{
    if (options->help) {
        cli_options topic = {.command = "help", .words = {options->command}, .word_count = 1};
        return cmd_help(&topic);
    }
    if (!cli_outputs_apart(options) || !cli_choose_numbers(options))
        return RG_BAD_USE;
    return cli_command_at((size_t)cli_command_find(options->command))->run(options);
}

static bool is_file(int descriptor)
{
    struct stat about;
    return fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
}

int main(int argc, char **argv)
{
    static char buffer[1 << 20]; /* so that a report that goes to a file arrives in one piece or not
                                    at all */
    cli_options options;
    signal(SIGXFSZ, SIG_IGN); /* a limit on the size of files is a full disk: status 3 */
    if (!isatty(STDOUT_FILENO))
        setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    int status = cli_parse(argc, argv, &options) ? dispatch(&options) : RG_BAD_USE;
    cli_options_free(&options);
    const bool failed = ferror(stdout) != 0; /* of what was written before the last of it */
    if (is_file(STDOUT_FILENO))
        cli_signals_hold(); /* one that ends the process would cut the report short */
    if ((fflush(stdout) != 0 || failed) && status != RG_BAD_MACHINE) {
        cli_error("R0905", "cannot write to standard output");
        status = RG_BAD_MACHINE;
    }
    return status;
}
