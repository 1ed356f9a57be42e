# The function unit by itself: the Verilated rg_exec against the C reference, part of `make test`;
# `make test-num` adds the other configurations.
RTL_NUM := $(BUILD)/tests/property/test_rtl_num
RTL_NUM_SRCS = $(wildcard rtl/alu/*.v) $(GEN)/rg_isa.vh $(GEN)/rg_uops.vh $(GEN)/rg_num_rom.vh $(GEN)/rg_micro.vh \
  $(GEN)/rg_micro_pairs.vh rtl/waivers.vlt \
  tests/property/rtl_num/rtl_num.cpp $(ISA_LIB)
# $(call rtl_num,XLEN,FRAC,program). CORE_ONLY: parameters that the functions do not have.
CORE_ONLY = -GLANES=% -GFUNCTION_UNITS=% -GBANKS=% -GFUNCTION_STAGE=% -GTANGENTS=%
rtl_num = verilator --cc --exe --build -O3 -Wno-fatal -I$(GEN) --top-module rg_exec -GXLEN=$(1) -GFRAC=$(2) \
  $(subst PIPELINE,AT_ONCE,$(filter-out $(CORE_ONLY),$(CORE_PARAMETERS))) \
  -CFLAGS '-O2 -std=c++17 -I$(CURDIR) -DRG_XLEN=$(1) -DRG_FRAC=$(2) -DRG_CORE=$(CORE_LIST)' -LDFLAGS '-g $(LDFLAGS)' \
  --Mdir $(BUILD)/obj/rtl_num_$(1)_$(2) -o $(abspath $(3)) \
  rtl/waivers.vlt $(wildcard rtl/alu/*.v) $(CURDIR)/tests/property/rtl_num/rtl_num.cpp $(abspath $(ISA_LIB)) \
  > $(BUILD)/obj/rtl_num_$(1)_$(2).log || { cat $(BUILD)/obj/rtl_num_$(1)_$(2).log; exit 1; }

$(RTL_NUM): $(RTL_NUM_SRCS) $(GEN)/rtl.config
	@mkdir -p $(@D) $(BUILD)/obj
	$(say) VERIL 'rg_exec $(XLEN)/$(FRAC)'
	@$(call rtl_num,$(XLEN),$(FRAC),$@)

test-programs: $(RTL_NUM)

RTL_NUM_OTHERS := 64_36 64_62 64_1 32_16 32_30

$(BUILD)/bin/rtl_num_%: $(RTL_NUM_SRCS)
	@mkdir -p $(@D) $(BUILD)/obj
	$(say) VERIL 'rg_exec $(subst _,/,$*)'
	@$(call rtl_num,$(word 1,$(subst _, ,$*)),$(word 2,$(subst _, ,$*)),$@)

.PHONY: test-num
test-num: $(RTL_NUM) $(addprefix $(BUILD)/bin/rtl_num_,$(RTL_NUM_OTHERS))
	$(RTL_NUM)
	for c in $(RTL_NUM_OTHERS); do RG_NUM_ROUNDS=5000 $(BUILD)/bin/rtl_num_$$c || exit 1; done
