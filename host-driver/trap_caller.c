/* trap_caller.c: a trap within a library, at the line of the program that called it. */
#include "host-driver/session.h"

#include "compiler/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CALLS = 64 };

static bool is_below(const char *folder, const char *file)
{
    const size_t length = folder ? strlen(folder) : 0;
    return length > 0 && strncmp(file, folder, length) == 0
           && (file[length] == '/' || folder[length - 1] == '/');
}

static bool is_of_library(const char *file)
{
    char own[4096];
    return is_below(getenv("RETROGRAD_LIBRARY"), file)
           || (rg_own_file("share/retrograd/lib", own, sizeof own) && is_below(own, file));
}

static const char *base_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

/* The position of the innermost call in a file that is no library; NULL: there is none. */
static const rg_line *line_of_caller(rgd_job *job)
{
    const rg_object *object = job->device->object;
    rg_frame frames[MOST_CALLS];
    rg_session walk = {.job = job, .device = job->device};
    const size_t count = rg_session_unwind(&walk, frames, MOST_CALLS);
    for (size_t i = 1; i < count; i++) {
        const rg_line *line = &object->lines[frames[i].word];
        if (line->line > 0 && line->file < object->file_count
            && !is_of_library(object->files[line->file]))
            return line;
    }
    return NULL;
}

void rg_trap_at_caller(rgd_job *job)
{
    rg_trap_report *trap = &job->trap;
    const rg_object *object = job->device->object;
    if (!object->lines || trap->line == 0 || !is_of_library(trap->file))
        return;
    const rg_line *line = line_of_caller(job);
    if (!line)
        return;
    const size_t used = strlen(trap->message);
    snprintf(trap->message + used, sizeof trap->message - used,
             ", in the library function `%.*s` called here (%s:%u)",
             (int)strcspn(trap->routine, "{"), trap->routine, base_name(trap->file), trap->line);
    trap->file = object->files[line->file];
    trap->line = line->line;
    trap->column = line->column;
}
