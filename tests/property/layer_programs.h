/* layer_programs.h: random uses of local vectors, filled, read, undone and freed, rightly and
 * wrongly. T! and A are matrices, U! and B vectors. */
#ifndef RG_LAYER_PROGRAMS_H
#define RG_LAYER_PROGRAMS_H

#include "program_text.h"

typedef struct {
    const char *head, *back, *target, *rest;
} layer_step; /* back: the loop of the undoing statement; NULL: the same */

static const layer_step layer_steps[] = {
    {"for i = 1:length(h)\n", NULL, "h[i]", "B[i]\nend\n"},
    {"for i = 1:length(h)\n", NULL, "h[i]", "B[i]\nend\n"},
    {"for i = 1:length(h), k = 1:size(A, 2)\n", NULL, "h[i]", "A[i, k] * B[k]\nend\n"},
    {"for i = 1:length(h), k = 1:size(A, 2)\n", "for i = length(h):-1:1, k = 1:size(A, 2)\n",
     "h[i]", "A[i, k] * B[k]\nend\n"},
    {"for k = 1:size(A, 1), i = 1:length(h)\n", NULL, "h[i]", "A[k, i] * U![k]\nend\n"},
    {"for i = 1:length(h)\n", NULL, "h[i]", "U![i] * 2\nend\n"},
    {"for i = 2:length(h)\n", "for i = length(h):-1:2\n", "h[i]", "h[i - 1]\nend\n"},
    {"for i = 2:length(h)\n", NULL, "h[i]", "h[i - 1]\nend\n"},
    {"for i = 1:length(q)\n", NULL, "q[i]", "max(h[i], 0)\nend\n"},
    {"for i = 1:length(q)\n", "for i = length(q):-1:1\n", "q[i]", "h[i] * B[i]\nend\n"},
    {"for i = 1:length(q)\n", NULL, "h[i]", "q[i]\nend\n"},
    {"", NULL, "h[2]", "U![1]\n"},
    {"", NULL, "q[m]", "h[1]\n"},
    {"", NULL, "s!", "h[1]\n"},
    {"for i = 1:length(h)\n", NULL, "U![i]", "h[i]\nend\n"},
};

static inline void layer_step_out(generator *g, const layer_step *step, bool undo, bool taken)
{
    put(g, "%s%s %s= %s", undo && step->back ? step->back : step->head, step->target,
        undo != taken ? "-" : "+", step->rest);
}

/* What happens while the vectors hold something. */
static inline void layer_use(generator *g)
{
    static const char *const uses[] = {
        "for i = 1:length(h)\nT![i, 1] += h[i] * B[i]\nend\n",
        "for i = 1:length(h), k = 1:size(T!, 2)\nT![k, 1] -= h[i] * A[k, i]\nend\n",
        "for i = 1:length(q)\ns! += q[i] * B[i]\nend\n",
        "for i = 1:length(h)\nT![i, i] += max(h[i], 0)\nend\n",
        "s! += h[1]\n",
        "U![2] += h[1]\n",
        "for i = 1:length(h)\nU![i] += h[i]\nend\n",
        "for i = 1:length(h)\nT![1, i] += h[i] + B[i]\nend\n"};
    if (pick(g, 12) == 0)
        put(g, "h[1] += B[1]\n");
    else
        put(g, "%s", ONE_OF(g, uses));
}

/* By @routine, or undone by hand; of the latter some wrongly: one left out, or in another order. */
static inline void layers(generator *g)
{
    static const char *const lengths[] = {"length(B)", "size(A, 1)", "length(U!)",
                                          "length(B)", "n",          "16"};
    enum { MOST = 4, KINDS = sizeof layer_steps / sizeof layer_steps[0] };
    const layer_step *steps[MOST];
    bool taken[MOST];
    const char *length = ONE_OF(g, lengths), *type = g->whole ? "Int" : "Fixed";
    const unsigned count = 1 + pick(g, MOST), style = pick(g, 8),
                   odd = style == 7 ? pick(g, count) : MOST,
                   swapped = style == 6 && count > 1 ? pick(g, count - 1) : MOST;
    const bool by_block = style < 4, repeated = pick(g, 5) == 0;

    g->updates += 4;
    for (unsigned i = 0; i < count; i++) {
        steps[i] = &layer_steps[i == 0 ? pick(g, 7) : pick(g, KINDS)];
        taken[i] = pick(g, 4) == 0;
    }
    put(g, repeated ? "for r = 1:2\n" : "");
    put(g, by_block && style > 0 ? "@routine begin\n" : "");
    put(g, "h ← zeros(%s, %s)\nq ← zeros(%s, %s)\n", type, length, type, length);
    put(g, style == 0 ? "@routine begin\n" : "");
    for (unsigned i = 0; i < count; i++)
        layer_step_out(g, steps[i], false, taken[i]);
    put(g, by_block ? "end\n" : "");
    for (unsigned n = 1 + pick(g, 2); n > 0; n--)
        layer_use(g);
    put(g, by_block ? "~@routine\n" : "");
    for (unsigned i = count; i-- > 0 && !by_block;) {
        const unsigned k = i == swapped ? i + 1 : i == swapped + 1 ? i - 1 : i;
        if (i != odd)
            layer_step_out(g, steps[k], true, taken[k]);
    }
    if (!by_block || style == 0)
        put(g, "q → zeros(%s, %s)\nh → zeros(%s, %s)\n", type, length, type, length);
    put(g, repeated ? "end\n" : "");
}

#endif
