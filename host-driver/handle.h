/* handle.h: the handles that users of the library hold.
 *
 * A handle is a number in the clothes of a pointer: kind, slot of a table, and generation of that
 * slot. Whatever a user hands in is looked up, never followed. So NULL, a pointer to something else
 * and a handle of another kind are found out, and so is a handle that was closed, even when its
 * slot has a new owner. No memory that was freed is read. The table is the one thing that the
 * library shares between devices (docs/development/decisions.md says why); looking up and
 * rg_handle_stop take no lock. */
#ifndef RG_HOST_HANDLE_H
#define RG_HOST_HANDLE_H

#include <stdbool.h>

typedef enum { RG_HANDLE_DEVICE = 1, RG_HANDLE_JOB, RG_HANDLE_TECHNOLOGY } rg_handle_kind;

typedef enum {
    RG_HANDLE_LIVE,
    RG_HANDLE_NULL,
    RG_HANDLE_UNKNOWN,       /* no handle of this kind was ever this one */
    RG_HANDLE_CLOSED,        /* by its owner */
    RG_HANDLE_DEVICE_CLOSED, /* a job: with its device */
    RG_HANDLE_UNLOADED       /* a job: another program was loaded */
} rg_handle_state;

/* A handle for the object; NULL when memory is short. */
void *rg_handle_open(rg_handle_kind kind, void *object);
/* The object behind a live handle of this kind, else NULL. */
void *rg_handle_object(rg_handle_kind kind, const void *handle, rg_handle_state *state);
/* From now on the handle is not live; how: the reason that later uses get. */
void rg_handle_close(rg_handle_kind kind, const void *handle, rg_handle_state how);

/* A request to stop, kept beside the handle: safe in a signal handler and in another thread, even
 * while the device is being closed. */
bool rg_handle_stop(const void *handle);
bool rg_handle_stop_wanted(const void *handle);
void rg_handle_stop_done(const void *handle);

#endif
