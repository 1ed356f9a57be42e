/* dap_wire.c: messages of the Debug Adapter Protocol on standard input and output: a header with
 * Content-Length, an empty line, and JSON. */
#include "host-driver/cli/dap.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { MOST_BYTES = 64 << 20, LINE = 1024 };

/* *length: what the header gives, 0 where it gives none. False at the end of the input. */
static bool read_header(long *length)
{
    char line[LINE];
    *length = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == '\n' || line[0] == '\r')
            return true;
        if (strncasecmp(line, "Content-Length:", 15) == 0)
            *length = strtol(line + 15, NULL, 10);
    }
    return false;
}

static json_t *read_body(size_t length)
{
    json_error_t error;
    char *text = malloc(length + 1);
    json_t *message = NULL;
    if (text && fread(text, 1, length, stdin) == length)
        message = json_loadb(text, length, 0, &error);
    free(text);
    return message;
}

json_t *dap_read(dap *d)
{
    for (;;) {
        long length;
        if (!read_header(&length))
            return NULL;
        json_t *message = length > 0 && length <= MOST_BYTES ? read_body((size_t)length) : NULL;
        if (json_is_object(message))
            return message;
        json_decref(message);
        if (feof(stdin))
            return NULL;
        dap_output(d, "console", "a message that is no JSON object was passed over\n");
    }
}

void dap_send(dap *d, json_t *message)
{
    if (!message)
        return;
    json_object_set_new(message, "seq", json_integer(++d->sequence));
    char *text = json_dumps(message, JSON_COMPACT);
    if (text) {
        printf("Content-Length: %zu\r\n\r\n%s", strlen(text), text);
        if (fflush(stdout) != 0)
            d->quit = true;
    }
    free(text);
    json_decref(message);
}

void dap_event(dap *d, const char *event, json_t *body)
{
    json_t *message = json_pack("{s:s, s:s}", "type", "event", "event", event);
    if (body)
        json_object_set_new(message, "body", body);
    dap_send(d, message);
}

static json_t *response(const json_t *request, bool success)
{
    const char *command = json_string_value(json_object_get(request, "command"));
    return json_pack("{s:s, s:I, s:s, s:b}", "type", "response", "request_seq",
                     json_integer_value(json_object_get(request, "seq")), "command",
                     command ? command : "", "success", (int)success);
}

void dap_respond(dap *d, const json_t *request, json_t *body)
{
    json_t *message = response(request, true);
    if (body)
        json_object_set_new(message, "body", body);
    dap_send(d, message);
}

void dap_refuse(dap *d, const json_t *request, const char *text)
{
    json_t *message = response(request, false);
    json_object_set_new(message, "message", json_string(text));
    json_object_set_new(
        message, "body",
        json_pack("{s:{s:i, s:s, s:b}}", "error", "id", 1, "format", text, "showUser", 1));
    dap_send(d, message);
}

void dap_output(dap *d, const char *category, const char *text)
{
    dap_event(d, "output", json_pack("{s:s, s:s}", "category", category, "output", text));
}

bool dap_waits(void)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&in, 1, 0) > 0;
}
