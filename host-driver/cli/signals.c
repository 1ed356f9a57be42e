/* signals.c: what SIGINT, SIGTERM and SIGHUP do to the command: nothing is left half done. */
#include "host-driver/cli/cli.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A signal handler has no argument to take these from. */
static _Atomic(rg_device *) running;
static volatile sig_atomic_t caught, at_work;
static _Atomic int64_t caught_at; /* milliseconds */

/* timeout(1) and job managers signal a process and then its group: what comes this soon is the same
 * request once more. */
enum { SAME_REQUEST_MS = 1000 };

/* Once the machine is back at its start, what is left is said in this time, or nobody reads it. */
enum { LAST_WORDS_S = 3 };

static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOPS = sizeof stops / sizeof stops[0] };

/* The waveform under way: where its parts are and what is said when the disk is full. A handler may
 * not format text. */
static char parts[2][4096 + 16], disk_full[4096 + 96];

static int64_t milliseconds(void)
{
    struct timespec now = {0};
    return clock_gettime(CLOCK_MONOTONIC, &now) == 0
               ? (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000
               : 0;
}

/* As if it had not been caught. Incomplete files are removed. */
static void die(int number)
{
    if (parts[0][0]) {
        unlink(parts[0]);
        unlink(parts[1]);
    }
    signal(number, SIG_DFL);
    raise(number); /* delivered when the handler returns */
}

static void out_of_time(int number)
{
    (void)number;
    die(caught);
}

/* At work the first signal stops the machine, which is then run back. One that finds the command
 * elsewhere, waiting for a reader of its output say, or that comes later, ends it at once. */
static void stop(int number)
{
    rg_device *device = atomic_load(&running);
    const bool again = caught && milliseconds() - atomic_load(&caught_at) < SAME_REQUEST_MS;
    if (!again && (caught || !at_work)) {
        die(number);
        return;
    }
    if (!caught) {
        atomic_store(&caught_at, milliseconds());
        caught = number;
    }
    if (device)
        rg_stop(device);
}

void cli_signals_work(bool begins)
{
    at_work = begins;
    if (!caught)
        return;
    signal(SIGALRM, out_of_time);
    alarm(begins ? 0 : LAST_WORDS_S);
}

static void on_stops(void (*handler)(int), int flags)
{
    for (int i = 0; i < STOPS; i++) {
        struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, before;
        if (sigaction(stops[i], NULL, &before) != 0 || before.sa_handler == SIG_IGN)
            continue; /* nohup, a shell's background job */
        sigemptyset(&action.sa_mask);
        sigaction(stops[i], &action, NULL);
    }
}

void cli_signals_catch(rg_device *device)
{
    atomic_store(&running, device);
    on_stops(stop, 0);
}

void cli_signals_release(void)
{
    on_stops(SIG_DFL, 0);
    atomic_store(&running, NULL);
}

/* The writer of waveforms maps its files into memory: a full disk is a SIGBUS. Incomplete files are
 * removed. */
static void no_room(int number)
{
    (void)number;
    ssize_t said = write(STDERR_FILENO, disk_full, strlen(disk_full));
    (void)said;
    unlink(parts[0]);
    unlink(parts[1]);
    _exit(RG_BAD_MACHINE);
}

void cli_signals_waveform(const char *path)
{
    if (!path || strlen(path) > 4096) {
        signal(SIGBUS, SIG_DFL);
        parts[0][0] = '\0';
        return;
    }
    snprintf(parts[0], sizeof parts[0], "%s.part", path);
    snprintf(parts[1], sizeof parts[1], "%s.part.hier", path);
    snprintf(disk_full, sizeof disk_full,
             "retrograd: error[R0905]: cannot write %s: the disk is full\n", path);
    signal(SIGBUS, no_room);
}

int cli_signals_status(int status) { return caught ? 128 + caught : status; }

static void mask(int how)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < STOPS; i++)
        sigaddset(&set, stops[i]);
    sigprocmask(how, &set, NULL);
}

void cli_signals_hold(void) { mask(SIG_BLOCK); }
void cli_signals_let(void) { mask(SIG_UNBLOCK); }
