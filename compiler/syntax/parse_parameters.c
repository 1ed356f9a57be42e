/* parse_parameters.c: the parameters of a routine, and its where. */
#include <string.h>

#include "compiler/syntax/parser.h"
#include "compiler/syntax/tree.h"

void fr_add_parameter(fr_parser *p, fr_param **list, size_t *count, size_t *capacity,
                      fr_param param)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp((*list)[i].name, param.name) == 0) {
            rgc_diagnostic *e = fr_report(p->d, RGC_ERROR, "R0302", param.span,
                                          "parameter '%s' is declared twice", param.name);
            fr_note(p->d, e, (*list)[i].span, "first declared here");
        }
    *list = fr_grow(p->d->arena, *list, *count, capacity, sizeof **list);
    (*list)[(*count)++] = param;
}

void fr_each_parameter(fr_parser *p, fr_parameter_parser *parse, void *owner)
{
    size_t capacity = 0;
    bool keyword = false;

    p->parentheses++;
    while (!p->panic && fr_peek(p)->kind != TOK_RPAREN) {
        keyword = fr_accept(p, TOK_SEMI) || keyword;
        if (fr_peek(p)->kind == TOK_RPAREN)
            break;
        parse(p, owner, &capacity, keyword);
        if (!p->panic && fr_peek(p)->kind != TOK_RPAREN && fr_peek(p)->kind != TOK_SEMI
            && !fr_accept(p, TOK_COMMA))
            fr_unexpected(p, p->tokens[p->at - 1].kind == TOK_NEWLINE
                                 ? "')' behind the parameters in the line before, or ','"
                                 : "',' or ')'");
    }
    p->parentheses--;
    if (!p->panic)
        fr_take(p);
}

static void parse_parameter(fr_parser *p, void *owner, size_t *capacity, bool keyword)
{
    fr_function *f = owner;
    const fr_token *name = fr_peek(p);
    if (keyword && name->kind == TOK_IDENT && fr_peek2(p)->kind == TOK_ELLIPSIS) {
        fr_take(p);
        fr_take(p);
        f->keyword_rest = name->text;
        if (fr_peek(p)->kind != TOK_RPAREN)
            fr_unexpected(p, "')': nothing follows the further keywords");
        return;
    }
    bool unnamed = name->kind == TOK_TYPED
                   && !keyword; /* ::T: an argument that the body does not read */
    if (name->kind != TOK_IDENT && !unnamed) {
        fr_unexpected(p, "a parameter name");
        return;
    }
    if (!unnamed)
        fr_take(p);
    fr_param param = {.name = unnamed ? fr_format(p->d->arena, "_%zu", f->param_count + 1)
                                      : name->text,
                      .span = name->span,
                      .keyword = keyword};
    if (fr_accept(p, TOK_TYPED))
        param.type = fr_parse_type(p);
    if (!p->panic && fr_accept(p, TOK_ASSIGN)) {
        param.fallback = fr_parse_expr(p);
        if (!keyword && param.fallback)
            fr_help(p->d,
                    fr_report(p->d, RGC_ERROR, "R0602", name->span,
                              "a positional parameter cannot have a default"),
                    "put it behind a ';' to make it a keyword parameter");
    }
    if (!p->panic && !keyword && fr_accept(p, TOK_ELLIPSIS)) {
        param.rest = true;
        if (fr_peek(p)->kind != TOK_RPAREN && fr_peek(p)->kind != TOK_SEMI)
            fr_report(p->d, RGC_ERROR, "R0602", name->span,
                      "'%s...' takes all further arguments: no parameter can follow it",
                      name->text);
    }
    fr_add_parameter(p, &f->params, &f->param_count, capacity, param);
}

static void parse_where_name(fr_parser *p, fr_function *f, size_t *capacity, size_t *bounds)
{
    const fr_token *t = fr_peek(p);
    if (t->kind != TOK_IDENT) {
        fr_unexpected(p, "a type variable");
        return;
    }
    fr_take(p);
    fr_expr *bound = fr_accept(p, TOK_SUBTYPE) ? fr_parse_type(p) : NULL;
    f->wheres = fr_grow(p->d->arena, f->wheres, f->where_count, capacity, sizeof *f->wheres);
    f->bounds = fr_grow(p->d->arena, f->bounds, f->where_count, bounds, sizeof *f->bounds);
    f->wheres[f->where_count] = t->text;
    f->bounds[f->where_count++] = bound;
}

/* where T, where {T, S<:Real}; also on the next line, as in the papers */
static void parse_where(fr_parser *p, fr_function *f)
{
    size_t capacity = 0, bounds = 0, mark = p->at;
    fr_skip_newlines(p);
    if (fr_peek(p)->kind != TOK_IDENT || strcmp(fr_peek(p)->text, "where") != 0) {
        p->at = mark;
        return;
    }
    fr_take(p);
    if (!fr_accept(p, TOK_LBRACE)) {
        parse_where_name(p, f, &capacity, &bounds);
        return;
    }
    while (!p->panic && !fr_accept(p, TOK_RBRACE)) {
        parse_where_name(p, f, &capacity, &bounds);
        if (!p->panic && fr_peek(p)->kind != TOK_RBRACE && !fr_accept(p, TOK_COMMA))
            fr_unexpected(p, "',' or '}'");
    }
}

void fr_parse_parameters(fr_parser *p, fr_function *f)
{
    fr_each_parameter(p, parse_parameter, f);
    if (!p->panic)
        parse_where(p, f);
}
