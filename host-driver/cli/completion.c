/* completion.c: completion for shells, from the table of the parser. */
#include "host-driver/cli/table.h"

#include "compiler/opt/opt.h"

#include <ctype.h>
#include <string.h>

/* What can stand behind an option: the words of "rtl, fast or systemc"; files, unless the argument
 * is a name or a number. */
static bool lists_words(const char *argument)
{
    return strstr(argument, " or ") && islower((unsigned char)argument[0])
           && !strchr(argument, ':');
}

static bool is_file(const char *argument)
{
    return strstr(argument, "FILE") || strstr(argument, "FOLDER");
}

static void print_words(const char *argument, FILE *out)
{
    for (const char *c = argument; *c;) {
        const size_t length = strcspn(c, ", ");
        if (length > 0 && !(length == 2 && strncmp(c, "or", 2) == 0))
            fprintf(out, "%.*s ", (int)length, c);
        c += length + (c[length] != '\0');
    }
}

static void print_options(size_t command, FILE *out)
{
    for (cli_option_id id = 0; id < CLI_OPTIONS; id++)
        if (cli_option_belongs(id, command))
            fprintf(out, "%s ", cli_option_name(id));
}

/* What the option takes, as a branch of `case`. */
static void print_argument(cli_option_id id, const char *argument, FILE *out)
{
    fprintf(out, "    %s) ", cli_option_name(id));
    if (strcmp(argument, "PASS") == 0) {
        fputs("rg_words=\"", out);
        for (unsigned pass = 0; pass < OPT_PASS_COUNT; pass++)
            fprintf(out, "%s ", opt_name(pass));
        fputs("\"", out);
    } else if (id == CLI_OPT_ENERGY) {
        fputs("rg_words=\"", out);
        for (size_t t = 0; rg_technology_builtin(t); t++)
            fprintf(out, "%s ", rg_technology_builtin(t));
        fputs("\" rg_files=1", out);
    } else if (lists_words(argument)) {
        fputs("rg_words=\"", out);
        print_words(argument, out);
        fputs("\"", out);
    } else {
        fputs(is_file(argument) ? "rg_files=1" : ":", out);
    }
    fputs("; return ;;\n", out);
}

static void print_commands(FILE *out)
{
    static const struct {
        const char *words, *endings;
    } files[] = {{".rg", "rg|ir|s|elf"}, {".elf", "elf"}, {".yaml", "yaml"}, {".json", "json"}};
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        const cli_command *command = cli_command_at(i);
        size_t kind = 0;
        fprintf(out, "    %s) rg_options=\"", command->name);
        print_options(i, out);
        fputs("\"", out);
        while (kind < sizeof files / sizeof files[0] && !strstr(command->words, files[kind].words))
            kind++;
        if (kind < sizeof files / sizeof files[0])
            fprintf(out, " rg_files=1 rg_ending='%s'", files[kind].endings);
        fputs(" ;;\n", out);
    }
}

/* Both shells share what is known of a position: _retrograd_know COMMAND PREVIOUS sets
 * rg_words, rg_options, rg_files and rg_ending. */
static void print_knowledge(FILE *out)
{
    fputs("_retrograd_know() {\n    rg_words= rg_options= rg_files= rg_ending=\n"
          "    if [ -z \"$1\" ]; then\n        rg_words=\"",
          out);
    for (size_t i = 0; i < CLI_COMMANDS; i++)
        fprintf(out, "%s ", cli_command_at(i)->name);
    fputs("--help --version\"\n        return\n    fi\n    case $2 in\n", out);
    for (cli_option_id id = 0; id < CLI_OPTIONS; id++)
        if (cli_option_argument(id))
            print_argument(id, cli_option_argument(id), out);
    fputs("    esac\n    case $1 in\n", out);
    print_commands(out);
    fputs("    esac\n}\n", out);
}

static const char bash_end[] =
    "_retrograd() {\n"
    "    local rg_words rg_options rg_files rg_ending command= word=${COMP_WORDS[COMP_CWORD]}\n"
    "    local previous=${COMP_WORDS[COMP_CWORD-1]}\n"
    "    # bash cuts --option=value into three words\n"
    "    [ \"$word\" = = ] && word=\n"
    "    [ \"$previous\" = = ] && previous=${COMP_WORDS[COMP_CWORD-2]}\n"
    "    [ \"${COMP_WORDS[COMP_CWORD]}\" = = ] && previous=${COMP_WORDS[COMP_CWORD-1]}\n"
    "    [ \"$COMP_CWORD\" -gt 1 ] && command=${COMP_WORDS[1]}\n"
    "    _retrograd_know \"$command\" \"$previous\"\n"
    "    COMPREPLY=()\n"
    "    case $word in\n"
    "    -*) rg_words=$rg_options rg_files= ;;\n"
    "    esac\n"
    "    COMPREPLY=($(compgen -W \"$rg_words\" -- \"$word\"))\n"
    "    [ -n \"$rg_files\" ] || return 0\n"
    "    local file\n"
    "    while IFS= read -r file; do\n"
    "        if [ -d \"$file\" ]; then\n"
    "            COMPREPLY+=(\"$file/\")\n"
    "            compopt -o nospace 2>/dev/null\n"
    "        elif [ -z \"$rg_ending\" ] || [[ $file =~ \\.($rg_ending)$ ]]; then\n"
    "            COMPREPLY+=(\"$file\")\n"
    "        fi\n"
    "    done < <(compgen -f -- \"$word\")\n"
    "}\n"
    "complete -o filenames -F _retrograd retrograd\n";

static const char zsh_end[] =
    "_retrograd() {\n"
    "    local words_before=(\"${words[@]}\") current=$CURRENT command= previous word\n"
    "    word=${words_before[current]} previous=${words_before[current-1]}\n"
    "    (( current > 2 )) && command=${words_before[2]}\n"
    "    # --option=value is one word here\n"
    "    if [[ $word == --*=* ]]; then\n"
    "        previous=${word%%=*}\n"
    "        compset -P '*='\n"
    "        word=${word#*=}\n"
    "    fi\n"
    "    local rg_words rg_options rg_files rg_ending\n"
    "    _retrograd_know \"$command\" \"$previous\"\n"
    "    if [[ $word == -* ]]; then\n"
    "        compadd -- ${=rg_options}\n"
    "        return\n"
    "    fi\n"
    "    [[ -z $rg_words ]] || compadd -- ${=rg_words}\n"
    "    [[ -z $rg_files ]] || _files ${rg_ending:+-g} ${rg_ending:+\"*.($rg_ending)\"}\n"
    "}\n"
    "(( $+functions[compdef] )) && compdef _retrograd retrograd\n";

void cli_print_completion(const char *shell, FILE *out)
{
    const bool zsh = strcmp(shell, "zsh") == 0;
    fputs(zsh ? "#compdef retrograd\n" : "# bash completion for retrograd\n", out);
    print_knowledge(out);
    fputs(zsh ? zsh_end : bash_end, out);
}
