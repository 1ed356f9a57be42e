/* relay.c: a simulated board behind a line that goes wrong as standard input says, a word a line.
 * The words are fine, deaf, mute, noise, garbled, unplug, plug, off and on. At a number it waits
 * until the host has begun so many runs; the count begins anew behind a number, and at forget. It
 * prints the name of the line, and what it has done.
 *
 *   relay SIMULATION */
#define _DEFAULT_SOURCE /* usleep */
#include "tests/board/line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool awaits(line *l, unsigned long runs)
{
    enum { LOOKS = 6000 };

    for (int i = 0; i < LOOKS && atomic_load(&l->runs) < runs; i++)
        usleep(10000);
    return atomic_exchange(&l->runs, 0) >= runs;
}

static bool does(line *l, const char *word)
{
    static const char *const wrong[] = {"fine", "deaf", "mute", "noise", "garbled"};

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (strcmp(word, wrong[i]) == 0) {
            line_goes_wrong(l, (line_wrong)i);
            return true;
        }
    if (word[0] >= '1' && word[0] <= '9')
        return awaits(l, strtoul(word, NULL, 10));
    if (strcmp(word, "forget") == 0)
        atomic_store(&l->runs, 0);
    else if (strcmp(word, "unplug") == 0)
        line_unplug(l);
    else if (strcmp(word, "off") == 0)
        line_lose_power(l);
    else if (strcmp(word, "on") == 0)
        return line_give_power(l);
    else
        return strcmp(word, "plug") == 0 && line_plug(l);
    return true;
}

int main(int argc, char **argv)
{
    static line l;
    char word[32];
    bool good = argc == 2 && line_open(&l, argv[1]);

    if (good)
        printf("%s\n", l.path);
    while (good && fflush(stdout) == 0 && fgets(word, sizeof word, stdin)) {
        word[strcspn(word, "\n")] = '\0';
        good = does(&l, word);
        printf("%s %s\n", good ? "done" : "cannot", word);
    }
    if (argc == 2)
        line_close(&l);
    return good ? 0 : 1;
}
