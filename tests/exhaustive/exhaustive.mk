# Every operand pair of machines with words of 8 bits: the Verilated function unit and step against
# the C model and exact arithmetic.
EXHAUSTIVE_FRACS ?= 0 1 2 3 4 5 6
EXHAUSTIVE := $(BUILD)/tests/property/test_exhaustive
EXHAUSTIVE_C := $(addprefix $(BUILD)/obj/tests/exhaustive/,test_exhaustive.o exact.o)
EXHAUSTIVE_RTL = tests/exhaustive/rg_pair.v $(wildcard rtl/alu/*.v rtl/grad/*.v) \
  rtl/core/rg_step.v rtl/core/rg_decode.v \
  rtl/core/rg_control.v rtl/core/rg_update.v rtl/core/rg_traps.v rtl/core/rg_wide.v
EXHAUSTIVE_NEEDS = $(EXHAUSTIVE_RTL) $(RTL_HDRS) tests/exhaustive/pair.cpp \
  tests/exhaustive/pair.h $(EXHAUSTIVE_C) $(SIM_LIB) $(ISA_LIB)

# $(call exhaustive,FRAC,program)
exhaustive = rm -f $(2); verilator --cc --exe --build -O3 -MAKEFLAGS OPT_FAST=-O2 --x-assign fast --x-initial fast -Wno-fatal -Wno-lint $(RTL_INCS) --top-module rg_pair -GXLEN=8 -GFRAC=$(1) \
  -CFLAGS '-O2 -std=c++17 -I$(CURDIR) -DRG_XLEN=8 -DRG_FRAC=$(1)' -LDFLAGS '-g $(LDFLAGS)' \
  --Mdir $(BUILD)/obj/exhaustive_8_$(1) -o $(abspath $(2)) rtl/waivers.vlt $(EXHAUSTIVE_RTL) \
  $(CURDIR)/tests/exhaustive/pair.cpp \
  $(abspath $(EXHAUSTIVE_C) $(SIM_LIB) $(ISA_LIB)) -LDFLAGS '-lmpfr -lgmp -lm' \
  > $(BUILD)/obj/exhaustive_8_$(1).log 2>&1 || { cat $(BUILD)/obj/exhaustive_8_$(1).log; exit 1; }

$(EXHAUSTIVE): $(EXHAUSTIVE_NEEDS)
	@mkdir -p $(@D) $(BUILD)/obj
	$(say) VERIL 'rg_pair 8/4'
	@$(call exhaustive,4,$@)
test-programs: $(EXHAUSTIVE)

$(BUILD)/bin/exhaustive_8_%: $(EXHAUSTIVE_NEEDS)
	@mkdir -p $(@D) $(BUILD)/obj
	$(say) VERIL 'rg_pair 8/$*'
	@$(call exhaustive,$*,$@)

# All pairs, modes and cotangents in each of EXHAUSTIVE_FRACS.
.PHONY: exhaustive
exhaustive: $(addprefix $(BUILD)/bin/exhaustive_8_,$(EXHAUSTIVE_FRACS))
	@for f in $(EXHAUSTIVE_FRACS); do $(BUILD)/bin/exhaustive_8_$$f full || exit 1; done
