/* routine_memo.c: routines that were made before. settle.c makes a module several times, and a
 * routine may meet the same registers, conventions and callees again. Then it has the same code,
 * and no registers are searched for it. */
#include <stdlib.h>
#include <string.h>

#include "cg.h"
#include "compiler/grow.h"

/* What a routine wants of one that it calls. */
typedef struct {
    cg_summary *summary;
    uint32_t wanted;
    unsigned vote[CG_ARGS][CG_SP];
} callee;

/* Positions of words and scopes are counted from the first one of the routine. */
typedef struct entry entry;
struct entry {
    entry *next; /* of the same routine */
    uint32_t *key;
    uint32_t *code;
    rg_line *lines;
    cg_fix *fixes;
    cg_scope *scopes;
    callee *callees;
    size_t key_count, code_count, fix_count, scope_count, callee_count;
    uint32_t start; /* the word that it is entered by */
    uint8_t come[CG_ARGS];
    size_t division;
};

struct cg_memo {
    entry **entries; /* by index of the routine */
    size_t routine_count;
    uint32_t *key; /* of the routine at work */
    size_t key_count, key_capacity;
    bool short_of_memory; /* the key is not whole */
};

static void free_entry(entry *e)
{
    free(e->key);
    free(e->code);
    free(e->lines);
    free(e->fixes);
    free(e->scopes);
    free(e->callees);
    free(e);
}

cg_memo *cg_memo_new(const ir_module *module)
{
    cg_memo *memo = calloc(1, sizeof *memo);

    if (!memo)
        return NULL;
    memo->routine_count = module->routine_count;
    memo->entries = calloc(memo->routine_count + 1, sizeof(entry *));
    if (memo->entries)
        return memo;
    free(memo);
    return NULL;
}

static void free_entries(entry *e)
{
    for (entry *next; e; e = next) {
        next = e->next;
        free_entry(e);
    }
}

void cg_memo_free(cg_memo *memo)
{
    if (!memo)
        return;
    for (size_t i = 0; i < memo->routine_count; i++)
        free_entries(memo->entries[i]);
    free(memo->entries);
    free(memo->key);
    free(memo);
}

/* ---- keys ---- */

static void add(cg_memo *memo, size_t value)
{
    uint32_t *bigger = rg_grow(memo->key, memo->key_count, &memo->key_capacity, sizeof *bigger);

    memo->short_of_memory = memo->short_of_memory || !bigger;
    if (!bigger)
        return;
    memo->key = bigger;
    memo->key[memo->key_count++] = (uint32_t)value;
}

static void add_callees(cg *g, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_CALL) {
            const cg_summary *called = cg_summary_of(g, s->callee);
            add(g->memo, called->uses);
            for (size_t v = 0; v < CG_ARGS; v++)
                add(g->memo, called->come[v]);
        }
        add_callees(g, s->body);
        add_callees(g, s->other);
    }
}

/* All that may be another thing when the routine is made the next time. */
static void find_key(cg *g, const ir_routine *r)
{
    const cg_summary *own = cg_summary_of(g, r);

    g->memo->key_count = 0;
    g->memo->short_of_memory = false;
    add(g->memo, g->quick ? 1 + own->division : 0);
    add(g->memo, g->convention.free);
    add(g->memo, g->convention.first_temp);
    add(g->memo, own->keep);
    for (size_t v = 0; v < CG_ARGS; v++)
        add(g->memo, g->convention.free ? own->hint[v] : 0);
    add_callees(g, r->body);
}

static entry *find(const cg_memo *memo, const ir_routine *r)
{
    entry *e = memo->short_of_memory ? NULL : memo->entries[r->index];

    while (e
           && (e->key_count != memo->key_count
               || memcmp(e->key, memo->key, e->key_count * sizeof *e->key) != 0))
        e = e->next;
    return e;
}

/* ---- taken from the memo ---- */

static bool take_scopes(cg *g, const entry *e)
{
    const uint32_t base = (uint32_t)g->scope_count;

    for (size_t i = 0; i < e->scope_count; i++) {
        cg_scope *bigger = rg_grow(g->scopes, g->scope_count, &g->scope_capacity, sizeof *bigger);
        if (!bigger)
            return false;
        g->scopes = bigger;
        g->scopes[g->scope_count] = e->scopes[i];
        g->scopes[g->scope_count++].rest += e->scopes[i].rest ? base : 0;
    }
    return true;
}

static bool take_fixes(cg *g, const entry *e)
{
    const size_t begin = cg_here(g);

    for (size_t i = 0; i < e->fix_count; i++) {
        cg_fix *bigger = rg_grow(g->fixes, g->fix_count, &g->fix_capacity, sizeof *bigger);
        if (!bigger)
            return false;
        g->fixes = bigger;
        g->fixes[g->fix_count] = e->fixes[i];
        g->fixes[g->fix_count++].index += begin;
    }
    return true;
}

static void take_words(cg *g, const entry *e, uint32_t scope_base, rg_routine *out)
{
    out->begin = (uint32_t)cg_here(g);
    out->entry = out->begin + e->start;
    for (size_t i = 0; i < e->code_count; i++) {
        rg_line line = e->lines[i];
        line.scope += line.scope ? scope_base : 0;
        rg_buffer_add(&g->buffer, e->code[i], line);
    }
    out->end = (uint32_t)cg_here(g);
}

static bool take_callees(cg *g, const entry *e)
{
    for (size_t i = 0; i < e->callee_count; i++) {
        const callee *of = &e->callees[i];
        if (!cg_note_callee(g, of->summary))
            return false;
        of->summary->wanted = of->wanted;
        memcpy(of->summary->vote, of->vote, sizeof of->vote);
    }
    return true;
}

bool cg_memo_take(cg *g, const ir_routine *r, rg_routine *out)
{
    const uint32_t scope_base = (uint32_t)g->scope_count;
    cg_summary *own = cg_summary_of(g, r);

    find_key(g, r);
    const entry *e = find(g->memo, r);
    if (!e)
        return false;
    g->routine = r;
    g->own_fixes = g->fix_count;
    cg_forget_callees(g);
    if (!take_scopes(g, e) || !take_fixes(g, e) || !take_callees(g, e)) {
        cg_fail(g, r->loc, "R0712", "out of memory");
        return true;
    }
    take_words(g, e, scope_base, out);
    memcpy(own->come, e->come, sizeof own->come);
    own->division = e->division;
    return true;
}

/* ---- put into it ---- */

static bool keep_callees(const cg *g, entry *e)
{
    e->callees = calloc(g->callee_count + 1, sizeof *e->callees);
    for (size_t i = 0; e->callees && i < g->callee_count; i++) {
        callee *to = &e->callees[e->callee_count++];
        to->summary = g->callees[i];
        to->wanted = to->summary->wanted;
        memcpy(to->vote, to->summary->vote, sizeof to->vote);
    }
    return e->callees != NULL;
}

static bool keep_arrays(const cg *g, const rg_routine *made, entry *e)
{
    e->key = rg_copied(g->memo->key, e->key_count, sizeof *e->key);
    e->code = rg_copied(g->buffer.code + made->begin, e->code_count, sizeof *e->code);
    e->lines = rg_copied(g->buffer.lines + made->begin, e->code_count, sizeof *e->lines);
    e->fixes = rg_copied(g->fixes + g->own_fixes, e->fix_count, sizeof *e->fixes);
    e->scopes = rg_copied(g->scopes + g->scope_base, e->scope_count, sizeof *e->scopes);
    return e->key && e->code && e->lines && e->fixes && e->scopes && keep_callees(g, e);
}

/* Positions within the routine. */
static void count_from_start(const cg *g, const rg_routine *made, entry *e)
{
    for (size_t i = 0; i < e->code_count; i++)
        e->lines[i].scope -= e->lines[i].scope ? (uint32_t)g->scope_base : 0;
    for (size_t i = 0; i < e->scope_count; i++)
        e->scopes[i].rest -= e->scopes[i].rest ? (uint32_t)g->scope_base : 0;
    for (size_t i = 0; i < e->fix_count; i++)
        e->fixes[i].index -= made->begin;
}

void cg_memo_keep(cg *g, const rg_routine *made)
{
    const cg_summary *own = cg_summary_of(g, g->routine);
    entry *e = g->memo->short_of_memory ? NULL : calloc(1, sizeof *e);

    if (!e)
        return;
    e->key_count = g->memo->key_count;
    e->code_count = made->end - made->begin;
    e->fix_count = g->fix_count - g->own_fixes;
    e->scope_count = g->scope_count - g->scope_base;
    e->start = made->entry - made->begin;
    e->division = own->division;
    memcpy(e->come, own->come, sizeof e->come);
    if (!keep_arrays(g, made, e)) {
        free_entry(e);
        return;
    }
    count_from_start(g, made, e);
    e->next = g->memo->entries[g->routine->index];
    g->memo->entries[g->routine->index] = e;
}
