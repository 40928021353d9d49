/* What one account may have at once: bots, versions that wait for admission, open disputes.  Bytes are test_ladder_uploads'. */

#include <pthread.h>
#include <stdatomic.h>

#include "support/test.h"
#include "ladder_site.h"
#include "ladder_stores.h"
#include "site/session/account.h"

/* Somebody who can sign in: what the host enters has no quota. */
static int64_t stranger(struct store *s, const char *name)
{
    struct person_change c = { .password = "a hash" };
    int64_t id = world_person(s, name, ROLE_AUTHOR);
    FINE(store_person_change(s, id, &c, "host", &e));
    return id;
}

static int add_bot(int64_t person, int number)
{
    struct bot b = { .person = person };
    int64_t id;
    snprintf(b.name, sizeof b.name, "extra%d", number);
    return store_bot_add(w.store, &b, &id, &e);
}

static int add_version(int64_t bot)
{
    struct version v = { .bot = bot, .has_artifact = true, .run = "./bot" };
    int64_t id;
    FINE(store_put(w.store, "x", 1, v.artifact, &e));
    return store_version_add(w.store, &v, NULL, 0, &id, &e);
}

TEST_WITH(bots_are_counted, set_up, tear_down)
{
    int64_t ben = stranger(w.store, "ben");
    FINE(store_set(w.store, "quota.bots", "3", &e));
    for (int i = 0; i < 3; i++)
        FINE(add_bot(ben, i));
    REFUSED(STORE_STALE, add_bot(ben, 3));
    assert_string_equal(e.text, "an account has room for 3 bots, and yours has 3: ask the host for room");
    for (int i = 0; i < 5; i++) /* the host enters anything; others have their own room */
        FINE(add_bot(w.author, i));
    FINE(add_bot(stranger(w.store, "cleo"), 0));
    FINE(store_set(w.store, "quota.bots", "4", &e));
    FINE(add_bot(ben, 3));
}

TEST_WITH(waiting_versions_are_counted, set_up, tear_down)
{
    struct bot b;
    struct version_filter f = { .state = VERSION_PENDING };
    struct version v[4];
    size_t n;
    int64_t ben = stranger(w.store, "ben");
    FINE(store_set(w.store, "quota.waiting", "2", &e));
    FINE(add_bot(ben, 0));
    FINE(add_bot(ben, 1));
    FINE(store_bot_named(w.store, "ben", "extra0", &b, &e));
    FINE(add_version(b.id));
    FINE(store_bot_named(w.store, "ben", "extra1", &b, &e));
    FINE(add_version(b.id));
    REFUSED(STORE_STALE, add_version(b.id));
    assert_string_equal(e.text,
                        "an account has room for 2 versions that wait for admission, and yours has 2: wait until they "
                        "have played");
    /* One that is judged waits no more, and goes back only when there is room. */
    FINE(store_versions(w.store, &f, v, 4, &n, &e));
    assert_int_equal(n, 2);
    FINE(store_version_move(w.store, v[0].id, VERSION_PENDING, VERSION_DISABLED, "no", "host", &e));
    FINE(add_version(b.id));
    REFUSED(STORE_STALE, store_version_move(w.store, v[0].id, VERSION_DISABLED, VERSION_PENDING, "again", "ben", &e));
    FINE(store_version(w.store, v[0].id, &v[1], &e));
    assert_int_equal(v[1].state, VERSION_DISABLED);
}

TEST_WITH(open_disputes_are_counted, set_up, tear_down)
{
    struct leg leg[4];
    int64_t id, ben = stranger(w.store, "ben");
    FINE(store_set(w.store, "quota.disputes", "2", &e));
    world_plan(&w, 2);
    for (uint64_t i = 1; i <= 2; i++)
        world_play(&w, "w1", i, &order);
    assert_int_equal(world_all_legs(w.store, leg, 4), 4);
    for (unsigned i = 0; i < 3; i++) {
        struct dispute d = { .leg = leg[i].id, .person = ben, .text = "no" };
        assert_int_equal(store_dispute_add(w.store, &d, "ben", &id, &e), i < 2 ? STORE_OK : STORE_STALE);
    }
    assert_string_equal(e.text,
                        "an account has room for 2 open disputes, and yours has 2: wait until they are decided");
}

static void *add_some(void *arg)
{
    static atomic_int number;
    struct store_error mine;
    struct bot b = { .person = *(int64_t *)arg };
    int64_t id;
    for (int i = 0; i < 4; i++) {
        snprintf(b.name, sizeof b.name, "at-once%d", atomic_fetch_add(&number, 1));
        store_bot_add(w.store, &b, &id, &mine);
    }
    return NULL;
}

/* Many at once get no more than one after the other. */
TEST_WITH(at_once_is_no_way_around, set_up, tear_down)
{
    enum { AT_ONCE = 8 };
    pthread_t thread[AT_ONCE];
    struct bot b[AT_ONCE];
    size_t n;
    int64_t ben = stranger(w.store, "ben");
    FINE(store_set(w.store, "quota.bots", "3", &e));
    for (unsigned i = 0; i < AT_ONCE; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, add_some, &ben), 0);
    for (unsigned i = 0; i < AT_ONCE; i++)
        pthread_join(thread[i], NULL);
    FINE(store_bots(w.store, ben, 0, b, AT_ONCE, &n, &e));
    assert_int_equal(n, 3);
}

/* On one's own page, in its language, and at the API. */
TEST_WITH(it_is_said_with_figures, set_up, tear_down)
{
    AUTO(here_stop) struct here h;
    struct browser b = { .form = "" };
    char token[TOKEN_TEXT], line[TOKEN_TEXT + 64];
    struct person p;
    here_start(&h);
    FINE(store_set(h.site.store, "quota.bots", "1", &e));
    assert_int_equal(browser_enter(&b, &h, "up", "ben", "a-long-password"), 303);
    OWNED_REPLY y = browser_post(&b, &h, "/me/bots", "name=one&about=");
    assert_int_equal(y.status, 303);
    reply_free(&y);
    y = browser_post(&b, &h, "/me/bots", "name=two&about=");
    assert_int_equal(y.status, 429);
    assert_non_null(strstr(y.body, "an account has room for 1 bots, and yours has 1"));
    reply_free(&y);
    FINE(store_person_named(h.site.store, "ben", &p, &e));
    FINE(session_open(&h.site, p.id, "token", "", 3600000, token, &e));
    snprintf(line, sizeof line, "Authorization: Bearer %s\r\n", token);
    y = here_post(&h, "/api/bots", line, "name=two");
    assert_int_equal(y.status, 429);
    assert_non_null(strstr(y.body, "an account has room for 1 bots, and yours has 1: ask the host for room"));
}

int main(void) { return on_both_databases(); }
