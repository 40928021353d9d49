/* account: accounts, made and recognised by a name and a password, and limited in how often they are tried. */
#ifndef FIEL_LADDER_ACCOUNT_H
#define FIEL_LADDER_ACCOUNT_H

#include "site.h"

enum { NAME_MOST = 39, PASSWORD_LEAST = 10, PASSWORD_MOST = 256, PASSWORD_MADE = 27, TOKEN_DAYS = 365 };

/* Names of people and bots: letters, digits, - _ and . in between, so that they stand in an address as they are. */
bool name_fits(const char *name);

/* A new account.  A store_code: INVALID for a name or password that will not do, EXISTS for a name that is taken. */
int account_make(struct store *s, const char *name, const char *password, enum role role, int64_t *id,
                 struct store_error *e);
/* The same as a person who is not added yet, with a password of password_make's; NULL: with none. */
int account_fill(struct person *p, const char *name, const char *made, struct store_error *e);
/* STORE_OK and who it is when the password is right.  Everything else that a stranger may cause (no such name, closed, a wrong
 * password) is NOT_FOUND with one and the same sentence, after the same work. */
int account_enter(struct store *s, const char *name, const char *password, struct person *out, struct store_error *e);
/* The password becomes another one; every session of that person ends. */
int account_password(struct store *s, int64_t person, const char *password, const char *actor, struct store_error *e);
/* A random password: 130 bits as 26 letters and digits. */
void password_make(char out[PASSWORD_MADE]);

/* STALE and a sentence when `what` was tried too often from where this request comes. */
int limit_address(struct http_request *r, const char *what, int64_t limit, int64_t window_ms, struct store_error *e);
/* The same for the person who asks, from wherever. */
int limit_person(struct http_request *r, const char *what, int64_t limit, int64_t window_ms, struct store_error *e);
/* The same for tries at a name: a few from one address, more from all together, of whom those are none from where it came in before.  By proof
 * there is no limit for the name: a signature is not guessed. */
int limit_name(struct http_request *r, const char *name, bool proof, struct store_error *e);
/* What limit_name took is given back: who got in has not guessed. */
void limit_name_back(struct http_request *r, const char *name, bool proof);
/* Where a request comes from.  A proxy (from_proxy) has put the client's address last in X-Forwarded-For. */
const char *client_address(const struct http_request *r, char room[64]);
/* The same as limits count it: who has one address of an IPv6 network has all of its last 64 bits. */
const char *counted_address(const struct http_request *r, char room[64]);

#endif
