ERRORS_LIB  := $(BUILD)/lib/liberrors.a
ERRORS_OBJS := $(BUILD)/obj/errors/errors.o

$(ERRORS_LIB): $(ERRORS_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)$(AR) rcs $@ $^
