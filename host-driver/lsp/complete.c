/* complete.c: the names that may stand at a position. */
#include "host-driver/lsp/server.h"

#include <stdlib.h>
#include <string.h>

/* Kinds of the protocol. */
enum {
    ITEM_FUNCTION = 3,
    ITEM_FIELD = 5,
    ITEM_VARIABLE = 6,
    ITEM_KEYWORD = 14,
    ITEM_CONSTANT = 21,
    ITEM_STRUCT = 22,
    ITEM_OPERATOR = 24
};

static const char *const macros[] = {"i",        "fn",    "routine",    "invcheckoff",
                                     "inbounds", "from",  "zeros",      "ones",
                                     "anc",      "deanc", "erase",      "auto_alloc",
                                     "safe",     "show",  "assert",     "fieldview",
                                     "fields",   "const", "skip!",      "assert_reversible",
                                     "inline",   "simd",  "auto_expand"};
static const char *const keywords[] = {
#define FR_KEYWORD(name, text) text,
#define FR_OPERATOR(name, text)
#include "compiler/syntax/tokens.def"
#undef FR_KEYWORD
#undef FR_OPERATOR
    "in", "where", "include", "xor="};

static void add(json_t *list, const char *label, int kind, const char *detail)
{
    json_array_append_new(
        list, json_pack("{s:s, s:i, s:s}", "label", label, "kind", kind, "detail", detail));
}

static void add_all(json_t *list, const char *const *names, size_t count, int kind,
                    const char *detail)
{
    for (size_t i = 0; i < count; i++)
        add(list, names[i], kind, detail);
}

static void add_known(json_t *list, rgc_name_kind kind, int item, const char *detail)
{
    for (size_t i = 0; rgc_known_name(kind, i); i++)
        add(list, rgc_known_name(kind, i), item, detail);
}

static int item_of(lsp_name_kind kind)
{
    switch (kind) {
    case NAME_ROUTINE:
    case NAME_VIEW:
    case NAME_FUNCTION: return ITEM_FUNCTION;
    case NAME_CONST: return ITEM_CONSTANT;
    case NAME_TYPE:
    case NAME_TYPE_VARIABLE: return ITEM_STRUCT;
    case NAME_FIELD: return ITEM_FIELD;
    default: return ITEM_VARIABLE;
    }
}

/* The last token that begins before the offset, or LSP_NONE. */
static size_t token_before(const lsp_names *n, size_t offset)
{
    size_t low = 0, high = n->token_counts[0] - 1;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (n->tokens[0][middle].span.offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? low - 1 : LSP_NONE;
}

/* In a comment, or in a text. */
static bool is_prose(const lsp_spot *spot, size_t token)
{
    const char *text = spot->document->text;
    size_t from = 0;
    if (token != LSP_NONE) {
        const fr_token *t = &spot->names->tokens[0][token];
        from = t->span.offset + t->span.length;
        if (spot->offset < from)
            return t->kind == TOK_STRING;
    }
    return spot->offset > from && memchr(text + from, '#', spot->offset - from) != NULL;
}

/* The fields of a struct, or of all of them. */
static void add_fields(const lsp_names *n, size_t structure, json_t *list)
{
    for (size_t i = 0; i < n->use_count; i++) {
        const lsp_use *u = &n->uses[i];
        const lsp_symbol *s = &n->symbols[u->symbol];
        bool inside = u->declares && s->kind == NAME_FIELD && structure == LSP_NONE;
        for (size_t d = 0; u->declares && s->kind == NAME_FIELD && d < n->definition_count; d++)
            inside = inside
                     || (n->definitions[d].symbol == structure
                         && fr_within(u->span, n->definitions[d].whole));
        if (inside)
            add(list, s->name, ITEM_FIELD, "field");
    }
}

/* Behind a dot: the fields of the variable before it, when its type is known. */
static void fields_of(lsp_server *s, const lsp_spot *spot, size_t dot, json_t *list)
{
    const fr_token *before = dot > 0 ? &spot->names->tokens[0][dot - 1] : NULL;
    const lsp_use *use = before && before->kind == TOK_IDENT
                             ? lsp_use_at(spot->names, 0, before->span.offset + 1)
                             : NULL;
    const rgc_variable *v = use ? lsp_variable(s, spot, use->symbol, 0) : NULL;
    size_t structure = LSP_NONE;
    if (v) {
        char *type = strndup(v->type, strcspn(v->type, "{"));
        structure = type ? lsp_find_global(spot->names, type) : LSP_NONE;
        free(type);
    }
    if (v && strncmp(v->type, "Complex", 7) == 0) {
        add(list, "re", ITEM_FIELD, "real part");
        add(list, "im", ITEM_FIELD, "imaginary part");
        return;
    }
    add_fields(spot->names, structure, list);
}

static void everything(lsp_server *s, const lsp_spot *spot, json_t *list)
{
    const lsp_names *n = spot->names;
    const size_t here = lsp_definition_at(n, 0, spot->offset);
    for (size_t i = 0; i < n->symbol_count; i++) {
        const lsp_symbol *symbol = &n->symbols[i];
        if (symbol->kind == NAME_FIELD || (symbol->owner != LSP_NONE && symbol->owner != here))
            continue;
        const rgc_variable *v = symbol->owner == LSP_NONE ? NULL : lsp_variable(s, spot, i, 0);
        add(list, symbol->name, item_of(symbol->kind), v ? v->type : lsp_kind_name(symbol->kind));
    }
    add_all(list, keywords, sizeof keywords / sizeof keywords[0], ITEM_KEYWORD, "keyword");
    add_known(list, RGC_FUNCTIONS, ITEM_FUNCTION, "function of the language");
    add_known(list, RGC_INSTRUCTIONS, ITEM_FUNCTION, "instruction");
    add_known(list, RGC_TYPES, ITEM_STRUCT, "type");
}

static void types(const lsp_names *n, json_t *list)
{
    for (size_t i = 0; i < n->symbol_count; i++)
        if (n->symbols[i].kind == NAME_TYPE)
            add(list, n->symbols[i].name, ITEM_STRUCT, "type of the program");
    add_known(list, RGC_TYPES, ITEM_STRUCT, "type");
}

json_t *lsp_completion(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    lsp_spot spot;
    if (!lsp_spot_of(s, params, &spot, refusal))
        return NULL;
    json_t *list = json_array();
    size_t at = token_before(spot.names, spot.offset);
    if (is_prose(&spot, at))
        return list;
    const fr_token *t = at == LSP_NONE ? NULL : &spot.names->tokens[0][at];
    if (t && t->kind == TOK_MACRO && spot.offset <= t->span.offset + t->span.length) {
        add_all(list, macros, sizeof macros / sizeof macros[0], ITEM_KEYWORD, "macro");
        return list;
    }
    /* the name that is being typed does not count */
    if (t && t->kind == TOK_IDENT && spot.offset <= t->span.offset + t->span.length)
        t = at > 0 ? &spot.names->tokens[0][--at] : NULL;
    if (t && t->kind == TOK_DOT)
        fields_of(s, &spot, at, list);
    else if (t && t->kind == TOK_TYPED)
        types(spot.names, list);
    else
        everything(s, &spot, list);
    return list;
}
