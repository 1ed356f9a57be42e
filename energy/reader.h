/* reader.h: strict reading of YAML mappings, for technology files and operation tables. */
#ifndef RG_ENERGY_READER_H
#define RG_ENERGY_READER_H

#include "energy/energy.h"

#include <yaml.h>

enum { RG_ENERGY_LARGEST_FILE = 1 << 20 };

typedef struct {
    const char *path;
    yaml_document_t document;
    rg_fault *fault;
} rg_reader;

/* Where text was read from; freed with rg_text_free. */
typedef struct {
    char path[512];
    char *text;
    size_t size;
} rg_text;
rg_result rg_text_read(const char *path, rg_text *text, rg_fault *fault);
/* NAME or FILE named in the file `beside` (NULL: on the command line): a built-in one, or a path
 * relative to that file. */
rg_result rg_text_find(const char *name, const char *beside, rg_text *text, rg_fault *fault);
void rg_text_free(rg_text *text);

rg_result rg_reader_open(rg_reader *reader, const char *path, const char *text, size_t size,
                         rg_fault *fault);
void rg_reader_close(rg_reader *reader);
/* R0923 at a position of the file. `which` may be "". */
rg_result rg_reader_fail(const rg_reader *reader, const yaml_mark_t *mark, const char *what,
                         const char *which);
rg_result rg_energy_fail(rg_fault *fault, const char *path, unsigned line, unsigned column,
                         const char *what, const char *which);
yaml_node_t *rg_reader_node(rg_reader *reader, int index);
/* The text of a scalar node, else NULL. */
const char *rg_reader_scalar(const yaml_node_t *node);

/* Every pair of a mapping: values[i] is the node of keys[i], NULL where it does not stand there.
 * Unknown and doubled keys fail. */
rg_result rg_reader_mapping(rg_reader *reader, const yaml_node_t *map, const char *what,
                            const char *const *keys, size_t count, yaml_node_t **values);
/* A scalar that must be there and be neither blank nor null. */
rg_result rg_reader_text(rg_reader *reader, const yaml_node_t *map, const yaml_node_t *node,
                         const char *key, const char **text);
/* A row of a table: all keys of a mapping as text. */
rg_result rg_reader_row(rg_reader *reader, const yaml_node_t *node, const char *const *keys,
                        size_t count, yaml_node_t **values, const char **texts);
/* Index of a word in a list, or a failure that names the nearest one. */
rg_result rg_reader_choose(rg_reader *reader, const yaml_node_t *node, const char *word,
                           const char *const *list, size_t count, unsigned *index);
rg_result rg_reader_number(rg_reader *reader, const yaml_node_t *node, const char *text,
                           bool zero_allowed, double *value);
/* The number in its SI unit; text is for the message when it leaves the range of a double. */
rg_result rg_reader_scaled(rg_reader *reader, const yaml_node_t *node, const char *text,
                           double factor, double *value);
/* 10^3k of a prefixed unit ("pJ" against "J"), 0 when it is another unit. */
double rg_unit_factor(const char *unit, const char *base);

/* Rows: the node is a sequence of them. Appends to the technology; checks that every width is
 * whole. */
rg_result rg_operations_read(rg_reader *reader, const yaml_node_t *node,
                             rgd_technology *technology);
/* The core that a table was measured on: its key `core`, "" where it has none. */
rg_result rg_reader_core(rg_reader *reader, const yaml_node_t *map, const yaml_node_t *node,
                         char core[RG_IDENTITY_TEXT]);
/* A table of activity (energy/activity.c), into the technology. */
rg_result rg_activity_file(const rg_text *text, rgd_technology *technology, rg_fault *fault);
/* Whether every cell of every width that occurs is there. */
rg_result rg_operations_whole(rg_reader *reader, const yaml_node_t *node,
                              const rgd_technology *technology);
/* An energy reference table of Accelergy: rows, and constants of memory, copies and erasures. */
rg_result rg_ert_file(const rg_text *text, rgd_technology *technology, rg_fault *fault);
/* A whole file of rows. */
rg_result rg_operations_file(const rg_text *text, rgd_technology *technology, rg_fault *fault);
/* A row of its own for one mode and direction (RG_DIRECTION_ANY: both) that rows cover together
 * with others: one copy before every row that covers it. False when memory is short. */
bool rg_operations_split(rgd_technology *technology, unsigned kind, unsigned mode,
                         unsigned direction);

#endif
