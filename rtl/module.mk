# The RTL: what a simulator, a synthesiser and the proofs read, and `make lint`.
RTL_TOP   := rg_top
RTL_ALU   ?= $(wildcard rtl/alu/*.v)
RTL_SRCS  := rtl/rg_top.v $(wildcard rtl/core/*.v rtl/grad/*.v rtl/mem/*.v rtl/bus/*.v) $(RTL_ALU)
RTL_INCS  := -I$(GEN) -Irtl/alu
RTL_HDRS  := $(GEN)/rg_isa.vh $(GEN)/rg_uops.vh $(GEN)/rg_num_rom.vh $(wildcard rtl/alu/*.vh)
RTL_FILES := $(RTL_SRCS) $(RTL_HDRS) rtl/waivers.vlt

LINT = verilator --lint-only -Wall $(RTL_INCS) --top-module $(RTL_TOP) rtl/waivers.vlt $(RTL_SRCS)
# The word formats read by Verilator: two, and that of this build.
LINT_FORMATS = $(sort 64/43 32/16 $(XLEN)/$(FRAC))

.PHONY: lint
lint: $(RTL_FILES)
	$(say) LINT 'verilator $(LINT_FORMATS)'
	$(Q)for f in $(LINT_FORMATS); do $(LINT) -GXLEN=$${f%/*} -GFRAC=$${f#*/} || exit 1; done
	$(say) LINT yosys
	$(Q)yosys -q -p 'read_verilog -sv $(RTL_INCS) $(RTL_SRCS); hierarchy -check -top $(RTL_TOP)'
	$(say) LINT iverilog
	$(Q)iverilog -g2005-sv -t null $(RTL_INCS) -s $(RTL_TOP) $(RTL_SRCS)
