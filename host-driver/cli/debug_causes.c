/* debug_causes.c: commands that look for traps, overflows and changes, and tell what led to them.
 */
#include "host-driver/cli/debug.h"

#include <string.h>

bool dbg_to_trap(dbg *d, char *rest)
{
    rg_session_spot spot;
    (void)rest;
    if (rg_session_run(d->session, false, NULL, 0, &spot, &d->fault) != RG_OK)
        return false;
    if (spot.why == RG_SESSION_AT_END)
        fprintf(d->out, "nothing traps\n");
    dbg_say_spot(d, &spot);
    return true;
}

/* A gradient of Float that does not fit traps; what is counted are those that keep few bits. */
static const char *misfit(const dbg *d)
{
    return cli_has_float(d->cli.device)
               ? "what comes next adds to a gradient of which fewer than 30 bits are kept\n"
               : "what comes next makes a gradient that does not fit\n";
}

/* To the instruction whose gradient does not fit: the machine stands before it. */
bool dbg_to_overflow(dbg *d, char *rest)
{
    const rg_session_stop stop = {.kind = RG_STOP_OVERFLOW};
    rg_session_spot spot;
    (void)rest;
    if (rg_session_run(d->session, false, &stop, 1, &spot, &d->fault) != RG_OK)
        return false;
    if (spot.why == RG_SESSION_CHANGED) {
        if (rg_session_go(d->session, -1, &spot, &d->fault) != RG_OK)
            return false;
        d->overflowed = true;
        d->overflow_time = spot.time;
        fputs(misfit(d), d->out);
    } else {
        fputs(spot.why != RG_SESSION_AT_END  ? "no gradient overflows before this\n"
              : cli_has_float(d->cli.device) ? "every gradient fits and keeps 30 bits or more\n"
                                             : "every gradient fits\n",
              d->out);
    }
    json_object_set_new(d->json, "overflow", json_boolean(spot.why == RG_SESSION_STEPPED));
    dbg_say_spot(d, &spot);
    return true;
}

static bool change(dbg *d, const char *text, bool back)
{
    rg_session_change c;
    rg_session_spot spot;
    char before[64], after[64];
    if (!text[0])
        return dbg_refuse(d, "name a variable, an element, or grad(...) of one");
    if (rg_session_find_change(d->session, d->frame, text, back, &c, &d->fault) != RG_OK
        || rg_session_where(d->session, &spot, &d->fault) != RG_OK)
        return false;
    json_object_set_new(d->json, "change", dbg_change_json(&c));
    dbg_number(c.before, before, sizeof before);
    dbg_number(c.after, after, sizeof after);
    if (!c.found && spot.why == RG_SESSION_STOPPED)
        fprintf(d->out, "the search for %s was stopped: ask again, and it goes on from here\n",
                text);
    else if (!c.found)
        fprintf(d->out, "%s does not change %s\n", text, back ? "before" : "after");
    else if (c.file[0])
        fprintf(d->out, "%s: from %s to %s at time %llu, by %s:%u in %s%s%s\n", text, before, after,
                (unsigned long long)c.time, c.file, c.line, c.routine,
                c.allocation ? ", which allocates or frees it" : "",
                dbg_hidden_change(c.before, c.after));
    else
        fprintf(d->out, "%s: from %s to %s at time %llu, by the job dispatcher%s\n", text, before,
                after, (unsigned long long)c.time, dbg_hidden_change(c.before, c.after));
    dbg_say_spot(d, &spot);
    return true;
}

bool dbg_last(dbg *d, char *rest) { return change(d, rest, true); }
bool dbg_next_change(dbg *d, char *rest) { return change(d, rest, false); }

/* The gradients that the next instruction changes. */
static bool say_overflow(dbg *d)
{
    enum { MOST = 64 };
    rg_session_value before[MOST], after[MOST];
    rg_session_spot spot;
    const size_t count = rg_session_variables(d->session, 0, before, MOST);
    if (rg_session_go(d->session, 1, &spot, &d->fault) != RG_OK)
        return false;
    const size_t then = rg_session_variables(d->session, 0, after, MOST);
    if (rg_session_go(d->session, -1, &spot, &d->fault) != RG_OK)
        return false;
    json_t *list = json_array();
    for (size_t i = 0; i < count && i < then && i < MOST; i++) {
        char was[64], is[64];
        if (strcmp(before[i].name, after[i].name) != 0 || !before[i].known || !after[i].known
            || memcmp(&before[i].gradient_bits, &after[i].gradient_bits,
                      sizeof before[i].gradient_bits)
                   == 0)
            continue;
        dbg_number(before[i].gradient, was, sizeof was);
        dbg_number(after[i].gradient, is, sizeof is);
        fprintf(d->out, "grad(%s) is %s, and what is added %s: it would become %s\n",
                before[i].name, was,
                cli_has_float(d->cli.device) ? "keeps fewer than 30 bits" : "does not fit", is);
        json_array_append_new(list, json_string(before[i].name));
    }
    json_object_set_new(d->json, "gradients", list);
    dbg_say_spot(d, &spot);
    return true;
}

/* To a trap, or to a gradient that does not fit, and what led to it. */
bool dbg_cause(dbg *d, char *rest)
{
    rg_session_spot spot;
    if (d->recipe.output) {
        if (!dbg_to_overflow(d, rest))
            return false;
        if (rg_session_trap(d->session, &d->fault) == NULL && d->overflowed)
            return say_overflow(d);
    } else if (!dbg_to_trap(d, rest)) {
        return false;
    }
    return rg_session_where(d->session, &spot, &d->fault) == RG_OK
           && (spot.why != RG_SESSION_TRAPPED || dbg_why(d, rest));
}

/* The story of the trap, and who changed the variable concerned. */
bool dbg_why(dbg *d, char *rest)
{
    rg_fault trap;
    const rg_trap_report *report = rg_session_trap(d->session, &trap);
    rg_session_spot here;
    (void)rest;
    if (!report && d->overflowed && rg_session_where(d->session, &here, &d->fault) == RG_OK
        && here.time == d->overflow_time)
        return say_overflow(d);
    if (!report)
        return dbg_refuse(d, "the machine does not stand at a trap: `trap` goes to one");
    dbg_say_trap(d);
    if (!report->variable[0])
        return true;
    rg_session_change c;
    rg_session_spot spot;
    if (rg_session_find_change(d->session, 0, report->variable, true, &c, &d->fault) != RG_OK) {
        fprintf(d->out, "who changed %s is not known: %s\n", report->variable, d->fault.message);
        return true;
    }
    if (c.found) {
        char before[64], after[64];
        dbg_number(c.before, before, sizeof before);
        dbg_number(c.after, after, sizeof after);
        fprintf(d->out, "%s was changed last at time %llu, from %s to %s, by %s:%u in %s\n",
                report->variable, (unsigned long long)c.time, before, after, c.file, c.line,
                c.routine);
        json_object_set_new(d->json, "change", dbg_change_json(&c));
    } else {
        fprintf(d->out, "%s has what it started with\n", report->variable);
    }
    if (rg_session_where(d->session, &spot, &d->fault) != RG_OK)
        return false;
    dbg_say_spot(d, &spot);
    return true;
}
