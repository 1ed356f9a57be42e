/* npy.c: NumPy array files (format versions 1 to 3), numbers and booleans in either byte order. */
#include "host-driver/cli/cli.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    char kind;    /* f, i, u, b; c: two f, real and imaginary part */
    size_t width; /* bytes */
    bool big, fortran;
    unsigned rank;
    size_t shape[RG_MOST_DIMENSIONS];
} npy_header;

/* The text behind 'key': in the header, or NULL. */
static const char *field(const char *header, const char *key)
{
    const char *at = strstr(header, key);
    if (!at)
        return NULL;
    at += strlen(key);
    at += strspn(at, " ");
    if (*at++ != ':')
        return NULL;
    return at + strspn(at, " ");
}

static bool parse_descr(const char *at, npy_header *out)
{
    if (!at || (*at != '\'' && *at != '"'))
        return false;
    at++;
    if (!strchr("<>|=", *at) || *at == '\0')
        return false;
    out->big = *at++ == '>';
    if (!strchr("fiubc", *at) || *at == '\0')
        return false;
    out->kind = *at++;
    if (out->kind == 'c') {
        out->width = strncmp(at, "16", 2) == 0 ? 16 : *at == '8' ? 8 : 0;
        at += out->width == 16 ? 2 : 1;
        return out->width > 0 && (*at == '\'' || *at == '"');
    }
    if (*at < '1' || *at > '8' || (at[1] != '\'' && at[1] != '"'))
        return false;
    out->width = (size_t)(*at - '0');
    if (out->kind == 'f')
        return out->width == 4 || out->width == 8;
    if (out->kind == 'b')
        return out->width == 1;
    return out->width == 1 || out->width == 2 || out->width == 4 || out->width == 8;
}

static const char *const no_header = "the header of the .npy file is damaged";

/* NULL, or what is wrong. */
static const char *parse_shape(const char *at, npy_header *out)
{
    if (!at || *at++ != '(')
        return no_header;
    for (out->rank = 0;; out->rank++) {
        at += strspn(at, " ,");
        if (*at == ')')
            return NULL;
        if (*at == '-')
            return "the shape in the .npy file has a negative number";
        if (*at < '0' || *at > '9')
            return no_header;
        if (out->rank == RG_MOST_DIMENSIONS)
            return "the array in the .npy file has more than four dimensions";
        char *end;
        unsigned long long size = strtoull(at, &end, 10);
        if (size > (1u << 24))
            return "the shape in the .npy file has a dimension of more than 2^24 elements";
        out->shape[out->rank] = (size_t)size;
        at = end;
    }
}

/* NULL, or what is wrong; room is for the text. */
static const char *parse_header(const char *text, npy_header *out, char *room, size_t size)
{
    const char *order = field(text, "'fortran_order'");
    *out = (npy_header){0};
    out->shape[0] = 1;
    if (!order || (strncmp(order, "True", 4) != 0 && strncmp(order, "False", 5) != 0))
        return no_header;
    out->fortran = *order == 'T';
    const char *type = field(text, "'descr'");
    if (!type || parse_descr(type, out))
        return type ? parse_shape(field(text, "'shape'"), out) : no_header;
    const char quote[] = {*type, '\0'};
    const size_t length = *type == '\'' || *type == '"' ? strcspn(type + 1, quote) : 0;
    snprintf(room, size,
             length
                 ? "its elements have the type `%.*s`: save the array as float64, int64, bool or "
                   "complex128"
                 : "its elements have several parts: save an array of numbers",
             (int)(length < 40 ? length : 40), type + 1);
    return room;
}

static uint64_t read_bits(const unsigned char *data, const npy_header *header)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < header->width; i++)
        bits = bits << 8 | data[header->big ? i : header->width - 1 - i];
    return bits;
}

static bool read_element(const unsigned char *data, const npy_header *header, double *real,
                         int64_t *integer)
{
    uint64_t bits = read_bits(data, header);
    unsigned unused = 64 - 8 * (unsigned)header->width;
    if (header->kind == 'f' && header->width == 8) {
        memcpy(real, &bits, sizeof *real);
    } else if (header->kind == 'f') {
        uint32_t narrow = (uint32_t)bits;
        float single;
        memcpy(&single, &narrow, sizeof single);
        *real = (double)single;
    } else if (header->kind == 'i') {
        uint64_t sign = UINT64_C(1) << (63 - unused);
        *integer = (int64_t)((bits ^ sign) - sign);
        *real = (double)*integer;
    } else {
        if (bits > INT64_MAX)
            return false;
        *integer = (int64_t)bits;
        *real = (double)bits;
    }
    return true;
}

/* Real and imaginary part, one behind the other. */
static bool read_pair(const unsigned char *data, const npy_header *header, double *real,
                      double *imag, int64_t *integer)
{
    npy_header half = *header;
    half.kind = 'f';
    half.width = header->width / 2;
    return read_element(data, &half, real, integer)
           && read_element(data + half.width, &half, imag, integer);
}

static rg_result fill(const char *name, const char *path, const unsigned char *data,
                      const npy_header *header, cli_value *value, rg_fault *fault)
{
    rg_result result = cli_value_extents(value, name, header->rank, header->shape, fault);
    const size_t count = value->rows * value->columns;
    if (result == RG_OK && header->kind == 'c'
        && !(value->imags = calloc(count + 1, sizeof *value->imags)))
        result = cli_bad_value(fault, "R0904", path, 0, name, "the host is out of memory");
    if (result != RG_OK)
        return result;
    for (size_t i = 0; i < count; i++) {
        const size_t to = header->fortran ? i : cli_by_columns(header->rank, header->shape, i);
        const unsigned char *at = data + i * header->width;
        if (header->kind == 'c'
                ? !read_pair(at, header, &value->reals[to], &value->imags[to], &value->integers[to])
                : !read_element(at, header, &value->reals[to], &value->integers[to]))
            return cli_bad_value(fault, "R0915", path, 0, name, "an unsigned integer does not fit");
    }
    if (header->kind == 'f' || header->kind == 'c') {
        free(value->integers);
        value->integers = NULL;
    }
    value->boolean = header->kind == 'b';
    return RG_OK;
}

rg_result cli_value_npy(const char *name, const char *path, const unsigned char *data, size_t size,
                        cli_value *value, rg_fault *fault)
{
    npy_header header;
    if (size < 12 || memcmp(data, "\x93NUMPY", 6) != 0 || data[6] < 1 || data[6] > 3)
        return cli_bad_value(fault, "R0915", path, 0, name, "this is not an .npy file");
    size_t start = data[6] == 1 ? 10 : 12;
    size_t length = data[8] | (size_t)data[9] << 8;
    if (data[6] > 1)
        length |= (size_t)data[10] << 16 | (size_t)data[11] << 24;
    if (length > size - start || length > 65536)
        return cli_bad_value(fault, "R0915", path, 0, name,
                             "the header of the .npy file is cut off");
    char *text = malloc(length + 1);
    if (!text)
        return cli_bad_value(fault, "R0904", path, 0, name, "the host is out of memory");
    memcpy(text, data + start, length);
    text[length] = '\0';
    char room[160];
    const char *wrong = parse_header(text, &header, room, sizeof room);
    free(text);
    if (wrong)
        return cli_bad_value(fault, "R0915", path, 0, name, wrong);
    size_t left = (size - start - length) / header.width;
    bool empty = false;
    for (unsigned d = 0; d < header.rank; d++)
        empty = empty || header.shape[d] == 0;
    for (unsigned d = 0; d < header.rank && !empty; d++)
        left /= header.shape[d];
    if (left == 0 && !empty)
        return cli_bad_value(fault, "R0915", path, 0, name, "the .npy file is cut off");
    return fill(name, path, data + start + length, &header, value, fault);
}
