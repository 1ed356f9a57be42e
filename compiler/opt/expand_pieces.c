/* expand_pieces.c: is the loop of one statement a stream, and may it follow those before it? */
#include "compiler/opt/expansion.h"

bool expand_is_stream(expansion *x, const ir_stmt *s)
{
    opt_stream stream;
    ir_stmt *loop = expand_loop_around(x, expand_on_elements(x, s));

    return loop && opt_nest_of(loop, &stream) && !opt_stream_is_wide(&stream);
}

/* The stream in one iteration of the outer loop. */
static opt_stream in_row(const expansion *x, const opt_stream *stream)
{
    opt_stream s = *stream;

    if (!s.around[0])
        s.loop[1] = NULL;
    for (size_t i = 0; i < OPT_AROUND; i++)
        s.around[i] = i + 1 < OPT_AROUND ? stream->around[i + 1] : NULL;
    opt_set_outermost(&s, x->row);
    return s;
}

/* May all iterations of b follow all iterations of a? */
static bool independent(const expansion *x, const opt_stream *a, const opt_stream *b)
{
    const opt_order order = x->up ? OPT_IN_ORDER : OPT_ANY_ORDER;

    if (!opt_independent(a, b, x->loop, order))
        return false;
    if (!x->row)
        return true;
    const opt_stream row_a = in_row(x, a), row_b = in_row(x, b);
    return opt_independent(&row_a, &row_b, x->row, order);
}

/* In a loop that goes outside, iterations of x->loop are taken in another order, so that none may
 * depend on another. The loops are what they were: s stands in both. */
static bool independent_inside(expansion *x, const ir_stmt *s, opt_stream *stream)
{
    ir_stmt alone = *s;

    alone.next = NULL;
    ir_stmt *both = opt_loop_around(x->m, x->inside, &alone),
            *loops = both ? expand_loop_around(x, expand_on_elements(x, both)) : NULL;
    if (!loops || !opt_loops_of(loops, stream))
        return false;
    opt_set_outermost(stream, x->loop);
    return opt_independent(stream, stream, x->loop, OPT_ANY_ORDER);
}

/* Of a stream that comes next. */
static bool independent_of_all(expansion *x, const opt_stream *stream)
{
    for (size_t i = x->up ? 1 : 0; i <= x->piece_count;
         i++) /* chunks go upwards: with the iterations of a loop that goes down the other way round
               */
        if (!independent(x, i == 0 ? stream : &x->pieces[i - 1], stream))
            return false;
    for (size_t i = x->inside ? x->first_inside : x->piece_count; i < x->piece_count; i++)
        if (!opt_independent(&x->pieces[i], stream, x->loop, OPT_ANY_ORDER)
            || !opt_independent(stream, &x->pieces[i], x->loop, OPT_ANY_ORDER))
            return false;
    return true;
}

/* The loop of one statement. NULL: it is no stream, or not apart from another one. */
ir_stmt *expand_piece(expansion *x, const ir_stmt *s)
{
    ir_stmt *loop = expand_loop_around(x, expand_on_elements(x, s));

    if (!loop || !x->trial)
        return loop;
    opt_stream *stream = &x->pieces[x->piece_count];
    if (x->piece_count == MOST_PIECES)
        return NULL;
    if (!opt_nest_of(loop, stream)) {
        if (s->kind != IR_FOR || x->inside || !opt_loops_of(loop, stream))
            return NULL;
        x->deep = true;
    }
    if (opt_stream_is_wide(stream))
        return NULL;
    x->around = x->around || stream->around[0];
    x->inner = x->inner || (stream->loop[1] && !x->row) || stream->around[0];
    opt_set_outermost(stream, x->loop);
    if (x->inside && !independent_inside(x, s, stream))
        return NULL;
    stream->positive = x->strides.list;
    if (!independent_of_all(x, stream))
        return NULL;
    x->piece_count++;
    return loop;
}
