/* dap.h: the state of `retrograd dap`, and what its files share. */
#ifndef RG_DAP_H
#define RG_DAP_H

#include "host-driver/cli/debugger.h"

enum { DAP_FRAME = 1000, DAP_ARRAYS = 1 << 20, DAP_MOST_VARIABLES = 512 };

/* An array that the client may ask the elements of. */
typedef struct {
    size_t frame;
    char name[128];
} dap_array;

typedef struct {
    cli_options options;
    cli_session cli;
    rg_session *session;
    rg_session_recipe recipe;
    char **words; /* of the command line that the launch request stands for */
    size_t word_count;
    char *output_name;
    dbg_stops stops;
    dap_array *arrays;
    size_t array_count;
    int sequence;
    bool stop_on_entry, configured, quit;
    bool ended;                 /* the client has ended the program */
    bool running;               /* requests are read between slices */
    bool halting, pausing;      /* it is to stop; because the client asked for it */
    bool stops_changed;         /* while it ran */
    bool at_overflow;           /* it stands behind a gradient that did not fit */
    json_int_t run_request;     /* the last request that is not about another one */
    int line_base, column_base; /* what the client counts from */
} dap;

/* ---- dap_wire.c: messages */
/* The next message; NULL at the end of the input. What is no message is answered, or passed over.
 */
json_t *dap_read(dap *d);
void dap_send(dap *d, json_t *message);
void dap_event(dap *d, const char *event, json_t *body);
void dap_respond(dap *d, const json_t *request, json_t *body);
void dap_refuse(dap *d, const json_t *request, const char *message);
void dap_output(dap *d, const char *category, const char *text);
/* Whether a cancel, a pause or an end waits in the input. */
bool dap_waits(void);
/* Lines and columns as the client counts them, from those that count from 1. */
static inline int dap_line(const dap *d, unsigned line) { return (int)line - 1 + d->line_base; }
static inline int dap_column(const dap *d, unsigned column)
{
    return (int)column - 1 + d->column_base;
}
/* A number of the client, so small that sums of a few do not overflow. */
static inline json_int_t dap_bounded(json_int_t number)
{
    const json_int_t most = (json_int_t)1 << 48;
    return number < -most ? -most : number > most ? most : number;
}
/* And back; 0: it is none. */
static inline unsigned dap_line_from(const dap *d, json_int_t line)
{
    const json_int_t from_1 = dap_bounded(line) + 1 - d->line_base;
    return from_1 > 0 && from_1 < 100000000 ? (unsigned)from_1 : 0;
}

/* ---- cmd_dap.c */
void dap_handle(dap *d, const json_t *request);

typedef void dap_request(dap *d, const json_t *request, const json_t *arguments);

/* ---- dap_launch.c */
dap_request dap_launch, dap_restart;
void dap_close(dap *d);

/* ---- dap_run.c: requests that move */
dap_request dap_configuration_done, dap_continue, dap_reverse_continue, dap_next, dap_step_in,
    dap_step_out, dap_step_back, dap_pause, dap_cancel;
/* To the first line, or as far as the breakpoints let it go. */
void dap_begin(dap *d);
void dap_say_stopped(dap *d, const rg_session_spot *spot, const char *reason, unsigned stop);
void dap_look_at_input(void *context, uint64_t cycles);

/* ---- dap_stops.c */
dap_request dap_set_breakpoints, dap_set_function_breakpoints, dap_set_data_breakpoints,
    dap_data_breakpoint_info, dap_set_instruction_breakpoints, dap_breakpoint_locations,
    dap_set_exception_breakpoints;
/* Before a run: which data breakpoints can be watched from here on; reported to the client. */
void dap_follow_data(dap *d);
/* Whether the run ends at the stop: hits are counted, and log points only say their message. */
bool dap_stop_ends(dap *d, dbg_stop *stop);

/* ---- dap_show.c */
dap_request dap_threads, dap_stack_trace, dap_scopes, dap_variables, dap_evaluate, dap_set_variable,
    dap_set_expression, dap_disassemble, dap_read_memory, dap_exception_info, dap_source,
    dap_loaded_sources, dap_completions;

#endif
