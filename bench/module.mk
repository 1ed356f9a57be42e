# Benchmarks print ratios against baselines run beside them.
.PHONY: bench
bench: $(BUILD)/bin/bench $(BUILD)/speed/profile/bench bench-passes bench-sessions bench-start
	$(BUILD)/bin/bench
	bench/profile.sh $(BUILD)/speed/profile/bench

# Sessions: how fast they go back, what memory that takes, how long a last change is looked for.
.PHONY: bench-sessions
bench-sessions: $(BUILD)/bin/bench-sessions
	$<

# A small gradient beside its value, in the time of the host.
.PHONY: bench-start
bench-start: $(BUILD)/bin/bench-start
	$<

# Data that comes in tiles beside data in one piece. A million points take minutes.
.PHONY: bench-tiles
bench-tiles: $(BUILD)/bin/bench-tiles
	$<

DRIVER_BENCHES := $(patsubst %,$(BUILD)/bin/bench-%,sessions start tiles)
$(DRIVER_BENCHES): $(BUILD)/bin/bench-%: $(BUILD)/obj/bench/%.o $(TEST_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $< $(LINK_ALL) $(DEPEND_LIBS) $(LDLIBS) -o $@

# What each pass of the optimiser brings: cycles, instructions and size of the code without it.
.PHONY: bench-passes
bench-passes: $(BUILD)/bin/retrograd
	bench/passes.sh $(BUILD)

# Instructions for each source line of the papers' programs, without and with the optimiser.
.PHONY: bench-size
bench-size: all
	bench/size.sh $(BUILD)

BENCH_OBJS := $(BUILD)/obj/bench/bench.o $(BUILD)/obj/bench/loop.o

$(BUILD)/bin/bench: $(BENCH_OBJS) $(TEST_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $(BENCH_OBJS) $(LINK_ALL) $(DEPEND_LIBS) $(LDLIBS) -o $@

# The speed of the engine `rtl` with other flags of Verilator and of the compiler: VARIANT, what is
# left out, what comes in. The tables of docs/development/simulation.md are from here and from
# bench-profile.
SPEED := $(BUILD)/speed
SPEED_VARIANTS ?= default traced unique asserting unoptimised O1 O3 native
SPEED_VERIL_traced     := --trace-fst
SPEED_LESS_unique      := --x-assign --x-initial fast
SPEED_LESS_asserting   := --noassert
SPEED_LESS_unoptimised := -O3
SPEED_VERIL_unoptimised := -O0
SPEED_CXX_O1           := -O1
SPEED_CXX_O3           := -O3
SPEED_CXX_native       := -O2 -march=native

.PHONY: bench-speed bench-profile
bench-speed: $(SPEED_VARIANTS:%=$(SPEED)/%/bench)
	@for v in $(SPEED_VARIANTS); do printf '%-12s' $$v; $(SPEED)/$$v/bench loop | sed -n 's/.*rtl \([0-9.]* million cycles\).*/\1 a second/p'; done
bench-profile: $(SPEED)/profile/bench
	bench/profile.sh $<

# A model with its own flags stands before the library, so that it is taken for the engine "rtl".
SPEED_VERIL_profile := --prof-cfuncs
SPEED_CXX_profile   := -O2 -fno-inline-functions
$(SPEED)/%/bench: $(BUILD)/bin/bench $(GEN)/verilated/rtl/Vrg_rtl.mk sim/rtl/rtl.cpp
	@mkdir -p $(@D)/model
	$(say) VERIL 'rtl, $*'
	$(Q)verilator $(filter-out $(SPEED_LESS_$*),$(VERIL_FLAGS)) $(SPEED_VERIL_$*) --prefix Vrg_rtl --Mdir $(@D)/model
	+$(Q)$(call verilated_make,$(@D)/model,Vrg_rtl,OPT_FAST='$(or $(SPEED_CXX_$*),-O2)' OPT_SLOW=-O0 OPT_GLOBAL=-O2)
	$(Q)$(CXX) $(CPPFLAGS) $(CXXFLAGS) $(VERIL_CPP) -isystem $(@D)/model -c sim/rtl/rtl.cpp -o $(@D)/rtl.o
	$(Q)$(CXX) $(LDFLAGS) $(if $(filter profile,$*),-pg) $(BENCH_OBJS) $(@D)/rtl.o -Wl,--whole-archive $(@D)/model/Vrg_rtl__ALL.a -Wl,--no-whole-archive \
	  $(LINK_ALL) $(DEPEND_LIBS) $(LDLIBS) -o $@

# The problems of the papers beside plain C and the gradient tapes of ADOL-C and CppAD, on a machine
# with 2^20 data words: bench/results/papers.json, .csv and .html. The quick one takes small sizes
# and leaves the results alone. The engine `fast`, whose cycles the lockstep holds to those of the
# core; PAPERS_ENGINES=all adds `rtl` for small sizes (bench-papers --engine rtl).
PAPERS_BUILD ?= $(BUILD)/large
PAPERS_ENGINES ?= fast
PAPERS_RUN   := $(PAPERS_BUILD)/bin/bench-papers
.PHONY: bench-papers bench-papers-quick
bench-papers bench-papers-quick:
	@./install-deps bench
	$(Q)$(MAKE) --no-print-directory $(JOBS) BUILD=$(PAPERS_BUILD) DMEM_LOG2=20 ENGINES=$(PAPERS_ENGINES) $(PAPERS_RUN)
	$(Q)mkdir -p bench/results
	$(if $(findstring quick,$@),$(PAPERS_RUN) --quick,$(PAPERS_RUN) --json bench/results/papers.json --csv bench/results/papers.csv && bench/papers/page.sh bench/results)

ADOLC_HAVE    := $(wildcard /usr/include/adolc/adolc.h)
CPPAD_INCLUDE := $(wildcard /usr/lib/R/site-library/TMB/include)
PAPERS_OBJS   := $(patsubst %,$(BUILD)/obj/bench/papers/%.o,papers problem machine plain adolc cppad)
PAPERS_PARTS  := $(patsubst %,$(BUILD)/obj/examples/benchmark/%.o,numbers gmm_reference gmm_random)

$(BUILD)/obj/bench/papers/plain.o: OPT := -O3
$(BUILD)/obj/bench/papers/%.o: bench/papers/%.cpp
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(CXX) $(CPPFLAGS) $(CXXFLAGS) -O3 -MMD -MP $(TAPE_FLAGS) -c $< -o $@
$(BUILD)/obj/bench/papers/adolc.o: TAPE_FLAGS := $(if $(ADOLC_HAVE),-DHAVE_ADOLC)
$(BUILD)/obj/bench/papers/cppad.o: TAPE_FLAGS := $(if $(CPPAD_INCLUDE),-DHAVE_CPPAD -DNDEBUG -isystem $(CPPAD_INCLUDE) -isystem /usr/include/eigen3)

$(BUILD)/bin/bench-papers: $(PAPERS_OBJS) $(PAPERS_PARTS) $(DRIVER_PARTS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $(PAPERS_OBJS) $(PAPERS_PARTS) -Wl,--start-group $(DRIVER_PARTS) -Wl,--end-group $(if $(ADOLC_HAVE),-ladolc) $(DEPEND_LIBS) $(LDLIBS) -o $@

check-build: $(BUILD)/bin/bench-papers # its JSON is tested

# Events taken back by emitted C beside C by hand, and gradients beside their calls, in instructions.
.PHONY: bench-emit-c
bench-emit-c: all
	@bench/emit_c/reverse.sh $(BUILD)
	@bench/emit_c/gradient.sh $(BUILD)

# Kernels of all classes beside the same in C for a 32-bit RISC-V in Q32.32, whose instructions QEMU
# counts, each with the better of two levels of its compiler.
KERNEL_C   := $(patsubst %,bench/kernels/%.c,table inputs q32 dense local indirect global factors images orders)
RV_CC      ?= riscv64-unknown-elf-gcc
RV_QEMU    ?= qemu-system-riscv32
RV_FLAGS   := --specs=picolibc.specs -std=c17 -march=rv32im -misa-spec=2.2 -mabi=ilp32 -nostartfiles -I. \
              -Wall -Wextra -Wpedantic -Wconversion -T bench/kernels/processor.ld -Wl,--no-warn-rwx-segments
KERNEL_RUN := $(patsubst %,$(BUILD)/kernels/O%.txt,2 3)
.PHONY: bench-kernels
bench-kernels: $(BUILD)/bin/bench-kernels
	@./install-deps kernels
	$(Q)$(MAKE) --no-print-directory BUILD=$(BUILD) $(KERNEL_RUN)
	$(BUILD)/bin/bench-kernels $(KERNEL_RUN)

$(KERNEL_RUN): $(BUILD)/kernels/O%.txt: bench/kernels/processor.c bench/kernels/processor.ld $(KERNEL_C) \
    $(wildcard bench/kernels/*.h)
	@mkdir -p $(@D)
	$(say) RISC-V $@
	$(Q)$(RV_CC) -O$* $(RV_FLAGS) $(filter %.c,$^) -o $(@:.txt=.elf)
	$(Q)timeout 60 $(RV_QEMU) -M virt -bios none -nographic -icount shift=0 -kernel $(@:.txt=.elf) </dev/null >$@.new
	$(Q)mv $@.new $@

KERNEL_OBJS := $(KERNEL_C:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/bench/kernels/machine.o
$(BUILD)/bin/bench-kernels: $(KERNEL_OBJS) $(TEST_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $(KERNEL_OBJS) $(LINK_ALL) $(DEPEND_LIBS) $(LDLIBS) -o $@

check-build: $(BUILD)/bin/bench-kernels
