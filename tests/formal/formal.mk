# The proofs. `make formal` runs all at the configured width; `make formal-quick` those that take less than five minutes.
.PHONY: formal formal-quick
formal: $(GEN)/rg_isa.vh
	XLEN=$(XLEN) FRAC=$(FRAC) tests/formal/run.sh $(BUILD) full

formal-quick: $(GEN)/rg_isa.vh
	XLEN=$(XLEN) FRAC=$(FRAC) tests/formal/run.sh $(BUILD) quick
