/* A match while it is played: only what is public is told, of a first leg nothing of its cards; those who watch get every line,
 * go on where they stopped, and hear the end. */

#include <poll.h>

#include "support/test.h"
#include "ladder_site.h"
#include "site/work/live_check.h"
#include "worker/live_tell.h"
#include "support/built.h"
#include "support/random.h"
#include "worker/worker_live.h"

static struct here h;
static struct store_error e;
static struct order order;
static struct replay example; /* the record that is looked at */

/* --- what is told ---------------------------------------------------------------------------------------------- */

/* All lines of a leg's record; the caller frees. */
static char *lines_of_leg(const void *bytes, size_t size, unsigned leg, bool closed)
{
    struct replay file;
    struct record rec;
    struct live_tell t;
    char *text = NULL;
    size_t room = 0;
    FILE *out = open_memstream(&text, &room);
    live_tell_start(&t, leg, closed);
    replay_over(&file, bytes, size);
    while (replay_next(&file, &rec))
        live_tell_record(&t, &rec, out);
    fclose(out);
    return text;
}

static char *lines_of(const void *bytes, size_t size, bool closed) { return lines_of_leg(bytes, size, 1, closed); }

/* The example with the payload of every record that `changes` names filled with anything. */
static uint8_t *changed(bool (*changes)(const struct record *), uint64_t seed)
{
    struct random random = { seed };
    struct replay file;
    struct record rec;
    uint8_t *copy = malloc(example.size);
    memcpy(copy, example.bytes, example.size);
    replay_over(&file, example.bytes, example.size);
    while (replay_next(&file, &rec))
        if (changes(&rec))
            random_fill(&random, copy + rec.offset + RECORD_HEADER, rec.size);
    return copy;
}

static bool is_private(const struct record *r) { return r->visibility != VISIBLE_ALL; }

static bool is_of_the_cards(const struct record *r)
{
    return is_private(r) || r->type == MSG_ACT || r->type == MSG_SHOW || r->type == MSG_HAND_END ||
           r->type == MSG_GAME_END;
}

/* --- matches of every kind ----------------------------------------------------------------------------------------- */

/* Plays one, whose record is the example from now on. */
static void play(const char *rules, int seats)
{
    char folder[SCRATCH_ROOM], path[128], command[1024];
    scratch_quick(folder);
    snprintf(path, sizeof path, "%s/m.replay", folder);
    snprintf(command, sizeof command,
             "%s/bin/fiel match --jail none --games 1 --rules %s --seats %d --bot random --bot cauto%s --replay '%s' "
             ">'%s/out' 2>&1",
             build_dir(), rules, seats, seats == 3 ? " --bot random" : "", path, folder);
    if (system(command) != 0)
        fail_msg("%s", command);
    assert_int_equal(replay_load(&example, path), 0);
    scratch_remove(folder);
}

static void private_changes_nothing(void)
{
    OWNED char *lines = lines_of(example.bytes, example.size, false);
    assert_true(strstr(lines, "{\"event\":\"hand\"") && strstr(lines, "{\"event\":\"result\""));
    for (uint64_t seed = 1; seed <= 3; seed++) {
        OWNED uint8_t *other = changed(is_private, seed);
        OWNED char *told = lines_of(other, example.size, false);
        assert_string_equal(told, lines);
    }
}

static void closed_tells_nothing_of_the_cards(void)
{
    OWNED char *lines = lines_of(example.bytes, example.size, true);
    assert_true(strstr(lines, "{\"event\":\"closed-hand\"") && strstr(lines, "{\"event\":\"over\""));
    static const char *const words[] = { "\"card", "\"vira",   "\"says",  "\"score",
                                         "\"mano", "\"winner", "\"act\"", "\"show\"" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(lines, words[i]))
            fail_msg("%s is told", words[i]);
    OWNED uint8_t *other = changed(is_of_the_cards, 7);
    OWNED char *told = lines_of(other, example.size, true);
    assert_string_equal(told, lines);
}

/* Every line of ours is kept by a site. */
static void our_own_lines_fit(unsigned seats)
{
    const struct order o = { .kind = JOB_PLAY, .pair.legs = 2, .ladder.seats = seats };
    for (int closed = 0; closed < 2; closed++) {
        char *lines = lines_of(example.bytes, example.size, closed), *rest = NULL;
        for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
            if (!live_line_fits(&o, line))
                fail_msg("%u seats: %s", seats, line);
        free(lines);
    }
}

static bool lay_open(const struct teller *t, const char *name)
{
    const struct tell_chapter *c = &t->chapter;
    char text[CARD_TEXT];
    for (unsigned seat = 0; seat < c->seats; seat++)
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            if (c->seen[seat] >> k & 1u && !strcmp(card_name(&t->position.open, c->dealt[seat][k], text), name))
                return true;
    return c->vira < FIEL_CARDS && !strcmp(card_name(&t->position.open, c->vira, text), name);
}

/* Every card that stands in the line, a quoted name of the pack, lay open; how many they are. */
static unsigned cards_in(const char *line, const struct teller *t)
{
    unsigned n = 0;
    for (const char *at = strchr(line, '"'); at; at = strchr(at + 1, '"')) {
        char name[CARD_TEXT];
        size_t size = strcspn(at + 1, "\"");
        card_t card;
        if (size == 0 || size >= sizeof name)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)size, at + 1);
        if (!card_parse(name, &card))
            continue;
        n++;
        if (!lay_open(t, name))
            fail_msg("hand %u: %s did not lie open: %s", t->chapter.hand, name, line);
    }
    return n;
}

/* By the teller, who knows all cards: every card that is told lay open in its hand, and every one that did is told; how many. */
static unsigned only_cards_that_lay_open(void)
{
    unsigned all = 0;
    OWNED struct teller *t = calloc(1, sizeof *t);
    char *lines = lines_of(example.bytes, example.size, false), *rest = NULL, *line = strtok_r(lines, "\n", &rest);
    tell_start(t, example.bytes, example.size);
    assert_true(tell_next(t)); /* what was before the first hand */
    while (line && strncmp(line, "{\"event\":\"hand\"", 15) != 0)
        line = strtok_r(NULL, "\n", &rest);
    while (tell_next(t)) {
        unsigned open = 0, told = 0;
        for (unsigned seat = 0; seat < t->chapter.seats; seat++)
            open += (unsigned)__builtin_popcount(t->chapter.seen[seat]);
        do {
            assert_non_null(line);
            told += cards_in(line, t);
            line = strtok_r(NULL, "\n", &rest);
        } while (line && strncmp(line, "{\"event\":\"hand\"", 15) != 0);
        assert_true(told >= open);
        all += told;
    }
    tell_end(t);
    free(lines);
    return all;
}

TEST(only_what_is_public)
{
    static const struct {
        const char *rules;
        int seats;
    } tables[] = {
        { NULL, 0 },
        { "argentino-flor,target=15", 4 },
        { "argentino,target=15", 3 },
        { "argentino,signs=on,target=15", 4 },
        { "uruguayo,target=20", 2 },
        { "paulista", 4 },
        { "venezolano", 2 },
        { "truc-y-flou", 6 },
    };
    unsigned cards = 0;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct replay file = example;
        if (tables[i].rules)
            play(tables[i].rules, tables[i].seats);
        private_changes_nothing();
        our_own_lines_fit(tables[i].rules ? (unsigned)tables[i].seats : 2);
        closed_tells_nothing_of_the_cards();
        cards += only_cards_that_lay_open();
        if (tables[i].rules)
            replay_unload(&example);
        example = file;
    }
    assert_true(cards > 20);
}

/* --- the worker's part --------------------------------------------------------------------------------------------- */

static void append(const char *path, const void *bytes, size_t size)
{
    FILE *f = fopen(path, "ab");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

/* Until the newest lines hold the words; the store's own wake-ups, and a deadline that only a failure reaches. */
static void until_told(const char *words)
{
    static char text[STORE_LIVE];
    uint64_t ticket = 0;
    int64_t last;
    for (int i = 0; i < 200; i++) {
        FINE(store_live_lines(h.site.store, order.job, 0, text, &last, &e));
        if (strstr(text, words))
            return;
        store_wait(h.site.store, TOPIC_LIVE, &ticket, 100);
    }
    fail_msg("%s is not told: %s", words, text);
}

/* So much of the example that its first hand is over. */
static size_t first_hand(void)
{
    struct replay file;
    struct record rec = { 0 };
    replay_over(&file, example.bytes, example.size);
    while (rec.type != MSG_HAND_END)
        assert_true(replay_next(&file, &rec));
    return (size_t)rec.offset + RECORD_HEADER + rec.size;
}

static int set_up(STATE)
{
    here_start(&h);
    world_make(&h.world, h.site.store);
    world_plan(&h.world, 1);
    FINE(world_lease(&h.world, "w1", &order, &e));
    FINE(store_live_watch(h.site.store, order.job, &e));
    return 0;
}

static int tear_down(STATE)
{
    here_stop(&h);
    return 0;
}

TEST_WITH(a_record_is_told_while_it_grows, set_up, tear_down)
{
    struct worker_plan plan = { .queue = queue_local(h.site.store) };
    struct work w = { .plan = &plan, .order = &order };
    struct live_match m;
    char path[WORK_PATH + 32];
    size_t half = first_hand();
    snprintf(w.folder, sizeof w.folder, "%s/job", h.folder);
    snprintf(path, sizeof path, "%s/pair", w.folder);
    assert_int_equal(mkdir(w.folder, 0700) | mkdir(path, 0700), 0);
    struct worker_live *l = worker_live_start(&w); /* there is no record yet */
    snprintf(path, sizeof path, "%s/pair/0001a.replay", w.folder);
    append(path, example.bytes, half);
    until_told("{\"event\":\"closed-hand\"");
    append(path, example.bytes + half, example.size - half);
    until_told("{\"event\":\"over\"");
    path[strlen(path) - 8] = 'b';
    append(path, example.bytes, half);
    until_told("{\"event\":\"hand\"");
    append(path, example.bytes + half, example.size - half);
    until_told("{\"event\":\"result\"");
    worker_live_stop(l);
    queue_close(plan.queue);
    FINE(store_live_of(h.site.store, order.pair.id, &m, &e));
    assert_int_equal(m.last >> 32, order.attempt); /* numbers of a later attempt are above these */
}

/* --- those who watch -------------------------------------------------------------------------------------------------- */

struct watch {
    int fd;
    size_t size;
    char text[1 << 17];
};

static void watch_start(struct watch *w, const char *more)
{
    char head[512];
    int size = snprintf(head, sizeof head, "GET /live/%lld/lines HTTP/1.1\r\nHost: here\r\n%s\r\n",
                        (long long)order.pair.id, more);
    *w = (struct watch){ .fd = dial_port(h.port) };
    assert_int_equal(send(w->fd, head, (size_t)size, MSG_NOSIGNAL), size);
}

/* Reads until the words have come; the deadline is for failures alone. */
static void watch_until(struct watch *w, const char *words)
{
    struct pollfd p = { .fd = w->fd, .events = POLLIN };
    while (!strstr(w->text, words)) {
        ssize_t n = poll(&p, 1, 60000) == 1 ? recv(w->fd, w->text + w->size, sizeof w->text - 1 - w->size, 0) : -1;
        if (n <= 0)
            fail_msg("%s did not come: %s", words, w->text);
        w->size += (size_t)n;
        w->text[w->size] = '\0';
    }
}

static void look(void)
{
    FINE(live_look(h.site.live, h.site.store, &e));
    http_wake(h.site.http);
}

static void tell(int64_t number, const char *line)
{
    FINE(store_live_add(h.site.store, &order, number, &line, 1, &e));
    look();
}

TEST_WITH(every_line_comes_with_its_number, set_up, tear_down)
{
    static struct watch w, late;
    tell(1, "{\"event\":\"match\"}");
    tell(2, "{\"event\":\"hand\",\"hand\":1}");
    watch_start(&w, "");
    watch_until(&w, "id: 2\ndata: {\"event\":\"hand\",\"hand\":1}\n\n");
    assert_true(strstr(w.text, "Content-Type: text/event-stream"));
    assert_null(strstr(w.text, "id: 1\n")); /* the hand is where one begins to watch */
    tell(3, "{\"event\":\"act\",\"seat\":0}");
    watch_until(&w, "id: 3\n");
    watch_start(&late, "Last-Event-ID: 2\r\n");
    watch_until(&late, "id: 3\n");
    assert_null(strstr(late.text, "id: 2\n"));
    for (int64_t k = 4; k < 9; k++)
        tell(k, "{\"event\":\"act\"}");
    watch_until(&w, "id: 8\n");
    watch_until(&late, "id: 8\n");
    close(w.fd);
    close(late.fd);
}

/* The lines of the second leg that came to a watcher, each ended by a line feed; the caller frees. */
static char *came(const struct watch *w)
{
    char *text = NULL;
    size_t room = 0;
    FILE *out = open_memstream(&text, &room);
    for (const char *at = w->text; (at = strstr(at, "\ndata: ")); at += strcspn(at, "\n")) {
        at += strlen("\ndata: ");
        int size = (int)strcspn(at, "\n");
        if (memmem(at, (size_t)size, "\"leg\":2", strlen("\"leg\":2")))
            fprintf(out, "%.*s\n", size, at);
    }
    fclose(out);
    return text;
}

/* A pair is played by real processes, one of them slow enough to be looked at many times, while somebody watches: what they are sent is
 * what the record says when it is closed. */
TEST_WITH(who_watches_is_sent_what_was_played, set_up, tear_down)
{
    static struct watch w;
    struct worker_plan plan = { .queue = queue_local(h.site.store) };
    struct work job = { .plan = &plan, .order = &order };
    AUTO(replay_unload) struct replay record;
    char command[1024], path[WORK_PATH + 32];
    snprintf(job.folder, sizeof job.folder, "%s/job", h.folder);
    assert_int_equal(mkdir(job.folder, 0700), 0);
    tell(1, "{\"event\":\"match\"}"); /* of an attempt before, so that all that comes now is behind it */
    watch_start(&w, "Last-Event-ID: 1\r\n");
    struct worker_live *l = worker_live_start(&job);
    snprintf(command, sizeof command,
             "'%s/bin/fiel' match --jail none --duplicate --games 1 --rules paulista --bot cauto --bot "
             "'\"%s/tests/bad/slow\" 20' "
             "--replay '%s/pair' > '%s/out' 2>&1",
             build_dir(), build_dir(), job.folder, job.folder);
    FILE *match = popen(command, "r");
    assert_non_null(match);
    struct pollfd p = { .fd = w.fd, .events = POLLIN };
    for (unsigned i = 0; i < 600 && !strstr(w.text, "\"event\":\"result\""); i++) {
        look();
        ssize_t n = poll(&p, 1, 100) == 1 ? recv(w.fd, w.text + w.size, sizeof w.text - 1 - w.size, 0) : 0;
        w.size += n > 0 ? (size_t)n : 0;
        w.text[w.size] = '\0';
    }
    assert_int_equal(pclose(match), 0);
    worker_live_stop(l);
    queue_close(plan.queue);
    snprintf(path, sizeof path, "%s/pair/0001b.replay", job.folder);
    assert_int_equal(replay_load(&record, path), 0);
    char *sent = came(&w), *played = lines_of_leg(record.bytes, record.size, 2, false);
    assert_true(strstr(played, "\"event\":\"hand-end\""));
    assert_string_equal(sent, played);
    free(sent);
    free(played);
    close(w.fd);
}

/* A new attempt of the match is told under higher numbers; then it is over. */
TEST_WITH(who_watches_hears_the_end, set_up, tear_down)
{
    static struct watch w;
    static struct world_legs legs;
    tell(1, "{\"event\":\"hand\",\"hand\":7}");
    watch_start(&w, "");
    watch_until(&w, "\"hand\":7");
    FINE(store_give_back(h.site.store, &order, "", 0, GIVEN_UNTRIED, &e));
    look();
    FINE(world_lease(&h.world, "w2", &order, &e));
    tell((order.attempt << 32) + 1, "{\"event\":\"hand\",\"hand\":1}");
    watch_until(&w, "\"hand\":1}");
    assert_null(strstr(w.text, "event: over"));
    world_legs(&legs, 5);
    FINE(store_finish(h.site.store, &order, legs.leg, 2, &e));
    look();
    watch_until(&w, "event: over");
    close(w.fd);
}

/* Anyone who reads nothing holds nobody up, and what they missed is not kept. */
TEST_WITH(a_slow_watcher_is_not_waited_for, set_up, tear_down)
{
    static struct watch slow, w;
    static char line[16 << 10];
    memset(line, ' ', sizeof line);
    snprintf(line, sizeof line, "{\"event\":\"hand\",\"hand\":1}");
    tell(1, line);
    watch_start(&slow, "");
    watch_until(&slow, "id: 1\n");
    watch_start(&w, "");
    watch_until(&w, "id: 1\n");
    for (int64_t k = 0; k < 2 * STORE_LIVE_LINES; k += 500) {
        const char *many[500];
        for (int i = 0; i < 500; i++)
            many[i] = "{\"event\":\"hand\",\"text\":\"................................................................."
                      "...............\"}";
        FINE(store_live_add(h.site.store, &order, 2 + k, many, 500, &e));
        look();
        char words[32];
        snprintf(words, sizeof words, "id: %lld\n", (long long)(501 + k));
        watch_until(&w, words);
        w.size = 0;
    }
    tell(9000, "{\"event\":\"act\",\"last\":1}");
    watch_until(&w, "id: 9000\n");
    slow.size = 0;
    *slow.text = '\0';
    while (!strstr(slow.text, "id: 9000\n")) { /* they get the end of it, too */
        slow.size = strlen(slow.text) > 1000 ? 0 : slow.size;
        ssize_t n = recv(slow.fd, slow.text + slow.size, 4096, 0);
        assert_true(n > 0);
        slow.size += (size_t)n;
        slow.text[slow.size] = '\0';
    }
    close(slow.fd);
    close(w.fd);
}

TEST_WITH(the_page_shows_how_it_stands, set_up, tear_down)
{
    char path[48];
    tell(1, "{\"event\":\"hand\",\"hand\":4,\"game\":2,\"score\":[12,9],\"names\":[\"<ana>\",\"luz\"]}");
    tell(2, "{\"event\":\"act\",\"seat\":0,\"do\":\"truco\",\"says\":\"truco!\"}");
    OWNED_REPLY y = here_get(&h, "/live", NULL);
    snprintf(path, sizeof path, "/live/%lld", (long long)order.pair.id);
    assert_true(y.status == 200 && strstr(y.body, path));
    reply_free(&y);
    y = here_get(&h, path, "Accept-Language: pt\r\n");
    assert_int_equal(y.status, 200);
    assert_true(strstr(y.body, "mão 4 · jogo 2 · 12–9") && strstr(y.body, "<li>&lt;ana&gt;: truco!</li>"));
    reply_free(&y);
    const char *const more[] = {
        "{\"event\":\"act\",\"seat\":1,\"do\":\"play 7e\",\"card\":\"7e\"}",
        "{\"event\":\"act\",\"seat\":0,\"do\":\"play-down ?\",\"card\":null}",
        "{\"event\":\"act\",\"seat\":1,\"do\":\"eleven-run\",\"says\":\"we run\"}",
    };
    for (int i = 0; i < 3; i++)
        tell(3 + i, more[i]);
    y = here_get(&h, path, "Accept-Language: pt\r\n");
    assert_true(strstr(
        y.body, "<li>luz joga 7 de espadas</li><li>&lt;ana&gt; joga uma carta coberta</li><li>luz: corremos</li>"));
    reply_free(&y);
    tell(6, "{\"event\":\"closed-hand\",\"hand\":5,\"names\":[\"ana\",\"luz\"]}");
    y = here_get(&h, path, NULL);
    assert_true(strstr(y.body, "hand 5") && strstr(y.body, "<p>First match of the pair.") && !strstr(y.body, "truco!"));
}

static void tells(const char *key, int64_t first, const char *lines, int status)
{
    char path[64], *fields = malloc(4 * strlen(lines) + 100);
    size_t n = (size_t)sprintf(fields, "hand=one&attempt=%lld&first=%lld&lines=", (long long)order.attempt,
                               (long long)first);
    for (const char *c = lines; *c; c++)
        n += (size_t)sprintf(fields + n, "%%%02x", (unsigned char)*c);
    snprintf(path, sizeof path, "/api/work/%lld/live", (long long)order.job);
    OWNED_REPLY y = here_post(&h, path, key, fields);
    if (y.status != status)
        fail_msg("%d: %lld, %s", y.status, (long long)first, lines);
    free(fields);
}

/* What a worker with a key of its own makes up is refused, and nothing of it is kept or sent to those who watch. */
TEST_WITH(a_worker_who_tells_tales, set_up, tear_down)
{
    static const char
        hand[] = "{\"event\":\"hand\",\"leg\":1,\"names\":[\"ana\",\"luz\"],\"hand\":1,\"game\":1,\"mano\":0,"
                 "\"score\":[0,0],\"vira\":null,\"sides\":[0,1],\"held\":[3,3]}",
        over[] = "{\"event\":\"over\",\"leg\":1}";
    static char large[8192] = "{\"event\":\"over\",\"leg\":1";
    static const struct {
        const char *part, *instead; /* in `hand`; NULL: the whole line */
    } tales[] = {
        { "[3,3]", "[4000000000,3]" },
        { "[3,3]", "[3,-1]" },
        { "[3,3]", "[3,3,3]" },
        { "[3,3]", "{\"length\":4000000000}" },
        { "\"mano\":0", "\"mano\":2" },
        { "\"leg\":1", "\"leg\":3" },
        { "\"mano\":0", "\"mano\":0,\"mano\":1" },
        { "\"mano\":0,", "" },
        { "\"vira\":null", "\"vira\":\"13z\"" },
        { "\"ana\"", "\"a\\nna\"" },
        { "\"ana\"", "\"a\xe2\x80\xaena\"" },
        { "\"hand\",\"leg\":1", "\"hand\",\"more\":1,\"leg\":1" },
        { "{\"event\":\"hand\",\"leg\":1", "{\"leg\":1,\"event\":\"hand\"" },
        { "\"leg\":1,", "\"leg\":1,\r\revent: over\rdata: {}\r" },
        { NULL, "[4000000000]" },
        { NULL, "{\"event\":\"act\",\"leg\":1,\"seat\":4000000000,\"do\":\"truco\",\"says\":\"truco!\"}" },
        { NULL, "{\"event\":\"show\",\"leg\":1,\"seat\":0,\"cards\":[\"1e\",\"1e\",\"1e\",\"1e\",\"1e\"]}" },
        { NULL, large },
    };
    static char told[STORE_LIVE];
    char token[TOKEN_TEXT], line[128];
    uint8_t hash[STORE_HASH];
    struct worker_key k = { .name = "attic", .host = "attic", .unheld = true };
    memset(large + strlen(large), ' ', sizeof large - strlen(large) - 2);
    large[sizeof large - 2] = '}';
    worker_key_token(token, hash);
    snprintf(line, sizeof line, "Authorization: Bearer %s\r\n", token);
    FINE(store_worker_key_add(h.site.store, &k, hash, "hilda", &e));
    FINE(store_give_back(h.site.store, &order, "", 0, GIVEN_UNTRIED, &e));
    FINE(world_lease(&h.world, "attic/one", &order, &e));
    int64_t first = (order.attempt << 32) + 1;
    const int64_t numbers[] = { 0, 1, first - 2, first << 1, INT64_MAX };
    for (size_t i = 0; i < sizeof tales / sizeof *tales; i++) {
        const char *at = tales[i].part ? strstr(hand, tales[i].part) : hand;
        const char *after = at + (tales[i].part ? strlen(tales[i].part) : strlen(hand));
        snprintf(told, sizeof told, "%s\n%.*s%s%s", over, (int)(at - hand), hand, tales[i].instead, after);
        tells(line, first, told, 400);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        tells(line, numbers[i], over, 400);
    FINE(store_live_lines(h.site.store, order.job, 0, told, &(int64_t){ 0 }, &e));
    assert_string_equal(told, "");
    tells(line, first, hand, 200);
    tells(line, first, over, 400); /* numbers go up */
    tells(line, first + 2, over, 200);
}

int main(void)
{
    if (replay_load(&example, "tests/vectors/example.replay"))
        return 1;
    int failed = tests_run();
    replay_unload(&example);
    return failed;
}
