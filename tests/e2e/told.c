/* told: what `fiel replay` makes of matches that real processes played. */
#include "guise.h"
#include "story.h"

/* --- pico a pico -------------------------------------------------------------------------------- */

struct duel {
    bool open;
    size_t cards[8], tricks;
    json_t *seats;
};

/* Cards that both played to a trick make a trick, whatever came after it. */
static void close_duel(struct duel *d)
{
    if (!d->open)
        return;
    size_t a = d->cards[json_integer_value(json_array_get(d->seats, 0))],
           b = d->cards[json_integer_value(json_array_get(d->seats, 1))];
    assert_int_equal(d->tricks, a < b ? a : b);
    json_decref(d->seats);
    *d = (struct duel){ 0 };
}

static void take(struct duel *d, const json_t *event)
{
    if (is(event, "duel")) {
        close_duel(d);
        d->open = true;
        d->seats = json_incref(json_object_get(event, "seats"));
        assert_int_equal(json_array_size(d->seats), 2);
    } else if (d->open && is(event, "act") && json_object_get(event, "card")) {
        d->cards[json_integer_value(json_object_get(event, "seat"))]++;
    } else if (is(event, "trick")) {
        d->tricks += d->open;
    } else if (is(event, "hand-end")) {
        close_duel(d);
    }
}

TEST(every_trick_of_a_duel)
{
    static const char *const rules[] = { "argentino", "argentino-flor,flor_policy=manual_seed002" };
    size_t duels = 0;
    for (size_t i = 0; i < 2 || (duels < 6 && i < 20); i++) { /* the deal decides how many a game has */
        char *text = story_of(rules[i % 2], "6", "1", "11", NOTHING_MORE, "cauto", "random", NULL), *at = text;
        struct duel d = { 0 };
        for (char *line; (line = strsep(&at, "\n")) && *line;) {
            json_auto_t *event = json_loads(line, 0, NULL);
            assert_non_null(event);
            duels += is(event, "duel");
            take(&d, event);
        }
        close_duel(&d);
        free(text);
    }
    print_message("told: %zu duels\n", duels);
    assert_true(duels >= 6);
}

/* --- the iron hand that is played unseen -------------------------------------------------------- */

/* The envelopes of a seat: CARDS opens nothing (3 openings would be more than a hundred bytes). */
static void assert_told_no_card(const char *replay, const char *seat)
{
    OWNED_RUN r = run("fiel", "replay", "--json", "--seat", seat, replay, NULL);
    size_t i, seen = 0;
    char *at = r.out;
    for (char *line; (line = strsep(&at, "\n")) && *line;) {
        json_t *envelope = json_loads(line, 0, NULL), *message;
        json_array_foreach(json_object_get(envelope, "messages"), i,
                           message) if (strcmp(json_string_value(json_object_get(message, "type")), "CARDS") == 0)
        {
            seen++;
            assert_true(json_integer_value(json_object_get(message, "size")) < 16);
        }
        json_decref(envelope);
    }
    assert_true(seen > 0);
}

/* While a match goes on its seed is not known: a card is what the ACT opens.  The file is cut everywhere. */
static void audit_without_seed(const char *replay)
{
    char cut[128];
    size_t size;
    OWNED char *bytes = slurp(replay, &size);
    snprintf(cut, sizeof cut, "%s.cut", replay);
    for (size_t at = size / 2; at < size; at += size / 150) {
        spill(cut, bytes, at);
        OWNED_RUN r = run("fiel-audit", cut, NULL);
        if (!strstr(r.out, ": unfinished: "))
            fail_msg("cut after %zu bytes of %zu:\n%s%s", at, size, r.out, r.err);
    }
}

/* At a target of one every hand of paulista is an iron hand. */
TEST(nobody_sees_an_iron_hand)
{
    static const struct {
        const char *rules, *seats, *a, *b;
    } tables[] = {
        { "paulista,ferro_blind=yes,target=1", "2", "cauto", "embustero" },
        { "paulista-limpo,ferro_blind=yes,target=1,concede=no", "4", "maestro", "random" },
        { "mineiro,ferro_blind=yes,target=2,truco_in_ten=loses_game", "2", "random", "cauto" },
    };
    unsigned unknown = 0;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        OWNED_SCRATCH dir = scratch_new();
        OWNED char *replay = path_in(dir, "m.replay");
        struct run r = run("fiel", "match", "--rules", tables[i].rules, "--seats", tables[i].seats, "--games", "5",
                           "--seed", "3", "--bot", tables[i].a, "--bot", tables[i].b, "--replay", replay, NULL);
        if (r.code != 0 || strstr(r.out, "fault of "))
            fail_msg("%s: exit %d\n%s\n%s", tables[i].rules, r.code, r.out, r.err);
        run_free(&r);
        ends(0, "", "fiel-audit", replay, NULL);
        r = run("fiel", "replay", replay, NULL);
        assert_int_equal(r.code, 0);
        unknown += strstr(r.out, "(?"
                                 "?)") != NULL; /* a card that was never played is known to nobody */
        run_free(&r);
        audit_without_seed(replay);
        assert_told_no_card(replay, "0");
        assert_told_no_card(replay, "1");
    }
    assert_true(unknown > 0);
}

/* --- in which language -------------------------------------------------------------------------- */

/* `fiel replay` of it in this environment, with one more option or NULL. */
static struct run told_in(const char *language, const char *locale, const char *replay, const char *option)
{
    char list[32], all[48];
    snprintf(list, sizeof list, "LANGUAGE=%s", language);
    snprintf(all, sizeof all, "LC_ALL=%s", locale);
    const char *const words[] = { "/usr/bin/env", list, all, fiel(), "replay", replay, option, NULL };
    return run_words(words, NULL);
}

/* As the locale says, as LANGUAGE and then --lang say otherwise; what programs read stays English unless it is asked for. */
TEST(in_the_language_of_who_reads)
{
    static const struct {
        const char *language, *locale, *option, *says, *says_not;
    } cases[] = {
        { "", "C", NULL, "cauto against random", "contra" },
        { "", "es_AR.UTF-8", NULL, "\nárbitro ", "arbiter" },
        { "", "es_AR", NULL, "\narbitro ", "á" },
        { "", "pt_BR.UTF-8", NULL, ", é mão ", "hand" },
        { "ca:pt:es", "es_AR.UTF-8", NULL, ", é mão ", "es mano" },
        { "pt", "C.UTF-8", NULL, "cauto against random", "contra" },
        { "", "C.UTF-8", "--lang=pt", ", é mão ", "hand" },
        { "", "es_AR.UTF-8", "--lang=en", ", mano ", "es mano" },
        { "", "es_AR.UTF-8", "--json", "\"event\":\"result\"", "es de" },
        { "", "es_AR.UTF-8", "--csv", "file,game,hand,", "mano es" },
        { "", "es_AR.UTF-8", "--where=trick=1 said=play", " decisiones, en ", " of " },
    };
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    /* One short game may end by a falta envido before its first card; in five long ones somebody plays. */
    ends(0, "", "fiel", "match", "--rules", "argentino,target=30", "--games", "5", "--seed", "3", "--bot", "cauto",
         "--bot", "random", "--replay", replay, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        OWNED_RUN r = told_in(cases[i].language, cases[i].locale, replay, cases[i].option);
        if (r.code || !strstr(r.out, cases[i].says) || strstr(r.out, cases[i].says_not))
            fail_msg("case %zu: exit %d\n%s%.2000s", i, r.code, r.err, r.out);
    }
    run_complains(told_in("", "C", replay, "--lang=latin"), 2,
                  "--lang: 'latin' is not spoken here: take en, es or pt\n", NULL);
}

/* --- on whose word it stands -------------------------------------------------------------------- */

/* What the auditor says of the outcome stands below the story in three languages, and for programs with the same words.  The bot's
 * process ends at once, which nobody but the arbiter saw. */
TEST(the_auditor_adds_on_whose_word_it_stands)
{
    static const char *const tells[][2] = {
        { "--lang=en", "The auditor adds: decided by a fault that rests on the arbiter's word\n" },
        { "--lang=es", "El auditor agrega: decidida por una falta que descansa en la palabra del árbitro\n" },
        { "--lang=pt", "O auditor acrescenta: decidida por uma falta que se apoia na palavra do árbitro\n" },
        { "--json", "{\"event\":\"audit\",\"verdict\":\"valid\",\"fault_rests_on\":\"arbiter\",\"hands_over\":0,"
                    "\"signed_to\":[0,0],"
                    "\"unsigned_by\":null,\"rests\":[\"decided by a fault that rests on the arbiter's word\"]}\n" },
    };
    char bad[BOT_WORDS];
    size_t size;
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    snprintf(bad, sizeof bad, "%s/tests/bad/exits_at_once", build_dir());
    ends(0, "", "fiel", "match", "--games", "1", "--bot", "random", "--bot", bad, "--replay", replay, NULL);
    for (size_t i = 0; i < sizeof tells / sizeof *tells; i++) {
        run_says(told_in("", "C.UTF-8", replay, tells[i][0]), 0, tells[i][1], NULL);
    }
    OWNED char *bytes = slurp(replay, &size);
    bytes[size - 100] ^= 1; /* in RESULT's bytes or in REVEAL: nobody vouches for them any more */
    spill(replay, bytes, size);
    run_says(told_in("", "C.UTF-8", replay, "--lang=en"), 1,
             "The auditor adds: this record is not right: fiel-audit says where\n", NULL);
}
