/* strict_yaml.c: YAML read strictly: unknown and repeated keys are errors with line, column and
 * "did you mean". */
#include "explore/strict_yaml.h"

#include "compiler/special.h"

#include "energy/document.h"
#include "host-driver/cli/cli.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 20 };

static void place(rg_fault *fault, const char *path, const char *code, rg_result result)
{
    memset(fault, 0, sizeof *fault);
    fault->result = result;
    snprintf(fault->code, sizeof fault->code, "%s", code);
    snprintf(fault->file, sizeof fault->file, "%s", path);
}

rg_result ex_no_memory(rg_fault *fault)
{
    place(fault, "", "R0904", RG_BAD_MACHINE);
    snprintf(fault->message, sizeof fault->message, "the host is out of memory");
    return RG_BAD_MACHINE;
}

rg_result ex_fail(const ex_file *file, const yaml_node_t *node, const char *format, ...)
{
    va_list list;
    place(file->fault, file->path, "R0940", RG_BAD_USE);
    file->fault->line = node ? (unsigned)node->start_mark.line + 1 : 1;
    file->fault->column = node ? (unsigned)node->start_mark.column + 1 : 1;
    va_start(list, format);
    vsnprintf(file->fault->message, sizeof file->fault->message, format, list);
    va_end(list);
    return RG_BAD_USE;
}

rg_result ex_file_parse(ex_file *file, const char *path, const char *text, size_t size,
                        rg_fault *fault)
{
    yaml_node_t at = {0};
    const char *reason;
    *file = (ex_file){.path = strdup(path), .fault = fault};
    if (!file->path)
        return ex_no_memory(fault);
    file->loaded = rg_document_load(text, size, &file->document, &at.start_mark, &reason);
    if (!file->loaded)
        return ex_fail(file, &at, "this cannot be read as YAML: %s", reason);
    return ex_root(file) ? RG_OK : ex_fail(file, NULL, "the file is empty");
}

rg_result ex_file_load(ex_file *file, const char *path, rg_fault *fault)
{
    *file = (ex_file){.fault = fault};
    FILE *in = rg_open_to_read(path);
    char *text = malloc(LARGEST_FILE + 1);
    size_t size = in && text ? fread(text, 1, LARGEST_FILE + 1, in) : 0;
    rg_result result = RG_BAD_USE;
    if (!in || (text && ferror(in))) {
        place(fault, path, "R0905", RG_BAD_USE);
        snprintf(fault->message, sizeof fault->message, "the study cannot be read: %s",
                 rg_why_unread());
    } else if (!text) {
        result = ex_no_memory(fault);
    } else if (size > LARGEST_FILE) {
        place(fault, path, "R0940", RG_BAD_USE);
        snprintf(fault->message, sizeof fault->message,
                 "this is too long for a study: more than %d bytes", (int)LARGEST_FILE);
    } else {
        result = ex_file_parse(file, path, text, size, fault);
    }
    free(text);
    if (in)
        fclose(in);
    return result;
}

void ex_file_free(ex_file *file)
{
    if (file->loaded)
        yaml_document_delete(&file->document);
    free(file->path);
    *file = (ex_file){0};
}

yaml_node_t *ex_root(ex_file *file) { return yaml_document_get_root_node(&file->document); }

const char *ex_text(const yaml_node_t *node)
{
    if (!node || node->type != YAML_SCALAR_NODE)
        return NULL;
    const char *text = (const char *)node->data.scalar.value;
    return strlen(text) == node->data.scalar.length ? text : NULL;
}

size_t ex_length(const yaml_node_t *node)
{
    if (node->type == YAML_SEQUENCE_NODE)
        return (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    if (node->type == YAML_MAPPING_NODE)
        return (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
    return 0;
}

yaml_node_t *ex_item(ex_file *file, const yaml_node_t *node, size_t index)
{
    return yaml_document_get_node(&file->document, node->data.sequence.items.start[index]);
}

yaml_node_t *ex_pair(ex_file *file, const yaml_node_t *map, size_t index, yaml_node_t **key)
{
    const yaml_node_pair_t *pair = map->data.mapping.pairs.start + index;
    *key = yaml_document_get_node(&file->document, pair->key);
    return yaml_document_get_node(&file->document, pair->value);
}

rg_result ex_names(ex_file *file, yaml_node_t *map, const char *what)
{
    if (map->type != YAML_MAPPING_NODE)
        return ex_fail(file, map, "%s is written as a mapping, NAME: VALUE", what);
    for (size_t i = 0; i < ex_length(map); i++) {
        yaml_node_t *key, *other;
        ex_pair(file, map, i, &key);
        const char *text = ex_text(key);
        if (!text || !*text)
            return ex_fail(file, key, "a key must be a word");
        for (size_t j = 0; j < i; j++) {
            ex_pair(file, map, j, &other);
            if (strcmp(ex_text(other), text) == 0)
                return ex_fail(file, key, "`%s` stands twice in %s; first in line %u", text, what,
                               (unsigned)other->start_mark.line + 1);
        }
    }
    return RG_OK;
}

static rg_result unknown_key(ex_file *file, const yaml_node_t *key, const char *what,
                             const char *const *keys)
{
    char list[256] = "";
    size_t count = 0, used = 0;
    for (; keys[count]; count++)
        used += (size_t)snprintf(list + used, used < sizeof list ? sizeof list - used : 0, "%s%s",
                                 count ? ", " : "", keys[count]);
    const char *near = rg_suggest(ex_text(key), keys, count);
    if (near)
        return ex_fail(file, key, "%s has no key `%s`; did you mean `%s`?", what, ex_text(key),
                       near);
    return ex_fail(file, key, "%s has no key `%s`; it takes: %s", what, ex_text(key), list);
}

rg_result ex_keys(ex_file *file, yaml_node_t *map, const char *what, const char *const *keys,
                  yaml_node_t **found)
{
    rg_result result = ex_names(file, map, what);
    for (size_t k = 0; keys[k]; k++)
        found[k] = NULL;
    for (size_t i = 0; result == RG_OK && i < ex_length(map); i++) {
        yaml_node_t *key, *value = ex_pair(file, map, i, &key);
        size_t k = 0;
        while (keys[k] && strcmp(keys[k], ex_text(key)) != 0)
            k++;
        if (!keys[k])
            return unknown_key(file, key, what, keys);
        found[k] = value;
    }
    return result;
}

rg_result ex_number(ex_file *file, const yaml_node_t *node, const char *what, double *number)
{
    const char *text = ex_text(node);
    char *end = NULL;
    *number = text ? strtod(text, &end) : 0;
    if (!text || end == text || *end || !isfinite(*number))
        return ex_fail(file, node, "%s must be a number%s%s%s", what, text ? ", not `" : "",
                       text ? text : "", text ? "`" : "");
    return RG_OK;
}

rg_result ex_count(ex_file *file, const yaml_node_t *node, const char *what, size_t least,
                   size_t most, size_t *count)
{
    double number;
    rg_result result = ex_number(file, node, what, &number);
    if (result == RG_OK
        && (number != floor(number) || number < (double)least || number > (double)most))
        return ex_fail(file, node, "%s must be a whole number from %zu to %zu", what, least, most);
    *count = result == RG_OK ? (size_t)number : 0;
    return result;
}

rg_result ex_choice(ex_file *file, const yaml_node_t *node, const char *what,
                    const char *const *words, size_t *choice)
{
    const char *text = ex_text(node);
    char list[256] = "";
    size_t used = 0, count = 0;
    for (; words[count]; count++) {
        if (text && strcmp(words[count], text) == 0) {
            *choice = count;
            return RG_OK;
        }
        used += (size_t)snprintf(list + used, used < sizeof list ? sizeof list - used : 0, "%s%s",
                                 count ? ", " : "", words[count]);
    }
    const char *near = text ? rg_suggest(text, words, count) : NULL;
    if (near)
        return ex_fail(file, node, "%s cannot be `%s`; did you mean `%s`?", what, text, near);
    return ex_fail(file, node, "%s must be one of: %s", what, list);
}
