# Programs of the public benchmark and of the Petersen graph: the machine driven from C, beside
# double precision.
ADBENCH_NAMES := gmm bundle petersen
ADBENCH_BINS  := $(ADBENCH_NAMES:%=$(BUILD)/bin/host-%)
ADBENCH_PARTS := $(BUILD)/obj/examples/benchmark/numbers.o \
  $(BUILD)/obj/examples/benchmark/gmm_reference.o $(BUILD)/obj/examples/benchmark/gmm_random.o \
  $(BUILD)/obj/examples/benchmark/bundle_reference.o \
              $(BUILD)/obj/examples/benchmark/linear.o $(BUILD)/obj/examples/benchmark/cost.o

$(ADBENCH_BINS): $(BUILD)/bin/host-%: $(BUILD)/obj/examples/benchmark/%.o $(ADBENCH_PARTS) $(DRIVER_PARTS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $< $(ADBENCH_PARTS) -Wl,--start-group $(DRIVER_PARTS) -Wl,--end-group $(DEPEND_LIBS) $(LDLIBS) -o $@

test-programs: $(ADBENCH_BINS)

# All files of the benchmark, bundle adjustment 1 with each of its observations; and the trainings.
.PHONY: adbench petersen
adbench: $(ADBENCH_BINS)
	$(Q)for file in examples/data/gmm/*.txt; do $(BUILD)/bin/host-gmm $$file || exit 1; done
	$(Q)$(BUILD)/bin/host-bundle examples/data/ba/ba1.txt
	$(Q)$(BUILD)/bin/host-bundle examples/data/ba/ba1.txt --observations 1000 --vary 0.001
	$(Q)$(BUILD)/bin/host-bundle examples/data/ba/ba_test.txt --observations 1000 --vary 0.001

petersen: $(ADBENCH_BINS)
	$(BUILD)/bin/host-petersen adam
	$(BUILD)/bin/host-petersen newton
