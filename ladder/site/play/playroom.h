/* playroom: tables at which people play against hosted bots.
 *
 * A table is a match as any other: the arbiter's program plays it, the bot sits in its jail, and the person's seat is a bot too,
 * the bundled persona, whose lines `fiel play --lines` passes on (bots/persona/lines.h).  This process reads the table as that
 * seat tells it and writes what the person answers; of the bot's cards, the deal and the keys it knows nothing.  It holds the
 * other end of the line: when it is gone, however it went, the match is cancelled and its processes end.
 *
 * A table belongs to the session that sat down at it; for all others it is not there.  Any number of threads. */
#ifndef FIEL_LADDER_PLAYROOM_H
#define FIEL_LADDER_PLAYROOM_H

#include "rules/position.h"
#include "store/store_versions.h"

struct http_server;

enum { PLAYROOM_ID = 33, PLAYROOM_WHY = 256, PLAYROOM_REPLAY = 16 << 20, PLAYROOM_KEPT_MS = 3600000 };

struct playroom_plan {
    struct store *store;
    struct http_server *const *http;  /* woken when a table changes; NULL: nobody is */
    const char *fiel, *jail, *folder; /* as in struct worker_plan */
    unsigned tables;                  /* at once */
    unsigned idle_s;                  /* of a decision; of a whole game twenty times as much */
};

struct playroom;
struct playroom *playroom_open(const struct playroom_plan *p); /* NULL: no memory */
/* Ends all tables, waits for their processes and sets no other; what was can still be looked at.  NULL is fine, here and below. */
void playroom_stop(struct playroom *p);
void playroom_close(struct playroom *p);

struct sitter {
    uint8_t session[STORE_HASH];
    int64_t person;
    char name[STORE_NAME];
    char language[3]; /* "en", "es", "pt" */
};
/* Can this version sit here?  It is active, hosted, and built, and its author is not closed. */
bool playroom_sits(struct store *s, const struct version *v);
/* Seats of a table: so many as are wished, or with 0 as few as the preset allows; 0 when it does not allow that. */
unsigned playroom_seats(unsigned preset, unsigned wished);
/* What is played, and who sits there: versions by seat, of which the first is the person's and has none. */
struct seating {
    char rules[RULES_TEXT]; /* which have so many seats */
    unsigned seats;
    int64_t version[FIEL_SEATS_MAX];
};
/* A new table.  Who has one already comes back to it (STORE_EXISTS, with its id); one that was left in another session ends.  STORE_BUSY:
 * all are taken. */
int playroom_sit(struct playroom *p, const struct sitter *who, const struct seating *at, char id[PLAYROOM_ID],
                 struct store_error *e);

enum sitting { SITTING_COMING, SITTING_PLAYING, SITTING_OVER, SITTING_BROKEN };

/* The record of a table that is over, in the store for a day. */
struct played_record {
    uint8_t replay[STORE_HASH];
    bool proved; /* the audit found it valid; then the match's id and the arbiter's key: */
    uint8_t match_id[STORE_HASH], arbiter[STORE_KEY];
};

/* A table as it stands. */
struct look {
    enum sitting state;
    uint64_t changes;         /* grows with everything that is new; 0: there is no such table for this session */
    struct version_label who; /* in the seat beside the person's */
    bool left;                /* the person gave up */
    unsigned request;         /* what is asked; 0: nothing */
    char *table;              /* the newest line of the seat; NULL: none yet */
    char *result;             /* the arbiter's last line, of a table that is over; NULL: none */
    char why[PLAYROOM_WHY];   /* of one that is broken */
    bool has_replay;
    struct played_record record;
};
/* False: there is no such table for this session, or no memory. */
bool playroom_look(struct playroom *p, const char *id, const uint8_t session[STORE_HASH], struct look *out);
/* Does this person sit there, in whatever session? */
bool playroom_elsewhere(struct playroom *p, const char *id, int64_t person);
/* Its `changes` alone; 0: there is no such table for this session. */
uint64_t playroom_changes(struct playroom *p, const char *id, const uint8_t session[STORE_HASH]);
void look_free(struct look *l);

enum saying { SAY_DO, SAY_HINT, SAY_GO, SAY_LEAVE };
enum { SIGNS_SAID = 3 };
/* What the person says to this request, SAY_DO by its word and with signs as "1e 2", the word and to which seat, "" none; false: there is no
 * such table, or that is not what is asked now.  A line that does not go out, because nobody reads so many, is as if it had not been said. */
bool playroom_say(struct playroom *p, const char *id, const uint8_t session[STORE_HASH], enum saying what,
                  unsigned request, const char *word, const char *const sign[SIGNS_SAID]);

/* The person's seat speaks this language from now on: "en", "es", "pt"; true: it was told so, and what it tells will change. */
bool playroom_speak(struct playroom *p, const char *id, const uint8_t session[STORE_HASH], const char *language);

/* Ends the tables of sessions that are over, by a sign-out, a new password or because an account is closed, and those with bots of an author
 * who is closed: their pages say so.  What the store could not tell is looked at the next time. */
int playroom_heed_closed(struct playroom *p, struct store_error *e);

/* How many play now. */
unsigned playroom_busy(struct playroom *p);

#endif
