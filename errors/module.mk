ERRORS_LIB  := $(BUILD)/lib/liberrors.a
ERRORS_OBJS := $(addprefix $(BUILD)/obj/errors/,errors.o suggest.o)

$(ERRORS_LIB): $(ERRORS_OBJS)
	@mkdir -p $(@D)
	$(say) AR $@
	$(Q)$(AR) rcs $@ $^
