/* cmd_help.c: retrograd help: the commands, each command, and topics. Lines fit into 88 columns. */
#include "host-driver/cli/table.h"

#include "compiler/opt/opt.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *topic, *text;
} topics[] = {
    {"optimiser",
     "-O0                 no pass runs\n"
     "--no-pass=NAME      this pass does not run; may be given several times\n"
     "--verify            stop if a pass of the code generator gives a register two owners;\n"
     "                    for tests of the compiler\n"
     "--report            `build`: instructions of each routine before and after each pass;\n"
     "                    `run`: the same, and the uncomputing level of the run\n"
     "\n"
     "The passes, in the order in which they run:\n"},
    {"values",
     "VALUE of --set NAME=VALUE:\n"
     "\n"
     "  3  -0.25  1e-3          a number; Int takes 5 and 5.0, not 5.5\n"
     "  true  false             a Bool; 1 and 0 do as well\n"
     "  [1, 2, 3]               a vector\n"
     "  [[1, 2], [3, 4]]        a matrix, row by row; also as Julia has it, [1 2; 3 4]\n"
     "  3+2im  [1+2im, 2im]     complex numbers; in JSON \"3+2im\" or {\"re\": 3, \"im\": 2}\n"
     "  {\"x\": 1, \"c\": \"2im\"}    a struct: its fields as a JSON object; a vector of them is\n"
     "                          [{...}, {...}]\n"
     "  [1, [2, 3]]             a tuple: its elements as a JSON array\n"
     "  @file.npy .json         from a file\n"
     "  @file.csv .tsv .txt     lines of numbers with commas, semicolons, tabs or blanks\n"
     "                          between them; names of columns and # lines are left out\n"
     "\n"
     "You can set one component: --set z.re=3, --set s.from.x=1, --set t.1=2. Directions\n"
     "(--tangent NAME=VALUE) are written alike.\n"
     "\n"
     "A program that names Float64 or Real, or has a literal with a point, and does not name\n"
     "Fixed, has floating-point numbers. So has one without such types that gets a value with a\n"
     "point, or is differentiated. All others have fixed-point numbers. --float and --fixed take\n"
     "the other kind, and so does an engine that you name. Energies are known for Fixed alone.\n"
     "\n"
     "A Fixed is rounded to nearest and must be in range (below 2^20 in Q20.43). A Log must\n"
     "not be zero; if you do not set it, it is 1. You must set arrays. A keyword argument\n"
     "keeps its default if that is constant. Without a default, or with one made of other\n"
     "parameters, you must set it.\n"
     "\n"
     "A Float has 53 bits and is below 2^127, about 1.7e38. What is smaller than 2^-129 is 0\n"
     "where it is stored. Functions, products and quotients keep 53 bits. Sums are exact to\n"
     "2^-128.\n"},
    {"gradients",
     "--grad NAME makes these steps:\n"
     "\n"
     "  1. run the function forward and copy the results out;\n"
     "  2. seed the gradient of NAME with a power of two;\n"
     "  3. run the same code backward in gradient mode;\n"
     "  4. copy the gradients out.\n"
     "\n"
     "`restored: yes` says that all value memory and registers are then bit for bit what they\n"
     "were. Gradients of Log numbers are by the number, not by its logarithm.\n"
     "\n"
     "Some functions end in uncomputing. The forward run leaves that end out, because the\n"
     "backward run would compute the same again. With --no-pass=turn it is not left out.\n"
     "\n"
     "Freeing an ancilla drops its gradient, which erases bits. With --keep-gradients the\n"
     "machine pushes it on a stack instead. After the gradients were copied out the whole\n"
     "pass is run the other way. `restored` then says that every word of the machine,\n"
     "gradients included, is what it was, and that nothing was erased.\n"},
    {"report",
     "A run reports on standard output, one line each: values, gradients with --grad,\n"
     "restored, cycles, energy. `restored: yes` says that every bit came back. There are more\n"
     "lines if values were erased or gradients kept, and (2 attempts) if the first seed was\n"
     "too large. The output of the program comes first. Messages go to standard error.\n"
     "\n"
     "--report adds all that was counted: seeds, instructions by class, memory words, bits\n"
     "copied and erased with their source lines, the terms of each energy, and the lines that\n"
     "cost most. On standard error it adds the instructions before and after each pass, and\n"
     "the uncomputing level.\n"
     "\n"
     "Keys of `run --json` (docs/reference/driver.md says what each holds):\n"
     "\n"
     "  function, engine, status (ok or trap), values, raw (with --raw), restored\n"
     "  gradients, seed_exponent, attempts, kept_gradients\n"
     "  jacobian, hessian, tangents, hessian_vector\n"
     "  counters   cycles, instructions, forward, backward, by_class, by_mode,\n"
     "             in_gradient_mode, in_tangent_mode, memory_reads, memory_writes,\n"
     "             gradient_reads, gradient_writes, tangent_reads, tangent_writes,\n"
     "             words_copied_in, cycles_copied_in, words_copied_out,\n"
     "             cycles_copied_out, bits_copied_out, bits_erased\n"
     "  ledger     bits erased, by cause and source line\n"
     "  copies     bits copied out\n"
     "  energy     technology, conventional_J, adiabatic_J, landauer_J, parts, terms,\n"
     "             constants, sensitivity, overrides, optimum; lines (with --report)\n"
     "  trap       cause, code, file, line, column, routine, variable, message, help, value,\n"
     "             backward, address, last_changes\n"},
    {"messages",
     "Messages go to standard error as file:line:column: error[CODE]: text, with the source\n"
     "line and notes on other lines. Every command takes --message-format=json: each message\n"
     "is then one JSON object on one line.\n"
     "\n"
     "  severity   error, warning or note\n"
     "  code       see `retrograd explain CODE`; empty for a remark\n"
     "  message    what is wrong\n"
     "  file       or null\n"
     "  line, column, length    from 1, in characters; line 0 if there is no position\n"
     "  notes      other lines concerned: file, line, column, length, message of each\n"
     "  help       what to do, or null\n"
     "  fixes      changes that take the fault away: file, line, column, length, message, and\n"
     "             the text that is put there; with length 0 it is put before the column\n"
     "\n"
     "A trap is a message like any other. Its notes say where the word concerned was changed\n"
     "last.\n"},
    {"status",
     "Exit status:\n"
     "\n"
     "  0          done\n"
     "  1          the program trapped or a check failed\n"
     "  2          bad usage or bad source\n"
     "  3          the machine failed\n"
     "  128 + N    signal N (INT, TERM or HUP) ended the command\n"
     "\n"
     "After a signal a machine at work is run back to its start. A second signal a second\n"
     "later ends the command at once. So does one that finds it waiting for the reader of its\n"
     "output. No file is left half written.\n"},
};
enum { TOPICS = sizeof topics / sizeof topics[0], COLUMNS = 88, OPTION_COLUMN = 27 };

static void list_passes(FILE *out)
{
    for (unsigned pass = 0; pass < OPT_PASS_COUNT; pass++) {
        if (pass > 0 && opt_runs_before_code(pass - 1) && !opt_runs_before_code(pass))
            fprintf(out, "then the code generator, which makes these choices together:\n");
        fprintf(out, "  %-10s %s\n", opt_name(pass), opt_what(pass));
    }
}

/* Text from a column on, with lines of COLUMNS; used: how far the first one is filled. */
static void print_wrapped(const char *text, size_t from, size_t used, FILE *out)
{
    bool first = true;
    while (*text) {
        const size_t word = strcspn(text, " \n");
        if (!first && used + 1 + word > COLUMNS) {
            fprintf(out, "\n%*s", (int)from, "");
            used = from;
        } else if (!first && used > from) {
            fputc(' ', out);
            used++;
        }
        fprintf(out, "%.*s", (int)word, text);
        used += word;
        text += word;
        if (*text == '\n') {
            fprintf(out, "\n%*s", (int)from, "");
            used = from;
        }
        text += *text != '\0';
        first = false;
    }
    fputc('\n', out);
}

static void print_use(const cli_row *row, FILE *out)
{
    const char *name = cli_option_name(row->option);
    const size_t used = 2 + strlen(name) + strlen(row->shown);
    fprintf(out, "  %s%s", name, row->shown);
    if (used < OPTION_COLUMN)
        fprintf(out, "%*s", (int)(OPTION_COLUMN - used), "");
    else
        fprintf(out, "\n%*s", OPTION_COLUMN, "");
    print_wrapped(row->text, OPTION_COLUMN, OPTION_COLUMN, out);
}

void cli_print_usage(size_t command, FILE *out)
{
    const cli_command *c = cli_command_at(command);
    const char *words = c->most ? c->words : "", *blank = *words ? " " : "";
    bool options = false;
    for (const cli_row *row = cli_command_rows(command); row->kind != CLI_END; row++)
        options = options || row->kind == CLI_USES;
    fprintf(out, "retrograd %s%s%s%s\n", c->name, blank, words, options ? " [options]" : "");
}

static void print_command(size_t command, FILE *out)
{
    cli_row_kind before = CLI_ABOUT;
    cli_print_usage(command, out);
    for (const cli_row *row = cli_command_rows(command); row->kind != CLI_END; row++) {
        if (row->kind == CLI_ALSO)
            continue;
        if (row->kind != CLI_USES || before == CLI_ABOUT)
            fputc('\n', out);
        if (row->kind == CLI_ABOUT)
            print_wrapped(row->text, 0, 0, out);
        else if (row->kind == CLI_USES)
            print_use(row, out);
        else if (row->kind == CLI_LINES)
            fputs(row->text, out);
        before = row->kind;
    }
}

/* The names of all that there is help for. */
static void list_names(const char *names[CLI_COMMANDS + TOPICS])
{
    for (size_t i = 0; i < CLI_COMMANDS; i++)
        names[i] = cli_command_at(i)->name;
    for (size_t i = 0; i < TOPICS; i++)
        names[CLI_COMMANDS + i] = topics[i].topic;
}

static void print_names(FILE *out)
{
    const char *names[CLI_COMMANDS + TOPICS];
    char text[CLI_COMMANDS * 24 + TOPICS * 24] = "";
    size_t used = 0;
    list_names(names);
    for (size_t i = 0; i < CLI_COMMANDS + TOPICS; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %s", names[i]);
    fputs("Topics: ", out);
    print_wrapped(text + 1, strlen("Topics: "), strlen("Topics: "), out);
}

static void print_overview(FILE *out)
{
    fputs("retrograd runs reversible programs on the Retrograd co-processor, forward, backward\n"
          "and with gradients.\n"
          "\n",
          out);
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        const cli_command *c = cli_command_at(i);
        const int used = fprintf(out, "  retrograd %s %s", c->name, c->example);
        fprintf(out, "%*s%s\n", used < 59 ? 60 - used : 2, "", c->does);
    }
    fputs("\nEvery command takes --message-format=json (see `retrograd help messages`).\n", out);
    print_names(out);
    fputs("\nStart with: retrograd run examples/bessel.rg --set v=2 --set z=1.0 --grad out!\n",
          out);
}

bool cli_is_topic(const char *topic)
{
    bool known = *topic == '\0';
    for (size_t i = 0; i < TOPICS; i++)
        known = known || strcmp(topics[i].topic, topic) == 0;
    return known;
}

bool cli_print_topic(const char *topic, FILE *out)
{
    const int command = cli_command_find(topic);
    if (command >= 0)
        print_command((size_t)command, out);
    if (!*topic)
        print_overview(out);
    if (command >= 0 || !*topic)
        return true;
    for (size_t i = 0; i < TOPICS; i++)
        if (strcmp(topics[i].topic, topic) == 0) {
            fputs(topics[i].text, out);
            if (strcmp(topic, "optimiser") == 0)
                list_passes(out);
            return true;
        }
    return false;
}

int cmd_help(const cli_options *options)
{
    const char *names[CLI_COMMANDS + TOPICS], *topic = options->word_count ? options->words[0] : "";
    if (options->completion) {
        cli_print_completion(options->completion, stdout);
        return RG_OK;
    }
    if (options->manual ? cli_print_manual(topic, stdout) : cli_print_topic(topic, stdout))
        return RG_OK; /* main says if standard output cannot be written */
    list_names(names);
    const char *near = rg_suggest(topic, names, CLI_COMMANDS + TOPICS);
    cli_error("R0917", "there is no topic `%s`%s%s%s", topic, near ? "; did you mean " : "",
              near ? near : "", near ? "?" : "; see `retrograd help`");
    return RG_BAD_USE;
}
