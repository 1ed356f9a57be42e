/* session.h: a run that stands still: the whole recipe of a gradient, or a call, as a line of
 * instructions on which the page goes to either side. Nothing is recorded: the machine goes back.
 *
 * Functions for the page (exported from the module) give JSON text, or a number. One session is
 * open at a time in an instance of the module. */
#ifndef RG_WEB_SESSION_H
#define RG_WEB_SESSION_H

#include "host-driver/cli/cli.h"
#include "host-driver/internal.h"
#include "isa/isa.h"

#include <jansson.h>

typedef struct {
    cli_options options;
    cli_session cli;
    rgd_device *device;
    rgd_job *job;
    double time;     /* instructions retired since the start of the recipe */
    double bits_out; /* copied out up to here */
    bool trapped, ended;
    uint64_t retired; /* the counter of the machine, which never runs down */
} web_session;

/* ---- state.c */
/* The word of the program that comes next; false where the firmware runs. */
bool web_offset(const web_session *session, size_t *offset);
json_t *web_state(const web_session *session);
/* The instructions of the program with their source positions. */
json_t *web_listing(const web_session *session);

/* ---- exchange.c */
/* The address of a word of memory that is in a register meanwhile, exchanged for another; -1: none
 * is, as far as the instructions around tell. */
int64_t web_exchanged(const web_session *session);

/* ---- variables.c */
/* A location of the machine that holds one variable, and what kind of number that is. */
typedef struct {
    enum { WEB_NOWHERE, WEB_REGISTER, WEB_FRAME } kind;
    int at; /* register, or distance from the stack pointer */
    rg_number number;
} web_home;
/* Of the variable with this index of the object's names + 1, in the routine; known only where no
 * other variable has the same location. */
web_home web_find_home(const rgd_device *device, const rg_routine *routine, unsigned name);
/* Whether words of the routine change the register, or the variable (name 0: none). */
bool web_is_changed(const rgd_device *device, const rg_routine *routine, unsigned name, int r);
/* Value and gradient, into the JSON object: "value", "gradient", "where". False: no memory. */
bool web_put_word(const web_session *session, json_t *into, web_home home);
/* Local variables of the routine; NULL when memory is short. */
json_t *web_variables(const web_session *session, const rg_routine *routine);

/* ---- arguments.c */
/* routine: where the machine stands, NULL in the firmware. */
json_t *web_arguments(const web_session *session, const rg_routine *routine);
/* A word as a number; its gradient for a seed of one. */
json_t *web_number(const web_session *session, rg_number number, int64_t word);
json_t *web_gradient(const web_session *session, rg_number number, int64_t word, int64_t gradient);

#endif
