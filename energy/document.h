/* document.h: one YAML document, guarded: what could hang, hide or garble is refused before
 * anything is read from it. */
#ifndef RG_ENERGY_DOCUMENT_H
#define RG_ENERGY_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

/* Parse text. Refused: brackets nested deeply and very many anchors (the parser takes the square of
 * their number), control characters in a value, tags, a second document. True: *document is the
 * caller's, for yaml_document_delete. False: nothing is held; *mark says where, *reason why (a
 * constant text). */
bool rg_document_load(const char *text, size_t size, yaml_document_t *document, yaml_mark_t *mark,
                      const char **reason);

#endif
