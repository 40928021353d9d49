/* hand_in: what a worker brings, audited and filed by the site.
 *
 * A worker is believed nothing but what its replays prove: they are audited here, they must be the match that was ordered, and
 * twins where a pair was.  A worker brings files of fixed names in a folder. */
#ifndef FIEL_LADDER_HAND_IN_H
#define FIEL_LADDER_HAND_IN_H

#include "store/store_jobs.h"

#define HAND_IN_REPLAY "leg%u.replay"  /* what was recorded, by leg */
#define HAND_IN_LOG "leg%u-seat%u.log" /* the end of what the bot in that seat printed in that leg */
#define HAND_IN_BUILT "built.tar"      /* of a version that was submitted as source: what the build made */
#define HAND_IN_BUILD_LOG "build.log"  /* and what it printed */
#define HAND_IN_ANSWERS \
    "again%u-%u.jsonl" /* of a recheck: what the version answers to the leg, asked that often before */
enum { HAND_IN_WHY = 256, HAND_IN_NAME = 32, HAND_IN_PATH = 512, HAND_IN_ASKED = 10 };

/* Two legs, as one pair; a remote bot plays none, for it could remember. */
bool ordered_twins(const struct order *o);
/* Seats at the table, and who sits in one of them in the first leg; NULL: the arbiter's own bot, against which a remote one
 * is validated. */
unsigned ordered_seats(const struct order *o);
const struct order_seat *ordered_seat(const struct order *o, unsigned seat);
/* Games of a leg. */
int64_t ordered_games(const struct order *o);
/* To recheck: is it asked about this leg? */
bool ordered_again(const struct order *o, unsigned leg);
/* To recheck: the seat of this leg in which the version is asked; STORE_SEATS when it does not sit there. */
unsigned ordered_asked(const struct order *o, unsigned leg);

struct hand_in {
    const char *folder; /* with the files */
    const char *why;    /* why there is no result; "": there is one */
    bool bot_is_wrong;  /* what went wrong is the bot's fault */
    bool unheld;        /* pairs of authors' bots may have been played in any jail */
    int64_t played_ms;  /* how long it took; no longer than since the pair was made */
};
/* STORE_OK: filed.  STORE_STALE: the lease is lost.  STORE_INVALID: it proves nothing of the kind, and the attempt has failed: the
 * job is in the queue again, the sentence says why.  Others: nothing has happened, it may be handed in again. */
int hand_in_file(struct store *s, const struct order *o, const struct hand_in *h, struct store_error *e);

/* Back to the queue, with the reason. */
struct hand_back {
    const char *why;
    bool nobodys;   /* the worker ends, or the arbiter is not there: no attempt */
    bool at_once;   /* somebody else may have it at once */
    bool left;      /* its worker was killed: that is told, and the lease runs out as it would */
    int64_t absent; /* the remote version that is not at the arbiter's door; 0: none */
};
/* Of a version that is absent by store_absent, whatever else is said. */
int hand_back(struct store *s, const struct order *o, const struct hand_back *b, struct store_error *e);
/* Which matches of a match log were begun for an attempt that files none: "begun 12 13: WHY", by their records, as far as they go ("": there
 * is none).  The trail's line of the attempt's end has it, and so does the log: `check` knows them by that. */
#define HAND_IN_BEGUN "begun"
void hand_in_begun(const char *first, const char *second, char why[HAND_IN_WHY]);

/* What may be handed in with such a job: the name of the nth file, from 0, and how large it may be; 0 behind the last one. */
uint64_t hand_in_nth(const struct order *o, unsigned nth, char name[HAND_IN_NAME]);
/* The same of a name; 0: it may not be handed in. */
uint64_t hand_in_most(const struct order *o, const char *name);
/* The end of a file, at most `room` bytes, of what bots and builds printed; 0 when there is none. */
size_t hand_in_tail(const char *path, char *out, size_t room);

#endif
