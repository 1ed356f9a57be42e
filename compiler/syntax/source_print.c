/* source_print.c: a program, or its inverse, as source text again.
 *
 * In the inverse of a program every routine is inverted: where the source calls f, in either
 * direction, the inverse program needs the inverse of its own f. Routines that expressions use, as
 * values or as views, stay as they are: expressions are copied from the source as they stand. */
#include "compiler/syntax/source_print.h"

#include <string.h>

#include "compiler/syntax/tree.h"

typedef struct {
    const fr_diags *d;
    const fr_program *program;
    FILE *out;
    unsigned indent;
    bool inverted; /* each routine of the printed program is the inverse of its source */
    bool failed;
} printer;

static void print_list(printer *p, const fr_stmt *list, bool inverse);
static void print_automatic(printer *p, const fr_stmt *scope, const fr_stmt *list, bool inverse);

static void print_span(const printer *p, fr_span s)
{
    if (s.file < p->d->source_count && s.offset <= p->d->sources[s.file].size)
        fwrite(p->d->sources[s.file].text + s.offset, 1, s.length, p->out);
}

static void margin(const printer *p)
{
    for (unsigned i = 0; i < p->indent; i++)
        fputs("    ", p->out);
}

static bool starts_together(const fr_expr *a, const fr_expr *b)
{
    return a->span.file == b->span.file && a->span.offset == b->span.offset;
}

static void print_expr(const printer *p, const fr_expr *e);

/* fn_keywords.c puts the keywords of an @fn behind its other values. NULL: this one is no keyword.
 */
static const char *keyword_at(const printer *p, const fr_expr *call, size_t i)
{
    const fr_functional *f = call->left->kind == EX_NAME ? fn_find(p->program, call->left->name)
                                                         : NULL;
    return f && i < f->param_count && f->params[i].keyword && !f->params[i].optional
               ? f->params[i].name
               : NULL;
}

static void print_arguments(const printer *p, const fr_expr *call)
{
    bool behind = false;
    fputs(call->kind == EX_DOTCALL ? ".(" : "(", p->out);
    for (size_t i = 0; i < call->count; i++) {
        const char *keyword = keyword_at(p, call, i);
        fputs(i == 0 ? "" : keyword && !behind ? "; " : ", ", p->out);
        if (keyword)
            fprintf(p->out, "%s=", keyword);
        behind = keyword != NULL;
        if (call->items[i]->kind
            == EX_NAME) /* it may stand for another name that is written there */
            fputs(call->items[i]->name, p->out);
        else
            print_expr(p, call->items[i]);
    }
    fputc(')', p->out);
}

static void print_respelled(const printer *p, const fr_expr *e)
{
    if (e->kind != EX_BINARY) {
        fputs(e->left->name ? e->left->name : "(", p->out);
        if (!e->left->name) {
            print_span(p, e->left->span);
            fputc(')', p->out);
        }
        print_arguments(p, e);
        return;
    }
    fputc('(', p->out);
    print_expr(p, e->left);
    fprintf(p->out, ") %s (", e->name);
    print_expr(p, e->right);
    fputc(')', p->out);
}

/* Nodes that the parser made for @zeros and @safe have no text of their own. */
static void print_expr(const printer *p, const fr_expr *e)
{
    if (e->respelled) {
        print_respelled(p, e);
    } else if (e->kind == EX_CALL && e->left->kind == EX_NAME && e->count == 1
               && starts_together(e->left, e->items[0])) {
        fprintf(p->out, "%s(", e->left->name);
        print_span(p, e->items[0]->span);
        fputc(')', p->out);
    } else if (e->kind == EX_UNARY && e->token == TOK_NOT && starts_together(e, e->right)) {
        fputs("!(", p->out);
        print_span(p, e->right->span);
        fputc(')', p->out);
    } else {
        print_span(p, e->span);
    }
}

static const char *update_text(fr_token_kind t, bool inverse)
{
    switch (t) {
    case TOK_ADDEQ: return inverse ? "-=" : "+=";
    case TOK_SUBEQ: return inverse ? "+=" : "-=";
    case TOK_MULEQ: return inverse ? "/=" : "*=";
    case TOK_DIVEQ: return inverse ? "*=" : "/=";
    case TOK_DOTADDEQ: return inverse ? ".-=" : ".+=";
    case TOK_DOTSUBEQ: return inverse ? ".+=" : ".-=";
    case TOK_DOTMULEQ: return inverse ? "./=" : ".*=";
    case TOK_DOTDIVEQ: return inverse ? ".*=" : "./=";
    case TOK_XOREQ: return "⊻=";
    case TOK_DOTXOREQ: return ".⊻=";
    default: return NULL;
    }
}

/* target operator value, behind the margin */
static void print_change(const printer *p, const fr_stmt *s, const char *operator)
{
    print_expr(p, s->target);
    fprintf(p->out, " %s ", operator);
    print_expr(p, s->value);
    fputc('\n', p->out);
}

static void print_pair(const printer *p, const fr_stmt *s, const char *operator)
{
    margin(p);
    print_change(p, s, operator);
}

/* The inverse of x ⊻= x >> k has no spelling but ~(x ⊻= x >> k). */
static void print_update(printer *p, const fr_stmt *s, bool inverse)
{
    const bool itself = fr_changes_itself(s);
    const fr_token_kind token = s->dots ? fr_undotted(s->token) : s->token;
    const char *operator= update_text(token, inverse && !itself);
    p->failed = p->failed || !operator;
    margin(p);
    fputs(s->dots ? "@. " : "", p->out);
    if (itself && inverse != s->inverse)
        fputc('~', p->out);
    print_change(p, s, operator ? operator : "?");
}

/* An erasure has no inverse: the inverse program is no program, and fails. */
static void print_erase(printer *p, const fr_stmt *s, bool inverse)
{
    margin(p);
    fputs("@erase ", p->out);
    print_expr(p, s->target);
    fputc('\n', p->out);
    p->failed = p->failed || inverse;
}

/* s[end+1], s[end] and x::∅ change with the direction. */
static bool has_direction(const fr_expr *e)
{
    return e->kind == EX_TYPED
           || (e->kind == EX_INDEX && e->count == 1
               && (e->items[0]->kind == EX_END
                   || (e->items[0]->kind == EX_BINARY && e->items[0]->left->kind == EX_END)));
}

static void print_swap(const printer *p, const fr_stmt *s, bool inverse)
{
    bool turned = s->inverse != inverse && (has_direction(s->target) || has_direction(s->value));
    margin(p);
    fputs(turned ? "~(" : "", p->out);
    print_expr(p, s->target);
    fputs(" ↔ ", p->out);
    print_expr(p, s->value);
    fputs(turned ? ")\n" : "\n", p->out);
}

static bool used_in(const fr_stmt *list, const char *name)
{
    for (const fr_stmt *s = list; s; s = s->next) {
        bool call = s->kind == ST_CALL, found = fr_expr_mentions(s->target, name)
                                                || fr_expr_mentions(s->pre, name)
                                                || fr_expr_mentions(s->post, name);
        found = found || (!call && fr_expr_mentions(s->value, name)) || used_in(s->body, name)
                || used_in(s->other, name);
        for (size_t i = 0; call && !found && i < s->value->count; i++)
            found = fr_expr_mentions(s->value->items[i], name);
        for (size_t i = 0; call && !found && i < s->value->keyword_count; i++)
            found = fr_expr_mentions(s->value->keywords[i].value, name);
        if (found)
            return true;
    }
    return false;
}

static bool is_used(const fr_program *program, const char *name)
{
    for (const fr_function *f = program->functions; f; f = f->next)
        if (used_in(f->body, name))
            return true;
    return false;
}

/* One may be made of another: all of them stay, or none. */
static bool functionals_stay(const fr_program *program)
{
    for (const fr_functional *f = program->functionals; f; f = f->next)
        if (is_used(program, f->name))
            return true;
    return false;
}

/* (:+=)(f), and what expressions use, mean in the inverse program what they mean in this one. */
static bool stays(const fr_program *program, const char *name)
{
    const fr_function *f = fr_find_function(program, name);
    return strchr(name, '=') || (f && f->made)
           || (fn_find(program, name) ? functionals_stay(program) : is_used(program, name));
}

static bool is_own_inverse(const fr_expr *callee)
{
    static const char *const names[] = {"SWAP", "NEG", "FLIP", "CONJ"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (callee->kind == EX_NAME && strcmp(callee->name, names[i]) == 0)
            return true;
    return false;
}

static void print_call(const printer *p, const fr_stmt *s, bool inverse)
{
    const fr_expr *call = s->value;
    bool flipped = s->inverse != inverse;
    if (call->left->kind == EX_NAME && fr_find_function(p->program, call->left->name))
        flipped = flipped != (p->inverted && !stays(p->program, call->left->name));
    else if (is_own_inverse(call->left))
        flipped = false;
    if (call->left->kind == EX_BINARY && flipped) { /* (T1 => T2)(x) */
        margin(p);
        fputc('(', p->out);
        print_span(p, call->left->right->span);
        fputs(" => ", p->out);
        print_span(p, call->left->left->span);
        fputs(")(", p->out);
        print_span(p, call->items[0]->span);
        fputs(")\n", p->out);
        return;
    }
    if (call->respelled) {
        margin(p);
        fprintf(p->out, "%s%s%s", flipped ? "(~" : "", call->left->name, flipped ? ")" : "");
        print_arguments(p, call);
        fputc('\n', p->out);
        return;
    }
    fr_span rest = call->span;
    uint32_t skip = call->left->span.offset + call->left->span.length - rest.offset;
    skip += s->inverse ? 1 : 0; /* the parenthesis of (~f) */
    rest.offset += skip;
    rest.length -= skip;
    margin(p);
    fputs(flipped ? "(~" : "", p->out);
    print_span(p, call->left->span);
    fputs(flipped ? ")" : "", p->out);
    print_span(p, rest);
    fputc('\n', p->out);
}

/* The statements of an @routine or a wrapped block: what they allocate outlives them. */
static void print_part(printer *p, const fr_stmt *body, bool inverse)
{
    p->indent++;
    print_list(p, body, inverse);
    p->indent--;
}

/* A scope: the compiler frees at its end what it may, and allocates it at the start of the inverse.
 */
static void print_body(printer *p, const fr_stmt *body, bool inverse)
{
    p->indent++;
    if (inverse)
        print_automatic(p, body, body, true);
    print_list(p, body, inverse);
    if (!inverse)
        print_automatic(p, body, body, false);
    p->indent--;
}

static void print_end(const printer *p)
{
    margin(p);
    fputs("end\n", p->out);
}

static void print_post(const printer *p, const fr_stmt *s)
{
    fputs(s->post_is_not ? "!(" : "", p->out);
    print_expr(p, s->post);
    fputs(s->post_is_not ? ")" : "", p->out);
}

static void print_conditions(const printer *p, const fr_stmt *s, bool inverse)
{
    margin(p);
    fputs(s->kind == ST_IF ? "if (" : "while (", p->out);
    if (s->post && inverse)
        print_post(p, s);
    else
        print_expr(p, s->pre);
    fputs(", ", p->out);
    if (!s->post)
        fputc('~', p->out);
    else if (inverse)
        print_expr(p, s->pre);
    else
        print_post(p, s);
    fputs(")\n", p->out);
}

static void print_if(printer *p, const fr_stmt *s, bool inverse)
{
    print_conditions(p, s, inverse);
    print_body(p, s->body, inverse);
    if (s->other) {
        margin(p);
        fputs("else\n", p->out);
        print_body(p, s->other, inverse);
    }
    print_end(p);
}

/* The whole loop runs backward: the body stands as it is behind a ~. */
static void print_for(printer *p, const fr_stmt *s, bool inverse)
{
    const fr_stmt *inner = s;

    margin(p);
    fputs(s->inverse != inverse ? "~for " : "for ", p->out);
    if (s->nested) {
        print_span(p, s->head);
    } else {
        fprintf(p->out, "%s = ", s->name);
        print_expr(p, s->value);
    }
    fputc('\n', p->out);
    for (unsigned i = 0; i < s->nested; i++)
        inner = inner->body;
    print_body(p, inner->body, false);
    print_end(p);
}

static void print_wrapped(printer *p, const char *head, const char *name, const fr_stmt *body,
                          bool inverse)
{
    margin(p);
    fprintf(p->out, "%s %s%sbegin\n", head, name ? name : "", name ? " " : "");
    print_part(p, body, inverse);
    print_end(p);
}

static void print_unroutine(const printer *p, const char *name)
{
    margin(p);
    fprintf(p->out, "~@routine%s%s\n", name ? " " : "", name ? name : "");
}

static void print_value(const printer *p, const char *head, const fr_expr *value)
{
    margin(p);
    fputs(head, p->out);
    print_expr(p, value);
    fputc('\n', p->out);
}

static void print_statement(printer *p, const fr_stmt *list, const fr_stmt *s, bool inverse)
{
    const fr_stmt *routine;
    switch (s->kind) {
    case ST_UPDATE: print_update(p, s, inverse); break;
    case ST_ALLOC: print_pair(p, s, inverse ? "→" : "←"); break;
    case ST_FREE:
        if (s->erase)
            print_erase(p, s, inverse);
        else
            print_pair(p, s, inverse ? "←" : "→");
        break;
    case ST_SWAP: print_swap(p, s, inverse); break;
    case ST_CALL: print_call(p, s, inverse); break;
    case ST_IF: print_if(p, s, inverse); break;
    case ST_WHILE:
        print_conditions(p, s, inverse);
        print_body(p, s->body, inverse);
        print_end(p);
        break;
    case ST_FOR: print_for(p, s, inverse); break;
    case ST_BLOCK: print_list(p, s->body, inverse); break;
    case ST_INVERSE: print_list(p, s->body, !inverse); break;
    case ST_ROUTINE:
        if (inverse)
            print_unroutine(p, s->name);
        else
            print_wrapped(p, "@routine", s->name, s->body, false);
        break;
    case ST_UNROUTINE:
        routine = inverse ? fr_routine_of(list, s) : NULL;
        if (routine)
            print_wrapped(p, "@routine", routine->name, routine->body, false);
        else
            print_unroutine(p, s->name);
        break;
    case ST_INVCHECKOFF: print_wrapped(p, "@invcheckoff", NULL, s->body, inverse); break;
    case ST_INBOUNDS: print_wrapped(p, "@inbounds", NULL, s->body, inverse); break;
    case ST_ASSERT:
        if (!s->silent) /* that of an AutoBcast comes with its type again */
            print_value(p, "@assert ", s->value);
        break;
    case ST_IGNORED:
    case ST_PRINT:
        margin(p);
        print_span(p, s->span);
        fputc('\n', p->out);
        break;
    default: p->failed = true; break;
    }
}

static bool is_block(const fr_stmt *s)
{
    return s->kind == ST_BLOCK || s->kind == ST_INVCHECKOFF || s->kind == ST_INBOUNDS;
}

static bool names(const fr_expr *target, const char *name)
{
    for (size_t i = 0; target->kind == EX_TUPLE && i < target->count; i++)
        if (names(target->items[i], name))
            return true;
    return target->kind == EX_NAME && strcmp(target->name, name) == 0;
}

static bool frees(const fr_stmt *list, const char *name)
{
    for (const fr_stmt *s = list; s; s = s->next)
        if ((s->kind == ST_FREE && names(s->target, name)) || (is_block(s) && frees(s->body, name)))
            return true;
    return false;
}

/* An @anc, or a name for a size, whose variable the compiler frees at the end of the scope. */
static bool freed_at_end(const fr_stmt *scope, const fr_stmt *s, const fr_expr *target,
                         const fr_expr *value)
{
    return target->kind == EX_NAME && (s->automatic || fr_is_extent(value))
           && !frees(scope, target->name);
}

/* m, n <- size(A) is m <- size(A, 1) and n <- size(A, 2); of others each has its own value. */
static void print_freed_at_end(const printer *p, const fr_stmt *scope, const fr_stmt *s,
                               const char *operator)
{
    const fr_expr *value = s->value;
    const bool of_array = value && value->kind == EX_CALL && value->count == 1
                          && value->left->kind == EX_NAME && strcmp(value->left->name, "size") == 0;
    if (s->kind != ST_ALLOC)
        return;
    if (s->target->kind != EX_TUPLE) {
        if (freed_at_end(scope, s, s->target, value))
            print_pair(p, s, operator);
        return;
    }
    for (size_t i = 0;
         i < s->target->count && (of_array || (value->kind == EX_TUPLE && i < value->count)); i++) {
        fr_stmt part = *s;
        part.target = s->target->items[i];
        part.value = of_array ? s->value : value->items[i];
        if (!freed_at_end(scope, s, part.target, part.value))
            continue;
        if (!of_array) {
            print_pair(p, &part, operator);
            continue;
        }
        margin(p);
        print_expr(p, part.target);
        fprintf(p->out, " %s size(", operator);
        print_expr(p, value->items[0]);
        fprintf(p->out, ", %zu)\n", i + 1);
    }
}

static void print_automatic(printer *p, const fr_stmt *scope, const fr_stmt *list, bool inverse)
{
    const fr_stmt *s = list;
    if (!s)
        return;
    if (!inverse)
        print_automatic(p, scope, s->next, false);
    if (is_block(s))
        print_automatic(p, scope, s->body, inverse);
    else
        print_freed_at_end(p, scope, s, inverse ? "←" : "→");
    if (inverse)
        print_automatic(p, scope, s->next, true);
}

static void print_backward(printer *p, const fr_stmt *list, const fr_stmt *s)
{
    if (!s)
        return;
    print_backward(p, list, s->next);
    print_statement(p, list, s, true);
}

static void print_list(printer *p, const fr_stmt *list, bool inverse)
{
    if (inverse)
        print_backward(p, list, list);
    for (const fr_stmt *s = inverse ? NULL : list; s; s = s->next)
        print_statement(p, list, s, false);
}

static void print_functionals(const printer *p)
{
    for (const fr_functional *f = p->program->functionals; f; f = f->next) {
        if (p->d->sources[f->span.file].implied)
            continue;
        if (f->marked)
            fputs("@fn ", p->out);
        print_span(p, f->whole);
        fputs("\n\n", p->out);
    }
}

int fr_print_source(const fr_diags *d, const fr_program *program, FILE *out, bool inverse)
{
    printer p = {.d = d, .program = program, .out = out, .inverted = inverse};
    bool whole = functionals_stay(program), first = true;
    for (size_t i = 0; i < program->other_count; i++) {
        if (d->sources[program->others[i].file].implied)
            continue;
        print_span(&p, program->others[i]);
        fputs("\n\n", out);
    }
    if (whole)
        print_functionals(&p);
    for (const fr_function *f = program->functions; f; f = f->next) {
        if (f->made || (whole && d->sources[f->span.file].origins))
            continue; /* made of an @fn, or by a @dual */
        fputs(first ? "" : "\n", out);
        first = false;
        fputs(f->reversible ? "@assert_reversible @i function " : "@i function ", out);
        print_span(&p, f->head);
        fputc('\n', out);
        print_body(&p, f->body, inverse && !stays(program, f->name));
        fputs("end\n", out);
    }
    return p.failed ? RGC_NO_INVERSE : ferror(out) ? -1 : 0;
}
