# Lines of C and lines and toggles of the RTL that the tests reach: `make coverage`; figures in
# docs/development/coverage.md.
COVERAGE     := $(BUILD)/coverage
COVER_MODEL  := $(GEN)/verilated/coverage
COVER_OBJS   := $(addprefix $(BUILD)/obj/tests/coverage/,rtl.o retirement.o verilated_cov.o rtl_model.o)
COVER_TESTS  := $(addprefix $(COVERAGE)/tests/,$(addprefix unit/test_,core_bus fast_bus address_lines core_streams firmware driver) $(addprefix property/test_,cosim cosim_streams keep_gradients))
COVER_CPP     = $(subst VM_COVERAGE=0,VM_COVERAGE=1,$(VERIL_CPP))

$(COVER_MODEL)/Vrg_rtl.mk: $(RTL_FILES) $(SIM_CONFIG)
	$(say) VERIL coverage
	$(Q)mkdir -p $(@D) && verilator $(VERIL_FLAGS) --coverage-line --coverage-toggle --prefix Vrg_rtl --Mdir $(@D)

$(BUILD)/obj/tests/coverage/rtl_model.o: $(COVER_MODEL)/Vrg_rtl.mk
	@mkdir -p $(@D)
	$(say) CXX 'coverage model'
	+$(Q)$(call verilated_make,$(COVER_MODEL),Vrg_rtl,$(MODEL_OPT_rtl))
	$(Q)$(LD) -r -o $@ --whole-archive $(COVER_MODEL)/Vrg_rtl__ALL.a

$(BUILD)/obj/tests/coverage/rtl.o: sim/rtl/rtl.cpp
$(BUILD)/obj/tests/coverage/retirement.o: sim/lockstep/retirement.cpp
$(BUILD)/obj/tests/coverage/verilated_cov.o: $(VERILATED)/verilated_cov.cpp
$(BUILD)/obj/tests/coverage/rtl.o \
  $(BUILD)/obj/tests/coverage/retirement.o: $(COVER_MODEL)/Vrg_rtl.mk sim/rtl/axi_engine.h
$(filter-out %_model.o,$(COVER_OBJS)):
	@mkdir -p $(@D)
	$(say) CXX $(@F)
	$(Q)$(CXX) $(CPPFLAGS) -std=c++17 -O2 -w -D_GNU_SOURCE -DRG_XLEN=$(XLEN) $(COVER_CPP) -isystem $(COVER_MODEL) -c $(filter %.cpp,$^) -o $@

$(COVER_TESTS): $(COVERAGE)/%: $(BUILD)/obj/%.o $(COVER_OBJS) $(TEST_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $< $(COVER_OBJS) $(LINK_ALL) -lcmocka -lmpfr -lgmp $(DEPEND_LIBS) $(LDLIBS) -o $@

$(COVERAGE)/bin/retrograd: $(CLI_OBJS) $(COVER_OBJS) $(EXPLORE_LIB) $(VALUE_LIB) $(DRIVER_PARTS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $(CLI_OBJS) $(COVER_OBJS) -Wl,--start-group $(EXPLORE_LIB) $(VALUE_LIB) $(DRIVER_PARTS) -Wl,--end-group $(COMMAND_LIBS) $(DEPEND_LIBS) $(LDLIBS) -o $@

.PHONY: coverage coverage-rtl coverage-c coverage-build
coverage: coverage-rtl coverage-c
coverage-build: $(COVER_TESTS) $(COVERAGE)/bin/retrograd
coverage-rtl: deps
	@$(MAKE) --no-print-directory $(JOBS) coverage-build
	tests/coverage/rtl.sh $(COVERAGE)
# The whole build again in a folder of its own, with counters in the C code.
coverage-c: deps
	@LDFLAGS=--coverage $(MAKE) --no-print-directory $(JOBS) BUILD=$(COVERAGE)/c OPT='-O1 --coverage -fprofile-update=atomic' check-build
	tests/coverage/c.sh $(COVERAGE)/c
