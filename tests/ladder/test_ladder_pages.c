/* Pages and who may see them, over a real server on a port of its own: what is shown, what is refused, what stays text. */

#include <inttypes.h>
#include <math.h>
#include <sodium.h>
#include <time.h>

#include "support/test.h"
#include "site/timers.h"
#include "site/metrics.h"
#include "site/http/cache.h"
#include "child/reader.h"
#include "cli/said.h"
#include "ladder_plan.h"
#include "ladder_world.h"
#include "rating/table.h"
#include "schedule/schedule.h"
#include "store/store_workers.h"
#include "support/built.h"
#include "support/scratch.h"
#include "support/dial.h"

enum { ANSWER = 1 << 20 };

static char folder[SCRATCH_ROOM], answer[ANSWER];
static struct site site = { .title = "Liga <1>" };
static struct store_error e;
static struct world w;

/* One request as it is, the whole answer into `answer`; its status. */
static int ask(const char *request)
{
    int fd = dial_port(atoi(strrchr(http_bound(site.http), ':') + 1)), status = 0;
    size_t used = 0;
    ssize_t n;
    assert_int_equal(write(fd, request, strlen(request)), (ssize_t)strlen(request));
    while (used < sizeof answer - 1 && (n = read(fd, answer + used, sizeof answer - 1 - used)) > 0)
        used += (size_t)n;
    answer[used] = '\0';
    close(fd);
    if (sscanf(answer, "HTTP/1.1 %d", &status) != 1)
        fail_msg("no answer: %s", answer);
    return status;
}

static int get(const char *path, const char *headers)
{
    char request[4096];
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: here\r\nConnection: close\r\n%s\r\n", path, headers);
    return ask(request);
}

static void holds(const char *words) { assert_holds(answer, words); }

static void lacks(const char *words)
{
    if (strstr(answer, words))
        fail_msg("'%s' is in: %.3000s", words, answer);
}

/* A proxy in front may go by one length and this server by the other: what one calls a body, the other calls a request. */
TEST(two_lengths_are_refused)
{
    assert_int_equal(ask("POST /enter HTTP/1.1\r\nHost: here\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                         "Content-Length: 3\r\nContent-Length: 30\r\n\r\nx=1GET /bots HTTP/1.1\r\nHost: here\r\n\r\n"),
                     400);
    assert_null(strstr(answer + 1, "HTTP/1.1 ")); /* and nothing behind it is answered */
}

TEST(addresses_that_are_none)
{
    assert_int_equal(get("/nothing", ""), 404);
    holds("<a href=\"/events\">");
    assert_int_equal(get("/matches/0", ""), 404);
    assert_int_equal(get("/matches/99999999999999999999", ""), 404);
    assert_int_equal(get("/matches/1x", ""), 404);
    assert_int_equal(get("/matches/99999/proof", ""), 404);
    assert_int_equal(get("/matches/1/proof", ""), 404); /* it is in no log */
    assert_int_equal(get("/replays/zz", ""), 404);
    assert_int_equal(get("/ladders/%3Cscript%3E", ""), 404);
    lacks("<script>");
    assert_int_equal(get("/bots/ana/nobody", ""), 404);
    assert_int_equal(get("/static/../auth.c", ""), 404);
    assert_int_equal(get("/static/%2e%2e%2fgate.c", ""), 404);
    assert_int_equal(get("/static/cards.py", ""), 404);
    assert_int_equal(get("/matches?bot=nobody", ""), 400);
    assert_int_equal(ask("POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"), 405);
    assert_int_equal(
        ask("POST /matches HTTP/1.1\r\nHost: here\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n"), 405);
}

/* Who comes for the first time waits for one answer, whose style its policy names by hash; other pages share theirs. */
TEST(the_front_page_brings_its_style)
{
    assert_int_equal(get("/", ""), 200);
    holds("<style>");
    lacks("rel=\"stylesheet\"");
    holds("Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; "
          "base-uri "
          "'none'; form-action 'self'; style-src 'self' 'sha256-");
    lacks("form-action 'self'; frame-ancestors");
    assert_int_equal(get("/bots", ""), 200);
    holds("rel=\"stylesheet\"");
    lacks("<style>");
}

TEST(what_authors_write_stays_text)
{
    assert_int_equal(get("/bots/ana/bot0", ""), 200);
    holds("&lt;script&gt;alert(1)&lt;/script&gt;");
    lacks("<script>alert");
    holds("Liga &lt;1&gt;");
    holds("Content-Security-Policy: default-src 'self'");
}

TEST(the_rules_are_told)
{
    assert_int_equal(get("/ladders/argentino-1v1/rules", ""), 200);
    holds("<p>1 espadas &gt; 1 bastos &gt; 7 espadas &gt; 7 oros &gt; 3 espadas = 3 bastos = 3 oros = 3 copas &gt; ");
    holds(" &gt; 4 espadas = 4 bastos = 4 oros = 4 copas</p>");
    holds("<code>target=30</code>");
    holds("count 20 and both their numbers");
    lacks("<code>signs=");
    lacks("<code>chicos_to_win="); /* how many games a match has is the ladder's to say */
    assert_int_equal(get("/ladders/argentino-1v1", "Accept-Language: es\r\n"), 200);
    holds("<a href=\"/ladders/argentino-1v1/rules\">");
    assert_int_equal(get("/ladders/argentino-1v1/rules", "Accept-Language: es\r\n"), 200);
    holds("<td>puntos que ganan un partido (chico)</td>");
    assert_int_equal(get("/ladders/none/rules", ""), 404);
}

TEST(three_languages)
{
    assert_int_equal(get("/ladders/argentino-1v1", "Accept-Language: es-AR,es;q=0.9\r\n"), 200);
    holds("puntos por mano");
    assert_int_equal(get("/ladders/argentino-1v1?language=pt", "Accept-Language: es\r\n"), 200);
    holds("pontos por mão");
    holds("Set-Cookie: language=pt");
    assert_int_equal(get("/ladders/argentino-1v1", "Cookie: language=xx\r\nAccept-Language: de\r\n"), 200);
    holds("points a hand");
}

static void holds_hex(const char *before, const uint8_t bytes[32])
{
    char hex[65], words[160];
    snprintf(words, sizeof words, "%s%s", before, sodium_bin2hex(hex, sizeof hex, bytes, 32));
    holds(words);
}

/* The browser holds the record against what stands here: this leg's match, file and arbiter, and the other leg's. */
static void page_names_its_match(int64_t id)
{
    struct leg l, twin;
    char path[64], number[32];
    assert_int_equal(store_leg(site.store, id, &l, &e), STORE_OK);
    assert_int_equal(store_leg(site.store, id % 2 ? id + 1 : id - 1, &twin, &e), STORE_OK);
    assert_int_equal(l.pair, twin.pair);
    snprintf(path, sizeof path, "/matches/%" PRId64, id);
    assert_int_equal(get(path, ""), 200);
    holds_hex("<section id=\"verification\" data-match=\"", l.match_id);
    holds_hex(" data-replay=\"", l.replay);
    holds_hex(" data-arbiter=\"", l.arbiter);
    snprintf(number, sizeof number, " data-leg=\"%" PRId64 "\"", l.leg);
    holds(number);
    holds_hex(" data-twin=\"/replays/", twin.replay);
    holds_hex(" data-twin-match=\"", twin.match_id);
    holds_hex(" data-twin-replay=\"", twin.replay);
    holds_hex(" data-twin-arbiter=\"", twin.arbiter);
    holds_hex("<code>", l.arbiter);
    holds("This ladder&#39;s word are the names of the bots, who played the match and when, whether it counts");
    holds(" data-shown=\"{&quot;rules&quot;:&quot;argentino&quot;,"); /* the rules whole, as a record has them */
    holds("&quot;games&quot;:1,&quot;seats&quot;:[{&quot;artifact&quot;:&quot;");
    holds("&quot;hands&quot;:&quot;1"); /* a fact of the leg */
    holds("&quot;faults of seat 1&quot;:&quot;0&quot;");
    holds("&quot;unheld&quot;:false");
}

/* The record's file has another last byte; the pages of it say what it is, and that trying again is of no use. */
TEST(a_damaged_record_is_said_to_be_damaged)
{
    struct leg l;
    char hex[65], file[300], path[100];
    assert_int_equal(store_leg(site.store, 1, &l, &e), STORE_OK);
    sodium_bin2hex(hex, sizeof hex, l.replay, 32);
    snprintf(file, sizeof file, "%s/l.db.blobs/%.2s/%s", folder, hex, hex);
    FILE *f = fopen(file, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, -1, SEEK_END), 0);
    int last = fgetc(f);
    for (int i = 0; i < 2; i++) { /* broken, then mended */
        assert_int_equal(fseek(f, -1, SEEK_END), 0);
        fputc(i ? last : last ^ 1, f);
        assert_int_equal(fflush(f), 0);
        for (size_t k = 0; k < 2 && !i; k++) {
            snprintf(path, sizeof path, "%s%s", k ? "/replays/" : "/matches/1", k ? hex : "");
            assert_int_equal(get(path, ""), 500);
            holds("this record is damaged");
            lacks("try again");
            assert_int_equal(get(path, "Accept-Language: es\r\n"), 500);
            holds("este registro está dañado");
        }
    }
    assert_int_equal(fclose(f), 0);
    assert_int_equal(get("/matches/1", ""), 200);
}

TEST(results_are_shown)
{
    assert_int_equal(get("/", ""), 200);
    holds("class=\"interval\"");
    holds("/bots/ana/bot0");
    assert_int_equal(get("/matches", ""), 200);
    holds("30-20");
    assert_int_equal(get("/matches?ladder=argentino-1v1&before=2", ""), 200);
    assert_int_equal(get("/matches?ladder=argentino-1v1&bot=%3Cb%3E/x&faulty=", ""), 404);
    assert_int_equal(get("/matches?ladder=&bot=ana/bot0%231", ""), 200);
    holds("<option value=\"argentino-1v1\">Argentino</option>");
    holds("name=\"bot\" value=\"ana/bot0#1\"");
    assert_int_equal(get("/matches?ladder=argentino-1v1&faulty=1", ""), 200);
    holds("<option value=\"argentino-1v1\" selected>");
    holds("name=\"faulty\"  checked");
    lacks("30-20");
    assert_int_equal(get("/matches/1", ""), 200);
    holds("data-src=\"/replays/");
    page_names_its_match(1);
    page_names_its_match(2);
    assert_int_equal(get("/events", ""), 200);
    holds("always");
    assert_int_equal(get("/events/1", ""), 200);
    holds("<table class=\"pairs\">");
    assert_int_equal(get("/bots", ""), 200);
    assert_int_equal(get("/bots/ana/bot0", ""), 200);
    holds("/ladders/argentino-1v1?after=0");
    holds("Newest matches with a fault of its own: 0 of ");
}

/* A match says where it belongs and leads on: its event, its pair, the next of each who played, the two's history. */
TEST(everything_leads_on)
{
    assert_int_equal(get("/matches/3", ""),
                     200); /* the first leg of bot1 against bot2; bot1 has played before, bot2 plays on */
    holds("<a href=\"/ladders/argentino-1v1\">Argentino</a> · <a href=\"/events/1\">always</a>");
    holds("<a href=\"/matches?pair=2\">the whole pair</a>");
    holds("<strong>2.0–0.0</strong> (+19)");
    holds("In bold the games that each won");
    holds(
        "</span> · envido +5 · rest +14</p>"); /* 4 of the first leg, and of the second, where sides are exchanged, 1 */
    holds("<a rel=\"prev\" href=\"/matches/2\">");
    holds("<a rel=\"next\" href=\"/matches/5\">");
    lacks("href=\"/matches/1\"");
    holds("/versus/ana/bot1/ana/bot2");
    assert_int_equal(get("/bots/ana/bot1", ""), 200);
    holds("/versus/ana/bot1/ana/bot0");
    lacks("class=\"history\""); /* one table is no line yet */
    assert_int_equal(get("/versus/ana/bot2/ana/bot1", ""), 200);
    holds("<td>#1</td><td>#1</td><td class=\"n\">1</td><td class=\"n\">0.0%</td><td class=\"n wide\">-0.826</td><td "
          "class=\"n wide\">-0.217</td>");
    holds("<a href=\"/matches?pair=2\">");
    holds("In bold the games that each won");
    assert_int_equal(get("/versus/ana/bot0/ana/bot7", ""), 200);
    holds("have not met yet");
    assert_int_equal(get("/versus/ana/bot0/ana/nobody", ""), 404);
    assert_int_equal(get("/matches?event=1&bot=ana/bot1%231&against=ana/bot2%231", ""), 200);
    holds("/matches/3");
    lacks("/matches/2\"");
    assert_int_equal(get("/matches?against=ana/nobody", ""), 404);
    assert_int_equal(get("/events/1", ""), 200);
    holds("<a href=\"/matches?pair=2\">2.0–0.0</a>");
}

/* Whose bot it is sees what its clock gave back to it, and everybody which bots' matches come to nothing. */
TEST(clocks_and_voids_are_shown)
{
    assert_int_equal(get("/bots/ana/bot0", ""), 200);
    holds("<p class=\"facts\">82 decisions · too late: 3 · saved because waiting that is not charged is taken off: 2 · "
          "waiting not charged to any bot: 1.250 s</p>");
    holds("<p class=\"facts\">Attempts at its newest pairs that the host&#39;s side left without a result: 2</p>");
    assert_int_equal(get("/bots/ana/bot0", "Accept-Language: es\r\n"), 200);
    holds("fuera de tiempo: 3 · se salvaron porque se descuenta la espera que no se cobra: 2 · espera que no se le "
          "cobra a ningún bot: 1.250 s</p>");
    holds("quedaron sin resultado por causa de la organización: 2</p>");
    assert_int_equal(get("/bots/ana/bot0", "Accept-Language: pt\r\n"), 200);
    holds("fora do tempo: 3 · salvas porque se desconta a espera que não é cobrada: 2 · espera não cobrada de nenhum "
          "bot: 1.250 s</p>");
    holds("ficaram sem resultado por causa da organização: 2</p>");
    assert_int_equal(get("/bots/ana/bot2", ""), 200);
    holds("without a result: 0</p>");
}

/* For Prometheus, on an address of their own. */
TEST(metrics_have_clocks_and_voids)
{
    static const char *const lines[] = { "fiel_ladder_timeouts_total 3",
                                         "fiel_ladder_false_timeouts_total 2",
                                         "fiel_ladder_nobodys_seconds_total 1.25",
                                         "fiel_ladder_voids_total{bot=\"ana/bot0\"} 2",
                                         "fiel_ladder_voids_total{bot=\"ana/bot1\"} 2",
                                         "fiel_ladder_workers{state=\"waits\"} 1",
                                         "fiel_ladder_workers{state=\"gone\"} 0",
                                         "fiel_ladder_match_seconds_bucket{le=\"+Inf\"} 6" };
    struct http_server *pages = site.http;
    char why[256];
    struct http_server *numbers = metrics_start(&site, "127.0.0.1:0", why);
    assert_non_null(numbers);
    FINE(store_worker_seen(site.store, "w1", "", &e));
    site.http = numbers;
    assert_int_equal(get("/metrics", ""), 200);
    site.http = pages;
    http_stop(numbers);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char line[128];
        snprintf(line, sizeof line, "\n%s\n", lines[i]);
        holds(line);
    }
    holds("\nfiel_ladder_decisions_total 4");
    holds("\nfiel_ladder_worker_age_seconds{worker=\"w1\",state=\"waits\"} 0.");
    holds("\nfiel_ladder_http_seconds_bucket{le=\"+Inf\"} ");
    store_shift(site.store, WORKER_GONE_MS + 1000); /* w1 was here */
    lacks("bot2\"} ");
}

/* A pair whose bots were not held as a pair demands says so, on both of its matches, in lists and to programs. */
TEST(an_unheld_pair_says_so)
{
    for (unsigned leg = 5; leg <= 6; leg++) {
        char path[32];
        snprintf(path, sizeof path, "/matches/%u", leg);
        assert_int_equal(get(path, ""), 200);
        holds("word some bot of this pair was in no fresh strict jail");
        assert_int_equal(get(path, "Cookie: language=es\r\n"), 200);
        holds("Sin encierro: según el árbitro");
        assert_int_equal(get(path, "Cookie: language=pt\r\n"), 200);
        holds("Sem isolamento: segundo o árbitro");
        snprintf(path, sizeof path, "/api/matches/%u", leg);
        assert_int_equal(get(path, ""), 200);
        holds("\"unheld\":true");
    }
    assert_int_equal(get("/matches", ""), 200);
    holds("<td>unheld</td>");
    assert_int_equal(get("/matches/1", ""), 200);
    lacks("Unheld");
    assert_int_equal(get("/api/matches/1", ""), 200);
    holds("\"unheld\":false");
}

/* A table's page begins behind a place; what is no place is the beginning. */
TEST(a_long_table_has_pages)
{
    assert_int_equal(get("/ladders/argentino-1v1", ""), 200);
    holds("<td>1</td>");
    lacks("rel=\"prev\"");
    assert_int_equal(get("/ladders/argentino-1v1?after=2", ""), 200);
    lacks("<td>1</td>");
    lacks("<td>2</td>");
    holds("<td>3</td>");
    holds("rel=\"prev\" href=\"?after=0\"");
    for (size_t i = 0; i < 3; i++) {
        static const char *const none[] = { "/ladders/argentino-1v1?after=-1", "/ladders/argentino-1v1?after=x",
                                            "/ladders/argentino-1v1?after=99999999999999999999" };
        assert_int_equal(get(none[i], ""), 200);
        holds("<td>1</td>");
    }
}

/* What is not being played any more leads to its result. */
TEST(nothing_is_live)
{
    assert_int_equal(get("/live", "Accept-Language: es\r\n"), 200);
    holds("Ahora no se juega nada.");
    assert_int_equal(get("/live/1", ""), 303);
    holds("Location: /matches/");
    assert_int_equal(get("/live/1/lines", ""), 204);
    assert_int_equal(get("/live/99", ""), 404);
    assert_int_equal(get("/live/x", ""), 404);
}

/* What an author submitted is a blob like a replay; nobody gets it by its hash. */
TEST(archives_are_not_replays)
{
    char path[96] = "/replays/";
    uint8_t hash[STORE_HASH];
    FINE(store_put(site.store, "an archive", 10, hash, &e));
    for (int i = 0; i < STORE_HASH; i++)
        sprintf(path + strlen(path), "%02x", hash[i]);
    assert_int_equal(get(path, ""), 404);
    lacks("an archive");
}

/* What is kept is what would be made; every language, place and run has its own. */
TEST(tables_that_are_kept_are_the_same)
{
    static const char *const path[] = { "/ladders/argentino-1v1?language=es", "/ladders/argentino-1v1?after=1",
                                        "/api/ladders/argentino-1v1/standings", "/" };
    struct cache *kept = site.cache;
    for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
        char *first[3];
        for (int k = 0; k < 3; k++) { /* made and kept, taken, made again */
            site.cache = k < 2 ? kept : NULL;
            assert_int_equal(get(path[i], ""), 200);
            first[k] = strdup(strstr(answer, "\r\n\r\n"));
        }
        site.cache = kept;
        assert_string_equal(first[0], first[1]);
        assert_string_equal(first[1], first[2]);
        for (int k = 0; k < 3; k++)
            free(first[k]);
    }
}

/* A ladder of plain matches shows points without the deals' luck; one of duplicate pairs has no use for it. */
TEST(luck_is_taken_out_of_plain_matches)
{
    struct ladder l = { .code = "plain", .name = "Plain", .rules = "argentino", .seats = 2, .games = 1, .legs = 1 };
    struct rating_run run = { .algorithm = "none", .pairs = 1 };
    struct rating row = { .version = w.version[0],
                          .place = 1,
                          .band = 1,
                          .elo = 1500,
                          .low = 1400,
                          .high = 1600,
                          .pairs = 1,
                          .per_hand = 0.25,
                          .cleared = -0.125,
                          .cleared_error = 0.5 };
    int64_t id;
    FINE(store_ladder_add(site.store, &l, &run.ladder, &e));
    FINE(store_rating_add(site.store, &run, &row, 1, &id, &e));
    assert_int_equal(get("/ladders/plain", ""), 200);
    holds("the deals&#39; luck");
    holds("-0.125 ± 0.980");
    assert_int_equal(get("/ladders/argentino-1v1", ""), 200);
    lacks("the deals&#39; luck");
    assert_int_equal(get("/api/ladders/plain/standings", ""), 200);
    holds("\"cleared\":-0.125");
}

/* A table as if somebody had rated the first bot and one rival so far apart. */
static void table_says(const struct opponent *rival, double elo)
{
    struct rating_run run = { .ladder = w.ladder, .algorithm = TABLE_ALGORITHM };
    struct rating row[2] = { { .version = w.version[0], .place = 1, .band = 1, .elo = 1500 + elo },
                             { .version = rival->version, .place = 2, .band = 1, .elo = 1500 - elo } };
    int64_t id;
    snprintf(run.params, sizeof run.params,
             "prior fitted to a spread of 200.000 Elo; dispersion 1.000000; anchor %" PRId64 " at 1812.000000000",
             w.version[0]);
    row[0].low = row[0].elo - 100;
    row[0].high = row[0].elo + 100 + (elo < 0);
    FINE(store_rating_add(site.store, &run, row, 2, &id, &e));
    assert_int_equal(get("/bots/ana/bot0", ""), 200);
    if (elo < 0) /* which makes the interval wide */
        holds(") <span class=\"quiet\">provisional</span> · ");
    else
        lacks("provisional");
    assert_int_equal(get("/ladders/argentino-1v1", ""), 200);
    if (elo < 0)
        holds("#1</span> <span class=\"quiet\">provisional</span></th>");
    else
        lacks(">provisional<");
    assert_int_equal(get("/bots/ana/bot0", ""), 200);
}

TEST(what_contradicts_the_table_is_told)
{
    struct opponent rival;
    size_t n;
    FINE(store_opponents(site.store, w.version[0], w.ladder, &rival, 1, &n, &e));
    assert_int_equal(n, 1);
    double won = (double)rival.score / (double)rival.of;
    table_says(&rival, won < 0.5 ? 800 : -800);
    holds("not as the table would have it");
    holds("expected by the table");
    table_says(&rival, won > 0.99 ? 400 : won < 0.01 ? -400 : RATING_ELO / 2 * log(won / (1 - won)));
    lacks("not as the table would have it");
    assert_int_equal(get("/ladders/argentino-1v1", ""), 200);
    holds("Elo counts from this bot");
    holds("(1812)");
}

/* An event of so many entrants, planned and played so many times; its page. */
static void event_page(enum event_kind kind, const char *cfg, unsigned entrants, unsigned steps)
{
    static struct order o;
    static struct world_legs l;
    static uint64_t salt = 1000;
    struct event v = { .ladder = w.ladder, .kind = kind, .name = "cup <1>", .state = EVENT_RUNNING, .rated = true };
    int64_t id, entry;
    char path[64];
    strcpy(v.cfg, cfg);
    FINE(store_event_add(site.store, &v, "hilda", &id, &e));
    for (unsigned i = 0; i < entrants; i++) {
        struct entry n = { .event = id, .version = { w.version[i] }, .seed = i + 1 };
        FINE(store_entry_add(site.store, &n, &entry, &e));
    }
    while (steps--) {
        FINE(schedule_step(site.store, &e));
        while (world_lease(&w, "w1", &o, &e) == STORE_OK) {
            world_legs(&l, ++salt);
            FINE(store_finish(site.store, &o, l.leg, 2, &e));
        }
    }
    snprintf(path, sizeof path, "/events/%lld", (long long)id);
    assert_int_equal(get(path, "Accept-Language: es\r\n"), 200);
    holds("cup &lt;1&gt;");
    holds("href=\"/ladders/argentino-1v1\"");
}

TEST(tournaments_have_tables)
{
    event_page(EVENT_ROUND_ROBIN, "{}", 3, 0);
    holds("todos contra todos");
    holds("<td>3</td>");
    event_page(EVENT_ROUND_ROBIN, "{}", 3, 3);
    holds("terminado");
    holds("class=\"cross\"");
    holds("<td class=\"n\">×</td>");
    holds("&amp;bot=ana%2Fbot0%231&amp;against=ana%2Fbot1%231\">");
    event_page(EVENT_GAUNTLET, "{\"heads\":1}", 4, 2);
    lacks("class=\"cross\"");
    event_page(EVENT_SWISS, "{\"rounds\":2}", 5, 3);
    holds("Buchholz");
    event_page(EVENT_KNOCKOUT, "{}", 5, 1);
    holds("<h2>cuartos de final</h2>");
    holds("<div>…</div>");
    event_page(EVENT_KNOCKOUT, "{}", 5, 5);
    holds("<h2>final</h2>");
    holds("<h2>semifinal</h2>");
    holds("<p class=\"outcome\">campeón: <a href=\"/bots/ana/bot0\">");
    lacks("<div>…</div>");
    holds("terminado");
    event_page(EVENT_KNOCKOUT, "{}", 0, 1);
    event_page(EVENT_SPRT, "{}", 1, 1);
    holds("en curso");
    event_page(EVENT_SPRT, "{}", 2, 40);
    holds("(-2.90 – 2.90)"); /* Wald's 2.94, less what the ratio passes it */
    holds("Pares que se espera que lleve esta prueba: 800 – 1308");
    holds("el segundo no es mejor");
    event_page(EVENT_LADDER, "{}", 2, 0);
    holds("liga continua");
}

/* A bot's history has lines at round Elo, and moments. */
TEST(a_history_has_axes)
{
    char day[24];
    time_t now = store_now(site.store) / 1000;
    strftime(day, sizeof day, ">%Y-%m-%d ",
             gmtime(&now)); /* and behind it the time, because most are younger than a day */
    assert_int_equal(get("/bots/ana/bot0", ""), 200);
    holds("<line class=\"gridline\"");
    holds(day);
}

/* What waits says why and until when; who plays can be watched. */
TEST(the_queue_is_public)
{
    static struct order o;
    struct job j[8];
    size_t n;
    struct event v;
    FINE(store_event(site.store, w.event, &v, &e));
    w.round = v.round;
    world_plan(&w, 2);
    assert_int_equal(get("/queue", ""), 200);
    holds("no worker is here now");
    holds("src=\"/static/start.mjs\"");
    holds("<section id=\"way\" data-lives");
    holds("not known");
    FINE(store_worker_seen(site.store, "w1", "", &e));
    FINE(world_lease(&w, "w1", &o, &e));
    assert_int_equal(get("/queue", "Accept-Language: es\r\n"), 200);
    holds("en juego");
    holds("<a href=\"/live/");
    holds("se juega después de lo que está más arriba");
    holds("<a href=\"/bots?author=ana\">ana</a>");
    assert_int_equal(get("/bots?author=ana", ""), 200);
    holds("/bots/ana/bot0");
    assert_int_equal(get("/bots?author=nobody", ""), 404);
    assert_int_equal(get("/api/queue", ""), 200);
    holds("\"kind\":\"play\",\"state\":\"leased\"");
    FINE(store_event_move(site.store, w.event, EVENT_RUNNING, EVENT_PAUSED, "hilda", &e));
    assert_int_equal(get("/queue", ""), 200);
    holds("its event is paused");
    FINE(store_event_move(site.store, w.event, EVENT_PAUSED, EVENT_RUNNING, "hilda", &e));
    FINE(store_jobs(site.store, &(struct job_filter){ .state = -1, .kind = -1, .due = true }, j, 8, &n, &e));
    while (n)
        FINE(store_job_cancel(site.store, j[--n].id, "hilda", &e));
    assert_int_equal(get("/queue", ""), 200);
    holds("Nothing waits. This page follows by itself");
}

TEST(files_for_the_browser)
{
    char tagged[128];
    assert_int_equal(get("/static/viewer.mjs", ""), 200);
    holds("text/javascript");
    assert_int_equal(get("/static/cards.svg", ""), 200);
    const char *tag = strstr(answer, "ETag: ");
    assert_non_null(tag);
    snprintf(tagged, sizeof tagged, "If-None-Match: %.34s\r\n", tag + 6);
    assert_int_equal(get("/static/cards.svg", tagged), 304);
    assert_int_equal(get("/static/vendor/libsodium-sumo.mjs", ""), 200);
}

/* By name: which seat that was stands in the record. */
TEST(who_was_at_fault_is_named)
{
    static struct order o;
    static struct world_legs l;
    world_plan(&w, 1);
    FINE(world_lease(&w, "w1", &o, &e));
    world_legs(&l, 9);
    l.leg[1].fault = 14;
    l.leg[1].fault_seat = 1; /* where the first one sits then */
    said_put(l.leg[1].fault_text, STORE_TEXT, NULL, "seat %u: %s", 1u, "it was late");
    FINE(store_finish(site.store, &o, l.leg, 2, &e));
    assert_int_equal(get("/matches?faulty=1", "Accept-Language: es\r\n"), 200);
    holds("bot0</a>&nbsp;<span class=\"number\">#1</span>: it was late");
    lacks("asiento 1");
}

static void set_up(void)
{
    static struct order o;
    static struct world_legs l;
    char where[256], wasm[512], why[256];
    snprintf(where, sizeof where, "sqlite:%s/l.db", folder);
    snprintf(wasm, sizeof wasm, "%s/web/fiel.wasm", build_dir());
    FINE(store_open(&site.store, where, STORE_CREATE, &e));
    world_make(&w, site.store);
    FINE(store_bot_about(site.store, w.bot[0], "<script>alert(1)</script>", &e));
    world_plan(&w, 3);
    for (uint64_t i = 0; i < 3; i++) {
        for (uint64_t again = i ? 0 : 2; again > 0; again--) { /* the first pair is played at the third attempt */
            FINE(world_lease(&w, "w1", &o, &e));
            FINE(store_give_back(site.store, &o, "its match was void", 0, GIVEN_FAILED, &e));
        }
        FINE(world_lease(&w, "w1", &o, &e));
        world_legs(&l, i);
        l.leg[0].from[0] = 4;
        l.leg[1].from[0] = -1;
        if (!i)
            l.leg[0].seat[0] = (struct leg_seat){ .decisions = 41, .timeouts = 3, .spared = 2, .nobodys_us = 1250000 };
        l.leg[1].unheld = i == 2; /* of the twin alone: it is said of both */
        FINE(store_finish(site.store, &o, l.leg, 2, &e));
    }
    FINE(rate_step(site.store, &e));
    struct http_plan plan = site_plan(&site, 2);
    site.live = live_open();
    site.cache = cache_make();
    if (!(site.assets = assets_load("ladder/web", wasm, why)) || !(site.http = http_start(&plan, why))) {
        fprintf(stderr, "%s\n", why);
        abort();
    }
}

int main(void)
{
    reader_room(); /* a process of this size takes long to fork, and thousands of records are read */
    scratch_quick(folder);
    set_up();
    int failed = tests_run();
    http_stop(site.http);
    live_close(site.live);
    assets_free(site.assets);
    cache_free(site.cache);
    store_close(&site.store);
    scratch_remove(folder);
    return failed;
}
