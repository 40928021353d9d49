/* envelopes: what went between the arbiter and two bots, by the record of their match.
 *
 *   envelopes RECORD
 *
 * Prints three numbers: bytes of an envelope to a bot, bytes of one from a bot, decisions in one from a bot. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "record/replay.h"
#include "wire/messages.h"

enum { BEFORE_ENVELOPE = 1 + 1 + 1 + 8 + 8 /* of a record of what came: replay.h */, SEATS = 2 };

struct sums {
    double told, sent, said, came, decisions; /* bytes, envelopes, bytes, envelopes */
};

static void add(struct sums *s, const struct record *r)
{
    if (r->type == REC_SENT)
        s->sent++;
    if (r->type == REC_RECEIVED) {
        s->came++;
        s->said += (double)r->size - BEFORE_ENVELOPE;
    }
    if (r->type < REC_HEADER)
        s->told += (double)r->size * (r->visibility == VISIBLE_ALL ? SEATS : 1);
    s->decisions += r->type == MSG_REQUEST;
}

int main(int argc, char **argv)
{
    struct replay file;
    struct record r;
    struct sums s = { 0 };
    if (argc != 2 || replay_load(&file, argv[1]) != 0) {
        fprintf(stderr, "envelopes: a record of a match of two is needed: %s\n",
                argc == 2 ? strerror(errno) : "envelopes FILE");
        return 2;
    }
    while (replay_next(&file, &r))
        add(&s, &r);
    replay_unload(&file);
    if (s.sent == 0 || s.came == 0)
        return 1;
    printf("%.0f %.0f %.1f\n", s.told / s.sent, s.said / s.came, s.decisions / s.came);
    return 0;
}
