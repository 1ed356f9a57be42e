/* special.h: devices, pipes and sockets, which are neither read as files nor replaced by them; and
 * files that are on the disk before they get their name. */
#ifndef RG_SPECIAL_H
#define RG_SPECIAL_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether `path` is there and is a device, a pipe or a socket: renaming a file to it would destroy
 * it. */
static inline bool rg_special_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

/* Open a file to read it. NULL with ENOTSUP for what may never end, or never begin. */
static inline FILE *rg_open_to_read(const char *path)
{
    if (!rg_special_file(path))
        return fopen(path, "rb");
    errno = ENOTSUP;
    return NULL;
}

/* Why a file could not be read. */
static inline const char *rg_why_unread(void)
{
    return errno == ENOTSUP ? "it is a device or a pipe; copy what it gives into a file"
                            : strerror(errno);
}

/* Whether a file could not be written for what the machine lacks: room, or a disk that works. */
static inline bool rg_lacks_room(int why)
{
    return why == ENOSPC || why == EFBIG || why == EDQUOT || why == EIO;
}

/* Rename a file that is whole into place. It is flushed before, and its folder afterwards: after a
 * power cut the name stands for the old file or for all of the new one. */
static inline bool rg_rename_flushed(const char *from, const char *to)
{
    const char *slash = strrchr(to, '/');
    char folder[4096] = ".";
    int file = open(from, O_RDONLY | O_CLOEXEC);
    bool good = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    if (!good || rename(from, to) != 0)
        return false;
    if (slash && (size_t)(slash - to) + 2 <= sizeof folder) {
        memcpy(folder, to, (size_t)(slash - to) + 1);
        folder[slash - to + 1] = '\0';
    }
    file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) { /* a folder that cannot be opened, or flushed, holds the file all the same */
        (void)fsync(file);
        close(file);
    }
    return true;
}

#endif
