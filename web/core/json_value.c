/* json_value.c: JSON values in memory. */
#include "json_internal.h"

#include <stdlib.h>
#include <string.h>

static json_t *make(json_type type)
{
    json_t *json = calloc(1, sizeof *json);
    if (json) {
        json->type = type;
        json->references = 1;
    }
    return json;
}

json_t *json_object(void) { return make(JSON_OBJECT); }
json_t *json_array(void) { return make(JSON_ARRAY); }
json_t *json_boolean(int value) { return make(value ? JSON_TRUE : JSON_FALSE); }
json_t *json_true(void) { return make(JSON_TRUE); }
json_t *json_null(void) { return make(JSON_NULL); }

json_t *rg_json_text(const char *text, size_t size)
{
    json_t *json = make(JSON_STRING);
    char *copy = json ? malloc(size + 1) : NULL;
    if (!copy) {
        free(json);
        return NULL;
    }
    memcpy(copy, text, size);
    copy[size] = '\0';
    json->text = copy;
    return json;
}

json_t *json_string(const char *text) { return text ? rg_json_text(text, strlen(text)) : NULL; }

json_t *json_integer(json_int_t value)
{
    json_t *json = make(JSON_INTEGER);
    if (json)
        json->integer = value;
    return json;
}

json_t *json_real(double value)
{
    json_t *json = value - value == 0 ? make(JSON_REAL) : NULL; /* JSON has no infinities */
    if (json)
        json->real = value;
    return json;
}

json_t *json_incref(json_t *json)
{
    if (json)
        json->references++;
    return json;
}

void json_decref(json_t *json)
{
    if (!json || --json->references > 0)
        return;
    for (size_t i = 0; i < json->count; i++) {
        json_decref(json->items[i]);
        if (json->keys)
            free(json->keys[i]);
    }
    free(json->items);
    free(json->keys);
    free(json->text);
    free(json);
}

/* Room for one item more; false when memory is short. */
static bool grow(json_t *json)
{
    if (json->count < json->capacity)
        return true;
    const size_t capacity = json->capacity ? 2 * json->capacity : 8;
    json_t **items = realloc(json->items, capacity * sizeof *items);
    if (!items)
        return false;
    json->items = items;
    if (json->type == JSON_OBJECT) {
        char **keys = realloc(json->keys, capacity * sizeof *keys);
        if (!keys)
            return false;
        json->keys = keys;
    }
    json->capacity = capacity;
    return true;
}

static size_t find(const json_t *object, const char *key)
{
    size_t i = 0;
    while (i < object->count && strcmp(object->keys[i], key) != 0)
        i++;
    return i;
}

size_t json_object_size(const json_t *object) { return json_is_object(object) ? object->count : 0; }

json_t *json_object_get(const json_t *object, const char *key)
{
    const size_t at = json_is_object(object) ? find(object, key) : 0;
    return json_is_object(object) && at < object->count ? object->items[at] : NULL;
}

static int refuse(json_t *value)
{
    json_decref(value);
    return -1;
}

int json_object_set_new(json_t *object, const char *key, json_t *value)
{
    if (!json_is_object(object) || !value)
        return refuse(value);
    const size_t at = find(object, key);
    if (at < object->count) {
        json_decref(object->items[at]);
        object->items[at] = value;
        return 0;
    }
    char *copy = malloc(strlen(key) + 1);
    if (!copy || !grow(object)) {
        free(copy);
        return refuse(value);
    }
    object->keys[object->count] = strcpy(copy, key);
    object->items[object->count++] = value;
    return 0;
}

int json_object_set(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, json_incref(value));
}

int json_object_update(json_t *object, json_t *other)
{
    int status = json_is_object(object) && json_is_object(other) ? 0 : -1;
    for (size_t i = 0; status == 0 && i < other->count; i++)
        status = json_object_set(object, other->keys[i], other->items[i]);
    return status;
}

size_t json_array_size(const json_t *array) { return json_is_array(array) ? array->count : 0; }

json_t *json_array_get(const json_t *array, size_t index)
{
    return index < json_array_size(array) ? array->items[index] : NULL;
}

int json_array_append_new(json_t *array, json_t *value)
{
    if (!json_is_array(array) || !value || !grow(array))
        return refuse(value);
    array->items[array->count++] = value;
    return 0;
}

const char *json_string_value(const json_t *json)
{
    return json_is_string(json) ? json->text : NULL;
}

json_int_t json_integer_value(const json_t *json)
{
    return json_is_integer(json) ? json->integer : 0;
}

double json_real_value(const json_t *json) { return json_is_real(json) ? json->real : 0; }

double json_number_value(const json_t *json)
{
    return json_is_integer(json) ? (double)json->integer : json_real_value(json);
}
