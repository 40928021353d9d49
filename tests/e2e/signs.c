/* signs: matches with signs=on between real processes: played, audited, told; and what the bots make of them. */
#include "story.h"

/* Signs of a match, and how many of those about one named card were true and false, by side. */
struct account {
    unsigned all, caught, truths[2], lies[2];
};

static bool dealt(const json_t *hand, size_t seat, const char *card)
{
    const json_t *cards = json_array_get(json_object_get(hand, "dealt"), seat);
    for (size_t i = 0; i < json_array_size(cards); i++)
        if (strcmp(json_string_value(json_array_get(cards, i)), card) == 0)
            return true;
    return false;
}

static void take_sign(struct account *a, const json_t *hand, const json_t *event)
{
    static const char *const cards[] = { "1e", "1b", "7e", "7o" };
    const char *word = json_string_value(json_object_get(event, "word"));
    size_t seat = (size_t)json_integer_value(json_object_get(event, "seat"));
    a->all++;
    a->caught += json_array_size(json_object_get(event, "seen")) > 0;
    for (size_t i = 0; i < 4; i++)
        if (strcmp(word, cards[i]) == 0)
            dealt(hand, seat, word) ? a->truths[seat % 2]++ : a->lies[seat % 2]++;
}

static struct account account_of(char *events)
{
    struct account a = { 0 };
    char *save = NULL;
    json_t *hand = NULL;
    for (char *line = strtok_r(events, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        json_auto_t *event = json_loads(line, 0, NULL);
        assert_non_null(event);
        if (is(event, "hand")) {
            json_decref(hand);
            hand = json_incref(event);
        }
        if (is(event, "sign"))
            take_sign(&a, hand, event);
    }
    json_decref(hand);
    free(events);
    return a;
}

TEST(tables_with_signs_play)
{
    static const char *const tables[][5] = {
        { "paulista,signs=on", "4", "hand", "embustero", "cauto" },
        { "argentino,signs=on,signs_per_decision=3,signs_per_hand=9", "6", "hand", "random", "random" },
        { "argentino-flor,signs=on,sign_seen=256", "4", "decision", "random", "embustero" },
        { "mineiro,signs=on,sign_seen=128", "8", "decision", "cauto", "random" },
        { "venezolano,signs=on", "4", "hand", "random", "cauto" },
        { "uruguayo,signs=on", "6", "hand", "cauto", "random" },
        { "truc-y-flou,signs=on", "6", "hand", "random", "embustero" },
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const char *const *t = tables[i];
        struct account a = account_of(
            story_of(t[0], t[1], "4", "05", (const char *[]){ "--sign", t[2] }, t[3], t[4], "signs told"));
        if (a.all < 10 || a.caught == 0)
            fail_msg("%s: %u signs, %u caught", t[0], a.all, a.caught);
    }
}

/* Whatever the seed, the bots' cuts draw the cards, and a game can be over after a hand or two.  Of 467 matches of two games one had a
 * single true sign of a card by cauto, and one a single false one; of 35 of eight games the least were 62 and 26. */
#define GAMES_OF_SIGNS "8"

/* cauto signs what it has; embustero sometimes what it has, sometimes what it has not. */
TEST(bots_sign_as_they_play)
{
    struct account a = account_of(story_of("argentino,signs=on,chicos_to_win=9", "4", GAMES_OF_SIGNS, "05",
                                           NOTHING_MORE, "cauto", "embustero", "signs told"));
    if (a.truths[0] == 0 || a.lies[0] > 0 || a.truths[1] == 0 || a.lies[1] == 0)
        fail_msg("of %u signs cauto's were %u true and %u false, embustero's %u and %u", a.all, a.truths[0], a.lies[0],
                 a.truths[1], a.lies[1]);
}

TEST(tables_without_partners_are_refused)
{
    ends(2, "signs are made to a partner", "fiel", "match", "--rules", "argentino,signs=on", "--bot", "random", "--bot",
         "random", NULL);
    ends(2, "0-256", "fiel", "match", "--rules", "argentino,sign_seen=300", "--bot", "random", "--bot", "random", NULL);
}

TEST(the_words_are_listed)
{
    OWNED_RUN r = run("fiel", "rules", "gauderio", NULL);
    assert_int_equal(r.code, 0);
    assert_says(r.out, "envido-high  wrinkles the nose");
    assert_null(strstr(r.out, "espadilha"));
    run_free(&r);
    r = run("fiel", "rules", "--json", "mineiro", NULL);
    json_auto_t *rules = json_loads(r.out, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(rules, "signs")), 5);
}
