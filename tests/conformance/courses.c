/* courses: matches of an honest arbiter in which something happens that a bot has to live with. */
#include "liar.h"
#include "outside.h"
#include "scenario.h"

enum {
    AT = 3,    /* the decision of the bot at which it happens */
    TRIES = 8, /* matches until it is asked so often */
};

/* True once, when the bot under test is asked for the AT-th time. */
static bool moment(const struct liar *l, unsigned seat)
{
    return seat == l->victim && l->asks && l->request[seat] == AT;
}

/* The answer may have left or not. */
static void killed_asked(struct liar *l, unsigned seat)
{
    if (!moment(l, seat))
        return;
    flush_outside(l);
    liar_restart(l, seat);
}

static void killed_answered(struct liar *l, unsigned seat)
{
    if (moment(l, seat) && deliver(l, seat))
        liar_restart(l, seat);
}

/* It has heard the end of the second hand, and said what is due then. */
static void killed_between(struct liar *l, unsigned seat)
{
    if (seat == l->victim && l->hand == 2 && !l->asks && deliver(l, seat))
        liar_restart(l, seat);
}

static void line_lost(struct liar *l, unsigned seat)
{
    if (!moment(l, seat))
        return;
    flush_outside(l);
    outside_cut_line(l->outside);
    l->said_hello[seat] = false;
}

/* All but the REQUEST itself gets lost. */
static void gap(struct liar *l, unsigned seat)
{
    struct told *t = l->told[seat];
    if (moment(l, seat))
        t->sent = t->count - 1;
}

static void told_again(struct liar *l, unsigned seat)
{
    static uint8_t out[ENVELOPE_MAX];
    uint64_t from = 0;
    if (moment(l, seat))
        outside_send(l->outside, out, envelope_of(l->told[seat], &from, out, ENVELOPE_MAX));
}

static void in_pieces(struct liar *l, unsigned seat)
{
    (void)seat;
    l->outside->pieces = true;
}

static void two_parts(struct liar *l, unsigned seat)
{
    static const uint8_t part[] = { 0x92, 0x00, 0x92, 0x01, 0x00 };
    if (!moment(l, seat))
        return;
    l->told_it = l->shut = true;
    outside_send_parts(l->outside, part, sizeof part);
}

/* Its ZeroMQ drops such a part with the line; or it protests. */
static void too_long(struct liar *l, unsigned seat)
{
    static uint8_t part[ENVELOPE_MAX + 1];
    if (!moment(l, seat))
        return;
    l->told_it = l->shut = true;
    outside_send(l->outside, part, sizeof part);
}

/* Its answer comes too late, and no-quiero or the lowest action is played for it. */
static void too_late(struct liar *l, unsigned seat) { l->late = moment(l, seat); }

/* The rival is asked in the second hand of the first game. */
static bool rivals_moment(const struct liar *l, unsigned seat) { return seat == 1 && l->asks && l->hand == 2; }

static void loses_game(struct liar *l, unsigned seat) { l->late = rivals_moment(l, seat); }

static void befalls(struct liar *l, struct input *in)
{
    l->caused = true;
    liar_input(l, in);
    l->caused = false;
}

static void loses_match(struct liar *l, unsigned seat)
{
    struct input in = { .type = REC_SEAT };
    in.seat = (struct rec_seat){ (uint8_t)seat, SEAT_EVENT_EXITED, 1 };
    if (rivals_moment(l, seat))
        befalls(l, &in);
}

static void is_void(struct liar *l, unsigned seat)
{
    struct input in = { .type = REC_VOID };
    in.voided.code = ARBITER_CANCELLED;
    if (rivals_moment(l, seat))
        befalls(l, &in);
}

struct trial {
    const char *name, *expected;
    void (*strike)(struct liar *l, unsigned seat);
    bool line;          /* its line or its process is disturbed: it may say things twice */
    bool sign;          /* every action is signed */
    bool first, second; /* leg of a pair */
    uint32_t games;
};

static const struct trial courses[] = {
    { "two-games", "plays two games to their end", NULL, false, false, false, false, 2 },
    { "signed-actions", "signs every answer", NULL, false, true, false, false, 1 },
    { "in-pieces", "takes every message in an envelope of its own", in_pieces, true, false, false, false, 1 },
    { "gap", "says HELLO again and goes on", gap, true, false, false, false, 1 },
    { "told-again", "drops what it was told before", told_again, true, false, false, false, 1 },
    { "line-lost", "comes back with HELLO and goes on", line_lost, true, false, false, false, 1 },
    { "killed-asked", "comes back and answers the open request", killed_asked, true, true, false, false, 1 },
    { "killed-answered", "comes back and knows what it said", killed_answered, true, false, false, false, 1 },
    { "killed-between", "comes back between two hands", killed_between, true, false, false, false, 2 },
    { "too-late", "lives with the action that was played for it", too_late, true, false, false, false, 1 },
    { "fault-game", "goes on after a game that the rival lost by a fault", loses_game, false, false, false, false, 2 },
    { "fault-match", "ends well when the rival lost the match", loses_match, false, false, false, false, 2 },
    { "void", "ends well when the match is void", is_void, false, false, false, false, 2 },
    { "two-parts", "PROTEST: an envelope is one part", two_parts, true, false, false, false, 1 },
    { "too-long", "PROTEST, or silence: nothing is made of 65,537 bytes", too_long, true, false, false, false, 1 },
    { "first-leg", "plays the first leg of a pair and cuts hand T", NULL, false, false, true, false, 1 },
    { "second-leg", "plays the second leg of a pair and cuts nothing", NULL, false, false, false, true, 1 },
};
enum { COURSES = sizeof courses / sizeof *courses, CUTTERS_COURSES = 1 };

size_t courses_count(const struct subject *subject) { return subject->cuts ? CUTTERS_COURSES : COURSES; }

void course_name(const struct subject *subject, size_t i, struct scenario *s)
{
    (void)subject;
    *s = (struct scenario){ .group = "course" };
    snprintf(s->name, sizeof s->name, "%s", courses[i].name);
    snprintf(s->expected, sizeof s->expected, "%s", courses[i].expected);
}

/* --- one course --------------------------------------------------------------------------------------- */

static struct liar *match_of(const struct subject *subject, const struct trial *c, uint64_t dice)
{
    static const char rules[] = "argentino-flor,target=15";
    if (c->second)
        return liar_twin(LIE_NONE, rules, dice);
    struct liar *l = subject->cuts ? liar_cut(LIE_NONE, rules, c->games, dice)
                                   : liar_new(LIE_NONE, rules, c->games, dice);
    l->offer.sign = c->sign;
    l->offer.on_timeout = c->strike == too_late;
    l->offer.reveal = c->first ? REVEAL_PAIR : REVEAL_MATCH;
    return l;
}

static void judge(struct liar *l, const struct trial *c, struct outside *o, bool over, struct scenario *s)
{
    bool protests = c->strike == two_parts, dropped = c->strike == too_long && !o->went_on && o->exit_code < 256;
    if (l->request[0] < AT && c->line && over) {
        s->outcome = NOT_REACHED;
        snprintf(s->got, sizeof s->got, "it was asked %u times", l->request[0]);
    } else if (protests ? !o->protested : !over && !dropped) {
        tell_wrong(l, o, s);
    } else if (c->strike == gap && l->hellos == l->parties) {
        s->outcome = FAILED;
        snprintf(s->got, sizeof s->got, "it took a message whose number does not follow");
    } else if (!c->line && l->unasked + l->repeated > 0) {
        s->outcome = FAILED;
        snprintf(s->got, sizeof s->got, "it said things twice that nobody asked for twice");
    } else {
        s->outcome = PASSED;
        if (o->protested)
            snprintf(s->got, sizeof s->got, "PROTEST %u: %s", o->code, o->text);
        else
            snprintf(s->got, sizeof s->got, dropped ? "silence" : "the match's end and exit code 0");
    }
}

/* One match; true when that was enough. */
static bool attempt(const struct subject *subject, const struct trial *c, uint64_t dice, struct scenario *s)
{
    struct outside o;
    struct liar *l = match_of(subject, c, dice);
    if (outside_start(&o, subject->command, s->got) != 0) {
        s->outcome = BROKEN;
    } else {
        liar_invite(l, &o);
        l->strike = c->strike;
        judge(l, c, &o, liar_run(l), s);
    }
    outside_stop(&o);
    liar_free(l);
    return s->outcome != NOT_REACHED;
}

void course_play(const struct subject *subject, size_t i, struct scenario *s)
{
    course_name(subject, i, s);
    for (uint64_t dice = 1; dice <= TRIES; dice++)
        if (attempt(subject, &courses[i], dice, s))
            return;
}
