/* rgc.c: from source text to an object. */
#include "compiler/rgc.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/back/codegen.h"
#include "compiler/ir/changes.h"
#include "compiler/ir/tiles.h"
#include "compiler/syntax/array_parameters.h"
#include "compiler/syntax/graph.h"
#include "compiler/syntax/include.h"
#include "compiler/syntax/layout.h"
#include "compiler/syntax/library_names.h"
#include "compiler/syntax/parser.h"
#include "compiler/front/instructions.h"
#include "compiler/front/program.h"
#include "compiler/front/sema.h"
#include "compiler/syntax/dots.h"
#include "compiler/front/variables.h"
#include "compiler/syntax/auto_free.h"
#include "compiler/syntax/base_calls.h"
#include "compiler/syntax/const_functions.h"
#include "compiler/syntax/dictionaries.h"
#include "compiler/syntax/duals.h"
#include "compiler/syntax/fn_keywords.h"
#include "compiler/syntax/global_stack.h"
#include "compiler/syntax/globals.h"
#include "compiler/syntax/methods.h"
#include "compiler/syntax/predicates.h"
#include "compiler/syntax/source_print.h"
#include "compiler/functional/functional.h"
#include "compiler/functional/unary.h"
#include "compiler/opt/choose.h"
#include "compiler/opt/lost.h"
#include "compiler/emit_c/emit_c.h"
#include "compiler/circuit/circuit.h"
#include "compiler/opt/opt.h"

struct rgc_result {
    fr_arena arena;
    fr_diags diags;
    fr_program program;
    fr_sema sema;
    ir_module *module;
    ir_module *optimised; /* what the code is made of */
    rg_object *object;
    opt_choices choices;
    bool stopped;                  /* after options.last_step: no code was made */
    bool from_ir;                  /* the program was IR text */
    bool beside;                   /* it has Fixed beside Float */
    const rgc_variable *variables; /* when they were asked for */
    size_t variable_count;
    const char *shaped; /* what the host starts, and the arrays that its value goes to */
    rgc_shape *shapes;
    size_t shape_count;
};

static rgc_options with_defaults(const rgc_options *options)
{
    rgc_options o = options ? *options : (rgc_options){0};
    if (o.xlen == 0)
        o.xlen = 64;
    if (o.frac == 0)
        o.frac = o.xlen == 64 ? 43 : 16;
    if (o.max_errors == 0)
        o.max_errors = 20;
    o.passes_off |= opt_missing(o.xlen, o.staged != 0);
    return o;
}

/* A character of the source; no place where the line is not known. */
static fr_span span_of(const rgc_result *r, ir_loc loc)
{
    fr_span at = {loc.file, 0, 1};
    if (loc.line == 0 || loc.file >= r->diags.source_count)
        return (fr_span){UINT32_MAX, 0, 0};
    const fr_source *s = &r->diags.sources[loc.file];
    if (loc.line <= s->line_count)
        at.offset = s->lines[loc.line - 1];
    for (uint32_t c = 1; c < loc.column && at.offset < s->size; c++)
        do
            at.offset++;
        while (((unsigned char)s->text[at.offset] & 0xc0) == 0x80);
    return at;
}

/* What the later stages complain about, in the same list. The files that IR text names are not
 * read. */
static void report_late(rgc_result *r, rgc_severity severity, const ir_diagnostic *late)
{
    const bool unread = r->from_ir && r->module;
    const fr_span at = unread ? (fr_span){UINT32_MAX, 0, 0} : span_of(r, late->loc);
    const char *code = late->code[0] ? fr_text(&r->arena, late->code, strlen(late->code)) : "R0699";
    rgc_diagnostic *d = fr_report(&r->diags, severity, code, at, "%s", late->text);

    if (d && unread && late->loc.line && late->loc.file < r->module->file_count) {
        const char *path = r->module->files[late->loc.file];
        d->at.file = fr_text(&r->arena, path, strlen(path));
        d->at.line = late->loc.line;
        d->at.column = late->loc.column;
        d->at.length = 1;
    }
}

/* Words whose source stands in a routine that must not erase, wherever they were inlined to. Files
 * have the same numbers in both. */
static void mark_lines(rgc_result *r)
{
    for (const ir_routine *routine = r->module->routines; routine; routine = routine->next)
        for (size_t i = 0; routine->reversible && i < r->object->code_count; i++) {
            rg_line *line = &r->object->lines[i];
            line->reversible = line->reversible
                               || (line->line >= routine->loc.line
                                   && line->line <= routine->last_line
                                   && line->file == routine->loc.file);
        }
}

/* The routines of an object stand in the order of the module, so it is mostly the next one. */
static const ir_routine *routine_named(const ir_module *m, const ir_routine *next, const char *name)
{
    if (next && strcmp(next->name, name) == 0)
        return next;
    for (next = m->routines; next && strcmp(next->name, name) != 0;)
        next = next->next;
    return next;
}

/* Parameters that the routines leave as they were, as one of the two modules shows it: passes move
 * elements through variables of their own, and drop updates that change nothing. */
static void mark_kept(rgc_result *r)
{
    const ir_module *modules[] = {r->module, r->optimised};

    for (size_t m = 0; m < sizeof modules / sizeof modules[0]; m++) {
        ir_changes changes;
        if (!ir_survey_changes(modules[m], &changes))
            longjmp(r->arena.out_of_memory, 1);
        const ir_routine *from = NULL;
        for (size_t i = 0; i < r->object->routine_count; i++) {
            rg_routine *made = &r->object->routines[i];
            from = routine_named(modules[m], from ? from->next : modules[m]->routines, made->name);
            for (size_t p = 0; from && p < made->param_count && p < from->param_count; p++)
                made->params[p].kept |= !ir_changes_param(&changes, from, p);
        }
        ir_free_changes(&changes);
    }
}

/* What the arrays that are taken with this one say, if they say nothing of their own. */
static bool share_tile(rg_routine *made, size_t array)
{
    const char *tile = made->params[array].tile;
    for (size_t p = 0; p < made->param_count; p++) {
        rg_param *other = &made->params[p];
        if (other->tile || (tile[p] != '1' && tile[p] != '2'))
            continue;
        other->tile = strdup(tile);
        if (!other->tile)
            return false;
        free(other->tile_why);
        other->tile_why = NULL;
    }
    return true;
}

/* Whether the rows of a parameter may come in tiles, from the program as it is written; false:
 * memory is short. */
static bool find_tile(ir_module *m, const ir_changes *changes, const ir_routine *r,
                      rg_routine *made, size_t array)
{
    rg_param *p = &made->params[array];
    ir_tile_reason why = {0};
    char *roles = malloc(made->param_count + 1);
    const bool good = roles && ir_find_tiles(m, changes, r, array, roles, &why);
    if (good && !p->tile) {
        p->tile = roles;
        return share_tile(made, array);
    }
    free(roles);
    if (!roles || m->out_of_memory)
        return false;
    if (good || p->tile)
        return true;
    p->tile_why = strdup(why.text);
    p->tile_file = why.loc.file;
    p->tile_line = why.loc.line;
    p->tile_column = why.loc.column;
    return p->tile_why != NULL;
}

static void mark_tiles(rgc_result *r)
{
    ir_changes changes;
    const ir_routine *from = NULL;
    bool good = ir_survey_changes(r->module, &changes);
    if (!good)
        longjmp(r->arena.out_of_memory, 1);
    for (size_t i = 0; i < r->object->routine_count; i++) {
        rg_routine *made = &r->object->routines[i];
        from = routine_named(r->module, from ? from->next : r->module->routines, made->name);
        if (!from || !made->exported || made->param_count != from->param_count)
            continue;
        for (size_t p = 0; good && p < made->param_count; p++)
            if (made->params[p].rank > 0)
                good = find_tile(r->module, &changes, from, made, p);
    }
    ir_free_changes(&changes);
    if (!good)
        longjmp(r->arena.out_of_memory, 1);
}

/* An argument that is converted, or made for the call alone, cannot take what the routine changes.
 */
static void report_lost(void *context, const opt_lost *lost)
{
    rgc_result *r = context;
    const ir_expr *e = lost->argument->expr;
    const bool converted = e->kind == IR_OP && e->op == RG_OP_ITOF;
    const char *name = lost->callee->name;
    rgc_diagnostic *d = fr_report(
        &r->diags, RGC_ERROR, "R0605", span_of(r, e->loc),
        converted
            ? "'%.*s' changes its parameter '%s', a Fixed: this Int is converted for the call, and "
              "cannot take the change"
            : "'%.*s' changes its parameter '%s': this value is not a variable, and cannot take "
              "the "
              "change",
        (int)strcspn(name, "{"), name, lost->param->name);
    fr_note(&r->diags, d, span_of(r, lost->changed), "changed here");
    fr_help(&r->diags, d,
            converted ? "give a Fixed variable, or declare the parameter without a type"
                      : "give a variable: 'v <- 0.0', 'v += value', and undo it after the call");
}

static void mark_differentiated(ir_module *m, const rgc_options *o)
{
    for (ir_routine *r = m->routines; r && o->gradients; r = r->next)
        r->differentiated = r->exported && (!o->entry || strcmp(r->name, o->entry) == 0);
}

/* From the checked module to the object, without these passes; where registers run out, once more
 * with names for the parts of large expressions. */
static rg_codegen_result generate(rgc_result *r, const rgc_options *o, opt_set off,
                                  ir_diagnostic *late)
{
    /* A Float that is written once is a float word: a wide word would round it to units of 2^-128.
     */
    off = o->wide ? off & ~(UINT64_C(1) << OPT_ANCILLAS) : off;
    const rg_codegen_options settings = {
        .off = off, .verify = o->verify, .order = o->order, .staged = o->staged};

    ir_module_free(r->optimised);
    r->optimised = opt_module(r->module, off, (opt_range){o->first_step, o->last_step}, o->order);
    r->stopped = o->last_step > 0;
    if (r->optimised)
        ir_round_fixed(r->optimised);
    if (r->optimised && r->stopped)
        return RG_CODEGEN_MADE;
    if (!r->optimised || (o->prices && !opt_choose(r->optimised, o->prices, &r->choices)))
        longjmp(r->arena.out_of_memory, 1);
    const rg_codegen_result result = rg_codegen(r->optimised, &settings, &r->object, late);
    const bool again = result == RG_CODEGEN_NO_REGISTERS && opt_name_parts(r->optimised);
    if (r->optimised->out_of_memory)
        longjmp(r->arena.out_of_memory, 1);
    return again ? rg_codegen(r->optimised, &settings, &r->object, late) : result;
}

static bool is_limit(rg_codegen_result why)
{
    return why == RG_CODEGEN_NO_REGISTERS || why == RG_CODEGEN_TOO_FAR;
}

/* Scalar expansion makes code longest, and what is held over loops takes most registers: a program
 * that meets a limit does without the one, the other, or both. */
static bool without_some(rgc_result *r, const rgc_options *o, rg_codegen_result why)
{
    const opt_set expand = UINT64_C(1) << OPT_EXPAND, hoist = UINT64_C(1) << OPT_HOIST,
                  sets[] = {expand, hoist, expand | hoist};

    for (size_t i = 0; i < sizeof sets / sizeof sets[0] && is_limit(why) && !o->prices; i++) {
        ir_diagnostic other = {0};
        if (sets[i] & ~o->passes_off
            && generate(r, o, o->passes_off | sets[i], &other) == RG_CODEGEN_MADE)
            return true;
    }
    return false;
}

/* A limit of the code generator that larger code meets earlier: the optimiser is no reason to
 * refuse a program. */
static bool without_optimiser(rgc_result *r, const rgc_options *o, rg_codegen_result why,
                              const ir_diagnostic *late)
{
    ir_diagnostic other = {0};

    if (!is_limit(why) || o->passes_off == OPT_EVERY || o->prices
        || generate(r, o, OPT_EVERY, &other) != RG_CODEGEN_MADE)
        return false;
    const ir_diagnostic warning = {
        .code = "R0734", .loc = late->loc, .text = "compiled without the optimiser"};
    report_late(r, RGC_WARNING, &warning);
    return true;
}

/* What follows the front end. */
static void finish(rgc_result *r, const rgc_options *o)
{
    ir_diagnostic late = {0};

    ir_spread_reversible(r->module);
    mark_differentiated(r->module, o);
    if (ir_validate(r->module, &late) && ir_check_erasures(r->module, &late)
        && ir_check_floats(r->module, o->entry, &late) && ir_check_fixed(r->module, &late)) {
        const rg_codegen_result result = generate(r, o, o->passes_off, &late);
        if (result == RG_CODEGEN_MADE || without_some(r, o, result)
            || without_optimiser(r, o, result, &late)) {
            if (r->object) {
                mark_lines(r);
                mark_kept(r);
                mark_tiles(r);
            }
            return;
        }
        r->object = NULL;
    }
    report_late(r, RGC_ERROR, &late);
}

static void lower_and_generate(rgc_result *r, const rgc_options *o)
{
    r->module = ir_module_new(o->xlen, o->frac);
    if (!r->module)
        longjmp(r->arena.out_of_memory, 1);
    r->module->wide = o->wide;
    for (size_t i = 0; i < r->diags.source_count; i++)
        if (ir_add_file(r->module, r->diags.sources[i].path) < 0)
            longjmp(r->arena.out_of_memory, 1);
    r->sema = (fr_sema){.arena = &r->arena,
                        .d = &r->diags,
                        .program = &r->program,
                        .module = r->module,
                        .beside = r->beside};
    fr_lower_program(&r->sema, o);
    if (r->module->out_of_memory)
        longjmp(r->arena.out_of_memory, 1);
    if (r->diags.errors == 0)
        opt_find_lost(r->module, report_lost, r);
    if (r->diags.errors == 0)
        finish(r, o);
}

static void compile_ir(rgc_result *r, const char *text, size_t size, const rgc_options *o)
{
    ir_diagnostic late = {0};

    r->from_ir = true;
    if (strlen(text) == size)
        r->module = ir_parse(text, o->xlen, o->frac, &late);
    else
        late = (ir_diagnostic){.code = "R0735", .text = "there is a byte of zero in the text"};
    if (!r->module) {
        report_late(r, RGC_ERROR, &late);
        return;
    }
    if (r->module->xlen == o->xlen && r->module->frac == o->frac && r->module->wide == o->wide) {
        finish(r, o);
        return;
    }
    snprintf(late.text, sizeof late.text,
             "this is IR text for words of %u bits, %u of them behind "
             "the point%s; here they have %u and %u%s",
             r->module->xlen, r->module->frac, r->module->wide ? ", and Float" : "", o->xlen,
             o->frac, o->wide ? ", and Float" : "");
    memcpy(late.code, "R0735", sizeof "R0735");
    late.loc = (ir_loc){0, 1, 1}; /* the line of the format comes first, in the text itself */
    ir_module_free(r->module);
    r->module = NULL;
    report_late(r, RGC_ERROR, &late);
}

static bool is_ir(const char *path)
{
    const size_t length = strlen(path);

    return length > 3 && strcmp(path + length - 3, ".ir") == 0;
}

/* Of the results of what the host starts. */
static void find_shapes(rgc_result *r, const fr_functional *f, const rgc_options *o)
{
    const fn_unary *u = f ? r->program.unary : NULL;
    while (u && u->source != f)
        u = u->next;
    if (!u)
        return;
    r->shaped = f->name;
    r->shape_count = fn_result_shapes(&r->diags, &r->program, f, u->seq, o->arguments,
                                      o->argument_count, &r->shapes);
}

static void compile(rgc_result *r, const char *path, const char *text, size_t size,
                    const rgc_options *options)
{
    rgc_options o = with_defaults(options);
    fr_span nowhere = {UINT32_MAX, 0, 0};
    r->diags.arena = &r->arena;
    r->diags.limit = o.max_errors;
    r->diags.floats = o.wide != 0;
    r->diags.unsaved = o.unsaved;
    r->diags.unsaved_context = o.unsaved_context;
    if (!ir_is_format(o.xlen, o.frac)) {
        fr_report(&r->diags, RGC_ERROR, "R0504", nowhere,
                  "no such number format: %u bits with %u fraction bits", o.xlen, o.frac);
        return;
    }
    if (size > FR_SOURCE_LIMIT) {
        fr_report(&r->diags, RGC_ERROR, "R0108", nowhere, "'%s' is larger than 16 MiB", path);
        return;
    }
    uint32_t file = fr_add_source(&r->diags, path, text, size);
    if (is_ir(path)) {
        compile_ir(r, r->diags.sources[file].text, size, &o);
        return;
    }
    fr_functional *started = NULL;
    fr_parse_source(&r->diags, &r->program, file, 0);
    r->beside = o.wide && r->diags.errors == 0 && fr_names_both(&r->diags);
    r->diags.floats = r->diags.floats && !r->beside; /* messages mean Fixed where they say so */
    if (r->beside)
        fr_refuse_fixed_in_values(&r->diags, &r->program);
    fr_put_base_calls(&r->diags, &r->program);
    fr_hide_library_names(&r->diags, &r->program);
    if (r->diags.errors == 0)
        fr_make_duals(&r->diags, &r->program);
    if (r->diags.errors == 0)
        fr_make_dictionaries(&r->diags, &r->program);
    if (r->diags.errors == 0)
        fr_separate_methods(&r->diags, &r->program);
    if (r->diags.errors == 0) {
        fr_place_fn_keywords(&r->diags, &r->program);
        fr_bind_constants(&r->arena, &r->program);
        fr_inline_const_functions(&r->diags, &r->program);
        started = fn_started(&r->diags, &r->program, o.entry);
        fr_open_array_parameters(&r->program);
        fn_take_given(&r->diags, &r->program, started, o.arguments, o.argument_count);
        fr_inline_predicates(&r->diags, &r->program, fn_is_sound);
        fr_let_constant_arrays(&r->diags, &r->program);
        fr_type_array_parameters(&r->arena, &r->program);
    }
    fr_share_global_stack(&r->arena, &r->program);
    fr_dot_auto_bcasts(&r->arena, &r->program);
    fr_free_at_ends(&r->arena, &r->program);
    if (r->diags.errors == 0)
        fn_keep_reached(&r->diags, &r->program,
                        !o.entry && started && o.argument_count > 0 ? started->name : o.entry);
    if (r->diags.errors == 0 || !r->program.incomplete)
        fn_lower_program(&r->diags, &r->program, o.formulas);
    if (r->diags.errors == 0)
        find_shapes(r, started, &o);
    if (r->diags.errors == 0 || !r->program.incomplete)
        lower_and_generate(r, &o);
}

/* False when memory was out. text NULL: the file could not be read, for that reason. */
static bool guarded(rgc_result *r, const char *path, const char *text, size_t size,
                    const rgc_options *options, const char *reason)
{
    if (setjmp(r->arena.out_of_memory))
        return false;
    if (text) {
        compile(r, path, text, size, options);
        return true;
    }
    r->diags.arena = &r->arena;
    r->diags.limit = 1;
    fr_report(&r->diags, RGC_ERROR, "R0108", (fr_span){UINT32_MAX, 0, 0}, "cannot read '%s': %s",
              path, reason);
    return true;
}

static rgc_result *run(const char *path, const char *text, size_t size, const rgc_options *options,
                       const char *reason)
{
    rgc_result *r = calloc(1, sizeof *r);
    if (r && !guarded(r, path, text, size, options, reason)) {
        rgc_result_free(r);
        return NULL;
    }
    return r;
}

rgc_result *rgc_compile_buffer(const char *path, const char *text, size_t size,
                               const rgc_options *options)
{
    return run(path, text ? text : "", size, options, "");
}

rgc_result *rgc_compile_file(const char *path, const rgc_options *options)
{
    size_t size = 0;
    const char *reason = "";
    char *text = fr_read_file(path, &size, &reason);
    rgc_result *r = run(path, text, size, options, reason);
    free(text);
    return r;
}

/* False when memory was out. */
static bool format(rgc_result *r, const char *path, const char *text, size_t size, char **formatted,
                   size_t *formatted_size)
{
    const fr_span nowhere = {UINT32_MAX, 0, 0};
    if (setjmp(r->arena.out_of_memory))
        return false;
    r->diags.arena = &r->arena;
    r->diags.limit = with_defaults(NULL).max_errors;
    if (size > FR_SOURCE_LIMIT) {
        fr_report(&r->diags, RGC_ERROR, "R0108", nowhere, "'%s' is larger than 16 MiB", path);
        return true;
    }
    const uint32_t file = fr_add_source(&r->diags, path, text, size);
    fr_parse_source(&r->diags, &r->program, file, FR_ALONE);
    if (r->diags.errors > 0)
        return true;
    const char *laid = fr_lay_out(&r->diags, &r->program, file, formatted_size);
    if (!fr_lay_same(&r->diags, file, fr_add_source(&r->diags, path, laid, *formatted_size))) {
        fr_report(&r->diags, RGC_ERROR, "R0198", nowhere,
                  "laying out '%s' would change the program, so it stays as it is", path);
        return true;
    }
    *formatted = malloc(*formatted_size + 1);
    if (*formatted)
        memcpy(*formatted, laid, *formatted_size + 1);
    return *formatted != NULL;
}

rgc_result *rgc_format_buffer(const char *path, const char *text, size_t size, char **formatted,
                              size_t *formatted_size)
{
    rgc_result *r = calloc(1, sizeof *r);
    *formatted = NULL;
    *formatted_size = 0;
    if (r && !format(r, path, text, size, formatted, formatted_size)) {
        rgc_result_free(r);
        return NULL;
    }
    return r;
}

void rgc_result_free(rgc_result *result)
{
    if (!result)
        return;
    if (result->object)
        rg_object_free(result->object);
    if (result->optimised)
        ir_module_free(result->optimised);
    if (result->module)
        ir_module_free(result->module);
    fr_arena_free(&result->arena);
    free(result->choices.list);
    free(result);
}

const rg_object *rgc_object(const rgc_result *result) { return result->object; }

rg_object *rgc_take_object(rgc_result *result)
{
    rg_object *o = result->object;
    result->object = NULL;
    return o;
}

size_t rgc_diagnostic_count(const rgc_result *result) { return result->diags.count; }

const rgc_diagnostic *rgc_diagnostic_at(const rgc_result *result, size_t index)
{
    return index < result->diags.count ? &result->diags.items[index] : NULL;
}

size_t rgc_error_total(const rgc_result *result) { return result->diags.errors; }

size_t rgc_source_count(const rgc_result *result) { return result->diags.source_count; }

const char *rgc_source_text(const rgc_result *result, size_t index, size_t *size)
{
    *size = index < result->diags.source_count ? result->diags.sources[index].size : 0;
    return index < result->diags.source_count ? result->diags.sources[index].text : NULL;
}

const char *rgc_source_path(const rgc_result *result, size_t index)
{
    return index < result->diags.source_count ? result->diags.sources[index].path : NULL;
}

bool rgc_source_is_library(const rgc_result *result, size_t index)
{
    return index < result->diags.source_count && result->diags.sources[index].library;
}

bool rgc_source_is_made(const rgc_result *result, size_t index)
{
    return index < result->diags.source_count && result->diags.sources[index].origins;
}

const char *rgc_shaped(const rgc_result *result, const rgc_shape **shapes, size_t *count)
{
    *shapes = result->shapes;
    *count = result->shape_count;
    return result->shaped;
}

bool rgc_has_primitives(const rgc_result *result)
{
    const fr_functional *f = result->program.functionals;
    while (f && !f->derives)
        f = f->next;
    return f != NULL;
}

/* The routines of libraries are not the program's own, nor is what the compiler makes for the
 * derivatives that a program gives. */
static const fr_function *own_from(const rgc_result *result, const fr_function *f)
{
    while (f
           && (result->diags.sources[f->span.file].library
               || (result->diags.sources[f->span.file].origins && f->name[0] == '+')))
        f = f->next;
    return f;
}

static const fr_function *function_at(const rgc_result *result, size_t index)
{
    const fr_function *f = own_from(result, result->program.functions);
    while (f && index-- > 0)
        f = own_from(result, f->next);
    return f;
}

size_t rgc_routine_count(const rgc_result *result)
{
    size_t n = 0;
    while (function_at(result, n))
        n++;
    return n;
}

const char *rgc_default_routine(const rgc_result *result)
{
    return fr_default_entry(&result->diags, result->program.functions, true);
}

const char *rgc_routine_name(const rgc_result *result, size_t index)
{
    const fr_function *f = function_at(result, index);
    return f ? f->name : NULL;
}

size_t rgc_parameter_count(const rgc_result *result, size_t routine)
{
    const fr_function *f = function_at(result, routine);
    return f ? f->param_count : 0;
}

bool rgc_parameter(const rgc_result *result, size_t routine, size_t index, const char **name,
                   rg_type_base *base, unsigned *rank)
{
    const fr_function *f = function_at(result, routine);
    if (!f || index >= f->param_count)
        return false;
    fr_type t;
    *name = f->params[index].name;
    if (!fr_concrete_type(NULL, f->params[index].type, f, NULL, 0, &t))
        return false;
    *base = t.base;
    *rank = t.rank;
    return true;
}

const rgc_variable *rgc_variables(rgc_result *result, size_t *count)
{
    *count = 0;
    if (!result->sema.arena || setjmp(result->arena.out_of_memory))
        return NULL;
    if (!result->variables)
        result->variables = fr_list_variables(&result->sema, &result->variable_count);
    *count = result->variable_count;
    return result->variables;
}

const char *rgc_known_name(rgc_name_kind kind, size_t index)
{
    size_t instructions = 0;
    if (kind == RGC_FUNCTIONS)
        return fr_builtin_name_at(index);
    if (kind == RGC_TYPES)
        return fr_type_name_at(index);
    while (fr_instruction_name(instructions))
        instructions++;
    return index < instructions ? fr_instruction_name(index) : fr_wide_name(index - instructions);
}

void rgc_render_text(const rgc_result *result, FILE *out)
{
    fr_render_text(result->diags.items, result->diags.count, out);
    if (result->diags.errors > result->diags.limit)
        fprintf(out, "%zu more errors\n", result->diags.errors - result->diags.limit);
}

void rgc_render_json(const rgc_result *result, FILE *out)
{
    fr_render_json(result->diags.items, result->diags.count, out);
}

static void print_alternative(FILE *out, const char *name, double joules, bool least)
{
    if (joules < 0)
        fprintf(out, "  %s -", name);
    else
        fprintf(out, "  %s %s%.3g J", name, least ? ">= " : "<= ", joules);
}

/* A loop that is there twice, for one iteration and for several, holds the same blocks twice. */
static bool said_before(const opt_choices *choices, size_t i)
{
    const opt_choice *c = &choices->list[i];
    for (size_t k = 0; k < i; k++) {
        const opt_choice *d = &choices->list[k];
        if (d->loc.file == c->loc.file && d->loc.line == c->loc.line
            && d->loc.column == c->loc.column && d->fate == c->fate && strcmp(d->name, c->name) == 0
            && strcmp(d->routine, c->routine) == 0)
            return true;
    }
    return false;
}

int rgc_print_choices(const rgc_result *result, FILE *out)
{
    static const char *const fates[] = {"uncompute", "keep", "erase"};
    for (size_t i = 0; i < result->choices.count; i++) {
        const opt_choice *c = &result->choices.list[i];
        if (said_before(&result->choices, i))
            continue;
        const char *file = result->module && c->loc.file < result->module->file_count
                               ? result->module->files[c->loc.file]
                               : "?";
        fprintf(out, "%s:%u: %s in %s: %s;", file, (unsigned)c->loc.line, c->name, c->routine,
                fates[c->fate]);
        print_alternative(out, "uncompute", c->uncompute_J, true);
        fprintf(out, " (%u instructions at least)", c->instructions);
        print_alternative(out, "keep", c->keep_J, false);
        print_alternative(out, "erase", c->erase_J, false);
        fprintf(out, "%s%s%s\n", c->why[0] ? "  (" : "", c->why, c->why[0] ? ")" : "");
    }
    return ferror(out) ? -1 : 0;
}

int rgc_print_ir(const rgc_result *result, FILE *out, bool inverse)
{
    ir_module *m = result->stopped ? result->optimised : result->module;
    return m && result->diags.errors == 0 ? ir_print(m, out, inverse) : -1;
}

int rgc_print_source(const rgc_result *result, FILE *out, bool inverse)
{
    return result->object ? fr_print_source(&result->diags, &result->program, out, inverse) : -1;
}

/* What the C back end starts from: the program as it is written, each routine with the form that a
 * gradient reverses. */
static ir_module *module_for_c(rgc_result *r)
{
    for (ir_routine *routine = r->module->routines; routine; routine = routine->next)
        routine->differentiated = routine->exported;
    return opt_module(r->module, OPT_EVERY & ~(UINT64_C(1) << OPT_TURN), (opt_range){0}, NULL);
}

int rgc_print_c(rgc_result *result, FILE *out, const char *prefix, const char *runtime,
                const char *guard)
{
    const emit_c_options options = {prefix, runtime, guard};
    ir_diagnostic why = {0};

    if (!result->object || setjmp(result->arena.out_of_memory))
        return -1;
    if (result->module->wide) {
        why = (ir_diagnostic){.code = "R0508", .text = "a program in C is not there for Float yet"};
        report_late(result, RGC_ERROR, &why);
        return RGC_NO_C;
    }
    ir_module *m = module_for_c(result);
    const emit_c_result made = m ? emit_c_module(m, &options, out, &why) : EMIT_C_NO_MEMORY;
    if (made == EMIT_C_REFUSED)
        report_late(result, RGC_ERROR, &why);
    ir_module_free(m);
    return made == EMIT_C_DONE ? 0 : made == EMIT_C_REFUSED ? RGC_NO_C : -1;
}

int rgc_print_c_runtime(FILE *out) { return emit_c_runtime_text(out); }

/* The routine that options.routine means; a complaint when there is none. */
static const ir_routine *routine_of_circuit(rgc_result *r, const char *name)
{
    const fr_span nowhere = {UINT32_MAX, 0, 0};
    const ir_routine *found = NULL;
    size_t count = 0;

    for (const ir_routine *i = r->module->routines; i; i = i->next) {
        const bool own = i->loc.file < r->diags.source_count
                             ? !r->diags.sources[i->loc.file].library
                             : r->from_ir;
        if (name ? strcmp(i->name, name) != 0 : !i->exported || !own)
            continue;
        count++;
        if (!found || strcmp(i->name, "main") == 0)
            found = i;
    }
    if (found && (name || count == 1 || strcmp(found->name, "main") == 0))
        return found;
    if (name)
        fr_report(&r->diags, RGC_ERROR, "R0737", nowhere,
                  "there is no routine '%s' with known types here", name);
    else
        fr_report(&r->diags, RGC_ERROR, "R0737", nowhere,
                  "a circuit is of one routine: say which, as this file has %zu with known types",
                  count);
    return NULL;
}

int rgc_make_circuit(rgc_result *result, const circuit_options *options, circuit *out)
{
    ir_diagnostic why = {0};

    *out = (circuit){0};
    if (!result->object || setjmp(result->arena.out_of_memory))
        return -1;
    const ir_routine *r = routine_of_circuit(result, options->routine);
    if (!r)
        return RGC_NO_CIRCUIT;
    const circuit_result made = circuit_make(result->module, r, options, out, &why);
    if (made == CIRCUIT_REFUSED)
        report_late(result, RGC_ERROR, &why);
    return made == CIRCUIT_DONE ? 0 : made == CIRCUIT_REFUSED ? RGC_NO_CIRCUIT : -1;
}

int rgc_print_unary(rgc_result *result, FILE *out)
{
    if (!result->object || setjmp(result->arena.out_of_memory))
        return -1;
    return fn_print_unary(&result->arena, &result->program, out);
}

int rgc_print_graph(rgc_result *result, FILE *out, bool svg)
{
    if (!result->object || setjmp(result->arena.out_of_memory))
        return -1;
    return svg ? fr_print_svg(&result->diags, &result->program, out)
               : fr_print_dot(&result->diags, &result->program, out);
}
