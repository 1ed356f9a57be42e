/* special.h: places that a file may be written to but that must not be replaced by one. */
#ifndef RG_SPECIAL_H
#define RG_SPECIAL_H

#include <stdbool.h>
#include <sys/stat.h>

/* Whether `path` is there and is a device, a pipe or a socket: renaming a file into its place would
 * destroy it. */
static inline bool rg_special_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

#endif
