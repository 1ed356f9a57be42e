/* fuzz_gdb.c: lines of bytes as packets of a client of gdb's remote protocol, on the gradient of a
 * small program. A line that begins with `=` is sent as it is, others as packets with their sum.
 * The server ends with its client, and the next session finds the machine as it must be. */
#include "host-driver/gdb/gdb.h"
#include "tests/fuzz/device.h"
#include "tests/fuzz/harness.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 30000 }; /* less than a pipe holds */

static const char program[] = "@i function g(z!::Fixed, x::Fixed)\n"
                              "    t ← 0.0\n"
                              "    t += x * x\n"
                              "    z! += t * x\n"
                              "    t -= x * x\n"
                              "    t → 0.0\n"
                              "end\n"
                              "@i function f(y!::Fixed, x::Vector{Fixed})\n"
                              "    for i = 1:length(x)\n"
                              "        g(y!, x[i])\n"
                              "    end\n"
                              "end\n";

/* ---- what the client sends */

typedef struct {
    char bytes[MOST + 16];
    size_t count;
} sent;

static void put(sent *s, const char *bytes, size_t count)
{
    if (s->count + count <= MOST) {
        memcpy(s->bytes + s->count, bytes, count);
        s->count += count;
    }
}

static void put_packet(sent *s, const char *text, size_t length)
{
    unsigned sum = 0;
    char end[4];
    for (size_t i = 0; i < length; i++)
        sum += (unsigned char)text[i];
    snprintf(end, sizeof end, "#%02x", sum & 255);
    put(s, "$", 1);
    put(s, text, length);
    put(s, end, 3);
}

static void put_lines(sent *s, const char *text, size_t size)
{
    for (const char *at = text; at < text + size;) {
        const char *end = memchr(at, '\n', (size_t)(text + size - at));
        const size_t length = (size_t)((end ? end : text + size) - at);
        if (length > 0 && at[0] == '=')
            put(s, at + 1, length - 1);
        else
            put_packet(s, at, length);
        at += length + 1;
    }
}

/* ---- the session */

static rg_session *open_session(rg_job *job)
{
    const rg_session_recipe recipe = {.output = "y!"};
    rg_session *session = NULL;
    rg_fault fault;
    CLAIM(rg_session_open(job, &recipe, &session, &fault) == RG_OK);
    return session;
}

static void serve(rg_device *device, rg_job *job, const sent *s)
{
    rg_session *session = open_session(job);
    int in[2];
    rg_fault fault;
    const int out = open("/dev/null", O_WRONLY);
    CLAIM(out >= 0 && pipe(in) == 0);
    CLAIM(write(in[1], s->bytes, s->count) == (ssize_t)s->count);
    close(in[1]);
    const rg_gdb_setting setting = {.device = device,
                                    .job = job,
                                    .session = session,
                                    .name = "f.rg",
                                    .gradients = true,
                                    .in = in[0],
                                    .out = out};
    CLAIM(rg_gdb_serve(&setting, &fault) == RG_OK);
    rg_session_close(session);
    close(in[0]);
    close(out);
}

/* d y / d x is 3 x^2 for each element. */
static void expect_gradient(rg_job *job)
{
    rg_session *session = open_session(job);
    rg_session_spot spot;
    rg_session_value value;
    rg_fault fault;
    CLAIM(rg_session_go_to(session, UINT64_MAX >> 1, &spot, &fault) == RG_OK);
    CLAIM(spot.why == RG_SESSION_AT_END);
    CLAIM(rg_session_evaluate(session, 0, "grad(x[2])", &value, &fault) == RG_OK);
    CLAIM(value.value == 12);
    rg_session_close(session);
}

/* The same for all inputs: it is compiled once. */
static rg_job *prepared(rg_device *device)
{
    static rg_job *job;
    static const double x[] = {1, 2, 3};
    rg_fault fault;
    if (job)
        return job;
    CLAIM(rg_load_text(device, "f.rg", program, &fault) == RG_OK);
    job = rg_job_new(device, "f", &fault);
    CLAIM(job && rg_set_array(job, "x", x, 3, 1, &fault) == RG_OK);
    return job;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static sent s;
    rg_device *device = fuzz_device();
    rg_job *job = prepared(device);
    char *text = fuzz_text(data, size);
    s.count = 0;
    put_lines(&s, text, size);
    serve(device, job, &s);
    expect_gradient(job);
    free(text);
    return 0;
}
