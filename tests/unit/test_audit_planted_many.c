/* Frauds that were planted by somebody who did not write the auditor: with a cutter, with signs, and where three keep a score. */
#define SIM_PARTIES 8
#include "support/sim_signs.h"

#include "support/planted.h"

enum { CUTTER = 2 };

/* --- the matches -------------------------------------------------------------------------------- */

static struct forge *records_of(const struct sim *s)
{
    struct replay file;
    replay_over(&file, s->record.bytes, s->record.size);
    struct forge *f = forge_of(&file, s->referee->course->match_id);
    memcpy(f->arbiter_secret, s->config.key, sizeof f->arbiter_secret);
    planted_parties = sim_parties(s);
    for (unsigned i = 0; i < sim_parties(s); i++)
        memcpy(planted_secret[i], s->party[i].bot.secret_key, KEY_SECRET);
    return f;
}

static struct sim *cut_by_one(unsigned games)
{
    struct referee_config c = sim_config("argentino,target=15", games);
    c.cutters = 1;
    c.seats = 2;
    return sim_new(&c, 23);
}
static struct forge *done(struct sim *s)
{
    struct forge *f = records_of(s);
    sim_free(s);
    return f;
}
static struct forge *with_a_cutter(void)
{
    struct sim *s = cut_by_one(2);
    sim_play(s);
    return done(s);
}
static struct forge *cutter_dies(uint32_t hand, bool between, unsigned games)
{
    struct sim *s = cut_by_one(games);
    struct control_ended e = { .exit_code = 1 };
    bool died = false;
    sim_start(s);
    while (s->referee->course->stage < COURSE_TOLD) {
        const struct table *t = s->referee->course->table;
        if (!died && t->hand == hand &&
            (between ? t->position.open.hand_over : t->hand_open && s->party[1].bot.requests > 4)) {
            died = true;
            referee_bot_ended(s->referee, CUTTER, &e, s->now);
        }
        bool moved = sim_turn(s);
        assert(moved);
    }
    sim_finish(s);
    return done(s);
}
static struct forge *cutter_dies_in_a_hand(void) { return cutter_dies(3, false, 2); }
static struct forge *cutter_dies_between(void) { return cutter_dies(3, true, 2); }
static struct forge *cutter_dies_in_the_last_hand(void)
{
    OWNED_SIM *s = cut_by_one(1);
    sim_play(s);
    uint32_t hands = s->result.result.hands;
    return cutter_dies(hands, false, 1);
}

/* --- a cutter ----------------------------------------------------------------------------------- */

static void cutter_answers(struct forge *f)
{
    struct packer p = planted_pack();
    struct msg m;
    size_t at = planted_came(f, 1, MSG_ANSWER, 3, &m);
    pack_raw(&p, m.bytes, m.size);
    planted_envelope(f, at, at, true, &p, 1);
    f->records[at].bytes[0] = CUTTER;
    memset(f->records[at].bytes + 4, 0, 8);
}
static void cutter_answers_ignored(struct forge *f)
{
    cutter_answers(f);
    planted_verdict(f, planted_came(f, CUTTER, MSG_ANSWER, 0, NULL), VERDICT_IGNORED, 0);
}
static void cutter_need_not_sign(struct forge *f)
{
    size_t at = planted_near(f, REC_RECEIVED, f->count, -1);
    while (f->records[at].bytes[0] != CUTTER)
        at = planted_near(f, REC_RECEIVED, at, -1);
    forge_drop(f, at);
}
static unsigned cutter_protests(struct sim *s, unsigned seat)
{
    struct sim_bot *b = &s->party[seat].bot;
    if (seat != CUTTER || b->hand != 2 || s->step)
        return ~0u;
    s->step = 1;
    struct packer p;
    struct message m;
    uint8_t sig[64];
    protest_message(&m, b->match_id, seat, b->have, b->heads[b->have], 7, "x", 1);
    sign_message(sig, b->secret_key, &m);
    sim_open(s, &p, seat, 1);
    pack_msg_protest(&p, 7, "x", b->have, b->heads[b->have], sig);
    sim_close(s, &p, seat);
    return 0;
}
static struct forge *a_cutter_protests(void)
{
    struct sim *s = cut_by_one(2);
    s->script = cutter_protests;
    sim_play(s);
    return done(s);
}

/* --- signs, and three scores -------------------------------------------------------------------- */

static struct forge *signs(void) { return done(played_with_signs(22)); }
static void sign_told_late(struct forge *f)
{
    size_t at = forge_find(f, MSG_SIGN, 0);
    while (f->records[at + 1].type == MSG_SIGN)
        at++;
    for (unsigned n = 0; n < 2; n++, at++)
        forge_swap(f, at);
}
static struct forge *of_three(bool timeout)
{
    struct referee_config c = config("argentino-flor,gallo=turno,target=8", 3, 2);
    struct sim *s = sim_new(&c, 5);
    sim_start(s);
    while (s->referee->course->stage < COURSE_TOLD) {
        if (timeout && s->referee->course->table->hand == 4 && !s->party[1].dead)
            s->party[1].dead = true;
        bool moved = sim_turn(s);
        assert(moved);
    }
    sim_finish(s);
    return done(s);
}
static struct forge *one_of_three_loses(void) { return of_three(true); }
static void the_third_wins(struct result *r) { r->winner = r->winner == 0 ? 2 : 0; }
static void another_of_three_wins(struct forge *f) { planted_result(f, the_third_wins); }

/* --- notes -------------------------------------------------------------------------------------- */

static struct forge *notes(void)
{
    struct referee_config c = config("argentino,target=15", 2, 1);
    c.note_bytes = 60; /* of six bytes each */
    struct sim *s = sim_new(&c, 23);
    for (unsigned i = 0; i < 2; i++)
        s->party[i].bot.note = "pienso";
    sim_play(s);
    return done(s);
}
static void note_told_late(struct forge *f) { forge_swap(f, forge_find(f, MSG_NOTE, 0)); }
static void note_told_early(struct forge *f) { forge_swap(f, forge_find(f, MSG_NOTE, 3) - 1); }
static void note_told_to_the_rival(struct forge *f)
{
    struct forge_record *r = &f->records[forge_find(f, MSG_NOTE, 0)];
    r->visibility = (uint8_t)(r->visibility == visible_to(0) ? visible_to(1) : visible_to(0));
}
static void note_not_told(struct forge *f) { forge_drop(f, forge_find(f, MSG_NOTE, 0)); }
static void note_beyond_the_limit(struct forge *f)
{
    size_t last = forge_find(f, MSG_NOTE, 19), at = planted_near(f, MSG_ACT, planted_near(f, MSG_ACT, last, 1), 1);
    const struct forge_record *r = &f->records[last];
    forge_insert(f, at, MSG_NOTE, r->visibility, f->records[at].us, r->bytes, r->size);
}
/* The host puts another note into the envelope when the match is over, and makes all its own messages and signatures to fit. */
static void note_given_later(struct forge *f)
{
    size_t at = forge_find(f, MSG_NOTE, 0), came = planted_near(f, REC_RECEIVED, at, -1);
    struct forge_record *told = &f->records[at], *r = &f->records[came];
    uint8_t *note = memmem(r->bytes, r->size, "pienso", 6), hash[HASH];
    memcpy(note, "miento", 6);
    hash_bytes(hash, note, 6);
    memcpy(told->bytes + told->size - HASH, hash, HASH);
}
static void note_exchanged(struct forge *f)
{
    struct forge_record *told = &f->records[forge_find(f, MSG_NOTE, 0)];
    told->bytes[told->size - 1] ^= 1;
}

/* --- before the offer --------------------------------------------------------------------------- */

static unsigned garbage_first(struct sim *s, unsigned seat)
{
    if (seat != 0)
        return ~0u;
    sim_say(s, seat, "\xc0", 1);
    s->party[0].bot.due = 0;
    return 0;
}
static struct forge *lost_before_the_offer(void)
{
    struct referee_config c = config("argentino", 2, 1);
    struct sim *s = sim_new(&c, 3);
    s->script = garbage_first;
    sim_play(s);
    return done(s);
}
static void heard_once_more(struct forge *f)
{
    size_t at = planted_near(f, REC_RECEIVED, 0, 1);
    const struct forge_record *r = &f->records[at];
    forge_insert(f, at + 1, REC_RECEIVED, r->visibility, r->us, r->bytes, r->size);
}
static void first_offer_is_none(struct forge *f) { f->records[forge_find(f, MSG_OFFER, 0)].bytes[0]++; }
static void first_offer_is_another(struct forge *f)
{
    const struct forge_record *r = &f->records[forge_find(f, MSG_OFFER, 0)];
    memcpy(memmem(r->bytes, r->size, "simulation", 10), "Simulation", 10);
}

/* --- the table ---------------------------------------------------------------------------------- */

static const struct planted frauds[] = {
    REFUSED("the cutter answers for a seat", HANDS_ALL, with_a_cutter, NULL, cutter_answers, "\"out-of-order\""),
    REFUSED("the cutter's answer is passed over", HANDS_ALL, with_a_cutter, NULL, cutter_answers_ignored,
            "\"out-of-order\""),
    MARKED("the cutter is said to have died in a hand that a friend loses", HANDS_ARBITER, cutter_dies_in_a_hand, NULL,
           GROUND_WORD, SAID_BY_THE_ARBITER),
    MARKED("the cutter is said to have died when a friend had lost a hand", HANDS_ARBITER, cutter_dies_between, NULL,
           GROUND_WORD, "hand 3 rests on the arbiter's word"),
    MARKED("the cutter is said to have died when nothing was left to cut", HANDS_ARBITER, cutter_dies_in_the_last_hand,
           NULL, GROUND_NONE, "hand 10 rests on the arbiter's word: cutter 2 did not sign"),
    REFUSED("the cutter's last signature is not waited for", HANDS_ALL, with_a_cutter, cutter_need_not_sign, NULL,
            "SIGNED is not due"),
    MARKED("a hosted cutter protests when it suits the host", HANDS_ALL, a_cutter_protests, NULL, GROUND_HOST_KEY,
           "proved only against a key that the host made"),
    REFUSED("a sign is told when the seat was asked", HANDS_ALL, signs, sign_told_late, NULL,
            "a sign of seat 0 is due"),
    REFUSED("a note is told behind the action", HANDS_ALL, notes, note_told_late, NULL,
            "NOTE is due here, but ACT follows"),
    REFUSED("a note is told before its answer came", HANDS_ALL, notes, note_told_early, NULL, "NOTE is not due"),
    REFUSED("a note is told to the rival", HANDS_ALL, notes, note_told_to_the_rival, NULL, "NOTE is marked as visible"),
    REFUSED("a note is not told", HANDS_ALL, notes, note_not_told, NULL, "NOTE is due here"),
    REFUSED("a note is told that was dropped", HANDS_ALL, notes, note_beyond_the_limit, NULL, "but NOTE follows"),
    REFUSED("another note is told", HANDS_ALL, notes, note_exchanged, NULL, ": note is not"),
    REFUSED("a note was given when the match was over", HANDS_ARBITER, notes, note_given_later, NULL,
            "\"bad-signature\""),
    REFUSED("who has lost before the offer is heard once more", HANDS_ARBITER, lost_before_the_offer, NULL,
            heard_once_more, "of which nothing counts any more"),
    REFUSED("the offer to one seat is none, that to the other is", HANDS_ARBITER, notes, NULL, first_offer_is_none,
            "OFFER"),
    REFUSED("one seat is offered another match", HANDS_ARBITER, notes, NULL, first_offer_is_another,
            "another than the header's"),
    MARKED("one of three is said to have been silent", HANDS_ARBITER, one_of_three_loses, NULL, GROUND_WORD,
           SAID_BY_THE_ARBITER),
    REFUSED("of the two that are left the wrong one wins the match", HANDS_ALL, one_of_three_loses,
            another_of_three_wins, NULL, "RESULT: winner is"),
};

TEST(every_fraud_is_refused_or_marked) { PLANTED_CHECK_ALL(frauds); }

/* Without the frauds these matches are valid, and what makes all hashes and signatures anew changes not a byte of them. */
TEST(what_is_no_fraud_is_valid)
{
    static struct forge *(*const play[])(void) = { with_a_cutter, signs, notes };
    for (size_t i = 0; i < sizeof play / sizeof *play; i++) {
        const struct planted x = MARKED("as it was", HANDS_ALL, play[i], NULL, GROUND_NONE, ": valid\n");
        planted_check(&x);
        assert_true(planted_remade_is_same(&x));
    }
}
