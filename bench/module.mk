# Benchmarks print ratios against baselines run beside them.
.PHONY: bench
bench: $(BUILD)/bin/bench
	$(BUILD)/bin/bench

$(BUILD)/bin/bench: $(BUILD)/obj/bench/bench.o $(TEST_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $< $(LINK_ALL) $(DEPEND_LIBS) $(LDLIBS) -o $@
