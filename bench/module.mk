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
