# Place and route on an iCE40 HX8K: `make place` (docs/reference/synthesis.md). nextpnr-ice40 is
# Debian's; the build does not need it.
PLACED := $(BUILD)/place
PLACE_SRCS := $(wildcard rtl/reversible/*.v rtl/core/*.v rtl/grad/*.v rtl/mem/*.v) $(RTL_ALU)
PLACE_NAMES := $(shell cut -d' ' -f1 energy/place/designs)

$(PLACED)/%.json: energy/place/place.sh energy/place/designs $(PLACE_SRCS) $(RTL_HDRS)
	$(say) PLACE $*
	$(Q)set -- $$(grep '^$* ' energy/place/designs); name=$$1; top=$$2; shift 2; \
	  energy/place/place.sh $(PLACED) $$name $$top "$$*" $(RTL_INCS) $(PLACE_SRCS)

.PHONY: place
place: deps-place
	$(Q)$(MAKE) --no-print-directory $(JOBS) $(PLACE_NAMES:%=$(PLACED)/%.json)
	$(Q)energy/place/table.sh docs/reference/synthesis.md $(PLACE_NAMES:%=$(PLACED)/%.json)

.PHONY: deps-place
deps-place:
	@./install-deps place
