/* test_ir.c: the intermediate representation is printed, inverted and checked. */
#include "cg_fixture.h"

static char *text_of(fixture *f, bool inverse)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    assert_int_equal(ir_print(f->m, out, inverse), 0);
    fclose(out);
    return text;
}

/* A body with one statement of each kind. */
static fixture sample(void)
{
    fixture f = begin("f");
    ir_var *x = param(&f, "x", RG_TYPE_FIXED, 0), *y = param(&f, "y", RG_TYPE_FIXED, 0),
           *n = param(&f, "n", RG_TYPE_INT, 0);
    ir_var *v = param(&f, "v", RG_TYPE_FIXED, 1), *i = local(&f, "i", RG_TYPE_INT),
           *t = local(&f, "t", RG_TYPE_FIXED);
    ir_var *l = param(&f, "l", RG_TYPE_LOG, 0);

    assert_null(l); /* a parameter after a variable is refused */
    ir_stmt *plus =
        ir_update(f.m, f.at, PV(&f, x), RG_MODE_ADD, OP(&f, RG_OP_FEXP, V(&f, y), NULL));
    add(&f, ir_routine_block(f.m, f.at, 7, ir_alloc(f.m, f.at, t, F(&f, 0.5))));
    add(&f, ir_for(f.m, f.at, i, I(&f, 1), I(&f, 2), V(&f, n), plus));
    add(&f,
        ir_if(f.m, f.at, OP(&f, RG_OP_LT, V(&f, n), I(&f, 3)), OP(&f, RG_OP_GE, V(&f, n), I(&f, 0)),
              ir_neg(f.m, f.at, PE(&f, v, I(&f, 1), NULL)), NULL));
    add(&f, ir_rot(f.m, f.at, PV(&f, x), PV(&f, y), false, V(&f, t)));
    add(&f, ir_unroutine(f.m, f.at, 7));
    return f;
}

static void printed(void **unused)
{
    fixture f = sample();
    char *text = text_of(&f, false);

    (void)unused;
    assert_string_equal(text,
                        "format 64 43\nfile \"test.rg\"\n\n"
                        "routine f(x: Fixed, y: Fixed, n: Int, v: Vector Fixed) exported  @1:1\n"
                        "    var i: Int  @1:1\n    var t: Fixed  @1:1\n"
                        "    @routine 7 begin  @1:1\n        t <- 0.5  @1:1\n    end\n"
                        "    for i = 1 : 2 : n  @2:1\n        x += fexp(y)  @1:1\n    end\n"
                        "    if ((n < 3), (n >= 0))  @3:1\n        neg(v[1])  @3:1\n    end\n"
                        "    rot(x, y, t)  @4:1\n    ~@routine 7  @5:1\nend\n");
    free(text);
    ir_module_free(f.m);
}

static void inverted(void **unused)
{
    fixture f = sample();
    char *text = text_of(&f, true);

    (void)unused;
    assert_non_null(strstr(text, "    @routine 7 begin  @5:1\n        t <- 0.5"));
    assert_non_null(strstr(text, "    irot(x, y, t)"));
    assert_non_null(strstr(text, "    if ((n >= 0), (n < 3))"));
    assert_non_null(strstr(text, "    for i = (1 + (fld((n - 1), 2) * 2)) : -2 : 1"));
    assert_non_null(strstr(text, "        x -= fexp(y)"));
    assert_true(strstr(text, "irot") < strstr(text, "for i"));
    assert_non_null(strstr(text, "    ~@routine 7  @1:1\nend\n"));
    free(text);

    char *before = text_of(&f, false);
    f.r->body = ir_invert(f.m, f.r->body);
    f.r->body = ir_invert(f.m, f.r->body);
    char *after = text_of(&f, false);
    assert_int_equal(strncmp(before, after, 200), 0);
    free(before);
    free(after);
    ir_module_free(f.m);
}

/* What is wrong with a text, and where. */
static const struct {
    const char *text, *message;
    unsigned line, column;
} bad_texts[] = {
    {"routine f(", "a name is expected here", 1, 11},
    {"rutine f()\nend\n", "'routine' is expected here", 1, 1},
    {"format 48 20\n", "no such number format", 1, 8},
    {"routine f(x: Fixd)\nend\n", "a type is expected here: Int, Bool, Fixed or Log", 1, 14},
    {"routine f()\n    y += 1\nend\n", "there is no variable 'y'", 2, 5},
    {"routine f(y: Int)\n    y += (1 + 2\nend\n", "')' is expected here", 2, 16},
    {"routine f(y: Int)\n    y += 1 1\nend\n", "the line should end here", 2, 12},
    {"routine f(y: Int)\n    y *= 1\nend\n", "what changes a Int is expected here", 2, 7},
    {"routine f(y: Int)\n    y += 2.5\nend\n", "an operand of the wrong type", 2, 10},
    {"routine f(y: Int)\n    y += frob(1)\nend\n", "there is no function 'frob'", 2, 10},
    {"routine f(y: Fixed)\n    y += 1e9\nend\n", "a number that no Fixed of this format holds", 2,
     10},
    {"routine f(y: Int)\n    y += 9223372036854775808\nend\n", "this is no whole number of 64 bits",
     2, 10},
    {"routine f(y: Int)\n    y += 1  @1:1 2 3 4\nend\n", "4 positions for the 3 nodes of the line",
     2, 14},
    {"routine f(y: Int)\n    y += 1  {nice}\nend\n", "there is no such flag of a statement", 2, 14},
    {"routine f()\n    call g()\nend\n", "there is no routine 'g'", 2, 10},
    {"routine f()\nend\nroutine f()\nend\n", "a second routine 'f'", 4, 1},
    {"routine f()\n    var t: Int\n    var t: Int\n    t <- 1\nend\n",
     "several variables have the name 't': add % and the number of the one that is meant", 4, 5},
    {"routine f(v: Vector Int)\n    v += 1\nend\n", "'v' is an array", 2, 5},
    {"routine f(y: Int)\n    y += 1\n", "'end' is expected here", 3, 1},
    {"routine f(y: Int)\n    y += \"t\nend\n", "a name in quotes has no end", 2, 10},
};

static void bad_text_has_a_message_and_a_place(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof bad_texts / sizeof bad_texts[0]; i++) {
        ir_diagnostic d;
        if (ir_parse(bad_texts[i].text, 64, 43, &d) || strcmp(d.text, bad_texts[i].message) != 0)
            fail_msg("%s: expected %s, not %s", bad_texts[i].text, bad_texts[i].message, d.text);
        assert_string_equal(d.code, "R0735");
        if (d.loc.line != bad_texts[i].line || d.loc.column != bad_texts[i].column)
            fail_msg("%s: at %u:%u", d.text, (unsigned)d.loc.line, (unsigned)d.loc.column);
    }
}

/* Names that need quotes or a number, numbers at the edge, flags, a role, another type. */
static void odd_text_is_printed_as_it_is_read(void **unused)
{
    static const char text[] =
        "format 64 43\nfile \"a \\x22b\\x22.rg\"\nfile \"b\"\ntext \"x\\x0a\"\n\n"
        "routine g(n: Int)\nend\n\n"
        "routine \"f{Int}\"(y: Fixed, \"for\": Int keyword default -3, v.re: Vector Fixed levels "
        "\"c1\", "
        "v.im: Vector Fixed levels \"c1\" shape 2) exported reversible to 9  @4:1 6 12 20 28\n"
        "    var t%4: Int\n    var t%5: Bool\n    var \"condition of if\": Bool\n"
        "    t%4 <- -9223372036854775808  @1:5:1 2\n    t%5 <- zero\n"
        "    y += fixed(9007199254740993)\n    y += 1.1368683772161603e-13\n"
        "    y += (t%4 + 1)::Fixed\n"
        "    v.re[t%4; inbounds] += fdiv(1.0, y; power)  {invcheckoff}\n"
        "    @assert (size(v.re, 1) == size(v.re, 1)) of v.re  {apart}\n"
        "    call g(t%4)\n    uncall g(value (t%4 + 1))\n"
        "    if (((t%4 == 0) && !t%5), ~)\n        erase t%5\n    else\n        t%5 -> bool(5)\n   "
        " end\n"
        "end\n";
    ir_diagnostic d;
    ir_module *m = ir_parse(text, 32, 16, &d);
    char *printed = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&printed, &size);

    (void)unused;
    if (!m)
        fail_msg("%u:%u: %s", (unsigned)d.loc.line, (unsigned)d.loc.column, d.text);
    assert_int_equal(ir_print(m, out, false), 0);
    fclose(out);
    assert_string_equal(printed, text);
    free(printed);
    ir_module_free(m);
}

static void rules_are_checked(void **unused)
{
    for (unsigned k = 0; k < 8; k++) {
        fixture f = sample();
        ir_diagnostic d;
        const ir_var *x = f.r->vars[0], *n = f.r->vars[2], *v = f.r->vars[3];
        ir_stmt *bad = NULL;

        (void)unused;
        assert_true(ir_validate(f.m, &d));
        ir_routine *other = ir_routine_new(f.m, f.at, "g", false);
        ir_var *foreign = ir_add_param(other, f.at, "z", RG_TYPE_FIXED, 0);
        ir_arg arg = ir_arg_array(f.at, v);
        switch (k) {
        case 0: bad = ir_update(f.m, f.at, PV(&f, x), RG_MODE_ADD, V(&f, n)); break;
        case 1: bad = ir_update(f.m, f.at, PV(&f, x), RG_MODE_ADD, V(&f, foreign)); break;
        case 2: bad = ir_update(f.m, f.at, PV(&f, v), RG_MODE_ADD, V(&f, x)); break;
        case 3:
            bad = ir_update(f.m, f.at, PV(&f, x), RG_MODE_ADD,
                            OP(&f, RG_OP_FADD, V(&f, x), V(&f, n)));
            break;
        case 4:
            bad = ir_update(f.m, f.at, PE(&f, v, I(&f, 1), I(&f, 1)), RG_MODE_ADD, V(&f, x));
            break;
        case 5: bad = ir_call(f.m, f.at, other, false, 1, &arg); break;
        case 6: bad = ir_call(f.m, f.at, other, false, 0, NULL); break;
        default: bad = ir_if(f.m, f.at, V(&f, x), NULL, NULL, NULL); break;
        }
        add(&f, bad);
        assert_false(ir_validate(f.m, &d));
        assert_string_equal(d.code, "R0731");
        rg_object *object = NULL;
        assert_int_not_equal(rg_codegen(f.m, NULL, &object, &d), RG_CODEGEN_MADE);
        assert_null(object);
        ir_module_free(f.m);
    }
}

static void missing_parts_are_passed_on(void **unused)
{
    fixture f = begin("f");

    (void)unused;
    assert_null(ir_expr_op(f.m, f.at, RG_OP_ADD, I(&f, 1), NULL));
    assert_null(ir_expr_not(f.m, f.at, NULL));
    assert_null(ir_update(f.m, f.at, PV(&f, NULL), RG_MODE_ADD, I(&f, 1)));
    assert_null(ir_while(f.m, f.at, I(&f, 1), NULL, NULL));
    ir_arg arg = ir_arg_expr(NULL);
    assert_null(ir_call(f.m, f.at, f.r, false, 1, &arg));
    assert_false(f.m->out_of_memory);
    ir_module_free(f.m);
    ir_module_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed),
        cmocka_unit_test(inverted),
        cmocka_unit_test(bad_text_has_a_message_and_a_place),
        cmocka_unit_test(odd_text_is_printed_as_it_is_read),
        cmocka_unit_test(rules_are_checked),
        cmocka_unit_test(missing_parts_are_passed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
