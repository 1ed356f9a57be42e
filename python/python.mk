# The package retrograd of Python, in $(BUILD)/python: PYTHONPATH=$(BUILD)/python python3. The
# extension module holds the library, and keeps to the limited API.
PYTHON3      ?= /usr/bin/python3
PYTHON_DIR   := $(BUILD)/python/retrograd
PYTHON_FLAGS  = -isystem $(shell $(PYTHON3) -c 'import sysconfig; print(sysconfig.get_path("include"))')
# Slots of types hold functions as void pointers; that is the interface of Python.
PYTHON_FLAGS += -Wno-pedantic
PYTHON_OBJS  := $(addprefix $(BUILD)/obj/python/,module.o job.o report.o session.o)
PYTHON_FILES := $(patsubst python/retrograd/%,$(PYTHON_DIR)/%,$(wildcard python/retrograd/*.py python/retrograd/*.pyi python/retrograd/py.typed))

.PHONY: python install-python
python: $(PYTHON_DIR)/_retrograd.abi3.so $(PYTHON_FILES) $(LIBRARY_COPIES)
$(BUILD)/obj/python/%.o: python/%.c
	@mkdir -p $(@D)
	$(say) CC $<
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(PYTHON_FLAGS) -MMD -MP -c $< -o $@
$(PYTHON_DIR)/_retrograd.abi3.so: $(PYTHON_OBJS) $(STATIC)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) -shared $(LDFLAGS) -Wl,--exclude-libs,ALL $(PYTHON_OBJS) $(STATIC) $(LIB_LIBS) -o $@.part && mv $@.part $@
$(PYTHON_DIR)/%: python/retrograd/%
	@mkdir -p $(@D)
	$(Q)cp $< $@

# Below PREFIX, where Python of Debian looks in /usr and /usr/local.
PYTHON_SITE ?= lib/python3/dist-packages
install-python: python
	install -d $(ROOT)/$(PYTHON_SITE)/retrograd
	install -m 644 $(PYTHON_DIR)/_retrograd.abi3.so $(PYTHON_FILES) $(ROOT)/$(PYTHON_SITE)/retrograd/

# Packages of Debian, in $(BUILD)/deb. They need dpkg-dev.
.PHONY: deb
deb: all python
	$(Q)host-driver/install/deb.sh $(BUILD) $(VERSION) $(SONAME)
.PHONY: deb-check
deb-check: deb
	$(Q)tests/deb.sh $(BUILD)
