/* The two legs of duplicate pairs at several tables of one connection: a pair at each. */
#include "support/test.h"

#include "support/tables_play.h"

enum { TABLES = 5, HANDS = 40, BAD = 1 };

static struct referee_config leg_config(const char *rules, uint32_t tables)
{
    struct referee_config c = play_config(rules, tables, tables);
    c.hands_max = HANDS;
    c.reveal = REVEAL_PAIR;
    return c;
}

static bool read_primary(const struct play *w, struct primary *p)
{
    AUTO(replay_unload) struct replay file;
    memset(p, 0, sizeof *p);
    assert_int_equal(replay_load(&file, w->path), 0);
    return primary_read(p, &file, NULL);
}

/* To its result; the record waits. */
static void play_first(struct play *a, struct primary *p)
{
    play_finish(a);
    assert_true(a->result.waits && !a->result.complete);
    assert_true(read_primary(a, p));
}

static struct play *twin_start(const struct play *a, const struct primary *p, uint64_t dice)
{
    struct referee_config c = a->config;
    c.reveal = REVEAL_MATCH;
    return play_start_leg(&c, dice, p);
}

/* The twin has ended: both records are whole, and of one pair. */
static void expect_pair(struct play *a, struct play *b)
{
    struct audit_pair both;
    a->now = b->now;
    referee_reveal(a->referee, a->now);
    play_audit(a);
    play_audit(b);
    struct replay file[2];
    const struct play *leg[2] = { a, b };
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(replay_load(&file[i], leg[i]->path), 0);
        assert_int_equal(audit_bytes(file[i].bytes, file[i].size, NULL, &both.leg[i]), 0);
    }
    audit_both(&both);
    if (!both.valid)
        fprintf(stderr, "%s\n", both.wrong);
    assert_true(both.valid);
    for (unsigned i = 0; i < 2; i++)
        replay_unload(&file[i]);
}

/* --- one deal ----------------------------------------------------------------------------------------- */

/* The mano, the cuts and the turned card of every hand of every table. */
struct dealt {
    unsigned hands[TABLES];
    uint8_t of[TABLES][HANDS + 1][1 + 4 * HASH + OPENING];
};

static void take_dealt(const struct play *w, struct dealt *d)
{
    AUTO(replay_unload) struct replay file;
    struct record rec;
    struct msg m;
    memset(d, 0, sizeof *d);
    assert_int_equal(replay_load(&file, w->path), 0);
    while (replay_next(&file, &rec)) {
        if (rec.type != MSG_DEAL || msg_read(rec.payload, rec.size, FROM_ARBITER, &m) != WIRE_OK)
            continue;
        uint8_t *to = d->of[m.table][d->hands[m.table] = m.hand];
        *to = m.mano;
        memcpy(to + 1, m.blob, m.blob_size);
        memcpy(to + 1 + m.blob_size, m.blob2, m.blob2_size);
    }
}

static void expect_same_deal(const struct play *a, const struct play *b)
{
    static struct dealt first, second;
    take_dealt(a, &first);
    take_dealt(b, &second);
    for (unsigned t = 0; t < TABLES; t++) {
        assert_true(first.hands[t] > 0 && second.hands[t] > 0);
        for (unsigned h = 1; h <= first.hands[t] && h <= second.hands[t]; h++)
            assert_memory_equal(first.of[t][h], second.of[t][h], sizeof first.of[t][h]);
        for (unsigned other = 0; other < t; other++)
            assert_memory_not_equal(first.of[t][1], first.of[other][1], 1 + 2 * HASH);
    }
}

TEST(test_pairs)
{
    static const char *const rules[] = { "argentino,target=12", "argentino-flor,target=12,flor_policy=auto", "paulista",
                                         "venezolano,signs=on,target=9" };
    for (unsigned i = 0; i < 2 * sizeof rules / sizeof *rules; i++) {
        struct primary p;
        struct referee_config c = leg_config(rules[i % 4], TABLES);
        c.seats = i % 4 == 3 ? 4 : 2;
        OWNED_PLAY *a = play_start(&c, 60 + i);
        a->unequal = i > 3;
        play_first(a, &p);
        OWNED_PLAY *b = twin_start(a, &p, 160 + i);
        b->unequal = i > 3;
        play_finish(b);
        assert_int_equal(a->faults + b->faults, 0);
        assert_int_equal(play_report(b).counts.games, TABLES);
        expect_pair(a, b);
        expect_same_deal(a, b);
    }
}

/* As many places as there can be: the twin's OFFER and OPEN are long. */
TEST(test_most_places)
{
    struct primary p;
    struct referee_config c = leg_config("argentino,target=2", PAIR_PLACES_MAX / 2);
    c.hands_max = 12;
    OWNED_PLAY *a = play_start(&c, 4);
    play_first(a, &p);
    OWNED_PLAY *b = twin_start(a, &p, 5);
    play_finish(b);
    expect_pair(a, b);
}

/* Every decision signed, and tables whose chain of cuts is used up: there x[T] was sent already. */
TEST(test_to_the_last_cut)
{
    for (uint32_t hands = 1; hands < 8; hands += 3) {
        struct primary p;
        struct referee_config c = leg_config("argentino,target=9", TABLES);
        c.hands_max = hands;
        c.sign = SIGN_DECISION;
        OWNED_PLAY *a = play_start(&c, 20 + hands);
        play_first(a, &p);
        OWNED_PLAY *b = twin_start(a, &p, 30 + hands);
        play_finish(b);
        expect_pair(a, b);
    }
}

/* --- lines, processes and arbiters that are lost ---------------------------------------------------------- */

static void disturb(struct play *w)
{
    for (unsigned n = 1; !w->over; n++) {
        if (n % 211 == 0)
            play_line_breaks(w, n / 211 % 2);
        else if (n % 307 == 0)
            play_bot_restarts(w, n / 307 % 2);
        else if (n % 401 == 0)
            play_seat_dies(w, n / 401 % 2, 2000);
        bool moved = play_turn(w);
        assert_true(moved);
    }
    while (w->count > 0)
        play_hear(w);
}

TEST(test_comes_back)
{
    struct primary p;
    struct referee_config c = leg_config("argentino,target=12", TABLES);
    OWNED_PLAY *a = play_start(&c, 41);
    a->unequal = true;
    disturb(a);
    assert_true(a->result.waits && read_primary(a, &p));
    OWNED_PLAY *b = twin_start(a, &p, 42);
    b->unequal = true;
    disturb(b);
    assert_int_equal(a->faults + b->faults, 0);
    expect_pair(a, b);
    expect_same_deal(a, b);
}

static size_t size_of(const struct play *w)
{
    AUTO(replay_unload) struct replay file;
    assert_int_equal(replay_load(&file, w->path), 0);
    size_t size = file.size;
    return size;
}

/* At any moment of either leg. */
TEST(test_the_arbiter_is_killed)
{
    struct referee_config c = leg_config("argentino,target=9", 4);
    struct primary p;
    OWNED_PLAY *a = play_start(&c, 51);
    play_first(a, &p);
    size_t size = size_of(a);
    for (size_t cut = 700; cut < size; cut += size / 7) {
        struct primary again;
        play_killed_at(a, cut);
        play_first(a, &again);
        assert_int_equal(a->faults, 0);
        assert_memory_equal(again.open, p.open, p.open_size);
        p = again;
    }
    OWNED_PLAY *b = twin_start(a, &p, 52);
    play_finish(b);
    for (size_t cut = 700, whole = size_of(b); cut < whole; cut += whole / 7) {
        play_killed_at(b, cut);
        play_finish(b);
        assert_int_equal(b->faults, 0);
    }
    expect_pair(a, b);
}

/* --- no twin ------------------------------------------------------------------------------------------- */

/* The message in an envelope that is x[T] of table 2. */
static bool top_of_two(const uint8_t *bytes, size_t size, struct msg *m)
{
    struct envelope e;
    if (envelope_open(&e, bytes, size) != WIRE_OK)
        return false;
    while (e.left > 0)
        if (envelope_next(&e, FROM_BOT, m) == WIRE_OK && m->type == MSG_CUT && m->table == 2 && m->hand == HANDS)
            return true;
    return false;
}

static size_t withholds(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    struct msg m;
    (void)w;
    return seat == BAD && top_of_two(bytes, size, &m) ? 0 : size;
}

static size_t sends_another(struct play *w, unsigned seat, uint8_t *bytes, size_t size)
{
    struct msg m;
    (void)w;
    if (seat == BAD && top_of_two(bytes, size, &m))
        bytes[m.bytes - bytes + (ptrdiff_t)m.size - 1] ^= 1;
    return size;
}

TEST(test_no_end_of_a_chain)
{
    static const struct {
        size_t (*script)(struct play *w, unsigned seat, uint8_t *bytes, size_t size);
        enum fault fault;
    } cases[] = { { withholds, FAULT_WITHHELD }, { sends_another, FAULT_BAD_CUT } };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct referee_config c = leg_config("argentino,target=9", TABLES);
        OWNED_PLAY *w = play_start(&c, 70);
        w->script = cases[i].script;
        play_finish(w);
        const struct result *r = &w->result.result;
        assert_true(referee_over(w->referee) && w->result.complete && !w->result.waits);
        assert_int_equal(r->outcome, END_FAULT);
        assert_int_equal(r->fault, cases[i].fault);
        assert_int_equal(r->fault_seat, BAD);
        assert_int_equal(r->winner, 0);
        if (cases[i].fault == FAULT_BAD_CUT)
            assert_int_equal(r->fault_a, HANDS);
        play_audit(w);
    }
}

/* Silent for one time of one answer: a game is lost at a table, and it is dealt again in the twin like the others. */
/* Both legs play their games one after the other, side by side with the other leg's whatever they last. */
TEST(test_legs_by_turns)
{
    for (unsigned i = 0; i < 3; i++) {
        struct primary p;
        struct referee_config c = leg_config("argentino,target=9", 5);
        c.by_turns = 1;
        OWNED_PLAY *a = play_start(&c, 300 + i);
        play_first(a, &p);
        OWNED_PLAY *b = twin_start(a, &p, 400 + i);
        play_finish(b);
        assert_int_equal(a->faults + b->faults, 0);
        expect_pair(a, b);
        expect_same_deal(a, b);
    }
}

TEST(test_a_game_lost_by_a_fault)
{
    struct primary p;
    struct referee_config c = leg_config("argentino,target=9", TABLES);
    OWNED_PLAY *a = play_start(
        &c, 85); /* a deal in which fewer than three tables wait for the seat: the third timeout costs the match */
    while (a->seat[BAD].decisions < 20)
        play_turn(a);
    a->seat[BAD].silent = true;
    while (a->faults == 0)
        play_turn(a);
    a->seat[BAD].silent = false;
    play_speak(a, BAD);
    play_first(a, &p);
    assert_int_equal(a->fault[0].fault, FAULT_TIMEOUT);
    OWNED_PLAY *b = twin_start(a, &p, 81);
    play_finish(b);
    expect_pair(a, b);
    expect_same_deal(a, b);
}

/* --- what there cannot be -------------------------------------------------------------------------------- */

static void expect_no_twin(const struct referee_config *config, const struct primary *p, const char *says)
{
    uint8_t seed[HASH] = { 1 }, nonce[HASH] = { 2 };
    struct referee_config c = *config;
    struct referee_ports ports = { 0 };
    char why[CONTROL_TEXT] = "";
    c.reveal = REVEAL_MATCH;
    struct referee *r = referee_new(&c, seed, nonce, &ports, why);
    assert_non_null(r);
    assert_int_equal(referee_twin(r, p, why), -1);
    assert_non_null(strstr(why, says));
    referee_free(&r);
}

TEST(test_not_of_this_primary)
{
    struct primary p, bad;
    struct referee_config c = leg_config("argentino,target=4", TABLES);
    OWNED_PLAY *a = play_start(&c, 90);
    play_first(a, &p);
    bad = p;
    bad.top[2 * 2 + 1][0] ^= 1; /* of seat 1 at table 2 */
    expect_no_twin(&c, &bad, "anchor");
    bad = p;
    bad.open_size--;
    expect_no_twin(&c, &bad, "cannot be read");
    c.tables = c.games = 4;
    expect_no_twin(&c, &p, "another number of");
}

TEST(test_too_many)
{
    uint8_t seed[HASH] = { 1 };
    struct referee_ports ports = { 0 };
    char why[CONTROL_TEXT] = "";
    struct referee_config c = leg_config("argentino", PAIR_PLACES_MAX / 2 + 1);
    assert_null(referee_new(&c, seed, seed, &ports, why));
    assert_non_null(strstr(why, "256 places"));
}
