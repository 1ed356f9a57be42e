ISA_LIB  := $(BUILD)/lib/libisa.a
ISA_OBJS := $(BUILD)/obj/isa/isa.o

$(ISA_LIB): $(ISA_OBJS)
	@mkdir -p $(@D)
	$(AR) rcs $@ $^

ISA_DEFS := $(wildcard isa/*.def)
ISA_GEN  := $(BUILD)/bin/isa-gen

$(ISA_GEN): isa/gen.c $(ISA_LIB) $(ISA_DEFS)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) isa/gen.c $(ISA_LIB) -o $@

$(GEN)/rg_isa.vh: $(ISA_GEN)
	@mkdir -p $(@D)
	$(ISA_GEN) verilog > $@.part && mv $@.part $@

docs/isa-tables.md: $(ISA_GEN)
	$(ISA_GEN) tables > $(BUILD)/isa-tables.part && mv $(BUILD)/isa-tables.part $@

.PHONY: docs
docs: docs/isa-tables.md
