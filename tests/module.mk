# Tests: every tests/unit/*.c and tests/property/*.c is a cmocka program linked with all libraries.
TEST_SRCS := $(wildcard tests/unit/*.c tests/property/*.c)
TEST_BINS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(TEST_SRCS))
TEST_LIBS := $(GATES_LIB) $(EXPLORE_LIB) $(DRIVER_LIB) $(COMPILER_LIB) $(FIRMWARE_LIB) $(SIM_LIB) $(ISA_LIB) $(ERRORS_LIB)
# Rings between the archives are harmless to the linker when they stand in one group.
LINK_ALL  := -Wl,--start-group $(TEST_LIBS) -Wl,--end-group

$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(TEST_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $< $(LINK_ALL) -lcmocka -lmpfr -lgmp $(COMMAND_LIBS) $(DEPEND_LIBS) $(LDLIBS) -o $@

.PRECIOUS: $(BUILD)/obj/%.o

# Tests may look into the driver, whose headers include the generated image.
$(TEST_SRCS:%.c=$(BUILD)/obj/%.o): | $(GEN)/firmware_image.h

-include tests/formal/formal.mk
-include rtl/reversible/gates.mk
-include tests/fuzz/fuzz.mk
-include tests/campaign/campaign.mk
-include tests/oracle/oracle.mk
-include tests/faults/faults.mk
-include tests/configs.mk
-include tests/exhaustive/exhaustive.mk
-include tests/mutation/mutation.mk
-include tests/coverage/coverage.mk

.PHONY: test test-build test-programs
test-programs: $(TEST_BINS)
# Everything that tests need, so that building and testing can be timed apart.
test-build: all test-programs

# The command that passes the tests: all levels; says at the end what failed.
test: deps
	@$(MAKE) --no-print-directory $(JOBS) test-build
	@MAKE='$(MAKE) --no-print-directory' tests/run.sh $(BUILD)

# The host programs of examples/host, built as a user's would be: against the header and the library alone.
HOST_EXAMPLES := $(patsubst examples/host/%.c,$(BUILD)/examples/%,$(wildcard examples/host/*.c))
$(HOST_EXAMPLES:$(BUILD)/examples/%=$(BUILD)/obj/examples/host/%.o): CPPFLAGS += -Ihost-driver
$(BUILD)/examples/%: $(BUILD)/obj/examples/host/%.o $(TEST_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $< $(LINK_ALL) $(DEPEND_LIBS) $(LDLIBS) -o $@

test-programs: $(HOST_EXAMPLES)
