/* server.h: the language server: what its parts share. */
#ifndef LSP_SERVER_H
#define LSP_SERVER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "compiler/rgc.h"
#include "host-driver/lsp/names.h"

/* A text that is open in the editor. */
typedef struct lsp_document {
    char *uri, *path;
    char *text; /* UTF-8, NUL behind it */
    size_t size;
    json_int_t version;
    bool changed;       /* since the last diagnostics were sent */
    rgc_result *result; /* of this text; NULL: not compiled yet */
    rgc_result *good;   /* of the last text without errors before this one, or NULL */
    lsp_names *names;   /* of this text; NULL: not read yet */
    struct lsp_document *next;
} lsp_document;

typedef struct {
    FILE *in, *out;
    unsigned xlen, frac, wide; /* wide: bits of a Float, where every program has it */
    unsigned float_bits;       /* where those have it that ask for it; else 0 */
    json_t *queue;             /* messages that were read ahead */
    lsp_document *documents;
    bool initialized, stopped, broken; /* stopped: shutdown was asked for */
    bool done;
    int status;
    bool shows_documents; /* the client can open a file */
    json_int_t next_id;
    char *folder; /* of texts that are shown, or NULL */
} lsp_server;

/* Serves until the client says exit or goes away. The exit status: 0 after shutdown and exit. in
 * must be without a buffer. */
int lsp_serve(FILE *in, FILE *out, unsigned xlen, unsigned frac, unsigned wide,
              unsigned float_bits);

/* The codes of JSON-RPC and of the protocol. */
enum {
    LSP_PARSE_ERROR = -32700,
    LSP_INVALID_REQUEST = -32600,
    LSP_METHOD_NOT_FOUND = -32601,
    LSP_INVALID_PARAMS = -32602,
    LSP_NOT_INITIALIZED = -32002,
    LSP_CANCELLED = -32800,
    LSP_REQUEST_FAILED = -32803
};

/* A request: its result, or NULL after lsp_refuse. */
typedef struct {
    int code;
    char message[512];
} lsp_refusal;
typedef json_t *lsp_request(lsp_server *s, const json_t *params, lsp_refusal *refusal);
json_t *lsp_refuse(lsp_refusal *refusal, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void lsp_notify(lsp_server *s, const char *method, json_t *params);
void lsp_ask(lsp_server *s, const char *method, json_t *params);

/* ---- document.c */
lsp_document *lsp_document_of(const lsp_server *s, const json_t *params);
lsp_document *lsp_document_with_path(const lsp_server *s, const char *path);
bool lsp_same_path(const char *a, const char *b);
void lsp_open(lsp_server *s, const json_t *params);
void lsp_change(lsp_server *s, const json_t *params);
void lsp_close(lsp_server *s, const json_t *params);
void lsp_document_free(lsp_document *d);
/* The path of a URI, and back; to be freed. */
char *lsp_path_of_uri(const char *uri);
char *lsp_uri_of_path(const lsp_server *s, const char *path);
/* Between offsets in bytes and positions in UTF-16 units. A position behind the end of its line is
 * the end of it. False where json is no position. */
bool lsp_offset_of(const char *text, size_t size, const json_t *position, size_t *offset);
json_t *lsp_position(const char *text, size_t size, size_t offset);
json_t *lsp_range(const char *text, size_t size, size_t from, size_t to);
json_t *lsp_source_range(const fr_source *source, fr_span span);
/* UTF-16 units of the first count characters of a line. */
size_t lsp_units(const char *line, size_t characters);

/* ---- analyse.c */
/* The results for the document's text, made when they are not there; NULL: no memory. */
rgc_result *lsp_result(lsp_server *s, lsp_document *d);
lsp_names *lsp_names_of(lsp_server *s, lsp_document *d);
void lsp_forget(lsp_document *d);
/* Compile with other texts of some files. */
typedef struct {
    const lsp_server *server;
    const char *const *paths, *const *texts;
    size_t count;
} lsp_overlay;
rgc_result *lsp_compile(const lsp_server *s, const char *path, const char *text, size_t size,
                        const lsp_overlay *overlay);
void lsp_publish(lsp_server *s, lsp_document *d);
lsp_request lsp_code_action;

/* ---- the requests */
/* The document, its names and the offset that params tell of; false after a refusal. */
typedef struct {
    lsp_document *document;
    lsp_names *names;
    size_t offset;
    const lsp_use *use; /* NULL: no name of the program */
} lsp_spot;
bool lsp_spot_of(lsp_server *s, const json_t *params, lsp_spot *spot, lsp_refusal *refusal);
/* The same in each program that is open and has the document in it: the documents that include it,
 * or it alone. At most LSP_MOST_PROGRAMS; 0 after a refusal. */
enum { LSP_MOST_PROGRAMS = 32 };
size_t lsp_spots_of(lsp_server *s, const json_t *params, lsp_spot *spots, lsp_refusal *refusal);
/* The names of the document that params tell of; NULL after a refusal. */
lsp_names *lsp_asked_names(lsp_server *s, const json_t *params, lsp_document **document,
                           lsp_refusal *refusal);
/* What the checker knows about a variable, in all versions of its routine. */
const rgc_variable *lsp_variable(lsp_server *s, const lsp_spot *spot, size_t symbol, size_t nth);
lsp_request lsp_definition_request, lsp_references, lsp_highlight, lsp_symbols, lsp_hover,
    lsp_completion, lsp_prepare_rename, lsp_rename, lsp_formatting, lsp_code_lens, lsp_execute;
void lsp_remove_shown(lsp_server *s);
/* ---- includers.c */
/* Whether a program beside the document, or in the folder above, includes it, has the name and is
 * not open. Its path is put into `path`. */
bool lsp_closed_includer(const lsp_server *s, const lsp_document *d, const char *name, char *path,
                         size_t size);

#endif
