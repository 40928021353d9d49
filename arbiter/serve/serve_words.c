/* serve_words: the words of the match that an order wants. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "record/crypto.h"
#include "serve.h"

/* What --bot or --cutter says of a party: a program's path, or a remote bot's binding. */
static void say_party(const struct serve *s, const struct order *o, const char *option, const char *bot,
                      struct match_argv *a)
{
    char path[CONTROL_PATH], command[ORDER_COMMAND], end[BOT_NAME + 8], why[ORDER_WHY];
    const char *remote = order_remote(bot);
    if (remote) {
        snprintf(end, sizeof end, ".%s.pub", remote);
        match_print(a, option, REMOTE "%s", orders_record(&s->orders, o->id, end, path));
    } else if (!order_program(&s->config, bot, command, why)) {
        match_print(a, option, "%s%s", command_lines(bot) ? COMMAND_LINES : "", command);
    } else {
        match_say(a, option, bot); /* gone since it was looked at: the match says so */
    }
}

static void say_parties(const struct serve *s, const struct order *o, struct match_argv *a)
{
    static const uint8_t unnamed[ID];
    char hex[2 * ID + 1];
    for (unsigned i = 0; i < o->seats; i++)
        match_list(a, "--names", order_name(o->bot[i]));
    for (unsigned i = 0; i < o->seats && o->artifacts; i++)
        match_list(a, "--artifacts", memcmp(o->artifact[i], unnamed, ID) ? hex_text(hex, o->artifact[i], ID) : "-");
    for (unsigned i = 0; i < o->seats; i++)
        say_party(s, o, "--bot", o->bot[i], a);
    for (unsigned i = 0; i < o->cutters; i++)
        say_party(s, o, "--cutter", o->cutter[i], a);
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

static void say_house(const struct serve *s, const struct order *o, int core, struct match_argv *a)
{
    const struct config *c = &s->config;
    char text[32];
    match_print(a, "--jail", "%s", config_word(c, "matches", "jail", text));
    match_say(a, "--uids", c->uids);
    match_say(a, "--bot-memory", c->bot_memory);
    match_say(a, "--key", c->key);
    match_say(a, "--host", given(c->host));
    match_flag(a, "--blind", c->blind || o->blind);
    match_print(a, "--cpu", core >= 0 ? "%d" : "none", core);
    if (c->tick_us)
        match_print(a, "--tick", "%s", duration_text(c->tick_us, text));
    match_count(a, "--sign-every", (uint64_t)c->sign_every);
    if (*c->match_log) {
        match_say(a, "--match-log", c->match_log);
        match_say(a, "--match-log-key", c->match_log_key);
        match_say(a, "--log-policy", given(c->log_policy_file));
    }
    if (has_remote(o))
        match_print(a, "--seat-address", "%s%s%s", c->seat_host, *c->seat_ports ? ":" : "", c->seat_ports);
}

static void say_order(const struct serve *s, const struct order *o, struct match_argv *a)
{
    char path[CONTROL_PATH];
    match_say(a, "--rules", o->rules);
    match_count(a, "--seats", o->seats);
    match_count(a, "--games", o->games);
    match_say(a, "--clock", o->clock);
    match_say(a, "--sign", o->sign ? "decision" : "hand");
    match_say(a, "--on-timeout", o->on_timeout ? "default-action" : "lose");
    match_count(a, "--hands-max", o->hands_max);
    match_count(a, "--note-bytes", o->note_bytes);
    match_flag(a, "--duplicate", o->duplicate);
    match_count(a, "--games-a-leg", o->games_a_leg);
    match_print(a, "--logs", "%s", orders_record(&s->orders, o->id, ".logs", path));
    say_parties(s, o, a);
}

void order_argv(const struct serve *s, const struct order *o, int core, bool resume, struct match_argv *a)
{
    char record[CONTROL_PATH];
    match_begin(a);
    match_print(a, resume ? "--resume" : "--replay", "%s",
                orders_record(&s->orders, o->id, o->duplicate ? ".pairs" : ".replay", record));
    match_flag(a, "--give-up", resume && o->given_up);
    if (!resume) {
        say_order(s, o, a);
        say_house(s, o, core, a);
    }
}
