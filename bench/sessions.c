/* sessions.c: going back in a session, beside going forward: speed, memory, and the search for the
 * last change of a variable. Times are those of the processor, the least of three. */
#include <sys/resource.h>

#include "bench/host.h"
#include "host-driver/retrograd_session.h"

static const char program[] = "@i function f(y!::Fixed, z!::Fixed, n::Int)\n"
                              "    y! += 0.5\n"
                              "    for i = 1:n\n"
                              "        z! += 0.001\n"
                              "        z! -= 0.001\n"
                              "    end\n"
                              "end\n";
enum { ROUNDS = 3, PER_TURN = 3 };
static const uint64_t far = UINT64_C(1000000000), near = UINT64_C(100000000);

static long kilobytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static double go_to(rg_session *s, uint64_t time)
{
    rg_session_spot spot;
    rg_fault fault;
    const double begin = seconds();
    check(rg_session_go_to(s, time, &spot, &fault) == RG_OK, &fault);
    if (spot.time != time) {
        fprintf(stderr, "bench-sessions: the run ends at %llu\n", (unsigned long long)spot.time);
        exit(1);
    }
    return seconds() - begin;
}

static double last_change(rg_session *s)
{
    rg_session_change change;
    rg_fault fault;
    const double begin = seconds();
    check(rg_session_find_change(s, 0, "y!", true, &change, &fault) == RG_OK, &fault);
    if (!change.found || change.line != 2) {
        fprintf(stderr, "bench-sessions: the last change was not found\n");
        exit(1);
    }
    return seconds() - begin;
}

static void keep_least(double *least, double value)
{
    if (*least == 0 || value < *least)
        *least = value;
}

static bool report(const char *what, double got, const char *unit, double bar, bool least)
{
    const bool good = least ? got >= bar : got <= bar;
    printf("%-58s %8.2f %s (%s %g)%s\n", what, got, unit, least ? "at least" : "at most", bar,
           good ? "" : "  missed");
    return good;
}

static bool measure(rg_session *s)
{
    double forth = 0, back = 0, sweep = 0, search = 0;
    go_to(s, near);
    const long before = kilobytes();
    for (unsigned i = 0; i < ROUNDS; i++) {
        go_to(s, 0);
        keep_least(&forth, go_to(s, far));
        keep_least(&back, go_to(s, 0));
    }
    const long after = kilobytes();
    for (unsigned i = 0; i < ROUNDS; i++) {
        go_to(s, 0);
        keep_least(&sweep, go_to(s, near));
        keep_least(&search, last_change(s));
    }
    printf("forward %.0f million instructions a second, back %.0f\n", (double)far / forth / 1e6,
           (double)far / back / 1e6);
    const bool fast = report("10^9 instructions back, of the speed forward", 100 * forth / back,
                             "%", 80, true),
               small =
                   report("memory that they add", (double)(after - before) / 1024, "MB", 1, false),
               found = report("a change 10^8 instructions ago, in sweeps", search / sweep, "sweeps",
                              1, false);
    return fast && small && found;
}

int main(void)
{
    const rg_session_recipe recipe = {0};
    rg_fault fault;
    rg_session *session = NULL;
    rg_device *device = rg_device_open("fast", &fault);
    rg_job *job = NULL;
    check(device && rg_load_text(device, "f.rg", program, &fault) == RG_OK
              && (job = rg_job_new(device, "f", &fault))
              && rg_set_number(job, "n", (double)(far / PER_TURN), &fault) == RG_OK
              && rg_session_open(job, &recipe, &session, &fault) == RG_OK,
          &fault);
    const bool good = measure(session);
    rg_session_close(session);
    rg_job_free(job);
    rg_device_close(device);
    return good ? 0 : 1;
}
