# The machine in a web page (docs/howto/use-it-in-a-browser.md): compiler, driver, command and fast engine as
# WebAssembly, the Verilated core as a module of its own, and the page around them.
WEB      := $(BUILD)/web
WEB_OBJ  := $(WEB)/obj
# The JavaScript tools of Debian's emcc are where its own node looks.
EMCC     ?= NODE_PATH=/usr/share/nodejs emcc
EMXX     ?= NODE_PATH=/usr/share/nodejs em++

# The page leaves parts of the command out. Object files need libelf, explorations SQLite, debuggers
# libedit. It has no servers of editors, no formatter and no help, man pages and completion: it runs
# the commands itself. Emitted C has large tables. Circuits are files for other tools. YAML is read at
# build time.
WEB_NOT  := explore/cmd_explore.c host-driver/gdb/% \
  $(addprefix host-driver/cli/,cmd_debug.c cmd_dap.c cmd_gdbserver.c cmd_fmt.c cmd_lsp.c debug%.c dap%.c) \
  $(addprefix host-driver/cli/,cmd_help.c completion.c manual.c build_circuit.c)
WEB_COMPILER_NOT := $(addprefix compiler/,elf_read.c elf_write.c elf_save.c bytes.c dwarf/% emit_c/% circuit/%)
WEB_SRCS := $(filter-out $(WEB_COMPILER_NOT),$(COMPILER_SRCS)) \
  $(filter-out energy/document.c host-driver/waves%,$(DRIVER_SRCS)) $(VALUE_SRCS) $(filter-out $(WEB_NOT),$(CLI_SRCS)) \
  $(ISA_OBJS:$(BUILD)/obj/%.o=%.c) $(ERRORS_OBJS:$(BUILD)/obj/%.o=%.c) \
  sim/engine.c $(filter-out sim/lockstep/%,$(FAST_OBJS:$(BUILD)/obj/%.o=%.c)) firmware/image.c firmware/board.c \
  $(wildcard web/core/*.c)
WEB_SRCS := $(sort $(filter-out web/core/flatten.c,$(WEB_SRCS)))
WEB_OBJS := $(WEB_SRCS:%.c=$(WEB_OBJ)/%.o)
# The engine is to be fast within the bound of what is loaded first, the rest small.
WEB_OPT  := -Oz
$(WEB_OBJ)/sim/fast/%.o $(WEB_OBJ)/isa/num/%.o: WEB_OPT := -Os
WEB_FLAGS := -std=gnu17 -D_GNU_SOURCE $(WARN) -Iweb/core/include -I$(WEB)/gen $(CPPFLAGS) \
  -DRG_ENGINE_RTL_ONLY -DRG_NO_HELP
$(WEB_OBJ)/sim/fast/engine.o: WEB_FLAGS += -DRG_XLEN=$(XLEN) -DRG_FRAC=$(FRAC) -DRG_DMEM_LOG2=$(DMEM_LOG2) \
  -DRG_IMEM_LOG2=$(IMEM_LOG2) -DRG_CORE=$(CORE_LIST) -DRG_FLOAT=$(FLOAT_BITS) -DRG_TANGENTS=$(TANGENTS)
# It has one machine.
$(WEB_OBJ)/sim/fast/run.o $(WEB_OBJ)/sim/fast/run_watching.o: WEB_FLAGS += -DRG_LOOP_XLEN=$(XLEN)
# Nor has it the examples of messages.
$(WEB_OBJ)/errors/errors.o: WEB_FLAGS += -DRG_NO_EXAMPLES

# Technologies without YAML.
FLATTEN := $(BUILD)/bin/flatten
$(FLATTEN): web/core/flatten.c $(BUILD)/obj/energy/document.o
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $^ -lyaml -o $@
$(WEB)/gen/energy_files.h: $(ENERGY_FILES) $(FLATTEN) host-driver/embed.sh
	@mkdir -p $(WEB)/flat
	$(say) GEN $@
	$(Q)mkdir -p $(@D) && for file in $(ENERGY_FILES); do $(FLATTEN) $$file $(WEB)/flat/$$(basename $$file) || exit 1; done
	$(Q)sh host-driver/embed.sh $(ENERGY_FILES:energy/%=$(WEB)/flat/%) > $@.part && mv $@.part $@

$(WEB_OBJ)/firmware/image.o: $(GEN)/firmware_image.c
$(WEB_OBJ)/firmware/image.o: WEB_SOURCE = $(GEN)/firmware_image.c
$(WEB_OBJS): $(WEB)/gen/energy_files.h $(GEN)/firmware_image.h $(GEN)/rg_num_code.h $(GEN)/rg_float_rom.h \
  $(GEN)/rg_float_clocks.h $(GEN)/base_names.h $(SIM_CONFIG)
$(WEB_OBJ)/%.o:
	@mkdir -p $(@D)
	$(say) EMCC $(or $(WEB_SOURCE),$*.c)
	$(Q)$(EMCC) $(WEB_FLAGS) $(WEB_OPT) -MMD -MP -c $(or $(WEB_SOURCE),$*.c) -o $@
$(foreach source,$(filter-out firmware/image.c,$(WEB_SRCS)),$(eval $(WEB_OBJ)/$(source:.c=.o): $(source)))

# The libraries of the language stand where the command looks for them.
WEB_LINK := -Oz -sMODULARIZE=1 -sEXPORT_NAME=createMachine -sENVIRONMENT=node,worker -sALLOW_MEMORY_GROWTH=1 \
  -sINVOKE_RUN=0 -sEXIT_RUNTIME=0 -sMALLOC=emmalloc -sTOTAL_STACK=4194304 -sFILESYSTEM=1 -sFORCE_FILESYSTEM=1 \
  -sEXPORTED_RUNTIME_METHODS=callMain,FS,ccall,allocate,stringToUTF8,lengthBytesUTF8 \
  -sEXPORTED_FUNCTIONS=_main,_malloc,_free -sWASM_BIGINT=0 -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0
$(WEB)/machine.js: $(WEB_OBJS)
	$(say) EMCC $@
	$(Q)$(EMCC) $(WEB_LINK) $^ -o $@

# The Verilated core, loaded when it is chosen. It talks to nothing but its caller, so it needs no
# JavaScript of Emscripten.
WEB_CORE_FLAGS := -Oz -std=c++17 -w -fignore-exceptions -DVL_IGNORE_UNKNOWN_ARCH $(CPPFLAGS) $(VERIL_CPP) \
  -isystem $(GEN)/verilated/rtl -UVM_TRACE -UVM_TRACE_FST
$(WEB)/core.wasm: web/verilated/core.cpp sim/rtl/axi_engine.h $(GEN)/firmware_image.h $(GEN)/verilated/rtl/Vrg_rtl.mk
	@mkdir -p $(WEB_OBJ)/verilated
	$(say) EMCC $@
	$(Q)printf '%s\n' $< $(GEN)/verilated/rtl/*.cpp $(VERILATED)/verilated.cpp $(VERILATED)/verilated_threads.cpp | \
	  xargs -P 2 -I {} sh -c '$(EMXX) $(WEB_CORE_FLAGS) -c {} -o $(WEB_OBJ)/verilated/$$(basename {} .cpp).o'
	$(Q)$(EMXX) -Oz -sSTANDALONE_WASM=1 --no-entry -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=33554432 \
	  -sMALLOC=emmalloc -sTOTAL_STACK=1048576 \
	  $(WEB_OBJ)/verilated/*.o -o $@

# The page itself: static files that work from a file or any server.
WEB_PACKAGES := web/node_modules/.package-lock.json
$(WEB_PACKAGES): web/package.json web/package-lock.json
	$(say) NPM web/node_modules
	$(Q)cd web && npm ci --no-audit --no-fund --loglevel=error && touch ../$@
WEB_PAGE := $(WEB)/page/index.html
$(WEB_PAGE): $(WEB)/machine.js $(WEB)/core.wasm $(WEB_PACKAGES) $(wildcard web/*.mjs web/page/* \
  examples/*.rg examples/functional/*.rg firmware/lib/*.rg) LICENSE
	$(say) PAGE $(WEB)/page
	$(Q)node web/build.mjs $(BUILD)

.PHONY: web web-check
web: deps-web
	@$(MAKE) --no-print-directory $(JOBS) $(WEB_PAGE)
	@echo '  open $(WEB)/page/index.html'

# The command of the page beside the native one, and the page in headless Chromium.
web-check: web
	+@$(MAKE) --no-print-directory $(JOBS) $(RETROGRAD) $(LIBRARY_COPIES)
	node web/test/examples.mjs $(BUILD)
	node web/test/session.mjs $(BUILD)
	node web/test/size.mjs $(BUILD)
	node web/test/browser.mjs $(BUILD)
