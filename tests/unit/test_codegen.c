/* test_codegen.c: each construct of the intermediate representation, compiled and run there and
 * back. */
#include "cg_fixture.h"

#include <math.h>

static double value(int64_t raw) { return (double)raw / 8796093022208.0; }

static void nested_expression_and_gradient(void **unused)
{
    fixture f = begin("f");
    ir_var *z = param(&f, "z", RG_TYPE_FIXED, 0), *x = param(&f, "x", RG_TYPE_FIXED, 0),
           *y = param(&f, "y", RG_TYPE_FIXED, 0);
    int64_t before[32];

    (void)unused;
    /* z += sin(x + 2y) * 0.5 ; z += x*x */
    ir_expr *inner = OP(&f, RG_OP_FADD, V(&f, x), OP(&f, RG_OP_FMUL, F(&f, 2), V(&f, y)));
    add(&f, ir_update(f.m, f.at, PV(&f, z), RG_MODE_ADD,
                      OP(&f, RG_OP_FMUL, OP(&f, RG_OP_FSIN, inner, NULL), F(&f, 0.5))));
    add(&f, ir_update(f.m, f.at, PV(&f, z), RG_MODE_ADD, OP(&f, RG_OP_FMUL, V(&f, x), V(&f, x))));
    rg_object *object = compile(&f);
    rg_machine *m = load(object, "f");
    m->r[2] = FIX(0.7);
    m->r[3] = FIX(-0.2);
    memcpy(before, m->r, sizeof before);
    run_ok(m, object);
    assert_true(fabs(value(m->r[1]) - (0.5 * sin(0.3) + 0.49)) < 1e-10);
    assert_clean(m, 3);
    m->gr[1] = ONE;
    run_back(m, object, before, true);
    assert_true(fabs(value(m->gr[2]) - (0.5 * cos(0.3) + 1.4)) < 1e-10);
    assert_true(fabs(value(m->gr[3]) - cos(0.3)) < 1e-10);
    for (unsigned i = 4; i < 31; i++)
        assert_int_equal(m->gr[i], 0);
    rg_machine_free(m);
    rg_object_free(object);
    ir_module_free(f.m);
}

/* A vector of n words at address p, a matrix of rows x columns at p. */
static void put_matrix(rg_machine *m, int64_t p, int64_t rows, int64_t columns)
{
    m->m[p] = rows;
    m->m[p - 1] = columns;
}

static void elements(void **unused)
{
    fixture f = begin("f");
    ir_var *x = param(&f, "x", RG_TYPE_INT, 1), *a = param(&f, "a", RG_TYPE_INT, 2);
    ir_var *i = param(&f, "i", RG_TYPE_INT, 0), *j = param(&f, "j", RG_TYPE_INT, 0);
    int64_t before[32];

    (void)unused;
    add(&f,
        ir_update(f.m, f.at, PE(&f, x, V(&f, i), NULL), RG_MODE_ADD, EL(&f, x, V(&f, j), NULL)));
    add(&f, ir_update(f.m, f.at, PE(&f, a, V(&f, i), V(&f, j)), RG_MODE_SUB,
                      OP(&f, RG_OP_MUL, EL(&f, a, V(&f, j), V(&f, i)), EL(&f, x, I(&f, 3), NULL))));
    add(&f, ir_update(f.m, f.at, PE(&f, a, I(&f, 1), I(&f, 2)), RG_MODE_XOR,
                      OP(&f, RG_OP_ADD, ir_expr_dim(f.m, f.at, a, 2), I(&f, 1000000))));
    add(&f, ir_swap(f.m, f.at, PE(&f, x, I(&f, 1), NULL), PE(&f, a, I(&f, 2), I(&f, 3))));
    rg_object *object = compile(&f);
    rg_machine *m = load(object, "f");
    put_matrix(m, 100, 3, 1);
    put_matrix(m, 200, 2, 3);
    for (unsigned k = 1; k <= 6; k++) {
        m->m[200 + k] = 10 * k;
        if (k < 4)
            m->m[100 + k] = k;
    }
    m->r[1] = 100, m->r[2] = 200, m->r[3] = 2, m->r[4] = 1;
    memcpy(before, m->r, sizeof before);
    run_ok(m, object);
    assert_int_equal(m->m[102], 3);            /* x[2] += x[1] */
    assert_int_equal(m->m[202], 20 - 30 * 3);  /* a[2,1] -= a[1,2] * x[3] */
    assert_int_equal(m->m[203], 30 ^ 1000003); /* a[1,2] ^= size(a, 2) + 1000000 */
    assert_int_equal(m->m[206], 1);
    assert_int_equal(m->m[101], 60);
    assert_clean(m, 4);
    run_back(m, object, before, false);
    assert_int_equal(m->m[202], 20);
    assert_int_equal(m->m[206], 60);
    rg_machine_free(m);

    m = load(object, "f"); /* x[i] += x[j] with i = j is no bijection */
    put_matrix(m, 100, 3, 1);
    put_matrix(m, 200, 2, 3);
    m->m[102] = 5;
    m->r[1] = 100, m->r[2] = 200, m->r[3] = 2, m->r[4] = 2;
    assert_int_equal(run(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_ASSERT);
    assert_int_equal(object->lines[m->trap_pc - CODE_AT].line, 1);
    assert_int_equal(object->lines[m->trap_pc - CODE_AT].role, RG_ROLE_OWN);
    rg_machine_free(m);

    m = load(object, "f");
    put_matrix(m, 100, 3, 1);
    put_matrix(m, 200, 2, 3);
    m->r[1] = 100, m->r[2] = 200, m->r[3] = 4, m->r[4] = 1;
    assert_int_equal(run(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_BOUNDS);
    assert_int_equal(object->lines[m->trap_pc - CODE_AT].role, RG_ROLE_BOUNDS);
    assert_string_equal(object->names[object->lines[m->trap_pc - CODE_AT].name - 1], "x");
    rg_machine_free(m);
    rg_object_free(object);
    ir_module_free(f.m);
}

static void branches(void **unused)
{
    fixture f = begin("f");
    ir_var *y = param(&f, "y", RG_TYPE_INT, 0), *x = param(&f, "x", RG_TYPE_INT, 0),
           *v = param(&f, "v", RG_TYPE_INT, 1);
    int64_t before[32];

    (void)unused;
    ir_stmt *plus = ir_update(f.m, f.at, PV(&f, y), RG_MODE_ADD, I(&f, 100));
    ir_stmt *minus = ir_update(f.m, f.at, PV(&f, y), RG_MODE_SUB, I(&f, 5000));
    add(&f, ir_if(f.m, f.at, OP(&f, RG_OP_GT, V(&f, x), I(&f, 3)),
                  OP(&f, RG_OP_GT, V(&f, y), I(&f, 0)), plus, minus));
    /* if (x >= 1 && v[x] != 0) y += 7 else y += 1000 */
    ir_expr *inside = OP(&f, RG_OP_LE, V(&f, x), ir_expr_dim(f.m, f.at, v, 1));
    ir_expr *guarded = ir_expr_and(f.m, f.at, OP(&f, RG_OP_GE, V(&f, x), I(&f, 1)), inside);
    guarded =
        ir_expr_and(f.m, f.at, guarded, OP(&f, RG_OP_NE, EL(&f, v, V(&f, x), NULL), I(&f, 0)));
    add(&f, ir_if(f.m, f.at, guarded, NULL, ir_update(f.m, f.at, PV(&f, y), RG_MODE_ADD, I(&f, 7)),
                  ir_update(f.m, f.at, PV(&f, y), RG_MODE_ADD, I(&f, 1000))));
    /* y += x > 1 ? v[1] : x or x < 0 || v[x+1] == 0 */
    add(&f, ir_update(f.m, f.at, PV(&f, y), RG_MODE_ADD,
                      ir_expr_select(f.m, f.at, OP(&f, RG_OP_GT, V(&f, x), I(&f, 1)),
                                     EL(&f, v, I(&f, 1), NULL), V(&f, x))));
    ir_expr *either =
        ir_expr_or(f.m, f.at, OP(&f, RG_OP_NE, V(&f, x), I(&f, 1)),
                   ir_expr_not(f.m, f.at, OP(&f, RG_OP_EQ, EL(&f, v, V(&f, x), NULL), I(&f, 0))));
    add(&f, ir_update(f.m, f.at, PV(&f, y), RG_MODE_XOR, either));
    rg_object *object = compile(&f);

    for (int64_t n = -2; n < 7; n++) {
        rg_machine *m = load(object, "f");
        put_matrix(m, 100, 3, 1);
        m->m[101] = 40;
        m->m[103] = 9;
        m->r[2] = n, m->r[3] = 100;
        memcpy(before, m->r, sizeof before);
        run_ok(m, object);
        int64_t expected = n > 3 ? 100 : -5000;
        expected += n == 1 || n == 3 ? 7 : 1000;
        expected += n > 1 ? 40 : n;
        expected ^= n != 1 || m->m[100 + n] != 0;
        assert_int_equal(m->r[1], expected);
        assert_clean(m, 3);
        run_back(m, object, before, false);
        rg_machine_free(m);
    }
    rg_machine *m = load(object, "f");
    put_matrix(m, 100, 3, 1);
    m->r[1] = 9000, m->r[2] = 1,
    m->r[3] = 100; /* the else branch leaves y > 0: the postcondition is wrong */
    assert_int_equal(run(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_CONDITION);
    assert_int_equal(object->lines[m->trap_pc - CODE_AT].role, RG_ROLE_IF_POST);
    rg_machine_free(m);
    rg_object_free(object);
    ir_module_free(f.m);
}

static void loops(void **unused)
{
    static const struct {
        int64_t first, step, last;
    } ranges[] = {{1, 1, 5}, {1, 2, 4},  {5, -2, 0}, {3, 1, 2},
                  {0, 1, 0}, {-7, 3, 7}, {1, -1, 1}, {2, -3, 5}};
    fixture f = begin("f");
    ir_var *y = param(&f, "y", RG_TYPE_INT, 0), *a = param(&f, "a", RG_TYPE_INT, 0),
           *s = param(&f, "s", RG_TYPE_INT, 0);
    ir_var *b = param(&f, "b", RG_TYPE_INT, 0), *i = local(&f, "i", RG_TYPE_INT),
           *j = local(&f, "j", RG_TYPE_INT);
    ir_var *n = local(&f, "n", RG_TYPE_INT);
    int64_t before[32];

    (void)unused;
    /* for i = a:s:b for j = 1:i y = 3y-ish end end, by rotation and addition so that order matters
     */
    ir_stmt *inner = ir_rotate_bits(f.m, f.at, PV(&f, y), true, I(&f, 3));
    inner = ir_append(
        inner, ir_update(f.m, f.at, PV(&f, y), RG_MODE_ADD, OP(&f, RG_OP_MUL, V(&f, i), V(&f, j))));
    ir_stmt *middle = ir_for(f.m, f.at, j, I(&f, 1), NULL, V(&f, i), inner);
    middle = ir_append(middle, ir_update(f.m, f.at, PV(&f, y), RG_MODE_XOR, V(&f, i)));
    add(&f, ir_for(f.m, f.at, i, V(&f, a), V(&f, s), V(&f, b), middle));
    /* n <- 0; while (n < 10, n != 0) n += 1; y += n end; n -> 10 */
    add(&f, ir_alloc(f.m, f.at, n, NULL));
    ir_stmt *body = ir_update(f.m, f.at, PV(&f, n), RG_MODE_ADD, I(&f, 1));
    body = ir_append(body, ir_update(f.m, f.at, PV(&f, y), RG_MODE_ADD, V(&f, n)));
    add(&f, ir_while(f.m, f.at, OP(&f, RG_OP_LT, V(&f, n), I(&f, 10)),
                     OP(&f, RG_OP_NE, V(&f, n), I(&f, 0)), body));
    add(&f, ir_free(f.m, f.at, n, I(&f, 10)));
    rg_object *object = compile(&f);

    for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; k++) {
        rg_machine *m = load(object, "f");
        uint64_t expected = 0;
        m->r[2] = ranges[k].first, m->r[3] = ranges[k].step, m->r[4] = ranges[k].last;
        memcpy(before, m->r, sizeof before);
        run_ok(m, object);
        for (int64_t u = ranges[k].first;
             ranges[k].step > 0 ? u <= ranges[k].last : u >= ranges[k].last; u += ranges[k].step) {
            for (int64_t w = 1; w <= u; w++)
                expected = (expected << 3 | expected >> 61) + (uint64_t)(u * w);
            expected ^= (uint64_t)u;
        }
        expected += 55;
        assert_true((uint64_t)m->r[1] == expected);
        assert_clean(m, 4);
        run_back(m, object, before, false);
        rg_machine_free(m);
    }
    rg_object_free(object);
    ir_module_free(f.m);
}

/* fib(out, n): if (n < 2, n < 2) out += n else fib(out, n-1); fib(out, n-2) end */
static ir_routine *add_fib(fixture *f)
{
    ir_routine *kept = f->r, *r = ir_routine_new(f->m, f->at, "fib", false);

    f->r = r;
    ir_var *out = param(f, "out", RG_TYPE_INT, 0), *n = param(f, "n", RG_TYPE_INT, 0);
    ir_stmt *calls = NULL;
    for (int64_t k = 1; k <= 2; k++) {
        ir_arg args[2] = {ir_arg_place(PV(f, out)),
                          ir_arg_expr(OP(f, RG_OP_SUB, V(f, n), I(f, k)))};
        calls = ir_append(calls, ir_call(f->m, f->at, r, false, 2, args));
    }
    add(f, ir_if(f->m, f->at, OP(f, RG_OP_LT, V(f, n), I(f, 2)), NULL,
                 ir_update(f->m, f->at, PV(f, out), RG_MODE_ADD, V(f, n)), calls));
    f->r = kept;
    return r;
}

static void calls(void **unused)
{
    fixture f = begin("f");
    ir_routine *fib = add_fib(&f);
    ir_var *y = param(&f, "y", RG_TYPE_INT, 0), *v = param(&f, "v", RG_TYPE_INT, 1),
           *k = param(&f, "k", RG_TYPE_INT, 0);
    int64_t before[32];

    (void)unused;
    ir_arg first[2] = {ir_arg_place(PV(&f, y)), ir_arg_expr(I(&f, 10))};
    add(&f, ir_call(f.m, f.at, fib, false, 2, first));
    ir_arg second[2] = {ir_arg_place(PE(&f, v, V(&f, k), NULL)), ir_arg_place(PV(&f, k))};
    add(&f, ir_call(f.m, f.at, fib, false, 2, second));
    ir_arg third[2] = {ir_arg_place(PE(&f, v, I(&f, 1), NULL)),
                       ir_arg_expr(EL(&f, v, OP(&f, RG_OP_SUB, V(&f, k), I(&f, 4)), NULL))};
    add(&f, ir_call(f.m, f.at, fib, true, 2, third));
    rg_object *object = compile(&f);
    rg_machine *m = load(object, "f");
    put_matrix(m, 100, 8, 1);
    m->m[103] = 5;
    m->r[1] = 1, m->r[2] = 100, m->r[3] = 7;
    memcpy(before, m->r, sizeof before);
    run_ok(m, object);
    assert_int_equal(m->r[1], 56);
    assert_int_equal(m->m[107], 13);
    assert_int_equal(m->m[101], -5);
    assert_clean(m, 3);
    run_back(m, object, before, false);
    assert_int_equal(m->m[101], 0);
    assert_int_equal(m->m[107], 0);
    rg_machine_free(m);
    rg_object_free(object);
    ir_module_free(f.m);
}

/* Two arguments that are the same element trap at the call. */
static void aliased_arguments(void **unused)
{
    fixture f = begin("f");
    ir_routine *main_routine = f.r, *mix = ir_routine_new(f.m, f.at, "mix", false);

    (void)unused;
    f.r = mix;
    ir_var *a = param(&f, "a", RG_TYPE_INT, 0), *b = param(&f, "b", RG_TYPE_INT, 0);
    add(&f, ir_update(f.m, f.at, PV(&f, a), RG_MODE_ADD, I(&f, 5)));
    add(&f, ir_update(f.m, f.at, PV(&f, b), RG_MODE_ADD, V(&f, a)));
    f.r = main_routine;
    ir_var *v = param(&f, "v", RG_TYPE_INT, 1), *i = param(&f, "i", RG_TYPE_INT, 0),
           *j = param(&f, "j", RG_TYPE_INT, 0);
    ir_arg args[2] = {ir_arg_place(PE(&f, v, V(&f, i), NULL)),
                      ir_arg_place(PE(&f, v, V(&f, j), NULL))};
    unsigned line = f.at.line;
    add(&f, ir_call(f.m, f.at, mix, false, 2, args));
    rg_object *object = compile(&f);
    for (int64_t second = 1; second <= 2; second++) {
        rg_machine *m = load(object, "f");
        put_matrix(m, 100, 3, 1);
        m->m[101] = 40, m->m[102] = 50;
        m->r[1] = 100, m->r[2] = 1, m->r[3] = second;
        if (second == 2) {
            run_ok(m, object);
            assert_int_equal(m->m[101], 45);
            assert_int_equal(m->m[102], 95);
        } else {
            assert_int_equal(run(m), RG_STEP_TRAP);
            assert_int_equal(m->trap, RG_TRAP_DIRTY);
            assert_int_equal(object->lines[m->trap_pc - CODE_AT].line, line);
        }
        rg_machine_free(m);
    }
    rg_object_free(object);
    ir_module_free(f.m);
}

/* @routine blocks, nested, with calls, whose ancillas stay alive until the inverse. */
static void routine_blocks(void **unused)
{
    for (unsigned variant = 0; variant < 3; variant++) {
        fixture f = begin("f");
        ir_routine *fib = add_fib(&f);
        ir_var *y = param(&f, "y", RG_TYPE_FIXED, 0), *x = param(&f, "x", RG_TYPE_FIXED, 0),
               *n = param(&f, "n", RG_TYPE_INT, 0);
        ir_var *t = local(&f, "t", RG_TYPE_FIXED), *u = local(&f, "u", RG_TYPE_INT),
               *i = local(&f, "i", RG_TYPE_INT);
        int64_t before[32];

        (void)unused;
        ir_stmt *inner = ir_alloc(f.m, f.at, u, NULL);
        ir_arg args[2] = {ir_arg_place(PV(&f, u)), ir_arg_expr(V(&f, n))};
        inner = ir_append(inner, variant == 0
                                     ? ir_update(f.m, f.at, PV(&f, u), RG_MODE_ADD, V(&f, n))
                                     : ir_call(f.m, f.at, fib, false, 2, args));
        ir_stmt *block = ir_alloc(f.m, f.at, t, F(&f, 0.5));
        block = ir_append(block, ir_routine_block(f.m, f.at, 2, inner));
        ir_stmt *step =
            ir_update(f.m, f.at, PV(&f, t), RG_MODE_ADD, OP(&f, RG_OP_FMUL, V(&f, x), V(&f, x)));
        block = ir_append(block, ir_for(f.m, f.at, i, I(&f, 1), NULL, V(&f, u), step));
        if (variant == 2)
            block = ir_append(block, ir_unroutine(f.m, f.at, 2));
        add(&f, ir_routine_block(f.m, f.at, 1, block));
        add(&f,
            ir_update(f.m, f.at, PV(&f, y), RG_MODE_ADD, OP(&f, RG_OP_FMUL, V(&f, t), V(&f, x))));
        add(&f, ir_unroutine(f.m, f.at, 1));
        rg_object *object = compile(&f);
        rg_machine *m = load(object, "f");
        m->r[2] = FIX(1.5), m->r[3] = 6;
        double count = variant == 0 ? 6 : 8;
        memcpy(before, m->r, sizeof before);
        run_ok(m, object);
        assert_true(fabs(value(m->r[1]) - (0.5 + count * 2.25) * 1.5) < 1e-10);
        assert_clean(m, 3);
        m->gr[1] = ONE;
        run_back(m, object, before, true);
        assert_true(fabs(value(m->gr[2]) - (0.5 + 3 * count * 2.25)) < 1e-9);
        rg_machine_free(m);
        rg_object_free(object);
        ir_module_free(f.m);
    }
}

/* More variables and parameters than registers. */
static void many_variables(void **unused)
{
    enum { PARAMS = 18, LOCALS = 30 };
    fixture f = begin("g");
    ir_var *p[PARAMS], *l[LOCALS];
    char name[8];
    int64_t before[32];

    (void)unused;
    for (unsigned i = 0; i < PARAMS; i++) {
        snprintf(name, sizeof name, "p%u", i);
        p[i] = param(&f, name, RG_TYPE_INT, 0);
    }
    for (unsigned i = 0; i < LOCALS; i++) {
        snprintf(name, sizeof name, "l%u", i);
        l[i] = local(&f, name, RG_TYPE_INT);
        add(&f,
            ir_alloc(f.m, f.at, l[i], OP(&f, RG_OP_ADD, V(&f, p[1 + i % (PARAMS - 1)]), I(&f, i))));
    }
    for (unsigned i = 0; i < LOCALS; i++)
        add(&f, ir_update(f.m, f.at, PV(&f, p[0]), RG_MODE_ADD,
                          OP(&f, RG_OP_MUL, V(&f, l[i]), V(&f, l[(i + 7) % LOCALS]))));
    for (unsigned i = LOCALS; i-- > 0;)
        add(&f,
            ir_free(f.m, f.at, l[i], OP(&f, RG_OP_ADD, V(&f, p[1 + i % (PARAMS - 1)]), I(&f, i))));
    ir_routine *g = f.r;
    f.r = ir_routine_new(f.m, f.at, "f", true);
    ir_var *q[3];
    for (unsigned i = 0; i < 3; i++)
        q[i] = param(&f, i == 0 ? "y" : i == 1 ? "a" : "b", RG_TYPE_INT, 0);
    ir_arg args[PARAMS];
    for (unsigned i = 0; i < PARAMS; i++)
        args[i] = i == 0 || i == 3 ? ir_arg_place(PV(&f, q[i / 3]))
                  : i == 16        ? ir_arg_place(PV(&f, q[2]))
                                   : ir_arg_expr(OP(&f, RG_OP_MUL, I(&f, i), I(&f, i)));
    add(&f, ir_call(f.m, f.at, g, false, PARAMS, args));
    rg_object *object = compile(&f);
    rg_machine *m = load(object, "f");
    m->r[1] = 3, m->r[2] = 11, m->r[3] = 13;
    memcpy(before, m->r, sizeof before);
    run_ok(m, object);
    int64_t expected = 3, w[LOCALS];
    for (int64_t i = 0; i < LOCALS; i++) {
        int64_t k = 1 + i % (PARAMS - 1);
        w[i] = (k == 3 ? 11 : k == 16 ? 13 : k * k) + i;
    }
    for (unsigned i = 0; i < LOCALS; i++)
        expected += w[i] * w[(i + 7) % LOCALS];
    assert_int_equal(m->r[1], expected);
    assert_clean(m, 3);
    run_back(m, object, before, false);
    rg_machine_free(m);
    rg_object_free(object);
    ir_module_free(f.m);
}

/* A swap of an element with itself, and an ancilla that is not what it must be. */
static void traps_name_their_place(void **unused)
{
    fixture f = begin("f");
    ir_var *v = param(&f, "v", RG_TYPE_INT, 1), *i = param(&f, "i", RG_TYPE_INT, 0),
           *t = local(&f, "t", RG_TYPE_INT);

    (void)unused;
    add(&f, ir_alloc(f.m, f.at, t, V(&f, i)));
    add(&f, ir_swap(f.m, f.at, PE(&f, v, V(&f, i), NULL), PE(&f, v, I(&f, 2), NULL)));
    add(&f, ir_update(f.m, f.at, PV(&f, t), RG_MODE_ADD, EL(&f, v, I(&f, 1), NULL)));
    add(&f, ir_free(f.m, f.at, t, V(&f, i)));
    rg_object *object = compile(&f);
    for (int64_t index = 1; index <= 2; index++) {
        rg_machine *m = load(object, "f");
        put_matrix(m, 100, 2, 1);
        m->m[102] = 77;
        m->r[1] = 100, m->r[2] = index;
        assert_int_equal(run(m), RG_STEP_TRAP);
        assert_int_equal(m->trap, RG_TRAP_DIRTY);
        const rg_line *line = &object->lines[m->trap_pc - CODE_AT];
        assert_int_equal(line->line, index == 2 ? 2 : 4);
        if (index == 1) {
            assert_int_equal(line->role, RG_ROLE_FREE);
            assert_string_equal(object->names[line->name - 1], "t");
        }
        rg_machine_turn(m);
        assert_int_equal(run(m), RG_STEP_HALT);
        assert_int_equal(m->m[102], 77);
        assert_int_equal(m->r[2], index);
        rg_machine_free(m);
    }
    rg_object_free(object);
    ir_module_free(f.m);
}

/* t <- zeros(n+1), zeros(2, n+1): powers of x by a table; the inverse of the table is left out in
 * the wrong program. */
static void local_arrays(void **unused)
{
    for (unsigned wrong = 0; wrong < 2; wrong++) {
        fixture f = begin("f");
        ir_routine *fib = add_fib(&f);
        ir_var *y = param(&f, "y", RG_TYPE_FIXED, 0), *x = param(&f, "x", RG_TYPE_FIXED, 0),
               *n = param(&f, "n", RG_TYPE_INT, 0);
        ir_var *t = ir_add_var(f.r, f.at, "t", RG_TYPE_FIXED, 1),
               *q = ir_add_var(f.r, f.at, "q", RG_TYPE_INT, 2);
        ir_var *i = local(&f, "i", RG_TYPE_INT);
        int64_t before[32];

        (void)unused;
        ir_expr *size = OP(&f, RG_OP_ADD, V(&f, n), I(&f, 1));
        add(&f, ir_array(f.m, f.at, t, false, size, NULL));
        add(&f, ir_array(f.m, f.at, q, false, I(&f, 2), size));
        ir_stmt *list = ir_update(f.m, f.at, PE(&f, t, I(&f, 1), NULL), RG_MODE_ADD, F(&f, 1));
        ir_stmt *step = ir_update(f.m, f.at, PE(&f, t, OP(&f, RG_OP_ADD, V(&f, i), I(&f, 1)), NULL),
                                  RG_MODE_ADD,
                                  OP(&f, RG_OP_FMUL, EL(&f, t, V(&f, i), NULL), V(&f, x)));
        ir_arg args[2] = {ir_arg_place(PE(&f, q, I(&f, 2), V(&f, i))), ir_arg_expr(V(&f, i))};
        step = ir_append(step, ir_call(f.m, f.at, fib, false, 2, args));
        list = ir_append(list, ir_for(f.m, f.at, i, I(&f, 1), NULL, V(&f, n), step));
        add(&f, ir_routine_block(f.m, f.at, 1, list));
        ir_expr *sum = OP(&f, RG_OP_FADD, EL(&f, t, ir_expr_dim(f.m, f.at, t, 1), NULL),
                          OP(&f, RG_OP_ITOF, EL(&f, q, I(&f, 2), V(&f, n)), NULL));
        add(&f, ir_update(f.m, f.at, PV(&f, y), RG_MODE_ADD, sum));
        if (!wrong)
            add(&f, ir_unroutine(f.m, f.at, 1));
        add(&f, ir_array(f.m, f.at, q, true, I(&f, 2), size));
        add(&f, ir_array(f.m, f.at, t, true, size, NULL));
        rg_object *object = compile(&f);
        rg_machine *m = load(object, "f");
        m->r[2] = FIX(1.5), m->r[3] = 6;
        memcpy(before, m->r, sizeof before);
        if (wrong) {
            assert_int_equal(run(m), RG_STEP_TRAP);
            assert_int_equal(m->trap, RG_TRAP_DIRTY);
            const rg_line *line = &object->lines[m->trap_pc - CODE_AT];
            assert_int_equal(line->role, RG_ROLE_FREE);
            assert_string_equal(object->names[line->name - 1], "q");
        } else {
            run_ok(m, object);
            assert_true(fabs(value(m->r[1]) - (pow(1.5, 6) + 8)) < 1e-9);
            assert_clean(m, 3);
            m->gr[1] = ONE;
            run_back(m, object, before, true);
            assert_true(fabs(value(m->gr[2]) - 6 * pow(1.5, 5)) < 1e-9);
            for (unsigned k = STACK_AT; k < DATA_WORDS; k++)
                assert_int_equal(m->gm[k], 0);
        }
        rg_machine_free(m);
        rg_object_free(object);
        ir_module_free(f.m);
    }
}

/* Loops nested deeper than there are registers: hidden variables live in the frame. */
static void deep_loops(void **unused)
{
    enum { DEPTH = 14 };
    fixture f = begin("f");
    ir_var *y = param(&f, "y", RG_TYPE_INT, 0), *n = param(&f, "n", RG_TYPE_INT, 0), *i[DEPTH];
    ir_expr *sum = V(&f, n);
    int64_t before[32];
    char name[8];

    (void)unused;
    for (unsigned k = 0; k < DEPTH; k++) {
        snprintf(name, sizeof name, "i%u", k);
        i[k] = local(&f, name, RG_TYPE_INT);
        sum = OP(&f, RG_OP_ADD, OP(&f, RG_OP_MUL, sum, I(&f, 3)), V(&f, i[k]));
    }
    ir_stmt *body = ir_update(f.m, f.at, PV(&f, y), RG_MODE_ADD, sum);
    for (unsigned k = DEPTH; k-- > 0;)
        body = ir_for(f.m, f.at, i[k], I(&f, 1), NULL, k % 4 == 3 ? V(&f, n) : I(&f, 1), body);
    add(&f, body);
    rg_object *object = compile(&f);
    rg_machine *m = load(object, "f");
    m->r[2] = 2;
    memcpy(before, m->r, sizeof before);
    run_ok(m, object);
    int64_t expected = 0;
    for (unsigned bits = 0; bits < 8; bits++) {
        int64_t v = 2;
        for (unsigned k = 0; k < DEPTH; k++)
            v = v * 3 + (k % 4 == 3 ? 1 + (bits >> k / 4 & 1) : 1);
        expected += v;
    }
    assert_int_equal(m->r[1], expected);
    assert_clean(m, 2);
    run_back(m, object, before, false);
    rg_machine_free(m);
    rg_object_free(object);
    ir_module_free(f.m);
}

/* The small machine has 32-bit words: constants have two parts. */
static void small_machine(void **unused)
{
    static const rg_machine_config config = {{32, 16}, 12, 12, {0}, 0, false};
    fixture f = begin("f");
    ir_var *y = param(&f, "y", RG_TYPE_FIXED, 0), *x = param(&f, "x", RG_TYPE_FIXED, 0);

    (void)unused;
    f.m->xlen = 32;
    f.m->frac = 16;
    ir_expr *c = ir_expr_const(f.m, f.at, RG_TYPE_FIXED, -12345678);
    add(&f, ir_update(f.m, f.at, PV(&f, y), RG_MODE_ADD,
                      OP(&f, RG_OP_FADD, OP(&f, RG_OP_FMUL, V(&f, x), V(&f, x)), c)));
    rg_object *object = compile(&f);
    rg_machine *m = rg_machine_new(&config);
    assert_non_null(m);
    for (size_t k = 0; k < object->code_count; k++)
        rg_machine_load(m, (uint32_t)k + 1, object->code[k]);
    m->codewords = (uint32_t)object->code_count + 1;
    m->pc = 3; /* behind the head of the ring and the portal */
    m->r[2] = 3 << 16;
    for (size_t k = 3; k < object->code_count; k++)
        assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    assert_int_equal(m->r[1], (9 << 16) - 12345678);
    for (unsigned r = 3; r < 31; r++)
        assert_int_equal(m->r[r], 0);
    rg_machine_free(m);
    rg_object_free(object);
    ir_module_free(f.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_expression_and_gradient),
        cmocka_unit_test(elements),
        cmocka_unit_test(branches),
        cmocka_unit_test(loops),
        cmocka_unit_test(calls),
        cmocka_unit_test(aliased_arguments),
        cmocka_unit_test(routine_blocks),
        cmocka_unit_test(many_variables),
        cmocka_unit_test(traps_name_their_place),
        cmocka_unit_test(local_arrays),
        cmocka_unit_test(deep_loops),
        cmocka_unit_test(small_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
