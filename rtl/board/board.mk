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

# $(call board_simulation,NAME,SOURCES,FLAGS): the wires of a board behind a serial line
define board_simulation
$(BOARD)/$(1): $(2) sim/board/simulate.cpp rtl/board/board.mk
	@mkdir -p $$(@D)
	$$(say) VERIL 'board $(1)'
	$$(Q)verilator --cc --exe --build -O3 --x-assign fast --x-initial fast --noassert --no-timing -Wno-fatal -Wno-lint \
	  --top-module rg_board --prefix Vrg_board $(3) -CFLAGS '-O2 -std=c++17 -DRG_BOARD_DIVIDER=$(BOARD_DIVIDER)' \
	  --Mdir $(BUILD)/obj/board_$(1) -o $$(abspath $$@) $(2) $(CURDIR)/sim/board/simulate.cpp > $$@.log || { cat $$@.log; exit 1; }
endef
$(eval $(call board_simulation,rtl,$(BOARD_SRCS),$(RTL_INCS) -GDIVIDER=$(BOARD_DIVIDER)))
$(BOARD)/rtl: $(GEN)/rg_isa.vh

# The simulated board beside the reference engine.
BOARD_TEST := $(BUILD)/tests/board/test_board
$(BOARD_TEST): $(BUILD)/obj/tests/board/simulated.o
check-build: $(BOARD)/rtl $(BOARD_TEST)

# Law 1 of the step in its format.
.PHONY: board-proofs
board-proofs: $(GEN)/rg_isa.vh
	@XLEN=16 FRAC=8 tests/formal/run.sh $(BUILD) proofs \
	  'integer fixed log memory move rotate branch call loop check system wide'
