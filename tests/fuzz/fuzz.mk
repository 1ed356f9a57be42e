# Fuzzing: `make fuzz` with libFuzzer (needs clang), `make fuzz-replay` runs the committed inputs
# with the compiler of the build.
FUZZ_SECONDS ?= 60
FUZZ_CC      ?= clang
FUZZ_TARGETS ?= $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_SAN     := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
# A small machine: it is scanned and cleared again and again.
FUZZ_SIZES   := -DRG_XLEN=$(XLEN) -DRG_FRAC=$(FRAC) -DRG_DMEM_LOG2=12 -DRG_IMEM_LOG2=13 \
  -DRG_CORE=$(CORE_LIST) -DRG_FLOAT=$(FLOAT_BITS) -DRG_TANGENTS=$(TANGENTS) -DRG_ENGINE_MACHINE='"$(IDENTITY)"'
FUZZ_LIB_SRCS = $(wildcard isa/isa.c isa/activity_groups.c isa/machine.c isa/accesses.c isa/early_use.c \
  isa/board.c isa/float_core.c isa/num/*.c isa/num/float/*.c errors/*.c \
  sim/fast/*.c sim/engine.c sim/load.c sim/replica.c sim/board/*.c firmware/board.c) \
  $(COMPILER_SRCS) $(DRIVER_SRCS) $(VALUE_SRCS) $(wildcard host-driver/gdb/*.c) host-driver/lsp/frame.c \
  tests/fuzz/device.c
FUZZ_GEN      = $(GEN)/firmware_image.h $(GEN)/firmware_image.c $(GEN)/energy_files.h $(GEN)/rg_num_code.h \
  $(GEN)/rg_float_rom.h $(GEN)/rg_float_clocks.h $(GEN)/emit_c_runtime.h

# $(1): folder below $(BUILD), $(2): compiler, $(3): flags of a library object, $(4): flags of a
# target and of its link.
define fuzz_flavour
$(BUILD)/$(1)/obj/%.o: %.c | $$(FUZZ_GEN)
	@mkdir -p $$(@D)
	$$(Q)$(2) $$(CPPFLAGS) -DRG_ENGINE_FAST_ONLY $$(FUZZ_SIZES) -std=c17 -O1 -g $$(FUZZ_SAN) $(3) -MMD -MP -c $$< -o $$@
$(BUILD)/$(1)/obj/image.o: $$(GEN)/firmware_image.c | $$(FUZZ_GEN)
	@mkdir -p $$(@D)
	$$(Q)$(2) $$(CPPFLAGS) -std=c17 -O1 -c $$< -o $$@
$(BUILD)/$(1)/libfuzzed.a: $$(FUZZ_LIB_SRCS:%.c=$(BUILD)/$(1)/obj/%.o) $(BUILD)/$(1)/obj/image.o
	$$(say) AR $$@
	$$(Q)rm -f $$@ && $$(AR) rcs $$@ $$^
$(BUILD)/$(1)/%: $(BUILD)/$(1)/obj/tests/fuzz/fuzz_%.o $(5) $(BUILD)/$(1)/libfuzzed.a
	$$(say) LINK $$@
	$$(Q)$(2) $$(FUZZ_SAN) $(4) $$^ -lyaml -ljansson -lelf -lm -o $$@
-include $$(shell find $(BUILD)/$(1)/obj -name '*.d' 2>/dev/null)
endef
$(eval $(call fuzz_flavour,fuzz,$(FUZZ_CC),-fsanitize=fuzzer-no-link,-fsanitize=fuzzer,))
$(eval $(call fuzz_flavour,replay,$(CC),,,$(BUILD)/replay/obj/tests/fuzz/replay.o))
.PRECIOUS: $(BUILD)/fuzz/obj/%.o $(BUILD)/replay/obj/%.o

# Inputs of a target: its corpus, and what the repository has of its kind anyway.
FUZZ_PROGRAMS         := examples tests/conformance tests/golden
FUZZ_INPUTS_compile   := $(foreach folder,$(FUZZ_PROGRAMS),$(wildcard $(folder)/*.rg))
FUZZ_INPUTS_program   := $(FUZZ_INPUTS_compile)
FUZZ_INPUTS_assembly  := $(wildcard firmware/*.s)
FUZZ_INPUTS_ir         := $(wildcard tests/golden/*.ir tests/passes/*/*.ir)
FUZZ_INPUTS_technology := $(wildcard energy/*.yaml)
fuzz_inputs = $(FUZZ_INPUTS_$(1)) $(wildcard tests/fuzz/corpus/$(1)/*)

.PHONY: fuzz fuzz-build fuzz-replay fuzz-replay-build
fuzz-build: $(FUZZ_TARGETS:%=$(BUILD)/fuzz/%)
# Inputs found go to $(BUILD)/fuzz/found; a crash leaves its input in $(BUILD)/fuzz/crash-*.
fuzz: fuzz-build
	@for target in $(FUZZ_TARGETS); do \
	  mkdir -p $(BUILD)/fuzz/found/$$target; \
	  $(BUILD)/fuzz/$$target -max_total_time=$(FUZZ_SECONDS) -timeout=20 -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1 \
	    -artifact_prefix=$(BUILD)/fuzz/crash-$$target- -verbosity=0 -close_fd_mask=1 \
	    $$(case $$target in compile|program) echo -dict=tests/fuzz/source.dict;; esac) \
	    $(BUILD)/fuzz/found/$$target tests/fuzz/corpus/$$target || exit 1; \
	done
fuzz-replay-build: $(FUZZ_TARGETS:%=$(BUILD)/replay/%)
# FUZZ_EVERY=3: every third input, the first one among them.
FUZZ_EVERY ?= 1
fuzz_replayed = $(shell printf '%s\n' $(call fuzz_inputs,$(1)) | awk 'NR % $(FUZZ_EVERY) == 1 % $(FUZZ_EVERY)')
fuzz-replay: fuzz-replay-build
	@$(foreach target,$(FUZZ_TARGETS),$(BUILD)/replay/$(target) $(call fuzz_replayed,$(target)) \
	  || { echo "fuzz-replay: $(target) fails"; exit 1; };)
	@echo "fuzz-replay: $(words $(foreach target,$(FUZZ_TARGETS),$(call fuzz_replayed,$(target)))) inputs of $(words $(FUZZ_TARGETS)) targets"
check-build: fuzz-replay-build
test-build: $(BUILD)/replay/compile

REPORT_OBJS := $(addprefix $(BUILD)/obj/host-driver/cli/,report_json.o energy_json.o report_compound.o digits_json.o)
# The n-th call fails (tests/unit/test_failures.c): the linker puts the test between the product and
# these.
FAILING := malloc calloc realloc strdup free fopen open_memstream fread fclose rename open close \
  elf_begin elf_newscn elf_newdata elf64_newehdr elf_update
$(BUILD)/tests/unit/test_failures: LDFLAGS += $(FAILING:%=-Wl,--wrap=%) $(REPORT_OBJS)
$(BUILD)/tests/unit/test_failures: | $(REPORT_OBJS)
$(BUILD)/obj/tests/unit/test_failures.o: | $(FUZZ_GEN)
