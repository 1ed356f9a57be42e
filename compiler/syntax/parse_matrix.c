/* parse_matrix.c: [a b; c d], rows of elements with blanks between them. */
#include "compiler/syntax/parser.h"
#include "compiler/syntax/tree.h"

static bool starts_element(const fr_token *t)
{
    switch (t->kind) {
    case TOK_IDENT:
    case TOK_INT:
    case TOK_REAL:
    case TOK_TRUE:
    case TOK_FALSE:
    case TOK_LPAREN:
    case TOK_LBRACKET:
    case TOK_ADD:
    case TOK_SUB:
    case TOK_SQRT:
    case TOK_NOT: return true;
    default: return false;
    }
}

bool fr_at_next_of_row(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    return p->row > 0 && p->row == p->parentheses && (t->kind == TOK_ADD || t->kind == TOK_SUB)
           && t->space_before && !t[1].space_before && t[1].kind != TOK_NEWLINE;
}

static void end_row(fr_parser *p, const fr_expr *list, fr_matrix *m)
{
    const size_t length = list->count - m->row_start;
    if (m->columns > 0 && length != m->columns && !p->panic) {
        rgc_diagnostic *r = fr_report(p->d, RGC_ERROR, "R0104", list->items[m->row_start]->span,
                                      "the rows of a matrix have equal lengths: this one has %zu, "
                                      "the first one %zu",
                                      length, m->columns);
        fr_help(p->d, r,
                "a blank before a sign and none behind it begins an element: [a -b] has two, "
                "[a - b] has one");
        p->panic = true;
    }
    m->columns = length;
    m->row_start = list->count;
    m->rows++;
}

bool fr_at_rows(fr_parser *p, const fr_expr *list, fr_matrix *m)
{
    const fr_token *t = fr_peek(p);
    const bool line = t > p->tokens && t[-1].kind == TOK_NEWLINE;
    if (!m->begun && (list->count != 1 || line || (t->kind != TOK_SEMI && !starts_element(t))))
        return false;
    m->begun = true;
    if (t->kind == TOK_COMMA) {
        fr_unexpected(p, "';' or ']', since blanks are between the elements before");
        return true;
    }
    if (t->kind == TOK_SEMI)
        fr_take(p);
    if (line || t->kind == TOK_SEMI || t->kind == TOK_RBRACKET)
        end_row(p, list, m);
    return t->kind == TOK_SEMI || t->kind == TOK_RBRACKET || starts_element(t);
}

fr_expr *fr_written_matrix(fr_parser *p, fr_expr *list, const fr_matrix *m)
{
    fr_arena *arena = p->d->arena;
    if (list->count == 1 && list->items[0]->kind == EX_RANGE) /* [1:n;] */
        return list->items[0];
    if (m->columns == 1) { /* [a; b] */
        list->token = TOK_SEMI;
        return list;
    }
    fr_expr **by_columns = fr_alloc(arena, list->count * sizeof(fr_expr *));
    for (size_t i = 0; i < m->rows; i++)
        for (size_t k = 0; k < m->columns; k++)
            by_columns[k * m->rows + i] = list->items[i * m->columns + k];
    list->items = by_columns;
    fr_expr *items[] = {list, fr_make_int(arena, list->span, (int64_t)m->rows),
                        fr_make_int(arena, list->span, (int64_t)m->columns)};
    fr_expr *e = fr_make_call(arena, list->span, "reshape", 3, items);
    e->height = list->height + 1;
    return e;
}
