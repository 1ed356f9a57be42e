/* array.c: arrays of a routine, on its stack above the frame: the extents of three and more
 * dimensions, columns, rows (the header), then the elements. */
#include "cg.h"

#include "compiler/opt/opt_internal.h"

enum {
    AT_ONCE = 8,
    TEMPS_AT_ONCE = 3
}; /* elements in one iteration of a loop: a power of two; what that loop takes */

/* Is handling arrays much of what the routine does? Not where it calls others, or where most of its
 * loops are no streams. */
static bool is_mostly_arrays(const cg *g)
{
    size_t streams = 0;

    for (size_t i = 0; i < g->loop_count; i++)
        streams += g->loops[i].streamed || g->loops[i].swallowed;
    return 2 * streams >= g->loop_count && !g->has_calls;
}

/* The array is made anew by the iterations of two loops: mostly a few elements, for one result. */
static bool is_deep(const cg *g, const ir_stmt *s)
{
    unsigned around = 0;

    for (size_t i = 0; i < g->loop_count && around < 2; i++)
        around += opt_holds_stmt(g->loops[i].stmt->body, s);
    return around == 2;
}

/* A constant number of elements that takes no loop; else 0. */
static unsigned few_elements(const cg *g, const ir_stmt *s)
{
    int64_t rows, columns = 1;
    const bool known = cg_on(g, OPT_LOOPS) && !s->inner[0] && cg_constant(s->first, &rows)
                       && (!s->last || cg_constant(s->last, &columns)) && rows > 0 && columns > 0
                       && rows <= AT_ONCE && columns <= AT_ONCE && rows * columns <= AT_ONCE;
    return known ? (unsigned)(rows * columns) : 0;
}

/* Elements from sp on. sp goes behind them. */
static void check_few(cg *g, unsigned elements)
{
    for (unsigned i = 0; i < elements; i++)
        cg_mem(g, RG_OP_ALLOCM, 0, 0, (cg_address){CG_SP, cg_imm((int32_t)i)});
    cg_op(g, RG_OP_MOV, RG_MODE_ADD, CG_SP, 0, cg_imm((int32_t)elements));
}

/* So many elements from sp on, and one register for a count of iterations. */
static void check_loop(cg *g, uint8_t rounds, unsigned elements, ir_loc loc)
{
    const uint8_t counter = cg_temp(g, loc);
    const size_t top = cg_emit(g, (rg_instruction){.op = RG_OP_FORTOP, .d = counter, .a = rounds});

    if (elements > 1)
        check_few(g, elements);
    else
        cg_mem(g, RG_OP_ALLOCM, 0, 0, (cg_address){CG_SP, cg_reg(counter)});
    cg_link(g, top, cg_emit(g, (rg_instruction){.op = RG_OP_FOREND, .d = counter, .a = rounds}));
    cg_free_temp(g, counter);
}

/* Every element, from sp on, is zero before and after; in gradient mode its gradient is dropped on
 * the side where it ends. sp goes behind them. */
static void check_elements(cg *g, uint8_t count, const ir_stmt *s)
{
    const ir_loc loc = s->loc;
    const bool at_once = (is_mostly_arrays(g) || !is_deep(g, s)) && cg_on(g, OPT_LOOPS)
                         && cg_temps_left(g) >= TEMPS_AT_ONCE;
    const unsigned few = few_elements(g, s);
    if (few > 0) {
        check_few(g, few);
        return;
    }
    const size_t begin = cg_here(g);
    const uint8_t rest = at_once ? cg_temp(g, loc) : count, rounds = at_once ? cg_temp(g, loc) : 0;

    if (at_once) {
        cg_op(g, RG_OP_SHR, RG_MODE_SET, rounds, count, cg_imm(3));
        cg_op(g, RG_OP_AND, RG_MODE_SET, rest, count, cg_imm(AT_ONCE - 1));
    }
    const size_t end = cg_here(g);
    if (at_once)
        check_loop(g, rounds, AT_ONCE, loc);
    check_loop(g, rest, 1, loc);
    cg_op(g, RG_OP_MOV, RG_MODE_ADD, CG_SP, 0, cg_reg(rest));
    cg_mirror(g, begin, end);
    if (at_once) {
        cg_free_temp(g, rounds);
        cg_free_temp(g, rest);
    }
}

/* A size in a register, not negative. */
static uint8_t size_of(cg *g, const ir_expr *e, const ir_stmt *s)
{
    rg_line line = g->line;
    uint8_t r = cg_eval(g, e);

    if (cg_on(g, OPT_RANGES) && cg_at_least(g, opt_linear_of(e), 0))
        return r;
    cg_at(g, s->loc, RG_ROLE_EXTENT, s->var);
    cg_op(g, RG_OP_ASSERT, (enum rg_mode)RG_COND_GE, r, 0, cg_imm(0));
    g->line = line;
    return r;
}

/* Does that word exist? It is above all that is in use, so it is zero and t stays zero. */
static void probe(cg *g, uint8_t t, cg_operand behind_sp)
{
    cg_mem(g, RG_OP_LD, RG_MODE_ADD, t, (cg_address){CG_SP, behind_sp});
}

/* Sizes that could be larger than the memory: the product of such might wrap, and elements that
 * nobody looks at would lie nowhere, or in other arrays. */
static bool is_bold(const cg *g, const ir_stmt *s, const ir_expr *columns)
{
    bool modest = cg_is_modest(g, s->first) && (s->inner[0] || cg_is_modest(g, columns));

    for (size_t i = 0; i + 1 < RG_MOST_RANK && s->inner[i]; i++)
        modest = modest && s->inner[i]->kind == IR_CONST && cg_is_modest(g, s->inner[i]);
    return !s->filled && !modest;
}

/* The extents of all dimensions but the first, of an array of three or more. */
static void store_inner(cg *g, const ir_stmt *s, uint8_t header)
{
    for (unsigned i = 0; i + 1 < RG_MOST_RANK && s->inner[i]; i++) {
        const cg_mark mark = cg_get_mark(g);
        const uint8_t n = size_of(g, s->inner[i], s);
        const size_t end = cg_here(g);
        cg_at(g, s->loc, RG_ROLE_EXTENT, s->var);
        cg_mem(g, RG_OP_ST, RG_MODE_ADD, n, (cg_address){header, cg_extent_at(RG_EXTENT(i + 2))});
        cg_mirror(g, mark.index, end);
        cg_release(g, mark);
    }
}

/* That word exists for each of these extents, and for the product of the first two of three: that
 * of two fits in a word, that of three may not. Before anything is stored above sp. */
static void probe_inner(cg *g, const ir_stmt *s, uint8_t t)
{
    for (unsigned i = 0; i + 1 < RG_MOST_RANK && s->inner[i]; i++) {
        const cg_mark mark = cg_get_mark(g);
        const uint8_t n = cg_eval(g, s->inner[i]);
        const uint8_t product = i == 1 && s->inner[2] ? cg_temp(g, s->loc) : 0;
        if (product)
            cg_op(g, RG_OP_MUL, RG_MODE_SET, product, n, cg_reg(cg_eval(g, s->inner[0])));
        const size_t end = cg_here(g);
        cg_at(g, s->loc, RG_ROLE_EXTENT, s->var);
        probe(g, t, cg_reg(n));
        if (product)
            probe(g, t, cg_reg(product));
        cg_mirror(g, mark.index, end);
        cg_release(g, mark);
    }
}

static void allocate(cg *g, const ir_stmt *s, const ir_expr *columns)
{
    cg_mark mark = cg_get_mark(g);
    rg_line line = g->line;

    g->reserve = 5 + cg_need(g, columns);
    uint8_t rows = size_of(g, s->first, s);
    g->reserve = 5;
    int64_t one;
    const bool vector = cg_on(g, OPT_CONSTANTS) && cg_constant(columns, &one) && one == 1;
    uint8_t width = vector ? 0 : size_of(g, columns, s), count = rows;
    g->reserve = 0;
    if (!vector) {
        count = cg_temp(g, s->loc);
        cg_op(g, RG_OP_MUL, RG_MODE_SET, count, rows, cg_reg(width));
    }
    size_t end = cg_here(g);

    g->line = line;
    cg_target header = cg_target_home(g, s->var->id);
    cg_open(g, &header, s->loc);
    cg_at(g, s->loc, RG_ROLE_EXTENT, s->var);
    const bool bold = is_bold(g, s, columns);
    const uint8_t t = bold ? cg_temp(g, s->loc) : 0;
    if (bold && !vector) {
        probe(g, t, cg_reg(rows));
        probe(g, t, cg_reg(width));
        probe_inner(g, s, t);
    }
    const int32_t words = (int32_t)rg_header_words(s->var->rank);
    cg_op(g, RG_OP_ADD, RG_MODE_SET, header.reg, CG_SP, cg_imm(words - 1));
    if (!vector) /* of a vector nobody asks for the columns: that word stays zero */
        cg_mem(g, RG_OP_ST, RG_MODE_ADD, width, (cg_address){header.reg, cg_imm(-1)});
    cg_mem(g, RG_OP_ST, RG_MODE_ADD, rows, (cg_address){header.reg, cg_imm(0)});
    store_inner(g, s, header.reg);
    if (!bold)
        g->line = line;
    if (s->unchecked
        && (!rg_type_has_gradient(s->var->base) || is_mostly_arrays(g)
            || !is_deep(g, s))) { /* two ends of numbers are alike or not worth while */
        cg_op(g, RG_OP_ADD, RG_MODE_ADD, CG_SP, count, cg_imm(words));
        if (bold) {
            probe(g, t, cg_imm(0));
            cg_free_temp(g, t);
        }
        g->line = line;
    } else {
        if (bold)
            cg_free_temp(g, t);
        g->line = line;
        cg_op(g, RG_OP_MOV, RG_MODE_ADD, CG_SP, 0, cg_imm(words));
        check_elements(g, count, s);
    }
    cg_close(g, &header);
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

/* ---- stacks: M[header] is the number of elements, M[header - 1] minus the room for them; of a
 * vector it is not negative ---- */

static void allocate_stack(cg *g, const ir_stmt *s)
{
    cg_mark mark = cg_get_mark(g);
    rg_line line = g->line;

    g->reserve = 4;
    uint8_t room = size_of(g, s->first, s);
    g->reserve = 0;
    size_t end = cg_here(g);
    g->line = line;
    cg_target header = cg_target_home(g, s->var->id);
    cg_open(g, &header, s->loc);
    cg_at(g, s->loc, RG_ROLE_EXTENT, s->var);
    cg_op(g, RG_OP_ADD, RG_MODE_SET, header.reg, CG_SP, cg_imm(1));
    cg_mem(g, RG_OP_ALLOCM, 0, 0, (cg_address){header.reg, cg_imm(-1)});
    cg_mem(g, RG_OP_ST, RG_MODE_SUB, room, (cg_address){header.reg, cg_imm(-1)});
    cg_at(g, s->loc, RG_ROLE_LEFT, s->var);
    cg_mem(g, RG_OP_ALLOCM, 0, 0, (cg_address){header.reg, cg_imm(0)});
    cg_at(g, s->loc, RG_ROLE_EXTENT, s->var);
    cg_op(g, RG_OP_MOV, RG_MODE_ADD, CG_SP, 0, cg_reg(room));
    cg_op(g, RG_OP_MOV, RG_MODE_ADD, CG_SP, 0, cg_imm(2));
    if (!cg_is_modest(g, s->first)) {
        const uint8_t t = cg_temp(g, s->loc);
        probe(g, t, cg_imm(0));
        cg_free_temp(g, t);
    }
    g->line = line;
    cg_close(g, &header);
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

/* The address of the stack in a register until the caller releases it. */
static uint8_t header_of(cg *g, const ir_stmt *s)
{
    ir_expr *e = ir_expr_var(g->scratch, s->loc, s->var);

    if (!e) {
        cg_fail(g, s->loc, "R0712", "out of memory");
        return 1;
    }
    e->type = RG_TYPE_INT;
    return cg_eval(g, e);
}

static void check_room(cg *g, const ir_stmt *s, uint8_t header, uint8_t length)
{
    uint8_t room = cg_temp(g, s->loc);

    cg_mem(g, RG_OP_LD, RG_MODE_SET, room, (cg_address){header, cg_imm(-1)});
    cg_op(g, RG_OP_MOV, RG_MODE_ADD, room, 0, cg_reg(length));
    cg_at(g, s->loc, RG_ROLE_FULL, s->var);
    cg_op(g, RG_OP_ASSERT, (enum rg_mode)RG_COND_LT, room, 0, cg_imm(0));
    cg_at(g, s->loc, RG_ROLE_PLAIN, s->var);
    cg_op(g, RG_OP_MOV, RG_MODE_SUB, room, 0, cg_reg(length));
    cg_mem(g, RG_OP_LD, RG_MODE_UNSET, room, (cg_address){header, cg_imm(-1)});
    cg_free_temp(g, room);
}

/* The target is swapped with the word behind the last element, which is zero and has, as a
 * constant, no gradient. */
static void exchange_end(cg *g, const ir_stmt *s, cg_target *place, cg_address word)
{
    cg_at(g, s->loc, RG_ROLE_MOVED, s->place.var);
    cg_mem(g, RG_OP_ALLOCM, 0, 0, word);
    cg_at(g, s->loc, RG_ROLE_PLAIN, s->place.var);
    cg_open(g, place, s->loc);
    cg_mem(g, RG_OP_EXCH, 0, place->reg, word);
    cg_close(g, place);
}

void cg_push(cg *g, const ir_stmt *s)
{
    cg_mark mark = cg_get_mark(g);
    cg_at(g, s->loc, RG_ROLE_PLAIN, s->var);
    rg_line line = g->line;
    g->reserve =
        4 + (s->place.row ? cg_need_word(g, s->place.var, s->place.row, s->place.column) : 0);
    uint8_t header = header_of(g, s);
    g->reserve = 3;
    cg_target place = cg_target_of(g, &s->place);
    size_t end = cg_here(g);
    g->reserve = 0;
    g->line = line;
    uint8_t length = cg_temp(g, s->loc);
    cg_address count = {header, cg_imm(0)};
    cg_mem(g, RG_OP_LD, RG_MODE_SET, length, count);
    check_room(g, s, header, length);
    cg_op(g, RG_OP_MOV, RG_MODE_ADD, length, 0, cg_imm(1));
    exchange_end(g, s, &place, (cg_address){header, cg_reg(length)});
    cg_at(g, s->loc, RG_ROLE_PLAIN, s->var);
    cg_mem(g, RG_OP_EXCH, 0, length, count); /* now the old one */
    cg_op(g, RG_OP_MOV, RG_MODE_ADD, length, 0, cg_imm(1));
    cg_at(g, s->loc, RG_ROLE_EMPTY, s->var); /* met first on the way back */
    cg_op(g, RG_OP_ASSERT, (enum rg_mode)RG_COND_GE, length, 0, cg_imm(1));
    cg_at(g, s->loc, RG_ROLE_PLAIN, s->var);
    cg_mem(g, RG_OP_LD, RG_MODE_UNSET, length, count);
    cg_free_temp(g, length);
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
    if (s->kind == IR_POP)
        cg_turn(g, mark.index);
}

void cg_array(cg *g, const ir_stmt *s)
{
    size_t begin = cg_here(g);

    if (s->stack) {
        cg_at(g, s->loc, RG_ROLE_ALLOC, s->var);
        allocate_stack(g, s);
        if (s->kind == IR_FREE_ARRAY)
            cg_turn(g, begin);
        return;
    }
    if (s->place.var) {
        cg_at(g, s->loc, RG_ROLE_ALLOC, s->var);
        cg_window(g, s);
        if (s->kind == IR_FREE_ARRAY)
            cg_turn(g, begin);
        return;
    }
    const ir_expr *columns = s->last ? s->last : ir_whole(g->scratch, s->loc, 1);

    if (!columns) {
        cg_fail(g, s->loc, "R0712", "out of memory");
        return;
    }
    cg_at(g, s->loc, RG_ROLE_ALLOC, s->var);
    allocate(g, s, columns);
    if (s->kind == IR_FREE_ARRAY)
        cg_turn(g, begin);
}
