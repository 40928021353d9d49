/* new_ladder: checked, added, begun. */
#include "new_ladder.h"
#include "cli/language.h"

#include <stdio.h>
#include <string.h>

#include "cli/spans.h"
#include "rules/position.h"
#include "site/session/account.h"
#include "wire/codec.h"

/* As a match takes it (`fiel match --clock`); what is not said of it is the arbiter's. */
static bool clock_fits(const char *text, char why[SPAN_WHY])
{
    static const enum clock_span longer[] = { CLOCK_BANK, CLOCK_CAP, CLOCK_START, CLOCK_DUTY };
    struct clock_spans c = { .us = { 0 } };
    if (*text && clock_spans_read(text, &c, why))
        return false;
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
        if (c.named >> longer[i] & 1 && !c.us[longer[i]]) {
            snprintf(why, SPAN_WHY, N_("bank, cap, start and duty must be longer than nothing"));
            return false;
        }
    return true;
}

_Static_assert((int)RULES_ERROR_TEXT <= (int)SPAN_WHY, "ladder_fits() has room for either sentence");

int ladder_fits(const struct ladder *l, const char **wrong, struct store_error *e)
{
    struct position match;
    char why[SPAN_WHY];
    *wrong = "code";
    if (!name_fits(l->code))
        return store_say(
            e, STORE_INVALID,
            N_("a ladder's code has up to 39 letters, digits, '-', '_' and '.', and begins and ends with a letter "
               "or digit: it stands in an address"));
    *wrong = "name";
    if (!*l->name)
        return store_say(e, STORE_INVALID, N_("a ladder has a name of 1 to 63 bytes: write one"));
    *wrong = "rules";
    if (position_named(&match, l->rules, (int)l->seats, NULL, why))
        return store_say(e, STORE_INVALID, why);
    *wrong = "clock";
    if (!clock_fits(l->clock, why))
        return store_say(e, STORE_INVALID, why);
    *wrong = "seats";
    if (l->legs == 2 && l->seats % 2)
        return store_say(
            e, STORE_INVALID,
            N_("a table without two sides has none to exchange: choose plain matches, or another number of seats"));
    *wrong = "games";
    if (l->legs == 2 && l->games * l->seats > PAIR_PLACES_MAX)
        return store_say(e, STORE_INVALID,
                         N_("seats times games of a leg are at most 256: choose plain matches, or fewer games"));
    *wrong = NULL;
    return STORE_OK;
}

int ladder_open(struct store *s, const struct ladder *l, const char *actor, int64_t *id, struct store_error *e)
{
    struct event always = { .kind = EVENT_LADDER, .state = EVENT_RUNNING, .rated = true };
    struct ladder fresh;
    int64_t event;
    int bad = ladder_fits(l, &(const char *){ NULL }, e);
    fresh = *l;
    if (!*fresh.cfg)
        strcpy(fresh.cfg, "{}");
    if (!bad)
        bad = store_ladder_add(s, &fresh, id, e);
    always.ladder = bad ? 0 : *id;
    strcpy(always.cfg, "{\"plain\":1}"); /* whose bot runs at home plays, too */
    strcpy(always.name, fresh.name);
    return bad ? bad : store_event_add(s, &always, actor, &event, e);
}
