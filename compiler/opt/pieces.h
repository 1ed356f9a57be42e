/* pieces.h: a nest of loops as pieces. A piece is one sum with its domain: the integer points at
 * which it is made, by affine rows. How the loops and conditions were spelled is gone.
 *
 * All sums of a nest commute, because none of its targets is read in it. So any order of all points
 * gives the same bits; what may overflow on the way is said in docs/reference/language.md. */
#ifndef RG_OPT_PIECES_H
#define RG_OPT_PIECES_H

#include "compiler/opt/comparison.h"

enum { OPT_PIECES = 12, OPT_DEPTH = 5, OPT_GUARDS = 3 };

typedef struct {
    ir_stmt *update; /* of its own */
    size_t guard_count, coordinate_count;
    opt_atom guard[OPT_GUARDS];   /* conditions that nothing in the nest changes */
    size_t coordinate[OPT_DEPTH]; /* unknowns: after opt_index_piece the update uses no other ones
                                     that vary */
    struct {
        bool is;          /* the coordinate counts strides: */
        size_t of;        /* the index, which the update uses, is this unknown */
        affine_row value; /* with this value */
        int64_t step;     /* the factor of the coordinate in it */
    } stride[OPT_DEPTH];
    bool box;  /* as it was written, no bound of a loop depends on another loop */
    bool room; /* whatever index of the update is marked as in bounds is so by a promise */
    bool varies[AFFINE_VARS]; /* loop variables, coordinates and what strides count */
    opt_iterations
        it; /* it.domain: the points, in the unknowns of it; last, as it is seldom full */
} opt_piece;

typedef struct {
    ir_module *m;
    ir_routine *r;
    opt_region *region;
    bool deep, copies; /* has a box of four dimensions or more; has copies that were seen through */
    ir_var *variable[2][OPT_DEPTH]; /* the coordinates, and those of opt_index_again */
    size_t count;
    opt_piece piece[OPT_PIECES];
} opt_pieces;

/* ---- piece_copy.c ---- */
/* *to = *from, as far as its domain has rows. */
void opt_copy_piece(opt_piece *to, const opt_piece *from);

/* ---- piece_run.c ---- */
/* Statements from s on that add to one array, some of them in loops, as a list in a block. NULL:
 * there is only one, or memory is short. *rest: what follows. */
ir_stmt *opt_run_of_sums(ir_module *m, ir_stmt *s, ir_stmt **rest);

/* ---- piece_read.c ---- */
/* The pieces of the region. False where a statement is no sum, a bound or condition is not affine,
 * or the order of the sums matters. */
bool opt_read_pieces(opt_pieces *p);

/* ---- piece_flat.c ---- */
/* Indices `(j - 1) * n + i` of one form, however they are spelled. False when memory is short. */
bool opt_rows_of_flat(opt_pieces *all, opt_piece *piece);
/* A vector that stands for a matrix is promised to have all elements that an indexed piece uses of
 * it. False where it is not, or the index is none of a matrix. */
bool opt_has_room_for_flat(opt_piece *piece, const ir_var *array, const ir_expr *index);

/* ---- piece_room.c ---- */
/* Arrays are promised to have all elements that an indexed piece uses, where that can be asked
 * before the loops. An index must not pass the smallest of so many sums of parameters at most;
 * *more: there is one that has more of them. The update is a copy then. False: nothing is promised.
 */
enum { OPT_LIMITS = 2 };
bool opt_promise_room(opt_pieces *p, opt_piece *piece, size_t limits, bool *more);
/* The domain in the value of an index, as that unknown, and in parameters. False: there is no room
 * for it. */
bool opt_values_of_index(const opt_piece *p, const affine_row *index, size_t value,
                         affine_set *set);

/* ---- piece_slack.c ---- */
/* Bounds by parameters that only small sizes reach are promised not to matter, and leave the
 * domain. False: there is none. */
bool opt_promise_slack(opt_piece *piece);

/* ---- piece_index.c ---- */
bool opt_is_coordinate(const opt_piece *piece, size_t unknown);
/* The points of the piece by the indices of the elements that it uses, instead of loop variables.
 * False where an index is no whole expression of them. */
bool opt_index_piece(opt_pieces *p, opt_piece *piece);
/* The slot of a loop's variable that no row has any more, else one at the end, where AFFINE_VARS is
 * none. */
size_t opt_free_unknown(const opt_piece *piece);
/* One more coordinate, with this value. */
bool opt_add_coordinate(opt_pieces *p, opt_piece *piece, const opt_affine *value);
/* The domain without what the coordinates tell; after the update is written in them. */
bool opt_only_coordinates(opt_piece *piece);
/* How many choices there are of indices as coordinates; they differ where there are more kinds of
 * indices than dimensions: i, j and i + j - 1. */
size_t opt_choices_of_indices(const opt_piece *piece);
/* A copy of an indexed piece by the choice with this number, 0 being that of opt_index_piece. False
 * where some index is no whole expression of them. */
bool opt_index_again(opt_pieces *p, opt_piece *piece, size_t choice);
/* Takes away what varies but is no coordinate, where that loses nothing; what strides count becomes
 * a coordinate. False where something is left. */
bool opt_settle_piece(opt_piece *piece);
/* Variables of the domain that only their one possible value counts for. */
void opt_project_piece(opt_piece *piece);

/* ---- piece_group.c ---- */
/* The same coordinates for this piece and those after it that have its shape and are not done yet;
 * these are then done. One by itself is indexed as above. False where that fails. */
bool opt_index_group(opt_pieces *p, size_t from, bool *done);

/* ---- piece_join.c ---- */
/* e - v, where the row says rem(e, g) == v of parameters alone; false where it does not. */
bool opt_least_dividend(opt_iterations *it, const affine_row *row, affine_row *least);
/* Pieces of the same sum become one where their points together are a domain of affine rows. */
void opt_join_pieces(opt_pieces *p);

/* ---- piece_window.c ---- */
/* An index of what is added that goes along an index of the target. */
typedef struct {
    size_t index, along; /* coordinates */
    bool band;           /* index - along has bounds of its own */
    bool anyway;         /* it is no longer than the target, whatever the parameters are */
    affine_row shorter;  /* not negative where the window is no longer than the target */
} opt_window;

/* The windows of an indexed piece; how many there are. */
size_t opt_find_windows(const opt_piece *piece, opt_window list[OPT_DEPTH]);
/* The coordinate of a band becomes index - along. The update is that of the piece alone. False
 * where sums might wrap, or memory is short: then the piece is worthless. */
bool opt_count_from_target(opt_piece *piece, const opt_window *window);

/* ---- piece_emit.c ---- */
/* Loops for the piece in the cheapest order of its coordinates; NULL: there is none. */
ir_stmt *opt_emit_piece(const opt_piece *piece);

/* ---- piece_unroll.c ---- */
/* The same where a coordinate of few known values is unrolled if that costs less. The piece is
 * settled first, and worthless then. */
ir_stmt *opt_emit_unrolled(opt_piece *piece);

/* ---- pieces.c ---- */
/* The loops that stand for the region; NULL where they are no better than `otherwise`. */
ir_stmt *opt_nest_of_region(ir_module *m, ir_routine *r, opt_region *region,
                            const ir_stmt *otherwise);

#endif
