# Energies measured on netlists, and the synthesis table: `make characterise`, `make synth`
# (docs/reference/characterise.md, docs/reference/synthesis.md).
CELLS     := $(BUILD)/cells
CELL_GEN  := $(BUILD)/bin/cell-gen
CHAR      := $(BUILD)/characterise
RECORDER  := $(CHAR)/retrograd-record
CHARACTERISE := $(BUILD)/bin/characterise
GATES_LIB := $(BUILD)/lib/libgates.a
GATE_OBJS := $(addprefix $(BUILD)/obj/energy/netlist/,netlist.o order.o sim.o segment.o \
  memories.o activity.o core.o table.o report.o report_activity.o nnls.o moments.o regress.o bootstrap.o)
# What of the machine is synthesised: all but the bus.
GATE_SRCS := $(wildcard rtl/core/*.v rtl/grad/*.v rtl/mem/*.v) rtl/bus/rg_out_fifo.v $(RTL_ALU)
SYNTH     := $(BUILD)/synth
# The default core, as SYNTH_FORMATS writes it.
SYNTH_DEFAULT := pipelined+multiplier+lanes+digits8
# The core that is measured: one of these, or empty for the default one. Each has a netlist, and is
# told from the default by variables (rg_identity_core). Its tables and its page have its name.
CHAR_CORES   := multicycle stages3
CHAR_NETLIST_multicycle := multicycle
CHAR_MACHINE_multicycle := CORE=multicycle
CHAR_NETLIST_stages3 := $(SYNTH_DEFAULT)+stages3
CHAR_MACHINE_stages3 := CORE=pipelined STAGES=3
CHAR_CORE    ?=
$(if $(filter-out $(CHAR_CORES),$(CHAR_CORE)),$(error CHAR_CORE=$(CHAR_CORE) is none of $(CHAR_CORES)))
CHAR_NAME    := $(CHAR_CORE:%=-%)
CHAR_MACHINE := $(if $(CHAR_CORE),$(CHAR_MACHINE_$(CHAR_CORE)),CORE=pipelined)
CORE_NETLIST  = $(SYNTH)/core-$(XLEN)-$(FRAC)$(if $(CHAR_CORE),-$(CHAR_NETLIST_$(CHAR_CORE))).json
# Recordings are the same for every core.
CHAR_OUT     := $(CHAR)$(CHAR_CORE:%=/%)
FULL_ADDER := energy/cells/full_adder.v
CELL_FILES := $(CELLS)/cells.lib $(CELLS)/cells.v $(CELLS)/map.v $(FULL_ADDER)
SYNTHESISE := energy/cells/synthesise.sh

$(GATES_LIB): $(GATE_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(CELL_GEN): energy/cells/gen.c energy/cells/cells.def energy/cells/cells.h
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) energy/cells/gen.c -o $@

$(CELLS)/cells.lib: $(CELL_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(CELL_GEN) lib > $@
$(CELLS)/cells.v: $(CELL_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(CELL_GEN) verilog > $@
$(CELLS)/map.v: $(CELL_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(CELL_GEN) map > $@

# Units for the tests.
$(CHAR)/rg_int_alu.json: $(SYNTHESISE) $(CELL_FILES) rtl/alu/rg_int_alu.v $(GEN)/rg_isa.vh $(SIM_CONFIG)
	$(say) YOSYS rg_int_alu
	$(Q)$(SYNTHESISE) $@ $(CELLS) rg_int_alu 'XLEN=$(XLEN) FRAC=$(FRAC)' $(RTL_INCS) $(RTL_ALU)
$(CHAR)/rg_multiplier.json: $(SYNTHESISE) $(CELL_FILES) rtl/alu/rg_multiplier.v
	$(say) YOSYS rg_multiplier
	$(Q)$(SYNTHESISE) $@ $(CELLS) rg_multiplier 'WIDTH=16' rtl/alu/rg_multiplier.v
$(BUILD)/tests/unit/test_netlist_unit: $(CHAR)/rg_int_alu.json $(CHAR)/rg_multiplier.json

# The reference engine is enough for both, and another word format then needs no Verilated core.
GATE_PARTS := $(GATES_LIB) $(EXPLORE_LIB) $(VALUE_LIB) $(LSP_LIB) $(HOST_PARTS)
GATE_LINK = $(COMMAND_LIBS) $(HOST_LIBS) $(LDLIBS)

# The command with a recorder between driver and engine. Names with two underscores are the linker's
# for a wrapped function.
$(BUILD)/obj/energy/netlist/record.o: | $(GEN)/firmware_image.h
$(RECORDER): $(CLI_OBJS) $(BUILD)/obj/energy/netlist/record.o $(GATE_PARTS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) -Wl,--wrap=rg_engine_write $(CLI_OBJS) $(BUILD)/obj/energy/netlist/record.o \
	  -Wl,--start-group $(GATE_PARTS) -Wl,--end-group $(GATE_LINK) -o $@

$(CHARACTERISE): $(BUILD)/obj/energy/netlist/characterise.o $(GATE_PARTS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $< -Wl,--start-group $(GATE_PARTS) -Wl,--end-group $(GATE_LINK) -o $@

# Programs that make the table, CHAR_RUNS runs of each, and others that test it. A run is cut after
# CHAR_CYCLES cycles.
CHAR_TRAINING := $(sort $(wildcard tests/conformance/*.rg))
CHAR_TEST     := $(sort $(wildcard examples/*.rg))
CHAR_RUNS     ?= 3
CHAR_CYCLES   ?= 40000
CHAR_FORMATS  ?= 64/43 32/16
CHAR_TABLE    := energy/operations-gates$(CHAR_NAME).yaml
CHAR_ACTIVITY := energy/activity-gates$(CHAR_NAME).yaml
CHAR_PAGE     := docs/reference/characterise$(CHAR_NAME).md
# What the table depends on (counters and ledger are not in it). The table has its hash.
CHAR_INPUTS   := $(sort $(filter-out %/rg_counters.v %/rg_class_counts.v %/rg_ledger.v,$(GATE_SRCS)) \
  $(wildcard isa/*.def isa/num/*.def)) energy/cells/cells.def $(SYNTHESISE) $(FULL_ADDER)
# Comments and white space measure nothing.
CHAR_HASH = cat $(CHAR_INPUTS) | perl -0pe 's{/\*.*?\*/}{}gs; s{//.*}{}g; s/\s+/ /g' | sha256sum | cut -c1-16

$(CHAR)/training.seg: $(RECORDER) $(CHAR_TRAINING) $(LIBRARY_COPIES) energy/netlist/record.sh
	$(say) RECORD $@
	$(Q)energy/netlist/record.sh $(RECORDER) $@ $(CHAR_RUNS) $(XLEN)/$(FRAC) $(CHAR_TRAINING)
$(CHAR)/test.seg: $(RECORDER) $(CHAR_TEST) $(LIBRARY_COPIES) energy/netlist/record.sh
	$(say) RECORD $@
	$(Q)energy/netlist/record.sh $(RECORDER) $@ 1000 $(XLEN)/$(FRAC) $(CHAR_TEST)

# This build's own format is measured in its folder, another in one below it.
char_format = XLEN=$(word 1,$(subst /, ,$(1))) FRAC=$(word 2,$(subst /, ,$(1))) \
  SYNTH=$(SYNTH) BUILD=$(BUILD)$(if $(filter $(1),$(XLEN)/$(FRAC)),,/format-$(subst /,-,$(1)))

char_folder = $(patsubst BUILD=%,%,$(filter BUILD=%,$(call char_format,$(1))))/characterise$(CHAR_CORE:%=/%)

.PHONY: characterise characterise-format characterise-hash
characterise-format: $(CHARACTERISE) $(CORE_NETLIST) $(CHAR)/training.seg $(CHAR)/test.seg
	@mkdir -p $(CHAR_OUT)
	$(CHARACTERISE) $(CORE_NETLIST) $(XLEN) $(CHAR)/training.seg $(CHAR)/test.seg $(CHAR_CYCLES) $(CHAR_OUT)

# The tables of a core and the figures of its page.
characterise: deps
	$(Q)$(foreach f,$(CHAR_FORMATS),nice -n 17 $(MAKE) --no-print-directory $(JOBS) \
	  $(call char_format,$(f)) characterise-format &&) true
	$(Q)energy/netlist/table.sh $(CHAR_TABLE) $(CHAR_ACTIVITY) $(CHAR_PAGE) "$$($(CHAR_HASH))" '$(CHAR_MACHINE)' \
	  $(foreach f,$(CHAR_FORMATS),$(call char_folder,$(f)))

# Says whether the committed tables belong to the RTL and the library as they are.
CHAR_TABLES := $(sort $(wildcard energy/operations-gates*.yaml))
characterise-hash:
	@h=$$($(CHAR_HASH)); for t in $(CHAR_TABLES); do \
	  grep -q "inputs $$h" $$t && echo "$$t: measured on this RTL" || \
	  echo "$$t: measured on another state of the RTL or the cell library; make characterise measures again"; done

# Cells, area and delay of several machines: XLEN/FRAC is the default core; /multicycle behind it,
# or /pipelined with what of +multiplier +lanes +digits8 it has, another; +notangents behind either:
# SYNTH_FORMATS="64/43 32/16 64/43/pipelined" (docs/reference/synthesis.md).
SYNTH_FORMATS ?= 64/43 32/16 64/43/multicycle 32/16/multicycle 64/43/pipelined 64/43/pipelined+multiplier+lanes
SYNTH_REPORT  := $(BUILD)/bin/synth-report

$(SYNTH_REPORT): $(BUILD)/obj/energy/netlist/synth_report.o \
  $(BUILD)/obj/energy/netlist/netlist.o $(BUILD)/obj/energy/netlist/order.o
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(LDFLAGS) $^ -ljansson $(LDLIBS) -o $@

core_parts = $(subst +, ,$(or $(word 3,$(subst -, ,$*)),$(SYNTH_DEFAULT)))
core_flag = $(1)=$(if $(filter $(2),$(core_parts)),1,0)
core_settings = XLEN=$(word 1,$(subst -, ,$*)) FRAC=$(word 2,$(subst -, ,$*)) DMEM_LOG2=16 IMEM_LOG2=16 \
  $(call core_flag,PIPELINE,pipelined) $(call core_flag,MULTIPLIER,multiplier) \
  $(call core_flag,GRAD_LANES,lanes) \
  FUNCTION_STAGE=$(if $(filter stages5,$(core_parts)),2,$(if $(filter stages3,$(core_parts)),1,0)) \
  TANGENTS=$(if $(filter notangents,$(core_parts)),0,1) \
  DIGITS=$(or $(patsubst digits%,%,$(filter digits%,$(core_parts))),1)
SYNTH_NETLISTS := $(foreach f,$(SYNTH_FORMATS),$(SYNTH)/whole-$(subst /,-,$(f)).json)
$(SYNTH)/core-%.json: $(SYNTHESISE) $(CELL_FILES) $(RTL_FILES)
	$(say) YOSYS 'core in cells, $(subst -,/,$*)'
	$(Q)$(SYNTHESISE) $@ $(CELLS) rg_core '$(core_settings)' $(RTL_INCS) $(GATE_SRCS)
# The same with register files, counters, ledger and queue in cells: what `make synth` reports.
$(SYNTH)/whole-%.json: $(SYNTHESISE) $(CELL_FILES) $(RTL_FILES)
	$(say) YOSYS 'whole core in cells, $(subst -,/,$*)'
	$(Q)WHOLE=1 $(SYNTHESISE) $@ $(CELLS) rg_core '$(core_settings)' $(RTL_INCS) $(GATE_SRCS)
.PRECIOUS: $(SYNTH)/core-%.json $(SYNTH)/whole-%.json

# Cells, area, path and memories of the machine of these variables (make hardware LANES=4), kept by
# the hash of all that they follow from. `retrograd explore` asks for it; see hardware.sh.
HARDWARE_FILES := $(sort $(GATE_SRCS) $(wildcard rtl/include/*.vh isa/*.def isa/num/*.def)) \
  energy/cells/cells.def $(SYNTHESISE) $(FULL_ADDER) \
  $(wildcard energy/netlist/synth_report.c energy/netlist/netlist.[ch] energy/netlist/order.c)
HARDWARE_SETTINGS = XLEN=$(XLEN) FRAC=$(FRAC) DMEM_LOG2=$(DMEM_LOG2) IMEM_LOG2=$(IMEM_LOG2) \
  $(CORE_PARAMETERS:-G%=%)
.PHONY: hardware
hardware: $(SYNTH_REPORT) $(CELL_FILES) $(RTL_HDRS)
	$(Q)energy/netlist/hardware.sh $(SYNTH_REPORT) $(CELLS) $(BUILD)/hardware '$(IDENTITY)' \
	  '$(strip $(HARDWARE_SETTINGS))' '$(RTL_INCS)' -- $(HARDWARE_FILES)

.PHONY: synth
check-build: $(SYNTH_REPORT) $(CELL_FILES) $(RECORDER) $(CHARACTERISE)
synth: $(SYNTH_REPORT) $(SYNTH_NETLISTS)
	$(Q)energy/netlist/synth.sh $(SYNTH_REPORT) $(SYNTH) docs/reference/synthesis.md $(SYNTH_FORMATS)
