/* tell_text: a match for a person: what stands before its first hand and after its last. */
#include <inttypes.h>
#include <string.h>

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
            row_put(&r, PAINT_PLAIN, " against ");
        if (i && r.at + tell_columns(who) > ROW_WIDTH)
            row_end(&r);
        row_put(&r, PAINT_BOLD, who);
    }
    row_end(&r);
}

static void put_clock(const struct tell_style *s, const struct offer *o)
{
    char bank[32], inc[32], cap[32], grace[32], text[ROW_TEXT];
    snprintf(text, sizeof text, "%s a game, %s more with every decision, at most %s each, %s of it free",
             tell_time(bank, o->bank_us), tell_time(inc, o->inc_us), tell_time(cap, o->cap_us),
             tell_time(grace, o->grace_us));
    put_field(s, "clock", text);
}

/* What the names of the cards mean here. */
static char *cards_text(char *text, size_t cap, const struct open *o)
{
    char seven[CARD_TEXT];
    bool french = o->rules.opt[OPT_NAMES] == NAMES_FRENCH;
    card_name(o, 6, seven);
    snprintf(text, cap, "%s; (%s) was never seen, [%s] lay face down",
             french ? "S spades, C clubs, D diamonds, H hearts" : "e espadas, b bastos, o oros, c copas", seven, seven);
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
        snprintf(text, sizeof text, "%s, match %" PRIu64, clean, o->number);
        put_field(s, "of", text);
    }
    tell_clean(clean, sizeof clean, o->rules, s->utf8, RULES_TEXT);
    int n = snprintf(text, sizeof text, "%s; %u game%s", clean, o->games, o->games == 1 ? "" : "s");
    if (o->tables > 1)
        snprintf(text + n, sizeof text - (size_t)n, " at %u tables; this is table %u", o->tables, t->table);
    put_field(s, "rules", text);
    put_clock(s, o);
    put_field(s, "arbiter", hex_text(text, o->arbiter, ID));
    for (unsigned i = o->seats; i < (unsigned)o->seats + o->cutters; i++) {
        snprintf(clean, sizeof clean, "cutter %u", i - o->seats + 1u);
        put_field(s, clean, hex_text(text, o->key[i], ID));
    }
    if (offer_of_pair(o) && offer_unheld(o)) {
        char who[UNHELD_TEXT];
        snprintf(text, sizeof text,
                 "a leg of a pair, and by the arbiter's word %s: what sat there may remember the other leg's cards",
                 unheld_text(o->held, o->seats, who));
        put_field(s, "unheld", text);
    }
    if (o->seed_source == SEED_FIXED)
        put_field(s, "seed", "fixed by the operator, who could know every card");
    put_field(s, "cards", cards_text(text, sizeof text, &t->match.open));
}

static const char *plural(unsigned n) { return n == 1 ? "" : "s"; }

/* More than one seat has this score. */
static bool is_shared(const struct teller *t, unsigned scorer)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < t->offer.seats; i++)
        seats += rules_scorer(&t->match.open.rules, t->offer.seats, i) == scorer;
    return seats > 1;
}

/* "cauto wins", or how else it ended. */
static void put_winner(struct row *r, const struct teller *t)
{
    const struct result *e = &t->result;
    char who[ROW_TEXT];
    if (e->outcome == END_VOID || e->outcome == END_CANCELLED)
        row_put(r, PAINT_ALARM, e->outcome == END_VOID ? "The match counts for nobody" : "The match was called off");
    else if (e->winner >= e->scorers)
        row_put(r, PAINT_BOLD, e->outcome == END_STOPPED ? "Nobody wins: the match was stopped" : "A draw");
    else {
        row_put(r, PAINT_BOLD, tell_scorer(who, sizeof who, t, e->winner, r->style->utf8));
        row_put(r, PAINT_BOLD, is_shared(t, e->winner) ? " win" : " wins");
    }
    if ((e->outcome == END_FAULT || e->outcome == END_STOPPED) && e->fault_seat < NOBODY) {
        row_put(r, PAINT_PLAIN, " by a fault of ");
        row_name(r, t, e->fault_seat, PAINT_PLAIN, 20);
    }
}

/* "3 games to 2", "3 games to 2 and 0" */
static const char *between(unsigned scorer, const char *first)
{
    return scorer == 0 ? first : scorer == 1 ? " to " : " and ";
}

static void put_result(const struct tell_style *s, const struct teller *t)
{
    struct row r = { s, 0 };
    char text[128];
    const struct result *e = &t->result;
    put_winner(&r, t);
    if (!e->hands) {
        row_put(&r, PAINT_PLAIN, ": no hand was dealt");
        row_end(&r);
        return;
    }
    for (unsigned i = 0; i < e->scorers; i++) {
        snprintf(text, sizeof text, "%s%u%s%s", between(i, ": "), e->games[i], i ? "" : " game",
                 i ? "" : plural(e->games[i]));
        row_put(&r, PAINT_PLAIN, text);
    }
    if (e->games[e->scorers]) {
        snprintf(text, sizeof text, ", %u drawn", e->games[e->scorers]);
        row_put(&r, PAINT_PLAIN, text);
    }
    for (unsigned i = 0; i < e->scorers; i++) {
        snprintf(text, sizeof text, "%s%" PRId64 "%s", between(i, ", "), e->points[i],
                 i                   ? ""
                 : e->points[i] == 1 ? " point"
                                     : " points");
        row_put(&r, PAINT_PLAIN, text);
    }
    snprintf(text, sizeof text, ", in %u hand%s", e->hands, plural(e->hands));
    row_put(&r, PAINT_PLAIN, text);
    row_end(&r);
}

void tell_text_tail(const struct tell_style *s, const struct teller *t)
{
    struct row r = { s, 0 };
    row_end(&r);
    if (t->has_result)
        put_result(s, t);
    if (!t->why)
        return;
    char text[ROW_TEXT];
    snprintf(text, sizeof text, "The story stops at record %" PRIu64 ": ", t->number);
    row_put(&r, PAINT_ALARM, text);
    row_wrap(&r, PAINT_PLAIN, t->why);
    row_end(&r);
}
