/* remote: bots that come over tcp: who is let in, who is not, and what they come back from. */
#include "remote.h"

#include <arpa/inet.h>
#include <sys/socket.h>

#include "record/replay.h"
#include "support/await.h"
#include "support/chaos_proxy.h"

static const char CALM[] = "bank=60s,inc=100ms,cap=20s,grace=50ms,start=20s";
/* Long enough for a bot that is there, on a busy machine, too; another one is given up. */
static const char QUICK[] = "bank=3s,inc=0ms,cap=2s,grace=0ms,start=6s";

static const char NO_END[] = "10000"; /* games */

TEST(two_remote_bots_play)
{
    AUTO(match_drop) struct remote_match m;
    remote_new(&m);
    match_start(&m, "4", CALM, NULL);
    seats_open(&m, 2);
    bot_start(&m.bot[0], "cauto");
    bot_start(&m.bot[1], "random");
    match_ends_well(&m);
    assert_int_equal(bot_end(&m.bot[0]), 0);
    assert_int_equal(bot_end(&m.bot[1]), 0);
}

TEST(a_remote_bot_against_a_hosted_one)
{
    AUTO(match_drop) struct remote_match m;
    remote_new(&m);
    match_start(&m, "2", CALM, "cauto");
    seats_open(&m, 1);
    bot_start(&m.bot[0], "random");
    match_ends_well(&m);
    assert_int_equal(bot_end(&m.bot[0]), 0);
}

/* A bot of the SDK as its owner starts it, to a seat that the host told: no door, no record on a descriptor. */
static void start_to_the_seat(struct remote_match *m, struct remote_bot *b, const char *program)
{
    char path[512], key[96];
    snprintf(key, sizeof key, "%s/%s.key", m->dir, b->name);
    snprintf(path, sizeof path, "%s/%s/%s", build_dir(), bot_room(program), program);
    assert_int_equal(identity_write(key, &b->identity), 0);
    bot_begin(b, 0,
              (const char *const[]){ path, "--seat", b->endpoint, "--server", b->server_key, "--key", key, NULL });
}

TEST(straight_to_the_seat)
{
    AUTO(match_drop) struct remote_match m;
    remote_new(&m);
    match_start(&m, "2", CALM, NULL);
    seats_open(&m, 2);
    start_to_the_seat(&m, &m.bot[0], "cauto");
    start_to_the_seat(&m, &m.bot[1], "random");
    match_ends_well(&m);
    assert_int_equal(bot_end(&m.bot[0]), 0);
    assert_int_equal(bot_end(&m.bot[1]), 0);
}

TEST(who_never_comes_loses)
{
    AUTO(match_drop) struct remote_match m;
    remote_new(&m);
    match_start(&m, "2", QUICK, NULL);
    seats_open(&m, 2);
    bot_start(&m.bot[0], "random");
    json_auto_t *j = match_result(&m);
    lost_by(j, 1, "no-start");
    assert_int_equal(bot_end(&m.bot[0]), 0);
}

/* The right transport key with another signing key than the binding's. */
TEST(another_signing_key)
{
    AUTO(match_drop) struct remote_match m;
    char path[128];
    uint8_t other[32];
    remote_new(&m);
    match_start(&m, "2", CALM, NULL);
    seats_open(&m, 2);
    randombytes_buf(other, sizeof other);
    snprintf(path, sizeof path, "%s/signing-key", m.bot[0].folder);
    spill(path, other, sizeof other);
    bot_start(&m.bot[0], "random");
    bot_start(&m.bot[1], "random");
    json_auto_t *j = match_result(&m);
    lost_by(j, 0, "bad-signature");
    ends(0, "", "fiel-audit", "--second", m.replay, NULL);
}

/* The key of one seat opens no other, and does not keep its owner from it. */
TEST(another_seats_key)
{
    AUTO(match_drop) struct remote_match m;
    struct remote_bot stranger;
    remote_new(&m);
    match_start(&m, "2", CALM, NULL);
    seats_open(&m, 2);
    stranger = m.bot[0];
    memcpy(stranger.server_key, m.bot[1].server_key, sizeof stranger.server_key);
    snprintf(stranger.folder, sizeof stranger.folder, "%s/stranger", m.dir);
    bot_settle(&stranger);
    bot_start_at(&stranger, "random", m.bot[1].endpoint);
    bot_start(&m.bot[0], "random");
    bot_start(&m.bot[1], "cauto");
    match_ends_well(&m);
    bot_kill(&stranger);
}

/* --- coming back ---------------------------------------------------------------------------------- */

/* A proxy in front of a bot's seat, and the bot behind it. */
static void bot_start_behind(struct remote_bot *b, const char *program, struct chaos_proxy *p, const struct chaos *c)
{
    char endpoint[64];
    assert_int_equal(chaos_start(p, port_of(b->endpoint), c), 0);
    snprintf(endpoint, sizeof endpoint, "tcp://127.0.0.1:%u", p->port);
    bot_start_at(b, program, endpoint);
}

/* The line of one bot breaks in the middle of the match, again and again, in this way. */
static void line_breaks(enum chaos_order how, unsigned times)
{
    static const struct chaos quiet = { .seed = 1, .delay_us = 500 };
    AUTO(match_drop) struct remote_match m;
    struct chaos_proxy p;
    char games[8];
    remote_new(&m);
    snprintf(games, sizeof games, "%u", times + 1);
    match_start(&m, games, CALM, NULL);
    seats_open(&m, 2);
    bot_start_behind(&m.bot[0], "cauto", &p, &quiet);
    bot_start(&m.bot[1], "random");
    for (unsigned i = 0; i < times; i++) {
        pass_until(&m, "game");
        chaos_order(&p, how);
    }
    match_ends_well(&m);
    assert_int_equal(bot_end(&m.bot[0]), 0);
    chaos_stop(&p);
}

/* The connection is reset; the next one comes from another port, as from behind a router that forgot it. */
TEST(a_line_that_is_cut) { line_breaks(CHAOS_CUT, 4); }

/* Nobody says that it is dead: heartbeats find out, on both sides. */
TEST(a_line_that_dies_silently) { line_breaks(CHAOS_LOST, 1); }

static bool result_is_recorded(const struct remote_match *m)
{
    struct replay r;
    struct record rec = { 0 };
    assert_int_equal(replay_load(&r, m->replay), 0);
    while (rec.type != MSG_RESULT && replay_next(&r, &rec))
        continue;
    replay_unload(&r);
    return rec.type == MSG_RESULT;
}

/* The line is dead when the match ends, and neither side knows that.  The bot makes it anew and is told the result. */
TEST(a_line_that_breaks_at_the_end)
{
    static const struct chaos quiet = { .seed = 1 };
    AUTO(match_drop) struct remote_match m;
    struct chaos_proxy p;
    remote_new(&m);
    match_start(&m, NO_END, CALM, NULL);
    seats_open(&m, 2);
    bot_start_behind(&m.bot[0], "random", &p, &quiet);
    bot_start(&m.bot[1], "cauto");
    pass_until(&m, "game");
    int watch = await_folder(m.dir);
    chaos_order(&p, CHAOS_HOLE);
    kill(m.pid, SIGTERM);
    while (!result_is_recorded(&m))
        assert_true(await_change(watch, -1));
    chaos_order(&p, CHAOS_CUT);
    assert_int_equal(bot_end(&m.bot[0]), 0);
    assert_int_equal(match_code(&m), 3); /* void */
    assert_int_equal(bot_end(&m.bot[1]), 0);
    chaos_stop(&p);
    close(watch);
}

/* Nothing gets through any more: the bot's time runs out, and nobody else's. */
TEST(a_network_that_stays_dead)
{
    static const struct chaos quiet = { .seed = 1 };
    AUTO(match_drop) struct remote_match m;
    struct chaos_proxy p;
    size_t i;
    json_t *fault;
    remote_new(&m);
    match_start(&m, NO_END, QUICK, NULL);
    seats_open(&m, 2);
    bot_start_behind(&m.bot[0], "cauto", &p, &quiet);
    bot_start(&m.bot[1], "random");
    pass_until(&m, "game");
    chaos_order(&p, CHAOS_HOLE);
    json_auto_t *j = match_result(&m);
    assert_int_equal(json_integer_value(json_object_get(j, "winner")), 1);
    assert_true(json_array_size(json_object_get(j, "faults")) > 0);
    json_array_foreach(json_object_get(j, "faults"), i,
                       fault) if (json_integer_value(json_object_get(fault, "seat")) != 0 ||
                                  (strcmp(json_text(fault, "fault"), "timeout") &&
                                   strcmp(json_text(fault, "fault"), "withheld"))) fail_msg("%s", json_dumps(j, 0));
    chaos_stop(&p);
}

TEST(a_bot_that_is_killed)
{
    AUTO(match_drop) struct remote_match m;
    remote_new(&m);
    match_start(&m, GAMES_ENOUGH, CALM, NULL);
    seats_open(&m, 2);
    bot_start(&m.bot[0], "cauto");
    bot_start(&m.bot[1], "random");
    for (unsigned i = 0; i < 4; i++) {
        pass_until(&m, "game");
        bot_kill(&m.bot[i % 2]);
        bot_start(&m.bot[i % 2], i % 2 ? "random" : "cauto");
    }
    match_ends_well(&m);
}

/* The pid of a seat process of this match. */
static pid_t seat_of(const struct remote_match *m)
{
    char path[64], line[64] = "";
    long pid, found = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)m->pid, (int)m->pid);
    FILE *children = fopen(path, "r");
    assert_non_null(children);
    while (!found && fscanf(children, "%ld", &pid) == 1) {
        snprintf(path, sizeof path, "/proc/%ld/cmdline", pid);
        FILE *f = fopen(path, "r");
        if (f && fread(line, 1, sizeof line - 1, f) > 9 && !memcmp(line, "fiel\0seat", 9))
            found = pid;
        if (f)
            fclose(f);
    }
    fclose(children);
    assert_true(found > 0);
    return (pid_t)found;
}

/* Its successor is at the same place with the same key, and the bot finds it by itself. */
TEST(a_seat_that_is_killed)
{
    AUTO(match_drop) struct remote_match m;
    char before[ENDPOINT];
    remote_new(&m);
    match_start(&m, GAMES_ENOUGH, CALM, "cauto");
    seats_open(&m, 1);
    snprintf(before, sizeof before, "%s", m.bot[0].endpoint);
    bot_start(&m.bot[0], "random");
    pass_until(&m, "game");
    kill(seat_of(&m), SIGKILL); /* the first child: seat 0 */
    pass_until(&m, "seat");
    assert_string_equal(m.bot[0].endpoint, before);
    match_ends_well(&m);
    assert_int_equal(bot_end(&m.bot[0]), 0);
}

/* Takes the port of a seat that is gone, so that its successor has to be elsewhere; the socket. */
static int squat(unsigned port)
{
    struct sockaddr_in at = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port),
                              .sin_addr = { htonl(INADDR_LOOPBACK) } };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(fd, 4), 0);
    return fd;
}

/* The match ends by `signal` and goes on; its bots were never told anything. */
static void goes_on(int signal, bool port_taken)
{
    AUTO(match_drop) struct remote_match m;
    char before[ENDPOINT];
    int taken = -1;
    remote_new(&m);
    match_start(&m, GAMES_ENOUGH, CALM, NULL);
    seats_open(&m, 2);
    snprintf(before, sizeof before, "%s", m.bot[0].endpoint);
    bot_start(&m.bot[0], "cauto");
    bot_start(&m.bot[1], "random");
    pass_until(&m, "game");
    kill(m.pid, signal);
    (void)match_code(&m);
    if (port_taken) {
        bot_kill(&m.bot[0]); /* who is told another place is another process */
        taken = squat(port_of(before));
    }
    match_resume(&m);
    seats_open(&m, 2);
    assert_int_equal(strcmp(m.bot[0].endpoint, before) != 0, port_taken);
    if (port_taken)
        bot_start(&m.bot[0], "cauto");
    match_ends_well(&m);
    if (taken >= 0)
        close(taken);
}

TEST(a_match_that_is_parked) { goes_on(SIGUSR1, false); }

TEST(a_match_that_is_killed) { goes_on(SIGKILL, false); }

TEST(a_seat_that_moves) { goes_on(SIGUSR1, true); }

HANGS_AFTER(600)
