/* bot: see bot.h. */
#include "bot.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

#include "lobby.h"

enum {
    HELLO_TICKS = 4,    /* before the offer: say hello again after so many quiet ticks, then twice as many */
    CATCH_UP_MS = 100,  /* a resend in several envelopes does not pause for longer */
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
    return b->alone < b->patience_lost ? 0 : -1;
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

static enum played protest(struct bot *b)
{
    struct party *p = &b->party;
    connection_send(&b->line, b->out, party_protest(p, b->out));
    int saved = evidence_save(p);
    fprintf(stderr, "fiel: %s: %s: the bot stops, %s/evidence.txt %s\n", check_text(p->failed), p->why,
            p->folder, saved == 0 ? "says why" : "could not be written");
    return PLAY_PROTEST;
}

enum played bot_play(struct bot *b)
{
    struct party *p = &b->party;
    for (;;) {
        if (p->failed == CHECK_FINE)
            replies_send(b);
        if (party_settle(p) != CHECK_FINE)
            return protest(b);
        if (party_over(p))
            return PLAYED;
        if (b->stop && *b->stop > 1)
            return PLAY_LEFT;
        if (envelopes_take(b) != 0)
            return PLAY_LOST;
    }
}

struct bot *bot_new(bot_tamper *tamper, unsigned lost)
{
    struct bot *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->tamper = tamper;
    b->patience_lost = lost;
    bot_line_new(b);
    return b;
}

void bot_line_new(struct bot *b)
{
    b->quiet = b->alone = b->greeted = 0;
    b->patience = HELLO_TICKS;
}

static void refused_print(const char *why, void *user)
{
    (void)user;
    complain(0, "the arbiter refused an action: ", why);
}

/* The match this process was started for. */
static int hosted_run(const char *name, const struct fiel_callbacks *calls, bot_tamper *tamper)
{
    static const char *const gone = ": the match goes on when it starts this program again";
    struct seat_record record;
    char why[160];
    if (seat_record_read(SEAT_FD, &record, why) != 0)
        return complain(3, why, "");
    struct bot *b = bot_new(tamper, LOST_TICKS);
    if (!b)
        return complain(3, "out of memory: give the bot more than a megabyte", "");
    int code;
    if (party_start(&b->party, name, record.folder, calls) != 0) {
        code = complain(3, record.folder, ": the state folder cannot be used: it must be one this program may write");
    } else if (connection_open(&b->line, &record) != 0) {
        code = complain(3, record.endpoint, ": no connection: start this program with `fiel match`");
    } else {
        enum played end = bot_play(b);
        code = end == PLAYED ? 0 : end == PLAY_PROTEST ? 1 : complain(3, "the arbiter is gone", gone);
        connection_close(&b->line);
    }
    party_end(&b->party);
    free(b);
    return code;
}

int bot_run(const char *name, const struct fiel_callbacks *calls, bot_tamper *tamper)
{
    enum { WORDS_MOST = 256 };
    char *argv[WORDS_MOST], why[LOBBY_WHY];
    struct lobby_words words;
    struct fiel_callbacks heard = *calls;
    if (!heard.refused)
        heard.refused = refused_print;
    int remote = lobby_words_read(&words, lobby_command_line(argv, WORDS_MOST), argv, why);
    if (remote < 0)
        return complain(2, why, "");
    return remote ? remote_run(&words, &heard, tamper) : hosted_run(name, &heard, tamper);
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
