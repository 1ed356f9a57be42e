-include compiler/front/front.mk

LDLIBS        += -lelf
COMPILER_LIB  := $(BUILD)/lib/libcompiler.a
COMPILER_SRCS := compiler/object.c compiler/elf_read.c \
  compiler/ir/arena.c compiler/ir/build.c compiler/asm/buffer.c compiler/asm/lex.c compiler/asm/instruction.c compiler/asm/assemble.c \
  compiler/asm/disassemble.c $(FRONT_SRCS)
COMPILER_OBJS := $(COMPILER_SRCS:%.c=$(BUILD)/obj/%.o)

$(COMPILER_LIB): $(COMPILER_OBJS)
	@mkdir -p $(@D)
	$(AR) rcs $@ $^
