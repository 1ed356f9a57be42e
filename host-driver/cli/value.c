/* value.c: VALUE of --set NAME=VALUE: numbers, JSON arrays, and handing them to a job. */
#include "host-driver/cli/cli.h"
#include "isa/isa.h"

#include <ctype.h>
#include <inttypes.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

rg_result cli_bad_value(rg_fault *fault, const char *code, const char *file, unsigned line,
                        const char *name, const char *what)
{
    memset(fault, 0, sizeof *fault);
    fault->result = RG_BAD_USE;
    fault->line = line;
    snprintf(fault->code, sizeof fault->code, "%s", code);
    snprintf(fault->file, sizeof fault->file, "%s", file ? file : "");
    snprintf(fault->message, sizeof fault->message, "argument %s: %s", name, what);
    return RG_BAD_USE;
}

rg_result cli_value_shape(cli_value *value, const char *name, size_t rows, size_t columns,
                          rg_fault *fault)
{
    if (columns != 0 && rows > RG_MOST_DATA_WORDS / columns)
        return cli_bad_value(fault, "R0912", NULL, 0, name,
                             "more elements than any data memory holds");
    size_t count = rows > 0 && columns > 0 ? rows * columns : 1;
    value->rows = value->extents[0] = rows;
    value->columns = value->extents[1] = columns;
    value->reals = calloc(count, sizeof *value->reals);
    value->integers = calloc(count, sizeof *value->integers);
    return value->reals && value->integers
               ? RG_OK
               : cli_bad_value(fault, "R0904", NULL, 0, name, "the host is out of memory");
}

rg_result cli_value_extents(cli_value *value, const char *name, unsigned rank,
                            const size_t *extents, rg_fault *fault)
{
    size_t columns = 1;
    for (unsigned d = 1; d < rank; d++) /* a product beyond that is refused below */
        if (extents[d] > RG_MOST_DATA_WORDS || columns <= RG_MOST_DATA_WORDS)
            columns *= extents[d] > RG_MOST_DATA_WORDS ? RG_MOST_DATA_WORDS + 1 : extents[d];
    rg_result result = cli_value_shape(value, name, rank > 0 ? extents[0] : 1, columns, fault);
    value->rank = rank;
    for (unsigned d = 0; rank > 2 && d < rank; d++)
        value->extents[d] = extents[d];
    return result;
}

size_t cli_by_columns(unsigned rank, const size_t *extents, size_t row)
{
    size_t at = 0, stride = 1;
    for (unsigned d = 0; d < rank; d++)
        stride *= extents[d];
    for (unsigned d = rank; d-- > 0;) {
        stride /= extents[d];
        at += row % extents[d] * stride;
        row /= extents[d];
    }
    return at;
}

void cli_value_free(cli_value *value)
{
    free(value->reals);
    free(value->integers);
    free(value->imags);
    json_decref(value->json);
    *value = (cli_value){0};
}

static void lose_integers(cli_value *value)
{
    free(value->integers);
    value->integers = NULL;
}

static bool put_json(cli_value *value, size_t at, const json_t *item)
{
    double re, im;
    if (json_is_object(item) || json_is_string(item)) {
        if (!cli_json_complex(item, &re, &im)
            || !(
                value->imags
                || (value->imags = calloc(value->rows * value->columns + 1, sizeof *value->imags))))
            return false;
        if (value->integers
            && (re != rint(re) || im != rint(im) || fabs(re) > 1e15 || fabs(im) > 1e15))
            lose_integers(value);
        value->reals[at] = re;
        value->imags[at] = im;
        if (value->integers)
            value->integers[at] = (int64_t)re;
        return true;
    }
    value->boolean = json_is_boolean(item);
    if (json_is_real(item)) {
        value->reals[at] = json_real_value(item);
        lose_integers(value);
    } else if (json_is_integer(item) || json_is_boolean(item)) {
        int64_t integer = json_is_integer(item) ? (int64_t)json_integer_value(item)
                                                : json_is_true(item);
        value->reals[at] = (double)integer;
        if (value->integers)
            value->integers[at] = integer;
    } else {
        return false;
    }
    return true;
}

/* How deep arrays stand within arrays, along the first of each; *extents are their lengths. */
static unsigned json_depth(const json_t *json, size_t *extents)
{
    unsigned rank = 0;
    for (; json_is_array(json) && rank < RG_MOST_DIMENSIONS; json = json_array_get(json, 0))
        extents[rank++] = json_array_size(json);
    return json_is_array(json) ? RG_MOST_DIMENSIONS + 1 : rank;
}

/* The numbers of one part, from number *next on; false: its arrays have other lengths (NULL), or
 * *what is no number. */
static bool put_part(cli_value *value, unsigned depth, const json_t *part, size_t *next,
                     const json_t **what)
{
    *what = NULL;
    if (depth < value->rank && json_array_size(part) != value->extents[depth])
        return false;
    if (depth < value->rank && !json_is_array(part))
        return false;
    for (size_t i = 0; depth < value->rank && i < value->extents[depth]; i++)
        if (!put_part(value, depth + 1, json_array_get(part, i), next, what))
            return false;
    if (depth < value->rank)
        return true;
    *what = part;
    return put_json(value, cli_by_columns(value->rank, value->extents, (*next)++), part);
}

/* The first index is that of the outermost array, as in NumPy. */
static rg_result json_matrix(const char *name, const char *path, const json_t *array, unsigned rank,
                             const size_t *extents, cli_value *value, rg_fault *fault)
{
    const json_t *what = NULL;
    size_t next = 0;
    if (rank > RG_MOST_DIMENSIONS)
        return cli_bad_value(fault, "R0914", path, 0, name, "an array has at most four dimensions");
    rg_result result = cli_value_extents(value, name, rank, extents, fault);
    if (result != RG_OK || put_part(value, 0, array, &next, &what))
        return result;
    if (what && !json_is_array(what))
        return cli_bad_value(fault, "R0914", path, 0, name, "a matrix element must be a number");
    return cli_bad_value(fault, "R0914", path, 0, name,
                         rank == 2 ? "the rows of a matrix must be arrays of equal length"
                                   : "the arrays along one dimension must have equal lengths");
}

static rg_result json_value(const char *name, const char *path, const json_t *json,
                            cli_value *value, rg_fault *fault)
{
    size_t extents[RG_MOST_DIMENSIONS];
    if (json_is_array(json) && json_is_array(json_array_get(json, 0)))
        return json_matrix(name, path, json, json_depth(json, extents), extents, value, fault);
    bool array = json_is_array(json);
    size_t count = array ? json_array_size(json) : 1;
    value->rank = array ? 1 : 0;
    rg_result result = cli_value_shape(value, name, count, 1, fault);
    for (size_t i = 0; result == RG_OK && i < count; i++)
        if (!put_json(value, i, array ? json_array_get(json, i) : json))
            return cli_bad_value(fault, "R0914", path, 0, name,
                                 "only numbers, true, false and arrays of them can be arguments");
    return result;
}

/* Whether a number of the text is so small that it was read as 0. Complex numbers in JSON are
 * strings. */
static bool holds_vanished(const char *text, size_t size)
{
    static const char *const part = "+-.0123456789eE";
    bool found = false;
    for (size_t i = 0, length; i < size && !found; i += length) {
        length = 1;
        if (!text[i] || !strchr("-0123456789", text[i]))
            continue;
        while (i + length < size && text[i + length] && strchr(part, text[i + length]))
            length++;
        char *number = strndup(text + i, length), *end = number;
        errno = 0;
        found = number && strtod(number, &end) == 0 && errno == ERANGE;
        if (end > number)
            length = (size_t)(end - number);
        free(number);
    }
    return found;
}

rg_result cli_value_json(const char *name, const char *path, const char *text, size_t size,
                         cli_value *value, rg_fault *fault)
{
    json_error_t error;
    json_t *json = json_loadb(text, size, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
    if (!json) {
        char what[256];
        snprintf(what, sizeof what, "this is not JSON: %s", error.text);
        const rg_result bad = cli_bad_value(
            fault, "R0914", path, path && error.line > 0 ? (unsigned)error.line : 0, name, what);
        if (strstr(error.text, "NaN") || strstr(error.text, "nan") || strstr(error.text, "Inf"))
            snprintf(fault->help, sizeof fault->help, "the machine has no infinities and no NaN");
        else if (!path && *text == '[' && (memchr(text, ' ', size) || memchr(text, ';', size)))
            snprintf(fault->help, sizeof fault->help,
                     "commas stand between elements, [1,2], and a matrix has a list for each row, "
                     "[[1,2],[3,4]]");
        return bad;
    }
    rg_result result = json_value(name, path, json, value, fault);
    if (result != RG_OK
        && (json_is_object(json)
            || json_is_array(json))) { /* perhaps a struct, a tuple, or several of them */
        cli_value_free(value);
        value->rank = json_is_array(json);
        if (fault)
            value->refused = *fault;
        result = RG_OK;
    }
    value->json = json;
    value->vanished = holds_vanished(text, size);
    return result;
}

static bool whole_number(const char *text, int64_t *integer)
{
    char *end;
    errno = 0;
    *integer = strtoll(text, &end, 10);
    return *text != '\0' && *end == '\0' && errno == 0;
}

static bool find_file_name(const char *text)
{
    static const char *const endings[] = {".npy", ".csv", ".json", ".txt", ".tsv", ".dat"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const char *found = strstr(text, endings[i]);
        if (found && found[strlen(endings[i])] == '\0')
            return true;
    }
    return false;
}

/* nan, inf, -Inf */
static bool is_no_number(const char *text)
{
    text += *text == '-' || *text == '+';
    return strcasecmp(text, "nan") == 0 || strcasecmp(text, "inf") == 0
           || strcasecmp(text, "infinity") == 0;
}

static rg_result scalar_value(const char *name, const char *text, cli_value *value, rg_fault *fault)
{
    char what[200];
    rg_result result = cli_value_shape(value, name, 1, 1, fault);
    if (result != RG_OK)
        return result;
    char *end;
    errno = 0;
    double real = strtod(text, &end);
    size_t digits = strspn(text, "+-.0123456789eE");
    if (end != text && *end == '\0' && digits == strlen(text)) {
        if (errno == ERANGE && fabs(real) > 1)
            return cli_bad_value(fault, "R0910", NULL, 0, name, "the number is too large");
        value->vanished = errno == ERANGE && real == 0;
        value->reals[0] = real;
        if (!whole_number(text, &value->integers[0]))
            lose_integers(value);
        return RG_OK;
    }
    bool yes = strcmp(text, "true") == 0;
    if (yes || strcmp(text, "false") == 0) {
        value->boolean = true;
        value->integers[0] = yes;
        value->reals[0] = yes ? 1 : 0;
        return RG_OK;
    }
    double im;
    if (cli_parse_complex(text, &value->reals[0], &im)) {
        value->imags = calloc(1, sizeof *value->imags);
        if (!value->imags)
            return cli_bad_value(fault, "R0904", NULL, 0, name, "the host is out of memory");
        value->imags[0] = im;
        value->vanished = holds_vanished(text, strlen(text));
        value->integers[0] = 0;
        if (value->reals[0] != rint(value->reals[0]) || im != rint(im)
            || fabs(value->reals[0]) > 1e15 || fabs(im) > 1e15)
            lose_integers(value);
        else
            value->integers[0] = (int64_t)value->reals[0];
        return RG_OK;
    }
    snprintf(what, sizeof what,
             "`%.60s` is not a number, a complex number such as 3+2im, an array such as [1, 2.5], "
             "other JSON, or @FILE",
             text);
    result = cli_bad_value(fault, "R0914", NULL, 0, name, what);
    if (find_file_name(text))
        snprintf(fault->help, sizeof fault->help,
                 "a file has @ before its name: --set %.60s=@%.80s", name, text);
    else if (is_no_number(text))
        snprintf(fault->help, sizeof fault->help, "the machine has no infinities and no NaN");
    else if (strchr(text, ':'))
        snprintf(fault->help, sizeof fault->help,
                 "a range is written out: [1,2,3], or lines of a file: @file.csv");
    else if (isupper((unsigned char)*text) && strchr(text, '('))
        snprintf(fault->help, sizeof fault->help,
                 "a struct is its fields, {\"x\": 1, \"y\": 2}, or one of them: --set %.60s.x=1",
                 name);
    else if (strchr(text, ','))
        snprintf(fault->help, sizeof fault->help,
                 "the elements of an array stand in brackets: [3,4]");
    else if (strpbrk(text, "/*^(") || strcmp(text, "pi") == 0 || strcmp(text, "π") == 0)
        snprintf(fault->help, sizeof fault->help, "a value is a number, not an expression: 0.25");
    return result;
}

/* json: the same text as JSON, where it is spelled as Julia does; else NULL. */
static rg_result array_value(const char *name, const char *text, const char *json, cli_value *value,
                             rg_fault *fault)
{
    const char *read = json ? json : text;
    return cli_value_json(name, NULL, read, strlen(read), value, fault);
}

static rg_result number_value(const char *name, const char *text, char *json, cli_value *value,
                              rg_fault *fault)
{
    if (!json)
        return scalar_value(name, text, value, fault);
    const bool quoted = *json == '"';
    if (quoted)
        json[strlen(json) - 1] = '\0';
    return scalar_value(name, json + quoted, value, fault);
}

rg_result cli_value_parse(const char *name, const char *text, cli_value *value, rg_fault *fault)
{
    *value = (cli_value){0};
    while (*text == ' ')
        text++;
    if (*text == '@')
        return cli_value_file(name, text + 1, value, fault);
    if (*text == '{')
        return cli_value_json(name, NULL, text, strlen(text), value, fault);
    char *json = cli_julia_as_json(text);
    const rg_result result = *text == '[' ? array_value(name, text, json, value, fault)
                                          : number_value(name, text, json, value, fault);
    free(json);
    return result;
}

static rg_result wrong_rank(const char *name, unsigned given, unsigned wanted, rg_fault *fault)
{
    static const char *const nested[] = {"[...]", "[[...],[...]]", "[[[...],[...]],...]",
                                         "[[[[...],...],...],...]"};
    char what[160];
    snprintf(what, sizeof what, "it has %u dimension%s, and an array of %u is given: write %s",
             wanted, wanted == 1 ? "" : "s", given, nested[wanted - 1]);
    return cli_bad_value(fault, "R0908", NULL, 0, name, what);
}

rg_result cli_value_set(rg_job *job, const char *name, const cli_value *value, rg_fault *fault)
{
    rg_parameter parameter;
    int index = rg_parameter_find(job, name);
    if (index < 0 && cli_is_compound(job, name))
        return cli_compound_set(job, name, value, cli_value_set, fault);
    if (value->imags)
        return cli_bad_value(fault, "R0908", NULL, 0, name,
                             "it takes real numbers, and a complex one is given");
    if (!value->reals) {
        *fault = value->refused;
        return RG_BAD_USE;
    }
    bool known = index >= 0 && rg_parameter_at(job, (size_t)index, &parameter);
    size_t rows = value->rows, columns = value->columns;
    unsigned rank = value->rank;
    if (known && value->table && parameter.rank == 1
        && rows == 1) { /* one line of a CSV file is a vector too */
        rows = columns;
        columns = 1;
    }
    if (known && value->table && parameter.rank == 0 && rows * columns == 1)
        rank = 0;
    if (known && rank > 0 && parameter.rank == 0)
        return cli_bad_value(fault, "R0908", NULL, 0, name,
                             "it is a scalar, and an array is given");
    if (known && rank == 1 && parameter.rank == 2 && rows > 0)
        return cli_bad_value(fault, "R0908", NULL, 0, name,
                             "it is a matrix, and a vector is given: write [[...],[...]]");
    if (known && rank > 0 && parameter.rank > 2 && rows > 0 && rank != parameter.rank)
        return wrong_rank(name, rank, parameter.rank, fault);
    if (known && rank > 2 && parameter.rank > 0 && rank != parameter.rank)
        return wrong_rank(name, rank, parameter.rank, fault);
    if (known && parameter.rank > 2 && rank > 0) {
        size_t none[RG_MOST_DIMENSIONS] = {0};
        rg_result said = rg_set_extents(job, name, rank == parameter.rank ? value->extents : none,
                                        parameter.rank, fault);
        if (said != RG_OK)
            return said;
        columns = rank == parameter.rank ? columns : 0;
    }
    if (rank == 0 && value->integers)
        return rg_set_integer(job, name, value->integers[0], fault);
    if (rank == 0)
        return rg_set_number(job, name, value->reals[0], fault);
    const rg_result result = value->integers
                                 ? rg_set_integers(job, name, value->integers, rows, columns, fault)
                                 : rg_set_array(job, name, value->reals, rows, columns, fault);
    if (result != RG_OK && known && parameter.rank == 1 && rank == 2 && rows == 1)
        snprintf(fault->help, sizeof fault->help,
                 "commas stand between elements, [1,2]; blanks make a matrix of one row");
    return result;
}

void cli_wide_text(const int64_t *words, size_t count, char text[CLI_WIDE_TEXT])
{
    size_t used = (size_t)snprintf(text, CLI_WIDE_TEXT, "0x");
    for (size_t k = count; k-- > 0 && used < CLI_WIDE_TEXT;)
        used +=
            (size_t)snprintf(text + used, CLI_WIDE_TEXT - used, "%016" PRIx64, (uint64_t)words[k]);
}

bool cli_has_energy(const rg_device *device)
{
    return !cli_has_float(device) && rg_device_xlen(device) >= 32;
}

bool cli_has_float(const rg_device *device) { return rg_device_float(device) > 0; }
