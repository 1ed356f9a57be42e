/* value_file.c: arguments from files, by how their names end. */
#include "host-driver/cli/cli.h"

#include "compiler/special.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 28 };

static unsigned char *read_whole(const char *path, size_t *size)
{
    FILE *file = rg_open_to_read(path);
    size_t capacity = 1 << 16, used = 0;
    unsigned char *data = file ? malloc(capacity + 1) : NULL;
    while (data) {
        used += fread(data + used, 1, capacity - used, file);
        if (used < capacity)
            break;
        capacity *= 2;
        unsigned char *grown = capacity > LARGEST_FILE ? NULL : realloc(data, capacity + 1);
        if (!grown) {
            free(data);
            errno = EFBIG;
        }
        data = grown;
    }
    if (data && ferror(file)) {
        free(data);
        data = NULL;
    }
    if (data)
        data[used] = '\0';
    if (file)
        fclose(file);
    *size = used;
    return data;
}

static bool ends_in(const char *path, const char *suffix)
{
    size_t length = strlen(path), tail = strlen(suffix);
    return length >= tail && strcmp(path + length - tail, suffix) == 0;
}

/* Lines of numbers. */
static bool is_table(const char *path)
{
    static const char *const endings[] = {".csv", ".tsv", ".txt", ".dat"};
    bool found = false;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        found = found || ends_in(path, endings[i]);
    return found;
}

rg_result cli_value_file(const char *name, const char *path, cli_value *value, rg_fault *fault)
{
    const bool table = is_table(path);
    if (!ends_in(path, ".npy") && !table && !ends_in(path, ".json"))
        return cli_bad_value(fault, "R0914", path, 0, name,
                             "a file of values ends in .npy, .json, .csv, .tsv, .txt or .dat");
    size_t size;
    errno = 0;
    unsigned char *data = read_whole(path, &size);
    if (!data)
        return cli_bad_value(fault, "R0905", path, 0, name,
                             errno ? rg_why_unread() : "the file cannot be read");
    rg_result result;
    if (ends_in(path, ".npy"))
        result = cli_value_npy(name, path, data, size, value, fault);
    else if (table)
        result = strlen((char *)data) == size
                     ? cli_value_csv(name, path, (char *)data, value, fault)
                     : cli_bad_value(fault, "R0915", path, 0, name, "this is not text");
    else
        result = cli_value_json(name, path, (char *)data, size, value, fault);
    free(data);
    return result;
}
