/* serve.c: one client of the remote protocol. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/dwarf/dwarf.h"
#include "host-driver/gdb/stub.h"
#include "host-driver/internal.h"

/* ---- packets ---- */

static void go(gdb *g, bool step, bool back)
{
    if (step)
        gdb_step(g, back);
    else
        gdb_run(g, back);
}

static void take_back(gdb *g, const char *text)
{
    if (strcmp(text, "s") == 0 || strcmp(text, "c") == 0)
        go(g, text[0] == 's', true);
}

/* What the one thread is to do: the first action that is for it. */
static void take_action(gdb *g, const char *text)
{
    uint64_t from, to;
    const char *at = text + 1;
    if (text[0] == 's' || text[0] == 'S' || text[0] == 'c' || text[0] == 'C')
        go(g, text[0] == 's' || text[0] == 'S', false);
    else if (text[0] == 'r' && gdb_number(&at, &from) && *at++ == ',' && gdb_number(&at, &to))
        gdb_step_range(g, from, to);
    else
        gdb_error(g, GDB_BAD_PACKET);
}

static void take_v(gdb *g, const char *text)
{
    if (strcmp(text, "Cont?") == 0)
        gdb_say(g, "vCont;c;C;s;S;r");
    if (strncmp(text, "Cont;", 5) == 0)
        take_action(g, text + 5);
    if (strncmp(text, "File:", 5) == 0)
        gdb_file(g, text + 5);
    if (strncmp(text, "Kill", 4) == 0) {
        gdb_say(g, "OK");
        g->quit = true;
    }
}

static void take_setting(gdb *g, const char *text)
{
    if (strcmp(text, "StartNoAckMode") == 0) {
        gdb_say(g, "OK");
        gdb_send(g);
        g->acks = false;
        g->reply.failed = false;
    }
}

/* What is not known gets an empty reply: the client does without it. False: nothing is replied. */
static bool handle(gdb *g)
{
    const char *rest = g->packet + 1;
    switch (g->packet[0]) {
    case '?': gdb_say_stop(g); break;
    case 'g': gdb_read_registers(g); break;
    case 'G': gdb_write_registers(g, rest); break;
    case 'p': gdb_read_register(g, rest); break;
    case 'P': gdb_write_register(g, rest); break;
    case 'm': gdb_read_memory(g, rest); break;
    case 'M': gdb_write_memory(g, rest); break;
    case 'Z': gdb_insert(g, rest); break;
    case 'z': gdb_remove(g, rest); break;
    case 'c':
    case 'C': go(g, false, false); break;
    case 's':
    case 'S': go(g, true, false); break;
    case 'b': take_back(g, rest); break;
    case 'q': gdb_query(g, rest); break;
    case 'Q': take_setting(g, rest); return strcmp(rest, "StartNoAckMode") != 0;
    case 'v': take_v(g, rest); break;
    case 'H':
    case 'T': gdb_say(g, "OK"); break;
    case 'D':
        gdb_say(g, "OK");
        g->quit = true;
        break;
    case 'k': g->quit = true; return false;
    default: break;
    }
    return true;
}

/* ---- the program ---- */

static bool read_all(FILE *file, rg_bytes *bytes)
{
    char part[4096];
    size_t count;
    rewind(file);
    while ((count = fread(part, 1, sizeof part, file)) > 0)
        rg_put(bytes, part, count);
    return !ferror(file) && !bytes->failed;
}

static rg_result make_program(gdb *g, rg_fault *fault)
{
    char folder[4096];
    FILE *file = tmpfile();
    errno = 0;
    const bool good =
        file && getcwd(folder, sizeof folder) && rg_image_make(g->object, &g->image)
        && rg_dwarf_write(fileno(file), g->object, &g->image, folder, g->setting->gradients)
        && read_all(file, &g->elf);
    const int why = errno;
    if (file)
        fclose(file);
    return good ? RG_OK
                : rg_fail(fault, RG_BAD_MACHINE, "R0904",
                          "the program cannot be described to gdb: %s",
                          why ? strerror(why) : "the host is out of memory");
}

static rg_result serve(gdb *g, rg_fault *fault)
{
    rg_result result = make_program(g, fault);
    if (result == RG_OK && !gdb_look_around(g, fault))
        result = RG_BAD_MACHINE;
    if (result != RG_OK)
        return result;
    g->spot.why = RG_SESSION_STEPPED; /* the beginning is no stop of a run */
    while (!g->quit && gdb_receive(g))
        if (handle(g))
            gdb_send(g);
    return RG_OK;
}

/* What the program prints. The client takes text from a target that runs. */
static void show_text(void *context, const char *text) { gdb_console(context, text); }

rg_result rg_gdb_serve(const rg_gdb_setting *setting, rg_fault *fault)
{
    gdb *g = calloc(1, sizeof *g);
    if (!g)
        return rg_no_memory(fault);
    g->setting = setting;
    g->session = setting->session;
    g->object = rg_session_object(setting->session, &g->base);
    g->acks = true;
    rg_set_progress(setting->device, gdb_look, g);
    rg_session_on_text(setting->session, show_text, g);
    const rg_result result = serve(g, fault);
    rg_session_on_text(setting->session, NULL, NULL);
    rg_set_progress(setting->device, NULL, NULL);
    if (g->quit) /* a stop that came too late for its run is not for the next one */
        rg_handle_stop_done(setting->session->device->handle);
    rg_image_free(&g->image);
    free(g->elf.bytes);
    free(g->reply.bytes);
    free(g->stops);
    free(g->frames);
    free(g);
    return result;
}
