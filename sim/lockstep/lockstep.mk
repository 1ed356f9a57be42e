# The core with its retirement port watched, and what compares it; not part of FAST_OBJS, which link
# without the core.
RETIREMENT_OBJ := $(BUILD)/obj/sim/lockstep/retirement.o
FLOAT_STATE_OBJ := $(BUILD)/obj/sim/lockstep/float_state.o
COSIM_OBJS := $(RETIREMENT_OBJ) $(BUILD)/obj/sim/lockstep/cosim.o
$(RETIREMENT_OBJ): sim/lockstep/retirement.cpp sim/lockstep/retirement.h sim/rtl/axi_engine.h \
  $(GEN)/verilated/rtl/Vrg_rtl.mk
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(CXX) $(CPPFLAGS) $(CXXFLAGS) -DRG_XLEN=$(XLEN) $(VERIL_CPP) -isystem $(GEN)/verilated/rtl -c $< -o $@

$(FLOAT_STATE_OBJ): sim/lockstep/float_state.cpp sim/lockstep/float_state.h sim/rtl/axi_engine.h \
  $(GEN)/verilated/float/Vrg_float.mk
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(CXX) $(CPPFLAGS) $(CXXFLAGS) $(VERIL_CPP) -isystem $(GEN)/verilated/float -c $< -o $@

# 10^8 instructions in lockstep by the retirement port, in parts: a run that was broken off goes on.
# Other seeds: SOAK_SEED.
SOAK_STEPS ?= 100000000
SOAK_SEED  ?= 20000000

.PHONY: soak
soak: $(BUILD)/tests/property/test_cosim
	@tests/soak.sh $(BUILD) lockstep $(SOAK_STEPS) $(SOAK_SEED)

# Long random campaigns with new seeds every time; make test runs the same programs for a short
# while with fixed seeds.
NIGHTLY_STEPS ?= 5000000
NIGHTLY_TESTS := $(addprefix $(BUILD)/tests/property/test_random_,step fast bus)

.PHONY: nightly
nightly: $(NIGHTLY_TESTS)
	@seed=$${NIGHTLY_SEED:-$$(date +%s)000000}; for test in $(NIGHTLY_TESTS); do \
	  echo "$$test, $(NIGHTLY_STEPS) instructions from seed $$seed"; \
	  RG_RANDOM_STEPS=$(NIGHTLY_STEPS) RG_RANDOM_SEED=$$seed $$test || exit 1; \
	done
