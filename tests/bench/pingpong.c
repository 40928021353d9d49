/* pingpong: the raw limit of one match: a ROUTER and two DEALER processes over ipc with CURVE that take
 * turns, one message in flight, nothing decided, nothing recorded.
 *
 *   pingpong --request BYTES --answer BYTES --seconds S --cpu N|none
 *
 * Prints round trips per second.  Everything that `fiel match` adds is measured against this. */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zmq.h>

#include "cli/now.h"

enum { PEERS = 2, SIZE_MAX_BYTES = 65536, KEY_TEXT = 41 };

struct setup {
    size_t request, answer;
    double seconds;
    char endpoint[64];
    char server_public[KEY_TEXT], server_secret[KEY_TEXT];
};

static void need(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "pingpong: %s: %s\n", what, zmq_strerror(errno));
    exit(3);
}

static void pin(const char *cpu)
{
    if (strcmp(cpu, "none") == 0)
        return;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)atoi(cpu), &set);
    need(sched_setaffinity(0, sizeof set, &set) == 0, "sched_setaffinity");
}

/* Answers every message with one of the other size, its own number first, until an empty one comes. */
static void peer(const struct setup *s, uint8_t number)
{
    static uint8_t in[SIZE_MAX_BYTES], out[SIZE_MAX_BYTES];
    char public_key[KEY_TEXT], secret_key[KEY_TEXT];
    void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_DEALER);
    need(socket != NULL && zmq_curve_keypair(public_key, secret_key) == 0, "peer socket");
    zmq_setsockopt(socket, ZMQ_CURVE_SERVERKEY, s->server_public, KEY_TEXT);
    zmq_setsockopt(socket, ZMQ_CURVE_PUBLICKEY, public_key, KEY_TEXT);
    zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, secret_key, KEY_TEXT);
    need(zmq_connect(socket, s->endpoint) == 0, "connect");
    out[0] = number;
    do
        need(zmq_send(socket, out, s->answer, 0) >= 0, "peer send");
    while (zmq_recv(socket, in, sizeof in, 0) > 0);
    int zero = 0;
    zmq_setsockopt(socket, ZMQ_LINGER, &zero, sizeof zero);
    zmq_close(socket);
    zmq_ctx_term(context);
}

static void send_to(void *router, zmq_msg_t *id, const void *bytes, size_t size)
{
    zmq_msg_t copy;
    zmq_msg_init(&copy);
    zmq_msg_copy(&copy, id);
    need(zmq_msg_send(&copy, router, ZMQ_SNDMORE) >= 0, "send id");
    need(zmq_send(router, bytes, size, 0) >= 0, "send");
}

/* Both peers say hello, then alternate for the measured time; returns round trips per second. */
static double serve(const struct setup *s, void *router)
{
    static uint8_t in[SIZE_MAX_BYTES], out[SIZE_MAX_BYTES];
    zmq_msg_t id[PEERS], from;
    for (int i = 0; i < PEERS; i++) {
        zmq_msg_init(&from);
        need(zmq_msg_recv(&from, router, 0) >= 0 && zmq_recv(router, in, sizeof in, 0) > 0, "hello");
        zmq_msg_init(&id[in[0]]);
        zmq_msg_move(&id[in[0]], &from);
    }
    int64_t start = now_us() + 200000, end = start + (int64_t)(s->seconds * 1e6), now;
    uint64_t trips = 0;
    int turn = 0;
    do {
        send_to(router, &id[turn], out, s->request);
        zmq_msg_init(&from);
        need(zmq_msg_recv(&from, router, 0) >= 0 && zmq_recv(router, in, sizeof in, 0) > 0, "recv");
        zmq_msg_close(&from);
        now = now_us();
        trips += now >= start;
        turn = !turn;
    } while (now < end);
    for (int i = 0; i < PEERS; i++)
        send_to(router, &id[i], "", 0);
    return (double)trips / ((double)(now - start) / 1e6);
}

int main(int argc, char **argv)
{
    struct setup s = { .request = 100, .answer = 100, .seconds = 2 };
    const char *cpu = "none";
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--request"))
            s.request = (size_t)atol(argv[i + 1]);
        else if (!strcmp(argv[i], "--answer"))
            s.answer = (size_t)atol(argv[i + 1]);
        else if (!strcmp(argv[i], "--seconds"))
            s.seconds = atof(argv[i + 1]);
        else if (!strcmp(argv[i], "--cpu"))
            cpu = argv[i + 1];
        else
            return fprintf(stderr, "pingpong: unknown option %s\n", argv[i]), 2;
    }
    if (s.request < 1 || s.request > SIZE_MAX_BYTES || s.answer < 1 || s.answer > SIZE_MAX_BYTES)
        return fprintf(stderr, "pingpong: sizes are 1 to 65536 bytes\n"), 2;
    pin(cpu);
    snprintf(s.endpoint, sizeof s.endpoint, "ipc:///tmp/fiel-pingpong-%d", (int)getpid());
    need(zmq_curve_keypair(s.server_public, s.server_secret) == 0, "keys");
    for (uint8_t i = 0; i < PEERS; i++) {
        if (fork() != 0)
            continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        peer(&s, i);
        _exit(0);
    }
    void *context = zmq_ctx_new(), *router = zmq_socket(context, ZMQ_ROUTER);
    int one = 1;
    zmq_setsockopt(router, ZMQ_CURVE_SERVER, &one, sizeof one);
    zmq_setsockopt(router, ZMQ_CURVE_SECRETKEY, s.server_secret, KEY_TEXT);
    need(zmq_bind(router, s.endpoint) == 0, "bind");
    printf("%.0f\n", serve(&s, router));
    while (wait(NULL) > 0)
        continue;
    zmq_close(router);
    zmq_ctx_term(context);
    unlink(s.endpoint + strlen("ipc://"));
    return 0;
}
