/* bot: see bot.h. */
#include "bot.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

#include "again.h"
#include "lobby.h"

enum {
    HELLO_TICKS = 4, /* what a hello brings has not come: say it again after so many quiet ticks, then twice as many */
};

static int complain(int code, const char *what, const char *more)
{
    fprintf(stderr, "fiel: %s%s\n", what, more);
    return code;
}

void bot_send(struct bot *b)
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

int bot_tick(struct bot *b)
{
    struct party *p = &b->party;
    bool first = b->greeted == 0;
    connection_look(&b->line);
    if (b->line.made > b->greeted) {
        if (!first || b->line.made > 1)
            party_reconnected(p);
        b->greeted = b->line.made;
    }
    b->alone = b->line.up ? 0 : b->alone + 1;
    b->quiet++;
    if (p->stage != STAGE_HELLO && !p->catching_up) {
        b->patience = HELLO_TICKS;
    } else if (line_stands(b) && b->quiet >= b->patience) {
        party_quiet(p);
        b->quiet = 0;
        b->patience *= 2;
    }
    return b->alone < b->patience_lost ? 0 : -1;
}

/* Takes what has come, all of it, so that only the newest request is answered.  -1 when there is no arbiter. */
static int envelopes_take(struct bot *b)
{
    struct party *p = &b->party;
    long n = connection_receive(&b->line, b->in, sizeof b->in, true);
    if (n < 0 && errno == EAGAIN)
        return bot_tick(b);
    thinking_end(b->thinker); /* callbacks follow */
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
    if (check_of_line(p->failed))
        fprintf(stderr, "fiel: %s: %s: the bot stops\n", failed_text(p->failed), p->why);
    else
        fprintf(stderr, "fiel: %s: %s: the bot stops, %s/evidence.txt %s\n", failed_text(p->failed), p->why, p->folder,
                evidence_save(p) ? "could not be written" : "says why");
    return PLAY_PROTEST;
}

/* I hold all that is told: the arbiter at the other end of a network stays until it knows that.  HELLO says how many that is. */
static enum played played(struct bot *b)
{
    struct party *p = &b->party;
    p->hello_due = true;
    if (b->line.far)
        connection_send(&b->line, b->out, party_reply(p, b->out));
    return PLAYED;
}

/* My answer has left: while the others are asked there is time to think, once for each. */
static void think(struct bot *b)
{
    const struct party_request *q = &b->party.table->request;
    struct view after;
    if (b->party.tables > 1) /* others wait for answers meanwhile */
        return;
    if (!b->thinker || !q->open || !q->answered || q->number == b->thought)
        return;
    b->thought = q->number;
    if (view_after(&q->view, q->action, &b->dice, &after) && !after.open.hand_over)
        thinking_begin(b->thinker, &after);
}

bool bot_step(struct bot *b, enum played *end)
{
    struct party *p = &b->party;
    if (p->failed == CHECK_FINE)
        bot_send(b);
    think(b);
    if (party_settle(p) != CHECK_FINE)
        *end = protest(b);
    else if (party_over(p))
        *end = played(b);
    else if (b->stop && *b->stop > 1)
        *end = PLAY_LEFT;
    else if (envelopes_take(b) != 0)
        *end = PLAY_LOST;
    else
        return true;
    return false;
}

enum played bot_play(struct bot *b)
{
    enum played end = PLAY_LOST;
    if (b->party.calls->think)
        b->thinker = thinker_new(b->party.calls->think, b->party.calls->user);
    while (bot_step(b, &end))
        continue;
    thinker_free(&b->thinker);
    return end;
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
    b->quiet = b->alone = b->greeted = b->thought = 0;
    b->patience = HELLO_TICKS;
}

static void refused_print(const char *why, void *user)
{
    (void)user;
    complain(0, "the arbiter refused an action: ", why);
}

/* What a bot prints goes to its log line by line: nothing is lost when it crashes or is killed. */
static void keep_print(void)
{
    fflush(stdout);
    setvbuf(stdout, NULL, _IOLBF, 0);
}

struct bot *bot_hosted(const char *name, const struct fiel_callbacks *calls, bot_tamper *tamper,
                       char why[FOLDER_MAX + 128])
{
    struct seat_record record;
    keep_print();
    if (seat_record_read(SEAT_FD, &record, why) != 0)
        return NULL;
    struct bot *b = bot_new(tamper, LOST_TICKS);
    if (!b) {
        snprintf(why, FOLDER_MAX + 128, "out of memory: give the bot more than a megabyte");
        return NULL;
    }
    if (party_start(&b->party, name, record.folder, calls) != 0)
        snprintf(why, FOLDER_MAX + 128, "%s: the state folder cannot be used: it must be one this program may write",
                 record.folder);
    else if (connection_open(&b->line, &record) != 0)
        snprintf(why, FOLDER_MAX + 128, "%s: no connection: start this program with `fiel match`", record.endpoint);
    else {
        memcpy(b->party.server, record.server, sizeof b->party.server);
        return b;
    }
    party_end(&b->party);
    free(b);
    return NULL;
}

int bot_hosted_end(struct bot *b, enum played end)
{
    connection_close(&b->line);
    party_end(&b->party);
    free(b);
    if (end == PLAY_LOST)
        return complain(3, "the arbiter is gone", ": the match goes on when it starts this program again");
    return end == PLAYED ? 0 : end == PLAY_PROTEST ? 1 : 3;
}

/* The match this process was started for. */
static int hosted_run(const char *name, const struct fiel_callbacks *calls, bot_tamper *tamper)
{
    char why[FOLDER_MAX + 128];
    struct bot *b = bot_hosted(name, calls, tamper, why);
    return b ? bot_hosted_end(b, bot_play(b)) : complain(3, why, "");
}

int bot_run(const char *name, const struct fiel_callbacks *calls, bot_tamper *tamper)
{
    enum { WORDS_MOST = 256 };
    char *argv[WORDS_MOST], why[LOBBY_WHY];
    struct lobby_words words;
    struct again_words once_more;
    struct fiel_callbacks heard = *calls;
    if (!heard.refused)
        heard.refused = refused_print;
    int argc = lobby_command_line(argv, WORDS_MOST), again = again_words_read(&once_more, argc, argv, why);
    int remote = again ? again : lobby_words_read(&words, argc, argv, why);
    if (remote < 0)
        return complain(2, why, "");
    if (again)
        return again_run(&once_more, &heard);
    return remote ? remote_run(&words, &heard, tamper) : hosted_run(name, &heard, tamper);
}

int fiel_run_with(const char *name, const struct fiel_callbacks *c) { return bot_run(name, c, NULL); }

int fiel_run(const char *name, fiel_decide *decide, void *user)
{
    struct fiel_callbacks calls = { .decide = decide, .user = user };
    return fiel_run_with(name, &calls);
}
