/* cmd_help.c: retrograd help, with a text for each topic. Lines fit into 88 columns. */
#include "host-driver/cli/cli.h"

#include "compiler/opt/opt.h"
#include "errors/errors.h"

#include <stdio.h>
#include <string.h>

static const char *const overview =
    "retrograd runs reversible programs on the Retrograd co-processor, forward, backward\n"
    "and with gradients.\n"
    "\n"
    "  retrograd run FILE.rg [FUNCTION] --set NAME=VALUE ...     run a routine and report\n"
    "  retrograd check FILE.rg [FUNCTION] --set NAME=VALUE ...   test inverse and gradients\n"
    "  retrograd debug FILE.rg [FUNCTION] --set NAME=VALUE ...   go along a run, both ways\n"
    "  retrograd dap                                             debug adapter for editors\n"
    "  retrograd gdbserver FILE.rg [FUNCTION] [--stdio]          the same run for gdb\n"
    "  retrograd lsp                                             language server for editors\n"
    "  retrograd build FILE.rg -o FILE.elf [--emit=FORM]         compile\n"
    "  retrograd fmt [FILE.rg ...]                               lay out sources\n"
    "  retrograd disasm FILE.elf                                 list an object file\n"
    "  retrograd explore STUDY.yaml                              many runs, Pareto fronts\n"
    "  retrograd explain CODE                                    what an error code means\n"
    "  retrograd energy [NAME or FILE]                           technologies and constants\n"
    "  retrograd explain-energy RUN.json [PART]                  where energies come from\n"
    "  retrograd version [--json]                                what this build is\n"
    "  retrograd help [TOPIC] [--man]                            these texts, or a man page\n"
    "\n"
    "Every command takes --message-format=json (see `retrograd help messages`).\n"
    "Topics: run check debug dap gdbserver lsp build fmt disasm explore explain explain-energy\n"
    "        optimiser values gradients energy report messages status\n"
    "\n"
    "Start with: retrograd run examples/bessel.rg --set v=2 --set z=1.0 --grad out!\n";

static const struct {
    const char *topic, *text;
} topics[] = {
    {"run",
     "retrograd run FILE.rg [FUNCTION] [options]\n"
     "\n"
     "FILE may also be an object file of `retrograd build`. You may leave out FUNCTION if\n"
     "the file has one function or a `main`.\n"
     "\n"
     "  --set NAME=VALUE         an argument (see `retrograd help values`); scalars that you\n"
     "                           do not set start at zero\n"
     "  --engine NAME            fast: a functional model (the default)\n"
     "                           rtl: the Verilated core, cycle by cycle\n"
     "                           systemc: the same core in a SystemC TLM-2.0 module\n"
     "  --backward               run the inverse of the function\n"
     "\n"
     "  --grad NAME              gradient of NAME, NAME[i] or NAME[i,j] by every argument\n"
     "  --keep-gradients         with --grad: keep the gradients that freed ancillas would\n"
     "                           drop, and run the pass back afterwards\n"
     "  --out NAME               copy only NAME out, its value and gradient; may be given\n"
     "                           several times. Without it: what the function changes, and\n"
     "                           all gradients\n"
     "  --out NAME               copy only NAME out, its value and its gradient; may be given\n"
     "                           several times. Without it: what the function changes, and\n"
     "                           all gradients\n"
     "  --jacobian               derivatives of every argument after the call by every\n"
     "                           argument before it\n"
     "  --hessian NAME           second derivatives of NAME, NAME[i] or NAME[i,j]\n"
     "  --tangent NAME=VALUE     the change of every result when NAME changes by VALUE; may\n"
     "                           be given several times\n"
     "  --hvp NAME               the Hessian of NAME times the direction of --tangent\n"
     "\n"
     "  --energy NAME|FILE       technology (see `retrograd help energy`)\n"
     "  --energy-set C=VALUE     a constant of it: ramp_time=5ns, operations.mul=3.1pJ; may\n"
     "                           be given several times\n"
     "  --explain-energy[=PART]  where each energy comes from, and what it depends on\n"
     "  --optimise energy:T      for each ancilla uncompute, keep or erase, by technology T\n"
     "  --memory-budget WORDS    with --optimise: a limit for what is kept\n"
     "  --assume-rounds N        with --optimise: iterations of loops whose bounds are not\n"
     "                           constants\n"
     "\n"
     "  --trace FILE.fst         a waveform of the run, with --engine rtl\n"
     "  --max-cycles N           give up after N cycles\n"
     "  -O0, --no-pass=NAME      without the optimiser, or without one pass of it (see\n"
     "                           `retrograd help optimiser`)\n"
     "  --raw                    also the machine words of the values; those of Fixed and\n"
     "                           Log are the numbers times 2^FRAC\n"
     "  --report                 also all that was counted (see `retrograd help report`)\n"
     "  --json                   the report as JSON on standard output\n"},
    {"explore",
     "retrograd explore STUDY.yaml [options]\n"
     "\n"
     "Runs every point of a study and reports the Pareto fronts. docs/reference/explore.md\n"
     "says what a study may hold.\n"
     "\n"
     "  --plan                   only say how many points there are and how long they will\n"
     "                           take; sample points are run\n"
     "  -j N                     processes at a time (default: one for each processor)\n"
     "  --store FILE             SQLite file of results. Points with a result there are not\n"
     "                           run again. Default: the study's name with .db, in this folder\n"
     "  --json, --csv            the whole table on standard output\n"
     "  --timeout SECONDS        give up a point that takes longer\n"
     "  --machines FOLDER        machines of other hardware, as `make machine` builds them\n"
     "  --export=parallel        write the points as commands for GNU parallel, or for a\n"
     "  --export=slurm           Slurm job array, into the folder of -o FOLDER\n"
     "  --merge FOLDER           take the results of such a folder into the store\n"},
    {"check",
     "retrograd check FILE.rg [FUNCTION] [--set NAME=VALUE ...] [--engine NAME] [--json]\n"
     "                [--max-cycles N] [--keep-gradients]\n"
     "\n"
     "Tests on the machine that the call and its inverse restore every bit. Then it compares\n"
     "the gradient of each result that the call changes with central differences: argument\n"
     "by argument, and along one random direction.\n"
     "\n"
     "You need not set every argument. A scalar whose name ends in ! then starts at zero. Any\n"
     "other number lies between 0.6 and 3 and is printed. An array gets 3 elements in each\n"
     "dimension.\n"
     "\n"
     "Call and inverse also run with those scalars starting elsewhere than at zero. An\n"
     "ancilla that depends on their start is then dirty. If your routine needs its start,\n"
     "assert it, or give it by --set NAME!=0.\n"
     "\n"
     "With --keep-gradients no gradient of a freed ancilla is erased.\n"
     "\n"
     "Exit status 0: all holds. 1: something fails or traps.\n"},
    {"build",
     "retrograd build FILE.rg -o FILE.elf [--emit=FORM]\n"
     "\n"
     "  --emit=obj               an object file (the default)\n"
     "  --emit=asm               assembly with source lines, on standard output or into\n"
     "                           -o FILE\n"
     "  --emit=c                 the program as C17: FILE.c, its header FILE.h and rg_runtime.h\n"
     "                           for -o FILE.c, else all of it in one text\n"
     "  --emit=ir                the reversible representation of the program, likewise. A\n"
     "                           file *.ir is compiled as such a text.\n"
     "  --emit=inverse           the inverse program as source text\n"
     "  --emit=graph             the memory-oriented computational graph: SVG into\n"
     "                           -o FILE.svg, else DOT. A vertical line is a variable, a\n"
     "                           horizontal one a statement. A box changes the variable, a\n"
     "                           dot reads it.\n"
     "  --emit=unf               the unary form of every @fn: one step a line, with the slots\n"
     "                           of the context that it takes\n"
     "\n"
     "  --gradients              for routines that will be differentiated: those that end in\n"
     "                           uncomputing get a second form without it\n"
     "  --optimise energy:T      for each ancilla uncompute, keep or erase, whichever costs\n"
     "                           least by technology T. A program that erases runs\n"
     "                           forward only.\n"
     "  --memory-budget WORDS    with --optimise: a limit for what is kept\n"
     "  --assume-rounds N        with --optimise: iterations of loops whose bounds are not\n"
     "                           constants\n"
     "  --energy-set C=VALUE     with --optimise: a constant of the technology\n"
     "  -O0, --no-pass=NAME      without the optimiser, or without one pass of it (see\n"
     "                           `retrograd help optimiser`)\n"
     "  --after=PASS             with --emit=ir: the program as this pass leaves it; sums.2 is\n"
     "                           the second run of sums\n"
     "  --from=PASS              the passes before this one do not run, as for a file *.ir that\n"
     "                           they have left\n"
     "  --report                 instructions of each routine before and after each pass, on\n"
     "                           standard output\n"},
    {"debug",
     "retrograd debug FILE.rg [FUNCTION] [options]\n"
     "\n"
     "A run on which you go forward and backward: line by line, to breakpoints, to where a\n"
     "variable or a gradient changes. The commands are those of gdb; `help` lists them.\n"
     "docs/howto/debug-a-program.md shows how. Nothing is recorded: the machine runs back.\n"
     "\n"
     "  --set NAME=VALUE         an argument, as for `retrograd run`\n"
     "  --grad NAME              the whole recipe of a gradient: forward, seed, backward\n"
     "  --tangent NAME=VALUE     a run with tangents along this direction\n"
     "  --backward               the inverse of the function\n"
     "  --engine NAME            fast (the default), rtl or systemc\n"
     "  --at=trap                go to the trap first\n"
     "  --at=overflow            go to the first gradient that does not fit\n"
     "  --at=cause               go to either, and tell what led to it\n"
     "  -x FILE                  commands from a file; may be given several times\n"
     "  --json                   for each command one JSON object on a line\n"
     "  -O0, --no-pass=NAME      without the optimiser, or without one pass of it\n"},
    {"dap", "retrograd dap\n"
            "\n"
            "Speaks the Debug Adapter Protocol on standard input and output. Editors start it.\n"
            "docs/howto/debug-a-program.md lists what a launch may say.\n"},
    {"lsp", "retrograd lsp [--stdio]\n"
            "\n"
            "Speaks the Language Server Protocol on standard input and output. Editors start it:\n"
            "docs/howto/use-your-editor.md shows how. It gives messages while you type, with\n"
            "fixes, types and gradients of variables, definitions, uses, new names, completion,\n"
            "layout, and the inverse of each routine.\n"
            "\n"
            "  --stdio                  what some editors add; nothing changes\n"
            "\n"
            "Exit status 0: after `shutdown` and `exit`. 1: the client went away before.\n"},
    {"fmt", "retrograd fmt [--check] [--json] [FILE.rg ...]\n"
            "\n"
            "Lays out sources: indentation, blanks, empty lines. Lines stay lines, and comments\n"
            "stay. A file is replaced in one piece if its layout changes, and keeps its\n"
            "permissions. A file that does not parse stays as it is, and the message says why.\n"
            "Without FILE, or for -, standard input goes to standard output.\n"
            "\n"
            "  --check                  write nothing; name the files that would change\n"
            "  --json                   what was done with each file, as JSON\n"
            "\n"
            "Exit status 0: all files are laid out. 1: with --check, a file would change. 2: a\n"
            "file does not parse, or cannot be read.\n"},
    {"gdbserver",
     "retrograd gdbserver FILE.rg [FUNCTION] [options]\n"
     "\n"
     "A run for stock gdb (gdb-multiarch), which goes forward and backward on it. It waits on a\n"
     "port of this host for one client. docs/howto/debug-with-gdb.md shows how.\n"
     "\n"
     "  --port N                 that port; without it any that is free\n"
     "  --stdio                  the client is at standard input and output. In gdb:\n"
     "                           target remote | retrograd gdbserver --stdio FILE.rg\n"
     "  --set NAME=VALUE         an argument, as for `retrograd run`\n"
     "  --grad NAME              the whole recipe of a gradient: forward, seed, backward\n"
     "  --backward               the inverse of the function\n"
     "  --engine NAME            fast (the default), rtl or systemc\n"
     "  -O0, --no-pass=NAME      without the optimiser, or without one pass of it\n"},
    {"disasm", "retrograd disasm FILE.elf [-o FILE]\n"
               "\n"
               "Lists an object file as assembly that names routines and source lines.\n"},
    {"explain",
     "retrograd explain [CODE] [--json]\n"
     "\n"
     "Says what an error code such as R0814 means, with an example that fails and the same\n"
     "one corrected. If no program causes the code, it says what to do instead. Without\n"
     "CODE: all codes.\n"},
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
     "  [[1, 2], [3, 4]]        a matrix, row by row\n"
     "  3+2im                   a complex number; in JSON \"3+2im\" or {\"re\": 3, \"im\": 2}\n"
     "  {\"x\": 1, \"c\": \"2im\"}    a struct: its fields as a JSON object; a vector of them is\n"
     "                          [{...}, {...}]\n"
     "  [1, [2, 3]]             a tuple: its elements as a JSON array\n"
     "  @file.npy .csv .json    from a file\n"
     "\n"
     "You can set one component: --set z.re=3, --set s.from.x=1, --set t.1=2. Directions\n"
     "(--tangent NAME=VALUE) are written alike.\n"
     "\n"
     "A Fixed is rounded to nearest and must be in range (below 2^20 in Q20.43). A Log must\n"
     "not be zero; if you do not set it, it is 1. You must set arrays. A keyword argument\n"
     "keeps its default if that is constant. Without a default, or with one made of other\n"
     "parameters, you must set it.\n"},
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
    {"help", "retrograd help [TOPIC] [--man]\n"
             "retrograd help --completion SHELL\n"
             "\n"
             "Shows the commands, or the text of a command or topic.\n"
             "\n"
             "  --man                    the same as a page for `man`\n"
             "  --completion SHELL       what lets bash or zsh complete command lines\n"},
    {"version", "retrograd version [--json]\n"
                "\n"
                "Shows the version and the number format; with --json all parameters of the\n"
                "hardware too.\n"},
    {"energy",
     "retrograd energy [NAME or FILE] [--energy-set C=VALUE]\n"
     "\n"
     "Lists the technologies, or the constants of one with their sources.\n"
     "\n"
     "Options of `retrograd run`, which shows three views of a run, from its counters:\n"
     "\n"
     "  conventional CMOS        each switched node burns C V^2 / 2\n"
     "  adiabatic CMOS           ramps of a resonant supply, leakage, resonator loss\n"
     "  the Landauer bound       k T ln 2 for each bit erased or copied out\n"
     "\n"
     "  --energy NAME            one of the technologies that `retrograd energy` lists;\n"
     "                           `retrograd energy NAME` shows its constants and sources\n"
     "  --energy FILE            a file of your own\n"
     "  --energy-set C=VALUE     sets one constant: ramp_time=5ns\n"
     "  --explain-energy[=PART]  shows where each energy comes from (see `retrograd help\n"
     "                           explain-energy`)\n"},
    {"explain-energy",
     "retrograd explain-energy RUN.json [PART]\n"
     "\n"
     "Shows for each energy of a report of `retrograd run --json` its count, its table row or\n"
     "constant, its source and its sensitivity. With PART, such as `memory`, it shows only\n"
     "that part. `retrograd run --explain-energy[=PART]` shows the same for a run.\n"},
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
     "             words_copied_in, cycles_copied_in, bits_copied_out, bits_erased\n"
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
enum { TOPICS = sizeof topics / sizeof topics[0] };

static void list_passes(void)
{
    for (unsigned pass = 0; pass < OPT_PASS_COUNT; pass++) {
        if (pass > 0 && opt_runs_before_code(pass - 1) && !opt_runs_before_code(pass))
            printf("then the code generator, which makes these choices together:\n");
        printf("  %-10s %s\n", opt_name(pass), opt_what(pass));
    }
}

const char *cli_topic_text(const char *topic)
{
    for (size_t i = 0; i < TOPICS; i++)
        if (strcmp(topics[i].topic, topic) == 0)
            return topics[i].text;
    return topic[0] ? NULL : overview;
}

int cmd_help(const cli_options *options)
{
    const char *names[TOPICS];
    if (options->completion)
        return cli_print_completion(options->completion, stdout);
    if (options->manual)
        return cli_print_manual(options->word_count ? options->words[0] : "", stdout);
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
    const char *near = rg_suggest(options->words[0], names, TOPICS);
    cli_error("R0917", "there is no topic `%s`%s%s%s", options->words[0],
              near ? "; did you mean " : "", near ? near : "",
              near ? "?" : "; see `retrograd help`");
    return RG_BAD_USE;
}
