/* files.c: the text of technology files and tables: built in, or on disk. */
#include "energy/reader.h"

#include "compiler/special.h"
#include "energy_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const rg_energy_file *rg_energy_builtins(size_t *count)
{
    *count = sizeof energy_files / sizeof energy_files[0];
    return energy_files;
}

bool rg_is_technology(const char *name)
{
    return strncmp(name, "operations-", 11) != 0 && strncmp(name, "activity-", 9) != 0;
}

const rg_energy_file *rg_energy_builtin(const char *name)
{
    size_t count, length = strlen(name);
    const rg_energy_file *files = rg_energy_builtins(&count);
    if (length > 5 && strcmp(name + length - 5, ".yaml") == 0)
        length -= 5;
    for (size_t i = 0; i < count; i++)
        if (strlen(files[i].name) == length && strncmp(files[i].name, name, length) == 0)
            return &files[i];
    return NULL;
}

rg_result rg_text_read(const char *path, rg_text *text, rg_fault *fault)
{
    FILE *file = rg_open_to_read(path);
    rg_result result = RG_OK;
    snprintf(text->path, sizeof text->path, "%s", path);
    text->text = malloc(RG_ENERGY_LARGEST_FILE + 1);
    text->size = file && text->text ? fread(text->text, 1, RG_ENERGY_LARGEST_FILE + 1, file) : 0;
    if (!file)
        result = rg_energy_fail(fault, path, 0, 0, "cannot open the file", rg_why_unread());
    else if (!text->text)
        result = rg_energy_fail(fault, path, 0, 0, "the host is out of memory", "");
    else if (ferror(file))
        result = rg_energy_fail(fault, path, 0, 0, "cannot read the file", strerror(errno));
    else if (text->size > RG_ENERGY_LARGEST_FILE)
        result = rg_energy_fail(fault, path, 0, 0, "this is too long for a technology file", "");
    if (file)
        fclose(file);
    if (result != RG_OK)
        rg_text_free(text);
    return result;
}

static rg_result take_builtin(const rg_energy_file *file, rg_text *text, rg_fault *fault)
{
    snprintf(text->path, sizeof text->path, "energy/%s.yaml", file->name);
    text->size = file->size;
    text->text = malloc(file->size + 1);
    if (!text->text)
        return rg_energy_fail(fault, text->path, 0, 0, "the host is out of memory", "");
    memcpy(text->text, file->text, file->size);
    return RG_OK;
}

rg_result rg_text_find(const char *name, const char *beside, rg_text *text, rg_fault *fault)
{
    char path[512];
    const char *slash = beside ? strrchr(beside, '/') : NULL;
    size_t folder = slash ? (size_t)(slash - beside) + 1 : 0;
    *text = (rg_text){0};
    if (name[0] == '/' || folder + strlen(name) >= sizeof path)
        folder = 0;
    int length = snprintf(path, sizeof path, "%.*s%s", (int)folder, beside ? beside : "", name);
    if (length < 0 || (size_t)length >= sizeof path)
        return rg_energy_fail(fault, "", 0, 0, "this name is too long", name);
    if (strpbrk(name, "./") && access(path, R_OK) == 0)
        return rg_text_read(path, text, fault);
    const rg_energy_file *builtin = strchr(name, '/') ? NULL : rg_energy_builtin(name);
    return builtin ? take_builtin(builtin, text, fault) : rg_text_read(path, text, fault);
}

void rg_text_free(rg_text *text)
{
    free(text->text);
    text->text = NULL;
}
