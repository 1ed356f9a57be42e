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
    (void)arguments;
    for (size_t i = 0; i < sizeof can / sizeof can[0]; i++)
        json_object_set_new(body, can[i], json_true());
    dap_respond(d, request, body);
}

static void accept_request(dap *d, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    dap_respond(d, request, NULL);
}

static void pause_request(dap *d, const json_t *request, const json_t *arguments)
{
    rg_session_spot spot;
    rg_fault fault;
    (void)arguments;
    dap_respond(d, request, NULL);
    if (rg_session_where(d->session, &spot, &fault) == RG_OK)
        dap_say_stopped(d, &spot, "pause", 0);
}

static void set_exception_breakpoints(dap *d, const json_t *request, const json_t *arguments)
{
    (void)arguments; /* a trap always stops: nothing can go on behind it */
    dap_respond(d, request, json_pack("{s:[]}", "breakpoints"));
}

static void disconnect(dap *d, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    dap_respond(d, request, NULL);
    d->quit = true;
}

static void terminate(dap *d, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    dap_respond(d, request, NULL);
    dap_event(d, "terminated", NULL);
}

static const struct {
    const char *name;
    dap_request *run;
    bool early; /* needs no program */
} requests[] = {
    {"initialize", initialize, true},
    {"launch", dap_launch, true},
    {"disconnect", disconnect, true},
    {"terminate", terminate, true},
    {"cancel", accept_request, true},
    {"threads", dap_threads, true},
    {"configurationDone", dap_configuration_done, false},
    {"setBreakpoints", dap_set_breakpoints, false},
    {"setFunctionBreakpoints", dap_set_function_breakpoints, false},
    {"setInstructionBreakpoints", dap_set_instruction_breakpoints, false},
    {"setDataBreakpoints", dap_set_data_breakpoints, false},
    {"setExceptionBreakpoints", set_exception_breakpoints, false},
    {"dataBreakpointInfo", dap_data_breakpoint_info, false},
    {"breakpointLocations", dap_breakpoint_locations, false},
    {"continue", dap_continue, false},
    {"reverseContinue", dap_reverse_continue, false},
    {"next", dap_next, false},
    {"stepIn", dap_step_in, false},
    {"stepOut", dap_step_out, false},
    {"stepBack", dap_step_back, false},
    {"restart", dap_restart, false},
    {"pause", pause_request, false},
    {"stackTrace", dap_stack_trace, false},
    {"scopes", dap_scopes, false},
    {"variables", dap_variables, false},
    {"evaluate", dap_evaluate, false},
    {"setVariable", dap_set_variable, false},
    {"setExpression", dap_set_expression, false},
    {"disassemble", dap_disassemble, false},
    {"readMemory", dap_read_memory, false},
    {"exceptionInfo", dap_exception_info, false},
    {"loadedSources", dap_loaded_sources, false},
    {"source", dap_source, false},
    {"completions", dap_completions, false},
};

void dap_handle(dap *d, const json_t *request)
{
    const char *type = json_string_value(json_object_get(request, "type")),
               *command = json_string_value(json_object_get(request, "command"));
    if (!type || strcmp(type, "request") != 0 || !command)
        return; /* responses, and what is no message of the protocol */
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        if (strcmp(requests[i].name, command) != 0)
            continue;
        if (requests[i].early || d->session)
            requests[i].run(d, request, json_object_get(request, "arguments"));
        else
            dap_refuse(d, request, "no program has been launched");
        return;
    }
    dap_refuse(d, request, "this request is not known here");
}

int cmd_dap(const cli_options *options)
{
    dap d = {0};
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
