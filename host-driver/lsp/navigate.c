/* navigate.c: where names are declared and used, and what a document defines. */
#include "host-driver/lsp/server.h"

#include <stdlib.h>
#include <string.h>

bool lsp_spot_of(lsp_server *s, const json_t *params, lsp_spot *spot, lsp_refusal *refusal)
{
    *spot = (lsp_spot){.document = lsp_document_of(s, params)};
    if (!spot->document) {
        lsp_refuse(refusal, LSP_INVALID_PARAMS, "this document is not open");
        return false;
    }
    if (!lsp_offset_of(spot->document->text, spot->document->size,
                       json_object_get(params, "position"), &spot->offset)) {
        lsp_refuse(refusal, LSP_INVALID_PARAMS, "a position has a line and a character from 0 on");
        return false;
    }
    spot->names = lsp_names_of(s, spot->document);
    if (spot->names)
        spot->use = lsp_use_at(spot->names, 0, spot->offset);
    return spot->names != NULL;
}

/* The number of the document among the files of a program, or 0. Libraries are no part of it. */
static uint32_t file_in(lsp_server *s, lsp_document *program, const lsp_names *n,
                        const lsp_document *d)
{
    const rgc_result *r = lsp_result(s, program);
    for (uint32_t i = 1; r && i < n->diags.source_count; i++)
        if (!rgc_source_is_library(r, i) && lsp_same_path(n->diags.sources[i].path, d->path))
            return i;
    return 0;
}

size_t lsp_spots_of(lsp_server *s, const json_t *params, lsp_spot *spots, lsp_refusal *refusal)
{
    lsp_spot own;
    size_t count = 0;
    if (!lsp_spot_of(s, params, &own, refusal))
        return 0;
    for (lsp_document *d = s->documents; d && count < LSP_MOST_PROGRAMS; d = d->next) {
        lsp_names *n = d != own.document ? lsp_names_of(s, d) : NULL;
        const uint32_t file = n ? file_in(s, d, n, own.document) : 0;
        if (file > 0)
            spots[count++] = (lsp_spot){d, n, own.offset, lsp_use_at(n, file, own.offset)};
    }
    if (count == 0)
        spots[count++] = own;
    return count;
}

lsp_names *lsp_asked_names(lsp_server *s, const json_t *params, lsp_document **document,
                           lsp_refusal *refusal)
{
    *document = lsp_document_of(s, params);
    lsp_names *n = *document ? lsp_names_of(s, *document) : NULL;
    if (!n)
        lsp_refuse(refusal, LSP_INVALID_PARAMS, "this document is not open");
    return n;
}

/* Takes the item; one that is there already is not added. */
static void append_new(json_t *list, json_t *item)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_equal(json_array_get(list, i), item)) {
            json_decref(item);
            return;
        }
    json_array_append_new(list, item);
}

static json_t *location(const lsp_server *s, const lsp_spot *spot, fr_span span)
{
    const fr_source *source = &spot->names->diags.sources[span.file];
    char *uri = span.file == 0 ? strdup(spot->document->uri) : lsp_uri_of_path(s, source->path);
    json_t *all =
        json_pack("{s:s, s:o}", "uri", uri ? uri : "", "range", lsp_source_range(source, span));
    free(uri);
    return all;
}

/* Of a variable that is declared several times the last one before the use; all of a routine's. */
static void add_definitions(const lsp_server *s, const lsp_spot *spot, json_t *list)
{
    const lsp_use *nearest = NULL;
    if (!spot->use)
        return;
    const bool local = spot->names->symbols[spot->use->symbol].owner != LSP_NONE;
    for (size_t i = 0; i < spot->names->use_count; i++) {
        const lsp_use *u = &spot->names->uses[i];
        if (u->symbol != spot->use->symbol || !u->declares)
            continue;
        if (!local)
            append_new(list, location(s, spot, u->span));
        else if (!nearest || u->span.offset <= spot->use->span.offset)
            nearest = u;
    }
    if (nearest)
        append_new(list, location(s, spot, nearest->span));
}

json_t *lsp_definition_request(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    lsp_spot spots[LSP_MOST_PROGRAMS];
    const size_t count = lsp_spots_of(s, params, spots, refusal);
    json_t *list = count > 0 ? json_array() : NULL;
    for (size_t i = 0; i < count; i++)
        add_definitions(s, &spots[i], list);
    return list;
}

json_t *lsp_references(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    lsp_spot spots[LSP_MOST_PROGRAMS];
    const size_t count = lsp_spots_of(s, params, spots, refusal);
    const bool declarations =
        !json_is_false(json_object_get(json_object_get(params, "context"), "includeDeclaration"));
    json_t *list = count > 0 ? json_array() : NULL;
    for (size_t k = 0; k < count; k++) {
        const lsp_spot *spot = &spots[k];
        for (size_t i = 0; spot->use && i < spot->names->use_count; i++) {
            const lsp_use *u = &spot->names->uses[i];
            if (u->symbol == spot->use->symbol && (declarations || !u->declares))
                append_new(list, location(s, spot, u->span));
        }
    }
    return list;
}

json_t *lsp_highlight(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    lsp_spot spot;
    if (!lsp_spot_of(s, params, &spot, refusal))
        return NULL;
    json_t *list = json_array();
    for (size_t i = 0; spot.use && i < spot.names->use_count; i++) {
        const lsp_use *u = &spot.names->uses[i];
        if (u->symbol == spot.use->symbol && u->span.file == 0)
            json_array_append_new(
                list,
                json_pack("{s:o, s:i}", "range",
                          lsp_source_range(&spot.names->diags.sources[0], u->span), "kind", 1));
    }
    return list;
}

static int symbol_kind(lsp_name_kind kind)
{
    switch (kind) {
    case NAME_CONST: return 14;
    case NAME_TYPE: return 23;
    case NAME_VIEW: return 7;
    default: return 12;
    }
}

json_t *lsp_symbols(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    lsp_document *d;
    const lsp_names *n = lsp_asked_names(s, params, &d, refusal);
    json_t *list = n ? json_array() : NULL;
    for (size_t i = 0; n && i < n->definition_count; i++) {
        const lsp_definition *def = &n->definitions[i];
        const lsp_symbol *symbol = &n->symbols[def->symbol];
        if (def->name.file != 0)
            continue;
        const fr_source *source = &n->diags.sources[0];
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:i, s:o, s:o}", "name", symbol->name, "detail",
                            lsp_kind_name(symbol->kind), "kind", symbol_kind(symbol->kind), "range",
                            lsp_source_range(source, def->whole), "selectionRange",
                            lsp_source_range(source, def->name)));
    }
    return list;
}
