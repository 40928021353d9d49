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
               ? store_say(
                     e, STORE_INVALID,
                     N_("a binding comes with a proof of its key, made a moment ago: `fiel-ladder login AUTHOR/BOT "
                        "--key NAME.key --proof`"))
               : bad;
}

/* Does one of the ladder's own events take it? */
static int takes(struct store *s, int64_t ladder, struct store_error *e)
{
    struct event_filter f = { .ladder = ladder, .kind = EVENT_LADDER, .state = -1 };
    struct event *v = calloc(EVENTS_LOOKED_AT, sizeof *v);
    struct ladder *l = malloc(sizeof *l);
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
    free(v);
    free(l);
    return bad;
}

int remote_register(struct http_request *r, const struct bot *b, const int64_t *ladder, size_t ladders,
                    struct version *v, struct store_error *e)
{
    struct binding x;
    int bad = wrong_at(r, "binding", read_binding(given(r, "binding"), &x, e));
    for (size_t i = 0; !bad && i < ladders; i++)
        bad = wrong_at(r, "ladders", takes(store_of(r), ladder[i], e));
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

int remote_enter(struct store *s, const struct entry *n, struct store_error *e)
{
    struct event v;
    struct ladder l;
    struct version *x = malloc(sizeof *x);
    size_t versions = 0;
    bool remote = false;
    int bad = x ? store_event(s, n->event, &v, e) : store_say(e, STORE_INVALID, N_("no memory: try again"));
    if (!bad)
        bad = store_ladder(s, v.ladder, &l, e);
    for (; !bad && versions < STORE_SEATS / 2 && n->version[versions]; versions++) {
        bad = store_version(s, n->version[versions], x, e);
        remote |= !bad && x->remote;
    }
    free(x);
    if (!bad && remote && !event_takes_remote(&v, &l, versions))
        bad = store_say(e, STORE_INVALID,
                        N_("this event takes no remote bots: they play plain matches, {\"plain\":1} in its "
                           "configuration, and sit once at a table"));
    return bad;
}

int remote_form(struct http_request *r, struct page *p, const struct bot *b, struct store_error *e)
{
    static const struct form_field binding = { "binding", N_("binding"), FIELD_TEXT,
                                               "rows=\"6\" cols=\"70\" maxlength=\"511\" required", NULL };
    char name[2 * STORE_NAME], to[2 * STORE_NAME + 16];
    const char *door = site_of(r)->door;
    page_fill(p, "<h2>{}</h2><p>{}", TR(r, "Or a bot that runs at your own machine"),
              TR(r, "Make its keys with fiel keys new and send its binding, NAME.pub. It plays plain matches."));
    if (door && *door)
        page_fill(p, " {} <code>{} --key NAME.key</code>", TR(r, "Start it with"), door);
    page_put(p, "</p>");
    snprintf(name, sizeof name, "%s/%s", b->author, b->name);
    snprintf(to, sizeof to, "/bots/%s/versions", name);
    form_open(r, p, to, "class=\"submit\"");
    form_field(r, p, &binding, NULL);
    proof_field(r, p, name, N_("proof of its key"));
    form_field(r, p, &form_label, NULL);
    int bad = form_ladders(r, p, &ladders_field, false, NULL, e);
    form_close(p, NULL, TR(r, "Register"));
    return bad;
}
