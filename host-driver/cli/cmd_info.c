/* cmd_info.c: retrograd explain, version and help. */
#include "host-driver/cli/cli.h"

#include "compiler/opt/opt.h"
#include "errors/errors.h"
#include "firmware_image.h"
#include "isa/machine.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *const overview =
    "retrograd runs reversible programs on the Retrograd co-processor, forward, backward and with "
    "gradients.\n"
    "\n"
    "  retrograd run FILE.rg [FUNCTION] --set NAME=VALUE ... [options]   run a routine and report\n"
    "  retrograd check FILE.rg [FUNCTION] --set NAME=VALUE ...           inverse and gradients "
    "hold?\n"
    "  retrograd build FILE.rg -o FILE.elf [--emit=FORM]                 compile\n"
    "  retrograd disasm FILE.elf                                         list an object file\n"
    "  retrograd explore STUDY.yaml                                      many runs: sweeps, Pareto "
    "fronts\n"
    "  retrograd explain CODE                                            what an error code means\n"
    "  retrograd energy [NAME or FILE]                                   technologies and their "
    "constants\n"
    "  retrograd explain-energy RUN.json [PART]                          where figures of energy "
    "come from\n"
    "  retrograd version | help [TOPIC]\n"
    "\n"
    "Every command takes --message-format=json (see `retrograd help messages`).\n"
    "Topics: run check build disasm explore explain optimiser values gradients energy report "
    "messages status\n"
    "\n"
    "Start with: retrograd run examples/bessel.rg --set v=2 --set z=1.0 --grad out!\n";

static const struct {
    const char *topic, *text;
} topics[] = {
    {"run",
     "retrograd run FILE.rg [FUNCTION] [options]       FILE may also be an object file of "
     "`retrograd build`\n"
     "\n"
     "FUNCTION may be left out when the file has one function or a `main`.\n"
     "  --set NAME=VALUE        an argument (see `retrograd help values`); unset scalars start at "
     "zero\n"
     "  --engine NAME           fast: functional model (default); rtl: the Verilated core, cycle "
     "by cycle;\n"
     "                          systemc: the same core in a SystemC TLM-2.0 module\n"
     "  --backward              run the inverse of the function\n"
     "  --grad NAME             gradient of NAME, NAME[i] or NAME[i,j] with respect to every "
     "argument\n"
     "  --keep-gradients        with --grad: keep what freed ancillas would drop, and run the pass "
     "back afterwards\n"
     "  --jacobian              derivatives of every argument after the call by every argument "
     "before it\n"
     "  --hessian NAME          second derivatives of NAME, NAME[i] or NAME[i,j]\n"
     "  --tangent NAME=VALUE    what everything changes by when NAME changes by VALUE; may stand "
     "more than once\n"
     "  --hvp NAME              the Hessian of NAME times the direction of --tangent\n"
     "  --energy NAME|FILE      technology (see `retrograd help energy`)\n"
     "  --energy-set C=VALUE    a constant of it: ramp_time=5ns, operations.mul=3.1pJ; may stand "
     "more than once\n"
     "  --optimise energy:T     for each ancilla uncompute, keep or erase, by technology T; "
     "--memory-budget WORDS, --assume-rounds N\n"
     "  --explain-energy[=PART] where each figure of energy comes from, and what it depends on\n"
     "  --trace FILE.fst        waveform of the run, with --engine rtl\n"
     "  --max-cycles N          give up after N cycles\n"
     "  --raw                   also the machine words of the values: Fixed and Log times 2^FRAC\n"
     "  -O0, --no-pass=NAME     without the optimiser, without one pass of it (see `retrograd help "
     "optimiser`)\n"
     "  --report                also instructions, memory words, bits copied and erased, the parts "
     "of each energy, energy by source\n"
     "                          line, the instructions before and after each pass, the uncomputing "
     "level\n"
     "  --json                  the report as JSON on standard output\n"},
    {"explore", "retrograd explore STUDY.yaml [options]           runs every point of a study "
                "(docs/reference/explore.md) and reports the Pareto fronts\n"
                "\n"
                "  --plan                  only say how many points there are and how long they "
                "will take (sample points are run)\n"
                "  -j N                    processes at a time (default: one for each processor)\n"
                "  --store FILE            SQLite file of results (default: the name of the study "
                "with .db, in this folder); points that\n"
                "                          have a result there are not run again\n"
                "  --json, --csv           the whole table on standard output\n"
                "  --timeout SECONDS       give up a point that takes longer\n"
                "  --machines FOLDER       machines of other hardware configurations, as `make "
                "machine` builds them\n"
                "  --export=parallel -o FOLDER, --export=slurm -o FOLDER   write the points as "
                "commands for GNU parallel or a Slurm job array\n"
                "  --merge FOLDER          take the results of such a folder into the store\n"},
    {"check", "retrograd check FILE.rg [FUNCTION] --set NAME=VALUE ... [--engine NAME] [--json] "
              "[--max-cycles N]\n"
              "\n"
              "Runs on the machine: the call and its inverse restore every bit; the gradient of "
              "each result that the call\n"
              "changes agrees with central differences, argument by argument and along one random "
              "direction.\n"
              "Arguments that are not set start at zero when they are scalars whose name ends in "
              "!, else at numbers between 0.6 and 3 that are printed;\n"
              "arrays get 3 elements in each dimension. Call and inverse are tried with those "
              "scalars at another start than zero, too: an ancilla\n"
              "that depends on what was there is dirty then. An assertion of the start, or --set "
              "NAME!=0, says that there is no other.\n"
              "Exit status 0 when all holds, 1 when something fails or traps.\n"},
    {"build",
     "retrograd build FILE.rg -o FILE.elf [--emit=FORM]\n"
     "\n"
     "  --optimise energy:T     for each ancilla uncompute, keep or erase, whichever costs least "
     "by technology T; a program with erasures\n"
     "                          runs forward only. --memory-budget WORDS limits what is kept; "
     "--assume-rounds N are those of loops\n"
     "                          whose bounds are not constants\n"
     "  --emit=obj              an object file (the default)\n"
     "  --emit=asm              assembly with source lines, on standard output or into -o FILE\n"
     "  --emit=ir               the reversible representation of the program, likewise\n"
     "  --gradients             routines that will be differentiated: those that end in "
     "uncomputing have a second form for it\n"
     "  -O0, --no-pass=NAME     without the optimiser, without one pass of it (see `retrograd help "
     "optimiser`)\n"
     "  --report                instructions of each routine before and after each pass, on "
     "standard output\n"
     "  --emit=inverse          the inverse program as source text: every routine inverted\n"
     "  --emit=graph            the memory-oriented computational graph: SVG into -o FILE.svg, "
     "else DOT; a vertical line is a\n"
     "                          variable, a horizontal one a statement, a box changes the "
     "variable, a dot reads it\n"
     "  --emit=unf              the unary form of every @fn: one step a line, with the slots of "
     "the context that it takes\n"},
    {"disasm", "retrograd disasm FILE.elf [-o FILE]\n\nLists an object file as assembly that names "
               "routines and source lines.\n"},
    {"explain",
     "retrograd explain [CODE] [--json]\n\nThe meaning of an error code such as R0814, with "
     "an example that fails and the same one corrected.\nCodes that no program causes say "
     "what to do instead. Without CODE: all codes.\n"},
    {"optimiser",
     "-O0                 no pass runs\n"
     "--no-pass=NAME      this pass does not run; may be given several times\n"
     "--verify            stop where a pass of the code generator gives a register two owners: for "
     "tests of the compiler\n"
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
     "  [[1, 2], [3, 4]]        a matrix, row by row\n"
     "  3+2im                   a complex number; \"3+2im\" or {\"re\": 3, \"im\": 2} within JSON\n"
     "  {\"x\": 1, \"c\": \"2im\"}    a struct: its fields as a JSON object; a vector of them is "
     "[{...}, {...}]\n"
     "  [1, [2, 3]]             a tuple: its elements as a JSON array\n"
     "  @file.npy .csv .json    from a file\n"
     "\n"
     "A part alone: --set z.re=3, --set s.from.x=1, --set t.1=2. Directions (--tangent NAME=VALUE) "
     "are written alike.\n"
     "\n"
     "Fixed is rounded to nearest and must be in range (magnitude below 2^20 in Q20.43). Log must "
     "not be zero; an unset\n"
     "Log is 1, its zero word. Arrays must be set. Keyword arguments keep their default,\n"
     "if it is constant; one without a default, or with one that is made of other parameters, must "
     "be set.\n"},
    {"gradients",
     "--grad NAME runs the function forward, copies the results out, seeds the gradient of NAME "
     "with a power of two,\n"
     "runs the same code backward in gradient mode and copies the gradients out. `restored: yes` "
     "says that afterwards\n"
     "all value memory and registers were bit for bit what they were. Gradients of Log numbers are "
     "taken with respect\n"
     "to the number, not its logarithm. Where the function ends in uncomputing what it has "
     "computed, it turns there: what it\n"
     "would uncompute at the end of the way forward it would compute again at the start of the way "
     "back (--no-pass=turn: it does).\n"
     "\n"
     "Freeing an ancilla drops its gradient, which erases bits. With --keep-gradients the machine "
     "pushes it on a stack\n"
     "instead; after the gradients were copied out the whole pass is run the other way. `restored` "
     "then says that every\n"
     "word of the machine, gradients included, is what it was, with nothing erased.\n"},
    {"energy", "Three views of one run, from its counters: conventional CMOS (each switched node "
               "burns C V^2 / 2), adiabatic CMOS\n"
               "(ramps of a resonant supply, leakage, resonator loss), and the Landauer bound (k T "
               "ln 2 for each bit erased or\n"
               "copied out). --energy NAME takes one of the technologies that `retrograd energy` "
               "lists, --energy FILE a file of your own;\n"
               "`retrograd energy NAME` shows its constants with their sources. --energy-set "
               "CONSTANT=VALUEunit sets one.\n"
               "--explain-energy shows for each figure count, table row or constant, source and "
               "sensitivity; `retrograd explain-energy\n"
               "RUN.json [PART]` does the same for a report of --json.\n"},
    {"report", "A run reports on standard output, one line each: values, gradients with --grad, "
               "restored, cycles, energy.\n"
               "restored: yes says that every bit came back. More lines stand there when values "
               "were erased or gradients kept,\n"
               "and (2 attempts) where the first seed was too large. --report adds all that was "
               "counted. What was printed\n"
               "stands before it; messages go to standard error.\n"
               "\n"
               "Keys of `run --json`: function, engine, status (ok or trap), values, raw (with "
               "--raw), gradients, seed_exponent, attempts, restored, counters\n"
               "(cycles, instructions, forward, backward, by_class, in_gradient_mode, by_mode, "
               "memory_reads, memory_writes, gradient_reads,\n"
               "gradient_writes, bits_copied_out, bits_erased), ledger (bits erased by cause and "
               "source line), copies (bits copied out),\n"
               "energy (technology, conventional_J, adiabatic_J, landauer_J, parts, terms, "
               "constants, sensitivity, overrides, optimum; lines\n"
               "with --report), trap (cause, code, file, line, column, routine, variable,\n"
               "message, help, value, backward, address, last_changes).\n"},
    {"messages",
     "Messages go to standard error as file:line:column: error[CODE]: text, with the source line "
     "and notes on other places.\n"
     "With --message-format=json, which every command takes, each message is one JSON object on "
     "one line:\n"
     "\n"
     "  severity   error, warning or note\n"
     "  code       see `retrograd explain CODE`; empty for a remark\n"
     "  message    what is wrong\n"
     "  file, line, column, length    where, from 1, in characters; file null and line 0 where "
     "there is no place\n"
     "  notes      other places concerned: file, line, column, length, message of each\n"
     "  help       what to do, or null\n"
     "\n"
     "A trap is a message like any other. Its notes say where the word concerned was changed "
     "last.\n"},
    {"status", "Exit status: 0 done; 1 the program trapped or a check failed; 2 bad usage or bad "
               "source; 3 the machine failed;\n"
               "128 + N: signal N (INT, TERM or HUP) ended the command. A machine at work was run "
               "back to its start.\n"
               "A second signal a second later, or one that finds the command waiting for the "
               "reader of its output,\n"
               "ends it at once. No file is left half written.\n"},
};
enum { TOPICS = sizeof topics / sizeof topics[0] };

static void list_passes(void)
{
    for (unsigned pass = 0; pass < OPT_PASS_COUNT; pass++) {
        if (pass > 0 && opt_runs_before_code(pass - 1) && !opt_runs_before_code(pass))
            printf("then the code generator, which makes these choices together:\n");
        printf("  %-10s %s\n", opt_name(pass), opt_what(pass));
    }
}

int cmd_help(const cli_options *options)
{
    const char *names[TOPICS];
    if (options->word_count == 0) {
        fputs(overview, stdout);
        return RG_OK;
    }
    for (size_t i = 0; i < TOPICS; i++) {
        names[i] = topics[i].topic;
        if (strcmp(topics[i].topic, options->words[0]) == 0) {
            fputs(topics[i].text, stdout);
            if (strcmp(topics[i].topic, "optimiser") == 0)
                list_passes();
            return RG_OK;
        }
    }
    if (strcmp(options->words[0], "help") == 0 || strcmp(options->words[0], "version") == 0) {
        fputs(overview, stdout);
        return RG_OK;
    }
    const char *near = rg_suggest(options->words[0], names, TOPICS);
    cli_error("R0917", "there is no topic `%s`%s%s%s", options->words[0],
              near ? "; did you mean " : "", near ? near : "",
              near ? "?" : "; see `retrograd help`");
    return RG_BAD_USE;
}

static int version_json(void)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    if (!device) {
        cli_fault(&fault);
        return (int)fault.result;
    }
    const rg_identity machine = rg_identity_of(rg_device_config(device));
    char name[RG_IDENTITY_TEXT];
    (void)rg_identity_name(&machine, name, sizeof name);
    printf("{\"version\": \"%s\", \"machine\": \"%s\"", RETROGRAD_VERSION, name);
    for (unsigned p = 0; p < RG_PARAMETERS; p++) {
        char value[RG_PARAMETER_TEXT];
        const char *quote = rg_parameter_is_word(p) ? "\"" : "";
        rg_parameter_write(p, machine.of[p], value);
        printf(", \"");
        for (const char *c = rg_parameter_name(p); *c; c++)
            putchar(tolower((unsigned char)*c));
        printf("\": %s%s%s", quote, value, quote);
    }
    printf("}\n");
    rg_device_close(device);
    return RG_OK;
}

int cmd_version(const cli_options *options)
{
    if (options->json)
        return version_json();
    printf("retrograd %s, Q%d.%d\n", RETROGRAD_VERSION, RG_FIRMWARE_XLEN - 1 - RG_FIRMWARE_FRAC,
           RG_FIRMWARE_FRAC);
    return RG_OK;
}

static json_t *error_json(const rg_error_info *info)
{
    return json_pack("{s:s, s:s, s:s, s:s?, s:s?, s:s?}", "code", info->code, "title", info->title,
                     "explanation", info->explain, "example", info->example, "corrected",
                     info->corrected, "what_to_do", info->instead);
}

/* One code, or NULL for all of them. */
static int explain_json(const rg_error_info *only)
{
    json_t *json = only ? error_json(only) : json_array();
    int status = json ? RG_OK : RG_BAD_MACHINE;
    for (size_t i = 0; !only && i < rg_error_count(); i++)
        if (json_array_append_new(json, error_json(rg_error_at(i))) != 0)
            status = RG_BAD_MACHINE;
    if (status != RG_OK || json_dumpf(json, stdout, JSON_INDENT(2)) != 0) {
        cli_error("R0904", "the codes cannot be listed: the host is out of memory");
        status = RG_BAD_MACHINE;
    }
    putchar('\n');
    json_decref(json);
    return status;
}

static void list_codes(void)
{
    for (size_t i = 0; i < rg_error_count(); i++)
        printf("%s  %s\n", rg_error_at(i)->code, rg_error_at(i)->title);
}

static void explain_text(const rg_error_info *info)
{
    printf("%s: %s\n\n%s\n", info->code, info->title, info->explain);
    if (info->example)
        printf("\nExample:\n\n%s\nCorrected:\n\n%s", info->example, info->corrected);
    else
        printf("\nWhat to do:\n\n%s\n", info->instead);
}

static int unknown_code(const char *code)
{
    const char **codes = calloc(rg_error_count() + 1, sizeof *codes);
    for (size_t i = 0; codes && i < rg_error_count(); i++)
        codes[i] = rg_error_at(i)->code;
    const char *near = codes ? rg_suggest(code, codes, rg_error_count()) : NULL;
    cli_error("R0917", "there is no error code `%s`%s%s%s", code, near ? "; did you mean " : "",
              near ? near : "", near ? "?" : "; `retrograd explain` lists them");
    free(codes);
    return RG_BAD_USE;
}

int cmd_explain(const cli_options *options)
{
    char code[16];
    if (options->word_count == 0 && options->json)
        return explain_json(NULL);
    if (options->word_count == 0) {
        list_codes();
        return RG_OK;
    }
    snprintf(code, sizeof code, "%s", options->words[0]);
    code[0] = (char)toupper((unsigned char)code[0]);
    const rg_error_info *info = rg_error_lookup(code);
    if (!info)
        return unknown_code(options->words[0]);
    if (options->json)
        return explain_json(info);
    explain_text(info);
    return RG_OK;
}
