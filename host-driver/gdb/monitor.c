/* monitor.c: commands of the client that gdb does not know: `monitor time`. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host-driver/gdb/stub.h"

enum { COMMAND = 512, TEXT = 2048 };

static void show_time(gdb *g, const char *word, char *out)
{
    (void)word;
    snprintf(out, TEXT, "time %" PRIu64 ", %s%s%s\n", g->spot.time,
             g->spot.backward ? "backward" : "forward", g->spot.gradients ? ", with gradients" : "",
             g->spot.altered ? "; a variable was set: what lies before is not the past of this run"
                             : "");
}

static void show_end(gdb *g, const char *word, char *out)
{
    static const char *const why[] = {"in the run", "in the run", "in the run", "at the start",
                                      "at the end", "at a trap",  "in the run"};
    (void)word;
    snprintf(out, TEXT, "%s, time %" PRIu64 "\n", why[g->spot.why], g->spot.time);
}

static void show_ledger(gdb *g, const char *word, char *out)
{
    rg_session_bits bits;
    rg_fault fault;
    (void)word;
    if (rg_session_cost(g->session, &bits, &fault) != RG_OK)
        snprintf(out, TEXT, "error[%s]: %s\n", fault.code, fault.message);
    else
        snprintf(out, TEXT,
                 "bits up to here: %" PRIu64 " copied out, %" PRIu64 " of gradients kept, %" PRIu64
                 " erased\n",
                 bits.copied_out, bits.kept, bits.erased);
}

static void show(gdb *g, const char *word, bool gradient, char *out)
{
    rg_session_value v;
    rg_fault fault;
    if (!word[0])
        snprintf(out, TEXT, "this command wants a variable or an element\n");
    else if (rg_session_evaluate(g->session, 0, word, &v, &fault) != RG_OK)
        snprintf(out, TEXT, "error[%s]: %s\n", fault.code, fault.message);
    else if (!v.known)
        snprintf(out, TEXT, "%s\n", v.place);
    else if (v.rank > 0)
        snprintf(out, TEXT, "%s is an array, in %s: name an element\n", word, v.place);
    else
        snprintf(out, TEXT, "%.17g\n", gradient ? v.gradient : v.value);
}

static void show_gradient(gdb *g, const char *word, char *out) { show(g, word, true, out); }
static void show_value(gdb *g, const char *word, char *out) { show(g, word, false, out); }

static void show_place(gdb *g, const char *word, char *out)
{
    rg_session_value v;
    rg_fault fault;
    if (rg_session_evaluate(g->session, 0, word, &v, &fault) != RG_OK)
        snprintf(out, TEXT, "error[%s]: %s\n", fault.code, fault.message);
    else
        snprintf(out, TEXT, "%s\n", v.place);
}

static size_t put_bits(const char *what, const rg_session_limbs *bits, char *out, size_t room)
{
    size_t n = (size_t)snprintf(out, room, "%s 0x", what);
    for (unsigned k = bits->count; k-- > 0;)
        n += (size_t)snprintf(out + n, room - n, "%016" PRIx64, bits->limb[k]);
    return n + (size_t)snprintf(out + n, room - n, "\n");
}

static void show_bits(gdb *g, const char *word, char *out)
{
    rg_session_value v;
    rg_fault fault;
    if (rg_session_evaluate(g->session, 0, word, &v, &fault) != RG_OK)
        snprintf(out, TEXT, "error[%s]: %s\n", fault.code, fault.message);
    else if (!v.known)
        snprintf(out, TEXT, "%s\n", v.place);
    else if (!v.name[0] || v.rank > 0)
        snprintf(out, TEXT, "%s is no variable and no element of an array\n", word);
    else
        put_bits("gradient", &v.gradient_bits, out + put_bits("value", &v.bits, out, TEXT / 2),
                 TEXT / 2);
}

static void show_word(gdb *g, const char *word, char *out)
{
    rg_session_word w;
    (void)word;
    for (size_t i = 0; rg_session_disassemble(g->session, i, &w); i++)
        if (w.address == g->spot.address) {
            snprintf(out, TEXT, "%" PRIu32 ": %s\n", w.address, w.text);
            return;
        }
    snprintf(out, TEXT, "%" PRIu32 ": in the job dispatcher\n", g->spot.address);
}

static void go_to(gdb *g, const char *word, char *out)
{
    char *end;
    const unsigned long long time = strtoull(word, &end, 10);
    rg_session_spot spot;
    rg_fault fault;
    if (end == word || *end)
        snprintf(out, TEXT, "goto wants a time: how many instructions since the start\n");
    else if (rg_session_go_to(g->session, time, &spot, &fault) != RG_OK
             || !gdb_look_around(g, &fault))
        snprintf(out, TEXT, "error[%s]: %s\n", fault.code, fault.message);
    else
        snprintf(out, TEXT,
                 "time %" PRIu64
                 "; type `maintenance flush register-cache` so that gdb looks again\n",
                 g->spot.time);
}

static void show_help(gdb *g, const char *word, char *out);

static const struct {
    const char *name;
    void (*run)(gdb *g, const char *word, char *out);
    const char *does;
} commands[] = {
    {"time", show_time, "instructions since the start, and the direction"},
    {"end", show_end, "whether the run stands at its start, its end or a trap"},
    {"ledger", show_ledger, "bits copied, kept and erased up to here"},
    {"gradient", show_gradient, "NAME or NAME[i]: the gradient"},
    {"value", show_value, "an expression of retrograd debug"},
    {"bits", show_bits, "NAME or NAME[i]: all bits of it and of its gradient"},
    {"place", show_place, "NAME: the register or the word of memory that it is in"},
    {"instruction", show_word, "the instruction that comes next"},
    {"goto", go_to, "TIME: go there"},
    {"help", show_help, "these lines"},
};

static void show_help(gdb *g, const char *word, char *out)
{
    size_t n = 0;
    (void)g;
    (void)word;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0] && n < TEXT; i++)
        n += (size_t)snprintf(out + n, TEXT - n, "%-12s %s\n", commands[i].name, commands[i].does);
}

static void run(gdb *g, char *line, char *out)
{
    char *word = line + strcspn(line, " ");
    if (*word)
        *word++ = '\0';
    word += strspn(word, " ");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].name, line) == 0) {
            commands[i].run(g, word, out);
            return;
        }
    snprintf(out, TEXT, "there is no command %s; `monitor help` lists those that are\n", line);
}

void gdb_monitor(gdb *g, const char *text)
{
    char line[COMMAND] = "", out[TEXT] = "";
    const size_t length = strlen(text) / 2;
    if (length >= COMMAND || !gdb_bytes(text, (unsigned char *)line, length)) {
        gdb_error(g, GDB_BAD_PACKET);
        return;
    }
    run(g, line, out);
    gdb_say_hex(g, out, strlen(out));
}
