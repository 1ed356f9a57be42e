/* folder.c: files that belong to this program or library. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif
#include "compiler/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <dlfcn.h>
#include <sys/auxv.h>

/* The shared library that holds this code, or false where it is a part of the program itself. */
static bool library_path(char *path, size_t size)
{
    static const char here = 0;
    Dl_info mine, program;
    if (dladdr(&here, &mine) == 0 || !mine.dli_fname)
        return false;
    const unsigned long headers = getauxval(AT_PHDR); /* of the program */
    if (dladdr((const void *)headers, &program) != 0 && program.dli_fbase == mine.dli_fbase)
        return false;
    const int length = snprintf(path, size, "%s", mine.dli_fname);
    return length > 0 && (size_t)length < size && strchr(path, '/');
}

/* How the program was called, for a root without /proc. */
static bool called_path(char *path, size_t size)
{
    const char *name = (const char *)getauxval(AT_EXECFN);
    const int length = name ? snprintf(path, size, "%s", name) : 0;
    return length > 0 && (size_t)length < size && strchr(path, '/');
}
#else
static bool library_path(char *path, size_t size)
{
    (void)path;
    (void)size;
    return false;
}
static bool called_path(char *path, size_t size) { return library_path(path, size); }
#endif

static bool own_path(char *path, size_t size)
{
    if (library_path(path, size))
        return true;
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0)
        return called_path(path, size);
    path[length] = '\0';
    return true;
}

static bool is_below(const char *folder, const char *relative, char *path, size_t size)
{
    const int length = snprintf(path, size, "%s/%s", folder, relative);
    return length > 0 && (size_t)length < size && access(path, R_OK) == 0;
}

/* In one of the five folders above the file `own`, which is cut up. */
static bool is_above(char *own, const char *relative, char *path, size_t size)
{
    for (unsigned up = 0; up < 5; up++) {
        char *slash = strrchr(own, '/');
        if (!slash)
            break;
        *slash = '\0';
        if (is_below(own, relative, path, size))
            return true;
    }
    return false;
}

bool rg_own_file(const char *relative, char *path, size_t size)
{
    char own[4096];
    bool found = false;
    if (own_path(own, sizeof own)) {
        char *whole = realpath(own, NULL); /* /lib is often a link to /usr/lib */
        found = is_above(own, relative, path, size)
                || (whole && is_above(whole, relative, path, size));
        free(whole);
    }
    return found || is_below("/usr/local", relative, path, size)
           || is_below("/usr", relative, path, size);
}
