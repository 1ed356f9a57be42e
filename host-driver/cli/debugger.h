/* debugger.h: what the debugger for people (cmd_debug.c) and the one for editors (cmd_dap.c) share.
 */
#ifndef RG_DEBUGGER_H
#define RG_DEBUGGER_H

#include "host-driver/cli/cli.h"
#include "host-driver/retrograd_session.h"

#include <jansson.h>

/* ---- debugger.c */
/* The recipe that the command line asks for; directions are set. name has room for what --grad
 * says. */
rg_result dbg_recipe(const cli_options *options, rg_job *job, char *name, rg_session_recipe *recipe,
                     rg_fault *fault);
/* A number as it is shown: the shortest text that reads as the same double. */
void dbg_number(double value, char *text, size_t size);
/* All bits in hexadecimal, the highest first; room for those of a gradient of Float. */
enum { DBG_BITS_ROOM = 2 + 16 * RG_SESSION_LIMBS + 1 };
void dbg_bits(const rg_session_limbs *bits, char text[DBG_BITS_ROOM]);
/* "Float", "Int". */
const char *dbg_type_name(const rg_session_value *value);
/* What is to be said of a change whose doubles are the same; else "". */
const char *dbg_hidden_change(double before, double after);
/* A string of JSON of any bytes. */
json_t *dbg_text(const char *text);
json_t *dbg_value_json(rg_session *session, size_t frame, const rg_session_value *value);
json_t *dbg_spot_json(const rg_session_spot *spot);
json_t *dbg_change_json(const rg_session_change *change);
/* "7", "{1, 2, 3, ...}", "nowhere: ..."; the gradient follows where there is one. */
void dbg_value_text(rg_session *session, size_t frame, const rg_session_value *value,
                    bool gradients, FILE *out);
/* A line of a source file, read again each time it is asked for; NULL where there is none. The
 * caller frees it. */
char *dbg_source_line(const char *file, unsigned line);

/* ---- debug_stops.c: breakpoints and watches by number */
typedef struct {
    unsigned number, hits, ignore;
    bool enabled, temporary;
    bool known; /* of a watch: its variable was found when it was last looked for */
    rg_stop_kind kind;
    unsigned line;
    uint32_t address;
    char *file, *name, *condition;
    char *log, *hit_condition; /* of editors */
} dbg_stop;
typedef struct {
    dbg_stop *list;
    size_t count;
    unsigned last;
} dbg_stops;
/* Those of a run. which[i] is the index in dbg_stops of stop i. */
typedef struct {
    rg_session_stop *list;
    size_t *which, count;
} dbg_run_stops;
/* Those that are enabled; `accept` is asked where one is reached, with the context. The caller
 * gives back what it gets. False: no memory. */
bool dbg_stops_for_run(const dbg_stops *stops,
                       bool (*accept)(void *context, size_t stop, const rg_session_spot *spot),
                       void *context, dbg_run_stops *out);
void dbg_run_stops_free(dbg_run_stops *stops);
/* The stop that the spot stands at; NULL: none. */
dbg_stop *dbg_stop_at(const dbg_stops *stops, const dbg_run_stops *run,
                      const rg_session_spot *spot);
/* Whether it watches the variable of its name. */
bool dbg_stop_watches(const dbg_stop *stop);
dbg_stop *dbg_stop_add(dbg_stops *stops, rg_stop_kind kind);
dbg_stop *dbg_stop_numbered(dbg_stops *stops, unsigned number);
void dbg_stop_delete(dbg_stops *stops, unsigned number);
void dbg_stops_free(dbg_stops *stops);

#endif
