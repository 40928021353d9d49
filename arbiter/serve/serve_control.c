/* serve_control: the socket at which operators order matches, and the one at which readers look on (spec/CONTROL.md).
 *
 * Each is a ROUTER with CURVE that lets in only the keys of its own list; proved at the start: a daemon that lets a stranger in does
 * not run. */
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cli.h"
#include "base/durable.h"
#include "cli/path.h"
#include "record/crypto.h"
#include "serve.h"
#include "socket/socket.h"

/* --- transport keys: server for operators, door for bots; each has its public half beside it ------------- */

static int key_kept(const char *path, const char *public_path, const uint8_t secret[CURVE_KEY],
                    const uint8_t public_key[CURVE_KEY])
{
    char line[2 * CURVE_KEY + 2];
    hex_text(line, secret, CURVE_KEY);
    strcat(line, "\n");
    int bad = durable_write(path, line, strlen(line), 0600);
    sodium_memzero(line, sizeof line);
    hex_text(line, public_key, CURVE_KEY);
    strcat(line, "\n");
    return bad || durable_write(public_path, line, strlen(line), 0644);
}

static int key_there(FILE *f, uint8_t secret[CURVE_KEY], uint8_t public_key[CURVE_KEY])
{
    char line[2 * CURVE_KEY + 3] = "";
    struct stat st;
    if (fstat(fileno(f), &st) || st.st_mode & 077 || !fgets(line, sizeof line, f))
        return -1;
    line[strcspn(line, "\n")] = '\0';
    bool good = hex_parse(secret, CURVE_KEY, line) && !crypto_scalarmult_base(public_key, secret);
    sodium_memzero(line, sizeof line);
    return good ? 0 : -1;
}

/* STATE/NAME.key, and NAME.pub beside it; both are made when missing. */
static int load_key(const struct serve *s, const char *name, uint8_t secret[CURVE_KEY], uint8_t public_key[CURVE_KEY])
{
    char path[CONTROL_PATH], public_path[CONTROL_PATH];
    path_of(path, sizeof path, "%s/%s.key", s->config.state, name);
    path_of(public_path, sizeof public_path, "%s/%s.pub", s->config.state, name);
    OPENED FILE *f = fopen(path, "re");
    bool missing = !f && errno == ENOENT;
    if (missing)
        auth_keypair(public_key, secret);
    int bad = missing ? key_kept(path, public_path, secret, public_key) : !f || key_there(f, secret, public_key);
    if (bad && missing)
        return cli_fail(EXIT_ENVIRONMENT, "serve: the key %s cannot be kept: %s: choose another [folders] state", path,
                        strerror(errno));
    if (bad)
        return cli_fail(EXIT_ENVIRONMENT,
                        "serve: %s is no key that we alone may read: one line of 64 hex digits, mode 0600", path);
    return EXIT_FINE;
}

/* --- opening -------------------------------------------------------------------------------------------- */

/* Before it binds: small limits, and no waiting for anybody. */
static void set_limits(void *socket, const char *address)
{
    int64_t most = REQUEST_MOST + 64; /* a frame on the line is a little more than what is in it */
    zmq_setsockopt(socket, ZMQ_MAXMSGSIZE, &most, sizeof most);
    socket_option(socket, ZMQ_LINGER, 500); /* what the last requests were answered */
    socket_option(socket, ZMQ_ROUTER_MANDATORY, 1);
    socket_option(socket, ZMQ_RCVHWM, 64);
    socket_option(socket, ZMQ_SNDHWM, 256);
    socket_option(socket, ZMQ_HANDSHAKE_IVL, 2000);
    socket_option(socket, ZMQ_HEARTBEAT_IVL, 5000);
    socket_option(socket, ZMQ_HEARTBEAT_TIMEOUT, 15000);
    socket_option(socket, ZMQ_IPV6, strchr(address, '[') || strstr(address, "://*")); /* a v4 address is told as one */
}

static int bind_line(const struct serve *s, struct control_line *l, const char *address, const char *key)
{
    const char *wrong;
    size_t size = sizeof l->endpoint;
    l->socket = zmq_socket(l->context, ZMQ_ROUTER);
    if (!l->socket)
        return cli_fail(EXIT_ENVIRONMENT, "serve: no socket: %s: close some files", zmq_strerror(errno));
    set_limits(l->socket, address);
    if (auth_serve(l->socket, s->server_secret))
        return cli_fail(EXIT_ENVIRONMENT, "serve: the control socket cannot be guarded: %s: libzmq needs CURVE",
                        zmq_strerror(errno));
    wrong = auth_self_test(l->auth, "tcp://127.0.0.1:*");
    if (wrong)
        return cli_fail(EXIT_ENVIRONMENT, "serve: the self-test failed: %s: nothing is opened to the world like this",
                        wrong);
    if (zmq_bind(l->socket, address) || zmq_getsockopt(l->socket, ZMQ_LAST_ENDPOINT, l->endpoint, &size))
        return cli_fail(EXIT_ENVIRONMENT, "serve: nobody can be served at %s: %s: choose another [control] %s", address,
                        zmq_strerror(errno), key);
    return EXIT_FINE;
}

static int open_line(const struct serve *s, struct control_line *l, const char *address, const char *key)
{
    l->context = zmq_ctx_new();
    l->auth = l->context ? auth_start_list(l->context, NULL, 0) : NULL;
    if (!l->auth || allow_admit(&l->who, l->auth))
        return cli_fail(EXIT_ENVIRONMENT, "serve: nobody can be authenticated: %s: free some resources",
                        strerror(errno));
    return bind_line(s, l, address, key);
}

int control_open(struct serve *s)
{
    int code = load_key(s, "server", s->server_secret, s->server_public);
    if (!code)
        code = load_key(s, "door", s->door.secret, s->door.public_key);
    if (!code)
        code = open_line(s, &s->control, s->config.control, "address");
    s->reading.only_reads = true;
    if (!code && *s->config.reading)
        code = open_line(s, &s->reading, s->config.reading, "read_address");
    return code;
}

static void close_line(struct control_line *l)
{
    if (l->socket)
        zmq_close(l->socket);
    auth_stop(&l->auth);
    if (l->context)
        zmq_ctx_term(l->context);
    l->socket = l->context = NULL;
}

void control_close(struct serve *s)
{
    close_line(&s->control);
    close_line(&s->reading);
    sodium_memzero(s->server_secret, sizeof s->server_secret);
}

static void take_list(struct control_line *l, struct allow_list *fresh)
{
    struct allow_list old = l->who;
    l->who = *fresh;
    *fresh = old;
}

int control_reload(struct serve *s, char why[BINDING_WHY])
{
    struct allow_list operators = { 0 }, readers = { 0 };
    bool open = s->reading.socket != NULL;
    int bad = allow_read(s->config.operators, &operators, why);
    if (!bad && open)
        bad = allow_read(s->config.readers, &readers, why);
    if (!bad && (bad = allow_admit(&operators, s->control.auth)))
        snprintf(why, BINDING_WHY, "operators: %s: free some memory", strerror(errno));
    if (!bad && open && (bad = allow_admit(&readers, s->reading.auth)) != 0) {
        snprintf(why, BINDING_WHY, "readers: %s: free some memory", strerror(errno));
        (void)allow_admit(&s->control.who, s->control.auth); /* as before */
    }
    if (!bad)
        take_list(&s->control, &operators);
    if (!bad && open)
        take_list(&s->reading, &readers);
    allow_free(&operators);
    allow_free(&readers);
    return bad ? -1 : 0;
}

/* --- messages --------------------------------------------------------------------------------------------- */

bool control_send(struct serve *s, const struct control_line *line, const uint8_t *routing, size_t routing_size,
                  const json_t *j, const void *bytes, size_t size)
{
    char *text = json_dumps(j, JSON_COMPACT);
    bool left = false;
    if (!text)
        return false;
    if (zmq_send(line->socket, routing, routing_size, ZMQ_SNDMORE | ZMQ_DONTWAIT) >= 0)
        left = zmq_send(line->socket, text, strlen(text), (bytes ? ZMQ_SNDMORE : 0) | ZMQ_DONTWAIT) >= 0 &&
               (!bytes || zmq_send(line->socket, bytes, size, ZMQ_DONTWAIT) >= 0);
    else if (errno == EHOSTUNREACH)
        follow_lost(s, line, routing, routing_size);
    free(text);
    return left;
}
