# The step of Floats (rtl/float/rg_float_step.v) by itself: lint, proof, and beside the engine `float`.
# FLOAT_STEPS random instructions in either format.
FLOAT_STEPS ?= 10000
FLOAT_STEP  := $(BUILD)/tests/wide/float_step
FLOAT_TOP   := tests/wide/rg_float_units.v
FLOAT_OBJS  := $(patsubst %,$(BUILD)/obj/tests/wide/%.o,float_step float_draw float_turn)
FLOAT_LIBS  := $(SIM_LIB) $(ISA_LIB) $(ERRORS_LIB)

$(FLOAT_STEP): $(FLOAT_RTL) $(FLOAT_TOP) tests/wide/float_unit.cpp tests/wide/float_unit.h $(FLOAT_OBJS) $(FLOAT_LIBS) \
  $(GEN)/rg_isa.vh $(FLOAT_HDRS)
	@mkdir -p $(@D) $(BUILD)/obj
	$(say) VERIL rg_float_units
	@rm -f $@ # Verilator does not see that an object is newer
	$(Q)verilator --cc --exe --build -O3 -Wall --top-module rg_float_units $(RTL_INCS) rtl/waivers.vlt \
	  -CFLAGS '-O2 -std=c++17 -I$(CURDIR)' -LDFLAGS '-g $(LDFLAGS) -Wl,--no-as-needed -lmpfr -lgmp' --Mdir $(BUILD)/obj/wide_float -o $(abspath $@) \
	  $(FLOAT_RTL) $(FLOAT_TOP) $(CURDIR)/tests/wide/float_unit.cpp $(abspath $(FLOAT_OBJS)) $(abspath $(FLOAT_LIBS)) \
	  > $(BUILD)/obj/wide_float.log 2>&1 || { cat $(BUILD)/obj/wide_float.log; exit 1; }
check-build: $(FLOAT_STEP)

.PHONY: wide-test-float
wide-test-float: $(FLOAT_STEP)
	$(FLOAT_STEP) $(FLOAT_STEPS)
wide-test: wide-test-float

# Proved for every word, gradient and product: a step that does not trap is taken back by its opposite. Words of
# 16 bits, float words of 4 digits.
FLOAT_PROOF := tests/wide/rg_float_undone.v tests/wide/rg_float_possible.v
.PHONY: wide-prove-float
wide-prove-float: $(GEN)/rg_isa.vh $(FLOAT_HDRS)
	$(Q)yosys -q -p "read_verilog -sv -formal $(RTL_INCS) $(FLOAT_RTL) $(FLOAT_PROOF); \
	  prep -flatten -top rg_float_undone; memory_map; opt -full; opt_merge; sat -verify -prove-asserts"
	@echo 'proved: the step of Floats is undone, words of 16 bits, float words of 4 digits'
wide-prove: wide-prove-float

# The core around it: -Wall of Verilator, and in the other two what they can read.
lint: $(BUILD)/float_core.lint
$(BUILD)/float_core.lint: $(FLOAT_CORE_SRCS) $(FLOAT_CORE_HDRS) rtl/waivers.vlt tests/wide/float.mk
	@mkdir -p $(@D)
	$(say) LINT 'core with Float'
	$(Q)for c in -GDMEM_LOG2=16 '-GDMEM_LOG2=8 -GIMEM_LOG2=8 -GFRAC=20'; do \
	  verilator --lint-only -Wall $(RTL_INCS) --top-module rg_float_top $$c rtl/waivers.vlt \
	    $(FLOAT_CORE_SRCS) || exit 1; done
	$(Q)yosys -q -p 'read_verilog -sv $(RTL_INCS) $(FLOAT_CORE_SRCS); hierarchy -check -top rg_float_top'
	$(Q)iverilog -g2005-sv -t null $(RTL_INCS) -s rg_float_top $(FLOAT_CORE_SRCS)
	$(Q)touch $@

lint: $(BUILD)/float.lint
$(BUILD)/float.lint: $(FLOAT_RTL) $(FLOAT_TOP) $(FLOAT_PROOF) $(GEN)/rg_isa.vh $(FLOAT_HDRS) \
  rtl/waivers.vlt tests/wide/float.mk
	@mkdir -p $(@D)
	$(say) LINT 'step of Floats'
	$(Q)verilator --lint-only -Wall $(RTL_INCS) --top-module rg_float_units rtl/waivers.vlt \
	  $(FLOAT_RTL) $(FLOAT_TOP)
	$(Q)verilator --lint-only -Wall -Wno-PINCONNECTEMPTY -Wno-WIDTH $(RTL_INCS) --top-module rg_float_undone \
	  rtl/waivers.vlt $(FLOAT_RTL) $(FLOAT_PROOF)
	$(Q)yosys -q -p 'read_verilog -sv $(RTL_INCS) $(FLOAT_RTL) $(FLOAT_TOP); hierarchy -check -top rg_float_units'
	$(Q)iverilog -g2005-sv -t null $(RTL_INCS) -s rg_float_units $(FLOAT_RTL) $(FLOAT_TOP)
	$(Q)touch $@
