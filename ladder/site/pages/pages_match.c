/* pages_match: lists of matches, one match with its replay, and the replay itself. */
#include "pages.h"

#include <inttypes.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/audit.h"
#include "filing/bound.h"
#include "filing/filing.h"
#include "site/bots/named.h"
#include "site/session/own.h"
#include "wire/messages.h"
#include "record/replay.h"
#include "site/play/story.h"

enum { LISTED = 50 };

/* --- the list ------------------------------------------------------------------------------------------------- */

/* What the address asks for; `kept` is the same as a query again.  STORE_OK or what is not there. */
static int read_filter(struct http_request *r, struct leg_filter *f, struct page *kept, struct store_error *e)
{
    struct store *s = site_of(r)->store;
    const char *ladder = http_query(r, "ladder"), *bot = http_query(r, "bot"), *faulty = http_query(r, "faulty");
    const char *before = http_query(r, "before");
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
    f->pair = id_query(r, "pair");
    if (f->pair)
        page_format(kept, "pair=%" PRId64 "&amp;", f->pair);
    f->before = before ? strtoll(before, NULL, 10) : 0;
    return bad;
}

static const char *asked(const struct http_request *r, const char *name)
{
    const char *value = http_query(r, name);
    return value ? value : "";
}

/* What to look for: an address with these words, so that it can be kept and sent.  Files answer no form. */
static int put_filter(struct http_request *r, struct page *p, struct store_error *e)
{
    enum { LADDERS = 64 };
    struct ladder *l = calloc(LADDERS, sizeof *l);
    size_t n = 0;
    int bad = l ? store_ladders(site_of(r)->store, 0, l, LADDERS, &n, e) : (int)(e->code = STORE_ENVIRONMENT);
    page_fill(p,
              "<form method=\"get\" action=\"/matches\" class=\"filter\"><label>{} <select name=\"ladder\"><option "
              "value=\"\">{}</option>",
              say(r, WORD_LADDER), say(r, WORD_ALL));
    for (size_t i = 0; !bad && i < n; i++)
        page_fill(p, "<option value=\"{}\"{h}>{}</option>", l[i].code,
                  strcmp(asked(r, "ladder"), l[i].code) ? "" : " selected", l[i].name);
    page_fill(p,
              "</select></label> <label>{} <input name=\"bot\" value=\"{}\" placeholder=\"ana/truquero#1\" "
              "maxlength=\"100\"></label> ",
              say(r, WORD_BOT), asked(r, "bot"));
    page_fill(p,
              "<label><input type=\"checkbox\" name=\"faulty\" value=\"1\"{h}> {}</label> <button>{}</button></form>",
              http_query(r, "faulty") ? " checked" : "", say(r, WORD_ONLY_FAULTS), say(r, WORD_SHOW));
    free(l);
    return bad;
}

unsigned page_matches(struct http_request *r, struct http_answer *a)
{
    struct leg_filter f = { 0 };
    struct leg *leg = calloc(LISTED, sizeof *leg);
    struct page kept = { 0 };
    struct store_error e = { .code = STORE_ENVIRONMENT };
    size_t n = 0;
    int bad = leg ? read_filter(r, &f, &kept, &e) : STORE_ENVIRONMENT;
    if (!bad)
        bad = store_legs(site_of(r)->store, &f, leg, LISTED, &n, &e);
    if (!bad) {
        show_head(r, &a->page, say(r, WORD_MATCHES), NULL);
        if (!site_of(r)->exported)
            bad = put_filter(r, &a->page, &e);
        show_legs(r, &a->page, leg, n, LISTED, kept.data);
        show_foot(r, &a->page);
    }
    page_free(&kept);
    free(leg);
    return bad ? show_store_error(r, a, &e) : 200;
}

/* --- one match -------------------------------------------------------------------------------------------------- */

/* On whose word the result stands, where it is not the record alone that shows it. */
static void put_rests(struct http_request *r, struct page *p, const struct store_bytes *replay)
{
    static _Thread_local struct audit_report report;
    char clause[RESTS_MOST][RESTS_TEXT];
    bool unread = !replay->size || audit_bytes(replay->data, replay->size, NULL, &report);
    unsigned n = unread ? 0 : audit_rests(&report, clause);
    for (unsigned i = 0; i < n; i++) {
        page_put(p, "<li class=\"rests\">");
        show_sentence(r, p, clause[i]);
        page_put(p, "</li>");
    }
}

static void put_facts(struct http_request *r, struct page *p, const struct leg *l, const struct store_bytes *replay)
{
    page_put(p, "<ul class=\"facts\"><li>");
    show_players(r, p, l);
    page_format(p, "</li><li><strong>%" PRId64 "–%" PRId64 "</strong>, %" PRId64, l->points[0], l->points[1], l->hands);
    page_fill(p, " {}</li>", say(r, WORD_HANDS));
    if (l->fault) {
        page_fill(p, "<li class=\"fault\">{}: ", say(r, WORD_FAULT));
        show_sentence(r, p, l->fault_text);
        page_put(p, "</li>");
    }
    put_rests(r, p, replay);
    if (l->pair_state == PAIR_VOID)
        page_fill(p, "<li class=\"fault\">{}</li>", say(r, WORD_VOID));
    if (l->in_doubt)
        page_fill(p, "<li class=\"fault\">{}</li>", say(r, WORD_IN_DOUBT));
    if (l->unheld)
        page_fill(p, "<li>{}</li>", say(r, WORD_UNHELD));
    page_put(p, "</ul>");
    show_seats(r, p, l);
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

/* What a record says of who sat there: a bot that runs elsewhere by its key, a hosted one by its archive. */
static int add_seat(struct store *s, int64_t version, json_t *list, struct store_error *e)
{
    static _Thread_local struct version v;
    char hex[2 * STORE_HASH + 1];
    int bad = store_version(s, version, &v, e);
    if (!bad)
        json_array_append_new(
            list, json_pack("{s:s}", v.remote ? "key" : "artifact",
                            sodium_bin2hex(hex, sizeof hex, v.remote ? v.key : version_plays(&v), STORE_HASH)));
    return bad;
}

/* What the page says of the match, for the browser to hold against the record (named.mjs); NULL when it cannot be had. */
static char *shown(struct store *s, const struct leg *l)
{
    struct ladder ladder;
    struct pair pair;
    struct store_error e;
    struct rules rules;
    char said[RULES_TEXT], clock[CLOCK_TEXT];
    json_t *seats = json_array(), *points = json_array();
    bool fine = !store_ladder(s, l->ladder, &ladder, &e) && !store_pair(s, l->pair, &pair, &e) &&
                bound_rules(&ladder, &rules);
    for (int64_t i = 0; fine && i < l->seats; i++)
        fine = !add_seat(s, l->seat[i].version, seats, &e);
    for (unsigned i = 0; fine && i < (unsigned)rules_scorers(&rules, (int)l->seats); i++)
        json_array_append_new(points, json_integer(l->points[i]));
    json_t *j = fine ? json_pack("{s:s,s:s,s:I,s:O,s:o,s:O,s:I,s:I,s:o}", "rules", rules_text(&rules, said), "clock",
                                 bound_clock(&ladder, clock), "games", (json_int_t)bound_games(&ladder, pair.legs == 2),
                                 "seats", seats, "winner", l->winner < 0 ? json_null() : json_integer(l->winner),
                                 "points", points, "hands", (json_int_t)l->hands, "fault", (json_int_t)l->fault, "log",
                                 l->log_index < 0 ? json_null() : json_integer(l->log_index))
                     : NULL;
    char *text = json_dumps(j, JSON_COMPACT);
    json_decref(j);
    json_decref(seats);
    json_decref(points);
    return text;
}

/* Where the match stands in the host's log, and what proves it. */
static void put_log_entry(struct http_request *r, struct page *p, const struct leg *l)
{
    if (l->log_index < 0)
        return;
    page_fill(p, "<p>{} ", say(r, WORD_LOG_ENTRY));
    page_format(p, "%" PRId64, l->log_index);
    if (!site_of(r)->exported && !l->let_go) {
        page_format(p, ", <a href=\"/matches/%" PRId64 "/proof\">", l->id);
        page_fill(p, "{}</a>", say(r, WORD_LOG_PROOF));
    }
    page_put(p, "</p>");
}

static void put_twin(struct http_request *r, struct page *p, const struct leg *twin)
{
    page_format(p, "<p><a href=\"/matches/%" PRId64 "\">", twin->id);
    page_fill(p, "{}</a></p>", say(r, WORD_OTHER_LEG));
}

static void put_download(struct http_request *r, struct page *p, const char *hash)
{
    page_fill(p, "<p><a href=\"/replays/{}\" download>{}</a></p>", hash, say(r, WORD_DOWNLOAD));
}

static void put_proof(struct http_request *r, struct page *p, const struct leg *l, const char *hash)
{
    struct leg twin;
    bool two = find_twin(r, l, &twin);
    char *text = shown(site_of(r)->store, l);
    struct proof_of own = proof_of(l), other = two ? proof_of(&twin) : own;
    own.shown = text ? text : ""; /* which the browser takes for what it is: nothing */
    show_verification(r, p, &own, two ? &other : NULL);
    free(text);
    put_log_entry(r, p, l);
    put_download(r, p, hash);
    if (two)
        put_twin(r, p, &twin);
}

/* What is left of a match whose record went with a season, and by what its archive knows that record. */
static void put_let_go(struct http_request *r, struct page *p, const struct leg *l, const char *hash, const char *why)
{
    struct leg twin;
    page_put(p, "<p>");
    show_sentence(r, p, why);
    page_format(p, ": <code>records/%.2s/%s</code></p>", hash, hash);
    put_log_entry(r, p, l);
    if (find_twin(r, l, &twin))
        put_twin(r, p, &twin);
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
        page_fill(p, "{} ", say(r, WORD_LOG));
        page_format(p, "%" PRId64 "</a></p>", seat);
    }
    if (!mine || l->let_go)
        return;
    page_format(p, "<p><a href=\"/matches/%" PRId64 "/dispute\">", l->id);
    page_fill(p, "{}</a></p>", say(r, WORD_DISPUTE));
}

/* A record from before this version of the protocol: it can be had as it is, and nobody here can show or prove it. */
static void put_earlier(struct http_request *r, struct page *p, const struct leg *l, const char *hash, unsigned version)
{
    struct leg twin;
    page_put(p, "<p>");
    page_fill(p, "{} ",
              tongue(r,
                     "The record of this match is of an earlier version of the protocol, and kept as it was; nothing "
                     "of today shows or proves it: version",
                     "El registro de esta partida es de una versión anterior del protocolo y se guarda como era; nada "
                     "de hoy lo muestra ni lo prueba: versión",
                     "O registro desta partida é de uma versão anterior do protocolo e é guardado como era; nada de "
                     "hoje o mostra nem o prova: versão"));
    page_format(p, "%u</p>", version);
    put_log_entry(r, p, l);
    put_download(r, p, hash);
    if (find_twin(r, l, &twin))
        put_twin(r, p, &twin);
}

/* The match as it was played, with scripts and without, and what proves it. */
static void put_shown(struct http_request *r, struct page *p, const struct leg *l, const char *hash,
                      struct store_bytes *replay)
{
    page_fill(
        p, "<div class=\"replay\" data-src=\"/replays/{}\" data-deck=\"/static/cards.svg\" data-language=\"{}\"></div>",
        hash, guest_of(r)->language);
    put_proof(r, p, l, hash);
    page_fill(p, "<details><summary>{}</summary>", say(r, WORD_NO_SCRIPT));
    put_story(r, p, replay);
    page_put(p, "</details>");
}

unsigned page_match(struct http_request *r, struct http_answer *a)
{
    struct store *s = site_of(r)->store;
    struct store_error e;
    struct store_bytes replay = { 0 };
    struct leg l;
    char hash[2 * STORE_HASH + 1], title[64];
    int bad = store_leg(s, id_at(r, 0), &l, &e);
    if (!bad)
        bad = store_get(s, l.replay, &replay, &e);
    bool let_go = bad == STORE_LET_GO;
    if (bad && !let_go)
        return show_store_error(r, a, &e);
    sodium_bin2hex(hash, sizeof hash, l.replay, sizeof l.replay);
    snprintf(title, sizeof title, "%s %" PRId64, say(r, WORD_MATCH), l.id);
    unsigned version = let_go ? 0 : filing_version(replay.data, replay.size);
    bool earlier = version && version != PROTOCOL_VERSION;
    show_head(r, &a->page, title, let_go || earlier ? NULL : "viewer.mjs");
    put_facts(r, &a->page, &l, &replay);
    if (let_go)
        put_let_go(r, &a->page, &l, hash, e.text);
    else if (earlier)
        put_earlier(r, &a->page, &l, hash, version);
    else
        put_shown(r, &a->page, &l, hash, &replay);
    put_pair_trail(r, &a->page, l.pair);
    put_own(r, &a->page, &l);
    show_foot(r, &a->page);
    store_free(&replay);
    return 200;
}

/* As it stands in the record: any verifier of C2SP's tlog-proof reads it. */
unsigned page_proof(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct store_bytes replay = { 0 };
    struct leg l;
    const char *text = NULL;
    int bad = store_leg(site_of(r)->store, id_at(r, 0), &l, &e);
    if (!bad)
        bad = store_get(site_of(r)->store, l.replay, &replay, &e);
    if (bad)
        return show_store_error(r, a, &e);
    size_t size = filing_proof(replay.data, replay.size, &text);
    if (size)
        page_bytes(&a->page, text, size);
    store_free(&replay);
    a->type = "text/plain; charset=utf-8";
    return size ? 200 : 404;
}

unsigned page_replay(struct http_request *r, struct http_answer *a)
{
    uint8_t hash[STORE_HASH];
    size_t size;
    struct store_bytes replay = { 0 };
    struct store_error e;
    if (sodium_hex2bin(hash, sizeof hash, r->part[0], strlen(r->part[0]), NULL, &size, NULL) || size != sizeof hash)
        return 404;
    if (store_get(site_of(r)->store, hash, &replay, &e))
        return show_store_error(r, a, &e);
    /* Authors' archives lie among the blobs too: a hash opens records alone. */
    bool record = filing_version(replay.data, replay.size) > 0;
    if (record)
        page_bytes(&a->page, replay.data, replay.size);
    store_free(&replay);
    if (!record)
        return 404;
    a->type = "application/octet-stream";
    a->cache = "public, max-age=31536000, immutable";
    return 200;
}
