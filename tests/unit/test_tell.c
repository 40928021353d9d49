/* `fiel replay`: what it tells of whole matches, odd ones, cut and damaged ones; and what a seat was sent. */
#include "support/test.h"

#include <jansson.h>

#include "base/cli.h"
#include "support/forge.h"
#include "tell/tell.h"
#include "support/printed.h"

/* The whole text or JSON; `damaged` may be NULL. */
static char *told(const void *bytes, size_t size, bool json, bool utf8, bool *damaged)
{
    OWNED struct teller *t = malloc(sizeof *t);
    assert_non_null(t);
    FILE *out = print_begin();
    const struct tell_style s = { .out = out, .utf8 = utf8 };
    tell_start(t, bytes, size);
    for (bool first = true; tell_next(t); first = false) {
        if (first && json)
            tell_json_head(out, t);
        else if (first)
            tell_text_head(&s, t);
        if (json)
            tell_json_chapter(out, t);
        else
            tell_text_chapter(&s, t);
    }
    if (json)
        tell_json_tail(out, t);
    else
        tell_text_tail(&s, t);
    if (damaged)
        *damaged = t->damaged;
    tell_end(t);
    return print_end();
}

static char *seat_told(const void *bytes, size_t size, unsigned seat, enum tell_seat_form form, size_t *length)
{
    assert_int_equal(tell_seat(print_begin(), bytes, size, seat, form), 0);
    char *text = print_end();
    if (length)
        *length = printed->size;
    return text;
}

static struct forge *match_with(const char *rules, enum twist_kind kind, unsigned at)
{
    return forge_run(forge_with(forge_new(rules, 2, 11), kind, at));
}

/* --- for a person ------------------------------------------------------------------------------- */

static void fits_the_page(const char *text, bool utf8)
{
    size_t columns = 0;
    for (const char *c = text; *c; c++) {
        if (!utf8 && ((unsigned char)*c >= 0x7f || ((unsigned char)*c < 0x20 && *c != '\n')))
            fail_msg("byte %02x in:\n%s", (unsigned char)*c, text);
        if (*c == '\n')
            columns = 0;
        else if ((*c & 0xc0) != 0x80)
            columns++;
        assert_true(columns <= 80);
    }
}

TEST(a_match_is_told)
{
    static const char *const rules[] = { "argentino", "argentino-flor", "argentino,declare=auto",
                                         "argentino-flor,target=5" };
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++) {
        OWNED_FORGE *f = match_with(rules[i], TWIST_NONE, 0);
        size_t size;
        char last[64];
        bool damaged = true;
        OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
        for (unsigned utf8 = 0; utf8 < 2; utf8++) {
            char *text = told(file, size, false, utf8, &damaged);
            fits_the_page(text, utf8);
            assert_false(damaged);
            assert_null(strstr(text, "stops"));
            assert_holds(text, "ana against juana");
            assert_holds(text, rules[i]);
            assert_holds(text, utf8 ? "juana: ¡" : "juana: ");
            snprintf(last, sizeof last, "\nHand %u ", f->position.open.hand);
            assert_holds(text, last);
            snprintf(last, sizeof last, "in %u hands\n", f->result.hands);
            assert_holds(text, last);
        }
    }
}

/* What every ACT does is in the story, and the points make the score. */
TEST(nothing_is_left_out)
{
    OWNED_FORGE *f = match_with("argentino-flor,declare=auto", TWIST_NONE, 0);
    size_t size, acts = 0, recorded = 0, tricks = 0;
    OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    AUTO(tell_end) struct teller t;
    unsigned hands = 0;
    for (size_t i = 0; i < f->count; i++)
        recorded += f->records[i].type == MSG_ACT;
    tell_start(&t, file, size);
    while (tell_next(&t)) {
        const struct tell_chapter *c = &t.chapter;
        bool game_over = false;
        assert_int_equal(c->hand, hands++);
        for (size_t i = 0; i < c->count; i++) {
            const struct tell_line *line = &c->lines[i];
            acts += line->kind == TELL_ACT || line->kind == TELL_NEWS;
            tricks += line->kind == TELL_TRICK;
            game_over |= line->kind == TELL_GAME_END;
            if (line->kind == TELL_ACT)
                assert_true(line->timed && line->used_us < 1000000);
            if (line->kind != TELL_HAND_END || game_over)
                continue;
            for (unsigned side = 0; side < 2; side++)
                assert_int_equal(line->score[side] - c->score[side],
                                 c->points[0][side] + c->points[1][side] + c->points[2][side]);
        }
        assert_true(!c->hand || c->over);
    }
    assert_null(t.why);
    assert_true(t.has_result);
    assert_int_equal(hands, f->position.open.hand + 1);
    assert_int_equal(acts, recorded);
    assert_true(tricks > 0);
}

/* What is odd stands there in words. */
TEST(odd_things_are_told)
{
    static const struct {
        enum twist_kind kind;
        unsigned at;
        const char *words;
    } odd[] = {
        { TWIST_ILLEGAL, 3, "is refused: " },
        { TWIST_SILENCE, 2, ": loses the game" },
        { TWIST_LATE, 5, " and took " },
        { TWIST_UNASKED, 4, ", which is not open" },
        { TWIST_WRONG_SEAT, 6, "answered as seat " },
        { TWIST_GARBAGE, 7, "sent a malformed envelope, " },
        { TWIST_PROTEST, 8, ": protests (" },
        { TWIST_COMES_BACK, 9, ": comes back with " },
        { TWIST_STARTS_ANEW, 9, ": comes back with 0 messages" },
        { TWIST_VOID, 11, "The match counts for nobody" },
        { TWIST_BAD_CUT, 2, "the cut of hand 3 does not hash to the one before: loses the match" },
        { TWIST_BAD_SIGN, 2, "the signature of its HAND_SIGN does not hold" },
        { TWIST_NO_CUT, 2, "sent no cut or signature for hand " },
    };
    for (unsigned i = 0; i < sizeof odd / sizeof *odd; i++) {
        OWNED_FORGE *f = match_with("argentino,target=8", odd[i].kind, odd[i].at);
        size_t size;
        OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
        bool damaged = true;
        char *text = told(file, size, false, false, &damaged);
        fits_the_page(text, false);
        assert_false(damaged);
        assert_holds(text, odd[i].words);
    }
}

/* A bot's text can do nothing to a terminal. */
TEST(words_are_cleaned)
{
    static const struct {
        const char *text, *utf8, *ascii;
    } texts[] = {
        { "ana", "ana", "ana" },
        { "\033[2Jana\r\n\t\177", "?[2Jana????", "?[2Jana????" },
        { "\302\23331m", "?31m", "?31m" },                             /* CSI as one character */
        { "a\342\200\256b\342\201\246c\330\234", "a?b?c?", "a?b?c?" }, /* turn the writing around */
        { "a\357\273\277b\302\255c", "a?b?c", "a?b?c" },               /* not seen */
        { "Iñaki", "Iñaki", "I?aki" },
        { "\377\303z\300\200\365\342\202", "??z?????", "??z?????" }, /* no UTF-8 */
    };
    char out[64];
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_string_equal(tell_clean(out, sizeof out, texts[i].text, true, 60), texts[i].utf8);
        assert_string_equal(tell_clean(out, sizeof out, texts[i].text, false, 60), texts[i].ascii);
    }
    assert_string_equal(tell_clean(out, sizeof out, "Iñaki", true, 3), "Iña");
    assert_string_equal(tell_clean(out, 3, "Iñaki", true, 60), "I");
    struct teller t = { .has_offer = true, .offer = { .seats = 2, .name = { "\033]0;x\007", "Iñaki" } } };
    tell_text_head(&(struct tell_style){ print_begin(), false, false }, &t);
    char *text = print_end();
    assert_holds(text, "?]0;x? against I?aki\n");
    fits_the_page(text, false);
}

TEST(names_are_told_apart)
{
    struct teller t = { .has_offer = true, .offer = { .seats = 4, .name = { "cauto", "cauto", "embustero-12", "" } } };
    char out[64];
    assert_string_equal(tell_name(out, sizeof out, &t, 0, true, 20), "cauto 0");
    assert_string_equal(tell_name(out, sizeof out, &t, 1, true, 20), "cauto 1");
    assert_string_equal(tell_name(out, sizeof out, &t, 2, true, 7), "embu…12");
    assert_string_equal(tell_name(out, sizeof out, &t, 2, false, 7), "embu~12");
    assert_string_equal(tell_name(out, sizeof out, &t, 3, true, 20), "seat 3");
    assert_string_equal(tell_name(out, sizeof out, &t, 255, true, 20), "arbiter");
    assert_string_equal(tell_scorer(out, sizeof out, &t, 0, true), "cauto 0 and embustero-12");
    assert_string_equal(tell_scorer(out, sizeof out, &t, 2, true), "nobody");
}

/* --- for a program -------------------------------------------------------------------------------- */

/* The next line of `text` as a JSON object, NULL at its end. */
static json_t *next_object(char **text)
{
    char *end = strchr(*text, '\n');
    json_error_t e;
    if (!end)
        return NULL;
    json_t *object = json_loadb(*text, (size_t)(end - *text), 0, &e);
    if (!json_is_object(object))
        fail_msg("%s in: %.*s", e.text, (int)(end - *text), *text);
    *text = end + 1;
    return object;
}

/* What the OFFER says of who kept the bots; of a pair in a word, and for a person. */
TEST(an_unheld_leg_says_so)
{
    for (unsigned unheld = 0; unheld < 2; unheld++) {
        OWNED_FORGE *f = forge_new("argentino", 1, 3);
        f->hands_max = 2;
        f->reveal = REVEAL_PAIR;
        f->offer.held[1] = unheld ? HELD_NOT : HELD_STRICT;
        forge_run(f);
        size_t size;
        OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
        char *json = told(file, size, true, true, NULL), *text = told(file, size, false, true, NULL);
        assert_holds(json, unheld ? "\"leg\":\"a\",\"unheld\":true" : "\"leg\":\"a\",\"unheld\":false");
        assert_holds(json, unheld ? "\"held\":\"not\"" : "\"held\":\"strict\"");
        assert_true(!strstr(text, "seat 1 in no jail") == !unheld);
    }
}

TEST(every_line_is_json)
{
    OWNED_FORGE *f = match_with("argentino-flor", TWIST_ILLEGAL, 3);
    size_t size, lines = 0, acts = 0, recorded = 0;
    OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    char *text = told(file, size, true, true, NULL), *at = text, last[32] = "";
    for (size_t i = 0; i < f->count; i++)
        recorded += f->records[i].type == MSG_ACT;
    for (json_t *e; (e = next_object(&at)); json_decref(e)) {
        const char *event = json_string_value(json_object_get(e, "event"));
        assert_non_null(event);
        if (!lines++)
            assert_string_equal(event, "match");
        acts += !strcmp(event, "act");
        snprintf(last, sizeof last, "%s", event);
        if (!strcmp(event, "end"))
            assert_true(json_is_true(json_object_get(e, "complete")));
    }
    assert_string_equal(last, "end");
    assert_int_equal(acts, recorded);
    assert_holds(text, "\"event\":\"refused\"");
    assert_holds(text, "\"event\":\"result\"");
}

/* --- for a seat ------------------------------------------------------------------------------------ */

/* What a bot makes of the envelopes: messages below `have` are known, the others go into a chain. */
static void hear(struct chain *view, struct chain *pub, uint64_t *have, const uint8_t *bytes, size_t size)
{
    struct envelope e;
    struct msg m;
    assert_int_equal(envelope_hear(&e, bytes, size), WIRE_OK);
    assert_true(e.left > 0 ? e.number <= *have : e.number == *have); /* [next] ends what is sent again */
    for (uint64_t n = e.number; e.left; n++) {
        assert_int_equal(envelope_next(&e, FROM_ARBITER, &m), WIRE_OK);
        if (n < *have)
            continue;
        bool whispered = m.type == MSG_CARDS || m.type == MSG_REQUEST || m.type == MSG_REFUSED || m.type == MSG_SIGN;
        if (whispered)
            chain_link_private(view, pub, m.bytes, m.size);
        else if (m.type != MSG_OFFER)
            chain_link_public(pub, m.bytes, m.size);
        ++*have;
    }
}

/* The envelopes lead to the view chain that the seat signed for, whatever was sent twice. */
TEST(a_seat_is_told_what_it_was_told)
{
    static const enum twist_kind kinds[] = { TWIST_NONE, TWIST_ILLEGAL, TWIST_COMES_BACK, TWIST_STARTS_ANEW,
                                             TWIST_BAD_CUT };
    for (unsigned i = 0; i < 2 * sizeof kinds / sizeof *kinds; i++) {
        OWNED_FORGE *f = match_with("argentino", kinds[i / 2], 9);
        unsigned seat = i % 2;
        size_t size, raw_size, used = 0;
        uint8_t view_key[HASH];
        uint64_t have = 0;
        struct chain view, pub;
        OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
        char *raw = seat_told(file, size, seat, SEAT_RAW, &raw_size);
        char *json = seat_told(file, size, seat, SEAT_JSON, NULL);
        char *at = json, hex[2 * ENVELOPE_MAX + 1];
        deal_view_key(view_key, f->seed, f->match_id, seat);
        chain_public(&pub, f->match_id);
        chain_view(&view, view_key, f->match_id, seat);
        for (json_t *e; (e = next_object(&at)); json_decref(e)) {
            size_t n = (size_t)json_integer_value(json_object_get(e, "size"));
            assert_true(n && used + n <= raw_size);
            assert_string_equal(json_string_value(json_object_get(e, "direction")), "to");
            assert_string_equal(json_string_value(json_object_get(e, "hex")), hex_text(hex, raw + used, n));
            hear(&view, &pub, &have, (const uint8_t *)raw + used, n);
            used += n;
        }
        assert_int_equal(used, raw_size);
        assert_int_equal(have, f->seat[seat].told);
        assert_memory_equal(view.head, f->seat[seat].view.head, HASH);
        assert_memory_equal(pub.head, f->pub.head, HASH);
    }
}

TEST(a_listing_names_every_message)
{
    OWNED_FORGE *f = match_with("argentino", TWIST_NONE, 0);
    size_t size;
    OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    char *text = seat_told(file, size, 1, SEAT_HEX, NULL);
    assert_holds(text, "envelope 0, ");
    assert_holds(text, "      0  OFFER, ");
    assert_holds(text, "  REQUEST, ");
    assert_holds(text, "  REVEAL, ");
    assert_null(strstr(text, "without a trailer"));
    FILE *out = print_begin();
    assert_int_equal(tell_seat(out, file, size, 2, SEAT_HEX), -1);
    size_t sent = forge_find(f, REC_SENT, 3);
    f->records[sent].bytes[8] += 200; /* messages that were never made */
    free(file);
    file = forge_file(f, f->arbiter_secret, &size);
    assert_int_equal(tell_seat(out, file, size, f->records[sent].bytes[0], SEAT_RAW), -1);
    print_end();
}

/* --- files that are not whole ----------------------------------------------------------------------- */

TEST(a_prefix_is_told)
{
    OWNED_FORGE *f = match_with("argentino,target=5", TWIST_NONE, 0);
    size_t size;
    OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    for (size_t cut = REPLAY_MAGIC_SIZE; cut < size; cut += 1 + cut % 601) {
        bool damaged = true;
        char *text = told(file, cut, false, false, &damaged), *json = told(file, cut, true, false, NULL);
        assert_false(damaged);
        assert_holds(text, "The story stops at record ");
        assert_holds(json, "\"complete\":false");
    }
    AUTO(tell_end) struct teller t;
    file[7]++; /* a version that is not known */
    tell_start(&t, file, size);
    assert_true(tell_next(&t));
    assert_int_equal(t.file.end, REPLAY_OTHER_VERSION);
    assert_false(tell_next(&t));
}

/* Whatever is in the file: the story ends, and nothing is read or written that should not be. */
TEST(damage_is_survived)
{
    OWNED_FORGE *f = match_with("argentino-flor,target=5", TWIST_UNASKED, 4);
    size_t size, stopped = 0;
    OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    FILE *out = print_begin();
    for (size_t i = 0; i < size; i += 1 + i % 401) {
        for (unsigned bit = 0; bit < 8; bit += 7) {
            bool damaged;
            file[i] ^= (uint8_t)(1u << bit);
            told(file, size, bit, true, &damaged);
            tell_seat(out, file, size, 0, bit ? SEAT_JSON : SEAT_HEX);
            rewind(out);
            stopped += damaged;
            file[i] ^= (uint8_t)(1u << bit);
        }
    }
    assert_true(stopped > 0);
    print_end();
}

/* --- the command -------------------------------------------------------------------------------------- */

/* `fiel replay` with these words; what it prints goes nowhere. */
static int replay_code(const char *const *words)
{
    char copies[8][64], *argv[9];
    int argc = 0, out = dup(1), err = dup(2), null = open("/dev/null", O_WRONLY);
    snprintf(copies[argc], 64, "replay");
    argv[argc] = copies[argc];
    for (argc = 1; words[argc - 1]; argc++) {
        snprintf(copies[argc], 64, "%s", words[argc - 1]);
        argv[argc] = copies[argc];
    }
    argv[argc] = NULL;
    fflush(stdout);
    dup2(null, 1);
    dup2(null, 2);
    int code = cli_replay(argc, argv);
    fflush(stdout);
    dup2(out, 1);
    dup2(err, 2);
    close(out);
    close(err);
    close(null);
    return code;
}

#define EXAMPLE "tests/vectors/example.replay"

TEST(options_are_read)
{
    static const struct {
        const char *words[6];
        int code;
    } cases[] = {
        { { NULL }, 2 },
        { { EXAMPLE, EXAMPLE }, 2 },
        { { "--hnad", "1", EXAMPLE }, 2 },
        { { "-x", EXAMPLE }, 2 },
        { { EXAMPLE, "--hand" }, 2 },
        { { EXAMPLE, "--hand", "0" }, 2 },
        { { EXAMPLE, "--hand", "2" }, 2 },
        { { EXAMPLE, "--hand=x" }, 2 },
        { { EXAMPLE, "--seat", "2" }, 2 },
        { { EXAMPLE, "--seat", "-1" }, 2 },
        { { EXAMPLE, "--raw" }, 2 },
        { { EXAMPLE, "--seat", "0", "--raw", "--json" }, 2 },
        { { EXAMPLE, "--seat", "0", "--hand", "1" }, 2 },
        { { "tests" }, 3 },
        { { "tests/no.replay" }, 3 },
        { { "Makefile" }, 3 },
        { { "/dev/null" }, 3 },
        { { "--help" }, 0 },
        { { EXAMPLE }, 0 },
        { { "--json", "--", EXAMPLE }, 0 },
        { { "--hand=1", EXAMPLE, "--json" }, 0 },
        { { EXAMPLE, "--seat", "1" }, 0 },
        { { EXAMPLE, "--seat=1", "--raw" }, 0 },
        { { EXAMPLE, "--seat=0", "--json" }, 0 },
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        if (replay_code(cases[i].words) != cases[i].code)
            fail_msg("case %u is not %d", i, cases[i].code);
}

/* --- how it is said --- */

TEST(numbers_are_spoken)
{
    static const struct {
        struct action action;
        const char *written, *said;
    } words[] = {
        { { ACT_ENVIDO, 0 }, "envido", "envido!" },
        { { ACT_ENVIDO, 5 }, "envido-5", "5 envido!" },
        { { ACT_REAL_ENVIDO, 2 }, "2-real-envido", "2 real envido!" },
        { { ACT_FLOR_ENVIDO, 0 }, "flor-envido", "con flor envido!" },
        { { ACT_FLOR_ENVIDO, 7 }, "flor-envido-7", "con flor 7 envido!" },
        { { ACT_FLOR_REAL_ENVIDO, 3 }, "flor-3-real-envido", "con flor 3 real envido!" },
        { { ACT_FLOR_FALTA_ENVIDO, 0 }, "flor-falta-envido", "con flor falta envido!" },
        { { ACT_CONTRAFLOR_RESTO, 0 }, "contraflor-al-resto", "contraflor al resto!" },
        { { ACT_PASO, 0 }, "paso", "paso, y me voy" },
    };
    static struct teller t;
    char text[96], why[RULES_ERROR_TEXT];
    assert_int_equal(rules_parse("uruguayo", &t.position.open.rules, why), 0);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct tell_line line = { .action = words[i].action };
        snprintf(line.words, sizeof line.words, "%s", words[i].written);
        assert_string_equal(tell_speech(text, sizeof text, &t, &line, false), words[i].said);
    }
}
