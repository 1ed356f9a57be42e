/* process.c: running commands as processes of their own. */
#include "explore/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LARGEST_OUTPUT = 64 << 20 };

double ex_now(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* In the child; does not return. Only calls that are safe after fork. */
static void become(const char *const *words, const int out[2], const int error[2], pid_t parent)
{
    int null = open("/dev/null", O_RDONLY);
    /* Asked for first, looked at second: the parent may be gone already. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent || null < 0
        || dup2(null, 0) < 0 || dup2(out[1], 1) < 0 || dup2(error[1], 2) < 0)
        _exit(126);
    /* Ctrl-C is for the one that started this. */
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    execv(words[0], (char *const *)(const void *)words);
    _exit(127);
}

bool ex_process_start(ex_process *process, const char *const *words)
{
    int out[2], error[2];
    *process = (ex_process){.out = -1, .error = -1};
    if (pipe(out) != 0)
        return false;
    if (pipe(error) != 0) {
        close(out[0]);
        close(out[1]);
        return false;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(out[i], F_SETFD, FD_CLOEXEC);
        fcntl(error[i], F_SETFD, FD_CLOEXEC);
    }
    pid_t parent = getpid(), id = fork();
    if (id == 0)
        become(words, out, error, parent);
    close(out[1]);
    close(error[1]);
    if (id < 0) {
        close(out[0]);
        close(error[0]);
        return false;
    }
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    fcntl(error[0], F_SETFL, O_NONBLOCK);
    *process = (ex_process){.id = id, .out = out[0], .error = error[0], .began = ex_now()};
    return true;
}

static bool keep(ex_text_buffer *buffer, const char *data, size_t size)
{
    char *grown = buffer->size + size > LARGEST_OUTPUT
                      ? NULL
                      : realloc(buffer->data, buffer->size + size + 1);
    if (!grown)
        return false;
    memcpy(grown + buffer->size, data, size);
    buffer->data = grown;
    buffer->size += size;
    buffer->data[buffer->size] = '\0';
    return true;
}

/* Everything that is in the pipe; closes it at its end. */
static void drain(int *pipe_end, ex_text_buffer *buffer, bool *lost)
{
    char block[65536];
    while (*pipe_end >= 0) {
        ssize_t n = read(*pipe_end, block, sizeof block);
        if (n > 0) {
            *lost = !keep(buffer, block, (size_t)n) || *lost;
        } else if (n < 0 && errno == EINTR) {
            continue;
        } else {
            if (n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) {
                close(*pipe_end);
                *pipe_end = -1;
            }
            return;
        }
    }
}

void ex_process_read(ex_process *processes, size_t count, int milliseconds)
{
    struct pollfd ends[512];
    size_t n = 0;
    for (size_t i = 0; i < count && n + 2 <= sizeof ends / sizeof ends[0]; i++) {
        if (processes[i].out >= 0)
            ends[n++] = (struct pollfd){.fd = processes[i].out, .events = POLLIN};
        if (processes[i].error >= 0)
            ends[n++] = (struct pollfd){.fd = processes[i].error, .events = POLLIN};
    }
    poll(ends, (nfds_t)n,
         milliseconds); /* interrupted or timed out: the pipes are looked at all the same */
    for (size_t i = 0; i < count; i++) {
        drain(&processes[i].out, &processes[i].output, &processes[i].lost);
        drain(&processes[i].error, &processes[i].errors, &processes[i].lost);
    }
}

bool ex_process_ended(ex_process *process, int *status)
{
    int raw;
    if (process->id <= 0 || process->out >= 0 || process->error >= 0)
        return false;
    while (waitpid(process->id, &raw, 0) < 0)
        if (errno != EINTR)
            return false;
    process->id = 0;
    *status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
    return true;
}

void ex_process_kill(ex_process *process)
{
    if (process->id > 0)
        kill(process->id, SIGKILL);
}

void ex_process_free(ex_process *process)
{
    if (process->out >= 0)
        close(process->out);
    if (process->error >= 0)
        close(process->error);
    if (process->id > 0) {
        ex_process_kill(process);
        while (waitpid(process->id, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    free(process->output.data);
    free(process->errors.data);
    *process = (ex_process){.out = -1, .error = -1};
}

bool ex_process_output(const char *const *words, char **text)
{
    ex_process process;
    int status = -1;
    *text = NULL;
    if (!ex_process_start(&process, words))
        return false;
    while (!ex_process_ended(&process, &status))
        ex_process_read(&process, 1, 1000);
    bool good = status == 0 && !process.lost && process.output.data;
    if (good) {
        *text = process.output.data;
        process.output.data = NULL;
    }
    ex_process_free(&process);
    return good;
}
