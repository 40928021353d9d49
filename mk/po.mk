# What people read in other languages: po/ has a catalogue for each, which gettext's tools keep and msgfmt compiles.
# Messages stand in the sources in English: T("..."), TN(one, many, n), TR(request, ...), N_("..."), and in lists of the rules, the wire and the record.
LANGUAGES := es pt_BR
XGETTEXT  := xgettext --from-code=UTF-8 --no-wrap --add-location=file --sort-by-file -o $(B)/po/fiel.pot
TOLD_IN    = $(shell find arbiter bots ladder protocol sdk -name node_modules -prune -o -name '*.[ch]' -print | LC_ALL=C sort)

# Spanish as at the Río de la Plata speaks to a person with vos: what usted would make of the same verbs is a slip.
USTED     := \<[Uu]sted\>|elija|pruebe|escriba|vuelva|envíe|empaquete|corrija|: haga |: mire |: pida |: vea |: entre |espere |¿quiso |cargue la|Sus |Su turno|descárguelo|puede verificar

.PHONY: po po-check pot
# The catalogues with what the sources say now; what is new in them waits for a translation.
po: pot
	@for l in $(LANGUAGES); do msgmerge --quiet --update --backup=none --no-wrap --add-location=file --no-fuzzy-matching po/$$l.po $(B)/po/fiel.pot && \
	  msgattrib --no-wrap --no-obsolete --add-location=file po/$$l.po | sed '/^"POT-Creation-Date\|^"Report-Msgid/d' > $(B)/po/$$l.po && \
	  mv $(B)/po/$$l.po po/$$l.po || exit 1; done
pot: | deps-told
	@mkdir -p $(B)/po
	@$(XGETTEXT) -kT -kTN:1,2 -kTR:2 -kTNR:2,3 -kN_ -ksaid_put:4 --flag=said_put:4:c-format -ktell_stop:2 $(TOLD_IN)
	@$(XGETTEXT) -j -k -kX:3,3t -kX:5,5t -kX:7,7t protocol/rules/position.h protocol/rules/options.h
	@$(XGETTEXT) -j -k -kX:4,4t protocol/rules/signs.h protocol/wire/codec.h
	@$(XGETTEXT) -j -k -kX:3,3t protocol/wire/messages.h protocol/wire/checks.h protocol/record/inputs.h protocol/record/replay.h
# Every message has its translation, whole and not guessed, with the directives of the English.
po-check: pot
	@for l in $(LANGUAGES); do msgfmt --check-format --check-domain -o /dev/null po/$$l.po && msgcmp --use-untranslated po/$$l.po $(B)/po/fiel.pot && \
	  test -z "$$(msgattrib --untranslated --no-obsolete po/$$l.po)$$(msgattrib --only-fuzzy --no-obsolete po/$$l.po)" || \
	  { echo "po/$$l.po: not as the sources are: make po, and translate what is new" >&2; exit 1; }; done
	@! grep -nE '^("|msgstr).*($(USTED))' po/es.po || { echo "po/es.po: that is said to usted, and people are called vos" >&2; exit 1; }
	@echo "po: $$(grep -c '^msgid ' po/es.po) messages in $(words $(LANGUAGES)) languages"

# For the compiler, made once for all builds.
build/po/%.inc: po/%.po
	@mkdir -p $(@D)
	@msgfmt --check-format --check-domain -o $@.mo $< && od -An -v -tu1 $@.mo | sed 's/  */,/g; s/^,//; s/$$/,/' > $@.new && mv $@.new $@
$(B)/obj/protocol/lib/cli/catalogue.o: $(LANGUAGES:%=build/po/%.inc)
$(B)/obj/protocol/lib/cli/catalogue.o: ALL_CPPFLAGS += -Ibuild/po
