# The step of Floats (rtl/float/rg_float_step.v) by itself: lint, and beside the engine `float`.
# FLOAT_STEPS random instructions in either format.
FLOAT_STEPS ?= 20000
FLOAT_STEP  := $(BUILD)/tests/wide/float_step
FLOAT_RTL   := $(wildcard rtl/float/*.v)
FLOAT_TOP   := tests/wide/rg_float_units.v tests/wide/rg_float_unit.v
FLOAT_OBJS  := $(patsubst %,$(BUILD)/obj/tests/wide/%.o,float_step float_draw)
FLOAT_LIBS  := $(SIM_LIB) $(ISA_LIB) $(ERRORS_LIB)

$(FLOAT_STEP): $(FLOAT_RTL) $(FLOAT_TOP) tests/wide/float_unit.cpp tests/wide/float_unit.h $(FLOAT_OBJS) $(FLOAT_LIBS) \
  $(GEN)/rg_isa.vh
	@mkdir -p $(@D) $(BUILD)/obj
	$(say) VERIL rg_float_units
	@rm -f $@ # Verilator does not see that an object is newer
	$(Q)verilator --cc --exe --build -O3 -Wall --top-module rg_float_units $(RTL_INCS) rtl/waivers.vlt \
	  -CFLAGS '-O2 -std=c++17 -I$(CURDIR)' -LDFLAGS '-g $(LDFLAGS)' --Mdir $(BUILD)/obj/wide_float -o $(abspath $@) \
	  $(FLOAT_RTL) $(FLOAT_TOP) $(CURDIR)/tests/wide/float_unit.cpp $(abspath $(FLOAT_OBJS)) $(abspath $(FLOAT_LIBS)) \
	  > $(BUILD)/obj/wide_float.log 2>&1 || { cat $(BUILD)/obj/wide_float.log; exit 1; }
check-build: $(FLOAT_STEP)

.PHONY: wide-test-float
wide-test-float: $(FLOAT_STEP)
	$(FLOAT_STEP) $(FLOAT_STEPS)
wide-test: wide-test-float
