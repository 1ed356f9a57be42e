# The machine as a bitstream for an iCE40 HX8K (docs/development/board.md), and simulations of it.
BOARD := $(BUILD)/board
BOARD_DIVIDER ?= 4
BOARD_SRCS := $(wildcard rtl/board/*.v) rtl/mem/rg_mem.v rtl/alu/rg_int_alu.v rtl/alu/rg_fix_alu.v \
  $(addprefix rtl/core/,rg_step.v rg_decode.v rg_control.v rg_update.v rg_traps.v rg_wide.v rg_state.v rg_fetch.v \
    rg_accumulator.v) rtl/grad/rg_grad.v rtl/grad/rg_ancilla.v rtl/grad/rg_tangent.v

lint: $(BOARD).lint
$(BOARD).lint: $(BOARD_SRCS) $(GEN)/rg_isa.vh rtl/waivers.vlt rtl/board/waivers.vlt rtl/board/board.mk
	$(say) LINT 'board: verilator yosys iverilog'
	$(Q)verilator --lint-only -Wall $(RTL_INCS) --top-module rg_board rtl/waivers.vlt rtl/board/waivers.vlt $(BOARD_SRCS)
	$(Q)yosys -q -p 'read_verilog -sv $(RTL_INCS) $(BOARD_SRCS); hierarchy -check -top rg_board'
	$(Q)iverilog -g2005-sv -t null $(RTL_INCS) -s rg_board $(BOARD_SRCS)
	$(Q)touch $@

# The bitstream: make bitstream CONFIG=ice40, which is the only one.
CONFIG ?= ice40
BOARD_MHZ := 12
.PHONY: bitstream deps-bitstream
deps-bitstream:
	@./install-deps bitstream
bitstream: deps-bitstream
	$(if $(filter-out ice40,$(CONFIG)),$(error CONFIG=$(CONFIG): there is a bitstream for ice40 alone))
	+$(Q)$(MAKE) --no-print-directory $(BOARD)/bitstream.bin
	@rtl/board/figures.sh $(BOARD)/netlist.log $(BOARD)/placed.json $(BOARD_MHZ)

$(BOARD)/netlist.json: $(BOARD_SRCS) $(GEN)/rg_isa.vh rtl/board/board.mk
	@mkdir -p $(@D)
	$(say) YOSYS 'board for ice40'
	$(Q)yosys -q -l $(BOARD)/netlist.log -p 'read_verilog -sv $(RTL_INCS) $(BOARD_SRCS)' \
	  -p 'chparam -set DIVIDER $(BOARD_DIVIDER) rg_board' -p 'synth_ice40 -abc9 -top rg_board -json $@.part; stat' \
	  && mv $@.part $@
$(BOARD)/placed.asc: $(BOARD)/netlist.json rtl/board/hx8k.pcf
	$(say) PLACE 'board on an HX8K'
	$(Q)nextpnr-ice40 --hx8k --package ct256 --json $< --pcf rtl/board/hx8k.pcf --asc $@.part --seed 1 \
	  --freq $(BOARD_MHZ) --report $(BOARD)/placed.json --quiet && mv $@.part $@
$(BOARD)/bitstream.bin: $(BOARD)/placed.asc
	$(say) PACK $@
	$(Q)icepack $< $@.part && mv $@.part $@

# The bitstream as Verilog again: its ports declared behind their list, as its wires repeat them; and
# some LUTs that can be inverted, to see that the tests see it.
$(BOARD)/decompiled.v: $(BOARD)/bitstream.bin rtl/board/hx8k.pcf tests/board/decompile.sh tests/board/breakable.awk
	$(say) UNPACK $@
	$(Q)tests/board/decompile.sh $< rtl/board/hx8k.pcf $@

# $(call board_simulation,NAME,SOURCES,FLAGS): the wires of a board behind a serial line
define board_simulation
$(BOARD)/$(1): $(2) sim/board/simulate.cpp rtl/board/board.mk
	@mkdir -p $$(@D)
	$$(say) VERIL 'board $(1)'
	$$(Q)verilator --cc --exe --build -O3 --x-assign fast --x-initial fast --noassert --no-timing -Wno-fatal -Wno-lint \
	  --top-module rg_board --prefix Vrg_board $(3) -CFLAGS '-O2 -std=c++17 -DRG_BOARD_DIVIDER=$(BOARD_DIVIDER)' \
	  --Mdir $(BUILD)/obj/board_$(1) -o $$(abspath $$@) $(2) $(CURDIR)/sim/board/simulate.cpp > $$@.log \
	  || { cat $$@.log; exit 1; }
	@touch $$@ # Verilator leaves it alone where it finds nothing new
endef
$(eval $(call board_simulation,rtl,$(BOARD_SRCS),$(RTL_INCS) -GDIVIDER=$(BOARD_DIVIDER)))
$(BOARD)/rtl: $(GEN)/rg_isa.vh
$(eval $(call board_simulation,bitstream,$(BOARD)/decompiled.v tests/board/bitstream.v,))

# Law 1 of its step.
.PHONY: board-proofs
board-proofs: $(GEN)/rg_isa.vh
	@TANGENTS=0 XLEN=16 FRAC=8 tests/formal/run.sh $(BUILD) proofs \
	  'integer fixed log memory move rotate branch call loop check system wide'
