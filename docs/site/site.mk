# The site of the documentation: make site, in $(BUILD)/site; make site-check looks at it with Chromium. ./install-deps web
.PHONY: site site-check
site:
	$(say) SITE $(BUILD)/site
	$(Q)mkdir -p $(BUILD)
	$(Q)python3 docs/site/build.py $(BUILD)

site-check: site
	$(say) CHECK $(BUILD)/site
	$(Q)python3 tests/site/check.py $(BUILD)/site
