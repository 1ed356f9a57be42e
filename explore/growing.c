/* growing.c: files that get their name when they are complete. */
#include "explore/growing.h"

#include "compiler/special.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

rg_result ex_cannot(rg_fault *fault, const char *path, const char *why)
{
    memset(fault, 0, sizeof *fault);
    fault->result = RG_BAD_USE;
    snprintf(fault->code, sizeof fault->code, "R0905");
    snprintf(fault->message, sizeof fault->message, "%.600s: %.300s", path, why);
    return RG_BAD_USE;
}

rg_result ex_cannot_write(rg_fault *fault, const char *path)
{
    const bool lacks_room = rg_lacks_room(errno);
    ex_cannot(fault, path, strerror(errno));
    return fault->result = lacks_room ? RG_BAD_MACHINE : RG_BAD_USE;
}

bool ex_growing_begin(ex_growing *g, const char *path)
{
    g->out = NULL;
    if ((size_t)snprintf(g->path, sizeof g->path, "%s", path) >= sizeof g->path) {
        errno = ENAMETOOLONG;
        return false;
    }
    snprintf(g->part, sizeof g->part, "%s.part", g->path);
    g->out = fopen(g->part, "w");
    return g->out != NULL;
}

rg_result ex_growing_end(ex_growing *g, bool good, bool runnable, rg_fault *fault)
{
    int why = good ? 0 : errno;
    if (g->out && fclose(g->out) != 0 && good) {
        good = false;
        why = errno;
    }
    if (good && ((runnable && chmod(g->part, 0755) != 0) || !rg_rename_flushed(g->part, g->path))) {
        good = false;
        why = errno;
    }
    if (good)
        return RG_OK;
    if (g->out)
        unlink(g->part);
    errno = why;
    return ex_cannot_write(fault, g->path);
}
