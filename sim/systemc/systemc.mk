# The Verilated core of engine "rtl" as a SystemC TLM-2.0 module, and the engine "systemc" made of
# it.
SYSTEMC_OBJS := $(addprefix $(BUILD)/obj/sim/systemc/,core.o machine.o engine.o)
SYSTEMC_CXX   = $(CXX) $(CPPFLAGS) $(CXXFLAGS) -MMD -MP
DEPEND_LIBS  += -lsystemc

$(BUILD)/obj/sim/systemc/core.o: SYSTEMC_MODEL = $(VERIL_CPP) -isystem $(GEN)/verilated/rtl
$(BUILD)/obj/sim/systemc/core.o: $(GEN)/verilated/rtl/Vrg_rtl.mk
$(SYSTEMC_OBJS): $(BUILD)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(SYSTEMC_CXX) $(SYSTEMC_MODEL) -c $< -o $@

# Programs that are SystemC simulations of their own: examples/platform, and the checks of the
# module's TLM border.
PLATFORM  := $(BUILD)/bin/platform
TLM_CHECK := $(BUILD)/tests/tlm_check
SC_SPEED  := $(BUILD)/tests/systemc_speed
PLATFORM_LIBS := $(patsubst %,$(BUILD)/lib/lib%.a,compiler firmware sim isa errors)
SYSTEMC_LINK  = $(CXX) $(LDFLAGS) $(filter %.o,$^) -Wl,--start-group $(PLATFORM_LIBS) \
  -Wl,--end-group $(DEPEND_LIBS) $(LDLIBS)

$(BUILD)/obj/examples/platform/program.o $(BUILD)/obj/examples/platform/platform.o \
  $(BUILD)/obj/tests/systemc/tlm_check.o: | $(GEN)/firmware_image.h
# libsystemc calls their sc_main.
$(BUILD)/obj/examples/platform/%.o: examples/platform/%.cpp
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(SYSTEMC_CXX) -fvisibility=default -c $< -o $@
$(BUILD)/obj/tests/systemc/%.o: tests/systemc/%.cpp
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(SYSTEMC_CXX) -fvisibility=default -c $< -o $@

$(PLATFORM): $(addprefix $(BUILD)/obj/examples/platform/,platform.o program.o) $(PLATFORM_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(SYSTEMC_LINK) -o $@
$(TLM_CHECK): $(BUILD)/obj/tests/systemc/tlm_check.o $(BUILD)/obj/examples/platform/program.o $(PLATFORM_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(SYSTEMC_LINK) -o $@
$(SC_SPEED): $(addprefix $(BUILD)/obj/tests/systemc/,speed.o loop.o) $(PLATFORM_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(SYSTEMC_LINK) -o $@

.PHONY: platform tlm-check systemc-speed
platform: $(PLATFORM)
	@SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 $(PLATFORM)
tlm-check: $(TLM_CHECK)
	@SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 $(TLM_CHECK)
systemc-speed: $(SC_SPEED)
	@SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 $(SC_SPEED)
	@SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 $(SC_SPEED) module
