/* serve_words: what an order wishes of its match. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "record/crypto.h"
#include "serve.h"

/* What --bot or --cutter says of a party: a program's path, or a remote bot's binding. */
static const char *party(const struct serve *s, const struct order *o, const char *bot, char word[2 * CONTROL_PATH])
{
    char path[CONTROL_PATH], end[BOT_NAME + 8], why[ORDER_WHY];
    const char *remote = order_remote(bot);
    *word = '\0';
    if (remote) {
        snprintf(end, sizeof end, ".%s.pub", remote);
        snprintf(word, 2 * CONTROL_PATH, REMOTE "%s", orders_record(&s->orders, o->id, end, path));
    } else if (!order_program(&s->config, bot, path, why)) {
        strcpy(word, command_lines(bot) ? COMMAND_LINES : "");
        command_add(word, 2 * CONTROL_PATH, path);
    } else {
        snprintf(word, 2 * CONTROL_PATH, "%s", bot); /* gone since it was looked at: the match says so */
    }
    return word;
}

static void wish_parties(const struct serve *s, const struct order *o, struct wish_texts *t, struct match_wish *wish)
{
    static const uint8_t unnamed[ID];
    char hex[2 * ID + 1];
    for (unsigned i = 0; i < o->seats; i++) {
        wish->bot[i] = party(s, o, o->bot[i], t->party[i]);
        match_list_add(t->names, sizeof t->names, order_name(o->bot[i]));
        match_list_add(t->artifacts, sizeof t->artifacts,
                       memcmp(o->artifact[i], unnamed, ID) ? hex_text(hex, o->artifact[i], ID) : "-");
    }
    for (unsigned i = 0; i < o->cutters; i++)
        wish->cutter[i] = party(s, o, o->cutter[i], t->party[o->seats + i]);
    wish->names = t->names;
    wish->artifacts = o->artifacts ? t->artifacts : NULL;
}

static bool has_remote(const struct order *o)
{
    bool remote = o->cutters > 0;
    for (unsigned i = 0; i < o->seats; i++)
        remote |= order_remote(o->bot[i]) != NULL;
    return remote;
}

/* NULL where there is no such text. */
static const char *given(const char *text) { return *text ? text : NULL; }

static void wish_house(const struct serve *s, const struct order *o, int core, struct wish_texts *t,
                       struct match_wish *wish)
{
    const struct config *c = &s->config;
    wish->jail = config_word(c, "matches", "jail", t->jail);
    wish->uids = c->uids;
    wish->bot_memory = c->bot_memory;
    wish->key = c->key;
    wish->host = given(c->host);
    wish->blind = c->blind || o->blind;
    wish->cpu = core >= 0 ? match_number((unsigned)core, t->core) : "none";
    if (c->tick_us)
        wish->tick = duration_text(c->tick_us, t->tick);
    if (c->sign_every)
        wish->sign_every = match_number((uint64_t)c->sign_every, t->sign_every);
    if (*c->match_log) {
        wish->match_log = c->match_log;
        wish->match_log_key = c->match_log_key;
        wish->log_policy = given(c->log_policy_file);
    }
    if (has_remote(o)) {
        snprintf(t->address, sizeof t->address, "%s%s%s", c->seat_host, *c->seat_ports ? ":" : "", c->seat_ports);
        wish->seat_address = t->address;
    }
}

static void wish_order(const struct serve *s, const struct order *o, struct wish_texts *t, struct match_wish *wish)
{
    wish->rules = o->rules;
    wish->seats = match_number(o->seats, t->seats);
    wish->games = match_number(o->games, t->games);
    wish->clock = o->clock;
    wish->sign = o->sign ? "decision" : "hand";
    wish->on_timeout = o->on_timeout ? "default-action" : "lose";
    wish->hands_max = o->hands_max ? match_number(o->hands_max, t->hands_max) : NULL;
    wish->note_bytes = o->note_bytes ? match_number(o->note_bytes, t->note_bytes) : NULL;
    wish->duplicate = o->duplicate;
    wish->games_a_leg = o->games_a_leg ? match_number(o->games_a_leg, t->games_a_leg) : NULL;
    wish->replay = t->record;
    wish->logs = orders_record(&s->orders, o->id, ".logs", t->logs);
    wish_parties(s, o, t, wish);
}

struct match_wish order_wish(const struct serve *s, const struct order *o, int core, bool resume, struct wish_texts *t)
{
    struct match_wish wish = { 0 };
    orders_record(&s->orders, o->id, o->duplicate ? ".pairs" : ".replay", t->record);
    *t->names = *t->artifacts = '\0';
    if (resume) {
        wish.resume = t->record;
        wish.give_up = o->given_up;
    } else {
        wish_order(s, o, t, &wish);
        wish_house(s, o, core, t, &wish);
    }
    return wish;
}
