/* hidden.h: what variables that the compiler makes are called where their name tells, in a trap,
 * what they are for. No source can write these names. */
#ifndef RG_HIDDEN_H
#define RG_HIDDEN_H

#include <string.h>

#define RG_POPPED_NAME                                                                             \
    "COPYPOP!(" /* and what it copies: the element on its way between a stack and its copy */
#define RG_IF_NAME "condition of if" /* the condition, while what depends on it runs */
#define RG_WHILE_NAME "condition of while"
#define RG_ITERATIONS_NAME                                                                         \
    "iterations of while" /* of a function with a value, which has room for so many                \
                           */
#define RG_INFINITE_NAME "Inf as a number" /* what comes where a number must be finite */
#define RG_VALUE_NAME                                                                              \
    "(..)" /* behind the name of a routine: its value, where an expression calls it */
#define RG_PART_NAME                                                                               \
    "(part)" /* of a large expression, or of the new value of a compound variable */

#define RG_BANK_NAME "the bank's high word" /* of a bank of multiply-divide that is one Int */
#define RG_IN_PLACE_NAME "(in place)"       /* and the variable that is changed by itself */

/* How many iterations such a while may have. */
#define RG_MOST_ITERATIONS 1000

/* The stack that nobody declares, and how many words it has room for. A routine that leaves words
 * on it has it as its first parameter; the host gives a length and the words. */
#define RG_GLOBAL_STACK_NAME "GLOBAL_STACK"
#define RG_GLOBAL_STACK_ROOM 256

typedef enum {
    RG_HIDDEN_NONE,
    RG_HIDDEN_POPPED,
    RG_HIDDEN_IF,
    RG_HIDDEN_WHILE,
    RG_HIDDEN_ITERATIONS,
    RG_HIDDEN_INFINITE,
    RG_HIDDEN_VALUE,
    RG_HIDDEN_PART,
    RG_HIDDEN_BANK,
    RG_HIDDEN_IN_PLACE
} rg_hidden;

static inline rg_hidden rg_hidden_of(const char *name)
{
    static const struct {
        const char *begin;
        rg_hidden is;
    } known[] = {
        {RG_POPPED_NAME, RG_HIDDEN_POPPED},         {RG_IF_NAME, RG_HIDDEN_IF},
        {RG_WHILE_NAME, RG_HIDDEN_WHILE},           {RG_PART_NAME, RG_HIDDEN_PART},
        {RG_ITERATIONS_NAME, RG_HIDDEN_ITERATIONS}, {RG_BANK_NAME, RG_HIDDEN_BANK},
        {RG_IN_PLACE_NAME, RG_HIDDEN_IN_PLACE},     {RG_INFINITE_NAME, RG_HIDDEN_INFINITE},
    };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strncmp(name, known[i].begin, strlen(known[i].begin)) == 0)
            return known[i].is;
    return strstr(name, RG_VALUE_NAME) ? RG_HIDDEN_VALUE : RG_HIDDEN_NONE;
}

#endif
