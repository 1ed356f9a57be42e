/* cmd_fmt.c: retrograd fmt: sources laid out. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "host-driver/cli/cli.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler/special.h"

enum { MOST_BYTES = 16 << 20 };

/* The outcome for one source. */
typedef enum { SAME, CHANGED, REFUSED, UNREAD, NOT_ALLOWED, UNWRITTEN } outcome;
static const char *const outcomes[] = {"unchanged", "changed",   "refused",
                                       "unread",    "unwritten", "unwritten"};

/* All of a file, NUL behind it; NULL with errno. Larger ones are refused by the compiler. */
static char *read_all(FILE *file, size_t *size)
{
    size_t capacity = 1 << 16;
    char *text = malloc(capacity + 1);
    *size = 0;
    while (text) {
        *size += fread(text + *size, 1, capacity - *size, file);
        if (*size < capacity || capacity > MOST_BYTES)
            break;
        char *bigger = realloc(text, 2 * capacity + 1);
        if (!bigger)
            free(text);
        text = bigger;
        capacity *= 2;
    }
    if (text && ferror(file)) {
        free(text);
        return NULL;
    }
    if (text)
        text[*size] = '\0';
    return text;
}

static void say(const rgc_result *result)
{
    for (size_t i = 0; i < rgc_diagnostic_count(result); i++)
        if (rgc_diagnostic_at(result, i)->severity == RGC_ERROR) {
            (cli_wants_json() ? rgc_render_json : rgc_render_text)(result, stderr);
            return;
        }
}

/* The layout of a text, in the heap; NULL after the messages. */
static char *laid_out(const char *path, const char *text, size_t size, size_t *laid_size)
{
    char *laid = NULL;
    rgc_result *result = rgc_format_buffer(path, text, size, &laid, laid_size);
    if (!result)
        cli_error("R0904", "the host is out of memory");
    else if (!laid)
        say(result);
    rgc_result_free(result);
    return laid;
}

/* A new file beside the one at `path`, with its permissions. -1 with errno; its name is in part. */
static int create_part(const char *path, char **part)
{
    struct stat about;
    const size_t size = strlen(path) + 8;
    *part = malloc(size);
    if (!*part || stat(path, &about) != 0)
        return -1;
    snprintf(*part, size, "%s.XXXXXX", path);
    const int file = mkstemp(*part);
    if (file < 0)
        return -1;
    /* the owner of another's file stays where that is allowed */
    if (about.st_uid != geteuid() || about.st_gid != getegid())
        (void)!fchown(file, about.st_uid, about.st_gid);
    if (fchmod(file, about.st_mode & 07777) == 0)
        return file;
    close(file);
    unlink(*part);
    return -1;
}

static bool write_all(int file, const char *text, size_t size)
{
    while (size > 0) {
        const ssize_t n = write(file, text, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        text += n;
        size -= (size_t)n;
    }
    return true;
}

/* The file behind `path`, also where that is a link, is replaced in one piece. */
static bool replace(const char *path, const char *text, size_t size)
{
    char *part = NULL, *real = realpath(path, NULL);
    cli_signals_hold();
    const int file = real ? create_part(real, &part) : -1;
    bool good = file >= 0 && write_all(file, text, size);
    if (file >= 0 && close(file) != 0)
        good = false;
    good = good && rg_rename_flushed(part, real);
    const int why = errno;
    if (!good && file >= 0)
        unlink(part);
    cli_signals_let();
    free(part);
    free(real);
    errno = why;
    return good;
}

static outcome unread(const char *path, const char *reason)
{
    cli_error("R0108", "cannot read '%s': %s", path, reason);
    return UNREAD;
}

static outcome format_file(const char *path, bool check)
{
    size_t size = 0, laid_size = 0;
    FILE *file = rg_open_to_read(path);
    if (!file)
        return unread(path, rg_why_unread());
    char *text = read_all(file, &size);
    const int why = errno;
    fclose(file);
    if (!text)
        return unread(path, strerror(why));
    char *laid = laid_out(path, text, size, &laid_size);
    outcome done = !laid                                                     ? REFUSED
                   : laid_size == size && memcmp(laid, text, laid_size) == 0 ? SAME
                                                                             : CHANGED;
    if (done == CHANGED && !check && !replace(path, laid, laid_size)) {
        done = rg_lacks_room(errno) ? UNWRITTEN : NOT_ALLOWED;
        cli_error("R0905", "cannot write %s: %s", path, strerror(errno));
    }
    free(laid);
    free(text);
    return done;
}

/* Standard input to standard output; with --json the text is a key of the report. */
static outcome format_input(const cli_options *options, json_t **laid_text)
{
    size_t size = 0, laid_size = 0;
    char *text = read_all(stdin, &size);
    if (!text)
        return unread("-", strerror(errno));
    char *laid = laid_out("<stdin>", text, size, &laid_size);
    const outcome done = !laid                                                ? REFUSED
                         : laid_size == size && memcmp(laid, text, size) == 0 ? SAME
                                                                              : CHANGED;
    if (laid && options->json)
        *laid_text = json_stringn(laid, laid_size);
    else if (laid && !options->check)
        fwrite(laid, 1, laid_size, stdout);
    free(laid);
    free(text);
    return done;
}

static int status_of(outcome done, bool check)
{
    switch (done) {
    case SAME: return RG_OK;
    case CHANGED: return check ? RG_TRAPPED : RG_OK;
    case UNWRITTEN: return RG_BAD_MACHINE;
    default: return RG_BAD_USE;
    }
}

static int format_one(const cli_options *options, const char *path, json_t *list)
{
    json_t *text = NULL;
    const bool input = strcmp(path, "-") == 0;
    const outcome done = input ? format_input(options, &text) : format_file(path, options->check);
    if (list) {
        json_t *entry = json_pack("{s:s, s:s}", "file", path, "outcome", outcomes[done]);
        if (entry && text)
            json_object_set(entry, "text", text);
        json_array_append_new(list, entry);
    } else if (done == CHANGED && options->check) {
        printf("%s\n", path);
    }
    json_decref(text);
    return status_of(done, options->check);
}

int cmd_fmt(const cli_options *options)
{
    static const char *const input[] = {"-"};
    const char *const *files = options->file_count ? options->files : input;
    const size_t count = options->file_count ? options->file_count : 1;
    json_t *list = options->json ? json_array() : NULL;
    int status = RG_OK;
    for (size_t i = 0; i < count; i++) {
        const int one = format_one(options, files[i], list);
        status = one > status ? one : status;
    }
    if (options->json) {
        json_t *root = json_pack("{s:i, s:b, s:o}", "schema_version", RG_SCHEMA_VERSION, "check",
                                 (int)options->check, "files", list);
        if (!root || json_dumpf(root, stdout, JSON_INDENT(2)) != 0)
            status = RG_BAD_MACHINE;
        putchar('\n');
        json_decref(root);
    }
    return status;
}
