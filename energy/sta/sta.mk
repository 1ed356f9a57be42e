# A second opinion on timing: `make sta` (docs/reference/synthesis.md). Cells of qflow-tech-osu018,
# paths of OpenSTA, both Debian's. STA_FOLDER=folder STA_TOP=module adds a core of others, all
# Verilog files of that folder, with STA_CLOCK and STA_PARAMETERS="NAME=VALUE ..".
STA_OUT   := $(BUILD)/sta
STA_NAMES ?= $(shell cut -d' ' -f1 energy/sta/designs)
STA_CLOCK ?= clk
STA_PARAMETERS ?= -

$(STA_OUT)/%.row: energy/sta/sta.sh energy/sta/designs $(GATE_SRCS) $(RTL_HDRS)
	$(say) STA $*
	$(Q)set -- $$(grep '^$* ' energy/sta/designs); name=$$1; top=$$2; clock=$$3; shift 3; \
	  energy/sta/sta.sh $(STA_OUT) $$name $$top $$clock "$${*:--}" $(RTL_INCS) $(GATE_SRCS)

.PHONY: sta sta-other
sta: deps-sta
	$(Q)$(MAKE) --no-print-directory $(JOBS) $(STA_NAMES:%=$(STA_OUT)/%.row) $(if $(STA_FOLDER),sta-other)
	$(Q)energy/sta/table.sh docs/reference/synthesis.md $(STA_NAMES:%=$(STA_OUT)/%.row) \
	  $(if $(STA_FOLDER),$(STA_OUT)/other-$(STA_TOP).row)

sta-other:
	$(say) STA $(STA_TOP)
	$(Q)energy/sta/other.sh $(STA_OUT) '$(STA_FOLDER)' '$(STA_TOP)' '$(STA_CLOCK)' '$(STA_PARAMETERS)'

.PHONY: deps-sta
deps-sta:
	@./install-deps sta
