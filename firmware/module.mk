# Firmware: assembled at address 0 into C tables, with the self-test's signatures from the reference
# engine.
FIRMWARE_LIB  := $(BUILD)/lib/libfirmware.a
FIRMWARE_LINK := $(BUILD)/bin/firmware-link
FIRMWARE_SRCS := $(wildcard firmware/*.s) firmware/mailbox.def
FIRMWARE_GEN  := $(GEN)/firmware_image.c $(GEN)/firmware_image.h

# The linker needs the reference engine alone, so it is built before (and without) the Verilated
# core.
FIRMWARE_LINK_OBJS := $(BUILD)/obj/firmware/link.o $(BUILD)/obj/firmware/board.o \
  $(BUILD)/obj/firmware/others.o $(BUILD)/obj/firmware/engine_fast.o

$(BUILD)/obj/firmware/engine_fast.o: sim/engine.c
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(CPPFLAGS) -DRG_ENGINE_FAST_ONLY $(CFLAGS) -MMD -MP -c $< -o $@

FIRMWARE_FAST_OBJS := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard sim/fast/*.c))

$(FIRMWARE_LINK): $(FIRMWARE_LINK_OBJS) $(FIRMWARE_FAST_OBJS) $(COMPILER_LIB) $(ISA_LIB)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

# One run writes both files; the header is written last.
$(GEN)/firmware_image.c: $(GEN)/firmware_image.h
$(GEN)/firmware_image.h: $(FIRMWARE_LINK) $(FIRMWARE_SRCS)
	@mkdir -p $(@D)
	$(say) FIRMW $@
	$(Q)$(FIRMWARE_LINK) $(XLEN) $(FRAC) $(FLOAT_BITS) $(GEN)/firmware_image.c $(GEN)/firmware_image.h

$(BUILD)/obj/firmware/image.o: $(GEN)/firmware_image.c $(GEN)/firmware_image.h
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

$(FIRMWARE_LIB): $(BUILD)/obj/firmware/image.o $(BUILD)/obj/firmware/board.o
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)$(AR) rcs $@ $^

# Whoever includes the generated header needs it first.
$(BUILD)/obj/tests/unit/test_firmware.o $(DRIVER_OBJS): | $(GEN)/firmware_image.h

# Libraries of the language, where the compiler of this build looks for them.
LIBRARY_COPIES := $(patsubst firmware/lib/%,$(BUILD)/share/retrograd/lib/%,$(wildcard firmware/lib/*.rg))
$(BUILD)/share/retrograd/lib/%.rg: firmware/lib/%.rg
	@mkdir -p $(@D)
	$(Q)cp $< $@
all: $(LIBRARY_COPIES)
