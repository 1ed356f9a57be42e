/* value_file.c: arguments from files: .npy, .csv, .json. */
#include "host-driver/cli/cli.h"

#include "compiler/special.h"

#include <errno.h>
#include <math.h>
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

rg_result cli_value_file(const char *name, const char *path, cli_value *value, rg_fault *fault)
{
    if (!ends_in(path, ".npy") && !ends_in(path, ".csv") && !ends_in(path, ".json"))
        return cli_bad_value(fault, "R0914", path, 0, name,
                             "a file of values ends in .npy, .csv or .json");
    size_t size;
    errno = 0;
    unsigned char *data = read_whole(path, &size);
    if (!data)
        return cli_bad_value(fault, "R0905", path, 0, name,
                             errno ? rg_why_unread() : "the file cannot be read");
    rg_result result;
    if (ends_in(path, ".npy"))
        result = cli_value_npy(name, path, data, size, value, fault);
    else if (ends_in(path, ".csv"))
        result = strlen((char *)data) == size
                     ? cli_value_csv(name, path, (char *)data, value, fault)
                     : cli_bad_value(fault, "R0915", path, 0, name, "this is not text");
    else
        result = cli_value_json(name, path, (char *)data, size, value, fault);
    free(data);
    return result;
}

/* Fields of a line, 0 for a blank line. */
static size_t count_fields(const char *line)
{
    size_t count = 1;
    if (line[strspn(line, " \t\r")] == '\0')
        return 0;
    for (; *line; line++)
        count += *line == ',';
    return count;
}

/* A field so small that it was read as 0 sets *vanished. */
static bool parse_field(char **at, double *value, bool *vanished)
{
    char *end;
    errno = 0;
    *value = strtod(*at, &end);
    bool good = end != *at && !(errno == ERANGE && isinf(*value));
    *vanished = *vanished || (errno == ERANGE && *value == 0);
    end += strspn(end, " \t\r");
    if (*end == ',')
        end++;
    else if (*end != '\0')
        good = false;
    *at = end;
    return good;
}

rg_result cli_value_csv(const char *name, const char *path, char *text, cli_value *value,
                        rg_fault *fault)
{
    size_t rows = 0, columns = 0, row = 0;
    unsigned line_number = 0;
    for (char *line = text, *next; line; line = next) { /* cut into lines and count */
        next = strchr(line, '\n');
        line_number++;
        if (next)
            *next++ = '\0';
        size_t fields = count_fields(line);
        if (fields == 0)
            continue;
        if (rows > 0 && fields != columns)
            return cli_bad_value(fault, "R0915", path, line_number, name,
                                 "this line has another number of fields than the first");
        columns = fields;
        rows++;
    }
    if (rows == 0)
        return cli_bad_value(fault, "R0915", path, 0, name, "the file holds no numbers");
    rg_result result = cli_value_shape(value, name, rows, columns, fault);
    if (result != RG_OK)
        return result;
    free(value->integers);
    value->integers = NULL;
    value->rank = columns == 1 ? 1 : 2;
    value->table = true;
    line_number = 0;
    for (char *line = text, *next; row < rows; line = next) {
        char *at = line;
        next = line + strlen(line) + 1;
        line_number++;
        size_t fields = count_fields(line);
        for (size_t j = 0; j < fields; j++)
            if (!parse_field(&at, &value->reals[row + j * rows], &value->vanished))
                return cli_bad_value(fault, "R0915", path, line_number, name,
                                     "a field is not a number, or is too large");
        row += fields > 0;
    }
    return RG_OK;
}
