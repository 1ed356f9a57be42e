/* includers.c: programs on disk that include a document and are not open. A new name that they use
 * too would break them, and nobody would see it. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "host-driver/lsp/server.h"

enum { LARGEST = 1 << 20 };

static char *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "r");
    char *text = f ? malloc(LARGEST + 1) : NULL;
    if (text) {
        *size = fread(text, 1, LARGEST, f);
        text[*size] = '\0';
    }
    if (f)
        fclose(f);
    return text;
}

/* Whether the program in this folder includes the document and has the name. */
static bool concerns(const char *folder, const char *path, const lsp_document *d, const char *name)
{
    lsp_text one = {.path = path};
    char *text = read_file(path, &one.size), included[4096];
    one.text = text;
    lsp_names *n = text ? lsp_names_new(&one, 1) : NULL;
    bool includes = false, named = false;
    for (size_t i = 1; n && i < n->token_counts[0]; i++) {
        const fr_token *t = &n->tokens[0][i];
        named = named || (t->kind == TOK_IDENT && strcmp(t->text, name) == 0);
        if (t->kind != TOK_STRING
            || (!lsp_is(t - 1, "include") && !(i > 1 && lsp_is(t - 2, "include"))))
            continue;
        const int length = snprintf(included, sizeof included, "%s/%s", folder, t->text);
        includes =
            includes
            || (length > 0 && (size_t)length < sizeof included && lsp_same_path(included, d->path));
    }
    lsp_names_free(n);
    free(text);
    return includes && named;
}

/* One in the folder, whose path is put into `path`. */
static bool in_folder(const lsp_server *s, const char *folder, const lsp_document *d,
                      const char *name, char *path, size_t size)
{
    DIR *all = opendir(folder);
    bool found = false;
    for (const struct dirent *e; all && !found && (e = readdir(all));) {
        const size_t length = strlen(e->d_name);
        if (length < 4 || strcmp(e->d_name + length - 3, ".rg") != 0
            || snprintf(path, size, "%s/%s", folder, e->d_name) >= (int)size)
            continue;
        found = !lsp_document_with_path(s, path) && concerns(folder, path, d, name);
    }
    if (all)
        closedir(all);
    return found;
}

bool lsp_closed_includer(const lsp_server *s, const lsp_document *d, const char *name, char *path,
                         size_t size)
{
    char folder[4096];
    if (snprintf(folder, sizeof folder, "%s", d->path) >= (int)sizeof folder)
        return false;
    for (unsigned up = 0; up < 2; up++) {
        char *slash = strrchr(folder, '/');
        if (!slash || slash == folder)
            return false;
        *slash = '\0';
        if (in_folder(s, folder, d, name, path, size))
            return true;
    }
    return false;
}
