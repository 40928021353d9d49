/* match_settle: what the options of a match must be together. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/cli.h"
#include "cli/bundled.h"
#include "cli/name.h"
#include "base/hash_file.h"
#include "jail/jail.h"
#include "match_reading.h"
#include "log/policy.h"
#include "referee/matchlog.h"

static int settle_rules(struct reading *r)
{
    char why[RULES_ERROR_TEXT];
    const char *which;
    struct position table;
    if (position_named(&table, r->rules ? r->rules : "argentino", (int)r->o.seats, &which, why))
        return cli_fail(EXIT_USAGE, "match: --%s: %s", which, why);
    r->o.rules = table.open.rules;
    rules_text(&r->o.rules, r->o.rules_text);
    return OPTIONS_GO;
}

/* Two bots at a larger table: one for each side, a process for every seat all the same. */
static void seat_sides(struct reading *r)
{
    for (; r->bots < r->o.seats; r->bots++)
        r->o.bot[r->bots] = r->o.bot[r->bots % 2];
}

static int settle_bots(struct reading *r)
{
    char why[WHY];
    if (r->bots == 2 && r->o.seats % 2 == 0)
        seat_sides(r);
    for (unsigned i = 0; i < r->bots && !r->artifacts; i++) /* of who keeps strangers' it is the bot's fault */
        if (!r->o.bot[i].remote && command_garbled(&r->o.bot[i], why))
            return cli_fail(EXIT_USAGE, "match: --bot: %s", why);
    if (r->bots == r->o.seats)
        return OPTIONS_GO;
    if (r->bots > r->o.seats)
        return cli_fail(EXIT_USAGE, "match: %u bots for %u seats: leave some out, or say --seats %u", r->bots,
                        r->o.seats, r->bots);
    return cli_fail(EXIT_USAGE, "match: %s: %u seats need %u bots: add --bot CMD, a path as ./mybot or one of: " RUNGS,
                    r->bots ? "a bot is missing" : "no bot is given", r->o.seats, r->o.seats);
}

/* The cutters' places are behind the seats. */
static int settle_cutters(struct reading *r)
{
    struct match_options *o = &r->o;
    if (o->seats + r->cutters > PARTIES_MAX)
        return cli_fail(EXIT_USAGE, "match: %u seats and %u cutters are more than %d: leave some cutters out", o->seats,
                        r->cutters, PARTIES_MAX);
    if (r->cutters > 0 && o->duplicate)
        return cli_fail(EXIT_USAGE, "match: --cutter: a pair takes no cutters: leave it out, or leave --duplicate out");
    for (unsigned k = 0; k < r->cutters; k++)
        o->bot[o->seats + k] = r->cutter[k];
    o->cutters = r->cutters;
    return OPTIONS_GO;
}

/* Those who know the same keys are one party, however many places they have. */
static int settle_keys(struct reading *r)
{
    const struct match_options *o = &r->o;
    for (unsigned i = o->seats; i < options_parties(o); i++)
        for (unsigned k = 0; k < i; k++)
            if (o->bot[i].remote && o->bot[k].remote && !memcmp(o->bot[i].key, o->bot[k].key, sizeof o->bot[i].key))
                return cli_fail(EXIT_USAGE,
                                "match: --cutter: %s has two places in this match: a cutter is somebody else "
                                "than the bots and the other cutters",
                                o->bot[i].words);
    return OPTIONS_GO;
}

static int settle_remote(struct reading *r)
{
    for (unsigned i = 0; i < options_parties(&r->o); i++)
        if (r->o.bot[i].remote && !*r->o.address.host)
            return cli_fail(EXIT_USAGE,
                            "match: %s is remote and must be told where its seat is: add --seat-address HOST, "
                            "an address of this machine",
                            r->o.bot[i].words);
    return OPTIONS_GO;
}

enum { NAME_MOST = NAME_TEXT - 9 /* with room for a number behind it */ };
static const char signs[] = "!\"#$%&'()*+-.:;<=>?@[\\]^_`{|}~"; /* of ASCII all but blank, '/' and ',' */

/* Of a path its last part. */
static void name_of(const char *path, char out[NAME_TEXT])
{
    const char *slash = strrchr(path, '/');
    size_t size = 0, n;
    for (const char *at = slash ? slash + 1 : path; *at && size < NAME_MOST; at += n ? n : 1) {
        n = name_character(at, signs);
        if (size + n > NAME_MOST)
            break;
        memcpy(out + size, n ? at : "_", n ? n : 1);
        size += n ? n : 1;
    }
    out[size] = '\0';
}

/* Programs that are called alike and lie in different folders are called by these: mine/bot and old/bot are mine and old. */
static void name_by_folder(struct match_options *o)
{
    bool alike[FIEL_SEATS_MAX] = { false };
    char folder[CONTROL_PATH];
    for (unsigned i = 0; i < o->seats; i++)
        for (unsigned k = 0; k < o->seats; k++)
            alike[i] |= *o->bot[i].path && *o->bot[k].path && !strcmp(o->name[i], o->name[k]) &&
                        strcmp(o->bot[i].path, o->bot[k].path);
    for (unsigned i = 0; i < o->seats; i++) {
        const char *path = o->bot[i].path, *slash = strrchr(path, '/');
        if (!alike[i] || !slash || slash == path)
            continue;
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        name_of(folder, o->name[i]);
    }
}

static bool name_taken(const struct match_options *o, unsigned seat)
{
    for (unsigned i = 0; i < seat; i++)
        if (strcmp(o->name[i], o->name[seat]) == 0)
            return true;
    return false;
}

/* A second bot of the same name gets its seat's number. */
static void make_distinct(struct match_options *o)
{
    for (unsigned i = 1; i < options_parties(o); i++) {
        size_t n = strlen(o->name[i]);
        for (int tries = 0; tries < 4 && name_taken(o, i); tries++)
            n += (size_t)snprintf(o->name[i] + n, NAME_TEXT - n, "-%u", i + 1);
    }
}

/* Exactly one good name per seat. */
static int given_names(const char *text, struct match_options *o)
{
    char copy[4096], *rest = copy, *name, why[NAME_WRONG];
    unsigned n = 0;
    snprintf(copy, sizeof copy, "%s", text);
    for (; (name = strsep(&rest, ",")); n++) {
        if (!name_good(name, NAME_MOST, signs, why))
            return cli_fail(EXIT_USAGE, "match: --names: '%.80s': %s", name, why);
        if (n < o->seats)
            strcpy(o->name[n], name);
    }
    return n == o->seats
               ? OPTIONS_GO
               : cli_fail(EXIT_USAGE, "match: --names: %u names are needed, one for each seat: a,b", o->seats);
}

static int settle_names(struct reading *r)
{
    for (unsigned i = 0; i < r->o.seats; i++)
        name_of(r->o.bot[i].words, r->o.name[i]);
    name_by_folder(&r->o);
    int code = r->names ? given_names(r->names, &r->o) : OPTIONS_GO;
    for (unsigned k = 0; k < r->o.cutters; k++) {
        char *name = r->o.name[r->o.seats + k];
        snprintf(name, NAME_TEXT, "cutter-%u", k + 1);
        if (r->cutter[k].remote)
            name_of(r->cutter[k].words, name);
    }
    make_distinct(&r->o);
    return code;
}

/* Whom the log asks has to be known before the first match; the hash stands in the offer. */
static int settle_log_policy(struct reading *r)
{
    static struct policy policy;
    char why[POLICY_WHY];
    if (!*r->o.log_policy_file)
        return OPTIONS_GO;
    if (hash_file(r->o.log_policy_file, r->o.log_policy))
        return cli_fail(EXIT_ENVIRONMENT, "match: --log-policy: %s: %s: give a file that this user may read",
                        r->o.log_policy_file, strerror(errno));
    return policy_load(&policy, r->o.log_policy_file, why) ? cli_fail(EXIT_USAGE, "match: --log-policy: %s", why)
                                                           : OPTIONS_GO;
}

static int settle_match_log(struct reading *r)
{
    char why[LOG_WHY];
    struct matchlog log;
    if (*r->o.log_policy_file && !*r->o.match_log)
        return cli_fail(EXIT_USAGE, "match: --log-policy is about a match log: add --match-log, or leave it out");
    if (!*r->o.match_log != !*r->o.match_log_key)
        return cli_fail(EXIT_USAGE, "match: --match-log and --match-log-key go together: give both or none");
    if (!*r->o.match_log)
        return OPTIONS_GO;
    int code = settle_log_policy(r);
    if (code != OPTIONS_GO)
        return code;
    int bad = matchlog_start(&log, r->o.match_log, r->o.match_log_key, why);
    matchlog_wipe(&log);
    return bad ? cli_fail(EXIT_ENVIRONMENT, "match: --match-log-key: %s", why) : OPTIONS_GO;
}

/* One of them, "-" or a hash, up to the comma; NULL: it is neither. */
static const char *given_artifact(const char *text, struct bot_command *bot)
{
    char hex[2 * HASH + 1];
    size_t n = strcspn(text, ",");
    if (n >= sizeof hex)
        return NULL;
    memcpy(hex, text, n);
    hex[n] = '\0';
    if (strcmp(hex, "-") == 0)
        return text + n;
    return !bot->remote && hex_parse(bot->artifact, HASH, hex) ? text + n : NULL;
}

/* What who keeps the bots calls what is played; for the others bots_files says what it is. */
static int settle_artifacts(struct reading *r)
{
    const char *at = r->artifacts;
    for (unsigned i = 0; i < r->o.seats && r->artifacts; i++) {
        at = given_artifact(at, &r->o.bot[i]);
        if (!at || *at != (i + 1 < r->o.seats ? ',' : '\0'))
            return cli_fail(
                EXIT_USAGE,
                "match: --artifacts: %u are needed, by seat, each 64 hex digits or '-', and '-' for a remote "
                "bot: HASH,HASH",
                r->o.seats);
        at += *at == ',';
    }
    return OPTIONS_GO;
}

/* A remote party keeps its state of a match by itself: the less may be unsigned when a line breaks. */
static void settle_sign_every(struct reading *r)
{
    enum { USUAL = 16 };
    bool remote = false;
    for (unsigned i = 0; i < options_parties(&r->o); i++)
        remote |= r->o.bot[i].remote;
    if (!r->o.sign_every)
        r->o.sign_every = remote ? 1 : USUAL;
}

/* The second leg of a pair has the first one's cards, and a bot that runs elsewhere has seen them. */
static int settle_unheld(struct reading *r)
{
    const struct match_options *o = &r->o;
    if (o->duplicate_unheld && !o->duplicate)
        return cli_fail(EXIT_USAGE, "match: --duplicate-unheld is about pairs: add --duplicate, or leave it out");
    for (unsigned i = 0; o->duplicate && !o->duplicate_unheld && i < o->seats; i++)
        if (o->bot[i].remote)
            return cli_fail(
                EXIT_USAGE,
                "match: --duplicate: %s is remote: it remembers the first leg, and the second one has the "
                "same cards: leave --duplicate out, or say --duplicate-unheld for a pair that proves nothing about it",
                o->bot[i].words);
    return OPTIONS_GO;
}

/* A pair is played twice.  Sides are exchanged, so there must be two.  The games of a leg are so many tables, one after the other. */
static int settle_duplicate(struct reading *r)
{
    struct match_options *o = &r->o;
    if (r->leg_games && !o->duplicate)
        return cli_fail(EXIT_USAGE, "match: --games-a-leg is about pairs: add --duplicate, or say --games %u",
                        r->leg_games);
    if (!o->duplicate)
        return OPTIONS_GO;
    if (r->leg_games > 1 && o->tables > 1)
        return cli_fail(EXIT_USAGE,
                        "match: --games-a-leg: with --tables a leg has one game at each: leave one of the two "
                        "out");
    if (o->seats % 2)
        return cli_fail(EXIT_USAGE, "match: --duplicate: %u seats have no two sides to exchange: leave it out",
                        o->seats);
    o->by_turns = r->leg_games > 1;
    o->tables = o->by_turns ? r->leg_games : o->tables;
    o->pairs = o->games;
    o->games = o->tables;
    return OPTIONS_GO;
}

/* Every hand pays at least a point, so a game has fewer hands than the points of all together. */
static void settle_hands(struct reading *r)
{
    struct match_options *o = &r->o;
    uint64_t scorers = rules_scorers(&o->rules, (int)o->seats), games = (o->games + o->tables - 1) / o->tables;
    uint64_t hands = games * scorers * o->rules.opt[OPT_TARGET] + 64, most = TABLE_HANDS_MAX / o->tables;
    if (most > HANDS_MOST)
        most = HANDS_MOST;
    if (!o->hands_max)
        o->hands_max = hands > most ? (uint32_t)most : (uint32_t)hands;
}

/* What goes with one table at a time alone, and what all tables have room for. */
static int settle_tables(struct reading *r)
{
    const struct match_options *o = &r->o;
    const char *alone = o->cutters ? "--cutter" : o->tick_us ? "--tick" : NULL;
    const char *asked = o->by_turns ? "games-a-leg" : "tables", *called = o->by_turns ? "games of a leg" : "tables";
    for (unsigned i = 0; i < o->seats && !alone; i++)
        alone = o->bot[i].lines ? "--bot " COMMAND_LINES : NULL;
    uint32_t games = o->duplicate ? o->pairs : o->games, places = o->duplicate ? PAIR_PLACES_MAX : PLACES_MAX;
    if (o->tables == 1)
        return OPTIONS_GO;
    if (alone && !o->by_turns)
        return cli_fail(EXIT_USAGE, "match: --tables: %s goes with one table alone: leave one of the two out", alone);
    if (games < o->tables && !o->by_turns)
        return cli_fail(EXIT_USAGE, "match: --tables: %u tables share %u %s: give --games, at least one for each",
                        o->tables, games, o->duplicate ? "pairs" : "games");
    if (o->tables * o->seats > places)
        return cli_fail(EXIT_USAGE, "match: --%s: %u seats at %u %s are more than %u places%s: play at most %u", asked,
                        o->seats, o->tables, called, places, o->duplicate ? " of a pair" : "", places / o->seats);
    if ((uint64_t)o->tables * o->hands_max > TABLE_HANDS_MAX)
        return cli_fail(EXIT_USAGE, "match: --hands-max: %u hands at %u %s are more than %d: at most %u each",
                        o->hands_max, o->tables, called, TABLE_HANDS_MAX, TABLE_HANDS_MAX / o->tables);
    return OPTIONS_GO;
}

/* A person is in no hurry. */
static int settle_attach(struct reading *r)
{
    struct match_options *o = &r->o;
    const char *wrong = r->attach >= o->seats ? "no bot has this seat"
                        : o->bot[r->attach].remote || o->bot[r->attach].lines
                            ? "a bot that is remote or plays by lines is "
                              "started by hand as it is"
                        : o->duplicate ? "a pair starts its bots twice: leave --duplicate out"
                                       : NULL;
    char why[WHY];
    if (r->attach == FIEL_NOBODY)
        return OPTIONS_GO;
    if (wrong || command_attach(&o->bot[r->attach], why))
        return cli_fail(EXIT_USAGE, "match: --attach %u: %s", r->attach, wrong ? wrong : why);
    o->jail = JAIL_NONE;
    o->clock = (struct clock_rule){ CLOCK_LONGEST, 0, CLOCK_LONGEST, 0 };
    o->start_us = o->duty_us = CLOCK_LONGEST;
    return OPTIONS_GO;
}

int match_settle(struct reading *r)
{
    int code = settle_rules(r);
    if (code == OPTIONS_GO)
        code = settle_bots(r);
    if (code == OPTIONS_GO)
        code = settle_cutters(r);
    if (code == OPTIONS_GO)
        code = settle_keys(r);
    if (code == OPTIONS_GO)
        code = settle_unheld(r);
    if (code == OPTIONS_GO)
        code = settle_remote(r);
    if (code == OPTIONS_GO)
        code = settle_names(r);
    if (code == OPTIONS_GO)
        code = settle_match_log(r);
    if (code == OPTIONS_GO)
        code = settle_duplicate(r);
    if (code == OPTIONS_GO) {
        settle_hands(r);
        settle_sign_every(r);
        code = settle_artifacts(r);
    }
    if (code == OPTIONS_GO)
        code = settle_attach(r);
    return code == OPTIONS_GO ? settle_tables(r) : code;
}
