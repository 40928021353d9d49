/* lies: an arbiter that lies once, and the bot has to stop. */
#include <ctype.h>

#include "liar.h"
#include "outside.h"
#include "scenario.h"

enum { TRIES = 12 }; /* matches until a lie that needs an occasion was told */

static const char rules[] = "argentino-flor,target=15";

static const struct {
    const char *name;
    enum check check;
} lies[LIE_COUNT] = {
#define X(lie, check) [LIE_##lie] = { #lie, CHECK_##check },
    LIES(X)
#undef X
};

/* Lies that a bot without the rules of the game cannot see: DEAL.md section 8 asks for none of them. */
static bool needs_rules(enum lie lie)
{
    return lie == LIE_LEGAL_FEWER || lie == LIE_LEGAL_OTHER || lie == LIE_OFFER_RULES;
}

static bool is_twins(enum lie lie) { return lie >= LIE_TWIN_SIGNATURE && lie < LIE_CUTTER_SEAT; }

static enum lie lie_of(const struct subject *subject, size_t i)
{
    return (enum lie)(i + (subject->cuts ? (size_t)LIE_CUTTER_SEAT : (size_t)LIE_NONE + 1));
}

size_t lies_count(const struct subject *subject)
{
    return subject->cuts ? LIE_COUNT - LIE_CUTTER_SEAT : LIE_CUTTER_SEAT - LIE_NONE - 1;
}

void lie_name(const struct subject *subject, size_t i, struct scenario *s)
{
    enum lie lie = lie_of(subject, i);
    *s = (struct scenario){ .group = "lie" };
    snprintf(s->name, sizeof s->name, "%s", lies[lie].name);
    for (char *c = s->name; *c; c++)
        *c = *c == '_' ? '-' : (char)tolower((unsigned char)*c);
    snprintf(s->expected, sizeof s->expected, "PROTEST %d (%s), then its end", (int)lies[lie].check,
             failed_text(lies[lie].check));
}

/* The messages of a bot; type 0 and others are none of its. */
static const char *bots_message(unsigned type)
{
    switch (type) {
    case MSG_HELLO: return "HELLO";
    case MSG_JOIN: return "JOIN";
    case MSG_CUT: return "CUT";
    case MSG_ANSWER: return "ANSWER";
    case MSG_HAND_SIGN: return "HAND_SIGN";
    default: return "a message";
    }
}

void tell_wrong(const struct liar *l, const struct outside *o, struct scenario *s)
{
    s->outcome = FAILED;
    if (o->went_on)
        snprintf(s->got, sizeof s->got, "it went on with %s", bots_message(o->went_on));
    else if (l->wrong[0])
        snprintf(s->got, sizeof s->got, "%s", l->wrong);
    else if (o->protested)
        snprintf(s->got, sizeof s->got, "PROTEST %u: %s", o->code, o->text);
    else if (o->exit_code >= 256)
        snprintf(s->got, sizeof s->got, "it was ended by signal %d without a PROTEST", o->exit_code - 256);
    else if (o->exit_code >= 0)
        snprintf(s->got, sizeof s->got, "it ended with exit code %d without a PROTEST", o->exit_code);
    else
        snprintf(s->got, sizeof s->got, "another party stopped: %.100s / %.100s", l->bot[0] ? l->bot[0]->why : "",
                 l->bot[1] ? l->bot[1]->why : "");
}

/* The lie was told. */
static void judge(enum lie lie, const struct liar *l, struct outside *o, struct scenario *s)
{
    if (!o->protested || o->went_on) {
        tell_wrong(l, o, s);
        if (needs_rules(lie) && o->went_on)
            s->outcome = MISSED;
        return;
    }
    snprintf(s->got, sizeof s->got, "PROTEST %u: %s", o->code, o->text);
    int code = outside_ended(o);
    s->outcome = code != 0 && code != -1 ? PASSED : FAILED;
    if (s->outcome == FAILED)
        snprintf(s->got, sizeof s->got, "PROTEST %u, and then it %s", o->code,
                 code == 0 ? "ended with exit code 0" : "did not end");
}

static struct liar *match_of(enum lie lie, uint64_t dice)
{
    if (lie >= LIE_CUTTER_SEAT)
        return liar_cut(lie, rules, 2, dice);
    return is_twins(lie) ? liar_twin(lie, rules, dice) : liar_new(lie, rules, 2, dice);
}

/* One match; true when that was enough. */
static bool attempt(const struct subject *subject, enum lie lie, uint64_t dice, struct scenario *s)
{
    struct outside o;
    struct liar *l = match_of(lie, dice);
    s->outcome = NOT_REACHED;
    if (outside_start(&o, subject->command, s->got) != 0) {
        s->outcome = BROKEN;
    } else {
        liar_invite(l, &o);
        bool over = liar_run(l);
        if (l->told_it && !over)
            last_word(l);
        if (l->told_it)
            judge(lie, l, &o, s);
        else if (!over)
            tell_wrong(l, &o, s);
    }
    outside_stop(&o);
    liar_free(l);
    return s->outcome != NOT_REACHED;
}

void lie_play(const struct subject *subject, size_t i, struct scenario *s)
{
    lie_name(subject, i, s);
    for (uint64_t dice = 1; dice <= TRIES; dice++)
        if (attempt(subject, lie_of(subject, i), dice, s))
            return;
    snprintf(s->got, sizeof s->got, "in %d matches there was no occasion for it", TRIES);
}
