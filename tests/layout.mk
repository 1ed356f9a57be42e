# The layout of the sources, a part of `make lint`: C and C++ as .clang-format says, where
# clang-format is there (`make format` puts them right), Verilog and tables within 120 columns.
FORMATTED = $(shell git ls-files '*.c' '*.h' '*.cpp')
VERILOG   = $(shell git ls-files '*.v' '*.vh')
TABLES    = $(filter-out %/passes.def,$(shell git ls-files '*.def'))
CLANG_FORMAT := $(notdir $(firstword $(shell command -v clang-format-14 clang-format)))
COLUMNS_MOST := 120

.PHONY: format format-check columns
format:
	@$(CLANG_FORMAT) -i $(FORMATTED)
format-check:
	$(say) LINT 'layout of C and C++'
	$(Q)$(CLANG_FORMAT) --dry-run --Werror $(FORMATTED)
columns:
	$(say) LINT 'Verilog and tables within $(COLUMNS_MOST) columns'
	$(Q)awk 'length > $(COLUMNS_MOST) { printf "%s:%d: %d columns\n", FILENAME, FNR, length; bad = 1 } END { exit bad }' $(VERILOG) $(TABLES)
lint: columns $(if $(CLANG_FORMAT),format-check)
