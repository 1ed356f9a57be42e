/* gdb.h: a session served to gdb by its remote protocol. docs/development/gdb.md tells why it looks
 * to gdb as it does. */
#ifndef RG_GDB_H
#define RG_GDB_H

#include "host-driver/retrograd_session.h"

/* Serves one client on two file descriptors, which may be the same, until it goes. The machine then
 * faces forward in time. name: the client sees the program as a file of this name. gradients: the
 * session is that of a gradient. RG_OK, or RG_BAD_MACHINE where the session cannot be served. */
typedef struct {
    rg_device *device;
    rg_job *job;
    rg_session *session;
    const char *name;
    bool gradients;
    int in, out;
} rg_gdb_setting;
rg_result rg_gdb_serve(const rg_gdb_setting *setting, rg_fault *fault);

#endif
