/* signals.c: what SIGINT, SIGTERM and SIGHUP do to the command: nothing is left half done. */
#include "host-driver/cli/cli.h"

#include <signal.h>
#include <stdatomic.h>

/* A signal handler has no argument to take these from. */
static _Atomic(rg_device *) running;
static volatile sig_atomic_t caught;

static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOPS = sizeof stops / sizeof stops[0] };

static void stop(int signal)
{
    rg_device *device = atomic_load(&running);
    caught = signal;
    if (device)
        rg_stop(device);
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
    on_stops(stop, (int)(SA_RESETHAND | (unsigned)SA_RESTART));
}

void cli_signals_release(void)
{
    on_stops(SIG_DFL, 0);
    atomic_store(&running, NULL);
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
