/* The course of a match by itself: which matches it refuses to hold, and which inputs count for nothing and leave no record.  Its
 * ports are the forger's. */
#include "support/test.h"

#include "course/clock.h"
#include "support/forge.h"

/* --- matches that cannot be ----------------------------------------------------------------------- */

static void with_no_table(struct offer *o) { o->tables = 0; }
static void with_too_many_tables(struct offer *o) { o->games = o->tables = TABLES_MAX + 1, o->seats = 1; }
static void with_too_many_places(struct offer *o) { o->games = o->tables = PLACES_MAX / 4 + 1, o->seats = 4; }
static void with_too_many_cutters(struct offer *o) { o->games = o->tables = PLACES_MAX / 4 + 1, o->cutters = 2; }
static void with_a_table_without_a_game(struct offer *o) { o->games = 1, o->tables = 2; }
static void with_a_long_bank(struct offer *o) { o->bank_us = CLOCK_LONGEST + 1; }
static void with_a_long_increment(struct offer *o) { o->inc_us = CLOCK_LONGEST + 1; }
static void with_a_long_cap(struct offer *o) { o->cap_us = CLOCK_LONGEST + 1; }
static void with_a_long_grace(struct offer *o) { o->grace_us = CLOCK_LONGEST + 1; }
static void with_a_grace_below_zero(struct offer *o) { o->grace_us = UINT64_MAX; }
static void with_a_long_start(struct offer *o) { o->start_us = CLOCK_LONGEST + 1; }
static void with_a_long_duty(struct offer *o) { o->duty_us = CLOCK_LONGEST + 1; }

static struct course *course_of(const struct offer *o, char why[RULES_ERROR_TEXT])
{
    static const struct course_ports none;
    static struct header h;
    h.offer = *o;
    why[0] = '\0';
    return course_new(&h, &none, why);
}

TEST(no_such_match)
{
    static void (*const change[])(struct offer *) = {
        with_no_table,     with_too_many_tables,  with_too_many_places, with_too_many_cutters,
        with_a_long_bank,  with_a_long_increment, with_a_long_cap,      with_a_table_without_a_game,
        with_a_long_grace, with_a_long_start,     with_a_long_duty,     with_a_grace_below_zero,
    };
    char why[RULES_ERROR_TEXT];
    OWNED_FORGE *f = forge_new("argentino,target=12", 1, 2);
    forge_prepare(f);
    for (unsigned i = 0; i < sizeof change / sizeof *change; i++) {
        struct offer o = f->offer;
        change[i](&o);
        assert_null(course_of(&o, why));
        assert_string_equal(why, "it has more tables, places or time than a match can have");
    }
    struct offer other = f->offer;
    strcpy(other.rules, "ludo");
    assert_null(course_of(&other, why));
    assert_non_null(strstr(why, "ludo"));
    struct offer most = f->offer;
    most.games = most.tables = most.at_once = TABLES_MAX;
    most.bank_us = most.inc_us = most.cap_us = most.grace_us = most.start_us = most.duty_us = CLOCK_LONGEST;
    AUTO(course_free) struct course *co = course_of(&most, why);
    assert_non_null(co);
}

/* --- inputs --------------------------------------------------------------------------------------- */

enum { NOBODY_HERE = FORGE_SEATS };

static struct input silent(unsigned party, uint64_t left, uint64_t now)
{
    struct input in = { .type = REC_SILENCE };
    in.silence = (struct rec_silence){ .party = (uint8_t)party, .left_us = left, .now_us = now };
    return in;
}

static struct input befell(unsigned party, enum seat_event event)
{
    struct input in = { .type = REC_SEAT };
    in.seat = (struct rec_seat){ (uint8_t)party, (uint8_t)event, 0 };
    return in;
}

/* Bytes that are no envelope. */
static struct input garbage(unsigned party)
{
    struct input in = { .type = REC_RECEIVED };
    in.received = (struct rec_received){
        .party = (uint8_t)party, .error = WIRE_FORBIDDEN, .bytes = (const uint8_t *)"\xc0", .size = 1
    };
    return in;
}

static struct input pause_of(unsigned party, uint64_t from, uint64_t until)
{
    struct input in = { .type = REC_PAUSE };
    in.pause = (struct rec_pause){ (uint8_t)party, PAUSE_BOT, from, until };
    return in;
}

static struct input of_type(unsigned type)
{
    struct input in = { .type = type };
    in.voided.code = ARBITER_DISK;
    return in;
}

static void counts(struct forge *f, struct input in)
{
    size_t records = f->count;
    in.now = (int64_t)f->now;
    assert_true(course_input(f->course, &in));
    assert_true(f->count > records && f->records[records].type == in.type);
}

/* It leaves no record, and the match stands where it stood. */
static void counts_for_nothing(struct forge *f, struct input in)
{
    size_t records = f->count;
    enum course_stage stage = course_stage(f->course);
    in.now = (int64_t)f->now;
    assert_false(course_input(f->course, &in));
    assert_int_equal(f->count, records);
    assert_int_equal(course_stage(f->course), stage);
}

static struct forge *begun(void)
{
    struct forge *f = forge_short();
    forge_prepare(f);
    forge_header(f);
    return f;
}

static void ended(struct forge *f)
{
    course_free(&f->course);
    forge_free(f);
}

TEST(a_start_that_is_waited_for)
{
    struct forge *f = begun();
    uint64_t began = f->now, over = began + f->offer.start_us;
    forge_hello(f, 1, 0);
    f->now = over - 1;
    counts_for_nothing(f, silent(0, began, over)); /* too early */
    f->now = over;
    counts_for_nothing(f, silent(1, began, over)); /* it is here */
    counts(f, silent(0, began, over));
    assert_true(course_out(f->course, 0) && !course_out(f->course, 1));
    ended(f);
}

/* What comes of a party that has lost, while another one is waited for. */
TEST(who_has_lost)
{
    struct forge *f = begun();
    uint64_t began = f->now, over = began + f->offer.start_us;
    f->now = over;
    counts(f, befell(0, SEAT_EVENT_CONNECTED));
    counts(f, silent(0, began, over));
    counts_for_nothing(f, silent(0, began, over));
    counts_for_nothing(f, garbage(0));
    counts_for_nothing(f, befell(0, SEAT_EVENT_CONNECTED));
    counts_for_nothing(f, befell(0, SEAT_EVENT_LEFT));
    counts(f, befell(0, SEAT_EVENT_RESUMED)); /* the arbiter began anew: that is said of every party */
    counts(f, befell(1, SEAT_EVENT_CONNECTED));
    ended(f);
}

TEST(nobody_and_no_time)
{
    struct forge *f = begun();
    uint64_t began = f->now;
    f->now += f->offer.start_us;
    counts_for_nothing(f, garbage(NOBODY_HERE));
    counts_for_nothing(f, silent(NOBODY_HERE, began, f->now));
    counts_for_nothing(f, befell(NOBODY_HERE, SEAT_EVENT_CONNECTED));
    counts_for_nothing(f, pause_of(NOBODY_HERE, began, f->now));
    counts_for_nothing(f, pause_of(0, began, began));
    counts_for_nothing(f, pause_of(0, began + 1, began));
    counts(f, pause_of(0, began, began + 1));
    counts(f, pause_of(FIEL_NOBODY, began, began + 1));
    counts_for_nothing(f, of_type(REC_REVEAL_NOW)); /* no twin is waited for */
    counts_for_nothing(f, of_type(REC_HEADER));
    ended(f);
}

/* A silence of who owes nothing, of who was not asked yet, and before the time is over. */
TEST(a_silence_that_is_none)
{
    struct forge *f = begun();
    forge_hello(f, 0, 0);
    forge_hello(f, 1, 0);
    uint64_t asked = f->left = f->now;
    forge_join(f, 0);
    f->now = asked + f->offer.start_us;
    counts_for_nothing(f, silent(0, asked, f->now)); /* it has joined */
    counts_for_nothing(f, silent(1, asked, f->now - 1));
    counts(f, silent(1, asked, f->now));
    ended(f);
}

TEST(behind_the_end)
{
    struct forge *f = begun();
    uint64_t now = f->now;
    counts(f, of_type(REC_VOID));
    assert_int_equal(course_stage(f->course), COURSE_TOLD);
    counts_for_nothing(f, of_type(REC_VOID));
    counts_for_nothing(f, garbage(0));
    counts_for_nothing(f, silent(0, now, now + f->offer.start_us));
    counts_for_nothing(f, befell(0, SEAT_EVENT_RESUMED));
    counts_for_nothing(f, pause_of(0, now, now + 1));
    counts_for_nothing(f, of_type(REC_REVEAL_NOW));
    ended(f);
}

/* --- HELLO ---------------------------------------------------------------------------------------- */

/* What the envelope that came last is worth. */
static void worth(const struct forge *f, enum fault fault, enum verdict verdict)
{
    struct rec_received in;
    size_t at = f->count;
    do
        at--;
    while (at > 0 && f->records[at].type != REC_RECEIVED);
    const struct forge_record *r = &f->records[at];
    assert_true(rec_received_read(&(struct record){ .type = r->type, .payload = r->bytes, .size = r->size }, &in));
    assert_int_equal(in.fault, fault);
    assert_int_equal(in.verdict, verdict);
}

/* A bot may say who it is again and again while another one is waited for, but not for ever. */
TEST(hello_too_often)
{
    struct forge *f = begun();
    for (unsigned i = 0; i < 64; i++) {
        forge_hello(f, 0, 0);
        worth(f, FAULT_NONE, VERDICT_ACCEPTED);
    }
    forge_hello(f, 0, 0);
    worth(f, FAULT_OUT_OF_ORDER, VERDICT_FAULT);
    assert_true(course_out(f->course, 0));
    ended(f);
}

/* The HELLO of the first envelope, as it was said. */
static struct packer said_by(struct forge *f, uint8_t *bytes, size_t room)
{
    forge_hello(f, 0, 0);
    const struct forge_record *r = &f->records[forge_find(f, REC_RECEIVED, 0)];
    struct envelope e;
    struct packer p;
    struct msg m;
    assert_int_equal(envelope_open(&e, r->bytes + RECEIVED_HEAD, r->size - RECEIVED_HEAD), WIRE_OK);
    assert_int_equal(envelope_next(&e, FROM_BOT, &m), WIRE_OK);
    pack_start(&p, bytes, room);
    pack_raw(&p, m.bytes, m.size);
    return p;
}

TEST(hello_that_is_not_first)
{
    uint8_t bytes[1024];
    struct forge *f = begun();
    struct packer p = said_by(f, bytes, sizeof bytes);
    forge_came(f, 0, &p, 1);
    worth(f, FAULT_NONE, VERDICT_ACCEPTED);
    pack_raw(&p, bytes, p.size);
    forge_came(f, 0, &p, 2);
    worth(f, FAULT_OUT_OF_ORDER, VERDICT_FAULT);
    ended(f);
}

TEST(hello_of_another_version)
{
    uint8_t bytes[1024];
    struct forge *f = begun();
    struct packer p = said_by(f, bytes, sizeof bytes);
    uint8_t *version = memchr(bytes, PROTOCOL_VERSION, 8);
    assert_non_null(version);
    *version = PROTOCOL_VERSION + 1;
    forge_came(f, 0, &p, 1);
    worth(f, FAULT_MALFORMED, VERDICT_FAULT);
    ended(f);
}

/* --- JOIN, CUT and HAND_SIGN ---------------------------------------------------------------------- */

static struct forge *offered(void)
{
    struct forge *f = begun();
    forge_hello(f, 0, 0);
    forge_hello(f, 1, 0);
    f->left = f->now;
    return f;
}

/* Its first hand is over, and seat 0 owes a signature and a cut. */
static struct forge *after_a_hand(void)
{
    struct forge *f = offered();
    forge_join(f, 0);
    forge_join(f, 1);
    while (!f->seat[0].owes_sign) {
        assert_false(f->over);
        if (!f->table || f->position.open.hand_over)
            forge_between(f);
        else
            forge_decide(f);
    }
    f->left = f->now;
    return f;
}

/* A JOIN is said again only with the same anchors, for the signature alone does not say that it is the same. */
TEST(join_with_other_anchors)
{
    uint8_t bytes[1024];
    struct forge *f = offered();
    struct rec_received in;
    forge_join(f, 0);
    forge_join(f, 0);
    worth(f, FAULT_NONE, VERDICT_IGNORED);
    const struct forge_record *r = &f->records[f->count - 1];
    assert_true(rec_received_read(&(struct record){ .type = r->type, .payload = r->bytes, .size = r->size }, &in));
    size_t head = 2; /* [number, message] */
    assert_in_range(in.size, head + 1, sizeof bytes);
    memcpy(bytes, in.bytes + head, in.size - head);
    uint8_t *anchor = memmem(bytes, in.size - head, f->seat[0].x[0], HASH);
    assert_non_null(anchor);
    anchor[0] ^= 1;
    forge_came(f, 0, &(struct packer){ .bytes = bytes, .size = in.size - head }, 1);
    worth(f, FAULT_OUT_OF_ORDER, VERDICT_FAULT);
    ended(f);
}

TEST(join_too_late)
{
    struct forge *f = offered();
    f->now = f->left + f->offer.start_us + 1;
    forge_join(f, 0);
    worth(f, FAULT_NO_START, VERDICT_FAULT);
    ended(f);
}

TEST(cut_too_late)
{
    struct forge *f = offered();
    forge_join(f, 0);
    forge_join(f, 1);
    f->left = f->now;
    f->now += f->offer.cap_us + f->offer.grace_us + 1;
    forge_hand_part(f, 0, TWIST_NONE);
    worth(f, FAULT_WITHHELD, VERDICT_FAULT);
    ended(f);
}

TEST(signed_too_late)
{
    uint8_t bytes[512];
    struct packer p;
    struct forge *f = after_a_hand();
    f->now += f->offer.cap_us + f->offer.grace_us + 1;
    pack_start(&p, bytes, sizeof bytes);
    forge_hand_sign(f, 0, false, &p);
    forge_came(f, 0, &p, 1);
    worth(f, FAULT_WITHHELD, VERDICT_FAULT);
    ended(f);
}

/* One signature of a hand: neither two in one envelope nor another one behind it. */
TEST(signed_twice)
{
    for (unsigned apart = 0; apart < 2; apart++) {
        uint8_t bytes[512];
        struct forge *f = after_a_hand();
        struct packer p;
        pack_start(&p, bytes, sizeof bytes);
        forge_hand_sign(f, 0, false, &p);
        if (apart == 1) {
            forge_came(f, 0, &p, 1);
            worth(f, FAULT_NONE, VERDICT_ACCEPTED);
            pack_start(&p, bytes, sizeof bytes);
        }
        forge_hand_sign(f, 0, apart == 1, &p); /* behind the first one it signs something else */
        forge_came(f, 0, &p, 2 - apart);
        worth(f, FAULT_OUT_OF_ORDER, VERDICT_FAULT);
        ended(f);
    }
}

/* --- too early ------------------------------------------------------------------------------------ */

/* An answer for another seat before the HELLO, a protest while there is no match, an answer before the first card. */
TEST(said_too_early)
{
    static const uint8_t zeros[SIGNATURE];
    for (unsigned i = 0; i < 3; i++) {
        uint8_t bytes[512];
        struct packer p;
        struct forge *f = i < 2 ? begun() : offered();
        pack_start(&p, bytes, sizeof bytes);
        if (i == 1) {
            forge_hello(f, 0, 0);
            pack_msg_protest(&p, 7, "no", 1, zeros, zeros);
        } else {
            forge_answer(f, 0, i == 0 ? 1 : 0, 1, ACT_MAZO << 8, true, &p);
        }
        forge_came(f, 0, &p, 1);
        worth(f, FAULT_OUT_OF_ORDER, VERDICT_FAULT);
        ended(f);
    }
}
