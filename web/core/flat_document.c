/* flat_document.c: energy/document.h for builds without libyaml: documents as flatten.c writes
 * them. */
#include "energy/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at, *end;
    bool failed;
} reading;

/* The number at the front, and the space or line end behind it. */
static size_t number(reading *r)
{
    size_t n = 0, digits = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9' && digits < 9; r->at++, digits++)
        n = 10 * n + (size_t)(*r->at - '0');
    if (digits == 0 || r->at >= r->end || (*r->at != ' ' && *r->at != '\n'))
        r->failed = true;
    else
        r->at++;
    return r->failed ? 0 : n;
}

/* count numbers of nodes, each of which is there, given by their distances, the first from
 * `before`; NULL where that is not so. */
static int *numbers(reading *r, size_t count, size_t before, size_t nodes)
{
    int *list = count < (size_t)(r->end - r->at) ? calloc(count + 1, sizeof *list) : NULL;
    for (size_t i = 0; list && i < count; i++) {
        before += number(r);
        r->failed |= before == 0 || before > nodes;
        list[i] = r->failed ? 0 : (int)before;
    }
    r->failed |= !list;
    return list;
}

static void read_scalar(reading *r, yaml_node_t *node)
{
    const bool plain = number(r) != 0;
    const size_t length = number(r);
    if (r->failed || length >= (size_t)(r->end - r->at) || r->at[length] != '\n') {
        r->failed = true;
        return;
    }
    node->data.scalar.value = malloc(length + 1);
    if (!node->data.scalar.value) {
        r->failed = true;
        return;
    }
    memcpy(node->data.scalar.value, r->at, length);
    node->data.scalar.value[length] = '\0';
    node->data.scalar.length = length;
    node->data.scalar.style = plain ? YAML_PLAIN_SCALAR_STYLE : YAML_ANY_SCALAR_STYLE;
    r->at += length + 1;
}

static void read_sequence(reading *r, yaml_node_t *node, size_t own, size_t nodes)
{
    const size_t count = number(r);
    node->data.sequence.items.start = numbers(r, count, own, nodes);
    if (node->data.sequence.items.start)
        node->data.sequence.items.top = node->data.sequence.items.start + count;
}

static void read_mapping(reading *r, yaml_node_t *node, size_t own, size_t nodes)
{
    const size_t count = number(r);
    int *list = numbers(r, 2 * count, own, nodes);
    yaml_node_pair_t *pairs = list ? calloc(count + 1, sizeof *pairs) : NULL;
    for (size_t i = 0; pairs && i < count; i++)
        pairs[i] = (yaml_node_pair_t){list[2 * i], list[2 * i + 1]};
    free(list);
    r->failed |= !pairs;
    node->data.mapping.pairs.start = pairs;
    if (pairs)
        node->data.mapping.pairs.top = pairs + count;
}

static void read_node(reading *r, yaml_node_t *node, size_t own, size_t nodes)
{
    if (r->end - r->at < 3 || r->at[1] != ' ') {
        r->failed = true;
        return;
    }
    const char kind = *r->at;
    r->at += 2;
    node->type = kind == 'S'   ? YAML_SCALAR_NODE
                 : kind == 'Q' ? YAML_SEQUENCE_NODE
                               : YAML_MAPPING_NODE;
    if (kind == 'S')
        read_scalar(r, node);
    else if (kind == 'Q')
        read_sequence(r, node, own, nodes);
    else
        read_mapping(r, node, own, nodes);
}

bool rg_document_load(const char *text, size_t size, yaml_document_t *document, yaml_mark_t *mark,
                      const char **reason)
{
    reading r = {text, text + size, false};
    const size_t count = number(&r);
    memset(mark, 0, sizeof *mark);
    *reason = NULL;
    *document = (yaml_document_t){0};
    document->nodes.start = !r.failed && count < size ? calloc(count + 1, sizeof(yaml_node_t))
                                                      : NULL;
    document->nodes.top = document->nodes.start;
    if (!document->nodes.start)
        r.failed = true;
    for (size_t i = 0; !r.failed && i < count; i++)
        read_node(&r, document->nodes.top++, i + 1, count);
    if (!r.failed)
        return true;
    yaml_document_delete(document);
    *reason = "the page knows the technologies that come with it, and reads no files";
    return false;
}

yaml_node_t *yaml_document_get_node(yaml_document_t *document, int index)
{
    return index > 0 && index <= document->nodes.top - document->nodes.start
               ? document->nodes.start + index - 1
               : NULL;
}

yaml_node_t *yaml_document_get_root_node(yaml_document_t *document)
{
    return yaml_document_get_node(document, 1);
}

void yaml_document_delete(yaml_document_t *document)
{
    for (yaml_node_t *node = document->nodes.start; node && node < document->nodes.top; node++) {
        if (node->type == YAML_SCALAR_NODE)
            free(node->data.scalar.value);
        if (node->type == YAML_SEQUENCE_NODE)
            free(node->data.sequence.items.start);
        if (node->type == YAML_MAPPING_NODE)
            free(node->data.mapping.pairs.start);
    }
    free(document->nodes.start);
    *document = (yaml_document_t){0};
}
