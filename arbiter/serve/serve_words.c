/* serve_words: the command line of a match. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>

#include "record/crypto.h"
#include "serve.h"

static void add(struct play_words *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct play_words *w, const char *format, ...)
{
    va_list args;
    assert(w->n < PLAY_WORDS - 1);
    va_start(args, format);
    if (vasprintf(&w->word[w->n], format, args) < 0)
        abort(); /* no memory for a word */
    va_end(args);
    w->word[++w->n] = NULL;
}

/* A path as one word of a bot's command, which is split at blanks and quotes. */
static char *quoted(const char *path, char out[2 * CONTROL_PATH])
{
    char *to = out;
    for (; *path; path++) {
        if (strchr(" \t'\"\\", *path))
            *to++ = '\\';
        *to++ = *path;
    }
    *to = '\0';
    return out;
}

static void add_party(const struct serve *s, const struct order *o, const char *option, const char *bot,
                      struct play_words *w)
{
    char path[CONTROL_PATH], end[BOT_NAME + 8], word[2 * CONTROL_PATH], why[ORDER_WHY];
    const char *remote = order_remote(bot);
    add(w, "--%s", option);
    if (remote) {
        snprintf(end, sizeof end, ".%s.pub", remote);
        add(w, REMOTE "%s", orders_record(&s->orders, o->id, end, path));
    } else if (!order_program(&s->config, bot, path, why)) {
        add(w, "%s", quoted(path, word));
    } else {
        add(w, "%s", bot); /* gone since it was looked at: the match says so */
    }
}

static void add_names(const struct order *o, struct play_words *w)
{
    char names[SEATS_MAX * NAME_TEXT] = "";
    for (unsigned i = 0, n = 0; i < o->seats; i++) {
        const char *remote = order_remote(o->bot[i]);
        n += (unsigned)snprintf(names + n, sizeof names - n, "%s%s", i ? "," : "", remote ? remote : o->bot[i]);
    }
    add(w, "--names");
    add(w, "%s", names);
}

static void add_artifacts(const struct order *o, struct play_words *w)
{
    static const uint8_t unnamed[ID];
    char list[SEATS_MAX * (2 * ID + 1)] = "", hex[2 * ID + 1];
    for (unsigned i = 0, n = 0; i < o->seats; i++)
        n += (unsigned)snprintf(list + n, sizeof list - n, "%s%s", i ? "," : "",
                                memcmp(o->artifact[i], unnamed, ID) ? hex_text(hex, o->artifact[i], ID) : "-");
    add(w, "--artifacts");
    add(w, "%s", list);
}

static bool has_remote(const struct order *o)
{
    bool remote = o->cutters > 0;
    for (unsigned i = 0; i < o->seats; i++)
        remote |= order_remote(o->bot[i]) != NULL;
    return remote;
}

static void add_value(struct play_words *w, const char *option, const char *value)
{
    add(w, "--%s", option);
    add(w, "%s", value);
}

static void add_house(const struct serve *s, const struct order *o, int core, struct play_words *w)
{
    const struct config *c = &s->config;
    char word[32];
    add_value(w, "jail", config_word(c, "matches", "jail", word));
    add_value(w, "uids", c->uids);
    add_value(w, "bot-memory", c->bot_memory);
    add_value(w, "key", c->key);
    if (c->tick_us)
        add_value(w, "tick", duration_text(c->tick_us, word));
    if (c->sign_every)
        add(w, "--sign-every"), add(w, "%" PRId64, c->sign_every);
    if (c->blind || o->blind)
        add(w, "--blind");
    if (*c->host)
        add_value(w, "host", c->host);
    if (core >= 0)
        add(w, "--cpu"), add(w, "%d", core);
    else
        add_value(w, "cpu", "none");
    if (*c->match_log) {
        add_value(w, "match-log", c->match_log);
        add_value(w, "match-log-key", c->match_log_key);
        if (*c->log_policy_file)
            add_value(w, "log-policy", c->log_policy_file);
    }
    if (has_remote(o)) {
        add(w, "--seat-address");
        add(w, "%s%s%s", c->seat_host, *c->seat_ports ? ":" : "", c->seat_ports);
    }
}

static void add_order(const struct serve *s, const struct order *o, struct play_words *w)
{
    char path[CONTROL_PATH];
    add_value(w, "rules", o->rules);
    add(w, "--seats"), add(w, "%u", o->seats);
    add(w, "--games"), add(w, "%u", o->games);
    add_value(w, "clock", o->clock);
    add_value(w, "sign", o->sign ? "decision" : "hand");
    add_value(w, "on-timeout", o->on_timeout ? "default-action" : "lose");
    if (o->hands_max)
        add(w, "--hands-max"), add(w, "%u", o->hands_max);
    if (o->duplicate)
        add(w, "--duplicate");
    for (unsigned i = 0; i < o->seats; i++)
        add_party(s, o, "bot", o->bot[i], w);
    for (unsigned i = 0; i < o->cutters; i++)
        add_party(s, o, "cutter", o->cutter[i], w);
    add_names(o, w);
    if (o->artifacts)
        add_artifacts(o, w);
    add_value(w, "replay", orders_record(&s->orders, o->id, o->duplicate ? ".pairs" : ".replay", path));
    add_value(w, "logs", orders_record(&s->orders, o->id, ".logs", path));
}

void play_words(const struct serve *s, const struct order *o, int core, bool resume, struct play_words *w)
{
    char path[CONTROL_PATH];
    memset(w, 0, sizeof *w);
    add(w, "fiel");
    add(w, "match");
    add(w, "--events"), add(w, "%d", SPAWN_FIRST);
    if (resume) {
        add_value(w, "resume", orders_record(&s->orders, o->id, o->duplicate ? ".pairs" : ".replay", path));
        if (o->given_up)
            add(w, "--give-up");
        return;
    }
    add_order(s, o, w);
    add_house(s, o, core, w);
}

void play_words_free(struct play_words *w)
{
    for (unsigned i = 0; i < w->n; i++)
        free(w->word[i]);
    w->n = 0;
}
