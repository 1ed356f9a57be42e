# Long random campaigns with new seeds every time; make test runs the same programs for a short while with fixed seeds.
NIGHTLY_STEPS ?= 5000000
NIGHTLY_TESTS := $(addprefix $(BUILD)/tests/property/test_stream_,step fast bus)

.PHONY: nightly
nightly: $(NIGHTLY_TESTS)
	@seed=$${NIGHTLY_SEED:-$$(date +%s)000000}; for test in $(NIGHTLY_TESTS); do \
	  echo "$$test, $(NIGHTLY_STEPS) instructions from seed $$seed"; \
	  RG_STREAM_STEPS=$(NIGHTLY_STEPS) RG_STREAM_SEED=$$seed $$test || exit 1; \
	done
