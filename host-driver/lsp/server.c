/* server.c: the language server: its life, and who answers what. */
#include "host-driver/lsp/server.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host-driver/lsp/frame.h"

/* ---- sending ---- */

static void send(lsp_server *s, json_t *message)
{
    if (!message)
        return;
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    if (!frame_write(s->out, message))
        s->broken = true;
    json_decref(message);
}

void lsp_notify(lsp_server *s, const char *method, json_t *params)
{
    send(s, json_pack("{s:s, s:o}", "method", method, "params", params));
}

void lsp_ask(lsp_server *s, const char *method, json_t *params)
{
    send(s, json_pack("{s:I, s:s, s:o}", "id", ++s->next_id, "method", method, "params", params));
}

static void respond(lsp_server *s, const json_t *id, json_t *result)
{
    send(s, json_pack("{s:O, s:o}", "id", id, "result", result ? result : json_null()));
}

static void refuse(lsp_server *s, const json_t *id, int code, const char *message)
{
    json_t *null = json_null();
    send(s, json_pack("{s:O, s:{s:i, s:s}}", "id", id ? id : null, "error", "code", code, "message",
                      message));
}

json_t *lsp_refuse(lsp_refusal *refusal, int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    refusal->code = code;
    vsnprintf(refusal->message, sizeof refusal->message, format, args);
    va_end(args);
    /* cut off within a character it would be no text */
    json_t *whole = json_string(refusal->message);
    for (size_t n = strlen(refusal->message); n > 0 && !whole;) {
        refusal->message[--n] = '\0';
        whole = json_string(refusal->message);
    }
    json_decref(whole);
    return NULL;
}

/* ---- requests ---- */

static json_t *initialize(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    const json_t *window = json_object_get(json_object_get(params, "capabilities"), "window");
    if (s->initialized)
        return lsp_refuse(refusal, LSP_INVALID_REQUEST, "the server is initialised already");
    s->initialized = true;
    s->shows_documents =
        json_is_true(json_object_get(json_object_get(window, "showDocument"), "support"));
    return json_pack(
        "{s:{s:s, s:{s:b, s:i}, s:{s:[s]}, s:b, s:b, s:b, s:b, s:b, s:b, s:{s:b}, s:{s:[s,s,s]}, "
        "s:{s:b}, s:{s:[s]}}, s:{s:s, s:s}}",
        "capabilities", "positionEncoding", "utf-16", "textDocumentSync", "openClose", 1, "change",
        2, "codeActionProvider", "codeActionKinds", "quickfix", "hoverProvider", 1,
        "definitionProvider", 1, "referencesProvider", 1, "documentHighlightProvider", 1,
        "documentSymbolProvider", 1, "documentFormattingProvider", 1, "renameProvider",
        "prepareProvider", 1, "completionProvider", "triggerCharacters", "@", ".", ":",
        "codeLensProvider", "resolveProvider", 0, "executeCommandProvider", "commands",
        "retrograd.inverse", "serverInfo", "name", "retrograd", "version", "1");
}

static json_t *shut_down(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    (void)params;
    (void)refusal;
    s->stopped = true;
    return json_null();
}

static const struct {
    const char *method;
    lsp_request *answer;
} requests[] = {
    {"initialize", initialize},
    {"shutdown", shut_down},
    {"textDocument/codeAction", lsp_code_action},
    {"textDocument/hover", lsp_hover},
    {"textDocument/definition", lsp_definition_request},
    {"textDocument/references", lsp_references},
    {"textDocument/documentHighlight", lsp_highlight},
    {"textDocument/documentSymbol", lsp_symbols},
    {"textDocument/completion", lsp_completion},
    {"textDocument/prepareRename", lsp_prepare_rename},
    {"textDocument/rename", lsp_rename},
    {"textDocument/formatting", lsp_formatting},
    {"textDocument/codeLens", lsp_code_lens},
    {"workspace/executeCommand", lsp_execute},
};

static void answer(lsp_server *s, const json_t *id, const char *method, const json_t *params)
{
    lsp_refusal refusal = {0};
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        if (strcmp(requests[i].method, method) != 0)
            continue;
        json_t *result = requests[i].answer(s, params, &refusal);
        if (result)
            respond(s, id, result);
        else
            refuse(s, id, refusal.code ? refusal.code : LSP_REQUEST_FAILED,
                   refusal.code ? refusal.message : "the host is out of memory");
        return;
    }
    refuse(s, id, LSP_METHOD_NOT_FOUND, "this request is not known here");
}

static void request(lsp_server *s, const json_t *id, const char *method, const json_t *params)
{
    if (s->stopped)
        refuse(s, id, LSP_INVALID_REQUEST, "the server has been shut down");
    else if (!s->initialized && strcmp(method, "initialize") != 0)
        refuse(s, id, LSP_NOT_INITIALIZED, "the first request is `initialize`");
    else
        answer(s, id, method, params);
}

static void notification(lsp_server *s, const char *method, const json_t *params)
{
    if (strcmp(method, "exit") == 0) {
        s->done = true;
        s->status = s->stopped ? 0 : 1;
    } else if (!s->initialized || s->stopped) {
        return;
    } else if (strcmp(method, "textDocument/didOpen") == 0) {
        lsp_open(s, params);
    } else if (strcmp(method, "textDocument/didChange") == 0) {
        lsp_change(s, params);
    } else if (strcmp(method, "textDocument/didClose") == 0) {
        lsp_close(s, params);
    }
}

/* ---- messages ---- */

/* A request further back in the queue that cancels this one is taken out. */
static bool is_cancelled(lsp_server *s, const json_t *id)
{
    for (size_t i = 0; i < json_array_size(s->queue); i++) {
        const json_t *m = json_array_get(s->queue, i);
        const char *method = json_string_value(json_object_get(m, "method"));
        if (method && strcmp(method, "$/cancelRequest") == 0
            && json_equal(json_object_get(json_object_get(m, "params"), "id"), id)) {
            json_array_remove(s->queue, i);
            return true;
        }
    }
    return false;
}

static void handle(lsp_server *s, const json_t *message)
{
    const json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params"),
                 *named = json_object_get(message, "method");
    const char *method = json_string_value(named);
    if (!method) {
        const bool response = json_object_get(message, "result")
                              || json_object_get(message, "error");
        if (!json_is_object(message) || named || !response)
            refuse(s, json_is_string(id) || json_is_integer(id) ? id : NULL, LSP_INVALID_REQUEST,
                   "this is neither a request nor a notification");
        return;
    }
    if (!id)
        notification(s, method, params);
    else if (!json_is_string(id) && !json_is_number(id))
        refuse(s, NULL, LSP_INVALID_REQUEST, "the id of a request is a number or a string");
    else if (is_cancelled(s, id))
        refuse(s, id, LSP_CANCELLED, "the request was cancelled");
    else
        request(s, id, method, params);
}

/* One message into the queue. False at the end of the input. */
static bool read_one(lsp_server *s)
{
    json_t *message;
    switch (frame_read(s->in, &message)) {
    case FRAME_MESSAGE: return json_array_append_new(s->queue, message) == 0;
    case FRAME_BAD:
        refuse(s, NULL, LSP_PARSE_ERROR,
               "this is no message: a header with Content-Length, an "
               "empty line, and JSON");
        return true;
    default: return false;
    }
}

/* Diagnostics are for when nothing else is to be done: a text that changes again is not compiled.
 */
static void publish(lsp_server *s)
{
    for (lsp_document *d = s->documents; d && !frame_waits(s->in); d = d->next)
        if (d->changed)
            lsp_publish(s, d);
}

int lsp_serve(FILE *in, FILE *out, unsigned xlen, unsigned frac, unsigned wide, unsigned float_bits)
{
    lsp_server s = {.in = in,
                    .out = out,
                    .xlen = xlen,
                    .frac = frac,
                    .wide = wide,
                    .float_bits = float_bits,
                    .queue = json_array(),
                    .status = 1};
    bool more = s.queue != NULL;
    while (!s.done && !s.broken && (more || json_array_size(s.queue) > 0)) {
        while (more && (json_array_size(s.queue) == 0 || frame_waits(in))) {
            if (json_array_size(s.queue) == 0 && !frame_waits(in))
                publish(&s);
            more = read_one(&s) && !s.broken;
        }
        if (json_array_size(s.queue) == 0)
            continue;
        json_t *message = json_incref(json_array_get(s.queue, 0));
        json_array_remove(s.queue, 0);
        handle(&s, message);
        json_decref(message);
    }
    while (s.documents) {
        lsp_document *d = s.documents;
        s.documents = d->next;
        lsp_document_free(d);
    }
    lsp_remove_shown(&s);
    json_decref(s.queue);
    return s.status;
}
