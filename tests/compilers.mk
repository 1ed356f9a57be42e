# No compiler may warn. `make compilers` gives all C and C++ to each gcc and clang that is here, or
# to those of COMPILERS. Only where gcc optimises does it warn of all, so it compiles to the end.
# From clang the warnings alone are wanted.
COMPILERS ?= $(notdir $(foreach c,gcc-12 gcc-13 gcc-14 clang-14 clang-19 clang-22,$(shell command -v $(c))))
CHECKED_C   := $(shell git ls-files '*.c' 2>/dev/null)
CHECKED_CPP := sim/rtl/rtl.cpp sim/rtl/trace.cpp sim/lockstep/retirement.cpp \
  $(wildcard sim/systemc/*.cpp examples/platform/*.cpp)
CHECKED      = $(CHECKED_C:%=$(BUILD)/compilers/$(1)/%.ok) \
  $(if $(filter all,$(ENGINES)),$(CHECKED_CPP:%=$(BUILD)/compilers/$(1)/%.ok))
checked_by   = $(if $(filter clang%,$(1)),-fsyntax-only,-O2 -c -o /dev/null)
checked_xx   = $(subst clang,clang++,$(subst gcc,g++,$(1)))
MODEL_OF_trace.cpp := trace

# $(1): the compiler.
define compiler
$(BUILD)/compilers/$(1)/%.c.ok: %.c again | $$(FUZZ_GEN)
	$$(say) $(1) $$<
	$$(Q)$(1) $$(CPPFLAGS) -Ihost-driver $$(FUZZ_SIZES) -std=c17 $$(WARN) -Werror $(call checked_by,$(1)) $$<
$(BUILD)/compilers/$(1)/%.cpp.ok: %.cpp again $(GEN)/verilated/rtl/Vrg_rtl.mk \
  $(GEN)/verilated/trace/Vrg_trace.mk | $$(FUZZ_GEN)
	$$(say) $(1) $$<
	$$(Q)$(call checked_xx,$(1)) $$(CPPFLAGS) -DRG_XLEN=$(XLEN) -std=c++17 -Wall -Wextra -Werror $$(VERIL_CPP) \
	  -isystem $(GEN)/verilated/$$(or $$(MODEL_OF_$$(*F).cpp),rtl) $(call checked_by,$(1)) $$<
endef
$(foreach c,$(COMPILERS),$(eval $(call compiler,$(c))))

.PHONY: compilers again
again:
compilers: $(foreach c,$(COMPILERS),$(call CHECKED,$(c)))
	@echo 'compilers: no warning of $(or $(COMPILERS),any: none is here)'
	@test -n '$(COMPILERS)'
