/* document.c: one YAML document, guarded: what could hang, hide or garble is refused before
 * anything is read from it. */
#include "energy/document.h"

#include <string.h>

enum { DEEPEST_BRACKET = 64, MOST_ANCHORS = 256 };

/* Before the parser: its time grows with the square of open brackets and of anchors. */
static const char *costly(const char *text, size_t size, yaml_mark_t *mark)
{
    size_t depth = 0, anchors = 0;
    for (size_t i = 0; i < size; i++, mark->column++) {
        const char c = text[i];
        if (c == '[' || c == '{')
            depth++;
        else if ((c == ']' || c == '}') && depth > 0)
            depth--;
        else if (c == '&' && (i == 0 || strchr(" \t\r\n[{,:-", text[i - 1])))
            anchors++;
        if (depth > DEEPEST_BRACKET)
            return "brackets are nested too deeply";
        if (anchors > MOST_ANCHORS)
            return "there are too many anchors";
        if (c == '\n') {
            mark->line++;
            mark->column = (size_t)-1; /* the loop adds one */
        }
    }
    return NULL;
}

static bool is_control(const unsigned char *text, size_t i, size_t length)
{
    const unsigned char c = text[i];
    if (c == 0xc2 && i + 1 < length && text[i + 1] < 0xa0)
        return true; /* U+0080 to U+009F */
    return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
}

static const char *garbled(const yaml_node_t *node)
{
    static const char *const plain[] = {YAML_STR_TAG, YAML_SEQ_TAG, YAML_MAP_TAG};
    bool known = false;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        known = known || strcmp((const char *)node->tag, plain[i]) == 0;
    if (!known)
        return "tags are not read here";
    for (size_t i = 0; node->type == YAML_SCALAR_NODE && i < node->data.scalar.length; i++)
        if (is_control(node->data.scalar.value, i, node->data.scalar.length))
            return "this has control characters in it";
    return NULL;
}

static const char *check_nodes(const yaml_document_t *document, yaml_mark_t *mark)
{
    for (const yaml_node_t *node = document->nodes.start; node < document->nodes.top; node++) {
        const char *reason = garbled(node);
        if (reason) {
            *mark = node->start_mark;
            return reason;
        }
    }
    return NULL;
}

static const char *not_yaml(const yaml_parser_t *parser, yaml_mark_t *mark)
{
    *mark = parser->problem_mark;
    return parser->problem ? parser->problem : "the parser gives no reason";
}

static const char *check_end(yaml_parser_t *parser, yaml_mark_t *mark)
{
    yaml_document_t second;
    if (!yaml_parser_load(parser, &second))
        return not_yaml(parser, mark);
    const yaml_node_t *root = yaml_document_get_root_node(&second);
    if (root)
        *mark = root->start_mark;
    yaml_document_delete(&second);
    return root ? "a second document begins here; a file holds one" : NULL;
}

bool rg_document_load(const char *text, size_t size, yaml_document_t *document, yaml_mark_t *mark,
                      const char **reason)
{
    yaml_parser_t parser;
    memset(mark, 0, sizeof *mark);
    *reason = costly(text, size, mark);
    if (*reason)
        return false;
    if (!yaml_parser_initialize(&parser)) {
        *reason = "the host is out of memory";
        return false;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    if (!yaml_parser_load(&parser, document)) {
        *reason = not_yaml(&parser, mark);
    } else {
        *reason = check_nodes(document, mark);
        if (!*reason && yaml_document_get_root_node(document))
            *reason = check_end(&parser, mark);
        if (*reason)
            yaml_document_delete(document);
    }
    yaml_parser_delete(&parser);
    return !*reason;
}
