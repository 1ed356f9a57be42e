# Retrograd. `make help` lists the targets.
#
# The hardware: make LANES=4 DIGITS=2 and so on; isa/machine.def lists the variables, their values and defaults.
include isa/machine.mk
# fast: the functional model alone; rtl: that and the Verilated core; all: waveforms and SystemC too
ENGINES   ?= all
ifeq ($(filter none,$(FLOAT))$(filter fast,$(ENGINES)),)
$(error FLOAT=$(FLOAT) ENGINES=$(ENGINES) is no machine: \
  rg_top has no floating-point numbers, so FLOAT=$(FLOAT) needs ENGINES=fast; the engine rtl-float is beside rtl)
endif
SANITIZE  ?= 0

BUILD ?= build
GEN   := $(BUILD)/gen

CC       ?= cc
CXX      ?= c++
# Warnings stop the build where WERROR=1 says so (.ci/run), not at a user's who has a newer compiler.
WERROR   ?= 0
STRICT   := $(if $(filter 1,$(WERROR)),-Werror)
WARN     := -Wall -Wextra -Wpedantic -Wconversion $(STRICT)
OPT      ?= -O2
# Code for shared libraries, which show nothing but what retrograd.h declares.
PIC      := -fPIC -fvisibility=hidden
CPPFLAGS += -D_POSIX_C_SOURCE=200809L -I. -I$(GEN)
CFLAGS   += -std=c17 $(OPT) -g $(PIC) $(WARN)
CXXFLAGS += -std=c++17 $(OPT) -g $(PIC) -Wall -Wextra $(STRICT)
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

# Set under `make -n`, where a recipe that calls make is run all the same.
DRY := $(findstring n,$(filter-out --%,$(firstword -$(MAKEFLAGS))))
# The make of scripts: a line with $(MAKE) itself would be run under `make -n`.
SUBMAKE = $(MAKE) --no-print-directory

# $(eval $(call remember,FILE,TEXT)): FILE is written anew, and what depends on it built again, when TEXT is another than last time.
define remember
ifneq ($$(strip $$(shell cat $(1) 2>/dev/null)),$$(strip $(2)))
.PHONY: $(1)
endif
$(1):
	@mkdir -p $$(@D)
	@echo '$$(strip $(2))' > $$@
endef

.PHONY: all
all:

# Each part names its objects and adds its rules.
include isa/module.mk
include errors/module.mk
include rtl/module.mk
include rtl/board/board.mk
include rtl/integrate.mk
include sim/module.mk
include compiler/module.mk
include explore/module.mk
include host-driver/module.mk
include firmware/module.mk
include energy/netlist/netlist.mk
include energy/place/place.mk
include energy/sta/sta.mk
include tests/module.mk
include bench/module.mk
include examples/benchmark/module.mk
include studies/module.mk
include docs/site/site.mk
include web/module.mk
include editors/module.mk
include python/python.mk

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# A program of the NiLang papers, forward and backward in gradient mode on the Verilated core. It needs neither waveforms nor SystemC;
# a build that has them keeps them.
DEMO_ENGINES := $(if $(filter all,$(ENGINES_BUILT)),all,rtl)
.PHONY: demo demo-build
demo-build: all
	@:
demo: deps-demo
	@$(MAKE) --no-print-directory $(JOBS) ENGINES=$(DEMO_ENGINES) demo-build
	@echo
	$(BUILD)/bin/retrograd run examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad out! --engine rtl

# Installs the missing Debian packages of a set when it may; otherwise says which.
.PHONY: deps
deps: deps-check
deps-%:
	@./install-deps $*

.PHONY: help
help:
	@echo 'build and run'
	@echo '  make                everything, into build/ (ENGINES=fast: without the Verilated core; ENGINES=rtl: without waveforms, SystemC)'
	@echo '  make demo           the Bessel function and its derivative on the Verilated core'
	@echo '  make machine        the command for other hardware, where explore finds it: make machine XLEN=32 FRAC=16'
	@echo '  make web            the machine in a web page: build/web/page/index.html; web-check: looks at it in Chromium'
	@echo '  make vscode         the extension of Visual Studio Code: build/retrograd.vsix; vscode-check: its tests'
	@echo '  make platform       a SystemC platform boots the machine and differentiates a function on it'
	@echo '  make install        PREFIX=/usr/local: command, libraries, header; make uninstall'
	@echo '  make python         the package of Python in build/python; make install-python'
	@echo '  make deb            packages of Debian in build/deb; deb-check: installs and runs them in a bare root'
	@echo '  make clean'
	@echo 'test'
	@echo '  make test           every part, in minutes; make check: every test, of the longest a part (NAME=explain LIST=1 TEST_JOBS=2)'
	@echo '  make lint           Verilator, Yosys, Icarus read the RTL; layout of the sources (make format puts it right)'
	@echo '  make compilers      no gcc or clang that is here may warn'
	@echo '  make docs-check     sentences, widths, terms, links of all pages and comments (docs-why WHY=FILE shows them); docs-run: their code'
	@echo '  make formal         all proofs (minutes); formal-quick: those of make check; formal-some PROOFS="loop host"'
	@echo '  make formal-configs all proofs at 64/43, 64/36 and 32/16, and those of the gate library'
	@echo '  make test-configs   the tests at 64/43, 64/36 and 32/16 (CONFIGS="64/43 .."); test-cores: on the other cores'
	@echo '  make exhaustive     every operand pair of 8-bit machines on the RTL (EXHAUSTIVE_FRACS="0 .. 6")'
	@echo '  make campaign       all functions against MPFR: ROUNDS=10000000 FUNCTION=name; campaign-rtl: the RTL against the C model'
	@echo '  make campaign-float floating-point functions and cotangents against MPFR: FLOAT_ROUNDS=10000000 FUNCTION=name'
	@echo '  make wide-test      the units of wide words and the step of Floats against the reference: WIDE_ROUNDS, FLOAT_STEPS'
	@echo '  make wide-prove     what was added to a wide word is subtracted again, and a step of Floats is undone: for every word'
	@echo '  make wide-synth     what those units cost'
	@echo '  make linear         how the work of the compiler grows with the length of a program (SHAPES="chain nests")'
	@echo '  make nightly        long random campaigns; make soak: 10^8 instructions in lockstep; soak-programs: 10^5 programs'
	@echo '  make soak-rest      in full what make check takes a part of: every conformance case on the core, every fault of formal-quick'
	@echo '  make mutation       mutants of the RTL against the tests (MUTANTS=320); c-faults: faults seeded in the C code'
	@echo '  make faults         single bit flips in the core (FLIPS=16600); make coverage: what the tests reach'
	@echo 'measure'
	@echo '  make bench          benchmarks, each beside its baseline; bench-speed: the Verilated core with other flags'
	@echo '  make bench-papers   the problems of the papers beside plain C and gradient tapes; bench-papers-quick: small sizes'
	@echo '  make adbench        Gaussian mixtures and bundle adjustment on files of ADBench; make petersen: the trainings'
	@echo '  make studies        pages with pictures in build/studies: study-clock -bennett -erase -formats -hardware -gradient -recovery'
	@echo '  make characterise   energies of operations from toggles of the netlist (CHAR_FORMATS, CHAR_CYCLES)'
	@echo '  make synth          cells, area, delay; make place: placed and routed on an iCE40'
	@echo '  make bitstream      CONFIG=ice40: a machine of 16 bits for an iCE40 HX8K: build/board/bitstream.bin'
	@echo '  make sta            the same parts in 180 nm cells, timed by OpenSTA (STA_FOLDER=folder STA_TOP=module: another core too)'
	@echo '  make docs           the tables of the manual again'
	@echo '  make site           all pages as a site with search, offline, in build/site; site-check: looks at it in Chromium'
	@echo '  make pictures       the pictures of the documentation again (docs/pictures)'
	@echo 'variables: $(PARAMETERS) (hardware),'
	@echo '  BUILD=folder, V=1 (show commands), SANITIZE=1, WERROR=1 (warnings stop the build)'

.PHONY: clean
clean:
	rm -rf $(BUILD)

# Without those of Verilator, which name themselves as targets.
-include $(shell find $(BUILD)/obj -name '*.d' ! -name 'V*' 2>/dev/null)
