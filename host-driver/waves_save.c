/* waves_save.c: what GTKWave shows of a waveform when it is opened: a save file beside it. */
#include "host-driver/waves.h"

#include "compiler/special.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How GTKWave shows the signals that follow, as its save files say it. */
#define AS_BITS "@28\n"
#define AS_NUMBER "@24\n"
#define AS_TEXT "@20\n"
#define AS_TITLE "@200\n"

static void write_signals(FILE *file, const rg_engine_notes *notes)
{
    const char *scope = "";
    fprintf(file, AS_TITLE "-Instruction\n" AS_TEXT);
    for (size_t i = 0; i < notes->count; i++) {
        const rg_engine_note *note = &notes->notes[i];
        if (strcmp(scope, note->scope) != 0)
            fprintf(file, AS_TITLE "-Variables of %s\n" AS_TEXT, note->scope);
        scope = note->scope;
        fprintf(file, RG_ENGINE_NOTES ".%s%s%s\n", scope, scope[0] ? "." : "", note->name);
    }
    fprintf(file, AS_TITLE "-Core\n" AS_BITS "top.clk\ntop.retire_valid\ntop.retire_trap\n"
                           "top.retire_dir\n" AS_NUMBER "top.retire_pc[23:0]\n");
}

/* path and what is put behind it; to be freed. */
static char *extended(const char *path, const char *more)
{
    const size_t size = strlen(path) + strlen(more) + 1;
    char *name = malloc(size);
    if (name)
        snprintf(name, size, "%s%s", path, more);
    return name;
}

static bool write_file(const rg_waves *waves, const char *path, FILE *file)
{
    const char *slash = strrchr(path, '/');
    fprintf(file, "[dumpfile] \"%s\"\n[timestart] %" PRIu64 "\n[sst_expanded] 1\n",
            slash ? slash + 1 : path, rg_waves_begin(waves));
    write_signals(file, rg_waves_notes(waves));
    const bool failed = ferror(file) != 0;
    return fclose(file) == 0 && !failed;
}

bool rg_waves_save(const rg_waves *waves, const char *path)
{
    char *save = extended(path, ".gtkw"), *part = extended(path, ".gtkw.part");
    FILE *file = save && part ? fopen(part, "w") : NULL;
    const bool good = file && write_file(waves, path, file) && rg_rename_flushed(part, save);
    if (file && !good)
        remove(part);
    free(save);
    free(part);
    return good;
}
