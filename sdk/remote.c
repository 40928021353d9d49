/* remote: a bot in a lobby: wait, go to the match, come back, for ever.
 *
 * A line to the match's seat that breaks is made again by itself.  When it stays away the door is asked, which may know
 * of another endpoint (the seat's process may have been started anew); where the door is away too, the seat is tried
 * again, in turn.  What is known of the match is kept in memory meanwhile, and in its folder for a process that is
 * started later. */
#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot.h"
#include "lobby.h"
#include "record/crypto.h"

enum {
    LOST_REMOTE_TICKS = 20, /* 5 s without the seat, and the door is asked */
    SEAT_TRIES = 24,        /* two minutes of tries where there is no door to ask */
    ASK_DOOR_MS = 10000,    /* 10 s without a call: the match is not for us any more */
    MATCH_NAME = 16,        /* bytes of the name of a match's folder, as hex */
};

static volatile sig_atomic_t stop; /* how often this process was asked to end */

struct remote {
    struct lobby lobby;
    struct bot *bot;
    const struct fiel_callbacks *calls;
    struct lobby_msg call; /* the match that is played */
    bool in_match;         /* it is not over, and the party is open */
    char folder[FOLDER_MAX + 2 * MATCH_NAME + 16];
};

static void asked_to_stop(int signal)
{
    (void)signal;
    stop = stop + 1;
}

/* Without SA_RESTART: what waits is woken. */
static void listen_to_signals(void)
{
    struct sigaction a = { .sa_handler = asked_to_stop };
    sigemptyset(&a.sa_mask);
    sigaction(SIGTERM, &a, NULL);
    sigaction(SIGINT, &a, NULL);
}

/* --- the match's folder ------------------------------------------------------------------------------ */

/* One folder a match: a host's label is nothing to make a path of, its hash is.  The same label at the same door is the
 * same match. */
static int folder_make(struct remote *r)
{
    struct message m;
    uint8_t name[HASH];
    char hex[2 * MATCH_NAME + 1];
    const char *state = r->lobby.words.state;
    message_start(&m, "fiel/lobby");
    message_bytes(&m, r->lobby.words.server, HASH);
    message_bytes(&m, r->call.label, strlen(r->call.label));
    hash(name, &m);
    snprintf(r->folder, sizeof r->folder, "%s/match-%s", state, hex_text(hex, name, MATCH_NAME));
    if (mkdir(state, 0700) != 0 && errno != EEXIST)
        return -1;
    return mkdir(r->folder, 0700) != 0 && errno != EEXIST ? -1 : 0;
}

/* A match that is over leaves nothing behind.  What is not a plain file is not ours, and stays. */
static void folder_remove(const struct remote *r)
{
    DIR *d = opendir(r->folder);
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.')
            unlinkat(dirfd(d), e->d_name, 0);
    if (d)
        closedir(d);
    rmdir(r->folder);
}

/* --- the match --------------------------------------------------------------------------------------- */

static void match_forget(struct remote *r)
{
    if (r->in_match)
        party_end(&r->bot->party);
    r->in_match = false;
}

static int decline(struct remote *r, const char *why)
{
    snprintf(r->lobby.decline_label, sizeof r->lobby.decline_label, "%s", r->call.label);
    snprintf(r->lobby.decline_text, sizeof r->lobby.decline_text, "%.200s", why);
    fprintf(stderr, "fiel: %s: %s\n", r->call.label, why);
    return -1;
}

/* A call to the match that is going on is to where it is now; another one is another match. */
static int match_begin(struct remote *r, const struct lobby_msg *call)
{
    bool same = r->in_match && strcmp(call->label, r->call.label) == 0;
    if (!same)
        match_forget(r);
    r->call = *call;
    if (same) {
        party_reconnected(&r->bot->party);
        return 0;
    }
    char why[FOLDER_MAX + 128];
    if (folder_make(r) != 0 ||
        party_start_as(&r->bot->party, r->lobby.self.name, r->lobby.self.seed, r->folder, r->calls) != 0) {
        snprintf(why, sizeof why, "%s: %s: make it a folder that this bot may write, or name one with --state",
                 r->lobby.words.state, strerror(errno));
        return decline(r, why);
    }
    r->bot->party.at_home = true;
    fprintf(stderr, "fiel: %s: called to %s\n", call->label, call->endpoint);
    r->in_match = true;
    return 0;
}

static enum played match_play(struct remote *r)
{
    struct seat_record record = { .endpoint = "" };
    snprintf(record.endpoint, sizeof record.endpoint, "%s", r->call.endpoint);
    memcpy(record.server, r->call.server, sizeof record.server);
    memcpy(r->bot->party.server, r->call.server, sizeof r->bot->party.server);
    memcpy(record.public_key, r->lobby.self.curve, sizeof record.public_key);
    memcpy(record.secret, r->lobby.self.curve_secret, sizeof record.secret);
    int opened = connection_open(&r->bot->line, &record);
    sodium_memzero(&record, sizeof record);
    if (opened != 0) {
        decline(r, "no connection can be made to that endpoint");
        match_forget(r);
        return PLAY_LOST;
    }
    bot_line_new(r->bot);
    enum played end = bot_play(r->bot);
    connection_close(&r->bot->line);
    return end;
}

/* The match ended, one way or the other. */
static void match_end(struct remote *r, enum played end)
{
    if (end == PLAYED) {
        fprintf(stderr, "fiel: %s: over\n", r->call.label);
        folder_remove(r);
    }
    lobby_match_finished(&r->lobby, r->call.label);
    match_forget(r);
}

/* Plays until the match is over or given up. */
static enum played match_see_through(struct remote *r)
{
    struct lobby_msg call;
    for (;;) {
        enum played end = match_play(r);
        if (end == PLAYED || end == PLAY_PROTEST)
            match_end(r, end);
        if (end != PLAY_LOST || !r->in_match)
            return end;
        fprintf(stderr, "fiel: %s: the seat is gone: asking at the door\n", r->call.label);
        switch (lobby_wait(&r->lobby, ASK_DOOR_MS, &call)) {
        case LOBBY_CALLED:
            if (match_begin(r, &call) != 0)
                return PLAY_LOST;
            break;
        case LOBBY_NO_CALL:
            fprintf(stderr, "fiel: %s: not called again: given up\n", r->call.label);
            match_forget(r);
            return PLAY_LOST;
        case LOBBY_NO_DOOR: break; /* back to the seat: perhaps it is the door alone that is away */
        case LOBBY_STOPPED: stop = 2; return PLAY_LEFT;
        case LOBBY_TAKEN: match_forget(r); return PLAY_LEFT;
        }
    }
}

/* --- the process ------------------------------------------------------------------------------------- */

static int remote_loop(struct remote *r)
{
    struct lobby_msg call;
    int code = 0;
    do {
        enum lobby_end end = lobby_wait(&r->lobby, 0, &call);
        if (end == LOBBY_TAKEN)
            return 3;
        if (end != LOBBY_CALLED)
            return code;
        if (match_begin(r, &call) != 0)
            continue;
        enum played played = match_see_through(r);
        if (played == PLAY_PROTEST)
            code = 1;
        if (played != PLAY_LOST && r->lobby.words.once)
            return code;
    } while (!stop);
    return code;
}

/* One match at a seat whose place and key the host has told: there is no door to ask. */
static int seat_run(struct remote *r)
{
    const struct lobby_words *w = &r->lobby.words;
    struct lobby_msg call = { .type = 0 };
    snprintf(call.label, sizeof call.label, "seat");
    snprintf(call.endpoint, sizeof call.endpoint, "%s", w->connect);
    memcpy(call.server, w->server, sizeof call.server);
    if (match_begin(r, &call) != 0)
        return 2;
    enum played end = match_play(r);
    for (int i = 1; i < SEAT_TRIES && end == PLAY_LOST && r->in_match; i++) {
        party_reconnected(&r->bot->party);
        end = match_play(r);
    }
    if (end == PLAYED || end == PLAY_PROTEST)
        match_end(r, end);
    if (end == PLAY_LOST)
        fprintf(stderr, "fiel: %s: nobody is there: is the match over, or the address another one?\n", w->connect);
    return end == PLAYED || end == PLAY_LEFT ? 0 : end == PLAY_PROTEST ? 1 : 3;
}

int remote_run(const struct lobby_words *words, const struct fiel_callbacks *calls, bot_tamper *tamper)
{
    struct remote *r = calloc(1, sizeof *r);
    char why[LOBBY_WHY];
    int code = 3;
    if (!r || !(r->bot = bot_new(tamper, LOST_REMOTE_TICKS))) {
        fprintf(stderr, "fiel: out of memory: give the bot more than a megabyte\n");
    } else if (lobby_open(&r->lobby, words, calls->decide ? ROLE_PLAYS : ROLE_CUTS, &stop, why) != 0) {
        fprintf(stderr, "fiel: %s\n", why);
        code = 2;
    } else {
        r->calls = calls;
        r->bot->stop = &stop;
        listen_to_signals();
        code = words->seat ? seat_run(r) : remote_loop(r);
        match_forget(r);
        lobby_close(&r->lobby);
    }
    if (r)
        free(r->bot);
    free(r);
    return code;
}
