/* errors.h: the catalogue of everything that can be said to a user, one code each.
 *
 * R01 lexing and parsing, R02 names and types, R03 variables and ancillas, R04 conditions and
 * control, R05 numbers, R06 routines, R07 assembler and objects, R08 traps, R09 host, driver and
 * files, R10 functional definitions.
 *
 * The entries of the .def files are RG_ERROR(code, title, explanation, example, corrected) and
 * RG_ERROR_NO_PROGRAM(code, title, explanation, instead). A first line "# retrograd ..." of an
 * example is the command that shows it; without one a source is built and assembly is run. */
#ifndef RG_ERRORS_H
#define RG_ERRORS_H

#include <stddef.h>

/* The number `schema_version` of every JSON object that is printed, messages too: it goes up when a
 * key goes away or changes its meaning. docs/reference/schemas describes each object. */
#define RG_SCHEMA_VERSION 1

typedef struct {
    const char *code;      /* "R0104" */
    const char *title;     /* one line, lower case, no full stop */
    const char *explain;   /* why it is wrong, what to do; several lines */
    const char *example;   /* a program that triggers it, or NULL where no small one does */
    const char *corrected; /* the example as it is right; NULL where there is none */
    const char *instead;   /* without an example: what to do when it is said; else NULL */
} rg_error_info;

/* What an error is about, where others go on by it (topics.def). */
typedef enum {
    RG_ABOUT_OTHER,
    RG_ABOUT_UNCLOSED,  /* a comment or a string without its end */
    RG_ABOUT_FILE,      /* a file that is not read */
    RG_ABOUT_STRUCTURE, /* names and structure, which no type takes away */
    RG_ABOUT_SHAPE,     /* several elements where one value is needed */
    RG_ABOUT_SIZE,      /* more words than the data memory holds */
    RG_ABOUT_SEED,      /* a gradient that fits with no seed */
    RG_ABOUT_STOP,      /* stopped from outside */
    RG_ABOUT_PLACE      /* what is nowhere at this point of a run */
} rg_error_topic;
/* RG_ABOUT_OTHER for an unknown code. */
rg_error_topic rg_error_about(const char *code);

/* NULL for an unknown code. */
const rg_error_info *rg_error_lookup(const char *code);
size_t rg_error_count(void);
const rg_error_info *rg_error_at(size_t index);

/* Of the names the one that was probably meant: it differs by a '!' at the end or by capitals, or
 * has a small edit distance. Names may be NULL; NULL when none is near. */
const char *rg_suggest(const char *name, const char *const *names, size_t count);

#endif
