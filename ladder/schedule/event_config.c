/* event_config: an event's configuration, read strictly. */
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "schedule.h"
#include "cli/language.h"

/* What a key may be in which kinds of event, and its place in the configuration. */
struct key {
    const char *name;
    size_t place;
    unsigned kinds; /* a bit per enum event_kind */
    double low, high;
    bool whole;
};

#define IN(kind) (1u << (kind))
#define TOURNAMENTS (IN(EVENT_ROUND_ROBIN) | IN(EVENT_GAUNTLET) | IN(EVENT_SWISS) | IN(EVENT_KNOCKOUT))

#define ALL (IN(EVENT_KINDS) - 1)
#define KEY(name) #name, offsetof(struct event_config, name)

static const struct key keys[] = {
    { KEY(opens), ALL, 0, UINT32_MAX, true },
    { KEY(freeze), ALL, 0, UINT32_MAX, true },
    { KEY(ends), ALL, 0, UINT32_MAX, true },
    { KEY(now), IN(EVENT_LADDER), 1, 1, true },
    { KEY(hidden), ALL, 0, 1, true },
    { KEY(enter), ALL, ENTER_HOST, ENTER_LISTED, true },
    { KEY(each), ALL, 1, 1000, true },
    { KEY(seeds), TOURNAMENTS, SEEDS_ENTERED, SEEDS_TABLE, true },
    { KEY(open), IN(EVENT_LADDER) | IN(EVENT_SPRT), 1, 10000, true },
    { KEY(uniform), IN(EVENT_LADDER), 0, 1, false },
    { KEY(plain), IN(EVENT_LADDER) | TOURNAMENTS, 0, 1, true },
    { KEY(apart), IN(EVENT_LADDER) | TOURNAMENTS | IN(EVENT_SPRT), 1, 1, true },
    { KEY(note_bytes), ALL, 0, 1 << 20, true },
    { KEY(games), ALL, 1, 1000, true },
    { KEY(rounds), IN(EVENT_ROUND_ROBIN) | IN(EVENT_SWISS), 1, 100, true },
    { KEY(heads), IN(EVENT_GAUNTLET), 1, 1000, true },
    { KEY(units), TOURNAMENTS, 1, 10000, true },
    { KEY(elo0), IN(EVENT_SPRT), -1000, 1000, false },
    { KEY(elo1), IN(EVENT_SPRT), -1000, 1000, false },
    { KEY(alpha), IN(EVENT_SPRT), 0.0001, 0.4999, false },
    { KEY(beta), IN(EVENT_SPRT), 0.0001, 0.4999, false },
    { KEY(most), IN(EVENT_SPRT), 1, 1000000, true },
};
enum { KEYS = sizeof keys / sizeof *keys };

static bool take(struct event_config *c, size_t k, const json_t *value, char why[256])
{
    double v = json_number_value(value);
    if (!json_is_number(value) || (keys[k].whole && !json_is_integer(value)) || v < keys[k].low || v > keys[k].high) {
        snprintf(why, 256, "'%s' must be a %snumber from %g to %.10g", keys[k].name, keys[k].whole ? "whole " : "",
                 keys[k].low, keys[k].high);
        return false;
    }
    void *place = (char *)c + keys[k].place;
    if (keys[k].whole)
        *(uint32_t *)place = (uint32_t)v;
    else
        *(double *)place = v;
    return true;
}

static bool take_partners(struct event_config *c, const json_t *value, char why[256])
{
    const char *word = json_string_value(value);
    c->random_partners = word && !strcmp(word, "random");
    if (word && (c->random_partners || !strcmp(word, "same")))
        return true;
    snprintf(why, 256, N_("'partners' must be \"same\" (one bot in all seats of a side) or \"random\""));
    return false;
}

static bool take_authors(const json_t *value, char why[256])
{
    const json_t *one;
    size_t i;
    bool fine = json_is_array(value);
    json_array_foreach(value, i, one) fine &= json_is_string(one);
    if (!fine)
        snprintf(why, 256, N_("'authors' must be a list of names: [\"ana\", \"berta\"]"));
    return fine;
}

bool event_invites(const struct event *v, const struct event_config *c, const char *author)
{
    json_auto_t *all = c->enter == ENTER_LISTED ? json_loads(v->cfg, 0, NULL) : NULL;
    const json_t *one;
    size_t i;
    bool found = c->enter == ENTER_ALL;
    json_array_foreach(json_object_get(all, "authors"), i, one) found |= !strcasecmp(json_string_value(one), author);
    return found;
}

uint64_t event_pairs(enum event_kind kind, const struct event_config *c, uint64_t n)
{
    uint64_t rounds = c->rounds, heads = c->heads < n ? c->heads : n;
    for (uint64_t k = 1; kind == EVENT_SWISS && !c->rounds && k < n; k *= 2)
        rounds++;
    if (kind == EVENT_ROUND_ROBIN)
        return n ? n * (n - 1) / 2 * rounds * c->units : 0;
    if (kind == EVENT_SWISS)
        return n / 2 * rounds * c->units;
    if (kind == EVENT_GAUNTLET)
        return heads * (n - heads) * c->units;
    return kind == EVENT_KNOCKOUT && n ? (n - 1) * c->units : 0;
}

static bool take_key(enum event_kind kind, struct event_config *c, const char *name, const json_t *value, char why[256])
{
    if (kind == EVENT_LADDER && !strcmp(name, "partners"))
        return take_partners(c, value, why);
    if (!strcmp(name, "authors"))
        return take_authors(value, why);
    for (size_t k = 0; k < KEYS; k++)
        if (!strcmp(name, keys[k].name) && keys[k].kinds & IN(kind))
            return take(c, k, value, why);
    snprintf(why, 256, "an event of kind %s has no '%.40s': leave it out", event_kind_names[kind], name);
    return false;
}

bool event_config_read(enum event_kind kind, const char *json, struct event_config *out, char why[256])
{
    struct event_config c = { .open = kind == EVENT_SPRT ? 4 : 8,
                              .rounds = kind == EVENT_SWISS ? 0 : 1,
                              .heads = 1,
                              .units = 1,
                              .most = 5000,
                              .uniform = 0.25,
                              .elo0 = 0,
                              .elo1 = 20,
                              .alpha = 0.05,
                              .beta = 0.05 };
    json_error_t wrong;
    json_auto_t *all = json_loads(*json ? json : "{}", JSON_REJECT_DUPLICATES, &wrong);
    const char *name;
    json_t *value;
    bool fine = json_is_object(all);
    if (!fine)
        snprintf(why, 256, "the configuration is no JSON object: %.120s",
                 all ? N_("write {\"key\": value}") : wrong.text);
    json_object_foreach(all, name, value) if (fine) fine = take_key(kind, &c, name, value, why);
    if (fine && c.elo1 <= c.elo0) {
        snprintf(why, 256, N_("'elo1' must be above 'elo0': the test asks which of the two it is"));
        fine = false;
    }
    if (fine && c.ends && (c.ends <= c.opens || c.ends < c.freeze)) {
        snprintf(why, 256, N_("an event ends after it opens, and not before bots are frozen: choose a later end"));
        fine = false;
    }
    if (fine)
        *out = c;
    return fine;
}

bool event_takes_remote(const struct event *v, const struct ladder *l, size_t versions)
{
    struct event_config c;
    char why[256];
    if (v->kind == EVENT_SPRT || !event_config_read(v->kind, v->cfg, &c, why))
        return false;
    return (l->legs == 1 || c.plain) && (l->seats == 2 || c.random_partners || (int64_t)versions == l->seats / 2);
}
