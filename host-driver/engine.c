/* engine.c: the engine that a device asks for: one of this library, or one in a shared object of
 * its own, which is loaded now. */
#include "errors/errors.h"
#include "host-driver/internal.h"

#include "compiler/folder.h"
#include "sim/board/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char board[] = "board:";

/* The shared object of an engine: in the folder of RETROGRAD_ENGINES, else in lib/retrograd beside
 * this library or program. The name comes from outside: it is no path. */
static bool find_plugin(const char *name, char *path, size_t size)
{
    char relative[64];
    const char *folder = getenv("RETROGRAD_ENGINES");
    if (strspn(name, "abcdefghijklmnopqrstuvwxyz-") != strlen(name) || strlen(name) > 16)
        return false;
    snprintf(relative, sizeof relative, "lib/retrograd/%s.so", name);
    if (!folder || !folder[0])
        return rg_own_file(relative, path, size);
    const int length = snprintf(path, size, "%s/%s.so", folder, name);
    FILE *file = length > 0 && (size_t)length < size ? fopen(path, "rb") : NULL;
    if (file)
        fclose(file);
    return file != NULL;
}

/* Of the engines that are shared objects: those that can be opened here. */
static const char *const others[] = {"gates", "rtl", "rtl-float", "systemc"};
enum { OTHERS = sizeof others / sizeof others[0] };

/* "fast, float, rtl and systemc": what can be opened here. */
static void list_engines(char *list, size_t size)
{
    const char *found[OTHERS];
    size_t count = 0;
    char path[4096];
    for (size_t i = 0; i < OTHERS; i++)
        if (find_plugin(others[i], path, sizeof path))
            found[count++] = others[i];
    int length = snprintf(list, size, "%s", count == 0 ? rg_engine_names() : "fast, fast16, float");
    for (size_t i = 0; i < count && length > 0 && (size_t)length < size; i++)
        length += snprintf(list + length, size - (size_t)length, "%s%s",
                           i + 1 == count ? " and " : ", ", found[i]);
}

/* The engine that was probably meant, or NULL. A name of one that is not here is no mistake. */
static const char *meant(const char *name)
{
    static const char *const all[] = {"board", "fast",      "fast16",  "float", "gates",
                                      "rtl",   "rtl-float", "systemc", "trace"};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i], name) == 0)
            return NULL;
    return rg_suggest(name, all, sizeof all / sizeof all[0] - 1); /* trace is of the command */
}

static rg_engine *load(const char *name, const char *path, rg_fault *fault)
{
    char why[512];
    bool loaded = false;
    rg_engine *engine = rg_engine_load(name, path, &loaded, why, sizeof why);
    if (engine)
        return engine;
    if (loaded)
        rg_fail(fault, RG_BAD_MACHINE, "R0901", "engine `%s` cannot be opened: %s", name, why);
    else
        rg_fail(fault, RG_BAD_MACHINE, "R0933", "engine `%s` cannot be loaded from %s: %s", name,
                path, why);
    return NULL;
}

/* A machine at the end of a line: "board:PATH". */
static rg_engine *open_board(const char *path, rg_fault *fault)
{
    char why[400];
    rg_engine *engine = rg_board_engine_open(path, why, sizeof why);
    if (!engine)
        rg_fail(fault, RG_BAD_MACHINE, "R0956", "engine `board` cannot be opened: %s", why);
    return engine;
}

static rg_engine *no_line(rg_fault *fault)
{
    rg_fail(fault, RG_BAD_USE, "R0956",
            "engine `board` needs the line that the board is at: `board:/dev/ttyUSB0`, or of the "
            "command --tty /dev/ttyUSB0");
    return NULL;
}

rg_engine *rgd_engine_open(const char *name, rg_fault *fault)
{
    char text[4096];
    if (strncmp(name, board, strlen(board)) == 0)
        return open_board(name + strlen(board), fault);
    if (strcmp(name, "board") == 0)
        return no_line(fault);
    rg_engine *engine = rg_engine_open(name);
    const char *limit = engine ? NULL : rg_engine_limit(name);
    if (engine)
        return engine;
    if (limit) {
        rg_fail(fault, RG_BAD_MACHINE, "R0901", "engine `%s` cannot be opened: %s", name, limit);
        return NULL;
    }
    if (find_plugin(name, text, sizeof text))
        return load(name, text, fault);
    list_engines(text, sizeof text);
    const char *near = meant(name);
    if (near)
        rg_fail(fault, RG_BAD_MACHINE, "R0901", "there is no engine `%s`; did you mean `%s`?", name,
                near);
    else
        rg_fail(fault, RG_BAD_MACHINE, "R0901",
                "engine `%s` is not in this build, which has %s; `make` builds all", name, text);
    return NULL;
}
