# The tests in other word formats: each configuration is built in a folder of its own.
CONFIGS ?= 64/43 64/36 32/16
CONFIG_BUILDS := $(foreach c,$(CONFIGS),$(BUILD)/config-$(subst /,-,$(c)))

.PHONY: test-configs test-configs-build
test-configs-build: deps
	$(Q)for c in $(CONFIGS); do echo "building $$c"; \
	  $(MAKE) --no-print-directory $(JOBS) XLEN=$${c%/*} FRAC=$${c#*/} BUILD=$(BUILD)/config-$${c%/*}-$${c#*/} check-build || exit 1; done
test-configs: test-configs-build
	@MAKE='$(SUBMAKE)' tests/configs.sh $(CONFIG_BUILDS)

# The other cores: all of these tests on the multicycle one; lockstep and function unit of the
# pipelined one where it has fewer multipliers.
CORES := $(BUILD)/core
# Whatever the variables of this build are
MULTICYCLE_CORE := CORE=multicycle MULTIPLIER=iterative GRAD_LANES=shared DIGITS=1 LANES=1 \
  FUNCTION_UNITS=1 BANKS=0 STAGES=2
# Both cores once without tangents
PLAIN_CORES   := pipelined multicycle
STAGED_CORE := CORE=pipelined MULTIPLIER=parallel GRAD_LANES=parallel DIGITS=4 LANES=1 \
  FUNCTION_UNITS=1 BANKS=0 STAGES=3
DEEP_CORE   := $(STAGED_CORE:STAGES=3=STAGES=5)
# The smallest of three stages and of five, in which other modules stand for tangents
STAGED_PLAIN := $(STAGED_CORE:DIGITS=4=DIGITS=1) TANGENTS=0
DEEP_PLAIN   := $(STAGED_PLAIN:STAGES=3=STAGES=5)
# MULTIPLIER-GRAD_LANES-DIGITS; and with lanes for streams
CORE_VARIANTS := iterative-shared-1 parallel-shared-4
CORE_LANES    := 2 4 8
# Function units for elements of streams; 64 of them take ten minutes to compile
CORE_UNITS    := 4 16
# Banks of data memory: alone, with lanes, with function units, with three or five stages, and on the
# multicycle core:
# BANKS-LANES-FUNCTION_UNITS-STAGES-CORE. Few of them, so that words of one element often meet.
CORE_BANKS    := $(foreach n,4-1-1-2 64-1-1-2 4-1-4-2 64-1-16-2 4-2-1-2 64-4-1-2 16-8-4-2 4-1-1-3 \
  4-1-1-5 128-1-1-2 256-1-1-2,$(n)-pipelined) 4-1-1-2-multicycle
bank_field     = $(1)=$$(echo $$n | cut -d- -f$(2))
banked_core    = $(call bank_field,BANKS,1) $(call bank_field,LANES,2) \
  $(call bank_field,FUNCTION_UNITS,3) $(call bank_field,STAGES,4) $(call bank_field,CORE,5)
STAGED_TESTS  := property/test_cosim property/test_cosim_streams \
  unit/test_core_streams unit/test_core_bus unit/test_fast_bus
.PHONY: test-cores test-cores-build
test-cores-build: deps
	$(Q)$(MAKE) --no-print-directory $(JOBS) $(MULTICYCLE_CORE) BUILD=$(CORES)-multicycle check-build
	$(Q)for v in $(CORE_VARIANTS); do b=$(CORES)-$$v; $(MAKE) --no-print-directory $(JOBS) CORE=pipelined BUILD=$$b \
	  MULTIPLIER=$${v%%-*} GRAD_LANES=shared DIGITS=$${v##*-} $$b/tests/property/test_cosim $$b/tests/property/test_rtl_num || exit 1; done
	$(Q)for n in $(CORE_LANES); do b=$(CORES)-lanes-$$n; $(MAKE) --no-print-directory $(JOBS) CORE=pipelined LANES=$$n BUILD=$$b \
	  $$b/tests/property/test_cosim $$b/tests/property/test_cosim_streams $$b/tests/unit/test_core_streams $$b/tests/property/test_order \
	  $$b/lib/retrograd/rtl.so || exit 1; done
	$(Q)for n in $(CORE_UNITS); do b=$(CORES)-units-$$n; $(MAKE) --no-print-directory $(JOBS) CORE=pipelined FUNCTION_UNITS=$$n BUILD=$$b \
	  $$b/tests/property/test_cosim $$b/tests/property/test_cosim_streams $$b/tests/unit/test_core_streams $$b/tests/unit/test_core_units || exit 1; done
	$(Q)for n in $(CORE_BANKS); do b=$(CORES)-banks-$$n; $(MAKE) --no-print-directory $(JOBS) $(banked_core) BUILD=$$b \
	  $$b/tests/property/test_cosim $$b/tests/property/test_cosim_streams $$b/tests/unit/test_core_streams \
	  $$b/tests/unit/test_core_units || exit 1; done
	$(Q)for c in $(PLAIN_CORES); do b=$(CORES)-$$c-plain; $(MAKE) --no-print-directory $(JOBS) CORE=$$c TANGENTS=0 BUILD=$$b \
	  $$b/tests/property/test_cosim $$b/tests/property/test_cosim_streams $$b/tests/unit/test_machine_identity || exit 1; done
	$(Q)b=$(CORES)-stages-3; $(MAKE) --no-print-directory $(JOBS) $(STAGED_CORE) BUILD=$$b $(STAGED_TESTS:%=$$b/tests/%)
	$(Q)b=$(CORES)-stages-5; $(MAKE) --no-print-directory $(JOBS) $(DEEP_CORE) BUILD=$$b $(STAGED_TESTS:%=$$b/tests/%)
	$(Q)b=$(CORES)-stages-3-plain; $(MAKE) --no-print-directory $(JOBS) $(STAGED_PLAIN) BUILD=$$b $$b/tests/property/test_cosim \
	  $$b/tests/property/test_cosim_streams
	$(Q)b=$(CORES)-stages-5-plain; $(MAKE) --no-print-directory $(JOBS) $(DEEP_PLAIN) BUILD=$$b $$b/tests/property/test_cosim \
	  $$b/tests/property/test_cosim_streams
test-cores: test-cores-build
	@MAKE='$(SUBMAKE)' tests/configs.sh $(CORES)-multicycle
	$(Q)for v in $(CORE_VARIANTS); do $(CORES)-$$v/tests/property/test_cosim && $(CORES)-$$v/tests/property/test_rtl_num || exit 1; done
	$(Q)for n in $(CORE_LANES); do b=$(CORES)-lanes-$$n/tests; $$b/property/test_cosim && $$b/property/test_cosim_streams && $$b/unit/test_core_streams && \
	  $$b/property/test_order || exit 1; done
	$(Q)for n in $(CORE_UNITS); do b=$(CORES)-units-$$n/tests; $$b/property/test_cosim && RG_RANDOM_STEPS=600 $$b/property/test_cosim_streams && \
	  $$b/unit/test_core_streams && $$b/unit/test_core_units || exit 1; done
	$(Q)for n in $(CORE_BANKS); do b=$(CORES)-banks-$$n/tests; $$b/property/test_cosim && $$b/property/test_cosim_streams && \
	  $$b/unit/test_core_streams && $$b/unit/test_core_units || exit 1; done
	$(Q)for c in $(PLAIN_CORES); do b=$(CORES)-$$c-plain/tests; $$b/property/test_cosim && $$b/property/test_cosim_streams && \
	  $$b/unit/test_machine_identity || exit 1; done
	$(Q)for n in 3 5; do for t in $(STAGED_TESTS); do $(CORES)-stages-$$n/tests/$$t || exit 1; done; done
	$(Q)for n in 3 5; do b=$(CORES)-stages-$$n-plain/tests; $$b/property/test_cosim && $$b/property/test_cosim_streams || exit 1; done

# The lockstep alone, linked with what it needs and no more: make check runs it on the multicycle
# core and on that of three stages too.
COSIM      := $(BUILD)/tests/cosim
COSIM_MAIN := $(BUILD)/obj/tests/cosim.o
COSIM_LINK := $(COSIM_MAIN) $(BUILD)/obj/firmware/engine_fast.o $(FAST_OBJS) $(COSIM_OBJS) $(SIM_RTL)/rtl_model.o \
  $(SIM_RTL)/run/verilated.o $(SIM_RTL)/run/verilated_threads.o $(ISA_LIB)
$(COSIM_MAIN): tests/property/test_cosim.c
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@
$(COSIM): $(COSIM_LINK)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $(COSIM_LINK) -lcmocka -lz -lpthread $(LDLIBS) -o $@

MULTICYCLE := $(BUILD)/multicycle
.PHONY: multicycle-lockstep
multicycle-lockstep:
	+$(Q)$(MAKE) --no-print-directory $(MULTICYCLE_CORE) BUILD=$(MULTICYCLE) $(MULTICYCLE)/tests/cosim
STAGED := $(BUILD)/stages
.PHONY: stages-lockstep
stages-lockstep:
	+$(Q)$(MAKE) --no-print-directory $(STAGED_CORE) BUILD=$(STAGED) $(STAGED)/tests/cosim
ifeq ($(CORE)-$(ENGINES),pipelined-all)
test-programs: multicycle-lockstep stages-lockstep
endif
