/* store_rechecks: what another host looks at again of that which workers filed.
 *
 * A worker's record is signed by an arbiter's key that the worker holds, so it proves that the rules were kept and not who sat
 * there.  Whether it was the version that was ordered is found out by asking that version again, on another host
 * (filing/recheck.h).  Of what workers with a key file, a share is asked about: setting "recheck.share", in percent of all
 * decisions, RECHECK_SHARE when it was never set, 0 none.  Of every pair something is asked, so that no pair can be swapped
 * unseen: each leg by lot as a whole, and of a pair that has none the first hands of one leg. */
#ifndef FIEL_LADDER_STORE_RECHECKS_H
#define FIEL_LADDER_STORE_RECHECKS_H

#include "store_jobs.h"

enum { RECHECK_SHARE = 20 };
enum recheck_state { RECHECK_AGREES, RECHECK_UNASKED, RECHECK_DIFFERS, RECHECK_STANDS, RECHECK_VOID, RECHECK_STATES };
extern const char *const recheck_state_names[RECHECK_STATES];

/* What else is asked about after a recheck: nothing; the rest of this pair, of the same version; and all of this host's newest pairs. */
enum recheck_more { RECHECK_NO_MORE, RECHECK_REST_OF_PAIR, RECHECK_NEWEST_PAIRS };
/* A version that was asked again what a record tells that it was asked. */
struct recheck {
    int64_t id, pair, version;
    char host[STORE_NAME], worker[STORE_NAME], by_host[STORE_NAME], by_worker[STORE_NAME]; /* who filed; who asked */
    int64_t asked, differs, chance; /* decisions; other ones than recorded; other ones than when it was asked before */
    double odds;                    /* how alone the record stands among the answers: recheck_odds */
    enum recheck_more more;         /* to be filed */
    enum recheck_state state;       /* DIFFERS: the pair counts for nothing until a host decides */
    char reason[STORE_TEXT];        /* of UNASKED and DIFFERS */
    char decided_by[STORE_NAME];
    int64_t created_ms;
};

/* How likely a leg is asked about as a whole, in thousandths: a quarter of the share, in percent, or more where the first hands of the
 * other pairs would not make up the rest; every one while one of the host's pairs is in doubt. */
uint32_t recheck_chance(int64_t share, bool in_doubt);
/* Of a pair of `legs` of which no leg is asked about as a whole: so many hands of one leg of `hands`, 0 all of them.  `lot`, 0 to 999,
 * makes it half of the mean to one and a half of it, so that nobody knows where the asking ends; in the mean of all pairs
 * this and recheck_chance make the share. */
int64_t recheck_hands(int64_t share, int64_t legs, int64_t hands, uint32_t lot);

/* What is known of a version so far: of all its rechecks in which chance could be told, and of those of one host. */
struct recheck_known {
    int64_t asked, chance;            /* everywhere */
    int64_t host_asked, host_differs; /* that this host filed */
};
int store_recheck_known(struct store *s, int64_t version, const char *host, struct recheck_known *out,
                        struct store_error *e);
/* One recheck. */
struct recheck_past {
    int64_t pair, version, seats;
    double odds;
};
/* Of what this host filed, the newest pair first; since a host's last word that one stands. */
int store_recheck_past(struct store *s, const char *host, struct recheck_past *out, size_t max, size_t *n,
                       struct store_error *e);

/* What came of a recheck; the job is done.  DIFFERS: the pair is in doubt, it counts for nothing; then more is asked about, as `more` says
 * or else of the newest pairs.  STORE_STALE: the lease is lost. */
int store_rechecked(struct store *s, const struct order *o, const struct recheck *r, struct store_error *e);
/* STANDS: the pair counts again, when nothing else of it is in doubt; VOID: it is void and played again.  STORE_STALE when it is
 * not in doubt.  Told in the trail. */
int store_recheck_decide(struct store *s, int64_t id, enum recheck_state to, const char *actor, struct store_error *e);
struct recheck_filter {
    int64_t pair, before; /* 0: any */
    int state;            /* -1: any */
};
int store_rechecks(struct store *s, const struct recheck_filter *f, struct recheck *out, size_t max, size_t *n,
                   struct store_error *e);

#endif
