# The reference engine and the random programs run against it: objects of the library of engines.
FAST_OBJS := $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out sim/lockstep/cosim.c,$(wildcard sim/fast/*.c sim/lockstep/*.c)))

# What the engine is built for; its test compares what it says.
$(BUILD)/obj/sim/fast/engine.o $(BUILD)/obj/tests/unit/test_machine_identity.o: CPPFLAGS += \
  -DRG_XLEN=$(XLEN) -DRG_FRAC=$(FRAC) -DRG_DMEM_LOG2=$(DMEM_LOG2) -DRG_IMEM_LOG2=$(IMEM_LOG2) -DRG_CORE=$(CORE_LIST) -DRG_FLOAT=$(FLOAT_BITS)

# The loop of the fast path begins with a line of the cache: what it costs must not hang on what stands before it.
$(BUILD)/obj/sim/fast/run.o $(BUILD)/obj/sim/fast/run_watching.o: CFLAGS += -falign-loops=64

include sim/lockstep/lockstep.mk
