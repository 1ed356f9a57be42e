# Random programs at every level of the optimiser; see levels.h.
REGISTERS_OBJS := $(BUILD)/obj/tests/registers/program.o $(BUILD)/obj/tests/registers/levels.o
TRAPS_OBJS := $(REGISTERS_OBJS) $(BUILD)/obj/tests/registers/mistake.o
COUNT ?= 20000
SEED  ?= 1

$(BUILD)/tests/property/test_registers: $(REGISTERS_OBJS)
$(BUILD)/tests/property/test_registers: LINK_ALL := $(REGISTERS_OBJS) $(LINK_ALL)
$(BUILD)/tests/property/test_ir_text: $(BUILD)/obj/tests/registers/program.o
$(BUILD)/tests/property/test_ir_text: LINK_ALL := $(BUILD)/obj/tests/registers/program.o $(LINK_ALL)
$(BUILD)/tests/property/test_layout: $(BUILD)/obj/tests/registers/program.o
$(BUILD)/tests/property/test_layout: LINK_ALL := $(BUILD)/obj/tests/registers/program.o $(LINK_ALL)
$(BUILD)/tests/property/test_traps: $(TRAPS_OBJS)
$(BUILD)/tests/property/test_traps: LINK_ALL := $(TRAPS_OBJS) $(LINK_ALL)

# A long campaign, in parts; one that was broken off goes on: make soak-registers COUNT=20000 SEED=1
.PHONY: soak-registers
soak-registers: $(BUILD)/tests/property/test_registers
	@tests/soak.sh $(BUILD) registers $(COUNT) $(SEED)
