/* told: what `fiel replay` makes of matches that real processes played. */
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

static void every_trick_of_a_duel(void **state)
{
    (void)state;
    static const char *const rules[] = { "argentino", "argentino-flor,flor_policy=manual_seed002" };
    size_t duels = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        char *text = story_of(rules[i], "6", "1", "11", NOTHING_MORE, "cauto", "random", NULL), *at = text;
        struct duel d = { 0 };
        for (char *line; (line = strsep(&at, "\n")) && *line;) {
            json_t *event = json_loads(line, 0, NULL);
            assert_non_null(event);
            duels += is(event, "duel");
            take(&d, event);
            json_decref(event);
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
    struct run r = run("fiel", "replay", "--json", "--seat", seat, replay, NULL);
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
    run_free(&r);
}

/* While a match goes on its seed is not known: a card is what the ACT opens.  The file is cut everywhere. */
static void audit_without_seed(const char *replay)
{
    char cut[128];
    size_t size;
    char *bytes = slurp(replay, &size);
    snprintf(cut, sizeof cut, "%s.cut", replay);
    for (size_t at = size / 2; at < size; at += size / 150) {
        spill(cut, bytes, at);
        struct run r = run("fiel-audit", cut, NULL);
        if (!strstr(r.out, ": unfinished: "))
            fail_msg("cut after %zu bytes of %zu:\n%s%s", at, size, r.out, r.err);
        run_free(&r);
    }
    free(bytes);
}

/* At a target of one every hand of paulista is an iron hand. */
static void nobody_sees_an_iron_hand(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *seats, *a, *b;
    } tables[] = {
        { "paulista,ferro_blind=yes,target=1", "2", "cauto", "embustero" },
        { "paulista-limpo,ferro_blind=yes,target=1,concede=no", "4", "maestro", "random" },
        { "mineiro,ferro_blind=yes,target=2,truco_in_ten=loses_game", "2", "random", "cauto" },
    };
    unsigned unknown = 0;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        char dir[64], replay[96];
        scratch(dir);
        snprintf(replay, sizeof replay, "%s/m.replay", dir);
        struct run r = run("fiel", "match", "--rules", tables[i].rules, "--seats", tables[i].seats, "--games", "5",
                           "--seed", "3", "--bot", tables[i].a, "--bot", tables[i].b, "--replay", replay, NULL);
        if (r.code != 0 || strstr(r.out, "fault:"))
            fail_msg("%s: exit %d\n%s\n%s", tables[i].rules, r.code, r.out, r.err);
        run_free(&r);
        r = run("fiel-audit", replay, NULL);
        if (r.code != 0)
            fail_msg("%s: the audit says\n%s%s", tables[i].rules, r.out, r.err);
        run_free(&r);
        r = run("fiel", "replay", replay, NULL);
        assert_int_equal(r.code, 0);
        unknown += strstr(r.out, "(?"
                                 "?)") != NULL; /* a card that was never played is known to nobody */
        run_free(&r);
        audit_without_seed(replay);
        assert_told_no_card(replay, "0");
        assert_told_no_card(replay, "1");
        scratch_remove(dir);
    }
    assert_true(unknown > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_trick_of_a_duel),
                                        cmocka_unit_test(nobody_sees_an_iron_hand) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
