# The parameters of the hardware as variables, from isa/machine.def: PARAMETERS names them, IDENTITY
# tells this machine from all others.
comma := ,
space := $(subst ,, )
# NAME|VALUE,VALUE..|default|default of the multicycle core
PARAMETER_ROWS := $(shell sed -n '/^RG_PARAMETER./{s/^RG_PARAMETER.\([A-Z0-9_]*\),[^"]*"\([^"]*\)", *"\([^"]*\)", *"\([^"]*\)".*/\1|\2|\3|\4/;s/ /,/g;p}' isa/machine.def)
parameter_row = $(subst |, ,$(filter $(1)|%,$(PARAMETER_ROWS)))
PARAMETERS := $(foreach row,$(PARAMETER_ROWS),$(firstword $(subst |, ,$(row))))

CORE ?= $(word 3,$(call parameter_row,CORE))
MULTIPLIER ?= $(word $(if $(filter multicycle,$(CORE)),4,3),$(call parameter_row,MULTIPLIER))
ifeq ($(MULTIPLIER),iterative)
GRAD_LANES ?= shared
endif
$(foreach p,$(PARAMETERS),$(eval $(p) ?= $(word $(if $(filter multicycle,$(CORE)),4,3),$(call parameter_row,$(p)))))

# A list, or first..last.
parameter_values = $(word 2,$(call parameter_row,$(1)))
# The index of its word among these values, from 0.
parameter_index = $(words $(subst _, ,$(firstword $(subst _$($(1))_,_ ,_$(subst $(space),_,$(parameter_list))_))))
parameter_list = $(if $(findstring ..,$(parameter_values)),$(shell seq $(subst .., ,$(parameter_values))),$(subst $(comma), ,$(parameter_values)))
$(foreach p,$(PARAMETERS),$(if $(and $(filter $(call parameter_list,$(p)),$($(p))),$(filter 1,$(words $($(p))))),,\
  $(error $(p)=$($(p)) is no machine: $(p) is one of $(subst $(comma), ,$(call parameter_values,$(p))))))
ifneq ($(shell [ $$(($(FRAC) + 2)) -le $(XLEN) ] && echo fits),fits)
$(error XLEN=$(XLEN) FRAC=$(FRAC) is no machine: FRAC is at most XLEN - 2)
endif
ifeq ($(MULTIPLIER) $(GRAD_LANES),iterative parallel)
$(error MULTIPLIER=iterative GRAD_LANES=parallel is no machine: GRAD_LANES=parallel needs MULTIPLIER=parallel)
endif
ifeq ($(CORE),multicycle)
$(foreach p,MULTIPLIER GRAD_LANES DIGITS LANES FUNCTION_UNITS STAGES,\
  $(if $(filter $(word 4,$(call parameter_row,$(p))),$($(p))),,\
  $(error CORE=multicycle $(p)=$($(p)) is no machine: $(p)=$($(p)) needs CORE=pipelined)))
endif
ifneq ($(BANKS),0)
ifneq ($(FLOAT),none)
$(error BANKS=$(BANKS) FLOAT=$(FLOAT) is no machine: BANKS needs FLOAT=none)
endif
ifeq ($(BANKS) $(DMEM_LOG2),256 8)
$(error BANKS=256 DMEM_LOG2=8 is no machine: BANKS=256 needs DMEM_LOG2 of at least 9)
endif
endif
ifneq ($(STAGES),2)
ifneq ($(GRAD_LANES) $(LANES) $(FUNCTION_UNITS) $(FLOAT),parallel 1 1 none)
$(error STAGES=$(STAGES) GRAD_LANES=$(GRAD_LANES) LANES=$(LANES) FUNCTION_UNITS=$(FUNCTION_UNITS) FLOAT=$(FLOAT) is no \
  machine: STAGES=$(STAGES) needs GRAD_LANES=parallel, LANES=1, FUNCTION_UNITS=1 and FLOAT=none)
endif
endif
ifneq ($(FLOAT),none)
ifneq ($(XLEN) $(shell [ $(DMEM_LOG2) -le 22 ] && echo fits),64 fits)
$(error XLEN=$(XLEN) DMEM_LOG2=$(DMEM_LOG2) FLOAT=$(FLOAT) is no machine: \
  FLOAT=256 needs XLEN=64 and DMEM_LOG2 of at most 22)
endif
endif

# The bits of FLOAT as a number.
FLOAT_BITS := $(FLOAT:none=0)
IDENTITY := $(subst $(space),_,$(foreach p,$(PARAMETERS),$($(p))))
# What the engines in C are built for.
MACHINE_DEFINES = -DRG_XLEN=$(XLEN) -DRG_FRAC=$(FRAC) -DRG_DMEM_LOG2=$(DMEM_LOG2) -DRG_IMEM_LOG2=$(IMEM_LOG2) \
  -DRG_CORE=$(CORE_LIST) -DRG_FLOAT=$(FLOAT_BITS) -DRG_TANGENTS=$(TANGENTS)
