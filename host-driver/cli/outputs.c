/* outputs.c: files that a command writes, held against those that it reads. */
#include "host-driver/cli/cli.h"

#include "compiler/special.h"

#include <stdlib.h>
#include <string.h>

/* What is done with each output; false ends the walk. */
typedef bool seen_output(void *context, const char *option, const char *path);

static bool is_file(const char *path, struct stat *about)
{
    return stat(path, about) == 0 && S_ISREG(about->st_mode);
}

/* Links, and names that differ, lead to one file too. */
static bool same_file(const char *a, const char *b)
{
    struct stat one, other;
    if (!is_file(a, &one) || !is_file(b, &other))
        return strcmp(a, b) == 0 && !rg_special_file(a);
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* A path without the last `cut` characters of `from`, and with `more` behind it. */
static bool see_extended(void *context, seen_output *see, const char *option, const char *from,
                         size_t cut, const char *more)
{
    const size_t size = strlen(from) + strlen(more) + 1;
    char *path = malloc(size);
    if (!path) {
        cli_error("R0904", "the host is out of memory");
        return false;
    }
    snprintf(path, size, "%.*s%s", (int)(strlen(from) - cut), from, more);
    const bool good = see(context, option, path);
    free(path);
    return good;
}

/* --emit=c writes two headers beside FILE.c. */
static bool see_headers(const char *path, void *context, seen_output *see)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t length = strlen(path);
    const bool dotted = length > 2 && strcmp(path + length - 2, ".c") == 0;
    return see_extended(context, see, "-o", path, dotted ? 2 : 0, ".h")
           && see_extended(context, see, "-o", path, strlen(name), "rg_runtime.h");
}

static bool see_settings(const char *option, const cli_setting *list, size_t count, void *context,
                         seen_output *see)
{
    for (size_t i = 0; i < count; i++)
        if (!see(context, option, list[i].value))
            return false;
    return true;
}

/* Every file that the options have the command write. */
static bool see_outputs(const cli_options *o, void *context, seen_output *see)
{
    const bool file = o->output && strcmp(o->output, "-") != 0,
               c = o->emit && !strcmp(o->emit, "c");
    return (!file || see(context, "-o", o->output))
           && (!file || !c || rg_special_file(o->output) || see_headers(o->output, context, see))
           && (!o->trace || see(context, "--trace", o->trace))
           && (!o->trace || see_extended(context, see, "--trace", o->trace, 0, ".gtkw"))
           && (!o->store || see(context, "--store", o->store))
           && see_settings("--save", o->saves, o->save_count, context, see)
           && see_settings("--save-gradient", o->save_gradients, o->save_gradient_count, context,
                           see);
}

static bool is_other(void *read, const char *option, const char *path)
{
    struct stat about;
    if (!is_file(path, &about) || !same_file(path, read))
        return true;
    cli_error("R0952", "%s would overwrite `%s`, which this command reads: name another file",
              option, path);
    return false;
}

bool cli_outputs_spare(const cli_options *options, const char *read)
{
    char *path = strdup(read);
    if (!path)
        cli_error("R0904", "the host is out of memory");
    const bool good = path && see_outputs(options, path, is_other);
    free(path);
    return good;
}

/* An output among the others: the first of two that are one file. */
typedef struct {
    const char *option, *path;
    size_t met; /* how often */
} among;

static bool count_same(void *context, const char *option, const char *path)
{
    among *one = context;
    one->met += same_file(path, one->path);
    if (one->met < 2)
        return true;
    cli_error("R0952", "%s and %s would both write `%s`: name another file for one of them",
              one->option, option, path);
    return false;
}

static bool stands_once(void *options, const char *option, const char *path)
{
    among one = {option, path, 0};
    return see_outputs(options, &one, count_same);
}

static bool spares_values(const cli_options *options, const cli_setting *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *value = list[i].value + strspn(list[i].value, " ");
        if (*value == '@' && !cli_outputs_spare(options, value + 1))
            return false;
    }
    return true;
}

/* A technology by its name, which is built in, is no file. */
static bool spares_technology(const cli_options *options, const char *name)
{
    for (size_t i = 0; name && rg_technology_builtin(i); i++)
        if (strcmp(rg_technology_builtin(i), name) == 0)
            return true;
    return !name || cli_outputs_spare(options, name);
}

bool cli_outputs_apart(const cli_options *options)
{
    cli_options copy = *options;
    return (options->word_count == 0 || cli_outputs_spare(options, options->words[0]))
           && spares_values(options, options->settings, options->setting_count)
           && spares_values(options, options->directions, options->direction_count)
           && spares_technology(options, options->energy)
           && spares_technology(options, options->optimise)
           && see_outputs(options, &copy, stands_once);
}
