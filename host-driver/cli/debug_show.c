/* debug_show.c: commands that show what is there, or change it. */
#include "host-driver/cli/debug.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VARIABLES = 512, MOST_FRAMES = 64, LISTED = 10 };

/* ---- values ---- */

static bool is_alone(const rg_session_value *v) { return v->name[0] != '\0'; }

bool dbg_print(dbg *d, char *rest)
{
    rg_session_value value;
    if (strncmp(rest, "/x ", 3) == 0)
        return dbg_print_bits(d, rest + 3);
    if (!rest[0] || rest[0] == '/')
        return dbg_refuse(d, "print wants a variable or an expression; print/x shows bits");
    if (rg_session_evaluate(d->session, d->frame, rest, &value, &d->fault) != RG_OK)
        return false;
    fprintf(d->out, "%s = ", rest);
    dbg_value_text(d->session, d->frame, &value, is_alone(&value), d->out);
    fprintf(d->out, "\n");
    json_object_set_new(d->json, "value", dbg_value_json(d->session, d->frame, &value));
    return true;
}

static void list_variables(dbg *d)
{
    rg_session_value *list = calloc(MOST_VARIABLES, sizeof *list);
    json_t *values = json_array();
    size_t count = list ? rg_session_variables(d->session, d->frame, list, MOST_VARIABLES) : 0;
    count = count < MOST_VARIABLES ? count : MOST_VARIABLES;
    for (size_t i = 0; i < count; i++) {
        fprintf(d->out, "%s = ", list[i].name);
        dbg_value_text(d->session, d->frame, &list[i], true, d->out);
        fprintf(d->out, "\n");
        json_array_append_new(values, dbg_value_json(d->session, d->frame, &list[i]));
    }
    if (count == 0)
        fprintf(d->out, "no variables here\n");
    json_object_set_new(d->json, "variables", values);
    free(list);
}

void dbg_say_displays(dbg *d)
{
    rg_session_value value;
    rg_fault why;
    for (size_t i = 0; i < d->display_count; i++) {
        fprintf(d->out, "%zu: %s = ", i + 1, d->displays[i]);
        if (rg_session_evaluate(d->session, 0, d->displays[i], &value, &why) == RG_OK)
            dbg_value_text(d->session, 0, &value, is_alone(&value), d->out);
        else
            fprintf(d->out, "(%s)", why.message);
        fprintf(d->out, "\n");
    }
}

bool dbg_display(dbg *d, char *rest)
{
    if (rest[0] && d->display_count == sizeof d->displays / sizeof d->displays[0])
        return dbg_refuse(d, "that are too many displays");
    if (rest[0] && (d->displays[d->display_count] = strdup(rest)))
        d->display_count++;
    dbg_say_displays(d);
    return true;
}

bool dbg_undisplay(dbg *d, char *rest)
{
    const size_t number = strtoul(rest, NULL, 10);
    for (size_t i = 0; i < d->display_count; i++)
        if (!rest[0] || i + 1 == number)
            free(d->displays[i]);
    if (!rest[0]) {
        d->display_count = 0;
    } else if (number >= 1 && number <= d->display_count) {
        memmove(&d->displays[number - 1], &d->displays[number],
                (d->display_count - number) * sizeof d->displays[0]);
        d->display_count--;
    }
    return true;
}

/* NAME = VALUE, with or without "var" before it. */
bool dbg_set(dbg *d, char *rest)
{
    rg_session_value value;
    if (strncmp(rest, "var ", 4) == 0)
        rest += 4;
    char *equals = strchr(rest, '=');
    if (!equals || equals == rest)
        return dbg_refuse(d, "set wants NAME = VALUE");
    *equals = '\0';
    for (char *end = equals; end > rest && end[-1] == ' ';)
        *--end = '\0';
    if (rg_session_evaluate(d->session, d->frame, equals + 1, &value, &d->fault) != RG_OK
        || rg_session_set(d->session, d->frame, rest, value.value, &d->fault) != RG_OK)
        return false;
    fprintf(d->out, "from here on the past is not that of the start; what was there is erased, "
                    "and billed\n");
    return !cli_has_float(d->cli.device) || dbg_print(d, rest); /* what it was rounded to */
}

/* ---- frames ---- */

static json_t *frame_json(const rg_session_frame *f)
{
    return json_pack("{s:s, s:s, s:i, s:i}", "routine", f->routine, "file", f->file, "line",
                     (int)f->line, "address", (int)f->address);
}

static void say_frame(dbg *d, size_t i, const rg_session_frame *f)
{
    fprintf(d->out, "%s#%zu  %s at %s:%u\n", i == d->frame ? "*" : " ", i, f->routine,
            f->file[0] ? f->file : "?", f->line);
}

bool dbg_backtrace(dbg *d, char *rest)
{
    rg_session_frame frames[MOST_FRAMES];
    json_t *list = json_array();
    (void)rest;
    const size_t all = rg_session_frames(d->session, frames, MOST_FRAMES);
    for (size_t i = 0; i < all && i < MOST_FRAMES; i++) {
        say_frame(d, i, &frames[i]);
        json_array_append_new(list, frame_json(&frames[i]));
    }
    if (all > MOST_FRAMES)
        fprintf(d->out, " ... %zu more\n", all - MOST_FRAMES);
    if (all == 0)
        fprintf(d->out, "in the job dispatcher\n");
    json_object_set_new(d->json, "frames", list);
    return true;
}

static bool choose(dbg *d, size_t frame)
{
    rg_session_frame frames[MOST_FRAMES];
    const size_t all = rg_session_frames(d->session, frames, MOST_FRAMES);
    if (frame >= all || frame >= MOST_FRAMES)
        return dbg_refuse(d, "there is no such frame");
    d->frame = frame;
    say_frame(d, frame, &frames[frame]);
    char *text = dbg_source_line(frames[frame].file, frames[frame].line);
    fprintf(d->out, "%u\t%s\n", frames[frame].line, text ? text : "");
    free(text);
    json_object_set_new(d->json, "frame", frame_json(&frames[frame]));
    return true;
}

bool dbg_up(dbg *d, char *rest)
{
    const size_t by = rest[0] ? strtoul(rest, NULL, 10) : 1;
    return choose(d, d->frame + by);
}

bool dbg_down(dbg *d, char *rest)
{
    const size_t by = rest[0] ? strtoul(rest, NULL, 10) : 1;
    return d->frame >= by ? choose(d, d->frame - by) : dbg_refuse(d, "this is the innermost frame");
}

bool dbg_frame(dbg *d, char *rest)
{
    return choose(d, rest[0] ? strtoul(rest, NULL, 10) : d->frame);
}

/* ---- text ---- */

bool dbg_list(dbg *d, char *rest)
{
    rg_session_frame frames[MOST_FRAMES];
    rg_session_spot spot;
    rg_session_word word;
    const size_t all = rg_session_frames(d->session, frames, MOST_FRAMES);
    if (rg_session_where(d->session, &spot, &d->fault) != RG_OK)
        return false;
    const char *file = all > d->frame && d->frame < MOST_FRAMES ? frames[d->frame].file : spot.file;
    unsigned here = all > d->frame && d->frame < MOST_FRAMES ? frames[d->frame].line : spot.line;
    for (size_t i = 0; !file[0] && rg_session_disassemble(d->session, i, &word); i++) {
        file = word.file; /* before the program: its first lines */
        here = word.line;
    }
    unsigned first = d->listed ? d->listed : here > LISTED / 2 ? here - LISTED / 2 : 1;
    if (rest[0])
        first = (unsigned)strtoul(rest, NULL, 10) > LISTED / 2
                    ? (unsigned)strtoul(rest, NULL, 10) - LISTED / 2
                    : 1;
    for (unsigned line = first; line < first + LISTED; line++) {
        char *text = dbg_source_line(file, line);
        if (!text)
            break;
        fprintf(d->out, "%s%u\t%s\n", line == here ? ">" : " ", line, text);
        free(text);
    }
    d->listed = first + LISTED;
    return true;
}

bool dbg_disassemble(dbg *d, char *rest)
{
    rg_session_spot spot;
    rg_session_word word;
    json_t *list = json_array();
    if (rg_session_where(d->session, &spot, &d->fault) != RG_OK)
        return false;
    const char *routine = rest[0] ? rest : spot.routine;
    for (size_t i = 0; rg_session_disassemble(d->session, i, &word); i++) {
        if (strcmp(word.routine, routine) != 0)
            continue;
        fprintf(d->out, "%s%u\t%-36s ; %s:%u\n", word.address == spot.address ? ">" : " ",
                (unsigned)word.address, word.text, word.file, word.line);
        json_array_append_new(list, json_pack("{s:i, s:s, s:i}", "address", (int)word.address,
                                              "text", word.text, "line", (int)word.line));
    }
    if (json_array_size(list) == 0)
        fprintf(d->out, "there is no routine %s\n", routine);
    json_object_set_new(d->json, "words", list);
    return true;
}

/* ---- info ---- */

static bool info_cost(dbg *d)
{
    rg_session_bits bits;
    if (rg_session_cost(d->session, &bits, &d->fault) != RG_OK)
        return false;
    fprintf(d->out,
            "bits copied out up to here: %llu\n"
            "bits kept of dropped gradients: %llu\n"
            "bits erased, by the host too: %llu\n",
            (unsigned long long)bits.copied_out, (unsigned long long)bits.kept,
            (unsigned long long)bits.erased);
    json_object_set_new(d->json, "bits",
                        json_pack("{s:I, s:I, s:I}", "copied_out", (json_int_t)bits.copied_out,
                                  "kept", (json_int_t)bits.kept, "erased",
                                  (json_int_t)bits.erased));
    return true;
}

static bool info_line(dbg *d)
{
    rg_session_spot spot;
    if (rg_session_where(d->session, &spot, &d->fault) != RG_OK)
        return false;
    dbg_say_spot(d, &spot);
    return true;
}

bool dbg_info(dbg *d, char *rest)
{
    if (strncmp(rest, "b", 1) == 0 || strncmp(rest, "w", 1) == 0) {
        dbg_info_stops(d);
        return true;
    }
    if (strncmp(rest, "lo", 2) == 0 || strncmp(rest, "a", 1) == 0 || strncmp(rest, "v", 1) == 0) {
        list_variables(d);
        return true;
    }
    if (strncmp(rest, "s", 1) == 0)
        return dbg_backtrace(d, rest);
    if (strncmp(rest, "fr", 2) == 0)
        return choose(d, d->frame);
    if (strncmp(rest, "li", 2) == 0 || strncmp(rest, "t", 1) == 0)
        return info_line(d);
    if (strncmp(rest, "c", 1) == 0)
        return info_cost(d);
    if (strncmp(rest, "r", 1) == 0)
        return dbg_registers(d);
    return dbg_refuse(
        d, "info: breakpoints, locals, args, registers, stack, frame, line, time or costs");
}

bool dbg_help(dbg *d, char *rest)
{
    (void)rest;
    fprintf(
        d->out,
        "run, start, continue (c), reverse-continue (rc), until PLACE, goto TIME|start|end\n"
        "step (s), reverse-step (rs), next (n), reverse-next (rn), finish, reverse-finish: N\n"
        "stepi (si), reverse-stepi (rsi): N instructions\n"
        "break (b), tbreak PLACE [if EXPRESSION]; PLACE: LINE, FILE:LINE, ROUTINE, *ADDRESS\n"
        "watch x, watch x[3], watch grad(x) [if EXPRESSION]\n"
        "rwatch x, awatch x        where x is read; where it is read or updated\n"
        "delete, enable, disable [N]; condition N EXPRESSION; ignore N TIMES\n"
        "print (p) EXPRESSION; print/x NAME: all bits; set NAME = VALUE; x/N ADDRESS: memory\n"
        "display EXPRESSION; undisplay [N]; backtrace (bt), up, down, frame N\n"
        "info breakpoints|locals|registers|stack|line|costs\n"
        "list (l) [LINE]; disassemble [ROUTINE]\n"
        "last x, next-change x: who changed x last, who changes it next; goes there\n"
        "trap: go to the trap; why: its story; overflow: to the first gradient that does not fit\n"
        "source FILE, help, quit (q)\n");
    return true;
}
