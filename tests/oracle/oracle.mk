# Random programs against the interpreter of this folder. Some tests need its objects.
ORACLE_OBJS := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tests/oracle/*.c))
PROGRAMS ?= 100000
PROGRAMS_SEED ?= 1

ORACLE_TESTS := $(addprefix $(BUILD)/tests/property/test_,programs passes ir_text layout inverse_random second_order)
$(ORACLE_TESTS): $(ORACLE_OBJS)
$(ORACLE_TESTS): LINK_ALL := $(ORACLE_OBJS) $(LINK_ALL)

# A long campaign, in parts; a run that was broken off goes on: make soak-programs PROGRAMS=100000
# PROGRAMS_SEED=1
.PHONY: soak-programs
soak-programs: $(BUILD)/tests/property/test_programs
	@tests/soak.sh $(BUILD) programs $(PROGRAMS) $(PROGRAMS_SEED)
