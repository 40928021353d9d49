/* remote: what is checked before a remote bot is on the ladder. */
#include "remote.h"
#include "cli/language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "site/session/forms.h"
#include "site/session/proofs.h"
#include "submit.h"
#include "record/binding.h"
#include "schedule/schedule.h"
#include "store/store_ratings.h"

enum { EVENTS_LOOKED_AT = 100 };

/* A browser ends lines with CR LF. */
static int read_binding(const char *text, struct binding *b, struct store_error *e)
{
    char plain[BINDING_TEXT], why[BINDING_WHY];
    size_t n = 0;
    for (; *text && n < sizeof plain - 1; text++)
        if (*text != '\r')
            plain[n++] = *text;
    plain[n] = '\0';
    if (binding_parse(plain, n, b, why))
        return store_fail(e, STORE_INVALID, N_("the binding: %s"), why);
    if (binding_expired(b, (uint64_t)time(NULL)))
        return store_say(e, STORE_INVALID, N_("the binding has run out: make another with `fiel keys bind`"));
    return STORE_OK;
}

/* Whose a binding is, its author shows by its key: the file alone is anybody's, and names no bot of theirs. */
static int is_own(struct http_request *r, const struct bot *b, const uint8_t key[STORE_KEY], struct store_error *e)
{
    char name[2 * STORE_NAME];
    uint8_t shown[STORE_KEY];
    snprintf(name, sizeof name, "%s/%s", b->author, b->name);
    int bad = proof_taken(r, name, given(r, "proof"), shown, e);
    return bad == STORE_NOT_FOUND || (!bad && memcmp(shown, key, STORE_KEY) != 0)
               ? store_fail(e, STORE_INVALID,
                            N_("a binding comes with a proof of its key for %s (the host's `serve --address`), made a "
                               "moment ago: `fiel-ladder login AUTHOR/BOT --key NAME.key --proof`"),
                            own_address(r))
               : bad;
}

/* Does one of the ladder's own events take it? */
static int takes(struct store *s, int64_t ladder, struct store_error *e)
{
    struct event_filter f = { .ladder = ladder, .kind = EVENT_LADDER, .state = -1 };
    OWNED struct event *v = calloc(EVENTS_LOOKED_AT, sizeof *v);
    OWNED struct ladder *l = malloc(sizeof *l);
    size_t n = 0;
    bool found = false;
    int bad = v && l ? store_ladder(s, ladder, l, e) : store_say(e, STORE_INVALID, N_("no memory: try again"));
    if (!bad)
        bad = store_events(s, &f, v, EVENTS_LOOKED_AT, &n, e);
    for (size_t i = 0; !bad && i < n; i++)
        found |= (v[i].state == EVENT_RUNNING || v[i].state == EVENT_PAUSED) && event_takes_remote(&v[i], l, 1);
    if (!bad && !found)
        bad = store_say(e, STORE_INVALID,
                        N_("that ladder takes no remote bots: they play plain matches, for which its host makes an "
                           "event with {\"plain\":1}, and sit once at a table"));
    return bad;
}

/* All that take one; a store_code, STORE_INVALID when none does. */
static int those_that_take(struct http_request *r, int64_t ladder[LADDERS_MOST], size_t *ladders, struct store_error *e)
{
    OWNED struct ladder *l = calloc(EVENTS_LOOKED_AT, sizeof *l);
    size_t n = 0;
    int bad = l ? store_ladders(store_of(r), 0, l, EVENTS_LOOKED_AT, &n, e)
                : store_say(e, STORE_INVALID, N_("no memory: try again"));
    int none = bad ? bad : STORE_OK;
    for (size_t i = 0; !bad && i < n && *ladders < LADDERS_MOST; i++)
        if (!(none = takes(store_of(r), l[i].id, e)))
            ladder[(*ladders)++] = l[i].id;
    return *ladders ? STORE_OK : none;
}

int remote_register(struct http_request *r, const struct bot *b, int64_t ladder[LADDERS_MOST], size_t *ladders,
                    struct version *v, struct store_error *e)
{
    struct binding x;
    int bad = wrong_at(r, "binding", read_binding(given(r, "binding"), &x, e));
    for (size_t i = 0; !bad && i < *ladders; i++)
        bad = wrong_at(r, "ladders", takes(store_of(r), ladder[i], e));
    if (!bad && !*ladders)
        bad = wrong_at(r, "ladders", those_that_take(r, ladder, ladders, e));
    if (!bad)
        bad = wrong_at(r, "proof", is_own(r, b, x.key, e));
    if (bad)
        return bad;
    v->remote = true;
    v->has_artifact = false;
    memcpy(v->key, x.key, STORE_KEY);
    binding_text(&x, v->binding);
    return STORE_OK;
}

/* By the newest table of its ladder; who is not in it comes behind all who are. */
static int seed(struct store *s, const struct event *v, struct entry *n, struct store_error *e)
{
    struct event_config c;
    struct rating_point x;
    char why[256];
    size_t found = 0;
    int bad = STORE_OK;
    if (!n->seed && event_config_read(v->kind, v->cfg, &c, why) && c.seeds == SEEDS_TABLE)
        bad = store_rating_history(s, v->ladder, n->version[0], 0, &x, 1, &found, e);
    n->seed = found ? x.rating.place : n->seed;
    return bad;
}

int remote_enter(struct store *s, struct entry *n, struct store_error *e)
{
    struct event v;
    struct ladder l;
    OWNED struct version *x = malloc(sizeof *x);
    size_t versions = 0;
    bool remote = false;
    int bad = x ? store_event(s, n->event, &v, e) : store_say(e, STORE_INVALID, N_("no memory: try again"));
    if (!bad)
        bad = store_ladder(s, v.ladder, &l, e);
    for (; !bad && versions < STORE_SEATS / 2 && n->version[versions]; versions++) {
        bad = store_version(s, n->version[versions], x, e);
        remote |= !bad && x->remote;
    }
    if (!bad && remote && !event_takes_remote(&v, &l, versions))
        bad = store_say(e, STORE_INVALID,
                        N_("this event takes no remote bots: they play plain matches, {\"plain\":1} in its "
                           "configuration, and sit once at a table"));
    return bad ? bad : seed(s, &v, n, e);
}

void remote_way(struct http_request *r, struct page *p, const char *author, const char *bot)
{
    page_fill(p, "<h2>{}</h2><p>{} <code>fiel-ladder bot remote {}/{} --server {}://{}</code> {}</p>",
              TR(r, "Or a bot that runs at your own machine"), TR(r, "Type there:"), author, bot,
              session_is_safe(r) ? "https" : "http", own_address(r),
              TR(r, "It makes the keys, registers the bot for plain matches and says how you start it."));
}
