# The reference engine and the random programs run against it: objects of the library of engines.
FAST_OBJS := $(patsubst %.c,$(BUILD)/obj/%.o,$(filter-out sim/lockstep/cosim.c,$(wildcard sim/fast/*.c sim/lockstep/*.c)))

# What the engine is built for; its test compares what it says.
$(BUILD)/obj/sim/fast/engine.o $(BUILD)/obj/tests/unit/test_machine_identity.o: CPPFLAGS += $(MACHINE_DEFINES)

# The loop of the fast path begins with a line of the cache: what it costs must not hang on what stands before it.
$(BUILD)/obj/sim/fast/run.o $(BUILD)/obj/sim/fast/run_watching.o: CFLAGS += -falign-loops=64

include sim/lockstep/lockstep.mk
