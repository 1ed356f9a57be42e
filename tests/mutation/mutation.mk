# Mutants of the RTL in one Verilated netlist, and the tests run against each: `make mutation
# MUTANTS=n MUTATION_SEED=n`.
MUTANTS       ?= 320
MUTATION_SEED ?= 1
MUTATION      := $(BUILD)/mutation
MUTANT_MODEL  := $(GEN)/verilated/mutant
MUTANT_OBJS   := $(addprefix $(BUILD)/obj/tests/mutation/,rtl.o retirement.o select.o rtl_model.o)
# Test programs that run the Verilated core; killers.txt names them again with their limits.
MUTANT_TESTS  := $(addprefix $(MUTATION)/tests/,$(addprefix property/test_,cosim cosim_streams keep_gradients random_bus) $(addprefix unit/test_,core_bus core_streams fast_bus address_lines firmware))

# Every mutant is a copy of one cell's pin behind a selector: mutant n acts when the input mutsel is
# n.
$(MUTATION)/mutants.txt: tests/mutation/netlist.sh $(RTL_FILES) $(SIM_CONFIG)
	@mkdir -p $(@D)
	$(say) YOSYS mutants
	$(Q)tests/mutation/netlist.sh $(MUTATION) $(MUTANTS) $(MUTATION_SEED) '$(YOSYS_PARAMETERS)' $(RTL_INCS) $(RTL_SRCS)

$(MUTANT_MODEL)/Vrg_rtl.mk: $(MUTATION)/mutants.txt
	$(say) VERIL mutants
	$(Q)mkdir -p $(@D) && verilator --cc -O3 --x-assign fast --x-initial fast --noassert --no-timing --top-module $(RTL_TOP) -Wno-fatal \
	  -Wno-lint -Wno-style $(MUTATION)/mutants.v $(MUTATION)/top.v --prefix Vrg_rtl --Mdir $(@D)

$(BUILD)/obj/tests/mutation/rtl_model.o: $(MUTANT_MODEL)/Vrg_rtl.mk
	@mkdir -p $(@D)
	$(say) CXX 'mutants model'
	+$(Q)$(call verilated_make,$(MUTANT_MODEL),Vrg_rtl,OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1)
	$(Q)$(LD) -r -o $@ --whole-archive $(MUTANT_MODEL)/Vrg_rtl__ALL.a

$(BUILD)/obj/tests/mutation/rtl.o: sim/rtl/rtl.cpp
$(BUILD)/obj/tests/mutation/retirement.o: sim/lockstep/retirement.cpp
$(BUILD)/obj/tests/mutation/select.o: tests/mutation/select.cpp
$(filter-out %_model.o,$(MUTANT_OBJS)): $(MUTANT_MODEL)/Vrg_rtl.mk sim/rtl/axi_engine.h
	@mkdir -p $(@D)
	$(say) CXX $(@F)
	$(Q)$(CXX) $(CPPFLAGS) $(CXXFLAGS) -DRG_XLEN=$(XLEN) $(VERIL_CPP) -isystem $(MUTANT_MODEL) -c $(filter %.cpp,$^) -o $@

# The objects with mutants stand before the libraries, so that they are taken for the engine "rtl".
$(MUTANT_TESTS): $(MUTATION)/%: $(BUILD)/obj/%.o $(MUTANT_OBJS) $(TEST_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $< $(MUTANT_OBJS) $(LINK_ALL) -lcmocka -lmpfr -lgmp $(DEPEND_LIBS) $(LDLIBS) -o $@

.PHONY: mutation mutation-build
mutation-build: $(MUTANT_TESTS)
mutation: deps
	@$(MAKE) --no-print-directory $(JOBS) mutation-build
	tests/mutation/run.sh $(MUTATION)

# The faults of c-faults.txt, one at a time in a copy of the tree; FAULT_LIMIT=n stops after n. A
# later run goes on.
FAULT_LIMIT ?= 0
.PHONY: c-faults c-faults-named
c-faults: check-build c-faults-named
	tests/mutation/c-faults.sh $(BUILD) $(FAULT_LIMIT)
c-faults-named:
	@tests/mutation/c-faults-named.sh
