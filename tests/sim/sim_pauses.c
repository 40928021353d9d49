/* sim_pauses: time that is nobody's, at random, in matches of every kind: two seats and four, signs, ticks, cutters, pairs, duty banks
 * that run out, processes and arbiters that are lost.  The auditor agrees with every record; and what a bot's own time allows is
 * never its fault. */
#include "support/test.h"

#define SIM_PARTIES 6
#include "base/primary.h"
#include "support/lost.h"
#include "support/sample.h"
#include "support/sim_resume.h"

enum { SEEDS = 240, CAP_US = 20000, TICK_US = 5000, SHORT_DUTY_US = 60000, WAYS_US = 500 };

static struct random chance;

static bool once_in(unsigned n) { return random_below(&chance, n) == 0; }

/* --- what is lost ----------------------------------------------------------------------------------- */

static void lost_at_random(struct sim *s, unsigned seat, struct from_seat *f)
{
    (void)s;
    (void)seat;
    lost_time(&chance, f);
}

/* --- what happens to a process ---------------------------------------------------------------------- */

static void strike(struct sim *s)
{
    unsigned party = random_below(&chance, sim_parties(s));
    struct control_ended ended = { .signal = 11, .restarted = !once_in(10) };
    switch (random_below(&chance, 3)) {
    case 0:
        sim_lose_mail(s, party);
        bot_again(&s->party[party].bot);
        referee_bot_ended(s->referee, party, &ended, s->now);
        sim_let_speak(s, party);
        break;
    case 1:
        sim_lose_mail(s, party);
        sim_seat_dies(s, party, !once_in(10));
        s->now += random_below(&chance, 3 * CAP_US);
        sim_hello(s, party);
        break;
    default: s->party[party].hung = true; /* until the supervisor has heard of it */
    }
}

/* The supervisor's part: what hangs is started again. */
static void mend(struct sim *s)
{
    for (unsigned i = 0; i < sim_parties(s) && s->hangs > 0; i++)
        if (s->party[i].hung) {
            s->hangs = 0;
            sim_seat_dies(s, i, true);
            sim_hello(s, i);
        }
}

static unsigned thinks(struct sim *s, unsigned seat)
{
    unsigned most = once_in(12) ? 3 * CAP_US : once_in(3) ? CAP_US : 100;
    s->party[seat].think_us = random_below(&chance, most);
    return ~0u;
}

/* The arbiter is killed, and another goes on from what it wrote. */
static struct sim *killed(struct sim *s, uint8_t seed)
{
    struct sim *next = sim_resumed(&s->config, seed, s->record.bytes, s->record.size);
    assert_non_null(next);
    next->script = s->script;
    next->lost = s->lost;
    sim_free(s);
    for (unsigned i = 0; i < sim_parties(next); i++)
        sim_let_speak(next, i);
    return next;
}

/* To its result, or for a first leg to where it waits for its twin. */
static struct sim *to_its_end(struct sim *s, uint8_t seed, bool twin)
{
    s->script = thinks;
    s->lost = lost_at_random;
    sim_start(s);
    while (course_stage(s->referee->course) < COURSE_TOLD) {
        bool moved = sim_turn(s);
        assert_true(moved);
        mend(s);
        if (course_stage(s->referee->course) < COURSE_TOLD && once_in(12))
            lost_pause(&chance, s->referee, sim_parties(s), CAP_US, &s->now);
        if (course_stage(s->referee->course) < COURSE_TOLD && once_in(150))
            strike(s);
        if (course_stage(s->referee->course) < COURSE_TOLD && !twin && once_in(300))
            s = killed(s, seed);
    }
    for (int i; (i = sim_next_event(s)) >= 0;)
        sim_do_event(s, i);
    return s;
}

/* --- kinds of matches ------------------------------------------------------------------------------- */

static struct referee_config kind(unsigned seed)
{
    static const char *const rules[] = { "argentino,target=15", "argentino-flor,declare=auto,target=18",
                                         "argentino,signs=on,signs_per_decision=2,target=15", "paulista",
                                         "uruguayo,target=12" };
    struct referee_config c = sim_config(rules[seed % 5], 1 + seed % 2);
    c.seats = seed % 5 == 2 ? 4 : 2;
    c.cutters = (uint8_t)((seed % 4 == 1) + (seed % 8 == 1));
    c.tick_us = seed % 3 == 0 ? TICK_US : 0;
    c.sign = seed % 7 == 0 ? SIGN_DECISION : SIGN_HAND;
    c.sign_every = seed % 2 ? 1 : 16;
    c.on_timeout = seed % 11 < 8;
    c.duty_us = seed % 13 == 0 ? SHORT_DUTY_US : c.duty_us;
    c.cap_us = CAP_US;
    c.grace_us = 500;
    return c;
}

/* Bad luck is sought for longer with FIEL_PAUSES=N. */
static unsigned seeds(void)
{
    const char *many = getenv("FIEL_PAUSES");
    return many ? (unsigned)atoi(many) : SEEDS;
}

TEST(test_matches_of_every_kind)
{
    unsigned played = 0, faulty = 0;
    int64_t paused = 0;
    for (unsigned seed = 1; seed <= seeds() / SAMPLE; seed++) {
        struct referee_config c = kind(seed);
        chance.state = seed;
        struct sim *s = to_its_end(sim_new(&c, (uint8_t)seed), (uint8_t)seed, false);
        played += s->result.result.outcome == END_PLAYED;
        faulty += s->result.result.outcome == END_FAULT;
        for (unsigned i = 0; i < c.seats; i++)
            paused += s->result.seat[i].paused_us;
        if (s->result.complete)
            sim_end(s);
    }
    assert_true(played > seeds() / SAMPLE / 8 && faulty > 0 && paused > 0); /* or it is too tame, or too wild */
}

/* --- pairs ------------------------------------------------------------------------------------------ */

static struct sim *leg_new(const struct referee_config *c, uint8_t seed, const struct primary *p)
{
    char why[CONTROL_TEXT];
    struct sim *s = sim_new(c, seed);
    int bad = p != NULL ? sim_second_leg(s, p, why) : 0;
    assert_int_equal(bad, 0);
    return s;
}

static void close_pair(struct sim *a, struct sim *b)
{
    if (course_stage(a->referee->course) == COURSE_TOLD)
        referee_reveal(a->referee, a->now + 1000);
    struct sim *const leg[] = { a, b };
    for (unsigned i = 0; i < 2 && leg[i] != NULL; i++) {
        if (leg[i]->result.complete)
            sim_audit(leg[i]);
        sim_free(leg[i]);
    }
}

TEST(test_pairs)
{
    unsigned twins = 0;
    for (unsigned seed = 1; seed <= seeds() / SAMPLE / 4; seed++) {
        struct referee_config c = kind(seed);
        struct primary p = { 0 };
        struct replay r;
        chance.state = seed;
        c.games = 1;
        c.seats = 2;
        if (seed % 5 == 2) /* signs are of four */
            strcpy(c.rules, "mineiro");
        c.reveal = REVEAL_PAIR;
        c.cutters = 0;
        strcpy(c.name[1], "south");
        struct sim *a = to_its_end(leg_new(&c, (uint8_t)seed, NULL), (uint8_t)seed, true), *b = NULL;
        replay_over(&r, a->record.bytes, a->record.size);
        if (a->result.waits && primary_read(&p, &r, NULL)) {
            strcpy(c.name[0], "south");
            strcpy(c.name[1], "north");
            c.reveal = REVEAL_MATCH;
            b = to_its_end(leg_new(&c, (uint8_t)seed, &p), (uint8_t)seed, true);
            twins++;
        }
        close_pair(a, b);
    }
    assert_true(twins > seeds() / SAMPLE / 40); /* one of seven under the sanitizers, by luck */
}

/* --- no fault for the innocent ---------------------------------------------------------------------- */

/* Till then it could not run; then it takes less than it may, and each silence that comes too early takes 10 us of way. */
static int64_t nobodys_until[SIM_PARTIES];

static unsigned thinks_within_its_time(struct sim *s, unsigned seat)
{
    int64_t nobodys = once_in(3) ? random_below(&chance, 20 * CAP_US) : 0;
    nobodys_until[seat] = s->now + nobodys;
    s->party[seat].think_us = nobodys + random_below(&chance, CAP_US - WAYS_US);
    return ~0u;
}

/* What of this wait was nobody's, some of it the seat's, the rest the bot's that could not run. */
static void lost_as_it_was(struct sim *s, unsigned seat, struct from_seat *f)
{
    int64_t until = nobodys_until[seat] < f->came_us ? nobodys_until[seat] : f->came_us;
    uint32_t nobodys = until > f->left_us ? (uint32_t)(until - f->left_us) : 0;
    (void)s;
    f->stood_us = nobodys > 0 ? random_below(&chance, nobodys + 1) : 0;
    f->starved_us = nobodys - f->stood_us;
}

/* The number of faults in a match of bots that take less than they may, by a record that says what was nobody's, or not. */
static unsigned faults_of_innocents(unsigned seed, bool said)
{
    struct referee_config c = kind(seed);
    c.bank_us = c.duty_us = INT64_C(1000000000);
    chance.state = seed;
    memset(nobodys_until, 0, sizeof nobodys_until);
    struct sim *s = sim_new(&c, (uint8_t)seed);
    s->script = thinks_within_its_time;
    s->lost = said ? lost_as_it_was : NULL;
    sim_play(s);
    for (unsigned i = 0; i < c.seats && said; i++)
        assert_in_range(s->result.seat[i].max_us, 0, CAP_US);
    unsigned faults = s->faults;
    sim_end(s);
    return faults;
}

TEST(test_nobody_pays_for_what_was_nobodys)
{
    unsigned control = 0;
    for (unsigned seed = 1; seed <= seeds() / SAMPLE / 8; seed++) {
        assert_int_equal(faults_of_innocents(seed, true), 0);
        control += faults_of_innocents(seed, false) > 0;
    }
    assert_true(control > seeds() / SAMPLE / 16);
}
