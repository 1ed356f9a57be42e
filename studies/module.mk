# Studies: each writes a page, a table and a JSON file into $(BUILD)/studies.
STUDIES := $(patsubst studies/%.sh,%,$(filter-out studies/page.sh,$(wildcard studies/*.sh)))

.PHONY: studies $(STUDIES:%=study-%)
studies: $(STUDIES:%=study-%)
$(STUDIES:%=study-%): study-%: $(RETROGRAD)
	@BUILD=$(BUILD) MAKE="$(MAKE)" sh studies/$*.sh $(CURDIR)/$(RETROGRAD) $(BUILD)/studies

# Host programs of studies.
TREEVERSE := $(BUILD)/bin/treeverse
$(TREEVERSE): $(BUILD)/obj/studies/treeverse.o $(TEST_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $< $(LINK_ALL) $(COMMAND_LIBS) $(DEPEND_LIBS) $(LDLIBS) -o $@
study-bennett: $(TREEVERSE)
