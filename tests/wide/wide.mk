# The units of wide words (rtl/float) by themselves: lint, and against isa/num/float in three formats.
# WIDE_ROUNDS random steps; WIDE_STEP=1 tries every state of the words of 8 bits.
WIDE_ROUNDS ?= 100000
WIDE_STEP   ?= 32
WIDE        := $(BUILD)/tests/wide/wide
WIDE_RTL    := $(wildcard rtl/float/rg_wide_*.v) rtl/float/rg_leading_zeros.v
FLOAT_RTL   := $(wildcard rtl/float/*.v)
WIDE_TOP    := tests/wide/rg_wide_units.v tests/wide/rg_wide_unit.v

$(WIDE): $(WIDE_RTL) $(WIDE_TOP) tests/wide/wide.cpp $(ISA_LIB)
	@mkdir -p $(@D) $(BUILD)/obj
	$(say) VERIL rg_wide_units
	$(Q)verilator --cc --exe --build -O3 -Wall --top-module rg_wide_units \
	  -CFLAGS '-O2 -std=c++17 -I$(CURDIR)' -LDFLAGS '-g $(LDFLAGS)' --Mdir $(BUILD)/obj/wide -o $(abspath $@) \
	  $(WIDE_RTL) $(WIDE_TOP) $(CURDIR)/tests/wide/wide.cpp $(abspath $(ISA_LIB)) \
	  > $(BUILD)/obj/wide.log 2>&1 || { cat $(BUILD)/obj/wide.log; exit 1; }
	@touch $@ # Verilator leaves it alone where it finds nothing new
check-build: $(WIDE)

.PHONY: wide-test
wide-test: $(WIDE)
	$(WIDE) $(WIDE_ROUNDS) $(WIDE_STEP)

# Proved for every word and number: what was added is subtracted again. W/FRAC/N/X, N and X of the
# digits and the exponent. Words of 256 bits take minutes.
WIDE_PROOFS ?= 8/3/8/6 64/32/106/13
.PHONY: wide-prove
wide-prove:
	$(Q)for c in $(WIDE_PROOFS); do set -- $$(echo $$c | tr / ' '); \
	  yosys -q -p "read_verilog -sv -formal $(WIDE_RTL) tests/wide/rg_wide_undone.v; \
	    chparam -set W $$1 -set FRAC $$2 -set N $$3 -set X $$4 rg_wide_undone; prep -flatten -top rg_wide_undone; \
	    opt -full; opt_merge; sat -verify -prove-asserts" || exit 1; \
	  echo "proved: $$1 bits, $$2 of them behind the point, $$3 digits"; done

lint: $(BUILD)/wide.lint
$(BUILD)/wide.lint: $(WIDE_RTL) $(WIDE_TOP)
	@mkdir -p $(@D)
	$(say) LINT 'units of wide words'
	$(Q)verilator --lint-only -Wall --top-module rg_wide_units $(WIDE_RTL) $(WIDE_TOP)
	$(Q)verilator --lint-only -Wall -Wno-PINCONNECTEMPTY --top-module rg_wide_undone $(WIDE_RTL) tests/wide/rg_wide_undone.v
	$(Q)yosys -q -p 'read_verilog -sv $(WIDE_RTL) $(WIDE_TOP); hierarchy -check -top rg_wide_units'
	$(Q)iverilog -g2005-sv -t null -s rg_wide_units $(WIDE_RTL) $(WIDE_TOP)
	$(Q)touch $@

# Cells, area and path of each unit, in words of W bits with FRAC of them behind the point: UNIT/W/FRAC. Of a
# multiplier these are the digits of its factors and the bits of their exponents, P and E.
WIDE_UNITS ?= rg_wide_read/256/128 rg_wide_expand/256/128 rg_wide_add/256/128 rg_wide_read/128/80 rg_wide_add/128/80 \
  rg_wide_product rg_wide_product/106/14 rg_wide_product/128/20 rg_wide_place/256 rg_wide_place/512 \
  rg_float_apart rg_float_operand rg_float_sum rg_float_exact rg_float_scale rg_float_function rg_float_share \
  rg_float_gradients rg_float_choose rg_float_turn rg_float_program rg_float_log rg_float_log_read \
  rg_float_rotate rg_float_angle rg_float_fixed rg_float_target rg_float_step rg_float_unit
wide_part   = $(word $(2),$(subst -, ,$(1)))
wide_names  = $(if $(filter rg_wide_product-%,$(1)),P E,W FRAC)
wide_frac   = $(if $(call wide_part,$(1),3), $(word 2,$(wide_names))=$(call wide_part,$(1),3))
wide_words  = $(if $(call wide_part,$(1),2),$(word 1,$(wide_names))=$(call wide_part,$(1),2)$(call wide_frac,$(1)),-)
$(SYNTH)/wide/%.json: $(FLOAT_RTL) $(GEN)/rg_isa.vh $(FLOAT_HDRS) $(SYNTHESISE) $(CELL_FILES)
	$(say) YOSYS $*
	$(Q)$(SYNTHESISE) $@ $(CELLS) $(call wide_part,$*,1) '$(call wide_words,$*)' $(RTL_INCS) $(FLOAT_RTL)

.PHONY: wide-synth
wide-synth: $(patsubst %,$(SYNTH)/wide/%.json,$(subst /,-,$(WIDE_UNITS))) $(SYNTH_REPORT)
	$(Q)for u in $(WIDE_UNITS); do \
	  $(SYNTH_REPORT) $(SYNTH)/wide/$$(echo $$u | tr / -).json $${u%%/*} $$u || exit 1; done
