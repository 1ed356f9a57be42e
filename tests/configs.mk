# The tests in other word formats: each configuration is built in a folder of its own.
CONFIGS ?= 64/43 64/36 32/16
CONFIG_BUILDS := $(foreach c,$(CONFIGS),$(BUILD)/config-$(subst /,-,$(c)))

.PHONY: test-configs test-configs-build
test-configs-build: deps
	$(Q)for c in $(CONFIGS); do echo "building $$c"; \
	  $(MAKE) --no-print-directory $(JOBS) XLEN=$${c%/*} FRAC=$${c#*/} BUILD=$(BUILD)/config-$${c%/*}-$${c#*/} test-build || exit 1; done
test-configs: test-configs-build
	@MAKE='$(MAKE) --no-print-directory' tests/configs.sh $(CONFIG_BUILDS)

# The pipelined core: all of these tests, and lockstep and function unit of its variants.
PIPELINED := $(BUILD)/pipelined
# MULTIPLIER-GRAD_LANES-DIGITS, with shared lanes
PIPELINED_VARIANTS := iterative-shared-1 parallel-shared-4
.PHONY: test-pipelined test-pipelined-build
test-pipelined-build: deps
	$(Q)$(MAKE) --no-print-directory $(JOBS) CORE=pipelined BUILD=$(PIPELINED) test-build
	$(Q)for v in $(PIPELINED_VARIANTS); do b=$(PIPELINED)-$$v; $(MAKE) --no-print-directory $(JOBS) CORE=pipelined BUILD=$$b \
	  MULTIPLIER=$${v%%-*} GRAD_LANES=shared DIGITS=$${v##*-} $$b/tests/property/test_cosim $$b/tests/property/test_rtl_num || exit 1; done
test-pipelined: test-pipelined-build
	@MAKE='$(MAKE) --no-print-directory' tests/configs.sh $(PIPELINED)
	$(Q)for v in $(PIPELINED_VARIANTS); do $(PIPELINED)-$$v/tests/property/test_cosim && $(PIPELINED)-$$v/tests/property/test_rtl_num || exit 1; done
