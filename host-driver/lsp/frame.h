/* frame.h: messages of JSON behind a header with Content-Length, as the protocols of editors and
 * of debug adapters have them. */
#ifndef LSP_FRAME_H
#define LSP_FRAME_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

typedef enum {
    FRAME_MESSAGE,
    FRAME_BAD, /* no JSON, no length, or too long: the next one may be good */
    FRAME_END
} frame_result;

/* The next message of the stream, which has no buffer of its own (setvbuf with _IONBF), so that
 * frame_waits sees all that is there. *message is the caller's. */
frame_result frame_read(FILE *in, json_t **message);
/* False when it could not be written. */
bool frame_write(FILE *out, const json_t *message);
/* Whether something waits in the stream. */
bool frame_waits(FILE *in);

#endif
