/* cmd_dap.c: retrograd dap: a debug adapter for editors, on standard input and output. */
#include "host-driver/cli/dap.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void initialize(dap *d, const json_t *request, const json_t *arguments)
{
    static const char *const can[] = {"supportsConfigurationDoneRequest",
                                      "supportsFunctionBreakpoints",
                                      "supportsConditionalBreakpoints",
                                      "supportsHitConditionalBreakpoints",
                                      "supportsEvaluateForHovers",
                                      "supportsStepBack",
                                      "supportsSetVariable",
                                      "supportsSetExpression",
                                      "supportsRestartRequest",
                                      "supportsExceptionInfoRequest",
                                      "supportsDelayedStackTraceLoading",
                                      "supportsLoadedSourcesRequest",
                                      "supportsLogPoints",
                                      "supportsTerminateRequest",
                                      "supportsDataBreakpoints",
                                      "supportsReadMemoryRequest",
                                      "supportsDisassembleRequest",
                                      "supportsCancelRequest",
                                      "supportsBreakpointLocationsRequest",
                                      "supportsSteppingGranularity",
                                      "supportsInstructionBreakpoints",
                                      "supportsCompletionsRequest"};
    json_t *body = json_object();
    const json_t *lines = json_object_get(arguments, "linesStartAt1"),
                 *columns = json_object_get(arguments, "columnsStartAt1");
    d->line_base = !json_is_false(lines);
    d->column_base = !json_is_false(columns);
    for (size_t i = 0; i < sizeof can / sizeof can[0]; i++)
        json_object_set_new(body, can[i], json_true());
    json_object_set_new(
        body, "exceptionBreakpointFilters",
        json_pack("[{s:s, s:s, s:s, s:b}]", "filter", "overflow", "label",
                  "Gradients that do not fit", "description",
                  "Stops behind the instruction whose gradient does not fit (R0921)", "default",
                  1));
    dap_respond(d, request, body);
}

static void disconnect(dap *d, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    dap_respond(d, request, NULL);
    d->quit = d->halting = true;
}

static void terminate(dap *d, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    dap_respond(d, request, NULL);
    dap_event(d, "terminated", NULL);
    d->ended = d->halting = true;
}

/* When a request is heard. */
typedef enum { ALWAYS, LOADED, STANDING } hearing; /* LOADED: the machine may be running */

static const struct {
    const char *name;
    dap_request *run;
    hearing when;
} requests[] = {
    {"initialize", initialize, ALWAYS},
    {"launch", dap_launch, ALWAYS},
    {"disconnect", disconnect, ALWAYS},
    {"terminate", terminate, ALWAYS},
    {"cancel", dap_cancel, ALWAYS},
    {"threads", dap_threads, ALWAYS},
    {"configurationDone", dap_configuration_done, STANDING},
    {"setBreakpoints", dap_set_breakpoints, LOADED},
    {"setFunctionBreakpoints", dap_set_function_breakpoints, LOADED},
    {"setInstructionBreakpoints", dap_set_instruction_breakpoints, LOADED},
    {"setDataBreakpoints", dap_set_data_breakpoints, STANDING},
    {"setExceptionBreakpoints", dap_set_exception_breakpoints, LOADED},
    {"dataBreakpointInfo", dap_data_breakpoint_info, STANDING},
    {"breakpointLocations", dap_breakpoint_locations, LOADED},
    {"continue", dap_continue, STANDING},
    {"reverseContinue", dap_reverse_continue, STANDING},
    {"next", dap_next, STANDING},
    {"stepIn", dap_step_in, STANDING},
    {"stepOut", dap_step_out, STANDING},
    {"stepBack", dap_step_back, STANDING},
    {"restart", dap_restart, STANDING},
    {"pause", dap_pause, LOADED},
    {"stackTrace", dap_stack_trace, STANDING},
    {"scopes", dap_scopes, STANDING},
    {"variables", dap_variables, STANDING},
    {"evaluate", dap_evaluate, STANDING},
    {"setVariable", dap_set_variable, STANDING},
    {"setExpression", dap_set_expression, STANDING},
    {"disassemble", dap_disassemble, LOADED},
    {"readMemory", dap_read_memory, STANDING},
    {"exceptionInfo", dap_exception_info, STANDING},
    {"loadedSources", dap_loaded_sources, LOADED},
    {"source", dap_source, LOADED},
    {"completions", dap_completions, STANDING},
};

static void hear(dap *d, const json_t *request, size_t which)
{
    if (requests[which].when != ALWAYS && !d->session)
        dap_refuse(d, request, "no program has been launched");
    else if (requests[which].when == STANDING && d->running)
        dap_refuse(d, request, "notStopped");
    else
        requests[which].run(d, request, json_object_get(request, "arguments"));
}

void dap_handle(dap *d, const json_t *request)
{
    const char *type = json_string_value(json_object_get(request, "type")),
               *command = json_string_value(json_object_get(request, "command"));
    if (!type || strcmp(type, "request") != 0 || !command)
        return; /* responses, and what is no message of the protocol */
    if (!d->running)
        d->run_request = json_integer_value(json_object_get(request, "seq"));
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
        if (strcmp(requests[i].name, command) == 0) {
            hear(d, request, i);
            return;
        }
    dap_refuse(d, request, "this request is not known here");
}

int cmd_dap(const cli_options *options)
{
    dap d = {.line_base = 1, .column_base = 1};
    json_t *request;
    (void)options;
    signal(SIGPIPE, SIG_IGN);
    setvbuf(stdin, NULL, _IONBF, 0); /* so that what waits can be seen */
    while (!d.quit && (request = dap_read(&d))) {
        dap_handle(&d, request);
        json_decref(request);
    }
    dap_close(&d);
    return RG_OK;
}
