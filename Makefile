# Retrograd. `make help` lists the targets.
#
# Configuration: make XLEN=64 FRAC=43 DMEM_LOG2=16 IMEM_LOG2=16 CORE=pipelined|multicycle
#   MULTIPLIER=iterative|parallel GRAD_LANES=shared|parallel DIGITS=1|2|4|8 LANES=1|2|4|8
#   FUNCTION_UNITS=1|2|4|8|16|32|64
XLEN      ?= 64
FRAC      ?= 43
DMEM_LOG2 ?= 16
IMEM_LOG2 ?= 16
CORE      ?= pipelined
# fast: the functional model alone, without the Verilated core (no rtl, systemc, trace)
ENGINES   ?= all
SANITIZE  ?= 0
# Parts of the pipelined core (docs/pipeline.md).
MULTIPLIER ?= $(if $(filter pipelined,$(CORE)),parallel,iterative)
GRAD_LANES ?= $(if $(filter pipelined,$(CORE)),parallel,shared)
DIGITS     ?= $(if $(filter pipelined,$(CORE)),8,1)
LANES      ?= 1
FUNCTION_UNITS ?= 1

BUILD ?= build
GEN   := $(BUILD)/gen

CC       ?= cc
CXX      ?= c++
WARN     := -Wall -Wextra -Wpedantic -Wconversion -Werror
OPT      ?= -O2
CPPFLAGS += -D_POSIX_C_SOURCE=200809L -I. -I$(GEN)
CFLAGS   += -std=c17 $(OPT) -g $(WARN)
CXXFLAGS += -std=c++17 $(OPT) -g -Wall -Wextra -Werror
LDLIBS   += -lm
# GCC warns of null formats that are none when it instruments; the plain build looks for what it means.
ifeq ($(SANITIZE),1)
CFLAGS   += -fsanitize=address,undefined -fno-omit-frame-pointer -Wno-format-truncation
LDFLAGS  += -fsanitize=address,undefined
endif

# `make V=1` shows the commands; otherwise one short line a step.
ifeq ($(V),1)
say := @:
Q   :=
else
say := @printf '  %-6s %s\n'
Q   := @
endif

# Parts are built side by side unless the caller has said how.
JOBS := $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))

.PHONY: all
all:

# Each part names its objects and adds its rules.
include isa/module.mk
include errors/module.mk
include rtl/module.mk
include sim/module.mk
include compiler/module.mk
include explore/module.mk
include host-driver/module.mk
include firmware/module.mk
include energy/gates/gates.mk
include energy/place/place.mk
include tests/module.mk
include bench/module.mk
include examples/benchmark/module.mk
include studies/module.mk

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# A program of the NiLang papers, forward and backward in gradient mode on the Verilated core.
.PHONY: demo
demo: deps
	@$(MAKE) --no-print-directory $(JOBS) all
	@echo
	$(BUILD)/bin/retrograd run examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad out! --engine rtl

# Installs missing Debian packages when it may; otherwise says which.
.PHONY: deps
deps:
	@./install-deps

.PHONY: help
help:
	@echo 'make            build everything into build/'
	@echo 'make demo       the Bessel function and its derivative on the Verilated core'
	@echo 'make test       all tests'
	@echo 'make exhaustive every operand pair of 8-bit machines on the RTL (EXHAUSTIVE_FRACS="0 .. 6")'
	@echo 'make formal-configs all proofs at 64/43, 64/36 and 32/16, and those of the gate library'
	@echo 'make test-configs  the tests at 64/43, 64/36 and 32/16 (CONFIGS="64/43 ..")'
	@echo 'make test-cores all tests on the multicycle core, lockstep of the pipelined one with fewer multipliers'
	@echo 'make formal     all proofs (minutes); make formal-quick: those of make test'
	@echo 'make nightly    long random campaigns'
	@echo 'make faults     single bit flips in the core: masked, trapped, detected by uncomputing, silent (FLIPS=16600)'
	@echo 'make mutation   mutants of the RTL against the tests (MUTANTS=320); make c-faults: faults seeded in the C code'
	@echo 'make campaign   all functions against MPFR: ROUNDS=10000000 FUNCTION=name; campaign-rtl: the RTL against the C model'
	@echo 'make coverage   lines of C, lines and toggles of the RTL that the tests reach (coverage-rtl, coverage-c)'
	@echo 'make soak       10^8 instructions of core and reference engine in lockstep; make soak-programs: 10^5 random programs'
	@echo 'make lint       Verilator, Yosys and Icarus read the RTL'
	@echo 'make bench      benchmarks, each beside its baseline; bench-speed: the Verilated core with other flags'
	@echo 'make bench-papers  the papers'"'"' problems beside plain C and the tapes of ADOL-C and CppAD; bench-papers-quick: small sizes'
	@echo 'make adbench    Gaussian mixtures and bundle adjustment on files of ADBench; make petersen: the trainings'
	@echo 'make platform   a SystemC platform boots the machine and differentiates a function on it'
	@echo 'make studies    pages with pictures in build/studies: study-clock -bennett -erase -formats -hardware -gradient -recovery'
	@echo 'make machine    the command for another hardware configuration, where explore finds it: make machine XLEN=32 FRAC=16'
	@echo 'make characterise energies of operations from toggles of the netlist (CHAR_FORMATS, CHAR_CYCLES); make synth: cells, area, delay'
	@echo 'make place      modules placed and routed on an iCE40: cells and MHz'
	@echo 'make docs       regenerate the tables of the manual'
	@echo 'make install    PREFIX=/usr/local: command, library, header'
	@echo 'make clean'
	@echo 'Variables: XLEN FRAC DMEM_LOG2 IMEM_LOG2 CORE MULTIPLIER GRAD_LANES DIGITS LANES FUNCTION_UNITS (hardware), SANITIZE=1, BUILD=folder, V=1 (show commands)'

.PHONY: clean
clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
