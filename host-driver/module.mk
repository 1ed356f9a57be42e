# libretrograd and the retrograd command.
DRIVER_LIB  := $(BUILD)/lib/libdriver.a
# The readers of values stand in the library so that their tests can reach them.
VALUE_SRCS  := $(addprefix host-driver/cli/,value.c compound.c value_file.c npy.c progress.c)
DRIVER_SRCS := $(wildcard host-driver/*.c energy/*.c) $(VALUE_SRCS)
CLI_SRCS    := $(filter-out $(VALUE_SRCS),$(wildcard host-driver/cli/*.c)) explore/cmd_explore.c
DRIVER_OBJS := $(DRIVER_SRCS:%.c=$(BUILD)/obj/%.o)
CLI_OBJS    := $(CLI_SRCS:%.c=$(BUILD)/obj/%.o)
RETROGRAD   := $(BUILD)/bin/retrograd
# Whoever links the driver links these too.
DEPEND_LIBS += -lyaml -ljansson
DRIVER_PARTS = $(DRIVER_LIB) $(COMPILER_LIB) $(BUILD)/lib/libfirmware.a $(SIM_LIB) $(ISA_LIB) $(ERRORS_LIB)

all: $(RETROGRAD) $(BUILD)/lib/libretrograd.a

# Technology files and operation tables, built into the library by name.
ENERGY_FILES := $(sort $(wildcard energy/*.yaml))
$(GEN)/energy_files.h: $(ENERGY_FILES) host-driver/embed.sh
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q)sh host-driver/embed.sh $(ENERGY_FILES) > $@.part && mv $@.part $@

$(BUILD)/obj/energy/files.o: $(GEN)/energy_files.h
$(CLI_OBJS): | $(GEN)/firmware_image.h

$(DRIVER_LIB): $(DRIVER_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(RETROGRAD): $(CLI_OBJS) $(EXPLORE_LIB) $(DRIVER_PARTS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $(CLI_OBJS) -Wl,--start-group $(EXPLORE_LIB) $(DRIVER_PARTS) -Wl,--end-group $(COMMAND_LIBS) $(DEPEND_LIBS) $(LDLIBS) -o $@

# One archive with everything a program of the user needs.
$(BUILD)/lib/libretrograd.a: $(DRIVER_PARTS)
	$(say) AR $@
	$(Q)rm -f $@ && { echo 'create $@'; for part in $^; do echo "addlib $$part"; done; echo save; echo end; } | $(AR) -M

PREFIX  ?= /usr/local
DESTDIR ?=
.PHONY: install
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/include \
	  $(DESTDIR)$(PREFIX)/share/retrograd/energy $(DESTDIR)$(PREFIX)/share/retrograd/examples $(DESTDIR)$(PREFIX)/share/retrograd/lib \
	  $(DESTDIR)$(PREFIX)/share/retrograd/examples/host
	install -m 755 $(RETROGRAD) $(DESTDIR)$(PREFIX)/bin/
	install -m 644 $(BUILD)/lib/libretrograd.a $(DESTDIR)$(PREFIX)/lib/
	install -m 644 host-driver/retrograd.h $(DESTDIR)$(PREFIX)/include/
	install -m 644 energy/*.yaml $(DESTDIR)$(PREFIX)/share/retrograd/energy/
	install -m 644 firmware/lib/*.rg $(DESTDIR)$(PREFIX)/share/retrograd/lib/
	install -m 644 examples/*.* $(DESTDIR)$(PREFIX)/share/retrograd/examples/
	install -m 644 examples/host/*.* $(DESTDIR)$(PREFIX)/share/retrograd/examples/host/
	printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include' '' 'Name: retrograd' \
	  'Description: Driver of the Retrograd reversible co-processor' 'Version: 0.1.0' 'Cflags: -I$${includedir}' \
	  'Libs: -L$${libdir} -lretrograd -lstdc++ $(DEPEND_LIBS) $(LDLIBS)' > $(DESTDIR)$(PREFIX)/lib/pkgconfig/retrograd.pc
