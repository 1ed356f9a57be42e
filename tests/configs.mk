# The tests in other word formats: each configuration is built in a folder of its own.
CONFIGS ?= 64/43 64/36 32/16
CONFIG_BUILDS := $(foreach c,$(CONFIGS),$(BUILD)/config-$(subst /,-,$(c)))

.PHONY: test-configs test-configs-build
test-configs-build: deps
	$(Q)for c in $(CONFIGS); do echo "building $$c"; \
	  $(MAKE) --no-print-directory $(JOBS) XLEN=$${c%/*} FRAC=$${c#*/} BUILD=$(BUILD)/config-$${c%/*}-$${c#*/} test-build || exit 1; done
test-configs: test-configs-build
	@MAKE='$(MAKE) --no-print-directory' tests/configs.sh $(CONFIG_BUILDS)
