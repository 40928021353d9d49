/* operator: one DEALER, CURVE, requests and answers by tag. */
#include "operator.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

#include "cli.h"
#include "config.h"
#include "record/identity.h"

enum { ANSWER_MS = 20000, MESSAGE_MOST = 1 << 25 };

struct line {
    void *context, *socket, *monitor;
    char address[CONFIG_TEXT];
    json_int_t tag;
};

char *harmless(const char *text, char *out, size_t cap)
{
    size_t n = 0;
    for (; text[n] && n + 1 < cap; n++)
        out[n] = text[n] >= ' ' && text[n] < 0x7f ? text[n] : '?';
    out[n] = '\0';
    return out;
}

int option_value(const char *name, const char **value, int argc, char **argv, int *i)
{
    size_t n = strlen(name);
    const char *word = argv[*i];
    if (strncmp(word, "--", 2) || strncmp(word + 2, name, n) || (word[n + 2] && word[n + 2] != '='))
        return 0;
    if (word[n + 2])
        *value = word + n + 3;
    else if (*i + 1 < argc)
        *value = argv[++*i];
    else
        return -1;
    return 1;
}

int caller_option(struct caller *c, int argc, char **argv, int *i)
{
    int taken = option_value("connect", &c->connect, argc, argv, i);
    if (!taken)
        taken = option_value("server", &c->server, argc, argv, i);
    if (!taken)
        taken = option_value("key", &c->key, argc, argv, i);
    if (!taken)
        taken = option_value("config", &c->config, argc, argv, i);
    return taken;
}

/* --- whom to ask ------------------------------------------------------------------------------------- */

static void ignore_sentence(void *who, const char *sentence)
{
    (void)who;
    (void)sentence;
}

static void say_sentence(void *who, const char *sentence)
{
    (void)who;
    cli_fail(EXIT_USAGE, "%s", sentence);
}

/* One line of a file; "" when it cannot be read. */
static void read_line(const char *path, char *out, int cap)
{
    FILE *f = fopen(path, "re");
    *out = '\0';
    if (f && fgets(out, cap, f))
        out[strcspn(out, "\n")] = '\0';
    if (f)
        fclose(f);
}

/* What is not given, from a daemon's configuration on this machine. */
static int look_around(struct caller *c, char connect[CONFIG_TEXT], char server[CONFIG_TEXT])
{
    static struct config config; /* static for its size */
    char path[CONFIG_TEXT + 16];
    bool named = c->config != NULL;
    if (!c->connect)
        c->connect = getenv("FIEL_CONNECT");
    if (!c->server)
        c->server = getenv("FIEL_SERVER");
    if (!c->key)
        c->key = getenv("FIEL_KEY");
    if ((c->connect && c->server) ||
        config_read(&config, named ? c->config : "/etc/fiel/serve.conf", named ? say_sentence : ignore_sentence, NULL))
        return EXIT_FINE;
    snprintf(connect, CONFIG_TEXT, "%s", config.control);
    snprintf(path, sizeof path, "%s/server.pub", config.state);
    read_line(path, server, CONFIG_TEXT);
    if (!c->connect)
        c->connect = connect;
    if (!c->server && *server)
        c->server = server;
    return EXIT_FINE;
}

static int missing(const struct caller *c)
{
    if (!c->connect)
        return cli_fail(EXIT_USAGE, "no daemon is named: --connect ADDRESS, as tcp://127.0.0.1:7441");
    if (!c->server)
        return cli_fail(EXIT_USAGE,
                        "the daemon's public key is missing: --server HEX, from server.pub in its state folder");
    if (!c->key)
        return cli_fail(
            EXIT_USAGE,
            "your key is missing: --key NAME.key; `fiel keys new NAME` makes one, and the host puts NAME.pub "
            "into the operators folder");
    return EXIT_FINE;
}

/* --- the line ------------------------------------------------------------------------------------------ */

static void *socket_with(void *context, int kind)
{
    int zero = 0;
    void *socket = zmq_socket(context, kind);
    if (socket)
        zmq_setsockopt(socket, ZMQ_LINGER, &zero, sizeof zero);
    return socket;
}

static int guard(struct line *l, const struct caller *c, const struct identity *me)
{
    uint8_t server[32];
    int one = 1;
    int64_t most = MESSAGE_MOST;
    if (!hex_parse(server, sizeof server, c->server))
        return cli_fail(EXIT_USAGE, "--server: that is not the 64 hex digits of server.pub");
    if (zmq_setsockopt(l->socket, ZMQ_CURVE_SERVERKEY, server, sizeof server) ||
        zmq_setsockopt(l->socket, ZMQ_CURVE_PUBLICKEY, me->curve, sizeof me->curve) ||
        zmq_setsockopt(l->socket, ZMQ_CURVE_SECRETKEY, me->curve_secret, sizeof me->curve_secret) ||
        zmq_setsockopt(l->socket, ZMQ_MAXMSGSIZE, &most, sizeof most) ||
        zmq_setsockopt(l->socket, ZMQ_IPV6, &one, sizeof one))
        return cli_fail(EXIT_ENVIRONMENT, "no line can be made: %s: libzmq needs CURVE", zmq_strerror(errno));
    return EXIT_FINE;
}

static int connect_line(struct line *l, const struct caller *c)
{
    struct identity me;
    char why[BINDING_WHY];
    if (identity_read(c->key, &me, why))
        return cli_fail(EXIT_USAGE, "--key: %s", why);
    snprintf(l->address, sizeof l->address, "%s", c->connect);
    l->context = zmq_ctx_new();
    l->socket = l->context ? socket_with(l->context, ZMQ_DEALER) : NULL;
    l->monitor = l->context ? socket_with(l->context, ZMQ_PAIR) : NULL;
    int code = l->socket && l->monitor ? guard(l, c, &me) : cli_fail(EXIT_ENVIRONMENT, "no socket: close some files");
    identity_wipe(&me);
    if (!code && (zmq_socket_monitor(l->socket, "inproc://watch", ZMQ_EVENT_HANDSHAKE_FAILED_AUTH) ||
                  zmq_connect(l->monitor, "inproc://watch") || zmq_connect(l->socket, c->connect)))
        code = cli_fail(EXIT_USAGE, "--connect: '%.200s' is no address: %s: as tcp://127.0.0.1:7441", c->connect,
                        zmq_strerror(errno));
    return code;
}

struct line *line_open(const struct caller *given, int *code)
{
    struct caller c = *given;
    char connect[CONFIG_TEXT], server[CONFIG_TEXT];
    struct line *l = calloc(1, sizeof *l);
    *code = !l || sodium_init() < 0 ? cli_fail(EXIT_ENVIRONMENT, "no memory, or no randomness: free some and ask again")
                                    : EXIT_FINE;
    if (!*code)
        *code = look_around(&c, connect, server);
    if (!*code)
        *code = missing(&c);
    if (!*code)
        *code = connect_line(l, &c);
    if (*code)
        line_close(&l);
    return l;
}

void line_close(struct line **l)
{
    if (!*l)
        return;
    if ((*l)->monitor)
        zmq_close((*l)->monitor);
    if ((*l)->socket)
        zmq_close((*l)->socket);
    if ((*l)->context)
        zmq_ctx_term((*l)->context);
    free(*l);
    *l = NULL;
}

/* One message: a JSON object and perhaps bytes; NULL: it is none. */
static json_t *receive(struct line *l, void **bytes, size_t *size)
{
    json_t *j = NULL;
    bool more = true;
    for (unsigned i = 0; more; i++) {
        zmq_msg_t part;
        zmq_msg_init(&part);
        if (zmq_msg_recv(&part, l->socket, 0) < 0)
            return j;
        if (i == 0)
            j = json_loadb(zmq_msg_data(&part), zmq_msg_size(&part), 0, NULL);
        else if (i == 1 && bytes && (*bytes = malloc(zmq_msg_size(&part) + 1)))
            memcpy(*bytes, zmq_msg_data(&part), *size = zmq_msg_size(&part));
        more = zmq_msg_more(&part);
        zmq_msg_close(&part);
    }
    return j;
}

/* 1: a message is there; 0: time is up; -1: the daemon has turned us away. */
static int wait_for(struct line *l, int ms)
{
    zmq_pollitem_t items[] = { { .socket = l->socket, .events = ZMQ_POLLIN },
                               { .socket = l->monitor, .events = ZMQ_POLLIN } };
    int n;
    do
        n = zmq_poll(items, 2, ms);
    while (n < 0 && errno == EINTR);
    return n <= 0 ? 0 : items[0].revents ? 1 : -1;
}

static json_t *no_answer(const struct line *l, int found, int *code)
{
    *code = found < 0
                ? cli_fail(EXIT_ENVIRONMENT,
                           "%s does not know your key: the host puts your NAME.pub into its operators folder "
                           "and reloads",
                           l->address)
                : cli_fail(EXIT_ENVIRONMENT,
                           "%s does not answer: is the daemon running there, and is --server its key?", l->address);
    return NULL;
}

json_t *line_ask(struct line *l, json_t *request, void **bytes, size_t *size, int *code)
{
    char *text, error[1024];
    json_t *j = NULL;
    json_object_set_new(request, "tag", json_integer(++l->tag));
    text = json_dumps(request, JSON_COMPACT);
    json_decref(request);
    *code = EXIT_FINE;
    if (!text || zmq_send(l->socket, text, strlen(text), ZMQ_DONTWAIT) < 0) {
        free(text);
        return no_answer(l, 0, code);
    }
    free(text);
    while (!j) {
        int found = wait_for(l, ANSWER_MS);
        if (found <= 0)
            return no_answer(l, found, code);
        j = receive(l, bytes, size);
        if (json_integer_value(json_object_get(j, "tag")) == l->tag && json_object_get(j, "ok"))
            break;
        json_decref(j); /* of a follower that was before */
        j = NULL;
    }
    if (json_is_true(json_object_get(j, "ok")))
        return j;
    const char *why = json_string_value(json_object_get(j, "error"));
    *code = cli_fail(EXIT_NEGATIVE, "%s", harmless(why ? why : "refused without a word", error, sizeof error));
    json_decref(j);
    return NULL;
}

json_t *line_next(struct line *l, int ms) { return wait_for(l, ms) == 1 ? receive(l, NULL, NULL) : NULL; }
