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

WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wvla -Wswitch-enum -Wformat=2 -Werror
HARDEN   := -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIC -fno-semantic-interposition
CFLAGS   ?= -O2 -g
CPPFLAGS := -D_GNU_SOURCE -DFIEL_VERSION='"$(VERSION)"' -Iprotocol -Isdk -Iarbiter -MMD -MP
# No path of where it was built is in what comes out: the same sources are the same bytes (make reproducible).
ALL_CFLAGS = -std=c11 $(WARN) -fno-omit-frame-pointer $(call q,-ffile-prefix-map=$(CURDIR)=.) $(CFLAGS) $(HARDEN)
LDFLAGS  += -Wl,-z,relro,-z,now

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
ALL_CFLAGS += -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -O1
LDFLAGS    += -fsanitize=$(SANITIZE)
endif

# As many jobs as there are CPUs, and three times as many tests, most of which wait rather than work; unless the user said how many.
JOBS = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))
MANY = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell expr 3 '*' $$(nproc)))

# One line a file; make V=1 shows the commands.
Q = $(if $(V),,@printf '  %s\n' $@;)

# --- what is built from what ------------------------------------------------------------------
# In an order that is the same in every locale: what is linked in which order shows in the programs.
files      = $(sort $(wildcard $(1)))
RULES_SRC  := $(call files,protocol/rules/*.c)
WIRE_SRC   := $(call files,protocol/wire/*.c)
RECORD_SRC := $(call files,protocol/record/*.c protocol/log/*.c)
AUDIT_SRC  := $(call files,protocol/audit/*.c)
COURSE_SRC := $(call files,protocol/course/*.c)
TELL_SRC   := $(call files,protocol/tell/*.c)
SOCKET_SRC := $(call files,protocol/socket/*.c)
SDK_SRC    := $(call files,sdk/*.c) $(SOCKET_SRC)
# The rules for other languages: no socket, no hash, no file.
FOREIGN_SRC := $(RULES_SRC) $(WIRE_SRC) $(patsubst %,sdk/%.c,batch cauto embustero foreign hints maestro players playout random row \
               sample view)
CLI_SRC    := $(call files,protocol/cli/*.c)
STATS_SRC  := $(call files,protocol/stats/*.c)
LEAGUE_SRC := $(call files,protocol/league/*.c)
STORED_SRC := $(call files,protocol/stored/*.c)
SEASON_SRC := $(call files,protocol/season/*.c)
CHILD_SRC  := $(call files,protocol/child/*.c)
CONTROL_SRC := $(call files,protocol/control/*.c) $(SOCKET_SRC)
FIEL_SRC   := $(call files,arbiter/*.c arbiter/*/*.c arbiter/tools/*/*.c)
LADDER_SRC := $(filter-out ladder/web/%,$(call files,ladder/*.c ladder/*/*.c ladder/site/*/*.c))
BOTS_SRC   := $(call files,bots/*.c)
BAD_SRC    := $(call files,bots/bad/*.c)
PERSONA_SRC := $(call files,bots/persona/*.c)
PERSONA_ALSO := $(patsubst %,protocol/cli/%.c,cells language now json_out) protocol/tell/speech.c
LIAR_SRC   := $(filter-out bots/conformance/main.c,$(call files,bots/conformance/*.c))
TEST_SRC   := $(call files,tests/unit/test_*.c tests/ladder/test_*.c tests/sim/sim_*.c)
BENCH_SRC  := $(call files,tests/bench/*.c)
FUZZ_SRC   := $(call files,tests/fuzz/fuzz_*.c)

obj        = $(patsubst %.c,$(B)/obj/%.o,$(1))
RULES_LIB  := $(B)/lib/librules.a
WIRE_LIB   := $(B)/lib/libwire.a
RECORD_LIB := $(B)/lib/librecord.a
ARBITER_LIB := $(B)/lib/libarbiter.a
AUDIT_LIB  := $(B)/lib/libaudit.a
TELL_LIB   := $(B)/lib/libtell.a
LADDER_LIB := $(B)/lib/libladder.a
CONTROL_LIB := $(B)/lib/libcontrol.a
SDK_LIB    := $(B)/lib/libfiel.a
SDK_PUBLIC := $(B)/lib/public/libfiel.a
LIAR_LIB   := $(B)/lib/libliar.a
SDK_SO     := $(B)/lib/libfiel.so.0
SDK_PC     := $(B)/lib/pkgconfig/fiel.pc
RULES_SO   := $(B)/lib/libfielrules.so

PROGRAMS   := $(B)/bin/fiel $(B)/bin/fiel-audit $(B)/bin/fiel-ladder $(B)/bin/fiel-witness
BOTS       := $(patsubst bots/%.c,$(B)/bots/%,$(BOTS_SRC) $(BAD_SRC)) $(B)/bots/persona $(B)/bots/conformance
EXAMPLES   := $(patsubst sdk/examples/%.c,$(B)/examples/%,$(wildcard sdk/examples/*.c))
WASM       := $(B)/web/fiel.wasm
JS_WASM    := build/js/rules.wasm
TESTS      := $(patsubst tests/%.c,$(B)/tests/%,$(TEST_SRC))
BENCHES    := $(patsubst tests/bench/%.c,$(B)/bench/%,$(BENCH_SRC))
FUZZED     := $(patsubst tests/%.c,$(B)/tests/%,$(FUZZ_SRC))
E2E        := $(patsubst tests/e2e/%.c,$(B)/e2e/%,$(wildcard tests/e2e/*.c))
# Under the sanitizers these only run the same programs for longer: the plain build has them.  (In `innocent` processes end by
# signals, which a sanitizer answers in its own way; `units` takes calls that one needs; what `python` waits for is Python.)
ifdef SANITIZE
E2E        := $(filter-out $(patsubst %,$(B)/e2e/%,again blind bots check conformance disks docs hogs innocent killed kills kills_served ladder_deploy ladder_first lobby loops manual measure new_bot \
                paths pairs_killed power python readme recall runtime sdk second starved stops stops_served tournament training units web witness words),$(E2E))
TESTS      := $(filter-out $(B)/tests/ladder/test_ladder_trained $(B)/tests/unit/test_covert $(B)/tests/unit/test_sprt,$(TESTS))
endif
SHIMS      := $(patsubst %,$(B)/tests/%.so,captured disk everybody overheard scarce spin) $(B)/tests/witness

AUDIT_LIBS  := -lsodium -lzstd -lm
SDK_LIBS    := -lzmq -lsodium -lpthread -lm
ARBITER_LIBS := -lzmq -lsodium -lzstd -ljansson -linih -lseccomp -lpthread -lm
LADDER_LIBS := -lzstd -lzmq -larchive -lsqlite3 -lpq -lmicrohttpd -lcurl -linih -ljansson -lsodium -lpthread -lm
# libpq's headers have a folder of their own.
LADDER_CPPFLAGS := -Iladder -isystem /usr/include/postgresql

# What bots in a strict jail are given of the system, for the tests: made once for all builds.
# What jailed bots are given of the system; those of a sanitized build need its libraries too.
RUNTIME    := $(if $(SANITIZE),$(B),build)/runtime/made
RUNTIME_OF := $(call q,$(CURDIR))/$(dir $(RUNTIME))

.DEFAULT_GOAL := all
.PHONY: all tests bench-load deps deps-told deps-test deps-ci deps-fuzz deps-browser deps-nginx deps-slurm js-deps demo test check bench fuzz fuzz-run man install clean help
.SECONDARY:

# These install what they need before anything is compiled for them; those that are not here and have no deps of their own (all, check,
# install, man) change nothing on the machine, and say what is missing.
INSTALLING := conformance corpora coverage covert examples-test format format-check hogs js-test js-types kill-test ladder-test \
              layering memcheck nginx-test playouts race retold seeds sentences slurm-test stops test-long
FIRST_DEPS := $(if $(filter $(INSTALLING),$(MAKECMDGOALS)),deps-test,deps-told)
.PHONY: $(INSTALLING)
$(INSTALLING): | deps-test

all: $(PROGRAMS) $(WASM) $(JS_WASM) $(SDK_LIB) $(SDK_PUBLIC) $(SDK_SO) $(RULES_SO) $(SDK_PC) $(BOTS) $(EXAMPLES)

# What a bot's search runs on is built for speed; a debugger reads it all the same.
$(call obj,$(RULES_SRC) $(patsubst %,sdk/%.c,batch row foreign random)): CFLAGS += -O3 -fomit-frame-pointer

$(B)/obj/ladder/%.o: CPPFLAGS := $(filter-out -Iarbiter -Isdk,$(CPPFLAGS)) $(LADDER_CPPFLAGS)
# A test may include from any room of tests/.
$(B)/obj/tests/%.o: CPPFLAGS := -Itests $(CPPFLAGS)
$(B)/obj/tests/unit/test_persona.o $(B)/obj/tests/unit/test_persona_pictures.o: CPPFLAGS := -Itests -Ibots $(CPPFLAGS)
$(B)/obj/tests/fuzz/fuzz_http.o $(B)/obj/tests/ladder/%.o $(B)/obj/tests/bench/ladder_%.o: CPPFLAGS := -Itests -Isdk $(LADDER_CPPFLAGS) $(CPPFLAGS)
$(patsubst %,$(B)/obj/tests/%.o,unit/test_outside unit/test_sdk_checks unit/test_sdk_restart fuzz/fuzz_party): CPPFLAGS := -Itests -Ibots/conformance $(CPPFLAGS)
$(B)/obj/%.o: %.c | $(FIRST_DEPS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -c -o $@ $<

$(RULES_LIB): $(call obj,$(RULES_SRC))
$(WIRE_LIB): $(call obj,$(WIRE_SRC))
$(RECORD_LIB): $(call obj,$(RECORD_SRC))
# How a program speaks to its user is inside of every library that says something.
$(AUDIT_LIB): $(call obj,$(filter-out protocol/audit/main.c,$(AUDIT_SRC)) $(COURSE_SRC) $(CLI_SRC) $(STORED_SRC) $(SEASON_SRC) $(LEAGUE_SRC))
$(TELL_LIB): $(call obj,$(TELL_SRC) $(CLI_SRC))
$(ARBITER_LIB): $(call obj,$(filter-out arbiter/main.c,$(FIEL_SRC)) $(COURSE_SRC) $(CLI_SRC) $(STATS_SRC) $(LEAGUE_SRC) $(CONTROL_SRC) $(STORED_SRC) $(CHILD_SRC))
$(LADDER_LIB): $(call obj,$(filter-out ladder/main.c ladder/witness/main.c,$(LADDER_SRC)) $(CLI_SRC) $(STATS_SRC) $(LEAGUE_SRC) $(CONTROL_SRC) $(CHILD_SRC))
$(CONTROL_LIB): $(call obj,$(CONTROL_SRC))
# libfiel is the SDK with the rules, the wire and the record inside, so that a bot links one library.
$(SDK_LIB): $(call obj,$(SDK_SRC) $(RULES_SRC) $(WIRE_SRC) $(RECORD_SRC))
# An arbiter that lies: for `fiel conformance` and for the tests of the SDK.
$(LIAR_LIB): $(call obj,$(LIAR_SRC) $(COURSE_SRC) $(CHILD_SRC))
%.a:
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)ar rcs $@ $^

# For a browser: the auditor and the teller as WebAssembly, made once for all builds.
WASM_SRC := ladder/web/wasm.c $(patsubst %,protocol/cli/%.c,cells json_out language say sentences spans) $(RULES_SRC) $(WIRE_SRC) $(call files,protocol/record/*.c) $(TELL_SRC) \
            $(filter-out protocol/audit/main.c protocol/audit/command.c protocol/audit/second.c protocol/audit/audit_policy.c protocol/audit/monitor% protocol/audit/season%,$(AUDIT_SRC)) $(COURSE_SRC) \
            $(patsubst %,protocol/log/%.c,tree note proof entry)
WASM_OBJ := $(patsubst %.c,build/obj/wasm/%.o,$(WASM_SRC))
WASM_CC  := clang --target=wasm32-wasi --sysroot=/usr -isystem /usr/include/wasm32-wasi -isystem build/obj/wasm/include
build/obj/wasm/include/sodium.h:
	@mkdir -p $(@D)
	@ln -sfn /usr/include/sodium $(@D)/sodium; ln -sfn /usr/include/sodium.h $@
build/obj/wasm/%.o: %.c | build/obj/wasm/include/sodium.h $(FIRST_DEPS)
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) -std=c11 -Oz -D_GNU_SOURCE -DFIEL_VERSION='"$(VERSION)"' -Iprotocol -MMD -MP -c -o $@ $<
# The stack of a module is 64 KiB unless it asks for more, and two offers and a twin are 56.
build/web/fiel.wasm: $(WASM_OBJ)
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) -mexec-model=reactor -Wl,--no-entry,--allow-undefined,--strip-all,--gc-sections,-z,stack-size=1048576 -o $@ $^
ifneq ($(B),build)
$(WASM): build/web/fiel.wasm
	@mkdir -p $(@D)
	@cp $< $@
-include $(shell find build/obj/wasm -name '*.d' 2>/dev/null)
endif

# The rules for JavaScript (sdk/js/lib/rules.js): sdk/foreign.h without the batch, whose threads it has not.
JS_WASM_SRC := $(filter-out $(patsubst %,sdk/%.c,batch cauto embustero maestro players),$(FOREIGN_SRC))
JS_WASM_OUT := malloc free $(addprefix fiel_,actions row row_of_view row_names row_width $(addprefix table_,size new deal dealt turn \
                 legal apply error view sample playout score))
build/obj/wasm-js/%.o: %.c | build/obj/wasm/include/sodium.h $(FIRST_DEPS)
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) -std=c11 -O2 -D_GNU_SOURCE -Iprotocol -Isdk -MMD -MP -c -o $@ $<
$(JS_WASM): $(patsubst %.c,build/obj/wasm-js/%.o,$(JS_WASM_SRC))
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) -mexec-model=reactor -Wl,--no-entry,--allow-undefined,--strip-all,--gc-sections \
	  $(addprefix -Wl$(comma)--export=,$(JS_WASM_OUT)) -o $@ $^

# What is given away is one object that shows only the names of sdk/fiel.symbols: a bot may have a hash() of its own.
# The static one has nothing of sdk/foreign.h: other languages load the shared one.
FOREIGN_ONLY := $(patsubst %,sdk/%.c,batch cauto embustero foreign maestro players row)
$(B)/obj/libfiel.o: $(call obj,$(filter-out $(FOREIGN_ONLY),$(SDK_SRC)) $(RULES_SRC) $(WIRE_SRC) $(RECORD_SRC))
$(B)/obj/libfiel-so.o: $(call obj,$(SDK_SRC) $(RULES_SRC) $(WIRE_SRC) $(RECORD_SRC))
$(B)/obj/libfiel.o $(B)/obj/libfiel-so.o: sdk/fiel.symbols
	$(Q)ld -r -o $@ $(filter %.o,$^)
	@objcopy --wildcard --keep-global-symbols=sdk/fiel.symbols $@
$(SDK_PUBLIC): $(B)/obj/libfiel.o
# The shared one by a version script of the same names: a bot that is linked to it says which libfiel it was made for.
$(B)/obj/libfiel.map: sdk/fiel.symbols
	@mkdir -p $(@D)
	$(Q){ echo 'FIEL_0 { global:'; sed 's/$$/;/' $<; echo 'local: *; };'; } > $@
$(SDK_SO): $(B)/obj/libfiel-so.o $(B)/obj/libfiel.map
	$(Q)$(CC) -shared -Wl,-soname,libfiel.so.0 -Wl,--version-script=$(B)/obj/libfiel.map $(LDFLAGS) -o $@ $< $(SDK_LIBS)
	@ln -sf libfiel.so.0 $(B)/lib/libfiel.so

# The rules for other languages alone (sdk/foreign.h): what a Python package carries with it, for it needs the C library and nothing else.
$(B)/obj/libfielrules.map: sdk/python/rules.symbols
	@mkdir -p $(@D)
	$(Q){ echo '{ global:'; sed 's/$$/;/' $<; echo 'local: *; };'; } > $@
$(RULES_SO): $(call obj,$(FOREIGN_SRC)) $(B)/obj/libfielrules.map
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -Wl,-soname,libfielrules.so -Wl,--version-script=$(B)/obj/libfielrules.map $(LDFLAGS) -o $@ \
	  $(filter %.o,$^) -s -lpthread -lm

# For bots that are built against this tree, before anything is installed.
$(SDK_PC): sdk/fiel.pc.in
	@mkdir -p $(@D)
	@sed -e $(call q,s|@PREFIX@|$(call in_sed,$(CURDIR))|) -e 's|@VERSION@|$(VERSION)|' \
	  -e 's|^libdir=.*|libdir=$${prefix}/$(B)/lib/public|' -e 's|^includedir=.*|includedir=$${prefix}/sdk|' \
	  -e 's|^Cflags:.*|Cflags: -I"$${includedir}" -I"$${prefix}/protocol"|' $< > $@

$(B)/bin/fiel: $(call obj,arbiter/main.c) $(ARBITER_LIB) $(TELL_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(ARBITER_LIBS)

$(B)/bin/fiel-audit: $(call obj,protocol/audit/main.c) $(AUDIT_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(AUDIT_LIBS)

$(B)/bin/fiel-ladder: $(call obj,ladder/main.c) $(LADDER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(LADDER_LIBS)

# A witness needs the ladder's web server and the match log, and nothing else of either.
$(B)/bin/fiel-witness: $(call obj,ladder/witness/main.c) $(LADDER_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lmicrohttpd -lcurl -lsodium -lpthread

$(B)/bots/%: $(B)/obj/bots/%.o $(SDK_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(SDK_LIBS) -lm

$(B)/bots/persona: $(call obj,$(PERSONA_SRC) $(PERSONA_ALSO)) $(SDK_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(SDK_LIBS) -lpthread -lm

$(B)/bots/conformance: $(call obj,bots/conformance/main.c $(CLI_SRC)) $(LIAR_LIB) $(SDK_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(SDK_LIBS) -ljansson -lpthread -lm

$(B)/examples/%: $(B)/obj/sdk/examples/%.o $(SDK_PUBLIC)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(SDK_LIBS)

# A test is a program of its own over every library but the mains.
$(B)/tests/%: $(B)/obj/tests/%.o $(LIAR_LIB) $(ARBITER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(SDK_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) $(SEAM) -o $@ $^ -lcmocka -lmsgpackc $(ARBITER_LIBS)

# Where a test puts something of its own in the place of a function.
SEAM :=
$(B)/tests/unit/test_audit_changed: SEAM := -Wl,--wrap=sign_message,--wrap=verify_message
$(foreach t,referee replay party tables seat_frames,$(B)/fuzz/fuzz_$(t) $(B)/tests/fuzz/fuzz_$(t)): SEAM := -Wl,--wrap=sign_message,--wrap=verify_message

# Every valid record that one of these audits is judged as its arbiter would have left it when it was killed, too.
CUT := $(filter $(addprefix $(B)/tests/unit/test_,audit audit_pair audit_cutters audit_tables audit_signs) $(B)/tests/sim/%,\
         $(filter-out %/worlds_fiel %/worlds_bot %/sim_worlds,$(TESTS)))
$(CUT): $(B)/obj/tests/support/cut_audits.o
$(CUT): SEAM += -Wl,--wrap=audit_bytes
$(CUT): ARBITER_LIBS := $(AUDIT_LIB) $(SDK_LIB) $(ARBITER_LIBS)

# A person's table without its terminal.
PERSONA_TESTS := $(patsubst %,$(B)/tests/unit/%,test_persona test_persona_pictures)
$(PERSONA_TESTS): $(B)/tests/%: $(B)/obj/tests/%.o $(call obj,$(filter-out bots/persona/persona.c,$(PERSONA_SRC)) $(PERSONA_ALSO)) $(SDK_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(SDK_LIBS) -lpthread -lm

$(B)/tests/sim/worlds_fiel: $(call obj,tests/sim/worlds_fiel.c arbiter/main.c) $(ARBITER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(SDK_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -Wl,--wrap=position_deal,--wrap=deal_pack -o $@ $^ $(ARBITER_LIBS)
$(B)/e2e/python: | $(addprefix $(B)/tests/sim/sim_,back cutters_back decided duty faults frames match pause pauses pauses_tables pair tick tables tables_pair)
$(B)/e2e/second: | $(addprefix $(B)/tests/unit/test_audit_,cutters frauds inputs planted planted_files planted_many planted_tables) $(B)/tests/sim/sim_decided
$(B)/e2e/worlds: | $(B)/tests/sim/worlds_fiel $(B)/tests/sim/worlds_bot
$(B)/tests/sim/sim_worlds: SEAM := $(addprefix -Wl$(comma)--wrap=,sign_message verify_message position_deal deal_pack pack_msg_request \
                         pen_private outbox_leave)

$(B)/bench/bench_tables: SEAM := $(addprefix -Wl$(comma)--wrap=,position_apply view_legal position_deal position_view envelope_open \
                         envelope_next pack_msg_request pack_msg_act read_view seat_read hash hash_bytes hash_followed \
                         sign_message verify_message replay_append replay_flush replay_sync party_take party_reply party_settle)

# A fuzz target with a main that plays the inputs that were kept.
$(filter-out %/fuzz_http,$(FUZZED)): $(B)/tests/%: $(B)/obj/tests/%.o $(B)/obj/tests/fuzz/fuzzed.o $(LIAR_LIB) $(ARBITER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(SDK_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) $(SEAM) -o $@ $^ $(ARBITER_LIBS)

# What fuzzes the ladder's HTTP has the ladder's library.
$(B)/tests/fuzz/fuzz_http: $(B)/obj/tests/fuzz/fuzzed.o
$(B)/tests/fuzz/fuzz_http $(B)/fuzz/fuzz_http: $(B)/obj/tests/fuzz/fuzz_http.o $(LADDER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LADDER_LIBS)

# The ladder's have its library, and not the arbiter's.
$(B)/tests/ladder/test_ladder_%: $(B)/obj/tests/ladder/test_ladder_%.o $(LADDER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(LADDER_LIBS)

# End to end: drives the programs themselves and reads what they print.
$(B)/e2e/%: $(B)/obj/tests/e2e/%.o $(CONTROL_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lcmocka -ljansson -lsodium -lzmq -lm $(MORE_LIBS)

$(B)/obj/tests/support/docs_server.o: CPPFLAGS += -isystem /usr/include/postgresql
$(B)/e2e/docs: $(B)/obj/tests/support/docs_server.o
$(B)/e2e/docs: MORE_LIBS := -lpq
$(B)/e2e/units: MORE_LIBS := -lseccomp
$(B)/e2e/stored: MORE_LIBS = $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB) -lzstd -lsodium
$(B)/e2e/stored: $(call obj,$(STORED_SRC))
$(B)/e2e/recall: $(B)/obj/protocol/stats/legs.o

# What the end to end tests put in front of the programs: a disk that fails, a bot that writes everything down.
$(B)/tests/disk.so: tests/shim/power.h
$(B)/tests/captured.so: arbiter/base/link.h
$(B)/tests/%.so: tests/shim/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) -D_GNU_SOURCE -std=c11 $(WARN) -Iarbiter -Iprotocol -O1 -g -fPIC -shared -o $@ $< -ldl
$(B)/tests/witness: $(B)/obj/tests/shim/witness.o $(SDK_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(SDK_LIBS) -lm

$(B)/e2e/remote $(B)/e2e/chaos: $(B)/obj/tests/support/chaos_proxy.o

$(B)/bench/%: $(B)/obj/tests/bench/%.o $(ARBITER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(SDK_LIB)
$(B)/bench/ladder_%: $(B)/obj/tests/bench/ladder_%.o $(LADDER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB) $(SDK_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(LADDER_LIBS)
$(B)/bench/%: $(B)/obj/tests/bench/%.o $(ARBITER_LIB) $(AUDIT_LIB) $(SDK_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) $(SEAM) -o $@ $^ $(ARBITER_LIBS)

# --- what is checked ----------------------------------------------------------------------------
# `make test` is everything a change must pass: it installs what is missing, builds, and runs the
# tests of every module, the simulated matches, the layering and the matches between real processes.
test: deps-test
	$(MAKE) --no-print-directory $(JOBS) tests
	$(MAKE) --no-print-directory $(MANY) layering sentences format-check check

# All that the tests need, and the benchmarks, built and not run.
tests: all man $(TESTS) $(FUZZED) $(E2E) $(SHIMS) $(BENCHES) $(RUNTIME)

$(RUNTIME): $(call files,arbiter/jail/runtime*.c) | $(B)/bin/fiel $(if $(SANITIZE),$(B)/bots/cauto)
	@mkdir -p $(@D)
	$(Q)$(B)/bin/fiel runtime $(if $(SANITIZE),--add $(call q,$(CURDIR))/$(B)/bots/cauto) --to $(RUNTIME_OF) > $@.new && mv $@.new $@
$(E2E): | $(RUNTIME)

# Every test program is run; the first that fails stops the run and is named.  What each prints stays together.  What a place cannot
# hold is skipped, named and counted at the end, and held against what that place may skip (tests/skips).
CHECKS := $(addprefix checked/,$(TESTS) $(FUZZED) $(E2E))
check: tests
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

# One test program: make run-test_deal
run-%: all $(RUNTIME)
	@$(MAKE) --no-print-directory $(filter %/$*,$(TESTS) $(FUZZED))
	FIEL_BUILD=$(B) FIEL_RUNTIME=$(RUNTIME_OF) $(filter %/$*,$(TESTS) $(FUZZED))

# The fuzzers' kept inputs that are bytes of the wire, anew from the running code.
seeds: $(B)/tests/unit/test_fuzz_seeds
	FIEL_WRITE_DOCS=1 $<

# The corpora, or a folder of the whole files of which tests/corpus holds a part: make corpora DIR=folder
corpora: all $(B)/tests/unit/test_corpora
	@FIEL_BUILD=$(B) $(B)/tests/unit/test_corpora $(or $(DIR),tests/corpus)

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
stops: all $(B)/e2e/stops $(B)/e2e/stops_served $(B)/e2e/loops $(B)/tests/spin.so
	@FIEL_BUILD=$(B) $(B)/e2e/stops $(STOPS) $(FIRST)
	@FIEL_BUILD=$(B) $(B)/e2e/stops_served $$(($(STOPS) / 5 + 1)) $(FIRST)
	@FIEL_BUILD=$(B) $(B)/e2e/loops all

# A bot that gives up every hand and takes what it gets of processes, memory and disk, where there is little of them: a table.
hogs: all $(B)/e2e/hogs $(B)/tests/scarce.so
	@FIEL_BUILD=$(B) $(B)/e2e/hogs all

# kill -9 anywhere, RUNS times, and a fifth as often below a daemon; the plan of a run follows from its number, FIRST and up.
RUNS  ?= 500
FIRST ?= 1
kill-test: all $(SHIMS) $(B)/e2e/kills $(B)/e2e/kills_served $(B)/e2e/tables
	@FIEL_BUILD=$(B) $(B)/e2e/kills $(RUNS) $(FIRST)
	@FIEL_BUILD=$(B) $(B)/e2e/kills_served $$(( ($(RUNS) + 4) / 5 )) $(FIRST)
	@FIEL_BUILD=$(B) $(B)/e2e/tables $$(( ($(RUNS) + 4) / 5 )) $(FIRST)

# What one bot can learn of another: STEPS bits through every channel, and PAIRS_SPIED pairs of a bot that remembers; half an hour.
STEPS ?= 2000
PAIRS_SPIED ?= 200
covert: all $(RUNTIME) $(B)/tests/unit/test_covert $(B)/e2e/recall
	@FIEL_BUILD=$(B) $(B)/tests/unit/test_covert $(STEPS)
	@FIEL_BUILD=$(B) $(B)/e2e/recall $(PAIRS_SPIED)

# How often the ladder's intervals hold the truth: the table of docs/ratings.md, from simulated ladders; some seconds.
coverage: $(B)/tests/ladder/test_ladder_coverage
	@FIEL_COVERAGE=all $<

# Every scenario with every client of this project; minutes.
conformance: all
	@set -e; for b in "$(B)/examples/first" "$(B)/examples/loop" "sdk/python/player.py --play random"; do \
	  echo "== $$b"; $(B)/bin/fiel conformance -- $$b; done
	@set -e; for b in "$(B)/bots/corte" "sdk/python/player.py --cut"; do \
	  echo "== $$b"; $(B)/bin/fiel conformance --cutter -- $$b; done

# The JavaScript client: needs npm's registry once.
sdk/js/node_modules: sdk/js/package-lock.json
	@sh tests/deps.sh $(NPM_PACKAGES)
	cd sdk/js && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@
js-deps: sdk/js/node_modules
# Two bots in TypeScript are compiled against the package's types, and play; what those forbid is refused.  Debian 12's node cannot have
# the rules where memory is limited (sdk/js/README.md), as a bot's is: there the bot that looks ahead is compiled and does not play.
OLD_NODE = $(shell node --disable-wasm-trap-handler -e 0 2> /dev/null || echo 1)
js-types: all js-deps
	@mkdir -p $(B)/types && cp tests/types/* $(B)/types
	@test -d $(B)/types/node_modules/typescript || npm ci --prefix $(B)/types --ignore-scripts --no-audit --no-fund --loglevel=error
	@rm -rf $(B)/types/node_modules/fiel && mkdir $(B)/types/node_modules/fiel
	@cp -R sdk/js/package.json sdk/js/index.d.ts sdk/js/lib sdk/js/node_modules $(B)/types/node_modules/fiel
	@cp $(JS_WASM) $(B)/types/node_modules/fiel/lib
	$(B)/types/node_modules/.bin/tsc -p $(B)/types
	@chmod +x $(B)/types/bot.js $(B)/types/search.js; rm -rf $(B)/types/m.replay $(B)/types/m.logs
	$(if $(OLD_NODE),@echo 'skipped: search.js in a match: this node knows no --disable-wasm-trap-handler')
	$(B)/bin/fiel match --games 4 --bot $(B)/types/bot.js --bot $(if $(OLD_NODE),random,$(B)/types/search.js) --json --replay $(B)/types/m.replay > $(B)/types/result.json
	@grep -q '"faults":\[\]' $(B)/types/result.json || { cat $(B)/types/result.json; cat $(B)/types/m.logs/*; exit 1; }
js-test: js-types
	node --test sdk/js/test.js sdk/js/test-rules.js
	@$(MAKE) --no-print-directory $(B)/tests/ladder/test_ladder_new_bot && FIEL_NPM=1 FIEL_BUILD=$(B) $(B)/tests/ladder/test_ladder_new_bot
	@$(MAKE) --no-print-directory $(B)/e2e/docs && FIEL_NPM=1 FIEL_BUILD=$(B) $(B)/e2e/docs
	@$(MAKE) --no-print-directory $(B)/e2e/new_bot && FIEL_NPM=1 FIEL_BUILD=$(B) $(B)/e2e/new_bot
	rm -f $(B)/js.replay; $(B)/bin/fiel match --games 2 --bot sdk/js/player.js --bot sdk/js/first.js --json --replay $(B)/js.replay > /dev/null
	$(B)/bin/fiel replay $(B)/js.replay --again sdk/js/player.js --seat 0 | tee $(B)/js.again | tail -1
	@grep -q '^0 of [1-9]' $(B)/js.again; rm -f $(B)/js.replay $(B)/js.again
	sh tests/client_tables.sh $(B) sdk/js/player.js
	$(B)/bin/fiel match --tables 16 --games 48 --rules argentino,target=6 --bot 'sdk/js/player.js --wild' --bot random --json > $(B)/wild.json
	@grep -q '"outcome":"played".*loses the game' $(B)/wild.json || { cat $(B)/wild.json; exit 1; }; rm $(B)/wild.json
	$(B)/bin/fiel conformance -- sdk/js/player.js
	$(B)/bin/fiel conformance --cutter -- sdk/js/player.js --cut

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
format-check:
	@$(FORMATTED) | xargs -0 clang-format --dry-run -Werror && echo 'format: as .clang-format says'

# A refusal that a person can meet has a row in the languages' tables.
sentences:
	@python3 tests/sentences.py

layering: all
	@sh tests/layering.sh $(B)
	@sh tests/headers.sh $(B)
	@python3 tests/circles.py $(B)

# The module tests under valgrind: no error, nothing lost.  Left out are those that go through every byte,
# every moment or a hundred thousand hands: the sanitizers have them; and what valgrind cannot run: posix_spawn
# reports no error there (test_child), and a process that limits its own memory has none left (test_frames_hostile, test_referee_process).
MEMCHECK := $(filter-out %/test_child %/test_frames_hostile %/test_referee_process %/test_audit %/test_audit_bytes %/test_audit_changed %/test_audit_forged %/test_sdk_checks %/test_sdk_restart \
              %/test_rules_laws %/test_corpora %/test_covert %/test_views %/test_playouts %/test_perft %/test_pack %/test_replay $(B)/tests/sim/sim_%,$(TESTS))
memcheck: all deps-ci $(MEMCHECK)
	@set -e; for t in $(MEMCHECK); do echo "== valgrind $$t"; \
	  FIEL_BUILD=$(B) valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite $$t; done
	@echo "$(words $(MEMCHECK)) passed, 0 failed"

# Bytes that nobody thought of, FUZZ_SECONDS for each target, with the sanitizers on.  What is found lies in
# build-fuzz/crash-*: run the target with that file to have it again.
FUZZ_SECONDS ?= 60
FUZZ         := $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(FUZZ_SRC))
$(B)/fuzz/%: $(B)/obj/tests/fuzz/%.o $(LIAR_LIB) $(ARBITER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(SDK_LIB)
	@mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) $(SEAM) -o $@ $^ $(ARBITER_LIBS)

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
	@$(MAKE) --no-print-directory $(B)/e2e/python && FIEL_BUILD=$(B) FIEL_RECORDS='*' $(B)/e2e/python
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
	@FIEL_BUILD=$(B) node tests/browser/run.mjs

bench: deps
	$(MAKE) --no-print-directory all $(BENCHES)
	@FIEL_BUILD=$(B) sh tests/bench/run.sh

# A hundred matches at once on one daemon beside BUSY busy processes, minutes long; it fails when a bot was at fault.
bench-load: deps
	$(MAKE) --no-print-directory all $(BENCHES)
	@sh tests/bench/serve_load.sh $(B) $(or $(MATCHES),100) $(or $(GAMES),10) $(or $(BUSY),2)

demo: deps
	@echo "building (a minute or two the first time)"
	@$(MAKE) --no-print-directory all > /dev/null
	@FIEL_BUILD=$(B) sh bots/demo.sh

# --- what it needs --------------------------------------------------------------------------------
PACKAGES      := gcc pkg-config libc6-dev libzmq3-dev libmsgpack-dev libsodium-dev libjansson-dev libseccomp-dev libinih-dev \
                 libsqlite3-dev libpq-dev libmicrohttpd-dev libcurl4-openssl-dev libarchive-dev libzstd-dev clang lld wasi-libc libclang-rt-14-dev-wasm32
WHEEL_PACKAGES := python3-pip python3-setuptools python3-wheel python3-venv
TEST_PACKAGES := libcmocka-dev python3-minimal python3-zmq python3-msgpack python3-nacl postgresql iproute2 nodejs cmark-gfm clang-format \
                 python3-numpy python3-yaml python3-zstandard mypy $(WHEEL_PACKAGES)
SLURM_PACKAGES := slurm-wlm postgresql python3-minimal
CI_PACKAGES   := valgrind golang-go golang-golang-x-mod-dev
# Whoever has npm from elsewhere keeps it.
NPM_PACKAGES  = nodejs ca-certificates $(if $(shell command -v npm),,npm)
BROWSER_PACKAGES = chromium-headless-shell fonts-dejavu-core $(NPM_PACKAGES)
FUZZ_PACKAGES := clang-14 libclang-rt-14-dev llvm-14

deps:
	@sh tests/deps.sh $(PACKAGES)
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
	@test -d $(B)/browser/node_modules/playwright-core || \
	  npm ci --prefix $(B)/browser --ignore-scripts --no-audit --no-fund --loglevel=error
deps-fuzz: deps
	@sh tests/deps.sh $(FUZZ_PACKAGES)

# --- what is installed ----------------------------------------------------------------------------
# As they are written: a dollar in a path begins no variable of make's.
INTO := $(value DESTDIR)
AT   := $(value PREFIX)
DEST = $(call q,$(INTO)$(AT))
# libfiel and its .pc file; a distribution has a place for each kind of machine.
LIBDIR ?= $(PREFIX)/lib
AT_LIB := $(if $(filter file,$(origin LIBDIR)),$(AT)/lib,$(value LIBDIR))
DEST_LIB = $(call q,$(INTO)$(AT_LIB))
# A blank in a path is \x20 in a command of systemd, where $ is written $$, and %20 in an address, where % is written %%.
empty :=
blanks = $(subst $(empty) $(empty),$(1),$(2))
# Where Debian's Python looks: one place in /usr, one for every version elsewhere.
PYTHON = $(if $(filter /usr,$(call blanks,_,$(AT))),python3,$(shell /usr/bin/python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])' 2>/dev/null || echo python3))
# The pages of all commands, out of what they say with --help.
MAN := $(B)/man/stamp
man: $(MAN)
$(MAN): $(PROGRAMS) protocol/cli/manual.sh protocol/cli/manual.awk
	$(Q)sh protocol/cli/manual.sh $(B)/bin $(@D) $(VERSION) && touch $@

install: all $(MAN)
	install -d $(DEST)/bin $(DEST_LIB)/pkgconfig $(DEST)/lib/fiel/bots $(DEST)/include/fiel/rules $(DEST)/share/doc/fiel
	install -m 755 $(PROGRAMS) $(DEST)/bin
	install -m 755 $(filter-out $(B)/bots/bad/%,$(BOTS)) $(DEST)/lib/fiel/bots
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
	install -m 644 sdk/js/package.json sdk/js/package-lock.json sdk/js/index.d.ts sdk/js/README.md $(DEST)/share/fiel/js
	install -m 644 sdk/js/lib/*.js sdk/js/lib/*.d.ts $(JS_WASM) $(DEST)/share/fiel/js/lib
	ln -sf libfiel.so.0 $(DEST_LIB)/libfiel.so
	install -m 644 sdk/fiel.h $(DEST)/include/fiel
	install -m 644 $(filter-out protocol/rules/hand.h protocol/rules/text.h,$(wildcard protocol/rules/*.h)) $(DEST)/include/fiel/rules
	sed -e $(call q,s|@PREFIX@|$(call in_sed,$(AT))|) -e $(call q,s|@LIBDIR@|$(call in_sed,$(AT_LIB))|) \
	  -e 's|@VERSION@|$(VERSION)|' sdk/fiel.pc.in > $(DEST_LIB)/pkgconfig/fiel.pc
	chmod 644 $(DEST_LIB)/pkgconfig/fiel.pc
	install -d $(DEST)/share/man/man1 $(DEST)/share/man/man3 $(DEST)/share/man/man5 $(DEST)/share/fiel
	install -m 644 $(B)/man/*.1 $(DEST)/share/man/man1
	install -m 644 sdk/man/*.3 $(DEST)/share/man/man3
	install -m 644 $(B)/man/*.5 $(DEST)/share/man/man5
	install -d $(DEST)/share/bash-completion/completions
	for p in fiel fiel-audit fiel-ladder; do \
	  install -m 644 protocol/cli/completion.bash $(DEST)/share/bash-completion/completions/$$p; done
	cp -R --no-preserve=ownership sdk/templates $(DEST)/share/fiel
	chmod -R u=rwX,go=rX $(DEST)/share/fiel/templates
	install -d $(DEST)/lib/systemd/system
	for u in arbiter/systemd/*.service ladder/deploy/*.service; do \
	  sed -e $(call q,/^Documentation/s|/usr/local|$(call in_sed,$(call blanks,%%20,$(AT)))|) \
	    -e $(call q,/^Documentation/!s|/usr/local|$(call in_sed,$(call blanks,\x20,$(subst $$,$$$$,$(AT))))|) $$u > $(DEST)/lib/systemd/system/$${u##*/}; done
	chmod 644 $(DEST)/lib/systemd/system/fiel*.service
	install -d $(DEST)/lib/fiel/web/vendor $(DEST)/share/fiel
	install -m 644 $(filter-out %/wasm.c %/cards.py,$(wildcard ladder/web/*.*)) $(WASM) $(DEST)/lib/fiel/web
	install -m 644 $(wildcard ladder/web/vendor/*.*) $(DEST)/lib/fiel/web/vendor
	sed -e $(call q,s|/usr/local|$(call in_sed,$(AT))|) ladder/fiel-ladder.conf > $(DEST)/share/fiel/fiel-ladder.conf
	chmod 644 $(DEST)/share/fiel/fiel-ladder.conf
	install -m 755 ladder/deploy/worker.slurm ladder/deploy/worker-vm.sh $(DEST)/share/fiel
	install -m 644 ladder/deploy/kubernetes.yaml ladder/deploy/nginx.conf $(DEST)/share/fiel
	@$(MAKE) --no-print-directory install-docs

# The pages, and what they lead to, below the same names as here, so that their links hold.
DOC_FILES := README.md ARCHITECTURE.md SECURITY.md CHANGELOG.md CONTRIBUTING.md $(call files,docs/*.md docs/*.svg docs/*.png spec/*.md) \
             ladder/README.md ladder/API.md sdk/python/README.md sdk/python/first.py sdk/js/README.md sdk/js/index.d.ts \
             sdk/js/montecarlo.js sdk/js/lib/blake2b.js sdk/cauto.c sdk/embustero.c sdk/maestro.c bots/random.c \
             $(call files,sdk/examples/*.c sdk/examples/*.py)
.PHONY: install-docs
install-docs:
	@for f in $(DOC_FILES); do install -D -m 644 "$$f" $(DEST)/share/doc/fiel/"$$f" || exit 1; done

# Debian packages, into build/deb.
DEB_PACKAGES := build-essential debhelper dh-python dpkg-dev fakeroot lintian pkg-config
.PHONY: deb deps-deb packages wheel deps-wheel reproducible first-bot-test upgrade-test units-test season-test container-test
deps-deb: deps
	@sh tests/deps.sh $(DEB_PACKAGES)
deb: deps-deb
	sh arbiter/debian/make.sh build/deb $(VERSION)
	lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs build/deb/*.changes
	@touch build/deb/made
# What is tested as it is installed: made anew only when something of it is newer.
packages: deps-deb
	@[ -e build/deb/made ] && [ -z "$$(find Makefile *.md arbiter bots docs ladder protocol sdk spec -newer build/deb/made -print -quit)" ] || \
	  $(MAKE) --no-print-directory deb

# The package for Python as a wheel, with the rules' library inside, into build/wheel.
deps-wheel: deps
	@sh tests/deps.sh $(WHEEL_PACKAGES)
wheel: deps-wheel
	@$(MAKE) --no-print-directory $(RULES_SO)
	@rm -rf $(B)/wheel
	@sh sdk/python/wheel.sh $(RULES_SO) $(B)/wheel $(VERSION)

# Two builds in two places, byte for byte; minutes.
reproducible: deps-deb
	@sh tests/deps.sh faketime locales git
	@sh tests/reproducible.sh build/reproducible $(VERSION)

# Who has nothing but Debian and the packages follows docs/first-bot-*.md; needs root, debootstrap and npm's registry.
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

help:
	@echo 'make demo      install what is missing, build, play a match, audit and retell it'
	@echo 'make test      install what is missing, build, run every test (CC=clang, SANITIZE=address,undefined)'
	@echo 'make all       build everything into build/'
	@echo 'make check     the tests alone; make run-test_deal runs one'
	@echo 'make corpora   replay the corpora and print what agreed (DIR=folder of whole files)'
	@echo 'make playouts  a million random hands at every table (HANDS=)'
	@echo 'make retold    hands as text, JSON, page, live and viewer tell them against what was played, 1,000 of every table'
	@echo 'make covert    what one bot can learn of another: a table of channels, open and closed (STEPS=, PAIRS_SPIED=)'
	@echo 'make stops     processes of matches stand still for up to 30 s, 200 times (RUNS=, FIRST=), or run in endless loops'
	@echo 'make hogs      a bot that takes all it gets of processes, memory and disk, and must not win by it; two minutes'
	@echo 'make kill-test kill -9 of a process of a match at a random moment, 500 times (RUNS=, FIRST=)'
	@echo 'make places    demo and tests in six places: stranger, chroot, sudo, podman, contained, busy (PLACES=, WHAT=; tests/places.sh has more)'
	@echo 'make conformance  every scenario of fiel conformance with every client here, in minutes'
	@echo 'make js-test   the JavaScript client: its tests and every scenario of fiel conformance (npm registry)'
	@echo 'make examples-test  montecarlo and a network that learns for ten minutes, measured against cauto (PAIRS=, LEARN=)'
	@echo 'make ladder-test  two hosts of workers on one PostgreSQL, kill -9 of one, 100 times (KILLS=)'
	@echo 'make nginx-test  ladder/deploy/nginx.conf in front of a ladder: its limits and deadlines, and whose address counts'
	@echo 'make slurm-test  the Slurm array of ladder/deploy, on a Slurm and a PostgreSQL of its own'
	@echo 'make format    every C file as .clang-format says; make format-check only looks'
	@echo 'make layering  prove that the arrows between the folders run one way'
	@echo 'make memcheck  the module tests under valgrind'
	@echo 'make race      what has two threads, under the thread sanitizer'
	@echo 'make fuzz      any bytes as play, messages, records, files, words, 60 s each (FUZZ_SECONDS=)'
	@echo 'make test-long what takes minutes: every fuzz target for one, the long versions of other tests'
	@echo 'make browser-test  the ladder in a headless browser: chromium from Debian, playwright-core from npm'
	@echo "make coverage  how often a ladder's intervals hold the truth, in simulated ladders"
	@echo 'make bench     speeds, as ratios measured side by side in one run'
	@echo 'make bench-load  a hundred matches at once on one fiel serve, beside two busy processes (MATCHES=, GAMES=, BUSY=)'
	@echo 'make docs      the guides and the reference as static HTML, into build/docs'
	@echo 'make wheel     the package for Python as a wheel, into build/wheel'
	@echo 'make deb       the Debian packages, into build/deb'
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
