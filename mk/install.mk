# What is installed.
# As they are written: a dollar in a path begins no variable of make's.
INTO := $(value DESTDIR)
AT   := $(value PREFIX)
DEST = $(call q,$(INTO)$(AT))
# libfiel and its .pc file; a distribution has a place for each kind of machine.
LIBDIR ?= $(PREFIX)/lib
AT_LIB := $(if $(filter file,$(origin LIBDIR)),$(AT)/lib,$(value LIBDIR))
DEST_LIB = $(call q,$(INTO)$(AT_LIB))
# A blank in a path is \x20 in a command of systemd, where $ is written $$, and %20 in an address, where % is written %%.
blanks = $(subst $(empty) $(empty),$(1),$(2))
# Where Debian's Python looks: one place in /usr, one for every version elsewhere.
PYTHON = $(if $(filter /usr,$(call blanks,_,$(AT))),python3,$(shell /usr/bin/python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])' 2>/dev/null || echo python3))
# The pages of all commands, out of what they say with --help.
MAN := $(B)/man/stamp
man: $(MAN)
$(MAN): $(PROGRAMS) protocol/lib/cli/manual.sh protocol/lib/cli/manual.awk
	$(Q)sh protocol/lib/cli/manual.sh $(B)/bin $(@D) $(VERSION) && touch $@

install: all $(MAN)
	install -d $(DEST)/bin $(DEST_LIB)/pkgconfig $(DEST)/lib/fiel/bots $(DEST)/include/fiel/rules $(DEST)/share/doc/fiel
	install -m 755 $(PROGRAMS) $(DEST)/bin
	install -m 755 -D -t $(DEST)/libexec $(SOCKETS)
	install -m 755 $(BOTS) $(DEST)/lib/fiel/bots
	install -m 644 $(SDK_PUBLIC) $(DEST_LIB)
	install -m 644 $(SDK_SO) $(DEST_LIB)
	install -m 644 $(RULES_SO) $(DEST)/lib/fiel
	install -d $(DEST)/lib/fiel/second/rules
	install -m 755 protocol/second/audit $(DEST)/lib/fiel/second
	install -m 644 protocol/second/*.py $(DEST)/lib/fiel/second
	install -m 644 protocol/second/rules/*.py $(DEST)/lib/fiel/second/rules
	install -d $(DEST)/lib/$(PYTHON)/dist-packages/fiel
	install -m 644 sdk/python/fiel/*.py sdk/python/fiel/py.typed $(DEST)/lib/$(PYTHON)/dist-packages/fiel
	install -d $(DEST)/share/fiel/js/lib
	install -m 644 sdk/js/package.json sdk/js/index.d.ts sdk/js/README.md $(DEST)/share/fiel/js
	install -m 644 sdk/js/lib/*.js sdk/js/lib/*.d.ts $(JS_WASM) $(DEST)/share/fiel/js/lib
	ln -sf libfiel.so.0 $(DEST_LIB)/libfiel.so
	install -m 644 sdk/fiel.h $(DEST)/include/fiel
	install -m 644 $(filter-out protocol/rules/hand.h protocol/rules/idle.h protocol/rules/text.h,$(wildcard protocol/rules/*.h)) $(DEST)/include/fiel/rules
	sed -e $(call q,s|@PREFIX@|$(call in_sed,$(AT))|) -e $(call q,s|@LIBDIR@|$(call in_sed,$(AT_LIB))|) \
	  -e 's|@VERSION@|$(VERSION)|' sdk/fiel.pc.in > $(DEST_LIB)/pkgconfig/fiel.pc
	chmod 644 $(DEST_LIB)/pkgconfig/fiel.pc
	install -d $(DEST)/share/man/man1 $(DEST)/share/man/man3 $(DEST)/share/man/man5 $(DEST)/share/fiel
	install -m 644 $(B)/man/*.1 $(DEST)/share/man/man1
	install -m 644 sdk/man/*.3 $(DEST)/share/man/man3
	install -m 644 $(B)/man/*.5 $(DEST)/share/man/man5
	install -d $(DEST)/share/bash-completion/completions
	for p in fiel fiel-audit fiel-ladder; do \
	  install -m 644 protocol/lib/cli/completion.bash $(DEST)/share/bash-completion/completions/$$p; done
	cp -R --no-preserve=ownership sdk/templates $(DEST)/share/fiel
	chmod -R u=rwX,go=rX $(DEST)/share/fiel/templates
	install -d $(DEST)/lib/systemd/system
	for u in arbiter/systemd/*.service ladder/deploy/*.service; do \
	  sed -e $(call q,/^Documentation/s|/usr/local|$(call in_sed,$(call blanks,%%20,$(AT)))|) \
	    -e $(call q,/^Documentation/!s|/usr/local|$(call in_sed,$(call blanks,\x20,$(subst $$,$$$$,$(AT))))|) $$u > $(DEST)/lib/systemd/system/$${u##*/}; done
	chmod 644 $(DEST)/lib/systemd/system/fiel*.service
	install -d $(DEST)/lib/fiel/web/vendor $(DEST)/share/fiel
	install -m 644 $(filter-out %/wasm.c %/cards.py,$(wildcard ladder/web/*.*)) $(WASM) $(KITS) $(DEST)/lib/fiel/web
	install -m 644 $(wildcard ladder/web/vendor/*.*) $(DEST)/lib/fiel/web/vendor
	sed -e $(call q,s|/usr/local|$(call in_sed,$(AT))|) ladder/fiel-ladder.conf > $(DEST)/share/fiel/fiel-ladder.conf
	chmod 644 $(DEST)/share/fiel/fiel-ladder.conf
	install -m 755 ladder/deploy/worker.slurm ladder/deploy/worker-vm.sh $(DEST)/share/fiel
	install -m 644 ladder/deploy/kubernetes.yaml ladder/deploy/nginx.conf $(DEST)/share/fiel
	@$(MAKE) --no-print-directory install-docs

# The pages, and what they lead to, below the same names as here, so that their links hold.
DOC_FILES := README.md ARCHITECTURE.md SECURITY.md CHANGELOG.md CONTRIBUTING.md $(call files,docs/*.md docs/*.svg docs/*.png spec/*.md spec/*.pml spec/*.json spec/*.jsonl) \
             ladder/README.md ladder/API.md sdk/python/README.md sdk/python/first.py sdk/js/README.md sdk/js/index.d.ts \
             sdk/js/montecarlo.js sdk/js/lib/blake2b.js sdk/cauto.c sdk/embustero.c sdk/maestro.c sdk/campeon.c bots/random.c \
             $(call files,sdk/examples/*.c sdk/examples/*.py)
.PHONY: install-docs
install-docs:
	@for f in $(DOC_FILES); do install -D -m 644 "$$f" $(DEST)/share/doc/fiel/"$$f" || exit 1; done
