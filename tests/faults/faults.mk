# Single bit flips in the state of the core: `make faults FLIPS=n SEED=n`; figures in
# docs/development/faults.md. The machine has small memories, because most of a job's time is the
# comparison of whole memories.
FLIPS ?= 16600
SEED  ?= 1
FAULTS := $(BUILD)/faults
FLIP_MODEL := $(GEN)/verilated/flip
FLIP_OBJS := $(addprefix $(BUILD)/obj/tests/faults/,campaign.o workloads.o flip.o flip_model.o verilated_vpi.o)

$(FAULTS)/sites: $(BUILD)/obj/tests/faults/sites.o
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(LDFLAGS) $< -o $@

$(FAULTS)/rules.vlt: $(FAULTS)/sites $(RTL_FILES) $(SIM_CONFIG)
	$(say) YOSYS 'state elements'
	$(Q)yosys -q -p 'read_verilog -sv $(RTL_INCS) $(RTL_SRCS); hierarchy -check -top $(RTL_TOP) $(YOSYS_PARAMETERS); proc; write_rtlil $(FAULTS)/core.il'
	$(Q)$(FAULTS)/sites $(FAULTS)/core.il $(RTL_TOP) $(FAULTS)/sites.txt $@

$(FLIP_MODEL)/Vrg_flip.mk: $(RTL_FILES) $(SIM_CONFIG) $(FAULTS)/rules.vlt
	$(say) VERIL flip
	$(Q)mkdir -p $(@D) && verilator $(VERIL_FLAGS) --vpi $(FAULTS)/rules.vlt --prefix Vrg_flip --Mdir $(@D)

$(BUILD)/obj/tests/faults/flip_model.o: $(FLIP_MODEL)/Vrg_flip.mk
	@mkdir -p $(@D)
	$(say) CXX 'flip model'
	+$(Q)$(call verilated_make,$(FLIP_MODEL),Vrg_flip,$(MODEL_OPT_rtl))
	$(Q)$(LD) -r -o $@ --whole-archive $(FLIP_MODEL)/Vrg_flip__ALL.a

$(BUILD)/obj/tests/faults/flip.o: tests/faults/flip.cpp tests/faults/flip.h sim/rtl/axi_engine.h \
  $(FLIP_MODEL)/Vrg_flip.mk
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(CXX) $(CPPFLAGS) $(CXXFLAGS) $(VERIL_CPP) -isystem $(FLIP_MODEL) -c $< -o $@

$(BUILD)/obj/tests/faults/verilated_vpi.o: $(VERILATED)/verilated_vpi.cpp
	@mkdir -p $(@D)
	$(say) CXX $(<F)
	$(Q)$(CXX) -std=c++17 -O2 -w -D_GNU_SOURCE $(VERIL_CPP) -c $< -o $@

# The flipping engine stands before the library, so that it is taken for the engine "rtl".
$(FAULTS)/campaign: $(FLIP_OBJS) $(TEST_LIBS)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $(FLIP_OBJS) $(LINK_ALL) $(DEPEND_LIBS) $(LDLIBS) -o $@

FAULT_SIZES := DMEM_LOG2=11 IMEM_LOG2=12 BUILD=$(BUILD)/small

.PHONY: faults faults-run
faults:
	$(Q)$(MAKE) --no-print-directory $(FAULT_SIZES) FLIPS=$(FLIPS) SEED=$(SEED) faults-run
faults-run: $(FAULTS)/campaign
	$(FAULTS)/campaign $(FAULTS)/sites.txt $(FLIPS) $(SEED) --json $(FAULTS)/faults.json
