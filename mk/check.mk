# What is checked.
# `make test` is everything a change must pass: it installs what is missing, builds, and runs the
# tests of every module, the simulated matches, the layering and the matches between real processes.
test: deps-test
	$(MAKE) --no-print-directory $(JOBS) tests
	$(MAKE) --no-print-directory $(MANY) layering po-check format-check model check

# All that the tests need, and the benchmarks, built and not run.
tests: all man $(BAD) $(TESTS) $(FUZZED) $(E2E) $(SHIMS) $(BENCHES) $(RUNTIME)

$(RUNTIME): $(call files,arbiter/jail/runtime*.c) | $(B)/bin/fiel $(if $(SANITIZE),$(B)/bots/cauto)
	$(Q)$(B)/bin/fiel runtime $(if $(SANITIZE),--add $(call q,$(CURDIR))/$(B)/bots/cauto) --to $(RUNTIME_OF) > $@.new && mv $@.new $@
$(E2E): | $(RUNTIME)

# Every test program is run; the first that fails stops the run and is named.  What each prints stays together.  What a place cannot
# hold is skipped, named and counted at the end, and held against what that place may skip (tests/skips).
CHECKS := $(addprefix checked/,$(TESTS) $(FUZZED) $(E2E))
check: tests weight
	@rm -rf $(B)/checked
	@$(MAKE) --no-print-directory -O $(MANY) $(CHECKS)
	@sh tests/skips.sh $(B) $(words $(CHECKS))
.PHONY: $(CHECKS)
$(CHECKS):
	@echo "== $(@:checked/%=%)"; FIEL_BUILD=$(B) FIEL_RUNTIME=$(RUNTIME_OF) sh tests/run.sh $(B) $(@:checked/%=%)

# The demo and the tests as an ordinary user, with sudo, in a chroot, in containers, on a busy machine, in other paths and locales;
# PLACES= names some of these places.  Three of them are in a Debian that is made for it, which takes a mirror and minutes.
.PHONY: places
places: deps-test
	@$(MAKE) --no-print-directory $(JOBS) tests
	@sh tests/places.sh $(B) $(PLACES)

# One test program, with all that it may start: make run-test_deal, make run-tournament
run-%: all $(BAD) $(SHIMS) $(BENCHES) $(RUNTIME)
	@$(MAKE) --no-print-directory $(filter %/$*,$(TESTS) $(FUZZED) $(E2E))
	FIEL_BUILD=$(B) FIEL_RUNTIME=$(RUNTIME_OF) $(filter %/$*,$(TESTS) $(FUZZED) $(E2E))

# The fuzzers' kept inputs that are bytes of the wire, anew from the running code.
seeds: $(B)/tests/unit/test_fuzz_seeds
	FIEL_WRITE_DOCS=1 $<

# The corpora, or a folder of the whole files of which tests/corpus holds a part: make corpora DIR=folder
corpora: all
	@python3 tests/second/run.py $(B)/bin/fiel $(if $(DIR),--corpus $(call q,$(DIR)))

# Random hands at every table, the state checked after every decision; a million each are some minutes.
HANDS ?= 1000000
playouts: $(B)/tests/unit/test_playouts
	@$(B)/tests/unit/test_playouts $(HANDS)

# What is printed of hands against what was played: text, JSON, story page, live and viewer, 1,000 hands of every table; two minutes.
retold: all $(B)/tests/ladder/test_ladder_retold
	@FIEL_HANDS=1000 FIEL_BUILD=$(B) $(B)/tests/ladder/test_ladder_retold

# Processes of matches stand still for up to half a minute, RUNS times, and a fifth as often below a daemon; the plan of a run
# follows from its number, FIRST and up.
STOPS = $(if $(filter 500,$(RUNS)),200,$(RUNS))
stops: all $(BAD) $(B)/e2e/stops $(B)/e2e/stops_served $(B)/e2e/loops $(B)/tests/spin.so
	@FIEL_BUILD=$(B) $(B)/e2e/stops $(STOPS) $(FIRST)
	@FIEL_BUILD=$(B) $(B)/e2e/stops_served $$(($(STOPS) / 5 + 1)) $(FIRST)
	@FIEL_BUILD=$(B) $(B)/e2e/loops all

# A bot that gives up every hand and takes what it gets of processes, memory and disk, where there is little of them: a table.
# Then SIXTY matches of each row beside sixty threads and others' work, as many as that.
SIXTY ?= 10
hogs: all $(BAD) $(B)/e2e/hogs $(B)/tests/scarce.so $(RUNTIME)
	@FIEL_BUILD=$(B) $(B)/e2e/hogs all
	@FIEL_BUILD=$(B) FIEL_RUNTIME=$(RUNTIME_OF) $(B)/e2e/hogs sixty $(SIXTY)

# kill -9 anywhere, RUNS times, and a fifth as often below a daemon, of pairs, and at several tables; the plan of a run follows from its number,
# FIRST and up.
RUNS  ?= 500
FIRST ?= 1
kill-test: all $(BAD) $(SHIMS) $(B)/e2e/kills $(B)/e2e/kills_served $(B)/e2e/pairs_killed $(B)/e2e/tables
	@FIEL_BUILD=$(B) $(B)/e2e/kills $(RUNS) $(FIRST)
	@for t in kills_served pairs_killed tables; do FIEL_BUILD=$(B) $(B)/e2e/$$t $$(( ($(RUNS) + 4) / 5 )) $(FIRST) || exit 1; done

# What one bot can learn of another: STEPS bits through every channel, and PAIRS_SPIED pairs of a bot that remembers; half an hour.
STEPS ?= 2000
PAIRS_SPIED ?= 200
covert: all $(BAD) $(RUNTIME) $(B)/tests/unit/test_covert $(B)/e2e/recall
	@FIEL_BUILD=$(B) $(B)/tests/unit/test_covert $(STEPS)
	@FIEL_BUILD=$(B) $(B)/e2e/recall $(PAIRS_SPIED)

# How often the ladder's intervals hold the truth: the table of docs/ratings.md, from simulated ladders; some seconds.
coverage: $(B)/tests/ladder/test_ladder_coverage
	@FIEL_COVERAGE=all $<

# Every scenario with every client of this project; minutes.
conformance: all $(CONFORMANCE)
	@set -e; for b in "$(B)/examples/first" "$(B)/examples/loop"; do \
	  echo "== $$b"; $(CONFORMANCE) -- $$b; done
	@echo "== $(B)/bots/corte"; $(CONFORMANCE) --cutter -- $(B)/bots/corte

# Two bots in TypeScript are compiled against the package's types, and play; what those forbid is refused.  Debian 12's node cannot have
# the rules where memory is limited (sdk/js/README.md), as a bot's is: there the bot that looks ahead is compiled and does not play.
OLD_NODE = $(shell node --disable-wasm-trap-handler -e 0 2> /dev/null || echo 1)
js-types: all
	@sh tests/deps.sh $(NPM_PACKAGES)
	@mkdir -p $(B)/types && cp tests/types/* $(B)/types
	@test -d $(B)/types/node_modules/typescript || npm ci --prefix $(B)/types --ignore-scripts --no-audit --no-fund --loglevel=error
	@rm -rf $(B)/types/node_modules/fiel && mkdir $(B)/types/node_modules/fiel
	@cp -R sdk/js/package.json sdk/js/index.d.ts sdk/js/lib $(B)/types/node_modules/fiel
	@cp $(JS_WASM) $(B)/bots/bridge $(B)/types/node_modules/fiel/lib
	$(B)/types/node_modules/.bin/tsc -p $(B)/types
	@chmod +x $(B)/types/bot.js $(B)/types/search.js; rm -rf $(B)/types/m.replay $(B)/types/m.logs
	$(if $(OLD_NODE),@echo 'skipped: search.js in a match: this node knows no --disable-wasm-trap-handler')
	$(B)/bin/fiel match --games 4 --bot lines:$(B)/types/bot.js --bot $(if $(OLD_NODE),random,lines:$(B)/types/search.js) --json --replay $(B)/types/m.replay > $(B)/types/result.json
	@grep -q '"faults":\[\]' $(B)/types/result.json || { cat $(B)/types/result.json; cat $(B)/types/m.logs/*; exit 1; }
	$(B)/types/bot.js --again $(B)/types/m.replay --seat 0 > $(B)/types/again
js-test: js-types
	node --test tests/js/test.js tests/js/test-rules.js

# The examples that win against cauto, measured; half an hour on a quiet machine, ten minutes of it to learn.
examples-test: all
	@sh tests/deps.sh libopenblas0-pthread
	@sh tests/examples.sh $(B) $(PAIRS) $(LEARN)

# Two hosts of workers, kill -9 of one at a random moment, KILLS times.
KILLS ?= 100
ladder-test: all $(B)/tests/ladder/test_ladder_two
	@FIEL_BUILD=$(B) FIEL_KILLS=$(KILLS) $(B)/tests/ladder/test_ladder_two

# The Slurm array of ladder/deploy on a Slurm of its own; not among the tests, for what it installs.
slurm-test: all deps-slurm
	@sh tests/slurm.sh $(B)

# ladder/deploy/nginx.conf as Debian's nginx runs it; not among the tests, for what it installs.
nginx-test: all deps-nginx
	@python3 tests/nginx.py $(B)

# One formatting for all rooms, as Debian 12's clang-format makes it; `make format` applies it.
FORMATTED = find arbiter bots ladder protocol sdk tests \( -name vendor -o -name node_modules \) -prune -o -name '*.[ch]' -print0
.PHONY: format format-check
format:
	@$(FORMATTED) | xargs -0 clang-format -i
# Each version of clang-format has other forms: that of Debian 12 is ours.
format-check:
	@case "$$(clang-format --version)" in \
	 *' version 14.'*) $(FORMATTED) | xargs -0 clang-format --dry-run -Werror && echo 'format: as .clang-format says' ;; \
	 *) echo "skipped: format-check: it takes clang-format 14, and here is $$(clang-format --version)" ;; esac

# The deal as a model (spec/deal.pml), walked through whole, and each mistake that can be planted in it; some seconds.
.PHONY: model
model:
	@sh tests/model.sh $(B)

# What each room weighs, against its budget; and the words of its pages.
.PHONY: weight
weight:
	@python3 tests/weight && sh tests/prose $(B)

layering: all
	@sh tests/layering.sh $(B)
	@sh tests/headers.sh $(B)
	@python3 tests/circles.py $(B)

# The module tests under valgrind: no error, nothing lost.  Left out are those that go through every byte,
# every moment or a hundred thousand hands: the sanitizers have them; and what valgrind cannot run: posix_spawn
# reports no error there (test_child), and a process that limits its own memory has none left (test_frames_hostile, test_referee_process).
MEMCHECK := $(filter-out %/test_child %/test_frames_hostile %/test_referee_process %/test_audit %/test_audit_bytes %/test_audit_changed %/test_audit_forged %/test_sdk_checks %/test_sdk_restart \
              %/test_rules_laws %/test_covert %/test_views %/test_playouts %/test_perft %/test_pack %/test_replay $(B)/tests/sim/sim_%,$(TESTS))
memcheck: all deps-ci $(MEMCHECK)
	@set -e; for t in $(MEMCHECK); do echo "== valgrind $$t"; \
	  FIEL_BUILD=$(B) valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite $$t; done
	@echo "$(words $(MEMCHECK)) passed, 0 failed"

# Bytes that nobody thought of, FUZZ_SECONDS for each target, with the sanitizers on.  What is found lies in
# build-fuzz/crash-*: run the target with that file to have it again.
FUZZ_SECONDS ?= 60
FUZZ         := $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(FUZZ_SRC))
$(B)/fuzz/%: $(B)/obj/tests/fuzz/%.o $(LIAR_LIB) $(ARBITER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(SDK_LIB)
	$(Q)$(LINK) $(ARBITER_LIBS)

fuzz: deps-fuzz
	@$(MAKE) --no-print-directory fuzz-run CC=clang-14 B=build-fuzz HARDEN=-fPIC LDFLAGS=-fsanitize=fuzzer,address,undefined \
	  CFLAGS='-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all'
fuzz-run: $(FUZZ)
	@set -e; for f in $(FUZZ); do echo "== $$f"; mkdir -p $$f.corpus; \
	  $$f -max_total_time=$(FUZZ_SECONDS) -max_len=1024 -timeout=20 -print_final_stats=1 -print_funcs=0 -verbosity=0 \
	    -artifact_prefix=$(B)/ $$f.corpus tests/corpus/fuzz/$${f##*fuzz_}; done
	@echo "$(words $(FUZZ)) targets, $(FUZZ_SECONDS) s each: nothing found"

# What `make check` does in short, for long: a minute of every fuzz target, and what else takes minutes.
test-long: all $(B)/tests/sim/sim_worlds $(B)/e2e/worlds
	@FIEL_WORLDS=100 $(B)/tests/sim/sim_worlds
	@FIEL_BUILD=$(B) FIEL_WORLDS=10 $(B)/e2e/worlds
	@$(MAKE) --no-print-directory retold
	@$(MAKE) --no-print-directory $(B)/e2e/check && FIEL_BUILD=$(B) FIEL_CHECK=all $(B)/e2e/check
	@$(MAKE) --no-print-directory $(B)/e2e/second && FIEL_BUILD=$(B) FIEL_RECORDS='*' $(B)/e2e/second
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=60
	@$(MAKE) --no-print-directory $(B)/e2e/chaos && FIEL_BUILD=$(B) CHAOS_MATCHES=200 $(B)/e2e/chaos

# Threads that might meet where they must not: the tests of what has two of them, under the thread sanitizer.
race:
	@$(MAKE) --no-print-directory SANITIZE=thread build-thread/tests/unit/test_sdk_think
	@build-thread/tests/unit/test_sdk_think

# The ladder's pages in a real browser: people who sign up, submit, watch, verify, dispute.  Screenshots: build/browser/*.png
.PHONY: browser-test
browser-test: deps-browser
	@$(MAKE) --no-print-directory all $(RUNTIME) $(B)/bench/thinker > /dev/null
	@FIEL_BUILD=$(B) node tests/browser/run.mjs $(SUBJECTS)

bench: deps
	$(MAKE) --no-print-directory all $(BENCHES) $(RUNTIME)
	@FIEL_BUILD=$(B) FIEL_RUNTIME=$(RUNTIME_OF) sh tests/bench/run.sh

# A hundred matches at once on one daemon beside BUSY busy processes, minutes long; it fails when a bot was at fault.
bench-load: deps
	$(MAKE) --no-print-directory all $(BENCHES)
	@sh tests/bench/serve_load.sh $(B) $(or $(MATCHES),100) $(or $(GAMES),10) $(or $(BUSY),2)

# What a machine can take: a ladder of PLAYERS plays for SECONDS; GAMES a day of each of so many AUTHORS are told from that.
.PHONY: capacity
capacity: deps
	$(MAKE) --no-print-directory all $(RUNTIME)
	@FIEL_RUNTIME=$(RUNTIME_OF) /usr/bin/python3 tests/bench/capacity.py $(B) $(or $(SECONDS),60) $(or $(AUTHORS),100) \
	  $(or $(GAMES),200) $(or $(JAIL),any) $(or $(PLAYERS),cauto embustero random)

demo: deps
	@echo "building: some 800 files the first time, which takes minutes"
	@$(MAKE) --no-print-directory all | awk '!(NR % 100) { print "  " NR; fflush() }'
	@$(MAKE) --no-print-directory -s all
	@FIEL_BUILD=$(B) sh bots/demo.sh
