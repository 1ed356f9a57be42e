# Engines behind sim/engine.h: the C model, the Verilated core with and without waveforms, and inside SystemC.
-include sim/fast/fast.mk
include sim/systemc/systemc.mk

SIM_LIB  := $(BUILD)/lib/libsim.a
SIM_RTL  := $(BUILD)/obj/sim/rtl
# What a program that links libsim.a needs besides; link it with $(CXX).
DEPEND_LIBS += -lz -lpthread

VERILATOR_ROOT := $(shell verilator --getenv VERILATOR_ROOT 2>/dev/null)
VERILATED  := $(VERILATOR_ROOT)/include
VERIL_CPP  := -isystem $(VERILATED) -isystem $(VERILATED)/vltstd -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_TRACE_VCD=0
VERIL_FLAGS = --cc -O3 --x-assign fast --x-initial fast --noassert --no-timing $(RTL_INCS) --top-module $(RTL_TOP) \
  -GXLEN=$(XLEN) -GFRAC=$(FRAC) -GDMEM_LOG2=$(DMEM_LOG2) -GIMEM_LOG2=$(IMEM_LOG2) $(CORE_PARAMETERS) -Wno-fatal -Wno-lint rtl/waivers.vlt $(RTL_SRCS)

SIM_OBJS := $(BUILD)/obj/sim/engine.o $(FAST_OBJS) $(COSIM_OBJS) $(SYSTEMC_OBJS)
SIM_OBJS += $(SIM_RTL)/rtl.o $(SIM_RTL)/trace.o $(SIM_RTL)/rtl_model.o $(SIM_RTL)/trace_model.o \
  $(SIM_RTL)/run/verilated.o $(SIM_RTL)/run/verilated_threads.o $(SIM_RTL)/run/verilated_fst_c.o

ifeq ($(ENGINES),fast)
SIM_OBJS := $(BUILD)/obj/sim/engine.o $(FAST_OBJS)
$(BUILD)/obj/sim/engine.o: CPPFLAGS += -DRG_ENGINE_FAST_ONLY
DEPEND_LIBS := $(filter-out -lsystemc,$(DEPEND_LIBS))
endif

$(SIM_LIB): $(SIM_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# The configuration is part of what the model depends on.
SIM_CONFIG := $(GEN)/rtl.config
SIM_CONFIG_TEXT := $(XLEN) $(FRAC) $(DMEM_LOG2) $(IMEM_LOG2) $(CORE_FLAGS)
.PHONY: sim-config
$(SIM_CONFIG): sim-config
	@mkdir -p $(@D)
	@echo '$(SIM_CONFIG_TEXT)' | cmp -s - $@ || echo '$(SIM_CONFIG_TEXT)' > $@
$(BUILD)/obj/sim/fast/engine.o: $(SIM_CONFIG)

$(GEN)/verilated/rtl/Vrg_rtl.mk: $(RTL_FILES) $(SIM_CONFIG)
	$(say) VERIL rtl
	$(Q)mkdir -p $(@D) && verilator $(VERIL_FLAGS) --prefix Vrg_rtl --Mdir $(@D)

$(GEN)/verilated/trace/Vrg_trace.mk: $(RTL_FILES) $(SIM_CONFIG)
	$(say) VERIL trace
	$(Q)mkdir -p $(@D) && verilator $(VERIL_FLAGS) --trace-fst --prefix Vrg_trace --Mdir $(@D)

# The make files of Verilator compile the models; one relocatable object of each goes into the library.
$(SIM_RTL)/rtl_model.o: $(GEN)/verilated/rtl/Vrg_rtl.mk
$(SIM_RTL)/trace_model.o: $(GEN)/verilated/trace/Vrg_trace.mk
$(SIM_RTL)/%_model.o:
	@mkdir -p $(@D)
	$(say) CXX '$* model'
	$(Q)MAKEFLAGS= $(MAKE) -s --no-print-directory -C $(GEN)/verilated/$* -f Vrg_$*.mk CXX=$(CXX) OPT_FAST=-O2 OPT_SLOW=-O1 OPT_GLOBAL=-O2 Vrg_$*__ALL.a >/dev/null
	$(Q)$(LD) -r -o $@ --whole-archive $(GEN)/verilated/$*/Vrg_$*__ALL.a

$(SIM_RTL)/rtl.o $(SIM_RTL)/trace.o: $(SIM_RTL)/%.o: sim/rtl/%.cpp sim/rtl/axi_engine.h sim/engine.h sim/engine_impl.h
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(CXX) $(CPPFLAGS) $(CXXFLAGS) $(VERIL_CPP) -isystem $(GEN)/verilated/$* -c $< -o $@
$(SIM_RTL)/rtl.o: $(GEN)/verilated/rtl/Vrg_rtl.mk
$(SIM_RTL)/trace.o: $(GEN)/verilated/trace/Vrg_trace.mk

$(SIM_RTL)/run/%.o: $(VERILATED)/%.cpp
	@mkdir -p $(@D)
	$(say) CXX $(<F)
	$(Q)$(CXX) -std=c++17 -O2 -w -D_GNU_SOURCE $(VERIL_CPP) -c $< -o $@
