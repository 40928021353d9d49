/* serve_asked: who may ask the daemon, and bytes of those who may that are none of its words. */
#include "served.h"

#include <zmq.h>

#include "record/identity.h"

/* --- who may ask ---------------------------------------------------------------------------------------------- */

TEST(strangers_are_turned_away_until_they_are_known)
{
    AUTO(served_end) struct served s;
    char ana[96], path[160];
    served_start(&s, PLAIN);
    new_key(&s, "eva");
    strcpy(ana, s.key);
    snprintf(s.key, sizeof s.key, "%s/eva.key", s.dir);
    run_complains(ask(&s, "status", NULL), 3, "does not know your key", NULL);
    put_pub(&s, "eva", "operators");
    strcpy(s.key, ana);
    run_says(ask(&s, "reload", NULL), 0, NULL);
    snprintf(s.key, sizeof s.key, "%s/eva.key", s.dir);
    run_says(ask(&s, "status", NULL), 0, NULL);
    snprintf(path, sizeof path, "%s/operators/ana.pub", s.state); /* and the other way round */
    assert_int_equal(unlink(path), 0);
    run_says(ask(&s, "reload", NULL), 0, NULL);
    strcpy(s.key, ana);
    run_says(ask(&s, "status", NULL), 3, NULL);
}

/* `fiel COMMAND` of eva, who has the key of a reader, at the socket where one only looks on, or at that of the operators. */
static struct run eva_asks(const struct served *s, bool reads, const char *command, const char *word)
{
    struct served as = *s;
    char address[128];
    snprintf(as.key, sizeof as.key, "%s/eva.key", s->dir);
    snprintf(address, sizeof address, "ipc://%s/%s", s->dir, reads ? "reading" : "control");
    return ask(&as, command, "--connect", address, word, NULL);
}

static void eva_is_told(const struct served *s, const char *command, const char *word, int code, const char *words)
{
    OWNED_RUN r = eva_asks(s, true, command, word);
    if (r.code != code)
        fail_msg("%s: exit %d\n%s%s", command, r.code, r.out, r.err);
    assert_says(code ? r.err : r.out, words);
}

TEST(who_only_looks_on_changes_nothing)
{
    AUTO(served_end) struct served s;
    char more[512], path[160];
    served_make(&s, PLAIN);
    new_key(&s, "eva");
    snprintf(path, sizeof path, "%s/readers", s.state);
    assert_int_equal(mkdir(path, 0755), 0);
    put_pub(&s, "eva", "readers");
    snprintf(more, sizeof more, PLAIN "[control]\nread_address = ipc://%s/reading\n", s.dir);
    write_config(&s, more);
    daemon_start(&s);
    assert_int_equal(order_games(&s, "1"), 1);
    assert_end(&s, 1, "finished");
    static const char *const refused[][2] = {
        { "cancel", "1" }, { "fetch", "1" }, { "reload", NULL }, { "stop", NULL }, { "stop", "--finish" }
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        eva_is_told(&s, refused[i][0], refused[i][1], 1, "who asks here only looks on");
    struct served as = s;
    snprintf(as.key, sizeof as.key, "%s/eva.key", s.dir);
    snprintf(path, sizeof path, "ipc://%s/reading", s.dir);
    run_complains(ask(&as, "order", "--connect", path, "--bot", "cauto", "--bot", "random", "--detach", NULL), 1,
                  "order: who asks here only looks on", NULL);
    eva_is_told(&s, "status", "1", 0, "finished");
    eva_is_told(&s, "status", "--metrics", 0, "fiel_");
    eva_is_told(&s, "order", "--follow=1", 0, "cauto");
    eva_is_told(&s, "status", NULL, 0, "serving");
    run_complains(eva_asks(&s, false, "status", NULL), 3, "does not know your key",
                  NULL); /* her key opens the other socket as little as a stranger's */
    run_says(ask(&s, "status", "--connect", path, NULL), 3, NULL); /* nor does an operator's open hers */
    snprintf(path, sizeof path, "%s/readers/eva.pub", s.state);
    assert_int_equal(unlink(path), 0);
    run_says(ask(&s, "reload", NULL), 0, NULL);
    run_says(eva_asks(&s, true, "status", NULL), 3, NULL);
}

/* A list that is wrong leaves the old one in force. */
TEST(a_bad_reload_changes_nothing)
{
    AUTO(served_end) struct served s;
    char path[160];
    served_start(&s, PLAIN);
    snprintf(path, sizeof path, "%s/operators/bad.pub", s.state);
    spill(path, "nonsense", 8);
    assert_denied(ask(&s, "reload", NULL), "the old stays in force");
    assert_int_equal(unlink(path), 0);
    write_config(&s, "[matches]\nat_onse = 3\n");
    snprintf(path, sizeof path, "%s/server.pub", s.state);
    char *server = slurp(path, NULL), connect[128];
    server[64] = '\0';
    snprintf(connect, sizeof connect, "ipc://%s/control", s.dir);
    assert_denied(ask(&s, "reload", "--connect", connect, "--server", server, NULL), "the old stays in force");
    free(server);
    write_config(&s, "[matches]\nat_once = 3\n");
    run_says(ask(&s, "reload", NULL), 0, NULL);
    run_says(ask(&s, "status", NULL), ANY_CODE, "at_once         3\n", NULL);
    write_config(&s, "[matches]\nat_once = 4\n");
    assert_int_equal(kill(s.pid, SIGHUP), 0);
    bool read = false; /* the signal is there before the next request; which of them is taken first is not promised */
    for (int i = 0; i < 1000 && !read; i++) {
        OWNED_RUN r = ask(&s, "status", NULL);
        read = strstr(r.out, "at_once         4\n") != NULL;
    }
    assert_true(read);
}

/* --- hostile bytes from a key that is let in -------------------------------------------------------------------- */

static void *operator_socket(const struct served *s, void *context)
{
    struct identity me;
    char why[BINDING_WHY], path[160], address[128];
    uint8_t server[32];
    int limit = HANG_MS, zero = 0;
    assert_int_equal(identity_read(s->key, &me, why), 0);
    snprintf(path, sizeof path, "%s/server.pub", s->state);
    OWNED char *hex = slurp(path, NULL);
    hex[64] = '\0';
    assert_true(hex_parse(server, sizeof server, hex));
    void *socket = zmq_socket(context, ZMQ_DEALER);
    zmq_setsockopt(socket, ZMQ_LINGER, &zero, sizeof zero);
    zmq_setsockopt(socket, ZMQ_RCVTIMEO, &limit, sizeof limit);
    zmq_setsockopt(socket, ZMQ_CURVE_SERVERKEY, server, 32);
    zmq_setsockopt(socket, ZMQ_CURVE_PUBLICKEY, me.curve, 32);
    zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, me.curve_secret, 32);
    snprintf(address, sizeof address, "ipc://%s/control", s->dir);
    assert_int_equal(zmq_connect(socket, address), 0);
    return socket;
}

static void assert_answer(void *socket, const void *bytes, size_t size, const char *words)
{
    char answer[8192];
    assert_int_equal(zmq_send(socket, bytes, size, 0), size);
    int n = zmq_recv(socket, answer, sizeof answer - 1, 0);
    assert_true(n > 0 && n < (int)sizeof answer);
    answer[n] = '\0';
    assert_says(answer, words);
}

static void say(void *socket, const char *text, const char *words) { assert_answer(socket, text, strlen(text), words); }

TEST(hostile_bytes_are_refused)
{
    AUTO(served_end) struct served s;
    char big[65536];
    served_start(&s, PLAIN);
    void *context = zmq_ctx_new(), *socket = operator_socket(&s, context);
    assert_answer(socket, "", 0, "a request is one JSON object");
    assert_answer(socket, "\0\0\0", 3, "a request is one JSON object");
    say(socket, "\xff\xfe{}", "a request is one JSON object");
    say(socket, "[]", "this is another value");
    say(socket, "{\"do\":\"status\",\"do\":\"stop\"}", "a request is one JSON object");
    say(socket, "{\"do\":\"status\"} {\"do\":\"stop\"}", "a request is one JSON object");
    say(socket, "{}", "do: say what is to be done");
    say(socket, "{\"do\":\"statsu\"}", "did you mean 'status'?");
    say(socket, "{\"do\":\"status\",\"idd\":1}", "did you mean 'id'?");
    say(socket, "{\"do\":\"status\",\"id\":-1}", "id: a whole number");
    say(socket, "{\"do\":\"status\",\"id\":1e3}", "id: a whole number");
    say(socket, "{\"do\":\"status\",\"tag\":[1]}", "tag is neither");
    say(socket, "{\"do\":\"status\",\"tag\":\"x\"}", "\"tag\":\"x\"");
    say(socket, "{\"do\":\"record\",\"id\":1,\"file\":\"../../server.key\"}", "without a path");
    say(socket, "{\"do\":\"record\",\"id\":1,\"file\":\"..\"}", "without a path");
    say(socket, "{\"do\":\"stop\",\"how\":\"now\"}", "how: say");
    memset(big, '[', sizeof big);
    assert_answer(socket, big, sizeof big, "a request is one JSON object");
    assert_true(zmq_send(socket, "{\"do\":\"stop\"}", 13, ZMQ_SNDMORE) == 13); /* of two frames nothing is read */
    assert_true(zmq_send(socket, "{\"do\":\"stop\"}", 13, 0) == 13);
    say(socket, "{\"do\":\"status\"}", "\"doing\":\"serving\"");
    OWNED char *bigger = calloc(1, 1 << 20);
    assert_non_null(bigger);
    zmq_send(socket, bigger, 1 << 20, 0); /* its line ends */
    zmq_close(socket);
    socket = operator_socket(&s, context);
    say(socket, "{\"do\":\"status\"}", "\"doing\":\"serving\"");
    zmq_close(socket);
    zmq_ctx_term(context);
}

/* A library that lets everybody in: the daemon finds out, and opens nothing. */
TEST(a_daemon_that_is_open_to_strangers_does_not_run)
{
    AUTO(served_end) struct served s;
    served_make(&s, PLAIN);
    assert_true(shim_load("everybody.so"));
    struct run r = run("fiel", "serve", "--config", s.config, NULL);
    shim_unload();
    run_complains(r, 3, "fiel: serve: the self-test failed: an unknown key was let in", NULL);
}
