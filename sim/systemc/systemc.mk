# The Verilated core of engine "rtl" as a SystemC TLM-2.0 module, and the engine "systemc" made of it.
SYSTEMC_OBJS := $(addprefix $(BUILD)/obj/sim/systemc/,core.o machine.o engine.o)
SYSTEMC_CXX   = $(CXX) $(CPPFLAGS) $(CXXFLAGS) -MMD -MP
DEPEND_LIBS  += -lsystemc

$(BUILD)/obj/sim/systemc/core.o: SYSTEMC_MODEL = $(VERIL_CPP) -isystem $(GEN)/verilated/rtl
$(BUILD)/obj/sim/systemc/core.o: $(GEN)/verilated/rtl/Vrg_rtl.mk
$(SYSTEMC_OBJS): $(BUILD)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(SYSTEMC_CXX) $(SYSTEMC_MODEL) -c $< -o $@
