# Fiel: one Makefile, not recursive.  `make help` lists what there is.
#
#   rules <- wire <- record     protocol/, no arrow back (make layering)
#   sdk, arbiter, audit         on top of it
#   ladder                      on top of those and of the auditor, never on the arbiter
CC       ?= cc
PREFIX   ?= /usr/local
B        := $(if $(findstring clang,$(CC)),build-clang,build)
VERSION  := 0.1.0
# What is told here is told in English wherever this is made, as the tests expect; all else of the locale stays as it is.
export LANGUAGE := en

WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wvla -Wswitch-enum -Wformat=2 $(WERROR)
HARDEN   := $(if $(findstring _FORTIFY_SOURCE,$(CFLAGS) $(CPPFLAGS)),,-D_FORTIFY_SOURCE=2) -fstack-protector-strong -fPIC -fno-semantic-interposition
CFLAGS   ?= -O2 -g
# CPPFLAGS, CFLAGS and LDFLAGS are the user's, and are added to ours; ROOMS is where a room finds the headers of those below it.
ROOMS    = -Iprotocol -Iprotocol/lib -Isdk -Iarbiter
ALL_CPPFLAGS = -D_GNU_SOURCE -DFIEL_VERSION='"$(VERSION)"' $(ROOMS) -MMD -MP $(CPPFLAGS)
# No path of where it was built is in what comes out: the same sources are the same bytes (make reproducible).
ALL_CFLAGS = -std=c11 $(WARN) -fno-omit-frame-pointer $(call q,-ffile-prefix-map=$(CURDIR)=.) $(CFLAGS) $(HARDEN)
LINKED     = -Wl,-z,relro,-z,now
LINK      = $(CC) $(LINKED) $(LINKER) $(LDFLAGS) $(SEAM) -o $@ $^

comma := ,
# A path as one word of the shell: the folder of this tree, DESTDIR and PREFIX may have blanks, quotes and accents in them.
# Make itself has no such words, so everything that it makes has a path relative to this folder.
q = '$(subst ','\'',$(1))'
# Text as what sed puts in the place of something, between two |.
in_sed = $(subst |,\|,$(subst &,\&,$(subst \,\\,$(1))))
# make SANITIZE=address,undefined: a build of its own beside the plain one.
ifdef SANITIZE
B          := build-$(subst $(comma),-,$(SANITIZE))
HARDEN     := -fPIC
# A trace wants lines, not variables; and optimising a test takes longer than running it (gcc sees overlaps at -O0 where none are); bots play against a clock.
ALL_CFLAGS += -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -g1 -O$(if $(filter-out $(B)/obj/tests/bad/%,$(filter $(B)/obj/tests/%,$@)),0 -Wno-restrict,1)
# gcc's libubsan.so has 6 MB of tables that every process would look through for leaks when it ends.  Linked in, it stands
# before libasan, so who asks libasan what memory is taken does without that.
LINKED     += -fsanitize=$(SANITIZE) $(if $(findstring clang,$(CC))$(findstring /sim_allocation,$@),,-static-libubsan)
endif

# As many jobs as there are CPUs, and three times as many tests, most of which wait rather than work; unless the user said how many.
JOBS = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))
MANY = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell expr 3 '*' $$(nproc)))

# One line a file; make V=1 shows the commands.
Q = $(if $(V),,@)mkdir -p $(@D);$(if $(V),, printf '  %s\n' $@;)

include mk/build.mk mk/po.mk mk/check.mk mk/install.mk mk/package.mk

# --- what it needs --------------------------------------------------------------------------------
FIEL_PACKAGES := gcc pkg-config gettext libc6-dev libzmq3-dev libmsgpack-dev libsodium-dev libjansson-dev libseccomp-dev libinih-dev libzstd-dev
WASM_PACKAGES := clang lld wasi-libc libclang-rt-dev-wasm32
PACKAGES      := $(FIEL_PACKAGES) $(if $(filter-out fiel,$(or $(MAKECMDGOALS),all)),$(WASM_PACKAGES)) \
                 $(if $(filter-out fiel sdk,$(or $(MAKECMDGOALS),all)),libsqlite3-dev libpq-dev libmicrohttpd-dev libcurl4-openssl-dev libarchive-dev libcmark-dev)
WHEEL_PACKAGES := python3-pip python3-setuptools python3-wheel python3-venv
TEST_PACKAGES := libcmocka-dev g++ gdb python3-minimal postgresql iproute2 nodejs cmark-gfm clang-format \
                 python3-numpy python3-yaml mypy spin wget $(WHEEL_PACKAGES)
SLURM_PACKAGES := slurm-wlm postgresql python3-minimal
CI_PACKAGES   := valgrind golang-go golang-golang-x-mod-dev lua5.4 ruby rustc jq default-jdk-headless
# An npm from elsewhere is kept.
NPM_PACKAGES  = nodejs ca-certificates $(if $(shell command -v npm),,npm)
BROWSER_PACKAGES = chromium-headless-shell fonts-dejavu-core $(NPM_PACKAGES)
FUZZ_PACKAGES := clang-14 libclang-rt-14-dev llvm-14

deps:
	@sh tests/deps.sh $(PACKAGES)
deps-fiel:
	@sh tests/deps.sh $(FIEL_PACKAGES)
deps-told:
	@sh tests/deps.sh --tell $(PACKAGES)
deps-test: deps
	@sh tests/deps.sh $(TEST_PACKAGES)
deps-slurm: deps
	@sh tests/deps.sh $(SLURM_PACKAGES)
deps-nginx: deps
	@sh tests/deps.sh nginx openssl python3
deps-ci: deps-test
	@sh tests/deps.sh $(CI_PACKAGES)
# What drives the browser is npm's, of the version and the hash in tests/browser/package-lock.json; it stays in the build.
deps-browser: deps
	@sh tests/deps.sh $(BROWSER_PACKAGES)
	@mkdir -p $(B)/browser && cp tests/browser/package.json tests/browser/package-lock.json $(B)/browser
	@test -d $(B)/browser/node_modules/axe-core || \
	  npm ci --prefix $(B)/browser --ignore-scripts --no-audit --no-fund --loglevel=error
# So is the client of the Model Context Protocol, for e2e/mcp.
deps-mcp: deps
	@mkdir -p $(B)/mcp && cp tests/mcp/package.json tests/mcp/package-lock.json tests/mcp/agent.mjs $(B)/mcp
	@test -d $(B)/mcp/node_modules/@modelcontextprotocol || \
	  npm ci --prefix $(B)/mcp --ignore-scripts --no-audit --no-fund --loglevel=error
deps-fuzz: deps
	@sh tests/deps.sh $(FUZZ_PACKAGES)

help:
	@echo 'make demo      install what is missing, build, play a match, audit and retell it'
	@echo 'make test      install what is missing, build, run every test (CC=clang, SANITIZE=address,undefined)'
	@echo 'make all       build everything into build/; make fiel, make ladder, make sdk: a part, with what that needs (make deps, or deps-fiel)'
	@echo 'make check     the tests alone; make run-test_deal, make run-tournament: one, with what it starts'
	@echo 'make corpora   replay the corpora and print what agreed (DIR=folder of whole files)'
	@echo 'make playouts  a million random hands at every table (HANDS=)'
	@echo 'make retold    hands as text, JSON, page, live and viewer tell them against what was played, 1,000 of every table'
	@echo 'make covert    what one bot can learn of another: a table of channels, open and closed (STEPS=, PAIRS_SPIED=)'
	@echo 'make stops     processes of matches stand still for up to 30 s, 200 times (RUNS=, FIRST=), or run in endless loops'
	@echo 'make hogs      a bot that takes all it gets of processes, memory and disk, and must not win by it; ten minutes'
	@echo 'make kill-test kill -9 of a process of a match at a random moment, 500 times (RUNS=, FIRST=)'
	@echo 'make places    demo and tests in seven places: stranger, chroot, sudo, trixie, podman, contained, busy (PLACES=, WHAT=; tests/places.sh has more)'
	@echo 'make conformance  every scenario of spec/CONFORMANCE.md with every client here, in minutes'
	@echo 'make js-test   the JavaScript package with its types for TypeScript (npm registry)'
	@echo 'make examples-test  montecarlo and a network that learns for ten minutes, measured against cauto (PAIRS=, LEARN=)'
	@echo 'make ladder-test  two hosts of workers on one PostgreSQL, kill -9 of one, 100 times (KILLS=)'
	@echo 'make nginx-test  ladder/deploy/nginx.conf in front of a ladder: its limits and deadlines, and whose address counts'
	@echo 'make slurm-test  the Slurm array of ladder/deploy, on a Slurm and a PostgreSQL of its own'
	@echo 'make format    every C file as .clang-format says; make format-check only looks'
	@echo 'make layering  prove that the arrows between the folders run one way'
	@echo 'make weight    code lines, words and ideas of each room, against the budgets of tests/weight'
	@echo 'make model     spin walks through spec/deal.pml, and through it with each planted mistake'
	@echo 'make memcheck  the module tests under valgrind'
	@echo 'make race      what has two threads, under the thread sanitizer'
	@echo 'make fuzz      any bytes as play, messages, records, files, words, 60 s each (FUZZ_SECONDS=)'
	@echo 'make test-long what takes minutes: every fuzz target for one, the long versions of other tests'
	@echo 'make browser-test  the ladder in a headless browser: chromium from Debian, playwright-core and axe-core from npm (SUBJECTS=)'
	@echo "make coverage  how often a ladder's intervals hold the truth, in simulated ladders"
	@echo 'make bench     speeds, as ratios measured side by side in one run'
	@echo 'make bench-load  a hundred matches at once on one fiel serve, beside two busy processes (MATCHES=, GAMES=, BUSY=)'
	@echo 'make capacity  what a machine can take: processors, disk and hours of a ladder (AUTHORS=, GAMES= a day, PLAYERS=, JAIL=, SECONDS=)'
	@echo 'make docs      the guides and the reference as static HTML, into build/docs'
	@echo 'make wheel     the package for Python as a wheel, into build/wheel'
	@echo 'make deb       the Debian packages, into build/deb'
	@echo 'make dist      the release as a tarball with its hash; make release-test: that, built, tested and installed in Debian 12 and 13 (SUITES=)'
	@echo 'make reproducible  two builds in two places, with other users, clocks, locales: the same bytes'
	@echo 'make first-bot-test  docs/first-bot-*.md word for word, each in a fresh Debian, the clock noted (PAGES=)'
	@echo 'make upgrade-test  packages of an earlier commit (OLD=) with a ladder that serves, upgraded: no row is lost'
	@echo 'make season-test a season of an installed ladder is proved in a Debian that has the arbiter alone'
	@echo 'make units-test  the units of systemd in a Debian of their own: a ladder on an empty store plays its first pair'
	@echo 'make kubernetes-test  the manifest of Kubernetes by its schema, and its pods with podman up to the first pair (npm registry)'
	@echo 'make container-test  every command of docs/container.md, with podman'
	@echo 'make man       the manual pages of all commands, into build/man'
	@echo 'make install   DESTDIR= PREFIX=/usr/local'

clean:
	rm -rf build build-*

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
