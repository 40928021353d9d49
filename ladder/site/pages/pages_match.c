/* pages_match: lists of matches, one match with its replay, and the replay itself. */
#include "pages.h"

#include <inttypes.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "filing/same_match.h"
#include "filing/facts.h"
#include "filing/filing.h"
#include "filing/prove.h"
#include "site/bots/named.h"
#include "wire/messages.h"
#include "record/replay.h"
#include "site/play/story.h"
#include "store/store_trail.h"

enum { LISTED = 50 };

/* --- the list ------------------------------------------------------------------------------------------------- */

/* What the address asks for; `kept` is the same as a query again.  STORE_OK or what is not there. */
static int read_filter(struct http_request *r, struct leg_filter *f, struct page *kept, struct store_error *e)
{
    struct store *s = site_of(r)->store;
    const char *ladder = http_query(r, "ladder"), *bot = http_query(r, "bot"), *faulty = http_query(r, "faulty");
    struct ladder l;
    int bad = STORE_OK;
    page_put(kept, "");
    if (ladder && *ladder) {
        bad = store_ladder_coded(s, ladder, &l, e);
        f->ladder = l.id;
        page_fill(kept, "ladder={a}&amp;", ladder);
    }
    if (!bad && bot && *bot) {
        bad = version_named(s, bot, &f->version, e);
        page_fill(kept, "bot={a}&amp;", bot);
    }
    if (faulty) {
        f->faulty = true;
        page_put(kept, "faulty=1&amp;");
    }
    const char *against = http_query(r, "against");
    if (!bad && against && *against) {
        bad = version_named(s, against, &f->against, e);
        page_fill(kept, "against={a}&amp;", against);
    }
    f->pair = id_query(r, "pair");
    f->event = id_query(r, "event");
    if (f->pair)
        page_format(kept, "pair=%" PRId64 "&amp;", f->pair);
    if (f->event)
        page_format(kept, "event=%" PRId64 "&amp;", f->event);
    f->before = id_query(r, "before");
    return bad;
}

/* What to look for: an address with these words, so that it can be kept and sent.  Files answer no form. */
static int put_filter(struct http_request *r, struct page *p, struct store_error *e)
{
    static const struct form_field ladder = { "ladder", N_("ladder"), FIELD_LIST, NULL, NULL },
                                   bot = { "bot", N_("bot"), FIELD_LINE,
                                           "placeholder=\"ana/truquero#1\" maxlength=\"100\"", NULL },
                                   faulty = { "faulty", N_("only those ended by a fault"), FIELD_TICK, NULL, NULL };
    page_put(p, "<form method=\"get\" action=\"/matches\" class=\"filter\">");
    int bad = form_ladders(r, p, &ladder, FORM_ALL, http_query(r, "ladder"), e);
    form_field(r, p, &bot, http_query(r, "bot"));
    form_field(r, p, &faulty, http_query(r, "faulty"));
    form_close(p, NULL, TR(r, "Show"));
    return bad;
}

unsigned page_matches(struct http_request *r, struct http_answer *a)
{
    struct leg_filter f = { .seen = !is_host(guest_of(r)) };
    OWNED struct leg *leg = calloc(LISTED, sizeof *leg);
    AUTO(page_free) struct page kept = { 0 };
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = leg ? read_filter(r, &f, &kept, &e) : STORE_ENVIRONMENT;
    if (!bad)
        bad = store_legs(site_of(r)->store, &f, leg, LISTED, &n, &e);
    if (!bad) {
        show_head(r, &a->page, TR(r, "Matches"), NULL);
        bad = put_filter(r, &a->page, &e);
        show_legs(r, &a->page, leg, n, LISTED, kept.data);
    }
    return show_end(r, a, bad, &e);
}

/* --- one match -------------------------------------------------------------------------------------------------- */

/* On whose word the result stands, where it is not the record alone that shows it. */
static void put_rests(struct http_request *r, struct page *p, const struct leg *l, const struct story *s)
{
    char text[SAID_TEXT];
    for (unsigned i = 0; i < s->rests; i++) {
        page_put(p, "<li class=\"rests\">");
        show_of_seats(r, p, l, said_text(text, sizeof text, p->language, s->clause[i]));
        page_put(p, "</li>");
    }
}

static void put_facts(struct http_request *r, struct page *p, const struct leg *l, const struct story *story)
{
    page_put(p, "<ul class=\"facts\"><li>");
    show_players(r, p, l);
    page_fill(p, " · <strong>{d}–{d}</strong>, {d} {}</li>", l->points[0], l->points[1], l->hands, TR(r, "hands"));
    if (l->fault) {
        page_fill(p, "<li class=\"fault\">{}: ", TR(r, "fault"));
        show_fault(r, p, l);
        page_put(p, "</li>");
    }
    put_rests(r, p, l, story);
    if (l->pair_state == PAIR_VOID)
        page_fill(p, "<li class=\"fault\">{}</li>", TR(r, "void: does not count"));
    if (l->in_doubt)
        page_fill(p, "<li class=\"fault\">{}</li>",
                  TR(r, "In doubt: asked again on another machine, a bot of this pair decides otherwise than its "
                        "record says, beyond chance. The pair counts for nothing until the host decides."));
    if (l->pair_unheld)
        page_fill(p, "<li>{}</li>",
                  TR(r, "Unheld: by the arbiter's word some bot of this pair was in no fresh strict jail; it may have "
                        "known the second match's cards."));
    page_put(p, "</ul>");
}

/* The other leg of its pair, when that has two. */
static bool find_twin(struct http_request *r, const struct leg *l, struct leg *out)
{
    struct leg_filter f = { .pair = l->pair };
    struct leg leg[STORE_LEGS];
    struct store_error e;
    size_t n = 0;
    if (store_legs(site_of(r)->store, &f, leg, STORE_LEGS, &n, &e) || n != 2)
        return false;
    *out = leg[leg[0].id == l->id];
    return true;
}

static struct proof_of proof_of(const struct leg *l)
{
    return (struct proof_of){ .match_id = l->match_id, .replay = l->replay, .arbiter = l->arbiter, .leg = l->leg };
}

/* Who sat there, and what a record says of them: of a bot that runs elsewhere its key, of a hosted one its archive. */
static int add_seat(struct store *s, int64_t version, json_t *list, struct store_error *e)
{
    struct version v;
    struct version_label who;
    char hex[2 * STORE_HASH + 1], name[LABEL_TEXT];
    int bad = store_version(s, version, &v, e);
    if (!bad)
        bad = store_label(s, version, &who, e);
    if (!bad)
        json_array_append_new(
            list, json_pack("{s:s,s:s}", v.remote ? "key" : "artifact",
                            sodium_bin2hex(hex, sizeof hex, v.remote ? v.key : version_plays(&v), STORE_HASH), "name",
                            label_text(&who, name)));
    return bad;
}

/* Which records were filed of the pair, by leg, as the trail's line of the filing has it; NULL where it has none. */
static json_t *filed(struct store *s, int64_t pair)
{
    enum { LINES = 64, HEX = 2 * STORE_HASH };
    OWNED struct trail_line *t = calloc(LINES, sizeof *t);
    struct store_error e;
    json_t *list = NULL;
    size_t n = 0;
    if (!t || store_trail_about(s, "pair", pair, t, LINES, &n, &e))
        n = 0;
    for (size_t i = 0; i < n && !list; i++) {
        list = strcmp(t[i].action, "pair-filed") ? NULL : json_array();
        for (char *rest, *word = list ? strtok_r(t[i].detail, " ", &rest) : NULL; word;
             word = strtok_r(NULL, " ", &rest))
            if (strspn(word, "0123456789abcdef") == HEX)
                json_array_append_new(list, json_stringn(word, HEX));
    }
    return list;
}

/* What the leg's row repeats of its record, as JSON. */
static json_t *facts(const struct leg *l)
{
    struct fact list[FACTS_MOST];
    OWNED char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    facts_json(f, list, facts_of(l, list));
    return fclose(f) ? NULL : json_loads(text, 0, NULL);
}

/* What the page says of the match, for the browser to hold against the record (named.mjs); NULL when it cannot be had. */
static char *shown(struct store *s, const struct leg *l)
{
    struct ladder ladder;
    struct pair pair;
    struct store_error e;
    struct rules rules;
    char said[RULES_TEXT], clock[CLOCK_TEXT];
    json_auto_t *seats = json_array();
    bool fine = !store_ladder(s, l->ladder, &ladder, &e) && !store_pair(s, l->pair, &pair, &e) &&
                same_match_rules(&ladder, &rules);
    for (int64_t i = 0; fine && i < l->seats; i++)
        fine = !add_seat(s, l->seat[i].version, seats, &e);
    json_auto_t *j = fine ? json_pack("{s:s,s:s,s:I,s:O,s:o,s:b,s:o*}", "rules", rules_text(&rules, said), "clock",
                                      same_match_clock(&ladder, clock), "games",
                                      (json_int_t)(pair.games ? pair.games : same_match_games(&ladder)), "seats", seats,
                                      "facts", facts(l), "unheld", l->pair_unheld, "filed", filed(s, l->pair))
                          : NULL;
    return json_dumps(j, JSON_COMPACT);
}

/* Where the match stands in the host's log, and what proves it. */
static void put_log_entry(struct http_request *r, struct page *p, const struct leg *l)
{
    if (l->log_index < 0)
        return;
    page_fill(p, "<p>{} {d}", TR(r, "in the match log, before its first card: entry"), l->log_index);
    if (!l->let_go)
        page_fill(p, ", <a href=\"/matches/{d}/proof\">{}</a>", l->id, TR(r, "proof"));
    page_put(p, "</p>");
}

static void put_download(struct http_request *r, struct page *p, const char *hash)
{
    page_fill(p, "<p><a href=\"/replays/{}\" download>{}</a></p>", hash, TR(r, "download the replay"));
}

static void put_proof(struct http_request *r, struct page *p, const struct leg *l, const struct leg *twin,
                      const char *hash)
{
    OWNED char *text = shown(site_of(r)->store, l);
    struct proof_of own = proof_of(l), other = proof_of(twin ? twin : l);
    own.shown = text ? text : ""; /* which the browser takes for what it is: nothing */
    show_verification(r, p, &own, twin ? &other : NULL);
    put_log_entry(r, p, l);
    put_download(r, p, hash);
}

/* What is left of a match whose record went with a season, and by what its archive knows that record. */
static void put_let_go(struct http_request *r, struct page *p, const struct leg *l, const char *hash, const char *why)
{
    page_fill(p, "<p>{w}", why);
    page_format(p, ": <code>records/%.2s/%s</code></p>", hash, hash);
    put_log_entry(r, p, l);
}

/* For who had a bot there, and for hosts: what it printed, and a word against the result. */
static void put_own(struct http_request *r, struct page *p, const struct leg *l)
{
    const struct guest *g = guest_of(r);
    struct version_label who;
    struct store_error e;
    bool mine = false;
    for (int64_t seat = 0; g->known && seat < l->seats && seat < STORE_SEATS; seat++) {
        if (store_label(site_of(r)->store, l->seat[seat].version, &who, &e) ||
            (who.person != g->person.id && !is_host(g)))
            continue;
        mine |= who.person == g->person.id;
        page_format(p, "<p><a href=\"/matches/%" PRId64 "/logs/%" PRId64 "\">", l->id, seat);
        page_fill(p, "{} {}/{}</a></p>", TR(r, "log of"), who.author, who.bot_name);
    }
    if (!mine || l->let_go)
        return;
    page_fill(p, "<p><a href=\"/matches/{d}/dispute\">{}</a></p>", l->id, TR(r, "dispute this match"));
}

/* A record from before this version of the protocol: it can be had as it is, and nobody here can show or prove it. */
static void put_earlier(struct http_request *r, struct page *p, const struct leg *l, const char *hash, unsigned version)
{
    page_fill(p, "<p>{} {u}</p>",
              TR(r, "The record of this match is of an earlier version of the protocol, and kept as it was; nothing "
                    "of today shows or proves it: version"),
              version);
    put_log_entry(r, p, l);
    put_download(r, p, hash);
}

/* The match as it was played, with scripts and without, and what proves it. */
static void put_shown(struct http_request *r, struct page *p, const struct leg *l, const struct leg *twin,
                      const char *hash, const struct story *story)
{
    put_viewer(r, p, hash);
    show_seats(r, p, l);
    put_proof(r, p, l, twin, hash);
    put_story(r, p, story);
}

unsigned page_match(struct http_request *r, struct http_answer *a)
{
    struct store *s = site_of(r)->store;
    struct store_error e;
    AUTO(store_free) struct store_bytes replay = { 0 };
    struct story story;
    struct leg l, twin;
    char hash[2 * STORE_HASH + 1], title[64];
    int bad = seen_leg(r, id_at(r, 0), &l, &e);
    if (!bad)
        bad = store_get(s, l.replay, &replay, &e);
    bool let_go = bad == STORE_LET_GO;
    if (bad && !let_go)
        return show_store_error(r, a, &e);
    sodium_bin2hex(hash, sizeof hash, l.replay, sizeof l.replay);
    snprintf(title, sizeof title, "%s %" PRId64, TR(r, "Match"), l.id);
    unsigned version = let_go ? 0 : filing_version(replay.data, replay.size);
    bool earlier = version && version != PROTOCOL_VERSION;
    show_head(r, &a->page, title, let_go || earlier ? NULL : "viewer.mjs");
    story_read(r, &replay, &story);
    put_facts(r, &a->page, &l, &story);
    bool two = find_twin(r, &l, &twin);
    put_ways(r, &a->page, &l, two ? &twin : NULL);
    if (let_go || earlier)
        show_seats(r, &a->page, &l);
    if (let_go)
        put_let_go(r, &a->page, &l, hash, e.said);
    else if (earlier)
        put_earlier(r, &a->page, &l, hash, version);
    else
        put_shown(r, &a->page, &l, two ? &twin : NULL, hash, &story);
    if (two)
        page_format(&a->page, "<p><a href=\"/matches/%" PRId64 "\">%s</a></p>", twin.id,
                    TR(r, "the other match of this pair"));
    put_pair_trail(r, &a->page, l.pair);
    put_own(r, &a->page, &l);
    show_foot(r, &a->page);
    free(story.text);
    return 200;
}

/* As it stands in the record: any verifier of C2SP's tlog-proof reads it. */
unsigned page_proof(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    AUTO(store_free) struct store_bytes replay = { 0 };
    struct leg l;
    int bad = seen_leg(r, id_at(r, 0), &l, &e);
    if (!bad)
        bad = store_get(site_of(r)->store, l.replay, &replay, &e);
    if (bad)
        return show_store_error(r, a, &e);
    OWNED char *text = prove_logged(replay.data, replay.size);
    if (text)
        page_put(&a->page, text);
    a->type = "text/plain; charset=utf-8";
    return text ? 200 : 404;
}

unsigned page_replay(struct http_request *r, struct http_answer *a)
{
    uint8_t hash[STORE_HASH];
    size_t size;
    AUTO(store_free) struct store_bytes replay = { 0 };
    struct store_error e;
    if (sodium_hex2bin(hash, sizeof hash, r->part[0], strlen(r->part[0]), NULL, &size, NULL) || size != sizeof hash)
        return 404;
    if (seen_record(r, hash, &e) || store_get(site_of(r)->store, hash, &replay, &e))
        return show_store_error(r, a, &e);
    /* Authors' archives lie among the blobs too: a hash opens records alone. */
    bool record = filing_version(replay.data, replay.size) > 0;
    if (record)
        page_bytes(&a->page, replay.data, replay.size);
    if (!record)
        return 404;
    a->type = "application/octet-stream";
    a->cache = is_host(guest_of(r)) ? NULL : "public, max-age=31536000, immutable"; /* a host sees what is hidden */
    return 200;
}
