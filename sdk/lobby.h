/* lobby: where a bot that plays from elsewhere waits to be called to matches.  Not installed.
 *
 * The words on its command line:  --connect tcp://HOST:PORT --server HEX --key FILE [--state DIR] [--once]
 * or, straight to the seat of one match:  --seat tcp://HOST:PORT --server HEX --key FILE [--state DIR]
 *
 * lobby_wait() stays at the door, however often that goes away, until there is a call.  A door that
 * is not there, or says no, is asked again after a pause that grows to a minute. */
#ifndef FIEL_SDK_LOBBY_H
#define FIEL_SDK_LOBBY_H

#include <signal.h>

#include "connect.h"
#include "record/identity.h"
#include "wire/lobby.h"

enum { LOBBY_FINISHED = 16, LOBBY_WHY = 400 };

struct lobby_words {
    char connect[ENDPOINT_MAX];
    uint8_t server[32];     /* the door's CURVE public key */
    char key[FOLDER_MAX];   /* the .key file */
    char state[FOLDER_MAX]; /* folder for the matches' state; "" when the words do not say: beside the key */
    bool once;
    bool seat; /* `connect` and `server` are a seat's */
};

/* Looks for the words among those of a command line (argv[0] and others' words are passed over): 1 when the
 * bot is to wait in a lobby, 0 when not, -1 and a sentence when they are not right. */
int lobby_words_read(struct lobby_words *w, int argc, char *const *argv, char why[LOBBY_WHY]);
/* The command line of this process; how many words, at most `room`.  They are never freed. */
int lobby_command_line(char **argv, int room);

struct lobby {
    struct lobby_words words;
    struct identity self;
    enum lobby_role role;
    const volatile sig_atomic_t *stop; /* not 0: leave the lobby */
    void *context, *socket, *monitor;
    unsigned pause_ms;                          /* before the next try */
    bool told_waiting;                          /* said so on standard error */
    char said[LOBBY_WHY];                       /* the last complaint: it is not repeated */
    char finished[LOBBY_FINISHED][LOBBY_LABEL]; /* matches that are over: a call to one is declined */
    unsigned next_finished;
    char decline_label[LOBBY_LABEL]; /* what the last call came to, to be said at the next visit: "" nothing */
    char decline_text[LOBBY_TEXT];
};

/* Reads the key; -1 and a sentence. */
int lobby_open(struct lobby *l, const struct lobby_words *w, enum lobby_role role, const volatile sig_atomic_t *stop,
               char why[LOBBY_WHY]);
void lobby_close(struct lobby *l);

enum lobby_end {
    LOBBY_CALLED,  /* *call is set */
    LOBBY_STOPPED, /* *stop is */
    LOBBY_NO_CALL, /* with a patience: waited so long at the door, and nobody called */
    LOBBY_NO_DOOR, /* with a patience: came to no door */
    LOBBY_TAKEN,   /* another process waits with this key */
};
/* patience_ms: how long to look for a door, and then to wait there for a call; 0: as long as it takes. */
enum lobby_end lobby_wait(struct lobby *l, unsigned patience_ms, struct lobby_msg *call);

/* This match is over for us: a later call to it is an error of the host's memory. */
void lobby_match_finished(struct lobby *l, const char *label);

#endif
