/* serve_remote: bots of the SDK wait in a daemon's lobby, are called, play, return; doors, daemons and bots are killed. */
#include "served.h"

#include "control/line.h"
#include "rights.h"

enum { GUESTS = 2 };

struct guest_bot {
    const char *program, *name;
    pid_t pid;
};

/* A cutter, beside the bots. */
static pid_t cutter;

struct house {
    struct served s;
    char door[128], door_key[65];
    struct guest_bot bot[GUESTS];
};

#define DOOR "[door]\naddress = tcp://127.0.0.1:*\n"

/* The address and the key of the door, which are told when it is open. */
static void ask_for_door(struct house *h)
{
    for (*h->door = '\0'; !*h->door;) {
        struct run r = ask(&h->s, "status", "--lobby", "--json", NULL);
        json_auto_t *j = json_of(&r);
        snprintf(h->door, sizeof h->door, "%s", json_string_value(json_object_get(j, "address")));
        snprintf(h->door_key, sizeof h->door_key, "%s", json_string_value(json_object_get(j, "server")));
    }
}

static void house_open(struct house *h, bool trace)
{
    static const char *const programs[GUESTS] = { "cauto", "random" }, *const names[GUESTS] = { "eva", "leo" };
    memset(h, 0, sizeof *h);
    served_make(&h->s, PLAIN_AT(TICK_ENOUGH) DOOR);
    h->s.trace = trace;
    for (int i = 0; i < GUESTS; i++) {
        h->bot[i] = (struct guest_bot){ programs[i], names[i], 0 };
        new_key(&h->s, names[i]);
        put_pub(&h->s, names[i], "allow");
    }
    daemon_start(&h->s);
    ask_for_door(h);
}

static void bot_start(struct house *h, int i)
{
    struct guest_bot *b = &h->bot[i];
    char path[512], key[96], log[96];
    snprintf(path, sizeof path, "%s/%s/%s", build_dir(), bot_room(b->program), b->program);
    snprintf(key, sizeof key, "%s/%s.key", h->s.dir, b->name);
    snprintf(log, sizeof log, "%s/%s.log", h->s.dir, b->name);
    b->pid = begin_words(
        (struct streams){ .file = { "/dev/null", log, log }, .add = true },
        (const char *const[]){ path, "--connect", h->door, "--server", h->door_key, "--key", key, NULL });
}

/* `fiel cut` under the name of mia. */
static void cutter_start(struct house *h)
{
    char key[96], log[96];
    snprintf(key, sizeof key, "%s/mia.key", h->s.dir);
    snprintf(log, sizeof log, "%s/mia.log", h->s.dir);
    cutter = begin_words(
        (struct streams){ .file = { "/dev/null", log, log }, .add = true },
        (const char *const[]){ fiel(), "cut", "--connect", h->door, "--server", h->door_key, "--key", key, NULL });
}

static void bot_kill(struct house *h, int i)
{
    if (h->bot[i].pid > 0) {
        kill(h->bot[i].pid, SIGKILL);
        waitpid(h->bot[i].pid, NULL, 0);
    }
    h->bot[i].pid = 0;
}

static void house_close(struct house *h)
{
    for (int i = 0; i < GUESTS; i++)
        bot_kill(h, i);
    served_end(&h->s);
}

static int order_remote_games(struct house *h, const char *first, const char *second, const char *games)
{
    OWNED_RUN r = ask(&h->s, "order", "--bot", first, "--bot", second, "--games", games, "--clock",
                      "cap=20s,start=30s,bank=60s", "--detach", NULL);
    if (r.code)
        fail_msg("%s", r.err);
    return atoi(r.out);
}

/* Played to the end, nobody at fault, and the record holds. */
static void assert_played(struct house *h, int id)
{
    json_t *j = end_of(&h->s, id), *result = json_object_get(j, "result");
    const char *state = json_string_value(json_object_get(j, "state"));
    if (!state || strcmp(state, "finished") || json_array_size(json_object_get(result, "faults"))) {
        char *log = slurp(h->s.log, NULL);
        fail_msg("match %d: %s\n%s", id, json_dumps(j, 0), log);
    }
    json_decref(j);
    assert_audits(&h->s, id);
}

TEST(bots_play_return_and_play_again)
{
    AUTO(house_close) struct house h;
    house_open(&h, false);
    assert_int_equal(order_remote_games(&h, "remote:eva", "remote:leo", "2"), 1); /* waits for both */
    assert_int_equal(order_remote_games(&h, "cauto", "random", "1"), 2);          /* and holds up nobody */
    assert_played(&h, 2);
    assert_state(&h.s, 1, "queued");
    bot_start(&h, 0);
    bot_start(&h, 1);
    assert_played(&h, 1);
    assert_int_equal(order_remote_games(&h, "remote:leo", "remote:eva", "2"), 3);
    assert_int_equal(order_remote_games(&h, "remote:eva", "cauto", "1"), 4); /* she sits in one at a time */
    assert_played(&h, 3);
    assert_played(&h, 4);
}

/* --trace frames of the daemon is that of its door and of its matches, too. */
TEST(frames_of_all_are_traced)
{
    AUTO(house_close) struct house h;
    char path[192];
    house_open(&h, true);
    assert_int_equal(order_remote_games(&h, "cauto", "random", "1"), 1);
    assert_played(&h, 1);
    assert_true(logged(&h.s, "frame: door -> daemon: DOOR_READY, ") > 0);
    assert_true(logged(&h.s, "frame: daemon -> door: DOOR_ADOPT, ") > 0);
    snprintf(path, sizeof path, "%s/records/00000001.log", h.s.state);
    OWNED char *said = slurp(path, NULL);
    assert_says(said, "frame: seat process -> referee of party 1: SEAT_ENVELOPE, ");
}

/* A party from outside cuts the cards of two hosted bots: the host cannot have chosen them. */
TEST(a_cutter_waits_and_cuts)
{
    AUTO(house_close) struct house h;
    house_open(&h, false);
    new_key(&h.s, "mia");
    put_pub(&h.s, "mia", "allow");
    run_says(ask(&h.s, "reload", NULL), 0, NULL);
    OWNED_RUN r = ask(&h.s, "order", "--bot", "cauto", "--bot", "random", "--cutter", "remote:mia", "--games", "2",
                      "--detach", NULL);
    assert_string_equal(r.out, "1\n");
    cutter_start(&h);
    assert_played(&h, 1);
    kill(cutter, SIGKILL);
    waitpid(cutter, NULL, 0);
}

TEST(remote_orders_that_make_no_sense)
{
    AUTO(house_close) struct house h;
    house_open(&h, false);
    run_complains(ask(&h.s, "order", "--bot", "remote:eva", "--bot", "remote:nobody", NULL), 1,
                  "there is no remote bot 'nobody'", NULL);
    run_complains(ask(&h.s, "order", "--bot", "remote:eva", "--bot", "cauto", "--duplicate", NULL), 1,
                  "could remember the first leg's cards: a remote bot plays no pairs", NULL);
}

/* {"do":"allow"} as a ladder says it. */
static void bring(struct house *h, const char *name, enum line_code want, const char *words)
{
    struct line_error e;
    char path[128], address[128], file[128], hex[80];
    snprintf(address, sizeof address, "ipc://%s/control", h->s.dir);
    snprintf(path, sizeof path, "%s/%s.pub", h->s.dir, name);
    snprintf(file, sizeof file, "%s/server.pub", h->s.state);
    OWNED char *text = slurp(path, NULL), *server = slurp(file, NULL);
    snprintf(hex, sizeof hex, "%.64s", server);
    struct line *l = line_open(address, hex, h->s.key, &e);
    json_decref(line_ask(l, json_pack("{s:s,s:s}", "do", "allow", "binding", text), NULL, NULL, &e));
    if (e.code != want || (want && !strstr(e.text, words)))
        fail_msg("%s: %d %s", name, (int)e.code, e.text);
    line_close(&l);
}

/* An operator brings bots to the door where the host allows that: not two under one name or key, and not by a false paper. */
TEST(an_operator_brings_a_bot)
{
    AUTO(house_close) struct house h;
    char path[128], config[256];
    house_open(&h, false);
    new_key(&h.s, "zoe");
    bring(&h, "zoe", LINE_REFUSED, "[control] bindings = yes");
    int n = snprintf(config, sizeof config,
                     "[folders]\nstate = state\n[control]\naddress = ipc://%.60s/control\nbindings = yes\n" PLAIN DOOR,
                     h.s.dir);
    spill(h.s.config, config, (size_t)n);
    run_says(ask(&h.s, "reload", NULL), 0, NULL);
    bring(&h, "zoe", LINE_FINE, "");
    bring(&h, "zoe", LINE_FINE, ""); /* again is fine */
    assert_int_equal(order_remote_games(&h, "remote:zoe", "cauto", "1"), 1);
    run_says(ask(&h.s, "status", "1", "--json", NULL), ANY_CODE, "\"absent\":[\"zoe\"]", NULL);
    snprintf(path, sizeof path, "%s/zoe.key", h.s.dir);
    unlink(path);
    snprintf(path, sizeof path, "%s/zoe.pub", h.s.dir);
    unlink(path);
    new_key(&h.s, "zoe"); /* another's key under her name */
    bring(&h, "zoe", LINE_REFUSED, "is that of zoe already");
    spill(path, "fiel-bind 1\n", 12);
    bring(&h, "zoe", LINE_REFUSED, "allow: ");
}

static void two_play(struct house *h)
{
    house_open(h, false);
    bot_start(h, 0);
    bot_start(h, 1);
    assert_int_equal(order_remote_games(h, "remote:eva", "remote:leo", GAMES_ENOUGH), 1);
    record_moves(&h->s, 1, 10000);
}

/* The door goes, the match stays; the bots find the new door by themselves.  Its port is fixed for that, as a host has it. */
TEST(a_dead_door_hurts_no_match)
{
    AUTO(house_close) struct house h;
    two_play(&h);
    pid_t door = process_below(h.s.pid, "fiel door ");
    assert_true(door > 0);
    if (status_of(door, "Uid:", 10) == 65534)
        rights_are_told(door, "`fiel door`");
    assert_int_equal(kill(door, SIGKILL), 0);
    assert_played(&h, 1);
    assert_int_equal(logged(&h.s, "\"event\":\"door-ended\""), 1);
}

/* A bot that is killed waits at the door again when it is back, and is called to the match it left. */
TEST(a_bot_that_was_killed_is_called_back)
{
    AUTO(house_close) struct house h;
    two_play(&h);
    bot_kill(&h, 0);
    bot_start(&h, 0);
    assert_played(&h, 1);
    assert_true(logged(&h.s, "\"event\":\"bot-called\"") >= 3);
}

/* The daemon is killed in the middle: its matches go with it, and go on. */
TEST(a_killed_daemon_goes_on_with_remote_bots)
{
    AUTO(house_close) struct house h;
    char config[128];
    house_open(&h, false);
    bot_start(&h, 0);
    bot_start(&h, 1);
    snprintf(config, sizeof config, PLAIN_AT(TICK_ENOUGH) "[door]\naddress = %.40s\n",
             h.door); /* bots know one address */
    write_config(&h.s, config);
    assert_int_equal(order_remote_games(&h, "remote:eva", "remote:leo", GAMES_ENOUGH), 1);
    for (int i = 0; i < 2; i++) {
        record_moves(&h.s, 1, 10000);
        assert_int_equal(daemon_end(&h.s, SIGKILL), 128 + SIGKILL);
        daemon_start(&h.s);
    }
    assert_played(&h, 1);
    assert_int_equal(logged(&h.s, "\"event\":\"match-resumed\""), 2);
}

/* Its address is another machine's: the daemon says so, tries again later, and plays what needs no door. */
TEST(a_door_that_cannot_open_stops_nothing)
{
    AUTO(served_end) struct served s;
    served_start(&s, PLAIN "[door]\naddress = tcp://203.0.113.1:7440\n");
    for (int i = 0; i < 10000 && !logged(&s, "\"event\":\"door-ended\""); i++) {
        OWNED_RUN r = ask(&s, "status", NULL);
    }
    assert_true(logged(&s, "\"event\":\"door-says\",\"text\":\"fiel: door: ") >= 1);
    assert_int_equal(order_games(&s, "1"), 1);
    assert_end(&s, 1, "finished");
}
