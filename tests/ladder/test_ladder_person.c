/* Accounts changed by their host, at a terminal and at the dashboard: what is named changes and nothing else, the last host stays, and
 * what is closed stops. */

#include "support/test.h"
#include "ladder_site.h"
#include "schedule/schedule.h"
#include "site/play/playroom.h"
#include "site/session/account.h"
#include "support/built.h"

HERE_FOR_EACH
static struct store_error e;
static char text[1 << 14];

/* Runs `fiel-ladder person WORDS` on the store that this process serves; what it printed is in `text`.  Its exit code. */
static int person(const char *words)
{
    char command[1024];
    snprintf(command, sizeof command, "person %s --store 'sqlite:%s/ladder.db'", words, here.folder);
    return here_command(command, text, sizeof text);
}

#define SAYS(code, words, says) \
    do { \
        int code_ = person(words); \
        if (code_ != (code) || !strstr(text, says)) \
            fail_msg("person %s: exit %d:\n%s", words, code_, text); \
    } while (0)

static int start(STATE)
{
    here_start(&here);
    world_make(&here.world, here.site.store); /* hilda the host, ana the author of eight bots */
    return 0;
}

static struct person known(const char *name)
{
    struct person p;
    FINE(store_person_named(here.site.store, name, &p, &e));
    return p;
}

static bool same(const struct person *a, const struct person *b)
{
    return a->role == b->role && a->closed == b->closed && !strcmp(a->password, b->password) &&
           a->has_key == b->has_key;
}

/* The password that was printed. */
static const char *printed(void)
{
    static char password[64];
    const char *at = strstr(text, "password: ");
    assert_non_null(at);
    snprintf(password, sizeof password, "%.*s", (int)strcspn(at + 10, "\n"), at + 10);
    return password;
}

static struct browser session_of(int64_t person_id)
{
    struct browser b = { 0 };
    browser_come_in(&b, &here, person_id);
    return b;
}

/* --- at a terminal, beside the ladder that serves ---------------------------------------------------------------------------- */

TEST_WITH(what_is_not_named_stays, start, stop)
{
    struct person before = known("hilda"), now;
    SAYS(0, "hilda", "hilda: host, open");
    now = known("hilda");
    assert_true(same(&before, &now));
    before = known("ana");
    SAYS(0, "ana --role visitor", "ana: visitor, open");
    assert_null(strstr(text, "password: "));
    now = known("ana");
    assert_int_equal(now.role, ROLE_VISITOR);
    assert_string_equal(now.password, before.password);
    SAYS(0, "ana --new-password", "ana: visitor, open");
    now = known("ana");
    assert_int_equal(now.role, ROLE_VISITOR);
    assert_string_not_equal(now.password, before.password);
    SAYS(0, "rosa --new", "rosa: author, open");
    assert_int_equal(strlen(printed()), PASSWORD_MADE - 1);
    SAYS(2, "rosa --new", "that name is taken"); /* and it has its password still */
    SAYS(2, "rosa --new --close", "--new goes with --role alone");
    SAYS(2, "rosi", "there is no such person"); /* a slip makes nobody */
    SAYS(2, "rosi", "--new");
    SAYS(2, "rosi --role host", "there is no such person");
    SAYS(2, "rosi --close", "there is no such person");
    SAYS(2, "rosi --new-password", "there is no such person");
    SAYS(2, "rosa --close --open", "--close and --open");
    SAYS(2, "rosa --role king", "--role is visitor, author or host");
    assert_int_equal(store_person_named(here.site.store, "rosi", &now, &e), STORE_NOT_FOUND);
}

/* An environment and a file are as they are: nobody named there what is to become of an account. */
TEST_WITH(only_what_is_typed_counts, start, stop)
{
    char path[128], words[256];
    struct person before = known("ana"), now;
    snprintf(path, sizeof path, "%s/ladder.conf", here.folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("[ladder]\nclose = no\n", f);
    assert_int_equal(fclose(f), 0);
    snprintf(words, sizeof words, "ana --config '%s'", path);
    SAYS(2, words, "'close' counts on the command line alone: take it out of the file");
    setenv("FIEL_LADDER_ROLE", "host", 1);
    setenv("FIEL_LADDER_NEW_PASSWORD", "", 1);
    setenv("FIEL_LADDER_CLOSE", "1", 1);
    SAYS(0, "ana", "ana: ");
    unsetenv("FIEL_LADDER_ROLE");
    unsetenv("FIEL_LADDER_NEW_PASSWORD");
    unsetenv("FIEL_LADDER_CLOSE");
    now = known("ana");
    assert_true(same(&before, &now));
}

TEST_WITH(the_last_host_stays, start, stop)
{
    struct person before, now;
    SAYS(0, "hilda --new-password", "password: "); /* one who can come in */
    before = known("hilda");
    SAYS(2, "hilda --role author", "the last host");
    SAYS(2, "hilda --close", "the last host");
    now = known("hilda");
    assert_true(same(&before, &now));
    SAYS(0, "hugo --new --role host", "hugo: host, open");
    SAYS(0, "hugo --close", "hugo: host, closed");
    SAYS(2, "hilda --role visitor", "the last host"); /* one that is closed is none */
    SAYS(0, "hugo --open", "hugo: host, open");
    SAYS(0, "hilda --role visitor", "hilda: visitor, open");
    SAYS(2, "hugo --role author", "the last host");
}

/* Anyone who has neither password nor key cannot come in: that one does not count. */
TEST_WITH(a_host_who_cannot_come_in_is_none, start, stop)
{
    struct person ghost = { .name = "ghost", .role = ROLE_HOST };
    struct person_change keyed = { .sets_key = true, .key = (const uint8_t[STORE_KEY]){ 7 } };
    int64_t id;
    SAYS(0, "hilda --new-password", "password: ");
    FINE(store_person_add(here.site.store, &ghost, &id, &e));
    SAYS(2, "hilda --close", "the last host");
    SAYS(2, "hilda --role author", "the last host");
    FINE(store_person_change(here.site.store, id, &keyed, "ghost", &e));
    SAYS(0, "hilda --close", "hilda: host, closed");
}

TEST_WITH(what_is_closed_is_opened_by_that_word_alone, start, stop)
{
    SAYS(0, "ana --close", "ana: author, closed");
    SAYS(0, "ana", "ana: author, closed");
    SAYS(0, "ana --role author", "ana: author, closed");
    SAYS(0, "ana --new-password", "ana: author, closed");
    assert_true(known("ana").closed);
    SAYS(0, "ana --open", "ana: author, open");
    assert_false(known("ana").closed);
}

/* Sessions, tokens and the old password are over at once, for the ladder that serves. */
TEST_WITH(a_new_password_ends_sessions, start, stop)
{
    char token[TOKEN_TEXT], line[128], fields[128];
    struct browser b = { 0 };
    int64_t id;
    FINE(account_make(here.site.store, "rosa", "long enough 1", ROLE_AUTHOR, &id, &e));
    assert_int_equal(browser_enter(&b, &here, "in", "rosa", "long+enough+1"), 303);
    FINE(session_open(&here.site, id, "token", "", 3600000, token, &e));
    snprintf(line, sizeof line, "Authorization: Bearer %s\r\n", token);
    STATUS(200, here_get(&here, "/api/me", line));
    SAYS(0, "rosa --new-password", "password: ");
    STATUS(401, here_get(&here, "/api/me", line));
    STATUS(303, here_get(&here, "/me", b.cookie));
    STATUS(404, here_post(&here, "/enter", NULL, "what=in&name=rosa&password=long+enough+1"));
    snprintf(fields, sizeof fields, "what=in&name=rosa&password=%s", printed());
    STATUS(303, here_post(&here, "/enter", NULL, fields));
}

/* Two that write to one file wait for each other: nothing of either is lost. */
TEST_WITH(both_write_at_once, start, stop)
{
    char words[64];
    struct person p;
    for (int i = 0; i < 8; i++) {
        char command[512], name[32];
        snprintf(command, sizeof command, "%s/bin/fiel-ladder person p%d --new --store 'sqlite:%s/ladder.db'",
                 build_dir(), i, here.folder);
        FILE *f = popen(command, "r"); /* while it runs, others are made here */
        assert_non_null(f);
        for (int k = 0; k < 20; k++) {
            snprintf(name, sizeof name, "q%d-%d", i, k);
            world_person(here.site.store, name, ROLE_AUTHOR);
        }
        while (fgets(words, sizeof words, f))
            ;
        assert_int_equal(pclose(f), 0);
        snprintf(name, sizeof name, "p%d", i);
        FINE(store_person_named(here.site.store, name, &p, &e));
    }
    world_whole(here.site.store);
}

/* --- what stops ------------------------------------------------------------------------------------------------------------------ */

static int64_t version_of(const char *name, int64_t person_id)
{
    struct store *s = here.site.store;
    struct bot b = { .person = person_id };
    struct version v = { .has_artifact = true, .run = "./bot" };
    int64_t id;
    snprintf(b.name, sizeof b.name, "%s", name);
    FINE(store_bot_add(s, &b, &v.bot, &e));
    FINE(store_put(s, name, strlen(name), v.artifact, &e));
    FINE(store_version_add(s, &v, &here.world.ladder, 1, &id, &e));
    world_admit(&here.world);
    return id;
}

static size_t pairs_with(int64_t version, enum pair_state what)
{
    static struct pair list[200];
    struct pair_filter f = { .version = version, .round = -1, .state = (int)what };
    size_t n;
    FINE(store_pairs(here.site.store, &f, list, 200, &n, &e));
    return n;
}

TEST_WITH(closing_stops_bots, start, stop)
{
    static struct order running, next;
    static struct world_legs l;
    struct store *s = here.site.store;
    int64_t bela = world_person(s, "bela", ROLE_AUTHOR), hers = version_of("tango", bela);
    struct pair pair[3] = { { .version = { hers, here.world.version[0] }, .priority = 9 },
                            { .version = { here.world.version[1], hers } },
                            { .version = { here.world.version[2], here.world.version[3] } } };
    struct plan plan = { .event = here.world.event, .next_round = 1, .progress = "{}", .pair = pair, .pairs = 3 };
    FINE(store_plan(s, &plan, &e));
    FINE(world_lease(&here.world, "w", &running, &e)); /* the first is being played */
    assert_int_equal(running.pair.id, pair[0].id);
    SAYS(0, "bela --close", "bela: author, closed");
    assert_int_equal(pairs_with(hers, PAIR_OPEN), 0);
    assert_int_equal(pairs_with(hers, PAIR_VOID), 2);
    assert_int_equal(store_beat(s, &running, 1000, &e), STORE_STALE); /* its worker stops */
    world_legs(&l, 5);
    assert_int_equal(store_finish(s, &running, l.leg, 2, &e), STORE_STALE); /* and files nothing */
    FINE(world_lease(&here.world, "w", &next, &e));
    assert_int_equal(next.pair.id, pair[2].id); /* others play on */
    for (int i = 0; i < 5; i++)
        FINE(schedule_step(s, &e));
    assert_int_equal(pairs_with(hers, PAIR_OPEN), 0);
    world_whole(here.site.store);
    SAYS(0, "bela --open", "bela: author, open"); /* she plays again */
    struct event_config c;
    char why[256];
    assert_true(event_config_read(EVENT_LADDER, "{}", &c, why));
    for (int i = 0; i < 5; i++) {
        static struct order o;
        FINE(schedule_step(s, &e));
        while (!world_lease(&here.world, "w", &o, &e)) {
            world_legs(&l, 100 + (uint64_t)o.job);
            FINE(store_finish(s, &o, l.leg, 2, &e));
        }
    }
    assert_true(pairs_with(hers, PAIR_DONE) > 0);
    world_whole(here.site.store);
}

/* Nobody sits down against them either. */
TEST_WITH(closing_ends_play_against_bots, start, stop)
{
    struct version v;
    FINE(store_version(here.site.store, here.world.version[0], &v, &e));
    assert_true(playroom_sits(here.site.store, &v));
    SAYS(0, "ana --close", "closed");
    assert_false(playroom_sits(here.site.store, &v));
    SAYS(0, "ana --open", "open");
    assert_true(playroom_sits(here.site.store, &v));
}

/* What is pending waits until its author is there again. */
TEST_WITH(closing_stops_validations, start, stop)
{
    static struct order o;
    struct store *s = here.site.store;
    struct bot b = { .name = "tango" };
    struct version v = { .has_artifact = true, .run = "./bot" };
    struct wish wish = { .worker = "judge", .lease_ms = 60000, .no_play = true };
    struct verdict_filed fine = { .passed = true, .reason = "" };
    int64_t id[2];
    b.person = world_person(s, "bela", ROLE_AUTHOR);
    FINE(store_bot_add(s, &b, &v.bot, &e));
    FINE(store_put(s, "x", 1, v.artifact, &e));
    for (int i = 0; i < 2; i++)
        FINE(store_version_add(s, &v, &here.world.ladder, 1, &id[i], &e));
    FINE(store_lease(s, &wish, &o, &e));
    SAYS(0, "bela --close", "closed");
    assert_int_equal(store_validated(s, &o, &fine, &e), STORE_STALE);
    assert_int_equal(store_lease(s, &wish, &o, &e), STORE_NOT_FOUND);
    world_whole(here.site.store);
    SAYS(0, "bela --open", "open");
    for (int i = 0; i < 2; i++) {
        FINE(store_lease(s, &wish, &o, &e));
        FINE(store_validated(s, &o, &fine, &e));
    }
    world_whole(here.site.store);
}

/* Plays all that is queued, the side of seat 0 winning, and looks at the schedule, until there is nothing to do. */
static void play_on(void)
{
    static struct order o;
    static struct world_legs l;
    for (int i = 0; i < 30; i++) {
        FINE(schedule_step(here.site.store, &e));
        while (!world_lease(&here.world, "w", &o, &e)) {
            world_legs(&l, 1000 + (uint64_t)o.job);
            FINE(store_finish(here.site.store, &o, l.leg, 2, &e));
        }
    }
}

/* In a tournament anyone who is not there loses: it goes on to its end. */
TEST_WITH(a_tournament_goes_on_without, start, stop)
{
    static const enum event_kind kinds[] = { EVENT_ROUND_ROBIN, EVENT_KNOCKOUT, EVENT_SWISS, EVENT_GAUNTLET };
    struct store *s = here.site.store;
    int64_t bela = world_person(s, "bela", ROLE_AUTHOR), hers = version_of("tango", bela),
            also = version_of("vals", bela);
    FINE(store_event_move(s, here.world.event, EVENT_RUNNING, EVENT_PAUSED, "hilda", &e));
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct event v = {
            .ladder = here.world.ladder, .kind = kinds[k], .name = "cup", .state = EVENT_RUNNING, .rated = true
        };
        const int64_t in[] = { hers, here.world.version[0], here.world.version[1], also };
        struct event now;
        int64_t id;
        strcpy(v.cfg, "{}");
        FINE(store_event_add(s, &v, "hilda", &id, &e));
        for (size_t i = 0; i < 4; i++) {
            struct entry n = { .event = id, .version = { in[i] }, .seed = (int64_t)i + 1 };
            int64_t entry;
            FINE(store_entry_add(s, &n, &entry, &e));
        }
        FINE(schedule_step(s, &e));
        SAYS(0, "bela --close", "closed");
        assert_int_equal(pairs_with(hers, PAIR_OPEN), 0);
        play_on();
        FINE(store_event(s, id, &now, &e));
        if (now.state != EVENT_DONE)
            fail_msg("%s: still %s", event_kind_names[kinds[k]], event_state_names[now.state]);
        struct leg_filter f = { .event = id, .version = hers };
        struct leg leg[4];
        struct met met[64];
        size_t n;
        FINE(store_legs(s, &f, leg, 4, &n, &e));
        assert_int_equal(n, 0); /* nothing of hers was played */
        FINE(store_met(s, id, met, 64, &n, &e));
        assert_true(n > 0);
        for (size_t i = 0; i < n; i++) { /* against others both of hers lost all */
            bool first = met[i].version[0] == hers || met[i].version[0] == also,
                 second = met[i].version[1] == hers || met[i].version[1] == also;
            assert_int_equal(met[i].open, 0);
            if (first != second)
                assert_int_equal(met[i].score, first ? 0 : met[i].of * met[i].done);
        }
        world_whole(here.site.store);
        SAYS(0, "bela --open", "open");
    }
    struct unit unit[64];
    size_t n;
    FINE(store_units(s, here.world.ladder, 0, unit, 64, &n, &e));
    for (size_t i = 0; i < n; i++) /* what was not played is in no rating */
        assert_true(unit[i].played > 0);
}

/* A pair that is to be played once more does not bring them back either. */
TEST_WITH(nothing_is_played_again_with_them, start, stop)
{
    static struct order o;
    struct store *s = here.site.store;
    struct pair p;
    int64_t bela = world_person(s, "bela", ROLE_AUTHOR), hers = version_of("tango", bela);
    struct pair pair = { .version = { hers, here.world.version[0] } };
    struct plan plan = { .event = here.world.event, .next_round = 1, .progress = "{}", .pair = &pair, .pairs = 1 };
    FINE(store_plan(s, &plan, &e));
    world_play(&here.world, "w", 5, &o);
    SAYS(0, "bela --close", "closed");
    FINE(store_pair(s, world_replay(&here.world, pair.id), &p, &e));
    assert_int_equal(p.state, PAIR_VOID);
    assert_int_equal(world_lease(&here.world, "w", &o, &e), STORE_NOT_FOUND);
    world_whole(here.site.store);
}

/* --- at the dashboard ------------------------------------------------------------------------------------------------------------------- */

TEST_WITH(the_dashboard_changes_what_it_names, start, stop)
{
    struct browser host = session_of(here.world.host);
    STATUS(303, browser_post(&host, &here, "/host/people", "name=ana&closed=1"));
    assert_true(known("ana").closed);
    assert_int_equal(known("ana").role, ROLE_AUTHOR);
    STATUS(303, browser_post(&host, &here, "/host/people", "name=ana&role=visitor"));
    assert_true(known("ana").closed);
    assert_int_equal(known("ana").role, ROLE_VISITOR);
    STATUS(303, browser_post(&host, &here, "/host/people", "name=ana&role=&closed=0"));
    assert_false(known("ana").closed);
    assert_int_equal(known("ana").role, ROLE_VISITOR);
    STATUS(400, browser_post(&host, &here, "/host/people", "name=ana&closed=maybe"));
    STATUS(400, browser_post(&host, &here, "/host/people", "name=ana"));
}

TEST_WITH(a_password_is_reset_at_the_dashboard, start, stop)
{
    struct browser host = session_of(here.world.host), b = { 0 };
    char fields[128], password[64], line[128], token[TOKEN_TEXT];
    int64_t id;
    FINE(account_make(here.site.store, "rosa", "long enough 1", ROLE_AUTHOR, &id, &e));
    assert_int_equal(browser_enter(&b, &here, "in", "rosa", "long+enough+1"), 303);
    STATUS(403, browser_post(&b, &here, "/host/people/password", "name=hilda"));
    STATUS(403, here_post(&here, "/host/people/password", host.cookie, "name=rosa")); /* the form's token is missing */
    STATUS(400, browser_post(&host, &here, "/host/people/password", "name=hilda"));   /* one's own is changed at /me */
    STATUS(404, browser_post(&host, &here, "/host/people/password", "name=nobody"));
    struct reply y = browser_post(&host, &here, "/host/people/password", "name=rosa");
    assert_int_equal(y.status, 200);
    const char *at = strstr(y.body, "<code class=\"token\">");
    assert_non_null(at);
    snprintf(password, sizeof password, "%.*s", PASSWORD_MADE - 1, at + strlen("<code class=\"token\">"));
    reply_free(&y);
    STATUS(303, here_get(&here, "/me", b.cookie)); /* to the door */
    snprintf(fields, sizeof fields, "what=in&name=rosa&password=%s", password);
    STATUS(303, here_post(&here, "/enter", NULL, fields));
    /* And by a program. */
    FINE(session_open(&here.site, here.world.host, "token", "", 3600000, token, &e));
    snprintf(line, sizeof line, "Authorization: Bearer %s\r\n", token);
    y = here_post(&here, "/api/people/password", line, "name=rosa");
    assert_int_equal(y.status, 200);
    at = strstr(y.body, "{\"password\":\"");
    assert_non_null(at);
    snprintf(password, sizeof password, "%.*s", PASSWORD_MADE - 1, at + strlen("{\"password\":\""));
    reply_free(&y);
    STATUS(404, here_post(&here, "/enter", NULL, fields));
    snprintf(fields, sizeof fields, "what=in&name=rosa&password=%s", password);
    STATUS(303, here_post(&here, "/enter", NULL, fields));
}
