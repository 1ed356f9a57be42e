# The RTL: what a simulator, a synthesiser and the proofs read, and `make lint`.
RTL_TOP   := rg_top
RTL_ALU   ?= $(wildcard rtl/alu/*.v)
RTL_SRCS  := rtl/rg_top.v $(wildcard rtl/core/*.v rtl/grad/*.v rtl/mem/*.v rtl/bus/*.v) $(RTL_ALU)
RTL_INCS  := -I$(GEN) -Irtl/include
RTL_HDRS  := $(GEN)/rg_isa.vh $(GEN)/rg_limits.vh $(GEN)/rg_uops.vh $(GEN)/rg_num_rom.vh $(GEN)/rg_micro.vh \
  $(GEN)/rg_micro_pairs.vh $(wildcard rtl/include/*.vh)
RTL_FILES := $(RTL_SRCS) $(RTL_HDRS) rtl/waivers.vlt

# The core as parameters of rg_top.
flag = $(if $(filter $(2),$($(1))),1,0)
CORE_FLAGS := $(call flag,CORE,pipelined) $(call flag,MULTIPLIER,parallel) \
  $(call flag,GRAD_LANES,parallel) $(DIGITS) $(LANES) $(FUNCTION_UNITS) $(BANKS) \
  $(call parameter_index,STAGES)
CORE_LIST := $(subst $(space),$(comma),$(CORE_FLAGS))
CORE_NAMES := PIPELINE MULTIPLIER GRAD_LANES DIGITS LANES FUNCTION_UNITS BANKS FUNCTION_STAGE
CORE_PARAMETERS := $(join $(CORE_NAMES:%=-G%=),$(CORE_FLAGS)) -GTANGENTS=$(TANGENTS)
# All parameters of rg_top, as Yosys takes them.
YOSYS_VALUES     := XLEN=$(XLEN) FRAC=$(FRAC) DMEM_LOG2=$(DMEM_LOG2) IMEM_LOG2=$(IMEM_LOG2) $(CORE_PARAMETERS:-G%=%)
YOSYS_PARAMETERS := $(foreach p,$(YOSYS_VALUES),-chparam $(subst =, ,$(p)))

LINT = verilator --lint-only -Wall $(RTL_INCS) --top-module $(RTL_TOP) rtl/waivers.vlt $(RTL_SRCS)
# The word formats and cores read by Verilator: two formats, and that of this build; LINT_OWN=1: that
# one alone.
LINT_FORMATS = $(sort $(if $(LINT_OWN),,64/43 32/16) $(XLEN)/$(FRAC))
LINT_CORES   = -GPIPELINE=0 -GPIPELINE=1 -GPIPELINE=1,-GMULTIPLIER=1 \
  -GPIPELINE=1,-GMULTIPLIER=1,-GGRAD_LANES=1,-GDIGITS=8 -GPIPELINE=1,-GMULTIPLIER=1,-GLANES=4 \
  -GPIPELINE=1,-GMULTIPLIER=1,-GGRAD_LANES=1,-GLANES=2 -GPIPELINE=1,-GMULTIPLIER=1,-GGRAD_LANES=1,-GDIGITS=8,-GLANES=8 \
  -GPIPELINE=1,-GMULTIPLIER=1,-GGRAD_LANES=1,-GDIGITS=8,-GFUNCTION_UNITS=4 -GPIPELINE=1,-GLANES=2,-GFUNCTION_UNITS=64 \
  -GPIPELINE=0,-GBANKS=4 -GPIPELINE=1,-GMULTIPLIER=1,-GBANKS=128 \
  -GPIPELINE=1,-GMULTIPLIER=1,-GLANES=4,-GFUNCTION_UNITS=4,-GBANKS=16 \
  -GPIPELINE=1,-GMULTIPLIER=1,-GGRAD_LANES=1,-GBANKS=4,-GFUNCTION_STAGE=1 \
  -GPIPELINE=1,-GMULTIPLIER=1,-GGRAD_LANES=1,-GBANKS=4,-GFUNCTION_STAGE=2,-GTANGENTS=0 \
  -GPIPELINE=1,-GMULTIPLIER=1,-GGRAD_LANES=1,-GDIGITS=8,-GBANKS=16 \
  -GPIPELINE=1,-GMULTIPLIER=1,-GGRAD_LANES=1,-GDIGITS=4,-GFUNCTION_STAGE=1 -GPIPELINE=0,-GTANGENTS=0 \
  -GPIPELINE=1,-GMULTIPLIER=1,-GGRAD_LANES=1,-GDIGITS=4,-GFUNCTION_STAGE=2 \
  -GPIPELINE=1,-GMULTIPLIER=1,-GGRAD_LANES=1,-GDIGITS=8,-GTANGENTS=0 \
  -GPIPELINE=1,-GMULTIPLIER=1,-GGRAD_LANES=1,-GDIGITS=1,-GFUNCTION_STAGE=1,-GTANGENTS=0

.PHONY: lint
lint: $(BUILD)/rtl.lint $(foreach f,$(LINT_FORMATS),$(BUILD)/rtl-$(subst /,-,$(f)).lint)

# What was read once is read again when a file of it changes.
$(BUILD)/rtl-%.lint: $(RTL_FILES) $(GEN)/rtl.config rtl/module.mk
	$(say) LINT 'verilator $(subst -,/,$*)'
	$(Q)for c in $(LINT_CORES); do \
	  $(LINT) $(join -GXLEN= -GFRAC=,$(subst -, ,$*)) $$(echo $$c | tr , ' ') || exit 1; done
	$(Q)touch $@
$(BUILD)/rtl.lint: $(RTL_FILES) $(GEN)/rtl.config rtl/module.mk
	$(say) LINT yosys
	$(Q)yosys -q -p 'read_verilog -sv $(RTL_INCS) $(RTL_SRCS); hierarchy -check -top $(RTL_TOP)'
	$(say) LINT iverilog
	$(Q)iverilog -g2005-sv -t null $(RTL_INCS) -s $(RTL_TOP) $(RTL_SRCS)
	$(Q)touch $@
