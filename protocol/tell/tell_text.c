/* tell_text: a match for a person: what stands before its first hand and after its last. */
#include <inttypes.h>
#include <string.h>

#include "cli/said.h"
#include "rules/values.h"
#include "tell_row.h"

static void put_field(const struct tell_style *s, const char *name, const char *value)
{
    struct row r = { s, 0 };
    row_put(&r, PAINT_DIM, name);
    row_to(&r, ROW_LABEL);
    row_wrap(&r, PAINT_PLAIN, value);
    row_end(&r);
}

static void put_title(const struct tell_style *s, const struct teller *t)
{
    struct row r = { s, 0 };
    char who[ROW_TEXT];
    for (unsigned i = 0; i < tell_scorers(t); i++) {
        tell_scorer(who, sizeof who, t, i, s->utf8);
        if (i)
            row_put(&r, PAINT_PLAIN, T(" against "));
        if (i && r.at + tell_columns(who) > ROW_WIDTH)
            row_end(&r);
        row_put(&r, PAINT_BOLD, who);
    }
    row_end(&r);
}

/* ", at most 5 s each": nothing of a time that there is not. */
static size_t clock_part(char *text, size_t cap, const char *before, uint64_t us, const char *after)
{
    char time[32];
    if (cap)
        *text = '\0';
    return us ? (size_t)snprintf(text, cap, "%s%s%s", before, tell_time(time, us), after) : 0;
}

static void put_clock(const struct tell_style *s, const struct offer *o)
{
    char text[ROW_TEXT], zero[32];
    size_t n = (size_t)snprintf(text, sizeof text, "%s%s", tell_time(zero, o->bank_us), T(" a game"));
    n += clock_part(text + n, sizeof text - n, ", ", o->inc_us, T(" more with every decision"));
    n += clock_part(text + n, sizeof text - n, T(", at most "), o->cap_us, T(" each"));
    clock_part(text + n, sizeof text - n, T(", "), o->grace_us, T(" of it free"));
    put_field(s, T("clock"), text);
}

/* What the names of the cards mean here. */
static char *cards_text(char *text, size_t cap, const struct open *o)
{
    char seven[CARD_TEXT];
    bool french = o->rules.opt[OPT_NAMES] == NAMES_FRENCH;
    card_name(o, 6, seven);
    snprintf(text, cap, T("%s; (%s) was never seen, [%s] lay face down"),
             french ? T("S spades, C clubs, D diamonds, H hearts") : T("e espadas, b bastos, o oros, c copas"), seven,
             seven);
    return text;
}

void tell_text_head(const struct tell_style *s, const struct teller *t)
{
    const struct offer *o = &t->offer;
    char clean[RULES_TEXT], text[RULES_TEXT + 80];
    if (!t->has_offer)
        return;
    put_title(s, t);
    if (o->tournament[0]) {
        tell_clean(clean, sizeof clean, o->tournament, s->utf8, TOURNAMENT_MAX);
        snprintf(text, sizeof text, T("%s, match %ju"), clean, o->number);
        put_field(s, T("of"), text);
    }
    tell_clean(clean, sizeof clean, o->rules, s->utf8, RULES_TEXT);
    int n = snprintf(text, sizeof text, TN("%s; %u game", "%s; %u games", o->games), clean, o->games);
    if (o->at_once > 1)
        snprintf(text + n, sizeof text - (size_t)n, T(" at %u tables; this is table %u"), o->tables, t->table);
    put_field(s, T("rules"), text);
    put_clock(s, o);
    put_field(s, T("arbiter"), hex_text(text, o->arbiter, ID));
    for (unsigned i = o->seats; i < (unsigned)o->seats + o->cutters; i++)
        put_field(s, tell_name(clean, sizeof clean, t, i, s->utf8, ROW_LABEL), hex_text(text, o->key[i], ID));
    if (offer_of_pair(o) && offer_unheld(o)) {
        char who[ROW_TEXT];
        snprintf(text, sizeof text,
                 T("a leg of a pair, and by the arbiter's word %s: what sat there may remember the other leg's "
                   "cards"),
                 tell_unheld(who, sizeof who, o->held, o->seats));
        put_field(s, T("unheld"), text);
    }
    if (o->seed_source == SEED_FIXED)
        put_field(s, T("seed"), T("fixed by the operator, who could know every card"));
    put_field(s, T("cards"), cards_text(text, sizeof text, &t->position.open));
}

/* More than one seat has this score. */
static bool is_shared(const struct teller *t, unsigned scorer)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < t->offer.seats; i++)
        seats += rules_scorer(&t->position.open.rules, t->offer.seats, i) == scorer;
    return seats > 1;
}

/* "cauto wins", or how else it ended. */
static void put_winner(struct row *r, const struct teller *t)
{
    const struct result *e = &t->result;
    char who[ROW_TEXT], text[ROW_TEXT + 16];
    bool several = e->winner < e->scorers && is_shared(t, e->winner);
    if (e->outcome == END_VOID)
        row_put(r, PAINT_ALARM, T("The match counts for nobody"));
    else if (e->outcome == END_CANCELLED)
        row_put(r, PAINT_ALARM, T("The match was called off"));
    else if (e->winner >= e->scorers)
        row_put(r, PAINT_BOLD, e->outcome == END_STOPPED ? T("Nobody wins: the match was stopped") : T("A draw"));
    else {
        snprintf(text, sizeof text, several ? T("%s win") : T("%s wins"),
                 tell_scorer(who, sizeof who, t, e->winner, r->style->utf8));
        row_put(r, PAINT_BOLD, text);
    }
    if ((e->outcome == END_FAULT || e->outcome == END_STOPPED) && e->fault_seat < FIEL_NOBODY) {
        row_put(r, PAINT_PLAIN, T(" by a fault of "));
        row_name(r, t, e->fault_seat, PAINT_PLAIN, 20);
    }
}

/* Whose numbers are said first: the winner's, as everybody says a score, or where nobody wins the first one's. */
static unsigned first_said(const struct result *e) { return e->winner < e->scorers ? e->winner : 0; }

/* " to 2", " to 2 and 0": what the others have, behind whom is said first. */
static void put_others(struct row *r, const struct result *e, bool points)
{
    char text[64];
    const char *before = T(" to ");
    for (unsigned i = 0; i < e->scorers; i++) {
        if (i == first_said(e))
            continue;
        snprintf(text, sizeof text, "%s%" PRId64, before, points ? e->points[i] : (int64_t)e->games[i]);
        row_put(r, PAINT_PLAIN, text);
        before = T(" and ");
    }
}

/* "3 games to 2", "1 game to 0, 1 drawn" */
static void put_games(struct row *r, const struct result *e)
{
    char text[64];
    unsigned first = first_said(e), drawn = e->games[e->scorers];
    snprintf(text, sizeof text, TN(": %u game", ": %u games", e->games[first]), e->games[first]);
    row_put(r, PAINT_PLAIN, text);
    put_others(r, e, false);
    if (!drawn)
        return;
    snprintf(text, sizeof text, TN(", %u drawn", ", %u drawn", drawn), drawn);
    row_put(r, PAINT_PLAIN, text);
}

static void put_result_points(struct row *r, const struct result *e)
{
    char text[64];
    unsigned first = first_said(e);
    snprintf(text, sizeof text, TN(", %jd point", ", %jd points", (uint64_t)e->points[first]), e->points[first]);
    row_put(r, PAINT_PLAIN, text);
    put_others(r, e, true);
}

static void put_result(const struct tell_style *s, const struct teller *t)
{
    struct row r = { s, 0 };
    char text[64];
    const struct result *e = &t->result;
    put_winner(&r, t);
    if (e->hands) {
        put_games(&r, e);
        put_result_points(&r, e);
        snprintf(text, sizeof text, TN(", in %u hand", ", in %u hands", e->hands), e->hands);
        row_put(&r, PAINT_PLAIN, text);
    } else {
        row_put(&r, PAINT_PLAIN, T(": no hand was dealt"));
    }
    row_end(&r);
}

/* Whose notes were over the limit. */
static void put_dropped(const struct tell_style *s, const struct teller *t)
{
    struct row r = { s, 0 };
    char text[ROW_TEXT];
    for (unsigned i = 0; i < t->offer.seats; i++) {
        if (!t->dropped[i])
            continue;
        row_name(&r, t, i, PAINT_PLAIN, 20);
        snprintf(text, sizeof text,
                 TN(": %u note was over the limit of %u bytes, and was dropped",
                    ": %u notes were over the limit of %u bytes, and were dropped", t->dropped[i]),
                 t->dropped[i], t->offer.note_bytes);
        row_put(&r, PAINT_PLAIN, text);
        row_end(&r);
    }
}

void tell_text_added(const struct tell_style *s, const char *clause)
{
    struct row r = { s, 0 };
    char text[ROW_TEXT];
    row_put(&r, PAINT_PLAIN, T("The auditor adds: "));
    row_wrap(&r, PAINT_PLAIN, said_text(text, sizeof text, language_spoken(), clause));
    row_end(&r);
}

void tell_text_tail(const struct tell_style *s, const struct teller *t)
{
    struct row r = { s, 0 };
    char text[ROW_TEXT];
    row_end(&r);
    if (t->has_result)
        put_result(s, t);
    put_dropped(s, t);
    if (!t->why)
        return;
    snprintf(text, sizeof text, T("The story stops at record %ju: "), t->number);
    row_put(&r, PAINT_ALARM, text);
    row_wrap(&r, PAINT_PLAIN, T(t->why));
    row_end(&r);
}
