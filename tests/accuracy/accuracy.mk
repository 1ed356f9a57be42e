# The accuracy campaign: ROUNDS random operands and all special ones for every function in each of
# three configurations, against MPFR. FUNCTION= takes one name of the table printed, CONFIG=64/36
# one configuration. Then the RTL runs against the C reference at RTL_ROUNDS operands
# (OPERATION=name).
ROUNDS ?= 10000000
RTL_ROUNDS ?= 1000000
CAMPAIGN := $(BUILD)/tests/accuracy/accuracy

$(CAMPAIGN): $(BUILD)/obj/tests/accuracy/accuracy.o $(ISA_LIB)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(LDFLAGS) $< $(ISA_LIB) -lmpfr -lgmp -lm -o $@

.PHONY: campaign campaign-rtl
campaign: $(CAMPAIGN)
	$(CAMPAIGN) $(ROUNDS) '$(FUNCTION)' $(CONFIG)
campaign-rtl: $(RTL_NUM)
	RG_NUM_ROUNDS=$(RTL_ROUNDS) RG_NUM_ONLY=$(OPERATION) $(RTL_NUM)

# The floating-point functions: FLOAT_ROUNDS random operands for each, or for one with FUNCTION=fexp.
FLOAT_ROUNDS ?= 10000000
CAMPAIGN_FLOAT := $(BUILD)/tests/accuracy/float

$(CAMPAIGN_FLOAT): $(BUILD)/obj/tests/accuracy/float.o $(ISA_LIB)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(LDFLAGS) $< $(ISA_LIB) -lmpfr -lgmp -lm -o $@

.PHONY: campaign-float
campaign-float: $(CAMPAIGN_FLOAT)
	$(CAMPAIGN_FLOAT) $(FLOAT_ROUNDS) $(FUNCTION)
