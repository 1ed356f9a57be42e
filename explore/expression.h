/* expression.h: the expressions of a study: over the fields of a report, the axes and other
 * objectives. */
#ifndef RG_EXPLORE_EXPRESSION_H
#define RG_EXPLORE_EXPRESSION_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A number, an array of numbers (of any depth), or a whole object of the report. */
typedef struct {
    json_t *json; /* owned; NULL: it is the number */
    double number;
} ex_value;

/* What a name stands for. False when there is none; else the value is the caller's. */
typedef bool ex_lookup(void *context, const char *name, ex_value *value);

typedef struct {
    ex_lookup *lookup; /* NULL: only the syntax is checked; names and fields are not looked up */
    void *context;
    const char *folder; /* for file("name.json"), with a / at its end; "" */
} ex_scope;

/* Evaluate text. On failure false, with the reason in message and in *at the position in text, in
 * bytes from 0. The result must be freed with ex_value_free.
 *
 * + - * / % ^ (power, to the right), comparisons, && || ! (1 and 0), ( ), [a, b, ...], names,
 * name.field, name["field"], name[i] from 1; operators between arrays and numbers work element by
 * element; functions (ex_functions), and file("x.json"). With a NULL lookup every name counts as 1.
 */
bool ex_evaluate(const char *text, const ex_scope *scope, ex_value *value, char *message,
                 size_t size, size_t *at);
void ex_value_free(ex_value *value);
/* The text as a number that --set takes: integers without a point. */
void ex_format(double number, char *text, size_t size);

#endif
