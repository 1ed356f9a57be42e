/* test_waves.c: what a waveform says in words is what a session says at the same time, and the save
 * file of GTKWave names signals that are there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <gtkwave/fstapi.h>

#include "host-driver/retrograd_session.h"

static const char program[] = "@i function g(y!::Fixed, x::Fixed)\n"
                              "    u ← 0.0\n"
                              "    u += x * x\n"
                              "    y! += u * x\n"
                              "    u -= x * x\n"
                              "    u → 0.0\n"
                              "end\n"
                              "@i function f(y!::Fixed, v::Vector{Fixed}, n::Int)\n"
                              "    for i = 1:n\n"
                              "        g(y!, v[i])\n"
                              "    end\n"
                              "end\n";

enum { TEXT = 256, NAMES = 64, VARIABLES = 32, MOST_STEPS = 3000, MOST_CHANGES = 6000 };

typedef struct {
    rg_device *device;
    rg_job *job;
    rg_session *session;
} rig;

static rig open_on(const char *engine, const char *trace)
{
    rg_fault fault;
    const char *const all = "all";
    const double values[] = {0.5, -1.25};
    const rg_session_recipe recipe = {.output = "y!"};
    rig r = {rg_device_open(engine, &fault), NULL, NULL};
    assert_non_null(r.device);
    assert_int_equal(rg_set_passes_off(r.device, &all, 1, &fault), RG_OK);
    assert_int_equal(rg_load_text(r.device, "f.rg", program, &fault), RG_OK);
    r.job = rg_job_new(r.device, "f", &fault);
    assert_non_null(r.job);
    assert_int_equal(rg_set_number(r.job, "n", 2, &fault), RG_OK);
    assert_int_equal(rg_set_array(r.job, "v", values, 2, 1, &fault), RG_OK);
    if (trace)
        assert_int_equal(rg_trace_open(r.device, trace, &fault), RG_OK);
    assert_int_equal(rg_session_open(r.job, &recipe, &r.session, &fault), RG_OK);
    return r;
}

static void close_all(rig *r)
{
    rg_session_close(r->session);
    rg_job_free(r->job);
    rg_device_close(r->device);
}

static uint64_t record(const char *path)
{
    rg_fault fault;
    rg_session_spot spot;
    rig r = open_on("trace", path);
    assert_int_equal(rg_session_run(r.session, false, NULL, 0, &spot, &fault), RG_OK);
    assert_int_equal(spot.why, RG_SESSION_AT_END);
    assert_int_equal(rg_trace_close(r.device, &fault), RG_OK);
    close_all(&r);
    return spot.time;
}

/* ---- the file, read back */

typedef struct {
    uint64_t time;
    fstHandle handle;
    char text[TEXT];
} change;
typedef struct {
    char names[NAMES][TEXT];
    fstHandle handles[NAMES];
    size_t count;
    fstHandle retires;
    uint64_t up;
    change changes[MOST_CHANGES];
    size_t change_count;
    uint64_t times[MOST_STEPS]; /* at which instructions retire */
    size_t steps;
} waves;

static void read_names(void *fst, waves *w)
{
    char path[TEXT] = "";
    for (struct fstHier *h; (h = fstReaderIterateHier(fst));) {
        if (h->htyp == FST_HT_SCOPE)
            snprintf(path + strlen(path), TEXT - strlen(path), "%s.", h->u.scope.name);
        else if (h->htyp == FST_HT_UPSCOPE) {
            path[strlen(path) - 1] = '\0';
            char *dot = strrchr(path, '.');
            dot ? (void)(dot[1] = '\0') : (void)(path[0] = '\0');
        } else if (h->htyp == FST_HT_VAR) {
            char name[2 * TEXT];
            snprintf(name, sizeof name, "%s%s", path, h->u.var.name);
            if (strcmp(name, "top.retire_valid") == 0)
                w->retires = h->u.var.handle;
            if (h->u.var.typ != FST_VT_GEN_STRING)
                continue;
            assert_true(w->count < NAMES && strlen(name) < TEXT);
            strcpy(w->names[w->count], name);
            w->handles[w->count++] = h->u.var.handle;
        }
    }
}

static void note_text(void *context, uint64_t time, fstHandle handle, const unsigned char *value,
                      uint32_t length)
{
    waves *w = context;
    if (handle == w->retires || value == NULL)
        return;
    assert_true(w->change_count < MOST_CHANGES && length < TEXT);
    change *c = &w->changes[w->change_count++];
    *c = (change){.time = time, .handle = handle};
    memcpy(c->text, value, length);
}

static void note_bit(void *context, uint64_t time, fstHandle handle, const unsigned char *value)
{
    waves *w = context;
    if (handle != w->retires)
        return;
    /* One for each clock, from its edge on. */
    for (uint64_t t = w->up; w->up && t < time; t += 2) {
        assert_true(w->steps < MOST_STEPS);
        w->times[w->steps++] = t;
    }
    w->up = value[0] == '1' ? time : 0;
}

static void *read_back(const char *path, waves *w)
{
    void *fst = fstReaderOpen(path);
    assert_non_null(fst);
    memset(w, 0, sizeof *w);
    read_names(fst, w);
    assert_true(w->retires != 0);
    fstReaderSetFacProcessMask(fst, w->retires);
    for (size_t i = 0; i < w->count; i++)
        fstReaderSetFacProcessMask(fst, w->handles[i]);
    assert_int_equal(fstReaderIterBlocks2(fst, note_bit, note_text, w, NULL), 1);
    return fst;
}

/* The text of a signal at a time; "" where it has none yet. */
static const char *text_at(const waves *w, const char *name, uint64_t time)
{
    for (size_t i = 0; i < w->count; i++) {
        if (strcmp(w->names[i], name) != 0)
            continue;
        const change *last = NULL;
        for (size_t k = 0; k < w->change_count; k++)
            if (w->changes[k].handle == w->handles[i] && w->changes[k].time <= time
                && (!last || w->changes[k].time >= last->time))
                last = &w->changes[k];
        return last ? last->text : "";
    }
    fail_msg("the waveform has no %s", name);
    return "";
}

/* ---- beside a session */

static void number_text(const rg_session_value *v, char *text)
{
    if (v->number == RG_NUMBER_INT)
        sprintf(text, "%lld", (long long)v->word);
    else
        sprintf(text, "%.12g", v->value);
    if (v->has_gradient && v->gradient_word != 0)
        sprintf(text + strlen(text), " grad %.12g", v->gradient);
}

static void value_text(rg_session *s, const rg_session_value *v, char *text)
{
    rg_session_value elements[8];
    size_t count = 8;
    rg_fault fault;
    text[0] = '\0';
    if (v->known && v->rank == 0)
        number_text(v, text);
    if (!v->known || v->rank == 0)
        return;
    assert_int_equal(rg_session_elements(s, 0, v->name, 0, elements, &count, &fault), RG_OK);
    strcpy(text, "[");
    for (size_t i = 0; i < count; i++) {
        strcat(text, i > 0 ? ", " : "");
        number_text(&elements[i], text + strlen(text));
    }
    strcat(text, "]");
}

static void same_variables(rg_session *s, const waves *w, uint64_t time)
{
    rg_session_value values[VARIABLES];
    rg_session_frame frame;
    if (rg_session_frames(s, &frame, 1) == 0)
        return;
    const size_t count = rg_session_variables(s, 0, values, VARIABLES);
    for (size_t i = 0; i < count; i++) {
        char name[2 * TEXT], expected[TEXT];
        snprintf(name, sizeof name, "program.%.200s.%.100s", frame.routine, values[i].name);
        value_text(s, &values[i], expected);
        assert_string_equal(text_at(w, name, time), expected);
    }
}

static void test_words_of_a_run(void **state)
{
    char path[] = "/tmp/rg_words_XXXXXX";
    static waves w;
    rg_fault fault;
    rg_session_spot spot;
    size_t in_program = 0, backward = 0;
    (void)state;
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    const uint64_t steps = record(path);
    void *fst = read_back(path, &w);
    assert_int_equal(w.steps, steps); /* each instruction that retired */
    rig r = open_on("fast", NULL);
    assert_int_equal(rg_session_where(r.session, &spot, &fault), RG_OK);
    for (size_t i = 0; i < w.steps; i++) {
        char expected[TEXT];
        const bool inside = spot.in_program;
        if (inside) {
            rg_session_word word;
            snprintf(expected, sizeof expected, "f.rg:%u  ", spot.line);
            assert_string_equal(text_at(&w, "program.source", w.times[i]),
                                spot.line ? expected : "");
            assert_string_equal(text_at(&w, "program.routine", w.times[i]), spot.routine);
            for (size_t k = 0; rg_session_disassemble(r.session, k, &word); k++)
                if (word.address == spot.address)
                    assert_string_equal(text_at(&w, "program.instruction", w.times[i]), word.text);
            assert_string_equal(text_at(&w, "program.mode", w.times[i]),
                                spot.gradients ? "value gradient" : "value");
            backward += strcmp(text_at(&w, "program.direction", w.times[i]), "backward") == 0;
        } else
            assert_string_equal(text_at(&w, "program.routine", w.times[i]), "job dispatcher");
        assert_int_equal(rg_session_go(r.session, 1, &spot, &fault), RG_OK);
        if (inside && spot.in_program)
            same_variables(r.session, &w, w.times[i] + 2);
        in_program += inside;
    }
    assert_true(in_program > 100 && backward > 40);
    close_all(&r);
    fstReaderClose(fst);
    unlink(path);
}

static void test_save_file(void **state)
{
    char folder[] = "/tmp/rg_waves_XXXXXX", path[64], save[64], line[TEXT];
    static waves w;
    unsigned texts = 0, begin = 0;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.fst", folder);
    snprintf(save, sizeof save, "%s/a.fst.gtkw", folder);
    record(path);
    void *fst = read_back(path, &w);
    FILE *file = fopen(save, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        sscanf(line, "[timestart] %u", &begin);
        if (strncmp(line, "program.", 8) == 0) {
            (void)text_at(&w, line, 0);
            texts++;
        }
    }
    assert_true(texts == w.count && texts > 8);
    assert_true(begin > 0 && begin >= w.times[0] && begin < w.times[w.steps - 1]);
    fclose(file);
    fstReaderClose(fst);
    unlink(path);
    unlink(save);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_of_a_run),
        cmocka_unit_test(test_save_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
