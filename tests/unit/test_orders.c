/* order, orders: what is ordered is understood or refused in words, and what was accepted is never lost or doubled. */

#include "support/test.h"

#include "jail/jail.h"
#include "serve/orders.h"
#include "support/folder.h"

static struct config config;

static int fresh(STATE)
{
    folder_make(state);
    config_defaults(&config, folder);
    return 0;
}

/* --- order ----------------------------------------------------------------------------------------- */

static int read_order(const char *text, struct order *o, char why[ORDER_WHY])
{
    json_auto_t *j = json_loads(text, JSON_DECODE_ANY, NULL);
    assert_non_null(j);
    return order_read(j, &config, o, why);
}

static void assert_refused(const char *text, const char *words)
{
    struct order o, before;
    char why[ORDER_WHY] = "";
    memset(&o, 7, sizeof o);
    before = o;
    if (!read_order(text, &o, why) || !strstr(why, words))
        fail_msg("%s\nexpected \"%s\", got \"%s\"", text, words, why);
    assert_memory_equal(&o, &before, sizeof o);
}

#define TWO "\"bots\":[\"cauto\",\"random\"]"

TEST_WITH(bad_orders_are_refused_in_words, fresh, folder_remove)
{
    assert_refused("7", "an order is an object");
    assert_refused("{}", "bots: none is named");
    assert_refused("{\"bots\":[\"cauto\"]}", "bots: one is missing");
    assert_refused("{\"bots\":\"cauto\"}", "bots is not a list");
    assert_refused("{\"bots\":[1,2]}", "'(no text)' is not a bot");
    assert_refused("{\"bots\":[\"cauto\",\"../../etc/passwd\"]}", "no path");
    assert_refused("{\"bots\":[\"cauto\",\"remote:/etc/passwd\"]}", "no path");
    assert_refused("{\"bots\":[\"cauto\",\".hidden\"]}", "is not a bot");
    assert_refused("{\"bots\":[\"cauto\",\"--help\"]}", "is not a bot");
    assert_refused("{\"bots\":[\"cauto\",\"remote:\"]}", "is not a bot");
    assert_refused("{\"bots\":[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\"]}", "at most 8");
    assert_refused("{" TWO ",\"game\":3}", "did you mean 'games'?");
    assert_refused("{" TWO ",\"games\":0}", "games is not a whole number from 1 to 10000");
    assert_refused("{" TWO ",\"games\":10001}", "games is not a whole number");
    assert_refused("{" TWO ",\"games\":1.5}", "games is not a whole number");
    assert_refused("{" TWO ",\"games\":\"3\"}", "games is not a whole number");
    assert_refused("{" TWO ",\"seats\":3}", "2 bots for 3 seats");
    assert_refused("{" TWO ",\"seats\":9}", "seats is not a whole number from 2 to 8");
    assert_refused("{" TWO ",\"rules\":\"chinchon\"}", "rules: ");
    assert_refused("{" TWO ",\"rules\":\"truc-y-flou\"}", "seats: ");
    assert_refused("{" TWO ",\"rules\":\"argentino,flor=quiza\"}", "rules: ");
    assert_refused("{" TWO ",\"clock\":\"bank=never\"}", "clock: ");
    assert_refused("{" TWO ",\"sign\":\"sometimes\"}", "sign is neither");
    assert_refused("{" TWO ",\"on_timeout\":1}", "on_timeout is neither");
    assert_refused("{" TWO ",\"duplicate\":1}", "duplicate is neither");
    assert_refused("{\"bots\":[\"a\",\"b\",\"c\"],\"duplicate\":true}", "no two sides");
    assert_refused("{" TWO ",\"ref\":\"with a blank\"}", "ref is not a text");
    assert_refused("{" TWO ",\"ref\":\"\\u001b[2J\"}", "ref is not a text");
    assert_refused("{" TWO ",\"hands_max\":65536}", "hands_max is not");
    assert_refused("{" TWO ",\"cutters\":[\"cauto\"]}", "a cutter is an outsider");
    assert_refused("{" TWO ",\"cutters\":[\"remote:ana\"],\"duplicate\":true}", "a pair takes no cutters");
    assert_refused("{\"bots\":[\"cauto\",\"remote:ana\"],\"duplicate\":true}", "could remember the first leg's cards");
    assert_refused("{" TWO ",\"strangers\":1}", "strangers is neither");
    assert_refused("{" TWO ",\"blind\":1}", "blind is neither");
    assert_refused("{\"bots\":[\"remote:ana\",\"remote:ana\"]}", "would sit twice");
    assert_refused("{\"bots\":[\"remote:ana\",\"cauto\"],\"seats\":4}", "would sit twice");
    assert_refused("{\"bots\":[\"remote:ana\",\"cauto\"],\"cutters\":[\"remote:ana\"]}", "would sit twice");
}

TEST_WITH(an_order_is_taken_with_the_house_s_defaults, fresh, folder_remove)
{
    struct order o;
    char why[ORDER_WHY];
    assert_int_equal(read_order("{" TWO ",\"seats\":4,\"clock\":\"cap=1s\"}", &o, why), 0);
    assert_int_equal(o.seats, 4);
    assert_string_equal(o.bot[2], "cauto"); /* one bot for each side */
    assert_string_equal(o.bot[3], "random");
    assert_int_equal(o.games, 20);
    assert_int_equal(o.sign, 1);
    assert_string_equal(o.clock, "bank=30s,inc=100ms,cap=1s,grace=50ms,start=10s,duty=1m");
}

#define SOME_HASH "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
TEST_WITH(artifacts_are_named_by_seat, fresh, folder_remove)
{
    struct order o, again;
    char why[ORDER_WHY];
    assert_refused("{" TWO ",\"artifacts\":\"\"}", "artifacts is not a list of 2 texts");
    assert_refused("{" TWO ",\"artifacts\":[\"\"]}", "artifacts is not a list of 2 texts");
    assert_refused("{" TWO ",\"artifacts\":[\"\",\"12\"]}", "artifacts is not a list of 2 texts");
    assert_refused("{" TWO ",\"artifacts\":[\"\",7]}", "artifacts is not a list of 2 texts");
    assert_int_equal(read_order("{" TWO ",\"artifacts\":[\"\",\"" SOME_HASH "\"]}", &o, why), 0);
    assert_int_equal(o.artifact[1][0], 0x01);
    assert_int_equal(o.artifact[1][31], 0xef);
    json_auto_t *j = order_json(&o); /* as it lies on the disk */
    assert_int_equal(order_read(j, &config, &again, why), 0);
    assert_true(again.artifacts);
    assert_memory_equal(again.artifact, o.artifact, sizeof o.artifact);
}

/* The host's own play pairs in any jail; strangers' where it is strict, or where the host wants it all the same. */
TEST_WITH(strangers_play_no_unheld_pairs, fresh, folder_remove)
{
    struct order o;
    char why[ORDER_WHY] = "";
    struct config c = config;
    for (int64_t jail = JAIL_STRICT; jail <= JAIL_NONE; jail++) {
        c.jail = jail;
        c.duplicate_unheld = 0;
        assert_int_equal(read_order("{" TWO ",\"duplicate\":true}", &o, why), 0);
        assert_int_equal(order_held(&o, &c, why), 0);
        assert_int_equal(read_order("{" TWO ",\"strangers\":true}", &o, why), 0);
        assert_int_equal(order_held(&o, &c, why), 0);
        assert_int_equal(read_order("{" TWO ",\"duplicate\":true,\"strangers\":true}", &o, why), 0);
        assert_int_equal(order_held(&o, &c, why), jail == JAIL_STRICT ? 0 : -1);
        c.duplicate_unheld = 1;
        assert_int_equal(order_held(&o, &c, why), 0);
    }
    assert_non_null(strstr(why, "[matches] jail = none does not demand what a pair needs: set it to strict"));
}

/* What is written down is read again as the same. */
TEST_WITH(an_order_survives_its_file, fresh, folder_remove)
{
    struct order o, again;
    char why[ORDER_WHY];
    assert_int_equal(
        read_order(
            "{\"bots\":[\"cauto\",\"remote:ana\"],\"cutters\":[\"remote:eva\"],\"games\":7,\"seats\":2,"
            "\"ref\":\"r-1\",\"hands_max\":99,\"note_bytes\":4000,\"sign\":\"hand\",\"on_timeout\":\"default-action\","
            "\"rules\":\"argentino-flor,target=15\"}",
            &o, why),
        0);
    json_auto_t *j = order_json(&o);
    assert_int_equal(order_read(j, &config, &again, why), 0);
    assert_memory_equal(&o, &again, sizeof o);
}

TEST_WITH(bots_must_be_there, fresh, folder_remove)
{
    struct order o;
    struct allow_list nobody = { 0 };
    char why[ORDER_WHY], path[128], found[ORDER_COMMAND], words[COMMAND_TEXT];
    unsigned count;
    snprintf(path, sizeof path, "%s/bots", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(read_order("{" TWO "}", &o, why), 0);
    assert_int_equal(order_bots_there(&o, &config, &nobody, why), -1);
    assert_non_null(strstr(why, "there is no hosted bot 'cauto'"));
    snprintf(path, sizeof path, "%s/bots/cauto", folder); /* a program */
    close(creat(path, 0755));
    snprintf(path, sizeof path, "%s/bots/random", folder); /* a folder with one */
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(order_bots_there(&o, &config, &nobody, why), -1);
    strcat(path, "/bot");
    close(creat(path, 0755));
    assert_int_equal(order_bots_there(&o, &config, &nobody, why), 0);
    assert_int_equal(order_program(&config, "random", found, why), 0);
    assert_int_equal(command_words(found, words, &count, why), 0);
    assert_string_equal(words, path);
    assert_int_equal(read_order("{\"bots\":[\"cauto\",\"remote:ana\"]}", &o, why), 0);
    assert_int_equal(order_bots_there(&o, &config, &nobody, why), -1);
    assert_non_null(strstr(why, "this arbiter has no door"));
    strcpy(config.door, "tcp://*:1");
    assert_int_equal(order_bots_there(&o, &config, &nobody, why), -1);
    assert_non_null(strstr(why, "there is no remote bot 'ana'"));
}

/* --- orders ------------------------------------------------------------------------------------------ */

static struct order *accept_of(struct orders *s, const char *who, const char *ref)
{
    struct order o;
    char why[ORDER_WHY], text[128];
    snprintf(text, sizeof text, "{" TWO "%s%s%s}", ref ? ",\"ref\":\"" : "", ref ? ref : "", ref ? "\"" : "");
    assert_int_equal(read_order(text, &o, why), 0);
    snprintf(o.who, sizeof o.who, "%s", who);
    o.accepted = 5;
    struct order *kept = orders_accept(s, &o, why);
    assert_non_null(kept);
    return kept;
}

static struct order *accept_one(struct orders *s, const char *ref) { return accept_of(s, "ana", ref); }

static void open_orders(struct orders *s)
{
    char why[ORDER_WHY] = "";
    if (orders_open(s, folder, &config, why))
        fail_msg("%s", why);
}

static void finish_one(struct orders *s, struct order *o)
{
    json_auto_t *how = json_pack("{s:s}", "state", "finished");
    assert_int_equal(orders_finish(s, o, how), 0);
}

TEST_WITH(what_was_accepted_is_there_after_a_kill, fresh, folder_remove)
{
    AUTO(orders_close) struct orders s, after;
    open_orders(&s);
    assert_int_equal(accept_one(&s, NULL)->id, 1);
    assert_int_equal(accept_one(&s, "r")->id, 2);
    assert_int_equal(accept_one(&s, NULL)->id, 3);
    open_orders(&after); /* nothing of s is used */
    assert_int_equal(after.count, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_memory_equal(after.list[i], s.list[i], sizeof *s.list[i]);
    assert_int_equal(after.next, 4);
}

TEST_WITH(what_is_over_stays_over, fresh, folder_remove)
{
    AUTO(orders_close) struct orders s;
    char path[128];
    open_orders(&s);
    struct order *o = accept_one(&s, NULL);
    accept_one(&s, NULL);
    finish_one(&s, o);
    assert_null(orders_find(&s, 1));
    json_auto_t *done = orders_done(&s, 1);
    assert_string_equal(json_string_value(json_object_get(done, "state")), "finished");
    assert_string_equal(json_string_value(json_object_get(done, "who")), "ana");
    assert_null(orders_done(&s, 2));
    orders_close(&s);
    /* Killed between the two: the order is still there, and so is its end. */
    snprintf(path, sizeof path, "%s/orders/00000001.json", folder);
    FILE *f = fopen(path, "w");
    fputs("{}", f);
    fclose(f);
    open_orders(&s);
    assert_int_equal(s.count, 1);
    assert_int_equal(s.list[0]->id, 2);
    assert_int_equal(access(path, F_OK), -1);
}

TEST_WITH(no_number_is_given_twice, fresh, folder_remove)
{
    AUTO(orders_close) struct orders s;
    char path[128];
    open_orders(&s);
    finish_one(&s, accept_one(&s, NULL));
    orders_close(&s);
    snprintf(path, sizeof path, "%s/records/00000041.replay", folder); /* its order was tidied away */
    close(creat(path, 0600));
    open_orders(&s);
    assert_int_equal(accept_one(&s, NULL)->id, 42);
}

TEST_WITH(the_same_ref_is_the_same_order, fresh, folder_remove)
{
    AUTO(orders_close) struct orders s;
    open_orders(&s);
    struct order *o = accept_one(&s, "mine");
    assert_int_equal(orders_by_ref(&s, "ana", "mine"), 1);
    assert_int_equal(orders_by_ref(&s, "eva", "mine"), 0); /* another's word */
    assert_int_equal(orders_by_ref(&s, "ana", "min"), 0);
    finish_one(&s, o);
    assert_int_equal(orders_by_ref(&s, "ana", "mine"), 1);
    orders_close(&s);
    open_orders(&s);
    assert_int_equal(orders_by_ref(&s, "ana", "mine"), 1);
}

/* Operators whose names differ in the last letter that a name may have have words of their own. */
TEST_WITH(long_names_are_told_apart, fresh, folder_remove)
{
    static const char one[] = "an-operator-whose-name-is-as-long-as-the-name-of-anybody-may-b1",
                      other[] = "an-operator-whose-name-is-as-long-as-the-name-of-anybody-may-b2";
    AUTO(orders_close) struct orders s;
    assert_int_equal(sizeof one, BINDING_NAME);
    open_orders(&s);
    uint64_t first = accept_of(&s, one, "mine")->id;
    assert_int_equal(orders_by_ref(&s, one, "mine"), first);
    assert_int_equal(orders_by_ref(&s, other, "mine"), 0);
    uint64_t second = accept_of(&s, other, "mine")->id;
    orders_close(&s);
    open_orders(&s);
    assert_int_equal(orders_by_ref(&s, one, "mine"), first);
    assert_int_equal(orders_by_ref(&s, other, "mine"), second);
    assert_string_equal(s.list[0]->who, one);
}

TEST_WITH(a_cancelled_order_stays_cancelled, fresh, folder_remove)
{
    AUTO(orders_close) struct orders s;
    open_orders(&s);
    assert_int_equal(orders_cancel(&s, accept_one(&s, NULL)), 0);
    orders_close(&s);
    open_orders(&s);
    assert_true(s.list[0]->cancelled);
}

/* Nothing is acknowledged that is not kept. */
TEST_WITH(an_order_that_cannot_be_kept_is_not_accepted, fresh, folder_remove)
{
    AUTO(orders_close) struct orders s;
    struct order o;
    char why[ORDER_WHY], path[128], aside[128];
    open_orders(&s);
    snprintf(path, sizeof path, "%s/orders", folder);
    snprintf(aside, sizeof aside, "%s/aside", folder);
    assert_int_equal(rename(path, aside), 0);
    assert_int_equal(read_order("{" TWO "}", &o, why), 0);
    strcpy(o.who, "ana");
    assert_null(orders_accept(&s, &o, why));
    assert_non_null(strstr(why, "cannot be kept"));
    assert_int_equal(s.count, 0);
    assert_int_equal(s.next, 1);
}

TEST_WITH(a_spoiled_file_is_named, fresh, folder_remove)
{
    struct orders s;
    char why[ORDER_WHY] = "", path[128];
    open_orders(&s);
    accept_one(&s, NULL);
    orders_close(&s);
    snprintf(path, sizeof path, "%s/orders/00000001.json", folder);
    assert_int_equal(truncate(path, 20), 0);
    assert_int_equal(orders_open(&s, folder, &config, why), -1);
    assert_non_null(strstr(why, "00000001.json"));
}
