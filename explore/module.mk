# retrograd explore: studies over many runs of the command.
EXPLORE_LIB  := $(BUILD)/lib/libexplore.a
EXPLORE_SRCS := $(filter-out explore/cmd_explore.c,$(wildcard explore/*.c explore/*/*.c))
EXPLORE_OBJS := $(EXPLORE_SRCS:%.c=$(BUILD)/obj/%.o)
# What only the command and the tests need.
COMMAND_LIBS := -lsqlite3 -lmd -ledit

# The page with filters, as bytes in the command.
PAGE_PARTS := explore/plot/page.html explore/plot/page.js
$(GEN)/explore_page.h: $(PAGE_PARTS)
	@mkdir -p $(@D)
	$(say) GEN $@
	$(Q){ for part in head:html script:js; do \
	    echo "static const unsigned char explore_page_$${part%:*}[] = {"; \
	    od -An -v -tx1 "explore/plot/page.$${part#*:}" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'; echo '};'; done; } > $@.part && mv $@.part $@
$(BUILD)/obj/explore/plot/page.o: $(GEN)/explore_page.h

$(EXPLORE_LIB): $(EXPLORE_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# A command for another hardware configuration, where `retrograd explore` looks for it. All are
# built in one folder, so that the next one compiles only what depends on the configuration.
MACHINE := $(BUILD)/machines/$(IDENTITY)
MACHINE_WORK := $(BUILD)/machines/work-$(ENGINES)
.PHONY: machine machine-path
machine:
	+$(Q)$(MAKE) --no-print-directory $(JOBS) BUILD=$(MACHINE_WORK) $(MACHINE_WORK)/bin/retrograd $(PLUGINS:$(BUILD)/%=$(MACHINE_WORK)/%)
	$(Q)mkdir -p $(MACHINE)/bin $(MACHINE)/lib/retrograd $(MACHINE)/share/retrograd/lib
	$(Q)$(if $(PLUGINS),cp $(PLUGINS:$(BUILD)/%=$(MACHINE_WORK)/%) $(MACHINE)/lib/retrograd/)
	$(Q)cp firmware/lib/*.rg $(MACHINE)/share/retrograd/lib/
	$(Q)cp $(MACHINE_WORK)/bin/retrograd $(MACHINE)/bin/retrograd.part && mv $(MACHINE)/bin/retrograd.part $(MACHINE)/bin/retrograd
	@echo $(MACHINE)/bin/retrograd

# Where it puts that command.
machine-path:
	@echo $(MACHINE)/bin/retrograd
