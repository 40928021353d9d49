/* sim_signs_heard: what a seat is told does not depend on signs that it does not see, nor on the order in which
 * the answers of the round came. */
#include "masked.h"
#include "support/sim_signs.h"

/* Everything a seat is told, with when and in which envelopes. */
struct heard {
    uint8_t *bytes;
    size_t size, room;
};

static void heard_add(struct heard *h, const void *bytes, size_t size)
{
    if (h->size + size > h->room) {
        h->room = 2 * (h->room + size);
        h->bytes = realloc(h->bytes, h->room);
    }
    memcpy(h->bytes + h->size, bytes, size);
    h->size += size;
}

enum { WITH_TIMES = 1, WITH_SIGNS = 2 };

/* Without used_us, its own time for its last answer, which it knows itself. */
static void heard_add_request(struct heard *h, const struct record *rec)
{
    struct msg m;
    uint8_t used[9];
    struct packer p;
    if (msg_read(rec->payload, rec->size, FROM_ARBITER, &m) != WIRE_OK) { /* a plant */
        heard_add(h, rec->payload, rec->size);
        return;
    }
    pack_start(&p, used, sizeof used);
    pack_uint(&p, m.used_us);
    size_t before = (size_t)(m.view - rec->payload) - p.size;
    assert_memory_equal(rec->payload + before, used, p.size);
    heard_add(h, rec->payload, before);
    heard_add(h, m.view, rec->size - before - p.size);
}

static void heard_add_message(struct heard *h, const struct record *rec)
{
    struct msg m;
    size_t at = h->size;
    heard_add(h, rec->payload, rec->size);
    if (msg_read(rec->payload, rec->size, FROM_ARBITER, &m) == WIRE_OK)
        mask_heads(h->bytes + at, rec->payload, &m);
}

static struct heard heard_by(const struct sim_record *r, unsigned seat, unsigned what)
{
    struct heard h = { 0 };
    struct replay file;
    struct record rec;
    replay_over(&file, r->bytes, r->size);
    while (replay_next(&file, &rec)) {
        bool mine = rec.visibility == VISIBLE_ALL || rec.visibility == 1u << seat;
        if (rec.type == REC_SENT && rec.payload[0] == seat && (what & WITH_TIMES)) {
            heard_add(&h, &rec.us, sizeof rec.us);
            heard_add(&h, rec.payload, rec.size);
        }
        if (rec.type == MSG_REQUEST && mine)
            heard_add_request(&h, &rec);
        else if (rec.type < MSG_HELLO && mine && (rec.type != MSG_SIGN || (what & WITH_SIGNS)))
            heard_add_message(&h, &rec);
    }
    return h;
}

static bool same_heard(const struct sim_record *a, const struct sim_record *b, unsigned seat, unsigned what)
{
    struct heard x = heard_by(a, seat, what), y = heard_by(b, seat, what);
    bool same = x.size == y.size && memcmp(x.bytes, y.bytes, x.size) == 0;
    free(x.bytes);
    free(y.bytes);
    return same;
}

/* The seats think as long as they like within the grace: nobody is told anything else for it. */
TEST(test_order_of_answers_changes_nothing)
{
    struct referee_config c = config("argentino,signs=on,signs_per_decision=2", 4, 1);
    OWNED_SIM *base = sim_new(&c, 11);
    sim_play(base);
    for (unsigned turn = 1; turn < 4; turn++) {
        OWNED_SIM *s = sim_new(&c, 11);
        for (unsigned i = 0; i < 4; i++)
            s->party[i].think_us = 20 + 200 * ((i + turn) % 4);
        sim_play(s);
        for (unsigned i = 0; i < 4; i++)
            assert_true(same_heard(&base->record, &s->record, i, WITH_SIGNS));
    }
}

/* --- nobody else's messages depend on a sign ------------------------------------------------------ */

/* How seat 0 makes its signs; the others make none. */
static enum world { ONE_SIGN, ANOTHER_SIGN, NO_SIGN } world;

static unsigned signs_of_the_world(struct sim *s, unsigned seat)
{
    static const uint16_t sign[] = { 0x0102, 0x0802 };
    struct sim_bot *b = &s->party[seat].bot;
    if (!(b->due & DUE_ANSWER))
        return ~0u;
    unsigned room = seat == 0 && world != NO_SIGN ? signs_room(&b->asked.open, b->given) : 0;
    answer(s, seat, bot_choose(b), &sign[world == ANOTHER_SIGN], room > 0);
    return 0;
}

static struct sim *played_in(enum world w, uint8_t seed)
{
    struct referee_config c = config("argentino,signs=on", 4, 1);
    c.hands_max = 2;
    struct sim *s = sim_new(&c, seed);
    world = w;
    s->script = signs_of_the_world;
    sim_play(s);
    return s;
}

/* One record that tells more than it may: the plants of test_leaks_are_found. */
enum plant { PLANT_NONE, PLANT_TOLD, PLANT_NUMBER, PLANT_LATER, PLANT_SOONER, PLANT_BANK, PLANTS };

/* Is this the record that the plant changes? */
static bool plant_here(enum plant plant, const struct record *rec, unsigned seat)
{
    switch (plant) {
    case PLANT_TOLD:
    case PLANT_SOONER: return rec->type == MSG_SIGN;
    case PLANT_NUMBER:
    case PLANT_LATER: return rec->type == REC_SENT && rec->payload[0] == seat;
    case PLANT_BANK: return rec->type == MSG_REQUEST && rec->visibility == 1u << seat;
    case PLANT_NONE:
    case PLANTS: break;
    }
    return false;
}

/* Copies a record of a match, telling `seat` of the first sign it does not see in one way or other. */
static struct sim_record planted(const struct sim_record *r, unsigned seat, enum plant plant)
{
    struct sim_record out = { .fail_at = SIM_NEVER };
    struct replay file;
    struct record rec;
    bool seen = false, done = false;
    replay_over(&file, r->bytes, r->size);
    record_put(&out, REPLAY_MAGIC, REPLAY_MAGIC_SIZE);
    while (replay_next(&file, &rec)) {
        uint8_t payload[ENVELOPE_MAX], empty[13] = { (uint8_t)seat };
        memcpy(payload, rec.payload, rec.size);
        seen |= rec.type == MSG_SIGN;
        bool here = seen && !done && plant_here(plant, &rec, seat);
        done |= here;
        if (here && plant == PLANT_SOONER)
            record_append(&out, REC_SENT, VISIBLE_ARBITER, rec.us, empty, sizeof empty);
        if (here && plant == PLANT_NUMBER)
            payload[8]++;
        if (here && plant == PLANT_BANK)
            payload[rec.size / 2] ^= 1;
        record_append(&out, rec.type, here && plant == PLANT_TOLD ? 1u << seat : rec.visibility,
                      rec.us + (here && plant == PLANT_LATER), payload, rec.size);
    }
    assert_true(done || plant == PLANT_NONE);
    return out;
}

static bool saw_any(const struct sim *s, unsigned seat) { return s->party[seat].bot.seen > 0; }

TEST(test_others_do_not_notice)
{
    unsigned blind = 0, seers = 0, rivals = 0;
    for (uint8_t seed = 1; seed <= 12 || (seed <= 48 && (blind < 5 || rivals == 0)); seed++) {
        OWNED_SIM *one = played_in(ONE_SIGN, seed), *another = played_in(ANOTHER_SIGN, seed),
                  *none = played_in(NO_SIGN, seed);
        for (unsigned i = 0; i < 4; i++) {
            bool sees = saw_any(one, i);
            assert_int_equal(sees, saw_any(another, i)); /* who sees hangs on the deal, not on the word */
            assert_true(sees == !same_heard(&one->record, &another->record, i, WITH_SIGNS));
            /* and except for SIGN itself nobody is told anything else, or at another time */
            assert_true(same_heard(&one->record, &another->record, i, WITH_TIMES));
            assert_true(same_heard(&one->record, &none->record, i, 0));
            assert_true(sees || same_heard(&one->record, &none->record, i, WITH_TIMES | WITH_SIGNS));
            sees ? seers++ : blind++;
            rivals += sees && i % 2 == 1;
        }
        sim_audit(one);
        sim_audit(none);
    }
    assert_true(blind >= 5 && seers > 24 &&
                rivals > 0); /* seats 0 and 2 always, the rivals sometimes: by the draw of the deal */
}

/* The comparison finds a sign that leaks by its message, its number, or the time and number of envelopes. */
TEST(test_leaks_are_found)
{
    uint8_t seed = 1;
    struct sim *one = played_in(ONE_SIGN, seed);
    while (saw_any(one, 1) && saw_any(one, 3)) {
        sim_free(one);
        one = played_in(ONE_SIGN, ++seed);
    }
    unsigned blind = saw_any(one, 1) ? 3 : 1;
    OWNED_SIM *none = played_in(NO_SIGN, seed);
    for (unsigned plant = PLANT_NONE; plant < PLANTS; plant++) {
        struct sim_record r = planted(&one->record, blind, (enum plant)plant);
        bool same = same_heard(&r, &none->record, blind, WITH_TIMES | WITH_SIGNS);
        if (same != (plant == PLANT_NONE))
            fail_msg("plant %u is %s", plant, same ? "not found" : "not alone");
        free(r.bytes);
    }
    sim_free(one);
}
