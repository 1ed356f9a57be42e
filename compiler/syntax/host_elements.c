/* host_elements.c: v[i] = e in a function with a value, as v = put#(v, e, i): an array with another
 * element. That is what Julia means as long as no other name stands for the same array, so v must
 * be made in the function, and be given to no other name. */
#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/host_sharing.h"
#include "compiler/syntax/methods.h"
#include "compiler/syntax/tree.h"

const char fr_put_name[] = "put#", fr_put_zero[] = "put#zero", fr_field_name[] = "field#";

fr_expr *fr_make_put(fr_parser *p, fr_expr *target, fr_expr *value)
{
    fr_arena *arena = p->d->arena;
    fr_expr **items = fr_alloc(arena, (target->count + 2) * sizeof *items);
    if (!value)
        return NULL;
    items[0] = target->left;
    items[1] = value;
    for (size_t i = 0; i < target->count; i++) {
        fr_expr *of[] = {target->left, fr_make_int(arena, target->span, (int64_t)i + 1)};
        fr_expr *extent = target->count == 1 ? fr_make_call(arena, target->span, "length", 1, of)
                                             : fr_make_call(arena, target->span, "size", 2, of);
        items[i + 2] = fr_replace_end(arena, target->items[i], extent);
    }
    fr_expr *e = fr_make_call(arena, target->span, fr_put_name, target->count + 2, items);
    e->height = value->height + 1 > e->height ? value->height + 1 : e->height;
    return e;
}

bool fr_is_field_target(const fr_expr *e)
{
    return e->kind == EX_FIELD && e->left->kind == EX_NAME;
}

host_stmt *fr_put_back(fr_parser *p, host_stmt *s)
{
    if (fr_is_field_target(s->pattern)) {
        fr_expr *items[] = {s->pattern->left, s->value, s->pattern};
        s->value = fr_make_call(p->d->arena, s->pattern->span, fr_field_name, 3, items);
        s->pattern = s->pattern->left;
    }
    return s;
}

/* What an index may stand behind: v, or p.v */
static bool has_array(const fr_expr *e)
{
    return e->kind == EX_INDEX && (e->left->kind == EX_NAME || fr_is_field_target(e->left))
           && e->count >= 1 && e->count <= 2;
}

bool fr_is_element_target(const fr_expr *e)
{
    bool good = has_array(e);
    for (size_t i = 0; good && i < e->count; i++)
        good = e->items[i]->kind != EX_COLON && e->items[i]->kind != EX_RANGE;
    return good;
}

bool fr_is_slice_target(const fr_expr *e)
{
    bool good = has_array(e);
    for (size_t i = 0; good && i < e->count; i++)
        good = e->items[i]->kind != EX_RANGE || !e->items[i]->third;
    return good && !fr_is_element_target(e);
}

fr_expr *fr_make_fill(fr_parser *p, fr_expr *target, fr_expr *value)
{
    const fr_expr whole = {.kind = EX_INDEX, .span = target->span, .left = target};
    fr_expr *e = target->kind != EX_INDEX ? fr_make_put(p, (fr_expr *)(uintptr_t)&whole, value)
                                          : fr_make_put(p, target, value);
    if (e)
        e->token = TOK_DOT;
    return e;
}

/* ---- several targets ---- */

static bool is_part(const fr_expr *e) { return fr_is_element_target(e) || fr_is_field_target(e); }

bool fr_has_element_target(const fr_expr *e)
{
    bool elements = false, good = e->kind == EX_TUPLE;
    for (size_t i = 0; good && i < e->count; i++) {
        const bool element = is_part(e->items[i]);
        good = element || fn_is_pattern(e->items[i]);
        elements = elements || element;
    }
    return good && elements;
}

/* y[1] = part */
static host_stmt *put_part(fr_parser *p, fr_expr *target, fr_expr *part)
{
    host_stmt *s = fr_alloc(p->d->arena, sizeof *s);
    *s = (host_stmt){.kind = HOST_ASSIGN, .span = target->span, .pattern = target, .value = part};
    if (target->kind == EX_INDEX) {
        s->pattern = target->left;
        s->value = fr_make_put(p, target, part);
    }
    return fr_put_back(p, s);
}

static bool reads_bound(const fr_expr *part, const fr_expr *pattern)
{
    bool found = pattern->kind == EX_NAME && fr_expr_mentions(part, pattern->name);
    for (size_t i = 0; pattern->kind == EX_TUPLE && !found && i < pattern->count; i++)
        found = reads_bound(part, pattern->items[i]);
    return found;
}

/* Whether the target i is an element or a field, or a name that one before it reads. */
static bool waits(const fr_expr *targets, size_t i)
{
    bool found = is_part(targets->items[i]);
    for (size_t k = 0; !found && k < i; k++)
        found = is_part(targets->items[k]) && reads_bound(targets->items[k], targets->items[i]);
    return found;
}

/* Parts are assigned from left to right; so is a name that a part before it reads. */
host_stmt *fr_assign_parts(fr_parser *p, host_stmt *s)
{
    fr_arena *arena = p->d->arena;
    fr_expr *targets = s->pattern;
    host_stmt *last = s;
    s->pattern = fr_copy_call(arena, targets);
    for (size_t i = 0; i < targets->count; i++) {
        fr_expr *target = targets->items[i];
        if (!waits(targets, i))
            continue;
        const char *name = fr_format(arena, "part#%zu", (size_t)target->span.offset);
        s->pattern->items[i] = fr_make_name(arena, target->span, name);
        last->next = put_part(p, target, s->pattern->items[i]);
        last = last->next;
    }
    return s;
}

/* ---- names of one array ---- */

typedef struct {
    fr_parser *p;
    const char *name;       /* of an array whose elements are assigned */
    const host_stmt *whole; /* the function */
    bool made, fields;      /* fields: it is a struct, whose fields are assigned */
    bool deep;              /* elements of its fields too, or a function may do so */
} checker;

/* The words of a message about arrays, where it is about a struct. */
static const char *of_structs(const checker *c, const char *text)
{
    static const struct {
        const char *array, *other;
    } words[] = {{"an array", "a struct"},
                 {"one array", "one struct"},
                 {"the array", "the struct"},
                 {"whose elements", "whose fields"}};
    for (size_t i = 0; c->fields && i < sizeof words / sizeof words[0]; i++) {
        const char *at = strstr(text, words[i].array);
        if (at)
            text = fr_format(c->p->d->arena, "%.*s%s%s", (int)(at - text), text, words[i].other,
                             at + strlen(words[i].array));
    }
    return text;
}

static bool refuse(checker *c, fr_span at, const char *what, const char *help)
{
    if (c->fields && strstr(help, "zeros(n)"))
        help = "start from a struct of its own: %s = Type(...)";
    const char *name = fr_written_name(c->p->d->arena, c->name);
    if (!c->p->panic)
        fr_help(c->p->d, fr_report(c->p->d, RGC_ERROR, "R1010", at, of_structs(c, what), name),
                of_structs(c, help), name, name);
    c->p->panic = true;
    return false;
}

static bool is_change(const fr_expr *e)
{
    return fr_calls_name(e, fr_put_name) || fr_calls_name(e, fr_field_name);
}

static bool check_part(checker *c, const fr_expr *type, const fr_expr *value)
{
    return fr_is_number_type(type) || fr_is_new(c->p->program, value) || value->kind == EX_INT
           || value->kind == EX_REAL || fr_calls_name(value, fr_put_name)
           || refuse(c, value->span,
                     "another name may stand for this part of '%s', which is changed inside",
                     "copy it there: copy(...)");
}

/* Whether the arrays in the struct are new, too. */
static bool check_parts(checker *c, const fr_expr *value)
{
    const fr_expr *name = value->kind == EX_CALL && value->left->kind == EX_CURLY
                              ? value->left->left
                          : value->kind == EX_CALL ? value->left
                                                   : NULL;
    bool good = true;
    if (fr_calls_name(value, fr_field_name))
        return fr_is_number_field(c->p->program, value->items[2]->name)
               || check_part(c, NULL, value->items[1]);
    if (value->kind == EX_CALL && fr_is_made_by(c->p->program, value)) {
        for (const fr_functional *f = c->p->program->functionals; f && good; f = f->next) {
            const fr_expr *body = f->body;
            while (body && body->kind == EX_LET)
                body = body->third;
            good = strcmp(f->name, name->name) != 0 || check_parts(c, body);
        }
        return good;
    }
    for (const fr_struct *s = c->p->program->structs; s && name && name->kind == EX_NAME;
         s = s->next)
        for (size_t i = 0; good && strcmp(s->name, name->name) == 0 && i < s->field_count; i++) {
            if (i < value->count)
                good = check_part(c, s->fields[i].type, value->items[i]);
            for (size_t k = 0; good && k < value->keyword_count; k++)
                good = strcmp(value->keywords[k].name, s->fields[i].name) != 0
                       || !value->keywords[k].value
                       || check_part(c, s->fields[i].type, value->keywords[k].value);
        }
    return good;
}

static bool check_made(checker *c, const fr_expr *pattern, const fr_expr *value)
{
    if (fr_is_named(pattern, c->name)) {
        c->made = c->made || !is_change(value);
        if (c->deep && !check_parts(c, value))
            return false;
        return fr_is_new(c->p->program, value) || (!c->deep && fr_is_made_in(c->p->program, value))
               || refuse(c, value->span,
                         "another name may stand for the array '%s', whose elements are assigned",
                         "start from an array of its own: %s = copy(...), zeros(n) or [...]");
    }
    bool good = true;
    for (size_t i = 0; good && pattern->kind == EX_TUPLE && i < pattern->count; i++)
        if (value->kind == EX_TUPLE && value->count == pattern->count)
            good = check_made(c, pattern->items[i], value->items[i]);
        else if (fr_is_named(pattern->items[i], c->name))
            good = refuse(c, value->span,
                          "the array '%s', whose elements are assigned, comes from a tuple",
                          "give it an array of its own: %s = copy(...)");
    return good;
}

/* Whether e reads more of the array than how large it is. */
static bool reads(const fr_expr *e, const char *name)
{
    static const char *const sizes[] = {"length", "size", "eachindex", "axes", NULL};
    if (!e || fr_calls_one_of(e, sizes))
        return false;
    bool found = fr_is_named(e, name) || reads(e->left, name) || reads(e->right, name)
                 || reads(e->third, name);
    for (size_t i = 0; !found && i < e->count; i++)
        found = reads(e->items[i], name);
    return found;
}

static bool is_bound(const fr_expr *pattern, const char *name)
{
    bool found = fr_is_named(pattern, name);
    for (size_t i = 0; pattern && !found && i < pattern->count; i++)
        found = is_bound(pattern->items[i], name);
    return found;
}

/* Whether the call of s changes the variable. */
static bool changes_argument(const host_stmt *s, const char *name)
{
    const size_t count = s->pattern && s->pattern->kind == EX_TUPLE ? s->pattern->count : 1;
    if (s->kind != HOST_ASSIGN || s->changed == 0)
        return false;
    bool found = count == 1 && fr_is_named(s->pattern, name);
    for (size_t i = count - s->changed; count > 1 && !found && i < count; i++)
        found = fr_is_named(s->pattern->items[i], name);
    return found;
}

bool fr_changes_part(const host_stmt *s, const char *name)
{
    return changes_argument(s, name)
           || (s->kind == HOST_ASSIGN && fr_is_named(s->pattern, name) && s->value
               && is_change(s->value));
}

static const fr_struct *made_struct(const fr_program *program, const fr_expr *e)
{
    const char *name = e->kind == EX_CALL ? fr_struct_named(program, e->left) : NULL;
    const fr_struct *s = name ? program->structs : NULL;
    while (s && strcmp(s->name, name) != 0)
        s = s->next;
    return s;
}

/* Whether e is a number, or new with all that it holds. */
static bool is_new_throughout(const fr_program *program, const fr_expr *e)
{
    const fr_struct *s = made_struct(program, e);
    if (e->kind == EX_INT || e->kind == EX_REAL)
        return true;
    bool good = fr_is_new(program, e) && (!s || e->keyword_count == 0)
                && (s || !fr_is_made_by(program, e));
    for (size_t i = 0; good && (s || e->kind == EX_ARRAY) && i < e->count; i++)
        good = (s && i < s->field_count && fr_is_number_type(s->fields[i].type))
               || is_new_throughout(program, e->items[i]);
    return good;
}

/* The call changes the variable, and may keep another argument in it. */
static bool check_kept(checker *c, const fr_expr *call)
{
    for (size_t i = 0; i < call->count; i++) {
        const fr_expr *e = call->items[i];
        if (!fr_is_named(e, c->name) && !is_new_throughout(c->p->program, e)
            && fr_keeps_argument(c->p->program, call, i))
            return refuse(c, e->span, "another name may stand for this part of '%s' then",
                          "give a copy of it: copy(...)");
    }
    return true;
}

/* Whether what the loop goes through may hold the variable. */
static bool holds_variable(const checker *c, const fr_expr *through)
{
    static const char *const pairs[] = {"zip", "enumerate", NULL};
    bool found = false;
    for (size_t i = 0; fr_calls_one_of(through, pairs) && !found && i < through->count; i++)
        found = holds_variable(c, through->items[i]);
    return found
           || (through->kind != EX_NAME && through->kind != EX_FIELD
               && !fr_calls_one_of(through, pairs) && reads(through, c->name)
               && fr_may_share(c->p->program, through, c->name, c->deep));
}

/* Whether the block gives an element that the loop goes through another name. */
static bool names_element(const checker *c, const fr_expr *pattern, const host_stmt *body)
{
    bool found = false;
    for (const host_stmt *s = pattern->kind == EX_NAME ? body : NULL; s && !found; s = s->next)
        found = fr_gets_name(c->p->program, s, pattern->name, true);
    for (size_t i = 0; !found && i < pattern->count; i++)
        found = names_element(c, pattern->items[i], body);
    return found;
}

static bool check_one(checker *c, const host_stmt *s)
{
    if (changes_argument(s, c->name)) /* no other argument shares it, as its caller made sure */
        return !c->deep || check_kept(c, s->value);
    if (s->kind == HOST_FOR && is_bound(s->pattern, c->name))
        return refuse(c, s->span, "'%s', whose elements are assigned, is the variable of a loop",
                      "give the array a name of its own");
    if (s->kind == HOST_FOR
        && (c->deep || !c->fields ? reads(s->value, c->name)
                                  : fr_may_share(c->p->program, s->value, c->name, false))
        && fr_changes_part_in(s->body, c->name))
        return refuse(c, s->value->span,
                      "this loop goes through the array '%s', whose elements are assigned",
                      "go through its indices: for i in eachindex(%s)");
    if (s->kind == HOST_FOR && holds_variable(c, s->value) && names_element(c, s->pattern, s->body))
        return refuse(c, s->value->span, "'%s' is in this, and gets another name in the loop",
                      "copy it there: copy(...)");
    if (s->kind == HOST_ASSIGN && !check_made(c, s->pattern, s->value))
        return false;
    const bool elements = s->kind == HOST_ASSIGN && s->pattern->kind == EX_TUPLE
                          && s->value->kind == EX_NAME; /* a, b = v */
    if (s->kind == HOST_ASSIGN && !elements
        && fr_may_share(c->p->program, s->value, c->name, c->deep))
        return refuse(
            c, s->value->span,
            "'%s' and another name would stand for one array, whose elements are assigned",
            "copy it: copy(%s)");
    return true;
}

/* u, v = v, u: each array still has one name. */
static bool exchanges(const host_stmt *s)
{
    bool good = s->kind == HOST_ASSIGN && s->pattern->kind == EX_TUPLE && s->value->kind == EX_TUPLE
                && s->pattern->count == s->value->count;
    for (size_t i = 0; good && i < s->value->count; i++) {
        size_t times = 0, targets = 0;
        for (size_t k = 0; k < s->value->count; k++) {
            times += fr_same_expr(s->value->items[k], s->value->items[i]);
            targets += fr_same_expr(s->pattern->items[k], s->value->items[i]);
        }
        good = s->value->items[i]->kind == EX_NAME && times == 1 && targets == 1;
    }
    return good;
}

/* How often the name gets an array in the list; inner: and in the blocks of its statements. */
static size_t times_made(const host_stmt *list, const char *name, bool inner)
{
    size_t n = 0;
    for (const host_stmt *s = list; s; s = s->next) {
        n += s->kind == HOST_ASSIGN && is_bound(s->pattern, name) && !is_change(s->value)
             && !changes_argument(s, name);
        if (inner)
            n += times_made(s->body, name, true) + times_made(s->other, name, true);
    }
    return n;
}

/* u = v ends the block in which v is made: from there on the array has the name u alone. */
static bool hands_on(const checker *c, const host_stmt *list, const host_stmt *s)
{
    return list != c->whole && !s->next && s->kind == HOST_ASSIGN && s->pattern->kind == EX_NAME
           && fr_is_named(s->value, c->name) && times_made(list, c->name, false) == 1
           && times_made(c->whole, c->name, true) == 1;
}

static bool check_list(checker *c, const host_stmt *list)
{
    for (const host_stmt *s = list; s; s = s->next)
        if (exchanges(s) || hands_on(c, list, s))
            continue;
        else if (!check_one(c, s) || !check_list(c, s->body) || !check_list(c, s->other))
            return false;
    return true;
}

static bool is_put(const host_stmt *s)
{
    return s->kind == HOST_ASSIGN && s->value && is_change(s->value) && s->pattern->kind == EX_NAME;
}

/* A parameter that f! changes: its callers see to it that nothing else stands for it. */
static bool is_changed_parameter(const fr_functional *f, const char *name)
{
    bool found = false;
    for (size_t i = 0; f->changes && !found && i < f->param_count; i++)
        found = f->changes[i] && strcmp(f->params[i].name, name) == 0;
    return found;
}

/* A function, and an array whose elements it assigns at `put`. */
typedef struct arrays {
    fr_parser *p;
    const fr_functional *f;
    const host_stmt *whole, *put;
    const char *name;
    const struct arrays *outer; /* that the name is exchanged with */
    bool fields, deep;
} arrays;

static bool check_array(const arrays *a);

/* The arrays that the name is exchanged with, in the list. */
static bool check_partners(const arrays *a, const host_stmt *list)
{
    bool good = true;
    for (const host_stmt *s = list; s && good; s = s->next) {
        const size_t names = exchanges(s) && is_bound(s->pattern, a->name) ? s->pattern->count : 0;
        for (size_t i = 0; good && i < names; i++)
            good = check_array(&(arrays){a->p, a->f, a->whole, a->put, s->pattern->items[i]->name,
                                         a, a->fields, a->deep});
        good = good && check_partners(a, s->body) && check_partners(a, s->other);
    }
    return good;
}

static bool check_array(const arrays *a)
{
    checker c = {.p = a->p, .name = a->name, .whole = a->whole, .fields = a->fields};
    c.deep = a->deep;
    for (const arrays *o = a->outer; o; o = o->outer)
        if (strcmp(o->name, a->name) == 0)
            return true;
    c.made = is_changed_parameter(a->f, c.name);
    if (fr_has_parameter(a->f, c.name) && !c.made)
        return refuse(
            &c, a->put->span, "'%s' is an argument, and this would change it",
            "copy it, y = copy(%s), and change the copy; or call the function f!, as Julia "
            "does with what changes its arguments");
    if (!check_list(&c, a->whole))
        return false;
    return c.made ? check_partners(a, a->whole)
                  : refuse(&c, a->put->span, "the array '%s' is not made in this function",
                           "make it here: %s = copy(...), zeros(n) or [...]");
}

/* The variables that s changes a part of. */
static bool check_changes(fr_parser *p, const fr_functional *f, const host_stmt *whole,
                          const host_stmt *s)
{
    const fr_expr *pattern = s->pattern;
    bool good = true;
    if (is_put(s))
        return check_array(&(arrays){p, f, whole, s, pattern->name, NULL,
                                     fr_calls_name(s->value, fr_field_name),
                                     fr_calls_name(s->value, fr_field_name)
                                         && fr_calls_name(s->value->items[1], fr_put_name)});
    if (s->kind != HOST_ASSIGN || s->changed == 0)
        return true;
    const size_t count = pattern->kind == EX_TUPLE ? pattern->count : 1;
    for (size_t i = count - s->changed; good && i < count; i++)
        good = check_array(&(arrays){p, f, whole, s,
                                     count == 1 ? pattern->name : pattern->items[i]->name, NULL,
                                     false, true});
    return good;
}

static bool check_puts(fr_parser *p, const fr_functional *f, const host_stmt *whole,
                       const host_stmt *list)
{
    bool good = true;
    for (const host_stmt *s = list; s && good; s = s->next)
        good = check_changes(p, f, whole, s) && check_puts(p, f, whole, s->body)
               && check_puts(p, f, whole, s->other);
    return good;
}

/* A = copy(A) for a parameter: from here on the name stands for another array. */
static void own_parameters(fr_parser *p, const fr_functional *f, host_stmt *list)
{
    for (host_stmt *s = list; s; s = s->next) {
        const bool made = s->kind == HOST_ASSIGN && s->pattern->kind == EX_NAME && s->value
                          && fr_has_parameter(f, s->pattern->name) && !is_put(s) && !s->changed
                          && fr_is_new(p->program, s->value)
                          && fr_changes_part_in(s->next, s->pattern->name);
        fr_let b = {.arena = p->d->arena};
        if (!made)
            continue;
        fr_let_bind(&b, s->pattern);
        s->pattern = fr_renamed(&b, s->pattern);
        fr_rename_list(&b, s->next);
    }
}

bool fr_check_elements(fr_parser *p, const fr_functional *f, host_stmt *list)
{
    own_parameters(p, f, list);
    return check_puts(p, f, list, list);
}
