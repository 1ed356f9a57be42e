/* flatten.c: YAML files as the page carries them: every node in a line of its own, so that no YAML
 * parser has to be loaded. A tool of the build, linked with libyaml; flat_document.c reads.
 *
 * flatten FILE FLAT: first the number of nodes, then for each, in the order of their numbers:
 *   S plain length text    a scalar
 *   Q count item ..        a sequence of nodes
 *   M count key value ..   a mapping
 * Each item, key and value is a distance from the number before it in the list. The first counts
 * from the node that has the list. So alike rows are alike text, which compresses well. The files
 * are those of the repository, which are tested. So their lines and columns are left out. */
#include "energy/document.h"

#include <stdio.h>
#include <stdlib.h>

enum { LARGEST = 1 << 20 };

static void put_scalar(FILE *out, const yaml_node_t *node)
{
    fprintf(out, " %d %zu ", node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE,
            node->data.scalar.length);
    fwrite(node->data.scalar.value, 1, node->data.scalar.length, out);
}

static void put_step(FILE *out, int node, int *before, bool *good)
{
    *good = *good && node > *before; /* an alias is not */
    fprintf(out, " %d", node - *before);
    *before = node;
}

static void put_sequence(FILE *out, const yaml_node_t *node, int before, bool *good)
{
    fprintf(out, " %td", node->data.sequence.items.top - node->data.sequence.items.start);
    for (const yaml_node_item_t *item = node->data.sequence.items.start;
         item < node->data.sequence.items.top; item++)
        put_step(out, *item, &before, good);
}

static void put_mapping(FILE *out, const yaml_node_t *node, int before, bool *good)
{
    fprintf(out, " %td", node->data.mapping.pairs.top - node->data.mapping.pairs.start);
    for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
        put_step(out, pair->key, &before, good);
        put_step(out, pair->value, &before, good);
    }
}

static void put_node(FILE *out, const yaml_node_t *node, int number, bool *good)
{
    const char kind = node->type == YAML_SCALAR_NODE     ? 'S'
                      : node->type == YAML_SEQUENCE_NODE ? 'Q'
                                                         : 'M';
    fputc(kind, out);
    if (kind == 'S')
        put_scalar(out, node);
    else if (kind == 'Q')
        put_sequence(out, node, number, good);
    else
        put_mapping(out, node, number, good);
    fputc('\n', out);
}

static bool flatten(const char *text, size_t size, FILE *out)
{
    yaml_document_t document;
    yaml_mark_t mark;
    const char *reason;
    bool good = true;
    if (!rg_document_load(text, size, &document, &mark, &reason)) {
        fprintf(stderr, "flatten: line %zu: %s\n", mark.line + 1, reason);
        return false;
    }
    fprintf(out, "%td\n", document.nodes.top - document.nodes.start);
    for (const yaml_node_t *node = document.nodes.start; node < document.nodes.top; node++)
        put_node(out, node, (int)(node - document.nodes.start) + 1, &good);
    if (!good)
        fprintf(stderr, "flatten: an alias, or a node before the one that has it\n");
    yaml_document_delete(&document);
    return good;
}

int main(int argc, char **argv)
{
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL, *out = in ? fopen(argv[2], "wb") : NULL;
    char *text = malloc(LARGEST);
    const size_t size = in && text ? fread(text, 1, LARGEST, in) : 0;
    bool good = out && size > 0 && size < LARGEST && flatten(text, size, out);
    if (in)
        fclose(in);
    if (out && fclose(out) != 0)
        good = false;
    free(text);
    if (!good)
        fprintf(stderr, "flatten: wants FILE.yaml, FLAT\n");
    return !good;
}
