/* strict_yaml.h: YAML read strictly: unknown and repeated keys are errors with line, column and
 * "did you mean". */
#ifndef RG_EXPLORE_STRICT_YAML_H
#define RG_EXPLORE_STRICT_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

#include "host-driver/retrograd.h"

/* A file and its nodes, which live until ex_file_free. */
typedef struct {
    char *path;
    yaml_document_t document;
    bool loaded;
    rg_fault *fault;
} ex_file;

/* Read and parse one document. RG_OK, or RG_BAD_USE (R0940, R0905) or RG_BAD_MACHINE with the fault
 * filled in. */
rg_result ex_file_load(ex_file *file, const char *path, rg_fault *fault);
/* The same for text in memory; path names it in messages. */
rg_result ex_file_parse(ex_file *file, const char *path, const char *text, size_t size,
                        rg_fault *fault);
void ex_file_free(ex_file *file);

/* R0940 at the node (NULL: at the start of the file); returns RG_BAD_USE. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
rg_result
ex_fail(const ex_file *file, const yaml_node_t *node, const char *format, ...);
/* "the host is out of memory"; returns RG_BAD_MACHINE. */
rg_result ex_no_memory(rg_fault *fault);

yaml_node_t *ex_root(ex_file *file);
/* The text of a scalar, or NULL. */
const char *ex_text(const yaml_node_t *node);
size_t ex_length(const yaml_node_t *node); /* items of a sequence or pairs of a mapping, else 0 */
yaml_node_t *ex_item(ex_file *file, const yaml_node_t *node, size_t index);
/* Pair of a mapping: its value; *key is its text. */
yaml_node_t *ex_pair(ex_file *file, const yaml_node_t *map, size_t index, yaml_node_t **key);

/* Every key of the mapping is one of the NULL-terminated keys, and stands there once; found[i] is
 * the value of keys[i] or NULL. what names the mapping in messages. */
rg_result ex_keys(ex_file *file, yaml_node_t *map, const char *what, const char *const *keys,
                  yaml_node_t **found);
/* A mapping with free keys: all are scalars, not empty, and none stands there twice. */
rg_result ex_names(ex_file *file, yaml_node_t *map, const char *what);
/* Finite number of a scalar. */
rg_result ex_number(ex_file *file, const yaml_node_t *node, const char *what, double *number);
/* A count from least to most. */
rg_result ex_count(ex_file *file, const yaml_node_t *node, const char *what, size_t least,
                   size_t most, size_t *count);
/* Which of the NULL-terminated words the scalar is. */
rg_result ex_choice(ex_file *file, const yaml_node_t *node, const char *what,
                    const char *const *words, size_t *choice);

#endif
