/* print.c: the unary form as text. */
#include "compiler/functional/unary.h"

typedef struct {
    FILE *out;
    fr_arena *arena;
    unsigned indent;
} printer;

static void margin(const printer *p)
{
    for (unsigned i = 0; i < p->indent; i++)
        fputs("    ", p->out);
}

static void print_slots(const printer *p, const fn_slot *s)
{
    for (size_t i = 0; i < s->arg_count; i++)
        fprintf(p->out, " %u", s->args[i]->place);
}

static void print_head(const printer *p, const fn_slot *s)
{
    switch (s->kind) {
    case FN_OP:
        if (s->arg_count == 0)
            fprintf(p->out, "const %s", s->op);
        else
            fprintf(p->out, "op %s", s->op);
        break;
    case FN_PARAM: fputs("given", p->out); break;
    case FN_TABLE: fprintf(p->out, "const %s", s->op); break;
    case FN_LENGTH:
        fputs("length", p->out);
        if (s->part > 0)
            fprintf(p->out, " %u of", s->part + 1);
        break;
    case FN_AT:
        fprintf(p->out, "element %s of", s->op ? s->op : s->arg_count == 2 ? "by number" : "end");
        break;
    case FN_RANGE: fputs("range", p->out); break;
    case FN_PAIR: fputs("pair", p->out); break;
    case FN_PROJ: fprintf(p->out, "proj %u", s->part + 1); break;
    case FN_LIST: fputs("array", p->out); break;
    case FN_MAP:
        fputs(s->arg_count == 1 ? "map" : s->arg_count == 2 ? "map2" : "mapn", p->out);
        break;
    case FN_FOLD: fputs(s->until ? "while" : "foldl", p->out); break;
    case FN_IF: fputs("if", p->out); break;
    case FN_FAIL: fputs("fail", p->out); break;
    }
    print_slots(p, s);
}

static void print_seq(printer *p, const fn_seq *q)
{
    for (size_t i = 0; i < q->count; i++) {
        const fn_slot *s = q->slots[i];
        margin(p);
        fprintf(p->out, "%3u  ", s->place);
        print_head(p, s);
        fprintf(p->out, " : %s", fn_type_text(p->arena, s->type));
        if (s->name)
            fprintf(p->out, "   # %s", s->name);
        fputc('\n', p->out);
        for (size_t k = 0; k < 2; k++) {
            if (!s->bodies[k])
                continue;
            margin(p);
            fputs(s->kind != FN_IF ? "     each\n"
                  : k == 0         ? "     then\n"
                                   : "     else\n",
                  p->out);
            p->indent += 2;
            print_seq(p, s->bodies[k]);
            p->indent -= 2;
        }
    }
    margin(p);
    fprintf(p->out, "  => %u\n", q->result->place);
}

int fn_print_unary(fr_arena *arena, const fr_program *program, FILE *out)
{
    printer p = {.out = out, .arena = arena};
    for (const fn_unary *u = program->unary; u; u = u->next) {
        fprintf(out, "%s\n", u->source->name);
        print_seq(&p, u->seq);
        if (u->next)
            fputc('\n', out);
    }
    return ferror(out) ? -1 : 0;
}
