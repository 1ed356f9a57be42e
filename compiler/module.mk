LDLIBS        += -lelf
COMPILER_LIB  := $(BUILD)/lib/libcompiler.a
# Every file of every folder.
COMPILER_SRCS := $(sort $(wildcard compiler/*.c compiler/*/*.c))
COMPILER_OBJS := $(COMPILER_SRCS:%.c=$(BUILD)/obj/%.o)

$(COMPILER_LIB): $(COMPILER_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# The names of the library that every program has.
$(GEN)/base_names.h: firmware/lib/base.rg
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)sed -n 's/^@fn \([a-z0-9_]*\)(.*/"\1",/p' $< > $@.part && mv $@.part $@
$(BUILD)/obj/compiler/syntax/base_calls.o: $(GEN)/base_names.h

# What emitted C includes, as text in the compiler.
EMIT_C_PARTS := $(wildcard compiler/emit_c/runtime*) $(wildcard isa/num/*.[ch]) isa/isa.def \
  isa/traps.def isa/num/uops.def
$(GEN)/emit_c_runtime.h: $(GEN)/rg_num_code.h $(EMIT_C_PARTS)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)perl compiler/emit_c/runtime.pl $< > $@.part && mv $@.part $@
$(BUILD)/obj/compiler/emit_c/emit_c.o: $(GEN)/emit_c_runtime.h
