# `make rtl-package`: a folder for the projects of others: the sources of rg_top with their generated
# headers, two benches, a core description of FuseSoC and the register map as IP-XACT.
PACKAGE       := $(BUILD)/rtl-package
PACKAGE_BENCH := $(addprefix tests/rtl/,bench.vh reset.v cycle_limit.v)
PACKAGE_FILES := $(RTL_SRCS) rtl/waivers.vlt $(PACKAGE_BENCH) $(patsubst $(GEN)/%,rtl/include/%,$(RTL_HDRS))

.PHONY: rtl-package
rtl-package: $(ISA_GEN) $(RTL_FILES) $(GEN)/retrograd.xml
	$(say) GEN $(PACKAGE)
	$(Q)rm -rf $(PACKAGE) && mkdir -p $(PACKAGE)/rtl/include
	$(Q)cp --parents $(RTL_SRCS) rtl/waivers.vlt $(filter rtl/%,$(RTL_HDRS)) $(PACKAGE_BENCH) LICENSE $(PACKAGE)
	$(Q)cp $(filter $(GEN)/%,$(RTL_HDRS)) $(PACKAGE)/rtl/include
	$(Q)cp $(GEN)/retrograd.xml $(PACKAGE)
	$(Q)$(ISA_GEN) core $(VERSION) $(PACKAGE_FILES) > $(PACKAGE)/retrograd.core
