/* yaml.h: as much of the types of libyaml as the energy model reads, for builds without it.
 * flat_document.c makes such documents. */
#ifndef RG_WEB_YAML_H
#define RG_WEB_YAML_H

#include <stddef.h>

typedef struct {
    size_t index, line, column;
} yaml_mark_t;

typedef enum {
    YAML_NO_NODE,
    YAML_SCALAR_NODE,
    YAML_SEQUENCE_NODE,
    YAML_MAPPING_NODE
} yaml_node_type_t;

typedef enum { YAML_ANY_SCALAR_STYLE, YAML_PLAIN_SCALAR_STYLE } yaml_scalar_style_t;

typedef int yaml_node_item_t;
typedef struct {
    int key, value;
} yaml_node_pair_t;

typedef struct {
    yaml_node_type_t type;
    union {
        struct {
            unsigned char *value;
            size_t length;
            yaml_scalar_style_t style;
        } scalar;
        struct {
            struct {
                yaml_node_item_t *start, *top;
            } items;
        } sequence;
        struct {
            struct {
                yaml_node_pair_t *start, *top;
            } pairs;
        } mapping;
    } data;
    yaml_mark_t start_mark;
} yaml_node_t;

typedef struct {
    struct {
        yaml_node_t *start, *top;
    } nodes;
} yaml_document_t;

/* Nodes count from 1; NULL where there is none. */
yaml_node_t *yaml_document_get_node(yaml_document_t *document, int index);
yaml_node_t *yaml_document_get_root_node(yaml_document_t *document);
void yaml_document_delete(yaml_document_t *document);

#endif
