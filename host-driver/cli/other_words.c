/* other_words.c: words for commands and options that other programs have, and what says it here. */
#include <string.h>

#include "host-driver/cli/cli.h"

typedef struct {
    const char *words; /* between blanks */
    const char *here;
} other;

static const other commands[] = {
    {" gradient grad differentiate derivative backprop train ",
     "gradients are of a run: retrograd run FILE.rg --set NAME=VALUE --grad out!"},
    {" jacobian ", "retrograd run FILE.rg --set NAME=VALUE --jacobian"},
    {" hessian ", "retrograd run FILE.rg --set NAME=VALUE --hessian out!"},
    {" inverse invert uncall reverse backward ",
     "the inverse of a run is retrograd run FILE.rg --backward, and its text is retrograd build "
     "FILE.rg --emit=inverse"},
    {" exec execute start call eval simulate sim ",
     "programs are run by retrograd run FILE.rg --set NAME=VALUE"},
    {" test verify prove validate ", "programs are tested by retrograd check FILE.rg"},
    {" compile cc make assemble asm emit ",
     "programs are compiled by retrograd build FILE.rg -o FILE.elf, to other forms with --emit=c, "
     "asm, qasm and more: retrograd help build"},
    {" qasm circuit gates quantum real ",
     "circuits are made by retrograd build FILE.rg --emit=qasm"},
    {" trace wave waveform vcd fst ",
     "a waveform is of a run: retrograd run FILE.rg --engine=rtl --trace FILE.fst"},
    {" sweep search optimise optimize tune study ",
     "many machines are compared by retrograd explore STUDY.yaml"},
    {" synth synthesise synthesize synthesis machine hardware ",
     "hardware is built in a checkout: make machine, and make characterise for what it costs"},
    {" lint typecheck ", "retrograd build FILE.rg -o FILE.elf says what is wrong with a program"},
    {" format indent ", "sources are laid out by retrograd fmt FILE.rg"},
    {" gdb ", "retrograd debug FILE.rg, or retrograd gdbserver FILE.rg for gdb"},
    {" repl shell console julia ", "programs stand in files: retrograd run FILE.rg"},
    {" profile cost power ", "a run reports cycles and energy: retrograd run FILE.rg --report"},
    {" errors error codes ", "retrograd explain lists all error codes"},
};

/* Without their dashes. */
static const other options[] = {
    {" gradient derivative differentiate wrt ", "--grad"},
    {" inverse reverse uncall ", "--backward"},
    {" arg args input param parameter define D s ", "--set"},
    {" wave waveform vcd fst ", "--trace"},
    {" backend simulator target ", "--engine"},
    {" double float64 fp64 ", "--float"},
    {" verbose v stats counters ", "--report"},
    {" format f ", "--json"},
    {" no-opt no-optimise no-optimize ", "-O0"},
    {" timeout limit max-steps ", "--max-cycles"},
    {" width word ", "--bits"},
};

static const char *find(const other *list, size_t count, const char *word, size_t length)
{
    for (size_t i = 0; i < count; i++)
        for (const char *at = strstr(list[i].words, word); at && length > 0;
             at = strstr(at + 1, word))
            if (at > list[i].words && at[-1] == ' ' && at[length] == ' ')
                return list[i].here;
    return NULL;
}

const char *cli_other_command(const char *word)
{
    return find(commands, sizeof commands / sizeof commands[0], word, strlen(word));
}

const char *cli_other_option(const char *word)
{
    const char *name = word + strspn(word, "-");
    return find(options, sizeof options / sizeof options[0], name, strlen(name));
}
