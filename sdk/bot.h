/* bot: the loop between the line and the machine.  Not installed; tests/bad/ hooks into it. */
#ifndef FIEL_BOT_H
#define FIEL_BOT_H

#include <signal.h>

#include "connect.h"
#include "party.h"
#include "think.h"

/* Sees every envelope before it leaves.  May rewrite it (room for ENVELOPE_MAX) and returns its size; 0 sends
 * nothing.  It may send by itself over `c`. */
typedef size_t bot_tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size);

/* Runs a bundled bot as fiel_run() does; `tamper` may be NULL.  Its exit code. */
int bot_run(const char *name, const struct fiel_callbacks *calls, bot_tamper *tamper);

/* One match on one line.  Big: on the heap. */
struct bot {
    struct party party;
    struct connection line;
    bot_tamper *tamper;
    unsigned patience_lost;            /* ticks without a connection after which the arbiter is gone */
    const volatile sig_atomic_t *stop; /* 2: leave the match as well; NULL: nobody asks */
    unsigned quiet, alone;             /* ticks without an envelope; ticks without a connection */
    unsigned greeted;                  /* handshakes that were followed by a hello */
    unsigned patience;                 /* quiet ticks until the next hello, where one is waited for */
    struct thinker *thinker;           /* NULL: nobody thinks while others do */
    uint32_t thought;                  /* the request after whose answer it began */
    struct fiel_random dice;
    uint8_t in[ENVELOPE_MAX], out[ENVELOPE_MAX];
};

enum { LOST_TICKS = 240 }; /* without a connection for a minute: the arbiter is gone */

/* NULL when there is no memory; `lost` is patience_lost. */
struct bot *bot_new(bot_tamper *tamper, unsigned lost);
/* A line that was just opened: everything of the one before is forgotten. */
void bot_line_new(struct bot *b);

enum played {
    PLAYED = 0,   /* the match is over */
    PLAY_PROTEST, /* a check failed: PROTEST was sent, the evidence is in the folder */
    PLAY_LOST,    /* the arbiter is gone; nothing is forgotten */
    PLAY_LEFT,    /* *stop said so */
};
/* Plays b->party over b->line, both open, to the end. */
enum played bot_play(struct bot *b);
/* One round of it: what is due leaves, what comes is taken, for a tick at most.  False when it is over: *end is set. */
bool bot_step(struct bot *b, enum played *end);
/* What is due leaves. */
void bot_send(struct bot *b);
/* Nothing came for a tick: look after the connection.  -1 when it has been gone for long. */
int bot_tick(struct bot *b);

/* The bot of the match that this process was started for, its line open; NULL and a sentence. */
struct bot *bot_hosted(const char *name, const struct fiel_callbacks *calls, bot_tamper *tamper,
                       char why[FOLDER_MAX + 128]);
/* Frees it; an exit code, said on stderr where the arbiter is gone. */
int bot_hosted_end(struct bot *b, enum played end);

/* A bot that waits in a lobby and goes to every match it is called to.  Returns a process exit code. */
struct lobby_words;
int remote_run(const struct lobby_words *words, const struct fiel_callbacks *calls, bot_tamper *tamper);

/* Writes down why the bot stops, with what proves it: a text file in the state folder, appended to. */
int evidence_save(const struct party *p);

#endif
