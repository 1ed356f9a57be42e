/* layout_roles.c: what each token is, for the blanks around it and the indentation behind it. */
#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/layout.h"

enum { DEPTH = 512 };

/* A bracket, or the whole file. */
typedef struct {
    fr_token_kind kind; /* TOK_EOF: none is open */
    bool index;         /* v[ ] */
    bool list;          /* ~( ): statements, which end with their lines */
    unsigned questions; /* of ?: that wait for their colon */
    unsigned lets;      /* that wait for their 'in' */
    bool generator;     /* a 'for' stood in it */
    size_t segment;     /* between commas, by its first token */
} bracket;

typedef struct {
    const fr_diags *d;
    const fr_token *tokens;
    fr_lay_token *roles;
    size_t count;
    size_t *segments; /* of each token */
    bool *ranges;     /* by first token: whether the segment holds a range */
    bracket open[DEPTH];
    size_t depth;
    const fr_functional *next; /* the @fn that begins behind the token at work, or holds it */
    bool functional;
    bool printed;     /* @show: what follows is printed as it stands */
    fr_lay_role last; /* of the latest token that counts */
    fr_token_kind last_kind;
} scan;

static bool is_word(const fr_token *t, const char *word)
{
    return t->kind == TOK_IDENT && strcmp(t->text, word) == 0;
}

static bool is_update(fr_token_kind k)
{
    return (k >= TOK_DOTXOREQ && k <= TOK_DIVEQ2 && k != TOK_SHREQ && k != TOK_SHLEQ)
           || (k >= TOK_ADDEQ && k <= TOK_DIVEQ);
}

/* Operators that stand close in indices and ranges: i+1, 2*n-1. */
static bool is_arithmetic(fr_token_kind k)
{
    return k == TOK_ADD || k == TOK_SUB || k == TOK_MUL || k == TOK_DIV || k == TOK_IDIV
           || k == TOK_REM;
}

/* The next token that is no line end. */
static const fr_token *behind(const scan *s, size_t i)
{
    do
        i++;
    while (i + 1 < s->count && s->tokens[i].kind == TOK_NEWLINE);
    return &s->tokens[i < s->count ? i : s->count - 1];
}

static bracket *top(scan *s) { return &s->open[s->depth]; }

static bool in_index(const scan *s)
{
    for (size_t i = s->depth; i > 0; i--)
        if (s->open[i].index)
            return true;
    return false;
}

/* Whether 'end' and 'begin' are values: within [ ]. */
static bool ends_index(const scan *s)
{
    for (size_t i = s->depth; i > 0; i--)
        if (s->open[i].kind == TOK_LBRACKET)
            return true;
    return false;
}

static bool after_operand(const scan *s) { return s->last == LAY_OPERAND || s->last == LAY_CLOSE; }

static void open_bracket(scan *s, size_t i)
{
    const fr_token *t = &s->tokens[i];
    fr_lay_token *r = &s->roles[i];
    r->role = LAY_OPEN;
    r->suffix = !t->space_before && (after_operand(s) || s->last_kind == TOK_DOT);
    if (s->depth + 1 < DEPTH)
        s->depth++;
    *top(s) =
        (bracket){.kind = t->kind,
                  .index = t->kind == TOK_LBRACKET && r->suffix,
                  .list = t->kind == TOK_LPAREN && s->last_kind == TOK_TILDE && !t->space_before,
                  .segment = i + 1};
}

/* A ':' between an '?' and its second value, of a range, alone in an index, or before a name. */
static fr_lay_role colon(scan *s, size_t i)
{
    const fr_token_kind next = behind(s, i)->kind;
    if (top(s)->questions > 0) {
        top(s)->questions--;
        return LAY_SPACED;
    }
    if (s->last_kind == TOK_DOT)
        return LAY_TIGHT;
    if (!after_operand(s))
        return next == TOK_COMMA || next == TOK_RBRACKET || next == TOK_RPAREN ? LAY_OPERAND
                                                                               : LAY_PREFIX;
    s->ranges[top(s)->segment] = true;
    return LAY_TIGHT;
}

/* name=value among arguments; elsewhere it has blanks, and where '!' comes before it. */
static fr_lay_role assignment(scan *s, size_t i)
{
    const fr_token *before = i > 0 ? &s->tokens[i - 1] : NULL;
    const bool bang = before && before->kind == TOK_IDENT && fr_is_named_as_change(before->text);
    return top(s)->kind == TOK_LPAREN && !top(s)->list && top(s)->lets == 0 && !top(s)->generator
                   && !bang
               ? LAY_TIGHT
               : LAY_SPACED;
}

static fr_lay_role binary(scan *s, size_t i)
{
    const fr_token *t = &s->tokens[i];
    switch (t->kind) {
    case TOK_COLON: return colon(s, i);
    case TOK_ASSIGN: return assignment(s, i);
    case TOK_DOT: return t[1].kind == TOK_ASSIGN ? LAY_PREFIX /* .= */ : LAY_TIGHT;
    case TOK_TYPED:
    case TOK_SUBTYPE:
    case TOK_ELLIPSIS:
    case TOK_POW: return LAY_TIGHT;
    case TOK_QUESTION: top(s)->questions++; return LAY_SPACED;
    case TOK_ALLOC: /* within brackets it is a comparison with a negative number */
        return s->depth > 0 && !top(s)->list && !t->space_before ? LAY_TIGHT : LAY_SPACED;
    default: return LAY_SPACED;
    }
}

/* A sign that begins an element of a matrix, the second one of [a -b]. */
static bool begins_element(scan *s, size_t i)
{
    const fr_token *t = &s->tokens[i];
    return top(s)->kind == TOK_LBRACKET && !top(s)->index && t->space_before && !t[1].space_before
           && t[1].kind != TOK_NEWLINE;
}

/* An operator that stands for its function, as in foldl(+, 0, v) and (:+=)(f). */
static bool is_name(const scan *s, size_t i)
{
    const fr_token_kind next = behind(s, i)->kind, kind = s->tokens[i].kind;
    return kind != TOK_COLON && kind != TOK_ELLIPSIS && kind != TOK_PRIME
           && (next == TOK_RPAREN || (next == TOK_COMMA && s->depth > 0));
}

static fr_lay_role operator_role(scan *s, size_t i)
{
    const fr_token_kind k = s->tokens[i].kind;
    if (k == TOK_PRIME || k == TOK_EMPTY || is_name(s, i))
        return LAY_OPERAND;
    if (k == TOK_SQRT && after_operand(s) && !s->tokens[i].space_before)
        return LAY_TIGHT; /* 2√x is a product, and 2 √x none */
    if (k == TOK_NOT || k == TOK_TILDE || k == TOK_SQRT || k == TOK_DOLLAR)
        return LAY_PREFIX;
    if ((k == TOK_SUB || k == TOK_ADD) && (!after_operand(s) || begins_element(s, i)))
        return LAY_PREFIX;
    return binary(s, i);
}

static fr_lay_role keyword_role(scan *s, size_t i)
{
    const fr_token_kind k = s->tokens[i].kind;
    fr_lay_token *r = &s->roles[i];
    if (k == TOK_TRUE || k == TOK_FALSE || ((k == TOK_END || k == TOK_BEGIN) && ends_index(s)))
        return LAY_OPERAND;
    const bool let_block = fr_starts_let_block(&s->tokens[i]);
    top(s)->lets += k == TOK_LET && !let_block;
    const bool generator = s->depth > 0 && !top(s)->list && (k == TOK_FOR || k == TOK_IF);
    top(s)->generator = top(s)->generator || generator;
    r->opens = !generator
               && (k == TOK_FUNCTION || k == TOK_IF || k == TOK_WHILE || k == TOK_FOR
                   || k == TOK_BEGIN || k == TOK_STRUCT || let_block);
    r->middle = k == TOK_ELSE || k == TOK_ELSEIF;
    r->closes = k == TOK_END;
    return LAY_WORD;
}

static fr_lay_role name_role(scan *s, size_t i)
{
    const fr_token *t = &s->tokens[i];
    const bool in = is_word(t, "in") && after_operand(s);
    if (in && top(s)->lets > 0)
        top(s)->lets--;
    if (is_word(t, "abstract") && is_word(behind(s, i), "type"))
        s->roles[i].opens = true;
    return in ? LAY_WORD : LAY_OPERAND;
}

static void separator(scan *s, size_t i)
{
    s->roles[i].role = LAY_SEPARATOR;
    top(s)->segment = i + 1;
    if (s->tokens[i].kind == TOK_SEMI && s->depth == 0)
        s->printed = false;
}

/* Behind these the parser passes over line ends. */
static bool wants_more(const scan *s)
{
    return s->last == LAY_SPACED || (s->last == LAY_TIGHT && s->last_kind == TOK_POW);
}

/* Whether a line end is a blank for the parser. */
static bool is_blank(const scan *s)
{
    return (s->depth > 0 && !s->open[s->depth].list) || s->functional;
}

static void line_end(scan *s, size_t i)
{
    s->roles[i].role = LAY_LINE_END;
    if (is_blank(s) || wants_more(s))
        return;
    s->printed = false;
    s->last = LAY_LINE_END;
    s->last_kind = TOK_NEWLINE;
    top(s)->segment = i + 1;
    top(s)->questions = top(s)->lets = 0;
}

static fr_lay_role role_of(scan *s, size_t i)
{
    const fr_token_kind k = s->tokens[i].kind;
    switch (k) {
    case TOK_IDENT: return name_role(s, i);
    case TOK_INT:
    case TOK_REAL:
    case TOK_STRING: return LAY_OPERAND;
    case TOK_MACRO: /* @evalpoly(x, ..) is called like a function */
        return strcmp(s->tokens[i].text, "evalpoly") == 0 ? LAY_OPERAND : LAY_WORD;
    case TOK_RPAREN:
    case TOK_RBRACKET:
    case TOK_RBRACE: return LAY_CLOSE;
    case TOK_IN:
        if (top(s)->lets > 0)
            top(s)->lets--;
        return LAY_SPACED;
    default: return k < TOK_DOTXOREQ && k > TOK_ERROR ? keyword_role(s, i) : operator_role(s, i);
    }
}

static void take(scan *s, size_t i)
{
    const fr_token *t = &s->tokens[i];
    fr_lay_token *r = &s->roles[i];
    s->segments[i] = top(s)->segment;
    while (
        s->next
        && (s->next->statements || t->span.offset >= s->next->whole.offset + s->next->whole.length))
        s->next = s->next->next;
    s->functional = s->next && t->span.offset >= s->next->whole.offset;
    r->verbatim = s->printed;
    r->continued = (s->functional && t->span.offset > s->next->whole.offset) || wants_more(s)
                   || (is_word(t, "where") && s->last == LAY_LINE_END);
    if (t->kind == TOK_NEWLINE) {
        line_end(s, i);
        return;
    }
    if (t->kind == TOK_COMMA || t->kind == TOK_SEMI)
        separator(s, i);
    else if (t->kind == TOK_LPAREN || t->kind == TOK_LBRACKET || t->kind == TOK_LBRACE)
        open_bracket(s, i);
    else
        r->role = role_of(s, i);
    if (r->role == LAY_CLOSE && s->depth > 0)
        s->depth--;
    s->segments[i] = r->role == LAY_CLOSE ? top(s)->segment : s->segments[i];
    if (r->role == LAY_SPACED && is_arithmetic(t->kind) && in_index(s))
        r->role = LAY_TIGHT;
    if ((r->role == LAY_SPACED
         && (is_update(t->kind) || t->kind == TOK_ASSIGN || t->kind == TOK_IN))
        || r->role == LAY_WORD)
        top(s)->segment = i + 1; /* what a range has on its left side begins here */
    s->printed = s->printed || (t->kind == TOK_MACRO && strcmp(t->text, "show") == 0);
    s->last = r->role;
    s->last_kind = t->kind;
}

fr_lay_token *fr_lay_roles(const fr_diags *d, const fr_program *program, uint32_t file,
                           const fr_token *tokens, size_t count)
{
    scan *s = fr_alloc(d->arena, sizeof *s);
    s->d = d;
    s->tokens = tokens;
    s->count = count;
    s->roles = fr_alloc(d->arena, (count + 1) * sizeof *s->roles);
    s->segments = fr_alloc(d->arena, (count + 1) * sizeof *s->segments);
    s->ranges = fr_alloc(d->arena, (count + 1) * sizeof *s->ranges);
    s->last = LAY_LINE_END;
    s->next = program->functionals;
    (void)file;
    for (size_t i = 0; i + 1 < count; i++)
        take(s, i);
    for (size_t i = 0; i + 1 < count; i++)
        if (s->roles[i].role == LAY_SPACED && is_arithmetic(tokens[i].kind)
            && s->ranges[s->segments[i]])
            s->roles[i].role = LAY_TIGHT;
    return s->roles;
}
