# Reversible gate library: netlists, structural check, tests and proofs. `make gates gates-test
# gates-formal`
GATES     := $(BUILD)/gates
GATES_DIR := tests/reversible
GATES_RTL := $(wildcard rtl/reversible/*.v)

GATES_DIRECTED := rg_ripple_adder rg_ripple_adder_carry rg_lookahead_adder rg_controlled_adder \
                  rg_multiply_accumulate rg_log_multiply
GATES_SELF     := rg_swap rg_controlled_swap

# Netlists are named MODULE-N-INVERSE.json.
gates_named = $(foreach m,$(1),$(foreach n,$(2),$(foreach i,$(3),$(GATES)/$(m)-$(n)-$(i).json)))
GATES_TABLE := $(call gates_named,$(GATES_DIRECTED) $(GATES_SELF),8 16 32 64,0)
# Small widths are run through all inputs; odd ones meet the irregular shapes of the lookahead tree.
GATES_TESTED := $(call gates_named,$(GATES_DIRECTED),8 32 64,0 1) $(call gates_named,$(GATES_SELF),8 32 64,0) \
                $(call gates_named,rg_multiply_accumulate,5 6,0 1) \
                $(call gates_named,rg_lookahead_adder,4 5 6 7 13 33,0 1)
GATES_MUTANTS := fan_out plain_logic irreversible_gate dirty_ancilla constant dropped_line two_sources \
                 false_name garbage loop
GATES_FAULTY  := $(GATES_MUTANTS:%=$(GATES)/mutants/%.json)

$(GATES)/mutants/%.json: $(GATES_DIR)/mutants/%.v $(GATES_RTL) $(GATES_DIR)/synthesise.sh
	$(say) YOSYS $*
	$(Q)$(GATES_DIR)/synthesise.sh $@ $* - $<

$(GATES)/%.json: $(GATES_RTL) $(GATES_DIR)/synthesise.sh
	$(say) YOSYS $*
	$(Q)$(GATES_DIR)/synthesise.sh $@ $(word 1,$(subst -, ,$*)) \
	  "N=$(word 2,$(subst -, ,$*)) $(if $(filter $(GATES_SELF),$(word 1,$(subst -, ,$*))),,INVERSE=$(word 3,$(subst -, ,$*)))"

GATES_OBJS := $(patsubst %.c,$(BUILD)/obj/%.o,$(addprefix $(GATES_DIR)/,kind.c netlist.c simulate.c))

$(BUILD)/bin/gate-checker: $(BUILD)/obj/$(GATES_DIR)/checker.o $(GATES_OBJS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(LDFLAGS) $^ -ljansson -o $@

$(BUILD)/gates/test_gates: $(BUILD)/obj/$(GATES_DIR)/test_gates.o $(BUILD)/obj/$(GATES_DIR)/units.o $(GATES_OBJS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(LDFLAGS) $^ -ljansson -lcmocka -o $@

$(GATES)/bench: $(GATES_DIR)/bench.v $(GATES_RTL)
	@mkdir -p $(@D)
	$(say) ICARUS $@
	$(Q)iverilog -g2005 -Wall -s bench -o $@ $^

GATES_PROOFS := $(addprefix $(GATES_DIR)/,formal.sh prove.sh proofs.v) $(wildcard $(GATES_DIR)/mutants/*.v)

# The proofs of `make test`, again only after a change.
$(GATES)/formal-quick.log: $(GATES_RTL) $(GATES_PROOFS)
	@mkdir -p $(@D)
	$(say) PROVE 'reversible units'
	$(Q)$(GATES_DIR)/formal.sh $(GATES)/formal quick >$@.tmp || { cat $@.tmp; exit 1; }
	$(Q)mv $@.tmp $@

.PHONY: gates gates-test gates-test-build gates-formal gates-formal-quick
# Gates, ancillas and depth of each unit, from its netlist; also as $(BUILD)/gates/figures.json.
gates: $(GATES_TABLE) $(BUILD)/bin/gate-checker
	$(Q)$(BUILD)/bin/gate-checker -j $(GATES)/figures.json $(GATES_TABLE)

gates-test-build: $(BUILD)/bin/gate-checker $(GATES_TESTED) $(GATES_FAULTY) $(GATES)/test_gates $(GATES)/bench
check-build: gates-test-build
gates-test: gates-test-build $(GATES)/formal-quick.log
	$(Q)RETROGRAD_BUILD=$(BUILD) $(GATES)/test_gates
	$(Q)timeout 60 vvp -n $(GATES)/bench
	$(Q)cat $(GATES)/formal-quick.log

gates-formal-quick: $(GATES)/formal-quick.log
	$(Q)cat $(GATES)/formal-quick.log

# The library has no waivers.
.PHONY: gates-lint
lint: gates-lint
gates-lint:
	$(say) LINT 'reversible units'
	$(Q)for m in $(GATES_DIRECTED); do for i in 0 1; do \
	  verilator --lint-only -Wall -GN=32 -GINVERSE=$$i --top-module $$m $(GATES_RTL) || exit 1; done; done
	$(Q)for m in $(GATES_SELF); do verilator --lint-only -Wall -GN=32 --top-module $$m $(GATES_RTL) || exit 1; done

# These proofs are part of all proofs.
formal: gates-formal
formal-quick: gates-formal-quick
gates-formal:
	$(GATES_DIR)/formal.sh $(GATES)/formal
