/* json_internal.h: what the files of the JSON subset share. */
#ifndef RG_WEB_JSON_INTERNAL_H
#define RG_WEB_JSON_INTERNAL_H

#include <jansson.h>

/* A string of size bytes, which may hold anything but is read up to its first zero byte. */
json_t *rg_json_text(const char *text, size_t size);

#endif
