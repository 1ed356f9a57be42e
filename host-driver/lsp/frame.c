/* frame.c: messages of JSON behind a header with Content-Length. */
#include "host-driver/lsp/frame.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_BYTES = 64 << 20, LINE = 1024, PIECE = 4096 };

/* *length: what the header gives, 0 where it gives none that is possible. False at the end. */
static bool read_header(FILE *in, long *length)
{
    char line[LINE];
    *length = 0;
    while (fgets(line, sizeof line, in)) {
        if (line[0] == '\n' || line[0] == '\r')
            return true;
        if (strncasecmp(line, "Content-Length:", 15) == 0)
            *length = strtol(line + 15, NULL, 10);
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
