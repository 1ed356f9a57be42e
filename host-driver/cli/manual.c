/* manual.c: the texts of `retrograd help` as pages of man. */
#include "host-driver/cli/cli.h"

#include <ctype.h>
#include <string.h>

/* The line of the overview on a command: what it does stands behind two blanks or more. */
static const char *what_it_does(const char *command, size_t *length)
{
    const size_t name = strlen(command);
    for (const char *line = cli_topic_text(""); line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, "  retrograd ", 12) != 0 || strncmp(line + 12, command, name) != 0
            || line[12 + name] != ' ')
            continue;
        const char *end = line + strcspn(line, "\n"), *text = end;
        while (text > line && !(text[-1] == ' ' && text[-2] == ' '))
            text--;
        *length = (size_t)(end - text);
        return text;
    }
    *length = 0;
    return "";
}

/* Text in which nothing is a request or an escape. */
static void print_line(const char *line, size_t length, FILE *out)
{
    if (length > 0 && (*line == '.' || *line == '\''))
        fputs("\\&", out);
    for (size_t i = 0; i < length; i++)
        if (line[i] == '\\')
            fputs("\\e", out);
        else if (line[i] == '-')
            fputs("\\-", out);
        else
            fputc(line[i], out);
    fputc('\n', out);
}

/* The columns of the text are kept: it is the text of --help. */
static void print_text(const char *text, FILE *out)
{
    fputs(".nf\n", out);
    while (*text) {
        const size_t length = strcspn(text, "\n");
        print_line(text, length, out);
        text += length + (text[length] == '\n');
    }
    fputs(".fi\n", out);
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

int cli_print_manual(const char *topic, FILE *out)
{
    const char *const *commands = cli_commands();
    const char *text = cli_topic_text(topic);
    size_t at = 0, length;
    while (commands[at] && strcmp(commands[at], topic) != 0)
        at++;
    if (!text && !commands[at]) {
        cli_error("R0917", "there is no topic `%s`; see `retrograd help`", topic);
        return RG_BAD_USE;
    }
    const char *what = what_it_does(topic, &length);
    print_heading(topic, out);
    if (!*topic)
        fputs("run reversible programs forward, backward and with gradients\n", out);
    else if (length)
        print_line(what, length, out);
    else
        fprintf(out, "%s of the retrograd command\n", topic);
    if (commands[at])
        fprintf(out, ".SH SYNOPSIS\n.B retrograd %s\n%s\n", topic,
                strcmp(cli_command_words(at), "nothing else") == 0 ? "" : cli_command_words(at));
    fputs(".SH DESCRIPTION\n", out);
    print_text(text ? text : cli_topic_text(""), out);
    fputs(".SH EXIT STATUS\n", out);
    print_text(cli_topic_text("status"), out);
    fputs(".SH SEE ALSO\n", out);
    for (size_t i = 0; commands[i]; i++)
        if (strcmp(commands[i], topic) != 0)
            fprintf(out, ".BR retrograd\\-%s (1),\n", commands[i]);
    fputs(".BR retrograd (1)\n", out);
    return ferror(out) ? RG_BAD_MACHINE : RG_OK;
}
