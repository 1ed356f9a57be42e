# libretrograd and the retrograd command.
DRIVER_LIB  := $(BUILD)/lib/libdriver.a
# The readers of values of the command stand in a library so that their tests can reach them.
VALUE_LIB   := $(BUILD)/lib/libvalues.a
VALUE_SRCS  := $(addprefix host-driver/cli/,value.c compound.c value_file.c csv.c julia_array.c npy.c progress.c \
  energy_json.c counters_json.c)
VALUE_OBJS  := $(VALUE_SRCS:%.c=$(BUILD)/obj/%.o)
DRIVER_SRCS := $(wildcard host-driver/*.c energy/*.c)
CLI_SRCS    := $(filter-out $(VALUE_SRCS),$(wildcard host-driver/cli/*.c host-driver/gdb/*.c)) explore/cmd_explore.c
# What editors ask, apart from the command so that its tests can reach it.
LSP_LIB     := $(BUILD)/lib/liblsp.a
LSP_OBJS    := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard host-driver/lsp/*.c))
DRIVER_OBJS := $(DRIVER_SRCS:%.c=$(BUILD)/obj/%.o)
CLI_OBJS    := $(CLI_SRCS:%.c=$(BUILD)/obj/%.o)
RETROGRAD   := $(BUILD)/bin/retrograd
# Whoever links the driver links these too.
DEPEND_LIBS += -lyaml -ljansson
DRIVER_PARTS = $(DRIVER_LIB) $(COMPILER_LIB) $(BUILD)/lib/libfirmware.a $(SIM_LIB) $(ISA_LIB) $(ERRORS_LIB)

# Of the command and libretrograd: engines but `fast` are loaded when they are asked for.
HOST_PARTS   = $(DRIVER_LIB) $(COMPILER_LIB) $(BUILD)/lib/libfirmware.a $(HOST_SIM_LIB) $(ISA_LIB) $(ERRORS_LIB)
HOST_LIBS   := -lelf -ljansson -lyaml -lpthread -lm

all: $(RETROGRAD)

# Technology files and operation tables, built into the library by name.
ENERGY_FILES := $(sort $(wildcard energy/*.yaml))
$(GEN)/energy_files.h: $(ENERGY_FILES) host-driver/embed.sh
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)sh host-driver/embed.sh $(ENERGY_FILES) > $@.part && mv $@.part $@

$(BUILD)/obj/energy/files.o: $(GEN)/energy_files.h
$(CLI_OBJS) $(VALUE_OBJS) $(LSP_OBJS): | $(GEN)/firmware_image.h

$(DRIVER_LIB): $(DRIVER_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(VALUE_LIB): $(VALUE_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(LSP_LIB): $(LSP_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(RETROGRAD): $(CLI_OBJS) $(EXPLORE_LIB) $(VALUE_LIB) $(LSP_LIB) $(HOST_PARTS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(LDFLAGS) $(CLI_OBJS) -Wl,--start-group $(EXPLORE_LIB) $(VALUE_LIB) $(LSP_LIB) $(HOST_PARTS) -Wl,--end-group $(COMMAND_LIBS) $(HOST_LIBS) -o $@

include host-driver/install/install.mk
