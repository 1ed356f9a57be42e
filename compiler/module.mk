# The front end: every file of these folders.
FRONT_SRCS := compiler/rgc.c $(sort $(wildcard compiler/syntax/*.c compiler/front/*.c compiler/functional/*.c))

LDLIBS        += -lelf
COMPILER_LIB  := $(BUILD)/lib/libcompiler.a
COMPILER_SRCS := compiler/object.c compiler/folder.c compiler/digits.c compiler/elf_read.c compiler/elf_write.c compiler/opt/sizes.c \
  compiler/ir/arena.c compiler/ir/build.c compiler/ir/validate.c compiler/ir/print.c compiler/ir/invert.c \
  compiler/ir/erase.c compiler/ir/blocks.c compiler/ir/call_graph.c compiler/ir/changes.c compiler/ir/slots.c \
  compiler/ir/text.c compiler/ir/names.c compiler/ir/lex.c compiler/ir/parse.c compiler/ir/parse_words.c \
  compiler/ir/parse_expr.c compiler/ir/parse_stmt.c \
  compiler/back/emit.c compiler/back/homes.c compiler/back/expr.c compiler/back/branch.c \
  compiler/back/stmt.c compiler/back/wide.c \
  compiler/back/control.c compiler/back/scopes.c compiler/back/places.c compiler/back/call.c compiler/back/array.c compiler/back/codegen.c \
  compiler/back/loops.c compiler/back/range.c compiler/back/hoist.c compiler/back/stream.c compiler/back/stream_plan.c \
  compiler/back/pools.c compiler/back/saves.c compiler/back/convention.c compiler/back/fold.c compiler/back/window.c \
  compiler/back/words.c compiler/back/checks.c compiler/back/ownership.c compiler/back/ownership_flow.c \
  compiler/opt/opt.c compiler/opt/clone.c compiler/opt/use.c compiler/opt/inline.c compiler/opt/counters.c \
  compiler/opt/constants.c compiler/opt/dead.c \
  compiler/nest/affine.c compiler/opt/iteration.c compiler/opt/comparison.c \
  compiler/opt/conditions.c compiler/opt/pieces.c compiler/opt/piece_read.c \
  compiler/opt/piece_index.c compiler/opt/piece_join.c compiler/opt/piece_emit.c \
  compiler/opt/shapes.c compiler/opt/branches.c compiler/opt/wholes.c \
  compiler/opt/pairs.c compiler/opt/moves.c compiler/opt/windows.c compiler/opt/sums.c \
  compiler/opt/copies.c compiler/opt/parts.c \
  compiler/opt/nests.c compiler/opt/narrow.c compiler/opt/undo.c compiler/opt/zeros.c compiler/opt/touch.c \
  compiler/opt/turn.c compiler/opt/expand.c compiler/opt/shared_parts.c compiler/opt/adopt.c \
  compiler/opt/alike.c \
  compiler/opt/reruns.c compiler/opt/fold.c compiler/opt/rejoin.c compiler/opt/same.c compiler/opt/lost.c \
  compiler/opt/ancilla.c compiler/opt/linear.c compiler/opt/own_reads.c \
  compiler/opt/stream.c compiler/opt/streams.c compiler/opt/beyond.c compiler/opt/exchanges.c \
  compiler/opt/index_checks.c compiler/opt/name_parts.c compiler/opt/choose.c \
  compiler/opt/choose_erase.c compiler/opt/choose_keep.c compiler/opt/price.c \
  compiler/asm/buffer.c compiler/asm/lex.c compiler/asm/instruction.c compiler/asm/assemble.c \
  compiler/asm/disassemble.c $(sort $(wildcard compiler/emit_c/*.c)) $(FRONT_SRCS)
COMPILER_OBJS := $(COMPILER_SRCS:%.c=$(BUILD)/obj/%.o)

$(COMPILER_LIB): $(COMPILER_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# What emitted C includes, as text in the compiler.
EMIT_C_PARTS := $(wildcard compiler/emit_c/runtime*) $(wildcard isa/num/*.[ch]) isa/isa.def isa/traps.def isa/num/uops.def
$(GEN)/emit_c_runtime.h: $(GEN)/rg_num_code.h $(EMIT_C_PARTS)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)perl compiler/emit_c/runtime.pl $< > $@.part && mv $@.part $@
$(BUILD)/obj/compiler/emit_c/emit_c.o: $(GEN)/emit_c_runtime.h
