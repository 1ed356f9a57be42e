/* store.c: results of points in an SQLite file, by key. */
#include "explore/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/strict_yaml.h"

/* Another explorer may be writing to the same file. */
/* Format 2: the keys name all parameters of the hardware. Format 3: results know their run. */
enum { PATIENCE_MS = 60000, FORMAT = 3, APPLICATION = 0x52475831 }; /* "RGX1" */

struct ex_store {
    sqlite3 *db;
    sqlite3_stmt *get, *seconds, *put, *like;
    char *path;
};

static rg_result bad(ex_store *store, rg_fault *fault, const char *what)
{
    memset(fault, 0, sizeof *fault);
    fault->result = RG_BAD_MACHINE;
    snprintf(fault->code, sizeof fault->code, "R0941");
    snprintf(fault->message, sizeof fault->message, "the results in %s cannot be %s: %s",
             store->path, what,
             store->db ? sqlite3_errmsg(store->db) : "the host is out of memory");
    return fault->result;
}

/* Where the file cannot be, another one may. */
static rg_result not_opened(ex_store *store, rg_fault *fault)
{
    const int why = store->db ? sqlite3_errcode(store->db) & 0xff : SQLITE_OK;
    bad(store, fault, "opened");
    const size_t used = strlen(fault->message);
    if (why == SQLITE_CANTOPEN || why == SQLITE_READONLY || why == SQLITE_PERM)
        snprintf(fault->message + used, sizeof fault->message - used,
                 "; name a file that can be written with --store FILE");
    return fault->result;
}

static bool run(ex_store *store, const char *sql)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static bool pragma(ex_store *store, const char *sql, int *value)
{
    sqlite3_stmt *statement = NULL;
    bool good = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK
                && sqlite3_step(statement) == SQLITE_ROW;
    *value = good ? sqlite3_column_int(statement, 0) : 0;
    sqlite3_finalize(statement);
    return good;
}

/* A file of another program, or of another version of this one, is left alone. */
static rg_result check_format(ex_store *store, rg_fault *fault)
{
    int application, format, tables;
    if (!pragma(store, "PRAGMA application_id", &application)
        || !pragma(store, "PRAGMA user_version", &format)
        || !pragma(store, "SELECT count(*) FROM sqlite_master", &tables))
        return not_opened(store, fault);
    if (tables > 0 && (application != APPLICATION || format != FORMAT)) {
        bad(store, fault, "used");
        fault->result = RG_BAD_USE;
        snprintf(
            fault->message, sizeof fault->message,
            application != APPLICATION
                ? "%s is a database, but not one of results of studies; give another --store"
            : format < FORMAT
                ? "%s was written by an earlier version of the command, whose keys were others; "
                  "delete it, or give another --store"
                : "%s was written by a later version of the command; give another --store",
            store->path);
        return RG_BAD_USE;
    }
    return RG_OK;
}

static rg_result prepare(ex_store *store, rg_fault *fault)
{
    char pragmas[128];
    snprintf(pragmas, sizeof pragmas, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             (int)APPLICATION, (int)FORMAT);
    bool good =
        run(store, "BEGIN IMMEDIATE")
        && run(store,
               "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY NOT NULL, status INTEGER "
               "NOT NULL, report TEXT, "
               "message TEXT NOT NULL, command TEXT NOT NULL, seconds REAL NOT NULL, run TEXT NOT "
               "NULL) WITHOUT ROWID")
        && run(store, "CREATE INDEX IF NOT EXISTS runs ON results (run)") && run(store, pragmas)
        && run(store, "COMMIT");
    good = good
           && sqlite3_prepare_v2(
                  store->db, "SELECT status, seconds, report, message FROM results WHERE key = ?",
                  -1, &store->get, NULL)
                  == SQLITE_OK;
    good = good
           && sqlite3_prepare_v2(store->db, "SELECT seconds FROM results WHERE key = ?", -1,
                                 &store->seconds, NULL)
                  == SQLITE_OK;
    good = good
           && sqlite3_prepare_v2(store->db,
                                 "INSERT OR IGNORE INTO results (key, status, report, message, "
                                 "command, seconds, run) VALUES (?, ?, ?, ?, ?, ?, ?)",
                                 -1, &store->put, NULL)
                  == SQLITE_OK;
    good = good
           && sqlite3_prepare_v2(store->db,
                                 "SELECT status, seconds, report, message FROM results WHERE run "
                                 "= ? AND status = 0 LIMIT 1",
                                 -1, &store->like, NULL)
                  == SQLITE_OK;
    return good ? RG_OK : not_opened(store, fault);
}

rg_result ex_store_open(const char *path, ex_store **out, rg_fault *fault)
{
    ex_store *store = calloc(1, sizeof *store);
    *out = NULL;
    if (!store || !(store->path = strdup(path))) {
        free(store);
        return ex_no_memory(fault);
    }
    rg_result result =
        sqlite3_open_v2(path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL)
                == SQLITE_OK
            ? RG_OK
            : not_opened(store, fault);
    if (result == RG_OK) {
        sqlite3_busy_timeout(store->db, PATIENCE_MS);
        result = check_format(store, fault);
    }
    if (result == RG_OK)
        result = prepare(store, fault);
    if (result == RG_OK)
        *out = store;
    else
        ex_store_close(store);
    return result;
}

void ex_store_close(ex_store *store)
{
    if (!store)
        return;
    sqlite3_finalize(store->get);
    sqlite3_finalize(store->seconds);
    sqlite3_finalize(store->put);
    sqlite3_finalize(store->like);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

static bool find(sqlite3_stmt *statement, const char *key, int *step)
{
    *step = sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC) == SQLITE_OK
                ? sqlite3_step(statement)
                : SQLITE_ERROR;
    return *step == SQLITE_ROW;
}

rg_result ex_store_seconds(ex_store *store, const char *key, double *seconds, bool *found,
                           rg_fault *fault)
{
    int step;
    *found = find(store->seconds, key, &step);
    *seconds = *found ? sqlite3_column_double(store->seconds, 0) : 0;
    rg_result result = step == SQLITE_ROW || step == SQLITE_DONE ? RG_OK
                                                                 : bad(store, fault, "read");
    sqlite3_reset(store->seconds);
    return result;
}

static rg_result take(ex_store *store, sqlite3_stmt *statement, const char *key, ex_result *out,
                      bool *found, rg_fault *fault)
{
    int step;
    *out = (ex_result){0};
    *found = find(statement, key, &step);
    rg_result result = step == SQLITE_ROW || step == SQLITE_DONE ? RG_OK
                                                                 : bad(store, fault, "read");
    if (*found) {
        const char *report = (const char *)sqlite3_column_text(statement, 2),
                   *message = (const char *)sqlite3_column_text(statement, 3);
        out->status = sqlite3_column_int(statement, 0);
        out->seconds = sqlite3_column_double(statement, 1);
        out->report = report ? json_loads(report, 0, NULL) : NULL;
        out->message = strdup(message ? message : "");
        if (!out->message || (report && !out->report))
            result = out->message ? bad(store, fault, "read: a report is no JSON")
                                  : ex_no_memory(fault);
    }
    sqlite3_reset(statement);
    return result;
}

rg_result ex_store_get(ex_store *store, const char *key, ex_result *out, bool *found,
                       rg_fault *fault)
{
    return take(store, store->get, key, out, found, fault);
}

rg_result ex_store_of_run(ex_store *store, const char *run, ex_result *out, bool *found,
                          rg_fault *fault)
{
    return take(store, store->like, run, out, found, fault);
}

rg_result ex_store_put(ex_store *store, const char *key, const char *of, int status, double seconds,
                       const char *report, const char *message, const char *command,
                       rg_fault *fault)
{
    sqlite3_stmt *s = store->put;
    bool good =
        sqlite3_bind_text(s, 1, key, -1, SQLITE_STATIC) == SQLITE_OK
        && sqlite3_bind_int(s, 2, status) == SQLITE_OK
        && (report ? sqlite3_bind_text(s, 3, report, -1, SQLITE_STATIC) : sqlite3_bind_null(s, 3))
               == SQLITE_OK
        && sqlite3_bind_text(s, 4, message, -1, SQLITE_STATIC) == SQLITE_OK
        && sqlite3_bind_text(s, 5, command, -1, SQLITE_STATIC) == SQLITE_OK
        && sqlite3_bind_double(s, 6, seconds) == SQLITE_OK
        && sqlite3_bind_text(s, 7, of, -1, SQLITE_STATIC) == SQLITE_OK
        && sqlite3_step(s) == SQLITE_DONE; /* a statement of its own is a transaction */
    rg_result result = good ? RG_OK : bad(store, fault, "written");
    sqlite3_reset(s);
    return result;
}

rg_result ex_store_begin(ex_store *store, rg_fault *fault)
{
    return run(store, "BEGIN IMMEDIATE") ? RG_OK : bad(store, fault, "written");
}

rg_result ex_store_end(ex_store *store, rg_fault *fault)
{
    return run(store, "COMMIT") ? RG_OK : bad(store, fault, "written");
}

void ex_result_free(ex_result *result)
{
    json_decref(result->report);
    free(result->message);
    *result = (ex_result){0};
}
