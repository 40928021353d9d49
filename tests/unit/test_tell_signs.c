/* `fiel replay` of a match with signs and notes: who made which to whom, who caught it, what each seat saw of it, and what it thought. */
#include "support/sim_signs.h"

#include <jansson.h>

#include "tell/tell.h"
#include "support/printed.h"

static struct sim *match;

static char *told(bool json)
{
    FILE *out = print_begin();
    OWNED struct teller *t = malloc(sizeof *t);
    assert_non_null(t);
    const struct tell_style style = { .out = out };
    tell_start(t, match->record.bytes, match->record.size);
    while (tell_next(t))
        json ? tell_json_chapter(out, t) : tell_text_chapter(&style, t);
    json ? tell_json_tail(out, t) : tell_text_tail(&style, t);
    assert_null(t->why);
    tell_end(t);
    return print_end();
}

/* Signs by the record: each is told to its giver once. */
static unsigned signs_made(void)
{
    struct replay file;
    struct record rec;
    struct msg m;
    unsigned n = 0;
    replay_over(&file, match->record.bytes, match->record.size);
    while (replay_next(&file, &rec))
        if (rec.type == MSG_SIGN && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK)
            n += rec.visibility == 1u << m.seat;
    return n;
}

static unsigned count(const char *text, const char *words)
{
    unsigned n = 0;
    for (const char *at = text; (at = strstr(at, words)) != NULL; at++)
        n++;
    return n;
}

TEST(test_each_sign_is_told_once)
{
    char *text = told(false), *lines = told(true);
    assert_true(signs_made() > 20);
    assert_int_equal(count(text, " signs "), signs_made());
    assert_int_equal(count(lines, "{\"event\":\"sign\""), signs_made());
    assert_true(count(text, ", seen by ") > 3);
}

TEST(test_the_lines_are_whole)
{
    char *lines = told(true), *save = NULL;
    unsigned caught = 0, all = 0;
    for (char *line = strtok_r(lines, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
        json_t *e = json_loads(line, 0, NULL), *seen = json_object_get(e, "seen");
        assert_non_null(e);
        if (strcmp(json_string_value(json_object_get(e, "event")), "sign") == 0) {
            int giver = (int)json_integer_value(json_object_get(e, "seat"));
            int to = (int)json_integer_value(json_object_get(e, "to"));
            assert_true(giver != to && giver % 2 == to % 2);
            assert_int_not_equal(sign_parse(json_string_value(json_object_get(e, "word"))), 0);
            assert_true(json_is_integer(json_object_get(e, "hand")));
            for (size_t i = 0; i < json_array_size(seen); i++)
                assert_int_not_equal((int)json_integer_value(json_array_get(seen, i)) % 2, giver % 2);
            caught += (unsigned)json_array_size(seen);
            all++;
        }
        json_decref(e);
    }
    assert_true(caught > 0 && caught < 2 * all);
}

/* What is told of a seat is what it saw: as many SIGNs as its bot was sent. */
TEST(test_a_seat_sees_its_own)
{
    for (unsigned seat = 0; seat < 4; seat++) {
        assert_int_equal(tell_seat(print_begin(), match->record.bytes, match->record.size, seat, SEAT_HEX), 0);
        char *text = print_end();
        assert_int_equal(count(text, "  SIGN, "), match->party[seat].bot.seen);
    }
}

/* A note stands beside its move where the arbiter took it and it is the one that was taken; it does nothing to what shows it. */
TEST(test_a_note_stands_beside_its_move)
{
    enum { TAKEN = 5 };
    static const char thought[] = "\xc2\xbfqu\xc3\xa9\n es <b>\xe2\x80\xae";
    struct sim *signs = match;
    struct referee_config c = config("argentino,target=15", 2, 1);
    c.note_bytes = TAKEN * (sizeof thought - 1) + 1;
    match = sim_new(&c, 7);
    match->party[1].bot.note = thought;
    sim_play(match);
    for (unsigned forged = 0; forged < 2; forged++) {
        char *text = told(false), *lines = told(true), over[96];
        unsigned dropped = count(lines, ",\"seat\":1,\"do\":") - TAKEN + forged;
        snprintf(over, sizeof over, "\nsim: %u notes were over the limit of %u bytes, and were dropped", dropped,
                 c.note_bytes);
        assert_non_null(strstr(text, over));
        snprintf(over, sizeof over, "\"notes_dropped\":[0,%u],", dropped);
        assert_non_null(strstr(lines, over));
        assert_int_equal(count(text, "\n  note     sim: ?qu?? es <b>?\n"), TAKEN - forged);
        assert_int_equal(count(lines, ",\"by\":\"seat\",\"note\":\"\xc2\xbfqu\xc3\xa9? es <b>?\""), TAKEN - forged);
        assert_int_equal(count(text, "note  "), TAKEN - forged);
        char *note = memmem(match->record.bytes, match->record.size, thought, sizeof thought - 1);
        note[3] = 'Q'; /* and the next one is another than was taken */
    }
    sim_free(match);
    match = signs;
}

BEFORE_ALL(play_once)
{
    match = played_with_signs(33);
    return 0;
}

AFTER_ALL(free_once)
{
    sim_free(match);
    return 0;
}
