/* same_match: the record against the order. */
#include "same_match.h"

#include <stdio.h>
#include <string.h>

#include "cli/spans.h"
#include "rules/rules.h"

uint32_t same_match_games(const struct ladder *l) { return l->games < 1 ? 1 : (uint32_t)l->games; }

bool same_match_rules(const struct ladder *l, struct rules *rules)
{
    char wrong[RULES_ERROR_TEXT];
    return !rules_parse(*l->rules ? l->rules : "argentino", rules, wrong);
}

char *same_match_clock(const struct ladder *l, char text[CLOCK_TEXT])
{
    struct clock_spans c = { .named = 0 };
    char wrong[SPAN_WHY];
    *text = '\0';
    if (*l->clock && !clock_spans_read(l->clock, &c, wrong))
        clock_spans_text(&c, c.named, text);
    return text;
}

static bool other_rules(const struct same_match *b, const struct offer *o, char why[SAME_MATCH_WHY])
{
    struct rules rules;
    char text[RULES_TEXT];
    if (same_match_rules(b->ladder, &rules) && !strcmp(rules_text(&rules, text), o->rules))
        return false;
    snprintf(why, SAME_MATCH_WHY, "it was played by other rules than the ladder's: %.180s", o->rules);
    return true;
}

/* The ladder says of the clock what it wants; the rest is the arbiter's affair. */
static bool other_clock(const struct same_match *b, const struct offer *o, char why[SAME_MATCH_WHY])
{
    const struct clock_spans is = audit_clock(o);
    struct clock_spans want = is;
    char text[CLOCK_TEXT], wrong[SPAN_WHY];
    want.named = 0;
    if (!*b->ladder->clock ||
        (!clock_spans_read(b->ladder->clock, &want, wrong) && !memcmp(want.us, is.us, sizeof is.us)))
        return false;
    snprintf(why, SAME_MATCH_WHY, "it was played by another clock than the ladder's: %s",
             clock_spans_text(&is, want.named, text));
    return true;
}

static bool another_sat_there(const struct same_match *b, const struct audit_report *r, unsigned seat,
                              char why[SAME_MATCH_WHY])
{
    const struct order_seat *s = b->seat[seat];
    bool same = !s || (s->remote ? !memcmp(r->offer.key[seat], s->key, STORE_KEY)
                                 : !memcmp(r->bots[seat], s->artifact, STORE_HASH));
    if (!same)
        snprintf(why, SAME_MATCH_WHY,
                 s->remote ? "seat %u played with another key, so somebody else sat in its seat than %.63s/%.63s#%lld"
                           : "seat %u played another program than %.63s/%.63s#%lld",
                 seat, s->author, s->bot, (long long)s->number);
    return !same;
}

/* The rest of what a match is, the first thing that is otherwise; 0: nothing. */
static int other_offer(const struct same_match *b, const struct offer *o, char why[SAME_MATCH_WHY])
{
    if (o->seats != b->seats || o->tables != (b->pair ? b->games : 1) || o->at_once != 1)
        return snprintf(why, SAME_MATCH_WHY,
                        "it has %u seats at %u tables, %u at once, and %u were to be played, with one open at a time",
                        o->seats, o->tables, o->at_once, b->seats);
    if (o->cutters)
        return snprintf(why, SAME_MATCH_WHY, "it has a cutter, and none was to sit there");
    if (o->games != b->games)
        return snprintf(why, SAME_MATCH_WHY,
                        o->games == 1 ? "it has %u game, and %u were to be played"
                                      : "it has %u games, and %u were to be played",
                        o->games, b->games);
    if (o->note_bytes != b->note_bytes)
        return snprintf(why, SAME_MATCH_WHY, "its seats had %u bytes for notes, and were to have %u", o->note_bytes,
                        b->note_bytes);
    if (offer_of_pair(o) != b->pair)
        return snprintf(why, SAME_MATCH_WHY,
                        b->pair ? "it is no leg of a duplicate pair"
                                : "it is a leg of a duplicate pair, and a plain match was to be played");
    return 0;
}

const char *same_match_differs(const struct same_match *b, const struct audit_report *r, char why[SAME_MATCH_WHY])
{
    const struct offer *o = &r->offer;
    if (r->has_result && r->result.outcome == END_VOID) {
        snprintf(why, SAME_MATCH_WHY, "it is void, and counts for nobody");
        return why;
    }
    if (other_rules(b, o, why) || other_clock(b, o, why) || other_offer(b, o, why))
        return why;
    for (unsigned seat = 0; seat < b->seats; seat++)
        if (another_sat_there(b, r, seat, why))
            return why;
    return NULL;
}
