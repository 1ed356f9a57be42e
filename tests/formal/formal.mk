# The proofs. `make formal` runs all at the configured width; `make formal-quick` those that take
# less than five minutes.
.PHONY: formal formal-quick formal-some
formal: $(GEN)/rg_isa.vh
	XLEN=$(XLEN) FRAC=$(FRAC) tests/formal/run.sh $(BUILD) full

formal-quick: $(GEN)/rg_isa.vh
	XLEN=$(XLEN) FRAC=$(FRAC) tests/formal/run.sh $(BUILD) quick

# Only what concerns PROOFS, groups of instructions and other parts as in tests/formal/run.sh.
PROOFS ?= loop host
formal-some: $(GEN)/rg_isa.vh
	XLEN=$(XLEN) FRAC=$(FRAC) tests/formal/run.sh $(BUILD) quick '$(PROOFS)'

# All proofs in each of the standard formats, and those of the gate library: covers and seeded
# faults once, and in a second format of one XLEN only what depends on FRAC.
FORMAL_CONFIGS ?= 64/43 64/36 32/16
.PHONY: formal-configs
formal-configs: $(GEN)/rg_isa.vh gates-formal
	@widths=; for c in $(FORMAL_CONFIGS); do \
	  case "$$widths " in " ") what=full ;; *" $${c%/*} "*) what=rest ;; *) what=proofs ;; esac; widths="$$widths $${c%/*}"; \
	  echo "proofs at $$c"; XLEN=$${c%/*} FRAC=$${c#*/} tests/formal/run.sh $(BUILD) $$what || exit 1; done
