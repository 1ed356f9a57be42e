# Random programs against the interpreter of this folder. test_programs and test_passes need its
# objects.
ORACLE_OBJS := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tests/oracle/*.c))
PROGRAMS ?= 100000
PROGRAMS_SEED ?= 1

$(BUILD)/tests/property/test_programs $(BUILD)/tests/property/test_passes: $(ORACLE_OBJS)
$(BUILD)/tests/property/test_programs $(BUILD)/tests/property/test_passes: LINK_ALL := $(ORACLE_OBJS) $(LINK_ALL)

# A long campaign, in parts; a run that was broken off goes on: make soak-programs PROGRAMS=100000
# PROGRAMS_SEED=1
.PHONY: soak-programs
soak-programs: $(BUILD)/tests/property/test_programs
	@tests/soak.sh $(BUILD) programs $(PROGRAMS) $(PROGRAMS_SEED)
