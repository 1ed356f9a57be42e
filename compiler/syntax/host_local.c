/* host_local.c: local x, local x = e, in a function with a value. In a loop the name is another
 * variable than one of that name outside. */
#include <string.h>

#include "compiler/syntax/host_function.h"

static bool ends_names(fr_token_kind k)
{
    return k == TOK_NEWLINE || k == TOK_SEMI || k == TOK_END || k == TOK_EOF;
}

bool fr_skips_local(fr_parser *p)
{
    const fr_token *t = fr_peek(p);
    if (t->kind != TOK_IDENT || strcmp(t->text, "local") != 0 || t[1].kind != TOK_IDENT)
        return false;
    fr_take(p);
    const fr_token *first = fr_peek(p);
    for (t = first; t->kind == TOK_IDENT; t += t[1].kind == TOK_COMMA ? 2 : 1) {
        const fr_expr *name = fr_make_name(p->d->arena, t->span, t->text);
        if (p->locals)
            fr_let_bind(p->locals, name);
        if (t[1].kind != TOK_COMMA && !ends_names(t[1].kind))
            return false;
    }
    if (!ends_names(t->kind))
        return false;
    while (fr_peek(p) != t)
        fr_take(p);
    return true;
}
