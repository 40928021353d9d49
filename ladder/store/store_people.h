/* store_people: people, how they come in, and how often and how much of each an account may have. */
#ifndef FIEL_LADDER_STORE_PEOPLE_H
#define FIEL_LADDER_STORE_PEOPLE_H

#include "store.h"

enum role { ROLE_VISITOR, ROLE_AUTHOR, ROLE_HOST, ROLES };
extern const char *const role_names[ROLES]; /* "visitor", "author", "host" */
struct person {
    int64_t id;
    char name[STORE_NAME]; /* unique */
    enum role role;
    bool closed;                   /* may not come in any more */
    char password[STORE_PASSWORD]; /* crypto_pwhash_str, "" for none */
    bool has_key;
    uint8_t key[STORE_KEY]; /* Ed25519, unique */
    int64_t created_ms;
};
int store_person_add(struct store *s, const struct person *p, int64_t *id, struct store_error *e);
/* All of them or none; *at: the one that is refused. */
int store_people_add(struct store *s, const struct person *p, size_t n, size_t *at, struct store_error *e);
int store_person(struct store *s, int64_t id, struct person *out, struct store_error *e);
int store_person_named(struct store *s, const char *name, struct person *out, struct store_error *e);
int store_person_keyed(struct store *s, const uint8_t key[STORE_KEY], struct person *out, struct store_error *e);
/* What of a person becomes another; the rest stays as it is at that moment. */
struct person_change {
    bool sets_role, sets_closed, sets_key;
    enum role role;
    bool closed;
    const char *password; /* its hash; NULL: it stays */
    const uint8_t *key;   /* STORE_KEY bytes, or NULL: none any more */
};
/* STORE_INVALID when no open host would be left.  Closing ends all sessions, and so do another password and another key.  While a person
 * is closed their bots play nowhere: pairs of ladder events and comparisons that are open with one of them are void, those of tournaments
 * are lost by their side without a leg (rated no more), now and when they are planned; a worker that plays one loses the lease; what is to be
 * validated waits until the author is opened.  What became another is told in the trail under `actor`, except for passwords' hashes. */
int store_person_change(struct store *s, int64_t person, const struct person_change *c, const char *actor,
                        struct store_error *e);
int store_people(struct store *s, int64_t after, struct person *out, size_t max, size_t *n, struct store_error *e);

/* A session is known by the hash of its token; the token itself is never stored. */
struct session {
    uint8_t hash[STORE_HASH];
    int64_t person;
    char kind[16];          /* "browser", "token", "worker": the caller's word */
    char label[STORE_NAME]; /* what its owner calls it */
    int64_t created_ms, used_ms /* to the minute */, expires_ms;
};
int store_session_add(struct store *s, const struct session *c, struct store_error *e); /* created, used: set here */
/* NOT_FOUND also when it is over or its person is closed. */
int store_session(struct store *s, const uint8_t hash[STORE_HASH], struct session *out, struct person *who,
                  struct store_error *e);
int store_session_end(struct store *s, const uint8_t hash[STORE_HASH], struct store_error *e);
int store_sessions(struct store *s, int64_t person, struct session *out, size_t max, size_t *n, struct store_error *e);

/* Limits on rate: takes one of `limit` in the window that began with the first take under that name ("login:ana", "submit:12",
 * "nonce:...").  STORE_STALE when none is left; *again_ms is when the window ends. */
int store_take(struct store *s, const char *name, int64_t limit, int64_t window_ms, int64_t *again_ms,
               struct store_error *e);
int store_taken(struct store *s, const char *name, int64_t *used, struct store_error *e); /* so often, or never */
/* Gives back what was taken last under that name: it did not count. */
int store_untake(struct store *s, const char *name, struct store_error *e);

/* What an account that is not the host's own may have at once, unless the settings "quota.bots", "quota.waiting" and "quota.disputes" say
 * otherwise; one more is STORE_STALE, with both figures. */
enum { STORE_QUOTA_BOTS = 50, STORE_QUOTA_WAITING = 20, STORE_QUOTA_DISPUTES = 10 };

#endif
