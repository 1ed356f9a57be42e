/* spellings.h: NiLang's other spellings of statements and names, brought to the usual one while
 * parsing. */
#ifndef FR_SPELLINGS_H
#define FR_SPELLINGS_H

#include "compiler/syntax/parser.h"

/* PlusEq(f)(y, x) is y += f(x), -(x) is NEG(x), conj(z) is CONJ(z), (x, y) |> f |> g is f(x, y);
 * g(x, y). NULL: e is none of these. */
fr_stmt *fr_respell(fr_parser *p, fr_expr *e);

/* The updates that PlusEq, ⊕, MinusEq, ⊖, MulEq, DivEq and XorEq stand for; TOK_EOF for other
 * names. */
fr_token_kind fr_update_named(const char *name);

/* Takes @const and @skip! off the values of st: they mark arguments of routines, and values are not
 * changed. */
void fr_strip_marks(fr_stmt *st);

/* Base and other modules of Julia, whose names are known without them: Base.exp is exp. */
bool fr_is_julia_module(const char *name);

/* @fields z, which older versions of NiLang call @unsafe_destruct z. */
bool fr_is_fields_macro(const char *name);
/* @view and @views: slices are no copies here. */
bool fr_is_view_macro(const char *name);
/* The function behind ~f and (~f); *inverse changes where there is one. */
fr_expr *fr_turned_callee(fr_expr *callee, bool *inverse);

/* step!: named as what changes its arguments. */
bool fr_is_named_as_change(const char *name);

#endif
