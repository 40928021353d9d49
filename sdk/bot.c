/* bot: see bot.h. */
#include "bot.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

enum {
    HELLO_TICKS = 4,    /* before the offer: say hello again after so many quiet ticks, then twice as many */
    LOST_TICKS = 240,   /* without a connection for a minute: the arbiter is gone */
    CATCH_UP_MS = 100,  /* a resend in several envelopes does not pause for longer */
};

struct bot {
    struct party party;
    struct connection line;
    bot_tamper *tamper;
    unsigned quiet, alone;  /* ticks without an envelope; ticks without a connection */
    unsigned greeted;       /* handshakes that were followed by a hello */
    unsigned patience;      /* quiet ticks until the next hello, before the offer */
    uint8_t in[ENVELOPE_MAX], out[ENVELOPE_MAX];
};

static int complain(int code, const char *what, const char *more)
{
    fprintf(stderr, "fiel: %s%s\n", what, more);
    return code;
}

static void replies_send(struct bot *b)
{
    size_t size;
    while ((size = party_reply(&b->party, b->out)) > 0) {
        if (b->tamper)
            size = b->tamper(&b->party, &b->line, b->out, size);
        if (size > 0)
            connection_send(&b->line, b->out, size);
    }
}

/* I was heard on this line.  What I say while it is down would come before my next hello, and be said twice. */
static bool line_stands(const struct bot *b) { return b->line.up && b->line.made == b->greeted; }

/* Nothing came for a tick: look after the connection.  -1 when it has been gone for long. */
static int tick(struct bot *b)
{
    struct party *p = &b->party;
    bool first = b->greeted == 0;
    connection_look(&b->line);
    if (line_stands(b))
        party_quiet(p);
    if (b->line.made > b->greeted) {
        if (!first || b->line.made > 1)
            party_reconnected(p);
        b->greeted = b->line.made;
    }
    b->alone = b->line.up ? 0 : b->alone + 1;
    b->quiet++;
    if (p->stage == STAGE_HELLO && b->line.up && b->quiet >= b->patience) {
        p->hello_due = true;
        b->quiet = 0;
        b->patience *= 2;
    }
    return b->alone < LOST_TICKS ? 0 : -1;
}

/* Takes what has come, all of it, so that only the newest request is answered.  -1 when there is no arbiter. */
static int envelopes_take(struct bot *b)
{
    struct party *p = &b->party;
    if (p->catching_up && p->have > 0 && !connection_waits(&b->line, CATCH_UP_MS)) {
        connection_look(&b->line);
        if (line_stands(b)) {
            party_quiet(p);
            return 0;
        }
    }
    long n = connection_receive(&b->line, b->in, sizeof b->in, true);
    if (n < 0 && errno == EAGAIN)
        return tick(b);
    while (n >= 0 && party_take(p, b->in, (size_t)n) == CHECK_FINE && !party_over(p)) {
        b->quiet = b->alone = 0;
        n = connection_receive(&b->line, b->in, sizeof b->in, false);
    }
    if (n < 0 && errno == EMSGSIZE)
        party_fail(p, CHECK_ENVELOPE, "longer than %d bytes, or in several parts", ENVELOPE_MAX);
    return n >= 0 || errno == EMSGSIZE || errno == EAGAIN || errno == EINTR ? 0 : -1;
}

static int protest(struct bot *b)
{
    struct party *p = &b->party;
    connection_send(&b->line, b->out, party_protest(p, b->out));
    int saved = evidence_save(p);
    fprintf(stderr, "fiel: %s: %s: the bot stops, %s/evidence.txt %s\n", check_text(p->failed), p->why,
            p->folder, saved == 0 ? "says why" : "could not be written");
    return 1;
}

static int play(struct bot *b)
{
    struct party *p = &b->party;
    for (;;) {
        if (p->failed == CHECK_FINE)
            replies_send(b);
        if (party_settle(p) != CHECK_FINE)
            return protest(b);
        if (party_over(p))
            return 0;
        if (envelopes_take(b) != 0)
            return complain(3, "the arbiter is gone", ": the match goes on when it starts this program again");
    }
}

static void refused_print(const char *why, void *user)
{
    (void)user;
    complain(0, "the arbiter refused an action: ", why);
}

int bot_run(const char *name, const struct fiel_callbacks *calls, bot_tamper *tamper)
{
    struct seat_record record;
    struct fiel_callbacks heard = *calls;
    char why[160];
    if (!heard.refused)
        heard.refused = refused_print;
    if (seat_record_read(SEAT_FD, &record, why) != 0)
        return complain(3, why, "");
    struct bot *b = calloc(1, sizeof *b);
    if (!b)
        return complain(3, "out of memory: give the bot more than a megabyte", "");
    b->tamper = tamper;
    b->patience = HELLO_TICKS;
    int code;
    if (party_start(&b->party, name, record.folder, &heard) != 0) {
        code = complain(3, record.folder, ": the state folder cannot be used: it must be one this program may write");
    } else if (connection_open(&b->line, &record) != 0) {
        code = complain(3, record.endpoint, ": no connection: start this program with `fiel match`");
    } else {
        code = play(b);
        connection_close(&b->line);
    }
    party_end(&b->party);
    free(b);
    return code;
}

int fiel_run_with(const char *name, const struct fiel_callbacks *c)
{
    return bot_run(name, c, NULL);
}

int fiel_run(const char *name, fiel_decide *decide, void *user)
{
    struct fiel_callbacks calls = { .decide = decide, .user = user };
    return fiel_run_with(name, &calls);
}
