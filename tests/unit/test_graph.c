/* test_graph.c: memory-oriented computational graphs: what is a box, what a dot, where lines and
 * regions end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/rgc.h"

/* Figure 1: compute, copy, uncompute. */
static const char figure[] =
    "@i function g(a!::Fixed, b::Fixed)\n  a! += b * b\nend\n"
    "@i function f(y!::Fixed, x::Fixed, v::Vector{Fixed})\n  @routine begin\n    t <- 0.0\n    "
    "g(t, x)\n  end\n"
    "  y! += t\n  for i = 1:2\n    y! += v[i]\n  end\n  SWAP(y!, x)\n  ~@routine\nend\n";

static char *graph(const char *text, bool svg)
{
    char *out = NULL;
    size_t size = 0;
    rgc_result *r = rgc_compile_buffer("t.rg", text, strlen(text), NULL);
    assert_non_null(r);
    assert_non_null(rgc_object(r));
    FILE *f = open_memstream(&out, &size);
    assert_non_null(f);
    assert_int_equal(rgc_print_graph(r, f, svg), 0);
    fclose(f);
    rgc_result_free(r);
    return out;
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *p = text; (p = strstr(p, part)) != NULL; p += strlen(part))
        n++;
    return n;
}

static void boxes_and_dots(void **state)
{
    (void)state;
    char *svg = graph(figure, true);
    /* g: a!. f: t allocated, g(t), y! twice, i at head and end of the loop, y! and x exchanged, t
     * uncomputed. */
    assert_int_equal(count(svg, "fill=\"white\" stroke"), 1 + 1 + 1 + 2 + 2 + 2 + 1);
    /* g: b. f: x in g, t copied, v and i in the loop, x uncomputing. */
    assert_int_equal(count(svg, "<circle"), 1 + 1 + 1 + 2 + 1);
    assert_int_equal(count(svg, "fill-opacity"), 1);
    assert_int_equal(count(svg, "stroke-dasharray"), 1);
    assert_non_null(strstr(svg, ">g(t, x)</text>"));
    /* The array is a double line: 2 of g, then y!, x, t, i, and v twice; and a horizontal line for
     * each row with a touch. */
    assert_int_equal(count(svg, "<line"), 2 + 1 + 4 + 2 + 8);
    free(svg);
}

static void special_characters(void **state)
{
    (void)state;
    char *svg =
        graph("@i function f(y!::Int, n::Int)\n  if (n < 3 && n > 1, ~)\n    y! += 1\n  end\nend\n",
              true);
    assert_non_null(strstr(svg, "if n &lt; 3 &amp;&amp; n &gt; 1"));
    free(svg);
    char *dot = graph("@i function f(y!::Int, n::Int)\n  y! += n\nend\n", false);
    assert_non_null(strstr(dot, "v0_0 -> s0_0 [arrowhead=obox]"));
    assert_non_null(strstr(dot, "v0_1 -> s0_0 [arrowhead=dot]"));
    free(dot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_and_dots),
        cmocka_unit_test(special_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
