# Circuits beside what their programs mean and what the machine does.
CIRCUIT_TEST := $(BUILD)/tests/property/test_circuit
CIRCUIT_OBJS := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tests/circuit/*.c))
$(CIRCUIT_TEST): $(CIRCUIT_OBJS)
$(CIRCUIT_TEST): LINK_ALL := $(CIRCUIT_OBJS) $(LINK_ALL)
