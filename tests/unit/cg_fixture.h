/* cg_fixture.h: programs built from the intermediate representation, compiled, and run on the
 * reference model. */
#ifndef CG_FIXTURE_H
#define CG_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "compiler/asm/asm.h"
#include "compiler/back/codegen.h"
#include "sim/fast/machine.h"

#define ONE (INT64_C(1) << 43)
#define FIX(x) ((int64_t)((x)*8796093022208.0))

/* A module under construction; `at` is the position of what is made next. */
typedef struct {
    ir_module *m;
    ir_routine *r;
    ir_loc at;
} fixture;

static inline fixture begin(const char *name)
{
    fixture f = {.m = ir_module_new(64, 43)};

    assert_non_null(f.m);
    assert_int_equal(ir_add_file(f.m, "test.rg"), 0);
    f.at = (ir_loc){0, 1, 1};
    f.r = ir_routine_new(f.m, f.at, name, true);
    assert_non_null(f.r);
    return f;
}

static inline ir_var *param(fixture *f, const char *name, rg_type_base base, unsigned rank)
{
    return ir_add_param(f->r, f->at, name, base, rank);
}

static inline ir_var *local(fixture *f, const char *name, rg_type_base base)
{
    return ir_add_var(f->r, f->at, name, base, 0);
}

static inline ir_expr *V(fixture *f, const ir_var *v) { return ir_expr_var(f->m, f->at, v); }
static inline ir_expr *I(fixture *f, int64_t n)
{
    return ir_expr_const(f->m, f->at, RG_TYPE_INT, n);
}
static inline ir_expr *F(fixture *f, double x)
{
    return ir_expr_const(f->m, f->at, RG_TYPE_FIXED, FIX(x));
}
static inline ir_expr *OP(fixture *f, unsigned op, ir_expr *a, ir_expr *b)
{
    return ir_expr_op(f->m, f->at, op, a, b);
}
static inline ir_expr *EL(fixture *f, const ir_var *v, ir_expr *i, ir_expr *j)
{
    return ir_expr_elem(f->m, f->at, v, i, j);
}
static inline ir_place PV(fixture *f, const ir_var *v) { return ir_place_var(f->at, v); }
static inline ir_place PE(fixture *f, const ir_var *v, ir_expr *i, ir_expr *j)
{
    return ir_place_elem(f->at, v, i, j);
}

/* Append to the body of the routine; every statement is on a line of its own. */
static inline void add(fixture *f, ir_stmt *s)
{
    assert_non_null(s);
    f->r->body = ir_append(f->r->body, s);
    f->at.line++;
}

static inline rg_object *compile_without(const fixture *f, const ir_module *m, opt_set off)
{
    ir_diagnostic d;
    rg_object *object = NULL;

    /* parameters in r1 .. in order, where the tests put them */
    const rg_codegen_options options = {.off = off | UINT64_C(1) << OPT_PLACES, .verify = true};
    bool ok = rg_codegen(m, &options, &object, &d) == RG_CODEGEN_MADE;
    if (!ok && getenv("RG_SHOW"))
        ir_print(f->m, stdout, false);
    if (!ok)
        fail_msg("%s line %u: %s", d.code, (unsigned)d.loc.line, d.text);
    if (getenv("RG_SHOW")) {
        ir_print(f->m, stdout, false);
        rg_disassemble(object, stdout);
    }
    return object;
}

static inline rg_object *compile(fixture *f) { return compile_without(f, f->m, 0); }

enum { CODE_AT = 16, STACK_AT = 1000, DATA_WORDS = 1 << 14 };

static inline rg_machine *load(const rg_object *object, const char *name)
{
    static const rg_machine_config config = {{64, 43}, 14, 16, {0}, 0, false};
    rg_machine *machine = rg_machine_new(&config);
    uint32_t entry = 0, word = 0;
    bool found = false;

    assert_non_null(machine);
    for (size_t i = 0; i < object->routine_count; i++)
        if (strcmp(object->routines[i].name, name) == 0) {
            entry = object->routines[i].entry;
            found = true;
        }
    assert_true(found);
    rg_instruction call = {.op = RG_OP_CALL, .offset = (int32_t)entry + CODE_AT - 1},
                   halt = {.op = RG_OP_HALT};
    assert_true(rg_encode(&halt, 64, &word));
    rg_machine_load(machine, 0, word);
    rg_machine_load(machine, 2, word);
    assert_true(rg_encode(&call, 64, &word));
    rg_machine_load(machine, 1, word);
    for (size_t i = 0; i < object->code_count; i++)
        rg_machine_load(machine, CODE_AT + (uint32_t)i, object->code[i]);
    machine->codewords = CODE_AT + (uint32_t)object->code_count;
    machine->pc = 1;
    machine->r[31] = STACK_AT;
    return machine;
}

static inline rg_step run(rg_machine *machine)
{
    rg_step s = RG_STEP_RETIRED;

    for (unsigned i = 0; i < 5000000 && s == RG_STEP_RETIRED; i++)
        s = rg_machine_step(machine);
    return s;
}

static inline void run_ok(rg_machine *machine, const rg_object *object)
{
    rg_step s = run(machine);

    if (s == RG_STEP_TRAP) {
        const rg_line *line = &object->lines[machine->trap_pc - CODE_AT];
        char text[100];
        rg_disassemble_word(machine->code[machine->trap_pc], 64, text, sizeof text);
        fail_msg("trap %s at word %u (line %u, role %u): %s; info %lld",
                 rg_trap_lookup(machine->trap)->name, (unsigned)machine->trap_pc - CODE_AT,
                 (unsigned)line->line, line->role, text, (long long)machine->trap_info);
    }
    assert_int_equal(s, RG_STEP_HALT);
}

/* Registers that carry no parameter and the stack are clean. */
static inline void assert_clean(const rg_machine *machine, size_t params)
{
    assert_int_equal(machine->r[0], 0);
    for (size_t i = params + 1; i < 31; i++)
        if (machine->r[i] != 0)
            fail_msg("r%zu is left with %lld", i, (long long)machine->r[i]);
    assert_int_equal(machine->r[31], STACK_AT);
    for (size_t i = STACK_AT + (params > 14 ? params - 14 : 0); i < DATA_WORDS; i++)
        if (machine->m[i] != 0)
            fail_msg("stack word %zu is left with %lld", i - STACK_AT, (long long)machine->m[i]);
}

/* Run on from the halt back to the start in gradient mode (or not), and see that the values are
 * those of before. */
static inline void run_back(rg_machine *machine, const rg_object *object, const int64_t before[32],
                            bool gradient)
{
    rg_machine_turn(machine);
    machine->mode = gradient;
    run_ok(machine, object);
    for (unsigned i = 0; i < 32; i++)
        if (machine->r[i] != before[i])
            fail_msg("r%u: %lld before, %lld after", i, (long long)before[i],
                     (long long)machine->r[i]);
}

#endif
