/* loop.h: the line of `make bench` on the speed of the engines. */
#ifndef RG_BENCH_LOOP_H
#define RG_BENCH_LOOP_H

/* Measure both engines in turn and print one line. Ends the program when an engine fails. */
void bench_loop(void);

/* The same loop on the engine `rtl` alone, long enough for a profiler. */
void bench_loop_rtl(void);

#endif
