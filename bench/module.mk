# Benchmarks print ratios against baselines run beside them.
.PHONY: bench
bench: $(BUILD)/bin/bench
	$(BUILD)/bin/bench

# Instructions for each source line of the papers' programs, without and with the optimiser.
.PHONY: bench-size
bench-size: all
	bench/size.sh $(BUILD)

BENCH_OBJS := $(BUILD)/obj/bench/bench.o $(BUILD)/obj/bench/loop.o

$(BUILD)/bin/bench: $(BENCH_OBJS) $(TEST_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $(BENCH_OBJS) $(LINK_ALL) $(DEPEND_LIBS) $(LDLIBS) -o $@

# The problems of the papers beside plain C and the gradient tapes of ADOL-C and CppAD, on a machine with 2^20 data words:
# bench/results/papers.json, .csv and .html. The quick one takes small sizes and leaves the results alone.
PAPERS_BUILD ?= $(BUILD)/large
PAPERS_RUN   := $(PAPERS_BUILD)/bin/bench-papers
.PHONY: bench-papers bench-papers-quick
bench-papers bench-papers-quick:
	@./install-deps bench
	$(Q)$(MAKE) --no-print-directory $(JOBS) BUILD=$(PAPERS_BUILD) DMEM_LOG2=20 $(PAPERS_RUN)
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
