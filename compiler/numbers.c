/* numbers.c: which numbers the text of a program asks for. */
#include <stdlib.h>
#include <string.h>

#include "compiler/front/sema.h"
#include "compiler/rgc.h"
#include "compiler/syntax/include.h"
#include "compiler/syntax/lexer.h"
#include "compiler/syntax/parser.h"

/* What a program asks for: by a name or a literal, and by what has no whole value in Julia. */
typedef struct {
    rgc_numbers named;
    bool real;
    bool floats; /* it names Float, Float64 or Float32 */
    bool rounds; /* it has Fixed(e), and so means both kinds by their names */
} asking;

/* One word for the whole program: Fixed by name settles it. */
static rgc_numbers stronger(rgc_numbers a, rgc_numbers b) { return a > b ? a : b; }

/* zeros(n) and ones(m, n), without a type. */
static bool makes_zeros(const fr_token *t)
{
    const bool named = t->kind == TOK_IDENT
                       && (strcmp(t->text, "zeros") == 0 || strcmp(t->text, "ones") == 0);
    return named && t[1].kind == TOK_LPAREN
           && !(t[2].kind == TOK_IDENT
                && (strcmp(t[2].text, "Int") == 0 || strcmp(t[2].text, "Bool") == 0));
}

/* A quotient, or a function whose value is a Float64 in Julia, whatever it is given. */
static bool makes_real(const fr_token *t)
{
    static const char *const names[] = {
        "sqrt",  "exp",  "log",  "sin",  "cos",  "tan",   "asin",   "acos",   "atan",
        "sinh",  "cosh", "tanh", "exp2", "log2", "exp10", "log10",  "expm1",  "log1p",
        "hypot", "erf",  "mean", "std",  "var",  "norm",  "median", "sincos", "normalize",
        "cor",   "cov",  "inv",  "det",  "pi",   "π",     "ℯ"};
    bool found = t->kind == TOK_DIV || t->kind == TOK_DOTDIV || t->kind == TOK_SQRT
                 || t->kind == TOK_BACKSLASH;
    for (size_t i = 0; !found && t->kind == TOK_IDENT && i < sizeof names / sizeof names[0]; i++)
        found = strcmp(t->text, names[i]) == 0;
    return found || makes_zeros(t) || (t->kind == TOK_IDENT && fr_is_infinity(t->text));
}

static rgc_numbers asked_by_token(const fr_token *t)
{
    if (t->kind == TOK_REAL)
        return RGC_NUMBERS_FLOAT;
    return t->kind == TOK_IDENT ? fr_numbers_of_type(t->text) : RGC_NUMBERS_OPEN;
}

static bool names_float(const fr_token *t)
{
    static const char *const names[] = {"Float", "Float64", "Float32"};
    bool found = false;
    for (size_t i = 0; t->kind == TOK_IDENT && i < sizeof names / sizeof names[0]; i++)
        found = found || strcmp(t->text, names[i]) == 0;
    return found;
}

static bool makes_fixed(const fr_token *t)
{
    return t->kind == TOK_IDENT && t[1].kind == TOK_LPAREN
           && fr_numbers_of_type(t->text) == RGC_NUMBERS_FIXED;
}

static void ask_source(fr_diags *d, uint32_t file, asking *asked)
{
    size_t count = 0;
    const fr_token *tokens = fr_lex(d, NULL, file, &count);
    for (size_t i = 0; i < count; i++) {
        asked->named = stronger(asked->named, asked_by_token(&tokens[i]));
        asked->real = asked->real || makes_real(&tokens[i]);
        asked->floats = asked->floats || names_float(&tokens[i]);
        asked->rounds = asked->rounds || makes_fixed(&tokens[i]);
    }
}

static asking ask_sources(fr_diags *d)
{
    asking by = {.named = RGC_NUMBERS_OPEN};
    for (uint32_t i = 0; i < d->source_count; i++)
        if (!d->sources[i].library && !d->sources[i].origins)
            ask_source(d, i, &by);
    if (by.named == RGC_NUMBERS_FIXED && by.floats && by.rounds)
        by.named = RGC_NUMBERS_BOTH;
    return by;
}

bool fr_names_both(fr_diags *d) { return ask_sources(d).named == RGC_NUMBERS_BOTH; }

static void refuse_fixed_in(fr_diags *d, const fr_functional *f)
{
    size_t count = 0;
    const fr_token *tokens = fr_lex(d, NULL, f->whole.file, &count);
    for (size_t i = 0; i < count; i++) {
        const fr_token *t = &tokens[i];
        if (t->kind != TOK_IDENT || t->span.offset < f->whole.offset
            || t->span.offset >= f->whole.offset + f->whole.length
            || fr_numbers_of_type(t->text) != RGC_NUMBERS_FIXED)
            continue;
        rgc_diagnostic *r = fr_report(d, RGC_ERROR, "R0508", t->span,
                                      "Fixed beside Float is not there yet in a function with a "
                                      "value, such as '%s'",
                                      f->name);
        fr_help(d, r, "write Float64 here, or an @i function, which may have both");
        return;
    }
}

void fr_refuse_fixed_in_values(fr_diags *d, const fr_program *program)
{
    for (const fr_functional *f = program->functionals; f; f = f->next)
        if (f->whole.file < d->source_count && !d->sources[f->whole.file].library
            && !d->sources[f->whole.file].origins)
            refuse_fixed_in(d, f);
}

/* Faults are said when the program is compiled. False when memory was out. */
static bool ask(fr_arena *arena, fr_diags *d, const char *path, const char *text, size_t size,
                rgc_numbers *asked)
{
    if (setjmp(arena->out_of_memory))
        return false;
    fr_program program = {0};
    fr_parse_source(d, &program, fr_add_source(d, path, text, size), 0);
    const asking by = ask_sources(d);
    *asked = by.named == RGC_NUMBERS_OPEN && by.real ? RGC_NUMBERS_FLOAT : by.named;
    return true;
}

rgc_numbers rgc_numbers_of_buffer(const char *path, const char *text, size_t size,
                                  const rgc_options *options)
{
    fr_arena arena = {0};
    fr_diags diags = {.arena = &arena, .limit = 1};
    rgc_numbers asked = RGC_NUMBERS_OPEN;
    if (options) {
        diags.unsaved = options->unsaved;
        diags.unsaved_context = options->unsaved_context;
    }
    if (size > FR_SOURCE_LIMIT || !ask(&arena, &diags, path, text, size, &asked))
        asked = RGC_NUMBERS_OPEN;
    fr_arena_free(&arena);
    return asked;
}

rgc_numbers rgc_numbers_of_file(const char *path)
{
    size_t size = 0;
    const char *reason = "";
    char *text = fr_read_file(path, &size, &reason);
    const rgc_numbers asked = text ? rgc_numbers_of_buffer(path, text, size, NULL)
                                   : RGC_NUMBERS_OPEN;
    free(text);
    return asked;
}
