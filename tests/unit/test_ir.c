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
    assert_string_equal(
        text, "routine f(x: Fixed, y: Fixed, n: Int, v: Vector Fixed)\n"
              "    @routine 7 begin  # line 1\n        t <- 0.5  # line 1\n    end\n"
              "    for i = 1 : 2 : n  # line 2\n        x += fexp(y)  # line 1\n    end\n"
              "    if ((n < 3), (n >= 0))  # line 3\n        neg(v[1])  # line 3\n    end\n"
              "    rot(x, y, t)  # line 4\n    ~@routine 7  # line 5\nend\n");
    free(text);
    ir_module_free(f.m);
}

static void inverted(void **unused)
{
    fixture f = sample();
    char *text = text_of(&f, true);

    (void)unused;
    assert_non_null(strstr(text, "    @routine 7 begin  # line 5\n        t <- 0.5"));
    assert_non_null(strstr(text, "    irot(x, y, t)"));
    assert_non_null(strstr(text, "    if ((n >= 0), (n < 3))"));
    assert_non_null(strstr(text, "    for i = (1 + (fld((n - 1), 2) * 2)) : -2 : 1"));
    assert_non_null(strstr(text, "        x -= fexp(y)"));
    assert_true(strstr(text, "irot") < strstr(text, "for i"));
    assert_non_null(strstr(text, "    ~@routine 7  # line 1\nend\n"));
    free(text);

    char *before = text_of(&f, false);
    f.r->body = ir_invert(f.m, f.r->body);
    f.r->body = ir_invert(f.m, f.r->body);
    char *after = text_of(&f, false);
    assert_int_equal(strncmp(before, after, 90), 0);
    free(before);
    free(after);
    ir_module_free(f.m);
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
        cmocka_unit_test(rules_are_checked),
        cmocka_unit_test(missing_parts_are_passed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
