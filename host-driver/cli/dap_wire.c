/* dap_wire.c: messages of the Debug Adapter Protocol on standard input and output. */
#include "host-driver/cli/dap.h"

#include <string.h>

#include "host-driver/lsp/frame.h"

json_t *dap_read(dap *d)
{
    for (;;) {
        json_t *message;
        const frame_result got = frame_read(stdin, &message);
        if (got == FRAME_END)
            return NULL;
        if (json_is_object(message))
            return message;
        json_decref(message);
        dap_output(d, "console", "a message that is no JSON object was passed over\n");
    }
}

void dap_send(dap *d, json_t *message)
{
    if (!message)
        return;
    json_object_set_new(message, "seq", json_integer(++d->sequence));
    if (!frame_write(stdout, message))
        d->quit = true;
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
    json_object_set_new(message, "message", dbg_text(text));
    json_object_set_new(message, "body",
                        json_pack("{s:{s:i, s:o, s:b}}", "error", "id", 1, "format", dbg_text(text),
                                  "showUser", 1));
    dap_send(d, message);
}

void dap_output(dap *d, const char *category, const char *text)
{
    dap_event(d, "output", json_pack("{s:s, s:o}", "category", category, "output", dbg_text(text)));
}

bool dap_waits(void) { return frame_waits(stdin); }
