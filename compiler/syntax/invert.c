/* invert.c: the inverse of a statement list, for ~(...). */
#include "compiler/syntax/tree.h"

static fr_stmt *invert_one(fr_arena *arena, const fr_stmt *s);

static fr_token_kind inverse_token(fr_token_kind t)
{
    switch (t) {
    case TOK_ADDEQ: return TOK_SUBEQ;
    case TOK_SUBEQ: return TOK_ADDEQ;
    case TOK_MULEQ: return TOK_DIVEQ;
    case TOK_DIVEQ: return TOK_MULEQ;
    case TOK_DOTADDEQ: return TOK_DOTSUBEQ;
    case TOK_DOTSUBEQ: return TOK_DOTADDEQ;
    case TOK_DOTMULEQ: return TOK_DOTDIVEQ;
    case TOK_DOTDIVEQ: return TOK_DOTMULEQ;
    default: return t;
    }
}

static void invert_conditions(fr_arena *arena, fr_stmt *out, const fr_stmt *s)
{
    if (!s->post)
        return;
    out->pre = s->post;
    out->post = s->pre;
    if (s->post_is_not) {
        fr_expr *not = fr_alloc(arena, sizeof *not );
        *not = (fr_expr){.kind = EX_UNARY,
                         .token = TOK_NOT,
                         .span = s->post->span,
                         .right = s->post,
                         .height = 1};
        out->pre = not ;
        out->post_is_not = false;
    }
}

static fr_stmt *invert_one(fr_arena *arena, const fr_stmt *s)
{
    fr_stmt *out = fr_alloc(arena, sizeof *out);
    *out = *s;
    out->next = NULL;
    switch (s->kind) {
    case ST_UPDATE:
        if (fr_changes_itself(s))
            out->inverse = !s->inverse;
        else
            out->token = inverse_token(s->token);
        break;
    case ST_ALLOC: out->kind = ST_FREE; break;
    case ST_FREE:
        if (s->erase)
            out->inverse = !s->inverse; /* said where it is lowered */
        else
            out->kind = ST_ALLOC;
        break;
    case ST_CALL:
    case ST_FOR:
    case ST_SWAP:
    case ST_AWAY:
    case ST_PUSH: out->inverse = !s->inverse; break;
    case ST_RENAME:
        out->target = s->value;
        out->value = s->target;
        break;
    case ST_IF:
    case ST_WHILE:
        invert_conditions(arena, out, s);
        out->body = fr_invert_list(arena, s->body);
        out->other = fr_invert_list(arena, s->other);
        break;
    case ST_BLOCK:
    case ST_INVCHECKOFF:
    case ST_INBOUNDS: out->body = fr_invert_list(arena, s->body); break;
    case ST_ROUTINE: out->kind = ST_UNROUTINE; break;
    case ST_UNROUTINE: out->kind = ST_ROUTINE; break;
    case ST_INVERSE: /* ~ of ~S is S */ out->kind = ST_BLOCK; break;
    case ST_ASSERT:
    case ST_PRINT:
    case ST_IGNORED: break;
    }
    return out;
}

/* An inverted ~@routine is the @routine again, and needs the body of the one it belongs to. */
const fr_stmt *fr_routine_of(const fr_stmt *list, const fr_stmt *undo)
{
    const fr_stmt *open[64];
    size_t n = 0;
    for (const fr_stmt *s = list; s; s = s->next) {
        if (s->kind == ST_ROUTINE && n < 64)
            open[n++] = s;
        if (s == undo)
            return n > 0 ? open[n - 1] : NULL;
        if (s->kind == ST_UNROUTINE && n > 0)
            n--;
    }
    return NULL;
}

fr_stmt *fr_invert_list(fr_arena *arena, const fr_stmt *list)
{
    fr_stmt *reversed = NULL;
    for (const fr_stmt *s = list; s; s = s->next) {
        fr_stmt *t = invert_one(arena, s);
        if (s->kind == ST_UNROUTINE) {
            const fr_stmt *routine = fr_routine_of(list, s);
            if (!routine)
                t->kind = ST_UNROUTINE;
            else
                t->body = routine->body;
        }
        t->next = reversed;
        reversed = t;
    }
    return reversed;
}
