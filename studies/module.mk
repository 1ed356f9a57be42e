# Studies: each writes a page, a table and a JSON file into $(BUILD)/studies.
STUDIES := $(patsubst studies/%.sh,%,$(wildcard studies/*.sh))

.PHONY: studies $(STUDIES:%=study-%)
studies: $(STUDIES:%=study-%)
$(STUDIES:%=study-%): study-%: $(RETROGRAD)
	@BUILD=$(BUILD) MAKE="$(SUBMAKE)" sh studies/$*.sh $(CURDIR)/$(RETROGRAD) $(BUILD)/studies

# What the studies that have been run found, into docs/explanation/studies.md.
.PHONY: studies-docs
studies-docs:
	$(Q)sh studies/lib/findings.sh $(BUILD)/studies docs/explanation/studies.md

# Host programs of studies.
TREEVERSE := $(BUILD)/bin/treeverse
$(TREEVERSE): $(BUILD)/obj/studies/treeverse.o $(TEST_LIBS)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CXX) $(LDFLAGS) $< $(LINK_ALL) $(COMMAND_LIBS) $(DEPEND_LIBS) $(LDLIBS) -o $@
study-bennett: $(TREEVERSE)
