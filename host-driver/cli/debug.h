/* debug.h: the state of `retrograd debug`, and its commands. */
#ifndef RG_DEBUG_H
#define RG_DEBUG_H

#include "host-driver/cli/debugger.h"

enum { DBG_SCRIPTS_DEEP = 8 };

typedef struct {
    const cli_options *options;
    cli_session cli;
    rg_session *session;
    rg_session_recipe recipe;
    char *output_name; /* backs recipe.output */
    dbg_stops stops;
    size_t frame;
    char *displays[16];
    size_t display_count;
    unsigned listed; /* the line that `list` goes on from; 0: around where it stands */
    unsigned depth;  /* of scripts within scripts */
    bool quit, failed;
    bool overflowed; /* it went to an overflow, at overflow_time */
    uint64_t overflow_time;
    FILE *out;    /* what the command says, as text */
    json_t *json; /* and as JSON */
    rg_fault fault;
} dbg;

typedef bool dbg_command(dbg *d, char *rest); /* false: d->fault says why not */

/* ---- debug_commands.c */
bool dbg_run_line(dbg *d, const char *line);
const char *dbg_command_name(size_t index); /* NULL behind the last */
bool dbg_refuse(dbg *d, const char *format, ...);

/* ---- debug_move.c */
dbg_command dbg_step, dbg_reverse_step, dbg_next, dbg_reverse_next, dbg_stepi, dbg_reverse_stepi,
    dbg_finish, dbg_reverse_finish, dbg_continue, dbg_reverse_continue, dbg_run, dbg_start,
    dbg_goto, dbg_until, dbg_to_trap, dbg_to_overflow, dbg_cause, dbg_last, dbg_next_change,
    dbg_why;
void dbg_say_trap(dbg *d);
/* Where it stands, with the source line. */
void dbg_say_spot(dbg *d, const rg_session_spot *spot);
/* [FILE:]LINE, a routine, or *ADDRESS. */
bool dbg_parse_place(dbg *d, char *text, dbg_stop *stop);

/* ---- debug_show.c */
dbg_command dbg_print, dbg_display, dbg_undisplay, dbg_info, dbg_backtrace, dbg_up, dbg_down,
    dbg_frame, dbg_list, dbg_disassemble, dbg_set, dbg_help;
void dbg_say_displays(dbg *d);

/* ---- debug_bits.c: the machine's words, with all of their bits */
dbg_command dbg_examine, dbg_print_bits;
bool dbg_registers(dbg *d);

/* ---- debug_breaks.c */
dbg_command dbg_break, dbg_tbreak, dbg_watch, dbg_rwatch, dbg_awatch, dbg_delete, dbg_enable,
    dbg_disable, dbg_condition, dbg_ignore;
void dbg_info_stops(dbg *d);

#endif
