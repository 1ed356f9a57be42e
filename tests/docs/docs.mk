# Documentation: make docs-check measures it (seconds, no build), make docs-run runs the code blocks
# of its pages.
DOCS_FILES = $(shell tests/docs/files.sh)
DOCS_PAGES = $(filter %.md,$(DOCS_FILES))

# UPDATE=1 lowers bounds of files that have got better (tests/docs/bounds.txt).
.PHONY: docs-check docs-circles docs-layers docs-prose docs-links docs-why docs-wrap docs-run
docs-check: docs-prose docs-links docs-layers docs-circles docs-readmes docs-pictures
docs-prose:
	@perl tests/docs/prose.pl $(DOCS_FILES)
docs-links:
	@FOLDERS="$$(ls -d */ | tr -d / | grep -v '^build' | paste -sd '|')" perl tests/docs/links.pl $(DOCS_FILES)

docs-layers:
	@perl tests/docs/layers.pl docs/explanation/architecture.md $(filter %.c %.h %.cpp %.hpp,$(DOCS_FILES))

# UPDATE=1 lowers the bounds (tests/docs/circles.txt).
docs-circles:
	@perl tests/docs/circles.pl tests/docs/circles.txt $(filter compiler/%,$(DOCS_FILES))

WHY_FILES = $(filter $(WHY),$(DOCS_FILES))
# Sentence by sentence: make docs-why WHY=docs/README.md, WHY=comments:sim, WHY=messages:errors.
docs-why:
	@perl tests/docs/prose.pl --why $(or $(WHY_FILES),$(filter $(lastword $(subst :, ,$(WHY)))/%,$(filter-out %.md,$(DOCS_FILES))))

# Wraps prose at 100 columns.
docs-wrap:
	@perl tests/docs/wrap.pl $(or $(PAGES),$(error PAGES= says which))

# Every block that is marked (QUICK=1: but for the slow ones; UPDATE=1: figures that changed go into
# the page), or PAGES="docs/README.md".
docs-run: all
	@perl tests/docs/run.pl $(BUILD) $(or $(PAGES),$(DOCS_PAGES))

# What a README says of its folder.
.PHONY: docs-readmes
docs-readmes:
	@perl tests/docs/readmes.pl docs/explanation/architecture.md $(DOCS_FILES)

# Pictures: docs/pictures/NAME.pl draws NAME.svg. Those of runs show what the machine does now.
PICTURES := $(patsubst %.pl,%.svg,$(wildcard docs/pictures/*.pl))
.PHONY: pictures docs-pictures
pictures: all
	@for picture in $(PICTURES:.svg=); do \
	  perl $$picture.pl $(BUILD)/bin/retrograd >$(BUILD)/picture.part && mv $(BUILD)/picture.part $$picture.svg || exit 1; \
	done
# docs-check looks at them too, those of runs if there is a build.
docs-pictures:
	@tests/docs/pictures.sh $(BUILD)/bin/retrograd
