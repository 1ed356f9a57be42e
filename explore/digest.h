/* digest.h: SHA-256 of files and texts. */
#ifndef RG_EXPLORE_DIGEST_H
#define RG_EXPLORE_DIGEST_H

#include <jansson.h>
#include <sha2.h>
#include <stdbool.h>
#include <stddef.h>

enum { EX_DIGEST = 65 }; /* hexadecimal, with its end */

typedef struct {
    SHA2_CTX state;
} ex_digest;

void ex_digest_begin(ex_digest *digest);
/* The label, the size and the bytes, so that no two lists of parts run into each other. */
void ex_digest_add(ex_digest *digest, const char *label, const void *data, size_t size);
void ex_digest_text(ex_digest *digest, const char *label, const char *text);
void ex_digest_end(ex_digest *digest, char hex[EX_DIGEST]);

/* The digests of files read so far: an object from path to digest. NULL when the file cannot be
 * read or memory is short (errno says which); else a string of the cache. */
const char *ex_digest_file(json_t *cache, const char *path);
/* The digest of the text of a program with all that it includes and uses; of an object file or
 * assembly: of the file. */
const char *ex_digest_program(json_t *cache, const char *path);
/* The digest of a technology file with the files that it names as base and as table of operations.
 */
const char *ex_digest_technology(json_t *cache, const char *path);

/* Whether every file that was digested into this cache is still as it was then, by time of change,
 * size and place on the disk. */
bool ex_digest_unchanged(const json_t *cache);

#endif
