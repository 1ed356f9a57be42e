/* generators.h: generators and comprehensions. */
#ifndef FR_GENERATORS_H
#define FR_GENERATORS_H

#include "compiler/syntax/lambda.h"
#include "compiler/syntax/parser.h"

/* parse_loops.c: behind `e`, at `for`: the loops, as map(i -> e, r). fold: the function whose
 * argument it is, "" for none. NULL after a report. */
fr_expr *fr_parse_generator(fr_parser *p, fr_expr *element, const char *fold);
/* Before a generator in this call: false after a report, where what is called is a variable. */
bool fr_check_fold(fr_parser *p, const fr_expr *call);
/* name in over if condition; the condition may be NULL. parts: what stands for other names, of
 * (i, x) in enumerate(v) and (a, b) in zip(v, w). */
enum { FR_LOOP_PARTS = 8 };
typedef struct {
    fr_expr *name, *over, *condition;
    fr_replacement parts[FR_LOOP_PARTS];
    size_t part_count;
    fr_span end; /* of what is written last */
} fr_loop;
/* pattern -> body */
fr_expr *fr_make_lambda(fr_arena *arena, fr_expr *pattern, fr_expr *body);
/* map(i -> e, r) of the loop. */
fr_expr *fr_map_over(fr_arena *arena, const fr_loop *l, fr_expr *e);
/* fn_generators.c: the same in an @fn, where the fold may be done already. NULL after a report. */
fr_expr *fr_fn_generator(fr_diags *d, const fr_loop *l, fr_expr *e, const char *fold);
/* The call, or its argument if that is folded already. */
fr_expr *fr_without_done_fold(fr_expr *call);
/* counted.c: what any, all and count add up of an element, *fold then "sum"; other folds: the
 * element. And their calls as such sums; other calls: the call. */
fr_expr *fr_counted_element(fr_arena *arena, fr_expr *element, const char **fold);
fr_expr *fr_without_count(fr_arena *arena, fr_expr *call);
/* [e for i in r] where the array holds a generator, else the array. */
fr_expr *fr_comprehension(fr_expr *array);
/* The array whose indices the range counts: 1:length(v), eachindex(v); NULL for others. */
const fr_expr *fr_indexed_array(const fr_expr *range);
/* Whether e is map(i -> e, r). */
bool fr_is_generator(const fr_expr *e);
/* Whether e calls sum, prod, maximum, minimum, any, all or count. */
bool fr_is_fold(const fr_expr *e);
bool fr_names_fold(const char *name);

#endif
