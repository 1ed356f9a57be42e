/* csv.c: lines of numbers, as spreadsheets, NumPy and other programs write them. */
#include "host-driver/cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const byte_order_mark = "\xef\xbb\xbf";
static const char *const blanks = " \t\r";

/* What stands between the fields; ' ' is any blanks. */
static char separator_of(const char *line)
{
    if (strchr(line, ';'))
        return ';';
    if (strchr(line, ','))
        return ',';
    return ' ';
}

/* A line without numbers: it is blank, or a comment as numpy.savetxt writes it. */
static bool says_nothing(const char *line)
{
    line += strspn(line, blanks);
    return *line == '\0' || *line == '#';
}

/* Cuts the next field out of the line, without the blanks and the quotes around it; false: there is
 * none. *at is NULL behind the last one. */
static bool next_field(char **at, char separator, char **field)
{
    char *start = *at, *end;
    if (!start)
        return false;
    start += strspn(start, blanks);
    end = separator == ' ' ? start + strcspn(start, blanks) : strchr(start, separator);
    end = end ? end : start + strlen(start);
    char *behind = separator == ' ' ? end + strspn(end, blanks) : end + (*end != '\0');
    *at = *behind != '\0' || (separator != ' ' && *end != '\0') ? behind : NULL;
    while (end > start && strchr(blanks, end[-1]))
        end--;
    if (end - start >= 2 && *start == '"' && end[-1] == '"')
        start++, end--;
    *end = '\0';
    *field = start;
    return true;
}

static size_t count_fields(const char *line, char separator)
{
    size_t count = 1;
    line += strspn(line, blanks);
    for (; *line; line++) {
        const bool blank = strchr(blanks, *line) != NULL;
        if (separator == ' ' && blank) {
            line += strspn(line, blanks) - 1;
            count += line[1] != '\0';
        } else if (*line == separator) {
            count++;
        }
    }
    return count;
}

/* Names of columns: every field starts with a letter, and none is a number such as inf. */
static bool is_heading(const char *line, char separator)
{
    char *copy = strdup(line), *at = copy, *field, *end;
    bool names = copy != NULL;
    while (names && next_field(&at, separator, &field)) {
        (void)strtod(field, &end);
        const unsigned char first = (unsigned char)*field;
        names = (isalpha(first) || first == '_' || first >= 0x80) && *end != '\0';
    }
    free(copy);
    return names;
}

/* A field so small that it was read as 0 sets *vanished. NULL, or what is wrong with it. */
static const char *read_field(const char *field, double *value, bool *vanished)
{
    char *end;
    errno = 0;
    *value = strtod(field, &end);
    *vanished = *vanished || (errno == ERANGE && *value == 0);
    if (*field == '\0')
        return "is empty";
    if (errno == ERANGE && isinf(*value))
        return "is too large";
    if (end == field || *end != '\0')
        return *end == ',' && end > field && isdigit((unsigned char)end[1])
                   ? "is not a number: write its digits behind a point"
                   : "is not a number";
    return NULL;
}

typedef struct {
    const char *name, *path;
    char separator;
    size_t rows, columns;
    unsigned heading; /* the line of names; 0: there is none */
} csv_table;

static rg_result bad_field(const csv_table *t, unsigned line, size_t column, const char *field,
                           const char *why, rg_fault *fault)
{
    char what[200];
    snprintf(what, sizeof what, *field ? "field %zu, `%.60s`, %s" : "field %zu%s %s", column, field,
             why);
    return cli_bad_value(fault, "R0915", t->path, line, t->name, what);
}

/* Cuts the text into lines, and counts these and their fields. */
static rg_result measure(csv_table *t, char *text, rg_fault *fault)
{
    unsigned number = 0;
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        number++;
        if (next)
            *next++ = '\0';
        if (says_nothing(line))
            continue;
        if (t->rows == 0 && t->heading == 0) {
            t->separator = separator_of(line);
            t->columns = count_fields(line, t->separator);
            t->heading = is_heading(line, t->separator) ? number : 0;
            t->rows = t->heading ? 0 : 1;
            continue;
        }
        t->rows++;
        if (count_fields(line, t->separator) != t->columns)
            return cli_bad_value(fault, "R0915", t->path, number, t->name,
                                 "this line has another number of fields than the first");
    }
    if (t->rows == 0)
        return cli_bad_value(fault, "R0915", t->path, 0, t->name, "the file holds no numbers");
    return RG_OK;
}

static rg_result read_line(const csv_table *t, char *line, unsigned number, size_t row,
                           cli_value *value, rg_fault *fault)
{
    char *field;
    for (size_t j = 0; next_field(&line, t->separator, &field); j++) {
        const char *why = read_field(field, &value->reals[row + j * t->rows], &value->vanished);
        if (why)
            return bad_field(t, number, j + 1, field, why, fault);
    }
    return RG_OK;
}

rg_result cli_value_csv(const char *name, const char *path, char *text, cli_value *value,
                        rg_fault *fault)
{
    csv_table t = {.name = name, .path = path};
    if (strncmp(text, byte_order_mark, strlen(byte_order_mark)) == 0)
        text += strlen(byte_order_mark);
    rg_result result = measure(&t, text, fault);
    if (result == RG_OK)
        result = cli_value_shape(value, name, t.rows, t.columns, fault);
    if (result != RG_OK)
        return result;
    free(value->integers);
    value->integers = NULL;
    value->rank = t.columns == 1 ? 1 : 2;
    value->table = true;
    unsigned number = 0;
    char *line = text, *next;
    for (size_t row = 0; row < t.rows && result == RG_OK; line = next) {
        next = line + strlen(line) + 1;
        if (++number == t.heading || says_nothing(line))
            continue;
        result = read_line(&t, line, number, row++, value, fault);
    }
    return result;
}
