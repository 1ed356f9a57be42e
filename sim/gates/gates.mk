# The engine whose steps are reversible gates.
GATES_ENGINE := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard sim/gates/*.c))

$(BUILD)/obj/sim/gates/engine.o: $(SIM_CONFIG)
$(BUILD)/obj/sim/gates/engine.o: CPPFLAGS += $(MACHINE_DEFINES)

# What the step costs, and its nets as text: docs/development/reversible-step.md
GATE_STEP := $(BUILD)/bin/gate-step
$(GATE_STEP): $(BUILD)/obj/sim/gates/tool/gate_step.o $(BUILD)/obj/sim/gates/tool/cut.o \
  $(filter-out %/engine.o %/stepper.o,$(GATES_ENGINE)) $(BUILD)/lib/libisa.a
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@
test-build: $(GATE_STEP)

# The units of one clock, exported as Verilog, are proved equal to those of the core by SAT.
# gates-units does all; -quick one of each kind and is a part of `make check`.
.PHONY: gates-units gates-units-quick
gates-units gates-units-quick: $(GATE_STEP) $(BUILD)/bin/gate-checker $(GEN)/rg_isa.vh
	tests/reversible/step/units.sh $(BUILD) $(BUILD)/gates/step $(XLEN) $(FRAC) $(filter quick,$(@:gates-units-%=%))
