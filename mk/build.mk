# What is built from what.
# In an order that is the same in every locale: what is linked in which order shows in the programs.
files      = $(sort $(wildcard $(1)))
RULES_SRC  := $(call files,protocol/rules/*.c)
WIRE_SRC   := $(call files,protocol/wire/*.c)
RECORD_SRC := $(call files,protocol/record/*.c protocol/log/*.c)
AUDIT_SRC  := $(call files,protocol/audit/*.c)
COURSE_SRC := $(call files,protocol/course/*.c)
TELL_SRC   := $(call files,protocol/tell/*.c)
SOCKET_SRC := $(call files,protocol/lib/socket/*.c)
SDK_SRC    := $(call files,sdk/*.c) $(SOCKET_SRC)
# The rules for other languages: no socket, no hash, no file.
FOREIGN_SRC := $(RULES_SRC) $(WIRE_SRC) $(patsubst %,sdk/%.c,batch campeon cauto choice embustero foreign habits hints maestro players playout \
               random row sample view)
CLI_SRC    := $(call files,protocol/lib/cli/*.c)
STATS_SRC  := $(call files,protocol/lib/stats/*.c)
LEAGUE_SRC := $(call files,protocol/lib/league/*.c)
ARCHIVE_SRC := $(call files,protocol/lib/archive/*.c)
SEASON_SRC := $(call files,protocol/lib/season/*.c)
CHILD_SRC  := $(call files,protocol/lib/child/*.c)
CONTROL_SRC := $(call files,protocol/lib/control/*.c) $(SOCKET_SRC)
FIEL_SRC   := $(call files,arbiter/*.c arbiter/*/*.c arbiter/tools/*/*.c)
LADDER_SRC := $(filter-out ladder/web/%,$(call files,ladder/*.c ladder/*/*.c ladder/site/*/*.c))
BOTS_SRC   := $(call files,bots/*.c)
BAD_SRC    := $(call files,tests/bad/*.c)
PERSONA_SRC := $(call files,bots/persona/*.c bots/line/*.c)
PERSONA_ALSO := $(patsubst %,protocol/lib/cli/%.c,catalogue cells language now json_out) protocol/tell/seat_line.c protocol/tell/speech.c
BRIDGE_SRC := $(call files,bots/bridge/*.c bots/line/*.c)
LIAR_SRC   := $(filter-out tests/conformance/conformance.c,$(call files,tests/conformance/*.c))
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
TEST_LIB   := $(B)/lib/libtest.a
SDK_SO     := $(B)/lib/libfiel.so.0
SDK_PC     := $(B)/lib/pkgconfig/fiel.pc
RULES_SO   := $(B)/lib/libfielrules.so

PROGRAMS   := $(B)/bin/fiel $(B)/bin/fiel-audit $(B)/bin/fiel-ladder $(B)/bin/fiel-witness
# The half of `fiel` that has sockets (arbiter/base/halves.h).
SOCKETS    := $(B)/libexec/fiel-sockets
BOTS       := $(patsubst bots/%.c,$(B)/bots/%,$(BOTS_SRC)) $(B)/bots/persona $(B)/bots/bridge $(B)/bots/contra
# What plays or arbitrates against the tests: bots with one vice each, and an arbiter that lies.
CONFORMANCE := $(B)/tests/conformance/conformance
BAD        := $(patsubst %.c,$(B)/%,$(BAD_SRC)) $(CONFORMANCE)
EXAMPLES   := $(patsubst sdk/examples/%.c,$(B)/examples/%,$(wildcard sdk/examples/*.c))
WASM       := $(B)/web/fiel.wasm
KITS       := $(patsubst %,$(B)/web/kit-%.tar.gz,python js lines c)
JS_WASM    := build/js/rules.wasm
TESTS      := $(patsubst tests/%.c,$(B)/tests/%,$(TEST_SRC))
BENCHES    := $(patsubst tests/bench/%.c,$(B)/bench/%,$(BENCH_SRC))
FUZZED     := $(patsubst tests/%.c,$(B)/tests/%,$(FUZZ_SRC))
E2E        := $(patsubst tests/e2e/%.c,$(B)/e2e/%,$(wildcard tests/e2e/*.c))
# Under the sanitizers these only run the same programs for longer: the plain build has them.  (In `innocent` processes end by
# signals, which a sanitizer answers in its own way; `units` takes calls that one needs; what `python` waits for is Python.)
ifdef SANITIZE
E2E        := $(filter-out $(patsubst %,$(B)/e2e/%,again beside blind bombs bots check conformance debug disks docs exploit hogs innocent killed kills kills_served ladder_deploy ladder_first languages lobby loops manual measure names new_bot \
                paths pairs_killed power python readme recall replaced runtime sdk second starved stops stops_served streams templates tournament training units web witness words),$(E2E))
TESTS      := $(filter-out $(B)/tests/ladder/test_ladder_trained $(B)/tests/unit/test_covert $(B)/tests/unit/test_sprt,$(TESTS))
endif
SHIMS      := $(patsubst %,$(B)/tests/%.so,captured disk everybody later overheard planted scarce spin) $(B)/tests/witness

# What pkg-config says of libraries, asked once a question, and only when it is wanted: pc KIND,NAMES (cflags, libs).
pc = $(or $(pc-$(1)-$(subst $(empty) $(empty),+,$(2))),$(eval pc-$(1)-$(subst $(empty) $(empty),+,$(2)) := $$(shell pkg-config --$(1) $(2)))$(pc-$(1)-$(subst $(empty) $(empty),+,$(2))))
empty :=
AUDIT_LIBS   = $(call pc,libs,libsodium libzstd libseccomp) -lm
SDK_LIBS     = $(call pc,libs,libzmq libsodium) -lpthread -lm
ARBITER_LIBS = $(call pc,libs,libzmq libsodium libzstd jansson inih libseccomp) -lpthread -lm
MSGPACK      = $(or $(named-msgpack),$(eval named-msgpack := $$(shell pkg-config --exists msgpack-c && echo msgpack-c || echo msgpack))$(named-msgpack))
LADDER_LIBS  = $(call pc,libs,libzstd libzmq libarchive libseccomp sqlite3 libpq libmicrohttpd libcurl inih jansson libsodium libcmark) -lpthread -lm
LADDER_ROOMS = -Iladder $(patsubst -I%,-isystem %,$(call pc,cflags,libpq))

# What bots in a strict jail are given of the system, for the tests: made once for all builds.
# What jailed bots are given of the system; those of a sanitized build need its libraries too.
RUNTIME    := $(if $(SANITIZE),$(B),build)/runtime/made
RUNTIME_OF := $(call q,$(CURDIR))/$(dir $(RUNTIME))

.DEFAULT_GOAL := all
.PHONY: all fiel ladder sdk tests bench-load deps deps-fiel deps-told deps-test deps-ci deps-fuzz deps-browser deps-mcp deps-nginx deps-slurm demo test check bench fuzz fuzz-run man install clean help
.SECONDARY:

# These install what they need before anything is compiled for them; those that are not here and have no deps of their own (all, check,
# install, man) change nothing on the machine, and say what is missing.
INSTALLING := conformance corpora coverage covert examples-test format format-check hogs js-test js-types kill-test ladder-test \
              layering memcheck model nginx-test playouts race retold seeds slurm-test stops test-long
FIRST_DEPS := $(if $(filter $(INSTALLING),$(MAKECMDGOALS)),deps-test,deps-told)
.PHONY: $(INSTALLING)
$(INSTALLING): | deps-test

all: fiel ladder sdk
fiel: $(B)/bin/fiel $(SOCKETS) $(B)/bin/fiel-audit $(BOTS)
ladder: fiel $(B)/bin/fiel-ladder $(B)/bin/fiel-witness $(WASM) $(KITS)
sdk: $(SDK_LIB) $(SDK_PUBLIC) $(SDK_SO) $(RULES_SO) $(SDK_PC) $(EXAMPLES) $(JS_WASM)

# What a bot's search runs on is built for speed; a debugger reads it all the same.
$(call obj,$(RULES_SRC) $(patsubst %,sdk/%.c,batch row foreign random)): CFLAGS += -O3 -fomit-frame-pointer

$(B)/obj/bots/%.o: ROOMS = -Ibots -Iprotocol -Iprotocol/lib -Isdk
$(B)/obj/ladder/%.o: ROOMS = -Iprotocol -Iprotocol/lib $(LADDER_ROOMS)
# A test may include from any room of tests/.
TEST_ROOMS = -Itests -Iprotocol -Iprotocol/lib -Isdk -Iarbiter
$(B)/obj/tests/%.o: ROOMS = $(TEST_ROOMS)
# Two thirds of what is compiled are tests, and few of them reckon.
$(call obj,$(filter-out tests/shim/% tests/bench/%,$(call files,tests/*/*.c))): CFLAGS += -O1
$(B)/obj/tests/unit/test_persona.o $(B)/obj/tests/unit/test_persona_pictures.o $(B)/obj/tests/unit/test_lines.o $(B)/obj/tests/unit/test_exploit.o $(B)/obj/tests/unit/test_campeon.o: ROOMS = $(TEST_ROOMS) -Ibots
$(B)/obj/tests/fuzz/fuzz_http.o $(B)/obj/tests/ladder/%.o $(B)/obj/tests/bench/ladder_%.o: ROOMS = $(LADDER_ROOMS) $(TEST_ROOMS)
$(patsubst %,$(B)/obj/tests/%.o,unit/test_outside unit/test_sdk_checks unit/test_sdk_restart fuzz/fuzz_party): ROOMS = $(TEST_ROOMS) -Itests/conformance
$(B)/obj/%.o: %.c | $(FIRST_DEPS)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -c -o $@ $<

$(RULES_LIB): $(call obj,$(RULES_SRC))
$(WIRE_LIB): $(call obj,$(WIRE_SRC))
$(RECORD_LIB): $(call obj,$(RECORD_SRC))
# How a program speaks to its user is inside of every library that says something.
$(AUDIT_LIB): $(call obj,$(filter-out protocol/audit/main.c,$(AUDIT_SRC)) protocol/tell/fault.c $(COURSE_SRC) $(CLI_SRC) $(ARCHIVE_SRC) $(CHILD_SRC) $(SEASON_SRC) $(LEAGUE_SRC) $(STATS_SRC))
$(TELL_LIB): $(call obj,$(TELL_SRC) $(CLI_SRC))
$(ARBITER_LIB): $(call obj,$(filter-out arbiter/main.c arbiter/sockets.c,$(FIEL_SRC)) $(COURSE_SRC) $(CLI_SRC) $(STATS_SRC) $(LEAGUE_SRC) $(CONTROL_SRC) $(ARCHIVE_SRC) $(CHILD_SRC))
$(LADDER_LIB): $(call obj,$(filter-out ladder/main.c ladder/witness/main.c,$(LADDER_SRC)) $(CLI_SRC) $(STATS_SRC) $(LEAGUE_SRC) $(CONTROL_SRC) $(CHILD_SRC))
$(CONTROL_LIB): $(call obj,$(CONTROL_SRC))
# libfiel is the SDK with the rules, the wire and the record inside, so that a bot links one library.
$(SDK_LIB): $(call obj,$(SDK_SRC) $(RULES_SRC) $(WIRE_SRC) $(RECORD_SRC))
# An arbiter that lies: for conformance and for the tests of the SDK.
$(LIAR_LIB): $(call obj,$(LIAR_SRC) $(COURSE_SRC) $(CHILD_SRC))
# What runs the tests of a program.
$(TEST_LIB): $(call obj,$(call files,tests/support/test_*.c))
%.a:
	$(Q)rm -f $@ && ar rcs $@ $^

# For a browser: the auditor and the teller as WebAssembly, made once for all builds.
WASM_SRC := ladder/web/wasm.c $(patsubst %,protocol/lib/cli/%.c,catalogue cells json_out language name said say spans) $(RULES_SRC) $(WIRE_SRC) $(call files,protocol/record/*.c) $(TELL_SRC) \
            $(filter-out protocol/audit/main.c protocol/audit/command.c protocol/audit/second.c protocol/audit/audit_policy.c protocol/audit/monitor% protocol/audit/season%,$(AUDIT_SRC)) $(COURSE_SRC) \
            $(patsubst %,protocol/log/%.c,tree note proof entry) protocol/lib/stats/pairs.c $(patsubst %,ladder/filing/%.c,facts filing luck)
WASM_OBJ := $(patsubst %.c,build/obj/wasm/%.o,$(WASM_SRC))
WASM_CC  := clang -Iladder --target=wasm32-wasi --sysroot=/usr -isystem /usr/include/wasm32-wasi -isystem build/obj/wasm/include
build/obj/wasm/include/sodium.h:
	@mkdir -p $(@D)
	@ln -sfn /usr/include/sodium $(@D)/sodium; ln -sfn /usr/include/sodium.h $@
build/obj/wasm/%.o: %.c | build/obj/wasm/include/sodium.h $(FIRST_DEPS)
	$(Q)$(WASM_CC) -std=c11 -Oz -D_GNU_SOURCE -DFIEL_VERSION='"$(VERSION)"' -Iprotocol -Iprotocol/lib -MMD -MP -c -o $@ $<
# What a ladder hands out to begin with: a template with its library, in a folder of its own; the same files give the same bytes.
$(B)/web/kit-%.tar.gz: $(call files,sdk/templates/*/* sdk/templates/.every/* sdk/python/fiel/*.py sdk/js/lib/*.js) sdk/js/index.d.ts sdk/js/package.json
	$(Q)rm -rf $@.d && mkdir -p $@.d/mybot && cp sdk/templates/$*/* sdk/templates/.every/* $@.d/mybot && \
	  sed -i "s/@NAME@/mybot/g; s|@RUN@|$$(cat sdk/templates/$*/.run)|g" $@.d/mybot/*
	@test $* != python || { mkdir $@.d/mybot/fiel && cp sdk/python/fiel/*.py $@.d/mybot/fiel; }
	@test $* != js || { mkdir $@.d/mybot/fiel && cp -R sdk/js/lib sdk/js/index.d.ts sdk/js/package.json $@.d/mybot/fiel; }
	@chmod -R u=rwX,go=rX $@.d && for f in bot bot.py bot.js; do test ! -f $@.d/mybot/$$f || chmod 755 $@.d/mybot/$$f; done
	@tar -C $@.d --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -c mybot | gzip -n > $@ && rm -rf $@.d
# The stack of a module is 64 KiB unless it asks for more, and two offers and a twin are 56.
build/web/fiel.wasm: $(WASM_OBJ)
	$(Q)$(WASM_CC) -mexec-model=reactor -Wl,--no-entry,--allow-undefined,--strip-all,--gc-sections,-z,stack-size=1048576 -o $@ $^
ifneq ($(B),build)
$(WASM): build/web/fiel.wasm
	@mkdir -p $(@D)
	@cp $< $@
-include $(shell find build/obj/wasm -name '*.d' 2>/dev/null)
endif

# The rules for JavaScript (sdk/js/lib/rules.js): sdk/foreign.h without the batch, whose threads it has not.
JS_WASM_SRC := $(filter-out $(patsubst %,sdk/%.c,batch campeon cauto choice embustero habits maestro players),$(FOREIGN_SRC))
JS_WASM_OUT := malloc free $(addprefix fiel_,actions row row_of_view row_names row_width $(addprefix table_,size new deal dealt turn \
                 legal apply error view sample playout score))
build/obj/wasm-js/%.o: %.c | build/obj/wasm/include/sodium.h $(FIRST_DEPS)
	$(Q)$(WASM_CC) -std=c11 -O2 -D_GNU_SOURCE -Iprotocol -Isdk -MMD -MP -c -o $@ $<
$(JS_WASM): $(patsubst %.c,build/obj/wasm-js/%.o,$(JS_WASM_SRC))
	$(Q)$(WASM_CC) -mexec-model=reactor -Wl,--no-entry,--allow-undefined,--strip-all,--gc-sections \
	  $(addprefix -Wl$(comma)--export=,$(JS_WASM_OUT)) -o $@ $^

# What is given away is one object that shows only the names of sdk/fiel.symbols: a bot may have a hash() of its own.
# The static one has nothing of sdk/foreign.h: other languages load the shared one.
FOREIGN_ONLY := $(patsubst %,sdk/%.c,batch campeon cauto choice embustero foreign habits maestro players row)
$(B)/obj/libfiel.o: $(call obj,$(filter-out $(FOREIGN_ONLY),$(SDK_SRC)) $(RULES_SRC) $(WIRE_SRC) $(RECORD_SRC))
$(B)/obj/libfiel-so.o: $(call obj,$(SDK_SRC) $(RULES_SRC) $(WIRE_SRC) $(RECORD_SRC))
$(B)/obj/libfiel.o $(B)/obj/libfiel-so.o: sdk/fiel.symbols
	$(Q)ld -r -o $@ $(filter %.o,$^)
	@objcopy --wildcard --keep-global-symbols=sdk/fiel.symbols $@
$(SDK_PUBLIC): $(B)/obj/libfiel.o
# The shared one by a version script of the same names: a bot that is linked to it says which libfiel it was made for.
$(B)/obj/libfiel.map: sdk/fiel.symbols
	$(Q){ echo 'FIEL_0 { global:'; sed 's/$$/;/' $<; echo 'local: *; };'; } > $@
$(SDK_SO): $(B)/obj/libfiel-so.o $(B)/obj/libfiel.map
	$(Q)$(CC) -shared -Wl,-soname,libfiel.so.0 -Wl,--version-script=$(B)/obj/libfiel.map $(LINKED) $(LDFLAGS) -o $@ $< $(SDK_LIBS)
	@ln -sf libfiel.so.0 $(B)/lib/libfiel.so

# The rules for other languages alone (sdk/foreign.h): what a Python package carries with it, for it needs the C library and nothing else.
$(B)/obj/libfielrules.map: sdk/python/rules.symbols
	$(Q){ echo '{ global:'; sed 's/$$/;/' $<; echo 'local: *; };'; } > $@
$(RULES_SO): $(call obj,$(FOREIGN_SRC)) $(B)/obj/libfielrules.map
	$(Q)$(CC) -shared -Wl,-soname,libfielrules.so -Wl,--version-script=$(B)/obj/libfielrules.map $(LINKED) $(LDFLAGS) -o $@ \
	  $(filter %.o,$^) -s -lpthread -lm

# For bots that are built against this tree, before anything is installed: with the static library, and wherever the tree is now.
# (pkg-config writes the blanks of pcfiledir as words of the shell by itself.)
$(SDK_PC): sdk/fiel.pc.in mk/build.mk
	@mkdir -p $(@D)
	@sed -e 's|@PREFIX@|$${pcfiledir}/../../..|' -e 's|@VERSION@|$(VERSION)|' -e '/\.private:/d' \
	  -e 's|^libdir=.*|libdir=$${pcfiledir}/../public|' -e 's|^includedir=.*|includedir=$${prefix}/sdk|' \
	  -e 's|^Libs:.*|& -lzmq -lsodium -lpthread -lm|' -e 's|^Cflags:.*|& -I$${prefix}/protocol|' -e 's|"||g' $< > $@

$(B)/bin/fiel: $(call obj,arbiter/main.c) $(ARBITER_LIB) $(TELL_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	$(Q)$(LINK) $(filter-out -lzmq,$(ARBITER_LIBS))

$(SOCKETS): $(call obj,arbiter/sockets.c) $(ARBITER_LIB) $(TELL_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	$(Q)$(LINK) $(ARBITER_LIBS)

$(B)/bin/fiel-audit: $(call obj,protocol/audit/main.c) $(AUDIT_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	$(Q)$(LINK) $(AUDIT_LIBS)

$(B)/bin/fiel-ladder: $(call obj,ladder/main.c) $(LADDER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	$(Q)$(LINK) $(LADDER_LIBS)

# Who asks witnesses needs what the ladder's client says of a server, and the match log.
$(B)/bin/fiel-witness: $(call obj,ladder/witness/main.c) $(LADDER_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	$(Q)$(LINK) $(call pc,libs,libcurl libsodium)

$(B)/bots/%: $(B)/obj/bots/%.o $(SDK_LIB)
	$(Q)$(LINK) $(SDK_LIBS) -lm

$(B)/tests/bad/%: $(B)/obj/tests/bad/%.o $(SDK_LIB)
	$(Q)$(LINK) $(SDK_LIBS) -lm

# The champion's tables lie in the program.  Its trainer is no part of a build: make champion.
$(B)/obj/sdk/campeon.o: $(wildcard bots/campeon/*.tab)
$(B)/champion: $(B)/obj/bots/campeon/train.o $(SDK_LIB)
	$(Q)$(LINK) $(SDK_LIBS) -lm
# Sums are the same on every machine: none is fused with its product.
$(B)/obj/bots/campeon/train.o: CFLAGS += -O3 -ffp-contract=off
$(B)/e2e/champion: | $(B)/champion
.PHONY: champion
champion: $(B)/champion
	set -e; for t in bots/campeon/*.tab; do p=$${t##*/}; $(B)/champion $${p%.tab} $$(nproc) > $$t.new; mv $$t.new $$t; done

$(B)/bots/persona: $(call obj,$(PERSONA_SRC) $(PERSONA_ALSO)) $(SDK_LIB)
	$(Q)$(LINK) $(SDK_LIBS) -ljansson -lpthread -lm

$(B)/bots/bridge: $(call obj,$(BRIDGE_SRC) $(patsubst %,protocol/lib/%.c,$(addprefix cli/,beside catalogue command json_out language now) child/run child/stall) protocol/tell/seat_line.c protocol/tell/speech.c) $(SDK_LIB)
	$(Q)$(LINK) $(SDK_LIBS) -ljansson -lpthread -lm

$(B)/bots/contra: $(call obj,$(call files,bots/contra/*.c)) $(SDK_LIB)
	$(Q)$(LINK) $(SDK_LIBS) -lm

$(CONFORMANCE): $(call obj,tests/conformance/conformance.c $(CLI_SRC)) $(LIAR_LIB) $(SDK_LIB)
	$(Q)$(LINK) $(SDK_LIBS) -ljansson -lpthread -lm

$(B)/examples/%: $(B)/obj/sdk/examples/%.o $(SDK_PUBLIC)
	$(Q)$(LINK) $(SDK_LIBS)

$(B)/tests/unit/test_lines: $(call obj,bots/line/answer.c)
$(B)/tests/unit/test_lines: AGAIN := $(ARBITER_LIB) $(SDK_LIB)
# Linking three hundred tests takes longer than running most of them, and this linker half as long.
$(TESTS) $(FUZZED) $(E2E): private LINKER := -fuse-ld=lld
# A test is a program of its own over every library but the mains.
$(TESTS) $(E2E): | $(TEST_LIB)
$(B)/tests/%: $(B)/obj/tests/%.o $(LIAR_LIB) $(ARBITER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(SDK_LIB)
	$(Q)$(LINK) $(TEST_LIB) -lcmocka $(call pc,libs,$(MSGPACK)) $(AGAIN) $(ARBITER_LIBS)

# Where a test puts something of its own in the place of a function.
SEAM :=
$(B)/tests/ladder/test_ladder_taken: SEAM := -Wl,--wrap=filing_read,--wrap=same_match_differs,--wrap=page_text,--wrap=crypto_pwhash
$(B)/tests/ladder/test_ladder_upgrade: SEAM := -Wl,--wrap=schema_change_of
$(foreach t,referee replay party tables seat_frames,$(B)/fuzz/fuzz_$(t) $(B)/tests/fuzz/fuzz_$(t)): SEAM := -Wl,--wrap=sign_message,--wrap=verify_message

# Every valid record that one of these audits is judged as its arbiter would have left it when it was killed, too.
CUT := $(filter $(addprefix $(B)/tests/unit/test_,audit audit_pair audit_cutters audit_tables audit_signs) $(B)/tests/sim/%,\
         $(filter-out %/worlds_fiel %/worlds_bot %/sim_worlds,$(TESTS)))
$(CUT): $(B)/obj/tests/support/cut_audits.o
$(CUT): SEAM += -Wl,--wrap=audit_bytes
$(addprefix $(B)/tests/,unit/test_audit_changed unit/test_audit_bytes sim/sim_back sim/sim_resume sim/sim_chaos): SEAM += -Wl,--wrap=sign_message,--wrap=verify_message
$(CUT): AGAIN := $(AUDIT_LIB) $(SDK_LIB)

$(B)/tests/unit/test_exploit: $(B)/tests/%: $(B)/obj/tests/%.o $(B)/obj/bots/contra/learn.o $(SDK_LIB)
	$(Q)$(LINK) $(TEST_LIB) -lcmocka $(SDK_LIBS) -lm

# A person's table without its terminal.
PERSONA_TESTS := $(patsubst %,$(B)/tests/unit/%,test_persona test_persona_pictures)
$(PERSONA_TESTS): $(B)/tests/%: $(B)/obj/tests/%.o $(call obj,$(filter-out bots/persona/persona.c,$(PERSONA_SRC)) $(PERSONA_ALSO)) $(SDK_LIB)
	$(Q)$(LINK) $(TEST_LIB) -lcmocka $(SDK_LIBS) -ljansson -lpthread -lm

$(B)/tests/sim/worlds_fiel: SEAM := -Wl,--wrap=position_deal,--wrap=deal_pack
$(B)/tests/sim/worlds_fiel: $(call obj,tests/sim/worlds_fiel.c arbiter/main.c) $(ARBITER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(SDK_LIB)
	$(Q)$(LINK) $(ARBITER_LIBS)
	@ln -sfn ../libexec $(B)/tests/libexec # its other half is the one that everybody has
$(B)/e2e/second: | $(addprefix $(B)/tests/unit/test_audit_,cutters envelopes forged frauds inputs planted planted_files planted_many planted_tables) \
                   $(addprefix $(B)/tests/sim/sim_,back cutters cutters_back decided duty faults frames match pair pause pauses pauses_tables tables tables_pair tick)
$(B)/e2e/worlds: | $(B)/tests/sim/worlds_fiel $(B)/tests/sim/worlds_bot
$(B)/tests/sim/sim_worlds: SEAM := $(addprefix -Wl$(comma)--wrap=,sign_message verify_message position_deal deal_pack pack_msg_request \
                         pen_private outbox_leave)

$(B)/bench/bench_tables: SEAM := $(addprefix -Wl$(comma)--wrap=,position_apply view_legal position_deal position_view envelope_open \
                         envelope_next pack_msg_request pack_msg_act read_view seat_read hash hash_bytes hash_followed \
                         sign_message verify_message replay_append replay_flush replay_sync party_take party_reply party_settle)

# A fuzz target with a main that plays the inputs that were kept.
$(filter-out %/fuzz_http,$(FUZZED)): $(B)/tests/%: $(B)/obj/tests/%.o $(B)/obj/tests/fuzz/fuzzed.o $(LIAR_LIB) $(ARBITER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(SDK_LIB)
	$(Q)$(LINK) $(ARBITER_LIBS)

# What fuzzes the ladder's HTTP has the ladder's library.
$(B)/tests/fuzz/fuzz_http: $(B)/obj/tests/fuzz/fuzzed.o
$(B)/tests/fuzz/fuzz_http $(B)/fuzz/fuzz_http: $(B)/obj/tests/fuzz/fuzz_http.o $(LADDER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	$(Q)$(CC) $(LINKED) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LADDER_LIBS)

# The ladder's have its library, and not the arbiter's.
$(B)/tests/ladder/test_ladder_%: $(B)/obj/tests/ladder/test_ladder_%.o $(LADDER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	$(Q)$(LINK) $(TEST_LIB) -lcmocka $(LADDER_LIBS)

# End to end: drives the programs themselves and reads what they print.
$(B)/e2e/%: $(B)/obj/tests/e2e/%.o $(CONTROL_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB)
	$(Q)$(LINK) $(TEST_LIB) -lcmocka -ljansson -lsodium -lzmq -lm $(MORE_LIBS)

$(B)/obj/tests/support/docs_server.o: ROOMS = $(LADDER_ROOMS) $(TEST_ROOMS)
$(B)/e2e/docs: $(B)/obj/tests/support/docs_server.o
$(B)/e2e/docs: MORE_LIBS := -lpq
$(B)/e2e/units: MORE_LIBS := -lseccomp
$(B)/e2e/archive: MORE_LIBS = $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB) -lzstd -lsodium -lseccomp
$(B)/e2e/archive: $(call obj,$(ARCHIVE_SRC) protocol/lib/child/reader.c protocol/lib/cli/now.c)
$(B)/e2e/bombs: MORE_LIBS := -larchive -lzstd
$(B)/e2e/recall: $(B)/obj/protocol/lib/stats/legs.o

# What the end to end tests put in front of the programs: a disk that fails, a bot that writes everything down.
$(B)/tests/disk.so: tests/shim/power.h
$(B)/tests/captured.so: arbiter/base/link.h arbiter/jail/keeper.h
$(B)/tests/%.so: tests/shim/%.c
	$(Q)$(CC) -D_GNU_SOURCE -std=c11 $(WARN) -Iarbiter -Iprotocol -Iprotocol/lib -O1 -g -fPIC -shared -o $@ $< -ldl
$(B)/tests/witness: $(B)/obj/tests/shim/witness.o $(SDK_LIB)
	$(Q)$(LINK) $(SDK_LIBS) -lm

$(B)/e2e/remote $(B)/e2e/chaos: $(B)/obj/tests/support/chaos_proxy.o

$(B)/bench/%: $(B)/obj/tests/bench/%.o $(ARBITER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(SDK_LIB)
$(B)/bench/ladder_%: $(B)/obj/tests/bench/ladder_%.o $(LADDER_LIB) $(TELL_LIB) $(AUDIT_LIB) $(RECORD_LIB) $(WIRE_LIB) $(RULES_LIB) $(SDK_LIB)
	$(Q)$(LINK) $(LADDER_LIBS)
$(B)/bench/%: $(B)/obj/tests/bench/%.o $(ARBITER_LIB) $(AUDIT_LIB) $(SDK_LIB)
	$(Q)$(LINK) $(ARBITER_LIBS)
