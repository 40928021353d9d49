/* pages_play: a person at a table, and what came of it.
 *
 * Nobody plays who is not signed in: a table costs this host processes, so it is one for each person, and it belongs to the session
 * that sat down.  A page waits for the others' answer without a thread of its own, as a stream that is told once. */
#include "pages_play.h"
#include "cli/language.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/number.h"
#include "site/session/forms.h"
#include "playroom.h"
#include "site/session/account.h"
#include "play_table.h"
#include "story.h"
#include "rules/position.h"
#include "tell/fault.h"

enum { WAIT_MS = 5000, QUIET_MS = 20000 };

static struct playroom *playroom_of(const struct http_request *r) { return site_of(r)->playroom; }

/* --- the table -------------------------------------------------------------------------------------------------------- */

/* Its owner, while a page or a stream waits. */
struct onlooker {
    struct playroom *playroom;
    char id[PLAYROOM_ID], language[LANGUAGE], form[TOKEN_TEXT];
    uint8_t session[STORE_HASH];
    uint64_t seen;     /* is looked for news behind this */
    int64_t until_ms;  /* a page waits so long; */
    int64_t spoken_ms; /* a stream has said something then */
    struct store *store;
    struct page before, after; /* of a page that waits: what stands around the table */
    bool over;
};

static void onlooker_end(void *arg)
{
    struct onlooker *o = arg;
    page_free(&o->before);
    page_free(&o->after);
    sodium_memzero(o, sizeof *o);
    free(o);
}

static struct onlooker *onlooker_new(struct http_request *r)
{
    const struct guest *g = guest_of(r);
    struct onlooker *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->playroom = playroom_of(r);
    o->store = store_of(r);
    o->until_ms = store_now(o->store) + WAIT_MS;
    snprintf(o->id, sizeof o->id, "%s", r->part[0]);
    memcpy(o->language, g->language, sizeof o->language);
    memcpy(o->form, g->form, sizeof o->form);
    memcpy(o->session, g->session.hash, sizeof o->session);
    return o;
}

static bool is_over(const struct look *l) { return l->state == SITTING_OVER || l->state == SITTING_BROKEN; }

/* Something is asked of the person, or there is nothing more to come. */
static bool is_due(const struct look *l) { return l->request != 0 || is_over(l); }

static void put_result(struct http_request *r, struct page *p, const struct look *l)
{
    json_t *j = l->result ? json_loads(l->result, 0, NULL) : NULL, *seats = json_object_get(j, "seats"), *fault;
    const json_t *winner = json_object_get(j, "winner");
    bool own = json_integer_value(winner) == number_of(json_array_get(seats, 0), "side");
    char said[FAULT_SAID];
    size_t i;
    page_fill(p, "<p class=\"outcome\">{}{} {d}–{d}</p>", l->left ? TR(r, "You gave up and left. ") : "",
              TR(r, !json_is_integer(winner) ? N_("Nobody won.")
                    : l->left && own         ? N_("Your side won without you.")
                    : own                    ? N_("You won.")
                                             : N_("You lost.")),
              number_of(json_array_get(seats, 0), "points"), number_of(json_array_get(seats, 1), "points"));
    json_array_foreach(json_object_get(j, "faults"), i, fault)
        page_fill(p, "<p class=\"fault\">{}: {w}</p>", json_text(fault, "name"),
                  fault_said(said, (unsigned)fault_called(json_text(fault, "fault")), (uint64_t)number_of(fault, "a"),
                             (uint64_t)number_of(fault, "b")));
    json_decref(j);
}

/* The record as on the page of any match. */
static void put_record(struct http_request *r, struct page *p, const struct look *l)
{
    const struct proof_of own = { .match_id = l->record.match_id,
                                  .replay = l->record.replay,
                                  .arbiter = l->record.arbiter };
    char hash[2 * STORE_HASH + 1];
    sodium_bin2hex(hash, sizeof hash, l->record.replay, sizeof l->record.replay);
    put_viewer(r, p, hash);
    show_verification(r, p, l->record.proved ? &own : NULL, NULL);
    page_fill(p, "<p><a href=\"/replays/{}\" download=\"{}.replay\">{}</a> · {}</p>", hash, l->who.bot_name,
              TR(r, "download the replay"), TR(r, "The record is kept here for a day; download it to keep it."));
}

/* For those without scripts. */
static void put_text(struct http_request *r, struct page *p, const struct look *l)
{
    AUTO(store_free) struct store_bytes replay = { 0 };
    struct store_error e;
    if (store_get(store_of(r), l->record.replay, &replay, &e))
        return;
    struct story story;
    story_read(r, &replay, &story);
    put_story(r, p, &story);
    free(story.text);
}

static void put_broken(struct http_request *r, struct page *p, const struct look *l)
{
    page_fill(p, "<p class=\"outcome\">{}</p><p class=\"fault\">{w}</p>", TR(r, "This match could not be played."),
              l->why);
}

static unsigned show_over(struct http_request *r, struct http_answer *a, const struct look *l, const char *title)
{
    show_head(r, &a->page, title, l->has_replay ? "viewer.mjs" : NULL);
    if (l->state == SITTING_OVER)
        put_result(r, &a->page, l);
    else
        put_broken(r, &a->page, l);
    page_fill(&a->page, "<p><a class=\"btn main\" href=\"/play/{a}/{a}\">{}</a></p>", l->who.author, l->who.bot_name,
              TR(r, "Play again"));
    if (l->has_replay) {
        put_record(r, &a->page, l);
        put_text(r, &a->page, l);
    }
    return show_end(r, a, STORE_OK, NULL);
}

/* The rest of a page that has waited: without scripts it looks again by itself while others play, and when it is over. */
static void put_table(const struct onlooker *o, struct page *out, const struct look *l)
{
    if (!l->request)
        page_fill(out,
                  "<noscript><meta http-equiv=\"refresh\" content=\"1; url=/tables/{a}\"><p><a "
                  "href=\"/tables/{a}\">{}</a></p></noscript>",
                  o->id, o->id, language_text(language_called(o->language), N_("load the page again")));
    page_fill(out, "<div class=\"play\" id=\"play\" tabindex=\"-1\" data-turns=\"/tables/{a}/turns\" data-lost=\"{}\">",
              o->id, language_text(language_called(o->language), N_("The connection was lost; trying again…")));
    play_table(out, o->id, l, o->language, o->form);
    page_put(out, "</div>");
}

/* The page when something is due, or after a while as it is. */
static bool page_when_due(void *arg, struct page *out)
{
    struct onlooker *o = arg;
    AUTO(look_free) struct look l = { 0 };
    if (o->over || !playroom_look(o->playroom, o->id, o->session, &l))
        return false;
    o->over = (is_due(&l) && l.changes > o->seen) || store_now(o->store) > o->until_ms;
    if (o->over) {
        page_bytes(out, o->before.data, o->before.size);
        put_table(o, out, &l);
        page_bytes(out, o->after.data, o->after.size);
    }
    return true;
}

static struct http_stream *stream_of(struct onlooker *o, bool (*next)(void *, struct page *))
{
    struct http_stream *x = o ? malloc(sizeof *x) : NULL;
    if (x)
        *x = (struct http_stream){ next, onlooker_end, o };
    else if (o)
        onlooker_end(o);
    return x;
}

/* A table that is not this session's: its person is told where it is, and to all others there is none. */
static unsigned not_here(struct http_request *r, struct http_answer *a)
{
    if (!playroom_of(r) || !playroom_elsewhere(playroom_of(r), r->part[0], guest_of(r)->person.id))
        return 404;
    show_head(
        r, &a->page,
        TR(r, "You sit at this table in another session: go on there. Sitting down at a table here ends that one."),
        NULL);
    show_foot(r, &a->page);
    return 409;
}

static unsigned show_table(struct http_request *r, struct http_answer *a)
{
    AUTO(look_free) struct look l = { 0 };
    char title[160];
    if (!playroom_of(r) || !playroom_look(playroom_of(r), r->part[0], guest_of(r)->session.hash, &l))
        return not_here(r, a);
    snprintf(title, sizeof title, "%s – %.60s #%" PRId64, guest_of(r)->person.name, l.who.bot_name, l.who.number);
    if (is_over(&l))
        return show_over(r, a, &l, title);
    bool speaks = playroom_speak(playroom_of(r), r->part[0], guest_of(r)->session.hash, guest_of(r)->language);
    struct onlooker *o = onlooker_new(r);
    if (o) {
        show_head(r, &o->before, title, "table.mjs");
        if (http_query(r, "past"))
            page_fill(&o->before, "<p class=\"said\" role=\"status\">{}</p>",
                      TR(r, "That was answered already, or came too late: this is how the table stands now."));
        show_foot(r, &o->after);
        o->seen = speaks ? l.changes : (uint64_t)id_query(r, "after");
    }
    a->stream = stream_of(o, page_when_due);
    return a->stream ? 200 : 500;
}

/* --- answers ----------------------------------------------------------------------------------------------------------- */

static bool small_number(const char *text, unsigned *out)
{
    uint64_t n = 0;
    bool read = whole_number(text, 1, 999999, &n);
    *out = (unsigned)n;
    return read;
}

/* Whatever does not fit what is asked now changes nothing, and the table is shown as it stands. */
static unsigned answer(struct http_request *r, struct http_answer *a)
{
    const uint8_t *session = guest_of(r)->session.hash;
    const char *say = form_text(r, "say");
    enum saying what = !strcmp(say, "hint")    ? SAY_HINT
                       : !strcmp(say, "go")    ? SAY_GO
                       : !strcmp(say, "leave") ? SAY_LEAVE
                                               : SAY_DO;
    unsigned request = 0;
    char to[96];
    uint64_t before = playroom_of(r) ? playroom_changes(playroom_of(r), r->part[0], session) : 0;
    if (!before)
        return not_here(r, a);
    const char *word = form_text(r, "do"), *const sign[] = { form_text(r, "sign0"), form_text(r, "sign1"),
                                                             form_text(r, "sign2") };
    if (!strncmp(word, "bet", 3)) /* by a number, which the list of that name has */
        word = form_text(r, word);
    bool fits = small_number(form_text(r, "request"), &request) | (what == SAY_LEAVE);
    if (fits && playroom_say(playroom_of(r), r->part[0], session, what, request, word, sign))
        snprintf(to, sizeof to, "/tables/%.32s?after=%" PRIu64, r->part[0], before);
    else
        snprintf(to, sizeof to, "/tables/%.32s?past=1", r->part[0]);
    return http_redirect(a, to);
}

/* --- with scripts ------------------------------------------------------------------------------------------------------- */

/* The table anew with every change; `over` when there is another page to load. */
static bool next_turn(void *arg, struct page *out)
{
    struct onlooker *o = arg;
    AUTO(page_free) struct page table = { 0 };
    AUTO(look_free) struct look l = { 0 };
    int64_t now = store_now(o->store);
    if (o->over)
        return false;
    if (playroom_changes(o->playroom, o->id, o->session) == o->seen) {
        if (now - o->spoken_ms > QUIET_MS) {
            page_put(out, ": \n\n"); /* finds out who has gone without a word */
            o->spoken_ms = now;
        }
        return true;
    }
    if (!playroom_look(o->playroom, o->id, o->session, &l))
        return false;
    if (!o->seen)
        page_put(out, "retry: 1000\n\n"); /* ms after which a browser that lost the connection comes back */
    o->spoken_ms = now;
    o->over = is_over(&l);
    o->seen = l.changes;
    if (!o->over)
        play_table(&table, o->id, &l, o->language, o->form);
    page_fill(out, "{h}{j}\n\n", o->over ? "event: over\ndata: " : "data: ", table.data ? table.data : "");
    return true;
}

static unsigned turns(struct http_request *r, struct http_answer *a)
{
    if (!playroom_of(r) || !playroom_changes(playroom_of(r), r->part[0], guest_of(r)->session.hash))
        return 204; /* tells an EventSource not to come back */
    a->stream = stream_of(onlooker_new(r), next_turn);
    if (!a->stream)
        return 500;
    a->type = "text/event-stream";
    http_header(a, "X-Accel-Buffering", "no"); /* nginx would keep it back */
    return 200;
}

const struct http_route play_routes[] = {
    { "GET", "/play/{}/{}", play_ask, AUTH_KNOWN, 0 },
    { "POST", "/play/{}/{}", play_sit, AUTH_KNOWN, 0 },
    { "GET", "/tables/{}", show_table, AUTH_KNOWN, 0 },
    { "POST", "/tables/{}", answer, AUTH_KNOWN, 0 },
    { "GET", "/tables/{}/turns", turns, AUTH_KNOWN, 0 },
    { "GET", "/play/{}/{}/rules", play_rules, AUTH_KNOWN, 0 },
    { 0 },
};
