/* simulated.c: processes of simulated boards. */
#define _DEFAULT_SOURCE
#include "tests/board/simulated.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

bool simulated_start(simulated *board, const char *program, const char *argument)
{
    int said[2];

    if (pipe(said) != 0 || (board->process = fork()) < 0)
        return false;
    if (board->process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* whatever becomes of the test */
        dup2(said[1], STDOUT_FILENO);
        close(said[0]);
        close(said[1]);
        execl(program, program, argument, (char *)NULL);
        _exit(127);
    }
    close(said[1]);
    FILE *names = fdopen(said[0], "r");
    const bool named = names && fgets(board->path, sizeof board->path, names);
    if (names)
        fclose(names);
    board->path[strcspn(board->path, "\n")] = '\0';
    return named;
}

void simulated_stop(simulated *board)
{
    kill(board->process, SIGKILL);
    waitpid(board->process, NULL, 0);
}
