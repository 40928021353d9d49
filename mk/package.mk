# Packages, what is tested as it is installed, and the pages.
# Debian packages, into build/deb.
DEB_PACKAGES := build-essential debhelper dh-python dpkg-dev fakeroot lintian pkg-config
.PHONY: deb deps-deb packages wheel deps-wheel dist release-test reproducible first-bot-test upgrade-test units-test season-test container-test
deps-deb: deps
	@sh tests/deps.sh $(DEB_PACKAGES)
deb: deps-deb
	sh debian/make.sh build/deb $(VERSION)
	lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs build/deb/*.changes
	@touch build/deb/made
# What is tested as it is installed: made anew only when something of it is newer.
packages: deps-deb
	@[ -e build/deb/made ] && [ -z "$$(find Makefile mk debian *.md arbiter bots docs ladder po protocol sdk spec -newer build/deb/made -print -quit)" ] || \
	  $(MAKE) --no-print-directory deb

# The package for Python as a wheel, with the rules' library inside, into build/wheel.
deps-wheel: deps
	@sh tests/deps.sh $(WHEEL_PACKAGES)
wheel: deps-wheel
	@$(MAKE) --no-print-directory $(RULES_SO)
	@rm -rf $(B)/wheel
	@sh sdk/python/wheel.sh $(RULES_SO) $(B)/bots/bridge $(B)/wheel $(VERSION)

# The release: the last commit as a tarball, the same bytes wherever it is made, and its hash, into build/dist.
TARBALL = build/dist/fiel-$(VERSION).tar.gz
dist:
	@[ -z "$$(git status --porcelain)" ] || { echo 'fiel: dist: this tree is not what its last commit has: commit, or git stash' >&2; exit 1; }
	@mkdir -p build/dist
	git archive --format=tar --prefix=fiel-$(VERSION)/ HEAD | gzip -9n > $(TARBALL)
	cd build/dist && sha256sum $(notdir $(TARBALL)) | tee SHA256SUMS

# That tarball in fresh Debians, 12 and 13 (SUITES=): built, tested and made into packages by an ordinary user; the packages play, and prove
# each other's season.  An hour.
release-test: dist
	@sh tests/deps.sh debootstrap
	@sh tests/release.sh build/release $(TARBALL) $(SUITES)

# Two builds in two places, byte for byte; minutes.
reproducible: deps-deb
	@sh tests/deps.sh faketime locales git
	@sh tests/reproducible.sh build/reproducible $(VERSION)

# Who has nothing but Debian and the packages follows docs/first-bot-*.md; needs root and debootstrap.
first-bot-test: packages
	@sh tests/deps.sh debootstrap
	@sh tests/first_bot.sh build/first-bot build/deb $(PAGES)

# A ladder on the packages of an earlier commit (OLD=, the newest tag unless told) is upgraded to today's while it serves; nothing is lost.
OLD ?= $(shell git describe --tags --abbrev=0 2>/dev/null)
upgrade-test: packages
	@sh tests/deps.sh debootstrap git
	@sh tests/upgrade.sh build/upgrade $(call q,$(OLD)) build/deb

# The units of systemd, as the packages install them, come up on an empty store and play their first pair.
units-test: packages
	@sh tests/deps.sh debootstrap systemd-container
	@sh tests/units.sh build/units build/deb

# A season that installed packages play and close is proved where nothing is installed but the arbiter's package.
season-test: packages
	@sh tests/deps.sh debootstrap
	@sh tests/season.sh build/season build/deb

# The manifest for Kubernetes: by its schema (npm), and its pods one by one with podman, on an empty PostgreSQL, up to the first pair.
.PHONY: kubernetes-test deps-kubernetes
deps-kubernetes:
	@sh tests/deps.sh debootstrap podman crun iproute2 postgresql $(NPM_PACKAGES)
	@mkdir -p build/kubernetes && cp tests/kubernetes/package.json tests/kubernetes/package-lock.json build/kubernetes
	@test -d build/kubernetes/node_modules/kubernetes-models || \
	  npm ci --prefix build/kubernetes --ignore-scripts --no-audit --no-fund --loglevel=error
kubernetes-test: packages deps-kubernetes
	@sh tests/kubernetes.sh build build/deb

# Every command of docs/container.md; PODMAN_RUN, PODMAN_BUILD: options for a machine that lets podman do less.
container-test:
	@sh tests/deps.sh podman crun
	@sh tests/container.sh

# The guides and the reference as static HTML, with the cards drawn, into build/docs.
.PHONY: docs deps-docs
deps-docs:
	@sh tests/deps.sh cmark-gfm
docs: deps-docs
	sh docs/build.sh $(B)/docs
