# Retrograd. `make help` lists the targets.
#
# Configuration: make XLEN=64 FRAC=43 DMEM_LOG2=16 IMEM_LOG2=16 CONFIG=name
XLEN      ?= 64
FRAC      ?= 43
DMEM_LOG2 ?= 16
IMEM_LOG2 ?= 16
SANITIZE  ?= 0

BUILD ?= build
GEN   := $(BUILD)/gen

CC       ?= cc
CXX      ?= c++
WARN     := -Wall -Wextra -Wpedantic -Wconversion -Werror
OPT      ?= -O2
CPPFLAGS += -D_POSIX_C_SOURCE=200809L -I. -I$(GEN)
CFLAGS   += -std=c17 $(OPT) -g $(WARN)
CXXFLAGS += -std=c++17 $(OPT) -g -Wall -Wextra -Werror
LDLIBS   += -lm
ifeq ($(SANITIZE),1)
CFLAGS   += -fsanitize=address,undefined -fno-omit-frame-pointer
LDFLAGS  += -fsanitize=address,undefined
endif

.PHONY: all
all:

# Each part names its objects and adds its rules.
include isa/module.mk
include errors/module.mk
include rtl/module.mk
include sim/module.mk
include compiler/module.mk
include host-driver/module.mk
include firmware/module.mk
include tests/module.mk
include bench/module.mk

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

.PHONY: clean
clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
