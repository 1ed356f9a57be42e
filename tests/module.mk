# Tests: every tests/unit/*.c and tests/property/*.c is a cmocka program linked with all libraries.
TEST_SRCS := $(wildcard tests/unit/*.c tests/property/*.c)
TEST_BINS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(TEST_SRCS))
TEST_LIBS := $(GATES_LIB) $(EXPLORE_LIB) $(VALUE_LIB) $(LSP_LIB) $(DRIVER_LIB) $(COMPILER_LIB) \
  $(FIRMWARE_LIB) $(SIM_LIB) $(ISA_LIB) $(ERRORS_LIB)
# Rings between the archives are harmless to the linker when they stand in one group.
LINK_ALL  := -Wl,--start-group $(TEST_LIBS) -Wl,--end-group

$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(TEST_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $< $(LINK_ALL) -lcmocka -lmpfr -lgmp $(COMMAND_LIBS) $(DEPEND_LIBS) $(LDLIBS) -o $@

.PRECIOUS: $(BUILD)/obj/%.o

# Tests may look into the driver, whose headers include the generated image.
$(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tests/*/*.c)): | $(GEN)/firmware_image.h

# It reads waveforms back with their writer's own code.
$(BUILD)/obj/tests/unit/test_waves.o: CPPFLAGS += -isystem $(VERILATED)

# It counts what the driver asks of the engine. Private: what it is linked from keeps its own flags.
$(BUILD)/tests/unit/test_start_cost: private LDFLAGS += -Wl,--wrap=rg_engine_read -Wl,--wrap=rg_engine_write \
  -Wl,--wrap=rg_engine_run

# They test what a generator is made of, and no library has.
$(BUILD)/tests/unit/test_schedule: private LDFLAGS += $(BUILD)/obj/isa/schedule.o
$(BUILD)/tests/unit/test_schedule: $(BUILD)/obj/isa/schedule.o
STEPS_TESTED := $(addprefix $(BUILD)/obj/isa/,float_program.o float_plan.o trace.o)
$(BUILD)/tests/unit/test_steps: private LDFLAGS += $(STEPS_TESTED)
$(BUILD)/tests/unit/test_steps: $(STEPS_TESTED)

-include tests/layout.mk
-include tests/compilers.mk
-include tests/formal/formal.mk
-include rtl/reversible/gates.mk
-include tests/fuzz/fuzz.mk
-include tests/accuracy/accuracy.mk
-include tests/oracle/oracle.mk
-include tests/emit_c/emit_c.mk
-include tests/circuit/circuit.mk
-include tests/registers/registers.mk
-include tests/board/board.mk
-include tests/faults/faults.mk
-include tests/configs.mk
-include tests/exhaustive/exhaustive.mk
-include tests/wide/wide.mk
-include tests/wide/float.mk
-include tests/mutation/mutation.mk
-include tests/coverage/coverage.mk
-include tests/docs/docs.mk

# The host programs of examples/host, built as a user's would be: against the header and the library
# alone.
HOST_EXAMPLES := $(patsubst examples/host/%.c,$(BUILD)/examples/%,$(wildcard examples/host/*.c))
$(HOST_EXAMPLES:$(BUILD)/examples/%=$(BUILD)/obj/examples/host/%.o): CPPFLAGS += -Ihost-driver
$(BUILD)/examples/%: $(BUILD)/obj/examples/host/%.o $(TEST_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $< $(LINK_ALL) $(DEPEND_LIBS) $(LDLIBS) -o $@

# `make test` touches every part, in minutes; `make check` is every test, of the longest a part.
# tests/sets.txt says which is in which. NAME=text or pattern: only the tests whose names are like
# it; LIST=1: their names; TEST_JOBS: how many at a time.
.PHONY: test check rest soak-rest test-build check-build test-programs
test-programs: $(TEST_BINS)
SAMPLED   := $(shell sed -n 's/^\(test\|sample\).*programs\/property\/\([a-z_]*\).*/\2/p' tests/sets.txt)
TEST_SMALL := $(filter $(BUILD)/tests/unit/%,$(TEST_BINS)) $(sort $(SAMPLED:%=$(BUILD)/tests/property/%))
# What the tests need, so that building and testing can be timed apart, and no two tests build the
# same file.
test-build: all $(TEST_SMALL) $(HOST_EXAMPLES)
check-build: test-build test-programs python $(PLATFORM) $(TLM_CHECK)
test-build: $(ISA_GEN) $(CLOCKS_GEN)

# A recipe that does nothing keeps make from saying that there is nothing to be done.
test-build check-build:
	@:

ifeq ($(LIST),1)
test check rest:
	@tests/run.sh $(BUILD) $@
soak-rest:
	@tests/run.sh $(BUILD) soak
else
test: deps-test
	@$(MAKE) --no-print-directory $(JOBS) test-build
	@MAKE='$(SUBMAKE)' tests/run.sh $(BUILD) test
# rest: what `make check` has and `make test` has not.
check rest: deps-check
	@$(MAKE) --no-print-directory $(JOBS) check-build
	@MAKE='$(SUBMAKE)' tests/run.sh $(BUILD) $@
# In full what `make rest` takes a part of.
soak-rest: deps-check
	@$(MAKE) --no-print-directory $(JOBS) check-build
	@MAKE='$(SUBMAKE)' LIMIT=20000 tests/run.sh $(BUILD) soak
endif

# How the compiler's work grows with the length of a program, in instructions: minutes.
.PHONY: linear
linear: $(BUILD)/bin/retrograd
	@tests/linear.sh $(BUILD) $(SHAPES)
