# Engines behind sim/engine.h: the C model, the Verilated core with and without waveforms, and
# inside SystemC.
-include sim/fast/fast.mk
-include sim/gates/gates.mk
include sim/systemc/systemc.mk

SIM_LIB  := $(BUILD)/lib/libsim.a
SIM_RTL  := $(BUILD)/obj/sim/rtl
# What a program that links libsim.a needs besides; link it with $(CXX).
DEPEND_LIBS += -lz -lpthread

VERILATOR_ROOT := $(shell verilator --getenv VERILATOR_ROOT 2>/dev/null)
VERILATED  := $(VERILATOR_ROOT)/include
VERIL_CPP  := -isystem $(VERILATED) -isystem $(VERILATED)/vltstd -DVM_COVERAGE=0 -DVM_SC=0 \
  -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_TRACE_VCD=0
VERIL_FLAGS = --cc -O3 --x-assign fast --x-initial fast --noassert --no-timing $(RTL_INCS) --top-module $(RTL_TOP) \
  -GXLEN=$(XLEN) -GFRAC=$(FRAC) -GDMEM_LOG2=$(DMEM_LOG2) -GIMEM_LOG2=$(IMEM_LOG2) \
  $(CORE_PARAMETERS) -Wno-fatal -Wno-lint rtl/waivers.vlt $(RTL_SRCS)

# The core with Float beside it, in words of 64 bits as the engine `float` has them.
FLOAT_CORE_SRCS := $(wildcard rtl/float/core/*.v rtl/float/*.v) $(filter-out rtl/rg_top.v,$(RTL_SRCS))
FLOAT_CORE_HDRS := $(GEN)/rg_float_core.vh $(FLOAT_HDRS) $(RTL_HDRS)
FLOAT_CORE_SIZE := -GFRAC=$(if $(filter 64,$(XLEN)),$(FRAC),43) -GIMEM_LOG2=$(IMEM_LOG2) \
  -GDMEM_LOG2=$(if $(filter 23 24,$(DMEM_LOG2)),22,$(DMEM_LOG2))
VERIL_FLOAT_FLAGS = --cc -O3 --x-assign fast --x-initial fast --noassert --no-timing $(RTL_INCS) \
  --top-module rg_float_top $(FLOAT_CORE_SIZE) -Wno-fatal -Wno-lint rtl/waivers.vlt $(FLOAT_CORE_SRCS)

# What speaks to a board.
BOARD_HOST_OBJS := $(addprefix $(BUILD)/obj/sim/board/,engine.o near.o link.o)
# What each of ENGINES adds to the reference engine.
RTL_ENGINE   := $(COSIM_OBJS) $(addprefix $(SIM_RTL)/,rtl_model.o rtl.o float_model.o float.o) $(FLOAT_STATE_OBJ) \
  $(addprefix $(SIM_RTL)/run/,verilated.o verilated_threads.o)
OTHER_ENGINES := $(SYSTEMC_OBJS) $(addprefix $(SIM_RTL)/,trace_model.o trace.o run/verilated_fst_c.o)
SIM_OBJS_fast := $(addprefix $(BUILD)/obj/sim/,engine.o load.o replica.o) $(BOARD_HOST_OBJS) \
  $(FAST_OBJS) $(GATES_ENGINE)
SIM_OBJS_rtl  := $(RTL_ENGINE) $(SIM_OBJS_fast)
SIM_OBJS_all  := $(RTL_ENGINE) $(OTHER_ENGINES) $(SIM_OBJS_fast)
SIM_OBJS := $(or $(SIM_OBJS_$(ENGINES)),$(error ENGINES is fast, rtl or all, not $(ENGINES)))
ifneq ($(ENGINES),all)
DEPEND_LIBS := $(filter-out -lsystemc -lz,$(DEPEND_LIBS))
endif

# What the folder was built with last.
ENGINES_FILE  := $(GEN)/engines.config
ENGINES_BUILT := $(shell cat $(ENGINES_FILE) 2>/dev/null)
$(eval $(call remember,$(ENGINES_FILE),$(ENGINES)))
ENGINE_LIMIT_fast := -DRG_ENGINE_FAST_ONLY
ENGINE_LIMIT_rtl  := -DRG_ENGINE_RTL_ONLY
$(BUILD)/obj/sim/engine.o: CPPFLAGS += -DRG_ENGINE_GATES $(ENGINE_LIMIT_$(ENGINES))
$(BUILD)/obj/sim/engine.o: $(ENGINES_FILE)

# What the command and libretrograd have of it: the engine fast, and the loader of the others. They
# are shared objects in lib/retrograd, which need no symbol of who loads them.
HOST_SIM_LIB := $(BUILD)/lib/libhost-sim.a
HOST_SIM_OBJS := $(BUILD)/obj/firmware/engine_fast.o $(addprefix $(BUILD)/obj/sim/,load.o replica.o) \
  $(BOARD_HOST_OBJS) \
  $(filter $(BUILD)/obj/sim/fast/%,$(FAST_OBJS))
$(HOST_SIM_LIB): $(HOST_SIM_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

PLUGINS_fast := gates
PLUGINS_rtl  := gates rtl rtl-float
PLUGINS_all  := gates rtl rtl-float trace systemc
PLUGINS      := $(PLUGINS_$(ENGINES):%=$(BUILD)/lib/retrograd/%.so)
all: $(PLUGINS)

PLUGIN_OBJS_rtl     := $(addprefix $(SIM_RTL)/,rtl_model.o rtl.o run/verilated.o run/verilated_threads.o)
PLUGIN_OBJS_rtl-float := $(addprefix $(SIM_RTL)/,float_model.o float.o run/verilated.o run/verilated_threads.o)
PLUGIN_OBJS_trace   := $(addprefix $(SIM_RTL)/,trace_model.o trace.o run/verilated.o run/verilated_threads.o run/verilated_fst_c.o)
PLUGIN_OBJS_systemc := $(SYSTEMC_OBJS) $(addprefix $(SIM_RTL)/,rtl_model.o run/verilated.o run/verilated_threads.o)
PLUGIN_OBJS_gates   := $(GATES_ENGINE) $(filter $(BUILD)/obj/sim/fast/%,$(FAST_OBJS)) $(ISA_LIB)
PLUGIN_LIBS_trace   := -lz
PLUGIN_LIBS_systemc := -lsystemc
PLUGIN_LIMIT_gates  := memory is short
PLUGIN_LIMIT_rtl    := memory is short
PLUGIN_LIMIT_rtl-float := memory is short
PLUGIN_LIMIT_trace  := memory is short
PLUGIN_LIMIT_systemc := one machine at a time in a process, and none where the process runs a \
  SystemC simulation of its own

$(BUILD)/obj/sim/load.o $(BUILD)/obj/sim/plugin/%.o: CPPFLAGS += -DRG_ENGINE_MACHINE='"$(IDENTITY)"'
$(BUILD)/obj/sim/load.o: $(SIM_CONFIG)
$(BUILD)/obj/sim/plugin/%.o: sim/plugin.c sim/engine_impl.h sim/engine.h $(SIM_CONFIG)
	@mkdir -p $(@D)
	$(say) CC '$< $*'
	$(Q)$(CC) $(CPPFLAGS) -DRG_PLUGIN_NAME='"$*"' -DRG_PLUGIN_TABLE=rg_$(subst -,_,$*)_engine \
	  -DRG_PLUGIN_TRACE=$(if $(filter trace,$*),true,false) \
	  -DRG_PLUGIN_LIMIT='"$(PLUGIN_LIMIT_$*)"' $(CFLAGS) -c $< -o $@
define plugin
$(BUILD)/lib/retrograd/$(1).so: $(BUILD)/obj/sim/plugin/$(1).o $$(PLUGIN_OBJS_$(1)) sim/plugin.map
	@mkdir -p $$(@D)
	$$(say) LINK $$@
	$$(Q)$$(CXX) -shared $$(LDFLAGS) -Wl,--version-script=sim/plugin.map $$(filter %.o %.a,$$^) $$(PLUGIN_LIBS_$(1)) -lpthread -o $$@.part && mv $$@.part $$@
endef
$(foreach engine,gates rtl rtl-float trace systemc,$(eval $(call plugin,$(engine))))

# The models take longest to compile, and are begun first.
all: $(filter %_model.o,$(SIM_OBJS))

$(SIM_LIB): $(SIM_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# The configuration is part of what the model depends on.
SIM_CONFIG := $(GEN)/rtl.config
SIM_CONFIG_TEXT := $(XLEN) $(FRAC) $(DMEM_LOG2) $(IMEM_LOG2) $(CORE_FLAGS) $(FLOAT)
$(eval $(call remember,$(SIM_CONFIG),$(SIM_CONFIG_TEXT)))
$(BUILD)/obj/sim/fast/engine.o $(BUILD)/obj/tests/unit/test_machine_identity.o: $(SIM_CONFIG)

$(GEN)/verilated/rtl/Vrg_rtl.mk: $(RTL_FILES) $(SIM_CONFIG)
	$(say) VERIL rtl
	$(Q)mkdir -p $(@D) && verilator $(VERIL_FLAGS) --prefix Vrg_rtl --Mdir $(@D)

$(GEN)/verilated/float/Vrg_float.mk: $(FLOAT_CORE_SRCS) $(FLOAT_CORE_HDRS) rtl/waivers.vlt $(SIM_CONFIG)
	$(say) VERIL rg_float_top
	$(Q)mkdir -p $(@D) && verilator $(VERIL_FLOAT_FLAGS) --prefix Vrg_float --Mdir $(@D)

$(GEN)/verilated/trace/Vrg_trace.mk: $(RTL_FILES) $(SIM_CONFIG)
	$(say) VERIL trace
	$(Q)mkdir -p $(@D) && verilator $(VERIL_FLAGS) --trace-fst --prefix Vrg_trace --Mdir $(@D)

# The make files of Verilator compile the models; one relocatable object of each goes into the
# library. What a model runs once, when it is opened, is not optimised; that of the waveforms spends
# its time in writing them.
MODEL_OPT_rtl   := OPT_FAST="-O2 $(PIC)" OPT_SLOW="-O0 $(PIC)" OPT_GLOBAL="-O2 $(PIC)"
MODEL_OPT_float := $(MODEL_OPT_rtl)
MODEL_OPT_trace := OPT_FAST="-O1 $(PIC)" OPT_SLOW="-O0 $(PIC)" OPT_GLOBAL="-O1 $(PIC)"
# $(call verilated_make,FOLDER,PREFIX,OPTIONS): it shares the jobs of this make, but not the
# variables of its command line.
verilated_make = $(if $(DRY),:,MAKEFLAGS="$${MAKEFLAGS%% -- *}" $(MAKE) -s --no-print-directory -C $(1) -f $(2).mk CXX=$(CXX) $(3) $(2)__ALL.a >/dev/null)
$(SIM_RTL)/rtl_model.o: $(GEN)/verilated/rtl/Vrg_rtl.mk
$(SIM_RTL)/float_model.o: $(GEN)/verilated/float/Vrg_float.mk
$(SIM_RTL)/trace_model.o: $(GEN)/verilated/trace/Vrg_trace.mk
$(SIM_RTL)/%_model.o:
	@mkdir -p $(@D)
	$(say) CXX '$* model'
	+$(Q)$(call verilated_make,$(GEN)/verilated/$*,Vrg_$*,$(MODEL_OPT_$*))
	$(Q)$(LD) -r -o $@ --whole-archive $(GEN)/verilated/$*/Vrg_$*__ALL.a

$(SIM_RTL)/rtl.o $(SIM_RTL)/float.o $(SIM_RTL)/trace.o: $(SIM_RTL)/%.o: sim/rtl/%.cpp sim/rtl/axi_engine.h \
  sim/rtl/data_memory.h isa/banks.h sim/engine.h sim/engine_impl.h
	@mkdir -p $(@D)
	$(say) CXX $<
	$(Q)$(CXX) $(CPPFLAGS) $(CXXFLAGS) $(VERIL_CPP) -isystem $(GEN)/verilated/$* -c $< -o $@
$(SIM_RTL)/rtl.o: $(GEN)/verilated/rtl/Vrg_rtl.mk
$(SIM_RTL)/float.o: $(GEN)/verilated/float/Vrg_float.mk
$(SIM_RTL)/trace.o: $(GEN)/verilated/trace/Vrg_trace.mk

$(SIM_RTL)/run/%.o: $(VERILATED)/%.cpp
	@mkdir -p $(@D)
	$(say) CXX $(<F)
	$(Q)$(CXX) -std=c++17 -O2 $(PIC) -w -D_GNU_SOURCE $(VERIL_CPP) -c $< -o $@
