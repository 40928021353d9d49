/* auth: who may speak on a CURVE socket of ours.
 *
 * CURVE alone admits every client that knows the server's key, and without a ZAP handler libzmq admits
 * everybody.  So the handler runs before any socket binds, the domain is enforced, only listed keys are
 * let in, and each message's User-Id is looked at: it is set by the handler and a client cannot override it.
 *
 * A seat lets in one key.  The door and the control socket have a list, which may be replaced while the handler
 * runs: libzmq has no way to end a connection that is already made, so a bot that was taken off it is still
 * connected and is no longer heard (auth_who).
 */
#ifndef FIEL_AUTH_H
#define FIEL_AUTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zmq.h>

enum { CURVE_KEY = 32, USER_ID = 65 /* hex of the key and a NUL */ };

struct auth;

/* Starts the ZAP handler of this context, which lets in the holder of `allowed` alone.  NULL and errno
 * on failure.  The context must have no handler yet; call before any socket of it binds. */
struct auth *auth_start(void *context, const uint8_t allowed[CURVE_KEY]);

/* One that is let in: its transport key, and the name under which its messages come: for a bot or an operator
 * its Ed25519 key, which the User-Id has in lowercase hex. */
struct auth_entry {
    uint8_t curve[CURVE_KEY], user[CURVE_KEY];
};

/* The same for a list, which is copied; `count` 0 admits nobody yet.  NULL and errno. */
struct auth *auth_start_list(void *context, const struct auth_entry *list, size_t count);
/* Puts another list in its place, from the next handshake and the next message on.  -1 and errno (no memory): the old
 * list stays.  A transport key must not be in a list twice; if it is, it is let in as one of the two. */
int auth_replace(struct auth *auth, const struct auth_entry *list, size_t count);

/* Shuts the context down (zmq_ctx_shutdown), waits for the handler and frees; NULL is fine.
 * Sockets are the caller's to close; zmq_ctx_term is the caller's to call afterwards. */
void auth_stop(struct auth **auth);

/* Makes `socket` a CURVE server under the handler's rule.  -1 and errno.  Call before it binds. */
int auth_serve(void *socket, const uint8_t secret[CURVE_KEY]);

/* True when this part came from the holder of the allowed key. */
bool auth_holds(const struct auth *auth, zmq_msg_t *part);

/* Who sent this part: the `user` of the entry whose transport key it came with, as the list is now.  False when that
 * is nobody on it. */
bool auth_who(struct auth *auth, zmq_msg_t *part, uint8_t user[CURVE_KEY]);

/* Proves on a socket of its own at `endpoint` that a stranger is turned away and a known key is let in
 * under its own User-Id.  A tcp endpoint may have a wildcard port.  NULL, or a sentence that says which of it does not hold. */
const char *auth_self_test(struct auth *auth, const char *endpoint);

/* The same in a context of its own, which is gone afterwards. */
const char *auth_try(const char *endpoint);

/* A CURVE pair in binary. */
void auth_keypair(uint8_t public_key[CURVE_KEY], uint8_t secret[CURVE_KEY]);

#endif
