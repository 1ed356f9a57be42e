# retrograd explore: studies over many runs of the command.
EXPLORE_LIB  := $(BUILD)/lib/libexplore.a
EXPLORE_SRCS := $(filter-out explore/cmd_explore.c,$(wildcard explore/*.c))
EXPLORE_OBJS := $(EXPLORE_SRCS:%.c=$(BUILD)/obj/%.o)
# What only the command and the tests need.
COMMAND_LIBS := -lsqlite3 -lmd

$(EXPLORE_LIB): $(EXPLORE_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# A command for another hardware configuration, where `retrograd explore` looks for it.
.PHONY: machine
machine:
	$(Q)$(MAKE) --no-print-directory BUILD=$(BUILD)/machines/$(XLEN)_$(FRAC)_$(DMEM_LOG2) $(BUILD)/machines/$(XLEN)_$(FRAC)_$(DMEM_LOG2)/bin/retrograd
