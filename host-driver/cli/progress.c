/* progress.c: what the command is busy with, on a terminal only. */
#include "host-driver/cli/cli.h"

#include <unistd.h>

bool cli_progress_wanted(void) { return isatty(STDERR_FILENO) == 1; }

void cli_progress_say(const char *text)
{
    if (cli_progress_wanted())
        fprintf(stderr, "\r\033[K%s", text);
}

void cli_progress_clear(void) { cli_progress_say(""); }

void cli_progress(void *context, uint64_t cycles)
{
    const cli_session *session = context;
    rg_tile_place tile;
    fputs("\r\033[Krunning: ", stderr);
    if (session && session->job && rg_get_tile(session->job, &tile))
        fprintf(stderr, "tile %zu of %zu, ", tile.tile, tile.tiles);
    fprintf(stderr, "%llu million cycles", (unsigned long long)(cycles / 1000000));
}
