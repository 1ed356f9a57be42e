/* report_compound.c: compound arguments in reports: the numbers of the job put together again. */
#include "host-driver/cli/cli.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = 20 };

typedef struct {
    rg_parameter p;
    const char *rest, *levels; /* what is not yet resolved of its name */
    double *reals;
    int64_t *words;
} leaf;

static json_t *build(const leaf *leaves, size_t count, size_t at, bool inside, bool values,
                     bool people);

bool cli_was_copied(const rg_job *job, const rg_parameter *p, bool gradients)
{
    return p->rows * p->columns == 0
           || (gradients ? !p->active || rg_get_gradient(job, p->name, NULL, 0) > 0
                         : rg_get(job, p->name, NULL, 0) > 0);
}

const char *cli_saved_in(const cli_options *options, const char *name, bool gradients)
{
    const cli_setting *list = gradients ? options->save_gradients : options->saves;
    const size_t count = gradients ? options->save_gradient_count : options->save_count;
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return list[i].value;
    return NULL;
}

size_t cli_group_at(const rg_job *job, size_t index, char **name)
{
    rg_parameter p, next;
    size_t count = 1;
    if (!rg_parameter_at(job, index, &p))
        return 0;
    size_t length = *p.levels ? strcspn(p.name, ".") : strlen(p.name);
    *name = calloc(length + 1, 1);
    if (!*name)
        return 0;
    memcpy(*name, p.name, length);
    while (*p.levels && rg_parameter_at(job, index + count, &next) && *next.levels
           && strncmp(next.name, p.name, length + 1) == 0)
        count++;
    return count;
}

static json_t *number(const leaf *l, bool values, size_t i)
{
    rg_number kind = values ? l->p.number : RG_NUMBER_FIXED;
    if (!values && !l->p.active)
        return json_null();
    if (kind == RG_NUMBER_INT)
        return json_integer((json_int_t)l->words[i]);
    if (kind == RG_NUMBER_BOOL)
        return json_boolean(l->words[i] != 0);
    return isfinite(l->reals[i]) ? json_real(l->reals[i]) : json_null();
}

/* Arrays in arrays, the first index outermost, of what the caller makes of an element. */
typedef json_t *maker(const leaf *leaves, size_t count, size_t at, bool values, bool people);

static json_t *nested(const leaf *leaves, size_t count, unsigned depth, size_t at, size_t stride,
                      bool values, bool people, maker *make)
{
    const rg_parameter *p = &leaves[0].p;
    if (depth == p->rank)
        return make(leaves, count, at, values, people);
    json_t *array = json_array();
    for (size_t i = 0; array && i < p->extents[depth]; i++)
        if (json_array_append_new(array, nested(leaves, count, depth + 1, at + i * stride,
                                                stride * p->extents[depth], values, people, make))
            != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *number_of(const leaf *l, size_t count, size_t at, bool values, bool people)
{
    (void)count;
    (void)people;
    return number(l, values, at);
}

/* A number, or the array that it is when no index was given yet. */
static json_t *of_leaf(const leaf *l, size_t at, bool inside, bool values)
{
    if (!values && !l->p.active)
        return json_null();
    if (inside)
        return number(l, values, at);
    return nested(l, 1, 0, 0, 1, values, false, number_of);
}

static json_t *complex_text(json_t *object)
{
    char text[80];
    json_t *re = json_object_get(object, "re"), *im = json_object_get(object, "im");
    if (!json_is_number(re) || !json_is_number(im))
        return object;
    snprintf(text, sizeof text, "%.17g%+.17gim", json_number_value(re), json_number_value(im));
    json_decref(object);
    return json_string(text);
}

/* The parts of one element, in an object or an array. */
static json_t *of_parts(const leaf *leaves, size_t count, size_t at, bool inside, bool values,
                        bool people)
{
    char kind = leaves[0].levels[0], key[256];
    bool list = kind == 't' && !people;
    json_t *out = list ? json_array() : json_object();
    for (size_t i = 0, n; out && i < count; i += n) {
        size_t length = strcspn(leaves[i].rest, ".");
        leaf *inner = calloc(count, sizeof *inner);
        for (n = 0; i + n < count && strncmp(leaves[i + n].rest, leaves[i].rest, length) == 0
                    && strcspn(leaves[i + n].rest, ".") == length;
             n++)
            if (inner) {
                inner[n] = leaves[i + n];
                inner[n].rest += length + (leaves[i + n].rest[length] == '.');
                inner[n].levels += 2;
            }
        snprintf(key, sizeof key, "%.*s", (int)length, leaves[i].rest);
        json_t *part = inner ? build(inner, n, at, inside, values, people) : NULL;
        bool left_out = !values && !list && part && json_is_null(part);
        if (left_out ? (json_decref(part), false)
            : list   ? json_array_append_new(out, part) != 0
                     : json_object_set_new(out, key, part) != 0) {
            json_decref(out);
            out = NULL;
        }
        free(inner);
    }
    return out && people && kind == 'c' ? complex_text(out) : out;
}

static json_t *element_of(const leaf *leaves, size_t count, size_t at, bool values, bool people)
{
    return of_parts(leaves, count, at, true, values, people);
}

static json_t *build(const leaf *leaves, size_t count, size_t at, bool inside, bool values,
                     bool people)
{
    const leaf *l = &leaves[0];
    if (!*l->levels)
        return of_leaf(l, at, inside, values);
    unsigned rank = (unsigned)(l->levels[1] - '0');
    if (rank == 0 || inside)
        return of_parts(leaves, count, at, inside, values, people);
    return nested(leaves, count, 0, 0, 1, values, people, element_of);
}

static bool read_leaf(const rg_job *job, leaf *l, cli_what what)
{
    size_t count = l->p.rows * l->p.columns, room = count ? count : 1;
    l->reals = calloc(room, sizeof *l->reals);
    l->words = calloc(room, sizeof *l->words);
    if (!l->reals || !l->words)
        return false;
    if (what == CLI_GRADIENTS) {
        rg_get_gradient(job, l->p.name, l->reals, count);
    } else if (what == CLI_TANGENTS) {
        rg_get_tangent(job, l->p.name, l->reals, count);
    } else if (what == CLI_PRODUCTS) {
        rg_get_hessian_vector(job, l->p.name, l->reals, count);
    } else {
        rg_get(job, l->p.name, l->reals, count);
        rg_get_raw(job, l->p.name, l->words, count);
    }
    return true;
}

json_t *cli_group_json(const rg_job *job, size_t index, size_t count, cli_what what, bool people)
{
    leaf *leaves = calloc(count ? count : 1, sizeof *leaves);
    bool good = leaves != NULL;
    for (size_t i = 0; good && i < count; i++) {
        rg_parameter_at(job, index + i, &leaves[i].p);
        leaves[i].levels = leaves[i].p.levels;
        leaves[i].rest = strchr(leaves[i].p.name, '.');
        leaves[i].rest = leaves[i].rest ? leaves[i].rest + 1 : "";
        good = read_leaf(job, &leaves[i], what);
    }
    json_t *json = good ? build(leaves, count, 0, false, what == CLI_VALUES, people) : NULL;
    for (size_t i = 0; leaves && i < count; i++) {
        free(leaves[i].reals);
        free(leaves[i].words);
    }
    free(leaves);
    return json;
}

static void print_members(FILE *out, const json_t *object)
{
    const char *key;
    json_t *part;
    bool first = true;
    fputc('(', out);
    json_object_foreach((json_t *)(uintptr_t)object, key, part)
    {
        fputs(first ? "" : ", ", out);
        if (key[0] < '0' || key[0] > '9')
            fprintf(out, "%s = ", key);
        cli_group_print(out, part);
        first = false;
    }
    fputc(')', out);
}

void cli_group_print(FILE *out, const json_t *value)
{
    size_t count = json_array_size(value);
    switch (json_typeof(value)) {
    case JSON_STRING: fputs(json_string_value(value), out); break;
    case JSON_INTEGER: fprintf(out, "%lld", (long long)json_integer_value(value)); break;
    case JSON_REAL: fprintf(out, "%.17g", json_real_value(value)); break;
    case JSON_TRUE:
    case JSON_FALSE: fputs(json_is_true(value) ? "true" : "false", out); break;
    case JSON_NULL: fputs("none", out); break;
    case JSON_OBJECT: print_members(out, value); break;
    case JSON_ARRAY:
        fputc('[', out);
        for (size_t i = 0; i < count && i < MOST_SHOWN; i++) {
            fputs(i ? ", " : "", out);
            cli_group_print(out, json_array_get(value, i));
        }
        if (count > MOST_SHOWN)
            fprintf(out, ", ... (%zu)", count);
        fputc(']', out);
        break;
    }
}
