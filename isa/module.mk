ISA_LIB  := $(BUILD)/lib/libisa.a
ISA_OBJS := $(addprefix $(BUILD)/obj/isa/,isa.o activity_groups.o machine.o accesses.o early_use.o board.o float_core.o)
ISA_OBJS += $(addprefix $(BUILD)/obj/isa/num/,num.o clocks.o simple.o program.o muldiv.o digits.o dual.o tables.o)
ISA_OBJS += $(addprefix $(BUILD)/obj/isa/num/float/,extended.o wide_word.o format.o exponential.o \
  logarithm.o angle.o trigonometry.o turns.o convert.o functions.o second.o float.o log_word.o steps.o \
  rom.o)

$(ISA_LIB): $(ISA_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)$(AR) rcs $@ $^

ISA_DEFS := $(wildcard isa/*.def)
ISA_GEN  := $(BUILD)/bin/isa-gen

ISA_GEN_SRCS := $(addprefix isa/,gen.c gen_bus.c gen_ipxact.c gen_core.c bus_map.c)

$(ISA_GEN): $(ISA_GEN_SRCS) $(ISA_LIB) $(ISA_DEFS) $(wildcard isa/*.h)
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(ISA_GEN_SRCS) $(ISA_LIB) -o $@

# Keep the time of a generated file that comes out the same, so that the models built from it stay.
renew = cmp -s $@.part $@ && rm $@.part || mv $@.part $@

$(GEN)/rg_isa.vh: $(ISA_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(ISA_GEN) verilog > $@.part && { $(renew); }

# What the core with Float has of the operations.
$(GEN)/rg_float_core.vh: $(ISA_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(ISA_GEN) float-core > $@.part && { $(renew); }

# What the parameters of rg_top may be.
$(GEN)/rg_limits.vh: $(ISA_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(ISA_GEN) limits > $@.part && { $(renew); }

# The register map for the tools of integrators.
$(GEN)/retrograd.xml: $(ISA_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(ISA_GEN) ipxact > $@.part && { $(renew); }

docs/reference/isa-tables.md: $(ISA_GEN)
	$(say) GEN $@
	$(Q)$(ISA_GEN) tables > $(BUILD)/isa-tables.part && mv $(BUILD)/isa-tables.part $@

.PHONY: docs
docs: docs/reference/isa-tables.md

# Micro-programs and tables of the function unit (MPFR), for C and for the RTL.
NUM_GEN := $(BUILD)/bin/num-gen

NUM_GEN_SRCS := isa/gen_num.c isa/schedule.c
$(NUM_GEN): $(NUM_GEN_SRCS) isa/schedule.h isa/isa.h isa/num/code.h $(ISA_DEFS) $(wildcard isa/num/*.def)
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(NUM_GEN_SRCS) -o $@ -lmpfr -lgmp

$(GEN)/rg_num_code.h: $(NUM_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(NUM_GEN) c > $@.part && mv $@.part $@
$(GEN)/rg_uops.vh: $(NUM_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(NUM_GEN) uops > $@.part && { $(renew); }
$(GEN)/rg_num_rom.vh: $(NUM_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(NUM_GEN) rom > $@.part && { $(renew); }
$(GEN)/rg_micro.vh: $(NUM_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(NUM_GEN) micro > $@.part && { $(renew); }
$(GEN)/rg_micro_pairs.vh: $(NUM_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(NUM_GEN) pairs > $@.part && { $(renew); }

$(BUILD)/obj/isa/num/tables.o: $(GEN)/rg_num_code.h

# Constants of the floating-point functions (MPFR).
FLOAT_GEN := $(BUILD)/bin/float-gen
$(FLOAT_GEN): isa/gen_float.c
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) isa/gen_float.c -o $@ -lmpfr -lgmp
$(GEN)/rg_float_rom.h: $(FLOAT_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(FLOAT_GEN) > $@.part && mv $@.part $@
$(BUILD)/obj/isa/num/float/rom.o: $(GEN)/rg_float_rom.h

# Micro-programs of the core with Float: what the functions in C do, written down as it is done.
STEPS_GEN  := $(BUILD)/bin/steps-gen
STEPS_DIR  := $(BUILD)/obj/isa/traced
TRACED     := $(addprefix $(STEPS_DIR)/,exponential.o logarithm.o angle.o trigonometry.o functions.o)
STEPS_OBJS := $(TRACED) $(addprefix $(BUILD)/obj/isa/,gen_steps.o float_program.o float_plan.o trace.o) \
  $(addprefix $(BUILD)/obj/isa/num/float/,extended.o turns.o steps.o rom.o)
$(TRACED): $(STEPS_DIR)/%.o: isa/num/float/%.c $(wildcard isa/*.def isa/num/float/*.h isa/num/float/*.def)
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -DRG_TRACES -include isa/num/float/traced.h -c $< -o $@
$(STEPS_GEN): $(STEPS_OBJS)
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@
# What rtl/float includes.
FLOAT_HDRS := $(addprefix $(GEN)/rg_float_,programs.vh steps.vh memory.vh tables.vh turns.vh eighth.vh)
STEPS_HDRS := $(FLOAT_HDRS) $(GEN)/rg_float_clocks.h
$(STEPS_HDRS): $(GEN)/rg_float_%: $(STEPS_GEN)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)$(STEPS_GEN) $(basename $*) > $@.part && { $(renew); }
$(BUILD)/obj/isa/float_core.o: $(GEN)/rg_float_clocks.h

CLOCKS_GEN := $(BUILD)/bin/clocks-gen
$(CLOCKS_GEN): isa/gen_clocks.c $(ISA_LIB) $(ISA_DEFS)
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) isa/gen_clocks.c $(ISA_LIB) -o $@ -lm
docs/reference/numerics-clocks.md: $(CLOCKS_GEN)
	$(say) GEN $@
	$(Q)$(CLOCKS_GEN) > $(BUILD)/numerics-clocks.part && mv $(BUILD)/numerics-clocks.part $@
docs: docs/reference/numerics-clocks.md

include rtl/alu/alu.mk

# The committed tables must be those that the description gives.
.PHONY: docs-tables
docs-check: docs-tables
docs-tables: $(ISA_GEN) $(CLOCKS_GEN)
	@$(ISA_GEN) tables | cmp - docs/reference/isa-tables.md || { echo 'docs/reference/isa-tables.md is out of date: run make docs' >&2; exit 1; }
	@$(CLOCKS_GEN) | cmp - docs/reference/numerics-clocks.md || { echo 'docs/reference/numerics-clocks.md is out of date: run make docs' >&2; exit 1; }
