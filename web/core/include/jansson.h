/* jansson.h: as much of the JSON library Jansson as the command uses, for builds without it. The
 * names and meanings are those of Jansson 2.14. */
#ifndef RG_WEB_JANSSON_H
#define RG_WEB_JANSSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef long long json_int_t;
typedef enum {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

typedef struct json_t {
    json_type type;
    size_t references;
    size_t count, capacity; /* of an array or object */
    struct json_t **items;
    char **keys; /* of an object */
    char *text;
    json_int_t integer;
    double real;
} json_t;

typedef struct {
    int line, column, position;
    char source[80], text[160];
} json_error_t;

#define JSON_INDENT(n) ((size_t)(n)&0x1f)
#define JSON_REAL_PRECISION(n) (((size_t)(n)&0x1f) << 11)
#define JSON_ENCODE_ANY 0x200
#define JSON_DECODE_ANY 0x4
#define JSON_REJECT_DUPLICATES 0x1

#define json_typeof(json) ((json)->type)
#define json_is_object(json) ((json) && json_typeof(json) == JSON_OBJECT)
#define json_is_array(json) ((json) && json_typeof(json) == JSON_ARRAY)
#define json_is_string(json) ((json) && json_typeof(json) == JSON_STRING)
#define json_is_integer(json) ((json) && json_typeof(json) == JSON_INTEGER)
#define json_is_real(json) ((json) && json_typeof(json) == JSON_REAL)
#define json_is_number(json) (json_is_integer(json) || json_is_real(json))
#define json_is_true(json) ((json) && json_typeof(json) == JSON_TRUE)
#define json_is_boolean(json)                                                                      \
    ((json) && (json_typeof(json) == JSON_TRUE || json_typeof(json) == JSON_FALSE))
#define json_is_null(json) ((json) && json_typeof(json) == JSON_NULL)

json_t *json_object(void);
json_t *json_array(void);
json_t *json_string(const char *text);
json_t *json_integer(json_int_t value);
json_t *json_real(double value);
json_t *json_boolean(int value);
json_t *json_true(void);
json_t *json_null(void);
json_t *json_incref(json_t *json);
void json_decref(json_t *json);

size_t json_object_size(const json_t *object);
json_t *json_object_get(const json_t *object, const char *key);
int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_object_set(json_t *object, const char *key, json_t *value);
int json_object_update(json_t *object, json_t *other);
size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
int json_array_append_new(json_t *array, json_t *value);
const char *json_string_value(const json_t *json);
json_int_t json_integer_value(const json_t *json);
double json_real_value(const json_t *json);
double json_number_value(const json_t *json);

#define json_array_foreach(array, index, value)                                                    \
    for (index = 0;                                                                                \
         index < json_array_size(array) && ((value) = json_array_get(array, index)) != NULL;       \
         index++)
/* key is a variable of the caller; the position is found again by it. */
#define json_object_foreach(object, key, value)                                                    \
    for (size_t json_at = 0;                                                                       \
         json_at < json_object_size(object)                                                        \
         && ((key) = (object)->keys[json_at], (value) = (object)->items[json_at], true);           \
         json_at++)

json_t *json_pack(const char *format, ...);
json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *error);
json_t *json_load_file(const char *path, size_t flags, json_error_t *error);
int json_dumpf(const json_t *json, FILE *out, size_t flags);
char *json_dumps(const json_t *json, size_t flags);

#endif
