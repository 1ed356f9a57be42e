# Engines behind sim/engine.h.
include sim/fast/fast.mk

SIM_LIB  := $(BUILD)/lib/libsim.a
SIM_OBJS := $(BUILD)/obj/sim/engine.o $(FAST_OBJS)

$(SIM_LIB): $(SIM_OBJS)
	@mkdir -p $(@D)
	$(AR) rcs $@ $^
