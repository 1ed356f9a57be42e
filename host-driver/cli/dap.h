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
    json_t *source; /* the program's path, as the client gave it */
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

/* ---- cmd_dap.c */
void dap_handle(dap *d, const json_t *request);

/* ---- dap_run.c: requests that start and move */
typedef void dap_request(dap *d, const json_t *request, const json_t *arguments);
dap_request dap_launch, dap_configuration_done, dap_continue, dap_reverse_continue, dap_next,
    dap_step_in, dap_step_out, dap_step_back, dap_restart;
void dap_say_stopped(dap *d, const rg_session_spot *spot, const char *reason, unsigned stop);
void dap_close(dap *d);

/* ---- dap_stops.c */
dap_request dap_set_breakpoints, dap_set_function_breakpoints, dap_set_data_breakpoints,
    dap_data_breakpoint_info, dap_set_instruction_breakpoints, dap_breakpoint_locations;
/* Whether the run ends at the stop: hits are counted, and log points only say their message. */
bool dap_stop_ends(dap *d, dbg_stop *stop);

/* ---- dap_show.c */
dap_request dap_threads, dap_stack_trace, dap_scopes, dap_variables, dap_evaluate, dap_set_variable,
    dap_set_expression, dap_disassemble, dap_read_memory, dap_exception_info, dap_source,
    dap_loaded_sources, dap_completions;

#endif
