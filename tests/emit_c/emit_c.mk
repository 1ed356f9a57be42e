# Emitted C beside the machine.
EMIT_C_TEST := $(BUILD)/tests/property/test_emit_c
EMIT_C_OBJS := $(BUILD)/obj/tests/emit_c/twin.o
$(EMIT_C_OBJS): | $(GEN)/firmware_image.h
$(EMIT_C_TEST): $(EMIT_C_OBJS) $(ORACLE_OBJS)
$(EMIT_C_TEST): LINK_ALL := $(EMIT_C_OBJS) $(ORACLE_OBJS) $(LINK_ALL)

# A long campaign, in parts: make soak-emit-c PROGRAMS=100000 PROGRAMS_SEED=1 [PLAIN=1]
.PHONY: soak-emit-c
soak-emit-c: $(EMIT_C_TEST)
	@PLAIN=$(PLAIN) tests/soak.sh $(BUILD) emit_c $(PROGRAMS) $(PROGRAMS_SEED)
