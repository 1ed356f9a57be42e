/* frame.c: messages of JSON behind a header with Content-Length. */
#include "host-driver/lsp/frame.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_BYTES = 64 << 20, TAIL = 64, PIECE = 4096 };

/* The end of a line, without what ends it. False at the end of the input. */
static bool read_line(FILE *in, char tail[TAIL + 1], bool *empty)
{
    size_t n = 0;
    int c;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (n == TAIL)
            memmove(tail, tail + 1, --n);
        tail[n++] = (char)c;
    }
    n -= n > 0 && tail[n - 1] == '\r';
    tail[n] = '\0';
    *empty = n == 0;
    return c != EOF;
}

/* What a line says behind the word, 0 where that is no number; *length stays in other lines. A
 * message that was longer than its header said ends in the line of the next header: it is found. */
static void read_length(const char *line, long *length)
{
    static const char word[] = "content-length:";
    for (; *line; line++) {
        if (strncasecmp(line, word, sizeof word - 1) != 0)
            continue;
        char *end;
        *length = strtol(line + sizeof word - 1, &end, 10);
        if (end[strspn(end, " \t")] != '\0')
            *length = 0;
    }
}

/* *length: what the header gives, 0 where it gives none that is possible. False at the end. */
static bool read_header(FILE *in, long *length)
{
    char tail[TAIL + 1];
    bool empty;
    *length = 0;
    while (read_line(in, tail, &empty)) {
        if (empty)
            return true;
        read_length(tail, length);
    }
    return false;
}

/* A body that is too long is passed over. */
static bool skip(FILE *in, long length)
{
    char piece[PIECE];
    while (length > 0) {
        const size_t want = length < PIECE ? (size_t)length : PIECE,
                     got = fread(piece, 1, want, in);
        if (got == 0)
            return false;
        length -= (long)got;
    }
    return true;
}

frame_result frame_read(FILE *in, json_t **message)
{
    long length;
    json_error_t error;
    *message = NULL;
    if (!read_header(in, &length))
        return FRAME_END;
    if (length <= 0)
        return FRAME_BAD;
    char *text = length <= MOST_BYTES ? malloc((size_t)length + 1) : NULL;
    if (!text)
        return skip(in, length) ? FRAME_BAD : FRAME_END;
    const bool whole = fread(text, 1, (size_t)length, in) == (size_t)length;
    if (whole)
        *message = json_loadb(text, (size_t)length, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    free(text);
    return !whole ? FRAME_END : *message ? FRAME_MESSAGE : FRAME_BAD;
}

bool frame_write(FILE *out, const json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    const bool good = text && fprintf(out, "Content-Length: %zu\r\n\r\n%s", strlen(text), text) > 0
                      && fflush(out) == 0;
    free(text);
    return good;
}

bool frame_waits(FILE *in)
{
    struct pollfd waiting = {.fd = fileno(in), .events = POLLIN};
    return poll(&waiting, 1, 0) > 0;
}
