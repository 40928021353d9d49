/* order: reading what was ordered, strictly. */
#include "order.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/command.h"
#include "cli/path.h"
#include "jail/jail.h"
#include "record/crypto.h"

/* --- words -------------------------------------------------------------------------------------- */

/* What a binding's name may be (record/binding.h), and short enough for a seat's. */
static bool name_good(const char *name) { return strlen(name) < BOT_NAME && binding_name_fits(name); }

const char *order_remote(const char *bot)
{
    return strncmp(bot, REMOTE, sizeof REMOTE - 1) ? NULL : bot + sizeof REMOTE - 1;
}

const char *order_name(const char *bot)
{
    const char *remote = order_remote(bot);
    return remote ? remote : command_bare(bot);
}

static bool bot_good(const char *bot) { return name_good(order_name(bot)); }

/* --- one key: -1 and a sentence --------------------------------------------------------------------- */

static const char *const keys[] = { "rules",     "bots",  "cutters",     "seats",      "games", "duplicate",
                                    "hands_max", "clock", "sign",        "on_timeout", "ref",   "strangers",
                                    "artifacts", "blind", "games_a_leg", "note_bytes", NULL };

static int known_keys_only(const json_t *j, char why[ORDER_WHY])
{
    const char *key, *near;
    json_t *value;
    if (!json_is_object(j))
        return why_not(why, ORDER_WHY, "an order is an object, as {\"bots\":[\"cauto\",\"random\"],\"games\":20}");
    json_object_foreach((json_t *)(uintptr_t)j, key, value)
    {
        bool known = false;
        for (int i = 0; keys[i] && !known; i++)
            known = !strcmp(keys[i], key);
        if (known)
            continue;
        near = cli_nearest(key, keys);
        return why_not(why, ORDER_WHY, "an order has no '%.40s': %s%s%s", key,
                       near ? "did you mean '" : "see CONTROL.md", near ? near : "", near ? "'?" : "");
    }
    return 0;
}

static int take_number(const json_t *j, const char *key, json_int_t least, json_int_t most, uint32_t *out,
                       char why[ORDER_WHY])
{
    json_t *v = json_object_get(j, key);
    if (!v)
        return 0;
    json_int_t n = json_integer_value(v);
    if (json_is_integer(v) && n >= least && n <= most) {
        *out = (uint32_t)n;
        return 0;
    }
    return why_not(why, ORDER_WHY, "%s is not a whole number from %lld to %lld", key, (long long)least,
                   (long long)most);
}

/* A text of at most cap - 1 printable characters. */
static int take_text(const json_t *j, const char *key, char *out, size_t cap, char why[ORDER_WHY])
{
    json_t *v = json_object_get(j, key);
    const char *text = json_string_value(v);
    if (!v)
        return 0;
    size_t n = text ? strlen(text) : cap;
    bool good = n < cap;
    for (size_t i = 0; good && i < n; i++)
        good = (unsigned char)text[i] > ' ' && (unsigned char)text[i] < 0x7f;
    if (!good)
        return why_not(why, ORDER_WHY, "%s is not a text of at most %zu printable characters without blanks", key,
                       cap - 1);
    memcpy(out, text, n + 1);
    return 0;
}

static int take_word(const json_t *j, const char *key, const char *a, const char *b, uint8_t *out, char why[ORDER_WHY])
{
    json_t *v = json_object_get(j, key);
    const char *word = json_string_value(v);
    if (!v)
        return 0;
    if (word && (!strcmp(word, a) || !strcmp(word, b))) {
        *out = !strcmp(word, b);
        return 0;
    }
    return why_not(why, ORDER_WHY, "%s is neither \"%s\" nor \"%s\"", key, a, b);
}

static int take_flag(const json_t *j, const char *key, bool *out, char why[ORDER_WHY])
{
    json_t *v = json_object_get(j, key);
    if (v && !json_is_boolean(v))
        return why_not(why, ORDER_WHY, "%s is neither true nor false", key);
    *out = json_is_true(v);
    return 0;
}

/* A list of bots; how many, or -1. */
static int take_bots(const json_t *j, const char *key, char (*out)[ORDER_BOT], size_t most, char why[ORDER_WHY])
{
    json_t *list = json_object_get(j, key);
    if (!list)
        return 0;
    if (!json_is_array(list) || json_array_size(list) > most)
        return why_not(why, ORDER_WHY, "%s is not a list of at most %zu names", key, most);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *bot = json_string_value(json_array_get(list, i));
        if (!bot || strlen(bot) >= ORDER_BOT || !bot_good(bot))
            return why_not(
                why, ORDER_WHY,
                "%s: '%.60s' is not a bot: give a hosted bot's name, or remote:NAME; letters a-z, digits, '-', "
                "'_', '.', "
                "no path",
                key, bot ? bot : "(no text)");
        strcpy(out[i], bot);
    }
    return (int)json_array_size(list);
}

/* By seat, "" for one that is known by its program. */
static int take_artifacts(const json_t *j, struct order *o, char why[ORDER_WHY])
{
    const json_t *list = json_object_get(j, "artifacts");
    o->artifacts = list != NULL;
    bool good = !list || json_array_size(list) == o->seats;
    for (unsigned i = 0; list && good && i < o->seats; i++) {
        const char *hex = json_string_value(json_array_get(list, i));
        good = hex && (!*hex || (!order_remote(o->bot[i]) && hex_parse(o->artifact[i], ID, hex)));
    }
    if (!good)
        snprintf(
            why, ORDER_WHY,
            "artifacts is not a list of %u texts, by seat, each 64 hex digits or empty, and empty for a remote bot",
            o->seats);
    return good ? 0 : -1;
}

/* --- what must fit together --------------------------------------------------------------------------- */

static int settle_rules(struct order *o, const char *text, char why[ORDER_WHY])
{
    static struct position table; /* static for its size */
    const char *which;
    char wrong[RULES_ERROR_TEXT];
    if (position_named(&table, text, (int)o->seats, &which, wrong))
        return why_not(why, ORDER_WHY, "%s: %s", which, wrong);
    rules_text(&table.open.rules, o->rules);
    return 0;
}

static int settle_clock(struct order *o, const char *initial, const char *text, char why[ORDER_WHY])
{
    static struct match_options t; /* static for its size */
    char wrong[WHY];
    t.clock = (struct clock_rule){ 30000000, 100000, 5000000, 50000 };
    t.start_us = 10000000;
    if (clock_read(initial, &t, wrong) || (*text && clock_read(text, &t, wrong)))
        return why_not(why, ORDER_WHY, "clock: %.480s", wrong);
    clock_text(&t, o->clock);
    return 0;
}

/* A remote bot is one program: it sits once. */
static int remote_once(const struct order *o, char why[ORDER_WHY])
{
    for (unsigned i = 0; i < o->seats; i++) {
        bool again = false;
        for (unsigned k = 0; k < i && order_remote(o->bot[i]); k++)
            again |= !strcmp(o->bot[i], o->bot[k]);
        for (unsigned k = 0; k < o->cutters; k++)
            again |= !strcmp(o->bot[i], o->cutter[k]);
        if (again)
            return why_not(why, ORDER_WHY, "%s would sit twice in one match: give the second seat another bot",
                           o->bot[i]);
    }
    return 0;
}

static int settle_bots(struct order *o, unsigned bots, char why[ORDER_WHY])
{
    if (bots == 2 && o->seats % 2 == 0) {
        for (unsigned i = 2; i < o->seats; i++)
            strcpy(o->bot[i], o->bot[i % 2]);
    } else if (bots != o->seats)
        return why_not(why, ORDER_WHY, "%u bots for %u seats: name one for every seat, or one for each of two sides",
                       bots, o->seats);
    if (o->duplicate && o->seats % 2)
        return why_not(why, ORDER_WHY, "duplicate: %u seats have no two sides to exchange: leave it out", o->seats);
    for (unsigned i = 0; o->duplicate && i < o->seats; i++)
        if (order_remote(o->bot[i]))
            return why_not(why, ORDER_WHY,
                           "duplicate: %s could remember the first leg's cards: a remote bot plays no pairs: leave "
                           "duplicate out",
                           o->bot[i]);
    if (o->games_a_leg && !o->duplicate)
        return why_not(why, ORDER_WHY, "games_a_leg is about pairs: add duplicate, or say games");
    if (o->games_a_leg * o->seats > PAIR_PLACES_MAX)
        return why_not(why, ORDER_WHY,
                       "games_a_leg: %u seats in %u games of a leg are more than %d places of a pair: at most %u",
                       o->seats, o->games_a_leg, PAIR_PLACES_MAX, PAIR_PLACES_MAX / o->seats);
    if (o->duplicate && o->cutters)
        return why_not(why, ORDER_WHY, "cutters: a pair takes no cutters: leave them out, or leave duplicate out");
    for (unsigned i = 0; i < o->cutters; i++)
        if (!order_remote(o->cutter[i]))
            return why_not(why, ORDER_WHY, "cutters: '%s' is hosted here: a cutter is an outsider, remote:NAME",
                           o->cutter[i]);
    return remote_once(o, why);
}

int order_read(const json_t *j, const struct config *c, struct order *out, char why[ORDER_WHY])
{
    struct order o = { .games = 20, .sign = (uint8_t)c->sign, .on_timeout = (uint8_t)c->on_timeout };
    char rules[RULES_TEXT] = "argentino", clock[160] = "";
    uint32_t seats = 0, games = 20;
    int bots = known_keys_only(j, why) ? -1 : take_bots(j, "bots", o.bot, FIEL_SEATS_MAX, why), cutters = 0;
    if (bots < 0 || (cutters = take_bots(j, "cutters", o.cutter, CUTTERS_MAX, why)) < 0)
        return -1;
    if (take_number(j, "seats", 2, FIEL_SEATS_MAX, &seats, why) ||
        take_number(j, "games", 1, c->games_most, &games, why) ||
        take_number(j, "games_a_leg", 1, TABLES_MAX, &o.games_a_leg, why) ||
        take_number(j, "hands_max", 1, HANDS_MOST, &o.hands_max, why) ||
        take_number(j, "note_bytes", 0, UINT32_MAX, &o.note_bytes, why) ||
        take_text(j, "rules", rules, sizeof rules, why) || take_text(j, "clock", clock, sizeof clock, why) ||
        take_text(j, "ref", o.ref, sizeof o.ref, why) || take_word(j, "sign", "hand", "decision", &o.sign, why) ||
        take_word(j, "on_timeout", "lose", "default-action", &o.on_timeout, why) ||
        take_flag(j, "duplicate", &o.duplicate, why) || take_flag(j, "strangers", &o.strangers, why) ||
        take_flag(j, "blind", &o.blind, why))
        return -1;
    if (bots < 2)
        return why_not(why, ORDER_WHY, "bots: %s: name at least two, as [\"cauto\",\"remote:mine\"]",
                       bots ? "one is missing" : "none is named");
    o.games = games;
    o.cutters = (unsigned)cutters;
    o.seats = seats ? seats : (unsigned)bots;
    if (settle_bots(&o, (unsigned)bots, why) || take_artifacts(j, &o, why) || settle_rules(&o, rules, why) ||
        settle_clock(&o, c->clock, clock, why))
        return -1;
    *out = o;
    return 0;
}

static json_t *names_json(const char (*name)[ORDER_BOT], unsigned n)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < n; i++)
        json_array_append_new(list, json_string(name[i]));
    return list;
}

static json_t *artifacts_json(const struct order *o)
{
    static const uint8_t unnamed[ID];
    char hex[2 * ID + 1];
    json_t *list = json_array();
    for (unsigned i = 0; i < o->seats; i++)
        json_array_append_new(
            list, json_string(memcmp(o->artifact[i], unnamed, ID) ? hex_text(hex, o->artifact[i], ID) : ""));
    return list;
}

json_t *order_json(const struct order *o)
{
    json_t *j = json_pack("{s:s,s:o,s:i,s:i,s:b,s:s,s:s,s:s}", "rules", o->rules, "bots", names_json(o->bot, o->seats),
                          "seats", (int)o->seats, "games", (int)o->games, "duplicate", (int)o->duplicate, "clock",
                          o->clock, "sign", o->sign ? "decision" : "hand", "on_timeout",
                          o->on_timeout ? "default-action" : "lose");
    if (o->hands_max)
        json_object_set_new(j, "hands_max", json_integer(o->hands_max));
    if (o->note_bytes)
        json_object_set_new(j, "note_bytes", json_integer(o->note_bytes));
    if (o->games_a_leg)
        json_object_set_new(j, "games_a_leg", json_integer(o->games_a_leg));
    if (o->cutters)
        json_object_set_new(j, "cutters", names_json(o->cutter, o->cutters));
    if (o->strangers)
        json_object_set_new(j, "strangers", json_true());
    if (o->blind)
        json_object_set_new(j, "blind", json_true());
    if (o->artifacts)
        json_object_set_new(j, "artifacts", artifacts_json(o));
    if (*o->ref)
        json_object_set_new(j, "ref", json_string(o->ref));
    return j;
}

/* --- on the disk --------------------------------------------------------------------------------------- */

static bool is_program(const char *path)
{
    struct stat s;
    return !stat(path, &s) && S_ISREG(s.st_mode) && !access(path, X_OK);
}

/* The line NAME/run: the path of the program that it begins with, and the words behind that. */
static bool read_run(const struct config *c, const char *name, char path[CONTROL_PATH], char words[COMMAND_TEXT])
{
    char line[COMMAND_TEXT] = "";
    OPENED FILE *f = fopen(path_of(path, CONTROL_PATH, "%s/%s/run", c->bots, name), "re");
    if (!f || !fgets(line, sizeof line, f))
        return false;
    line[strcspn(line, "\n")] = '\0';
    size_t program = strcspn(line, " \t");
    strcpy(words, line + program);
    path_of(path, CONTROL_PATH, "%s/%s/%.*s", c->bots, name, (int)program, line);
    return true;
}

int order_program(const struct config *c, const char *name, char command[ORDER_COMMAND], char why[ORDER_WHY])
{
    char path[CONTROL_PATH], words[COMMAND_TEXT] = "";
    name = order_name(name);
    if (!read_run(c, name, path, words) && !is_program(path_of(path, CONTROL_PATH, "%s/%s/bot", c->bots, name)))
        path_of(path, CONTROL_PATH, "%s/%s", c->bots, name);
    *command = '\0';
    if (is_program(path) && command_add(command, ORDER_COMMAND - COMMAND_TEXT, path))
        return strcat(command, words), 0;
    return why_not(why, ORDER_WHY, "there is no hosted bot '%s': put a program %s, or %s/bot, into the bots folder",
                   name, name, name);
}

const struct binding *order_binding(const struct allow_list *bots, const char *name)
{
    for (size_t i = 0; i < bots->count; i++)
        if (!strcmp(bots->entry[i].name, name))
            return &bots->entry[i];
    return NULL;
}

int order_held(const struct order *o, const struct config *c, char why[ORDER_WHY])
{
    char word[32];
    if (!o->duplicate || !o->strangers || c->jail == JAIL_STRICT || c->duplicate_unheld)
        return 0;
    return why_not(
        why, ORDER_WHY,
        "duplicate: strangers' bots could remember the first leg's cards, for [matches] jail = %s does not demand "
        "what a pair needs: set it to strict, or duplicate_unheld = yes if you know what you do",
        config_word(c, "matches", "jail", word));
}

static int remote_there(const struct config *c, const struct allow_list *bots, const char *name, char why[ORDER_WHY])
{
    const struct binding *b = order_binding(bots, name);
    if (!*c->door)
        snprintf(why, ORDER_WHY, "remote:%s: this arbiter has no door: set [door] address", name);
    else if (!b)
        snprintf(why, ORDER_WHY, "there is no remote bot '%s': put its binding %s.pub into the allow folder and reload",
                 name, name);
    else if (binding_expired(b, (uint64_t)time(NULL)))
        snprintf(why, ORDER_WHY, "the binding of '%s' has run out: its owner makes another with `fiel keys bind`",
                 name);
    else
        return 0;
    return -1;
}

int order_bots_there(const struct order *o, const struct config *c, const struct allow_list *bots, char why[ORDER_WHY])
{
    char command[ORDER_COMMAND];
    for (unsigned i = 0; i < o->seats; i++) {
        const char *remote = order_remote(o->bot[i]);
        if (remote ? remote_there(c, bots, remote, why) : order_program(c, o->bot[i], command, why))
            return -1;
    }
    for (unsigned i = 0; i < o->cutters; i++)
        if (remote_there(c, bots, order_remote(o->cutter[i]), why))
            return -1;
    return 0;
}
