# libretrograd, shared and static, and what is installed.
VERSION   := $(shell sed -n 's/^\#define RETROGRAD_VERSION "\(.*\)"/\1/p' host-driver/retrograd.h)
# The number of the interface: it goes up when a program that was linked before would no longer work.
SONAME    := 1
SOVERSION := $(SONAME).0.0
SHARED    := $(BUILD)/lib/libretrograd.so.$(SOVERSION)
STATIC    := $(BUILD)/lib/libretrograd.a
SO_LINKS  := $(BUILD)/lib/libretrograd.so.$(SONAME) $(BUILD)/lib/libretrograd.so
LIB_LIBS  := -lyaml -lpthread -lm
LIB_MAP   := host-driver/install/libretrograd.map

all: $(SHARED) $(STATIC) $(SO_LINKS)

$(SHARED): $(HOST_PARTS) $(LIB_MAP)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) -shared $(LDFLAGS) -Wl,-soname,libretrograd.so.$(SONAME) -Wl,--version-script=$(LIB_MAP) -Wl,--no-undefined \
	  -Wl,--whole-archive $(DRIVER_LIB) -Wl,--no-whole-archive -Wl,--start-group $(filter-out $(DRIVER_LIB),$(HOST_PARTS)) -Wl,--end-group \
	  $(LIB_LIBS) -o $@.part && mv $@.part $@
$(SO_LINKS): $(SHARED)
	$(Q)ln -sf $(<F) $@

# One object, in which all that retrograd.h does not declare is local; debugging information stays
# in the build.
OBJCOPY ?= objcopy
$(STATIC): $(HOST_PARTS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)$(LD) -r -o $@.o --whole-archive $(DRIVER_LIB) --no-whole-archive --start-group $(filter-out $(DRIVER_LIB),$(HOST_PARTS)) --end-group
	$(Q)$(OBJCOPY) --localize-hidden --strip-unneeded $@.o $(@D)/retrograd.o
	$(Q)rm -f $@ $@.o && $(AR) rcs $@ $(@D)/retrograd.o && rm -f $(@D)/retrograd.o

PREFIX  ?= /usr/local
DESTDIR ?=
# Where libraries go below PREFIX; engines always go to lib/retrograd, where they are looked for.
LIBDIR  ?= lib
ROOT     = $(DESTDIR)$(PREFIX)
FILLED   = sed -e 's|@prefix@|$(PREFIX)|; s|@version@|$(VERSION)|; s|@libdir@|$(LIBDIR)|; s|@soname@|$(SONAME)|' \
  -e 's|@soversion@|$(SOVERSION)|; s|$${prefix}/lib$$|$${prefix}/$(LIBDIR)|'

# The commands, from their table.
COMMANDS  = $(shell sed -n 's/^COMMAND.[a-z_]*, "\([a-z-]*\)".*/\1/p' host-driver/cli/commands.def)

# What `make install` puts below PREFIX, and `make uninstall` takes away.
INSTALLED = bin/retrograd include/retrograd.h include/retrograd_session.h \
  $(addprefix $(LIBDIR)/,libretrograd.a libretrograd.so libretrograd.so.$(SONAME) \
  libretrograd.so.$(SOVERSION) pkgconfig/retrograd.pc cmake/retrograd) lib/retrograd share/retrograd \
  share/man/man1/retrograd.1 $(COMMANDS:%=share/man/man1/retrograd-%.1) \
  share/bash-completion/completions/retrograd share/zsh/site-functions/_retrograd

.PHONY: install uninstall
install: all
	install -d $(ROOT)/bin $(ROOT)/include $(ROOT)/lib/retrograd $(ROOT)/$(LIBDIR)/pkgconfig $(ROOT)/$(LIBDIR)/cmake/retrograd \
	  $(addprefix $(ROOT)/share/retrograd/,editors energy examples/host lib schemas)
	install -m 755 $(RETROGRAD) $(ROOT)/bin/
	install -m 644 $(STATIC) $(SHARED) $(ROOT)/$(LIBDIR)/
	ln -sf libretrograd.so.$(SOVERSION) $(ROOT)/$(LIBDIR)/libretrograd.so.$(SONAME)
	ln -sf libretrograd.so.$(SONAME) $(ROOT)/$(LIBDIR)/libretrograd.so
	rm -f $(ROOT)/lib/retrograd/*.so
	$(if $(PLUGINS),install -m 644 $(PLUGINS) $(ROOT)/lib/retrograd/)
	install -m 644 host-driver/retrograd.h host-driver/retrograd_session.h $(ROOT)/include/
	install -m 644 energy/*.yaml $(ROOT)/share/retrograd/energy/
	install -m 644 firmware/lib/*.rg $(ROOT)/share/retrograd/lib/
	install -m 644 editors/vscode/syntaxes/retrograd.tmLanguage.json $(ROOT)/share/retrograd/editors/
	install -m 644 docs/reference/schemas/*.json $(ROOT)/share/retrograd/schemas/
	install -m 644 examples/*.* $(ROOT)/share/retrograd/examples/
	install -m 644 examples/host/*.* $(ROOT)/share/retrograd/examples/host/
	install -d $(ROOT)/share/man/man1 $(ROOT)/share/bash-completion/completions $(ROOT)/share/zsh/site-functions
	$(RETROGRAD) help --man > $(ROOT)/share/man/man1/retrograd.1
	for command in $(COMMANDS); do $(RETROGRAD) help $$command --man > $(ROOT)/share/man/man1/retrograd-$$command.1 || exit 1; done
	$(RETROGRAD) help --completion bash > $(ROOT)/share/bash-completion/completions/retrograd
	$(RETROGRAD) help --completion zsh > $(ROOT)/share/zsh/site-functions/_retrograd
	$(FILLED) -e 's|@libs@|$(LIB_LIBS)|' host-driver/install/retrograd.pc.in > $(ROOT)/$(LIBDIR)/pkgconfig/retrograd.pc
	$(FILLED) -e 's|@libs@|$(patsubst -l%,%;,$(LIB_LIBS))|; s|; *|;|g; s|;"|"|' host-driver/install/retrogradConfig.cmake.in \
	  > $(ROOT)/$(LIBDIR)/cmake/retrograd/retrogradConfig.cmake
	$(FILLED) host-driver/install/retrogradConfigVersion.cmake.in > $(ROOT)/$(LIBDIR)/cmake/retrograd/retrogradConfigVersion.cmake
uninstall:
	rm -rf $(addprefix $(ROOT)/,$(INSTALLED))
