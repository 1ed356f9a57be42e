ISA_LIB  := $(BUILD)/lib/libisa.a
ISA_OBJS := $(BUILD)/obj/isa/isa.o

$(ISA_LIB): $(ISA_OBJS)
	@mkdir -p $(@D)
	$(AR) rcs $@ $^
