# retrograd explore: studies over many runs of the command.
EXPLORE_LIB  := $(BUILD)/lib/libexplore.a
EXPLORE_SRCS := $(filter-out explore/cmd_explore.c,$(wildcard explore/*.c))
EXPLORE_OBJS := $(EXPLORE_SRCS:%.c=$(BUILD)/obj/%.o)
# What only the command and the tests need.
COMMAND_LIBS := -lsqlite3 -lmd -ledit

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
