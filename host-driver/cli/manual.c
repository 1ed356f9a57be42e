/* manual.c: commands, options and topics as pages of man. */
#include "host-driver/cli/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Text in which nothing is a request or an escape. */
static void print_plain(const char *text, size_t length, FILE *out)
{
    if (length > 0 && (*text == '.' || *text == '\''))
        fputs("\\&", out);
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\\')
            fputs("\\e", out);
        else if (text[i] == '-')
            fputs("\\-", out);
        else
            fputc(text[i], out);
}

static void print_line(const char *text, FILE *out)
{
    for (; *text; text += strcspn(text, "\n"), text += *text != '\0') {
        print_plain(text, strcspn(text, "\n"), out);
        fputs(text[strcspn(text, "\n")] ? "\n.br\n" : "\n", out);
    }
}

/* The lines and columns of the text are kept. */
static void print_lines(const char *text, FILE *out)
{
    fputs(".nf\n", out);
    for (; *text; text += strcspn(text, "\n"), text += *text != '\0') {
        print_plain(text, strcspn(text, "\n"), out);
        fputc('\n', out);
    }
    fputs(".fi\n", out);
}

static void print_use(const char *option, const char *shown, const char *text, FILE *out)
{
    fputs(".TP\n.B ", out);
    print_plain(option, strlen(option), out);
    print_plain(shown, strlen(shown), out);
    fputc('\n', out);
    print_line(text, out);
}

static void print_heading(const char *topic, FILE *out)
{
    fputs(".TH RETROGRAD", out);
    if (*topic)
        fputs("\\-", out);
    for (const char *c = topic; *c; c++)
        if (*c == '-')
            fputs("\\-", out);
        else
            fputc(toupper((unsigned char)*c), out);
    fputs(" 1 \"\" \"retrograd " RETROGRAD_VERSION "\" \"User commands\"\n.SH NAME\nretrograd",
          out);
    if (*topic)
        fprintf(out, "\\-%s", topic);
    fputs(" \\- ", out);
}

static void print_options(size_t command, FILE *out)
{
    fputs(".SH OPTIONS\n", out);
    for (const cli_row *row = cli_command_rows(command); row->kind != CLI_END; row++)
        if (row->kind == CLI_USES)
            print_use(cli_option_name(row->option), row->shown, row->text, out);
    print_use("--message-format", "=json", "each message as one JSON object on a line", out);
    print_use("--help", "", "show the help of the command", out);
}

static void print_command(size_t command, FILE *out)
{
    const cli_command *c = cli_command_at(command);
    print_line(c->does, out);
    fputs(".SH SYNOPSIS\n", out);
    cli_print_usage(command, out);
    fputs(".SH DESCRIPTION\n", out);
    bool described = false;
    for (const cli_row *row = cli_command_rows(command); row->kind != CLI_END; row++) {
        if (row->kind == CLI_ABOUT) {
            fputs(".PP\n", out);
            print_line(row->text, out);
            described = true;
        }
    }
    if (!described)
        fprintf(out, "See retrograd(1) for all commands.\n");
    print_options(command, out);
    for (const cli_row *row = cli_command_rows(command); row->kind != CLI_END; row++)
        if (row->kind == CLI_LINES) {
            fputs(".SH NOTES\n", out);
            print_lines(row->text, out);
        }
}

/* The text of a topic of `retrograd help`, in its lines. False: there is none. */
static bool print_topic(const char *topic, FILE *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    const bool known = memory && cli_print_topic(topic, memory);
    if (memory && fclose(memory) == 0 && known)
        print_lines(text, out);
    free(text);
    return known;
}

bool cli_print_manual(const char *topic, FILE *out)
{
    const int command = cli_command_find(topic);
    if (command < 0 && !cli_is_topic(topic))
        return false;
    print_heading(topic, out);
    if (command >= 0) {
        print_command((size_t)command, out);
    } else {
        if (*topic)
            fprintf(out, "%s of the retrograd command\n", topic);
        else
            fputs("run reversible programs forward, backward and with gradients\n", out);
        fputs(".SH DESCRIPTION\n", out);
        print_topic(topic, out);
    }
    fputs(".SH EXIT STATUS\n", out);
    print_topic("status", out);
    fputs(".SH SEE ALSO\n", out);
    for (size_t i = 0; i < CLI_COMMANDS; i++)
        if ((int)i != command)
            fprintf(out, ".BR retrograd\\-%s (1),\n", cli_command_at(i)->name);
    fputs(".BR retrograd (1)\n", out);
    return true;
}
