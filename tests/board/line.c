/* line.c: a line that a thread carries and spoils. */
#define _DEFAULT_SOURCE   /* cfmakeraw */
#define _XOPEN_SOURCE 600 /* posix_openpt */
#include "tests/board/line.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "sim/lockstep/random.h"

static bool raw_terminal(int fd)
{
    struct termios raw;

    if (fd < 0 || tcgetattr(fd, &raw) != 0)
        return false;
    cfmakeraw(&raw);
    return tcsetattr(fd, TCSANOW, &raw) == 0;
}

/* A new terminal behind the link. */
bool line_plug(line *l)
{
    int outer = posix_openpt(O_RDWR | O_NOCTTY);

    if (outer < 0 || grantpt(outer) != 0 || unlockpt(outer) != 0 || !raw_terminal(outer))
        return false;
    unlink(l->path);
    if (symlink(ptsname(outer), l->path) != 0)
        return false;
    atomic_store(&l->outer, outer);
    return true;
}

void line_unplug(line *l)
{
    const int outer = atomic_exchange(&l->outer, -1);

    usleep(20000); /* the thread lets go of it */
    unlink(l->path);
    close(outer);
}

/* Whether the byte goes on, and as what. */
static bool spoil(line *l, rg_random *random, bool to_board, uint8_t *byte)
{
    switch (atomic_load(&l->wrong)) {
    case LINE_DEAF:
    case LINE_MUTE: return (atomic_load(&l->wrong) == LINE_DEAF) != to_board;
    case LINE_NOISE:
        if (rg_one_in(random, 120)) { /* eight tries fail once in 400 000 transfers */
            *byte ^= (uint8_t)(1 + rg_random_below(random, 255));
            atomic_fetch_add(&l->spoilt, 1);
        }
        return !rg_one_in(random, 400);
    default: return true;
    }
}

/* A request that writes RUN to CONTROL: the run that a script waits for. */
static void note(line *l, uint8_t byte)
{
    static const uint8_t control[] = {0x00, 0x00, 0x02};

    memmove(l->last, l->last + 1, sizeof l->last - 1);
    l->last[sizeof l->last - 1] = byte;
    if (l->last[0] == 0x5a && l->last[1] & 0x80 && memcmp(l->last + 2, control, sizeof control) == 0
        && l->last[8] & 1)
        atomic_fetch_add(&l->runs, 1);
}

static void carry(line *l, rg_random *random, int from, int to, bool to_board)
{
    struct pollfd one = {from, POLLIN, 0};
    uint8_t bytes[64], carried[4 * sizeof bytes];

    if (from < 0 || poll(&one, 1, 0) <= 0 || !(one.revents & POLLIN))
        return;
    const ssize_t n = read(from, bytes, sizeof bytes);
    size_t out = 0;
    for (ssize_t i = 0; i < n; i++) {
        if (to_board)
            note(l, bytes[i]);
        if (atomic_load(&l->wrong) == LINE_GARBLED && !to_board && rg_one_in(random, 40)) {
            atomic_fetch_add(&l->spoilt, 1);
            for (uint64_t junk = 1 + rg_random_below(random, 3); junk > 0; junk--)
                carried[out++] = (uint8_t[]){0x00, 0x5a, 0xa5}[junk - 1];
        }
        if (spoil(l, random, to_board, &bytes[i]))
            carried[out++] = bytes[i];
    }
    /* At once: time of the simulated board must not pass within a frame while this thread waits. */
    if (to >= 0 && out > 0)
        (void)!write(to, carried, out);
}

static void *carrier(void *argument)
{
    line *l = argument;
    rg_random random = {7};

    while (!atomic_load(&l->ends)) {
        const int outer = atomic_load(&l->outer), inner = atomic_load(&l->inner);
        struct pollfd both[] = {{outer, POLLIN, 0}, {inner, POLLIN, 0}};
        if (poll(both, 2, 1) > 0 && both[0].revents & POLLHUP && !(both[0].revents & POLLIN))
            usleep(200); /* nobody has opened the other end */
        carry(l, &random, outer, inner, true);
        carry(l, &random, inner, outer, false);
    }
    return NULL;
}

bool line_give_power(line *l)
{
    if (!simulated_start(&l->board, l->program, NULL))
        return false;
    const int inner = open(l->board.path, O_RDWR | O_NOCTTY);
    if (!raw_terminal(inner))
        return false;
    atomic_store(&l->inner, inner);
    return true;
}

void line_lose_power(line *l)
{
    const int inner = atomic_exchange(&l->inner, -1);

    usleep(20000);
    close(inner);
    simulated_stop(&l->board);
}

void line_goes_wrong(line *l, line_wrong how) { atomic_store(&l->wrong, how); }

bool line_open(line *l, const char *program)
{
    *l = (line){.program = program, .wrong = LINE_FINE, .outer = -1, .inner = -1};
    strcpy(l->folder, "/tmp/rg-line-XXXXXX");
    if (!mkdtemp(l->folder))
        return false;
    snprintf(l->path, sizeof l->path, "%s/tty", l->folder);
    return line_give_power(l) && line_plug(l) && pthread_create(&l->thread, NULL, carrier, l) == 0;
}

void line_close(line *l)
{
    atomic_store(&l->ends, 1);
    pthread_join(l->thread, NULL);
    line_lose_power(l);
    if (atomic_load(&l->outer) >= 0)
        line_unplug(l);
    rmdir(l->folder);
}
