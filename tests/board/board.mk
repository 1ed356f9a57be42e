# Tests of the board (rtl/board/board.mk): the simulated board beside the reference engine.
BOARD_TEST := $(addprefix $(BUILD)/tests/board/,test_board test_line test_programs relay)
BOARD_OBJS := $(addprefix $(BUILD)/obj/tests/board/,simulated.o line.o programs.o)
$(BOARD_TEST): $(BOARD_OBJS) $(ORACLE_OBJS)
$(BOARD_TEST): LINK_ALL := $(BOARD_OBJS) $(ORACLE_OBJS) $(LINK_ALL)
# Its functions against the reference.
BOARD_FUNCTIONS := $(BUILD)/tests/board/functions
$(BOARD_FUNCTIONS): $(BOARD_SRCS) $(GEN)/rg_isa.vh tests/board/functions.cpp $(ISA_LIB) rtl/board/board.mk
	@mkdir -p $(@D)
	$(say) VERIL 'functions of the board'
	$(Q)verilator --cc --exe --build -O3 -Wno-fatal -Wno-lint $(RTL_INCS) --top-module rg_board_functions \
	  -CFLAGS '-O2 -std=c++17 -I$(CURDIR) -I$(abspath $(GEN))' --Mdir $(BUILD)/obj/board_functions -o $(abspath $@) \
	  $(BOARD_SRCS) $(CURDIR)/tests/board/functions.cpp $(abspath $(ISA_LIB)) > $(BUILD)/obj/board_functions.log \
	  || { cat $(BUILD)/obj/board_functions.log; exit 1; }
	@touch $@ # Verilator leaves it alone where it finds nothing new
test-build: $(BUILD)/tests/board/test_programs
check-build: $(BOARD_FUNCTIONS) $(BOARD)/rtl $(BOARD)/bitstream $(BOARD_TEST)
