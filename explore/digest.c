/* digest.c: SHA-256 of files and texts. */
#include "explore/digest.h"

#include "compiler/rgc.h"
#include "explore/strict_yaml.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEEPEST_BASE = 16 };

void ex_digest_begin(ex_digest *digest) { SHA256Init(&digest->state); }

void ex_digest_add(ex_digest *digest, const char *label, const void *data, size_t size)
{
    char head[128];
    int n = snprintf(head, sizeof head, "\n%.64s %zu:", label, size);
    SHA256Update(&digest->state, (const unsigned char *)head, (size_t)n);
    SHA256Update(&digest->state, data, size);
}

void ex_digest_text(ex_digest *digest, const char *label, const char *text)
{
    ex_digest_add(digest, label, text, strlen(text));
}

void ex_digest_end(ex_digest *digest, char hex[EX_DIGEST]) { SHA256End(&digest->state, hex); }

static const char *cached(const json_t *cache, const char *kind, const char *path)
{
    return json_string_value(json_object_get(json_object_get(cache, kind), path));
}

static const char *remember(json_t *cache, const char *kind, const char *path, const char *hex)
{
    if (!json_object_get(cache, kind) && json_object_set_new(cache, kind, json_object()) != 0)
        return NULL;
    errno = ENOMEM;
    return json_object_set_new(json_object_get(cache, kind), path, json_string(hex)) == 0
               ? cached(cache, kind, path)
               : NULL;
}

/* What tells that a file was changed; "" for none. */
static void stamp_of(const char *path, char stamp[128])
{
    struct stat s;
    stamp[0] = '\0';
    if (stat(path, &s) == 0)
        snprintf(stamp, 128, "%lld.%09ld %lld %llu", (long long)s.st_mtim.tv_sec, s.st_mtim.tv_nsec,
                 (long long)s.st_size, (unsigned long long)s.st_ino);
}

static void mark(json_t *cache, const char *path)
{
    char stamp[128];
    stamp_of(path, stamp);
    if (stamp[0] && !cached(cache, "stamp", path))
        (void)remember(cache, "stamp", path,
                       stamp); /* lost if memory is short: then changes go unnoticed */
}

bool ex_digest_unchanged(const json_t *cache)
{
    const char *path;
    json_t *before;
    json_object_foreach(json_object_get(cache, "stamp"), path, before)
    {
        char stamp[128];
        stamp_of(path, stamp);
        if (strcmp(stamp, json_string_value(before)) != 0)
            return false;
    }
    return true;
}

const char *ex_digest_file(json_t *cache, const char *path)
{
    char hex[EX_DIGEST];
    if (cached(cache, "file", path))
        return cached(cache, "file", path);
    mark(cache, path);
    errno = 0;
    if (!SHA256File(path, hex))
        return NULL;
    return remember(cache, "file", path, hex);
}

const char *ex_digest_program(json_t *cache, const char *path)
{
    const char *dot = strrchr(path, '.');
    char hex[EX_DIGEST];
    if (!dot || strcmp(dot, ".rg") != 0)
        return ex_digest_file(cache, path);
    if (cached(cache, "program", path))
        return cached(cache, "program", path);
    errno = 0;
    rgc_result *compiled = rgc_compile_file(path, NULL);
    if (!compiled || rgc_source_count(compiled) == 0) {
        rgc_result_free(compiled);
        return ex_digest_file(cache,
                              path); /* what is wrong with the program is said when it is run */
    }
    ex_digest digest;
    ex_digest_begin(&digest);
    for (size_t i = 0; i < rgc_source_count(compiled); i++) {
        size_t size;
        const char *text = rgc_source_text(compiled, i, &size);
        mark(cache, rgc_source_path(compiled, i));
        ex_digest_add(&digest, "source", text, size);
    }
    ex_digest_end(&digest, hex);
    rgc_result_free(compiled);
    return remember(cache, "program", path, hex);
}

/* Digest of `name` beside `path`, when it is a file: built-in names are part of the command's own
 * digest. */
static void add_beside(json_t *cache, ex_digest *digest, const char *path, const char *name,
                       unsigned depth);

static bool is_one_of(const char *key, const char *const keys[], size_t count)
{
    for (size_t i = 0; key && i < count; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

static bool names_file(const char *key)
{
    static const char *const keys[] = {"file", "ert", "operations", "activity"};
    return is_one_of(key, keys, sizeof keys / sizeof keys[0]);
}

/* The files that a mapping names, or the mappings of a list: tables of a technology. */
static void add_tables(json_t *cache, ex_digest *digest, ex_file *file, const yaml_node_t *node,
                       const char *path, unsigned depth)
{
    const bool map = node->type == YAML_MAPPING_NODE, list = node->type == YAML_SEQUENCE_NODE;
    yaml_node_t *key;
    for (size_t i = 0; map && i < ex_length(node); i++) {
        const yaml_node_t *name = ex_pair(file, node, i, &key);
        if (names_file(ex_text(key)) && ex_text(name))
            add_beside(cache, digest, path, ex_text(name), depth + 1);
    }
    for (size_t i = 0; list && i < ex_length(node); i++)
        if (ex_item(file, node, i)->type == YAML_MAPPING_NODE)
            add_tables(cache, digest, file, ex_item(file, node, i), path, depth);
}

static bool is_table(const char *key)
{
    static const char *const keys[] = {"operations", "activity", "cores"};
    return is_one_of(key, keys, sizeof keys / sizeof keys[0]);
}

static void add_technology(json_t *cache, ex_digest *digest, const char *path, unsigned depth)
{
    rg_fault fault;
    ex_file file = {0};
    const char *own = ex_digest_file(cache, path);
    if (own)
        ex_digest_text(digest, "technology", own);
    if (own && depth < DEEPEST_BASE && ex_file_load(&file, path, &fault) == RG_OK
        && ex_root(&file)->type == YAML_MAPPING_NODE)
        for (size_t i = 0; i < ex_length(ex_root(&file)); i++) {
            yaml_node_t *key, *value = ex_pair(&file, ex_root(&file), i, &key);
            if (ex_text(key) && strcmp(ex_text(key), "base") == 0 && ex_text(value))
                add_beside(cache, digest, path, ex_text(value), depth + 1);
            if (is_table(ex_text(key)))
                add_tables(cache, digest, &file, value, path, depth);
        }
    ex_file_free(&file);
}

static void add_beside(json_t *cache, ex_digest *digest, const char *path, const char *name,
                       unsigned depth)
{
    const char *slash = strrchr(path, '/');
    size_t folder = name[0] == '/' || !slash ? 0 : (size_t)(slash - path) + 1,
           size = folder + strlen(name) + 1;
    char *whole = malloc(size);
    if (whole) {
        snprintf(whole, size, "%.*s%s", (int)folder, path, name);
        add_technology(cache, digest, whole, depth);
    }
    free(whole);
}

const char *ex_digest_technology(json_t *cache, const char *path)
{
    char hex[EX_DIGEST];
    ex_digest digest;
    if (cached(cache, "technology", path))
        return cached(cache, "technology", path);
    if (!ex_digest_file(cache, path))
        return NULL;
    ex_digest_begin(&digest);
    add_technology(cache, &digest, path, 0);
    ex_digest_end(&digest, hex);
    return remember(cache, "technology", path, hex);
}
